//! What an errand does, on its own thread.

use std::{collections::BTreeMap, sync::Arc};

use forge::{
    apply,
    bench::{Bench, BenchError},
    evolve::{Evolution, LoopError, Settings},
    minimise::{self, MinimiseError, minimised, without},
    model::{Account, Bounds, Model, ModelConfig, origin},
    prompt::Prompts,
    repair::{self, Which},
    report, write,
};
use judge::{
    engine::{CacheUse, Engine, EngineConfig, Opened},
    session::{Observer, Session},
};
use problem::{
    executor::ExecutorError,
    plan::Request,
    settings::{EditorSettings, LlmSettings, UserSettings},
    state::State,
};

use super::{
    Ending, Kind, Kit, Order, Product, Stop,
    person::{Teller, ask_person, key},
};
use crate::payload::{Asking, Hack, Minimize, Write};

/// Why an errand is not done.
enum Trouble {
    Cancelled,
    Sentence(String),
}

impl From<LoopError> for Trouble {
    fn from(error: LoopError) -> Trouble {
        if error.is_cancelled() { Trouble::Cancelled } else { Trouble::Sentence(error.to_string()) }
    }
}

impl From<BenchError> for Trouble {
    fn from(error: BenchError) -> Trouble {
        LoopError::from(error).into()
    }
}

impl From<ExecutorError> for Trouble {
    fn from(error: ExecutorError) -> Trouble {
        BenchError::from(error).into()
    }
}

impl From<MinimiseError> for Trouble {
    fn from(error: MinimiseError) -> Trouble {
        match error {
            MinimiseError::Bench(error) => error.into(),
            MinimiseError::Refused(_) | MinimiseError::Pointless(_) => Trouble::Sentence(error.to_string()),
        }
    }
}

fn sentence(error: impl ToString) -> Trouble {
    Trouble::Sentence(error.to_string())
}

/// Does an errand, and says how it ended.
pub(super) fn work(kit: &Kit, order: &Order, stop: &Stop) -> Ending {
    let teller = Teller::new(kit.outbox.clone(), order.progress.clone(), stop.clone());
    let done = match &order.kind {
        Kind::Minimize(options) => {
            Desk::without_model(kit, order, stop).and_then(|desk| desk.minimize(options, teller))
        }
        Kind::Hack(Hack { asking, .. })
        | Kind::Write(Write { asking, .. })
        | Kind::Fix { asking, .. }
        | Kind::Explain { asking, .. } => with_model(kit, order, stop, *asking, teller),
    };
    match done {
        _ if stop.is_wanted() => Ending::Cancelled,
        Ok(ending) => ending,
        Err(Trouble::Cancelled) => Ending::Cancelled,
        Err(Trouble::Sentence(words)) => Ending::Failed(words),
    }
}

fn with_model(kit: &Kit, order: &Order, stop: &Stop, asking: Asking, teller: Teller) -> Result<Ending, Trouble> {
    let Asking { replay, max_calls, max_tokens, budget } = asking;
    let bounds = Bounds { replay, max_calls, max_tokens, budget };
    let settings = bounds.over(&order.settings.llm).map_err(Trouble::Sentence)?;
    let account = Account::new(&settings).map_err(sentence)?;
    let to_cancel = account.clone();
    stop.also(move || to_cancel.cancel());
    let config = ModelConfig {
        account,
        dirs: kit.dirs.clone(),
        settings: &settings,
        stored_keys: keys(kit, order, stop, &settings),
        root: order.root.clone(),
    };
    let ask_person = ask_person(kit.outbox.clone(), teller.clone(), stop.clone());
    let model = Model::new(config, ask_person, teller.on_wait()).map_err(sentence)?;
    let desk = Desk::without_model(kit, order, stop)?;
    match &order.kind {
        Kind::Hack(options) => desk.hack(options, model, teller),
        Kind::Write(options) => desk.write(options, model, teller),
        Kind::Fix { which, attempts, .. } => desk.fix(which, *attempts, model, teller),
        Kind::Explain { which, .. } => desk.explain(which, model, teller),
        Kind::Minimize(options) => desk.minimize(options, teller),
    }
}

/// The key that the client keeps for the configured server, where the settings name no other place for it.
fn keys(kit: &Kit, order: &Order, stop: &Stop, settings: &LlmSettings) -> BTreeMap<String, String> {
    let is_elsewhere = settings.api_key_env.is_some() || settings.api_key_command.is_some();
    let origin = origin(settings).filter(|_| order.has_keys && !is_elsewhere && settings.model.is_some());
    let found = origin.and_then(|origin| Some((origin.clone(), key(&kit.outbox, &origin, stop)?)));
    found.into_iter().collect()
}

/// The folder, and what runs its programs.
struct Desk<'a> {
    kit: &'a Kit,
    order: &'a Order,
    stop: &'a Stop,
    opened: Opened,
    engine: Engine,
}

impl<'a> Desk<'a> {
    fn without_model(kit: &'a Kit, order: &'a Order, stop: &'a Stop) -> Result<Desk<'a>, Trouble> {
        let opened = Opened::read(order.root.as_path(), Arc::clone(&kit.store)).map_err(sentence)?;
        let engine = engine(kit, order, stop, false)?;
        engine.executor.find_sandbox()?;
        let opened = engine.with_true_checker(opened)?;
        Ok(Desk { kit, order, stop, opened, engine })
    }

    /// The person works here too, and the judge of runs.
    fn n_workers(&self) -> usize {
        let left = usize::from(self.engine.user.jobs.is_none());
        self.engine.n_workers(None).saturating_sub(left).max(1)
    }

    fn bench(&self) -> Result<Bench<'_>, Trouble> {
        Ok(Bench::new(&self.engine, self.n_workers(), &self.opened)?)
    }

