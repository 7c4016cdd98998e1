//! Programs in C and C++ once more, with sanitizers: all tools, the main solution and those labelled correct, on what the check
//! has found.
//!
//! Neither time nor memory is judged, and what comes of a run is looked at for reports alone: no verdict, class or rate rests on
//! it. Runs of several passes end with the first.
//!
//! Invariant: what is told comes in the order of the problem, whichever run ended first.

mod jobs;
mod report;
mod sights;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use problem::{
    executor::{ExecutorError, ExitStatus},
    label::Pool,
    language::Language,
    model::{ProgramIdx, Role},
    path::RelPath,
    sanitizer::{SanitizedRun, SanitizerEvent, Sighting},
    state::{Build, State, StateEvent},
};
use serde::{Deserialize, Serialize};

use self::jobs::{Job, Runs, Sanitized};
use super::{CheckRun, Observer, Shared, work::WorkMaker};
use crate::{compile::SanitizedBuild, sync::each_of_ticking, words::ending};

/// The longest wait before the observer gets a moment.
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

/// A line, where one is known, and whether memory is meant.
type Spot = (Option<(RelPath, u32)>, bool);

/// What became of one program in one job.
struct Outcome {
    program: ProgramIdx,
    run: SanitizedRun,
    status: ExitStatus,
    seen: Vec<Seen>,
    /// Why a sanitizer did not work.
    trouble: Option<String>,
}

/// Runs everything with sanitizers, and adds what they show to what is known. A failure of the tool's own is part of that: what
/// the check has found stays.
///
/// # Errors
/// A cancellation.
pub(super) fn sanitize<'a>(
    check: &'a CheckRun<'a>,
    shared: &'a Shared<'a>,
    mut state: State,
    observer: &mut dyn Observer,
) -> Result<State, ExecutorError> {
    let events = match shown(check, shared, &state, observer) {
        Ok(events) => events,
        Err(ExecutorError::Cancelled) => return Err(ExecutorError::Cancelled),
        Err(ExecutorError::Failed(why)) => vec![SanitizerEvent::Failed(why)],
    };
    for event in events {
        let event = StateEvent::Sanitized(event);
        observer.event(&event);
        state.apply(event);
    }
    Ok(state)
}

fn shown<'a>(
    check: &'a CheckRun<'a>,
    shared: &'a Shared<'a>,
    state: &State,
    observer: &mut dyn Observer,
) -> Result<Vec<SanitizerEvent>, ExecutorError> {
    let wanted = programs(check, state);
    let builds = in_parallel(check, observer, &wanted, |program| {
        shared.builder.build_sanitized(&shared.problem.programs[*program])
    })?;
    let (mut events, mut built, mut lacking) = (Vec::new(), Vec::new(), Vec::new());
    for (program, build) in wanted.into_iter().zip(builds) {
        match build {
            Some(SanitizedBuild::Ok(runnable, executable)) => built.push((program, *runnable, executable)),
            Some(SanitizedBuild::NoLibraries(words)) => {
                lacking.push(&shared.problem.programs[program].language);
                // Another compiler mostly lacks the same.
                if !events.iter().any(|event| matches!(event, SanitizerEvent::NoLibraries(_))) {
                    events.push(SanitizerEvent::NoLibraries(words));
                }
            }
            Some(SanitizedBuild::Failed(why)) => events.push(SanitizerEvent::NotBuilt { program, why }),
            None => {}
        }
    }
    // What its compiler has made before, when the libraries were there, does not run any more.
    built.retain(|(program, ..)| !lacking.contains(&&shared.problem.programs[*program].language));
    if built.is_empty() {
        return Ok(events);
    }
    let mut maker = WorkMaker::new(shared);
    for (program, build) in state.builds.iter_enumerated() {
        if let Some(Build::Ok { executable, .. }) = build {
            maker.note_built(program, *executable)?;
        }
    }
    let mut programs = BTreeMap::new();
    for (program, runnable, executable) in built {
        maker.use_instead(program, Arc::new(runnable))?;
        let files = shared.builder.files_of(&shared.problem.programs[program]);
        programs.insert(program, Sanitized { executable, files });
    }
    let symbolizer = shared.builder.symbolizer_identity();
    let runs = Runs { check, shared, maker: &maker, programs: &programs, state, symbolizer };
    let jobs = runs.jobs();
    let outcomes = in_parallel(check, observer, &jobs, |job: &Job| runs.run(job))?;
    let n_runs = outcomes.iter().map(Vec::len).sum();
    events.extend(told(outcomes.into_iter().flatten()));
    events.push(SanitizerEvent::Ran { n_programs: programs.len(), n_runs });
    Ok(events)
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
    let mut lines: BTreeMap<ProgramIdx, BTreeSet<Spot>> = BTreeMap::new();
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
                    if of_program.insert((line.clone(), is_memory)) && of_program.len() <= MAX_LINES {
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
    let more = lines.into_iter().filter_map(|(program, lines)| {
        let n_lines = lines.len().checked_sub(MAX_LINES).filter(|&n_lines| n_lines > 0)?;
        Some(SanitizerEvent::More { program, n_lines })
    });
    events.extend(more);
    events
}

/// Does the same with all items, on the check's workers, and gives the results in the order of the items.
fn in_parallel<T: Sync, R: Send>(
    check: &CheckRun<'_>,
    observer: &mut dyn Observer,
    items: &[T],
    work: impl Fn(&T) -> Result<R, ExecutorError> + Sync,
) -> Result<Vec<R>, ExecutorError> {
    let tick = || {
        observer.tick();
        check.context.machine.store().tick();
    };
    each_of_ticking(items.len(), check.n_workers, |at| work(&items[at]), TICK, tick)
}
