//! Programs in checktestdata: hover, completion, folding.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use problem::{
    state::{StateEvent, Validation},
    text::LineIndex,
    trace::NamedReads,
    verdict::Verdict,
};

use super::scene::{Scene, position, slice};
use crate::{
    completion::{begins_at_signs, complete},
    fold::folds,
    hover::hover,
};

const FOLDER: &str = r#"
-- val.ctd --
# é counts
INT(1, 2*50000, n) SPACE FLOAT(-0.5, n, x, FIXED)
NEWLINE
REPI(i, 3, SPACE)
    INT(1, n, a[i])
END
IF(UNIQUE(a) && n > i)
    SET(n = 2, m = STRLEN("n"))
ELSE
    REP(n) STRING("END") END
END
ASSERT(b == 1)
-- sol.cpp --
int main() {}
-- tests/1.in --
7
-- tests/2.in --
8
"#;

fn check(scene: &Scene, needle: &str, expected: Expect) {
    let shown = scene.open("val.ctd", |view, text| match hover(view, text, position(text.text, needle)) {
        Some(hover) => format!("[{}]\n{}", slice(text.text, hover.range), hover.markdown),
        None => "nothing".to_owned(),
    });
    expected.assert_eq(&shown);
}

#[test]
fn words() {
    let scene = Scene::new(FOLDER);
    check(
        &scene,
        "IN^T(1, 2*5",
        expect![[r#"
        [INT]
        ```checktestdata
        INT(min, max [, var])
        ```
        Reads an integer from min to max, without leading zeros and without plus, and stores it in var.

        Here from `1` to `100000`.
    "#]],
    );
    check(
        &scene,
        "FLOAT^(",
        expect![[r#"
        [FLOAT]
        ```checktestdata
        FLOAT(min, max [, var [, FIXED|SCIENTIFIC]])
        ```
        Reads a float from min to max and stores it in var; the last argument restricts the notation.

        Here from `-0.5`.
    "#]],
    );
    check(
        &scene,
        "INT^(1, n",
        expect![[r#"
        [INT]
        ```checktestdata
        INT(min, max [, var])
        ```
        Reads an integer from min to max, without leading zeros and without plus, and stores it in var.

        Here from `1`.
    "#]],
    );
    check(
        &scene,
        "^REPI",
        expect![[r#"
        [REPI]
        ```checktestdata
        REPI(var, count [, separator]) … END
        ```
        Repeats the commands count times while var counts from 0; behind the loop var is count.

        Here 3 rounds.
    "#]],
    );
    check(
        &scene,
        "UNI^QUE",
        expect![[r#"
        [UNIQUE]
        ```checktestdata
        UNIQUE(name [, name …])
        ```
        Whether the values of the arrays, taken together at each index, all differ; the arrays must have the same indices.
    "#]],
    );
    check(
        &scene,
        "FIX^ED",
        expect![[r#"
        [FIXED]
        ```checktestdata
        FIXED
        ```
        Only floats without an exponent are read.
    "#]],
    );
    check(
        &scene,
        "REP^(n)",
        expect![[r#"
        [REP]
        ```checktestdata
        REP(count [, separator]) … END
        ```
        Repeats the commands count times, with the separator command between two rounds.
    "#]],
    );
}

#[test]
fn variables() {
    let scene = Scene::new(FOLDER);
    check(
        &scene,
        "50000, n^",
        expect![[r#"
        [n]
        `n` is assigned:

        - line 2: `INT(1, 2*50000, n)`, from `1` to `100000`
        - line 8: `SET(n = 2, m = STRLEN("n"))`
    "#]],
    );
    check(
        &scene,
        "^i)\n",
        expect![[r#"
        [i]
        `i` is assigned:

        - line 4: `REPI(i, 3, SPACE)`
    "#]],
    );
    check(
        &scene,
        "UNIQUE(^a",
        expect![[r#"
        [a]
        `a` is assigned:

        - line 5: `INT(1, n, a[i])`, from `1`
    "#]],
    );
    check(
        &scene,
        "^b == 1",
        expect![[r#"
        [b]
        `b` is assigned nowhere.
    "#]],
    );
}

#[test]
fn where_there_is_nothing_to_say() {
    let scene = Scene::new(FOLDER);
    for nothing in ["cou^nts", "\"E^ND\"", "50^000", "&^&", "\"n^\""] {
        check(&scene, nothing, expect!["nothing"]);
    }
}

#[test]
fn a_variable_that_many_commands_assign() {
    let scene = Scene::new(&format!("-- val.ctd --\n{}", "INT(0, 9, k) NEWLINE\n".repeat(7)));
    check(
        &scene,
        "^k",
        expect![[r#"
        [k]
        `k` is assigned:

        - line 1: `INT(0, 9, k)`, from `0` to `9`
        - line 2: `INT(0, 9, k)`, from `0` to `9`
        - line 3: `INT(0, 9, k)`, from `0` to `9`
        - line 4: `INT(0, 9, k)`, from `0` to `9`
        - line 5: `INT(0, 9, k)`, from `0` to `9`
        - and by 2 other commands
    "#]],
    );
}

/// The reads of `n` and `x` in two tests.
fn judged() -> Scene {
    let mut scene = Scene::judged(FOLDER, |_, _| Verdict::Ac);
    let tests: Vec<_> = scene.problem.tests.indices().collect();
    assert_eq!((tests.len(), scene.problem.validators.len()), (2, 1));
    for (test, least) in tests.into_iter().zip([1, 40]) {
        let n = NamedReads {
            name: "n".to_owned(),
            lo: Some(1),
            hi: Some(100_000),
            lo_hit: least == 1,
            seen: Some((least, least + 5)),
            sum: None,
            ..NamedReads::default()
        };
        let x = NamedReads { name: "x".to_owned(), hi_hit: least == 40, ..NamedReads::default() };
        let validation = Validation { ok: true, reads: Some(vec![n, x]), ..Validation::default() };
        scene.apply(StateEvent::Validated { test, validator: 0, validation });
    }
    scene
}

#[test]
fn what_the_tests_have_met() {
    let mut scene = judged();
    check(
        &scene,
        "IN^T(1, 2*5",
        expect![[r#"
        [INT]
        ```checktestdata
        INT(min, max [, var])
        ```
        Reads an integer from min to max, without leading zeros and without plus, and stores it in var.

        Here from `1` to `100000`.

        In the tests: `1` to `45`; the lower bound of `n` is met, the upper one is not.
    "#]],
    );
    check(
        &scene,
        "FL^OAT(-0.5",
        expect![[r#"
        [FLOAT]
        ```checktestdata
        FLOAT(min, max [, var [, FIXED|SCIENTIFIC]])
        ```
        Reads a float from min to max and stores it in var; the last argument restricts the notation.

        Here from `-0.5`.

        In the tests: the upper bound of `x` is met, the lower one is not.
    "#]],
    );
    check(
        &scene,
        "n, ^x",
        expect![[r#"
        [x]
        `x` is assigned:

        - line 2: `FLOAT(-0.5, n, x, FIXED)`, from `-0.5`

        In the tests: the upper bound of `x` is met, the lower one is not.
    "#]],
    );
    let validation = Validation { message: "expected a digit".to_owned(), ..Validation::default() };
    scene.apply(StateEvent::Validated { test: 1.into(), validator: 0, validation });
    check(
        &scene,
        "n, ^x",
        expect![[r#"
        [x]
        `x` is assigned:

        - line 2: `FLOAT(-0.5, n, x, FIXED)`, from `-0.5`
    "#]],
    );
}

/// What may be typed at `^`, with the word that it takes the place of.
fn offered(marked: &str) -> String {
    let offset = marked.find('^').unwrap();
    let text = marked.replacen('^', "", 1);
    let at = LineIndex::new(&text).position(offset);
    let mut found = Scene::new(FOLDER).with_text("val.ctd", &text, |view, text| complete(view, text, at));
    found.sort_by(|one, other| one.sort.cmp(&other.sort));
    let replaced = found.first().map(|one| format!("[{}] ", slice(&text, one.edit.range))).unwrap_or_default();
    let labels: Vec<&str> = found.iter().map(|one| one.label.as_str()).collect();
    assert!(found.iter().all(|one| one.edit.text == one.label));
    format!("{replaced}{}", labels.join(" "))
}

#[test]
fn what_may_be_typed() {
    let mut printed = String::new();
    for marked in [
        "I^",
        "in^t(1, 2, n)",
        "INT(1, 9, n) N^",
        "REP(3) E^",
        "IF(ISEOF) E^",
        "IF(ISEOF) SPACE ELSE E^",
        "IF(ISEOF) END E^",
        "INT(1, 9, n) INT(1, ^",
        "INT(1, 9, n) INT(1, n + ^",
        "INT(1, 9, n) INT(1, 9, ^",
        "INT(1, 9, n) INT(1, 9, n^",
        "FLOAT(1, 9, x, ^",
        "FLOATP(0, 1, 2, 3, x, S^",
        "INT(1, 9, n) ASSERT(^",
        "INT(1, 9, n) ASSERT((n < ^",
        "INT(1, 9, n) ASSERT(n < 3 && !^",
        "INT(1, 9, n) ASSERT(INARRAY(n, ^",
        "INT(1, 9, n) SET(^",
        "INT(1, 9, n) SET(m = ^",
        "INT(1, 9, n) INT(1, 9, a[^",
        "REP(3, ^",
        "WHILE(!ISEOF, S^",
        "REPI(^",
        "INT(1, 9, n) UNSET(^",
        "INT(1, 9, n) STRING(^",
        "INT(1, \nNEWLINE\nEO^",
    ] {
        writeln!(printed, "{marked:?} {}", offered(marked)).unwrap();
    }
    expect![[r#"
        "I^" [I] IF INT
        "in^t(1, 2, n)" [int] INT
        "INT(1, 9, n) N^" [N] NEWLINE
        "REP(3) E^" [E] END EOF
        "IF(ISEOF) E^" [E] ELSE END EOF
        "IF(ISEOF) SPACE ELSE E^" [E] END EOF
        "IF(ISEOF) END E^" [E] EOF
        "INT(1, 9, n) INT(1, ^" [] n STRLEN
        "INT(1, 9, n) INT(1, n + ^" [] n STRLEN
        "INT(1, 9, n) INT(1, 9, ^" [] n
        "INT(1, 9, n) INT(1, 9, n^" [n] n
        "FLOAT(1, 9, x, ^" [] FIXED SCIENTIFIC
        "FLOATP(0, 1, 2, 3, x, S^" [S] SCIENTIFIC
        "INT(1, 9, n) ASSERT(^" [] n INARRAY ISEOF MATCH STRLEN UNIQUE
        "INT(1, 9, n) ASSERT((n < ^" [] n STRLEN
        "INT(1, 9, n) ASSERT(n < 3 && !^" [] n INARRAY ISEOF MATCH STRLEN UNIQUE
        "INT(1, 9, n) ASSERT(INARRAY(n, ^" [] n
        "INT(1, 9, n) SET(^" [] n
        "INT(1, 9, n) SET(m = ^" [] m n STRLEN
        "INT(1, 9, n) INT(1, 9, a[^" [] a n STRLEN
        "REP(3, ^" [] ASSERT EOF FLOAT FLOATP INT NEWLINE REGEX SET SPACE STRING UNSET
        "WHILE(!ISEOF, S^" [S] SET SPACE STRING
        "REPI(^" 
        "INT(1, 9, n) UNSET(^" [] n
        "INT(1, 9, n) STRING(^" [] n
        "INT(1, \nNEWLINE\nEO^" [EO] EOF
    "#]]
    .assert_eq(&printed);
}

#[test]
fn where_nothing_fits() {
    for marked in [
        "# IN^",
        "#^",
        "STRING(\"IN^T\")",
        "STRING(\"IN^",
        "INT(1^",
        "INT(1, n ^",
        "INT(1, (n) ^",
        "FLOAT(1, 2, x, FIXED ^",
        "REP(3, SPACE ^",
        "MATCH(\"a\", ^",
        "x^",
    ] {
        assert_eq!(offered(marked), "", "{marked}");
    }
}

#[test]
fn what_is_offered_says_what_it_is() {
    let text = "INT(1,\n  10^9, n) SPACE IN";
    let scene = Scene::new(FOLDER);
    let at = LineIndex::new(text).position(text.len());
    let found = scene.with_text("val.ctd", text, |view, text| complete(view, text, at));
    let variable = "INT(1,\n  10^9, n) INT(1, ";
    let at = LineIndex::new(variable).position(variable.len());
    let more = scene.with_text("val.ctd", variable, |view, text| complete(view, text, at));
    let mut printed = String::new();
    for one in found.into_iter().chain(more) {
        let documentation = one.documentation.unwrap_or_default();
        writeln!(printed, "{} ({:?}; {}) {documentation}", one.label, one.kind, one.detail).unwrap();
    }
    expect![[r#"
        INT (Macro; INT(min, max [, var])) Reads an integer from min to max, without leading zeros and without plus, and stores it in var.
        n (Object; INT(1, 10^9, n)) 
        STRLEN (Function; STRLEN(text)) How many bytes the string has.
    "#]].assert_eq(&printed);
    let unbidden = |file: &str| scene.with_text(file, "", |_, text| begins_at_signs(text));
    assert_eq!((unbidden("val.ctd"), unbidden("script.txt"), unbidden("gen.cpp")), (false, true, true));
}

/// The lines that can be folded, from 1.
fn folded(text: &str) -> String {
    let found = Scene::new(FOLDER).with_text("val.ctd", text, folds).unwrap();
    let lines = found.iter().map(|fold| format!("{}-{}", fold.head + 1, fold.last + 1));
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn blocks_fold_to_their_heads() {
    assert_eq!(Scene::new(FOLDER).open("val.ctd", |view, text| folds(view, text).map(|folds| folds.len())), Some(3));
    // The lines of END and ELSE stay.
    assert_eq!(folded("IF(ISEOF)\n  EOF\nELSE\n  SPACE\nEND\n"), "1-2 3-4");
    assert_eq!(folded("REP(2)\n  REP(3)\n    SPACE\n  END\nEND\n"), "1-4 2-3");
    assert_eq!(folded("REP(2) REP(3)\n  SPACE\nEND END\n"), "1-3", "two ends on one line hide with it");
    assert_eq!(folded("REP(2,\n  SPACE)\n  EOF END NEWLINE"), "2-3");
    assert_eq!(folded("REP(2)\r\n  SPACE\r\nEND"), "1-2");
    assert_eq!(folded("REP(2) SPACE END\nREP(2)\nEND"), "");
    // Half written.
    assert_eq!(folded("REP(2)\n  SPACE\n\n"), "1-2");
    assert_eq!(folded("REP("), "");
}

#[test]
fn templates_fold_and_other_texts_are_folded_by_the_editor() {
    let scene = Scene::new(FOLDER);
    assert_eq!(scene.open("sol.cpp", folds), None);
    let folded = |text: &str| {
        let found = scene.with_text("script.txt", text, folds)?;
        Some(found.iter().map(|fold| (fold.head + 1, fold.last + 1)).collect::<Vec<_>>())
    };
    let script = "<#--\n all\n-->\n<#list 1..3 as i>\n<#if i = 1>\ngen ${i}\n<#else>\ngen 2\n</#if>\n</#list>\n<#assign n = 5>\ngen ${n}\n";
    assert_eq!(folded(script), Some(vec![(1, 3), (4, 9), (5, 6), (7, 8)]));
    assert_eq!(folded("gen 1\n  gen 2\n</#list>\n<#list 1..3 as i>"), None);
}
