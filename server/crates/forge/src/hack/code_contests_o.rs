//! CodeContests-O: a generator and commands are run against the pool, and what was judged wrongly goes back for better ones.

use std::collections::{BTreeMap, BTreeSet};

use problem::{
    model::{CheckerKind, ProgramIdx},
    path::RelPath,
    request::CheckRequest,
};

use super::{
    Ablation, ForgeError, HackLoop, Joined, Record, Refinement, StageObserver, SuiteScore, TestKind,
    generator::{Changed, ensure_generator_place, generators, harm},
    report::{Found, GeneratorReport, Report, block, unknown},
    words,
};
use crate::{
    answers::{self, RefineGenerator, ReplacedCommand, TestGenerator, WrittenCommand},
    ask::LanguageModel,
    bench::{Extra, TestSource, Trial},
    commands,
    edits::{Edit, Texts},
    evidence::prove_test,
    prompt::values::Values,
    suite::{PassMatrix, clean::useless, metrics::percent},
};

/// The suite as it is refined: commands with the round that brought each, and the sources of generators and checker.
#[derive(Clone, Default)]
struct Draft {
    commands: Vec<(String, u32)>,
    /// What commands are for, as far as it was said.
    aims: BTreeMap<String, String>,
    /// The texts of generators and checker.
    sources: Texts,
    report: Report,
    /// The worse of TPR and TNR, each as a share of its goal: the goal is reached from 1 on.
    goal_ratio: f64,
}

impl Draft {
    /// The commands as candidates for a trial.
    fn test_sources(&self) -> Vec<TestSource> {
        self.commands.iter().map(|(command, _)| TestSource::Command(command.clone())).collect()
    }

    fn command_lines(&self) -> Vec<String> {
        self.commands.iter().map(|(command, _)| command.clone()).collect()
    }

    fn command_set(&self) -> BTreeSet<String> {
        self.commands.iter().map(|(command, _)| command.clone()).collect()
    }

    fn add(&mut self, commands: Vec<String>, round: u32) {
        for command in commands {
            if !self.commands.iter().any(|(known, _)| *known == command) {
                self.commands.push((command, round));
            }
        }
    }
}

