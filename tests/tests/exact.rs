//! Costs are those of everything a program starts, and of nothing else: CPU time and memory of whole process trees,
//! threads, mappings, stacks.
//!
//! Some of it takes a cgroup, or at least sampling; where the report names no such layer, less is asked for.

#![expect(clippy::print_stdout, reason = "what was measured is of interest")]

use e2e::{report::Report, touchstone::Touchstone};
use testkit::folder::Folder;

/// What the programs are made of. `burn` is exact whatever the machine's speed; `touch` leaves memory in use.
const PARTS: &str = r#"#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long used_us(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static void burn_on(clockid_t clock, int ms) {
    long long end = used_us(clock) + ms * 1000LL;
    while (used_us(clock) < end)
        for (volatile int i = 0; i < 1000; i++) {}
}

static void burn(int ms) { burn_on(CLOCK_PROCESS_CPUTIME_ID, ms); }
static void *burn_thread(void *ms) { burn_on(CLOCK_THREAD_CPUTIME_ID, *(int *)ms); return ms; }
static void spin(void) { for (volatile int x = 1; x;) {} }
static void touch(int mb) {
    volatile char *p = (volatile char *)malloc((size_t)mb << 20);
    for (size_t i = 0; i < (size_t)mb << 20; i += 1 << 10) p[i] = 1;
}

/* Children tell that they are ready, and learn from the end of the other pipe that their parent is gone. */
static int ready[2], alive[2];
static void open_pipes(void) { if (pipe(ready) || pipe(alive)) exit(9); }
static int forked(void) {
    if (fork()) return 0;
    close(alive[1]);
    return 1;
}
static void say_ready(void) { if (write(ready[1], "r", 1) != 1) _exit(9); }
static void wait_for_ready(int n) { char byte; while (n--) if (read(ready[0], &byte, 1) != 1) exit(9); }
static void wait_for_the_end(void) { char byte; while (read(alive[0], &byte, 1) > 0) {} }

static int deep(int kb) {
    volatile char frame[1 << 10];
    frame[kb & 1023] = 1;
    return kb ? deep(kb - 1) + frame[kb & 1023] - 1 : 0;
}
"#;

/// A solution: what it does between reading a number and printing it.
fn c(body: &str) -> String {
    format!(
        "{PARTS}\nint main(void) {{ int n; if (scanf(\"%d\", &n) != 1) return 1; {body}\n\
         printf(\"%d\\n\", n); fflush(stdout); _exit(0); }}\n"
    )
}

fn check(time_ms: u64, memory_mb: u64, solutions: &[(&str, String)]) -> Report {
    let folder = folder(time_ms, memory_mb, solutions);
    folder.write("tests/1.in", "5\n");
    Touchstone::new().check(folder.path()).0
}

fn folder(time_ms: u64, memory_mb: u64, solutions: &[(&str, String)]) -> Folder {
    let settings =
        format!("[limits]\ntime_ms = {time_ms}\nmemory_mb = {memory_mb}\n\n[labels]\n\"*.c\" = \"accepted\"\n");
    let folder = Folder::of("exact", [("touchstone.toml", &*settings), ("sol.c", &*c(""))]);
    for (path, source) in solutions {
        folder.write(path, source);
    }
    folder
}

/// Whether everything that a program starts is watched together.
fn watches_the_tree(report: &Report) -> bool {
    report.has_layer(&["cgroup"])
}

/// Whether the memory of everything that a program starts is added up, if only from time to time.
fn adds_memory_up(report: &Report) -> bool {
    report.has_layer(&["cgroup", "sampled-memory"])
}

/// What starting costs is told by the solution that does nothing else: on a busy machine it is many times the usual.
fn is_within(report: &Report, path: &str, low_ms: f64, high_ms: f64) {
    const STARTS: f64 = 6.0;
    let (used, start) = (report.time_ms(path)[0], report.time_ms("sol.c")[0]);
    println!("{path}: {used} ms of CPU time, {start} ms to start");
    let high_ms = high_ms + STARTS * start;
    assert!((low_ms..=high_ms).contains(&used), "{path} used {used} ms, not {low_ms} to {high_ms}");
}

