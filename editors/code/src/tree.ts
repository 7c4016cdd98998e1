// The tree of problems: the matrix for those who would rather have a list.

import * as vscode from "vscode";
import { pools, summary } from "./contests.ts";
import { fileOf, nameOf, type Ctx } from "./ctx.ts";
import { cellAt, cellOutcome, complaint, labelOf, NOT_RUN, rates, shortNames, solutionOutcome, time } from "./model.ts";
import type { Problem } from "./problems.ts";

/** Items have the names that commands take. */
type Node =
  | { kind: "contest"; uri: string }
  | { kind: "problem"; uri: string }
  /** A folder that a contest lists and that holds no problem. */
  | { kind: "missing"; uri: string }
  | { kind: "solution"; uri: string; solution: string }
  | { kind: "cell"; uri: string; solution: string; test: string };

const ICONS = {
  passed: new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed")),
  failed: new vscode.ThemeIcon("error", new vscode.ThemeColor("testing.iconFailed")),
  skipped: new vscode.ThemeIcon("circle-outline", new vscode.ThemeColor("testing.iconUnset")),
};

class Tree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #due: NodeJS.Timeout | undefined;

  constructor(readonly ctx: Ctx) {}

  /** Many cells change together. */
  refresh(): void {
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      this.#changed.fire(undefined);
    }, 200);
  }

  dispose(): void {
    clearTimeout(this.#due);
    this.#changed.dispose();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (!node) {
      return this.ctx.contests.top(this.ctx.problems.all.map(({ uri }) => uri));
    }
    if (node.kind === "contest") {
      const contest = this.ctx.contests.contest(node.uri);
      return (contest?.problems ?? []).map(({ uri, found }) => ({ kind: found ? "problem" : "missing", uri }));
    }
    if (node.kind === "missing") {
      return [];
    }
    const matrix = await this.ctx.problems.matrix(node.uri);
    if (!matrix || node.kind === "cell") {
      return [];
    }
    const { uri } = node;
    if (node.kind === "problem") {
      return matrix.solutions.map((one) => ({ kind: "solution", uri, solution: one.path }));
    }
    return matrix.tests.map((one) => ({ kind: "cell", uri, solution: node.solution, test: one.id }));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const item = this.#draw(node);
    // A problem may lie in the very folder of a contest.
    item.id = [
      node.kind === "contest" ? "contest" : "",
      node.uri,
      ...("solution" in node ? [node.solution] : []),
      ...("test" in node ? [node.test] : []),
    ].join("\n");
    item.contextValue = node.kind;
    return item;
  }

  #draw(node: Node): vscode.TreeItem {
    if (node.kind === "contest" || node.kind === "missing") {
      return drawListed(this.ctx, node);
    }
    const problem = this.ctx.problems.get(node.uri);
    if (!problem) {
      return new vscode.TreeItem("gone");
    }
    return node.kind === "problem" ? drawProblem(this.ctx, problem) : draw(node, problem);
  }
}

/** What the list of a contest names: the contest itself, or a folder without a problem. */
function drawListed(ctx: Ctx, node: Node): vscode.TreeItem {
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const contest = node.kind === "contest" ? ctx.contests.contest(node.uri) : undefined;
  if (contest) {
    const item = new vscode.TreeItem(contest.name, Expanded);
    item.iconPath = new vscode.ThemeIcon(contest.messages.length > 0 ? "warning" : "list-ordered");
    item.description = summary(contest);
    item.tooltip = [vscode.Uri.parse(node.uri).fsPath, ...contest.messages].join("\n");
    opens(item, contest.file);
    return item;
  }
  const missing = ctx.contests.problem(node.uri);
  const item = new vscode.TreeItem([missing?.label, missing?.name ?? "gone"].filter(Boolean).join(" "), None);
  item.iconPath = ICONS.failed;
  item.description = missing?.message ?? "";
  item.tooltip = vscode.Uri.parse(node.uri).fsPath;
  opens(item, ctx.contests.listOf(node.uri));
  return item;
}

/** What a click opens; nothing where no file is known. */
function opens(item: vscode.TreeItem, file: string | null | undefined): void {
  if (file !== null && file !== undefined) {
    item.command = { command: "vscode.open", title: "Open", arguments: [vscode.Uri.parse(file)] };
  }
}

function drawProblem(ctx: Ctx, problem: Problem): vscode.TreeItem {
  const { status } = problem;
  const listed = ctx.contests.problem(problem.uri);
  const name = [listed?.label, listed?.name ?? nameOf(problem)].filter(Boolean).join(" ");
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState[listed?.listed ? "Collapsed" : "Expanded"]);
  const icons = { ok: "pass", warning: "warning", error: "error" } as const;
  const colours = { ok: "testing.iconPassed", warning: "list.warningForeground", error: "testing.iconFailed" };
  const health = status?.health ?? "ok";
  if (status?.busy) {
    item.iconPath = new vscode.ThemeIcon("loading~spin");
  } else if (health === "ok" && listed?.judged === false) {
    // That nothing is wrong is not known.
    item.iconPath = ICONS.skipped;
  } else {
    item.iconPath = new vscode.ThemeIcon(icons[health], new vscode.ThemeColor(colours[health]));
  }
  const words = [listed && pools(listed), status && rates(status), status?.message].filter(Boolean).join(" · ");
  item.description = words;
  // A narrow view cuts the words off.
  item.tooltip = [vscode.Uri.parse(problem.uri).fsPath, words].filter(Boolean).join("\n");
  opens(item, listed?.listed ? listed.file : undefined);
  return item;
}

function draw(node: Extract<Node, { solution: string }>, problem: Problem): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const { matrix } = problem;
  const row = matrix?.solutions.findIndex((one) => one.path === node.solution) ?? -1;
  const solution = matrix?.solutions[row];
  if (!matrix || !solution) {
    return new vscode.TreeItem(node.solution);
  }
  if (node.kind === "solution") {
    const item = new vscode.TreeItem(shortNames(matrix.solutions).get(solution.path) ?? solution.path, Collapsed);
    const outcome = solutionOutcome(solution);
    item.iconPath = ICONS[outcome];
    const seen = solution.verdict === NOT_RUN ? "not run yet" : solution.verdict;
    item.description = [seen, labelOf(solution), time(solution.max_time_ms)].filter(Boolean).join(" · ");
    const words = outcome === "failed" ? complaint(solution, matrix.tests.length) : `labelled ${labelOf(solution)}`;
    item.tooltip = [solution.path, words].join("\n");
    item.command = { command: "vscode.open", title: "Open", arguments: [fileOf(problem, solution.path)] };
    return item;
  }
  const cell = cellAt(
    matrix,
    row,
    matrix.tests.findIndex((one) => one.id === node.test),
  );
  const item = new vscode.TreeItem(`test ${node.test}`, None);
  item.iconPath = ICONS[cellOutcome(solution, cell.verdict)];
  const seen = cell.verdict === NOT_RUN ? "not run yet" : cell.verdict;
  item.description = [seen, time(cell.time), cell.stale ? "from before the change" : ""].filter(Boolean).join(" · ");
  item.command = { command: "touchstone.openTest", title: "Show", arguments: [node] };
  return item;
}

export function registerTree(ctx: Ctx): vscode.Disposable {
  const tree = new Tree(ctx);
  const view = vscode.window.createTreeView("touchstone.problems", { treeDataProvider: tree, showCollapseAll: true });
  return vscode.Disposable.from(
    view,
    tree,
    ctx.problems.listen(() => tree.refresh()),
    ctx.contests.listen(() => tree.refresh()),
  );
}
