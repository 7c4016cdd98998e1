//! Programs that a package builds or runs by scripts of its own: `build` makes `run`, in a copy of the directory, and
//! `run` is started among all that is there then. A script that lies among other files is run while it is built, where its
//! package wants it, with the other files of its directory beside that; the program that comes of it writes the same.
//!
//! Scripts may do whatever the sandbox lets them, so they are run only where the person has said so.

use std::{
    collections::BTreeMap,
    io::{self, Read as _},
    sync::Arc,
};

use problem::{
    digest::KeyBuilder,
    executor::ExecutorError,
    finding::Severity,
    folder::Folder as _,
    model::Program,
    path::AbsPath,
    state::{Build, BuildMessage},
    text::Place,
};

use super::{
    build::{Builder, is_lasting, skipped},
    pack::{self, Files},
    toolchain::usual_places,
};
use crate::{
    launcher::MAX_FILES,
    words::{ending_with, gist},
};

/// What starts scripts; they name another interpreter by their first line.
const SHELL: &str = "/bin/sh";
/// The program that is started.
const RUN: &str = "run";
/// Makes it, where it is there.
const BUILD: &str = "build";
/// What a script has made.
const MADE: &str = "made";
/// All files in the working directory.
const ALL: &str = "./";
/// The most that a built program may hold together, bytes.
const MAX_BYTES: usize = 256 << 20;

impl Builder<'_> {
    /// Builds such a program: what is kept is all its files.
    pub(super) fn build_scripts(&self, program: &Program) -> Result<Build, ExecutorError> {
        if !self.context.allows_scripts {
            return Ok(skipped(&format!(
                "{} is built or run by scripts of its own, which are not run unless you allow them: write \
                 `allow_scripts = true` into your config.toml",
                program.path
            )));
        }
        let Some(shell) = AbsPath::new(SHELL).filter(|shell| shell.as_path().exists()) else {
            return Ok(skipped("scripts need /bin/sh, which is not here"));
        };
        let is_alone = self.context.folder.has(&program.path);
        let files = if is_alone { self.files_around(program) } else { self.files_of_directory(program) };
        let store = self.context.machine.store();
        let mut key = KeyBuilder::new("scripts 1").text(&self.context.machine.sandbox().level);
        // Its messages name its files.
        key = key.text(program.path.as_str());
        let compilers = [&self.context.toolchain.cxx, &self.context.toolchain.cc].into_iter().flatten();
        for identity in compilers.map(|compiler| compiler.identity) {
            key = key.digest(identity);
        }
        for (name, bytes) in &files {
            key = key.text(name).field(bytes);
        }
        let key = key.finish();
        let is_at_hand = |build: &Build| match build {
            Build::Ok { executable, .. } => store.holds(executable.digest),
            Build::Failed { .. } | Build::Skipped { .. } => true,
        };
        if let Some(build) = store.built::<Build>(key).filter(is_at_hand) {
            return Ok(build);
        }
        if !files.contains_key(BUILD) {
            let files = files.into_iter().map(|(name, bytes)| (name, bytes.to_vec())).collect();
            let build = self.packed(program, &files)?;
            store.put_result(key, &build);
            return Ok(build);
        }
        let args = vec![format!("./{BUILD}")];
        let mut result = self.run_compiler(&shell, args, files, Vec::new(), &[ALL])?;
        let said = ending_with(result.status, &gist(&String::from_utf8_lossy(&result.stderr)));
        let build = if result.status.is_success() {
            match read(std::mem::take(&mut result.outputs)) {
                Ok(files) if is_alone => self.packed(program, &once_more(program, files))?,
                Ok(files) => self.packed(program, &files)?,
                Err(error) => failed(program, &format!("what `build` made cannot be kept ({error})")),
            }
        } else {
            let name = if is_alone { program.path.as_str() } else { BUILD };
            failed(program, &format!("`{name}` failed: {said}"))
        };
        if is_lasting(&build, &result) {
            store.put_result(key, &build);
        }
        Ok(build)
    }

    /// The files of the directory as they are built.
    fn files_of_directory(&self, program: &Program) -> BTreeMap<String, Arc<[u8]>> {
        let files = self.context.folder.below(&program.path).into_iter();
        let files = files.filter_map(|file| {
            let inside = file.path.as_str().strip_prefix(program.path.as_str())?.trim_start_matches('/');
            Some((inside.to_owned(), self.contents(program, &file.path)?))
        });
        files.take(MAX_FILES - 1).collect()
    }

    /// A script and the files of its directory by their paths in the folder, and a `build` that starts it in the directory
    /// that its argument names. Such a script compiles and starts what it needs, as only building may.
    fn files_around(&self, script: &Program) -> BTreeMap<String, Arc<[u8]>> {
        let files = self.context.folder.below(&script.path.parent()).into_iter();
        let files = files.filter_map(|file| Some((file.path.to_string(), self.contents(script, &file.path)?)));
        let mut files: BTreeMap<String, Arc<[u8]>> = files.take(MAX_FILES - 2).collect();
        let (place, path) = (place(script), &script.path);
        let start = format!("#!{SHELL}\nup=$PWD\nmkdir -p {place} && cd {place} && exec \"$up\"/'{path}'\n");
        files.insert(BUILD.to_owned(), Arc::from(start.into_bytes()));
        files
    }

    fn packed(&self, program: &Program, files: &Files) -> Result<Build, ExecutorError> {
        if !files.contains_key(RUN) {
            return Ok(failed(program, "there is no `run` after `build` has ended well"));
        }
        if files.len() >= MAX_FILES {
            return Ok(failed(program, &format!("`build` makes more than {MAX_FILES} files")));
        }
        let executable = pack::keep(self.context.machine.store(), files)?;
        Ok(Build::Ok { executable, standard: None, messages: Vec::new() })
    }
}

