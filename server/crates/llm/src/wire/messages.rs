//! Anthropic's messages.

use serde_json::{Value, json};

use super::{ModelOutput, Request, Step, Stop, Wire, add_manner, count, failure_in, no_answer};
use crate::{failure::Failure, ladder::OutputMode, question::Usage, secret::Secret};

/// `/v1/messages`.
pub(super) struct Messages;

/// The version of the format that is spoken here.
const VERSION: &str = "2023-06-01";

impl Wire for Messages {
    fn path(&self) -> &'static str {
        "/messages"
    }

    fn headers(&self, key: Option<&Secret>) -> Vec<(&'static str, Secret)> {
        let key = key.map(|key| ("x-api-key", key.clone()));
        key.into_iter().chain([("anthropic-version", Secret::new(VERSION))]).collect()
    }

    fn body(&self, request: &Request<'_>) -> Value {
        let (question, capabilities) = (request.question, &request.capabilities);
        let mut body = json!({
            "model": request.model,
            "max_tokens": request.max_tokens,
            "system": [with_mark(json!({ "type": "text", "text": request.system() }))],
            "messages": turns(request),
        });
        match capabilities.mode {
            OutputMode::JsonSchema | OutputMode::JsonObject => {
                body["output_config"] = json!({ "format": { "type": "json_schema", "schema": question.shape.schema } });
            }
            OutputMode::Tool => {
                let description = request.tool_description();
                body["tools"] = json!([{ "name": question.name, "description": description, "input_schema": question.shape.schema }]);
                body["tool_choice"] = json!({ "type": "tool", "name": question.name });
            }
            OutputMode::Prompt => {}
        }
        add_manner(&mut body, request);
        body
    }

    fn event(&self, answer: &mut ModelOutput, data: &Value) -> Result<Step, Failure> {
        match data["type"].as_str().unwrap_or_default() {
            "message_start" => add_usage(answer, &data["message"]["usage"]),
            "content_block_start" => add_block(answer, &data["content_block"]),
            "content_block_delta" => {
                let delta = &data["delta"];
                let part = |key: &str| delta[key].as_str().unwrap_or_default();
                answer.text += part("text");
                answer.arguments += part("partial_json");
                answer.n_thinking_bytes += part("thinking").len();
            }
            "message_delta" => {
                note_stop(answer, &data["delta"]);
                add_usage(answer, &data["usage"]);
            }
            "message_stop" => return Ok(Step::End),
            _ => {
                if let Some(failure) = failure_in(data) {
                    return Err(failure);
                }
            }
        }
        Ok(Step::More)
    }

    fn whole(&self, body: &Value) -> Result<ModelOutput, Failure> {
        if let Some(failure) = failure_in(body) {
            return Err(failure);
        }
        let blocks = body["content"].as_array().ok_or_else(|| no_answer(body))?;
        let mut answer = ModelOutput::default();
        blocks.iter().for_each(|block| add_block(&mut answer, block));
        add_usage(&mut answer, &body["usage"]);
        note_stop(&mut answer, body);
        answer.stop.get_or_insert(Stop::Done);
        Ok(answer)
    }
}

/// The turns. What is stable stands in blocks of its own, the last of which is marked, so that the server caches up to
/// there.
fn turns(request: &Request<'_>) -> Vec<Value> {
    let parts = &request.question.parts;
    let last_stable = parts.iter().rposition(|part| part.is_stable);
    let block = |(idx, text): (usize, &str)| {
        let block = json!({ "type": "text", "text": text });
        if Some(idx) == last_stable { with_mark(block) } else { block }
    };
    let blocks: Vec<Value> = parts.iter().map(|part| part.text.as_str()).enumerate().map(block).collect();
    let mut turns = vec![json!({ "role": "user", "content": blocks })];
    if let Some(repair) = request.repair {
        turns.push(json!({ "role": "assistant", "content": repair.answer.trim_end() }));
        turns.push(json!({ "role": "user", "content": repair.feedback }));
    }
    turns
}

fn with_mark(mut block: Value) -> Value {
    block["cache_control"] = json!({ "type": "ephemeral" });
    block
}

/// Adds a block that is whole, or that begins.
fn add_block(answer: &mut ModelOutput, block: &Value) {
    match block["type"].as_str().unwrap_or_default() {
        "text" => answer.text += block["text"].as_str().unwrap_or_default(),
        "thinking" => answer.n_thinking_bytes += block["thinking"].as_str().map_or(0, str::len),
        // In a stream the input begins empty, and its text follows.
        "tool_use" if block["input"].as_object().is_some_and(|input| !input.is_empty()) => {
            answer.arguments = block["input"].to_string();
        }
        _ => {}
    }
}

fn note_stop(answer: &mut ModelOutput, holder: &Value) {
    let Some(reason) = holder["stop_reason"].as_str() else { return };
    answer.stop = Some(match reason {
        "max_tokens" | "model_context_window_exceeded" => Stop::Length,
        "refusal" => Stop::Refusal,
        _ => Stop::Done,
    });
}

/// The counts so far: a later event has the later ones, and may leave out those that stay.
fn add_usage(answer: &mut ModelOutput, usage: &Value) {
    if !usage.is_object() {
        return;
    }
    let before = answer.usage.unwrap_or_default();
    let (read, written) = (count(usage, "/cache_read_input_tokens"), count(usage, "/cache_creation_input_tokens"));
    let input = count(usage, "/input_tokens") + read + written;
    answer.usage = Some(Usage {
        input_tokens: before.input_tokens.max(input),
        cached_tokens: before.cached_tokens.max(read),
        written_tokens: before.written_tokens.max(written),
        output_tokens: before.output_tokens.max(count(usage, "/output_tokens")),
        is_estimated: false,
    });
}
