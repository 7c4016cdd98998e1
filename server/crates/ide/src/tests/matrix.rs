//! The matrix and what changes in it.

use expect_test::expect;
use problem::{
    state::{State, StateEvent},
    verdict::Verdict,
};
use serde_json::to_string;

use super::scene::{PLAIN, Scene};
use crate::matrix::{Matrix, changed, matrix};

fn of(scene: &Scene, generation: u64) -> Matrix {
    scene.with(|view| matrix(view, generation))
}

#[test]
fn the_whole() {
    let whole = of(&Scene::usual(), 7);
    let value = serde_json::to_value(&whole).unwrap();
    let keys: Vec<&String> = value.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["cells", "generation", "metrics", "solutions", "tests"]);
    expect![[r#"[["AC","AC","AC","AC","AC"],["AC","WA","AC","WA","AC"],["AC","AC","AC","AC","AC"]]"#]]
        .assert_eq(&to_string(&whole.cells.verdicts).unwrap());
    expect![[r#"{"tpr":1.0,"tnr":0.5,"correct":{"known":1,"asked":1,"labelled":1},"wrong":{"known":2,"asked":2,"labelled":2},"unknown":null,"false_positives":["wa_lucky.py"],"false_negatives":[],"tle_only_kills":[]}"#]]
        .assert_eq(&to_string(&whole.metrics).unwrap());
    assert_eq!(value["solutions"][1]["first_failed_test"], "2");
    assert_eq!(value["tests"][1]["killed"], 1);
}

#[test]
fn a_changed_cell() {
    let mut scene = Scene::usual();
    let before = of(&scene, 1);
    assert!(changed(&before, &of(&scene, 2)).cells.is_empty());
    let solution = scene.program("wa_lucky.py");
    scene.apply(StateEvent::Cell { solution, test: 0.into(), cell: testkit::world::cell(Verdict::Tle) });
    let change = changed(&before, &of(&scene, 2));
    expect![[r#"{"generation":2,"base":1,"cells":[{"solution":"wa_lucky.py","test":"1","verdict":"TLE","time_ms":1.0,"stale":false}],"metrics":{"tpr":1.0,"tnr":1.0,"correct":{"known":1,"asked":1,"labelled":1},"wrong":{"known":2,"asked":2,"labelled":2},"unknown":null,"false_positives":[],"false_negatives":[],"tle_only_kills":["wa_lucky.py"]}}"#]].assert_eq(&to_string(&change).unwrap());
}

#[test]
fn who_follows_the_changes_has_the_whole() {
    let mut scene = Scene::usual();
    let before = of(&scene, 1);
    let row = scene.program("wa_greedy.cpp");
    let cells = scene.state.cells[row].clone();
    // As when it does not build any more.
    scene.state.cells[row].raw.fill(None);
    let without = of(&scene, 2);
    let gone = changed(&before, &without);
    assert_eq!(gone.cells.len(), 5);
    assert!(gone.cells.iter().all(|cell| !cell.stale && cell.time_ms.is_none() && cell.verdict == "SK"));
    scene.state.cells[row] = cells;
    let back = changed(&without, &of(&scene, 3));
    assert_eq!((back.cells.len(), back.cells[1].verdict.as_str()), (5, "WA"));
}

#[test]
fn other_rows_or_columns_ask_for_the_whole() {
    let before = of(&Scene::new(PLAIN), 1);
    let after = of(&Scene::new(&PLAIN.replace("gen -n 100", "gen -n 1\ngen -n 100")), 2);
    let change = changed(&before, &after);
    assert_eq!((change.generation, change.base, change.cells.len()), (2, 2, 0));
}

#[test]
fn a_folder_of_nothing() {
    let mut scene = Scene::new("");
    scene.state = State::new(&scene.problem);
    let value = serde_json::to_value(of(&scene, 0)).unwrap();
    assert_eq!(value["cells"]["verdicts"], serde_json::json!([]));
}
