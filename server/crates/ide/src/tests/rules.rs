//! The file with the rules of a package's tests: lenses, hover and completion as in a script.

use expect_test::{Expect, expect};
use problem::{text::LineIndex, verdict::Verdict};

use super::scene::{Scene, position, slice};
use crate::{completion::complete, hover::hover, lens::lenses};

const RULES: &str = "generators/generators.yaml";

const PACKAGE: &str = r#"
-- problem.yaml --
problem_format_version: 2025-09
name: Sum
-- generators/gen.cpp --
#include "testlib.h"
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>("n");
    string kind = opt<string>("kind", "random");
}
-- generators/plain.py --
print(1)
-- generators/generators.yaml --
data:
  sample:
    data:
      '1': {in: '5'}
  secret:
    data:
      - small: gen.cpp -n 5 -s {seed}
      - many:
          generate: gen.cpp -n 9 {seed} -kind path
          count: 2
      - again: {include: [small]}
-- submissions/accepted/sol.cpp --
int main() {}
-- submissions/wrong_answer/greedy.cpp --
int main() {}
"#;

fn judged() -> Scene {
    Scene::judged(PACKAGE, |solution, test| match (solution, test) {
        ("submissions/wrong_answer/greedy.cpp", "secret/2-many-1") => Verdict::Wa,
        _ => Verdict::Ac,
    })
}

fn check_lenses(scene: &Scene, expected: Expect) {
    let shown = scene.open(RULES, lenses).into_iter().map(|lens| {
        let command = lens.command.map(|command| format!("{} {}", command.name, command.arguments));
        format!("{}: {} | {}\n", lens.range.start.line, lens.title, command.unwrap_or_default())
    });
    expected.assert_eq(&shown.collect::<String>());
}

fn check_hover(needle: &str, expected: Expect) {
    let shown = judged().open(RULES, |view, text| match hover(view, text, position(text.text, needle)) {
        Some(hover) => format!("[{}]\n{}", slice(text.text, hover.range), hover.markdown),
        None => "nothing".to_owned(),
    });
    expected.assert_eq(&shown);
}

fn completions(marked: &str) -> String {
    let offset = marked.find('^').unwrap();
    let text = marked.replace('^', "");
    let at = LineIndex::new(&text).position(offset);
    let mut found = Scene::new(PACKAGE).with_text(RULES, &text, |view, text| complete(view, text, at));
    found.sort_by(|one, other| one.sort.cmp(&other.sort));
    found.into_iter().map(|one| one.label).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_rule_has_its_lenses() {
    check_lenses(
        &Scene::new(PACKAGE),
        expect![[r#"
        0: TPR and TNR: not run yet | touchstone.showMatrix {}
        3: ▶ run | touchstone.run {"tests":["sample/1"]}
        3: test sample/1: not run yet | touchstone.showTest {"test":"sample/1"}
        6: ▶ run | touchstone.run {"tests":["secret/1-again/1-small","secret/1-small"]}
        6: tests secret/1-again/1-small to secret/1-small: not run yet | touchstone.showTest {"test":"secret/1-again/1-small"}
        8: ▶ run | touchstone.run {"tests":["secret/2-many-1","secret/3-many-2"]}
        8: tests secret/2-many-1 to secret/3-many-2: not run yet | touchstone.showTest {"test":"secret/2-many-1"}
    "#]],
    );
    check_lenses(
        &judged(),
        expect![[r#"
        0: TPR 100%, TNR 100% | touchstone.showMatrix {}
        3: ▶ run | touchstone.run {"tests":["sample/1"]}
        3: test sample/1: 2 bytes, kills nothing | touchstone.showTest {"test":"sample/1"}
        6: ▶ run | touchstone.run {"tests":["secret/1-again/1-small","secret/1-small"]}
        6: tests secret/1-again/1-small to secret/1-small: 2 tests, 14 bytes, kills nothing | touchstone.showTest {"test":"secret/1-again/1-small"}
        8: ▶ run | touchstone.run {"tests":["secret/2-many-1","secret/3-many-2"]}
        8: tests secret/2-many-1 to secret/3-many-2: 2 tests, 14 bytes, kills 1 | touchstone.showTest {"test":"secret/2-many-1"}
    "#]],
    );
}

#[test]
fn a_rule_shows_its_command_with_the_seed_and_what_it_made() {
    check_hover(
        "gen.cpp -n 5",
        expect![[r#"
        [gen.cpp -n 5 -s {seed}]
        `gen.cpp -n 5 -s 1024669209` and the like make **tests secret/1-again/1-small to secret/1-small**: 2 tests, 14 bytes, kills nothing.

        | option of `generators/gen.cpp` | type | value |
        |---|---|---|
        | `-n` | `int` | `5` |
        | `-kind` | `string` | not given: `"random"` |

        Test secret/1-again/1-small:

        ```text
        input 0
        ```
    "#]],
    );
    check_hover(
        "'1': {^in",
        expect![[r#"
        ['1']
        **Test sample/1**: 2 bytes, kills nothing.
    "#]],
    );
    check_hover(
        "-ki^nd path",
        expect![[r#"
        [-kind]
        `-kind` of `generators/gen.cpp`: `string`; `"random"` when it is left out.

        In 2 commands of the script: `path`.
    "#]],
    );
    check_hover("dat^a:", expect!["nothing"]);
}

#[test]
fn what_may_be_typed() {
    assert_eq!(
        completions("^"),
        "data generators include random_salt retries solution test_group.yaml",
        "at the root there are no tests"
    );
    assert_eq!(
        completions("data:\n  secret:\n    g^"),
        "ans copy count data generate in include match out random_salt retries solution test_group.yaml yaml"
    );
    assert_eq!(completions("data:\n  - a: ^"), "gen.cpp plain.py");
    assert_eq!(completions("data:\n  - a: gen.cpp -^"), "-n -kind");
    assert_eq!(completions("data:\n  - a: gen.cpp -n 5 -^"), "-kind");
    assert_eq!(completions("data:\n  a:\n    copy: ^"), "");
}
