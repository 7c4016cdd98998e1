//! Which function a place of the walk lies in, and where `main` is.
//!
//! Invariant: right for a place once every node before it has been seen.

use std::ops::Range;

use tree_sitter::Node;

use crate::{source::Source, walk::Visit};

/// What the walk has passed so far.
#[derive(Debug, Default)]
pub struct Scope {
    main: Option<Main>,
    /// The functions and lambdas seen last end here.
    function_until: usize,
    /// The functions and lambdas inside `main` seen last end here.
    nested_until: usize,
}

/// The definition of `main`.
#[derive(Debug)]
pub struct Main {
    /// The word `main`.
    pub name: Range<usize>,
    /// From the word to the end of its body, or of the text when the body does not parse.
    pub span: Range<usize>,
    /// The names of its parameters.
    pub parameters: Vec<String>,
}

impl Scope {
    /// Takes in the next node of the walk.
    pub fn see(&mut self, source: &Source, visit: &Visit<'_>) {
        match visit.kind {
            "function_definition" => {
                self.enter(visit);
                if self.main.is_none() {
                    self.main = Main::of(source, visit.node, visit.end());
                }
            }
            "lambda_expression" => self.enter(visit),
            "function_declarator" if visit.in_error() && self.main.is_none() => {
                self.main = Main::of(source, visit.node, source.text().len());
            }
            "identifier" if self.main.is_none() && is_broken_main(source, visit) => {
                let name = visit.node.byte_range();
                self.main = Some(Main { span: name.start..source.text().len(), name, parameters: Vec::new() });
            }
            _ => {}
        }
    }

    /// Takes in a function or lambda; `main` itself does not lie in `main`.
    fn enter(&mut self, visit: &Visit<'_>) {
        self.function_until = self.function_until.max(visit.end());
        if self.in_main(visit.start()) {
            self.nested_until = self.nested_until.max(visit.end());
        }
    }

    /// The definition of `main`, once it has been seen.
    pub fn main(&self) -> Option<&Main> {
        self.main.as_ref()
    }

    /// Whether a place lies in some function.
    pub fn in_function(&self, offset: usize) -> bool {
        offset < self.function_until || self.main.as_ref().is_some_and(|main| main.span.contains(&offset))
    }

    /// Whether a place lies in `main` itself rather than in a lambda or class inside it.
    pub fn in_main(&self, offset: usize) -> bool {
        offset >= self.nested_until && self.main.as_ref().is_some_and(|main| main.span.contains(&offset))
    }
}

impl Main {
    /// Reads a definition or declarator whose function is called `main` and whose body ends at `end`.
    fn of(source: &Source, node: Node<'_>, end: usize) -> Option<Main> {
        let mut declarator = node;
        let mut parameters = node.child_by_field_name("parameters");
        while let Some(inner) = declarator.child_by_field_name("declarator") {
            declarator = inner;
            parameters = parameters.or_else(|| declarator.child_by_field_name("parameters"));
        }
        if declarator.kind() != "identifier" || source.node_text(declarator) != "main" {
            return None;
        }
        let parameters = parameters.map_or_else(Vec::new, |list| {
            let mut cursor = list.walk();
            list.named_children(&mut cursor).map(|parameter| parameter_name(source, parameter).to_owned()).collect()
        });
        let name = declarator.byte_range();
        Some(Main { span: name.start..end, name, parameters })
    }
}

/// Whether a node is the word `main` of a definition that does not parse.
fn is_broken_main(source: &Source, visit: &Visit<'_>) -> bool {
    let typed = visit.previous.is_some_and(|kind| kind == "primitive_type" || kind.ends_with("type_specifier"));
    visit.in_error() && typed && source.node_text(visit.node) == "main"
}

/// The name a parameter declares; empty when it has none.
fn parameter_name<'s>(source: &'s Source, parameter: Node<'s>) -> &'s str {
    declared_name(parameter).map_or("", |name| source.node_text(name))
}

/// The identifier that a declaration of one name declares.
pub(crate) fn declared_name(declaration: Node<'_>) -> Option<Node<'_>> {
    let mut node = declaration;
    while let Some(inner) = node.child_by_field_name("declarator") {
        node = inner;
    }
    (node.kind() == "identifier").then_some(node)
}