#[test]
fn cpu_time_of_children() {
    let ready = "wait_for_ready(4);";
    let solutions = [
        ("waited.c", c("for (int i = 0; i < 4; i++) if (!fork()) { burn(50); _exit(0); } while (wait(0) > 0) {}")),
        (
            "not_waited.c",
            c(&format!(
                "open_pipes(); for (int i = 0; i < 4; i++) if (forked()) {{ burn(50); say_ready(); \
                 for (;;) pause(); }} {ready}"
            )),
        ),
        (
            "ended_and_not_waited.c",
            c(&format!(
                "open_pipes(); for (int i = 0; i < 4; i++) if (forked()) {{ burn(50); say_ready(); _exit(0); }} {ready}"
            )),
        ),
        (
            "grandchildren.c",
            c("for (int i = 0; i < 2; i++) if (!fork()) { if (!fork()) { burn(50); _exit(0); } burn(50); \
               while (wait(0) > 0) {} _exit(0); } while (wait(0) > 0) {}"),
        ),
        (
            "daemons.c",
            c(&format!(
                "open_pipes(); for (int i = 0; i < 4; i++) if (!fork()) {{ setsid(); if (forked()) {{ burn(50); \
                 say_ready(); for (;;) pause(); }} _exit(0); }} while (wait(0) > 0) {{}} {ready}"
            )),
        ),
    ];
    let report = check(2000, 256, &solutions);
    for (path, _) in &solutions {
        assert_eq!(report.verdicts(path), ["AC"], "{path}");
        is_within(&report, path, 200.0, 260.0);
    }
}

#[test]
fn children_that_outlive_their_parent() {
    let until_the_end = "burn(50); say_ready(); wait_for_the_end();";
    let start = |then: &str| {
        c(&format!(
            "open_pipes(); for (int i = 0; i < 2; i++) if (forked()) {{ {until_the_end} {then} }} wait_for_ready(2);"
        ))
    };
    let solutions = [("briefly.c", start("burn(5); _exit(0);")), ("for_ever.c", start("spin();"))];
    let report = check(2000, 256, &solutions);
    for (path, _) in &solutions {
        assert_eq!(report.verdicts(path), ["AC"], "{path}");
        // They are ended soon after it.
        is_within(&report, path, 100.0, 100.0 * 1.2 + 20.0 + 100.0);
    }
    let left = e2e::process::running_with("./for_ever");
    assert!(left.is_empty(), "{left:?}");
}

/// The limit is small: the smaller it is, the farther away is the wall-clock bound.
#[test]
fn cpu_time_decides_wherever_it_is_used() {
    let threads = |ms: u32| {
        format!(
            "int ms = {ms}; pthread_t threads[4]; for (int i = 0; i < 4; i++) \
             pthread_create(threads + i, 0, burn_thread, &ms); for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);"
        )
    };
    let solutions = [
        ("threads_in_time.c", c(&threads(15))),
        ("threads_too_slow.c", c(&threads(145))),
        ("child_too_slow.c", c("if (!fork()) { burn(580); _exit(0); } wait(0);")),
        ("child_spins.c", c("if (!fork()) spin(); wait(0);")),
        ("spins.c", c("spin();")),
        ("sleeps.c", c("for (;;) pause();")),
        ("child_sleeps.c", c("if (!fork()) for (;;) pause(); wait(0);")),
    ];
    let report = check(400, 256, &solutions);
    assert_eq!(report.verdicts("threads_in_time.c"), ["AC"]);
    is_within(&report, "threads_in_time.c", 60.0, 60.0 * 1.2 + 20.0);
    is_within(&report, "threads_too_slow.c", 580.0, 580.0 * 1.2 + 20.0);
    is_within(&report, "child_too_slow.c", 580.0, 580.0 * 1.2 + 20.0);
    let findings = report.findings_of("correct-solution-fails").join("\n");
    let is_idle = |path: &str| findings.contains(&format!(": {path} is labelled correct and gets TLE on test 1: idle"));
    for (path, _) in &solutions[1..] {
        assert_eq!(report.verdicts(path), ["TLE"], "{path}");
        let sleeps = path.contains("sleeps");
        // Without a clock of the whole tree, a parent that waits looks idle until all has ended.
        if sleeps || *path != "child_spins.c" || watches_the_tree(&report) {
            assert_eq!(is_idle(path), sleeps, "{path}\n{findings}");
        }
    }
}

