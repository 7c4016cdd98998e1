//! A task as CMS imports it, with what task-maker reads: `task.yaml`, `gen/GEN`, `input/`, `output/`, `att/`, `sol/`, `check/`.
//!
//! A test is called by its number, from 0 on, in the order of subtasks.

use std::{collections::BTreeSet, fmt::Write as _};

use super::{
    Content,
    adapt::{self, Part, adapted},
    checker::{self, Judge},
    laying::{Laying, asks_verdicts_alone, plain},
    limits,
    pack::Packed,
    plain::{Settings, words},
    subtasks::{self, Subtask},
    suite,
    title::title,
};
use crate::{
    label::{Label, LabelWord},
    model::{Format, InputSource, Problem, Program, ProgramIdx, Protocol, Role, Test, TestIdx, ValidatorInput},
    path::RelPath,
    scoring::Fold,
};

pub(super) fn lay(laying: &mut Laying<'_>) -> Result<(), String> {
    let problem = laying.problem();
    let limits = limits::stated(laying, false, false)?;
    let is_text = laying.statement(&format!("statement/{}", laying.language_name()), &["tex", "md"])?.is_some();
    if is_text && !laying.put_printed("statement/statement.pdf")? {
        laying.cannot("the statement as it is: CMS imports statement/statement.pdf, which has to be made of it");
    }
    let mut subtasks = subtasks::read(laying);
    name_apart(&mut subtasks);
    let is_interactive = judges(laying)?;
    validator(laying, &subtasks)?;
    let generator = generator(laying)?;
    solutions(laying, &subtasks)?;
    let n_tests = tests(laying, &subtasks, generator)?;
    if !(suite::validator_tests(laying).is_empty() && suite::checker_tests(laying).is_empty()) {
        laying.cannot("tests of validators and of the checker");
    }
    let name = plain(&problem.name.to_lowercase());
    let file = |name: &Option<String>| serde_json::Value::String(name.clone().unwrap_or_default());
    let title = serde_json::Value::String(title(laying.given));
    let mut text = format!("name: \"{name}\"\ntitle: {title}\nprimary_language: en\ntoken_mode: disabled\n");
    let _ = writeln!(text, "time_limit: {}", limits.time_ms as f64 / 1000.0);
    let _ = writeln!(text, "memory_limit: {}", (limits.memory_bytes >> 20).max(1));
    let _ = writeln!(text, "infile: {}\noutfile: {}", file(&problem.io.input_file), file(&problem.io.output_file));
    let _ = writeln!(text, "n_input: {n_tests}");
    if is_interactive {
        let processes = problem.io.processes.map_or(1, std::num::NonZeroUsize::get);
        let user_io = if problem.io.by_named_pipes { "fifo_io" } else { "std_io" };
        let _ = writeln!(text, "num_processes: {processes}\nuser_io: {user_io}");
    }
    text += &scores(laying, &subtasks);
    laying.text("task.yaml", text)
}

/// Lays a tool under the name by which it is found.
fn put_tool(laying: &mut Laying<'_>, directory: &str, name: &str, packed: &Packed) -> Result<(), String> {
    laying.put(&format!("{directory}/{name}.{}", packed.extension()), packed.files[&packed.main].clone())?;
    for (place, content) in packed.beside() {
        laying.put(&format!("{directory}/{place}"), content.clone())?;
    }
    Ok(())
}

/// Lays what generators and validators find beside them, where task-maker has it.
fn put_beside(laying: &mut Laying<'_>, program: &Program) -> Result<(), String> {
    // `gen.toml` would go before the list that is written.
    let mut files = program.beside.iter().filter(|file| file.file_name() != "gen.toml");
    if program.beside.iter().any(|file| file.file_name() == "gen.toml") {
        laying.cannot(format!("gen.toml, in which {} may read: it stays out", program.path));
    }
    files.try_for_each(|file| laying.put(&format!("gen/{}", file.file_name()), Content::File(file.clone())))
}

