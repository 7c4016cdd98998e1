//! Hover over names of testlib, the script and labels.

use expect_test::{Expect, expect};
use problem::{state::StateEvent, verdict::Verdict};

use super::scene::{PLAIN, Scene, position, slice};
use crate::{history::outcomes, hover::hover};

fn shown(scene: &Scene, file: &str, needle: &str) -> String {
    scene.open(file, |view, text| match hover(view, text, position(text.text, needle)) {
        Some(hover) => format!("[{}]\n{}", slice(text.text, hover.range), hover.markdown),
        None => "nothing".to_owned(),
    })
}

fn check(scene: &Scene, file: &str, needle: &str, expected: Expect) {
    expected.assert_eq(&shown(scene, file, needle));
}

/// The name under the pointer and the first line of what is shown.
fn gist(source: &str, needle: &str) -> String {
    let scene = Scene::new(&format!("{PLAIN}-- x.cpp --\n{source}"));
    let shown = shown(&scene, "x.cpp", needle);
    shown.lines().take(3).filter(|line| !line.starts_with("```")).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_test_by_its_id_in_the_settings() {
    let folder = format!("{PLAIN}-- touchstone.toml --\n[groups]\n\"2\" = \"large\"\n");
    let scene = Scene::judged(&folder, |solution, test| match (solution, test) {
        ("wa_greedy.cpp", "2") => Verdict::Wa,
        _ => Verdict::Ac,
    });
    check(
        &scene,
        "touchstone.toml",
        "\"2^\"",
        expect![[r#"
            [2]
            **Test `2`**: 7 bytes, kills 1.

            Test 2 kills `wa_greedy.cpp`.

            ```text
            input 1
            ```
        "#]],
    );
}

#[test]
fn bounds_of_what_is_read() {
    let scene = Scene::new(&format!("{PLAIN}-- statement.md --\n1 ≤ n ≤ 200\n"));
    check(
        &scene,
        "val.cpp",
        "\"^n\"",
        expect![[r#"
            [inf.readInt(1, 100, "n")]
            **`n`**

            - statement: `1 … 200 (statement.md:1)`
            - validator: `1 … 100`
            - options: `gen -n: 5 to 100`

            `the statement allows 1 … 200, the validator 1 … 100`
        "#]],
    );
    let page = scene.open("val.cpp", |view, _| crate::bounds::page(view));
    expect![[r#"
        # Bounds

        `val.cpp` reads

        ```text
        n
        ```

        | | statement | validator | options |
        |---|---|---|---|
        | `n` | `1 … 200 (statement.md:1)` | `1 … 100` | `gen -n: 5 to 100` |

        - `n`: `the statement allows 1 … 200, the validator 1 … 100`
    "#]]
    .assert_eq(&page);
}

#[test]
fn names_of_testlib() {
    let scene = Scene::new(PLAIN);
    let shown = shown(&scene, "val.cpp", "inf.read^Int");
    assert!(shown.starts_with("[readInt]\n```cpp\n// InStream\n"), "{shown}");
    let head = "#include \"testlib.h\"\n";
    let gist = |source: &str, needle: &str| gist(&format!("{head}{source}"), needle);
    assert_eq!(
        gist("int main() { quitf(_ok, \"\"); }", "qui^tf"),
        "[quitf] void quitf(TResult result, const char* format, ...)"
    );
    assert_eq!(gist("int f(InStream& s) { s.readEof(); }", "s.read^"), "[readEof] // InStream");
    assert_eq!(gist("int f() { return rnd.next(5); }", "^rnd"), "[rnd] random_t rnd");
    assert_eq!(gist("int f() { pattern(\"[a-z]\").matches(s); }", "mat^ches"), "[matches] // pattern");
    assert_eq!(gist("int f() { std::vector<int> v; v.next(); }", "v.ne^xt"), "nothing");
    assert_eq!(gist("int f() { std::shuffle(a, b); }", "::shuf^"), "nothing");
    assert_eq!(gist("void quit(int a); int f() { quit(1); }", "qu^it(1)"), "nothing");
    assert_eq!(gist("int f() { /* quitf */ }", "qui^tf"), "nothing");
    assert_eq!(gist("int f() { g(\"quitf\"); }", "qui^tf"), "nothing");
    assert_eq!(gist("int f() { inf.readI", "inf.readI^"), "nothing");
    assert_eq!(gist("int f() { inf.readInt(", "inf.readI^"), "[readInt] // InStream");
}

#[test]
fn names_without_testlib_are_somebody_elses() {
    assert_eq!(gist("\nint main() { inf.readInt(); }", "read^Int"), "nothing");
    assert_eq!(gist("", "^"), "nothing");
}

#[test]
fn a_command_of_the_script() {
    check(
        &Scene::usual(),
        "script.txt",
        "^gen -n 5",
        expect![[r#"
        [gen -n 5 -kind path > $]
        `gen -n 5 -kind path` makes **test 1**: 7 bytes, kills nothing.

        | option of `gen.cpp` | type | value |
        |---|---|---|
        | `-n` | `int` | `5` |
        | `-kind` | `string` | `path` |
        | `-weighted` | `bool` | not given |

        ```text
        input 0
        ```
    "#]],
    );
    check(
        &Scene::usual(),
        "script.txt",
        "^gen -n ${",
        expect![[r#"
        [gen -n ${i * 10} -kind star > $]
        `gen -n 10 -kind star` and the like make **tests 3 to 5**: 3 tests, 21 bytes, kills 1.

        | option of `gen.cpp` | type | value |
        |---|---|---|
        | `-n` | `int` | `10` |
        | `-kind` | `string` | `star` |
        | `-weighted` | `bool` | not given |

        Test 3:

        ```text
        input 2
        ```
    "#]],
    );
    check(
        &Scene::new(PLAIN),
        "script.txt",
        "^gen -n 100",
        expect![[r#"
        [gen -n 100 > $]
        `gen -n 100` makes **test 2**: not run yet.

        | option of `gen.cpp` | type | value |
        |---|---|---|
        | `-n` | `int` | `100` |
        | `-kind` | `string` | not given: `"random"` |
        | `-weighted` | `bool` | not given |
    "#]],
    );
    for nothing in ["# sm^all", "<#li^st", "</#list^"] {
        check(&Scene::usual(), "script.txt", nothing, expect!["nothing"]);
    }
}

#[test]
fn options_in_the_script() {
    check(
        &Scene::usual(),
        "script.txt",
        "-^n 5",
        expect![[r#"
        [-n]
        `-n` of `gen.cpp`: `int`; it has to be given.

        In 5 commands of the script: `5` to `100`.
    "#]],
    );
    check(
        &Scene::usual(),
        "script.txt",
        "pa^th",
        expect![[r#"
        [path]
        `-kind` of `gen.cpp`: `string`; `"random"` when it is left out.

        In 4 commands of the script: `path` and `star`.
    "#]],
    );
    // In the source, too.
    check(
        &Scene::usual(),
        "gen.cpp",
        "\"ki^nd",
        expect![[r#"
        [opt<string>("kind", "random")]
        `-kind` of `gen.cpp`: `string`; `"random"` when it is left out.

        In 4 commands of the script: `path` and `star`.
    "#]],
    );
    let odd = PLAIN.replace("gen -n 100", "gen -n100 --speed=3 -weighted -kind=\"a|b\"");
    check(
        &Scene::new(&odd),
        "script.txt",
        "--spe^ed",
        expect![[r#"
        [--speed=3]
        `gen.cpp` reads no option `speed`.
    "#]],
    );
    check(
        &Scene::new(&odd),
        "script.txt",
        "gen^ -n100",
        expect![[r#"
            [gen -n100 --speed=3 -weighted -kind="a|b" > $]
            `gen -n100 --speed=3 -weighted -kind="a|b"` makes **test 2**: not run yet.

            | option of `gen.cpp` | type | value |
            |---|---|---|
            | `-n` | `int` | `100` |
            | `-kind` | `string` | `a\|b` |
            | `-weighted` | `bool` | `true` |
        "#]],
    );
}

#[test]
fn a_command_that_is_typed_but_not_read() {
    let scene = Scene::usual();
    let text = "gen -n 7 > $\r\ngen -n 5 -kind path > $\r\n";
    let at =
        |needle: &str| scene.with_text("script.txt", text, |view, text| hover(view, text, position(text.text, needle)));
    assert_eq!(at("g^en -n 7").unwrap().markdown, "`gen -n 7` was not run yet.\n");
    let moved = at("g^en -n 5").unwrap();
    assert!(moved.markdown.starts_with("`gen -n 5 -kind path` makes **test 1**"), "{}", moved.markdown);
    assert_eq!(slice(text, moved.range), "gen -n 5 -kind path > $");
}

#[test]
fn the_label_of_a_solution() {
    let mut scene = Scene::usual();
    let (solution, test) = (scene.program("wa_greedy.cpp"), 1.into());
    let mut cell = testkit::world::cell(Verdict::Wa);
    cell.message = "expected `2`, found `3`".to_owned();
    cell.cpu_us = 31_000;
    scene.apply(StateEvent::Cell { solution, test, cell });
    check(
        &scene,
        "wa_greedy.cpp",
        "@EXP^",
        expect![[r#"
        [@EXPECTED_RESULTS@: WRONG_ANSWER]
        `wa_greedy.cpp` is labelled WRONG_ANSWER.

        **WA on test 2, as expected**

        - passes 3 of 5 tests
        - WA on 2 tests, first on test 2: `` expected `2`, found `3` ``
        - at most 31 ms of 2.00 s (test 2) and 1 MB
    "#]],
    );
    check(&scene, "wa_greedy.cpp", "ma^in", expect!["nothing"]);
    check(
        &scene,
        "sol.cpp",
        "ma^in",
        expect![[r#"
        [main]
        `sol.cpp` is labelled accepted; it is the main solution.

        **AC on 5 tests**

        - passes 5 of 5 tests
        - at most 1.0 ms of 2.00 s (test 1) and 1 MB
    "#]],
    );
    check(
        &scene,
        "wa_lucky.py",
        "pri^nt",
        expect![[r#"
        [print(1)]
        `wa_lucky.py` is labelled wrong_answer.

        **AC on 5 tests, expected wrong_answer**

        - passes 5 of 5 tests
        - at most 1.0 ms of 2.00 s (test 1) and 1 MB
    "#]],
    );
    check(
        &Scene::new(PLAIN),
        "sol.cpp",
        "int^",
        expect![[r#"
        [int main() {}]
        `sol.cpp` is labelled accepted; it is the main solution.

        **not run yet**
    "#]],
    );
}

#[test]
fn what_a_manifest_names() {
    let package = r#"
-- problem.xml --
<?xml version="1.0"?>
<problem short-name="demo"><judging><testset name="tests"><test-count>1</test-count>
  <input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
  <tests><test method="generated" cmd="gen &quot;5&quot;"/></tests></testset></judging><assets>
  <validators><validator><source path="files/val.cpp" type="cpp.g++17"/></validator></validators>
  <checker name="std::wcmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
  <solutions>
    <solution tag="main"><source path="solutions/a.cpp" type="cpp.g++17"/></solution>
    <solution tag="wrong-answer"><source path="solutions/b.cpp" type="cpp.g++17"/></solution>
  </solutions>
</assets></problem>
-- files/val.cpp --
int main() {}
-- files/gen.cpp --
int main() {}
-- files/check.cpp --
int main() {}
-- solutions/a.cpp --
int main() {}
-- solutions/b.cpp --
int main() {}
"#;
    let scene =
        Scene::judged(package, |solution, _| if solution.ends_with("b.cpp") { Verdict::Wa } else { Verdict::Ac });
    let gist = |needle: &str| {
        let shown = shown(&scene, "problem.xml", needle);
        let lines = shown.lines().filter(|line| !line.is_empty());
        lines.take(3).collect::<Vec<_>>().join(" / ")
    };
    let of_b = "`solutions/b.cpp` is labelled wrong-answer. / **WA on test 1**";
    assert_eq!(gist("solutions/b^.cpp"), format!("[solutions/b.cpp] / {of_b}"));
    assert_eq!(gist("\"wrong-^answer"), format!("[wrong-answer] / {of_b}"));
    assert_eq!(
        gist("path=\"files/v^al.cpp"),
        "[files/val.cpp] / `files/val.cpp` is the validator: listed in problem.xml as a validator."
    );
    assert_eq!(
        gist("cmd=\"ge^n"),
        "[gen &quot;5&quot;] / `gen \"5\"` makes **test 1**: 7 bytes, kills 1. / The generator is `files/gen.cpp`."
    );
    for nothing in ["short-na^me", "cpp.g++1^7", "<?xml ver^sion", "asse^ts"] {
        assert_eq!(gist(nothing), "nothing", "{nothing}");
    }
}

#[test]
fn what_became_of_a_solution_before() {
    let mut scene = Scene::usual();
    let earlier = Scene::judged(PLAIN, |solution, test| match (solution, test) {
        ("wa_greedy.cpp", "4") => Verdict::Rte,
        _ => Verdict::Ac,
    });
    let built = earlier.with(outcomes);
    for outcomes in [&[("wa_greedy.cpp".to_owned(), "does not build".to_owned())][..], &built, &built] {
        scene.history.note(outcomes);
    }
    let now = scene.with(outcomes);
    scene.history.note(&now);
    let shown = shown(&scene, "wa_greedy.cpp", "WRONG_^ANSWER");
    assert!(shown.contains("**WA on test 2, as expected**"), "{shown}");
    assert!(
        shown.ends_with("- before: RTE on test 4, expected WRONG_ANSWER; before that: does not build\n"),
        "{shown}"
    );
}
