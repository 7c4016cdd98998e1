//! Folders of formats that are known and have no reader of their own: they are read as plain ones, and a finding says so. Limits
//! and points of tests that stand in their manifests as data are laid over that.
//!
//! Invariant: a manifest alone is no proof where its name is a common one; then something beside it has to fit.

mod dmoj;
mod listed;
mod luogu;
mod rime;

use self::listed::Listed;
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::{plain::Hints, statement},
    model::{ByTest, Problem, Test, TimeLimit},
    path::RelPath,
    scoring::Scoring,
};

/// A format without a reader.
struct Format {
    /// What people call it.
    name: &'static str,
    /// Its manifest.
    manifest: &'static str,
    /// Whether the rest of the folder is of it; `text` is the manifest's.
    fits: fn(folder: &dyn Folder, text: &str) -> bool,
    /// What the manifest says of tests, where it is data: how it is read, what it is, and what is not known all the same.
    read: Option<(Read, [&'static str; 2])>,
}

/// Reads what a manifest says of tests.
type Read = fn(path: &RelPath, text: &str, findings: &mut Vec<Finding>) -> Listed;

impl Format {
    const fn unread(
        name: &'static str,
        manifest: &'static str,
        fits: fn(folder: &dyn Folder, text: &str) -> bool,
    ) -> Format {
        Format { name, manifest, fits, read: None }
    }
}

const RIME: &str = "Rime";
const PPS: &str = "PPS";
const PPS_MANIFEST: &str = "config.json";
/// Its test script.
const PPS_SCRIPT: &str = "genscript";

const FORMATS: [Format; 6] = [
    Format::unread("Terry", "task.yaml", |folder, _| has_below(folder, "managers")),
    Format::unread(RIME, rime::MANIFEST, |folder, text| rime::is_manifest(text) && has_below(folder, "tests")),
    Format {
        name: "DMOJ",
        manifest: "init.yml",
        fits: |_, text| has_line(text, |line| line.starts_with("test_cases:")),
        read: Some((dmoj::read, ["points of tests and batches", "its checker, generator and limits are"])),
    },
    Format {
        name: "Luogu",
        manifest: "config.yml",
        fits: is_of_luogu,
        read: Some((luogu::read, ["limits and points of tests", "what subtasks give together is"])),
    },
    Format::unread(PPS, PPS_MANIFEST, |folder, _| has(folder, PPS_SCRIPT)),
    Format::unread("Rake", "Rakefile", |folder, _| has_below(folder, "tests")),
];

/// Whether a directory of a tree is a folder of a format whose marks nothing else has: what lies in it is a part of it, also where
/// that could be a problem by itself.
pub(super) fn is_root(folder: &dyn Folder, directory: &RelPath) -> bool {
    let at = |name: &str| directory.join(name).filter(|path| folder.has(path));
    let text = |name: &str| at(name).and_then(|path| folder.text(&path));
    let has_tests = || directory.join("tests").is_some_and(|tests| !folder.below(&tests).is_empty());
    let is_pps = || at(PPS_MANIFEST).and_then(|_| at(PPS_SCRIPT)).is_some();
    is_pps() || has_tests() && text(rime::MANIFEST).is_some_and(|text| rime::is_manifest(&text))
}

/// A folder of such a format.
pub(super) struct Foreign {
    format: &'static Format,
    path: RelPath,
    /// The manifest's.
    text: String,
    listed: Option<Listed>,
    /// Of Rime, whose manifest states none: whether a statement states the memory limit.
    states_memory: bool,
    findings: Vec<Finding>,
}

impl Foreign {
    /// Which format a folder is of.
    pub(super) fn find(folder: &dyn Folder) -> Option<Foreign> {
        FORMATS.iter().find_map(|format| {
            let path = RelPath::parse(format.manifest)?;
            let text = folder.text(&path).filter(|text| (format.fits)(folder, text))?;
            let mut findings = Vec::new();
            let listed = format.read.map(|(read, _)| read(&path, &text, &mut findings));
            // What is wrong in a statement is said where the limits are read.
            let states_memory = format.name == RIME && statement::read(folder, &mut Vec::new()).memory_bytes.is_some();
            Some(Foreign { format, path, text, listed, states_memory, findings })
        })
    }

    /// Tells the reader of plain folders what the folder's own files say of its parts.
    pub(super) fn hint(&self, folder: &dyn Folder, hints: &mut Hints) {
        if self.format.name == RIME {
            rime::hint(folder, &self.text, hints);
        }
        if self.format.name == PPS {
            hints.script = hints.script.take().or_else(|| RelPath::parse(PPS_SCRIPT));
        }
    }

    /// Lays what the manifest says over what a plain folder's reader has found.
    pub(super) fn lay_over(&mut self, problem: &mut Problem) {
        if let Some(ms) = rime::time_ms(&self.text).filter(|_| self.format.name == RIME) {
            problem.limits.time = TimeLimit::Fixed(ms);
            problem.limits.source = self.path.to_string();
            problem.findings.retain(|finding| finding.code != Code::LimitsAssumed);
            if !self.states_memory {
                let message = format!("{} states no memory limit, so 256 MB is assumed", self.path);
                problem.findings.push(Finding::of_file(Code::LimitsAssumed, &self.path, message));
            }
        }
        if let Some(listed) = &self.listed {
            listed.lay_over(&self.path, problem, &mut self.findings);
        }
    }

    /// What tests give by the manifest; `None` where it says nothing of it.
    pub(super) fn scoring(&self, tests: &ByTest<Test>) -> Option<Scoring> {
        self.listed.as_ref()?.scoring(&self.path, tests)
    }

    /// What there is to say: of the format, and of what is wrong in the manifest.
    pub(super) fn findings(self) -> Vec<Finding> {
        let Foreign { format, path, listed, mut findings, .. } = self;
        let name = format.name;
        let message = match format.read.filter(|_| listed.is_some_and(|listed| !listed.entries.is_empty())) {
            Some((_, [known, unknown])) => format!(
                "this is a folder of {name}, read as a plain folder with {known} as {path} states them; {unknown} not known: \
                 state that in touchstone.toml, or export a Polygon or ICPC package"
            ),
            None if name == RIME => format!(
                "this is a folder of {name}, read as a plain folder with the parts, labels and the time limit that {path}, \
                 TESTSET and SOLUTION write out; nothing of them is run, so tests that generators make are not known: put them \
                 into tests/"
            ),
            None if name == PPS => format!(
                "this is a folder of {name}, read as a plain folder with {PPS_SCRIPT} as its script; what {path} says of limits, \
                 the checker and solutions is not known: state that in touchstone.toml. Lines that are the same make the same \
                 test here"
            ),
            None => format!(
                "this is a folder of {name}, a format that is not read here, so it is read as a plain folder and what {path} says \
                 of tests, solutions and limits is not known; state that in touchstone.toml, or export a Polygon or ICPC package"
            ),
        };
        findings.push(Finding::of_file(Code::ToolMissing, &path, message));
        findings
    }
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
    use expect_test::expect;

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

    /// Parts by what names them, the main solution by the reference, labels by the cases that a solution is to fail on.
    #[test]
    fn parts_of_rime() {
        let main = "int main() {}";
        let problem = opened(&[
            (
                "PROBLEM",
                "# -*- mode: python -*-\npid = 'A'\nproblem(\n  time_limit=1.5, id=pid,\n  reference_solution='right',\n)\n",
            ),
            (
                "tests/TESTSET",
                "cpp_generator(src='make_all.cc')\ncpp_validator('first.cc')\ncpp_judge(src='second.cc')\n",
            ),
            ("tests/make_all.cc", main),
            ("tests/first.cc", main),
            ("tests/second.cc", main),
            ("tests/00_small.in", "1"),
            ("right/SOLUTION", "cxx_solution(src='a.cc', flags=['-O2'])\n"),
            ("right/a.cc", main),
            ("also/SOLUTION", "other(src='c.py', challenge_cases=[])\nscript_solution('b.py')\n"),
            ("also/b.py", "print(1)\n"),
            ("bad/SOLUTION", "## Wrong.\ncxx_solution(src='c.cc', challenge_cases=['1*.in'])\n"),
            ("bad/c.cc", main),
            ("gone/SOLUTION", "cxx_solution(src='../../up.cc')\ncxx_solution(src=name)\n"),
        ]);
        assert_eq!(problem.limits.time.fixed_ms(), Some(1500));
        let programs = problem.programs.iter().map(|program| {
            let label = program.label.as_ref().map(|label| {
                let place = label.place.as_ref().map(|place| format!("{}:{}", place.path, place.range.start.line));
                format!(" {:?} at {}", label.sets.pool(), place.unwrap_or_default())
            });
            format!("{} {:?}{}\n", program.path, program.role, label.unwrap_or_default())
        });
        let main = problem.main.map(|main| problem.programs[main].path.to_string());
        expect![[r#"
            also/b.py Solution Some(Correct) at also/SOLUTION:1
            bad/c.cc Solution Some(Wrong) at bad/SOLUTION:1
            right/a.cc Solution Some(Correct) at right/SOLUTION:0
            tests/first.cc Validator
            tests/make_all.cc Generator
            tests/second.cc Checker
        "#]]
        .assert_eq(&programs.collect::<String>());
        assert_eq!(main.as_deref(), Some("right/a.cc"));
    }

    /// The script is known by its name alone, also where a line calls nothing.
    #[test]
    fn script_of_pps() {
        let problem = opened(&[
            ("config.json", "{}"),
            ("genscript", "make 1\nmake 2\nmaek 3\n"),
            ("generator/make.cpp", "#include \"testlib.h\"\nint main(int c, char** v) { registerGen(c, v, 1); }\n"),
        ]);
        let ids: Vec<&str> = problem.tests.iter().map(|test| test.id.as_str()).collect();
        assert_eq!(ids, ["1", "2", "3"]);
        assert_eq!(problem.commands.iter().filter(|command| command.pipeline[0].program.is_some()).count(), 2);
    }

    /// What lies in a folder of these formats is no problem of its own.
    #[test]
    fn a_folder_whose_parts_look_like_problems() {
        let mut tree = MemoryFolder::new("tree");
        for (path, text) in [
            ("sum/PROBLEM", "problem(id='A')\n"),
            ("sum/tests/TESTSET", ""),
            ("sum/tests/1.in", ""),
            ("sum/tests/1.out", ""),
            ("sum/tests/validator.cc", "#include \"testlib.h\"\nint main() { registerValidation(); }\n"),
            ("other/PROBLEM", "none"),
            ("other/tests/notes.txt", ""),
        ] {
            tree.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
        }
        let found: Vec<String> = formats::discover(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["sum"]);
    }

    fn opened(files: &[(&str, &str)]) -> Problem {
        let mut folder = MemoryFolder::new("p");
        for (path, text) in files {
            folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
        }
        formats::open(&folder).0
    }

    /// Each test with its group, points and limits, each group with what it gives and after which, and findings in the manifest.
    fn print(problem: &Problem, manifest: &str) -> String {
        let tests = problem.tests.iter().map(|test| {
            let (group, limits) = (test.group.as_deref().unwrap_or("-"), test.limits);
            format!("{} in {group}: {:?} {:?} {:?}", test.id, test.points, limits.time_ms, limits.memory_bytes)
        });
        let groups = problem.scoring.iter().flat_map(|scoring| {
            scoring.groups.iter().enumerate().map(|(idx, group)| {
                let tests = scoring.tests_of(idx).into_iter().map(|test| problem.tests[test].id.as_str());
                let tests = tests.collect::<Vec<_>>().join(" ");
                format!("group `{}` {:?} after {:?}: {tests}", group.name, group.max_score, group.dependencies)
            })
        });
        let findings = problem.findings.iter().filter(|finding| !finding.message.starts_with("this is a folder of"));
        let findings = findings.filter(|finding| finding.place.as_ref().is_some_and(|at| at.path.as_str() == manifest));
        let findings = findings.map(|finding| format!("{}: {}", finding.code, finding.message));
        tests.chain(groups).chain(findings).collect::<Vec<_>>().join("\n") + "\n"
    }

    const PAIRS: [(&str, &str); 9] = [
        ("1.in", ""),
        ("1.out", ""),
        ("2.in", ""),
        ("2.out", ""),
        ("3.in", ""),
        ("3.out", ""),
        ("4.in", ""),
        ("4.out", ""),
        ("std.cpp", "int main() {}"),
    ];

    /// Two batches, of which the second needs the first, and a test alone; one that is not there, and one that is not named.
    #[test]
    fn points_and_batches_of_dmoj() {
        let list = "points: 7\ntest_cases:\n- {in: 1.in, out: 1.out}\n- batched:\n  - {in: 2.in, out: 2.out}\n  points: 30\n- batched:\n  - {in: 3.in}\n  - {in: gone.in}\n  dependencies: [1, 2]\n  points: 50\n";
        let problem = opened(&[&PAIRS[..], &[("init.yml", list)]].concat());
        expect![[r#"
            1 in -: Some(7.0) None None
            2 in 1: None None None
            3 in 2: None None None
            4 in -: None None None
            group `` Some(87.0) after []: 1 2 3
            group `1` Some(30.0) after []: 2
            group `2` Some(50.0) after [1]: 3
            manifest-broken: there is no batch 2 before this one to depend on; correct the number
            manifest-stale: there is no test with the input `gone.in`, so what is said of it changes nothing; add the file, or correct the name
            manifest-stale: init.yml does not name 4.in, so it gives no points; name it there, or remove it
        "#]]
        .assert_eq(&print(&problem, "init.yml"));
        let pattern = "test_cases:\n  input_format: x\n";
        let problem = opened(&[&PAIRS[..], &[("init.yml", pattern)]].concat());
        assert!(problem.scoring.is_none() && print(&problem, "init.yml").contains("found by a pattern"));
    }

    /// The greatest limits are the problem's; several subtasks are groups without points.
    #[test]
    fn limits_and_points_of_luogu() {
        let entry = |name: &str, ms: u32, subtask: u32| {
            format!("{name}.in:\n  timeLimit: {ms}\n  memoryLimit: 65536\n  score: 25\n  subtaskId: {subtask}\n")
        };
        let one = [entry("1", 1000, 0), entry("2", 3000, 0), entry("3", 1000, 0), entry("4", 1000, 0)].concat();
        let problem = opened(&[&PAIRS[..], &[("config.yml", &one)]].concat());
        assert_eq!((problem.limits.time.fixed_ms(), problem.limits.memory_bytes), (Some(3000), 64 << 20));
        assert!(problem.findings.iter().all(|finding| finding.code != Code::LimitsAssumed));
        expect![[r#"
            1 in -: Some(25.0) Some(1000) None
            2 in -: Some(25.0) None None
            3 in -: Some(25.0) Some(1000) None
            4 in -: Some(25.0) Some(1000) None
            group `` Some(100.0) after []: 1 2 3 4
        "#]]
        .assert_eq(&print(&problem, "config.yml"));
        let two = [entry("1", 1000, 0), entry("2", 1000, 0), entry("3", 1000, 1), entry("4", 1000, 1)].concat();
        let problem = opened(&[&PAIRS[..], &[("config.yml", &two)]].concat());
        expect![[r#"
            1 in 0: None None None
            2 in 0: None None None
            3 in 1: None None None
            4 in 1: None None None
            group `` None after []: 1 2 3 4
            group `0` None after []: 1 2
            group `1` None after []: 3 4
        "#]]
        .assert_eq(&print(&problem, "config.yml"));
    }

    /// Settings of the folder go before the manifest's limits.
    #[test]
    fn settings_go_first() {
        let list = "1.in:\n  timeLimit: 1000\n  memoryLimit: 1024\n2.in:\n  timeLimit: 2000\n  memoryLimit: 2048\n";
        let files = [("config.yml", list), ("touchstone.toml", "[limits]\ntime_ms = 5000\n")];
        let problem = opened(&[&PAIRS[..], &files].concat());
        assert_eq!((problem.limits.time.fixed_ms(), problem.limits.memory_bytes), (Some(5000), 2 << 20));
        let own = problem.tests.iter().map(|test| (test.limits.time_ms, test.limits.memory_bytes));
        assert_eq!(own.take(2).collect::<Vec<_>>(), [(None, Some(1 << 20)), (None, None)]);
    }

    /// Twenty inputs of one name, all of which count; a sample does not stand for a test of the same name.
    #[test]
    fn names_that_many_inputs_have() {
        let inputs: Vec<String> = (1..=20).map(|test| format!("tests/{test}/in")).collect();
        let list: String = inputs.iter().map(|input| format!("- {{in: {input}, points: 5}}\n")).collect();
        let list = format!("test_cases:\n{list}");
        let answers: Vec<String> = (1..=20).map(|test| format!("tests/{test}/out")).collect();
        let mut files: Vec<(&str, &str)> = inputs.iter().chain(&answers).map(|path| (path.as_str(), "")).collect();
        files.push(("init.yml", &list));
        let problem = opened(&files);
        assert_eq!(problem.scoring.as_ref().and_then(|scoring| scoring.groups[0].max_score), Some(100.0));
        assert_eq!(problem.tests.iter().filter(|test| test.points == Some(5.0)).count(), 20);
        let both = [("samples/1.in", ""), ("samples/1.out", ""), ("1.in", ""), ("1.out", "")];
        let points = |files: &[(&str, &str)]| {
            let list = [("init.yml", "test_cases:\n- {in: 1.in, points: 40}\n")];
            let problem = opened(&[files, &list].concat());
            let input =
                |test: &Test| matches!(&test.input, crate::model::InputSource::File(path) if path.parent().is_root());
            problem.tests.iter().filter(|test| test.points.is_some()).map(input).collect::<Vec<_>>()
        };
        assert_eq!(points(&both), [true]);
        assert!(points(&both[..2]).is_empty());
        let several = [("tests/a/1.in", ""), ("tests/a/1.out", ""), ("tests/b/1.in", ""), ("tests/b/1.out", "")];
        assert!(points(&several).is_empty(), "either may be meant");
        assert_eq!(points(&several[..2]), [false]);
    }

    /// A test is there once in the whole and in each batch; a list without tests takes nothing away; limits alone are no points.
    #[test]
    fn what_is_not_said_changes_nothing() {
        let twice = "test_cases:\n- {in: 1.in, points: 10}\n- {in: 1.in, points: 20}\n";
        let problem = opened(&[&PAIRS[..4], &[("init.yml", twice)]].concat());
        expect![[r#"
            1 in -: Some(10.0) None None
            2 in -: None None None
            group `` Some(10.0) after []: 1
            manifest-stale: the list has the input `1.in` more than once, and only the first time counts; remove the others
            manifest-stale: init.yml does not name 2.in, so it gives no points; name it there, or remove it
        "#]]
        .assert_eq(&print(&problem, "init.yml"));
        let grouped = [
            ("tests/subtask1/1.in", ""),
            ("tests/subtask1/1.out", ""),
            ("tests/subtask2/1.in", ""),
            ("tests/subtask2/1.out", ""),
        ];
        let groups = |manifest: (&str, &str)| {
            let problem = opened(&[&grouped[..], &[manifest]].concat());
            let said = problem.findings.iter().filter(|finding| finding.message.contains("no points"));
            (problem.tests.iter().map(|test| test.group.clone()).collect::<Vec<_>>(), said.count())
        };
        let by_names = groups(("other.txt", "")).0;
        assert!(by_names.iter().all(Option::is_some));
        for manifest in [
            ("init.yml", "test_cases: []\n"),
            ("init.yml", "test_cases:\n  input_format: x\n"),
            ("config.yml", "tests/subtask1/1.in:\n  timeLimit: 1000\n"),
        ] {
            assert_eq!(groups(manifest), (by_names.clone(), 0), "{manifest:?}");
        }
    }

    /// Where others give points, a test without any gives none; what nobody can reckon with is bounded.
    #[test]
    fn points_of_some_tests_only() {
        let list = "1.in:\n  timeLimit: 1e300\n  memoryLimit: 0.0005\n  score: 50\n2.in:\n  score: 1e308\n3.in:\n  timeLimit: 1000\n";
        let problem = opened(&[&PAIRS[..6], &[("config.yml", list)]].concat());
        expect![[r#"
            1 in -: Some(50.0) None None
            2 in -: Some(1000000000000000.0) None None
            3 in -: Some(0.0) Some(1000) None
            group `` Some(1000000000000050.0) after []: 1 2 3
        "#]]
        .assert_eq(&print(&problem, "config.yml"));
        assert_eq!((problem.limits.time.fixed_ms(), problem.limits.memory_bytes), (Some(1_000_000_000_000_000), 1));
    }
}
