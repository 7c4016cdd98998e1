//! Reads that are written alike more than once, as one function that is called in their places.
//!
//! A *run* is a few statements in a row. Runs are alike that differ in nothing but a stream, the names of their own
//! variables, and names and bounds that stand in readers as literals.
//!
//! Invariant: the program means what it meant. So nothing is offered where a name could mean something else in a function of
//! its own: where macros, headers of the folder or local types are in play, where the run leaves the function or a loop,
//! where a variable has no plain type. Every run is a whole number of statements of one block.

mod names;
#[cfg(test)]
mod tests;
mod write;

use std::{
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    ops::Range,
};

use problem::fix::Edit;

use self::names::{Meaning, Names, is_name};
use crate::{
    call::Call,
    nodes::{NONE, Nodes},
    readers::{Reader, Reads},
    scan::is_word,
    source::Source,
};

/// Longer functions are not looked at, in nodes of the tree.
const MAX_NODES: usize = 10_000;
/// A run has no more statements.
const MAX_RUN: usize = 16;
/// So many blocks around a place are looked at.
const MAX_BLOCKS: usize = 12;
/// A function with more parameters is nothing that somebody reads.
const MAX_PARAMETERS: usize = 5;

/// Words that the new function is written with.
const WRITTEN: [&str; 12] =
    ["int", "long", "double", "void", "const", "struct", "return", "auto", "string", "vector", "std", "InStream"];

/// The edits that put a function in the place of the reads at a span, and of all reads of the same function that are
/// written like them; `None` where there are none, or where it is not certain that the program stays what it is.
pub fn extract(source: &Source, at: Range<usize>) -> Option<Vec<Edit>> {
    let includes = &source.facts().includes;
    let is_testlib = |name: &str| name.rsplit('/').next() == Some("testlib.h");
    if !includes.iter().any(|one| is_testlib(&one.name))
        || includes.iter().any(|one| one.quoted && !is_testlib(&one.name))
    {
        return None;
    }
    let nodes = Nodes::new(source);
    let function = Function::around(source, &nodes, &at)?;
    let runs = function.best(&at)?;
    write::edits(&function, &runs)
}

/// A function, with what is asked of it again and again.
struct Function<'n, 's> {
    source: &'s Source,
    nodes: &'n Nodes<'s>,
    at: usize,
    names: Names<'s>,
    /// What may not be named in a run: macros with parameters, and what macros name.
    barred: HashSet<&'s str>,
    /// For each node from the function's own on, the shape below it: everything but names and literals.
    shapes: Vec<u64>,
}

/// Statements in a row, as nodes.
#[derive(Clone, Debug)]
struct Run {
    nodes: Range<usize>,
    block: usize,
}

/// Runs that are alike, that of the place first.
struct Runs {
    all: Vec<Run>,
    /// The stream that differs, as the first run names it.
    stream: Option<&'static str>,
    /// Literals that differ, by how far behind the beginning of a run they stand.
    literals: Vec<usize>,
    n_statements: usize,
}

/// In what two runs that are alike differ.
struct Differences {
    /// The stream of the first and of the second.
    stream: Option<(&'static str, &'static str)>,
    literals: Vec<usize>,
}

