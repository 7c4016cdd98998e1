//! The exit codes written into a source.
//!
//! Invariant: source order, each code once. Besides `exit(…)` and the `return` of `main`, a constant or macro that is
//! exactly 42 or 43 counts, because validators in the style of Kattis often give their codes names. That is a guess: a
//! program with a constant of that value for another purpose is taken in too.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::{call::Call, literal, scope::Scope, source::Source, walk::Visit};

const EXIT_FUNCTIONS: [&str; 4] = ["exit", "_exit", "_Exit", "quick_exit"];
const NAMED_CODES: [i64; 2] = [42, 43];

/// What the walk has passed so far.
pub(crate) struct Exits<'s> {
    source: &'s Source,
    codes: Codes,
}

impl<'s> Exits<'s> {
    pub(crate) fn new(source: &'s Source) -> Exits<'s> {
        Exits { source, codes: Codes::default() }
    }

    pub(crate) fn see(&mut self, scope: &Scope, visit: &Visit<'s>) {
        match visit.kind {
            "return_statement" if scope.in_main(visit.start()) => {
                let value = visit.node.named_children(&mut visit.node.walk()).find(|node| node.kind() != "comment");
                self.see_value(value);
            }
            "declaration" | "field_declaration" => self.see_declaration(visit.node),
            "enumerator" => self.see_constant(visit.node.child_by_field_name("value")),
            "preproc_def" => {
                if let Some(value) = visit.node.child_by_field_name("value") {
                    self.codes.add_constant(literal::without_comment(self.source.node_text(value)));
                }
            }
            _ => {}
        }
    }

    pub(crate) fn see_call(&mut self, call: &Call<'s>) {
        if call.on_object || !EXIT_FUNCTIONS.contains(&call.name) {
            return;
        }
        if let [argument] = &call.arguments[..] {
            match argument.node {
                Some(node) => self.see_value(Some(node)),
                None => self.codes.add(argument.text),
            }
        }
    }

    pub(crate) fn finish(self) -> Vec<i32> {
        self.codes.finish()
    }

    /// Takes the literals that an expression may come out as.
    fn see_value(&mut self, value: Option<Node<'s>>) {
        let mut open: Vec<Node<'s>> = value.into_iter().collect();
        while let Some(node) = open.pop() {
            match node.kind() {
                "number_literal" | "unary_expression" => self.codes.add(self.source.node_text(node)),
                "parenthesized_expression" => open.extend(node.named_child(0)),
                "conditional_expression" => {
                    open.extend(node.child_by_field_name("alternative"));
                    open.extend(node.child_by_field_name("consequence"));
                }
                _ => {}
            }
        }
    }

    fn see_declaration(&mut self, declaration: Node<'s>) {
        let mut constant = false;
        for child in declaration.named_children(&mut declaration.walk()) {
            match child.kind() {
                "type_qualifier" => constant |= self.source.node_text(child).starts_with("const"),
                "init_declarator" if constant => self.see_constant(child.child_by_field_name("value")),
                _ => {}
            }
        }
        if constant {
            self.see_constant(declaration.child_by_field_name("default_value"));
        }
    }

    fn see_constant(&mut self, value: Option<Node<'s>>) {
        let Some(value) = value else { return };
        let value = match value.kind() {
            "initializer_list" | "argument_list" if value.named_child_count() == 1 => value.named_child(0),
            _ => Some(value),
        };
        if let Some(value) = value.filter(|value| value.kind() == "number_literal") {
            self.codes.add_constant(self.source.node_text(value));
        }
    }
}

/// Exit codes in the order found, each once.
#[derive(Default)]
pub(crate) struct Codes {
    codes: Vec<i32>,
    known: HashSet<i32>,
}

impl Codes {
    /// Adds a code that leaves the program, when the text is a literal.
    pub(crate) fn add(&mut self, written: &str) {
        let code = literal::integer(written).and_then(|value| i32::try_from(value).ok());
        self.codes.extend(code.filter(|&code| self.known.insert(code)));
    }

    /// Adds a code that has a name, when the text is one of the literals that matter.
    pub(crate) fn add_constant(&mut self, written: &str) {
        if literal::integer(written).is_some_and(|value| NAMED_CODES.contains(&value)) {
            self.add(written);
        }
    }

    pub(crate) fn finish(self) -> Vec<i32> {
        self.codes
    }
}
