//! OpenAI's responses.

use serde_json::{Value, json};

use super::{
    ModelOutput, Request, Step, Stop, Wire, add_manner, arguments_of, bearer, count, failure_in, no_answer,
    question_text,
};
use crate::{failure::Failure, ladder::OutputMode, question::Usage, secret::Secret};

/// `/v1/responses`.
pub(super) struct Responses;

impl Wire for Responses {
    fn path(&self) -> &'static str {
        "/responses"
    }

    fn headers(&self, key: Option<&Secret>) -> Vec<(&'static str, Secret)> {
        bearer(key)
    }

    fn body(&self, request: &Request<'_>) -> Value {
        let (question, capabilities) = (request.question, &request.capabilities);
        let mut body = json!({
            "model": request.model,
            "instructions": request.system(),
            "input": turns(request),
            "max_output_tokens": request.max_tokens,
            // Questions hold unpublished problems; the server need not keep them.
            "store": false,
        });
        match capabilities.mode {
            OutputMode::JsonSchema => {
                let format = json!({ "type": "json_schema", "name": question.name, "strict": true, "schema": question.shape.schema });
                body["text"] = json!({ "format": format });
            }
            OutputMode::JsonObject => body["text"] = json!({ "format": { "type": "json_object" } }),
            OutputMode::Tool => {
                let description = request.tool_description();
                body["tools"] = json!([
                    { "type": "function", "name": question.name, "description": description, "parameters": question.shape.schema }
                ]);
                body["tool_choice"] = json!({ "type": "function", "name": question.name });
            }
            OutputMode::Prompt => {}
        }
        add_manner(&mut body, request);
        body
    }

    fn event(&self, answer: &mut ModelOutput, data: &Value) -> Result<Step, Failure> {
        let delta = data["delta"].as_str().unwrap_or_default();
        match data["type"].as_str().unwrap_or_default() {
            "response.output_text.delta" => answer.text += delta,
            "response.refusal.delta" => answer.refusal += delta,
            "response.function_call_arguments.delta" => answer.arguments += delta,
            "response.reasoning_text.delta" | "response.reasoning_summary_text.delta" => {
                answer.n_thinking_bytes += delta.len();
            }
            "response.completed" | "response.incomplete" | "response.failed" => {
                let said = self.whole(&data["response"])?;
                // The last event repeats everything; what came before it counts, unless nothing did.
                if answer.text.is_empty() && answer.arguments.is_empty() && answer.refusal.is_empty() {
                    (answer.text, answer.arguments, answer.refusal) = (said.text, said.arguments, said.refusal);
                }
                answer.usage = said.usage.or(answer.usage);
                answer.stop = if answer.refusal.is_empty() { said.stop } else { Some(Stop::Refusal) };
                return Ok(Step::End);
            }
            "error" => {
                let nested = failure_in(data).or_else(|| Failure::of_value(data));
                return Err(nested.unwrap_or_else(|| no_answer(data)));
            }
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
        let status = body["status"].as_str();
        if status == Some("failed") {
            return Err(Failure { message: "the response failed".into(), ..Failure::default() });
        }
        if status.is_none() && !body["output"].is_array() {
            return Err(no_answer(body));
        }
        let mut answer = ModelOutput { usage: usage(body), ..ModelOutput::default() };
        for item in body["output"].as_array().into_iter().flatten() {
            if item["type"] == "function_call" {
                answer.arguments = arguments_of(&item["arguments"]);
            }
            for part in item["content"].as_array().into_iter().flatten().filter(|_| item["type"] == "message") {
                answer.text += part["text"].as_str().unwrap_or_default();
                answer.refusal += part["refusal"].as_str().unwrap_or_default();
            }
        }
        let reason = body.pointer("/incomplete_details/reason").and_then(Value::as_str);
        answer.stop = Some(match (status, reason) {
            (Some("incomplete"), Some("content_filter")) => Stop::Filter,
            (Some("incomplete"), _) => Stop::Length,
            _ if answer.refusal.is_empty() => Stop::Done,
            _ => Stop::Refusal,
        });
        Ok(answer)
    }
}

/// The turns. Servers differ in how an earlier answer must look here, so it is quoted in the turn that tells of it.
fn turns(request: &Request<'_>) -> Vec<Value> {
    let mut turns = vec![json!({ "role": "user", "content": question_text(request.question) })];
    if let Some(repair) = request.repair {
        let quoted = format!("You answered:\n{}\n\n{}", repair.answer, repair.feedback);
        turns.push(json!({ "role": "user", "content": quoted }));
    }
    turns
}

fn usage(body: &Value) -> Option<Usage> {
    let usage = body.get("usage").filter(|usage| usage.is_object())?;
    Some(Usage {
        input_tokens: count(usage, "/input_tokens"),
        cached_tokens: count(usage, "/input_tokens_details/cached_tokens"),
        output_tokens: count(usage, "/output_tokens"),
        ..Usage::default()
    })
}
