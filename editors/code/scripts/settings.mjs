// Writes the settings into package.json and src/settings.generated.ts, from the server's own schema.
//
//   node scripts/settings.mjs [--check] [SERVER]
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const here = path.resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const words = process.argv.slice(2);
const isCheck = words.includes("--check");
const server = words.find((word) => !word.startsWith("--")) ?? process.env["TOUCHSTONE"] ?? "touchstone";
const schema = JSON.parse(execFileSync(server, ["schema", "settings"], { encoding: "utf8" }));

// What a folder may say of itself is in touchstone.toml; of the editor's settings a folder may set how it is shown.
const titles = { editor: "What Is Shown", "": "Programs and Judging", llm: "Language Model" };
const sections = new Map();
const keys = [];

function resolve(node) {
  if (node.$ref) return { ...schema.$defs[node.$ref.split("/").pop()], ...node, $ref: undefined };
  const one = node.anyOf?.find((part) => part.type !== "null");
  return one ? { ...node, ...resolve(one), description: node.description, anyOf: undefined } : node;
}

function write(node, key) {
  const full = resolve(node);
  if (full["x-scope"] === "command-line") return;
  if (full.type === "object") {
    for (const [name, child] of Object.entries(full.properties)) write(child, key ? `${key}.${name}` : name);
    return;
  }
  const section = key.includes(".") ? key.split(".")[0] : "";
  // Only what somebody has set is sent, so what is written as default here is for the eye.
  const property = { markdownDescription: full.description };
  const type = [full.oneOf ? "string" : full.type].flat().find((one) => one !== "null");
  if (type === "boolean") Object.assign(property, { type, default: true });
  else if (type === "array") Object.assign(property, { type, default: [], items: full.items });
  else if (type === "integer" || type === "number") Object.assign(property, { type: [type, "null"], default: null });
  else Object.assign(property, { type, default: "" });
  if (full.oneOf) {
    property.enum = full.oneOf.map((one) => one.const);
    property.default = property.enum[0];
    property.markdownEnumDescriptions = full.oneOf.map((one) => one.description);
  }
  for (const name of ["minimum", "maximum"]) if (full[name] !== undefined) property[name] = full[name];
  if (full.default !== undefined && full.default !== null) property.default = full.default;
  property.scope = full["x-scope"] ?? "machine";
  keys.push([key, property.scope]);
  if (!sections.has(section)) sections.set(section, {});
  sections.get(section)[`touchstone.${key}`] = property;
}
write(schema, "");

const own = {
  "touchstone.server.path": {
    type: "string",
    default: "",
    scope: "machine",
    markdownDescription:
      "The server to use: an absolute path, or one that begins with `~/`. If empty, the one that came with the extension, else `touchstone` on `PATH`.",
  },
  "touchstone.trace.server": {
    type: "string",
    enum: ["off", "messages", "verbose"],
    default: "off",
    scope: "window",
    markdownDescription: "Whether what editor and server say to each other is written to the trace channel.",
  },
};
const order = ["editor", ...[...sections.keys()].filter((name) => name !== "editor")];
const configuration = order.map((name) => ({ title: titles[name] ?? name, properties: sections.get(name) }));
configuration.push({ title: "Server", properties: own });

const file = path.join(here, "package.json");
const before = readFileSync(file, "utf8");
const manifest = JSON.parse(before);
manifest.contributes.configuration = configuration;
manifest.capabilities.untrustedWorkspaces.restrictedConfigurations = configuration
  .flatMap((section) => Object.entries(section.properties))
  .filter(([, property]) => property.scope === "machine")
  .map(([name]) => name);
const { format } = await import("prettier");
const options = { printWidth: 120 };
const generated = path.join(here, "src", "settings.generated.ts");
const lines = keys.map(([key, scope]) => `  { key: "${key}", scope: "${scope}" },\n`).join("");
const texts = [
  [file, await format(JSON.stringify(manifest), { ...options, parser: "json-stringify" })],
  [
    generated,
    await format(
      `// Made by scripts/settings.mjs from the server's schema.\n\nexport const SETTINGS: readonly { key: string; scope: "machine" | "window" }[] = [\n${lines}];\n`,
      { ...options, parser: "typescript" },
    ),
  ],
];
let stale = false;
for (const [name, text] of texts) {
  let old = "";
  try {
    old = readFileSync(name, "utf8");
  } catch {
    // It is made for the first time.
  }
  if (old === text) continue;
  stale = true;
  if (!isCheck) writeFileSync(name, text);
}
if (isCheck && stale) {
  console.error("the settings are not those of the server: run “npm run settings” and commit what it writes");
  process.exit(1);
}
