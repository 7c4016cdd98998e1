//! What a program reads of the input, as a new program needs it that reads or writes the same: the skeleton of a validator
//! after a checker, of a generator after a validator.
//!
//! `main` is followed, and functions of the file that take nothing. What cannot be followed is named, so that the skeleton
//! says what is to be decided. Bounds and counts are taken over where they are numbers or variables that were read before.

mod checktestdata;
#[cfg(test)]
mod tests;
mod write;

use std::{
    cell::Cell,
    collections::{HashMap, HashSet},
};

use problem::{bounds::base_span, text::Range};
use tree_sitter::Node;

use write::is_identifier;
pub use write::{Stated, generator, validator};

use crate::{
    call::Call,
    readers::{Reader, Reads},
    reads::name,
    scan::is_word,
    source::Source,
    walk::Visit,
};

/// Longer models are nothing that somebody edits, parts.
const MAX_PARTS: usize = 200;
/// So many nodes are looked at: functions that are called many times are looked at as often.
const MAX_NODES: usize = 50_000;
/// Nothing is followed deeper.
const MAX_NESTED: usize = 60;
/// Loops in loops that a skeleton has.
const MAX_LOOPS: usize = 4;

/// What is read, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    parts: Vec<Part>,
}

/// A part of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    One(Value),
    EndOfLine,
    /// As often as an expression says.
    Times(String, Vec<Part>),
    /// Something that nobody followed, as it is written.
    Unclear(String),
}

/// Something that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Value {
    kind: Kind,
    /// What it is called, without an index.
    name: String,
    /// Expressions of the least and the greatest value.
    bounds: Option<(String, String)>,
    /// The literal of a token's pattern.
    pattern: Option<String>,
    /// How many there are on one line, where one call reads several.
    size: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Int,
    Long,
    Real,
    Token,
    Line,
}

impl Model {
    /// Whether nothing is read that is understood.
    pub fn is_empty(&self) -> bool {
        !self.parts.iter().any(|part| matches!(part, Part::One(_) | Part::Times(..)))
    }

    /// The model of a source in C++.
    pub fn of(source: &Source) -> Model {
        let mut functions: HashMap<&str, Function<'_>> = HashMap::new();
        for visit in source.walk().filter(|visit| visit.kind == "function_definition") {
            let declarator = visit.node.child_by_field_name("declarator");
            let name = declarator.and_then(|node| node.child_by_field_name("declarator"));
            if let (Some(name), Some(body)) = (name, visit.node.child_by_field_name("body")) {
                let reads = source.node_text(body).contains("inf.read");
                functions.insert(source.node_text(name), Function { body, reads });
            }
        }
        let Some(main) = functions.get("main").map(|main| main.body) else { return Model::default() };
        let reads = source.facts().reads.iter();
        let values = reads.filter_map(|read| {
            let (least, greatest) = read.bounds.as_ref()?;
            Some((read.range, (least.value.map(|one| one.to_string()), greatest.value.map(|one| one.to_string()))))
        });
        let reader = Follower { source, functions, values: values.collect(), left: Cell::new(MAX_NODES) };
        let mut page = Page::default();
        reader.follow(main, &mut page, Depth::default());
        page.parts.truncate(MAX_PARTS);
        Model { parts: page.parts }
    }

    /// The model of a program in checktestdata.
    pub fn of_checktestdata(text: &str) -> Model {
        checktestdata::model(text)
    }
}

/// What was read so far.
#[derive(Default)]
struct Page {
    parts: Vec<Part>,
    /// Names of single numbers, which later bounds may name.
    known: HashSet<String>,
    /// A branch without words ends the line, as in `if (last) inf.readEoln(); else inf.readSpace();`.
    ends: bool,
}

#[derive(Clone, Copy, Default)]
struct Depth {
    nested: usize,
    loops: usize,
    calls: usize,
}

/// A function of the file.
struct Function<'s> {
    body: Node<'s>,
    /// Whether something is read of the input in it.
    reads: bool,
}

struct Follower<'s> {
    source: &'s Source,
    functions: HashMap<&'s str, Function<'s>>,
    /// The bounds of reads that are constant, by the place of the read.
    values: HashMap<Range, (Option<String>, Option<String>)>,
    left: Cell<usize>,
}

