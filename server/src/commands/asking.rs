//! What commands that ask a language model have in common.

use std::{collections::BTreeMap, path::Path};

use forge::{
    ask::{LanguageModel, NoModel},
    hack::{ForgeError, StageObserver, Stop},
    model::{AskConsent, Consent, ConsentRequest, Model, ModelConfig, ModelLimits, ModelSession},
    prompt::Prompts,
    report,
    tries::{TrialLine, fallen, table},
};
use indicatif::ProgressBar;
use judge::{check::Observer, disk::files, engine::LoadedProblem};
use llm::ledger::Spent;
use problem::{executor::ExecutorError, settings::LlmSettings, state::StateEvent};

use crate::{
    app::App,
    args::{Asking, Global, HackEngine, Making},
    human::clean,
    output,
};

/// The folder of a command that comes to an end by itself when the first Ctrl-C asks it to.
pub(super) fn stoppable(global: &Global, directory: &Path) -> anyhow::Result<(App, LoadedProblem, Stop)> {
    let app = App::start(global)?;
    let loaded = app.open(directory)?;
    let stop = stop_by_signal(&app);
    app.sandbox()?;
    let loaded = app.resolve(loaded)?;
    Ok((app, loaded, stop))
}

/// What the first Ctrl-C asks to come to an end, where somebody listens; the next one ends everything.
pub(super) fn stop_by_signal(app: &App) -> Stop {
    let stop = Stop::default();
    let asked = stop.clone();
    app.stop_on_signal_unless(move || asked.ask(), || ());
    stop
}

/// The model that the user has configured, for as many folders as there are.
pub(super) struct ConfiguredModel {
    settings: LlmSettings,
    model_session: ModelSession,
    /// The command line said by `--yes` that everything may be sent.
    is_preapproved: bool,
}

impl ConfiguredModel {
    /// Applies the limits of the command line. From then on Ctrl-C ends what is asked, and everything that runs.
    pub(super) fn start(app: &App, asking: &Asking) -> anyhow::Result<ConfiguredModel> {
        ensure_budgets(asking, HackEngine::Llm)?;
        ConfiguredModel::start_unless(app, asking, || false)
    }

    /// The same, but the first Ctrl-C ends nothing where `is_granted` says that somebody comes to an end by himself.
    pub(super) fn start_unless(
        app: &App,
        asking: &Asking,
        is_granted: impl Fn() -> bool + Send + 'static,
    ) -> anyhow::Result<ConfiguredModel> {
        let Asking { replay, max_calls, max_tokens, .. } = *asking;
        let limits = ModelLimits { replay, max_calls, max_tokens, max_cost: asking.cost() };
        let settings = limits.override_settings(&app.user.llm).map_err(anyhow::Error::msg)?;
        let model_session = ModelSession::new(&settings)?;
        let cancel = model_session.clone();
        app.stop_on_signal_unless(is_granted, move || cancel.cancel());
        Ok(ConfiguredModel { settings, model_session, is_preapproved: asking.yes })
    }

    /// The model, for a folder.
    pub(super) fn model(&self, app: &App, loaded: &LoadedProblem) -> anyhow::Result<Model<'static>> {
        let config = ModelConfig {
            model_session: self.model_session.clone(),
            dirs: app.dirs.clone(),
            settings: &self.settings,
            stored_keys: BTreeMap::new(),
            root: loaded.folder.root().clone(),
            editor: None,
        };
        Ok(Model::new(config, ask_consent(self.is_preapproved), Box::new(|_| ()))?)
    }

    /// What the models of all folders have used.
    pub(super) fn spent(&self) -> Spent {
        self.model_session.spent()
    }
}

/// The configured model, for one folder.
pub(super) fn model(app: &App, loaded: &LoadedProblem, asking: &Asking) -> anyhow::Result<Model<'static>> {
    ConfiguredModel::start(app, asking)?.model(app, loaded)
}

/// Who makes tests, where nobody said so: a model only if there is one.
pub(super) fn engine(app: &App, making: &Making, asking: &Asking) -> HackEngine {
    let is_wanted = app.user.llm.is_wanted();
    // What only one of them understands says which is meant.
    let of_search = !making.target.is_empty() || asking.time().is_some();
    let of_model = making.method.is_some() || asking.replay || asking.bounds_model();
    let is_model = if of_search == of_model { is_wanted } else { of_model };
    making.engine.unwrap_or(if is_model { HackEngine::Llm } else { HackEngine::Offline })
}

