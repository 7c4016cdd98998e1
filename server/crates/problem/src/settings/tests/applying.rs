//! What the settings make of a problem.

use std::fmt::Write as _;

use checkers::Standard;
use expect_test::{Expect, expect};

use super::{parsed, settings_path, show};
use crate::{
    facts::{Register, RegisterCall, SourceFacts},
    finding::{Code, Finding},
    folder::{Folder, MemoryFolder},
    label::{Label, LabelWord},
    language::Language,
    model::{
        Checker, CheckerKind, Format, GenCall, GenCommand, InputSource, Limits, Problem, Program, ProgramIdx, Protocol,
        Role, Test, Validator,
    },
    path::RelPath,
    text::{Place, Range},
};

fn path(written: &str) -> RelPath {
    RelPath::parse(written).unwrap()
}

fn program(written: &str, role: Role, label: Option<LabelWord>) -> Program {
    let label = label.map(|word| Label::of(word, word.name()));
    Program { label, ..Program::of_file(path(written), role, Language::Cpp, "listed in problem.xml") }
}

/// A package with a validator, a checker, two solutions, and a script line that calls an unlisted generator.
fn package() -> (MemoryFolder, Problem) {
    let mut folder = MemoryFolder::new("p");
    let validator = RegisterCall { register: Register::Validator, n_args: 2, range: Range::default() };
    for file in ["files/chk.cpp", "files/old.cpp", "files/rnd.cpp", "files/val.cpp", "sols/a.cpp", "sols/b.cpp"] {
        folder.add(path(file), b"", None);
    }
    folder.add(path("files/val2.cpp"), b"", Some(SourceFacts { registers: vec![validator], ..SourceFacts::default() }));
    folder.add(path("lib/x.h"), b"", None);
    let line = Place { path: path("problem.xml"), range: Range::new(7, 0, 7, 5) };
    let call = GenCall { name: "rnd".to_owned(), program: None, args: vec!["5".to_owned()] };
    let problem = Problem {
        manifest: Some(path("problem.xml")),
        limits: Limits::assumed(),
        programs: vec![
            program("files/chk.cpp", Role::Checker, None),
            program("files/val.cpp", Role::Validator, None),
            program("sols/a.cpp", Role::Solution, Some(LabelWord::Accepted)),
            program("sols/b.cpp", Role::Solution, None),
        ]
        .into(),
        main: Some(2.into()),
        checker: Checker {
            kind: CheckerKind::Program { program: 0.into(), protocol: Protocol::Testlib },
            reason: String::new(),
        },
        validators: vec![Validator::of_stdin(1.into(), Protocol::Testlib)],
        commands: vec![GenCommand {
            text: "rnd 5".to_owned(),
            pipeline: vec![call],
            place: Some(line.clone()),
            rule: None,
            lists_tests: false,
        }]
        .into(),
        tests: vec![Test::new("1", InputSource::Stdout(0.into())), Test::new("12", InputSource::Stdout(0.into()))]
            .into(),
        include_dirs: vec![path("files")],
        defines: vec!["A=1".to_owned(), "B".to_owned()],
        constants: crate::constants::Constants::default(),
        findings: vec![
            Finding::at(Code::GeneratorUnknown, line, "there is no generator rnd"),
            Finding::of_file(Code::SolutionUnlabelled, &path("sols/b.cpp"), "no tag"),
            Finding::of_folder(Code::LimitsAssumed, "2 s and 256 MB are assumed"),
        ],
        ..Problem::new("p", Format::Polygon)
    };
    (folder, problem)
}

