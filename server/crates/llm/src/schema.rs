//! What an answer has to be. A Rust type says it, once for the schema that is sent and once for the check of what comes
//! back.
//!
//! Schemas are sent in the strict form that servers want: every key required, optional ones nullable, no further keys,
//! nothing referred to. Checked is what they mean: an optional key may be absent, and further keys are nobody's business.
//!
//! Invariant: an answer is checked here, whatever the server promised.

use schemars::{
    JsonSchema, Schema,
    generate::SchemaSettings,
    transform::{RecursiveTransform, Transform as _},
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use crate::exact::Exact;

/// A message that quotes much of the answer is cut here, characters.
const MAX_MESSAGE: usize = 240;

/// What an answer has to be.
#[derive(Clone, Debug)]
pub struct Shape {
    /// What is sent: the JSON schema of an object whose keys are all required, optional ones nullable.
    pub schema: Value,
    /// What is wrong with an answer, in words for the model.
    pub check: fn(&Value) -> Result<(), String>,
}

impl Shape {
    /// The shape of a type. Its `Option`s are the optional keys; what is said of its fields is said to the model.
    pub fn of<T: DeserializeOwned + JsonSchema>() -> Shape {
        Shape { schema: strict::<T>(), check: |answer| read::<T>(answer).map(drop) }
    }

    /// Asks for an optional key as for one that is required; what is checked stays as it is. Gives whether there is such a key,
    /// and it is optional. What is said of it ends where null is spoken of. The key of a list's objects stands behind that of the
    /// list: `tests.input`.
    pub fn demand(&mut self, key: &str) -> bool {
        let Some((object, key)) = self.object_of(key) else { return false };
        let schema = object.get_mut("properties").and_then(|properties| properties.get_mut(key));
        let Some(schema) = schema.filter(|schema| may_be_null(schema)) else { return false };
        let Some(kinds) = schema["type"].as_array() else { return false };
        let kind = kinds.iter().find(|kind| *kind != "null").cloned();
        schema["type"] = kind.unwrap_or_default();
        if let Value::String(words) = &mut schema["description"] {
            words.truncate(words.find("; null").unwrap_or(words.len()));
        }
        true
    }

    /// Leaves an optional key out of what is sent, so that nobody is asked for it; what is checked stays as it is. The key of a
    /// list's objects stands behind that of the list: `tests.command`. Gives whether there is such a key, and it is optional.
    pub fn leave_out(&mut self, key: &str) -> bool {
        let Some((object, key)) = self.object_of(key) else { return false };
        let Some(Value::Object(properties)) = object.get_mut("properties") else { return false };
        if !properties.get(key).is_some_and(may_be_null) {
            return false;
        }
        properties.remove(key);
        if let Some(Value::Array(required)) = object.get_mut("required") {
            required.retain(|name| name != key);
        }
        true
    }

    /// Sends of the words that a key may be only those that are wanted, and null; what is checked stays as it is. Gives whether
    /// there is such a key, and words of it are left.
    pub fn keep_words(&mut self, key: &str, is_wanted: impl Fn(&str) -> bool) -> bool {
        let Some((object, key)) = self.object_of(key) else { return false };
        let Some(mut schema) = object.pointer_mut(&format!("/properties/{key}")) else { return false };
        if schema.get("anyOf").is_some() {
            // One that may be null, too.
            schema = &mut schema["anyOf"][0];
        }
        let Some(words) = schema.get_mut("enum").and_then(Value::as_array_mut) else { return false };
        words.retain(|word| word.as_str().is_none_or(&is_wanted));
        words.iter().any(Value::is_string)
    }

    /// The schema of the object that a key is of, and the key's own name.
    fn object_of<'k>(&mut self, key: &'k str) -> Option<(&mut Value, &'k str)> {
        let (list, key) = key.rsplit_once('.').unwrap_or(("", key));
        let mut lists = list.split('.').filter(|list| !list.is_empty());
        let object = lists
            .try_fold(&mut self.schema, |object, list| object.get_mut("properties")?.get_mut(list)?.get_mut("items"));
        Some((object?, key))
    }
}

