//! Our own notifications, requests and commands: what they carry.
//!
//! Invariant: `PROTOCOL.md` beside this crate is made from this module, by a test.

mod editor_model;
mod hack;
mod probes;

use forge::tries::Tries;
use ide::matrix::MatrixChange;
use problem::missing::MissingProgram;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::lsp_types::{Url, notification::Notification, request::Request};

pub(crate) use self::editor_model::{
    EditorSaid, ModelCancelNotification, ModelEnd, ModelNamed, ModelPart, ModelRequestNotification,
};

pub(crate) use self::{
    hack::{HackEngineParam, HackParams},
    probes::{CalibrateParams, MutateParams, ProbeParams},
};

/// How a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Health {
    Ok,
    Warning,
    Error,
}

/// How a problem is, told when that has changed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Status {
    /// The problem's root.
    #[schemars(with = "String")]
    pub(crate) uri: Url,
    /// By the worst that was found, or `error` where the server could not do its job.
    pub(crate) health: Health,
    /// Whether a run is under way or about to begin.
    pub(crate) busy: bool,
    /// One sentence.
    pub(crate) message: String,
    /// Share of correct solutions that pass every test; null for an empty pool or before the first run.
    pub(crate) tpr: Option<f64>,
    /// Share of wrong solutions that fail at least one test; null for an empty pool or before the first run.
    pub(crate) tnr: Option<f64>,
    /// Whether it is forgotten: the folder is gone, closed, or no problem any more. Nothing else is said of it then.
    pub(crate) gone: bool,
}

/// `touchstone/status`
pub(crate) enum StatusNotification {}

impl Notification for StatusNotification {
    type Params = Value;
    const METHOD: &'static str = "touchstone/status";
}

/// What has changed in a matrix.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct MatrixChanged {
    /// The problem's root.
    pub(crate) uri: Url,
    /// From which generation to which, and the cells.
    #[serde(flatten)]
    pub(crate) change: MatrixChange,
}

/// `touchstone/matrixChanged`
pub(crate) enum MatrixChangedNotification {}

impl Notification for MatrixChangedNotification {
    type Params = Value;
    const METHOD: &'static str = "touchstone/matrixChanged";
}

/// Problems that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ContestItem {
    /// The folder that they lie in; null for problems outside of all workspace folders.
    #[schemars(with = "Option<String>")]
    pub(crate) uri: Option<Url>,
    /// What it is called, or the folder's name.
    pub(crate) name: String,
    /// The file that lists them, where there is one.
    #[schemars(with = "Option<String>")]
    pub(crate) file: Option<Url>,
    /// What is wrong with that, a sentence each. In the file these are diagnostics.
    pub(crate) messages: Vec<String>,
    /// The problems, those that are listed first and as they are.
    #[schemars(with = "Vec<Value>")]
    pub(crate) problems: Vec<ProblemItem>,
}

/// A problem of the workspace.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ProblemItem {
    /// The problem's root.
    #[schemars(with = "String")]
    pub(crate) uri: Url,
    /// What the list of the contest calls it, or else the folder's name.
    pub(crate) name: String,
    /// Its letter, where the list has one.
    pub(crate) label: Option<String>,
    /// Whether a list of the contest has it.
    pub(crate) listed: bool,
    /// Whether there is a problem in that folder. Where there is none, nothing is known of it.
    pub(crate) found: bool,
    /// `plain`, `polygon` or `icpc`; an open set, and null while that is not known.
    pub(crate) format: Option<String>,
    /// As in `touchstone/status`.
    pub(crate) health: Health,
    /// As in `touchstone/status`.
    pub(crate) busy: bool,
    /// As in `touchstone/status`.
    pub(crate) message: String,
    /// Whether some run judged everything.
    pub(crate) judged: bool,
    /// How many solutions are labelled right; null before the first run.
    pub(crate) correct: Option<usize>,
    /// How many solutions are labelled wrong; null before the first run.
    pub(crate) wrong: Option<usize>,
    /// As in `touchstone/status`.
    pub(crate) tpr: Option<f64>,
    /// As in `touchstone/status`.
    pub(crate) tnr: Option<f64>,
    /// How many findings of severity error there are.
    pub(crate) errors: usize,
    /// The file to open: the main solution once the problem was read, before that the manifest or the first source.
    #[schemars(with = "Option<String>")]
    pub(crate) file: Option<Url>,
}

