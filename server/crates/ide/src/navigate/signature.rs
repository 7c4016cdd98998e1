//! The call that is being written: what testlib says of its arguments.

use std::ops::Range as Span;

use cpp::api::{Kind, api};
use problem::text::{LineIndex, Position};

use crate::{
    Text,
    names::{self, declared, is_code, place},
};

/// How far back the parenthesis that opens the call is looked for, bytes.
const MAX_BACK: usize = 4000;

/// The overloads of a function, and where the person is in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Each with its parameters, which are parts of it.
    pub overloads: Vec<(String, Vec<Span<usize>>)>,
    /// Which of them fits so far.
    pub active: usize,
    /// Which argument is being written.
    pub argument: usize,
    /// What the function does.
    pub documentation: String,
}

/// The call of testlib around a place.
pub fn signature(text: &Text<'_>, at: Position) -> Option<Signature> {
    let source = text.source.filter(|source| source.facts().includes_file("testlib.h"))?;
    let offset = LineIndex::new(text.text).offset(at);
    let (open, argument) = open_call(text.text, offset)?;
    let name_end = without_template(text.text[..open].trim_end()).len();
    let name = names::at(text.text, name_end);
    if name.text.is_empty() || !is_code(source, open) {
        return None;
    }
    let own = declared(source);
    let owner = place(&name, &own)?.0;
    let is_own = owner.is_none() && own.iter().any(|one| one.name == name.text);
    let entry = api().find(owner, name.text).filter(|entry| !is_own && entry.kind != Kind::Setting)?;
    // An entry may explain several functions; those of an alias stand under its own name.
    let is_called_so = |signature: &&String| {
        signature.split_once('(').is_some_and(|(head, _)| {
            without_template(head).rsplit(|character: char| !character.is_alphanumeric() && character != '_').next()
                == Some(name.text)
        })
    };
    let has_own = entry.signatures.iter().any(|signature| is_called_so(&signature));
    let overloads: Vec<(String, Vec<Span<usize>>)> = (entry.signatures.iter())
        .filter(|signature| !has_own || is_called_so(signature))
        .filter_map(|signature| Some((signature.clone(), parameters(signature)?)))
        .collect();
    let is_begun = !text.text[open + 1..offset].trim().is_empty();
    let takes = |(signature, parameters): &(String, Vec<Span<usize>>)| {
        let is_open = parameters.last().is_some_and(|last| signature[last.clone()].contains("..."));
        is_open || argument < parameters.len() || !is_begun
    };
    let active = overloads.iter().position(takes).or_else(|| overloads.len().checked_sub(1))?;
    // Whatever follows the last parameter of `...` belongs to it.
    let argument = argument.min(overloads[active].1.len().saturating_sub(1));
    Some(Signature { overloads, active, argument, documentation: entry.meaning.clone() })
}

/// Where the parenthesis opens that a place lies in, and how many commas stand between.
fn open_call(text: &str, offset: usize) -> Option<(usize, usize)> {
    let from = (offset.saturating_sub(MAX_BACK)..=offset).find(|at| text.is_char_boundary(*at))?;
    // Forwards, since a quotation mark means nothing backwards.
    let mut open: Vec<(usize, usize, char)> = Vec::new();
    let mut quote: Option<char> = None;
    let mut characters = text[from..offset].char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (Some(_), '\\') => drop(characters.next()),
            (Some(one), _) if one == character => quote = None,
            (Some(_), '\n') => quote = None,
            (Some(_), _) => {}
            (None, '"') => quote = Some('"'),
            (None, '\'') if !text[..from + at].ends_with(|before: char| before.is_ascii_digit()) => quote = Some('\''),
            (None, '(' | '[' | '{') => open.push((from + at, 0, character)),
            (None, ')' | ']' | '}') => drop(open.pop()),
            // What stands before the end of a statement is no call that goes on.
            (None, ';') if open.last().is_some_and(|(_, _, bracket)| *bracket == '(') => {}
            (None, ',') => {
                if let Some((_, n_commas, _)) = open.last_mut() {
                    *n_commas += 1;
                }
            }
            (None, _) => {}
        }
    }
    // Braces and brackets within the arguments are a part of one.
    let at = open.iter().rposition(|(_, _, bracket)| *bracket != '[')?;
    let (place, n_commas, bracket) = open[at];
    (bracket == '(').then_some((place, n_commas))
}

/// A name without the angle brackets behind it: `opt` of `opt<int>`.
fn without_template(head: &str) -> &str {
    if !head.ends_with('>') || head.ends_with("->") {
        return head;
    }
    let mut depth = 0_usize;
    for (at, byte) in head.bytes().enumerate().rev() {
        match byte {
            b'>' => depth += 1,
            b'<' if depth == 1 => return head[..at].trim_end(),
            b'<' => depth -= 1,
            b';' | b'{' | b'}' => break,
            _ => {}
        }
    }
    head
}

/// The parameters within a signature; `None` of what is no function.
fn parameters(signature: &str) -> Option<Vec<Span<usize>>> {
    let start = signature.find('(')? + 1;
    let mut depth = 0_usize;
    let mut from = start;
    let mut found = Vec::new();
    let mut push = |span: Span<usize>| {
        let text = &signature[span.clone()];
        let begin = span.start + (text.len() - text.trim_start().len());
        let end = span.start + text.trim_end().len();
        found.extend((begin < end).then_some(begin..end));
    };
    for (at, character) in signature.char_indices().skip_while(|(at, _)| *at < start) {
        match character {
            ')' if depth == 0 => {
                push(from..at);
                return Some(found);
            }
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                push(from..at);
                from = at + 1;
            }
            _ => {}
        }
    }
    None
}
