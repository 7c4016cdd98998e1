//! The reads of both answers in a checker: what one takes for `x` the other must not take for `y`.
//!
//! Reads are known by the names that they give. Where none has a name, what they are read into counts: `ja` and `jb` of the
//! jury are `pa` and `pb` of the contestant.
//!
//! Invariant: reads count that are certain to follow each other as they stand: each the only one of its name and side, with
//! no other call around it that orders them anew, and those that are compared in one block. One that is read in a branch
//! alone is compared with those of that branch. Only their order counts: the jury's answer may well be read as a line or a
//! real where that of the contestant is read as a token or an integer.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use problem::{
    finding::{Code, Severity},
    model::Role,
};

use super::{
    Found,
    view::{Site, View},
};
use crate::{
    api::Owner,
    nodes::NONE,
    readers::Reader,
    reads::{name, receiver},
};

/// How far above a read its block is looked for.
const NEAR: usize = 12;
/// More reads of a side belong to no answer whose parts somebody names.
const MAX_READS: usize = 64;

/// Whose answer is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Contestant,
    Jury,
}

/// A read of an answer.
struct Read {
    side: Side,
    /// What it reads, as both sides call it.
    name: String,
    /// The block in which it stands.
    block: usize,
    span: Range<usize>,
}

pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    if view.role != Role::Checker || ["ouf", "ans"].into_iter().any(|name| view.names.is_in_macro(name)) {
        return Vec::new();
    }
    let Some(reads) = answers(view) else { return Vec::new() };
    let jury: HashMap<&str, &Read> =
        reads.iter().filter(|read| read.side == Side::Jury).map(|read| (&*read.name, read)).collect();
    let both: Vec<(&Read, &Read)> = reads
        .iter()
        .filter(|read| read.side == Side::Contestant)
        .filter_map(|read| Some((read, *jury.get(&*read.name)?)))
        .collect();
    let line = |read: &Read| view.source.range(read.span.clone()).start.line + 1;
    let mut found = Vec::new();
    for (number, (own, of_jury)) in both.iter().enumerate() {
        let earlier = both[..number].iter().find(|(before, before_of_jury)| {
            before.block == own.block
                && before_of_jury.block == of_jury.block
                && of_jury.span.start < before_of_jury.span.start
        });
        if let Some((before, before_of_jury)) = earlier {
            let message = format!(
                "the contestant's `{0}` is read before `{1}`, and the jury's `{1}` in line {2} before `{0}` in line {3}: one \
                 of both is taken for the other",
                before.name,
                own.name,
                line(of_jury),
                line(before_of_jury),
            );
            found.push(Found::of(Code::CheckerReadsDiffer, Severity::Warning, own.span.clone(), message));
            // What follows is out of order with the same reads.
            break;
        }
    }
    found
}

/// The reads that can be compared, in the order of the source; `None` where their names say nothing.
fn answers(view: &View<'_>) -> Option<Vec<Read>> {
    let streams = Streams::new(view);
    let mut named = Vec::new();
    let mut unnamed = Vec::new();
    let mut n_all = 0;
    for site in view.members(Owner::InStream) {
        let Some((reader, side)) = Reader::of(site.call.name).zip(streams.side(view, site)) else { continue };
        n_all += 1;
        if n_all > 2 * MAX_READS {
            return None;
        }
        let span = site.call.span.clone();
        let block = block(view, site.at).unwrap_or(NONE);
        let own_name = reader.name_argument(&site.call.arguments).and_then(|argument| name(argument.text));
        let own_name = own_name.map(|name| without_indices(&name)).filter(|name| !name.is_empty());
        match own_name {
            Some(name) => named.push(Read { side, name, block, span }),
            None => {
                let name = receiver(view.source, &site.call, reader).map_or("", |receiver| receiver.name).to_owned();
                unnamed.push(Read { side, name, block, span });
            }
        }
    }
    let mut reads = if named.is_empty() { without_sides(unnamed)? } else { named };
    let mut seen: HashMap<(Side, String), usize> = HashMap::new();
    reads.iter().for_each(|read| *seen.entry((read.side, read.name.clone())).or_default() += 1);
    reads.retain(|read| read.block != NONE && seen.get(&(read.side, read.name.clone())) == Some(&1));
    Some(reads)
}

