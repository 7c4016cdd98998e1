//! Numbers as they are written.

use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{Pow as _, ToPrimitive as _};

use super::draw::{Known, Place};
use super::next::Next;
use super::points::{Drawn, Wish};
use super::policy::Policy;
use super::{Failure, Writer, Written};
use crate::run::read::any_float;
use crate::tree::{Command, Comparison, Expression, Format, Notation, NumberField};
use crate::value::{Fraction, Type, Value};

/// Numbers beyond are not drawn, so that no range is longer than half of all numbers of 128 bits.
const LIMIT: i128 = 1 << 125;
/// Where nothing is said of decimals, so many at most, if that is enough.
const USUAL_DECIMALS: u64 = 6;
/// More decimals than that are written only where the program demands them.
const MAX_DECIMALS: u64 = 30;
/// How often a float is drawn that does not fit.
const N_DRAWS: usize = 16;
/// Floats are computed with in parts of this number.
pub(super) const NANO: i64 = 1_000_000_000;

/// What a float must be.
struct Bounds<'v> {
    min: &'v Value,
    max: &'v Value,
    notation: Notation,
    decimals: Option<(u64, u64)>,
}

impl<'a> Writer<'a> {
    pub(super) fn number(&mut self, field: &'a NumberField, command: &'a Command) -> Written {
        let min = self.machine.value(&field.min)?;
        let max = self.machine.value(&field.max)?;
        let types: &[Type] = match field.format {
            Format::Integer => &[Type::Integer],
            Format::Float(..) => &[Type::Integer, Type::Float],
        };
        self.machine.needs(&field.min, &min, types)?;
        self.machine.needs(&field.max, &max, types)?;
        if min.compare(&max).is_none_or(|order| order.is_gt()) {
            let mut slots = self.plan.slots(&field.min);
            slots.extend(self.plan.slots(&field.max));
            let kind = self.apart(Comparison::LessOrEqual, &min, &max);
            return Err(self.failure_below(kind, command.span, slots));
        }
        let value = match &field.format {
            Format::Integer => self.whole_number(field, command, &min, &max)?,
            Format::Float(notation, decimals) => {
                let decimals = match decimals {
                    Some((least, most)) => Some((self.n_decimals(least)?, self.n_decimals(most)?)),
                    None => None,
                };
                self.float(field, command, &Bounds { min: &min, max: &max, notation: *notation, decimals })?
            }
        };
        match &field.target {
            Some(target) => self.store(target, value),
            None => Ok(()),
        }
    }

    fn n_decimals(&mut self, expression: &'a Expression) -> Written<u64> {
        self.machine.n_decimals(expression).map_err(Failure::from)
    }

    fn whole_number(&mut self, field: &NumberField, command: &Command, min: &Value, max: &Value) -> Written<Value> {
        let within = |value: &Value| value.to_i128().filter(|number| (-LIMIT..=LIMIT).contains(number));
        let target = field.target.as_ref();
        let slot = target.map(|target| target.slot);
        let is_size = slot.is_some_and(|slot| self.plan.is_size[slot]);
        let value = match (within(min), within(max)) {
            // Of what is longer only the ends are written.
            (None, None) => {
                let is_min = self.digit(2).map_or_else(|| self.random.bool(), |digit| digit == 0);
                if is_min { min } else { max }.clone()
            }
            (lo, hi) => {
                let (lo, hi) = (lo.unwrap_or(-LIMIT), hi.unwrap_or(LIMIT));
                let place = Place { key: command.span.start, slot, lo, hi, is_size };
                of_integer(self.integer(place, target)?)
            }
        };
        let text = match &value {
            Value::Integer(number) => number.to_string(),
            Value::Large(number) => number.to_string(),
            other => other.to_i128().unwrap_or_default().to_string(),
        };
        self.emit(text.as_bytes())?;
        self.next = Next::none_of(b"0123456789");
        Ok(value)
    }

