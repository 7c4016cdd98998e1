//! What the command line says of what it was asked for: no more than that, each thing once, and nothing silently.

use std::fs;

use e2e::touchstone::Touchstone;
use testkit::{folder::Folder, small, temporary};

/// The small problem, without what its limits let pass.
fn small_problem() -> Folder {
    let files = small::files();
    let kept = files.iter().filter(|(path, _)| !["tle_slow.c", "mle_hungry.c"].contains(&path.as_str()));
    Folder::of("small", kept.map(|(path, text)| (path.as_str(), text.as_str())))
}

#[test]
fn only_the_solutions_that_were_asked_for() {
    let folder = small_problem();
    folder.write("wa_right.c", small::solution(100_000));
    folder.write("wa_broken.c", "int main(void) { return }\n");
    folder.write("strange.c", small::solution(100_000));
    let check =
        |more: &[&str]| Touchstone::new().args(["check", "--solution", "wa_cap.c"]).args(more).arg(folder.path()).run();
    let shown = check(&[]).expect_code(0).stdout;
    let rows = |name: &str| shown.lines().filter(|line| line.trim_start().starts_with(name)).count();
    assert_eq!((rows("wa_cap.c"), rows("rte_long.c"), rows("wa_right.c"), rows("sol.c")), (1, 0, 0, 0), "{shown}");
    for other in ["wa_right.c", "wa_broken.c", "strange.c", "rte_long.c"] {
        assert!(!shown.contains(other), "{other}: {shown}");
    }
    // A cell for each test that was asked for.
    let few = check(&["--test", "[12]"]).stdout;
    assert!(few.lines().any(|line| line.starts_with("  wa_cap.c  .W  WA ")), "{few}");
    // Readers of the object find every solution, and nothing about those that were not run.
    let report = check(&["--format", "json"]).report();
    assert_eq!(report.verdicts("wa_cap.c")[1], "WA");
    assert_eq!(report.verdicts("wa_broken.c"), ["SK"; 5]);
    let about: Vec<String> =
        report.findings().into_iter().filter(|line| !line.starts_with("information no-main")).collect();
    assert_eq!(about, Vec::<String>::new());
    // Nobody is left out where nothing was asked for.
    let all = Touchstone::new().arg("check").arg(folder.path()).run().expect_code(1).stdout;
    for name in ["wa_right.c", "wa_broken.c", "strange.c", "rte_long.c"] {
        assert!(all.contains(name), "{name}: {all}");
    }
}

#[test]
fn the_main_solution_is_told_of_where_it_keeps_others_from_being_judged() {
    let folder = small_problem();
    folder.write("sol.c", "int main(void) { return }\n");
    let done = Touchstone::new().args(["check", "--solution", "wa_cap.c"]).arg(folder.path()).run().expect_code(1);
    assert!(done.stdout.contains("error[build-failed]") && done.stdout.contains("sol.c:1"), "{done:?}");
}