/// `touchstone/problemsChanged`
pub(crate) enum ProblemsChangedNotification {}

impl Notification for ProblemsChangedNotification {
    type Params = Value;
    const METHOD: &'static str = "touchstone/problemsChanged";
}

/// `touchstone/apiKey`, asked of the client.
pub(crate) enum ApiKeyRequest {}

impl Request for ApiKeyRequest {
    type Params = Value;
    type Result = Value;
    const METHOD: &'static str = "touchstone/apiKey";
}

/// Options of `touchstone.run`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct RunParams {
    /// Globs over the paths of solutions; all, when there are none.
    #[serde(default)]
    pub(crate) solutions: Vec<String>,
    /// Globs over the ids of tests; all, when there are none.
    #[serde(default)]
    pub(crate) tests: Vec<String>,
    /// Whether programs in C and C++ run once more with sanitizers when all else is known: tools, and the solutions
    /// labelled correct.
    #[serde(default)]
    pub(crate) sanitize: bool,
}

/// Options of `touchstone.showTest`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ShowTestParams {
    /// The path of the solution whose output is shown.
    pub(crate) solution: Option<String>,
    /// The id of the test.
    pub(crate) test: String,
}

/// Options of `touchstone.setLabel`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SetLabelParams {
    /// The path of the solution.
    pub(crate) solution: String,
    /// The label's word, such as `wrong_answer`.
    pub(crate) label: String,
}

/// Options of `touchstone.exportReport`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExportReportParams {
    /// `json`, `html`, `junit`, `sarif` or `markdown`; `json` if nothing is said.
    #[serde(default = "json_format")]
    pub(crate) format: String,
    /// The file to write; one that is not absolute lies in the problem's folder.
    pub(crate) path: String,
    /// Whether a page has texts of tests, answers and sources, and what programs said; true if nothing is said.
    #[serde(default = "yes")]
    pub(crate) contents: bool,
}

fn yes() -> bool {
    true
}

fn json_format() -> String {
    "json".to_owned()
}

/// Options of `touchstone.explain`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExplainParams {
    /// The finding's code.
    pub(crate) code: String,
    /// The `id` in the diagnostic's data; without it, all findings of the code are shown.
    pub(crate) id: Option<String>,
    /// Have the configured language model explain the finding, too.
    #[serde(default)]
    pub(crate) model: bool,
    #[serde(flatten)]
    pub(crate) model_options: ModelOptions,
}

/// What commands that ask a language model have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
pub(crate) struct ModelOptions {
    /// Take answers from earlier runs alone, and send nothing.
    #[serde(default)]
    pub(crate) replay: bool,
    /// How many requests to make at most: one for a question, another when an answer does not fit; kept answers are free.
    pub(crate) max_calls: Option<u32>,
    /// How many tokens to use at most, questions and answers together.
    pub(crate) max_tokens: Option<u64>,
    /// What to spend at most, in the unit of the prices.
    pub(crate) budget: Option<f64>,
}

/// Options of `touchstone.write`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct WriteParams {
    /// What is missing: `validator`, `checker`, `generator`, `interactor` or `brute_force`.
    #[schemars(with = "String")]
    pub(crate) piece: MissingProgram,
    /// How often to ask at most, further candidates aside; 3 if nothing is said.
    #[serde(default = "three")]
    pub(crate) attempts: u32,
    /// How many answers to the first question to try, of which the best is taken; 3 if nothing is said.
    #[serde(default = "three")]
    pub(crate) candidates: u32,
    /// Have the client show the edit and apply it.
    #[serde(default)]
    pub(crate) apply: bool,
    #[serde(flatten)]
    pub(crate) model_options: ModelOptions,
}

