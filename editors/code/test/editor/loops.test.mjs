// Every way in which a language model proposes tests, and a program that is missing, from the command to the page. The model is
// the editor's own, which an extension of the tests brings.
import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { Editor, packed, repository, until } from "./editor.mjs";
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
  const toast = page.locator(".notifications-toasts .notification-list-item", { hasText: "Apply it?" });
  const list = page.locator(".quick-input-widget:visible .monaco-list-row");
  const dialog = page.locator(".monaco-dialog-box");
  /** From the command of the palette to the leave that the server asks for. */
  const sent = async (answers, command, choice) => {
    const folder = folders[answers];
    model.answers(answers);
    await editor.openFile(path.join(path.relative(workspace, folder), "statement.md"));
    await editor.command(command);
    const row = list.filter({ hasText: choice }).first();
    await row.waitFor();
    await editor.shot(`26-${answers}`);
    await row.click();
    const leave = dialog.filter({ hasText: "statement.md" }).filter({ hasText: "Scripted 1" });
    await leave.waitFor({ timeout: 240_000 });
    await press(leave, "Send once");
    return folder;
  };
  /** From the command of the palette to the page. */
  const proposed = async (answers, command, choice, tab, words) => {
    const folder = await sent(answers, command, choice);
    await page.locator(".tab.active", { hasText: tab }).waitFor({ timeout: 240_000 });
    for (const one of words) await until(one, () => says(one));
    await toast.waitFor();
    return folder;
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
      const progress = page.locator(".notifications-toasts .notification-list-item", { hasText: "Looking for tests" });
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
  } finally {
    await editor.stop();
    model.stop();
    rmSync(workspace, { recursive: true, force: true });
  }
});
