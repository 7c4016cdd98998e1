//! Generator commands, and the dummy argument that makes a command run with another seed.
//!
//! testlib seeds its generator from all arguments, so one more argument that nothing reads makes another test (CCP-3,
//! CCP-4).
//!
//! A command is accepted only if it calls the folder's own generators.

use std::collections::BTreeMap;

use problem::{
    model::{GenCall, GenCommand, Problem, ProgramIdx, RuleRun},
    path::RelPath,
    script::split_command,
};

/// A command as a model or a person writes it, understood: only generators of the folder are called.
///
/// A leading `./` and a trailing redirect to the next test (`> $`) mean nothing and are dropped.
///
/// # Errors
/// One sentence on what is wrong with it.
pub fn parse(text: &str, generators: &BTreeMap<&str, ProgramIdx>) -> Result<GenCommand, String> {
    let written = text.trim();
    let before_redirect = written.strip_suffix('$').and_then(|rest| rest.trim_end().strip_suffix('>'));
    let written = before_redirect.unwrap_or(written).trim_end();
    if written.contains(['\n', '\r']) {
        return Err("a command is one line".to_owned());
    }
    let calls = split_command(written)?;
    let call = |call: problem::script::Call| {
        let name = call.program.strip_prefix("./").unwrap_or(&call.program);
        let (stem, _) = name.rsplit_once('.').unwrap_or((name, ""));
        let known = [name, stem].into_iter().find_map(|name| Some((name, *generators.get(name)?)));
        let (name, program) = known.ok_or_else(|| {
            let names: Vec<&str> = generators.keys().copied().collect();
            let there = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            format!("`{name}` is no generator of this problem; there is {there}")
        })?;
        Ok(GenCall { name: name.to_owned(), program: Some(program), args: call.args })
    };
    let pipeline = calls.into_iter().map(call).collect::<Result<Vec<_>, String>>()?;
    Ok(GenCommand { text: written_out(&pipeline), pipeline, place: None, rule: None, lists_tests: false })
}

/// Whether commands stand in a file one on each line, not as parts of a manifest.
pub fn is_script(problem: &Problem, path: &RelPath) -> bool {
    let is_structured = matches!(path.extension().as_str(), "yaml" | "yml" | "toml" | "xml" | "json");
    problem.manifest.as_ref() != Some(path) && !is_structured
}

/// The command with a dummy argument behind each of its calls: testlib seeds from all arguments, so it runs with another seed
/// and nothing else changes.
///
/// testlib takes a bare word behind an option without a value for that option's value; such an option is given its value
/// first (CCP-5).
#[must_use]
pub fn with_seed_argument(command: &GenCommand, argument: &str) -> GenCommand {
    let reseeded = |call: &GenCall| {
        let mut args = call.args.clone();
        if let Some(last) = args.last_mut() {
            close_option(last);
        }
        args.push(argument.to_owned());
        GenCall { args, ..call.clone() }
    };
    let pipeline: Vec<GenCall> = command.pipeline.iter().map(reseeded).collect();
    GenCommand {
        text: written_out(&pipeline),
        pipeline,
        place: command.place.clone(),
        rule: command.rule.as_ref().map(|_| RuleRun::default()),
        lists_tests: false,
    }
}

/// The command with each of the dummy arguments `s1` to `sN` (CCP-4).
pub fn with_seed_arguments(command: &GenCommand, n_arguments: u32) -> impl Iterator<Item = GenCommand> {
    (1..=n_arguments).map(|number| with_seed_argument(command, &format!("s{number}")))
}

/// Gives an option that would take the next argument for its value the value that it has without one: `-sorted` is
/// `-sorted=true`, `-n5` is `-n=5`.
fn close_option(argument: &mut String) {
    let body = argument.strip_prefix("--").or_else(|| argument.strip_prefix('-')).unwrap_or_default();
    let mut letters = body.chars();
    let is_option = letters.next().is_some_and(|first| first.is_ascii_alphabetic());
    if !is_option || body.contains('=') {
        return;
    }
    let has_number = letters.next().is_some_and(|second| second.is_ascii_digit());
    let at = argument.len() - body.len() + 1;
    if has_number { argument.insert(at, '=') } else { argument.push_str("=true") }
}

/// The calls as a script has them.
pub(crate) fn written_out(pipeline: &[GenCall]) -> String {
    let call = |call: &GenCall| {
        let words = std::iter::once(&call.name).chain(&call.args);
        words.map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    };
    pipeline.iter().map(call).collect::<Vec<_>>().join(" | ")
}

