//! What commands that ask a language model have in common.

use std::collections::BTreeMap;

use forge::{
    hack::{ForgeError, StageObserver},
    model::{AskConsent, Consent, ConsentRequest, Model, ModelConfig, ModelLimits, ModelSession},
    prompt::Prompts,
    report,
};
use judge::{check::Observer, disk::files, engine::LoadedProblem};
use llm::ledger::Spent;
use problem::{executor::ExecutorError, settings::LlmSettings, state::StateEvent};

use crate::{app::App, args::Asking, human::clean, output};

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
        let Asking { replay, max_calls, max_tokens, budget, .. } = *asking;
        let limits = ModelLimits { replay, max_calls, max_tokens, max_cost: budget };
        let settings = limits.override_settings(&app.user.llm).map_err(anyhow::Error::msg)?;
        let model_session = ModelSession::new(&settings)?;
        let cancel = model_session.clone();
        app.stop_on_signal(move || cancel.cancel());
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

/// Prints on stderr what goes on.
pub(super) struct StagePrinter;

impl Observer for StagePrinter {
    fn event(&mut self, _event: &StateEvent) {}

    fn tick(&mut self) {}
}

impl StageObserver for StagePrinter {
    fn stage(&mut self, words: &str) {
        output::note(&clean::lines(words));
    }
}

/// Why a loop ended, for the exit code and the person.
pub(super) fn ended(error: ForgeError) -> anyhow::Error {
    if error.is_cancelled() { ExecutorError::Cancelled.into() } else { error.into() }
}

/// What was wrong with each attempt, as paragraphs.
pub(super) fn attempts_text(attempts: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (number, problems) in (1..).zip(attempts) {
        text += &format!("\nattempt {number} did not stand its trial:\n");
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
