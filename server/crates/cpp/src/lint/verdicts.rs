//! Verdicts that come to the wrong side: checks of a contestant's output that give FAIL, values of his that are used as they
//! come, reals compared to the last bit; and validators that give verdicts.

use problem::{finding::Severity, model::Role};

use super::{
    Change, Found,
    view::{Site, View},
};
use crate::{
    api::Owner,
    nodes::NONE,
    readers::{Reader, Reads},
};

pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    match view.role {
        Role::Validator => given_by_validators(view),
        Role::Checker => {
            let of_contestant = read_from_contestant(view);
            let mut found = ensured(view, &of_contestant);
            found.extend(indices(view, &of_contestant));
            found.extend(compared_reals(view));
            found
        }
        Role::Generator | Role::Interactor | Role::Grader | Role::Solution => Vec::new(),
    }
}

/// 29: verdicts of a validator, which has none but FAIL.
fn given_by_validators(view: &View<'_>) -> Vec<Found> {
    let calls = ["quitf", "quit", "quitif"].into_iter().flat_map(|name| view.globals(name));
    let verdict = |site: &Site<'_>| {
        let verdicts = site.call.arguments.iter().map(|argument| argument.text);
        verdicts.filter(|text| ["_wa", "_pe"].contains(text)).map(str::to_owned).next()
    };
    let found = calls.filter_map(|site| {
        let verdict = verdict(site)?;
        let message = format!(
            "a validator has no verdict `{verdict}`: it says FAIL and not where in the input; write `ensuref(condition, \
             \"…\")`, or `inf.quitf({verdict}, \"…\")`, which names the line"
        );
        let change = Change::insert(site.call.name_start, "inf.");
        let found = Found::new(29, Severity::Hint, site.call.span.clone(), message);
        Some(if site.call.name == "quitif" { found } else { found.fix("write `inf.`", vec![change]) })
    });
    found.collect()
}

/// A variable that takes what the contestant wrote, and the read.
struct Taken<'v, 's> {
    name: &'s str,
    site: &'v Site<'s>,
}

/// Variables that are declared with a read of `ouf`.
fn read_from_contestant<'v, 's>(view: &'v View<'s>) -> Vec<Taken<'v, 's>> {
    let reads = view.members(Owner::InStream).filter(|site| site.object() == Some("ouf"));
    let taken = reads.filter_map(|site| {
        Reader::of(site.call.name)?;
        let declarator = view.nodes.parent(site.at);
        let name = view.nodes.children(declarator).next()?;
        let is_variable = view.nodes.kind(declarator) == "init_declarator" && view.nodes.kind(name) == "identifier";
        is_variable.then(|| Taken { name: view.text(name), site })
    });
    taken.collect()
}

/// 34: `ensure` about what the contestant wrote.
fn ensured(view: &View<'_>, of_contestant: &[Taken<'_, '_>]) -> Vec<Found> {
    let calls = ["ensure", "ensuref"].into_iter().flat_map(|name| view.globals(name));
    let found = calls.filter_map(|site| {
        let condition = site.call.arguments.first()?.text;
        let is_in = |name: &str| words(condition).any(|word| word == name);
        let about = of_contestant.iter().find(|taken| is_in(taken.name))?;
        let message = format!(
            "`{}` gives FAIL, which blames the jury, and `{}` is the contestant's: write `if (!(…)) quitf(_wa, \"…\")`",
            site.call.name, about.name
        );
        Some(Found::new(34, Severity::Warning, site.call.span.clone(), message))
    });
    found.collect()
}

/// 31: a number of the contestant without bounds that is an index, and that no condition looks at.
fn indices(view: &View<'_>, of_contestant: &[Taken<'_, '_>]) -> Vec<Found> {
    let found = of_contestant.iter().filter_map(|taken| {
        let reader = Reader::of(taken.site.call.name)?;
        let is_bare = reader.reads == Reads::Number && taken.site.call.arguments.is_empty();
        if !is_bare || view.names.is_in_macro(taken.name) {
            return None;
        }
        let uses = view.nodes.of_kind("identifier").filter(|(at, _)| view.text(*at) == taken.name);
        let (mut is_index, mut is_looked_at) = (false, false);
        for (at, item) in uses {
            let mut above = item.parent;
            let mut below = at;
            while above != NONE {
                match view.nodes.kind(above) {
                    "subscript_argument_list" => is_index = true,
                    // A condition, or a function that may be one.
                    "condition_clause" | "conditional_expression" | "lambda_expression" => is_looked_at = true,
                    "for_statement" => is_looked_at |= view.nodes.children(above).last() != Some(below),
                    "argument_list" => is_looked_at |= view.nodes.kind(view.nodes.parent(above)) == "call_expression",
                    "binary_expression" => is_looked_at |= compares(view, above),
                    "expression_statement" | "declaration" | "compound_statement" => break,
                    _ => {}
                }
                below = above;
                above = view.nodes.parent(above);
            }
        }
        let name = taken.name;
        let call = taken.site.call.name;
        let message = format!(
            "`{name}` is the contestant's, has no bounds and is an index, so the checker may break: write \
             `ouf.{call}(1, n, \"{name}\")`"
        );
        (is_index && !is_looked_at).then(|| Found::new(31, Severity::Warning, taken.site.call.span.clone(), message))
    });
    found.collect()
}

fn compares(view: &View<'_>, at: usize) -> bool {
    let operator = view.nodes.get(at).and_then(|item| item.visit.node.child_by_field_name("operator"));
    operator.is_some_and(|operator| matches!(operator.kind(), "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||"))
}

/// 33: two reals that were read, compared with `==` or `!=`.
fn compared_reals(view: &View<'_>) -> Vec<Found> {
    let reads = view.members(Owner::InStream).filter(|site| matches!(site.call.name, "readDouble" | "readReal"));
    let names: Vec<&str> = reads
        .filter_map(|site| {
            let declarator = view.nodes.parent(site.at);
            let name = view.nodes.children(declarator).next()?;
            (view.nodes.kind(declarator) == "init_declarator").then(|| view.text(name))
        })
        .collect();
    let found = view.nodes.of_kind("binary_expression").filter_map(|(at, item)| {
        let node = item.visit.node;
        let operator = node.child_by_field_name("operator")?.kind();
        let side = |field: &str| node.child_by_field_name(field).map(|side| view.source.node_text(side));
        let (left, right) = (side("left")?, side("right")?);
        let is_exact = matches!(operator, "==" | "!=") && names.contains(&left) && names.contains(&right);
        if item.doubtful || !is_exact || left == right {
            return None;
        }
        let not = if operator == "!=" { "!" } else { "" };
        let made = format!("{not}doubleCompare({left}, {right}, 1e-6)");
        let message =
            format!("two reals are rarely the same to the last bit: write `{made}`, with the error that is allowed");
        let found = Found::new(33, Severity::Warning, view.span(at), message);
        Some(found.fix(format!("write `{made}`"), vec![Change::new(view.span(at), made)]))
    });
    found.collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|one: char| !(one.is_ascii_alphanumeric() || one == '_'))
}
