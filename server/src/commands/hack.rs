//! `touchstone hack`

use std::{
    io::{self, Read as _},
    path::Path,
    time::Duration,
};

use forge::{
    apply::{ApplyError, apply},
    ask::LanguageModel,
    bench::{TestSource, Workbench},
    hack::{
        HackLoop, HackMethod, HackOptions, Outcome, ProvedTest, Record, Stop, SuiteOfKinds, SuiteScore, TestKind, words,
    },
    promote::promote,
    prompt::Prompts,
    report::{self, paths, percent},
    suite::thin::{LowPassRate, Rules},
};
use judge::{
    disk::{files, folder::FileChange},
    engine::LoadedProblem,
};
use llm::ledger::Spent;

use super::{
    FAILURE, SUCCESS,
    asking::{self, ConfiguredModel, StagePrinter},
};
use crate::{
    app::App,
    args::{Global, Hack, HackEngine, HackMethodArg, LowPassRule, Making, OutputFormat},
    human::clean,
    output,
};

/// The largest input of a person's own, bytes.
const MAX_INPUT: u64 = 64 << 20;

pub(crate) fn run(global: &Global, hack: &Hack) -> anyhow::Result<u8> {
    if let Some(path) = &hack.input {
        let (app, loaded, _) = asking::stoppable(&global.at(&hack.elsewhere), &hack.dir)?;
        let done = promoted(&app, global, &loaded, path, hack.apply)?;
        return told(&app, hack, done, None);
    }
    let app = App::start(&global.at(&hack.elsewhere))?;
    let loaded = app.open(&hack.dir)?;
    let engine = asking::engine(&app, &hack.making, &hack.asking);
    asking::ensure_budgets(&hack.asking, engine)?;
    let search = Search { time: hack.asking.time(), stop: Stop::default() };
    let stop = search.stop.clone();
    let mut model = ConfiguredModel::start_unless(&app, &hack.asking, move || engine != HackEngine::Llm && stop.ask())?
        .asked(&app, &loaded, engine)?;
    app.sandbox()?;
    let loaded = app.resolve(loaded)?;
    let prompts = asking::prompts(&app, &loaded, &hack.asking);
    let done = make_tests(
        &app,
        global,
        &loaded,
        (model.as_language_model(), &prompts),
        &hack.making,
        (engine, search),
        hack.apply,
    )?;
    told(&app, hack, done, model.spent().as_ref())
}

/// Says what it came to, with what a model has cost.
fn told(app: &App, hack: &Hack, done: Done, spent: Option<&Spent>) -> anyhow::Result<u8> {
    let Done { outcome, written } = done;
    let changes = written.as_ref().and_then(|written| written.as_ref().ok()).map(Vec::as_slice);
    match hack.format {
        OutputFormat::Json => {
            output::json(&report::hack(&outcome, spent.unwrap_or(&Spent::default()), changes)).map(drop)?
        }
        OutputFormat::Human => {
            output::line(&clean::lines(as_text(&outcome, spent, changes, hack.apply).trim_end()));
        }
    }
    written.transpose()?;
    app.trim();
    Ok(if outcome.offers.is_empty() { FAILURE } else { SUCCESS })
}

/// An input of the person's own, judged as a test.
fn promoted(app: &App, global: &Global, loaded: &LoadedProblem, path: &Path, is_applied: bool) -> anyhow::Result<Done> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().take(MAX_INPUT + 1).read_to_end(&mut bytes)?;
        anyhow::ensure!(bytes.len() as u64 <= MAX_INPUT, "the standard input is larger than {} MB", MAX_INPUT >> 20);
        bytes
    } else {
        files::read_for_person(path, MAX_INPUT).map_err(anyhow::Error::msg)?
    };
    let input =
        String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("the input {} is no text in UTF-8", path.display()))?;
    let bench = Workbench::new(app, app.n_workers(None), loaded)?;
    let mut stages = StagePrinter::default();
    let offer = promote(&bench, &app.fresh(global)?, input, &mut stages).map_err(asking::ended)?;
    let outcome = Outcome { offers: vec![offer], ..Outcome::default() };
    let written = is_applied.then(|| apply(&bench, loaded, &outcome, &mut stages));
    stages.end();
    Ok(Done { outcome, written })
}

