//! Options whose value a generator does nothing with but compare it: with which values, and what becomes of others.
//!
//! Invariant: an option is left out wherever another value may mean something: it is put into a table, handed on, an `else`
//! is there for the rest, or a branch leaves what stands behind it to the rest.

use std::collections::{BTreeMap, HashMap, HashSet};

use problem::{
    facts::{Choices, OptionKey},
    text::Range,
};

use crate::{
    call::Call,
    literal,
    nodes::{NONE, Nodes},
    options,
    scan::is_word,
    source::Source,
    walk::Visit,
};

/// What is nested deeper in an expression is not followed to its statement.
const NEAR: usize = 32;

/// The options of a source that are compared with values and nothing else.
pub(crate) fn choices(source: &Source) -> Vec<Choices> {
    let nodes = Nodes::new(source);
    let calls: HashMap<usize, Read> = nodes.all().filter_map(|(at, _)| Some((at, read(source, &nodes, at)?))).collect();
    if calls.is_empty() {
        return Vec::new();
    }
    let mut finder = Finder {
        source,
        nodes: &nodes,
        ends: ends(source, &nodes),
        jumps: jumps(source, &nodes),
        pure: HashMap::new(),
        found: BTreeMap::new(),
    };
    let holders = finder.holders(&calls);
    finder.uses(&holders);
    for word in nodes.all().flat_map(|(_, item)| macro_words(source, &item.visit)) {
        if let Some((key, _)) = holders.get(word) {
            finder.entry(key).spoilt = true;
        }
    }
    finder.found.into_iter().filter_map(|(key, found)| found.choices(key)).collect()
}

/// A call that gives the value of an option.
struct Read {
    key: OptionKey,
    /// The default as it is written.
    default: Option<String>,
}

fn read(source: &Source, nodes: &Nodes<'_>, at: usize) -> Option<Read> {
    let item = nodes.get(at).filter(|item| item.visit.kind == "call_expression")?;
    let call = Call::at(source, &item.visit).filter(|call| call.name == "opt" && !call.on_object)?;
    let key = options::key(call.arguments.first()?)?;
    // Switches are no values.
    let is_value = call.template != Some("bool") && key != OptionKey::Index(0);
    is_value.then(|| Read { key, default: call.arguments.get(1).map(|default| default.text.to_owned()) })
}

/// What becomes of values that no branch of a statement is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// They go by.
    Nothing,
    /// They end the program with a failure.
    Fails,
    /// They mean something.
    Handled,
}

/// What is known of an option.
#[derive(Default)]
struct Found {
    values: Vec<String>,
    defaults: Vec<String>,
    /// Where it is compared first.
    first: Option<Range>,
    fails: bool,
    handled: bool,
    spoilt: bool,
}

impl Found {
    fn choices(mut self, key: OptionKey) -> Option<Choices> {
        let is_default = |values: &[String], default: &String| {
            let default = literal::string(default).unwrap_or_else(|| default.clone());
            values.contains(&default)
        };
        let mut seen = HashSet::new();
        self.values.retain(|value| seen.insert(value.clone()));
        // A default that is compared with nothing stands for the rest.
        let is_rest = !self.defaults.iter().all(|default| is_default(&self.values, default));
        // One value alone may be a switch.
        let goes_by = !self.handled && !is_rest && self.values.len() > 1;
        let is_told = !self.spoilt && (self.fails || goes_by);
        let range = self.first?;
        is_told.then_some(Choices { key, values: self.values, fails: self.fails, range })
    }
}

struct Finder<'n, 's> {
    source: &'s Source,
    nodes: &'n Nodes<'s>,
    /// For each `if`, what stands at the end of its chain.
    ends: HashMap<usize, End>,
    /// How many nodes that leave their statement stand before each node, and how many of them are a `break`.
    jumps: Vec<(usize, usize)>,
    /// Conditions whose `||` all compare one thing with literals.
    pure: HashMap<usize, bool>,
    found: BTreeMap<OptionKey, Found>,
}

