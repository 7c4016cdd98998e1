//! What a problem folder may never set.

/// Every key, in the order of the documentation.
pub(super) const USER_KEYS: [&str; 16] = [
    "cxx",
    "cc",
    "python",
    "testlib",
    "flags",
    "cache_dir",
    "cache_cap_mb",
    "time_cap_ms",
    "memory_cap_mb",
    "output_cap_mb",
    "jobs",
    "sandbox",
    "allow_scripts",
    "cluster",
    "editor",
    "llm",
];

/// Keys outside the user's settings that people try to set the machine with.
const MACHINE_KEYS: [&str; 34] = [
    "api_key",
    "api_key_command",
    "api_key_env",
    "base_url",
    "budget",
    "ca_file",
    "cache",
    "cflags",
    "command",
    "compiler",
    "compilers",
    "cppflags",
    "cxxflags",
    "endpoint",
    "env",
    "environment",
    "gcc",
    "gpp",
    "headers",
    "ldflags",
    "max_answer_tokens",
    "max_calls",
    "max_cost",
    "max_tokens",
    "model",
    "path",
    "plugins",
    "prompts",
    "provider",
    "replies",
    "token",
    "trusted",
    "wrapper",
    "wrappers",
];

/// Whether a key belongs to the user alone.
pub(super) fn is_user_only(key: &str) -> bool {
    let key = key.to_ascii_lowercase().replace('-', "_");
    MACHINE_KEYS.contains(&key.as_str()) || USER_KEYS.contains(&key.as_str())
}
