//! `touchstone new`
//!
//! In another format than a plain folder the template is handed over as `export` does it, so that both say the same.

use std::path::Path;

use anyhow::{Context as _, bail};
use judge::{
    disk::folder::{ensure_free, make_empty, write_new},
    scratch::Scratch,
};
use problem::handover::Target;

use super::{SUCCESS, export::hand_over};
use crate::{
    args::{Global, New},
    assets, output,
};

pub(crate) fn run(global: &Global, new: &New) -> anyhow::Result<u8> {
    let shown = new.name.display();
    match new.format.map(crate::args::TargetArg::target) {
        None | Some(Target::Plain) => {
            make_empty(&new.name)?;
            write_template(&new.name)?;
        }
        Some(target) => {
            ensure_free(&new.name)?;
            let Some(name) = new.name.file_name() else { bail!("{shown} is no name for a new folder") };
            let scratch = Scratch::make().context("no temporary folder can be made; free some disk space")?;
            // What a format keeps of a problem's name is that of the folder.
            let plain = scratch.path().as_path().join(name);
            write_template(&plain)?;
            hand_over(global, &plain, target, Some(&new.name), false)?;
        }
    }
    output::line(&format!("made {shown}; now run `touchstone check {shown}`"));
    Ok(SUCCESS)
}

fn write_template(folder: &Path) -> anyhow::Result<()> {
    for (path, content) in assets::TEMPLATE {
        write_new(folder, path, content.as_bytes())
            .with_context(|| format!("{} could not be written", folder.join(path).display()))?;
    }
    Ok(())
}
