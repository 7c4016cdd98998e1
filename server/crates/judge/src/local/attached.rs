//! Runs for a person: on the standard streams of this process, and with the files that the arguments name.
//!
//! The program is shut in like any other. A file that an argument names is copied in; one that the program has written
//! under the name of an argument is copied out, since that is what naming it asked for.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read as _, Seek as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use problem::{
    executor::{Action, Attempt, Exceeded, ExecutorError, ExitStatus, RunLimits},
    path::RelPath,
};

use super::{LocalExecutor, Wanted, failed, files::filled, prepare::check_number, streams::Streams};
use crate::{
    compile::Runnable,
    launcher::{Launcher, MAX_FILES, Reply},
};

/// A file that an argument names.
struct Named {
    /// Where it is, or would be.
    outside: PathBuf,
    /// Where the program finds it.
    inside: String,
    /// What it held before.
    before: Option<Vec<u8>>,
}

impl LocalExecutor {
    /// Runs a program with this process's standard streams and returns what it came to. Arguments may name files,
    /// relative to the current directory.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation; a program that fails is a result.
    pub(super) fn run_for_a_person(
        &self,
        program: &Runnable,
        args: &[String],
        limits: RunLimits,
    ) -> Result<Reply, ExecutorError> {
        let here = std::env::current_dir().map_err(|error| failed("finding the current directory", &error))?;
        let mut named = Vec::new();
        let mut given = Vec::new();
        for arg in args {
            let known = file_of(&here, arg, named.len(), &program.inputs);
            given.push(known.as_ref().map_or_else(|| arg.clone(), |file| file.inside.clone()));
            named.extend(known.filter(|file| named.iter().all(|other: &Named| other.inside != file.inside)));
        }
        let action = Action {
            args: program.args.iter().chain(&given).cloned().collect(),
            inputs: program.inputs.clone(),
            stdin: None,
            outputs: named.iter().map(|file| file.inside.clone()).collect(),
            pipes: Vec::new(),
            env: program.env.clone(),
            limits,
            requires: program.requires.clone(),
            attempt: Attempt::Only,
        };
        let mut prepared = self.prepare(&action)?;
        for file in &named {
            match &file.before {
                Some(bytes) => {
                    prepared.contents.push(Arc::new(filled(bytes).map_err(|error| failed("making an input", &error))?));
                    prepared.request.files.push(file.inside.clone());
                }
                None => prepared.request.directories.extend(parent(&file.inside)),
            }
        }
        check_number("takes", prepared.contents.len(), MAX_FILES)?;
        let opened = Streams::open(limits.output_bytes);
        let (given, streams) = opened.map_err(|error| failed("using a standard stream", &error))?;
        let run = |launcher: &mut Launcher| {
            launcher.start_program(&prepared.request, &prepared.descriptors([&given[0], &given[1], &given[2]]))?;
            // Our copies must go, or nobody would see the end.
            drop(given);
            launcher.wait()
        };
        let mut finished = self.with_launcher(Wanted::any(prepared.owner), run)?;
        if streams.finish() {
            finished.reply.status = ExitStatus::Killed(Exceeded::Output);
        }
        for (path, output) in finished.outputs {
            if let Some(file) = named.iter().find(|file| file.inside == path) {
                copy_out(file, output).map_err(|error| {
                    let place = file.outside.display();
                    ExecutorError::Failed(format!(
                        "{place} cannot be written ({error}); check that you may write there"
                    ))
                })?;
            }
        }
        Ok(finished.reply)
    }
}

/// The directory of a path, if it has one.
fn parent(path: &str) -> Option<String> {
    path.rsplit_once('/').map(|(directory, _)| directory.to_owned())
}

/// The file that an argument names, if it may be one: it is there, or the directory is where it would be.
fn file_of(
    here: &Path,
    arg: &str,
    number: usize,
    taken: &BTreeMap<String, problem::executor::InputFile>,
) -> Option<Named> {
    if arg.is_empty() || arg.starts_with('-') {
        return None;
    }
    let outside = here.join(arg);
    let name = outside.file_name()?.to_str()?.to_owned();
    let metadata = fs::metadata(&outside).ok();
    let could_be = match &metadata {
        Some(metadata) => metadata.is_file(),
        None => outside.parent().is_some_and(Path::is_dir),
    };
    if !could_be {
        return None;
    }
    let is_below = !Path::new(arg).is_absolute() && RelPath::parse(arg).is_some_and(|path| path.as_str() == arg);
    let inside = if is_below && !taken.contains_key(arg) { arg.to_owned() } else { format!("named-{number}/{name}") };
    let before = metadata.and_then(|_| fs::read(&outside).ok());
    Some(Named { outside, inside, before })
}

fn copy_out(file: &Named, mut output: File) -> io::Result<()> {
    let mut after = Vec::new();
    output.rewind()?;
    output.read_to_end(&mut after)?;
    if file.before.as_ref() == Some(&after) { Ok(()) } else { fs::write(&file.outside, after) }
}
