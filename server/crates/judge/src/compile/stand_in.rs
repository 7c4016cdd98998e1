//! Paths that climb out of the folder in what a source includes.
//!
//! A testlib.h that a source includes by a path at whose end there is none: `../../testlib.h` lies above the folder,
//! where several problems share it, and nothing outside a folder is read.
//!
//! A compiler follows such a path from every directory that it searches. So it is given one that lies as deep as the path
//! climbs, from which the path leads to a file that includes `<testlib.h>`: that of the folder, else the one that we bring.
//!
//! What is listed of the directories above is found in the same way: a directory below `.above/2` from which
//! `../../../common/random.h` leads to `.above/2/common/random.h`.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use problem::{
    finding::Severity,
    folder::Folder,
    model::Program,
    path::{ABOVE, RelPath},
    state::BuildMessage,
    text::Place,
};

use super::{inputs, messages::include_line};
use crate::launcher::MAX_FILES;

/// The directory for them, which no file of a folder can lie in: names with a dot are left out.
const HOME: &str = ".testlib";

/// One path that climbs out of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StandIn {
    /// As it is written.
    name: String,
    /// How many directories it climbs.
    n_up: usize,
    to: Target,
    place: Option<Place>,
}

/// Where such a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    /// To no testlib.h: what follows the climbing.
    Nothing(String),
    /// To a file of the directories above, so many of them up.
    Above(usize),
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
            let file = inputs::included_file(folder, &path, include_dirs, &name);
            let n_above = file.as_ref().map(|file| file.from_above().0);
            unread.extend(file);
            let n_up =
                name.split('/').take_while(|part| *part == "." || *part == "..").filter(|part| *part == "..").count();
            let to = match n_above {
                Some(n_above) => Some(Target::Above(n_above)).filter(|_| n_above > 0 && n_up > 0),
                None => testlib_of(&name).map(Target::Nothing),
            };
            if let Some(to) = to.filter(|to| found.iter().all(|one| one.name != name || one.to != *to)) {
                let line = folder.text(&path).and_then(|text| include_line(&text, &name));
                let place = line.map(|range| Place { path: path.clone(), range });
                found.push(StandIn { name, n_up, to, place });
            }
        }
    }
    found
}

/// `./../../lib/testlib.h` goes down to `lib/testlib.h` when it has climbed.
fn testlib_of(name: &str) -> Option<String> {
    let down: Vec<&str> = name.split('/').filter(|part| *part != ".").skip_while(|part| *part == "..").collect();
    let is_plain = down.last() == Some(&"testlib.h") && down.iter().all(|part| !part.is_empty() && *part != "..");
    (is_plain && name.contains('/')).then(|| down.join("/"))
}

impl StandIn {
    /// The directory that the path is followed from.
    fn directory(&self) -> String {
        match &self.to {
            Target::Nothing(_) => HOME.to_owned() + &"/up".repeat(self.n_up),
            Target::Above(n_above) => format!("{ABOVE}/{n_above}{}", "/.up".repeat(self.n_up)),
        }
    }

    /// The flag that has it searched.
    pub(super) fn flag(&self) -> String {
        format!("-I{}", self.directory())
    }

    /// What has to lie there: a header that is none of the listing, and something in the directory, so that it exists.
    pub(super) fn files(&self) -> BTreeMap<String, Arc<[u8]>> {
        let header: &[u8] = b"#include <testlib.h>\n";
        let nothing: &[u8] = b"";
        let header = match &self.to {
            Target::Nothing(down) => Some((format!("{HOME}/{down}"), header)),
            Target::Above(_) => None,
        };
        let files = header.into_iter().chain([(format!("{}/nothing", self.directory()), nothing)]);
        files.map(|(path, bytes)| (path, Arc::from(bytes))).collect()
    }

    /// What is said of a path that leads nowhere.
    pub(super) fn message(&self) -> Option<BuildMessage> {
        matches!(self.to, Target::Nothing(_)).then(|| BuildMessage {
            severity: Severity::Information,
            place: self.place.clone(),
            text: format!("`{}` is no file of the folder, so `testlib.h` stands in for it", self.name),
            related: Vec::new(),
        })
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
    fn what_lies_above_is_reached_from_a_directory_beside_it() {
        let mut folder = MemoryFolder::new("problem");
        for (name, text) in [
            ("gen/a.cpp", "#include \"../../../common/random.h\"\n#include \"../params.h\"\n"),
            ("params.h", ""),
            (".above/2/common/random.h", "#include \"../lib/bits.h\"\n"),
            (".above/2/lib/bits.h", ""),
        ] {
            folder.add(path(name), text.as_bytes(), None);
        }
        let program = Program::of_file(path("gen/a.cpp"), Role::Generator, Language::Cpp, "");
        let found = find(&folder, &program, &[]);
        let shown: Vec<(String, Vec<String>)> =
            found.iter().map(|one| (one.flag(), one.files().into_keys().collect())).collect();
        let at = |directory: &str| (format!("-I{directory}"), vec![format!("{directory}/nothing")]);
        assert_eq!(shown, [at(".above/2/.up/.up/.up"), at(".above/2/.up")]);
        assert!(found.iter().all(|one| one.message().is_none()));
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
