//! Tests below `data/`, with the files that say how their groups are judged.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    handover::{
        Content, Target,
        laying::{Laying, plain},
        suite,
    },
    model::{Format, InputSource, TestIdx, Validator},
    path::RelPath,
    verdict::Verdict,
};

use super::{Validation, groups::Scores, list, quoted};

/// The directory of a test below `data/`.
pub(super) fn directory_of(laying: &Laying<'_>, test: TestIdx) -> String {
    if laying.problem().tests[test].sample {
        return "sample".to_owned();
    }
    match suite::group(laying, test) {
        Some(group) => format!("secret/{}", group.split('/').map(plain).collect::<Vec<_>>().join("/")),
        None => "secret".to_owned(),
    }
}

/// What a test says of arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Arguments {
    /// Lines for the input validators.
    input: Option<String>,
    output: Option<String>,
    solution: Option<String>,
}

impl Arguments {
    fn lines(&self) -> impl Iterator<Item = String> {
        [&self.input, &self.output, &self.solution].into_iter().flatten().cloned()
    }
}

pub(super) fn lay(
    laying: &mut Laying<'_>,
    validation: &Validation,
    scores: Option<&Scores>,
    validators: Vec<(usize, String)>,
) -> Result<(), String> {
    let tests = laying.tests();
    let names = suite::numbered(laying, &tests);
    let mut arguments: BTreeMap<String, Vec<(String, Arguments)>> = BTreeMap::new();
    let indices: Vec<usize> = validators.iter().map(|(idx, _)| *idx).collect();
    let options = reading_options(laying, &indices);
    let mut groups: BTreeMap<String, Option<String>> = BTreeMap::new();
    for (&test, name) in tests.iter().zip(&names) {
        let directory = directory_of(laying, test);
        let group = suite::group(laying, test).filter(|_| !laying.problem().tests[test].sample);
        let known = groups.entry(directory.clone()).or_insert_with(|| group.clone());
        if let (Some(one), Some(other)) = (&*known, &group)
            && one != other
        {
            return Err(format!("the groups {one} and {other} would become one directory, {directory}; rename one"));
        }
        let stem = format!("data/{directory}/{name}");
        laying.put(&format!("{stem}.in"), Content::Input(test))?;
        if (laying.given.has_answer)(test) {
            laying.put(&format!("{stem}.ans"), Content::Answer(test))?;
        } else if laying.problem().interactor.is_some() {
            // The interactor decides without one, and packages need the file all the same.
            laying.text(&format!("{stem}.ans"), "")?;
        } else {
            laying.cannot(format!("{stem}.ans is not known, and packages need it"));
        }
        beside_test(laying, test, &stem)?;
        let of_test = arguments_of(laying, validation, test, &validators, &options);
        arguments.entry(directory).or_default().push((name.clone(), of_test));
    }
    if laying.problem().tests.iter().any(|test| !test.further_groups.is_empty()) {
        laying.cannot("that tests count in several groups: they are in the first");
    }
    group_files(laying, validation, scores, &arguments)?;
    shown_alone(laying)?;
    tests_of_tools(laying)
}

/// What packages have beside a test for people: what it is about, a hint, how an interaction goes, a picture.
fn beside_test(laying: &mut Laying<'_>, test: TestIdx, stem: &str) -> Result<(), String> {
    let InputSource::File(input) = &laying.problem().tests[test].input else { return Ok(()) };
    if laying.problem().format != Format::Icpc {
        return Ok(());
    }
    for extension in ["interaction", "desc", "hint", "png", "jpg", "jpeg", "svg"] {
        let beside = input.with_file_name(&format!("{}.{extension}", input.stem()));
        if laying.given.folder.has(&beside) {
            laying.put(&format!("{stem}.{extension}"), Content::File(beside))?;
        }
    }
    Ok(())
}

/// Files of a package for people that belong to no test: interactions that are shown alone, attachments, and in the newer
/// version the solution in words.
fn shown_alone(laying: &mut Laying<'_>) -> Result<(), String> {
    if laying.problem().format != Format::Icpc {
        return Ok(());
    }
    let is_shown = |path: &RelPath| {
        let first = path.parts().next().unwrap_or_default();
        first == "attachments"
            || first == "solution" && laying.target == Target::Icpc2025
            || path.extension() == "interaction"
                && path.parent().as_str() == "data/sample"
                && !laying.given.folder.has(&path.with_file_name(&format!("{}.in", path.stem())))
    };
    let files = laying.given.folder.files().iter().map(|file| &file.path);
    let shown: Vec<RelPath> = files.filter(|path| is_shown(path)).cloned().collect();
    shown.into_iter().try_for_each(|path| laying.put(&path.to_string(), Content::File(path.clone())))
}

