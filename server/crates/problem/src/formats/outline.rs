//! What can be told of a problem from the names of its files, before anybody reads it.

use super::{FURTHER_MANIFESTS, MANIFESTS, by_manifest};
use crate::{
    folder::Folder,
    language::Language,
    model::Format,
    path::RelPath,
    settings::{self, SETTINGS_FILE},
};

/// What a problem is by its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Its format, where the names of its files say so.
    pub format: Option<Format>,
    /// The file that a person opens first: the manifest, or else the first source, from the folder that was searched.
    pub file: Option<RelPath>,
}

/// What the problem at `root` in a tree is by its names.
pub fn outline(folder: &dyn Folder, root: &RelPath) -> Outline {
    let at = |name: &str| root.join(name).filter(|path| folder.has(path));
    let stated = at(SETTINGS_FILE).and_then(|path| settings::parse(&path, &folder.text(&path)?).0.format);
    let format = by_manifest(folder, root);
    // Other things have these names, too.
    let further = || format.and_then(|_| FURTHER_MANIFESTS.iter().find_map(|name| at(name)));
    let manifest = MANIFESTS.iter().find_map(|name| at(name)).or_else(further);
    let source =
        || folder.below(root).into_iter().map(|entry| &entry.path).find(|path| Language::from_path(path).is_some());
    Outline { format: stated.or(format), file: manifest.or_else(|| source().cloned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::MemoryFolder;

    #[test]
    fn by_names_and_settings() {
        let mut folder = MemoryFolder::new("contest");
        for (path, text) in [
            ("a/problem.xml", "<problem/>"),
            ("a/check.cpp", ""),
            ("b/problem.yaml", ""),
            ("c/notes.txt", ""),
            ("c/sols/wa.cpp", ""),
            ("c/val.cpp", ""),
            ("d/problem.yaml", ""),
            ("f/info.toml", "[[tests]]\n"),
            ("f/gen/a.cpp", ""),
            ("d/touchstone.toml", "format = \"plain\"\n"),
            ("g/config.yml", ""),
            ("g/prog/g.cpp", ""),
            ("h/config.yml", ""),
            ("i/task.yaml", ""),
            ("i/gen/GEN", "1\n"),
        ] {
            folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
        }
        let outlines =
            ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map(|root| outline(&folder, &RelPath::parse(root).unwrap()));
        let told = outlines.map(|one| {
            format!("{} {}", one.format.map_or("-", Format::name), one.file.map_or("-".into(), |file| file.to_string()))
        });
        assert_eq!(
            told,
            [
                "polygon a/problem.xml",
                "icpc b/problem.yaml",
                "- c/sols/wa.cpp",
                "plain d/problem.yaml",
                "- -",
                "library-checker f/info.toml",
                "sinol g/config.yml",
                "- -",
                "task-maker i/task.yaml"
            ]
        );
    }
}
