//! Repetitions near the limit and what a kept run can tell, with an executor that runs nothing.

use std::{
    collections::BTreeMap,
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use checkers::OutcomeKind;
use problem::{
    digest::Digest,
    executor::{Action, Batch, Blob, Exceeded, Executor, ExecutorError, ExitStatus, RunResult, Sandbox, TaskResult},
    model::{LineEnds, Protocol, SolutionIo},
    path::AbsPath,
    settings::Caps,
    state::{Cell, CheckerResult},
    verdict::Verdict,
};
use testkit::executor::{Behaviour, ScriptedExecutor};

use super::{
    runner::CachingRunner,
    solution_run::{Slow, SolutionInput, SolutionLimits, cell, run_solution, verdict_of_run},
    test_order::TestOrder,
    tools::{self, OutputChecker},
};
use crate::{compile::Runnable, disk::folder::DiskFolder, store::Store};

fn limits() -> SolutionLimits {
    SolutionLimits {
        time_ms: Some(1000),
        margin: 1.0,
        memory_bytes: 256 << 20,
        output_bytes: 1 << 20,
        caps: Caps::default(),
    }
}

/// A solution whose runs take the given times, milliseconds, one after the other; the last goes on.
struct Rig {
    _scratch: tempfile::TempDir,
    folder: DiskFolder,
    store: Arc<Store>,
    executor: ScriptedExecutor,
    n_runs: Arc<AtomicUsize>,
    slow: Slow,
}

impl Rig {
    fn new(times_ms: &'static [u64], status: ExitStatus) -> Rig {
        let scratch = tempfile::tempdir().unwrap();
        let root = AbsPath::new(scratch.path()).unwrap();
        std::fs::create_dir(root.child("folder").as_path()).unwrap();
        let store = Arc::new(Store::open(&root.child("cache")).unwrap());
        let folder = DiskFolder::open(root.child("folder").as_path(), Arc::clone(&store)).unwrap();
        let n_runs = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&n_runs);
        let executor = ScriptedExecutor::new(move |action, _| {
            let run = counter.fetch_add(1, Ordering::SeqCst);
            let time_ms = times_ms[run.min(times_ms.len() - 1)];
            let cut = time_ms >= action.limits.cpu_ms;
            let status = if cut { ExitStatus::Killed(Exceeded::Cpu) } else { status };
            Behaviour { status, time_us: time_ms.min(action.limits.cpu_ms) * 1000, ..Behaviour::prints("42\n") }
        });
        Rig { _scratch: scratch, folder, store, executor, n_runs, slow: Slow::default() }
    }

    /// Judges under a limit, milliseconds; the checker says yes.
    fn judge(&self, time_ms: u64) -> Cell {
        self.judge_on(time_ms, b"input")
    }

    fn judge_on(&self, time_ms: u64, input: &[u8]) -> Cell {
        self.judge_by(&self.executor, time_ms, input)
    }

    fn runner<'a>(&'a self, executor: &'a dyn Executor) -> CachingRunner<'a> {
        CachingRunner::new(&self.folder, &self.store, executor, LineEnds::Keep, Arc::default())
    }

    fn judge_by(&self, executor: &dyn Executor, time_ms: u64, input: &[u8]) -> Cell {
        let runner = self.runner(executor);
        let limits = SolutionLimits { time_ms: Some(time_ms), ..limits() };
        let program = Runnable { args: vec!["./sol".to_owned()], identity: Digest::of(b"sol"), ..Runnable::default() };
        let input: Blob = self.executor.put(input).unwrap();
        let (io, files) = (SolutionIo::default(), BTreeMap::new());
        let run_input = SolutionInput {
            input,
            answer: None,
            io: &io,
            args: &[],
            files,
            feedback: None,
            interactor: None,
            asked_next: None,
            limits,
        };
        let run = run_solution(&runner, &self.slow, 0.into(), &program, &run_input).unwrap();
        let check = CheckerResult::of(OutcomeKind::Ok, "");
        let check = verdict_of_run(&run, &limits).is_none().then_some(check);
        cell(&runner, &run, &limits, check.as_ref(), None)
    }

    fn n_runs(&self) -> usize {
        self.n_runs.load(Ordering::SeqCst)
    }
}

const WELL: ExitStatus = ExitStatus::Exited(0);

#[test]
fn a_quick_run_is_not_repeated() {
    let rig = Rig::new(&[100], WELL);
    let cell = rig.judge(1000);
    assert_eq!((cell.verdict, rig.n_runs()), (Verdict::Ac, 1));
    assert!(!cell.borderline);
}

