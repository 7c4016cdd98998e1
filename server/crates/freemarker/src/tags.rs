//! What stands inside tags.

use super::{
    expression::{Expression, Parser, Symbol, Wrong},
    node::{Assignment, ListHead, Names},
};

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
