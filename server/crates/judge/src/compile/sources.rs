//! The files of a program in a language of the table: where a compiler finds them, and where a run does.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::Path,
    sync::Arc,
};

use problem::{folder::Folder, language::Language, model::Program, path::RelPath};

use super::{messages::literal_length, modules::inside_of_include};

/// What begins a line that names another file.
const NAMING: [&str; 14] = [
    "import",
    "from",
    "require",
    "require_once",
    "require_relative",
    "use",
    "mod",
    "include",
    "include_once",
    "open",
    "uses",
    "load",
    "dofile",
    "source",
];
/// What stands before the name of another file within a line.
const CALLING: [&str; 4] = ["require(", "import(", "dofile(", "loadfile("];
/// The most files of a program: what else lies in its working directory comes beside them.
const MAX_OWN_FILES: usize = 200;

/// The files of a program, the source that is started first: those of its directory, else what it names beside itself.
pub(super) fn files(folder: &dyn Folder, program: &Program) -> Vec<RelPath> {
    let started = &program.sources[0];
    let mut files = vec![started.clone()];
    let mut add = |path: &RelPath| {
        let is_new = files.len() < MAX_OWN_FILES && !files.contains(path);
        if is_new {
            files.push(path.clone());
        }
        is_new
    };
    // Another program's source is no part of this one.
    let is_part = |path: &RelPath| {
        let language = &program.language;
        !(language.has_main() && is_of(path, language) && folder.facts(path).is_some_and(|facts| facts.main.is_some()))
    };
    if &program.path == started {
        let home = started.parent();
        let beside: Vec<RelPath> = folder.below(&home).into_iter().map(|entry| entry.path.clone()).collect();
        let mut unread = VecDeque::from([started.clone()]);
        while let Some(path) = unread.pop_front() {
            let text = folder.text(&path).unwrap_or_default();
            let lines: Vec<&str> = text.lines().filter(|line| may_name(line)).collect();
            if lines.is_empty() {
                continue;
            }
            let named = beside.iter().filter(|other| {
                is_of(other, &program.language)
                    && lines.iter().any(|line| has_word(line, other.stem()))
                    && is_part(other)
            });
            unread.extend(named.filter(|other| add(other)).cloned());
        }
    } else {
        for entry in folder.below(&program.path).into_iter().filter(|entry| is_part(&entry.path)) {
            add(&entry.path);
        }
    }
    for path in &program.sources[1..] {
        add(path);
    }
    files
}

/// Those that are compiled, by the language.
pub(super) fn compiled<'f>(files: &'f [RelPath], language: &Language) -> impl Iterator<Item = &'f RelPath> {
    files.iter().enumerate().filter(|(idx, path)| *idx == 0 || is_of(path, language)).map(|(_, path)| path)
}

/// The source that is started: the first, but in Pascal the first that is no unit, where there is one.
pub(super) fn started<'f>(folder: &dyn Folder, program: &Program, files: &'f [RelPath]) -> &'f RelPath {
    let is_unit = |path: &RelPath| folder.text(path).as_deref().and_then(unit_name).is_some();
    if program.language != Language::Other("pascal") || !is_unit(&files[0]) {
        return &files[0];
    }
    compiled(files, &program.language).find(|path| !is_unit(path)).unwrap_or(&files[0])
}

/// Paths in an order in which every source stands behind those that it names as modules, which are called like their files
/// with a capital: `Best` for `best.ml`. Where they name each other in a circle, they stay as they came.
pub(super) fn used_first(paths: &[String], texts: &BTreeMap<String, Arc<[u8]>>) -> Vec<String> {
    let stem = |path: &String| Path::new(path).file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    let by_name: BTreeMap<String, usize> =
        paths.iter().enumerate().filter_map(|(at, path)| Some((stem(path)?, at))).collect();
    let used_by = |at: usize| -> BTreeSet<usize> {
        let text = texts.get(&paths[at]).map(|bytes| String::from_utf8_lossy(bytes)).unwrap_or_default();
        let code = without_nested_comments(&text);
        let words = code.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'');
        let modules = words.filter(|word| word.starts_with(char::is_uppercase));
        modules.filter_map(|module| by_name.get(&module.to_lowercase()).copied()).filter(|used| *used != at).collect()
    };
    let mut unmet: Vec<BTreeSet<usize>> = (0..paths.len()).map(used_by).collect();
    let mut waiting: BTreeSet<usize> = (0..paths.len()).collect();
    let mut ordered = Vec::new();
    while let Some(next) = waiting.iter().copied().find(|at| unmet[*at].is_empty()).or(waiting.first().copied()) {
        waiting.remove(&next);
        for used in &mut unmet {
            used.remove(&next);
        }
        ordered.push(paths[next].clone());
    }
    ordered
}

/// Where a file lies in the working directory of a run: as it lies beside the source that is started; what is included with
/// every program, under its own name.
pub(super) fn place_in_run(program: &Program, path: &RelPath) -> String {
    let home = if program.path == program.sources[0] { program.sources[0].parent() } else { program.path.clone() };
    if is_included(program, path) {
        inside_of_include(path)
    } else if home.is_root() {
        path.to_string()
    } else if path.is_below(&home) {
        path.as_str()[home.as_str().len()..].trim_start_matches('/').to_owned()
    } else {
        path.file_name().to_owned()
    }
}

