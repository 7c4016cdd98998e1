//! Inputs of which it is known what stands where: a validator with our testlib.h keeps a record of its reads.

use std::{collections::HashMap, ops::Range};

use judge::{cases::CaseRunner, compile::Builder, engine::LoadedProblem, inputs::records};
use problem::{
    language::Language,
    trace::{Number, Read, Record, Site, Trace, Value},
};

use crate::bench::{Workbench, WorkbenchError};

/// A loop with more rounds is none that is looked at.
const MOST_ROUNDS: i128 = 2000;
/// Reads without anything that could be another.
const SEPARATORS: [&str; 4] = ["space", "eoln", "eof", "char"];

/// Has inputs read by a validator.
#[derive(Default)]
pub(crate) struct Recorder {
    /// Keeps the record.
    validator: Option<CaseRunner>,
    /// Numbers for the calls that read.
    calls: HashMap<(String, u32, Option<u32>), usize>,
    has_told: bool,
}

/// An input, and what was read in it.
pub(crate) struct Recorded {
    pub(crate) text: String,
    pub(crate) places: Vec<Place>,
    pub(crate) loops: Vec<Loop>,
}

/// Something that was read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) call: usize,
    pub(crate) bytes: Range<usize>,
    pub(crate) number: Option<Limits>,
}

/// A number, and what could stand in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Limits {
    pub(crate) value: i128,
    pub(crate) low: i128,
    pub(crate) high: i128,
}

/// Rounds that a number counts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Loop {
    /// Which place has the number, and by how much it is greater than they are many.
    pub(crate) count: usize,
    pub(crate) more: i128,
    /// The call that each of them begins with, and where it reads.
    pub(crate) call: usize,
    pub(crate) rounds: Vec<usize>,
}

impl Recorder {
    /// Builds the first validator that can keep a record.
    pub(crate) fn prepare(&mut self, bench: &Workbench<'_>, loaded: &LoadedProblem) -> Result<(), WorkbenchError> {
        let builder = Builder::new(bench.engine().context(loaded));
        let programs = loaded.problem.validators.iter().map(|validator| &loaded.problem.programs[validator.program]);
        if let Some(program) = { programs }.find(|program| program.language == Language::Cpp) {
            self.validator = builder.build_runnable(program)?.map(CaseRunner::single);
        }
        Ok(())
    }

    /// What is read in valid inputs, as far as that is told.
    pub(crate) fn read(
        &mut self,
        bench: &Workbench<'_>,
        texts: Vec<String>,
    ) -> Result<Vec<Option<Recorded>>, WorkbenchError> {
        let Some(validator) = self.validator.as_ref().filter(|_| !texts.is_empty()) else {
            return Ok(texts.iter().map(|_| None).collect());
        };
        let traces = records(&*bench.engine().machine, validator, &texts, bench.n_workers())?;
        let read: Vec<_> = texts.into_iter().zip(traces).map(|(text, trace)| self.recorded(text, &trace)).collect();
        self.has_told |= read.iter().any(Option::is_some);
        // One with another testlib.h, or none, keeps no record.
        if !self.has_told {
            self.validator = None;
        }
        Ok(read)
    }

    pub(crate) fn recorded(&mut self, text: String, trace: &Trace) -> Option<Recorded> {
        let reads = trace.records.iter().filter_map(|record| match record {
            Record::Read(read) => Some(read),
            _ => None,
        });
        let places: Vec<Place> = reads.filter_map(|read| self.place(&text, read)).collect();
        let loops = loops(&places);
        (!places.is_empty()).then_some(Recorded { text, places, loops })
    }

    fn place(&mut self, text: &str, read: &Read) -> Option<Place> {
        let wanted = &read.kind.wanted;
        let Site { file, line, column } = read.kind.site.clone()?;
        let from = usize::try_from(read.offset).ok()?;
        let bytes = from..from.checked_add(usize::try_from(read.len_bytes).ok()?)?;
        if SEPARATORS.contains(&wanted.op.as_str()) || text.get(bytes.clone())?.is_empty() {
            return None;
        }
        let number = match (read.value, wanted.lo, wanted.hi) {
            (Value::Number(Number::Int(value)), Some(Number::Int(low)), Some(Number::Int(high))) if low <= high => {
                Some(Limits { value, low, high })
            }
            _ => None,
        };
        let n_calls = self.calls.len();
        let call = *self.calls.entry((file, line, column)).or_insert(n_calls);
        Some(Place { call, bytes, number })
    }
}

