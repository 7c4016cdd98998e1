//! Runs that are repeated by somebody else, and who is not believed any more for what came of it.
//!
//! A worker is told of only where this machine says otherwise each time, and it says the same again each time that it is
//! asked; or where it is alone with what it says more often than its share of what runs twice lets expect. A program that
//! does something new in every run, or in one of many, accuses nobody.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use problem::{
    digest::Digest,
    executor::{Exceeded, ExecutorError, ExitStatus, RunLimits, RunResult, Task, TaskResult},
    report::AuditReport,
};

use crate::{signing::PublicKey, sync::lock, wire::clean};

/// So often this machine must come to the same before somebody is suspected.
pub(crate) const N_PROOFS: usize = 8;
/// So often who is suspected is asked again. Of a program that does something else in a share p of its runs, all proofs and
/// questions say so by a chance of at most p^13 (1 - p)^21, which is less than 10^-9.
pub(crate) const N_QUESTIONS: usize = 12;
/// The chance, as its logarithm, by which an honest worker may be alone so often: e^-23 is 10^-10.
const LEAST_EVIDENCE: f64 = 23.0;
/// So many programs are remembered that somebody was alone with.
const MAX_PROGRAMS: usize = 10_000;
/// A time says otherwise than another one if it is more than so many times as long, and longer by so much, microseconds.
const TIMES: u64 = 4;
const AT_LEAST_US: u64 = 250_000;

/// A worker that said what is not so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caught {
    /// What it calls itself.
    pub worker: String,
    /// What it signs with.
    pub key: PublicKey,
}

impl Caught {
    /// What is said of it.
    pub fn sentence(&self) -> String {
        format!("{} said of a run what is not so; strike its key {} off the list", self.worker, self.key.hex())
    }
}

/// What to do where somebody was caught.
fn again_without(caught: &Caught) -> String {
    format!("{}, and do this again: nothing that it said is believed then", caught.sentence())
}

/// The share of batches that run twice, and what came of it.
pub(crate) struct Audit {
    percent: u8,
    n_batches: AtomicU64,
    caught: Mutex<Vec<Caught>>,
    of_workers: Mutex<BTreeMap<PublicKey, OfWorker>>,
}

/// What is known of a worker.
#[derive(Default)]
struct OfWorker {
    /// How many of its batches ran twice.
    n_repeated: u64,
    /// The programs that it was the first to be alone with: of one that does something else now and then there are many runs.
    alone_with: BTreeSet<Digest>,
}

impl Audit {
    pub(crate) fn of(percent: u8) -> Audit {
        Audit { percent, n_batches: AtomicU64::new(0), caught: Mutex::default(), of_workers: Mutex::default() }
    }

    /// Whether a batch that was answered is to run twice. Nobody can tell beforehand.
    pub(crate) fn is_due(&self) -> bool {
        self.n_batches.fetch_add(1, Ordering::Relaxed);
        self.percent > 0 && fastrand::u8(0..100) < self.percent
    }

    /// Takes note of who was caught; a sentence for the person.
    pub(crate) fn note(&self, caught: Caught) -> String {
        let sentence = again_without(&caught);
        let mut known = lock(&self.caught);
        // Several of its batches may be looked at at once.
        if known.iter().all(|other| other.key != caught.key) {
            known.push(caught);
        }
        sentence
    }

    /// Takes note that a batch of a worker ran twice; without a list of keys none does.
    pub(crate) fn note_repeated(&self, key: Option<PublicKey>) {
        if let Some(key) = key {
            lock(&self.of_workers).entry(key).or_default().n_repeated += 1;
        }
    }

    /// Takes note that a worker was alone with what it said of a program; whether it is so too often for chance. Where programs
    /// are to blame, each worker is alone with as many of them as its share of what runs twice lets expect.
    pub(crate) fn is_too_often_alone(&self, key: Option<PublicKey>, program: Option<Digest>) -> bool {
        let (Some(key), Some(program)) = (key, program) else { return false };
        let mut workers = lock(&self.of_workers);
        // Who has enough runs would come to all such programs, however small its share.
        let is_new = workers.values().all(|worker| !worker.alone_with.contains(&program));
        let own = workers.entry(key).or_default();
        if is_new && own.alone_with.len() < MAX_PROGRAMS {
            own.alone_with.insert(program);
        }
        let (n_own, n_repeated) = (own.alone_with.len(), own.n_repeated);
        let n_all: usize = workers.values().map(|worker| worker.alone_with.len()).sum();
        let n_all_repeated: u64 = workers.values().map(|worker| worker.n_repeated).sum();
        let (share, expected) = (n_own as f64 / n_all as f64, n_repeated as f64 / n_all_repeated.max(1) as f64);
        share > expected && n_all as f64 * divergence(share, expected) >= LEAST_EVIDENCE
    }

    /// Refuses once somebody was caught: what came of them before is not to be mixed with anything.
    pub(crate) fn ensure_nobody_is_caught(&self) -> Result<(), ExecutorError> {
        match lock(&self.caught).first() {
            Some(caught) => Err(ExecutorError::Failed(again_without(caught))),
            None => Ok(()),
        }
    }

