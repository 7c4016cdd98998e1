//! The options of the hack loop, and what it comes to.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use problem::{executor::ExecutorError, label::Pool, path::RelPath};
use serde::Serialize;

use super::{
    ablations::Ablation,
    kinds::{Made, SuiteOfKinds},
};
use crate::{
    ask::ModelError,
    bench::{TestSource, Trial, WorkbenchError},
    evidence::{AGREEMENT, TestProof},
    offline::SourceKind,
    prompt::PromptError,
    suite::{
        PassMatrix,
        metrics::{Point, diversity, pareto, pass_at, quality},
        thin::Rules,
    },
};

/// Whose method it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HackMethod {
    /// The engine of our own, which asks no model.
    Offline,
    /// Adversarial and discriminative rounds.
    #[default]
    EvolveCoder,
    /// A generator and commands, refined after feedback.
    #[serde(rename = "codecontests-o")]
    CodeContestsO,
    /// A generator and commands that the validator supervises, each with several seeds.
    #[serde(rename = "codecontests-plus")]
    CodeContestsPlus,
    /// Direct, random, stratified and hacking inputs, with answers that several solutions agree on.
    HardTestGen,
}

/// A wish to come to an end with what there is, which is heard while somebody listens.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Wish>);

#[derive(Debug, Default)]
struct Wish {
    is_listening: AtomicBool,
    is_asked: AtomicBool,
}

impl Stop {
    /// Says the wish. Whether somebody listens, and it was said for the first time.
    pub fn ask(&self) -> bool {
        self.0.is_listening.load(Ordering::SeqCst) && !self.0.is_asked.swap(true, Ordering::SeqCst)
    }

    /// Whether it was said.
    pub fn is_asked(&self) -> bool {
        self.0.is_asked.load(Ordering::SeqCst)
    }

    /// Says whether somebody listens from now on.
    pub fn listen(&self, is_listening: bool) {
        self.0.is_listening.store(is_listening, Ordering::SeqCst);
    }
}

/// How the loop goes.
#[derive(Clone, Debug)]
pub struct HackOptions {
    /// Whose method it is.
    pub method: HackMethod,
    /// How many rounds there are at most: of two questions (EVC-11), of refinement after round 0 (CodeContests-O), of
    /// supervision (CodeContests+). HardTestGen has none.
    pub n_rounds: u32,
    /// How many tests are asked for each time (EVC-6, EVC-9).
    pub n_wanted: usize,
    /// The share that has to agree before an answer is believed: for a proof, of the right solutions, and the share itself is
    /// enough ([`crate::evidence::prove_test`]); for the pair that HardTestGen looks for, of the inputs, and it has to be more
    /// (HTG-14).
    pub agreement: f64,
    /// When a test says too little, or cannot be believed.
    pub rules: Rules,
    /// Solutions in the order in which their answers are believed, behind the main one; those labelled right that are not
    /// named follow them (HTG-16).
    pub oracles: Vec<RelPath>,
    /// Seeds the choice of the programs that questions show.
    pub selection_seed: u64,
    /// The share of S+ that has to pass, and that of S- that has to fail, for a refinement to end (CCO-23).
    pub goal: (f64, f64),
    /// How many variants each command gets; all but the first have one more argument (CCP-4).
    pub n_seeds: u32,
    /// Offer also proved tests that fail nobody new, but no doubtful ones, and few of those that everybody passes or fails
    /// alike.
    pub wants_all: bool,
    /// Go on although the problem is none that the method is for (CCO-3).
    pub anyway: bool,
    /// The offline engine looks first; the method is for those whom nothing fails then.
    pub begins_offline: bool,
    /// Asks the offline engine to come to an end with what it has.
    pub stop: Stop,
    /// For how long the offline engine looks.
    pub budget: Duration,
    /// Where the inputs of the offline engine come from.
    pub sources: Vec<SourceKind>,
    /// The solutions that the offline engine is to fail; all that are wrong, if there are none.
    pub targets: Vec<RelPath>,
    /// Keep a refinement after which the suite is worse (CCO-30).
    pub keeps_worse: bool,
    /// What the method goes without.
    pub ablations: BTreeSet<Ablation>,
}

impl Default for HackOptions {
    fn default() -> HackOptions {
        HackOptions {
            method: HackMethod::default(),
            n_rounds: 3,
            n_wanted: 20,
            agreement: AGREEMENT,
            rules: Rules::default(),
            oracles: Vec::new(),
            selection_seed: 1,
            goal: (0.95, 0.90),
            n_seeds: 1,
            wants_all: false,
            anyway: false,
            begins_offline: false,
            stop: Stop::default(),
            budget: Duration::from_secs(60),
            sources: SourceKind::ALL.to_vec(),
            targets: Vec::new(),
            keeps_worse: false,
            ablations: BTreeSet::new(),
        }
    }
}