impl WriteParams {
    pub(crate) fn tries(&self) -> Tries {
        Tries { candidates: self.candidates, attempts: self.attempts }
    }
}

/// Options of `touchstone.fix`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct FixParams {
    /// The finding's code.
    pub(crate) code: String,
    /// The file, relative to the problem's folder, that the finding stands in.
    pub(crate) file: Option<String>,
    /// The `id` in the diagnostic's data, instead of the file; without both the first finding of the code is meant.
    pub(crate) id: Option<String>,
    /// How often to ask at most, further candidates aside; 3 if nothing is said.
    #[serde(default = "three")]
    pub(crate) attempts: u32,
    /// How many answers to the first question to try, of which the best is taken; 3 if nothing is said.
    #[serde(default = "three")]
    pub(crate) candidates: u32,
    /// Have the client show the edit and apply it.
    #[serde(default)]
    pub(crate) apply: bool,
    #[serde(flatten)]
    pub(crate) model_options: ModelOptions,
}

impl FixParams {
    pub(crate) fn tries(&self) -> Tries {
        Tries { candidates: self.candidates, attempts: self.attempts }
    }
}

/// Options of `touchstone.minimize`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct MinimizeParams {
    /// Keep up to this many of the tests that the same solutions pass, instead of as few tests as possible.
    pub(crate) per_class: Option<u32>,
    /// Make the input of this test smaller instead, as long as `solution` fails it as it does now.
    pub(crate) test: Option<String>,
    /// A solution that fails `test`, by its path in the folder.
    pub(crate) solution: Option<String>,
    /// Have the client show the edit and apply it.
    #[serde(default)]
    pub(crate) apply: bool,
}

fn three() -> u32 {
    3
}

#[cfg(test)]
mod tests {
    use expect_test::expect_file;
    use ide::command::CommandName;
    use schemars::schema_for;
    use serde_json::Map;

    use super::*;

    /// A table of the fields of a type.
    fn fields(schema: &schemars::Schema) -> String {
        let empty = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut table = String::new();
        for (name, property) in properties {
            let kind = match &property["type"] {
                Value::String(kind) => kind.clone(),
                Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
                _ => "string".to_owned(),
            };
            let may = if required.contains(&Value::String(name.clone())) { "" } else { ", may be left out" };
            let words = property["description"].as_str().unwrap_or_default().replace('\n', " ");
            table += &format!("- `{name}` ({kind}{may}): {words}\n");
        }
        table
    }

    const HEAD: &str = "\
<!-- Made by the tests of server/crates/lsp; `UPDATE_EXPECT=1 cargo test -p lsp payload` writes it again. -->

# What the server speaks beside the Language Server Protocol

Problems are named by the URI of their root (`uri`), solutions by their path in the problem, tests by their id. In
commands the URI of any file of the problem will do. A command takes one object and gives a JSON value, so that any
editor can call it.

A diagnostic has `source: \"touchstone\"`, a `code` of the reference page, a link to its section, and
`data: {id, generation, problem, path, solution, test}`; the last two say which solution and test it is about, where it is
about one. `generation` is that of the matrix in which it was seen first, 0 where no run was needed to see it.
";

