//! The packed form: numbers of seven bits a byte, each kind of read described once.
//!
//! Reads that came as expected are only counted: each is of the kind that last came after the kind before it in its
//! stream, begins where the one before ended, and its value stands in the input.
//!
//! Invariant: whatever the bytes are, time and memory are linear in their number and the length of the input.

use std::{collections::HashMap, sync::Arc};

use super::{
    Number, Read, ReadKind, Record, Value, of_json,
    raw::{Raw, is_real},
};

/// What a packed record begins with.
pub(super) const HEAD: &[u8] = b"TLT\x01";

/// The numbers that records begin with; from [`FIRST_KIND`] on it is a read of the kind with that number less this.
const JSON: u64 = 0;
const DESCRIPTION: u64 = 1;
const TEST_CASE: u64 = 2;
const RUN: u64 = 3;
const FIRST_KIND: u64 = 4;

/// The records up to the first that is cut or makes no sense. Reads of `inf` read the input.
pub(super) fn records(packed: &[u8], input: &[u8]) -> Vec<Record> {
    let mut reader = Reader { rest: packed, input, left: packed.len() + input.len(), ..Reader::default() };
    let mut records = Vec::new();
    while reader.next(&mut records).is_some() {}
    records
}

#[derive(Default)]
struct Reader<'a> {
    rest: &'a [u8],
    input: &'a [u8],
    /// How many bytes of the input runs may still tell of: a record that goes back in it again and again makes no sense.
    left: usize,
    kinds: HashMap<u64, Arc<ReadKind>>,
    /// The last reads of the streams.
    streams: HashMap<String, Last>,
    /// The kind of the last read of all.
    last: Option<u64>,
    /// What came after a kind the last time.
    successors: HashMap<u64, u64>,
    test_case: Option<i64>,
}

/// The last read of a stream.
#[derive(Clone, Copy, Default)]
struct Last {
    /// Its kind, if there was one.
    kind: Option<u64>,
    /// Where it ended.
    end: u64,
}

impl Reader<'_> {
    /// Takes one more record, which may tell nothing by itself; `None` at the end of those that make sense.
    fn next(&mut self, records: &mut Vec<Record>) -> Option<()> {
        match self.number()? {
            JSON => {
                let text = self.text()?;
                records.extend(of_json(text));
            }
            DESCRIPTION => {
                let number = self.number()?;
                let text = self.text()?;
                let kind = serde_json::from_slice::<Raw>(text).ok()?.read_kind()?;
                self.kinds.insert(number, Arc::new(kind));
            }
            TEST_CASE => {
                let number = i64::try_from(self.number()?).ok()?;
                self.test_case = Some(number - 1).filter(|&number| number >= 0);
            }
            RUN => {
                let n_reads = self.number()?;
                for _ in 0..n_reads {
                    records.push(Record::Read(self.expected()?));
                }
            }
            kind => {
                let read = self.read(kind - FIRST_KIND)?;
                records.push(Record::Read(read));
            }
        }
        Some(())
    }

    /// A read that is told of by itself.
    fn read(&mut self, number: u64) -> Option<Read> {
        let gap = unfolded(self.number()?);
        let kind = Arc::clone(self.kinds.get(&number)?);
        let last = self.last_of(&kind.stream);
        let offset = last.end.checked_add_signed(gap)?;
        let (value, len_bytes) = self.value(&kind, offset)?;
        if let Some(last) = last.kind {
            self.successors.insert(last, number);
        }
        self.finish(number, Read { kind, value, offset, len_bytes, test_case: self.test_case, choice: None })
    }

    fn last_of(&self, stream: &str) -> Last {
        self.streams.get(stream).copied().unwrap_or_default()
    }

    /// The read that is likely to come, with its value from the input.
    fn expected(&mut self) -> Option<Read> {
        let number = *self.successors.get(&self.last?)?;
        let kind = Arc::clone(self.kinds.get(&number)?);
        let offset = self.last_of(&kind.stream).end;
        let rest = self.input.get(usize::try_from(offset).ok()?..).filter(|_| kind.stream == "inf")?;
        let text = match kind.wanted.op.as_str() {
            "eof" => &rest[..0],
            "eoln" if rest.starts_with(b"\r\n") => &rest[..2],
            "eoln" | "space" | "char" => rest.get(..1)?,
            _ => rest.split(u8::is_ascii_whitespace).next().filter(|token| !token.is_empty())?,
        };
        let integer = || std::str::from_utf8(text).ok()?.parse::<i128>().ok();
        self.left = self.left.checked_sub(text.len().max(1))?;
        let len_bytes = text.len() as u64;
        let value = match kind.wanted.op.as_str() {
            "int" | "long" | "unsigned long" => Value::Number(Number::Int(integer()?)),
            _ => Value::Text { len: len_bytes },
        };
        self.finish(number, Read { kind, value, offset, len_bytes, test_case: self.test_case, choice: None })
    }

    fn finish(&mut self, number: u64, read: Read) -> Option<Read> {
        let end = read.offset.checked_add(read.len_bytes)?;
        self.last = Some(number);
        let last = Last { kind: Some(number), end };
        match self.streams.get_mut(&read.kind.stream) {
            Some(known) => *known = last,
            None => drop(self.streams.insert(read.kind.stream.clone(), last)),
        }
        Some(read)
    }

    /// A value, and how many bytes were taken for it.
    fn value(&mut self, kind: &ReadKind, offset: u64) -> Option<(Value, u64)> {
        let integer = |value: i128| (Value::Number(Number::Int(value)), value.to_string().len() as u64);
        Some(match kind.wanted.op.as_str() {
            "int" | "long" => integer(unfolded(self.number()?).into()),
            "unsigned long" => integer(self.number()?.into()),
            op if is_real(op) => {
                let value = f64::from_le_bytes(*self.take(8)?.first_chunk()?);
                (Value::Number(Number::Real(value)), self.number()?)
            }
            op => {
                let taken = self.number()?;
                let end = if op == "line" { self.line_end(kind, offset, taken) } else { 0 };
                (Value::Text { len: taken.saturating_sub(end) }, taken)
            }
        })
    }

    /// How many of the bytes that were taken for a line are its end.
    fn line_end(&self, kind: &ReadKind, offset: u64, taken: u64) -> u64 {
        let range = usize::try_from(offset).ok().zip(usize::try_from(offset.saturating_add(taken)).ok());
        let text = range.and_then(|(from, to)| self.input.get(from..to)).filter(|_| kind.stream == "inf");
        match text {
            Some(text) if text.ends_with(b"\r\n") => 2,
            Some(text) => text.ends_with(b"\n").into(),
            None => 1,
        }
    }

    fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn text(&mut self) -> Option<&[u8]> {
        let size = usize::try_from(self.number()?).ok()?;
        self.take(size)
    }

    fn take(&mut self, size: usize) -> Option<&[u8]> {
        let (taken, rest) = self.rest.split_at_checked(size)?;
        self.rest = rest;
        Some(taken)
    }
}

/// The number whose sign was folded into the lowest bit.
fn unfolded(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}
