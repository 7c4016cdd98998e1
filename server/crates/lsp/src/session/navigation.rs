//! From one place to another: definitions, uses, other names, outlines, links, what a call takes, and what stands behind a
//! line.

use std::collections::HashMap;

use ide::navigate::{self, Renamed, SymbolKind, Target, workspace};
use problem::{
    folder::Folder as _,
    hidden::shown,
    path::{AbsPath, RelPath},
    text::Range,
};
use ropey::Rope;
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{
        self, DocumentLink, DocumentSymbol, DocumentSymbolResponse, GotoDefinitionResponse, InlayHint, InlayHintLabel,
        Location, ParameterInformation, ParameterLabel, Position, PrepareRenameResponse, SignatureHelp,
        SignatureInformation, SymbolInformation, Url, WorkspaceEdit,
    },
};

use super::{Session, requests::RequestContext};
use crate::inbox::Responder;

impl RequestContext {
    pub(super) fn url_of(&self, path: &RelPath) -> Option<Url> {
        match *path == self.path {
            true => Some(self.document.url.clone()),
            false => Url::from_file_path(self.root.shown_at(path).as_path()).ok(),
        }
    }

    /// The text of a file of the folder, as ranges in it are meant.
    pub(super) fn rope_of(&self, path: &RelPath) -> Option<Rope> {
        match *path == self.path {
            true => Some(self.document.rope.clone()),
            false => self.snapshot.read.folder.text(path).map(|text| Rope::from_str(&text)),
        }
    }

    fn locations(&self, targets: Vec<Target>) -> Vec<Location> {
        let mut ropes: HashMap<RelPath, Option<Rope>> = HashMap::new();
        let location = |target: Target| {
            let uri = self.url_of(&target.path)?;
            let rope = ropes.entry(target.path).or_insert_with_key(|path| self.rope_of(path));
            Some(Location { uri, range: self.encoding.write(|| rope.clone(), target.range) })
        };
        targets.into_iter().filter_map(location).collect()
    }
}

pub(super) fn definition(context: &RequestContext, position: Position) -> Option<GotoDefinitionResponse> {
    let found = context.with(|view, text| navigate::definition(view, text, context.at(position)));
    (!found.is_empty()).then(|| GotoDefinitionResponse::Array(context.locations(found)))
}

pub(super) fn references(context: &RequestContext, position: Position, with_definition: bool) -> Option<Vec<Location>> {
    let found = context.with(|view, text| navigate::references(view, text, context.at(position), with_definition));
    (!found.is_empty()).then(|| context.locations(found))
}

pub(super) fn can_rename(context: &RequestContext, position: Position) -> Option<PrepareRenameResponse> {
    let (placeholder, range) = context.with(|view, text| navigate::can_rename(view, text, context.at(position)))?;
    Some(PrepareRenameResponse::RangeWithPlaceholder { range: context.range(range), placeholder })
}

pub(super) fn rename(context: &RequestContext, position: Position, new: &str) -> Result<Option<WorkspaceEdit>> {
    if !context.is_read {
        return Err(crate::request_failed("the problem is still being read; ask again"));
    }
    match context.with(|view, text| navigate::rename(view, text, context.at(position), new)) {
        Renamed::Nothing => Ok(None),
        Renamed::Refused(why) => Err(crate::request_failed(&why)),
        Renamed::Edits(files) => Ok(Some(context.edit_of(&files))),
    }
}

pub(super) fn symbols(context: &RequestContext, tells_of_cpp: bool) -> Option<DocumentSymbolResponse> {
    if !tells_of_cpp && context.document.source().is_some() {
        return None;
    }
    let found = context.with(navigate::symbols);
    #[expect(deprecated, reason = "the type has a field that nobody uses any more")]
    let symbol = |one: navigate::Symbol| DocumentSymbol {
        name: shown(&one.name).into_owned(),
        detail: Some(shown(&one.detail).into_owned()).filter(|detail| !detail.is_empty()),
        kind: kind(one.kind),
        tags: None,
        deprecated: None,
        range: context.range(one.range),
        selection_range: context.range(one.range),
        children: None,
    };
    (!found.is_empty()).then(|| DocumentSymbolResponse::Nested(nested(found, &symbol, MAX_DEPTH)))
}

/// Sections within sections that an outline shows.
const MAX_DEPTH: usize = 8;

