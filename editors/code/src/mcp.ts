// Agents of the editor get `touchstone mcp` for the folders that are open, where the running version has a place for it.

import * as vscode from "vscode";
import { settings } from "./client.ts";
import type { Ctx } from "./ctx.ts";
import { mcpArguments } from "./model.ts";

/** As package.json names it. */
const ID = "touchstone.mcp";

// What newer editors have: the types are those of the oldest one that the extension runs in.
type Definition = new (
  label: string,
  command: string,
  args: string[],
  env: Record<string, string | number | null>,
  version?: string,
) => object;
interface Provider {
  onDidChangeMcpServerDefinitions: vscode.Event<void>;
  provideMcpServerDefinitions(): object[];
}
interface Newer {
  lm?: { registerMcpServerDefinitionProvider?(id: string, provider: Provider): vscode.Disposable };
  McpStdioServerDefinition?: Definition;
}

/** Registers the server; older editors have no place for it, and nothing is said of that. */
export function registerMcp(ctx: Ctx): vscode.Disposable {
  const { lm, McpStdioServerDefinition: Definition } = vscode as unknown as Newer;
  if (lm?.registerMcpServerDefinitionProvider === undefined || Definition === undefined) {
    return new vscode.Disposable(() => undefined);
  }
  const changed = new vscode.EventEmitter<void>();
  let command: string | undefined;
  const provider: Provider = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () => {
      const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(isOfFiles);
      const paths = folders.map(({ fsPath }) => fsPath);
      const args = mcpArguments(paths, vscode.workspace.isTrusted, settings());
      // While the language server is started again it is not known, and agents keep theirs.
      command = ctx.found?.command ?? command;
      return args && command !== undefined ? [new Definition("Touchstone", command, args, {}, ctx.version)] : [];
    },
  };
  return vscode.Disposable.from(
    changed,
    // Trust brings another server, too.
    ctx.onDidChangeServer(() => changed.fire()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    lm.registerMcpServerDefinitionProvider(ID, provider),
  );
}

function isOfFiles(uri: vscode.Uri): boolean {
  return uri.scheme === "file";
}
