//! Keys, words and names in manifests.

use std::collections::{BTreeMap, HashSet};

use problem::{
    formats::keys::{Files, Key, Shape, Value, Word, named_generators},
    language::Language,
    model::Role,
    path::RelPath,
    text::{LineIndex, Range},
};

use super::{Completion, CompletionKind};
use crate::{
    Edit, Text, View,
    manifest::{Kind, Place, Syntax},
};

/// More names of one kind than that are not offered at once.
pub(super) const MAX_NAMES: usize = 1000;
/// Words of YAML that are no texts.
const RESERVED: [&str; 10] = ["true", "false", "yes", "no", "on", "off", "y", "n", "null", "~"];

/// What fits at a place of a manifest.
pub(super) fn complete(view: &View<'_>, text: &Text<'_>, place: &Place) -> Vec<Completion> {
    let spot = &place.spot;
    let lines = LineIndex::new(text.text);
    let range = lines.range(spot.span.clone());
    let mut found = match spot.kind {
        Kind::Header { is_item } => headers(place, is_item, range),
        Kind::Key | Kind::Either => keys(view, text, place, range),
        Kind::Value => Vec::new(),
    };
    if matches!(spot.kind, Kind::Value | Kind::Either) {
        let value = place.value();
        // Arguments behind a name are kept.
        let is_call = matches!(value, Value::File(files) if files.is_call);
        let length = text.text[spot.span.clone()].find(char::is_whitespace).filter(|_| is_call);
        if length.is_some_and(|length| spot.offset > spot.span.start + length) {
            return found;
        }
        let range = length.map_or(range, |length| lines.range(spot.span.start..spot.span.start + length));
        let edit = |name: &str| Edit { range, text: place.written_value(value, name) };
        found.extend(
            values(view, text, value, typed(text, place), &|_| true).into_iter().map(|one| one.completion(edit)),
        );
    }
    found
}

/// What stands before the place, of the word there.
fn typed<'a>(text: &'a Text<'_>, place: &Place) -> &'a str {
    text.text.get(place.spot.span.start..place.spot.offset).unwrap_or_default()
}

/// The names to offer: where there are too many, those that what is typed may be a part of, as editors compare it: its signs in
/// their order, in whichever case.
fn offered<T>(mut names: Vec<T>, typed: &str, name: impl Fn(&T) -> &str) -> Vec<T> {
    let fits = |one: &T| {
        let mut signs = name(one).chars().flat_map(char::to_lowercase);
        typed.chars().flat_map(char::to_lowercase).all(|wanted| signs.any(|sign| sign == wanted))
    };
    if names.len() > MAX_NAMES {
        names.retain(fits);
        names.truncate(MAX_NAMES);
    }
    names
}

/// The names of tables.
fn headers(place: &Place, is_item: bool, range: Range) -> Vec<Completion> {
    let fits = |key: &&Key| {
        let inside = key.shape.items.unwrap_or(key.shape);
        is_item == key.shape.items.is_some() && (!inside.keys.is_empty() || inside.others.is_some())
    };
    // A table that is no item is there once, and one of tables once for each of those.
    let has_tables = |key: &Key| key.shape.others.is_some_and(|others| !others.shape.keys.is_empty());
    let is_free = |key: &&Key| is_item || has_tables(key) || !place.spot.taken.iter().any(|taken| taken == key.name);
    let edit = |name: &str| Edit { range, text: name.to_owned() };
    place.shape.keys.iter().filter(fits).filter(is_free).map(|one| key(one, edit(one.name))).collect()
}

/// The keys that are not there yet.
fn keys(view: &View<'_>, text: &Text<'_>, place: &Place, range: Range) -> Vec<Completion> {
    let taken: HashSet<&str> = place.spot.taken.iter().map(String::as_str).collect();
    let is_free = |name: &str| !taken.contains(name);
    let edit = |name: &str, shape: &Shape| Edit { range, text: place.written_key(name, shape) };
    let known = place.shape.keys.iter().filter(|one| is_free(one.name));
    let mut found: Vec<Completion> = known.map(|one| key(one, edit(one.name, one.shape))).collect();
    if let Some(others) = place.shape.others {
        let names = values(view, text, others.names, typed(text, place), &is_free);
        found.extend(names.into_iter().map(|one| one.completion(|name| edit(name, others.shape))));
    }
    found
}

