//! Lints of small sources, printed with the text they stand on and with the lines that each fix makes.

use std::fmt::Write;

use expect_test::{Expect, expect};
use problem::{fix::Edit, lint::Lint, model::Role, text::LineIndex};
use proptest::prelude::*;

use super::lints;
use crate::source::Source;

mod draws;
mod names;
mod order;
mod patterns;
mod random;
mod reads;
mod register;
mod separate;
mod verdicts;

/// Lints of a source as it stands.
fn check_source(role: Role, source: &str, expected: Expect) {
    expected.assert_eq(&print(source, &lints(&Source::parse(source), role)));
}

/// Lints of statements in the `main` of a program that has nothing else wrong.
fn check(role: Role, statements: &str, expected: Expect) {
    check_source(role, &program(role, statements), expected);
}

fn program(role: Role, statements: &str) -> String {
    let (register, end) = match role {
        Role::Generator => ("registerGen(argc, argv, 1);", ""),
        Role::Validator => ("registerValidation(argc, argv);", "    inf.readEof();\n"),
        Role::Checker => ("registerTestlibCmd(argc, argv);", ""),
        Role::Interactor => ("registerInteraction(argc, argv);", ""),
        Role::Grader | Role::Solution => ("", ""),
    };
    let lines: String = statements.trim_matches('\n').lines().map(|line| format!("    {line}\n")).collect();
    format!("#include \"testlib.h\"\nint main(int argc, char* argv[]) {{\n    {register}\n{lines}{end}}}\n")
}

fn print(source: &str, lints: &[Lint]) -> String {
    let index = LineIndex::new(source);
    let mut out = String::new();
    for lint in lints {
        let severity = format!("{:?}", lint.severity).to_lowercase();
        let text = &source[index.offset(lint.range.start)..index.offset(lint.range.end)];
        writeln!(out, "{severity} {} `{}`: {}", lint.code, text.replace('\n', "↵"), lint.message).unwrap();
        for fix in &lint.fixes {
            writeln!(out, "  {}", fix.title).unwrap();
            let fixed = apply(source, &fix.edits);
            let before: Vec<&str> = source.lines().collect();
            let after: Vec<&str> = fixed.lines().collect();
            let same = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
            let most = before.len().min(after.len()) - same;
            let ends = before.iter().rev().zip(after.iter().rev()).take(most).take_while(|(one, other)| one == other);
            let n_ends = ends.count();
            for line in &after[same..after.len() - n_ends] {
                writeln!(out, "  | {}", line.trim_start()).unwrap();
            }
        }
    }
    out
}

/// The text after some edits, which are in order and do not overlap.
fn apply(source: &str, edits: &[Edit]) -> String {
    let index = LineIndex::new(source);
    let mut fixed = String::new();
    let mut from = 0;
    for edit in edits {
        let (start, end) = (index.offset(edit.range.start), index.offset(edit.range.end));
        assert!(from <= start && start <= end, "{edits:?}");
        fixed.push_str(&source[from..start]);
        fixed.push_str(&edit.text);
        from = end;
    }
    fixed + &source[from..]
}

#[test]
fn comments_allow() {
    check(
        Role::Validator,
        "
// touchstone: allow testlib-52
inf.readInt(1, 5);
inf.readEoln(); // nothing is allowed here
inf.readInt(1, 6);
inf.readEoln();
inf.readInt(1, 7); // touchstone: allow testlib-52
inf.readEoln();",
        expect![[r#"
            hint testlib-52 `inf.readInt(1, 6)`: this read has no name for its messages and the overview of bounds: add `, "name"`
        "#]],
    );
}

#[test]
fn other_programs() {
    let source = "#include <bits/stdc++.h>\nint main() { srand(time(0)); std::mt19937 r; std::cin >> r; }\n";
    check_source(Role::Generator, source, expect![[""]]);
    check_source(Role::Solution, &format!("#include \"testlib.h\"\n{source}"), expect![[""]]);
}

/// Longer than any stack could bear, if something recursed; and too long for anything that is not linear.
#[test]
fn deep_and_long() {
    const DEPTH: usize = 10_000;
    let nested = [
        ("rnd.next(", ")"),
        ("rnd.next(1)+", ""),
        ("f(rnd.next(2),", ")"),
        ("{int n = inf.readInt();", "}"),
        ("inf.", ""),
        ("std::cin >> ", "x"),
        ("[&]{", "}"),
        ("inf.readToken(\"(((\");", ""),
        ("x[", "]"),
    ];
    for (open, close) in nested {
        let source = program(Role::Validator, &format!("{}{};", open.repeat(DEPTH), close.repeat(DEPTH)));
        let source = Source::parse(&source);
        for role in [Role::Generator, Role::Validator, Role::Checker, Role::Interactor] {
            lints(&source, role);
        }
    }
}

/// Texts made of what matters to the rules.
fn pieces() -> impl Strategy<Value = String> {
    let pieces = [
        "registerGen(argc, argv)",
        "inf.readInt(1, 5)",
        "int n = ",
        "inf.readToken(\"[a-z]{1, 5} \\\\d\")",
        "inf.readEoln();",
        "inf.readLong(1, 1e18, \"x\")",
        "rnd.next(",
        "rnd.wnext(1, 100)",
        "rnd.next(\"(a|b)*^\")",
        "shuffle(v)",
        "rand() % ",
        "std::mt19937 r(time(0));",
        "std::cin >> ",
        "#define int long long\n",
        "rnd.shuffle(v)",
        "ensure(a, \"b\")",
        ", ",
        ")",
        "(",
        "{",
        "}",
        ";",
        "\"",
        "\n",
        "\\",
        "é😀",
        "pattern p(\"a b\");",
        "[&]",
        " ? ",
        " : ",
        " + ",
        "rnd.nextInt(5)",
        "inf.readInts(n, 1, 5)",
        "R\"(a b)\"",
        "#if X\n",
        "#endif\n",
        "// touchstone: allow testlib-52\n",
    ];
    let chosen = prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..30);
    chosen.prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn edits_fit(text in pieces(), wild in any::<String>()) {
        for body in [&text, &wild] {
            for role in [Role::Generator, Role::Validator, Role::Checker, Role::Interactor] {
                let source = program(role, body);
                for lint in lints(&Source::parse(&source), role) {
                    for fix in lint.fixes {
                        apply(&source, &fix.edits);
                    }
                }
            }
        }
    }
}
