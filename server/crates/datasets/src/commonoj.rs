//! Rows in the common format of online judges that SandboxFusion reads.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Case, Row, RowError,
    loose::{self, Extra, Programs},
};

/// One row.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct CommonOj {
    #[serde(deserialize_with = "loose::word")]
    id: String,
    content: Option<String>,
    labels: Value,
    test: Option<Vec<Case>>,
    canonical_solution: Option<Programs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    incorrect_solutions: Option<Programs>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "loose::nullable")]
    touchstone: Option<Extra>,
}

pub(super) fn read(line: &[u8]) -> Result<Row, RowError> {
    let from: CommonOj = serde_json::from_slice(line)?;
    let mut solutions = Programs::pool(from.canonical_solution, true);
    solutions.extend(Programs::pool(from.incorrect_solutions, false));
    let mut row = Row {
        name: from.id,
        statement: from.content.unwrap_or_default(),
        tests: from.test.unwrap_or_default().into_iter().map(Case::test).collect(),
        solutions,
        ..Row::default()
    };
    Extra::complete(from.touchstone, &mut row);
    Ok(row)
}

pub(super) fn write(row: &Row) -> Result<String, RowError> {
    let is_wrong_there = row.pool(false).next().is_some();
    let to = CommonOj {
        id: row.name.clone(),
        content: Some(row.statement.clone()),
        labels: Value::Object(serde_json::Map::new()),
        test: Some(row.tests.iter().map(Case::of).collect()),
        canonical_solution: Some(Programs::by_language(row, true)),
        incorrect_solutions: is_wrong_there.then(|| Programs::by_language(row, false)),
        touchstone: Some(Extra::of(row)),
    };
    Ok(serde_json::to_string(&to)?)
}
