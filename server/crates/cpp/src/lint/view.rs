//! A source as the rules see it: nodes, names, and calls with what they call.

use std::collections::HashMap;

use problem::model::Role;

use super::names::Names;
use crate::{
    api::Owner,
    call::Call,
    nodes::{NONE, Nodes},
    scan::is_word,
    source::Source,
};

/// A source, looked at once.
pub(super) struct View<'s> {
    pub(super) source: &'s Source,
    pub(super) role: Role,
    pub(super) nodes: Nodes<'s>,
    pub(super) names: Names<'s>,
    /// The calls that are not doubtful, outer before inner, in source order.
    pub(super) sites: Vec<Site<'s>>,
    /// The definition of `main`.
    pub(super) main: Option<Main>,
    by_node: HashMap<usize, usize>,
}

/// A call and what it calls.
pub(super) struct Site<'s> {
    pub(super) call: Call<'s>,
    /// The index of its node.
    pub(super) at: usize,
    pub(super) target: Target<'s>,
}

/// What a call calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target<'s> {
    /// A global function, perhaps of `std`, that the source does not define itself.
    Global,
    /// A member of an object of testlib's, with the object's name.
    Member(Owner, &'s str),
    /// Anything else.
    Other,
}

/// The definition of `main`, by indices of nodes.
pub(super) struct Main {
    /// The word.
    pub(super) name: usize,
    /// Its parameters with their parentheses.
    pub(super) parameters: usize,
    /// Its body with the braces.
    pub(super) body: usize,
}

impl<'s> View<'s> {
    pub(super) fn new(source: &'s Source, role: Role) -> View<'s> {
        let nodes = Nodes::new(source);
        let names = Names::new(source, &nodes);
        let calls = nodes.of_kind("call_expression").filter(|(_, item)| !item.visit.node.has_error());
        let sites: Vec<Site<'s>> = calls
            .filter_map(|(at, item)| {
                let call = Call::at(source, &item.visit)?;
                Some(Site { target: target(source, &names, &call), at, call })
            })
            .collect();
        let by_node = sites.iter().enumerate().map(|(idx, site)| (site.at, idx)).collect();
        let main = main(source, &nodes);
        View { source, role, nodes, names, sites, main, by_node }
    }

    /// The call that a node is.
    pub(super) fn site(&self, at: usize) -> Option<&Site<'s>> {
        self.by_node.get(&at).map(|&idx| &self.sites[idx])
    }

    /// The text of a node.
    pub(super) fn text(&self, at: usize) -> &'s str {
        self.nodes.get(at).map_or("", |item| self.source.node_text(item.visit.node))
    }

    /// The bytes of a node.
    pub(super) fn span(&self, at: usize) -> std::ops::Range<usize> {
        self.nodes.get(at).map_or(0..0, |item| item.visit.node.byte_range())
    }

    /// Calls of global functions of a name.
    pub(super) fn globals<'v>(&'v self, name: &'v str) -> impl Iterator<Item = &'v Site<'s>> {
        self.sites.iter().filter(move |site| site.target == Target::Global && site.call.name == name)
    }

    /// Calls of members of one of testlib's classes.
    pub(super) fn members(&self, owner: Owner) -> impl Iterator<Item = &Site<'s>> {
        self.sites.iter().filter(move |site| matches!(site.target, Target::Member(of, _) if of == owner))
    }

    /// The blanks that begin the line of an offset.
    pub(super) fn indent(&self, offset: usize) -> &'s str {
        let line = self.source.slice(self.source.lines().line_start(offset)..offset);
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// The statement that consists of one node alone, as a span with its line if nothing else is on it.
    pub(super) fn whole_statement(&self, at: usize) -> Option<std::ops::Range<usize>> {
        let statement = self.nodes.parent(at);
        if self.nodes.kind(statement) != "expression_statement"
            || self.nodes.kind(self.nodes.parent(statement)) != "compound_statement"
        {
            return None;
        }
        let span = self.span(statement);
        let lines = self.source.lines();
        let (start, end) = (lines.line_start(span.start), lines.next_line_start(span.end));
        let alone = self.source.slice(start..span.start).trim().is_empty()
            && self.source.slice(span.end..end).trim().is_empty();
        Some(if alone { start..end } else { span })
    }
}

impl<'s> Site<'s> {
    /// The bytes of the function's name.
    pub(super) fn name_span(&self) -> std::ops::Range<usize> {
        self.call.name_start..self.call.name_start + self.call.name.len()
    }

    /// The object of testlib's that it is called on.
    pub(super) fn object(&self) -> Option<&'s str> {
        match self.target {
            Target::Member(_, object) => Some(object),
            Target::Global | Target::Other => None,
        }
    }
}

fn target<'s>(source: &'s Source, names: &Names<'s>, call: &Call<'s>) -> Target<'s> {
    let before = source.slice(call.span.start..call.name_start).trim();
    if !call.on_object {
        let is_global = matches!(before, "" | "std::" | "::") && !names.is_own(call.name);
        return if is_global { Target::Global } else { Target::Other };
    }
    let object = before.strip_suffix('.').map_or("", str::trim_end);
    if object.is_empty() || !object.bytes().all(is_word) || names.is_macro(call.name) && call.name != "ensure" {
        return Target::Other;
    }
    names.class_of(object).map_or(Target::Other, |owner| Target::Member(owner, object))
}

fn main(source: &Source, nodes: &Nodes<'_>) -> Option<Main> {
    nodes.of_kind("function_declarator").find_map(|(at, _)| {
        let definition = nodes.parent(at);
        let name = nodes.children(at).next()?;
        if nodes.kind(definition) != "function_definition"
            || source.node_text(nodes.get(name)?.visit.node) != "main"
            || nodes.kind(nodes.parent(definition)) != "translation_unit"
        {
            return None;
        }
        let of_kind = |of: usize, kind: &str| nodes.children(of).find(|&child| nodes.kind(child) == kind);
        let body = of_kind(definition, "compound_statement").filter(|&body| body != NONE)?;
        Some(Main { name, parameters: of_kind(at, "parameter_list")?, body })
    })
}
