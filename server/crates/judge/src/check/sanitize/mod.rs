//! Programs in C and C++ once more, with sanitizers: all tools, the main solution and those labelled correct, on what the check
//! has found.
//!
//! Neither time nor memory is judged, and what comes of a run is looked at for reports alone: no verdict, class or rate rests on
//! it. Runs of several passes end with the first.
//!
//! Invariant: what is told comes in the order of the problem, whichever run ended first.

mod jobs;
mod report;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use problem::{
    executor::{Blob, ExecutorError, ExitStatus},
    label::Pool,
    language::Language,
    model::{ProgramIdx, Role},
    path::RelPath,
    sanitizer::{SanitizedRun, SanitizerEvent, Sighting},
    state::{Build, State, StateEvent},
};
use serde::{Deserialize, Serialize};

use self::jobs::{Job, Runs};
use super::{CheckRun, Observer, Shared, work::WorkMaker};
use crate::{compile::SanitizedBuild, words::ending};

/// The longest wait for a result before the observer gets a moment.
const TICK: Duration = Duration::from_millis(25);
/// The most lines of one program that are told.
const MAX_LINES: usize = 20;

/// What one run of a program showed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Seen {
    is_memory: bool,
    line: Option<(RelPath, u32)>,
    message: String,
}

/// What became of one program in one job.
struct Outcome {
    program: ProgramIdx,
    run: SanitizedRun,
    status: ExitStatus,
    seen: Vec<Seen>,
    /// Why a sanitizer did not work.
    trouble: Option<String>,
}

/// Runs everything with sanitizers, and adds what they show to what is known.
pub(super) fn sanitize<'a>(
    check: &'a CheckRun<'a>,
    shared: &'a Shared<'a>,
    mut state: State,
    observer: &mut dyn Observer,
) -> Result<State, ExecutorError> {
    let mut events = Vec::new();
    let wanted = programs(check, &state);
    let builds = in_parallel(check, observer, &wanted, |program| {
        shared.builder.build_sanitized(&shared.problem.programs[*program])
    })?;
    let mut maker = WorkMaker::new(shared);
    for (program, build) in state.builds.iter_enumerated() {
        if let Some(Build::Ok { executable, .. }) = build {
            maker.note_built(program, *executable)?;
        }
    }
    let mut executables: BTreeMap<ProgramIdx, Blob> = BTreeMap::new();
    for (program, build) in wanted.into_iter().zip(builds) {
        match build {
            Some(SanitizedBuild::Ok(runnable, executable)) => {
                maker.use_instead(program, Arc::new(*runnable))?;
                executables.insert(program, executable);
            }
            Some(SanitizedBuild::NoLibraries(words)) => {
                events = vec![SanitizerEvent::NoLibraries(words)];
                executables.clear();
                break;
            }
            Some(SanitizedBuild::Failed(why)) => events.push(SanitizerEvent::NotBuilt { program, why }),
            None => {}
        }
    }
    let runs = Runs { check, shared, maker: &maker, executables: &executables, state: &state };
    let jobs = runs.jobs();
    let outcomes = in_parallel(check, observer, &jobs, |job: &Job| runs.run(job))?;
    events.extend(told(outcomes.into_iter().flatten()));
    for event in events {
        let event = StateEvent::Sanitized(event);
        observer.event(&event);
        state.apply(event);
    }
    Ok(state)
}

/// The programs to build, as far as the check could build them.
fn programs(check: &CheckRun<'_>, state: &State) -> Vec<ProgramIdx> {
    let problem = check.context.problem;
    let wanted = problem.programs.iter_enumerated().filter(|(idx, program)| {
        let is_meant = match program.role {
            Role::Solution => {
                (problem.main == Some(*idx) || program.pool() == Some(Pool::Correct))
                    && check.request.wants_solution(problem, *idx)
            }
            Role::Generator | Role::Validator | Role::Checker | Role::Interactor => true,
            Role::Grader => false,
        };
        is_meant && matches!(program.language, Language::C | Language::Cpp) && state.is_built(*idx)
    });
    wanted.map(|(idx, _)| idx).collect()
}

/// Each line once, with the first run that shows it; and for each program the first run that was stopped.
fn told(outcomes: impl Iterator<Item = Outcome>) -> Vec<SanitizerEvent> {
    let mut events: Vec<SanitizerEvent> = Vec::new();
    let mut lines: BTreeMap<ProgramIdx, BTreeSet<Option<(RelPath, u32)>>> = BTreeMap::new();
    for Outcome { program, run, status, seen, trouble } in outcomes {
        let is_stopped = matches!(status, ExitStatus::Killed(_) | ExitStatus::NotStarted(_) | ExitStatus::Unmeasured);
        for Seen { is_memory, line, message } in seen {
            let known = events.iter_mut().find_map(|event| match event {
                SanitizerEvent::Seen(known)
                    if known.program == program && known.line == line && known.is_memory == is_memory =>
                {
                    Some(known)
                }
                _ => None,
            });
            match known {
                Some(known) => known.n_more += usize::from(known.run != run),
                None => {
                    let of_program = lines.entry(program).or_default();
                    if of_program.len() < MAX_LINES {
                        of_program.insert(line.clone());
                        events.push(SanitizerEvent::Seen(Sighting {
                            program,
                            is_memory,
                            line,
                            message,
                            run,
                            n_more: 0,
                        }));
                    }
                }
            }
        }
        if let Some(why) = trouble.or_else(|| is_stopped.then(|| ending(status))) {
            let known = events.iter_mut().find_map(|event| match event {
                SanitizerEvent::Stopped { program: of, n_more, .. } if *of == program => Some(n_more),
                _ => None,
            });
            match known {
                Some(n_more) => *n_more += 1,
                None => events.push(SanitizerEvent::Stopped { program, run, why, n_more: 0 }),
            }
        }
    }
    events
}

/// Does the same with all items, on the check's workers, and gives the results in the order of the items.
fn in_parallel<T: Sync, R: Send>(
    check: &CheckRun<'_>,
    observer: &mut dyn Observer,
    items: &[T],
    work: impl Fn(&T) -> Result<R, ExecutorError> + Sync,
) -> Result<Vec<R>, ExecutorError> {
    let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (send, receive) = crossbeam_channel::unbounded();
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    let mut failure = None;
    thread::scope(|scope| {
        for _ in 0..check.n_workers.clamp(1, items.len().max(1)) {
            let send = send.clone();
            let (next, is_over, work) = (&next, &is_over, &work);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed)
                    && let at = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(item) = items.get(at)
                {
                    // Whoever receives is there until all have ended.
                    drop(send.send((at, work(item))));
                }
            });
        }
        drop(send);
        loop {
            match receive.recv_timeout(TICK) {
                Ok((at, Ok(result))) => results[at] = Some(result),
                Ok((_, Err(error))) => {
                    is_over.store(true, Ordering::Relaxed);
                    failure.get_or_insert(error);
                }
                Err(crossbeam_channel::RecvTimeoutError::Timeout) => {
                    observer.tick();
                    check.context.machine.store().tick();
                }
                Err(crossbeam_channel::RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(results.into_iter().flatten().collect()),
    }
}
