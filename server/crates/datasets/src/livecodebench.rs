//! Rows of LiveCodeBench. They have no solutions; those are joined from other rows, or stand in fields that HardTests has
//! too.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Row, RowError, Test,
    hardtests::Packed,
    loose::{self, Extra, Pair, Programs, said},
};

/// One row.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct LiveCodeBench {
    #[serde(deserialize_with = "loose::nullable")]
    question_title: Option<String>,
    question_content: Option<String>,
    #[serde(deserialize_with = "loose::nullable")]
    platform: Option<String>,
    #[serde(deserialize_with = "loose::word")]
    question_id: String,
    #[serde(deserialize_with = "loose::nullable")]
    starter_code: Option<String>,
    public_test_cases: Option<Packed>,
    private_test_cases: Option<Packed>,
    metadata: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Programs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    incorrect_solutions: Option<Programs>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "loose::nullable")]
    touchstone: Option<Extra>,
}

/// Whether the metadata, an object or one written as a text, names a function to call.
fn names_function(metadata: &Value) -> bool {
    match metadata {
        Value::Object(fields) => {
            fields.get("func_name").is_some_and(|name| name.as_str().is_some_and(|n| !n.is_empty()))
        }
        Value::String(text) => {
            serde_json::from_str(text).is_ok_and(|inner: Value| inner.is_object() && names_function(&inner))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => false,
    }
}

pub(super) fn read(line: &[u8]) -> Result<Row, RowError> {
    let from: LiveCodeBench = serde_json::from_slice(line)?;
    let (public, private) = (Packed::pairs(from.public_test_cases)?, Packed::pairs(from.private_test_cases)?);
    let calls = |pair: &Pair| pair.testtype.as_deref() == Some("functional");
    let is_function = public.iter().chain(&private).any(calls) || from.metadata.as_ref().is_some_and(names_function);
    let samples = public.into_iter().map(|pair| Test { is_sample: true, ..pair.test() });
    let mut solutions = Programs::pool(from.solutions, true);
    solutions.extend(Programs::pool(from.incorrect_solutions, false));
    let title = said(from.question_title);
    let mut row = Row {
        name: if from.question_id.is_empty() { title.clone().unwrap_or_default() } else { from.question_id },
        title,
        statement: from.question_content.unwrap_or_default(),
        is_function,
        tests: samples.chain(private.into_iter().map(Pair::test)).collect(),
        solutions,
        ..Row::default()
    };
    Extra::complete(from.touchstone, &mut row);
    Ok(row)
}

pub(super) fn write(row: &Row) -> Result<String, RowError> {
    let pairs = |is_sample: bool| -> Vec<Pair> {
        let of = row.tests.iter().filter(|test| test.is_sample == is_sample);
        of.map(|test| Pair { testtype: Some("stdin".to_owned()), ..Pair::of(test) }).collect()
    };
    let to = LiveCodeBench {
        question_title: Some(row.title.clone().unwrap_or_else(|| row.name.clone())),
        question_content: Some(row.statement.clone()),
        platform: Some("touchstone".to_owned()),
        question_id: row.name.clone(),
        starter_code: Some(String::new()),
        public_test_cases: Some(Packed::Text(serde_json::to_string(&pairs(true))?)),
        private_test_cases: Some(Packed::of(&pairs(false))?),
        metadata: Some(Value::String("{}".to_owned())),
        solutions: Some(Programs::List(Programs::list(row, true))),
        incorrect_solutions: Some(Programs::List(Programs::list(row, false))),
        touchstone: Some(Extra::of(row)),
    };
    Ok(serde_json::to_string(&to)?)
}