/// The value that an answer is.
///
/// # Errors
/// Where it is something else, as a JSON pointer, and what is wanted there.
pub fn read<T: DeserializeOwned>(answer: &Value) -> Result<T, String> {
    serde_path_to_error::deserialize(Exact(answer)).map_err(|error| mistake(error.path(), &error.inner().to_string()))
}

fn mistake(place: &Path, message: &str) -> String {
    let mut cut: String = message.chars().take(MAX_MESSAGE).collect();
    if message.chars().count() > MAX_MESSAGE {
        cut.push('…');
    }
    let place = pointer(place);
    if place.is_empty() { cut } else { format!("at {place}: {cut}") }
}

/// A path as a JSON pointer.
fn pointer(path: &Path) -> String {
    let segment = |segment: &Segment| match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        // A variant is no place of its own, and neither is what has no name.
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    };
    path.iter().map(segment).collect()
}

/// The schema of a type, as strict servers want it.
fn strict<T: JsonSchema>() -> Value {
    // What is written has all its keys; that is what a model is asked for.
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| settings.inline_subschemas = true);
    let mut schema = T::json_schema(&mut settings.into_generator());
    RecursiveTransform(close).transform(&mut schema);
    schema.to_value()
}

/// Whether a schema allows null, in either of the forms that are sent.
fn may_be_null(schema: &Value) -> bool {
    let is_null = |schema: &Value| schema["type"] == "null";
    let is_among =
        |list: &Value, holds: &dyn Fn(&Value) -> bool| list.as_array().is_some_and(|all| all.iter().any(holds));
    is_among(&schema["type"], &|kind| kind == "null") || is_among(&schema["anyOf"], &is_null)
}

