// Every way in which a language model proposes tests, and a program that is missing, from the command to the page. The model is
// the editor's own, which an extension of the tests brings; in the end it is a program of the user's own.
import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { Editor, here, packed, repository, until } from "./editor.mjs";
import { Model, PLAIN } from "./model.mjs";
import { stepper } from "./steps.mjs";

const vsix = process.env.TOUCHSTONE_VSIX;
assert.ok(vsix, "TOUCHSTONE_VSIX names the packaged extension");

test("every way to have something proposed", { timeout: 900_000 }, async (t) => {
  const workspace = mkdtempSync(path.join(os.tmpdir(), "touchstone-editor-"));
  /** A copy of an example in a folder of its own, without some files. */
  const copy = (place, name, ...without) => {
    const folder = path.join(workspace, place, name);
    cpSync(path.join(repository, "tests", "problems", name), folder, { recursive: true });
    for (const file of without) rmSync(path.join(folder, file), { recursive: true });
    // The answers that an earlier session got to the same question would be taken without asking anybody.
    appendFileSync(path.join(folder, "statement.md"), `\n<!-- ${path.basename(workspace)} -->\n`);
    return folder;
  };
  const slow = ["slow.cpp", "greedy_heaviest.cpp", "wa_sorted_index.cpp", "wa_zero_based.py"];
  const folders = {
    "two-parcels-feedback": copy("feedback", "two-parcels", ...slow),
    "badge-race-agent": copy("agent", "badge-race", "tests"),
    "badge-race-kinds": copy("kinds", "badge-race", "tests", "val.cpp"),
    "two-parcels-checker": copy("written", "two-parcels", ...slow, "check.cpp"),
    "two-parcels": copy("command", "two-parcels", ...slow),
  };
  const provider = packed("provider");
  const model = await Model.start("two-parcels-feedback");
  const editor = await Editor.start({
    vsix,
    further: [provider],
    environment: { SCRIPTED_MODEL: `${model.origin}${PLAIN}` },
    settings: { "chat.disableAIFeatures": false },
    machine: { "touchstone.llm.provider": "editor" },
  });
  const { page } = editor;
  const step = stepper(t, editor, "loops");
  const press = (locator, title) => locator.locator(".monaco-button", { hasText: title }).first().click();
  const says = async (words) => {
    for (const frame of page.frames()) {
      const text = await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "");
      if (text.includes(words)) return true;
    }
    return false;
  };
  const saying = (words) => page.locator(".notifications-toasts .notification-list-item", { hasText: words });
  const toast = saying("Apply it?");
  const list = page.locator(".quick-input-widget:visible .monaco-list-row");
  const dialog = page.locator(".monaco-dialog-box");
  /** From the command of the palette to the leave that the server asks for. */
  const asking = async (answers, command, choice, whom) => {
    const folder = folders[answers];
    model.answers(answers);
    await editor.openFile(path.join(path.relative(workspace, folder), "statement.md"));
    await editor.command(command);
    const row = list.filter({ hasText: choice }).first();
    await row.waitFor();
    await editor.shot(`26-${answers}`);
    await row.click();
    const leave = dialog.filter({ hasText: "statement.md" }).filter({ hasText: whom });
    await leave.waitFor({ timeout: 240_000 });
    return leave;
  };
  const sent = async (...what) => press(await asking(...what, "Scripted 1"), "Send once");
  const shown = async (tab, words) => {
    await page.locator(".tab.active", { hasText: tab }).waitFor({ timeout: 240_000 });
    for (const one of words) await until(one, () => says(one));
    await toast.waitFor();
  };
  /** From the command of the palette to the page. */
  const proposed = async (answers, command, choice, tab, words) => {
    await sent(answers, command, choice);
    await shown(tab, words);
    return folders[answers];
  };
  const GENERATE = "Touchstone: Generate Adversarial Tests with the Language Model";

  try {
    await step("a trusted folder with several problems", async () => {
      await editor.open(workspace, "feedback/two-parcels/val.cpp");
      await press(page.locator(".monaco-dialog-box", { hasText: "trust the authors" }), "Yes, I trust");
      await page
        .locator(".codelens-decoration a", { hasText: "validator: 11 tests accepted" })
        .waitFor({ timeout: 180_000 });
    });

    await step("agents of the editor find the server", async () => {
      await editor.command("MCP: List Servers");
      await list.filter({ hasText: "Touchstone" }).first().waitFor();
      await editor.shot("28-agents");
      await page.keyboard.press("Escape");
      await list.first().waitFor({ state: "hidden" });
    });

    await step("the editor asks whether its model may be used, and cancelling ends the question", async () => {
      model.isSilent = true;
      await sent("two-parcels-feedback", GENERATE, "After Feedback");
      const leave = dialog.filter({ hasText: "language models provided by Scripted" });
      await leave.filter({ hasText: "proposes tests and programs" }).waitFor();
      await editor.shot("29-editors-leave");
      assert.equal(model.requests.length, 0);
      await press(leave, "Allow");
      await until("a question", () => model.requests.length === 1);
      assert.match(model.requests[0].body, /parcel/);
      const progress = saying("Looking for tests");
      await press(progress, "Cancel");
      await until("the end of the connection", () => model.closed === 1);
      await progress.waitFor({ state: "detached" });
      model.isSilent = false;
    });

    await step("a generator is refined after feedback", async () => {
      const words = ["1 test is worth adding", "gen -n 3 -max 9 -type half", "fails wa_same_parcel.cpp with WA"];
      await proposed("two-parcels-feedback", GENERATE, "After Feedback", "tests for two-parcels", words);
      await press(toast, "Discard");
    });

    await step("commands are supervised by the validator", async () => {
      const words = ["gen -t 20 -n 250 -b 40000000", "fails sols/mle_table.cpp with MLE"];
      await proposed("badge-race-agent", GENERATE, "Supervised", "tests for badge-race", words);
      await press(toast, "Discard");
    });

    await step("inputs of each kind, with a validator written before them", async () => {
      const words = ["2 tests are worth adding", "To be changed: tests/3.in, tests/4.in, val.cpp"];
      const folder = await proposed("badge-race-kinds", GENERATE, "Of Each Kind", "tests for badge-race", words);
      await editor.shot("25-each-kind");
      await press(toast, "Apply");
      await until("the validator on disk", () => {
        try {
          return readFileSync(path.join(folder, "val.cpp"), "utf8").includes("registerValidation");
        } catch {
          return false;
        }
      });
    });

    await step("a missing checker is written", async () => {
      const WRITE = "Touchstone: Write a Missing Program with the Language Model";
      const words = ["A checker that stood its trial", "To be changed: check.cpp"];
      await proposed("two-parcels-checker", WRITE, "Checker", "program for two-parcels", words);
      await press(toast, "Discard");
    });

    const asked = path.join(workspace, "asked");
    const program = path.join(here, "test", "editor", "program.mjs");
    const command = [process.execPath, program, path.join(repository, "tests", "answers", "two-parcels"), asked];
    const whom = `bytes to the command ${JSON.stringify(command)}; this and further questions may show 11 tests`;

    await step("a command of the user's own is shown with its arguments, and answers", async () => {
      mkdirSync(asked);
      editor.configure({ "touchstone.llm.provider": "command", "touchstone.llm.command": command });
      await until("the settings in the editor", async () => {
        await editor.command("Touchstone: Copy Diagnostics Bundle", saying("are in the clipboard"));
        const bundle = await page.evaluate(() => globalThis.navigator.clipboard.readText());
        return bundle.includes('llm.provider = "command"') && bundle.includes("llm.command = (set)");
      });
      const leave = await asking("two-parcels", GENERATE, "Against the Pool", whom);
      await editor.shot("31-command");
      assert.deepEqual(readdirSync(asked), []);
      await press(leave, "Send once");
      await shown("tests for two-parcels", ["1 test is worth adding", "fails wa_same_parcel.cpp with WA"]);
      const [first] = readdirSync(asked).map((file) => readFileSync(path.join(asked, file), "utf8"));
      for (const words of ["wa_same_parcel.cpp", "It must fit this JSON schema:"])
        assert.ok(first.includes(words), first);
      await press(toast, "Discard");
    });

    await step("a command that fails is named with how it ended", async () => {
      // It has no answer to a question in another way.
      await press(await asking("two-parcels", GENERATE, "After Feedback", whom), "Send once");
      const why = `gave no answer (${process.execPath} failed (exit status: 3): no answer is left)`;
      // The button has the editor show the whole of it.
      await saying(why).locator(".monaco-button", { hasText: "Show Log" }).waitFor();
      await editor.shot("32-command-failed");
    });
  } finally {
    await editor.stop();
    model.stop();
    rmSync(workspace, { recursive: true, force: true });
  }
});
