// A small matrix to try things on.

import type { Matrix, MatrixChange, Solution, Test } from "../../src/protocol.ts";

export function solution(with_: Partial<Solution>): Solution {
  return {
    path: "sol.cpp",
    class: null,
    expectation_met: true,
    expected: ["accepted"],
    permitted: ["AC"],
    required: [],
    verdict: "AC",
    verdicts_seen: ["AC"],
    first_failed_test: null,
    max_time_ms: 1,
    max_memory_kb: 1,
    ...with_,
  };
}

export function column(id: string, with_: Partial<Test> = {}): Test {
  return {
    id,
    name: id,
    testset: "tests",
    group: null,
    sample: false,
    command: null,
    path: null,
    valid: true,
    killed: 0,
    passed_by: 0,
    ...with_,
  };
}

const METRICS = { tpr: 1, tnr: 1, false_positives: [], false_negatives: [], tle_only_kills: [] };

/** A right solution and a wrong one on two tests. */
export function matrix(): Matrix {
  const wrong = {
    path: "wa.cpp",
    expected: ["wrong_answer"],
    permitted: ["AC", "WA"],
    required: ["WA"],
    verdict: "WA",
  };
  const two = <T>(value: T) => [
    [value, value],
    [value, value],
  ];
  return {
    generation: 4,
    solutions: [solution({}), solution(wrong)],
    tests: [column("1", { sample: true }), column("2", { group: "big" })],
    cells: {
      verdicts: [
        ["AC", "AC"],
        ["AC", "WA"],
      ],
      time_ms: two(1),
      memory_kb: two(1),
      stale: two(false),
    },
    metrics: { ...METRICS },
  };
}

export function change(with_: Partial<MatrixChange>): MatrixChange {
  return { uri: "file:///p", generation: 5, base: 4, cells: [], metrics: { ...METRICS }, ...with_ };
}
