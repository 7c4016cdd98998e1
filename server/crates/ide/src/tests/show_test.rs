//! One test to look at.

use expect_test::expect;
use problem::{state::StateEvent, verdict::Verdict};

use super::scene::{PLAIN, Scene};
use crate::show_test::show_test;

fn shown(scene: &Scene, solution: Option<&str>, test: &str) -> String {
    scene.with(|view| match show_test(view, solution, test) {
        Ok(shown) => serde_json::to_string(&shown).unwrap(),
        Err(sentence) => format!("error: {sentence}"),
    })
}

#[test]
fn a_wrong_output() {
    let mut scene = Scene::usual();
    let output = scene.keep(b"ansWer\n");
    let mut cell = testkit::world::cell(Verdict::Wa);
    cell.message = "differs".to_owned();
    cell.output = Some(output);
    scene.apply(StateEvent::Cell { solution: scene.program("wa_greedy.cpp"), test: 1.into(), cell });
    expect![[r#"{"input":"input 1","expected":"answer","found":"ansWer\n","first_difference":{"line":0,"column":3},"expected_difference":{"line":0,"column":3},"checker":"differs","verdict":"WA","time_ms":1.0,"memory_kb":1024,"limits":{"time_ms":2000,"memory_kb":262144},"made_by":"gen -n 100","declared":{"path":"script.txt","line":2}}"#]].assert_eq(&shown(&scene, Some("wa_greedy.cpp"), "2"));
    expect![[r#"{"input":"input 1","expected":"answer","found":null,"first_difference":null,"checker":null,"verdict":null,"made_by":"gen -n 100","declared":{"path":"script.txt","line":2}}"#]]
    .assert_eq(&shown(&scene, None, "2"));
    expect![[r#"{"input":"input 1","expected":"answer","found":null,"first_difference":null,"checker":null,"verdict":"AC","time_ms":1.0,"memory_kb":1024,"limits":{"time_ms":2000,"memory_kb":262144},"made_by":"gen -n 100","declared":{"path":"script.txt","line":2}}"#]]
    .assert_eq(&shown(&scene, Some("sol.cpp"), "2"));
}

#[test]
fn what_is_not_there() {
    let scene = Scene::new(PLAIN);
    expect!["error: the input of test 2 was not made yet; run the problem first"].assert_eq(&shown(&scene, None, "2"));
    expect!["error: the problem has no test 99; look at the ids in the matrix"].assert_eq(&shown(&scene, None, "99"));
    expect!["error: the problem has no solution gen.cpp; look at the paths in the matrix"].assert_eq(&shown(
        &scene,
        Some("gen.cpp"),
        "2",
    ));
}

#[test]
fn a_file_can_be_looked_at_before_any_run() {
    let scene = Scene::new("-- sol.cpp --\nint main() {}\n-- tests/1.in --\n5\n-- tests/1.ans --\n7\n");
    expect![[r#"{"input":"5\n","expected":"7\n","found":null,"first_difference":null,"checker":null,"verdict":"SK","made_by":"tests/1.in"}"#]]
        .assert_eq(&shown(&scene, Some("sol.cpp"), "1"));
}

#[test]
fn a_talk_is_shown_as_it_went() {
    let mut scene = Scene::new(
        "-- interactor.cpp --\nint main(int argc, char** argv) { registerInteraction(argc, argv); }\n\
         -- sol.cpp --\nint main() {}\n-- tests/1.in --\n5\n-- tests/1.ans --\n7\n",
    );
    let mut cell = testkit::world::cell(Verdict::Wa);
    cell.output = Some(scene.keep(b"> 1\n< 2\n"));
    cell.stderr = Some(Box::new(scene.keep(b"asked once\n")));
    scene.apply(StateEvent::Cell { solution: scene.program("sol.cpp"), test: 0.into(), cell });
    expect![[r#"{"input":"5\n","expected":"7\n","found":null,"stderr":"asked once\n","first_difference":null,"checker":null,"verdict":"WA","time_ms":1.0,"memory_kb":1024,"limits":{"time_ms":2000,"memory_kb":262144},"made_by":"tests/1.in","transcript":"> 1\n< 2\n"}"#]].assert_eq(&shown(&scene, Some("sol.cpp"), "1"));
}
