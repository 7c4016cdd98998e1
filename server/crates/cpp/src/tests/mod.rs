//! Facts of small sources, printed one a line.

use std::fmt::Write;

use expect_test::{Expect, expect};
use problem::{
    facts::{Choices, OptionKey, SourceFacts},
    path::RelPath,
    text::Range,
};
use proptest::prelude::*;

use crate::facts;

mod choices;
mod cpp;
mod python;

fn facts_of(name: &str, bytes: &[u8]) -> SourceFacts {
    facts(&RelPath::parse(name).unwrap(), bytes).unwrap()
}

fn check(name: &str, source: &str, expected: Expect) {
    expected.assert_eq(&print(&facts_of(name, source.as_bytes())));
}

fn place(range: Range) -> String {
    let (start, end) = (range.start, range.end);
    format!("{}:{}-{}:{}", start.line, start.character, end.line, end.character)
}

fn print(facts: &SourceFacts) -> String {
    let mut out = String::new();
    for call in &facts.registers {
        writeln!(out, "{:?}/{} {}", call.register, call.n_args, place(call.range)).unwrap();
    }
    for include in &facts.includes {
        let (open, close) = if include.quoted { ('"', '"') } else { ('<', '>') };
        writeln!(out, "include {open}{}{close} {}", include.name, place(include.range)).unwrap();
    }
    for read in &facts.options {
        let key = match &read.key {
            OptionKey::Name(name) => name.clone(),
            OptionKey::Index(index) => format!("#{index}"),
        };
        let optional = if read.has_default { "?" } else { "" };
        writeln!(out, "option {key}{optional}: {:?} {}", read.type_name, place(read.range)).unwrap();
    }
    if facts.options_incomplete {
        writeln!(out, "options incomplete").unwrap();
    }
    for choices in &facts.choices {
        let Choices { key, values, fails, range } = choices;
        let end = if *fails { "fails" } else { "goes by" };
        writeln!(out, "choices {key:?}: {}, else {end} {}", values.join(" "), place(*range)).unwrap();
    }
    if let Some(main) = facts.main {
        writeln!(out, "main {}", place(main)).unwrap();
    }
    if !facts.exit_codes.is_empty() {
        writeln!(out, "exits {:?}", facts.exit_codes).unwrap();
    }
    if !facts.reads_once.is_empty() {
        writeln!(out, "once {:?}", facts.reads_once).unwrap();
    }
    if let Some((words, range)) = &facts.expected_results {
        writeln!(out, "expected {words:?} {}", place(*range)).unwrap();
    }
    for allow in &facts.allows {
        writeln!(out, "allow {} {}", allow.code, allow.line).unwrap();
    }
    out
}

#[test]
fn other_languages() {
    for name in ["a.txt", "Makefile"] {
        assert_eq!(facts(&RelPath::parse(name).unwrap(), b"exit(42)"), None, "{name}");
    }
}

#[test]
fn broken_utf8() {
    let source = b"// \xff\xfe\nint main() { /* \xc3 */ exit(42); }";
    expect![[r#"
        main 1:4-1:8
        exits [42]
    "#]]
    .assert_eq(&print(&facts_of("a.cpp", source)));
    expect![[r#"
        main 0:0-0:0
        exits [42]
    "#]]
    .assert_eq(&print(&facts_of("a.py", b"s = '\xff'; exit(42) # \xfe")));
}

/// Longer than any stack could bear, if something recursed.
#[test]
fn deep_nesting() {
    const DEPTH: usize = 20_000;
    for (open, close) in
        [("(", ")"), ("{", "}"), ("f(", ")"), ("if(x){", "}"), ("1+", ""), ("#if X\n", "#endif\n"), ("a<", ">")]
    {
        let source = format!("int main() {{ exit(42); {}{} }}", open.repeat(DEPTH), close.repeat(DEPTH));
        assert_eq!(facts_of("a.cpp", source.as_bytes()).exit_codes, [42], "{open}");
        facts_of("a.py", source.as_bytes());
    }
}

/// Texts made of what matters to the readers.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("registerGen(argc, argv, 1)"),
        Just("opt<int>(\"n\")"),
        Just("int main(int argc, char* argv[])"),
        Just("sys.argv[1]"),
        Just("sys.exit(4 if x else 5)"),
        Just("exit("),
        Just("// touchstone: allow a, b"),
        Just("@EXPECTED_RESULTS@: WA,"),
        Just("/*"),
        Just("*/"),
        Just("\n#if 0\n"),
        Just("\n#else\n"),
        Just("\n#endif\n"),
        Just("#define X 42"),
        Just("\"\"\""),
        Just("'"),
        Just("R\"x("),
        Just("\\"),
        Just("é😀\u{feff}"),
        Just("\r\n"),
        Just("argv"),
        Just("42"),
        Just("("),
        Just(")"),
        Just("{"),
        Just("}"),
        Just(";"),
        Just(" "),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn never_panics(text in any::<String>(), made in pieces(), bytes in any::<Vec<u8>>()) {
        for name in ["a.cpp", "a.c", "a.py"] {
            facts_of(name, text.as_bytes());
            facts_of(name, made.as_bytes());
            facts_of(name, &bytes);
        }
    }
}
