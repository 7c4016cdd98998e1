//! Packages of ICPC and Kattis, `legacy` and 2025-09, and what DOMjudge reads beside a legacy one.

mod data;
mod groups;
mod submissions;

use std::collections::BTreeSet;

use crate::{
    digest::Digest,
    formats::statement,
    language::Language,
    model::{Program, Protocol, Role, Validator, ValidatorInput},
    scoring::Rules,
};

use super::{
    Content, Target,
    adapt::{Part, adapted},
    checker::{self, Judge},
    laying::{Laying, plain},
    limits,
    pack::Packed,
    title::title,
};

pub(super) fn lay(laying: &mut Laying<'_>) -> Result<(), String> {
    let is_new = laying.target == Target::Icpc2025;
    let directory = if is_new { "statement" } else { "problem_statement" };
    let path = statement::text(laying.given.folder).map(|(path, _)| path);
    let language = &*laying.language();
    let statement = laying.statement(&format!("{directory}/problem.{language}"), &["tex", "md"])?;
    let is_latex = path.as_ref().is_some_and(|path| path.extension() == "tex");
    if statement.is_some() && is_latex && laying.problem().format != crate::model::Format::Icpc {
        laying.cannot(
            "the statement is copied as it is, and its LaTeX may be written for other macros than the format's",
        );
    }
    let is_of_domjudge = laying.target == Target::Domjudge && statement.is_some();
    if is_of_domjudge && !laying.put_printed("problem_statement/problem.pdf")? {
        laying.cannot(
            "the statement to be read there: DOMjudge shows problem_statement/problem.pdf, which has to be made of it",
        );
    }
    let standards: BTreeSet<String> =
        laying.problem().programs.iter().filter_map(|program| program.standard).map(|one| one.to_string()).collect();
    if !standards.is_empty() {
        let standards: Vec<String> = standards.into_iter().collect();
        laying.cannot(format!("the standard of C++ ({}): who judges chooses it", standards.join(", ")));
    }
    let limits = limits::stated(laying, false, true)?;
    let validation = validation(laying)?;
    let n_validators = validators(laying)?;
    let scores = groups::scores(laying);
    data::lay(laying, &validation, scores.as_ref(), n_validators)?;
    submissions::lay(laying)?;
    generators(laying)?;
    let manifest = if is_new {
        newer(laying, language, &validation, scores.is_some(), &limits)
    } else {
        legacy(laying, &validation, scores.is_some(), &limits)?
    };
    laying.text("problem.yaml", manifest)?;
    let seconds = limits.time_ms as f64 / 1000.0;
    if !is_new {
        laying.text(".timelimit", format!("{seconds}\n"))?;
    }
    if laying.target == Target::Domjudge {
        let name: String = title(laying.given).replace('\'', " ").chars().filter(|one| !one.is_control()).collect();
        laying.text("domjudge-problem.ini", format!("timelimit = '{seconds}'\nname = '{name}'\n"))?;
    }
    Ok(())
}

/// How outputs are judged.
pub(super) struct Validation {
    /// Flags of the default comparison, or arguments of the program, for all tests that state none.
    flags: Vec<String>,
    is_custom: bool,
    is_interactive: bool,
}

