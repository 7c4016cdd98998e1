// One session in the real editor, from the question of trust to a server that was killed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { copyProblem, Editor, shows, until } from "./editor.mjs";
import { stepper } from "./steps.mjs";

const vsix = process.env.TOUCHSTONE_VSIX;
assert.ok(vsix, "TOUCHSTONE_VSIX names the packaged extension");

test("a session in the editor", { timeout: 600_000 }, async (t) => {
  // Its slowest solution runs into the time limit, which is not what is tested here.
  const { workspace, folder } = copyProblem("two-parcels", "slow.cpp");
  const editor = await Editor.start({ vsix });
  const { page } = editor;
  const step = stepper(t, editor, "session");
  const servers = () => {
    const all = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
    return all
      .filter((line) => line.includes(`${editor.state}/extensions/`) && line.endsWith("touchstone lsp"))
      .map((line) => parseInt(line));
  };
  const lens = (words) => page.locator(".codelens-decoration a", { hasText: words });
  const originals = new Map();
  /** Edits a line of an open file as a person would, and saves it. */
  const change = async (name, line, before, after) => {
    const file = path.join(folder, name);
    const text = readFileSync(file, "utf8");
    if (!originals.has(name)) originals.set(name, text);
    const old = text.split("\n")[line - 1];
    assert.ok(old.includes(before), `${old} has no ${before}`);
    await editor.openFile(name);
    await editor.goto(line, 1);
    await page.keyboard.press("End");
    await page.keyboard.press("Shift+Home");
    await page.keyboard.press("Shift+Home");
    const fresh = old.replace(before, after);
    await (fresh === "" ? page.keyboard.press("Delete") : page.keyboard.insertText(fresh));
    await editor.save();
    await until("the edit on disk", () => readFileSync(file, "utf8").split("\n")[line - 1] === fresh, 5000);
  };
  const restore = async (name) => {
    writeFileSync(path.join(folder, name), originals.get(name));
    await editor.openFile(name);
    await until("the file as it was", async () => (await page.locator(".tab.active.dirty").count()) === 0);
  };
  /** What the same server says on the command line. */
  const exported = () => {
    const [pid] = servers();
    const binary = execFileSync("readlink", [`/proc/${pid}/exe`], { encoding: "utf8" }).trim();
    const env = { ...process.env, TOUCHSTONE_CACHE_DIR: editor.cache };
    try {
      return execFileSync(binary, ["check", folder, "--format", "json"], { env, encoding: "utf8" });
    } catch (error) {
      // There are findings.
      return error.stdout;
    }
  };
  const squiggles = page.locator(".editor-instance .monaco-editor .squiggly-error");

  try {
    await step("a folder that is not trusted is read, and nothing of it is run", async () => {
      await editor.open(workspace, "two-parcels/val.cpp");
      const dialog = page.locator(".monaco-dialog-box", { hasText: "trust the authors" });
      await dialog.waitFor();
      await dialog.locator(".monaco-button", { hasText: "No, I don't" }).click();
      await editor.lines.filter({ hasText: "registerValidation" }).waitFor();
      await page.locator(".codelens-decoration", { hasText: "not while the folder is not trusted" }).waitFor();
      await editor.shot("01-untrusted");
      assert.equal(servers().length, 1);
    });

    await step("trust is granted, and the problem is checked", async () => {
      await editor.command("Workspaces: Manage Workspace Trust");
      await page.locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" }).first().click();
      await page.locator(".tab", { hasText: "val.cpp" }).click();
      await lens("validator: 11 tests accepted").waitFor({ timeout: 180_000 });
      assert.equal(await squiggles.count(), 0);
      await editor.shot("02-checked");
    });

    await step("the matrix has the right verdict in the right cell", async () => {
      await editor.command("Touchstone: Show the Matrix");
      await editor.cell("wa_zero_based.py", "1").waitFor();
      const report = JSON.parse(exported());
      const { solutions, tests, verdicts } = report.matrix;
      for (const [row, solution] of solutions.entries()) {
        for (const [column, id] of tests.entries()) {
          await editor
            .cell(solution, id)
            .filter({ hasText: new RegExp(`^${verdicts[row][column]}$`) })
            .waitFor({ timeout: 5000 });
        }
      }
      await editor.matrix.locator("#summary", { hasText: "TPR 100% · TNR 83.3% · 1 error" }).waitFor();
      await editor.matrix.locator("th.failed", { hasText: "wa_same_parcel.cpp" }).waitFor();
      await editor.shot("03-matrix");
    });

    await step("a cell shows input, expected and found, with the difference", async () => {
      await editor.cell("wa_zero_based.py", "1").click();
      const details = editor.matrix.locator("#details");
      await details.locator("figure", { hasText: "Found" }).locator("mark").waitFor();
      assert.equal(await details.locator(".checker").textContent(), "parcels 1 and 3 weigh 43, not 70");
      assert.equal(await details.locator("figure", { hasText: "Expected" }).locator("mark").textContent(), "2");
      assert.equal(await details.locator("figure", { hasText: "Found" }).locator("mark").textContent(), "1");
      await editor.shot("04-cell");
    });

    await step("the grid obeys the keyboard", async () => {
      const focused = () => editor.matrix.locator(":focus").evaluate((one) => [one.dataset.solution, one.dataset.test]);
      assert.deepEqual(await focused(), ["wa_zero_based.py", "1"]);
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowRight");
      assert.deepEqual(await focused(), ["wa_sorted_index.cpp", "2"]);
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await editor.matrix.locator("#details h2", { hasText: "wa_sorted_index.cpp" }).waitFor();
      await page.keyboard.press("Escape");
      await editor.matrix.locator("#details").waitFor({ state: "hidden" });
      assert.deepEqual(await focused(), ["wa_sorted_index.cpp", "1"]);
    });

    await step("filters leave what is asked for", async () => {
      const rows = editor.matrix.locator("tr[data-row]");
      const verdict = editor.matrix.locator('select[aria-label="Verdict"]');
      await verdict.selectOption("RTE");
      assert.equal(await rows.count(), 1);
      await verdict.selectOption("");
      await editor.matrix.locator('select[aria-label="Label"]').selectOption("accepted");
      assert.equal(await rows.count(), 2);
      await editor.matrix.locator('select[aria-label="Label"]').selectOption("");
      assert.equal(await rows.count(), 8);
    });

    await step("a broken validator is underlined on the read that decides", async () => {
      await change("val.cpp", 5, 'inf.readInt(2, 50000, "n")', 'inf.readInt(3, 50000, "n")');
      await squiggles.first().waitFor({ timeout: 120_000 });
      assert.match(await editor.textUnder(squiggles), /int n = inf.readInt\(3, 50000, "n"\)/);
      await lens("validator: rejects").waitFor();
      await editor.shot("05-squiggle");
    });

    await step("the finding is in the hover", async () => {
      await editor.goto(5, 18);
      await editor.press("Control+k Control+i", page.locator(".monaco-hover", { hasText: "readInt" }), "the hover");
      await page.locator(".monaco-hover", { hasText: "validator-rejects" }).first().waitFor();
      await editor.shot("06-hover");
      await page.keyboard.press("Escape");
    });

    await step("a quick fix is offered and applied", async () => {
      await change("val.cpp", 5, 'readInt(3, 50000, "n")', 'readInt(2, 50000, "n")');
      await squiggles.first().waitFor({ state: "detached", timeout: 120_000 });
      await change("val.cpp", 11, "    inf.readEof();", "");
      const found = page.locator('.editor-instance .monaco-editor [class*="squiggly-"]').first();
      await found.waitFor({ timeout: 60_000 });
      const text = await editor.textUnder(found);
      await editor.goto(3, 6);
      const menu = page.locator(".action-widget .monaco-list-row", { hasText: /readEof/ });
      let isOffered = false;
      for (let tries = 0; tries < 3 && !isOffered; tries++) {
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+.");
        isOffered = await shows(menu, 20_000);
      }
      assert.ok(isOffered, `a quick fix is offered for “${text}”`);
      await editor.shot("07-quick-fix");
      await menu.first().click();
      await editor.lines.filter({ hasText: "inf.readEof();" }).waitFor();
      await editor.save();
      assert.match(readFileSync(path.join(folder, "val.cpp"), "utf8"), /^\s*inf\.readEof\(\);$/m);
      await restore("val.cpp");
    });

    await step("the matrix follows a save", async () => {
      await editor.openFile("re_none.cpp");
      writeFileSync(path.join(folder, "re_none.cpp"), readFileSync(path.join(folder, "sol.cpp")));
      await editor.cell("re_none.cpp", "2").filter({ hasText: /^AC$/ }).waitFor({ timeout: 120_000 });
      await editor.matrix.locator("#summary", { hasText: "TNR 66.7%" }).waitFor();
      await editor.shot("08-after-a-save");
    });

    await step("the Testing view runs a problem and a single test", async () => {
      await page.locator('.activitybar .action-item a[aria-label^="Testing"]').click();
      const rows = page.locator(".test-explorer .monaco-list-row");
      await rows.filter({ hasText: "two-parcels" }).first().waitFor();
      await rows.filter({ hasText: "two-parcels" }).first().click();
      await page.keyboard.press("ArrowRight");
      await rows.filter({ hasText: "wa_overflow.cpp" }).waitFor();
      await editor.command("Test: Run All Tests");
      await rows.filter({ hasText: "sol.cpp" }).locator(".codicon-testing-passed-icon").waitFor({ timeout: 120_000 });
      await rows.filter({ hasText: "wa_same_parcel.cpp" }).locator(".codicon-testing-failed-icon").waitFor();
      await rows.filter({ hasText: "wa_overflow.cpp" }).click();
      await page.keyboard.press("ArrowRight");
      const cell = rows.filter({ hasText: "test 4" });
      await cell.filter({ hasText: "WA · gen -n 2 -min 2e9" }).first().click();
      await editor.lines.filter({ hasText: "The weights fit" }).waitFor();
      await lens("WA on test 4, as expected").waitFor();
      await editor.shot("09-testing");
    });

    await step("the tree lists the problem with its solutions", async () => {
      await page.locator('.activitybar .action-item a[aria-label^="Touchstone"]').click();
      const rows = page.locator(".pane-body .monaco-list-row");
      await rows.filter({ hasText: "two-parcels" }).filter({ hasText: "TPR" }).first().waitFor();
      await rows.filter({ hasText: "sol.cpp" }).filter({ hasText: "accepted" }).first().waitFor();
      await editor.shot("10-tree");
    });

    await step("scripts have colours of their own", async () => {
      await editor.openFile("script.txt");
      const token = editor.lines.first().locator("span > span").first();
      await until("colours", async () => (await editor.lines.first().locator("span > span").count()) > 4);
      assert.equal((await token.textContent()).trim(), "gen");
      await editor.shot("11-script");
    });

    await step("names lead to other files, and the outline lists commands", async () => {
      await editor.goto(1, 6);
      const picked = page.locator(".quick-input-list .monaco-list-row", { hasText: "gen -n 2 -min 1" });
      await editor.press("Control+Shift+o", picked, "the outline");
      await page.keyboard.press("Escape");
      const generator = page.locator('.tab.active[data-resource-name="gen.cpp"]');
      await editor.press("F12", generator, "the generator", 10_000);
      await page.locator(".statusbar-item", { hasText: "Ln 13" }).waitFor();
    });

    await step("calls have signatures, options have values, scripts are put in order", async () => {
      await editor.goto(13, 22);
      const signature = page.locator(".parameter-hints-widget.visible", { hasText: "opt" });
      await editor.press("Control+Shift+Space", signature, "the signature");
      await page.keyboard.press("Escape");
      const input = page.locator(".quick-input-widget:visible input");
      await editor.press("Control+p", input, "the box for files");
      await input.fill("#gen.cp");
      await page.locator(".quick-input-list .monaco-list-row", { hasText: "gen.cpp" }).first().waitFor();
      await page.keyboard.press("Escape");
      await editor.openFile("script.txt");
      await editor.goto(1, "gen -n 2 -min 1 -max 1 -type ".length + 1);
      const value = page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "none" });
      await editor.press("Control+Space", value, "the values");
      await page.keyboard.press("Escape");
      await editor.goto(1, 4);
      await page.keyboard.insertText("     ");
      const first = async () => (await editor.lines.first().textContent()).replaceAll("\u00a0", " ");
      await until("blanks", async () => (await first()).includes("gen      -n"));
      await editor.command("Format Document");
      await until("the script in order", async () => !(await first()).includes("gen      -n"));
      await editor.command("File: Revert File", page.locator(".tab.active:not(.dirty)"));
    });

    await step("an option's places are listed, and it is renamed in all", async () => {
      const [script, generator] = ["script.txt", "gen.cpp"].map((name) => path.join(folder, name));
      const [commands, source] = [script, generator].map((file) => readFileSync(file, "utf8"));
      await editor.goto(1, 6);
      const listed = page.locator(".peekview-widget .reference-file, .peekview-widget .monaco-list-row");
      await editor.press("Shift+F12", listed.filter({ hasText: "gen.cpp" }), "the places", 10_000);
      await page.keyboard.press("Escape");
      await page.locator(".peekview-widget").waitFor({ state: "hidden" });
      await page.locator(".editor-instance .view-lines").first().click();
      await editor.goto(1, 6);
      const box = page.locator(".rename-box input");
      await editor.press("F2", box, "the box for a name");
      await box.fill("size");
      await page.keyboard.press("Enter");
      await until("the name in the script", () => readFileSync(script, "utf8").startsWith("gen -size 2"));
      await until("the name in the generator", () => readFileSync(generator, "utf8").includes('opt<int>("size")'));
      writeFileSync(script, commands);
      writeFileSync(generator, source);
      await until("the files as they were", async () => (await page.locator(".tab.dirty").count()) === 0);
    });

    await step("a server that was killed is started again", async () => {
      const [before] = servers();
      process.kill(before, "SIGKILL");
      await until("another server", () => servers().some((pid) => pid !== before));
      // The editor may show what it was told on the way to the end until it shows the file anew.
      await until("the new server's lens", async () => {
        await editor.openFile("gen.cpp");
        await editor.openFile("val.cpp");
        return shows(lens("validator: 11 tests accepted"), 20_000);
      });
      await editor.command("Touchstone: Show the Matrix");
      await editor.cell("sol.cpp", "1").filter({ hasText: "AC" }).waitFor();
    });

    await step("it looks right in the light, and with much contrast", async () => {
      await editor.cell("wa_zero_based.py", "1").click();
      await editor.matrix.locator("#details mark").first().waitFor();
      await editor.theme("Light Modern", "vs");
      await editor.shot("12-light");
      await editor.theme("Dark High Contrast", "hc-black");
      await editor.shot("13-high-contrast");
      await editor.theme("Dark Modern", "vs-dark");
    });

    await step("the matrix in an editor, and a comparison", async () => {
      await editor.matrix.locator("button", { hasText: "Compare in Editor" }).click();
      await page.locator(".tab.active", { hasText: "wa_zero_based.py on test 1: expected ↔ found" }).waitFor();
      await page.locator(".monaco-diff-editor .view-line", { hasText: /1.3/ }).first().waitFor();
      await editor.shot("14-compare");
      await editor.command("View: Toggle Panel Visibility");
      await editor.command("Touchstone: Show the Matrix in an Editor");
      await editor.cell("sol.cpp", "1").filter({ hasText: "AC" }).waitFor();
      await editor.shot("15-matrix-in-an-editor");
    });

    /** Waits for a page in the editor's preview that says so. */
    const preview = (words) =>
      until(words, async () => {
        for (const frame of page.frames()) {
          const text = await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "");
          if (text.includes(words)) return true;
        }
        return false;
      });

    await step("a finding is explained", async () => {
      await editor.openFile("wa_same_parcel.cpp");
      await lens("AC on 11 tests").waitFor();
      await editor.command("Touchstone: Explain the Finding Here");
      await page.locator(".tab.active", { hasText: "wrong-solution-passes" }).waitFor();
      await preview("A solution that is labelled as wrong passes every test.");
      await editor.shot("16-explained");
    });

    await step("bounds are shown side by side", async () => {
      await editor.command("Touchstone: Show the Bounds of Variables");
      await page.locator(".tab.active", { hasText: "Bounds" }).waitFor();
      await preview("2 … 4000000000");
      await editor.shot("17-bounds");
    });

    await step("hints stand behind reads and options", async () => {
      const hint = (words) => page.locator(".view-line", { hasText: words }).first().waitFor();
      await editor.openFile("val.cpp");
      await hint("2 … 50000");
      await editor.shot("18-reads");
      await editor.openFile("gen.cpp");
      await hint("2 to 50000");
      await editor.shot("19-options");
    });
  } finally {
    await editor.stop();
    rmSync(workspace, { recursive: true, force: true });
  }
});
