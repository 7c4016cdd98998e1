//! Answers: whole and in pieces, right and wrong, new and kept.

use std::sync::Arc;

use problem::settings::{Provider, RepliesFrom};
use testkit::model_server::{Act, ModelServer, chat_answer, piece, stream, stream_head, whole};

use super::*;
use crate::{
    ladder::{Capabilities, OutputMode},
    store::{Shelf, Store},
};

const CHAT: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"line\\\":\"}}]}\r\n\r\n: é\n\n\
                    data: {\"choices\":[{\"delta\":{\"content\":\" 7}\"},\n\
                    data: \"finish_reason\":\"stop\"}]}\n\n\
                    data: {\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":3}}\n\ndata: [DONE]\n\n";

#[tokio::test]
async fn a_streamed_answer() {
    let server = ModelServer::with_answers([stream(&[CHAT.as_bytes()])]);
    let client = Bench::new(&server).client();
    let (reply, told) = ask_telling(&client, &question_of("q")).await;
    let reply = reply.unwrap();
    assert_eq!((reply.value, reply.turns, reply.served_from_cache), (line(7), 1, false));
    assert_eq!((reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.is_estimated), (5, 3, false));
    assert_eq!(told, ["sending", "text {\"line\":", "text  7}"]);
    let request = server.request();
    assert_eq!(request.target, "POST /v1/chat/completions");
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(request.header("authorization"), None, "there is no key");
    assert_eq!(request.schema_name().as_deref(), Some("fix"));
    assert_eq!(request.json()["messages"][1]["content"], "q");
    assert_eq!((client.ledger().spent().n_calls, client.ledger().spent().usage), (1, reply.usage));
}

