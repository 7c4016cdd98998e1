//! The binary under test, built once by the cargo that runs the tests.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use serde_json::Value;

use testkit::temporary;

/// Names the binary for runners that start a process for each test, which would all ask cargo for it.
const GIVEN: &str = "TOUCHSTONE_TEST_BINARY";

/// The executable `touchstone`: the one that [`GIVEN`] names, else built for the profile and the target folder of these
/// tests.
pub fn touchstone() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| env::var_os(GIVEN).map_or_else(build, PathBuf::from))
}

/// Copies the binary.
pub fn copy_to(place: &Path) {
    temporary::by_another_process("cat \"$1\" >\"$0\"", place, touchstone());
}

fn build() -> PathBuf {
    let place = Place::of_this_test();
    let mut cargo = Command::new(env!("CARGO"));
    // What cargo says of the package of these tests is no reason to build others again, as some build scripts think.
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")) {
            cargo.env_remove(name);
        }
    }
    let output = cargo
        .args(["build", "--workspace", "--bin", "touchstone", "--message-format=json"])
        .args(["--profile", &place.profile, "--target-dir"])
        .arg(&place.target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "the binary does not build");
    executable(&String::from_utf8_lossy(&output.stdout)).expect("cargo names the executable it made")
}

/// Where cargo put this test: `TARGET/PROFILE/deps/NAME`.
struct Place {
    target: PathBuf,
    profile: String,
}

impl Place {
    fn of_this_test() -> Place {
        let test = env::current_exe().expect("a running program has a path");
        let profile = test.ancestors().nth(2).expect("cargo puts tests into a folder of the profile");
        let target = profile.parent().expect("profiles lie in the target folder");
        let name = profile.file_name().and_then(|name| name.to_str()).expect("profiles have plain names");
        let profile = if name == "debug" { "dev" } else { name };
        Place { target: target.to_owned(), profile: profile.to_owned() }
    }
}

/// The path in cargo's message about the binary.
fn executable(messages: &str) -> Option<PathBuf> {
    let parsed = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    parsed.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next_back()
}
