//! What a program reads of the input, as a new program needs it that reads or writes the same: the skeleton of a validator
//! after a checker, of a generator after a validator.
//!
//! `main` is followed, and functions and lambdas of the file that take nothing. What reads and cannot be followed is named,
//! so that the skeleton says what is to be decided. Bounds and counts are taken over where they are numbers or variables that
//! were read before.

mod checktestdata;
mod shapes;
mod special;
mod spots;
#[cfg(test)]
mod tests;
mod write;

use std::{
    cell::Cell,
    collections::{HashMap, HashSet},
};

use problem::{bounds::base_span, text::Range};
use tree_sitter::Node;

use shapes::Checked;
use spots::{Spot, Spots};
use write::is_identifier;
pub use write::{Stated, generator, validator};

use crate::{
    call::{Argument, Call},
    readers::{Reader, Reads},
    reads::{name, receiver},
    rounds::{counter, rounds},
    scan::is_word,
    source::Source,
    walk::Visit,
};

/// Longer models are nothing that somebody edits, parts.
const MAX_PARTS: usize = 200;
/// So many nodes are looked at: functions that are called many times are looked at as often.
const MAX_NODES: usize = 50_000;
/// A remark takes as long as so many nodes.
const REMARK: usize = 50;
/// Longer remarks are cut, characters.
const MAX_HEAD: usize = 200;
/// Nothing is followed deeper.
const MAX_NESTED: usize = 60;
/// How far above a name its statement is looked for.
const NEAR: usize = 8;
/// The number of a round, from 0 on, in expressions of a model.
const ROUND: char = '@';
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Value {
    kind: Kind,
    /// What it is called, without an index.
    name: String,
    /// Expressions of the least and the greatest value; [`ROUND`] stands for the number of the round around.
    bounds: Option<(String, String)>,
    /// The literal of a token's pattern.
    pattern: Option<String>,
    /// How many there are on one line, where one call reads several.
    size: Option<String>,
    /// The least and the greatest number of digits behind the point of a strict real, as they are written.
    digits: Option<(String, String)>,
    /// No two of them are the same.
    is_distinct: bool,
    /// It is an end of an edge that must not close a cycle.
    is_joined: bool,
    /// It is the other end of an edge at the vertex that its round or its place in the list is for.
    is_hung: bool,
    /// What counts the rounds around.
    counter: Option<String>,
    /// What the sum over all cases is at most.
    most_in_sum: Option<i128>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Int,
    Long,
    Real,
    Token,
    Line,
}

impl Model {
    /// Whether nothing is read that is understood.
    pub fn is_empty(&self) -> bool {
        fn reads(part: &Part) -> bool {
            match part {
                Part::One(_) => true,
                // Not deeper than `MAX_LOOPS`.
                Part::Times(_, body) => body.iter().any(reads),
                Part::EndOfLine | Part::Unclear(_) => false,
            }
        }
        !self.parts.iter().any(reads)
    }

    /// The model of a source in C++.
    pub fn of(source: &Source) -> Model {
        let spots = Spots::new(source);
        let Some(main) = spots.body("main") else { return Model::default() };
        let reads = source.facts().reads.iter();
        let values = reads.filter_map(|read| {
            let (least, greatest) = read.bounds.as_ref()?;
            Some((read.range, (least.value.map(|one| one.to_string()), greatest.value.map(|one| one.to_string()))))
        });
        let reader = Follower { source, spots, values: values.collect(), left: Cell::new(MAX_NODES) };
        let mut page = Page::default();
        reader.follow(main, &mut page, Depth::default());
        page.parts.truncate(MAX_PARTS);
        let mut model = Model { parts: page.parts };
        Checked::of(source).mark(&mut model);
        model
    }

    /// The model of a program in checktestdata.
    pub fn of_checktestdata(text: &str) -> Model {
        let mut model = checktestdata::model(text);
        Checked::of_checktestdata(text).mark(&mut model);
        model
    }
}

/// What was read so far.
#[derive(Default)]
struct Page {
    parts: Vec<Part>,
    /// Names of single numbers, which later bounds may name.
    known: HashSet<String>,
    /// What counts the rounds of the loop around, and its value in the first one.
    counter: Option<(String, i32)>,
    /// A branch without words ends the line, as in `if (last) inf.readEoln(); else inf.readSpace();`.
    ends: bool,
}

#[derive(Clone, Copy, Default)]
struct Depth {
    nested: usize,
    loops: usize,
    calls: usize,
}

struct Follower<'s> {
    source: &'s Source,
    spots: Spots<'s>,
    /// The bounds of reads that are constant, by the place of the read.
    values: HashMap<Range, (Option<String>, Option<String>)>,
    left: Cell<usize>,
}

