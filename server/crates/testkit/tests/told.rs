//! Findings of runs that no machine repeats, or that nobody wants to wait for: fixtures tell how the runs went.
//!
//! A fixture is a remark, the files of a folder, then `-- told --`: `command N: words` for a command that ran into its
//! limit, `cell SOLUTION N: borderline` for a run near the time limit, `unmeasured` for one on a machine too busy; all else goes well, and what is named `wa` is wrong.
//! Last comes `-- findings --`, as in the fixtures of the end-to-end tests.

#![expect(clippy::unwrap_used, reason = "a fixture that cannot be read fails the test")]

use std::{fmt::Write as _, fs};

use problem::{
    findings::{self, FindingContext},
    formats,
    model::{CommandIdx, Problem, ProgramIdx},
    path::RelPath,
    request::CheckRequest,
    settings::FolderSettings,
    state::{Cell, GeneratorRun, State, StateEvent},
    verdict::Verdict,
};
use testkit::{
    examples::here,
    fixture,
    world::{World, cell, live},
};

#[test]
fn each_fixture_gives_its_findings() {
    let mut n_fixtures = 0;
    for entry in fs::read_dir(here("fixtures/findings-told")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let (rest, expected) = text.split_once("-- findings --\n").unwrap();
        let (files, told) = rest.split_once("-- told --\n").unwrap();
        assert_eq!(found(files, told), expected, "{}", path.display());
        n_fixtures += 1;
    }
    assert!(n_fixtures > 0);
}

/// The findings of a folder, one a line.
fn found(files: &str, told: &str) -> String {
    let folder = fixture::folder("demo", files);
    let problem =
        formats::read(&folder, &FolderSettings::default(), &RelPath::root().with_file_name("touchstone.toml"));
    let request = CheckRequest::default();
    let state = lived(&problem, &request, told);
    let evidence =
        FindingContext { folder: &folder, problem: &problem, state: &state, request: &request, contents: &|_| None };
    let mut lines = String::new();
    for finding in findings::collect(&evidence) {
        let severity = format!("{:?}", finding.severity).to_lowercase();
        let place = finding
            .place
            .map_or_else(|| "(folder):1".to_owned(), |place| format!("{}:{}", place.path, place.range.start.line + 1));
        writeln!(lines, "{severity} {} {place}: {}", finding.code, finding.message).unwrap();
    }
    lines
}

/// What came of all jobs, with what is told laid over it.
fn lived(problem: &Problem, request: &CheckRequest, told: &str) -> State {
    let mut events = Vec::new();
    let mut failed = Vec::new();
    for line in told.lines() {
        let (subject, words) = line.split_once(": ").unwrap();
        let idx = subject.rsplit(' ').next().unwrap().parse::<usize>().unwrap() - 1;
        match subject.split(' ').collect::<Vec<_>>()[..] {
            ["command", _] => {
                let message = words.to_owned();
                let outcome = GeneratorRun::Failed { message, timed_out: true, lasting: true, failure: None };
                let command = CommandIdx::from(idx);
                events.push(StateEvent::Generated { command, outcome });
                failed.push(command);
            }
            ["cell", solution, _] => {
                let solution = problem.program_at(&RelPath::parse(solution).unwrap()).unwrap();
                let cell = match words {
                    "borderline" => Cell { borderline: true, ..cell(Verdict::Ac) },
                    "unmeasured" => Cell { unmeasured: true, ..cell(Verdict::Sk) },
                    _ => panic!("no cell is {words}"),
                };
                events.push(StateEvent::Cell { solution, test: idx.into(), cell });
            }
            _ => panic!("nothing can be told by {line}"),
        }
    }
    let judges = |solution: ProgramIdx, _| {
        let is_wrong = problem.programs[solution].path.file_name().starts_with("wa");
        if is_wrong { Verdict::Wa } else { Verdict::Ac }
    };
    let generates = |command: CommandIdx| !failed.contains(&command);
    let mut next = |_| 0;
    let world = &mut World {
        builds: &|_| true,
        generates: &generates,
        accepts: &|_| true,
        answers: &|_| true,
        judges: &judges,
        next: &mut next,
    };
    let (mut state, _) = live(problem, request, world);
    for event in events {
        state.apply(event);
    }
    state
}