impl Place {
    /// A key as it is inserted, with what has to follow it.
    fn written_key(&self, name: &str, shape: &Shape) -> String {
        let is_single = shape.value != Value::None;
        let is_plain = name.chars().all(|sign| sign.is_alphanumeric() || "_-./".contains(sign));
        let name = match self.syntax {
            Syntax::Json if !self.spot.is_quoted => format!("\"{name}\""),
            Syntax::Toml | Syntax::Yaml if !self.spot.is_quoted && !is_plain => format!("\"{name}\""),
            Syntax::Json | Syntax::Toml | Syntax::Yaml => name.to_owned(),
        };
        match self.syntax {
            // Where an editor closed the quotes, the rest would stand within.
            _ if self.spot.is_followed || self.spot.is_quoted => name,
            Syntax::Json => format!("{name}: "),
            Syntax::Toml => format!("{name} = "),
            Syntax::Yaml if is_single => format!("{name}: "),
            Syntax::Yaml => format!("{name}:"),
        }
    }

    /// A value as it is inserted.
    fn written_value(&self, value: Value, written: &str) -> String {
        let is_text = !matches!(value, Value::Flag);
        match self.syntax {
            Syntax::Json | Syntax::Toml if is_text && !self.spot.is_quoted => format!("\"{written}\""),
            Syntax::Yaml if is_text && !self.spot.is_quoted && !is_plain(written) => format!("\"{written}\""),
            Syntax::Json | Syntax::Toml | Syntax::Yaml => written.to_owned(),
        }
    }
}

/// Whether YAML takes a text for itself without quotes.
fn is_plain(text: &str) -> bool {
    let is_inner = |sign: char| sign.is_alphanumeric() || "_-./+ ".contains(sign);
    text.starts_with(|first: char| first.is_alphanumeric() || "_./".contains(first))
        && text.chars().all(is_inner)
        && !RESERVED.contains(&text.to_lowercase().as_str())
}

/// Whether a name of the folder can be written between quotes as it is.
fn is_writable(name: &str) -> bool {
    !name.contains(|sign: char| matches!(sign, '"' | '\'' | '\\') || sign.is_control())
}

fn key(key: &Key, edit: Edit) -> Completion {
    Completion {
        label: key.name.to_owned(),
        kind: CompletionKind::Field,
        detail: of_shape(key.shape),
        documentation: Some(key.about.to_owned()),
        edit,
        sort: format!("0{}", key.name),
        snippet: None,
    }
}

/// What stands behind a key, in a word or two.
fn of_shape(shape: &Shape) -> String {
    let word = match shape.value {
        Value::Number => "number",
        Value::Flag => "true or false",
        Value::Words(words) => return some_of(words),
        Value::File(_) => "file",
        Value::Group | Value::Section => "group",
        Value::Generator => "generator",
        Value::Language => "language",
        Value::Text => "text",
        Value::None if shape.items.is_some() => "list",
        Value::None if shape.keys.is_empty() && shape.others.is_none() => "",
        Value::None => "map",
    };
    word.to_owned()
}

/// The first of some words.
fn some_of(words: &[Word]) -> String {
    const MOST: usize = 4;
    let shown: Vec<&str> = words.iter().take(MOST).map(|word| word.name).collect();
    format!("{}{}", shown.join(", "), if words.len() > MOST { ", …" } else { "" })
}

/// A value that fits.
pub(super) struct Fitting {
    pub(super) label: String,
    kind: CompletionKind,
    detail: String,
    documentation: Option<String>,
    sort: String,
}

impl Fitting {
    fn of(label: impl Into<String>, kind: CompletionKind, order: usize) -> Fitting {
        Fitting { label: label.into(), kind, detail: String::new(), documentation: None, sort: format!("1{order:05}") }
    }

    pub(super) fn completion(self, edit: impl Fn(&str) -> Edit) -> Completion {
        let edit = edit(&self.label);
        let Fitting { label, kind, detail, documentation, sort } = self;
        Completion { label, kind, detail, documentation, edit, sort, snippet: None }
    }
}

