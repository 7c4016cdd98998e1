//! `touchstone hack`

use std::collections::BTreeMap;

use forge::{
    apply::{Written, apply},
    bench::{Bench, Source},
    evolve::{Evolution, Offer, Outcome, Settings, Standing, Watcher, words},
    model::{AskPerson, Consent, Model, ModelConfig, Sending},
    prompt::Prompts,
};
use judge::{engine::Opened, files, session::Observer};
use llm::ledger::Spent;
use problem::{
    path::RelPath,
    settings::{LlmSettings, Money, RepliesFrom},
    state::Event,
};
use serde_json::{Value, json};

use super::{FOUND_NOTHING, FOUND_SOMETHING};
use crate::{
    app::App,
    args::{Asking, Global, Hack, HackEngine, HackMethod, OutputFormat},
    output,
};

/// Where a trusted folder's own prompts are.
const OWN_PROMPTS: &str = ".touchstone/prompts";

pub(crate) fn run(global: &Global, hack: &Hack) -> anyhow::Result<u8> {
    let (HackEngine::Llm, HackMethod::Evolvecoder) = (hack.engine, hack.method);
    let app = App::start(global, false)?;
    let settings = llm_settings(&app.user.llm, &hack.asking)?;
    let opened = app.open(&hack.dir)?;
    let config = ModelConfig {
        dirs: app.dirs.clone(),
        settings: &settings,
        stored_keys: BTreeMap::new(),
        root: opened.folder.root().clone(),
    };
    let mut model = Model::new(config, ask_person(hack.asking.yes), Box::new(|_| ()))?;
    let cancel = model.cancel_token();
    app.stop_on_signal(move || cancel.cancel());
    app.sandbox()?;
    let n_workers = app.n_workers(None);
    let prompts = prompts(&app, &opened);
    let settings =
        Settings { n_rounds: hack.rounds, n_wanted: hack.tests as usize, seed: hack.seed, ..Settings::default() };
    let mut evolution = Evolution::new(Bench::new(&app, n_workers, &opened)?, &prompts, settings);
    let mut stages = Stages;
    evolution.run(&mut model, &mut stages)?;
    let outcome = evolution.prove(&app.fresh(global)?, &mut stages)?;
    let written = match (hack.apply, outcome.offers.is_empty()) {
        (true, false) => Some(apply(&app, n_workers, &opened, &outcome, &mut stages)?),
        (true, true) | (false, _) => None,
    };
    match hack.format {
        OutputFormat::Json => output::line(&serde_json::to_string_pretty(&as_json(&outcome, &model.spent()))?),
        OutputFormat::Human => output::line(as_text(&outcome, &model.spent(), written.as_ref()).trim_end()),
    }
    app.trim()?;
    Ok(if outcome.offers.is_empty() { FOUND_SOMETHING } else { FOUND_NOTHING })
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
        match output::ask(&format!("Send {what}? [y/N] ")) {
            None => Err(format!("nothing was sent, since nobody can be asked; `--yes` lets this command send {what}")),
            Some(true) => Ok(Consent::Once),
            Some(false) => Ok(Consent::Refused),
        }
    })
}

/// The built-in prompts, and a folder's own if the person has said that it is trusted.
fn prompts<'a>(app: &App, opened: &'a Opened) -> Prompts<'a> {
    if files::trust(&app.dirs, opened.folder.root()) != Some(true) {
        return Prompts::default();
    }
    Prompts::with_own(|name| {
        let path = RelPath::parse(&format!("{OWN_PROMPTS}/{name}"))?;
        files::read(&opened.folder.at(&path))
    })
}

/// Tells what goes on, on stderr.
struct Stages;

impl Observer for Stages {
    fn event(&mut self, _event: &Event) {}

    fn tick(&mut self) {}
}