impl<'s> Follower<'s> {
    fn follow(&self, node: Node<'s>, page: &mut Page, depth: Depth) {
        if page.parts.len() > MAX_PARTS {
            return;
        }
        if depth.nested > MAX_NESTED || self.left.get() == 0 {
            return self.unclear(node, page, depth);
        }
        self.left.set(self.left.get() - 1);
        let deeper = Depth { nested: depth.nested + 1, ..depth };
        match node.kind() {
            "for_statement" | "while_statement" => self.times(node, page, deeper),
            "if_statement"
            | "switch_statement"
            | "do_statement"
            | "for_range_loop"
            | "conditional_expression"
            | "lambda_expression" => self.unclear(node, page, depth),
            // They run where they are called.
            "function_definition" | "class_specifier" | "struct_specifier" => {}
            "init_declarator" => {
                // A lambda that has a name runs where it is called.
                let value = node.child_by_field_name("value").filter(|value| value.kind() != "lambda_expression");
                value.into_iter().for_each(|value| self.follow(value, page, deeper));
            }
            "identifier" | "type_identifier" => {
                if self.spots.within(node.byte_range()).next().is_some() {
                    self.remark(statement(node), page);
                }
            }
            "call_expression" => self.call(node, page, deeper),
            _ => {
                let mut cursor = node.walk();
                node.named_children(&mut cursor).for_each(|child| self.follow(child, page, deeper));
            }
        }
    }

    /// Says that what stands there is to be decided.
    fn remark(&self, node: Node<'s>, page: &mut Page) {
        self.left.set(self.left.get().saturating_sub(REMARK));
        let head = self.source.node_text(node).lines().next().unwrap_or_default();
        let head: String = head.trim().trim_end_matches('{').trim_end().chars().take(MAX_HEAD).collect();
        let part = Part::Unclear(head);
        if page.parts.last() != Some(&part) {
            page.parts.push(part);
        }
    }

    /// Something whose reads depend on what is not followed.
    fn unclear(&self, node: Node<'s>, page: &mut Page, depth: Depth) {
        let (mut has_values, mut has_ends) = (false, false);
        for spot in self.spots.within(node.byte_range()) {
            self.left.set(self.left.get().saturating_sub(1));
            has_ends |= spot == Spot::End;
            has_values |= spot == Spot::Value;
            if has_values {
                break;
            }
        }
        let is_branch = matches!(node.kind(), "if_statement" | "switch_statement" | "conditional_expression");
        if has_ends && !has_values && is_branch && depth.loops > 0 {
            page.ends = true;
        } else if has_values || has_ends {
            self.remark(node, page);
        }
    }

    fn times(&self, node: Node<'s>, page: &mut Page, depth: Depth) {
        let Some(body) = node.child_by_field_name("body") else { return self.unclear(node, page, depth) };
        let count = rounds(self.source, node).filter(|count| depth.loops < MAX_LOOPS && is_known(count, &page.known));
        let Some(count) = count else { return self.unclear(node, page, depth) };
        let counter = counter(self.source, node).map(|(name, first)| (name.to_owned(), first));
        let mut inner = Page { known: page.known.clone(), counter, ..Page::default() };
        self.follow(body, &mut inner, Depth { loops: depth.loops + 1, ..depth });
        if !inner.parts.is_empty() {
            page.parts.push(Part::Times(count, inner.parts));
            page.parts.extend(inner.ends.then_some(Part::EndOfLine));
        }
    }

    fn call(&self, node: Node<'s>, page: &mut Page, depth: Depth) {
        let visit = Visit { node, kind: node.kind(), parent: None, previous: None, depth: 0 };
        let Some(call) = Call::at(self.source, &visit) else { return self.unclear(node, page, depth) };
        if call.arguments.iter().any(|argument| argument.text == "inf") {
            return self.remark(node, page);
        }
        if let Some(arguments) = node.child_by_field_name("arguments") {
            let mut cursor = arguments.walk();
            arguments.named_children(&mut cursor).for_each(|argument| self.follow(argument, page, depth));
        }
        if call.on_object {
            match self.source.slice(call.span.start..call.name_start).trim_end_matches('.') {
                "inf" => self.read(node, &call, page),
                "ouf" | "ans" => {}
                _ if self.spots.reads(call.name) => self.remark(node, page),
                // What it is called on may be read: `f(inf).size()`.
                _ => {
                    let object =
                        node.child_by_field_name("function").and_then(|node| node.child_by_field_name("argument"));
                    object.into_iter().for_each(|object| self.follow(object, page, depth));
                }
            }
            return;
        }
        let body = self.spots.body(call.name).filter(|_| depth.calls < MAX_LOOPS && call.arguments.is_empty());
        match body {
            Some(body) => self.follow(body, page, Depth { calls: depth.calls + 1, ..depth }),
            None if self.spots.reads(call.name) => self.remark(node, page),
            None => {}
        }
    }

