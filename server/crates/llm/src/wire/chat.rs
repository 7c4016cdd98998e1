//! OpenAI's chat completions, which most servers offer.

use serde_json::{Value, json};

use super::{
    ModelOutput, Request, Step, Stop, Wire, add_manner, arguments_of, bearer, count, failure_in, no_answer,
    question_text, text_of,
};
use crate::{failure::Failure, ladder::OutputMode, question::Usage, secret::Secret};

/// `/v1/chat/completions`.
pub(super) struct Chat;

impl Wire for Chat {
    fn path(&self) -> &'static str {
        "/chat/completions"
    }

    fn headers(&self, key: Option<&Secret>) -> Vec<(&'static str, Secret)> {
        bearer(key)
    }

    fn body(&self, request: &Request<'_>) -> Value {
        let (question, capabilities) = (request.question, &request.capabilities);
        let mut messages = vec![json!({ "role": "system", "content": request.system() })];
        messages.push(json!({ "role": "user", "content": question_text(question) }));
        if let Some(repair) = request.repair {
            messages.push(json!({ "role": "assistant", "content": repair.answer }));
            messages.push(json!({ "role": "user", "content": repair.feedback }));
        }
        let mut body = json!({ "model": request.model, "messages": messages });
        body[capabilities.limit.word()] = request.max_tokens.into();
        match capabilities.mode {
            OutputMode::JsonSchema => {
                let schema = json!({ "name": question.name, "strict": true, "schema": question.shape.schema });
                body["response_format"] = json!({ "type": "json_schema", "json_schema": schema });
            }
            OutputMode::JsonObject => body["response_format"] = json!({ "type": "json_object" }),
            OutputMode::Tool => {
                let function = json!({ "name": question.name, "description": request.tool_description(), "parameters": question.shape.schema });
                body["tools"] = json!([{ "type": "function", "function": function }]);
                body["tool_choice"] = json!({ "type": "function", "function": { "name": question.name } });
            }
            OutputMode::Prompt => {}
        }
        add_manner(&mut body, request);
        if capabilities.streams && capabilities.stream_usage {
            body["stream_options"] = json!({ "include_usage": true });
        }
        body
    }

    fn event(&self, answer: &mut ModelOutput, data: &Value) -> Result<Step, Failure> {
        if let Some(failure) = failure_in(data) {
            return Err(failure);
        }
        if let Some(usage) = usage(data) {
            answer.usage = Some(usage);
        }
        let choice = &data["choices"][0];
        add(answer, &choice["delta"]);
        note_stop(answer, choice);
        Ok(Step::More)
    }

    fn whole(&self, body: &Value) -> Result<ModelOutput, Failure> {
        if let Some(failure) = failure_in(body) {
            return Err(failure);
        }
        let choice = body.pointer("/choices/0").ok_or_else(|| no_answer(body))?;
        let mut answer = ModelOutput { usage: usage(body), ..ModelOutput::default() };
        add(&mut answer, &choice["message"]);
        note_stop(&mut answer, choice);
        answer.stop.get_or_insert(Stop::Done);
        Ok(answer)
    }
}

/// Adds a message, or what of it has come.
fn add(answer: &mut ModelOutput, message: &Value) {
    answer.text += &text_of(&message["content"]);
    answer.refusal += message["refusal"].as_str().unwrap_or_default();
    for key in ["reasoning_content", "reasoning"] {
        answer.n_thinking_bytes += message[key].as_str().map_or(0, str::len);
    }
    // Only one tool is offered, so a second call is none of ours.
    let calls = message["tool_calls"].as_array().into_iter().flatten();
    for call in calls.filter(|call| call["index"].as_u64().unwrap_or(0) == 0).take(1) {
        answer.arguments += &arguments_of(&call["function"]["arguments"]);
    }
}

fn note_stop(answer: &mut ModelOutput, choice: &Value) {
    let Some(reason) = choice["finish_reason"].as_str() else { return };
    answer.stop = Some(match reason {
        "length" | "max_tokens" => Stop::Length,
        "content_filter" => Stop::Filter,
        "refusal" => Stop::Refusal,
        _ if answer.refusal.is_empty() => Stop::Done,
        _ => Stop::Refusal,
    });
}

fn usage(body: &Value) -> Option<Usage> {
    let usage = body.get("usage").filter(|usage| usage.is_object())?;
    Some(Usage {
        input_tokens: count(usage, "/prompt_tokens"),
        cached_tokens: count(usage, "/prompt_tokens_details/cached_tokens"),
        output_tokens: count(usage, "/completion_tokens"),
        ..Usage::default()
    })
}
