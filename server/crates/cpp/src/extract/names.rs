//! The names that a function declares, and what a name in it means.

use std::collections::HashMap;

use crate::{
    call::Call,
    nodes::{NONE, Nodes},
    readers::{Reader, Reads},
    source::Source,
};

/// A name that a function declares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared<'s> {
    /// The name.
    pub(super) name: &'s str,
    /// Its node.
    pub(super) at: usize,
    /// The statement or parameter that declares it.
    pub(super) declaration: usize,
    /// The node that ends where it is not known any more.
    pub(super) scope: usize,
    /// Its type, where that is a plain one that may stand anywhere in the file.
    pub(super) type_name: Option<&'s str>,
    /// Whether it is declared `const`.
    pub(super) is_const: bool,
}

/// What a name means where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A variable of the run, by how far behind the beginning of the run it is declared.
    Inner(usize),
    /// A variable of the function, by its number.
    Outer(usize),
    /// One of testlib's streams.
    Stream,
    /// Something that the file knows outside functions.
    Global,
}

/// Names of testlib's streams.
const STREAMS: [&str; 3] = ["inf", "ouf", "ans"];

/// A function that declares a name more often is not looked at.
const MAX_DECLARED: usize = 64;

/// All names that a function declares.
pub(super) struct Names<'s> {
    pub(super) all: Vec<Declared<'s>>,
    by_name: HashMap<&'s str, Vec<usize>>,
}

/// Whether a node of this kind is a name that may be a variable's; what looks like a declaration with parameters, as in
/// `vector<int> a(n)`, makes types of them.
pub(super) fn is_name(kind: &str) -> bool {
    matches!(kind, "identifier" | "type_identifier" | "namespace_identifier")
}

impl<'s> Names<'s> {
    pub(super) fn of(source: &'s Source, nodes: &Nodes<'s>, function: usize) -> Names<'s> {
        let mut types: HashMap<usize, (Option<&'s str>, bool)> = HashMap::new();
        let mut names = Names { all: Vec::new(), by_name: HashMap::new() };
        for at in nodes.within(function).filter(|&at| nodes.kind(at) == "identifier") {
            let Some((declaration, is_plain)) = declaration_of(nodes, at) else { continue };
            let (type_name, is_const) =
                *types.entry(declaration).or_insert_with(|| type_of(source, nodes, declaration));
            let Some(item) = nodes.get(at) else { continue };
            let name = source.node_text(item.visit.node);
            let type_name = match type_name {
                Some("auto") => read_type(source, nodes, at),
                other => other,
            };
            names.by_name.entry(name).or_default().push(names.all.len());
            let scope = scope_of(nodes, declaration);
            let type_name = type_name.filter(|_| is_plain);
            names.all.push(Declared { name, at, declaration, scope, type_name, is_const });
        }
        names
    }

    /// Whether each name is declared so seldom that all its declarations can be looked at wherever it stands.
    pub(super) fn are_few(&self) -> bool {
        self.by_name.values().all(|declared| declared.len() <= MAX_DECLARED)
    }

    /// What a name means at a node of a run; `None` where that is not certain.
    pub(super) fn meaning(
        &self,
        source: &Source,
        nodes: &Nodes<'_>,
        run: &std::ops::Range<usize>,
        at: usize,
    ) -> Option<Meaning> {
        let name = source.node_text(nodes.get(at)?.visit.node);
        let declared = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        let is_known = |number: &usize| {
            let one = &self.all[*number];
            one.at <= at && nodes.within(one.scope).contains(&at)
        };
        if declared.iter().any(|&number| run.contains(&self.all[number].at)) {
            let mut known = declared.iter().filter(|number| is_known(number));
            let (number, None) = (known.next()?, known.next()) else { return None };
            let inner = self.all[*number].at;
            return run.contains(&inner).then(|| Meaning::Inner(inner - run.start));
        }
        let mut known = declared.iter().filter(|number| is_known(number));
        match (known.next(), known.next()) {
            (Some(number), None) => Some(Meaning::Outer(*number)),
            (Some(_), Some(_)) => None,
            (None, _) if STREAMS.contains(&name) => Some(Meaning::Stream),
            (None, _) => Some(Meaning::Global),
        }
    }
}

