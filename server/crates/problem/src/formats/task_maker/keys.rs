//! What may stand in `task.yaml` and `task.toml`, in `gen/gen.toml`, and behind a `#` in `gen/GEN`.

use crate::formats::keys::{FLAG, Files, Key, NUMBER, Shape, TEXT, TEXTS, Value, Within, Word, key, word};

static SCORES: [Word; 4] = [
    word("GroupMin", &[], "A subtask gives its points times the least share that one of its tests gets."),
    word("GroupSum", &[], "A subtask gives its points times the mean share of its tests."),
    word("GroupMax", &[], "A subtask gives its points times the greatest share that one of its tests gets."),
    word("Sum", &[], "Each test gives its share of the points by itself."),
];

/// Solutions are given names of pipes.
pub(super) const FIFO_IO: &str = "fifo_io";

/// How solutions talk to a manager.
pub(super) static USER_IO: [Word; 2] = [
    word("std_io", &[], "Solutions read what the manager says on standard input, and write to standard output."),
    word(FIFO_IO, &[], "Solutions are given the names of two pipes: the one to read from, and the one to write to."),
];

static TALK: Shape = Shape::of(Value::Words(&USER_IO));
static SCORE: Shape = Shape::of(Value::Words(&SCORES));
static PARAMETERS: Shape = Shape::list(&TEXTS);

/// Keys that say something here.
pub(in crate::formats) static MANIFEST: Shape = Shape::map(&[
    key("name", "The short name of the task.", &TEXT),
    key("nome_breve", "The short name of the task, as `name`.", &TEXT),
    key("title", "What people call the task.", &TEXT),
    key("nome", "What people call the task, as `title`.", &TEXT),
    key("time_limit", "The time limit, seconds.", &NUMBER),
    key("timeout", "The time limit, seconds, as `time_limit`.", &NUMBER),
    key("memory_limit", "The memory limit, MiB.", &NUMBER),
    key("memlimit", "The memory limit, MiB, as `memory_limit`.", &NUMBER),
    key("n_input", "How many tests there are. It should be what `gen/GEN` or `input/` has.", &NUMBER),
    key(
        "infile",
        "The file that solutions read, `input.txt` in `task.yaml` if not stated; `''` for standard input.",
        &TEXT,
    ),
    key(
        "outfile",
        "The file that solutions write, `output.txt` in `task.yaml` if not stated; `''` for standard output.",
        &TEXT,
    ),
    key("output_only", "Whether contestants hand in outputs. They are not judged here.", &FLAG),
    key("score_type", "How the points of a subtask come from its tests.", &SCORE),
    key(
        "score_type_parameters",
        "For each subtask its points, and how many tests it has or the pattern of their names.",
        &PARAMETERS,
    ),
    key("total_value", "The points of all tests together where there are no subtasks, 100 if not stated.", &NUMBER),
    key(
        "num_processes",
        "How many processes of a solution talk to the manager, 1 if not stated. Each of several is told its number, from 0.",
        &NUMBER,
    ),
    key("controller_time_limit", "The time limit of `check/controller`, seconds. It is not run here.", &NUMBER),
    key("controller_memory_limit", "The memory limit of `check/controller`, MiB. It is not run here.", &NUMBER),
    key("controller_process_limit", "How many solutions `check/controller` may start. It is not run here.", &NUMBER),
    key("user_io", "How processes talk to the manager, `std_io` if not stated.", &TALK),
]);

static GENERATOR: Shape = Shape::of(Value::Generator);
static GROUP_NAME: Shape = Shape::of(Value::Group);
static GROUPS: Shape = Shape::list(&GROUP_NAME);
static COPIED: Shape = Shape::of(Value::File(Files::any(Within::Root)));
static COPIES: Shape = Shape::list(&COPIED);
static TESTCASE: Shape = Shape::map(&[
    key("args", "The arguments of the generator; `$#` is the number of the test, `$NAME` a constant.", &TEXTS),
    key("generator", "The generator of this test, by its name in `gen/` without ending.", &GENERATOR),
    key("repeat", "How many tests are made so.", &NUMBER),
    key("group_name", "A group that the test counts in, too.", &TEXT),
])
.or(Value::Text);
static TESTCASES: Shape = Shape::list(&TESTCASE);
const TESTS: Key = key("testcases", "Calls of the generator, such as `\"10 $#\"`.", &TESTCASES);
const COPY: Key = key("copy", "Tests that lie in the folder.", &COPIES);
const INCLUDE: Key =
    key("include", "The tests of these groups and subtasks count here, too; `*` stands for all.", &GROUPS);
