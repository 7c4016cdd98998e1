//! A testlib.h that a source includes by a path at whose end there is none: `../../testlib.h` lies above the folder,
//! where several problems share it, and nothing outside a folder is read.
//!
//! A compiler follows such a path from every directory that it searches. So it is given one that lies as deep as the path
//! climbs, from which the path leads to a file that includes `<testlib.h>`: that of the folder, else the one that we bring.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use problem::{finding::Severity, folder::Folder, model::Program, path::RelPath, state::BuildMessage, text::Place};

use super::{inputs, messages::include_line};
use crate::launcher::MAX_FILES;

/// The directory for them, which no file of a folder can lie in: names with a dot are left out.
const HOME: &str = ".testlib";

/// One path that leads to no testlib.h.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StandIn {
    /// As it is written.
    name: String,
    /// How many directories it climbs.
    n_up: usize,
    /// What follows, without the climbing.
    down: String,
    place: Option<Place>,
}

/// What a program includes so.
pub(super) fn find(folder: &dyn Folder, program: &Program, include_dirs: &[RelPath]) -> Vec<StandIn> {
    let mut found: Vec<StandIn> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut unread: VecDeque<RelPath> = program.sources.iter().cloned().collect();
    while let Some(path) = unread.pop_front() {
        if seen.len() >= MAX_FILES || !seen.insert(path.clone()) {
            continue;
        }
        for name in inputs::included(folder, &path) {
            if let Some(file) = inputs::included_file(folder, &path, include_dirs, &name) {
                unread.push_back(file);
            } else if found.iter().all(|one| one.name != name)
                && let Some((n_up, down)) = take_apart(&name)
            {
                let line = folder.text(&path).and_then(|text| include_line(&text, &name));
                let place = line.map(|range| Place { path: path.clone(), range });
                found.push(StandIn { name, n_up, down, place });
            }
        }
    }
    found
}

/// `./../../lib/testlib.h` climbs two directories and goes down to `lib/testlib.h`.
fn take_apart(name: &str) -> Option<(usize, String)> {
    let parts: Vec<&str> = name.split('/').filter(|part| *part != ".").collect();
    let n_up = parts.iter().take_while(|part| **part == "..").count();
    let down = &parts[n_up..];
    let is_plain = down.last() == Some(&"testlib.h") && down.iter().all(|part| !part.is_empty() && *part != "..");
    (is_plain && name.contains('/')).then(|| (n_up, down.join("/")))
}

impl StandIn {
    /// The directory that the path is followed from.
    fn directory(&self) -> String {
        HOME.to_owned() + &"/up".repeat(self.n_up)
    }

    /// The flag that has it searched.
    pub(super) fn flag(&self) -> String {
        format!("-I{}", self.directory())
    }

    /// What has to lie there: the header, and something in the directory, so that it exists.
    pub(super) fn files(&self) -> BTreeMap<String, Arc<[u8]>> {
        let header: &[u8] = b"#include <testlib.h>\n";
        let nothing: &[u8] = b"";
        let files = [(format!("{HOME}/{}", self.down), header), (format!("{}/nothing", self.directory()), nothing)];
        files.into_iter().map(|(path, bytes)| (path, Arc::from(bytes))).collect()
    }

    /// What is said of it.
    pub(super) fn message(&self) -> BuildMessage {
        BuildMessage {
            severity: Severity::Information,
            place: self.place.clone(),
            text: format!("`{}` is no file of the folder, so `testlib.h` stands in for it", self.name),
            related: Vec::new(),
        }
    }
}

/// Whether a compiler speaks of one.
pub(super) fn is_one(path: &str) -> bool {
    path.strip_prefix(HOME).is_some_and(|rest| rest.starts_with('/'))
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
    fn only_what_leads_nowhere_has_one() {
        let mut folder = MemoryFolder::new("problem");
        for (name, text) in [
            ("files/val.cpp", "#include \"./../../testlib.h\"\n#include \"../testlib.h\"\n#include \"common/all.h\"\n"),
            ("files/common/all.h", "\n#include \"../../../lib/testlib.h\"\n#include \"../../../lib/other.h\"\n"),
            ("testlib.h", "#include \"a/../testlib.h\"\n#include \"testlib.h\"\n"),
        ] {
            folder.add(path(name), text.as_bytes(), None);
        }
        let program = Program::of_file(path("files/val.cpp"), Role::Validator, Language::Cpp, "");
        let found = find(&folder, &program, &[]);
        let shown: Vec<String> = found
            .iter()
            .map(|one| {
                let place = one.place.as_ref().map(|place| format!("{}:{}", place.path, place.range.start.line + 1));
                let files: Vec<String> = one.files().into_keys().collect();
                format!("{} {} {}", place.unwrap_or_default(), one.flag(), files.join(" "))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "files/val.cpp:1 -I.testlib/up/up .testlib/testlib.h .testlib/up/up/nothing",
                "files/common/all.h:2 -I.testlib/up/up/up .testlib/lib/testlib.h .testlib/up/up/up/nothing",
            ]
        );
    }
}