fn shown(problem: &Problem) -> String {
    let mut text = format!("{} {:?}\n", problem.name, problem.limits);
    let name = |idx: ProgramIdx| problem.programs[idx].path.as_str();
    for program in &problem.programs {
        write!(text, "{} {} ({})", program.path, program.role.name(), program.reason).unwrap();
        if let Some(label) = &program.label {
            write!(text, " {:?} {:?} {:?}", label.words, label.sets, label.scoped).unwrap();
        }
        text.push('\n');
    }
    let checker = match problem.checker.kind {
        CheckerKind::Program { program, protocol } => format!("{} {protocol:?}", name(program)),
        CheckerKind::Standard(standard) => standard.name().to_owned(),
        CheckerKind::KattisDefault(_) => "kattis".to_owned(),
        CheckerKind::Interactor => "interactor".to_owned(),
    };
    writeln!(text, "main {:?}, checker {checker}", problem.main.map(name)).unwrap();
    for validator in &problem.validators {
        writeln!(text, "validator {}, options {}", name(validator.program), validator.takes_options).unwrap();
    }
    for call in problem.commands.iter().flat_map(|command| &command.pipeline) {
        writeln!(text, "call {} of {:?}", call.name, call.program.map(name)).unwrap();
    }
    for test in &problem.tests {
        writeln!(text, "test {} in {:?}", test.id, test.group).unwrap();
    }
    writeln!(text, "{:?} {:?}", problem.include_dirs, problem.defines).unwrap();
    text + &show(&problem.findings)
}

fn check(settings: &str, expect: Expect) {
    let (settings, findings) = parsed(settings);
    assert_eq!(show(&findings), "");
    let (folder, mut problem) = package();
    settings.apply(&mut problem, &folder, &settings_path());
    let listed: Vec<&RelPath> = problem.programs.iter().map(|program| &program.path).collect();
    assert!(listed.is_sorted(), "programs stay in path order");
    expect.assert_eq(&shown(&problem));
}