    const CALIBRATE: &str = "Runs the solutions alone, and says which limits follow, with the edit that sets them. Gives what \
        `touchstone calibrate --format json` prints, `plot`, how times grow, as SVG or null, and a proposal.";
    const PROPOSALS: &str = "
## Proposals

The answers of `touchstone.hack`, `.write`, `.fix`, `.minimize`, `.probe`, `.mutate` and `.calibrate` have, beside what the command line prints,

- `page`: the proposal with its proof, as Markdown for the person.
- `edit`: the `WorkspaceEdit` that carries it out, for the documents as they are now; null when there is nothing to do, or
  when `notes` say why it cannot be done. Where the client knows change annotations, each change has one that needs
  confirmation.
- `notes`: sentences that the person should read, such as which files were not saved when it began.
- `applied` and `reason`: with `apply`, what the client made of the edit; else false and null.

Nothing is written by the server. With `apply`, the edit is sent by `workspace/applyEdit` with its annotations; a client
that knows none of these is asked before, by `window/showMessageRequest`.

One of these commands, or `touchstone.explain` with `model`, goes on for a problem at a time. Each tells its progress, under
the request's `workDoneToken` if it has one, and is stopped by cancelling the request or the progress. What is judged are the files on disk.

Before anything is sent for the first time, the person is asked by `window/showMessageRequest`, with the actions `Send
once`, `Always for this folder` and `Do not send`. A client that gives no answer has nothing sent.
";

