//! Who may have programs compiled and run: nobody, before somebody has said so. What a real compiler is asked is tried end
//! to end.

use std::{fs, path::Path};

use serde_json::json;
use testkit::{
    editor::{answers::NO, client::Client, setup::Setup, uri},
    examples,
    folder::Folder,
    temporary,
};

use crate::{in_process, machine};

const QUESTION: &str = "window/showMessageRequest";

struct Scene {
    folder: Folder,
    cache: tempfile::TempDir,
    home: tempfile::TempDir,
}

impl Scene {
    fn new() -> Scene {
        Scene {
            folder: Folder::copy_of(&examples::folder("two-parcels")),
            cache: temporary::folder(),
            home: temporary::folder(),
        }
    }

    fn setup(&self) -> Setup {
        let setup = in_process::plain().with_cache(self.cache.path()).with_home(self.home.path());
        setup.folder(self.folder.path())
    }

    fn path(&self, inside: &str) -> std::path::PathBuf {
        self.folder.path().join(inside)
    }

    /// Nothing was compiled, nothing was started, and no program is in the cache.
    fn nothing_was_run(&self) {
        assert_eq!(machine::n_started(self.cache.path()), 0);
        let programs = fs::read_dir(self.cache.path().join("bin")).map_or(0, Iterator::count);
        assert_eq!(programs, 0, "programs in the cache");
    }
}

/// What an editor shows of a broken folder by reading alone.
fn read_only(client: &mut Client, scene: &Scene) {
    let (script, validator) = (scene.path("script.txt"), scene.path("val.cpp"));
    let generator = scene.path("gen.cpp");
    for path in [&script, &validator, &generator] {
        client.open(path);
    }
    client.replace(&script, "gen -n 6 -max", "gne -n 6 -max");
    client.wait_for(&script, "error generator-unknown 3:1 `gne ");
    client.save(&script);
    // The script speaks of an option that the unsaved generator has under another name.
    client.replace(&generator, "opt<long long>(\"min\", 1LL)", "opt<long long>(\"low\", 1LL)");
    client.wait_for(&script, "warning option-unknown 1:10 `-min`");
    client.save(&generator);
    client.replace(&generator, "opt<long long>(\"low\", 1LL)", "opt<long long>(\"min\", 1LL)");
    client.wait_for_no(&script, "option-unknown");
    client.save(&validator);
    client.catch_up();
    let status = client.seen.status[&uri::of(scene.folder.path())].clone();
    assert_eq!((&status["health"], &status["busy"]), (&json!("warning"), &json!(false)), "{status}");
    client.replace(&script, "gne -n 6 -max", "gen -n 6 -max");
    client.wait_for_no(&script, "generator-unknown");
    // A test in a file is shown, and nothing to run it with.
    let cell = json!({ "uri": uri::of(scene.folder.path()), "test": "1", "solution": "sol.cpp" });
    let shown = client.command("touchstone.showTest", cell);
    assert!(shown["input"].is_string() && shown.get("rerun").is_none(), "{shown}");
    let refused = client.try_command("touchstone.run", json!({ "uri": uri::of(scene.folder.path()) }));
    let error = refused.expect_err("nothing may be run");
    assert!(error["message"].as_str().is_some_and(|words| words.contains("trusted")), "{error}");
    let lenses = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri::of(&validator) } }));
    assert!(lenses[0]["command"]["title"].as_str().is_some_and(|title| title.contains("not trusted")), "{lenses}");
}

#[test]
fn declared_untrusted() {
    let scene = Scene::new();
    let mut client = scene.setup().trusted(false).start();
    read_only(&mut client, &scene);
    assert_eq!(client.seen.n_asked(QUESTION), 0);
    scene.nothing_was_run();
    assert!(client.leave().success());
}

#[test]
fn settings_give_no_trust() {
    let scene = Scene::new();
    fs::write(scene.path("touchstone.toml"), "trusted = true\n").expect("it can be written");
    let mut client = scene.setup().answering(|answers| answers.settings = json!({ "trusted": true })).start();
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "touchstone": { "trusted": true } } }));
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "trusted": true } }));
    read_only(&mut client, &scene);
    scene.nothing_was_run();
    client.answers.set_trust(None);
    client.answer_late(QUESTION, &json!(null));
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    client.close(&scene.path("val.cpp"));
    client.open(&scene.path("val.cpp"));
    client.catch_up();
    scene.nothing_was_run();
    assert!(client.leave().success());
}

#[test]
fn a_no_is_kept_and_a_closed_question_is_asked_again() {
    let scene = Scene::new();
    for (title, expected) in [(None, 1), (Some(NO), 1), (Some(NO), 0)] {
        let mut client = scene.setup().answering(|answers| answers.set_trust(title)).start();
        client.open(&scene.path("val.cpp"));
        client.open(&scene.path("gen.cpp"));
        client.catch_up();
        let root = uri::of(scene.folder.path());
        client.wait_until("the status", |client| client.seen.status.contains_key(&root));
        client.wait_until("the question", |client| client.seen.n_asked(QUESTION) == expected);
        if title.is_some() {
            let words = "this folder is not trusted, so nothing is compiled or run";
            client.wait_until("the no", |client| client.seen.status[&root]["message"] == words);
        }
        scene.nothing_was_run();
        assert!(client.leave().success());
    }
}

#[test]
fn each_workspace_folder_is_asked_about_once() {
    let (first, second) = (Folder::empty("contest"), Folder::empty("other"));
    for (folder, name) in [(&first, "a"), (&first, "b"), (&second, "c")] {
        for (path, text) in testkit::small::files() {
            folder.write(&format!("{name}/{path}"), text);
        }
    }
    let mut client = in_process::plain().folder(first.path()).folder(second.path()).start();
    let open = |client: &mut Client, folder: &Path, name: &str| client.open(&folder.join(name).join("val.c"));
    open(&mut client, first.path(), "a");
    open(&mut client, first.path(), "b");
    open(&mut client, second.path(), "c");
    client.wait_until("two questions", |client| client.seen.n_asked(QUESTION) == 2);
    client.catch_up();
    assert_eq!(client.seen.n_asked(QUESTION), 2);
    let words: Vec<String> = client.seen.questions.iter().map(|(_, params)| params["message"].to_string()).collect();
    assert!(words.iter().any(|words| words.contains("`contest`")), "{words:?}");
    assert!(words.iter().any(|words| words.contains("`other`")), "{words:?}");
}
