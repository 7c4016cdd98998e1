//! What is sent is what `prompts/schemas` shows.

use std::collections::BTreeSet;

use expect_test::expect_file;
use include_dir::{Dir, include_dir};

use super::*;

static PROMPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../../prompts");

/// The order in which the files write keywords; no other ones are sent.
const KEYWORDS: [&str; 8] =
    ["type", "anyOf", "enum", "description", "items", "properties", "required", "additionalProperties"];

/// A schema as its file has it: keywords in their order, properties in the order in which a model is to think of them,
/// which is that of `required`.
fn written(schema: &Value, depth: usize) -> String {
    match schema {
        Value::Array(items) => block('[', items.iter().map(|item| written(item, depth + 1)), ']', depth),
        Value::Object(schema) => {
            let unknown: Vec<_> = schema.keys().filter(|key| !KEYWORDS.contains(&key.as_str())).collect();
            assert!(unknown.is_empty(), "{unknown:?}");
            let keywords = KEYWORDS.into_iter().filter_map(|keyword| Some((keyword, schema.get(keyword)?)));
            let lines = keywords.map(|(keyword, value)| match value {
                Value::Object(named) if keyword == "properties" => {
                    format!("\"{keyword}\": {}", properties(named, &schema["required"], depth + 1))
                }
                value => format!("\"{keyword}\": {}", written(value, depth + 1)),
            });
            block('{', lines, '}', depth)
        }
        other => other.to_string(),
    }
}

fn properties(named: &Map<String, Value>, required: &Value, depth: usize) -> String {
    let required: Vec<&str> = required.as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect();
    let names: BTreeSet<&str> = named.keys().map(String::as_str).collect();
    assert_eq!(required.iter().copied().collect::<BTreeSet<_>>(), names, "strict servers want every key");
    let lines = required.iter().map(|key| format!("\"{key}\": {}", written(&named[*key], depth + 1)));
    block('{', lines, '}', depth)
}

fn block(open: char, lines: impl Iterator<Item = String>, close: char, depth: usize) -> String {
    let (inside, outside) = ("  ".repeat(depth + 1), "  ".repeat(depth));
    let lines: Vec<String> = lines.map(|line| format!("{inside}{line}")).collect();
    format!("{open}\n{}\n{outside}{close}", lines.join(",\n"))
}

#[test]
fn schemas_are_those_that_people_read() {
    for Asked { task, shape, .. } in all() {
        let path = format!("{}/../../../prompts/schemas/{task}.json", env!("CARGO_MANIFEST_DIR"));
        expect_file![path].assert_eq(&format!("{}\n", written(&shape.schema, 0)));
    }
}

#[test]
fn each_task_has_a_template_a_schema_and_an_answer() {
    let names = |folder: &Dir<'_>, ending: &str| -> BTreeSet<String> {
        let name = |path: &std::path::Path| Some(path.file_name()?.to_str()?.strip_suffix(ending)?.to_owned());
        folder.files().filter_map(|file| name(file.path())).filter(|name| name != "README").collect()
    };
    let tasks: BTreeSet<String> = all().iter().map(|asked| asked.task.to_owned()).collect();
    assert_eq!(tasks.len(), 15);
    assert_eq!(names(&PROMPTS, ".md"), tasks);
    assert_eq!(names(PROMPTS.get_dir("schemas").unwrap(), ".json"), tasks);
}
