//! Randomness that is not testlib's, seeds, and weights taken for bounds.

use problem::{finding::Severity, model::Role};

use super::{
    Change, Found,
    numbers::{NumberType, number},
    view::{Site, View},
};
use crate::{api::Owner, nodes::NONE};

/// Generators of random numbers that are the same everywhere if their seeds are.
const FIXED_ENGINES: [&str; 7] =
    ["mt19937", "mt19937_64", "minstd_rand", "minstd_rand0", "ranlux24", "ranlux48", "knuth_b"];

pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    found.extend(view.globals("rand").filter(|site| site.call.arguments.is_empty()).map(|site| rand(view, site)));
    found.extend(view.globals("srand").filter(|site| site.call.arguments.len() == 1).map(|site| srand(view, site)));
    found.extend(view.globals("random_shuffle").map(random_shuffle));
    found.extend(view.members(Owner::Random).filter_map(|site| seed(view, site)));
    found.extend(view.members(Owner::Random).filter_map(weight));
    if matches!(view.role, Role::Generator | Role::Interactor) {
        found.extend(of_library(view));
    }
    found
}

/// 11: `rand()`.
fn rand(view: &View<'_>, site: &Site<'_>) -> Found {
    let message = "testlib forbids `rand`, which differs from library to library: write `rnd.next(n)` for 0 to n - 1";
    let found = Found::new(11, Severity::Error, site.call.span.clone(), message);
    let remainder = view.nodes.parent(site.at);
    let node = view.nodes.get(remainder).map(|item| item.visit.node);
    let of_remainder = node.filter(|node| {
        node.kind() == "binary_expression"
            && node.child_by_field_name("operator").is_some_and(|sign| sign.kind() == "%")
            && node.start_byte() == site.call.span.start
    });
    match of_remainder.and_then(|node| node.child_by_field_name("right")) {
        Some(right) => {
            let text = view.source.node_text(right);
            let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
            let drawn = format!("rnd.next({})", if right.kind() == "parenthesized_expression" { inside } else { text });
            found.fix(format!("write `{drawn}`"), vec![Change::new(view.span(remainder), drawn)])
        }
        None => found,
    }
}

/// 11: `srand(…)`.
fn srand(view: &View<'_>, site: &Site<'_>) -> Found {
    let message = "testlib forbids `srand`: remove it, the register call seeds `rnd`";
    let found = Found::new(11, Severity::Error, site.call.span.clone(), message);
    match view.whole_statement(site.at) {
        Some(statement) => found.fix("remove the call", vec![Change::new(statement, "")]),
        None => found,
    }
}

/// 11: `random_shuffle`.
fn random_shuffle(site: &Site<'_>) -> Found {
    let message =
        "testlib forbids `random_shuffle`, which differs from library to library: write `shuffle(begin, end)`";
    let found = Found::new(11, Severity::Error, site.call.span.clone(), message);
    if site.call.arguments.len() != 2 {
        return found;
    }
    let name = site.call.span.start..site.name_span().end;
    found.fix("write `shuffle`", vec![Change::new(name, "shuffle")])
}

/// 13: a seed that forgets the command line.
fn seed(view: &View<'_>, site: &Site<'_>) -> Option<Found> {
    let [argument] = &site.call.arguments[..] else { return None };
    if site.call.name != "setSeed" || site.object() != Some("rnd") {
        return None;
    }
    let by_time = is_of_time(argument.text);
    let message = match view.role {
        Role::Generator | Role::Interactor if by_time => {
            "seeded by the time, each run makes something else: remove the call and let the arguments decide"
        }
        Role::Generator if number(argument).is_some() => {
            "a constant seed replaces the one that the whole command line makes, so other arguments draw the same \
             numbers: remove the call"
        }
        Role::Generator | Role::Interactor | Role::Validator | Role::Checker | Role::Grader | Role::Solution => {
            return None;
        }
    };
    let found = Found::new(13, Severity::Warning, site.call.span.clone(), message);
    Some(match view.whole_statement(site.at) {
        Some(statement) => found.fix("remove the call", vec![Change::new(statement, "")]),
        None => found,
    })
}

