//! Programs that take many cases in one process, for whoever tries very many inputs: linked with a `main` that calls the
//! program's own in a copy of the process for each case.
//!
//! Invariant: nothing that is told to a person rests on such a run. A program that looks at its process can tell it from a run
//! of its own.

use std::{collections::BTreeMap, sync::Arc};

use problem::{digest::KeyBuilder, executor::ExecutorError, language::Language, model::Program};

use super::{
    build::Builder,
    messages::Family,
    plan::{Compile, Variant},
    runnable::Runnable,
};

/// What a program is linked with.
const SOURCE: &str = include_str!("harness.c");
/// Its name where it is compiled: no file of a folder begins like this.
const NAME: &str = ".harness.c";
/// Has the linker put the `main` of the harness before the program's own.
const WRAP: &str = "-Wl,--wrap=main";

/// Has a program tell where it comes, and the harness write that down.
const PLACES: [&str; 2] = ["-fsanitize-coverage=trace-pc", "-DTOUCHSTONE_PLACES"];

impl Builder<'_> {
    /// Builds a program so that it takes many cases in one process and tells which places it came to in each. `None` where
    /// that cannot be done, as with compilers other than GCC from 12 on.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub(crate) fn build_traced(&self, program: &Program) -> Result<Option<Runnable>, ExecutorError> {
        let compiler = self.context.toolchain.cxx.as_ref().filter(|compiler| compiler.family == Family::Gcc);
        let (Language::Cpp, Some(compiler)) = (&program.language, compiler) else { return Ok(None) };
        let traced = |compile| {
            let mut compile: Compile<'_> = harness(compile);
            compile.flags.extend(PLACES.map(str::to_owned));
            compile.key = KeyBuilder::new("traced 1").digest(compile.key).finish();
            compile
        };
        self.first_that_compiles(program, self.plans(program, compiler).map(traced))
    }

    /// Builds a program so that it takes many cases in one process. `None` where that cannot be done: it is in no language that
    /// is linked, or not for this linker.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub(crate) fn build_harness(&self, program: &Program) -> Result<Option<Runnable>, ExecutorError> {
        let toolchain = self.context.toolchain;
        match (&program.language, &toolchain.cxx, &toolchain.cc) {
            (Language::Cpp, Some(compiler), _) => {
                self.first_that_compiles(program, self.plans(program, compiler).map(harness))
            }
            (Language::C, _, Some(compiler)) => {
                self.first_that_compiles(program, [harness(self.plan(program, compiler, None))].into_iter())
            }
            _ => Ok(None),
        }
    }
}

fn harness(mut compile: Compile<'_>) -> Compile<'_> {
    compile.key = KeyBuilder::new("harness 2").text(SOURCE).digest(compile.key).finish();
    compile.is_trial = true;
    compile.variant = Variant::Harness;
    compile
}

/// Further arguments of a compile.
pub(super) fn args() -> [String; 2] {
    [WRAP.to_owned(), format!("./{NAME}")]
}

/// Adds to the files of a compile what the program is linked with.
pub(super) fn lay(files: &mut BTreeMap<String, Arc<[u8]>>) {
    files.insert(NAME.to_owned(), SOURCE.as_bytes().into());
}
