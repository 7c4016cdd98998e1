//! Code actions: what puts mistakes right, and what can be done for a problem.

use problem::{
    finding::{Bound, Code, Severity},
    hidden::shown,
};
use serde::Deserialize as _;
use serde_json::{Value, json};
use tower_lsp::lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionTriggerKind, Command, Diagnostic,
    DiagnosticSeverity, NumberOrString,
};

use super::requests::RequestContext;

/// What is offered for a range of a document.
pub(super) fn actions(context: &RequestContext, params: &CodeActionParams) -> Option<Vec<CodeActionOrCommand>> {
    if !context.is_read {
        return None;
    }
    let wants = |kind: &str| {
        let only = params.context.only.as_ref();
        only.is_none_or(|only| {
            only.iter().any(|one| kind == one.as_str() || kind.starts_with(&format!("{}.", one.as_str())))
        })
    };
    let range = context.encoding.read_range(&context.document.rope, params.range);
    let found = ide::actions::quick_fixes(&context.snapshot.read.findings, &context.path, range);
    let action = |fix: ide::actions::QuickFix| {
        let kind = format!("quickfix.touchstone.{}", fix.code);
        let is_cause = |one: &&Diagnostic| {
            one.code == Some(NumberOrString::String(fix.code.to_string())) && one.range == context.range(fix.range)
        };
        wants(&kind).then(|| {
            CodeActionOrCommand::CodeAction(CodeAction {
                title: shown(&fix.title).into_owned(),
                diagnostics: Some(params.context.diagnostics.iter().filter(is_cause).cloned().collect()),
                is_preferred: Some(fix.preferred),
                edit: Some(context.edit_here(fix.edits)),
                kind: Some(CodeActionKind::from(kind)),
                ..Default::default()
            })
        })
    };
    let mut offered: Vec<CodeActionOrCommand> = found.into_iter().filter_map(action).collect();
    let of_findings = params.context.diagnostics.iter().flat_map(|one| about(context, one));
    offered
        .extend(of_findings.filter(|(action, _)| wants(&action.kind)).map(|(action, of)| command(context, action, of)));
    // A bulb beside every line would say nothing.
    let is_asked =
        params.context.only.is_some() || params.context.trigger_kind != Some(CodeActionTriggerKind::AUTOMATIC);
    if is_asked {
        let of_problem = context.with(|view, text| ide::actions::source_actions(view, text.path, context.has_model));
        let wanted = of_problem.into_iter().filter(|action| wants(&action.kind));
        offered.extend(wanted.map(|action| command(context, action, None)));
        let are_wanted = ["source.touchstone.sort", "source.touchstone.skeleton"].into_iter().any(&wants);
        let rewrites = if are_wanted { context.with(ide::rewrites::rewrites) } else { Vec::new() };
        let extracted = wants(ide::rewrites::EXTRACT)
            .then(|| context.with(|view, text| ide::rewrites::extracted(view, text, range)))
            .flatten();
        offered.extend(rewrites.into_iter().filter(|one| wants(one.kind)).chain(extracted).map(|one| {
            CodeActionOrCommand::CodeAction(CodeAction {
                title: one.title.to_owned(),
                edit: Some(context.edit_here(one.edits)),
                kind: Some(CodeActionKind::from(one.kind.to_owned())),
                ..Default::default()
            })
        }));
        let smaller = context.with(|view, text| ide::actions::smaller_actions(view, text, range));
        let wanted = smaller.into_iter().filter(|action| wants(&action.kind));
        offered.extend(wanted.map(|action| command(context, action, None)));
    }
    Some(offered)
}

/// What can be done about a diagnostic of ours: by another label, and by a language model.
fn about(context: &RequestContext, one: &Diagnostic) -> Vec<(ide::actions::Action, Option<Diagnostic>)> {
    let Some(NumberOrString::String(code)) = &one.code else { return Vec::new() };
    let Ok(code) = code.parse::<Code>() else { return Vec::new() };
    if one.source.as_deref() != Some("touchstone") {
        return Vec::new();
    }
    let severity = match one.severity {
        Some(DiagnosticSeverity::WARNING) => Severity::Warning,
        Some(DiagnosticSeverity::INFORMATION) => Severity::Information,
        Some(DiagnosticSeverity::HINT) => Severity::Hint,
        Some(_) | None => Severity::Error,
    };
    let word = |name: &str| one.data.as_ref().and_then(|data| data.get(name)?.as_str());
    let bound = one.data.as_ref().and_then(|data| Bound::deserialize(&data["bound"]).ok());
    // A client that does not keep what it was told has the solution open.
    let solution = word("solution").unwrap_or(context.path.as_str());
    let actions = context.with(|view, _| {
        let of_model = context.has_model.then(|| ide::actions::model_actions(view, code, severity, word("id")));
        let by_search = ide::actions::search_actions(view, code, solution);
        let by_bound = ide::actions::bound_actions(view, code, bound.as_ref());
        let by_label = ide::actions::label_actions(view, code, solution);
        by_search.into_iter().chain(by_bound).chain(of_model.into_iter().flatten()).chain(by_label).collect::<Vec<_>>()
    });
    actions.into_iter().map(|action| (action, Some(one.clone()))).collect()
}

fn command(context: &RequestContext, action: ide::actions::Action, of: Option<Diagnostic>) -> CodeActionOrCommand {
    let ide::actions::Action { title, kind, command } = action;
    let mut arguments: Value = command.arguments;
    arguments["uri"] = json!(context.url);
    let title = shown(&title).into_owned();
    CodeActionOrCommand::CodeAction(CodeAction {
        title: title.clone(),
        diagnostics: of.map(|one| vec![one]),
        kind: Some(CodeActionKind::from(kind)),
        command: Some(Command { title, command: command.name.to_string(), arguments: Some(vec![arguments]) }),
        ..Default::default()
    })
}
