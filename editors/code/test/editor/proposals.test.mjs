// What a language model proposes, in the real editor: consent, progress with cancel, the page with the proof, and the edit;
// and the pages of what is done without a model.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { copyProblem, Editor, shows, until } from "./editor.mjs";
import { Model } from "./model.mjs";
import { stepper } from "./steps.mjs";

const vsix = process.env.TOUCHSTONE_VSIX;
assert.ok(vsix, "TOUCHSTONE_VSIX names the packaged extension");
const KEY = "sk-hush-53";

test("proposals of a language model", { timeout: 1_200_000 }, async (t) => {
  const { workspace, folder } = copyProblem(
    "two-parcels",
    "slow.cpp",
    "greedy_heaviest.cpp",
    "wa_sorted_index.cpp",
    "wa_zero_based.py",
  );
  const model = await Model.start("two-parcels");
  // Answers are kept by address, and a port may have been that of a server before.
  const baseUrl = `${model.origin}/${process.pid}-${Date.now()}/v1`;
  const environment = { TOUCHSTONE_LLM_BASE_URL: baseUrl, TOUCHSTONE_LLM_MODEL: "scripted" };
  const editor = await Editor.start({ vsix, environment });
  const { page } = editor;
  const step = stepper(t, editor, "proposals");
  const read = (name) => readFileSync(path.join(folder, name), "utf8");
  const dialog = page.locator(".monaco-dialog-box");
  const toast = (words) => page.locator(".notifications-toasts .notification-list-item", { hasText: words });
  const press = (locator, title) => locator.locator(".monaco-button", { hasText: title }).first().click();
  const generate = async () => {
    await editor.command("Touchstone: Generate Adversarial Tests with the Language Model");
    await page.locator(".quick-input-widget:visible .monaco-list-row", { hasText: "Against the Pool" }).click();
  };
  /** Whether some page of the editor says this. */
  const says = async (words) => {
    for (const frame of page.frames()) {
      const text = await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "");
      if (text.includes(words)) return true;
    }
    return false;
  };

  try {
    await step("a trusted folder is checked", async () => {
      await editor.open(workspace, "two-parcels/val.cpp");
      await press(page.locator(".monaco-dialog-box", { hasText: "trust the authors" }), "Yes, I trust");
      await editor.lines.filter({ hasText: "registerValidation" }).waitFor();
      await page
        .locator(".codelens-decoration a", { hasText: "validator: 11 tests accepted" })
        .waitFor({ timeout: 180_000 });
    });

    await step("a key is kept for one address", async () => {
      await editor.command("Touchstone: Set Language Model Key");
      const input = page.locator(".quick-input-widget:visible input");
      await input.fill(model.origin);
      await page.keyboard.press("Enter");
      await page.locator(".quick-input-widget:visible", { hasText: `The key for ${model.origin}` }).waitFor();
      await input.fill(KEY);
      await page.keyboard.press("Enter");
      await toast(`the key for ${model.origin} is kept`).waitFor();
    });

    await step("nothing is sent when the person does not want it", async () => {
      await generate();
      await dialog.filter({ hasText: `scripted at ${model.origin}` }).waitFor({ timeout: 120_000 });
      await editor.shot("17-consent");
      await press(dialog, "Do not send");
      await toast("nothing was sent, as you said").waitFor();
      assert.equal(model.requests.length, 0);
    });

    await step("progress is shown, and cancelling it ends the question", async () => {
      model.isSilent = true;
      await generate();
      await dialog.filter({ hasText: "sol.cpp" }).waitFor({ timeout: 120_000 });
      await press(dialog, "Send once");
      await until("a question", () => model.requests.length === 1);
      assert.equal(model.requests[0].headers.authorization, `Bearer ${KEY}`);
      const progress = toast("Looking for tests for two-parcels");
      await progress.filter({ hasText: "asking for tests" }).waitFor();
      await editor.shot("18-progress");
      await press(progress, "Cancel");
      await until("the end of the connection", () => model.closed === 1);
      await progress.waitFor({ state: "detached" });
      model.isSilent = false;
    });

    await step("a proposal is shown with its proof", async () => {
      await generate();
      await dialog.filter({ hasText: "sol.cpp" }).waitFor({ timeout: 120_000 });
      await press(dialog, "Send once");
      await page.locator(".tab.active", { hasText: "tests for two-parcels" }).waitFor({ timeout: 180_000 });
      for (const words of ["1 test is worth adding", "fails wa_same_parcel.cpp with WA", "val.cpp accepts it"]) {
        await until(words, () => says(words));
      }
      await toast("Apply it?").waitFor();
      await editor.shot("19-proposal");
      assert.ok(!read("gen.cpp").includes("half"), "nothing is changed before the person says so");
    });

    await step("it is applied and saved, and the survivor fails", async () => {
      await press(toast("Apply it?"), "Apply");
      await until("the script on disk", () => read("script.txt").endsWith("gen -n 3 -max 9 -type half > $\n"));
      await until("the generator on disk", () => read("gen.cpp").includes('type == "half"'));
      await editor.openFile("wa_same_parcel.cpp");
      await page
        .locator(".codelens-decoration a", { hasText: /WA on test \d+, as expected/ })
        .waitFor({ timeout: 120_000 });
    });

    await step("a probed checker is underlined where it breaks, and nothing is to be applied", async () => {
      const sound = read("check.cpp");
      const broken = sound.replace('in.readInt(1, n, "second parcel")', "in.readInt()");
      assert.notEqual(broken, sound);
      const squiggle = page.locator('.editor-instance .monaco-editor [class*="squiggly-"]');
      await editor.write("check.cpp", broken);
      await editor.save();
      await editor.command("Touchstone: Probe Checker, Interactor and Validators");
      await toast("Probing checker, interactor and validators for two-parcels").waitFor();
      await page.locator(".tab.active", { hasText: "probes for two-parcels" }).waitFor({ timeout: 240_000 });
      for (const words of ["outputs for the checker", "checker-crashed", "the checker breaks on"]) {
        await until(words, () => says(words));
      }
      assert.equal(await toast("Apply it?").count(), 0);
      await editor.shot("27-probes");
      await editor.openFile("check.cpp");
      await squiggle.first().waitFor({ timeout: 120_000 });
      assert.match(await editor.textUnder(squiggle), /registerTestlibCmd/);
      // Another checker has to be probed anew.
      await editor.write("check.cpp", sound);
      await editor.save();
      await squiggle.first().waitFor({ state: "detached", timeout: 120_000 });
    });

    await step("undefined behaviour is underlined where it happens", async () => {
      const sound = read("sol.cpp");
      const squiggle = page.locator('.editor-instance .monaco-editor [class*="squiggly-"]');
      const flawed = sound.replace(
        "    long long s;\n",
        "    long long s;\n    volatile int most = 2147483647;\n    most = most + 1;\n",
      );
      assert.notEqual(flawed, sound);
      await editor.write("sol.cpp", flawed);
      await editor.save();
      await editor.command("Touchstone: Check This Problem With Sanitizers");
      // Other findings may stand in the same file.
      const isUnderlined = async () => {
        for (const one of await squiggle.all()) {
          if (/most = most \+ 1;/.test(await editor.textUnder(one).catch(() => ""))) return true;
        }
        return false;
      };
      // All programs are built anew.
      await until("the line that overflows", isUnderlined, 180_000);
      await editor.shot("30-sanitizers");
      await editor.write("sol.cpp", sound);
      await editor.save();
    });

    await step("mutants are tried by the palette and by the lens, which counts them", async () => {
      const lens = (words) => page.locator(".codelens-decoration a", { hasText: words });
      const mutants = page.locator(".tab.active", { hasText: "mutants for two-parcels" });
      await editor.openFile("sol.cpp");
      await lens("try mutants").waitFor();
      await editor.command("Touchstone: Try Mutants of the Main Solution");
      await mutants.waitFor({ timeout: 240_000 });
      await until("how many fail", () => says("mutants of sol.cpp"));
      assert.equal(await toast("Apply it?").count(), 0);
      await editor.shot("28-mutants");
      await editor.openFile("sol.cpp");
      await lens(/mutants: the tests fail \d+ of \d+/).click();
      await mutants.waitFor({ timeout: 240_000 });
    });

    await step("limits are measured, and set where they are stated", async () => {
      const before = read("statement.md");
      await editor.command("Touchstone: Measure Solutions and Suggest Limits");
      await page.locator(".tab.active", { hasText: "limits for two-parcels" }).waitFor({ timeout: 120_000 });
      await until("what was measured", () => says("lone runs counts"));
      await editor.shot("29-limits");
      if (await says("no limit follows")) {
        // The machine was too busy to measure: nothing is offered.
        assert.equal(await toast("Apply it?").count(), 0);
        return;
      }
      let width = 0;
      await until("the plot", async () => {
        for (const frame of page.frames()) {
          width ||= await frame
            .evaluate(() => document.querySelector('img[src^="data:image/svg"]')?.naturalWidth ?? 0)
            .catch(() => 0);
        }
        return width > 0;
      });
      await press(toast("Apply it?"), "Apply");
      await until("other limits on disk", () => read("statement.md") !== before);
      assert.match(read("statement.md"), /^Time limit: 0\.\d seconds\nMemory limit: \d+ MB$/m);
    });

    await step("a smaller suite can be reviewed change by change", async () => {
      await editor.command("Touchstone: Minimize the Suite");
      await page.locator(".tab.active", { hasText: "suite for two-parcels" }).waitFor({ timeout: 120_000 });
      await press(toast("Apply it?"), "Review Each Change");
      await page.locator(".bulk-edit-panel", { hasText: "script.txt" }).waitFor();
      await editor.shot("20-review");
      assert.ok(read("script.txt").includes("-type none"), "nothing is changed before it is accepted");
    });

    await step("the key is in no log", async () => {
      await editor.command("Touchstone: Forget Language Model Key");
      const row = page.locator(".quick-input-list .monaco-list-row", { hasText: model.origin });
      assert.ok(await shows(row, 10_000));
      await page.keyboard.press("Enter");
      await toast("is forgotten").waitFor();
      assert.ok(!editor.output.includes(KEY));
    });
  } finally {
    await editor.stop();
    model.stop();
    rmSync(workspace, { recursive: true, force: true });
  }
});
