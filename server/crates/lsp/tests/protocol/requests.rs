//! Hover, completion, lenses and the commands, on an example and on a small problem.

use std::fs;

use serde_json::{Value, json};
use testkit::{
    editor::{client::Client, matrix, uri},
    examples,
    folder::{self, Folder},
    small,
};

use crate::in_process;

/// `textDocument/…` at the place behind a text.
pub(super) fn ask_behind(client: &mut Client, path: &std::path::Path, method: &str, text: &str) -> Value {
    let found: Vec<usize> = client.text(path).match_indices(text).map(|(at, _)| at).collect();
    assert_eq!(found.len(), 1, "`{text}` in {}", path.display());
    let position = client.encoding.position(client.text(path), found[0] + text.len());
    client.request(method, json!({ "textDocument": { "uri": uri::of(path) }, "position": position }))
}

/// What is offered.
pub(super) fn labels(completion: &Value) -> Vec<&str> {
    let items = completion.as_array().expect("a list");
    items.iter().map(|item| item["label"].as_str().expect("a label")).collect()
}

fn titles(client: &mut Client, path: &std::path::Path) -> Vec<String> {
    let lenses = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri::of(path) } }));
    let lenses = lenses.as_array().expect("a list").clone();
    let title = |lens: &Value| lens["command"]["title"].as_str().expect("a lens has a title").to_owned();
    lenses
        .iter()
        .map(|lens| format!("{}: {}", lens["range"]["start"]["line"].as_u64().expect("a line") + 1, title(lens)))
        .collect()
}

#[test]
fn an_editor_asks_about_what_it_has_just_opened() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let mut client = in_process::plain().folder(folder.path()).start();
    let (generator, script) = (folder.path().join("gen.cpp"), folder.path().join("script.txt"));
    client.open(&generator);
    // At once: nothing has been read when this is asked.
    let hover = ask_behind(&mut client, &generator, "textDocument/hover", "int n = opt");
    assert!(
        hover["contents"]["value"].as_str().is_some_and(|words| words.contains("opt<T>") || words.contains("T opt(")),
        "{hover}"
    );
    assert_eq!(client.encoding.at(client.text(&generator), &hover["range"]), Some("opt"));
    client.open(&script);
    let hover = ask_behind(&mut client, &script, "textDocument/hover", "-max 100 -type none >");
    assert!(
        hover["contents"]["value"].as_str().is_some_and(|words| words.contains("gen -n 6 -max 100 -type none")),
        "{hover}"
    );
    let lenses = titles(&mut client, &generator);
    assert!(lenses.first().is_some_and(|title| title.starts_with("12: ▶ run")), "{lenses:?}");
    // Two tests lie in files; the script makes the next nine.
    let of_line = |line: usize| format!("{line}: test {}: not run yet", line + 2);
    let expected: Vec<String> =
        std::iter::once("1: TPR and TNR: not run yet".to_owned()).chain((1..=9).map(of_line)).collect();
    assert_eq!(titles(&mut client, &script), expected);

    client.replace(&script, "gen -n 6 -max 100 -type none > $", "gen -n 6 -");
    let options = ask_behind(&mut client, &script, "textDocument/completion", "gen -n 6 -");
    for option in ["max", "min", "type"] {
        assert!(labels(&options).iter().any(|label| label.trim_start_matches('-') == option), "{options}");
    }
    client.replace(&generator, "    long long s;\n", "    rnd.w\n    long long s;\n");
    let functions = ask_behind(&mut client, &generator, "textDocument/completion", "    rnd.w");
    assert!(labels(&functions).contains(&"wnext"), "{functions}");

    let nothing = folder.path().join("README.md");
    client.open(&nothing);
    for method in ["textDocument/hover", "textDocument/completion"] {
        let at = json!({ "textDocument": { "uri": uri::of(&nothing) }, "position": { "line": 0, "character": 0 } });
        let answer = client.request(method, at);
        assert!(answer.is_null() || answer == json!([]), "{answer}");
    }
    assert!(client.leave().success());
}

