// The Testing view: problems, their solutions, and every test of each. It shows what the matrix says: what a solution's
// label permits has passed.

import * as vscode from "vscode";
import { fileOf, nameOf, words, type Ctx } from "./ctx.ts";
import { cellAt, cellOutcome, isCancelled, labelOf, literally, NOT_RUN, shortNames, solutionOutcome } from "./model.ts";
import type { News, Problem } from "./problems.ts";
import type { Matrix } from "./protocol.ts";
import { Recording } from "./recording.ts";

/** Rows come right after a run has ended. */
const ROWS_COME = 500;

type Data =
  { kind: "problem" } | { kind: "solution"; solution: string } | { kind: "cell"; solution: string; test: string };

/** What a run asks for within one problem. */
interface Order {
  isWhole: boolean;
  solutions: Set<string>;
  /** Single tests, by solution. */
  cells: Map<string, Set<string>>;
}

function seen(verdict: string): string {
  return verdict === NOT_RUN ? "" : verdict;
}

export class TestingView implements vscode.Disposable {
  readonly #controller = vscode.tests.createTestController("touchstone", "Touchstone");
  readonly #data = new WeakMap<vscode.TestItem, Data>();
  /** What is shown of an item already. */
  readonly #painted = new WeakMap<vscode.TestItem, string>();
  /** Runs that a person started, by problem: they take all news of it. */
  readonly #runs = new Map<string, Recording>();
  /** Such runs of one problem come one after the other. */
  readonly #turns = new Map<string, Promise<void>>();
  /** Runs of the server's own, by problem. */
  readonly #own = new Map<string, { recording: Recording; ending: NodeJS.Timeout | undefined }>();
  readonly #profile: vscode.TestRunProfile;
  readonly #subscriptions: vscode.Disposable[];

  constructor(readonly ctx: Ctx) {
    const controller = this.#controller;
    controller.resolveHandler = (item) => this.#resolve(item);
    controller.refreshHandler = async () => {
      await Promise.all(ctx.problems.all.map((problem) => ctx.problems.whole(problem.uri)));
    };
    const { Run } = vscode.TestRunProfileKind;
    this.#profile = controller.createRunProfile("Run", Run, (request, token) => this.#start(request, token), true);
    this.#profile.supportsContinuousRun = true;
    const again = (request: vscode.TestRunRequest, token: vscode.CancellationToken) => this.#runFailed(request, token);
    const failed = controller.createRunProfile("Run Failed", Run, again, false);
    this.#subscriptions = [controller, this.#profile, failed, ctx.problems.listen((news) => this.#hear(news))];
  }

  #hear(news: News): void {
    switch (news.kind) {
      case "cleared":
        for (const uri of [...this.#own.keys()]) {
          this.#endOwn(uri);
        }
        this.#controller.items.replace([]);
        break;
      case "gone":
        this.#endOwn(news.problem.uri);
        this.#controller.items.delete(news.problem.uri);
        break;
      case "status":
        this.#itemOf(news.problem);
        this.#endOwnSoon(news.problem);
        break;
      case "matrix":
        this.#sync(news.problem, news.matrix);
        this.#paint(news.problem, news.matrix, undefined);
        break;
      case "cells":
        this.#paint(news.problem, news.matrix, new Set(news.cells.map((cell) => cell.solution)));
        break;
    }
  }

  get #roots(): vscode.TestItem[] {
    return [...this.#controller.items].map(([, item]) => item);
  }

