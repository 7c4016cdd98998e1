//! What of a program is known before it runs backwards: which variables rest on which, which are sizes, which are to differ.

use std::collections::HashMap;

use super::shape;
use crate::Program;
use crate::tree::{Block, Command, Expression, ExpressionKind, Format, Operation, Slot};

/// What variables have to do with each other. Beside the variables there is one more slot, [`Plan::ahead`]: what was decided
/// of input that comes next, by `ISEOF` and `MATCH`.
pub(super) struct Plan<'a> {
    /// For each slot, those that its value rests on directly.
    rests_on: Vec<Vec<Slot>>,
    /// Variables that say how much there is of something.
    pub(super) is_size: Vec<bool>,
    /// Variables whose values are to differ, together; the one that gets its values last stands last. Also whether that
    /// holds for sure.
    pub(super) uniques: Vec<(Vec<Slot>, bool)>,
    /// What variables are compared with in the tests of `WHILE`.
    pub(super) ends: Vec<Vec<&'a Expression>>,
    /// What they are compared with elsewhere.
    pub(super) compared: Vec<Vec<&'a Expression>>,
    /// By the place of a command that draws: whether its least value rests on earlier draws there, and whether the greatest does.
    pub(super) climbs: HashMap<usize, (bool, bool)>,
    /// By the place of a command that draws an end of an edge: whether that is the second one.
    pub(super) edges: HashMap<usize, bool>,
    /// When each gets values, in the order of the text.
    stored_at: Vec<usize>,
    n_commands: usize,
}

/// What stands around a command.
#[derive(Clone, Default)]
struct Around {
    slots: Vec<Slot>,
    is_branch: bool,
}

/// Of what stands around a command so many variables are known.
const MAX_AROUND: usize = 64;

impl Around {
    fn with(&self, slots: &[Slot], is_branch: bool) -> Around {
        let mut inner = Around { slots: self.slots.clone(), is_branch: self.is_branch || is_branch };
        inner.slots.extend(slots);
        inner.slots.sort_unstable();
        inner.slots.dedup();
        inner.slots.truncate(MAX_AROUND);
        inner
    }
}

