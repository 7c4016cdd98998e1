//! Running a program backwards: each command writes what it would read.
//!
//! What a test asks of input that is not written yet is decided there, and binds what is written next ([`Next`]). Each draw
//! is a [`Point`] to which the run comes back when something does not hold ([`repair`]): the last ones are drawn anew, then
//! such further back; where two numbers are compared, what the draw should have been is computed from how far they were
//! apart. After too much of that the run begins anew, with narrower draws.
//!
//! Invariants: all work takes steps of a bounded number, as in a run; what is returned was accepted by one.

mod draw;
mod next;
mod number;
mod odometer;
mod pattern;
mod plan;
mod points;
mod policy;
mod repair;
mod shape;
mod text;

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use fastrand::Rng;

use self::next::Next;
use self::odometer::Odometer;
pub use self::odometer::Small;
pub(crate) use self::odometer::small_inputs;
use self::plan::Plan;
use self::points::{Change, Frame, Mark, Point, Retry, Told};
use self::policy::History;
pub use self::policy::{Draws, Policy, Sizes};
use self::repair::{Failure, Failures, Kind};
pub use self::shape::Shape;
use super::{Limits, Machine, Verdict, run};
use crate::Program;
use crate::source::Span;
use crate::tree::{Command, Expression, ExpressionKind, Operation, Repeat, Slot, Variable, While};
use crate::value::{Type, Value};

/// A longer program is not planned for; real ones are far shorter.
const MAX_SOURCE: usize = 64 << 10;
/// How often a run begins anew.
const MAX_TAKES: u32 = 60;
/// The share of all steps that one of them may take.
const SHARE: u64 = 6;

type Written<T = ()> = Result<T, Failure>;

/// Makes an input.
pub(crate) fn generate(program: &Program, draws: &Draws, limits: &Limits) -> Option<Vec<u8>> {
    if !has_source(program) {
        return None;
    }
    let plan = Plan::of(program);
    let mut narrowing = Narrowing::new(draws);
    let mut n_steps_left = draws.n_steps;
    for n_take in 0..MAX_TAKES {
        let n_steps = n_steps_left.min(draws.n_steps / SHARE + 1);
        let mut writer = Writer::new(program, &plan, draws, limits, &narrowing, n_take, n_steps);
        let failure = writer.whole();
        n_steps_left = n_steps_left.saturating_sub(n_steps - writer.machine.n_steps_left);
        if failure.is_none() && run(program, &writer.output, limits).verdict == Verdict::Accepted {
            return Some(writer.output);
        }
        let (greatest_size, part_done) = (writer.greatest_size, writer.part_done());
        narrowing.after(failure.as_ref(), &plan, greatest_size, part_done);
        if n_steps_left == 0 {
            break;
        }
    }
    None
}

/// Whether there is something to run backwards.
fn has_source(program: &Program) -> bool {
    program.breakage.is_none() && program.source.len() <= MAX_SOURCE
}

/// What is drawn from less than all that is allowed, after takes that came to nothing.
struct Narrowing {
    random: Rng,
    /// By how much a size may lie above its least value.
    most: i128,
    /// How many rounds a loop may have whose end is nothing but a choice.
    most_rounds: i128,
    narrowed: Option<Narrowed>,
}

/// Some values are drawn from a part of what is allowed.
struct Narrowed {
    /// Of which slots.
    slots: Rc<Vec<bool>>,
    /// So many of a range: this power of them.
    power: f64,
    /// From its upper end.
    is_high: bool,
    /// Also of sizes.
    has_sizes: bool,
    /// How many letters texts have, and the first of them.
    letters: text::Letters,
}

impl Narrowing {
    fn new(draws: &Draws) -> Narrowing {
        let most = (draws.max_bytes / 2).max(1) as i128;
        Narrowing { random: Rng::with_seed(draws.seed), most, most_rounds: most / 2, narrowed: None }
    }

    /// How the values of a slot are narrowed.
    fn of(&self, slot: Option<Slot>) -> Option<&Narrowed> {
        let narrowed = self.narrowed.as_ref()?;
        narrowed.slots.get(slot?).is_some_and(|is_one| *is_one).then_some(narrowed)
    }

