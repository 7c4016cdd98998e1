//! What may stand in `problem.rbx.yml` and in testplans.

use super::{
    super::keys::{ANYTHING, FLAG, Files, Key, NUMBER, Shape, TEXT, TEXTS, Value, Within, Word, key, word},
    outcomes::WORDS,
};
use crate::model::Role;

/// The kinds of problems.
pub(super) static TYPES: [Word; 2] = [
    word("BATCH", &[], "Solutions read an input and write an output."),
    word("COMMUNICATION", &[], "Solutions talk to the interactor."),
];

/// How points are given.
pub(super) static SCORINGS: [Word; 2] = [
    word("BINARY", &[], "All or nothing."),
    word("POINTS", &[], "Each group gives its `score` when all its tests are passed."),
];

static VALIDITIES: [Word; 2] =
    [word("VALID", &[], "The validator has to accept it."), word("INVALID", &[], "The validator has to reject it.")];

const fn program(role: Role) -> Value {
    Value::File(Files::of(role, Within::Root))
}

static ANY_FILE: Shape = Shape::of(Value::File(Files::any(Within::Root)));
static FILES: Shape = Shape::list(&ANY_FILE);
static GROUP: Shape = Shape::of(Value::Group);
static GROUPS: Shape = Shape::list(&GROUP);
static LANGUAGE: Shape = Shape::of(Value::Language);
static OUTCOME: Shape = Shape::of(Value::Words(&WORDS));
static VALIDITY: Shape = Shape::of(Value::Words(&VALIDITIES));
static TYPE: Shape = Shape::of(Value::Words(&TYPES));
static SCORING: Shape = Shape::of(Value::Words(&SCORINGS));
static MODES: [Word; 2] = [
    word("testlib", &[], "The checker is called as testlib's are, with files and exit codes."),
    word("boca", &[], "The checker exits as BOCA's do; it is called as testlib's are all the same."),
];
static MODE: Shape = Shape::of(Value::Words(&MODES));

const PATH: &str = "The source, a path of the folder.";
const LANGUAGE_OF: Key = key("language", "The language of the source, if its name does not tell it.", &LANGUAGE);
const COMPILED_WITH: Key = key("compilationFiles", "Files that lie beside the source when it is built.", &FILES);
const RUN_WITH: Key = key("executionFiles", "Files that lie beside the program when it runs.", &FILES);

static CHECKER_FILE: Shape = Shape::of(program(Role::Checker));
static INTERACTOR_FILE: Shape = Shape::of(program(Role::Interactor));
static VALIDATOR_FILE: Shape = Shape::of(program(Role::Validator));
static GENERATOR_FILE: Shape = Shape::of(program(Role::Generator));
static SOLUTION_FILE: Shape = Shape::of(program(Role::Solution));

/// The checker.
pub(super) static CHECKER: Shape = Shape::map(&[
    key("path", PATH, &CHECKER_FILE),
    LANGUAGE_OF,
    COMPILED_WITH,
    RUN_WITH,
    key("fallback_to", "A checker for systems that cannot use this one. It says nothing here.", &ANYTHING),
    key("mode", "How the checker is called.", &MODE),
])
.or(program(Role::Checker));

/// The interactor.
pub(super) static INTERACTOR: Shape = Shape::map(&[
    key("path", PATH, &INTERACTOR_FILE),
    LANGUAGE_OF,
    COMPILED_WITH,
    RUN_WITH,
    key("legacy", "The interactor writes an output of its own, which the checker judges.", &FLAG),
    key("capture", "What of the talk is kept.", &ANYTHING),
])
.or(program(Role::Interactor));

/// A validator.
pub(super) static VALIDATOR: Shape =
    Shape::map(&[key("path", PATH, &VALIDATOR_FILE), LANGUAGE_OF, COMPILED_WITH, RUN_WITH])
        .or(program(Role::Validator));

static VALIDATORS: Shape = Shape::list(&VALIDATOR);

static GENERATOR: Shape = Shape::map(&[
    key("path", PATH, &GENERATOR_FILE),
    key("name", "What testplans call the generator; the name of its file where this is left out.", &TEXT),
    LANGUAGE_OF,
    COMPILED_WITH,
    RUN_WITH,
])
.or(program(Role::Generator));

static GENERATORS: Shape = Shape::list(&GENERATOR);

