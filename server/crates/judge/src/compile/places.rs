//! From the compiler's places to places in the folder.
//!
//! A message about a header that is not the folder's own stands on the line of the folder that brought it in: the
//! `#include`, or the call that a template was made for.

use std::{collections::HashMap, sync::Arc};

use problem::{
    finding::Severity,
    folder::Folder,
    path::{AbsPath, RelPath},
    state::BuildMessage,
    text::Place,
};

use super::messages::{CompilerMessage, MessageSeverity, SourcePlace, to_range};

/// Finds places of one folder.
pub(super) struct Places<'a> {
    folder: &'a dyn Folder,
    root: &'a AbsPath,
    texts: HashMap<RelPath, Option<Arc<str>>>,
}

impl<'a> Places<'a> {
    pub(super) fn new(folder: &'a dyn Folder, root: &'a AbsPath) -> Places<'a> {
        Places { folder, root, texts: HashMap::new() }
    }

    /// A message as the folder sees it; `None` for notes, which say nothing alone.
    pub(super) fn message(&mut self, message: &CompilerMessage) -> Option<BuildMessage> {
        let severity = match message.severity {
            MessageSeverity::Error => Severity::Error,
            MessageSeverity::Warning => Severity::Warning,
            MessageSeverity::Note => return None,
        };
        let own = message.place.as_ref().and_then(|place| self.place(place));
        let mut related: Vec<(Place, String)> = Vec::new();
        for (place, text) in &message.related {
            related.extend(self.place(place).map(|place| (place, text.clone())));
        }
        let included = message.included_from.iter().find_map(|place| self.place(place));
        let mut text = message.text.clone();
        if let Some(option) = &message.option {
            text = format!("{text} [{option}]");
        }
        let place = match (own, included) {
            (Some(own), Some(included)) => {
                related.push((included, "included from here".to_owned()));
                Some(own)
            }
            (Some(own), None) => Some(own),
            (None, included) => {
                if let Some(elsewhere) = &message.place {
                    text = format!("{text} (in {})", elsewhere.file.rsplit('/').next().unwrap_or(&elsewhere.file));
                }
                included.or_else(|| related.first().map(|(place, _)| place.clone()))
            }
        };
        Some(BuildMessage { severity, place, text, related })
    }

    /// A place of the folder; `None` for other files.
    fn place(&mut self, place: &SourcePlace) -> Option<Place> {
        let path = self.inside(&place.file)?;
        let folder = self.folder;
        let text = self.texts.entry(path.clone()).or_insert_with(|| folder.text(&path).map(Arc::from)).clone()?;
        Some(Place { path, range: to_range(place, &text) })
    }

    fn inside(&self, file: &str) -> Option<RelPath> {
        let relative = match file.strip_prefix(&self.root.to_string()) {
            Some(rest) => rest.trim_start_matches('/'),
            None => file,
        };
        RelPath::parse(relative).filter(|path| self.folder.has(path))
    }
}
