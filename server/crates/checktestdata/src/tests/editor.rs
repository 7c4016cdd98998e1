//! What an editor asks.

use std::fmt::Write as _;

use expect_test::expect;

use crate::{Position, Program, Span, tokens};

const PROGRAM: &str = "# counts\nINT(1, 10, n) NEWLINE\nREPI(i, n, SPACE)\n  INT(1, n, a[i])\n  IF(a[i] == 1) SPACE ELSE\n    \
                       WHILE(!ISEOF) STRING(\"x\") END\n  END\nEND\nASSERT(UNIQUE(a)) UNSET(a)\n";

fn place(span: Span) -> String {
    let of = |offset| Position::of(PROGRAM.as_bytes(), offset);
    format!("{}-{}", of(span.start), of(span.end))
}

#[test]
fn a_program_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&Program::parse(PROGRAM.as_bytes()));
}

#[test]
fn variables() {
    let program = Program::parse(PROGRAM.as_bytes());
    let mut printed = String::new();
    for variable in program.variables() {
        let places = |spans: &[Span]| spans.iter().map(|span| place(*span)).collect::<Vec<_>>().join(" ");
        let (assignments, uses) = (places(&variable.assignments), places(&variable.uses));
        writeln!(printed, "{}: assigned {assignments}; used {uses}", variable.text).unwrap();
    }
    expect![[r#"
        n: assigned 2:12-2:13; used 3:9-3:10 4:10-4:11
        i: assigned 3:6-3:7; used 4:15-4:16 5:8-5:9
        a: assigned 4:13-4:14; used 5:6-5:7 9:15-9:16 9:25-9:26
    "#]]
    .assert_eq(&printed);
    let at = PROGRAM.find("n, SPACE").unwrap();
    assert_eq!(program.variable_at(at).map(|name| name.text.as_str()), Some("n"));
    assert_eq!(program.variable_at(at + 1).map(|name| name.text.as_str()), Some("n"));
    assert_eq!(program.variable_at(at + 3), None);
}

#[test]
fn commands_around_places() {
    let program = Program::parse(PROGRAM.as_bytes());
    let around = |text: &str| {
        let start = PROGRAM.find(text).unwrap();
        let command = program.command_around(Span::new(start, start + 1));
        command.map(|command| String::from_utf8_lossy(command.span.of(PROGRAM.as_bytes())).into_owned())
    };
    assert_eq!(around("n) NEWLINE").as_deref(), Some("INT(1, 10, n)"));
    assert_eq!(around("n, SPACE").as_deref(), Some("REPI(i, n, SPACE)"));
    assert_eq!(around("SPACE)").as_deref(), Some("SPACE"));
    assert_eq!(around("x\")").as_deref(), Some("STRING(\"x\")"));
    assert_eq!(around("END"), None);
}

#[test]
fn folds() {
    let mut printed = String::new();
    for fold in Program::parse(PROGRAM.as_bytes()).folds() {
        writeln!(printed, "{} {}", fold.word.name(), place(fold.span)).unwrap();
    }
    expect![[r#"
        REPI 3:18-8:4
        IF 5:16-5:27
        ELSE 5:27-7:6
        WHILE 6:18-6:34
    "#]]
    .assert_eq(&printed);
}

#[test]
fn kinds_of_tokens() {
    let text = "# é\nINT(1, 01, n)\"a\\\"b\" FOO é !a && b<=1.5e3 \"open";
    let mut printed = String::new();
    for token in tokens(text.as_bytes()) {
        writeln!(printed, "{} {:?}", String::from_utf8_lossy(token.span.of(text.as_bytes())), token.kind).unwrap();
    }
    expect![[r##"
        # é Comment
        INT Word(Int)
        ( Sign(OpenParenthesis)
        1 Integer
        , Sign(Comma)
        01 Float
        , Sign(Comma)
        n Name
        ) Sign(CloseParenthesis)
        "a\"b" String
        FOO UnknownWord
        é Unknown
        ! Sign(Not)
        a Name
        && Sign(And)
        b Name
        <= Sign(LessOrEqual)
        1.5e3 Float
        "open OpenString
    "##]]
    .assert_eq(&printed);
}
