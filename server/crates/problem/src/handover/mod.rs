//! Handing a problem over: which files a folder of another format has, made of a problem that was read.
//!
//! A [`Plan`] says where each file comes from, and what the target cannot say. Nothing is written here, and no content of a
//! test is looked at.
//!
//! Invariant: what the folder says and the target has no place for is in [`Plan::cannot`]; a problem that the target would
//! judge otherwise is refused.

mod adapt;
mod checker;
mod cms;
mod hydro;
mod icpc;
mod latex;
mod laying;
mod limits;
mod pack;
mod plain;
mod polygon;
mod subtasks;
mod suite;
#[cfg(test)]
mod tests;
mod title;

use std::{collections::BTreeMap, sync::Arc};

use checkers::Standard;

use self::laying::Laying;
use crate::{
    folder::Folder,
    model::{Problem, TestIdx},
    path::RelPath,
};

/// A format that problems are handed over in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A Polygon package.
    Polygon,
    /// A package of Kattis, the version `legacy`.
    IcpcLegacy,
    /// A package of the version 2025-09.
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

impl Target {
    /// All of them, as they are listed.
    pub const ALL: [Target; 7] = [
        Target::Polygon,
        Target::IcpcLegacy,
        Target::Icpc2025,
        Target::Domjudge,
        Target::Cms,
        Target::Hydro,
        Target::Plain,
    ];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Target::Polygon => "polygon",
            Target::IcpcLegacy => "icpc-legacy",
            Target::Icpc2025 => "icpc-2025-09",
            Target::Domjudge => "domjudge",
            Target::Cms => "cms",
            Target::Hydro => "hydro",
            Target::Plain => "plain",
        }
    }
}

/// What is known of the problem.
pub struct Given<'a> {
    /// Its folder.
    pub folder: &'a dyn Folder,
    /// The problem as it was read.
    pub problem: &'a Problem,
    /// The limit for solutions, milliseconds, where it was found by running them.
    pub time_limit_ms: Option<u64>,
    /// Tests whose input is known; the others cannot be handed over.
    pub has_input: &'a dyn Fn(TestIdx) -> bool,
    /// Tests whose answer is known.
    pub has_answer: &'a dyn Fn(TestIdx) -> bool,
    /// The header that goes with programs which use testlib and bring none.
    pub testlib: Arc<str>,
    /// The source of a standard checker.
    pub standard: &'a dyn Fn(Standard) -> Option<&'static str>,
}

/// Where the bytes of a new file come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A file of the folder, as it is.
    File(RelPath),
    /// This text.
    Text(Arc<str>),
    /// The input of a test.
    Input(TestIdx),
    /// The answer of a test.
    Answer(TestIdx),
}

/// A folder to be written.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Its files.
    pub files: BTreeMap<RelPath, Content>,
    /// What the target cannot say, a line each.
    pub cannot: Vec<String>,
    /// Files of the folder that no reader knows, and what is hidden, which stay out.
    pub unknown: Vec<RelPath>,
}

/// What a problem becomes in another format.
///
/// # Errors
/// One sentence where the target would judge the problem otherwise.
pub fn plan(given: &Given<'_>, target: Target) -> Result<Plan, String> {
    let mut laying = Laying::new(given, target);
    laying.refuse_what_nobody_holds()?;
    laying.list_what_is_broken();
    match target {
        Target::Cms => cms::lay(&mut laying)?,
        Target::Hydro => hydro::lay(&mut laying)?,
        Target::Plain => plain::lay(&mut laying)?,
        Target::Polygon => polygon::lay(&mut laying)?,
        Target::IcpcLegacy | Target::Icpc2025 | Target::Domjudge => icpc::lay(&mut laying)?,
    }
    Ok(laying.finish())
}
