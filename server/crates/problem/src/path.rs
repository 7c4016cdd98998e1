//! Paths: a place inside a problem folder, and an absolute place on the machine.
//!
//! Invariant: a [`RelPath`] never leaves the folder it is relative to and always uses `/`.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where the listing of a folder has what its programs include from the directories above it, inside its repository:
/// `.above/2/common/random.h` is `../../common/random.h`. No file of a folder lies there, since hidden ones are left out.
pub const ABOVE: &str = ".above";

/// A path inside the problem folder: `/` between parts, no `.` or `..`, no leading slash. The root itself is empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RelPath(Arc<str>);

impl RelPath {
    /// Reads a path as a person or a manifest writes it: `\` counts as `/`, `.` is dropped and `..` goes up.
    ///
    /// `None` when it is absolute or leaves the folder.
    pub fn parse(written: &str) -> Option<RelPath> {
        let written = written.replace('\\', "/");
        if written.starts_with('/') {
            return None;
        }
        let mut parts: Vec<&str> = Vec::new();
        for part in written.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop()?;
                }
                other => parts.push(other),
            }
        }
        Some(RelPath(parts.join("/").into()))
    }

    /// The folder itself.
    pub fn root() -> RelPath {
        RelPath("".into())
    }

    /// The whole path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part, empty for the root.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or("")
    }

    /// The last part without its last extension.
    pub fn stem(&self) -> &str {
        let name = self.file_name();
        match name.rfind('.') {
            Some(dot) if dot > 0 => &name[..dot],
            Some(_) | None => name,
        }
    }

    /// The last extension in lower case, without the dot; empty when there is none.
    pub fn extension(&self) -> String {
        let name = self.file_name();
        match name.rfind('.') {
            Some(dot) if dot > 0 => name[dot + 1..].to_ascii_lowercase(),
            Some(_) | None => String::new(),
        }
    }

    /// The directory this path lies in; the root's parent is the root.
    pub fn parent(&self) -> RelPath {
        match self.0.rfind('/') {
            Some(slash) => RelPath(self.0[..slash].into()),
            None => RelPath::root(),
        }
    }

    /// The path of `name`, which may have several parts, below this directory. `None` when it leaves the folder.
    pub fn join(&self, name: &str) -> Option<RelPath> {
        if self.0.is_empty() { RelPath::parse(name) } else { RelPath::parse(&format!("{}/{name}", self.0)) }
    }

    /// The path that `name` leads to from this directory, also where it climbs out of the folder: what lies in the directories
    /// above has paths below [`ABOVE`]. `None` when it is absolute.
    pub fn climb(&self, name: &str) -> Option<RelPath> {
        let name = name.replace('\\', "/");
        if name.starts_with('/') {
            return None;
        }
        let (mut n_up, mut parts) = self.from_above();
        for part in name.split('/') {
            match part {
                "" | "." => {}
                ".." if parts.pop().is_none() => n_up += 1,
                ".." => {}
                other => parts.push(other),
            }
        }
        let down = parts.join("/");
        Some(RelPath(if n_up == 0 { down.into() } else { format!("{ABOVE}/{n_up}/{down}").into() }))
    }

    /// How many directories above the folder this path begins, and its parts from there on.
    pub fn from_above(&self) -> (usize, Vec<&str>) {
        let mut parts: Vec<&str> = self.parts().collect();
        match &parts[..] {
            [ABOVE, n_up, ..] if n_up.parse::<usize>().is_ok() => {
                let n_up = n_up.parse().unwrap_or(0);
                (n_up, parts.split_off(2))
            }
            _ => (0, parts),
        }
    }

    /// The same path with the last part replaced.
    pub fn with_file_name(&self, name: &str) -> RelPath {
        if self.parent().is_root() {
            RelPath(name.into())
        } else {
            RelPath(format!("{}/{name}", self.parent().0).into())
        }
    }

    /// The archive that a file is packed in: `tests.zip` for `tests.zip/easy/1.in`; `None` for a file as it lies on disk.
    pub fn archive(&self) -> Option<RelPath> {
        let ends = self.0.match_indices('/').map(|(slash, _)| &self.0[..slash]);
        let is_archive = |path: &&str| path.to_ascii_lowercase().ends_with(".zip");
        ends.into_iter().find(is_archive).map(|path| RelPath(path.into()))
    }

    /// Whether this is the folder itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this path lies somewhere below `directory` (not equal to it). Everything lies below the root.
    pub fn is_below(&self, directory: &RelPath) -> bool {
        if directory.is_root() {
            return !self.is_root();
        }
        self.0.strip_prefix(&*directory.0).is_some_and(|rest| rest.starts_with('/'))
    }

    /// The parts from the first directory to the file name.
    pub fn parts(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('/').filter(|part| !part.is_empty())
    }
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &*self.0)
    }
}

