//! Compares sequences of lines.

use super::{
    files::{Files, Pace},
    message::{compress, fill, ordinal},
    outcome::Outcome,
    stream::{LANE, Stream},
};

/// `fcmp`: the same lines, blanks included.
pub(super) fn fcmp(files: &mut Files<'_>) -> Outcome {
    let start = files.answer.clone();
    compare(files, start, |expected, found| expected == found)
}

/// `lcmp`: the same words on every line.
pub(super) fn lcmp(files: &mut Files<'_>) -> Outcome {
    let start = files.output.clone();
    compare(files, start, |expected, found| expected == found || words(expected).eq(words(found)))
}

/// Compares line by line; `start` is the file that is shown when it is a single line.
fn compare(files: &mut Files<'_>, mut start: Stream<'_>, same: impl Fn(&[u8], &[u8]) -> bool) -> Outcome {
    let mut pace = Pace::new();
    let mut n = 0;
    loop {
        pace.skip(files, is_line_end, |block| n += n_lines(block));
        if files.answer.rest().is_empty() {
            break;
        }
        let expected = files.answer.line();
        if expected.is_empty() && files.answer.rest().is_empty() {
            break;
        }
        let found = files.output.line();
        n += 1;
        if !same(&expected, &found) {
            let values: [&dyn AsRef<[u8]>; 3] = [&ordinal(n), &compress(&expected), &compress(&found)];
            return Outcome::wa(fill("{} lines differ - expected: '{}', found: '{}'", &values));
        }
    }
    match n {
        1 => Outcome::ok(fill("single line: '{}'", &[&compress(&start.line())])),
        _ => Outcome::ok(format!("{n} lines")),
    }
}

fn is_line_end(byte: u8) -> bool {
    byte == b'\n'
}

fn n_lines(block: &[u8]) -> usize {
    // Counted in bytes, so that the loop is vectorised.
    let line_ends = |piece: &[u8]| piece.iter().map(|&byte| u8::from(is_line_end(byte))).sum::<u8>();
    block.chunks(LANE).map(|piece| usize::from(line_ends(piece))).sum()
}

/// Unlike elsewhere, vertical tab and form feed separate words too.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| matches!(byte, b' ' | 0x09..=0x0D)).filter(|word| !word.is_empty())
}