    pub(crate) fn caught(&self) -> Vec<Caught> {
        lock(&self.caught).clone()
    }

    /// What came of it so far; nothing where nothing was to be repeated.
    pub(crate) fn report(&self) -> Option<AuditReport> {
        let answered = self.n_batches.load(Ordering::Relaxed);
        let repeated = lock(&self.of_workers).values().map(|worker| worker.n_repeated).sum();
        (self.percent > 0).then_some(AuditReport { percent: self.percent, answered, repeated })
    }

    /// The same in words.
    pub(crate) fn sentence(&self) -> Option<String> {
        let said = |report: AuditReport| {
            format!("{} of {} batches ran twice, on different machines", report.repeated, report.answered)
        };
        self.report().map(said)
    }
}

/// How far a share is from the one that is expected: e to the power of minus n times that bounds the chance that of n such a
/// share comes (Chernoff).
fn divergence(share: f64, expected: f64) -> f64 {
    let part = |share: f64, expected: f64| if share > 0.0 { share * (share / expected).ln() } else { 0.0 };
    part(share, expected) + part(1.0 - share, 1.0 - expected)
}

/// Whether all runs ended by their own doing: of one that was stopped as the machine was too busy nothing is known.
pub(crate) fn tells(results: &[TaskResult]) -> bool {
    let runs = |result: &TaskResult| match result {
        TaskResult::Single(_) | TaskResult::Chain { .. } => result.runs().into_iter().all(|run| !says_nothing(run)),
        TaskResult::Talk { interactor, .. } => !says_nothing(interactor),
    };
    results.iter().all(runs)
}

/// Whether two that ran the same came to the same.
pub(crate) fn agree(tasks: &[Task], some: &[TaskResult], others: &[TaskResult]) -> bool {
    let pairs = || some.iter().zip(others);
    [some, others].iter().all(|results| results.len() == tasks.len())
        && tasks.iter().zip(pairs()).all(|(task, pair)| match (task, pair) {
            (Task::Single(action), (TaskResult::Single(one), TaskResult::Single(other))) => {
                is_same_run(action.limits, one, other)
            }
            (
                Task::Chain { first, then, .. },
                (TaskResult::Chain { first: one, then: ones }, TaskResult::Chain { first: other, then: others }),
            ) => {
                // What a second run is left out for is seen from the first one, and is done here then.
                let are_same = |(one, other)| is_same_run(then.limits, one, other);
                is_same_run(first.limits, one, other) && ones.as_ref().zip(others.as_ref()).is_none_or(are_same)
            }
            // Who of those that talk was ended by whom is a matter of chance.
            (
                Task::Talk { interactor: action, .. },
                (TaskResult::Talk { interactor: one, .. }, TaskResult::Talk { interactor: other, .. }),
            ) => is_same_run(action.limits, one, other),
            (Task::Single(_) | Task::Chain { .. } | Task::Talk { .. }, _) => false,
        })
}

fn is_same_run(limits: RunLimits, one: &RunResult, other: &RunResult) -> bool {
    if says_nothing(one) || says_nothing(other) {
        return true;
    }
    match (one.status, other.status) {
        (ExitStatus::Killed(_), ExitStatus::Killed(_)) => true,
        (ExitStatus::Killed(what), _) => is_near(what, limits, other),
        (_, ExitStatus::Killed(what)) => is_near(what, limits, one),
        _ => {
            (one.status, one.stdout, &one.files) == (other.status, other.stdout, &other.files)
                && has_about_its_memory(limits, one, other)
                && (clean(&one.cpu_model) != clean(&other.cpu_model) || is_about(one.cpu_us, other.cpu_us))
        }
    }
}

/// Whether a run was stopped for no fault of its own, as the machine was too busy.
fn says_nothing(run: &RunResult) -> bool {
    match run.status {
        ExitStatus::NotStarted(_) | ExitStatus::Unmeasured => true,
        ExitStatus::Killed(Exceeded::Wall) => run.waited_us.saturating_mul(4) > run.wall_us,
        ExitStatus::Exited(_) | ExitStatus::Signalled(_) | ExitStatus::Killed(_) => false,
    }
}

/// Whether a run that ended by itself may have been just below a limit that the other one has passed.
fn is_near(what: Exceeded, limits: RunLimits, ended: &RunResult) -> bool {
    match what {
        Exceeded::Cpu => ended.cpu_us / 1000 >= limits.cpu_ms / 2,
        Exceeded::Wall => ended.wall_us / 1000 >= limits.wall_ms / 2,
        Exceeded::Memory => ended.memory_kb >= (limits.memory_bytes >> 10) / 2,
        Exceeded::Output => ended.stdout.size >= limits.output_bytes / 2,
    }
}

/// Whether both are within the limit on memory, or none, or one nearly is: levels of the sandbox count memory otherwise.
fn has_about_its_memory(limits: RunLimits, one: &RunResult, other: &RunResult) -> bool {
    let exceeds = |run: &RunResult| run.memory_kb > limits.memory_bytes >> 10;
    let less = if one.memory_kb < other.memory_kb { one } else { other };
    exceeds(one) == exceeds(other) || is_near(Exceeded::Memory, limits, less)
}

