//! Requests and streams of the three formats, as they stand on the wire.

use problem::settings::Provider;
use serde_json::json;

use super::*;
use crate::{
    ladder::{Capabilities, LimitName},
    origin::BaseUrl,
    question::Part,
    schema::Shape,
    sse::Parser,
};

fn question() -> Question {
    let part = |text: &str, is_stable| Part { text: text.into(), is_stable };
    Question {
        name: "fix".into(),
        system: "You repair.".into(),
        parts: vec![part("statement", true), part("testlib", true), part("finding", false)],
        shape: Shape { schema: json!({ "type": "object" }), check: |_| Ok(()) },
        normalise: std::convert::identity,
        max_answer_tokens: None,
        temperature: Some(0.7),
        attempt: 0,
    }
}

fn capabilities(mode: OutputMode) -> Capabilities {
    Capabilities { mode, ..Capabilities::untried(&BaseUrl::parse("http://127.0.0.1:1/v1").unwrap()) }
}

fn body(provider: Provider, capabilities: Capabilities, repair: Option<&Correction>) -> Value {
    of(provider).unwrap().body(&Request { model: "m", question: &question(), max_tokens: 9, capabilities, repair })
}

#[test]
fn chat_requests() {
    let plain = body(Provider::Openai, capabilities(OutputMode::JsonSchema), None);
    let wanted = json!({
        "model": "m",
        "messages": [
            { "role": "system", "content": "You repair." },
            { "role": "user", "content": "statement\n\ntestlib\n\nfinding" }
        ],
        "max_tokens": 9,
        "response_format": { "type": "json_schema", "json_schema": { "name": "fix", "strict": true, "schema": { "type": "object" } } },
        "temperature": 0.7,
        "stream": true,
        "stream_options": { "include_usage": true }
    });
    assert_eq!(plain, wanted);

    let object = body(Provider::Openai, capabilities(OutputMode::JsonObject), None);
    assert_eq!(object["response_format"], json!({ "type": "json_object" }));
    let with_schema = "You repair.\n\nAnswer with one JSON object and nothing else. It must fit this JSON schema:\n{\"type\":\"object\"}\n";
    assert_eq!(object["messages"][0]["content"], with_schema);

    let tool = body(Provider::Openai, capabilities(OutputMode::Tool), None);
    assert_eq!(tool["tools"][0]["function"]["parameters"], json!({ "type": "object" }));
    assert_eq!(tool["tool_choice"], json!({ "type": "function", "function": { "name": "fix" } }));
    assert!(tool["response_format"].is_null() && tool["messages"][0]["content"] == "You repair.");

    let prompt = body(Provider::Openai, capabilities(OutputMode::Prompt), None);
    assert!(prompt["response_format"].is_null() && prompt["tools"].is_null());
    assert!(prompt["messages"][0]["content"].as_str().unwrap().contains("one ```json block"));

    let bare = Capabilities {
        limit: LimitName::MaxCompletionTokens,
        takes_temperature: false,
        streams: false,
        schema_in_prompt: true,
        ..capabilities(OutputMode::JsonSchema)
    };
    let bare = body(Provider::Openai, bare, None);
    assert_eq!((&bare["max_completion_tokens"], &bare["max_tokens"]), (&json!(9), &Value::Null));
    assert!(bare["temperature"].is_null() && bare["stream"].is_null() && bare["stream_options"].is_null());
    assert_eq!(bare["messages"][0]["content"], with_schema);
}

#[test]
fn responses_requests() {
    let wanted = json!({
        "model": "m",
        "instructions": "You repair.",
        "input": [{ "role": "user", "content": "statement\n\ntestlib\n\nfinding" }],
        "max_output_tokens": 9,
        "store": false,
        "text": { "format": { "type": "json_schema", "name": "fix", "strict": true, "schema": { "type": "object" } } },
        "temperature": 0.7,
        "stream": true
    });
    assert_eq!(body(Provider::OpenaiResponses, capabilities(OutputMode::JsonSchema), None), wanted);
    let tool = body(Provider::OpenaiResponses, capabilities(OutputMode::Tool), None);
    assert_eq!(tool["tools"][0]["name"], "fix");
    assert_eq!(tool["tool_choice"], json!({ "type": "function", "name": "fix" }));
}