fn validation(laying: &mut Laying<'_>) -> Result<Validation, String> {
    let problem = laying.problem();
    let mut validation =
        Validation { flags: Vec::new(), is_custom: true, is_interactive: problem.interactor.is_some() };
    let packed = match checker::judge(laying, Protocol::Kattis)? {
        Judge::Interactor => {
            let Some(interactor) = problem.interactor else { return Err("the problem has no checker".to_owned()) };
            adapted(
                laying,
                &problem.programs[interactor.program],
                (interactor.protocol, Protocol::Kattis),
                Part::Interactor,
            )?
        }
        _ if problem.interactor.is_some() => {
            return Err("packages of ICPC have no place for a checker behind the interactor".to_owned());
        }
        Judge::Kattis(flags) => {
            validation.is_custom = false;
            validation.flags = words_of(&flags);
            return Ok(validation);
        }
        Judge::Standard(checkers::Standard::Wcmp) => {
            validation.is_custom = false;
            validation.flags = vec!["case_sensitive".to_owned()];
            return Ok(validation);
        }
        Judge::Standard(standard) => super::adapt::for_kattis(checker::standard(laying, standard)?),
        Judge::Program(packed) => packed,
    };
    put_output_validator(laying, &packed)?;
    for further in &problem.further_checkers {
        if laying.target == Target::Icpc2025 {
            return Err("icpc-2025-09 has no place for several output validators".to_owned());
        }
        let program = &problem.programs[further.program];
        let packed = adapted(laying, program, (further.protocol, Protocol::Kattis), Part::Checker)?;
        put_output_validator(laying, &packed)?;
    }
    Ok(validation)
}

fn put_output_validator(laying: &mut Laying<'_>, packed: &Packed) -> Result<(), String> {
    let stem = packed.files.keys().find(|_| packed.main != "__main__.py").map_or("checker", |_| packed.stem());
    let directory = match laying.target {
        Target::Icpc2025 => "output_validator".to_owned(),
        _ => format!("output_validators/{}", plain(stem)),
    };
    laying.put_packed(&directory, packed).map(drop)
}

/// Flags as they are written.
fn words_of(flags: &checkers::kattis::KattisFlags) -> Vec<String> {
    let mut words = Vec::new();
    let is_set = [(flags.case_sensitive, "case_sensitive"), (flags.space_change_sensitive, "space_change_sensitive")];
    words.extend(is_set.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| (*word).to_owned()));
    let tolerances = [
        (flags.float_absolute_tolerance, "float_absolute_tolerance"),
        (flags.float_relative_tolerance, "float_relative_tolerance"),
    ];
    for (tolerance, word) in tolerances {
        words.extend(tolerance.into_iter().flat_map(|tolerance| [word.to_owned(), format!("{tolerance:e}")]));
    }
    words
}

/// Lays the validators; the index in the problem of each that was laid, with its name.
fn validators(laying: &mut Laying<'_>) -> Result<Vec<(usize, String)>, String> {
    let problem = laying.problem();
    let mut laid = Vec::new();
    let mut validators = laying.validators(true);
    if laying.target != Target::Icpc2025 {
        validators = data::called_alike(laying, validators);
    }
    if laying.target == Target::Domjudge {
        for (_, further) in validators.drain(validators.len().min(1)..).collect::<Vec<_>>() {
            let path = &problem.programs[further.program].path;
            laying.cannot(format!("{path} is a further validator, and stays out: DOMjudge takes one"));
        }
    }
    for (idx, validator) in validators {
        if let Some(name) = one_validator(laying, validator, "input_validators")? {
            laid.push((idx, name));
        }
    }
    for validator in &problem.answer_validators {
        one_validator(laying, validator, "answer_validators")?;
    }
    Ok(laid)
}

fn one_validator(laying: &mut Laying<'_>, validator: &Validator, directory: &str) -> Result<Option<String>, String> {
    let program = &laying.problem().programs[validator.program];
    let stays_out = |laying: &mut Laying<'_>, why: String| {
        laying.cannot(format!("{why}, and stays out"));
        Ok(None)
    };
    if validator.input != ValidatorInput::Stdin {
        return stays_out(laying, format!("{} is given a file instead of its standard input", program.path));
    }
    let name = plain(program.name());
    if program.language == Language::Checktestdata {
        let place = format!("{directory}/{}", plain(program.path.file_name()));
        laying.put(&place, Content::File(program.sources[0].clone()))?;
        return Ok(Some(name));
    }
    match adapted(laying, program, (validator.protocol, Protocol::Kattis), Part::Validator) {
        Ok(packed) if packed.files.len() == 1 => {
            laying.put_packed(directory, &packed)?;
        }
        Ok(packed) => {
            laying.put_packed(&format!("{directory}/{name}"), &packed)?;
        }
        Err(why) => return stays_out(laying, why),
    }
    Ok(Some(name))
}

