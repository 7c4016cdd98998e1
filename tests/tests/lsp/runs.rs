//! Runs as an editor sees them: status, progress, cancelling, and the matrix that follows by its changes.

use std::{collections::BTreeSet, path::Path, time::Duration};

use e2e::{process, server};
use serde_json::{Value, json};
use testkit::{
    editor::{client::Client, uri},
    folder::Folder,
    temporary, wait,
};

/// How long processes may stay after they were cancelled.
const SOON: Duration = Duration::from_secs(20);
/// How long a few compiles may take on a machine that has much else to do.
const MAKING: Duration = Duration::from_secs(300);

/// A problem in which a solution runs without end on each of many tests.
fn endless(word: &str) -> (Folder, String) {
    let program = format!("wa_{word}_{}", std::process::id());
    let files = [
        ("touchstone.toml", "[limits]\ntime_ms = 9000\nmemory_mb = 64\n"),
        ("sol.c", "int puts(const char *);\nint main(void) { puts(\"5\"); }\n"),
    ];
    let folder = Folder::of("endless", files);
    folder.write(&format!("{program}.c"), "int main(void) { volatile int x = 1; while (x) {} }\n");
    for number in 1..=20 {
        folder.write(&format!("tests/{number}.in"), format!("{number}\n"));
        folder.write(&format!("tests/{number}.ans"), "5\n");
    }
    (folder, program)
}

fn runs(program: &str) -> bool {
    process::running_with(program).iter().any(|seen| seen.command == format!("./{program}"))
}

/// Starts a run without an end, waits until it runs and is seen to, has it cancelled, and sees it gone.
fn cancel_by(word: &str, cancel: impl FnOnce(&mut Client, i64, &str)) {
    let (folder, program) = endless(word);
    let setup = server::trusting().folder(folder.path());
    let mut client =
        setup.answering(|answers| answers.settings = json!({ "editor": { "check_on_open": false } })).start();
    client.open(&folder.path().join("sol.c"));
    let root = uri::of(folder.path());
    let argument = json!({ "command": "touchstone.run", "arguments": [{ "uri": root }] });
    let run = client.send_request("workspace/executeCommand", argument);
    client.wait_until("the endless solution and progress", |client| {
        runs(&program) && client.seen.progress.values().any(|values| values[0]["kind"] == "begin")
    });
    let token = client.seen.progress.keys().next_back().expect("there is progress").clone();
    let begin = client.seen.progress[&token][0].clone();
    assert_eq!((&begin["title"], &begin["cancellable"]), (&json!("Checking endless"), &json!(true)));
    assert_eq!(client.seen.status[&root]["busy"], json!(true));
    assert!(!client.is_answered(run));
    cancel(&mut client, run, &token);
    let error = client.answer(run).expect_err("it was cancelled");
    assert_eq!(error["code"], json!(-32800), "{error}");
    assert!(wait::until(SOON, || (!runs(&program)).then_some(())).is_some(), "{program} still runs");
    client.wait_until_idle(folder.path());
    client.wait_until("the end of progress", |client| {
        client.seen.progress[&token].last().is_some_and(|last| last["kind"] == "end")
    });
    let kinds: Vec<&Value> = client.seen.progress[&token].iter().map(|value| &value["kind"]).collect();
    assert!(kinds[1..kinds.len() - 1].iter().all(|kind| *kind == "report"), "{kinds:?}");
    assert_eq!(client.seen.n_asked("window/workDoneProgress/create"), 1);
    assert!(client.leave().success());
}

#[test]
fn cancelled_by_its_progress() {
    cancel_by("progress", |client, _, token| {
        client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    });
}

