//! The seam itself: batches of actions, their results, lost workers, cancellation.

use std::{
    collections::BTreeMap,
    fs::OpenOptions,
    os::unix::fs::PermissionsExt as _,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use judge::{local::LocalExecutor, scratch::Scratch, store::Store};
use problem::{
    digest::Digest,
    executor::{
        Action, Attempt, Batch, Blob, Exceeded, Executor, ExecutorError, ExitStatus, InputFile, Requirements,
        RunLimits, RunResult, Task, TaskResult, Timing,
    },
    settings::SandboxChoice,
};
use testkit::remote::RemoteExecutor;

/// Does what its first argument says.
const PROGRAM: &str = r#"#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char line[1000];

int main(int argc, char **argv) {
    const char *way = argc > 1 ? argv[1] : "";
    if (!strcmp(way, "say")) return puts(argv[2]) < 0;
    if (!strcmp(way, "echo")) while (fgets(line, sizeof line, stdin)) fputs(line, stdout), fflush(stdout);
    if (!strcmp(way, "code")) return fputs("some words\n", stderr), 3;
    if (!strcmp(way, "abort")) abort();
    if (!strcmp(way, "spin")) for (volatile int x = 1; x;) {}
    if (!strcmp(way, "idle")) for (;;) pause();
    if (!strcmp(way, "flood")) for (;;) puts("and on and on");
    if (!strcmp(way, "memory")) for (;;) memset(malloc(1 << 20), 1, 1 << 20);
    if (!strcmp(way, "kill_worker")) kill(getppid(), SIGKILL), pause();
    if (!strcmp(way, "number")) printf("%d\n", getpid());
    if (!strcmp(way, "copy")) {
        FILE *from = fopen("data/in.txt", "r"), *to = fopen("out.txt", "w");
        if (!from || !to || !fgets(line, sizeof line, from)) return 9;
        fprintf(to, "%s%s", line, getenv("WORD"));
    }
    if (!strcmp(way, "ask")) {
        for (int i = 0; i < 3; i++) {
            printf("%d\n", i);
            fflush(stdout);
            if (!fgets(line, sizeof line, stdin) || atoi(line) != i) return 1;
        }
        puts("bye");
    }
    return 0;
}
"#;

/// The wall-clock bound is far away, so that a busy machine does not matter.
const LIMITS: RunLimits = RunLimits { cpu_ms: 300, wall_ms: 20_000, memory_bytes: 64 << 20, output_bytes: 1 << 20 };
/// Limits of programs that wait for ever.
const SHORT: RunLimits = RunLimits { wall_ms: 500, ..LIMITS };

/// Both executors, each with contents of its own.
struct Rig {
    _place: Scratch,
    store: Arc<Store>,
    local: LocalExecutor,
    remote: RemoteExecutor,
    program: Blob,
}

impl Rig {
    fn new() -> Rig {
        let place = Scratch::make().expect("a folder can be made");
        let store = Arc::new(Store::open(&place.path().child("cache")).expect("a store can be made"));
        let remote = RemoteExecutor::start(place.path().child("remote").as_path()).expect("a folder can be made");
        let (source, built) = (place.path().child("program.c"), place.path().child("program"));
        std::fs::write(source.as_path(), PROGRAM).expect("a file can be written");
        let built_well =
            Command::new("gcc").arg("-static").arg(source.as_path()).arg("-o").arg(built.as_path()).status();
        assert!(built_well.expect("gcc can be started").success());
        let bytes = std::fs::read(built.as_path()).expect("gcc wrote it");
        let rig = Rig {
            local: LocalExecutor::new(Arc::clone(&store), SandboxChoice::Auto),
            store,
            remote,
            program: Blob::of(&bytes),
            _place: place,
        };
        rig.put(&bytes);
        rig
    }

    fn both(&self) -> [&dyn Executor; 2] {
        [&self.local, &self.remote]
    }

    fn put(&self, bytes: &[u8]) -> Blob {
        for executor in self.both() {
            assert_eq!(executor.missing(&[Digest::of(bytes)]), [Digest::of(bytes)]);
            executor.put(bytes).expect("contents can be kept");
            assert_eq!(executor.missing(&[Digest::of(bytes)]), []);
        }
        Blob::of(bytes)
    }

    fn action(&self, args: &[&str]) -> Action {
        Action {
            args: std::iter::once("./program").chain(args.iter().copied()).map(str::to_owned).collect(),
            inputs: BTreeMap::from([("program".to_owned(), InputFile { blob: self.program, executable: true })]),
            stdin: None,
            outputs: Vec::new(),
            pipes: Vec::new(),
            env: BTreeMap::from([("WORD".to_owned(), "word".to_owned())]),
            limits: LIMITS,
            requires: None,
            attempt: Attempt::Only,
        }
    }

    fn say(&self, words: &[&str]) -> Batch {
        let tasks = words.iter().map(|word| Task::Single(self.action(&["say", word]))).collect();
        Batch { tasks, timing: Timing::Final }
    }
}

/// What must be the same wherever a program runs: all but its costs.
pub(crate) fn seen(executor: &dyn Executor, result: &RunResult) -> String {
    let text = |blob: &Blob| {
        let bytes = executor.get(blob.digest).expect("an output is held");
        assert_eq!(Blob::of(&bytes), *blob);
        String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned()
    };
    let files: BTreeMap<&String, String> = result.files.iter().map(|(path, blob)| (path, text(blob))).collect();
    format!("{:?} {:?} {:?} {files:?}", result.status, text(&result.stdout), text(&result.stderr))
}

/// The result of a program that ran by itself.
pub(crate) fn single(result: &TaskResult) -> &RunResult {
    let TaskResult::Single(result) = result else { panic!("one program ran") };
    result
}

pub(crate) fn run(executor: &dyn Executor, batch: &Batch) -> Vec<TaskResult> {
    let mut results = vec![None; batch.tasks.len()];
    let ran = executor.run(batch, &mut |idx, result| assert!(results[idx].replace(result).is_none(), "twice"));
    ran.expect("the executor does its job");
    results.into_iter().map(|result| result.expect("every task has a result")).collect()
}

pub(crate) fn same_results() {
    let rig = Rig::new();
    let mut actions: Vec<Action> =
        ["code", "abort", "spin", "idle", "flood", "memory"].map(|way| rig.action(&[way])).to_vec();
    actions[3].limits = SHORT;
    actions.push(rig.action(&["say", "two words"]));
    actions.push(Action { stdin: Some(rig.put(b"1\n2\nno end")), ..rig.action(&["echo"]) });
    let mut copies = rig.action(&["copy"]);
    copies.inputs.insert("data/in.txt".to_owned(), InputFile { blob: rig.put(b"a line\n"), executable: false });
    copies.outputs = ["out.txt", "missing.txt"].map(str::to_owned).to_vec();
    actions.push(copies);
    let not_a_program = InputFile { blob: rig.put(b"#!/no/such/interpreter\n"), executable: true };
    let inputs = BTreeMap::from([("program".to_owned(), not_a_program)]);
    actions.push(Action { inputs, ..rig.action(&[]) });
    let batch = Batch { tasks: actions.into_iter().map(Task::Single).collect(), timing: Timing::Alone };
    let [local, remote] = rig.both().map(|executor| {
        let results = run(executor, &batch);
        results.iter().map(|result| seen(executor, single(result))).collect::<Vec<String>>()
    });
    assert_eq!(local, remote);
    for (result, status) in local.iter().zip([
        ExitStatus::Exited(3),
        ExitStatus::Signalled(6),
        ExitStatus::Killed(Exceeded::Cpu),
        ExitStatus::Killed(Exceeded::Wall),
        ExitStatus::Killed(Exceeded::Output),
        ExitStatus::Killed(Exceeded::Memory),
        ExitStatus::Exited(0),
        ExitStatus::Exited(0),
        ExitStatus::Exited(0),
    ]) {
        assert!(result.starts_with(&format!("{status:?} ")), "{result}");
    }
    assert!(local[8].contains("a line\\nword") && !local[8].contains("missing"), "{}", local[8]);
    assert!(local[9].starts_with("NotStarted"), "{}", local[9]);
}

pub(crate) fn same_talks() {
    let rig = Rig::new();
    let pair = |solution: &[&str], interactor: &[&str]| Task::Talk {
        solutions: vec![Action { limits: if solution == ["idle"] { SHORT } else { LIMITS }, ..rig.action(solution) }],
        interactor: rig.action(interactor),
    };
    let tasks = vec![
        pair(&["echo"], &["ask"]),
        pair(&["abort"], &["ask"]),
        pair(&["echo"], &["code"]),
        pair(&["idle"], &["ask"]),
        pair(&["flood"], &["code"]),
    ];
    let n_talks = tasks.len();
    let batch = Batch { tasks, timing: Timing::Final };
    let [local, remote] = rig.both().map(|executor| {
        let talk = |result: &TaskResult| match result {
            TaskResult::Talk { solutions, interactor, transcript, interactor_ended_first, .. } => {
                let said = executor.get(transcript.digest).expect("the transcript is held");
                let said = String::from_utf8_lossy(&said[..said.len().min(100)]).into_owned();
                let first = if *interactor_ended_first { "interactor" } else { "solution" };
                (seen(executor, &solutions[0]), seen(executor, interactor), first, said)
            }
            TaskResult::Single(_) => panic!("two programs ran"),
        };
        run(executor, &batch).iter().map(talk).collect::<Vec<_>>()
    });
    assert_eq!(local[..n_talks - 1], remote[..n_talks - 1]);
    assert_eq!(local[0].3, "< 0\n> 0\n< 1\n> 1\n< 2\n> 2\n< bye\n> bye\n");
    // How much of the flood comes before the silence of the other side is a matter of luck.
    for (solution, _, first, _) in [&local[n_talks - 1], &remote[n_talks - 1]] {
        // Nobody reads it any more, unless its time is up before that.
        let is_stopped = solution.starts_with("Signalled(13)") || solution.starts_with("Killed(Cpu)");
        assert!(is_stopped && *first == "interactor", "{solution} {first}");
    }
}

pub(crate) fn lost_workers() {
    let rig = Rig::new();
    let words = ["a", "b", "c", "d", "e", "f"];
    let batch = rig.say(&words);
    let expected: Vec<String> = run(&rig.local, &batch).iter().map(|result| stdout(&rig.local, result)).collect();
    let mut results = vec![None; words.len()];
    let ran = rig.remote.run(&batch, &mut |idx, result| {
        if results.iter().all(Option::is_none) {
            rig.remote.lose_workers();
        }
        assert!(results[idx].replace(stdout(&rig.remote, &result)).is_none(), "{idx} came twice");
    });
    assert_eq!(ran, Ok(()));
    assert_eq!(results.into_iter().flatten().collect::<Vec<_>>(), expected);
    assert_eq!(rig.remote.n_workers(), 2, "the rest was run by another worker");
    let mut n_results = 0;
    let ran = rig.remote.run(&rig.say(&["g"; 3]), &mut |_, _| {
        n_results += 1;
    });
    assert_eq!((ran, n_results), (Ok(()), 3));
    // A program that takes every worker with it is given up in the end.
    let mut batch = rig.say(&["h"]);
    batch.tasks.push(Task::Single(rig.action(&["kill_worker"])));
    let mut done = Vec::new();
    let ran = rig.remote.run(&batch, &mut |idx, _| done.push(idx));
    assert!(matches!(ran, Err(ExecutorError::Failed(_))), "{ran:?}");
    assert_eq!(done, [0]);
}

/// A process that comes to be while an executable is written has a copy of the descriptor for a moment.
pub(crate) fn open_for_writing() {
    let rig = Rig::new();
    let batch = rig.say(&["a"; 100]);
    run(&rig.local, &rig.say(&["a"]));
    let executable = rig.store.executable(rig.program).expect("it can be written").expect("it is held");
    let writable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(executable.as_path(), writable).expect("it is ours");
    let is_over = AtomicBool::new(false);
    let results = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                // Refused while the program runs.
                drop(OpenOptions::new().append(true).open(executable.as_path()));
            }
        });
        let results = run(&rig.local, &batch);
        is_over.store(true, Ordering::Relaxed);
        results
    });
    for result in results {
        assert_eq!(seen(&rig.local, single(&result)), r#"Exited(0) "a\n" "" {}"#);
    }
}

