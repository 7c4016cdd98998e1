//! What a language model proposes: asked for in an editor, proved, shown, and made only when the person wants it.

use std::{fs, path::PathBuf};

use e2e::server;
use serde_json::{Value, json};
use testkit::answers;
use testkit::model_server::ModelServer;
use testkit::{
    editor::{client::Client, setup::Setup, uri},
    examples,
    folder::Folder,
};

const QUESTION: &str = "window/showMessageRequest";
const ONCE: &str = "Send once";
const ALWAYS: &str = "Always for this folder";
const NEVER: &str = "Do not send";

struct Scene {
    folder: Folder,
}

impl Scene {
    fn new() -> Scene {
        Scene { folder: Folder::copy_of(&examples::folder("two-parcels")) }
    }

    fn path(&self, inside: &str) -> PathBuf {
        self.folder.path().join(inside)
    }

    /// A client that judges only what it is asked to.
    fn setup(&self, model: &ModelServer) -> Setup {
        let settings = json!({ "editor": { "check_on_open": false, "check_on_save": false } });
        server::trusting().asking(model).folder(self.folder.path()).answering(|answers| answers.settings = settings)
    }

    fn params(&self, name: &str, mut options: Value) -> Value {
        options["uri"] = json!(uri::of(self.folder.path()));
        json!({ "command": format!("touchstone.{name}"), "arguments": [options] })
    }

    fn send(&self, client: &mut Client, name: &str, options: Value) -> i64 {
        client.send_request("workspace/executeCommand", self.params(name, options))
    }

    fn give(&self, client: &mut Client, name: &str, options: Value) -> Value {
        let id = self.send(client, name, options);
        client.answer(id).unwrap_or_else(|error| panic!("{name} is refused: {error}\n{}", client.story()))
    }

    fn refusal(&self, client: &mut Client, name: &str, options: Value) -> String {
        let id = self.send(client, name, options);
        let error = client.answer(id).expect_err("it is refused");
        error["message"].as_str().expect("a sentence").to_owned()
    }
}

/// The paths that an edit is about, new ones marked, with what it puts there.
fn changed(edit: &Value) -> Vec<(String, String)> {
    let changes = edit["documentChanges"].as_array().expect("edits have versions of documents").iter();
    let name = |uri: &Value| uri.as_str().and_then(|uri| uri.rsplit('/').next()).expect("an address").to_owned();
    changes
        .map(|change| match change["kind"].as_str() {
            Some(kind) => (format!("{kind} {}", name(&change["uri"])), String::new()),
            None => {
                let texts = change["edits"].as_array().expect("a list").iter();
                let texts: String = texts.map(|edit| edit["newText"].as_str().expect("a text")).collect();
                (name(&change["textDocument"]["uri"]), texts)
            }
        })
        .collect()
}

fn progress(client: &Client) -> Vec<String> {
    let all = client.seen.progress.values().flatten();
    all.map(|one| format!("{} {} {}", one["kind"], one["title"], one["message"])).collect()
}

