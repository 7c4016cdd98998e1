//! The seam itself: what every executor does, lost workers, cancellation.

use std::{
    fs::OpenOptions,
    os::unix::fs::PermissionsExt as _,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use judge::{local::LocalExecutor, scratch::Scratch, store::Store};
use problem::{
    executor::{Action, Batch, Executor, ExecutorError, RunLimits, Task, TaskResult, Timing},
    settings::SandboxChoice,
};
use testkit::{
    contract::{CASES, LIMITS, Program, run, seen, single},
    remote::RemoteExecutor,
};

/// Both executors, each with contents of its own.
struct Rig {
    _place: Scratch,
    store: Arc<Store>,
    local: LocalExecutor,
    remote: RemoteExecutor,
    program: Program,
}

impl Rig {
    fn new() -> Rig {
        let place = Scratch::make().expect("a folder can be made");
        let store = Arc::new(Store::open(&place.path().child("cache")).expect("a store can be made"));
        let remote = RemoteExecutor::start(place.path().child("remote").as_path()).expect("a folder can be made");
        let local = LocalExecutor::new(Arc::clone(&store), SandboxChoice::Auto);
        let program = Program::build();
        program.put(&local);
        program.put(&remote);
        Rig { local, store, remote, program, _place: place }
    }
}

fn contract(executor: impl Fn(&Rig) -> &dyn Executor) {
    let rig = Rig::new();
    CASES.iter().for_each(|(_, case)| case(&rig.program, executor(&rig)));
}

pub(crate) fn contract_here() {
    contract(|rig| &rig.local);
}

pub(crate) fn contract_there() {
    contract(|rig| &rig.remote);
}

pub(crate) fn lost_workers() {
    let rig = Rig::new();
    let words = ["a", "b", "c", "d", "e", "f"];
    let batch = rig.program.say(&words);
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
    let ran = rig.remote.run(&rig.program.say(&["g"; 3]), &mut |_, _| {
        n_results += 1;
    });
    assert_eq!((ran, n_results), (Ok(()), 3));
    // A program that takes every worker with it is given up in the end.
    let mut batch = rig.program.say(&["h"]);
    batch.tasks.push(Task::Single(rig.program.action(&["kill_worker"])));
    let mut done = Vec::new();
    let ran = rig.remote.run(&batch, &mut |idx, _| done.push(idx));
    assert!(matches!(ran, Err(ExecutorError::Failed(_))), "{ran:?}");
    assert_eq!(done, [0]);
}

/// A process that comes to be while an executable is written has a copy of the descriptor for a moment.
pub(crate) fn open_for_writing() {
    let rig = Rig::new();
    let batch = rig.program.say(&["a"; 100]);
    run(&rig.local, &rig.program.say(&["a"]));
    let executable = rig
        .store
        .executable(rig.program.action(&[]).inputs["program"].blob)
        .expect("it can be written")
        .expect("it is held");
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

pub(crate) fn cancelled() {
    let rig = Rig::new();
    let endless = RunLimits { wall_ms: 600_000, ..LIMITS };
    let idle = Action { limits: endless, ..rig.program.action(&["idle"]) };
    let batch = Batch {
        tasks: vec![Task::Single(rig.program.action(&["say", "a"])), Task::Single(idle)],
        timing: Timing::Final,
    };
    let mut done = Vec::new();
    let ran = rig.remote.run(&batch, &mut |idx, _| {
        done.push(idx);
        rig.remote.cancel(&rig.program.say(&["another batch"]));
        rig.remote.cancel(&batch);
    });
    assert_eq!((ran, done), (Err(ExecutorError::Cancelled), vec![0]));
    assert_eq!(stdout(&rig.remote, &run(&rig.remote, &rig.program.say(&["b"]))[0]), "b\n", "other batches go on");
}

pub(crate) fn one_result_per_key() {
    let rig = Rig::new();
    let task = Task::Single(rig.program.action(&["number"]));
    let looser = RunLimits { wall_ms: 30_000, ..LIMITS };
    let other = Task::Single(Action { limits: looser, ..rig.program.action(&["number"]) });
    let batch = Batch { tasks: vec![task.clone(), other, task], timing: Timing::Final };
    let numbers = || run(&rig.remote, &batch).iter().map(|result| stdout(&rig.remote, result)).collect::<Vec<_>>();
    let (first, second) = (numbers(), numbers());
    assert_eq!(first[0], first[2], "equal tasks of a batch are one");
    assert_ne!(first[0], first[1], "other limits make another task");
    assert_ne!(first[0], second[0], "a second call runs everything again");
}