/// How a test came to be: what was asked for (HTG-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TestKind {
    /// Break the strongest programs (EVC-5, EVC-6).
    Adversarial,
    /// Split programs that are alike (EVC-8, EVC-9).
    Discriminative,
    /// A generator and its commands, after feedback (CCO-7, CCO-16).
    Feedback,
    /// A generator and its commands, which the validator supervises (CCP-1, CCP-7).
    Supervised,
    /// Small inputs, written out (HTG-3).
    Direct,
    /// Random inputs over the ranges (HTG-4).
    Range,
    /// Inputs for each kind of output (HTG-5).
    Stratified,
    /// Inputs that break flawed programs (HTG-7).
    Hacking,
    /// Found without a model.
    Offline,
}

/// A test, and why it is not offered.
pub type Refused = (String, String);

/// What one question came to (EVC-13).
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// Which round, from 1 on; in CodeContests-O round 0 is the first commands, and the refinements are numbered from 1.
    pub round: u32,
    /// Which question.
    #[serde(rename = "method")]
    pub kind: TestKind,
    /// The programs that the question showed, of any label; in CodeContests-O at most ten wrong ones that pass everything after
    /// the round, which the next question is about.
    pub targets: Vec<String>,
    /// How many tests the answer gave; of a question for commands (HardTestGen), how many commands; in CodeContests-O, how many
    /// commands the suite has after the round.
    pub n_given: usize,
    /// How many tests joined the suite: proved ones, which must split programs where that was asked for (EvolveCoder); valid
    /// and new ones, which may be more than `n_given` since commands get seeds (HardTestGen); valid commands, repeated ones
    /// too (CodeContests+). In CodeContests-O, how many passed their proof.
    pub n_kept: usize,
    /// Tests that did not pass their proof, or were not valid or not new, with the reason; CodeContests-O keeps them in the
    /// suite all the same.
    pub refused: Vec<Refused>,
    /// Edits to the generator that were left out, and why.
    pub left_out: Vec<String>,
}

/// How a suite does, before a round or as the round tried it (CCO-27).
#[derive(Clone, Debug, Serialize)]
pub struct SuiteScore {
    /// After which round; absent before the first.
    pub round: Option<u32>,
    /// Number of tests.
    pub n_tests: usize,
    /// Number of solutions in S+ that have a verdict.
    pub n_right: usize,
    /// Number of solutions in S- that have a verdict.
    pub n_wrong: usize,
    /// The share of S+ that passes every test.
    pub tpr: Option<f64>,
    /// The share of S- that fails a test.
    pub tnr: Option<f64>,
    /// pass@1 over the pool (EVC-13).
    pub pass_at_1: Option<f64>,
    /// Number of distinct pass vectors (EVC-13).
    pub diversity: usize,
}

impl SuiteScore {
    pub(super) fn of(matrix: &PassMatrix, round: Option<u32>) -> SuiteScore {
        let quality = quality(matrix);
        let n_of = |pool| matrix.pool(pool).filter(|&row| matrix.pass_rate(row).is_some()).count();
        SuiteScore {
            round,
            n_tests: matrix.tests.len(),
            n_right: n_of(Pool::Correct),
            n_wrong: n_of(Pool::Wrong),
            tpr: quality.tpr,
            tnr: quality.tnr,
            pass_at_1: pass_at(matrix, 1),
            diversity: diversity(matrix),
        }
    }
}

/// A round of refinement: what was asked for, and whether it was kept (CCO-18, CCO-27, CCO-30).
#[derive(Clone, Debug, Default, Serialize)]
pub struct Refinement {
    /// Which round; 0 is the first generator with its commands.
    pub round: u32,
    /// All commands, as the round tried them.
    pub commands: Vec<String>,
    /// The commands that the round added.
    pub added: Vec<String>,
    /// The commands that the round replaced or dropped.
    pub replaced: Vec<String>,
    /// The generator as the round tried it, where there is one.
    pub generator: Option<String>,
    /// The edits of the round, as search-and-replace blocks.
    pub blocks: Vec<String>,
    /// The edits of the round that were not carried out.
    pub unmatched: Vec<String>,
    /// Why the round was taken back, if it was; of round 0 the commands stay.
    pub undone: Option<String>,
}

/// A point of the frontier (CCO-28): how many of the tests, best first, and what they do together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FrontierPoint {
    /// Number of tests.
    pub n_tests: usize,
    /// The share of S+ that passes them.
    pub tpr: Option<f64>,
    /// The share of S- that fails one.
    pub tnr: Option<f64>,
}

