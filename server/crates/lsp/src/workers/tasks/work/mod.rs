//! What a task does, on its own thread.

mod limits;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use forge::{
    apply,
    ask::{LanguageModel, NoModel},
    bench::{Workbench, WorkbenchError},
    hack::{ForgeError, HackLoop, HackMethod, HackOptions, Outcome, ProvedTest, Stop},
    minimise::{self, MinimiseError, minimised, without},
    model::{Model, ModelConfig, ModelLimits, ModelSession, origin},
    mutate::{MutateOptions, mutate},
    probe::{ProbeOptions, probe},
    promote::promote,
    prompt::Prompts,
    reach::reach,
    repair::{self, FindingSelector},
    report,
    shrink::shrink,
    tries::Tries,
    write,
};
use judge::{
    check::{CheckRun, Observer},
    engine::{CacheUse, Engine, EngineConfig, LoadedProblem},
};
use problem::{
    executor::ExecutorError,
    finding::{Bound, Finding},
    path::RelPath,
    request::CheckRequest,
    settings::{EditorSettings, LlmSettings, UserSettings},
    state::State,
};

use super::{
    CancelToken, Learnt, MutantCount, ProbedTools, Proposal, TaskContext, TaskKind, TaskOutcome, TaskSpec,
    person::{ProgressReporter, ask_consent, stored_key},
};
use crate::{
    diagnostics::ClosedTexts,
    protocol::payload::{
        HackEngineParam, HackParams, MinimizeParams, ModelOptions, MutateParams, ProbeParams, WriteParams,
    },
    workers::judging::CheckInputs,
};

/// Why a task is not done.
enum TaskError {
    Cancelled,
    Sentence(String),
}

impl From<ForgeError> for TaskError {
    fn from(error: ForgeError) -> TaskError {
        if error.is_cancelled() { TaskError::Cancelled } else { TaskError::Sentence(error.to_string()) }
    }
}

impl From<WorkbenchError> for TaskError {
    fn from(error: WorkbenchError) -> TaskError {
        ForgeError::from(error).into()
    }
}

impl From<ExecutorError> for TaskError {
    fn from(error: ExecutorError) -> TaskError {
        WorkbenchError::from(error).into()
    }
}

impl From<MinimiseError> for TaskError {
    fn from(error: MinimiseError) -> TaskError {
        match error {
            MinimiseError::Workbench(error) => error.into(),
            MinimiseError::Refused(_) | MinimiseError::Pointless(_) => TaskError::Sentence(error.to_string()),
        }
    }
}

fn sentence(error: impl ToString) -> TaskError {
    TaskError::Sentence(error.to_string())
}

/// Who makes tests: a model, where nobody said anything, only if there is one.
fn engine_of(params: &HackParams, spec: &TaskSpec) -> HackEngineParam {
    let is_wanted = spec.settings.llm.is_wanted();
    params.engine.unwrap_or(if is_wanted { HackEngineParam::Llm } else { HackEngineParam::Offline })
}

/// Whether a model is to make the tests.
fn needs_model(params: &HackParams, spec: &TaskSpec) -> bool {
    let is_search = params.bound.is_some() || params.input.is_some();
    !is_search && engine_of(params, spec) != HackEngineParam::Offline
}

/// Does a task, and says how it ended.
pub(super) fn run(context: &TaskContext, spec: &TaskSpec, cancel: &CancelToken) -> TaskOutcome {
    let reporter = ProgressReporter::new(context.outbox.clone(), spec.progress.clone(), cancel.clone());
    let runner = || TaskRunner::new(context, spec, cancel);
    let done = match &spec.kind {
        TaskKind::Minimize(options) => runner().and_then(|runner| runner.minimize(options, reporter)),
        TaskKind::Probe(options) => runner().and_then(|runner| runner.probe(options, reporter)),
        TaskKind::Mutate(options) => runner().and_then(|runner| runner.mutate(options, reporter)),
        TaskKind::Calibrate(options) => runner().and_then(|runner| runner.calibrate(options, reporter)),
        TaskKind::Hack(params) if !needs_model(params, spec) => {
            runner().and_then(|runner| runner.hack(params, None, reporter))
        }
        TaskKind::Hack(HackParams { model_options, .. })
        | TaskKind::Write(WriteParams { model_options, .. })
        | TaskKind::Fix { model_options, .. }
        | TaskKind::Explain { model_options, .. } => run_with_model(context, spec, cancel, *model_options, reporter),
    };
    match done {
        _ if cancel.is_cancelled() => TaskOutcome::Cancelled,
        Ok(outcome) => outcome,
        Err(TaskError::Cancelled) => TaskOutcome::Cancelled,
        Err(TaskError::Sentence(words)) => TaskOutcome::Failed(words),
    }
}