impl<'n, 's> Function<'n, 's> {
    fn around(source: &'s Source, nodes: &'n Nodes<'s>, span: &Range<usize>) -> Option<Function<'n, 's>> {
        let holds = |at: &usize| {
            nodes.get(*at).is_some_and(|item| item.visit.start() <= span.start && span.end <= item.visit.end())
        };
        let mut found = nodes.of_kind("function_definition").map(|(at, _)| at);
        let at = found.find(|at| nodes.kind(nodes.parent(*at)) == "translation_unit" && holds(at))?;
        let within = nodes.within(at);
        let is_plain = |at: usize| {
            let Some(item) = nodes.get(at) else { return false };
            let kind = item.visit.kind;
            let declares_type =
                matches!(kind, "struct_specifier" | "class_specifier" | "union_specifier" | "enum_specifier")
                    || matches!(kind, "type_definition" | "alias_declaration" | "using_declaration")
                    || matches!(kind, "namespace_alias_definition" | "this");
            let jumps = matches!(kind, "goto_statement" | "labeled_statement" | "try_statement" | "raw_string_literal");
            !declares_type && !jumps && !item.doubtful && !kind.starts_with("preproc") && !item.visit.node.is_missing()
        };
        if within.len() > MAX_NODES || !within.clone().all(is_plain) {
            return None;
        }
        let names = Names::of(source, nodes, at);
        if !names.are_few() {
            return None;
        }
        // A member sees what a free function does not.
        let declarator = nodes.get(at)?.visit.node.child_by_field_name("declarator")?;
        let name = source.node_text(declarator).split('(').next().unwrap_or_default();
        if name.contains("::") {
            return None;
        }
        let mut barred = barred(source, nodes)?;
        // The new function stands above this one, which it does not know.
        barred.insert(name.trim_start_matches(['*', '&', ' ']).trim_end());
        let shapes = shapes(source, nodes, within);
        Some(Function { source, nodes, at, names, barred, shapes })
    }