/// Where a compiler finds each file: where a run would, but a public class of Java's in a file of its name, and a unit of
/// Pascal's, which the program that calls it, such as a grader, looks for by that name. A file in whose
/// place another one lies has none: what is included with every program goes before the program's own.
pub(super) fn places_for_compiler(
    folder: &dyn Folder,
    program: &Program,
    files: &[RelPath],
) -> BTreeMap<RelPath, String> {
    let place = |path: &RelPath| {
        let place = place_in_run(program, path);
        let name = match program.language {
            _ if !is_of(path, &program.language) => None,
            Language::Other("java") => folder.text(path).as_deref().and_then(public_class),
            Language::Other("pascal") => folder.text(path).as_deref().and_then(unit_name),
            _ => None,
        };
        name.map_or(place.clone(), |name| match place.rsplit_once('/') {
            Some((directory, _)) => format!("{directory}/{name}.{}", path.extension()),
            None => format!("{name}.{}", path.extension()),
        })
    };
    let mut places = BTreeMap::new();
    let mut taken = BTreeSet::new();
    // The one that is started has its place whatever else there is.
    let (included, own): (Vec<_>, Vec<_>) = files[1..].iter().partition(|path| is_included(program, path));
    for path in files[..1].iter().chain(included).chain(own) {
        let place = place(path);
        if taken.insert(place.clone()) {
            places.insert(path.clone(), place);
        }
    }
    places
}

fn is_included(program: &Program, path: &RelPath) -> bool {
    program.sources[1..].contains(path) && !path.is_below(&program.path)
}

/// Whether a file is a source in a language, or a module of programs in it.
fn is_of(path: &RelPath, language: &Language) -> bool {
    let is_module = || language.entry().is_some_and(|entry| entry.modules.contains(&path.extension()));
    Language::from_path(path).as_ref() == Some(language) || is_module()
}

fn may_name(line: &str) -> bool {
    let line = line.trim_start();
    let line = line.strip_prefix("<?php").unwrap_or(line).trim_start();
    let word = line.bytes().take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'_').count();
    NAMING.contains(&&line[..word]) || CALLING.iter().any(|call| line.contains(call))
}

fn has_word(line: &str, word: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].bytes().next_back().is_some_and(is_part);
        let after = line[at + word.len()..].bytes().next().is_some_and(is_part);
        !before && !after
    })
}

/// The public type at the top level of a Java source, whose file has to be called like it.
fn public_class(text: &str) -> Option<String> {
    let code = without_comments_and_texts(text);
    let mut depth = 0_usize;
    let mut is_public = false;
    let mut words = code.split_inclusive(|character: char| !(character.is_alphanumeric() || "_$".contains(character)));
    while let Some(piece) = words.next() {
        let word = piece.trim_end_matches(|character: char| !(character.is_alphanumeric() || "_$".contains(character)));
        match word {
            "public" if depth == 0 => is_public = true,
            "class" | "interface" | "enum" | "record" if depth == 0 && is_public => {
                let named = words.find(|piece| {
                    piece.chars().next().is_some_and(|first| first.is_alphabetic() || "_$".contains(first))
                })?;
                let end = named.find(|character: char| !(character.is_alphanumeric() || "_$".contains(character)));
                return Some(named[..end.unwrap_or(named.len())].to_owned());
            }
            _ => {}
        }
        match piece.chars().next_back() {
            Some('{') => (depth, is_public) = (depth + 1, false),
            Some('}') => (depth, is_public) = (depth.saturating_sub(1), false),
            Some(';') => is_public = false,
            _ => {}
        }
    }
    None
}

/// The name of the unit that a source in Pascal is, in small letters, as its compiler looks for it; `None` for a program.
fn unit_name(text: &str) -> Option<String> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    let comments = [("{", "}"), ("(*", "*)"), ("//", "\n")];
    while let Some((start, end)) = comments.iter().find(|(start, _)| rest.starts_with(start)) {
        rest = rest[start.len()..].split_once(end)?.1.trim_start();
    }
    let (word, rest) = rest.split_once(char::is_whitespace)?;
    let name: String = rest
        .trim_start()
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect::<String>()
        .to_lowercase();
    (word.eq_ignore_ascii_case("unit") && !name.is_empty()).then_some(name)
}

/// Code with blanks for comments in `(*` and `*)`, which may stand in each other, and for texts, which may have several lines
/// and hide the ends of comments.
fn without_nested_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    let mut depth = 0_usize;
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("(*") {
            depth += 1;
            2
        } else if depth > 0 && rest.starts_with("*)") {
            depth -= 1;
            2
        } else if let Some(quote) = ["'\"'", "'\\\"'"].iter().find(|quote| rest.starts_with(**quote)) {
            quote.len()
        } else if first == '"' {
            let mut is_escaped = false;
            let is_end = |(_, byte): &(usize, u8)| {
                let is_end = *byte == b'"' && !is_escaped;
                is_escaped = *byte == b'\\' && !is_escaped;
                is_end
            };
            rest.bytes().enumerate().skip(1).find(is_end).map_or(rest.len(), |(at, _)| at + 1)
        } else {
            code.push(if depth == 0 { first } else { ' ' });
            first.len_utf8()
        };
        if skipped > first.len_utf8() {
            code.push(' ');
        }
        rest = &rest[skipped..];
    }
    code
}