fn is_about(one: u64, other: u64) -> bool {
    let (less, more) = (one.min(other), one.max(other));
    more <= less.saturating_mul(TIMES).max(less.saturating_add(AT_LEAST_US))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use problem::executor::{Action, Attempt, Blob};

    use super::*;

    const LIMITS: RunLimits = RunLimits { cpu_ms: 1000, wall_ms: 3000, memory_bytes: 1 << 26, output_bytes: 1 << 20 };

    fn run(status: ExitStatus, cpu_us: u64, stdout: &[u8]) -> RunResult {
        RunResult {
            status,
            cpu_us,
            wall_us: cpu_us,
            waited_us: 0,
            memory_kb: 1000,
            stdout: Blob::of(stdout),
            stderr: Blob::of(b""),
            files: BTreeMap::new(),
            cpu_model: "Z80".into(),
        }
    }

    #[test]
    fn who_is_alone_too_often() {
        let [one, other] = ["01", "02"].map(|byte| PublicKey::parse(&byte.repeat(32)));
        let program = |number: u32| Some(Digest::of(&number.to_be_bytes()));
        // Of each hundred batches that run twice one has such a program; the first worker has so many times the cores.
        let named_after = |n_times: usize, is_alone: &dyn Fn(Option<PublicKey>) -> bool| {
            let audit = Audit::of(10);
            (0..1000).find(|&number| {
                let of_whom = if (number as usize).is_multiple_of(n_times + 1) { other } else { one };
                (0..100).for_each(|_| audit.note_repeated(of_whom));
                is_alone(of_whom) && audit.is_too_often_alone(of_whom, program(number))
            })
        };
        assert_eq!([1, 16].map(|n_times| named_after(n_times, &|_| true)), [None; 2], "programs are to blame");
        // 34 times the logarithm of 68/34 is 23.6, 369 times that of 393/369 is 23.25; 368 times that of 391/368 is 22.3.
        assert_eq!([1, 16].map(|n_times| named_after(n_times, &|whose| whose == one)), [Some(67), Some(392)]);
        let audit = Audit::of(10);
        audit.note_repeated(one);
        audit.note_repeated(other);
        assert!((0..1000).all(|_| !audit.is_too_often_alone(one, program(1))), "one program is one reason");
    }

    #[test]
    fn what_two_may_say_of_one_run() {
        let task = Task::Single(Action {
            args: vec!["./sol".to_owned()],
            inputs: BTreeMap::new(),
            stdin: None,
            outputs: Vec::new(),
            pipes: Vec::new(),
            env: BTreeMap::new(),
            limits: LIMITS,
            requires: None,
            attempt: Attempt::Only,
        });
        let right = || run(ExitStatus::Exited(0), 100_000, b"5\n");
        let agrees = |other: RunResult| {
            let [one, other] = [right(), other].map(|run| vec![TaskResult::Single(run)]);
            let tasks = std::slice::from_ref(&task);
            assert_eq!(agree(tasks, &one, &other), agree(tasks, &other, &one));
            agree(tasks, &one, &other)
        };
        assert!(agrees(right()) && agrees(RunResult { stderr: Blob::of(b"0x7ffe"), ..right() }));
        assert!(agrees(run(ExitStatus::Exited(0), 300_000, b"5\n")), "a busy machine");
        assert!(!agrees(run(ExitStatus::Exited(0), 900_000, b"5\n")), "so much slower is none");
        assert!(!agrees(run(ExitStatus::Exited(0), 100_000, b"6\n")));
        assert!(
            !agrees(RunResult { memory_kb: 1 << 20, ..right() }) && agrees(RunResult { memory_kb: 60_000, ..right() }),
            "one exceeds the limit"
        );
        let hidden = |cpu_us: u64| RunResult { cpu_model: "Z80\u{200b}".into(), cpu_us, ..right() };
        assert!(agrees(hidden(100_000)) && !agrees(hidden(900_000)), "it is the same model");
        assert!(!agrees(run(ExitStatus::Exited(1), 100_000, b"5\n")));
        assert!(!agrees(run(ExitStatus::Killed(Exceeded::Cpu), 1, b"")), "far from the limit");
        assert!(!agrees(run(ExitStatus::Killed(Exceeded::Wall), 1, b"")));
        assert!(agrees(run(ExitStatus::Unmeasured, 1, b"")));
        let busy = RunResult { waited_us: 2_900_000, wall_us: 3_000_000, ..right() };
        assert!(agrees(RunResult { status: ExitStatus::Killed(Exceeded::Wall), ..busy }));
        let near = run(ExitStatus::Exited(0), 900_000, b"5\n");
        let over = run(ExitStatus::Killed(Exceeded::Cpu), 1_000_000, b"");
        assert!(is_same_run(LIMITS, &near, &over));
        assert!(!agree(std::slice::from_ref(&task), &[TaskResult::Single(right())], &[]));
    }
}
