//! Open texts: the client edits them, saves them, and changes files behind the server's back.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::{Value, json};

use crate::editor::{client::Client, uri};

/// An open text.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its version.
    pub version: i64,
    /// The text.
    pub text: String,
}

/// The language of a file in the protocol's words.
fn language(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("cpp" | "cc" | "h" | "hpp") => "cpp",
        Some("c") => "c",
        Some("py") => "python",
        Some("ctd") => "checktestdata",
        Some(_) | None => "touchstone-script",
    }
}

impl Client {
    /// Opens a file as it is on disk.
    pub fn open(&mut self, path: &Path) {
        let bytes = fs::read(path).expect("the file can be read");
        self.open_with(path, &String::from_utf8_lossy(&bytes));
    }

    /// Opens a file with that text.
    pub fn open_with(&mut self, path: &Path, text: &str) {
        let uri = uri::of(path);
        let item = json!({ "uri": uri, "languageId": language(path), "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
        self.versions.opened(&uri, 1, text, self.encoding);
        let before = self.documents.insert(uri, Document { version: 1, text: text.to_owned() });
        assert!(before.is_none(), "{} is open", path.display());
    }

    /// The text of an open file.
    pub fn text(&self, path: &Path) -> &str {
        &self.document(path).text
    }

    /// An open file.
    pub fn document(&self, path: &Path) -> &Document {
        self.documents.get(&uri::of(path)).unwrap_or_else(|| panic!("{} is not open", path.display()))
    }

    /// The addresses of the open files.
    pub fn open_files(&self) -> Vec<String> {
        self.documents.keys().cloned().collect()
    }

    /// Puts another text into the place of one that stands once in an open file.
    pub fn replace(&mut self, path: &Path, text: &str, by: &str) {
        let found: Vec<usize> = self.text(path).match_indices(text).map(|(at, _)| at).collect();
        assert_eq!(found.len(), 1, "`{text}` in {}", path.display());
        self.edit(path, found[0], found[0] + text.len(), by);
    }

    /// Puts a text into the place of a range of bytes.
    pub fn edit(&mut self, path: &Path, start: usize, end: usize, by: &str) {
        let uri = uri::of(path);
        let encoding = self.encoding;
        let document = self.documents.get_mut(&uri).expect("the file is open");
        let change = json!({ "range": encoding.range(&document.text, start, end), "text": by });
        document.text.replace_range(start..end, by);
        document.version += 1;
        self.versions.changed(&uri, document.version, &document.text, encoding);
        let named = json!({ "uri": uri, "version": document.version });
        self.notify("textDocument/didChange", json!({ "textDocument": named, "contentChanges": [change] }));
    }

    /// Puts a whole text into the place of an open one.
    pub fn set_text(&mut self, path: &Path, text: &str) {
        let uri = uri::of(path);
        let document = self.documents.get_mut(&uri).expect("the file is open");
        text.clone_into(&mut document.text);
        document.version += 1;
        self.versions.changed(&uri, document.version, text, self.encoding);
        let named = json!({ "uri": uri, "version": document.version });
        self.notify("textDocument/didChange", json!({ "textDocument": named, "contentChanges": [{ "text": text }] }));
    }

    /// Saves an open file.
    pub fn save(&mut self, path: &Path) {
        fs::write(path, self.text(path)).expect("the file can be written");
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri::of(path) } }));
        self.tell_files(&[(path, 2)]);
    }

    /// Closes an open file.
    pub fn close(&mut self, path: &Path) {
        self.document(path);
        let uri = uri::of(path);
        self.documents.remove(&uri);
        self.versions.closed(&uri);
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    /// Takes no notice any more of the versions that publications about open files are of: the test sends some by hand.
    pub fn forget_versions(&mut self) {
        self.versions.forget();
    }

    /// Tells of files that were made (1), changed (2) or removed (3).
    pub fn tell_files(&self, changes: &[(&Path, u64)]) {
        let changes: Vec<Value> =
            changes.iter().map(|(path, kind)| json!({ "uri": uri::of(path), "type": kind })).collect();
        self.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    }

    /// Writes files outside of the editor, and tells of them as an editor does.
    pub fn write_outside(&self, files: &[(&Path, &str)]) {
        let kinds: Vec<(&Path, u64)> =
            files.iter().map(|(path, _)| (*path, if path.exists() { 2 } else { 1 })).collect();
        for (path, text) in files {
            fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder can be made");
            fs::write(path, text).expect("the file can be written");
        }
        self.tell_files(&kinds);
    }

    /// Removes a file outside of the editor, and tells of that.
    pub fn remove_outside(&self, path: &Path) {
        fs::remove_file(path).expect("the file is there");
        self.tell_files(&[(path, 3)]);
    }

    /// Makes the edits that the server wants; those of files that are not open are made on disk.
    pub(crate) fn apply_edit(&mut self, edit: &Value) {
        let changes = edit["documentChanges"].as_array().expect("edits have versions of documents");
        let mut made = BTreeSet::new();
        for change in changes {
            if change["kind"] == "create" {
                let path = uri::path(change["uri"].as_str().expect("a word"));
                fs::write(&path, "").expect("the file can be made");
                made.insert(path);
                continue;
            }
            let path = uri::path(change["textDocument"]["uri"].as_str().expect("a word"));
            let is_open = self.documents.contains_key(&uri::of(&path));
            let told = is_open.then(|| self.document(&path).version);
            assert_eq!(change["textDocument"]["version"].as_i64(), told, "{}", path.display());
            let before =
                if is_open { self.text(&path).to_owned() } else { fs::read_to_string(&path).expect("it is there") };
            let after = self.with_edits(&before, change["edits"].as_array().expect("edits are a list"));
            if is_open {
                self.set_text(&path, &after);
            } else {
                let kind = if made.contains(&path) { 1 } else { 2 };
                fs::write(&path, after).expect("the file can be written");
                self.tell_files(&[(&path, kind)]);
            }
        }
    }

    /// A text with edits, whose places are all those of the text as it was.
    pub fn with_edits(&self, text: &str, edits: &[Value]) -> String {
        let place = |edit: &Value, end: &str| {
            self.encoding.offset(text, &edit["range"][end]).unwrap_or_else(|| panic!("{edit} is not in the text"))
        };
        let mut pieces: Vec<(usize, usize, &str)> = edits
            .iter()
            .map(|edit| (place(edit, "start"), place(edit, "end"), edit["newText"].as_str().expect("a text")))
            .collect();
        pieces.sort();
        let mut after = text.to_owned();
        for (start, end, by) in pieces.into_iter().rev() {
            after.replace_range(start..end, by);
        }
        after
    }
}
