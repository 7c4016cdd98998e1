import assert from "node:assert/strict";
import test from "node:test";
import { Contests, pools, summary } from "../../src/contests.ts";
import type { Contest, ProblemItem } from "../../src/protocol.ts";

function problem(name: string, of: Partial<ProblemItem> = {}): ProblemItem {
  return {
    uri: `file:///c/${name}`,
    name,
    label: null,
    listed: true,
    found: true,
    format: "icpc",
    health: "ok",
    busy: false,
    message: "",
    judged: false,
    correct: null,
    wrong: null,
    tpr: null,
    tnr: null,
    errors: 0,
    file: null,
    ...of,
  };
}

const SPRING: Contest = {
  uri: "file:///c",
  name: "Spring",
  file: "file:///c/problems.yaml",
  messages: ["there is no folder gone"],
  problems: [
    problem("two", { label: "A", errors: 2 }),
    problem("one", { label: "B" }),
    problem("gone", { label: "C", found: false, health: "error" }),
    problem("extra", { listed: false }),
  ],
};
const LOOSE: Contest = { uri: "file:///d", name: "d", messages: [], problems: [problem("../d/x", { listed: false })] };

test("contests come first, with all of their problems; others stay as they are", async () => {
  const contests = new Contests(() => Promise.resolve({ contests: [SPRING, LOOSE] }));
  let told = 0;
  contests.listen(() => (told += 1));
  const known = ["file:///c/extra", "file:///c/one", "file:///c/two", "file:///d/x"];
  assert.deepEqual(
    contests.top(known).map((one) => one.uri),
    known,
  );
  await contests.refresh();
  assert.equal(told, 1);
  assert.deepEqual(contests.top(known), [
    { kind: "contest", uri: "file:///c" },
    { kind: "problem", uri: "file:///d/x" },
  ]);
  assert.equal(contests.problem("file:///c/two")?.label, "A");
  assert.equal(contests.contest("file:///d"), undefined);
  assert.equal(contests.listOf("file:///c/gone"), "file:///c/problems.yaml");
  assert.equal(contests.listOf("file:///c/extra"), undefined, "no list has it");
  assert.equal(pools(problem("one")), "", "nobody has counted");
  assert.equal(pools(problem("one", { correct: 1, wrong: 0 })), "S+ 1 · S- 0");
  assert.equal(summary(SPRING), "4 problems · 2 errors · 1 not there");
  assert.equal(summary(LOOSE), "1 problem");
});

test("a change while the server is asked has it asked once more", async () => {
  const answers: ((contests: Contest[]) => void)[] = [];
  const contests = new Contests(() => new Promise((done) => answers.push((all) => done({ contests: all }))));
  const first = contests.refresh();
  await contests.refresh();
  await contests.refresh();
  assert.equal(answers.length, 1);
  answers[0]?.([]);
  await new Promise((next) => setImmediate(next));
  assert.equal(answers.length, 2);
  answers[1]?.([SPRING]);
  await first;
  assert.equal(contests.contest("file:///c")?.name, "Spring");
});

test("what an old server says counts for nothing, and one without contests does no harm", async () => {
  const answers: ((contests: Contest[]) => void)[] = [];
  const contests = new Contests(() => new Promise((done) => answers.push((all) => done({ contests: all }))));
  const asked = contests.refresh();
  contests.clear();
  answers[0]?.([SPRING]);
  await asked;
  assert.deepEqual(contests.top(["file:///c/one"]), [{ kind: "problem", uri: "file:///c/one" }]);
  const without = new Contests(() => Promise.reject(new Error("no such method")));
  await without.refresh();
  assert.deepEqual(without.top([]), []);
});
