//! What stands inside tags and comments.

use super::{
    expression::{Expression, Parser, Symbol, Wrong},
    node::{Assignment, ListHead, Mark, Names},
};
use crate::script::source::Span;

/// What `<#assign …>` says.
pub(super) enum Assign {
    Values(Vec<Assignment>),
    /// `<#assign name>` opens a block whose output is the value.
    Block(String),
}

/// `1..10 as i`, `hash as key, value`, or only a sequence.
pub(super) fn list(mut parser: Parser<'_>) -> Result<ListHead, Wrong> {
    let sequence = parser.expression()?;
    let names = if parser.eat_word("as") { Some(names(&mut parser)?) } else { None };
    parser.finish()?;
    Ok(ListHead { sequence, names })
}

/// The old `<#foreach i in 1..10>`.
pub(super) fn foreach(mut parser: Parser<'_>) -> Result<ListHead, Wrong> {
    let first = parser.name("a loop variable")?;
    if !parser.eat_word("in") {
        return Err(parser.unexpected("`in`"));
    }
    let sequence = parser.expression()?;
    parser.finish()?;
    Ok(ListHead { sequence, names: Some(Names { first, second: None }) })
}

/// `as i`.
pub(super) fn items(mut parser: Parser<'_>) -> Result<Names, Wrong> {
    if !parser.eat_word("as") {
        return Err(parser.unexpected("`as`"));
    }
    let names = names(&mut parser)?;
    parser.finish()?;
    Ok(names)
}

fn names(parser: &mut Parser<'_>) -> Result<Names, Wrong> {
    let first = parser.name("a loop variable")?;
    let second = if parser.eat(Symbol::Comma) { Some(parser.name("a second loop variable")?) } else { None };
    Ok(Names { first, second })
}

/// `n = 5`, `a = 1 b = 2`, `n += 1`, `n++`, or only a name.
pub(super) fn assign(mut parser: Parser<'_>) -> Result<Assign, Wrong> {
    let mut assignments = Vec::new();
    loop {
        let (name, span) = parser.variable()?;
        if assignments.is_empty() && parser.is_done() {
            return Ok(Assign::Block(name));
        }
        let value = parser.assigned(&name, span)?;
        assignments.push(Assignment { name, value });
        parser.eat(Symbol::Comma);
        if parser.is_done() {
            return Ok(Assign::Values(assignments));
        }
    }
}

/// `number_format="computer"`.
pub(super) fn setting(mut parser: Parser<'_>) -> Result<(String, Expression), Wrong> {
    let (name, _) = parser.variable()?;
    if !parser.eat(Symbol::Equal) {
        return Err(parser.unexpected("`=`"));
    }
    Ok((name, parser.only_expression()?))
}

/// The comment that puts the tests that follow into a group: `group 1 score 10 depends 0 1`.
///
/// As in polygon-cli, groups are numbers and a comment that says anything else is only a comment.
pub(super) fn mark(comment: &str, span: Span) -> Option<Mark> {
    let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let after = comment.trim().strip_prefix("group")?;
    let mut words = after.split_whitespace().peekable();
    let name = words.next().filter(is_number)?.to_owned();
    let score = match words.next_if_eq(&"score") {
        Some(_) => Some(words.next().filter(is_number)?.parse().ok()?),
        None => None,
    };
    let mut depends = Vec::new();
    if words.next_if_eq(&"depends").is_some() {
        depends.extend(std::iter::from_fn(|| words.next_if(is_number)).map(str::to_owned));
    }
    words.next().is_none().then_some(Mark { span, name, score, depends })
}