/// Lays the checker or the manager; whether it is the latter.
fn judges(laying: &mut Laying<'_>) -> Result<bool, String> {
    let problem = laying.problem();
    let judge = checker::without_arguments(laying, Protocol::Cms)?;
    let compare = |packed| adapt::for_cms(packed, Part::Checker);
    let packed = match (judge, problem.interactor) {
        (Judge::Interactor, Some(interactor)) => {
            let program = &problem.programs[interactor.program];
            let text = program.sources.first().and_then(|source| laying.given.folder.text(source));
            if interactor.protocol == Protocol::Testlib {
                if text.is_some_and(|text| reads_answer(&text)) {
                    return Err(format!("{} reads the answer, which managers of CMS are not given", program.path));
                }
                checker::refuse_points(laying, program)?;
            }
            let packed = adapted(laying, program, (interactor.protocol, Protocol::Cms), Part::Interactor)?;
            put_tool(laying, "check", "manager", &packed)?;
            return Ok(true);
        }
        (_, Some(_)) => return Err("cms has no place for a checker behind the manager".to_owned()),
        // Without a checker CMS compares so itself.
        (Judge::Standard(checkers::Standard::Lcmp), None) => return Ok(false),
        (Judge::Standard(standard), None) => compare(checker::standard(laying, standard)?),
        // A comparison that is no program of the folder.
        (Judge::Program(packed), None) if packed.used.is_empty() => compare(packed),
        (Judge::Program(packed), None) => packed,
        (Judge::Interactor | Judge::Kattis(_), None) => return Err("the problem has no checker".to_owned()),
    };
    if !packed.is_one_source() {
        return Err("cms has no place for a checker of several sources".to_owned());
    }
    put_tool(laying, "check", "checker", &packed)?;
    laying.cannot(format!(
        "check/checker, which CMS runs: task-maker compiles it, or you do, from check/checker.{}",
        packed.extension()
    ));
    Ok(false)
}

/// Whether a program calls what reads testlib's stream of the answer. Others have variables of that name.
fn reads_answer(text: &str) -> bool {
    const READING: [&str; 9] = ["read", "seek", "eof", "eoln", "skip", "curChar", "nextChar", "unread", "quit"];
    let calls = text.match_indices("ans").filter_map(|(at, name)| {
        let is_whole = !text[..at].ends_with(|one: char| one.is_alphanumeric() || matches!(one, '_' | '.' | '>'));
        text[at + name.len()..].trim_start().strip_prefix('.').filter(|_| is_whole)
    });
    calls.map(str::trim_start).any(|called| READING.iter().any(|name| called.starts_with(name)))
}

/// Lays the one validator that there is a place for.
fn validator(laying: &mut Laying<'_>, subtasks: &[Subtask]) -> Result<(), String> {
    let problem = laying.problem();
    let (mut seen, mut is_there) = (BTreeSet::new(), false);
    for (_, validator) in laying.validators(false) {
        // A validator of task-maker may be several, one for each of the subtasks that a test counts in.
        if !seen.insert(validator.program) {
            continue;
        }
        let program = &problem.programs[validator.program];
        if validator.input != ValidatorInput::Stdin && !is_asked_alike(problem, validator.program, subtasks) {
            let why = "is asked about some tests alone or with arguments of its own";
            laying.cannot(format!("{} {why}, and stays out", program.path));
            program.sources.iter().for_each(|source| laying.uses(source));
            continue;
        }
        if is_there {
            laying.cannot(format!("a second validator: {} stays out", program.path));
            continue;
        }
        let has = if validator.input == ValidatorInput::Stdin { validator.protocol } else { Protocol::Cms };
        let packed = adapted(laying, program, (has, Protocol::Cms), Part::Validator);
        let Some(packed) = laying.one_source(program, packed) else { continue };
        put_tool(laying, "gen", "validator", &packed)?;
        laying.note_group_of_tests(validator);
        put_beside(laying, program)?;
        is_there = true;
    }
    Ok(())
}

/// Whether a program of task-maker's that validates is asked about each test what it will be asked then: about a file, and
/// the number of the subtask, from 1.
fn is_asked_alike(problem: &Problem, program: ProgramIdx, subtasks: &[Subtask]) -> bool {
    let validators = problem.validators.iter().enumerate().filter(|(_, one)| one.program == program);
    let validators: Vec<usize> = validators.map(|(idx, _)| idx).collect();
    let is_alike = |test: &Test, number: usize| {
        // Samples outside subtasks are asked about as those of subtask 0.
        let is_number = |word: &str| word == number.to_string() || test.group.is_none() && word == "0";
        let asked = validators.iter().filter(|&&idx| test.validator_args.asks(idx));
        asked.map(|&idx| test.validator_args.of(idx)).any(|args| match args {
            [] => true,
            [file, word] => file == ValidatorInput::FILE_OF_TASK_MAKER && is_number(word),
            _ => false,
        })
    };
    let mut tests =
        (1..).zip(subtasks).flat_map(|(number, subtask)| subtask.tests.iter().map(move |&test| (test, number)));
    tests.all(|(test, number)| is_alike(&problem.tests[test], number))
}

