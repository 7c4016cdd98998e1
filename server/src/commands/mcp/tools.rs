//! The tools: what they take, and what they do.

use std::{path::Path, sync::Arc};

use forge::{
    apply::apply,
    bench::{StageObserver, TestSource, Trial, Workbench},
    evidence::{AGREEMENT, prove_test},
    hack::Outcome,
    minimise::minimised,
    promote::promote,
    report,
    shrink::shrink,
    write::{MissingProgram, try_source},
};
use judge::{
    check::Observer,
    disk::files,
    engine::{Engine, LoadedProblem},
};
use problem::{
    executor::{Blob, Sandbox},
    finding::reference,
    findings::{FindingContext, collect, of_texts},
    path::{AbsPath, RelPath},
    report::{Surroundings, report as report_of},
    request::{CheckRequest, glob},
    state::{State, StateEvent},
};
use rmcp::{
    ErrorData,
    model::{CallToolRequestParams, CallToolResult, JsonObject, Tool, ToolAnnotations},
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::watch;

use super::found;
use crate::{
    app::App,
    args::{Global, Mcp},
};

/// Why a call does nothing: a sentence of ours.
#[derive(Debug)]
struct Refusal(String);

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// What every tool may be told.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Arguments {
    dir: Option<String>,
    solution: Vec<String>,
    test: Vec<String>,
    solution_path: Option<String>,
    test_id: Option<String>,
    input: Option<String>,
    apply: bool,
    piece: Option<MissingProgram>,
    source: Option<String>,
    code: Option<String>,
}

/// A tool: its name, what it does, and which of the arguments it takes, those that it needs first, and how many these are.
type NamedTool = (&'static str, &'static str, &'static [&'static str], usize);

const TOOLS: [NamedTool; 6] = [
    (
        "check",
        "Judges the problem folder: every solution on every test, and what is wrong. In a folder that is not trusted nothing is \
         run, and only what its texts show is told.",
        &["dir", "solution", "test"],
        0,
    ),
    (
        "judge_input",
        "Judges one input against the pool of solutions: what validators say, and the verdict of each solution. Nothing is kept.",
        &["input", "dir"],
        1,
    ),
    (
        "prove_test",
        "Proves that an input is a test worth adding: validators accept it, right solutions agree, judged twice; tells which wrong \
         solutions it fails that no test fails. With `apply` it is added, if the server may write.",
        &["input", "dir", "apply"],
        1,
    ),
    (
        "try_program",
        "Tries the source, in C++ with testlib, of a validator, checker or interactor in a copy of the folder: on the tests, on near \
         misses and spoilt outputs. Nothing is kept.",
        &["piece", "source", "dir"],
        2,
    ),
    (
        "minimise",
        "Finds a smaller input on which a solution fails as it fails a test; name both. Without them, finds which tests are \
         needed.",
        &["dir", "test_id", "solution_path"],
        0,
    ),
    ("explain_finding", "Explains a finding by its code, and what to do about it.", &["code"], 1),
];

/// The schema of an argument.
fn schema(name: &str) -> Value {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let patterns = |of: &str| {
        let description = format!("{of}; several may be given");
        json!({ "type": "array", "items": { "type": "string" }, "description": description })
    };
    match name {
        "solution" => patterns("patterns of paths or file names of solutions"),
        "test" => patterns("patterns of ids of tests"),
        "solution_path" => text("the path of one solution in the folder, as `check` has it"),
        "test_id" => text("the id of one test, as `check` has it"),
        "input" => text("the whole input; a message with more than 16 MiB gets no answer"),
        "source" => text("the whole source; a message with more than 16 MiB gets no answer"),
        "code" => text("the finding's code, such as wrong-solution-passes"),
        "piece" => json!({ "type": "string", "enum": ["validator", "checker", "interactor"] }),
        "apply" => json!({ "type": "boolean", "description": "add it to the folder" }),
        _ => text(
            "the problem folder: one of those that the server was started with, or one in it; the only one if left out",
        ),
    }
}