#[test]
fn messages_requests() {
    let mark = json!({ "type": "ephemeral" });
    let wanted = json!({
        "model": "m",
        "max_tokens": 9,
        "system": [{ "type": "text", "text": "You repair.", "cache_control": mark }],
        "messages": [{ "role": "user", "content": [
            { "type": "text", "text": "statement" },
            { "type": "text", "text": "testlib", "cache_control": mark },
            { "type": "text", "text": "finding" }
        ] }],
        "output_config": { "format": { "type": "json_schema", "schema": { "type": "object" } } },
        "temperature": 0.7,
        "stream": true
    });
    assert_eq!(body(Provider::Anthropic, capabilities(OutputMode::JsonSchema), None), wanted);
    let tool = body(Provider::Anthropic, capabilities(OutputMode::Tool), None);
    assert_eq!(tool["tools"][0]["input_schema"], json!({ "type": "object" }));
    assert_eq!(tool["tool_choice"], json!({ "type": "tool", "name": "fix" }));
    let headers = of(Provider::Anthropic).unwrap().headers(Some(&Secret::new("k")));
    assert_eq!(headers, [("x-api-key", Secret::new("k")), ("anthropic-version", Secret::new("2023-06-01"))]);
}

#[test]
fn the_beginning_stays_the_same_when_the_question_or_the_turn_changes() {
    let repair = Correction { answer: "{}".into(), feedback: "no".into() };
    for (provider, turns) in
        [(Provider::Openai, "messages"), (Provider::OpenaiResponses, "input"), (Provider::Anthropic, "messages")]
    {
        let first = body(provider, capabilities(OutputMode::JsonObject), None);
        let second = body(provider, capabilities(OutputMode::JsonObject), Some(&repair));
        let (before, after) = (first[turns].as_array().unwrap(), second[turns].as_array().unwrap());
        assert_eq!(after[..before.len()], before[..]);
        let told = json!({ "role": "user", "content": "no" });
        let quoted = json!({ "role": "user", "content": "You answered:\n{}\n\nno" });
        let wanted = match provider {
            Provider::OpenaiResponses => vec![quoted],
            Provider::Openai | Provider::Anthropic | Provider::Command | Provider::Editor => {
                vec![json!({ "role": "assistant", "content": "{}" }), told]
            }
        };
        assert_eq!(after[before.len()..], wanted);
        assert_eq!((&first["system"], &first["instructions"]), (&second["system"], &second["instructions"]));
    }
}

/// Reads a stream in these pieces, and what it makes of it in the end.
fn read(provider: Provider, pieces: &[&[u8]]) -> Result<(ModelOutput, Step), Failure> {
    let (mut parser, mut answer, mut step) = (Parser::default(), ModelOutput::default(), Step::More);
    let mut events: Vec<String> = pieces.iter().flat_map(|piece| parser.push(piece).unwrap()).collect();
    events.extend(parser.finish());
    for event in events.iter().filter(|event| *event != "[DONE]") {
        step = of(provider).unwrap().event(&mut answer, &serde_json::from_str(event).unwrap())?;
    }
    Ok((answer, step))
}

fn check_at_every_byte(provider: Provider, stream: &str, wanted: &Result<(ModelOutput, Step), Failure>) {
    for stream in [stream.to_owned(), stream.replace('\n', "\r\n"), stream.replace('\n', "\r")] {
        let bytes = stream.as_bytes();
        for split in 0..=bytes.len() {
            assert_eq!(&read(provider, &[&bytes[..split], &bytes[split..]]), wanted, "split at {split}");
        }
    }
}

fn usage(input_tokens: u64, cached_tokens: u64, written_tokens: u64, output_tokens: u64) -> Option<Usage> {
    Some(Usage { input_tokens, cached_tokens, written_tokens, output_tokens, is_estimated: false })
}

