//! The plan, lived through: every order of events leads to the same end, and nothing is done twice.

use problem::{
    formats,
    model::{ByCommand, ByProgram, ByTest, CommandIdx, Problem, ProgramIdx, TestIdx, TimeLimit},
    path::RelPath,
    plan::Job,
    request::{CheckRequest, Until, glob},
    settings::FolderSettings,
    verdict::Verdict,
};
use proptest::prelude::*;
use testkit::{
    fixture,
    world::{World, live},
};

/// A Polygon package with a generator, a validator, three solutions and three tests.
const PACKAGE: &str = r#"
-- problem.xml --
<problem short-name="demo">
  <judging>
    <testset name="tests">
      <time-limit>1000</time-limit>
      <memory-limit>268435456</memory-limit>
      <input-path-pattern>tests/%02d</input-path-pattern>
      <answer-path-pattern>tests/%02d.a</answer-path-pattern>
      <tests>
        <test method="manual" sample="true"/>
        <test cmd="gen 1" method="generated"/>
        <test cmd="gen 2" method="generated"/>
      </tests>
    </testset>
  </judging>
  <files><executables>
    <executable><source path="files/gen.cpp" type="cpp.g++17"/></executable>
    <executable><source path="files/val.cpp" type="cpp.g++17"/></executable>
  </executables></files>
  <assets>
    <checker name="std::wcmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
    <validators><validator><source path="files/val.cpp" type="cpp.g++17"/></validator></validators>
    <solutions>
      <solution tag="main"><source path="solutions/a.cpp" type="cpp.g++17"/></solution>
      <solution tag="accepted"><source path="solutions/b.cpp" type="cpp.g++17"/></solution>
      <solution tag="wrong-answer"><source path="solutions/c.cpp" type="cpp.g++17"/></solution>
    </solutions>
  </assets>
</problem>
-- files/gen.cpp --
int main(int argc, char** argv) { registerGen(argc, argv, 1); }
-- files/val.cpp --
int main(int argc, char** argv) { registerValidation(argc, argv); }
-- solutions/a.cpp --
int main() {}
-- solutions/b.cpp --
int main() {}
-- solutions/c.cpp --
int main() {}
-- tests/01 --
1
"#;

fn package() -> Problem {
    let folder = fixture::folder("demo", PACKAGE);
    formats::read(&folder, &FolderSettings::default(), &RelPath::root().with_file_name("touchstone.toml"))
}

fn kinds(jobs: &[Job]) -> [usize; 7] {
    let count = |wanted: fn(&Job) -> bool| jobs.iter().filter(|job| wanted(job)).count();
    [
        count(|job| matches!(job, Job::Build(_))),
        count(|job| matches!(job, Job::Generate(_))),
        count(|job| matches!(job, Job::Input(_))),
        count(|job| matches!(job, Job::Validate { .. })),
        count(|job| matches!(job, Job::Answer(_))),
        count(|job| matches!(job, Job::CheckAnswer(_))),
        count(|job| matches!(job, Job::Cell { .. })),
    ]
}

fn all_well<'a>(next: &'a mut dyn FnMut(usize) -> usize) -> World<'a> {
    World {
        builds: &|_| true,
        generates: &|_| true,
        accepts: &|_| true,
        answers: &|_| true,
        judges: &|_, _| Verdict::Ac,
        next,
    }
}

#[test]
fn everything_is_done_once() {
    let problem = package();
    let mut next = |_| 0;
    let (state, done) = live(&problem, &CheckRequest::default(), &mut all_well(&mut next));
    assert_eq!(kinds(&done), [5, 2, 3, 3, 3, 3, 9]);
    assert!(problem.solutions().all(|(idx, _)| state.cells[idx].iter().all(Option::is_some)));
}

#[test]
fn only_what_is_asked_for() {
    let problem = package();
    let request = CheckRequest { until: Until::Inputs, ..CheckRequest::default() };
    let (_, done) = live(&problem, &request, &mut all_well(&mut |_| 0));
    assert_eq!(kinds(&done), [1, 2, 3, 0, 0, 0, 0]);
    let request = CheckRequest {
        solutions: vec![glob("c.cpp").unwrap()],
        tests: vec![glob("3").unwrap()],
        ..CheckRequest::default()
    };
    let (_, done) = live(&problem, &request, &mut all_well(&mut |_| 0));
    assert_eq!(kinds(&done), [4, 1, 1, 1, 1, 1, 1], "one cell, and the main solution for its answer");
}

#[test]
fn what_is_not_valid_goes_no_further_where_that_is_asked_for() {
    let problem = package();
    let request = CheckRequest { only_valid: true, ..CheckRequest::default() };
    let mut next = |_| 0;
    let mut world = World { accepts: &|test| test != 1.into(), ..all_well(&mut next) };
    let (state, done) = live(&problem, &request, &mut world);
    // One of three tests has neither an answer nor cells.
    assert_eq!(kinds(&done), [5, 2, 3, 3, 2, 2, 6]);
    assert!(state.tests[problem::model::TestIdx::from(1)].answer.is_none());
    // A limit that follows from runs waits for no run on it.
    let mut problem = problem;
    problem.limits.time = TimeLimit::FromRuns { multiplier: 2.0, resolution_ms: 1, safety_margin: 1.5 };
    let mut next = |_| 0;
    let mut world = World { accepts: &|test| test != 1.into(), ..all_well(&mut next) };
    let (state, done) = live(&problem, &request, &mut world);
    assert!(state.time_limit_ms.is_some());
    assert_eq!(kinds(&done), [5, 2, 3, 3, 2, 2, 6]);
}

