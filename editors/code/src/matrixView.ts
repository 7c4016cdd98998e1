// The pass matrix: a page in the panel, and the same page in an editor.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { fileOf, nameOf, words, type Ctx } from "./ctx.ts";
import type { Documents } from "./documents.ts";
import type { FromPage, ToPage } from "./messages.ts";
import { isCancelled, literally } from "./model.ts";
import type { CellName, ShownTest } from "./protocol.ts";

const VIEW = "touchstone.matrix";

/** One page. */
class Page implements vscode.Disposable {
  current: string | undefined;
  /** What is to be opened once the page can. */
  #pending: CellName | undefined;
  #isReady = false;
  readonly #subscriptions: vscode.Disposable[];

  constructor(
    readonly ctx: Ctx,
    readonly documents: Documents,
    readonly webview: vscode.Webview,
  ) {
    const { extensionUri } = ctx.extension;
    const roots = ["out", "media"].map((folder) => vscode.Uri.joinPath(extensionUri, folder));
    webview.options = { enableScripts: true, localResourceRoots: roots };
    webview.html = html(webview, extensionUri);
    this.#subscriptions = [
      webview.onDidReceiveMessage((message: FromPage) => void this.#hear(message)),
      ctx.problems.listen((news) => {
        if (news.kind === "cleared" || news.kind === "gone") {
          this.#tellProblems();
        } else if (news.kind === "status") {
          this.#tellProblems();
          this.#tell({ kind: "status", uri: news.problem.uri, status: news.problem.status });
        } else if (news.problem.uri !== this.current) {
          return;
        } else if (news.kind === "matrix") {
          this.#tell({ kind: "matrix", uri: news.problem.uri, matrix: news.matrix });
        } else {
          const { generation, metrics } = news.matrix;
          this.#tell({ kind: "cells", uri: news.problem.uri, generation, metrics, cells: news.cells });
        }
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        const problem = ctx.problemOf(editor?.document.uri);
        if (problem && problem.uri !== this.current) {
          void this.choose(problem.uri);
        }
      }),
    ];
  }

  async open(uri: string, cell: CellName | undefined): Promise<void> {
    this.#pending = cell;
    await this.choose(uri);
  }

  async choose(uri: string): Promise<void> {
    this.current = uri;
    if (!this.#isReady) {
      return;
    }
    this.#tellProblems();
    this.#tell({ kind: "status", uri, status: this.ctx.problems.get(uri)?.status });
    this.#tell({ kind: "matrix", uri, matrix: await this.ctx.problems.matrix(uri) });
    const cell = this.#pending;
    this.#pending = undefined;
    if (cell && this.current === uri) {
      this.#tell({ kind: "open", uri, solution: cell.solution, test: cell.test });
    }
  }

  #told = "";

  #tellProblems(): void {
    const problems = this.ctx.problems.all.map(({ uri }) => ({ uri, name: nameOf({ uri }) }));
    if (problems.length > 0 && !problems.some(({ uri }) => uri === this.current)) {
      const active = this.ctx.problemOf(vscode.window.activeTextEditor?.document.uri);
      const uri = active?.uri ?? problems[0]?.uri;
      if (uri !== undefined) {
        void this.choose(uri);
        return;
      }
    }
    const now = JSON.stringify([problems, this.current]);
    if (this.#isReady && now !== this.#told) {
      this.#told = now;
      this.#tell({ kind: "problems", problems, current: this.current });
    }
  }

  async #hear(message: FromPage): Promise<void> {
    const { ctx } = this;
    try {
      switch (message.kind) {
        case "ready": {
          this.#isReady = true;
          this.#told = "";
          const wanted = this.current ?? message.uri;
          const active = ctx.problemOf(vscode.window.activeTextEditor?.document.uri)?.uri;
          const uri = (wanted !== undefined && ctx.problems.get(wanted) ? wanted : undefined) ?? active;
          this.current = uri;
          this.#tellProblems();
          if (uri !== undefined) {
            await this.choose(uri);
          }
          break;
        }
        case "choose":
          await this.choose(message.uri);
          break;
        case "show":
          await this.#show(message);
          break;
        case "compare":
          await this.documents.compare(cellName(message));
          break;
        case "edit":
          await this.documents.edit(cellName(message));
          break;
        case "debug":
          await this.documents.debug(cellName(message));
          break;
        case "run": {
          const { uri, solution, test } = message;
          const argument = { uri, solutions: [literally(solution)], tests: [literally(test)] };
          await ctx.command("touchstone.run", argument);
          break;
        }
        case "openFile":
          await vscode.window.showTextDocument(fileOf(message, message.path), {
            preview: true,
            ...(message.line !== undefined && { selection: new vscode.Range(message.line, 0, message.line, 0) }),
          });
          break;
      }
    } catch (error) {
      if (!isCancelled(error)) {
        ctx.failed("matrix", error);
      }
    }
  }

  async #show(wanted: { uri: string; solution: string | undefined; test: string }): Promise<void> {
    const { uri, solution, test } = wanted;
    let shown: ShownTest | string;
    try {
      shown = await this.ctx.command<ShownTest>("touchstone.showTest", cellName(wanted));
    } catch (error) {
      shown = words(error);
    }
    this.#tell({ kind: "shown", uri, solution, test, shown });
  }

  #tell(message: ToPage): void {
    if (this.#isReady) {
      void this.webview.postMessage(message);
    }
  }

  dispose(): void {
    for (const one of this.#subscriptions) {
      one.dispose();
    }
  }
}

