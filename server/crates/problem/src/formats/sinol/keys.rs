//! What may stand in `config.yml`.

use super::super::keys::{ANYTHING, FLAG, Files, Key, NUMBER, Shape, TEXT, Value, Within, Word, key, word};
use crate::model::Role;

/// The contest types.
pub(super) static CONTESTS: [Word; 4] = [
    word("default", &["talent"], "A group gives its points when all its tests are passed."),
    word("oi", &[], "The same, but points fall with time beyond half of the limit."),
    word("oij", &[], "The same, and the points have to add up to the total."),
    word("icpc", &[], "All or nothing."),
];

/// The statuses of a solution in a group.
pub(super) static STATUSES: [Word; 6] = [
    word("OK", &[], "The solution passes every test of the group."),
    word("WA", &[], "The output is wrong on at least one test of the group."),
    word("TL", &["TLE"], "The solution takes too long on at least one test of the group."),
    word("ML", &["MLE"], "The solution needs too much memory on at least one test of the group."),
    word("RE", &["RTE"], "The solution crashes on at least one test of the group."),
    word("CE", &[], "The solution does not compile."),
];

static CONTEST: Shape = Shape::of(Value::Words(&CONTESTS));
static STATUS: Shape = Shape::of(Value::Words(&STATUSES));
static NUMBERS: Shape = Shape::by_name(Value::Group, &NUMBER);
static GROUP: Shape = Shape::of(Value::Group);
static GROUPS: Shape = Shape::list(&GROUP);
static DEPENDENCIES: Shape = Shape::by_name(Value::Group, &GROUPS);

/// What a language has instead of the limits.
pub(super) static LIMITS: Shape = Shape::map(&[
    key("time_limit", "The time limit of this language, in milliseconds.", &NUMBER),
    key("time_limits", "Time limits of groups for this language. They are not used here.", &NUMBERS),
    key("memory_limit", "The memory limit of this language, in kilobytes (KiB).", &NUMBER),
    key("memory_limits", "Memory limits of groups for this language. They are not used here.", &NUMBERS),
]);
static BY_LANGUAGE: Shape = Shape::by_name(Value::Language, &LIMITS);

/// What a solution gets in a group.
pub(super) static RESULT: Shape = Shape::map(&[
    key("points", "The points that the solution gets in this group.", &NUMBER),
    key("status", "The status of the group.", &STATUS),
])
.or(Value::Words(&STATUSES));
static RESULTS: Shape = Shape::by_name(Value::Group, &RESULT);

/// What a solution gets.
pub(super) static EXPECTED: Shape = Shape::map(&[
    key("expected", "The status and points in each group.", &RESULTS),
    key("points", "The points over all groups.", &NUMBER),
]);
static SCORES: Shape = Shape::by_name(Value::File(Files::of(Role::Solution, Within::Directory("prog"))), &EXPECTED);

static FILE: Shape = Shape::of(Value::File(Files::any(Within::Directory("prog"))));
static FILES: Shape = Shape::list(&FILE);
static FILES_BY_LANGUAGE: Shape = Shape { items: Some(&FILE), ..Shape::by_name(Value::Language, &FILES) };

static KEYS: [Key; 18] = [
    key("title", "The name of the task, for people. `title_en` and the like are those in other languages.", &TEXT),
    key("scores", "The points of each group, by its number. Without it, groups share 100 points evenly.", &NUMBERS),
    key(
        "subtask_dependencies",
        "Groups that have to be passed for the points of another, by its number.",
        &DEPENDENCIES,
    ),
    key("time_limit", "The time limit of a test, in milliseconds.", &NUMBER),
    key(
        "time_limits",
        "Time limits of groups or single tests, in milliseconds, by number or by the name behind the id.",
        &NUMBERS,
    ),
    key("memory_limit", "The memory limit, in kilobytes (KiB).", &NUMBER),
    key("memory_limits", "Memory limits of groups or single tests, in kilobytes (KiB).", &NUMBERS),
    key("override_limits", "Limits of languages, by their files' endings.", &BY_LANGUAGE),
    key("extra_compilation_args", "Options of the compiler, by language.", &ANYTHING),
    key("extra_compilation_files", "Files of `prog/` that lie beside a solution when it is built.", &FILES),
    key(
        "extra_execution_files",
        "Files of `prog/` that lie beside a solution when it runs, by language.",
        &FILES_BY_LANGUAGE,
    ),
    key("num_processes", "How many processes of a solution an interactor talks to.", &NUMBER),
    key("testrun_soc", "Contestants may try solutions against the interactor. It says nothing of judging.", &FLAG),
    key("sinol_task_id", "What the names of files begin with, if it is not the name of the folder.", &TEXT),
    key("sinol_contest_type", "How points are given.", &CONTEST),
    key("sinol_static_tests", "Tests that lie in the folder although there is a generator.", &ANYTHING),
    key("sinol_total_score", "The points of all groups together; 100 where it is left out.", &NUMBER),
    key(
        "sinol_expected_scores",
        "What each solution of `prog/` gets: the status and points of groups, and the whole.",
        &SCORES,
    ),
];

/// The manifest.
pub(in crate::formats) static MANIFEST: Shape = Shape::map(&KEYS);
