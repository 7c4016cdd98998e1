//! All small inputs, one after the other.
//!
//! What is decided in a run are the digits of a counter, each with as many values as are tried there. The next run has the
//! last digit that may still grow one higher and zeros behind it; so what was refused after some decisions is not looked at
//! again with others behind them. Nothing is drawn, and nothing is made anew.

use std::collections::HashSet;
use std::mem;

use num_bigint::BigInt;
use num_traits::ToPrimitive as _;
use regex_syntax::hir::{Hir, HirKind};

use super::draw::{Known, Place};
use super::{Draws, Narrowing, Plan, Policy, Sizes, Writer, Written, has_source, text};
use crate::Program;
use crate::run::store::Key;
use crate::run::{Limits, Verdict, run};
use crate::tree::Variable;

/// Of the numbers that a decision may not take, so many are passed over.
const MAX_PASSED: usize = 64;

/// Which inputs are small, and how many of them are made.
#[derive(Clone, Debug)]
pub struct Small {
    /// Each number is one of so many first ones that its bounds allow, those around zero where both signs are allowed; the
    /// same holds for the letters of a text, for how often something is repeated, and for alternatives.
    pub n_values: usize,
    /// The length of an input at most.
    pub max_bytes: usize,
    /// How many inputs are made at most.
    pub n_inputs: usize,
    /// How many steps it may take. A command is a step or more, each time that it is tried.
    pub n_steps: u64,
}

/// The digits of a run.
#[derive(Debug, Default)]
pub(super) struct Odometer {
    n_values: usize,
    /// The value of each, and how many there are.
    digits: Vec<(usize, usize)>,
    /// Which one is next.
    at: usize,
}

impl Odometer {
    /// The next digit, below a count.
    fn digit(&mut self, count: usize) -> usize {
        if count <= 1 {
            return 0;
        }
        if self.at == self.digits.len() {
            self.digits.push((0, count));
        }
        let (value, _) = self.digits[self.at];
        self.at += 1;
        value
    }

    /// Goes on to the next run; false when there is none.
    fn advance(&mut self) -> bool {
        self.digits.truncate(mem::take(&mut self.at));
        while let Some((value, count)) = self.digits.pop() {
            if value + 1 < count {
                self.digits.push((value + 1, count));
                return true;
            }
        }
        false
    }
}

/// Makes all small inputs that a program accepts, in their order, each once.
pub(crate) fn small_inputs(program: &Program, small: &Small, limits: &Limits) -> Vec<Vec<u8>> {
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    if !has_source(program) {
        return found;
    }
    let plan = Plan::of(program);
    let draws = Draws { policy: Policy::Lowest, sizes: Sizes::Small, max_bytes: small.max_bytes, ..Draws::default() };
    let narrowing = Narrowing::new(&draws);
    let mut odometer = Odometer { n_values: small.n_values, ..Odometer::default() };
    let mut n_steps_left = small.n_steps;
    while found.len() < small.n_inputs && n_steps_left > 0 {
        let mut writer = Writer::new(program, &plan, &draws, limits, &narrowing, 0, n_steps_left);
        writer.cares = false;
        writer.odometer = Some(odometer);
        let failure = writer.whole();
        // Making what a run needs takes time, too.
        n_steps_left = writer.machine.n_steps_left.saturating_sub(1 + program.names.len() as u64);
        odometer = writer.odometer.take().unwrap_or_default();
        // Some patterns make a text in several ways.
        if failure.is_none()
            && run(program, &writer.output, limits).verdict == Verdict::Accepted
            && known.insert(writer.output.clone())
        {
            found.push(writer.output);
        }
        if !odometer.advance() {
            break;
        }
    }
    found
}