impl<'a> Plan<'a> {
    pub(super) fn of(program: &'a Program) -> Plan<'a> {
        let n_slots = program.names.len() + 1;
        let mut plan = Plan {
            rests_on: vec![Vec::new(); n_slots],
            is_size: vec![false; n_slots],
            uniques: Vec::new(),
            ends: vec![Vec::new(); n_slots],
            compared: vec![Vec::new(); n_slots],
            climbs: HashMap::new(),
            edges: shape::ends(program).into_iter().collect(),
            stored_at: vec![0; n_slots],
            n_commands: 0,
        };
        let mut sizes = Vec::new();
        plan.block(&program.block, &Around::default(), &mut sizes);
        plan.sizes(sizes, &program.block);
        program.block.visit(&mut |command| plan.climb(command));
        let stored_at = &plan.stored_at;
        for (slots, _) in &mut plan.uniques {
            slots.sort_by_key(|slot| stored_at[*slot]);
            slots.dedup();
        }
        plan
    }

    /// The slot of what comes next.
    pub(super) fn ahead(&self) -> Slot {
        self.is_size.len() - 1
    }

    /// Whether each slot is among these, or any of these rests on it.
    pub(super) fn all_below(&self, mut slots: Vec<Slot>) -> Vec<bool> {
        let mut is_below = vec![false; self.is_size.len()];
        while let Some(slot) = slots.pop() {
            if !std::mem::replace(&mut is_below[slot], true) {
                slots.extend(&self.rests_on[slot]);
            }
        }
        is_below
    }

    /// The slots that an expression names.
    pub(super) fn slots(&self, expression: &Expression) -> Vec<Slot> {
        let mut found = Vec::new();
        self.add_slots(expression, &mut found);
        found
    }

    fn add_slots(&self, expression: &Expression, found: &mut Vec<Slot>) {
        match &expression.kind {
            ExpressionKind::Missing | ExpressionKind::Constant(_) => {}
            ExpressionKind::Variable(variable) => {
                found.push(variable.slot);
                variable.indices.iter().for_each(|index| self.add_slots(index, found));
            }
            ExpressionKind::Negate(operand) | ExpressionKind::Length(operand) | ExpressionKind::Not(operand) => {
                self.add_slots(operand, found);
            }
            ExpressionKind::Chain(first, rest) => {
                self.add_slots(first, found);
                rest.iter().for_each(|(_, operand)| self.add_slots(operand, found));
            }
            ExpressionKind::Compare(left, _, right) => {
                self.add_slots(left, found);
                self.add_slots(right, found);
            }
            ExpressionKind::All(tests) | ExpressionKind::Any(tests) => {
                tests.iter().for_each(|test| self.add_slots(test, found));
            }
            ExpressionKind::IsEnd => found.push(self.ahead()),
            ExpressionKind::Match(characters) => {
                found.push(self.ahead());
                self.add_slots(characters, found);
            }
            ExpressionKind::Unique(slots) => found.extend(slots),
            ExpressionKind::InArray(value, slot) => {
                self.add_slots(value, found);
                found.push(*slot);
            }
        }
    }

    fn block(&mut self, block: &'a Block, around: &Around, sizes: &mut Vec<Slot>) {
        block.commands.iter().for_each(|command| self.command(command, around, sizes));
    }

    fn command(&mut self, command: &'a Command, around: &Around, sizes: &mut Vec<Slot>) {
        self.n_commands += 1;
        match &command.operation {
            Operation::Byte(_) | Operation::End | Operation::Text(_) | Operation::Unset(_) => {}
            Operation::Number(field) => {
                let Some(target) = &field.target else { return };
                let mut below = self.slots(&field.min);
                below.extend(self.slots(&field.max));
                self.stored(target.slot, below);
            }
            Operation::Pattern(field) => {
                let Some(target) = &field.target else { return };
                let below = self.slots(&field.pattern);
                self.stored(target.slot, below);
            }
            Operation::Set(assignments) => {
                for (variable, value) in assignments {
                    let mut below = self.slots(value);
                    below.extend(&around.slots);
                    self.stored(variable.slot, below);
                }
            }
            Operation::Assert(test) => {
                self.comparisons(test, false, sizes);
                self.uniques_of(test, around);
            }
            Operation::Repeat(repeat) => {
                let below = self.slots(&repeat.count);
                sizes.extend(&below);
                let inner = around.with(&below, false);
                if let Some(counter) = &repeat.counter {
                    self.stored(counter.slot, below);
                }
                repeat.separator.iter().for_each(|separator| self.command(separator, &inner, sizes));
                self.block(&repeat.body, &inner, sizes);
            }
            Operation::While(repeat) => {
                let below = self.slots(&repeat.test);
                self.comparisons(&repeat.test, true, sizes);
                let inner = around.with(&below, false);
                if let Some(counter) = &repeat.counter {
                    // What is compared with the number of rounds is a size.
                    sizes.extend(below.iter().filter(|slot| below.contains(&counter.slot) && **slot != counter.slot));
                    self.stored(counter.slot, below);
                }
                repeat.separator.iter().for_each(|separator| self.command(separator, &inner, sizes));
                self.block(&repeat.body, &inner, sizes);
            }
            Operation::If(branches) => {
                self.comparisons(&branches.test, false, sizes);
                let inner = around.with(&self.slots(&branches.test), true);
                self.block(&branches.then, &inner, sizes);
                branches.otherwise.iter().for_each(|block| self.block(block, &inner, sizes));
            }
        }
    }

    fn stored(&mut self, slot: Slot, below: Vec<Slot>) {
        self.stored_at[slot] = self.n_commands;
        let known = &mut self.rests_on[slot];
        known.extend(below);
        known.sort_unstable();
        known.dedup();
    }

    fn climb(&mut self, command: &Command) {
        let Operation::Number(field) = &command.operation else { return };
        let Some(target) = &field.target else { return };
        let rests = |bound: &Expression| self.all_below(self.slots(bound))[target.slot];
        let climbs = (rests(&field.min), rests(&field.max));
        if climbs.0 != climbs.1 {
            self.climbs.insert(command.span.start, climbs);
        }
    }

    /// What variables are compared with.
    fn comparisons(&mut self, test: &'a Expression, is_end: bool, sizes: &mut Vec<Slot>) {
        match &test.kind {
            ExpressionKind::Not(test) => self.comparisons(test, is_end, sizes),
            ExpressionKind::All(tests) | ExpressionKind::Any(tests) => {
                tests.iter().for_each(|test| self.comparisons(test, is_end, sizes));
            }
            ExpressionKind::Compare(left, _, right) => {
                for (one, other) in [(left, right), (right, left)] {
                    match &one.kind {
                        ExpressionKind::Variable(variable) if is_end => self.ends[variable.slot].push(other),
                        ExpressionKind::Variable(variable) => self.compared[variable.slot].push(other),
                        ExpressionKind::Length(_) => sizes.extend(self.slots(other)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn uniques_of(&mut self, test: &Expression, around: &Around) {
        match &test.kind {
            ExpressionKind::All(tests) => tests.iter().for_each(|test| self.uniques_of(test, around)),
            ExpressionKind::Unique(slots) => self.uniques.push((slots.clone(), !around.is_branch)),
            _ => {}
        }
    }

    /// What bounds a size is one, and what it is computed from.
    fn sizes(&mut self, mut sizes: Vec<Slot>, block: &Block) {
        let mut below = vec![Vec::new(); self.is_size.len()];
        block.visit(&mut |command| match &command.operation {
            Operation::Number(field) if matches!(field.format, Format::Integer) => {
                if let Some(target) = &field.target {
                    below[target.slot].extend(self.slots(&field.max));
                }
            }
            Operation::Set(assignments) => {
                for (variable, value) in assignments {
                    below[variable.slot].extend(self.slots(value));
                }
            }
            _ => {}
        });
        while let Some(slot) = sizes.pop() {
            if !std::mem::replace(&mut self.is_size[slot], true) {
                sizes.extend(&below[slot]);
            }
        }
    }
}
