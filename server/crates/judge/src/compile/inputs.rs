//! The files that a compiler finds in its working directory: the sources, what they include, and the headers that they
//! might.
//!
//! A compiler sees nothing else of the folder, and nothing at all around it.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use problem::{folder::Folder, included::include_name, model::Program, path::RelPath, text::Place};

use super::messages::include_line;
use crate::launcher::MAX_FILES;

/// The most that headers which nobody is seen to include may hold together, bytes.
const MAX_UNSEEN_BYTES: usize = 16 << 20;

/// Contents by their paths in the folder.
pub(super) fn files(
    folder: &dyn Folder,
    program: &Program,
    include_dirs: &[RelPath],
    headers: &[RelPath],
) -> BTreeMap<String, Arc<[u8]>> {
    let mut files = BTreeMap::new();
    follow(folder, program, include_dirs, &mut files, |_| ());
    let mut n_bytes = 0;
    for path in headers {
        if files.len() >= MAX_FILES || files.contains_key(path.as_str()) {
            continue;
        }
        let Some(bytes) = folder.bytes(path) else { continue };
        n_bytes += bytes.len();
        if n_bytes > MAX_UNSEEN_BYTES {
            break;
        }
        files.insert(path.to_string(), bytes);
    }
    files
}

/// Whether a program includes a file by this name.
pub(super) fn includes(folder: &dyn Folder, program: &Program, include_dirs: &[RelPath], name: &str) -> bool {
    let mut is_included = false;
    follow(folder, program, include_dirs, &mut BTreeMap::new(), |included| is_included |= included == name);
    is_included
}

/// The lines that lead from a source of a program to a file that it includes, the innermost first; none when nothing
/// leads there.
pub(super) fn way_to(folder: &dyn Folder, program: &Program, include_dirs: &[RelPath], file: &RelPath) -> Vec<Place> {
    // Whoever is seen first to include a file.
    let mut includers: BTreeMap<RelPath, (RelPath, String)> = BTreeMap::new();
    let mut unread: VecDeque<RelPath> = program.sources.iter().cloned().collect();
    while let Some(path) = unread.pop_front() {
        for name in included(folder, &path) {
            let found = included_file(folder, &path, include_dirs, &name);
            let is_new = |found: &RelPath| !program.sources.contains(found) && !includers.contains_key(found);
            if let Some(found) = found.filter(is_new).filter(|_| includers.len() < MAX_FILES) {
                includers.insert(found.clone(), (path.clone(), name));
                unread.push_back(found);
            }
        }
    }
    let mut way = Vec::new();
    let mut at = file;
    while let Some((includer, name)) = includers.get(at) {
        let line = folder.text(includer).and_then(|text| include_line(&text, name));
        way.extend(line.map(|range| Place { path: includer.clone(), range }));
        at = includer;
    }
    way
}

/// The file of the folder that an include means.
pub(super) fn included_file(
    folder: &dyn Folder,
    from: &RelPath,
    include_dirs: &[RelPath],
    name: &str,
) -> Option<RelPath> {
    let home = from.parent();
    let mut places = std::iter::once(&home).chain(include_dirs).filter_map(|place| place.climb(name));
    places.find(|path| folder.has(path))
}

/// Goes through the sources and what they include, and tells every name in an include.
fn follow(
    folder: &dyn Folder,
    program: &Program,
    include_dirs: &[RelPath],
    files: &mut BTreeMap<String, Arc<[u8]>>,
    mut tell: impl FnMut(&str),
) {
    let mut unread: VecDeque<RelPath> = program.sources.iter().cloned().collect();
    while let Some(path) = unread.pop_front() {
        if files.len() >= MAX_FILES || files.contains_key(path.as_str()) {
            continue;
        }
        let Some(bytes) = folder.bytes(&path) else { continue };
        files.insert(path.to_string(), bytes);
        let home = path.parent();
        for name in included(folder, &path) {
            tell(&name);
            let places = std::iter::once(&home).chain(include_dirs);
            unread.extend(places.filter_map(|place| place.climb(&name)).filter(|path| folder.has(path)));
        }
    }
}

/// The names that a file includes, in whatever manner, however its lines are meant.
pub(super) fn included(folder: &dyn Folder, path: &RelPath) -> Vec<String> {
    let text = folder.text(path).unwrap_or_default();
    text.lines().filter_map(include_name).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use problem::{
        folder::MemoryFolder,
        language::Language,
        model::{Program, Role},
    };

    use super::*;

    fn path(path: &str) -> RelPath {
        RelPath::parse(path).unwrap()
    }

    #[test]
    fn what_is_included_is_laid_and_headers_that_might_be() {
        let mut folder = MemoryFolder::new("inputs");
        for (name, text) in [
            (
                "sols/a.cpp",
                "#include \"lib/one.h\"\n  # include <two.h>\n#include \"table.txt\"\n#include \"../../etc/passwd\"\n",
            ),
            ("sols/lib/one.h", "#include \"../other.cpp\"\n"),
            ("sols/other.cpp", "int other;\n"),
            ("sols/table.txt", "1, 2, 3\n"),
            ("common/two.h", "\n"),
            ("common/unseen.h", "\n"),
            ("sols/b.cpp", "int main() {}\n"),
        ] {
            folder.add(path(name), text.as_bytes(), None);
        }
        let program = Program::of_file(path("sols/a.cpp"), Role::Solution, Language::Cpp, "");
        let laid = files(&folder, &program, &[path("common")], &[path("common/unseen.h"), path("common/two.h")]);
        let names: Vec<&str> = laid.keys().map(String::as_str).collect();
        let expected =
            ["common/two.h", "common/unseen.h", "sols/a.cpp", "sols/lib/one.h", "sols/other.cpp", "sols/table.txt"];
        assert_eq!(names, expected);
    }

    #[test]
    fn the_way_to_a_header() {
        let mut folder = MemoryFolder::new("inputs");
        for (name, text) in [
            ("sols/a.cpp", "#include <vector>\n#include \"lib/one.h\"\n#include <two.h>\n"),
            ("sols/lib/one.h", "// one\n#include \"../../common/two.h\"\n#include \"one.h\"\n"),
            ("common/two.h", "\n  #include \"three.h\"\n"),
            ("common/three.h", "int x\n"),
            ("common/unseen.h", "\n"),
        ] {
            folder.add(path(name), text.as_bytes(), None);
        }
        let program = Program::of_file(path("sols/a.cpp"), Role::Solution, Language::Cpp, "");
        let way = |file: &str| -> Vec<String> {
            let places = way_to(&folder, &program, &[path("common")], &path(file));
            places.iter().map(|place| format!("{}:{}", place.path, place.range.start.line + 1)).collect()
        };
        assert_eq!(way("common/three.h"), ["common/two.h:2", "sols/a.cpp:3"]);
        assert_eq!(way("sols/lib/one.h"), ["sols/a.cpp:2"]);
        assert_eq!((way("common/unseen.h"), way("sols/a.cpp")), (vec![], vec![]));
    }
}
