//! Values and tests while a program runs.

use super::store::{Key, are_unique};
use super::{Flow, Machine};
use crate::source::Span;
use crate::tree::{Expression, ExpressionKind, Slot, Variable};
use crate::value::{Operator, Type, Value, apply, negated};

impl Machine<'_> {
    pub(super) fn value(&mut self, expression: &Expression) -> Flow<Value> {
        match &expression.kind {
            ExpressionKind::Constant(value) => Ok(value.clone()),
            ExpressionKind::Variable(variable) => self.load(variable),
            ExpressionKind::Chain(first, rest) => self.chain(first, rest),
            ExpressionKind::Negate(operand) => {
                let value = self.value(operand)?;
                self.charge(value.words(), expression.span)?;
                negated(&value).map_err(|trouble| self.broken(expression.span, trouble.message()))
            }
            ExpressionKind::Length(operand) => {
                let text = self.string(operand)?;
                Ok(Value::Integer(text.len() as i64))
            }
            _ => Err(self.broken(expression.span, "a value is needed here; correct the program")),
        }
    }

    fn chain(&mut self, first: &Expression, rest: &[(Operator, Expression)]) -> Flow<Value> {
        let mut left = self.value(first)?;
        for (operator, right) in rest {
            let span = first.span.to(right.span);
            let right = self.value(right)?;
            let (left_words, right_words) = (left.words(), right.words());
            if matches!(left, Value::Fraction(_)) || matches!(right, Value::Fraction(_)) {
                // What it costs to reduce the result.
                let n_words = left_words + right_words;
                self.charge(8 * n_words * n_words, span)?;
            } else if left_words + right_words > 2 {
                self.charge(left_words * right_words / 16 + left_words + right_words, span)?;
            }
            left = apply(*operator, &left, &right, self.max_bits)
                .map_err(|trouble| self.broken(span, trouble.message()))?;
            if *operator == Operator::Power {
                self.charge(left.words() * left.words() / 16, span)?;
            }
        }
        Ok(left)
    }

    pub(super) fn test(&mut self, expression: &Expression) -> Flow<bool> {
        match &expression.kind {
            ExpressionKind::Compare(left, comparison, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let (left_words, right_words) = (left.words(), right.words());
                if left_words + right_words > 2 {
                    self.charge(left_words + right_words, expression.span)?;
                }
                match left.compare(&right) {
                    Some(order) => Ok(comparison.holds(order)),
                    None => {
                        let message = format!(
                            "{} cannot be compared with {}; compare values of one kind",
                            left.type_of(),
                            right.type_of()
                        );
                        Err(self.broken(expression.span, message))
                    }
                }
            }
            ExpressionKind::Not(test) => Ok(!self.test(test)?),
            ExpressionKind::All(tests) => {
                for test in tests {
                    if !self.test(test)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            ExpressionKind::Any(tests) => {
                for test in tests {
                    if self.test(test)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            ExpressionKind::IsEnd => Ok(self.at == self.input.len()),
            ExpressionKind::Match(characters) => {
                let characters = self.string(characters)?;
                Ok(self.input.get(self.at).is_some_and(|byte| characters.contains(byte)))
            }
            ExpressionKind::Unique(slots) => self.unique(slots, expression.span),
            ExpressionKind::InArray(value, slot) => {
                let value = self.value(value)?;
                self.charge(self.memory[*slot].work() + value.words(), expression.span)?;
                if self.memory[*slot].scalar().is_some_and(|scalar| scalar.compare(&value).is_none()) {
                    let message = "the variable holds a string and this is none, or the other way round; compare values of one kind";
                    return Err(self.broken(expression.span, message));
                }
                Ok(self.memory[*slot].holds(&value))
            }
            _ => Err(self.broken(expression.span, "a test is needed here; correct the program")),
        }
    }

    fn unique(&mut self, slots: &[Slot], span: Span) -> Flow<bool> {
        if let [slot] = slots {
            self.charge(self.memory[*slot].work(), span)?;
            return Ok(self.memory[*slot].is_unique());
        }
        let n_values: usize = slots.iter().map(|slot| self.memory[*slot].n_values()).sum();
        self.charge(n_values as u64 * 16, span)?;
        let all: Vec<_> = slots.iter().map(|slot| &self.memory[*slot]).collect();
        match are_unique(&all) {
            Some(is_unique) => Ok(is_unique),
            None => {
                let names: Vec<String> =
                    slots.iter().map(|slot| format!("`{}`", self.program.names[*slot].text)).collect();
                Err(self.rejected_with(self.at, format!("{} to have the same indices", names.join(", ")), "others"))
            }
        }
    }

    /// The bytes of a string.
    pub(super) fn string(&mut self, expression: &Expression) -> Flow<std::sync::Arc<[u8]>> {
        match self.value(expression)? {
            Value::String(bytes) => Ok(bytes),
            other => {
                let message = format!("a string is needed here and not {}; put quotes around it", other.type_of());
                Err(self.broken(expression.span, message))
            }
        }
    }

    fn load(&mut self, variable: &Variable) -> Flow<Value> {
        let value = if variable.indices.is_empty() {
            self.memory[variable.slot].scalar().cloned()
        } else {
            let key = self.key(&variable.indices)?;
            self.memory[variable.slot].get(&key).cloned()
        };
        value.ok_or_else(|| {
            let name = &self.program.names[variable.slot].text;
            let message = match variable.indices.len() {
                0 => format!("`{name}` has no value here; assign it before"),
                _ => format!("`{name}` has no value at this index; assign it before"),
            };
            self.broken(variable.span, message)
        })
    }

    pub(super) fn store(&mut self, variable: &Variable, value: Value) -> Flow {
        let key = self.key(&variable.indices)?;
        let n_steps = self.memory[variable.slot].set(key, value);
        self.charge(n_steps, variable.span)
    }

    pub(super) fn key(&mut self, indices: &[Expression]) -> Flow<Key> {
        match indices {
            [] => Ok(Key::Scalar),
            [index] => match self.index(index)? {
                Value::Integer(index) => Ok(Key::One(index)),
                other => Ok(Key::Many(Box::new([other]))),
            },
            [first, second] => match (self.index(first)?, self.index(second)?) {
                (Value::Integer(first), Value::Integer(second)) => Ok(Key::Two(first, second)),
                (first, second) => Ok(Key::Many(Box::new([first, second]))),
            },
            _ => Ok(Key::Many(indices.iter().map(|index| self.index(index)).collect::<Flow<_>>()?)),
        }
    }

    fn index(&mut self, index: &Expression) -> Flow<Value> {
        let value = self.value(index)?;
        if value.type_of() == Type::Integer {
            return Ok(value);
        }
        let message = format!("an index must be an integer and not {}; correct it", value.type_of());
        Err(self.broken(index.span, message))
    }
}
