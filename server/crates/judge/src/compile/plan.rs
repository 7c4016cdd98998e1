//! What a program is compiled with, settled before anything runs.

use std::time::SystemTime;

use problem::{
    constants::Constants,
    digest::{Digest, KeyBuilder},
    executor::ExecutorError,
    language::{CppStandard, Language},
    model::{Program, Role},
    path::RelPath,
    state::Build,
};

use super::{
    build::{Builder, DEFAULT_STANDARD, FALLBACKS, WHOLE_PROGRAM},
    messages::Family,
    runnable::Runnable,
    toolchain::{Compiler, stack_flag},
};

/// A compile that has not been started.
pub(super) struct Compile<'a> {
    pub(super) program: &'a Program,
    pub(super) compiler: &'a Compiler,
    pub(super) standard: Option<CppStandard>,
    /// Another standard than the first choice is only tried.
    pub(super) is_trial: bool,
    pub(super) variant: Variant,
    pub(super) flags: Vec<String>,
    pub(super) key: Digest,
    /// When the key was made.
    pub(super) planned: SystemTime,
}

/// What a program is made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variant {
    /// Itself.
    Plain,
    /// A validator that writes inputs.
    Backwards,
    /// A program that takes many cases in one process.
    Harness,
    /// Itself with sanitizers, which report what it does that has no meaning.
    Sanitized,
}

impl Compile<'_> {
    /// Whether what the compiler says of the files that it read is about the program and nothing else.
    pub(super) fn is_one_source(&self) -> bool {
        self.program.sources.len() == 1 && !matches!(self.variant, Variant::Harness | Variant::Sanitized)
    }
}

impl Builder<'_> {
    /// The compile of a C++ program that is tried before others.
    pub(super) fn first_plan<'p>(&self, program: &'p Program, compiler: &'p Compiler) -> Compile<'p> {
        self.plan(program, compiler, Some(program.standard.unwrap_or(DEFAULT_STANDARD)))
    }

    pub(super) fn plan<'p>(
        &self,
        program: &'p Program,
        compiler: &'p Compiler,
        standard: Option<CppStandard>,
    ) -> Compile<'p> {
        let planned = SystemTime::now();
        let flags = self.flags(program, compiler, standard);
        let mut key = KeyBuilder::new("compile 4")
            .digest(compiler.identity)
            .digest(self.headers.listing)
            .digest(self.context.testlib.digest)
            .texts(flags.iter().map(String::as_str))
            .text(program.name());
        for (name, value) in self.constants(program).into_iter().flat_map(Constants::iter) {
            key = key.text("constant").text(name).text(value);
        }
        for source in &program.sources {
            key = key.text(source.as_str()).digest(self.digest(source));
        }
        let (is_trial, variant) = (false, Variant::Plain);
        Compile { program, compiler, standard, is_trial, variant, flags, key: key.finish(), planned }
    }

    /// The compiles of a C++ program in the order in which they are tried.
    pub(super) fn plans<'p>(&self, program: &'p Program, compiler: &'p Compiler) -> impl Iterator<Item = Compile<'p>> {
        let declared = self.first_plan(program, compiler);
        let others = FALLBACKS.into_iter().map(move |standard| self.plan(program, compiler, Some(standard)));
        [declared].into_iter().chain(others)
    }

    /// How to run what the first of some compiles makes that works.
    pub(super) fn first_that_compiles<'p>(
        &self,
        program: &Program,
        compiles: impl Iterator<Item = Compile<'p>>,
    ) -> Result<Option<Runnable>, ExecutorError> {
        for compile in compiles {
            if let Build::Ok { executable, .. } = self.compile(&compile)? {
                return self.runnable(program, executable).map(Some);
            }
        }
        Ok(None)
    }

    /// The flags that change what is built. The directory of the header that we bring is not among them.
    pub(super) fn flags(&self, program: &Program, compiler: &Compiler, standard: Option<CppStandard>) -> Vec<String> {
        let mut flags = vec![match standard {
            Some(standard) => format!("-std=gnu++{}", standard.year()),
            None => "-std=gnu17".to_owned(),
        }];
        match program.role {
            Role::Solution => flags.extend(["-O2", "-DONLINE_JUDGE"].map(str::to_owned)),
            Role::Generator | Role::Validator | Role::Checker | Role::Interactor | Role::Grader => {
                flags.extend(["-O1", "-Wall"].map(str::to_owned));
                // Code for what a tool does not use of testlib.h would be most of it.
                if program.sources.len() == 1 && compiler.family == Family::Gcc && program.language == Language::Cpp {
                    flags.push(WHOLE_PROGRAM.to_owned());
                }
            }
        }
        if compiler.links_statically {
            flags.push("-static".to_owned());
        }
        flags.extend(stack_flag());
        flags.extend(self.context.flags.iter().cloned());
        flags.extend(self.context.problem.defines.iter().map(|define| format!("-D{define}")));
        flags.extend(self.include_dirs(program).iter().map(|directory| {
            let directory = if directory.is_root() { "." } else { directory.as_str() };
            format!("-I{directory}")
        }));
        flags
    }

    /// The directories of the problem, then the one with the folder's own testlib.h that is nearest to the program.
    pub(super) fn include_dirs(&self, program: &Program) -> Vec<RelPath> {
        let mut directories = self.context.problem.include_dirs.clone();
        directories.extend(self.headers.nearest_testlib(program).filter(|directory| !directories.contains(directory)));
        directories
    }

    /// The testlib.h of the folder's own that a program is built with.
    pub fn own_testlib(&self, program: &Program) -> Option<RelPath> {
        self.headers.nearest_testlib(program)?.join("testlib.h")
    }
}