impl HackLoop<'_> {
    /// Runs the rounds; gives what was judged last.
    pub(super) fn code_contests_o(
        &mut self,
        baseline: &Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        ensure_generator_place(baseline)?;
        let useless = self.exclude_useless_solutions(baseline);
        let mut values = self.values(baseline);
        values.has_own_commands = !values.commands.is_empty();
        self.analyse(&mut values, baseline, language_model, observer)?;
        observer.stage("round 0: asking for a generator and commands");
        let (answer, mut told): (TestGenerator, String) = self.asked(0, &mut values, baseline, language_model)?;
        keep_summary(&mut values, Some(answer.constraints_summary));
        // A new generator may be named by the manifest.
        let original = may_edit(baseline).into_iter().chain(baseline.problem.manifest.clone()).collect();
        let original = self.bench.texts(&original)?;
        let mut changed = self.change(answer.source, answer.edits.unwrap_or_default(), &generators(baseline))?;
        let mut draft = Draft::default();
        let commands = self.with_aims(answer.commands, &mut draft.aims)?;
        draft.add(commands, 0);
        let mut step = Refinement { added: draft.command_lines(), ..Refinement::default() };
        let mut best: Option<Draft> = None;
        for round in 0.. {
            observer.stage(&format!("round {round}: trying {} commands", draft.commands.len()));
            let trial = self.bench.judge(&draft.test_sources(), observer)?;
            let score = self.evaluate_into(&mut draft, &trial, &useless, &changed, round)?;
            let why = self.why_undone((baseline, &original), &trial, &draft, best.as_ref());
            step.round = round;
            step.generator =
                draft.sources.iter().find(|(path, _)| generators(&trial).contains(path)).map(|(_, text)| text.clone());
            step.commands = draft.command_lines();
            step.blocks = changed.given.iter().map(block).collect();
            step.unmatched = changed.applied.left_out.iter().map(|out| block(&out.edit)).collect();
            step.undone.clone_from(&why);
            self.push_round_record(&trial, &draft, &changed, round);
            self.outcome.scores.push(score);
            self.outcome.refinements.push(std::mem::take(&mut step));
            match (why, best.clone()) {
                (Some(why), Some(before)) => draft = self.go_back(before, &draft, why)?,
                (Some(why), None) => {
                    self.put_back(&original, &trial)?;
                    let restored = self.bench.judge(&draft.test_sources(), observer)?;
                    let generator = draft.report.generator.clone();
                    self.evaluate_into(&mut draft, &restored, &useless, &Changed::default(), round)?;
                    let undone = Some(why_with_compiler(why, generator.compile_error));
                    draft.report.generator = GeneratorReport {
                        undone,
                        unmatched: generator.unmatched,
                        source_rejected: generator.source_rejected,
                        ..GeneratorReport::default()
                    };
                    best = Some(draft.clone());
                }
                (None, _) => best = Some(draft.clone()),
            }
            if draft.goal_ratio >= 1.0 || round == self.n_rounds_of_feedback() {
                break;
            }
            observer.stage(&format!("round {}: asking for something better", round + 1));
            let now = self.bench.judge(&draft.test_sources(), observer)?;
            self.about_now(&mut values, &now, &draft);
            // What was carried out stands in the sources.
            values.previous = draft.report.generator.undone.as_ref().map(|_| told.clone());
            let answer = self.asked::<RefineGenerator>(round + 1, &mut values, &now, language_model);
            let Some(answer) = self.reply_or_end_early(answer, true)? else { break };
            let (answer, text) = answer;
            told = text;
            self.note_limits(answer.limits.as_deref());
            (changed, step) = self.refine(answer, &mut draft, &mut values, &now, round + 1)?;
        }
        let joined = |(command, round): &(String, u32)| Joined {
            source: TestSource::Command(command.clone()),
            why: draft.aims.get(command).cloned().unwrap_or_default(),
            kind: TestKind::Feedback,
            round: *round,
        };
        self.joined = draft.commands.iter().map(joined).collect();
        let last = self.judge_joined(observer)?;
        if self.outcome.refinements.last().is_some_and(|round| round.undone.is_some()) {
            let round = draft.report.iteration;
            self.outcome.scores.push(SuiteScore::of(&counting(&last, &useless), Some(round)));
        }
        self.compare_without_checker(&last, &useless, observer)?;
        Ok(last)
    }

    /// Finds the solutions that do not count, lists them in `outcome.dropped`, and computes the first score again without them
    /// (CCO-4).
    pub(super) fn exclude_useless_solutions(&mut self, baseline: &Trial) -> Vec<RelPath> {
        let useless = useless(&baseline.problem, &baseline.state);
        let name = |program: ProgramIdx| baseline.problem.programs[program].path.clone();
        self.outcome.dropped = useless.iter().map(|(program, why)| (name(*program).to_string(), why.clone())).collect();
        let useless: Vec<RelPath> = useless.into_iter().map(|(program, _)| name(program)).collect();
        // What comes later is to be compared with this.
        if let Some(score) = self.outcome.scores.first_mut() {
            *score = SuiteScore::of(&counting(baseline, &useless), None);
        }
        useless
    }

    /// The same of commands that come with what they are for, which is kept.
    pub(super) fn with_aims(
        &self,
        commands: Vec<WrittenCommand>,
        aims: &mut BTreeMap<String, String>,
    ) -> Result<Vec<String>, ForgeError> {
        let (said, commands): (Vec<String>, Vec<String>) =
            commands.into_iter().map(|WrittenCommand { aim, command }| (aim, command)).unzip();
        let commands = self.normalised_commands(commands)?;
        aims.extend(commands.iter().cloned().zip(said));
        Ok(commands)
    }

    /// Commands as a script has them: without `./` and redirects. What cannot be read stays as it is.
    pub(super) fn normalised_commands(&self, commands: Vec<impl Into<String>>) -> Result<Vec<String>, ForgeError> {
        let problem = self.bench.open()?.problem;
        let generators = problem.generators_by_name();
        let one = |text: String| commands::parse(&text, &generators).map_or(text, |command| command.text);
        Ok(commands.into_iter().map(Into::into).map(one).collect())
    }

    /// Puts what a trial says into the draft: its report, its goal ratio, and the sources that it was tried with.
    fn evaluate_into(
        &self,
        draft: &mut Draft,
        trial: &Trial,
        useless: &[RelPath],
        changed: &Changed,
        round: u32,
    ) -> Result<SuiteScore, ForgeError> {
        let otherwise = self.seen_otherwise(trial);
        let trial = otherwise.as_ref().unwrap_or(trial);
        let matrix = PassMatrix::of(&trial.problem, &trial.state);
        let score = SuiteScore::of(&matrix.without(&programs(trial, useless)), Some(round));
        // Who fails what the search has found needs no further test.
        let failed = self.outcome.failed_after.iter().map(|(path, _)| path);
        let beside: Vec<RelPath> = useless.iter().chain(failed).cloned().collect();
        let sources = draft.test_sources();
        let seed = self.settings.selection_seed.wrapping_add(u64::from(round));
        let useless = &programs(trial, &beside);
        let found = Found { trial, engine: self.bench.engine(), sources: &sources, useless, seed };
        let (alpha, beta) = self.settings.goal;
        let SuiteScore { tpr, tnr, .. } = SuiteScore::of(&matrix.without(useless), Some(round));
        draft.report = Report { iteration: round, tpr, tnr, alpha, beta, ..found.report(changed) };
        draft.goal_ratio = (tpr.unwrap_or(1.0) / alpha).min(tnr.unwrap_or(1.0) / beta);
        draft.sources = self.bench.texts(&may_edit(trial))?;
        Ok(score)
    }

    /// Why the last change is taken back, if it is (CCO-30).
    fn why_undone(
        &self,
        (baseline, original): (&Trial, &Texts),
        trial: &Trial,
        draft: &Draft,
        best: Option<&Draft>,
    ) -> Option<String> {
        let is_edited = checker(trial).is_some_and(|path| original.get(&path) != draft.sources.get(&path));
        let by_checker = || checker_harm(baseline, trial).filter(|_| is_edited);
        if let Some(harm) = harm(baseline, trial).or_else(by_checker) {
            return Some(harm);
        }
        let best = best?;
        if draft.goal_ratio >= best.goal_ratio || self.settings.keeps_worse {
            return None;
        }
        let Report { tpr, tnr, .. } = &draft.report;
        Some(format!(
            "the tests became worse: TPR {}, TNR {} instead of TPR {}, TNR {}",
            percent(*tpr),
            percent(*tnr),
            percent(best.report.tpr),
            percent(best.report.tnr)
        ))
    }

    /// Goes back to the best draft; its report says why, with what the undone change did wrong.
    fn go_back(&self, mut best: Draft, undone: &Draft, why: String) -> Result<Draft, ForgeError> {
        self.bench.write(&best.sources)?;
        let generator = &mut best.report.generator;
        generator.applied.clear();
        generator.unmatched.clone_from(&undone.report.generator.unmatched);
        generator.source_rejected.clone_from(&undone.report.generator.source_rejected);
        generator.unknown_commands.clone_from(&undone.report.generator.unknown_commands);
        generator.undone = Some(why_with_compiler(why, undone.report.generator.compile_error.clone()));
        Ok(best)
    }

    /// What the next question shows: the latest of everything, and of earlier rounds only what was taken back last (CCO-21).
    fn about_now(&self, values: &mut Values, now: &Trial, draft: &Draft) {
        let fresh = self.values(now);
        values.checker = fresh.checker.clone();
        values.renew_generators(fresh);
        if self.has_ablation(Ablation::WithoutCheckerEdits) {
            values.checker = None;
        } else if let CheckerKind::Program { program, .. } = now.problem.checker.kind {
            let contents = |_, _| None;
            let described = super::described(now, &contents);
            values.files.push(described.source(&now.problem.programs[program].path));
        }
        values.commands = draft.command_lines();
        let mut report = draft.report.clone();
        for run in &mut report.commands {
            run.aim = draft.aims.get(&run.cmd).cloned();
        }
        values.feedback = serde_json::to_value(report).ok();
        values.programs.clear();
    }

    /// Does what an answer says to generator and commands (CCO-16), in this order: edits, drops and replacements, additions
    /// (CCO-17).
    fn refine(
        &self,
        answer: RefineGenerator,
        draft: &mut Draft,
        values: &mut Values,
        now: &Trial,
        round: u32,
    ) -> Result<(Changed, Refinement), ForgeError> {
        let RefineGenerator {
            source,
            edits,
            checker_edits,
            commands_drop,
            commands_replace,
            commands_add,
            constraints_summary,
            root_causes: _,
            limits: _,
        } = answer;
        keep_summary(values, constraints_summary);
        let edits_checker = !self.has_ablation(Ablation::WithoutCheckerEdits);
        let may_edit = if edits_checker { may_edit(now) } else { generators(now) };
        let generator = generators(now).first().map(RelPath::to_string).unwrap_or_default();
        let checker = checker(now).map(|path| path.to_string()).unwrap_or_default();
        let mut given: Vec<Edit> = answers::edits(edits.unwrap_or_default(), &generator);
        given.extend(answers::edits(checker_edits.filter(|_| edits_checker).unwrap_or_default(), &checker));
        // The first generator, where none has stood so far.
        let source = source.filter(|_| generators(now).is_empty());
        let Changed { is_new, source_rejected, .. } = self.change(source, Vec::new(), &generators(now))?;
        let applied = self.bench.edit(&given, &may_edit)?;
        let mut changed = Changed { given, applied, is_new, source_rejected, ..Changed::default() };
        let (old, new): (Vec<String>, Vec<WrittenCommand>) = commands_replace
            .into_iter()
            .map(|ReplacedCommand { old, new, aim }| {
                (old, WrittenCommand { aim: aim.unwrap_or_default(), command: new })
            })
            .unzip();
        let old = self.normalised_commands(old)?;
        let new = self.with_aims(new, &mut draft.aims)?;
        let dropped = self.normalised_commands(commands_drop.unwrap_or_default())?;
        let known = draft.command_set();
        let gone: Vec<String> = old.iter().chain(&dropped).cloned().collect();
        changed.unknown_commands = unknown(&gone, &known).into_iter().cloned().collect();
        draft.commands.retain(|(command, _)| !gone.contains(command));
        // A replacement of what is not there is an addition.
        draft.add(new.clone(), round);
        let added = self.with_aims(commands_add, &mut draft.aims)?;
        draft.add(added.clone(), round);
        let replaced = gone.into_iter().filter(|command| known.contains(command)).collect();
        let added = new.into_iter().chain(added).collect();
        Ok((changed, Refinement { added, replaced, ..Refinement::default() }))
    }

    /// Records what a round came to.
    fn push_round_record(&mut self, trial: &Trial, draft: &Draft, changed: &Changed, round: u32) {
        let mut refused = Vec::new();
        for (source, test) in draft.test_sources().iter().zip(&trial.candidate_tests) {
            if let Err(why) = test.clone().and_then(|test| prove_test(trial, test, self.settings.agreement)) {
                refused.push((words(source), why));
            }
        }
        let names = draft.report.false_positives.iter().map(|program| program.solution.clone());
        self.outcome.records.push(Record {
            round,
            kind: TestKind::Feedback,
            targets: names.collect(),
            n_given: draft.commands.len(),
            n_kept: draft.commands.len() - refused.len(),
            refused,
            left_out: changed.left_out(),
        });
    }

    /// How the suite does when outputs are compared word by word (CCO-26).
    fn compare_without_checker(
        &mut self,
        last: &Trial,
        useless: &[RelPath],
        observer: &mut dyn StageObserver,
    ) -> Result<(), ForgeError> {
        if checker(last).is_none() {
            return Ok(());
        }
        observer.stage("judging without the checker, to compare");
        let extra = Extra { candidates: self.sources(), compares_words: true, ..Extra::default() };
        let trial = self.bench.try_out(&extra, &CheckRequest::default(), observer)?;
        let matrix = counting(&trial, useless);
        self.outcome.without_checker = Some(SuiteScore::of(&matrix, None));
        Ok(())
    }
}

