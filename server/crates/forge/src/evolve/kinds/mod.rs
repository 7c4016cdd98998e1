//! HardTestGen: inputs of four kinds, a validator before them, and answers that several solutions agree on.

mod oracle;

use std::collections::BTreeSet;

use problem::model::TestIdx;

use super::{
    Ablation, ForgeError, HackLoop, Joined, Record, StageObserver, SuiteScore, TestKind, feedback::counting, words,
};
use crate::{
    answers::{
        Category, DirectInput, DirectInputs, HackInputs, RangeInputs, Scenario, StratifiedInputs, WrittenCommand,
        WrittenEdit,
    },
    ask::LanguageModel,
    bench::{TestSource, Trial},
    commands,
    evidence::accepted,
    prompt::values::Values,
    suite::{PassMatrix, metrics::quality},
};

/// A written-out input has at most so many characters (HTG-3).
const MAX_DIRECT: usize = 300;
/// How many inputs are wanted: written out (HTG-3), random (HTG-4), of each category (HTG-5), of each scenario (HTG-7).
const N_DIRECT: usize = 10;
const N_RANGE: usize = 20;
/// AceCoder, which has written-out inputs alone, gives a problem up that has fewer (HTG-22).
const MIN_DIRECT: usize = 5;
const N_STRATIFIED: usize = 10;
const N_HACKING: usize = 10;
/// A question is asked again once when nothing of what came back was valid.
const N_ATTEMPTS: u32 = 2;

/// Commands that belong together, and how many inputs they should make.
struct Family {
    why: String,
    commands: Vec<WrittenCommand>,
    n_wanted: usize,
}

/// What came back of any of the three questions for commands.
struct Proposal {
    source: Option<String>,
    edits: Vec<WrittenEdit>,
    families: Vec<Family>,
}

impl From<RangeInputs> for Proposal {
    fn from(RangeInputs { source, edits, commands, constraints_summary: _ }: RangeInputs) -> Proposal {
        let families = vec![Family { why: String::new(), commands, n_wanted: N_RANGE }];
        Proposal { source, edits: edits.unwrap_or_default(), families }
    }
}

impl From<StratifiedInputs> for Proposal {
    fn from(StratifiedInputs { source, edits, categories }: StratifiedInputs) -> Proposal {
        let family = |Category { label, commands }| Family {
            why: format!("its output is of the kind {label}"),
            commands,
            n_wanted: N_STRATIFIED,
        };
        Proposal { source, edits: edits.unwrap_or_default(), families: categories.into_iter().map(family).collect() }
    }
}

impl From<HackInputs> for Proposal {
    fn from(HackInputs { source, edits, scenarios, flawed_programs: _ }: HackInputs) -> Proposal {
        let family = |Scenario { breaks, why, commands }| Family {
            why: format!("it breaks {breaks}: {why}"),
            commands,
            n_wanted: N_HACKING,
        };
        let families = scenarios.into_iter().map(family).collect();
        Proposal { source, edits: edits.unwrap_or_default(), families }
    }
}

