//! The server that an editor talks to, wherever it runs.

use std::{
    ffi::OsString,
    io::{Read, Write},
    path::PathBuf,
    process::ExitStatus,
};

/// What surrounds a server that is to be started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Its whole environment.
    pub variables: Vec<(String, OsString)>,
    /// Where it is started.
    pub directory: PathBuf,
    /// The executable, where it is not the usual one.
    pub executable: Option<PathBuf>,
    /// The user who is to run it, where that is another one.
    pub user: Option<u32>,
}

impl Launch {
    /// A variable of its environment.
    pub fn variable(&self, name: &str) -> Option<&OsString> {
        self.variables.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// A server that has been started.
pub struct Started {
    /// What it reads.
    pub input: Box<dyn Write + Send>,
    /// What it writes.
    pub output: Box<dyn Read + Send>,
    /// The server itself.
    pub server: Box<dyn Server>,
}

/// How servers are started.
pub type Start = fn(&Launch) -> Started;

/// A server under way; when its value goes, so does the server.
pub trait Server {
    /// How it ended, once it has.
    fn ended(&mut self) -> Option<ExitStatus>;

    /// Its process number.
    ///
    /// # Panics
    /// When it has no process of its own.
    fn pid(&self) -> i32;
}