#[test]
fn programs_in_checktestdata() {
    let program = "# é😀\nINT(1, 9, n) NEWLINE\nREP(n, SPACE)\n  INT(1, 9, a)\n  IF(a > 1)\n    SPACE\n  END\nEND\nSP";
    let files = [("problem.yaml", "name: a\n"), ("input_validators/v.ctd", program), ("sol.cpp", "int main() {\n}\n")];
    for setup in [in_process::plain(), in_process::plain().utf8()] {
        let folder = Folder::of("described", files);
        let (validator, other) = (folder.path().join("input_validators/v.ctd"), folder.path().join("sol.cpp"));
        let mut client = setup.folder(folder.path()).start();
        assert_eq!(client.hello["capabilities"]["foldingRangeProvider"], json!(true));
        client.open(&validator);
        client.open(&other);
        let mut folds =
            |path| client.request("textDocument/foldingRange", json!({ "textDocument": { "uri": uri::of(path) } }));
        assert_eq!(folds(&validator), json!([{ "startLine": 2, "endLine": 6 }, { "startLine": 4, "endLine": 5 }]));
        assert_eq!(folds(&other), Value::Null);
        let hover = ask_behind(&mut client, &validator, "textDocument/hover", "IF(a");
        assert_eq!(client.encoding.at(client.text(&validator), &hover["range"]), Some("a"));
        assert!(
            hover["contents"]["value"].as_str().is_some_and(|words| words.contains("- line 4: `INT(1, 9, a)`")),
            "{hover}"
        );
        let found = ask_behind(&mut client, &validator, "textDocument/completion", "END\nSP");
        assert_eq!(labels(&found), ["SPACE"]);
        // A blank makes editors ask, and here it means nothing.
        let position = client.encoding.position(client.text(&validator), program.find("IF").expect("it is there"));
        let place = json!({ "textDocument": { "uri": uri::of(&validator) }, "position": position });
        for (context, is_empty) in
            [(json!({ "triggerKind": 2, "triggerCharacter": " " }), true), (json!({ "triggerKind": 1 }), false)]
        {
            let found = client.request("textDocument/completion", with(&place, json!({ "context": context })));
            assert_eq!(labels(&found).is_empty(), is_empty, "{found}");
        }
        assert!(client.leave().success());
    }
    let folder = Folder::of("described", files);
    let client = in_process::plain().without("textDocument", "foldingRange").folder(folder.path()).start();
    assert_eq!(client.hello["capabilities"]["foldingRangeProvider"], Value::Null);
    assert!(client.leave().success());
}

#[test]
fn manifests_of_every_format_are_answered_in() {
    let source = "int main() {}\n";
    // A folder, the manifest of it that is open, the text before the place, a label that fits there, and before a key what
    // is said of it.
    let rows = [
        (
            vec![("info.toml", "title = \"é😀\"\n\n[[tests]]\nname = \"a.cpp\"\nnumber = 1\n"), ("gen/a.cpp", source)],
            ("info.toml", "é😀\"\n", "timelimit"),
            ("numb", "How many tests"),
        ),
        (
            vec![("problem.json", "{\"title\": \"é😀\", \"time_limit\": 1, \"\"}\n"), ("gen/data", "@subtask a\n")],
            ("problem.json", "1, \"", "memory_limit"),
            ("time_li", "in seconds"),
        ),
        (
            vec![("problem.json", "{}"), ("gen/data", "# é😀\n@subtask a\n@include \n"), ("gen/g.cpp", source)],
            ("gen/data", "@include ", "a"),
            ("@subt", "Begins a subtask"),
        ),
        (
            vec![("problem.rbx.yml", "name: é😀\ntype: \ntimeLimit: 5\n"), ("a.cpp", source)],
            ("problem.rbx.yml", "type: ", "COMMUNICATION"),
            ("timeLi", "in milliseconds"),
        ),
        (
            vec![("config.yml", "title: é😀\nsinol_contest_type: \nmemory_limit: 5\n"), ("prog/abc.cpp", source)],
            ("config.yml", "contest_type: ", "oij"),
            ("memory_li", "kilobytes"),
        ),
        (
            vec![("testdata/config.yaml", "# é😀\ntime: 1s\nchecker_type: \n"), ("testdata/1.in", "1\n")],
            ("testdata/config.yaml", "checker_type: ", "testlib"),
            ("ti", "500ms"),
        ),
        (
            vec![
                ("task.yaml", "name: é😀\nscore_type: \ntime_limit: 1\n"),
                ("gen/GEN", "1\n"),
                ("sol/solution.cpp", source),
            ],
            ("task.yaml", "score_type: ", "GroupMin"),
            ("time_li", "seconds"),
        ),
    ];
    for (files, (file, before, label), (key, about)) in rows {
        let folder = Folder::of("described", files);
        let path = folder.path().join(file);
        let mut client = in_process::plain().folder(folder.path()).start();
        client.open(&path);
        let found = ask_behind(&mut client, &path, "textDocument/completion", before);
        assert!(labels(&found).contains(&label), "{file}: {found}");
        let said = ask_behind(&mut client, &path, "textDocument/hover", key);
        assert!(said["contents"]["value"].as_str().is_some_and(|words| words.contains(about)), "{file}: {said}");
        assert!(client.leave().success());
    }
}

