//! The two files that a checker compares.

use super::{
    message::fill,
    outcome::{Outcome, OutcomeKind},
    stream::{Reading, Side, Stream},
};

/// Largest file, in bytes.
const MAX_FILE_SIZE: usize = 128 << 20;

/// How many bytes are compared at once where the files agree.
const BLOCK: usize = 16 << 10;

/// The output and the answer, each read from its start.
pub(super) struct Files<'a> {
    /// The participant's output.
    pub(super) output: Stream<'a>,
    /// The jury's answer.
    pub(super) answer: Stream<'a>,
}

impl<'a> Files<'a> {
    /// Opens both, the output first; `None` is an absent file.
    pub(super) fn open(output: (Option<&'a [u8]>, &'a str), answer: (Option<&'a [u8]>, &'a str)) -> Reading<Files<'a>> {
        let absent = |name: &str| fill("file not found: \"{}\"", &[&name]);
        let bytes = output.0.ok_or_else(|| Outcome::pe(fill("Output {}", &[&absent(output.1)])))?;
        let output = open(bytes, Side::Output)?;
        let bytes = answer.0.ok_or_else(|| Outcome::fail(fill("Answer {}", &[&absent(answer.1)])))?;
        let answer = open(bytes, Side::Answer(answer.1))?;
        Ok(Files { output, answer })
    }

    /// Skips blanks in both; whether something is left in both.
    #[inline]
    pub(super) fn both_go_on(&mut self) -> bool {
        !self.answer.seek_end() & !self.output.seek_end()
    }

    /// Skips what both files have next in common, up to a byte after which both start afresh and short of the end; what
    /// was skipped, empty when that is not worth the while.
    pub(super) fn skip_common_block(&mut self, is_boundary: impl Fn(u8) -> bool) -> &'a [u8] {
        let (answer, output) = (self.answer.rest(), self.output.rest());
        let (Some(block), Some(other)) = (answer.get(..BLOCK), output.get(..BLOCK)) else {
            return &[];
        };
        if answer.len() == BLOCK || block != other {
            return &[];
        }
        let end = block.iter().rposition(|&byte| is_boundary(byte)).map_or(0, |last| last + 1);
        self.answer.advance(end);
        self.output.advance(end);
        &block[..end]
    }

    /// The final verdict: an output that would pass must not go on.
    pub(super) fn settle(mut self, outcome: Outcome) -> Outcome {
        match outcome.kind {
            OutcomeKind::Ok | OutcomeKind::Points if !self.output.seek_end() => {
                Outcome::pe("Extra information in the output file")
            }
            OutcomeKind::Ok | OutcomeKind::Points | OutcomeKind::Wa | OutcomeKind::Pe | OutcomeKind::Fail => outcome,
        }
    }
}

fn open<'a>(bytes: &'a [u8], side: Side<'a>) -> Reading<Stream<'a>> {
    if bytes.len() > MAX_FILE_SIZE {
        let (max, size) = (MAX_FILE_SIZE.to_string(), bytes.len().to_string());
        return Err(Stream::new(bytes, side).fault(fill("File size exceeds {} bytes, size is {}", &[&max, &size])));
    }
    let bytes = match side {
        Side::Output => bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes),
        Side::Answer(_) => bytes,
    };
    Ok(Stream::new(bytes, side))
}

/// When to look for common blocks: at the start, after every block found, and then once per block that was read.
pub(super) struct Pace {
    /// Look when no more than this is left of the answer.
    look_at: usize,
}

impl Pace {
    /// Looks at once.
    pub(super) fn new() -> Pace {
        Pace { look_at: usize::MAX }
    }

    /// Skips common blocks if it is time to; calls `skipped` with each.
    #[inline]
    pub(super) fn skip(&mut self, files: &mut Files<'_>, is_boundary: impl Fn(u8) -> bool, skipped: impl FnMut(&[u8])) {
        if files.answer.rest().len() <= self.look_at {
            self.skip_now(files, is_boundary, skipped);
        }
    }

    fn skip_now(&mut self, files: &mut Files<'_>, is_boundary: impl Fn(u8) -> bool, mut skipped: impl FnMut(&[u8])) {
        loop {
            match files.skip_common_block(&is_boundary) {
                [] => break,
                block => skipped(block),
            }
        }
        self.look_at = files.answer.rest().len().saturating_sub(BLOCK);
    }
}
