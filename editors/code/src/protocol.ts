// What the server and this client say to each other beside the language server protocol. Field names are those of the
// server's report.

import type { WorkspaceEdit } from "vscode-languageclient/node";

export type Health = "ok" | "warning" | "error";

/** `touchstone/status` */
export interface Status {
  uri: string;
  health: Health;
  busy: boolean;
  message: string;
  tpr: number | null;
  tnr: number | null;
  /** It is forgotten; nothing else is said of it then. */
  gone?: boolean;
}

/** A problem in the result of `touchstone/problems`. */
export interface ProblemItem {
  uri: string;
  name: string;
  label: string | null;
  /** A file of the contest lists it. */
  listed: boolean;
  /** There is a problem in that folder. */
  found: boolean;
  format: string | null;
  health: Health;
  busy: boolean;
  message: string;
  judged: boolean;
  correct: number | null;
  wrong: number | null;
  tpr: number | null;
  tnr: number | null;
  errors: number;
  /** What a person opens first. */
  file: string | null;
}

/** Problems that belong together, in the result of `touchstone/problems`. */
export interface Contest {
  uri: string | null;
  name: string;
  /** The file that lists them; older servers do not tell. */
  file?: string | null;
  /** What is wrong with that. */
  messages: string[];
  problems: ProblemItem[];
}

export interface Metrics {
  tpr: number | null;
  tnr: number | null;
  false_positives: string[];
  false_negatives: string[];
  tle_only_kills: string[];
}

export interface Solution {
  path: string;
  class: string | null;
  expectation_met: boolean | null;
  expected: string[];
  permitted: string[];
  required: string[];
  verdict: string;
  verdicts_seen: string[];
  first_failed_test: string | null;
  max_time_ms: number | null;
  max_memory_kb: number | null;
  /** What groups and scores make of it; absent where the problem has neither, and while it is not known. */
  score?: number;
  max_score?: number;
  groups?: GroupResult[];
}

export interface GroupResult {
  name: string;
  /** `SK` where a judge would leave the group out; null while it is not known. */
  verdict: string | null;
  score: number | null;
}

export interface Group {
  name: string;
  parent: string | null;
  max_score: number | null;
  tests: string[];
  dependencies: string[];
}

export interface Test {
  id: string;
  name: string;
  testset: string;
  group: string | null;
  sample: boolean;
  command: string | null;
  path: string | null;
  valid: boolean;
  killed: number;
  passed_by: number;
}

export interface Cells {
  verdicts: string[][];
  time_ms: (number | null)[][];
  memory_kb: (number | null)[][];
  stale: boolean[][];
}

/** The result of `touchstone/matrix`. */
export interface Matrix {
  generation: number;
  solutions: Solution[];
  tests: Test[];
  /** Absent where there are none. */
  groups?: Group[];
  cells: Cells;
  metrics: Metrics;
}

export interface CellChange {
  solution: string;
  test: string;
  verdict: string;
  time_ms: number | null;
  stale: boolean;
}

/** `touchstone/matrixChanged` */
export interface MatrixChange {
  uri: string;
  generation: number;
  base: number;
  cells: CellChange[];
  metrics: Metrics;
}

/** A place in a text, from 0; columns in UTF-16 units. */
export interface TextPlace {
  line: number;
  column: number;
}

/** A text, or the head of a long one, with the lines around the place that matters where that lies behind the head. */
export type Shown = string | { head: string; bytes: number; around?: { line: number; text: string } };

/** The result of `touchstone.showTest`. */
export interface ShownTest {
  input: Shown | null;
  expected: Shown | null;
  found: Shown | null;
  /** In what was found. */
  first_difference: TextPlace | null;
  /** What stands there in what is expected. */
  expected_difference?: TextPlace;
  /** Where a validator that rejects the input stopped, and its words. */
  input_place?: TextPlace;
  validator?: string;
  checker: string | null;
  verdict: string | null;
  /** Where the test is declared; lines count from 0. */
  declared?: { path: string; line: number };
  transcript?: Shown;
  /** What the solution wrote to standard error, where it wrote anything. */
  stderr?: Shown;
  /** Lines for a POSIX shell that build and run it by hand, and what takes the place of the last one under a debugger. */
  rerun?: { commands: string[]; debugger?: string };
}

/** What `touchstone.showTest` takes. */
export interface CellName {
  uri: string;
  solution?: string;
  test: string;
}

/** What the results of `touchstone.hack`, `.write`, `.fix`, `.minimize`, `.probe`, `.mutate` and `.calibrate` have in common. */
export interface Proposal {
  /** With its proof, as Markdown. */
  page: string;
  /** Null where there is nothing to change; probes and mutants never have one. */
  edit: WorkspaceEdit | null;
  /** How times grow, as SVG; of `.calibrate` alone. */
  plot?: string | null;
  notes: string[];
  applied: boolean;
}
