//! Readers of checkers that are called for both sides, the jury's and the contestant's.

use std::collections::{HashMap, HashSet};

use problem::{finding::Severity, model::Role};

use super::{
    Change, Found,
    view::{Target, View},
};

/// 32: a verdict within a reader of both sides that always is the contestant's.
pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    if view.role != Role::Checker {
        return Vec::new();
    }
    let of_jury: HashSet<&str> = view
        .sites
        .iter()
        .filter(|site| !site.call.on_object && site.call.arguments.iter().any(|one| one.text == "ans"))
        .map(|site| site.call.name)
        .collect();
    let mut found = Vec::new();
    for (stream, body) in readers(view, &of_jury) {
        // One that asks which side it reads, or has a verdict for the jury, knows what it does.
        let mut names =
            view.nodes.within(body).filter(|&at| matches!(view.nodes.kind(at), "identifier" | "field_identifier"));
        if names.any(|at| matches!(view.text(at), "ans" | "ouf" | "mode" | "_fail")) {
            continue;
        }
        let within = view.nodes.within(body);
        let first = view.sites.partition_point(|site| site.at < within.start);
        for site in view.sites[first..].iter().take_while(|site| site.at < within.end) {
            let verdict = site.call.arguments.first().map_or("", |first| first.text);
            if site.target != Target::Global
                || !matches!(site.call.name, "quitf" | "quit")
                || !matches!(verdict, "_wa" | "_pe")
            {
                continue;
            }
            let message = format!(
                "this reads the jury's answer, too, whose mistakes are no `{verdict}` of the contestant: write \
                 `{stream}.{}({verdict}, …)`, which gives FAIL for `ans`",
                site.call.name
            );
            let change = Change::insert(site.call.span.start, format!("{stream}."));
            let one = Found::new(32, Severity::Warning, site.call.span.clone(), message);
            found.push(one.fix(format!("write `{stream}.{}`", site.call.name), vec![change]));
        }
    }
    found
}

/// The functions with one stream among their parameters that are called with the jury's: the stream and the body.
fn readers<'s>(view: &View<'s>, of_jury: &HashSet<&str>) -> Vec<(&'s str, usize)> {
    let mut streams: HashMap<usize, Vec<&'s str>> = HashMap::new();
    // What else is given may say which side it is.
    let mut others: HashMap<usize, usize> = HashMap::new();
    for (at, item) in view.nodes.of_kind("parameter_declaration") {
        let name = view.nodes.children(at).last().map_or("", |name| view.text(name));
        let is_stream = view.nodes.children(at).next().is_some_and(|class| view.text(class) == "InStream");
        if let Some(name) = name.strip_prefix('&').filter(|_| is_stream) {
            streams.entry(view.nodes.parent(item.parent)).or_default().push(name.trim());
        } else {
            *others.entry(view.nodes.parent(item.parent)).or_default() += 1;
        }
    }
    let mut found = Vec::new();
    for (declarator, streams) in streams {
        let definition = view.nodes.parent(declarator);
        let name = view.nodes.children(declarator).next().map_or("", |name| view.text(name));
        let body = view.nodes.children(definition).last().filter(|&body| view.nodes.kind(body) == "compound_statement");
        let is_definition = view.nodes.kind(definition) == "function_definition";
        if let ([stream], Some(body)) = (&streams[..], body)
            && is_definition
            && !others.contains_key(&declarator)
            && view.nodes.kind(view.nodes.parent(definition)) == "translation_unit"
            && of_jury.contains(name)
        {
            found.push((*stream, body));
        }
    }
    found
}
