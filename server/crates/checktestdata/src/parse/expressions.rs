//! Values and tests, which are read alike since both begin with a parenthesis.
//!
//! From the loosest: `||`, `&&`, `!`, comparisons, `+ -`, `* / %`, a minus sign, `^`.

use super::{MAX_DEPTH, Parser};
use crate::lex::{Sign, TokenKind};
use crate::source::Span;
use crate::tree::{Comparison, Expression, ExpressionKind};
use crate::value::Operator;
use crate::vocabulary::Word;

impl Parser<'_> {
    pub(super) fn any(&mut self) -> Expression {
        let start = self.span_here();
        let (first, _) = self.all();
        if !self.is_at(Sign::Or) {
            return first;
        }
        let mut tests = vec![first];
        loop {
            self.warn_of_open_not();
            if !self.eat(Sign::Or) {
                break;
            }
            let (test, is_joined) = self.all();
            if is_joined {
                let message = "implementations differ on whether `&&` binds tighter than `||`; add parentheses";
                self.hint(test.span, message);
            }
            tests.push(test);
        }
        let tests = tests.into_iter().map(|test| self.as_test(test)).collect();
        Expression { span: self.span_since(start), kind: ExpressionKind::Any(tests) }
    }

    /// Also whether `&&` stands in it outside of parentheses.
    fn all(&mut self) -> (Expression, bool) {
        let start = self.span_here();
        let first = self.not();
        if !self.is_at(Sign::And) {
            return (first, false);
        }
        let mut tests = vec![first];
        loop {
            self.warn_of_open_not();
            if !self.eat(Sign::And) {
                break;
            }
            tests.push(self.not());
        }
        let tests = tests.into_iter().map(|test| self.as_test(test)).collect();
        (Expression { span: self.span_since(start), kind: ExpressionKind::All(tests) }, true)
    }

    /// `!a && b` is `(!a) && b` here and `!(a && b)` elsewhere.
    fn warn_of_open_not(&mut self) {
        if (self.is_at(Sign::And) || self.is_at(Sign::Or))
            && let Some(span) = self.open_not.take()
        {
            self.hint(
                span,
                "implementations differ on how far this `!` reaches; add parentheses around it and its test",
            );
        }
    }

    fn not(&mut self) -> Expression {
        let start = self.span_here();
        if !self.eat(Sign::Not) {
            self.open_not = None;
            return self.comparison();
        }
        let Some(test) = self.nested(start, Parser::not) else { return self.missing() };
        let test = self.as_test(test);
        let span = self.span_since(start);
        self.open_not = Some(span);
        Expression { span, kind: ExpressionKind::Not(Box::new(test)) }
    }

    fn comparison(&mut self) -> Expression {
        let start = self.span_here();
        let left = self.sum();
        let Some(comparison) = self.comparison_sign() else { return left };
        self.at += 1;
        let right = self.sum();
        if self.comparison_sign().is_some() {
            self.fail(self.span_here(), "a comparison cannot be compared; join two comparisons with `&&`");
        }
        let (left, right) = (self.as_value(left), self.as_value(right));
        let kind = ExpressionKind::Compare(Box::new(left), comparison, Box::new(right));
        Expression { span: self.span_since(start), kind }
    }

    fn comparison_sign(&self) -> Option<Comparison> {
        match self.peek()?.kind {
            TokenKind::Sign(Sign::Less) => Some(Comparison::Less),
            TokenKind::Sign(Sign::LessOrEqual) => Some(Comparison::LessOrEqual),
            TokenKind::Sign(Sign::Greater) => Some(Comparison::Greater),
            TokenKind::Sign(Sign::GreaterOrEqual) => Some(Comparison::GreaterOrEqual),
            TokenKind::Sign(Sign::Equal) => Some(Comparison::Equal),
            TokenKind::Sign(Sign::NotEqual) => Some(Comparison::NotEqual),
            _ => None,
        }
    }

    fn sum(&mut self) -> Expression {
        self.chain(Parser::product, &[(Sign::Plus, Operator::Add), (Sign::Minus, Operator::Subtract)])
    }

    fn product(&mut self) -> Expression {
        const SIGNS: [(Sign, Operator); 3] =
            [(Sign::Times, Operator::Multiply), (Sign::Slash, Operator::Divide), (Sign::Percent, Operator::Remainder)];
        self.chain(Parser::factor, &SIGNS)
    }

    fn factor(&mut self) -> Expression {
        if self.is_at(Sign::Minus) {
            return self.negation();
        }
        self.chain(Parser::power_operand, &[(Sign::Caret, Operator::Power)])
    }

    /// The minus sign of an exponent takes the powers behind it along, as one before a factor does.
    fn power_operand(&mut self) -> Expression {
        if self.is_at(Sign::Minus) { self.negation() } else { self.primary() }
    }

    fn negation(&mut self) -> Expression {
        let start = self.span_here();
        self.at += 1;
        let Some(operand) = self.nested(start, Parser::factor) else { return self.missing() };
        let operand = self.as_value(operand);
        Expression { span: self.span_since(start), kind: ExpressionKind::Negate(Box::new(operand)) }
    }

    fn chain(&mut self, operand: fn(&mut Self) -> Expression, signs: &[(Sign, Operator)]) -> Expression {
        let start = self.span_here();
        let mut first = operand(self);
        let mut rest = Vec::new();
        while let Some((_, operator)) = signs.iter().find(|(sign, _)| self.is_at(*sign)) {
            self.at += 1;
            let right = operand(self);
            rest.push((*operator, self.as_value(right)));
        }
        if rest.is_empty() {
            return first;
        }
        first = self.as_value(first);
        Expression { span: self.span_since(start), kind: ExpressionKind::Chain(Box::new(first), rest) }
    }

    pub(super) fn primary(&mut self) -> Expression {
        let start = self.span_here();
        let Some(token) = self.peek() else { return self.no_value() };
        match token.kind {
            TokenKind::Integer | TokenKind::Float => self.number(token),
            TokenKind::String | TokenKind::OpenString => self.string(token),
            TokenKind::Name => match self.variable() {
                Some(variable) => {
                    let end = start.start + self.names_len(variable.slot);
                    self.names.used(variable.slot, Span::new(start.start, end));
                    Expression { span: variable.span, kind: ExpressionKind::Variable(variable) }
                }
                None => self.missing(),
            },
            TokenKind::Sign(Sign::OpenParenthesis) => {
                self.at += 1;
                let Some(mut inner) = self.nested(start, Parser::any) else { return self.missing() };
                self.open_not = None;
                if !self.eat(Sign::CloseParenthesis) {
                    let message = format!("`)` is expected here, and {}; close the parenthesis", self.found());
                    self.fail(self.span_here(), message);
                }
                inner.span = self.span_since(start);
                inner
            }
            TokenKind::Word(word) => self.call(word, start),
            _ => self.no_value(),
        }
    }

    /// Tests and functions.
    fn call(&mut self, word: Word, start: Span) -> Expression {
        if !matches!(word, Word::Iseof | Word::Match | Word::Unique | Word::Inarray | Word::Strlen) {
            return self.no_value();
        }
        self.at += 1;
        if word == Word::Iseof {
            return Expression { span: start, kind: ExpressionKind::IsEnd };
        }
        self.open(word);
        let kind = match word {
            Word::Match => ExpressionKind::Match(Box::new(self.plain_value())),
            Word::Unique => ExpressionKind::Unique(self.names_list()),
            Word::Strlen => ExpressionKind::Length(Box::new(self.plain_value())),
            _ => match self.nested(start, |parser| parser.in_array(word)) {
                Some(kind) => kind,
                None => return self.missing(),
            },
        };
        // The command goes on behind it, so what is skipped after an error must not be the command's.
        if !self.eat(Sign::CloseParenthesis) {
            let message = format!("`)` is expected here, and {}; write `{}`", self.found(), word.entry().signature);
            self.fail(self.span_here(), message);
        }
        Expression { span: self.span_since(start), kind }
    }

    fn in_array(&mut self, word: Word) -> ExpressionKind {
        let value = self.value();
        if !self.eat(Sign::Comma) {
            self.expected_comma(word);
            return ExpressionKind::Missing;
        }
        let span = self.span_here();
        let Some(slot) = self.name() else { return ExpressionKind::Missing };
        self.names.used(slot, span);
        ExpressionKind::InArray(Box::new(value), slot)
    }

    fn no_value(&mut self) -> Expression {
        let message = format!("a value is expected here, and {}; write a number, a string or a variable", self.found());
        self.fail(self.span_here(), message);
        self.missing()
    }

    /// One level deeper; `None`, with an error, where that is too deep.
    pub(super) fn nested<T>(&mut self, start: Span, inner: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            self.fail(start, format!("this nests deeper than {MAX_DEPTH}; take it apart with SET"));
            return None;
        }
        self.depth += 1;
        let parsed = inner(self);
        self.depth -= 1;
        Some(parsed)
    }

    fn as_value(&mut self, expression: Expression) -> Expression {
        if expression.kind.is_test() {
            self.fail(expression.span, "this is true or false, and this operator needs a value; check the parentheses");
        }
        expression
    }

    fn as_test(&mut self, expression: Expression) -> Expression {
        if !expression.kind.is_test() {
            self.fail(expression.span, "this is a value, and a test is needed here; compare it with something");
        }
        expression
    }
}