/// Where programs look for the system's tools.
pub(super) fn environment() -> BTreeMap<String, String> {
    [("PATH", usual_places()), ("LC_ALL", "C.UTF-8".to_owned())].map(|(name, value)| (name.to_owned(), value)).into()
}

/// The directory that a script is started in.
fn place(script: &Program) -> &str {
    script.args.first().map_or(".", String::as_str)
}

/// A program that writes what a script has left in its directory: the contents lie in one file, one behind the other.
fn once_more(script: &Program, files: Files) -> Files {
    let place = place(script);
    let is_plain = |name: &str| name.bytes().all(|one| one.is_ascii_alphanumeric() || b"._-".contains(&one));
    let (mut contents, mut run) = (Vec::new(), format!("#!{SHELL}\nmkdir -p {place} || exit 1\n"));
    for (path, bytes) in files {
        let Some(name) = path.strip_prefix(place).and_then(|rest| rest.strip_prefix('/')) else { continue };
        if is_plain(name) {
            let (from, n_bytes) = (contents.len() + 1, bytes.len());
            run.push_str(&format!("tail -c +{from} {MADE} | head -c {n_bytes} > {path} || exit 1\n"));
            contents.extend(bytes);
        }
    }
    Files::from([(RUN.to_owned(), run.into_bytes()), (MADE.to_owned(), contents)])
}

fn read(outputs: BTreeMap<String, std::fs::File>) -> io::Result<Files> {
    let mut files = Files::new();
    let mut n_bytes = 0;
    for (path, mut file) in outputs {
        let name = path.trim_start_matches("./").to_owned();
        // Our own places, and what a compiler has left there.
        if name.starts_with('.') {
            continue;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        n_bytes += bytes.len();
        if n_bytes > MAX_BYTES {
            return Err(io::Error::other(format!("it is more than {} MB", MAX_BYTES >> 20)));
        }
        files.insert(name, bytes);
    }
    Ok(files)
}

fn failed(program: &Program, text: &str) -> Build {
    let place = Place { path: program.sources[0].clone(), range: Default::default() };
    let message =
        BuildMessage { severity: Severity::Error, place: Some(place), text: text.to_owned(), related: Vec::new() };
    Build::Failed { messages: vec![message] }
}