#[test]
fn names_with_hidden_characters_are_completed_and_seen() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let name = "evil\u{202e}\u{9b}gen";
    fs::copy(folder.path().join("gen.cpp"), folder.path().join(format!("{name}.cpp"))).expect("it can be copied");
    let script = folder.path().join("script.txt");
    let mut client = in_process::plain().folder(folder.path()).start();
    client.open(&script);
    client.replace(&script, "gen -n 6 -max 100 -type none > $", "ev");
    let found = ask_behind(&mut client, &script, "textDocument/completion", "ev");
    let items = found.as_array().expect("a list");
    let evil = items.iter().find(|item| item["textEdit"]["newText"] == name).unwrap_or_else(|| panic!("{found}"));
    assert_eq!(evil["label"], "evil\\u{202e}\\u{9b}gen");
    assert_eq!(evil["filterText"], name);
    let detail = evil["detail"].as_str().expect("a detail");
    assert!(detail.starts_with("generator evil\\u{202e}\\u{9b}gen.cpp"), "{detail}");
}

/// The small problem, judged.
fn judged() -> (Folder, Client, Value) {
    let files = small::files();
    let folder = Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.open(&folder.path().join("val.c"));
    client.judge(folder.path());
    let uri = json!({ "uri": uri::of(folder.path()) });
    (folder, client, uri)
}

fn with(uri: &Value, more: Value) -> Value {
    let mut all = uri.clone();
    all.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    all
}

