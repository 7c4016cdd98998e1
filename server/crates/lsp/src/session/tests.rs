//! The session between a client and a judge that are both the test.

use std::{
    collections::HashMap,
    sync::Arc,
    thread,
    time::{Duration, Instant, SystemTime},
};

use checkers::OutcomeKind;
use crossbeam_channel::{Receiver, unbounded};
use judge::{
    check::Observer as _,
    disk::dirs::Dirs,
    engine::LoadedProblem,
    store::Store,
    testlib::{TestlibText, Text},
};
use problem::{
    executor::{Blob, Sandbox},
    model::ProgramIdx,
    path::{AbsPath, RelPath},
    settings::UserSettings,
    state::{Build, Cell, CheckerResult, JuryAnswer, State, StateEvent},
    verdict::Verdict,
};
use ropey::Rope;
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::{mpsc::UnboundedReceiver, oneshot};
use tower_lsp::lsp_types::{Diagnostic, InitializeParams, NumberOrString, TextDocumentItem, Url};

use super::{Services, Session};
use crate::{
    inbox::{ClientRequest, Event, Inbox},
    leaving,
    protocol::{
        commands::CommandCall,
        outbox::{self, ServerMessage},
    },
    workers::{
        analyst::{self, ChangedFile},
        disk::LocalDisk,
        judging::{CheckCanceller, CheckEvent, CheckEventKind, CheckInputs, CheckSpec, JudgeCommand, TestReporter},
        pool::Pool,
        tasks::{TaskContext, Tasks},
    },
};

const N_SOLUTIONS: usize = 500;
const N_TESTS: usize = 200;
/// How long the session may take until the test gives up.
const PATIENCE: Duration = Duration::from_secs(300);

/// A session, with both ends of everything in the test's hands.
struct Rig {
    place: TempDir,
    inbox: Inbox,
    unsent: UnboundedReceiver<ServerMessage>,
    work: Receiver<JudgeCommand>,
    store: Arc<Store>,
}

impl Rig {
    fn start(files: &[(String, String)]) -> Rig {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| AbsPath::new(place.path().join(name)).unwrap();
        for (path, text) in files {
            judge::disk::files::write(at("problem").as_path().join(path).as_path(), text.as_bytes()).unwrap();
        }
        let dirs = Dirs { cache: at("cache"), config: at("config"), state: at("state") };
        let store = Arc::new(Store::open(&dirs.cache).unwrap());
        let (sender, events) = unbounded();
        let inbox = Inbox::new(sender);
        let (outbox, unsent) = outbox::channel();
        let (judge, work) = unbounded();
        let task_context = TaskContext {
            exchanges: crate::workers::tasks::Exchanges::default(),
            dirs: dirs.clone(),
            store: Arc::clone(&store),
            sandbox: None,
            testlib: TestlibText { header: Text::Plain(b""), bodies: None },
            make_machine: judge::machine::local,
            inbox: inbox.clone(),
            outbox: outbox.clone(),
        };
        let services = Services {
            inbox: inbox.clone(),
            tasks: Tasks::new(task_context),
            outbox,
            analyst: analyst::start(Arc::clone(&store), Arc::new(LocalDisk), inbox.clone()),
            judge,
            canceller: CheckCanceller::default(),
            pool: Pool::start(),
            disk_pool: Pool::start(),
            store: Arc::clone(&store),
            dirs,
            testlib: TestlibText { header: Text::Plain(b""), bodies: None },
            user: UserSettings::default(),
            environment: UserSettings::default(),
            trust_answers: std::collections::BTreeMap::new(),
            cache_trouble: None,
            page: None,
            leave: leaving::channel().0,
        };
        thread::spawn(move || Session::new(services).run(&events));
        Rig { place, inbox, unsent, work, store }
    }

    fn url(&self, path: &str) -> Url {
        let root = judge::disk::files::real(&self.place.path().join("problem")).unwrap();
        Url::from_file_path(root.as_path().join(path)).unwrap()
    }

