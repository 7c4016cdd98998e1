//! What is not known is not told as fine: a counted failure decides, and passing is known only when every test of the
//! suite was judged.

use std::{
    path::Path,
    process::{Child, Command, Stdio},
    thread::available_parallelism,
};

use e2e::{report::Report, touchstone::Touchstone};
use serde_json::{Value, json};
use testkit::{folder::Folder, temporary};

const SETTINGS: &str = "[limits]\ntime_ms = 1000\nmemory_mb = 64\n\n[labels]\n\"late.c\" = \"accepted\"\n";
const ECHO: &str =
    "#include <stdio.h>\nint main(void) { int n; if (scanf(\"%d\", &n) != 1) return 1; printf(\"%d\\n\", n); }\n";
/// Wrong on 3 alone.
const LATE: &str = "#include <stdio.h>\nint main(void) { int n; if (scanf(\"%d\", &n) != 1) return 1; \
                    printf(\"%d\\n\", n == 3 ? 0 : n); }\n";
/// Wrong on 2 and 3.
const WRONG: &str = "#include <stdio.h>\nint main(void) { int n; if (scanf(\"%d\", &n) != 1) return 1; \
                     printf(\"%d\\n\", n > 1 ? 0 : n); }\n";

fn broken() -> Folder {
    let folder =
        Folder::of("p", [("touchstone.toml", SETTINGS), ("sol.c", ECHO), ("late.c", LATE), ("wa_two.c", WRONG)]);
    for n in 1..=3 {
        folder.write(&format!("tests/{n}.in"), format!("{n}\n"));
        folder.write(&format!("tests/{n}.ans"), format!("{n}\n"));
    }
    folder
}

fn judged(folder: &Path, args: &[&str]) -> (Report, Option<i32>) {
    let done = Touchstone::new().args(["check", "--format", "json"]).args(args).arg(folder).run();
    (done.report(), done.code())
}

fn solutions(report: &Report) -> &Vec<Value> {
    report.0["solutions"].as_array().expect("there are solutions")
}

#[test]
fn failing_fast_changes_no_class_no_metric_and_no_exit_code() {
    let folder = broken();
    let (whole, code) = judged(folder.path(), &[]);
    let (fast, fast_code) = judged(folder.path(), &["--fail-fast"]);
    assert_eq!((fast.sums(), fast_code), (whole.sums(), code));
}

#[test]
fn a_part_of_the_tests_shows_failures_and_no_passing() {
    let folder = broken();
    let of = |test: &str| {
        let (report, code) = judged(folder.path(), &["--test", test]);
        let classes: Vec<Value> = solutions(&report).iter().map(|one| one["class"].clone()).collect();
        let metrics = &report.0["metrics"];
        (classes, metrics["tpr"].clone(), metrics["tnr"].clone(), metrics["unknown"].clone(), code)
    };
    let left_out = json!("2 of 3 tests are left out");
    let none = Value::Null;
    assert_eq!(of("1"), (vec![none.clone(); 3], none.clone(), none.clone(), left_out.clone(), Some(1)));
    let classes = vec![json!("false_negative"), none.clone(), json!("true_negative")];
    assert_eq!(of("3"), (classes, none.clone(), json!(1.0), left_out, Some(1)));
}

#[test]
fn missing_tests_leave_passing_unknown() {
    let folder = broken();
    folder.write("gen.py", "import sys\nsys.exit(3)\n");
    folder.write("script.txt", "gen 1 > 4\ngen 2 > 5\n");
    let (report, code) = judged(folder.path(), &[]);
    let classes: Vec<&Value> = solutions(&report).iter().map(|one| &one["class"]).collect();
    assert_eq!(classes, [&json!("false_negative"), &Value::Null, &json!("true_negative")]);
    assert_eq!(report.0["metrics"]["unknown"], "2 of 5 tests are missing");
    assert_eq!((&report.0["metrics"]["tpr"], code), (&Value::Null, Some(1)));
}

#[test]
fn what_is_kept_is_replaced_without_the_cache() {
    let folder = Folder::of("p", [("touchstone.toml", SETTINGS), ("tests/1.in", "1\n"), ("tests/1.ans", "1\n")]);
    folder.write("sol.py", "print(input())\n");
    let place = temporary::folder();
    let (cache, stats) = (place.path().join("cache"), place.path().join("stats.json"));
    let n_runs = |args: &[&str]| {
        let tool = Touchstone::with_empty_home().with_cache(&cache).args(["check", "--format", "json"]);
        tool.arg("--stats").arg(&stats).args(args).arg(folder.path()).run();
        let text = std::fs::read_to_string(&stats).expect("the numbers were written");
        serde_json::from_str::<Value>(&text).expect("they are JSON")["solution_runs"].as_u64()
    };
    let found = [n_runs(&[]), n_runs(&[]), n_runs(&["--no-cache"]), n_runs(&[])];
    assert_eq!(found, [Some(1), Some(0), Some(1), Some(0)]);
}

/// Keeps a core busy in a session of its own, at the priority of everybody.
struct Busy(Child);

impl Busy {
    fn start(program: &Path) -> Busy {
        let child = Command::new("setsid").arg(program).stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        Busy(child.expect("setsid can be started"))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        // It ends by itself with its parent, too.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Uses more than half of the limit.
const MUCH: &str = r#"#include <stdio.h>
#include <time.h>

int main(void) {
    struct timespec used;
    int n;
    if (scanf("%d", &n) != 1) return 1;
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while (used.tv_sec == 0 && used.tv_nsec < 156000000);
    printf("%d\n", n);
    return 0;
}
"#;

#[test]
fn a_busy_machine_makes_nobody_too_slow() {
    const PER_CORE: usize = 12;
    let place = temporary::folder();
    let (source, program) = (place.path().join("busy.c"), place.path().join("busy"));
    let busy = "#include <unistd.h>\nint main(void) { int parent = getppid(); while (getppid() == parent) {} }\n";
    std::fs::write(&source, busy).expect("a file can be written");
    let built = Command::new("gcc").arg(&source).arg("-o").arg(&program).status();
    assert!(built.expect("gcc can be started").success());
    let settings = "[limits]\ntime_ms = 300\nmemory_mb = 64\n";
    let folder = Folder::of("p", [("touchstone.toml", settings), ("sol.c", MUCH)]);
    for n in 1..=3 {
        folder.write(&format!("tests/{n}.in"), format!("{n}\n"));
        folder.write(&format!("tests/{n}.ans"), format!("{n}\n"));
    }
    let n_cores = available_parallelism().map_or(1, std::num::NonZero::get);
    let _load: Vec<Busy> = (0..PER_CORE * n_cores).map(|_| Busy::start(&program)).collect();
    let (report, _) = judged(folder.path(), &[]);
    assert_eq!(report.verdicts("sol.c"), ["AC"; 3], "{:#?}", report.findings());
}
