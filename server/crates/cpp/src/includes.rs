//! `#include` lines.

use problem::facts::Include;

use crate::{source::Source, walk::Visit};

/// The `#include` that a node is. One whose name is a macro's is none.
pub(crate) fn include(source: &Source, visit: &Visit<'_>) -> Option<Include> {
    if visit.kind != "preproc_include" {
        return None;
    }
    let path = visit.node.child_by_field_name("path")?;
    let written = source.node_text(path);
    let (name, quoted) = match path.kind() {
        "string_literal" => (written.strip_prefix('"')?.strip_suffix('"')?, true),
        "system_lib_string" => (written.strip_prefix('<')?.strip_suffix('>')?, false),
        _ => return None,
    };
    let range = source.range(visit.start()..path.end_byte());
    Some(Include { name: name.to_owned(), quoted, range })
}
