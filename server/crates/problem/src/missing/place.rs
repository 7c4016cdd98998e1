//! Where a new program goes in a folder of each format, and what its manifest has to say of it.

use std::collections::BTreeMap;

use checkers::Standard;

use super::{
    MissingProgram as Piece,
    entry::{Entry, entered, value},
};
use crate::{
    folder::Folder,
    label::LabelWord,
    model::{Format, Problem, Role},
    path::RelPath,
    settings::{SETTINGS_FILE, new_rule, patterns_of},
};

/// A place for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramPlace {
    /// Its file, which is not there yet.
    pub path: RelPath,
    /// The texts that name it, as they will be.
    pub texts: BTreeMap<RelPath, String>,
    /// Whether the format has no place for such a program, so that `touchstone.toml` alone says what it is.
    pub is_foreign: bool,
}

/// Where a program goes that a format has no place for.
const FOREIGN: &str = "tools";

/// The place of a program, which may have the `which`-th of its names.
pub(super) fn place(
    piece: Piece,
    folder: &dyn Folder,
    problem: &Problem,
    which: usize,
) -> Result<ProgramPlace, String> {
    let name = piece.files().get(which).copied().unwrap_or_default();
    let words = piece.words();
    let foreign = || (format!("{FOREIGN}/{name}"), Entry::Rule("roles", words.to_owned()));
    let slow = |path: String| (path, Entry::Rule("labels", LabelWord::AcceptedOrTle.name().to_owned()));
    let text = problem.manifest.as_ref().and_then(|path| folder.text(path));
    let (path, entry) = match problem.format {
        Format::Plain => (name.to_owned(), Entry::Nothing),
        // Of what packages may say of a slow solution, the older version has nothing; other tools read this directory, too.
        Format::Icpc if piece == Piece::BruteForce && is_legacy(text.as_deref().unwrap_or_default()) => {
            slow(format!("submissions/mixed/{name}"))
        }
        Format::Icpc => icpc(piece, name, text.as_deref().unwrap_or_default()),
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
            Piece::Interactor => foreign(),
        },
        Format::Tps => match piece {
            Piece::Validator => (format!("validator/{name}"), Entry::Nothing),
            Piece::Checker => (format!("checker/{name}"), Entry::Nothing),
            Piece::Generator => (format!("gen/{name}"), Entry::Nothing),
            // Its own are managers, which talk by named pipes.
            Piece::Interactor => foreign(),
            Piece::BruteForce => slow(format!("solution/{name}")),
        },
        Format::TaskMaker => match piece {
            // The one that `gen/GEN` calls has its name; others can be called in the other lists of tests.
            Piece::Generator if problem.programs.iter().all(|program| program.role != Role::Generator) => {
                ("gen/generator.cpp".to_owned(), Entry::Nothing)
            }
            Piece::Generator => (format!("gen/{name}"), Entry::Nothing),
            Piece::BruteForce => (format!("sol/{name}"), Entry::Nothing),
            Piece::Checker => ("check/checker.cpp".to_owned(), Entry::Nothing),
            Piece::Validator | Piece::Interactor => foreign(),
        },
        Format::Sinol => {
            match piece {
                // The name of such a folder is the task's id. It is asked as testlib's are: 0 is valid.
                Piece::Validator => (format!("prog/{}inwer.cpp", problem.name), Entry::Nothing),
                Piece::BruteForce => slow(format!("prog/{}s_{name}", problem.name)),
                Piece::Generator => {
                    return Err("a sinol folder has no place for generators: its ingen writes all inputs, and takes no arguments"
                    .to_owned());
                }
                Piece::Checker | Piece::Interactor => foreign(),
            }
        }
    };
    let path = RelPath::parse(&path).ok_or_else(|| format!("{path} is no path"))?;
    if folder.has(&path) {
        return Err(format!("there is a file {path} already; move it away to have another one written"));
    }
    let is_foreign = matches!(entry, Entry::Rule("roles", _));
    let mut texts = match (entry, &problem.manifest, text) {
        (Entry::Nothing, _, _) => BTreeMap::new(),
        (Entry::Rule(table, value), _, _) => BTreeMap::from([ruled(folder, &path, table, &value)?]),
        (entry, Some(manifest), Some(text)) => BTreeMap::from([(manifest.clone(), entered(entry, &text)?)]),
        (_, _, _) => return Err(format!("there is no manifest that could name a {words}")),
    };
    if problem.format == Format::Icpc && piece == Piece::Checker {
        texts.extend(without_flags(folder)?);
    }
    Ok(ProgramPlace { path, texts, is_foreign })
}

/// `touchstone.toml` with a rule for a program.
fn ruled(folder: &dyn Folder, program: &RelPath, table: &str, value: &str) -> Result<(RelPath, String), String> {
    let settings = RelPath::root().with_file_name(SETTINGS_FILE);
    let text = folder.text(&settings).unwrap_or_default();
    if folder.bytes(&settings).is_some_and(|bytes| *bytes != *text.as_bytes()) {
        return Err(format!("{SETTINGS_FILE} cannot be read as a text in UTF-8; write it anew"));
    }
    let [_, pattern] = patterns_of(program);
    let (at, rule) = new_rule(&text, table, &pattern, &format!("\"{value}\""));
    Ok((settings, format!("{}{rule}{}", &text[..at], &text[at..])))
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

/// Whether an ICPC package is of the older version.
fn is_legacy(manifest: &str) -> bool {
    version(manifest).starts_with("legacy")
}

fn icpc(piece: Piece, name: &str, manifest: &str) -> (String, Entry) {
    let is_legacy = is_legacy(manifest);
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
    match piece {
        Piece::Validator => (format!("input_validators/{name}"), Entry::Nothing),
        Piece::Generator => (format!("generators/{name}"), Entry::Nothing),
        Piece::Checker if is_legacy => (format!("{output}/{name}"), validation(&["custom"])),
        Piece::Checker => (format!("{output}/{name}"), Entry::Nothing),
        Piece::Interactor if is_legacy => (format!("{output}/{name}"), validation(&["custom", "interactive"])),
        Piece::Interactor => (format!("{output}/{name}"), Entry::Kind("interactive")),
        Piece::BruteForce => (format!("submissions/brute_force/{name}"), Entry::Nothing),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validation_of_legacy_packages() {
        let changed = |piece, text: &str| entered(icpc(piece, "check.cpp", text).1, text).unwrap();
        let text = "validation: custom score # points\nvalidator_flags: float_tolerance 1e-6\n";
        let checker = "validation: custom score # points\nvalidator_flags: \"\"\n";
        assert_eq!(changed(Piece::Checker, text), checker);
        let interactor = checker.replace("custom score", "custom interactive score");
        assert_eq!(changed(Piece::Interactor, text), interactor);
        assert_eq!(changed(Piece::Checker, "name: A\n"), "name: A\nvalidation: custom\n");
    }
}