/// The one generator whose calls are lines of `gen/GEN`, laid; where there are several, tests are files.
fn generator(laying: &mut Laying<'_>) -> Result<Option<ProgramIdx>, String> {
    let problem = laying.problem();
    let called: Vec<ProgramIdx> =
        problem.tests.indices().filter_map(|test| suite::commands(laying, test)?.program).collect();
    let only = called.first().copied().filter(|first| called.iter().all(|one| one == first));
    let mut is_free = only.is_none();
    for (idx, program) in problem.programs.iter_enumerated().filter(|(_, program)| program.role == Role::Generator) {
        let packed = laying.packed(program);
        let Some(packed) = laying.one_source(program, packed) else { continue };
        let name = match plain(program.name()) {
            _ if only == Some(idx) => "generator".to_owned(),
            own if own == "generator" && std::mem::take(&mut is_free) => own,
            // What these mean to the format.
            own if ["generator", "generatore", "validator", "valida"].contains(&own.as_str()) => format!("other-{own}"),
            own => own,
        };
        put_tool(laying, "gen", &name, &packed)?;
        put_beside(laying, program)?;
    }
    let is_command = |test: &crate::model::Test| matches!(test.input, InputSource::Stdout(_));
    if only.is_none() && problem.tests.iter().any(is_command) {
        let why = if called.is_empty() { "which gen/GEN cannot hold" } else { "since there are several generators" };
        laying.cannot(format!("which commands make the tests, {why}: all tests are files"));
    }
    Ok(only)
}

/// Lays the tests, with the list of them; how many there are.
fn tests(laying: &mut Laying<'_>, subtasks: &[Subtask], generator: Option<ProgramIdx>) -> Result<usize, String> {
    let (mut list, mut number, mut has_given) = (String::new(), 0, false);
    for subtask in subtasks {
        if subtask.points.fract() != 0.0 {
            laying.cannot(format!("{} points of a subtask: CMS wants whole numbers", subtask.points));
        }
        let _ = writeln!(list, "#ST: {}\n#STNAME: {}", subtask.points, subtask.name);
        let needed: Vec<&str> = subtask.needs.iter().map(|&on| subtasks[on].name.as_str()).collect();
        if subtask.fold == Fold::Min && !needed.is_empty() {
            let _ = writeln!(list, "#STDEP: {}", needed.join(" "));
        }
        for &test in &subtask.tests {
            has_given |= laying.problem().tests[test].answer.is_some();
            list += &line(laying, test, number, generator)?;
            laying.put(&format!("input/input{number}.txt"), Content::Input(test))?;
            if (laying.given.has_answer)(test) {
                laying.put(&format!("output/output{number}.txt"), Content::Answer(test))?;
            } else {
                laying.cannot(format!("output/output{number}.txt is not known, and CMS needs it"));
            }
            number += 1;
        }
        list.push('\n');
    }
    if has_given && laying.problem().main.is_some() {
        laying.cannot("answers that the main solution did not make: task-maker makes them anew");
    }
    laying.text("gen/GEN", list)?;
    Ok(number)
}

/// The line of a test, with the file that it copies.
fn line(
    laying: &mut Laying<'_>,
    test: TestIdx,
    number: usize,
    generator: Option<ProgramIdx>,
) -> Result<String, String> {
    if let Some(call) = suite::commands(laying, test).filter(|call| generator.is_some() && call.program == generator)
        && !call.args.is_empty()
    {
        return Ok(format!("{}\n", call.args.join(" ")));
    }
    let is_sample = laying.problem().tests[test].sample;
    let file = if is_sample { format!("att/input{number}.txt") } else { format!("gen/files/{number:03}.txt") };
    laying.put(&file, Content::Input(test))?;
    if is_sample && (laying.given.has_answer)(test) {
        laying.put(&format!("att/output{number}.txt"), Content::Answer(test))?;
    }
    Ok(format!("#COPY: {file}\n"))
}

