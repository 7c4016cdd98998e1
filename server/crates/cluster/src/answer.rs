//! What came back, looked at before it counts.

use problem::{
    executor::{Action, Blob, RunResult, Task, TaskResult},
    path::RelPath,
};

use crate::wire::{clean, named};

/// What stands for all files of the working directory, and before each of their names.
pub(crate) const ALL_FILES: &str = "./";
/// Standard error, and what two programs said to each other, are cut by whoever runs them, bytes.
const MOST_WORDS: u64 = 16 << 20;

/// The most that an answer may have us fetch, bytes.
pub(crate) const MOST_NAMED: u64 = 4 << 30;
/// More than any run has of microseconds or of kilobytes, and little enough to reckon with.
const MOST_MEASURED: u64 = 1 << 40;

/// Whether results can be those of tasks: as many, of the same form, no larger than was allowed, and measured where they
/// were to be.
pub(crate) fn fits(tasks: &[Task], cpu_model: &str, results: &[TaskResult]) -> bool {
    let pairs = || tasks.iter().zip(results);
    tasks.len() == results.len()
        && pairs().all(|(task, result)| fits_one(task, cpu_model, result))
        && size_of(&named(results)) <= MOST_NAMED
}

/// What contents take together, bytes.
pub(crate) fn size_of(blobs: &[Blob]) -> u64 {
    blobs.iter().fold(0, |sum, blob| sum.saturating_add(blob.size))
}

fn fits_one(task: &Task, cpu_model: &str, result: &TaskResult) -> bool {
    let is_within = |action: &Action, run: &RunResult| clean(&run.cpu_model) == cpu_model && is_within(action, run);
    match (task, result) {
        (Task::Single(action), TaskResult::Single(run)) => is_within(action, run),
        (Task::Chain { first, then, fed }, TaskResult::Chain { first: run, then: second }) => {
            // Of a second run there is a result only where one was asked for.
            let is_asked_for = second.is_none() || fed.second(then, run).is_some();
            is_within(first, run) && is_asked_for && second.iter().all(|second| is_within(then, second))
        }
        (Task::Talk { .. }, TaskResult::Talk { solutions, interactor, transcript, .. }) => {
            let actions = task.actions();
            transcript.size <= MOST_WORDS
                && actions.len() == solutions.len() + 1
                && actions.iter().zip(solutions.iter().chain([interactor])).all(|(action, run)| is_within(action, run))
        }
        (Task::Single(_) | Task::Chain { .. } | Task::Talk { .. }, _) => false,
    }
}

fn is_within(action: &Action, run: &RunResult) -> bool {
    let most = action.limits.output_bytes;
    let is_asked_for = |path: &str| {
        action.outputs.iter().any(|output| match output.strip_suffix('/') {
            Some(".") => path.strip_prefix(ALL_FILES).is_some_and(is_plain),
            Some(_) => path.starts_with(output.as_str()) && is_plain(path),
            None => path == output,
        })
    };
    let is_small = |blob: &Blob| blob.size <= most;
    let measured = [run.cpu_us, run.wall_us, run.waited_us, run.memory_kb];
    measured.iter().all(|&number| number <= MOST_MEASURED)
        && is_small(&run.stdout)
        && run.stderr.size <= MOST_WORDS
        && run.files.iter().all(|(path, blob)| is_asked_for(path) && is_small(blob))
}

