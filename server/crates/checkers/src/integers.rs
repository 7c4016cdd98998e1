//! Compares integers.

use super::{
    files::Files,
    message::{compress, fill, ordinal, spaced, spaced_briefly},
    number,
    outcome::Outcome,
    stream::{Reading, Stream},
};

/// Up to this many numbers are shown.
const N_SHOWN: usize = 5;

/// `icmp`: one integer of 32 bits.
pub(super) fn icmp(files: &mut Files<'_>) -> Reading<Outcome> {
    let (expected, found) = (files.answer.int()?, files.output.int()?);
    Ok(if expected == found {
        Outcome::ok(format!("answer is {expected}"))
    } else {
        Outcome::wa(format!("expected {expected}, found {found}"))
    })
}

/// `hcmp`: one integer of any length.
pub(super) fn hcmp(files: &mut Files<'_>) -> Reading<Outcome> {
    let (expected, found) = (files.answer.token()?, files.output.token()?);
    if !number::is_huge_integer(expected) {
        return Ok(Outcome::fail(fill("{} is not a valid integer", &[&compress(expected)])));
    }
    if !files.answer.seek_end() {
        return Ok(Outcome::fail("expected exactly one token in the answer file"));
    }
    if !number::is_huge_integer(found) {
        return Ok(Outcome::pe(fill("{} is not a valid integer", &[&compress(found)])));
    }
    Ok(if expected == found {
        Outcome::ok(fill("answer is '{}'", &[&compress(expected)]))
    } else {
        Outcome::wa(fill("expected '{}', found '{}'", &[&compress(expected), &compress(found)]))
    })
}

/// `ncmp`: the same integers of 64 bits in the same order.
pub(super) fn ncmp(files: &mut Files<'_>) -> Reading<Outcome> {
    let mut first = Vec::with_capacity(N_SHOWN);
    let mut n = 0;
    while files.both_go_on() {
        n += 1;
        let (expected, found) = (files.answer.long()?, files.output.long()?);
        if expected != found {
            let nth = ordinal(n);
            return Ok(Outcome::wa(format!("{nth} numbers differ - expected: '{expected}', found: '{found}'")));
        }
        if n <= N_SHOWN {
            first.push(expected);
        }
    }
    if let Some(verdict) = compare_lengths(files, n, |stream| stream.long().map(|_| ()))? {
        return Ok(verdict);
    }
    Ok(if n <= N_SHOWN {
        Outcome::ok(fill("{} number(s): \"{}\"", &[&n.to_string(), &compress(spaced(&first).as_bytes())]))
    } else {
        Outcome::ok(format!("{n} numbers"))
    })
}

/// Reads the rests of both files after `n` equal elements, and the verdict if one goes on.
pub(super) fn compare_lengths<'a>(
    files: &mut Files<'a>,
    n: usize,
    read: impl Fn(&mut Stream<'a>) -> Reading<()>,
) -> Reading<Option<Outcome>> {
    let n_more_expected = count(&mut files.answer, &read)?;
    let n_more_found = count(&mut files.output, &read)?;
    let longer = |this: &str, other: &str, n_more: usize| {
        let length = n + n_more;
        Outcome::wa(format!("{this} contains longer sequence [length = {length}], but {other} contains {n} elements"))
    };
    Ok(match (n_more_expected, n_more_found) {
        (0, 0) => None,
        (0, n_more) => Some(longer("Output", "answer", n_more)),
        (n_more, _) => Some(longer("Answer", "output", n_more)),
    })
}

fn count<'a>(stream: &mut Stream<'a>, read: &impl Fn(&mut Stream<'a>) -> Reading<()>) -> Reading<usize> {
    let mut n = 0;
    while !stream.seek_end() {
        read(stream)?;
        n += 1;
    }
    Ok(n)
}

/// `uncmp`: the same integers of 64 bits in any order.
pub(super) fn uncmp(files: &mut Files<'_>) -> Reading<Outcome> {
    let (mut expected, mut found) = (files.answer.longs()?, files.output.longs()?);
    let n = expected.len();
    if n != found.len() {
        return Ok(Outcome::wa(format!("Expected {n} elements, but {} found", found.len())));
    }
    expected.sort_unstable();
    found.sort_unstable();
    if expected != found {
        let text = "Expected sequence and output are different (as unordered sequences)";
        return Ok(Outcome::wa(format!("{text} [size={n}]")));
    }
    Ok(match expected[..] {
        [] => Outcome::ok("empty sequence"),
        [only] => Outcome::ok(format!("1 number: {only}")),
        _ => Outcome::ok(format!("{n} numbers (in increasing order): {}", spaced_briefly(&expected, 2))),
    })
}
