//! The hostile corpus: its programs, and the table of what is right to become of each.

use std::{collections::BTreeSet, fs, path::Path};

use crate::examples::here;

/// How programs are shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Limits and nothing else.
    LimitsOnly,
    /// Without namespaces.
    Reduced,
    /// With everything.
    Full,
}

impl Level {
    const ALL: [Level; 3] = [Level::Full, Level::Reduced, Level::LimitsOnly];

    /// Its name in reports and on command lines.
    pub fn name(self) -> &'static str {
        match self {
            Level::LimitsOnly => "limits-only",
            Level::Reduced => "reduced",
            Level::Full => "full",
        }
    }

    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// A line of the table.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The kind of problem it is judged in.
    pub group: String,
    /// The source's name without its ending.
    pub name: String,
    /// The ending.
    pub extension: String,
    /// The verdicts that are right at each level, in the order of the columns; none where it is not run.
    permitted: [Vec<String>; 3],
}

impl Entry {
    fn parse(line: &str) -> Entry {
        let columns: Vec<&str> = line.split_whitespace().collect();
        assert!(columns.len() > 4, "`{line}` has too few columns");
        let (group, file) = columns[0].split_once('/').expect("a program lies in a folder");
        let (name, extension) = file.rsplit_once('.').expect("a program has an ending");
        let verdicts = |column: &str| -> Vec<String> {
            column.split('|').filter(|verdict| *verdict != "-").map(str::to_owned).collect()
        };
        let permitted = [columns[1], columns[2], columns[3]].map(verdicts);
        Entry { group: group.to_owned(), name: name.to_owned(), extension: extension.to_owned(), permitted }
    }

    /// Its path in the corpus.
    pub fn file(&self) -> String {
        format!("{}/{}.{}", self.group, self.name, self.extension)
    }

    /// Its path in a problem folder. The tag makes its processes known by their names.
    pub fn path_in(&self, folder: &str, tag: &str) -> String {
        format!("{folder}{}_{tag}.{}", self.name, self.extension)
    }

    /// The verdicts that are right at a level; none if it is not run there.
    pub fn permitted(&self, level: Level) -> &[String] {
        let column = Level::ALL.iter().position(|one| *one == level).expect("every level has a column");
        &self.permitted[column]
    }

    /// Whether running out of time is right at a level.
    pub fn may_time_out(&self, level: Level) -> bool {
        self.permitted(level).iter().any(|verdict| verdict == "TLE")
    }

    /// The text, with what stands for places replaced.
    pub fn source(&self, places: &[(&str, String)]) -> String {
        let mut text = read(&self.file());
        for (key, place) in places {
            text = text.replace(&format!("@{key}@"), place);
        }
        text
    }
}

/// A file of the corpus.
pub fn read(file: &str) -> String {
    let path = here("hostile").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{} cannot be read: {error}", path.display()))
}

/// The system's own interpreter, if it has one: another may lie in a home that is closed to whoever runs programs.
pub fn python() -> Option<&'static str> {
    const PYTHON: &str = "/usr/bin/python3";
    Path::new(PYTHON).exists().then_some(PYTHON)
}

/// The table, which must name every program once.
pub fn table() -> Vec<Entry> {
    let text = read("expected.txt");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entries: Vec<Entry> = lines.map(Entry::parse).collect();
    let named: BTreeSet<String> = entries.iter().map(Entry::file).collect();
    assert_eq!(named.len(), entries.len(), "the table names a program twice");
    let there: BTreeSet<String> = ["single", "several", "file"].into_iter().flat_map(programs).collect();
    assert_eq!(there, named, "the table does not name the programs that are there");
    entries
}

fn programs(group: &str) -> Vec<String> {
    let listing = fs::read_dir(here("hostile").join(group)).expect("a folder of the corpus can be listed");
    let names = listing.map(|entry| entry.expect("it can be listed").file_name());
    names.map(|name| format!("{group}/{}", name.to_str().expect("plain names"))).collect()
}
