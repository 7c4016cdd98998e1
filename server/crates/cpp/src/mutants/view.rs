//! A solution as the families see it: its nodes, where each of them stands, and what names mean.
//!
//! Invariant: a question about a node costs time that its own children bound, or a fixed number of steps up.

use std::ops::Range;

use tree_sitter::Node;

use super::{
    names::{Names, Uses},
    types::Types,
};
use crate::{
    literal,
    nodes::{Item, NONE, Nodes},
    source::Source,
};

/// The longest text that a change repeats, in bytes: longer ones would make the whole larger than linear.
const MAX_REPEATED: usize = 160;
/// From here on a number is a modulus or an infinity.
const LEAST_LARGE: f64 = 1e6;
/// How far down a name is looked for.
const MAX_DEPTH: usize = 16;
/// How far the text of a statement is read to see whether it only prints for the author, in bytes.
const MAX_QUIET: usize = 200;
/// What marks a statement that no test can tell from another.
const QUIET: [&str; 9] =
    ["sync_with_stdio", ".tie(", "cerr", "assert(", "freopen", "mt19937", "srand(", "stderr", "shuffle("];
/// Functions whose arguments say how much room there is.
const SIZED: [&str; 8] = ["resize", "reserve", "vector", "string", "setw", "bitset", "deque", "malloc"];

/// A solution, looked at once.
pub(super) struct View<'s> {
    pub(super) source: &'s Source,
    pub(super) nodes: Nodes<'s>,
    pub(super) names: Names<'s>,
    pub(super) types: Types<'s>,
    pub(super) uses: Uses<'s>,
    places: Vec<Place>,
}

/// Where a node stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Nothing here is changed.
    pub(super) off: bool,
    /// The function around it.
    pub(super) function: usize,
    /// It lies in the body of a function.
    pub(super) in_body: bool,
    /// The loop or switch around it in the same function.
    pub(super) round: usize,
    /// It says how much room there is.
    pub(super) in_size: bool,
    /// It is an operand that must have the type of another one.
    pub(super) same_type: bool,
}

const OUTSIDE: Place =
    Place { off: false, function: NONE, in_body: false, round: NONE, in_size: false, same_type: false };

impl<'s> View<'s> {
    pub(super) fn new(source: &'s Source) -> View<'s> {
        let nodes = Nodes::new(source);
        let types = Types::new(source, &nodes);
        let names = Names::new(source, &nodes, &types);
        let mut view = View { source, nodes, names, types, uses: Uses::default(), places: Vec::new() };
        view.places = view.find_places();
        view.uses = Uses::new(&view);
        view
    }

    fn find_places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::with_capacity(self.nodes.len());
        for (at, item) in self.nodes.all() {
            let above = places.get(item.parent).copied().unwrap_or(OUTSIDE);
            places.push(self.below(above, at, item));
        }
        places
    }

    /// The place of a node under one with a place.
    fn below(&self, above: Place, at: usize, item: &Item<'s>) -> Place {
        let mut place = above;
        place.off |= item.doubtful;
        match item.visit.kind {
            "function_definition" => {
                place = Place { off: place.off, function: at, ..OUTSIDE };
            }
            "lambda_expression" => {
                place = Place { round: NONE, in_size: false, same_type: false, ..place };
            }
            "struct_specifier" | "class_specifier" => place.in_body = false,
            "compound_statement" if matches!(item.visit.parent, Some("function_definition" | "lambda_expression")) => {
                place.in_body = true;
            }
            "for_statement" | "while_statement" | "do_statement" | "for_range_loop" | "switch_statement" => {
                place.round = at;
            }
            "template_parameter_list" | "preproc_def" | "preproc_function_def" | "preproc_include" | "preproc_call" => {
                place.off = true;
            }
            "expression_statement" | "declaration" => place.off |= self.is_quiet(item),
            "array_declarator" | "template_argument_list" | "new_declarator" => place.in_size = true,
            "argument_list" => {
                let callee = self.callee(item.parent);
                place.in_size |=
                    matches!(item.visit.parent, Some("init_declarator" | "declaration" | "new_expression"))
                        || SIZED.contains(&callee);
                place.same_type = self.names.is_strict(callee) && !self.has_template_arguments(item.parent);
            }
            "subscript_argument_list" => place.same_type = false,
            _ => {}
        }
        place
    }

    fn is_quiet(&self, item: &Item<'s>) -> bool {
        let text = self.source.node_text(item.visit.node);
        text.len() <= MAX_QUIET && QUIET.iter().any(|word| text.contains(word))
    }

    pub(super) fn place(&self, at: usize) -> Place {
        self.places.get(at).copied().unwrap_or(OUTSIDE)
    }

    /// The nodes of one kind that may be changed.
    pub(super) fn of_kind<'n>(&'n self, kind: &'n str) -> impl Iterator<Item = usize> + 'n {
        self.nodes.all().filter(move |&(at, item)| item.visit.kind == kind && self.is_sound(at)).map(|(at, _)| at)
    }

    /// Whether a node parses, together with what it is a part of, and may be changed.
    pub(super) fn is_sound(&self, at: usize) -> bool {
        let Some(item) = self.nodes.get(at) else { return false };
        let above = self.nodes.get(item.parent);
        let part_of_broken = above.is_some_and(|above| {
            let is_list = matches!(above.visit.kind, "compound_statement" | "translation_unit");
            !is_list && above.visit.node.has_error() && !above.visit.kind.ends_with("_statement")
        });
        !self.place(at).off && !item.visit.node.has_error() && !part_of_broken
    }

