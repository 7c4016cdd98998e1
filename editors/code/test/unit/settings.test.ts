import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { serverSettings } from "../../src/settings.ts";
import { SETTINGS } from "../../src/settings.generated.ts";

interface Manifest {
  contributes: {
    configuration: { properties: Record<string, { scope: string }> }[];
    commands: { command: string }[];
    menus: Record<string, { command: string }[]>;
    keybindings: { command: string }[];
    walkthroughs: { steps: { description: string; media: { markdown: string } }[] }[];
    viewsWelcome: { contents: string }[];
  };
  capabilities: { untrustedWorkspaces: { supported: string; restrictedConfigurations: string[] } };
}

// Tests are run from the folder of the extension.
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const { contributes } = manifest;

test("only what somebody has set is sent, and null for the rest", () => {
  const sent = serverSettings((key) => (key === "cxx" ? { globalValue: "g++-14" } : undefined));
  assert.equal(sent["cxx"], "g++-14");
  assert.equal(sent["jobs"], null);
  assert.deepEqual(sent["editor"], {
    check_on_open: null,
    check_on_save: null,
    code_lens: null,
    compiler_diagnostics: null,
    cpp_outline: null,
    inlay_hints: null,
    probe_when_idle: null,
  });
});

test("a folder sets how things are shown, and no program", () => {
  const sent = serverSettings(() => ({ globalValue: "mine", workspaceValue: "theirs" }));
  assert.equal(sent["cxx"], "mine");
  assert.equal((sent["editor"] as Record<string, unknown>)["code_lens"], "theirs");
  assert.equal(serverSettings(() => ({ workspaceValue: "theirs" }))["flags"], null);
});

test("an empty word is none", () => {
  assert.equal(serverSettings(() => ({ globalValue: "" }))["cxx"], null);
});

test("every setting has a scope, and those that name programs are restricted", () => {
  const properties = Object.assign({}, ...contributes.configuration.map((one) => one.properties)) as Record<
    string,
    { scope: string }
  >;
  for (const { key, scope } of SETTINGS) {
    assert.equal(properties[`touchstone.${key}`]?.scope, scope, key);
  }
  const machine = Object.keys(properties).filter((name) => properties[name]?.scope === "machine");
  assert.ok(machine.includes("touchstone.server.path"));
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.toSorted(), machine.toSorted());
});

test("menus, keys, walkthrough and welcome name commands that are there", () => {
  const known = new Set(contributes.commands.map((one) => one.command));
  const named = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map((one) => one.command);
  const texts = [...contributes.viewsWelcome.map((one) => one.contents)];
  for (const { steps } of contributes.walkthroughs) {
    texts.push(...steps.map((step) => step.description));
    steps.forEach((step) => assert.ok(readFileSync(step.media.markdown, "utf8").length > 0));
  }
  const linked = texts.flatMap((text) =>
    [...text.matchAll(/\(command:(touchstone\.\w+)\)/g)].map((match) => match[1] ?? ""),
  );
  for (const command of [...named, ...linked]) {
    assert.ok(known.has(command), command);
  }
});

test("what the palette offers is there, and nothing has the name of a command of the server", () => {
  const source = readFileSync("src/commands.ts", "utf8");
  const serverOwn = ["run", "hack", "fix", "write", "minimize", "explain", "showMatrix", "showTest", "setLabel"];
  serverOwn.push("clearCache", "exportReport", "probe", "mutate", "calibrate");
  for (const { command } of contributes.commands) {
    const name = command.replace("touchstone.", "");
    assert.ok(new RegExp(`^    ${name}: `, "m").test(source), command);
    assert.ok(!serverOwn.includes(name), command);
  }
});
