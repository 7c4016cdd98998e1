//! A Polygon package: `problem.xml`, with the files that it names.

use std::fmt::Write as _;

use super::{
    Content,
    adapt::{Part, adapted},
    checker::{self, Judge},
    laying::{Laying, plain},
    limits,
    pack::Packed,
    suite,
    title::title,
};
use crate::{
    label::{Label, LabelWord, VerdictSets},
    language::Language,
    model::{Format, Program, ProgramIdx, Protocol, Role, TestIdx, ValidatorInput},
    scoring::Rules,
    verdict::Verdict,
};

pub(super) fn lay(laying: &mut Laying<'_>) -> Result<(), String> {
    let problem = laying.problem();
    let limits = limits::stated(laying, false, false)?;
    let language = laying.language_name();
    let has_statement = laying.statement(&format!("statements/{language}/problem"), &["tex"])?.is_some();
    let mut parts = Parts::default();
    generators(laying, &mut parts)?;
    let judging = judging(laying, &limits)?;
    let assets = assets(laying, &mut parts)?;
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n");
    let name = plain(&problem.name.to_lowercase().replace([' ', '_'], "-"));
    let _ = write!(xml, "<problem revision=\"1\" short-name=\"{name}\">\n    <names>\n");
    let _ = write!(
        xml,
        "        <name language=\"{language}\" value=\"{}\"/>\n    </names>\n",
        escaped(&title(laying.given))
    );
    if has_statement {
        let _ = write!(
            xml,
            "    <statements>\n        <statement charset=\"UTF-8\" language=\"{language}\" mathjax=\"true\" \
             path=\"statements/{language}/problem.tex\" type=\"application/x-tex\"/>\n    </statements>\n"
        );
    }
    let _ = writeln!(xml, "{judging}{}{assets}</problem>", parts.files());
    laying.text("problem.xml", xml)
}

/// What `files` lists.
#[derive(Default)]
struct Parts {
    resources: Vec<String>,
    executables: Vec<(String, String)>,
}

impl Parts {
    fn files(&self) -> String {
        let mut text = String::from("    <files>\n");
        if !self.resources.is_empty() {
            text += "        <resources>\n";
            for path in &self.resources {
                let _ = writeln!(text, "            <file path=\"{path}\"/>");
            }
            text += "        </resources>\n";
        }
        text += "        <executables>\n";
        for (path, kind) in &self.executables {
            let _ = write!(
                text,
                "            <executable>\n                {}            </executable>\n",
                source(path, kind)
            );
        }
        text + "        </executables>\n    </files>\n"
    }

    /// Lays a program and what it includes into `files/`; its path.
    fn put(&mut self, laying: &mut Laying<'_>, name: &str, packed: &Packed) -> Result<String, String> {
        if !packed.is_one_source() {
            return Err(format!("{} has several sources, and Polygon's programs have one", packed.main));
        }
        let is_wrapped = |content: &Content| matches!(content, Content::Text(text) if text.contains("adapt_call"));
        if packed.files.values().any(is_wrapped) {
            laying.cannot(format!(
                "{name} as it is: it is wrapped with what glibc offers, and Polygon's compilers are those of Windows"
            ));
        }
        let path = format!("files/{name}");
        laying.put(&path, packed.files[&packed.main].clone())?;
        for (place, content) in packed.beside() {
            let beside = format!("files/{place}");
            laying.put(&beside, content.clone())?;
            if !self.resources.contains(&beside) {
                self.resources.push(beside);
            }
        }
        Ok(path)
    }
}

fn source(path: &str, kind: &str) -> String {
    format!("<source path=\"{}\" type=\"{kind}\"/>\n", escaped(path))
}

/// The type of a source, by its language and the standard that its manifest declares.
fn kind(program: &Program) -> String {
    match &program.language {
        Language::Cpp => {
            let standard = program.standard.map_or_else(|| "17".to_owned(), |standard| standard.to_string());
            format!("cpp.g++{}", standard.trim_start_matches(|one: char| !one.is_ascii_digit()))
        }
        Language::C => "c.gcc".to_owned(),
        Language::Python => "python.3".to_owned(),
        other => other.entry().and_then(|entry| entry.keys.polygon.first().cloned()).unwrap_or_default(),
    }
}

fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|one| !one.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn generators(laying: &mut Laying<'_>, parts: &mut Parts) -> Result<(), String> {
    let problem = laying.problem();
    for program in problem.programs.iter().filter(|program| program.role == Role::Generator) {
        let packed = laying.packed(program);
        let Some(packed) = laying.one_source(program, packed) else { continue };
        let path = parts.put(laying, &format!("{}.{}", program.name(), packed.extension()), &packed)?;
        parts.executables.push((path, kind(program)));
    }
    Ok(())
}

