//! Writing a generator with commands (CCP-1, CCP-2, CCP-7; CCO-6, CCO-7).

use std::{collections::BTreeMap, sync::Arc};

use problem::{
    folder::Folder,
    model::{Format, Problem, Role, TestIdx},
    path::RelPath,
    state::GeneratorRun,
    words::quantity,
};

use super::{
    ForgeError, MissingProgram, ProgramWriter, ProposedProgram, StageObserver, Stood, Tried, build_error, refused,
};
use crate::{
    answers::{TestGenerator, WrittenCommand},
    bench::{Extra, TestSource, Trial},
    commands,
    evidence::{AGREEMENT, prove_test},
    place::{NewTest, place},
    tries::Measure,
};

/// The file that commands of a new generator go to.
const SCRIPT: &str = "script.txt";
/// At least this share of the commands has to make tests (CCP-7 asks for all; what is left over is dropped).
const ENOUGH: f64 = 0.8;

pub(super) fn tried(
    writer: &ProgramWriter<'_>,
    known: &Trial,
    (answer, kept): (TestGenerator, &[String]),
    observer: &mut dyn StageObserver,
) -> Tried {
    let TestGenerator { source, commands, .. } = answer;
    let Some(source) = source else {
        return refused(vec!["`source` is missing, and there is no generator".to_owned()]);
    };
    let path = match writer.put(MissingProgram::Generator, 0, &source, Role::Generator)? {
        Ok(path) => path,
        Err(complaints) => return refused(complaints),
    };
    let problem = writer.bench.open()?.problem;
    let generators = problem.generators_by_name();
    let understood =
        |WrittenCommand { command: text, .. }| commands::parse(&text, &generators).map_or(text, |one| one.text);
    let mut texts = kept.to_vec();
    for text in commands.into_iter().map(understood) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let candidates: Vec<TestSource> = texts.iter().cloned().map(TestSource::Command).collect();
    let trial = writer.bench.try_out(
        &Extra { candidates, ..Extra::default() },
        &problem::request::CheckRequest::default(),
        super::as_observer(observer),
    )?;
    if let Some(program) = trial.problem.program_at(&path)
        && let Some(error) = build_error(&trial.problem, &trial.state, program)
    {
        return refused(vec![error]);
    }
    let (mut good, mut complaints) = (Vec::new(), Vec::new());
    for (text, test) in texts.iter().zip(&trial.candidate_tests) {
        match test.clone().and_then(|test| prove_test(&trial, test, AGREEMENT)) {
            Ok(_) => good.push(text.clone()),
            Err(why) => complaints.push(format!("`{text}`: {why}")),
        }
    }
    let measures = vec![Measure { what: "commands that make a valid new test", good: good.len(), of: texts.len() }];
    if good.is_empty() || (good.len() as f64) < ENOUGH * texts.len() as f64 {
        complaints
            .insert(0, format!("only {} of {} make a valid new test", good.len(), quantity(texts.len(), "command")));
        return Ok(Stood { good_commands: good, ..Stood::of(Err(complaints), measures) });
    }
    if let Some(complaint) = script(writer, &trial, known, &good, observer)? {
        return Ok(Stood { good_commands: good, ..Stood::of(Err(vec![complaint]), measures) });
    }
    let work = ProposedProgram {
        proof: vec![
            "it compiles, and makes the same input of the same command".to_owned(),
            format!(
                "{} make inputs that the validator accepts and all right solutions pass",
                quantity(good.len(), "command")
            ),
        ],
        commands: good,
        notes: complaints.into_iter().map(|problem| format!("left out: {problem}")).collect(),
        ..ProposedProgram::default()
    };
    Ok(Stood::of(Ok(work), measures))
}

/// Why commands have no place in a folder; nobody need be asked for any then.
pub(super) fn ensure_place(folder: &dyn Folder, problem: &Problem) -> Result<(), ForgeError> {
    if problem.format == Format::Plain {
        return Ok(());
    }
    // Rules are only known to take tests when they took one, and others may take commands alone.
    let input: Arc<[u8]> = Arc::from(&b"1\n"[..]);
    let one = NewTest { source: TestSource::Input("1\n".to_owned()), input, answer: None };
    let tests = if problem.format == Format::Icpc { vec![one] } else { Vec::new() };
    let why = place(folder, problem, &tests).err();
    // What would be added by hand is not known yet.
    let why = why.map(|why| why.split("; add to `data:`").next().unwrap_or_default().to_owned());
    why.map_or(Ok(()), |why| Err(ForgeError::Refused(format!("the commands of a generator have no place: {why}"))))
}

/// How many of the folder's own tests have an input that no validator rejects.
fn n_valid(trial: &Trial) -> usize {
    let is_valid = |test: &TestIdx| {
        let state = &trial.state.tests[*test];
        state.input_blob().is_some() && state.validations.iter().flatten().all(|validation| validation.ok)
    };
    trial.own_tests().filter(is_valid).count()
}

/// Puts the commands where the folder's format has them, unless a plain folder has commands or a file in the script's place:
/// what is wrong with it there.
fn script(
    writer: &ProgramWriter<'_>,
    trial: &Trial,
    known: &Trial,
    commands: &[String],
    observer: &mut dyn StageObserver,
) -> Result<Option<String>, ForgeError> {
    if known.problem.format == Format::Plain {
        let path = RelPath::parse(SCRIPT).filter(|path| !known.folder.has(path) && known.problem.commands.is_empty());
        let Some(path) = path else { return Ok(None) };
        let text: String = commands.iter().map(|command| format!("{command} > $\n")).collect();
        writer.bench.write(&BTreeMap::from([(path, text)]))?;
    } else {
        let opened = writer.bench.open()?;
        let engine = writer.bench.engine();
        let tests = trial.candidates.iter().zip(&trial.candidate_tests).filter_map(|(source, test)| {
            let TestSource::Command(text) = source else { return None };
            let test = *test.as_ref().ok()?;
            let (input, answer) = (trial.bytes(engine, test, false)?, trial.bytes(engine, test, true));
            commands.contains(text).then(|| NewTest { source: source.clone(), input, answer })
        });
        let tests: Vec<NewTest> = tests.collect();
        let placed = place(&*opened.folder, &opened.problem, &tests).map_err(ForgeError::Refused)?;
        writer.bench.write(&placed.texts)?;
        writer.bench.put(&placed.new_files)?;
    }
    let trial = writer.validate(&Extra::default(), observer)?;
    if known.problem.format != Format::Plain {
        let (n_new, n) = (n_valid(&trial).saturating_sub(n_valid(known)), commands.len());
        let lost = format!("where the folder's format has its commands, only {n_new} of {n} make a valid test");
        return Ok((n_new < n).then_some(lost));
    }
    let made = |command: &String| {
        let idx = trial.problem.commands.position(|known| known.text == *command)?;
        matches!(trial.state.generations[idx], Some(GeneratorRun::Ok { .. })).then_some(())
    };
    let lost = commands.iter().find(|command| made(command).is_none());
    Ok(lost.map(|lost| format!("in a script, `{lost}` would be read otherwise")))
}
