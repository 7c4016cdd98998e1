//! Draws: of numbers by their policy, of what comes next, of rounds.

use super::next::Next;
use super::points::{Drawn, Retry, Tried, Wish};
use super::policy::{Policy, Sizes, of_any_magnitude};
use super::{Frame, Writer, Written};
use crate::run::store::Key;
use crate::tree::{Command, Slot, Variable, While};
use crate::value::Value;

/// So often a number is drawn that does not fit, before others are looked at one after the other.
const N_DRAWS: usize = 10;
/// So many of them.
const MAX_LOOKED_AT: i128 = 1 << 20;
/// What a size is above the least where small ones are wanted.
const SMALL: i128 = 4;

/// A place where a number is drawn, with the numbers that are allowed.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) key: usize,
    pub(super) slot: Option<Slot>,
    pub(super) lo: i128,
    pub(super) hi: i128,
    pub(super) is_size: bool,
}

/// What is known of a draw before it is made.
#[derive(Default)]
pub(super) struct Known {
    /// What was there before, which is kept if it can be.
    pub(super) before: Option<Drawn>,
    pub(super) wish: Option<Wish>,
    pub(super) tried: Tried,
}

impl Known {
    /// The bounds that are wished, within those that are allowed; the nearest allowed number if there is none in both.
    pub(super) fn narrowed(&mut self, lo: i128, hi: i128) -> Option<(i128, i128)> {
        let (from, to) = match self.wish {
            Some(Wish::Within(from, to)) => (from, to),
            Some(Wish::Other(_)) => self.tried.within?,
            _ => return None,
        };
        let (from, to) = (from.max(lo), to.min(hi));
        if from <= to {
            return Some((from, to));
        }
        // All that this draw can give is given then.
        self.tried.spent = self.tried.seen.map(|(place, ..)| place);
        Some(if from > hi { (hi, hi) } else { (lo, lo) })
    }
}

impl<'a> Writer<'a> {
    pub(super) fn known(&mut self, key: usize) -> Known {
        if self.has_point {
            return Known::default();
        }
        if let Some(Retry { tried, wish }) = self.retry.take() {
            return Known { before: None, wish: Some(wish), tried };
        }
        let told = self.told(key);
        told.map_or_else(Known::default, |told| Known { before: Some(told.drawn), wish: None, tried: told.tried })
    }

    pub(super) fn policy(&self, slot: Option<Slot>) -> Option<Policy> {
        let name = slot.and_then(|slot| self.program.names.get(slot));
        name.and_then(|name| self.draws.by_name.get(&name.text)).copied()
    }

    /// Draws a number as its policy is, whether it fits or not.
    pub(super) fn draw(&mut self, place: Place) -> i128 {
        let Place { key, slot, lo, mut hi, is_size } = place;
        if let Some(end) = self.end_of_edge(key, lo, hi) {
            return end;
        }
        if is_size {
            hi = hi.min(lo.saturating_add(self.narrowing.most));
        }
        let (lo, hi) = self.narrowed(slot, lo, hi, is_size);
        let (lo, hi) = self.step_of_stairs(key, lo, hi);
        let policy = self.policy(slot);
        let random = &mut self.random;
        let drawn = match (policy, is_size.then_some(self.draws.sizes)) {
            (None, Some(Sizes::Small)) => lo + of_any_magnitude(0, SMALL.min(hi - lo), random),
            (None, Some(Sizes::High)) if random.u8(..3) > 0 => hi,
            (None, Some(Sizes::High)) => hi - of_any_magnitude(0, (hi - lo) / 4, random),
            (None, Some(Sizes::Any)) if random.bool() => lo + of_any_magnitude(0, hi - lo, random),
            (None, Some(Sizes::Any)) => random.i128(lo..=hi),
            (policy, _) => {
                let history = self.histories.entry(key).or_default();
                history.expect(self.last_size);
                policy.unwrap_or(self.draws.policy).draw(lo, hi, history, random)
            }
        };
        if is_size {
            self.greatest_size = self.greatest_size.max(drawn - place.lo);
            self.last_size = drawn;
        }
        drawn
    }

    /// A part of a range, where takes before this one came to nothing.
    fn narrowed(&self, slot: Option<Slot>, lo: i128, hi: i128, is_size: bool) -> (i128, i128) {
        let Some(narrowed) = self.narrowing.of(slot) else { return (lo, hi) };
        if is_size && !narrowed.has_sizes {
            return (lo, hi);
        }
        // Sizes are narrowed less, since much rests on them.
        let power = if is_size { narrowed.power.sqrt() } else { narrowed.power };
        let part = |width: i128| (width as f64).powf(power) as i128;
        if lo < 0 && hi > 0 {
            return (-part(-lo), part(hi));
        }
        let part = part(hi - lo).clamp(0, hi - lo);
        if narrowed.is_high { (hi - part, hi) } else { (lo, lo + part) }
    }

