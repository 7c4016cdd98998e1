//! Quick fixes for what the text of a program shows.

use expect_test::expect;
use problem::{
    model::Role,
    text::{Position, Range},
};

use super::scene::{PLAIN, Scene, position, slice};
use crate::{actions::quick_fixes, label::apply_edits};

const VALIDATOR: &str = "#include \"testlib.h\"\r\nint main(int argc, char* argv[]) {\r\n    registerGen(argc, argv, 1);\r\n    \
                         /* 😀 */ int n = inf.readInt(1, 5); inf.readEoln();\r\n    \
                         auto s = inf.readLong(1, 7); // 😀\r\n    inf.readEoln();\r\n    inf.readEof();\r\n}\r\n";

/// The fixes that touch a place of the validator, each with the lines that it changes.
fn fixes(needle: &str, role: Option<Role>) -> String {
    let scene = Scene::new(PLAIN);
    let at = position(VALIDATOR, needle);
    let found = scene.with_text("val.cpp", VALIDATOR, |_, text| quick_fixes(text, role, Range { start: at, end: at }));
    let mut shown = String::new();
    for fix in found {
        let sign = if fix.preferred { "*" } else { "" };
        shown += &format!("{sign}{} ({} on `{}`)\n", fix.title, fix.code, slice(VALIDATOR, fix.range));
        let after = apply_edits(VALIDATOR, &fix.edits);
        let changed = after.lines().filter(|line| VALIDATOR.lines().all(|old| old != *line));
        shown.extend(changed.map(|line| format!("  {}\n", line.trim())));
    }
    shown
}

#[test]
fn mistakes_at_a_place() {
    let role = Some(Role::Validator);
    expect![[r#"
        *name it `n` (testlib-52 on `inf.readInt(1, 5)`)
          /* 😀 */ int n = inf.readInt(1, 5, "n"); inf.readEoln();
    "#]]
    .assert_eq(&fixes("inf.readInt^(", role));
    expect![[r#"
        *make both bounds `long long` (testlib-05 on `inf.readLong(1, 7)`)
          auto s = inf.readLong(1LL, 7LL); // 😀
        *name it `s` (testlib-52 on `inf.readLong(1, 7)`)
          auto s = inf.readLong(1, 7, "s"); // 😀
    "#]]
    .assert_eq(&fixes("inf.readLong^(", role));
    expect![[r#"
        *write `registerValidation(argc, argv)` (testlib-10 on `registerGen(argc, argv, 1)`)
          registerValidation(argc, argv);
    "#]]
    .assert_eq(&fixes("registerG^en", role));
    assert_eq!(fixes("#inc^lude", role), "");
    assert_eq!(fixes("inf.readInt^(", None), "");
}

#[test]
fn other_texts_have_none() {
    let everything = Range { start: Position::default(), end: Position { line: 99, character: 0 } };
    let scene = Scene::new(PLAIN);
    for file in ["script.txt", "wa_lucky.py"] {
        assert!(scene.open(file, |_, text| quick_fixes(text, Some(Role::Generator), everything)).is_empty(), "{file}");
    }
}