    /// The client comes, and opens a file.
    fn open(&self, path: &str, text: &str) {
        let params: InitializeParams = serde_json::from_value(json!({
            "capabilities": { "textDocument": { "publishDiagnostics": { "relatedInformation": true } } },
            "workspaceFolders": [{ "uri": self.url(""), "name": "problem" }],
            "initializationOptions": { "trusted": true },
        }))
        .unwrap();
        self.inbox.send(Event::Initialize(Box::new(params)));
        self.inbox.send(Event::Initialized);
        self.inbox.send(Event::Opened(TextDocumentItem {
            uri: self.url(path),
            language_id: "cpp".to_owned(),
            version: 1,
            text: text.to_owned(),
        }));
    }

    /// The check that the session wants.
    fn spec(&self) -> CheckSpec {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.work.recv_deadline(end).expect("the session wants a run") {
                JudgeCommand::Check(spec) => return spec,
                JudgeCommand::Settings(_) | JudgeCommand::Clear(_) => {}
            }
        }
    }

    fn send(&self, spec: &CheckSpec, kind: CheckEventKind) {
        self.inbox.send(Event::Check(CheckEvent { root: spec.root.clone(), id: spec.id, kind }));
    }
}

/// What the client has heard.
#[derive(Default)]
struct Heard {
    diagnostics: HashMap<Url, Vec<Diagnostic>>,
    generation: u64,
    is_idle: bool,
}

impl Heard {
    fn hear(&mut self, out: ServerMessage) {
        match out {
            ServerMessage::Publish { url, diagnostics, .. } => drop(self.diagnostics.insert(url, diagnostics)),
            ServerMessage::Status(status) => self.is_idle = !status.busy && status.tpr.is_some(),
            ServerMessage::MatrixChanged(change) => self.generation = change.change.generation,
            _ => {}
        }
    }

    fn with_code(&self, code: &str) -> Vec<&Url> {
        let has = |one: &Diagnostic| one.code == Some(NumberOrString::String(code.to_owned()));
        let mut urls: Vec<&Url> =
            self.diagnostics.iter().filter(|(_, all)| all.iter().any(has)).map(|(url, _)| url).collect();
        urls.sort();
        urls
    }
}

fn cell(verdict: Verdict) -> Cell {
    Cell {
        verdict,
        cpu_us: 1000,
        wall_us: 1000,
        memory_kb: 1000,
        message: format!("{verdict:?}: the usual words of a checker, which are about this long"),
        told: None,
        points: None,
        share: None,
        exceeded: None,
        interactor_failed: false,
        output: None,
        stderr: None,
        borderline: false,
        unmeasured: false,
        flaky: false,
        failure: None,
    }
}

fn settle(loaded: &LoadedProblem, mut happened: impl FnMut(StateEvent)) {
    for program in loaded.problem.programs.indices() {
        let build = Build::Ok { executable: Blob::of(b"program"), standard: None, messages: Vec::new() };
        happened(StateEvent::Built { program, build });
    }
    for test in loaded.problem.tests.indices() {
        let blob = Blob::of(format!("input {}", usize::from(test)).as_bytes());
        happened(StateEvent::Input { test, input: Some(blob) });
        happened(StateEvent::Answer { test, answer: JuryAnswer::Known(blob) });
        let check = CheckerResult {
            kind: OutcomeKind::Ok,
            message: String::new(),
            told: None,
            points: None,
            share: None,
            crashed: false,
            failure: None,
        };
        happened(StateEvent::AnswerChecked { test, check, shown: None });
    }
}

/// Solution number `n` of the wrong ones fails test number `n` alone, and none where `n` is a multiple of ten.
fn verdict(path: &str, test: usize) -> Verdict {
    let number = path.strip_prefix("wa_").and_then(|rest| rest.strip_suffix(".py")).map(|rest| rest.parse().unwrap());
    match number {
        Some(number) if number % 10 != 0 && number % N_TESTS == test => Verdict::Wa,
        Some::<usize>(_) | None => Verdict::Ac,
    }
}

