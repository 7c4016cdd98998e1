//! Building one program.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    io,
    sync::Arc,
};

use problem::{
    constants::Constants,
    digest::{Digest, KeyBuilder},
    executor::{ExecutorError, ExitStatus},
    finding::Severity,
    folder::Folder as _,
    language::{CppStandard, Language},
    languages,
    model::{Problem, Program},
    path::{AbsPath, RelPath},
    settings::Caps,
    state::{Build, BuildMessage},
};

use super::{
    by_table::Described,
    depfile, harness,
    headers::Headers,
    inputs,
    messages::{CompilerMessage, CountedEnds, Dialect, Family, flags, parse},
    places::Places,
    plan::{Compile, Variant},
    sanitized,
    shared_files::SharedFiles,
    stand_in::{self, StandIn},
    toolchain::{Compiler, EXECUTABLE, GOLD, TEMPORARY, Toolchain, tool_environment},
};
use crate::{
    disk::folder::DiskFolder,
    local::{CompilerCommand, CompilerResult},
    machine::Machine,
    testlib::TestlibHeader,
};

/// The standard of programs whose manifest declares none.
pub(super) const DEFAULT_STANDARD: CppStandard = CppStandard::Cpp20;
/// Tried in this order when the first choice does not compile; where that is newer than the compiler, the next newest first.
pub(super) const FALLBACKS: [CppStandard; 5] =
    [CppStandard::Cpp17, CppStandard::Cpp20, CppStandard::Cpp14, CppStandard::Cpp23, CppStandard::Cpp11];

/// What all builds of a folder share.
#[derive(Clone)]
pub struct BuildContext<'a> {
    /// The folder.
    pub folder: &'a DiskFolder,
    /// The problem that the folder holds.
    pub problem: &'a Problem,
    /// The tools.
    pub toolchain: &'a Toolchain,
    /// Runs the tools.
    pub machine: &'a dyn Machine,
    /// The header to use where the folder brings none.
    pub testlib: &'a TestlibHeader,
    /// The user's further flags for every C and C++ compile.
    pub flags: &'a [String],
    /// The most that runs of solutions get.
    pub caps: Caps,
    /// The person has allowed scripts of packages.
    pub allows_scripts: bool,
}

/// Builds the programs of one folder.
pub struct Builder<'a> {
    pub(super) context: BuildContext<'a>,
    pub(super) headers: Headers,
    pub(super) shared_files: SharedFiles,
}

/// What a compile is helped with.
#[derive(Default)]
pub(super) struct Help {
    /// Where to search for headers first.
    pub(super) search: Option<String>,
    /// Further macros.
    pub(super) macros: Option<String>,
    /// Where links stand, in the working directory, and what they say.
    pub(super) links: Vec<(String, String)>,
    /// The archive to link with.
    pub(super) bodies: Option<AbsPath>,
    /// The flag that names a quicker linker than the compiler's own.
    pub(super) linker: Option<&'static str>,
}

/// What a compile came to.
struct Compiled {
    build: Build,
    dependencies: Vec<String>,
    /// It would come to the same the next time.
    is_lasting: bool,
}

/// What a single source is compiled with; its bodies are for all.
pub(super) const WHOLE_PROGRAM: &str = "-fwhole-program";
/// Where a compiler leaves what it makes, in its working directory: no file of a folder begins like this.
pub(super) const PRODUCTS: &str = ".out";
const RULES: &str = ".out/rules";
/// Stands among the dependencies of a failed build for the names of all files of the folder.
const EVERY_NAME: &str = "*";

