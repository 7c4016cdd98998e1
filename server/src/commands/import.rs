//! `touchstone import`
//!
//! Invariant: nothing of an archive is run, and nothing that is there is written over.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::bail;
use judge::disk::packed::{UnpackError, unpack};
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
    let is_interrupted = stop_on_signal();
    let unpacked = match unpack(&import.file, parent, name, || is_interrupted.load(Ordering::SeqCst)) {
        Err(error @ UnpackError::Stopped) => {
            output::note(&error.to_string());
            return Ok(output::INTERRUPTED);
        }
        unpacked => unpacked?,
    };
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

/// Becomes true when the person asks to stop, so that what is half made can go; a second wish ends everything.
fn stop_on_signal() -> Arc<AtomicBool> {
    let is_interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_interrupted);
    // Without a handler the signal ends us.
    drop(ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(output::INTERRUPTED));
        }
    }));
    is_interrupted
}
