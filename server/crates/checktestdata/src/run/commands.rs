//! Commands while a program runs.

use std::cmp::Ordering;
use std::sync::Arc;

use super::read::{any_float, any_integer, small_integer};
use super::verdict::found_text;
use super::{Flow, Machine};
use crate::regex::Pattern;
use crate::shown::{shown, shown_code};
use crate::tree::{
    Command, Expression, ExpressionKind, Format, Notation, NumberField, Operation, PatternField, Repeat, Variable,
    While,
};
use crate::value::{Type, Value};

impl<'a> Machine<'a> {
    pub(super) fn commands(&mut self, commands: &'a [Command]) -> Flow {
        for command in commands {
            self.command(command)?;
        }
        Ok(())
    }

    fn command(&mut self, command: &'a Command) -> Flow {
        self.charge(command.cost, command.span)?;
        self.command = command.span;
        match &command.operation {
            Operation::Byte(byte) => self.byte(*byte),
            Operation::End => self.end(),
            Operation::Number(field) => self.number(field),
            Operation::Text(text) => self.text(text),
            Operation::Pattern(field) => self.pattern(field, command),
            Operation::Assert(test) => self.assert(test),
            Operation::Set(assignments) => {
                for (variable, value) in assignments {
                    let value = self.value(value)?;
                    self.store(variable, value)?;
                }
                Ok(())
            }
            Operation::Unset(slots) => {
                for slot in slots {
                    self.memory[*slot] = Default::default();
                }
                Ok(())
            }
            Operation::Repeat(repeat) => self.repeat(repeat, command),
            Operation::While(repeat) => self.repeat_while(repeat, command),
            Operation::If(branches) => {
                if self.test(&branches.test)? {
                    self.commands(&branches.then.commands)
                } else {
                    branches.otherwise.as_ref().map_or(Ok(()), |block| self.commands(&block.commands))
                }
            }
        }
    }

    #[inline]
    fn byte(&mut self, byte: u8) -> Flow {
        if self.input.get(self.at) == Some(&byte) {
            self.at += 1;
            return Ok(());
        }
        Err(self.rejected(self.at, if byte == b' ' { "a space" } else { "a line end" }))
    }

    pub(super) fn end(&mut self) -> Flow {
        if self.at == self.input.len() { Ok(()) } else { Err(self.rejected(self.at, "the end of the input")) }
    }

    fn number(&mut self, field: &'a NumberField) -> Flow {
        if let Some(number) = self.small_number(field) {
            return match &field.target {
                Some(target) => self.store(target, Value::Integer(number)),
                None => Ok(()),
            };
        }
        let (min, max) = (self.value(&field.min)?, self.value(&field.max)?);
        let value = match &field.format {
            Format::Integer => self.integer(field, &min, &max)?,
            Format::Float(notation, decimals) => self.float(field, &min, &max, *notation, decimals.as_ref())?,
        };
        match &field.target {
            Some(target) => self.store(target, value),
            None => Ok(()),
        }
    }

    /// Reads an integer of at most 18 digits that lies within bounds of at most 64 bits, which is nearly all that is ever
    /// read. `None`, without having done anything, when something is different.
    #[inline]
    fn small_number(&mut self, field: &NumberField) -> Option<i64> {
        if !matches!(field.format, Format::Integer) {
            return None;
        }
        let (min, max) = (self.small_value(&field.min)?, self.small_value(&field.max)?);
        let (number, end) = small_integer(self.input, self.at).filter(|(number, _)| (min..=max).contains(number))?;
        self.reaches[field.site].add_small_within(number, min, max);
        self.at = end;
        Some(number)
    }