/// Whether a path leads where it says, without a way up or round.
pub(crate) fn is_plain(path: &str) -> bool {
    !path.is_empty() && !path.contains('\\') && RelPath::parse(path).is_some_and(|plain| plain.as_str() == path)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use problem::executor::{Attempt, ExitStatus, Fed, RunLimits};

    use super::*;

    fn task() -> Task {
        Task::Single(Action {
            args: Vec::new(),
            inputs: BTreeMap::new(),
            stdin: None,
            outputs: vec!["out.txt".to_owned(), "many/".to_owned()],
            pipes: Vec::new(),
            env: BTreeMap::new(),
            limits: RunLimits { cpu_ms: 1, wall_ms: 1, memory_bytes: 1, output_bytes: 3 },
            requires: None,
            attempt: Attempt::Only,
        })
    }

    fn only(task: Task) -> Action {
        match task {
            Task::Single(action) => action,
            Task::Chain { .. } | Task::Talk { .. } => unreachable!(),
        }
    }

    fn result(stdout: &[u8], files: &[&str]) -> TaskResult {
        TaskResult::Single(RunResult {
            status: ExitStatus::Exited(0),
            cpu_us: 0,
            wall_us: 0,
            waited_us: 0,
            memory_kb: 0,
            stdout: Blob::of(stdout),
            stderr: Blob::of(b"longer words"),
            files: files.iter().map(|path| ((*path).to_owned(), Blob::of(b"abc"))).collect(),
            cpu_model: "Z80".into(),
        })
    }

    #[test]
    fn what_was_not_asked_for_is_no_result() {
        let fits = |tasks: &[Task], results: &[TaskResult]| fits(tasks, "Z80", results);
        assert!(fits(&[task()], &[result(b"abc", &["out.txt", "many/1"])]));
        assert!(!fits(&[task()], &[result(b"abcd", &[])]), "more than was allowed");
        for path in ["other.txt", "many/../out", "many/..\\out", "many", "/out.txt"] {
            assert!(!fits(&[task()], &[result(b"", &[path])]), "{path}");
        }
        let all = Task::Single(Action { outputs: vec![ALL_FILES.to_owned()], ..only(task()) });
        assert!(fits(std::slice::from_ref(&all), &[result(b"", &["./a", "./b/c"])]));
        assert!(!fits(std::slice::from_ref(&all), &[result(b"", &["./../a"])]));
        assert!(!fits(&[all], &[result(b"", &["a"])]));
        assert!(!fits(&[task()], &[]));
        assert!(!fits(&[], &[result(b"", &[])]));
        let told = |change: fn(&mut RunResult)| match result(b"", &[]) {
            TaskResult::Single(mut run) => {
                change(&mut run);
                fits(&[task()], &[TaskResult::Single(run)])
            }
            TaskResult::Chain { .. } | TaskResult::Talk { .. } => unreachable!(),
        };
        assert!(told(|run| run.memory_kb = 1 << 20));
        assert!(!told(|run| run.memory_kb = u64::MAX), "no machine has so much");
        assert!(!told(|run| run.wall_us = u64::MAX));
        let large = Task::Single(Action {
            limits: RunLimits { output_bytes: u64::MAX, ..only(task()).limits },
            ..only(task())
        });
        let huge = TaskResult::Single(RunResult {
            stdout: Blob { size: MOST_NAMED + 1, ..Blob::of(b"") },
            ..match result(b"", &[]) {
                TaskResult::Single(run) => run,
                TaskResult::Chain { .. } | TaskResult::Talk { .. } => unreachable!(),
            }
        });
        assert!(!fits(&[large], &[huge]), "nobody fetches so much");
        assert!(!super::fits(&[task()], "6502", &[result(b"", &[])]), "it was measured elsewhere");
        let talk = TaskResult::Talk {
            solutions: Vec::new(),
            interactor: match result(b"", &[]) {
                TaskResult::Single(run) => run,
                TaskResult::Chain { .. } | TaskResult::Talk { .. } => unreachable!(),
            },
            transcript: Blob::of(b""),
            interactor_ended_first: false,
            deadlock: None,
        };
        assert!(!fits(&[task()], &[talk]));
        let run = |stdout: &[u8]| match result(stdout, &[]) {
            TaskResult::Single(run) => run,
            TaskResult::Chain { .. } | TaskResult::Talk { .. } => unreachable!(),
        };
        let fed = Fed { known: vec![Blob::of(b"old").digest], ..Fed::default() };
        let chain = Task::Chain { first: only(task()), then: Box::new(only(task())), fed };
        for (first, then, is_fit) in [
            (run(b"new"), Some(run(b"yes")), true),
            (run(b"new"), None, true),
            (run(b"new"), Some(run(b"much more")), false),
            (run(b"old"), Some(run(b"yes")), false),
            (RunResult { status: ExitStatus::Exited(1), ..run(b"new") }, Some(run(b"yes")), false),
        ] {
            let result = TaskResult::Chain { first, then };
            assert_eq!(fits(std::slice::from_ref(&chain), std::slice::from_ref(&result)), is_fit, "{result:?}");
        }
    }
}
