//! Ablations: a loop without one of its parts, to see what that part is worth.

use problem::model::TestIdx;
use serde::Serialize;

use super::{HackLoop, HackMethod};
use crate::{
    bench::Trial,
    evidence::{ensure_input, ensure_valid},
};

/// What a loop goes without. Of several, it goes without all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Ablation {
    /// What the first answer came to does not go back: CodeContests-O ends after round 0 (CCO-15, CCO-16), CodeContests+ after
    /// its first round (CCP-7).
    #[serde(rename = "without feedback")]
    WithoutFeedback,
    /// CodeContests-O refines generator and commands, and neither shows nor edits the checker then (CCO-22).
    #[serde(rename = "without checker-edits")]
    WithoutCheckerEdits,
    /// The loop does not look at what validators say: neither the report and the goal of CodeContests-O (CCO-15, CCO-23), nor
    /// the supervision of CodeContests+ (CCP-7), nor what joins in HardTestGen (HTG-13). A proof asks them all the same.
    #[serde(rename = "without validator")]
    WithoutValidator,
    /// HardTestGen asks for small inputs that are written out (HTG-3) and for no others: one of its own ablations (HTG-18), and
    /// the way of AceCoder (HTG-22).
    #[serde(rename = "only direct")]
    OnlyDirect,
}

impl Ablation {
    /// All of them.
    pub const ALL: [Ablation; 4] =
        [Ablation::WithoutFeedback, Ablation::WithoutCheckerEdits, Ablation::WithoutValidator, Ablation::OnlyDirect];

    /// Its name, as rows have it.
    pub fn name(self) -> &'static str {
        match self {
            Ablation::WithoutFeedback => "without feedback",
            Ablation::WithoutCheckerEdits => "without checker-edits",
            Ablation::WithoutValidator => "without validator",
            Ablation::OnlyDirect => "only direct",
        }
    }

    /// The methods that have the part.
    pub fn methods(self) -> &'static [HackMethod] {
        use HackMethod::{CodeContestsO, CodeContestsPlus, HardTestGen};
        match self {
            Ablation::WithoutFeedback => &[CodeContestsO, CodeContestsPlus],
            Ablation::WithoutCheckerEdits => &[CodeContestsO],
            Ablation::WithoutValidator => &[CodeContestsO, CodeContestsPlus, HardTestGen],
            Ablation::OnlyDirect => &[HardTestGen],
        }
    }
}

impl HackLoop<'_> {
    pub(super) fn has_ablation(&self, ablation: Ablation) -> bool {
        self.settings.ablations.contains(&ablation)
    }

    /// How many rounds may follow an answer, which all begin with what it came to.
    pub(super) fn n_rounds_of_feedback(&self) -> u32 {
        if self.has_ablation(Ablation::WithoutFeedback) { 0 } else { self.settings.n_rounds }
    }

    /// Fails unless a test may join for what the loop looks at.
    pub(super) fn ensure_may_join(&self, trial: &Trial, test: TestIdx) -> Result<(), String> {
        if self.has_ablation(Ablation::WithoutValidator) {
            return ensure_input(trial, test);
        }
        ensure_valid(trial, test)
    }

    /// A trial as the loop sees it, where that is in another way: new tests are as good as valid.
    pub(super) fn seen_otherwise(&self, trial: &Trial) -> Option<Trial> {
        let mut seen = self.has_ablation(Ablation::WithoutValidator).then(|| trial.clone())?;
        for test in seen.candidate_tests.iter().flatten() {
            seen.state.tests[*test].validations.fill(None);
        }
        Some(seen)
    }
}
