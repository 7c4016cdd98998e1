//! Programs below `generators/`. Those that `generators.yaml` calls make tests; the others are there to be looked at, built
//! and called by hand.

use super::{at, sources};
use crate::{
    facts::Register,
    folder::Folder,
    formats::yaml::Document,
    included,
    language::Language,
    model::{Program, Role},
    path::RelPath,
};

/// The generators in C++ and Python.
pub(super) fn read(folder: &dyn Folder) -> Vec<Program> {
    let entries = sources::entries(folder, &at("generators"));
    let units = entries.iter().flat_map(|entry| sources::units(folder, entry, None));
    units.filter_map(|unit| generator(folder, unit)).collect()
}

/// The solution that `generators/generators.yaml` takes the answers from.
pub(super) fn answering_solution(folder: &dyn Folder) -> Option<RelPath> {
    let text = folder.text(&at("generators/generators.yaml"))?;
    let document = Document::parse(&text);
    let written = document.root.get("solution")?.text().ok()?;
    RelPath::parse(written.trim().trim_start_matches('/'))
}

fn generator(folder: &dyn Folder, unit: sources::Unit) -> Option<Program> {
    let facts = included::facts(folder, &unit.sources[0]);
    let registers =
        facts.as_ref().is_some_and(|facts| facts.register().is_some_and(|call| call.register == Register::Generator));
    let is_whole = !unit.language.has_main() || facts.is_none() || sources::has_main(folder, &unit.sources[0]);
    let runs = unit.language.is_run() && unit.language != Language::Checktestdata && is_whole;
    let reason = if registers { "calls registerGen" } else { "in generators" };
    let program = Program::of_file(unit.path, Role::Generator, unit.language, reason);
    runs.then_some(Program { sources: unit.sources, ..program })
}
