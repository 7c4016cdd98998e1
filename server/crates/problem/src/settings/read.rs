//! From the text of `touchstone.toml` to [`FolderSettings`].

use std::collections::BTreeMap;

use checkers::Standard;
use toml::de::DeTable;

use super::{
    expected::{self, LabelRule},
    folder::{
        CheckerChoice, FolderSettings, GroupRule, Level, MAX_MB, MAX_MS, RoleHint, RoleRule, StatedLanguageLimits,
        StatedLimits,
    },
    listed,
    pattern::Pattern,
    reader::{Field, Reader, Stated},
    suggest::nearest,
};
use crate::{
    finding::{Code, Finding},
    language::CppStandard,
    languages,
    model::Format,
    path::RelPath,
    text::Range,
};

/// The keys of the top level, in the order of the documentation.
pub(super) const FOLDER_KEYS: [&str; 14] = [
    "name", "format", "limits", "main", "checker", "standard", "defines", "include", "script", "tests", "roles",
    "labels", "groups", "lints",
];

/// Reads `touchstone.toml`. What cannot be understood is a finding on its line and has no effect; a file that is no
/// TOML states nothing.
pub fn parse(path: &RelPath, text: &str) -> (FolderSettings, Vec<Finding>) {
    let mut reader = Reader::of_folder(text);
    let settings = match reader.document(text) {
        Some(document) => document_settings(&mut reader, document.get_ref()),
        None => FolderSettings::default(),
    };
    (settings, reader.into_mistakes().into_iter().map(|mistake| mistake.in_file(path)).collect())
}

fn document_settings(reader: &mut Reader<'_>, document: &DeTable<'_>) -> FolderSettings {
    let entries = reader.entries(document, None);
    let keys = reader.keys(entries, &FOLDER_KEYS);
    FolderSettings {
        name: keys.get("name").and_then(|field| reader.text(field)),
        format: keys.get("format").and_then(|field| reader.word(field, &FORMATS)),
        limits: keys.get("limits").and_then(|field| limits(reader, field)).unwrap_or_default(),
        main: keys.get("main").and_then(|field| file(reader, field)),
        checker: keys.get("checker").and_then(|field| checker(reader, field)),
        standard: keys.get("standard").and_then(|field| reader.word(field, &standards())),
        defines: keys.get("defines").map(|field| each(reader, field, define)).unwrap_or_default(),
        include: keys.get("include").map(|field| each(reader, field, included_directory)).unwrap_or_default(),
        script: keys.get("script").and_then(|field| file(reader, field)),
        tests: keys.get("tests").map(|field| listed::read(reader, field)).unwrap_or_default(),
        roles: keys.get("roles").map(|field| roles(reader, field)).unwrap_or_default(),
        labels: keys.get("labels").map(|field| labels(reader, field)).unwrap_or_default(),
        groups: keys.get("groups").map(|field| groups(reader, field)).unwrap_or_default(),
        lints: keys.get("lints").map(|field| lints(reader, field)).unwrap_or_default(),
    }
}

const FORMATS: [(&str, Format); 9] = [
    ("plain", Format::Plain),
    ("polygon", Format::Polygon),
    ("icpc", Format::Icpc),
    ("library-checker", Format::LibraryChecker),
    ("tps", Format::Tps),
    ("hydro", Format::Hydro),
    ("sinol", Format::Sinol),
    ("rbx", Format::Rbx),
    ("task-maker", Format::TaskMaker),
];

