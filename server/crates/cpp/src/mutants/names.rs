//! What the names of a solution are and how they are used, as far as a change must know to compile and to matter.
//!
//! Invariant: a name is taken for the same thing everywhere in a source; where it is several things, each of them counts.

use std::collections::HashSet;

use tree_sitter::Node;

use super::{
    types::{Types, Wide},
    view::View,
};
use crate::{
    nodes::{NONE, Nodes},
    source::Source,
};

/// How deep declarators are nested at most.
const MAX_DECLARATORS: usize = 16;
/// The longest type or list of parameters that is read.
const MAX_TEXT: usize = 400;
/// Functions of the standard library whose arguments must have one type, or exactly that of a parameter.
const STRICT: [&str; 9] = ["min", "max", "__gcd", "clamp", "minmax", "swap", "exchange", "chmin", "chmax"];

/// What a source declares.
#[derive(Debug, Default)]
pub(super) struct Names<'s> {
    functions: HashSet<&'s str>,
    /// Functions of its own whose arguments must have exactly the type of the parameter.
    strict: HashSet<&'s str>,
    /// Macros that begin a loop.
    loops: HashSet<&'s str>,
    structs: HashSet<&'s str>,
    /// Names for types that templates make.
    made_types: HashSet<&'s str>,
    /// Names of texts, arrays and objects of the source's own classes, for which `+` and `-` mean something else.
    unlike_numbers: HashSet<&'s str>,
    constants: HashSet<&'s str>,
    /// Functions that are declared before they are defined.
    declared_ahead: HashSet<&'s str>,
    /// Names of numbers that need not be whole.
    reals: HashSet<&'s str>,
}

impl<'s> Names<'s> {
    pub(super) fn new(source: &'s Source, nodes: &Nodes<'s>, types: &Types<'s>) -> Names<'s> {
        let mut names = Names::default();
        for (_, item) in nodes.all() {
            let node = item.visit.node;
            let field = |name| node.child_by_field_name(name);
            match item.visit.kind {
                "struct_specifier" | "class_specifier" => {
                    names.structs.extend(field("name").map(|name| source.node_text(name)));
                }
                "alias_declaration" | "type_definition" => {
                    let name = field("name").or_else(|| field("declarator"));
                    let is_made = field("type").is_some_and(|made| {
                        made.end_byte() - made.start_byte() <= MAX_TEXT && source.node_text(made).contains('<')
                    });
                    names.made_types.extend(name.filter(|_| is_made).map(|name| source.node_text(name)));
                }
                "preproc_def" => names.constants.extend(field("name").map(|name| source.node_text(name))),
                "preproc_function_def" => {
                    let Some(name) = field("name").map(|name| source.node_text(name)) else { continue };
                    names.functions.insert(name);
                    let is_loop =
                        field("value").is_some_and(|body| source.node_text(body).trim_start().starts_with("for"));
                    if is_loop {
                        names.loops.insert(name)
                    } else {
                        names.strict.insert(name)
                    };
                }
                "function_definition" => {
                    let is_template = item.visit.parent == Some("template_declaration");
                    names.see_function(source, node, is_template);
                }
                "function_declarator" if item.visit.parent == Some("declaration") => {
                    names.declared_ahead.extend(variable(node).map(|name| source.node_text(name)));
                }
                "init_declarator" => {
                    let lambda = field("value").filter(|value| value.kind() == "lambda_expression");
                    if let Some(name) = lambda.and_then(|_| variable(node)) {
                        names.functions.insert(source.node_text(name));
                        names.strict.insert(source.node_text(name));
                    }
                }
                _ => {}
            }
        }
        names.see_variables(source, nodes, types);
        names
    }

    fn see_function(&mut self, source: &'s Source, function: Node<'s>, is_template: bool) {
        for declarator in declarators(function).skip(1) {
            let Some(parameters) = declarator.child_by_field_name("parameters") else { continue };
            let Some(name) = declarator.child_by_field_name("declarator").map(|name| source.node_text(name)) else {
                return;
            };
            let name = name.rsplit(':').next().unwrap_or(name);
            self.functions.insert(name);
            let text = source.node_text(parameters);
            let text = if text.len() > MAX_TEXT { "&" } else { text };
            if is_template || text.contains(['&', '*', '[', '<']) || text.contains("auto") {
                self.strict.insert(name);
            }
            return;
        }
    }

    fn see_variables(&mut self, source: &'s Source, nodes: &Nodes<'s>, types: &Types<'s>) {
        for (at, item) in nodes.all() {
            let is_declaration = matches!(
                item.visit.kind,
                "declaration"
                    | "parameter_declaration"
                    | "optional_parameter_declaration"
                    | "field_declaration"
                    | "for_range_loop"
                    | "function_definition"
            );
            let Some(type_name) = item.visit.node.child_by_field_name("type").filter(|_| is_declaration) else {
                continue;
            };
            let type_text = source.node_text(type_name);
            let type_text = if type_text.len() > MAX_TEXT { "" } else { type_text };
            let is_text =
                matches!(type_text, "string" | "std::string" | "char" | "str") || type_text.contains("string");
            let is_own = self.structs.contains(type_text)
                || self.made_types.contains(type_text)
                || type_name.kind() == "template_type" && !type_text.starts_with("vector")
                || type_text.contains("::iterator");
            let is_real = type_text == "float"
                || matches!(types.wide(type_text), Some(Wide::Double | Wide::LongDouble))
                || type_text.ends_with("<double>");
            let is_constant = nodes.children(at).any(|child| {
                nodes.kind(child) == "type_qualifier"
                    && nodes.get(child).is_some_and(|item| source.node_text(item.visit.node).starts_with("const"))
            });
            for child in nodes.named_children(at) {
                let Some(declarator) = nodes.get(child).map(|item| item.visit.node) else { continue };
                let is_array = declares_array(declarator);
                let Some(name) = variable(declarator).map(|name| source.node_text(name)) else { continue };
                if is_text || is_own || is_array {
                    self.unlike_numbers.insert(name);
                }
                if is_real {
                    self.reals.insert(name);
                }
                if is_constant {
                    self.constants.insert(name);
                }
            }
        }
    }

    /// Whether the source defines a function, or a macro that looks like one, of a name.
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.functions.contains(name)
    }

