//! Rows of CodeContests-O (caijanfeng/CodeContests-O), and what the authors' code keeps besides: solutions.
//!
//! The dataset itself has no solutions; they are joined by name from CodeContests.

use serde::{Deserialize, Serialize};

use super::{
    Case, Iteration, Row, RowError, Tool,
    loose::{self, Extra, Programs, said},
};

/// One row.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct CodeContestsO {
    #[serde(alias = "id", deserialize_with = "loose::word")]
    name: String,
    description: Option<String>,
    corner_cases: Option<Vec<Case>>,
    #[serde(deserialize_with = "loose::lines")]
    commands: Vec<String>,
    #[serde(alias = "generator_refined", deserialize_with = "loose::nullable")]
    generator: Option<String>,
    #[serde(deserialize_with = "loose::nullable")]
    checker: Option<String>,
    #[serde(deserialize_with = "loose::nullable")]
    input_constraints_summary: Option<String>,
    #[serde(alias = "result")]
    results: Option<Vec<Iteration>>,
    solutions: Option<Programs>,
    incorrect_solutions: Option<Programs>,
    /// Of the authors' code, where a row has no other correct solutions.
    #[serde(skip_serializing)]
    canonical_solution: Option<Programs>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "loose::nullable")]
    touchstone: Option<Extra>,
}

pub(super) fn read(line: &[u8]) -> Result<Row, RowError> {
    let from: CodeContestsO = serde_json::from_slice(line)?;
    let mut solutions = Programs::pool(from.solutions, true);
    if solutions.is_empty() {
        solutions = Programs::pool(from.canonical_solution, true);
    }
    solutions.extend(Programs::pool(from.incorrect_solutions, false));
    let mut row = Row {
        name: from.name,
        statement: from.description.unwrap_or_default(),
        constraints: said(from.input_constraints_summary),
        tests: from.corner_cases.unwrap_or_default().into_iter().map(Case::test).collect(),
        solutions,
        commands: from.commands,
        generator: from.generator.and_then(Tool::of),
        checker: loose::judge(from.checker),
        iterations: from.results.unwrap_or_default(),
        ..Row::default()
    };
    Extra::complete(from.touchstone, &mut row);
    Ok(row)
}

pub(super) fn write(row: &Row) -> Result<String, RowError> {
    // What the dataset has fields for is not said twice.
    let extra = Extra { generator: None, commands: Vec::new(), checker: None, ..Extra::of(row) };
    let to = CodeContestsO {
        name: row.name.clone(),
        description: Some(row.statement.clone()),
        corner_cases: Some(row.tests.iter().map(Case::of).collect()),
        commands: row.commands.clone(),
        generator: loose::code(row.generator.as_ref()),
        checker: loose::checker_code(row),
        input_constraints_summary: Some(row.constraints.clone().unwrap_or_default()),
        results: Some(row.iterations.clone()),
        solutions: Some(Programs::columns(row, true, false)),
        incorrect_solutions: Some(Programs::columns(row, false, false)),
        canonical_solution: None,
        touchstone: (extra != Extra::default()).then_some(extra),
    };
    Ok(serde_json::to_string(&to)?)
}