#[test]
fn nothing_stated_changes_nothing() {
    check(
        "",
        expect![[r#"
            p Limits { time: Fixed(2000), memory_bytes: 268435456, output_bytes: 67108864, languages: {}, source: "assumed" }
            files/chk.cpp checker (listed in problem.xml)
            files/val.cpp validator (listed in problem.xml)
            sols/a.cpp solution (listed in problem.xml) ["accepted"] VerdictSets { permitted: {Ac}, required: {} } []
            sols/b.cpp solution (listed in problem.xml)
            main Some("sols/a.cpp"), checker files/chk.cpp Testlib
            validator files/val.cpp, options false
            call rnd of None
            test 1 in None
            test 12 in None
            ["files"] ["A=1", "B"]
            problem.xml 7:0-7:5 Error generator-unknown: there is no generator rnd
            sols/b.cpp 0:0-0:0 Information solution-unlabelled: no tag
            - Information limits-assumed: 2 s and 256 MB are assumed
        "#]],
    );
}

#[test]
fn plain_values() {
    let text = r#"
name = "sum"
checker = "ncmp"
defines = ["A=2", "C"]
include = ["lib"]
limits = { time_ms = 1000, memory_mb = 64 }
groups = { "*" = "all", "1" = "first" }
"#;
    check(
        text,
        expect![[r#"
            sum Limits { time: Fixed(1000), memory_bytes: 67108864, output_bytes: 67108864, languages: {}, source: "touchstone.toml" }
            files/chk.cpp checker (listed in problem.xml)
            files/val.cpp validator (listed in problem.xml)
            sols/a.cpp solution (listed in problem.xml) ["accepted"] VerdictSets { permitted: {Ac}, required: {} } []
            sols/b.cpp solution (listed in problem.xml)
            main Some("sols/a.cpp"), checker ncmp
            validator files/val.cpp, options false
            call rnd of None
            test 1 in Some("first")
            test 12 in Some("all")
            ["lib", "files"] ["B", "A=2", "C"]
            problem.xml 7:0-7:5 Error generator-unknown: there is no generator rnd
            sols/b.cpp 0:0-0:0 Information solution-unlabelled: no tag
        "#]],
    );
}

#[test]
fn half_of_the_limits() {
    check(
        "limits.time_ms = 500\n",
        expect![[r#"
            p Limits { time: Fixed(500), memory_bytes: 268435456, output_bytes: 67108864, languages: {}, source: "touchstone.toml" }
            files/chk.cpp checker (listed in problem.xml)
            files/val.cpp validator (listed in problem.xml)
            sols/a.cpp solution (listed in problem.xml) ["accepted"] VerdictSets { permitted: {Ac}, required: {} } []
            sols/b.cpp solution (listed in problem.xml)
            main Some("sols/a.cpp"), checker files/chk.cpp Testlib
            validator files/val.cpp, options false
            call rnd of None
            test 1 in None
            test 12 in None
            ["files"] ["A=1", "B"]
            problem.xml 7:0-7:5 Error generator-unknown: there is no generator rnd
            sols/b.cpp 0:0-0:0 Information solution-unlabelled: no tag
            touchstone.toml 0:0-0:0 Information limits-assumed: no memory limit is stated, so 256 MB is assumed
        "#]],
    );
}

#[test]
fn roles_of_listed_and_unlisted_programs() {
    let text = r#"
[roles]
"rnd.cpp" = "generator"
"old.cpp" = "checker"
"val2.cpp" = "validator"
"chk.cpp" = "ignore"
"#;
    check(
        text,
        expect![[r#"
            p Limits { time: Fixed(2000), memory_bytes: 268435456, output_bytes: 67108864, languages: {}, source: "assumed" }
            files/old.cpp checker (stated in touchstone.toml)
            files/rnd.cpp generator (stated in touchstone.toml)
            files/val.cpp validator (listed in problem.xml)
            files/val2.cpp validator (stated in touchstone.toml)
            sols/a.cpp solution (listed in problem.xml) ["accepted"] VerdictSets { permitted: {Ac}, required: {} } []
            sols/b.cpp solution (listed in problem.xml)
            main Some("sols/a.cpp"), checker files/old.cpp Testlib
            validator files/val.cpp, options false
            validator files/val2.cpp, options true
            call rnd of Some("files/rnd.cpp")
            test 1 in None
            test 12 in None
            ["files"] ["A=1", "B"]
            sols/b.cpp 0:0-0:0 Information solution-unlabelled: no tag
            - Information limits-assumed: 2 s and 256 MB are assumed
        "#]],
    );
}

#[test]
fn uses_end_with_the_role() {
    check(
        "[roles]\n\"chk.cpp\" = \"generator\"\n\"val.cpp\" = \"ignore\"\n\"a.cpp\" = \"ignore\"\n",
        expect![[r#"
            p Limits { time: Fixed(2000), memory_bytes: 268435456, output_bytes: 67108864, languages: {}, source: "assumed" }
            files/chk.cpp generator (stated in touchstone.toml)
            sols/b.cpp solution (listed in problem.xml)
            main None, checker wcmp
            call rnd of None
            test 1 in None
            test 12 in None
            ["files"] ["A=1", "B"]
            problem.xml 7:0-7:5 Error generator-unknown: there is no generator rnd
            sols/b.cpp 0:0-0:0 Information solution-unlabelled: no tag
            - Information limits-assumed: 2 s and 256 MB are assumed
            - Information no-main: no solution is accepted, so no answers can be made
        "#]],
    );
}

#[test]
fn main_and_labels() {
    let text = r#"
main = "sols/b.cpp"
[labels]
"sols/*" = "rejected"
"a.cpp" = { tests = { "1" = "accepted" } }
"b.cpp" = "ok"
"#;
    check(
        text,
        expect![[r#"
            p Limits { time: Fixed(2000), memory_bytes: 268435456, output_bytes: 67108864, languages: {}, source: "assumed" }
            files/chk.cpp checker (listed in problem.xml)
            files/val.cpp validator (listed in problem.xml)
            sols/a.cpp solution (listed in problem.xml) ["accepted"] VerdictSets { permitted: {Ac}, required: {} } [ScopedSets { tests: "1", by_group: false, sets: VerdictSets { permitted: {Ac}, required: {} } }]
            sols/b.cpp solution (listed in problem.xml) ["ok"] VerdictSets { permitted: {Ac}, required: {} } []
            main Some("sols/b.cpp"), checker files/chk.cpp Testlib
            validator files/val.cpp, options false
            call rnd of None
            test 1 in None
            test 12 in None
            ["files"] ["A=1", "B"]
            problem.xml 7:0-7:5 Error generator-unknown: there is no generator rnd
            - Information limits-assumed: 2 s and 256 MB are assumed
        "#]],
    );
    check(
        "main = \"sols/b.cpp\"\n",
        expect![[r#"
            p Limits { time: Fixed(2000), memory_bytes: 268435456, output_bytes: 67108864, languages: {}, source: "assumed" }
            files/chk.cpp checker (listed in problem.xml)
            files/val.cpp validator (listed in problem.xml)
            sols/a.cpp solution (listed in problem.xml) ["accepted"] VerdictSets { permitted: {Ac}, required: {} } []
            sols/b.cpp solution (listed in problem.xml) ["main"] VerdictSets { permitted: {Ac}, required: {} } []
            main Some("sols/b.cpp"), checker files/chk.cpp Testlib
            validator files/val.cpp, options false
            call rnd of None
            test 1 in None
            test 12 in None
            ["files"] ["A=1", "B"]
            problem.xml 7:0-7:5 Error generator-unknown: there is no generator rnd
            - Information limits-assumed: 2 s and 256 MB are assumed
        "#]],
    );
}

#[test]
fn what_names_nothing_is_said() {
    let text = r#"
main = "sol.cpp"
checker = "wcmpp"
include = ["no"]
script = "script.txt"
roles = { "no.cpp" = "generator", "sols" = "solution" }
labels = { "rnd.cpp" = "wa" }
groups = { "99" = "g" }
"#;
    check(
        text,
        expect![[r#"
            p Limits { time: Fixed(2000), memory_bytes: 268435456, output_bytes: 67108864, languages: {}, source: "assumed" }
            files/chk.cpp checker (listed in problem.xml)
            files/val.cpp validator (listed in problem.xml)
            sols/a.cpp solution (listed in problem.xml) ["accepted"] VerdictSets { permitted: {Ac}, required: {} } []
            sols/b.cpp solution (listed in problem.xml)
            main Some("sols/a.cpp"), checker files/chk.cpp Testlib
            validator files/val.cpp, options false
            call rnd of None
            test 1 in None
            test 12 in None
            ["no", "files"] ["A=1", "B"]
            problem.xml 7:0-7:5 Error generator-unknown: there is no generator rnd
            sols/b.cpp 0:0-0:0 Information solution-unlabelled: no tag
            - Information limits-assumed: 2 s and 256 MB are assumed
            touchstone.toml 2:10-2:17 Warning manifest-stale: there is no program wcmpp in the folder; did you mean the standard checker `wcmp`?
            touchstone.toml 6:11-6:20 Warning manifest-stale: no solution matches `rnd.cpp`
            touchstone.toml 1:7-1:16 Warning manifest-stale: there is no program sol.cpp in the folder
            touchstone.toml 7:11-7:15 Warning manifest-stale: no test matches `99`
            touchstone.toml 5:10-5:18 Warning manifest-stale: no file matches `no.cpp`
            touchstone.toml 3:11-3:15 Warning manifest-stale: there is no folder no with a file in it
            touchstone.toml 4:9-4:21 Warning manifest-stale: there is no file script.txt in the folder
        "#]],
    );
}

#[test]
fn a_stated_program_gets_its_protocol() {
    let (settings, _) = parsed("checker = \"files/old.cpp\"\n");
    let (mut folder, mut problem) = package();
    folder.add(path("files/old.cpp"), b"", Some(SourceFacts { exit_codes: vec![42, 43], ..SourceFacts::default() }));
    assert_eq!(folder.name(), "p");
    settings.apply(&mut problem, &folder, &settings_path());
    let program = problem.program_at(&path("files/old.cpp")).unwrap();
    assert_eq!(problem.checker.kind, CheckerKind::Program { program, protocol: Protocol::Kattis });
    assert_ne!(problem.checker.kind, CheckerKind::Standard(Standard::Wcmp));
}
