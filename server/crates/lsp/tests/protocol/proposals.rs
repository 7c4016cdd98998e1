//! What a language model proposes: asked for in an editor, proved, shown, and made only when the person wants it.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};
use testkit::model_server::{Act, ModelServer, stream_head};
use testkit::{
    answers::server,
    editor::{answers::Answer, client::Client, setup::Setup, uri},
    examples,
    folder::Folder,
};

use crate::in_process;

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

    /// With a validator that allows too few parcels.
    fn broken() -> Scene {
        let scene = Scene::new();
        let validator = fs::read_to_string(scene.path("val.cpp")).expect("it is there");
        scene.folder.write("val.cpp", validator.replace("50000", "100"));
        scene
    }

    fn path(&self, inside: &str) -> PathBuf {
        self.folder.path().join(inside)
    }

    /// A client that judges only what it is asked to.
    fn setup(&self, model: &ModelServer) -> Setup {
        let settings = json!({ "editor": { "check_on_open": false, "check_on_save": false } });
        in_process::trusting().asking(model).folder(self.folder.path()).answering(|answers| answers.settings = settings)
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

/// A server that never comes to the end of its answer.
fn endless() -> ModelServer {
    ModelServer::new(|_| vec![stream_head(), Act::WaitForClose])
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
fn an_edit_is_shown_and_made_when_that_is_asked_for() {
    let (scene, model) = (Scene::new(), server("two-parcels"));
    let setup = scene.setup(&model).annotating().answering(|answers| answers.choose(ALWAYS));
    let mut client = setup.start();
    let (script, generator) = (scene.path("script.txt"), scene.path("gen.cpp"));
    client.open(&generator);
    let found = scene.give(&mut client, "hack", json!({ "apply": true }));
    assert_eq!(found["applied"], true, "{found}");
    let (_, asked) =
        client.seen.questions.iter().find(|(method, _)| method == "workspace/applyEdit").expect("it was asked");
    assert_eq!(asked["label"], "Add 1 test");
    let annotations = asked["edit"]["changeAnnotations"].as_object().expect("there are some");
    for (_, annotation) in annotations {
        assert_eq!((&annotation["label"], &annotation["needsConfirmation"]), (&json!("Add 1 test"), &json!(true)));
        let proof = annotation["description"].as_str().expect("a sentence");
        assert!(proof.contains("fails wa_same_parcel.cpp (WA)"), "{proof}");
    }
    for change in asked["edit"]["documentChanges"].as_array().expect("a list") {
        let id = change["edits"][0]["annotationId"].as_str().unwrap_or_else(|| panic!("each has one: {asked}"));
        assert!(annotations.contains_key(id), "{asked}");
    }
    // The open file is another in the editor, the other one on disk.
    assert!(client.text(&generator).contains("type == \"half\""));
    assert!(!fs::read_to_string(&generator).expect("it is there").contains("half"));
    assert!(fs::read_to_string(&script).expect("it is there").ends_with("\ngen -n 3 -max 9 -type half > $\n"));
    // Always is always: nobody is asked another time, by another server either.
    assert_eq!(client.seen.n_asked(QUESTION), 1);
    assert!(client.leave().success());
}

#[test]
fn a_client_without_a_preview_is_asked_before_anything_changes() {
    let (scene, model) = (Scene::new(), server("two-parcels"));
    let before = scene.folder.contents();
    let mut client = scene.setup(&model).answering(|answers| answers.choose(ONCE)).start();
    let id = scene.send(&mut client, "hack", json!({ "apply": true }));
    client.wait_until("the second question", |client| client.seen.n_asked(QUESTION) == 2);
    let words = client.seen.questions.last().expect("there are some").1["message"].to_string();
    assert!(words.contains("add 1 test?") && words.contains("fails wa_same_parcel.cpp (WA)"), "{words}");
    client.answer_late(QUESTION, &json!({ "title": "Discard" }));
    let found = client.answer(id).expect("it is granted");
    assert_eq!((&found["applied"], &found["reason"]), (&json!(false), &json!("it was discarded")));
    assert_eq!(scene.folder.contents(), before);
    let id = scene.send(&mut client, "hack", json!({ "apply": true, "replay": true }));
    client.wait_until("the question", |client| client.seen.n_asked(QUESTION) == 3);
    client.answer_late(QUESTION, &json!({ "title": "Apply" }));
    assert_eq!(client.answer(id).expect("it is granted")["applied"], true);
    assert_ne!(scene.folder.contents(), before);
    assert!(client.leave().success());
}

#[test]
fn nothing_is_sent_without_leave() {
    let (scene, model) = (Scene::new(), server("two-parcels"));
    for (answer, unsent) in [
        (Answer::Give(json!({ "title": NEVER })), "nothing was sent, as you said"),
        (Answer::Give(Value::Null), "nothing was sent, since nobody said that it may be"),
        (Answer::Refuse, "nothing was sent, since nobody said that it may be"),
    ] {
        let setup = scene.setup(&model).answering(|answers| answers.set(QUESTION, answer));
        let mut client = setup.start();
        let refused = scene.refusal(&mut client, "hack", json!({}));
        assert!(refused.contains(unsent), "{refused}");
        assert_eq!((model.requests().len(), client.seen.n_asked(QUESTION)), (0, 1));
        assert!(client.leave().success());
    }
}

#[test]
fn an_untrusted_folder_has_nothing_made() {
    let (scene, model) = (Scene::new(), server("two-parcels"));
    for setup in [scene.setup(&model).trusted(false), in_process::plain().asking(&model).folder(scene.folder.path())] {
        let mut client = setup.start();
        client.open(&scene.path("val.cpp"));
        for name in ["hack", "minimize", "write", "fix", "explain"] {
            let options = json!({ "piece": "checker", "code": "wrong-solution-passes", "model": true });
            let refused = scene.refusal(&mut client, name, options);
            assert_eq!(refused, "nothing may be compiled, run or sent in this folder until it is trusted", "{name}");
        }
        assert_eq!(model.requests(), []);
        assert!(client.leave().success());
    }
}

#[test]
fn without_a_model_one_sentence_says_what_to_do() {
    let scene = Scene::new();
    let mut client = in_process::trusting().folder(scene.folder.path()).start();
    let refused = scene.refusal(&mut client, "hack", json!({ "engine": "llm" }));
    assert!(refused.contains("TOUCHSTONE_LLM_MODEL"), "{refused}");
    assert!(client.leave().success());
}

/// A question that is open is given up: its connection is closed, and the request is answered.
fn cancel_by(cancel: impl FnOnce(&mut Client, i64)) {
    let (scene, model) = (Scene::new(), endless());
    let mut client = scene.setup(&model).answering(|answers| answers.choose(ONCE)).start();
    let id = scene.send(&mut client, "hack", json!({}));
    client.wait_until("progress", |client| progress(client).iter().any(|line| line.contains("asking for tests")));
    client.wait_until("a request", |_| !model.requests().is_empty());
    cancel(&mut client, id);
    assert_eq!(client.answer(id).expect_err("it was cancelled")["code"], json!(-32800));
    model.wait_for_close();
    // The next one may begin.
    client.wait_until("the end", |client| progress(client).iter().any(|line| line.contains("\"end\"")));
    let found = scene.give(&mut client, "minimize", json!({}));
    assert!(found["kept"].as_array().is_some_and(|kept| !kept.is_empty()), "{found}");
    assert!(client.leave().success());
}

#[test]
fn cancelled_by_its_request() {
    cancel_by(|client, id| client.notify("$/cancelRequest", json!({ "id": id })));
}

#[test]
fn cancelled_by_its_progress() {
    cancel_by(|client, _| {
        let token = client.seen.progress.keys().next_back().expect("there is one").clone();
        client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    });
}

#[test]
fn cancelled_while_the_person_is_asked_and_while_the_server_leaves() {
    let (scene, model) = (Scene::new(), endless());
    let mut client = scene.setup(&model).start();
    let id = scene.send(&mut client, "hack", json!({}));
    client.wait_until("the question", |client| client.seen.n_asked(QUESTION) == 1);
    client.notify("$/cancelRequest", json!({ "id": id }));
    assert_eq!(client.answer(id).expect_err("it was cancelled")["code"], json!(-32800));
    assert_eq!(model.requests(), []);
    client.answers.choose(ONCE);
    scene.send(&mut client, "hack", json!({}));
    client.wait_until("progress", |client| progress(client).iter().any(|line| line.contains("asking for tests")));
    client.wait_until("a request", |_| !model.requests().is_empty());
    assert!(client.leave().success());
    model.wait_for_close();
}

#[test]
fn a_key_comes_from_the_client_for_one_origin_and_stands_in_no_log() {
    const KEY: &str = "sk-hush-51";
    let (scene, model) = (Scene::new(), server("two-parcels"));
    let keeping = |setup: Setup| {
        setup.with("experimental", "touchstone", json!({ "apiKey": true })).answering(|answers| {
            answers.choose(ONCE);
            answers.set("touchstone/apiKey", Answer::Give(json!({ "key": KEY })));
        })
    };
    let mut client = keeping(scene.setup(&model)).env("RUST_LOG", "trace").start();
    scene.give(&mut client, "hack", json!({}));
    let (_, asked) =
        client.seen.questions.iter().find(|(method, _)| method == "touchstone/apiKey").expect("it was asked");
    assert_eq!(asked, &json!({ "origin": model.origin() }));
    for request in model.requests() {
        assert_eq!(request.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    }
    assert!(!client.log().contains(KEY) && !client.seen.logged.concat().contains(KEY), "{}", client.log());
    assert!(client.log().contains("touchstone"), "the log is another one");
    assert!(client.leave().success());
    // A client that has not announced it is not asked, and one whose settings name another place neither.
    let model = server("two-parcels");
    let mut client = scene.setup(&model).answering(|answers| answers.choose(ONCE)).start();
    scene.give(&mut client, "hack", json!({}));
    assert_eq!(client.seen.n_asked("touchstone/apiKey"), 0);
    assert!(model.requests().iter().all(|request| request.header("authorization").is_none()));
    assert!(client.leave().success());
}

#[test]
fn a_finding_is_repaired_and_explained() {
    let (scene, model) = (Scene::broken(), server("two-parcels-fix"));
    let mut client = scene.setup(&model).answering(|answers| answers.choose(ALWAYS)).start();
    let validator = scene.path("val.cpp");
    client.open(&validator);
    let options = json!({ "code": "validator-rejects-test", "file": "val.cpp", "attempts": 4 });
    let found = scene.give(&mut client, "fix", options.clone());
    let changed = changed(&found["edit"]);
    assert_eq!(changed, [("val.cpp".to_owned(), "    int n = inf.readInt(2, 50000, \"n\");\n".to_owned())]);
    assert!(found["page"].as_str().is_some_and(|page| page.contains("```diff\n")), "{found}");
    // What was judged is on disk; of a text that is another one by then no edit is made.
    client.replace(&validator, "inf.readEof();", "inf.readEof(); // mine");
    let found = scene.give(&mut client, "fix", options);
    let notes = found["notes"].to_string();
    assert!(notes.contains("val.cpp is not saved; what was judged is the file on disk"), "{notes}");
    assert!(notes.contains("val.cpp is not what it was on disk when this began"), "{notes}");
    assert_eq!(found["edit"], Value::Null);
    assert!(client.leave().success());
    let model = server("two-parcels-explain");
    let mut client = scene.setup(&model).answering(|answers| answers.choose(ALWAYS)).start();
    let text = scene.give(&mut client, "explain", json!({ "code": "validator-rejects-test", "model": true }));
    let text = text.as_str().expect("a text");
    assert!(text.starts_with("## validator-rejects-test") || text.contains("validator-rejects-test"), "{text}");
    assert!(text.contains("\nThe model says:\n\n```text\n`val.cpp` stops at 100 parcels"), "{text}");
    // A finding that is gone is no other one.
    let gone = json!({ "code": "validator-rejects-test", "id": "0000" });
    let words = scene.refusal(&mut client, "fix", gone);
    assert_eq!(words, "that finding is gone; look at what there is now, and ask again");
    assert!(client.leave().success());
}

#[test]
fn a_suite_is_minimised_and_nobody_is_asked() {
    let (scene, model) = (Scene::new(), server("two-parcels"));
    let mut client = scene.setup(&model).answering(|answers| answers.choose("Apply")).start();
    let original = fs::read_to_string(scene.path("script.txt")).expect("it is there");
    // The client's own token for progress is taken where it gives one.
    client.seen.tokens.insert("mine".to_owned());
    let mut params = scene.params("minimize", json!({ "apply": true }));
    params["workDoneToken"] = json!("mine");
    let found = client.request("workspace/executeCommand", params);
    assert_eq!(client.seen.progress["mine"][0]["title"], "Minimising the suite for two-parcels");
    assert_eq!((&found["applied"], model.requests().len()), (&json!(true), 0), "{found}");
    let script = fs::read_to_string(scene.path("script.txt")).expect("it is there");
    let n_lines = (script.lines().count(), original.lines().count());
    assert!(n_lines.0 < n_lines.1 && script.lines().all(|line| original.lines().any(|one| one == line)), "{script}");
    assert!(found["page"].as_str().is_some_and(|page| page.contains("take them out by hand: `1` `2`")), "{found}");
    assert!(client.leave().success());
}

#[test]
fn menus_offer_what_can_be_done() {
    let (scene, model) = (Scene::new(), server("two-parcels"));
    let actions = |client: &mut Client, path: &PathBuf, context: Value| -> Vec<String> {
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
        let params = json!({ "textDocument": { "uri": uri::of(path) }, "range": range, "context": context });
        let found = client.request("textDocument/codeAction", params);
        let found = found.as_array().cloned().unwrap_or_default();
        found
            .iter()
            .map(|one| format!("{}: {}", one["kind"].as_str().expect("a word"), one["command"]["arguments"][0]))
            .collect()
    };
    let mut client = in_process::trusting().asking(&model).knowing_actions().folder(scene.folder.path()).start();
    let survivor = scene.path("wa_same_parcel.cpp");
    client.open(&survivor);
    client.wait_for(&survivor, "wrong-solution-passes");
    let diagnostics = client.seen.published[&uri::of(&survivor)].items.clone();
    let id = &diagnostics[0]["data"]["id"];
    let root = uri::of(scene.folder.path());
    let label = format!(
        "quickfix.touchstone.wrong-solution-passes: {{\"label\":\"accepted\",\"solution\":\"wa_same_parcel.cpp\",\"uri\":\"{root}\"}}"
    );
    assert_eq!(
        actions(&mut client, &survivor, json!({ "diagnostics": diagnostics })),
        [
            format!(
                "quickfix.touchstone.wrong-solution-passes: {{\"apply\":true,\"engine\":\"offline\",\"targets\":[\"wa_same_parcel.cpp\"],\"uri\":\"{root}\"}}"
            ),
            format!(
                "quickfix.touchstone.wrong-solution-passes: {{\"apply\":true,\"engine\":\"llm\",\"uri\":\"{root}\"}}"
            ),
            format!(
                "source.touchstone.explain: {{\"code\":\"wrong-solution-passes\",\"id\":{id},\"model\":true,\"uri\":\"{root}\"}}"
            ),
            label.clone(),
            format!("source.touchstone.hack: {{\"apply\":true,\"engine\":\"offline\",\"uri\":\"{root}\"}}"),
            format!("source.touchstone.hack: {{\"apply\":true,\"engine\":\"llm\",\"uri\":\"{root}\"}}"),
            format!("source.touchstone.minimize: {{\"apply\":true,\"uri\":\"{root}\"}}"),
            format!("source.touchstone.probe: {{\"apply\":true,\"uri\":\"{root}\"}}"),
            format!("source.touchstone.mutate: {{\"apply\":true,\"uri\":\"{root}\"}}"),
            format!("source.touchstone.calibrate: {{\"apply\":true,\"uri\":\"{root}\"}}"),
            format!("source.touchstone.write: {{\"apply\":true,\"piece\":\"brute_force\",\"uri\":\"{root}\"}}"),
        ]
    );
    // A bulb that shows by itself is for findings.
    assert_eq!(actions(&mut client, &survivor, json!({ "diagnostics": [], "triggerKind": 2 })), Vec::<String>::new());
    let only = json!({ "diagnostics": [], "only": ["source.touchstone.minimize"], "triggerKind": 2 });
    assert_eq!(actions(&mut client, &survivor, only).len(), 1);
    assert!(client.leave().success());
    // Without a model nothing speaks of one.
    let mut client = in_process::trusting().knowing_actions().folder(scene.folder.path()).start();
    client.open(&survivor);
    client.wait_for(&survivor, "wrong-solution-passes");
    let found = actions(&mut client, &survivor, json!({ "diagnostics": diagnostics }));
    assert_eq!(found.len(), 7, "{found:?}");
    assert!(found.contains(&label) && !found.iter().any(|action| action.contains("llm") || action.contains("model")));
    assert!(client.leave().success());
}

/// A client that has a model of its own, and asks for an explanation: the request's id.
fn asking_the_editor(scene: &Scene, settings: Value) -> (Client, i64) {
    let settings = json!({ "editor": { "check_on_open": false, "check_on_save": false }, "llm": settings });
    let setup = in_process::trusting().folder(scene.folder.path()).answering(|answers| {
        answers.settings = settings;
        answers.choose(ONCE);
    });
    let mut client = setup.with("experimental", "touchstone", json!({ "model": "Some Model" })).start();
    let id = scene.send(&mut client, "explain", json!({ "code": "validator-rejects-test", "model": true }));
    (client, id)
}

#[test]
fn the_editors_own_model_answers_in_parts() {
    let scene = Scene::broken();
    let (mut client, id) = asking_the_editor(&scene, json!({ "provider": "editor" }));
    client.wait_until("the question", |client| client.seen.model_messages.len() == 1);
    let asked = client.seen.questions.iter().find(|(method, _)| method == QUESTION).expect("it was asked first");
    assert!(asked.1["message"].to_string().contains("to Some Model at your editor"), "{}", asked.1);
    let (method, question) = client.seen.model_messages[0].clone();
    assert_eq!(method, "touchstone/modelRequest");
    let text = question["text"].as_str().expect("a text");
    assert!(text.contains("It must fit this JSON schema:") && text.contains("readInt(2, 100"), "{text}");
    for part in ["{\"explanation\": \"It al", "lows too few.\"}"] {
        client.notify("touchstone/modelPart", json!({ "id": question["id"], "text": part }));
    }
    client.notify("touchstone/modelEnd", json!({ "id": question["id"] }));
    let answer = client.answer(id).expect("it is granted");
    assert!(answer.to_string().contains("It allows too few."), "{answer}");
    // Another model is asked by its own name, and what the first one said is not its answer.
    client.notify("touchstone/modelNamed", json!({ "name": "Another Model" }));
    let id = scene.send(&mut client, "explain", json!({ "code": "validator-rejects-test", "model": true }));
    client.wait_until("the question for the other model", |client| client.seen.model_messages.len() == 2);
    let asked = client.seen.questions.iter().rev().find(|(method, _)| method == QUESTION).expect("it was asked anew");
    assert!(asked.1["message"].to_string().contains("to Another Model at your editor"), "{}", asked.1);
    let question = client.seen.model_messages[1].1.clone();
    client.notify("touchstone/modelEnd", json!({ "id": question["id"], "error": "it is asleep" }));
    client.answer(id).expect_err("there is no answer");
    assert!(client.leave().success());
}

#[test]
fn the_editors_own_model_may_have_no_answer_or_be_cancelled() {
    let scene = Scene::broken();
    let (mut client, id) = asking_the_editor(&scene, json!({ "provider": "editor" }));
    client.wait_until("the question", |client| client.seen.model_messages.len() == 1);
    let question = client.seen.model_messages[0].1.clone();
    client.notify("touchstone/modelEnd", json!({ "id": question["id"], "error": "there is no model" }));
    let error = client.answer(id).expect_err("there is no answer");
    assert!(error["message"].to_string().contains("your editor gave no answer (there is no model)"), "{error}");
    let id = scene.send(&mut client, "explain", json!({ "code": "validator-rejects-test", "model": true }));
    client.wait_until("the next question", |client| client.seen.model_messages.len() == 2);
    client.notify("$/cancelRequest", json!({ "id": id }));
    client.wait_until("the cancellation", |client| client.seen.model_messages.len() == 3);
    assert_eq!(client.seen.model_messages[2].0, "touchstone/modelCancel");
    assert!(client.answer(id).is_err());
    assert!(client.leave().success());
}

#[test]
fn nobody_knows_what_the_editors_own_model_costs() {
    let scene = Scene::broken();
    let settings = json!({ "provider": "editor", "price_input": 1, "price_output": 1, "max_cost": 1 });
    let (mut client, id) = asking_the_editor(&scene, settings);
    let error = client.answer(id).expect_err("it is refused");
    assert!(error["message"].to_string().contains("price"), "{error}");
    assert_eq!(client.seen.model_messages, []);
    assert!(client.leave().success());
}
