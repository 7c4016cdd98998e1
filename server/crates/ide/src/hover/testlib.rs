//! The reference of testlib at a name.

use cpp::{
    api::{Entry, Kind, api},
    source::Source,
};
use problem::text::{LineIndex, Position};

use super::Hover;
use crate::names::{self, declared, is_code, place};

/// The entry of the name at a place, where the source includes testlib and does not declare the name itself.
pub(super) fn hover(source: &Source, at: Position) -> Option<Hover> {
    let lines = LineIndex::new(source.text());
    let offset = lines.offset(at);
    let name = names::at(source.text(), offset);
    if name.text.is_empty() || !source.facts().includes_file("testlib.h") || !is_code(source, offset) {
        return None;
    }
    let own = declared(source);
    let owner = place(&name, &own)?.0;
    let is_own = |entry: &&Entry| owner.is_none() && own.iter().any(|one| one.name == name.text) && !is_setting(entry);
    let entry = api().find(owner, name.text).filter(|entry| !is_own(entry))?;
    Some(Hover { range: lines.range(name.span), markdown: entry.markdown() })
}

/// A macro that programs define: it is theirs and testlib's.
fn is_setting(entry: &Entry) -> bool {
    entry.kind == Kind::Setting
}
