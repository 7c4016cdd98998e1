import assert from "node:assert/strict";
import test from "node:test";
import { discover, type Surroundings } from "../../src/discovery.ts";

function around(programs: string[], with_: Partial<Surroundings> = {}): Surroundings {
  return {
    env: {},
    setting: "",
    extension: "/ext",
    home: "/home/me",
    platform: "linux",
    isProgram: (file) => programs.includes(file),
    ...with_,
  };
}

test("environment, setting, bundled, PATH: in this order", () => {
  const all = ["/dev/touchstone", "/home/me/t", "/ext/server/touchstone", "/bin/touchstone"];
  const env = { __TOUCHSTONE_SERVER_DEBUG: "/dev/touchstone", PATH: "/usr/bin:/bin" };
  const setting = "~/t";
  assert.deepEqual(discover(around(all, { env, setting })), { command: "/dev/touchstone", source: "environment" });
  const path = { PATH: env.PATH };
  assert.deepEqual(discover(around(all, { env: path, setting })), { command: "/home/me/t", source: "setting" });
  assert.deepEqual(discover(around(all, { env: path })), { command: "/ext/server/touchstone", source: "bundled" });
  assert.deepEqual(discover(around(["/bin/touchstone"], { env: path })), {
    command: "/bin/touchstone",
    source: "path",
  });
});

test("what is named and is not there is said, and nothing else is taken", () => {
  const found = discover(around(["/ext/server/touchstone"], { setting: "/nowhere" }));
  assert.ok("words" in found && found.words.includes("/nowhere"));
});

test("a relative name could mean a program of the open folder", () => {
  const setting = discover(around(["touchstone", "./touchstone"], { setting: "./touchstone" }));
  assert.ok("words" in setting && setting.words.includes("absolute"));
  const path = discover(around(["touchstone", "bin/touchstone"], { env: { PATH: ".:bin:" } }));
  assert.ok("words" in path);
});

test("what to do about it depends on the system", () => {
  for (const platform of ["linux", "darwin", "win32"]) {
    const found = discover(around([], { platform }));
    assert.ok("words" in found && found.words.includes("touchstone.server.path"), platform);
  }
});
