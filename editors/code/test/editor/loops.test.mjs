// Every way in which a language model proposes tests, and a program that is missing, from the command to the page.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { Editor, repository, until } from "./editor.mjs";
import { Model } from "./model.mjs";
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
    return folder;
  };
  const slow = ["slow.cpp", "greedy_heaviest.cpp", "wa_sorted_index.cpp", "wa_zero_based.py"];
  const folders = {
    "two-parcels-feedback": copy("feedback", "two-parcels", ...slow),
    "badge-race-agent": copy("agent", "badge-race", "tests"),
    "badge-race-kinds": copy("kinds", "badge-race", "tests", "val.cpp"),
    "two-parcels-checker": copy("written", "two-parcels", ...slow, "check.cpp"),
  };
  const model = await Model.start("two-parcels-feedback");
  const environment = { TOUCHSTONE_LLM_BASE_URL: `${model.origin}/v1`, TOUCHSTONE_LLM_MODEL: "scripted" };
  const editor = await Editor.start({ vsix, environment });
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
  /** From the command of the palette to the page. */
  const proposed = async (answers, command, choice, tab, words) => {
    const folder = folders[answers];
    model.answers(answers);
    await editor.openFile(path.join(path.relative(workspace, folder), "statement.md"));
    await editor.command(command);
    const row = page.locator(".quick-input-widget:visible .monaco-list-row", { hasText: choice }).first();
    await row.waitFor();
    await editor.shot(`26-${answers}`);
    await row.click();
    const dialog = page.locator(".monaco-dialog-box", { hasText: "statement.md" });
    await dialog.waitFor({ timeout: 240_000 });
    await press(dialog, "Send once");
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
