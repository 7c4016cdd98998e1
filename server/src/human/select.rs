//! Which findings are shown, and in what order: by severity, then by file; many of the same are cut short.

use std::collections::HashMap;

use problem::report::FindingReport;

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

/// The list to be shown.
pub(super) fn select(findings: &[FindingReport]) -> Vec<Item<'_>> {
    let mut sorted: Vec<&FindingReport> = findings.iter().collect();
    sorted.sort_by_key(|finding| (finding.severity, finding.path.as_deref()));
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