  #itemOf(problem: Problem): vscode.TestItem {
    const { items } = this.#controller;
    let item = items.get(problem.uri);
    if (!item) {
      item = this.#controller.createTestItem(problem.uri, nameOf(problem), vscode.Uri.parse(problem.uri));
      item.canResolveChildren = true;
      this.#data.set(item, { kind: "problem" });
      items.add(item);
    }
    return item;
  }

  async #resolve(item: vscode.TestItem | undefined): Promise<void> {
    if (!item) {
      this.ctx.problems.all.forEach((problem) => this.#itemOf(problem));
      return;
    }
    const data = this.#data.get(item);
    const problem = this.#problemOf(item);
    const matrix = problem && (await this.ctx.problems.matrix(problem.uri));
    if (!problem || !matrix) {
      return;
    }
    if (data?.kind === "problem") {
      this.#sync(problem, matrix);
      this.#paint(problem, matrix, undefined);
    } else if (data?.kind === "solution") {
      this.#fill(item, problem, matrix, data.solution);
      this.#paint(problem, matrix, new Set([data.solution]));
    }
  }

  #problemOf(item: vscode.TestItem): Problem | undefined {
    let top = item;
    while (top.parent) {
      top = top.parent;
    }
    return this.ctx.problems.get(top.id);
  }

  /** The solutions as the matrix has them; items that are still there stay the same. */
  #sync(problem: Problem, matrix: Matrix): void {
    const parent = this.#itemOf(problem);
    const names = shortNames(matrix.solutions);
    const wanted = matrix.solutions.map((solution, row) => {
      let item = parent.children.get(solution.path);
      if (!item) {
        item = this.#controller.createTestItem(solution.path, solution.path, fileOf(problem, solution.path));
        item.canResolveChildren = true;
        this.#data.set(item, { kind: "solution", solution: solution.path });
      }
      item.label = names.get(solution.path) ?? solution.path;
      item.sortText = row.toString().padStart(6, "0");
      item.description = [seen(solution.verdict), labelOf(solution)].filter(Boolean).join(" · ");
      if (item.children.size > 0) {
        this.#fill(item, problem, matrix, solution.path);
      }
      return item;
    });
    parent.children.replace(wanted);
  }

  #fill(parent: vscode.TestItem, problem: Problem, matrix: Matrix, solution: string): void {
    const wanted = matrix.tests.map((test, column) => {
      let item = parent.children.get(test.id);
      if (!item) {
        item = this.#controller.createTestItem(test.id, `test ${test.id}`, fileOf(problem, solution));
        this.#data.set(item, { kind: "cell", solution, test: test.id });
      }
      item.sortText = column.toString().padStart(6, "0");
      return item;
    });
    parent.children.replace(wanted);
  }

  /** Shows what differs from what is shown. */
  #paint(problem: Problem, matrix: Matrix, only: ReadonlySet<string> | undefined): void {
    const parent = this.#controller.items.get(problem.uri);
    const old: vscode.TestItem[] = [];
    matrix.solutions.forEach((solution, row) => {
      const item = parent?.children.get(solution.path);
      if (!item || (only && !only.has(solution.path))) {
        return;
      }
      // Of a whole row only the whole matrix tells.
      if (
        !only &&
        this.#isNews(item, JSON.stringify([solutionOutcome(solution), solution.verdict, labelOf(solution)]))
      ) {
        this.#recording(problem).solution(item, solution, matrix.tests.length);
      }
      matrix.tests.forEach((test, column) => {
        const child = item.children.get(test.id);
        if (!child) {
          return;
        }
        const cell = cellAt(matrix, row, column);
        const command = test.command ?? (test.sample ? "sample" : "");
        child.description = [seen(cell.verdict), command].filter(Boolean).join(" · ");
        if (!this.#isNews(child, cell.stale ? "stale" : `${cell.verdict} ${labelOf(solution)}`)) {
          return;
        }
        if (cell.stale || cell.verdict === NOT_RUN) {
          old.push(child);
        } else {
          this.#recording(problem).cell(child, solution, test.id, cell);
        }
      });
    });
    this.#outdate(problem, old);
  }

  #isNews(item: vscode.TestItem, now: string): boolean {
    const isNews = this.#painted.get(item) !== now;
    this.#painted.set(item, now);
    return isNews;
  }

  /** What a run has begun with is told anew by it, and would stay pale if it were called old meanwhile. */
  #outdate(problem: Problem, items: readonly vscode.TestItem[]): void {
    const current = this.#runs.get(problem.uri)?.items;
    const old = items.filter((item) => !current?.has(item));
    if (old.length > 0) {
      this.#controller.invalidateTestResults(old);
      this.#endOwn(problem.uri);
    }
  }

  #recording(problem: Problem): Recording {
    return this.#runs.get(problem.uri) ?? this.#ownRun(problem);
  }

  /** The run that shows what the server did by itself. It takes no focus and opens nothing. */
  #ownRun(problem: Problem): Recording {
    let own = this.#own.get(problem.uri);
    if (!own) {
      const request = new vscode.TestRunRequest([this.#itemOf(problem)], undefined, this.#profile, false, true);
      const run = this.#controller.createTestRun(request, `Check of ${nameOf(problem)}`, false);
      own = { recording: new Recording(this.ctx, problem, run), ending: undefined };
      this.#own.set(problem.uri, own);
      this.#endOwnSoon(problem);
    }
    return own.recording;
  }

  #endOwnSoon(problem: Problem): void {
    const own = this.#own.get(problem.uri);
    if (own) {
      clearTimeout(own.ending);
      const isBusy = problem.status?.busy === true;
      own.ending = isBusy ? undefined : setTimeout(() => this.#endOwn(problem.uri), ROWS_COME);
    }
  }

  #endOwn(uri: string): void {
    const own = this.#own.get(uri);
    if (own) {
      this.#own.delete(uri);
      clearTimeout(own.ending);
      const { recording } = own;
      void recording.finish(recording.problem.matrix).then(() => recording.run.end());
    }
  }

  async #start(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (request.continuous === true) {
      this.#continue(request, token);
      return;
    }
    await this.#run(request, request.include, token);
  }

  /** The server checks what is saved by itself, unless it is told not to. */
  #continue(request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    const saved = vscode.workspace.onDidSaveTextDocument((document) => {
      const checksItself = vscode.workspace.getConfiguration("touchstone").get<boolean>("editor.check_on_save", true);
      const problem = this.ctx.problemOf(document.uri);
      if (!problem || checksItself) {
        return;
      }
      const roots = request.include ?? this.#roots;
      const items = roots.filter((item) => this.#problemOf(item) === problem);
      if (items.length > 0) {
        this.#run(request, items, token).catch((error: unknown) => this.ctx.channels.log.error(words(error)));
      }
    });
    token.onCancellationRequested(() => {
      saved.dispose();
    });
  }

  async #runFailed(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    await Promise.all(this.ctx.problems.all.map((problem) => this.#resolve(this.#itemOf(problem))));
    const items = (request.include ?? this.#roots).flatMap((item) => this.#failing(item));
    if (items.length === 0) {
      void vscode.window.showInformationMessage("Touchstone: nothing fails.");
      return;
    }
    await this.#run(new vscode.TestRunRequest(items, request.exclude, request.profile), items, token);
  }

  /** What of an item is not as labelled: solutions as a whole, or the test itself. */
  #failing(item: vscode.TestItem): vscode.TestItem[] {
    const data = this.#data.get(item);
    const matrix = this.#problemOf(item)?.matrix;
    if (!data || !matrix) {
      return [];
    }
    if (data.kind === "problem") {
      return [...item.children].flatMap(([, child]) => this.#failing(child));
    }
    const row = matrix.solutions.findIndex((one) => one.path === data.solution);
    const solution = matrix.solutions[row];
    if (!solution) {
      return [];
    }
    const column = data.kind === "cell" ? matrix.tests.findIndex((one) => one.id === data.test) : -1;
    const outcome =
      data.kind === "cell" ? cellOutcome(solution, cellAt(matrix, row, column).verdict) : solutionOutcome(solution);
    return outcome === "failed" ? [item] : [];
  }

  async #run(
    request: vscode.TestRunRequest,
    include: readonly vscode.TestItem[] | undefined,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const run = this.#controller.createTestRun(request);
    // Ended by the editor or by its own button.
    const stop = new vscode.CancellationTokenSource();
    token.onCancellationRequested(() => stop.cancel());
    run.token.onCancellationRequested(() => stop.cancel());
    try {
      await this.#resolve(undefined);
      const items = include ?? this.#roots;
      const excluded = new Set(request.exclude);
      for (const [problem, order] of await this.#orders(items, excluded)) {
        const before = this.#turns.get(problem.uri) ?? Promise.resolve();
        const turn = before.then(() => this.#runOne(run, problem, order, stop.token));
        this.#turns.set(
          problem.uri,
          turn.catch(() => undefined),
        );
        await turn;
      }
    } finally {
      run.end();
      stop.dispose();
    }
  }

  async #orders(
    items: readonly vscode.TestItem[],
    excluded: ReadonlySet<vscode.TestItem>,
  ): Promise<Map<Problem, Order>> {
    const orders = new Map<Problem, Order>();
    for (const item of items) {
      const problem = this.#problemOf(item);
      const data = this.#data.get(item);
      if (!problem || !data || excluded.has(item)) {
        continue;
      }
      const order: Order = orders.get(problem) ?? { isWhole: false, solutions: new Set(), cells: new Map() };
      orders.set(problem, order);
      if (data.kind === "problem") {
        await this.#resolve(item);
        const children = [...item.children].map(([, child]) => child);
        const kept = children.filter((child) => !excluded.has(child));
        order.isWhole ||= kept.length === children.length;
        kept.forEach((child) => order.solutions.add(child.id));
      } else if (data.kind === "solution") {
        order.solutions.add(data.solution);
      } else {
        const tests = order.cells.get(data.solution) ?? new Set<string>();
        order.cells.set(data.solution, tests.add(data.test));
      }
    }
    return orders;
  }

  async #runOne(run: vscode.TestRun, problem: Problem, order: Order, token: vscode.CancellationToken): Promise<void> {
    if (token.isCancellationRequested) {
      return;
    }
    const { uri } = problem;
    const items = this.#itemsOf(problem, order);
    for (const item of items) {
      run.started(item);
      // What it was is asked for anew.
      this.#painted.delete(item);
    }
    this.#endOwn(uri);
    const recording = new Recording(this.ctx, problem, run, items);
    this.#runs.set(uri, recording);
    try {
      for (const wish of wishes(order)) {
        await this.ctx.command("touchstone.run", { uri, ...wish }, token);
      }
      const matrix = await this.ctx.problems.whole(uri);
      if (matrix) {
        this.#paint(problem, matrix, undefined);
      }
    } catch (error) {
      if (!isCancelled(error)) {
        const message = new vscode.TestMessage(words(error));
        items.forEach((item) => run.errored(item, message));
      }
    } finally {
      this.#runs.delete(uri);
      await recording.finish(problem.matrix);
    }
  }

  #itemsOf(problem: Problem, order: Order): Set<vscode.TestItem> {
    const parent = this.#itemOf(problem);
    const items = new Set<vscode.TestItem>();
    for (const path of order.solutions) {
      const item = parent.children.get(path);
      if (item) {
        items.add(item);
        item.children.forEach((child) => items.add(child));
      }
    }
    for (const [path, tests] of order.cells) {
      const children = parent.children.get(path)?.children;
      for (const test of tests) {
        const item = children?.get(test);
        if (item) {
          items.add(item);
        }
      }
    }
    return items;
  }

  dispose(): void {
    for (const { ending } of this.#own.values()) {
      clearTimeout(ending);
    }
    for (const one of this.#subscriptions) {
      one.dispose();
    }
  }
}

/** What the server is asked to run. */
function wishes(order: Order): { solutions?: string[]; tests?: string[] }[] {
  if (order.isWhole) {
    return [{}];
  }
  const all: { solutions?: string[]; tests?: string[] }[] = [];
  if (order.solutions.size > 0) {
    all.push({ solutions: [...order.solutions].map(literally) });
  }
  for (const [path, tests] of order.cells) {
    if (!order.solutions.has(path)) {
      all.push({ solutions: [literally(path)], tests: [...tests].map(literally) });
    }
  }
  return all;
}
