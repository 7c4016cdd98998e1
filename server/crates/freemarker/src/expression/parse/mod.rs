//! Expressions from words, with FreeMarker's precedence.

mod levels;
mod operands;

use super::{
    Expression, Kind, Operator, Place, Value, Wrong,
    lex::{self, Symbol, Token},
};
use crate::source::Span;

/// Words that no variable may have as its name.
const RESERVED: &[&str] = &["as", "in", "using", "gt", "gte", "lt", "lte", "true", "false"];

/// Reads the words of one tag or interpolation.
pub(crate) struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
    /// The whole text, for what is missing at its end.
    whole: Span,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str, place: Place) -> Result<Parser<'a>, Wrong> {
        Parser::nested(text, place, 0)
    }

    /// `depth` is how deep the expression is nested already.
    fn nested(text: &'a str, place: Place, depth: usize) -> Result<Parser<'a>, Wrong> {
        let start = text.len() - text.trim_start().len();
        let whole = place.span(start, text.trim_end().len().max(start));
        Ok(Parser { text, tokens: lex::lex(text, place)?, at: 0, depth, whole })
    }

    /// An expression and nothing after it.
    pub(crate) fn only_expression(mut self) -> Result<Expression, Wrong> {
        let expression = self.expression()?;
        self.finish()?;
        Ok(expression)
    }

    pub(crate) fn is_done(&self) -> bool {
        self.at == self.tokens.len()
    }

    pub(crate) fn finish(&self) -> Result<(), Wrong> {
        if self.is_done() { Ok(()) } else { Err(self.unexpected("an operator or the end")) }
    }

    /// What to say when the next word is not the one that is needed.
    pub(crate) fn unexpected(&self, wanted: &str) -> Wrong {
        match self.tokens.get(self.at) {
            Some((_, span)) => Wrong { span: *span, message: format!("this is not expected here; write {wanted}") },
            None if self.text.trim().is_empty() => {
                Wrong { span: self.whole, message: format!("something is missing here; write {wanted}") }
            }
            None => Wrong { span: self.whole, message: format!("something is missing at the end; write {wanted}") },
        }
    }

    pub(crate) fn eat(&mut self, symbol: Symbol) -> bool {
        let is_next = self.peek_symbol() == Some(symbol);
        self.at += usize::from(is_next);
        is_next
    }

    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Name(name)) if name == word);
        self.at += usize::from(is_next);
        is_next
    }

    /// A name that is not reserved.
    pub(crate) fn name(&mut self, wanted: &str) -> Result<String, Wrong> {
        match self.peek() {
            Some(Token::Name(name)) if !RESERVED.contains(&name.as_str()) => {
                let name = name.clone();
                self.at += 1;
                Ok(name)
            }
            Some(_) | None => Err(self.unexpected(wanted)),
        }
    }

    /// The variable that an assignment sets; its name may be in quotes.
    pub(crate) fn variable(&mut self) -> Result<(String, Span), Wrong> {
        let span = self.next_span();
        if let Some(Token::Text { content, .. }) = self.peek() {
            let content = content.clone();
            self.at += 1;
            return Ok((content, span));
        }
        Ok((self.name("a variable")?, span))
    }

    /// The value that an assignment gives to the variable it began with.
    pub(crate) fn assigned(&mut self, name: &str, span: Span) -> Result<Expression, Wrong> {
        let updated = |operator, value: Expression| {
            let variable = Expression { span, kind: Kind::Variable(name.to_owned()) };
            let span = span.to(value.span);
            Expression { span, kind: Kind::Chain(Box::new(variable), vec![(operator, value)]) }
        };
        let operator = match self.peek_symbol() {
            Some(Symbol::Equal) => None,
            Some(Symbol::PlusEqual | Symbol::PlusPlus) => Some(Operator::Add),
            Some(Symbol::MinusEqual | Symbol::MinusMinus) => Some(Operator::Subtract),
            Some(Symbol::StarEqual) => Some(Operator::Multiply),
            Some(Symbol::SlashEqual) => Some(Operator::Divide),
            Some(Symbol::PercentEqual) => Some(Operator::Remainder),
            Some(_) | None => return Err(self.unexpected("`=` and a value")),
        };
        let is_step = matches!(self.peek_symbol(), Some(Symbol::PlusPlus | Symbol::MinusMinus));
        let operator_span = self.next_span();
        self.at += 1;
        let value = if is_step {
            Expression { span: operator_span, kind: Kind::Constant(Value::integer(1)) }
        } else {
            self.expression()?
        };
        Ok(match operator {
            Some(operator) => updated(operator, value),
            None => value,
        })
    }

    fn close(&mut self, symbol: Symbol, wanted: &str) -> Result<(), Wrong> {
        if self.eat(symbol) { Ok(()) } else { Err(self.unexpected(wanted)) }
    }

    fn begins_operand(&self) -> bool {
        match self.peek() {
            Some(Token::Number(_) | Token::Text { .. }) => true,
            Some(Token::Name(name)) => matches!(name.as_str(), "true" | "false") || !RESERVED.contains(&name.as_str()),
            Some(Token::Symbol(symbol)) => matches!(
                symbol,
                Symbol::Open
                    | Symbol::OpenBracket
                    | Symbol::OpenBrace
                    | Symbol::Minus
                    | Symbol::Plus
                    | Symbol::Exclamation
            ),
            None => false,
        }
    }

    /// In `<#assign a = b! c = 1>` the `c` is not the default of `b`.
    fn begins_assignment(&self) -> bool {
        let after = self.tokens.get(self.at + 1).map(|(token, _)| token);
        matches!(self.peek(), Some(Token::Name(_))) && after == Some(&Token::Symbol(Symbol::Equal))
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn peek_symbol(&self) -> Option<Symbol> {
        match self.peek() {
            Some(Token::Symbol(symbol)) => Some(*symbol),
            Some(Token::Number(_) | Token::Text { .. } | Token::Name(_)) | None => None,
        }
    }

    fn next_span(&self) -> Span {
        self.tokens.get(self.at).map_or(self.whole, |(_, span)| *span)
    }

    fn last_span(&self) -> Span {
        self.at.checked_sub(1).map_or(self.whole, |last| self.tokens[last].1)
    }
}
