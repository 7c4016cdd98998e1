// Where the server is. Knows nothing of the editor.

import { accessSync, constants, statSync } from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

export type Source = "environment" | "setting" | "bundled" | "path";

export interface Found {
  command: string;
  source: Source;
}

export interface Missing {
  /** One sentence for a person: what was looked for, and what to do. */
  words: string;
}

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  setting: string;
  extension: string;
  home: string;
  platform: string;
  isProgram: (file: string) => boolean;
}

/** The variable that developers of the server set. */
export const VARIABLE = "__TOUCHSTONE_SERVER_DEBUG";

export function here(setting: string, extension: string): Surroundings {
  return { env: process.env, setting, extension, home: os.homedir(), platform: process.platform, isProgram };
}

/** What is named on purpose is not replaced by something else when it is not there. */
export function discover(around: Surroundings): Found | Missing {
  const { env, home, isProgram: is } = around;
  const named: [Source, string | undefined, string][] = [
    ["environment", env[VARIABLE], `${VARIABLE} names`],
    ["setting", around.setting.trim(), "The setting touchstone.server.path names"],
  ];
  for (const [source, value, words] of named) {
    if (value) {
      const command = expand(value, home);
      if (!path.isAbsolute(command)) {
        return { words: `${words} “${value}”; give an absolute path, or one that begins with ~/.` };
      }
      return is(command)
        ? { command, source }
        : { words: `${words} “${command}”, and no program is there; correct it or leave it out.` };
    }
  }
  const name = around.platform === "win32" ? "touchstone.exe" : "touchstone";
  const bundled = path.join(around.extension, "server", name);
  if (is(bundled)) {
    return { command: bundled, source: "bundled" };
  }
  const separator = around.platform === "win32" ? ";" : ":";
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(separator);
  // A relative folder would mean the one that is open, which may belong to somebody else.
  const onPath = folders.filter((folder) => path.isAbsolute(folder)).map((folder) => path.join(folder, name));
  const command = onPath.find(is);
  return command === undefined ? { words: advice(around.platform) } : { command, source: "path" };
}

function advice(platform: string): string {
  const start = "The server was not found: this build of the extension brings none, and there is none on PATH.";
  const ways: Record<string, string> = {
    win32: "Put touchstone.exe on PATH and start the editor again",
    darwin: "An editor started from the Dock does not see the PATH of your shell",
  };
  const way = ways[platform] ?? "Build it with “cargo install --path server”";
  return `${start} ${way}, or name it in the setting touchstone.server.path.`;
}

function expand(value: string, home: string): string {
  return /^~[/\\]/.test(value) ? path.join(home, value.slice(2)) : value;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, process.platform === "win32" ? constants.F_OK : constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
