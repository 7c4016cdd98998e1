//! `touchstone hack`

use forge::{
    apply::apply,
    bench::{Bench, Source},
    evolve::{Evolution, Offer, Outcome, Settings, Standing, words},
    report::{self, paths},
};
use judge::folder::FileChange;
use llm::ledger::Spent;

use super::{
    FOUND_NOTHING, FOUND_SOMETHING,
    asking::{self, Stages},
};
use crate::{
    app::App,
    args::{Global, Hack, HackEngine, HackMethod, OutputFormat},
    human::clean,
    output,
};

pub(crate) fn run(global: &Global, hack: &Hack) -> anyhow::Result<u8> {
    let (HackEngine::Llm, HackMethod::Evolvecoder) = (hack.engine, hack.method);
    let app = App::start(global, false)?;
    let opened = app.open(&hack.dir)?;
    let mut model = asking::model(&app, &opened, &hack.asking)?;
    app.sandbox()?;
    let n_workers = app.n_workers(None);
    let prompts = asking::prompts(&app, &opened);
    let settings =
        Settings { n_rounds: hack.rounds, n_wanted: hack.tests as usize, seed: hack.seed, ..Settings::default() };
    let mut evolution = Evolution::new(Bench::new(&app, n_workers, &opened)?, &prompts, settings);
    let mut stages = Stages;
    evolution.run(&mut model, &mut stages).map_err(asking::ended)?;
    let (outcome, bench) = evolution.prove(&app.fresh(global)?, &mut stages).map_err(asking::ended)?;
    // What was found is told, whatever becomes of writing it down.
    let written = match (hack.apply, outcome.offers.is_empty()) {
        (true, false) => Some(apply(&bench, &opened, &outcome, &mut stages)),
        (true, true) | (false, _) => None,
    };
    let changes = written.as_ref().and_then(|written| written.as_ref().ok()).map(Vec::as_slice);
    match hack.format {
        OutputFormat::Json => {
            output::line(&serde_json::to_string_pretty(&report::hack(&outcome, &model.spent(), changes))?)
        }
        OutputFormat::Human => {
            output::line(&clean::lines(as_text(&outcome, &model.spent(), changes).trim_end()));
        }
    }
    written.transpose()?;
    app.trim()?;
    Ok(if outcome.offers.is_empty() { FOUND_SOMETHING } else { FOUND_NOTHING })
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

fn as_text(outcome: &Outcome, spent: &Spent, written: Option<&[FileChange]>) -> String {
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
    if let Some(why) = &outcome.ended {
        text += &format!("\nIt ended early: {why}\n");
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
    text + &asking::spent_text(spent)
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

fn what_to_do(outcome: &Outcome, written: Option<&[FileChange]>) -> String {
    let mut text = String::new();
    if !outcome.diff.is_empty() {
        text += &format!("\nTheir commands need this:\n\n{}", outcome.diff);
    }
    match written {
        _ if outcome.offers.is_empty() => String::new(),
        None => text + "\n`--apply` adds all of this to the folder.\n",
        Some(changes) => text + &format!("\nWritten: {}\n", paths(changes).join(", ")),
    }
}