/// The programs of some paths: their indices differ from one trial to the next, since a first generator is a new file.
fn programs(trial: &Trial, paths: &[RelPath]) -> Vec<ProgramIdx> {
    paths.iter().filter_map(|path| trial.problem.program_at(path)).collect()
}

/// The matrix without the solutions that do not count.
pub(super) fn counting(trial: &Trial, useless: &[RelPath]) -> PassMatrix {
    PassMatrix::of(&trial.problem, &trial.state).without(&programs(trial, useless))
}

fn why_with_compiler(why: String, compile_error: Option<String>) -> String {
    compile_error.map_or(why.clone(), |error| format!("{why}\n{error}"))
}

/// The summary of constraints goes into every question that follows (CCO-5), in place of the list that it sums up.
fn keep_summary(values: &mut Values, summary: Option<String>) {
    if let Some(summary) = summary.filter(|summary| !summary.trim().is_empty())
        && let Ok(serde_json::Value::Object(mut analysis)) = serde_json::from_str(&values.analysis)
    {
        analysis.remove("constraints");
        analysis.insert("summary".to_owned(), summary.into());
        values.analysis = serde_json::Value::Object(analysis).to_string();
    }
}

/// The checker's source, where it is a program of the folder.
fn checker(trial: &Trial) -> Option<RelPath> {
    match trial.problem.checker.kind {
        CheckerKind::Program { program, .. } => trial.problem.programs[program].sources.first().cloned(),
        CheckerKind::Standard(_) | CheckerKind::KattisDefault(_) | CheckerKind::Interactor => None,
    }
}