/// An absolute path on this machine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "PathBuf", into = "PathBuf")]
#[schemars(with = "String")]
pub struct AbsPath(PathBuf);

impl TryFrom<PathBuf> for AbsPath {
    type Error = &'static str;

    fn try_from(path: PathBuf) -> Result<AbsPath, &'static str> {
        AbsPath::new(path).ok_or("expected an absolute path")
    }
}

impl From<AbsPath> for PathBuf {
    fn from(path: AbsPath) -> PathBuf {
        path.0
    }
}

impl AbsPath {
    /// `None` when the path is not absolute.
    pub fn new(path: impl Into<PathBuf>) -> Option<AbsPath> {
        let path = path.into();
        path.is_absolute().then_some(AbsPath(path))
    }

    /// The standard library's view of it.
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    /// The absolute place of a path of the folder that this path is the root of.
    pub fn at(&self, inside: &RelPath) -> AbsPath {
        let mut path = self.0.clone();
        path.extend(inside.parts());
        AbsPath(path)
    }

    /// The place that a path of a listing stands for, also where it begins in the directories above. It is for showing: what is
    /// read and written lies in the folder, or is known by its listing.
    pub fn shown_at(&self, inside: &RelPath) -> AbsPath {
        let (n_up, parts) = inside.from_above();
        match self.0.ancestors().nth(n_up) {
            Some(above) if n_up > 0 => AbsPath(above.join(parts.join("/"))),
            Some(_) | None => self.at(inside),
        }
    }

    /// The place of one more part below this one.
    pub fn child(&self, name: &str) -> AbsPath {
        AbsPath(self.0.join(name))
    }
}

impl fmt::Display for AbsPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_inside() {
        assert_eq!(RelPath::parse("a/./b/../c.cpp").unwrap().as_str(), "a/c.cpp");
        assert_eq!(RelPath::parse("files\\gen.cpp").unwrap().as_str(), "files/gen.cpp");
        assert_eq!(RelPath::parse("../x"), None);
        assert_eq!(RelPath::parse("a/../../x"), None);
        assert_eq!(RelPath::parse("/etc/passwd"), None);
    }

    #[test]
    fn climbs_out() {
        let climb = |from: &str, name: &str| RelPath::parse(from).unwrap().climb(name).map(|path| path.to_string());
        assert_eq!(climb("gen", "../params.h").as_deref(), Some("params.h"));
        assert_eq!(climb("gen", "../../../common/random.h").as_deref(), Some(".above/2/common/random.h"));
        assert_eq!(climb(".above/2/common", "../lib/a.h").as_deref(), Some(".above/2/lib/a.h"));
        assert_eq!(climb(".above/1", "../common/a.h").as_deref(), Some(".above/2/common/a.h"));
        assert_eq!(climb("gen", "/etc/passwd"), None);
    }

    #[test]
    fn shown_above() {
        let root = AbsPath::new("/r/set/sums").unwrap();
        let shown = |path: &str| root.shown_at(&RelPath::parse(path).unwrap()).to_string();
        assert_eq!(shown(".above/2/common/random.h"), "/r/common/random.h");
        assert_eq!(
            (shown("gen/a.cpp"), shown(".above/9/x.h")),
            ("/r/set/sums/gen/a.cpp".into(), "/r/set/sums/.above/9/x.h".into())
        );
    }

    #[test]
    fn takes_apart() {
        let path = RelPath::parse("data/secret/01.in.gz").unwrap();
        assert_eq!((path.file_name(), path.stem(), path.extension().as_str()), ("01.in.gz", "01.in", "gz"));
        assert_eq!(path.parent().as_str(), "data/secret");
        assert!(path.is_below(&RelPath::parse("data").unwrap()));
        assert!(!path.is_below(&RelPath::parse("dat").unwrap()));
        assert_eq!(RelPath::parse(".hidden").unwrap().stem(), ".hidden");
    }
}
