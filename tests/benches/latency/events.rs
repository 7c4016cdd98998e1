//! The events that a person waits for, one part of the table after the other.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use testkit::wait;

use crate::{
    client::{Client, is_status, uri},
    folders::Example,
    place::{LARGE, Place},
    processes,
    rows::{Part, aim, time},
    samples::{Target, part, row},
};

/// The server waits this long for the next keystroke.
const DEBOUNCE: Duration = Duration::from_millis(100);
/// Tests of the example.
const N_TESTS: usize = 40;

/// The targets.
const START: Target = Target::ms(20, 100);
const KEYSTROKE: Target = Target::ms(10, 50);
const REQUEST: Target = Target::ms(5, 50);
const TURN: Target = Target::ms(1, 20);
const REACTION: Target = Target::ms(30, 100);
const VERDICT: Target = Target::ms(1000, 2000);
const UNCHANGED: Target = Target::ms(20, 100);
const CANCEL: Target = Target::ms(50, 300);
const MAX_IDLE_MB: f64 = 40.0;
const MAX_LARGE_MB: f64 = 150.0;
/// Problems that are open at once.
const N_OPEN: usize = 200;

/// From starting the process to the answer to `initialize`.
pub(crate) fn start(place: &Place) -> Part {
    const TIMES: usize = 20;
    let example = example(place);
    let version = || {
        let started = Instant::now();
        let status = Command::new(&place.executable).arg("--version").stdout(Stdio::null()).status();
        assert!(status.expect("the binary starts").success(), "the binary says its version");
        started.elapsed()
    };
    let mut floors: Vec<Duration> = (0..TIMES).map(|_| version()).collect();
    floors.sort();
    let begin = || {
        let started = Instant::now();
        let mut client = Client::start(place);
        client.greet(&example.path, false);
        let elapsed = started.elapsed();
        client.leave();
        elapsed
    };
    let times: Vec<Duration> = (0..TIMES).map(|_| begin()).collect();
    let mut part = part("the server starts");
    let floor = format!("`--version` takes {}", time(floors[TIMES / 2].as_secs_f64()));
    row(&mut part, "start to the answer to `initialize`", &times, &START, &floor);
    part
}

/// Keystrokes, and what editors ask for after them.
pub(crate) fn edits_and_requests(place: &Place) -> Part {
    const TIMES: usize = 100;
    let example = example(place);
    let validator = example.path.join("val.cpp");
    let mut part = part(&format!("edits and requests, a validator of a problem with {N_TESTS} tests"));

    let (mut client, text) = client_at(place, &example.path, &validator, false);
    let texts = [text.replace("    inf.readEof();\n", ""), text.clone()];
    let published = told_of(&mut client, &validator, [&texts[1], &texts[0]], TIMES);
    row(&mut part, "keystroke to text diagnostics, told", &published, &KEYSTROKE, "without the 100 ms of waiting");
    let (mut puller, _) = client_at(place, &example.path, &validator, true);
    let document = json!({ "uri": uri(&validator) });
    let asked: Vec<Duration> = (1..=TIMES)
        .map(|version| {
            let started = Instant::now();
            puller.change(&validator, version, &texts[version % 2]);
            puller.request("textDocument/diagnostic", json!({ "textDocument": document }));
            started.elapsed()
        })
        .collect();
    row(&mut part, "keystroke to text diagnostics, asked for", &asked, &KEYSTROKE, "");
    puller.leave();

    client.change(&validator, TIMES + 1, &texts[0]);
    client.await_notification(|message| message["method"] == "textDocument/publishDiagnostics");
    let position = position_of(&texts[0], "readInt(1");
    let place_in_text = json!({ "textDocument": document, "position": position });
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 20, "character": 0 } });
    let actions = json!({ "textDocument": document, "range": whole, "context": { "diagnostics": [] } });
    let requests = [
        ("completion", "textDocument/completion", place_in_text.clone()),
        ("hover", "textDocument/hover", place_in_text),
        ("code lenses", "textDocument/codeLens", json!({ "textDocument": document })),
        ("code actions", "textDocument/codeAction", actions),
    ];
    for (what, method, params) in requests {
        let times = times_of(&mut client, TIMES, method, &params);
        row(&mut part, what, &times, &REQUEST, "");
    }
    row(&mut part, "a turn of the session", &turns(&mut client), &TURN, "as the session counts them");
    client.leave();
    part
}