fn is_of_time(text: &str) -> bool {
    let mut words = text.split(|character: char| !character.is_alphanumeric() && character != '_');
    words.any(|word| matches!(word, "time" | "chrono" | "clock" | "random_device" | "__rdtsc" | "getpid"))
}

/// 17: a weight where an upper end is meant.
fn weight(site: &Site<'_>) -> Option<Found> {
    let [first, second] = &site.call.arguments[..] else { return None };
    if site.call.name != "wnext" {
        return None;
    }
    let from = number(first).filter(|number| number.kind != NumberType::Real)?;
    let from_one = (0.0..=1.0).contains(&from.value);
    let like_a_range = number(second).is_some_and(|to| to.value > 50.0 && to.value > from.value);
    if !from_one && !like_a_range {
        return None;
    }
    let message = format!(
        "the second argument of `wnext` is a weight here, not an upper end: write `{}.wnext({}, {}, weight)`",
        site.object().unwrap_or("rnd"),
        first.text,
        second.text
    );
    let change = Change::insert(second.span.end, ", 1");
    Some(Found::new(17, Severity::Warning, site.call.span.clone(), message).fix("add the weight 1", vec![change]))
}

/// 12: the standard library's random numbers.
fn of_library(view: &View<'_>) -> Vec<Found> {
    let mut found: Vec<Found> = view.globals("shuffle").filter_map(library_shuffle).collect();
    let mut covered_until = 0;
    for (at, item) in view.nodes.of_kind("type_identifier") {
        let name = view.text(at);
        if view.names.is_own(name) || item.visit.start() < covered_until || !is_library_type(name) {
            continue;
        }
        let whole = declaration(view, at);
        let span = view.span(whole.unwrap_or(at));
        let Some(message) = complaint(view, name, whole.map_or("", |whole| view.text(whole))) else { continue };
        covered_until = whole.map_or(covered_until, |_| span.end);
        found.push(Found::new(12, Severity::Warning, span, message));
    }
    found
}

fn is_library_type(name: &str) -> bool {
    FIXED_ENGINES.contains(&name)
        || matches!(name, "random_device" | "default_random_engine")
        || name.ends_with("_distribution") && !name.starts_with('_')
}

fn complaint(view: &View<'_>, name: &str, declaration: &str) -> Option<&'static str> {
    if name.ends_with("_distribution") {
        return Some(
            "what the distributions of the standard library draw differs from library to library: write `rnd.next(from, to)`",
        );
    }
    if matches!(name, "random_device" | "default_random_engine") || is_of_time(declaration) {
        return Some("these random numbers differ from run to run or from library to library: draw from `rnd`");
    }
    // Given a seed that hangs on the arguments, the standard fixes what an engine draws.
    let arguments = declaration.find(['(', '{']).map_or("", |open| &declaration[open + 1..]);
    let literal = arguments.trim_end_matches([')', '}', ';', ' ']);
    let constant = literal.is_empty() || crate::literal::integer(literal).is_some();
    let once = view.names.count(name) == 1 && !view.names.mentions("seed");
    (constant && once && !declaration.is_empty() && !declaration.contains(['&', '*', '=']))
        .then_some("seeded by a constant, it draws the same whatever the arguments of the command: draw from `rnd`")
}

/// The declaration of a variable whose type a name is part of.
fn declaration(view: &View<'_>, name: usize) -> Option<usize> {
    let mut above = view.nodes.parent(name);
    while view.nodes.kind(above) == "qualified_identifier" || view.nodes.kind(above) == "template_type" {
        above = view.nodes.parent(above);
    }
    (above != NONE && view.nodes.kind(above) == "declaration").then_some(above)
}

/// 12: `std::shuffle`.
fn library_shuffle(site: &Site<'_>) -> Option<Found> {
    let [_, last, engine] = &site.call.arguments[..] else { return None };
    let message =
        "the order that `std::shuffle` makes differs from library to library: write testlib's `shuffle(begin, end)`";
    let changes = vec![
        Change::new(site.call.span.start..site.name_span().end, "shuffle"),
        Change::new(last.span.end..engine.span.end, ""),
    ];
    Some(Found::new(12, Severity::Warning, site.call.span.clone(), message).fix("use testlib's `shuffle`", changes))
}
