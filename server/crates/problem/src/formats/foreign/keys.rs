//! What may stand in `init.yml` of DMOJ and `config.yml` of Luogu, and which calls lines of `PROBLEM`, `TESTSET` and `SOLUTION` of
//! Rime begin with.

use super::rime;
use crate::{
    formats::keys::{ANYTHING, FLAG, Files, Key, NUMBER, Shape, TEXT, TEXTS, Value, Within, Word, key, word},
    path::RelPath,
};

static CHECKERS: [Word; 6] = [
    word("standard", &[], "Words are compared."),
    word("identical", &[], "Every byte counts."),
    word("floats", &[], "Numbers may differ by 10 to the minus `precision`, of their size or as they are."),
    word("floatsabs", &[], "Numbers may differ by 10 to the minus `precision`."),
    word("floatsrel", &[], "Numbers may differ by 10 to the minus `precision` of their size."),
    word("bridged", &[], "A program judges outputs; it is found by what it calls."),
];
static CHECKER_NAME: Shape = Shape::of(Value::Words(&CHECKERS));
static CHECKER_ARGS: Shape = Shape::map(&[
    key("precision", "How many digits of numbers count, 6 if not stated.", &NUMBER),
    key("error_mode", "`absolute` or `relative`; either is enough if not stated.", &TEXT),
    key("files", "The source of a program that judges.", &FILE),
    key("lang", "Its language.", &TEXT),
    key("type", "How it is called, such as `testlib`.", &TEXT),
]);
static CHECKER: Shape = Shape::map(&[
    key("name", "How outputs are judged.", &CHECKER_NAME),
    key("args", "More about that.", &CHECKER_ARGS),
])
.or(Value::Words(&CHECKERS));
static FILE: Shape = Shape::of(Value::File(Files::any(Within::Root)));
static NUMBERS: Shape = Shape::list(&NUMBER);
static CASE: Shape = Shape::map(&[
    key("in", "The file with the input, in the archive or in the folder.", &FILE),
    key("out", "The file with the answer.", &FILE),
    key("points", "What the test gives, or all of `batched` together.", &NUMBER),
    key("batched", "Tests that give their points only together.", &BATCH),
    key("dependencies", "The numbers of batches, from 1, that have to be passed before.", &NUMBERS),
    key("generator_args", "The arguments of the generator, which is not run here.", &TEXTS),
]);
static BATCH: Shape = Shape::list(&CASE);

/// `init.yml`.
static INIT: Shape = Shape::map(&[
    key("archive", "The zip archive with the tests.", &FILE),
    key("test_cases", "Tests, and batches of tests.", &BATCH),
    key("pretest_test_cases", "Tests that are tried first, and give nothing here.", &BATCH),
    key("points", "What a test gives that states nothing.", &NUMBER),
    key("checker", "How outputs are judged, `standard` if not stated.", &CHECKER),
    key("generator", "A program that makes tests; it is not run here.", &FILE),
    key("interactive", "How solutions talk to a program.", &ANYTHING),
    key("unbuffered", "Outputs of solutions are passed on at once.", &FLAG),
    key("output_limit_length", "How much a solution may write, bytes. It is not known here.", &NUMBER),
]);

/// An input in `config.yml`.
static INPUT: Shape = Shape::map(&[
    key("timeLimit", "The time limit of this test, milliseconds.", &NUMBER),
    key("memoryLimit", "The memory limit of this test, KB.", &NUMBER),
    key("score", "What this test gives.", &NUMBER),
    key("subtaskId", "The number of the subtask that this test counts in.", &NUMBER),
    key("isPretest", "Whether it is tried first. It says nothing here.", &FLAG),
]);
static INPUTS: Shape = Shape::by_name(Value::File(Files::any(Within::Root)), &INPUT);

/// What may stand in a manifest.
pub(in crate::formats) fn shape(path: &RelPath) -> Option<&'static Shape> {
    match path.as_str() {
        "init.yml" => Some(&INIT),
        "config.yml" => Some(&INPUTS),
        _ => None,
    }
}

static PROBLEM: [Key; 1] = [key(
    "problem",
    "The `title`, `id`, `time_limit` in seconds, and `reference_solution`, the folder of the main solution.",
    &TEXT,
)];
static TESTSET: [Key; 10] = [
    key("cxx_generator", "A generator in C++: the file `src`. It is not run here.", &TEXT),
    key("script_generator", "A generator with an interpreter in its first line. It is not run here.", &TEXT),
    key("cxx_validator", "A validator in C++: the file `src`.", &TEXT),
    key("script_validator", "A validator with an interpreter in its first line.", &TEXT),
    key("cxx_judge", "A checker in C++: the file `src`.", &TEXT),
    key("script_judge", "A checker with an interpreter in its first line.", &TEXT),
    key("cxx_reactive", "An interactor in C++: the file `src`.", &TEXT),
    key("casenum_merger", "How tests are joined to one. It says nothing here.", &TEXT),
    key("subtask_testset", "The `score` of the tests that `input_patterns` match. It is not known here.", &TEXT),
    key("scoring_judge", "The checker prints points. They are not known here.", &TEXT),
];
static SOLUTION: [Key; 7] = [
    key("c_solution", "A solution in C: the file `src`. With `challenge_cases` it is wrong.", &TEXT),
    key("cxx_solution", "A solution in C++: the file `src`. With `challenge_cases` it is wrong.", &TEXT),
    key("kotlin_solution", "A solution in Kotlin: the file `src`. With `challenge_cases` it is wrong.", &TEXT),
    key("java_solution", "A solution in Java: the file `src`. With `challenge_cases` it is wrong.", &TEXT),
    key(
        "script_solution",
        "A solution with an interpreter in its first line. With `challenge_cases` it is wrong.",
        &TEXT,
    ),
    key("expected_verdicts", "How a wrong solution may fail: a list of `WA`, `TLE`, `RE`, and `AC`.", &TEXT),
    key("expected_score", "The points that it is to get. They are not known here.", &TEXT),
];

/// The calls that lines of a file of Rime begin with.
pub(in crate::formats) fn calls(path: &RelPath) -> Option<&'static [Key]> {
    match path.file_name() {
        rime::MANIFEST if path.parent().is_root() => Some(&PROBLEM),
        _ if path.as_str() == rime::TESTS => Some(&TESTSET),
        rime::SOLUTION if path.parts().count() == 2 => Some(&SOLUTION),
        _ => None,
    }
}