fn generators(laying: &mut Laying<'_>) -> Result<(), String> {
    let problem = laying.problem();
    let mut is_any = false;
    for program in problem.programs.iter().filter(|program| program.role == Role::Generator) {
        let packed = laying.packed(program);
        let Some(packed) = laying.or_stays_out(packed) else { continue };
        is_any = true;
        put_generator(laying, program, &packed)?;
    }
    if is_any {
        laying.cannot("which commands make the tests: all tests are files, and the generators lie beside them");
    }
    Ok(())
}

fn put_generator(laying: &mut Laying<'_>, program: &Program, packed: &Packed) -> Result<(), String> {
    let name = plain(program.name());
    let directory = if packed.files.len() == 1 { "generators".to_owned() } else { format!("generators/{name}") };
    laying.put_packed(&directory, packed).map(drop)
}

/// A text as YAML has it in double quotes, which are those of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::String(text.to_owned()).to_string()
}

fn list(words: &[String]) -> String {
    format!("[{}]", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", "))
}

fn mebibytes(bytes: u64) -> String {
    let mebibytes = bytes as f64 / f64::from(1u32 << 20);
    format!("{}", mebibytes.max(1.0).round())
}

fn newer(
    laying: &Laying<'_>,
    language: &str,
    validation: &Validation,
    scores: bool,
    limits: &limits::Stated,
) -> String {
    let problem = laying.problem();
    let mut kinds = vec![if scores { "scoring" } else { "pass-fail" }];
    kinds.extend(validation.is_interactive.then_some("interactive"));
    kinds.extend(problem.passes.map(|_| "multi-pass"));
    let name = quoted(&title(laying.given));
    let kinds = kinds.join(", ");
    let mut text = format!("problem_format_version: 2025-09\ntype: [{kinds}]\nname:\n  {language}: {name}\n");
    text += &format!("uuid: {}\nlicense: unknown\nlimits:\n", uuid(&problem.name));
    text += &format!("  time_limit: {:?}\n", limits.time_ms as f64 / 1000.0);
    text += &format!("  memory: {}\n  output: {}\n", mebibytes(limits.memory_bytes), mebibytes(limits.output_bytes));
    text + &problem.passes.map_or_else(String::new, |passes| format!("  validation_passes: {passes}\n"))
}

fn legacy(
    laying: &Laying<'_>,
    validation: &Validation,
    scores: bool,
    limits: &limits::Stated,
) -> Result<String, String> {
    let name = quoted(&title(laying.given));
    let kind = match (validation.is_custom, validation.is_interactive) {
        (true, true) => "custom interactive",
        (true, false) => "custom",
        (false, _) => "default",
    };
    let gives_scores = laying.scoring().is_some_and(
        |scoring| matches!(&scoring.rules, Rules::Legacy(rules) if rules.iter().any(|rule| rule.custom_scores)),
    );
    let score = if validation.is_custom && gives_scores { " score" } else { "" };
    let mut text = format!("name: {name}\nlicense: unknown\nvalidation: {kind}{score}\n");
    if scores {
        text += "type: scoring\ngrading:\n  objective: max\n";
    }
    text += &format!(
        "limits:\n  memory: {}\n  output: {}\n",
        mebibytes(limits.memory_bytes),
        mebibytes(limits.output_bytes)
    );
    if laying.target == Target::Domjudge {
        let flags = data::common_flags(laying, validation)?;
        if !flags.is_empty() {
            text += &format!("validator_flags: {}\n", quoted(&flags.join(" ")));
        }
    }
    Ok(text)
}

/// An identifier that is the same each time a problem of this name is handed over.
fn uuid(name: &str) -> String {
    let hex = Digest::of(format!("handed over: {name}").as_bytes()).hex();
    format!("{}-{}-4{}-8{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..32])
}
