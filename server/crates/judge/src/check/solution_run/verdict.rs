//! From a run, and what was said about its output, to a cell.
//!
//! A deadlock decides first. Then, if the interactor stopped writing first and objected or failed (a crash is a failure), its
//! verdict counts, whatever became of the solution; of a manager of CMS only a failure. Else the solution's own failure counts,
//! and without one the word of the checker or the interactor.

use checkers::OutcomeKind;
use problem::{
    executor::{Blob, Exceeded, ExitStatus},
    settings::Caps,
    state::{Cell, CheckerResult},
    verdict::Verdict,
};

use super::{InteractorResult, SolutionLimits, SolutionRun};
use crate::{check::runner::CachingRunner, words::ending};

/// What is wrong with a run before anyone looks at its output.
pub(in crate::check) fn verdict_of_run(run: &SolutionRun, limits: &SolutionLimits) -> Option<Verdict> {
    let too_slow = run.cpu_us as f64 > limits.limit_us();
    if run.interaction.as_ref().is_some_and(|interaction| interaction.deadlock.is_some()) {
        return Some(Verdict::Tle);
    }
    match run.status {
        ExitStatus::Unmeasured => Some(Verdict::Sk),
        ExitStatus::Killed(exceeded) if limits.cap_is_below_limit(exceeded) => Some(Verdict::Sk),
        ExitStatus::Killed(Exceeded::Memory) => Some(Verdict::Mle),
        ExitStatus::Killed(Exceeded::Output) => Some(Verdict::Ole),
        ExitStatus::Killed(Exceeded::Cpu | Exceeded::Wall) => Some(Verdict::Tle),
        // Over the memory limit counts before over the time limit.
        _ if run.memory_kb.saturating_mul(1024) > limits.memory_bytes || run.out_of_memory => Some(Verdict::Mle),
        _ if too_slow => Some(Verdict::Tle),
        ExitStatus::Exited(0) => None,
        ExitStatus::Exited(_) | ExitStatus::Signalled(_) | ExitStatus::NotStarted(_) => Some(Verdict::Rte),
    }
}

/// The cell of a run and what was said about its output; `check` is `None` where nobody was asked.
pub(in crate::check) fn cell(
    runner: &CachingRunner<'_>,
    run: &SolutionRun,
    limits: &SolutionLimits,
    check: Option<&CheckerResult>,
    main_check: Option<&CheckerResult>,
) -> Cell {
    let failure = verdict_of_run(run, limits);
    let objects = |check: &CheckerResult| matches!(check.kind, OutcomeKind::Wa | OutcomeKind::Pe | OutcomeKind::Fail);
    let interactor_objected =
        run.interaction.as_ref().filter(|interaction| interaction.ended_first && objects(&interaction.check));
    let deadlock = run.interaction.as_ref().filter(|interaction| interaction.deadlock.is_some());
    let (verdict, message) = match (failure, interactor_objected, check) {
        _ if deadlock.is_some_and(|interaction| interaction.interactor_held_back().is_some()) => {
            (Verdict::Fail, deadlock.map(deadlock_words).unwrap_or_default())
        }
        _ if deadlock.is_some() => (Verdict::Tle, deadlock.map(deadlock_words).unwrap_or_default()),
        (_, Some(interaction), _) => (of_kind(&interaction.check, main_check), interaction.check.message.clone()),
        (Some(failure), None, _) => (failure, failure_words(runner, run, limits, failure)),
        (None, None, Some(check)) => (of_kind(check, main_check), check.message.clone()),
        (None, None, None) => (Verdict::Ac, String::new()),
    };
    let told = interactor_objected
        .map_or_else(|| check.and_then(|check| check.told.clone()), |interaction| interaction.check.told.clone());
    let share = run.cpu_us as f64 / limits.limit_us();
    Cell {
        verdict,
        cpu_us: run.cpu_us,
        wall_us: run.wall_us,
        memory_kb: run.memory_kb,
        message,
        told,
        points: check.and_then(|check| check.points),
        share: check.and_then(|check| check.share),
        exceeded: match run.status {
            ExitStatus::Killed(exceeded) => Some(exceeded),
            ExitStatus::Exited(_) | ExitStatus::Signalled(_) | ExitStatus::NotStarted(_) | ExitStatus::Unmeasured => {
                None
            }
        },
        interactor_failed: verdict == Verdict::Fail && deadlock.is_some()
            || run.interaction.as_ref().is_some_and(|interaction| interaction.check.kind == OutcomeKind::Fail),
        output: Some(run.interaction.as_ref().map_or(run.output, |interaction| interaction.transcript)),
        stderr: (run.stderr.size > 0).then(|| Box::new(run.stderr)),
        unmeasured: failure == Some(Verdict::Sk),
        flaky: run.flaky,
        borderline: limits.time_ms.is_some() && !run.is_cut() && (0.9..=limits.margin.max(1.1)).contains(&share),
        failure: check.filter(|_| verdict == Verdict::Fail).and_then(|check| check.failure.clone()),
    }
}

