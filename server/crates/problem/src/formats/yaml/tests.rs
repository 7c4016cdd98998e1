//! YAML as it is written by hand: what is read, where it stands, and what is refused.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;
use crate::text::Position;

fn show_range(range: Range) -> String {
    let Range { start, end } = range;
    format!("{}:{}-{}:{}", start.line, start.character, end.line, end.character)
}

fn show(node: &Node, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    let range = show_range(node.range);
    match &node.value {
        Value::Null => out.push_str(&format!("{pad}null {range}\n")),
        Value::Scalar(text) => out.push_str(&format!("{pad}{text:?} {range}\n")),
        Value::List(items) => {
            out.push_str(&format!("{pad}list {range}\n"));
            items.iter().for_each(|item| show(item, depth + 1, out));
        }
        Value::Map(entries) => {
            out.push_str(&format!("{pad}map {range}\n"));
            for entry in entries {
                out.push_str(&format!("{pad}  {} {}\n", entry.key, show_range(entry.key_range)));
                show(&entry.value, depth + 2, out);
            }
        }
    }
}

fn check(text: &str, expected: Expect) {
    let document = Document::parse(text);
    let mut out = String::new();
    show(&document.root, 0, &mut out);
    for complaint in &document.complaints {
        out.push_str(&format!("! {} {}\n", show_range(complaint.range), complaint.message));
    }
    expected.assert_eq(&out);
}

#[test]
fn values_have_places() {
    check(
        "name: {en: 'Größe', sv: 😀}\nlimits:\n    time: 1.5\n    memory:\nlist:\n- a\n- [b, \"c\"]\n",
        expect![[r#"
            map 0:0-6:10
              name 0:0-0:4
                map 0:6-0:27
                  en 0:7-0:9
                    "Größe" 0:11-0:18
                  sv 0:20-0:22
                    "😀" 0:24-0:26
              limits 1:0-1:6
                map 2:4-3:10
                  time 2:4-2:8
                    "1.5" 2:10-2:13
                  memory 3:4-3:10
                    null 3:10-3:10
              list 4:0-4:4
                list 5:2-6:10
                  "a" 5:2-5:3
                  list 6:2-6:10
                    "b" 6:3-6:4
                    "c" 6:6-6:9
        "#]],
    );
}

#[test]
fn windows_line_ends_and_byte_order_mark() {
    check(
        "\u{feff}a: b\r\nc: d # e\r\nf: |\r\n  g\r\n",
        expect![[r#"
        map 0:1-4:0
          a 0:1-0:2
            "b" 0:4-0:5
          c 1:0-1:1
            "d" 1:3-1:4
          f 2:0-2:1
            "g\n" 3:2-4:0
    "#]],
    );
}

#[test]
fn what_stands_before_a_break_is_kept() {
    check(
        "a: 1\nb:\n  c: 2\n  d: 'x\ne: [3\n",
        expect![[r#"
        map 0:0-2:6
          a 0:0-0:1
            "1" 0:3-0:4
          b 1:0-1:1
            map 2:2-2:6
              c 2:2-2:3
                "2" 2:5-2:6
        ! 3:2-3:7 this is no valid YAML: invalid indentation in quoted scalar
    "#]],
    );
    check(
        "a: 1\nb: c: d\n",
        expect![[r#"
        map 0:0-1:4
          a 0:0-0:1
            "1" 0:3-0:4
          b 1:0-1:1
            "c" 1:3-1:4
        ! 1:0-1:7 this is no valid YAML: mapping values are not allowed in this context
    "#]],
    );
    check(
        "a: 1\n\tb: 2\n",
        expect![[r#"
        map 0:0-0:0
        ! 0:0-0:4 this is no valid YAML: while scanning a plain scalar, found a tab
    "#]],
    );
}

#[test]
fn second_keys_and_aliases() {
    check(
        "a: &x [1]\na: 2\nb: *x\nc: *y\n",
        expect![[r#"
        map 0:0-2:5
          a 0:0-0:1
            list 0:3-0:9
              "1" 0:7-0:8
          a 1:0-1:1
            "2" 1:3-1:4
          b 2:0-2:1
            list 2:3-2:5
              "1" 0:7-0:8
        ! 1:0-1:1 the key `a` stands here a second time
        ! 3:0-3:5 this is no valid YAML: while parsing node, found unknown anchor
    "#]],
    );
}

#[test]
fn depth_and_copies_are_bounded() {
    let deep = Document::parse(&"- ".repeat(100_000));
    assert_eq!(deep.complaints[0].message, "this is nested too deeply");
    let bomb: String = (1..20).map(|n| format!("a{n}: &a{n} [*a{0},*a{0},*a{0},*a{0}]\n", n - 1)).collect();
    let document = Document::parse(&format!("a0: &a0 [x]\n{bomb}"));
    assert_eq!(document.complaints.len(), 1);
    assert_eq!(document.complaints[0].message, "this alias copies too much");
}

#[test]
fn coercions() {
    let document = Document::parse("n: '2.5'\nw: a b\nl: [a, 1]\nt: Yes\nm: {}\nx: -1\ninf: inf\n");
    let get = |key: &str| document.root.get(key).unwrap();
    assert_eq!(get("n").number(), Ok(2.5));
    assert_eq!(get("w").words(), Ok(vec!["a".to_owned(), "b".to_owned()]));
    assert_eq!(get("l").words(), Ok(vec!["a".to_owned(), "1".to_owned()]));
    assert_eq!(get("t").flag(), Ok(true));
    let complaints = [
        get("m").text().unwrap_err(),
        get("w").number().unwrap_err(),
        get("x").positive().unwrap_err(),
        get("inf").number().unwrap_err(),
        get("l").map().unwrap_err(),
        get("l").flag().unwrap_err(),
    ];
    let lines = complaints.map(|complaint| format!("{} {}\n", show_range(complaint.range), complaint.message));
    expect![[r#"
        4:3-4:5 a text is wanted here, not a map
        1:3-1:6 a number is wanted here, not `a b`
        5:3-5:5 a number above zero is wanted here, not `-1`
        6:5-6:8 a number is wanted here, not `inf`
        2:3-2:9 a map of keys and values is wanted here, not a list
        2:3-2:9 true or false is wanted here, not a list
    "#]]
    .assert_eq(&lines.concat());
}

proptest! {
    #[test]
    fn any_text_gives_a_document(text in "[-a:,\\[\\]{}'\"|>&*!?#% \n\t\r~@é😀]{0,60}") {
        let document = Document::parse(&text);
        let lines = crate::text::LineIndex::new(&text);
        let end = lines.position(text.len());
        for complaint in &document.complaints {
            prop_assert!(Position::default() <= complaint.range.start && complaint.range.end <= end);
        }
    }
}
