//! Where a new program goes in a folder of each format, and what its manifest has to say of it.
//!
//! Invariant: what stands in a manifest stays, its comments too; only the value of a key that has to change is another.

use std::collections::BTreeMap;

use checkers::Standard;

use super::MissingProgram as Piece;
use crate::{
    folder::Folder,
    model::{Format, Problem, Role},
    path::RelPath,
};

/// A place for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramPlace {
    /// Its file, which is not there yet.
    pub path: RelPath,
    /// The texts that name it, as they will be.
    pub texts: BTreeMap<RelPath, String>,
}

/// A change of the manifest.
enum Entry {
    /// Keys with their values, at the top.
    Keys(Vec<(&'static str, String)>),
    /// An item of a list at the top.
    Item(&'static str, [(&'static str, String); 2]),
    /// Elements in each other, and what comes into the innermost.
    Element(&'static [&'static str], String),
    /// One more kind beside those that `type` names, at the top.
    Kind(&'static str),
    /// A line at the end.
    End(String),
    Nothing,
}

/// The place of a program, which may have the `which`-th of its names.
pub(super) fn place(
    piece: Piece,
    folder: &dyn Folder,
    problem: &Problem,
    which: usize,
) -> Result<ProgramPlace, String> {
    let name = piece.files().get(which).copied().unwrap_or_default();
    let words = piece.words();
    let none = |why: &str| Err(format!("a {} folder has no place for {words}s{why}", problem.format.name()));
    let text = problem.manifest.as_ref().and_then(|path| folder.text(path));
    let (path, entry) = match problem.format {
        Format::Plain => (name.to_owned(), Entry::Nothing),
        Format::Icpc => icpc(piece, name, text.as_deref().unwrap_or_default())?,
        Format::Polygon => polygon(piece, name),
        Format::Rbx => rbx(piece, name),
        Format::Hydro => {
            let data = problem.manifest.as_ref().map_or_else(RelPath::root, RelPath::parent);
            let beside = data.join(name).map_or_else(|| name.to_owned(), |path| path.to_string());
            let key = |key, value: &str| (key, value.to_owned());
            match piece {
                Piece::Validator => (beside, Entry::Keys(vec![key("validator", name)])),
                Piece::Checker => (beside, Entry::Keys(hydro_checker(name))),
                Piece::Interactor => (beside, Entry::Keys(vec![key("type", "interactive"), key("interactor", name)])),
                Piece::Generator | Piece::BruteForce => (name.to_owned(), Entry::Nothing),
            }
        }
        Format::LibraryChecker => match piece {
            Piece::Validator => ("verifier.cpp".to_owned(), Entry::Nothing),
            Piece::Checker => ("checker.cpp".to_owned(), Entry::Nothing),
            Piece::Generator => (format!("gen/{name}"), Entry::Nothing),
            Piece::BruteForce => {
                let lines = format!("\n[[solutions]]\n    name = \"{name}\"\n    allow_tle = true\n");
                (format!("sol/{name}"), Entry::End(lines))
            }
            Piece::Interactor => return none(""),
        },
        Format::Tps => match piece {
            Piece::Validator => (format!("validator/{name}"), Entry::Nothing),
            Piece::Checker => (format!("checker/{name}"), Entry::Nothing),
            Piece::Generator => (format!("gen/{name}"), Entry::Nothing),
            Piece::Interactor => return none(", but for a manager, which talks by named pipes"),
            Piece::BruteForce => return none(" that may be too slow"),
        },
        Format::TaskMaker => match piece {
            // The one that `gen/GEN` calls has its name; others can be called in the other lists of tests.
            Piece::Generator if problem.programs.iter().all(|program| program.role != Role::Generator) => {
                ("gen/generator.cpp".to_owned(), Entry::Nothing)
            }
            Piece::Generator => (format!("gen/{name}"), Entry::Nothing),
            Piece::BruteForce => (format!("sol/{name}"), Entry::Nothing),
            Piece::Checker => ("check/checker.cpp".to_owned(), Entry::Nothing),
            Piece::Validator | Piece::Interactor => return none(" in testlib's manner"),
        },
        Format::Sinol => match piece {
            // The name of such a folder is the task's id. It is asked as testlib's are: 0 is valid.
            Piece::Validator => (format!("prog/{}inwer.cpp", problem.name), Entry::Nothing),
            Piece::BruteForce => return none(" that may be too slow"),
            Piece::Checker | Piece::Generator | Piece::Interactor => return none(" in testlib's manner"),
        },
    };
    let path = RelPath::parse(&path).ok_or_else(|| format!("{path} is no path"))?;
    if folder.has(&path) {
        return Err(format!("there is a file {path} already; move it away to have another one written"));
    }
    let mut texts = match (entry, &problem.manifest, text) {
        (Entry::Nothing, _, _) => BTreeMap::new(),
        (entry, Some(manifest), Some(text)) => BTreeMap::from([(manifest.clone(), entered(entry, &text)?)]),
        (_, _, _) => return Err(format!("there is no manifest that could name a {words}")),
    };
    if problem.format == Format::Icpc && piece == Piece::Checker {
        texts.extend(without_flags(folder)?);
    }
    Ok(ProgramPlace { path, texts })
}

