//! Verdicts that come to the wrong side: checks of a contestant's output that give FAIL, values of his that are used as they
//! come, reals compared to the last bit; and validators that give verdicts.

use std::collections::{HashMap, HashSet};

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

/// How far above a use of a variable is looked for what it is used in.
const NEAR: usize = 24;

pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    match view.role {
        Role::Validator => given_by_validators(view),
        Role::Checker => {
            let of_contestant: Vec<Taken<'_, '_>> =
                declared(view, |site| site.object() == Some("ouf") && Reader::of(site.call.name).is_some()).collect();
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

/// A variable that takes what is read, and the read.
struct Taken<'v, 's> {
    name: &'s str,
    site: &'v Site<'s>,
}

/// Variables that are declared with a read of some kind.
fn declared<'v, 's>(
    view: &'v View<'s>,
    is_wanted: impl Fn(&Site<'s>) -> bool + 'v,
) -> impl Iterator<Item = Taken<'v, 's>> + 'v {
    view.members(Owner::InStream).filter(move |site| is_wanted(site)).filter_map(|site| {
        let declarator = view.nodes.parent(site.at);
        let name = view.nodes.children(declarator).next()?;
        let is_variable = view.nodes.kind(declarator) == "init_declarator" && view.nodes.kind(name) == "identifier";
        is_variable.then(|| Taken { name: view.text(name), site })
    })
}

/// 34: `ensure` about what the contestant wrote.
fn ensured(view: &View<'_>, of_contestant: &[Taken<'_, '_>]) -> Vec<Found> {
    let mut order: HashMap<&str, usize> = HashMap::new();
    for (nth, taken) in of_contestant.iter().enumerate() {
        order.entry(taken.name).or_insert(nth);
    }
    let calls = ["ensure", "ensuref"].into_iter().flat_map(|name| view.globals(name));
    let found = calls.filter_map(|site| {
        let condition = site.call.arguments.first()?.text;
        let about = &of_contestant[words(condition).filter_map(|word| order.get(word)).min().copied()?];
        let message = format!(
            "`{}` gives FAIL, which blames the jury, and `{}` is the contestant's: write `if (!(…)) quitf(_wa, \"…\")`",
            site.call.name, about.name
        );
        Some(Found::new(34, Severity::Warning, site.call.span.clone(), message))
    });
    found.collect()
}

/// How a variable is used.
#[derive(Clone, Copy, Default)]
struct Use {
    is_index: bool,
    /// A condition looks at it, or a function that may be one.
    is_looked_at: bool,
}

/// 31: a number of the contestant without bounds that is an index, and that no condition looks at.
fn indices(view: &View<'_>, of_contestant: &[Taken<'_, '_>]) -> Vec<Found> {
    let is_bare = |taken: &&Taken<'_, '_>| {
        let is_number = Reader::of(taken.site.call.name).is_some_and(|reader| reader.reads == Reads::Number);
        is_number && taken.site.call.arguments.is_empty() && !view.names.is_in_macro(taken.name)
    };
    let bare: Vec<&Taken<'_, '_>> = of_contestant.iter().filter(is_bare).collect();
    let mut uses: HashMap<&str, Use> = bare.iter().map(|taken| (taken.name, Use::default())).collect();
    for (at, item) in view.nodes.of_kind("identifier").filter(|_| !bare.is_empty()) {
        if let Some(known) = uses.get_mut(view.text(at)) {
            let one = use_at(view, at, item.parent);
            known.is_index |= one.is_index;
            known.is_looked_at |= one.is_looked_at;
        }
    }
    let found = bare.into_iter().filter(|taken| {
        let Use { is_index, is_looked_at } = uses[taken.name];
        is_index && !is_looked_at
    });
    let found = found.map(|Taken { name, site }| {
        let message = format!(
            "`{name}` is the contestant's, has no bounds and is an index, so the checker may break: write \
             `ouf.{}(1, n, \"{name}\")`",
            site.call.name
        );
        Found::new(31, Severity::Warning, site.call.span.clone(), message)
    });
    found.collect()
}

/// How a name is used at a place. What lies deep in an expression is taken to be looked at.
fn use_at(view: &View<'_>, at: usize, parent: usize) -> Use {
    let (mut one, mut below, mut above) = (Use::default(), at, parent);
    for _ in 0..NEAR {
        match view.nodes.kind(above) {
            "subscript_argument_list" => one.is_index = true,
            "condition_clause" | "conditional_expression" | "lambda_expression" => one.is_looked_at = true,
            "for_statement" => one.is_looked_at |= view.nodes.children(above).last() != Some(below),
            "argument_list" => one.is_looked_at |= view.nodes.kind(view.nodes.parent(above)) == "call_expression",
            "binary_expression" => one.is_looked_at |= compares(view, above),
            "expression_statement" | "declaration" | "compound_statement" => return one,
            _ => {}
        }
        (below, above) = (above, view.nodes.parent(above));
        if above == NONE {
            return one;
        }
    }
    Use { is_looked_at: true, ..one }
}

fn compares(view: &View<'_>, at: usize) -> bool {
    let operator = view.nodes.get(at).and_then(|item| item.visit.node.child_by_field_name("operator"));
    operator.is_some_and(|operator| matches!(operator.kind(), "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||"))
}

/// 33: two reals that were read, compared with `==` or `!=`.
fn compared_reals(view: &View<'_>) -> Vec<Found> {
    let names: HashSet<&str> =
        declared(view, |site| matches!(site.call.name, "readDouble" | "readReal")).map(|taken| taken.name).collect();
    let found = view.nodes.of_kind("binary_expression").filter_map(|(at, item)| {
        let node = item.visit.node;
        let operator = node.child_by_field_name("operator")?.kind();
        let side = |field: &str| node.child_by_field_name(field).map(|side| view.source.node_text(side));
        let (left, right) = (side("left")?, side("right")?);
        let is_exact = matches!(operator, "==" | "!=") && names.contains(left) && names.contains(right);
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
