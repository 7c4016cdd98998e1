//! The types that have a smaller one beside them.
//!
//! Invariant: a name counts as such a type only where every definition of it in the source says so.

use std::collections::HashMap;

use crate::{literal, nodes::Nodes, source::Source};

/// A type that has a smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wide {
    /// 64 bits.
    Integer,
    /// The same without a sign.
    Unsigned,
    /// `long double`.
    LongDouble,
    /// `double`.
    Double,
}

/// The longest name of a type that is looked at.
const MAX_NAME: usize = 64;

/// What the names of types mean in a source.
#[derive(Debug, Default)]
pub(super) struct Types<'s> {
    aliases: HashMap<&'s str, Option<Wide>>,
    /// The definitions of such names: the node of the whole, and that of the type in it.
    pub(super) definitions: Vec<(usize, usize, Wide)>,
}

impl<'s> Types<'s> {
    pub(super) fn new(source: &'s Source, nodes: &Nodes<'s>) -> Types<'s> {
        let mut types = Types::default();
        for (at, item) in nodes.all() {
            let node = item.visit.node;
            let (name, value) = match item.visit.kind {
                "alias_declaration" => ("name", "type"),
                "type_definition" => ("declarator", "type"),
                "preproc_def" => ("name", "value"),
                _ => continue,
            };
            let (Some(name), Some(value)) = (node.child_by_field_name(name), node.child_by_field_name(value)) else {
                continue;
            };
            let text = literal::without_comment(source.node_text(value));
            let wide = types.wide(text);
            if let Some(wide) = wide.filter(|_| !item.doubtful && !node.has_error()) {
                let index =
                    nodes.children(at).find(|&child| nodes.get(child).map(|item| item.visit.node) == Some(value));
                types.definitions.extend(index.map(|index| (at, index, wide)));
            }
            let known = types.aliases.entry(source.node_text(name)).or_insert(wide);
            *known = known.filter(|known| Some(*known) == wide);
        }
        types
    }

    /// What a type's text stands for.
    pub(super) fn wide(&self, text: &str) -> Option<Wide> {
        if text.len() > MAX_NAME {
            return None;
        }
        if let Some(known) = self.aliases.get(text) {
            return *known;
        }
        let is_long = |text: &str| matches!(text, "long" | "long long" | "long long int" | "long int");
        match text {
            "int64_t" | "std::int64_t" | "__int64" | "int_fast64_t" => Some(Wide::Integer),
            "uint64_t" | "std::uint64_t" => Some(Wide::Unsigned),
            "long double" => Some(Wide::LongDouble),
            "double" => Some(Wide::Double),
            _ if is_long(text) => Some(Wide::Integer),
            _ if text.strip_prefix("unsigned ").is_some_and(is_long) => Some(Wide::Unsigned),
            _ => None,
        }
    }

    /// Whether `int` is no `int` here.
    pub(super) fn int_is_wide(&self) -> bool {
        self.aliases.contains_key("int")
    }

    /// The smaller type, by a name that means it here.
    pub(super) fn smaller(&self, wide: Wide) -> &'static str {
        let is_other = |name: &str| self.aliases.contains_key(name);
        match wide {
            Wide::Integer if self.int_is_wide() => "int32_t",
            Wide::Integer => "int",
            Wide::Unsigned if self.int_is_wide() => "uint32_t",
            Wide::Unsigned => "unsigned",
            Wide::LongDouble if is_other("double") => "float",
            Wide::LongDouble => "double",
            Wide::Double => "float",
        }
    }
}