#[test]
fn a_mistake_in_a_header_shows_where_it_is_included() {
    let folder = Folder::of(
        "sum",
        [
            ("touchstone.toml", "[limits]\ntime_ms = 1000\nmemory_mb = 64\n"),
            ("sol.c", "#include <stdio.h>\n#include \"lib/common.h\"\nint main(void) { puts(WORD); }\n"),
            ("wa_one.c", "#include \"lib/outer.h\"\nint main(void) { return 0; }\n"),
            ("lib/outer.h", "/* More. */\n#include \"common.h\"\n"),
            ("lib/common.h", "#define WORD \"5\"\nint five = fife;\n"),
            ("tests/1.in", "1\n"),
            ("tests/1.ans", "5\n"),
        ],
    );
    let mut client = server::trusting().folder(folder.path()).start();
    let at = |path: &str| folder.path().join(path);
    client.open(&at("sol.c"));
    client.wait_for(&at("lib/common.h"), "error build-failed 2:12 `fife`: ");
    client.wait_for(&at("sol.c"), "error build-failed 2:1 `#include \"lib/common.h\"`: this brings in a mistake of");
    client.wait_for(&at("wa_one.c"), "error build-failed 1:1 `#include \"lib/outer.h\"`: this brings in a mistake of");
    client.wait_for(&at("lib/outer.h"), "error build-failed 2:1 `#include \"common.h\"`: this brings in a mistake of");
    client.judge(folder.path());
    let lines = client.lines(&at("sol.c"));
    assert!(lines.len() == 1 && lines[0].contains(" | common.h:2:12 `fife`: "), "{lines:?}");
    assert_eq!(client.lines(&at("lib/common.h")).len(), 1, "once, whoever includes it");
    client.write_outside(&[(&at("lib/common.h"), "#define WORD \"5\"\nint five = 5;\n")]);
    for path in ["sol.c", "lib/outer.h", "lib/common.h"] {
        client.wait_for_no(&at(path), "build-failed");
    }
    assert!(client.leave().success());
}

#[test]
fn a_client_that_shows_no_progress_gets_none() {
    let (folder, program) = endless("silent");
    let mut client = server::trusting().without("window", "workDoneProgress").folder(folder.path()).start();
    client.open(&folder.path().join("sol.c"));
    client.wait_until("the endless solution", |_| runs(&program));
    let root = uri::of(folder.path());
    let rounds = client.seen.matrix_changes.len();
    client.wait_until("news", |client| {
        client.seen.matrix_changes.len() > rounds || client.seen.status[&root]["busy"] == true
    });
    // Leaving ends it, too.
    assert!(client.leave().success());
    assert!(wait::until(SOON, || (!runs(&program)).then_some(())).is_some(), "{program} still runs");
}

/// What lies in the cache for later compiles, by names.
fn made_ahead(cache: &Path) -> BTreeSet<String> {
    let files = walkdir::WalkDir::new(cache.join("include")).into_iter().filter_map(Result::ok);
    let names = files.filter_map(|entry| entry.file_name().to_str().map(str::to_owned));
    names.filter(|name| [".gch", ".a"].iter().any(|end| name.ends_with(end))).collect()
}

#[test]
fn while_nobody_waits_the_next_compiles_are_made_ready_for() {
    const VALIDATOR: &str = "#include \"testlib.h\"\nint main(int argc, char* argv[]) {\n    registerValidation(argc, argv);\n    \
                             inf.readInt(1, 9, \"n\");\n    inf.readEoln();\n    inf.readEof();\n}\n";
    const SOLUTION: &str =
        "#include <bits/stdc++.h>\nint main() {\n    int n;\n    std::cin >> n;\n    std::cout << n << '\\n';\n}\n";
    let files = [("val.cpp", VALIDATOR), ("sol.cpp", SOLUTION), ("tests/1.in", "5\n"), ("tests/1.ans", "5\n")];
    let folder = Folder::of("echo", files);
    let cache = temporary::folder();
    let mut client = server::trusting().with_cache(cache.path()).folder(folder.path()).start();
    let validator = folder.path().join("val.cpp");
    client.open(&validator);
    client.judge(folder.path());
    // What comes in between is not kept waiting, and what was begun is made later.
    client.replace(&validator, "readInt(1, 9", "readInt(6, 9");
    client.save(&validator);
    client.wait_for(&validator, "validator-rejects-test");
    let all = ["libtestlib.a", "stdc++.h.gch", "testlib.h.gch"].map(str::to_owned);
    let made = wait::until(MAKING, || (made_ahead(cache.path()) == BTreeSet::from(all.clone())).then_some(()));
    assert!(made.is_some(), "{:?}", made_ahead(cache.path()));
    client.replace(&validator, "readInt(6, 9", "readInt(1, 9");
    client.save(&validator);
    client.wait_for_no(&validator, "validator-rejects-test");
    assert!(client.leave().success());
}
