//! What there is about an open text, in the terms of the protocol.

use ide::script::Colour;
use problem::{hidden::shown, text::LineIndex};
use serde_json::json;
use tower_lsp::lsp_types::{
    CodeLens, Command, CompletionItem, CompletionList, CompletionResponse, CompletionTextEdit, FoldingRange, Hover,
    HoverContents, InsertTextFormat, MarkupContent, MarkupKind, Position, SemanticToken, SemanticTokens,
    SemanticTokensResult, TextEdit,
};

use super::requests::RequestContext;

pub(super) fn hover(context: &RequestContext, position: Position) -> Option<Hover> {
    let hover = context.with(|view, text| ide::hover::hover(view, text, context.at(position)))?;
    let kind = if context.hovers_in_markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    let contents = HoverContents::Markup(MarkupContent { kind, value: shown(&hover.markdown).into_owned() });
    Some(Hover { contents, range: Some(context.range(hover.range)) })
}

/// What may be typed at a place; `is_at_sign` when the editor asks by itself, since one of our signs was typed.
pub(super) fn completion(context: &RequestContext, position: Position, is_at_sign: bool) -> Option<CompletionResponse> {
    let found = context.with(|view, text| match is_at_sign && !ide::completion::begins_at_signs(text) {
        true => Vec::new(),
        false => ide::completion::complete(view, text, context.at(position)),
    });
    let item = |one: ide::completion::Completion| CompletionItem {
        label: shown(&one.label).into_owned(),
        // What is typed is compared with what is there, hidden characters and all.
        filter_text: Some(&one.label).filter(|label| shown(label) != **label).cloned(),
        kind: Some(crate::protocol::kinds::completion(one.kind)),
        detail: Some(shown(&one.detail).into_owned()).filter(|detail| !detail.is_empty()),
        documentation: one.documentation.map(|documentation| context.documentation(shown(&documentation).into_owned())),
        sort_text: Some(one.sort),
        insert_text_format: one.snippet.as_ref().filter(|_| context.fills_in).map(|_| InsertTextFormat::SNIPPET),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range: context.range(one.edit.range),
            new_text: one.snippet.filter(|_| context.fills_in).unwrap_or(one.edit.text),
        })),
        ..Default::default()
    };
    let is_incomplete = ide::completion::is_cut(&found);
    let items = found.into_iter().map(item).collect();
    Some(match is_incomplete {
        true => CompletionResponse::List(CompletionList { is_incomplete, items }),
        false => CompletionResponse::Array(items),
    })
}

/// Whole lines, which every client can fold.
pub(super) fn folds(context: &RequestContext) -> Option<Vec<FoldingRange>> {
    let found = context.with(ide::fold::folds)?;
    let fold =
        |one: ide::fold::Fold| FoldingRange { start_line: one.head, end_line: one.last, ..FoldingRange::default() };
    Some(found.into_iter().map(fold).collect())
}

pub(super) fn lenses(context: &RequestContext) -> Option<Vec<CodeLens>> {
    let found = context.with(ide::lens::lenses);
    let lens = |one: ide::lens::Lens| {
        let mut arguments = one.command.as_ref().map_or(json!({}), |command| command.arguments.clone());
        arguments["uri"] = json!(context.url);
        CodeLens {
            range: context.range(one.range),
            command: Some(Command {
                title: shown(&one.title).into_owned(),
                command: one.command.map_or_else(String::new, |command| command.name.to_string()),
                arguments: Some(vec![arguments]),
            }),
            data: None,
        }
    };
    Some(found.into_iter().map(lens).collect())
}

/// Each token as it lies behind the one before it.
pub(super) fn colours(context: &RequestContext) -> Option<SemanticTokensResult> {
    let found = context.with(ide::script::colours);
    let index = LineIndex::new(context.document.text());
    let mut before = Position::default();
    let token = |(span, colour): (std::ops::Range<usize>, Colour)| {
        let range = context.range(index.range(span));
        let delta_line = range.start.line - before.line;
        let from = if delta_line == 0 { before.character } else { 0 };
        before = range.start;
        SemanticToken {
            delta_line,
            delta_start: range.start.character - from,
            length: range.end.character - range.start.character,
            token_type: colour as u32,
            token_modifiers_bitset: 0,
        }
    };
    let data = found.into_iter().map(token).collect();
    Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data }))
}

/// The edits that lay a script out.
pub(super) fn layout(context: &RequestContext) -> Option<Vec<TextEdit>> {
    let edits = context.with(ide::script::layout)?.into_iter();
    Some(edits.map(|edit| TextEdit { range: context.range(edit.range), new_text: edit.text }).collect())
}