#[test]
fn invalid_tests_are_not_written_silently() {
    let folder = small_problem();
    let generator = "int atoi(const char *);\nint printf(const char *, ...);\nint main(int argc, char **argv) {\n\
                     int n = atoi(argv[1]);\nprintf(\"%d\\n\", n);\n\
                     for (int i = 0; i < n; i++) printf(\"%d \", argv[argc - 1][1]);\nprintf(\"\\n\");\n}\n";
    folder.write("gen.c", generator);
    folder.write("script.txt", "gen 3 -seed 11 > $\ngen 12 -seed 21 > $\n");
    let out = temporary::folder();
    let generate = |more: &[&str], place: &str| {
        let command = Touchstone::new().arg("gen").arg(folder.path()).arg("--out").arg(out.path().join(place));
        command.args(more).run()
    };
    let done = generate(&[], "tests").expect_code(1);
    assert_eq!(
        done.stderr.lines().filter(|line| line.contains("invalid")).collect::<Vec<_>>(),
        [
            "error: test 4 (`gen 12 -seed 21`) is invalid: val.c rejects it: n is not from 1 to 9",
            &format!("4 tests written to {}, one of them invalid", out.path().join("tests").display()),
        ]
    );
    assert!(out.path().join("tests/4.in").is_file(), "it can be looked at");
    // The same for tests that are made many times.
    let done = generate(&["--seeds", "2"], "many").expect_code(1);
    assert_eq!(done.stderr.lines().filter(|line| line.contains("is invalid: val.c rejects it")).count(), 2, "{done:?}");
    assert!(done.stderr.contains("4 tests written to") && done.stderr.contains(", 2 of them invalid"), "{done:?}");
    assert!(!out.path().join("many/4-1.ans").exists(), "nobody asked for answers");
    // Without a validator that works nobody has looked.
    folder.write("val.c", "int main(void) { return }\n");
    let done = generate(&[], "unseen").expect_code(1);
    assert!(done.stderr.contains("error: val.c does not compile, so it has not looked at the tests"), "{done:?}");
    folder.remove("val.c");
    folder.write("script.txt", "gen 3 -seed 1 > $\n");
    let done = generate(&[], "free").expect_code(0);
    assert!(!done.stderr.contains("valid"), "{done:?}");
}

#[test]
fn an_invalid_test_is_told_once_and_causes_come_first() {
    let folder = small_problem();
    folder.write("tests/6.in", "1\n5000\n");
    folder.write("tests/6.ans", "5000\n");
    folder.write("wa_right.c", small::solution(100_000));
    folder.remove("rte_long.c");
    folder.write("zgen.c", "int main(void) { return 3; }\n");
    folder.write("script.txt", "gen 3 -seed 1 > $\nzgen > $\n");
    folder.write("touchstone.toml", small::settings(2000, 64, "[roles]\n\"zgen.c\" = \"generator\"\n"));
    let shown = Touchstone::new().arg("check").arg(folder.path()).run().expect_code(1).stdout;
    let heads: Vec<&str> = shown.lines().filter(|line| line.starts_with("error[")).collect();
    let codes: Vec<&str> = heads.iter().map(|head| head["error[".len()..].split(']').next().unwrap_or("")).collect();
    assert_eq!(codes, ["generator-failed", "validator-rejects-test"], "{shown}");
    assert!(shown.contains("2 errors"), "{shown}");
    // What the object says is for programs: both sides of it.
    let report = Touchstone::new().args(["check", "--format", "json"]).arg(folder.path()).run().report();
    assert_eq!(report.findings_of("test-invalid").len(), 1);
    assert_eq!(report.findings_of("validator-rejects-test").len(), 1);
}

#[test]
fn the_size_of_the_cache_is_that_of_all_its_parts() {
    let cache = temporary::folder();
    let write = |name: &str, bytes: usize| {
        let path = cache.path().join(name);
        fs::create_dir_all(path.parent().expect("it lies in one")).expect("a folder can be made");
        fs::write(path, vec![0; bytes]).expect("a file can be written");
    };
    write("include/made-a/testlib.h.gch", 3 << 20);
    write("include/made-b/bits/stdc++.h.gch", 4 << 20);
    write("include/made-a/testlib.a", 2 << 20);
    write("replies/one", 5 << 20);
    let command = || Touchstone::new().with_cache(cache.path()).arg("cache");
    let shown = command().arg("show").run().expect_code(0).stdout;
    assert!(shown.contains("\n       9.0 MB  precompiled headers\n"), "{shown}");
    assert!(shown.contains("\n       5.0 MB  replies of language models\n"), "{shown}");
    let freed = command().arg("clean").run().expect_code(0).stdout;
    let freed: f64 = freed.split(' ').next().and_then(|number| number.parse().ok()).expect("a number comes first");
    assert!(freed >= 14.0, "{freed}");
    assert!(!cache.path().join("include/made-a/testlib.h.gch").exists());
}
