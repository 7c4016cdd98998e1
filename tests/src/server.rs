//! The language server as a process of its own.

use std::{
    os::unix::process::CommandExt as _,
    process::{Child, Command, ExitStatus, Stdio},
};

use testkit::{
    editor::{
        server::{Launch, Server, Started},
        setup::Setup,
    },
    temporary,
};

use crate::{binary, touchstone};

/// An editor whose server is the binary; the cache is the one that the tests share.
pub fn plain() -> Setup {
    // Tests say themselves when something is to be done.
    let quiet = "[editor]\nprobe_when_idle = false\n";
    Setup::new(start).with_cache(&temporary::shared_cache()).configured(quiet)
}

/// One that trusts what it opens.
pub fn trusting() -> Setup {
    plain().trusted(true)
}

/// Starts `touchstone lsp`.
fn start(launch: &Launch) -> Started {
    let executable = launch.executable.as_deref().unwrap_or_else(|| binary::touchstone());
    let mut command = Command::new(executable);
    command.arg("lsp").env_clear().current_dir(&launch.directory);
    command.envs(launch.variables.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    if let Some(user) = launch.user {
        command.uid(user).gid(user);
    }
    let mut child = command.spawn().expect("the binary can be started");
    Started {
        input: Box::new(child.stdin.take().expect("it is a pipe")),
        output: Box::new(child.stdout.take().expect("it is a pipe")),
        server: Box::new(Process(child)),
    }
}

struct Process(Child);

impl Server for Process {
    fn ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().expect("the server can be waited for")
    }

    fn pid(&self) -> i32 {
        touchstone::pid(&self.0)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}
