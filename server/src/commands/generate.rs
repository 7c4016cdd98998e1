//! `touchstone gen`

use anyhow::Context as _;
use forge::commands::with_seed_arguments;
use judge::{
    check::{self, Unwatched},
    disk::folder::FolderError,
    engine::LoadedProblem,
};
use problem::{
    executor::Blob,
    model::{InputSource, Problem, Test},
    path::RelPath,
    request::{CheckRequest, Until},
    state::{Build, GeneratorRun, JuryAnswer, State, TestState, Validation},
};

use super::{FAILURE, SUCCESS};
use crate::{
    app::App,
    args::{Generate, Global},
    human::clean,
    output,
};

pub(crate) fn run(global: &Global, generate: &Generate) -> anyhow::Result<u8> {
    generate.elsewhere.until_nobody_is_caught(|| run_once(global, generate))
}

fn run_once(global: &Global, generate: &Generate) -> anyhow::Result<u8> {
    let app = App::start(&global.at(&generate.elsewhere))?;
    app.stop_on_signal(|| {});
    let loaded = app.open(&generate.dir)?;
    app.sandbox()?;
    // Which tests there are may be known to programs of the folder alone.
    let mut loaded = app.resolve(loaded)?;
    if let Some(n_seeds) = generate.seeds {
        multiply(&mut loaded.problem, n_seeds);
    }
    let request = CheckRequest { until: Until::Answers, ..CheckRequest::default() };
    let state = app.judged(&loaded, &request, &mut Unwatched)?;
    let written = write(&app, &loaded, &state, generate)?;
    let n_failed = report_failures(&loaded.problem, &state);
    let invalid = match written.n_invalid {
        0 => String::new(),
        1 => ", one of them invalid".to_owned(),
        n_invalid => format!(", {n_invalid} of them invalid"),
    };
    let same = match written.n_same {
        0 => String::new(),
        n_same => format!("; {n_same} more are the same as others and were left out"),
    };
    output::note(&format!("{} tests written to {}{invalid}{same}", written.n_tests, generate.out.display()));
    Ok(if n_failed + written.n_invalid + written.n_refused == 0 { SUCCESS } else { FAILURE })
}

/// Replaces every test that a command prints by one per seed, each made by the command with another dummy argument (CCP-4).
/// Nobody asks for their answers.
fn multiply(problem: &mut Problem, n_seeds: u32) {
    problem.main = None;
    let commands = std::mem::take(&mut problem.commands);
    let tests = std::mem::take(&mut problem.tests);
    for test in tests {
        let InputSource::Stdout(command) = test.input else {
            continue;
        };
        for (number, reseeded) in (1..).zip(with_seed_arguments(&commands[command], n_seeds)) {
            let mut one = Test { answer: None, rule: None, ..test.clone() };
            one.id = format!("{}-{number}", test.id);
            one.name.clone_from(&one.id);
            one.input = InputSource::Stdout(problem.commands.next_idx());
            problem.commands.push(reseeded);
            problem.tests.push(one);
        }
    }
}

/// What was written.
#[derive(Default)]
struct Written {
    n_tests: usize,
    /// Those of them that a validator rejects: they can be looked at.
    n_invalid: usize,
    /// Tests whose names lead elsewhere.
    n_refused: usize,
    /// Inputs made again with another seed that came out the same: the generator does not use it (CCP-6).
    n_same: usize,
}

/// Writes the inputs, and the answers that are known.
fn write(app: &App, loaded: &LoadedProblem, state: &State, generate: &Generate) -> anyhow::Result<Written> {
    let context = app.context(loaded);
    // Whether it was written; a name that leads elsewhere is told, and the others are written.
    let write = |name: &str, file: Option<&RelPath>, blob: Blob| -> anyhow::Result<bool> {
        let bytes = check::contents(&context, file, blob).with_context(|| format!("{name} is gone; try again"))?;
        match judge::disk::folder::write_new(&generate.out, name, &bytes) {
            Err(error @ (FolderError::Leaves(_) | FolderError::Outside(_))) => {
                output::note(&clean::line(&format!("error: {error}")));
                Ok(false)
            }
            written => Ok(written.map(|()| true)?),
        }
    };
    let mut written = Written::default();
    let tests = loaded.problem.tests.iter().zip(&state.tests);
    for ((test, known), earlier) in tests.zip(state.duplicates()) {
        let Some(input) = known.input_blob() else { continue };
        if generate.seeds.is_some() && earlier.is_some() {
            written.n_same += 1;
            continue;
        }
        let file = match &test.input {
            InputSource::File(path) => Some(path),
            InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
        };
        if !write(&format!("{}.in", test.id), file, input)? {
            written.n_refused += 1;
            continue;
        }
        if let Some(JuryAnswer::Known(answer)) = known.answer {
            write(&format!("{}.ans", test.id), test.answer.as_ref(), answer)?;
        }
        written.n_tests += 1;
        if let Some((validator, validation)) = rejection(&loaded.problem, known) {
            let words = if validation.message.is_empty() { "it says nothing" } else { &validation.message };
            let name = test_name(&loaded.problem, test);
            output::note(&clean::line(&format!("error: {name} is invalid: {validator} rejects it: {words}")));
            written.n_invalid += 1;
        }
    }
    Ok(written)
}

/// The first validator that rejects a test, and what it says.
fn rejection<'a>(problem: &'a Problem, known: &'a TestState) -> Option<(&'a RelPath, &'a Validation)> {
    let said = problem.validators.iter().zip(&known.validations);
    let mut rejecting = said.filter_map(|(validator, validation)| {
        let validation = validation.as_ref().filter(|validation| !validation.ok && !validation.broken)?;
        Some((&problem.programs[validator.program].path, validation))
    });
    rejecting.next()
}

fn test_name(problem: &Problem, test: &Test) -> String {
    match &test.input {
        InputSource::File(_) | InputSource::Inline(_) => format!("test {}", test.id),
        InputSource::Stdout(command) | InputSource::Written { command, .. } => {
            format!("test {} (`{}`)", test.id, problem.commands[*command].text)
        }
    }
}

fn report_failures(problem: &Problem, state: &State) -> usize {
    let mut n_failed = 0;
    for (idx, validator) in problem.validators.iter().enumerate() {
        let path = &problem.programs[validator.program].path;
        let broken = problem.tests.iter().zip(&state.tests).find_map(|(test, known)| {
            let validation = known.validations[idx].as_ref().filter(|validation| validation.broken)?;
            Some(format!("broke on {}: {}", test_name(problem, test), validation.message))
        });
        let why = match &state.builds[validator.program] {
            Some(Build::Ok { .. }) => broken,
            Some(Build::Skipped { reason }) => {
                Some(format!("cannot be run, so it has not looked at the tests: {reason}"))
            }
            Some(Build::Failed { .. }) | None => Some("does not compile, so it has not looked at the tests".to_owned()),
        };
        if let Some(why) = why {
            output::note(&clean::line(&format!("error: {path} {why}")));
            n_failed += 1;
        }
    }
    for (command, generation) in problem.commands.iter().zip(&state.generations) {
        match generation {
            Some(GeneratorRun::Ok { .. }) => {}
            Some(GeneratorRun::Failed { message, .. }) => {
                output::note(&clean::line(&format!("error: `{}` failed: {message}", command.text)));
                n_failed += 1;
            }
            None => {
                output::note(&clean::line(&format!(
                    "error: `{}` was not run: its generator is missing or does not compile",
                    command.text
                )));
                n_failed += 1;
            }
        }
    }
    n_failed
}
