//! The user's settings: `config.toml` under `TOUCHSTONE_*` variables of the environment.

use std::{env, fs, io};

use problem::{
    path::AbsPath,
    settings::{LlmSettings, UserSettings},
};

use crate::dirs::Dirs;

/// The settings file is there and cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{path} cannot be read ({cause}); check its permissions")]
pub struct UnreadableSettings {
    path: AbsPath,
    cause: io::Error,
}

/// Reads the user's settings, with a sentence for every mistake in them.
///
/// # Errors
/// When the file is there and cannot be read.
pub fn read_user_settings(dirs: &Dirs) -> Result<(UserSettings, Vec<String>), UnreadableSettings> {
    let path = dirs.config.child("config.toml");
    let text = match fs::read_to_string(path.as_path()) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(cause) => return Err(UnreadableSettings { path, cause }),
    };
    let (settings, mistakes) = UserSettings::parse(&text);
    let sentence =
        |mistake: &problem::settings::Mistake| format!("{path}:{}: {}", mistake.range.start.line + 1, mistake.message);
    let (environment, of_environment) = from_environment();
    let mistakes = mistakes.iter().map(sentence).chain(of_environment).collect();
    Ok((environment.or(settings), mistakes))
}

/// Where a person's answer is kept that limits are enough on a machine that has no sandbox.
pub fn acceptance(dirs: &Dirs) -> AbsPath {
    dirs.state.child("limits-only-accepted")
}

/// Whether the person has answered that limits are enough where nothing better is to be had.
pub fn accepted_limits(dirs: &Dirs) -> bool {
    acceptance(dirs).as_path().exists()
}

/// Keeps that answer.
///
/// # Errors
/// When it cannot be written.
pub fn keep_acceptance(dirs: &Dirs) -> io::Result<()> {
    fs::create_dir_all(dirs.state.as_path())?;
    fs::write(acceptance(dirs).as_path(), "Programs may run with limits only. Remove this file to be asked again.\n")
}

/// What `TOUCHSTONE_*` variables set, with a sentence for every one that cannot be understood.
pub fn from_environment() -> (UserSettings, Vec<String>) {
    let word = |name: &str| env::var(name).ok().filter(|word| !word.is_empty());
    let (llm, mistakes) = LlmSettings::from_environment(word);
    let settings = UserSettings {
        cxx: word("TOUCHSTONE_CXX"),
        cc: word("TOUCHSTONE_CC"),
        python: word("TOUCHSTONE_PYTHON"),
        testlib: word("TOUCHSTONE_TESTLIB").and_then(AbsPath::new),
        jobs: word("TOUCHSTONE_JOBS").and_then(|word| word.parse().ok()),
        llm,
        ..UserSettings::default()
    };
    (settings, mistakes)
}