#[test]
fn a_failed_answer_leaves_only_the_main_solutions_cell() {
    let problem = package();
    let mut next = |_| 0;
    let mut world = World { answers: &|test| test != 1.into(), ..all_well(&mut next) };
    let (state, _) = live(&problem, &CheckRequest::default(), &mut world);
    let run = |test: usize| problem.solutions().filter(|(idx, _)| state.cell(*idx, test.into()).is_some()).count();
    assert_eq!([run(0), run(1), run(2)], [3, 1, 3]);
}

#[test]
fn a_broken_generator_stops_only_its_tests() {
    let problem = package();
    let generator = problem.generators_by_name()["gen"];
    let builds = move |program: ProgramIdx| program != generator;
    let mut next = |_| 0;
    let (state, done) = live(&problem, &CheckRequest::default(), &mut World { builds: &builds, ..all_well(&mut next) });
    assert_eq!(kinds(&done), [5, 0, 3, 1, 1, 1, 3]);
    assert_eq!(state.tests[TestIdx::from(1)].input, Some(None));
}

#[test]
fn htg_19_fail_fast_leaves_out_the_rest() {
    let problem = package();
    let wrong = problem.program_at(&RelPath::parse("solutions/c.cpp").unwrap()).unwrap();
    let judges = move |solution: ProgramIdx, _| if solution == wrong { Verdict::Wa } else { Verdict::Ac };
    let request = CheckRequest { fail_fast: true, ..CheckRequest::default() };
    let mut next = |_| 0;
    let (state, _) = live(&problem, &request, &mut World { judges: &judges, ..all_well(&mut next) });
    assert_eq!(state.cells[wrong].iter().flatten().count(), 1);
}

/// A package whose rules make tests of the validators, and name who makes an answer.
const RULED: &str = r#"
-- problem.yaml --
problem_format_version: 2025-09
name: demo
limits: {time_limit: 1}
-- generators/gen.py --
print(1)
-- generators/generators.yaml --
solution: /submissions/accepted/a.py
data:
  secret:
    data:
      one: {in: '1'}
      two: {in: '2', solution: /submissions/accepted/b.py}
      none: {in: '3', solution: }
  invalid_input: {data: {made: gen.py 1}}
  invalid_output: {data: {made: gen.py 2}}
-- submissions/accepted/a.py --
-- submissions/accepted/b.py --
-- submissions/wrong_answer/c.py --
"#;

#[test]
fn tests_of_validators_wait_for_commands_and_answers_for_whom_rules_name() {
    let problem = formats::open(&fixture::folder("demo", RULED)).0;
    let at = |name: &str| problem.program_at(&RelPath::parse(&format!("submissions/{name}")).unwrap()).unwrap();
    let seed = std::cell::Cell::new(7_usize);
    // Jobs end in an order of no meaning, which each start changes.
    for start in 0..20 {
        seed.set(start);
        let mut next = |n: usize| {
            seed.set(seed.get().wrapping_mul(31).wrapping_add(17));
            seed.get() / 7 % n
        };
        let builds = |program: ProgramIdx| program != at("accepted/b.py");
        let mut world = World { builds: &builds, ..all_well(&mut next) };
        let (state, done) = live(&problem, &CheckRequest::default(), &mut world);
        let place = |job: &Job| done.iter().position(|one| one == job);
        // BAPCtools puts invalid outputs before invalid inputs.
        assert!(place(&Job::Generate(0.into())) < place(&Job::CheckerTest(0)), "{done:?}");
        assert!(place(&Job::Generate(1.into())) < place(&Job::ValidatorTest(0)), "{done:?}");
        let answered: Vec<bool> = state.tests.iter().map(|test| test.answer.is_some()).collect();
        let ids: Vec<&str> = problem.tests.iter().map(|test| test.id.as_str()).collect();
        assert_eq!((ids, answered), (vec!["secret/none", "secret/one", "secret/two"], vec![false, true, false]));
        let request = CheckRequest { solutions: vec![glob("*c.py").unwrap()], ..CheckRequest::default() };
        let (_, done) = live(&problem, &request, &mut all_well(&mut next));
        assert!(done.contains(&Job::Build(at("accepted/b.py"))), "it makes an answer");
    }
}

proptest! {
    /// Whatever fails, and in whatever order jobs end, the plan comes to an end and the end is the same.
    #[test]
    fn the_order_does_not_matter(
        order in proptest::collection::vec(0_usize..1000, 1..60),
        broken in proptest::collection::vec(any::<bool>(), 5),
        unanswered in proptest::collection::vec(any::<bool>(), 3),
        failing in proptest::collection::vec(any::<bool>(), 2),
    ) {
        let problem = package();
        let (broken, unanswered, failing) = (ByProgram::from(broken), ByTest::from(unanswered), ByCommand::from(failing));
        let (builds, answers) = (|program: ProgramIdx| !broken[program], |test: TestIdx| !unanswered[test]);
        let generates = |command: CommandIdx| !failing[command];
        let judges = |_, _| Verdict::Ac;
        let mut first = |_| 0;
        let mut in_order =
            World { builds: &builds, generates: &generates, accepts: &|_| true, answers: &answers, judges: &judges, next: &mut first };
        let (expected, _) = live(&problem, &CheckRequest::default(), &mut in_order);
        let mut at = 0;
        let mut shuffled = |_| {
            at += 1;
            order[at % order.len()]
        };
        let mut world =
            World { builds: &builds, generates: &generates, accepts: &|_| true, answers: &answers, judges: &judges, next: &mut shuffled };
        let (state, _) = live(&problem, &CheckRequest::default(), &mut world);
        prop_assert_eq!(state, expected);
    }
}
