//! Names that testlib does not have.

use problem::{finding::Severity, settings::suggest::nearest};

use super::{Change, Found, view::View};
use crate::api::{Kind, Owner, api};

/// What people write and what they mean. Of those marked, our header accepts the wrong name.
const MEMBERS: [(Owner, &str, &str, bool); 26] = [
    (Owner::InStream, "readEOLN", "readEoln", true),
    (Owner::InStream, "readEOF", "readEof", true),
    (Owner::InStream, "readEOL", "readEoln", false),
    (Owner::InStream, "readEndOfLine", "readEoln", false),
    (Owner::InStream, "readEndl", "readEoln", false),
    (Owner::InStream, "readNewLine", "readEoln", false),
    (Owner::InStream, "readNewline", "readEoln", false),
    (Owner::InStream, "readEndOfFile", "readEof", false),
    (Owner::InStream, "readLongLong", "readLong", false),
    (Owner::InStream, "readInt64", "readLong", false),
    (Owner::InStream, "readFloat", "readDouble", false),
    (Owner::InStream, "readStr", "readToken", false),
    (Owner::InStream, "readText", "readLine", false),
    (Owner::InStream, "nextInt", "readInt", false),
    (Owner::InStream, "nextLong", "readLong", false),
    (Owner::InStream, "nextToken", "readToken", false),
    (Owner::InStream, "readBlank", "readSpace", false),
    (Owner::Random, "nextInt", "next", true),
    (Owner::Random, "nextLong", "next", false),
    (Owner::Random, "nextDouble", "next", true),
    (Owner::Random, "next_double", "next", true),
    (Owner::Random, "randint", "next", true),
    (Owner::Random, "uniform", "next", false),
    (Owner::Random, "choice", "any", false),
    (Owner::Random, "nextPerm", "perm", false),
    (Owner::Random, "permutation", "perm", false),
];

const FUNCTIONS: [(&str, &str); 6] = [
    ("registerChecker", "registerTestlibCmd"),
    ("registerValidator", "registerValidation"),
    ("registerGenerator", "registerGen"),
    ("registerInteractor", "registerInteraction"),
    ("registerTestLibCmd", "registerTestlibCmd"),
    ("registerTestlibCmdLine", "registerTestlibCmd"),
];

/// 47: names that testlib does not have.
pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    if view.names.is_foreign() {
        return Vec::new();
    }
    let mut found = members(view);
    found.extend(view.sites.iter().filter_map(|site| {
        let global = site.target == super::view::Target::Global;
        let (_, meant) = FUNCTIONS.iter().find(|(wrong, _)| global && *wrong == site.call.name)?;
        Some(renamed(site.name_span(), site.call.name, meant, Severity::Error))
    }));
    for site in view.globals("quit").filter(|site| site.call.arguments.len() == 1) {
        let message = "`quit` takes a verdict and a message, and only our testlib.h does without one: add `, \"\"`";
        let change = Change::insert(site.call.arguments[0].span.end, ", \"\"");
        let quit = Found::new(47, Severity::Warning, site.call.span.clone(), message);
        found.push(quit.fix("add an empty message", vec![change]));
    }
    found
}

fn members(view: &View<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    for (at, item) in view.nodes.of_kind("field_expression") {
        let node = item.visit.node;
        let object = node.child_by_field_name("argument").filter(|object| object.kind() == "identifier");
        let field = node.child_by_field_name("field").filter(|field| field.kind() == "field_identifier");
        let (Some(object), Some(field)) = (object, field) else { continue };
        let arrow = node.child_by_field_name("operator").is_some_and(|sign| sign.kind() != ".");
        let name = view.source.node_text(field);
        let Some(owner) = view.names.class_of(view.source.node_text(object)).filter(|_| !arrow) else { continue };
        let is_known = api().find(Some(owner), name).is_some() || view.names.is_macro(name) || name == "ensure";
        // Within the shift operators of streams, say, an object of the same name may stand for another one.
        if is_known || view.nodes.kind(at).is_empty() {
            continue;
        }
        found.push(member(owner, name, field.byte_range()));
    }
    found
}

fn member(owner: Owner, name: &str, span: std::ops::Range<usize>) -> Found {
    if let Some((.., meant, accepted)) = MEMBERS.iter().find(|(of, wrong, ..)| *of == owner && *wrong == name) {
        let severity = if *accepted { Severity::Warning } else { Severity::Error };
        return renamed(span, name, meant, severity);
    }
    let known = api().entries().iter().filter(|entry| entry.owner == Some(owner) && entry.kind == Kind::Method);
    match nearest(name, known.flat_map(|entry| entry.names())) {
        Some(meant) => renamed(span, name, meant, Severity::Error),
        None => {
            let message =
                format!("testlib's {} has no `{name}`: write one of the names of its reference", owner.class());
            Found::new(47, Severity::Error, span, message)
        }
    }
}

fn renamed(span: std::ops::Range<usize>, name: &str, meant: &str, severity: Severity) -> Found {
    let has = if severity == Severity::Error { "testlib has no" } else { "the usual testlib.h has no" };
    let message = format!("{has} `{name}`; did you mean `{meant}`?");
    Found::new(47, severity, span.clone(), message).fix(format!("write `{meant}`"), vec![Change::new(span, meant)])
}
