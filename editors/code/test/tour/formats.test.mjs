// What the editor offers for a problem, used on three examples in three formats. It takes a while, so it is no stage.
//
// What is expected comes from elsewhere: the verdicts from the independent judge's tables, the rest from the same server's
// command line.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { copyProblem, Editor, repository, shots, shows, until } from "../editor/editor.mjs";
import { stepper } from "../editor/steps.mjs";

const vsix = process.env.TOUCHSTONE_VSIX;
assert.ok(vsix, "TOUCHSTONE_VSIX names the packaged extension");

/**
 * The folders: what holds the validator, and an input that is not among the tests; where a solution has to be moved for
 * another label, that place.
 */
const FORMATS = [
  {
    name: "night-ferry",
    validator: "input_validators/ferry.ctd",
    input: "2 1\n0 0\nAB1 1 2 20:00 5\n",
    moved: "submissions/wrong_answer/timetable.py",
  },
  { name: "one-projector", validator: "files/val.cpp", input: "1\n-5 7\n" },
  { name: "two-parcels", validator: "val.cpp", input: "2 7\n3 4\n" },
];

/** A share as the command line writes it; only all is 100%. */
const percent = (share) => `${Math.min(Math.round(share * 1000), share < 1 ? 999 : 1000) / 10}%`;