impl HackLoop<'_> {
    /// Goes through the kinds; gives what was judged last.
    pub(super) fn kinds(
        &mut self,
        first: Trial,
        language_model: &mut dyn LanguageModel,
        watcher: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        // HTG-9, HTG-11: the validator comes before any input.
        let first = self.with_validator(first, language_model, watcher)?;
        let (first, has_oracle) = self.with_oracle(first, language_model, watcher)?;
        let useless = self.drop_useless(&first);
        let mut values = self.values(&first);
        if !has_oracle {
            values.main = None;
        }
        let analysis = self.analyse(&mut values, &first, language_model, watcher)?;
        // HTG-6: random inputs, or some for each kind of output, never both.
        let has_kinds = analysis.output_categories.is_some_and(|kinds| kinds.len() > 1);
        if has_oracle {
            self.direct(&mut values, &first, language_model, watcher)?;
            let middle = if has_kinds { TestKind::Stratified } else { TestKind::Range };
            for method in [middle, TestKind::Hacking] {
                let done = self.commands(method, &mut values, &first, language_model, watcher);
                if self.came(done, !self.joined.is_empty())?.is_none() {
                    break;
                }
            }
        } else {
            self.edge_cases(&mut values, &first, language_model, watcher)?;
        }
        if self.joined.is_empty() {
            // HTG-15
            self.outcome.notes.push("no valid input: everything that came back was refused".to_owned());
        }
        watcher.stage(&format!("judging the pool on {} new tests", self.joined.len()));
        let judged = self.judge_joined(watcher)?;
        let has_new = !self.joined.is_empty();
        let last = if has_oracle && has_new { self.agreed(judged, watcher)? } else { judged };
        let matrix = counting(&last, &useless);
        self.outcome.standings.push(SuiteScore::of(&matrix, Some(1)));
        self.outcome.ablations = self.ablations(&last, &matrix);
        Ok(last)
    }

    /// Small inputs, written out (HTG-3).
    fn direct(
        &mut self,
        values: &mut Values,
        first: &Trial,
        language_model: &mut dyn LanguageModel,
        watcher: &mut dyn StageObserver,
    ) -> Result<(), ForgeError> {
        watcher.stage("asking for small inputs");
        let DirectInputs { inputs } = self.ask(0, values, first, language_model)?;
        let n_given = inputs.len();
        let (short, long): (Vec<DirectInput>, Vec<DirectInput>) =
            inputs.into_iter().partition(|input| input.text.chars().count() <= MAX_DIRECT);
        let too_long = format!("it has more than {MAX_DIRECT} characters");
        let mut refused: Vec<_> =
            long.into_iter().map(|one| (words(&TestSource::Input(one.text)), too_long.clone())).collect();
        let inputs = short.into_iter().take(N_DIRECT).map(|one| (TestSource::Input(one.text), one.aim)).collect();
        let n_kept = self.join_valid(TestKind::Direct, inputs, N_DIRECT, &mut refused, watcher)?;
        self.note(TestKind::Direct, (n_given, n_kept), refused, Vec::new());
        Ok(())
    }

    /// Inputs that commands make, each command with further labels until there are enough.
    fn commands(
        &mut self,
        method: TestKind,
        values: &mut Values,
        first: &Trial,
        language_model: &mut dyn LanguageModel,
        watcher: &mut dyn StageObserver,
    ) -> Result<(), ForgeError> {
        values.problems.clear();
        for attempt in 0..N_ATTEMPTS {
            watcher.stage(&format!("asking for {}", method.words()));
            let Proposal { source, edits, families } = match method {
                TestKind::Stratified => self.ask::<StratifiedInputs>(attempt, values, first, language_model)?.into(),
                TestKind::Hacking => self.ask::<HackInputs>(attempt, values, first, language_model)?.into(),
                _ => self.ask::<RangeInputs>(attempt, values, first, language_model)?.into(),
            };
            let left_out = self.take_edits(source, edits, values, first, watcher)?;
            let (mut refused, mut n_given, mut n_kept) = (Vec::new(), 0, 0);
            for family in families {
                n_given += family.commands.len();
                let n_wanted = family.n_wanted;
                let sources = self.with_seeds(family)?;
                n_kept += self.join_valid(method, sources, n_wanted, &mut refused, watcher)?;
            }
            let about = |(test, why): &(String, String)| format!("`{test}`: {why}");
            values.problems = left_out.iter().cloned().chain(refused.iter().map(about)).collect();
            let is_done = n_kept > 0 || n_given == 0;
            self.note(method, (n_given, n_kept), refused, left_out);
            if is_done {
                break;
            }
        }
        values.problems.clear();
        Ok(())
    }

    /// Does to generators what an answer says, and shows them as they are now from then on.
    fn take_edits(
        &mut self,
        source: Option<String>,
        edits: Vec<WrittenEdit>,
        values: &mut Values,
        first: &Trial,
        watcher: &mut dyn StageObserver,
    ) -> Result<Vec<String>, ForgeError> {
        let (is_edited, left_out) = self.change_unless_harmful(source, edits, first, watcher)?;
        if is_edited {
            // What made no test before may make one now.
            self.seen = self.sources();
            let now = self.values(&self.look(&[], watcher)?);
            (values.generator, values.files) = (now.generator, now.files);
        }
        Ok(left_out)
    }

    /// The commands of a family, first as they are, then with labels: twice as many as inputs are wanted (HTG-25, CCP-4).
    fn with_seeds(&self, family: Family) -> Result<Vec<(TestSource, String)>, ForgeError> {
        let problem = self.bench.open()?.problem;
        let generators = problem.generators_by_name();
        let mut sources = Vec::new();
        let mut seeds = 0..;
        while let Some(seed) = seeds.next().filter(|_| !family.commands.is_empty()) {
            for WrittenCommand(text) in &family.commands {
                let source = match commands::parse(text, &generators) {
                    Ok(command) if seed == 0 => command.text,
                    Ok(command) => commands::with_label(&command, &format!("s{seed}")).text,
                    Err(_) if seed == 0 => text.clone(),
                    Err(_) => continue,
                };
                sources.push((TestSource::Command(source), family.why.clone()));
            }
            if sources.len() >= 2 * family.n_wanted || seed as usize >= 2 * family.n_wanted {
                break;
            }
        }
        sources.truncate((2 * family.n_wanted).max(family.commands.len()));
        Ok(sources)
    }

    /// Lets those join that are new and that the validators accept (HTG-13), until there are enough: how many.
    fn join_valid(
        &mut self,
        method: TestKind,
        given: Vec<(TestSource, String)>,
        n_wanted: usize,
        refused: &mut Vec<(String, String)>,
        watcher: &mut dyn StageObserver,
    ) -> Result<usize, ForgeError> {
        let (given, known) = self.without_known(given);
        refused.extend(known);
        let mut sources = self.sources();
        let n_before = sources.len();
        sources.extend(given.iter().map(|(source, _)| source.clone()));
        let trial = self.look(&sources, watcher)?;
        let digest = |test: TestIdx| trial.state.tests[test].blob().map(|blob| blob.digest);
        let old = trial.own_tests().chain(trial.tests[..n_before].iter().filter_map(|test| test.clone().ok()));
        let mut inputs: BTreeSet<_> = old.filter_map(digest).collect();
        let mut n_kept = 0;
        let mut reasons: BTreeSet<String> = BTreeSet::new();
        for ((source, why), test) in given.into_iter().zip(&trial.tests[n_before..]) {
            let verdict = test.clone().and_then(|test| {
                accepted(&trial, test)?;
                let is_new = digest(test).is_some_and(|digest| inputs.insert(digest));
                if is_new { Ok(()) } else { Err("it has the same input as another one".to_owned()) }
            });
            match verdict {
                Ok(()) if n_kept < n_wanted => {
                    n_kept += 1;
                    self.joined.push(Joined { source, why, method, round: 1 });
                }
                Ok(()) => {}
                // Another seed of a command fails as the first one does.
                Err(why) if reasons.insert(why.clone()) => refused.push((words(&source), why)),
                Err(_) => {}
            }
        }
        Ok(n_kept)
    }

    fn note(
        &mut self,
        method: TestKind,
        (n_given, n_kept): (usize, usize),
        refused: Vec<(String, String)>,
        left_out: Vec<String>,
    ) {
        let targets = Vec::new();
        self.outcome.records.push(Record { round: 1, method, targets, n_given, n_kept, refused, left_out });
    }

    /// The new tests of some kinds only: the first, the first and the second, all (HTG-17, HTG-18).
    fn ablations(&self, last: &Trial, matrix: &PassMatrix) -> Vec<Ablation> {
        let mut kinds: Vec<TestKind> = Vec::new();
        let mut ablations = Vec::new();
        for joined in &self.joined {
            if !kinds.contains(&joined.method) {
                kinds.push(joined.method);
            }
        }
        for n_kinds in 1..=kinds.len() {
            let is_in = |column: &usize| {
                let test = matrix.tests[*column].test;
                let at = last.tests.iter().position(|tried| *tried == Ok(test));
                at.is_some_and(|at| kinds[..n_kinds].contains(&self.joined[at].method))
            };
            let columns: Vec<usize> = (0..matrix.tests.len()).filter(is_in).collect();
            let quality = quality(&matrix.with_tests(&columns));
            let kinds = kinds[..n_kinds].to_vec();
            let is_too_small = kinds == [TestKind::Direct] && columns.len() < MIN_DIRECT;
            let (precision, recall) = (quality.precision, quality.recall);
            ablations.push(Ablation { kinds, n_tests: columns.len(), precision, recall, is_too_small });
        }
        ablations
    }
}