fn run_with_model(
    context: &TaskContext,
    spec: &TaskSpec,
    cancel: &CancelToken,
    model_options: ModelOptions,
    reporter: ProgressReporter,
) -> Result<TaskOutcome, TaskError> {
    let ModelOptions { replay, max_calls, max_tokens, budget } = model_options;
    let limits = ModelLimits { replay, max_calls, max_tokens, max_cost: budget };
    let settings = limits.override_settings(&spec.settings.llm).map_err(TaskError::Sentence)?;
    let model_session = ModelSession::new(&settings).map_err(sentence)?;
    let to_cancel = model_session.clone();
    cancel.on_cancel(move || to_cancel.cancel());
    let config = ModelConfig {
        model_session,
        dirs: context.dirs.clone(),
        settings: &settings,
        stored_keys: request_api_key(context, spec, cancel, &settings),
        root: spec.root.clone(),
        editor: spec.client_model.clone().map(|name| context.exchanges.model(name, &context.outbox)),
    };
    let ask_consent = ask_consent(context.outbox.clone(), reporter.clone(), cancel.clone());
    let model = Model::new(config, ask_consent, reporter.on_wait()).map_err(sentence)?;
    let runner = TaskRunner::new(context, spec, cancel)?;
    match &spec.kind {
        TaskKind::Hack(options) => runner.hack(options, Some(model), reporter),
        TaskKind::Write(options) => runner.write(options, model, reporter),
        TaskKind::Fix { which, tries, .. } => runner.fix(which, *tries, model, reporter),
        TaskKind::Explain { which, .. } => runner.explain(which, model, reporter),
        TaskKind::Minimize(options) => runner.minimize(options, reporter),
        TaskKind::Probe(options) => runner.probe(options, reporter),
        TaskKind::Mutate(options) => runner.mutate(options, reporter),
        TaskKind::Calibrate(options) => runner.calibrate(options, reporter),
    }
}

/// Asks the client for the key that it keeps for the configured server, where the settings name no other place for it.
fn request_api_key(
    context: &TaskContext,
    spec: &TaskSpec,
    cancel: &CancelToken,
    settings: &LlmSettings,
) -> BTreeMap<String, String> {
    let is_elsewhere = settings.api_key_env.is_some() || settings.api_key_command.is_some();
    let origin = origin(settings).filter(|_| spec.client_stores_keys && !is_elsewhere && settings.model.is_some());
    let found = origin.and_then(|origin| Some((origin.clone(), stored_key(&context.outbox, &origin, cancel)?)));
    found.into_iter().collect()
}

/// The folder, and what runs its programs.
struct TaskRunner<'a> {
    context: &'a TaskContext,
    spec: &'a TaskSpec,
    cancel: &'a CancelToken,
    opened: LoadedProblem,
    engine: Engine,
}

impl<'a> TaskRunner<'a> {
    fn new(context: &'a TaskContext, spec: &'a TaskSpec, cancel: &'a CancelToken) -> Result<TaskRunner<'a>, TaskError> {
        let opened = LoadedProblem::read(spec.root.as_path(), Arc::clone(&context.store)).map_err(sentence)?;
        let engine = engine(context, spec, cancel, false)?;
        engine.machine.find_sandbox()?;
        let opened = engine.resolve(opened)?;
        Ok(TaskRunner { context, spec, cancel, opened, engine })
    }

    /// Leaves a core to the user and to runs, unless `jobs` is set.
    fn n_workers(&self) -> usize {
        let left = usize::from(self.engine.user.jobs.is_none());
        self.engine.n_workers(None).saturating_sub(left).max(1)
    }

    fn bench(&self) -> Result<Workbench<'_>, TaskError> {
        Ok(Workbench::new(&self.engine, self.n_workers(), &self.opened)?)
    }

