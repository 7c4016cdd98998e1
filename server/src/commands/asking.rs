//! What commands that ask a language model have in common.

use std::collections::BTreeMap;

use forge::{
    evolve::{LoopError, Watcher},
    model::{Account, AskPerson, Consent, Model, ModelConfig, Sending},
    prompt::Prompts,
};
use judge::{engine::Opened, files, session::Observer};
use llm::ledger::Spent;
use problem::{
    executor::ExecutorError,
    path::RelPath,
    settings::{LlmSettings, Money, RepliesFrom},
    state::Event,
};
use serde_json::{Value, json};

use crate::{app::App, args::Asking, human::clean, output};

/// Where a trusted folder's own prompts are.
const OWN_PROMPTS: &str = ".touchstone/prompts";

/// The model that the user has configured, for as many folders as there are.
pub(super) struct Access {
    settings: LlmSettings,
    account: Account,
    is_told: bool,
}

impl Access {
    /// Ctrl-C ends what is asked, and everything that runs.
    pub(super) fn start(app: &App, asking: &Asking) -> anyhow::Result<Access> {
        let settings = llm_settings(&app.user.llm, asking)?;
        let account = Account::new(&settings)?;
        let cancel = account.clone();
        app.stop_on_signal(move || cancel.cancel());
        Ok(Access { settings, account, is_told: asking.yes })
    }

    /// The model, for a folder.
    pub(super) fn model(&self, app: &App, opened: &Opened) -> anyhow::Result<Model<'static>> {
        let config = ModelConfig {
            account: self.account.clone(),
            dirs: app.dirs.clone(),
            settings: &self.settings,
            stored_keys: BTreeMap::new(),
            root: opened.folder.root().clone(),
        };
        Ok(Model::new(config, ask_person(self.is_told), Box::new(|_| ()))?)
    }

    /// What all of them have used.
    pub(super) fn spent(&self) -> Spent {
        self.account.spent()
    }
}

/// The configured model, for one folder.
pub(super) fn model(app: &App, opened: &Opened, asking: &Asking) -> anyhow::Result<Model<'static>> {
    Access::start(app, asking)?.model(app, opened)
}

/// The user's settings under what the command line says.
fn llm_settings(user: &LlmSettings, asking: &Asking) -> anyhow::Result<LlmSettings> {
    let budget = asking.budget.map(Money::try_from).transpose().map_err(anyhow::Error::msg)?;
    Ok(LlmSettings {
        max_calls: asking.max_calls.or(user.max_calls),
        max_tokens: asking.max_tokens.or(user.max_tokens),
        max_cost: budget.or(user.max_cost),
        replies: if asking.replay { Some(RepliesFrom::Replay) } else { user.replies },
        ..user.clone()
    })
}

/// The person at the terminal says whether anything may be sent.
fn ask_person(is_told: bool) -> AskPerson<'static> {
    Box::new(move |sending: &Sending| {
        if is_told {
            return Ok(Consent::Once);
        }
        let Sending { origin, model, n_bytes, files } = sending;
        let what =
            format!("{} bytes to {model} at {origin}, and more of the same kind, with {}", n_bytes, files.join(", "));
        let what = clean::line(&what);
        match output::ask(&format!("Send {what}? [y/N] ")) {
            None => Err(format!("nothing was sent, since nobody can be asked; `--yes` lets this command send {what}")),
            Some(true) => Ok(Consent::Once),
            Some(false) => Ok(Consent::Refused),
        }
    })
}

/// The built-in prompts, and a folder's own if the person has said that it is trusted.
pub(super) fn prompts<'a>(app: &App, opened: &'a Opened) -> Prompts<'a> {
    if files::trust(&app.dirs, opened.folder.root()) != Some(true) {
        return Prompts::default();
    }
    Prompts::with_own(|name| {
        let path = RelPath::parse(&format!("{OWN_PROMPTS}/{name}"))?;
        let place = opened.folder.at(&path);
        // No link leads out of the folder.
        let is_inside = files::real(place.as_path())?.as_path().starts_with(opened.folder.root().as_path());
        if is_inside { files::read(&place) } else { None }
    })
}

/// Tells what goes on, on stderr.
pub(super) struct Stages;

impl Observer for Stages {
    fn event(&mut self, _event: &Event) {}

    fn tick(&mut self) {}
}

impl Watcher for Stages {
    fn stage(&mut self, words: &str) {
        output::note(&clean::lines(words));
    }
}

/// Why a loop ended, for the exit code and the person.
pub(super) fn ended(error: LoopError) -> anyhow::Error {
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

/// What asking took, as a line.
pub(super) fn spent_text(spent: &Spent) -> String {
    let cost = spent.cost.map_or("cost unknown".to_owned(), |cost| format!("cost {:.4}", f64::from(cost)));
    format!(
        "\n{} calls, {} answers kept from earlier; {} tokens asked, {} answered; {cost}\n",
        spent.n_calls, spent.n_from_cache, spent.usage.input_tokens, spent.usage.output_tokens
    )
}

/// The same as an object.
pub(super) fn spent_json(spent: &Spent) -> Value {
    json!({
        "calls": spent.n_calls,
        "from_cache": spent.n_from_cache,
        "input_tokens": spent.usage.input_tokens,
        "output_tokens": spent.usage.output_tokens,
        "cost": spent.cost.map(f64::from),
    })
}