/// The file that gives flags to the default comparison, in the newer version, as it has to be for a checker that takes none.
fn without_flags(folder: &dyn Folder) -> Result<Option<(RelPath, String)>, String> {
    const FLAGS: &str = "output_validator_args";
    let Some(path) = RelPath::parse("data/test_group.yaml").filter(|path| folder.has(path)) else { return Ok(None) };
    let text = folder.text(&path).unwrap_or_default();
    let has_flags = value(&text, FLAGS).is_some_and(|flags| flags != "[]");
    let changed = has_flags.then(|| entered(Entry::Keys(vec![(FLAGS, "[]".to_owned())]), &text)).transpose()?;
    Ok(changed.map(|text| (path, text)))
}

/// The texts by which a folder's own format names a standard checker, as they will be; `None` where it has no name for it.
///
/// # Errors
/// A sentence without a full stop when they cannot be changed.
pub fn standard_checker(
    folder: &dyn Folder,
    problem: &Problem,
    standard: Standard,
) -> Option<Result<BTreeMap<RelPath, String>, String>> {
    let manifest = problem.manifest.clone()?;
    let text = folder.text(&manifest)?;
    let name = standard.name();
    let (path, entry) = match problem.format {
        Format::Polygon => {
            let element = format!("<checker name=\"std::{name}.cpp\" type=\"testlib\"/>");
            (manifest, Entry::Element(&["assets"], element))
        }
        Format::Rbx => (manifest, Entry::Keys(vec![("checker", rbx_path(&format!("{name}.cpp")))])),
        Format::Hydro => (manifest, Entry::Keys(hydro_checker(name))),
        // Of what the comparison of these packages can be told, this alone makes it a checker of testlib's.
        Format::Icpc if standard == Standard::Wcmp => {
            let flag = "case_sensitive".to_owned();
            match version(&text) {
                "2025-09" => {
                    let path = RelPath::parse("data/test_group.yaml")?;
                    (path, Entry::Keys(vec![("output_validator_args", flag)]))
                }
                old if old.starts_with("legacy") => {
                    // It may have asked for a program that was to be written.
                    let is_stated = value(&text, "validation").is_some_and(|value| value != "default");
                    let stated = is_stated.then(|| ("validation", "default".to_owned()));
                    (manifest, Entry::Keys(stated.into_iter().chain([("validator_flags", flag)]).collect()))
                }
                _ => return None,
            }
        }
        Format::Plain | Format::Icpc | Format::LibraryChecker | Format::Tps | Format::TaskMaker | Format::Sinol => {
            return None;
        }
    };
    let text = match folder.text(&path) {
        Some(text) if folder.bytes(&path).is_some_and(|bytes| *bytes == *text.as_bytes()) => text.to_string(),
        None if !folder.has(&path) => String::new(),
        _ => return Some(Err(format!("{path} cannot be read as a text in UTF-8; name {name} there by hand"))),
    };
    Some(entered(entry, &text).map(|text| BTreeMap::from([(path, text)])))
}