impl TestKind {
    fn words(self) -> &'static str {
        match self {
            TestKind::Range => "random inputs over the ranges",
            TestKind::Stratified => "inputs for each kind of output",
            TestKind::Hacking => "inputs that break flawed programs",
            _ => "tests",
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{answers::Answer, ask::read};

    /// The families of an answer: how many commands, how many inputs they should make, and why.
    fn families<A: Answer + Into<Proposal>>(answer: Value) -> Vec<(usize, usize, String)> {
        let proposal: Proposal = read::<A>(&answer).expect("it has the shape").into();
        proposal.families.into_iter().map(|family| (family.commands.len(), family.n_wanted, family.why)).collect()
    }

    #[test]
    fn htg_4_htg_5_htg_7_how_many_inputs_are_wanted_of_each_family() {
        let range = json!({ "constraints_summary": "n <= 9", "commands": ["gen -type rp -n 1", "gen -type rp -n 9"] });
        assert_eq!(families::<RangeInputs>(range), [(2, 20, String::new())]);
        let stratified = json!({ "categories": [
            { "label": "no", "commands": ["gen -type sp:no"] },
            { "label": "yes", "commands": ["gen -type sp:yes"] }
        ] });
        let of = |kind: &str| (1, 10, format!("its output is of the kind {kind}"));
        assert_eq!(families::<StratifiedInputs>(stratified), [of("no"), of("yes")]);
        let hacks = json!({ "flawed_programs": [], "scenarios": [
            { "breaks": "brute force", "why": "it is slow on a chain", "commands": ["gen -type hack:chain"] }
        ] });
        let why = "it breaks brute force: it is slow on a chain".to_owned();
        assert_eq!(families::<HackInputs>(hacks), [(1, 10, why)]);
    }
}
