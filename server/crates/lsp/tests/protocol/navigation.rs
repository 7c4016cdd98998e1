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
            let changes = edit["documentChanges"].as_array().expect("edits have versions of documents");
            let of_file = changes.iter().find(|change| change["textDocument"]["uri"] == json!(uri::of(path)));
            let edits = of_file.expect("it changes")["edits"].as_array().expect("a list").clone();
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

#[test]
fn scripts_are_coloured_and_laid_out_and_names_are_found() {
    const SCRIPT: &str = "# \u{1F600}\ngen  -size 7   > $\ngen -size 100 > $\n";
    let files = [("gen.cpp", GENERATOR), ("script.txt", SCRIPT), ("sol.cpp", "int main() {}\n")];
    for setup in [in_process::plain(), in_process::plain().utf8()] {
        let folder = Folder::of("coloured", files);
        let [generator, script] = ["gen.cpp", "script.txt"].map(|name| folder.path().join(name));
        let mut client = setup
            .with(
                "textDocument",
                "semanticTokens",
                json!({ "requests": {}, "tokenTypes": [], "tokenModifiers": [], "formats": [] }),
            )
            .folder(folder.path())
            .start();
        client.open(&script);
        let of = |more: Value| {
            let mut params = json!({ "textDocument": { "uri": uri::of(&script) } });
            params.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            params
        };
        let tokens = client.request("textDocument/semanticTokens/full", of(json!({})));
        let numbers: Vec<u64> =
            tokens["data"].as_array().expect("a list").iter().map(|one| one.as_u64().expect("a number")).collect();
        let types = client.hello["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
        let (mut line, mut start) = (0, 0);
        let coloured = numbers.chunks(5).map(|token| {
            (line, start) = (line + token[0], if token[0] == 0 { start + token[1] } else { token[1] });
            let position = |character: u64| json!({ "line": line, "character": character });
            let range = json!({ "start": position(start), "end": position(start + token[2]) });
            let text = client.encoding.at(SCRIPT, &range).expect("it is there");
            format!("{text} {}", types[token[3] as usize].as_str().expect("a name"))
        });
        let expected = [
            "# \u{1F600} comment",
            "gen function",
            "-size parameter",
            "7 number",
            "> operator",
            "$ variable",
            "gen function",
            "-size parameter",
            "100 number",
            "> operator",
            "$ variable",
        ];
        assert_eq!(coloured.collect::<Vec<_>>(), expected);
        let options = json!({ "options": { "tabSize": 4, "insertSpaces": true } });
        let edits = client.request("textDocument/formatting", of(options));
        let edits: Vec<_> = edits.as_array().expect("a list").iter().map(|edit| &edit["newText"]).collect();
        assert_eq!(edits, ["gen -size 7   > $"], "the other command is laid out already");
        let found = client.request("workspace/symbol", json!({ "query": "SIz" }));
        assert_eq!((&found[0]["name"], &found[0]["containerName"]), (&json!("size"), &json!("gen.cpp")), "{found}");
        assert_eq!(
            at(&client, &found[0]["location"], [(&*generator, GENERATOR), (&*script, SCRIPT)]),
            "opt<int>(\"size\")"
        );
        assert!(client.leave().success());
    }
}

const VALIDATOR: &str = "// é😀\n#include \"testlib.h\"\nint main(int argc, char* argv[]) {\n    registerValidation(argc, argv);\n    /* 😀 */ int n = inf.readInt(1, 9, \"n\");\n    inf.readEoln();\n    inf.readEof();\n}\n";
const CHECKER: &str = "#include \"testlib.h\"\n// é😀\nint main(int argc, char* argv[]) {\n    registerTestlibCmd(argc, argv);\n    int n = inf.readInt(1, 9, \"n\");\n    /* 😀 */ int jury = ans.readInt(0, n);\n    int found = ouf.readInt(0, n);\n    if (jury != found) quitf(_wa, \"differ\");\n    quitf(_ok, \"same\");\n}\n";

#[test]
fn a_variable_is_renamed_in_the_versions_of_open_documents() {
    for setup in [in_process::plain(), in_process::plain().utf8()] {
        let files = [("val.cpp", VALIDATOR), ("check.cpp", CHECKER), ("sol.cpp", "int main() {}\n")];
        let folder = Folder::of("renamed", files);
        let [validator, checker] = ["val.cpp", "check.cpp"].map(|name| folder.path().join(name));
        let mut client = setup.knowing_actions().folder(folder.path()).start();
        client.open(&validator);
        let position = client.encoding.position(VALIDATOR, VALIDATOR.find("\"n\"").expect("it is there") + 1);
        let place = json!({ "textDocument": { "uri": uri::of(&validator) }, "position": position });
        let can = client.request("textDocument/prepareRename", place.clone());
        assert_eq!((&can["placeholder"], client.encoding.at(VALIDATOR, &can["range"])), (&json!("n"), Some("n")));
        let wish = |name: &str| {
            let mut params = place.clone();
            params["newName"] = json!(name);
            params
        };
        let edit = client.request("textDocument/rename", wish("size"));
        let changes = edit["documentChanges"].as_array().expect("edits have versions of documents");
        let shown = changes.iter().map(|change| {
            let document = &change["textDocument"];
            let text = if document["uri"] == json!(uri::of(&validator)) { VALIDATOR } else { CHECKER };
            let was = client.encoding.at(text, &change["edits"][0]["range"]).expect("it is there");
            (
                document["version"].is_null(),
                was,
                change["edits"][0]["newText"].clone(),
                change["edits"].as_array().map(Vec::len),
            )
        });
        // The checker is not open.
        let expected = [(true, "n", json!("size"), Some(1)), (false, "n", json!("size"), Some(1))];
        assert_eq!(shown.collect::<Vec<_>>(), expected, "{edit}");
        let refused = client.try_request("textDocument/rename", wish("a b"));
        assert!(refused.is_err_and(|error| error["message"].as_str().is_some_and(|why| why.contains("is a letter"))));
        client.open(&checker);
        let position = client.encoding.position(CHECKER, CHECKER.find("ouf").expect("it is there"));
        let asked = json!({
            "textDocument": { "uri": uri::of(&checker) },
            "range": { "start": position, "end": position },
            "context": { "diagnostics": [], "only": ["refactor.extract"], "triggerKind": 1 },
        });
        let offered = client.request("textDocument/codeAction", asked);
        assert_eq!(offered.as_array().map(Vec::len), Some(1), "{offered}");
        let edits = &offered[0]["edit"]["documentChanges"][0]["edits"];
        let after = client.with_edits(CHECKER, edits.as_array().expect("a list"));
        let function = "int readAns(InStream& stream, int n) {\n    return stream.readInt(0, n);\n}\n";
        let calls = "    /* 😀 */ int jury = readAns(ans, n);\n    int found = readAns(ouf, n);\n";
        assert!(after.contains(function) && after.contains(calls), "{after}");
        assert!(client.leave().success());
    }
}

#[test]
fn a_client_without_versions_gets_plain_edits() {
    let files = [("val.cpp", VALIDATOR), ("check.cpp", CHECKER), ("sol.cpp", "int main() {}\n")];
    let folder = Folder::of("plain", files);
    let [validator, checker] = ["val.cpp", "check.cpp"].map(|name| folder.path().join(name));
    let mut client = in_process::plain().without("workspace", "workspaceEdit").folder(folder.path()).start();
    client.open(&validator);
    // An editor may write the address of what it has open in its own way.
    let spelled = uri::of(&checker).replace("check.cpp", "%63heck.cpp");
    let item = json!({ "uri": spelled, "languageId": "cpp", "version": 1, "text": CHECKER });
    client.notify("textDocument/didOpen", json!({ "textDocument": item }));
    let position = client.encoding.position(VALIDATOR, VALIDATOR.find("\"n\"").expect("it is there") + 1);
    let params = json!({ "textDocument": { "uri": uri::of(&validator) }, "position": position, "newName": "m" });
    let edit = client.request("textDocument/rename", params);
    for address in [uri::of(&validator), spelled] {
        let edits = edit["changes"][address.as_str()].as_array().unwrap_or_else(|| panic!("{address}: {edit}"));
        assert_eq!(edits.iter().map(|one| &one["newText"]).collect::<Vec<_>>(), ["m"]);
    }
    assert!(client.leave().success());
}
