//! What may stand in `problem.json`, `subtasks.json`, `solutions.json` and `gen/data`.

use super::super::keys::{ANYTHING, FLAG, Files, Key, NUMBER, Shape, TEXT, Value, Within, Word, key, word};
use crate::model::Role;

/// The list of tests.
pub(in crate::formats) const DATA: &str = "gen/data";
/// The word for the solution that makes the answers.
pub(super) const MODEL: &str = "model_solution";

/// The types of tasks.
pub(super) static TYPES: [Word; 4] = [
    word("Batch", &[], "Solutions read an input and write an output, alone or behind a grader."),
    word("Communication", &[], "Solutions talk to `grader/manager.cpp` by two pipes that their arguments name."),
    word("OutputOnly", &[], "Solutions are outputs; they are not judged here."),
    word(
        "TwoSteps",
        &[],
        "Solutions run twice, the second time on what the first run wrote; they are not judged here.",
    ),
];

/// The verdicts of `solutions.json`.
pub(super) static VERDICTS: [Word; 9] = [
    word(MODEL, &[], "The solution passes everything, and makes the answers. There is exactly one."),
    word("correct", &[], "The solution passes every test."),
    word("time_limit", &[], "The solution takes too long on at least one test."),
    word("memory_limit", &[], "The solution needs too much memory on at least one test."),
    word("incorrect", &[], "The solution writes something wrong on at least one test."),
    word("runtime_error", &[], "The solution crashes on at least one test."),
    word("failed", &[], "The solution fails at least one test, in any way."),
    word("time_limit_and_runtime_error", &[], "The solution takes too long or crashes."),
    word("partially_correct", &[], "The checker gives less than the whole on at least one test."),
];

static TYPE: Shape = Shape::of(Value::Words(&TYPES));
static VERDICT: Shape = Shape::of(Value::Words(&VERDICTS));
const VALIDATORS: Files = Files { is_call: true, ..Files::of(Role::Validator, Within::Directory("validator")) };
static VALIDATOR: Shape = Shape::of(Value::File(VALIDATORS));
static VALIDATOR_LIST: Shape = Shape::list(&VALIDATOR);
static BY_SUBTASK: Shape = Shape::by_name(Value::Group, &VERDICT);
static BY_NAME_OF_SUBTASK: Shape = Shape::by_name(Value::Group, &SUBTASK);

/// `problem.json`.
pub(super) static PROBLEM: Shape = Shape::map(&[
    key("name", "The short name of the task.", &TEXT),
    key("code", "A number of the task in its contest. It says nothing of judging.", &TEXT),
    key("title", "The name of the task, for people.", &TEXT),
    key("type", "How solutions are run.", &TYPE),
    key("time_limit", "The time limit of a test, in seconds.", &NUMBER),
    key("memory_limit", "The memory limit, in megabytes.", &NUMBER),
    key(
        "has_grader",
        "Solutions are functions that a program in `grader/LANGUAGE/` calls. This is assumed where it is left out.",
        &FLAG,
    ),
    key("grader_name", "The name of the grader's files, without an ending.", &TEXT),
    key("has_checker", "Outputs are judged by `checker/checker.cpp`; else lines are compared.", &FLAG),
    key("has_manager", "Solutions talk to a manager. It is the type of the task that counts here.", &FLAG),
    key(
        "num_processes",
        "How many processes of a solution a manager talks to, 1 if not stated. Each of several is told its number, from 0.",
        &NUMBER,
    ),
    key(
        "num_sol_processes",
        "How many processes of a solution a manager talks to, 1 if not stated. Each of several is told its number, from 0.",
        &NUMBER,
    ),
    key("cpp_enabled", "Contestants may write C++.", &FLAG),
    key("java_enabled", "Contestants may write Java.", &FLAG),
    key("pascal_enabled", "Contestants may write Pascal.", &FLAG),
    key("python_enabled", "Contestants may write Python.", &FLAG),
    key("tps_web_url", "The address of the system's site. It says nothing of judging.", &TEXT),
    key("description", "What the task is about, for people.", &TEXT),
    key("contest", "The contest that the task is of. It says nothing of judging.", &TEXT),
    key("cpp_std_opt", "The option for the standard of C++, such as `-std=gnu++17`.", &TEXT),
]);

/// `subtasks.json`.
pub(super) static SUBTASKS: Shape = Shape::map(&[
    key("global_validators", "Validators in `validator/` that look at the input of every test.", &VALIDATOR_LIST),
    key(
        "subtask_sensitive_validators",
        "Validators that look at every test once for each subtask it counts in. `{subtask}` in their arguments is its name.",
        &VALIDATOR_LIST,
    ),
    key("subtasks", "The subtasks by the names that `gen/data` has for them.", &BY_NAME_OF_SUBTASK),
]);

/// One of `subtasks`.
pub(super) static SUBTASK: Shape = Shape::map(&[
    key("index", "The number of the subtask, for its order.", &NUMBER),
    key("score", "The points for passing all tests of the subtask.", &NUMBER),
    key(
        "validators",
        "Validators in `validator/` that look at the tests of this subtask, those it includes among them.",
        &VALIDATOR_LIST,
    ),
    key("text", "What the statement says of the subtask.", &TEXT),
    key("samples", "The tests of the subtask that contestants see.", &ANYTHING),
]);

/// An entry of `solutions.json`.
pub(super) static SOLUTION: Shape = Shape::map(&[
    key("verdict", "What the solution has to do over all tests.", &VERDICT),
    key("except", "Verdicts of single subtasks, which differ from the one over all tests.", &BY_SUBTASK),
])
.or(Value::Words(&VERDICTS));

static SOLUTIONS: Shape =
    Shape::by_name(Value::File(Files::of(Role::Solution, Within::Directory("solution"))), &SOLUTION);

/// What may stand in a file.
pub(in crate::formats) fn of(path: &str) -> Option<&'static Shape> {
    match path {
        super::MANIFEST => Some(&PROBLEM),
        super::subtasks::FILE => Some(&SUBTASKS),
        super::labels::FILE => Some(&SOLUTIONS),
        _ => None,
    }
}

static SECTION: Shape = Shape::of(Value::Section);
static SECTIONS: Shape = Shape::list(&SECTION);
static MANUAL: Shape = Shape::of(Value::File(Files::any(Within::Directory("gen/manual"))));
static COPIED: Shape = Shape::of(Value::File(Files::any(Within::Root)));

/// The words at the beginning of lines of `gen/data`. A line without one is a call of a generator.
pub(in crate::formats) static DIRECTIVES: [Key; 6] = [
    key("@subtask", "Begins a subtask; the tests below count in it.", &TEXT),
    key("@testset", "Begins a set of tests that gives no points itself; subtasks include it.", &TEXT),
    key("@include", "The tests of these sections count here too, and those that they include.", &SECTIONS),
    key(
        "@validator",
        "A validator in `validator/` that looks at the tests of this section, with its arguments.",
        &VALIDATOR,
    ),
    key("manual", "A test from a file of `gen/manual/`.", &MANUAL),
    key("copy", "A test from a file of the folder.", &COPIED),
];
