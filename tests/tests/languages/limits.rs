//! Time and memory of runtimes: what is used counts, not what is reserved; and what a missing tool leaves as it is.

use std::{fs, os::unix::fs::PermissionsExt as _};

use e2e::touchstone::Touchstone;
use testkit::{folder::Folder, temporary};

use super::{languages, needs};

/// So long that no machine brings an honest program near it.
const SETTINGS: &str = "[limits]\ntime_ms = 10000\nmemory_mb = 128\n";

fn folder() -> Folder {
    let folder = Folder::of("limits", [("touchstone.toml", SETTINGS), ("tests/1.in", "1\n"), ("tests/1.ans", "1\n")]);
    folder.write("sols/main.c", "#include <stdio.h>\nint main(void) { puts(\"1\"); }\n");
    folder
}

#[test]
fn memory_is_what_is_used() {
    let folder = folder();
    let hogs = [
        (
            "java",
            "java",
            "class Hog { public static void main(String[] a) { java.util.List<long[]> all = new java.util.ArrayList<>(); while (true) all.add(new long[1 << 18]); } }\n",
        ),
        (
            "go",
            "go",
            "package main\n\nfunc main() {\n\tvar all [][]byte\n\tfor {\n\t\tb := make([]byte, 1<<22)\n\t\tfor i := range b {\n\t\t\tb[i] = 1\n\t\t}\n\t\tall = append(all, b)\n\t}\n}\n",
        ),
        ("javascript", "js", "const all = [];\nfor (;;) all.push(new Array(1 << 18).fill(0.5));\n"),
        ("pypy3", "pypy3", "rows = []\nwhile True:\n    rows.append(bytearray(b'x') * (1 << 22))\n"),
        (
            "pascal",
            "pas",
            "var\n  p: pointer;\nbegin\n  while true do\n  begin\n    getmem(p, 1 shl 22);\n    fillchar(p^, 1 shl 22, 1);\n  end;\nend.\n",
        ),
    ];
    let modest = [
        // Takes 64 MB in pieces that it lets go, and a gigabyte of room that it does not touch.
        (
            "java",
            "java",
            "class Calm { public static void main(String[] a) { long sum = 0; for (int i = 0; i < 200; i++) sum += new byte[1 << 22].length; System.out.println(1); } }\n",
        ),
        (
            "go",
            "go",
            "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tb := make([]byte, 1<<30)\n\tfmt.Println(len(b) >> 30)\n}\n",
        ),
        ("javascript", "js", "const room = new ArrayBuffer(1 << 30);\nconsole.log(room.byteLength >> 30);\n"),
    ];
    for (language, extension, text) in hogs {
        if needs(language) {
            folder.write(&format!("sols/mle_hog.{extension}"), text);
        }
    }
    for (language, extension, text) in modest {
        if needs(language) {
            folder.write(&format!("sols/ac_calm.{extension}"), text);
        }
    }
    let (report, _) = Touchstone::new().check(folder.path());
    for (_, extension, _) in hogs.into_iter().filter(|(language, ..)| needs(language)) {
        assert_eq!(report.verdicts(&format!("sols/mle_hog.{extension}")), ["MLE"], "{:#?}", report.findings());
    }
    for (_, extension, _) in modest.into_iter().filter(|(language, ..)| needs(language)) {
        assert_eq!(report.verdicts(&format!("sols/ac_calm.{extension}")), ["AC"], "{:#?}", report.findings());
    }
}

/// Time of all threads counts.
#[test]
fn time_of_all_threads() {
    if !needs("java") {
        return;
    }
    let folder = folder();
    folder.write("touchstone.toml", "[limits]\ntime_ms = 1000\nmemory_mb = 128\n");
    folder.write(
        "sols/tle_threads.java",
        "class Spin { public static void main(String[] a) throws Exception { Thread[] all = new Thread[3]; for (int i = 0; i < 3; i++) { all[i] = new Thread(() -> { long x = 1; while (System.nanoTime() != 0) x *= 3; }); all[i].start(); } all[0].join(); } }\n",
    );
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.verdicts("sols/tle_threads.java"), ["TLE"], "{:#?}", report.findings());
}