/// A schema as the protocol has it.
fn object(schema: Value) -> anyhow::Result<Arc<JsonObject>> {
    match schema {
        Value::Object(object) => Ok(Arc::new(object)),
        _ => anyhow::bail!("a schema is an object"),
    }
}

/// The tools of a server.
pub(super) struct Tools<'a> {
    app: &'a App,
    fresh: Engine,
    roots: Vec<AbsPath>,
    is_trusted: bool,
    may_write: bool,
}

impl<'a> Tools<'a> {
    pub(super) fn new(app: &'a App, global: &Global, arguments: &Mcp) -> anyhow::Result<Tools<'a>> {
        let real = |dir: &std::path::PathBuf| {
            // One that is not there is said not to be when it is opened.
            files::real(dir).ok_or_else(|| anyhow::anyhow!("{} is no folder; name one that is there", dir.display()))
        };
        let roots = arguments.dirs.iter().map(real).collect::<anyhow::Result<_>>()?;
        let fresh = app.fresh(global)?;
        Ok(Tools { app, fresh, roots, is_trusted: arguments.trust, may_write: arguments.allow_write })
    }

    /// What there is to call.
    pub(super) fn list(&self) -> anyhow::Result<Vec<Tool>> {
        let tool = |(name, description, takes, n_needed): NamedTool| {
            let properties: Map<_, _> = takes.iter().map(|name| ((*name).to_owned(), schema(name))).collect();
            let input = json!({
                "type": "object",
                "properties": properties,
                "required": &takes[..n_needed],
                "additionalProperties": false,
            });
            let reads_only = name != "prove_test" || !self.may_write;
            let annotations = ToolAnnotations::new().read_only(reads_only).destructive(false).open_world(false);
            let tool = Tool::new(name, description, object(input)?).with_annotations(annotations);
            Ok(tool.with_raw_output_schema(object(found::schema(name))?))
        };
        TOOLS.into_iter().map(tool).collect()
    }

    /// Does what a client asked for; the error is one of its request.
    pub(super) fn call(
        &self,
        params: CallToolRequestParams,
        words: watch::Sender<String>,
    ) -> Result<CallToolResult, ErrorData> {
        let refused = |why: String| Err(ErrorData::invalid_params(why, None));
        let Some((name, _, takes, n_needed)) = TOOLS.into_iter().find(|(known, ..)| *known == params.name) else {
            return refused(format!("there is no tool `{}`", params.name));
        };
        // What is null is left out.
        let given: JsonObject =
            params.arguments.unwrap_or_default().into_iter().filter(|(_, value)| !value.is_null()).collect();
        if let Some(missing) = takes[..n_needed].iter().find(|name| !given.contains_key(**name)) {
            return refused(format!("`{missing}` is missing"));
        }
        if let Some(surplus) = given.keys().find(|key| !takes.contains(&key.as_str())) {
            return refused(format!("`{name}` takes no `{surplus}`"));
        }
        let arguments = match Arguments::deserialize(Value::Object(given)) {
            Ok(arguments) => arguments,
            Err(error) => return refused(error.to_string()),
        };
        let mut told = Told(words);
        told.stage("judging");
        Ok(match self.done(name, &arguments, &mut told) {
            Ok(found) => found::result(found),
            Err(error) if error.is::<Refusal>() => found::refused(&error.to_string()),
            Err(error) => found::failed(&format!("{error:#}")),
        })
    }

    fn done(&self, name: &str, arguments: &Arguments, told: &mut Told) -> anyhow::Result<Value> {
        if name == "explain_finding" {
            let code = report::code(arguments.code.as_deref().unwrap_or_default()).map_err(anyhow::Error::msg)?;
            return Ok(json!({ "code": code.to_string(), "explanation": reference(code).trim() }));
        }
        let loaded = self.open(arguments.dir.as_deref())?;
        if name == "check" {
            return self.check(loaded, arguments, told);
        }
        if !self.trusts(&loaded) {
            anyhow::bail!(Refusal(format!(
                "{} is not trusted, so nothing of it is run; start `touchstone mcp` with --trust, or answer in an editor that it is",
                loaded.folder.root()
            )));
        }
        if arguments.apply && !self.may_write {
            anyhow::bail!(Refusal("nothing may be written; start `touchstone mcp` with --allow-write".to_owned()));
        }
        // Nobody at a terminal is asked: the other end of our streams is a program.
        self.app.machine.find_sandbox()?;
        let loaded = self.app.resolve(loaded)?;
        if name == "minimise" {
            return self.smaller(&loaded, arguments, told);
        }
        let bench = self.bench(&loaded)?;
        let input = arguments.input.clone().unwrap_or_default();
        match name {
            "judge_input" => {
                let trial = bench.judge(&[TestSource::Input(input)], told)?;
                Ok(judged(&trial))
            }
            "prove_test" => {
                let outcome =
                    Outcome { offers: vec![promote(&bench, &self.fresh, input, told)?], ..Outcome::default() };
                let written = if arguments.apply { Some(apply(&bench, &loaded, &outcome, told)?) } else { None };
                let paths = written.as_deref().map(report::paths);
                Ok(json!({ "evidence": outcome.offers[0].evidence, "written": paths }))
            }
            _ => {
                let piece = arguments.piece.unwrap_or(MissingProgram::Validator);
                let tried = try_source(piece, &bench, arguments.source.clone().unwrap_or_default(), told)?;
                Ok(json!({
                    "stands_its_trial": tried.work.is_some(),
                    "complaints": tried.attempts.concat(),
                    "found": tried.work.as_ref().map(|work| &work.proof),
                    "notes": tried.work.as_ref().map(|work| &work.notes),
                    "trial": tried.trials,
                }))
            }
        }
    }

    fn bench(&self, loaded: &LoadedProblem) -> anyhow::Result<Workbench<'a>> {
        Ok(Workbench::new(self.app, self.app.n_workers(None), loaded)?)
    }

