//! The diagnostics of files: what they are, what was pushed to the client, and what it was told to pull.

use std::collections::HashMap;

use tower_lsp::lsp_types::Url;

use crate::diagnostics::FileDiagnostics;

/// See above.
#[derive(Default)]
pub(crate) struct Diagnostics {
    /// As they are now.
    current: HashMap<Url, FileDiagnostics>,
    /// As they were pushed last.
    pushed: HashMap<Url, FileDiagnostics>,
    /// Of files that the client pulls: as they were when it pulled them last, or was told to.
    pulled: HashMap<Url, FileDiagnostics>,
    /// Some of those have changed since.
    is_refresh_due: bool,
    /// The client pulls the diagnostics of files that are not open, too.
    pulls_workspace: bool,
}

impl Diagnostics {
    /// Those of a file.
    pub(crate) fn of(&self, url: &Url) -> FileDiagnostics {
        self.current.get(url).cloned().unwrap_or_default()
    }

    /// Whether a file has some.
    pub(crate) fn has(&self, url: &Url) -> bool {
        self.current.contains_key(url)
    }

    /// The files that have some.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Url> {
        self.current.keys()
    }

    pub(crate) fn set(&mut self, url: Url, diagnostics: FileDiagnostics) {
        self.current.insert(url, diagnostics);
    }

    pub(crate) fn remove(&mut self, url: &Url) {
        self.current.remove(url);
    }

    /// The client pulls for the whole workspace from now on: the files that something was pushed for, the first time.
    pub(crate) fn begin_pulling_workspace(&mut self) -> Vec<Url> {
        if std::mem::replace(&mut self.pulls_workspace, true) {
            return Vec::new();
        }
        self.pushed.keys().cloned().collect()
    }

    pub(crate) fn pulls_workspace(&self) -> bool {
        self.pulls_workspace
    }

    /// What has to be pushed for a file now, if anything. For one that the client pulls that is an empty list, which clears
    /// what was pushed before; that it has others to pull is noted.
    pub(crate) fn push(&mut self, url: &Url, is_pulled: bool) -> Option<FileDiagnostics> {
        let mut wanted = self.of(url);
        if is_pulled {
            let now = std::mem::take(&mut wanted);
            if self.pulled.get(url).cloned().unwrap_or_default() != now {
                self.pulled.insert(url.clone(), now);
                self.is_refresh_due = true;
            }
        }
        if self.pushed.get(url).cloned().unwrap_or_default() == wanted {
            return None;
        }
        self.pushed.insert(url.clone(), wanted.clone());
        Some(wanted)
    }

    /// The client pulls by itself now.
    pub(crate) fn needs_no_refresh(&mut self) {
        self.is_refresh_due = false;
    }

    /// Whether the client has to be told to pull again, once.
    pub(crate) fn take_refresh(&mut self) -> bool {
        std::mem::take(&mut self.is_refresh_due)
    }
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::Diagnostic;

    use super::*;

    fn some(message: &str) -> FileDiagnostics {
        FileDiagnostics { items: vec![Diagnostic { message: message.to_owned(), ..Diagnostic::default() }] }
    }

    fn file(name: &str) -> Url {
        Url::from_file_path(format!("/{name}")).unwrap()
    }

    #[test]
    fn what_was_pushed_is_not_pushed_again() {
        let (mut diagnostics, url) = (Diagnostics::default(), file("a"));
        assert_eq!(diagnostics.push(&url, false), None, "there is nothing to say");
        diagnostics.set(url.clone(), some("one"));
        assert_eq!(diagnostics.push(&url, false), Some(some("one")));
        assert_eq!(diagnostics.push(&url, false), None);
        diagnostics.remove(&url);
        assert_eq!(diagnostics.push(&url, false), Some(FileDiagnostics::default()), "an empty list clears");
        assert!(!diagnostics.take_refresh());
    }

    #[test]
    fn a_client_that_pulls_is_told_to_pull_again() {
        let (mut diagnostics, url) = (Diagnostics::default(), file("a"));
        diagnostics.set(url.clone(), some("one"));
        assert_eq!(diagnostics.push(&url, false), Some(some("one")));
        assert_eq!(diagnostics.push(&url, true), Some(FileDiagnostics::default()), "what was pushed is cleared");
        assert!(diagnostics.take_refresh() && !diagnostics.take_refresh());
        assert_eq!(diagnostics.push(&url, true), None);
        assert!(!diagnostics.take_refresh(), "it has them");
        diagnostics.set(url.clone(), some("two"));
        assert_eq!(diagnostics.push(&url, true), None);
        diagnostics.needs_no_refresh();
        assert!(!diagnostics.take_refresh());
    }

    #[test]
    fn files_that_were_pushed_are_cleared_once_the_workspace_is_pulled() {
        let mut diagnostics = Diagnostics::default();
        for name in ["a", "b"] {
            diagnostics.set(file(name), some(name));
            diagnostics.push(&file(name), false);
        }
        let mut told = diagnostics.begin_pulling_workspace();
        told.sort();
        assert_eq!(told, [file("a"), file("b")]);
        assert!(diagnostics.pulls_workspace() && diagnostics.begin_pulling_workspace().is_empty());
    }
}
