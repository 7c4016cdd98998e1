//! Lists of tests: outline, folding and lenses know sections, tests without a program, and the texts of tests.

use expect_test::{Expect, expect};

use super::scene::Scene;
use crate::{fold::folds, lens::lenses, navigate::symbols};

pub(super) const RBX: &str = r#"
-- problem.rbx.yml --
name: calm
timeLimit: 1000
memoryLimit: 256
generators:
  - path: gen.cpp
    name: gen
testcases:
  - name: small
    generatorScript:
      path: plan.txt
  - name: large
    generatorScript:
      path: plan.txt
-- gen.cpp --
int main() {}
-- one.in --
1
-- plan.txt --
# All tests.
@testgroup small {
    gen 1
    @copy one.in
    @input {
        gen 5
    }
}

@testgroup large {
    gen 2
    @input """
    7
    """
}
"#;

pub(super) const TPS: &str = r#"
-- problem.json --
{ "name": "calm", "type": "Batch", "time_limit": 1, "memory_limit": 256 }
-- subtasks.json --
{ "subtasks": { "small": { "index": 1, "score": 40 }, "all": { "index": 2, "score": 60 } } }
-- solutions.json --
{}
-- gen/gen.cpp --
int main() {}
-- gen/manual/1.in --
1
-- gen/data --
@subtask small
manual 1.in
gen 1

# The rest.
@subtask all
@include small
gen 2
"#;

fn check(folder: &str, path: &str, expected: Expect) {
    let scene = Scene::new(folder);
    let outline = scene.open(path, symbols).into_iter().map(|one| {
        let lines = (one.range.start.line + 1, one.range.end.line + 1);
        format!("{} to {}: {:?} {} | {}\n", lines.0, lines.1, one.kind, one.name, one.detail)
    });
    let folded = scene.open(path, folds).unwrap_or_default();
    let folded = folded.iter().map(|fold| format!("{}-{} ", fold.head + 1, fold.last + 1)).collect::<String>();
    let shown = scene.open(path, lenses).into_iter().filter(|lens| !lens.title.starts_with(['▶', 'T']));
    let shown = shown.map(|lens| format!("{}: {}\n", lens.range.start.line + 1, lens.title)).collect::<String>();
    expected.assert_eq(&format!("{}folds {}\n{shown}", outline.collect::<String>(), folded.trim_end()));
}

#[test]
fn a_testplan_of_rbx() {
    check(
        RBX,
        "plan.txt",
        expect![[r#"
        2 to 8: Group small | testgroup
        3 to 3: Command gen 1 | test small/0
        4 to 4: Command @copy one.in | test small/1
        5 to 5: Command @input { | test small/2
        10 to 15: Group large | testgroup
        11 to 11: Command gen 2 | test large/0
        12 to 12: Command @input """ | test large/1
        folds 2-7 5-6 10-14 12-13
        3: test small/0: not run yet
        4: test small/1: not run yet
        5: test small/2: not run yet
        11: test large/0: not run yet
        12: test large/1: not run yet
    "#]],
    );
}

#[test]
fn gen_data_of_tps() {
    check(
        TPS,
        "gen/data",
        expect![[r#"
        1 to 3: Group small | subtask
        2 to 2: Command manual 1.in | test 0-01
        3 to 3: Command gen 1 | test 0-02
        6 to 8: Group all | subtask
        8 to 8: Command gen 2 | test 1-01
        folds 1-3 6-8
        2: test 0-01: not run yet
        3: test 0-02: not run yet
        8: test 1-01: not run yet
    "#]],
    );
}