fn sandbox() -> Sandbox {
    Sandbox { level: "full".to_owned(), layers: Vec::new() }
}

#[test]
fn five_hundred_solutions_on_two_hundred_tests() {
    let solution = "print(1)\n";
    let mut files = vec![("gen.cpp".to_owned(), "#include \"testlib.h\"\nint main() {}\n".to_owned())];
    files.push(("sol.py".to_owned(), solution.to_owned()));
    files.extend((1..N_SOLUTIONS).map(|number| (format!("wa_{number}.py"), format!("{solution}# {number}\n"))));
    files.extend((0..N_TESTS).map(|test| (format!("tests/{test:03}.in"), format!("{test}\n"))));
    files.extend((0..N_TESTS).map(|test| (format!("tests/{test:03}.out"), "1\n".to_owned())));
    let mut rig = Rig::start(&files);
    rig.open("sol.py", solution);
    let spec = rig.spec();
    let loaded = Arc::new(LoadedProblem::read(spec.root.as_path(), Arc::clone(&rig.store)).unwrap());
    assert_eq!((loaded.problem.solutions().count(), loaded.problem.tests.len()), (N_SOLUTIONS, N_TESTS));

    let send = |kind| rig.send(&spec, kind);
    let mut reporter = TestReporter::new(&spec, &loaded, CheckInputs::of(&loaded, 1), &rig.store, sandbox(), &send);
    let mut state = State::new(&loaded.problem);
    let mut happened = |event: StateEvent| {
        reporter.event(&event);
        state.apply(event);
    };
    send(CheckEventKind::Started);
    settle(&loaded, &mut happened);
    let solutions: Vec<(ProgramIdx, String)> =
        loaded.problem.solutions().map(|(idx, program)| (idx, program.path.to_string())).collect();
    for test in 0..N_TESTS {
        for (idx, path) in &solutions {
            happened(StateEvent::Cell { solution: *idx, test: test.into(), cell: cell(verdict(path, test)) });
        }
    }
    let done = reporter.finish(state, sandbox());
    send(done);

    let mut heard = Heard::default();
    let end = Instant::now() + PATIENCE;
    while !heard.is_idle {
        assert!(Instant::now() < end, "the session has told of the run");
        match rig.unsent.try_recv() {
            Ok(out) => heard.hear(out),
            Err(_) => thread::yield_now(),
        }
    }
    // Multiples of ten, from 10 to 490.
    let passing: Vec<Url> = (1..N_SOLUTIONS).filter(|n| n % 10 == 0).map(|n| rig.url(&format!("wa_{n}.py"))).collect();
    let mut passing: Vec<&Url> = passing.iter().collect();
    passing.sort();
    assert_eq!(passing.len(), 49);
    assert_eq!(heard.with_code("wrong-solution-passes"), passing);
    let (reply, answer) = oneshot::channel();
    rig.inbox.send(Event::ClientRequest(ClientRequest::Matrix(Some(rig.url("")), reply)));
    let matrix = answer.blocking_recv().unwrap().unwrap();
    let rows = matrix["cells"]["verdicts"].as_array().unwrap();
    let n_wrong: usize =
        rows.iter().map(|row| row.as_array().unwrap().iter().filter(|verdict| **verdict == "WA").count()).sum();
    assert_eq!((rows.len(), n_wrong), (N_SOLUTIONS, 450), "each wrong one but those 49 fails one test");
    assert_eq!(matrix["generation"], json!(heard.generation));
    assert_eq!(matrix["metrics"]["tnr"], json!(450.0 / 499.0));
}