/// A name without what numbers it: `a` of `a[%d]`, `end of edge` of `end of edge %d`.
fn without_indices(name: &str) -> String {
    let mut plain = String::new();
    let mut rest = name.trim_matches('~');
    while let Some(at) = rest.find(['[', '%']) {
        plain.push_str(&rest[..at]);
        let behind = &rest[at + 1..];
        let end = match rest.as_bytes()[at] {
            b'[' => behind.find(']').map_or(behind.len(), |end| end + 1),
            // The letter that is no length ends a conversion: `%d`, `%02lld`.
            _ => behind
                .find(|one: char| one.is_ascii_alphabetic() && !matches!(one, 'l' | 'h' | 'z'))
                .map_or(behind.len(), |end| end + 1),
        };
        rest = &behind[end..];
    }
    plain.push_str(rest);
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The reads under what is left of the variables when what says the side is cut off: `a` and `b` of `ja`, `jb`, `pa`, `pb`.
/// `None` where the sides do not have the same then.
fn without_sides(mut reads: Vec<Read>) -> Option<Vec<Read>> {
    let of = |side: Side| reads.iter().filter(move |read| read.side == side).map(|read| &*read.name);
    let cut = |side: Side| {
        let names: Vec<&str> = of(side).collect();
        let before = common(&names, |name, at| name.as_bytes().get(at).copied());
        let behind = common(&names, |name, at| name.len().checked_sub(at + 1).map(|at| name.as_bytes()[at]));
        let shortest = names.iter().map(|name| name.len()).min().unwrap_or(0);
        (names.len() >= 2 && before + behind < shortest).then_some((before, behind))
    };
    let (contestant, jury) = (cut(Side::Contestant)?, cut(Side::Jury)?);
    for read in &mut reads {
        let (before, behind) = if read.side == Side::Jury { jury } else { contestant };
        read.name = read.name.get(before..read.name.len() - behind)?.to_owned();
    }
    let names = |side: Side| -> HashSet<&str> {
        reads.iter().filter(|read| read.side == side).map(|read| &*read.name).collect()
    };
    (names(Side::Contestant) == names(Side::Jury)).then_some(reads)
}

/// How many bytes all names have in common from one of their ends on.
fn common(names: &[&str], byte: impl Fn(&str, usize) -> Option<u8>) -> usize {
    let Some((first, rest)) = names.split_first() else { return 0 };
    let is_same =
        |at: &usize| byte(first, *at).is_some() && rest.iter().all(|name| byte(name, *at) == byte(first, *at));
    (0..first.len()).take_while(is_same).count()
}

/// The block whose statements a read follows, if it is certain to happen once each time that the block is run.
fn block(view: &View<'_>, at: usize) -> Option<usize> {
    let mut above = view.nodes.parent(at);
    for _ in 0..NEAR {
        match view.nodes.kind(above) {
            "compound_statement" => return Some(above),
            // The order of arguments is the compiler's.
            "init_declarator" | "declaration" | "expression_statement" | "assignment_expression" => {}
            "argument_list" if view.nodes.named_children(above).count() == 1 => {}
            "call_expression" | "field_expression" | "parenthesized_expression" | "cast_expression" => {}
            _ => return None,
        }
        above = view.nodes.parent(above);
    }
    None
}

/// Which stream stands behind the parameters of functions that are called with one of both only.
struct Streams<'s> {
    /// Functions in the order of the source: their nodes, the parameter, and what it is.
    functions: Vec<(Range<usize>, &'s str, Option<Side>)>,
}

impl<'s> Streams<'s> {
    fn new(view: &View<'s>) -> Streams<'s> {
        let mut given: HashMap<&str, Option<Side>> = HashMap::new();
        for site in view.sites.iter().filter(|site| !site.call.on_object) {
            let mut sides = site.call.arguments.iter().filter_map(|one| side(one.text));
            let one = sides.next().filter(|_| sides.next().is_none());
            given.entry(site.call.name).and_modify(|known| *known = known.filter(|_| *known == one)).or_insert(one);
        }
        let mut functions: Vec<(Range<usize>, &'s str, Option<Side>)> = Vec::new();
        for (at, item) in view.nodes.of_kind("parameter_declaration") {
            let class = view.nodes.children(at).next().map_or("", |class| view.text(class));
            let Some(name) = view.nodes.children(at).last().and_then(|name| view.text(name).strip_prefix('&')) else {
                continue;
            };
            let declarator = view.nodes.parent(item.parent);
            let definition = view.nodes.parent(declarator);
            if class != "InStream" || view.nodes.kind(definition) != "function_definition" {
                continue;
            }
            let function = view.nodes.children(declarator).next().map_or("", |name| view.text(name));
            let within = view.nodes.within(definition);
            match functions.last_mut().filter(|(last, ..)| *last == within) {
                // Which of two streams is meant is not said here.
                Some(last) => last.2 = None,
                None => functions.push((within, name.trim(), given.get(function).copied().flatten())),
            }
        }
        Streams { functions }
    }

    fn side(&self, view: &View<'_>, site: &Site<'_>) -> Option<Side> {
        let object = site.object()?;
        let last = self.functions.partition_point(|(within, ..)| within.start <= site.at).checked_sub(1);
        let around = last.map(|at| &self.functions[at]).filter(|(within, ..)| site.at < within.end);
        match around.filter(|(_, parameter, _)| *parameter == object) {
            Some((.., side)) => *side,
            None => side(object).filter(|_| !view.names.is_own(object)),
        }
    }
}

fn side(stream: &str) -> Option<Side> {
    match stream {
        "ouf" => Some(Side::Contestant),
        "ans" => Some(Side::Jury),
        _ => None,
    }
}
