//! `touchstone import`
//!
//! Invariant: nothing of an archive is run, and nothing that is there is written over.

use std::path::{Path, PathBuf};

use anyhow::bail;
use judge::disk::packed::unpack;
use problem::words::quantity;

use super::SUCCESS;
use crate::{args::TakeOver, human::clean, output};

pub(crate) fn run(import: &TakeOver) -> anyhow::Result<u8> {
    let into = match &import.into {
        Some(into) => into.clone(),
        None => import.file.file_stem().map(PathBuf::from).unwrap_or_default(),
    };
    let Some(name) = into.file_name().and_then(|name| name.to_str()) else {
        bail!("`{}` is no name for a new folder; name one with --into", into.display());
    };
    let parent = into.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unpacked = unpack(&import.file, parent, name)?;
    if let Some(within) = &unpacked.within {
        output::note(&clean::line(&format!("everything lay in `{within}`, whose place the new folder takes")));
    }
    if unpacked.n_left_out > 0 {
        let files = quantity(unpacked.n_left_out, "file");
        output::note(&format!("{files} that tools leave behind, or that are hidden, stayed out"));
    }
    let shown = into.display();
    let n_files = quantity(unpacked.n_files, "file");
    output::line(&clean::line(&format!("{n_files} written to {shown}; now run `touchstone check {shown}`")));
    Ok(SUCCESS)
}
