//! Libraries of languages that are compiled anew for each program unless what was made of them is kept: it is kept once,
//! and other builds find it.
//!
//! What a folder's build would leave there is never kept: only a program of the table fills it.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Read as _,
    sync::Arc,
};

use problem::{
    digest::KeyBuilder,
    executor::ExecutorError,
    languages::Library,
    model::{Program, Role},
    path::{AbsPath, RelPath},
};

use super::{
    build::Builder,
    by_table::{Described, OfBuild},
    shared_files::{Availability, MakeWhen, Making, SharedFile},
};
use crate::store::{KEPT_LIBRARY, Store};

/// Stands among what is kept when all of it is there.
const WHOLE: &str = "whole";

impl Builder<'_> {
    /// Links to lay in a compiler's working directory, so that it finds its language's library compiled, after compiling
    /// it if nobody has yet. None where the language needs none, or it cannot be had.
    pub(super) fn compiled_library(&self, described: &Described<'_>) -> Result<Vec<(String, String)>, ExecutorError> {
        let made_in = described.entry.library.as_ref().and_then(|library| made_in(described, library));
        let (Some(library), Some(made_in)) = (&described.entry.library, made_in) else { return Ok(Vec::new()) };
        let Ok(runtime) = self.runtime(described.language, described.entry)? else { return Ok(Vec::new()) };
        let store = self.context.machine.store();
        let key = KeyBuilder::new("compiled library 1").digest(runtime.identity).finish();
        let directory = store.root().child("include").child(&key.hex()[..16]).child(KEPT_LIBRARY);
        let marker = directory.child(WHOLE);
        // The first program takes as long as the library does.
        let file = SharedFile { path: &marker, key, worth_at_once: 1, when: MakeWhen::Now };
        let make = || self.compile_library(described, library, &made_in, &directory);
        let mut found = self.shared_files.find(store, &file, || 1, make)?;
        if found == Availability::BeingMade {
            self.shared_files.wait(key);
            let file = SharedFile { when: MakeWhen::Never, ..file };
            found = self.shared_files.find(store, &file, || 0, || Ok(Making::NotNow))?;
        }
        Ok(if found == Availability::There { links(&made_in, &directory) } else { Vec::new() })
    }

    fn compile_library(
        &self,
        described: &Described<'_>,
        library: &Library,
        made_in: &str,
        directory: &AbsPath,
    ) -> Result<Making, ExecutorError> {
        let name = format!("library.{}", described.entry.extensions.first().map_or("txt", String::as_str));
        let Some(path) = RelPath::parse(&name) else { return Ok(Making::Never) };
        let program = Program::of_file(path, Role::Validator, described.program.language.clone(), "");
        let described = Described { program: &program, ..*described };
        let files = BTreeMap::from([(name.clone(), Arc::from(library.program.as_bytes()))]);
        let meanings = OfBuild::of_one_file(self, &described, name);
        let result = self.run_by_table(&described, &meanings, files, &[made_in], Vec::new())?;
        if !result.status.is_success() {
            return Ok(if result.status.is_timeout() { Making::NotNow } else { Making::Never });
        }
        keep(self.context.machine.store(), made_in, directory, result.outputs)
    }
}

/// The directory that the variable names in a build, as outputs are asked for.
fn made_in(described: &Described<'_>, library: &Library) -> Option<String> {
    let value = described.entry.build_env.get(&library.variable)?;
    Some(format!("{}/", value.strip_prefix("{box}/")?))
}

/// What was kept stands where the compiler would make it, each directory by itself: it makes others beside them.
fn links(made_in: &str, directory: &AbsPath) -> Vec<(String, String)> {
    let kept = fs::read_dir(directory.as_path()).into_iter().flatten().flatten();
    let kept = kept.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let names = kept.filter_map(|entry| entry.file_name().into_string().ok());
    names.map(|name| (format!("{made_in}{name}"), directory.child(&name).to_string())).collect()
}

fn keep(
    store: &Store,
    made_in: &str,
    directory: &AbsPath,
    outputs: BTreeMap<String, File>,
) -> Result<Making, ExecutorError> {
    let failed = |error: std::io::Error| ExecutorError::Failed(format!("a compiled library cannot be kept ({error})"));
    for (path, mut file) in outputs {
        let Some(path) = path.strip_prefix(made_in).and_then(RelPath::parse) else { continue };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        store.put_header(&directory.child(path.as_str()), &bytes)?;
    }
    Ok(Making::Made(tempfile::tempfile().map_err(failed)?))
}
