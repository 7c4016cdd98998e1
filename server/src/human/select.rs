//! Which findings are shown, and in what order: by severity, causes before what follows from them, then by file; what two
//! findings say of one matter is shown once, and many of the same are cut short.

use std::collections::{HashMap, HashSet};

use problem::{finding::Code, report::FindingReport, text::Range};

/// More than so many of one code in one file are cut …
const MANY_IN_FILE: usize = 5;
/// … to so many.
const SHOWN_IN_FILE: usize = 3;
/// So many of one code are shown over all files.
const SHOWN_OF_CODE: usize = 10;

/// A part of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Item<'a> {
    /// A finding to be shown.
    Finding(&'a FindingReport),
    /// So many more of the same code, in the same file or in any.
    More { like: &'a FindingReport, count: usize, same_file: bool },
}

/// What a finding is about. What goes wrong with one may be why something goes wrong with a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// What the files say of the problem.
    Description,
    /// Programs that do not compile, and mistakes in their texts.
    Sources,
    Generators,
    Tests,
    Judges,
    Solutions,
    /// What the matrix shows of the tests.
    Suite,
}

impl Stage {
    fn of(code: &str) -> Stage {
        let Ok(code) = code.parse() else { return Stage::Suite };
        match code {
            Code::ManifestBroken
            | Code::ManifestStale
            | Code::FileLeftOut
            | Code::RoleAmbiguous
            | Code::SettingNotAllowedHere
            | Code::StatementMismatch
            | Code::LimitsAssumed
            | Code::LimitsUnitSuspect
            | Code::LimitCapped
            | Code::LabelContradiction
            | Code::SolutionUnlabelled
            | Code::NoTests
            | Code::NoMain
            | Code::NoCorrectSolution
            | Code::NoWrongSolution
            | Code::ValidatorMissing => Stage::Description,
            Code::ToolMissing
            | Code::BuildFailed
            | Code::BuildWarning
            | Code::FailsWithUpstreamTestlib
            | Code::UndefinedBehaviour
            | Code::MemoryError
            | Code::Testlib(_) => Stage::Sources,
            Code::GeneratorUnknown
            | Code::GeneratorUnused
            | Code::OptionUnknown
            | Code::OptionMissing
            | Code::OptionUnused
            | Code::OptionValueUnhandled
            | Code::GeneratorFailed
            | Code::GeneratorTimeout
            | Code::GeneratorNotReproducible => Stage::Generators,
            Code::ValidatorRejectsSample
            | Code::ValidatorRejectsTest
            | Code::ValidatorAcceptsInvalid
            | Code::BoundNeverHit
            | Code::TestInvalid
            | Code::TestDuplicate => Stage::Tests,
            Code::CheckerRejectsAnswer
            | Code::CheckerCrashed
            | Code::CheckerBoundNarrower
            | Code::CheckerReadsDiffer
            | Code::CheckerAcceptsJunk
            | Code::InteractorFailed
            | Code::InteractorAcceptsJunk
            | Code::InteractorRejectsRight
            | Code::OraclesDisagree => Stage::Judges,
            Code::CorrectSolutionFails
            | Code::WrongSolutionPasses
            | Code::ExpectationUnmet
            | Code::BorderlineTime
            | Code::NotMeasured
            | Code::SolutionFlaky => Stage::Solutions,
            Code::TestKillsNothing | Code::TestSoleKiller => Stage::Suite,
        }
    }
}

/// Findings without those that others tell as well: a test that is invalid is told where its validator rejects it.
pub(crate) fn told_once(findings: &[FindingReport]) -> Vec<&FindingReport> {
    let is_of = |finding: &FindingReport, codes: &[Code]| codes.iter().any(|code| finding.code == code.to_string());
    let rejects = [Code::ValidatorRejectsTest, Code::ValidatorRejectsSample];
    let rejections: HashSet<Pair<'_>> =
        findings.iter().filter(|finding| is_of(finding, &rejects)).filter_map(|finding| pair(finding)).collect();
    let is_told = |finding: &&FindingReport| {
        is_of(finding, &[Code::TestInvalid])
            && pair(finding).is_some_and(|(test, call)| rejections.contains(&(call, test)))
    };
    findings.iter().filter(|finding| !is_told(finding)).collect()
}

/// Where a finding stands, and where the first place is that explains it.
type Pair<'a> = ((&'a str, Range), (&'a str, Range));

fn pair(finding: &FindingReport) -> Option<Pair<'_>> {
    let related = finding.related.first()?;
    Some(((finding.path.as_deref()?, finding.range), (&related.path, related.range)))
}

/// The list to be shown.
pub(super) fn select(findings: &[FindingReport]) -> Vec<Item<'_>> {
    let mut sorted = told_once(findings);
    sorted.sort_by_key(|finding| (finding.severity, Stage::of(&finding.code), finding.path.as_deref()));
    let by_severity = sorted.chunk_by(|a, b| a.severity == b.severity);
    by_severity.flat_map(|chunk| cut_codes(cut_files(chunk))).collect()
}

/// Cuts what a single file has too many of.
fn cut_files<'a>(findings: &[&'a FindingReport]) -> Vec<Item<'a>> {
    let key = |finding: &'a FindingReport| (finding.path.as_deref(), finding.code.as_str());
    let mut totals: HashMap<_, usize> = HashMap::new();
    for finding in findings {
        *totals.entry(key(finding)).or_default() += 1;
    }
    let mut seen: HashMap<_, usize> = HashMap::new();
    let mut items = Vec::new();
    for &finding in findings {
        let (nth, total) = (seen.entry(key(finding)).or_default(), totals[&key(finding)]);
        *nth += 1;
        let cut = total > MANY_IN_FILE;
        if !cut || *nth <= SHOWN_IN_FILE {
            items.push(Item::Finding(finding));
        }
        if cut && *nth == SHOWN_IN_FILE {
            items.push(Item::More { like: finding, count: total - SHOWN_IN_FILE, same_file: true });
        }
    }
    items
}

/// Cuts what all files together have too many of.
fn cut_codes(items: Vec<Item<'_>>) -> Vec<Item<'_>> {
    let mut shown: HashMap<&str, usize> = HashMap::new();
    let (mut kept, mut cut): (Vec<Item<'_>>, Vec<(&FindingReport, usize)>) = (Vec::new(), Vec::new());
    for item in items {
        let (finding, count) = match item {
            Item::Finding(finding) => (finding, 1),
            Item::More { like, count, .. } => (like, count),
        };
        let shown = shown.entry(&finding.code).or_default();
        if *shown < SHOWN_OF_CODE {
            *shown += usize::from(matches!(item, Item::Finding(_)));
            kept.push(item);
        } else if let Some((_, hidden)) = cut.iter_mut().find(|(like, _)| like.code == finding.code) {
            *hidden += count;
        } else {
            cut.push((finding, count));
        }
    }
    kept.extend(cut.into_iter().map(|(like, count)| Item::More { like, count, same_file: false }));
    kept
}
