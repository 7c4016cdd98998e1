//! `touchstone explain`

use std::path::Path;

use forge::{
    bench::Workbench,
    repair::{self, FindingSelector},
    report::code,
};
use problem::{finding::reference, path::RelPath};

use super::{
    SUCCESS,
    asking::{self, StagePrinter},
};
use crate::{
    app::App,
    args::{Explain, Global},
    human::clean,
    output,
};

pub(crate) fn run(global: &Global, explain: &Explain) -> anyhow::Result<u8> {
    if let Some(dir) = &explain.dir {
        return here(global, explain, dir);
    }
    let code = code(&explain.code).map_err(anyhow::Error::msg)?;
    let section = reference(code).trim();
    if section.is_empty() {
        anyhow::bail!("{code} is kept for a mistake that this version does not look for; no finding has it");
    }
    output::line(section);
    Ok(SUCCESS)
}

/// The finding of a folder, in a model's words.
fn here(global: &Global, explain: &Explain, dir: &Path) -> anyhow::Result<u8> {
    let code = code(&explain.code).map_err(anyhow::Error::msg)?;
    let app = App::start(global)?;
    let loaded = app.open(dir)?;
    let mut model = asking::model(&app, &loaded, &explain.asking)?;
    app.sandbox()?;
    let loaded = app.resolve(loaded)?;
    let prompts = asking::prompts(&app, &loaded, &explain.asking);
    let bench = Workbench::new(&app, app.n_workers(None), &loaded)?;
    let file = explain.file.as_deref().and_then(RelPath::parse);
    let told = repair::explain(
        &bench,
        &prompts,
        &FindingSelector { code, file, line: None },
        &mut model,
        &mut StagePrinter::default(),
    );
    let (finding, words) = told.map_err(asking::ended)?;
    let text = format!("{finding}\n\nThe model says:\n{}\n{}", words.trim(), asking::spent_text(&model.spent()));
    output::line(&clean::lines(text.trim_end()));
    Ok(SUCCESS)
}