    /// Whether a function takes only arguments of exactly the right type.
    pub(super) fn is_strict(&self, name: &str) -> bool {
        STRICT.contains(&name) || self.strict.contains(name)
    }

    pub(super) fn is_loop_macro(&self, name: &str) -> bool {
        self.loops.contains(name)
    }

    /// Whether the source has a class of a name.
    pub(super) fn is_struct(&self, name: &str) -> bool {
        self.structs.contains(name)
    }

    pub(super) fn is_unlike_numbers(&self, name: &str) -> bool {
        self.unlike_numbers.contains(name)
    }

    /// Whether a function's type stands in two places.
    pub(super) fn is_declared_ahead(&self, function: &str) -> bool {
        self.declared_ahead.contains(function)
    }

    /// Whether a name is that of something that is no whole number.
    pub(super) fn is_real(&self, name: &str) -> bool {
        self.reals.contains(name)
    }

    pub(super) fn is_constant(&self, name: &str) -> bool {
        self.constants.contains(name)
    }
}

/// The name that a declarator, or a plain name in its place, declares.
pub(super) fn variable(declarator: Node<'_>) -> Option<Node<'_>> {
    let node = declarators(declarator).last()?;
    let node = if node.kind() == "reference_declarator" { node.named_child(0)? } else { node };
    matches!(node.kind(), "identifier" | "field_identifier").then_some(node)
}

fn declares_array(declarator: Node<'_>) -> bool {
    declarators(declarator).any(|node| matches!(node.kind(), "array_declarator" | "pointer_declarator"))
}

/// A declarator, the one in it, and so on, as far as people write them.
pub(super) fn declarators(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(Some(node), |node| node.child_by_field_name("declarator")).take(MAX_DECLARATORS)
}

/// How the names of a source are used.
#[derive(Debug, Default)]
pub(super) struct Uses<'s> {
    /// They stand where the type must be exactly one.
    pub(super) same_type: HashSet<&'s str>,
    /// They stand for the whole of an array or a container outside of calls of the standard library.
    pub(super) whole: HashSet<&'s str>,
    /// A number with a suffix of 64 bits stands where the type must be exactly one.
    pub(super) wide_numbers: bool,
    /// Functions that are called in loops.
    pub(super) called_in_loops: HashSet<&'s str>,
    /// Functions that call themselves.
    pub(super) recursive: HashSet<&'s str>,
    /// Names that a remainder is taken by.
    pub(super) moduli: HashSet<&'s str>,
    /// Names that are given a value after they are declared.
    pub(super) written: HashSet<&'s str>,
}

