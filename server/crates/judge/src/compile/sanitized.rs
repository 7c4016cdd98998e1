//! Programs with sanitizers: a build that reports reads and writes outside of objects, and what else has no meaning in C and
//! C++.
//!
//! Such a build is linked dynamically, since the sanitizers' libraries are, and not as a position-independent executable, so
//! that an address in a report is one of the file. Its settings are linked into it. No report is made readable by the program itself: it sees neither its own
//! file nor the sources. [`Builder::lines_of`] asks a tool of the compiler afterwards.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{Blob, ExecutorError, Requirements},
    language::Language,
    model::Program,
    path::RelPath,
    state::{Build, BuildMessage},
};

use super::{
    build::{Builder, WHOLE_PROGRAM},
    inputs,
    messages::Family,
    plan::{Compile, Variant},
    runnable::Runnable,
    toolchain::Compiler,
};

/// What such a program is compiled with beside its own flags. Sizes of objects are left to the address sanitizer, which knows
/// them better.
const FLAGS: [&str; 8] = [
    "-O1",
    "-g1",
    "-fno-omit-frame-pointer",
    "-no-pie",
    "-fno-pie",
    "-fsanitize=address,undefined",
    "-fno-sanitize=object-size",
    "-D_GLIBCXX_ASSERTIONS",
];
/// Flags of a usual build that do not go with them.
const WITHOUT: [&str; 5] = ["-static", WHOLE_PROGRAM, "-O1", "-O2", "-Wall"];
/// The directory in which its reports are left, in its working directory.
pub(crate) const LOG: &str = "sanitizer/";
/// What a program is linked with.
const SOURCE: &str = include_str!("sanitized.c");
/// Its name where it is compiled: no file of a folder begins like this.
const NAME: &str = ".sanitized.c";
/// The address space that such a program may reserve, bytes: its shadow alone is 16 TiB.
const ADDRESS_BYTES: u64 = 64 << 40;
/// The most addresses that are looked up at once.
pub(crate) const MAX_ADDRESSES: usize = 256;

/// Files and lines by address, the innermost call first.
pub(crate) type AddressLines = BTreeMap<u64, Vec<(RelPath, u32)>>;

/// What came of building a program with sanitizers.
pub(crate) enum SanitizedBuild {
    /// It can be run; the executable is there to look addresses up in.
    Ok(Box<Runnable>, Blob),
    /// The compiler has no sanitizers: a sentence with what to install.
    NoLibraries(String),
    /// It does not compile so; the first error.
    Failed(String),
}

/// Whether a program is one that was built with sanitizers.
pub(crate) fn is_sanitized(program: &Runnable) -> bool {
    program.requires.as_ref().is_some_and(|requires| requires.fixed_addresses)
}