/// Refuses a budget that the engine does not know, rather than to go on without one.
pub(super) fn ensure_budgets(asking: &Asking, engine: HackEngine) -> anyhow::Result<()> {
    match engine {
        HackEngine::Llm if asking.time().is_some() => {
            anyhow::bail!("a language model has no time as `--budget`; give an amount of money, or `--engine both`")
        }
        HackEngine::Offline if asking.cost().is_some() => {
            anyhow::bail!("the offline engine spends nothing; give a time as `--budget`, such as 60s")
        }
        HackEngine::Offline | HackEngine::Llm | HackEngine::Both => Ok(()),
    }
}

/// Who is asked, if anybody is.
pub(super) enum Asked {
    Model(Box<Model<'static>>),
    Nobody(NoModel),
}

impl Asked {
    pub(super) fn as_language_model(&mut self) -> &mut dyn LanguageModel {
        match self {
            Asked::Model(model) => &mut **model,
            Asked::Nobody(nobody) => nobody,
        }
    }

    pub(super) fn spent(&self) -> Option<Spent> {
        match self {
            Asked::Model(model) => Some(model.spent()),
            Asked::Nobody(_) => None,
        }
    }
}

impl ConfiguredModel {
    /// Who is asked about a folder.
    pub(super) fn asked(&self, app: &App, loaded: &LoadedProblem, engine: HackEngine) -> anyhow::Result<Asked> {
        Ok(match engine {
            HackEngine::Offline => Asked::Nobody(NoModel),
            HackEngine::Llm | HackEngine::Both => Asked::Model(Box::new(self.model(app, loaded)?)),
        })
    }
}

/// The person at the terminal says whether anything may be sent.
fn ask_consent(is_preapproved: bool) -> AskConsent<'static> {
    Box::new(move |sending: &ConsentRequest| {
        if is_preapproved {
            return Ok(Consent::ForThisCommand);
        }
        let what = clean::line(&sending.words(usize::MAX));
        match output::ask(&format!("Send {what}? [y/N] ")) {
            None => Err(format!("nothing was sent, since nobody can be asked; `--yes` lets this command send {what}")),
            Some(true) => Ok(Consent::ForThisCommand),
            Some(false) => Ok(Consent::Refused),
        }
    })
}

/// The built-in prompts, and a folder's own if the person wants them or has said that it is trusted.
pub(super) fn prompts<'a>(app: &App, loaded: &'a LoadedProblem, asking: &Asking) -> Prompts<'a> {
    if asking.own_prompts || files::trust(&app.dirs, loaded.folder.root()) == Some(true) {
        return Prompts::of(&loaded.folder);
    }
    Prompts::default()
}

/// Prints on stderr what goes on; how far it is, on a terminal only.
pub(super) struct StagePrinter(ProgressBar);

impl Default for StagePrinter {
    fn default() -> StagePrinter {
        // Drawn where stderr is a terminal, and nowhere else.
        StagePrinter(ProgressBar::new_spinner())
    }
}

impl StagePrinter {
    /// Leaves the terminal as it is to be for what comes next.
    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}

impl Observer for StagePrinter {
    fn event(&mut self, _event: &StateEvent) {}

    fn tick(&mut self) {}
}

impl StageObserver for StagePrinter {
    fn stage(&mut self, words: &str) {
        self.0.finish_and_clear();
        output::note(&clean::lines(words));
        self.0.reset();
    }

    fn progress(&mut self, words: &str) {
        self.0.set_message(clean::line(words));
        self.0.tick();
    }
}

/// Why a loop ended, for the exit code and the person.
pub(super) fn ended(error: ForgeError) -> anyhow::Error {
    if error.is_cancelled() { ExecutorError::Cancelled.into() } else { error.into() }
}

/// What came of each answer, a line each; nothing where there was none.
pub(super) fn trials_text(trials: &[TrialLine]) -> String {
    if trials.is_empty() {
        return String::new();
    }
    let lines: String = table(trials).map(|line| format!("  {line}\n")).collect();
    format!("\nTrials:\n{lines}")
}

/// What was wrong with each answer that did not pass, as paragraphs.
pub(super) fn attempts_text(trials: &[TrialLine], attempts: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (number, problems) in fallen(trials, attempts) {
        text += &format!("\nanswer {number} did not stand its trial:\n");
        for problem in problems {
            text += &format!("  {}\n", problem.trim_end().replace('\n', "\n    "));
        }
    }
    text
}

/// What asking took, as a paragraph.
pub(super) fn spent_text(spent: &Spent) -> String {
    format!("\n{}\n", report::spent_text(spent))
}