impl<'s> Uses<'s> {
    pub(super) fn new(view: &View<'s>) -> Uses<'s> {
        let mut uses = Uses::default();
        for (at, item) in view.nodes.all() {
            let above = item.parent;
            match item.visit.kind {
                "identifier" | "field_identifier" => {
                    if view.place(at).same_type {
                        uses.same_type.insert(view.text(at));
                    }
                    if is_whole(view, at) {
                        uses.whole.insert(view.text(at));
                    }
                }
                "number_literal" if view.place(at).same_type => {
                    uses.wide_numbers |= view.text(at).to_ascii_lowercase().ends_with("ll");
                }
                "pointer_expression" => {
                    let inner = view.nodes.named_children(at).last().map(|inner| view.root(inner));
                    uses.same_type.extend(inner.filter(|name| !name.is_empty()));
                }
                "call_expression" => {
                    let (name, place) = (view.callee(at), view.place(at));
                    if place.round != NONE {
                        uses.called_in_loops.insert(name);
                    }
                    if !name.is_empty() && function_name(view, place.function) == name {
                        uses.recursive.insert(name);
                    }
                }
                "%" | "%=" => {
                    let right = view.sides(above).map(|(_, _, right)| view.root(right));
                    uses.moduli.extend(right.filter(|name| !name.is_empty()));
                }
                "assignment_expression" | "update_expression" => {
                    let target = view.nodes.named_children(at).next().map(|target| view.root(target));
                    uses.written.extend(target);
                }
                _ => {}
            }
        }
        uses
    }
}

/// Whether a name stands for a whole value rather than for what an element or member is taken of.
fn is_whole(view: &View<'_>, at: usize) -> bool {
    let above = view.nodes.parent(at);
    let is_first = view.nodes.children(above).next() == Some(at);
    match view.nodes.kind(above) {
        "subscript_expression" | "field_expression" | "call_expression" => !is_first,
        "argument_list" => {
            let callee = view.callee(view.nodes.parent(above));
            callee.is_empty()
                || view.names.is_own(callee)
                || matches!(callee, "push_back" | "emplace_back" | "push" | "insert")
        }
        "assignment_expression"
        | "return_statement"
        | "initializer_list"
        | "initializer_pair"
        | "conditional_expression" => true,
        "init_declarator" => !is_first,
        "pointer_expression" | "reference_declarator" => true,
        "for_range_loop" => binds_elements(view, above),
        _ => false,
    }
}

/// Whether a loop over a list gives its elements a type that they must have already.
fn binds_elements(view: &View<'_>, range_loop: usize) -> bool {
    let is_auto = view.field(range_loop, "type").is_some_and(|type_name| view.text(type_name) == "auto");
    let declarator = view.field(range_loop, "declarator").map_or("", |declarator| view.nodes.kind(declarator));
    !is_auto && declarator == "reference_declarator"
}

/// The name of a function's definition.
pub(super) fn function_name<'s>(view: &View<'s>, function: usize) -> &'s str {
    let Some(node) = view.node(function).and_then(|definition| declarators(definition).last()) else { return "" };
    if node.kind() == "identifier" || node.kind() == "field_identifier" { view.source.node_text(node) } else { "" }
}