static SCRIPT: Shape = Shape::map(&[
    key("path", "A testplan, or a program that prints one.", &ANY_FILE),
    key("root", "The directory in which the testplan means the files that it copies.", &TEXT),
    key("format", "The language of the testplan.", &TEXT),
    LANGUAGE_OF,
    COMPILED_WITH,
    RUN_WITH,
])
.or(Value::File(Files::any(Within::Root)));

static BY_GROUP: Shape = Shape::by_name(Value::Group, &OUTCOME);

/// A solution.
pub(super) static SOLUTION: Shape = Shape::map(&[
    key("path", "The source, or a pattern such as `sols/wa-*.cpp` for several.", &SOLUTION_FILE),
    LANGUAGE_OF,
    COMPILED_WITH,
    RUN_WITH,
    key(
        "outcome",
        "What the solution has to get over all tests. The first one that is to be accepted makes the answers.",
        &OUTCOME,
    ),
    key("outcomePerGroup", "What it has to get in single groups; `*` stands for all others.", &BY_GROUP),
    key("inference", "What the solution says of the limits when they are estimated. It says nothing here.", &TEXT),
    key("tags", "Words for people.", &TEXTS),
    key("score", "The points that it has to get: a number, or a list of the least and the most.", &NUMBER),
]);

static SOLUTIONS: Shape = Shape::list(&SOLUTION);

static TESTCASE: Shape = Shape::map(&[
    key("inputPath", "The file with the input.", &ANY_FILE),
    key("outputPath", "The file with the answer; the main solution makes it where this is left out.", &ANY_FILE),
]);
static TESTCASES: Shape = Shape::list(&TESTCASE);

static GENERATOR_NAME: Shape = Shape::of(Value::Generator);
static CALL: Shape = Shape::map(&[
    key("name", "The generator, by its name in `generators`.", &GENERATOR_NAME),
    key("args", "Its arguments.", &TEXT),
]);
static CALLS: Shape = Shape::list(&CALL);

/// A group of tests.
pub(super) static GROUP_OF_TESTS: Shape = Shape::map(&[
    key("name", "The name of the group. `samples` is what contestants see, and comes first.", &TEXT),
    key("testcases", "Tests that are files.", &TESTCASES),
    key("testcaseGlob", "A pattern such as `tests/*.in` of files that are inputs; answers lie beside them.", &TEXT),
    key("generators", "Calls of generators, each of which makes a test.", &CALLS),
    key("generatorScript", "A testplan, or a program that prints one.", &SCRIPT),
    key("subgroups", "Groups inside of this one.", &GROUPS_OF_TESTS),
    key("validator", "The validator of this group in place of the main one.", &VALIDATOR),
    key("extraValidators", "Further validators of the inputs of this group.", &VALIDATORS),
    key("outputValidators", "Validators of the answers. They are not run here.", &ANYTHING),
    key("vars", "Values in place of those of the problem, for validators.", &VARS),
    key("score", "The points for passing all tests of the group, with `scoring: POINTS`.", &NUMBER),
    key("deps", "Groups before this one that have to be passed for its points.", &GROUPS),
    key(
        "model_solution",
        "A solution that makes the answers of the samples. The main one does that here.",
        &SOLUTION_FILE,
    ),
    key("visualizer", "A program that draws tests. It says nothing of judging.", &ANYTHING),
]);

static GROUPS_OF_TESTS: Shape = Shape::list(&GROUP_OF_TESTS);
static VARS: Shape = Shape::by_name(Value::Text, &VAR);
static VAR: Shape = Shape { value: Value::Text, ..Shape::by_name(Value::Text, &VAR) };

/// What a language has instead of the limits.
pub(super) static MODIFIER: Shape = Shape::map(&[
    key("time", "The time limit of this language, in milliseconds.", &NUMBER),
    key("timeMultiplier", "The factor of this language's time limit.", &NUMBER),
    key("memory", "The memory limit of this language, in megabytes.", &NUMBER),
]);
static MODIFIERS: Shape = Shape::by_name(Value::Language, &MODIFIER);

const GLOB: Key = key("glob", "A pattern of files that are tests.", &TEXT);
const TESTPLAN: Key =
    key("testplan", "A file with tests: `@test NAME OUTCOME { … }` or `@input NAME OUTCOME \"…\"`.", &ANY_FILE);

