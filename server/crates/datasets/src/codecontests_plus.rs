//! Rows of CodeContests+ (ByteDance-Seed/Code-Contests-Plus, configurations `default` and `1x` to `5x`, which have the
//! same fields).

use serde::{Deserialize, Serialize};

use super::{
    Row, RowError, Tool,
    loose::{self, Pair, Programs, amount, said},
};

/// One row. What nobody has verified may be absent.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct CodeContestsPlus {
    source: Option<String>,
    #[serde(deserialize_with = "loose::word")]
    id: String,
    title: Option<String>,
    description: Option<String>,
    /// Milliseconds.
    #[serde(deserialize_with = "loose::nullable")]
    time_limit: Option<f64>,
    /// Megabytes.
    #[serde(deserialize_with = "loose::nullable")]
    memory_limit: Option<f64>,
    #[serde(deserialize_with = "loose::nullable")]
    validator: Option<String>,
    #[serde(deserialize_with = "loose::nullable")]
    generator: Option<String>,
    #[serde(deserialize_with = "loose::lines", serialize_with = "joined")]
    generator_cmd: Vec<String>,
    #[serde(deserialize_with = "loose::nullable")]
    checker: Option<String>,
    correct_submissions: Option<Programs>,
    incorrect_submissions: Option<Programs>,
    test_cases: Option<Vec<Pair>>,
    #[serde(deserialize_with = "loose::nullable")]
    true_positive_rate: Option<f64>,
    #[serde(deserialize_with = "loose::nullable")]
    true_negative_rate: Option<f64>,
}

/// One text with a line for each command.
fn joined<S: serde::Serializer>(commands: &[String], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&commands.join("\n"))
}

pub(super) fn read(line: &[u8]) -> Result<Row, RowError> {
    let from: CodeContestsPlus = serde_json::from_slice(line)?;
    let mut solutions = Programs::pool(from.correct_submissions, true);
    solutions.extend(Programs::pool(from.incorrect_submissions, false));
    Ok(Row {
        name: if from.id.is_empty() { from.title.clone().unwrap_or_default() } else { from.id },
        title: said(from.title),
        statement: from.description.unwrap_or_default(),
        time_ms: amount(from.time_limit),
        memory_mb: amount(from.memory_limit),
        tests: from.test_cases.unwrap_or_default().into_iter().map(Pair::test).collect(),
        solutions,
        commands: from.generator_cmd,
        generator: from.generator.and_then(Tool::of),
        validator: from.validator.and_then(Tool::of),
        checker: loose::judge(from.checker),
        tpr: from.true_positive_rate,
        tnr: from.true_negative_rate,
        ..Row::default()
    })
}

pub(super) fn write(row: &Row) -> Result<String, RowError> {
    let to = CodeContestsPlus {
        source: Some("touchstone".to_owned()),
        id: row.name.clone(),
        title: Some(row.title.clone().unwrap_or_else(|| row.name.clone())),
        description: Some(row.statement.clone()),
        time_limit: row.time_ms.map(|ms| ms as f64),
        memory_limit: row.memory_mb.map(|mb| mb as f64),
        validator: loose::code(row.validator.as_ref()),
        generator: loose::code(row.generator.as_ref()),
        generator_cmd: row.commands.clone(),
        checker: loose::checker_code(row),
        correct_submissions: Some(Programs::List(Programs::list(row, true))),
        incorrect_submissions: Some(Programs::List(Programs::list(row, false))),
        test_cases: Some(row.tests.iter().map(Pair::of).collect()),
        true_positive_rate: row.tpr,
        true_negative_rate: row.tnr,
    };
    Ok(serde_json::to_string(&to)?)
}