#[test]
fn chat_streams() {
    let stream = r#": ping

data: {"id":"1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}

data: {"choices":[{"index":0,"delta":{"reasoning_content":"hm"}}]}

data: {"choices":[{"index":0,"delta":{"content":"{\"a\":\"é"}}]}

data: {"choices":[{"index":0,
data: "delta":{"content":"😀\"}"}}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: {"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":7,"prompt_tokens_details":{"cached_tokens":4}}}

data: [DONE]

"#;
    let answer = ModelOutput {
        text: "{\"a\":\"é😀\"}".into(),
        n_thinking_bytes: 2,
        stop: Some(Stop::Done),
        usage: usage(11, 4, 0, 7),
        ..ModelOutput::default()
    };
    check_at_every_byte(Provider::Openai, stream, &Ok((answer, Step::More)));
}

#[test]
fn chat_tools_refusals_and_stops() {
    let tool = r#"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"fix","arguments":""}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"a\""}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]}}]}

data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}

"#;
    let answer = ModelOutput { arguments: "{\"a\":1}".into(), stop: Some(Stop::Done), ..ModelOutput::default() };
    check_at_every_byte(Provider::Openai, tool, &Ok((answer, Step::More)));

    let refusal = "data: {\"choices\":[{\"delta\":{\"refusal\":\"I will not\"}}]}\n\ndata: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    let answer = ModelOutput { refusal: "I will not".into(), stop: Some(Stop::Refusal), ..ModelOutput::default() };
    check_at_every_byte(Provider::Openai, refusal, &Ok((answer, Step::More)));

    for (reason, stop) in [("length", Stop::Length), ("content_filter", Stop::Filter), ("eos", Stop::Done)] {
        let stream = format!("data: {{\"choices\":[{{\"delta\":{{}},\"finish_reason\":{reason:?}}}]}}\n\n");
        assert_eq!(read(Provider::Openai, &[stream.as_bytes()]).unwrap().0.stop, Some(stop));
    }
}

#[test]
fn errors_in_the_middle_of_streams() {
    let failure = |codes: &[&str], message: &str| Failure {
        codes: codes.iter().map(|code| (*code).to_owned()).collect(),
        message: message.into(),
        ..Failure::default()
    };
    let chat = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"error\":{\"code\":500,\"message\":\"broken\",\"type\":\"server_error\"}}\n\n";
    check_at_every_byte(Provider::Openai, chat, &Err(failure(&["500", "server_error"], "broken")));
    let responses =
        "event: error\ndata: {\"type\":\"error\",\"code\":\"server_error\",\"message\":\"broken\",\"param\":null}\n\n";
    check_at_every_byte(Provider::OpenaiResponses, responses, &Err(failure(&["server_error"], "broken")));
    let failed = "data: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"rate_limit_exceeded\",\"message\":\"slow\"}}}\n\n";
    check_at_every_byte(Provider::OpenaiResponses, failed, &Err(failure(&["rate_limit_exceeded"], "slow")));
    let messages = "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
    check_at_every_byte(Provider::Anthropic, messages, &Err(failure(&["overloaded_error"], "Overloaded")));
}

#[test]
fn responses_streams() {
    let stream = r#"event: response.created
data: {"type":"response.created","response":{"id":"r","status":"in_progress"}}

event: response.reasoning_text.delta
data: {"type":"response.reasoning_text.delta","delta":"hmm"}

event: response.output_text.delta
data: {"type":"response.output_text.delta","item_id":"m","delta":"{\"a\":"}

event: response.output_text.delta
data: {"type":"response.output_text.delta","item_id":"m","delta":"1}"}

event: response.completed
data: {"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"{\"a\":1}"}]}],"usage":{"input_tokens":5,"input_tokens_details":{"cached_tokens":2},"output_tokens":3}}}

"#;
    let answer = ModelOutput {
        text: "{\"a\":1}".into(),
        n_thinking_bytes: 3,
        stop: Some(Stop::Done),
        usage: usage(5, 2, 0, 3),
        ..ModelOutput::default()
    };
    check_at_every_byte(Provider::OpenaiResponses, stream, &Ok((answer, Step::End)));

    let tool = r#"data: {"type":"response.function_call_arguments.delta","delta":"{\"a\""}

data: {"type":"response.function_call_arguments.delta","delta":":1}"}

data: {"type":"response.completed","response":{"status":"completed","output":[{"type":"function_call","arguments":"{\"a\":1}"}]}}

"#;
    let answer = ModelOutput { arguments: "{\"a\":1}".into(), stop: Some(Stop::Done), ..ModelOutput::default() };
    check_at_every_byte(Provider::OpenaiResponses, tool, &Ok((answer, Step::End)));
}