impl<'s> Finder<'_, 's> {
    fn text(&self, at: usize) -> &'s str {
        self.nodes.get(at).map_or("", |item| self.source.node_text(item.visit.node))
    }

    fn entry(&mut self, key: &OptionKey) -> &mut Found {
        self.found.entry(key.clone()).or_default()
    }

    /// The variables that take a value, each with its option and the place where it takes it; calls whose value goes
    /// elsewhere are looked at at once.
    fn holders(&mut self, calls: &HashMap<usize, Read>) -> HashMap<&'s str, (OptionKey, usize)> {
        let mut holders: HashMap<&'s str, (OptionKey, usize)> = HashMap::new();
        let mut sorted: Vec<(&usize, &Read)> = calls.iter().collect();
        sorted.sort_by_key(|(at, _)| **at);
        for (&at, read) in sorted {
            let known = self.entry(&read.key);
            known.defaults.extend(read.default.clone());
            let parent = self.nodes.parent(at);
            let target = self.nodes.children(parent).next().filter(|&target| self.nodes.kind(target) == "identifier");
            let is_statement = self.nodes.kind(self.nodes.parent(parent)) == "expression_statement";
            let takes = match self.nodes.kind(parent) {
                "init_declarator" => true,
                "assignment_expression" => is_statement,
                _ => false,
            };
            match target.filter(|_| takes) {
                Some(target) => {
                    let name = self.text(target);
                    if let Some((other, _)) = holders.insert(name, (read.key.clone(), target)) {
                        self.entry(&other).spoilt = true;
                        self.entry(&read.key).spoilt = true;
                    }
                }
                None => self.see(&read.key, at),
            }
        }
        holders
    }

    /// Looks at every use of the variables.
    fn uses(&mut self, holders: &HashMap<&'s str, (OptionKey, usize)>) {
        let names = self.nodes.all().filter(|(_, item)| item.visit.kind == "identifier");
        let names: Vec<usize> = names.map(|(at, _)| at).collect();
        for at in names {
            let Some((key, target)) = holders.get(self.text(at)) else { continue };
            let is_declared = self.nodes.kind(self.nodes.parent(at)) == "declaration";
            if at != *target && !is_declared {
                self.see(key, at);
            }
        }
    }

    /// Looks at one use of a value.
    fn see(&mut self, key: &OptionKey, at: usize) {
        match self.compared(at) {
            Some((values, end)) => {
                let first = self.nodes.get(at).map(|item| self.source.range(item.visit.node.byte_range()));
                let known = self.entry(key);
                known.values.extend(values);
                known.first = known.first.or(first);
                known.fails |= end == End::Fails;
                known.handled |= end == End::Handled;
            }
            None if self.is_told(at) => {}
            None => self.entry(key).spoilt = true,
        }
    }

    /// Whether a place is in the message of a call that ends the program, or may end it.
    fn is_told(&self, at: usize) -> bool {
        let (mut below, mut above) = (at, self.nodes.parent(at));
        for _ in 0..NEAR {
            match self.nodes.kind(above) {
                "field_expression" | "call_expression" | "binary_expression" | "parenthesized_expression" => {}
                "argument_list" => {
                    let call = self.nodes.parent(above);
                    let name = self.nodes.children(call).next().map_or("", |name| self.text(name));
                    let is_first = self.nodes.named_children(above).next() == Some(below);
                    if matches!(name, "ensuref" | "quitf" | "quit") {
                        return !is_first;
                    }
                }
                _ => return false,
            }
            (below, above) = (above, self.nodes.parent(above));
        }
        false
    }

    /// The literals that a value is compared with at a place, and what becomes of others there.
    fn compared(&mut self, at: usize) -> Option<(Vec<String>, End)> {
        let item = self.nodes.get(at).filter(|item| !item.doubtful)?;
        let parent = item.parent;
        if self.nodes.kind(parent) == "condition_clause"
            && self.nodes.kind(self.nodes.parent(parent)) == "switch_statement"
        {
            return self.switch(self.nodes.parent(parent));
        }
        let other = self.nodes.named_children(parent).find(|&side| side != at)?;
        if self.nodes.kind(parent) != "binary_expression" || self.operator(parent) != "==" {
            return None;
        }
        let value = value(self.text(other))?;
        let (mut either, mut both, mut above) = (false, false, self.nodes.parent(parent));
        for _ in 0..NEAR {
            match self.nodes.kind(above) {
                "parenthesized_expression" => {}
                "binary_expression" => match self.operator(above) {
                    "||" => either = true,
                    "&&" => both = true,
                    _ => return None,
                },
                "condition_clause" => return Some((vec![value], self.branch(above, either)?)),
                "argument_list" => {
                    let ensures = matches!(
                        self.text(self.nodes.children(self.nodes.parent(above)).next()?),
                        "ensure" | "ensuref"
                    );
                    let is_whole = ensures && !both && (!either || self.is_pure(above));
                    return is_whole.then_some((vec![value], End::Fails));
                }
                _ => return None,
            }
            above = self.nodes.parent(above);
        }
        None
    }

    fn operator(&self, at: usize) -> &'s str {
        let node = self.nodes.get(at).map(|item| item.visit.node);
        node.and_then(|node| node.child_by_field_name("operator")).map_or("", |operator| operator.kind())
    }

    /// What becomes of other values at an `if` with a condition.
    fn branch(&mut self, condition: usize, either: bool) -> Option<End> {
        let statement = self.nodes.parent(condition);
        if self.nodes.kind(statement) != "if_statement" || either && !self.is_pure(condition) {
            return None;
        }
        let end = self.ends.get(&statement).copied()?;
        let body = self.nodes.named_children(statement).nth(1)?;
        let within = self.nodes.within(body);
        let leaves = self.jumps[within.end].0 > self.jumps[within.start].0;
        Some(if leaves && end == End::Nothing { End::Handled } else { end })
    }

    /// Whether a condition with `||` compares one thing with literals and looks at nothing else.
    fn is_pure(&mut self, condition: usize) -> bool {
        if let Some(&known) = self.pure.get(&condition) {
            return known;
        }
        let first = self.nodes.named_children(condition).next().unwrap_or(NONE);
        let mut sides = HashSet::new();
        let is_pure = self.text(first).split("||").all(|part| {
            let compared = part.trim().trim_matches(['(', ')']).split_once("==");
            compared.is_some_and(|(left, right)| {
                let (left, right) = (left.trim(), right.trim());
                let thing = if value(right).is_some() { left } else { right };
                sides.insert(thing.to_owned());
                value(right).is_some() || value(left).is_some()
            })
        }) && sides.len() == 1;
        self.pure.insert(condition, is_pure);
        is_pure
    }

    /// The labels of a `switch`.
    fn switch(&self, statement: usize) -> Option<(Vec<String>, End)> {
        let body = self.nodes.named_children(statement).nth(1)?;
        let (mut values, mut end) = (Vec::new(), End::Nothing);
        for case in self.nodes.named_children(body) {
            let item = self.nodes.get(case).filter(|item| item.visit.kind == "case_statement")?;
            match item.visit.node.child_by_field_name("value") {
                Some(label) => values.push(value(self.source.node_text(label))?),
                None if fails(self.source, self.nodes, case) => end = End::Fails,
                None => end = End::Handled,
            }
            let (before, after) = (self.jumps[case], self.jumps[item.end]);
            // A `break` only leaves the `switch`.
            let leaves = after.0 - before.0 > after.1 - before.1;
            if leaves && end == End::Nothing {
                end = End::Handled;
            }
        }
        Some((values, end))
    }
}

