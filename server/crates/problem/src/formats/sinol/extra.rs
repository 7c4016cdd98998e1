//! `extra_compilation_files`, `extra_compilation_args` and `extra_execution_files`: a library that solutions are built with.

use super::{at, manifest::Manifest, programs::Cast};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::language,
    language::{CppStandard, Language},
    path::RelPath,
    text::Range,
};

/// Flags that change nothing of what a solution does here.
const HARMLESS: [&str; 8] = ["-O", "-W", "-g", "-l", "-static", "-pipe", "-march", "-I."];

/// Makes the files part of the solutions of their language.
pub(super) fn add(folder: &dyn Folder, manifest: &Manifest, cast: &mut Cast, findings: &mut Vec<Finding>) {
    for key in ["extra_compilation_files", "extra_execution_files"] {
        for (name, range) in manifest.texts(manifest.root.get(key), findings) {
            if file(folder, &name).is_none() {
                let message =
                    format!("there is no file prog/{}; add it, or remove this", name.trim_start_matches("prog/"));
                findings.push(manifest.finding(Code::ManifestStale, range, message));
            }
        }
    }
    for entry in manifest.entries("extra_compilation_args", findings) {
        let Some(language) = language::of_key(&entry.key).map(Language::named) else {
            let message = format!("`{}` is no language that is known here, so this changes nothing", entry.key);
            findings.push(manifest.finding(Code::ManifestStale, entry.key_range, message));
            continue;
        };
        for (words, range) in manifest.texts(Some(&entry.value), findings) {
            for word in words.split_whitespace() {
                argument(folder, manifest, cast, &language, (word, range), findings);
            }
        }
    }
}

/// The files that lie where solutions run, by their names there.
pub(super) fn given(folder: &dyn Folder, manifest: &Manifest) -> Vec<(String, RelPath)> {
    let listed = manifest.root.get("extra_execution_files");
    let names = manifest.texts(listed, &mut Vec::new()).into_iter();
    names.filter_map(|(name, _)| file(folder, &name)).map(|path| (path.file_name().to_owned(), path)).collect()
}

fn argument(
    folder: &dyn Folder,
    manifest: &Manifest,
    cast: &mut Cast,
    language: &Language,
    (word, range): (&str, Range),
    findings: &mut Vec<Finding>,
) {
    if !word.starts_with('-') {
        let Some(path) = file(folder, word) else {
            let message = format!("there is no file prog/{word}, which solutions are to be built with");
            findings.push(manifest.finding(Code::ManifestStale, range, message));
            return;
        };
        add_source(cast, language, &path);
        return;
    }
    let standard = CppStandard::find_in(word).filter(|_| word.starts_with("-std="));
    if let Some(standard) = standard {
        cast.solutions()
            .filter(|(one, _)| one.language == *language)
            .for_each(|(one, _)| one.standard = Some(standard));
    } else if !HARMLESS.iter().any(|flag| word.starts_with(flag)) {
        let message = format!("the flag `{word}` is not used here; what it changes in solutions is not seen");
        let finding = manifest.finding(Code::ToolMissing, range, message);
        findings.push(finding.with_severity(Severity::Information));
    }
}

/// Makes a file part of each solution in a language.
fn add_source(cast: &mut Cast, language: &Language, path: &RelPath) {
    let is_source = Language::from_path(path).as_ref() == Some(language);
    for (program, _) in cast.solutions().filter(|(one, _)| one.language == *language && is_source) {
        if !program.sources.contains(path) {
            program.sources.push(path.clone());
        }
    }
}

/// A file of `prog/`, named with or without that.
fn file(folder: &dyn Folder, name: &str) -> Option<RelPath> {
    let inside = name.strip_prefix("prog/").unwrap_or(name);
    at("prog").join(inside).filter(|path| folder.has(path))
}