/// What a validator is called with about a test.
fn words_for(laying: &Laying<'_>, options: &BTreeSet<usize>, idx: usize, test: TestIdx) -> Vec<String> {
    let about = &laying.problem().tests[test];
    let mut words = Vec::new();
    if options.contains(&idx) {
        words.extend(["--testset".to_owned(), about.testset.clone()]);
        words.extend(about.group.iter().flat_map(|group| ["--group".to_owned(), group.clone()]));
    }
    words.extend(about.validator_args.of(idx).iter().cloned());
    words
}

/// Those validators that a legacy package can call: its arguments are for all validators, and for all tests of a directory.
pub(super) fn called_alike<'a>(
    laying: &mut Laying<'a>,
    validators: Vec<(usize, &'a Validator)>,
) -> Vec<(usize, &'a Validator)> {
    let indices: Vec<usize> = validators.iter().map(|(idx, _)| *idx).collect();
    let options = reading_options(laying, &indices);
    let tests = laying.tests();
    let directories: Vec<String> = tests.iter().map(|&test| directory_of(laying, test)).collect();
    let mut kept = Vec::new();
    let mut first: Option<Vec<Vec<String>>> = None;
    for (idx, validator) in validators {
        let words: Vec<Vec<String>> = tests.iter().map(|&test| words_for(laying, &options, idx, test)).collect();
        let by_directory: BTreeSet<(&String, &Vec<String>)> = directories.iter().zip(&words).collect();
        let n_directories = directories.iter().collect::<BTreeSet<_>>().len();
        let is_alike = by_directory.len() == n_directories && first.as_ref().is_none_or(|first| *first == words);
        // Arguments are one line of the package, which is split at blanks.
        let is_line = words.iter().flatten().all(|word| !word.is_empty() && !word.contains(char::is_whitespace));
        if is_alike && is_line {
            kept.push((idx, validator));
            first.get_or_insert(words);
            continue;
        }
        let program = &laying.problem().programs[validator.program];
        let why = match is_line {
            true => "arguments that differ among the tests of a directory or from those of another validator",
            false => "arguments that have blanks in them",
        };
        laying.cannot(format!("{} is called with {why}, and stays out", program.path));
        program.sources.iter().for_each(|source| laying.uses(source));
    }
    kept
}

/// The validators that ask testlib for the group or the testset.
fn reading_options(laying: &Laying<'_>, validators: &[usize]) -> BTreeSet<usize> {
    let problem = laying.problem();
    validators.iter().copied().filter(|&idx| laying.reads_options(&problem.validators[idx])).collect()
}

fn arguments_of(
    laying: &Laying<'_>,
    validation: &Validation,
    test: TestIdx,
    validators: &[(usize, String)],
    options: &BTreeSet<usize>,
) -> Arguments {
    let about = &laying.problem().tests[test];
    let is_new = laying.target == Target::Icpc2025;
    let words: Vec<(&String, Vec<String>)> =
        validators.iter().map(|(idx, name)| (name, words_for(laying, options, *idx, test))).collect();
    let is_same = words.windows(2).all(|pair| pair[0].1 == pair[1].1);
    let input = match words.first().filter(|_| words.iter().any(|(_, words)| !words.is_empty())) {
        None => None,
        Some((_, first)) if is_same => Some(flags(is_new, "input_validator", first)),
        // Those of legacy packages are alike.
        Some(_) => {
            let rows: Vec<String> =
                words.iter().map(|(name, words)| format!("  {}: {}", quoted(name), list(words))).collect();
            Some(format!("input_validator_args:\n{}", rows.join("\n")))
        }
    };
    let has_own = !about.checker_args.is_empty() && about.checker_args != validation.flags;
    let output =
        (has_own && laying.target != Target::Domjudge).then(|| flags(is_new, "output_validator", &about.checker_args));
    let solution = (!about.solution_args.is_empty()).then(|| format!("args: {}", list(&about.solution_args)));
    Arguments { input, output, solution }
}

