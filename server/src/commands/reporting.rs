//! What `touchstone check` writes beside its output, and what its exit code says.
//!
//! Invariant: reports and thresholds hide nothing and change no line of the output; a report that cannot be written keeps
//! no other from being written.

use std::{collections::BTreeSet, path::Path};

use judge::disk::files;
use problem::{
    finding::{Code, Severity},
    path::AbsPath,
    report::{FindingReport, MetricsReport, Report},
};
use reports::{Changes, Details, Kind, Material, Subject};

use super::{FAILURE, SUCCESS};
use crate::{
    args::{FailOn, ReportFile, Reporting},
    human::{self, clean},
    output,
};

/// The largest report that is compared with, bytes.
const MAX_BASELINE: u64 = 512 << 20;

/// What a person wants of the findings.
pub(super) struct Reporter<'a> {
    wanted: &'a Reporting,
    baseline: Option<Subject>,
}

impl Reporter<'_> {
    /// Reads what is to be compared with.
    ///
    /// # Errors
    /// One sentence: what the person wants contradicts itself, or there is no such report.
    pub(super) fn new(wanted: &Reporting) -> anyhow::Result<Reporter<'_>> {
        let mut files = BTreeSet::new();
        for ReportFile { file, .. } in &wanted.report {
            anyhow::ensure!(files.insert(file), "two reports would go to {}; name a file for each", file.display());
        }
        let contradicts = |code: &&Code| wanted.fail_on.contains(&FailOn::Code(**code));
        if let Some(code) = wanted.allow.iter().find(contradicts) {
            anyhow::bail!("`--allow {code}` and `--fail-on {code}` contradict each other; leave one out");
        }
        let baseline = wanted.baseline.as_deref().map(read).transpose()?;
        Ok(Reporter { wanted, baseline })
    }

    /// Whether a report is to be written or to be compared with.
    pub(super) fn is_used(&self) -> bool {
        !self.wanted.report.is_empty() || self.baseline.is_some()
    }

    /// What reports are made of. Places are told from where the repository of `root` begins, or else from there.
    pub(super) fn material(&self, subject: Subject, details: Option<Vec<Details>>, root: &str) -> Material {
        let base = AbsPath::new(root).and_then(|root| files::repository_around(&root));
        let base = base.map_or_else(|| root.to_owned(), |base| base.to_string());
        let changes = self.baseline.as_ref().map(|baseline| reports::changes(baseline, &subject, &base));
        let changes = changes.unwrap_or_default();
        Material { subject, changes, details, base, version: env!("CARGO_PKG_VERSION") }
    }

    /// How many bytes failing cells of each of so many problems may take in a page; none where no page shows them.
    pub(super) fn room(&self, n_problems: usize) -> Option<usize> {
        let has_page = self.wanted.report.iter().any(|one| one.kind == Kind::Html);
        (has_page && !self.wanted.no_contents).then(|| reports::ROOM / n_problems.max(1))
    }

    /// Writes the reports; what cannot be written is told. The exit code that comes of it.
    pub(super) fn write(&self, material: &Material) -> u8 {
        let mut code = SUCCESS;
        for ReportFile { kind, file } in &self.wanted.report {
            if let Err(sentence) = files::write_for_person(file, reports::text(*kind, material).as_bytes()) {
                output::error(&anyhow::anyhow!("{kind} report: {sentence}"));
                code = output::FAILED;
            }
        }
        code
    }

    /// Whether one of some findings makes a check end with 1.
    pub(super) fn any_fails(&self, findings: &[FindingReport]) -> bool {
        let severities = self.wanted.fail_on.iter().filter_map(|one| match one {
            FailOn::Severity(severity) => Some(*severity),
            FailOn::Code(_) => None,
        });
        let mildest = severities.max().unwrap_or(Severity::Warning);
        let has_code = |finding: &FindingReport, code: Code| finding.code == code.to_string();
        let is_named = |finding: &FindingReport| {
            let named = |one: &FailOn| matches!(one, FailOn::Code(code) if has_code(finding, *code));
            self.wanted.fail_on.iter().any(named)
        };
        let is_allowed = |finding: &FindingReport| self.wanted.allow.iter().any(|code| has_code(finding, *code));
        // What another finding tells as well is allowed with that.
        let mut told = human::told_once(findings).into_iter();
        findings.iter().any(is_named) || told.any(|finding| !is_allowed(finding) && finding.severity <= mildest)
    }

    /// The exit code for a problem, which `name` names among others; why a metric is too low is told.
    pub(super) fn exit_code(&self, report: &Report, name: Option<&str>) -> u8 {
        let reasons = self.low_metrics(&report.metrics);
        for reason in &reasons {
            let name = name.map(|name| format!("{}: ", clean::line(name))).unwrap_or_default();
            output::note(&format!("{name}{reason}"));
        }
        if reasons.is_empty() && !self.any_fails(&report.findings) { SUCCESS } else { FAILURE }
    }

    /// The metrics that are lower than the person wants, a sentence each.
    fn low_metrics(&self, metrics: &MetricsReport) -> Vec<String> {
        let wanted = [
            ("TPR", "--min-tpr", self.wanted.min_tpr, metrics.tpr, "correct", metrics.correct.labelled),
            ("TNR", "--min-tnr", self.wanted.min_tnr, metrics.tnr, "wrong", metrics.wrong.labelled),
        ];
        let low = wanted.into_iter().filter_map(|(metric, option, least, found, label, n_labelled)| {
            let least = least?;
            let why = match found {
                Some(found) if found >= least => return None,
                // As a share that is rounded could be the one that is wanted.
                Some(found) => format!("is {found}"),
                None if n_labelled == 0 => format!("is not known, since no solution is labelled {label}"),
                None => {
                    let why = metrics.unknown.as_ref().map(|why| format!(": {}", clean::line(why)));
                    format!("is not known{}", why.unwrap_or_default())
                }
            };
            Some(format!("`{option} {least}` is not reached: {metric} {why}"))
        });
        low.collect()
    }
}

fn read(path: &Path) -> anyhow::Result<Subject> {
    let bytes = files::read_for_person(path, MAX_BASELINE).map_err(anyhow::Error::msg)?;
    Subject::parse(&bytes).map_err(|error| anyhow::anyhow!("{} {error}", path.display()))
}

/// What has changed, for a person: a paragraph for each problem.
pub(super) fn print(changes: &[Changes]) {
    for one in changes {
        output::line(&format!("changes in {}", clean::line(&one.problem)));
        for line in reports::lines(one) {
            output::line(&format!("  {}", clean::line(&line)));
        }
        output::line("");
    }
}
