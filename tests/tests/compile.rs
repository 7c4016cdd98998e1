//! What compilers see, and what is compiled beforehand.

use std::path::{Path, PathBuf};

use e2e::{counts::Counts, touchstone::Touchstone};
use testkit::{folder::Folder, temporary};

const SETTINGS: &str = "[limits]\ntime_ms = 2000\nmemory_mb = 256\n";
const BODY: &str = "int main() { int n; std::cin >> n; std::cout << n << '\\n'; }\n";

fn solution(before: &str) -> String {
    format!("{before}#include <bits/stdc++.h>\n{BODY}")
}

fn folder() -> Folder {
    Folder::of("headers", [("touchstone.toml", SETTINGS), ("tests/1.in", "5\n"), ("tests/1.ans", "5\n")])
}

fn precompiled(cache: &Path) -> Vec<PathBuf> {
    let mut found = testkit::folder::files(&cache.join("include"));
    found.retain(|path| path.extension().is_some_and(|extension| extension == "gch"));
    found
}

#[test]
fn a_header_that_three_programs_begin_with_is_compiled_beforehand() {
    let (folder, cache) = (folder(), temporary::folder());
    for name in ["sol.cpp", "ac_1.cpp", "ac_2.cpp"] {
        folder.write(name, solution(&format!("// {name}\n")));
    }
    // What stands before the header changes what it means, so the header as it was compiled must not be used.
    let debugged = "#define _GLIBCXX_DEBUG\n#include <bits/stdc++.h>\n\
                    int main() { int n; std::cin >> n; std::cout << (sizeof(std::vector<int>) > 24 ? 0 : n) << '\\n'; }\n";
    folder.write("ac_debugged.cpp", debugged);
    folder.write("ac_pragma.cpp", solution("#pragma GCC optimize(\"O3\")\n"));
    let check = || Touchstone::new().with_cache(cache.path()).check(folder.path()).0;
    let report = check();
    for name in ["sol.cpp", "ac_1.cpp", "ac_2.cpp", "ac_pragma.cpp"] {
        assert_eq!(report.verdicts(name), ["AC"], "{name}");
    }
    assert_eq!(report.verdicts("ac_debugged.cpp"), ["WA"]);
    assert_eq!(precompiled(cache.path()).len(), 1);
    folder.write("ac_3.cpp", "#include <bits/stdc++.h>\nint main() { std::cout << undeclared; }\n");
    let broken = check();
    let messages = broken.findings_of("build-failed");
    assert!(messages.iter().any(|message| message.contains("ac_3.cpp:2: ")), "{messages:?}");
}

/// Where a quicker linker is there, its words are not shown.
#[test]
fn what_cannot_be_linked_is_said_as_the_usual_linker_says_it() {
    let (folder, cache) = (folder(), temporary::folder());
    folder.write("sol.cpp", solution(""));
    folder.write("ac_lost.cpp", "int lost(int);\nint main() { return lost(1); }\n");
    let (report, _) = Touchstone::new().with_cache(cache.path()).check(folder.path());
    assert_eq!(report.verdicts("sol.cpp"), ["AC"]);
    let messages = report.findings_of("build-failed");
    assert!(matches!(&messages[..], [one] if one.contains("undefined reference to `lost(int)'")), "{messages:?}");
}

#[test]
fn the_folders_own_testlib_is_compiled_beforehand_too() {
    let (folder, cache) = (folder(), temporary::folder());
    let header = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../testlib/testlib.h"));
    folder.write("files/testlib.h", header.expect("the header is there"));
    folder.write(
        "sol.c",
        "#include <stdio.h>\nint main(void) { int n; return scanf(\"%d\", &n) - 1 + !printf(\"%d\\n\", n); }\n",
    );
    let generator =
        "#include \"testlib.h\"\nint main(int n, char** a) { registerGen(n, a, 1); println(opt<int>(1)); }\n";
    for name in ["gen_a.cpp", "gen_b.cpp", "gen_c.cpp"] {
        folder.write(name, format!("// {name}\n{generator}"));
    }
    folder.write("script.txt", "gen_a 1 > 2\ngen_b 2 > 3\ngen_c 3 > 4\n");
    let (report, _) = Touchstone::new().with_cache(cache.path()).check(folder.path());
    assert_eq!(report.verdicts("sol.c"), ["AC"; 4], "{:#?}", report.findings());
    assert_eq!(precompiled(cache.path()).len(), 1);
}

#[test]
fn includes_of_the_folder_are_found_and_others_are_not() {
    let folder = folder();
    folder.write("../secret.h", "#error a secret\n");
    folder.write("common/lib.h", "#include \"table.txt\"\n");
    folder.write("common/table.txt", "static const int table[] = {0, 1};\n");
    folder.write("sol.cpp", format!("#include \"common/lib.h\"\n#include <iostream>\n{BODY}"));
    folder.write("sols/ac_up.cpp", format!("#include \"../common/lib.h\"\n#include <iostream>\n{BODY}"));
    folder.write("sols/wa_out.cpp", "#include \"../../secret.h\"\nint main() {}\n");
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!((report.verdicts("sol.cpp"), report.verdicts("sols/ac_up.cpp")), (vec!["AC"], vec!["AC"]));
    let failed = report.findings_of("build-failed");
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(failed[0].contains("No such file or directory") && !failed[0].contains("a secret"), "{failed:?}");
}

/// Seven tests of which the last two tell a wrong solution.
fn suite() -> Folder {
    let folder = folder();
    folder.write("sol.c", echo("n"));
    folder.write("wa_six.c", echo("n > 5 ? 0 : n"));
    for test in 1..=7 {
        folder.write(&format!("tests/{test}.in"), format!("{test}\n"));
        folder.write(&format!("tests/{test}.ans"), format!("{test}\n"));
    }
    folder
}

fn echo(value: &str) -> String {
    format!(
        "#include <stdio.h>\nint main(void) {{ int n; if (scanf(\"%d\", &n) != 1) return 1; printf(\"%d\\n\", {value}); }}\n"
    )
}

#[test]
fn what_failed_last_is_judged_first() {
    let (folder, cache) = (suite(), temporary::folder());
    let check = |more: &[&str]| {
        let counts = Counts::new();
        let tool = Touchstone::new().with_cache(cache.path()).args(["check", "--format", "json", "--jobs", "1"]);
        let report = counts.of(tool.args(more).arg(folder.path())).run().report();
        (report, counts.read().solution_runs)
    };
    assert_eq!(check(&["--solution", "wa_six.c", "--fail-fast"]).1, 6, "nothing is known, so they come in order");
    folder.write("wa_six.c", echo("n > 5 ? 1 : n"));
    let (report, n_runs) = check(&["--solution", "wa_six.c", "--fail-fast"]);
    assert_eq!(n_runs, 1, "the test that it failed comes first");
    assert_eq!(report.verdicts("wa_six.c").iter().filter(|verdict| **verdict == "WA").count(), 1);
    folder.write("wa_new.c", echo("n == 6 ? 2 : n"));
    // Some may be under way before it is known what the others are; in order it would take six.
    assert!(check(&["--solution", "wa_new.c", "--fail-fast"]).1 < 6, "the test that most failed comes first");
}
