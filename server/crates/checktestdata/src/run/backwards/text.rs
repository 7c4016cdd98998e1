//! Texts that a regular expression matches.

use fastrand::Rng;
use regex_syntax::hir::{self, Hir, HirKind};

/// Which letters a text has.
#[derive(Clone, Copy)]
pub(super) struct Letters {
    /// So many different ones of each set at most.
    pub(super) n_most: usize,
    /// Where in the set they begin.
    pub(super) first: usize,
    /// Which of them stands where.
    pub(super) order: Order,
}

impl Letters {
    /// Any.
    pub(super) const ALL: Letters = Letters { n_most: usize::MAX, first: 0, order: Order::Drawn };
}

/// Which letter stands at a place of a text.
#[derive(Clone, Copy)]
pub(super) enum Order {
    /// Each is drawn.
    Drawn,
    /// Two letters in the sequence of Thue and Morse, which sums that overflow take for repeating itself.
    ThueMorse,
    /// All are the same but each so many-th one, which is the next.
    Periodic(usize),
}

impl Order {
    /// One of those that are not drawn, for a text of this length.
    pub(super) fn of_long(length: usize, random: &mut Rng) -> Order {
        match random.bool() {
            true => Order::ThueMorse,
            false => {
                let most = if random.bool() { 5.min(length) } else { length };
                Order::Periodic(random.usize(1..=most.max(1)))
            }
        }
    }

    /// Which letter it is, of so many.
    fn letter(self, at: usize, n_letters: usize, random: &mut Rng) -> usize {
        match self {
            Order::Drawn => random.usize(..n_letters),
            Order::ThueMorse => at.count_ones() as usize % 2,
            Order::Periodic(period) => usize::from((at + 1).is_multiple_of(period)),
        }
    }
}

/// The lengths that its texts have at least and at most; `None` when there is no text.
pub(super) fn lengths(hir: &Hir) -> Option<(usize, Option<usize>)> {
    let properties = hir.properties();
    Some((properties.minimum_len()?, properties.maximum_len()))
}

/// Writes a text that matches, of about the length that is wished: exactly so long where the parts leave room for it.
pub(super) fn write(hir: &Hir, length: usize, letters: Letters, random: &mut Rng, text: &mut Vec<u8>) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.extend_from_slice(&literal.0),
        HirKind::Class(class) => text.extend(letter(class, letters, text.len(), random)),
        HirKind::Capture(capture) => write(&capture.sub, length, letters, random, text),
        HirKind::Concat(parts) => {
            let parts: Vec<&Hir> = parts.iter().collect();
            let shares = shares(&parts, length, random);
            parts.into_iter().zip(shares).for_each(|(part, share)| write(part, share, letters, random, text));
        }
        HirKind::Alternation(parts) => {
            let off = |part: &Hir| match lengths(part) {
                Some((least, most)) => {
                    least.saturating_sub(length).max(length.saturating_sub(most.unwrap_or(usize::MAX)))
                }
                None => usize::MAX,
            };
            let best = parts.iter().map(off).min().unwrap_or(0);
            let fitting: Vec<&Hir> = parts.iter().filter(|part| off(part) == best).collect();
            if let Some(part) = random.choice(fitting) {
                write(part, length, letters, random, text);
            }
        }
        HirKind::Repetition(repeated) => {
            let Some((least, most)) = lengths(&repeated.sub) else { return };
            let n_least = length.div_ceil(most.unwrap_or(length).max(1)).min(length);
            let n_most = length.checked_div(least).unwrap_or(n_least);
            let within = |n: usize| n.clamp(repeated.min as usize, repeated.max.unwrap_or(u32::MAX) as usize);
            let (n_least, n_most) = (within(n_least.min(n_most)), within(n_most));
            let n_rounds = random.usize(n_least..=n_most.max(n_least));
            let parts = vec![&*repeated.sub; n_rounds];
            let shares = shares(&parts, length, random);
            parts.into_iter().zip(shares).for_each(|(part, share)| write(part, share, letters, random, text));
        }
    }
}

