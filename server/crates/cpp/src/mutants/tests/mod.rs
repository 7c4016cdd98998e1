//! Mutants of small solutions, printed one a line.

use std::{collections::HashSet, fmt::Write};

use expect_test::{Expect, ExpectFile, expect, expect_file};
use proptest::prelude::*;

use super::{Mutant, Operator, chosen, mutants};
use crate::source::Source;

mod families;

fn print(text: &str, mutants: &[Mutant]) -> String {
    let mut out = String::new();
    for mutant in mutants {
        let start = mutant.range.start;
        let line = text[..start].matches('\n').count() + 1;
        writeln!(out, "{line}: {}: {}", mutant.operator.name(), mutant.words).unwrap();
        let changed = mutant.apply(text);
        let end = start + mutant.with.len();
        let from = changed[..start].rfind('\n').map_or(0, |at| at + 1);
        let to = changed[end..].find('\n').map_or(changed.len(), |at| end + at);
        let line = changed[from..to].trim().replace('\n', "↵");
        writeln!(out, "    {}", if line.is_empty() { "-" } else { &line }).unwrap();
    }
    out
}

/// What holds for the mutants of any text.
fn all_of(text: &str) -> Vec<Mutant> {
    let found = mutants(&Source::parse(text));
    let mut seen = HashSet::from([text.to_owned()]);
    for mutant in &found {
        assert!(text.get(mutant.range.clone()).is_some(), "{mutant:?}");
        assert!(text.len() > 20_000 || seen.insert(mutant.apply(text)), "{mutant:?} makes a text that is there");
    }
    assert!(found.is_sorted_by_key(|mutant| mutant.range.start));
    assert_eq!(found, mutants(&Source::parse(text)));
    found
}

/// Every mutant of a solution of the folder.
fn check_file(text: &str, expected: ExpectFile) {
    expected.assert_eq(&print(text, &all_of(text)));
}

/// The mutants of statements in the body of `main`, or of a whole source with a `main`.
fn check(statements: &str, expected: Expect) {
    let text = if statements.contains("main") {
        statements.to_owned()
    } else {
        format!("int main() {{\n{}\n}}\n", statements.trim_matches('\n'))
    };
    expected.assert_eq(&print(&text, &all_of(&text)));
}

#[test]
fn modular_dp() {
    check_file(include_str!("modular.cpp"), expect_file!["modular.txt"]);
}

#[test]
fn shortest_paths() {
    check_file(include_str!("dijkstra.cpp"), expect_file!["dijkstra.txt"]);
}

#[test]
fn many_test_cases() {
    check_file(include_str!("cases.cpp"), expect_file!["cases.txt"]);
}

#[test]
fn disjoint_sets() {
    check_file(include_str!("dsu.cpp"), expect_file!["dsu.txt"]);
}

#[test]
fn segment_tree() {
    check_file(include_str!("segments.cpp"), expect_file!["segments.txt"]);
}

#[test]
fn two_pointers() {
    check_file(include_str!("pointers.cpp"), expect_file!["pointers.txt"]);
}

#[test]
fn geometry() {
    check_file(include_str!("geometry.cpp"), expect_file!["geometry.txt"]);
}

#[test]
fn macros() {
    check_file(include_str!("macros.cpp"), expect_file!["macros.txt"]);
}

#[test]
fn names_are_unique() {
    let names: HashSet<&str> = Operator::ALL.iter().map(|operator| operator.name()).collect();
    assert_eq!(names.len(), Operator::ALL.len());
    assert!(Operator::ALL.iter().enumerate().all(|(at, &operator)| operator as usize == at));
}

#[test]
fn some_are_chosen() {
    let text = include_str!("cases.cpp");
    let all = all_of(text);
    let operators = |mutants: &[Mutant]| mutants.iter().map(|mutant| mutant.operator).collect::<HashSet<_>>();
    for seed in [0, 1, 17, u64::MAX] {
        for n in [0, 1, 5, 30, all.len(), all.len() + 1] {
            let some = chosen(all.clone(), n, seed);
            assert_eq!(some.len(), n.min(all.len()));
            assert_eq!(some, chosen(all.clone(), n, seed));
            assert!(some.is_sorted_by_key(|mutant| mutant.range.start));
            assert_eq!(operators(&some).len(), n.min(operators(&all).len()), "one of each first");
        }
    }
    assert_ne!(chosen(all.clone(), 5, 0), chosen(all, 5, 1));
}

/// Longer than any stack could bear, if something recursed; and too long for anything that is not linear.
#[test]
fn deep_and_long() {
    const DEPTH: usize = 4_000;
    let nested = [
        ("(", ")"),
        ("a[i - 1", "]"),
        ("1 + ", "1"),
        ("a - 1 - ", "1"),
        ("max(a, ", ")"),
        ("if (a < b) {", "}"),
        ("for (int i = 0; i < 100; i++) {", "}"),
        ("if (a < b) return; else ", ""),
        ("[&]{", "}"),
        ("(long long) ", "x"),
        ("1LL * ", "x"),
        ("x = ", "1"),
        ("vector<", ">"),
        ("x = 0; if (t % MOD) x %= MOD; while (x <= 5) break;\n", ""),
    ];
    for (open, close) in nested {
        let text = format!("int main() {{ {} {}; }}", open.repeat(DEPTH), close.repeat(DEPTH));
        mutants(&Source::parse(&text));
    }
}

proptest! {
    #[test]
    fn never_panics(text in any::<String>(), cut in 0_usize..1500, length in 0_usize..80) {
        all_of(&text);
        let whole = include_str!("segments.cpp");
        let start = cut.min(whole.len());
        let end = (start + length).min(whole.len());
        all_of(&format!("{}{}", &whole[..start], &whole[end..]));
    }
}
