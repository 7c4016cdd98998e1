//! From an action to what a launcher is asked: every content as an open file.

use std::{fs::File, sync::Arc};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{Action, Attempt, Blob, ExecutorError, IN_PLACE},
    path::{AbsPath, RelPath},
};

use super::{LocalExecutor, boxes::Owner};
use crate::{
    launcher::{MAX_FILES, MAX_OUTPUTS, Program, Request},
    machine::Machine as _,
    sync::lock,
};

/// The most address space that a process of a program may have, bytes: more than any needs, and little enough that the
/// tables of its pages stay bounded.
const ADDRESS_BYTES: u64 = 128 << 30;

/// A run with everything it needs.
pub(super) struct Prepared {
    /// Whose box it is run in.
    pub(super) owner: Owner,
    pub(super) request: Request,
    /// The program, where it is a descriptor, and the files.
    pub(super) contents: Vec<Arc<File>>,
}

impl Prepared {
    /// Everything in the order in which a launcher expects it.
    pub(super) fn descriptors<'a>(&'a self, streams: [&'a File; 3]) -> Vec<&'a File> {
        streams.into_iter().chain(self.contents.iter().map(|file| &**file)).collect()
    }
}

impl LocalExecutor {
    /// Why an action cannot be run here, if it cannot, whatever state this machine is in: it lacks what is asked for, or no
    /// run may have it.
    ///
    /// # Errors
    /// When it cannot be found out how programs are shut in.
    pub fn refusal(&self, action: &Action) -> Result<Option<String>, ExecutorError> {
        if let Some(requires) = &action.requires
            && let Some(lacking) = requires.lacking(&self.find_sandbox()?, self.cpu_model())
        {
            return Ok(Some(format!(
                "a run cannot be had on this machine, since {lacking}; send it to one that has that"
            )));
        }
        let (first, name) = program_of(action);
        let is_here = action.inputs.contains_key(name)
            || first == IN_PLACE
            || (name == "python3" && self.python.is_some())
            || self.tool_for(action, name).is_some();
        if !is_here {
            return Ok(Some(not_at_hand(first)));
        }
        let files = || action.inputs.keys().filter(|path| *path != name);
        let refused = check_number("takes", files().count(), MAX_FILES)
            .and_then(|()| check_number("leaves", action.outputs.len(), MAX_OUTPUTS))
            .and_then(|()| files().try_for_each(|path| inside(path).map(drop)));
        Ok(refused.err().map(|error| error.to_string()))
    }

    /// Opens what a run needs and finds what to execute.
    pub(super) fn prepare(&self, action: &Action) -> Result<Prepared, ExecutorError> {
        self.check_cancelled()?;
        if let Some(why) = self.refusal(action)? {
            return Err(ExecutorError::Failed(why));
        }
        let (first, name) = program_of(action);
        let missing = || ExecutorError::Failed(not_at_hand(first));
        let mut contents = Vec::new();
        let program = match action.inputs.get(name) {
            Some(file) => self.open_program(file.blob, &mut contents)?.ok_or_else(missing)?,
            // A file that is started where it lies, since it looks for others beside it.
            None if first == IN_PLACE => Program::Path(IN_PLACE.as_bytes().to_vec()),
            None if name == "python3" => Program::Path(bytes(self.python.as_ref().ok_or_else(missing)?)),
            None if let Some(tool) = self.tool_for(action, name) => Program::Path(bytes(tool)),
            None => return Err(missing()),
        };
        // The program itself, or the script that an interpreter is given.
        let of_program = |arg: &String| action.inputs.get(arg.strip_prefix("./").unwrap_or(arg));
        let program_digest = action
            .args
            .iter()
            .find_map(of_program)
            .map_or_else(|| Digest::of(first.as_bytes()), |file| file.blob.digest);
        // What a runtime is given may be named in no argument, or be data.
        let program_digest =
            if self.tool_for(action, name).is_some() { digest_of_program(action) } else { program_digest };
        let mut files = Vec::new();
        for (path, file) in action.inputs.iter().filter(|(path, _)| path.as_str() != name) {
            contents.push(Arc::new(self.inputs.open(&self.store, file.blob)?));
            files.push(inside(path)?);
        }
        let env = action.env.iter().map(|(name, value)| format!("{name}={value}").into_bytes()).collect();
        let request = Request {
            program,
            args: self.arguments(action, name),
            env,
            directory: None,
            files,
            links: Vec::new(),
            directories: Vec::new(),
            outputs: action.outputs.clone(),
            limits: action.limits,
            tells_memory: true,
            address_bytes: Some(
                action.requires.as_ref().and_then(|requires| requires.address_bytes).unwrap_or(ADDRESS_BYTES),
            ),
            fixed_addresses: action.requires.as_ref().is_some_and(|requires| requires.fixed_addresses),
            core: *lock(&self.core),
            odd_pid: odd_pid(action.attempt),
            side: None,
            pipes: action.pipes.iter().flatten().cloned().collect(),
        };
        Ok(Prepared { owner: Owner::Program(program_digest), request, contents })
    }