static VALIDATOR_TEST: Shape = Shape::map(&[
    GLOB,
    TESTPLAN,
    key("outcome", "What the validator has to say of the files of `glob`.", &VALIDITY),
    key("validator", "The validator that is tested, if not the main one.", &VALIDATOR_FILE),
]);
static CHECKER_TEST: Shape = Shape::map(&[
    GLOB,
    TESTPLAN,
    key(
        "outcome",
        "What the checker has to say of the files of `glob`: `X.in`, `X.out`, and `X.ans` are a test.",
        &OUTCOME,
    ),
]);
static VALIDATOR_TESTS: Shape = Shape::list(&VALIDATOR_TEST);
static CHECKER_TESTS: Shape = Shape::list(&CHECKER_TEST);

/// Tests of judges.
pub(super) static UNIT_TESTS: Shape = Shape::map(&[
    key("validator", "Inputs that validators have to accept or reject.", &VALIDATOR_TESTS),
    key("checker", "Outputs with the outcome that the checker has to give.", &CHECKER_TESTS),
]);

/// The keys of a set of them, whatever is tested.
pub(super) static UNIT_TEST: Shape = Shape::map(&[
    GLOB,
    TESTPLAN,
    key("outcome", "What has to be said of the files of `glob`.", &TEXT),
    key("validator", "The validator that is tested, if not the main one.", &VALIDATOR_FILE),
]);

static STRESS: Shape = Shape::map(&[
    key("name", "What the stress test is called.", &TEXT),
    key("generator", "The call that makes inputs; its arguments may have random parts.", &CALL),
    key("finder", "What is looked for, such as `[sols/wa.cpp] ~ INCORRECT`.", &TEXT),
]);
static STRESSES: Shape = Shape::list(&STRESS);

/// The manifest.
pub(in crate::formats) static MANIFEST: Shape = Shape::map(&[
    key("name", "The short name of the problem.", &TEXT),
    key("titles", "The names of the problem for people, by language.", &ANYTHING),
    key("languages", "The languages of statements, or of solutions.", &ANYTHING),
    key("type", "How solutions are run.", &TYPE),
    key("scoring", "How points are given.", &SCORING),
    key("timeLimit", "The time limit of a test, in milliseconds.", &NUMBER),
    key("memoryLimit", "The memory limit, in megabytes (MiB).", &NUMBER),
    key("outputLimit", "The most that a solution may write, in kilobytes (KiB).", &NUMBER),
    key("timing", "How limits are estimated. It says nothing here.", &ANYTHING),
    key("modifiers", "Limits of languages, by language.", &MODIFIERS),
    key("checker", "What judges outputs. A standard checker such as `wcmp.cpp` need not be there.", &CHECKER),
    key("interactor", "What solutions talk to, with `type: COMMUNICATION`.", &INTERACTOR),
    key("validator", "What decides whether inputs are valid. It gets the values of `vars` as options.", &VALIDATOR),
    key("extraValidators", "Further validators, which look at every input too.", &VALIDATORS),
    key("outputValidators", "Validators of answers. They are not run here.", &ANYTHING),
    key("visualizer", "A program that draws tests. It says nothing of judging.", &ANYTHING),
    key("solutionVisualizer", "A program that draws outputs. It says nothing of judging.", &ANYTHING),
    key("generators", "Programs that make tests, with the names by which testplans call them.", &GENERATORS),
    key("generatorScript", "The testplan of groups that have none of their own.", &SCRIPT),
    key("solutions", "Solutions, each with the outcome that it has to get.", &SOLUTIONS),
    key("testcases", "Groups of tests.", &GROUPS_OF_TESTS),
    key("stresses", "Stress tests. They say nothing of judging.", &STRESSES),
    key("statements", "Statements of the problem.", &ANYTHING),
    key("expandedStatements", "Statements as they are made. They say nothing of judging.", &ANYTHING),
    key("tutorials", "Tutorials of the problem.", &ANYTHING),
    key("vars", "Values that validators get as options, and all programs by `rbx.h`.", &VARS),
    key("unitTests", "Tests of the validator and of the checker.", &UNIT_TESTS),
    key("notes", "Notes for people.", &ANYTHING),
    key("source", "Where the problem is from.", &TEXT),
]);

/// The words at the beginning of lines of a testplan. A line without one is a call of a generator.
pub(in crate::formats) static DIRECTIVES: [Key; 4] = [
    key("@copy", "A test from a file of the folder.", &ANY_FILE),
    key("@input", "A test with this input, between quotes, three quotes or braces.", &TEXT),
    key("@testgroup", "The tests of a group stand in the block behind this, up to a line `}`.", &GROUP),
    key(
        "@test",
        "A test of a validator or checker: a name and an outcome, then a block with `@input`, `@output` and `@answer`.",
        &TEXT,
    ),
];