    fn after(&mut self, failure: Option<&Failure>, plan: &Plan<'_>, greatest_size: i128, part_done: f64) {
        if failure.is_some_and(|failure| failure.is_out_of_reach) {
            self.most_rounds /= 16;
        }
        let greatest = greatest_size.clamp(0, self.most) as f64;
        // What grows with sizes may be too large for a test as well as for the input.
        let has_sizes = |failure: &Failure| {
            failure.below.iter().zip(&plan.is_size).any(|(is_below, is_size)| *is_below && *is_size)
        };
        let excess = failure.filter(|failure| has_sizes(failure)).and_then(|failure| failure.kind.excess());
        if let Some(excess) = excess.filter(|_| self.random.bool()) {
            self.most = (greatest / excess) as i128;
            return;
        }
        match failure {
            Some(Failure { kind: Kind::TooLong, .. }) => {
                self.most = (greatest * part_done.clamp(1.0 / 64.0, 0.8)) as i128
            }
            Some(failure) if self.random.u8(..4) > 0 => {
                self.narrowed = Some(Narrowed {
                    slots: Rc::clone(&failure.below),
                    power: self.random.f64(),
                    is_high: self.random.u8(..6) == 0,
                    has_sizes: self.random.bool(),
                    letters: text::Letters {
                        n_most: self.random.usize(1..=3),
                        first: self.random.usize(..256),
                        order: text::Order::Drawn,
                    },
                });
            }
            _ => self.narrowed = None,
        }
    }
}

/// A run that writes.
struct Writer<'a> {
    /// Has the variables; its input is empty.
    machine: Machine<'a>,
    program: &'a Program,
    plan: &'a Plan<'a>,
    draws: &'a Draws,
    narrowing: &'a Narrowing,
    random: Rng,
    n_take: u32,
    output: Vec<u8>,
    next: Next,
    /// Texts of regular expressions whose end is not yet known to be theirs.
    open: Vec<pattern::Open>,
    frames: Vec<Frame<'a>>,
    /// What was changed, from change number `n_forgotten` on.
    trail: VecDeque<Change>,
    n_forgotten: usize,
    points: VecDeque<Point<'a>>,
    n_points_forgotten: usize,
    /// Where the step that is under way began.
    begin: Mark,
    /// Whether a point stands for the step that is under way.
    has_point: bool,
    /// What was drawn behind a point that is drawn anew, and is kept where it can be.
    script: VecDeque<Told>,
    retry: Option<Retry>,
    histories: HashMap<usize, History>,
    /// What is known to differ, by number of the demand.
    tuples: Vec<HashSet<Vec<Value>>>,
    /// Of variables whose values are to differ: from a value that is taken, the next one that may not be.
    free: HashMap<Slot, HashMap<i128, i128>>,
    /// Counts through all small inputs; nothing is drawn then.
    odometer: Option<Odometer>,
    /// Whether a demand is cared for where it may not hold.
    cares: bool,
    failures: Failures,
    greatest_size: i128,
    /// The last size that was drawn.
    last_size: i128,
}

