// What the page shows of a matrix: which rows and columns, in which order, and which of them are in sight. Knows nothing
// of the page.

import { cellAt, cellOutcome, labelOf, NOT_RUN, shownText } from "../model.ts";
import type { Matrix, Shown, Solution, TextPlace } from "../protocol.ts";

export interface Filter {
  label: string;
  /** A verdict, or one of the two words below. */
  verdict: string;
  group: string;
  text: string;
}

export const EVERYTHING: Filter = { label: "", verdict: "", group: "", text: "" };
/** Cells that are not as their solution's label says. */
export const UNEXPECTED = "unexpected";

export interface Section {
  title: string;
  rows: number[];
}

export interface Chosen {
  sections: Section[];
  rows: number[];
  columns: number[];
}

const TITLES = ["correct", "wrong", "unlabelled"] as const;

/** Whether a matrix has a test, and a solution if one is named. */
export function isThere(matrix: Matrix, cell: { solution: string | undefined; test: string }): boolean {
  const { solution, test } = cell;
  return (
    matrix.tests.some((one) => one.id === test) &&
    (solution === undefined || matrix.solutions.some((one) => one.path === solution))
  );
}

/** Right solutions first, then wrong ones, then those without a label. */
export function sectionOf(solution: Solution): number {
  if (solution.expected.length === 0) {
    return 2;
  }
  return solution.required.length === 0 && solution.permitted.every((one) => one === "AC") ? 0 : 1;
}

export function choose(matrix: Matrix, filter: Filter): Chosen {
  const text = filter.text.trim().toLowerCase();
  const isWanted = (row: number, column: number): boolean => {
    const { verdict } = cellAt(matrix, row, column);
    const solution = matrix.solutions[row];
    if (filter.verdict === "") {
      return true;
    }
    if (filter.verdict === UNEXPECTED) {
      return solution !== undefined && cellOutcome(solution, verdict) === "failed";
    }
    return verdict === filter.verdict;
  };
  let rows = matrix.solutions
    .map((solution, row) => ({ solution, row }))
    .filter(({ solution }) => filter.label === "" || labelOf(solution) === filter.label)
    .filter(({ solution }) => text === "" || solution.path.toLowerCase().includes(text))
    .map(({ row }) => row);
  let columns = matrix.tests
    .map((test, column) => ({ test, column }))
    .filter(({ test }) => filter.group === "" || groupOf(test) === filter.group)
    .map(({ column }) => column);
  if (filter.verdict !== "") {
    const all = rows;
    rows = rows.filter(
      (row) => columns.some((column) => isWanted(row, column)) || isOfRow(matrix, row, filter.verdict),
    );
    columns = columns.filter((column) => all.some((row) => isWanted(row, column)));
  }
  const sections = TITLES.map((title, place) => ({
    title,
    rows: rows.filter((row) => {
      const solution = matrix.solutions[row];
      return solution !== undefined && sectionOf(solution) === place;
    }),
  })).filter((section) => section.rows.length > 0);
  return { sections, rows: sections.flatMap((section) => section.rows), columns };
}

/** A false positive has no cell of its own that is wrong. */
function isOfRow(matrix: Matrix, row: number, verdict: string): boolean {
  return verdict === UNEXPECTED && matrix.solutions[row]?.expectation_met === false;
}

export function groupOf(test: { group: string | null; sample: boolean; testset: string }): string {
  return test.group ?? (test.sample ? "samples" : "");
}

/** What stands above the narrow column of a test: its name and its group's, without the folders that lead to them. */
export function headOf(test: { id: string; group: string | null; sample: boolean; testset: string }): {
  id: string;
  group: string;
} {
  const group = groupOf(test);
  const id = test.id.startsWith(`${group}/`) ? test.id.slice(group.length + 1) : test.id;
  return { id, group: group.slice(group.lastIndexOf("/") + 1) };
}

/** What can be chosen in the filters. */
export function choices(matrix: Matrix): { labels: string[]; verdicts: string[]; groups: string[] } {
  const seen = new Set(matrix.cells.verdicts.flat());
  seen.delete(NOT_RUN);
  const groups = new Set(matrix.tests.map(groupOf));
  groups.delete("");
  return {
    labels: [...new Set(matrix.solutions.map(labelOf))].sort(),
    verdicts: [...seen].sort(),
    groups: [...groups],
  };
}

/** A filter of another problem may ask for what this one does not have: that part asks for nothing then. */
export function possible(filter: Filter, { labels, verdicts, groups }: ReturnType<typeof choices>): Filter {
  const among = (word: string, words: string[]) => (words.includes(word) ? word : "");
  return {
    label: among(filter.label, labels),
    verdict: among(filter.verdict, [UNEXPECTED, ...verdicts]),
    group: among(filter.group, groups),
    text: filter.text,
  };
}

/** Which of `count` things of one size are in sight, and some around them. */
export function inSight(offset: number, room: number, size: number, count: number, around: number): [number, number] {
  if (count === 0 || size <= 0) {
    return [0, 0];
  }
  const first = Math.max(0, Math.min(count - 1, Math.floor(offset / size)) - around);
  const last = Math.min(count, Math.ceil((offset + room) / size) + around);
  return [first, Math.max(last, first + 1)];
}

export interface Line {
  number: number;
  text: string;
  /** Where the difference begins in it, in UTF-16 code units; nothing in other lines. */
  mark: number | undefined;
}

export interface Excerpt {
  lines: Line[];
  /** Lines left out before and after. */
  before: number;
  after: number;
}

const MOST_LINES = 200;
const MOST_COLUMNS = 500;

/** The lines around a place, or the first ones, each cut to what can be read. */
export function excerpt(text: string, place?: TextPlace | null): Excerpt {
  const all = text.split("\n");
  if (all.at(-1) === "") {
    all.pop();
  }
  // A difference may lie behind the end: there is a line missing.
  while (place && all.length <= place.line && all.length < MOST_LINES) {
    all.push("");
  }
  const first = place && place.line > MOST_LINES / 2 ? place.line - MOST_LINES / 4 : 0;
  const lines = all.slice(first, first + MOST_LINES).map((line, index): Line => {
    const number = first + index;
    const mark = place?.line === number ? place.column : undefined;
    const text = line.replace(/\r$/, "");
    // In a long line the place itself has to be in sight.
    const from = mark !== undefined && mark > MOST_COLUMNS / 2 ? mark - 60 : 0;
    const cut = text.slice(from, from + MOST_COLUMNS);
    const shown = (from > 0 ? "…" : "") + cut + (from + MOST_COLUMNS < text.length ? "…" : "");
    return { number, text: shown, mark: mark === undefined ? undefined : mark - from + (from > 0 ? 1 : 0) };
  });
  return { lines, before: first, after: Math.max(0, all.length - first - lines.length) };
}

/** The same of a text of which only parts are there. */
export function excerptOf(text: Shown, place?: TextPlace | null): Excerpt {
  if (typeof text === "string" || !place || text.around === undefined) {
    return excerpt(shownText(text), place);
  }
  const { line: first, text: piece } = text.around;
  const { lines, before, after } = excerpt(piece, { line: place.line - first, column: place.column });
  return { lines: lines.map((line) => ({ ...line, number: line.number + first })), before: before + first, after };
}

/** The token that begins at a place, at least one character of it. */
export function marked(text: string, at: number): [string, string, string] {
  const start = Math.min(at, text.length);
  const token = /^\S+|^\s/.exec(text.slice(start))?.[0] ?? "";
  return [text.slice(0, start), token, text.slice(start + token.length)];
}
