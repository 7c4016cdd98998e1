import assert from "node:assert/strict";
import test from "node:test";
import {
  choices,
  choose,
  EVERYTHING,
  excerpt,
  excerptOf,
  headOf,
  inSight,
  isThere,
  marked,
  possible,
  UNEXPECTED,
} from "../../src/webview/grid.ts";
import { matrix } from "./examples.ts";

test("right solutions come first", () => {
  const known = matrix();
  known.solutions.reverse();
  const { sections, rows, columns } = choose(known, EVERYTHING);
  assert.deepEqual(
    sections.map((section) => [section.title, section.rows]),
    [
      ["correct", [1]],
      ["wrong", [0]],
    ],
  );
  assert.deepEqual(
    [rows, columns],
    [
      [1, 0],
      [0, 1],
    ],
  );
});

test("filters by label, verdict, group and name", () => {
  const by = (filter: object) => {
    const { rows, columns } = choose(matrix(), { ...EVERYTHING, ...filter });
    return [rows, columns];
  };
  assert.deepEqual(by({ label: "wrong_answer" }), [[1], [0, 1]]);
  assert.deepEqual(by({ verdict: "WA" }), [[1], [1]]);
  assert.deepEqual(by({ group: "big" }), [[0, 1], [1]]);
  assert.deepEqual(by({ group: "samples" }), [[0, 1], [0]]);
  assert.deepEqual(by({ text: "WA" }), [[1], [0, 1]]);
  assert.deepEqual(by({ verdict: "TLE" }), [[], []]);
});

test("a cell is there with its test, and with its solution if it has one", () => {
  const known = matrix();
  const [solution, test] = [known.solutions[0]?.path, known.tests[0]?.id ?? ""];
  assert.ok(isThere(known, { solution, test }));
  assert.ok(isThere(known, { solution: undefined, test }));
  assert.ok(!isThere(known, { solution: "moved.cpp", test }));
  assert.ok(!isThere(known, { solution, test: "gone" }));
});

test("columns are headed without what all tests of a group have in common", () => {
  const head = (id: string, group: string | null, sample = false) => headOf({ id, group, sample, testset: "tests" });
  assert.deepEqual(head("secret/large/1", "secret/large"), { id: "1", group: "large" });
  assert.deepEqual(head("secret/1", "secret/large"), { id: "secret/1", group: "large" });
  assert.deepEqual(head("7", "big"), { id: "7", group: "big" });
  assert.deepEqual(head("1", null, true), { id: "1", group: "samples" });
  assert.deepEqual(head("a/1", null), { id: "a/1", group: "" });
});

test("what another problem was asked for does not empty this one", () => {
  const filter = { label: "rejected", verdict: "RTE", group: "subtask 3", text: "wa" };
  assert.deepEqual(possible(filter, choices(matrix())), { ...EVERYTHING, text: "wa" });
  const kept = { label: "accepted", verdict: UNEXPECTED, group: "big", text: "" };
  assert.deepEqual(possible(kept, choices(matrix())), kept);
});

test("what is not as labelled has its rows, with or without a cell that shows it", () => {
  const known = matrix();
  const [right, wrong] = known.solutions;
  assert.ok(right && wrong);
  wrong.expectation_met = false;
  assert.deepEqual(choose(known, { ...EVERYTHING, verdict: UNEXPECTED }).rows, [1]);
  (known.cells.verdicts[0] ?? [])[1] = "WA";
  assert.deepEqual(choose(known, { ...EVERYTHING, verdict: UNEXPECTED }), {
    sections: [
      { title: "correct", rows: [0] },
      { title: "wrong", rows: [1] },
    ],
    rows: [0, 1],
    columns: [1],
  });
});

test("choices are what is there", () => {
  assert.deepEqual(choices(matrix()), {
    labels: ["accepted", "wrong_answer"],
    verdicts: ["AC", "WA"],
    groups: ["samples", "big"],
  });
});

test("of many rows those in sight are drawn", () => {
  assert.deepEqual(inSight(0, 240, 24, 1000, 6), [0, 16]);
  assert.deepEqual(inSight(2400, 240, 24, 1000, 6), [94, 116]);
  assert.deepEqual(inSight(24_000, 240, 24, 1000, 6), [993, 1000]);
  assert.deepEqual(inSight(1_000_000, 240, 24, 1000, 6), [993, 1000]);
  assert.deepEqual(inSight(0, 240, 24, 3, 6), [0, 3]);
  assert.deepEqual(inSight(0, 0, 24, 0, 6), [0, 0]);
  assert.deepEqual(inSight(2400, 240, 24, 1000, 0), [100, 110]);
});

test("an excerpt has the place of the difference", () => {
  const text = Array.from({ length: 1000 }, (_, line) => `${line}`).join("\n");
  const { lines, before, after } = excerpt(text, { line: 600, column: 1 });
  assert.equal(before, 550);
  assert.equal(lines.length, 200);
  assert.equal(after, 250);
  assert.deepEqual(lines[50], { number: 600, text: "600", mark: 1 });
});

test("a difference behind the head of a long text has its lines", () => {
  const text = { head: "0\n", bytes: 70_000, around: { line: 20_000, text: "a\nb\nc\n" } };
  const { lines, before } = excerptOf(text, { line: 20_001, column: 0 });
  assert.equal(before, 20_000);
  assert.deepEqual(lines[1], { number: 20_001, text: "b", mark: 0 });
  assert.equal(excerptOf(text).lines.length, 1);
});

test("a long line is cut around the difference", () => {
  const [line] = excerpt("x".repeat(10_000) + "y", { line: 0, column: 10_000 }).lines;
  assert.ok(line?.mark !== undefined);
  assert.deepEqual(marked(line.text, line.mark), ["…" + "x".repeat(60), "y", ""]);
});

test("a difference behind the end is marked as a missing line", () => {
  assert.deepEqual(excerpt("1\n", { line: 1, column: 0 }).lines.at(-1), { number: 1, text: "", mark: 0 });
  assert.deepEqual(marked("", 0), ["", "", ""]);
  assert.deepEqual(marked("1 23 4", 2), ["1 ", "23", " 4"]);
});