    /// A folder whose programs may be run may bring prompts of its own.
    fn prompts(&self) -> Prompts<'_> {
        Prompts::of(&self.opened.folder)
    }

    fn hack(
        &self,
        params: &HackParams,
        mut model: Option<Model<'_>>,
        mut reporter: ProgressReporter,
    ) -> Result<TaskOutcome, TaskError> {
        if let Some(bound) = &params.bound {
            return self.reach(bound, params, reporter);
        }
        if let Some(input) = &params.input {
            return self.promote(input, reporter);
        }
        let prompts = self.prompts();
        let engine_param = engine_of(params, self.spec);
        let targets = params.targets.iter().map(|path| RelPath::parse(path)).collect::<Option<Vec<_>>>();
        let options = HackOptions {
            method: match engine_param {
                HackEngineParam::Offline => HackMethod::Offline,
                HackEngineParam::Llm | HackEngineParam::Both => params.method.into(),
            },
            begins_offline: engine_param == HackEngineParam::Both,
            targets: targets.ok_or_else(|| sentence("a target is a path in the problem's folder"))?,
            budget: Duration::from_secs(params.seconds.into()),
            n_seeds: params.seeds,
            wants_all: params.all,
            anyway: params.anyway,
            n_rounds: params.rounds,
            n_wanted: params.tests as usize,
            selection_seed: params.seed,
            ..HackOptions::default()
        };
        let mut bench = self.bench()?;
        bench.strip_comments(params.strip_comments);
        let mut hack_loop = HackLoop::new(bench, &prompts, options);
        let language_model: &mut dyn LanguageModel = match &mut model {
            Some(model) => model,
            None => &mut NoModel,
        };
        hack_loop.run(language_model, &mut reporter)?;
        let fresh = engine(self.context, self.spec, self.cancel, true)?;
        let (outcome, bench) = hack_loop.confirm(&fresh, &mut reporter)?;
        self.offered(&bench, &outcome, model, &mut reporter)
    }

    /// What a loop offers, with the edit that adds it.
    fn offered(
        &self,
        bench: &Workbench<'_>,
        outcome: &Outcome,
        model: Option<Model<'_>>,
        reporter: &mut ProgressReporter,
    ) -> Result<TaskOutcome, TaskError> {
        let changes = match outcome.offers.is_empty() {
            true => Vec::new(),
            false => apply::place_in_copy_and_verify(bench, outcome, reporter).map_err(|error| match error {
                apply::ApplyError::Workbench(error) => error.into(),
                other => sentence(other),
            })?,
        };
        let kills = outcome.offers.iter().flat_map(|offer| &offer.evidence.kills);
        let mut killed: Vec<String> = kills.map(|kill| format!("{} ({})", kill.solution, kill.verdict)).collect();
        killed.sort_unstable();
        killed.dedup();
        let title = match outcome.offers.len() {
            1 => "Add 1 test".to_owned(),
            n => format!("Add {n} tests"),
        };
        let main = outcome.offers.first().map(|offer| offer.evidence.main.clone()).unwrap_or_default();
        let fails = if killed.is_empty() { String::new() } else { format!("fails {}; ", killed.join(", ")) };
        let proof = report::line(&format!("{fails}the validator accepts it, and {main} made the answer"));
        let spent = model.map(|model| model.spent());
        let result = report::hack(outcome, &spent.unwrap_or_default(), None);
        let page = report::hack_page(outcome, spent.as_ref(), &changes);
        Ok(TaskOutcome::Proposed(Box::new(Proposal { result, page, title, proof, changes, learnt: Learnt::Nothing })))
    }

    fn write(
        &self,
        options: &WriteParams,
        mut model: Model<'_>,
        mut reporter: ProgressReporter,
    ) -> Result<TaskOutcome, TaskError> {
        let (prompts, bench) = (self.prompts(), self.bench()?);
        let written = write::write(options.piece, &bench, &prompts, options.tries(), &mut model, &mut reporter)?;
        let spent = model.spent();
        let (proof, changes) = match &written.work {
            Some(work) => (work.proof.join("; "), work.changes.clone()),
            None => (String::new(), Vec::new()),
        };
        Ok(TaskOutcome::Proposed(Box::new(Proposal {
            result: report::write(&written, &spent),
            page: report::write_page(options.piece, &written, &spent),
            title: format!("Add a {}", options.piece.words()),
            proof,
            changes,
            learnt: Learnt::Nothing,
        })))
    }

    fn fix(
        &self,
        which: &FindingSelector,
        tries: Tries,
        mut model: Model<'_>,
        mut reporter: ProgressReporter,
    ) -> Result<TaskOutcome, TaskError> {
        let (prompts, bench) = (self.prompts(), self.bench()?);
        let repaired = repair::repair(&bench, &prompts, which, tries, &mut model, &mut reporter)?;
        let spent = model.spent();
        Ok(TaskOutcome::Proposed(Box::new(Proposal {
            result: report::repair(&repaired, &spent),
            page: report::repair_page(&repaired, &spent),
            title: format!("Repair {}", which.code),
            proof: "after this the finding is gone, and nothing as bad is new".to_owned(),
            changes: repaired.changes,
            learnt: Learnt::Nothing,
        })))
    }

    fn explain(
        &self,
        which: &FindingSelector,
        mut model: Model<'_>,
        mut reporter: ProgressReporter,
    ) -> Result<TaskOutcome, TaskError> {
        let (prompts, bench) = (self.prompts(), self.bench()?);
        let (_, words) = repair::explain(&bench, &prompts, which, &mut model, &mut reporter)?;
        Ok(TaskOutcome::Text(format!("{}\n\n{}", words.trim(), report::spent_text(&model.spent()))))
    }

    /// Looks for a test that reaches a bound.
    fn reach(
        &self,
        bound: &Bound,
        params: &HackParams,
        mut reporter: ProgressReporter,
    ) -> Result<TaskOutcome, TaskError> {
        let (bench, fresh) = (self.bench()?, engine(self.context, self.spec, self.cancel, true)?);
        let budget = Duration::from_secs(params.seconds.into());
        let found = reach(&bench, &fresh, (bound, budget, params.seed), &mut reporter)?;
        let end = if bound.is_upper { "upper" } else { "lower" };
        let nothing = || sentence(format!("no test was found that reaches the {end} bound of `{}`", bound.name));
        self.offer_one(&bench, found.ok_or_else(nothing)?, &mut reporter)
    }

    /// Judges an input of the person's own.
    fn promote(&self, input: &str, mut reporter: ProgressReporter) -> Result<TaskOutcome, TaskError> {
        let (bench, fresh) = (self.bench()?, engine(self.context, self.spec, self.cancel, true)?);
        let offer = promote(&bench, &fresh, input.to_owned(), &mut reporter)?;
        self.offer_one(&bench, offer, &mut reporter)
    }

    /// Makes an input smaller, as long as a solution fails it.
    fn shrink(&self, test: &str, solution: &str, mut reporter: ProgressReporter) -> Result<TaskOutcome, TaskError> {
        use forge::hack::StageObserver as _;
        let (bench, fresh) = (self.bench()?, engine(self.context, self.spec, self.cancel, true)?);
        reporter.stage("judging the pool");
        let known = bench.judge(&[], &mut reporter)?;
        let at = known.problem.tests.position(|known| known.id == test);
        let at = at.ok_or_else(|| sentence(format!("there is no test {test}")))?;
        let idx = known.problem.solutions().find(|(_, program)| program.path.as_str() == solution);
        let (idx, _) = idx.ok_or_else(|| sentence(format!("there is no solution {solution}")))?;
        let shrunk = shrink(&bench, &fresh, (&known, at, idx), &mut reporter)?;
        let nothing = || sentence(format!("nothing smaller than test {test} was found on which {solution} fails"));
        let offer = shrunk.ok_or_else(nothing)?.offer;
        self.offer_one(&bench, offer, &mut reporter)
    }

    fn offer_one(
        &self,
        bench: &Workbench<'_>,
        offer: ProvedTest,
        reporter: &mut ProgressReporter,
    ) -> Result<TaskOutcome, TaskError> {
        let outcome = Outcome { offers: vec![offer], ..Outcome::default() };
        self.offered(bench, &outcome, None, reporter)
    }

    fn minimize(&self, options: &MinimizeParams, mut reporter: ProgressReporter) -> Result<TaskOutcome, TaskError> {
        use forge::hack::StageObserver as _;
        match (&options.test, &options.solution) {
            (None, None) => {}
            (Some(test), Some(solution)) => return self.shrink(test, solution, reporter),
            _ => return Err(sentence("name a test, and a solution that fails it")),
        }
        reporter.stage("judging the suite");
        let state = self.judged(&mut reporter)?;
        let problem = &self.opened.problem;
        let found = minimised(problem, &state, options.per_class.map(|n| n as usize));
        found.ensure_it_says_something(false)?;
        let rewritten = without(&self.opened.folder, problem, &found.dropped());
        let mut changes = Vec::new();
        if found.shows_anything() && !rewritten.texts.is_empty() {
            reporter.stage("judging a copy without the needless lines");
            let bench = self.bench()?;
            changes = minimise::proved(&bench, (problem, &state), &found, &rewritten, &mut reporter)?;
        }
        let n_gone = found.dropped().len() - rewritten.remaining.len();
        Ok(TaskOutcome::Proposed(Box::new(Proposal {
            result: report::minimise(&found),
            page: report::minimise_page(&found, &rewritten, &changes),
            title: if n_gone == 1 { "Take 1 test out".to_owned() } else { format!("Take {n_gone} tests out") },
            proof: "a copy without them gives every solution the same verdicts".to_owned(),
            changes,
            learnt: Learnt::Nothing,
        })))
    }

    fn probe(&self, params: &ProbeParams, mut reporter: ProgressReporter) -> Result<TaskOutcome, TaskError> {
        let budget = Duration::from_secs(params.seconds.into());
        let files = CheckInputs::of(&self.opened, 0);
        let probed = probe(&self.bench()?, &ProbeOptions { budget, stop: Stop::default() }, &mut reporter)?;
        let findings: Vec<Finding> = probed.missed.iter().map(|missed| missed.finding.clone()).collect();
        let closed = ClosedTexts::default();
        let (root, LoadedProblem { folder, problem, .. }) = (&self.spec.root, &self.opened);
        closed.load(root, &**folder, problem, &findings, self.spec.encoding);
        Ok(TaskOutcome::Proposed(Box::new(Proposal {
            result: report::probe(&probed),
            page: report::probe_page(&probed),
            title: "Probes".to_owned(),
            proof: report::probe_words(&probed),
            changes: Vec::new(),
            learnt: Learnt::Probed(Box::new(ProbedTools { tools: files.of_tools(problem), findings, files, closed })),
        })))
    }

    fn mutate(&self, params: &MutateParams, mut reporter: ProgressReporter) -> Result<TaskOutcome, TaskError> {
        let problem = &self.opened.problem;
        let is_solution = |path: &RelPath| problem.solutions().any(|(_, program)| program.path == *path);
        let solution = match (&params.solution, problem.main) {
            (Some(path), _) => RelPath::parse(path).filter(is_solution),
            (None, main) => main.map(|main| problem.programs[main].path.clone()),
        };
        let solution = solution.ok_or_else(|| sentence("there is no such solution; name one by its path"))?;
        let suite = CheckInputs::of(&self.opened, 0).of_suite(problem);
        let options = MutateOptions {
            solution: solution.clone(),
            most: params.most,
            seed: params.seed,
            budget: Duration::from_secs(params.seconds.into()),
            stop: Stop::default(),
        };
        let mutated = mutate(&self.bench()?, &options, &mut reporter)?;
        let words = report::mutants_in_short(&mutated);
        let commands = problem.commands.iter().map(|command| command.text.clone()).collect();
        Ok(TaskOutcome::Proposed(Box::new(Proposal {
            result: serde_json::to_value(&mutated).map_err(sentence)?,
            page: report::mutate_page(&mutated),
            title: "Mutants".to_owned(),
            proof: report::mutate_words(&mutated),
            changes: Vec::new(),
            learnt: Learnt::Mutants(Box::new(MutantCount { solution, suite, commands, words })),
        })))
    }

    fn judged(&self, observer: &mut dyn Observer) -> Result<State, TaskError> {
        let check = CheckRun {
            context: self.engine.context(&self.opened),
            executor: &*self.engine.machine,
            request: &CheckRequest::default(),
            n_workers: self.n_workers(),
            counts: Arc::default(),
        };
        Ok(check.run(observer)?)
    }
}

/// What runs programs for one task; a fresh one remembers no run.
fn engine(context: &TaskContext, spec: &TaskSpec, cancel: &CancelToken, is_fresh: bool) -> Result<Engine, TaskError> {
    // Editor and LLM settings do not affect runs.
    let (editor, llm) = (EditorSettings::default(), LlmSettings::default());
    if is_fresh {
        // What was built is read from there.
        context.store.flush();
    }
    let engine = Engine::start(EngineConfig {
        dirs: context.dirs.clone(),
        user: UserSettings { editor, llm, ..spec.settings.clone() },
        sandbox: context.sandbox,
        cache: if is_fresh { CacheUse::RunsIgnored } else { CacheUse::Kept },
        store: (!is_fresh).then(|| Arc::clone(&context.store)),
        testlib: context.testlib,
        make_machine: context.make_machine,
    })
    .map_err(sentence)?;
    let executor = Arc::clone(&engine.machine);
    cancel.on_cancel(move || executor.cancel());
    Ok(engine)
}