/// The files that refinements may edit: generators and the checker.
fn may_edit(trial: &Trial) -> BTreeSet<RelPath> {
    generators(trial).into_iter().chain(checker(trial)).collect()
}

/// What edits of the checker broke (CCO-22): it does not compile; or any solution, right or wrong, that passed a test of the
/// folder fails it now, or the other way round, or has no verdict that counts.
fn checker_harm(baseline: &Trial, trial: &Trial) -> Option<String> {
    let path = checker(trial)?;
    let program = trial.problem.program_at(&path)?;
    if let Some(error) = crate::write::build_error(&trial.problem, &trial.state, program) {
        return Some(error);
    }
    for (idx, solution) in baseline.problem.solutions() {
        let Some(now) = trial.problem.program_at(&solution.path) else { continue };
        for test in baseline.own_tests() {
            let (Some(was), Some(is)) = (baseline.state.cell(idx, test), trial.state.cell(now, test)) else { continue };
            let id = &baseline.problem.tests[test].id;
            if was.verdict.is_failure() != is.verdict.is_failure() || was.verdict.counts() && !is.verdict.counts() {
                let name = &solution.path;
                return Some(format!(
                    "by the edited checker {name} gets {} on test {id} instead of {}",
                    is.verdict, was.verdict
                ));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cco_5_the_latest_summary_is_the_one_that_is_sent() {
        let mut values = Values { analysis: "{\"constraints\": []}".to_owned(), ..Values::default() };
        let mut told = |summary: Option<&str>| {
            keep_summary(&mut values, summary.map(str::to_owned));
            serde_json::from_str::<serde_json::Value>(&values.analysis).unwrap()
        };
        let with = |summary: &str| serde_json::json!({ "summary": summary });
        assert_eq!(told(Some("n <= 5")), with("n <= 5"));
        assert_eq!((told(None), told(Some("  "))), (with("n <= 5"), with("n <= 5")), "nothing new is no news");
        assert_eq!(told(Some("n <= 6")), with("n <= 6"));
    }

    #[test]
    fn cco_17_a_command_is_there_once_and_keeps_its_round() {
        let mut draft = Draft::default();
        draft.add(vec!["gen 1".to_owned(), "gen 2".to_owned()], 0);
        draft.add(vec!["gen 2".to_owned(), "gen 3".to_owned()], 1);
        assert_eq!(draft.commands, [("gen 1".to_owned(), 0), ("gen 2".to_owned(), 0), ("gen 3".to_owned(), 1)]);
    }
}
