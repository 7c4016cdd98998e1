//! Names of testlib by the role of the program.

use cpp::{
    api::{Entry, Kind, Owner, api},
    source::Source,
};
use problem::{
    facts::Register,
    model::Role,
    path::RelPath,
    text::{LineIndex, Position},
};

use super::{
    Completion, CompletionKind,
    snippets::{SNIPPETS, Snippet, filled},
};
use crate::{
    Edit, View,
    names::{self, declared, is_code, place},
};

/// The names that fit at a place: members behind `inf.` and the like, global names behind at least one letter.
pub(super) fn complete(view: &View<'_>, path: &RelPath, source: &Source, at: Position) -> Vec<Completion> {
    let lines = LineIndex::new(source.text());
    let offset = lines.offset(at);
    let name = names::at(source.text(), offset);
    let typed = &source.text()[name.span.start..offset];
    let facts = source.facts();
    if !facts.includes_file("testlib.h") || typed.starts_with(|first: char| first.is_ascii_digit()) {
        return Vec::new();
    }
    let own = declared(source);
    let Some(place) = place(&name, &own).filter(|_| is_code(source, offset)) else { return Vec::new() };
    if place.0.is_none() && typed.is_empty() {
        return Vec::new();
    }
    let role = facts.register().map(|call| call.register).or_else(|| role_of(view, path));
    let is_defining = source.text()[..name.span.start].trim_end().ends_with("define");
    let is_own = |word: &str| place.0.is_none() && own.iter().any(|one| one.name == word && one.at != name.span.start);
    let edit = |word: &str| Edit { range: lines.range(name.span.clone()), text: word.to_owned() };
    let entries = candidates(role, place.0).filter(|entry| (entry.kind == Kind::Setting) == is_defining);
    let named = entries.flat_map(|entry| entry.names().map(move |word| (entry, word)));
    let fits = named.filter(|(_, word)| starts_with(word, typed) && !is_own(word));
    let mut found: Vec<Completion> = fits.map(|(entry, word)| completion(entry, word, edit(word))).collect();
    if place.0.is_none() && !is_defining {
        let lines_up = source.text()[..name.span.start].rsplit('\n').next().unwrap_or_default();
        let indent: String = lines_up.chars().take_while(|one| one.is_whitespace()).collect();
        let pieces = SNIPPETS.iter().filter(|piece| Some(piece.role) == role && starts_with(piece.name, typed));
        // A name that the source has already means that.
        let pieces = pieces.filter(|piece| !is_own(piece.name));
        found.extend(pieces.map(|piece| snippet(piece, &indent, &edit)));
    }
    found
}

fn snippet(piece: &Snippet, indent: &str, edit: &dyn Fn(&str) -> Edit) -> Completion {
    let text = piece.text.trim_end();
    Completion {
        label: piece.name.to_owned(),
        kind: CompletionKind::Snippet,
        detail: piece.about.to_owned(),
        documentation: Some(format!("```cpp\n{}\n```\n", filled(text))),
        // Editors indent what has places to fill in by themselves.
        edit: edit(&filled(text).replace('\n', &format!("\n{indent}"))),
        sort: format!("0{}", piece.name),
        snippet: Some(text.to_owned()),
    }
}

/// The entries of a class, or the global ones, that a program of a role has a use for; all where there is no role.
fn candidates(role: Option<Register>, owner: Option<Owner>) -> impl Iterator<Item = &'static Entry> {
    let entries = api().entries().iter().filter(move |entry| entry.owner == owner && entry.section != "refused");
    entries.filter(move |entry| role.is_none_or(|role| entry.roles.contains(&role)))
}

fn role_of(view: &View<'_>, path: &RelPath) -> Option<Register> {
    match view.context.problem.programs[view.program_at(path)?].role {
        Role::Generator => Some(Register::Generator),
        Role::Validator => Some(Register::Validator),
        Role::Checker => Some(Register::Checker),
        Role::Interactor => Some(Register::Interactor),
        Role::Grader | Role::Solution => None,
    }
}

fn starts_with(word: &str, typed: &str) -> bool {
    word.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed))
}

fn completion(entry: &Entry, word: &str, edit: Edit) -> Completion {
    Completion {
        label: word.to_owned(),
        kind: match entry.kind {
            Kind::Function => CompletionKind::Function,
            Kind::Method => CompletionKind::Method,
            Kind::Field => CompletionKind::Field,
            Kind::Object => CompletionKind::Object,
            Kind::Type => CompletionKind::Type,
            Kind::Constant => CompletionKind::Constant,
            Kind::Macro | Kind::Setting => CompletionKind::Macro,
        },
        detail: signature(entry, word),
        documentation: Some(entry.markdown()),
        edit,
        sort: format!("{}{word}", u8::from(entry.rare)),
        snippet: None,
    }
}

/// The first overload that is called by a word, and how many others there are.
fn signature(entry: &Entry, word: &str) -> String {
    let has_word = |signature: &&String| {
        let mut words = signature.split(|one: char| !one.is_alphanumeric() && one != '_');
        words.any(|part| part == word)
    };
    let mut overloads = entry.signatures.iter().chain(&entry.extensions).filter(has_word);
    match (overloads.next(), overloads.count()) {
        (Some(first), 0) => first.clone(),
        (Some(first), n_others) => format!("{first} (and {n_others} more)"),
        (None, _) => entry.signatures.first().or(entry.extensions.first()).cloned().unwrap_or_default(),
    }
}
