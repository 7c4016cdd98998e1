//! Standard input, which is not for validators, checkers and interactors.

use problem::{finding::Severity, model::Role};

use super::{
    Found,
    view::{Target, View},
};

const FUNCTIONS: [&str; 3] = ["scanf", "getchar", "gets"];
const MEMBERS: [&str; 7] = ["get", "getline", "read", "peek", "ignore", "readsome", "putback"];

/// 35: reads of standard input.
pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    let (severity, message) = match view.role {
        Role::Validator => (
            Severity::Error,
            "a validator reads its input by `inf`, which takes what others read: write `inf.readInt(1, 100, \"n\")`",
        ),
        Role::Checker => {
            (Severity::Error, "a checker has nothing on its standard input: read from `inf`, `ouf` and `ans`")
        }
        Role::Interactor if reads_solution(view) => (
            Severity::Error,
            "`ouf` reads the same standard input, and each takes from the other: read from `ouf` only",
        ),
        Role::Interactor => (
            Severity::Warning,
            "what the solution prints is read by `ouf`, with bounds and verdicts: write `ouf.readInt(1, 100, \"n\")`",
        ),
        Role::Generator | Role::Grader | Role::Solution => return Vec::new(),
    };
    if ["freopen", "rdbuf"].into_iter().any(|word| view.names.mentions(word)) {
        return Vec::new();
    }
    let mut spans: Vec<std::ops::Range<usize>> = view
        .sites
        .iter()
        .filter(|site| match site.target {
            Target::Global => {
                let from_cin = site.call.name == "getline"
                    && site.call.arguments.first().is_some_and(|first| is_cin(view, first.text));
                FUNCTIONS.contains(&site.call.name) || from_cin
            }
            Target::Other => {
                let before = view.source.slice(site.call.span.start..site.call.name_start).trim();
                before.strip_suffix('.').is_some_and(|object| is_cin(view, object.trim()))
                    && MEMBERS.contains(&site.call.name)
            }
            Target::Member(..) => false,
        })
        .map(|site| site.call.span.clone())
        .collect();
    spans.extend(extractions(view));
    spans.into_iter().map(|span| Found::new(35, severity, span, message)).collect()
}

/// Whether an interactor reads what the solution prints as testlib has it.
fn reads_solution(view: &View<'_>) -> bool {
    view.sites.iter().any(|site| site.object() == Some("ouf") && site.call.name.starts_with("read"))
}

fn is_cin(view: &View<'_>, text: &str) -> bool {
    matches!(text, "cin" | "std::cin" | "::std::cin") && !view.names.is_own("cin")
}

/// `std::cin >> a >> b`, each chain once.
fn extractions(view: &View<'_>) -> Vec<std::ops::Range<usize>> {
    let is_shift = |at: usize| {
        let node = view.nodes.get(at).map(|item| item.visit.node);
        node.and_then(|node| node.child_by_field_name("operator")).is_some_and(|sign| sign.kind() == ">>")
    };
    let mut spans = Vec::new();
    for (at, item) in view.nodes.of_kind("binary_expression") {
        // The topmost operation of a chain speaks for all.
        if !is_shift(at) || is_shift(item.parent) {
            continue;
        }
        let mut left = at;
        while view.nodes.kind(left) == "binary_expression" {
            let Some(next) = view.nodes.children(left).next() else { break };
            left = next;
        }
        if is_cin(view, view.text(left)) {
            spans.push(item.visit.node.byte_range());
        }
    }
    spans
}