    #[test]
    fn page() {
        let commands: [(&str, String, &str); 15] = [
            (
                "touchstone.run",
                fields(&schema_for!(RunParams)),
                "Judges the problem, or the part of it that is named, and gives the generation of the matrix when that is \
                 done. Cancelling the request stops the run.",
            ),
            ("touchstone.showMatrix", String::new(), "Gives what `touchstone/matrix` gives."),
            (
                "touchstone.showTest",
                fields(&schema_for!(ShowTestParams)),
                "Gives `{input, expected, found, stderr, first_difference: {line, column}, expected_difference, input_place, \
                 validator, checker, verdict, time_ms, memory_kb, limits: {time_ms, memory_kb}, exceeded, made_by, declared: \
                 {path, line}, transcript, rerun: {commands, debugger}}`; a long text is `{head, bytes, around: {line, \
                 text}}`, where `around` has the lines around the place that matters if that lies behind the head, and what \
                 is not known is null or left out. Places count lines and UTF-16 units from 0: `first_difference` is one in \
                 `found`, `expected_difference` in `expected`, and `input_place` is where a validator that rejects the input \
                 stopped. `transcript` is there for interactive problems only; `rerun` has the lines for a POSIX shell that build the solution for a debugger in a new directory and \
                 run it there on the input, and what takes the place of the last one under a debugger.",
            ),
            (
                "touchstone.showBounds",
                String::new(),
                "Gives, as Markdown, the bounds of each variable side by side: statement, validator, checker, options of \
                 generators, and what the tests have; with what the validator reads, line by line.",
            ),
            (
                "touchstone.setLabel",
                fields(&schema_for!(SetLabelParams)),
                "Asks the client to apply the edit that gives a solution another label, where that is written in this \
                 format, and gives `{applied}`; to a client that applies no edits it gives the edit as well.",
            ),
            ("touchstone.clearCache", String::new(), "Empties the cache, and gives the number of bytes that freed."),
            (
                "touchstone.exportReport",
                fields(&schema_for!(ExportReportParams)),
                "Writes the report of the last run, into a folder that is there, and gives the path of the file.",
            ),
            (
                "touchstone.explain",
                fields(&schema_for!(ExplainParams)),
                "Gives the reference section of a finding code, with what was found, as Markdown; with `model` also what \
                 the language model says of the finding (or of the first one), after the person's leave.",
            ),
            (
                "touchstone.hack",
                fields(&schema_for!(HackParams)),
                "Looks for tests that fail solutions which pass everything, and proves them. Gives what \
                 `touchstone hack --format json` prints, and what is said below of proposals.",
            ),
            (
                "touchstone.write",
                fields(&schema_for!(WriteParams)),
                "Has the language model write a missing program, and tries it; as `touchstone write`.",
            ),
            (
                "touchstone.fix",
                fields(&schema_for!(FixParams)),
                "Has the language model repair a finding; as `touchstone fix`.",
            ),
            (
                "touchstone.minimize",
                fields(&schema_for!(MinimizeParams)),
                "Finds the tests that the suite needs, and takes the lines of the others out of the scripts; as \
                 `touchstone minimize`. No model is asked.",
            ),
            (
                "touchstone.probe",
                fields(&schema_for!(ProbeParams)),
                "Asks the checker, the interactor and the validators what nobody in the pool says. What they let through is \
                 published as diagnostics, as long as their files stay as they are. Gives what \
                 `touchstone probe --format json` prints, and a proposal without an edit.",
            ),
            (
                "touchstone.mutate",
                fields(&schema_for!(MutateParams)),
                "Judges small changes of a right solution as wrong ones. Gives what `touchstone mutate --format json` \
                 prints, and a proposal without an edit; a lens of the solution says how many the suite fails.",
            ),
            ("touchstone.calibrate", fields(&schema_for!(CalibrateParams)), CALIBRATE),
        ];
        assert_eq!(commands.each_ref().map(|(name, _, _)| *name), CommandName::ALL.map(CommandName::as_str));
        let mut page = HEAD.to_owned();
        page += "\n## Notifications\n\n### touchstone/status\n\nHow a problem is, when that has changed.\n\n";
        page += &fields(&schema_for!(Status));
        page += "\n### touchstone/matrixChanged\n\n\
            `{uri, generation, base, cells: [{solution, test, verdict, time_ms, stale}], metrics}`: the cells that differ \
            between two generations of the matrix. Whoever has another generation than `base`, also when `base` equals \
            `generation`, asks for the whole.\n\n### touchstone/problemsChanged\n\n\
            `{}`, when the answer to `touchstone/problems` would be another one than the client knows; only to clients that \
            have asked for it.\n\n## Requests\n\n### touchstone/matrix\n\n\
            `{uri}` gives `{generation, solutions, tests, cells: {verdicts, time_ms, memory_kb, stale}, metrics}`, and \
             `groups` where there are some, in the \
            field names of the report (`touchstone schema report`); cells are rows by solution.\n\n\
            ### touchstone/problems\n\n\
            The problems of the workspace, each as a problem of its own: `{}` gives `{contests}`, a list. A contest is the \
            problems that a file (`problems.yaml`, `problemset.yaml`, or `problems` in `contest.yaml`) lists, with those \
            beside them that it forgets; the problems of a workspace folder that no file lists are one, too. Each has\n\n";
        page += &fields(&schema_for!(ContestItem));
        page += "\nand each of its problems\n\n";
        page += &fields(&schema_for!(ProblemItem));
        page += "\n### touchstone/apiKey\n\n\
            A request of the server, to clients with the capability `experimental: {touchstone: {apiKey: true}}` alone: \
            `{origin}`, such as `https://api.example.com`, gives `{key}` or null. The key is sent to that origin, and kept \
            no longer than the command that needs it. Keys never travel in settings or initialization options.\n\n\
            ### touchstone/modelRequest\n\n\
            A notification of the server, to clients alone that name a model by the capability \
            `experimental: {touchstone: {model: NAME}}`, where `provider` is `editor` and the person has agreed: `{id, text}`, \
            a whole question, with the schema of the answer in it. The client has its model answer, and sends notifications \
            `touchstone/modelPart` with `{id, text}`, and at last `touchstone/modelEnd` with `{id}`, or with `{id, error}`, one \
            sentence, where there is no answer. `touchstone/modelCancel` with `{id}` says that nobody waits any more. Where \
            another model answers from now on, or its name is known later, the client sends `touchstone/modelNamed` with \
            `{name}`: leave is asked for, and answers are kept, for each name.\n\n\
            ## Commands\n";
        for (name, fields, words) in commands {
            page += &format!("\n### {name}\n\n{words}\n");
            if !fields.is_empty() {
                page += &format!("\n{fields}");
            }
        }
        page += PROPOSALS;
        expect_file!["../../../PROTOCOL.md"].assert_eq(&page);
    }
}