#[test]
fn responses_that_end_otherwise() {
    let end = |response: Value| {
        let stream = format!("data: {}\n\n", json!({ "type": "response.incomplete", "response": response }));
        read(Provider::OpenaiResponses, &[stream.as_bytes()]).unwrap().0
    };
    let output = json!([{ "type": "message", "content": [{ "type": "output_text", "text": "half" }] }]);
    let cut = end(
        json!({ "status": "incomplete", "incomplete_details": { "reason": "max_output_tokens" }, "output": output }),
    );
    assert_eq!((cut.text.as_str(), cut.stop), ("half", Some(Stop::Length)));
    let filtered =
        end(json!({ "status": "incomplete", "incomplete_details": { "reason": "content_filter" }, "output": [] }));
    assert_eq!(filtered.stop, Some(Stop::Filter));
    let refused = end(
        json!({ "status": "completed", "output": [{ "type": "message", "content": [{ "type": "refusal", "refusal": "no" }] }] }),
    );
    assert_eq!((refused.refusal.as_str(), refused.stop), ("no", Some(Stop::Refusal)));
}

#[test]
fn messages_streams() {
    let stream = r#"event: message_start
data: {"type":"message_start","message":{"id":"m","usage":{"input_tokens":3,"cache_creation_input_tokens":20,"cache_read_input_tokens":100,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hmm"}}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

event: ping
data: {"type": "ping"}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"{\"a\":1}"}}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":15}}

event: message_stop
data: {"type":"message_stop"}

"#;
    let answer = ModelOutput {
        text: "{\"a\":1}".into(),
        n_thinking_bytes: 3,
        stop: Some(Stop::Done),
        usage: usage(123, 100, 20, 15),
        ..ModelOutput::default()
    };
    check_at_every_byte(Provider::Anthropic, stream, &Ok((answer, Step::End)));

    let tool = r#"data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"fix","input":{}}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1}"}}

data: {"type":"message_delta","delta":{"stop_reason":"tool_use"}}

data: {"type":"message_stop"}

"#;
    let answer = ModelOutput { arguments: "{\"a\":1}".into(), stop: Some(Stop::Done), ..ModelOutput::default() };
    check_at_every_byte(Provider::Anthropic, tool, &Ok((answer, Step::End)));
    for (reason, stop) in [("max_tokens", Stop::Length), ("refusal", Stop::Refusal), ("stop_sequence", Stop::Done)] {
        let stream = format!("data: {{\"type\":\"message_delta\",\"delta\":{{\"stop_reason\":{reason:?}}}}}\n\n");
        assert_eq!(read(Provider::Anthropic, &[stream.as_bytes()]).unwrap().0.stop, Some(stop));
    }
}

#[test]
fn whole_answers() {
    let whole = |provider, body: Value| of(provider).unwrap().whole(&body);
    let wanted =
        ModelOutput { text: "{}".into(), stop: Some(Stop::Done), usage: usage(5, 0, 0, 3), ..ModelOutput::default() };
    let chat = json!({ "choices": [{ "message": { "content": "{}" }, "finish_reason": "stop" }], "usage": { "prompt_tokens": 5, "completion_tokens": 3 } });
    assert_eq!(whole(Provider::Openai, chat), Ok(wanted.clone()));
    let parts = json!({ "choices": [{ "message": { "content": [{ "type": "text", "text": "{" }, { "type": "text", "text": "}" }] } }] });
    assert_eq!(whole(Provider::Openai, parts), Ok(ModelOutput { usage: None, ..wanted.clone() }));
    let usage = json!({ "input_tokens": 5, "output_tokens": 3 });
    let responses = json!({ "status": "completed", "usage": usage, "output": [{ "type": "message", "content": [{ "type": "output_text", "text": "{}" }] }] });
    assert_eq!(whole(Provider::OpenaiResponses, responses), Ok(wanted.clone()));
    let messages = json!({ "content": [{ "type": "text", "text": "{}" }], "stop_reason": "end_turn", "usage": usage });
    assert_eq!(whole(Provider::Anthropic, messages), Ok(wanted));
    let tool =
        json!({ "content": [{ "type": "tool_use", "name": "fix", "input": { "a": 1 } }], "stop_reason": "tool_use" });
    assert_eq!(whole(Provider::Anthropic, tool).unwrap().spoken(), "{\"a\":1}");

    for provider in [Provider::Openai, Provider::OpenaiResponses, Provider::Anthropic] {
        let failure = whole(provider, json!({ "error": { "message": "broken", "code": 500 } })).unwrap_err();
        assert_eq!(failure.message, "broken");
        let other = whole(provider, json!({ "hello": 1 })).unwrap_err();
        assert_eq!(other.message, "a body without an answer, whose keys are hello");
        assert_eq!(other.meaning(), crate::failure::Meaning::Unsuited);
    }
}
