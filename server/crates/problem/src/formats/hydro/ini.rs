//! The older `config.ini`: the number of tests in the first line, then one line for each, `1.in|1.out|1|10|65536`: input,
//! output, seconds, points, KB.

use super::config::{Case, Config, Subtask};
use crate::{
    finding::{Code, Finding},
    formats::bounded::{self, whole},
    model::LanguageLimits,
    text::{LineIndex, Range},
};

/// Whether a text is such a list.
pub(super) fn is_one(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let counts = lines.next().is_some_and(|line| line.parse::<u32>().is_ok());
    counts && lines.next().is_some_and(|line| line.split('|').count() >= 4)
}

/// Reads the list.
pub(super) fn read(text: &str, config: &mut Config, findings: &mut Vec<Finding>) {
    let index = LineIndex::new(text);
    let mut cases = Vec::new();
    let (mut time_ms, mut memory_bytes) = (None, None);
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    for (number, line) in lines.skip(1) {
        let range = index.line_range(number as u32);
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [input, output, rest @ ..] = &parts[..] else {
            findings.push(Finding::at(
                Code::ManifestBroken,
                config.at(range),
                "this line names no input and output; write `1.in|1.out|1|10`",
            ));
            continue;
        };
        let amount = |at: usize| rest.get(at).and_then(|text| text.parse::<f64>().ok()).filter(|amount| *amount > 0.0);
        let limits = LanguageLimits {
            time_ms: amount(0).map(|seconds| whole(seconds * 1000.0)),
            memory_bytes: amount(2).map(|kb| whole(kb * 1024.0)),
        };
        time_ms = time_ms.max(limits.time_ms);
        memory_bytes = memory_bytes.max(limits.memory_bytes);
        let output = Some((*output).to_owned());
        cases.push(Case {
            input: (*input).to_owned(),
            output,
            score: amount(1).and_then(bounded::points),
            limits,
            range,
        });
    }
    config.set_limits(time_ms, memory_bytes);
    let range = cases.first().map_or(Range::default(), |case| case.range);
    config.subtasks.push(Subtask { cases, ..Subtask::of_all(range) });
}