/// What the output validator is called with on every test: DOMjudge reads no arguments of groups.
///
/// # Errors
/// When they differ by test.
pub(super) fn common_flags(laying: &Laying<'_>, validation: &Validation) -> Result<Vec<String>, String> {
    let of_test = |test: &crate::model::Test| match &test.checker_args[..] {
        [] => validation.flags.clone(),
        own => own.to_vec(),
    };
    let mut all = laying.problem().tests.iter().map(of_test);
    let first = all.next().unwrap_or_else(|| validation.flags.clone());
    if all.all(|other| other == first) {
        return Ok(first);
    }
    Err("domjudge has no place for arguments of a checker that differ by test, so the problem stays as it is"
        .to_owned())
}

fn flags(is_new: bool, of: &str, words: &[String]) -> String {
    if is_new { format!("{of}_args: {}", list(words)) } else { format!("{of}_flags: {}", quoted(&words.join(" "))) }
}

/// One file for each directory, and for single tests where they differ.
fn group_files(
    laying: &mut Laying<'_>,
    validation: &Validation,
    scores: Option<&Scores>,
    arguments: &BTreeMap<String, Vec<(String, Arguments)>>,
) -> Result<(), String> {
    let is_new = laying.target == Target::Icpc2025;
    let mut files: BTreeMap<String, Vec<String>> = scores.cloned().unwrap_or_default();
    if !validation.flags.is_empty() && laying.target != Target::Domjudge {
        files.entry(String::new()).or_default().push(flags(is_new, "output_validator", &validation.flags));
    }
    let is_any = |pick: fn(&Arguments) -> bool| arguments.values().flatten().any(|(_, one)| pick(one));
    let has =
        [is_any(|one| one.input.is_some()), is_any(|one| one.output.is_some()), is_any(|one| one.solution.is_some())];
    for (directory, tests) in arguments {
        let Some((_, first)) = tests.first() else { continue };
        // What lies deeper inherits, so that a test without arguments says so.
        let whole = |one: &Arguments| {
            let empty = |of: &str| flags(is_new, of, &[]);
            Arguments {
                input: one.input.clone().or_else(|| has[0].then(|| empty("input_validator"))),
                output: one
                    .output
                    .clone()
                    .or_else(|| has[1].then(|| flags(is_new, "output_validator", &validation.flags))),
                solution: one.solution.clone().or_else(|| has[2].then(|| "args: []".to_owned())),
            }
        };
        if tests.iter().all(|(_, one)| one == first) {
            files.entry(directory.clone()).or_default().extend(whole(first).lines());
        } else if is_new {
            for (name, one) in tests {
                let text: String = whole(one).lines().map(|line| line + "\n").collect();
                laying.text(&format!("data/{directory}/{name}.yaml"), text)?;
            }
        } else {
            return Err(format!("{} has no place for arguments that differ by test", laying.target.name()));
        }
    }
    let name = if is_new { "test_group.yaml" } else { "testdata.yaml" };
    for (directory, lines) in files.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        let text: String = lines.into_iter().map(|line| line + "\n").collect();
        let place = if directory.is_empty() { format!("data/{name}") } else { format!("data/{directory}/{name}") };
        laying.text(&place, text)?;
    }
    Ok(())
}

/// `invalid_input`, `invalid_output` and `valid_output`.
fn tests_of_tools(laying: &mut Laying<'_>) -> Result<(), String> {
    let tests = suite::validator_tests(laying);
    if laying.target != Target::Icpc2025 {
        if !(tests.is_empty() && suite::checker_tests(laying).is_empty()) {
            laying
                .cannot("tests of validators and of the checker, whose folders problemtools takes for groups of tests");
        }
        return Ok(());
    }
    if tests.iter().any(|test| test.valid) {
        laying.cannot("inputs that are only there for the validators to accept");
    }
    for (number, test) in (1..).zip(tests.into_iter().filter(|test| !test.valid)) {
        laying.put(&format!("data/invalid_input/{number:02}.in"), Content::File(test.input.clone()))?;
    }
    if laying.problem().interactor.is_some() || laying.problem().passes.is_some() {
        return Ok(());
    }
    for (number, test) in (1..).zip(suite::checker_tests(laying)) {
        let directory = if test.wanted.contains(Verdict::Ac) { "valid_output" } else { "invalid_output" };
        for (end, path) in [("in", &test.input), ("out", &test.output), ("ans", &test.answer)] {
            laying.put(&format!("data/{directory}/{number:02}.{end}"), Content::File(path.clone()))?;
        }
    }
    Ok(())
}
