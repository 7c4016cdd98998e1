//! What a compile takes from what was compiled beforehand: a precompiled header, and the bodies of testlib.h.
//!
//! With `TESTLIB_SPLIT` our header only declares, and the bodies come from an archive that is made once per compiler and
//! flags. The linker takes them from there only for a program that lacks them: one that defines a macro which changes
//! bodies has its own. The bodies are compiled as the tools are; more optimization makes them 4% faster and takes half
//! as long again to compile.
//!
//! What cannot be linked is compiled again with all bodies in it. So is everything when there are no bodies: the folder
//! has its own `testlib.h`, a configured one has no `testlib.cpp` beside it, there is no `ar`, or the bodies do not
//! compile. A standard that is only tried, because another one failed, makes nothing beforehand. A compile that finds
//! the bodies in the making makes the precompiled header meanwhile, then waits for them.

use std::{
    collections::BTreeMap,
    io::{self, Read as _},
    thread,
};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{ExecutorError, ExitStatus},
    language::Language,
    model::{Program, Role},
    path::AbsPath,
};

use super::{
    build::{Builder, Help, WHOLE_PROGRAM},
    inputs,
    messages::Family,
    plan::Compile,
    precompiled::{self, Header, Precompiled, Recipe},
    shared_files::{Availability, MakeWhen, Making, SharedFile},
    toolchain::EXECUTABLE,
};
use crate::local::CompilerResult;

/// Makes our header declare only.
const SPLIT: &str = "-DTESTLIB_SPLIT";

/// So many programs of a folder gain in a first check what making it costs: with g++ 12 a header costs 3.7 s and saves
/// 1.1 s for each solution, and bodies with their header cost 4.1 s and save 0.83 s for each tool.
const HEADER_WORTH: usize = 4;
const BODIES_WORTH: usize = 5;
/// With no more cores than this, to wait for a header is shorter than to compile without it: there was something else to
/// compile first.
const FEW_CORES: usize = 4;

/// The bodies of testlib.h for a set of flags.
struct Bodies {
    file: AbsPath,
    key: Digest,
    flags: Vec<String>,
}