/// How long each part is, so that all together are as long as is wished.
fn shares(parts: &[&Hir], length: usize, random: &mut Rng) -> Vec<usize> {
    let bounds: Vec<(usize, usize)> = parts
        .iter()
        .map(|part| lengths(part).map_or((0, 0), |(least, most)| (least, most.unwrap_or(usize::MAX))))
        .collect();
    let mut shares: Vec<usize> = bounds.iter().map(|(least, _)| *least).collect();
    let mut rest = length.saturating_sub(shares.iter().sum());
    let mut order: Vec<usize> = (0..parts.len()).filter(|at| bounds[*at].0 < bounds[*at].1).collect();
    random.shuffle(&mut order);
    for is_last in [false, true] {
        for (n_before, at) in order.iter().enumerate() {
            let room = rest.min(bounds[*at].1 - shares[*at]);
            // About as much for each of those that are left.
            let n_left = order.len() - n_before;
            let most = room.min((rest / n_left).saturating_mul(2).max(1));
            let more = if is_last || n_left == 1 { room } else { random.usize(0..=most) };
            shares[*at] += more;
            rest -= more;
        }
    }
    shares
}

/// The letter of a set that stands at a place, one that can be seen if there is any.
fn letter(class: &hir::Class, letters: Letters, place: usize, random: &mut Rng) -> Vec<u8> {
    let class = Class::of(class);
    let n_letters = class.n_letters();
    if n_letters == 0 {
        return Vec::new();
    }
    let n_used = n_letters.min(letters.n_most.max(1));
    class.letter((letters.first + letters.order.letter(place, n_used, random)) % n_letters)
}

/// The letters of a set that are written: those that can be seen, if there are any.
pub(super) struct Class {
    ranges: Vec<(u32, u32)>,
    are_bytes: bool,
}

impl Class {
    pub(super) fn of(class: &hir::Class) -> Class {
        let ranges: Vec<(u32, u32)> = match class {
            hir::Class::Bytes(class) => {
                class.ranges().iter().map(|range| (range.start().into(), range.end().into())).collect()
            }
            hir::Class::Unicode(class) => {
                class.ranges().iter().map(|range| (range.start().into(), range.end().into())).collect()
            }
        };
        let all = [(u32::from(b' '), u32::from(b'~')), (0, 127), (0, u32::MAX)];
        let seen = all.into_iter().map(|(from, to)| within(&ranges, from, to)).find(|ranges| !ranges.is_empty());
        Class { ranges: seen.unwrap_or_default(), are_bytes: matches!(class, hir::Class::Bytes(_)) }
    }

    pub(super) fn n_letters(&self) -> usize {
        self.ranges.iter().map(|(from, to)| (to - from) as usize + 1).sum()
    }

    /// The letter with that number, from 0 on.
    pub(super) fn letter(&self, mut at: usize) -> Vec<u8> {
        let found = self.ranges.iter().find_map(|(from, to)| {
            let n_here = (to - from) as usize + 1;
            let here = (at < n_here).then_some(from + at as u32);
            at = at.wrapping_sub(n_here);
            here
        });
        match self.are_bytes {
            true => found.and_then(|byte| u8::try_from(byte).ok()).into_iter().collect(),
            false => found.and_then(char::from_u32).map(String::from).unwrap_or_default().into_bytes(),
        }
    }
}

fn within(ranges: &[(u32, u32)], from: u32, to: u32) -> Vec<(u32, u32)> {
    let clipped = ranges.iter().map(|(start, end)| ((*start).max(from), (*end).min(to)));
    clipped.filter(|(start, end)| start <= end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regex::Pattern;

    #[test]
    fn letters_stand_in_an_order() {
        let written = |order| {
            let pattern = Pattern::compile(b"[ab]{1,20}").expect("it is a pattern");
            let mut text = Vec::new();
            let letters = Letters { order, ..Letters::ALL };
            write(&pattern.hir, 16, letters, &mut Rng::with_seed(1), &mut text);
            String::from_utf8(text).expect("letters of ASCII")
        };
        // Each half is the one before it with its letters changed.
        assert_eq!(written(Order::ThueMorse), "abbabaabbaababba");
        assert_eq!(written(Order::Periodic(3)), "aabaabaabaabaaba");
        assert_eq!(written(Order::Periodic(1)), "bbbbbbbbbbbbbbbb");
    }
}
