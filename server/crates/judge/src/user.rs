//! The user's settings: `config.toml` under `TOUCHSTONE_*` variables of the environment.

use std::{
    env, fs,
    io::{self, Read as _},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use problem::{
    languages::{self, Languages},
    path::AbsPath,
    settings::{LlmSettings, UserSettings},
};

use crate::disk::dirs::Dirs;

/// The longest that a person's own program may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// What it prints beyond this is not read, bytes.
const MAX_PRINTED: u64 = 64 << 10;

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

/// Reads the person's own table of languages, `languages.toml` beside `config.toml`, and puts it into force. Done once by a
/// process, before it reads the first folder.
///
/// # Errors
/// One sentence for what cannot be read or understood; the table that is built in is then in force.
pub fn install_languages(dirs: &Dirs) -> Result<(), String> {
    let path = dirs.config.child("languages.toml");
    let text = match fs::read_to_string(path.as_path()) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(format!("{path} cannot be read ({error}); check its permissions")),
    };
    let languages = Languages::with(&text).map_err(|mistake| format!("{path}: {mistake}"))?;
    languages::install(languages);
    Ok(())
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

/// A variable of the person's environment.
pub fn variable(name: &str) -> Option<String> {
    env::var(name).ok()
}

/// The secret that a file of the person's holds.
///
/// # Errors
/// One sentence when it cannot be read.
pub fn secret_in(file: &str) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{file} cannot be read ({error}); check its name and permissions"))
}

/// The secret that a file of the person's holds; where there is no such file, a new one that nobody else can read.
///
/// # Errors
/// One sentence when it can be neither read nor made.
pub fn secret_or_new(file: &Path, make: impl FnOnce() -> Result<String, String>) -> Result<String, String> {
    let name = file.display().to_string();
    if file.exists() {
        return secret_in(&name);
    }
    let secret = make()?;
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(file).and_then(|mut made| io::Write::write_all(&mut made, secret.as_bytes()));
    written.map_err(|error| format!("{name} cannot be made ({error}); name another file"))?;
    Ok(secret)
}

/// What a program of the person's own prints, such as one that hands out a key. It is started by these arguments, without
/// a shell, and not shut in.
///
/// # Errors
/// Why there is nothing: a sentence that holds nothing of what it printed.
pub fn printed_by(arguments: &[String]) -> Result<String, String> {
    let (program, arguments) = arguments.split_first().ok_or("no program is named")?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{program} cannot be started ({error})"))?;
    let (sender, receiver) = crossbeam_channel::bounded(1);
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || {
            let mut printed = Vec::new();
            let read = stdout.take(MAX_PRINTED).read_to_end(&mut printed);
            drop(sender.send(read.map(|_| printed)));
        });
    }
    let printed = receiver.recv_timeout(PATIENCE);
    if printed.is_err() {
        // It may have ended by itself.
        drop(child.kill());
    }
    let status = child.wait().map_err(|error| format!("{program} cannot be waited for ({error})"))?;
    let Ok(printed) = printed else {
        return Err(format!("{program} did not end within {} s", PATIENCE.as_secs()));
    };
    if !status.success() {
        return Err(format!("{program} failed ({status})"));
    }
    let printed = printed.map_err(|error| format!("{program} cannot be read ({error})"))?;
    String::from_utf8(printed).map_err(|_| format!("{program} printed something that is no text"))
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn printed(words: &[&str]) -> Result<String, String> {
        printed_by(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_program_of_the_persons_own() {
        // No shell: what would be two commands is one argument.
        assert_eq!(printed(&["printf", "a; echo b"]).as_deref(), Ok("a; echo b"));
        assert_eq!(printed(&["sh", "-c", "echo secret; exit 3"]), Err("sh failed (exit status: 3)".to_owned()));
        assert!(printed(&["/nowhere/at/all"]).unwrap_err().contains("cannot be started"));
        assert!(printed(&[]).is_err());
    }
}
