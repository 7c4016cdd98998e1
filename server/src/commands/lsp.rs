//! `touchstone lsp`

use lsp::ServerConfig;

use crate::{
    app,
    args::{Global, SandboxLevel},
    assets,
};

pub(crate) fn run(global: &Global) -> anyhow::Result<u8> {
    let (dirs, user, mistakes) = app::settings(global)?;
    let self_test = judge::dirs::environment_word("TOUCHSTONE_SELF_TEST").is_some();
    let config = ServerConfig {
        dirs,
        user,
        environment: judge::user::from_environment().0,
        sandbox: global.sandbox.map(SandboxLevel::choice),
        mistakes,
        testlib: assets::TESTLIB,
        version: assets::version(),
        self_test,
    };
    lsp::serve(config)?;
    Ok(super::FOUND_NOTHING)
}
