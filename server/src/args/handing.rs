//! Arguments of `export` and `import`.

use std::path::PathBuf;

use clap::ValueEnum;
use problem::handover::Target;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct HandOver {
    /// The format of the new folder.
    pub(crate) target: TargetArg,
    /// The problem folder.
    #[arg(default_value = ".")]
    pub(crate) dir: PathBuf,
    /// The folder to make, where nothing is yet. Without it, it is only said what the format cannot say.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TakeOver {
    /// The zip archive.
    pub(crate) file: PathBuf,
    /// The folder to make, where nothing is yet; else one here with the archive's name.
    #[arg(long, value_name = "DIR")]
    pub(crate) into: Option<PathBuf>,
}

/// A format to hand over in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TargetArg {
    /// A Polygon package.
    Polygon,
    /// A package of Kattis, the version `legacy`.
    IcpcLegacy,
    /// A package of the version 2025-09.
    #[value(name = "icpc-2025-09")]
    Icpc2025,
    /// A legacy package with what DOMjudge reads beside it.
    Domjudge,
    /// A task as CMS imports it, with what task-maker reads.
    Cms,
    /// A folder as Hydro imports it.
    Hydro,
    /// A folder without a manifest.
    Plain,
}

impl TargetArg {
    /// The same for those who make the plan.
    pub(crate) fn target(self) -> Target {
        match self {
            TargetArg::Polygon => Target::Polygon,
            TargetArg::IcpcLegacy => Target::IcpcLegacy,
            TargetArg::Icpc2025 => Target::Icpc2025,
            TargetArg::Domjudge => Target::Domjudge,
            TargetArg::Cms => Target::Cms,
            TargetArg::Hydro => Target::Hydro,
            TargetArg::Plain => Target::Plain,
        }
    }
}