impl Writer<'_> {
    /// Which of so many values it is where all small inputs are made; `None` where things are drawn.
    pub(super) fn digit(&mut self, count: usize) -> Option<usize> {
        self.odometer.as_mut().map(|odometer| odometer.digit(count.min(odometer.n_values)))
    }

    /// After how many rounds a loop ends where nothing but that decides it.
    pub(super) fn small_goal(&mut self) -> i64 {
        let digit = self.odometer.as_mut().map(|odometer| odometer.digit(odometer.n_values + 1));
        digit.unwrap_or(0) as i64
    }

    pub(super) fn is_exhaustive(&self) -> bool {
        self.odometer.is_some()
    }

    /// One of the first integers that fit, those around zero first.
    pub(super) fn small_integer(
        &mut self,
        place: Place,
        target: Option<&Variable>,
        index: Option<&Key>,
    ) -> Written<i128> {
        let n_wanted = self.odometer.as_ref().map_or(1, |odometer| odometer.n_values);
        let (mut fitting, known) = (Vec::new(), Known::default());
        for nth in 0..(n_wanted + MAX_PASSED) as i128 {
            let Some(number) = nth_number(place.lo, place.hi, nth).filter(|_| fitting.len() < n_wanted) else { break };
            self.charge(1, self.machine.command)?;
            if self.fits(number, target, index, &known) {
                fitting.push(number);
            }
        }
        let digit = self.digit(fitting.len()).unwrap_or(0);
        fitting.get(digit).copied().ok_or_else(|| self.used_up(target))
    }

    /// One of the first floats, in units of its last decimal: whole ones where there are so many, else parts of the range.
    pub(super) fn small_units(&mut self, lo: i128, hi: i128, whole: &BigInt) -> i128 {
        let n_parts = self.odometer.as_ref().map_or(1, |odometer| odometer.n_values - 1).max(1) as i128;
        let part = (hi - lo) / n_parts;
        let step = whole.to_i128().unwrap_or(part).min(part).max(1);
        let (from, to, first) = match lo < 0 && hi > 0 {
            true => (lo / step, hi / step, 0),
            false if hi <= 0 => ((lo - hi) / step, 0, hi),
            false => (0, (hi - lo) / step, lo),
        };
        let count = usize::try_from(to - from + 1).unwrap_or(usize::MAX);
        let digit = self.digit(count).unwrap_or(0);
        first + nth_number(from, to, digit as i128).unwrap_or(0) * step
    }

    /// Writes one of the first texts that match.
    pub(super) fn small_text(&mut self, hir: &Hir, text: &mut Vec<u8>) {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => text.extend_from_slice(&literal.0),
            HirKind::Class(class) => {
                let letters = text::Class::of(class);
                let digit = self.digit(letters.n_letters()).unwrap_or(0);
                text.extend(letters.letter(digit));
            }
            HirKind::Capture(capture) => self.small_text(&capture.sub, text),
            HirKind::Concat(parts) => parts.iter().for_each(|part| self.small_text(part, text)),
            HirKind::Alternation(parts) => {
                let digit = self.digit(parts.len()).unwrap_or(0);
                self.small_text(&parts[digit], text);
            }
            HirKind::Repetition(repeated) => {
                let more = repeated.max.map_or(u32::MAX, |most| most.saturating_sub(repeated.min));
                let digit = self.digit((more as usize).saturating_add(1)).unwrap_or(0);
                for _ in 0..repeated.min as usize + digit {
                    if text.len() > self.draws.max_bytes {
                        break;
                    }
                    self.small_text(&repeated.sub, text);
                }
            }
        }
    }
}

/// The numbers of a range: those nearest to zero first where both signs are in it, else the least first; `None` behind the
/// last one.
fn nth_number(lo: i128, hi: i128, nth: i128) -> Option<i128> {
    let number = match lo < 0 && hi > 0 {
        false if hi <= 0 && lo < hi => hi - nth,
        false => lo + nth,
        true => {
            let reach = hi.min(-lo);
            let (half, is_positive) = ((nth + 1) / 2, nth % 2 == 1);
            match nth <= 2 * reach {
                true if is_positive => half,
                true => -half,
                false if hi > reach => nth - reach,
                false => reach - nth,
            }
        }
    };
    (lo..=hi).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_around_zero_come_first() {
        let all = |lo, hi| (0..).map_while(|nth| nth_number(lo, hi, nth)).collect::<Vec<_>>();
        assert_eq!(all(3, 5), [3, 4, 5]);
        assert_eq!(all(-5, -3), [-3, -4, -5]);
        assert_eq!(all(-2, 0), [0, -1, -2]);
        assert_eq!(all(-1, 4), [0, 1, -1, 2, 3, 4]);
        assert_eq!(all(-4, 1), [0, 1, -1, -2, -3, -4]);
        assert_eq!(all(7, 7), [7]);
        assert_eq!(all(-7, -7), [-7]);
    }

    #[test]
    fn digits_count_up_and_those_behind_are_forgotten() {
        let mut odometer = Odometer { n_values: 3, ..Odometer::default() };
        let mut runs = Vec::new();
        loop {
            // Behind a 1 there is nothing, and behind a 2 are two values.
            let first = odometer.digit(3);
            let second = match first {
                0 => Some(odometer.digit(3)),
                1 => None,
                _ => Some(odometer.digit(2)),
            };
            runs.push((first, second));
            if !odometer.advance() {
                break;
            }
        }
        assert_eq!(runs, [(0, Some(0)), (0, Some(1)), (0, Some(2)), (1, None), (2, Some(0)), (2, Some(1))]);
    }
}
