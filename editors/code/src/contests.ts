// How the problems of the workspace belong together, as the server tells it. Knows nothing of the editor.

import type { Contest, ProblemItem } from "./protocol.ts";

/** What stands at the top of the tree of problems. */
export type Top = { kind: "contest"; uri: string } | { kind: "problem"; uri: string };

export class Contests {
  #all: readonly Contest[] = [];
  #asking = false;
  #isBehind = false;
  /** A new server knows nothing of what the old one told. */
  #era = 0;
  readonly #listeners = new Set<() => void>();
  readonly #ask: () => Promise<{ contests: Contest[] }>;

  constructor(ask: () => Promise<{ contests: Contest[] }>) {
    this.#ask = ask;
  }

  listen(listener: () => void): { dispose: () => void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Asks the server; once more where something changed while it was asked. */
  async refresh(): Promise<void> {
    if (this.#asking) {
      this.#isBehind = true;
      return;
    }
    this.#asking = true;
    const era = this.#era;
    try {
      const { contests } = await this.#ask();
      if (era === this.#era) {
        this.#put(contests);
      }
    } catch {
      // An older server has no contests: its problems are listed one by one.
    } finally {
      this.#asking = false;
    }
    if (this.#isBehind) {
      this.#isBehind = false;
      await this.refresh();
    }
  }

  clear(): void {
    this.#era += 1;
    this.#put([]);
  }

  #put(contests: readonly Contest[]): void {
    this.#all = contests;
    for (const listener of [...this.#listeners]) {
      listener();
    }
  }

  /** A contest that a file lists. */
  contest(uri: string): Contest | undefined {
    return this.#all.find((one) => one.uri === uri && isListed(one));
  }

  problem(uri: string): ProblemItem | undefined {
    return this.#all.flatMap((one) => one.problems).find((one) => one.uri === uri);
  }

  /** The file that lists a problem. */
  listOf(uri: string): string | undefined {
    const contest = this.#all.find((one) => one.problems.some((problem) => problem.uri === uri && problem.listed));
    return contest?.file ?? undefined;
  }

  /** The contests that files list, then the problems that belong to none of them, in the order that is given. */
  top(known: readonly string[]): Top[] {
    const listed = this.#all.filter(isListed);
    const inside = new Set(listed.flatMap((one) => one.problems.map(({ uri }) => uri)));
    const contests = listed.flatMap((one): Top[] => (one.uri === null ? [] : [{ kind: "contest", uri: one.uri }]));
    const others = known.filter((uri) => !inside.has(uri)).map((uri): Top => ({ kind: "problem", uri }));
    return [...contests, ...others];
  }
}

/** Whether a file says that these problems belong together; others lie in one folder by chance. */
function isListed(contest: Contest): boolean {
  return contest.uri !== null && (contest.messages.length > 0 || contest.problems.some((one) => one.listed));
}

/** What is said of a contest beside its name: `3 problems · 1 error · 1 not there`. */
export function summary(contest: Contest): string {
  const errors = contest.problems.reduce((sum, one) => sum + one.errors, 0);
  const missing = contest.problems.filter((one) => !one.found).length;
  return [
    quantity(contest.problems.length, "problem"),
    errors > 0 ? quantity(errors, "error") : "",
    missing > 0 ? `${missing} not there` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** How many solutions are labelled right and wrong: `S+ 1 · S- 2`. */
export function pools({ correct, wrong }: Pick<ProblemItem, "correct" | "wrong">): string {
  return correct === null || wrong === null ? "" : `S+ ${correct} · S- ${wrong}`;
}

function quantity(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