#[tokio::test]
async fn streams_may_be_cut_into_pieces_anywhere() {
    let responses = "event: x\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"{\\\"line\\\":7}\"}\n\n\
                     data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\"}}\n\n";
    let messages = "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":{\"text\":\"{\\\"line\\\":7}\"}}\n\n\
                    data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n\ndata: {\"type\":\"message_stop\"}\n\n";
    for (provider, path, text) in [
        (Provider::Openai, "/v1/chat/completions", CHAT),
        (Provider::OpenaiResponses, "/v1/responses", responses),
        (Provider::Anthropic, "/v1/messages", messages),
    ] {
        let bytes = text.as_bytes();
        let server =
            ModelServer::with_answers((0..=bytes.len()).map(|split| stream(&[&bytes[..split], &bytes[split..]])));
        let mut bench = Bench::new(&server);
        (bench.settings.provider, bench.settings.replies) = (Some(provider), Some(RepliesFrom::Model));
        let client = bench.client();
        for split in 0..=bytes.len() {
            assert_eq!(ask(&client, "q").await.map(|reply| reply.value), Ok(line(7)), "{path} split at {split}");
        }
        assert!(server.requests().iter().all(|request| request.target == format!("POST {path}")));
    }
}

#[tokio::test]
async fn endings_that_servers_leave_out() {
    let finished =
        "data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"line\\\":7}\"},\"finish_reason\":\"stop\"}]}\n\n";
    let marked = "data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"line\\\":7}\"}}]}\n\ndata: [DONE]";
    let mut broken_off = stream(&[finished.as_bytes()]);
    broken_off.pop();
    let server = ModelServer::with_answers([stream(&[finished.as_bytes()]), stream(&[marked.as_bytes()]), broken_off]);
    let client = Bench::new(&server).client();
    for question in ["a", "b", "c"] {
        let reply = ask(&client, question).await.unwrap();
        assert_eq!(reply.value, line(7));
        assert!(reply.usage.is_estimated && reply.usage.input_tokens > 50, "{:?}", reply.usage);
        // `{"line":7}` has ten bytes, and three bytes make a token.
        assert_eq!(reply.usage.output_tokens, 4);
    }
    assert_eq!(server.requests().len(), 3);
    let never_ends = vec![stream_head(), piece(finished.as_bytes()), Act::WaitForClose];
    let mut bench = Bench::new(&ModelServer::with_answers([never_ends]));
    bench.idle = Duration::from_millis(700);
    assert_eq!(ask(&bench.client(), "d").await.unwrap().value, line(7));
}

#[tokio::test]
async fn a_server_that_does_not_stream() {
    let body = r#"{"choices":[{"message":{"content":"{\"line\":7}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":3}}"#;
    let refused = r#"{"error":{"message":"stream is not supported"}}"#;
    let server = ModelServer::with_answers([whole(200, &[], body), whole(400, &[], refused), whole(200, &[], body)]);
    let client = Bench::new(&server).client();
    assert_eq!(ask(&client, "a").await.unwrap().value, line(7));
    let reply = ask(&client, "b").await.unwrap();
    assert_eq!((reply.value, reply.usage.output_tokens), (line(7), 3));
    let streams: Vec<Value> = server.requests().iter().map(|request| request.json()["stream"].clone()).collect();
    assert_eq!(streams, [json!(true), json!(true), Value::Null]);
}

#[tokio::test]
async fn an_answer_that_does_not_fit_is_repaired_once() {
    const WRONG: &str = "at /line: invalid type: string \"seven\", expected i64";
    let server =
        ModelServer::with_answers([chat_answer("{\"line\": \"seven\"}"), chat_answer("```json\n{\"line\": 7}\n```")]);
    let bench = Bench::new(&server);
    let client = bench.client();
    let (reply, told) = ask_telling(&client, &question_of("q")).await;
    let reply = reply.unwrap();
    assert_eq!((reply.value, reply.turns), (line(7), 2));
    assert_eq!((reply.usage.input_tokens, reply.usage.output_tokens), (2000, 200));
    assert!(told.contains(&format!("repairing: {WRONG}")), "{told:?}");
    let (first, second) = (server.request().json(), server.request().json());
    assert_eq!(second["messages"][2], json!({ "role": "assistant", "content": "{\"line\": \"seven\"}" }));
    let feedback = second["messages"][3]["content"].as_str().unwrap();
    assert!(feedback.contains(WRONG), "{feedback}");
    // The server did not keep to the schema, so the model gets to see it, now and later.
    let shows = |body: &Value| body["messages"][0]["content"].as_str().unwrap().contains("\"properties\"");
    assert_eq!((shows(&first), shows(&second)), (false, true));
    assert!(client.capabilities().schema_in_prompt && bench.client().capabilities().schema_in_prompt);
}

#[tokio::test]
async fn an_answer_that_never_fits() {
    let answers = [chat_answer("Sure! {\"line\": 7}"), chat_answer("{}"), chat_answer("{\"line\": 1}")];
    let server = ModelServer::with_answers(answers);
    let client = Bench::new(&server).client();
    let error = ask(&client, "q").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the model's answer does not fit `fix`, even after it was told so (missing field `line`); try again, or \
         name a stronger model"
    );
    assert_eq!(server.requests().len(), 2);
    assert_eq!(ask(&client, "q").await.unwrap().value, line(1), "what does not fit is not kept");
}

#[tokio::test]
async fn thinking_and_raw_line_breaks() {
    let server = ModelServer::with_answers([chat_answer("<think>{}</think>\n{\"line\": 7, \"why\": \"a\nb\"}")]);
    assert_eq!(ask(&Bench::new(&server).client(), "q").await.unwrap().value, json!({ "line": 7, "why": "a\nb" }));
}

fn refused(word: &str) -> Vec<Act> {
    whole(400, &[], &json!({ "error": { "message": format!("{word} is not supported") } }).to_string())
}

#[tokio::test]
async fn down_the_ladder_once_per_server_and_model() {
    let tool = "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"fix\",\"arguments\":\"{\\\"line\\\":7}\"}}]}}]}\n\n\
                data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n";
    let server = ModelServer::new(move |request| {
        let body = request.json();
        let kind = body["response_format"]["type"].as_str().unwrap_or_default().to_owned();
        if kind.is_empty() { stream(&[tool.as_bytes()]) } else { refused(&format!("response_format {kind}")) }
    });
    let bench = Bench::new(&server);
    let client = bench.client();
    assert_eq!(ask(&client, "a").await.unwrap().value, line(7));
    let kinds = |requests: Vec<testkit::model_server::Request>| -> Vec<String> {
        let kind = |body: Value| body["response_format"]["type"].as_str().unwrap_or("tool").to_owned();
        requests.iter().map(|request| kind(request.json())).collect()
    };
    assert_eq!(kinds(server.requests()), ["json_schema", "json_object", "tool"]);
    assert_eq!(client.ledger().spent().n_calls, 1, "what the server refused at once does not count");
    ask(&client, "b").await.unwrap();
    ask(&bench.client(), "c").await.unwrap();
    assert_eq!(kinds(server.requests()), ["tool", "tool"], "it is remembered, by this client and by the next");
    let mut other = Bench::new(&server);
    (other.settings.model, other.store) = (Some("n".into()), Arc::clone(&bench.store));
    ask(&other.client(), "d").await.unwrap();
    assert_eq!(kinds(server.requests()).len(), 3, "another model may have other abilities");
}

#[tokio::test]
async fn down_to_the_prompt() {
    let server = ModelServer::new(|request| {
        let body = request.json();
        let is_bare = body["response_format"].is_null() && body["tools"].is_null();
        if is_bare { chat_answer("Here:\n```json\n{\"line\": 7}\n```\nDone.") } else { refused("this") }
    });
    let client = Bench::new(&server).client();
    assert_eq!(ask(&client, "q").await.unwrap().value, line(7));
    assert_eq!(client.capabilities().mode, OutputMode::Prompt);
}

#[tokio::test]
async fn the_other_name_of_the_bound() {
    let server = ModelServer::new(|request| match request.json()["max_completion_tokens"].as_u64() {
        Some(50) => chat_answer("{\"line\": 7}"),
        _ => refused("Use 'max_completion_tokens' instead: 'max_tokens'"),
    });
    let client = Bench::new(&server).client();
    assert_eq!(ask(&client, "q").await.unwrap().value, line(7));
    assert_eq!(client.capabilities().mode, OutputMode::JsonSchema);
}

#[tokio::test]
async fn a_request_that_no_rung_makes_right() {
    let server = ModelServer::new(|request| {
        let kind = request.json()["response_format"]["type"].as_str().unwrap_or("nothing").to_owned();
        whole(400, &[], &json!({ "error": { "message": format!("bad with {kind}") } }).to_string())
    });
    let error = ask(&Bench::new(&server).client(), "q").await.unwrap_err().to_string();
    assert!(
        error.ends_with("does not take the request (bad with json_schema); check `provider` and `model`"),
        "{error}"
    );
    assert_eq!(server.requests().len(), 4);
}

#[tokio::test]
async fn answers_are_kept() {
    let server = ModelServer::with_answers([
        chat_answer("{\"line\": 7}"),
        chat_answer("{\"line\": 8}"),
        chat_answer("{\"line\": 9}"),
    ]);
    let mut bench = Bench::new(&server);
    assert_eq!(ask(&bench.client(), "q").await.unwrap().value, line(7));
    let client = bench.client();
    assert_eq!(client.would_send(&question_of("q")), Ok(None));
    let again = ask(&client, "q").await.unwrap();
    assert_eq!((again.value, again.served_from_cache, again.turns), (line(7), true, 0));
    assert_eq!((client.ledger().spent().n_calls, client.ledger().spent().n_from_cache), (0, 1));
    let n_bytes = client.would_send(&question_of("another")).unwrap();
    assert_eq!(ask(&client, "another").await.unwrap().value, line(8));
    assert_eq!(server.requests().get(1).map(|request| request.body.len()), n_bytes);
    bench.settings.replies = Some(RepliesFrom::Model);
    assert_eq!(ask(&bench.client(), "q").await.unwrap().value, line(9));
    bench.settings.replies = None;
    assert_eq!(ask(&bench.client(), "q").await.unwrap().value, line(9), "the newest is kept");
}

#[tokio::test]
async fn replay_sends_nothing() {
    let server = ModelServer::with_answers([chat_answer("{\"line\": 7}")]);
    let mut bench = Bench::new(&server);
    ask(&bench.client(), "q").await.unwrap();
    server.request();
    bench.keys = Arc::default();
    bench.settings.replies = Some(RepliesFrom::Replay);
    bench.settings.api_key_command = Some(vec!["must not be started".into()]);
    let client = bench.client();
    assert_eq!(ask(&client, "q").await.unwrap().value, line(7));
    let error = ask(&client, "new").await.unwrap_err();
    assert_eq!(error, Error::NotRecorded);
    assert_eq!(client.would_send(&question_of("new")), Err(Error::NotRecorded));
    assert!(error.to_string().contains("record it with `replies = \"cache\"`"));
    assert_eq!((server.requests(), bench.keys.asked.lock().unwrap().len()), (vec![], 0));
}

#[tokio::test]
async fn what_is_kept_and_does_not_fit_counts_as_absent() {
    let server = ModelServer::with_answers([chat_answer("{\"line\": 7}"), chat_answer("{\"line\": 8}")]);
    let bench = Bench::new(&server);
    let client = bench.client();
    ask(&client, "q").await.unwrap();
    let key = super::super::kept::cache_key(client.config(), &question_of("q"), 50);
    assert_eq!(bench.store.read(Shelf::Replies, &key).as_deref(), Some(&b"{\"line\":7}"[..]));
    bench.store.write(Shelf::Replies, &key, b"{\"line\":\"x\"}").unwrap();
    assert_eq!(ask(&client, "q").await.unwrap().value, line(8));
    let known = super::super::ladder::store_key(Provider::Openai, &client.config().base_url, "m");
    bench.store.write(Shelf::Capabilities, &known, b"junk").unwrap();
    assert_eq!(bench.client().capabilities(), Capabilities::untried(&client.config().base_url));
}
