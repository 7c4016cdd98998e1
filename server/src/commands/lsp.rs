//! `touchstone lsp`

use lsp::ServerConfig;

use crate::{app, args::Global, assets};

pub(crate) fn run(global: &Global) -> anyhow::Result<u8> {
    let (dirs, user, mistakes) = app::settings(global)?;
    let self_test = judge::dirs::environment_word("TOUCHSTONE_SELF_TEST").is_some();
    let config = ServerConfig { dirs, user, mistakes, testlib: assets::TESTLIB, version: assets::version(), self_test };
    lsp::serve(config)?;
    Ok(super::FOUND_NOTHING)
}
