//! Which files of a folder a Python source imports.

use std::collections::{BTreeSet, VecDeque};

use crate::{folder::Folder, path::RelPath};

/// The files of the folder that sources in a directory import, and those that these import, without the sources.
pub fn needed<'a>(
    folder: &dyn Folder,
    home: &RelPath,
    sources: impl IntoIterator<Item = &'a RelPath>,
) -> BTreeSet<RelPath> {
    let mut unread: VecDeque<RelPath> = sources.into_iter().cloned().collect();
    let given: BTreeSet<RelPath> = unread.iter().cloned().collect();
    let mut needed = BTreeSet::new();
    while let Some(path) = unread.pop_front() {
        let text = folder.text(&path).unwrap_or_default();
        let modules = text.lines().flat_map(imports);
        let found = modules.flat_map(|module| candidates(home, &module)).filter(|path| folder.has(path));
        unread.extend(found.filter(|path| !given.contains(path) && needed.insert(path.clone())));
    }
    needed
}

/// The modules that a line imports, dots and all.
fn imports(line: &str) -> Vec<String> {
    let line = line.trim();
    let name = |text: &str| text.split_whitespace().next().unwrap_or_default().trim_matches('.').to_owned();
    if let Some(rest) = line.strip_prefix("from ") {
        vec![name(rest)]
    } else if let Some(rest) = line.strip_prefix("import ") {
        rest.split(',').map(name).collect()
    } else {
        Vec::new()
    }
}

/// Where a module may lie: a file, a package, or a file of a package, which needs the package's own.
fn candidates(home: &RelPath, module: &str) -> Vec<RelPath> {
    let parts: Vec<&str> = module.split('.').filter(|part| !part.is_empty()).collect();
    let mut paths = Vec::new();
    for n_parts in 1..=parts.len() {
        let path = parts[..n_parts].join("/");
        paths.extend(home.join(&format!("{path}/__init__.py")));
        paths.extend(home.join(&format!("{path}.py")));
    }
    paths
}