    pub(super) fn text(&self, at: usize) -> &'s str {
        self.nodes.get(at).map_or("", |item| self.source.node_text(item.visit.node))
    }

    /// The text of a node that is short enough to be repeated.
    pub(super) fn short(&self, at: usize) -> Option<&'s str> {
        Some(self.text(at)).filter(|text| !text.is_empty() && text.len() <= MAX_REPEATED)
    }

    /// The value of a literal.
    pub(super) fn integer(&self, at: usize) -> Option<i64> {
        self.short(at).and_then(literal::integer)
    }

    /// Whether a literal is so large that it is a modulus or an infinity.
    pub(super) fn is_large(&self, at: usize) -> bool {
        let value = self.short(at).and_then(|text| text.trim_end_matches(['l', 'L']).parse::<f64>().ok());
        self.nodes.kind(at) == "number_literal" && value.is_some_and(|value| value >= LEAST_LARGE)
    }

    pub(super) fn span(&self, at: usize) -> Range<usize> {
        self.nodes.get(at).map_or(0..0, |item| item.visit.node.byte_range())
    }

    pub(super) fn node(&self, at: usize) -> Option<Node<'s>> {
        self.nodes.get(at).map(|item| item.visit.node)
    }

    /// The child with a role.
    pub(super) fn field(&self, at: usize, name: &str) -> Option<usize> {
        let wanted = self.node(at)?.child_by_field_name(name)?;
        self.nodes.children(at).find(|&child| self.node(child) == Some(wanted))
    }

    /// The sign of an operation and its two sides.
    pub(super) fn sides(&self, at: usize) -> Option<(usize, usize, usize)> {
        let mut children = self.nodes.children(at).filter(|&child| self.nodes.kind(child) != "comment");
        let sides = (children.next()?, children.next()?, children.next()?);
        children.next().is_none().then_some(sides)
    }

    /// The sign of an operation of two sides.
    pub(super) fn sign(&self, at: usize) -> &'s str {
        self.sides(at).map_or("", |(_, sign, _)| self.nodes.kind(sign))
    }

    /// A node without the parentheses around it.
    pub(super) fn bare(&self, mut at: usize) -> usize {
        for _ in 0..MAX_DEPTH {
            let inner = self.nodes.named_children(at).next();
            match inner.filter(|_| matches!(self.nodes.kind(at), "parenthesized_expression" | "condition_clause")) {
                Some(inner) => at = inner,
                None => break,
            }
        }
        at
    }

    /// The last part of the name of what a call calls.
    pub(super) fn callee(&self, call: usize) -> &'s str {
        if self.nodes.kind(call) != "call_expression" {
            return "";
        }
        let Some(function) = self.nodes.children(call).next() else { return "" };
        self.last_name(function)
    }

    /// The last part of a name, without template arguments.
    pub(super) fn last_name(&self, mut at: usize) -> &'s str {
        for _ in 0..MAX_DEPTH {
            let next = match self.nodes.kind(at) {
                "qualified_identifier" | "field_expression" => self.nodes.named_children(at).last(),
                "template_function" | "template_method" | "template_type" | "dependent_name" => {
                    self.nodes.named_children(at).next()
                }
                "identifier" | "field_identifier" | "type_identifier" | "primitive_type" => return self.text(at),
                _ => None,
            };
            let Some(next) = next else { return "" };
            at = next;
        }
        ""
    }

    fn has_template_arguments(&self, call: usize) -> bool {
        let mut at = self.nodes.children(call).next();
        while let Some(function) = at.filter(|&at| self.nodes.kind(at) == "qualified_identifier") {
            at = self.nodes.named_children(function).last();
        }
        at.is_some_and(|function| self.nodes.kind(function).starts_with("template_"))
    }

    /// The arguments of a call.
    pub(super) fn arguments(&self, call: usize) -> Vec<usize> {
        let list = self.nodes.children(call).find(|&child| self.nodes.kind(child) == "argument_list");
        list.map_or_else(Vec::new, |list| self.nodes.named_children(list).collect())
    }

    /// The name that an expression begins with: `a` for `a[i].x`.
    pub(super) fn root(&self, mut at: usize) -> &'s str {
        for _ in 0..MAX_DEPTH {
            match self.nodes.kind(at) {
                "identifier" => return self.text(at),
                "subscript_expression" | "field_expression" | "parenthesized_expression" => {
                    let Some(inner) = self.nodes.named_children(at).next() else { return "" };
                    at = inner;
                }
                _ => return "",
            }
        }
        ""
    }

    /// Whether something that is not long has to do with numbers that need not be whole.
    pub(super) fn is_real(&self, at: usize) -> bool {
        self.short(at).is_some()
            && self.nodes.within(at).any(|at| match self.nodes.kind(at) {
                "identifier" | "field_identifier" => self.names.is_real(self.text(at)) || self.text(at) == "sqrt",
                "number_literal" => self.text(at).contains('.') || self.text(at).contains("e-"),
                "primitive_type" => self.text(at) == "double",
                _ => false,
            })
    }

    /// What stands in the place of a statement that goes.
    pub(super) fn nothing(&self, statement: usize) -> &'static str {
        let above = self.nodes.kind(self.nodes.parent(statement));
        if above == "compound_statement" { "" } else { ";" }
    }

    /// Whether the loop around a place ends only by a jump.
    pub(super) fn is_endless(&self, round: usize) -> bool {
        let Some(condition) = self.field(round, "condition") else {
            return self.nodes.kind(round) == "for_statement";
        };
        matches!(self.text(self.bare(condition)), "true" | "1")
    }
}