fn stdout(executor: &dyn Executor, result: &TaskResult) -> String {
    let bytes = executor.get(single(result).stdout.digest).expect("an output is held");
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(crate) fn requirements() {
    let rig = Rig::new();
    let requires = |sandbox: Option<&str>, cpu_model: Option<&str>| {
        let requires = Requirements {
            sandbox: sandbox.map(str::to_owned),
            cpu_model: cpu_model.map(str::to_owned),
            ..Requirements::default()
        };
        let action = Action { requires: Some(Box::new(requires)), ..rig.action(&["say", "here"]) };
        Batch { tasks: vec![Task::Single(action)], timing: Timing::Final }
    };
    for executor in [&rig.local as &dyn Executor, &rig.remote] {
        assert_eq!(stdout(executor, &run(executor, &requires(Some("limits-only"), None))[0]), "here\n");
        let refused = executor.run(&requires(None, Some("an abacus")), &mut |_, _| panic!("it ran"));
        assert!(
            matches!(&refused, Err(ExecutorError::Failed(why)) if why.contains("an abacus is required")),
            "{refused:?}"
        );
    }
    let refused = rig.remote.run(&requires(Some("full"), None), &mut |_, _| panic!("it ran"));
    assert!(matches!(&refused, Err(ExecutorError::Failed(why)) if why.contains("full is required")), "{refused:?}");
}

pub(crate) fn cancelled() {
    let rig = Rig::new();
    let endless = RunLimits { wall_ms: 600_000, ..LIMITS };
    let idle = Action { limits: endless, ..rig.action(&["idle"]) };
    let batch =
        Batch { tasks: vec![Task::Single(rig.action(&["say", "a"])), Task::Single(idle)], timing: Timing::Final };
    let mut done = Vec::new();
    let ran = rig.remote.run(&batch, &mut |idx, _| {
        done.push(idx);
        rig.remote.cancel(&rig.say(&["another batch"]));
        rig.remote.cancel(&batch);
    });
    assert_eq!((ran, done), (Err(ExecutorError::Cancelled), vec![0]));
    assert_eq!(stdout(&rig.remote, &run(&rig.remote, &rig.say(&["b"]))[0]), "b\n", "other batches go on");
}

pub(crate) fn one_result_per_key() {
    let rig = Rig::new();
    let task = Task::Single(rig.action(&["number"]));
    let looser = RunLimits { wall_ms: 30_000, ..LIMITS };
    let other = Task::Single(Action { limits: looser, ..rig.action(&["number"]) });
    let batch = Batch { tasks: vec![task.clone(), other, task], timing: Timing::Final };
    let numbers = || run(&rig.remote, &batch).iter().map(|result| stdout(&rig.remote, result)).collect::<Vec<_>>();
    let (first, second) = (numbers(), numbers());
    assert_eq!(first[0], first[2], "equal tasks of a batch are one");
    assert_ne!(first[0], first[1], "other limits make another task");
    assert_ne!(first[0], second[0], "a second call runs everything again");
}
