import assert from "node:assert/strict";
import test from "node:test";
import {
  addressOf,
  apply,
  backOff,
  cellAt,
  cellOutcome,
  complaint,
  debugLines,
  groupsOf,
  leftOut,
  literally,
  percent,
  shortNames,
  rates,
  scoreOf,
  shownText,
  size,
  solutionOutcome,
  terminal,
  mcpArguments,
  time,
  withoutAnnotations,
  withoutModel,
} from "../../src/model.ts";
import { change, matrix, solution } from "./examples.ts";

test("a change is laid over the matrix it follows from", () => {
  const known = matrix();
  const cells = [{ solution: "wa.cpp", test: "2", verdict: "AC", time_ms: 7, stale: true }];
  assert.ok(apply(known, change({ base: 4, generation: 5, cells })));
  assert.deepEqual(cellAt(known, 1, 1), { verdict: "AC", time: 7, stale: true });
  assert.equal(known.generation, 5);
});

test("a change that does not follow leaves the matrix as it was", () => {
  for (const wrong of [
    change({ base: 3, generation: 5 }),
    // Rows or columns have changed.
    change({ base: 4, generation: 4 }),
    change({
      base: 4,
      generation: 5,
      cells: [{ solution: "new.cpp", test: "1", verdict: "AC", time_ms: 1, stale: false }],
    }),
    change({
      base: 4,
      generation: 5,
      cells: [{ solution: "wa.cpp", test: "9", verdict: "AC", time_ms: 1, stale: false }],
    }),
  ]) {
    const known = matrix();
    assert.equal(apply(known, wrong), false);
    assert.deepEqual(known, matrix());
  }
});

test("what a label permits has passed", () => {
  const right = solution({ expected: ["accepted"], permitted: ["AC"] });
  const wrong = solution({ expected: ["wrong_answer"], permitted: ["AC", "WA"] });
  const none = solution({ expected: [], permitted: [] });
  assert.equal(cellOutcome(right, "AC"), "passed");
  assert.equal(cellOutcome(right, "WA"), "failed");
  assert.equal(cellOutcome(wrong, "WA"), "passed");
  assert.equal(cellOutcome(wrong, "RTE"), "failed");
  assert.equal(cellOutcome(none, "RTE"), "passed");
  assert.equal(cellOutcome(wrong, "SK"), "skipped");
});

test("what is wrong with a solution is said", () => {
  const passes = solution({ expected: ["wrong_answer"], class: "false_positive", expectation_met: false });
  assert.equal(solutionOutcome(passes), "failed");
  assert.equal(complaint(passes, 11), "labelled wrong_answer, and passes all 11 tests");
  const fails = solution({
    expected: ["accepted"],
    class: "false_negative",
    expectation_met: false,
    verdict: "WA",
    verdicts_seen: ["AC", "WA"],
    first_failed_test: "3",
  });
  assert.equal(complaint(fails, 11), "labelled accepted, and gets WA, first on test 3");
  assert.equal(complaint(solution({ verdict: "CE", expectation_met: null }), 1), "does not compile");
  assert.equal(solutionOutcome(solution({ verdict: "CE", expectation_met: null })), "failed");
  assert.equal(solutionOutcome(solution({ verdict: "CE", expectation_met: true })), "failed");
  const unjudged = solution({ verdict: "FAIL", expectation_met: null, first_failed_test: "2" });
  assert.equal(solutionOutcome(unjudged), "failed");
  assert.equal(complaint(unjudged, 1), "the checker says FAIL of it, first on test 2");
  assert.equal(solutionOutcome(solution({ verdict: "SK", expectation_met: null })), "skipped");
});

test("scores and groups for people", () => {
  assert.equal(scoreOf(solution({})), "");
  assert.equal(scoreOf(solution({ score: 40 })), "40");
  assert.equal(scoreOf(solution({ score: 40, max_score: 100 })), "40 / 100");
  const groups = [
    { name: "sample", verdict: "AC", score: null },
    { name: "secret/1", verdict: "WA", score: 0 },
    { name: "secret/2", verdict: null, score: null },
  ];
  const known = { name: "secret/1", parent: "secret", max_score: 40, tests: ["secret/1/1"], dependencies: [] };
  assert.deepEqual(groupsOf(solution({ groups }), [known]), [
    "sample: AC",
    "secret/1: WA, 0 / 40",
    "secret/2: not known",
  ]);
});

test("names are patterns that match themselves only", () => {
  assert.equal(literally("sols/wa.cpp"), "sols/wa.cpp");
  assert.equal(literally("a[1]*?.cpp"), "a[[]1[]][*][?].cpp");
  assert.equal(literally("{a}"), "[{]a[}]");
});