impl Recorded {
    /// The numbers whose limits are known, and those that count rounds only if they are wanted.
    pub(crate) fn numbers(&self, with_counts: bool) -> impl Iterator<Item = (&Place, Limits)> {
        // Loops stand in the order of their counts.
        let is_count = |at: usize| self.loops.binary_search_by_key(&at, |one| one.count).is_ok();
        let places = self.places.iter().enumerate().filter(move |(at, _)| with_counts || !is_count(*at));
        places.filter_map(|(_, place)| Some((place, place.number?)))
    }
}

/// A text with other words at some places; of places that have bytes in common the later ones win.
pub(crate) fn edited(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(bytes, _)| std::cmp::Reverse(bytes.start));
    let (mut edited, mut untouched) = (text.to_owned(), text.len());
    for (bytes, words) in edits {
        if bytes.end <= untouched {
            untouched = bytes.start;
            edited.replace_range(bytes, &words);
        }
    }
    edited
}

/// The loops of an input: reads of a call that come as often as a number before them says, or one time less, until that
/// number is read anew.
fn loops(places: &[Place]) -> Vec<Loop> {
    let mut found = Vec::new();
    for (count, place) in places.iter().enumerate() {
        let Some(Limits { value, .. }) = place.number.filter(|limits| (2..=MOST_ROUNDS).contains(&limits.value)) else {
            continue;
        };
        let behind = places[count + 1..].iter().take_while(|other| other.call != place.call);
        let mut by_call: HashMap<usize, Vec<usize>> = HashMap::new();
        for (at, other) in behind.enumerate() {
            by_call.entry(other.call).or_default().push(count + 1 + at);
        }
        let mut loops: Vec<Loop> = by_call
            .into_iter()
            .map(|(call, rounds)| Loop { count, more: value - rounds.len() as i128, call, rounds })
            .filter(|one| one.rounds.len() > 1 && (0..=1).contains(&one.more))
            .collect();
        loops.sort_by_key(|one| one.rounds[0]);
        found.extend(loops);
    }
    found
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use problem::trace::{ReadKind, Wanted};

    use super::*;

    /// The record of a validator that reads a number of test cases, and in each a count up to 20 and as many numbers from 1 to 9.
    fn record(text: &str) -> Trace {
        let mut records = Vec::new();
        let mut offset = 0;
        for (line, words) in text.split_inclusive('\n').enumerate() {
            let (call, high) = if line == 0 { (1, 5) } else { [(3, 9), (2, 20)][line % 2] };
            for word in words.split_inclusive([' ', '\n']) {
                let number = word.trim_end();
                let number_of = |value: i128| Some(Number::Int(value));
                let (name, pattern) = (None, None);
                let wanted = Wanted { op: "int".to_owned(), name, lo: number_of(1), hi: number_of(high), pattern };
                let site = Some(Site { file: "val.cpp".to_owned(), line: call, column: Some(1) });
                let kind = Arc::new(ReadKind { wanted, site, stream: "inf".to_owned() });
                let value = Value::Number(Number::Int(number.parse().unwrap()));
                let len_bytes = number.len() as u64;
                records.push(Record::Read(Read { kind, value, offset, len_bytes, test_case: None, choice: None }));
                offset += word.len() as u64;
            }
        }
        Trace { records }
    }

    /// What a validator tells of a text, as [`record`] has it.
    pub(crate) fn recorded(recorder: &mut Recorder, text: &str) -> Recorded {
        recorder.recorded(text.to_owned(), &record(text)).unwrap()
    }

    #[test]
    fn rounds_are_counted_within_a_test_case() {
        let recorded = recorded(&mut Recorder::default(), "2\n3\n5 6 7\n2\n8 9\n");
        let shown = |one: &Loop| (one.count, one.more, one.rounds.clone());
        let loops: Vec<_> = recorded.loops.iter().map(shown).collect();
        // The test cases begin with their counts; then the numbers of each.
        assert_eq!(loops, [(0, 0, vec![1, 5]), (1, 0, vec![2, 3, 4]), (5, 0, vec![6, 7])]);
    }
}
