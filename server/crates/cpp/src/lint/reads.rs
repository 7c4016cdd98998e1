//! Reads: what their arguments are, and whether a validator bounds and names what it reads.

use problem::{finding::Severity, model::Role};

use super::{
    Change, Found, bounds,
    view::{Site, View},
};
use crate::{
    api::Owner,
    nodes::NONE,
    readers::{Reader, Reads},
    reads::receiver,
};

/// How far above a use of a variable is looked for what it is used in.
const NEAR: usize = 12;

pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    let uses = Uses::new(view);
    for site in view.members(Owner::InStream) {
        let Some(reader) = Reader::of(site.call.name) else { continue };
        if let Some(refused) = bounds::refused(site, reader) {
            found.push(refused);
            continue;
        }
        found.extend(bounds::too_large(view, site, reader));
        if view.role != Role::Validator || site.object() != Some("inf") {
            continue;
        }
        let n_args = site.call.arguments.len();
        if reader.is_unbounded(n_args) {
            found.extend(unchecked(view, &uses, site, reader));
        } else if reader.is_unnamed(n_args) {
            found.push(unnamed(view, site, reader));
        }
    }
    found
}

/// 52: a read without a name.
fn unnamed(view: &View<'_>, site: &Site<'_>, reader: Reader) -> Found {
    let name = receiver(view.source, &site.call, reader).map(|receiver| receiver.name);
    let example = name.unwrap_or("name");
    let message = format!("this read has no name for its messages and the overview of bounds: add `, \"{example}\"`");
    let found = Found::new(52, Severity::Hint, site.call.span.clone(), message);
    match (name, site.call.arguments.last()) {
        (Some(name), Some(last)) => {
            let change = Change::insert(last.span.end, format!(", \"{name}\""));
            found.fix(format!("name it `{name}`"), vec![change])
        }
        (None, _) | (_, None) => found,
    }
}

/// The identifier that an `init_declarator` declares.
fn variable<'s>(view: &View<'s>, declarator: usize) -> Option<&'s str> {
    let name = view.nodes.children(declarator).next()?;
    (view.nodes.kind(name) == "identifier").then(|| view.text(name))
}

/// 51: what is read without bounds, and that nothing looks at later.
fn unchecked(view: &View<'_>, uses: &Uses<'_>, site: &Site<'_>, reader: Reader) -> Option<Found> {
    // Every value of its type may be meant.
    if site.call.name.starts_with("readUnsignedLong") {
        return None;
    }
    let above = view.nodes.parent(site.at);
    let subject = match view.nodes.kind(above) {
        "expression_statement" if reader.returns(site.call.name) => "what is read here".to_owned(),
        "init_declarator" => {
            let name = variable(view, above).filter(|name| uses.all_neutral(view, name))?;
            format!("`{name}`")
        }
        _ => return None,
    };
    let object = site.object()?;
    let call = site.call.name;
    let name = variable(view, above).unwrap_or("a");
    let before = if reader.n_before == 1 { "n, " } else { "" };
    let allowed = match reader.reads {
        Reads::Number | Reads::Numbers if reader.n_bounds == 2 => bounds::example(call),
        Reads::Number | Reads::Numbers => return None,
        Reads::Token | Reads::Tokens | Reads::Lines => "\"[a-z]{1,100}\"",
    };
    let example = format!("{object}.{call}({before}{allowed}, \"{name}\")");
    let message = format!(
        "{subject} has no bounds and nothing checks it later, so anything passes: give the bounds of the statement, as in `{example}`"
    );
    Some(Found::new(51, Severity::Warning, site.call.span.clone(), message))
}

/// Where the names of a source are used.
struct Uses<'s> {
    /// For each name, whether no use of it may be a check.
    neutral: std::collections::HashMap<&'s str, bool>,
}

impl<'s> Uses<'s> {
    fn new(view: &View<'s>) -> Uses<'s> {
        let mut neutral = std::collections::HashMap::new();
        if view.role == Role::Validator {
            let is_name = |kind: &str| matches!(kind, "identifier" | "type_identifier");
            for (at, item) in view.nodes.all().filter(|(_, item)| is_name(item.visit.kind)) {
                let harmless = !item.doubtful && is_neutral(view, at);
                neutral.entry(view.text(at)).and_modify(|all| *all &= harmless).or_insert(harmless);
            }
        }
        Uses { neutral }
    }

    fn all_neutral(&self, view: &View<'s>, name: &str) -> bool {
        self.neutral.get(name) == Some(&true) && !view.names.is_in_macro(name)
    }
}

/// Whether a use of a variable cannot be a check: its declaration, the head of a loop, the size of something, or an
/// argument of a read.
fn is_neutral(view: &View<'_>, at: usize) -> bool {
    let mut below = at;
    let mut above = view.nodes.parent(at);
    if matches!(view.nodes.kind(above), "init_declarator" | "declaration")
        && view.nodes.children(above).next() == Some(at)
    {
        return true;
    }
    if view.nodes.kind(at) == "type_identifier" {
        // `vector<int> a(n);` looks like the declaration of a function.
        let list = view.nodes.parent(above);
        return view.nodes.kind(list) == "parameter_list" && is_container(view, view.nodes.parent(list));
    }
    for _ in 0..NEAR {
        match view.nodes.kind(above) {
            "for_statement" => return view.nodes.children(above).last() != Some(below),
            "array_declarator" => return true,
            "call_expression" => {
                let read = view.site(above).filter(|site| Reader::of(site.call.name).is_some());
                return read.is_some() && view.nodes.children(above).next() != Some(below);
            }
            "binary_expression" | "argument_list" | "parenthesized_expression" | "update_expression" => {}
            "init_declarator" => return view.nodes.kind(below) == "argument_list" && is_container(view, above),
            _ => return false,
        }
        below = above;
        above = view.nodes.parent(above);
        if above == NONE {
            return false;
        }
    }
    false
}

/// Whether a declarator is that of a `std::vector` or `std::string`, whose first argument is a size.
fn is_container(view: &View<'_>, declarator: usize) -> bool {
    let declaration = view.nodes.get(view.nodes.parent(declarator)).map(|item| item.visit.node);
    let type_name = declaration.and_then(|declaration| declaration.child_by_field_name("type"));
    let written = type_name.map_or("", |type_name| view.source.node_text(type_name)).trim_start_matches("std::");
    written.starts_with("vector<") || written == "string"
}
