// The Testing view: problems, their solutions, and every test of each. It shows what the matrix says: what a solution's
// label permits has passed.

import * as vscode from "vscode";
import { isCancelled } from "./commands.ts";
import { fileOf, nameOf, words, type Ctx } from "./ctx.ts";
import {
  cellAt,
  cellOutcome,
  complaint,
  labelOf,
  literally,
  NOT_RUN,
  shownText,
  solutionOutcome,
  terminal,
  time,
  type Outcome,
} from "./model.ts";
import type { Problem } from "./problems.ts";
import type { Matrix, ShownTest } from "./protocol.ts";

/** Differences are fetched for so many cells of a run; the others have their verdicts. */
const MOST_DIFFERENCES = 40;

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
  readonly #runs = new Map<string, vscode.TestRun>();
  /** Runs of the server's own, by problem. */
  readonly #own = new Map<string, { run: vscode.TestRun; differences: number; pending: Promise<void>[] }>();
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
    this.#subscriptions = [
      controller,
      this.#profile,
      failed,
      ctx.problems.listen((news) => {
        switch (news.kind) {
          case "cleared":
            for (const uri of [...this.#own.keys()]) {
              this.#endOwn(uri);
            }
            controller.items.replace([]);
            break;
          case "status":
            this.#itemOf(news.problem);
            if (news.problem.status?.busy === false) {
              // The rows come right after.
              setTimeout(() => this.#endOwn(news.problem.uri), 500);
            }
            break;
          case "matrix":
            this.#sync(news.problem, news.matrix);
            this.#paint(news.problem, news.matrix, undefined);
            break;
          case "cells":
            this.#paint(news.problem, news.matrix, new Set(news.cells.map((cell) => cell.solution)));
            break;
        }
      }),
    ];
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
    const wanted = matrix.solutions.map((solution, row) => {
      let item = parent.children.get(solution.path);
      if (!item) {
        item = this.#controller.createTestItem(solution.path, solution.path, fileOf(problem, solution.path));
        item.canResolveChildren = true;
        this.#data.set(item, { kind: "solution", solution: solution.path });
      }
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
    const stale: vscode.TestItem[] = [];
    matrix.solutions.forEach((solution, row) => {
      const item = parent?.children.get(solution.path);
      if (!item || (only && !only.has(solution.path))) {
        return;
      }
      // Of a whole row only the whole matrix tells.
      if (!only || problem.status?.busy === false) {
        const outcome = solutionOutcome(solution);
        const message = outcome === "failed" ? complaint(solution, matrix.tests.length) : "";
        if (this.#isNews(item, `${outcome} ${message}`)) {
          this.#report(problem, item, outcome, solution.verdict, solution.max_time_ms, message);
        }
      }
      matrix.tests.forEach((test, column) => {
        const child = item.children.get(test.id);
        if (!child) {
          return;
        }
        const cell = cellAt(matrix, row, column);
        const command = test.command ?? (test.sample ? "sample" : "");
        child.description = [seen(cell.verdict), command].filter(Boolean).join(" · ");
        if (!this.#isNews(child, cell.stale ? "stale" : cell.verdict)) {
          return;
        }
        if (cell.stale) {
          stale.push(child);
          return;
        }
        const outcome = cellOutcome(solution, cell.verdict);
        const message = outcome === "failed" ? `${cell.verdict}, labelled ${labelOf(solution)}` : "";
        this.#report(problem, child, outcome, cell.verdict, cell.time, message);
      });
    });
    if (stale.length > 0) {
      this.#controller.invalidateTestResults(stale);
    }
  }

  #isNews(item: vscode.TestItem, now: string): boolean {
    const isNews = this.#painted.get(item) !== now;
    this.#painted.set(item, now);
    return isNews;
  }

  #report(
    problem: Problem,
    item: vscode.TestItem,
    outcome: Outcome,
    verdict: string,
    ms: number | null,
    message: string,
  ): void {
    if (outcome === "skipped") {
      return;
    }
    const run = this.#runs.get(problem.uri) ?? this.#ownRun(problem).run;
    const data = this.#data.get(item);
    if (outcome === "passed") {
      if (data?.kind === "cell") {
        const said = `${data.solution} on test ${data.test}: ${verdict}, ${time(ms)}\n`;
        run.appendOutput(terminal(said), undefined, item);
      }
      run.passed(item, ms ?? undefined);
      return;
    }
    const own = this.#own.get(problem.uri);
    if (data?.kind === "cell" && own && own.differences < MOST_DIFFERENCES) {
      own.differences += 1;
      own.pending.push(this.#reportDifference(run, problem, item, data, ms, message));
    } else {
      run.failed(item, new vscode.TestMessage(message), ms ?? undefined);
    }
  }

  async #reportDifference(
    run: vscode.TestRun,
    problem: Problem,
    item: vscode.TestItem,
    cell: { solution: string; test: string },
    ms: number | null,
    message: string,
  ): Promise<void> {
    let told = new vscode.TestMessage(message);
    try {
      const shown = await this.ctx.command<ShownTest>("touchstone.showTest", { uri: problem.uri, ...cell });
      const text = [message, shown.checker].filter(Boolean).join(": ");
      const found = shown.found ?? shown.transcript;
      told =
        found === undefined || shown.expected === null
          ? new vscode.TestMessage(text)
          : vscode.TestMessage.diff(text, terminal(shownText(shown.expected)), terminal(shownText(found)));
      run.appendOutput(terminal(`${cell.solution} on test ${cell.test}: ${text}\n`), undefined, item);
    } catch (error) {
      this.ctx.channels.log.warn(`${cell.solution} on test ${cell.test}: ${words(error)}`);
    }
    told.location = new vscode.Location(fileOf(problem, cell.solution), new vscode.Position(0, 0));
    run.failed(item, told, ms ?? undefined);
  }

  /** The run that shows what the server did by itself. It takes no focus and opens nothing. */
  #ownRun(problem: Problem): { run: vscode.TestRun } {
    let own = this.#own.get(problem.uri);
    if (!own) {
      const request = new vscode.TestRunRequest([this.#itemOf(problem)], undefined, this.#profile, false, true);
      const run = this.#controller.createTestRun(request, `Check of ${nameOf(problem)}`, false);
      own = { run, differences: 0, pending: [] };
      this.#own.set(problem.uri, own);
    }
    if (problem.status?.busy !== true) {
      setTimeout(() => this.#endOwn(problem.uri), 500);
    }
    return own;
  }

  #endOwn(uri: string): void {
    const own = this.#own.get(uri);
    if (own && !this.#runs.has(uri)) {
      this.#own.delete(uri);
      void Promise.allSettled(own.pending).then(() => own.run.end());
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
      const checksItself: boolean = vscode.workspace
        .getConfiguration("touchstone")
        .get<boolean>("editor.check_on_save", true);
      const problem = this.ctx.problemOf(document.uri);
      if (!problem || checksItself) {
        return;
      }
      const roots = request.include ?? this.#roots;
      const items = roots.filter((item) => this.#problemOf(item) === problem);
      if (items.length > 0) {
        void this.#run(request, items, token);
      }
    });
    token.onCancellationRequested(() => {
      saved.dispose();
    });
  }

  async #runFailed(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const items: vscode.TestItem[] = [];
    for (const problem of this.ctx.problems.all) {
      const matrix = await this.ctx.problems.matrix(problem.uri);
      const parent = this.#itemOf(problem);
      for (const solution of matrix?.solutions ?? []) {
        const item = parent.children.get(solution.path);
        if (item && solutionOutcome(solution) === "failed") {
          items.push(item);
        }
      }
    }
    await this.#run(request, items, token);
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
        if (!stop.token.isCancellationRequested) {
          await this.#runOne(run, problem, order, stop.token);
        }
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
    const { uri } = problem;
    const parent = this.#itemOf(problem);
    const items: vscode.TestItem[] = [];
    const add = (item: vscode.TestItem | undefined) => item && items.push(item);
    for (const path of order.solutions) {
      const item = parent.children.get(path);
      add(item);
      item?.children.forEach(add);
    }
    for (const [path, tests] of order.cells) {
      const item = parent.children.get(path);
      tests.forEach((test) => add(item?.children.get(test)));
    }
    for (const item of items) {
      run.started(item);
      // What it was is asked for anew.
      this.#painted.delete(item);
    }
    this.#runs.set(uri, run);
    const own = this.#own.get(uri);
    const differences = { run, differences: 0, pending: [] as Promise<void>[] };
    this.#own.set(uri, differences);
    own?.run.end();
    const wishes: { solutions?: string[]; tests?: string[] }[] = [];
    if (order.isWhole) {
      wishes.push({});
    } else if (order.solutions.size > 0) {
      wishes.push({ solutions: [...order.solutions].map(literally) });
    }
    for (const [path, tests] of order.isWhole ? [] : order.cells) {
      if (!order.solutions.has(path)) {
        wishes.push({ solutions: [literally(path)], tests: [...tests].map(literally) });
      }
    }
    try {
      for (const wish of wishes) {
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
      await Promise.allSettled(differences.pending);
      this.#runs.delete(uri);
      this.#own.delete(uri);
    }
  }

  dispose(): void {
    for (const one of this.#subscriptions) {
      one.dispose();
    }
  }
}
