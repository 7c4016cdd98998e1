//! A folder as Hydro imports it: `problem.yaml`, the statement, and `testdata/` with `config.yaml`.
//!
//! Hydro has no place for solutions and generators. They lie beside what it reads, and `touchstone.toml` says what they are.

use std::fmt::Write as _;

use super::{
    Content,
    adapt::{self, Part, adapted},
    checker::{self, Judge},
    laying::{Laying, plain},
    limits,
    pack::Packed,
    plain::Settings,
    subtasks, suite,
    title::title,
};
use crate::{
    model::{CheckerKind, Program, Protocol, Role, ValidatorInput},
    scoring::Fold,
};

/// Where Hydro wants what judges.
const DATA: &str = "testdata";

pub(super) fn lay(laying: &mut Laying<'_>) -> Result<(), String> {
    let problem = laying.problem();
    let limits = limits::stated(laying, true, false)?;
    laying.statement(&format!("problem_{}", laying.language()), &["md"])?;
    let title = serde_json::Value::String(title(laying.given));
    laying.text("problem.yaml", format!("title: {title}\n"))?;
    let mut settings = Settings::default();
    super::plain::programs(laying, &mut settings)?;
    laying.cannot("solutions and generators: they lie beside what it reads, and touchstone.toml says what they are");
    if problem.programs.iter().any(|program| program.role == Role::Generator) {
        laying.cannot("which commands make the tests: all tests are files");
    }
    let text = settings.beside_a_manifest(laying, "hydro");
    laying.text("touchstone.toml", text)?;
    let mut config = judges(laying)?;
    let _ = writeln!(config, "time: {}ms\nmemory: {}k", limits.time_ms, limits.memory_bytes >> 10);
    config += &rates(laying, &limits);
    config += &io(laying)?;
    config += &cases(laying)?;
    if !(suite::validator_tests(laying).is_empty() && suite::checker_tests(laying).is_empty()) {
        laying.cannot("tests of validators and of the checker");
    }
    laying.text(&format!("{DATA}/config.yaml"), config)
}

/// Lays a program of one source into `testdata/`; the name of its file, and of those beside it.
fn put(laying: &mut Laying<'_>, packed: &Packed, others: &mut Vec<String>) -> Result<String, String> {
    if !packed.is_one_source() {
        return Err(format!("{} has several sources, and hydro takes programs of one", packed.main));
    }
    laying.put_packed(DATA, packed)?;
    for (place, _) in packed.beside().filter(|(place, _)| *place != "testlib.h") {
        if !others.contains(place) {
            others.push(place.clone());
        }
    }
    Ok(packed.main.clone())
}

/// What decides, as the manifest names it.
fn judges(laying: &mut Laying<'_>) -> Result<String, String> {
    let problem = laying.problem();
    let mut others = Vec::new();
    let judge = checker::without_arguments(laying, Protocol::Testlib)?;
    let mut text = String::new();
    match (judge, problem.interactor) {
        (Judge::Interactor, Some(interactor)) => {
            let program = &problem.programs[interactor.program];
            let mut packed = adapted(laying, program, (interactor.protocol, Protocol::Testlib), Part::Interactor)?;
            if interactor.protocol == Protocol::Testlib {
                packed = saying_it(laying, program, packed, Part::Interactor)?;
            }
            let _ = writeln!(text, "type: interactive\ninteractor: {}", put(laying, &packed, &mut others)?);
        }
        (_, Some(_)) => return Err("hydro has no place for a checker behind the interactor".to_owned()),
        (Judge::Standard(standard), None) => {
            let _ = writeln!(text, "type: default\nchecker_type: testlib\nchecker: {}", standard.name());
        }
        (Judge::Program(packed), None) => {
            let program = match &problem.checker.kind {
                CheckerKind::Program { program, protocol: Protocol::Testlib } => Some(&problem.programs[*program]),
                _ => None,
            };
            let packed = match program {
                Some(program) => saying_it(laying, program, packed, Part::Checker)?,
                None => packed,
            };
            let name = put(laying, &packed, &mut others)?;
            let _ = writeln!(text, "type: default\nchecker_type: testlib\nchecker: {name}");
        }
        (Judge::Interactor | Judge::Kattis(_), None) => return Err("the problem has no checker".to_owned()),
    }
    if let Some(name) = validator(laying, &mut others)? {
        let _ = writeln!(text, "validator: {name}");
    }
    if !others.is_empty() {
        let _ = writeln!(text, "judge_extra_files: [{}]", others.join(", "));
    }
    Ok(text)
}

/// A program that says in words what it ends with: Hydro believes nothing else.
///
/// # Errors
/// Where it cannot be made to.
fn saying_it(laying: &Laying<'_>, program: &Program, packed: Packed, part: Part) -> Result<Packed, String> {
    let why =
        || format!("{} does not use testlib, and hydro believes only what that writes to standard error", program.path);
    adapt::with_words(laying, program, packed, part).ok_or_else(why)
}

