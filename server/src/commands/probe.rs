//! `touchstone probe`

use forge::{
    bench::Workbench,
    hack::ForgeError,
    probe::{ProbeOptions, Probed, probe},
    report,
};
use problem::{
    folder::Folder as _,
    path::RelPath,
    report::{FindingReport, finding_report},
};

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
        OutputFormat::Json => output::json(&report::probe(&probed)).map(drop)?,
        OutputFormat::Human => {
            let source = |path: &str| loaded.folder.text(&RelPath::parse(path)?).map(|text| text.to_string());
            output::line(as_text(&probed, &source).trim_end());
        }
    }
    app.trim();
    Ok(if probed.missed.is_empty() { SUCCESS } else { FAILURE })
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
    for note in &probed.notes {
        text.push_str(&format!("note: {}\n", clean::line(note)));
    }
    format!("{text}{}\n", report::probe_words(probed))
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
