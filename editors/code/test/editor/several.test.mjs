// Several problems side by side, one of them with a large matrix, that are checked only when somebody asks for it.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { copyProblem, Editor, until } from "./editor.mjs";
import { stepper } from "./steps.mjs";

const vsix = process.env.TOUCHSTONE_VSIX;
assert.ok(vsix, "TOUCHSTONE_VSIX names the packaged extension");

const N_WRONG = 24;
const N_TESTS = 100;

/** A problem with 25 solutions and 100 tests: wrong solution n fails the tests whose number is n modulo 25. */
function makeGrid(folder) {
  mkdirSync(path.join(folder, "tests"), { recursive: true });
  const solution = (words) =>
    `#include <stdio.h>\nint main(void) {\n    int a, b;\n    if (scanf("%d %d", &a, &b) != 2) return 1;\n    ${words}\n    printf("%d\\n", a + b);\n}\n`;
  writeFileSync(path.join(folder, "sol.c"), solution(""));
  for (let n = 0; n < N_WRONG; n++)
    writeFileSync(path.join(folder, `wa_${two(n)}.c`), solution(`if (a % 25 == ${n}) ++a;`));
  for (let n = 1; n <= N_TESTS; n++) {
    const name = path.join(folder, "tests", String(n).padStart(3, "0"));
    writeFileSync(`${name}.in`, `${n} ${7 * n}\n`);
    writeFileSync(`${name}.ans`, `${8 * n}\n`);
  }
}

const two = (n) => String(n).padStart(2, "0");

