//! A record as it stands in JSON: any keys of any kind, from which the kind takes its own.

use serde::Deserialize;

use super::{
    Differ, End, Fail, Gen, InputPlace, NamedReads, Number, OptionRead, Read, ReadKind, Record, Site, Value, Wanted,
};

/// The version of the records that are understood.
const VERSION: u32 = 1;

/// Every key of every kind.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Raw {
    v: u32,
    kind: String,
    verdict: String,
    message: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    stream: Option<String>,
    offset: Option<u64>,
    in_line: Option<u32>,
    in_column: Option<u32>,
    op: Option<String>,
    name: Option<String>,
    lo: Option<RawNumber>,
    hi: Option<RawNumber>,
    pattern: Option<String>,
    expected: Option<String>,
    found: Option<String>,
    test_case: Option<i64>,
    value: Option<RawNumber>,
    len: Option<u64>,
    len_bytes: Option<u64>,
    choice: Option<u64>,
    ouf_offset: u64,
    ans_offset: u64,
    ouf: String,
    ans: String,
    seed: u64,
    draws: u64,
    options: Vec<OptionRead>,
    lo_hit: bool,
    hi_hit: bool,
    min: Option<RawNumber>,
    max: Option<RawNumber>,
    sum: Option<RawNumber>,
    reads: u64,
    exit_code: i64,
}

/// A number as JSON has it: one that is not finite is a word, and a whole `double` looks like an integer.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum RawNumber {
    Signed(i64),
    Unsigned(u64),
    Real(f64),
    Word(String),
}

impl RawNumber {
    fn of(&self, op: &str) -> Option<Number> {
        let integer = match self {
            RawNumber::Signed(value) => i128::from(*value),
            RawNumber::Unsigned(value) => i128::from(*value),
            RawNumber::Real(value) => return Some(Number::Real(*value)),
            RawNumber::Word(word) => return word.parse().ok().map(Number::Real),
        };
        Some(if is_real(op) { Number::Real(integer as f64) } else { Number::Int(integer) })
    }
}

/// Whether a kind of read gives a `double`.
pub(super) fn is_real(op: &str) -> bool {
    op == "double"
}

impl Raw {
    /// The record; `None` when its version or kind is not known, or it lacks what its kind must have.
    pub(super) fn record(self) -> Option<Record> {
        if self.v != VERSION {
            return None;
        }
        match self.kind.as_str() {
            "fail" => Some(Record::Fail(Box::new(self.fail()))),
            "read" => self.read().map(Record::Read),
            "differ" => Some(Record::Differ(Differ {
                ouf_offset: self.ouf_offset,
                ans_offset: self.ans_offset,
                ouf: self.ouf,
                ans: self.ans,
            })),
            "gen" => Some(Record::Gen(Gen { seed: self.seed, draws: self.draws, options: self.options })),
            "bounds" => self.bounds().map(|reads| Record::Bounds(Box::new(reads))),
            "end" => Some(Record::End(End { reads: self.reads, exit_code: self.exit_code })),
            _ => None,
        }
    }

    /// What a kind of read asks for, where its call stands, and from which stream it reads.
    pub(super) fn read_kind(&self) -> Option<ReadKind> {
        Some(ReadKind { wanted: self.wanted()?, site: self.site(), stream: self.stream.clone()? })
    }

    fn fail(self) -> Fail {
        Fail {
            site: self.site(),
            at: self.stream.clone().zip(self.offset).map(|(stream, offset)| InputPlace {
                stream,
                offset,
                line: self.in_line,
                column: self.in_column,
            }),
            wanted: self.wanted(),
            verdict: self.verdict,
            message: self.message,
            expected: self.expected,
            found: self.found,
            test_case: self.test_case,
        }
    }

    fn read(self) -> Option<Read> {
        let kind = self.read_kind()?;
        let number = self.value.as_ref().and_then(|value| value.of(&kind.wanted.op)).map(Value::Number);
        let text = self.len.map(|len| Value::Text { len });
        Some(Read {
            kind: kind.into(),
            value: number.or(text)?,
            offset: self.offset?,
            len_bytes: self.len_bytes?,
            test_case: self.test_case,
            choice: self.choice,
        })
    }

    /// Reads of integers only have a least and a greatest value; bounds of others are left out.
    fn bounds(self) -> Option<NamedReads> {
        let integer = |number: &Option<RawNumber>| match number.as_ref()? {
            RawNumber::Signed(value) => Some(i128::from(*value)),
            RawNumber::Unsigned(value) => Some(i128::from(*value)),
            RawNumber::Real(_) | RawNumber::Word(_) => None,
        };
        let seen = integer(&self.min).zip(integer(&self.max));
        let bound = |bound| seen.and_then(|_| integer(bound));
        let (lo, hi) = (bound(&self.lo), bound(&self.hi));
        let (lo_hit, hi_hit, site, sum) = (self.lo_hit, self.hi_hit, self.site(), integer(&self.sum));
        Some(NamedReads { name: self.name?, lo, hi, lo_hit, hi_hit, seen, sum, site })
    }

    fn site(&self) -> Option<Site> {
        Some(Site { file: self.file.clone()?, line: self.line?, column: self.column })
    }

    fn wanted(&self) -> Option<Wanted> {
        let op = self.op.clone()?;
        let bound = |bound: &Option<RawNumber>| bound.as_ref().and_then(|bound| bound.of(&op));
        let (lo, hi) = (bound(&self.lo), bound(&self.hi));
        Some(Wanted { op, name: self.name.clone(), lo, hi, pattern: self.pattern.clone() })
    }
}