#[test]
fn ccp_19_a_run_near_the_limit_is_repeated_and_the_least_counts() {
    let rig = Rig::new(&[1200, 950, 700], WELL);
    let cell = rig.judge(1000);
    assert_eq!((cell.verdict, cell.cpu_us, rig.n_runs()), (Verdict::Ac, 700_000, 3));
}

#[test]
fn a_run_that_stays_near_the_limit_is_borderline() {
    let rig = Rig::new(&[950], WELL);
    let cell = rig.judge(1000);
    assert_eq!((cell.verdict, cell.borderline, rig.n_runs()), (Verdict::Ac, true, 4), "once, and three times alone");
    let rig = Rig::new(&[1050], WELL);
    let cell = rig.judge(1000);
    assert_eq!((cell.verdict, cell.borderline), (Verdict::Tle, true));
}

#[test]
fn a_surely_slow_solution_is_believed_from_then_on() {
    let rig = Rig::new(&[5000], WELL);
    assert_eq!(rig.judge_on(1000, b"one").verdict, Verdict::Tle);
    assert_eq!(rig.n_runs(), 2, "once, and once alone");
    assert_eq!(rig.judge_on(1000, b"two").verdict, Verdict::Tle);
    assert_eq!(rig.n_runs(), 3);
}

#[test]
fn a_changed_limit_classifies_anew_without_running() {
    let rig = Rig::new(&[300], WELL);
    assert_eq!(rig.judge(1000).verdict, Verdict::Ac);
    assert_eq!(rig.judge(5000).verdict, Verdict::Ac, "looser");
    assert_eq!(rig.n_runs(), 1);
    assert_eq!(rig.judge(400).verdict, Verdict::Ac, "tighter, and still far away");
    assert_eq!(rig.n_runs(), 1);
    assert_eq!(rig.judge(100).verdict, Verdict::Tle);
    assert_eq!(rig.n_runs(), 3, "a verdict of TLE is made sure of alone");
}

#[test]
fn a_run_that_reaches_a_cap_below_the_limit_has_no_verdict() {
    let rig = Rig::new(&[90_000], WELL);
    let cell = rig.judge(80_000);
    assert_eq!((cell.verdict, cell.unmeasured, rig.n_runs()), (Verdict::Sk, true, 1), "the cap is 60 s");
    assert!(cell.message.contains("`time_cap_ms`"), "{}", cell.message);
    assert_eq!(rig.judge(55_000).verdict, Verdict::Tle, "what reached 60 s is over 55 s");
    let rig = Rig::new(&[10], ExitStatus::Killed(Exceeded::Memory));
    assert_eq!(rig.judge(1000).verdict, Verdict::Mle, "256 MB are below the cap");
}

#[test]
fn a_cut_run_answers_tighter_limits_only() {
    let rig = Rig::new(&[3000], WELL);
    assert_eq!(rig.judge(1000).verdict, Verdict::Tle);
    let n_runs = rig.n_runs();
    assert_eq!(rig.judge(500).verdict, Verdict::Tle);
    assert_eq!(rig.n_runs(), n_runs, "what did not end in 1.6 s does not end in 0.8 s");
    assert_eq!(rig.judge(4000).verdict, Verdict::Ac);
    assert!(rig.n_runs() > n_runs, "4 s may be enough");
}

#[test]
fn a_crash_is_a_run_time_error_whatever_the_time_limit() {
    let rig = Rig::new(&[10], ExitStatus::Signalled(11));
    let cell = rig.judge(1000);
    assert_eq!(cell.verdict, Verdict::Rte);
    assert!(cell.message.contains("segmentation fault"), "{}", cell.message);
    assert_eq!(rig.judge(9000).verdict, Verdict::Rte);
    assert_eq!(rig.n_runs(), 1);
}

/// The same executor somewhere else, where programs take more memory than there is.
struct Elsewhere<'a>(&'a ScriptedExecutor);

impl Executor for Elsewhere<'_> {
    fn sandbox(&self) -> Sandbox {
        self.0.sandbox()
    }

    fn others(&self) -> Option<Digest> {
        Some(Digest::of(b"others"))
    }

    fn missing(&self, digests: &[Digest]) -> Vec<Digest> {
        self.0.missing(digests)
    }

    fn put(&self, bytes: &[u8]) -> Result<Blob, ExecutorError> {
        self.0.put(bytes)
    }

    fn put_all(&self, source: &mut dyn io::Read) -> Result<Blob, ExecutorError> {
        self.0.put_all(source)
    }

    fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        self.0.get(digest)
    }

    fn run(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> Result<(), ExecutorError> {
        self.0.run(batch, &mut |task, result| {
            sink(
                task,
                match result {
                    TaskResult::Single(run) => TaskResult::Single(RunResult { memory_kb: u64::MAX, ..run }),
                    other @ (TaskResult::Chain { .. } | TaskResult::Talk { .. }) => other,
                },
            );
        })
    }
}

