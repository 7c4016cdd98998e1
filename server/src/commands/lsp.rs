//! `touchstone lsp`

use std::sync::Arc;

use lsp::{ServerConfig, workers::disk::LocalDisk};

use crate::{
    app,
    args::{Global, SandboxLevel},
    assets,
};

pub(crate) fn run(global: &Global) -> anyhow::Result<u8> {
    let (dirs, user, mistakes) = app::settings(global)?;
    let self_test = judge::disk::dirs::environment_word("TOUCHSTONE_SELF_TEST").is_some();
    let config = ServerConfig {
        disk: Arc::new(LocalDisk),
        dirs,
        user,
        environment: judge::user::from_environment().0,
        sandbox: global.sandbox.map(SandboxLevel::choice),
        mistakes,
        testlib: assets::TESTLIB,
        make_machine: judge::machine::local,
        version: assets::version(),
        self_test,
    };
    let in_order = lsp::serve(config, std::io::stdin(), std::io::stdout())?;
    // Whatever still runs, such as a thread that waits for the client's input, ends here.
    std::process::exit(i32::from(!in_order));
}
