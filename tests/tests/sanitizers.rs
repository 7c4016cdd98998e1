//! `check --sanitize` with the real compiler: what it costs, what it changes, and what it says where it cannot work.

use std::fs;

use e2e::{server, touchstone::Touchstone};
use serde_json::{Value, json};
use testkit::{editor::uri, examples::here, folder::Folder, temporary};

fn folder() -> Folder {
    laid("sanitizers-interactor")
}

fn laid(fixture: &str) -> Folder {
    let text = fs::read_to_string(here(&format!("fixtures/findings/{fixture}.txt"))).expect("the fixture is there");
    crate::findings::lay(&e2e::archive::parse(&text).1)
}

/// The report without what differs from run to run, and without findings.
fn without_findings(folder: &Folder, args: &[&str]) -> Value {
    let done = Touchstone::new().args(["check", "--format", "json"]).args(args).arg(folder.path()).run();
    let mut report = done.report().0;
    report["findings"] = Value::Null;
    drop_costs(&mut report);
    report
}

fn drop_costs(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                if name.ends_with("_ms") || name.ends_with("_kb") || name.ends_with("_us") {
                    *field = Value::Null;
                }
                drop_costs(field);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(drop_costs),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn no_verdict_and_no_rate_rests_on_sanitizers() {
    let folder = folder();
    let mut with_sanitizers = without_findings(&folder, &["--sanitize"]);
    let ran = with_sanitizers["problem"].as_object_mut().and_then(|problem| problem.remove("sanitizers"));
    assert_eq!(without_findings(&folder, &[]), with_sanitizers);
    // The validator and the right solution on the sample, and the interactor with it and with the wrong one.
    assert_eq!(ran, Some(json!({ "programs": 3, "runs": 4 })));
    let shown = Touchstone::new().args(["check", "--sanitize"]).arg(folder.path()).run();
    assert!(shown.stdout.contains("3 programs ran with sanitizers, in 4 runs"), "{}", shown.stdout);
}

#[test]
fn only_what_the_check_itself_ran_runs_with_sanitizers() {
    let folder = laid("sanitizers");
    let places = |more: &[&str]| {
        let check =
            Touchstone::new().args(["check", "--sanitize", "--format", "json"]).args(more).arg(folder.path()).run();
        let findings = check.report().findings();
        let seen = findings.into_iter().filter(|line| line.contains("(seen "));
        let places = seen.map(|line| line.split(": ").next().unwrap_or_default().to_owned());
        places.filter(|place| place.starts_with("error ")).collect::<Vec<_>>()
    };
    let of_validator = "error memory-error val.cpp:8";
    let of_checker = "error memory-error check.cpp:8";
    assert_eq!(places(&[]), [of_checker, "error undefined-behaviour gen.cpp:7", of_validator]);
    assert_eq!(places(&["--test", "1"]), [of_checker, of_validator]);
}

#[test]
fn a_second_check_of_an_unchanged_folder_starts_no_process() {
    let (folder, place) = (folder(), temporary::folder());
    let stats = place.path().join("stats.json");
    let check = || {
        let done = Touchstone::new().args(["check", "--sanitize", "--stats"]).arg(&stats).arg(folder.path()).run();
        let text = fs::read_to_string(&stats).expect("the numbers are written");
        let stats: Value = serde_json::from_str(&text).expect("they are JSON");
        (done.stdout, stats["programs_started"].as_u64())
    };
    let (first, _) = check();
    let (second, n_started) = check();
    assert_eq!(n_started, Some(0));
    assert_eq!(first, second);
}

#[test]
fn a_compiler_without_sanitizers_is_told_of_once() {
    let (folder, place) = (folder(), temporary::folder());
    // What GCC's linker says on a machine without libasan.
    let script = "#!/bin/sh\nfor arg in \"$@\"; do case \"$arg\" in -fsanitize=*)\n\
                  echo '/usr/bin/ld: cannot find libasan_preinit.o: No such file or directory' >&2\n\
                  echo '/usr/bin/ld: cannot find -lasan: No such file or directory' >&2\n\
                  echo 'collect2: error: ld returned 1 exit status' >&2\nexit 1;; esac; done\nexec REAL \"$@\"\n";
    for (name, real) in [("g++", "/usr/bin/g++"), ("gcc", "/usr/bin/gcc")] {
        temporary::script(&place.path().join(name), &script.replace("REAL", real));
    }
    let path = format!("{}:{}", place.path().display(), std::env::var("PATH").expect("there is one"));
    let done = Touchstone::with_empty_home()
        .env("PATH", path)
        .args(["check", "--sanitize", "--format", "json"])
        .arg(folder.path())
        .run();
    let findings = done.report().findings();
    let told: Vec<&String> = findings.iter().filter(|line| line.contains("sanitizers")).collect();
    assert_eq!(told.len(), 1, "{findings:#?}");
    assert!(told[0].starts_with("warning tool-missing"), "{findings:#?}");
    assert!(told[0].contains("install libasan and libubsan"), "{findings:#?}");
}

#[test]
fn an_editor_asks_for_it_and_a_save_does_not() {
    let (folder, cache) = (folder(), temporary::folder());
    let mut client = server::trusting().with_cache(cache.path()).folder(folder.path()).start();
    let solution = folder.path().join("sol.c");
    client.open(&solution);
    client.judge(folder.path());
    assert!(!client.has(&solution, "memory-error"), "{:?}", client.lines(&solution));
    let uri = uri::of(folder.path());
    client.command("touchstone.run", json!({ "uri": uri, "sanitize": true }));
    client.wait_for(&solution, "warning memory-error 7:");
    assert!(client.leave().success());
}