#[test]
fn commands() {
    let (folder, mut client, uri) = judged();
    let root = folder.path().to_owned();
    let whole = client.matrix(&root);
    assert_eq!(client.command("touchstone.showMatrix", uri.clone()), whole);
    // 3 + 4 is 7; the solution that caps at 500 says 500 where 900 is right.
    assert_eq!(matrix::verdicts(&whole, "sol.c"), ["AC"; 5]);
    let ids: Vec<&str> =
        whole["tests"].as_array().expect("a list").iter().map(|test| test["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["1", "2", "3", "4", "5"]);
    assert_eq!(matrix::verdicts(&whole, "wa_cap.c")[..2], ["AC", "WA"]);
    let mut shown = client.command("touchstone.showTest", with(&uri, json!({ "test": "2", "solution": "wa_cap.c" })));
    let by_hand = shown.as_object_mut().and_then(|shown| shown.remove("rerun")).expect("the folder is trusted");
    let lines = by_hand["commands"].as_array().expect("a list");
    assert_eq!(lines.last(), Some(&json!("./solution < input.txt")));
    assert_eq!(by_hand["debugger"], json!("gdb -q -ex 'start < input.txt' ./solution"));
    let expected = json!({
        "input": "1\n900\n", "expected": "900\n", "found": "500\n", "first_difference": { "line": 0, "column": 0 },
        "checker": "expected 900, found 500", "verdict": "WA", "time_ms": 1.0, "memory_kb": 1024,
        "made_by": "tests/2.in", "expected_difference": { "line": 0, "column": 0 },
        "limits": { "time_ms": 2000, "memory_kb": 65536 },
    });
    assert_eq!(shown, expected);
    let shown = client.command("touchstone.showTest", with(&uri, json!({ "test": "2" })));
    assert_eq!((&shown["input"], &shown["found"]), (&json!("1\n900\n"), &Value::Null));
    assert!(client.try_command("touchstone.showTest", with(&uri, json!({ "test": "77" }))).is_err());

    let page = client.command("touchstone.explain", with(&uri, json!({ "code": "test-kills-nothing" })));
    assert!(page.as_str().is_some_and(|words| words.starts_with("## test-kills-nothing")), "{page}");
    assert!(client.try_command("touchstone.explain", with(&uri, json!({ "code": "no-such-code" }))).is_err());

    let place = testkit::temporary::folder();
    let file = place.path().join("report.json");
    let name = file.to_str().expect("a plain name");
    assert_eq!(
        client.command("touchstone.exportReport", with(&uri, json!({ "format": "json", "path": name }))),
        json!(name)
    );
    // That it is what `check` prints is tried end to end.
    let written: Value = serde_json::from_slice(&fs::read(&file).expect("it is written")).expect("JSON");
    assert_eq!(written["matrix"]["verdicts"], whole["cells"]["verdicts"]);
    assert_eq!(written["metrics"]["tnr"], whole["metrics"]["tnr"]);
    assert!(
        client.try_command("touchstone.exportReport", with(&uri, json!({ "format": "pdf", "path": name }))).is_err()
    );

    for (format, begins) in [("html", "<!DOCTYPE html>"), ("junit", "<?xml"), ("sarif", "{"), ("markdown", "## `")] {
        let name = place.path().join(format);
        client.command("touchstone.exportReport", with(&uri, json!({ "format": format, "path": name.to_str() })));
        let written = fs::read_to_string(&name).expect("it is written");
        assert!(written.starts_with(begins), "{format}: {written}");
        // What a solution wrote is in the page.
        assert_eq!(written.contains("\"found\":"), format == "html", "{format}");
    }
    let public = place.path().join("public.html");
    let argument = json!({ "format": "html", "path": public.to_str(), "contents": false });
    client.command("touchstone.exportReport", with(&uri, argument));
    let written = fs::read_to_string(&public).expect("it is written");
    assert!(!written.contains("\"found\":") && written.contains("are left out."), "{written}");

    let nowhere = place.path().join("reports/today/report.json");
    let argument = with(&uri, json!({ "format": "json", "path": nowhere.to_str() }));
    let error = client.try_command("touchstone.exportReport", argument).expect_err("there is no such folder");
    assert!(error["message"].as_str().is_some_and(|words| words.contains("reports/today is no folder")), "{error}");
    assert!(!place.path().join("reports").exists());

    for (name, argument) in
        [("touchstone.run", json!({})), ("touchstone.nothing", uri.clone()), ("touchstone.run", json!(null))]
    {
        assert!(client.try_command(name, argument.clone()).is_err(), "{name} {argument}");
    }
    assert!(client.leave().success());
}

#[test]
fn only_some_cells_are_run() {
    let files = small::files();
    let folder = Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let setup = in_process::trusting().folder(folder.path());
    let mut client =
        setup.answering(|answers| answers.settings = json!({ "editor": { "check_on_open": false } })).start();
    client.open(&folder.path().join("val.c"));
    let uri = json!({ "uri": uri::of(folder.path()) });
    client.command("touchstone.run", with(&uri, json!({ "solutions": ["wa_*.c"], "tests": ["2"] })));
    let whole = client.matrix(folder.path());
    assert_eq!(matrix::verdicts(&whole, "wa_cap.c"), ["SK", "WA", "SK", "SK", "SK"]);
    assert_eq!(matrix::verdicts(&whole, "rte_long.c"), ["SK"; 5]);
    assert!(client.leave().success());
}

#[test]
fn the_cache_is_cleared() {
    let files = small::files();
    let folder = Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let cache = testkit::temporary::folder();
    let mut client = in_process::trusting().with_cache(cache.path()).folder(folder.path()).start();
    client.open(&folder.path().join("val.c"));
    client.judge(folder.path());
    let programs = || fs::read_dir(cache.path().join("bin")).map_or(0, Iterator::count);
    assert!(programs() > 5, "{} programs", programs());
    let freed = client.command("touchstone.clearCache", json!({}));
    assert!(freed.as_u64().is_some_and(|bytes| bytes > 10_000), "{freed}");
    assert_eq!(programs(), 0);
    // And everything can be done again.
    client.judge(folder.path());
    assert_eq!(matrix::verdicts(&client.matrix(folder.path()), "sol.c"), ["AC"; 5]);
    assert!(client.leave().success());
}

#[test]
fn a_cache_that_others_remove_is_made_anew() {
    let files = small::files();
    let folder = Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let place = testkit::temporary::folder();
    let cache = place.path().join("cache");
    let mut client = in_process::trusting().with_cache(&cache).folder(folder.path()).start();
    let wrong = folder.path().join("wa_cap.c");
    client.open(&wrong);
    client.judge(folder.path());
    for cap in [2000, 400] {
        testkit::temporary::take_away(&cache);
        client.set_text(&wrong, &small::solution(cap));
        client.save(&wrong);
        client.judge(folder.path());
        let verdict = if cap > 900 { "AC" } else { "WA" };
        assert_eq!(matrix::verdicts(&client.matrix(folder.path()), "wa_cap.c")[1], verdict);
        assert_eq!(matrix::verdicts(&client.matrix(folder.path()), "sol.c"), ["AC"; 5]);
    }
    // So is one of which a part is gone, and one that is to be cleared.
    testkit::temporary::take_away(&cache.join("tmp"));
    client.judge(folder.path());
    testkit::temporary::take_away(&cache);
    client.command("touchstone.clearCache", json!({}));
    client.judge(folder.path());
    assert!(fs::read_dir(cache.join("bin")).is_ok_and(|programs| programs.count() > 5));
    assert_eq!(client.seen.shown, Vec::<String>::new());
    assert!(client.leave().success());
}

#[test]
fn a_solution_is_labelled_by_what_was_seen() {
    let files = small::files();
    let folder = Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let right = folder.path().join("wa_right.c");
    folder.write("wa_right.c", small::solution(100_000));
    let mut client = in_process::trusting().knowing_actions().folder(folder.path()).start();
    client.open(&right);
    client.judge(folder.path());
    let diagnostics = client.seen.published[&uri::of(&right)].items.clone();
    assert_eq!(diagnostics[0]["code"], "wrong-solution-passes");
    let params = json!({
        "textDocument": { "uri": uri::of(&right) },
        "range": { "start": { "line": 0, "character": 3 }, "end": { "line": 0, "character": 3 } },
        "context": { "diagnostics": diagnostics, "only": ["quickfix"] },
    });
    let offered = client.request("textDocument/codeAction", params);
    let offered = offered.as_array().expect("a list").clone();
    assert_eq!(
        offered.iter().map(|one| &one["title"]).collect::<Vec<_>>(),
        ["Find a test that fails this solution", "Label as accepted"]
    );
    let offered = &offered[1..];
    assert_eq!(offered[0]["diagnostics"][0]["code"], "wrong-solution-passes");
    let command = offered[0]["command"].clone();
    client.request("workspace/executeCommand", command);
    let open: Vec<String> = client.open_files();
    for uri in open {
        client.save(&uri::path(&uri));
    }
    client.wait_for_no(&right, "wrong-solution-passes");
    client.judge(folder.path());
    assert!(!client.has(&right, "wrong-solution-passes"), "{:?}", client.lines(&right));
    assert!(client.leave().success());
}

#[test]
fn a_script_is_sorted_where_that_is_asked_for() {
    let files = small::files();
    let folder = Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let written = "gen 20 > $\ngen 3 > $\ngen 20 > $\n";
    folder.write("script.txt", written);
    let script = folder.path().join("script.txt");
    let mut client = in_process::trusting().knowing_actions().folder(folder.path()).start();
    client.open(&script);
    let params = json!({
        "textDocument": { "uri": uri::of(&script) },
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } },
        "context": { "diagnostics": [], "only": ["source.touchstone.sort"] },
    });
    let offered = client.request("textDocument/codeAction", params);
    let edits = &offered[0]["edit"]["documentChanges"][0]["edits"];
    assert_eq!(offered.as_array().map(Vec::len), Some(1), "{offered}");
    assert_eq!(edits[0]["newText"], "gen 3 > $\ngen 20 > $\n", "{offered}");
    assert_eq!(edits[0]["range"]["end"], json!({ "line": 3, "character": 0 }));
    assert!(client.leave().success());
}

