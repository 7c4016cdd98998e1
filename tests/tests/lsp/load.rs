//! Much of everything: edits that nobody reads the answers of, a long file, many solutions on many tests.

use std::fs;

use e2e::{process, server};
use serde_json::json;
use testkit::{
    editor::{client::PATIENCE, matrix, uri},
    examples,
    folder::Folder,
    wait,
};

/// Bytes that a process has read.
fn n_read(pid: i32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/io")).expect("the server is there");
    let line = text.lines().find_map(|line| line.strip_prefix("rchar: ")).expect("a process reads");
    line.parse().expect("a number")
}

#[test]
fn a_client_that_does_not_read() {
    const N_EDITS: usize = 2000;
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let script = folder.path().join("script.txt");
    let mut client = server::plain().self_test().deaf().folder(folder.path()).start();
    // Each publication of this is larger than a pipe.
    let broken: String = (0..400).map(|number| format!("gne {number} > $\n")).collect();
    client.open_with(&script, &broken);
    let before = n_read(client.pid());
    let mut n_sent = 0;
    for number in 0..N_EDITS {
        let line = format!("# {number}\n");
        client.edit(&script, 0, 0, &line);
        n_sent += line.len() as u64;
        if number % 5 == 0 {
            let at = json!({ "textDocument": { "uri": uri::of(&script) }, "position": { "line": 0, "character": 1 } });
            client.send_request("textDocument/hover", at);
        }
    }
    let pid = client.pid();
    let has_read = wait::until(PATIENCE, || (n_read(pid) >= before + n_sent).then_some(()));
    assert!(has_read.is_some(), "the server stops reading because nobody reads what it writes");
    client.set_text(&script, &format!("{broken}gen -n 2 -min 1 -max 1 -type pair > $\nneg 1 > $\n"));
    let memory = process::memory_kb(pid) / 1024;
    assert!(memory < 400, "{memory} MiB");
    client.read();
    client.wait_for(&script, "error generator-unknown 402:1 `neg 1 > $`");
    let documents = client.request("touchstone/selfTest", json!({}));
    assert_eq!(documents["documents"][uri::of(&script)][0], json!(client.document(&script).version));
    assert_eq!(client.lines(&script).len(), 401);
    let published = &client.seen.published[&uri::of(&script)];
    assert_eq!(published.version, Some(client.document(&script).version));
    // Of what waited for this file only the last was sent.
    assert!(published.n_times < 100, "{} publications", published.n_times);
    assert!(client.leave().success());
}

#[test]
fn many_solutions_on_many_tests() {
    const N_SOLUTIONS: usize = 30;
    const N_TESTS: usize = 100;
    let folder = Folder::of("many", [("touchstone.toml", "[limits]\ntime_ms = 2000\nmemory_mb = 64\n")]);
    // Solution k fails exactly on the tests whose number its own divides.
    let solution = |number: usize| {
        format!(
            "int scanf(const char *, ...);\nint printf(const char *, ...);\nint main(void) {{\n    int n;\n    \
             if (scanf(\"%d\", &n) != 1) return 1;\n    printf(\"%d\\n\", {number} && n % {number} == 0 ? -1 : n);\n}}\n"
        )
        .replace("0 && n % 0 == 0", "0")
    };
    folder.write("sol.c", solution(0));
    for number in 2..=N_SOLUTIONS {
        folder.write(&format!("wa_{number}.c"), solution(number));
    }
    for number in 1..=N_TESTS {
        folder.write(&format!("tests/{number:03}.in"), format!("{number}\n"));
        folder.write(&format!("tests/{number:03}.ans"), format!("{number}\n"));
    }
    let mut client = server::trusting().folder(folder.path()).start();
    client.open(&folder.path().join("sol.c"));
    client.judge(folder.path());
    let whole = client.matrix(folder.path());
    for number in 2..=N_SOLUTIONS {
        let verdicts = matrix::verdicts(&whole, &format!("wa_{number}.c"));
        assert_eq!(verdicts.len(), N_TESTS);
        for (idx, verdict) in verdicts.iter().enumerate() {
            assert_eq!(*verdict, if (idx + 1) % number == 0 { "WA" } else { "AC" }, "{number} on {}", idx + 1);
        }
    }
    assert_eq!(matrix::verdicts(&whole, "sol.c"), vec!["AC"; N_TESTS]);
    assert_eq!(whole["metrics"]["tnr"].as_f64(), Some(1.0));
    client.judge(folder.path());
    let memory = process::memory_kb(client.pid()) / 1024;
    assert!(memory < 400, "{memory} MiB");
    // One solution is saved, and one row is another.
    let wrong = folder.path().join("wa_7.c");
    client.open(&wrong);
    client.replace(&wrong, "7 && n % 7 == 0", "7 && n % 11 == 0");
    client.save(&wrong);
    client.judge(folder.path());
    let whole = client.matrix(folder.path());
    for (idx, verdict) in matrix::verdicts(&whole, "wa_7.c").iter().enumerate() {
        assert_eq!(*verdict, if (idx + 1) % 11 == 0 { "WA" } else { "AC" }, "on {}", idx + 1);
    }
    assert!(client.leave().success());
}
