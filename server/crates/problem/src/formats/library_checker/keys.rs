//! What may stand in `info.toml`.

use super::super::keys::{FLAG, Files, Key, NUMBER, Shape, TEXT, Value, Within, Word, key, word};
use crate::model::Role;

/// The verdicts of `expect`.
pub(super) static VERDICTS: [Word; 4] = [
    word("AC", &[], "The solution passes every test, as without `expect`."),
    word("WA", &[], "The output is wrong on at least one test, and nothing else goes wrong."),
    word("TLE", &[], "The solution takes too long on at least one test."),
    word("RE", &["RTE"], "The solution crashes, or is stopped for its memory or output, on at least one test."),
];

static VERDICT: Shape = Shape::of(Value::Words(&VERDICTS));
static TEST_FILE: Shape = Shape::of(Value::File(Files::of(Role::Generator, Within::Directory("gen"))));
static SOLUTION_FILE: Shape = Shape::of(Value::File(Files::of(Role::Solution, Within::Directory("sol"))));
static CHECKER_FILE: Shape = Shape::of(Value::File(Files::of(Role::Checker, Within::Root)));
static VALIDATOR_FILE: Shape = Shape::of(Value::File(Files::of(Role::Validator, Within::Root)));
/// Names of macros; nobody knows them beforehand.
static PARAMS: Shape = Shape::by_name(Value::Text, &TEXT);

/// One of `[[tests]]`.
pub(super) static TEST: Shape = Shape::map(&[
    key(
        "name",
        "A generator of `gen/`, which is called with the numbers 0, 1, …; or a name that ends in `.in`, for files of `gen/` \
         such as `example_00.in`.",
        &TEST_FILE,
    ),
    key("number", "How many tests it makes: from `NAME_00` on.", &NUMBER),
]);

/// One of `[[solutions]]`.
pub(super) static SOLUTION: Shape = Shape::map(&[
    key(
        "name",
        "The solution, a file of `sol/`. `correct.cpp` makes the answers and need not be listed.",
        &SOLUTION_FILE,
    ),
    key("expect", "The verdict that the solution has to get; without it, it has to pass.", &VERDICT),
    key("wrong", "An older way to say that the solution has to fail somehow.", &FLAG),
    key("allow_tle", "The solution may also take too long.", &FLAG),
    key("allow_re", "The solution may also crash.", &FLAG),
    key("allow_wa", "The solution may also write something wrong.", &FLAG),
    key("function", "The solution is a function, which `grader/grader.cpp` calls.", &FLAG),
]);

static TESTS: Shape = Shape::list(&TEST);
static SOLUTIONS: Shape = Shape::list(&SOLUTION);

static KEYS: [Key; 9] = [
    key("title", "The name of the problem, for people.", &TEXT),
    key("timelimit", "The time limit of a test, in seconds.", &NUMBER),
    key("forum", "The address where people discuss the problem. It says nothing of judging.", &TEXT),
    key(
        "tests",
        "A generator or a set of files of `gen/`, and how many tests it makes. Each is a table `[[tests]]`.",
        &TESTS,
    ),
    key(
        "solutions",
        "A solution of `sol/` and the verdict that it has to get. Each is a table `[[solutions]]`.",
        &SOLUTIONS,
    ),
    key("params", "Numbers that every program gets as macros from `params.h`, which is made of them.", &PARAMS),
    key("checker", "The checker, if it is not `checker.cpp`.", &CHECKER_FILE),
    key("verifier", "The validator of inputs, if it is not `verifier.cpp`.", &VALIDATOR_FILE),
    key("old_version", "The version of the tests before this one. It says nothing of judging.", &TEXT),
];

/// The manifest.
pub(in crate::formats) static INFO: Shape = Shape::map(&KEYS);