/// Tests by what each does alone, best first, up to where all is said: a point wherever a share changes.
pub(super) fn frontier(matrix: &PassMatrix) -> Vec<FrontierPoint> {
    let mut points: Vec<FrontierPoint> = Vec::new();
    for (at, Point { quality, .. }) in pareto(matrix).into_iter().enumerate() {
        let is_same = points.last().is_some_and(|last| (last.tpr, last.tnr) == (quality.tpr, quality.tnr));
        if !is_same {
            points.push(FrontierPoint { n_tests: at + 1, tpr: quality.tpr, tnr: quality.tnr });
        }
    }
    points
}

/// A test that is offered.
#[derive(Clone, Debug)]
pub struct ProvedTest {
    /// What makes it.
    pub source: TestSource,
    /// Why the test is expected to break something, in the model's words.
    pub why: String,
    /// Which question it comes from.
    pub kind: TestKind,
    /// In which round: of CodeContests-O 0 is the first; of CodeContests+ and HardTestGen always 1; 0 of what no round made.
    pub round: u32,
    /// What was found about it.
    pub evidence: TestProof,
}

/// What the validators say of the tests that were there before (CCP-16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Audit {
    /// Number of tests that validators were asked about.
    pub n_tests: usize,
    /// How many of them all validators accept.
    pub n_valid: usize,
}

impl Audit {
    pub(super) fn of(trial: &Trial) -> Audit {
        let mut audit = Audit::default();
        for known in &trial.state.tests[..trial.first_candidate] {
            let mut said = known.validations.iter().flatten().peekable();
            if said.peek().is_some() {
                audit.n_tests += 1;
                audit.n_valid += usize::from(said.all(|validation| validation.ok));
            }
        }
        audit
    }
}

/// What the loop came to.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What the validators say of the folder's tests.
    pub audit: Audit,
    /// The tests worth adding, in the order in which they were chosen.
    pub offers: Vec<ProvedTest>,
    /// What the tests need beside themselves, as a unified diff: generators, and in HardTestGen a validator, a brute force and
    /// the settings that name it.
    pub diff: String,
    /// What each question came to.
    pub records: Vec<Record>,
    /// How the suite does before the first round, and as each round tried it. If the last round was taken back, what was gone
    /// back to follows, with its own number.
    pub scores: Vec<SuiteScore>,
    /// What a refinement did in each round.
    pub refinements: Vec<Refinement>,
    /// Solutions that say nothing about tests, with the reason (CCO-4): they are left out of scores, reports and ablations;
    /// proofs, oracles and offers still count them.
    pub dropped: Vec<(String, String)>,
    /// The suite in parts, where it has several kinds of tests.
    pub ablations: Vec<SuiteOfKinds>,
    /// The suite that the loop made, by kinds of tests.
    pub made: Made,
    /// What the best tests do together, as their number grows.
    pub cumulative_quality: Vec<FrontierPoint>,
    /// The suite judged by comparing words instead of by the problem's own checker (CCO-26).
    pub without_checker: Option<SuiteScore>,
    /// What there is to say about how it went: sentences.
    pub notes: Vec<String>,
    /// Why there was no further answer, where the loop ended before its time.
    pub ended_early_because: Option<String>,
    /// How long the offline engine looked.
    pub searched: Duration,
    /// Solutions that the offline engine found a test for, and when, since its search began.
    pub failed_after: Vec<(RelPath, Duration)>,
    /// Offers whose proof was not reproduced when they were judged again, and why.
    pub not_reproduced: Vec<Refused>,
}