    /// A folder whose programs may be run may bring prompts of its own.
    fn prompts(&self) -> Prompts<'_> {
        Prompts::of(&self.opened.folder)
    }

    fn hack(&self, options: &Hack, mut model: Model<'_>, mut teller: Teller) -> Result<Ending, Trouble> {
        let prompts = self.prompts();
        let settings = Settings {
            paper: options.method.into(),
            n_seeds: options.seeds.clamp(1, 5),
            wants_all: options.all,
            anyway: options.anyway,
            n_rounds: options.rounds,
            n_wanted: options.tests as usize,
            seed: options.seed,
            ..Settings::default()
        };
        let mut bench = self.bench()?;
        bench.strip_comments(options.strip_comments);
        let mut evolution = Evolution::new(bench, &prompts, settings);
        evolution.run(&mut model, &mut teller)?;
        let fresh = engine(self.kit, self.order, self.stop, true)?;
        let (outcome, bench) = evolution.prove(&fresh, &mut teller)?;
        let changes = match outcome.offers.is_empty() {
            true => Vec::new(),
            false => apply::changes(&bench, &outcome, &mut teller).map_err(|error| match error {
                apply::ApplyError::Bench(error) => error.into(),
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
        let spent = model.spent();
        let (result, page) = (report::hack(&outcome, &spent, None), report::hack_page(&outcome, &spent, &changes));
        Ok(Ending::Made(Box::new(Product { result, page, title, proof, changes })))
    }

    fn write(&self, options: &Write, mut model: Model<'_>, mut teller: Teller) -> Result<Ending, Trouble> {
        let (prompts, bench) = (self.prompts(), self.bench()?);
        let written = write::write(options.piece, &bench, &prompts, options.attempts, &mut model, &mut teller)?;
        let spent = model.spent();
        let (proof, changes) = match &written.work {
            Some(work) => (work.proof.join("; "), work.changes.clone()),
            None => (String::new(), Vec::new()),
        };
        Ok(Ending::Made(Box::new(Product {
            result: report::write(&written, &spent),
            page: report::write_page(options.piece, &written, &spent),
            title: format!("Add a {}", options.piece.words()),
            proof,
            changes,
        })))
    }

    fn fix(&self, which: &Which, attempts: u32, mut model: Model<'_>, mut teller: Teller) -> Result<Ending, Trouble> {
        let (prompts, bench) = (self.prompts(), self.bench()?);
        let repaired = repair::repair(&bench, &prompts, which, attempts, &mut model, &mut teller)?;
        let spent = model.spent();
        Ok(Ending::Made(Box::new(Product {
            result: report::repair(&repaired, &spent),
            page: report::repair_page(&repaired, &spent),
            title: format!("Repair {}", which.code),
            proof: "after this the finding is gone, and nothing as bad is new".to_owned(),
            changes: repaired.changes,
        })))
    }

    fn explain(&self, which: &Which, mut model: Model<'_>, mut teller: Teller) -> Result<Ending, Trouble> {
        let (prompts, bench) = (self.prompts(), self.bench()?);
        let (_, words) = repair::explain(&bench, &prompts, which, &mut model, &mut teller)?;
        Ok(Ending::Told(format!("{}\n\n{}", words.trim(), report::spent_text(&model.spent()))))
    }

    fn minimize(&self, options: &Minimize, mut teller: Teller) -> Result<Ending, Trouble> {
        use forge::evolve::Watcher as _;
        teller.stage("judging the suite");
        let state = self.judged(&mut teller)?;
        let problem = &self.opened.problem;
        let found = minimised(problem, &state, options.per_class.map(|n| n as usize));
        found.see_that_it_says_something(false)?;
        let rewritten = without(&self.opened.folder, problem, &found.dropped());
        let mut changes = Vec::new();
        if found.shows_anything() && !rewritten.texts.is_empty() {
            teller.stage("judging a copy without the needless lines");
            let bench = self.bench()?;
            changes = minimise::proved(&bench, (problem, &state), &found, &rewritten, &mut teller)?;
        }
        let n_gone = found.dropped().len() - rewritten.remaining.len();
        Ok(Ending::Made(Box::new(Product {
            result: report::minimise(&found),
            page: report::minimise_page(&found, &rewritten, &changes),
            title: if n_gone == 1 { "Take 1 test out".to_owned() } else { format!("Take {n_gone} tests out") },
            proof: "a copy without them gives every solution the same verdicts".to_owned(),
            changes,
        })))
    }

    fn judged(&self, observer: &mut dyn Observer) -> Result<State, Trouble> {
        let session = Session {
            context: self.engine.context(&self.opened),
            runner: &*self.engine.executor,
            request: &Request::default(),
            n_workers: self.n_workers(),
            counts: Arc::default(),
        };
        Ok(session.run(observer)?)
    }
}

/// What runs programs for one errand; a fresh one remembers nothing.
fn engine(kit: &Kit, order: &Order, stop: &Stop, is_fresh: bool) -> Result<Engine, Trouble> {
    // What editors show is no matter of the judge, nor is who answers questions.
    let (editor, llm) = (EditorSettings::default(), LlmSettings::default());
    let engine = Engine::start(EngineConfig {
        dirs: kit.dirs.clone(),
        user: UserSettings { editor, llm, ..order.settings.clone() },
        sandbox: kit.sandbox,
        cache: if is_fresh { CacheUse::Scratch } else { CacheUse::Kept },
        store: (!is_fresh).then(|| Arc::clone(&kit.store)),
        testlib: kit.testlib,
        machine: kit.machine,
    })
    .map_err(sentence)?;
    let executor = Arc::clone(&engine.executor);
    stop.also(move || executor.cancel());
    Ok(engine)
}