#[test]
fn memory_of_children_is_added_up() {
    let family = "open_pipes(); touch(10); for (int i = 0; i < 3; i++) if (forked()) { touch(30); say_ready(); \
                  wait_for_the_end(); _exit(0); } wait_for_ready(3);";
    // So long that sampling sees it.
    let solutions = [("family.c", c(&format!("{family} burn(100);")))];
    let report = check(1000, 256, &solutions);
    assert_eq!(report.verdicts("family.c"), ["AC"]);
    let megabytes = report.memory_kb("family.c")[0] as f64 / 1024.0;
    println!("family.c: {megabytes:.1} MB");
    let expected = if adds_memory_up(&report) { 90.0..130.0 } else { 30.0..130.0 };
    assert!(expected.contains(&megabytes), "{megabytes} MB is not in {expected:?}");
    let report = check(1000, 64, &solutions);
    if adds_memory_up(&report) {
        assert_eq!(report.verdicts("family.c"), ["MLE"]);
    }
}

/// The tool holds much; what it starts does not begin with that.
#[test]
fn memory_is_the_programs_own() {
    let mapping = "char *p = mmap(0, 64L << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); \
                   if (p == MAP_FAILED) return 1; p[0] = 1;";
    let folder = folder(2000, 256, &[("mapping.c", c(mapping))]);
    let (n_tests, rest) = (8, " 1".repeat(25 << 19));
    for test in 1..=n_tests {
        folder.write(&format!("tests/{test}.in"), format!("{test}\n{rest}\n"));
    }
    let (report, _) = Touchstone::new().check(folder.path());
    for path in ["sol.c", "mapping.c"] {
        assert_eq!(report.verdicts(path), vec!["AC"; n_tests], "{path}");
        let most = report.memory_kb(path).into_iter().max().unwrap_or(0);
        println!("{path}: {most} KB");
        assert!(most < 8 << 10, "{path} used {most} KB");
    }
}

/// 0.8 of the memory limit is stack, in every kind of program.
#[test]
fn deep_recursion() {
    // A frame is a little more than a kilobyte.
    let kilobytes = 256 * 1024 * 8 / 10 * 1024 / 1040;
    let dive = format!("n += deep({kilobytes});");
    let folder = folder(2000, 256, &[("deep.c", c(&dive))]);
    let tool = |body: &str| format!("#include \"testlib.h\"\n{PARTS}\nint main(int argc, char **argv) {{ {body} }}\n");
    folder.write("gen.cpp", tool(&format!("registerGen(argc, argv, 1); println(opt<int>(1) + deep({kilobytes}));")));
    let reads = "registerValidation(argc, argv); inf.readInt(1, 9, \"n\"); inf.readEoln(); inf.readEof();";
    folder.write("val.cpp", tool(&format!("{reads} return deep({kilobytes});")));
    folder.write("script.txt", "gen 5\ngen 7\n");
    let (report, _) = Touchstone::new().check(folder.path());
    let broken: Vec<_> = report.findings().into_iter().filter(|finding| finding.starts_with("error")).collect();
    assert_eq!(broken, Vec::<String>::new());
    for path in ["sol.c", "deep.c"] {
        assert_eq!(report.verdicts(path), ["AC", "AC"], "{path}");
    }
    let megabytes = report.memory_kb("deep.c")[0] as f64 / 1024.0;
    println!("deep.c: {megabytes:.1} MB");
    assert!((200.0..256.0).contains(&megabytes), "{megabytes}");
}
