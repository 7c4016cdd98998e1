//! What programs say, to whom, and under which names: interactors that never flush, numbers that lose digits, names with
//! indices, test cases that are not named, names of testlib's taken for others.

use std::collections::HashSet;

use problem::{finding::Severity, model::Role};

use super::{Change, Found, view::View};
use crate::{api::Owner, literal};

pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    let mut found = match view.role {
        Role::Validator => indexed_names(view).into_iter().chain(unnamed_cases(view)).collect(),
        Role::Generator => cut_reals(view),
        Role::Interactor => never_flushed(view),
        Role::Checker | Role::Grader | Role::Solution => Vec::new(),
    };
    found.extend(taken_names(view));
    found
}

/// 27: names such as `"a[" + to_string(i) + "]"`.
fn indexed_names(view: &View<'_>) -> Vec<Found> {
    let reads = view.members(Owner::InStream).filter(|site| site.call.name.starts_with("read"));
    let found = reads.filter_map(|site| {
        let last = site.call.arguments.last()?;
        if !last.text.contains("to_string(") || !last.text.contains('"') {
            return None;
        }
        let literal = last.text.trim_start_matches(['(', ' ']).split('+').next()?.trim();
        let literal = literal.strip_prefix("string(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(literal);
        let name = literal::string(literal)?;
        let name = name.trim_end_matches(['[', '_', '(', ' ', '{']).to_owned();
        let is_name = !name.is_empty() && name.bytes().all(crate::scan::is_word);
        let message = format!(
            "names with numbers are left out of the overview of bounds, and this one is made for every read: {}",
            if is_name { format!("name all of them `{name}`") } else { "give all of them one name".to_owned() }
        );
        let found = Found::new(27, Severity::Hint, last.span.clone(), message);
        let change = || vec![Change::new(last.span.clone(), format!("\"{name}\""))];
        Some(if is_name { found.fix(format!("name it `{name}`"), change()) } else { found })
    });
    found.collect()
}

/// 44: a loop over test cases whose failures do not name the case.
fn unnamed_cases(view: &View<'_>) -> Vec<Found> {
    if view.names.mentions("setTestCase") {
        return Vec::new();
    }
    let reads = view.members(Owner::InStream).filter(|site| site.call.name == "readEoln");
    let ends: Vec<usize> = reads.map(|site| site.call.span.start).collect();
    let loops = ["for_statement", "while_statement"].into_iter().flat_map(|kind| view.nodes.of_kind(kind));
    let found = loops.filter_map(|(at, item)| {
        let node = item.visit.node;
        let condition = node.child_by_field_name("condition")?;
        let text = view.source.node_text(condition).trim_matches(['(', ')', ' ']);
        let bound = text.strip_suffix("--").or_else(|| text.rsplit(['<', '=']).next())?.trim();
        let is_count = ["t", "T", "tests", "testcases", "test_cases", "tc", "ntests"].contains(&bound);
        let body = node.child_by_field_name("body")?;
        // A list of numbers called `t` is on one line.
        let n_before = |offset: usize| ends.partition_point(|end| *end < offset);
        let n_lines = n_before(body.end_byte()) - n_before(body.start_byte());
        let is_it = is_count && n_lines > 1 && body.kind() == "compound_statement" && !item.doubtful;
        let head = view.span(at).start..condition.end_byte();
        let message = "failures in this loop do not say which test case they are in: begin its body with `setTestCase(number)`, \
                       counted from 1";
        is_it.then(|| Found::new(44, Severity::Hint, head, message))
    });
    found.collect()
}

/// 41: reals that are printed with six digits.
fn cut_reals(view: &View<'_>) -> Vec<Found> {
    if ["setprecision", "precision", "printf"].into_iter().any(|word| view.names.mentions(word)) {
        return Vec::new();
    }
    let mut reals: HashSet<&str> = HashSet::new();
    for (_, item) in view.nodes.of_kind("declaration") {
        let node = item.visit.node;
        let is_real = node
            .child_by_field_name("type")
            .is_some_and(|name| matches!(view.source.node_text(name), "double" | "float" | "long double"));
        let mut cursor = node.walk();
        for declarator in node.children_by_field_name("declarator", &mut cursor).filter(|_| is_real) {
            let name = if declarator.kind() == "init_declarator" {
                declarator.child_by_field_name("declarator")
            } else {
                Some(declarator)
            };
            reals.extend(name.filter(|name| name.kind() == "identifier").map(|name| view.source.node_text(name)));
        }
    }
    let calls = ["println", "print"].into_iter().flat_map(|name| view.globals(name));
    let arguments = calls.flat_map(|site| &site.call.arguments).filter(|argument| reals.contains(argument.text));
    let found = arguments.map(|argument| {
        let message = "a real is printed with six digits, and the rest is lost: write `printf(\"%.9f\\n\", …)`, or \
                       `cout << setprecision(9)` before";
        Found::new(41, Severity::Hint, argument.span.clone(), message)
    });
    found.collect()
}

/// 36: an interactor that writes and never flushes.
fn never_flushed(view: &View<'_>) -> Vec<Found> {
    let flushes = ["flush", "endl", "fflush", "unitbuf", "setvbuf", "setbuf"];
    if flushes.into_iter().any(|word| view.names.mentions(word)) {
        return Vec::new();
    }
    let printed = ["printf", "puts", "println"].into_iter().flat_map(|name| view.globals(name)).next();
    let printed = printed.map(|site| site.call.span.clone()).or_else(|| {
        let shifted = view.nodes.of_kind("binary_expression").find(|(at, item)| {
            let text = view.text(*at);
            !item.doubtful
                && ["cout <<", "std::cout <<", "cout<<", "std::cout<<"].iter().any(|start| text.starts_with(start))
        });
        shifted.map(|(at, _)| view.span(at))
    });
    let message = "nothing here is ever flushed, so the solution may wait for what was written: end it with `endl`, or call \
                   `fflush(stdout)`";
    printed.map(|span| Found::new(36, Severity::Warning, span, message)).into_iter().collect()
}

/// 45: global variables with names of testlib's.
fn taken_names(view: &View<'_>) -> Vec<Found> {
    const TAKEN: [&str; 6] = ["rnd", "inf", "ouf", "ans", "tout", "validator"];
    let found = view.nodes.of_kind("declaration").filter_map(|(_, item)| {
        if item.doubtful || view.nodes.kind(item.parent) != "translation_unit" {
            return None;
        }
        let node = item.visit.node;
        let mut cursor = node.walk();
        let is_extern = node.children(&mut cursor).any(|child| child.kind() == "storage_class_specifier" && view.source.node_text(child) == "extern");
        let mut cursor = node.walk();
        let mut names = node.children_by_field_name("declarator", &mut cursor).filter_map(|declarator| {
            let mut name = declarator;
            while let Some(inner) = name.child_by_field_name("declarator") {
                name = inner;
            }
            (name.kind() == "identifier").then_some(name)
        });
        let name = names.find(|name| TAKEN.contains(&view.source.node_text(*name))).filter(|_| !is_extern)?;
        let text = view.source.node_text(name);
        let message = format!("`{text}` is testlib's own: a global variable of that name does not compile; call it otherwise, or declare it in `main`");
        Some(Found::new(45, Severity::Error, name.byte_range(), message))
    });
    found.collect()
}