impl Builder<'_> {
    /// What there is for a compile, after making what is worth it.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub(super) fn help(&self, compile: &Compile<'_>) -> Result<Help, ExecutorError> {
        self.help_when(compile, MakeWhen::WantedAgain, MakeWhen::WantedEarlier)
    }

    /// Makes what the next compiles of the folder's programs can be helped with, while nobody waits for any.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub fn make_ahead(&self) -> Result<(), ExecutorError> {
        let Some(compiler) = &self.context.toolchain.cxx else { return Ok(()) };
        let programs = self.context.problem.programs.iter().filter(|program| program.language == Language::Cpp);
        for program in programs {
            self.help_when(&self.first_plan(program, compiler), MakeWhen::Now, MakeWhen::Now)?;
        }
        Ok(())
    }

    fn help_when(&self, compile: &Compile<'_>, headers: MakeWhen, archives: MakeWhen) -> Result<Help, ExecutorError> {
        let Some(bodies) = self.bodies(compile) else {
            return self.precompiled(compile, None, headers);
        };
        let mut found = self.find_bodies(compile, &bodies, archives)?;
        if found != Availability::Absent {
            // While another compile makes the bodies, there is time for the header.
            let help = self.precompiled(compile, Some(SPLIT), headers)?;
            if found == Availability::BeingMade {
                self.shared_files.wait(bodies.key);
                found = self.find_bodies(compile, &bodies, archives)?;
            }
            if found == Availability::There {
                return Ok(Help { macros: Some(SPLIT.to_owned()), bodies: Some(bodies.file), ..help });
            }
        }
        // A precompiled header with all bodies will be of no use once these are there.
        let cannot_be_made = self.context.machine.store().built::<bool>(bodies.key) == Some(false);
        self.precompiled(compile, None, if cannot_be_made { headers } else { MakeWhen::Never })
    }

    /// The bodies that a compile can be linked with.
    fn bodies(&self, compile: &Compile<'_>) -> Option<Bodies> {
        if !self.wants_bodies(compile.program) {
            return None;
        }
        let is_for_all = |flag: &&String| !flag.starts_with("-I") && *flag != WHOLE_PROGRAM;
        let flags: Vec<String> = compile.flags.iter().filter(is_for_all).cloned().collect();
        let key = KeyBuilder::new("bodies 1")
            .digest(compile.compiler.identity)
            .digest(self.context.testlib.digest)
            .texts(flags.iter().map(String::as_str))
            .finish();
        let file = precompiled::directory(self.context.machine.store(), key).child("libtestlib.a");
        Some(Bodies { file, key, flags })
    }

    /// Whether a program takes functions from the header that we bring, and that header can do without their bodies.
    fn wants_bodies(&self, program: &Program) -> bool {
        let context = &self.context;
        context.testlib.bodies.is_some()
            && context.toolchain.archiver.is_some()
            && program.language == Language::Cpp
            && program.role != Role::Solution
            && self.headers.nearest_testlib(program).is_none()
            && inputs::includes(context.folder, program, &self.include_dirs(program), "testlib.h")
    }

    fn find_bodies(
        &self,
        compile: &Compile<'_>,
        bodies: &Bodies,
        when: MakeWhen,
    ) -> Result<Availability, ExecutorError> {
        let when = if compile.is_trial { MakeWhen::Never } else { when };
        let file = SharedFile { path: &bodies.file, key: bodies.key, worth_at_once: BODIES_WORTH, when };
        let n_wanted = || self.context.problem.programs.iter().filter(|program| self.wants_bodies(program)).count();
        self.shared_files.find(self.context.machine.store(), &file, n_wanted, || self.make_bodies(compile, bodies))
    }

    fn make_bodies(&self, compile: &Compile<'_>, bodies: &Bodies) -> Result<Making, ExecutorError> {
        let context = &self.context;
        let (Some(source), Some(archiver)) = (&context.testlib.bodies, &context.toolchain.archiver) else {
            return Ok(Making::Never);
        };
        let mut args = bodies.flags.clone();
        args.extend(["-w", "-pipe", "-c", &source.to_string(), "-o", EXECUTABLE].map(str::to_owned));
        let compiled = self.run_compiler(&compile.compiler.path, args, BTreeMap::new(), Vec::new(), &[EXECUTABLE])?;
        let mut object = match making(compiled) {
            Making::Made(object) => object,
            other => return Ok(other),
        };
        let mut bytes = Vec::new();
        let read = object.read_to_end(&mut bytes);
        read.map_err(|error: io::Error| ExecutorError::Failed(format!("an object file cannot be read ({error})")))?;
        let name = "testlib.o";
        let args = ["rcs", EXECUTABLE, name].map(str::to_owned).to_vec();
        let files = BTreeMap::from([(name.to_owned(), bytes.into())]);
        Ok(making(self.run_compiler(archiver, args, files, Vec::new(), &[EXECUTABLE])?))
    }

    /// The precompiled header that a compile can begin with, made with one macro more.
    fn precompiled(&self, compile: &Compile<'_>, with: Option<&str>, when: MakeWhen) -> Result<Help, ExecutorError> {
        let (folder, testlib) = (self.context.folder, self.context.testlib);
        let store = self.context.machine.store();
        let Some(header) = self.header(compile.program).filter(|_| compile.compiler.family == Family::Gcc) else {
            return Ok(Help::default());
        };
        let is_kept = |flag: &&String| !flag.starts_with("-I") && (with.is_none() || *flag != WHOLE_PROGRAM);
        let flags = compile.flags.iter().filter(is_kept).cloned();
        let flags: Vec<String> = flags.chain(with.map(str::to_owned)).collect();
        let key = precompiled::key(&header, compile.compiler, &flags, testlib.digest, folder);
        let Some((file, how)) = header.place(store, key) else { return Ok(Help::default()) };
        let make = || -> Result<Making, ExecutorError> {
            let Some(Recipe { files, source }) = header.recipe(&testlib.directory, folder) else {
                return Ok(Making::Never);
            };
            let mut args = flags.clone();
            args.extend(["-x", "c++-header", &source, "-o", EXECUTABLE].map(str::to_owned));
            self.run_compiler(&compile.compiler.path, args, files, Vec::new(), &[EXECUTABLE]).map(making)
        };
        let wants_it = |program: &&Program| {
            program.language == Language::Cpp
                && (program.role == Role::Solution) == (compile.program.role == Role::Solution)
                && self.header(program).as_ref() == Some(&header)
        };
        let n_wanted = || self.context.problem.programs.iter().filter(wants_it).count();
        let when = if compile.is_trial { MakeWhen::Never } else { when };
        let file = SharedFile { path: &file, key, worth_at_once: HEADER_WORTH, when };
        let mut found = self.shared_files.find(store, &file, n_wanted, make)?;
        if found == Availability::BeingMade
            && thread::available_parallelism().is_ok_and(|cores| cores.get() <= FEW_CORES)
        {
            self.shared_files.wait(key);
            found = self.shared_files.find(
                store,
                &SharedFile { when: MakeWhen::Never, ..file },
                || 0,
                || Ok(Making::NotNow),
            )?;
        }
        if found != Availability::There {
            return Ok(Help::default());
        }
        Ok(match how {
            Precompiled::Directory(directory) => Help { search: Some(format!("-I{directory}")), ..Help::default() },
            Precompiled::Link { at, target } => Help { links: vec![(at, target.to_string())], ..Help::default() },
        })
    }

    fn header(&self, program: &Program) -> Option<Header> {
        let [source] = &program.sources[..] else { return None };
        // A folder that brings its own standard header gets it.
        let brings_standard = self.headers.paths.iter().any(|path| path.as_str().ends_with("bits/stdc++.h"));
        let own = self.headers.nearest_testlib(program);
        precompiled::header_of(self.context.folder, source, own.as_ref())
            .filter(|header| *header != Header::Standard || !brings_standard)
    }
}

/// A tool that ends by itself without its product would do so again.
fn making(mut result: CompilerResult) -> Making {
    match (result.status, result.outputs.pop_first().map(|(_, file)| file)) {
        (ExitStatus::Exited(0), Some(file)) => Making::Made(file),
        (ExitStatus::Exited(_), _) => Making::Never,
        (_, _) => Making::NotNow,
    }
}
