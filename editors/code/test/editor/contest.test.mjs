// A contest in the real editor: its tree, its list, and groups and scores of one of its problems.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { Editor, until } from "./editor.mjs";
import { stepper } from "./steps.mjs";

const vsix = process.env.TOUCHSTONE_VSIX;
assert.ok(vsix, "TOUCHSTONE_VSIX names the packaged extension");

const LIST = "- id: echo\n  label: A\n  name: Echo with points\n- id: gone\n  label: B\n- id: twice\n  label: C\n";

/** A solution that prints what it makes of its number. */
const program = (made) =>
  `#include <stdio.h>\nint main(void) {\n    int n;\n    if (scanf("%d", &n) == 1) printf("%d\\n", ${made});\n}\n`;

/** The files of the contest: a package with points, and a plain folder. */
function files() {
  const group = (points, flags = "min") => `accept_score: ${points}\nrange: 0 ${points}\ngrader_flags: ${flags}\n`;
  const all = {
    "contest.yaml": "name: Spring\n",
    "problems.yaml": LIST,
    "echo/problem.yaml": "name: Echo\ntype: scoring\n",
    "echo/.timelimit": "5\n",
    "echo/data/testdata.yaml": "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n",
    "echo/data/sample/testdata.yaml": "accept_score: 0\nrange: 0 0\n",
    "echo/data/secret/testdata.yaml":
      "on_reject: continue\nrange: 0 100\ngrader_flags: first_error accept_if_any_accepted\n",
    "echo/data/secret/large/testdata.yaml": group(60),
    "echo/data/secret/small/testdata.yaml": group(40),
    "echo/submissions/accepted/sol.c": program("n"),
    "echo/submissions/partially_accepted/half.c": program("n > 10 ? 0 : n"),
    "echo/submissions/wrong_answer/none.c": program("-n"),
    "twice/sol.c": program("2 * n"),
    "twice/wa_small.c": program("n < 10 ? 2 * n : n"),
    "twice/wa_next.c": program("2 * n + 1"),
    "twice/touchstone.toml": "[limits]\ntime_ms = 5000\n",
  };
  const number = (name, n, answer) => Object.assign(all, { [`${name}.in`]: `${n}\n`, [`${name}.ans`]: `${answer}\n` });
  for (const [name, n] of [
    ["sample/1", 1],
    ["secret/large/1", 100],
    ["secret/large/2", 5],
    ["secret/small/1", 2],
  ])
    number(`echo/data/${name}`, n, n);
  for (const n of [3, 30]) number(`twice/tests/${n}`, n, 2 * n);
  return all;
}

