// One short session in the real editor: the extension is installed as people install it, starts the server that came with
// it, and the server judges at level full.
import assert from "node:assert/strict";
import { spawnSync, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { copyProblem, Editor, repository } from "../../editors/code/test/editor/editor.mjs";
import { stepper } from "../../editors/code/test/editor/steps.mjs";

const vsix = process.env.TOUCHSTONE_VSIX;
assert.ok(vsix, "TOUCHSTONE_VSIX names the packaged extension");

test("the extension with its own server", { timeout: 400_000 }, async (t) => {
  const { workspace, folder } = copyProblem("two-parcels");
  const cache = mkdtempSync(path.join(os.tmpdir(), "touchstone-editor-cache-"));
  // No other touchstone is on the path.
  const environment = { PATH: "/usr/bin:/bin", XDG_CACHE_HOME: cache };
  const editor = await Editor.start({ vsix, environment });
  const step = stepper(t, editor, "release");
  const known = JSON.parse(readFileSync(path.join(repository, "tests", "snapshots", "two-parcels.json"), "utf8"));
  let binary;
  try {
    await step("the folder is trusted, and its validator accepts the tests", async () => {
      await editor.open(workspace, "two-parcels/val.cpp");
      const dialog = editor.page.locator(".monaco-dialog-box", { hasText: "trust the authors" });
      await dialog.locator(".monaco-button", { hasText: "Yes, I trust" }).click();
      const lens = editor.page.locator(".codelens-decoration a", { hasText: "validator: 11 tests accepted" });
      await lens.waitFor({ timeout: 180_000 });
    });

    await step("the server is the one that came with the extension", () => {
      const all = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
      const servers = all.filter((line) => line.includes(`${editor.state}/`) && line.endsWith("touchstone lsp"));
      assert.equal(servers.length, 1, servers.join("\n"));
      binary = readlinkSync(`/proc/${parseInt(servers[0])}/exe`);
      assert.ok(binary.startsWith(`${editor.state}/extensions/`), binary);
    });

    await step("the matrix has every verdict as it is known to be", async () => {
      await editor.command("Touchstone: Show the Matrix");
      const { solutions, tests, verdicts } = known.matrix;
      for (const [row, solution] of solutions.entries()) {
        for (const [column, id] of tests.entries()) {
          const cell = editor.cell(solution, id).filter({ hasText: new RegExp(`^${verdicts[row][column]}$`) });
          await cell.waitFor({ timeout: 120_000 });
        }
      }
      await editor.shot("release-matrix");
    });

    await step("what it kept says that programs were shut in at level full", () => {
      const env = { ...process.env, ...environment };
      const { status, stdout } = spawnSync(binary, ["check", folder, "--format", "json"], { env, encoding: "utf8" });
      assert.equal(status, 1);
      const report = JSON.parse(stdout);
      assert.equal(report.problem.sandbox.level, "full");
      assert.deepEqual(report.matrix.verdicts, known.matrix.verdicts);
    });
  } finally {
    await editor.stop();
    rmSync(workspace, { recursive: true, force: true });
    rmSync(cache, { recursive: true, force: true });
  }
});
