//! Changes to inputs of which it is known what stands where: a validator with testlib keeps a record of its reads.
//!
//! A number gets another one that its read allows, and rounds of a loop, with all that is read in them, take the places of
//! others, with the number that counts them. So most of what comes of it is valid.

use std::{
    collections::{HashMap, VecDeque},
    ops::Range,
};

use judge::{cases::CaseRunner, compile::Builder, engine::LoadedProblem, inputs::records};
use problem::{
    language::Language,
    trace::{Number, Read, Record, Site, Trace, Value},
};

use super::{
    Candidate,
    change::{HOW, N_FAVOURITES, mostly_late},
};
use crate::bench::{Workbench, WorkbenchError};

/// An input above that size is not recorded, bytes.
const MAX_RECORDED: usize = 4000;
/// So many inputs are known, the latest ones.
const N_KNOWN: usize = 120;
/// So many wait to become known, and so many become so at a time.
const N_WAITING: usize = 40;
const N_AT_ONCE: usize = 4;
/// A loop with more rounds is none that is looked at.
const MOST_ROUNDS: i128 = 2000;
/// So many numbers are changed at most.
const MAX_CHANGES: usize = 3;
/// Reads without anything that could be another.
const SEPARATORS: [&str; 4] = ["space", "eoln", "eof", "char"];

/// Inputs that can be changed.
#[derive(Default)]
pub(super) struct Guided {
    /// Keeps the record.
    validator: Option<CaseRunner>,
    known: VecDeque<Recorded>,
    /// Those that did something new, the latest ones.
    favourites: VecDeque<Recorded>,
    waiting: VecDeque<String>,
    /// Those that did something new, which become known first.
    favoured: Vec<String>,
    /// Numbers for the calls that read.
    calls: HashMap<(String, u32, Option<u32>), usize>,
}

/// An input, and what was read in it.
struct Recorded {
    text: String,
    places: Vec<Place>,
    loops: Vec<Loop>,
}

/// Something that was read.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    call: usize,
    bytes: Range<usize>,
    number: Option<Limits>,
}

/// A number, and what could stand in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Limits {
    value: i128,
    low: i128,
    high: i128,
}

/// Rounds that a number counts.
#[derive(Clone, Debug, PartialEq)]
struct Loop {
    /// Which place has the number, and by how much it is greater than they are many.
    count: usize,
    more: i128,
    /// The call that each of them begins with, and where it reads.
    call: usize,
    rounds: Vec<usize>,
}

impl Guided {
    /// Builds the first validator that can keep a record.
    pub(super) fn prepare(&mut self, bench: &Workbench<'_>, loaded: &LoadedProblem) -> Result<(), WorkbenchError> {
        let builder = Builder::new(bench.engine().context(loaded));
        let programs = loaded.problem.validators.iter().map(|validator| &loaded.problem.programs[validator.program]);
        if let Some(program) = { programs }.find(|program| program.language == Language::Cpp) {
            self.validator = builder.build_runnable(program)?.map(CaseRunner::single);
        }
        Ok(())
    }

    /// Has a valid input become known, unless too many do.
    pub(super) fn keep(&mut self, text: &str) {
        if text.len() <= MAX_RECORDED {
            self.waiting.push_back(text.to_owned());
        }
        if self.waiting.len() > N_WAITING {
            self.waiting.pop_front();
        }
    }

    /// Has a valid input become known before others.
    pub(super) fn favour(&mut self, text: &str) {
        if text.len() <= MAX_RECORDED && self.favoured.len() < N_WAITING {
            self.favoured.push(text.to_owned());
        }
    }

    /// Inputs that differ from known ones in a few places.
    pub(super) fn batch(
        &mut self,
        bench: &Workbench<'_>,
        n_wanted: usize,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        self.learn(bench)?;
        let changed = (0..n_wanted).filter_map(|_| self.changed(random));
        Ok(changed.map(|text| Candidate { text, command: None, how: HOW }).collect())
    }

    /// Has some of those that wait, the latest first, read by the validator.
    fn learn(&mut self, bench: &Workbench<'_>) -> Result<(), WorkbenchError> {
        let Some(validator) = &self.validator else { return Ok(()) };
        let mut texts = std::mem::take(&mut self.favoured);
        let n_favoured = texts.len();
        texts.extend((0..N_AT_ONCE).filter_map(|_| self.waiting.pop_back()));
        let is_asked = !texts.is_empty();
        let traces = records(&*bench.engine().machine, validator, &texts, bench.n_workers())?;
        for (at, (text, trace)) in texts.into_iter().zip(traces).enumerate() {
            let Some(recorded) = self.recorded(text, &trace) else { continue };
            let (known, most) = match at < n_favoured {
                true => (&mut self.favourites, N_FAVOURITES),
                false => (&mut self.known, N_KNOWN),
            };
            known.push_back(recorded);
            if known.len() > most {
                known.pop_front();
            }
        }
        // One with another testlib.h, or none, keeps no record.
        if is_asked && self.known.is_empty() && self.favourites.is_empty() {
            self.validator = None;
        }
        Ok(())
    }

