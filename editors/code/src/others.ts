// Other extensions that look at the same files.

import * as vscode from "vscode";
import type { Ctx } from "./ctx.ts";

const OTHERS = ["ms-vscode.cpptools", "llvm-vs-code-extensions.vscode-clangd"];
const SAID = "touchstone.saidWhatIsLeftToOthers";

/** Says once what is left to them. */
export function tellOfOthers(ctx: Ctx): void {
  const names = OTHERS.map((id) => vscode.extensions.getExtension<unknown>(id)).flatMap((one) =>
    one ? [(one.packageJSON as { displayName?: string }).displayName ?? one.id] : [],
  );
  const { globalState } = ctx.extension;
  if (names.length === 0 || globalState.get(SAID) === true) {
    return;
  }
  void globalState.update(SAID, true);
  const sentence = `C++ itself is left to ${names.join(" and ")}; Touchstone adds what it knows of problems.`;
  ctx.channels.log.info(sentence);
  void vscode.window.showInformationMessage(`Touchstone: ${sentence}`);
}