/// Gives each subtask a name of one word that no other one has.
fn name_apart(subtasks: &mut [Subtask]) {
    let mut taken = BTreeSet::new();
    for (number, subtask) in (1..).zip(subtasks) {
        let mut name = if subtask.name.is_empty() { "others".to_owned() } else { plain(&subtask.name) };
        while !taken.insert(name.clone()) {
            name = format!("{name}-{number}");
        }
        subtask.name = name;
    }
}

/// How the points of a subtask come from its tests, where it is not by the least share.
fn scores(laying: &mut Laying<'_>, subtasks: &[Subtask]) -> String {
    let total: f64 = subtasks.iter().map(|subtask| subtask.points).sum();
    if (total - 100.0).abs() > 1e-9 {
        laying.cannot(format!("{total} points for all subtasks together: CMS wants 100"));
    }
    let counting = || subtasks.iter().filter(|subtask| subtask.points > 0.0);
    let fold = counting().next().map_or(Fold::Min, |first| first.fold);
    let fold = if counting().all(|subtask| subtask.fold == fold) { fold } else { Fold::Min };
    for subtask in counting().filter(|subtask| subtask.fold != fold) {
        laying.cannot(format!("another rule for the points of the subtask {} than for the others", subtask.name));
    }
    let tests = &laying.problem().tests;
    let is_uneven = |subtask: &&Subtask| {
        let mut points = subtask.tests.iter().map(|&test| tests[test].points);
        let first = points.next();
        subtask.fold == Fold::Sum && points.any(|one| Some(one) != first)
    };
    for subtask in counting().filter(is_uneven) {
        laying.cannot(format!("points that differ by test, in the subtask {}", subtask.name));
    }
    let mut text = match fold {
        Fold::Min => String::new(),
        Fold::Max => "score_type: GroupMax\n".to_owned(),
        Fold::Sum => "score_type: GroupSum\n".to_owned(),
    };
    if !subtasks.iter().any(|subtask| !subtask.needs.is_empty()) {
        return text;
    }
    if fold != Fold::Min || !subtasks.iter().all(|subtask| subtask.needs.is_empty() || subtask.fold == Fold::Min) {
        laying.cannot("that a subtask counts only when others are passed");
        return text;
    }
    // CMS takes `#STDEP:` for a comment.
    let mut first = 0;
    let ranges: Vec<std::ops::Range<usize>> = subtasks
        .iter()
        .map(|subtask| {
            first += subtask.tests.len();
            first - subtask.tests.len()..first
        })
        .collect();
    text += "score_type: GroupMin\nscore_type_parameters:\n";
    for (subtask, own) in subtasks.iter().zip(&ranges) {
        let needed = subtask.needs.iter().flat_map(|&on| ranges[on].clone());
        let mut tests: Vec<usize> = needed.chain(own.clone()).collect();
        tests.sort_unstable();
        let names: Vec<String> = tests.iter().map(|number| format!("{number:03}")).collect();
        // CMS takes every name that begins so, and there may be more than 1000 tests.
        let _ = writeln!(text, "  - [{}, \"({})$\"]", subtask.points, names.join("|"));
    }
    text
}

/// Lays the solutions, each with what it is expected to do: in a comment, or in `touchstone.toml`.
fn solutions(laying: &mut Laying<'_>, subtasks: &[Subtask]) -> Result<(), String> {
    let main = laying.problem().main;
    let mut settings = Settings::default();
    // Comments of such a task are read there as they were here.
    let solutions = laying.solutions_where(|laying, label| {
        label.scoped.is_empty() && asks_verdicts_alone(label) || is_in_source(laying, label)
    });
    let mut called: BTreeSet<&str> =
        solutions.iter().filter(|one| one.1.sources.len() > 1).map(|one| one.1.language.name()).collect();
    // The main solution stays whatever becomes of the others.
    let main_program = main.map(|main| &laying.problem().programs[main]);
    if main_program.is_some_and(|program| program.sources.len() == 1) {
        called.clear();
    }
    for (idx, program, label) in solutions {
        let packed = laying.packed(program).and_then(|packed| with_grader(laying, program, packed, &called));
        if main == Some(idx) {
            packed.as_ref().map_err(|why| format!("{why}, and cms has no place for such a main solution"))?;
        }
        let Some(mut packed) = laying.or_stays_out(packed) else { continue };
        let name = match main == Some(idx) {
            true => format!("solution.{}", packed.extension()),
            false => {
                let name = laying.solution_name(program, &packed);
                // What these mean to the format.
                let is_taken = ["solution.", "soluzione.", "grader.", "stub.", "template."].iter();
                if is_taken.into_iter().any(|taken| name.starts_with(taken)) { format!("other-{name}") } else { name }
            }
        };
        let is_told = match label {
            Some(label) if is_in_source(laying, label) => true,
            Some(label) => check(label, subtasks).is_some_and(|check| packed.comment(laying.given, program, &check)),
            None => true,
        };
        let told = label.filter(|_| !is_told);
        settings.labels.extend(told.map(|label| (format!("/sol/{name}"), words(label))));
        laying.put(&format!("sol/{name}"), packed.files[&packed.main].clone())?;
        for (place, content) in packed.beside() {
            laying.put(&format!("sol/{place}"), content.clone())?;
        }
    }
    if !settings.labels.is_empty() {
        laying.cannot("some labels: touchstone.toml has them, which only touchstone reads");
        let text = settings.beside_a_manifest(laying, "task-maker");
        laying.text("touchstone.toml", text)?;
    }
    Ok(())
}