/// The declaration that a name belongs to as what it declares, and whether that is neither a pointer nor the like.
fn declaration_of(nodes: &Nodes<'_>, name: usize) -> Option<(usize, bool)> {
    let (mut child, mut is_plain) = (name, true);
    loop {
        let parent = nodes.parent(child);
        match nodes.kind(parent) {
            "init_declarator" | "function_declarator" if child == parent + 1 => {}
            "array_declarator" if child == parent + 1 => is_plain = false,
            "pointer_declarator"
            | "reference_declarator"
            | "parenthesized_declarator"
            | "structured_binding_declarator"
            | "attributed_declarator"
            | "variadic_declarator" => is_plain = false,
            "declaration" | "parameter_declaration" | "optional_parameter_declaration" => {
                return Some((parent, is_plain));
            }
            "for_range_loop" if nodes.get(child)?.visit.previous != Some(":") => return Some((parent, false)),
            _ => return None,
        }
        child = parent;
    }
}

/// The type that stands before what a declaration declares, and whether it is `const`.
fn type_of<'s>(source: &'s Source, nodes: &Nodes<'s>, declaration: usize) -> (Option<&'s str>, bool) {
    let Some(item) = nodes.get(declaration) else { return (None, false) };
    let (mut end, mut is_const) = (None, false);
    for child in nodes.children(declaration) {
        let Some(part) = nodes.get(child) else { break };
        match part.visit.kind {
            "primitive_type"
            | "sized_type_specifier"
            | "type_identifier"
            | "template_type"
            | "qualified_identifier" => end = Some(part.visit.end()),
            "placeholder_type_specifier" if source.node_text(part.visit.node) == "auto" => end = Some(part.visit.end()),
            "type_qualifier" if source.node_text(part.visit.node) == "const" && end.is_none() => is_const = true,
            "identifier" => break,
            kind if kind.ends_with("declarator") => break,
            _ => return (None, is_const),
        }
    }
    let text = end.map(|end| source.slice(item.visit.start()..end));
    (text.filter(|text| !text.contains(['\n', '\r', '/'])), is_const)
}

/// The type of a variable that is declared `auto` and is what a reader returns.
fn read_type(source: &Source, nodes: &Nodes<'_>, name: usize) -> Option<&'static str> {
    let value = nodes.named_children(nodes.parent(name)).last().filter(|value| *value != name)?;
    let call = Call::at(source, &nodes.get(value)?.visit).filter(|call| call.on_object)?;
    let reader = Reader::of(call.name).filter(|reader| reader.returns(call.name))?;
    let several =
        matches!(reader.reads, Reads::Numbers | Reads::Tokens) || matches!(call.name, "readLines" | "readStrings");
    let one = call.name.trim_end_matches('s');
    Some(match (one, several) {
        ("readInt" | "readInteger", false) => "int",
        ("readInt" | "readInteger", true) => "std::vector<int>",
        ("readLong", false) => "long long",
        ("readLong", true) => "std::vector<long long>",
        ("readDouble" | "readReal" | "readStrictDouble" | "readStrictReal", false) => "double",
        ("readToken" | "readWord" | "readLine" | "readString", false) => "std::string",
        ("readToken" | "readWord" | "readLine" | "readString", true) => "std::vector<std::string>",
        _ => return None,
    })
}

/// The node whose end is the end of what a declaration declares.
fn scope_of(nodes: &Nodes<'_>, declaration: usize) -> usize {
    let mut at = declaration;
    while at != NONE
        && !matches!(
            nodes.kind(at),
            "compound_statement"
                | "for_statement"
                | "for_range_loop"
                | "if_statement"
                | "while_statement"
                | "switch_statement"
                | "lambda_expression"
                | "function_definition"
        )
    {
        at = nodes.parent(at);
    }
    at
}