test("numbers for people", () => {
  assert.equal(percent(6 / 7), "85.7%");
  assert.equal(percent(0.9999), "99.9%", "only all is 100%");
  assert.equal(percent(1), "100%");
  assert.equal(percent(null), "–");
  assert.equal(rates({ tpr: 1, tnr: null }), "TPR 100% · TNR –");
  assert.equal(rates({ tpr: null, tnr: null }), "");
  assert.equal(time(null), "");
  assert.equal(time(0.9), "1 ms");
  assert.equal(time(994.2), "994 ms");
  assert.equal(time(1234), "1.23 s");
  assert.equal(size(12), "12 B");
  assert.equal(size(70_000), "70.0 kB");
});

test("long texts say that they are cut", () => {
  assert.equal(shownText({ head: "1\n", bytes: 70_000 }), "1\n");
  assert.equal(leftOut({ head: "1\n", bytes: 70_000 }), "70.0 kB in all; this is its beginning");
  assert.equal(leftOut("1\n"), "");
  assert.equal(shownText(null), "");
});

test("a debugger takes the place of the run, where there is one", () => {
  const commands = ["g++ -g a.cpp", "./a < input.txt"];
  assert.deepEqual(debugLines({ commands }), commands);
  assert.deepEqual(debugLines({ commands, debugger: "gdb ./a" }), ["g++ -g a.cpp", "gdb ./a"]);
});

test("terminals want carriage returns, once", () => {
  assert.equal(terminal("a\nb\r\nc"), "a\r\nb\r\nc");
});

test("a server that ends is started again, ever more slowly, and not for ever", () => {
  const endings: number[] = [];
  const waits = [0, 1, 2, 3, 4, 5].map((at) => {
    endings.push(at);
    return backOff(endings, at);
  });
  assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, undefined]);
  assert.equal(backOff([...endings, 400_000], 400_000), 250);
});

test("keys are kept for an address", () => {
  assert.equal(addressOf(" https://api.example.com/v1 "), "https://api.example.com");
  assert.equal(addressOf("http://127.0.0.1:8080/v1"), "http://127.0.0.1:8080");
  for (const none of ["", "api.example.com", "file:///x", "javascript:alert(1)"]) {
    assert.equal(addressOf(none), undefined);
  }
});

test("an edit that was agreed to is made as a whole", () => {
  const textDocument = { uri: "file:///a", version: null };
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const edit = {
    changeAnnotations: { a: { label: "x", needsConfirmation: true } },
    documentChanges: [
      { kind: "create" as const, uri: "file:///a", annotationId: "a" },
      { textDocument, edits: [{ range, newText: "x", annotationId: "a" }] },
    ],
  };
  assert.deepEqual(withoutAnnotations(edit), {
    documentChanges: [
      { kind: "create", uri: "file:///a" },
      { textDocument, edits: [{ range, newText: "x" }] },
    ],
  });
});

test("an editor without models says so where its model would be asked, and only there", () => {
  const said = (provider: string, command: string, options: object = {}): string | undefined =>
    withoutModel("Codium", provider, `touchstone.${command}`, options);
  const sentence =
    "This version of Codium has no language models for extensions; update it, or name another touchstone.llm.provider.";
  assert.equal(said("editor", "write", { piece: "checker" }), sentence);
  assert.equal(said("editor", "fix"), sentence);
  assert.equal(said("editor", "hack", { engine: "llm" }), sentence);
  assert.equal(said("editor", "explain", { model: true }), sentence);
  assert.equal(said("editor", "hack", { engine: "offline" }), undefined);
  assert.equal(said("editor", "explain", { model: false }), undefined);
  assert.equal(said("editor", "minimize"), undefined);
  assert.equal(said("openai", "write", { piece: "checker" }), undefined);
});

test("agents get the open folders of a trusted workspace, and may write nothing", () => {
  const args = ["mcp", "--trust", "--", "/a/-x", "/b"];
  assert.deepEqual(mcpArguments(["/a/-x", "/b"], true, {}), args);
  assert.deepEqual(mcpArguments(["/a/-x", "/b"], true, { cache_dir: "/cache", sandbox: "reduced" }), [
    ...["--cache-dir", "/cache", "mcp", "--sandbox", "reduced", "--trust", "--", "/a/-x", "/b"],
  ]);
  assert.equal(mcpArguments(["/a"], false, {}), undefined);
  assert.equal(mcpArguments([], true, {}), undefined);
});

test("solutions are called by their files, unless two share a name", () => {
  const paths = ["accepted/sol.cpp", "accepted/alt.py", "wrong_answer/sol.cpp", "brute.cpp"];
  assert.deepEqual(
    [...shortNames(paths.map((path) => ({ path }))).values()],
    ["accepted/sol.cpp", "alt.py", "wrong_answer/sol.cpp", "brute.cpp"],
  );
});
