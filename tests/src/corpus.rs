//! The hostile corpus: its table of expectations, and problem folders made of its programs.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use crate::report::Report;
use testkit::examples::here;

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

    /// The level at which a folder was judged.
    pub fn of(report: &Report) -> Level {
        let name = report.0["problem"]["sandbox"]["level"].as_str().expect("a report has a level");
        let found = Level::ALL.into_iter().find(|level| level.name() == name);
        found.unwrap_or_else(|| panic!("{name} is no level"))
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

/// Settings of a problem with standard streams.
pub fn settings(time_ms: u64) -> String {
    format!(
        "[limits]\ntime_ms = {time_ms}\nmemory_mb = 256\noutput_mb = 8\n\n[labels]\n\"*.c\" = \"accepted\"\n\
         \"*.cpp\" = \"accepted\"\n"
    )
}

/// A solution that does its work, and some more of it, and writes to `output`.
pub fn bystander(number: usize, output: &str) -> String {
    format!(
        "#include <stdio.h>\n\nint main(void) {{\n    int n = 0;\n    if (scanf(\"%d\", &n) != 1) return 1;\n    \
         for (volatile int i = 0; i < 3000000 + {number}; i++) {{\n    }}\n    FILE *output = {output};\n    \
         fprintf(output, \"%d\\n\", n);\n}}\n"
    )
}

/// The manifest of a problem whose output is a file.
pub fn manifest(n_tests: usize, time_ms: u64, solutions: &[String]) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n<problem revision=\"1\" short-name=\"file\">\n\
         <judging input-file=\"\" output-file=\"out.txt\"><testset name=\"tests\">\n\
         <time-limit>{time_ms}</time-limit><memory-limit>268435456</memory-limit>\n",
    );
    let mut line = |line: String| writeln!(text, "{line}").expect("writing to a string does not fail");
    line(format!("<test-count>{n_tests}</test-count>"));
    line("<input-path-pattern>tests/%02d</input-path-pattern>".to_owned());
    line("<answer-path-pattern>tests/%02d.a</answer-path-pattern>\n<tests>".to_owned());
    (0..n_tests).for_each(|_| line("<test method=\"manual\"/>".to_owned()));
    line("</tests></testset></judging>\n<assets><checker name=\"std::wcmp.cpp\" type=\"testlib\"/>".to_owned());
    line("<solutions>".to_owned());
    for (idx, path) in solutions.iter().enumerate() {
        let tag = if idx == 0 { "main" } else { "accepted" };
        line(format!("<solution tag=\"{tag}\"><source path=\"{path}\" type=\"c.gcc\"/></solution>"));
    }
    line("</solutions></assets>\n</problem>".to_owned());
    text
}

/// Writes a file, in directories that are made as needed.
pub fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}