/// What making tests came to.
pub(super) struct Done {
    pub(super) outcome: Outcome,
    /// What was written, or why it was not; absent when there was nothing to write or nobody wished it.
    pub(super) written: Option<Result<Vec<FileChange>, ApplyError>>,
}

/// What the offline engine is told beside how tests are made.
#[derive(Default)]
pub(super) struct Search {
    /// How long it looks.
    pub(super) time: Option<Duration>,
    /// Asked to come to an end with what it has.
    pub(super) stop: Stop,
}

/// Goes through a method's loop for one folder.
pub(super) fn make_tests(
    app: &App,
    global: &Global,
    loaded: &LoadedProblem,
    (model, prompts): (&mut dyn LanguageModel, &Prompts<'_>),
    making: &Making,
    (engine, search): (HackEngine, Search),
    is_applied: bool,
) -> anyhow::Result<Done> {
    let mut bench = Workbench::new(app, app.n_workers(None), loaded)?;
    bench.strip_comments(making.strip_comments);
    let mut hack_loop = HackLoop::new(bench, prompts, settings(making, engine, search));
    let mut stages = StagePrinter::default();
    hack_loop.run(model, &mut stages).map_err(asking::ended)?;
    let (outcome, bench) = hack_loop.confirm(&app.fresh(global)?, &mut stages).map_err(asking::ended)?;
    // What was found is told, whatever becomes of writing it down.
    let written = (is_applied && !outcome.offers.is_empty()).then(|| apply(&bench, loaded, &outcome, &mut stages));
    Ok(Done { outcome, written })
}

fn settings(hack: &Making, engine: HackEngine, search: Search) -> HackOptions {
    let defaults = HackOptions::default();
    HackOptions {
        begins_offline: engine == HackEngine::Both,
        budget: search.time.unwrap_or(defaults.budget),
        targets: hack.target.clone(),
        stop: search.stop,
        method: match hack.method.unwrap_or(HackMethodArg::Evolvecoder) {
            _ if engine == HackEngine::Offline => HackMethod::Offline,
            HackMethodArg::Evolvecoder => HackMethod::EvolveCoder,
            HackMethodArg::CodecontestsO => HackMethod::CodeContestsO,
            HackMethodArg::CodecontestsPlus => HackMethod::CodeContestsPlus,
            HackMethodArg::Hardtestgen => HackMethod::HardTestGen,
        },
        n_rounds: hack.rounds,
        n_wanted: hack.tests as usize,
        selection_seed: hack.seed,
        goal: (hack.alpha, hack.beta),
        n_seeds: hack.seeds,
        wants_all: hack.all,
        anyway: hack.anyway,
        keeps_worse: hack.keep_worse,
        rules: Rules {
            easy_pass_rate: hack.easy,
            low_pass_rate: match hack.low_pass_rate {
                LowPassRule::TrustedOracle => LowPassRate::TrustedOracle,
                LowPassRule::Paper => LowPassRate::Paper,
            },
            of_a_class: hack.per_class as usize,
        },
        oracles: hack.oracle.clone(),
        ..defaults
    }
}

fn as_text(outcome: &Outcome, spent: Option<&Spent>, written: Option<&[FileChange]>, is_to_be_written: bool) -> String {
    let mut text: String = outcome.dropped.iter().map(|(name, why)| format!("not counted: {name}: {why}\n")).collect();
    text.extend(outcome.records.iter().map(record_text));
    for refinement in &outcome.refinements {
        if let Some(why) = &refinement.undone {
            text += &format!("round {} was taken back: {why}\n", refinement.round);
        }
    }
    text.extend(outcome.notes.iter().map(|note| format!("{note}\n")));
    text += "\n";
    for score in &outcome.scores {
        let when = score.round.map_or("before".to_owned(), |round| format!("round {round}"));
        text += &score_text(&when, score);
    }
    if let Some(score) = &outcome.without_checker {
        text += &score_text("without the checker", score);
    }
    text.extend(outcome.ablations.iter().map(ablation_text));
    text += &frontier_text(outcome);
    if let Some(why) = &outcome.ended_early_because {
        text += &format!("\nIt ended early: {why}\n");
    }
    for (test, why) in &outcome.not_reproduced {
        text += &format!("\nnot offered, since it was not the same without the cache: {test}: {why}\n");
    }
    text += &match outcome.offers.len() {
        0 => "\nNo test was found that fails a solution which passes all others.\n".to_owned(),
        1 => "\n1 test is worth adding:\n".to_owned(),
        n => format!("\n{n} tests are worth adding:\n"),
    };
    text.extend(outcome.offers.iter().map(offer_text));
    text += &what_to_do(outcome, written, is_to_be_written);
    let of_model = |spent: &Spent| asking::spent_text(spent) + &report::per_kill_text(outcome, spent);
    text + &spent.map(of_model).unwrap_or_default()
}

fn record_text(record: &Record) -> String {
    let Record { round, kind, n_given, n_kept, refused, left_out, .. } = record;
    let mut text = format!("round {round}, {}: {n_given} tests given, {n_kept} valid and new\n", word(kind));
    text.extend(refused.iter().map(|(test, why)| format!("  left out: {test}: {why}\n")));
    text.extend(left_out.iter().map(|why| format!("  edit left out: {why}\n")));
    text
}

/// The name of a kind of tests, as JSON has it.
fn word(kind: &TestKind) -> String {
    serde_json::to_value(kind).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn score_text(when: &str, score: &SuiteScore) -> String {
    let SuiteScore { n_tests, tpr, tnr, pass_at_1, diversity, .. } = score;
    format!(
        "{when:8} {n_tests:4} tests  TPR {}  TNR {}  pass@1 {}  {diversity} kinds of tests\n",
        percent(*tpr),
        percent(*tnr),
        percent(*pass_at_1)
    )
}

fn ablation_text(ablation: &SuiteOfKinds) -> String {
    let SuiteOfKinds { kinds, n_tests, precision, recall, is_too_small } = ablation;
    let too_small = if *is_too_small { ", too few for a suite of written-out inputs alone" } else { "" };
    let kinds: Vec<String> = kinds.iter().map(word).collect();
    let (precision, recall) = (percent(*precision), percent(*recall));
    format!("only {}: {n_tests} tests, precision {precision}, recall {recall}{too_small}\n", kinds.join(", "))
}

/// How many of the tests, best first, give which shares.
fn frontier_text(outcome: &Outcome) -> String {
    let points: Vec<String> = outcome
        .cumulative_quality
        .iter()
        .map(|point| format!("{} tests {}/{}", point.n_tests, percent(point.tpr), percent(point.tnr)))
        .collect();
    if points.is_empty() { String::new() } else { format!("best tests first, TPR/TNR: {}\n", points.join(", ")) }
}

pub(super) fn offer_text(offer: &ProvedTest) -> String {
    let evidence = &offer.evidence;
    let mut text = match &offer.source {
        TestSource::Command(command) => format!("\n  {command}\n"),
        TestSource::Input(_) => format!("\n  the input {}\n", words(&offer.source)),
    };
    for kill in &evidence.kills {
        text += &format!("    fails {} with {}: {}\n", kill.solution, kill.verdict, kill.message);
    }
    if !offer.why.is_empty() {
        text += &match offer.kind {
            TestKind::Offline => format!("    found as {}\n", offer.why),
            _ => format!("    because, says the model: {}\n", offer.why.trim()),
        };
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

fn what_to_do(outcome: &Outcome, written: Option<&[FileChange]>, is_to_be_written: bool) -> String {
    let mut text = String::new();
    if !outcome.diff.is_empty() {
        text += &format!("\nTheir commands need this:\n\n{}", outcome.diff);
    }
    match written {
        _ if outcome.offers.is_empty() => String::new(),
        // Why it was not written follows.
        None if is_to_be_written => text,
        None => text + "\n`--apply` adds all of this to the folder.\n",
        Some(changes) => text + &format!("\nWritten: {}\n", paths(changes).join(", ")),
    }
}
