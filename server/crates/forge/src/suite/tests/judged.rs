//! The matrix of a problem that was judged, in a world in which every run ends as the test says.

use problem::{
    formats,
    model::{Problem, ProgramIdx, TestIdx},
    path::RelPath,
    request::CheckRequest,
    settings::FolderSettings,
    state::State,
    verdict::Verdict::{self, Ac, Rte, Tle, Wa},
};
use testkit::{
    fixture,
    world::{World, live},
};

use super::{super::clean::useless, *};

/// A sample, two further tests, and solutions called by their labels.
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
        <test method="manual"/>
        <test method="manual"/>
      </tests>
    </testset>
  </judging>
  <assets>
    <checker name="std::wcmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
    <solutions>
      <solution tag="main"><source path="main.cpp" type="cpp.g++17"/></solution>
      <solution tag="accepted"><source path="right.cpp" type="cpp.g++17"/></solution>
      <solution tag="accepted"><source path="right_not.cpp" type="cpp.g++17"/></solution>
      <solution tag="wrong-answer"><source path="wrong.cpp" type="cpp.g++17"/></solution>
      <solution tag="rejected"><source path="wrong_crash.cpp" type="cpp.g++17"/></solution>
      <solution tag="rejected"><source path="wrong_text.cpp" type="cpp.g++17"/></solution>
    </solutions>
  </assets>
</problem>
-- main.cpp --
int main() {}
-- right.cpp --
int main() {}
-- right_not.cpp --
int main() {}
-- wrong.cpp --
int main() {}
-- wrong_crash.cpp --
int main() {}
-- wrong_text.cpp --
int main() {
-- tests/01 --
1
-- tests/02 --
2
-- tests/03 --
3
"#;

/// What each gets on the sample and on the two tests behind it; the last one does not compile.
const VERDICTS: [(&str, [Verdict; 3]); 5] = [
    ("main.cpp", [Ac, Ac, Ac]),
    ("right.cpp", [Ac, Ac, Tle]),
    ("right_not.cpp", [Wa, Ac, Ac]),
    ("wrong.cpp", [Wa, Ac, Ac]),
    ("wrong_crash.cpp", [Rte, Ac, Ac]),
];

fn judged() -> (Problem, State) {
    let folder = fixture::folder("demo", PACKAGE);
    let settings = RelPath::root().with_file_name("touchstone.toml");
    let problem = formats::read(&folder, &FolderSettings::default(), &settings);
    let name = |program: ProgramIdx| problem.programs[program].path.as_str().to_owned();
    let verdict = |program: ProgramIdx, test: TestIdx| {
        VERDICTS
            .iter()
            .find(|(known, _)| *known == name(program))
            .map_or(Ac, |(_, verdicts)| verdicts[usize::from(test)])
    };
    let mut world = World {
        accepts: &|_| true,
        builds: &|program| name(program) != "wrong_text.cpp",
        generates: &|_| true,
        answers: &|_| true,
        judges: &verdict,
        next: &mut |_| 0,
    };
    let (state, _) = live(&problem, &CheckRequest::default(), &mut world);
    (problem, state)
}

#[test]
fn cco_11_evc_3_every_solution_that_runs_meets_every_test() {
    let (problem, state) = judged();
    let matrix = PassMatrix::of(&problem, &state);
    assert_eq!(matrix.tests.iter().map(|test| test.is_sample).collect::<Vec<_>>(), [true, false, false]);
    let rows: Vec<(&str, Vec<Option<bool>>)> =
        matrix.solutions.iter().enumerate().map(|(row, one)| (one.name.as_str(), matrix.row(row))).collect();
    let expected: Vec<(&str, Vec<Option<bool>>)> = VERDICTS
        .iter()
        .map(|(name, verdicts)| (*name, verdicts.iter().map(|verdict| Some(*verdict == Ac)).collect()))
        .collect();
    assert_eq!(rows, expected);
}

#[test]
fn cco_4_solutions_that_say_nothing_are_left_out() {
    let (problem, state) = judged();
    let found = useless(&problem, &state);
    let sample = &problem.tests[TestIdx::from(0)].id;
    let named: Vec<(&str, &str)> =
        found.iter().map(|(program, why)| (problem.programs[*program].path.as_str(), why.as_str())).collect();
    // A wrong one only has to run; a right one has to pass.
    let (wrong, crash) = (format!("it gets WA on sample {sample}"), format!("it gets RTE on sample {sample}"));
    let expected: [(&str, &str); 3] =
        [("right_not.cpp", &wrong), ("wrong_crash.cpp", &crash), ("wrong_text.cpp", "it does not compile")];
    assert_eq!(named, expected);
    let programs: Vec<ProgramIdx> = found.into_iter().map(|(program, _)| program).collect();
    let left = quality(&PassMatrix::of(&problem, &state).without(&programs));
    // Of the right ones the main one passes all and the other does not; the wrong one that is left fails.
    assert!(close(left.tpr, 0.5) && close(left.tnr, 1.0), "{left:?}");
}
