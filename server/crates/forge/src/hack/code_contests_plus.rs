//! CodeContests+: a generator and commands, supervised by the validator until every input is valid, each command run with
//! several seeds (CCP-1 to CCP-7).

use std::collections::{BTreeMap, BTreeSet};

use problem::{digest::Digest, model::TestIdx};

use super::{
    ForgeError, HackLoop, Joined, Record, SAME_INPUT, StageObserver, SuiteScore, TestKind,
    code_contests_o::counting,
    generator::{Changes, ensure_generator_place, generators},
    words,
};
use crate::{
    answers::{TestGenerator, as_tried},
    ask::LanguageModel,
    bench::{Extra, TestSource, Trial, validate_only},
    commands,
};

impl HackLoop<'_> {
    /// Runs the rounds of the generator agent; gives what was judged last.
    pub(super) fn code_contests_plus(
        &mut self,
        baseline: &Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        ensure_generator_place(baseline)?;
        let useless = self.exclude_useless_solutions(baseline);
        let mut values = self.values(baseline);
        self.analyse(&mut values, baseline, language_model, observer)?;
        let mut good: Vec<String> = Vec::new();
        let mut aims = BTreeMap::new();
        for round in 1..=self.n_rounds_of_feedback().max(1) {
            observer.stage(&format!("round {round}: asking for a generator and commands"));
            let answer = self.ask(round, &mut values, baseline, language_model);
            let Some(answer) = self.reply_or_end_early(answer, !good.is_empty())? else { break };
            let TestGenerator { source, edits, commands, .. } = answer;
            let edits = edits.unwrap_or_default();
            let given = as_tried(source.as_deref(), &edits);
            let Changes { is_edited, left_out, .. } = self.change_unless_harmful(source, edits, baseline, observer)?;
            let commands = self.with_aims(commands, &mut aims)?;
            let sources: Vec<TestSource> = commands.iter().cloned().map(TestSource::Command).collect();
            observer.stage(&format!("round {round}: trying {} commands", commands.len()));
            let trial = self.validate(&sources, observer)?;
            let mut refused = Vec::new();
            for (command, test) in commands.iter().zip(&trial.candidate_tests) {
                match test.clone().and_then(|test| self.ensure_may_join(&trial, test)) {
                    Ok(()) if !good.contains(command) => good.push(command.clone()),
                    Ok(()) => {}
                    Err(why) => refused.push((command.clone(), why)),
                }
            }
            // CCP-7: what is wrong goes into the next question until all tests are valid.
            let about = |(command, why): &(String, String)| format!("`{command}`: {why}");
            // Where a generator was not taken, it is no fault of a command that there is none.
            let is_their_fault = is_edited || left_out.is_empty() || !generators(&trial).is_empty();
            let faults = refused.iter().filter(|_| is_their_fault).map(about);
            values.complaints = left_out.iter().cloned().chain(faults).collect();
            // What works is not asked for again.
            values.kept.clone_from(&good);
            if !good.is_empty() {
                values.n_commands = refused.len().max(1);
            }
            values.renew_generators(self.values(&trial));
            // What was carried out stands in the generator.
            values.previous = given.filter(|_| !is_edited);
            let is_done = values.complaints.is_empty();
            let (n_given, n_kept) = (commands.len(), commands.len() - refused.len());
            let targets = Vec::new();
            self.outcome.records.push(Record {
                round,
                kind: TestKind::Supervised,
                targets,
                n_given,
                n_kept,
                refused,
                left_out,
            });
            if is_done {
                break;
            }
        }
        let (expanded, whys): (Vec<TestSource>, Vec<String>) = self.expanded(&good, &aims)?.into_iter().unzip();
        let mut sources = self.distinct(&expanded, observer)?.into_iter().peekable();
        let joined = |(source, why): (TestSource, String)| {
            let source = sources.next_if_eq(&source)?;
            Some(Joined { source, why, kind: TestKind::Supervised, round: 1 })
        };
        self.joined = expanded.into_iter().zip(whys).filter_map(joined).collect();
        observer.stage(&format!("judging the pool on {} new tests", self.joined.len()));
        let last = self.judge_joined(observer)?;
        let matrix = counting(&last, &useless);
        self.outcome.scores.push(SuiteScore::of(&matrix, Some(1)));
        Ok(last)
    }

    /// Makes the inputs, validates them, and has the main solution make missing answers; no solution is judged.
    pub(super) fn validate(
        &self,
        sources: &[TestSource],
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        let extra = Extra { candidates: sources.to_vec(), ..Extra::default() };
        Ok(self.bench.try_out(&extra, &validate_only(), observer)?)
    }

    /// Each command once and with further seeds, as often as the options say (CCP-4), with what it is for.
    fn expanded(
        &self,
        good: &[String],
        aims: &BTreeMap<String, String>,
    ) -> Result<Vec<(TestSource, String)>, ForgeError> {
        let problem = self.bench.open()?.problem;
        let generators = problem.generators_by_name();
        let mut sources = Vec::new();
        for text in good {
            let aim = aims.get(text).cloned().unwrap_or_default();
            sources.push((TestSource::Command(text.clone()), aim.clone()));
            if let Ok(command) = commands::parse(text, &generators) {
                let reseeded = commands::with_seed_arguments(&command, self.settings.n_seeds - 1);
                sources.extend(reseeded.map(|command| (TestSource::Command(command.text), aim.clone())));
            }
        }
        Ok(sources)
    }

    /// The tests that make an input of their own, which the validators accept (CCP-6, AC-2); the others are recorded as
    /// refused.
    pub(super) fn distinct(
        &mut self,
        sources: &[TestSource],
        observer: &mut dyn StageObserver,
    ) -> Result<Vec<TestSource>, ForgeError> {
        let trial = self.validate(sources, observer)?;
        let digest = |test: TestIdx| trial.state.tests[test].input_blob().map(|blob| blob.digest);
        let mut known: BTreeSet<Digest> = trial.own_tests().filter_map(digest).collect();
        let (mut kept, mut refused) = (Vec::new(), Vec::new());
        for (source, test) in sources.iter().zip(&trial.candidate_tests) {
            let admission = test.clone().and_then(|test| {
                self.ensure_may_join(&trial, test)?;
                let is_new = digest(test).is_some_and(|digest| known.insert(digest));
                if is_new { Ok(()) } else { Err(SAME_INPUT.to_owned()) }
            });
            match admission {
                Ok(()) => kept.push(source.clone()),
                Err(why) => refused.push((words(source), why)),
            }
        }
        if let Some(record) = self.outcome.records.last_mut() {
            let recorded: BTreeSet<String> = record.refused.iter().map(|(test, _)| test.clone()).collect();
            record.refused.extend(refused.into_iter().filter(|(test, _)| !recorded.contains(test)));
        }
        Ok(kept)
    }
}