impl<'a> Builder<'a> {
    /// A builder for one folder.
    pub fn new(context: BuildContext<'a>) -> Builder<'a> {
        Builder { headers: Headers::of(context.folder), context, shared_files: SharedFiles::default() }
    }

    /// Builds a program, or finds its build in the cache.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation; a program that does not compile is a result.
    pub fn build(&self, program: &Program) -> Result<Build, ExecutorError> {
        match &program.language {
            Language::Cpp => match &self.context.toolchain.cxx {
                Some(compiler) => self.build_cpp(program, compiler),
                None => Ok(skipped("no C++ compiler was found; install g++, or name one with `cxx` in config.toml")),
            },
            Language::C => match &self.context.toolchain.cc {
                Some(compiler) => self.compile(&self.plan(program, compiler, None)),
                None => Ok(skipped("no C compiler was found; install gcc, or name one with `cc` in config.toml")),
            },
            Language::Python => self.build_python(program),
            Language::Checktestdata => self.build_checktestdata(program),
            Language::Scripts => self.build_scripts(program),
            Language::Other(name) => match Described::of(program) {
                Some(described) => self.build_by_table(&described),
                None => Ok(skipped(&not_run(name))),
            },
        }
    }

    /// Tries the declared standard, or the default one, and then the others. Where another one compiles, the messages are its
    /// own and a note; where none does, those of the first.
    fn build_cpp(&self, program: &Program, compiler: &Compiler) -> Result<Build, ExecutorError> {
        let first = program.standard.unwrap_or(DEFAULT_STANDARD);
        let build = self.compile(&self.first_plan(program, compiler))?;
        if !matches!(build, Build::Failed { .. }) {
            return Ok(build);
        }
        let mut others = FALLBACKS.to_vec();
        if first == CppStandard::Cpp26 {
            others.sort_by(|one, other| other.cmp(one));
        }
        for standard in others.into_iter().filter(|&standard| standard != first) {
            let second = self.compile(&Compile { is_trial: true, ..self.plan(program, compiler, Some(standard)) })?;
            if let Build::Ok { executable, standard: used, mut messages } = second {
                messages.push(fallback_note(program, first, standard));
                return Ok(Build::Ok { executable, standard: used, messages });
            }
        }
        Ok(build)
    }

    /// The contents of a file outside the folder that a source includes.
    fn outside(&self, path: &str) -> Digest {
        let place = AbsPath::new(self.place(path));
        let blob = place.and_then(|place| self.context.machine.store().file_blob(&place));
        blob.map_or(Digest([0; 32]), |blob| blob.digest)
    }

    /// The constants that are put into the sources of a program; none where they are not.
    pub(super) fn constants(&self, program: &Program) -> Option<&Constants> {
        let constants = &self.context.problem.constants;
        (Constants::are_put_into(program.role) && !constants.is_empty()).then_some(constants)
    }

    /// A file of a program as it is built.
    pub(crate) fn contents(&self, program: &Program, path: &RelPath) -> Option<Arc<[u8]>> {
        let bytes = self.context.folder.bytes(path)?;
        Some(match self.constants(program) {
            Some(constants) => constants.put_into_bytes(bytes),
            None => bytes,
        })
    }

    pub(super) fn digest(&self, path: &RelPath) -> Digest {
        self.context.folder.blob(path).map_or(Digest([0; 32]), |blob| blob.digest)
    }

    /// What depends on the contents of the headers that the last build of this key included.
    fn full_key(&self, key: Digest, dependencies: &[String]) -> Digest {
        let mut full = KeyBuilder::new("build 2").digest(key);
        for path in dependencies {
            let digest = match RelPath::parse(path) {
                _ if path == EVERY_NAME => self.headers.every_name,
                Some(inside) if self.context.folder.has(&inside) => self.digest(&inside),
                Some(_) | None => self.outside(path),
            };
            full = full.text(path).digest(digest);
        }
        full.finish()
    }

    pub(super) fn compile(&self, compile: &Compile<'_>) -> Result<Build, ExecutorError> {
        let store = self.context.machine.store();
        if let Some(dependencies) = store.built::<Vec<String>>(compile.key)
            && let Some(build) = store.built::<Build>(self.full_key(compile.key, &dependencies))
            && self.is_at_hand(&build)
        {
            return Ok(build);
        }
        let Compiled { build, dependencies, is_lasting } = self.compile_anew(compile)?;
        if is_lasting && !self.changed_since(compile, &dependencies) {
            store.put_result(compile.key, &dependencies);
            store.put_result(self.full_key(compile.key, &dependencies), &build);
        }
        Ok(build)
    }

    /// Whether a source or header was touched after the keys were made: nobody knows then which contents were compiled.
    fn changed_since(&self, compile: &Compile<'_>, dependencies: &[String]) -> bool {
        let sources = compile.program.sources.iter().map(RelPath::as_str);
        let files = sources.chain(dependencies.iter().map(String::as_str).filter(|path| *path != EVERY_NAME));
        let is_made = |path: &str| RelPath::parse(path).is_some_and(|path| !self.context.folder.is_on_disk(&path));
        let mut there = files.filter(|path| !is_made(path));
        there.any(|path| crate::store::changed_since(&self.place(path), compile.planned))
    }

    /// Where a path that the compiler wrote lies: its working directory stands for the folder.
    fn place(&self, path: &str) -> std::path::PathBuf {
        let folder = self.context.folder;
        let above = RelPath::parse(path).filter(|path| path.from_above().0 > 0);
        above.map_or_else(|| folder.root().as_path().join(path), |path| folder.at(&path).as_path().to_owned())
    }

    fn is_at_hand(&self, build: &Build) -> bool {
        match build {
            Build::Ok { executable, .. } => self.context.machine.store().holds_executable(*executable),
            Build::Failed { .. } | Build::Skipped { .. } => true,
        }
    }

    fn compile_anew(&self, compile: &Compile<'_>) -> Result<Compiled, ExecutorError> {
        let one_source = compile.is_one_source();
        // What is compiled beforehand is compiled otherwise.
        let mut help = match compile.variant {
            Variant::Backwards | Variant::Sanitized => Help::default(),
            Variant::Plain | Variant::Harness => self.help(compile)?,
        };
        if compile.compiler.has_gold && compile.variant != Variant::Sanitized {
            help.linker = Some(GOLD);
        }
        let may_hinder = help.bodies.is_some() || help.linker.is_some();
        let mut result = self.compile_with(compile, help)?;
        let messages = |result: &CompilerResult| {
            let compiler = compile.compiler;
            let ends = match compiler.family {
                Family::Gcc => CountedEnds::Lf,
                Family::Clang => CountedEnds::Every,
            };
            self.messages(compile.program, compiler.dialect, ends, result)
        };
        let mut said = messages(&result);
        // A source that makes other types of what the bodies were compiled with has to bring its own. What the usual linker
        // can do and how it says what is wrong counts, too.
        if may_hinder && !result.status.is_success() && !said.iter().any(is_of_source) {
            result = self.compile_with(compile, Help::default())?;
            said = messages(&result);
        }
        let stand_ins = stand_in::find(self.context.folder, compile.program, &self.include_dirs(compile.program));
        said.extend(stand_ins.iter().filter_map(StandIn::message));
        let rules =
            result.outputs.remove(RULES).filter(|_| one_source).and_then(|rules| io::read_to_string(rules).ok());
        let build = match result.outputs.remove(EXECUTABLE).filter(|_| result.status.is_success()) {
            Some(executable) => {
                let executable = self.context.machine.store().adopt_executable(executable)?;
                Build::Ok { executable, standard: compile.standard, messages: said }
            }
            None => Build::Failed { messages: with_cause(said, &result) },
        };
        let mut dependencies = self.dependencies(compile.program, rules.as_deref());
        if matches!(build, Build::Failed { .. }) {
            dependencies.push(EVERY_NAME.to_owned());
        }
        let is_lasting = is_lasting(&build, &result);
        Ok(Compiled { build, dependencies, is_lasting })
    }

    fn compile_with(&self, compile: &Compile<'_>, help: Help) -> Result<CompilerResult, ExecutorError> {
        let is_split = help.bodies.is_some();
        // A function that the program defines although the header has it would only hide that one.
        let flags_here = compile.flags.iter().filter(|flag| !is_split || *flag != WHOLE_PROGRAM).cloned();
        // Of two linkers the one named later is taken, which is the user's.
        let linker = help.linker.map(str::to_owned);
        let mut args: Vec<String> = help.search.into_iter().chain(linker).chain(flags_here).collect();
        args.extend(help.macros);
        args.extend(flags(compile.compiler.dialect, compile.compiler.family).iter().map(|&flag| flag.to_owned()));
        args.extend([format!("-I{}", self.context.testlib.directory), "-pipe".to_owned()]);
        if compile.is_one_source() {
            args.extend(["-MMD", "-MF", RULES].map(str::to_owned));
        }
        let include_dirs = self.include_dirs(compile.program);
        let stand_ins = stand_in::find(self.context.folder, compile.program, &include_dirs);
        args.extend(stand_ins.iter().map(StandIn::flag));
        args.extend(["-o", EXECUTABLE].map(str::to_owned));
        args.extend(compile.program.sources.iter().map(|source| format!("./{source}")));
        if compile.variant == Variant::Harness {
            args.extend(harness::args());
        }
        if compile.variant == Variant::Sanitized {
            args.push(sanitized::arg());
        }
        args.extend(help.bodies.map(|archive| archive.to_string()));
        args.push("-lm".to_owned());
        let mut files = inputs::files(self.context.folder, compile.program, &include_dirs, &self.headers.paths);
        if let Some(constants) = self.constants(compile.program) {
            files.values_mut().for_each(|bytes| *bytes = constants.put_into_bytes(Arc::clone(bytes)));
        }
        files.extend(stand_ins.iter().flat_map(StandIn::files));
        match compile.variant {
            Variant::Plain => {}
            Variant::Backwards => self.with_our_testlib(&mut files),
            Variant::Harness => harness::lay(&mut files),
            Variant::Sanitized => sanitized::lay(&mut files),
        }
        self.run_compiler(&compile.compiler.path, args, files, help.links, &[EXECUTABLE, RULES])
    }

    /// The files that a build depends on beside its sources: those of the folder by their paths in it, others as the
    /// compiler names them. Without the compiler's word on it: all headers, and what lies beside the sources.
    fn dependencies(&self, program: &Program, rules: Option<&str>) -> Vec<String> {
        let named: Vec<String> = match rules {
            Some(rules) => depfile::prerequisites(rules),
            None => {
                let beside = self.context.folder.children(&program.sources[0].parent());
                let beside = beside.into_iter().map(|entry| entry.path.to_string());
                self.headers.paths.iter().map(ToString::to_string).chain(beside).collect()
            }
        };
        let ours = self.context.machine.store().root().to_string();
        let as_named = |path: String| RelPath::parse(&path).map_or(path, |inside| inside.to_string());
        let others: BTreeSet<String> =
            named.into_iter().filter(|path| !path.starts_with(&ours)).map(as_named).collect();
        let is_source = |path: &String| program.sources.iter().any(|source| source.as_str() == path);
        others.into_iter().filter(|path| !is_source(path) && !stand_in::is_one(path)).collect()
    }

    pub(super) fn run_compiler(
        &self,
        tool: &AbsPath,
        args: Vec<String>,
        files: BTreeMap<String, Arc<[u8]>>,
        links: Vec<(String, String)>,
        outputs: &[&str],
    ) -> Result<CompilerResult, ExecutorError> {
        self.context.machine.run_compiler(&CompilerCommand {
            program: tool.clone(),
            args,
            files,
            links,
            directories: [TEMPORARY, PRODUCTS].map(str::to_owned).to_vec(),
            outputs: outputs.iter().map(|&path| path.to_owned()).collect(),
            env: tool_environment(tool),
            address_bytes: None,
        })
    }

    pub(super) fn messages(
        &self,
        program: &Program,
        dialect: Dialect,
        ends: CountedEnds,
        result: &CompilerResult,
    ) -> Vec<BuildMessage> {
        self.placed(program, ends, &parse(dialect, &String::from_utf8_lossy(&result.stderr)))
    }

    /// Messages at their places in the folder.
    pub(super) fn placed(
        &self,
        program: &Program,
        ends: CountedEnds,
        messages: &[CompilerMessage],
    ) -> Vec<BuildMessage> {
        let folder = self.context.folder;
        let include_dirs = self.include_dirs(program);
        let texts = HashMap::new();
        let mut places = Places { folder, root: folder.root(), program, include_dirs: &include_dirs, ends, texts };
        messages.iter().filter_map(|message| places.message(message)).collect()
    }
}

/// What is said of a language that the table cannot run.
fn not_run(name: &'static str) -> String {
    let title = languages::table().get(name).map_or(name, |entry| &entry.title);
    format!("programs in {title} are not run here; a `run` for [{name}] in your languages.toml says how")
}

pub(super) fn skipped(reason: &str) -> Build {
    Build::Skipped { reason: reason.to_owned() }
}

fn fallback_note(program: &Program, first: CppStandard, used: CppStandard) -> BuildMessage {
    BuildMessage {
        severity: Severity::Information,
        place: Some(problem::text::Place { path: program.sources[0].clone(), range: Default::default() }),
        text: format!("does not compile as {first}; it was built as {used}"),
        related: Vec::new(),
    }
}

/// Whether a compile would come to the same the next time: it went well, or the compiler ended by itself and found an
/// error in a source. One that was killed, or had no space left, may do better.
pub(super) fn is_lasting(build: &Build, result: &CompilerResult) -> bool {
    let Build::Failed { messages } = build else { return true };
    let in_a_source = |message: &BuildMessage| message.severity == Severity::Error && message.place.is_some();
    matches!(result.status, ExitStatus::Exited(_)) && messages.iter().any(in_a_source)
}

/// Whether a message is an error that a compiler found, not a linker.
fn is_of_source(message: &BuildMessage) -> bool {
    let is_of_linker = ["undefined ", "multiple definition of "].iter().any(|words| message.text.starts_with(words));
    message.severity == Severity::Error && message.place.is_some() && !is_of_linker
}

/// A compiler that failed without an error it could name was killed or broke down.
pub(super) fn with_cause(mut messages: Vec<BuildMessage>, result: &CompilerResult) -> Vec<BuildMessage> {
    if !messages.iter().any(|message| message.severity == Severity::Error) {
        let text = format!("the compiler did not finish: {}", crate::words::ending(result.status));
        messages.push(BuildMessage { severity: Severity::Error, place: None, text, related: Vec::new() });
    }
    messages
}
