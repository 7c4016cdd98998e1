//! What the directories of `submissions` and the tag `@EXPECTED_RESULTS@` say about a solution.
//!
//! The format has four verdicts, and this one more. WA stands for WA and PE: a validator of the format does not tell
//! them apart. RTE stands for RTE, MLE and OLE: judges of the format report a solution that is stopped for its memory
//! or output as one that failed at run time.

use super::manifest::{Manifest, Version};
use crate::{
    label::{EVERYTHING, FAILURES, LabelWord, VerdictSets},
    verdict::{Verdict, VerdictSet},
};

/// What a directory name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DirectorySets {
    pub(super) sets: VerdictSets,
    /// Whether the format names this directory; a tag in a source counts only in the others.
    pub(super) standard: bool,
    /// Whether the solutions in it are to be run.
    pub(super) run: bool,
}

/// The verdicts here that a verdict of the format stands for.
pub(super) fn verdicts_of(code: &str) -> Option<VerdictSet> {
    match code.to_ascii_uppercase().as_str() {
        "WA" => Some(WRONG),
        "RTE" => Some(CRASHED),
        other => Verdict::from_code(other).filter(|verdict| verdict.counts()).map(|verdict| VerdictSet::of(&[verdict])),
    }
}

/// The members of both sets.
pub(super) fn common(a: VerdictSet, b: VerdictSet) -> VerdictSet {
    a.iter().filter(|&verdict| b.contains(verdict)).collect()
}

/// What a directory below `submissions` says; `None` when its name is not known.
pub(super) fn of_directory(name: &str, manifest: &Manifest) -> Option<DirectorySets> {
    standard(name, manifest)
        .map(|sets| DirectorySets { sets, standard: true, run: true })
        .or_else(|| in_the_wild(name, manifest))
}

/// What the words behind `@EXPECTED_RESULTS@` say: one of them is the verdict on the whole. `None` when they leave it
/// to a person.
pub(super) fn of_tag(words: &[String]) -> Option<VerdictSets> {
    let verdicts = words.iter().map(|word| tag_word(word)).collect::<Option<Vec<_>>>()?;
    let all = verdicts.into_iter().reduce(VerdictSet::union)?;
    let permitted = all.union(ACCEPTED);
    let required = if all.contains(Verdict::Ac) { VerdictSet::EMPTY } else { all };
    Some(VerdictSets { permitted, required })
}

/// Whether two labels can not both be met, going by the verdict on the whole.
pub(super) fn contradict(a: VerdictSets, b: VerdictSets) -> bool {
    let whole = |sets: VerdictSets| if sets.required.is_empty() { sets.permitted } else { sets.required };
    !whole(a).intersects(whole(b))
}

const ACCEPTED: VerdictSet = VerdictSet::of(&[Verdict::Ac]);
const WRONG: VerdictSet = VerdictSet::of(&[Verdict::Wa, Verdict::Pe]);
const SLOW: VerdictSet = VerdictSet::of(&[Verdict::Tle]);
const CRASHED: VerdictSet = VerdictSet::of(&[Verdict::Rte, Verdict::Mle, Verdict::Ole]);

fn standard(name: &str, manifest: &Manifest) -> Option<VerdictSets> {
    let legacy = manifest.version == Version::Legacy;
    Some(match name {
        "accepted" => LabelWord::Accepted.sets(),
        "wrong_answer" => fails_with(WRONG),
        // Legacy: "may also give wrong answer but not crash".
        "time_limit_exceeded" if legacy => VerdictSets { permitted: ACCEPTED.union(SLOW).union(WRONG), required: SLOW },
        "time_limit_exceeded" => fails_with(SLOW),
        // Legacy: "crashes for some test case", and whatever else on others.
        "run_time_error" if legacy => VerdictSets { permitted: EVERYTHING, required: CRASHED },
        "run_time_error" => fails_with(CRASHED),
        "partially_accepted" if legacy => partially_accepted(manifest),
        "rejected" if !legacy => LabelWord::Rejected.sets(),
        "brute_force" if !legacy => fails_with(CRASHED.union(SLOW)),
        _ => return None,
    })
}

fn fails_with(failures: VerdictSet) -> VerdictSets {
    VerdictSets { permitted: failures.union(ACCEPTED), required: failures }
}

/// Names that people give to directories of their own, and the words of all labels.
fn in_the_wild(name: &str, manifest: &Manifest) -> Option<DirectorySets> {
    let name = name.to_ascii_lowercase();
    let sets = match name.as_str() {
        "partial" | "partially_accepted" => partially_accepted(manifest),
        "slow" => LabelWord::TimeLimitExceeded.sets(),
        "slow_accepted" | "accepted_slow" | "sl_slowio" => LabelWord::AcceptedOrTle.sets(),
        "run_time_exception" | "runtime_exception" => VerdictSets { permitted: EVERYTHING, required: CRASHED },
        "compiler_error" | "compile_error" => VerdictSets::of(&[Verdict::Ce], &[Verdict::Ce]),
        _ => match LabelWord::parse(&name) {
            Some(LabelWord::RunTimeError) => fails_with(CRASHED),
            Some(word) => {
                return Some(DirectorySets { sets: word.sets(), standard: false, run: word != LabelWord::DoNotRun });
            }
            None => alternatives(&name)?,
        },
    };
    Some(DirectorySets { sets, standard: false, run: true })
}

/// `ac_or_wa`, `tle_or_rte`: any of these may be the verdict on the whole.
fn alternatives(name: &str) -> Option<VerdictSets> {
    let words: Vec<String> = name.split("_or_").map(str::to_owned).collect();
    if words.len() > 1 { of_tag(&words) } else { None }
}

/// Less than the full score, which shows as a test that is not passed, unless validators give scores of their own:
/// then a partial answer is an accepted one.
fn partially_accepted(manifest: &Manifest) -> VerdictSets {
    let rejected = LabelWord::Rejected.sets();
    if manifest.scores { VerdictSets { required: VerdictSet::EMPTY, ..rejected } } else { rejected }
}

fn tag_word(word: &str) -> Option<VerdictSet> {
    let word = word.trim().to_ascii_lowercase().replace(['-', ' '], "_");
    if matches!(word.as_str(), "compiler_error" | "compile_error" | "ce") {
        return Some(VerdictSet::of(&[Verdict::Ce]));
    }
    Some(match LabelWord::parse(&word)? {
        LabelWord::Accepted => ACCEPTED,
        LabelWord::WrongAnswer => WRONG,
        LabelWord::TimeLimitExceeded => SLOW,
        LabelWord::RunTimeError => CRASHED,
        LabelWord::MemoryLimitExceeded => VerdictSet::of(&[Verdict::Mle]),
        LabelWord::OutputLimitExceeded => VerdictSet::of(&[Verdict::Ole]),
        LabelWord::Rejected => FAILURES,
        LabelWord::AcceptedOrTle => ACCEPTED.union(SLOW),
        LabelWord::DoNotRun => return None,
    })
}