/// Java code with blanks for comments, texts and characters.
fn without_comments_and_texts(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(inside) = rest.strip_prefix("/*") {
            inside.find("*/").map_or(rest.len(), |end| end + 4)
        } else if let Some(inside) = rest.strip_prefix("\"\"\"") {
            inside.find("\"\"\"").map_or(rest.len(), |end| end + 6)
        } else if first == '"' || first == '\'' {
            literal_length(rest, first)
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        code.push(' ');
        rest = &rest[skipped..];
    }
    code
}

#[cfg(test)]
mod tests {
    use problem::{folder::MemoryFolder, model::Role};

    use super::*;

    fn path(path: &str) -> RelPath {
        RelPath::parse(path).unwrap()
    }

    #[test]
    fn the_public_class() {
        for (text, class) in [
            ("import a.B;\n\npublic final class Main { public class Inner {} }", Some("Main")),
            (
                "/* public class No {} */\n// public class No\nclass A { String s = \"public class No {\"; }\n@X public\nrecord Point(int x) {}",
                Some("Point"),
            ),
            ("class A { public static class B {} char c = '{'; }", None),
            ("public sealed interface Shape<T> permits A {}", Some("Shape")),
            ("class A { public int x; }\nenum E { A }\npublic abstract class\n  Übung {}", Some("Übung")),
            ("class A { String s = \"\"\"\n public class No { \"\n\"\"\"; }", None),
        ] {
            assert_eq!(public_class(text).as_deref(), class, "{text}");
        }
    }

    #[test]
    fn units_of_pascal_are_told_from_programs() {
        for (text, name) in [
            ("unit Sums;\ninterface\n", Some("sums")),
            ("{ adds }\n(* twice *) // and\nUNIT sums_2 ;", Some("sums_2")),
            ("program sums;\nbegin end.", None),
            ("{ unit sums; }\nvar a: longint;", None),
            ("unit", None),
            ("{ without end", None),
        ] {
            assert_eq!(unit_name(text).as_deref(), name, "{text}");
        }
    }

    #[test]
    fn modules_stand_before_those_that_use_them() {
        let texts: BTreeMap<String, Arc<[u8]>> = [
            ("lib/a.ml", "let f = D.f + C.g"),
            ("lib/b.ml", "open E let x = A.f"),
            ("lib/c.ml", "let g = 1 (* A (* \"*)\" B *) D.f *) let s = \"A\nE\" and q = '\"'"),
            ("lib/d.ml", "let f = '\"', List.length [] + C.g"),
            ("lib/e.ml", "let rec e = 0"),
        ]
        .into_iter()
        .map(|(path, text)| (path.to_owned(), text.as_bytes().into()))
        .collect();
        let paths: Vec<String> = texts.keys().cloned().collect();
        assert_eq!(used_first(&paths, &texts), ["lib/c.ml", "lib/d.ml", "lib/a.ml", "lib/e.ml", "lib/b.ml"]);
        let circle: BTreeMap<String, Arc<[u8]>> =
            [("x.ml", "Y.a"), ("y.ml", "X.a")].map(|(path, text)| (path.to_owned(), text.as_bytes().into())).into();
        assert_eq!(used_first(&["x.ml".to_owned(), "y.ml".to_owned()], &circle), ["x.ml", "y.ml"]);
    }

    #[test]
    fn what_belongs_to_a_program() {
        let mut folder = MemoryFolder::new("sources");
        for (name, text) in [
            ("sols/a.rb", "require_relative 'lib/util'\nputs 1\n"),
            ("sols/lib/util.rb", "require_relative \"deep\"\n"),
            ("sols/lib/deep.rb", "x = 1\n"),
            ("sols/b.rb", "puts util\n"),
            ("sols/c.go", "package main\n// use b instead\nimport \"d\"\nfunc main() {}\n"),
            ("sols/d.go", "package main\nfunc main() {}\n"),
            ("multi/main.go", "package main\n"),
            ("multi/other.go", "package main\n"),
            ("multi/table.txt", "1\n"),
        ] {
            folder.add(path(name), text.as_bytes(), None);
        }
        let shown = |program: &Program| {
            let files = files(&folder, program);
            files.iter().map(|file| place_in_run(program, file)).collect::<Vec<_>>()
        };
        let single = Program::of_file(path("sols/a.rb"), Role::Solution, Language::Other("ruby"), "");
        assert_eq!(shown(&single), ["a.rb", "lib/util.rb", "lib/deep.rb"]);
        let mut directory = Program::of_file(path("multi"), Role::Solution, Language::Other("go"), "");
        directory.sources = vec![path("multi/main.go")];
        assert_eq!(shown(&directory), ["main.go", "other.go", "table.txt"]);
    }
}