#[test]
fn a_save_lists_the_folder_once() {
    let files =
        [("gen.cpp", "#include \"testlib.h\"\nint main() {}\n"), ("sol.py", "print(1)\n"), ("tests/1.in", "1\n")];
    let rig = Rig::start(&files.map(|(path, text)| (path.to_owned(), text.to_owned())));
    rig.open("sol.py", "print(1)\n");
    rig.spec();
    let end = Instant::now() + PATIENCE;
    loop {
        let saved = SystemTime::now();
        rig.inbox.send(Event::Saved(rig.url("sol.py")));
        // On a busy machine the analysis may come too late for the check, which then lists the folder itself.
        if let Some(listed) = rig.spec().folder {
            assert!(listed.listed_at() >= saved, "the listing is that of the save");
            return;
        }
        assert!(Instant::now() < end, "no run ever got the listing of the analysis");
    }
}

/// A check of an opened folder, of which a change to what was saved is heard before it has read the files; then it tells
/// what it has read.
fn run_after(read: &[(&str, &str)]) -> (Rig, CheckSpec) {
    let files =
        [("sol.py", "print(1)\n"), ("gen.cpp", "#include \"testlib.h\"\nint main() {}\n"), ("tests/1.in", "1\n")];
    let rig = Rig::start(&files.map(|(path, text)| (path.to_owned(), text.to_owned())));
    rig.open("sol.py", "print(1)\n");
    let spec = rig.spec();
    let at = |path: &str| spec.root.at(&RelPath::parse(path).unwrap());
    let file = ChangedFile { path: at("sol.py"), is_of_listing: false, text: Some("print(1)\n".to_owned()) };
    rig.inbox.send(Event::ChangesRead { root: Some(spec.root.clone()), files: vec![file] });
    let texts = read.iter().map(|(path, text)| (at(path), Rope::from_str(text)));
    rig.send(&spec, CheckEventKind::FilesRead(texts.collect()));
    (rig, spec)
}

#[test]
fn a_change_that_a_run_did_not_find_is_looked_at_again() {
    for read in [&[][..], &[("sol.py", "print(0)\n")]] {
        let (rig, first) = run_after(read);
        assert_eq!(rig.spec().id, first.id + 1);
    }
}

#[test]
fn a_change_that_a_run_has_found_starts_no_other() {
    let (rig, first) = run_after(&[("sol.py", "print(1)\n")]);
    rig.send(&first, CheckEventKind::Cancelled);
    let (reply, _answer) = oneshot::channel();
    let params = json!({ "command": "touchstone.run", "arguments": [{ "uri": rig.url("") }] });
    let call = CommandCall::parse(serde_json::from_value(params).unwrap()).unwrap();
    rig.inbox.send(Event::ClientRequest(ClientRequest::Command(1, call, reply)));
    let next = rig.spec();
    assert_eq!((next.id, next.folder.is_none()), (first.id + 1, true), "a command lists the folder itself");
}

#[test]
fn a_problem_whose_command_is_given_up_before_its_check_began_is_not_busy() {
    let files = [("sol.py", "print(1)\n"), ("tests/1.in", "1\n")];
    let mut rig = Rig::start(&files.map(|(path, text)| (path.to_owned(), text.to_owned())));
    rig.open("sol.py", "print(1)\n");
    let first = rig.spec();
    rig.send(&first, CheckEventKind::Cancelled);
    let (reply, _answer) = oneshot::channel();
    let params = json!({ "command": "touchstone.run", "arguments": [{ "uri": rig.url("") }] });
    let call = CommandCall::parse(serde_json::from_value(params).unwrap()).unwrap();
    // Both are there before the session looks, so that the check is wanted and given up between two events.
    rig.inbox.send(Event::ClientRequest(ClientRequest::Command(1, call, reply)));
    rig.inbox.send(Event::RequestDropped(1));
    let (last, barrier) = oneshot::channel();
    rig.inbox.send(Event::ClientRequest(ClientRequest::Matrix(Some(rig.url("")), last)));
    drop(barrier.blocking_recv());
    let mut is_busy = None;
    while let Ok(out) = rig.unsent.try_recv() {
        if let ServerMessage::Status(status) = out {
            is_busy = Some(status.busy);
        }
    }
    assert_eq!(is_busy, Some(false));
}
