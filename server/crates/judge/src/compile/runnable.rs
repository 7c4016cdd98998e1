//! How programs that were built are run.

use std::collections::BTreeMap;

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{Blob, ExecutorError, IN_PLACE, InputFile},
    language::Language,
    model::Program,
};

use super::{build::Builder, modules, scripts};

/// What a program is run with: arguments to put before its own, and the files it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Runnable {
    /// `./name`, or an interpreter and its script.
    pub args: Vec<String>,
    /// Files in the working directory.
    pub inputs: BTreeMap<String, InputFile>,
    /// The environment.
    pub env: BTreeMap<String, String>,
    /// Changes whenever what runs does.
    pub identity: Digest,
}

impl Builder<'_> {
    /// How to run a program that was built.
    ///
    /// # Errors
    /// When its files cannot be put into the cache.
    pub fn runnable(&self, program: &Program, executable: Blob) -> Result<Runnable, ExecutorError> {
        let mut inputs = BTreeMap::new();
        let mut env = BTreeMap::new();
        let args = if program.language == Language::Scripts {
            inputs = self.unpacked(executable)?;
            env = scripts::environment();
            vec![IN_PLACE.to_owned()]
        } else if program.language == Language::Python {
            let script = modules::started(program);
            for (name, path) in modules::files(self.context.folder, program) {
                let bytes = self.contents(program, &path).unwrap_or_default();
                let blob = self.context.machine.store().put(&bytes)?;
                inputs.insert(name, InputFile { blob, executable: false });
            }
            env.insert("PYTHONHASHSEED".to_owned(), "0".to_owned());
            env.insert("LC_ALL".to_owned(), "C.UTF-8".to_owned());
            vec!["python3".to_owned(), "-B".to_owned(), script]
        } else {
            let name = program.name().to_owned();
            inputs.insert(name.clone(), InputFile { blob: executable, executable: true });
            vec![format!("./{name}")]
        };
        if self.context.allows_scripts {
            // Programs see and may do more then, so what they come to is kept apart.
            env.insert("TOUCHSTONE_ALLOWS_SCRIPTS".to_owned(), "1".to_owned());
        }
        let mut identity = KeyBuilder::new("runnable 2").texts(args.iter().map(String::as_str));
        for (name, file) in &inputs {
            identity = identity.text(name).digest(file.blob.digest);
        }
        if self.context.allows_scripts {
            identity = identity.text("scripts are allowed");
        }
        if program.language == Language::Python {
            let interpreter = self.context.toolchain.python.as_ref().map_or(Digest([0; 32]), |python| python.identity);
            identity = identity.digest(interpreter);
        }
        Ok(Runnable { args, inputs, env, identity: identity.finish() })
    }
}