/// A word as the reader of scripts takes it for one.
fn quoted(word: &str) -> String {
    let needs_quotes = word.is_empty()
        || word.chars().any(|one| one.is_whitespace() || matches!(one, '"' | '\'' | '|' | '>'))
        || word.contains("\\\\")
        || word.ends_with('\\');
    if needs_quotes { format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")) } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn command(text: &str) -> Result<GenCommand, String> {
        parse(text, &BTreeMap::from([("gen", 0.into()), ("tree", 1.into())]))
    }

    #[test]
    fn what_models_write() {
        let text = |written| command(written).map(|command| command.text);
        assert_eq!(text("./gen -n 5 -type star").as_deref(), Ok("gen -n 5 -type star"));
        assert_eq!(text("gen.cpp 5 > $").as_deref(), Ok("gen 5"));
        assert_eq!(text("tree 5 | gen").as_deref(), Ok("tree 5 | gen"));
        assert_eq!(text("gen \"a b\" ''").as_deref(), Ok("gen \"a b\" \"\""));
        for wrong in ["rm -rf /", "gen 5; rm x", "gen 5 > /etc/passwd", "gen\nrm", "", "gen 'a", "../gen 5"] {
            // Nothing is a shell's here: `;` is an argument like any other.
            assert_eq!(text(wrong).is_err(), wrong != "gen 5; rm x", "{wrong}");
        }
        let without = parse("gen 5", &BTreeMap::new()).map(|command| command.text);
        assert_eq!(without, Err("`gen` is no generator of this problem; there is none".to_owned()));
    }

    #[test]
    fn ccp_4_labels_change_the_seed_only() {
        let texts: Vec<String> =
            with_seed_arguments(&command("gen -n 5").unwrap(), 3).map(|labelled| labelled.text).collect();
        assert_eq!(texts, ["gen -n 5 s1", "gen -n 5 s2", "gen -n 5 s3"]);
    }

    #[test]
    fn ccp_5_a_label_is_never_the_value_of_an_option() {
        let labelled = |text| with_seed_argument(&command(text).unwrap(), "s1").text;
        assert_eq!(labelled("gen -n 5 -sorted"), "gen -n 5 -sorted=true s1");
        assert_eq!(labelled("gen --sorted"), "gen --sorted=true s1");
        assert_eq!(labelled("gen -n5"), "gen -n=5 s1");
        assert_eq!(labelled("gen --n5"), "gen --n=5 s1");
        for harmless in ["gen", "gen 5", "gen -5", "gen -n 5", "gen -sorted=true", "gen -n 5 -", "gen -sorted yes"] {
            assert_eq!(labelled(harmless), format!("{harmless} s1"));
        }
        assert_eq!(labelled("tree -deep | gen 7"), "tree -deep=true s1 | gen 7 s1");
    }

    proptest! {
        #[test]
        fn what_is_written_out_is_read_back(args in prop::collection::vec(".{0,6}", 0..4)) {
            let args: Vec<String> = args.into_iter().map(|arg| arg.replace(['\n', '\r'], " ")).collect();
            let call = GenCall { name: "gen".to_owned(), program: Some(0.into()), args };
            let text = written_out(std::slice::from_ref(&call));
            prop_assert_eq!(command(&text).unwrap().pipeline, vec![call]);
        }
    }

    #[test]
    fn the_name_is_that_of_a_generator_with_or_without_its_ending() {
        let name = |written: &str| command(written).map(|command| command.pipeline[0].name.clone());
        assert_eq!(name("./tree.cpp 5").as_deref(), Ok("tree"));
        assert_eq!(name("gen.exe").as_deref(), Ok("gen"));
        let none = "is no generator of this problem; there is gen, tree".to_owned();
        for wrong in ["gen.a.b", "bin/gen", "Gen", ".gen"] {
            assert_eq!(name(wrong), Err(format!("`{wrong}` {none}")));
        }
        // A directory's name may have a dot.
        let dotted = parse("gen.v2 5", &BTreeMap::from([("gen.v2", 4.into())])).unwrap();
        assert_eq!((dotted.pipeline[0].program, dotted.text.as_str()), (Some(4.into()), "gen.v2 5"));
    }

    #[test]
    fn only_the_redirect_to_the_next_test_means_nothing() {
        let text = |written: &str| command(written).map(|command| command.text);
        for same in ["gen 5", "  gen 5  ", "gen 5 > $", "gen 5 >$", "gen 5>$"] {
            assert_eq!(text(same).as_deref(), Ok("gen 5"), "{same}");
        }
        assert_eq!(text("gen $").as_deref(), Ok("gen $"), "a word like any other");
        assert!(text("gen 5 > 7").is_err() && text("gen 5 > $ > $").is_err());
        assert_eq!(text("gen 5\r\ngen 6"), Err("a command is one line".to_owned()));
    }

    #[test]
    fn scripts_are_what_is_no_part_of_a_manifest() {
        let folder = testkit::fixture::folder("sums", "-- problem.xml --\n<problem/>\n");
        let (problem, _) = problem::formats::open(&folder);
        let is_one = |path: &str| is_script(&problem, &RelPath::parse(path).unwrap());
        assert!(is_one("script.txt") && is_one("gen/script") && is_one("tests.sh"));
        for part in ["problem.xml", "data.yaml", "a/b.yml", "touchstone.toml", "tests.json"] {
            assert!(!is_one(part), "{part}");
        }
    }

    proptest! {
        #[test]
        fn ccp_4_ccp_5_a_label_adds_one_word_to_each_call(args in prop::collection::vec("-{0,2}[a-z0-9=]{0,4}", 0..4)) {
            let args: Vec<String> = args.into_iter().filter(|arg| !arg.is_empty()).collect();
            let call = GenCall { name: "gen".to_owned(), program: Some(0.into()), args: args.clone() };
            let before = command(&written_out(&[call.clone(), call])).unwrap();
            let after = command(&with_seed_argument(&before, "s1").text).unwrap();
            for call in &after.pipeline {
                prop_assert_eq!(call.args.last().map(String::as_str), Some("s1"));
                let others = &call.args[..call.args.len() - 1];
                prop_assert_eq!(others.len(), args.len());
                // Only an option at the end changes, and only by its value.
                if let (Some(last), Some(was)) = (others.last(), args.last()) {
                    prop_assert_eq!(&others[..others.len() - 1], &args[..args.len() - 1]);
                    let is_open = was.trim_start_matches('-').starts_with(|one: char| one.is_ascii_alphabetic())
                        && was.starts_with('-')
                        && !was.contains('=');
                    prop_assert!(if is_open { last.contains('=') } else { last == was }, "{} of {}", last, was);
                }
            }
        }
    }
}