/// The one validator that there is a place for.
fn validator(laying: &mut Laying<'_>, others: &mut Vec<String>) -> Result<Option<String>, String> {
    let problem = laying.problem();
    let mut named = None;
    for (_, validator) in laying.validators(false) {
        let program = &problem.programs[validator.program];
        let why = match (&named, &validator.input) {
            (Some(_), _) => Some("is a second validator"),
            (None, ValidatorInput::Stdin) => None,
            (None, ValidatorInput::File { .. }) => Some("reads a file instead of its standard input"),
        };
        if let Some(why) = why {
            laying.cannot(format!("{} {why}, and stays out", program.path));
            continue;
        }
        let packed = adapted(laying, program, (validator.protocol, Protocol::Testlib), Part::Validator);
        let Some(packed) = laying.one_source(program, packed) else { continue };
        named = Some(put(laying, &packed, others)?);
        laying.note_group_of_tests(validator);
    }
    Ok(named)
}

/// Limits of languages, as factors.
fn rates(laying: &mut Laying<'_>, limits: &limits::Stated) -> String {
    let languages = &laying.problem().limits.languages;
    if !languages.is_empty() && laying.problem().tests.iter().any(|test| test.limits.time_ms.is_some()) {
        laying.cannot("limits of languages where a test has its own: they are factors there, of that one too");
    }
    let key = |name: &str| match name {
        "cpp" => Some("cc"),
        "python" => Some("py"),
        name => crate::languages::table().get(name)?.extensions.first().map(String::as_str),
    };
    let mut text = String::new();
    for (title, is_time) in [("time_limit_rate", true), ("memory_limit_rate", false)] {
        let mut rows = String::new();
        for (name, own) in languages {
            let rate = if is_time {
                own.time_ms.map(|ms| ms as f64 / limits.time_ms as f64)
            } else {
                own.memory_bytes.map(|bytes| bytes as f64 / limits.memory_bytes as f64)
            };
            match (rate, key(name)) {
                (Some(rate), Some(key)) => rows += &format!("  {key}: {rate}\n"),
                (Some(_), None) => laying.cannot(format!("limits of their own for solutions in {name}")),
                (None, _) => {}
            }
        }
        if !rows.is_empty() {
            text += &format!("{title}:\n{rows}");
        }
    }
    text
}

/// `sum.in` and `sum.out`.
fn io(laying: &Laying<'_>) -> Result<String, String> {
    let io = &laying.problem().io;
    let (input, output) = (io.input_file.as_deref(), io.output_file.as_deref());
    if input.or(output).is_none() {
        return Ok(String::new());
    }
    let stem = input.and_then(|name| name.strip_suffix(".in"));
    let same = stem.filter(|stem| output == Some(format!("{stem}.out").as_str()) && plain(stem) == **stem);
    let stem = same.ok_or("hydro has no place for files of solutions that are not NAME.in and NAME.out")?;
    Ok(format!("filename: {stem}\n"))
}

/// The subtasks with their cases, and the files of tests.
fn cases(laying: &mut Laying<'_>) -> Result<String, String> {
    let subtasks = subtasks::read(laying);
    if laying.tests().iter().any(|&test| laying.problem().tests[test].sample) {
        laying.cannot("which tests are samples: show them in the statement");
    }
    let is_numbered = |(number, name): (usize, &str)| name == number.to_string();
    let names = || (1..).zip(subtasks.iter().map(|subtask| subtask.name.as_str()));
    if laying.scoring().is_some_and(|scoring| scoring.scored) && !names().all(is_numbered) {
        let rows: Vec<String> = names().map(|(number, name)| format!("{number} is {name}")).collect();
        laying.cannot(format!("names of subtasks, which have numbers: {}", rows.join(", ")));
    }
    let mut text = "subtasks:\n".to_owned();
    let mut n_tests = 0;
    let whole: f64 = subtasks.iter().map(|subtask| subtask.points).sum();
    if (whole - 100.0).abs() > 1e-9 && subtasks.iter().any(|subtask| subtask.points == 0.0) {
        laying.cannot("subtasks without points, where those of all together are not 100: they get what is missing");
    }
    for (id, subtask) in (1..).zip(&subtasks) {
        let fold = match subtask.fold {
            // Where the least counts, and all is lost already, nothing is run.
            _ if subtask.points == 0.0 => "sum",
            Fold::Min => "min",
            Fold::Max => "max",
            Fold::Sum => "sum",
        };
        let _ = writeln!(text, "  - id: {id}\n    type: {fold}\n    score: {}", subtask.points);
        if !subtask.needs.is_empty() {
            let ids: Vec<String> = subtask.needs.iter().map(|on| (on + 1).to_string()).collect();
            let _ = writeln!(text, "    if: [{}]", ids.join(", "));
        }
        text += "    cases:\n";
        for &test in &subtask.tests {
            n_tests += 1;
            laying.put(&format!("{DATA}/{n_tests}.in"), Content::Input(test))?;
            let _ = writeln!(text, "      - input: {n_tests}.in");
            if (laying.given.has_answer)(test) {
                laying.put(&format!("{DATA}/{n_tests}.out"), Content::Answer(test))?;
                let _ = writeln!(text, "        output: {n_tests}.out");
            } else if laying.problem().interactor.is_none() {
                laying.cannot(format!("{n_tests}.out is not known, and outputs are compared with nothing"));
            }
            let about = &laying.problem().tests[test];
            if let Some(points) = about.points.filter(|_| subtask.fold == Fold::Sum) {
                let _ = writeln!(text, "        score: {points}");
            }
            text += &about.limits.time_ms.map_or_else(String::new, |ms| format!("        time: {ms}ms\n"));
            let memory = about.limits.memory_bytes;
            text += &memory.map_or_else(String::new, |bytes| format!("        memory: {}k\n", bytes >> 10));
        }
    }
    Ok(text)
}