    fn text(&self, at: usize) -> &'s str {
        self.nodes.get(at).map_or("", |item| self.source.node_text(item.visit.node))
    }

    fn span(&self, nodes: &Range<usize>) -> Range<usize> {
        let start = self.nodes.get(nodes.start).map_or(0, |item| item.visit.start());
        let last = nodes.clone().rev().find_map(|at| self.nodes.get(at)).map_or(start, |item| item.visit.end());
        start..last
    }

    /// The statements of each block that is no lambda's.
    fn blocks(&self) -> Vec<(usize, Vec<usize>)> {
        let mut lambda_until = 0;
        let mut blocks = Vec::new();
        for at in self.nodes.within(self.at) {
            match self.nodes.kind(at) {
                "lambda_expression" => lambda_until = lambda_until.max(self.nodes.within(at).end),
                // What stands directly in a switch is cases.
                "compound_statement"
                    if at >= lambda_until && self.nodes.kind(self.nodes.parent(at)) != "switch_statement" =>
                {
                    blocks.push((at, self.nodes.named_children(at).collect()));
                }
                _ => {}
            }
        }
        blocks
    }

    /// The runs around a place that spare the most.
    fn best(&self, span: &Range<usize>) -> Option<Runs> {
        let blocks = self.blocks();
        let mut by_shape: HashMap<u64, Vec<(usize, usize)>> = HashMap::new();
        for (number, (_, statements)) in blocks.iter().enumerate() {
            for (place, &statement) in statements.iter().enumerate() {
                by_shape.entry(self.shape(statement)).or_default().push((number, place));
            }
        }
        let touches = |&&at: &&usize| {
            let item = self.nodes.get(at);
            item.is_some_and(|item| item.visit.start() <= span.end && span.start <= item.visit.end())
        };
        let mut best: Option<Runs> = None;
        let around = blocks.iter().filter(|(at, _)| touches(&at));
        for (block, statements) in around.take(MAX_BLOCKS) {
            let Some(first) = statements.iter().position(|at| touches(&at)) else { continue };
            let last = statements.iter().rposition(|at| touches(&at)).unwrap_or(first);
            for start in first.saturating_sub(MAX_RUN)..=first {
                for end in last + 1..=(start + MAX_RUN).min(statements.len()) {
                    let run = Run { nodes: self.run(&statements[start..end]), block: *block };
                    let places = by_shape.get(&self.shape(statements[start])).map_or(&[][..], Vec::as_slice);
                    let found = self.repeated(run, &statements[start..end], &blocks, places);
                    let spares = |runs: &Runs| (runs.all.len() - 1) * runs.n_statements;
                    let is_better = |found: &Runs| best.as_ref().is_none_or(|best| spares(best) < spares(found));
                    if let Some(found) = found.filter(is_better) {
                        best = Some(found);
                    }
                }
            }
        }
        best
    }

    fn shape(&self, at: usize) -> u64 {
        self.shapes[at - self.at]
    }

    fn run(&self, statements: &[usize]) -> Range<usize> {
        let last = statements.last().map_or(0, |&last| self.nodes.within(last).end);
        statements.first().copied().unwrap_or(last)..last
    }

    /// A run with all others like it, if there are such and they may become a function.
    fn repeated(
        &self,
        run: Run,
        statements: &[usize],
        blocks: &[(usize, Vec<usize>)],
        places: &[(usize, usize)],
    ) -> Option<Runs> {
        if places.len() < 2 || !self.is_worthwhile(&run, statements) {
            return None;
        }
        // Few runs are like another one, and what a name means is asked of all names of a function.
        let mut may_move = None;
        let mut runs = Runs { all: vec![run], stream: None, literals: Vec::new(), n_statements: statements.len() };
        for &(block, place) in places {
            let (at, others) = &blocks[block];
            let Some(others) = others.get(place..place + statements.len()) else { continue };
            let other = Run { nodes: self.run(others), block: *at };
            let overlaps = |one: &Run| one.nodes.start < other.nodes.end && other.nodes.start < one.nodes.end;
            let same = || statements.iter().zip(others).all(|(one, other)| self.shape(*one) == self.shape(*other));
            if runs.all.iter().any(overlaps) || !same() {
                continue;
            }
            let Some(differences) = self.alike(&runs.all[0], &other) else { continue };
            if !*may_move.get_or_insert_with(|| self.may_move(&runs.all[0])) {
                return None;
            }
            if !self.may_move(&other) {
                continue;
            }
            let stream = differences.stream.map(|(stream, _)| stream);
            if runs.stream.is_some() && stream.is_some() && stream != runs.stream {
                continue;
            }
            runs.stream = runs.stream.or(stream);
            runs.literals.extend(differences.literals);
            runs.all.push(other);
        }
        runs.literals.sort_unstable();
        runs.literals.dedup();
        let n_reads = self.reads(&runs.all[0]).filter(|call| Reader::of(call.name).is_some()).count();
        let reads_enough = n_reads >= 2 && statements.len() >= 2 || n_reads >= 1 && runs.stream.is_some();
        let types_agree = runs.literals.iter().all(|&offset| {
            let mut types = runs.all.iter().map(|run| self.literal(run.nodes.start + offset).map(|one| one.0));
            let first = types.next().flatten();
            first.is_some() && types.all(|one| one == first)
        });
        (runs.all.len() > 1 && reads_enough && types_agree).then_some(runs)
    }

    /// Whether a run begins and ends with a read; what it begins with may also be what it reads into.
    fn is_worthwhile(&self, run: &Run, statements: &[usize]) -> bool {
        let reads = |at: usize| self.reads(&Run { nodes: self.nodes.within(at), block: run.block }).next().is_some();
        let (Some(&first), Some(&last)) = (statements.first(), statements.last()) else { return false };
        let is_used = || {
            let declared = self.names.all.iter().find(|one| one.declaration == first);
            declared.is_some_and(|one| {
                (one.at + 1..run.nodes.end).any(|at| is_name(self.nodes.kind(at)) && self.text(at) == one.name)
            })
        };
        reads(last) && (reads(first) || is_used())
    }

    /// The calls of readers on streams in a run.
    fn reads(&self, run: &Run) -> impl Iterator<Item = Call<'s>> {
        let call = |at| Call::at(self.source, &self.nodes.get(at)?.visit);
        let names = ["inf.read", "ouf.read", "ans.read"];
        let is_read = move |call: &Call<'_>| {
            let text = self.source.slice(call.span.clone());
            call.on_object && names.iter().any(|name| text.starts_with(name))
        };
        run.nodes.clone().filter_map(call).filter(is_read)
    }

    /// Whether the statements of a run mean the same in a function of their own.
    fn may_move(&self, run: &Run) -> bool {
        // Where loops and switches end that lie in the run.
        let (mut breaks_until, mut continues_until) = (0, 0);
        for at in run.nodes.clone() {
            let kind = self.nodes.kind(at);
            match kind {
                "for_statement" | "for_range_loop" | "while_statement" | "do_statement" => {
                    let end = self.nodes.within(at).end;
                    (breaks_until, continues_until) = (end.max(breaks_until), end.max(continues_until));
                }
                "switch_statement" => breaks_until = breaks_until.max(self.nodes.within(at).end),
                "break_statement" if at >= breaks_until => return false,
                "continue_statement" if at >= continues_until => return false,
                "return_statement" | "lambda_expression" | "storage_class_specifier" => return false,
                "co_return_statement" | "co_yield_statement" | "co_await_expression" => return false,
                _ if is_name(kind) => {
                    let meaning = self.names.meaning(self.source, self.nodes, &run.nodes, at);
                    let is_parameter = |number: usize| {
                        let one = &self.names.all[number];
                        one.type_name.is_some() && !one.is_const && !self.is_part_of_type(at)
                    };
                    let is_certain = match meaning {
                        None => false,
                        Some(Meaning::Outer(number)) => is_parameter(number),
                        Some(Meaning::Inner(_) | Meaning::Stream | Meaning::Global) => true,
                    };
                    if !is_certain || self.barred.contains(self.text(at)) {
                        return false;
                    }
                }
                _ => {}
            }
        }
        let text = self.source.slice(self.span(&run.nodes));
        !text.contains("\\\n") && !text.contains("\\\r\n")
    }

    /// Whether a name is an argument of a template or the size of an array, which have to be constant.
    fn is_part_of_type(&self, name: usize) -> bool {
        let mut at = self.nodes.parent(name);
        while at != NONE && !self.nodes.kind(at).ends_with("statement") {
            if matches!(
                self.nodes.kind(at),
                "template_argument_list" | "array_declarator" | "sizeof_expression" | "decltype"
            ) {
                return true;
            }
            at = self.nodes.parent(at);
        }
        false
    }

    /// How a run differs from another one, if it is written like it.
    fn alike(&self, one: &Run, other: &Run) -> Option<Differences> {
        let mut found = Differences { stream: None, literals: Vec::new() };
        // To what each stream of the first run leads.
        let mut streams: [Option<&'static str>; 3] = [None; 3];
        let mut behind = 0;
        for offset in 0..one.nodes.len() {
            let (at, its) = (one.nodes.start + offset, other.nodes.start + offset);
            let (item, its_item) = (self.nodes.get(at)?, self.nodes.get(its).filter(|_| its < other.nodes.end)?);
            let kind = item.visit.kind;
            if kind != its_item.visit.kind || item.end - at != its_item.end - its {
                return None;
            }
            let (text, its_text) = (self.text(at), self.text(its));
            if offset < behind {
                continue;
            }
            if matches!(kind, "string_literal" | "number_literal") && text != its_text {
                self.literal(at).zip(self.literal(its)).filter(|(one, other)| one.0 == other.0)?;
                found.literals.push(offset);
                behind = offset + (item.end - at);
            } else if is_name(kind) {
                let meaning = self.names.meaning(self.source, self.nodes, &one.nodes, at)?;
                if meaning != self.names.meaning(self.source, self.nodes, &other.nodes, its)? {
                    return None;
                }
                match meaning {
                    Meaning::Inner(_) => {}
                    Meaning::Outer(_) | Meaning::Global if text == its_text => {}
                    Meaning::Outer(_) | Meaning::Global => return None,
                    Meaning::Stream => {
                        let number = |name: &str| ["inf", "ouf", "ans"].iter().position(|one| *one == name);
                        let (from, to) = (number(text)?, ["inf", "ouf", "ans"][number(its_text)?]);
                        if streams[from].replace(to).is_some_and(|before| before != to) {
                            return None;
                        }
                    }
                }
            } else if item.end == at + 1 && text != its_text {
                return None;
            }
        }
        let names = ["inf", "ouf", "ans"];
        let mut changed =
            names.into_iter().zip(streams).filter_map(|(from, to)| Some((from, to.filter(|to| *to != from)?)));
        found.stream = changed.next();
        (changed.next().is_none() && other.nodes.len() == one.nodes.len()).then_some(found)
    }

    /// The type of the parameter that a literal may become, and the name for that.
    fn literal(&self, at: usize) -> Option<(&'static str, &'static str)> {
        let call = self.nodes.parent(self.nodes.parent(at));
        let call = Call::at(self.source, &self.nodes.get(call)?.visit).filter(|call| call.on_object)?;
        let reader = Reader::of(call.name)?;
        let span = self.nodes.get(at)?.visit.node.byte_range();
        let position = call.arguments.iter().position(|argument| argument.span == span)?;
        let text = self.text(at);
        if self.nodes.kind(at) == "string_literal" {
            let is_name = position + 1 == call.arguments.len() && position >= reader.n_before + reader.n_bounds;
            return (is_name && text.starts_with('"')).then_some(("const std::string&", "name"));
        }
        let name = match position.checked_sub(reader.n_before)? {
            0 if matches!(reader.reads, Reads::Number | Reads::Numbers) => "least",
            1 if matches!(reader.reads, Reads::Number | Reads::Numbers) => "greatest",
            _ => return None,
        };
        let is_digits = |text: &str| {
            !text.is_empty()
                && text.bytes().all(|byte| byte.is_ascii_digit())
                && (text == "0" || !text.starts_with('0'))
        };
        let fits = |text: &str, greatest: i64| text.parse::<i64>().is_ok_and(|number| number <= greatest);
        if is_digits(text) && fits(text, i64::from(i32::MAX)) {
            return Some(("int", name));
        }
        let long = text.strip_suffix("LL").or_else(|| text.strip_suffix("ll"))?;
        (is_digits(long) && fits(long, i64::MAX)).then_some(("long long", name))
    }
}