    /// Where each value bounds the next one, a part of the range that leaves room for those in the rounds to come.
    fn step_of_stairs(&self, key: usize, lo: i128, hi: i128) -> (i128, i128) {
        let Some((climbs, _)) = self.plan.climbs.get(&key) else { return (lo, hi) };
        let n_left = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Repeat { round, n_rounds, .. } => Some(i128::from(n_rounds - round)),
            _ => None,
        });
        let step = (hi - lo) / (n_left.unwrap_or(0).max(0) + 1) * 2;
        let step = step.min(hi - lo);
        if *climbs { (lo, lo + step) } else { (hi - step, hi) }
    }

    /// Draws an integer that fits here, and notes it.
    pub(super) fn integer(&mut self, place: Place, target: Option<&Variable>) -> Written<i128> {
        let Place { key, slot, lo, hi, .. } = place;
        let index = match target {
            Some(target) => Some(self.machine.key(&target.indices)?),
            None => None,
        };
        if lo == hi {
            return Ok(lo);
        }
        if self.is_exhaustive() {
            return self.small_integer(place, target, index.as_ref());
        }
        let mut known = self.known(key);
        let (from, to) = known.narrowed(lo, hi).unwrap_or((lo, hi));
        let is_wish = known.wish.is_some();
        let mut wished = match (&known.before, &known.wish) {
            (Some(Drawn::Integer(before)), _) => Some(*before),
            (_, Some(Wish::Value(value))) => value.to_i128(),
            _ => None,
        };
        if wished.is_none() && !is_wish && !self.has_shape(key) {
            wished = self.telling(slot);
        }
        wished = wished.filter(|wished| (lo..=hi).contains(wished));
        let narrow = Place { lo: from, hi: to, ..place };
        for n_draw in 0..N_DRAWS {
            let number = match wished.take() {
                Some(wished) => wished,
                None if n_draw < N_DRAWS / 2 && (from, to) == (lo, hi) => self.draw(narrow),
                None => self.random.i128(from..=to),
            };
            let is_other = !matches!(&known.wish, Some(Wish::Other(Drawn::Integer(before))) if *before == number);
            if (is_other || n_draw > N_DRAWS / 2) && self.fits(number, target, index.as_ref(), &known) {
                self.note(key, slot, Drawn::Integer(number), known.tried);
                return Ok(number);
            }
        }
        let taken = self.taken(target, &known);
        let mut number = self.random.i128(from..=to);
        let mut n_left = (to - from + 1).min(MAX_LOOKED_AT);
        while n_left > 0 {
            let next = taken.map_or(number, |slot| self.free_from(slot, number));
            n_left -= if taken.is_some() { (next - number) / 64 + 1 } else { 1 };
            number = next + 1;
            if next > to {
                number = from;
                continue;
            }
            self.charge(1, self.machine.command)?;
            if self.fits(next, target, index.as_ref(), &known) {
                self.note(key, slot, Drawn::Integer(next), known.tried);
                return Ok(next);
            }
        }
        Err(self.used_up(target))
    }

    /// The variable, if there is one, none of whose values is drawn.
    fn taken(&self, target: Option<&Variable>, known: &Known) -> Option<Slot> {
        if let Some(Wish::NotIn(slot)) = known.wish {
            return Some(slot);
        }
        let target = target.filter(|target| !target.indices.is_empty())?.slot;
        let is_one = |(slots, is_sure): &&(Vec<Slot>, bool)| (*is_sure || self.cares) && *slots == [target];
        self.plan.uniques.iter().find(is_one).map(|_| target)
    }

    /// The first number from one on that is no value of a variable.
    fn free_from(&mut self, slot: Slot, number: i128) -> i128 {
        let free = self.free.entry(slot).or_default();
        let (mut passed, mut at) = (Vec::new(), number);
        loop {
            match free.get(&at) {
                Some(next) => passed.push(std::mem::replace(&mut at, *next)),
                None if self.machine.memory[slot].holds(&super::number::of_integer(at)) => {
                    passed.push(at);
                    at += 1;
                }
                None => break,
            }
        }
        free.extend(passed.into_iter().map(|taken| (taken, at)));
        at
    }

    pub(super) fn fits(&mut self, number: i128, target: Option<&Variable>, index: Option<&Key>, known: &Known) -> bool {
        let may_stand = self.next == Next::ANYTHING || self.next.allows(number.to_string().as_bytes());
        may_stand && self.is_free(&super::number::of_integer(number), target, index, known)
    }

    /// Whether a value may be stored, by what is demanded to differ.
    pub(super) fn is_free(
        &mut self,
        value: &Value,
        target: Option<&Variable>,
        index: Option<&Key>,
        known: &Known,
    ) -> bool {
        if let Some(Wish::NotIn(slot)) = known.wish
            && self.machine.memory[slot].holds(value)
        {
            return false;
        }
        let (Some(target), Some(index)) = (target, index) else { return true };
        let plan = self.plan;
        for (number, (slots, is_sure)) in plan.uniques.iter().enumerate() {
            if !(*is_sure || self.cares) || slots.last() != Some(&target.slot) {
                continue;
            }
            let is_known = match &slots[..] {
                [slot] => *index != Key::Scalar && self.machine.memory[*slot].holds(value),
                _ => self.tuple(slots, index, Some(value)).is_some_and(|tuple| self.tuples[number].contains(&tuple)),
            };
            if is_known {
                return false;
            }
        }
        true
    }

    /// A number that a test of the program tells from others, now and then, and where a loop should end.
    fn telling(&mut self, slot: Option<Slot>) -> Option<i128> {
        let plan = self.plan;
        let slot = slot?;
        let ends = !plan.ends[slot].is_empty() && self.random.u8(..4) > 0 && self.should_end(slot);
        let others = match ends {
            true => &plan.ends[slot],
            false if self.random.u8(..10) == 0 => &plan.compared[slot],
            false => return None,
        };
        let other = *self.random.choice(others)?;
        let number = self.machine.value(other).ok()?.to_i128()?;
        number.checked_add(self.random.i128(-1..=1))
    }

    /// Whether a loop whose test asks for this variable had all its rounds.
    fn should_end(&self, slot: Slot) -> bool {
        let mut loops = self.frames.iter().rev().filter_map(|frame| match frame {
            Frame::While { repeat, round, goal, .. } => Some((*repeat, round >= goal)),
            _ => None,
        });
        loops.find(|(repeat, _)| self.plan.slots(&repeat.test).contains(&slot)).is_some_and(|(_, is_over)| is_over)
    }

    /// Whether what comes next is one of some.
    pub(super) fn choice(&mut self, wanted: Option<bool>) -> bool {
        let key = self.machine.command.start;
        if self.is_exhaustive() {
            return wanted.unwrap_or_else(|| self.digit(2) == Some(1));
        }
        let known = self.known(key);
        let chosen = match (&known.before, &known.wish) {
            (Some(Drawn::Choice(before)), _) => *before,
            (_, Some(Wish::Other(Drawn::Choice(before)))) => *before == (self.random.u8(..4) == 0),
            _ => wanted.unwrap_or_else(|| self.random.bool()),
        };
        self.note(key, Some(self.plan.ahead()), Drawn::Choice(chosen), known.tried);
        chosen
    }

    /// After how many rounds a loop should end.
    pub(super) fn goal(&mut self, repeat: &'a While, command: &'a Command) -> Written<i64> {
        // Its test has that place for its own.
        let key = !command.span.start;
        let hi = (self.narrowing.most / 2).min(self.narrowing.most_rounds).max(1);
        let ahead = self.plan.ahead();
        if self.is_exhaustive() {
            // Of other tests nothing is to be decided.
            let is_decided = self.plan.slots(&repeat.test).contains(&ahead);
            return Ok(if is_decided { self.small_goal() } else { 0 });
        }
        let place = Place { key, slot: Some(ahead), lo: 0, hi, is_size: true };
        let goal = if self.plan.slots(&repeat.test).contains(&ahead) {
            let mut known = self.known(key);
            let narrowed = known.narrowed(0, self.draws.max_bytes as i128);
            let goal = match (&known.before, &known.wish, narrowed) {
                (Some(Drawn::Rounds(before)), ..) => *before,
                (_, Some(Wish::Value(Value::Integer(wished))), _) if *wished >= 0 => i128::from(*wished),
                (_, _, Some((from, to))) => self.random.i128(from..=to),
                (_, Some(_), _) => of_any_magnitude(0, hi, &mut self.random),
                _ => self.draw(place),
            };
            self.note(key, Some(ahead), Drawn::Rounds(goal), known.tried);
            goal
        } else {
            self.draw(place)
        };
        Ok(i64::try_from(goal).unwrap_or(i64::MAX))
    }
}