impl Watcher for Stages {
    fn stage(&mut self, words: &str) {
        output::note(words);
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

fn as_text(outcome: &Outcome, spent: &Spent, written: Option<&Written>) -> String {
    let mut text = String::new();
    for record in &outcome.records {
        let method = serde_json::to_value(record.method).unwrap_or_default();
        text += &format!(
            "round {}, {}: {} tests given, {} valid and new\n",
            record.round,
            method.as_str().unwrap_or_default(),
            record.n_given,
            record.n_kept
        );
        for (test, why) in &record.refused {
            text += &format!("  left out: {test}: {why}\n");
        }
        for why in &record.left_out {
            text += &format!("  edit left out: {why}\n");
        }
    }
    text += "\n";
    for (number, standing) in outcome.standings.iter().enumerate() {
        let Standing { n_tests, tpr, tnr, pass_at_1, diversity } = standing;
        let when = if number == 0 { "before".to_owned() } else { format!("round {number}") };
        text += &format!(
            "{when:8} {n_tests:4} tests  TPR {}  TNR {}  pass@1 {}  {diversity} kinds of tests\n",
            percent(*tpr),
            percent(*tnr),
            percent(*pass_at_1)
        );
    }
    for (test, why) in &outcome.fallen {
        text += &format!("\nnot offered, since it was not the same without the cache: {test}: {why}\n");
    }
    text += &match outcome.offers.len() {
        0 => "\nNo test was found that fails a solution which passes all others.\n".to_owned(),
        1 => "\n1 test is worth adding:\n".to_owned(),
        n => format!("\n{n} tests are worth adding:\n"),
    };
    text.extend(outcome.offers.iter().map(offer_text));
    text += &what_to_do(outcome, written);
    text + &spent_text(spent)
}

fn offer_text(offer: &Offer) -> String {
    let evidence = &offer.evidence;
    let mut text = match &offer.source {
        Source::Command(command) => format!("\n  {command}\n"),
        Source::Input(_) => format!("\n  the input {}\n", words(&offer.source)),
    };
    for kill in &evidence.kills {
        text += &format!("    fails {} with {}: {}\n", kill.solution, kill.verdict, kill.message);
    }
    if !offer.why.is_empty() {
        text += &format!("    because, says the model: {}\n", offer.why.trim());
    }
    text + &format!(
        "    {} bytes; {} accepts it; {} made the answer, {} of {} right solutions pass\n",
        evidence.bytes,
        evidence.validators.join(" and "),
        evidence.main,
        evidence.n_agreeing,
        evidence.n_right
    )
}

fn what_to_do(outcome: &Outcome, written: Option<&Written>) -> String {
    let paths = |paths: &[RelPath]| paths.iter().map(RelPath::as_str).collect::<Vec<_>>().join(", ");
    match written {
        _ if outcome.offers.is_empty() => String::new(),
        None => "\n`--apply` adds them to the folder.\n".to_owned(),
        Some(Written { changed, new }) => {
            let changed = if changed.is_empty() { String::new() } else { format!("\nChanged: {}\n", paths(changed)) };
            let new = if new.is_empty() { String::new() } else { format!("\nNew: {}\n", paths(new)) };
            changed + &new
        }
    }
}

fn spent_text(spent: &Spent) -> String {
    let cost = spent.cost.map_or("cost unknown".to_owned(), |cost| format!("cost {:.4}", f64::from(cost)));
    format!(
        "\n{} calls, {} answers kept from earlier; {} tokens asked, {} answered; {cost}\n",
        spent.n_calls, spent.n_from_cache, spent.usage.input_tokens, spent.usage.output_tokens
    )
}

fn as_json(outcome: &Outcome, spent: &Spent) -> Value {
    let offer = |offer: &Offer| {
        let (command, input) = match &offer.source {
            Source::Command(command) => (Some(command), None),
            Source::Input(input) => (None, Some(input)),
        };
        json!({
            "command": command,
            "input": input,
            "why": offer.why,
            "method": offer.method,
            "round": offer.round,
            "evidence": offer.evidence,
        })
    };
    let texts: BTreeMap<&str, &str> = outcome.texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let fallen: Vec<Value> = outcome.fallen.iter().map(|(test, why)| json!({ "test": test, "why": why })).collect();
    json!({
        "offers": outcome.offers.iter().map(offer).collect::<Vec<_>>(),
        "texts": texts,
        "records": outcome.records,
        "standings": outcome.standings,
        "fallen": fallen,
        "spent": {
            "calls": spent.n_calls,
            "from_cache": spent.n_from_cache,
            "input_tokens": spent.usage.input_tokens,
            "output_tokens": spent.usage.output_tokens,
            "cost": spent.cost.map(f64::from),
        },
    })
}