    /// The tool of a required runtime that a name stands for.
    fn tool_for(&self, action: &Action, name: &str) -> Option<&AbsPath> {
        let runtime = action.requires.as_ref()?.runtime.as_ref()?;
        self.tools.get(&(runtime.language.clone(), name.to_owned()))
    }

    /// The arguments; a tool finds its own parts by the path that it is called by.
    fn arguments(&self, action: &Action, name: &str) -> Vec<Vec<u8>> {
        let mut args: Vec<Vec<u8>> = action.args.iter().map(|arg| arg.clone().into_bytes()).collect();
        if let (Some(tool), Some(first)) = (self.tool_for(action, name), args.first_mut()) {
            *first = bytes(tool);
        }
        args
    }

    /// How to execute a program that the cache holds: by descriptor, which is kept open for the next run.
    #[cfg(target_os = "linux")]
    fn open_program(&self, blob: Blob, contents: &mut Vec<Arc<File>>) -> Result<Option<Program>, ExecutorError> {
        contents.extend(self.executables.open(&self.store, blob)?);
        Ok((!contents.is_empty()).then_some(Program::Descriptor))
    }

    /// How to execute a program that the cache holds: by path.
    #[cfg(not(target_os = "linux"))]
    fn open_program(&self, blob: Blob, _contents: &mut Vec<Arc<File>>) -> Result<Option<Program>, ExecutorError> {
        Ok(self.store.executable(blob)?.map(|path| Program::Path(bytes(&path))))
    }
}

/// What is started, and the name of its file.
fn program_of(action: &Action) -> (&str, &str) {
    let first = action.args.first().map(String::as_str).unwrap_or_default();
    (first, first.strip_prefix("./").unwrap_or(first))
}

fn not_at_hand(program: &str) -> String {
    format!("the program `{program}` is not at hand")
}

/// All files of a program that a runtime runs.
fn digest_of_program(action: &Action) -> Digest {
    let files = action.inputs.iter().filter(|(_, file)| file.executable);
    files.fold(KeyBuilder::new("program"), |key, (name, file)| key.text(name).digest(file.blob.digest)).finish()
}

fn odd_pid(attempt: Attempt) -> Option<bool> {
    match attempt {
        Attempt::Only => None,
        Attempt::First => Some(true),
        Attempt::Second => Some(false),
    }
}

fn bytes(path: &AbsPath) -> Vec<u8> {
    path.as_path().as_os_str().as_encoded_bytes().to_vec()
}

/// A path that stays in the working directory.
fn inside(path: &str) -> Result<String, ExecutorError> {
    let inside = RelPath::parse(path).ok_or_else(|| ExecutorError::Failed(format!("`{path}` is no path of a run")))?;
    Ok(inside.to_string())
}

/// Refuses a run with more files than can be passed.
pub(super) fn check_number(verb: &str, number: usize, most: usize) -> Result<(), ExecutorError> {
    if number <= most {
        return Ok(());
    }
    let advice = "let it have fewer, for example by splitting the command";
    Err(ExecutorError::Failed(format!("a run {verb} at most {most} files, and this one has {number}; {advice}")))
}