/// The version of an ICPC package.
fn version(manifest: &str) -> &str {
    value(manifest, "problem_format_version").unwrap_or("legacy")
}

fn icpc(piece: Piece, name: &str, manifest: &str) -> Result<(String, Entry), String> {
    let is_legacy = version(manifest).starts_with("legacy");
    let output = if is_legacy { "output_validators" } else { "output_validator" };
    let validation = |words: &[&str]| {
        let stated = value(manifest, "validation").unwrap_or_default();
        // That it gives points stays.
        let score = stated.split_whitespace().filter(|word| *word == "score");
        let words: Vec<&str> = words.iter().copied().chain(score).collect();
        // Flags are those of what compares now.
        let flags = value(manifest, "validator_flags").filter(|flags| !flags.is_empty());
        let flags = flags.map(|_| ("validator_flags", "\"\"".to_owned()));
        Entry::Keys([("validation", words.join(" "))].into_iter().chain(flags).collect())
    };
    Ok(match piece {
        Piece::Validator => (format!("input_validators/{name}"), Entry::Nothing),
        Piece::Generator => (format!("generators/{name}"), Entry::Nothing),
        Piece::Checker if is_legacy => (format!("{output}/{name}"), validation(&["custom"])),
        Piece::Checker => (format!("{output}/{name}"), Entry::Nothing),
        Piece::Interactor if is_legacy => (format!("{output}/{name}"), validation(&["custom", "interactive"])),
        Piece::Interactor => (format!("{output}/{name}"), Entry::Kind("interactive")),
        Piece::BruteForce if is_legacy => {
            return Err("a legacy package has no place for a solution that may be too slow".to_owned());
        }
        Piece::BruteForce => (format!("submissions/brute_force/{name}"), Entry::Nothing),
    })
}

fn polygon(piece: Piece, name: &str) -> (String, Entry) {
    let directory = if piece == Piece::BruteForce { "solutions" } else { "files" };
    let path = format!("{directory}/{name}");
    let kind = if name.ends_with(".py") { "python.3" } else { "cpp.g++17" };
    let source = format!("<source path=\"{path}\" type=\"{kind}\"/>");
    let (into, element): (&'static [&'static str], String) = match piece {
        Piece::Validator => (&["assets", "validators"], format!("<validator>{source}</validator>")),
        Piece::Checker => (&["assets"], format!("<checker type=\"testlib\">{source}</checker>")),
        Piece::Interactor => (&["assets"], format!("<interactor>{source}</interactor>")),
        Piece::Generator => (&["files", "executables"], format!("<executable>{source}</executable>")),
        Piece::BruteForce => {
            let tag = "time-limit-exceeded-or-accepted";
            (&["assets", "solutions"], format!("<solution tag=\"{tag}\">{source}</solution>"))
        }
    };
    (path, Entry::Element(into, element))
}

/// The keys by which Hydro's manifest names a checker that is called as testlib's are.
fn hydro_checker(name: &str) -> Vec<(&'static str, String)> {
    vec![("checker_type", "testlib".to_owned()), ("checker", name.to_owned())]
}

/// A program as rbx's manifest names it.
fn rbx_path(name: &str) -> String {
    format!("{{ path: {name} }}")
}

fn rbx(piece: Piece, name: &str) -> (String, Entry) {
    let inline = rbx_path(name);
    let entry = match piece {
        Piece::Validator => Entry::Keys(vec![("validator", inline)]),
        Piece::Checker => Entry::Keys(vec![("checker", inline)]),
        Piece::Interactor => Entry::Keys(vec![("type", "COMMUNICATION".to_owned()), ("interactor", inline)]),
        Piece::Generator => Entry::Item("generators", [("name", "gen".to_owned()), ("path", name.to_owned())]),
        Piece::BruteForce => {
            Entry::Item("solutions", [("path", name.to_owned()), ("outcome", "ACCEPTED_OR_TLE".to_owned())])
        }
    };
    (name.to_owned(), entry)
}

