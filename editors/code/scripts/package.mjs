// Makes the installable file of the extension.
//
//   node scripts/package.mjs [--target TARGET --server BINARY] [--out FILE]
//
// Without --target and --server it brings no server and uses the one on PATH.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const TARGETS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64"];
const { values } = parseArgs({
  options: { target: { type: "string" }, server: { type: "string" }, out: { type: "string" } },
});
const { target, server } = values;
if ((target === undefined) !== (server === undefined)) fail("--target and --server go together");
if (target !== undefined && !TARGETS.includes(target)) fail(`--target is one of ${TARGETS.join(", ")}`);
const out = path.resolve(values.out ?? path.join(here, `touchstone-${target ?? "without-server"}.vsix`));

const inside = path.join(here, "server");
rmSync(inside, { recursive: true, force: true });
if (server !== undefined) {
  mkdirSync(inside);
  const copy = path.join(inside, target.startsWith("win32") ? "touchstone.exe" : "touchstone");
  copyFileSync(path.resolve(server), copy);
  chmodSync(copy, 0o755);
}
run(process.execPath, ["scripts/build.mjs", "--release"]);
const vsce = path.join(here, "node_modules", "@vscode", "vsce", "vsce");
const words = ["package", "--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links", "-o", out];
run(process.execPath, [vsce, ...words, ...(target === undefined ? [] : ["--target", target])]);
rmSync(inside, { recursive: true, force: true });

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: here, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) process.exit(status ?? 1);
}

function fail(words) {
  console.error(words);
  process.exit(2);
}
