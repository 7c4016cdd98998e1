//! What may stand in `task.yaml` and `task.toml`.

use crate::formats::keys::{FLAG, NUMBER, Shape, TEXT, TEXTS, Value, Word, key, word};

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
    key("user_io", "How processes talk to the manager, `std_io` if not stated.", &TALK),
]);
