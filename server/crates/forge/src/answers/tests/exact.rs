//! Types take what their schemas say, at every place, and nothing else.

use super::*;

/// A value of every kind that JSON has.
fn kinds() -> [Value; 8] {
    [json!(null), json!(true), json!(7), json!(-2.5), json!(1e300), json!("x"), json!(["x"]), json!({ "x": "x" })]
}

/// An answer that fits a schema, with something in every list.
fn whole(schema: &Value) -> Value {
    if let Some(choices) = schema["anyOf"].as_array() {
        return whole(&choices[0]);
    }
    if let Some(words) = schema["enum"].as_array() {
        return words[0].clone();
    }
    match schema["type"].as_str().or_else(|| schema["type"][0].as_str()) {
        Some("object") => {
            let properties = schema["properties"].as_object().unwrap();
            properties.iter().map(|(key, own)| (key.clone(), whole(own))).collect::<Map<_, _>>().into()
        }
        Some("array") => vec![whole(&schema["items"]); 2].into(),
        Some("string") => "x".into(),
        Some("boolean") => true.into(),
        other => panic!("{other:?}"),
    }
}

/// Whether a schema allows a value, by what it says of this place alone.
fn allows(schema: &Value, value: &Value) -> bool {
    if let Some(choices) = schema["anyOf"].as_array() {
        return choices.iter().any(|choice| allows(choice, value));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_of_kind = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(|one| one == kind),
        one => one == kind,
    };
    is_of_kind && schema["enum"].as_array().is_none_or(|words| words.contains(value))
}

/// Every place of an answer with its schema.
fn places(schema: &Value, answer: &Value, place: &str) -> Vec<(String, Value)> {
    let here = (place.to_owned(), schema.clone());
    let below: Vec<_> = match answer {
        Value::Object(map) => {
            let below = |(key, value)| places(&schema["properties"][key], value, &format!("{place}/{key}"));
            map.iter().flat_map(below).collect()
        }
        Value::Array(items) => places(&schema["items"], &items[1], &format!("{place}/1")),
        _ => Vec::new(),
    };
    std::iter::once(here).chain(below).collect()
}

#[test]
fn a_value_of_another_kind_is_refused_wherever_it_stands() {
    for Asked { task, shape, .. } in all() {
        let good = whole(&shape.schema);
        assert_eq!((shape.check)(&good), Ok(()), "{task}");
        for (place, schema) in places(&shape.schema, &good, "") {
            for value in kinds() {
                if matches!(value, Value::Array(_) | Value::Object(_)) && allows(&schema, &value) {
                    continue; // What is inside has places of its own.
                }
                let mut answer = good.clone();
                *answer.pointer_mut(&place).unwrap() = value.clone();
                let said = (shape.check)(&answer);
                assert_eq!(said.is_ok(), allows(&schema, &value), "{task} at {place}: {value}: {said:?}");
                if let Err(said) = said {
                    let wanted = if place.is_empty() { "invalid".to_owned() } else { format!("at {place}: ") };
                    assert!(said.starts_with(&wanted), "{task} at {place}: {said}");
                }
            }
        }
    }
}

#[test]
fn a_key_may_be_absent_if_it_may_be_null_and_further_keys_are_ignored() {
    for Asked { task, shape, .. } in all() {
        let good = whole(&shape.schema);
        for (place, schema) in places(&shape.schema, &good, "") {
            let Some((parent, key)) = place.rsplit_once('/') else { continue };
            let mut answer = good.clone();
            let Value::Object(around) = answer.pointer_mut(parent).unwrap() else { continue };
            around.remove(key);
            around.insert("a key that nobody asked for".to_owned(), json!({ "x": [1] }));
            let said = (shape.check)(&answer);
            assert_eq!(said.is_ok(), allows(&schema, &Value::Null), "{task} without {place}: {said:?}");
            if let Err(said) = said {
                let at = if parent.is_empty() { String::new() } else { format!("at {parent}: ") };
                assert_eq!(said, format!("{at}missing field `{key}`"), "{task}");
            }
        }
    }
}

#[test]
fn limits_are_kept_as_they_were_written() {
    let constraint = |lower: Value, upper: Value| json!({ "name": "n", "kind": "range", "lower": lower, "upper": upper, "text": "n" });
    let limits = |lower: Value, upper: Value| {
        let Constraint { lower, upper, .. } = schema::read(&constraint(lower, upper)).unwrap();
        [lower, upper].map(|limit| limit.map(|Limit(text)| text))
    };
    let texts = |lower: &str, upper: &str| [Some(lower.to_owned()), Some(upper.to_owned())];
    assert_eq!(limits(json!("2 * 10^5"), json!(200_000)), texts("2 * 10^5", "200000"));
    assert_eq!(limits(json!(-5), json!(u64::MAX)), texts("-5", "18446744073709551615"));
    assert_eq!(limits(json!(0.5), json!(1e18)), texts("0.5", &json!(1e18).to_string()));
    assert_eq!(limits(json!(null), json!("n")), [None, Some("n".to_owned())]);
}

#[test]
fn a_checker_is_one_of_those_that_are_built_in() {
    let read = |name: &str| schema::read::<Checker>(&json!({ "needs_custom": false, "builtin": name }));
    assert_eq!(read("wcmp").unwrap().builtin.map(|Builtin(checker)| checker.name()), Some("wcmp"));
    for name in ["std::wcmp.cpp", "wcmp.cpp", "WCMP", ""] {
        let said = read(name).unwrap_err();
        let wanted = format!("at /builtin: unknown checker `{name}`, expected one of acmp, caseicmp, ");
        assert!(said.starts_with(&wanted) && said.ends_with("wcmp, yesno"), "{said}");
    }
}
