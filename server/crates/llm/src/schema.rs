//! The check of an answer against its schema, here, whatever the server promised.
//!
//! Schemas are sent in the strict form that servers want: every key required, optional ones nullable, no further keys.
//! Checked is what they mean: an optional key may be absent, and further keys are nobody's business.

use jsonschema::Validator;
use serde_json::{Map, Value};

use crate::error::Error;

/// More mistakes than this help nobody.
const MAX_MISTAKES: usize = 10;
/// A message that quotes much of the answer is cut here, characters.
const MAX_MESSAGE: usize = 240;
/// References that lead in a circle say nothing of what is nullable.
const MAX_REFERENCES: u32 = 16;

/// A schema, ready to check answers.
pub(crate) struct Checker {
    validator: Validator,
}

impl Checker {
    /// Prepares a schema.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn new(name: &str, schema: &Value) -> Result<Checker, Error> {
        let lenient = lenient(schema, schema);
        let built = jsonschema::draft202012::options().offline().build(&lenient);
        let validator = built.map_err(|error| Error::Schema { name: name.to_owned(), cause: error.to_string() })?;
        Ok(Checker { validator })
    }

    /// What is wrong with an answer, one mistake a line.
    pub(crate) fn check(&self, answer: &Value) -> Result<(), String> {
        let mut errors = self.validator.iter_errors(answer);
        let shown: Vec<String> = errors.by_ref().take(MAX_MISTAKES).map(|error| mistake(&error)).collect();
        if shown.is_empty() {
            return Ok(());
        }
        let more = errors.count();
        let rest = if more == 0 { String::new() } else { format!("\nand {more} more") };
        Err(shown.join("\n") + &rest)
    }
}

fn mistake(error: &jsonschema::ValidationError<'_>) -> String {
    let place = error.instance_path().to_string();
    let message = error.to_string();
    let mut cut: String = message.chars().take(MAX_MESSAGE).collect();
    if message.chars().count() > MAX_MESSAGE {
        cut.push('…');
    }
    if place.is_empty() { cut } else { format!("at {place}: {cut}") }
}

/// The schema with `additionalProperties` dropped, and without nullable keys among the required ones.
fn lenient(schema: &Value, root: &Value) -> Value {
    let Value::Object(map) = schema else { return schema.clone() };
    let mut kept = Map::new();
    for (keyword, value) in map {
        let value = match (keyword.as_str(), value) {
            ("additionalProperties" | "unevaluatedProperties", _) => continue,
            ("properties" | "$defs" | "definitions" | "patternProperties", Value::Object(named)) => {
                named.iter().map(|(name, schema)| (name.clone(), lenient(schema, root))).collect::<Map<_, _>>().into()
            }
            ("items" | "not" | "contains" | "if" | "then" | "else", schema) => lenient(schema, root),
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(schemas)) => {
                schemas.iter().map(|schema| lenient(schema, root)).collect::<Vec<_>>().into()
            }
            ("required", Value::Array(names)) => {
                let stays = |name: &&Value| !is_optional(map, name, root);
                names.iter().filter(stays).cloned().collect::<Vec<_>>().into()
            }
            (_, value) => value.clone(),
        };
        kept.insert(keyword.clone(), value);
    }
    Value::Object(kept)
}

fn is_optional(object: &Map<String, Value>, name: &Value, root: &Value) -> bool {
    let property = name.as_str().and_then(|name| object.get("properties")?.get(name));
    property.is_some_and(|property| is_nullable(property, root, MAX_REFERENCES))
}

fn is_nullable(schema: &Value, root: &Value, references_left: u32) -> bool {
    let Some(references_left) = references_left.checked_sub(1) else { return false };
    let has_null = |list: &Value| list.as_array().is_some_and(|list| list.iter().any(|one| one == "null"));
    let by_type = schema.get("type").is_some_and(|kind| kind == "null" || has_null(kind));
    let by_value = schema.get("const").is_some_and(Value::is_null)
        || schema.get("enum").and_then(Value::as_array).is_some_and(|values| values.iter().any(Value::is_null));
    let by_choice = ["anyOf", "oneOf"].iter().filter_map(|keyword| schema.get(keyword)?.as_array());
    let by_choice = by_choice.flatten().any(|choice| is_nullable(choice, root, references_left));
    let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
    let target = target.and_then(|pointer| root.pointer(pointer));
    by_type || by_value || by_choice || target.is_some_and(|target| is_nullable(target, root, references_left))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({
            "type": "object", "additionalProperties": false, "required": ["source", "edits", "why", "kind"],
            "properties": {
                "source": { "type": ["string", "null"] },
                "why": { "$ref": "#/$defs/words" },
                "kind": { "enum": ["ok", "wrong"] },
                "edits": { "type": "array", "items": { "$ref": "#/$defs/edit" } }
            },
            "$defs": {
                "words": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
                "edit": {
                    "type": "object", "additionalProperties": false, "required": ["path", "required"],
                    "properties": { "path": { "type": "string" }, "required": { "type": "boolean" } }
                }
            }
        })
    }

    fn check(answer: Value, wanted: Expect) {
        let checker = Checker::new("x", &schema()).unwrap();
        wanted.assert_eq(&checker.check(&answer).map_or_else(|mistakes| mistakes, |()| "fits".to_owned()));
    }

    #[test]
    fn what_fits() {
        let edit = json!({ "path": "a", "required": true, "unasked": 1 });
        check(json!({ "source": null, "edits": [edit], "why": "x", "kind": "ok" }), expect!["fits"]);
        check(json!({ "edits": [], "kind": "ok", "more": {} }), expect!["fits"]);
    }

    #[test]
    fn what_does_not() {
        check(json!([]), expect![[r#"[] is not of type "object""#]]);
        check(
            json!({ "source": 5, "edits": [{ "path": "a" }], "kind": "bad" }),
            expect![[r#"
                at /edits/0: "required" is a required property
                at /kind: "bad" is not one of "ok" or "wrong"
                at /source: 5 is not of types "null", "string""#]],
        );
        let long = "x".repeat(1000);
        let many = Checker::new("x", &schema()).unwrap().check(&json!({ "edits": vec![long; 30], "kind": "ok" }));
        let many = many.unwrap_err();
        assert!(many.ends_with("…\nand 20 more") && many.lines().all(|line| line.len() < 300), "{many}");
    }

    #[test]
    fn schemas_that_are_none() {
        let error = Checker::new("fix", &json!({ "type": "objekt" })).err().unwrap();
        assert!(matches!(&error, Error::Schema { name, .. } if name == "fix"), "{error}");
        let circle = json!({ "required": ["a"], "properties": { "a": { "$ref": "#/$defs/a" } }, "$defs": { "a": { "$ref": "#/$defs/a" } } });
        drop(Checker::new("circle", &circle));
        let elsewhere = json!({ "$ref": "https://example.com/schema.json" });
        assert!(Checker::new("elsewhere", &elsewhere).is_err(), "nothing is fetched");
    }
}
