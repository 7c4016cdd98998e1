//! The committed schemas and the pages agree with the code.

use std::collections::BTreeSet;

use expect_test::expect_file;
use serde_json::Value;

use super::{parsed, show};
use crate::{
    finding::{Code, page},
    settings::{
        UserSettings,
        machine::{USER_KEYS, is_user_only},
        read::FOLDER_KEYS,
        schema,
    },
};

const PAGE: &str = include_str!("../../../docs/touchstone.toml.md");
const USER_PAGE: &str = include_str!("../../../docs/config.toml.md");

fn pretty(schema: &Value) -> String {
    format!("{schema:#}\n")
}

#[test]
fn schemas_are_committed() {
    expect_file!["../../../schemas/touchstone.toml.schema.json"].assert_eq(&pretty(&schema()));
    expect_file!["../../../schemas/config.toml.schema.json"].assert_eq(&pretty(&UserSettings::schema()));
}

#[test]
fn schemas_have_the_keys_that_are_read() {
    let keys =
        |schema: Value| -> BTreeSet<String> { schema["properties"].as_object().unwrap().keys().cloned().collect() };
    assert_eq!(keys(schema()), FOLDER_KEYS.map(str::to_owned).into());
    assert_eq!(keys(UserSettings::schema()), USER_KEYS.map(str::to_owned).into());
}

/// Every name of a property, however deep.
fn all_keys(schema: &Value, keys: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            keys.extend(
                map.get("properties").and_then(Value::as_object).into_iter().flat_map(|map| map.keys().cloned()),
            );
            map.values().for_each(|value| all_keys(value, keys));
        }
        Value::Array(values) => values.iter().for_each(|value| all_keys(value, keys)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn pages_name_every_key() {
    for (schema, page) in [(schema(), PAGE), (UserSettings::schema(), USER_PAGE)] {
        let mut keys = BTreeSet::new();
        all_keys(&schema, &mut keys);
        assert!(keys.len() >= 9);
        for key in keys {
            assert!(page.contains(&format!("`{key}`")) || page.contains(&format!("`[{key}]`")), "{key}");
        }
    }
}

fn examples(page: &str) -> Vec<&str> {
    page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn examples_of_the_pages_are_understood() {
    assert_eq!(examples(PAGE).len(), FOLDER_KEYS.len() + 1);
    for example in examples(PAGE) {
        assert_eq!(show(&parsed(example).1), "", "{example}");
    }
    for key in FOLDER_KEYS {
        assert!(examples(PAGE)[0].contains(key), "{key} is in the first example");
    }
    for example in examples(USER_PAGE) {
        assert_eq!(UserSettings::parse(example).1, [], "{example}");
    }
}

/// The settings that the page of finding codes names: whole examples, tables and lines.
#[test]
fn settings_that_findings_name_are_there() {
    for example in examples(page()) {
        assert_eq!(show(&parsed(example).1), "", "{example}");
    }
    let mut n_named = 0;
    for span in page().split('`').skip(1).step_by(2) {
        let is_table = span.starts_with('[') && span[1..].trim_end_matches(']').bytes().all(|b| b.is_ascii_lowercase());
        if is_table || span.contains(" = \"") && !span.contains(['\n', ';']) {
            assert_eq!(show(&parsed(span).1), "", "{span}");
            n_named += 1;
        }
    }
    assert!(n_named > 5);
}

#[test]
fn no_key_is_both_the_folders_and_the_users() {
    for key in FOLDER_KEYS {
        assert!(!is_user_only(key), "{key}");
    }
    for key in USER_KEYS {
        assert!(is_user_only(key), "{key}");
    }
}

#[test]
fn every_code_can_be_a_lint() {
    for code in Code::all() {
        assert_eq!(show(&parsed(&format!("[lints]\n{code} = \"off\"\n")).1), "");
    }
}