test("several problems in one window", { timeout: 600_000 }, async (t) => {
  const { workspace, folder } = copyProblem("two-parcels", "slow.cpp");
  const grid = path.join(workspace, "..", `${path.basename(workspace)}-grid`);
  makeGrid(grid);
  const window = `${workspace}.code-workspace`;
  const editor = await Editor.start({ vsix });
  const { page } = editor;
  const step = stepper(t, editor, "several");
  const lens = (words) => page.locator(".codelens-decoration a", { hasText: words });
  const summary = (words) => editor.matrix.locator("#summary", { hasText: words });
  const item = (name) => page.locator(".test-explorer .monaco-list-row").filter({ hasText: name }).first();
  const results = page.locator(".test-output-peek-tree .monaco-list-row");
  /** Writes a file of a problem and leaves it unsaved. */
  const write = async (name, from) => {
    await editor.write(name, readFileSync(path.join(folder, from), "utf8"));
    await page.locator(".tab.active.dirty").waitFor();
  };

  try {
    await step("problems in two folders are listed together", async () => {
      await editor.openWorkspace(window, [workspace, grid], { "touchstone.editor.check_on_save": false });
      const dialog = page.locator(".monaco-dialog-box", { hasText: "trust the authors" });
      await dialog.waitFor();
      await dialog.locator(".monaco-button", { hasText: "Yes" }).click();
      await editor.openFile("wa_same_parcel.cpp");
      await lens("AC on 11 tests, expected wrong_answer").waitFor({ timeout: 180_000 });
      await editor.openFile("wa_05.c");
      await lens("WA on test 005, as expected").waitFor({ timeout: 180_000 });
      await page.locator('.activitybar .action-item a[aria-label^="Touchstone"]').click();
      for (const rates of [/two-parcels.*TPR 100% · TNR 83.3%/, /-grid.*TPR 100% · TNR 100%/])
        await page.locator(".pane-body .monaco-list-row", { hasText: rates }).waitFor();
      await editor.shot("20-several");
    });

    await step("the language status tells of the problem of the active file", async () => {
      const status = page.locator(".hover-language-status");
      for (const [file, words] of [
        ["wa_05.c", /TPR 100% · TNR 100%.*-grid: 1 warning.*Show the Matrix/],
        ["wa_same_parcel.cpp", /TPR 100% · TNR 83.3%.*two-parcels: 1 error.*Show the Matrix/],
      ]) {
        await editor.openFile(file);
        await page.locator("#status\\.languageStatus").first().click();
        await status.filter({ hasText: words }).waitFor();
        await page.keyboard.press("Escape");
        await status.waitFor({ state: "detached" });
      }
    });

    await step("of a large matrix only what is in sight is drawn, and headers stay", async () => {
      await editor.openFile("wa_05.c");
      await editor.command("Touchstone: Show the Matrix");
      await editor.cell("wa_00.c", "001").filter({ hasText: "AC" }).click();
      await editor.matrix.locator("#details figure", { hasText: "Found" }).waitFor();
      await page.keyboard.press("Escape");
      const cells = editor.matrix.locator("td.cell");
      assert.ok((await cells.count()) < 1000, "not all of the 2500 cells");
      await page.keyboard.press("Control+End");
      const last = editor.cell(`wa_${N_WRONG - 1}.c`, `${N_TESTS}`);
      await last.waitFor();
      assert.equal(await editor.cell("wa_00.c", "001").count(), 0);
      assert.ok((await cells.count()) < 1000, "still not all of them");
      const [cell, head, name, room] = await Promise.all([
        last.boundingBox(),
        editor.matrix.locator("thead th", { hasText: /^100$/ }).boundingBox(),
        editor.matrix.locator("th.name", { hasText: `wa_${N_WRONG - 1}.c` }).boundingBox(),
        editor.matrix.locator("#scroller").boundingBox(),
      ]);
      assert.ok(Math.abs(head.y - room.y) < 1 && Math.abs(name.x - room.x) < 1, "headers are at the edges");
      assert.ok(Math.abs(head.x - cell.x) < 2 && Math.abs(name.y - cell.y) < 2, "headers belong to the cell");
      await editor.shot("21-large");
    });

    await step("a grid that was scrolled still obeys the keyboard", async () => {
      const room = await editor.matrix.locator("#scroller").boundingBox();
      await page.mouse.move(room.x + room.width / 2, room.y + room.height / 2);
      await page.mouse.wheel(-9000, -9000);
      await editor.cell("wa_00.c", "001").waitFor();
      await editor.cell(`wa_${N_WRONG - 1}.c`, `${N_TESTS}`).waitFor({ state: "detached" });
      await page.keyboard.press("ArrowUp");
      const focused = editor.matrix.locator("td:focus");
      await focused.waitFor();
      assert.equal(await focused.getAttribute("data-solution"), `wa_${N_WRONG - 2}.c`);
    });

    await step("a filter for one problem does not empty another", async () => {
      await editor.openFile("wa_same_parcel.cpp");
      await editor.cell("re_none.cpp", "2").waitFor();
      await editor.matrix.locator('select[aria-label="Verdict"]').selectOption("RTE");
      await editor.cell("sol.cpp", "1").waitFor({ state: "detached" });
      await editor.openFile("wa_05.c");
      await editor.cell("sol.c", "001").waitFor();
      await editor.matrix.locator('select[aria-label="Verdict"]').selectOption("");
    });

    await step("keys check a problem or a solution, and what is unsaved is saved for it", async () => {
      await write("wa_overflow.cpp", "sol.cpp");
      await page.keyboard.press("Control+Alt+Shift+Enter");
      await page.locator(".tab.active:not(.dirty)").waitFor();
      await editor.cell("wa_overflow.cpp", "4").filter({ hasText: /^AC$/ }).waitFor({ timeout: 120_000 });
      await write("greedy_heaviest.cpp", "sol.cpp");
      await page.keyboard.press("Control+Alt+Enter");
      await summary("TNR 50%").waitFor({ timeout: 120_000 });
    });

    await step("keys show the matrix and explain a finding", async () => {
      await editor.command("View: Toggle Panel Visibility");
      await editor.openFile("wa_same_parcel.cpp");
      await page.locator(".editor-instance .view-lines").first().click();
      await editor.press("Control+Alt+m", editor.matrix.locator("#bar"), "the matrix", 10_000);
      await page.locator(".editor-instance .view-lines").first().click();
      const page_ = page.locator(".tab.active", { hasText: "wrong-solution-passes" });
      await editor.press("Control+Alt+e", page_, "the explanation", 10_000);
    });

    await step("a wrong solution that passes everything has failed, also after one of its tests was run", async () => {
      await page.locator('.activitybar .action-item a[aria-label^="Testing"]').click();
      await item("two-parcels").click();
      await page.keyboard.press("ArrowRight");
      await item("wa_same_parcel.cpp").locator(".codicon-testing-failed-icon").waitFor();
      await item("wa_same_parcel.cpp").click();
      await page.keyboard.press("ArrowRight");
      await item("test 4").hover();
      await item("test 4").locator(".codicon-testing-run-icon").first().click();
      await results
        .first()
        .filter({ hasText: /^Touchstone$/ })
        .waitFor({ timeout: 120_000 });
      await results.filter({ hasText: "test 4" }).waitFor();
      await results.filter({ hasText: "labelled wrong_answer, and passes all 11 tests" }).waitFor();
      assert.equal(await results.filter({ hasText: "test 5" }).count(), 0);
      assert.ok(await item("wa_same_parcel.cpp").locator(".codicon-testing-failed-icon").isVisible());
      await editor.shot("22-one-test");
      await item("wa_same_parcel.cpp").click();
      await page.keyboard.press("ArrowLeft");
    });

    await step("Run Failed runs what is not as labelled, and nothing else", async () => {
      const menu = page.locator(".monaco-menu .action-label", { hasText: "Run Failed" });
      await page.locator(".part.sidebar .composite.title .codicon-chevron-down").first().click();
      await menu.click();
      await results.filter({ hasText: "greedy_heaviest.cpp" }).first().waitFor({ timeout: 120_000 });
      await results.filter({ hasText: "wa_overflow.cpp" }).first().waitFor();
      assert.equal(await results.filter({ hasText: "ac_alt.py" }).count(), 0);
    });

    await step("a continuous run runs what is saved, and tells expected from found", async () => {
      await item("ac_alt.py").hover();
      await item("ac_alt.py").locator(".codicon-testing-turn-continuous-run-on").click();
      await item("ac_alt.py").locator(".codicon-testing-passed-icon").waitFor();
      await write("ac_alt.py", "wa_zero_based.py");
      await editor.save();
      await results
        .filter({ hasText: "labelled accepted, and gets WA, first on test 1" })
        .waitFor({ timeout: 120_000 });
      await item("ac_alt.py").locator(".codicon-testing-failed-icon").waitFor();
      await lens("WA on test 1, expected accepted").waitFor();
      await item("ac_alt.py").click();
      await page.keyboard.press("ArrowRight");
      await results.filter({ hasText: "WA, labelled accepted: parcels 1 and 3 weigh 43, not 70" }).first().click();
      await page.locator(".test-output-peek .monaco-diff-editor, .panel .monaco-diff-editor").first().waitFor();
      await editor.shot("23-continuous");
    });

    await step("a label that is chosen is on disk and counts", async () => {
      await editor.openFile("wa_same_parcel.cpp");
      await editor.command("Touchstone: Set the Label of This Solution");
      const row = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: "accepted_or_tle" });
      await page.locator(".quick-input-widget:visible", { hasText: "Label of wa_same_parcel.cpp" }).waitFor();
      await page.locator(".quick-input-widget:visible input").first().fill("accepted_or");
      await row.waitFor();
      await page.keyboard.press("Enter");
      const file = path.join(folder, "touchstone.toml");
      await until(
        "the label on disk",
        () => existsSync(file) && /wa_same_parcel.*accepted_or_tle/.test(readFileSync(file, "utf8")),
      );
      assert.equal(await page.locator(".tab.dirty").count(), 0);
    });

    await step("the report is written, and a new problem is made", async () => {
      await editor.openFile("wa_05.c");
      await editor.command("Touchstone: Export the Report");
      const ok = page.locator(".quick-input-widget:visible", { hasText: "Export the Report" });
      await ok.waitFor();
      await until("a name for the report", async () =>
        (await ok.locator("input").first().inputValue()).endsWith(".json"),
      );
      await page.keyboard.press("Enter");
      await page.locator(".tab.active", { hasText: "-grid.json" }).waitFor();
      const report = JSON.parse(readFileSync(`${grid}.json`, "utf8"));
      assert.equal(report.matrix.solutions.length, N_WRONG + 1);
      await editor.command("Touchstone: New Problem");
      const box = page.locator(".quick-input-widget:visible");
      await box
        .locator(".monaco-list-row", { hasText: path.basename(workspace) })
        .first()
        .click();
      await box.filter({ hasText: "The name of its folder" }).locator("input").first().fill("fresh");
      await page.keyboard.press("Enter");
      await page.locator(".tab.active", { hasText: "val.cpp" }).waitFor();
      assert.ok(existsSync(path.join(workspace, "fresh", "val.cpp")));
    });

    await step("the walkthrough and the log are there", async () => {
      const walkthrough = page.locator(".gettingStartedDetailsContent", { hasText: "Get Started with Touchstone" });
      await editor.command("Touchstone: Get Started", walkthrough);
      await editor.shot("24-walkthrough");
      await editor.command("Touchstone: Show Log");
      await page.locator(".panel .monaco-select-box, .panel select").first().waitFor();
      assert.equal(
        await page
          .locator(".panel select")
          .first()
          .evaluate((one) => one.selectedOptions[0]?.text),
        "Touchstone",
      );
    });

    await step("a server that is not where the setting says is missed in plain words", async () => {
      const setting = async (text) => {
        const file = page.locator(".tab.active", { hasText: "settings.json" });
        await editor.command("Preferences: Open Remote Settings (JSON)", file);
        await page.locator(".editor-instance .view-lines").first().click();
        await page.keyboard.press("Control+a");
        await page.keyboard.press("Delete");
        await page.keyboard.insertText(text);
        await editor.save();
      };
      await setting('{ "touchstone.server.path": "/nowhere/touchstone" }');
      const toast = page.locator(".notification-toast", {
        hasText: "names “/nowhere/touchstone”, and no program is there",
      });
      await toast.waitFor();
      await page.locator('.activitybar .action-item a[aria-label^="Touchstone"]').click();
      await page.locator(".pane-body .welcome-view-content", { hasText: "The server is not running." }).waitFor();
      await editor.shot("25-no-server");
      await setting("{}");
      await page
        .locator(".pane-body .monaco-list-row", { hasText: "two-parcels" })
        .first()
        .waitFor({ timeout: 120_000 });
    });
  } finally {
    await editor.stop();
    for (const left of [workspace, grid, window, `${grid}.json`]) rmSync(left, { recursive: true, force: true });
  }
});