for (const { name, validator, input, moved } of FORMATS)
  test(`a tour of ${name}`, { timeout: 1_800_000 }, async (t) => {
    const { workspace, folder } = copyProblem(name);
    const oracle = JSON.parse(readFileSync(path.join(repository, "tests", "oracle", `${name}.expected.json`), "utf8"));
    const { main } = oracle;
    const editor = await Editor.start({ vsix });
    const { page } = editor;
    // A tour has time, and a busy machine may need it.
    page.setDefaultTimeout(180_000);
    const step = stepper(t, editor, name);
    const shot = (what) => editor.shot(`tour-${name}-${what}`);
    const extension = readdirSync(path.join(editor.state, "extensions")).find((one) => one.startsWith("touchstone"));
    const binary = path.join(editor.state, "extensions", extension, "server", "touchstone");
    /** What the same server says on the command line. */
    const cli = (...words) => {
      const env = { ...process.env, TOUCHSTONE_CACHE_DIR: editor.cache };
      const { status, stdout, stderr } = spawnSync(binary, words, { env, encoding: "utf8", maxBuffer: 1 << 28 });
      // 1 says that there are findings.
      assert.ok(status === 0 || status === 1, stderr);
      return stdout;
    };
    const report = (...words) => JSON.parse(cli("check", folder, "--format", "json", ...words));
    const dialog = page.locator(".monaco-dialog-box");
    const toast = (words) => page.locator(".notifications-toasts .notification-list-item", { hasText: words });
    const press = (locator, title) => locator.locator(".monaco-button", { hasText: title }).first().click();
    const lens = (words) => page.locator(".codelens-decoration a", { hasText: words });
    const tab = (words) => page.locator(".tab.active", { hasText: words });
    const box = page.locator(".quick-input-widget:visible");
    const summary = editor.matrix.locator("#summary");
    /** Whether a frame and all those around it can be seen: a page is filled before it is shown. */
    const isInSight = async (frame) =>
      frame.parentFrame() === null ||
      ((await (await frame.frameElement()).isVisible()) && (await isInSight(frame.parentFrame())));
    /** The texts of all pages in the editor that can be seen, each with its blanks as one. */
    const pages = async () => {
      const texts = page.frames().map(async (frame) => {
        // A frame may go while it is asked.
        try {
          return (await isInSight(frame)) ? await frame.evaluate(() => document.body?.innerText ?? "") : "";
        } catch {
          return "";
        }
      });
      return (await Promise.all(texts)).map((text) => text.replaceAll(/\s+/g, " "));
    };
    const says = (words) => until(words, async () => (await pages()).some((text) => text.includes(words)));
    /** A page that comes after a while, by its title. */
    const comes = async (command, title) => {
      await editor.openFile(main);
      await editor.command(command);
      await tab(title).waitFor({ timeout: 300_000 });
    };
    /** Waits until the palette is out of the picture. */
    const isClosed = () => box.waitFor({ state: "hidden" });
    const dismiss = async () => {
      await editor.command("Notifications: Clear All Notifications");
      await isClosed();
      await until("no notifications", async () => (await toast("").count()) === 0);
    };
    const first = (solution, ...verdicts) =>
      oracle.tests[oracle.verdicts[solution].findIndex((one) => verdicts.includes(one))].id;
    const rates = `TPR ${percent(oracle.tpr)} · TNR ${percent(oracle.tnr)}`;

    try {
      await step("the folder is trusted and checked", async () => {
        await editor.open(folder, validator);
        await dialog.filter({ hasText: "trust the authors" }).waitFor();
        await press(dialog, "Yes, I trust");
        await lens(`validator: ${oracle.tests.length} tests accepted`).waitFor({ timeout: 240_000 });
        await shot("01-checked");
      });

      await step("every cell of the matrix is as the command line and the other judge have it", async () => {
        await editor.command("Touchstone: Show the Matrix");
        await editor.cell(main, oracle.tests[0].id).waitFor();
        const { solutions, tests, verdicts } = report().matrix;
        assert.deepEqual(
          tests,
          oracle.tests.map(({ id }) => id),
        );
        assert.deepEqual([...solutions].sort(), Object.keys(oracle.verdicts).sort());
        for (const [row, solution] of solutions.entries()) {
          assert.deepEqual(verdicts[row], oracle.verdicts[solution], solution);
          for (const [column, id] of tests.entries())
            await editor
              .cell(solution, id)
              .filter({ hasText: new RegExp(`^${verdicts[row][column]}$`) })
              .waitFor({ timeout: 60_000 });
        }
        await summary.filter({ hasText: rates }).waitFor();
        await shot("02-matrix");
      });

      const wrong = oracle.false_negatives[0] ?? Object.keys(oracle.verdicts).find((one) => /wa_/.test(one));
      const failing = first(wrong, "WA");

      await step("a failing cell shows input, expected and found, and what the checker says", async () => {
        const shown = JSON.parse(cli("show", folder, "-t", failing, "-s", wrong, "--format", "json"));
        await editor.cell(wrong, failing).click();
        const details = editor.matrix.locator("#details");
        await details.locator("figure", { hasText: "Found" }).locator("mark").waitFor();
        assert.equal(await details.locator(".checker").textContent(), shown.checker);
        for (const [title, text] of [
          ["Input", shown.input],
          ["Expected", shown.expected],
          ["Found", shown.found],
        ]) {
          const lines = details.locator("figure", { hasText: title }).locator(".line .text");
          assert.equal(`${(await lines.allTextContents()).join("\n")}\n`, text, title);
        }
        await shot("03-cell");
        await details.locator("button", { hasText: "Compare in Editor" }).click();
        await tab(`${wrong} on test ${failing}: expected ↔ found`).waitFor();
        await page
          .locator(".monaco-diff-editor .view-line", { hasText: shown.found.split("\n")[0] })
          .first()
          .waitFor();
        await shot("04-compare");
      });

      await step("a test is shown by its name", async () => {
        await editor.openFile(main);
        await editor.command("Touchstone: Show a Test", box.filter({ hasText: `Tests of ${name}` }));
        const row = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: failing });
        await box.locator("input").first().fill(failing);
        await row.waitFor();
        await shot("05-tests");
        await page.keyboard.press("Enter");
        await editor.matrix.locator("#details h2 .test", { hasText: `test ${failing}` }).waitFor();
        const title = editor.matrix.locator("#details figcaption");
        await until("a test without a solution", async () => {
          return (await title.allTextContents()).join() === "Input,Expected";
        });
        await shot("06-test");
        await page.keyboard.press("Escape");
      });

      await step("the status and the tree have the same rates", async () => {
        await editor.openFile(main);
        await page.locator("#status\\.languageStatus").first().click();
        await page.locator(".hover-language-status").filter({ hasText: rates }).waitFor();
        await shot("07-status");
        await page.keyboard.press("Escape");
        await page.locator('.activitybar .action-item a[aria-label^="Touchstone"]').click();
        const rows = page.locator(".pane-body .monaco-list-row");
        await rows.filter({ hasText: rates }).first().waitFor();
        await rows
          .filter({ hasText: path.basename(wrong) })
          .first()
          .waitFor();
        await shot("08-tree");
      });

      await step("the Testing view passes what is as labelled", async () => {
        await page.locator('.activitybar .action-item a[aria-label^="Testing"]').click();
        const rows = page.locator(".test-explorer .monaco-list-row");
        await editor.command("Test: Run All Tests");
        await rows.filter({ hasText: name }).first().waitFor();
        await rows.filter({ hasText: name }).first().click();
        await page.keyboard.press("ArrowRight");
        for (const { path: solution, expectation_met: isMet } of oracle.solutions)
          await rows
            .filter({ hasText: path.basename(solution) })
            .locator(`.codicon-testing-${isMet ? "passed" : "failed"}-icon`)
            .first()
            .waitFor({ timeout: 120_000 });
        await shot("09-testing");
        await page.locator('.activitybar .action-item a[aria-label^="Explorer"]').click();
      });

      await step("bounds are those of the command line", async () => {
        await editor.openFile(main);
        await editor.command("Touchstone: Show the Bounds of Variables");
        await tab("Bounds").waitFor();
        const { variables } = JSON.parse(cli("bounds", folder, "--format", "json"));
        assert.ok(variables.length > 0);
        const between = (one) => `${one.least.text} … ${one.greatest.text}`;
        for (const { name: variable, statement, validators, seen } of variables) {
          for (const one of [statement, ...validators]) if (one) await says(between(one));
          if (seen) await says(`${seen.least} (${seen.least_in}) … ${seen.greatest} (${seen.greatest_in})`);
          await says(variable);
        }
        await shot("10-bounds");
      });

      await step("a finding is explained", async () => {
        const found = report().findings.find(({ severity }) => severity === "error");
        await editor.openFile(found.path);
        await editor.goto(found.range.start.line + 1, found.range.start.character + 1);
        await editor.command("Touchstone: Explain the Finding Here");
        await tab(found.code).waitFor();
        // Behind the heading and the severity.
        await says(cli("explain", found.code).split("\n\n")[2].replaceAll(/\s+/g, " ").trim());
        await shot("11-explained");
      });

      await step("findings are in the list of problems", async () => {
        const { findings } = report();
        const rows = page.locator(".markers-panel .monaco-list-row");
        await editor.command("View: Focus Problems", rows.first());
        for (const { message, severity } of findings)
          if (severity !== "hint")
            await rows
              .filter({ hasText: message.split(";")[0].slice(0, 60) })
              .first()
              .waitFor();
        await shot("12-problems");
      });

      await step("sanitizers see what is undefined, on its line", async () => {
        const sound = readFileSync(path.join(folder, main), "utf8");
        await editor.openFile(main);
        await editor.command("Touchstone: Check This Problem With Sanitizers");
        await toast(`${name} ran with sanitizers`).waitFor({ timeout: 240_000 });
        await isClosed();
        await shot("13-sanitizers");
        await dismiss();
        const flaw = "    volatile int most = 2147483647;\n    most = most + 1;\n";
        await editor.write(main, sound.replace(/int main\(.*\) \{\n/, `$&${flaw}`));
        await editor.save();
        await editor.command("Touchstone: Check This Problem With Sanitizers");
        await toast(`${name} ran with sanitizers`).waitFor({ timeout: 240_000 });
        await dismiss();
        const rows = page.locator(".markers-panel .monaco-list-row");
        await editor.command("View: Focus Problems", rows.first());
        await rows.filter({ hasText: "signed integer overflow" }).first().waitFor();
        const found = report("--sanitize").findings.find(({ message }) => message.includes("signed integer overflow"));
        assert.equal(found.path, main);
        await rows
          .filter({ hasText: `[Ln ${found.range.start.line + 1}, ` })
          .filter({ hasText: "signed integer overflow" })
          .first()
          .dblclick();
        await page.locator(".statusbar-item", { hasText: `Ln ${found.range.start.line + 1}, ` }).waitFor();
        const squiggle = page.locator('.editor-instance .monaco-editor [class*="squiggly-"]');
        await until("the line underlined", async () => {
          // What is underlined may change while it is asked.
          const lines = (await squiggle.all()).map((one) => editor.textNowUnder(one).catch(() => undefined));
          return (await Promise.all(lines)).includes("    most = most + 1;");
        });
        // What is chosen hides how it is underlined.
        await page.keyboard.press("ArrowLeft");
        const { line, character } = found.range.start;
        const place = new RegExp(`^Ln ${line + 1}, Col ${character + 1}$`);
        await page.locator(".statusbar-item", { hasText: place }).waitFor();
        await shot("14-undefined");
        await editor.write(main, sound);
        await editor.save();
        await rows.filter({ hasText: "signed integer overflow" }).first().waitFor({ state: "detached" });
      });

      await step("reports of every kind are written and can be read", async () => {
        const known = report();
        const other = await editor.browser.newPage();
        const parsed = (text, type) =>
          other.evaluate(
            ([text, type]) => {
              const read = new DOMParser().parseFromString(text, type);
              const { length } = read.querySelectorAll("parsererror");
              return {
                length,
                title: read.title,
                text: read.documentElement.textContent,
                cases: read.querySelectorAll("testcase").length,
              };
            },
            [text, type],
          );
        const kinds = {
          json: (text) => assert.deepEqual(JSON.parse(text).matrix.verdicts, known.matrix.verdicts),
          html: async (text) => {
            const read = await parsed(text, "text/html");
            assert.notEqual(read.title, "");
            for (const solution of known.matrix.solutions) assert.ok(read.text.includes(path.basename(solution)));
            // A script of the page draws its matrix.
            await other.emulateMedia({ colorScheme: "dark" });
            await other.goto(pathToFileURL(path.join(workspace, `${name}.html`)).href);
            for (const [row, solution] of known.matrix.solutions.entries()) {
              const drawn = other.locator("tr", { has: other.locator(`th[title^="${solution}: "]`) });
              const cells = drawn.locator('td[role="gridcell"]');
              assert.deepEqual(await cells.allTextContents(), known.matrix.verdicts[row], solution);
            }
            await other.screenshot({ path: path.join(shots, `tour-${name}-15-page.png`), fullPage: true });
          },
          xml: async (text) => {
            const read = await parsed(text, "application/xml");
            assert.equal(read.length, 0);
            assert.ok(read.cases >= known.matrix.solutions.length);
          },
          sarif: (text) => {
            const [{ results }] = JSON.parse(text).runs;
            assert.deepEqual(results.map(({ ruleId }) => ruleId).sort(), known.findings.map(({ code }) => code).sort());
          },
          md: (text) => {
            for (const solution of known.matrix.solutions) assert.ok(text.includes(path.basename(solution)));
          },
        };
        await editor.page.bringToFront();
        for (const [kind, check] of Object.entries(kinds)) {
          const file = path.join(workspace, `${name}.${kind}`);
          await editor.openFile(main);
          await editor.command("Touchstone: Export the Report");
          const target = box.filter({ hasText: "Export the Report" }).locator("input").first();
          await until("a name for the report", async () => (await target.inputValue()).endsWith(".json"));
          await target.fill(file);
          // While the dialog looks into the folder, Enter does nothing else.
          await until("the end of the dialog", async () => {
            if (!(await target.isVisible())) return true;
            await target.press("Enter");
            return box.waitFor({ state: "hidden", timeout: 5000 }).then(
              () => true,
              () => false,
            );
          });
          await until(`a report in ${kind}`, () => existsSync(file) && readFileSync(file, "utf8") !== "");
          await check(readFileSync(file, "utf8"));
          // In an editor that runs in a browser a web page is shown as text too.
          await tab(`${name}.${kind}`).waitFor();
          await shot(`15-report-${kind}`);
        }
        await other.close();
      });

      await step("limits are measured, and suggested if every right solution could be", async () => {
        await comes("Touchstone: Measure Solutions and Suggest Limits", `limits for ${name}`);
        await says("lone runs counts");
        // The page is long: it is given the room of the panel, and more.
        await editor.command("View: Hide Panel");
        await isClosed();
        await page.locator(".part.panel").waitFor({ state: "hidden" });
        const usual = page.viewportSize();
        await page.setViewportSize({ ...usual, height: 1140 });
        await until("a higher window", async () => {
          return (await page.locator(".monaco-workbench").boundingBox()).height === 1140;
        });
        await shot("16-limits");
        await page.setViewportSize(usual);
        for (const one of oracle.false_negatives) {
          // Its runs end with the first that fails, in whatever order they are made.
          const failed = oracle.tests.filter((_, column) => oracle.verdicts[one][column] === "WA");
          const words = failed.map(({ id }) => `${one}: it gets WA on test ${id} `);
          await until(words[0], async () => (await pages()).some((text) => words.some((word) => text.includes(word))));
        }
        // A machine that is too busy to measure suggests nothing either.
        const isOffered = await shows(toast("Apply it?"), 5000);
        if (oracle.false_negatives.length > 0) assert.ok(!isOffered, "nothing is offered");
        else if (!isOffered) await says("no limit follows");
        // Every limit of the examples is one second.
        await says("1000 ms");
        await dismiss();
      });

      await step("an input of one's own becomes a test", async () => {
        const before = report().matrix.tests;
        await editor.openFile(main);
        await editor.command("Touchstone: Show the Matrix");
        await editor.cell(wrong, failing).click();
        await editor.matrix.locator("#details button", { hasText: "Edit a Copy of the Input" }).click();
        await tab(/Untitled/).waitFor();
        await page.locator(".editor-instance .view-lines").first().click();
        await page.keyboard.press("Control+a");
        await page.keyboard.insertText(input);
        await editor.command("Touchstone: Promote This Input to a Test");
        await tab(`tests for ${name}`).waitFor({ timeout: 120_000 });
        await toast("Apply it?").waitFor();
        await says("accepts it");
        await shot("17-promoted");
        await press(toast("Apply it?"), "Apply");
        await until("one more test", () => report().matrix.tests.length === before.length + 1);
        const [fresh] = report().matrix.tests.filter((one) => !before.includes(one));
        // The editor makes a file first, and writes it then.
        await until("the input on disk", () => {
          return JSON.parse(cli("show", folder, "-t", fresh, "--format", "json")).input === input;
        });
        // Only one page at a time can be looked at.
        await editor.openFile(main);
        await editor.cell(main, fresh).filter({ hasText: /^AC$/ }).waitFor({ timeout: 120_000 });
        await shot("18-one-more");
      });

      await step("a label that is chosen is where the format keeps it", async () => {
        const [solution, word] =
          oracle.false_negatives.length > 0
            ? [oracle.false_negatives[0], "wrong_answer"]
            : [oracle.false_positives[0], "accepted"];
        await editor.openFile(solution);
        await editor.command(
          "Touchstone: Set the Label of This Solution",
          box.filter({ hasText: `Label of ${solution}` }),
        );
        await box.locator("input").first().fill(word);
        await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: word }).waitFor();
        await page.keyboard.press("Enter");
        if (moved !== undefined) {
          // The folder is the label: what is to be done is said, and left to the person.
          await toast(`move ${solution} to ${moved}`).waitFor();
          await dismiss();
          renameSync(path.join(folder, solution), path.join(folder, moved));
          // The cell that is open is of a solution that is there no more.
          await editor.matrix.locator("#details").waitFor({ state: "hidden" });
        }
        const labelled = moved ?? solution;
        const meant = word === "accepted" ? "true_positive" : "true_negative";
        await until("the label on disk", () =>
          report().solutions.some((one) => one.path === labelled && one.class === meant),
        );
        await editor.openFile(labelled);
        // A lens has the label only where it says more than the verdict: a right solution gets AC, and that is all.
        const { solutions, tests, verdicts } = report().matrix;
        const row = verdicts[solutions.indexOf(labelled)];
        const failed = row.findIndex((one) => one !== "AC");
        const now = failed < 0 ? `AC on ${tests.length} tests` : `${row[failed]} on test ${tests[failed]}, as expected`;
        await lens(new RegExp(`^${now}$`)).waitFor({ timeout: 120_000 });
        const { tpr, tnr } = report().metrics;
        await summary.filter({ hasText: `TPR ${percent(tpr)} · TNR ${percent(tnr)}` }).waitFor();
        await shot("19-label");
      });

      await step("the tools are probed, mutants tried, and the suite is made smaller", async () => {
        await comes("Touchstone: Probe Checker, Interactor and Validators", `probes for ${name}`);
        // Behind that it says how long it took.
        await says(cli("probe", folder).split(";")[0]);
        await shot("20-probes");
        await comes("Touchstone: Try Mutants of the Main Solution", `mutants for ${name}`);
        await says(`mutants of ${main}`);
        await shot("21-mutants");
        await comes("Touchstone: Minimize the Suite", `suite for ${name}`);
        await says(`of ${report().matrix.tests.length} tests show every verdict`);
        await shot("22-suite");
        await dismiss();
      });
    } finally {
      await editor.stop();
      rmSync(workspace, { recursive: true, force: true });
    }
  });