/// How long answers to a request take that has one.
fn times_of(client: &mut Client, n_times: usize, method: &str, params: &Value) -> Vec<Duration> {
    let ask = |_| {
        let (answer, took) = client.request(method, params.clone());
        assert!(!answer.is_null() && answer != json!([]), "{method} has an answer here");
        took
    };
    (0..n_times).map(ask).collect()
}

/// What leads from one file to others, or changes several.
pub(crate) fn across_files(place: &Place) -> Part {
    const TIMES: usize = 100;
    let example = Example::new(place.path("across"), N_TESTS);
    let files = ["val.cpp", "check.cpp", "script.txt"].map(|name| example.path.join(name));
    let [validator, checker, script] = &files;
    let commands = fs::read_to_string(script).expect("the script is there");
    example.write("script.txt", &format!("<#-- group 1 score 100 -->\n{commands}"));
    let mut part = part(&format!("requests across files, {N_TESTS} tests"));
    let (mut client, _) = client_at(place, &example.path, validator, false);
    let texts = files.each_ref().map(|file| fs::read_to_string(file).expect("the file is there"));
    client.open(checker, &texts[1]);
    client.open(script, &texts[2]);
    let at = |file: &PathBuf, text: &str, word: &str| json!({ "textDocument": { "uri": uri(file) }, "position": position_of(text, word) });
    let mut rename = at(validator, &texts[0], "\"n\"");
    rename["newName"] = json!("size");
    let read = position_of(&texts[1], "ouf.readLong");
    let extraction = json!({
        "textDocument": { "uri": uri(checker) },
        "range": { "start": read, "end": read },
        "context": { "diagnostics": [], "only": ["refactor.extract"] },
    });
    let mut uses = at(script, &texts[2], "1 score");
    uses["context"] = json!({ "includeDeclaration": true });
    let requests = [
        ("rename of a variable", "textDocument/rename", rename),
        ("repeated reads as a function", "textDocument/codeAction", extraction),
        ("places of a group", "textDocument/references", uses),
    ];
    for (what, method, params) in requests {
        let times = times_of(&mut client, TIMES, method, &params);
        row(&mut part, what, &times, &REQUEST, "");
    }
    // The generator reads no such option, and is not given its own.
    let misspelt = texts[2].replacen("-n ", "-m ", 1);
    assert_ne!(misspelt, texts[2], "the script gives the option");
    let told = told_of(&mut client, script, [&texts[2], &misspelt], TIMES);
    row(&mut part, "keystroke in a script to what generators say", &told, &KEYSTROKE, "without the 100 ms of waiting");
    client.leave();
    part
}

/// How long it takes from each keystroke that makes one text of another to the file's diagnostics, without the wait for the next.
fn told_of(client: &mut Client, file: &Path, texts: [&str; 2], n_times: usize) -> Vec<Duration> {
    let one = |version: usize| {
        client.forget();
        let started = Instant::now();
        client.change(file, version, texts[version % 2]);
        let told = client.await_notification(|message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri(file)
        });
        (told.0 - started).saturating_sub(DEBOUNCE)
    };
    (1..=n_times).map(one).collect()
}

