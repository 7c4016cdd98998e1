//! Folders of formats that are known and not read: they are read as plain ones, and a finding says so.
//!
//! Invariant: a manifest alone is no proof where its name is a common one; then something beside it has to fit.

use crate::{
    finding::{Code, Finding},
    folder::Folder,
    path::RelPath,
};

/// A format that is not read.
struct Foreign {
    /// What people call it.
    name: &'static str,
    /// Its manifest.
    manifest: &'static str,
    /// Whether the rest of the folder is of it; `text` is the manifest's.
    fits: fn(folder: &dyn Folder, text: &str) -> bool,
}

const FORMATS: [Foreign; 6] = [
    Foreign { name: "Terry", manifest: "task.yaml", fits: |folder, _| has_below(folder, "managers") },
    Foreign { name: "Rime", manifest: "PROBLEM", fits: |folder, _| has_below(folder, "tests") },
    Foreign {
        name: "DMOJ",
        manifest: "init.yml",
        fits: |_, text| has_line(text, |line| line.starts_with("test_cases:")),
    },
    Foreign { name: "Luogu", manifest: "config.yml", fits: is_of_luogu },
    Foreign { name: "PPS", manifest: "config.json", fits: |folder, _| has(folder, "genscript") },
    Foreign { name: "Rake", manifest: "Rakefile", fits: |folder, _| has_below(folder, "tests") },
];

/// What there is to say of a folder that is read as a plain one.
pub(super) fn findings(folder: &dyn Folder) -> Vec<Finding> {
    let is_it = |format: &&Foreign| {
        let text = RelPath::parse(format.manifest).and_then(|path| folder.text(&path));
        text.is_some_and(|text| (format.fits)(folder, &text))
    };
    let Some((format, path)) =
        FORMATS.iter().find(is_it).and_then(|format| Some((format, RelPath::parse(format.manifest)?)))
    else {
        return Vec::new();
    };
    let message = format!(
        "this is a folder of {}, a format that is not read here, so it is read as a plain folder and what {path} says of \
         tests, solutions and limits is not known; state that in touchstone.toml, or export a Polygon or ICPC package",
        format.name
    );
    vec![Finding::of_file(Code::ToolMissing, &path, message)]
}

fn has(folder: &dyn Folder, path: &str) -> bool {
    RelPath::parse(path).is_some_and(|path| folder.has(&path))
}

fn has_below(folder: &dyn Folder, directory: &str) -> bool {
    RelPath::parse(directory).is_some_and(|directory| !folder.below(&directory).is_empty())
}

/// Limits and points of tests by the names of their inputs.
fn is_of_luogu(_folder: &dyn Folder, text: &str) -> bool {
    has_line(text, |line| line.trim_end().ends_with(".in:"))
        && has_line(text, |line| line.trim().starts_with("timeLimit:"))
}

fn has_line(text: &str, is_it: fn(&str) -> bool) -> bool {
    text.lines().any(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{folder::MemoryFolder, formats};

    fn said(files: &[(&str, &str)]) -> Vec<String> {
        let mut folder = MemoryFolder::new("p");
        for (path, text) in files {
            folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
        }
        let findings = formats::open(&folder).0.findings.into_iter();
        let findings = findings.filter(|finding| finding.message.starts_with("this is a folder of"));
        findings
            .map(|finding| {
                let name = finding.message.split(',').next().unwrap_or_default().to_owned();
                format!("{}: {name}", finding.place.unwrap().path)
            })
            .collect()
    }

    #[test]
    fn folders_of_formats_that_are_not_read() {
        for (files, expected) in [
            (&[("task.yaml", "name: a"), ("managers/generator.py", "")], "task.yaml: this is a folder of Terry"),
            (&[("PROBLEM", "problem(id='A')"), ("tests/TESTSET", "")], "PROBLEM: this is a folder of Rime"),
            (&[("init.yml", "test_cases:\n- {in: 1.in}\n"), ("1.in", "1")], "init.yml: this is a folder of DMOJ"),
            (&[("config.yml", "1.in:\n  timeLimit: 1\n"), ("1.in", "1")], "config.yml: this is a folder of Luogu"),
            (&[("config.json", "{}"), ("genscript", "gen 1")], "config.json: this is a folder of PPS"),
            (&[("Rakefile", "task :a"), ("tests/001.hand", "1")], "Rakefile: this is a folder of Rake"),
        ] {
            assert_eq!(said(files), [expected]);
        }
    }

    #[test]
    fn a_name_alone_is_no_proof() {
        for files in [
            &[("config.yml", "a: 1"), ("sol.cpp", "")][..],
            &[("init.yml", "a: 1"), ("config.json", "{}")],
            &[("Rakefile", "task :a"), ("sol.cpp", "")],
            &[("task.yaml", "a: 1"), ("gen/gen.cpp", "")],
            &[("PROBLEM", "a"), ("tests/TESTSET", ""), ("touchstone.toml", "format = \"plain\"\n")],
            &[("PROBLEM", "a"), ("tests/TESTSET", ""), ("problem.yaml", "name: a")],
        ] {
            assert_eq!(said(files), [""; 0], "{files:?}");
        }
    }
}
