//! What is done when something does not hold: a draw before it is made anew.

use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::ToPrimitive as _;

use super::points::{Drawn, Retry, Told, Tried, Wish};
use super::policy::of_any_magnitude;
use super::{Writer, Written};
use crate::run::Verdict;
use crate::source::Span;
use crate::tree::{Comparison, Expression, ExpressionKind, Slot, Variable};
use crate::value::{Operator, Type, Value, apply};

/// So often the last draws are made anew, before those further back are.
const N_LAST: u32 = 6;
/// How often one draw is made anew for one comparison before it counts as spent.
const MAX_TIMES: u32 = 6;
/// So many draws are many.
const MANY: usize = 4000;

/// Why something cannot be written.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) kind: Kind,
    pub(super) place: Span,
    /// By slot, whether it can have to do with that; empty when all can.
    pub(super) below: Rc<Vec<bool>>,
    /// Whether how often a loop went round has to do with it, and where that was decided is too far back.
    pub(super) is_out_of_reach: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Two values are not as they should be.
    Apart {
        comparison: Comparison,
        /// By how much the left one is greater; `None` when one is no number.
        gap: Option<f64>,
        /// Whether both are whole.
        is_whole: bool,
        sides: [Value; 2],
    },
    /// A value should be one of a variable's, or should not.
    In(Slot, bool),
    /// The input is longer than it may be, or takes more steps.
    TooLong,
    Other,
}

impl Kind {
    /// How many times as large as it may be a number is, if it is too large.
    pub(super) fn excess(&self) -> Option<f64> {
        let Kind::Apart { comparison: Comparison::Less | Comparison::LessOrEqual, sides: [left, right], .. } = self
        else {
            return None;
        };
        let excess = to_f64(left)? / to_f64(right)?;
        (excess > 1.0).then_some(excess)
    }
}

/// What was met so far.
#[derive(Default)]
pub(super) struct Failures {
    /// Behind how many draws at most.
    deepest: usize,
    /// How many since that grew.
    n_here: u32,
    /// By place of a comparison and of a draw: how much the sides move apart by each unit.
    slopes: HashMap<(usize, usize), f64>,
    /// By place of a test, what it rests on.
    below: HashMap<usize, Rc<Vec<bool>>>,
}

/// What the machine says of a part of the program.
impl From<Box<Verdict>> for Failure {
    fn from(verdict: Box<Verdict>) -> Failure {
        let place = match *verdict {
            Verdict::Broken(breakage) => breakage.span,
            Verdict::Rejected(rejection) => rejection.command,
            Verdict::Accepted => Span::default(),
        };
        Failure { kind: Kind::Other, place, below: Rc::default(), is_out_of_reach: false }
    }
}

impl<'a> Writer<'a> {
    pub(super) fn failure(&mut self, kind: Kind, place: Span, expression: &Expression) -> Failure {
        let slots = self.plan.slots(expression);
        self.failure_below(kind, place, slots)
    }

    pub(super) fn failure_below(&mut self, kind: Kind, place: Span, slots: Vec<Slot>) -> Failure {
        let plan = self.plan;
        let below = self.failures.below.entry(place.start).or_insert_with(|| Rc::new(plan.all_below(slots)));
        Failure { kind, place, below: Rc::clone(below), is_out_of_reach: false }
    }

    /// What was decided of what comes next does not allow it.
    pub(super) fn bound(&self) -> Failure {
        Failure { kind: Kind::Other, place: self.machine.command, below: Rc::default(), is_out_of_reach: false }
    }

    /// No value is left that may be stored there.
    pub(super) fn used_up(&mut self, target: Option<&Variable>) -> Failure {
        let Some(target) = target else { return self.bound() };
        let plan = self.plan;
        let groups = plan.uniques.iter().filter(|(slots, _)| slots.contains(&target.slot));
        let slots: Vec<Slot> = groups.flat_map(|(slots, _)| slots.clone()).collect();
        if slots.is_empty() { self.bound() } else { self.failure_below(Kind::Other, target.span, slots) }
    }

    /// A test of `ASSERT` does not hold.
    pub(super) fn not_held(&mut self, test: &'a Expression) -> Failure {
        let (test, wanted) = self.culprit(test, true);
        let kind = match &test.kind {
            ExpressionKind::Compare(left, comparison, right) => {
                match (self.machine.value(left), self.machine.value(right)) {
                    (Ok(left), Ok(right)) => {
                        let comparison = if wanted { *comparison } else { opposite(*comparison) };
                        self.apart(comparison, &left, &right)
                    }
                    _ => Kind::Other,
                }
            }
            ExpressionKind::InArray(_, slot) => Kind::In(*slot, wanted),
            _ => Kind::Other,
        };
        let slots = match &test.kind {
            // That the value changes is more likely to help than that the array does.
            ExpressionKind::InArray(value, _) if !self.plan.slots(value).is_empty() => self.plan.slots(value),
            _ => self.plan.slots(test),
        };
        self.failure_below(kind, test.span, slots)
    }