#[test]
fn tests_are_offered_with_their_proof_once_the_person_has_allowed_to_ask() {
    let (scene, model) = (Scene::new(), answers::server("two-parcels"));
    let before = scene.folder.contents();
    let mut client = scene.setup(&model).start();
    let script = scene.path("script.txt");
    client.open(&script);
    let id = scene.send(&mut client, "hack", json!({}));
    client.wait_until("the question", |client| client.seen.n_asked(QUESTION) == 1);
    let (_, asked) = client.seen.questions.iter().find(|(method, _)| method == QUESTION).expect("it was asked").clone();
    let words = asked["message"].as_str().expect("a sentence");
    for word in ["bytes", "scripted", &model.origin(), "sol.cpp", "statement.md", "gen.cpp", "script.txt", "11 tests"] {
        assert!(words.contains(word), "{word}: {words}");
    }
    let titles: Vec<&Value> = asked["actions"].as_array().expect("a list").iter().map(|one| &one["title"]).collect();
    assert_eq!(titles, [ONCE, ALWAYS, NEVER]);
    client.catch_up();
    assert_eq!((model.requests().len(), client.is_answered(id)), (0, false));
    // One is enough for a problem at a time.
    let second = scene.refusal(&mut client, "minimize", json!({}));
    assert!(second.contains("looking for tests is under way here"), "{second}");
    client.answer_late(QUESTION, &json!({ "title": ONCE }));
    let found = client.answer(id).unwrap_or_else(|error| panic!("{error}\n{}", client.story()));
    assert_eq!(model.requests().len(), 1);
    assert_eq!(found["offers"][0]["command"], "gen -n 3 -max 9 -type half");
    assert_eq!(found["offers"][0]["evidence"]["kills"][0]["solution"], "wa_same_parcel.cpp");
    assert_eq!((&found["notes"], &found["applied"]), (&json!([]), &json!(false)));
    let page = found["page"].as_str().expect("a text");
    for words in [
        "# 1 test is worth adding",
        "## `gen -n 3 -max 9 -type half`",
        "- fails `wa_same_parcel.cpp` with **WA**",
        "`val.cpp` accepts it; `sol.cpp` made the answer",
        "To be changed: `gen.cpp`, `script.txt`",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let changed = changed(&found["edit"]);
    assert_eq!(changed.len(), 2, "{changed:?}");
    assert_eq!(changed[1], ("script.txt".to_owned(), "gen -n 3 -max 9 -type half > $\n".to_owned()));
    assert!(changed[0].0 == "gen.cpp" && changed[0].1.contains("type == \"half\""), "{changed:?}");
    assert_eq!(scene.folder.contents(), before);
    // It may come behind the answer.
    let is_over = |client: &Client| progress(client).iter().any(|line| line.contains("\"end\""));
    client.wait_until("the end of the progress", is_over);
    let told = progress(&client);
    for words in
        ["\"begin\" \"Looking for tests for two-parcels\"", "judging the pool", "round 1: asking for tests", "\"end\""]
    {
        assert!(told.iter().any(|line| line.contains(words)), "{words}: {told:#?}");
    }
    // What was allowed once is asked again; kept answers need no leave.
    let again = scene.give(&mut client, "hack", json!({ "replay": true }));
    assert_eq!((&again["offers"], model.requests().len()), (&found["offers"], 0));
    assert!(client.leave().success());
}

#[test]
fn a_program_of_the_users_own_answers_an_editor() {
    let scene = Scene::new();
    let place = Folder::empty("program");
    let answer =
        fs::read_to_string(examples::here("answers/two-parcels/01-adversarial_tests.json")).expect("it is there");
    place.write("answer.json", answer);
    let (answer, question) = (place.path().join("answer.json"), place.path().join("question"));
    let script = "cat > \"$1\"; cat \"$2\"";
    let command = json!(["sh", "-c", script, "sh", question, answer]);
    let settings = json!({ "editor": { "check_on_open": false, "check_on_save": false } });
    let setup = server::trusting().configured(&format!("[llm]\nprovider = \"command\"\ncommand = {command}\n"));
    let setup = setup.folder(scene.folder.path()).answering(|answers| answers.settings = settings);
    let mut client = setup.start();
    client.open(&scene.path("script.txt"));
    let id = scene.send(&mut client, "hack", json!({}));
    client.wait_until("the question", |client| client.seen.n_asked(QUESTION) == 1);
    let (_, asked) = client.seen.questions.iter().find(|(method, _)| method == QUESTION).expect("it was asked").clone();
    // All of its arguments are shown before it is started.
    let words = asked["message"].as_str().expect("a sentence");
    assert!(words.contains(&format!("the command {command}")), "{words}");
    client.catch_up();
    assert!(!question.exists());
    client.answer_late(QUESTION, &json!({ "title": ONCE }));
    let found = client.answer(id).unwrap_or_else(|error| panic!("{error}\n{}", client.story()));
    assert_eq!(found["offers"][0]["evidence"]["kills"][0]["solution"], "wa_same_parcel.cpp");
    let read = fs::read_to_string(&question).expect("it was written");
    assert!(read.contains("wa_same_parcel.cpp") && read.contains("It must fit this JSON schema:"), "{read}");
    assert!(client.leave().success());
}

#[test]
fn a_missing_program_is_written() {
    let (scene, model) = (Scene::new(), answers::server("two-parcels-validator"));
    scene.folder.remove("val.cpp");
    let mut client = scene.setup(&model).answering(|answers| answers.choose(ALWAYS)).start();
    let found = scene.give(&mut client, "write", json!({ "piece": "validator", "attempts": 5 }));
    assert_eq!(found["attempts"].as_array().expect("a list").len(), 4);
    let changed = changed(&found["edit"]);
    assert_eq!(changed[0].0, "create val.cpp");
    assert_eq!((changed[1].0.as_str(), json!(changed[1].1)), ("val.cpp", found["work"]["files"]["val.cpp"].clone()));
    assert!(found["page"].as_str().is_some_and(|page| page.starts_with("# A validator that stood its trial\n")));
    assert!(!scene.path("val.cpp").exists());
    // Kept answers do for the second time; then it is there.
    client.answers.choose("Apply");
    let again = scene.give(&mut client, "write", json!({ "piece": "validator", "attempts": 5, "apply": true }));
    assert_eq!(again["applied"], true, "{again}");
    let written = fs::read_to_string(scene.path("val.cpp")).expect("it is there");
    assert_eq!(json!(written), found["work"]["files"]["val.cpp"]);
    let refused = scene.refusal(&mut client, "write", json!({ "piece": "validator" }));
    assert!(refused.contains("there is a validator already"), "{refused}");
    assert!(client.leave().success());
}