fn entered(entry: Entry, text: &str) -> Result<String, String> {
    match entry {
        Entry::Keys(keys) => Ok(keys.iter().fold(text.to_owned(), |text, (key, value)| with_key(&text, key, value))),
        Entry::Kind(kind) => Ok(with_kind(text, kind)),
        Entry::Item(list, pairs) => with_item(text, list, &pairs),
        Entry::Element(path, element) => with_element(text, path, &element),
        Entry::End(lines) => Ok(ended(text) + &lines),
        Entry::Nothing => Ok(text.to_owned()),
    }
}

/// A text whose last line has an end.
fn ended(text: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{end}")
}

/// The lines of a text with the places where they begin.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some((*at - line.len(), line))
    })
}

/// The value of a key at the top of a YAML text, as far as it stands in the key's line.
pub(super) fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let of_line = |line: &'a str| line.strip_prefix(key)?.strip_prefix(':');
    let value = text.lines().find_map(of_line)?;
    Some(value.split(" #").next().unwrap_or_default().trim().trim_matches(['"', '\'']))
}

/// A YAML text with a key at its top; its value gives way, in the line of the key and in the lines below it.
fn with_key(text: &str, key: &str, value: &str) -> String {
    let is_its = |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
    let Some((at, line)) = lines(text).find(|(_, line)| is_its(line)) else {
        return format!("{}{key}: {value}\n", ended(text));
    };
    let start = at + key.len() + 1;
    let rest = &line[key.len() + 1..];
    let end = start + rest.find(" #").unwrap_or_else(|| rest.trim_end().len());
    let behind = at + line.len();
    format!("{} {value}{}{}", &text[..start], &text[end..behind], &text[behind + n_below(&text[behind..])..])
}

/// A YAML text whose `type`, at its top, is one more kind.
fn with_kind(text: &str, kind: &str) -> String {
    const KEY: &str = "type";
    let stated = value(text, KEY).unwrap_or_default();
    let kinds: Vec<&str> = stated.split([',', '[', ']']).map(|one| one.trim().trim_matches(['"', '\''])).collect();
    let kinds: Vec<&str> = kinds.into_iter().filter(|one| !one.is_empty()).collect();
    if kinds.contains(&kind) {
        return text.to_owned();
    }
    let begin = lines(text).find(|(_, line)| line.starts_with("type:")).map(|(at, line)| at + line.len());
    if let (Some(begin), []) = (begin, &kinds[..]) {
        // A list in block style.
        let below = &text[begin..begin + n_below(&text[begin..])];
        let items: Vec<(usize, &str)> = lines(below).filter(|(_, line)| line.trim_start().starts_with("- ")).collect();
        let is_there = |(_, line): &(usize, &str)| {
            line.trim_start().trim_start_matches("- ").split(" #").next().unwrap_or_default().trim() == kind
        };
        if items.iter().any(is_there) {
            return text.to_owned();
        }
        if let Some((at, last)) = items.last() {
            let indent = &last[..last.len() - last.trim_start().len()];
            let behind = begin + at + last.len();
            let end = if last.ends_with('\n') { "" } else { "\n" };
            return format!("{}{end}{indent}- {kind}\n{}", &text[..behind], &text[behind..]);
        }
    }
    // Whoever states nothing but the usual kind states it for nothing.
    let kept: Vec<&str> = kinds.into_iter().filter(|one| *one != "pass-fail").collect();
    match &kept[..] {
        [] => with_key(text, KEY, kind),
        kept => with_key(text, KEY, &format!("[{}, {kind}]", kept.join(", "))),
    }
}