/// Who waits for what in an interaction in which both sides wait.
fn deadlock_words(interaction: &InteractorResult) -> String {
    let mut words = "deadlock: the solution and the interactor wait for each other to write".to_owned();
    if !interaction.check.crashed && !interaction.check.message.is_empty() {
        words.push_str(&format!(
            "; the interactor was reading, and says at the end of its input: {}",
            interaction.check.message
        ));
    }
    if let Some(held_back) = interaction.interactor_held_back() {
        words.push_str(&format!("; it had not flushed `{}`: flush before each read", first_line(held_back)));
    }
    let solution = interaction.deadlock.as_ref().map_or("", |deadlock| deadlock.solution_wrote.trim());
    if !solution.is_empty() {
        let line = first_line(solution);
        words.push_str(&format!("; at the end of its input the solution wrote `{line}`, perhaps held back until then"));
    }
    words
}

fn first_line(text: &str) -> String {
    const MAX: usize = 40;
    text.lines().next().unwrap_or_default().chars().take(MAX).collect()
}

fn failure_words(runner: &CachingRunner<'_>, run: &SolutionRun, limits: &SolutionLimits, failure: Verdict) -> String {
    if let (Verdict::Sk, ExitStatus::Killed(exceeded)) = (failure, run.status) {
        return capped_words(&limits.caps, exceeded);
    }
    let idle = run.status == ExitStatus::Killed(Exceeded::Wall) && run.cpu_us < run.wall_us / 2;
    let mut message = match (failure, run.status) {
        (Verdict::Tle, _) if idle => "idle: the wall-clock bound passed with little CPU time used".to_owned(),
        (Verdict::Tle, ExitStatus::Exited(_)) => "CPU-time limit exceeded".to_owned(),
        (Verdict::Mle, _) if run.out_of_memory => "its runtime had no more memory to give".to_owned(),
        (Verdict::Mle, ExitStatus::Exited(_)) => "memory limit exceeded".to_owned(),
        (_, status) => ending(status),
    };
    if failure == Verdict::Rte
        && let Some(last) = last_words(runner, run.stderr)
    {
        message = format!("{message}: {last}");
    }
    message
}

/// Why a run that reached a cap says nothing of the limit above it.
fn capped_words(caps: &Caps, exceeded: Exceeded) -> String {
    let (most, key) = match exceeded {
        Exceeded::Cpu | Exceeded::Wall => (format!("{} s", caps.time_ms as f64 / 1000.0), "time_cap_ms"),
        Exceeded::Memory => (format!("{} MB of memory", caps.memory_bytes >> 20), "memory_cap_mb"),
        Exceeded::Output => (format!("{} MB of output", caps.output_bytes >> 20), "output_cap_mb"),
    };
    format!("it needs more than the {most} that runs get here, and the limit is higher (`{key}` in config.toml)")
}

/// The last line that a crashed program wrote to standard error, which names the exception.
fn last_words(runner: &CachingRunner<'_>, stderr: Blob) -> Option<String> {
    let bytes = runner.executor.get(stderr.digest)?;
    let text = String::from_utf8_lossy(&bytes);
    text.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(|line| line.chars().take(200).collect())
}

/// Points are right when they are at least the main solution's; where it got a plain OK, nothing less will do.
fn of_kind(check: &CheckerResult, main_check: Option<&CheckerResult>) -> Verdict {
    match check.kind {
        OutcomeKind::Ok => Verdict::Ac,
        OutcomeKind::Wa => Verdict::Wa,
        OutcomeKind::Pe => Verdict::Pe,
        OutcomeKind::Fail => Verdict::Fail,
        // A part of the points is right where the main solution gets no more.
        OutcomeKind::Points if check.share.is_some() => match main_check.map(|main| (main.kind, main.share)) {
            Some((OutcomeKind::Points, Some(main))) if check.share >= Some(main) => Verdict::Ac,
            _ => Verdict::Wa,
        },
        OutcomeKind::Points => match (check.points, main_check.map(|main| (main.kind, main.points))) {
            (None, _) => Verdict::Fail,
            (Some(points), Some((_, Some(main)))) if points < main => Verdict::Wa,
            (Some(_), Some((OutcomeKind::Ok, _))) => Verdict::Wa,
            (Some(_), _) => Verdict::Ac,
        },
    }
}
