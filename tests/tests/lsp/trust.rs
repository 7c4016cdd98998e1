//! Who may have programs compiled and run: nobody, before somebody has said so.

use std::fs;

use e2e::{compilers::Compilers, process, server};
use serde_json::json;
use testkit::{
    editor::{answers::YES, client::Client, setup::Setup, uri},
    examples,
    folder::Folder,
    temporary,
};

const QUESTION: &str = "window/showMessageRequest";

struct Scene {
    folder: Folder,
    compilers: Compilers,
    cache: tempfile::TempDir,
    home: tempfile::TempDir,
}

impl Scene {
    fn new() -> Scene {
        Scene {
            folder: Folder::copy_of(&examples::folder("two-parcels")),
            compilers: Compilers::new(),
            cache: temporary::folder(),
            home: temporary::folder(),
        }
    }

    fn setup(&self) -> Setup {
        let setup = server::plain().with_cache(self.cache.path()).with_home(self.home.path());
        setup.env("PATH", self.compilers.path()).folder(self.folder.path())
    }

    fn path(&self, inside: &str) -> std::path::PathBuf {
        self.folder.path().join(inside)
    }

    /// Nothing was compiled, nothing was started, and no program is in the cache.
    fn nothing_was_run(&self, client: &Client) {
        assert_eq!(self.compilers.called(), Vec::<String>::new());
        let children = process::children_of(client.pid());
        assert!(children.is_empty(), "{children:?}");
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
    let refused = client.try_command("touchstone.run", json!({ "uri": uri::of(scene.folder.path()) }));
    let error = refused.expect_err("nothing may be run");
    assert!(error["message"].as_str().is_some_and(|words| words.contains("trusted")), "{error}");
    let lenses = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri::of(&validator) } }));
    assert!(lenses[0]["command"]["title"].as_str().is_some_and(|title| title.contains("not trusted")), "{lenses}");
}

#[test]
fn undecided() {
    let scene = Scene::new();
    let mut client = scene.setup().start();
    read_only(&mut client, &scene);
    assert_eq!(client.seen.n_asked(QUESTION), 1);
    scene.nothing_was_run(&client);
    assert!(client.leave().success());
}

#[test]
fn a_yes_is_kept() {
    let scene = Scene::new();
    let mut client = scene.setup().answering(|answers| answers.set_trust(Some(YES))).start();
    client.open(&scene.path("val.cpp"));
    client.wait_for(&scene.path("wa_same_parcel.cpp"), "wrong-solution-passes");
    assert_eq!(client.seen.n_asked(QUESTION), 1);
    assert!(client.leave().success());
    let mut client = scene.setup().start();
    client.open(&scene.path("val.cpp"));
    client.wait_for(&scene.path("wa_same_parcel.cpp"), "wrong-solution-passes");
    assert_eq!(client.seen.n_asked(QUESTION), 0);
    assert!(!scene.compilers.called().is_empty());
    assert!(client.leave().success());
}
