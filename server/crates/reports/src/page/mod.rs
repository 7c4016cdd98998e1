//! The report as a page: one file that loads nothing.
//!
//! Invariants: every text of a folder is data. In the template minijinja escapes it, in the script's data `<`, `>` and `&`
//! are written as `\u003c` and so on, and the script puts it into the page as text only. A policy in the page's head lets
//! nothing be loaded or run but its own style and script, which it knows by their hashes. Without contents no text of a
//! test, an answer, a source or a program's words is in it.

mod data;
mod details;
mod redundancy;
mod summary;

#[cfg(test)]
mod tests;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use minijinja::{AutoEscape, Environment, Value, context, value::Serde};
use problem::hidden::{escaped_json, shown};
use sha2::{Digest as _, Sha256};

use crate::Material;

pub use details::{Details, details};

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

pub(crate) fn text(material: &Material) -> String {
    let problems = material.subject.problems();
    let title = match &problems[..] {
        [only] if material.subject.contest().is_none() => only.report.problem.name.clone(),
        _ => summary::title(material),
    };
    let contents = material.details.is_some();
    let none = Details::default();
    let details = |at: usize| material.details.as_ref().and_then(|all| all.get(at)).unwrap_or(&none);
    let of_one = |(at, judged)| data::of_problem(judged, details(at), &material.base, contents);
    let data: Vec<_> = problems.iter().enumerate().map(of_one).collect();
    let sections: Vec<_> = problems
        .iter()
        .enumerate()
        .map(|(at, judged)| summary::of_problem(at, judged, details(at), material.changes.get(at), contents))
        .collect();
    // Its keys are words, and its numbers finite: it can be written.
    let data = in_page(serde_json::to_string(&data).unwrap_or_default());
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let rendered = environment.render_str(
        TEMPLATE,
        context! {
            policy => policy(),
            title => shown(&title),
            version => material.version,
            contents,
            contest => Value::from(Serde(material.subject.contest().map(|contest| summary::of_contest(contest, contents)))),
            problems => Value::from(Serde(sections)),
            style => Value::from_safe_string(STYLE.to_owned()),
            script => Value::from_safe_string(SCRIPT.to_owned()),
            data => Value::from_safe_string(data),
        },
    );
    // The template is ours, and a test renders it.
    rendered.unwrap_or_else(|error| format!("the page could not be made: {error:#}"))
}

/// JSON as it may stand in a page: nothing in it ends the element that it stands in.
fn in_page(json: String) -> String {
    let escaped = escaped_json(json);
    escaped.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// What the page may load and run.
fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    )
}
