//! What a folder says of a program that was written for it, and what a person has to know of that.

use std::collections::BTreeMap;

use problem::{
    folder::Folder,
    missing::MissingProgram,
    model::{Format, Problem},
    path::RelPath,
    settings::SETTINGS_FILE,
};

use super::ForgeError;
use crate::{bench::Workbench, edits::exact_text};

/// What a person has to know of a program that is called as testlib's are, in a folder whose platform wants something else.
pub(super) fn otherwise_called(piece: MissingProgram, folder: &dyn Folder, problem: &Problem) -> Option<String> {
    use MissingProgram::{Checker, Interactor, Validator};
    if piece.place(folder, problem, 0).is_ok_and(|place| place.is_foreign) {
        return Some(format!(
            "a {} folder has no place for {}s in testlib's manner; {SETTINGS_FILE} names this one, and nothing but Touchstone \
             asks it",
            problem.format.name(),
            piece.words()
        ));
    }
    let wants = match (piece, problem.format) {
        (Validator | Checker | Interactor, Format::Icpc) => "packages of ICPC want the exit codes 42 and 43",
        (Checker, Format::TaskMaker) => "CMS wants the share of the points on standard output",
        _ => return None,
    };
    let target = if problem.format == Format::Icpc { "icpc-2025-09` or `icpc-legacy" } else { "cms" };
    Some(format!(
        "it answers as programs that use testlib do, which is understood here, and {wants}; `touchstone export {target}` \
         writes a folder with what translates between them"
    ))
}

/// Writes a key into the settings of the copy: their path.
pub(crate) fn set(bench: &Workbench<'_>, key: &str, value: &str) -> Result<RelPath, ForgeError> {
    let Some(path) = RelPath::parse(SETTINGS_FILE) else {
        return Err(ForgeError::Refused(format!("{SETTINGS_FILE} is no path")));
    };
    let folder = bench.open()?.folder;
    let value = toml::Value::from(value);
    let before = match exact_text(&folder, &path) {
        Some(text) => text,
        None if folder.has(&path) => {
            return Err(ForgeError::Refused(format!(
                "{SETTINGS_FILE} is no text in UTF-8; set `{key} = {value}` there"
            )));
        }
        None => String::new(),
    };
    if toml::from_str::<toml::Table>(&before).is_ok_and(|table| table.contains_key(key)) {
        return Err(ForgeError::Refused(format!("{SETTINGS_FILE} has a `{key}` already; remove it first")));
    }
    let text = format!("{key} = {value}\n{}", before.trim_start_matches('\u{feff}'));
    bench.write(&BTreeMap::from([(path.clone(), text)]))?;
    Ok(path)
}
