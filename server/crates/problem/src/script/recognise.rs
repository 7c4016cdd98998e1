//! Telling a test script from another text file.

use std::collections::BTreeSet;

use freemarker::UNKNOWN;

/// Whether a text is a test script: it has commands, and each line's command begins with one of the generators' names.
///
/// The template is not evaluated. A name counts with or without `./`, directories and an extension, and a line that
/// begins with an interpolation says nothing either way.
pub fn looks_like_script(text: &str, generators: &BTreeSet<&str>) -> bool {
    let Some(outline) = freemarker::outline(text) else {
        return false;
    };
    let mut has_command = false;
    for line in outline.split('\n').map(str::trim) {
        if line.is_empty() || line.starts_with(['#', UNKNOWN]) || line.starts_with("//") {
            continue;
        }
        let word = line.split([' ', '\t', '|', '>']).next().unwrap_or("");
        let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        if ![word, name, stem].iter().any(|candidate| generators.contains(candidate)) {
            return false;
        }
        has_command = true;
    }
    has_command
}