const REPEAT: Key = key("repeat", "How often each of `testcases` is made, 1 if not stated.", &NUMBER);
const GENERATOR_OF: Key =
    key("generator", "The generator of these tests, by its name in `gen/` without ending.", &GENERATOR);
const VALIDATOR_ARGS: Key =
    key("validator_args", "Its arguments; `$FILENAME#` is the file, `$SUBTASK_NAME#` the subtask.", &TEXTS);
static GROUP: Shape = Shape::map(&[TESTS, COPY, INCLUDE, REPEAT, GENERATOR_OF]);
/// The table of a subtask.
pub(super) static SUBTASK: Shape = Shape::map(&[
    key("score", "The points of the subtask.", &NUMBER),
    TESTS,
    COPY,
    INCLUDE,
    REPEAT,
    GENERATOR_OF,
    key("validator", "The validator of this subtask, by its name in `gen/` without ending.", &TEXT),
    VALIDATOR_ARGS,
]);
static SAMPLES: Shape = Shape::map(&[
    key("num", "How many samples there are.", &NUMBER),
    key("group_name", "The group that they are, `samples` if not stated.", &TEXT),
    key("pattern", "Where they lie; `$#` is the number of the sample, from 0.", &TEXT),
])
.or(Value::Number);
static BY_GROUP: Shape = Shape::by_name(Value::Text, &GROUP);
static BY_SUBTASK: Shape = Shape::by_name(Value::Group, &SUBTASK);

/// Keys of `gen/gen.toml`. Others are constants.
pub(in crate::formats) static GEN_TOML: Shape = Shape::map(&[
    key("generator", "The generator, by its name in `gen/` without ending; `generator` if not stated.", &GENERATOR),
    key("validator", "The validator, by its name in `gen/` without ending; `validator` if not stated.", &TEXT),
    VALIDATOR_ARGS,
    key(
        "samples",
        "How many samples there are: `statement/NAME.input0.txt` and so on, where no `pattern` says otherwise.",
        &SAMPLES,
    ),
    key("group", "Groups of tests that subtasks include.", &BY_GROUP),
    key("subtask", "The subtasks, in their order.", &BY_SUBTASK),
]);

/// The words of `gen/GEN`, with a colon behind them. A line without one has the arguments of the generator.
pub(in crate::formats) static MARKS: [Key; 4] = [
    key("#ST", "Begins a subtask of so many points; the tests below count in it.", &NUMBER),
    key("#STNAME", "The name of the subtask, one word.", &TEXT),
    key("#STDEP", "The tests of these subtasks count in this one, too.", &GROUPS),
    key("#COPY", "A test that lies in the folder.", &COPIED),
];

/// The words of `gen/cases.gen`, with a colon before them. A line without one has the arguments of the generator.
pub(in crate::formats) static CASES: [Key; 6] = [
    key(
        "GEN",
        "A generator: its name, its path, and the names of its arguments. With a name alone: the one of this subtask.",
        &TEXT,
    ),
    key(
        "VAL",
        "A validator: its name, its path, and its arguments, such as `$INPUT`. With a name alone: the one of this subtask.",
        &TEXT,
    ),
    key(
        "CONSTRAINT",
        "What holds of the arguments of tests, such as `1 <= $N <= 1000`: of all, or of those of this subtask.",
        &TEXT,
    ),
    key(
        "SUBTASK",
        "Begins a subtask of so many points, with a name behind them; the tests below count in it.",
        &NUMBER,
    ),
    key("COPY", "A test that lies in the folder.", &COPIED),
    key("RUN", "A test of the generator of this name, with the arguments behind it.", &TEXT),
];
