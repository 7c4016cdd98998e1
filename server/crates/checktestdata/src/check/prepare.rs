//! Constants, sites, patterns, and what steps cost.

use super::{BoundSite, Prepared};
use crate::MAX_DIGITS;
use crate::names::Name;
use crate::regex::Pattern;
use crate::run::Breakage;
use crate::shown::shown;
use crate::source::{Level, Problems, Span, Topic};
use crate::tree::{
    Block, Command, Expression, ExpressionKind, Format, NumberField, Operation, PatternField, Repeat, Variable,
};
use crate::value::{Operator, Trouble, Type, Value, apply, negated};

/// For so many expressions it is looked for a text that tells how matches are chosen.
const MAX_TELLING_TEXTS: usize = 50;

/// So many expressions, of so many bytes together, are compiled before a run; any more are compiled where a run gets to
/// them, which takes steps.
const MAX_PATTERNS: usize = 1000;
const MAX_PATTERN_BYTES: usize = 32 << 20;

pub(super) fn prepare(block: &mut Block, names: &[Name], problems: &mut Problems) -> Prepared {
    let mut preparation = Preparation { names, problems, prepared: Prepared::default(), n_pattern_bytes: 0 };
    preparation.block(block);
    preparation.prepared
}

struct Preparation<'a> {
    names: &'a [Name],
    problems: &'a mut Problems,
    prepared: Prepared,
    n_pattern_bytes: usize,
}