    #[inline]
    fn small_value(&self, expression: &Expression) -> Option<i64> {
        let value = match &expression.kind {
            ExpressionKind::Constant(value) => value,
            ExpressionKind::Variable(variable) if variable.indices.is_empty() => self.memory[variable.slot].scalar()?,
            _ => return None,
        };
        match value {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }

    #[inline]
    fn integer(&mut self, field: &NumberField, min: &Value, max: &Value) -> Flow<Value> {
        self.needs(&field.min, min, &[Type::Integer])?;
        self.needs(&field.max, max, &[Type::Integer])?;
        let (value, end) = match small_integer(self.input, self.at) {
            Some((number, end)) => (Value::Integer(number), end),
            None => {
                let found = any_integer(self.input, self.at, self.n_digits);
                let found = found.map_err(|expected| self.rejected(self.at, within(expected, min, max)))?;
                self.charge(found.value.words(), self.command)?;
                (found.value, found.end)
            }
        };
        self.bounded(field, &value, min, max, "an integer")?;
        self.at = end;
        Ok(value)
    }

    fn float(
        &mut self,
        field: &NumberField,
        min: &Value,
        max: &Value,
        notation: Notation,
        decimals: Option<&(Expression, Expression)>,
    ) -> Flow<Value> {
        self.needs(&field.min, min, &[Type::Integer, Type::Float])?;
        self.needs(&field.max, max, &[Type::Integer, Type::Float])?;
        let decimals = match decimals {
            Some((least, most)) => Some((self.n_decimals(least)?, self.n_decimals(most)?)),
            None => None,
        };
        let at = self.at;
        let found = any_float(self.input, at, notation, self.n_digits);
        let found = found.map_err(|expected| self.rejected(at, within(expected, min, max)))?;
        self.charge(found.value.words() * (min.words() + max.words()), self.command)?;
        if let Some((least, most)) = decimals {
            if !(least..=most).contains(&(found.n_decimals as u64)) {
                let decimals = if least == most { least.to_string() } else { format!("{least} to {most}") };
                return Err(self.rejected(at, within(&format!("a float with {decimals} decimals"), min, max)));
            }
            if found.scientific == Some(false) {
                return Err(self.rejected(at, "a float with exactly one digit, not 0, before the point"));
            }
        }
        self.bounded(field, &found.value, min, max, "a float")?;
        self.at = found.end;
        Ok(found.value)
    }

    /// Counts a value that lies within the bounds.
    #[inline]
    fn bounded(&mut self, field: &NumberField, value: &Value, min: &Value, max: &Value, what: &str) -> Flow {
        match (value.compare(min), value.compare(max)) {
            (Some(Ordering::Greater | Ordering::Equal), Some(Ordering::Less | Ordering::Equal)) => {
                self.reaches[field.site].add_within(value, min, max);
                Ok(())
            }
            _ => Err(self.rejected(self.at, within(what, min, max))),
        }
    }

    pub(super) fn needs(&self, expression: &Expression, value: &Value, types: &[Type]) -> Flow {
        if types.contains(&value.type_of()) {
            return Ok(());
        }
        let wanted = if types.len() == 1 { "an integer" } else { "a number" };
        Err(self.broken(expression.span, format!("{wanted} is needed here and not {}; correct it", value.type_of())))
    }

    pub(super) fn n_decimals(&mut self, expression: &Expression) -> Flow<u64> {
        let value = self.value(expression)?;
        self.needs(expression, &value, &[Type::Integer])?;
        match value {
            Value::Integer(number) if number >= 0 => Ok(number.unsigned_abs()),
            Value::Large(number) if number.sign() == num_bigint::Sign::Plus => Ok(u64::MAX),
            _ => Err(self.broken(expression.span, "a number of decimals is not negative; correct it")),
        }
    }

    fn text(&mut self, text: &Expression) -> Flow {
        let text = self.string(text)?;
        if self.input[self.at..].starts_with(&text) {
            self.at += text.len();
            return Ok(());
        }
        Err(self.rejected_with(self.at, shown(&text), found_text(self.input, self.at, text.len())))
    }

    fn pattern(&mut self, field: &'a PatternField, command: &Command) -> Flow {
        let (program, preference) = (self.program, self.preference);
        let looked = match field.number.map(|number| (number, &program.patterns[number])) {
            Some((number, pattern)) => {
                let met = self.met[number].get_or_insert_with(|| pattern.met(preference));
                pattern.look(preference, met, self.input, self.at)
            }
            None => {
                let text = self.string(&field.pattern)?;
                if !self.patterns.contains_key(&text) {
                    let pattern = Pattern::compile(&text);
                    let pattern = pattern.map_err(|unreadable| self.broken(field.pattern.span, unreadable.message))?;
                    // It is kept, so what it takes of memory counts too.
                    self.charge(4000 + pattern.size() as u64 / 4, command.span)?;
                    let met = pattern.met(preference);
                    self.patterns.insert(Arc::clone(&text), (pattern, met));
                }
                let known = self.patterns.get_mut(&text);
                known.and_then(|(pattern, met)| pattern.look(preference, met, self.input, self.at))
            }
        };
        let Some(looked) = looked else {
            return Err(self.broken(field.pattern.span, "this regular expression takes too much memory; simplify it"));
        };
        self.charge(looked.n_bytes as u64, command.span)?;
        let Some(end) = looked.end else {
            let text = self.string(&field.pattern)?;
            return Err(self.rejected(self.at, format!("text that {} matches", shown(&text))));
        };
        let start = std::mem::replace(&mut self.at, end);
        match &field.target {
            Some(target) => self.store(target, Value::String(Arc::from(&self.input[start..end]))),
            None => Ok(()),
        }
    }

    fn assert(&mut self, test: &'a Expression) -> Flow {
        if self.test(test)? {
            return Ok(());
        }
        let expected = format!("{} to hold", shown_code(test.span.of(&self.program.source)));
        if let ExpressionKind::Compare(left, _, right) = &test.kind {
            let found = format!("{} and {}", self.value(left)?, self.value(right)?);
            return Err(self.rejected_with(self.at, expected, found));
        }
        Err(self.rejected_with(self.at, expected, "that it does not"))
    }

    fn repeat(&mut self, repeat: &'a Repeat, command: &'a Command) -> Flow {
        let count = self.value(&repeat.count)?;
        self.needs(&repeat.count, &count, &[Type::Integer])?;
        let n_rounds = match count {
            Value::Integer(count) if count <= i64::from(u32::MAX) => count,
            _ => {
                let message = format!("{count} rounds are too many; a count must fit 32 bits");
                return Err(self.broken(repeat.count.span, message));
            }
        };
        self.reaches[repeat.site].add_within(&count, &count, &count);
        for round in 0..n_rounds {
            self.round(repeat.counter.as_ref(), round, command)?;
            if round > 0 {
                repeat.separator.as_ref().map_or(Ok(()), |separator| self.command(separator))?;
            }
            self.commands(&repeat.body.commands)?;
        }
        self.round(repeat.counter.as_ref(), n_rounds, command)
    }

    fn repeat_while(&mut self, repeat: &'a While, command: &'a Command) -> Flow {
        for round in 0.. {
            self.round(repeat.counter.as_ref(), round, command)?;
            if !self.test(&repeat.test)? {
                break;
            }
            if round > 0 {
                repeat.separator.as_ref().map_or(Ok(()), |separator| self.command(separator))?;
            }
            self.commands(&repeat.body.commands)?;
        }
        Ok(())
    }

    /// What each round of a loop, and its end, begins with.
    #[inline]
    fn round(&mut self, counter: Option<&Variable>, round: i64, command: &Command) -> Flow {
        self.charge(command.cost, command.span)?;
        self.command = command.span;
        match counter {
            Some(counter) => self.store(counter, Value::Integer(round)),
            None => Ok(()),
        }
    }
}

/// What was expected, with the bounds that it must lie within.
#[cold]
fn within(what: &str, min: &Value, max: &Value) -> String {
    format!("{what} from {min} to {max}")
}
