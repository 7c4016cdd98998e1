// One run in the Testing view: what became of the items of one problem, with differences for those that fail.

import * as vscode from "vscode";
import { fileOf, words, type Ctx } from "./ctx.ts";
import { cellOutcome, complaint, labelOf, shownText, solutionOutcome, terminal, time, type Cell } from "./model.ts";
import type { Problem } from "./problems.ts";
import type { Matrix, ShownTest, Solution } from "./protocol.ts";

/** Differences are fetched for so many cells of a run; the others have their verdicts. */
const MOST_DIFFERENCES = 40;

export class Recording {
  #differences = 0;
  readonly #pending: Promise<void>[] = [];
  /** Solutions that something was told of, and whether that was the solution as a whole. */
  readonly #told = new Map<vscode.TestItem, boolean>();

  constructor(
    readonly ctx: Ctx,
    readonly problem: Problem,
    readonly run: vscode.TestRun,
    /** What a person asked for; nothing in a run of the server's own. */
    readonly items: ReadonlySet<vscode.TestItem> = new Set(),
  ) {}

  solution(item: vscode.TestItem, solution: Solution, nTests: number): void {
    const outcome = solutionOutcome(solution);
    if (outcome === "skipped") {
      return;
    }
    this.#told.set(item, true);
    const ms = solution.max_time_ms ?? undefined;
    const isPassed = outcome === "passed";
    const words = isPassed ? `${solution.verdict}, as labelled` : complaint(solution, nTests);
    this.run.appendOutput(terminal(`${solution.path}: ${words}\n`), undefined, item);
    if (isPassed) {
      this.run.passed(item, ms);
    } else {
      this.run.failed(item, new vscode.TestMessage(words), ms);
    }
  }

  cell(item: vscode.TestItem, solution: Solution, test: string, cell: Cell): void {
    const outcome = cellOutcome(solution, cell.verdict);
    if (outcome === "skipped") {
      return;
    }
    if (item.parent && !this.#told.has(item.parent)) {
      this.#told.set(item.parent, false);
    }
    const name = `${solution.path} on test ${test}`;
    const ms = cell.time ?? undefined;
    if (outcome === "passed") {
      const said = [cell.verdict, time(cell.time)].filter(Boolean).join(", ");
      this.run.appendOutput(terminal(`${name}: ${said}\n`), undefined, item);
      this.run.passed(item, ms);
      return;
    }
    const message = `${cell.verdict}, labelled ${labelOf(solution)}`;
    if (this.#differences < MOST_DIFFERENCES) {
      this.#differences += 1;
      this.#pending.push(this.#fail(item, { solution: solution.path, test }, message, ms));
    } else {
      this.run.appendOutput(terminal(`${name}: ${message}\n`), undefined, item);
      this.run.failed(item, new vscode.TestMessage(message), ms);
    }
  }

  async #fail(
    item: vscode.TestItem,
    cell: { solution: string; test: string },
    message: string,
    ms: number | undefined,
  ): Promise<void> {
    let told = new vscode.TestMessage(message);
    try {
      const shown = await this.ctx.command<ShownTest>("touchstone.showTest", { uri: this.problem.uri, ...cell });
      const text = [message, shown.checker].filter(Boolean).join(": ");
      const found = shown.found ?? shown.transcript;
      told =
        found === undefined || shown.expected === null
          ? new vscode.TestMessage(text)
          : vscode.TestMessage.diff(text, terminal(shownText(shown.expected)), terminal(shownText(found)));
      this.run.appendOutput(terminal(`${cell.solution} on test ${cell.test}: ${text}\n`), undefined, item);
    } catch (error) {
      this.ctx.channels.log.warn(`${cell.solution} on test ${cell.test}: ${words(error)}`);
    }
    told.location = new vscode.Location(fileOf(this.problem, cell.solution), new vscode.Position(0, 0));
    this.run.failed(item, told, ms);
  }

  /**
   * To be awaited before the run ends. What a run does not say of a solution the editor makes out of its tests alone, so
   * that a wrong solution that passes everything would be shown as passed.
   */
  async finish(matrix: Matrix | undefined): Promise<void> {
    const solutions = new Map(matrix?.solutions.map((one) => [one.path, one]));
    for (const [item, isWhole] of this.#told) {
      const solution = solutions.get(item.id);
      if (!isWhole && solution) {
        this.solution(item, solution, matrix?.tests.length ?? 0);
      }
    }
    await Promise.allSettled(this.#pending);
  }
}