/// Saves of a validator, and runs of a problem in which nothing has changed.
pub(crate) fn saves_and_runs(place: &Place) -> Part {
    const SAVES: usize = 20;
    /// The headers are compiled for good when they are wanted again.
    const SAVES_BEFORE: usize = 3;
    const RUNS: usize = 50;
    let example = example(place);
    let validator = example.path.join("val.cpp");
    let (mut client, _) = client_at(place, &example.path, &validator, false);
    let mut part = part(&format!("saves and runs, {N_TESTS} tests"));

    let (mut reactions, mut verdicts) = (Vec::new(), Vec::new());
    for save in 0..SAVES_BEFORE + SAVES {
        example.define("val.cpp", 1000 + save);
        let text = fs::read_to_string(&validator).expect("the source is there");
        client.change(&validator, 1000 + save, &text);
        client.forget();
        let faults = processes::faults_of_children(client.pid());
        let started = Instant::now();
        client.save(&validator);
        let busy = client.await_notification(|message| is_status(message, true)).0;
        let idle = client.await_idle();
        assert_ne!(processes::faults_of_children(client.pid()), faults, "a validator that is new is built and run");
        if save >= SAVES_BEFORE {
            reactions.push(busy - started);
            verdicts.push(idle - started);
        }
    }
    row(&mut part, "save to busy", &reactions, &REACTION, "");
    row(&mut part, "saved validator to its verdict", &verdicts, &VERDICT, "the 50 ms of waiting included");

    let run = json!({ "command": "touchstone.run", "arguments": [{ "uri": uri(&example.path) }] });
    // The machine's own tasks after a run are done, and what it has started rests.
    client.request("workspace/executeCommand", run.clone());
    let family = processes::descendants(client.pid());
    let faults = processes::faults_of_children(client.pid());
    let again: Vec<Duration> = (0..RUNS).map(|_| client.request("workspace/executeCommand", run.clone()).1).collect();
    let is_same =
        (processes::descendants(client.pid()), processes::faults_of_children(client.pid())) == (family, faults);
    let started = if is_same { "no process started" } else { "PROCESSES WERE STARTED" };
    row(&mut part, "nothing changed since the last run", &again, &UNCHANGED, started);
    client.leave();
    part
}

/// From cancelling a command to the end of the program that it runs.
pub(crate) fn cancel(place: &Place) -> Part {
    const TIMES: usize = 12;
    let folder = place.endless();
    let mut client = Client::start(place);
    client.greet(&folder, false);
    // What cancels a command does not cancel the run that opening a file has begun.
    let settings = json!({ "settings": { "touchstone": { "editor": { "check_on_open": false } } } });
    client.notify("workspace/didChangeConfiguration", settings);
    let executable = processes::exe(client.pid()).expect("the server runs");
    let solution = folder.join("sol.cpp");
    client.open(&solution, &fs::read_to_string(&solution).expect("the source is there"));
    // The problem is known now.
    client.await_notification(|message| is_status(message, false));
    let mut gone = Vec::new();
    let mut answered = Vec::new();
    for _ in 0..TIMES {
        let run = json!({ "command": "touchstone.run", "arguments": [{ "uri": uri(&folder) }] });
        let id = client.send_request("workspace/executeCommand", run);
        let program = the_program(&client, &executable);
        client.forget();
        let started = Instant::now();
        client.notify("$/cancelRequest", json!({ "id": id }));
        while processes::exe(program).is_some() {
            thread::yield_now();
        }
        gone.push(started.elapsed());
        let (at, answer) = client.answer(id);
        assert_eq!(answer["error"]["code"], -32800, "{answer}");
        answered.push(at - started);
        client.await_idle();
    }
    client.leave();
    let mut part = part("a run is cancelled while an endless program runs");
    row(&mut part, "cancel to the program's end", &gone, &CANCEL, "");
    row(&mut part, "cancel to the answer", &answered, &CANCEL, "");
    part
}

/// The endless program, as soon as it has run for a moment; compilers are waited for.
fn the_program(client: &Client, executable: &Path) -> i32 {
    const PATIENCE: Duration = Duration::from_secs(60);
    const MOMENT: Duration = Duration::from_millis(20);
    let is_endless = |pid: &i32| {
        let exe = processes::exe(*pid).unwrap_or_default();
        !exe.starts_with("/usr") && !exe.starts_with("/bin")
    };
    let mut seen: Option<(i32, Instant)> = None;
    let look = || {
        let running = processes::programs(client.pid(), executable).into_iter().find(is_endless)?;
        match seen {
            Some((before, since)) if before == running => (since.elapsed() > MOMENT).then_some(running),
            Some(_) | None => {
                seen = Some((running, Instant::now()));
                None
            }
        }
    };
    wait::until(PATIENCE, look).expect("the program is run")
}

