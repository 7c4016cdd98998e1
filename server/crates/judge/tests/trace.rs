//! What real programs write about themselves, as it is read.

#![expect(clippy::unwrap_used, reason = "a program that cannot be built or run fails the test")]

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use problem::trace::{NamedReads, Number, Record, Trace, Value};
use tempfile::TempDir;

const READS: &str = r#"#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    inf.readInt(-5, 100, "n"); inf.readSpace(); inf.readLong(); inf.readEoln();
    inf.readLine("[^A-Z]{1,50}", "title");
    for (int i = 1; i <= 2; ++i) {
        setTestCase(i);
        inf.readDouble(-1, 1, "d"); inf.readSpace(); inf.readUnsignedLong(0ull, 18446744073709551615ull, "u");
        inf.readSpace(); inf.readWord("[0-9]+", "w"); inf.readEoln();
    }
    unsetTestCase();
    inf.readInts(3, 1, 5, "a"); inf.readSpace(); inf.readChar('x'); inf.readEoln();
    inf.readEof();
}
"#;

/// Reads that mostly come in the same order, with bounds that change, in test cases and between them, and many at once.
const LOOPS: &str = r#"#include "testlib.h"

int below(int most) { return inf.readInt(1, most, "x"); }

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    for (int i = 1; i <= 4; ++i) {
        setTestCase(i);
        inf.readInt(1, 10, "n"); inf.readSpace(); below(10 + i); inf.readSpace();
        inf.readInt(1, 10, "m"); inf.readEoln();
          if (i > 1) { inf.readInt(1, 10, "k"); inf.readEoln(); }
        unsetTestCase();
        inf.readInts(5, 1, 9, "a"); inf.readSpace(); below(20 + i); inf.readSpace();
        inf.skipBlanks(); inf.readInt(); inf.readEoln();
    }
    inf.readEof();
}
"#;

/// Names that are too long to be kept, each of them another one.
const LONG_NAMES: &str = r#"#include "testlib.h"

int main() {
    registerValidation();
    for (int i = 0; i < 6; ++i) {
        inf.readInt(0, 99, format("number_of_apples_in_the_basket_of_the_person_%d", i));
        inf.readEoln();
    }
    inf.readEof();
}
"#;

/// Two streams by turns, and one that is read after it was closed.
const TURNS: &str = r#"#include "testlib.h"

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    inf.strict = true;
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 3; ++j) { inf.readInt(1, 9, "a"); inf.readSpace(); }
        inf.readInt(1, 9, "b"); inf.readEoln();
        if (i % 2 == 0) ouf.readInt(1, 9, "c");
    }
    inf.close();
    for (int i = 0; i < 3; ++i) inf.readChar(char(255));
    quitf(_ok, "fine");
}
"#;

/// Reads of one name with bounds that stay and that change, of numbers of all kinds.
const BOUNDS: &str = r#"#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 3, "n"); inf.readEoln();
    inf.readInts(n, -5, 9, "a"); inf.readEoln();
    for (int i = 1; i <= n; ++i) { inf.readInt(1, i, "p"); inf.readEoln(); }
    inf.readUnsignedLong(0ull, 18446744073709551615ull, "u"); inf.readSpace(); inf.readInt(1, 9, "late");
    inf.readSpace(); inf.readDouble(0, 1, "d"); inf.readSpace(); inf.readInt(1, 9); inf.readEoln();
    inf.readEof();
}
"#;

const INPUT: &str = "-3 5000000000\nab c\n0.1 18446744073709551615 77\n-1 0 7\n1 2 5 x\n";

/// A validator and the directory that it lives in.
struct Program(TempDir);