/// A literal as a command would write it.
fn value(text: &str) -> Option<String> {
    literal::string(text).or_else(|| literal::integer(text).map(|number| number.to_string()))
}

/// What stands at the end of the chain of each `if`.
fn ends(source: &Source, nodes: &Nodes<'_>) -> HashMap<usize, End> {
    let mut ends = HashMap::new();
    for (at, _) in nodes.all().rev().filter(|(_, item)| item.visit.kind == "if_statement") {
        let otherwise = nodes.named_children(at).find(|&child| nodes.kind(child) == "else_clause");
        let otherwise = otherwise.and_then(|clause| nodes.named_children(clause).next());
        let end = match otherwise {
            None => End::Nothing,
            Some(next) if nodes.kind(next) == "if_statement" => ends.get(&next).copied().unwrap_or(End::Handled),
            Some(body) if fails(source, nodes, body) => End::Fails,
            Some(_) => End::Handled,
        };
        ends.insert(at, end);
    }
    ends
}

/// Whether a statement, or one directly in it, ends the program with a failure.
fn fails(source: &Source, nodes: &Nodes<'_>, body: usize) -> bool {
    let statements = std::iter::once(body).chain(nodes.named_children(body));
    let text = |at: usize| nodes.get(at).map_or("", |item| source.node_text(item.visit.node));
    statements.into_iter().any(|statement| match nodes.kind(statement) {
        "throw_statement" => true,
        "expression_statement" => {
            let Some(call) = nodes.named_children(statement).next() else { return false };
            let mut parts = nodes.named_children(call);
            let (name, arguments) = (parts.next().map_or("", text), parts.next().map_or("", text));
            let first = arguments.trim_start_matches('(').split([',', ')']).next().unwrap_or_default().trim();
            match name {
                "quit" | "quitf" => first == "_fail",
                "ensure" | "ensuref" | "assert" => matches!(first, "false" | "0"),
                "exit" => first != "0",
                "abort" => true,
                _ => false,
            }
        }
        _ => false,
    })
}

/// For each node, how many nodes before it leave their statement, and how many of them are a `break`.
fn jumps(source: &Source, nodes: &Nodes<'_>) -> Vec<(usize, usize)> {
    let mut sums = vec![(0, 0); nodes.len() + 1];
    for (at, item) in nodes.all() {
        let is_break = item.visit.kind == "break_statement";
        let leaves = match item.visit.kind {
            "return_statement" | "continue_statement" | "goto_statement" | "throw_statement" => true,
            "call_expression" => {
                let called = nodes.children(at).next().and_then(|name| nodes.get(name));
                called.is_some_and(|name| matches!(source.node_text(name.visit.node), "exit" | "quit" | "quitf"))
            }
            _ => is_break,
        };
        let (all, breaks) = sums[at];
        sums[at + 1] = (all + usize::from(leaves), breaks + usize::from(is_break));
    }
    sums
}

/// The words in the body of a macro, where a node is one.
fn macro_words<'s>(source: &'s Source, visit: &Visit<'s>) -> impl Iterator<Item = &'s str> {
    let is_macro = matches!(visit.kind, "preproc_def" | "preproc_function_def");
    let body = visit.node.child_by_field_name("value").filter(|_| is_macro);
    let body = body.map_or("", |body| source.node_text(body));
    body.split(|one: char| !one.is_ascii() || !is_word(one as u8))
}
