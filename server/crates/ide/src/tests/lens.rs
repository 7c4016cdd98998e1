//! Lenses: what they say, and that they stay where they are.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use problem::{
    model::TestIdx,
    state::{Build, GeneratorRun, StateEvent, Validation},
    verdict::Verdict,
};

use super::scene::{PLAIN, Scene};
use crate::lens::{Lens, lenses};

fn of(scene: &Scene, file: &str) -> Vec<Lens> {
    scene.open(file, lenses)
}

fn check(scene: &Scene, files: &[&str], expected: Expect) {
    let mut shown = String::new();
    for file in files {
        for lens in of(scene, file) {
            let command = lens.command.map(|command| format!("{} {}", command.name, command.arguments));
            let line = lens.range.start.line;
            shown += &format!("{file}:{line}: {} | {}\n", lens.title, command.unwrap_or_default());
        }
    }
    expected.assert_eq(&shown);
}

const FILES: [&str; 7] = ["script.txt", "gen.cpp", "val.cpp", "check.cpp", "sol.cpp", "wa_greedy.cpp", "wa_lucky.py"];

#[test]
fn before_the_first_run() {
    check(
        &Scene::new(PLAIN),
        &FILES,
        expect![[r#"
            script.txt:0: TPR and TNR: not run yet | touchstone.showMatrix {}
            script.txt:1: ▶ run | touchstone.run {"tests":["1"]}
            script.txt:1: test 1: not run yet | touchstone.showTest {"test":"1"}
            script.txt:2: ▶ run | touchstone.run {"tests":["2"]}
            script.txt:2: test 2: not run yet | touchstone.showTest {"test":"2"}
            script.txt:4: ▶ run | touchstone.run {"tests":["3","4","5"]}
            script.txt:4: tests 3 to 5: not run yet | touchstone.showTest {"test":"3"}
            gen.cpp:2: ▶ run | touchstone.run {"tests":["1","2","3","4","5"]}
            gen.cpp:2: 5 tests: not run yet | touchstone.showMatrix {}
            val.cpp:2: ▶ run | touchstone.run {}
            val.cpp:2: validator: not run yet | touchstone.showMatrix {}
            check.cpp:3: ▶ run | touchstone.run {}
            check.cpp:3: checker: not run yet | touchstone.showMatrix {}
            check.cpp:3: TPR and TNR: not run yet | touchstone.showMatrix {}
            sol.cpp:0: ▶ run | touchstone.run {"solutions":["sol.cpp"]}
            sol.cpp:0: not run yet | touchstone.showMatrix {}
            sol.cpp:0: try mutants | touchstone.mutate {"solution":"sol.cpp"}
            wa_greedy.cpp:1: ▶ run | touchstone.run {"solutions":["wa_greedy.cpp"]}
            wa_greedy.cpp:1: not run yet | touchstone.showMatrix {}
            wa_lucky.py:0: ▶ run | touchstone.run {"solutions":["wa_lucky.py"]}
            wa_lucky.py:0: not run yet | touchstone.showMatrix {}
        "#]],
    );
}

#[test]
fn after_a_run() {
    check(
        &Scene::usual(),
        &FILES,
        expect![[r#"
            script.txt:0: TPR 100%, TNR 50% | touchstone.showMatrix {}
            script.txt:1: ▶ run | touchstone.run {"tests":["1"]}
            script.txt:1: test 1: 7 bytes, kills nothing | touchstone.showTest {"test":"1"}
            script.txt:2: ▶ run | touchstone.run {"tests":["2"]}
            script.txt:2: test 2: 7 bytes, kills 1 | touchstone.showTest {"test":"2"}
            script.txt:4: ▶ run | touchstone.run {"tests":["3","4","5"]}
            script.txt:4: tests 3 to 5: 3 tests, 21 bytes, kills 1 | touchstone.showTest {"test":"3"}
            gen.cpp:2: ▶ run | touchstone.run {"tests":["1","2","3","4","5"]}
            gen.cpp:2: 5 tests, 2 kill something | touchstone.showMatrix {}
            val.cpp:2: ▶ run | touchstone.run {}
            val.cpp:2: validator: 5 tests accepted | touchstone.showMatrix {}
            check.cpp:3: ▶ run | touchstone.run {}
            check.cpp:3: checker: 5 answers accepted | touchstone.showMatrix {}
            check.cpp:3: TPR 100%, TNR 50% | touchstone.showMatrix {}
            sol.cpp:0: ▶ run | touchstone.run {"solutions":["sol.cpp"]}
            sol.cpp:0: AC on 5 tests | touchstone.showMatrix {}
            sol.cpp:0: try mutants | touchstone.mutate {"solution":"sol.cpp"}
            wa_greedy.cpp:1: ▶ run | touchstone.run {"solutions":["wa_greedy.cpp"]}
            wa_greedy.cpp:1: WA on test 2, as expected | touchstone.showTest {"solution":"wa_greedy.cpp","test":"2"}
            wa_lucky.py:0: ▶ run | touchstone.run {"solutions":["wa_lucky.py"]}
            wa_lucky.py:0: AC on 5 tests, expected wrong_answer | touchstone.showMatrix {}
        "#]],
    );
}

#[test]
fn when_things_go_wrong() {
    let mut scene = Scene::usual();
    let rejected = Validation { message: "FAIL too big".to_owned(), ..Validation::default() };
    scene.apply(StateEvent::Validated { test: 4.into(), validator: 0, validation: rejected.clone() });
    scene.apply(StateEvent::Validated { test: 3.into(), validator: 0, validation: rejected });
    let failed = GeneratorRun::Failed { message: "crashed".to_owned(), timed_out: false, lasting: true, failure: None };
    scene.apply(StateEvent::Generated { command: 0.into(), outcome: failed });
    scene.apply(StateEvent::Input { test: 0.into(), input: None });
    let same = scene.keep(b"x");
    scene.apply(StateEvent::Input { test: 2.into(), input: Some(same) });
    scene.apply(StateEvent::Input { test: 1.into(), input: Some(same) });
    scene.apply(StateEvent::Built { program: scene.program("sol.cpp"), build: Build::Failed { messages: Vec::new() } });
    let fail = testkit::world::cell(Verdict::Fail);
    scene.apply(StateEvent::Cell { solution: scene.program("wa_lucky.py"), test: 1.into(), cell: fail });
    check(
        &scene,
        &FILES,
        expect![[r#"
            script.txt:0: TPR unknown, TNR unknown | touchstone.showMatrix {}
            script.txt:1: ▶ run | touchstone.run {"tests":["1"]}
            script.txt:1: test 1: the generator failed | touchstone.showTest {"test":"1"}
            script.txt:2: ▶ run | touchstone.run {"tests":["2"]}
            script.txt:2: test 2: 1 byte, kills 1 | touchstone.showTest {"test":"2"}
            script.txt:4: ▶ run | touchstone.run {"tests":["3","4","5"]}
            script.txt:4: tests 3 to 5: 3 tests, 15 bytes, 2 not accepted by the validator, kills nothing | touchstone.showTest {"test":"3"}
            gen.cpp:2: ▶ run | touchstone.run {"tests":["1","2","3","4","5"]}
            gen.cpp:2: 5 tests, 1 failed, 2 not accepted by the validator, 1 kills something | touchstone.showMatrix {}
            val.cpp:2: ▶ run | touchstone.run {}
            val.cpp:2: validator: rejects 2 of 5 tests, first test 4 | touchstone.showTest {"test":"4"}
            check.cpp:3: ▶ run | touchstone.run {}
            check.cpp:3: checker: fails on test 2 for wa_lucky.py | touchstone.showTest {"solution":"wa_lucky.py","test":"2"}
            check.cpp:3: TPR unknown, TNR unknown | touchstone.showMatrix {}
            sol.cpp:0: ▶ run | touchstone.run {"solutions":["sol.cpp"]}
            sol.cpp:0: solution: does not build | touchstone.showMatrix {}
            sol.cpp:0: try mutants | touchstone.mutate {"solution":"sol.cpp"}
            wa_greedy.cpp:1: ▶ run | touchstone.run {"solutions":["wa_greedy.cpp"]}
            wa_greedy.cpp:1: WA on test 2 | touchstone.showTest {"solution":"wa_greedy.cpp","test":"2"}
            wa_lucky.py:0: ▶ run | touchstone.run {"solutions":["wa_lucky.py"]}
            wa_lucky.py:0: AC on 1 test | touchstone.showMatrix {}
        "#]],
    );
}

#[test]
fn results_move_no_lens() {
    let (before, after) = (Scene::new(PLAIN), Scene::usual());
    for file in FILES {
        let ranges = |scene: &Scene| of(scene, file).iter().map(|lens| lens.range).collect::<Vec<_>>();
        assert_eq!(ranges(&before), ranges(&after), "{file}");
    }
}

#[test]
fn a_folder_that_is_not_trusted_runs_nothing() {
    let mut scene = Scene::new(PLAIN);
    scene.is_trusted = false;
    for file in FILES {
        let commands = of(&scene, file).into_iter().filter_map(|lens| lens.command);
        assert!(commands.into_iter().all(|command| command.name != crate::command::CommandName::Run), "{file}");
        // No line of the text moves when it is.
        let lines = |scene: &Scene| of(scene, file).iter().map(|lens| lens.range).collect::<BTreeSet<_>>();
        assert_eq!(lines(&scene), lines(&Scene::new(PLAIN)), "{file}");
    }
}

#[test]
fn other_files_have_none() {
    let scene = Scene::new(&format!("{PLAIN}-- statement.md --\n# Demo\n"));
    check(&scene, &["statement.md", "tests/.keep"], expect![""]);
}

#[test]
fn a_repeated_input_is_named() {
    let mut scene = Scene::usual();
    let first = scene.state.tests[TestIdx::from(0)].input;
    scene.apply(StateEvent::Input { test: 1.into(), input: first.flatten() });
    let titles: Vec<String> = of(&scene, "script.txt").into_iter().map(|lens| lens.title).collect();
    assert_eq!(titles[4], "test 2: 7 bytes, the same as test 1, kills 1");
}

const INTERACTIVE: &str = "
-- interactor.cpp --
int main(int argc, char** argv) { registerInteraction(argc, argv); }
-- sol.cpp --
int main() {}
-- tests/1.in --
1
-- tests/1.ans --
1
";

#[test]
fn interactors() {
    let mut scene = Scene::new(INTERACTIVE);
    check(
        &scene,
        &["interactor.cpp"],
        expect![[r#"
        interactor.cpp:0: ▶ run | touchstone.run {}
        interactor.cpp:0: interactor: not run yet | touchstone.showMatrix {}
    "#]],
    );
    let solution = scene.program("sol.cpp");
    scene.apply(StateEvent::Cell { solution, test: 0.into(), cell: testkit::world::cell(Verdict::Ac) });
    check(
        &scene,
        &["interactor.cpp"],
        expect![[r#"
        interactor.cpp:0: ▶ run | touchstone.run {}
        interactor.cpp:0: interactor: 1 run without a failure | touchstone.showMatrix {}
    "#]],
    );
    let cell = problem::state::Cell { interactor_failed: true, ..testkit::world::cell(Verdict::Fail) };
    scene.apply(StateEvent::Cell { solution, test: 0.into(), cell });
    check(
        &scene,
        &["interactor.cpp", "sol.cpp"],
        expect![[r#"
            interactor.cpp:0: ▶ run | touchstone.run {}
            interactor.cpp:0: interactor: fails on test 1 for sol.cpp | touchstone.showTest {"solution":"sol.cpp","test":"1"}
            sol.cpp:0: ▶ run | touchstone.run {"solutions":["sol.cpp"]}
            sol.cpp:0: FAIL on test 1 | touchstone.showMatrix {}
            sol.cpp:0: try mutants | touchstone.mutate {"solution":"sol.cpp"}
        "#]],
    );
}
