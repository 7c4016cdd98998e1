//! `touchstone completions`

use clap::CommandFactory as _;

use super::SUCCESS;
use crate::{
    args::{Args, Completions},
    output,
};

pub(crate) fn run(completions: &Completions) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(completions.shell, &mut Args::command(), "touchstone", &mut script);
    output::line(String::from_utf8_lossy(&script).trim_end());
    Ok(SUCCESS)
}