#[test]
fn a_label_is_set() {
    let (folder, mut client, uri) = judged();
    let solution = folder.path().join("wa_cap.c");
    let labelled = |client: &mut Client, folder: &Folder| {
        let whole = client.matrix(folder.path());
        let rows = whole["solutions"].as_array().expect("a list").clone();
        rows.iter().find(|row| row["path"] == "wa_cap.c").expect("it is there")["expected"].clone()
    };
    assert_eq!(labelled(&mut client, &folder), json!(["wrong_answer"]));
    let applied =
        client.command("touchstone.setLabel", with(&uri, json!({ "solution": "wa_cap.c", "label": "accepted" })));
    assert_eq!(applied["applied"], json!(true), "{applied}");
    // The edit is in a text that was open or on disk; what is open is saved.
    let open: Vec<String> = client.open_files();
    for uri in open {
        client.save(&uri::path(&uri));
    }
    client.judge(folder.path());
    assert_eq!(labelled(&mut client, &folder), json!(["accepted"]));
    let fails = |client: &Client| {
        let published: Vec<String> = client.seen.published.keys().cloned().collect();
        published.iter().any(|uri| client.has(&uri::path(uri), "error correct-solution-fails"))
    };
    client.wait_until("the label does not fit", fails);
    let refused =
        client.try_command("touchstone.setLabel", with(&uri, json!({ "solution": "wa_cap.c", "label": "odd" })));
    assert!(refused.is_err(), "{refused:?}");
    assert!(solution.exists());
    assert!(client.leave().success());
}

