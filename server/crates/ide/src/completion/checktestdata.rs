//! Words of checktestdata, and the variables of the program.
//!
//! Invariant: what fits is told from the tokens before the place, so that it is known in a program that is half written.

use std::ops::Range;

use ::checktestdata::{
    Program, Sign, Span, Token, TokenKind, tokens,
    tree::Command,
    vocabulary::{Entry, Role, VOCABULARY, Word},
};
use problem::text::{LineIndex, Position};

use super::{Completion, CompletionKind};
use crate::{Edit, Text, words::flat};

/// What fits at a place.
#[derive(Clone, Copy, Debug, Default)]
struct Fitting {
    commands: bool,
    blocks: bool,
    /// `END`, and whether `ELSE` would do too.
    block_end: Option<bool>,
    tests: bool,
    functions: bool,
    notations: bool,
    variables: bool,
}

const NOTHING: Fitting = Fitting {
    commands: false,
    blocks: false,
    block_end: None,
    tests: false,
    functions: false,
    notations: false,
    variables: false,
};
const VARIABLE: Fitting = Fitting { variables: true, ..NOTHING };
const VALUE: Fitting = Fitting { functions: true, ..VARIABLE };
const TEST: Fitting = Fitting { tests: true, ..VALUE };
const SEPARATOR: Fitting = Fitting { commands: true, ..NOTHING };
const NOTATION: Fitting = Fitting { notations: true, ..NOTHING };

/// The words and variables that fit at a place and begin as what is typed there.
pub(super) fn complete(text: &Text<'_>, program: &Program, at: Position) -> Vec<Completion> {
    let lines = LineIndex::new(text.text);
    let offset = lines.offset(at);
    let word = word_around(text.text, offset);
    let typed = &text.text[word.start..offset];
    let tokens = tokens(text.text.as_bytes());
    let is_inside = tokens.iter().any(|token| is_inside(*token, offset));
    if is_inside || typed.starts_with(|first: char| first.is_ascii_digit()) {
        return Vec::new();
    }
    let before: Vec<Token> = tokens.into_iter().filter(|token| token.span.end <= word.start).collect();
    let fitting = fitting(&before);
    let begins = |name: &str| name.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed));
    let edit = |new: &str| Edit { range: lines.range(word.clone()), text: new.to_owned() };
    let mut found = Vec::new();
    if fitting.variables {
        let is_elsewhere = |spans: &[Span]| spans.iter().any(|span| span.start != word.start);
        let variables = program.variables().iter().filter(|name| begins(&name.text));
        let known = variables.filter(|name| is_elsewhere(&name.assignments) || is_elsewhere(&name.uses));
        let assigning = |span: &Span| program.command_around(*span);
        let written = |command: &Command| flat(&text.text[command.span.start..command.span.end]);
        found.extend(known.map(|name| Completion {
            label: name.text.clone(),
            kind: CompletionKind::Object,
            detail: name.assignments.first().and_then(assigning).map_or_else(String::new, written),
            documentation: None,
            edit: edit(&name.text),
            sort: format!("0{}", name.text),
            snippet: None,
        }));
    }
    let entries = VOCABULARY.iter().filter(|entry| fits(entry, fitting) && begins(entry.name));
    found.extend(entries.map(|entry| completion(entry, edit(entry.name))));
    found
}

/// The letters and digits that a place lies in or at the end of.
fn word_around(text: &str, offset: usize) -> Range<usize> {
    let (head, tail) = text.split_at(offset);
    let is_part = |letter: char| letter.is_ascii_alphanumeric();
    head.trim_end_matches(is_part).len()..offset + (tail.len() - tail.trim_start_matches(is_part).len())
}

/// Whether what is typed at a place belongs to a string or a comment.
fn is_inside(token: Token, offset: usize) -> bool {
    let Span { start, end } = token.span;
    match token.kind {
        TokenKind::String => start < offset && offset < end,
        TokenKind::OpenString | TokenKind::Comment => start < offset && offset <= end,
        _ => false,
    }
}

fn fits(entry: &Entry, fitting: Fitting) -> bool {
    match entry.role {
        Role::Command => fitting.commands,
        Role::Block => fitting.blocks,
        Role::BlockEnd if entry.word == Word::Else => fitting.block_end == Some(true),
        Role::BlockEnd => fitting.block_end.is_some(),
        Role::Test => fitting.tests,
        Role::Function => fitting.functions,
        Role::Notation => fitting.notations,
    }
}

