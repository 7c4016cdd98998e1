//! Writing a generator with commands (CCP-1, CCP-2, CCP-7; CCO-6, CCO-7).

use problem::model::Role;
use serde::Deserialize;
use serde_json::Value;

use super::{Desk, Tried, Watcher, Work, build_problem, count};
use crate::{
    ask::read,
    bench::{Extra, Source, Trial},
    commands,
    evidence::{AGREEMENT, weigh},
};

const PATH: &str = "gen.cpp";
/// At least this share of the commands has to make tests (CCP-7 asks for all; what is left over is dropped).
const ENOUGH: f64 = 0.8;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    source: Option<String>,
    commands: Vec<String>,
}

pub(super) fn tried(desk: &Desk<'_>, known: &Trial, answer: Value, watcher: &mut dyn Watcher) -> Tried {
    let Answer { source, commands } = read(answer);
    if known.problem.validators.is_empty() {
        let sentence = "there is no validator to accept what a generator makes; write one first";
        return Err(super::LoopError::Pointless(sentence.to_owned()));
    }
    let Some(source) = source else {
        return Ok(Err(vec!["`source` is missing, and there is no generator".to_owned()]));
    };
    let path = desk.put(PATH, &source, Role::Generator)?;
    let problem = desk.bench.open()?.problem;
    let generators = problem.generators_by_name();
    let understood = |text: &String| commands::parse(text, &generators).map_or_else(|_| text.clone(), |one| one.text);
    let mut texts: Vec<String> = commands.iter().map(understood).collect();
    texts.sort();
    texts.dedup();
    let candidates: Vec<Source> = texts.iter().cloned().map(Source::Command).collect();
    let trial = desk.bench.try_out(
        &Extra { candidates, outputs: Vec::new() },
        &problem::plan::Request::default(),
        super::as_observer(watcher),
    )?;
    if let Some(program) = trial.problem.program_at(&path)
        && let Some(problem) = build_problem(&trial.problem, &trial.state, program)
    {
        return Ok(Err(vec![problem]));
    }
    let (mut good, mut problems) = (Vec::new(), Vec::new());
    for (text, test) in texts.iter().zip(&trial.tests) {
        match test.clone().and_then(|test| weigh(&trial, test, AGREEMENT)) {
            Ok(_) => good.push(text.clone()),
            Err(why) => problems.push(format!("`{text}`: {why}")),
        }
    }
    if good.is_empty() || (good.len() as f64) < ENOUGH * texts.len() as f64 {
        problems.insert(0, format!("only {} of {} make a valid new test", good.len(), count(texts.len(), "command")));
        return Ok(Err(problems));
    }
    Ok(Ok(Work {
        files: [(path.to_string(), source)].into(),
        proof: vec![
            "it compiles, and makes the same input of the same command".to_owned(),
            format!(
                "{} make inputs that the validator accepts and all right solutions pass",
                count(good.len(), "command")
            ),
        ],
        commands: good,
        notes: problems.into_iter().map(|problem| format!("left out: {problem}")).collect(),
        ..Work::default()
    }))
}
