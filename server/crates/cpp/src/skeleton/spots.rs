//! Where a source reads the input: in which of its functions, and through which names.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use tree_sitter::Node;

use crate::source::Source;

/// What a place in a source does with the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// Takes a space.
    Space,
    /// Takes the end of a line.
    End,
    /// Takes a value, or leads to where it is taken: a call of a function that reads, the stream as an argument.
    Value,
}

/// The functions and places of a source.
pub(super) struct Spots<'s> {
    /// The bodies of functions and of lambdas that have a name, where only one has it.
    bodies: HashMap<&'s str, Option<Node<'s>>>,
    /// The names whose functions, macros or lambdas read, also by other functions.
    reading: HashSet<&'s str>,
    /// In the order of the source.
    spots: Vec<(usize, Spot)>,
}

impl<'s> Spots<'s> {
    /// One walk, and one look at each use of a name.
    pub(super) fn new(source: &'s Source) -> Spots<'s> {
        let mut bodies: HashMap<&'s str, Option<Node<'s>>> = HashMap::new();
        // Functions that are open: where they end, and their names.
        let mut open: Vec<(usize, &'s str)> = Vec::new();
        // Uses of names, and in which function they stand.
        let mut uses: Vec<(usize, &'s str, Option<&'s str>)> = Vec::new();
        let mut reading: HashSet<&'s str> = HashSet::new();
        for visit in source.walk() {
            while open.last().is_some_and(|(end, _)| *end <= visit.start()) {
                open.pop();
            }
            match visit.kind {
                "function_definition" | "init_declarator" => {
                    if let Some((name, body)) = function(source, visit.node) {
                        bodies.entry(name).and_modify(|body| *body = None).or_insert(Some(body));
                        open.push((visit.end(), name));
                    }
                }
                "preproc_def" | "preproc_function_def" => {
                    let text = |field: &str| visit.node.child_by_field_name(field).map(|node| source.node_text(node));
                    if let (Some(name), Some(value)) = (text("name"), text("value"))
                        && value.contains("inf.")
                    {
                        reading.insert(name);
                        bodies.insert(name, None);
                    }
                }
                "identifier" | "type_identifier" | "field_identifier" => {
                    let before = &source.text()[..visit.start()];
                    if !["inf.", "ouf.", "ans."].iter().any(|stream| before.ends_with(stream)) {
                        uses.push((visit.start(), source.node_text(visit.node), open.last().map(|(_, name)| *name)));
                    }
                }
                _ => {}
            }
        }
        let mut callers: HashMap<&str, Vec<&'s str>> = HashMap::new();
        for (at, name, around) in &uses {
            let Some(around) = around else { continue };
            if *name == "inf" && stream_spot(source, *at).is_some() {
                reading.insert(around);
            } else if bodies.contains_key(name) && name != around {
                callers.entry(name).or_default().push(around);
            }
        }
        let mut left: Vec<&str> = reading.iter().copied().collect();
        while let Some(name) = left.pop() {
            let above = callers.remove(name).unwrap_or_default();
            left.extend(above.into_iter().filter(|name| reading.insert(name)));
        }
        let spot = |(at, name, _): &(usize, &'s str, Option<&'s str>)| match *name {
            "inf" => Some((*at, stream_spot(source, *at)?)),
            name => reading.contains(name).then_some((*at, Spot::Value)),
        };
        let spots = uses.iter().filter_map(spot).collect();
        Spots { bodies, reading, spots }
    }

    /// The body of the only function of a name.
    pub(super) fn body(&self, name: &str) -> Option<Node<'s>> {
        self.bodies.get(name).copied().flatten()
    }

    /// Whether a function of the name reads.
    pub(super) fn reads(&self, name: &str) -> bool {
        self.reading.contains(name)
    }

    /// What happens between two places of the source.
    pub(super) fn within(&self, bytes: Range<usize>) -> impl Iterator<Item = Spot> {
        let first = self.spots.partition_point(|(at, _)| *at < bytes.start);
        self.spots[first..].iter().take_while(move |(at, _)| *at < bytes.end).map(|(_, spot)| *spot)
    }
}

/// The name and the body of a function, or of a lambda that a variable takes.
fn function<'s>(source: &'s Source, node: Node<'s>) -> Option<(&'s str, Node<'s>)> {
    let declarator = node.child_by_field_name("declarator")?;
    if node.kind() == "init_declarator" {
        let lambda = node.child_by_field_name("value").filter(|value| value.kind() == "lambda_expression")?;
        return Some((source.node_text(declarator), lambda.child_by_field_name("body")?));
    }
    let mut name = declarator;
    // `int* f()` has its name deeper.
    while let Some(inner) = name.child_by_field_name("declarator") {
        name = inner;
    }
    let written = source.node_text(name);
    let plain = written.rsplit("::").next().unwrap_or(written);
    Some((plain, node.child_by_field_name("body")?))
}

/// What is done with the stream that is named at an offset; `None` where that takes nothing.
fn stream_spot(source: &Source, at: usize) -> Option<Spot> {
    let rest = source.text()[at + "inf".len()..].trim_start();
    let Some(call) = rest.strip_prefix('.') else { return Some(Spot::Value) };
    let is_call = |name: &str| call.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('('));
    if is_call("readSpace") || call.starts_with("readChar(' ')") {
        Some(Spot::Space)
    } else if is_call("readEoln") || call.starts_with("readChar('\\n')") {
        Some(Spot::End)
    } else {
        ((call.starts_with("read") || call.starts_with("next")) && !is_call("readEof")).then_some(Spot::Value)
    }
}