impl Preparation<'_> {
    fn block(&mut self, block: &mut Block) {
        block.commands.iter_mut().for_each(|command| self.command(command));
    }

    fn command(&mut self, command: &mut Command) {
        let mut n_parts = 0;
        match &mut command.operation {
            Operation::Byte(_) | Operation::End | Operation::Unset(_) => {}
            Operation::Number(field) => {
                n_parts = self.number(field);
                field.site = self.site(command.span, command.word, field.target.as_ref(), &field.min, &field.max);
            }
            Operation::Text(value) | Operation::Assert(value) => n_parts = self.expression(value),
            Operation::Pattern(field) => {
                n_parts = self.expression(&mut field.pattern) + self.target(&mut field.target);
                self.pattern(field);
            }
            Operation::Set(assignments) => {
                for (variable, value) in assignments {
                    n_parts += self.variable(variable) + self.expression(value);
                }
            }
            Operation::Repeat(repeat) => {
                n_parts = self.expression(&mut repeat.count) + self.target(&mut repeat.counter);
                let Repeat { count, separator, body, site, .. } = &mut **repeat;
                *site = self.site(command.span, command.word, None, count, count);
                separator.iter_mut().for_each(|separator| self.command(separator));
                self.block(body);
            }
            Operation::While(repeat) => {
                n_parts = self.expression(&mut repeat.test) + self.target(&mut repeat.counter);
                repeat.separator.iter_mut().for_each(|separator| self.command(separator));
                self.block(&mut repeat.body);
            }
            Operation::If(branches) => {
                n_parts = self.expression(&mut branches.test);
                self.block(&mut branches.then);
                branches.otherwise.iter_mut().for_each(|block| self.block(block));
            }
        }
        // A few parts are as fast as the rest of a command.
        command.cost = 1 + n_parts / 8;
    }

    fn number(&mut self, field: &mut NumberField) -> u64 {
        let mut n_parts = self.expression(&mut field.min) + self.expression(&mut field.max);
        if let Format::Float(_, Some((least, most))) = &mut field.format {
            n_parts += self.expression(least) + self.expression(most);
        }
        n_parts + self.target(&mut field.target)
    }

    fn site(
        &mut self,
        span: Span,
        word: crate::vocabulary::Word,
        target: Option<&Variable>,
        min: &Expression,
        max: &Expression,
    ) -> usize {
        let constant = |expression: &Expression| match &expression.kind {
            ExpressionKind::Constant(value) => Some(value.clone()),
            _ => None,
        };
        let variable = target.map(|target| self.names[target.slot].text.clone());
        self.prepared.sites.push(BoundSite { span, word, variable, min: constant(min), max: constant(max) });
        self.prepared.sites.len() - 1
    }

    fn pattern(&mut self, field: &mut PatternField) {
        let ExpressionKind::Constant(Value::String(text)) = &field.pattern.kind else { return };
        if self.prepared.patterns.len() >= MAX_PATTERNS || self.n_pattern_bytes > MAX_PATTERN_BYTES {
            return;
        }
        let literal = field.pattern.span;
        // Without escapes in the string, a byte of the expression is one of the program.
        let is_plain = literal.end - literal.start == text.len() + 2 && !text.contains(&b'\\');
        let place = |span: Span| match is_plain {
            true => Span::new(literal.start + 1 + span.start, literal.start + 1 + span.end),
            false => literal,
        };
        let pattern = match Pattern::compile(text) {
            Ok(pattern) => pattern,
            Err(unreadable) => {
                self.problems.error(place(unreadable.span), Topic::Regex, unreadable.message);
                return;
            }
        };
        for note in &pattern.notes {
            self.problems.say(place(note.span), Level::Warning, Topic::Regex, note.message.clone());
        }
        if self.prepared.patterns.len() < MAX_TELLING_TEXTS
            && let Some(text) = pattern.telling_text()
        {
            let message = format!(
                "implementations match different parts of {}, the longest or what the first alternatives match; rewrite it \
                 so that both are the same",
                shown(&text)
            );
            self.problems.say(literal, Level::Warning, Topic::Regex, message);
        }
        self.n_pattern_bytes += pattern.size();
        field.number = Some(self.prepared.patterns.len());
        self.prepared.patterns.push(pattern);
    }

    fn target(&mut self, target: &mut Option<Variable>) -> u64 {
        target.as_mut().map_or(0, |target| self.variable(target))
    }

    fn variable(&mut self, variable: &mut Variable) -> u64 {
        1 + variable.indices.iter_mut().map(|index| self.expression(index)).sum::<u64>()
    }

    /// Makes a constant of what is one; how many parts are left.
    fn expression(&mut self, expression: &mut Expression) -> u64 {
        let mut n_parts = 1;
        let constant = match &mut expression.kind {
            ExpressionKind::Missing
            | ExpressionKind::Constant(_)
            | ExpressionKind::IsEnd
            | ExpressionKind::Unique(_) => None,
            ExpressionKind::Variable(variable) => {
                n_parts += self.variable(variable);
                None
            }
            ExpressionKind::Negate(operand) => {
                n_parts += self.expression(operand);
                constant(operand).and_then(|value| negated(value).ok())
            }
            ExpressionKind::Chain(first, rest) => {
                n_parts += self.expression(first);
                n_parts += rest.iter_mut().map(|(_, operand)| self.expression(operand)).sum::<u64>();
                self.chain(first, rest)
            }
            ExpressionKind::Length(text) => {
                n_parts += self.expression(text);
                None
            }
            ExpressionKind::Compare(left, _, right) => {
                n_parts += self.expression(left) + self.expression(right);
                None
            }
            ExpressionKind::Not(operand) | ExpressionKind::Match(operand) | ExpressionKind::InArray(operand, _) => {
                n_parts += self.expression(operand);
                None
            }
            ExpressionKind::All(tests) | ExpressionKind::Any(tests) => {
                n_parts += tests.iter_mut().map(|test| self.expression(test)).sum::<u64>();
                None
            }
        };
        if let Some(value) = constant {
            expression.kind = ExpressionKind::Constant(value);
            return 1;
        }
        n_parts
    }

    /// The value of operators between constants.
    fn chain(&mut self, first: &Expression, rest: &[(Operator, Expression)]) -> Option<Value> {
        let mut left = constant(first)?.clone();
        for (operator, operand) in rest {
            let right = constant(operand)?;
            match apply(*operator, &left, right, MAX_DIGITS as u64 * 4) {
                Ok(value) => left = value,
                Err(trouble) => {
                    // The others only matter where the program gets to them.
                    let stops = match trouble {
                        Trouble::FloatRemainder | Trouble::Exponent => right.type_of() != Type::String,
                        Trouble::DivisionByZero => *operator == Operator::Remainder,
                        Trouble::NotANumber => left.type_of() == right.type_of(),
                        Trouble::TooLong => false,
                    };
                    if stops {
                        let breakage =
                            Breakage { span: first.span.to(operand.span), reason: trouble.message().to_owned() };
                        self.prepared.breakage.get_or_insert(breakage);
                    }
                    return None;
                }
            }
        }
        Some(left)
    }
}

fn constant(expression: &Expression) -> Option<&Value> {
    match &expression.kind {
        ExpressionKind::Constant(value) => Some(value),
        _ => None,
    }
}