#[test]
fn what_others_say_stays_apart_and_is_reckoned_with() {
    let rig = Rig::new(&[100], WELL);
    let elsewhere = Elsewhere(&rig.executor);
    assert_eq!(rig.judge_by(&elsewhere, 1000, b"input").verdict, Verdict::Mle);
    assert_eq!(rig.judge(1000).verdict, Verdict::Ac, "here it is run anew");
    let (problem, _) = problem::formats::open(&rig.folder);
    let history = |executor: &dyn Executor| TestOrder::load(&rig.runner(executor), &problem).key;
    assert_ne!(history(&rig.executor), history(&elsewhere), "nor does it order tests here");
}

/// An executor to which it matters where what a program wrote is looked at.
struct Far {
    executor: ScriptedExecutor,
    n_batches: AtomicUsize,
}

impl Executor for Far {
    fn sandbox(&self) -> Sandbox {
        self.executor.sandbox()
    }

    fn others(&self) -> Option<Digest> {
        Some(Digest::of(b"others"))
    }

    fn chains(&self, _first: &Action, _then: &Action) -> bool {
        true
    }

    fn missing(&self, digests: &[Digest]) -> Vec<Digest> {
        self.executor.missing(digests)
    }

    fn put(&self, bytes: &[u8]) -> Result<Blob, ExecutorError> {
        self.executor.put(bytes)
    }

    fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        self.executor.get(digest)
    }

    fn run(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> Result<(), ExecutorError> {
        self.n_batches.fetch_add(1, Ordering::SeqCst);
        self.executor.run(batch, sink)
    }
}

#[test]
fn far_away_an_output_is_checked_where_it_is() {
    let rig = Rig::new(&[100], WELL);
    let n_checks = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&n_checks);
    // Solutions print their last argument; the checker objects to all but the answer.
    let executor = ScriptedExecutor::new(move |action, _| match action.args[0].as_str() {
        "./check" => {
            counter.fetch_add(1, Ordering::SeqCst);
            let is_right = action.inputs[tools::OUTPUT].blob == action.inputs[tools::ANSWER].blob;
            Behaviour { status: ExitStatus::Exited(i32::from(!is_right)), ..Behaviour::prints("") }
        }
        _ => Behaviour::prints(action.args[1].clone()),
    });
    let far = Far { executor, n_batches: AtomicUsize::new(0) };
    let runner = rig.runner(&far);
    let [input, answer] = [&b"input"[..], b"42"].map(|bytes| far.put(bytes).unwrap());
    let checker = Runnable { args: vec!["./check".to_owned()], ..Runnable::default() };
    let call = tools::Call { program: Arc::new(checker), args: Vec::new() };
    let with = OutputChecker::Program { call, protocol: Protocol::Testlib };
    let (io, limits) = (SolutionIo::default(), limits());
    let judge_as = |name: &str, words: &str| {
        let args = ["./sol", words].map(str::to_owned).to_vec();
        let program = Runnable { args, identity: Digest::of(name.as_bytes()), ..Runnable::default() };
        let run_input = SolutionInput {
            input,
            answer: None,
            io: &io,
            args: &[],
            files: BTreeMap::new(),
            feedback: None,
            interactor: None,
            asked_next: Some((&with, Some(answer))),
            limits,
        };
        let run = run_solution(&runner, &rig.slow, 0.into(), &program, &run_input).unwrap();
        let said = tools::check_output(&runner, &with, input, run.output, Some(answer)).unwrap();
        (said.kind, far.n_batches.swap(0, Ordering::SeqCst), n_checks.swap(0, Ordering::SeqCst))
    };
    let judge = |words: &str| judge_as(words, words);
    assert_eq!(judge("41"), (OutcomeKind::Wa, 1, 1), "run and checked as one");
    assert_eq!(judge("42"), (OutcomeKind::Ok, 1, 1));
    assert_eq!(judge("42"), (OutcomeKind::Ok, 0, 0), "both are kept");
    assert_eq!(judge_as("another", "42"), (OutcomeKind::Ok, 1, 0), "what the answer says is known");
    assert_eq!(judge("43"), (OutcomeKind::Wa, 1, 1));
}