impl Builder<'_> {
    /// Builds a program with sanitizers. `None` for programs in other languages than C and C++, and where no compiler is.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub(crate) fn build_sanitized(&self, program: &Program) -> Result<Option<SanitizedBuild>, ExecutorError> {
        let toolchain = self.context.toolchain;
        match (&program.language, &toolchain.cxx, &toolchain.cc) {
            (Language::Cpp, Some(compiler), _) => {
                self.first_sanitized(program, compiler, self.plans(program, compiler)).map(Some)
            }
            (Language::C, _, Some(compiler)) => {
                self.first_sanitized(program, compiler, [self.plan(program, compiler, None)].into_iter()).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn first_sanitized<'p>(
        &self,
        program: &Program,
        compiler: &Compiler,
        compiles: impl Iterator<Item = Compile<'p>>,
    ) -> Result<SanitizedBuild, ExecutorError> {
        let mut failure = None;
        for compile in compiles.map(sanitized) {
            match self.compile(&compile)? {
                Build::Ok { executable, .. } => {
                    let runnable = with_settings(self.runnable(program, executable)?, self.put_placeholder()?);
                    return Ok(SanitizedBuild::Ok(Box::new(runnable), executable));
                }
                Build::Failed { messages } if lacks_libraries(&messages) => {
                    return Ok(SanitizedBuild::NoLibraries(what_to_install(compiler)));
                }
                Build::Failed { messages } => {
                    failure.get_or_insert_with(|| first_error(messages));
                }
                Build::Skipped { reason } => return Ok(SanitizedBuild::Failed(reason)),
            }
        }
        Ok(SanitizedBuild::Failed(failure.unwrap_or_default()))
    }

    fn put_placeholder(&self) -> Result<Blob, ExecutorError> {
        Ok(self.context.machine.store().put(b"")?)
    }

    /// The files of the folder that the compiler was given for a program: its sources, and headers. A testlib.h is nobody's
    /// own.
    pub(crate) fn files_of(&self, program: &Program) -> BTreeSet<RelPath> {
        let include_dirs = self.include_dirs(program);
        let files = inputs::files(self.context.folder, program, &include_dirs, &self.headers.paths);
        let paths = files.into_keys().filter_map(|path| RelPath::parse(&path));
        paths.filter(|path| path.file_name() != "testlib.h").collect()
    }

    /// Whether there is a tool that says which lines addresses come from.
    pub(crate) fn has_symbolizer(&self) -> bool {
        self.context.toolchain.symbolizer.is_some()
    }

    /// Which tool says what lines addresses come from.
    pub(crate) fn symbolizer_identity(&self) -> Digest {
        let blob = |path| self.context.machine.store().file_blob(path);
        let tool = self.context.toolchain.symbolizer.as_ref().and_then(blob);
        tool.map_or(Digest([0; 32]), |tool| tool.digest)
    }

    /// The lines that addresses of a program with sanitizers come from, by address, the innermost call first, as far as they
    /// lie in `files`. Addresses of libraries have none. `None` where another time may tell more: the executable is gone, or the
    /// tool was stopped.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub(crate) fn lines_of(
        &self,
        executable: Blob,
        addresses: &[u64],
        files: &BTreeSet<RelPath>,
    ) -> Result<Option<AddressLines>, ExecutorError> {
        let mut lines = BTreeMap::new();
        let Some(symbolizer) = self.context.toolchain.symbolizer.as_ref().filter(|_| !addresses.is_empty()) else {
            return Ok(Some(lines));
        };
        let Some(bytes) = self.context.machine.store().get(executable.digest) else { return Ok(None) };
        let file = "program".to_owned();
        let mut args = vec!["-a".to_owned(), "-i".to_owned(), "-e".to_owned(), file.clone()];
        args.extend(addresses.iter().take(MAX_ADDRESSES).map(|address| format!("{address:#x}")));
        let result = self.run_compiler(symbolizer, args, BTreeMap::from([(file, bytes)]), Vec::new(), &[])?;
        if !result.status.is_success() {
            return Ok(None);
        }
        let mut at = None;
        for line in String::from_utf8_lossy(&result.stdout).lines() {
            match line.strip_prefix("0x") {
                Some(address) => at = u64::from_str_radix(address, 16).ok(),
                None => {
                    let Some(address) = at else { continue };
                    lines.entry(address).or_insert_with(Vec::new).extend(line_in(line, files));
                }
            }
        }
        Ok(Some(lines))
    }
}

/// The file that `path:line` of a symbolizer means, of those that a program was built from, however the compiler's own
/// directory stands before it. The path is the compiler's word.
fn line_in(place: &str, files: &BTreeSet<RelPath>) -> Option<(RelPath, u32)> {
    let (path, line) = place.split(" (").next()?.rsplit_once(':')?;
    let line = line.parse().ok().filter(|line| *line > 0)?;
    if path.starts_with("/usr/") {
        return None;
    }
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let ends = (0..parts.len().min(64)).filter_map(|skipped| RelPath::parse(&parts[skipped..].join("/")));
    let mut own = ends.filter(|path| files.contains(path));
    own.next().map(|path| (path, line))
}

/// The file that a path means as a whole, of those that a program was built from. What stands before `..` has to be a
/// directory of theirs, so that no other words can stand there.
pub(crate) fn file_in(path: &str, files: &BTreeSet<RelPath>) -> Option<RelPath> {
    let is_directory = |parts: &[&str]| {
        let directory = parts.join("/");
        files.iter().any(|file| file.as_str().strip_prefix(&directory).is_some_and(|rest| rest.starts_with('/')))
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| *part != ".").take(64) {
        match part {
            ".." if is_directory(&parts) => drop(parts.pop()),
            ".." => return None,
            part => parts.push(part),
        }
    }
    let whole = parts.join("/");
    files.iter().find(|file| file.as_str() == whole).cloned()
}

