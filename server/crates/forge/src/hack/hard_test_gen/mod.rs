//! HardTestGen: inputs of four kinds, a validator before them, and answers that several solutions agree on.

mod flawed;
mod oracle;

use std::collections::BTreeSet;

use problem::model::TestIdx;

use self::oracle::MainSolution;
use super::{
    Ablation, ForgeError, HackLoop, Joined, Record, SAME_INPUT, StageObserver, SuiteOfKinds, SuiteScore, TestKind,
    code_contests_o::counting, generator::Changes, words,
};
use crate::{
    answers::{
        Answer, Category, DirectInput, DirectInputs, FlawedProgram, HackInputs, RangeInputs, Scenario,
        StratifiedInputs, WrittenCommand, WrittenEdit,
    },
    ask::{LanguageModel, read},
    bench::{TestSource, Trial},
    commands,
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

/// What came back of any of the three questions for commands, in one form.
struct WrittenCommands {
    source: Option<String>,
    edits: Vec<WrittenEdit>,
    families: Vec<Family>,
    flawed: Vec<FlawedProgram>,
}

impl From<RangeInputs> for WrittenCommands {
    fn from(RangeInputs { source, edits, commands }: RangeInputs) -> WrittenCommands {
        let families = vec![Family { why: String::new(), commands, n_wanted: N_RANGE }];
        WrittenCommands { source, edits: edits.unwrap_or_default(), families, flawed: Vec::new() }
    }
}

impl From<StratifiedInputs> for WrittenCommands {
    fn from(StratifiedInputs { source, edits, categories }: StratifiedInputs) -> WrittenCommands {
        let family = |Category { label, commands }| Family {
            why: format!("its output is of the kind {label}"),
            commands,
            n_wanted: N_STRATIFIED,
        };
        WrittenCommands {
            source,
            edits: edits.unwrap_or_default(),
            families: categories.into_iter().map(family).collect(),
            flawed: Vec::new(),
        }
    }
}

impl From<HackInputs> for WrittenCommands {
    fn from(HackInputs { source, edits, scenarios, flawed_programs: flawed }: HackInputs) -> WrittenCommands {
        let family = |Scenario { breaks, why, commands }| Family {
            why: format!("it breaks {breaks}: {why}"),
            commands,
            n_wanted: N_HACKING,
        };
        let families = scenarios.into_iter().map(family).collect();
        WrittenCommands { source, edits: edits.unwrap_or_default(), families, flawed }
    }
}

impl HackLoop<'_> {
    /// Asks for the tests of each kind; gives what was judged last.
    pub(super) fn hard_test_gen(
        &mut self,
        baseline: Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        // HTG-9, HTG-11: the validator comes before any input.
        let baseline = self.ensure_validator(baseline, language_model, observer)?;
        let (baseline, main) = self.ensure_main_solution(baseline, language_model, observer)?;
        let has_original_main = main == MainSolution::Original;
        let useless = self.exclude_useless_solutions(&baseline);
        let mut values = self.values(&baseline);
        if !has_original_main {
            values.main = None;
        }
        let analysis = self.analyse(&mut values, &baseline, language_model, observer)?;
        // HTG-6: random inputs, or some for each kind of output, never both.
        let has_kinds = analysis.output_categories.is_some_and(|kinds| kinds.len() > 1);
        let is_only_direct = self.has_ablation(Ablation::OnlyDirect);
        let may_have_generator = values.generator.is_some() || values.new_generator.is_some();
        if !may_have_generator && !is_only_direct {
            self.outcome.notes.push("there is no place for a generator, so nobody was asked for commands".to_owned());
        }
        if has_original_main || is_only_direct {
            self.ask_for_direct_inputs(&mut values, &baseline, language_model, observer)?;
            let middle = if has_kinds { TestKind::Stratified } else { TestKind::Range };
            let asks_for_commands = may_have_generator && !is_only_direct;
            for kind in [middle, TestKind::Hacking].into_iter().filter(|_| asks_for_commands) {
                let done = self.ask_for_commands(kind, &mut values, &baseline, language_model, observer);
                if self.reply_or_end_early(done, !self.joined.is_empty())?.is_none() {
                    break;
                }
            }
        } else if may_have_generator {
            self.ask_for_edge_cases(&mut values, &baseline, language_model, observer)?;
        }
        if self.joined.is_empty() {
            // HTG-15
            self.outcome.notes.push("no valid input: everything that came back was refused".to_owned());
        }
        observer.stage(&format!("judging the pool on {} new tests", self.joined.len()));
        let judged = self.judge_joined(observer)?;
        let has_new = !self.joined.is_empty();
        let last = if has_original_main && has_new { self.retain_agreed(judged, observer)? } else { judged };
        let matrix = counting(&last, &useless);
        self.outcome.scores.push(SuiteScore::of(&matrix, Some(1)));
        self.outcome.ablations = self.ablations(&last, &matrix);
        Ok(last)
    }

    /// Asks for small inputs, written out (HTG-3).
    pub(super) fn ask_for_direct_inputs(
        &mut self,
        values: &mut Values,
        baseline: &Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<(), ForgeError> {
        observer.stage("asking for small inputs");
        let DirectInputs { inputs } = self.ask(0, values, baseline, language_model)?;
        let n_given = inputs.len();
        let (short, long): (Vec<DirectInput>, Vec<DirectInput>) =
            inputs.into_iter().partition(|input| input.text.chars().count() <= MAX_DIRECT);
        let too_long = format!("it has more than {MAX_DIRECT} characters");
        let mut refused: Vec<_> =
            long.into_iter().map(|one| (words(&TestSource::Input(one.text)), too_long.clone())).collect();
        let inputs = short.into_iter().take(N_DIRECT).map(|one| (TestSource::Input(one.text), one.aim)).collect();
        let n_kept = self.join_valid(TestKind::Direct, inputs, N_DIRECT, &mut refused, observer)?;
        self.push_record(TestKind::Direct, (n_given, n_kept), refused, Vec::new());
        Ok(())
    }

    /// Asks for commands of a kind, and tries each with further seeds until there are enough inputs.
    fn ask_for_commands(
        &mut self,
        kind: TestKind,
        values: &mut Values,
        baseline: &Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<(), ForgeError> {
        values.complaints.clear();
        for attempt in 0..N_ATTEMPTS {
            observer.stage(&format!("asking for {}", kind.words()));
            let (answer, shown) = match kind {
                TestKind::Stratified => self.written::<StratifiedInputs>(attempt, values, baseline, language_model)?,
                TestKind::Hacking => self.written::<HackInputs>(attempt, values, baseline, language_model)?,
                _ => self.written::<RangeInputs>(attempt, values, baseline, language_model)?,
            };
            let WrittenCommands { source, edits, families, flawed } = answer;
            values.previous = Some(shown);
            let left_out = self.take_edits(source, edits, values, baseline, observer)?;
            let (mut refused, mut n_given, mut n_kept) = (Vec::new(), 0, 0);
            for family in families {
                n_given += family.commands.len();
                let n_commands = family.commands.len();
                // Those that are written beyond the number asked for are often the largest, as they stand last.
                let n_wanted = n_commands.clamp(family.n_wanted, 2 * family.n_wanted);
                let sources = self.with_seeds(family)?;
                let written: Vec<TestSource> =
                    sources.iter().take(n_commands).map(|(source, _)| source.clone()).collect();
                n_kept += self.join_valid(kind, sources, n_wanted, &mut refused, observer)?;
                // The questions that follow know them, without their further seeds.
                let is_kept = |source: &&TestSource| self.joined.iter().any(|joined| joined.source == **source);
                values.commands.extend(written.iter().filter(is_kept).map(words));
            }
            let is_fault = |(_, why): &&(String, String)| why != SAME_INPUT;
            let about = |(test, why): &(String, String)| format!("`{test}`: {why}");
            let survivors = self.flawed_survivors(&flawed, observer)?;
            let is_done = n_given == 0 || n_kept > 0 && survivors.is_empty();
            values.complaints =
                left_out.iter().cloned().chain(refused.iter().filter(is_fault).map(about)).chain(survivors).collect();
            self.push_record(kind, (n_given, n_kept), refused, left_out);
            if is_done {
                break;
            }
        }
        values.complaints.clear();
        values.previous = None;
        Ok(())
    }

    /// Asks for commands; gives the answer, and what the next question shows of it: what it changed stands in the generator.
    fn written<A: Answer + Into<WrittenCommands>>(
        &mut self,
        attempt: u32,
        values: &mut Values,
        baseline: &Trial,
        language_model: &mut dyn LanguageModel,
    ) -> Result<(WrittenCommands, String), ForgeError> {
        let mut said = self.said::<A>(attempt, values, baseline, language_model)?;
        let answer: A = read(&said)?;
        if let Some(said) = said.as_object_mut() {
            said.retain(|key, _| key != "source" && key != "edits");
        }
        Ok((answer.into(), said.to_string()))
    }

    /// Changes generators as an answer says; later questions show them as they are then.
    fn take_edits(
        &mut self,
        source: Option<String>,
        edits: Vec<WrittenEdit>,
        values: &mut Values,
        baseline: &Trial,
        observer: &mut dyn StageObserver,
    ) -> Result<Vec<String>, ForgeError> {
        let Changes { is_edited, left_out, .. } = self.change_unless_harmful(source, edits, baseline, observer)?;
        if is_edited {
            // What made no test before may make one now.
            self.tried_since_edit = self.sources();
            values.renew_generators(self.values(&self.validate(&[], observer)?));
        }
        Ok(left_out)
    }

    /// The commands of a family, first as they are, then with further seeds: twice as many as inputs are wanted (HTG-25, CCP-4).
    fn with_seeds(&self, family: Family) -> Result<Vec<(TestSource, String)>, ForgeError> {
        let problem = self.bench.open()?.problem;
        let generators = problem.generators_by_name();
        let mut sources = Vec::new();
        let mut seeds = 0..;
        while let Some(seed) = seeds.next().filter(|_| !family.commands.is_empty()) {
            for WrittenCommand { command: text, aim } in &family.commands {
                let source = match commands::parse(text, &generators) {
                    Ok(command) if seed == 0 => command.text,
                    Ok(command) => commands::with_seed_argument(&command, &format!("s{seed}")).text,
                    Err(_) if seed == 0 => text.clone(),
                    Err(_) => continue,
                };
                let why = [family.why.as_str(), aim].into_iter().filter(|words| !words.is_empty());
                sources.push((TestSource::Command(source), why.collect::<Vec<_>>().join("; ")));
            }
            if sources.len() >= 2 * family.n_wanted || seed as usize >= 2 * family.n_wanted {
                break;
            }
        }
        sources.truncate((2 * family.n_wanted).max(family.commands.len()));
        Ok(sources)
    }

    /// Lets tests join that are new and that the validators accept (HTG-13), until there are enough; gives how many joined.
    fn join_valid(
        &mut self,
        kind: TestKind,
        given: Vec<(TestSource, String)>,
        n_wanted: usize,
        refused: &mut Vec<(String, String)>,
        observer: &mut dyn StageObserver,
    ) -> Result<usize, ForgeError> {
        let (given, known) = self.without_known(given);
        refused.extend(known);
        let mut sources = self.sources();
        let n_before = sources.len();
        sources.extend(given.iter().map(|(source, _)| source.clone()));
        let trial = self.validate(&sources, observer)?;
        let digest = |test: TestIdx| trial.state.tests[test].input_blob().map(|blob| blob.digest);
        let old =
            trial.own_tests().chain(trial.candidate_tests[..n_before].iter().filter_map(|test| test.clone().ok()));
        let mut inputs: BTreeSet<_> = old.filter_map(digest).collect();
        let mut n_kept = 0;
        let mut reasons: BTreeSet<String> = BTreeSet::new();
        for ((source, why), test) in given.into_iter().zip(&trial.candidate_tests[n_before..]) {
            let admission = test.clone().and_then(|test| {
                self.ensure_may_join(&trial, test)?;
                let is_new = digest(test).is_some_and(|digest| inputs.insert(digest));
                if is_new { Ok(()) } else { Err(SAME_INPUT.to_owned()) }
            });
            match admission {
                Ok(()) if n_kept < n_wanted => {
                    n_kept += 1;
                    self.joined.push(Joined { source, why, kind, round: 1 });
                }
                Ok(()) => {}
                // Another seed of a command fails as the first one does.
                Err(why) if reasons.insert(why.clone()) => refused.push((words(&source), why)),
                Err(_) => {}
            }
        }
        Ok(n_kept)
    }

    /// Records what one question came to.
    fn push_record(
        &mut self,
        kind: TestKind,
        (n_given, n_kept): (usize, usize),
        refused: Vec<(String, String)>,
        left_out: Vec<String>,
    ) {
        let targets = Vec::new();
        self.outcome.records.push(Record { round: 1, kind, targets, n_given, n_kept, refused, left_out });
    }

    /// What suites of some kinds of new tests are worth: of the first kind, of the first two, and so on (HTG-17, HTG-18).
    fn ablations(&self, last: &Trial, matrix: &PassMatrix) -> Vec<SuiteOfKinds> {
        let mut kinds: Vec<TestKind> = Vec::new();
        let mut ablations = Vec::new();
        for joined in &self.joined {
            if !kinds.contains(&joined.kind) {
                kinds.push(joined.kind);
            }
        }
        for n_kinds in 1..=kinds.len() {
            let is_in = |column: &usize| {
                let test = matrix.tests[*column].test;
                let at = last.candidate_tests.iter().position(|tried| *tried == Ok(test));
                at.is_some_and(|at| kinds[..n_kinds].contains(&self.joined[at].kind))
            };
            let columns: Vec<usize> = (0..matrix.tests.len()).filter(is_in).collect();
            let quality = quality(&matrix.with_tests(&columns));
            let kinds = kinds[..n_kinds].to_vec();
            let is_too_small = kinds == [TestKind::Direct] && columns.len() < MIN_DIRECT;
            let (precision, recall) = (quality.precision, quality.recall);
            ablations.push(SuiteOfKinds { kinds, n_tests: columns.len(), precision, recall, is_too_small });
        }
        ablations
    }
}

impl TestKind {
    /// What is asked for, in a few words.
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
    fn families<A: Answer + Into<WrittenCommands>>(answer: Value) -> Vec<(usize, usize, String)> {
        let written: WrittenCommands = read::<A>(&answer).expect("it has the shape").into();
        written.families.into_iter().map(|family| (family.commands.len(), family.n_wanted, family.why)).collect()
    }

    #[test]
    fn htg_4_htg_5_htg_7_how_many_inputs_are_wanted_of_each_family() {
        let command = |text: &str| json!({ "command": text, "aim": "" });
        let range = json!({ "constraints_summary": "n <= 9", "commands": [command("gen -type rp -n 1"), command("gen -type rp -n 9")] });
        assert_eq!(families::<RangeInputs>(range), [(2, 20, String::new())]);
        let stratified = json!({ "categories": [
            { "label": "no", "commands": [command("gen -type sp:no")] },
            { "label": "yes", "commands": [command("gen -type sp:yes")] }
        ] });
        let of = |kind: &str| (1, 10, format!("its output is of the kind {kind}"));
        assert_eq!(families::<StratifiedInputs>(stratified), [of("no"), of("yes")]);
        let hacks = json!({ "flawed_programs": [], "scenarios": [
            { "breaks": "brute force", "why": "it is slow on a chain", "commands": [command("gen -type hack:chain")] }
        ] });
        let why = "it breaks brute force: it is slow on a chain".to_owned();
        assert_eq!(families::<HackInputs>(hacks), [(1, 10, why)]);
    }
}
