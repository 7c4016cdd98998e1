//! The seam itself: what every executor does.

use std::{
    fs::OpenOptions,
    os::unix::fs::PermissionsExt as _,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use judge::{local::LocalExecutor, scratch::Scratch, store::Store};
use problem::{executor::Executor, settings::SandboxChoice};
use testkit::{
    contract::{CASES, Program, run, seen, single},
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