/// How many bytes at the beginning of these lines belong to the value of the key above them: what is indented, and items of a
/// list. Comments and empty lines behind it do not.
fn n_below(text: &str) -> usize {
    let is_item = |line: &str| line.starts_with("- ") || line.trim_end() == "-";
    let is_empty = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let is_below = |line: &str| is_empty(line) || is_item(line) || line.starts_with([' ', '\t']);
    let below = lines(text).take_while(|(_, line)| is_below(line)).filter(|(_, line)| !is_empty(line));
    below.last().map_or(0, |(at, line)| at + line.len())
}

/// A YAML text with one more item of a list in block style.
fn with_item(text: &str, list: &str, pairs: &[(&str, String)]) -> Result<String, String> {
    let item = |indent: &str| {
        let line = |(number, (key, value)): (usize, &(&str, String))| {
            format!("{indent}{} {key}: {value}\n", if number == 0 { "-" } else { " " })
        };
        pairs.iter().enumerate().map(line).collect::<String>()
    };
    let is_its = |line: &str| line.strip_prefix(list).is_some_and(|rest| rest.starts_with(':'));
    let Some((at, line)) = lines(text).find(|(_, line)| is_its(line)) else {
        return Ok(format!("{}{list}:\n{}", ended(text), item("  ")));
    };
    let behind = at + line.len();
    let first = text[behind..].lines().find(|line| line.trim_start().starts_with("- "));
    let is_block = value(line, list).is_some_and(str::is_empty) && line.ends_with('\n');
    match first.filter(|_| is_block) {
        Some(first) => {
            let indent = &first[..first.len() - first.trim_start().len()];
            Ok(format!("{}{}{}", &text[..behind], item(indent), &text[behind..]))
        }
        None => Err(format!("`{list}` is no list with an item in each line; write it so, and ask again")),
    }
}