fn completion(entry: &Entry, edit: Edit) -> Completion {
    Completion {
        label: entry.name.to_owned(),
        kind: match entry.role {
            Role::Command | Role::Block | Role::BlockEnd => CompletionKind::Macro,
            Role::Test | Role::Function => CompletionKind::Function,
            Role::Notation => CompletionKind::Constant,
        },
        detail: if entry.signature == entry.name { String::new() } else { entry.signature.to_owned() },
        documentation: Some(entry.sentence.to_owned()),
        edit,
        sort: format!("1{}", entry.name),
        snippet: None,
    }
}

/// An open parenthesis or bracket.
struct Open {
    /// The word before a parenthesis; `None` for one that groups, and for a bracket.
    word: Option<Word>,
    is_bracket: bool,
    /// How many commas have been met in it.
    n_commas: usize,
    /// In the argument that was begun last, `=` has been met.
    has_assign: bool,
}

/// What fits behind some tokens.
fn fitting(before: &[Token]) -> Fitting {
    let mut blocks: Vec<Word> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut last: Option<TokenKind> = None;
    for token in before.iter().filter(|token| token.kind != TokenKind::Comment) {
        match token.kind {
            TokenKind::Word(word) if matches!(word.role(), Role::Command | Role::Block | Role::BlockEnd) => {
                // Where no command fits, an earlier one was not finished.
                if !expects(&open, last).commands {
                    open.clear();
                }
                match word {
                    Word::End => drop(blocks.pop()),
                    Word::Else => drop(blocks.pop().map(|_| blocks.push(Word::Else))),
                    _ if word.role() == Role::Block => blocks.push(word),
                    _ => {}
                }
            }
            TokenKind::Sign(sign @ (Sign::OpenParenthesis | Sign::OpenBracket)) => {
                let word = match last {
                    Some(TokenKind::Word(word)) => Some(word),
                    _ => None,
                };
                open.push(Open { word, is_bracket: sign == Sign::OpenBracket, n_commas: 0, has_assign: false });
            }
            TokenKind::Sign(Sign::CloseParenthesis | Sign::CloseBracket) => drop(open.pop()),
            TokenKind::Sign(Sign::Comma) => {
                if let Some(inner) = open.last_mut() {
                    (inner.n_commas, inner.has_assign) = (inner.n_commas + 1, false);
                }
            }
            TokenKind::Sign(Sign::Assign) => {
                if let Some(inner) = open.last_mut() {
                    inner.has_assign = true;
                }
            }
            _ => {}
        }
        last = Some(token.kind);
    }
    if open.is_empty() {
        let block_end = blocks.last().map(|word| *word == Word::If);
        return Fitting { commands: true, blocks: true, block_end, ..NOTHING };
    }
    expects(&open, last)
}

/// What may begin behind a token within parentheses; nothing behind a value, where an operator or a comma comes.
fn expects(open: &[Open], last: Option<TokenKind>) -> Fitting {
    let fitting = argument(open);
    let Some(TokenKind::Sign(sign)) = last else { return NOTHING };
    match sign {
        Sign::CloseParenthesis | Sign::CloseBracket => NOTHING,
        Sign::OpenParenthesis | Sign::OpenBracket | Sign::Comma => fitting,
        // An operator takes values, or tests where it joins them.
        Sign::And | Sign::Or | Sign::Not => Fitting { commands: false, notations: false, ..fitting },
        _ => Fitting { tests: false, commands: false, notations: false, ..fitting },
    }
}

/// What the innermost parentheses hold at the argument that was begun last.
fn argument(open: &[Open]) -> Fitting {
    let Some((inner, outer)) = open.split_last() else { return NOTHING };
    let Some(word) = inner.word else {
        return if inner.is_bracket { VALUE } else { argument(outer) };
    };
    match (word, inner.n_commas) {
        (Word::Int, 0..=1) | (Word::Float, 0..=1) | (Word::Floatp, 0..=3) => VALUE,
        (Word::Int, 2) | (Word::Float, 2) | (Word::Floatp, 4) => VARIABLE,
        (Word::Float, 3) | (Word::Floatp, 5) => NOTATION,
        (Word::String | Word::Match | Word::Strlen, 0) | (Word::Regex, 0..=1) => VARIABLE,
        (Word::Assert | Word::If | Word::While, 0) | (Word::Whilei, 1) => TEST,
        (Word::Set, _) if inner.has_assign => VALUE,
        (Word::Set | Word::Unset | Word::Unique, _) => VARIABLE,
        (Word::Rep, 0) | (Word::Repi, 1) | (Word::Inarray, 0) => VALUE,
        (Word::Repi | Word::Whilei, 0) | (Word::Inarray, 1) => VARIABLE,
        (Word::Rep | Word::While, 1) | (Word::Repi | Word::Whilei, 2) => SEPARATOR,
        _ => NOTHING,
    }
}
