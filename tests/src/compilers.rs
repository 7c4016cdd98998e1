//! Compilers and interpreters that note each use before they do their work.

use std::{fs, os::unix::fs::PermissionsExt as _, path::PathBuf, process::Command};

use tempfile::TempDir;

use testkit::temporary;

/// A folder for `PATH` in which every tool of the server notes that it was called.
pub struct Compilers {
    place: TempDir,
}

impl Compilers {
    /// With the tools of this machine behind them.
    pub fn new() -> Compilers {
        let place = temporary::folder();
        let bin = place.path().join("bin");
        fs::create_dir(&bin).expect("a folder can be made");
        // Compilers may run as another user, whatever this one hides from others.
        fs::set_permissions(&bin, fs::Permissions::from_mode(0o755)).expect("it is ours");
        for name in ["g++", "gcc", "cc", "c++", "clang", "clang++", "python3", "pypy3", "ar"] {
            let found =
                Command::new("sh").args(["-c", &format!("command -v {name}")]).output().expect("sh can be started");
            let real = String::from_utf8(found.stdout).expect("a path").trim().to_owned();
            let real = if real.is_empty() { "false".to_owned() } else { real };
            let log = place.path().join("log");
            let text = format!("#!/bin/sh\necho {name} >>'{}'\nexec {real} \"$@\"\n", log.display());
            temporary::script(&bin.join(name), &text);
        }
        Compilers { place }
    }

    /// What `PATH` is to be.
    pub fn path(&self) -> PathBuf {
        self.place.path().join("bin")
    }

    /// The names that were called, in order.
    pub fn called(&self) -> Vec<String> {
        let log = fs::read_to_string(self.place.path().join("log")).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }
}

impl Default for Compilers {
    fn default() -> Compilers {
        Compilers::new()
    }
}