/// What lies in a section becomes part of it.
fn nested(
    found: Vec<navigate::Symbol>,
    symbol: &dyn Fn(navigate::Symbol) -> DocumentSymbol,
    depth: usize,
) -> Vec<DocumentSymbol> {
    let mut nested = Vec::new();
    let mut rest = found.into_iter().peekable();
    while let Some(one) = rest.next() {
        let (is_group, end) = (one.kind == SymbolKind::Group && depth > 0, one.range.end);
        let inside = std::iter::from_fn(|| rest.next_if(|next| is_group && next.range.end <= end)).collect();
        let children =
            Some(self::nested(inside, symbol, depth.saturating_sub(1))).filter(|children| !children.is_empty());
        nested.push(DocumentSymbol { children, ..symbol(one) });
    }
    nested
}

fn kind(kind: SymbolKind) -> lsp_types::SymbolKind {
    match kind {
        SymbolKind::Program => lsp_types::SymbolKind::FILE,
        SymbolKind::Read => lsp_types::SymbolKind::VARIABLE,
        SymbolKind::Option => lsp_types::SymbolKind::PROPERTY,
        SymbolKind::Command => lsp_types::SymbolKind::EVENT,
        SymbolKind::Group => lsp_types::SymbolKind::NAMESPACE,
    }
}

/// More names than that are no answer that somebody reads.
const MAX_FOUND: usize = 500;

impl Session {
    /// Answers with the names of all problems that a query may mean.
    pub(super) fn find(&mut self, query: String, reply: Responder<Option<Vec<SymbolInformation>>>) {
        let roots: Vec<AbsPath> = self.problems.keys().cloned().collect();
        let problems: Vec<_> = roots.iter().filter_map(|root| Some((root.clone(), self.snapshot(root)?))).collect();
        let encoding = self.client.encoding;
        self.services.pool.run(move || {
            let mut found = Vec::new();
            for (root, snapshot) in problems {
                let places = snapshot.view(|view| workspace::find(view, &query));
                let mut ropes: HashMap<RelPath, Option<Rope>> = HashMap::new();
                for place in places.into_iter().take(MAX_FOUND - found.len()) {
                    let Ok(uri) = Url::from_file_path(root.at(&place.path).as_path()) else { continue };
                    let text = |path: &RelPath| snapshot.read.folder.text(path).map(|text| Rope::from_str(&text));
                    let rope = ropes.entry(place.path).or_insert_with_key(text);
                    let range = encoding.write(|| rope.clone(), place.range);
                    #[expect(deprecated, reason = "the type has a field that nobody uses any more")]
                    found.push(SymbolInformation {
                        name: shown(&place.name).into_owned(),
                        kind: kind(place.kind),
                        tags: None,
                        deprecated: None,
                        location: Location { uri, range },
                        container_name: Some(shown(&place.of).into_owned()).filter(|of| !of.is_empty()),
                    });
                }
            }
            drop(reply.send(Ok(Some(found))));
        });
    }
}

pub(super) fn links(context: &RequestContext) -> Option<Vec<DocumentLink>> {
    let found = context.with(navigate::links);
    let link = |one: navigate::Link| DocumentLink {
        range: context.range(one.range),
        target: context.url_of(&one.path),
        tooltip: None,
        data: None,
    };
    Some(found.into_iter().map(link).collect())
}

pub(super) fn signature(context: &RequestContext, position: Position) -> Option<SignatureHelp> {
    let found = context.with(|_, text| navigate::signature(text, context.at(position)))?;
    let number = |n: usize| u32::try_from(n).ok();
    let documentation = context.documentation(found.documentation.clone());
    let overload = |(label, parameters): (String, Vec<std::ops::Range<usize>>)| {
        let parameter = |span: std::ops::Range<usize>| ParameterInformation {
            label: ParameterLabel::Simple(label[span].to_owned()),
            documentation: None,
        };
        let parameters = parameters.into_iter().map(parameter).collect();
        SignatureInformation {
            parameters: Some(parameters),
            documentation: Some(documentation.clone()),
            active_parameter: None,
            label,
        }
    };
    Some(SignatureHelp {
        active_signature: number(found.active),
        active_parameter: number(found.argument),
        signatures: found.overloads.into_iter().map(overload).collect(),
    })
}

/// Words behind what the lines of a range say.
pub(super) fn hints(context: &RequestContext, range: lsp_types::Range, beside_lenses: bool) -> Option<Vec<InlayHint>> {
    let found = context.with(|view, text| ide::inlay::hints(view, text, beside_lenses));
    let hint = |one: ide::inlay::Hint| {
        let position = context.range(Range { start: one.at, end: one.at }).start;
        let is_wanted = range.start <= position && position <= range.end;
        is_wanted.then(|| InlayHint {
            position,
            label: InlayHintLabel::String(shown(&one.words).into_owned()),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    };
    Some(found.into_iter().filter_map(hint).collect())
}
