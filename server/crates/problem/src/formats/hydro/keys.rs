//! What may stand in `config.yaml` beside the tests, and in the `problem.yaml` that the format exports.

use super::super::keys::{ANYTHING, FLAG, Files, NUMBER, Shape, TEXT, TEXTS, Value, Within, Word, key, word};
use crate::model::Role;

/// The types of problems.
pub(super) static TYPES: [Word; 6] = [
    word("default", &[], "Solutions read an input and write an output."),
    word("interactive", &[], "Solutions talk to the `interactor`."),
    word("communication", &[], "Processes of a solution talk to a `manager`, as in CMS."),
    word("submit_answer", &[], "Solutions are outputs; they are not judged here."),
    word("objective", &[], "Solutions are answers to questions; they are not judged here."),
    word("remote_judge", &[], "Another site judges solutions; they are not judged here."),
];

/// How a subtask makes points of its tests.
pub(super) static FOLDS: [Word; 3] = [
    word("min", &[], "The subtask gives the least share that one of its tests gets of its score."),
    word("max", &[], "The subtask gives the greatest share that one of its tests gets of its score."),
    word("sum", &[], "The subtask gives the points of its tests together."),
];

static CHECKERS: [Word; 9] = [
    word("default", &[], "Lines are compared, without blanks at their ends."),
    word("strict", &[], "Lines are compared as they are."),
    word("testlib", &[], "`checker` is written with testlib, or the name of one of its checkers."),
    word("kattis", &[], "`checker` is an output validator as in packages of Kattis: it exits with 42 or 43."),
    word("lemon", &[], "`checker` is called as Lemon does; only one that is written with testlib is used here."),
    word("syzoj", &[], "`checker` is called as SYZOJ does; only one that is written with testlib is used here."),
    word("hustoj", &[], "`checker` is called as HUSTOJ does; only one that is written with testlib is used here."),
    word("qduoj", &[], "`checker` is called as QDUOJ does; only one that is written with testlib is used here."),
    word("lduoj", &[], "`checker` is called as LDUOJ does; only one that is written with testlib is used here."),
];

const fn beside(role: Role) -> Value {
    Value::File(Files::of(role, Within::Manifest))
}

static TYPE: Shape = Shape::of(Value::Words(&TYPES));
static FOLD: Shape = Shape::of(Value::Words(&FOLDS));
static CHECKER_TYPE: Shape = Shape::of(Value::Words(&CHECKERS));
static CHECKER: Shape = Shape::of(beside(Role::Checker));
static INTERACTOR: Shape = Shape::of(beside(Role::Interactor));
static VALIDATOR: Shape = Shape::of(beside(Role::Validator));
static FILE: Shape = Shape::of(Value::File(Files::any(Within::Manifest)));
static FILES: Shape = Shape::list(&FILE);
static GROUP: Shape = Shape::of(Value::Group);
static GROUPS: Shape = Shape::list(&GROUP);
static RATES: Shape = Shape::by_name(Value::Language, &NUMBER);

/// One of `cases`.
pub(super) static CASE: Shape = Shape::map(&[
    key("input", "The file with the input, beside the manifest.", &FILE),
    key("output", "The file with the answer, beside the manifest.", &FILE),
    key("time", "The time limit of this test, such as `1s` or `500ms`.", &TEXT),
    key("memory", "The memory limit of this test, such as `256m`.", &TEXT),
    key("score", "The points of this test.", &NUMBER),
    key("id", "The number of this test.", &NUMBER),
]);
static CASES: Shape = Shape::list(&CASE);

/// One of `subtasks`.
pub(super) static SUBTASK: Shape = Shape::map(&[
    key("id", "The number by which other subtasks name this one in `if`.", &NUMBER),
    key("type", "How points are made of the tests.", &FOLD),
    key("score", "The points of the subtask. Those without a score share what the others leave of 100.", &NUMBER),
    key("if", "Subtasks that have to be passed for this one's points.", &GROUPS),
    key("time", "The time limit of these tests, such as `1s` or `500ms`.", &TEXT),
    key("memory", "The memory limit of these tests, such as `256m`.", &TEXT),
    key("cases", "The tests of the subtask.", &CASES),
    key("time_limit_rate", "Factors of the time limit, by language. Those at the top are used here.", &RATES),
]);
static SUBTASKS: Shape = Shape::list(&SUBTASK);

/// `config.yaml`.
pub(in crate::formats) static CONFIG: Shape = Shape::map(&[
    key("type", "How solutions are run.", &TYPE),
    key("subType", "More about the type.", &TEXT),
    key("filename", "With `sum`, solutions read `sum.in` and write `sum.out` instead of the standard streams.", &TEXT),
    key("checker_type", "How outputs are judged.", &CHECKER_TYPE),
    key("checker", "The checker, a file beside the manifest or the name of one of testlib's.", &CHECKER),
    key("interactor", "What solutions talk to, a file beside the manifest.", &INTERACTOR),
    key("manager", "What processes of a solution talk to, a file beside the manifest.", &INTERACTOR),
    key("validator", "What decides whether inputs are valid, a file beside the manifest.", &VALIDATOR),
    key("num_processes", "How many processes of a solution the manager talks to.", &NUMBER),
    key("time", "The time limit of a test, such as `1s` or `500ms`.", &TEXT),
    key("memory", "The memory limit, such as `256m`.", &TEXT),
    key("score", "The points of a test, or of all `cases` together.", &NUMBER),
    key("time_limit_rate", "Factors of the time limit, by language.", &RATES),
    key("memory_limit_rate", "Factors of the memory limit, by language.", &RATES),
    key("subtasks", "Tests in groups that give points together.", &SUBTASKS),
    key("cases", "Tests without subtasks. Without both, every pair of files is a test.", &CASES),
    key("user_extra_files", "Files that lie beside a solution when it is built.", &FILES),
    key("judge_extra_files", "Files that lie beside the checker and the interactor when they are built.", &FILES),
    key("detail", "What contestants see of their results. It says nothing of judging.", &ANYTHING),
    key("langs", "The languages that contestants may write.", &TEXTS),
    key("multi_pass", "How often a solution is run on a test.", &NUMBER),
    key("key", "A secret of the site. It says nothing of judging.", &TEXT),
]);

/// `problem.yaml`, which says nothing of judging.
pub(in crate::formats) static ABOUT: Shape = Shape::map(&[
    key("pid", "The number of the problem on its site.", &TEXT),
    key("owner", "The number of the person whom the problem belongs to.", &NUMBER),
    key("title", "The name of the problem, for people.", &TEXT),
    key("tag", "Words by which people find the problem.", &TEXTS),
    key("nSubmit", "How many solutions the site has got.", &NUMBER),
    key("nAccept", "How many of them were accepted.", &NUMBER),
    key("difficulty", "How hard the problem is, from 1 to 10.", &NUMBER),
    key("hidden", "Only its owner sees the problem.", &FLAG),
]);
