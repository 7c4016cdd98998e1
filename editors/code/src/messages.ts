// What the matrix's page and its host say to each other.

import type { CellChange, Matrix, Metrics, ShownTest, Status } from "./protocol.ts";

export type ToPage =
  | { kind: "problems"; problems: { uri: string; name: string }[]; current: string | undefined }
  | { kind: "matrix"; uri: string; matrix: Matrix | undefined }
  | { kind: "cells"; uri: string; generation: number; cells: readonly CellChange[]; metrics: Metrics }
  | { kind: "status"; uri: string; status: Status | undefined }
  /** Opens the details of a cell. */
  | { kind: "open"; uri: string; solution: string | undefined; test: string }
  | { kind: "shown"; uri: string; solution: string | undefined; test: string; shown: ShownTest | string };

export type FromPage =
  | { kind: "ready"; uri: string | undefined }
  | { kind: "choose"; uri: string }
  | { kind: "show"; uri: string; solution: string | undefined; test: string }
  | { kind: "compare"; uri: string; solution: string | undefined; test: string }
  /** Opens a copy of the input that can be changed. */
  | { kind: "edit"; uri: string; solution: string | undefined; test: string }
  /** Builds and runs it in a terminal. */
  | { kind: "debug"; uri: string; solution: string; test: string }
  | { kind: "run"; uri: string; solution: string; test: string }
  /** A line counts from 0. */
  | { kind: "openFile"; uri: string; path: string; line?: number };