test("a contest", { timeout: 600_000 }, async (t) => {
  const workspace = mkdtempSync(path.join(os.tmpdir(), "touchstone-editor-"));
  for (const [name, text] of Object.entries(files())) {
    mkdirSync(path.dirname(path.join(workspace, name)), { recursive: true });
    writeFileSync(path.join(workspace, name), text);
  }
  const editor = await Editor.start({ vsix });
  const { page } = editor;
  const step = stepper(t, editor, "contest");
  const rows = page.locator(".pane-body .monaco-list-row");
  const row = (words) => rows.filter({ hasText: words }).first();
  /** The rows from top to bottom, each as one text. */
  const told = async () => (await rows.allTextContents()).map((text) => text.replaceAll("\u00a0", " ").trim());
  const shows = (what, lines) =>
    until(what, async () => {
      const now = await told();
      return now.length === lines.length && lines.every((line, nth) => line.test(now[nth]));
    });
  /** Presses a button that shows while the mouse is over a row. */
  const pressOn = async (words, title) => {
    await row(words).hover();
    await row(words).locator(`.action-label[aria-label^="${title}"]`).first().click();
  };
  const problems = page.locator(".markers-panel .monaco-list-row");

  try {
    await step("the tree lists the problems by the contest, in its order", async () => {
      await editor.open(workspace, "problems.yaml");
      const dialog = page.locator(".monaco-dialog-box", { hasText: "trust the authors" });
      await dialog.waitFor();
      await dialog.locator(".monaco-button", { hasText: "Yes" }).click();
      await page.locator('.activitybar .action-item a[aria-label^="Touchstone"]').click();
      await shows("the tree", [
        /^Spring ?3 problems · 1 not there$/,
        /^A Echo with points ?not checked yet$/,
        /^B gone ?there is no problem in this folder$/,
        /^C twice ?not checked yet$/,
      ]);
      await editor.shot("30-contest");
    });

    await step("what is wrong with the list stands at its line", async () => {
      await page.locator(".editor-instance .monaco-editor .squiggly-warning").waitFor();
      await editor.command("View: Focus Problems", problems.first());
      await problems.filter({ hasText: "so the problem is not judged; add it, or take it out of the list" }).waitFor();
      await editor.shot("31-list");
    });

    await step("a button of the contest judges all of it", async () => {
      await pressOn("Spring", "Check All Problems of This Contest");
      await row(/A Echo with points ?S\+ 1 · S- 2 · TPR 100% · TNR 100%/).waitFor({ timeout: 180_000 });
      await row(/C twice ?S\+ 1 · S- 2 · TPR 100% · TNR 100%/).waitFor({ timeout: 180_000 });
      await editor.shot("32-judged");
    });

    await step("a save is in the tree, and in no other problem", async () => {
      await row("C twice").click();
      await page.locator(".tab.active", { hasText: "sol.c" }).waitFor();
      await editor.write("twice/wa_small.c", program("2 * n"));
      await editor.save();
      await row(/C twice ?S\+ 1 · S- 2 · TPR 100% · TNR 50% · 1 error/).waitFor({ timeout: 180_000 });
      await row(/Spring ?3 problems · 1 error · 1 not there/).waitFor();
      await row(/A Echo with points ?S\+ 1 · S- 2 · TPR 100% · TNR 100%/).waitFor();
      await row("C twice").locator(".monaco-tl-twistie").click();
      await row(/wa_small\.c ?AC · wrong_answer/).waitFor();
      await row(/wa_next\.c ?WA · wrong_answer/).waitFor();
      await editor.shot("33-saved");
      await row("C twice").locator(".monaco-tl-twistie").click();
    });

    await step("buttons of a problem judge it and show its matrix, with groups and points", async () => {
      await pressOn("A Echo", "Show the Matrix");
      await editor.cell("submissions/partially_accepted/half.c", "secret/large/1").waitFor();
      await editor.matrix.locator("th.name", { hasText: "half.c" }).filter({ hasText: "40" }).waitFor();
      const heads = await editor.matrix.locator("thead th:not(.name)").allTextContents();
      assert.deepEqual(heads, ["1sample", "1large", "2large", "1small"]);
      await editor.shot("34-points");
      await editor.write("echo/submissions/wrong_answer/none.c", program("n > 10 ? n : -n"));
      await editor.save();
      await editor
        .cell("submissions/wrong_answer/none.c", "secret/large/1")
        .filter({ hasText: /^AC$/ })
        .waitFor({ timeout: 180_000 });
    });

    await step("the list is opened from the tree, and mended", async () => {
      await row("Spring").click();
      await page.locator(".tab.active", { hasText: "problems.yaml" }).waitFor();
      const mended = LIST.replace("- id: gone\n  label: B\n", "");
      await editor.goto(4, 1);
      for (const key of ["Shift+ArrowDown", "Shift+ArrowDown", "Delete"]) await page.keyboard.press(key);
      await editor.save();
      assert.equal(readFileSync(path.join(workspace, "problems.yaml"), "utf8"), mended);
      await shows("the tree without it", [
        /^Spring ?2 problems · 1 error$/,
        /^A Echo with points ?S\+ 1 · S- 2 · TPR 100% · TNR 100%/,
        /^C twice ?S\+ 1 · S- 2 · TPR 100% · TNR 50%/,
      ]);
      await page.locator(".editor-instance .monaco-editor .squiggly-warning").waitFor({ state: "detached" });
      await editor.shot("35-mended");
    });
  } finally {
    await editor.stop();
    rmSync(workspace, { recursive: true, force: true });
  }
});