    /// The problem in a folder that may be opened.
    fn open(&self, dir: Option<&str>) -> anyhow::Result<LoadedProblem> {
        let dir = match (dir, &self.roots[..]) {
            (Some(dir), _) => Path::new(dir),
            (None, [only]) => only.as_path(),
            (None, _) => anyhow::bail!(Refusal("several folders are served; name one of them as `dir`".to_owned())),
        };
        let real = files::real(dir);
        let real = real.filter(|real| self.roots.iter().any(|root| real.as_path().starts_with(root.as_path())));
        let real =
            real.ok_or_else(|| Refusal(format!("{} is in none of the folders that are served", dir.display())))?;
        self.app.open(real.as_path())
    }

    /// Whether programs of a problem may be run: what the person said of the nearest folder, up to those that are served.
    fn trusts(&self, loaded: &LoadedProblem) -> bool {
        let answers = files::trust_answers(&self.app.dirs);
        let is_served = |dir: &&Path| self.roots.iter().any(|root| dir.starts_with(root.as_path()));
        let mut up = loaded.folder.root().as_path().ancestors().take_while(is_served);
        self.is_trusted || up.find_map(|dir| answers.get(&dir.display().to_string())) == Some(&true)
    }

    fn check(&self, loaded: LoadedProblem, arguments: &Arguments, told: &mut Told) -> anyhow::Result<Value> {
        let globs = |patterns: &[String]| {
            patterns.iter().map(|one| glob(one).map_err(anyhow::Error::msg)).collect::<anyhow::Result<Vec<_>>>()
        };
        let request = CheckRequest {
            solutions: globs(&arguments.solution)?,
            tests: globs(&arguments.test)?,
            ..CheckRequest::default()
        };
        let is_trusted = self.trusts(&loaded);
        let sandbox = match self.app.machine.find_sandbox() {
            Err(refusal) if is_trusted => return Err(refusal.into()),
            // Nothing is run.
            Err(_) => Sandbox { level: "limits-only".to_owned(), layers: Vec::new() },
            Ok(sandbox) => sandbox,
        };
        let (loaded, state) = if is_trusted {
            let loaded = self.app.resolve(loaded)?;
            let state = self.app.judged(&loaded, &request, told)?;
            (loaded, state)
        } else {
            let state = State::new(&loaded.problem);
            (loaded, state)
        };
        let contents = |blob: Blob| self.app.store.get(blob.digest);
        let (folder, problem) = (&*loaded.folder, &loaded.problem);
        let context = FindingContext { folder, problem, state: &state, request: &request, contents: &contents };
        let findings = if is_trusted { collect(&context) } else { of_texts(&context) };
        let findings = loaded.settings.filter(findings);
        let surroundings = Surroundings { root: folder.root().to_string(), sandbox, cluster: None };
        Ok(serde_json::to_value(report_of(problem, &state, &request, &findings, &surroundings))?)
    }

