//! Reading a program, also one that is half written.
//!
//! After an error reading goes on: behind the argument where it happened, or at the next command. Of one command only the
//! first error is reported, since the others mostly follow from it. Nesting is bounded, so reading does not run out of
//! stack, and no token is looked at more than a few times.

mod arguments;
mod commands;
mod expressions;
pub(crate) mod literals;

use crate::lex::{Sign, Token, TokenKind, tokens};
use crate::names::{Name, Names};
use crate::source::{Level, Problems, Span, Topic};
use crate::tree::{Block, Expression, ExpressionKind};
use crate::vocabulary::{Role, Word};

/// How deep blocks and expressions nest, together.
const MAX_DEPTH: usize = 64;

/// What was read.
pub(crate) struct Read {
    pub(crate) block: Block,
    pub(crate) names: Vec<Name>,
    pub(crate) problems: Problems,
}

/// Reads a program.
pub(crate) fn read(source: &[u8]) -> Read {
    let tokens = tokens(source).into_iter().filter(|token| token.kind != TokenKind::Comment).collect();
    let mut parser = Parser {
        source,
        tokens,
        at: 0,
        names: Names::default(),
        problems: Problems::default(),
        depth: 0,
        has_failed: false,
        is_given_up: false,
        open_not: None,
    };
    let commands = parser.commands(None);
    let block = Block { span: Span::new(0, source.len()), commands };
    Read { block, names: parser.names.into_all(), problems: parser.problems }
}

struct Parser<'a> {
    source: &'a [u8],
    tokens: Vec<Token>,
    at: usize,
    names: Names,
    problems: Problems,
    depth: usize,
    /// An error of the command that is being read was reported.
    has_failed: bool,
    /// The rest is not read, which was reported.
    is_given_up: bool,
    /// The test that was read last begins with `!` and has no parentheses around it.
    open_not: Option<Span>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn peek_word(&self) -> Option<Word> {
        match self.peek()?.kind {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    fn is_at(&self, sign: Sign) -> bool {
        self.peek().is_some_and(|token| token.kind == TokenKind::Sign(sign))
    }

    fn eat(&mut self, sign: Sign) -> bool {
        let is_at = self.is_at(sign);
        self.at += usize::from(is_at);
        is_at
    }

    /// Of the next token, or the end of the text.
    fn span_here(&self) -> Span {
        self.peek().map_or(Span::new(self.source.len(), self.source.len()), |token| token.span)
    }

    /// From `start` to the last token that was read.
    fn span_since(&self, start: Span) -> Span {
        match self.at.checked_sub(1).and_then(|last| self.tokens.get(last)) {
            Some(last) => start.to(last.span),
            None => start,
        }
    }

    /// The text of the next token as a sentence names it.
    fn found(&self) -> String {
        match self.peek() {
            Some(token) => format!("not {}", crate::shown::shown(token.span.of(self.source))),
            None => "the program ends".to_owned(),
        }
    }

    fn missing(&self) -> Expression {
        let start = self.span_here().start;
        Expression { span: Span::new(start, start), kind: ExpressionKind::Missing }
    }

    /// Reports an error of the command that is being read, unless it has one.
    fn fail(&mut self, span: Span, message: impl Into<String>) {
        if !self.has_failed {
            self.problems.error(span, Topic::Syntax, message);
        }
        self.has_failed = true;
    }

    fn hint(&mut self, span: Span, message: impl Into<String>) {
        self.problems.say(span, Level::Hint, Topic::Grouping, message);
    }

    /// To the comma or the parenthesis that ends the argument, or a command.
    fn skip_argument(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::Sign(Sign::OpenParenthesis | Sign::OpenBracket) => depth += 1,
                TokenKind::Sign(Sign::CloseParenthesis | Sign::CloseBracket | Sign::Comma) if depth == 0 => return,
                TokenKind::Sign(Sign::CloseParenthesis | Sign::CloseBracket) => depth -= 1,
                _ if token.begins_command() => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Behind the parenthesis that closes the arguments, or to a command.
    fn skip_arguments(&mut self) {
        loop {
            self.skip_argument();
            match self.peek() {
                Some(token) if token.begins_command() => return,
                Some(token) => {
                    self.at += 1;
                    if token.kind == TokenKind::Sign(Sign::CloseParenthesis) {
                        return;
                    }
                }
                None => return,
            }
        }
    }
}

/// What to do instead with a word that cannot stand where a command is expected.
fn misplaced(word: Word) -> &'static str {
    match word.role() {
        Role::Test => "is a test; write it within ASSERT, IF or WHILE",
        Role::Function => "is a value; write it where a value is expected",
        Role::Notation => "is the last argument of FLOAT and FLOATP; write it there",
        Role::Command | Role::Block | Role::BlockEnd => "cannot stand here; move it",
    }
}