/// Resident memory of the server's own process.
pub(crate) fn memory(place: &Place) -> Part {
    let mut part = Part::new(
        "memory of the server's process, megabytes of 2^20 bytes",
        &["", "resident", "at most until then", "target"],
    );
    let mut add = |what: &str, client: &Client, most: f64| {
        let [now, peak] = ["VmRSS", "VmHWM"].map(|name| processes::memory_mb(client.pid(), name));
        part.row([what.to_owned(), format!("{now:.1}"), format!("{peak:.1}"), aim(&format!("{most}"), now <= most)]);
    };
    let example = example(place);
    let (client, _) = client_at(place, &example.path, &example.path.join("val.cpp"), false);
    add(&format!("idle, 12 solutions x {N_TESTS} tests judged"), &client, MAX_IDLE_MB);
    client.leave();
    let large = place.large();
    let (client, _) = client_at(place, &large, &large.join("sol.cpp"), false);
    add(&format!("{} solutions x {} tests judged", LARGE.0, LARGE.1), &client, MAX_LARGE_MB);
    client.leave();
    let client = many_open(place);
    add(&format!("{N_OPEN} problems open, two files of each, not judged"), &client, MAX_LARGE_MB);
    client.leave();
    part
}

/// A server that has read many problems, two files of each being open.
fn many_open(place: &Place) -> Client {
    let folder = place.path("many");
    fs::create_dir_all(&folder).expect("a temporary folder can be made");
    let mut client = Client::start(place);
    client.greet(&folder, false);
    let settings = json!({ "settings": { "touchstone": { "editor": { "check_on_open": false } } } });
    client.notify("workspace/didChangeConfiguration", settings);
    for number in 0..N_OPEN {
        let example = Example::new(folder.join(format!("problem-{number}")), N_TESTS);
        let files = ["val.cpp", "script.txt"].map(|name| example.path.join(name));
        for file in &files {
            client.open(file, &fs::read_to_string(file).expect("the file is there"));
        }
        // It has been read when there is an outline of it.
        let params = json!({ "textDocument": { "uri": uri(&files[0]) } });
        client.request("textDocument/documentSymbol", params);
    }
    client
}

/// What the session itself needs for each event, while it judges the large problem and is asked things.
pub(crate) fn turns_of_a_large_problem(place: &Place) -> Part {
    let large = place.large();
    let mut part = part("turns of the session, from opening a file of a large problem until all is judged");
    let (mut client, _) = client_at(place, &large, &large.join("sol.cpp"), false);
    let what = format!("{} solutions x {} tests", LARGE.0, LARGE.1);
    row(&mut part, &what, &turns(&mut client), &TURN, "as the session counts them");
    client.leave();
    part
}

/// How long the session's last turns took.
fn turns(client: &mut Client) -> Vec<Duration> {
    let told = client.request("touchstone/selfTest", json!({})).0;
    let turns = told["turns_us"].as_array().expect("the server tells of its turns").iter();
    turns.map(|turn| Duration::from_micros(turn.as_u64().expect("a number"))).collect()
}

/// A problem as setters write them.
fn example(place: &Place) -> Example {
    Example::new(place.path("example"), N_TESTS)
}

/// A client that has opened a file of a problem and waited until all is judged; and the text.
fn client_at(place: &Place, folder: &Path, file: &PathBuf, pulls: bool) -> (Client, String) {
    let mut client = Client::start(place);
    client.greet(folder, pulls);
    let text = fs::read_to_string(file).expect("the file is there");
    client.open(file, &text);
    client.await_notification(|message| is_status(message, true));
    client.await_idle();
    (client, text)
}

/// Where a word begins.
fn position_of(text: &str, word: &str) -> Value {
    let before = &text[..text.find(word).expect("the text has the word")];
    let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": before.matches('\n').count(), "character": column + 1 })
}