#[test]
fn a_client_that_cannot_apply_edits_gets_them() {
    let files = small::files();
    let folder = Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let before = folder.contents();
    let mut client = in_process::trusting().without("workspace", "applyEdit").folder(folder.path()).start();
    client.open(&folder.path().join("val.c"));
    let uri = json!({ "uri": uri::of(folder.path()) });
    let answer =
        client.command("touchstone.setLabel", with(&uri, json!({ "solution": "sol.c", "label": "wrong_answer" })));
    assert_eq!(answer["applied"], json!(false));
    assert!(answer["edit"]["documentChanges"].as_array().is_some_and(|changes| !changes.is_empty()), "{answer}");
    assert_eq!(client.seen.n_asked("workspace/applyEdit"), 0);
    assert!(client.leave().success());
    assert_eq!(folder::contents(folder.path()), before);
}

#[test]
fn codes_lead_to_a_page_that_has_them() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let mut client = in_process::trusting().folder(folder.path()).start();
    client.open(&folder.path().join("wa_same_parcel.cpp"));
    client.wait_for(&folder.path().join("wa_same_parcel.cpp"), "wrong-solution-passes");
    client.judge(folder.path());
    let all: Vec<Value> = client.seen.published.values().flat_map(|published| published.items.clone()).collect();
    assert!(!all.is_empty());
    for item in all {
        let code = item["code"].as_str().expect("a code");
        assert_eq!(item["source"], "touchstone");
        let href = item["codeDescription"]["href"].as_str().expect("a page");
        let (page, section) = href.split_once('#').expect("a section");
        assert_eq!(section, code);
        let text = fs::read_to_string(uri::path(page)).expect("the page is a file");
        assert!(
            text.lines().any(|line| line.trim_start_matches('#').trim() == code && line.starts_with('#')),
            "{code}"
        );
        assert!(item["data"]["id"].as_str().is_some_and(|id| id.starts_with(code)), "{item}");
        assert!(item["data"]["generation"].is_u64(), "{item}");
    }
    assert!(client.leave().success());
}
