// Where the extension begins and ends.

import * as vscode from "vscode";
import { registerCommands } from "./commands.ts";
import { Ctx, words } from "./ctx.ts";
import { Documents } from "./documents.ts";
import { MatrixViews } from "./matrixView.ts";
import { registerMcp } from "./mcp.ts";
import { tellOfOthers } from "./others.ts";
import { Proposals } from "./proposals.ts";
import { registerStatus } from "./status.ts";
import { TestingView } from "./testing.ts";
import { registerTree } from "./tree.ts";

let ctx: Ctx | undefined;

export async function activate(extension: vscode.ExtensionContext): Promise<void> {
  try {
    ctx = new Ctx(extension);
    const documents = new Documents(ctx);
    const matrix = new MatrixViews(ctx, documents);
    const proposals = new Proposals(ctx, documents);
    const tree = registerTree(ctx);
    extension.subscriptions.push(documents, matrix, proposals, tree, registerStatus(ctx), new TestingView(ctx));
    extension.subscriptions.push(...registerCommands(ctx, matrix, documents, proposals), registerMcp(ctx));
    await ctx.start();
    tellOfOthers(ctx);
  } catch (error) {
    // The editor itself says nothing when an extension cannot start.
    void vscode.window.showErrorMessage(`Touchstone cannot start: ${words(error)}`);
    throw error;
  }
}

export async function deactivate(): Promise<void> {
  await ctx?.dispose();
  ctx = undefined;
}
