// The matrix on the client's side: deltas laid over it, and small questions about it. Knows nothing of the editor.

import type { WorkspaceEdit } from "vscode-languageclient/node";
import type { Group, Matrix, MatrixChange, Shown, Solution } from "./protocol.ts";

/** A verdict that stands for a cell that was not run. */
export const NOT_RUN = "SK";

/** Rows and columns by name. */
export interface Places {
  rows: ReadonlyMap<string, number>;
  columns: ReadonlyMap<string, number>;
}

export function places(matrix: Pick<Matrix, "solutions" | "tests">): Places {
  return {
    rows: new Map(matrix.solutions.map((one, row) => [one.path, row])),
    columns: new Map(matrix.tests.map((one, column) => [one.id, column])),
  };
}

/**
 * Lays a change over a matrix, in place. False when it does not follow from this matrix, which is unchanged then: the
 * whole has to be asked for.
 */
export function apply(matrix: Matrix, change: MatrixChange, where: Places = places(matrix)): boolean {
  if (change.base !== matrix.generation || change.base === change.generation) {
    return false;
  }
  const known = change.cells.map((cell) => ({
    cell,
    row: where.rows.get(cell.solution),
    column: where.columns.get(cell.test),
  }));
  if (known.some(({ row, column }) => row === undefined || column === undefined)) {
    return false;
  }
  for (const { cell, row, column } of known) {
    put(matrix.cells.verdicts, row, column, cell.verdict);
    put(matrix.cells.time_ms, row, column, cell.time_ms);
    put(matrix.cells.stale, row, column, cell.stale);
  }
  matrix.generation = change.generation;
  matrix.metrics = change.metrics;
  return true;
}

function put<T>(grid: T[][], row: number | undefined, column: number | undefined, value: T): void {
  const line = grid[row ?? -1];
  if (line && column !== undefined) {
    line[column] = value;
  }
}

/** What is known of a cell. */
export interface Cell {
  verdict: string;
  time: number | null;
  stale: boolean;
}

export function cellAt(matrix: Matrix, row: number, column: number): Cell {
  return {
    verdict: matrix.cells.verdicts[row]?.[column] ?? NOT_RUN,
    time: matrix.cells.time_ms[row]?.[column] ?? null,
    stale: matrix.cells.stale[row]?.[column] ?? false,
  };
}

export type Outcome = "passed" | "failed" | "skipped";

/** Whether a cell is as the solution's label says: what may be seen there is no failure. */
export function cellOutcome(solution: Solution, verdict: string): Outcome {
  if (verdict === NOT_RUN) {
    return "skipped";
  }
  return solution.permitted.length === 0 || solution.permitted.includes(verdict) ? "passed" : "failed";
}

/** Whether a solution does what its label says. */
export function solutionOutcome(solution: Solution): Outcome {
  // Verdicts on single tests may be those of an older program.
  if (solution.verdict === "CE") {
    return "failed";
  }
  if (solution.expectation_met === null) {
    return solution.verdict === "FAIL" ? "failed" : "skipped";
  }
  return solution.expectation_met ? "passed" : "failed";
}

/** What is wrong with a solution that does not do what its label says. */
export function complaint(solution: Solution, nTests: number): string {
  const label = labelOf(solution);
  if (solution.verdict === "CE") {
    return "does not compile";
  }
  if (solution.class === "false_positive") {
    return `labelled ${label}, and passes all ${nTests} tests`;
  }
  const first = solution.first_failed_test === null ? "" : `, first on test ${solution.first_failed_test}`;
  if (solution.verdict === "FAIL") {
    return `the checker says FAIL of it${first}`;
  }
  const seen = solution.verdicts_seen.filter((verdict) => verdict !== "AC" && verdict !== NOT_RUN);
  return `labelled ${label}, and gets ${seen.length > 0 ? seen.join(", ") : solution.verdict}${first}`;
}

/** A solution's score, as `40 / 100`; empty where there is none. */
export function scoreOf(solution: Pick<Solution, "score" | "max_score">): string {
  if (solution.score === undefined) {
    return "";
  }
  return solution.max_score === undefined ? String(solution.score) : `${solution.score} / ${solution.max_score}`;
}

/** A line for each group with what came of it. */
export function groupsOf(solution: Pick<Solution, "groups">, groups: readonly Group[] = []): string[] {
  const most = new Map(groups.map((group) => [group.name, group.max_score]));
  return (solution.groups ?? []).map(({ name, verdict, score }) => {
    const bound = most.get(name) ?? null;
    const points = score === null ? "" : `, ${scoreOf({ score, ...(bound !== null && { max_score: bound }) })}`;
    return `${name}: ${verdict ?? "not known"}${points}`;
  });
}

// Each item that is drawn asks, and a list keeps its paths.
const named = new WeakMap<readonly Pick<Solution, "path">[], Map<string, string>>();

