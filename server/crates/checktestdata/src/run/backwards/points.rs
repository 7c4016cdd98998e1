//! Points of a run to which it comes back.

use std::collections::HashSet;
use std::sync::Arc;

use super::Writer;
use super::next::Next;
use super::pattern::Open;
use super::policy::Policy;
use crate::run::store::{Held, Key};
use crate::tree::{Command, Repeat, Slot, While};
use crate::value::Value;

/// So many points are kept, the last ones.
const MAX_POINTS: usize = 1 << 14;
/// So far it is looked for what was drawn at a place before.
const MAX_AHEAD: usize = 64;

/// What is under way at one level of the blocks.
#[derive(Clone, Copy)]
pub(super) enum Frame<'a> {
    Block {
        commands: &'a [Command],
        at: usize,
    },
    Repeat {
        repeat: &'a Repeat,
        command: &'a Command,
        round: i64,
        n_rounds: i64,
    },
    /// The loop should end after `goal` rounds.
    While {
        repeat: &'a While,
        command: &'a Command,
        round: i64,
        goal: i64,
    },
}

/// How far everything is.
#[derive(Clone)]
pub(super) struct Mark {
    n_changes: usize,
    n_bytes: usize,
    next: Next,
    open: Vec<Open>,
}

impl Default for Mark {
    fn default() -> Mark {
        Mark { n_changes: 0, n_bytes: 0, next: Next::ANYTHING, open: Vec::new() }
    }
}

/// Something that was changed, with what was there before.
pub(super) enum Change {
    Element(Slot, Key, Option<Value>),
    Variable(Slot, Box<Held>),
    Tuple(usize, Vec<Value>),
    Tuples(usize, HashSet<Vec<Value>>),
}

/// What was drawn.
#[derive(Clone, Debug)]
pub(super) enum Drawn {
    Integer(i128),
    /// A float: as it is written, in units of the last decimal, and in [`NANO`](super::number::NANO)ths.
    Float(Arc<[u8]>, i128, i128),
    Text(Arc<[u8]>),
    /// Whether what comes next is one of some.
    Choice(bool),
    /// After how many rounds a loop should end.
    Rounds(i128),
}

impl Drawn {
    /// As a number, where there is one that can be made less or more.
    pub(super) fn number(&self) -> Option<i128> {
        match self {
            Drawn::Integer(number) | Drawn::Rounds(number) | Drawn::Float(_, _, number) => Some(*number),
            Drawn::Choice(_) => None,
            Drawn::Text(text) => Some(text.len() as i128),
        }
    }
}

/// What was drawn where.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// The place in the program.
    pub(super) key: usize,
    pub(super) drawn: Drawn,
    pub(super) tried: Tried,
}

/// What is known of a draw from times when something behind it did not hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Tried {
    /// Of a comparison: its place, what was drawn, and how far its sides were apart then.
    pub(super) seen: Option<(usize, i128, f64)>,
    /// Place of a comparison to which this draw can add nothing more.
    pub(super) spent: Option<usize>,
    /// How often it was made anew for that.
    pub(super) n_times: u32,
    /// Where all comparisons hold that were met, if they go on as they began.
    pub(super) within: Option<(i128, i128)>,
}

/// The state before a step with a draw, and what was drawn.
pub(super) struct Point<'a> {
    frames: Box<[Frame<'a>]>,
    mark: Mark,
    /// The variable that gets it, [`Plan::ahead`](super::Plan::ahead) for what comes next, none for what is only read.
    pub(super) slot: Option<Slot>,
    pub(super) told: Told,
    /// What was drawn at that place before.
    last: Option<Option<i128>>,
}

/// What a draw should have been.
#[derive(Clone, Debug)]
pub(super) enum Wish {
    /// Something else.
    Other(Drawn),
    /// Within these bounds, or as near as can be.
    Within(i128, i128),
    /// This value.
    Value(Value),
    /// None of the values of a variable.
    NotIn(Slot),
}

