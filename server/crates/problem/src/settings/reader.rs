//! Reads TOML value by value, so that every mistake is noted at its place and the rest is kept.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{machine::is_user_only, suggest::nearest};
use crate::{
    finding::{Code, Finding, Severity},
    path::{AbsPath, RelPath},
    text::{LineIndex, Place, Range},
};

/// Something wrong in a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The kind of finding it makes.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// Where it stands.
    pub range: Range,
    /// One sentence.
    pub message: String,
    /// What may have been meant, as it would be written at the place.
    pub meant: Option<String>,
}

impl Mistake {
    /// The finding of this mistake in a file of the folder.
    pub fn in_file(self, path: &RelPath) -> Finding {
        let place = Place { path: path.clone(), range: self.range };
        let range = self.range;
        let finding = Finding::at(self.code, place, self.message).with_severity(self.severity);
        match self.meant {
            Some(meant) => finding.with_words(range, &meant),
            None => finding,
        }
    }
}

/// A value with the place where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub range: Range,
}

impl<T: JsonSchema> JsonSchema for Stated<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }
}

/// A value under its key.
pub(super) struct Field<'a> {
    /// The dotted name that messages use: `limits.time_ms`.
    pub(super) name: String,
    /// The key alone.
    pub(super) key: &'a str,
    /// Where the key stands; for a member of a list, where the value stands.
    pub(super) key_range: Range,
    /// Where the value stands.
    pub(super) range: Range,
    value: &'a DeValue<'a>,
}

impl<'a> Field<'a> {
    pub(super) fn is_table(&self) -> bool {
        self.value.is_table()
    }

    pub(super) fn is_list(&self) -> bool {
        self.value.is_array()
    }

    fn kind(&self) -> &'static str {
        match self.value {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        }
    }
}

/// The known keys of a table that are given.
pub(super) struct Keys<'a>(BTreeMap<&'static str, Field<'a>>);

impl<'a> Keys<'a> {
    pub(super) fn get(&self, key: &str) -> Option<&Field<'a>> {
        self.0.get(key)
    }
}

/// Takes values apart and notes what is wrong with them.
pub(super) struct Reader<'t> {
    lines: LineIndex<'t>,
    /// Whether the file lies in a problem folder, where the user's settings have no place.
    in_folder: bool,
    mistakes: Vec<Mistake>,
}

