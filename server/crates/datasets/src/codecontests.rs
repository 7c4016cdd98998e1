//! Rows of CodeContests (deepmind/code_contests): lists side by side where others have lists of objects.

use serde::{Deserialize, Serialize};

use super::{
    Row, RowError, Test,
    loose::{self, Extra, Programs, amount, said},
};

/// One row.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct CodeContests {
    #[serde(deserialize_with = "loose::word")]
    name: String,
    description: Option<String>,
    public_tests: Option<Tests>,
    private_tests: Option<Tests>,
    generated_tests: Option<Tests>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "loose::nullable")]
    cf_tags: Option<Vec<String>>,
    solutions: Option<Programs>,
    incorrect_solutions: Option<Programs>,
    #[serde(deserialize_with = "loose::nullable")]
    time_limit: Option<Duration>,
    #[serde(deserialize_with = "loose::nullable")]
    memory_limit_bytes: Option<f64>,
    input_file: Option<String>,
    output_file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "loose::nullable")]
    touchstone: Option<Extra>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Tests {
    input: Vec<String>,
    output: Vec<String>,
}

impl Tests {
    fn read(this: Option<Tests>, is_sample: bool) -> impl Iterator<Item = Test> {
        let Tests { input, output } = this.unwrap_or_default();
        let outputs = output.into_iter().map(Some).chain(std::iter::repeat(None));
        input.into_iter().zip(outputs).map(move |(input, output)| Test { input, output, is_sample, origin: None })
    }

    /// The tests that have an answer: a list beside another one has no room for none.
    fn of<'a>(tests: impl Iterator<Item = &'a Test>) -> Tests {
        let (input, output) = tests.filter_map(|test| Some((test.input.clone(), test.output.clone()?))).unzip();
        Tests { input, output }
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Duration {
    seconds: u64,
    nanos: u64,
}

pub(super) fn read(line: &[u8]) -> Result<Row, RowError> {
    let from: CodeContests = serde_json::from_slice(line)?;
    let mut solutions = Programs::pool(from.solutions, true);
    solutions.extend(Programs::pool(from.incorrect_solutions, false));
    let tests = Tests::read(from.public_tests, true)
        .chain(Tests::read(from.private_tests, false))
        .chain(Tests::read(from.generated_tests, false));
    let ms = |limit: Duration| limit.seconds.saturating_mul(1000).saturating_add(limit.nanos.div_ceil(1_000_000));
    let mut row = Row {
        name: from.name,
        statement: from.description.unwrap_or_default(),
        time_ms: from.time_limit.map(ms).filter(|&ms| ms > 0),
        memory_mb: amount(from.memory_limit_bytes.filter(|&bytes| bytes >= 1.0).map(|bytes| bytes / 1_048_576.0)),
        input_file: said(from.input_file),
        output_file: said(from.output_file),
        tags: from.cf_tags.unwrap_or_default(),
        tests: tests.collect(),
        solutions,
        ..Row::default()
    };
    Extra::complete(from.touchstone, &mut row);
    Ok(row)
}

pub(super) fn write(row: &Row) -> Result<String, RowError> {
    let of = |is_sample: bool| Tests::of(row.tests.iter().filter(move |test| test.is_sample == is_sample));
    let to = CodeContests {
        name: row.name.clone(),
        description: Some(row.statement.clone()),
        public_tests: Some(of(true)),
        private_tests: Some(of(false)),
        generated_tests: Some(Tests::default()),
        cf_tags: Some(row.tags.clone()),
        solutions: Some(Programs::columns(row, true, true)),
        incorrect_solutions: Some(Programs::columns(row, false, true)),
        time_limit: row.time_ms.map(|ms| Duration { seconds: ms / 1000, nanos: ms % 1000 * 1_000_000 }),
        memory_limit_bytes: row.memory_mb.map(|mb| (mb << 20) as f64),
        input_file: Some(row.input_file.clone().unwrap_or_default()),
        output_file: Some(row.output_file.clone().unwrap_or_default()),
        touchstone: Some(Extra { time_ms: None, memory_mb: None, ..Extra::of(row) }),
    };
    Ok(serde_json::to_string(&to)?)
}