impl<'s> Follower<'s> {
    fn follow(&self, node: Node<'s>, page: &mut Page, depth: Depth) {
        if depth.nested > MAX_NESTED || page.parts.len() > MAX_PARTS || self.left.get() == 0 {
            return;
        }
        self.left.set(self.left.get() - 1);
        let deeper = Depth { nested: depth.nested + 1, ..depth };
        match node.kind() {
            "for_statement" | "while_statement" => self.times(node, page, deeper),
            "if_statement" | "switch_statement" | "do_statement" | "for_range_loop" | "conditional_expression" => {
                self.unclear(node, page);
            }
            // It runs where it is called.
            "lambda_expression" => {}
            "call_expression" => self.call(node, page, deeper),
            _ => {
                let mut cursor = node.walk();
                node.named_children(&mut cursor).for_each(|child| self.follow(child, page, deeper));
            }
        }
    }

    /// Something whose reads depend on what is not followed.
    fn unclear(&self, node: Node<'s>, page: &mut Page) {
        let text = self.source.node_text(node);
        if !text.contains("inf.read") {
            return;
        }
        let separators = ["inf.readSpace", "inf.readEoln", "inf.readChar", "inf.readEof"];
        let n_separators: usize = separators.iter().map(|one| text.matches(one).count()).sum();
        if text.matches("inf.read").count() == n_separators {
            page.ends |= text.contains("inf.readEoln");
            return;
        }
        let head = text.lines().next().unwrap_or_default().trim().trim_end_matches('{').trim_end();
        page.parts.push(Part::Unclear(head.to_owned()));
    }

    fn times(&self, node: Node<'s>, page: &mut Page, depth: Depth) {
        let Some(body) = node.child_by_field_name("body") else { return };
        let count = self.count(node).filter(|count| depth.loops < MAX_LOOPS && is_known(count, &page.known));
        let Some(count) = count else { return self.unclear(node, page) };
        let mut inner = Page { known: page.known.clone(), ..Page::default() };
        self.follow(body, &mut inner, Depth { loops: depth.loops + 1, ..depth });
        if !inner.parts.is_empty() {
            page.parts.push(Part::Times(count, inner.parts));
            page.parts.extend(inner.ends.then_some(Part::EndOfLine));
        }
    }

    /// How often a loop runs that only counts.
    fn count(&self, node: Node<'s>) -> Option<String> {
        let text = |field: &str| node.child_by_field_name(field).map(|node| self.source.node_text(node));
        let condition = text("condition")?.trim();
        if node.kind() == "while_statement" {
            let inside = condition.strip_prefix('(')?.strip_suffix(')')?.trim();
            return inside.strip_suffix("--").map(|count| count.trim().to_owned());
        }
        let (_, first) = text("initializer")?.trim_end_matches(';').rsplit_once('=')?;
        let order = ["<=", "<", "!="].into_iter().find(|order| condition.contains(order))?;
        let (_, bound) = condition.split_once(order)?;
        match (first.trim(), order) {
            ("0", "<" | "!=") | ("1", "<=") => Some(bound.trim().to_owned()),
            _ => None,
        }
    }

    fn call(&self, node: Node<'s>, page: &mut Page, depth: Depth) {
        let visit = Visit { node, kind: node.kind(), parent: None, previous: None, depth: 0 };
        let Some(call) = Call::at(self.source, &visit) else { return };
        if let Some(arguments) = node.child_by_field_name("arguments") {
            let mut cursor = arguments.walk();
            arguments.named_children(&mut cursor).for_each(|argument| self.follow(argument, page, depth));
        }
        if call.on_object {
            if self.source.slice(call.span.start..call.name_start).trim_end_matches('.') == "inf" {
                self.read(node, &call, page);
            }
            return;
        }
        let Some(function) = self.functions.get(call.name).filter(|_| depth.calls < MAX_LOOPS) else { return };
        if call.arguments.is_empty() {
            self.follow(function.body, page, Depth { calls: depth.calls + 1, ..depth });
        } else if function.reads {
            page.parts
                .push(Part::Unclear(self.source.slice(call.span.clone()).lines().next().unwrap_or_default().into()));
        }
    }

