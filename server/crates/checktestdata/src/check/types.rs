//! Which kinds of values a variable can have, and which places want others.
//!
//! A variable can have any kind that something assigns to it, wherever that stands; so what is called an error is one on
//! each path.

use crate::names::Name;
use crate::source::{Level, Problems, Span, Topic};
use crate::tree::{Block, Command, Expression, ExpressionKind, Format, NumberField, Operation, Variable};
use crate::value::{Operator, Type, Value};

/// A set of types.
type Types = u8;

const INTEGER: Types = 1;
const FLOAT: Types = 2;
const STRING: Types = 4;
const NUMBER: Types = INTEGER | FLOAT;
const ANY: Types = NUMBER | STRING;

/// How often types are handed on from one variable to the next; beyond that a variable can have any.
const MAX_PASSES: usize = 4;

pub(super) fn check(block: &Block, names: &[Name], problems: &mut Problems) {
    let mut of_variables = vec![0; names.len()];
    for pass in 0..=MAX_PASSES {
        let before = of_variables.clone();
        block.visit(&mut |command| assignments(command, &mut of_variables));
        if of_variables == before {
            break;
        }
        if pass == MAX_PASSES {
            of_variables.fill(ANY);
        }
    }
    let mut checker = Checker { of_variables, problems };
    block.visit(&mut |command| checker.command(command));
}

fn assignments(command: &Command, of_variables: &mut [Types]) {
    let mut assign = |target: Option<&Variable>, types: Types| {
        if let Some(target) = target {
            of_variables[target.slot] |= types;
        }
    };
    match &command.operation {
        Operation::Number(field) => match &field.format {
            Format::Integer => assign(field.target.as_ref(), INTEGER),
            Format::Float(..) => assign(field.target.as_ref(), FLOAT),
        },
        Operation::Pattern(field) => assign(field.target.as_ref(), STRING),
        Operation::Repeat(repeat) => assign(repeat.counter.as_ref(), INTEGER),
        Operation::While(repeat) => assign(repeat.counter.as_ref(), INTEGER),
        Operation::Set(assignments) => {
            for (variable, value) in assignments {
                of_variables[variable.slot] |= types_of(value, of_variables);
            }
        }
        _ => {}
    }
}

/// None at all when that is not known yet, or never will be.
fn types_of(expression: &Expression, of_variables: &[Types]) -> Types {
    match &expression.kind {
        ExpressionKind::Constant(value) => match value.type_of() {
            Type::Integer => INTEGER,
            Type::Float => FLOAT,
            Type::String => STRING,
        },
        ExpressionKind::Variable(variable) => of_variables[variable.slot],
        ExpressionKind::Negate(operand) => types_of(operand, of_variables) & NUMBER,
        ExpressionKind::Length(_) => INTEGER,
        ExpressionKind::Chain(first, rest) => {
            rest.iter().fold(types_of(first, of_variables) & NUMBER, |left, (operator, right)| {
                match (operator, types_of(right, of_variables) & NUMBER) {
                    (Operator::Power, _) => left,
                    (_, right) => ((left | right) & FLOAT) | (left & right & INTEGER),
                }
            })
        }
        _ => 0,
    }
}

struct Checker<'a> {
    of_variables: Vec<Types>,
    problems: &'a mut Problems,
}

