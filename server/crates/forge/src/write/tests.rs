//! Missing programs, written by a model that says what a test wants.

use serde_json::json;

use super::*;
use crate::rig::{Rig, SUMS, Script, Stages, analysis, judged, program, sums_where, with};

fn written(files: &str, piece: MissingProgram, script: &mut Script) -> Result<WriteOutcome, String> {
    let rig = Rig::new(files);
    let bench = rig.bench();
    let before = rig.folder.contents();
    let found = write(piece, &bench, &Prompts::default(), 3, script, &mut Stages::default());
    assert_eq!(rig.folder.contents(), before, "all of it happens in the copy");
    found.map_err(|error| error.to_string())
}

/// The folder without the file of a program.
fn without(name: &str) -> String {
    let start = SUMS.find(&format!("-- {name} --")).unwrap();
    let end = start + 3 + SUMS[start + 3..].find("\n-- ").unwrap() + 1;
    format!("{}{}", &SUMS[..start], &SUMS[end..])
}

fn tool(does: &str, register: &str) -> String {
    format!("#include \"testlib.h\"\n// does: {does}\nint main(int argc, char *argv[]) {{ {register}; }}\n")
}

fn validator(does: &str) -> (&'static str, Value) {
    let source = tool(does, "registerValidation(argc, argv)");
    ("validator", json!({ "constraints_checked": [], "constraints_skipped": null, "source": source }))
}

#[test]
fn ccp_9_ac_1_a_validator_accepts_the_samples_and_no_broken_copy_of_one() {
    let mut script = Script::of([
        analysis(),
        validator("accept 1"),
        ("validator", json!({ "constraints_checked": [], "source": tool("seeded", "registerGen(argc, argv, 1)") })),
        validator("accept 50"),
    ]);
    let found = written(&without("val.cpp"), MissingProgram::Validator, &mut script).unwrap();
    script.assert_done();
    let first = &found.attempts[0][0];
    assert!(first.starts_with("it rejects sample 1, which is valid: 2 is not from 0 to 1"), "{first}");
    assert!(first.ends_with("\nThe sample:\n1 2\n"), "{first}");
    let other = "val.cpp looks like a generator, not like a validator: check `main` and its `register…` call";
    assert_eq!(found.attempts[1], [other]);
    // What was wrong goes into the next question, with the source.
    assert!(script.question(2).contains("2 is not from 0 to 1") && script.question(2).contains("does: accept 1\n"));
    let work = found.work.unwrap();
    assert_eq!(work.files.keys().collect::<Vec<_>>(), ["val.cpp"]);
    assert_eq!(work.proof[..3], ["it compiles", "it accepts 1 sample", "it rejects 4 broken copies of them"]);
    assert!(work.proof.contains(&"it accepts 1 of the 1 other test".to_owned()), "{:?}", work.proof);
}

#[test]
fn ac_1_a_validator_that_accepts_everything_is_refused_for_each_copy() {
    // Whatever is printed, it ends well.
    let lax = || validator("sum");
    let mut script = Script::of([analysis(), lax(), lax(), lax()]);
    let found = written(&without("val.cpp"), MissingProgram::Validator, &mut script).unwrap();
    assert!(found.work.is_none() && found.attempts.len() == 3);
    let whats: Vec<&str> = found.attempts[0].iter().map(|why| why.split(':').next().unwrap_or_default()).collect();
    let big = "1000000000000000001";
    assert_eq!(
        whats,
        [
            "it accepts sample 1 with one more line behind it",
            "it accepts sample 1 without its last line end",
            "it accepts sample 1 with a blank at its end",
            "it accepts sample 1 with a blank before it",
            &format!("it accepts sample 1 with {big} in place of 1"),
            &format!("it accepts sample 1 with {big} in place of 2"),
        ]
    );
}

fn generator(source: Option<&str>, commands: &[&str]) -> (&'static str, Value) {
    ("test_generator", json!({ "constraints_summary": "", "source": source, "commands": commands }))
}

#[test]
fn ccp_1_ccp_7_a_generator_comes_with_commands_of_which_nearly_all_are_valid() {
    let source = tool("seeded", "registerGen(argc, argv, 1)");
    let half = ["gen 8", "./gen 8 > $", "gen 99"];
    let most = ["gen 8", "gen 9", "gen 10", "gen 11", "gen 99"];
    let mut script = Script::of([
        analysis(),
        generator(None, &half),
        generator(Some(&source), &half),
        generator(Some(&source), &most),
    ]);
    let files = with(&without("gen.cpp"), "gen 7 > $\n", "");
    let files = files.replace("-- script.txt --\n", "");
    let found = written(&files, MissingProgram::Generator, &mut script).unwrap();
    assert_eq!(found.attempts[0], ["`source` is missing, and there is no generator"]);
    // The same command twice is one.
    assert_eq!(found.attempts[1][0], "only 1 of 2 commands make a valid new test");
    let work = found.work.unwrap();
    assert_eq!(work.commands, most[..4]);
    assert_eq!(work.files["script.txt"], "gen 8 > $\ngen 9 > $\ngen 10 > $\ngen 11 > $\n");
    assert!(work.notes[0].starts_with("left out: `gen 99`: val.cpp rejects it"), "{:?}", work.notes);
}