    fn read(&self, node: Node<'s>, call: &Call<'s>, page: &mut Page) {
        let is_end = call.name == "readChar" && call.arguments.first().is_some_and(|first| first.text == "'\\n'");
        if is_end || call.name == "readEoln" {
            page.parts.push(Part::EndOfLine);
            return;
        }
        let Some(reader) = Reader::of(call.name) else {
            // Other readers and their like: `readChar('x')`, `nextLine`.
            if self.spots.within(call.span.clone()).any(|spot| spot == Spot::Value) {
                self.remark(node, page);
            }
            return;
        };
        let kind = match reader.reads {
            Reads::Lines => Kind::Line,
            Reads::Token | Reads::Tokens => Kind::Token,
            Reads::Number | Reads::Numbers if reader.reads_reals(call.name) => Kind::Real,
            Reads::Number | Reads::Numbers if call.name.contains("Long") => Kind::Long,
            Reads::Number | Reads::Numbers => Kind::Int,
        };
        let argument = |at: usize| call.arguments.get(at).map(|argument| argument.text.trim().to_owned());
        let written = reader.name_argument(&call.arguments).and_then(|argument| name(argument.text));
        let written = written.and_then(|name| base_span(&name).map(|span| name[span].to_owned()));
        let taker = receiver(self.source, call, reader);
        let declared = taker.filter(|taker| taker.is_single).map(|taker| taker.name.to_owned());
        let known = &page.known;
        let values = self.values.get(&self.source.range(call.span.clone())).cloned().unwrap_or_default();
        let expression = |at: usize| {
            let counted = page.counter.as_ref().and_then(|(name, first)| by_round(&argument(at)?, name, *first));
            argument(at).filter(|one| is_known(one, known)).or(counted)
        };
        let bound = |value: Option<String>, at: usize| value.or_else(|| expression(at));
        let bounds = bound(values.0, reader.n_before).zip(bound(values.1, reader.n_before + 1));
        let pattern = call.arguments.get(reader.n_before).filter(|pattern| kind == Kind::Token && is_literal(pattern));
        let digits = argument(reader.n_before + 2).zip(argument(reader.n_before + 3)).filter(|_| reader.n_bounds == 4);
        let size = matches!(reader.reads, Reads::Numbers | Reads::Tokens).then(|| argument(0)).flatten();
        if size.as_ref().is_some_and(|size| !is_known(size, known)) {
            return self.remark(node, page);
        }
        let value = Value {
            kind,
            name: taker.map(|taker| taker.name.to_owned()).or(written).unwrap_or_default(),
            bounds: bounds.filter(|_| matches!(kind, Kind::Int | Kind::Long | Kind::Real)),
            pattern: pattern.map(|pattern| pattern.text.to_owned()),
            size,
            digits,
            is_distinct: false,
            is_joined: false,
            is_hung: false,
            counter: page.counter.as_ref().map(|(name, _)| name.clone()),
            most_in_sum: None,
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

/// An expression of the number of the round for `i`, `i + 1` or `i - 1` in a loop that counts with `i` from a first value.
fn by_round(expression: &str, counter: &str, first: i32) -> Option<String> {
    let expression: String = expression.chars().filter(|one| !one.is_whitespace()).collect();
    let more = expression.strip_prefix(counter)?;
    let more: i32 = match more.strip_prefix('+') {
        _ if more.is_empty() => 0,
        Some(more) => more.parse().ok()?,
        None => more.strip_prefix('-')?.parse::<i32>().ok()?.checked_neg()?,
    };
    Some(match first.checked_add(more)? {
        0 => ROUND.to_string(),
        more if more < 0 => format!("{ROUND} - {}", more.unsigned_abs()),
        more => format!("{ROUND} + {more}"),
    })
}

/// Whether an argument is one string, and nothing that is put together.
fn is_literal(argument: &Argument<'_>) -> bool {
    argument.node.is_some_and(|node| {
        matches!(node.kind(), "string_literal" | "raw_string_literal") && node.byte_range() == argument.span
    })
}

/// The statement or declaration around a name.
fn statement(node: Node<'_>) -> Node<'_> {
    let mut around = node;
    for _ in 0..NEAR {
        match around.parent() {
            Some(above) if !above.kind().ends_with("statement") => around = above,
            Some(above) if above.kind() == "expression_statement" => return above,
            _ => return around,
        }
        if around.kind() == "declaration" {
            return around;
        }
    }
    node
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