/// The element `judging`, and the files of tests.
fn judging(laying: &mut Laying<'_>, limits: &limits::Stated) -> Result<String, String> {
    let problem = laying.problem();
    let io = |file: &Option<String>| escaped(file.as_deref().unwrap_or_default());
    let mut text = format!(
        "    <judging input-file=\"{}\" output-file=\"{}\">\n",
        io(&problem.io.input_file),
        io(&problem.io.output_file)
    );
    let mut testsets: Vec<(&str, Vec<TestIdx>)> = Vec::new();
    for test in laying.tests() {
        let name = problem.tests[test].testset.as_str();
        match testsets.iter_mut().find(|(known, _)| *known == name) {
            Some((_, tests)) => tests.push(test),
            None => testsets.push((name, vec![test])),
        }
    }
    suite::list_what_is_no_command(laying);
    let manifest = problem.manifest.as_ref().and_then(|path| laying.given.folder.text(path)).unwrap_or_default();
    if problem.format == Format::Polygon && manifest.contains("feedback-policy=") {
        laying.cannot("what contestants are told of a group, its feedback-policy");
    }
    let groups = groups(laying);
    // Points are those of the testset `tests`, else of the first one.
    let scored = testsets.iter().position(|(name, _)| *name == "tests").unwrap_or(0);
    for (at, (name, tests)) in testsets.into_iter().enumerate() {
        let groups = if at == scored { groups.as_str() } else { "" };
        text += &testset(laying, limits, (&plain(name), &tests), groups)?;
    }
    Ok(text + "    </judging>\n")
}

/// The element `testset`, with its tests in a directory of its name.
fn testset(
    laying: &mut Laying<'_>,
    limits: &limits::Stated,
    (name, tests): (&str, &[TestIdx]),
    groups: &str,
) -> Result<String, String> {
    let width = tests.len().to_string().len().max(2);
    let mut text = format!("        <testset name=\"{name}\">\n");
    let _ = writeln!(text, "            <time-limit>{}</time-limit>", limits.time_ms);
    let _ = writeln!(text, "            <memory-limit>{}</memory-limit>", limits.memory_bytes);
    let _ = writeln!(text, "            <test-count>{}</test-count>", tests.len());
    let _ = writeln!(text, "            <input-path-pattern>{name}/%0{width}d</input-path-pattern>");
    let _ = writeln!(text, "            <answer-path-pattern>{name}/%0{width}d.a</answer-path-pattern>");
    text += "            <tests>\n";
    for (number, &test) in (1..).zip(tests) {
        text += &test_element(laying, test);
        if suite::commands(laying, test).is_none() {
            laying.put(&format!("{name}/{number:0width$}"), Content::Input(test))?;
            if (laying.given.has_answer)(test) {
                laying.put(&format!("{name}/{number:0width$}.a"), Content::Answer(test))?;
                if !is_by_main(laying, test) {
                    laying.cannot("answers that the main solution did not make: Polygon makes them anew");
                }
            }
        }
    }
    Ok(text + "            </tests>\n" + groups + "        </testset>\n")
}

fn is_by_main(laying: &Laying<'_>, test: TestIdx) -> bool {
    laying.problem().tests[test].answer.is_none()
}

fn test_element(laying: &mut Laying<'_>, test: TestIdx) -> String {
    let about = &laying.problem().tests[test];
    let mut attributes = String::new();
    if let Some(call) = suite::commands(laying, test) {
        let _ = write!(attributes, " cmd=\"{}\"", escaped(&suite::command(&call.name, call)));
    }
    if let Some(group) = suite::group(laying, test) {
        let _ = write!(attributes, " group=\"{}\"", escaped(&group));
    }
    let method = if attributes.contains("cmd=") { "generated" } else { "manual" };
    let _ = write!(attributes, " method=\"{method}\"");
    if let Some(points) = about.points.filter(|_| is_polygon(laying)) {
        let _ = write!(attributes, " points=\"{points:?}\"");
    }
    if about.sample {
        attributes += " sample=\"true\"";
    }
    if !about.further_groups.is_empty() {
        laying.cannot("that tests count in several groups: they are in the first");
    }
    format!("                <test{attributes}/>\n")
}

fn is_polygon(laying: &Laying<'_>) -> bool {
    laying.scoring().is_some_and(|scoring| matches!(scoring.rules, Rules::Polygon(_)))
}