impl Checker<'_> {
    fn command(&mut self, command: &Command) {
        match &command.operation {
            Operation::Byte(_) | Operation::End | Operation::Unset(_) => {}
            Operation::Number(field) => self.number(field),
            Operation::Text(text) => self.wants(text, STRING, "a string is needed here"),
            Operation::Pattern(field) => {
                self.wants(&field.pattern, STRING, "a regular expression is a string");
                field.target.iter().for_each(|target| self.indices(target));
            }
            Operation::Assert(test) => self.inner(test),
            Operation::Set(assignments) => {
                for (variable, value) in assignments {
                    self.inner(value);
                    self.indices(variable);
                }
            }
            Operation::Repeat(repeat) => {
                self.wants(&repeat.count, INTEGER, "a count of rounds is an integer");
                self.count(&repeat.count);
                repeat.counter.iter().for_each(|counter| self.indices(counter));
            }
            Operation::While(repeat) => {
                self.inner(&repeat.test);
                repeat.counter.iter().for_each(|counter| self.indices(counter));
            }
            Operation::If(branches) => self.inner(&branches.test),
        }
    }

    fn number(&mut self, field: &NumberField) {
        let (types, message) = match field.format {
            Format::Integer => (INTEGER, "INT needs integers as bounds"),
            Format::Float(..) => (NUMBER, "bounds are numbers"),
        };
        self.wants(&field.min, types, message);
        self.wants(&field.max, types, message);
        self.order(&field.min, &field.max, "nothing lies between these bounds; swap them");
        if let Format::Float(_, Some((least, most))) = &field.format {
            for decimals in [least, most] {
                self.wants(decimals, INTEGER, "a number of decimals is an integer");
                if integer(decimals).is_some_and(|number| number < 0) {
                    self.problems.error(
                        decimals.span,
                        Topic::Bounds,
                        "a number of decimals is not negative; correct it",
                    );
                }
            }
            self.order(least, most, "no number of decimals lies between these; swap them");
        }
        field.target.iter().for_each(|target| self.indices(target));
    }

    fn order(&mut self, min: &Expression, max: &Expression, message: &str) {
        if let (ExpressionKind::Constant(least), ExpressionKind::Constant(most)) = (&min.kind, &max.kind)
            && least.compare(most).is_some_and(|order| order.is_gt())
        {
            self.problems.say(min.span.to(max.span), Level::Warning, Topic::Bounds, message);
        }
    }

    fn count(&mut self, count: &Expression) {
        match &count.kind {
            ExpressionKind::Constant(Value::Large(_)) => self.too_many(count.span),
            ExpressionKind::Constant(Value::Integer(number)) if *number > i64::from(u32::MAX) => {
                self.too_many(count.span)
            }
            ExpressionKind::Constant(Value::Integer(..0)) => {
                let message = "a negative count makes no round; correct it";
                self.problems.say(count.span, Level::Warning, Topic::Bounds, message);
            }
            _ => {}
        }
    }

    fn too_many(&mut self, span: Span) {
        self.problems.error(span, Topic::Bounds, "a count must fit 32 bits; use a smaller one");
    }

    fn indices(&mut self, variable: &Variable) {
        for index in &variable.indices {
            self.wants(index, INTEGER, "an index is an integer");
        }
    }

    /// Reports an expression that can have none of the types.
    fn wants(&mut self, expression: &Expression, types: Types, rule: &str) {
        self.inner(expression);
        let found = types_of(expression, &self.of_variables);
        if found != 0 && found & types == 0 {
            let message = format!("{rule}, and this is {}; {}", name(found), advice(expression, found, types));
            self.problems.error(expression.span, Topic::Type, message);
        }
    }

    fn inner(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Missing
            | ExpressionKind::Constant(_)
            | ExpressionKind::IsEnd
            | ExpressionKind::Unique(_) => {}
            ExpressionKind::Variable(variable) => self.indices(variable),
            ExpressionKind::Negate(operand) => self.wants(operand, NUMBER, "a minus sign needs a number"),
            ExpressionKind::Chain(first, rest) => self.chain(first, rest),
            ExpressionKind::Length(text) => self.wants(text, STRING, "STRLEN measures a string"),
            ExpressionKind::Compare(left, _, right) => {
                self.inner(left);
                self.inner(right);
                let (of_left, of_right) = (types_of(left, &self.of_variables), types_of(right, &self.of_variables));
                let has_common = (of_left & NUMBER != 0) == (of_right & NUMBER != 0) || (of_left & of_right) != 0;
                if of_left != 0 && of_right != 0 && !has_common && (of_left | of_right) & STRING != 0 {
                    let message = format!(
                        "{} cannot be compared with {}; compare values of one kind",
                        name(of_left),
                        name(of_right)
                    );
                    self.problems.error(expression.span, Topic::Type, message);
                }
            }
            ExpressionKind::Not(operand) | ExpressionKind::InArray(operand, _) => self.inner(operand),
            ExpressionKind::All(tests) | ExpressionKind::Any(tests) => tests.iter().for_each(|test| self.inner(test)),
            ExpressionKind::Match(text) => self.wants(text, STRING, "MATCH needs its characters as a string"),
        }
    }

    fn chain(&mut self, first: &Expression, rest: &[(Operator, Expression)]) {
        let of_first =
            if rest.first().is_some_and(|(operator, _)| *operator == Operator::Remainder) { INTEGER } else { NUMBER };
        self.wants(
            first,
            of_first,
            if of_first == INTEGER { "`%` needs integers" } else { "this operator needs numbers" },
        );
        for (operator, right) in rest {
            match operator {
                Operator::Divide | Operator::Remainder if integer(right) == Some(0) => {
                    self.problems.error(right.span, Topic::Type, "this is a division by zero; correct the divisor");
                }
                Operator::Remainder => self.wants(right, INTEGER, "`%` needs integers"),
                Operator::Power => {
                    self.wants(right, INTEGER, "an exponent is an integer");
                    if integer(right).is_some_and(|number| number < 0) {
                        self.problems.error(right.span, Topic::Type, "an exponent is not negative; divide instead");
                    }
                }
                _ => self.wants(right, NUMBER, "this operator needs numbers"),
            }
        }
    }
}

fn integer(expression: &Expression) -> Option<i64> {
    match &expression.kind {
        ExpressionKind::Constant(Value::Integer(number)) => Some(*number),
        _ => None,
    }
}

fn name(types: Types) -> &'static str {
    match types {
        INTEGER => "an integer",
        FLOAT => "a float",
        STRING => "a string",
        NUMBER => "a number",
        _ => "something else",
    }
}

fn advice(expression: &Expression, found: Types, wanted: Types) -> &'static str {
    let is_literal = matches!(expression.kind, ExpressionKind::Constant(_));
    match (found, wanted) {
        (FLOAT, _) if is_literal => "write it without point, exponent and leading zeros",
        (FLOAT, _) => "read it with INT, or compute it from integers",
        (STRING, _) if is_literal => "remove the quotes",
        (_, STRING) if is_literal => "put quotes around it",
        _ => "use another variable",
    }
}
