//! Diagnostics as lines of text, with what is underlined.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::editor::{client::Client, uri};

impl Client {
    /// The diagnostics of a file that were published last, a line each: `severity code line:column `text`: message`, and
    /// ` | file:line:column `text`: message` for each place that explains it. Lines and columns are counted from 1.
    pub fn lines(&self, path: &Path) -> Vec<String> {
        self.lines_of(&uri::of(path))
    }

    pub(crate) fn lines_of(&self, uri: &str) -> Vec<String> {
        let items = self.seen.published.get(uri).map(|published| &published.items[..]).unwrap_or_default();
        self.drawn(uri, items)
    }

    /// The same of other diagnostics.
    pub fn drawn(&self, uri: &str, items: &[Value]) -> Vec<String> {
        let draw = |item: &Value| {
            let severity = match item["severity"].as_u64() {
                Some(1) => "error",
                Some(2) => "warning",
                Some(3) => "information",
                Some(4) => "hint",
                other => panic!("{other:?} is no severity"),
            };
            let related = item["relatedInformation"].as_array().into_iter().flatten().map(|related| {
                let of = related["location"]["uri"].as_str().expect("a word");
                let path = uri::path(of);
                let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
                let words = related["message"].as_str().expect("a word");
                format!(" | {name}:{}: {words}", self.place(of, &related["location"]["range"]))
            });
            let (code, words) = (item["code"].as_str().expect("a code"), item["message"].as_str().expect("a message"));
            let place = self.place(uri, &item["range"]);
            format!("{severity} {code} {place}: {words}{}", related.collect::<String>())
        };
        items.iter().map(draw).collect()
    }

    /// Where a range begins, and the text there as the client has it.
    fn place(&self, uri: &str, range: &Value) -> String {
        let on_disk = || String::from_utf8_lossy(&fs::read(uri::path(uri)).unwrap_or_default()).into_owned();
        let text = self.documents.get(uri).map_or_else(on_disk, |document| document.text.clone());
        let number = |key: &str| range["start"][key].as_u64().expect("a position has numbers") + 1;
        let (line, column) = (number("line"), number("character"));
        match self.encoding.at(&text, range) {
            Some(shown) => format!("{line}:{column} `{}`", shown.replace('\n', "\\n")),
            // The text has moved on, or is gone.
            None => format!("{line}:{column} (nowhere)"),
        }
    }

    /// Whether one of a file's diagnostics has these words.
    pub fn has(&self, path: &Path, words: &str) -> bool {
        self.lines(path).iter().any(|line| line.contains(words))
    }

    /// Waits until one of a file's diagnostics has these words.
    pub fn wait_for(&mut self, path: &Path, words: &str) {
        self.wait_until(&format!("`{words}` in {}", path.display()), |client| client.has(path, words));
    }

    /// Waits until none of a file's diagnostics has these words.
    pub fn wait_for_no(&mut self, path: &Path, words: &str) {
        self.wait_until(&format!("no `{words}` in {}", path.display()), |client| !client.has(path, words));
    }

    /// Judges a problem as it is now, and waits for the end.
    pub fn judge(&mut self, root: &Path) {
        let uri = uri::of(root);
        let generation = self.command("touchstone.run", json!({ "uri": uri })).as_u64().expect("a generation");
        // What a run has found is told in its order, but not on the way of answers, which may be quicker: the matrix, then
        // diagnostics, then that nothing goes on.
        self.wait_until(&format!("rest at {uri} with generation {generation}"), |client| {
            client.seen.at_rest.get(&uri).is_some_and(|known| *known >= generation)
        });
        self.wait_until_idle(root);
    }

    /// Waits until the server says that it has nothing to do with a problem.
    pub fn wait_until_idle(&mut self, root: &Path) {
        let uri = uri::of(root);
        self.wait_until(&format!("rest at {uri}"), |client| {
            client.seen.status.get(&uri).is_some_and(|status| status["busy"] == json!(false))
        });
    }

    /// The diagnostics of a file, as a client that asks for them gets them.
    pub fn pull(&mut self, path: &Path) -> Vec<String> {
        let uri = uri::of(path);
        let report = self.request("textDocument/diagnostic", json!({ "textDocument": { "uri": uri } }));
        assert_eq!(report["kind"], "full");
        self.drawn(&uri, report["items"].as_array().expect("items are a list"))
    }

    /// The whole matrix of a problem.
    pub fn matrix(&mut self, root: &Path) -> Value {
        self.request("touchstone/matrix", json!({ "uri": uri::of(root) }))
    }
}
