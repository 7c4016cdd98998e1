//! Variables that are read where nothing can have assigned them.
//!
//! A use is right when an assignment comes before it, or later in the same loop, since that may have gone round before.
//! Whether two branches exclude each other, and what `UNSET` forgets, is not looked at.

use crate::names::Name;
use crate::source::{Level, Problems, Span, Topic};
use crate::tree::{Block, Command, Expression, ExpressionKind, Format, Operation, Slot, Variable};

pub(super) fn check(block: &Block, names: &[Name], problems: &mut Problems) {
    let mut flow =
        Flow { now: 0, n_loops: 0, loop_ends: Vec::new(), assigned: vec![None; names.len()], uses: Vec::new() };
    flow.block(block);
    for Use { slot, span, when, in_loop, is_value } in flow.uses {
        let horizon = in_loop.and_then(|number| flow.loop_ends.get(number).copied()).unwrap_or(when);
        let name = &names[slot].text;
        match flow.assigned[slot] {
            Some(first) if first <= horizon => {}
            None if is_value => {
                let message = format!("nothing assigns `{name}`; store a value in it before");
                problems.error(span, Topic::Unassigned, message);
            }
            Some(_) if is_value => {
                let message = format!("`{name}` is only assigned further down; move that before this place");
                problems.error(span, Topic::Unassigned, message);
            }
            None => {
                let message = format!("nothing assigns `{name}`, so there is nothing to compare; correct the name");
                problems.say(span, Level::Warning, Topic::Unassigned, message);
            }
            Some(_) => {}
        }
    }
}

struct Use {
    slot: Slot,
    span: Span,
    when: usize,
    /// The outermost loop around it.
    in_loop: Option<usize>,
    /// Else only the array as a whole is asked.
    is_value: bool,
}

/// Goes through a program in the order in which it runs.
struct Flow {
    now: usize,
    /// How many loops are open.
    n_loops: usize,
    /// When each outermost loop ended.
    loop_ends: Vec<usize>,
    /// When each variable is first assigned.
    assigned: Vec<Option<usize>>,
    uses: Vec<Use>,
}

impl Flow {
    fn block(&mut self, block: &Block) {
        block.commands.iter().for_each(|command| self.command(command));
    }

    fn command(&mut self, command: &Command) {
        match &command.operation {
            Operation::Byte(_) | Operation::End | Operation::Unset(_) => {}
            Operation::Number(field) => {
                self.expression(&field.min);
                self.expression(&field.max);
                if let Format::Float(_, Some((least, most))) = &field.format {
                    self.expression(least);
                    self.expression(most);
                }
                field.target.iter().for_each(|target| self.assign(target));
            }
            Operation::Text(value) | Operation::Assert(value) => self.expression(value),
            Operation::Pattern(field) => {
                self.expression(&field.pattern);
                field.target.iter().for_each(|target| self.assign(target));
            }
            Operation::Set(assignments) => {
                for (variable, value) in assignments {
                    self.expression(value);
                    self.assign(variable);
                }
            }
            Operation::Repeat(repeat) => {
                self.expression(&repeat.count);
                repeat.counter.iter().for_each(|counter| self.assign(counter));
                self.rounds(repeat.separator.as_ref(), &repeat.body);
            }
            Operation::While(repeat) => {
                repeat.counter.iter().for_each(|counter| self.assign(counter));
                // Before the first round nothing of the body has run.
                self.expression(&repeat.test);
                self.rounds(repeat.separator.as_ref(), &repeat.body);
            }
            Operation::If(branches) => {
                self.expression(&branches.test);
                self.block(&branches.then);
                branches.otherwise.iter().for_each(|block| self.block(block));
            }
        }
    }

    fn rounds(&mut self, separator: Option<&Command>, body: &Block) {
        self.n_loops += 1;
        separator.iter().for_each(|separator| self.command(separator));
        self.block(body);
        self.n_loops -= 1;
        if self.n_loops == 0 {
            self.loop_ends.push(self.now);
        }
    }

    fn assign(&mut self, variable: &Variable) {
        variable.indices.iter().for_each(|index| self.expression(index));
        self.now += 1;
        self.assigned[variable.slot].get_or_insert(self.now);
    }

    fn uses(&mut self, slot: Slot, span: Span, is_value: bool) {
        let in_loop = (self.n_loops > 0).then_some(self.loop_ends.len());
        self.uses.push(Use { slot, span, when: self.now, in_loop, is_value });
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Missing | ExpressionKind::Constant(_) | ExpressionKind::IsEnd => {}
            ExpressionKind::Variable(variable) => {
                variable.indices.iter().for_each(|index| self.expression(index));
                self.uses(variable.slot, variable.span, true);
            }
            ExpressionKind::Negate(operand)
            | ExpressionKind::Length(operand)
            | ExpressionKind::Not(operand)
            | ExpressionKind::Match(operand) => self.expression(operand),
            ExpressionKind::Chain(first, rest) => {
                self.expression(first);
                rest.iter().for_each(|(_, operand)| self.expression(operand));
            }
            ExpressionKind::Compare(left, _, right) => {
                self.expression(left);
                self.expression(right);
            }
            ExpressionKind::All(tests) | ExpressionKind::Any(tests) => {
                tests.iter().for_each(|test| self.expression(test))
            }
            ExpressionKind::Unique(slots) => slots.iter().for_each(|slot| self.uses(*slot, expression.span, false)),
            ExpressionKind::InArray(value, slot) => {
                self.expression(value);
                self.uses(*slot, expression.span, false);
            }
        }
    }
}