impl<'a> Writer<'a> {
    fn new(
        program: &'a Program,
        plan: &'a Plan<'a>,
        draws: &'a Draws,
        limits: &Limits,
        narrowing: &'a Narrowing,
        n_take: u32,
        n_steps: u64,
    ) -> Writer<'a> {
        let limits = Limits { n_steps, n_steps_per_byte: 0, ..limits.clone() };
        let mut random = Rng::with_seed(draws.seed ^ (u64::from(n_take) << 40));
        Writer {
            machine: Machine::new(program, b"", &limits),
            program,
            plan,
            draws,
            narrowing,
            n_take,
            output: Vec::new(),
            next: Next::ANYTHING,
            open: Vec::new(),
            frames: vec![Frame::Block { commands: &program.block.commands, at: 0 }],
            trail: VecDeque::new(),
            n_forgotten: 0,
            points: VecDeque::new(),
            n_points_forgotten: 0,
            begin: Mark::default(),
            has_point: false,
            script: VecDeque::new(),
            retry: None,
            histories: HashMap::new(),
            tuples: vec![HashSet::new(); plan.uniques.len()],
            free: HashMap::new(),
            odometer: None,
            cares: random.bool(),
            failures: Failures::default(),
            greatest_size: 0,
            last_size: 0,
            random,
        }
    }

    /// Writes all; else says why not.
    fn whole(&mut self) -> Option<Failure> {
        loop {
            self.begin = self.mark();
            self.has_point = false;
            match self.step() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(failure) => match self.come_back(failure) {
                    Ok(()) => {}
                    Err(failure) => return Some(failure),
                },
            }
        }
    }

    /// What of the outermost loop was done.
    fn part_done(&self) -> f64 {
        let mut loops = self.frames.iter().filter_map(|frame| match frame {
            Frame::Repeat { repeat, round, n_rounds, .. } if *n_rounds > 1 => {
                // Of a loop that always goes so far nothing can be taken.
                let is_fixed = matches!(repeat.count.kind, ExpressionKind::Constant(_));
                (!is_fixed).then(|| *round as f64 / *n_rounds as f64)
            }
            Frame::While { round, goal, .. } if *goal > 1 => Some(*round as f64 / *goal as f64),
            _ => None,
        });
        let part = loops.next().unwrap_or(0.25);
        // What is within grows too.
        part.powf(1.0 / (1 + loops.count()) as f64)
    }

    /// Whether there is more to do.
    fn step(&mut self) -> Written<bool> {
        match self.frames.last() {
            None => {
                self.end()?;
                Ok(false)
            }
            Some(Frame::Block { commands, at }) => {
                let commands: &'a [Command] = commands;
                match commands.get(*at) {
                    None => drop(self.frames.pop()),
                    Some(command) => self.command(command)?,
                }
                Ok(true)
            }
            Some(&Frame::Repeat { repeat, command, round, n_rounds }) => {
                self.repeat(repeat, command, round, n_rounds)?;
                Ok(true)
            }
            Some(&Frame::While { repeat, command, round, goal }) => {
                self.repeat_while(repeat, command, round, goal)?;
                Ok(true)
            }
        }
    }

    fn command(&mut self, command: &'a Command) -> Written {
        self.charge(command.cost, command.span)?;
        self.machine.command = command.span;
        let mut inner = None;
        match &command.operation {
            Operation::Byte(byte) => self.emit(&[*byte])?,
            Operation::End => self.end()?,
            Operation::Number(field) => self.number(field, command)?,
            Operation::Text(text) => {
                let text = self.machine.string(text)?;
                self.emit(&text)?;
            }
            Operation::Pattern(field) => self.pattern(field, command)?,
            Operation::Assert(test) => {
                if !self.test(test, Some(true))? {
                    return Err(self.not_held(test));
                }
            }
            Operation::Set(assignments) => {
                for (variable, value) in assignments {
                    let value = self.machine.value(value)?;
                    self.store(variable, value)?;
                }
            }
            Operation::Unset(slots) => slots.iter().for_each(|slot| self.forget(*slot)),
            Operation::Repeat(repeat) => {
                let count = self.machine.value(&repeat.count)?;
                self.machine.needs(&repeat.count, &count, &[Type::Integer])?;
                let n_rounds = match count {
                    Value::Integer(count) if count <= i64::from(u32::MAX) => count,
                    _ => return Err(self.failure(Kind::Other, repeat.count.span, &repeat.count)),
                };
                inner = Some(Frame::Repeat { repeat, command, round: 0, n_rounds });
            }
            Operation::While(repeat) => {
                let goal = self.goal(repeat, command)?;
                inner = Some(Frame::While { repeat, command, round: 0, goal });
            }
            Operation::If(branches) => {
                let block = match self.test(&branches.test, None)? {
                    true => Some(&branches.then),
                    false => branches.otherwise.as_ref(),
                };
                inner = block.map(|block| Frame::Block { commands: &block.commands, at: 0 });
            }
        }
        if let Some(Frame::Block { at, .. }) = self.frames.last_mut() {
            *at += 1;
        }
        self.frames.extend(inner);
        Ok(())
    }

    fn repeat(&mut self, repeat: &'a Repeat, command: &'a Command, round: i64, n_rounds: i64) -> Written {
        self.charge(command.cost, command.span)?;
        self.machine.command = command.span;
        let is_over = round >= n_rounds;
        if let Some(counter) = &repeat.counter {
            self.store(counter, Value::Integer(if is_over { n_rounds } else { round }))?;
        }
        if is_over {
            self.frames.pop();
            return Ok(());
        }
        if let Some(Frame::Repeat { round, .. }) = self.frames.last_mut() {
            *round += 1;
        }
        self.round(&repeat.body.commands, repeat.separator.as_ref().filter(|_| round > 0));
        Ok(())
    }

    fn repeat_while(&mut self, repeat: &'a While, command: &'a Command, round: i64, goal: i64) -> Written {
        self.charge(command.cost, command.span)?;
        self.machine.command = command.span;
        if let Some(counter) = &repeat.counter {
            self.store(counter, Value::Integer(round))?;
        }
        if !self.test(&repeat.test, Some(round < goal))? {
            self.frames.pop();
            return Ok(());
        }
        if let Some(Frame::While { round, .. }) = self.frames.last_mut() {
            *round += 1;
        }
        self.round(&repeat.body.commands, repeat.separator.as_ref().filter(|_| round > 0));
        Ok(())
    }

    fn round(&mut self, commands: &'a [Command], separator: Option<&'a Command>) {
        self.frames.push(Frame::Block { commands, at: 0 });
        if let Some(separator) = separator {
            self.frames.push(Frame::Block { commands: std::slice::from_ref(separator), at: 0 });
        }
    }

    /// Whether a test holds; what it asks of what comes next is decided so that it comes out as is wanted.
    fn test(&mut self, test: &'a Expression, wanted: Option<bool>) -> Written<bool> {
        match &test.kind {
            ExpressionKind::Not(test) => Ok(!self.test(test, wanted.map(|wanted| !wanted))?),
            ExpressionKind::All(tests) => {
                for test in tests {
                    if !self.test(test, wanted)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            ExpressionKind::Any(tests) => {
                for test in tests {
                    if self.test(test, wanted)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            ExpressionKind::IsEnd => self.decide(&Next::END, wanted),
            ExpressionKind::Match(characters) => {
                let characters = self.machine.string(characters)?;
                self.decide(&Next::one_of(&characters), wanted)
            }
            _ => self.machine.test(test).map_err(Failure::from),
        }
    }

    /// Whether what comes next is one of these.
    fn decide(&mut self, which: &Next, wanted: Option<bool>) -> Written<bool> {
        let (inside, outside) = (self.next.and(which), self.next.without(which));
        if inside.is_empty() || outside.is_empty() {
            return Ok(outside.is_empty());
        }
        let is_inside = self.choice(wanted);
        self.next = if is_inside { inside } else { outside };
        Ok(is_inside)
    }

    /// Writes what must be there.
    fn emit(&mut self, text: &[u8]) -> Written {
        if !self.next.allows(text) {
            return Err(self.bound());
        }
        self.charge(text.len() as u64 / 16, self.machine.command)?;
        self.output.extend_from_slice(text);
        if !text.is_empty() {
            self.next = Next::ANYTHING;
            self.look_at_open()?;
        }
        match self.output.len() > self.draws.max_bytes {
            true => Err(Failure {
                kind: Kind::TooLong,
                place: self.machine.command,
                below: Rc::default(),
                is_out_of_reach: false,
            }),
            false => Ok(()),
        }
    }

    /// Decides that the input ends here.
    fn end(&mut self) -> Written {
        if !self.next.has_end() || !self.are_open_over() {
            return Err(self.bound());
        }
        self.next = Next::END;
        Ok(())
    }

    fn store(&mut self, variable: &Variable, value: Value) -> Written {
        let key = self.machine.key(&variable.indices)?;
        let held = &mut self.machine.memory[variable.slot];
        let before = held.get(&key).cloned();
        if before.is_some() {
            self.free.remove(&variable.slot);
        }
        let n_steps = held.set(key.clone(), value);
        for (number, (slots, _)) in self.plan.uniques.iter().enumerate() {
            if slots.len() > 1
                && slots.last() == Some(&variable.slot)
                && let Some(tuple) = self.tuple(slots, &key, None)
                && self.tuples[number].insert(tuple.clone())
            {
                self.trail.push_back(Change::Tuple(number, tuple));
            }
        }
        self.trail.push_back(Change::Element(variable.slot, key, before));
        self.charge(n_steps, variable.span)
    }

    fn forget(&mut self, slot: Slot) {
        let held = std::mem::take(&mut self.machine.memory[slot]);
        self.trail.push_back(Change::Variable(slot, Box::new(held)));
        self.free.remove(&slot);
        for (number, (slots, _)) in self.plan.uniques.iter().enumerate() {
            if slots.len() > 1 && slots.contains(&slot) {
                let tuples = std::mem::take(&mut self.tuples[number]);
                self.trail.push_back(Change::Tuples(number, tuples));
            }
        }
    }

    fn charge(&mut self, n_steps: u64, span: Span) -> Written {
        self.machine.charge(n_steps, span).map_err(Failure::from)
    }
}
