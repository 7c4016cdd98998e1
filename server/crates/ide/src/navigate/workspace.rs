//! Names of a whole problem: its programs, the options of its generators, what is read, its tests.

use problem::{facts::OptionKey, model::Role, path::RelPath, text::Range};

use super::SymbolKind;
use crate::View;

/// Something with a name, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// What it belongs to: the role of a program, the program of an option; may be empty.
    pub of: String,
    /// What it is.
    pub kind: SymbolKind,
    /// The file.
    pub path: RelPath,
    /// Where in it.
    pub range: Range,
}

/// What the letters of a query stand in the name of, in their order; everything for an empty query.
pub fn find(view: &View<'_>, query: &str) -> Vec<Place> {
    let mut found = Vec::new();
    let mut add = |name: &str, of: &str, kind, path: &RelPath, range| {
        if has_letters(name, query) {
            found.push(Place { name: name.to_owned(), of: of.to_owned(), kind, path: path.clone(), range });
        }
    };
    let problem = view.context.problem;
    for program in &problem.programs {
        add(program.path.as_str(), program.role.name(), SymbolKind::Program, &program.path, Range::default());
        if !matches!(program.role, Role::Generator | Role::Validator | Role::Checker | Role::Interactor) {
            continue;
        }
        for path in &program.sources {
            let Some(facts) = view.context.folder.facts(path) else { continue };
            for option in &facts.options {
                if let OptionKey::Name(name) = &option.key {
                    add(name, path.as_str(), SymbolKind::Option, path, option.range);
                }
            }
            for read in &facts.reads {
                if let Some(name) = &read.name {
                    add(name, path.as_str(), SymbolKind::Read, path, read.range);
                }
            }
        }
    }
    for (test, described) in problem.tests.iter_enumerated() {
        if let Some(place) = view.context.test_place(test) {
            add(&format!("test {}", described.id), "", SymbolKind::Command, &place.path, place.range);
        }
    }
    found
}

/// Whether a name has the letters of a query in their order, whatever their case.
fn has_letters(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
}