    fn read(&self, node: Node<'s>, call: &Call<'s>, page: &mut Page) {
        let is_end = call.name == "readChar" && call.arguments.first().is_some_and(|first| first.text == "'\\n'");
        if is_end || call.name == "readEoln" {
            page.parts.push(Part::EndOfLine);
            return;
        }
        let Some(reader) = Reader::of(call.name) else { return };
        let kind = match reader.reads {
            Reads::Lines => Kind::Line,
            Reads::Token | Reads::Tokens => Kind::Token,
            Reads::Number | Reads::Numbers if call.name.contains("Real") || call.name.contains("Double") => Kind::Real,
            Reads::Number | Reads::Numbers if call.name.contains("Long") => Kind::Long,
            Reads::Number | Reads::Numbers => Kind::Int,
        };
        let argument = |at: usize| call.arguments.get(at).map(|argument| argument.text.trim().to_owned());
        let has_name = call.arguments.len() > reader.n_before + reader.n_bounds;
        let written = call.arguments.last().filter(|_| has_name).and_then(|last| name(last.text));
        let written = written.and_then(|name| base_span(&name).map(|span| name[span].to_owned()));
        let taker = receiver(self.source, node);
        let declared = taker.clone().filter(|(_, is_single)| *is_single).map(|(name, _)| name);
        let known = &page.known;
        let values = self.values.get(&self.source.range(call.span.clone())).cloned().unwrap_or_default();
        let bound =
            |value: Option<String>, at: usize| value.or_else(|| argument(at).filter(|one| is_known(one, known)));
        let bounds = bound(values.0, reader.n_before).zip(bound(values.1, reader.n_before + 1));
        let is_literal = |text: &String| text.starts_with('"') && text.ends_with('"');
        let size = matches!(reader.reads, Reads::Numbers | Reads::Tokens).then(|| argument(0)).flatten();
        if size.as_ref().is_some_and(|size| !is_known(size, known)) {
            page.parts
                .push(Part::Unclear(self.source.slice(call.span.clone()).lines().next().unwrap_or_default().into()));
            return;
        }
        let value = Value {
            kind,
            name: taker.map(|(name, _)| name).or(written).unwrap_or_default(),
            bounds: bounds.filter(|_| matches!(kind, Kind::Int | Kind::Long | Kind::Real)),
            pattern: argument(reader.n_before).filter(|text| kind == Kind::Token && is_literal(text)),
            size,
        };
        if value.is_number() {
            let named = declared.filter(|name| is_identifier(name));
            page.known.extend(named.filter(|_| matches!(value.kind, Kind::Int | Kind::Long)));
        }
        page.parts.push(Part::One(value));
    }
}

impl Value {
    /// Whether it is one number, which later parts may name.
    fn is_number(&self) -> bool {
        self.size.is_none() && !self.name.is_empty() && !matches!(self.kind, Kind::Token | Kind::Line)
    }
}

/// The variable that takes what a call reads, and whether it is a single one: `a` of `a[i] = …` is none.
fn receiver(source: &Source, call: Node<'_>) -> Option<(String, bool)> {
    let above = call.parent()?;
    let field = match above.kind() {
        "init_declarator" => "declarator",
        "assignment_expression" => "left",
        _ => return None,
    };
    let taker = above.child_by_field_name(field).filter(|taker| *taker != call)?;
    let single = |node: Node<'_>| (node.kind() == "identifier").then(|| source.node_text(node).to_owned());
    let element = || single(taker.child_by_field_name("argument")?);
    single(taker).map(|name| (name, true)).or_else(|| Some((element()?, false)))
}

/// Whether an expression is made of numbers and of names that are known, and of nothing else that needs a declaration.
fn is_known(expression: &str, known: &HashSet<String>) -> bool {
    let is_plain = |one: char| one.is_ascii() && (is_word(one as u8) || " +-*/().".contains(one));
    let mut words =
        expression.split(|one: char| !one.is_ascii() || !is_word(one as u8)).filter(|word| !word.is_empty());
    let is_number = |word: &str| word.trim_end_matches(['L', 'l', 'U', 'u']).bytes().all(|byte| byte.is_ascii_digit());
    !expression.trim().is_empty()
        && expression.len() <= 80
        && expression.chars().all(is_plain)
        && words.all(|word| known.contains(word) || is_number(word))
}
