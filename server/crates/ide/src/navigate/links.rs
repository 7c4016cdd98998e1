//! Paths that stand in manifests and settings: each leads to its file.

use problem::{
    formats::keys::named_files,
    path::RelPath,
    text::{LineIndex, Range},
};

use crate::{Text, View};

/// A path in a text, and the file that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it stands.
    pub range: Range,
    /// The file.
    pub path: RelPath,
}

/// What a path may consist of.
fn is_of_path(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '/' | '.' | '_' | '-' | '+')
}

/// The paths of files that stand in a text that is no program, from the folder's root or beside the text.
pub fn links(view: &View<'_>, text: &Text<'_>) -> Vec<Link> {
    if text.source.is_some() || view.program_at(text.path).is_some() {
        return Vec::new();
    }
    let lines = LineIndex::new(text.text);
    let named = named_files(view.context.folder, view.context.problem, text.path, text.text);
    let named = named.into_iter().map(|one| Link { range: one.range, path: one.path });
    let mut named: Vec<Link> = named.collect();
    let parent = text.path.parent();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text.text[from..].find(is_of_path).map(|at| from + at) {
        let rest = &text.text[start..];
        let length = rest.find(|character| !is_of_path(character)).unwrap_or(rest.len());
        from = start + length;
        // A sentence may end behind it.
        let written = rest[..length].trim_end_matches('.');
        // Without one of these it may be any word.
        if !written.contains(['.', '/']) {
            continue;
        }
        let plain = written.trim_start_matches("./");
        let candidates = [parent.join(plain), RelPath::parse(plain)];
        let path = candidates.into_iter().flatten().find(|path| view.context.folder.has(path) && path != text.path);
        found.extend(path.map(|path| Link { range: lines.range(start..start + written.len()), path }));
    }
    // What the format says a name means goes before what it looks like.
    let mut others = named.clone().into_iter().peekable();
    found.retain(|link| {
        while others.next_if(|one| one.range.end <= link.range.start).is_some() {}
        others.peek().is_none_or(|one| one.range.start >= link.range.end)
    });
    named.extend(found);
    named.sort_by_key(|link| link.range);
    named
}
