//! Arguments of `rows`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use datasets::Format;

use super::Elsewhere;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Rows {
    #[command(subcommand)]
    pub(crate) command: RowsCommand,
}

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum RowsCommand {
    /// Makes a problem folder of each row of a dataset. Nothing of a row is compiled or run.
    Import(Import),
    /// Judges problem folders and writes a row for each.
    Export(Export),
    /// Judges the rows of a dataset and writes what each came to, without folders: one line of JSON for each.
    Judge(JudgeRows),
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct JudgeRows {
    /// The rows, one JSON object on each line; `-` for standard input.
    pub(crate) file: PathBuf,
    /// Where the lines go; a run that was stopped goes on behind the last of them.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) elsewhere: Elsewhere,
    /// The dataset; if not given, it is told by the fields of each row.
    #[arg(long, value_name = "F")]
    pub(crate) format: Option<RowFormat>,
    /// At most this many solutions of each pool.
    #[arg(long, value_name = "N")]
    pub(crate) max_solutions: Option<usize>,
    /// Have the row's generator commands make the tests, and leave out the tests that the row holds.
    #[arg(long)]
    pub(crate) commands: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Import {
    /// The rows, one JSON object on each line; `-` for standard input.
    pub(crate) file: PathBuf,
    /// Where the folders go.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) into: PathBuf,
    /// The dataset; if not given, it is told by the fields of each row.
    #[arg(long, value_name = "F")]
    pub(crate) format: Option<RowFormat>,
    /// Only rows of these names, as the dataset or as their folders have them.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub(crate) only: Vec<String>,
    /// Other rows of the same problems, which have what these lack: CodeContests for the solutions of CodeContests-O, the
    /// problems of HardTests for its tests.
    #[arg(long, value_name = "FILE")]
    pub(crate) with: Option<PathBuf>,
    /// At most this many solutions of each pool.
    #[arg(long, value_name = "N")]
    pub(crate) max_solutions: Option<usize>,
    /// Have the row's generator commands make the tests, and leave out the tests that the row holds.
    #[arg(long)]
    pub(crate) commands: bool,
    /// Leave out rows that tell of the same problem as an earlier one.
    #[arg(long)]
    pub(crate) dedup: bool,
    /// Also rows that are not eligible: without a statement or a correct solution, interactive, with files or images.
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Export {
    /// The problem folders.
    #[arg(required = true)]
    pub(crate) dirs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) elsewhere: Elsewhere,
    /// The dataset whose fields the rows get.
    #[arg(long, value_name = "F", default_value = "codecontests-plus")]
    pub(crate) format: RowFormat,
    /// Write the rows there; without it they go to standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The journal of `evolve --out`, for the rounds of refinement (codecontests-o).
    #[arg(long, value_name = "FILE")]
    pub(crate) rounds: Option<PathBuf>,
    /// Have each command make this many tests, with labels s2, s3 and so on behind it, as 1x to 5x of CodeContests+ are made.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) times: u32,
}

/// `--format` of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// ByteDance-Seed/Code-Contests-Plus.
    CodecontestsPlus,
    /// caijanfeng/CodeContests-O.
    CodecontestsO,
    /// sigcp/hardtests_problems and sigcp/hardtests_tests.
    Hardtests,
    /// deepmind/code_contests.
    Codecontests,
    /// LiveCodeBench.
    Livecodebench,
    /// The common format of SandboxFusion.
    Commonoj,
}

impl RowFormat {
    /// The same for those who read rows.
    pub(crate) fn format(self) -> Format {
        match self {
            RowFormat::CodecontestsPlus => Format::CodeContestsPlus,
            RowFormat::CodecontestsO => Format::CodeContestsO,
            RowFormat::Hardtests => Format::HardTests,
            RowFormat::Codecontests => Format::CodeContests,
            RowFormat::Livecodebench => Format::LiveCodeBench,
            RowFormat::Commonoj => Format::CommonOj,
        }
    }
}