/// A folder may say that limits differ for a language, also for one that has code of its own.
#[test]
fn limits_of_a_language() {
    let folder = folder();
    let spin = "import time\nwhile time.process_time() < 0.6:\n    pass\nprint(1)\n";
    folder.write("sols/spin.py", spin);
    let with = |limits: &str| {
        let text =
            format!("[limits]\ntime_ms = 300\nmemory_mb = 128\n{limits}[labels]\n\"sols/spin.py\" = \"accepted\"\n");
        folder.write("touchstone.toml", text);
        Touchstone::new().check(folder.path()).0
    };
    assert_eq!(with("").verdicts("sols/spin.py"), ["TLE"]);
    let report = with("[limits.languages.python]\ntime_ms = 10000\n");
    assert_eq!(report.verdicts("sols/spin.py"), ["AC"], "{:#?}", report.findings());
    let report = with("[limits.languages.phyton]\ntime_ms = 10000\n");
    assert_eq!(report.verdicts("sols/spin.py"), ["TLE"]);
    let said = report.findings();
    assert!(
        said.iter().any(|finding| finding.contains("`phyton` is no language") && finding.contains("`python`")),
        "{said:#?}"
    );
}

#[test]
fn deep_recursion_has_room() {
    let folder = folder();
    let deep = [
        (
            "java",
            "java",
            "class Deep { static int go(int n) { return n == 0 ? 0 : go(n - 1) + 1; } public static void main(String[] a) { System.out.println(go(100000) / 100000); } }\n",
        ),
        ("javascript", "js", "const go = (n) => (n === 0 ? 0 : go(n - 1) + 1);\nconsole.log(go(100000) / 100000);\n"),
        (
            "go",
            "go",
            "package main\n\nimport \"fmt\"\n\nfunc deep(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn deep(n-1) + 1\n}\n\nfunc main() { fmt.Println(deep(100000) / 100000) }\n",
        ),
    ];
    for (language, extension, text) in deep {
        if needs(language) {
            folder.write(&format!("sols/ac_deep.{extension}"), text);
        }
    }
    let (report, _) = Touchstone::new().check(folder.path());
    for (_, extension, _) in deep.into_iter().filter(|(language, ..)| needs(language)) {
        assert_eq!(report.verdicts(&format!("sols/ac_deep.{extension}")), ["AC"], "{:#?}", report.findings());
    }
}

/// One finding names the package, its rows are SK, all else goes on, and that warns.
#[test]
fn a_missing_tool() {
    let folder = folder();
    folder.write("sols/ac_a.java", "class A { public static void main(String[] a) { System.out.println(1); } }\n");
    folder.write("sols/wa_b.java", "class B { public static void main(String[] a) { System.out.println(2); } }\n");
    folder.write("sols/wa_c.c", "#include <stdio.h>\nint main(void) { puts(\"2\"); }\n");
    // A path with a compiler of C and nothing else.
    let tools = temporary::folder();
    let gcc = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .map(|directory| directory.join("gcc"))
        .find(|path| path.is_file())
        .expect("there is a gcc");
    let script = format!("#!/bin/sh\nexec {} \"$@\"\n", gcc.display());
    let place = tools.path().join("gcc");
    fs::write(&place, script).expect("a file can be written");
    fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).expect("its mode can be set");
    let (report, code) = Touchstone::new().env("PATH", tools.path()).check(folder.path());
    assert_eq!(report.verdicts("sols/main.c"), ["AC"]);
    assert_eq!(report.verdicts("sols/wa_c.c"), ["WA"]);
    assert_eq!((report.verdicts("sols/ac_a.java"), report.verdicts("sols/wa_b.java")), (vec!["SK"], vec!["SK"]));
    let missing = report.findings_of("tool-missing");
    assert_eq!(missing.len(), 1, "{missing:#?}");
    assert!(missing[0].starts_with("warning ") && missing[0].contains(&languages()["java"].package), "{missing:?}");
    assert!(missing[0].contains("sols/wa_b.java"), "the other one is named: {missing:?}");
    assert_eq!(code, Some(1));
}

#[test]
fn a_quick_look_starts_nothing_and_a_thorough_one_is_remembered() {
    if !needs("perl") {
        return;
    }
    let (tools, cache) = (temporary::folder(), temporary::folder());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let perl = std::env::split_paths(&path).map(|directory| directory.join("perl")).find(|perl| perl.is_file());
    std::os::unix::fs::symlink(perl.expect("it is on the PATH"), tools.path().join("perl"))
        .expect("a link can be made");
    let line = |args: &[&str], opens_with: &str| {
        let doctor = Touchstone::new().with_cache(cache.path()).env("PATH", tools.path()).arg("doctor").args(args);
        // There is no g++ on this PATH.
        let said = doctor.run().expect_code(1).stdout;
        said.lines().find(|line| line.starts_with(opens_with)).map(str::to_owned)
    };
    assert_eq!(line(&["--quick"], "Perl"), None);
    assert!(line(&["--quick"], "not tried").is_some_and(|untried| untried.contains("Perl")));
    let started = line(&[], "Perl").expect("Perl is here");
    assert!(started.starts_with("Perl        v5.") && started.contains("a program that prints one number takes"));
    assert_eq!(line(&["--quick"], "Perl"), Some(started));
}