    fn float(&mut self, field: &'a NumberField, command: &Command, bounds: &Bounds<'_>) -> Written<Value> {
        let key = command.span.start;
        let target = field.target.as_ref();
        let slot = target.map(|target| target.slot);
        let index = match target {
            Some(target) => Some(self.machine.key(&target.indices)?),
            None => None,
        };
        let is_exhaustive = self.is_exhaustive();
        let known = if is_exhaustive { Known::default() } else { self.known(key) };
        let mut n_decimals = self.decimals(slot, bounds, &known);
        let mut found = None;
        if let Some(Drawn::Float(text, units, _)) = &known.before {
            found = self.float_of(text, bounds).map(|value| (Arc::clone(text), *units, value));
        }
        for _ in 0..N_DRAWS {
            if let Some((text, _, value)) = &found
                && self.next.allows(text)
                && self.is_free(value, target, index.as_ref(), &known)
            {
                break;
            }
            // Then each draw is another decision.
            if is_exhaustive && found.is_some() {
                return Err(self.used_up(target));
            }
            found = self.draw_float(key, slot, bounds, n_decimals, &known);
            // Where nothing lies between the bounds with so few decimals.
            n_decimals += u64::from(found.is_none());
        }
        let Some((text, units, value)) = found else { return Err(self.used_up(target)) };
        let nanos = value.to_fraction().map(|value| scaled(&value, NANO).0).unwrap_or_default();
        if !is_exhaustive {
            self.note(key, slot, Drawn::Float(Arc::clone(&text), units, nanos), known.tried);
        }
        self.emit(&text)?;
        self.next = behind(&text, bounds.notation);
        Ok(value)
    }

    fn decimals(&mut self, slot: Option<crate::tree::Slot>, bounds: &Bounds<'_>, known: &Known) -> u64 {
        let (least, most) = bounds.decimals.unwrap_or((0, USUAL_DECIMALS));
        let most = most.min(least.max(MAX_DECIMALS));
        if self.is_exhaustive() {
            // Where nothing else lies between the bounds, parts of one do.
            let width = bounds
                .max
                .to_fraction()
                .zip(bounds.min.to_fraction())
                .map(|(max, min)| times(&max, &BigInt::from(1)).1 - times(&min, &BigInt::from(1)).0);
            let has_parts = least == 0 && width.is_some_and(|width| width <= BigInt::from(1));
            return if has_parts { most.min(1) } else { least };
        }
        let is_uniform = self.policy(slot).unwrap_or(self.draws.policy) == Policy::Uniform;
        match is_uniform && known.wish.is_none() {
            true => self.random.u64(least..=most.max(least)),
            false => most.max(least),
        }
    }

    /// A float as it is written, in units of its last decimal, and its value.
    fn draw_float(
        &mut self,
        key: usize,
        slot: Option<crate::tree::Slot>,
        bounds: &Bounds<'_>,
        n_decimals: u64,
        known: &Known,
    ) -> Option<(Arc<[u8]>, i128, Value)> {
        let n_digits = u32::try_from(n_decimals).ok().filter(|n_digits| *n_digits as usize <= self.machine.n_digits)?;
        let scale: BigInt = BigInt::from(10).pow(n_digits);
        let (min, max) = (bounds.min.to_fraction()?, bounds.max.to_fraction()?);
        let (lo, hi) = (times(&min, &scale).0, times(&max, &scale).1);
        if lo > hi {
            return None;
        }
        let clamped = |number: &BigInt| number.clamp(&BigInt::from(-LIMIT), &BigInt::from(LIMIT)).to_i128();
        let (mut lo, mut hi) = (clamped(&lo)?, clamped(&hi)?);
        if let Some(Wish::Within(from, to)) = known.wish {
            let units = |nanos: i128| (BigInt::from(nanos) * &scale).div_floor(&BigInt::from(NANO)).to_i128();
            let (from, to) = (units(from).unwrap_or(lo), units(to).unwrap_or(hi));
            (lo, hi) = (from.clamp(lo, hi), to.clamp(lo, hi));
            hi = hi.max(lo);
        }
        let units = match self.is_exhaustive() {
            true => self.small_units(lo, hi, &scale),
            false => self.draw(Place { key, slot, lo, hi, is_size: false }),
        };
        let text: Arc<[u8]> = match (bounds.notation, bounds.decimals) {
            (Notation::Scientific, Some(_)) => normal(units, n_decimals as usize)?.into_bytes().into(),
            (Notation::Scientific, None) => format!("{}e0", fixed(units, n_decimals as usize)).into_bytes().into(),
            _ => fixed(units, n_decimals as usize).into_bytes().into(),
        };
        let value = self.float_of(&text, bounds)?;
        Some((text, units, value))
    }