/// The element `groups`; only Polygon's own rules fit into it.
fn groups(laying: &mut Laying<'_>) -> String {
    let Some(scoring) = laying.scoring() else { return String::new() };
    let Rules::Polygon(rules) = &scoring.rules else {
        if scoring.scored {
            laying.cannot("scores: the rules of groups are other ones than Polygon's");
        }
        return String::new();
    };
    let mut text = String::from("            <groups>\n");
    for (group, rule) in scoring.groups.iter().zip(rules).skip(1) {
        let policy = if rule.complete { "complete-group" } else { "each-test" };
        let points = rule.points.map_or_else(String::new, |points| format!(" points=\"{points:?}\""));
        let name = escaped(&group.name);
        let _ = write!(text, "                <group name=\"{name}\"{points} points-policy=\"{policy}\"");
        if group.dependencies.is_empty() {
            text += "/>\n";
            continue;
        }
        text += ">\n                    <dependencies>\n";
        for &on in &group.dependencies {
            let _ =
                writeln!(text, "                        <dependency group=\"{}\"/>", escaped(&scoring.groups[on].name));
        }
        text += "                    </dependencies>\n                </group>\n";
    }
    text + "            </groups>\n"
}

/// The element `assets`, and the files of judges and solutions.
fn assets(laying: &mut Laying<'_>, parts: &mut Parts) -> Result<String, String> {
    let mut text = String::from("    <assets>\n");
    text += &checker_element(laying, parts)?;
    text += &validators(laying, parts)?;
    if let Some(interactor) = laying.problem().interactor {
        let program = &laying.problem().programs[interactor.program];
        let packed = adapted(laying, program, (interactor.protocol, Protocol::Testlib), Part::Interactor)?;
        let path = parts.put(laying, &packed.main.clone(), &packed)?;
        let _ =
            write!(text, "        <interactor>\n            {}        </interactor>\n", source(&path, &kind(program)));
    }
    text += "        <solutions>\n";
    for (idx, program, label) in laying.solutions() {
        text += &solution(laying, idx, program, label)?;
    }
    Ok(text + "        </solutions>\n    </assets>\n")
}

fn checker_element(laying: &mut Laying<'_>, parts: &mut Parts) -> Result<String, String> {
    let judge = checker::without_arguments(laying, Protocol::Testlib)?;
    let (name, packed) = match judge {
        Judge::Standard(standard) => {
            (format!(" name=\"std::{}.cpp\"", standard.name()), checker::standard(laying, standard)?)
        }
        Judge::Program(packed) if packed.language() != Some(Language::Cpp) => {
            return Err(format!("polygon wants checkers in C++, and {} is none", packed.main));
        }
        Judge::Program(packed) => (String::new(), packed),
        Judge::Interactor | Judge::Kattis(_) => {
            // The interactor's word is final, and Polygon wants a checker all the same.
            (String::new(), checker::accepting(laying))
        }
    };
    let path = parts.put(laying, &packed.main.clone(), &packed)?;
    let tests = checker_tests(laying)?;
    Ok(format!(
        "        <checker{name} type=\"testlib\">\n            {}{tests}        </checker>\n",
        source(&path, "cpp.g++17")
    ))
}

fn checker_tests(laying: &mut Laying<'_>) -> Result<String, String> {
    let mut rows = String::new();
    let mut number = 0;
    for test in suite::checker_tests(laying) {
        number += 1;
        for (end, path) in [("", &test.input), (".o", &test.output), (".a", &test.answer)] {
            laying.put(&format!("files/tests/checker-tests/{number:02}{end}"), Content::File(path.clone()))?;
        }
        let verdict = if test.wanted.contains(Verdict::Ac) { "ok" } else { "wrong-answer" };
        let _ = writeln!(rows, "                    <test verdict=\"{verdict}\"/>");
    }
    if number == 0 {
        return Ok(String::new());
    }
    Ok(format!(
        "            <testset>\n                <test-count>{number}</test-count>\n                \
         <input-path-pattern>files/tests/checker-tests/%02d</input-path-pattern>\n                \
         <output-path-pattern>files/tests/checker-tests/%02d.o</output-path-pattern>\n                \
         <answer-path-pattern>files/tests/checker-tests/%02d.a</answer-path-pattern>\n                \
         <tests>\n{rows}                </tests>\n            </testset>\n"
    ))
}