/// The values that fit where one of a kind is wanted, and something is typed already; `is_free` says which are not there yet.
/// Those are left out before it is counted how many may be offered.
pub(super) fn values(
    view: &View<'_>,
    text: &Text<'_>,
    value: Value,
    typed: &str,
    is_free: &dyn Fn(&str) -> bool,
) -> Vec<Fitting> {
    let named = |names: Vec<String>, kind: CompletionKind| {
        let names = names.into_iter().filter(|name| is_writable(name) && is_free(name)).collect();
        let names = offered(names, typed, String::as_str).into_iter();
        names.enumerate().map(|(order, name)| Fitting::of(name, kind, order)).collect()
    };
    match value {
        Value::None | Value::Text | Value::Number => Vec::new(),
        Value::Flag => named(["true", "false"].map(str::to_owned).into(), CompletionKind::Constant),
        Value::Words(words) => {
            let fitting = |(order, word): (usize, &Word)| Fitting {
                documentation: Some(word.about.to_owned()),
                ..Fitting::of(word.name, CompletionKind::Constant, order)
            };
            words.iter().filter(|word| is_free(word.name)).enumerate().map(fitting).collect()
        }
        Value::File(files) => of_files(view, text.path, files, (typed, is_free)),
        Value::Group => named(groups(view), CompletionKind::Constant),
        Value::Section => named(sections(text.text), CompletionKind::Constant),
        Value::Generator => {
            let names = named_generators(view.context.folder, view.context.problem).into_keys();
            named(names.collect(), CompletionKind::Generator)
        }
        Value::Language => named(languages(view), CompletionKind::Constant),
    }
}

/// The files that a value may name, those of the role first.
fn of_files(
    view: &View<'_>,
    manifest: &RelPath,
    files: Files,
    (typed, is_free): (&str, &dyn Fn(&str) -> bool),
) -> Vec<Fitting> {
    let directory = files.directory(manifest);
    let prefix = if directory.is_root() { 0 } else { directory.as_str().len() + 1 };
    let roles: BTreeMap<&RelPath, Role> =
        view.context.problem.programs.iter().map(|program| (&program.path, program.role)).collect();
    let below = view.context.folder.below(&directory).into_iter().map(|entry| &entry.path);
    let is_it = |path: &&RelPath| {
        *path != manifest
            && (files.role.is_none() || Language::from_path(path).is_some())
            && is_writable(&path.as_str()[prefix..])
            && is_free(&path.as_str()[prefix..])
    };
    let is_wanted = |path: &&RelPath| files.role.is_some() && roles.get(path).copied() == files.role;
    let (wanted, others): (Vec<&RelPath>, Vec<&RelPath>) = below.filter(is_it).partition(is_wanted);
    let paths = offered(wanted.iter().chain(&others).copied().collect(), typed, |path| &path.as_str()[prefix..]);
    let n_wanted = paths.iter().filter(|path| is_wanted(path)).count();
    let fitting = |(order, path): (usize, &RelPath)| {
        let detail = roles.get(path).map(|role| role.name().to_owned()).unwrap_or_default();
        let one = Fitting::of(&path.as_str()[prefix..], CompletionKind::File, order);
        Fitting { detail, sort: format!("{}{}", u8::from(order >= n_wanted), one.sort), ..one }
    };
    paths.into_iter().enumerate().map(fitting).collect()
}

/// The groups of tests by their names.
fn groups(view: &View<'_>) -> Vec<String> {
    let problem = view.context.problem;
    let of_scoring = problem.scoring.iter().flat_map(|scoring| scoring.groups.iter().map(|group| group.name.as_str()));
    let of_tests = problem.tests.iter().flat_map(problem::model::Test::groups);
    let mut names: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    for name in of_scoring.chain(of_tests).filter(|name| !name.is_empty()) {
        if seen.insert(name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// The sections of a list of tests.
fn sections(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let rest = line.trim().strip_prefix("@subtask ").or_else(|| line.trim().strip_prefix("@testset "))?;
        Some(rest.trim().to_owned()).filter(|name| !name.is_empty())
    };
    let mut seen = HashSet::new();
    text.lines().filter_map(name).filter(|name| seen.insert(name.clone())).collect()
}

/// The languages of the programs, by their files' extensions, those of solutions among them.
fn languages(view: &View<'_>) -> Vec<String> {
    let sources = view.context.problem.programs.iter().flat_map(|program| &program.sources);
    let mut names: Vec<String> = sources.map(RelPath::extension).collect();
    names.sort();
    names.dedup();
    names
}
