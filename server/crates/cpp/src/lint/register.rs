//! Register calls: missing, of another program, without a version; and types redefined before the header.

use problem::{facts::Register, finding::Severity, model::Role};

use super::{
    Change, Found,
    view::{Main, Site, Target, View},
};
use crate::{api::Owner, registers::register};

const REGISTER_FUNCTIONS: [&str; 7] = [
    "registerGen",
    "registerValidation",
    "registerTestlibCmd",
    "registerTestlib",
    "registerLemonChecker",
    "registerInteraction",
    "registerScorer",
];

pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    found.extend(missing(view));
    found.extend(wrong(view));
    found.extend(view.globals("registerGen").filter_map(without_version));
    found.extend(redefined_types(view));
    found.extend(options_not_taken(view));
    found
}

/// 10: no register call.
fn missing(view: &View<'_>) -> Option<Found> {
    let main = view.main.as_ref()?;
    let ends_otherwise = ["disableFinalizeGuard", "testlibMode"].into_iter().any(|word| view.names.mentions(word));
    let elsewhere = view.names.is_foreign() || ends_otherwise || view.names.mentions_start("register");
    if elsewhere {
        return None;
    }
    let call = register_call(view.role)?;
    let message = format!(
        "this {} includes testlib.h and calls no register function, so it fails at its end: begin `main` with `{call};`",
        view.role.name()
    );
    let mut changes = parameters(view, main)?;
    let open = view.span(main.body).start + 1;
    let indent = view.nodes.named_children(main.body).next().map(|first| view.indent(view.span(first).start));
    let indent = indent.filter(|indent| !indent.is_empty()).unwrap_or("    ");
    changes.push(Change::insert(open, format!("\n{indent}{call};")));
    let found = Found::new(10, Severity::Error, view.span(main.name), message);
    Some(found.fix(format!("begin `main` with `{call}`"), changes))
}

/// 10: the register call of another program.
fn wrong(view: &View<'_>) -> Option<Found> {
    let calls = || view.sites.iter().filter(|site| site.target == Target::Global && register(site.call.name).is_some());
    let first = calls().next()?;
    let n_written: usize = REGISTER_FUNCTIONS.into_iter().map(|name| view.names.count(name)).sum();
    if calls().count() != n_written || calls().any(|site| fits(site.call.name, view.role)) {
        return None;
    }
    let call = register_call(view.role)?;
    let message = format!(
        "this is the {} of the problem, but `{}` makes something else of it: write `{call}`",
        view.role.name(),
        first.call.name
    );
    let found = Found::new(10, Severity::Error, first.call.span.clone(), message);
    let Some(mut changes) = view.main.as_ref().and_then(|main| parameters(view, main)) else { return Some(found) };
    changes.push(Change::new(first.call.span.clone(), call));
    Some(found.fix(format!("write `{call}`"), changes))
}

fn fits(name: &str, role: Role) -> bool {
    match (register(name), role) {
        (Some(Register::Generator), Role::Generator)
        | (Some(Register::Validator), Role::Validator)
        | (Some(Register::Checker | Register::Scorer), Role::Checker)
        | (Some(Register::Interactor), Role::Interactor)
        | (_, Role::Grader | Role::Solution)
        | (None, _) => true,
        (Some(_), _) => false,
    }
}

fn register_call(role: Role) -> Option<&'static str> {
    match role {
        Role::Generator => Some("registerGen(argc, argv, 1)"),
        Role::Validator => Some("registerValidation(argc, argv)"),
        Role::Checker => Some("registerTestlibCmd(argc, argv)"),
        Role::Interactor => Some("registerInteraction(argc, argv)"),
        Role::Grader | Role::Solution => None,
    }
}

/// The change that gives `main` the parameters `argc` and `argv`, if they are missing; `None` when it has others.
fn parameters(view: &View<'_>, main: &Main) -> Option<Vec<Change>> {
    let written = view.text(main.parameters);
    if written.contains("argc") && written.contains("argv") {
        return Some(Vec::new());
    }
    let inside = written.trim_start_matches('(').trim_end_matches(')').trim();
    matches!(inside, "" | "void").then(|| vec![Change::new(view.span(main.parameters), "(int argc, char* argv[])")])
}

/// 09: `registerGen` without a version.
fn without_version(site: &Site<'_>) -> Option<Found> {
    let [_, last] = &site.call.arguments[..] else { return None };
    let message = "`registerGen` without a version means version 0 and complains with each run: add `, 1`";
    let found = Found::new(9, Severity::Warning, site.call.span.clone(), message);
    let with = |version: &str| vec![Change::insert(last.span.end, format!(", {version}"))];
    let found = found.fix("add the version 1 (tests change)", with("1"));
    Some(found.fix("add the version 0 (tests stay as they are)", with("0")))
}

/// 46: `#define int long long` before the header.
fn redefined_types(view: &View<'_>) -> Vec<Found> {
    let header = view.nodes.of_kind("preproc_include").find(|(_, item)| {
        let path = item.visit.node.child_by_field_name("path").map_or("", |path| view.source.node_text(path));
        path.trim_matches(['"', '<', '>']).rsplit('/').next() == Some("testlib.h")
    });
    let Some((header, _)) = header else { return Vec::new() };
    let before = view.nodes.of_kind("preproc_def").take_while(|(at, _)| *at < header);
    let types = before.filter(|(_, item)| {
        let name = item.visit.node.child_by_field_name("name").map_or("", |name| view.source.node_text(name));
        matches!(name, "int" | "long" | "double" | "char" | "float" | "bool" | "unsigned")
    });
    let found = types.map(|(_, item)| {
        let span = item.visit.node.byte_range();
        let length = view.source.slice(span.clone()).trim_end().len();
        let span = span.start..span.start + length;
        let message = "this macro changes the types inside testlib.h as well: write `long long` where it is meant";
        Found::new(46, Severity::Error, span, message)
    });
    found.collect()
}

/// 49: `validator.group()` where the program never sees its options.
fn options_not_taken(view: &View<'_>) -> Option<Found> {
    let asks = view.members(Owner::Validator).find(|site| matches!(site.call.name, "group" | "testset"))?;
    let call = view.globals("registerValidation").next().filter(|site| site.call.arguments.is_empty())?;
    if view.names.count("registerValidation") != 1 {
        return None;
    }
    let message = format!(
        "`registerValidation()` takes no options, so `validator.{}()` fails: write `registerValidation(argc, argv)`",
        asks.call.name
    );
    let found = Found::new(49, Severity::Error, call.call.span.clone(), message);
    let Some(mut changes) = view.main.as_ref().and_then(|main| parameters(view, main)) else { return Some(found) };
    changes.push(Change::new(call.call.span.clone(), "registerValidation(argc, argv)"));
    Some(found.fix("write `registerValidation(argc, argv)`", changes))
}
