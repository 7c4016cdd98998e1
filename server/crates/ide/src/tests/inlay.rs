//! Words behind lines.

use problem::{
    model::TestIdx,
    state::{StateEvent, Validation},
    trace::NamedReads,
};

use super::scene::{PLAIN, Scene};
use crate::inlay::hints;

fn shown(scene: &Scene, file: &str) -> Vec<String> {
    let hints = scene.open(file, |view, text| hints(view, text, false));
    hints.into_iter().map(|hint| format!("{}:{} {}", hint.at.line + 1, hint.at.character, hint.words)).collect()
}

/// What the validator has said of the tests, each with the value of `n`.
fn validated(values: [i128; 5]) -> Scene {
    let mut scene = Scene::new(PLAIN);
    let inputs: Vec<_> = values.iter().map(|n| scene.keep(format!("{n}\n").as_bytes())).collect();
    for (at, (value, input)) in values.into_iter().zip(inputs).enumerate() {
        let test = TestIdx::from(at);
        let reads = NamedReads {
            name: "n".to_owned(),
            lo: Some(1),
            hi: Some(100),
            lo_hit: value == 1,
            hi_hit: value == 100,
            seen: Some((value, value)),
            sum: None,
            site: None,
        };
        scene.apply(StateEvent::Input { test, input: Some(input) });
        let validation = Validation { ok: true, reads: Some(vec![reads]), ..Validation::default() };
        scene.apply(StateEvent::Validated { test, validator: 0, validation });
    }
    scene
}

#[test]
fn values_that_tests_reach() {
    assert_eq!(shown(&validated([5, 99, 10, 20, 30]), "val.cpp"), ["4:36 5 … 99 of 100"]);
    assert_eq!(shown(&validated([100; 5]), "val.cpp"), ["4:36 100"]);
    assert!(shown(&Scene::new(PLAIN), "val.cpp").is_empty(), "nothing was run");
}

#[test]
fn what_bounds_come_to() {
    let scene = Scene::new(&format!(
        "{PLAIN}-- limits.h --\n#define MAXM 7\n-- val2.cpp --\n#include \"testlib.h\"\n#include \"limits.h\"\n\
         const int N = (int)2e5;\nint main(int argc, char* argv[]) {{\n    registerValidation(argc, argv);\n    \
         int n = inf.readInt(1, N, \"n\"); inf.readLong(-1LL << 40, 2e9, \"b\");\n    inf.readInt(n, MAXM, \"m\");\n}}\n"
    ));
    assert_eq!(shown(&scene, "val2.cpp"), ["6:28 = 200000", "6:59 = -1099511627776", "7:23 = 7"]);
}

#[test]
fn values_that_commands_give() {
    assert_eq!(shown(&Scene::new(PLAIN), "gen.cpp"), ["4:25 5 to 100", "5:47 path and star"]);
}

#[test]
fn sizes_of_inputs() {
    assert_eq!(
        shown(&validated([5, 99, 10, 100, 30]), "script.txt"),
        ["2:23 2 bytes", "3:14 3 bytes", "5:31 3 tests, 10 bytes"]
    );
    let beside = validated([5, 99, 10, 100, 30]).open("script.txt", |view, text| hints(view, text, true));
    assert_eq!(beside, [], "lenses say it");
    assert!(shown(&Scene::new(PLAIN), "script.txt").is_empty(), "nothing was run");
}