    /// The part of a test that is to blame for it, and whether it should hold.
    fn culprit(&mut self, test: &'a Expression, wanted: bool) -> (&'a Expression, bool) {
        match &test.kind {
            ExpressionKind::Not(test) => self.culprit(test, !wanted),
            ExpressionKind::All(tests) | ExpressionKind::Any(tests) => {
                let is_all = matches!(test.kind, ExpressionKind::All(_));
                let part = if is_all == wanted {
                    tests.iter().find(|test| self.machine.test(test).is_ok_and(|holds| holds != wanted))
                } else {
                    self.random.choice(tests)
                };
                part.map_or((test, wanted), |part| self.culprit(part, wanted))
            }
            _ => (test, wanted),
        }
    }

    pub(super) fn apart(&self, comparison: Comparison, left: &Value, right: &Value) -> Kind {
        let gap = apply(Operator::Subtract, left, right, self.machine.max_bits).ok();
        let is_whole = gap.as_ref().is_some_and(|gap| gap.to_i128().is_some());
        let gap = gap.and_then(|gap| to_f64(&gap));
        Kind::Apart { comparison, gap, is_whole, sides: [left.clone(), right.clone()] }
    }

    /// Goes back to a draw, which the next step makes anew.
    pub(super) fn come_back(&mut self, mut failure: Failure) -> Written {
        if self.machine.n_steps_left == 0 {
            failure.kind = Kind::TooLong;
        }
        if matches!(failure.kind, Kind::TooLong) || self.is_exhaustive() {
            return Err(failure);
        }
        let depth = self.n_points_forgotten + self.points.len();
        if depth > self.failures.deepest {
            (self.failures.deepest, self.failures.n_here) = (depth, 0);
        }
        self.failures.n_here += 1;
        let most = match self.n_take {
            // Much that is drawn anew takes longer than another take.
            0..6 if self.points.len() > MANY => 20,
            0..6 => 80,
            6..12 => 500,
            _ => 6000,
        };
        failure.is_out_of_reach =
            self.n_points_forgotten > 0 && failure.below.get(self.plan.ahead()).is_some_and(|is_below| *is_below);
        let most = if failure.is_out_of_reach { 2 * N_LAST } else { most };
        let at = self.choose(&failure).filter(|_| self.failures.n_here < most);
        let Some((told, behind)) = at.and_then(|at| self.go_back(at)) else { return Err(failure) };
        if self.charge(1 + behind.len() as u64 / 4, failure.place).is_err() {
            return Err(Failure { kind: Kind::TooLong, ..failure });
        }
        let is_new = told.tried.seen.is_none() && self.failures.n_here <= 2;
        let (wish, tried) = self.wish(&failure, told);
        let keeps = match failure.kind {
            Kind::Apart { gap: Some(_), .. } => !is_new || self.failures.n_here > N_LAST,
            _ => self.random.bool(),
        };
        if keeps {
            behind.into_iter().rev().for_each(|told| self.script.push_front(told));
        } else {
            self.script.clear();
        }
        self.retry = Some(Retry { tried, wish });
        Ok(())
    }

    /// The number of the draw to go back to.
    fn choose(&mut self, failure: &Failure) -> Option<usize> {
        let last = self.points.len().checked_sub(1)?;
        let place = failure.place.start;
        let is_number = matches!(failure.kind, Kind::Apart { gap: Some(_), .. });
        let n_here = self.failures.n_here;
        let is_near = n_here <= N_LAST || (is_number && !n_here.is_multiple_of(8));
        let back = if is_near { 0 } else { of_any_magnitude(0, last as i128, &mut self.random) as usize };
        let start = last - back;
        let is_below = |slot: Option<Slot>| failure.below.is_empty() || slot.is_some_and(|slot| failure.below[slot]);
        let points = self.points.iter().take(start + 1);
        let below = points.enumerate().rev().filter(|(_, point)| is_below(point.slot));
        // Where numbers are compared, one that can be made less or more comes first.
        let unspent = below.clone().find(|(_, point)| {
            !is_number || (point.told.tried.spent != Some(place) && point.told.drawn.number().is_some())
        });
        if let Some((at, _)) = unspent {
            return Some(at);
        }
        let below: Vec<usize> = below.map(|(at, _)| at).take(64).collect();
        Some(self.random.choice(below).unwrap_or(start))
    }

