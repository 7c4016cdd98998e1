//! `touchstone probe`

use base64::{Engine as _, prelude::BASE64_STANDARD};
use forge::{
    bench::Workbench,
    hack::ForgeError,
    probe::{Missed, ProbeOptions, Probed, probe},
};
use problem::{
    folder::Folder as _,
    path::RelPath,
    report::{FindingReport, finding_report},
};
use serde_json::{Map, Value, json};

use super::{
    FAILURE, SUCCESS,
    asking::{StagePrinter, ended, stoppable},
    check::view,
};
use crate::{
    args::{Global, OutputFormat, Probe},
    human::{self, clean},
    output,
};

/// So many lines and characters of what shows a mistake are printed.
const N_LINES: usize = 8;
const N_COLUMNS: usize = 100;

pub(crate) fn run(global: &Global, arguments: &Probe) -> anyhow::Result<u8> {
    let (app, loaded, stop) = stoppable(global, &arguments.dir)?;
    let bench = Workbench::new(&app, app.n_workers(None), &loaded)?;
    let mut stages = StagePrinter::default();
    let options = ProbeOptions { budget: arguments.budget, stop };
    let probed = probe(&bench, &options, &mut stages).map_err(|error| ended(ForgeError::from(error)))?;
    stages.end();
    match arguments.format {
        OutputFormat::Json => output::json(&as_json(&probed)).map(drop)?,
        OutputFormat::Human => {
            let source = |path: &str| loaded.folder.text(&RelPath::parse(path)?).map(|text| text.to_string());
            output::line(as_text(&probed, &source).trim_end());
        }
    }
    app.trim();
    Ok(if probed.missed.is_empty() { SUCCESS } else { FAILURE })
}

fn as_json(probed: &Probed) -> Value {
    let Probed { missed, n_outputs, n_sides, n_inputs, notes, seconds } = probed;
    let one = |missed: &Missed| {
        let mut evidence = Map::new();
        let files =
            [("input", Some(&missed.input)), ("output", missed.output.as_ref()), ("answer", missed.answer.as_ref())];
        for (name, bytes) in files.into_iter().filter_map(|(name, bytes)| Some((name, bytes?))) {
            match std::str::from_utf8(bytes) {
                Ok(text) => evidence.insert(name.to_owned(), text.into()),
                Err(_) => evidence.insert(format!("{name}_base64"), BASE64_STANDARD.encode(bytes).into()),
            };
        }
        if let Some(side) = &missed.side {
            evidence.insert("side".to_owned(), json!({ "source": side.source, "args": side.args }));
        }
        json!({ "finding": finding_report(&missed.finding), "test": missed.finding.about.test, "evidence": evidence })
    };
    json!({
        "missed": missed.iter().map(one).collect::<Vec<_>>(),
        "n_outputs": n_outputs,
        "n_sides": n_sides,
        "n_inputs": n_inputs,
        "notes": notes,
        "seconds": seconds,
    })
}

fn as_text(probed: &Probed, source: &dyn Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    for missed in &probed.missed {
        let report: FindingReport = finding_report(&missed.finding);
        text.push_str(&human::findings(&[report], source, &view()));
        if let Some(side) = &missed.side {
            let args: Vec<String> = side.args.iter().map(|arg| clean::line(&format!("{arg:?}"))).collect();
            text.push_str(&format!("  the side's arguments are {}; `--format json` has its source\n", args.join(" ")));
        }
        let shown = [("input", Some(&missed.input)), ("output", missed.output.as_ref())];
        for (name, bytes) in shown.into_iter().filter_map(|(name, bytes)| Some((name, bytes?))) {
            text.push_str(&format!("  {name}, {} bytes:\n{}", bytes.len(), beginning(bytes)));
        }
        text.push('\n');
    }
    let Probed { n_outputs, n_sides, n_inputs, notes, seconds, missed } = probed;
    for note in notes {
        text.push_str(&format!("note: {}\n", clean::line(note)));
    }
    let asked = [
        (n_outputs, "outputs for the checker"),
        (n_sides, "plays against the interactor"),
        (n_inputs, "inputs for the validators"),
    ];
    let asked: Vec<String> = asked.iter().filter(|(n, _)| **n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let asked = if asked.is_empty() { "nothing to ask".to_owned() } else { asked.join(", ") };
    let what = match missed.len() {
        0 => "Nothing was let through that should not be".to_owned(),
        1 => "One mistake was found".to_owned(),
        n => format!("{n} mistakes were found"),
    };
    format!("{text}{what}: {asked}, {seconds:.1} s.\n")
}

/// The first lines of a file.
fn beginning(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(N_LINES * N_COLUMNS)]).into_owned();
    let mut shown = String::new();
    for line in text.lines().take(N_LINES) {
        shown.push_str(&format!("    {}\n", clean::line(&line.chars().take(N_COLUMNS).collect::<String>())));
    }
    let is_cut = text.lines().take(N_LINES).any(|line| line.chars().count() > N_COLUMNS);
    if is_cut || text.lines().count() > N_LINES || bytes.len() > N_LINES * N_COLUMNS {
        shown.push_str("    …\n");
    }
    shown
}
