//! Arguments about reports, and about what makes a check end with 1.

use std::{path::PathBuf, str::FromStr};

use problem::finding::{Code, Severity};
use reports::Kind;

/// What is written beside the output, and what the exit code says.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Reporting {
    /// Write a report to a file, too. KIND is json, html, junit, sarif or markdown; may be repeated.
    #[arg(long, value_name = "KIND=FILE", conflicts_with = "watch")]
    pub(crate) report: Vec<ReportFile>,
    /// Leave texts of tests, answers and sources, and what programs said, out of the page of `--report html=FILE`.
    #[arg(long, requires = "report")]
    pub(crate) no_contents: bool,
    /// Say first, in the output and in reports, what has changed since this report, which `--report json=FILE` has written.
    #[arg(long, value_name = "FILE", conflicts_with = "watch")]
    pub(crate) baseline: Option<PathBuf>,
    /// End with 1 if the share of correct solutions that pass every test is lower, or not known.
    #[arg(long, value_name = "SHARE", value_parser = share, conflicts_with = "watch")]
    pub(crate) min_tpr: Option<f64>,
    /// End with 1 if the share of wrong solutions that fail a test is lower, or not known.
    #[arg(long, value_name = "SHARE", value_parser = share, conflicts_with = "watch")]
    pub(crate) min_tnr: Option<f64>,
    /// End with 1 for findings of this code; or for those of this severity (error, warning, information, hint) and harsher
    /// ones, instead of warnings and errors. May be repeated.
    #[arg(long, value_name = "CODE|SEVERITY", conflicts_with = "watch")]
    pub(crate) fail_on: Vec<FailOn>,
    /// Do not end with 1 for findings of this code; they are shown all the same. May be repeated.
    #[arg(long, value_name = "CODE", value_parser = forge::report::code, conflicts_with = "watch")]
    pub(crate) allow: Vec<Code>,
}

/// `--report`
#[derive(Clone, Debug)]
pub(crate) struct ReportFile {
    pub(crate) kind: Kind,
    pub(crate) file: PathBuf,
}

impl FromStr for ReportFile {
    type Err = String;

    fn from_str(text: &str) -> Result<ReportFile, String> {
        match text.split_once('=') {
            Some((_, "")) | None => Err("write the kind and the file, as in `json=report.json`".to_owned()),
            Some((kind, file)) => Ok(ReportFile { kind: Kind::parse(kind)?, file: file.into() }),
        }
    }
}

/// `--fail-on`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailOn {
    /// Findings of a code.
    Code(Code),
    /// Findings of a severity, and harsher ones.
    Severity(Severity),
}

impl FromStr for FailOn {
    type Err = String;

    fn from_str(text: &str) -> Result<FailOn, String> {
        Ok(match text {
            "error" => FailOn::Severity(Severity::Error),
            "warning" => FailOn::Severity(Severity::Warning),
            "information" => FailOn::Severity(Severity::Information),
            "hint" => FailOn::Severity(Severity::Hint),
            code => FailOn::Code(forge::report::code(code)?),
        })
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1 is wanted".to_owned())
}