    /// What a draw should be instead, and what is known of it then.
    fn wish(&mut self, failure: &Failure, told: Told) -> (Wish, Tried) {
        let place = failure.place.start;
        let Told { key, drawn, mut tried } = told;
        if tried.seen.is_some_and(|(known, ..)| known != place) {
            tried = Tried { within: tried.within, n_times: tried.n_times, ..Tried::default() };
        }
        match &failure.kind {
            Kind::Apart { comparison, gap: Some(gap), is_whole, sides } => {
                let Some(number) = drawn.number() else { return (Wish::Other(drawn), tried) };
                let slope = match tried.seen {
                    Some((_, before, gap_before)) if before != number => {
                        Some((gap - gap_before) / (number - before) as f64)
                    }
                    _ => self.failures.slopes.get(&(place, key)).copied(),
                };
                tried.seen = Some((place, number, *gap));
                tried.n_times += 1;
                if tried.n_times > MAX_TIMES {
                    (tried.n_times, tried.spent, tried.within) = (0, Some(place), None);
                }
                match slope {
                    Some(0.0) => {
                        self.failures.slopes.remove(&(place, key));
                        tried.spent = Some(place);
                        (Wish::Other(drawn), tried)
                    }
                    Some(slope) if *comparison != Comparison::NotEqual => {
                        self.failures.slopes.insert((place, key), slope);
                        let least = if *is_whole { 1.0 } else { 1e-9 };
                        let (from, to) = within(*comparison, *gap, slope, number, least);
                        let (known_from, known_to) = tried.within.unwrap_or((i128::MIN, i128::MAX));
                        let both = (from.max(known_from), to.min(known_to));
                        let (from, to) = if both.0 <= both.1 { both } else { (from, to) };
                        tried.within = Some((from, to));
                        (Wish::Within(from, to), tried)
                    }
                    // The other side is what it should be near, and often exactly that.
                    None if !matches!(drawn, Drawn::Float(..)) && self.random.bool() => {
                        (Wish::Value(sides[self.random.usize(..2)].clone()), tried)
                    }
                    _ => (Wish::Other(drawn), tried),
                }
            }
            Kind::Apart { comparison: Comparison::Equal, sides, .. } if self.random.bool() => {
                (Wish::Value(sides[self.random.usize(..2)].clone()), tried)
            }
            Kind::In(slot, true) => {
                let mut values: Vec<Value> = self.machine.memory[*slot].values().map(Value::canonical).collect();
                // They come in no order, and one seed makes one input.
                let is_text = |value: &Value| value.type_of() == Type::String;
                values.sort_by(|left, right| left.compare(right).unwrap_or_else(|| is_text(left).cmp(&is_text(right))));
                let value = self.random.choice(values);
                (value.map_or(Wish::Other(drawn), Wish::Value), tried)
            }
            Kind::In(slot, false) => (Wish::NotIn(*slot), tried),
            _ => (Wish::Other(drawn), tried),
        }
    }
}

/// The numbers with which the sides are as they should be, if they move apart by so much for each unit.
fn within(comparison: Comparison, gap: f64, slope: f64, number: i128, least: f64) -> (i128, i128) {
    let (from, to) = match comparison {
        Comparison::Less => (f64::NEG_INFINITY, -least),
        Comparison::LessOrEqual => (f64::NEG_INFINITY, 0.0),
        Comparison::Greater => (least, f64::INFINITY),
        Comparison::GreaterOrEqual => (0.0, f64::INFINITY),
        Comparison::Equal => (0.0, 0.0),
        Comparison::NotEqual => (f64::NEG_INFINITY, f64::INFINITY),
    };
    let (mut first, mut second) = ((from - gap) / slope, (to - gap) / slope);
    if slope < 0.0 {
        (first, second) = (second, first);
    }
    let moved = |by: f64| number.saturating_add(by as i128);
    match comparison {
        Comparison::Equal => (moved(first.round()), moved(first.round())),
        _ => (moved(first.ceil()), moved(second.floor())),
    }
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::GreaterOrEqual,
        Comparison::LessOrEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessOrEqual,
        Comparison::GreaterOrEqual => Comparison::Less,
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
    }
}

fn to_f64(value: &Value) -> Option<f64> {
    let of_big = |number: &BigInt| number.to_f64();
    match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Large(number) => of_big(number),
        _ => value.to_fraction().and_then(|value| Some(of_big(value.numerator())? / of_big(value.denominator())?)),
    }
}
