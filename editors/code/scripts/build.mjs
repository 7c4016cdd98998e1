// Bundles the extension and the page of the matrix; with --tests also the unit tests.
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const isRelease = process.argv.includes("--release");
const common = { bundle: true, absWorkingDir: here, minify: isRelease, sourcemap: !isRelease, logLevel: "warning" };
await build({
  ...common,
  entryPoints: ["src/main.ts"],
  outfile: "out/main.js",
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
});
await build({
  ...common,
  entryPoints: ["src/webview/matrix.ts"],
  outfile: "out/matrix.js",
  platform: "browser",
  format: "iife",
  target: "es2022",
});
if (process.argv.includes("--tests")) {
  const tests = readdirSync(path.join(here, "test", "unit")).filter((name) => name.endsWith(".test.ts"));
  await build({
    ...common,
    minify: false,
    sourcemap: "inline",
    entryPoints: tests.map((name) => path.join("test", "unit", name)),
    outdir: "out/test",
    outExtension: { ".js": ".mjs" },
    platform: "node",
    format: "esm",
    target: "node20",
  });
}
