//! From one place to another.

use serde_json::{Value, json};
use testkit::{
    editor::{client::Client, uri},
    folder::Folder,
};

use crate::{in_process, requests::ask_behind};

const GENERATOR: &str = "// é😀\n#include \"testlib.h\"\nint main(int argc, char* argv[]) {\n    registerGen(argc, argv, 1);\n    /* é😀 */ int n = opt<int>(\"size\");\n    println(rnd.next(1, n));\n}\n";
const SCRIPT: &str = "gen --size=5 > $\n# 😀\ngen -size 7 > $\n";

/// The text of a place in one of two files.
fn at<'t>(client: &Client, found: &Value, texts: [(&std::path::Path, &'t str); 2]) -> &'t str {
    let (_, text) = texts.into_iter().find(|(path, _)| found["uri"] == json!(uri::of(path))).expect("one of the files");
    client.encoding.at(text, &found["range"]).expect("it is there")
}

#[test]
fn options_lead_from_scripts_to_sources_and_back() {
    let files = [
        ("gen.cpp", GENERATOR),
        ("script.txt", SCRIPT),
        ("sol.cpp", "int main() {}\n"),
        ("touchstone.toml", "# é\nmain = \"sol.cpp\"\n"),
    ];
    for setup in [in_process::plain(), in_process::plain().utf8()] {
        let folder = Folder::of("navigated", files);
        let [generator, script, settings] =
            ["gen.cpp", "script.txt", "touchstone.toml"].map(|name| folder.path().join(name));
        let mut client = setup.folder(folder.path()).start();
        for path in [&generator, &script, &settings] {
            client.open(path);
        }
        let texts = [(&*generator, GENERATOR), (&*script, SCRIPT)];
        let found = ask_behind(&mut client, &script, "textDocument/definition", "gen --si");
        assert_eq!(at(&client, &found[0], texts), "size");
        assert_eq!(found[0]["uri"], json!(uri::of(&generator)));
        let position = client.encoding.position(GENERATOR, GENERATOR.find("size").expect("it is there") + 1);
        let place = json!({ "textDocument": { "uri": uri::of(&generator) }, "position": position });
        let with = |more: Value| {
            let mut place = place.clone();
            place.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            place
        };
        let used =
            client.request("textDocument/references", with(json!({ "context": { "includeDeclaration": true } })));
        let used: Vec<&str> = used.as_array().expect("a list").iter().map(|one| at(&client, one, texts)).collect();
        assert_eq!(used, ["size", "--size=5", "-size"]);
        let can = client.request("textDocument/prepareRename", place.clone());
        assert_eq!((&can["placeholder"], client.encoding.at(GENERATOR, &can["range"])), (&json!("size"), Some("size")));
        let edit = client.request("textDocument/rename", with(json!({ "newName": "n" })));
        let edits = |path: &std::path::Path, text: &'static str| -> Vec<(String, String)> {
            let edits = edit["changes"][uri::of(path).as_str()].as_array().expect("a list").clone();
            let one = |edit: &Value| {
                let was = client.encoding.at(text, &edit["range"]).expect("it is there").to_owned();
                (was, edit["newText"].as_str().expect("a text").to_owned())
            };
            edits.iter().map(one).collect()
        };
        let renamed = || ("size".to_owned(), "n".to_owned());
        assert_eq!(edits(&generator, GENERATOR), [renamed()]);
        assert_eq!(edits(&script, SCRIPT), [renamed(), renamed()]);
        let of = |path: &std::path::Path| json!({ "textDocument": { "uri": uri::of(path) } });
        let outline = client.request("textDocument/documentSymbol", of(&generator));
        assert_eq!((&outline[0]["name"], &outline[0]["detail"]), (&json!("-size"), &json!("int")));
        assert_eq!(client.encoding.at(GENERATOR, &outline[0]["range"]), Some("opt<int>(\"size\")"));
        let links = client.request("textDocument/documentLink", of(&settings));
        assert_eq!(links[0]["target"], json!(uri::of(&folder.path().join("sol.cpp"))));
        let line = |line: u32| json!({ "line": line, "character": 0 });
        let range = json!({ "range": { "start": line(0), "end": line(9) } });
        let hints = client.request("textDocument/inlayHint", with(range));
        assert_eq!((&hints[0]["label"], hints.as_array().map(Vec::len)), (&json!("5 to 7"), Some(1)), "{hints}");
        let call = ask_behind(&mut client, &generator, "textDocument/signatureHelp", "rnd.next(1, ");
        assert_eq!(call["activeParameter"], json!(1));
        assert!(call["signatures"][0]["label"].as_str().is_some_and(|label| label.contains("next(")), "{call}");
        assert!(client.leave().success());
    }
}
