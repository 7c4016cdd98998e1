//! Example problems, judged through both executors.

use std::{path::Path, process::Command, sync::Arc};

use judge::{
    check::{CheckRun, Unwatched},
    compile::{BuildContext, Builder, Toolchain, ToolchainConfig},
    disk::folder::DiskFolder,
    local::LocalExecutor,
    scratch::Scratch,
    store::Store,
    testlib::{TestlibText, Text, lay_header},
};
use problem::{
    executor::{Blob, Executor},
    findings::{FindingContext, collect},
    folder::Folder as _,
    formats,
    model::{Problem, Role},
    path::RelPath,
    report::{Report, Surroundings, report},
    request::{CheckRequest, glob},
    settings::{self, FolderSettings, SandboxChoice},
};
use testkit::remote::RemoteExecutor;

/// Everything that a check of a folder needs, with a cache of its own.
struct Bench {
    place: Scratch,
    store: Arc<Store>,
    local: LocalExecutor,
    toolchain: Toolchain,
}

impl Bench {
    fn new() -> Bench {
        Bench::at(Scratch::make().expect("a folder can be made"))
    }

    /// Another one whose cache begins as a copy of this one's.
    fn copy(&self) -> Bench {
        self.store.flush();
        let place = Scratch::make().expect("a folder can be made");
        let (from, to) = (self.place.path().child("cache"), place.path());
        let copied = Command::new("cp").args([Path::new("-r"), from.as_path(), to.as_path()]).status();
        assert!(copied.expect("cp can be started").success());
        Bench::at(place)
    }

    fn at(place: Scratch) -> Bench {
        let store = Arc::new(Store::open(&place.path().child("cache")).expect("a store can be made"));
        let local = LocalExecutor::new(Arc::clone(&store), SandboxChoice::Auto);
        let toolchain = Toolchain::find(&local, &ToolchainConfig::default()).expect("tools can be looked for");
        Bench { place, store, local: toolchain.equip(local, &[]), toolchain }
    }

    /// Opens an example and hands it on with what builds need.
    fn with_example<T>(&self, name: &str, use_it: impl FnOnce(&FolderSettings, BuildContext<'_>) -> T) -> T {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let folder = DiskFolder::open(&root.join("tests/problems").join(name), Arc::clone(&self.store));
        let folder = folder.expect("the example is there");
        let header = std::fs::read(root.join("testlib/testlib.h")).expect("the header is there");
        let bodies = std::fs::read(root.join("testlib/testlib.cpp")).expect("the bodies are there");
        let text = TestlibText { header: Text::Plain(&header), bodies: Some(&bodies) };
        let testlib = lay_header(&self.store, text, None).expect("the header can be laid");
        let (settings, problem) = read(&folder);
        let context = BuildContext {
            folder: &folder,
            problem: &problem,
            toolchain: &self.toolchain,
            machine: &self.local,
            testlib: &testlib,
            flags: &[],
            caps: problem::settings::Caps::default(),
            allows_scripts: false,
        };
        use_it(&settings, context)
    }

    /// Builds the solutions that match, and every tool.
    fn build(&self, name: &str, request: &CheckRequest) {
        self.with_example(name, |_, context| {
            let builder = Builder::new(context.clone());
            for (idx, program) in context.problem.programs.iter_enumerated() {
                if program.role != Role::Solution || request.wants_solution(context.problem, idx) {
                    builder.build(program).expect("a compiler runs");
                }
            }
        });
    }

    /// Judges an example; programs run through `runner`, compilers here.
    fn judge(&self, name: &str, request: &CheckRequest, runner: &dyn Executor) -> Report {
        self.with_example(name, |settings, context| {
            let (folder, problem) = (context.folder, context.problem);
            let state = CheckRun { context, executor: runner, request, n_workers: 2, counts: Arc::default() }
                .run(&mut Unwatched);
            let state = state.expect("the judge does its job");
            let contents = |blob: Blob| runner.get(blob.digest).or_else(|| self.store.get(blob.digest));
            let evidence = FindingContext { folder, problem, state: &state, request, contents: &contents };
            let findings = settings.filter(collect(&evidence));
            let surroundings =
                Surroundings { root: folder.root().to_string(), sandbox: runner.sandbox(), cluster: None };
            report(problem, &state, request, &findings, &surroundings)
        })
    }
}

fn read(folder: &DiskFolder) -> (FolderSettings, Problem) {
    let path = RelPath::root().with_file_name("touchstone.toml");
    let settings = folder.text(&path).map(|text| settings::parse(&path, &text).0).unwrap_or_default();
    let problem = formats::read(folder, &settings, &path);
    (settings, problem)
}

/// The report without what may differ from run to run.
fn comparable(report: &Report) -> String {
    let mut value = serde_json::to_value(report).expect("a report is JSON");
    for (part, keys) in [("problem", &["sandbox"][..]), ("matrix", &["time_ms", "memory_kb"])] {
        let part = value[part].as_object_mut().expect("an object");
        keys.iter().for_each(|key| assert!(part.remove(*key).is_some(), "there is no {key}"));
    }
    for solution in value["solutions"].as_array_mut().into_iter().flatten() {
        for key in ["max_time_ms", "max_memory_kb"] {
            assert!(solution.as_object_mut().and_then(|solution| solution.remove(key)).is_some(), "there is no {key}");
        }
    }
    serde_json::to_string_pretty(&value).expect("a value is JSON")
}

fn same_report(name: &str, solutions: &[&str], verdicts: &[&str]) {
    let solutions = solutions.iter().map(|pattern| glob(pattern).expect("a pattern")).collect();
    let request = CheckRequest { solutions, ..CheckRequest::default() };
    let here = Bench::new();
    here.build(name, &request);
    let there = here.copy();
    let remote = RemoteExecutor::start(there.place.path().child("remote").as_path()).expect("a folder can be made");
    let local_report = here.judge(name, &request, &here.local);
    let remote_report = there.judge(name, &request, &remote);
    let (local, remote_text) = (comparable(&local_report), comparable(&remote_report));
    if local != remote_text {
        let differing = local.lines().zip(remote_text.lines()).filter(|(here, there)| here != there).take(10);
        panic!("{name} differs: {:#?}", differing.collect::<Vec<_>>());
    }
    for verdict in verdicts {
        assert!(local.contains(&format!("\"{verdict}\"")), "{name} has no {verdict}");
    }
    assert!(remote.n_workers() > 0, "nothing ran in a worker");
}

pub(crate) fn two_parcels() {
    same_report("two-parcels", &["{sol,wa_overflow,re_none}.cpp", "ac_alt.py"], &["AC", "WA", "RTE"]);
}

pub(crate) fn quiet_room() {
    same_report("quiet-room", &["**/{sol,re_last_room,wa_linear}.cpp", "**/ac_slope.py"], &["AC", "WA"]);
}
