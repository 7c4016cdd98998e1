//! Which tests commands make.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};

use super::{
    super::{number, parse},
    place,
};

fn check(script: &str, taken: &[u32], expect: Expect) {
    let script = parse(script);
    assert_eq!(script.errors, []);
    let numbering = number(&script.commands, &taken.iter().copied().collect::<BTreeSet<_>>());
    let mut printed = String::new();
    for (command, tests) in script.commands.iter().zip(&numbering.tests) {
        printed.push_str(&format!("{} = {tests:?}\n", command.text));
    }
    for error in &numbering.errors {
        printed.push_str(&format!("{} error: {}\n", place(error.range), error.message));
    }
    expect.assert_eq(&printed);
}

#[test]
fn dollars_fill_the_gaps() {
    check(
        "gen 1 > $\ngen 2 > $\ngen 4 > $\ngen 5 > $\ngen 3 > 3",
        &[],
        expect![[r#"
            gen 1 = [1]
            gen 2 = [2]
            gen 4 = [4]
            gen 5 = [5]
            gen 3 = [3]
        "#]],
    );
    check(
        "gen a\ngen b\ngen > {2-3,5}\ngen c",
        &[1],
        expect![[r#"
            gen a = [4]
            gen b = [6]
            gen = [2, 3, 5]
            gen c = [7]
        "#]],
    );
    check(
        "gen a > name\ngen b > $",
        &[],
        expect![[r#"
            gen a = []
            gen b = [1]
        "#]],
    );
}

#[test]
fn collisions() {
    check(
        "gen a > 2\ngen b > 2\ngen > {1-4}\ngen c > $\ngen d > 7",
        &[4, 7],
        expect![[r#"
            gen a = [2]
            gen b = []
            gen = [1, 3]
            gen c = [5]
            gen d = []
            1:0-9 error: test 2 is already made by the command on line 1; choose another index
            2:0-11 error: test 2 is already made by the command on line 1; choose another index
            2:0-11 error: test 4 is already there as a file; choose another index or remove the file
            4:0-9 error: test 7 is already there as a file; choose another index or remove the file
        "#]],
    );
}
