import assert from "node:assert/strict";
import test from "node:test";
import { Problems, type News } from "../../src/problems.ts";
import type { Matrix, Status } from "../../src/protocol.ts";
import { change, matrix } from "./examples.ts";

const URI = "file:///p";

function status(busy: boolean): Status {
  return { uri: URI, health: "ok", busy, message: "", tpr: null, tnr: null };
}

/** A store with a server that answers when it is told to. */
function scene(): { problems: Problems; asked: ((answer: Matrix | Error) => Promise<void>)[]; news: string[] } {
  const asked: ((answer: Matrix | Error) => Promise<void>)[] = [];
  const problems = new Problems(
    () =>
      new Promise((done, fail) => {
        asked.push(async (answer) => {
          if (answer instanceof Error) {
            fail(answer);
          } else {
            done(answer);
          }
          await new Promise((next) => setImmediate(next));
        });
      }),
  );
  const news: string[] = [];
  problems.listen((one: News) => news.push(one.kind));
  return { problems, asked, news };
}

const CELL = { solution: "wa.cpp", test: "2", verdict: "AC", time_ms: 3, stale: false };

test("the whole is asked for once, then kept up by changes", async () => {
  const { problems, asked, news } = scene();
  const [one, other] = [problems.matrix(URI), problems.matrix(URI)];
  assert.equal(asked.length, 1);
  await asked[0]?.(matrix());
  assert.equal(await one, await other);
  problems.matrixChanged(change({ base: 4, generation: 5, cells: [CELL] }));
  assert.equal(asked.length, 1);
  assert.equal(problems.get(URI)?.matrix?.cells.verdicts[1]?.[1], "AC");
  assert.deepEqual(news, ["matrix", "cells"]);
});

test("a change from another generation asks for the whole", async () => {
  const { problems, asked } = scene();
  const first = problems.whole(URI);
  await asked[0]?.(matrix());
  await first;
  problems.matrixChanged(change({ base: 7, generation: 8, cells: [CELL] }));
  assert.equal(asked.length, 2);
  await asked[1]?.({ ...matrix(), generation: 8 });
  assert.equal(problems.get(URI)?.matrix?.generation, 8);
});

test("changes that come while the whole is asked for are laid over it", async () => {
  const { problems, asked } = scene();
  const first = problems.whole(URI);
  problems.matrixChanged(change({ base: 3, generation: 4 }));
  problems.matrixChanged(change({ base: 4, generation: 5, cells: [CELL] }));
  await asked[0]?.(matrix());
  await first;
  assert.equal(asked.length, 1);
  assert.equal(problems.get(URI)?.matrix?.generation, 5);
});

test("when a run has ended the rows are asked for", async () => {
  const { problems, asked } = scene();
  const first = problems.whole(URI);
  await asked[0]?.(matrix());
  await first;
  problems.statusChanged(status(true));
  problems.matrixChanged(change({ base: 4, generation: 5, cells: [CELL] }));
  problems.statusChanged(status(false));
  assert.equal(asked.length, 2);
  // Nothing has changed since.
  await asked[1]?.({ ...matrix(), generation: 5 });
  problems.statusChanged(status(true));
  problems.statusChanged(status(false));
  assert.equal(asked.length, 2);
});

test("what an old server answers after a new one has come is not believed", async () => {
  const { problems, asked, news } = scene();
  const first = problems.whole(URI);
  problems.clear();
  await asked[0]?.(matrix());
  assert.equal(await first, undefined);
  assert.equal(problems.get(URI), undefined);
  assert.deepEqual(news, ["cleared"]);
});

test("a server that cannot tell yet is asked again later", async () => {
  const { problems, asked } = scene();
  const first = problems.matrix(URI);
  await asked[0]?.(new Error("the problem is not read yet"));
  assert.equal(await first, undefined);
  problems.matrixChanged(change({ base: 1, generation: 1 }));
  assert.equal(asked.length, 2);
});

test("problems are listed by their addresses, and one that works makes all busy", () => {
  const { problems } = scene();
  problems.statusChanged({ ...status(false), uri: "file:///q" });
  problems.statusChanged(status(true));
  assert.deepEqual(
    problems.all.map((problem) => problem.uri),
    [URI, "file:///q"],
  );
  assert.ok(problems.isBusy);
});

test("a problem that is gone is forgotten, and what was asked of it is not believed", async () => {
  const { problems, asked, news } = scene();
  problems.statusChanged(status(false));
  const first = problems.whole(URI);
  problems.statusChanged({ ...status(false), gone: true });
  await asked[0]?.(matrix());
  assert.equal(await first, undefined);
  assert.deepEqual(problems.all, []);
  assert.deepEqual(news, ["status", "gone"]);
  // Nobody was told of it, so nobody has to forget it.
  problems.statusChanged({ ...status(false), gone: true });
  assert.deepEqual(news, ["status", "gone"]);
});
