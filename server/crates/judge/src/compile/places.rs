//! From the compiler's places to places in the folder.
//!
//! A message about a header that is not the folder's own stands on the line of the folder that brought it in: the
//! `#include`, or the call that a template was made for.

use std::{collections::HashMap, sync::Arc};

use problem::{
    finding::{INCLUDED, Severity},
    folder::Folder,
    model::Program,
    path::{AbsPath, RelPath},
    state::BuildMessage,
    text::Place,
};

use super::{
    inputs,
    messages::{CompilerMessage, CountedEnds, MessageSeverity, SourcePlace, to_range},
};

/// Finds places of one folder.
pub(super) struct Places<'a> {
    pub(super) folder: &'a dyn Folder,
    pub(super) root: &'a AbsPath,
    /// The program that was compiled.
    pub(super) program: &'a Program,
    pub(super) include_dirs: &'a [RelPath],
    /// How its compiler counts lines.
    pub(super) ends: CountedEnds,
    pub(super) texts: HashMap<RelPath, Option<Arc<str>>>,
}

impl Places<'_> {
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
        let included: Vec<Place> = message.included_from.iter().filter_map(|place| self.place(place)).collect();
        let mut text = message.text.clone();
        if let Some(option) = &message.option {
            text = format!("{text} [{option}]");
        }
        let place = match own {
            Some(own) => {
                let included = if included.is_empty() { self.way_to(&own.path) } else { included };
                related.extend(included.into_iter().map(|place| (place, INCLUDED.to_owned())));
                Some(own)
            }
            None => {
                if let Some(elsewhere) = &message.place {
                    text = format!("{text} (in {})", elsewhere.file.rsplit('/').next().unwrap_or(&elsewhere.file));
                }
                included.into_iter().next().or_else(|| related.first().map(|(place, _)| place.clone()))
            }
        };
        Some(BuildMessage { severity, place, text, related })
    }

    /// The lines that bring a header in, for compilers that do not say them.
    fn way_to(&self, file: &RelPath) -> Vec<Place> {
        if self.program.sources.contains(file) {
            return Vec::new();
        }
        inputs::way_to(self.folder, self.program, self.include_dirs, file)
    }

    /// A place of the folder; `None` for other files.
    fn place(&mut self, place: &SourcePlace) -> Option<Place> {
        let path = self.inside(&place.file)?;
        let folder = self.folder;
        let text = self.texts.entry(path.clone()).or_insert_with(|| folder.text(&path).map(Arc::from)).clone()?;
        Some(Place { path, range: to_range(place, &text, self.ends) })
    }

    fn inside(&self, file: &str) -> Option<RelPath> {
        let relative = match file.strip_prefix(&self.root.to_string()) {
            Some(rest) => rest.trim_start_matches('/'),
            None => file,
        };
        RelPath::parse(relative).filter(|path| self.folder.has(path))
    }
}