fn checker(source: Option<&str>, builtin: Option<&str>) -> (&'static str, Value) {
    ("checker", json!({ "needs_custom": source.is_some(), "builtin": builtin, "source": source, "why": "it is so" }))
}

#[test]
fn ccp_12_ac_3_a_checker_takes_the_samples_answer_and_nothing_that_is_surely_wrong() {
    let of = |does: &str| tool(does, "registerTestlibCmd(argc, argv)");
    let (strict, lax, good) = (of("differ"), of("agree"), of("compare"));
    let mut script =
        Script::of([analysis(), checker(Some(&strict), None), checker(Some(&lax), None), checker(Some(&good), None)]);
    let found = written(SUMS, MissingProgram::Checker, &mut script).unwrap();
    let first = &found.attempts[0];
    assert!(first[0].starts_with("it says `never` of an output that is right\ninput:\n1 2\n"), "{first:?}");
    assert!(first.iter().any(|why| why.starts_with("of ac_other.cpp it says WA on test ")), "{first:?}");
    // The answer with a word too many, and nothing.
    let n_wrong = found.attempts[1].iter().filter(|why| why.starts_with("it says `ok` of an output that is wrong\n"));
    assert_eq!((n_wrong.count(), found.attempts[1].len()), (2, 2));
    let work = found.work.unwrap();
    let first = "it judges 3 outputs rightly: each sample's answer, and what is surely wrong";
    assert_eq!((work.proof[0].as_str(), work.notes[0].as_str()), (first, "it is so"));
    assert_eq!(work.proof[2], "TPR 100.0 %, TNR 0.0 %");
}

#[test]
fn ccp_10_ccp_11_a_built_in_checker_is_a_line_of_the_settings() {
    let mut script = Script::of([analysis(), checker(None, None), checker(None, Some("ncmp"))]);
    let found = written(SUMS, MissingProgram::Checker, &mut script).unwrap();
    assert_eq!(found.attempts[0], ["`needs_custom` is false and `builtin` is missing"]);
    let work = found.work.unwrap();
    assert_eq!(work.builtin.as_deref(), Some("ncmp"));
    assert!(work.files["touchstone.toml"].starts_with("checker = \"ncmp\"\nmain = "), "{:?}", work.files);
}

#[test]
fn a_key_that_is_set_is_not_set_again() {
    let rig = Rig::new(SUMS);
    let bench = rig.bench();
    let why = set(&bench, "main", "x.cpp").unwrap_err().to_string();
    assert_eq!(why, "touchstone.toml has a `main` already; remove it first");
    set(&bench, "name", "a \"b\"").unwrap();
    let text = &bench.texts(&[crate::rig::path("touchstone.toml")].into()).unwrap();
    let table: toml::Table = toml::from_str(text.values().next().unwrap()).unwrap();
    assert_eq!((table["name"].as_str(), table["main"].as_str()), (Some("a \"b\""), Some("sol.cpp")));
}

#[test]
fn samples_are_those_that_are_marked_or_the_first_tests() {
    let rig = Rig::new(SUMS);
    let bench = rig.bench();
    let mut trial = judged(&bench, &["5\n"]);
    assert_eq!(samples(&trial), [TestIdx::from(0)]);
    trial.problem.tests[TestIdx::from(0)].sample = false;
    assert_eq!(samples(&trial), [TestIdx::from(0), TestIdx::from(1)], "what is tried out is none of them");
}

#[test]
fn what_a_compiler_says_has_its_places() {
    let rig = Rig::new(&with(
        &sums_where("wa_cap.cpp", "cap 9\nint mein() {}\n// does: x"),
        "// does: x\nint main",
        "int mein",
    ));
    let bench = rig.bench();
    let trial = judged(&bench, &[]);
    let said = |name: &str| build_error(&trial.problem, &trial.state, program(&trial, name));
    assert_eq!(said("wa_cap.cpp").as_deref(), Some("wa_cap.cpp does not compile:\nwa_cap.cpp:1: there is no main"));
    assert_eq!(said("sol.cpp"), None);
}