/// Words that macros of the file hide something behind.
/// `None` where one stands for what the new function is written with.
fn barred<'s>(source: &'s Source, nodes: &Nodes<'s>) -> Option<HashSet<&'s str>> {
    let mut barred = HashSet::new();
    for (_, item) in nodes.all().filter(|(_, item)| item.visit.kind.starts_with("preproc_")) {
        if item.visit.node.child_by_field_name("name").is_some_and(|name| WRITTEN.contains(&source.node_text(name))) {
            return None;
        }
        if item.visit.kind == "preproc_function_def" {
            barred.extend(item.visit.node.child_by_field_name("name").map(|name| source.node_text(name)));
        }
        if matches!(item.visit.kind, "preproc_def" | "preproc_function_def") {
            let value = item.visit.node.child_by_field_name("value").map_or("", |value| source.node_text(value));
            barred.extend(
                value.split(|one: char| !one.is_ascii() || !is_word(one as u8)).filter(|word| !word.is_empty()),
            );
        }
    }
    Some(barred)
}

/// A number for what stands below each node but names and literals, from the last node to the first.
fn shapes(source: &Source, nodes: &Nodes<'_>, within: Range<usize>) -> Vec<u64> {
    let mut shapes = vec![0; within.len()];
    for at in within.clone().rev() {
        let Some(item) = nodes.get(at) else { continue };
        let mut hasher = DefaultHasher::new();
        let kind = item.visit.kind;
        kind.hash(&mut hasher);
        if !matches!(kind, "string_literal" | "number_literal") && !is_name(kind) {
            if item.end == at + 1 {
                source.node_text(item.visit.node).hash(&mut hasher);
            }
            nodes.children(at).for_each(|child| shapes[child - within.start].hash(&mut hasher));
        }
        shapes[at - within.start] = hasher.finish();
    }
    shapes
}