/// Why there is no outcome: the command failed, was refused or cancelled.
#[derive(Debug, thiserror::Error)]
pub enum ForgeError {
    /// The tool's own failure, or the wish to stop.
    #[error(transparent)]
    Workbench(#[from] WorkbenchError),
    /// No answer.
    #[error(transparent)]
    Ask(#[from] ModelError),
    /// A template of the folder's own.
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// The folder does not allow it; the sentence says why.
    #[error("{0}")]
    Refused(String),
}

impl ForgeError {
    /// Whether the person wanted it to end.
    pub fn is_cancelled(&self) -> bool {
        matches!(
            self,
            ForgeError::Workbench(WorkbenchError::Executor(ExecutorError::Cancelled))
                | ForgeError::Ask(ModelError::Model(llm::error::Error::Cancelled))
        )
    }
}

#[cfg(test)]
mod tests {
    use problem::verdict::Verdict;

    use super::*;
    use crate::{
        rig::{Rig, SUMS, judged, with},
        suite::{Column, Solution},
    };

    /// A matrix in which `.` is accepted, a blank is nothing, and the first letter of a row is its pool.
    fn matrix(rows: &[&str]) -> PassMatrix {
        let solution = |(at, row): (usize, &&str)| {
            let pool = if row.starts_with('+') { Pool::Correct } else { Pool::Wrong };
            Solution { program: at.into(), name: format!("s{at}"), pool: Some(pool) }
        };
        let verdict = |row: &&str, test: usize| match row.as_bytes()[test + 1] {
            b'.' => Some(Verdict::Ac),
            b' ' => None,
            _ => Some(Verdict::Wa),
        };
        let column = |test: usize| Column {
            test: test.into(),
            id: test.to_string(),
            is_sample: false,
            verdicts: rows.iter().map(|row| verdict(row, test)).collect(),
            cpu_us: 1,
        };
        let n_tests = rows.first().map_or(0, |row| row.len() - 1);
        PassMatrix {
            solutions: rows.iter().enumerate().map(solution).collect(),
            tests: (0..n_tests).map(column).collect(),
        }
    }

    #[test]
    fn cco_28_a_point_wherever_a_share_changes() {
        // By themselves: 1 fails both wrong ones, 2 one of them, 3 nobody, 4 the right one alone.
        let found = frontier(&matrix(&["+...W", "-WW..", "-W..."]));
        let point = |n_tests, tpr, tnr| FrontierPoint { n_tests, tpr: Some(tpr), tnr: Some(tnr) };
        assert_eq!(found, [point(1, 1.0, 1.0), point(4, 0.0, 1.0)]);
        // Two tests are needed to fail both.
        let found = frontier(&matrix(&["+...", "-W..", "-.W."]));
        assert_eq!(found, [point(1, 1.0, 0.5), point(2, 1.0, 1.0)]);
        assert_eq!(frontier(&matrix(&[])), []);
    }

    #[test]
    fn cco_27_evc_13_a_score_counts_who_was_judged() {
        let score = SuiteScore::of(&matrix(&["+..", "+W.", "-..", "-WW", "-  "]), Some(2));
        assert_eq!((score.round, score.n_tests, score.n_right, score.n_wrong), (Some(2), 2, 2, 2));
        assert_eq!((score.tpr, score.tnr), (Some(0.5), Some(0.5)));
        // Two of the four that were judged pass everything; the two columns differ in the second row.
        assert_eq!((score.pass_at_1, score.diversity), (Some(0.5), 2));
        let empty = SuiteScore::of(&matrix(&[]), None);
        assert_eq!((empty.tpr, empty.tnr, empty.pass_at_1, empty.diversity), (None, None, None, 0));
    }

    #[test]
    fn ccp_16_validators_are_asked_about_the_tests_that_were_there() {
        let audit = |files: &str| {
            let rig = Rig::new(files);
            let bench = rig.bench();
            // What is tried out is no test of the folder.
            Audit::of(&judged(&bench, &["51\n"]))
        };
        assert_eq!(audit(SUMS), Audit { n_tests: 2, n_valid: 2 });
        assert_eq!(audit(&with(SUMS, "gen 7 > $", "gen 70 > $")), Audit { n_tests: 2, n_valid: 1 });
        let start = SUMS.find("-- val.cpp --").unwrap();
        let end = SUMS.find("-- script.txt --").unwrap();
        assert_eq!(audit(&format!("{}{}", &SUMS[..start], &SUMS[end..])), Audit::default(), "there is nobody to ask");
    }

    #[test]
    fn cco_23_evc_11_what_a_loop_does_unless_told_otherwise() {
        let options = HackOptions::default();
        assert_eq!((options.goal, options.n_rounds, options.n_wanted), ((0.95, 0.90), 3, 20));
        assert!(!options.wants_all && !options.anyway && !options.keeps_worse && options.agreement == 0.9);
    }

    #[test]
    fn only_the_wish_to_stop_is_a_cancellation() {
        let cancelled = [
            ForgeError::from(WorkbenchError::Executor(ExecutorError::Cancelled)),
            ForgeError::from(ModelError::Model(llm::error::Error::Cancelled)),
        ];
        assert!(cancelled.iter().all(ForgeError::is_cancelled));
        let others = [
            ForgeError::from(WorkbenchError::Executor(ExecutorError::Failed("x".to_owned()))),
            ForgeError::from(ModelError::NotAllowed("no".to_owned())),
            ForgeError::Refused("nothing to do".to_owned()),
        ];
        assert!(!others.iter().any(ForgeError::is_cancelled));
        assert_eq!(others[2].to_string(), "nothing to do");
    }

    #[test]
    fn names_in_reports_are_those_of_the_papers() {
        use HackMethod::{CodeContestsO, CodeContestsPlus, EvolveCoder, HardTestGen};
        let names = serde_json::to_string(&[EvolveCoder, CodeContestsO, CodeContestsPlus, HardTestGen]).unwrap();
        assert_eq!(names, r#"["evolvecoder","codecontests-o","codecontests-plus","hardtestgen"]"#);
        assert_eq!(serde_json::to_string(&TestKind::Stratified).unwrap(), r#""stratified""#);
    }
}
