//! The processes of a solution that talk to an interactor: nearly always one, several only with a manager, as CMS has them.
//!
//! Each process has the limits to itself while it runs. To most formats the time limit is for all together: their times are
//! added, and it is only seen in the end whether that was too much. To others it is for each, and the greatest counts. Memory is
//! for each. Where several fail, the first by number tells how.

use problem::{
    executor::{Action, RunResult},
    model::SolutionIo,
};

use super::SolutionInput;
use crate::{
    check::runner::with_files,
    compile::{Runnable, action},
};

/// What the named pipes of a manager, and of a solution that talks by such, are called: what it reads, and what it writes.
const PIPES: [&str; 2] = ["from_partner", "to_partner"];

/// How many processes of a solution there are at once.
pub(super) fn number(io: &SolutionIo) -> usize {
    io.processes.map_or(1, |number| number.get())
}

/// The pipes of a manager: for each process that from it, and that to it.
pub(super) fn pipes_of_manager(io: &SolutionIo) -> Vec<[String; 2]> {
    match io.processes {
        None => vec![PIPES.map(str::to_owned)],
        Some(number) => (0..number.get()).map(|process| PIPES.map(|name| format!("{name}_{process}"))).collect(),
    }
}

/// The solution of an interactive problem. If there are several processes each is told its number.
pub(in crate::check) fn talking_solutions(program: &Runnable, run_input: &SolutionInput<'_>) -> Vec<Action> {
    let pipes: Vec<[String; 2]> = run_input.io.by_named_pipes.then(|| PIPES.map(str::to_owned)).into_iter().collect();
    let talking = |process: usize| {
        let own = run_input.io.processes.map(|_| process.to_string());
        let args: Vec<String> = run_input.args.iter().chain(pipes.iter().flatten()).chain(&own).cloned().collect();
        let plain = action(program, &args, None, run_input.limits.run_limits());
        Action { pipes: pipes.clone(), ..with_files(plain, run_input.files.clone()) }
    };
    (0..number(run_input.io)).map(talking).collect()
}

/// What the processes of a solution came to as one run; `None` of none.
pub(super) fn together(mut results: Vec<RunResult>, io: &SolutionIo) -> Option<RunResult> {
    if results.len() < 2 {
        return results.pop();
    }
    let told = results.iter().find(|result| !result.status.is_success()).or(results.first())?.clone();
    let cpu_us = results.iter().map(|result| result.cpu_us);
    let own_wall = |result: &RunResult| result.wall_us.saturating_sub(result.waited_us);
    Some(RunResult {
        cpu_us: if io.time_for_each { cpu_us.max()? } else { cpu_us.fold(0, u64::saturating_add) },
        wall_us: results.iter().map(own_wall).max()?,
        waited_us: 0,
        memory_kb: results.iter().map(|result| result.memory_kb).max()?,
        ..told
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use problem::executor::{Blob, Exceeded, ExitStatus};

    use super::*;

    fn result(status: ExitStatus, cpu_us: u64, [wall_us, waited_us]: [u64; 2], memory_kb: u64) -> RunResult {
        let (stdout, stderr) = (Blob::of(b""), Blob::of(b""));
        let (files, cpu_model) = (BTreeMap::new(), "Z80".into());
        RunResult { status, cpu_us, wall_us, waited_us, memory_kb, stdout, stderr, files, cpu_model }
    }

    #[test]
    fn times_are_added_or_for_each_and_memory_is_for_each() {
        let ends_well = ExitStatus::Exited(0);
        for (time_for_each, cpu_us) in [(false, 800), (true, 500)] {
            let io = SolutionIo { time_for_each, ..SolutionIo::default() };
            let results = vec![result(ends_well, 300, [1000, 600], 7), result(ends_well, 500, [700, 100], 5)];
            assert_eq!(together(results, &io), Some(result(ends_well, cpu_us, [600, 0], 7)));
            let alone = result(ends_well, 300, [1000, 600], 7);
            assert_eq!(together(vec![alone.clone()], &io), Some(alone));
            assert_eq!(together(Vec::new(), &io), None);
        }
    }

    #[test]
    fn the_first_that_failed_tells_how() {
        let status = |statuses: &[ExitStatus]| {
            let results = statuses.iter().map(|status| result(*status, 1, [1, 0], 1)).collect();
            together(results, &SolutionIo::default()).map(|both| both.status)
        };
        let (well, killed) = (ExitStatus::Exited(0), ExitStatus::Killed(Exceeded::Cpu));
        assert_eq!(status(&[well, ExitStatus::Signalled(6), killed]), Some(ExitStatus::Signalled(6)));
        assert_eq!(status(&[well, well, killed]), Some(killed));
        assert_eq!(status(&[well, well]), Some(well));
    }
}
