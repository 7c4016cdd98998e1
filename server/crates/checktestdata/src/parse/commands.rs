//! Commands and blocks.

use super::{MAX_DEPTH, Parser, misplaced};
use crate::lex::{Sign, TokenKind};
use crate::source::{Span, Topic};
use crate::tree::{
    Block, Branches, Command, Expression, Format, Notation, NumberField, Operation, PatternField, Repeat, Variable,
    While,
};
use crate::vocabulary::{Role, Word};

/// The command whose block is being read.
#[derive(Clone, Copy)]
pub(super) struct Opener {
    word: Word,
    span: Span,
    may_have_else: bool,
}

impl Parser<'_> {
    /// Up to the word that ends the block, or the end of the program.
    pub(super) fn commands(&mut self, opener: Option<Opener>) -> Vec<Command> {
        let mut commands = Vec::new();
        while let Some(token) = self.peek() {
            match self.peek_word() {
                Some(Word::End) if opener.is_some() => return commands,
                Some(Word::Else) if opener.is_some_and(|opener| opener.may_have_else) => return commands,
                Some(word @ (Word::End | Word::Else)) => {
                    let message = match word {
                        Word::End => "this `END` closes nothing; remove it, or write the loop or IF that it ends",
                        _ => "this `ELSE` has no IF of its own; remove it, or end the command before it with END",
                    };
                    self.problems.error(token.span, Topic::Syntax, message);
                    self.at += 1;
                }
                Some(word) if matches!(word.role(), Role::Command | Role::Block) => {
                    commands.extend(self.command(word));
                    self.has_failed = false;
                }
                _ => self.no_command(),
            }
        }
        commands
    }

    fn no_command(&mut self) {
        let Some(token) = self.peek() else { return };
        let text = String::from_utf8_lossy(token.span.of(self.source)).into_owned();
        let follows_command = self.at > 0 && matches!(self.tokens[self.at - 1].kind, TokenKind::Word(_));
        let message = match token.kind {
            TokenKind::Word(word) => format!("`{text}` {}", misplaced(word)),
            TokenKind::UnknownWord => match Word::near(text.as_bytes()) {
                Some(word) => format!("there is no command `{text}`; did you mean `{}`?", word.name()),
                None => format!("there is no command `{text}`; see the list of commands"),
            },
            TokenKind::Name if Word::of(text.to_uppercase().as_bytes()).is_some() => {
                format!("words of the language have capital letters; write `{}`", text.to_uppercase())
            }
            TokenKind::Sign(Sign::OpenParenthesis) if follows_command => {
                "this command takes no arguments; remove the parentheses".to_owned()
            }
            _ => format!("a command is expected here, and {}; write one, or remove this", self.found()),
        };
        self.problems.error(token.span, Topic::Syntax, message);
        self.at += 1;
        while self.peek().is_some_and(|token| {
            !token.begins_command() && !matches!(token.kind, TokenKind::UnknownWord | TokenKind::OpenString)
        }) {
            self.at += 1;
        }
    }

    fn command(&mut self, word: Word) -> Option<Command> {
        let start = self.span_here();
        self.at += 1;
        if word.role() == Role::Block {
            return self.block_command(word, start);
        }
        let operation = self.operation(word);
        Some(Command { word, span: self.span_since(start), operation, cost: 1 })
    }

    /// Anything but loops and `IF`; their words must not get here.
    fn operation(&mut self, word: Word) -> Operation {
        match word {
            Word::Space => return Operation::Byte(b' '),
            Word::Newline => return Operation::Byte(b'\n'),
            Word::Eof => return Operation::End,
            _ => self.open(word),
        }
        let operation = match word {
            Word::Int | Word::Float | Word::Floatp => self.number_field(word),
            Word::String => Operation::Text(self.plain_value()),
            Word::Regex => {
                let pattern = self.plain_value();
                let target = self.eat(Sign::Comma).then(|| self.target()).flatten();
                Operation::Pattern(Box::new(PatternField { pattern, target, number: None }))
            }
            Word::Set => self.assignments(),
            Word::Unset => Operation::Unset(self.names_list()),
            _ => Operation::Assert(self.test()),
        };
        self.close(word);
        operation
    }

    fn number_field(&mut self, word: Word) -> Operation {
        let min = self.value();
        let max = self.next_value(word);
        let decimals = (word == Word::Floatp).then(|| (self.next_value(word), self.next_value(word)));
        let target = self.eat(Sign::Comma).then(|| self.target()).flatten();
        let format = if word == Word::Int {
            Format::Integer
        } else {
            let has_notation = target.is_some() && self.eat(Sign::Comma);
            Format::Float(if has_notation { self.notation() } else { Notation::Any }, decimals)
        };
        Operation::Number(Box::new(NumberField { format, min, max, target, site: 0 }))
    }

    fn notation(&mut self) -> Notation {
        let notation = match self.peek_word() {
            Some(Word::Fixed) => Notation::Fixed,
            Some(Word::Scientific) => Notation::Scientific,
            _ => {
                self.fail(
                    self.span_here(),
                    format!("FIXED or SCIENTIFIC is expected here, and {}; write one of them", self.found()),
                );
                self.skip_argument();
                return Notation::Any;
            }
        };
        self.at += 1;
        notation
    }

    fn assignments(&mut self) -> Operation {
        let mut assignments = Vec::new();
        // A name gets its value only when the right side is computed, which reads what it had before.
        while let Some(variable) = self.variable() {
            if !self.eat(Sign::Assign) {
                let message = format!("`=` is expected behind the variable, and {}; write `var = value`", self.found());
                self.fail(self.span_here(), message);
                self.skip_argument();
            } else {
                let value = self.value();
                self.assigned(&variable);
                assignments.push((variable, value));
            }
            if !self.eat(Sign::Comma) {
                break;
            }
        }
        Operation::Set(assignments)
    }

    /// A loop or `IF`.
    fn block_command(&mut self, word: Word, start: Span) -> Option<Command> {
        self.open(word);
        let counter = matches!(word, Word::Repi | Word::Whilei).then(|| self.counter(word)).flatten();
        let head = match word {
            Word::Rep | Word::Repi => self.value(),
            _ => self.test(),
        };
        let separator = if word == Word::If || !self.eat(Sign::Comma) { None } else { self.separator() };
        self.close(word);
        self.has_failed = false;
        let span = self.span_since(start);
        if self.depth >= MAX_DEPTH {
            self.problems.error(
                span,
                Topic::Syntax,
                format!("the blocks nest deeper than {MAX_DEPTH}; take some apart"),
            );
            self.at = self.tokens.len();
            self.is_given_up = true;
            return None;
        }
        self.depth += 1;
        let operation = self.blocks(word, span, counter, head, separator);
        self.depth -= 1;
        Some(Command { word, span, operation, cost: 1 })
    }

    fn blocks(
        &mut self,
        word: Word,
        span: Span,
        counter: Option<Variable>,
        head: Expression,
        separator: Option<Command>,
    ) -> Operation {
        let mut opener = Opener { word, span, may_have_else: word == Word::If };
        let body = self.block(opener);
        match word {
            Word::Rep | Word::Repi => {
                Operation::Repeat(Box::new(Repeat { counter, count: head, separator, body, site: 0 }))
            }
            Word::While | Word::Whilei => Operation::While(Box::new(While { counter, test: head, separator, body })),
            _ => {
                let has_else = self.at > 0 && self.tokens[self.at - 1].kind == TokenKind::Word(Word::Else);
                opener.may_have_else = false;
                let otherwise = has_else.then(|| self.block(opener));
                Operation::If(Box::new(Branches { test: head, then: body, otherwise }))
            }
        }
    }

    /// With the word that ends it.
    fn block(&mut self, opener: Opener) -> Block {
        let start = self.tokens.get(self.at.wrapping_sub(1)).map_or(0, |token| token.span.end);
        let commands = self.commands(Some(opener));
        let end = self.span_here();
        let is_cut_off = self.at >= self.tokens.len();
        if !is_cut_off {
            self.at += 1;
        } else if !self.is_given_up {
            let message = format!("this `{}` has no `END`; write it behind its last command", opener.word.name());
            self.problems.error(opener.span, Topic::Syntax, message);
        }
        Block { span: Span::new(start, end.end), commands }
    }

    fn counter(&mut self, word: Word) -> Option<Variable> {
        let counter = self.target();
        if counter.is_some() && !self.eat(Sign::Comma) {
            self.expected_comma(word);
        }
        counter
    }

    fn separator(&mut self) -> Option<Command> {
        match self.peek_word() {
            Some(word) if word.role() == Role::Command => self.command(word),
            Some(word) if word.role() == Role::Block => {
                let message = format!("`{}` cannot be a separator; only a command without a block can", word.name());
                self.fail(self.span_here(), message);
                // Read to its END, so that this is not taken for another one's.
                self.command(word);
                self.has_failed = true;
                None
            }
            _ => {
                let message = format!("a command is expected here, and {}; write SPACE or the like", self.found());
                self.fail(self.span_here(), message);
                self.skip_argument();
                None
            }
        }
    }
}