function cellName(named: { uri: string; solution: string | undefined; test: string }): CellName {
  const { uri, solution, test } = named;
  return solution === undefined ? { uri, test } : { uri, solution, test };
}

export class MatrixViews implements vscode.Disposable {
  #inPanel: { page: Page; view: vscode.WebviewView } | undefined;
  #inEditor: { page: Page; panel: vscode.WebviewPanel } | undefined;
  /** What is to be shown once the view is there. */
  #wanted: { uri: string; cell: CellName | undefined } | undefined;
  readonly #subscriptions: vscode.Disposable[];

  constructor(
    readonly ctx: Ctx,
    readonly documents: Documents,
  ) {
    ctx.show = (command, argument) => this.#show(command, argument);
    const provider: vscode.WebviewViewProvider = { resolveWebviewView: (view) => this.#resolve(view) };
    const serializer: vscode.WebviewPanelSerializer<{ uri?: string } | undefined> = {
      deserializeWebviewPanel: (panel, state) => {
        this.#adopt(panel, state?.uri);
        return Promise.resolve();
      },
    };
    this.#subscriptions = [
      vscode.window.registerWebviewViewProvider(VIEW, provider),
      vscode.window.registerWebviewPanelSerializer(VIEW, serializer),
    ];
  }

  /** The problem that is looked at. */
  get current(): string | undefined {
    return this.#inPanel?.page.current ?? this.#inEditor?.page.current;
  }

  async open(uri: string, cell?: CellName): Promise<void> {
    if (this.#inEditor?.panel.visible && !this.#inPanel?.view.visible) {
      await this.#inEditor.page.open(uri, cell);
      return;
    }
    this.#wanted = { uri, cell };
    await vscode.commands.executeCommand(`${VIEW}.focus`);
    const view = this.#inPanel;
    if (view) {
      await this.#takeWanted(view.page);
    }
  }

  async openInEditor(uri: string): Promise<void> {
    if (!this.#inEditor) {
      const column = vscode.ViewColumn.Active;
      this.#adopt(vscode.window.createWebviewPanel(VIEW, "Matrix", column, { enableScripts: true }), uri);
    }
    this.#inEditor?.panel.reveal();
    await this.#inEditor?.page.choose(uri);
  }

  #show(command: string, argument: unknown): boolean {
    if (command !== "touchstone.showMatrix" && command !== "touchstone.showTest") {
      return false;
    }
    const named = argument as Partial<CellName> | undefined;
    if (named?.uri === undefined) {
      return false;
    }
    const { uri, solution, test } = named;
    void this.open(uri, test === undefined ? undefined : cellName({ uri, solution, test }));
    return true;
  }

  #resolve(view: vscode.WebviewView): void {
    const page = new Page(this.ctx, this.documents, view.webview);
    this.#inPanel = { page, view };
    view.onDidDispose(() => {
      page.dispose();
      this.#inPanel = undefined;
    });
    void this.#takeWanted(page);
  }

  async #takeWanted(page: Page): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (wanted) {
      await page.open(wanted.uri, wanted.cell);
    }
  }

  #adopt(panel: vscode.WebviewPanel, uri: string | undefined): void {
    this.#inEditor?.panel.dispose();
    const page = new Page(this.ctx, this.documents, panel.webview);
    page.current = uri;
    panel.iconPath = vscode.Uri.joinPath(this.ctx.extension.extensionUri, "media", "icon.png");
    this.#inEditor = { page, panel };
    panel.onDidDispose(() => {
      page.dispose();
      this.#inEditor = undefined;
    });
  }

  dispose(): void {
    this.#inPanel?.page.dispose();
    this.#inEditor?.panel.dispose();
    for (const one of this.#subscriptions) {
      one.dispose();
    }
  }
}

function html(webview: vscode.Webview, root: vscode.Uri): string {
  const nonce = randomBytes(18).toString("base64");
  const style = webview.asWebviewUri(vscode.Uri.joinPath(root, "media", "matrix.css")).toString();
  const script = webview.asWebviewUri(vscode.Uri.joinPath(root, "out", "matrix.js")).toString();
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}';">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${style}">
  <title>Matrix</title>
</head>
<body>
  <header id="bar"></header>
  <main id="main">
    <section id="scroller" aria-label="Solutions and tests"></section>
    <aside id="details" aria-label="One test" hidden></aside>
  </main>
  <script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
