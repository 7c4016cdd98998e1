//! Runs as an editor sees them: status, progress, cancelling, and the matrix that follows by its changes.

use std::{path::Path, time::Duration};

use serde_json::{Value, json};
use testkit::{
    editor::{client::Client, matrix, uri},
    folder::Folder,
    small, wait,
};

use crate::{in_process, machine::runs};

/// How long processes may stay after they were cancelled.
const SOON: Duration = Duration::from_secs(60);

fn small_problem() -> Folder {
    let files = small::files();
    Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
}

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

/// Starts a run without an end, waits until it runs and is seen to, has it cancelled, and sees it gone.
fn cancel_by(word: &str, cancel: impl FnOnce(&mut Client, i64, &str)) {
    let (folder, program) = endless(word);
    let setup = in_process::trusting().folder(folder.path());
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
fn cancelled_by_its_request() {
    cancel_by("request", |client, run, _| client.notify("$/cancelRequest", json!({ "id": run })));
}

#[test]
fn a_run_is_made_though_the_one_before_it_is_still_being_given_up() {
    let (folder, program) = endless("again");
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.open(&folder.path().join("sol.c"));
    client.wait_until("the endless solution", |_| runs(&program));
    let argument = json!({ "command": "touchstone.run", "arguments": [{ "uri": uri::of(folder.path()) }] });
    for _ in 0..10 {
        let run = client.send_request("workspace/executeCommand", argument.clone());
        client.wait_until("the endless solution", |client| {
            assert!(!client.is_answered(run), "nobody has cancelled this run");
            runs(&program)
        });
        client.notify("$/cancelRequest", json!({ "id": run }));
        assert_eq!(client.answer(run).expect_err("it was cancelled")["code"], json!(-32800));
    }
    assert!(client.leave().success());
}

#[test]
fn a_run_that_waits_for_another_is_cancelled_at_once() {
    let ((first, program), (second, waiting)) = (endless("running"), endless("waiting"));
    let setup = in_process::trusting().folder(first.path()).folder(second.path());
    let settings = json!({ "editor": { "check_on_open": false } });
    let mut client = setup.answering(|answers| answers.settings = settings).start();
    let run = |client: &mut Client, folder: &Folder| {
        let argument = json!({ "command": "touchstone.run", "arguments": [{ "uri": uri::of(folder.path()) }] });
        client.send_request("workspace/executeCommand", argument)
    };
    let runs_now = run(&mut client, &first);
    client.wait_until("the endless solution", |_| runs(&program));
    let waits = run(&mut client, &second);
    client.wait_until("the progress of both", |client| client.seen.progress.len() == 2);
    let token = client.seen.progress.keys().next_back().expect("there are two").clone();
    client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    assert_eq!(client.answer(waits).expect_err("it was cancelled")["code"], json!(-32800));
    client.wait_until_idle(second.path());
    assert!(runs(&program) && !runs(&waiting) && !client.is_answered(runs_now));
    client.notify("$/cancelRequest", json!({ "id": runs_now }));
    assert_eq!(client.answer(runs_now).expect_err("it was cancelled")["code"], json!(-32800));
    assert!(client.leave().success());
}

#[test]
fn squiggles_move_with_their_lines() {
    let folder = Folder::copy_of(&testkit::examples::folder("two-parcels"));
    let validator = folder.path().join("val.cpp");
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.open(&validator);
    let call = "inf.readInt(2, 4, \"n\")";
    client.replace(&validator, "inf.readInt(2, 50000, \"n\")", call);
    client.save(&validator);
    client.wait_for(&validator, &format!("validator-rejects-test 5:13 `{call}`"));
    client.wait_until_idle(folder.path());
    // Nothing of this is saved.
    client.edit(&validator, 0, 0, "// one\n// é😀\n");
    client.wait_for(&validator, &format!("validator-rejects-test 7:13 `{call}`"));
    client.replace(&validator, call, "inf.readInt(2, 5, \"n\")");
    client.wait_for_no(&validator, "validator-rejects-test");
    client.replace(&validator, "inf.readInt(2, 5, \"n\")", call);
    client.wait_for(&validator, &format!("validator-rejects-test 7:13 `{call}`"));
    client.replace(&validator, "// one\n// é😀\n#include", "#include");
    client.wait_for(&validator, &format!("validator-rejects-test 5:13 `{call}`"));
    assert!(client.leave().success());
}

#[test]
fn a_client_that_shows_no_progress_gets_none() {
    let (folder, program) = endless("silent");
    let mut client = in_process::trusting().without("window", "workDoneProgress").folder(folder.path()).start();
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

/// A client's own matrix, made of one whole and of changes.
struct Follower {
    whole: Value,
    n_seen: usize,
    n_applied: usize,
}

impl Follower {
    fn follow(&mut self, client: &mut Client, root: &Path) {
        while self.n_seen < client.seen.matrix_changes.len() {
            let change = client.seen.matrix_changes[self.n_seen].clone();
            self.n_seen += 1;
            let generation = |value: &Value| value["generation"].as_u64().expect("a number");
            if !self.whole.is_null() && generation(&change) <= generation(&self.whole) {
                continue;
            }
            if !self.whole.is_null() && matrix::apply(&mut self.whole, &change) {
                self.n_applied += 1;
            } else {
                self.whole = client.matrix(root);
            }
        }
    }

    fn agrees(&mut self, client: &mut Client, root: &Path) {
        loop {
            let whole = client.matrix(root);
            self.follow(client, root);
            if self.whole["generation"] == whole["generation"] {
                assert_eq!(matrix::followed(&self.whole), matrix::followed(&whole));
                return;
            }
        }
    }
}

#[test]
fn changes_reproduce_the_matrix() {
    let folder = small_problem();
    let root = folder.path().to_owned();
    let mut client = in_process::trusting().folder(&root).start();
    let mut follower = Follower { whole: Value::Null, n_seen: 0, n_applied: 0 };
    let (solution, checker, wrong) = (root.join("sol.c"), root.join("check.c"), root.join("wa_cap.c"));
    for path in [&solution, &checker, &wrong] {
        client.open(path);
    }
    client.judge(&root);
    follower.agrees(&mut client, &root);
    let before = matrix::verdicts(&follower.whole, "wa_cap.c").join(" ");
    // Another cap, a checker that takes everything, and back; then a column more and a row less.
    client.replace(&wrong, "#define CAP 500\n", "#define CAP 2000\n");
    client.save(&wrong);
    client.judge(&root);
    follower.agrees(&mut client, &root);
    assert_eq!(matrix::verdicts(&follower.whole, "wa_cap.c"), ["AC"; 5]);
    client.replace(&wrong, "#define CAP 2000\n", "#define CAP 500\n");
    client.save(&wrong);
    client.judge(&root);
    follower.agrees(&mut client, &root);
    assert_eq!(matrix::verdicts(&follower.whole, "wa_cap.c").join(" "), before);
    assert!(follower.n_applied > 1, "{} changes", follower.n_applied);
    client.write_outside(&[(&root.join("tests/6.in"), "1\n501\n")]);
    client.remove_outside(&root.join("rte_long.c"));
    client.judge(&root);
    follower.agrees(&mut client, &root);
    assert_eq!(matrix::verdicts(&follower.whole, "wa_cap.c").len(), 6);
    assert_eq!(follower.whole["solutions"].as_array().map(Vec::len), Some(4));
    assert!(client.leave().success());
}

#[test]
fn status() {
    let folder = small_problem();
    let root = uri::of(folder.path());
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.open(&folder.path().join("val.c"));
    client.judge(folder.path());
    let status = client.seen.status[&root].clone();
    // The slow one and the hungry one pass.
    assert_eq!((&status["health"], &status["message"]), (&json!("error"), &json!("2 errors")), "{status}");
    // Within these limits the slow one and the hungry one pass.
    assert_eq!((status["tpr"].as_f64(), status["tnr"].as_f64()), (Some(1.0), Some(0.5)));
    let busy: Vec<bool> = client.seen.statuses.iter().map(|one| one["busy"] == true).collect();
    assert!(busy.contains(&true) && busy.last() == Some(&false), "{busy:?}");
    for pair in client.seen.statuses.windows(2) {
        assert_ne!(pair[0], pair[1], "the same status twice");
    }
    // A solution that is right and called wrong.
    let wrong = folder.path().join("wa_right.c");
    client.write_outside(&[(&wrong, &small::solution(100_000))]);
    client.wait_for(&wrong, "error wrong-solution-passes 1:1 `#define CAP 100000`: ");
    // Two of five are found out.
    client.wait_until("the rate", |client| client.seen.status[&root]["tnr"].as_f64() == Some(0.4));
    assert!(client.leave().success());
}

#[test]
fn a_save_while_a_run_goes_on() {
    let (folder, program) = endless("outdated");
    let mut client = in_process::trusting().folder(folder.path()).start();
    let source = folder.path().join(format!("{program}.c"));
    client.open(&source);
    client.wait_until("the endless solution", |_| runs(&program));
    client.replace(&source, "while (x) {}", "return 1;");
    client.save(&source);
    client.judge(folder.path());
    let whole = client.matrix(folder.path());
    assert_eq!(matrix::verdicts(&whole, &format!("{program}.c")), ["RTE"; 20]);
    assert!(!runs(&program));
    assert!(client.leave().success());
}

/// The solutions that have marked cells.
fn stale(whole: &Value) -> Vec<&str> {
    let rows =
        whole["cells"]["stale"].as_array().expect("rows").iter().zip(whole["solutions"].as_array().expect("a list"));
    let marked = rows.filter(|(row, _)| row.as_array().expect("cells").contains(&json!(true)));
    marked.map(|(_, solution)| solution["path"].as_str().expect("a path")).collect()
}

#[test]
fn only_what_has_changed_is_in_doubt() {
    let (folder, program) = endless("doubtful");
    let source = folder.path().join(format!("{program}.c"));
    let forever = std::fs::read_to_string(&source).expect("it is there");
    folder.write(&format!("{program}.c"), forever.replace("while (x) {}", "return 1;"));
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.open(&source);
    client.judge(folder.path());
    assert_eq!(stale(&client.matrix(folder.path())), Vec::<&str>::new());
    client.replace(&source, "return 1;", "while (x) {}");
    client.save(&source);
    client.wait_until("the endless solution", |_| runs(&program));
    let root = folder.path().to_owned();
    let marked = wait::until(SOON, || {
        let whole = client.matrix(&root);
        let marked: Vec<String> = stale(&whole).into_iter().map(str::to_owned).collect();
        (!marked.is_empty()).then_some(marked)
    });
    assert_eq!(marked, Some(vec![format!("{program}.c")]));
    assert!(client.leave().success());
}

#[test]
fn a_part_is_run_of_a_solution_that_does_not_build_any_more() {
    let folder = small_problem();
    let root = folder.path().to_owned();
    let mut client = in_process::trusting().option("editor", json!({ "check_on_save": false })).folder(&root).start();
    let wrong = root.join("wa_cap.c");
    client.open(&wrong);
    client.judge(&root);
    let others = matrix::verdicts(&client.matrix(&root), "rte_long.c").join(" ");
    client.set_text(&wrong, "no program\n");
    client.save(&wrong);
    client.command("touchstone.run", json!({ "uri": uri::of(&root), "solutions": ["wa_cap.c"] }));
    client.wait_until_idle(&root);
    let whole = client.matrix(&root);
    assert_eq!(matrix::verdicts(&whole, "wa_cap.c"), ["SK"; 5]);
    assert_eq!(matrix::verdicts(&whole, "rte_long.c").join(" "), others);
    let row = whole["solutions"].as_array().expect("a list").iter().find(|one| one["path"] == "wa_cap.c");
    assert_eq!(row.map(|row| (&row["verdict"], &row["expectation_met"])), Some((&json!("CE"), &Value::Null)));
    assert_eq!(stale(&whole), Vec::<&str>::new());
    assert!(client.leave().success());
}

#[test]
fn a_command_that_joins_a_run_of_a_save_does_not_take_it_with_it() {
    let (folder, program) = endless("joined");
    folder.write("touchstone.toml", "[limits]\ntime_ms = 500\nmemory_mb = 64\n");
    for number in 4..=20 {
        std::fs::remove_file(folder.path().join(format!("tests/{number}.in"))).expect("it is there");
    }
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.open(&folder.path().join(format!("{program}.c")));
    client.wait_until("the endless solution", |_| runs(&program));
    let run = json!({ "command": "touchstone.run", "arguments": [{ "uri": uri::of(folder.path()) }] });
    let id = client.send_request("workspace/executeCommand", run);
    client.catch_up();
    client.notify("$/cancelRequest", json!({ "id": id }));
    assert!(client.answer(id).is_err());
    // It comes to its end.
    client.wait_until_idle(folder.path());
    let whole = client.matrix(folder.path());
    assert_eq!(matrix::verdicts(&whole, &format!("{program}.c")), ["TLE"; 3]);
    assert!(client.leave().success());
}
