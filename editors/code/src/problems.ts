// What is known of the problems that the server told of: status and matrix, kept up by deltas. Knows nothing of the
// editor.

import { apply, places, type Places } from "./model.ts";
import type { CellChange, Matrix, MatrixChange, Status } from "./protocol.ts";

export interface Problem {
  readonly uri: string;
  status: Status | undefined;
  matrix: Matrix | undefined;
}

export type News =
  | { kind: "status"; problem: Problem }
  /** The whole matrix is another one. */
  | { kind: "matrix"; problem: Problem; matrix: Matrix }
  /** Some cells of it are. */
  | { kind: "cells"; problem: Problem; matrix: Matrix; cells: readonly CellChange[] }
  | { kind: "gone"; problem: Problem }
  | { kind: "cleared" };

interface Entry extends Problem {
  where: Places | undefined;
  /** What came while the whole was asked for. */
  waiting: MatrixChange[];
  asking: Promise<Matrix | undefined> | undefined;
  /** Rows say of themselves what deltas do not carry, so they are asked for when a run has ended. */
  rowsAreOld: boolean;
}

export class Problems {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(news: News) => void>();
  readonly #ask: (uri: string) => Promise<Matrix>;
  #era = 0;

  constructor(ask: (uri: string) => Promise<Matrix>) {
    this.#ask = ask;
  }

  /** In the order of their addresses. */
  get all(): readonly Problem[] {
    return [...this.#entries.values()].sort((one, other) => (one.uri < other.uri ? -1 : 1));
  }

  get isBusy(): boolean {
    return this.all.some((problem) => problem.status?.busy === true);
  }

  get(uri: string): Problem | undefined {
    return this.#entries.get(uri);
  }

  listen(listener: (news: News) => void): { dispose: () => void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** A new server knows nothing of what the old one told. */
  clear(): void {
    this.#era += 1;
    this.#entries.clear();
    this.#tell({ kind: "cleared" });
  }

  statusChanged(status: Status): void {
    if (status.gone) {
      const known = this.#entries.get(status.uri);
      if (known && this.#entries.delete(status.uri)) {
        this.#tell({ kind: "gone", problem: known });
      }
      return;
    }
    const problem = this.#entry(status.uri);
    const wasBusy = problem.status?.busy === true;
    problem.status = status;
    this.#tell({ kind: "status", problem });
    if (wasBusy && !status.busy && problem.rowsAreOld) {
      void this.whole(status.uri);
    }
  }

  matrixChanged(change: MatrixChange): void {
    const problem = this.#entry(change.uri);
    if (problem.asking) {
      problem.waiting.push(change);
    } else if (!this.#lay(problem, change)) {
      void this.whole(change.uri);
    }
  }

  /** The matrix as it is known, asked for if it is not. */
  async matrix(uri: string): Promise<Matrix | undefined> {
    return this.#entries.get(uri)?.matrix ?? (await this.whole(uri));
  }

  /** The matrix, asked for; nothing when the server cannot tell it yet. */
  whole(uri: string): Promise<Matrix | undefined> {
    const problem = this.#entry(uri);
    problem.asking ??= this.#fetch(problem, this.#era);
    return problem.asking;
  }

  async #fetch(problem: Entry, era: number): Promise<Matrix | undefined> {
    let matrix: Matrix | undefined;
    try {
      matrix = await this.#ask(problem.uri);
    } catch {
      matrix = undefined;
    }
    if (era !== this.#era || this.#entries.get(problem.uri) !== problem) {
      return undefined;
    }
    problem.asking = undefined;
    const waiting = problem.waiting.splice(0);
    if (!matrix) {
      return problem.matrix;
    }
    problem.matrix = matrix;
    problem.where = places(matrix);
    problem.rowsAreOld = false;
    this.#tell({ kind: "matrix", problem, matrix });
    const { generation } = matrix;
    const later = waiting.filter((change) => change.generation > generation);
    if (!later.every((change) => this.#lay(problem, change))) {
      return this.whole(problem.uri);
    }
    return this.#needsRows(problem) ? this.whole(problem.uri) : matrix;
  }

  #needsRows(problem: Entry): boolean {
    return problem.rowsAreOld && problem.status?.busy === false;
  }

  #lay(problem: Entry, change: MatrixChange): boolean {
    const { matrix } = problem;
    if (!matrix || !apply(matrix, change, problem.where)) {
      return false;
    }
    problem.rowsAreOld = true;
    this.#tell({ kind: "cells", problem, matrix, cells: change.cells });
    return true;
  }

  #entry(uri: string): Entry {
    let entry = this.#entries.get(uri);
    if (!entry) {
      entry = {
        uri,
        status: undefined,
        matrix: undefined,
        where: undefined,
        waiting: [],
        asking: undefined,
        rowsAreOld: false,
      };
      this.#entries.set(uri, entry);
    }
    return entry;
  }

  #tell(news: News): void {
    for (const listener of [...this.#listeners]) {
      listener(news);
    }
  }
}