/// That a draw is made anew.
pub(super) struct Retry {
    pub(super) tried: Tried,
    pub(super) wish: Wish,
}

impl<'a> Writer<'a> {
    pub(super) fn mark(&self) -> Mark {
        let n_changes = self.n_forgotten + self.trail.len();
        Mark { n_changes, n_bytes: self.output.len(), next: self.next, open: self.open.clone() }
    }

    /// Notes the state before this step, unless it is noted, with what is drawn in it.
    pub(super) fn note(&mut self, key: usize, slot: Option<Slot>, drawn: Drawn, tried: Tried) {
        if self.has_point {
            return;
        }
        self.has_point = true;
        let mut last = None;
        let has_to_differ = self.policy(slot).unwrap_or(self.draws.policy) == Policy::Distinct;
        if let Drawn::Integer(number) | Drawn::Float(_, number, _) = drawn {
            let history = self.histories.entry(key).or_default();
            last = Some(history.last);
            history.note(number, has_to_differ);
        }
        let told = Told { key, drawn, tried };
        let frames = self.frames.as_slice().into();
        self.points.push_back(Point { frames, mark: self.begin.clone(), slot, told, last });
        if self.points.len() > MAX_POINTS {
            self.points.pop_front();
            self.n_points_forgotten += 1;
            if let Some(first) = self.points.front() {
                let n_old = first.mark.n_changes - self.n_forgotten;
                self.trail.drain(..n_old);
                self.n_forgotten += n_old;
            }
        }
    }

    /// Goes back to the state before the draw with that number; what was drawn behind it.
    pub(super) fn go_back(&mut self, at: usize) -> Option<(Told, Vec<Told>)> {
        let behind = self.points.split_off((at + 1).min(self.points.len()));
        let point = self.points.pop_back()?;
        for point in behind.iter().rev().chain([&point]) {
            if let (Some(last), Some(history)) = (point.last, self.histories.get_mut(&point.told.key)) {
                history.last = last;
                history.n_drawn -= 1;
            }
        }
        let Mark { n_changes, n_bytes, next, open } = point.mark;
        while self.n_forgotten + self.trail.len() > n_changes {
            let Some(change) = self.trail.pop_back() else { break };
            self.undo(change);
        }
        self.output.truncate(n_bytes);
        (self.next, self.open) = (next, open);
        self.frames = point.frames.into_vec();
        Some((point.told, behind.into_iter().map(|point| point.told).collect()))
    }

    fn undo(&mut self, change: Change) {
        if let Change::Element(slot, ..) | Change::Variable(slot, _) = change {
            self.free.remove(&slot);
        }
        match change {
            Change::Element(slot, key, Some(value)) => drop(self.machine.memory[slot].set(key, value)),
            Change::Element(slot, key, None) => self.machine.memory[slot].remove(&key),
            Change::Variable(slot, held) => self.machine.memory[slot] = *held,
            Change::Tuple(number, tuple) => drop(self.tuples[number].remove(&tuple)),
            Change::Tuples(number, tuples) => self.tuples[number] = tuples,
        }
    }

    /// What was drawn at this place before a point that is drawn anew was.
    pub(super) fn told(&mut self, key: usize) -> Option<Told> {
        let at = self.script.iter().take(MAX_AHEAD).position(|told| told.key == key)?;
        self.script.drain(..at);
        self.script.pop_front()
    }

    /// The values of some variables at an index, the last of which may be one that is not stored yet.
    pub(super) fn tuple(&self, slots: &[Slot], key: &Key, last: Option<&Value>) -> Option<Vec<Value>> {
        let n_stored = slots.len() - usize::from(last.is_some());
        let stored = slots[..n_stored].iter().map(|slot| self.machine.memory[*slot].get(key));
        stored.chain(last.map(Some)).map(|value| value.map(Value::canonical)).collect()
    }
}
