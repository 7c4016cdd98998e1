//! The arguments of a command.

use super::Parser;
use crate::lex::{Sign, TokenKind};
use crate::tree::{Expression, ExpressionKind, Slot, Variable};
use crate::vocabulary::Word;

impl Parser<'_> {
    pub(super) fn open(&mut self, word: Word) {
        if !self.eat(Sign::OpenParenthesis) {
            let message = format!("`{}` needs its arguments; write `{}`", word.name(), word.entry().signature);
            self.fail(self.tokens[self.at - 1].span, message);
        }
    }

    /// When the opening parenthesis is missing there is nothing to close.
    pub(super) fn close(&mut self, word: Word) {
        if self.eat(Sign::CloseParenthesis) {
            return;
        }
        let message = if self.is_at(Sign::Comma) {
            format!("this is one argument too many for `{}`; write `{}`", word.name(), word.entry().signature)
        } else {
            format!("`)` is expected here, and {}; write `{}`", self.found(), word.entry().signature)
        };
        self.fail(self.span_here(), message);
        self.skip_arguments();
    }

    pub(super) fn expected_comma(&mut self, word: Word) {
        let message = format!("a comma is expected here, and {}; write `{}`", self.found(), word.entry().signature);
        self.fail(self.span_here(), message);
    }

    /// The value behind a comma.
    pub(super) fn next_value(&mut self, word: Word) -> Expression {
        if self.eat(Sign::Comma) {
            return self.value();
        }
        self.expected_comma(word);
        self.missing()
    }

    pub(super) fn value(&mut self) -> Expression {
        let had_failed = self.has_failed;
        let expression = self.any();
        self.open_not = None;
        if expression.kind.is_test() {
            self.fail(expression.span, "this is true or false, and a value is needed here; remove the comparison");
        }
        if self.has_failed && !had_failed {
            self.skip_argument();
        }
        expression
    }

    pub(super) fn test(&mut self) -> Expression {
        let had_failed = self.has_failed;
        let expression = self.any();
        self.open_not = None;
        if !expression.kind.is_test() {
            self.fail(expression.span, "this is a value, and a test is needed here; compare it with something");
        }
        if self.has_failed && !had_failed {
            self.skip_argument();
        }
        expression
    }

    /// A literal or a variable: all that `STRING`, `REGEX`, `MATCH` and `STRLEN` take.
    pub(super) fn plain_value(&mut self) -> Expression {
        match self.peek().map(|token| token.kind) {
            Some(
                TokenKind::Name | TokenKind::Integer | TokenKind::Float | TokenKind::String | TokenKind::OpenString,
            ) => self.primary(),
            _ => {
                let message = format!(
                    "a string or a variable is expected here, and {}; store a computed value with SET before",
                    self.found()
                );
                self.fail(self.span_here(), message);
                self.skip_argument();
                self.missing()
            }
        }
    }

    /// A variable that the command assigns.
    pub(super) fn target(&mut self) -> Option<Variable> {
        let variable = self.variable();
        if let Some(variable) = &variable {
            self.assigned(variable);
        }
        variable
    }

    pub(super) fn assigned(&mut self, variable: &Variable) {
        let end = variable.span.start + self.names_len(variable.slot);
        self.names.assigned(variable.slot, crate::source::Span::new(variable.span.start, end));
    }

    pub(super) fn variable(&mut self) -> Option<Variable> {
        let start = self.span_here();
        let slot = self.name()?;
        let mut indices = Vec::new();
        if self.eat(Sign::OpenBracket) {
            loop {
                let index = self.nested(start, Parser::value);
                indices.extend(index);
                if !self.eat(Sign::Comma) {
                    break;
                }
            }
            if !self.eat(Sign::CloseBracket) {
                self.fail(
                    self.span_here(),
                    format!("`]` is expected behind the index, and {}; close it", self.found()),
                );
                self.skip_argument();
            }
        }
        Some(Variable { slot, indices, span: self.span_since(start) })
    }

    /// The names of `UNSET` and `UNIQUE`.
    pub(super) fn names_list(&mut self) -> Vec<Slot> {
        let mut slots = Vec::new();
        loop {
            let span = self.span_here();
            let Some(slot) = self.name() else { return slots };
            self.names.used(slot, span);
            slots.push(slot);
            if self.is_at(Sign::OpenBracket) {
                self.fail(self.span_here(), "the whole variable is meant here; remove the index");
                self.skip_argument();
            }
            if !self.eat(Sign::Comma) {
                return slots;
            }
        }
    }

    /// Reports when there is none.
    pub(super) fn name(&mut self) -> Option<Slot> {
        let token = self.peek().filter(|token| token.kind == TokenKind::Name);
        let Some(token) = token else {
            let message = format!("a variable is expected here, and {}; write a name in small letters", self.found());
            self.fail(self.span_here(), message);
            self.skip_argument();
            return None;
        };
        self.at += 1;
        let text = String::from_utf8_lossy(token.span.of(self.source)).into_owned();
        Some(self.names.slot(&text))
    }

    pub(super) fn constant(&self, start: crate::source::Span, value: crate::value::Value) -> Expression {
        Expression { span: self.span_since(start), kind: ExpressionKind::Constant(value) }
    }
}
