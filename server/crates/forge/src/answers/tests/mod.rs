//! Answers that fit their schemas and make no sense.

mod exact;
mod sent;

use std::collections::{BTreeMap, BTreeSet};

use llm::{question::Question, schema};
use problem::path::RelPath;
use proptest::{collection::vec, prelude::*, sample::select};
use serde_json::{Map, Value, json};

use super::*;
use crate::{
    commands,
    edits::{Edit, Texts, apply},
    prompt::tests::{everything, question},
};

const SOURCE: &str = "int main() {\n    int n = 5;\n\tif (n) {\r\n    println(n);\n    }\n}";

/// What edits and commands are made of, and what is none of it.
const WORDS: [&str; 22] = [
    "gens/gen.cpp",
    "./gens/gen.cpp",
    "gens/../gens/gen.cpp",
    "../gen.cpp",
    "/etc/passwd",
    "val.cpp",
    "",
    "int n = 5;",
    "n",
    "if (n) {\nprintln(n);\n}",
    "println(n);\n",
    "<<<<<<< SEARCH\nint n = 5;\n=======\nint n = 6;\n>>>>>>> REPLACE",
    "<<<<<<< SEARCH\n=======\n=======\n>>>>>>> REPLACE\n<<<<<<< SEARCH",
    "gen -n 5",
    "./gen -n 5 > $",
    "gen.cpp -n \"a b\" '' -x",
    "gen 5 | tree \"6",
    "gen -n5 -sorted",
    "tree\\\\ 5\\",
    "rm -rf /",
    "gen; rm",
    "gen > /etc/passwd",
];

fn question_named(name: &str) -> Question {
    question(name, &everything()).unwrap()
}

fn texts() -> impl Strategy<Value = String> {
    let word = || select(&WORDS[..]);
    prop_oneof![
        4 => word().prop_map(str::to_owned),
        2 => (word(), word()).prop_map(|(one, other)| format!("{one} {other}")),
        1 => (word(), 0..60_usize).prop_map(|(word, length)| word.chars().take(length).collect()),
        1 => ".{0,20}",
        1 => "[ -~\n\t\r]{0,30}",
    ]
}

/// Values that fit a schema.
fn fitting(schema: &Value) -> BoxedStrategy<Value> {
    if let Some(choices) = schema["anyOf"].as_array() {
        return proptest::strategy::Union::new(choices.iter().map(fitting)).boxed();
    }
    if let Some(choices) = schema["enum"].as_array() {
        return select(choices.clone()).boxed();
    }
    let of_kind = |kind: &str| match kind {
        "object" => {
            let keys: Vec<String> = schema["properties"].as_object().unwrap().keys().cloned().collect();
            let values: Vec<_> = keys.iter().map(|key| fitting(&schema["properties"][key])).collect();
            let object =
                move |values: Vec<Value>| Value::Object(keys.iter().cloned().zip(values).collect::<Map<_, _>>());
            values.prop_map(object).boxed()
        }
        "array" => vec(fitting(&schema["items"]), 0..5).prop_map(Value::Array).boxed(),
        "string" => texts().prop_map(Value::String).boxed(),
        "boolean" => any::<bool>().prop_map(Value::Bool).boxed(),
        "number" | "integer" => any::<i64>().prop_map(Value::from).boxed(),
        _ => Just(Value::Null).boxed(),
    };
    match &schema["type"] {
        Value::Array(kinds) => {
            proptest::strategy::Union::new(kinds.iter().map(|kind| of_kind(kind.as_str().unwrap()))).boxed()
        }
        kind => of_kind(kind.as_str().unwrap()),
    }
}

/// An answer to any of the tasks.
fn answers() -> impl Strategy<Value = (&'static str, Value)> {
    let of_task = |asked: Asked| fitting(&asked.shape.schema).prop_map(move |answer| (asked.task, answer));
    proptest::strategy::Union::new(all().into_iter().map(|asked| of_task(asked).boxed()))
}

/// Every text in an answer.
fn all_texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(all_texts).collect(),
        Value::Object(keys) => keys.values().flat_map(all_texts).collect(),
        _ => Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8 * ProptestConfig::default().cases))]

    #[test]
    fn edits_of_any_answer_reach_the_texts_they_may((name, answer) in answers()) {
        let normalised = (question_named(name).normalise)(answer);
        prop_assert_eq!((question_named(name).normalise)(normalised.clone()), normalised.clone());
        prop_assert_eq!((question_named(name).shape.check)(&normalised), Ok(()));
        let path = RelPath::parse("gens/gen.cpp").unwrap();
        for key in ["edits", "checker_edits"] {
            let written: Option<Vec<WrittenEdit>> = schema::read(&normalised[key]).expect("it fits");
            let edits = edits(written.unwrap_or_default(), "gens/gen.cpp");
            let before = Texts::from([(path.clone(), SOURCE.to_owned())]);
            let mut after = before.clone();
            let applied = apply(&mut after, &edits);
            prop_assert_eq!(applied.carried_out.len() + applied.left_out.len(), edits.len());
            prop_assert_eq!(after.keys().collect::<BTreeSet<_>>(), BTreeSet::from([&path]));
            prop_assert!(!applied.carried_out.is_empty() || after == before);
            for out in &applied.left_out {
                prop_assert!(!out.why.is_empty());
            }
            // Blanks around a path are nobody's.
            for edit in edits.iter().filter(|edit| RelPath::parse(edit.path.trim()).as_ref() != Some(&path)) {
                prop_assert!(applied.left_out.iter().any(|out| out.edit == *edit), "{:?}", edit);
            }
        }
    }

    #[test]
    fn commands_of_any_answer_call_known_generators((_, answer) in answers()) {
        let generators = BTreeMap::from([("gen", 3.into()), ("tree", 7.into())]);
        for text in all_texts(&answer) {
            let Ok(command) = commands::parse(text, &generators) else { continue };
            prop_assert!(!command.pipeline.is_empty());
            for call in &command.pipeline {
                prop_assert_eq!(call.program, generators.get(&*call.name).copied());
            }
            prop_assert!(!command.text.contains(['\n', '\r']), "{:?}", command.text);
            let again = commands::parse(&command.text, &generators).expect("it is read back");
            prop_assert_eq!((&again.text, &again.pipeline), (&command.text, &command.pipeline));
            let labelled = commands::with_seed_argument(&command, "s1");
            prop_assert!(commands::parse(&labelled.text, &generators).is_ok(), "{:?}", labelled.text);
        }
    }
}

#[test]
fn edits_written_as_blocks_are_read() {
    let answer = json!({ "explanation": "", "edits": ["<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE"] });
    let fix: Fix = schema::read(&(question_named("fix").normalise)(answer)).unwrap();
    assert_eq!(edits(fix.edits, "gen.cpp"), [Edit { path: "gen.cpp".into(), search: "a".into(), replace: "b".into() }]);
}