fn standards() -> [(&'static str, CppStandard); 6] {
    CppStandard::ALL.map(|standard| (standard.name(), standard))
}

fn limits(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<StatedLimits> {
    let entries = reader.table(field)?;
    let keys = reader.keys(entries, &["time_ms", "memory_mb", "output_mb", "languages"]);
    Some(StatedLimits {
        time_ms: keys.get("time_ms").and_then(|field| reader.number(field, MAX_MS)),
        memory_mb: keys.get("memory_mb").and_then(|field| reader.number(field, MAX_MB)),
        output_mb: keys.get("output_mb").and_then(|field| reader.number(field, MAX_MB)),
        languages: keys.get("languages").map(|field| language_limits(reader, field)).unwrap_or_default(),
    })
}

fn language_limits(reader: &mut Reader<'_>, field: &Field<'_>) -> BTreeMap<String, StatedLanguageLimits> {
    let known: Vec<&str> = languages::table().iter().map(|(name, _)| name).collect();
    let mut stated = BTreeMap::new();
    for field in reader.table(field).unwrap_or_default() {
        if !known.contains(&field.key) {
            reader.warn_of_key(&field, &format!("`{}` is no language of the table", field.key), &known);
            continue;
        }
        let Some(entries) = reader.table(&field) else { continue };
        let keys = reader.keys(entries, &["time_ms", "memory_mb"]);
        let limits = StatedLanguageLimits {
            time_ms: keys.get("time_ms").and_then(|field| reader.number(field, MAX_MS)),
            memory_mb: keys.get("memory_mb").and_then(|field| reader.number(field, MAX_MB)),
        };
        stated.insert(field.key.to_owned(), limits);
    }
    stated
}

/// A path that names a file, so not the folder itself.
fn file(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Stated<RelPath>> {
    let path = directory(reader, field)?;
    if path.value.is_root() {
        reader.warn(field.range, format!("`{}` names the problem folder itself where a file is wanted", field.name));
        return None;
    }
    Some(path)
}

fn directory(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Stated<RelPath>> {
    Some(Stated { value: reader.path(field)?, range: field.range })
}

/// A directory of the folder, or one above it.
fn included_directory(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Stated<RelPath>> {
    Some(Stated { value: reader.path_or_above(field)?, range: field.range })
}

/// A name without directory and extension that a standard checker has is that checker; the rest are paths.
fn checker(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Stated<CheckerChoice>> {
    let written = reader.text(field)?;
    let is_name = written.starts_with("std::") || !written.contains(['/', '\\', '.']);
    let standard = Standard::from_name(&written).filter(|_| is_name);
    let value = match standard {
        Some(standard) => CheckerChoice::Standard(standard),
        None if written.starts_with("std::") => {
            reader.warn(field.range, format!("there is no standard checker `{written}`"));
            return None;
        }
        None => CheckerChoice::Program(file(reader, field)?.value),
    };
    Some(Stated { value, range: field.range })
}

/// The members of a list that can be read.
fn each<T>(
    reader: &mut Reader<'_>,
    field: &Field<'_>,
    read: impl Fn(&mut Reader<'_>, &Field<'_>) -> Option<T>,
) -> Vec<T> {
    let members = reader.list(field).unwrap_or_default();
    members.iter().filter_map(|member| read(reader, member)).collect()
}

/// `NAME` or `NAME=VALUE`.
fn define(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<String> {
    let written = reader.text(field)?;
    let name = written.split('=').next().unwrap_or_default();
    let is_identifier = name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
        && name.starts_with(|first: char| !first.is_ascii_digit());
    if !is_identifier || written.contains(char::is_control) {
        reader.warn(field.range, format!("`{written}` is no macro; write `NAME` or `NAME=VALUE`"));
        return None;
    }
    Some(written)
}

/// The entries of a table of patterns; those that cannot be read are left out.
fn rules<'d, T>(
    reader: &mut Reader<'_>,
    field: &Field<'d>,
    compile: fn(&str, Range) -> Result<Pattern, String>,
    read: impl Fn(&mut Reader<'_>, &Field<'d>, Pattern) -> Option<T>,
) -> Vec<T> {
    let mut rules = Vec::new();
    for entry in reader.table(field).unwrap_or_default() {
        match compile(entry.key, entry.key_range) {
            Ok(pattern) => rules.extend(read(reader, &entry, pattern)),
            Err(error) => {
                reader.warn(entry.key_range, format!("the pattern `{}` cannot be read: {error}", entry.key));
            }
        }
    }
    rules
}

fn roles(reader: &mut Reader<'_>, field: &Field<'_>) -> Vec<RoleRule> {
    rules(reader, field, Pattern::for_files, |reader, entry, files| {
        Some(RoleRule { files, hint: reader.word(entry, &RoleHint::WORDS)? })
    })
}

fn labels(reader: &mut Reader<'_>, field: &Field<'_>) -> Vec<LabelRule> {
    rules(reader, field, Pattern::for_files, |reader, entry, solutions| {
        Some(LabelRule { solutions, expected: expected::read(reader, entry)? })
    })
}

fn groups(reader: &mut Reader<'_>, field: &Field<'_>) -> Vec<GroupRule> {
    rules(reader, field, Pattern::for_tests, |reader, entry, tests| {
        Some(GroupRule { tests, group: reader.text(entry)? })
    })
}

fn lints(reader: &mut Reader<'_>, field: &Field<'_>) -> BTreeMap<Code, Level> {
    let mut levels = BTreeMap::new();
    for entry in reader.table(field).unwrap_or_default() {
        let Ok(code) = entry.key.parse::<Code>() else {
            unknown_code(reader, &entry);
            continue;
        };
        if let Some(level) = reader.word(&entry, &Level::WORDS) {
            levels.insert(code, level);
        }
    }
    levels
}

fn unknown_code(reader: &mut Reader<'_>, entry: &Field<'_>) {
    let words: Vec<String> = Code::all().map(|code| code.to_string()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let what = format!("there is no finding code `{}`", entry.key);
    match nearest(entry.key, words.iter().copied()) {
        Some(_) => reader.warn_of_key(entry, &what, &words),
        // All of them would be too many to list.
        None => reader.warn(entry.key_range, what),
    }
}