/// The program with the source that calls its functions under the name that CMS has for it: one for each language, which is
/// compiled with every solution in it.
fn with_grader(
    laying: &Laying<'_>,
    program: &Program,
    mut packed: Packed,
    called: &BTreeSet<&str>,
) -> Result<Packed, String> {
    let is_called = called.contains(program.language.name());
    match &packed.sources[..] {
        [_] if called.is_empty() => Ok(packed),
        // Where there is one, CMS wants one for each language.
        [_] => Err(format!("{} is compiled without a grader, which others have", program.path)),
        [_, grader] if is_called => {
            let stem = if laying.problem().interactor.is_some() { "stub" } else { "grader" };
            let name = match grader.rsplit_once('.') {
                Some((_, extension)) => format!("{stem}.{extension}"),
                None => stem.to_owned(),
            };
            let content = packed.files.remove(grader);
            packed.files.extend(content.clone().map(|content| (name.clone(), content)));
            packed.sources.truncate(1);
            match laying.laid(&format!("sol/{name}")) {
                Some(other) if Some(other) != content.as_ref() => Err(format!("{} has another grader", program.path)),
                _ => Ok(packed),
            }
        }
        _ => Err(format!("{} has several sources", program.path)),
    }
}

/// Whether a comment of this format in the solution itself says what is expected of it.
fn is_in_source(laying: &Laying<'_>, label: &Label) -> bool {
    let problem = laying.problem();
    let is_source = |path: &RelPath| problem.solutions().any(|(_, program)| program.sources.contains(path));
    problem.format == Format::TaskMaker && label.place.as_ref().is_some_and(|place| is_source(&place.path))
}

/// The comment that asks for the same as a label: of all subtasks, or of the only one that counts.
fn check(label: &Label, subtasks: &[Subtask]) -> Option<String> {
    let mut counting = subtasks.iter().filter(|subtask| subtask.points > 0.0);
    let only = counting.next().filter(|_| counting.next().is_none());
    let only = only.filter(|one| one.fold == Fold::Min).map(|one| one.name.clone());
    let word = LabelWord::ALL.into_iter().find(|word| word.sets() == label.sets).filter(|_| label.run)?;
    let (word, subtask) = match word {
        LabelWord::Accepted => ("accepted", "*".to_owned()),
        LabelWord::WrongAnswer => ("wrong-answer", only?),
        LabelWord::TimeLimitExceeded => ("time-limit-exceeded", only?),
        LabelWord::RunTimeError => ("runtime-error", only?),
        LabelWord::MemoryLimitExceeded => ("memory-limit-exceeded", only?),
        LabelWord::OutputLimitExceeded | LabelWord::Rejected | LabelWord::AcceptedOrTle | LabelWord::DoNotRun => {
            return None;
        }
    };
    Some(format!("@check-{word}: {subtask}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subtasks_have_names_of_their_own() {
        let subtask = |name: &str| Subtask {
            name: name.to_owned(),
            points: 20.0,
            fold: Fold::Min,
            tests: Vec::new(),
            needs: Vec::new(),
        };
        let mut subtasks = ["", "others", "малые", "любые", "others-2"].map(subtask);
        name_apart(&mut subtasks);
        let names = subtasks.map(|subtask| subtask.name);
        assert_eq!(names, ["others", "others-2", "_____", "_____-4", "others-2-5"]);
    }
}
