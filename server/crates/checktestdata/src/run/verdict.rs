//! What a run says of an input.

use crate::shown::shown;
use crate::source::Span;
use crate::value::Value;

/// What a program says of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The input is what the program describes.
    Accepted,
    /// It is not.
    Rejected(Rejection),
    /// The program does not say, because it is wrong or takes too long.
    Broken(Breakage),
}

/// Where an input stopped to be what a program describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The byte of the input; [`Position::of`](crate::Position::of) makes a line and a column of it.
    pub offset: usize,
    /// What the program wants there, as the end of "expected …".
    pub expected: String,
    /// What is there, as the end of "found …".
    pub found: String,
    /// The command that decided; empty, at the end of the program, for the `EOF` that is implied there.
    pub command: Span,
}

/// Why a program says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakage {
    /// The part of the program that is to blame.
    pub span: Span,
    /// What is wrong, and what to do about it.
    pub reason: String,
}

/// What a run met at one of the [sites](crate::Program::sites).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// How many values were within the bounds.
    pub n_reads: u64,
    /// The least of them.
    pub least: Option<Value>,
    /// The greatest of them.
    pub greatest: Option<Value>,
    /// The least that was allowed, if it was the same each time.
    pub min: Option<Value>,
    /// The greatest that was allowed, if it was the same each time.
    pub max: Option<Value>,
    /// Whether one was the least that was allowed when it was read.
    pub has_met_min: bool,
    /// Whether one was the greatest that was allowed when it was read.
    pub has_met_max: bool,
}

impl Reach {
    /// Counts a value that lies within bounds.
    #[inline]
    pub(super) fn add_small_within(&mut self, number: i64, min: i64, max: i64) {
        let is = |bound: &Option<Value>, value: i64| matches!(bound, Some(Value::Integer(known)) if *known == value);
        if self.n_reads == 0 {
            (self.min, self.max) = (Some(Value::Integer(min)), Some(Value::Integer(max)));
        } else {
            if !is(&self.min, min) {
                self.min = None;
            }
            if !is(&self.max, max) {
                self.max = None;
            }
        }
        self.has_met_min |= number == min;
        self.has_met_max |= number == max;
        self.add_small(number);
    }

    /// The same for values of any kind, whose order against the bounds is known.
    pub(super) fn add_within(&mut self, value: &Value, min: &Value, max: &Value) {
        if self.n_reads == 0 {
            (self.min, self.max) = (Some(min.clone()), Some(max.clone()));
        } else {
            self.min.take_if(|known| known != min);
            self.max.take_if(|known| known != max);
        }
        self.has_met_min |= value.compare(min).is_some_and(|order| order.is_eq());
        self.has_met_max |= value.compare(max).is_some_and(|order| order.is_eq());
        self.add(value);
    }

    #[inline]
    fn add_small(&mut self, number: i64) {
        match (&mut self.least, &mut self.greatest) {
            (Some(Value::Integer(least)), Some(Value::Integer(greatest))) => {
                self.n_reads += 1;
                *least = number.min(*least);
                *greatest = number.max(*greatest);
            }
            _ => self.add(&Value::Integer(number)),
        }
    }

    fn add(&mut self, value: &Value) {
        self.n_reads += 1;
        if self.least.as_ref().is_none_or(|least| value.compare(least).is_some_and(|order| order.is_lt())) {
            self.least = Some(value.clone());
        }
        if self.greatest.as_ref().is_none_or(|greatest| value.compare(greatest).is_some_and(|order| order.is_gt())) {
            self.greatest = Some(value.clone());
        }
    }
}

/// What stands at a byte of the input, as the end of "found …".
pub(super) fn found(input: &[u8], at: usize) -> String {
    match input.get(at) {
        None => "the end of the input".to_owned(),
        Some(b' ') => "a space".to_owned(),
        Some(b'\n') => "a line end".to_owned(),
        Some(b'\r') => "a carriage return".to_owned(),
        Some(b'\t') => "a tab".to_owned(),
        Some(_) => {
            const MAX_BYTES: usize = 200;
            let rest = &input[at..input.len().min(at + MAX_BYTES)];
            let end = rest.iter().position(|byte| byte.is_ascii_whitespace()).unwrap_or(rest.len());
            shown(&rest[..end])
        }
    }
}

/// One bit of the input, of a length that is wanted.
pub(super) fn found_text(input: &[u8], at: usize, n_bytes: usize) -> String {
    match &input[at..input.len().min(at.saturating_add(n_bytes))] {
        [] | [_] => found(input, at),
        text => shown(text),
    }
}