fn validators(laying: &mut Laying<'_>, parts: &mut Parts) -> Result<String, String> {
    let problem = laying.problem();
    let mut text = String::new();
    for (_, validator) in laying.validators(false) {
        let program = &problem.programs[validator.program];
        if program.language != Language::Cpp || validator.input != ValidatorInput::Stdin {
            laying.cannot(format!(
                "{} is no validator that Polygon takes: those are in C++ and read standard input, and stays out",
                program.path
            ));
            continue;
        }
        let packed = adapted(laying, program, (validator.protocol, Protocol::Testlib), Part::Validator);
        let Some(packed) = laying.one_source(program, packed) else { continue };
        let path = parts.put(laying, &packed.main.clone(), &packed)?;
        parts.executables.push((path.clone(), kind(program)));
        let tests = if text.is_empty() { validator_tests(laying)? } else { String::new() };
        let _ = write!(
            text,
            "            <validator>\n                {}{tests}            </validator>\n",
            source(&path, &kind(program))
        );
    }
    Ok(if text.is_empty() { text } else { format!("        <validators>\n{text}        </validators>\n") })
}

fn validator_tests(laying: &mut Laying<'_>) -> Result<String, String> {
    let mut rows = String::new();
    let mut number = 0;
    for test in suite::validator_tests(laying) {
        number += 1;
        laying.put(&format!("files/tests/validator-tests/{number:02}"), Content::File(test.input.clone()))?;
        let verdict = if test.valid { "valid" } else { "invalid" };
        let group = test.group.as_ref().map_or_else(String::new, |group| format!(" group=\"{}\"", escaped(group)));
        let _ = writeln!(rows, "                        <test{group} verdict=\"{verdict}\"/>");
    }
    if number == 0 {
        return Ok(String::new());
    }
    Ok(format!(
        "                <testset>\n                    <test-count>{number}</test-count>\n                    \
         <input-path-pattern>files/tests/validator-tests/%02d</input-path-pattern>\n                    \
         <tests>\n{rows}                    </tests>\n                </testset>\n"
    ))
}

fn solution(
    laying: &mut Laying<'_>,
    idx: ProgramIdx,
    program: &Program,
    label: Option<&Label>,
) -> Result<String, String> {
    let packed = laying.packed(program).and_then(|packed| {
        let several = || format!("{} has several files, and Polygon's solutions have one", program.path);
        packed.in_one_file(laying.given).ok_or_else(several)
    });
    if laying.problem().main == Some(idx) {
        packed.as_ref().map_err(|why| format!("{why}, so there would be no main solution"))?;
    }
    let Some(packed) = laying.or_stays_out(packed) else { return Ok(String::new()) };
    let path = format!("solutions/{}", laying.solution_name(program, &packed));
    laying.put(&path, packed.files[&packed.main].clone())?;
    let tag = match label {
        _ if laying.problem().main == Some(idx) => "main",
        Some(label) => own_tag(laying, label).or_else(|| tag(label)).unwrap_or_else(|| {
            laying.cannot(format!("what {} is labelled: Polygon has no such tag", program.path));
            if label.sets.pool() == Some(crate::label::Pool::Wrong) {
                "rejected"
            } else {
                "time-limit-exceeded-or-accepted"
            }
        }),
        None => {
            laying.cannot(format!("that {} has no label: it is tagged do-not-run", program.path));
            "do-not-run"
        }
    };
    Ok(format!(
        "            <solution tag=\"{tag}\">\n                {}            </solution>\n",
        source(&path, &kind(program))
    ))
}

/// The tag that a package of Polygon has for it: several say the same here.
fn own_tag<'l>(laying: &Laying<'_>, label: &'l Label) -> Option<&'l str> {
    let is_tag = |word: &&String| word.as_str() == "presentation-error";
    label.words.iter().find(is_tag).filter(|_| laying.problem().format == Format::Polygon).map(String::as_str)
}

/// The tag that says the same as a label.
fn tag(label: &Label) -> Option<&'static str> {
    if !label.run {
        return Some("do-not-run");
    }
    let words = [
        (LabelWord::Accepted, "accepted"),
        (LabelWord::Rejected, "rejected"),
        (LabelWord::WrongAnswer, "wrong-answer"),
        (LabelWord::TimeLimitExceeded, "time-limit-exceeded"),
        (LabelWord::AcceptedOrTle, "time-limit-exceeded-or-accepted"),
        (LabelWord::MemoryLimitExceeded, "memory-limit-exceeded"),
        (LabelWord::RunTimeError, "failed"),
    ];
    let known = words.iter().find(|(word, _)| word.sets() == label.sets).map(|(_, tag)| *tag);
    let slow_or_large = VerdictSets::of(&[Verdict::Ac, Verdict::Tle, Verdict::Mle], &[Verdict::Tle, Verdict::Mle]);
    known.or_else(|| (label.sets == slow_or_large).then_some("time-limit-exceeded-or-memory-limit-exceeded"))
}
