//! `params.h`: the constants of `[params]` as macros, written beside `info.toml` before anything is compiled.

use super::{MANIFEST, info::Info};
use crate::{
    constants::Constants,
    finding::{Code, Finding},
    folder::Folder,
    formats::{
        toml,
        yaml::{Node, Value},
    },
    path::RelPath,
};

/// The header that is made.
const HEADER: &str = "params.h";

/// The header with what it holds; `None` where the manifest states no constants.
///
/// One that lies in the folder is an earlier product of the same table, so this one counts.
pub(in crate::formats) fn made_header(folder: &dyn Folder) -> Option<(RelPath, String)> {
    let manifest = RelPath::root().with_file_name(MANIFEST);
    let document = toml::parse(&folder.text(&manifest).filter(|_| super::is_manifest(folder, &manifest))?);
    let params = document.root.get("params")?;
    let lines = params.entries().iter().filter_map(|entry| define(&entry.key, &entry.value));
    let text = lines.fold("#pragma once\n".to_owned(), |text, line| text + &line);
    Some((RelPath::root().with_file_name(HEADER), text))
}

/// The constants as statements show them.
pub(super) fn constants(info: &Info) -> Constants {
    let params = info.root.get("params").map(Node::entries).unwrap_or_default();
    let texts = params.iter().filter_map(|entry| Some((entry.key.clone(), entry.value.text().ok()?.to_owned())));
    Constants::of_statement(texts.collect())
}

/// Whole numbers are `long long`; other numbers stand as they are, and words in quotes.
fn define(name: &str, value: &Node) -> Option<String> {
    let Value::Scalar(written) = &value.value else { return None };
    let is_whole = || written.parse::<i128>().is_ok();
    let value = if is_whole() {
        format!("(long long){written}")
    } else if value.number().is_ok() {
        written.clone()
    } else {
        format!("\"{}\"", written.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
    };
    is_macro(name).then(|| format!("#define {name} {value}\n"))
}

fn is_macro(name: &str) -> bool {
    !name.starts_with(|first: char| first.is_ascii_digit())
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Findings about constants that no macro can stand for.
pub(super) fn check(info: &Info, findings: &mut Vec<Finding>) {
    let Some(params) = info.root.get("params") else { return };
    if let Err(complaint) = params.map() {
        findings.push(complaint.finding(&info.path));
    }
    for entry in params.entries().iter().filter(|entry| define(&entry.key, &entry.value).is_none()) {
        let message = format!(
            "`{}` becomes no macro of {HEADER}, so sources do not know it; name a number or a text by letters, digits and `_`",
            entry.key
        );
        findings.push(Finding::at(Code::ManifestBroken, info.at(entry.key_range), message));
    }
}