impl Program {
    /// Compiles a source by the relative path by which the judge names it.
    fn build(source: &str) -> Program {
        let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testlib");
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("val.cpp"), source).unwrap();
        let mut compiler = Command::new("g++");
        compiler.args(["-std=gnu++20", "-O1", "-I"]).arg(header).args(["./val.cpp", "-o", "val"]);
        assert!(compiler.current_dir(folder.path()).status().unwrap().success());
        Program(folder)
    }

    /// The record of a run.
    fn record(&self, input: &str, level: &str, form: &str) -> Vec<u8> {
        self.record_with(&[], input, level, form)
    }

    /// The record of a run with these arguments.
    fn record_with(&self, arguments: &[&str], input: &str, level: &str, form: &str) -> Vec<u8> {
        let mut command = Command::new(self.0.path().join("val"));
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::piped()).stderr(Stdio::null());
        command.env("TESTLIB_TRACE", "record").env("TESTLIB_TRACE_LEVEL", level).env("TESTLIB_TRACE_FORMAT", form);
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait().unwrap();
        fs::read(self.0.path().join("record")).unwrap()
    }
}

#[test]
fn both_forms_of_a_real_record_give_the_same() {
    let program = Program::build(READS);
    for input in [INPUT, &INPUT[..30], "-3 x\n", &INPUT.replace(" 7\n", "\n")] {
        let [lines, packed] = ["json", "bin"].map(|form| program.record(input, "reads", form));
        assert!(packed.starts_with(b"TLT"), "{input:?}");
        let (lines, packed) = (Trace::parse(&lines, input.as_bytes()), Trace::parse(&packed, input.as_bytes()));
        assert_eq!(lines, packed, "{input:?}");
        assert!(lines.is_whole());
        assert_eq!(lines.fail().is_some(), input != INPUT, "{input:?}");
    }
}

#[test]
fn reads_that_are_only_counted_are_the_ones_that_were_made() {
    let program = Program::build(LOOPS);
    let round = "3 4 5\n1 2 3 4 5 6   -7\n";
    let later = "3 4 5\n6\n1 2 3 4 5 6   -7\n";
    let input = format!("{round}{later}{later}{later}");
    let [lines, packed] = ["json", "bin"].map(|form| program.record(&input, "reads", form));
    let (lines, packed) = (Trace::parse(&lines, input.as_bytes()), Trace::parse(&packed, input.as_bytes()));
    assert_eq!(lines, packed);
    assert!(lines.is_whole() && lines.fail().is_none());
}

#[test]
fn names_that_are_too_long_to_be_kept_are_told_each() {
    let program = Program::build(LONG_NAMES);
    let input = "1\n2\n3\n4\n5\n6\n";
    let [lines, packed] = ["json", "bin"].map(|form| program.record(input, "reads", form));
    assert_eq!(Trace::parse(&lines, input.as_bytes()), Trace::parse(&packed, input.as_bytes()));
}

#[test]
fn streams_take_turns() {
    let program = Program::build(TURNS);
    let input = "1 2 3 4\n".repeat(6);
    fs::write(program.0.path().join("input"), &input).unwrap();
    fs::write(program.0.path().join("output"), "5 6 7\n").unwrap();
    let arguments = ["input", "output", "output"];
    let [lines, packed] = ["json", "bin"].map(|form| {
        let record = program.record_with(&arguments, "", "reads", form);
        let trace = Trace::parse(&record, input.as_bytes());
        assert!(trace.is_whole(), "{form}");
        // The two do not agree on the length of a character where nothing can be read.
        let told = |record: &Record| !matches!(record, Record::Read(read) if read.kind.wanted.op == "char");
        trace.records.into_iter().filter(told).collect::<Vec<_>>()
    });
    assert_eq!(lines, packed);
}

