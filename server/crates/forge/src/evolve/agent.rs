//! CodeContests+: a generator and commands, supervised by the validator until every input is valid, each command run with
//! several seeds (CCP-1 to CCP-7).

use std::collections::BTreeSet;

use problem::{digest::Digest, model::TestIdx};

use super::{ForgeError, HackLoop, Joined, Record, StageObserver, SuiteScore, TestKind, feedback::counting, words};
use crate::{
    answers::TestGenerator,
    ask::LanguageModel,
    bench::{Extra, TestSource, Trial, no_solution},
    commands,
    evidence::accepted,
};

impl HackLoop<'_> {
    /// The agent's rounds; gives what was judged last.
    pub(super) fn agent(
        &mut self,
        first: &Trial,
        language_model: &mut dyn LanguageModel,
        watcher: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        let useless = self.drop_useless(first);
        let mut values = self.values(first);
        self.analyse(&mut values, first, language_model, watcher)?;
        let mut good: Vec<String> = Vec::new();
        for round in 1..=self.settings.n_rounds.max(1) {
            watcher.stage(&format!("round {round}: asking for a generator and commands"));
            let answer = self.ask(round, &mut values, first, language_model);
            let Some(answer) = self.came(answer, !good.is_empty())? else { break };
            let TestGenerator { source, edits, commands, .. } = answer;
            values.previous.clone_from(&source);
            let (_, left_out) = self.change_unless_harmful(source, edits.unwrap_or_default(), first, watcher)?;
            let commands: Vec<String> = self.understood(commands)?;
            let sources: Vec<TestSource> = commands.iter().cloned().map(TestSource::Command).collect();
            watcher.stage(&format!("round {round}: trying {} commands", commands.len()));
            let trial = self.look(&sources, watcher)?;
            let mut refused = Vec::new();
            for (command, test) in commands.iter().zip(&trial.tests) {
                match test.clone().and_then(|test| accepted(&trial, test)) {
                    Ok(()) if !good.contains(command) => good.push(command.clone()),
                    Ok(()) => {}
                    Err(why) => refused.push((command.clone(), why)),
                }
            }
            // CCP-7: what is wrong goes back until all tests are valid.
            let about = |(command, why): &(String, String)| format!("`{command}`: {why}");
            values.problems = left_out.iter().cloned().chain(refused.iter().map(about)).collect();
            let now = self.values(&trial);
            (values.generator, values.files) = (now.generator, now.files);
            let is_done = values.problems.is_empty();
            let (n_given, n_kept) = (commands.len(), commands.len() - refused.len());
            let targets = Vec::new();
            self.outcome.records.push(Record {
                round,
                method: TestKind::Supervised,
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
        let expanded = self.expanded(&good)?;
        let sources = self.distinct(&expanded, watcher)?;
        let joined = |source| Joined { source, why: String::new(), method: TestKind::Supervised, round: 1 };
        self.joined = sources.into_iter().map(joined).collect();
        watcher.stage(&format!("judging the pool on {} new tests", self.joined.len()));
        let last = self.judge_joined(watcher)?;
        let matrix = counting(&last, &useless);
        self.outcome.standings.push(SuiteScore::of(&matrix, Some(1)));
        Ok(last)
    }

    /// Makes the inputs and asks the validators about them; no solution is run.
    pub(super) fn look(&self, sources: &[TestSource], watcher: &mut dyn StageObserver) -> Result<Trial, ForgeError> {
        let extra = Extra { candidates: sources.to_vec(), ..Extra::default() };
        Ok(self.bench.try_out(&extra, &no_solution(), watcher)?)
    }

    /// Each command once and with further labels, as often as the settings say (CCP-4).
    fn expanded(&self, good: &[String]) -> Result<Vec<TestSource>, ForgeError> {
        let problem = self.bench.open()?.problem;
        let generators = problem.generators_by_name();
        let mut sources = Vec::new();
        for text in good {
            sources.push(TestSource::Command(text.clone()));
            if let Ok(command) = commands::parse(text, &generators) {
                let labelled = commands::with_labels(&command, self.settings.n_seeds - 1);
                sources.extend(labelled.map(|command| TestSource::Command(command.text)));
            }
        }
        Ok(sources)
    }

    /// Those that make an input of their own, which the validators accept (CCP-6, AC-2); the others are told.
    pub(super) fn distinct(
        &mut self,
        sources: &[TestSource],
        watcher: &mut dyn StageObserver,
    ) -> Result<Vec<TestSource>, ForgeError> {
        let trial = self.look(sources, watcher)?;
        let digest = |test: TestIdx| trial.state.tests[test].blob().map(|blob| blob.digest);
        let mut known: BTreeSet<Digest> = trial.own_tests().filter_map(digest).collect();
        let (mut kept, mut refused) = (Vec::new(), Vec::new());
        for (source, test) in sources.iter().zip(&trial.tests) {
            let verdict = test.clone().and_then(|test| {
                accepted(&trial, test)?;
                let is_new = digest(test).is_some_and(|digest| known.insert(digest));
                if is_new { Ok(()) } else { Err("it has the same input as another one".to_owned()) }
            });
            match verdict {
                Ok(()) => kept.push(source.clone()),
                Err(why) => refused.push((words(source), why)),
            }
        }
        if let Some(record) = self.outcome.records.last_mut() {
            let told: BTreeSet<String> = record.refused.iter().map(|(test, _)| test.clone()).collect();
            record.refused.extend(refused.into_iter().filter(|(test, _)| !told.contains(test)));
        }
        Ok(kept)
    }
}
