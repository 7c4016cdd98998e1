// Read-only texts: what a solution wrote beside what was expected, and explanations of findings.

import * as vscode from "vscode";
import { words, type Ctx } from "./ctx.ts";
import { debugLines, shownText } from "./model.ts";
import type { CellName, ShownTest } from "./protocol.ts";

const TESTS = "touchstone-test";
const EXPLANATIONS = "touchstone-explain";
const PROPOSALS = "touchstone-proposal";

export class Documents implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  /** The problems of copies of inputs. */
  readonly #copies = new Map<string, string>();
  /** Texts that are whole inputs of tests, by URI. */
  readonly #inputs = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(readonly ctx: Ctx) {
    const provider: vscode.TextDocumentContentProvider = {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "",
    };
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(TESTS, provider),
      vscode.workspace.registerTextDocumentContentProvider(EXPLANATIONS, provider),
      vscode.workspace.registerTextDocumentContentProvider(PROPOSALS, provider),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#texts.delete(uri.toString());
        this.#copies.delete(uri.toString());
        this.#inputs.delete(uri.toString());
      }),
    ];
  }

  /** What a solution wrote beside what was expected; just the input when there is nothing to compare. */
  async compare(cell: CellName): Promise<void> {
    const shown = await this.ctx.command<ShownTest>("touchstone.showTest", cell);
    const found = shown.found ?? shown.transcript;
    const name = (what: string) => `/${[cell.solution, `test ${cell.test}`, what].filter(Boolean).join("/")}`;
    if (cell.solution === undefined || found === undefined) {
      const input = this.#put(TESTS, name("input"), cell.uri, shownText(shown.input));
      if (typeof shown.input === "string") {
        this.#inputs.add(input.toString());
      } else {
        this.#inputs.delete(input.toString());
      }
      await vscode.window.showTextDocument(input, { preview: true });
      return;
    }
    const left = this.#put(TESTS, name("expected"), cell.uri, shownText(shown.expected));
    const right = this.#put(TESTS, name("found"), cell.uri, shownText(found));
    const title = `${cell.solution} on test ${cell.test}: expected ↔ found`;
    await vscode.commands.executeCommand("vscode.diff", left, right, title, { preview: true });
  }

  /** A copy of an input that can be changed, and promoted to a test. */
  async edit(cell: CellName): Promise<void> {
    const { input } = await this.ctx.command<ShownTest>("touchstone.showTest", cell);
    if (input === null) {
      throw new Error(`the input of test ${cell.test} is not known yet; judge the problem first`);
    }
    if (typeof input !== "string") {
      throw new Error(
        `the input of test ${cell.test} is too long to be edited here; \`touchstone show --out\` writes it`,
      );
    }
    const document = await vscode.workspace.openTextDocument({ content: input, language: "plaintext" });
    this.#copies.set(document.uri.toString(), cell.uri);
    await vscode.window.showTextDocument(document);
  }

  /** The problem that a text without a place in it was made for: a copy of an input, or a whole input that is shown. */
  origin(uri: vscode.Uri): string | undefined {
    return this.#copies.get(uri.toString()) ?? (this.#inputs.has(uri.toString()) ? uri.query : undefined);
  }

  /** Builds a solution for a debugger in a terminal, and runs it there on the input. */
  async debug(cell: CellName): Promise<void> {
    const { rerun } = await this.ctx.command<ShownTest>("touchstone.showTest", cell);
    if (rerun === undefined) {
      throw new Error(`there are no commands that run ${cell.solution} by hand, or its folder is not trusted`);
    }
    if (process.platform === "win32") {
      throw new Error("the commands are for a POSIX shell, which Windows lacks");
    }
    // Another shell would take quotes otherwise.
    const terminal = vscode.window.createTerminal({
      name: `${cell.solution} on test ${cell.test}`,
      shellPath: "/bin/sh",
    });
    terminal.show();
    terminal.sendText(debugLines(rerun).join("\n"));
  }

  /** The page of a finding, with what a language model says of it where that is wanted. */
  async explain(uri: string, code: string, id: string | undefined, model = false): Promise<void> {
    const argument = id === undefined ? { uri, code, model } : { uri, code, id, model };
    const text = model
      ? await this.ctx.watched<string>(`Explaining ${code}`, "touchstone.explain", argument)
      : await this.ctx.command<string>("touchstone.explain", argument);
    await this.#preview(this.#put(EXPLANATIONS, `/${code}.md`, uri, text));
  }

  /** The bounds of variables side by side. */
  async bounds(uri: string): Promise<void> {
    const text = await this.ctx.command<string>("touchstone.showBounds", { uri });
    await this.#preview(this.#put(EXPLANATIONS, "/Bounds.md", uri, text));
  }

  /** The page of a proposal. */
  async propose(title: string, uri: string, text: string): Promise<void> {
    await this.#preview(this.#put(PROPOSALS, `/${title}.md`, uri, text));
  }

  async #preview(page: vscode.Uri): Promise<void> {
    try {
      await vscode.commands.executeCommand("markdown.showPreview", page);
    } catch (error) {
      this.ctx.channels.log.warn(`The preview cannot be opened: ${words(error)}`);
      await vscode.window.showTextDocument(page);
    }
  }

  #put(scheme: string, path: string, query: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path, query });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  dispose(): void {
    for (const one of this.#subscriptions) {
      one.dispose();
    }
  }
}
