// The settings that are sent to the server.

import { SETTINGS } from "./settings.generated.ts";

/** What was written for a key, and where: what the editor's `inspect` gives. */
export interface Written {
  globalValue?: unknown;
  workspaceValue?: unknown;
  workspaceFolderValue?: unknown;
}

/**
 * Everything that the server knows as a setting, as somebody has set it, with null for the rest: defaults must not hide
 * what the user's file says, and an answer without any key would change nothing, so that a setting that was taken out
 * would stay. Of what a folder may not set only the user's own value counts.
 */
export function serverSettings(inspect: (key: string) => Written | undefined): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const { key, scope } of SETTINGS) {
    const parts = key.split(".");
    const last = parts.pop() ?? key;
    let within = all;
    for (const part of parts) {
      within = (within[part] ??= {}) as Record<string, unknown>;
    }
    const written = inspect(key);
    const own = written?.globalValue;
    const value = scope === "machine" ? own : (written?.workspaceFolderValue ?? written?.workspaceValue ?? own);
    within[last] = value === undefined || value === "" ? null : value;
  }
  return all;
}