/// Says that an object has no further keys, and leaves out what servers refuse: `format` names Rust's own types.
fn close(schema: &mut Schema) {
    schema.remove("format");
    if schema.get("properties").is_some() {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    if let Some(Value::String(words)) = schema.get_mut("description") {
        *words = words.replace('\n', " ");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "it is only checked that answers are of this type")]
    struct Work {
        source: Option<String>,
        /// All of them,
        /// in order.
        edits: Vec<Edit>,
        kind: Kind,
        n_lines: Option<u32>,
        sizes: Option<Vec<f64>>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "it is only checked that answers are of this type")]
    struct Edit {
        path: String,
        #[serde(rename = "is/~it")]
        is_required: bool,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Ok,
        Wrong,
    }

    #[test]
    fn what_is_sent_is_strict() {
        let wanted = json!({
            "type": "object", "additionalProperties": false,
            "required": ["source", "edits", "kind", "n_lines", "sizes"],
            "properties": {
                "source": { "type": ["string", "null"] },
                "edits": {
                    "type": "array", "description": "All of them, in order.",
                    "items": {
                        "type": "object", "additionalProperties": false, "required": ["path", "is/~it"],
                        "properties": { "path": { "type": "string" }, "is/~it": { "type": "boolean" } }
                    }
                },
                "kind": { "type": "string", "enum": ["ok", "wrong"] },
                "n_lines": { "type": ["integer", "null"], "minimum": 0 },
                "sizes": { "type": ["array", "null"], "items": { "type": "number" } }
            }
        });
        assert_eq!(Shape::of::<Work>().schema, wanted);
    }

    #[test]
    fn an_optional_key_may_be_left_out_of_what_is_sent() {
        #[derive(Deserialize, JsonSchema)]
        #[expect(dead_code, reason = "its schema is looked at")]
        struct All {
            works: Vec<Work>,
            note: Option<String>,
            /// What is written; null if nothing is.
            text: Option<String>,
        }
        let mut shape = Shape::of::<All>();
        for key in ["works", "works.edits", "works.edits.path", "nothing", "works.nothing", "note.source", ""] {
            assert!(!shape.leave_out(key), "{key} has to be there, or is no key");
        }
        assert!(shape.leave_out("note") && shape.leave_out("works.source"));
        assert!(shape.demand("text") && !shape.demand("text") && !shape.demand("works") && !shape.demand("nothing"));
        assert_eq!(shape.schema["properties"]["text"], json!({ "type": "string", "description": "What is written" }));
        let sent = shape.schema;
        assert_eq!((&sent["required"], &sent["properties"]["note"]), (&json!(["works", "text"]), &Value::Null));
        let work = &sent["properties"]["works"]["items"];
        assert_eq!(
            (&work["required"], &work["properties"]["source"]),
            (&json!(["edits", "kind", "n_lines", "sizes"]), &Value::Null)
        );
        assert_eq!((shape.check)(&json!({ "works": [], "note": "it is taken all the same" })), Ok(()));
    }

    fn check(answer: Value, wanted: Expect) {
        let said = (Shape::of::<Work>().check)(&answer);
        wanted.assert_eq(&said.map_or_else(|mistake| mistake, |()| "fits".to_owned()));
    }

    fn with_edits(edits: Value) -> Value {
        json!({ "edits": edits, "kind": "ok" })
    }

    #[test]
    fn what_fits() {
        let edit = json!({ "path": "a", "is/~it": true, "unasked": 1 });
        check(
            json!({ "source": null, "edits": [edit], "kind": "ok", "n_lines": 3, "sizes": [1, -2, 0.5] }),
            expect!["fits"],
        );
        check(json!({ "edits": [], "kind": "wrong", "more": {} }), expect!["fits"]);
    }

    #[test]
    fn what_does_not() {
        check(json!([]), expect!["invalid type: sequence, expected an object"]);
        check(json!([null, [], "ok", null, null]), expect!["invalid type: sequence, expected an object"]);
        check(json!("x"), expect![[r#"invalid type: string "x", expected an object"#]]);
        check(json!({}), expect!["missing field `edits`"]);
        check(with_edits(json!(null)), expect!["at /edits: invalid type: null, expected a sequence"]);
        check(with_edits(json!({})), expect!["at /edits: invalid type: map, expected a sequence"]);
        check(with_edits(json!([{ "path": "a" }])), expect!["at /edits/0: missing field `is/~it`"]);
        check(with_edits(json!([["a", true]])), expect!["at /edits/0: invalid type: sequence, expected an object"]);
        let edit = json!({ "path": "a", "is/~it": "yes" });
        check(
            with_edits(json!([edit])),
            expect![[r#"at /edits/0/is~1~0it: invalid type: string "yes", expected a boolean"#]],
        );
        for (kind, wanted) in [
            (json!("bad"), expect!["at /kind: unknown variant `bad`, expected `ok` or `wrong`"]),
            (json!({ "ok": null }), expect!["at /kind: invalid type: map, expected one of the words that are allowed"]),
            (json!(0), expect!["at /kind: invalid type: number, expected one of the words that are allowed"]),
        ] {
            check(json!({ "edits": [], "kind": kind }), wanted);
        }
        let with = |key: &str, value: Value| json!({ "edits": [], "kind": "ok", key: value });
        check(with("source", json!(5)), expect!["at /source: invalid type: integer `5`, expected a string"]);
        check(with("n_lines", json!(-1)), expect!["at /n_lines: invalid value: integer `-1`, expected u32"]);
        check(with("n_lines", json!(1.5)), expect!["at /n_lines: invalid type: floating point `1.5`, expected u32"]);
        check(with("sizes", json!([1, "2"])), expect![[r#"at /sizes/1: invalid type: string "2", expected f64"#]]);
    }

    #[test]
    fn a_message_does_not_quote_a_whole_answer() {
        let said = read::<Work>(&with_edits(json!("é".repeat(1000)))).map(drop).unwrap_err();
        assert!(said.ends_with("é…") && said.chars().count() < 300, "{said}");
    }
}