    fn recorded(&mut self, text: String, trace: &Trace) -> Option<Recorded> {
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

    fn changed(&self, random: &mut fastrand::Rng) -> Option<String> {
        let any = |random: &mut fastrand::Rng| {
            let is_favourite = !self.favourites.is_empty() && (self.known.is_empty() || random.bool());
            let from = if is_favourite { &self.favourites } else { &self.known };
            (!from.is_empty()).then(|| &from[mostly_late(from.len(), random)])
        };
        let one = any(random)?;
        match random.bool().then(|| one.spliced(any(random)?, random)).flatten() {
            Some(text) => Some(text),
            None => one.with_other_numbers(random),
        }
    }
}

impl Recorded {
    /// With a few numbers that are others.
    fn with_other_numbers(&self, random: &mut fastrand::Rng) -> Option<String> {
        // What counts something mostly stays: what is counted stays, too.
        let keeps_counts = random.u8(..8) > 0;
        let is_count = |at: usize| keeps_counts && self.loops.iter().any(|one| one.count == at);
        let numbers: Vec<(&Place, Limits)> = (self.places.iter().enumerate())
            .filter(|(at, _)| !is_count(*at))
            .filter_map(|(_, place)| Some((place, place.number?)))
            .collect();
        let mut edits = Vec::new();
        for _ in 0..random.usize(1..=MAX_CHANGES) {
            let (place, limits) = *random.choice(&numbers)?;
            let alike: Vec<i128> =
                numbers.iter().filter(|(other, _)| other.call == place.call).map(|(_, limits)| limits.value).collect();
            let other = limits.other(*random.choice(&alike)?, random);
            edits.push((place.bytes.clone(), other.to_string()));
        }
        Some(edited(&self.text, edits))
    }

    /// With rounds of a loop in place of others, which may be of another input.
    fn spliced(&self, other: &Recorded, random: &mut fastrand::Rng) -> Option<String> {
        let to = random.choice(&self.loops)?;
        let from = random.choice(other.loops.iter().filter(|from| from.call == to.call).collect::<Vec<_>>())?;
        let (taken, given) = (part(to.rounds.len(), random), part(from.rounds.len(), random));
        // A round lasts until the next one begins, so that the last one is never known whole.
        let n_rounds = (to.rounds.len() - taken.len() + given.len()) as i128;
        let bytes = |recorded: &Recorded, rounds: &[usize], part: Range<usize>| {
            let start = |round: usize| recorded.places[rounds[round]].bytes.start;
            start(part.start)..start(part.end)
        };
        let given = &other.text[bytes(other, &from.rounds, given)];
        let count = (self.places[to.count].bytes.clone(), (n_rounds + to.more).to_string());
        Some(edited(&self.text, vec![(bytes(self, &to.rounds, taken), given.to_owned()), count]))
    }
}

impl Limits {
    /// Another number that the read allows.
    fn other(self, alike: i128, random: &mut fastrand::Rng) -> i128 {
        let Limits { value, low, high } = self;
        let other = match random.u8(..8) {
            0 => low,
            1 => high,
            2 => low.saturating_add(1),
            3 => high.saturating_sub(1),
            4 => value.saturating_add(1),
            5 => value.saturating_sub(1),
            6 => alike,
            _ => random.i128(low..=high),
        };
        other.clamp(low, high)
    }
}

/// Rounds from one on to one before the last.
fn part(n_rounds: usize, random: &mut fastrand::Rng) -> Range<usize> {
    let (one, other) = (random.usize(..n_rounds), random.usize(..n_rounds));
    one.min(other)..one.max(other)
}

/// A text with other words at some places; of places that have bytes in common the later ones win.
fn edited(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
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
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

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

    fn known(texts: &[&str]) -> Guided {
        let mut guided = Guided::default();
        for text in texts {
            let recorded = guided.recorded((*text).to_owned(), &record(text)).unwrap();
            guided.known.push_back(recorded);
        }
        guided
    }

    #[test]
    fn rounds_are_counted_within_a_test_case() {
        let guided = known(&["2\n3\n5 6 7\n2\n8 9\n"]);
        let shown = |one: &Loop| (one.count, one.more, one.rounds.clone());
        let loops: Vec<_> = guided.known[0].loops.iter().map(shown).collect();
        // The test cases begin with their counts; then the numbers of each.
        assert_eq!(loops, [(0, 0, vec![1, 5]), (1, 0, vec![2, 3, 4]), (5, 0, vec![6, 7])]);
    }

    #[test]
    fn what_comes_of_it_is_valid() {
        let guided = known(&["2\n3\n5 6 7\n2\n8 9\n", "1\n4\n1 1 2 2\n"]);
        let random = &mut fastrand::Rng::with_seed(3);
        let all: BTreeSet<String> = (0..3000).filter_map(|_| guided.changed(random)).collect();
        let is_valid = |text: &String| {
            let numbers: Vec<usize> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
            let mut at = 1;
            for _ in 0..numbers[0] {
                let Some(n) = numbers.get(at) else { return false };
                let Some(row) = numbers.get(at + 1..at + 1 + n) else { return false };
                if !row.iter().all(|number| (1..=9).contains(number)) {
                    return false;
                }
                at += 1 + n;
            }
            at == numbers.len()
        };
        // A count that is changed by itself is none any more.
        let n_valid = all.iter().filter(|text| is_valid(text)).count();
        assert!(n_valid * 2 > all.len(), "{n_valid} of {}", all.len());
        // Numbers at a bound, a round less, and rounds of the other input, each with its count.
        for wanted in ["1\n4\n1 1 9 2\n", "1\n3\n1 2 2\n", "2\n4\n5 1 2 7\n2\n8 9\n"] {
            assert!(all.contains(wanted), "{wanted:?} is not among {}", all.len());
        }
    }
}
