//! `touchstone bounds`

use std::{collections::BTreeMap, sync::Arc};

use judge::check::Unwatched;
use problem::{
    bounds::{self, Variable},
    executor::Blob,
    findings::FindingContext,
    request::{CheckRequest, Until},
    words::quantity,
};

use super::{SUCCESS, check::view};
use crate::{
    app::App,
    args::{Bounds, Global, OutputFormat},
    human::{self, clean},
    output,
};

pub(crate) fn run(global: &Global, arguments: &Bounds) -> anyhow::Result<u8> {
    let app = App::start(global)?;
    app.stop_on_signal(|| {});
    let loaded = app.open(&arguments.dir)?;
    app.sandbox()?;
    let loaded = app.resolve(loaded)?;
    // What tests have is told by validators, which are asked about every input.
    let request = CheckRequest { until: Until::Answers, ..CheckRequest::default() };
    let state = app.judged(&loaded, &request, &mut Unwatched)?;
    let n_tests = state.tests.len();
    let contents = |blob: Blob| -> Option<Arc<[u8]>> { app.store.get(blob.digest) };
    let (folder, problem) = (&loaded.folder, &loaded.problem);
    let context = FindingContext { folder, problem, state: &state, request: &request, contents: &contents };
    let (variables, inputs) = (bounds::table(&context), bounds::inputs(&context));
    match arguments.format {
        OutputFormat::Json => {
            let inputs: BTreeMap<_, _> = inputs.into_iter().collect();
            output::json(&serde_json::json!({ "variables": variables, "inputs": inputs })).map(drop)?;
        }
        OutputFormat::Human => output::line(as_text(&variables, &inputs, n_tests).trim_end()),
    }
    app.trim();
    Ok(SUCCESS)
}

fn as_text(variables: &[Variable], inputs: &[(String, Vec<String>)], n_tests: usize) -> String {
    let mut text = String::new();
    for (path, lines) in inputs {
        let lines = lines.iter().map(|line| format!("    {}\n", clean::line(line)));
        text.push_str(&format!("{} reads\n{}\n", clean::line(path), lines.collect::<String>()));
    }
    if variables.is_empty() {
        return text + "no validator reads a number under a name, and no bounds could be read from the statement";
    }
    text.push_str(&human::bounds(variables, &view()));
    let remarks = variables.iter().flat_map(|variable| {
        variable.remarks.iter().map(|remark| format!("{}: {}\n", clean::line(&variable.name), clean::line(remark)))
    });
    let remarks: String = remarks.collect();
    if !remarks.is_empty() {
        text.push_str(&format!("\n{remarks}"));
    }
    text.push_str(&format!("\n{} of {}\n", quantity(variables.len(), "variable"), quantity(n_tests, "test")));
    text
}