impl<'t> Reader<'t> {
    pub(super) fn of_folder(text: &'t str) -> Reader<'t> {
        Reader { lines: LineIndex::new(text), in_folder: true, mistakes: Vec::new() }
    }

    pub(super) fn of_user(text: &'t str) -> Reader<'t> {
        Reader { in_folder: false, ..Reader::of_folder(text) }
    }

    /// Parses the text, or notes why it is no TOML.
    pub(super) fn document(&mut self, text: &'t str) -> Option<Spanned<DeTable<'t>>> {
        let error = match DeTable::parse(text) {
            Ok(table) => return Some(table),
            Err(error) => error,
        };
        let span = error.span().unwrap_or(0..0);
        let range = match self.lines.range(span) {
            range if range.start == range.end => self.lines.line_range(range.start.line),
            range => range,
        };
        let message = format!("this is no TOML, so the whole file has no effect: {}", error.message());
        self.note(Code::ManifestBroken, Severity::Error, range, message);
        None
    }

    /// Everything that was wrong, in the order of the file.
    /// How many mistakes were found so far.
    pub(super) fn n_mistakes(&self) -> usize {
        self.mistakes.len()
    }

    /// The sentences of the mistakes found after the first so many, as they stand.
    pub(super) fn messages_since(&self, n_before: usize) -> Vec<String> {
        let mut new: Vec<&Mistake> = self.mistakes.iter().skip(n_before).collect();
        new.sort_by_key(|mistake| mistake.range);
        new.into_iter().map(|mistake| mistake.message.clone()).collect()
    }

    pub(super) fn into_mistakes(mut self) -> Vec<Mistake> {
        self.mistakes.sort_by_key(|mistake| mistake.range);
        self.mistakes
    }

    pub(super) fn warn(&mut self, range: Range, message: String) {
        self.note(Code::ManifestBroken, Severity::Warning, range, message);
    }

    fn note(&mut self, code: Code, severity: Severity, range: Range, message: String) {
        self.mistakes.push(Mistake { code, severity, range, message, meant: None });
    }

    /// A key that is none of those that are known.
    pub(super) fn warn_of_key(&mut self, field: &Field<'_>, what: &str, known: &[&str]) {
        self.warn(field.key_range, format!("{what}; {}", hint(field.key, known)));
        // What has other characters is written in quotes.
        let is_bare = |word: &&str| word.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
        self.offer(nearest(field.key, known.iter().copied()).filter(is_bare).map(str::to_owned));
    }

    /// A string that is none of those that are known.
    pub(super) fn warn_of_word(&mut self, field: &Field<'_>, what: &str, word: &str, known: &[&str]) {
        self.warn(field.range, format!("{what}; {}", hint(word, known)));
        self.offer(nearest(word, known.iter().copied()).map(|meant| format!("\"{meant}\"")));
    }

    /// What may have been meant where the last mistake stands.
    fn offer(&mut self, meant: Option<String>) {
        if let Some(mistake) = self.mistakes.last_mut() {
            mistake.meant = meant;
        }
    }

    pub(super) fn refuse(&mut self, range: Range, message: String) {
        self.note(Code::SettingNotAllowedHere, Severity::Warning, range, message);
    }

    /// The entries of a table in the order of the file.
    pub(super) fn entries<'a>(&self, table: &'a DeTable<'a>, parent: Option<&str>) -> Vec<Field<'a>> {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let field = |(key, value): (&'a Spanned<_>, &'a Spanned<DeValue<'a>>)| {
            let word: &'a Cow<'_, str> = key.get_ref();
            Field {
                name: parent.map_or_else(|| word.to_string(), |parent| format!("{parent}.{word}")),
                key: word,
                key_range: self.lines.range(key.span()),
                range: self.lines.range(value.span()),
                value: value.get_ref(),
            }
        };
        entries.into_iter().map(field).collect()
    }

    /// Yes or no.
    pub(super) fn choice(&mut self, field: &Field<'_>) -> Option<bool> {
        let choice = field.value.as_bool();
        if choice.is_none() {
            self.wrong(field, "true or false");
        }
        choice
    }

    /// Picks the known keys; every other one is noted.
    pub(super) fn keys<'a>(&mut self, fields: Vec<Field<'a>>, known: &[&'static str]) -> Keys<'a> {
        let mut picked = BTreeMap::new();
        for field in fields {
            match known.iter().find(|&&key| key == field.key) {
                Some(&key) => drop(picked.insert(key, field)),
                None => self.unknown(&field, known),
            }
        }
        Keys(picked)
    }

    fn unknown(&mut self, field: &Field<'_>, known: &[&'static str]) {
        let name = &field.name;
        if self.in_folder && is_user_only(field.key) {
            let message = format!("a problem folder cannot set `{name}`; it belongs in your own config.toml");
            return self.refuse(field.key_range, message);
        }
        self.warn_of_key(field, &format!("there is no setting `{name}`"), known);
    }

    fn wrong(&mut self, field: &Field<'_>, wanted: &str) {
        self.warn(field.range, format!("`{}` is {} where {wanted} is wanted", field.name, field.kind()));
    }

    pub(super) fn table<'a>(&mut self, field: &Field<'a>) -> Option<Vec<Field<'a>>> {
        match field.value.as_table() {
            Some(table) => Some(self.entries(table, Some(&field.name))),
            None => {
                self.wrong(field, "a table");
                None
            }
        }
    }

    pub(super) fn list<'a>(&mut self, field: &Field<'a>) -> Option<Vec<Field<'a>>> {
        let Some(values) = field.value.as_array() else {
            self.wrong(field, "a list");
            return None;
        };
        let member = |value: &'a Spanned<DeValue<'a>>| {
            let range = self.lines.range(value.span());
            Field { name: field.name.clone(), key: field.key, key_range: range, range, value: value.get_ref() }
        };
        Some(values.iter().map(member).collect())
    }

    pub(super) fn string<'a>(&mut self, field: &Field<'a>) -> Option<&'a str> {
        let text = field.value.as_str();
        if text.is_none() {
            self.wrong(field, "a string");
        }
        text
    }

    /// A string that says something.
    pub(super) fn text(&mut self, field: &Field<'_>) -> Option<String> {
        let text = self.string(field)?.trim();
        if text.is_empty() {
            self.warn(field.range, format!("`{}` is empty", field.name));
            return None;
        }
        Some(text.to_owned())
    }

    /// A whole number from 1 to `most`.
    pub(super) fn number(&mut self, field: &Field<'_>, most: u64) -> Option<u64> {
        let Some(integer) = field.value.as_integer() else {
            self.wrong(field, "a whole number");
            return None;
        };
        let number = u64::from_str_radix(integer.as_str(), integer.radix()).ok();
        let number = number.filter(|number| (1..=most).contains(number));
        if number.is_none() {
            self.warn(field.range, format!("`{}` must be from 1 to {most}", field.name));
        }
        number
    }

    /// A number with or without a fraction.
    pub(super) fn amount(&mut self, field: &Field<'_>) -> Option<f64> {
        let written = field.value.as_float().map(|float| float.as_str().to_owned());
        let written = written.or_else(|| field.value.as_integer().map(|integer| integer.as_str().to_owned()));
        let amount = written.and_then(|written| written.parse().ok());
        if amount.is_none() {
            self.wrong(field, "a number");
        }
        amount
    }

    /// All strings of a list, or none of them when one cannot be read.
    pub(super) fn texts(&mut self, field: &Field<'_>) -> Option<Vec<String>> {
        self.list(field)?.iter().map(|member| self.text(member)).collect()
    }

    pub(super) fn absolute(&mut self, field: &Field<'_>) -> Option<AbsPath> {
        let written = self.text(field)?;
        let path = AbsPath::new(&written);
        if path.is_none() {
            self.warn(field.range, format!("`{}` must be an absolute path, not `{written}`", field.name));
        }
        path
    }

    /// A path inside the folder.
    pub(super) fn path(&mut self, field: &Field<'_>) -> Option<RelPath> {
        let written = self.text(field)?;
        let path = RelPath::parse(&written).filter(|_| !has_drive(&written));
        if path.is_none() {
            self.refuse(field.range, format!("`{}` leaves the problem folder: {written}", field.name));
        }
        path
    }

    /// The same, or a path in the directories above the folder.
    pub(super) fn path_or_above(&mut self, field: &Field<'_>) -> Option<RelPath> {
        let written = self.text(field)?;
        let path = RelPath::root().climb(&written).filter(|_| !has_drive(&written));
        if path.is_none() {
            self.refuse(field.range, format!("`{}` is no path from the problem folder: {written}", field.name));
        }
        path
    }

    /// One of some words.
    pub(super) fn word<T: Copy>(&mut self, field: &Field<'_>, words: &[(&'static str, T)]) -> Option<T> {
        let written = self.string(field)?;
        let found = words.iter().find(|(word, _)| *word == written).map(|&(_, meaning)| meaning);
        if found.is_none() {
            let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
            self.warn_of_word(field, &format!("`{}` cannot be `{written}`", field.name), written, &known);
        }
        found
    }
}

/// What to write instead.
pub(super) fn hint(word: &str, known: &[&str]) -> String {
    match nearest(word, known.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("known are `{}`", known.join("`, `")),
    }
}

/// `C:` and the like, which are absolute on Windows.
fn has_drive(path: &str) -> bool {
    path.as_bytes().get(1) == Some(&b':')
}