    /// The value of a text, if it is a float that is allowed.
    fn float_of(&self, text: &[u8], bounds: &Bounds<'_>) -> Option<Value> {
        let found = any_float(text, 0, bounds.notation, self.machine.n_digits).ok()?;
        let has_decimals = bounds.decimals.is_none_or(|(least, most)| {
            (least..=most).contains(&(found.n_decimals as u64)) && found.scientific != Some(false)
        });
        let is_within = found.value.compare(bounds.min).is_some_and(|order| order.is_ge())
            && found.value.compare(bounds.max).is_some_and(|order| order.is_le());
        (found.end == text.len() && has_decimals && is_within).then_some(found.value)
    }
}

/// The value of an integer.
pub(super) fn of_integer(number: i128) -> Value {
    i64::try_from(number).map_or_else(|_| Value::of_big(BigInt::from(number)), Value::Integer)
}

/// What may stand behind a float that is to end there.
fn behind(text: &[u8], notation: Notation) -> Next {
    if text.contains(&b'e') {
        return Next::none_of(b"0123456789");
    }
    let mut none = b"0123456789".to_vec();
    none.extend_from_slice(if text.contains(&b'.') { b"" } else { b"." });
    none.extend_from_slice(if notation == Notation::Fixed { b"" } else { b"eE" });
    Next::none_of(&none)
}

/// A number of units of the last of so many decimals.
fn fixed(units: i128, n_decimals: usize) -> String {
    let digits = format!("{:0>width$}", units.unsigned_abs(), width = n_decimals + 1);
    let (whole, decimals) = digits.split_at(digits.len() - n_decimals);
    let (sign, point) = (if units < 0 { "-" } else { "" }, if n_decimals > 0 { "." } else { "" });
    format!("{sign}{whole}{point}{decimals}")
}

/// The same with one digit, not 0, before the point, so many behind it, and an exponent.
fn normal(units: i128, n_decimals: usize) -> Option<String> {
    if units == 0 {
        return None;
    }
    let digits = units.unsigned_abs().to_string();
    let exponent = digits.len() as i64 - 1 - n_decimals as i64;
    // What does not fit is cut off.
    let mantissa: String = digits.chars().chain(std::iter::repeat('0')).take(n_decimals + 1).collect();
    let (whole, decimals) = mantissa.split_at(1);
    let (sign, point) = (if units < 0 { "-" } else { "" }, if n_decimals > 0 { "." } else { "" });
    Some(format!("{sign}{whole}{point}{decimals}e{exponent}"))
}

/// The least and the greatest integer on either side of a fraction times a number.
fn times(fraction: &Fraction, factor: &BigInt) -> (BigInt, BigInt) {
    let numerator = fraction.numerator() * factor;
    (numerator.div_ceil(fraction.denominator()), numerator.div_floor(fraction.denominator()))
}

fn scaled(fraction: &Fraction, factor: i64) -> (i128, i128) {
    let (above, below) = times(fraction, &BigInt::from(factor));
    let limited = |number: BigInt| number.to_i128().unwrap_or(LIMIT).clamp(-LIMIT, LIMIT);
    (limited(above), limited(below))
}
