//! What every publication must be: of a version that the client has sent, never older than the one before, with ranges
//! that lie in that version's text.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::editor::text::{Encoding, line_starts};

/// The versions of the open documents, by address.
#[derive(Debug, Default)]
pub(crate) struct Versions(BTreeMap<String, History>);

#[derive(Debug, Default)]
struct History {
    /// What comes after another opening may be of the one before.
    n_openings: usize,
    is_open: bool,
    told: i64,
    /// The length of each line, by version.
    lines: BTreeMap<i64, Vec<u64>>,
}

impl Versions {
    pub(crate) fn opened(&mut self, uri: &str, version: i64, text: &str, encoding: Encoding) {
        let history = self.0.entry(uri.to_owned()).or_default();
        history.n_openings += 1;
        history.is_open = true;
        self.changed(uri, version, text, encoding);
    }

    pub(crate) fn changed(&mut self, uri: &str, version: i64, text: &str, encoding: Encoding) {
        let starts = line_starts(text);
        let ends = starts[1..].iter().copied().chain([text.len()]);
        let lines = starts.iter().zip(ends).map(|(start, end)| {
            let line = text[*start..end].trim_end_matches(['\n', '\r']);
            encoding.width(line) as u64
        });
        let lines = lines.collect();
        if let Some(history) = self.0.get_mut(uri) {
            history.lines.insert(version, lines);
        }
    }

    pub(crate) fn closed(&mut self, uri: &str) {
        if let Some(history) = self.0.get_mut(uri) {
            history.is_open = false;
        }
    }

    /// Gives up on what is open: other versions were sent than are known here.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }

    /// Looks at what a server has published.
    pub(crate) fn check(&mut self, params: &Value) {
        let uri = params["uri"].as_str().expect("a word");
        let Some(history) = self.0.get_mut(uri).filter(|history| history.is_open && history.n_openings == 1) else {
            return;
        };
        let Some(version) = params["version"].as_i64() else { return };
        assert!(history.told <= version, "{uri}: version {version} is told of after {}", history.told);
        history.told = version;
        let lines = history.lines.get(&version).unwrap_or_else(|| panic!("{uri} never had the version {version}"));
        for item in params["diagnostics"].as_array().expect("diagnostics are a list") {
            for end in ["start", "end"] {
                let place = &item["range"][end];
                let [line, character] = ["line", "character"].map(|key| place[key].as_u64().expect("a number"));
                let width = usize::try_from(line).ok().and_then(|line| lines.get(line));
                assert!(
                    width.is_some_and(|width| character <= *width),
                    "{uri}, version {version}: {place} is not in the text: {item}"
                );
            }
        }
    }
}
