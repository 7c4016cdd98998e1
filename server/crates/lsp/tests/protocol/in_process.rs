//! The language server on threads of this process, between two pipes, with a machine that starts no process.

use std::{
    ffi::OsString,
    io,
    os::unix::process::ExitStatusExt as _,
    path::PathBuf,
    process::ExitStatus,
    sync::Arc,
    thread::{self, JoinHandle},
};

use judge::{
    disk::dirs::Dirs,
    testlib::{TestlibText, Text},
};
use lsp::ServerConfig;
use problem::{
    path::AbsPath,
    settings::{EditorSettings, LlmSettings, UserSettings},
};
use testkit::editor::{
    server::{Launch, Server, Started},
    setup::Setup,
};

use crate::{
    hanging::{HANGS, HangingDisk},
    machine,
};

/// An editor with a server of its own; the cache is in its home.
pub(crate) fn plain() -> Setup {
    Setup::new(start)
}

/// One that trusts what it opens.
pub(crate) fn trusting() -> Setup {
    plain().trusted(true)
}

fn start(launch: &Launch) -> Started {
    let (server_input, input) = io::pipe().expect("a pipe can be made");
    let (output, server_output) = io::pipe().expect("a pipe can be made");
    let config = config(launch);
    let serving = thread::spawn(move || lsp::serve(config, server_input, server_output));
    Started { input: Box::new(input), output: Box::new(output), server: Box::new(Thread(Some(serving))) }
}

fn config(launch: &Launch) -> ServerConfig {
    let text = |name: &str| launch.variable(name).and_then(|value| value.to_str()).map(str::to_owned);
    let home = PathBuf::from(launch.variable("HOME").cloned().unwrap_or_else(OsString::new));
    let place = |path: PathBuf| AbsPath::new(path).expect("homes are absolute");
    let cache = launch.variable("TOUCHSTONE_CACHE_DIR").map_or_else(|| home.join(".cache/touchstone"), PathBuf::from);
    ServerConfig {
        dirs: Dirs {
            cache: place(cache),
            config: place(home.join(".config/touchstone")),
            state: place(home.join(".local/state/touchstone")),
        },
        // Tests say themselves when something is to be done.
        user: UserSettings {
            editor: EditorSettings { probe_when_idle: Some(false), ..EditorSettings::default() },
            ..UserSettings::default()
        },
        environment: UserSettings { llm: LlmSettings::from_environment(text).0, ..UserSettings::default() },
        sandbox: None,
        mistakes: Vec::new(),
        testlib: TestlibText { header: Text::Plain(include_bytes!("../../../../../testlib/testlib.h")), bodies: None },
        make_machine: machine::make,
        disk: Arc::new(HangingDisk { below: launch.variable(HANGS).map(|path| place(path.into())) }),
        version: "test",
        self_test: text("TOUCHSTONE_SELF_TEST").is_some(),
    }
}

struct Thread(Option<JoinHandle<io::Result<bool>>>);

impl Server for Thread {
    fn ended(&mut self) -> Option<ExitStatus> {
        let serving = self.0.take_if(|serving| serving.is_finished())?;
        let in_order = serving.join().expect("serving does not panic").expect("it has a cache");
        // As `wait` tells of a process that ended with that code.
        Some(ExitStatus::from_raw(i32::from(!in_order) << 8))
    }

    fn pid(&self) -> i32 {
        panic!("this server has no process of its own")
    }
}