/** What solutions are called where there is little room: by their files, and by their paths where two files share a name. */
export function shortNames(solutions: readonly Pick<Solution, "path">[]): Map<string, string> {
  const known = named.get(solutions);
  if (known) {
    return known;
  }
  const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const counts = new Map<string, number>();
  for (const { path } of solutions) {
    counts.set(nameOf(path), (counts.get(nameOf(path)) ?? 0) + 1);
  }
  const names = new Map(solutions.map(({ path }) => [path, counts.get(nameOf(path)) === 1 ? nameOf(path) : path]));
  named.set(solutions, names);
  return names;
}

/** How many of those that should fail a test fail it. */
export function kills(test: { killed: number }): string {
  return test.killed === 1 ? "1 wrong solution fails it" : `${test.killed} wrong solutions fail it`;
}

export function labelOf(solution: Pick<Solution, "expected">): string {
  return solution.expected.length > 0 ? solution.expected.join(" or ") : "no label";
}

/** A pattern that matches this path or id and no other. */
export function literally(name: string): string {
  return name.replace(/[[\]*?{}!\\]/g, (sign) => (sign === "\\" || sign === "!" ? `\\${sign}` : `[${sign}]`));
}

/** A share; only all is 100%. */
export function percent(share: number | null): string {
  if (share === null) return "–";
  const nearest = Math.round(share * 1000);
  return `${((share < 1 ? Math.min(nearest, 999) : nearest) / 10).toString()}%`;
}

/** `TPR 100% · TNR 85.7%`; nothing while neither is known. */
export function rates(known: { tpr: number | null; tnr: number | null }): string {
  return known.tpr === null && known.tnr === null ? "" : `TPR ${percent(known.tpr)} · TNR ${percent(known.tnr)}`;
}

export function shownText(shown: Shown | null | undefined): string {
  if (shown === null || shown === undefined) {
    return "";
  }
  return typeof shown === "string" ? shown : shown.head;
}

/** What is left out of a long text. */
export function leftOut(shown: Shown | null | undefined): string {
  if (shown === null || typeof shown !== "object") {
    return "";
  }
  return `${size(shown.bytes)} in all; ${shown.around === undefined ? "this is its beginning" : "these are the lines that matter"}`;
}

export function size(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit + 1 < units.length) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit] ?? ""}`;
}

export function time(ms: number | null): string {
  if (ms === null) {
    return "";
  }
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/** The lines of a text for a terminal or a test's output. */
export function terminal(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}

/** Whether a request failed because somebody stopped it. */
export function isCancelled(error: unknown): boolean {
  const code: unknown = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return code === -32800 || code === -32802;
}

/** How long to wait before a server that ended is started again; nothing when it ended too often. */
export function backOff(endings: readonly number[], now: number): number | undefined {
  const recent = endings.filter((at) => now - at < 180_000).length;
  return recent > 5 ? undefined : Math.min(4000, 250 * 2 ** Math.max(0, recent - 1));
}

/** The address of a server without its path, as keys are kept for it; undefined for what is none. */
export function addressOf(written: string): string | undefined {
  const url = URL.canParse(written.trim()) ? new URL(written.trim()) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.host !== "" ? url.origin : undefined;
}

/** An edit that the person has agreed to as a whole. */
export function withoutAnnotations(edit: WorkspaceEdit): WorkspaceEdit {
  const plain = (one: object): object => {
    const copy: Record<string, unknown> = { ...one };
    delete copy["annotationId"];
    return copy;
  };
  const changes = edit.documentChanges?.map((change) =>
    "edits" in change ? { ...change, edits: change.edits.map(plain) } : plain(change),
  );
  return { documentChanges: (changes ?? []) as NonNullable<WorkspaceEdit["documentChanges"]> };
}

/** Why a command would ask the editor's model in vain: one sentence, where the settings name it and the editor has none. */
export function withoutModel(app: string, provider: unknown, command: string, options: object): string | undefined {
  const { engine, model } = options as { engine?: unknown; model?: unknown };
  const asks = {
    "touchstone.write": true,
    "touchstone.fix": true,
    "touchstone.hack": engine === "llm" || engine === "both",
    "touchstone.explain": model === true,
  }[command];
  return asks === true && provider === "editor"
    ? `This version of ${app} has no language models for extensions; update it, or name another touchstone.llm.provider.`
    : undefined;
}

/** The arguments of the server for agents; none in a workspace that nobody trusts, nor without a folder. */
export function mcpArguments(
  folders: readonly string[],
  isTrusted: boolean,
  settings: Readonly<Record<string, unknown>>,
): string[] | undefined {
  if (!isTrusted || folders.length === 0) {
    return undefined;
  }
  // Who trusts the workspace has said that its programs may run. Nothing is written for an agent.
  const option = (name: string, value: unknown): string[] => (typeof value === "string" ? [name, value] : []);
  const { cache_dir: cache, sandbox } = settings;
  return [...option("--cache-dir", cache), "mcp", ...option("--sandbox", sandbox), "--trust", "--", ...folders];
}

/** The lines that run a cell by hand: under a debugger, where there is one for the language. */
export function debugLines(rerun: { commands: readonly string[]; debugger?: string }): string[] {
  return rerun.debugger === undefined ? [...rerun.commands] : [...rerun.commands.slice(0, -1), rerun.debugger];
}
