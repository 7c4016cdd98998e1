//! Validators that run backwards: built with the generative mode of our header, they write inputs that they accept.

use std::{collections::BTreeMap, sync::Arc};

use problem::{
    digest::KeyBuilder,
    executor::ExecutorError,
    language::Language,
    model::{Program, Role},
};

use super::{
    build::Builder,
    plan::{Compile, Variant},
    runnable::Runnable,
};

/// Turns the mode on.
const GENERATIVE: &str = "-DTESTLIB_GENERATIVE";

impl Builder<'_> {
    /// Builds a validator so that it writes inputs instead of reading one. `None` where that cannot be done: it is no program
    /// of testlib, or does not compile so.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub fn build_backwards(&self, validator: &Program) -> Result<Option<Runnable>, ExecutorError> {
        let Some(compiler) = &self.context.toolchain.cxx else { return Ok(None) };
        if validator.role != Role::Validator || validator.language != Language::Cpp {
            return Ok(None);
        }
        self.first_that_compiles(validator, self.plans(validator, compiler).map(backwards))
    }

    /// What the files of a compile are where a validator is built backwards: whatever testlib.h it includes is ours.
    pub(super) fn with_our_testlib(&self, files: &mut BTreeMap<String, Arc<[u8]>>) {
        let ours: Arc<[u8]> =
            format!("#include \"{}/testlib.h\"\n", self.context.testlib.directory).into_bytes().into();
        let is_one = |path: &str| path.rsplit('/').next() == Some("testlib.h");
        files.iter_mut().filter(|(path, _)| is_one(path)).for_each(|(_, bytes)| *bytes = Arc::clone(&ours));
    }
}

fn backwards(mut compile: Compile<'_>) -> Compile<'_> {
    compile.key = KeyBuilder::new("backwards 1").digest(compile.key).finish();
    compile.flags.push(GENERATIVE.to_owned());
    compile.is_trial = true;
    compile.variant = Variant::Backwards;
    compile
}