    fn smaller(&self, loaded: &LoadedProblem, arguments: &Arguments, told: &mut Told) -> anyhow::Result<Value> {
        let (test, solution) = match (&arguments.test_id, &arguments.solution_path) {
            (None, None) => {
                let state = self.app.judged(loaded, &CheckRequest::default(), told)?;
                return Ok(report::minimise(&minimised(&loaded.problem, &state, None)));
            }
            (Some(test), Some(solution)) => (test, solution),
            _ => anyhow::bail!("name one test and one solution, or neither"),
        };
        let bench = self.bench(loaded)?;
        let known = bench.judge(&[], told)?;
        let at = known.problem.tests.position(|known| known.id == *test);
        let at = at.ok_or_else(|| anyhow::anyhow!("there is no test {test}"))?;
        let path = RelPath::parse(solution).and_then(|path| known.problem.program_at(&path));
        let idx = path.filter(|idx| known.problem.solutions().any(|(one, _)| one == *idx));
        let idx = idx.ok_or_else(|| anyhow::anyhow!("there is no solution {solution}; give its path in the folder"))?;
        let Some(shrunk) = shrink(&bench, &self.fresh, (&known, at, idx), told)? else {
            return Ok(json!({ "input": null, "bytes_before": null }));
        };
        let TestSource::Input(input) = &shrunk.offer.source else {
            anyhow::bail!("what was found is no input");
        };
        Ok(json!({ "input": input, "bytes_before": shrunk.n_before, "evidence": shrunk.offer.evidence }))
    }
}

/// What came of one input.
fn judged(trial: &Trial) -> Value {
    let test = match trial.candidate_tests.first() {
        Some(Ok(test)) => *test,
        Some(Err(why)) => return json!({ "refused": why }),
        None => return json!({ "refused": "it was not judged" }),
    };
    let (problem, state) = (&trial.problem, &trial.state);
    let said = problem.validators.iter().zip(&state.tests[test].validations);
    let validations = said.filter_map(|(validator, said)| {
        let said = said.as_ref()?;
        Some(json!({ "validator": problem.programs[validator.program].path, "ok": said.ok, "message": said.message }))
    });
    let cells = problem.solutions().filter_map(|(idx, program)| {
        let cell = state.cell(idx, test)?;
        Some(json!({ "solution": program.path, "verdict": cell.verdict.code(), "message": cell.message }))
    });
    let proof = prove_test(trial, test, AGREEMENT);
    json!({
        "validators": validations.collect::<Vec<_>>(),
        "solutions": cells.collect::<Vec<_>>(),
        "worth_adding": proof.as_ref().is_ok_and(|proof| !proof.kills.is_empty()),
        "why_not": proof.err(),
    })
}

/// Tells the client what goes on.
struct Told(watch::Sender<String>);

impl Observer for Told {
    fn event(&mut self, _event: &StateEvent) {}

    fn tick(&mut self) {}
}

impl StageObserver for Told {
    fn stage(&mut self, words: &str) {
        self.0.send_replace(words.to_owned());
    }

    fn progress(&mut self, words: &str) {
        self.stage(words);
    }
}
