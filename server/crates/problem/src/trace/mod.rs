//! The record that a program built with our testlib.h writes when it is asked to: why it failed, what it read.
//!
//! Invariant: reading a record never fails. Kinds and keys that are not known are skipped, and of a record that was cut
//! short everything before the cut is read. Both forms, lines of JSON and packed, give the same values.

mod bounds;
mod packed;
mod raw;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use self::bounds::{NamedReads, merged, overview};
use self::raw::Raw;
use crate::path::RelPath;

/// The record of one run, in the order in which it was written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// What was written.
    pub records: Vec<Record>,
}

/// One thing that a program tells.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// The verdict, and what decided it.
    Fail(Box<Fail>),
    /// A read that went well.
    Read(Read),
    /// Where a checker saw output and answer differ.
    Differ(Differ),
    /// What a generator was asked for.
    Gen(Gen),
    /// What the reads of a name came to.
    Bounds(Box<NamedReads>),
    /// The program came to its end, so that the record is whole.
    End(End),
}

/// A verdict and the call that decided it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fail {
    /// `ok`, `wa`, `pe`, `fail`, `dirt`, `points`, `partially` or `unexpected_eof`.
    pub verdict: String,
    /// The program's words.
    pub message: String,
    /// The call that decided.
    pub site: Option<Site>,
    /// Where in the input it was decided: at the token that was being read, or the last one that had been read.
    pub at: Option<InputPlace>,
    /// What was being read; `None` when no read failed.
    pub wanted: Option<Wanted>,
    /// What should have stood there: `in range`, `pattern`, `end of line`, a kind of number.
    pub expected: Option<String>,
    /// What stood there.
    pub found: Option<String>,
    /// The number of the test case.
    pub test_case: Option<i64>,
}

/// A call in the source of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// The file as the compiler named it.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column in bytes, somewhere in the call; which byte of it depends on the compiler.
    pub column: Option<u32>,
}

/// A place in what a program reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputPlace {
    /// `inf`, `ouf` or `ans`.
    pub stream: String,
    /// Bytes before it.
    pub offset: u64,
    /// 1-based line.
    pub line: Option<u32>,
    /// 1-based column in bytes.
    pub column: Option<u32>,
}

/// What a read asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wanted {
    /// `int`, `long`, `unsigned long`, `double`, `token`, `line`, `char`, `space`, `eoln`, `eof`; an open set.
    pub op: String,
    /// What the program calls it.
    pub name: Option<String>,
    /// The least value that is allowed.
    pub lo: Option<Number>,
    /// The greatest value that is allowed.
    pub hi: Option<Number>,
    /// The pattern that a text must match.
    pub pattern: Option<String>,
}

/// A number of a record.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Number {
    /// An integer of any type of C++.
    Int(i128),
    /// A `double`.
    Real(f64),
}

/// A read that went well.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// What was asked for and where; reads of a loop share it.
    pub kind: Arc<ReadKind>,
    /// What came.
    pub value: Value,
    /// Bytes before it.
    pub offset: u64,
    /// Bytes that were taken.
    pub len_bytes: u64,
    /// The number of the test case.
    pub test_case: Option<i64>,
    /// The place in the choices of a validator that makes inputs; told in JSON only.
    pub choice: Option<u64>,
}

/// What reads of one call have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadKind {
    /// What is asked for.
    pub wanted: Wanted,
    /// The call.
    pub site: Option<Site>,
    /// `inf`, `ouf` or `ans`.
    pub stream: String,
}

/// What was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(Number),
    /// A text of so many bytes.
    Text {
        /// Its length.
        len: u64,
    },
}

/// Where output and answer differ first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differ {
    /// Bytes before the token of the output.
    pub ouf_offset: u64,
    /// Bytes before the token of the answer.
    pub ans_offset: u64,
    /// The token of the output.
    pub ouf: String,
    /// The token of the answer.
    pub ans: String,
}

/// What a generator was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gen {
    /// The seed.
    pub seed: u64,
    /// How often it drew.
    pub draws: u64,
    /// The options that it read.
    pub options: Vec<OptionRead>,
}

/// An option that a generator read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct OptionRead {
    /// Its name or index.
    pub key: String,
    /// The type that it was read as.
    #[serde(rename = "type")]
    pub type_name: String,
    /// What it is when it is not given.
    #[serde(rename = "default")]
    pub fallback: Option<String>,
    /// What was given.
    pub value: Option<String>,
}

/// Totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// Number of reads that went well, if they were counted.
    pub reads: u64,
    /// What the program ends with.
    pub exit_code: i64,
}

impl Trace {
    /// Reads a record of either form, with the input that the program read: packed records do not repeat its values.
    pub fn parse(bytes: &[u8], input: &[u8]) -> Trace {
        let records = match bytes.strip_prefix(packed::HEAD) {
            Some(packed) => packed::records(packed, input),
            None => bytes.split(|&byte| byte == b'\n').filter_map(of_json).collect(),
        };
        Trace { records }
    }

    /// The verdict that the run came to, the last one where there are several.
    pub fn fail(&self) -> Option<&Fail> {
        self.records.iter().rev().find_map(|record| match record {
            Record::Fail(fail) => Some(&**fail),
            Record::Read(_) | Record::Differ(_) | Record::Gen(_) | Record::Bounds(_) | Record::End(_) => None,
        })
    }

    /// What the reads of each name came to; `None` when the program does not tell that, or was stopped.
    pub fn bounds(self) -> Option<Vec<NamedReads>> {
        let is_whole = self.is_whole();
        let bounds = self.records.into_iter().filter_map(|record| match record {
            Record::Bounds(reads) => Some(*reads),
            Record::Fail(_) | Record::Read(_) | Record::Differ(_) | Record::Gen(_) | Record::End(_) => None,
        });
        is_whole.then(|| bounds.collect())
    }

    /// Whether the program came to its end.
    pub fn is_whole(&self) -> bool {
        self.records.iter().any(|record| matches!(record, Record::End(_)))
    }
}

/// So many characters of a text are kept; testlib itself shows fewer.
const LONGEST_TEXT: usize = 200;

impl Fail {
    /// The same without what a program may write but nobody wants to keep: long texts, and a call outside the folder.
    #[must_use]
    pub fn clipped(mut self) -> Fail {
        let wanted = self.wanted.iter_mut().flat_map(|wanted| [wanted.name.as_mut(), wanted.pattern.as_mut()]);
        let texts = wanted.chain([self.expected.as_mut(), self.found.as_mut(), Some(&mut self.message)]);
        for text in texts.flatten() {
            if let Some((end, _)) = text.char_indices().nth(LONGEST_TEXT) {
                text.truncate(end);
            }
        }
        self.site = self.site.filter(|site| RelPath::parse(&site.file).is_some());
        self
    }

    /// The place in a validator's input.
    pub fn in_input(&self) -> Option<&InputPlace> {
        self.at.as_ref().filter(|place| place.stream == "inf")
    }
}

fn of_json(text: &[u8]) -> Option<Record> {
    serde_json::from_slice::<Raw>(text).ok()?.record()
}
