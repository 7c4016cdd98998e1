//! Compares sequences of tokens.

use super::{
    files::{Files, Pace},
    message::{compress, fill, ordinal},
    outcome::Outcome,
    stream::{LANE, Reading, is_blank},
};

/// `wcmp`: the same tokens in the same order.
pub(super) fn wcmp(files: &mut Files<'_>) -> Reading<Outcome> {
    let mut start = files.output.clone();
    let mut pace = Pace::new();
    let mut n = 0;
    loop {
        pace.skip(files, is_blank, |block| n += n_tokens(block));
        if !files.both_go_on() {
            break;
        }
        n += 1;
        let (expected, found) = (files.answer.token()?, files.output.token()?);
        if expected != found {
            let values: [&dyn AsRef<[u8]>; 3] = [&ordinal(n), &compress(expected), &compress(found)];
            return Ok(Outcome::wa(fill("{} words differ - expected: '{}', found: '{}'", &values)));
        }
    }
    Ok(match (files.answer.seek_end(), files.output.seek_end()) {
        (true, true) if n == 1 => Outcome::ok(fill("\"{}\"", &[&compress(start.token()?)])),
        (true, true) => Outcome::ok(format!("{n} tokens")),
        (true, false) => Outcome::wa("Participant output contains extra tokens"),
        (false, _) => Outcome::wa("Unexpected EOF in the participants output"),
    })
}

/// The number of tokens in a block that ends with a blank and does not start within a token.
fn n_tokens(block: &[u8]) -> usize {
    let next = block.get(1..).unwrap_or_default();
    let ends = |(bytes, next): (&[u8], &[u8])| {
        // Counted in bytes, so that the loop is vectorised.
        let ends = bytes.iter().zip(next).map(|(&byte, &next)| u8::from(!is_blank(byte) & is_blank(next)));
        usize::from(ends.sum::<u8>())
    };
    block.chunks(LANE).zip(next.chunks(LANE)).map(ends).sum()
}
