//! What the programs of a folder use of the directories above it, inside its repository.
//!
//! The listing of a folder has it below [`ABOVE`]; who lists folders on disk is told here what to look for, and reads
//! nothing beyond the repository's root.

use std::collections::BTreeSet;

use super::library_checker;
use crate::{
    folder::Folder,
    path::{ABOVE, RelPath},
    settings::{self, SETTINGS_FILE},
};

/// What to look for in the directories above a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WantedAbove {
    /// Names of directories with headers: the nearest of each counts.
    pub nearest: Vec<&'static str>,
    /// Directories below [`ABOVE`] that the settings name.
    pub directories: Vec<RelPath>,
    /// Whether sources may name files there in what they include.
    pub follows_includes: bool,
    /// A file that lies in the root of a repository of this format, beside the directories of the names above.
    pub marker: Option<&'static str>,
}

/// What a folder wants of the directories above it; `None` for nothing.
pub fn wanted_above(folder: &dyn Folder) -> Option<WantedAbove> {
    let manifest = RelPath::root().with_file_name(library_checker::MANIFEST);
    let mut wanted = WantedAbove { directories: stated(folder), ..WantedAbove::default() };
    if library_checker::is_manifest(folder, &manifest) {
        wanted.nearest.push(library_checker::SHARED);
        wanted.follows_includes = true;
        wanted.marker = Some("generate.py");
    }
    (wanted != WantedAbove::default()).then_some(wanted)
}

/// The directories that `include` of the settings names.
fn stated(folder: &dyn Folder) -> Vec<RelPath> {
    let path = RelPath::root().with_file_name(SETTINGS_FILE);
    let Some(text) = folder.text(&path) else { return Vec::new() };
    let (settings, _) = settings::parse(&path, &text);
    let include = settings.include.into_iter().map(|directory| directory.value);
    include.filter(|directory| directory.from_above().0 > 0).collect()
}

/// The directories of a name that were found above a folder.
pub(super) fn directories(folder: &dyn Folder, name: &str) -> Vec<RelPath> {
    let above = folder.below(&RelPath::root().with_file_name(ABOVE)).into_iter();
    let found: BTreeSet<RelPath> = above
        .filter_map(|file| {
            let (n_up, parts) = file.path.from_above();
            (parts.first() == Some(&name)).then(|| RelPath::parse(&format!("{ABOVE}/{n_up}/{name}"))).flatten()
        })
        .collect();
    found.into_iter().collect()
}
