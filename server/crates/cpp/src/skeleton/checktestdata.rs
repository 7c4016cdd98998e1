//! The model of a program in checktestdata.

use std::collections::HashSet;

use ::checktestdata::{
    Program, Value as Constant,
    tree::{Block, Command, Expression, ExpressionKind, Format, Operation, Variable},
};

use super::{Kind, MAX_LOOPS, MAX_PARTS, Model, Part, Value, by_round, is_identifier, is_known};

pub(super) fn model(text: &str) -> Model {
    let program = Program::parse(text.as_bytes());
    let reader = Reader { text, program: &program };
    let mut known = HashSet::new();
    Model { parts: reader.parts(program.commands(), &mut known, Depth::default()) }
}

struct Reader<'p> {
    text: &'p str,
    program: &'p Program,
}

#[derive(Clone, Copy, Default)]
struct Depth<'p> {
    loops: usize,
    /// What counts the rounds of the loop around.
    counter: Option<&'p str>,
}

impl Reader<'_> {
    fn parts(&self, commands: &[Command], known: &mut HashSet<String>, depth: Depth<'_>) -> Vec<Part> {
        let mut parts = Vec::new();
        // The end of a line after rounds that each end one.
        let mut is_ended = false;
        for command in commands.iter().take(MAX_PARTS) {
            let is_doubled = std::mem::take(&mut is_ended);
            let part = match &command.operation {
                Operation::Byte(byte) => (*byte == b'\n' && !is_doubled).then_some(Part::EndOfLine),
                Operation::Number(field) => {
                    let kind = match field.format {
                        Format::Float(..) => Kind::Real,
                        Format::Integer => Kind::Long,
                    };
                    let digits = match &field.format {
                        Format::Float(_, Some((least, greatest))) => {
                            // Empty where it is no number: what is not known is to be decided.
                            let written = |one| self.written(one, known).unwrap_or_default();
                            Some((written(least), written(greatest)))
                        }
                        Format::Float(_, None) | Format::Integer => None,
                    };
                    let bound = |expression: &Expression| {
                        let counted = || by_round(self.text_of(expression)?, depth.counter?, 0);
                        self.written(expression, known).or_else(counted)
                    };
                    let bounds = bound(&field.min).zip(bound(&field.max));
                    let fits = |bound: &String| bound.parse::<i32>().is_ok();
                    let is_small = bounds.as_ref().is_some_and(|(least, greatest)| fits(least) && fits(greatest));
                    let kind = if kind == Kind::Long && is_small { Kind::Int } else { kind };
                    let name = self.name(field.target.as_ref());
                    let is_single = field.target.as_ref().is_some_and(|target| target.indices.is_empty());
                    if is_single && kind != Kind::Real && is_identifier(&name) {
                        known.insert(name.clone());
                    }
                    Some(Part::One(Value { kind, name, bounds, digits, ..Value::default() }))
                }
                Operation::Pattern(field) => {
                    let name = self.name(field.target.as_ref());
                    Some(Part::One(Value { kind: Kind::Token, name, ..Value::default() }))
                }
                Operation::Repeat(repeat) => {
                    let count = self.written(&repeat.count, known).filter(|_| depth.loops < MAX_LOOPS);
                    match count {
                        Some(count) => {
                            let Block { commands, .. } = &repeat.body;
                            let counter = repeat.counter.as_ref().filter(|counter| counter.indices.is_empty());
                            let counter = counter.map(|counter| &*self.program.variables()[counter.slot].text);
                            let inner = Depth { loops: depth.loops + 1, counter };
                            let mut body = self.parts(commands, &mut known.clone(), inner);
                            let ends = repeat
                                .separator
                                .as_ref()
                                .is_some_and(|one| matches!(one.operation, Operation::Byte(b'\n')));
                            body.extend(ends.then_some(Part::EndOfLine));
                            is_ended = ends;
                            parts.extend((!body.is_empty()).then_some(Part::Times(count, body)));
                            None
                        }
                        None => Some(self.unclear(command)),
                    }
                }
                Operation::Text(_) | Operation::While(_) | Operation::If(_) => Some(self.unclear(command)),
                Operation::End | Operation::Assert(_) | Operation::Set(_) | Operation::Unset(_) => None,
            };
            parts.extend(part);
        }
        parts
    }

    fn unclear(&self, command: &Command) -> Part {
        let text = self.text.get(command.span.start..command.span.end).unwrap_or_default();
        Part::Unclear(text.lines().next().unwrap_or_default().to_owned())
    }

    fn name(&self, target: Option<&Variable>) -> String {
        target.map(|target| self.program.variables()[target.slot].text.to_string()).unwrap_or_default()
    }

    /// A number, or an expression of known numbers.
    fn written(&self, expression: &Expression, known: &HashSet<String>) -> Option<String> {
        if let ExpressionKind::Constant(Constant::Integer(value)) = &expression.kind {
            return Some(value.to_string());
        }
        self.text_of(expression).filter(|text| is_known(text, known)).map(str::to_owned)
    }

    fn text_of(&self, expression: &Expression) -> Option<&str> {
        self.text.get(expression.span.start..expression.span.end).map(str::trim)
    }
}