/// An XML text with one more element; a checker that stands there gives way.
fn with_element(text: &str, path: &[&str], element: &str) -> Result<String, String> {
    let document = roxmltree::Document::parse(text).map_err(|error| format!("the manifest cannot be read: {error}"))?;
    let mut node = document.root_element();
    let mut missing = path.iter();
    while let Some(name) = missing.as_slice().first() {
        let Some(child) = node.children().find(|child| child.has_tag_name(*name)) else { break };
        node = child;
        missing.next();
    }
    let wrapped = missing.rev().fold(element.to_owned(), |inner, name| format!("<{name}>{inner}</{name}>"));
    let named = |name: &str| node.children().find(|child| child.has_tag_name(name));
    if let Some(old) = named("checker").filter(|_| element.starts_with("<checker")) {
        return Ok(format!("{}{wrapped}{}", &text[..old.range().start], &text[old.range().end..]));
    }
    let range = node.range();
    let written = &text[range.clone()];
    if let Some(open) = written.strip_suffix("/>") {
        let name = node.tag_name().name();
        return Ok(format!("{}{}>{wrapped}</{name}>{}", &text[..range.start], open.trim_end(), &text[range.end..]));
    }
    let end = written.rfind("</").ok_or("the manifest has an element without an end")?;
    // Behind the last line that is written out, with its indent.
    let at = range.start + written[..end].trim_end().len();
    Ok(format!("{}\n{wrapped}{}", &text[..at], &text[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_yaml_and_their_comments() {
        let text = "name: A # ours\nvalidation: default # as ever\ntype: default";
        assert_eq!(with_key(text, "validation", "custom"), text.replace("default # as", "custom # as"));
        assert_eq!(with_key(text, "type", "x"), text.replace("type: default", "type: x"));
        assert_eq!(with_key(text, "checker", "c.cpp"), format!("{text}\nchecker: c.cpp\n"));
        assert_eq!((value(text, "name"), value(text, "validator")), (Some("A"), None));
    }

    #[test]
    fn a_value_in_the_lines_below_its_key_gives_way_as_a_whole() {
        let text = "checker: # theirs\n  path: \"ncmp.cpp\"\n\n# The next.\nvalidator:\n  path: \"validator.cpp\"\n";
        let new = "checker: { path: check.cpp } # theirs\n\n# The next.\nvalidator:\n  path: \"validator.cpp\"\n";
        assert_eq!(with_key(text, "checker", "{ path: check.cpp }"), new);
        let last = "checker: { path: check.cpp } # theirs\n\n# The next.\nvalidator: { path: val.cpp }\n";
        assert_eq!(with_key(new, "validator", "{ path: val.cpp }"), last);
        assert_eq!(with_key("a:\n- b\n- c\nd: 1\n", "a", "x"), "a: x\nd: 1\n");
    }

    #[test]
    fn one_more_kind_of_a_problem() {
        for (text, new) in [
            ("name: A\n", "name: A\ntype: interactive\n"),
            ("type: pass-fail # as ever\n", "type: interactive # as ever\n"),
            ("type: scoring\n", "type: [scoring, interactive]\n"),
            ("type: [scoring, multi-pass] # both\n", "type: [scoring, multi-pass, interactive] # both\n"),
            (
                "type:\n  - scoring # with points\nname: A\n",
                "type:\n  - scoring # with points\n  - interactive\nname: A\n",
            ),
            ("type:\n- scoring", "type:\n- scoring\n- interactive\n"),
            ("type: [interactive]\n", "type: [interactive]\n"),
            ("type:\n- interactive # it is\n", "type:\n- interactive # it is\n"),
        ] {
            assert_eq!(with_kind(text, "interactive"), new, "{text}");
        }
    }

    #[test]
    fn validation_of_legacy_packages() {
        let changed = |piece, text: &str| entered(icpc(piece, "check.cpp", text).unwrap().1, text).unwrap();
        let text = "validation: custom score # points\nvalidator_flags: float_tolerance 1e-6\n";
        let checker = "validation: custom score # points\nvalidator_flags: \"\"\n";
        assert_eq!(changed(Piece::Checker, text), checker);
        let interactor = checker.replace("custom score", "custom interactive score");
        assert_eq!(changed(Piece::Interactor, text), interactor);
        assert_eq!(changed(Piece::Checker, "name: A\n"), "name: A\nvalidation: custom\n");
    }

    #[test]
    fn items_of_lists() {
        let pairs = [("name", "gen".to_owned()), ("path", "gen.cpp".to_owned())];
        let new = with_item("a: 1\n", "generators", &pairs);
        assert_eq!(new.as_deref(), Ok("a: 1\ngenerators:\n  - name: gen\n    path: gen.cpp\n"));
        let more = with_item("generators: # all\n- name: old\n", "generators", &pairs);
        assert_eq!(more.as_deref(), Ok("generators: # all\n- name: gen\n  path: gen.cpp\n- name: old\n"));
        assert!(with_item("generators: []\n", "generators", &pairs).is_err());
    }

    #[test]
    fn elements_of_xml() {
        let text = "<problem><!-- a --><assets>\n  <checker name=\"std::wcmp.cpp\"><source/></checker>\n  <validators/>\n</assets></problem>";
        let validator = with_element(text, &["assets", "validators"], "<validator/>").unwrap();
        assert_eq!(validator, text.replace("<validators/>", "<validators><validator/></validators>"));
        let checker = with_element(text, &["assets"], "<checker><s/></checker>").unwrap();
        assert_eq!(
            checker,
            text.replace("<checker name=\"std::wcmp.cpp\"><source/></checker>", "<checker><s/></checker>")
        );
        let generator = with_element(text, &["files", "executables"], "<executable/>").unwrap();
        let files = "\n<files><executables><executable/></executables></files></problem>";
        assert_eq!(generator, text.replace("</problem>", files));
        let solution = with_element(&validator, &["assets", "validators"], "<v/>").unwrap();
        assert!(solution.contains("<validator/>\n<v/></validators>"), "{solution}");
    }
}