fn sanitized(mut compile: Compile<'_>) -> Compile<'_> {
    compile.key = KeyBuilder::new("sanitized 1").digest(compile.key).texts(FLAGS).text(SOURCE).finish();
    compile.flags.retain(|flag| !WITHOUT.contains(&flag.as_str()));
    compile.flags.extend(FLAGS.map(str::to_owned));
    compile.is_trial = true;
    compile.variant = Variant::Sanitized;
    compile
}

fn with_settings(mut runnable: Runnable, empty: Blob) -> Runnable {
    let placeholder = problem::executor::InputFile { blob: empty, executable: false };
    runnable.inputs.insert(format!("{LOG}.empty"), placeholder);
    let requires = runnable.requires.take().map(|requires| *requires).unwrap_or_default();
    runnable.requires = Some(Box::new(Requirements {
        address_bytes: Some(ADDRESS_BYTES),
        // The address sanitizer looks up where its stack is, and is told where that would be without chance.
        fixed_addresses: true,
        ..requires
    }));
    runnable
}

/// A further argument of a compile.
pub(super) fn arg() -> String {
    format!("./{NAME}")
}

/// Adds to the files of a compile what the program is linked with.
pub(super) fn lay(files: &mut BTreeMap<String, Arc<[u8]>>) {
    files.insert(NAME.to_owned(), SOURCE.as_bytes().into());
}

/// Whether a linker did not find what the sanitizers consist of. What a compiler says of a source has a place in it, or names a
/// file elsewhere.
fn lacks_libraries(messages: &[BuildMessage]) -> bool {
    let libraries = ["asan", "ubsan", "clang_rt"];
    let words = ["cannot find ", "cannot open ", "library not found"];
    messages.iter().filter(|message| message.place.is_none() && !message.text.contains(" (in ")).any(|message| {
        let has = |words: &[&str]| words.iter().any(|words| message.text.contains(words));
        has(&words) && has(&libraries)
    })
}

fn what_to_install(compiler: &Compiler) -> String {
    let packages = match compiler.family {
        Family::Gcc => "libasan and libubsan (on Debian and Ubuntu they come with g++, in libgcc-VERSION-dev)",
        Family::Clang => "compiler-rt (on Debian and Ubuntu libclang-rt-VERSION-dev)",
    };
    format!(
        "nothing that {} builds was run with sanitizers, since it does not find their libraries; install {packages}",
        compiler.path
    )
}

fn first_error(messages: Vec<BuildMessage>) -> String {
    let is_error = |message: &BuildMessage| message.severity == problem::finding::Severity::Error;
    messages.into_iter().find(is_error).map(|message| message.text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use problem::{finding::Severity, text::Place};

    use super::*;

    fn path(path: &str) -> RelPath {
        RelPath::parse(path).unwrap()
    }

    #[test]
    fn a_written_path_is_a_file_of_the_program_as_a_whole() {
        let files = BTreeSet::from([path("check.cpp"), path("lib/half.h"), path("tools/gen.cpp")]);
        let found = |path: &str| file_in(path, &files).map(|path| path.to_string());
        for (written, meant) in [
            ("check.cpp", "check.cpp"),
            ("./check.cpp", "check.cpp"),
            ("tools/../lib/half.h", "lib/half.h"),
            ("./lib/../check.cpp", "check.cpp"),
        ] {
            assert_eq!(found(written).as_deref(), Some(meant));
        }
        for written in ["/check.cpp", "x /check.cpp", "x/../check.cpp", "x ./check.cpp", "../check.cpp", "half.h", ""] {
            assert_eq!(found(written), None, "{written}");
        }
        assert_eq!(line_in("/made/here/./lib/half.h:7 (discriminator 2)", &files), Some((path("lib/half.h"), 7)));
        assert_eq!(line_in("/made/here/sol.cpp:7", &files), None);
        assert_eq!(line_in("/usr/include/check.cpp:7", &files), None);
    }

    #[test]
    fn only_a_linker_says_that_libraries_are_missing() {
        let message = |text: &str, place: Option<Place>| BuildMessage {
            severity: Severity::Error,
            place,
            text: text.to_owned(),
            related: Vec::new(),
        };
        assert!(lacks_libraries(&[message("cannot find -lasan: No such file or directory", None)]));
        let in_source = Place { path: path("sol.cpp"), range: Default::default() };
        assert!(!lacks_libraries(&[message("asan_cannot find me.h: No such file or directory", Some(in_source))]));
        assert!(!lacks_libraries(&[message("cannot find -lasan (in elsewhere.h)", None)]));
        assert!(!lacks_libraries(&[message("libasan.h: No such file or directory", None)]));
    }
}
