//! Operators between operands.

use super::{
    super::{Expression, Kind, MAX_DEPTH, Operator, Prefix, RangeEnd, Wrong},
    Parser, Symbol, Token,
};

/// Operators from the weakest to the strongest; ranges come between comparison and sum.
const LEVELS: &[Level] = &[
    Level::Operators(&[(Symbol::Or, Operator::Or)]),
    Level::Operators(&[(Symbol::And, Operator::And)]),
    Level::Operators(&[
        (Symbol::Equal, Operator::Equal),
        (Symbol::EqualEqual, Operator::Equal),
        (Symbol::NotEqual, Operator::NotEqual),
    ]),
    Level::Operators(&[
        (Symbol::Less, Operator::Less),
        (Symbol::LessOrEqual, Operator::LessOrEqual),
        (Symbol::Greater, Operator::Greater),
        (Symbol::GreaterOrEqual, Operator::GreaterOrEqual),
    ]),
    Level::Range,
    Level::Operators(&[(Symbol::Plus, Operator::Add), (Symbol::Minus, Operator::Subtract)]),
    Level::Operators(&[
        (Symbol::Star, Operator::Multiply),
        (Symbol::Slash, Operator::Divide),
        (Symbol::Percent, Operator::Remainder),
    ]),
];

enum Level {
    Operators(&'static [(Symbol, Operator)]),
    Range,
}

impl Parser<'_> {
    /// The longest expression from here.
    pub(crate) fn expression(&mut self) -> Result<Expression, Wrong> {
        if self.depth >= MAX_DEPTH {
            let message = "the expression nests deeper than 64; take it apart with `<#assign>`".to_owned();
            return Err(Wrong { span: self.next_span(), message });
        }
        self.depth += 1;
        let expression = self.level(LEVELS);
        self.depth -= 1;
        expression
    }

    fn level(&mut self, levels: &[Level]) -> Result<Expression, Wrong> {
        match levels {
            [] => self.prefixed(),
            [Level::Range, stronger @ ..] => self.range(stronger),
            [Level::Operators(operators), stronger @ ..] => {
                let first = self.level(stronger)?;
                let mut rest = Vec::new();
                while let Some(operator) = self.operator(operators) {
                    rest.push((operator, self.level(stronger)?));
                }
                Ok(match rest.last() {
                    None => first,
                    Some((_, last)) => {
                        Expression { span: first.span.to(last.span), kind: Kind::Chain(Box::new(first), rest) }
                    }
                })
            }
        }
    }

    fn operator(&mut self, operators: &[(Symbol, Operator)]) -> Option<Operator> {
        let symbol = match self.peek()? {
            Token::Name(name) => match name.as_str() {
                "lt" => Symbol::Less,
                "lte" => Symbol::LessOrEqual,
                "gt" => Symbol::Greater,
                "gte" => Symbol::GreaterOrEqual,
                _ => return None,
            },
            Token::Symbol(symbol) => *symbol,
            Token::Number(_) | Token::Text { .. } => return None,
        };
        let &(_, operator) = operators.iter().find(|(written, _)| *written == symbol)?;
        self.at += 1;
        Some(operator)
    }

    fn range(&mut self, stronger: &[Level]) -> Result<Expression, Wrong> {
        let start = self.level(stronger)?;
        let dots = self.next_span();
        let end = if self.eat(Symbol::RangeExclusive) {
            RangeEnd::Exclusive(Box::new(self.level(stronger)?))
        } else if self.eat(Symbol::RangeLength) {
            RangeEnd::Length(Box::new(self.level(stronger)?))
        } else if !self.eat(Symbol::Range) {
            return Ok(start);
        } else if self.begins_operand() {
            RangeEnd::Inclusive(Box::new(self.level(stronger)?))
        } else {
            RangeEnd::Open
        };
        let last = match &end {
            RangeEnd::Inclusive(end) | RangeEnd::Exclusive(end) | RangeEnd::Length(end) => end.span,
            RangeEnd::Open => dots,
        };
        Ok(Expression { span: start.span.to(last), kind: Kind::Range(Box::new(start), end) })
    }

    fn prefixed(&mut self) -> Result<Expression, Wrong> {
        let first = self.next_span();
        let mut prefixes = Vec::new();
        loop {
            match self.peek_symbol() {
                Some(Symbol::Exclamation) => prefixes.push(Prefix::Not),
                Some(Symbol::Minus) => prefixes.push(Prefix::Minus),
                Some(Symbol::MinusMinus) => prefixes.extend([Prefix::Minus, Prefix::Minus]),
                Some(Symbol::Plus) => prefixes.push(Prefix::Plus),
                Some(Symbol::PlusPlus) => prefixes.extend([Prefix::Plus, Prefix::Plus]),
                Some(_) | None => break,
            }
            self.at += 1;
        }
        let operand = self.postfixed()?;
        if prefixes.is_empty() {
            return Ok(operand);
        }
        Ok(Expression { span: first.to(operand.span), kind: Kind::Prefix(prefixes, Box::new(operand)) })
    }
}
