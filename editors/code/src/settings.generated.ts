// Made by scripts/settings.mjs from the server's schema.

export const SETTINGS: readonly { key: string; scope: "machine" | "window" }[] = [
  { key: "cache_cap_mb", scope: "machine" },
  { key: "cache_dir", scope: "machine" },
  { key: "cc", scope: "machine" },
  { key: "cxx", scope: "machine" },
  { key: "editor.check_on_open", scope: "window" },
  { key: "editor.check_on_save", scope: "window" },
  { key: "editor.code_lens", scope: "window" },
  { key: "editor.compiler_diagnostics", scope: "window" },
  { key: "flags", scope: "machine" },
  { key: "jobs", scope: "machine" },
  { key: "python", scope: "machine" },
  { key: "sandbox", scope: "machine" },
  { key: "testlib", scope: "machine" },
];