#[test]
fn reads_cover_the_input_in_order() {
    let trace = Trace::parse(&Program::build(READS).record(INPUT, "reads", "bin"), INPUT.as_bytes());
    let mut at = 0;
    let mut numbers = Vec::new();
    for record in &trace.records {
        let Record::Read(read) = record else { continue };
        assert_eq!(read.offset, at, "{read:?}");
        at += read.len_bytes;
        if let Value::Number(Number::Int(value)) = read.value {
            numbers.push((value, read.test_case));
        }
    }
    assert_eq!(at, INPUT.len() as u64);
    let (none, first, second) = (None, Some(1), Some(2));
    let largest = i128::from(u64::MAX);
    let expected = [(-3, none), (5_000_000_000, none), (largest, first), (0, second), (1, none), (2, none), (5, none)];
    assert_eq!(numbers, expected);
}

#[test]
fn what_the_reads_of_each_name_came_to() {
    let program = Program::build(BOUNDS);
    let input = "3\n-5 8 -2\n1\n1\n3\n18446744073709551615 9 0.5 4\n";
    let record = program.record(input, "bounds", "json");
    let reads = Trace::parse(&record, b"").bounds().unwrap();
    let shown = |reads: &NamedReads| {
        let NamedReads { name, lo, hi, lo_hit, hi_hit, seen, sum, site } = reads;
        let bound = |bound: &Option<i128>| bound.map_or_else(|| "?".to_owned(), |bound| bound.to_string());
        let seen = seen.map_or_else(String::new, |(least, greatest)| format!(" {least}..{greatest}"));
        let site = site.as_ref().unwrap();
        let hits = format!("{}{}", if *lo_hit { "<" } else { "" }, if *hi_hit { ">" } else { "" });
        let sum = sum.map_or_else(String::new, |sum| format!(" sum {sum}"));
        format!("{name} [{}, {}]{seen}{sum} {hits} {}:{}", bound(lo), bound(hi), site.file, site.line)
    };
    let expected = [
        "a [-5, 9] -5..8 sum 1 < ./val.cpp:6",
        "d [?, ?]  ./val.cpp:9",
        "late [1, 9] 9..9 sum 9 > ./val.cpp:8",
        "n [1, 3] 3..3 sum 3 > ./val.cpp:5",
        "p [1, ?] 1..3 sum 5 <> ./val.cpp:7",
        "u [0, 18446744073709551615] 18446744073709551615..18446744073709551615 > ./val.cpp:8",
    ];
    assert_eq!(reads.iter().map(shown).collect::<Vec<_>>(), expected);
    let cut = &record[..record.len() - 2];
    assert_eq!(Trace::parse(cut, b"").bounds(), None, "a record without its end is not believed");
}

/// However many values there are, and whatever their bounds, there is one line for each name.
#[test]
fn a_record_of_bounds_does_not_grow() {
    let program = Program::build(BOUNDS);
    let size = |input: &str| program.record(input, "bounds", "json").len();
    let small = size("1\n0\n1\n7 7 0.5 4\n");
    assert!(size("3\n0 1 2\n1\n1\n2\n7 7 0.5 4\n").abs_diff(small) < 20);
}

#[test]
fn a_failure_names_the_call_and_the_token() {
    let trace = Trace::parse(&Program::build(READS).record("-3 5\nab\n0.5 5 x\n", "fail", "json"), b"");
    let fail = trace.fail().unwrap();
    let site = fail.site.clone().unwrap();
    assert_eq!((site.file.as_str(), site.line), ("./val.cpp", 10));
    let line = READS.lines().nth(9).unwrap();
    let call = line.find("inf.readWord").unwrap() + 1;
    let column = site.column.unwrap() as usize;
    assert!((call..call + "inf.readWord(".len()).contains(&column), "{site:?}");
    let place = fail.in_input().unwrap();
    assert_eq!((place.offset, place.line, place.column), (14, Some(3), Some(7)));
    let wanted = fail.wanted.as_ref().unwrap();
    let described = (wanted.op.as_str(), wanted.name.as_deref(), wanted.pattern.as_deref());
    assert_eq!(described, ("token", Some("w"), Some("[0-9]+")));
    assert_eq!(fail.found.as_deref(), Some("x"));
}
