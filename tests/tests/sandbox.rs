//! Which level programs are shut in at, on machines that lack something, and who may accept less.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use e2e::{binary, touchstone::Touchstone};
use tempfile::TempDir;
use testkit::{folder::Folder, temporary};

const SETTINGS: &str = "[limits]\ntime_ms = 1000\nmemory_mb = 64\n";
const ECHO: &str =
    "#include <stdio.h>\nint main(void) { int n; if (scanf(\"%d\", &n) != 1) return 1; printf(\"%d\\n\", n); }\n";

const VALIDATOR: &str = r#"#include "testlib.h"
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    inf.readInt(1, 9, "n");
    inf.readEoln();
    inf.readEof();
}
"#;

fn folder(settings: &str) -> Folder {
    Folder::of("echo", [("touchstone.toml", settings), ("sol.c", ECHO), ("tests/1.in", "5\n"), ("tests/1.ans", "5\n")])
}

/// The program that takes something of the machine away from the command that it runs.
fn without() -> PathBuf {
    static BUILT: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, built) = BUILT.get_or_init(|| {
        let place = temporary::folder();
        let built = place.path().join("without");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/hostile/without.c");
        let status = Command::new("gcc").arg(source).arg("-o").arg(&built).status();
        assert!(status.expect("gcc can be started").success());
        (place, built)
    });
    built.clone()
}

/// The tool on a machine that lacks `what`.
fn lacking(what: &str) -> Touchstone {
    Touchstone::at(&without()).arg(what).arg(binary::touchstone())
}

#[test]
fn full_where_the_machine_has_everything() {
    let (report, _) = Touchstone::with_empty_home().check(folder(SETTINGS).path());
    let level = report.0["problem"]["sandbox"]["level"].as_str().unwrap_or_default();
    if std::env::var("TOUCHSTONE_REQUIRE").as_deref() == Ok("full") {
        assert_eq!(level, "full");
        for layer in ["mount-ns", "pid-ns", "net-ns", "ipc-ns", "uts-ns", "private-root", "landlock", "seccomp"] {
            assert!(report.has_layer(&[layer]), "{layer} is missing");
        }
    }
    assert_eq!(report.verdicts("sol.c"), ["AC"]);
}

#[test]
fn reduced_without_namespaces() {
    let (report, _) = lacking("namespaces").check(folder(SETTINGS).path());
    assert_eq!(report.0["problem"]["sandbox"]["level"], "reduced");
    assert_eq!(report.verdicts("sol.c"), ["AC"]);
    let doctor = lacking("namespaces").args(["doctor", "--quick"]).run().expect_code(0);
    assert!(doctor.stdout.contains("sandbox     reduced (landlock, seccomp"), "{}", doctor.stdout);
    assert!(doctor.stdout.contains("for level full, allow user namespaces"), "{}", doctor.stdout);
}

#[test]
fn cco_24_nothing_runs_without_a_sandbox_until_the_person_says_so() {
    let folder = folder(SETTINGS);
    let done = lacking("anything").arg("check").arg(folder.path()).run().expect_code(2);
    let wanted = "programs cannot be shut in on this machine (full: making namespaces failed";
    assert!(done.stderr.contains(wanted), "{}", done.stderr);
    assert!(done.stderr.contains("`--sandbox limits-only`"), "{}", done.stderr);
    let doctor = lacking("anything").args(["doctor", "--quick"]).run().expect_code(1);
    assert!(doctor.stdout.contains("sandbox     none: programs cannot be shut in"), "{}", doctor.stdout);

    let (report, _) = lacking("anything").args(["--sandbox", "limits-only"]).check(folder.path());
    assert_eq!(report.0["problem"]["sandbox"]["level"], "limits-only");
    assert_eq!(report.verdicts("sol.c"), ["AC"]);
}

#[test]
fn a_stored_answer_accepts_limits_where_nothing_else_is_to_be_had() {
    let folder = folder(SETTINGS);
    let tool = lacking("anything");
    let state = tool.home().join(".local/state/touchstone");
    std::fs::create_dir_all(&state).expect("a folder can be made");
    std::fs::write(state.join("limits-only-accepted"), "").expect("a file can be written");
    let (report, _) = tool.check(folder.path());
    assert_eq!(report.0["problem"]["sandbox"]["level"], "limits-only");
}

#[test]
fn a_folder_has_no_say() {
    let folder = folder(&format!("sandbox = \"limits-only\"\n{SETTINGS}"));
    let (report, _) = lacking("namespaces").check(folder.path());
    assert_eq!(report.0["problem"]["sandbox"]["level"], "reduced");
    assert_eq!(report.findings_of("setting-not-allowed-here").len(), 1);
}

#[test]
fn who_hides_files_from_others_can_judge_all_the_same() {
    let folder = folder(SETTINGS);
    folder.write("val.cpp", VALIDATOR);
    folder.write("ac.py", "print(input())\n");
    let hiding = Touchstone::at(Path::new("/bin/sh")).args(["-c", "umask 077 && exec \"$0\" \"$@\""]);
    let (report, _) = hiding.arg(binary::touchstone()).check(folder.path());
    assert_eq!([report.verdicts("sol.c"), report.verdicts("ac.py")], [["AC"], ["AC"]], "{:#?}", report.findings());
    assert_eq!(report.findings_of("build-failed"), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn a_cache_that_only_its_owner_can_reach_is_as_good_at_level_reduced() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder(SETTINGS);
    folder.write("val.cpp", VALIDATOR);
    let tool = lacking("namespaces");
    std::fs::set_permissions(tool.home(), std::fs::Permissions::from_mode(0o700)).expect("a mode can be set");
    let (report, _) = tool.check(folder.path());
    assert_eq!(report.0["problem"]["sandbox"]["level"], "reduced");
    assert_eq!(report.verdicts("sol.c"), ["AC"], "{:#?}", report.findings());
    assert_eq!(report.findings_of("build-failed"), Vec::<String>::new());
}

/// Says what it reads if no signal but SIGKILL and SIGSTOP is dealt with otherwise than usual.
const NOTHING_IGNORED: &str = "#include <signal.h>\n#include <stdio.h>\nint main(void) {\n    struct sigaction found;\n    int n;\n    \
     for (int s = 1; s < 32; ++s)\n        if (sigaction(s, NULL, &found) == 0 && found.sa_handler != SIG_DFL) return s;\n    \
     if (scanf(\"%d\", &n) != 1) return 1;\n    printf(\"%d\\n\", n);\n}\n";

#[test]
fn what_the_caller_ignores_is_not_ignored_by_programs() {
    // As `nohup` does, and profilers.
    let ignoring = "import os, signal, sys\n\
                    for one in (signal.SIGHUP, signal.SIGUSR2): signal.signal(one, signal.SIG_IGN)\n\
                    os.execv(sys.argv[1], sys.argv[1:])";
    let folder = folder(SETTINGS);
    folder.write("sol.c", NOTHING_IGNORED);
    let tool = Touchstone::at(Path::new("/usr/bin/env")).args(["python3", "-c", ignoring]).arg(binary::touchstone());
    let (report, _) = tool.check(folder.path());
    assert_eq!(report.verdicts("sol.c"), ["AC"]);
}
