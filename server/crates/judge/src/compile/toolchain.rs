//! Which compilers and interpreters there are, and what they can do.
//!
//! Probing starts processes, so its results are kept in the cache under the contents of the tool's binary: a second run
//! probes nothing.
//!
//! A compiler's identity is the digest of its binary and of the program that does the work (`cc1plus`), with its
//! `--version`.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{ExecutorError, ExitStatus, Runtime},
    language::Language,
    path::AbsPath,
};
use serde::{Deserialize, Serialize};

use super::{
    messages::{Dialect, Family, dialect_from_probe},
    tools::Tools,
};
use crate::{
    local::{LocalExecutor, ProbeCommand, ProbeResult, ViewBuilder},
    machine::Machine as _,
    system::real_path,
};

/// Tools that the user's settings name; the rest is searched for on `PATH`.
#[derive(Clone, Debug, Default)]
pub struct ToolchainConfig {
    /// The C++ compiler.
    pub cxx: Option<String>,
    /// The C compiler.
    pub cc: Option<String>,
    /// The Python interpreter.
    pub python: Option<String>,
}

impl ToolchainConfig {
    /// The paths of the C++ compiler, the C compiler and the Python interpreter that [`Toolchain::find`] would take, without
    /// starting them; of one that is not there its usual name.
    pub fn paths(&self) -> [String; 3] {
        let path = |named: &Option<String>, usual: &[&str]| {
            let found = locate(named.as_deref(), usual).map(|path| path.to_string());
            found.or_else(|| named.clone()).unwrap_or_else(|| usual[0].to_owned())
        };
        [path(&self.cxx, CXX), path(&self.cc, CC), path(&self.python, PYTHON)]
    }
}

/// What tools are usually called.
const CXX: &[&str] = &["g++", "clang++", "c++"];
const CC: &[&str] = &["gcc", "clang", "cc"];
const PYTHON: &[&str] = &["python3"];

/// The tools of this machine.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// For C++.
    pub cxx: Option<Compiler>,
    /// For C.
    pub cc: Option<Compiler>,
    /// For Python.
    pub python: Option<Python>,
    /// Makes archives of objects.
    pub archiver: Option<AbsPath>,
    /// Says which lines of a source an address of its program comes from.
    pub symbolizer: Option<AbsPath>,
    /// Those of the languages of the table.
    pub tools: Tools,
}

/// A compiler.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// Its binary.
    pub path: AbsPath,
    /// The first line of `--version`.
    pub version: String,
    /// Changes whenever the compiler does.
    pub identity: Digest,
    /// GCC or Clang.
    pub family: Family,
    /// How its messages are asked for.
    pub dialect: Dialect,
    /// Whether it can link statically.
    pub links_statically: bool,
    /// Whether gold is there, which links statically in half the time of the usual linker.
    pub has_gold: bool,
    /// Where its programs, headers and libraries are.
    pub parts: Vec<PathBuf>,
}

/// A Python interpreter.
#[derive(Clone, Debug)]
pub struct Python {
    /// The real interpreter, not a shim.
    pub path: AbsPath,
    /// Its version.
    pub version: String,
    /// The directory that holds its library.
    pub prefix: AbsPath,
    /// Changes whenever the interpreter does.
    pub identity: Digest,
}

impl Python {
    /// The same as runs of Python programs require it.
    pub fn runtime(&self) -> Runtime {
        let language = Language::Python.name().to_owned();
        Runtime { language, version: self.version.clone(), identity: self.identity }
    }
}

/// What probing a compiler found.
#[derive(Serialize, Deserialize)]
struct CompilerProbe {
    version: String,
    /// The program that does the work, `cc1plus`, where the compiler names one.
    worker: Option<PathBuf>,
    links_statically: bool,
    /// Gold, where it makes programs that run.
    gold: Option<PathBuf>,
    parts: Vec<PathBuf>,
}

#[derive(Serialize, Deserialize)]
struct PythonProbe {
    path: PathBuf,
    version: String,
    /// Where its library is.
    prefix: PathBuf,
    /// Where packages are that do not come with it.
    packages: Vec<PathBuf>,
}

impl Toolchain {
    /// Finds the tools.
    ///
    /// # Errors
    /// The executor's own failure; a tool that is not there is `None`.
    pub fn find(executor: &LocalExecutor, config: &ToolchainConfig) -> Result<Toolchain, ExecutorError> {
        let cxx = locate(config.cxx.as_deref(), CXX);
        let cc = locate(config.cc.as_deref(), CC);
        Ok(Toolchain {
            cxx: cxx.map(|path| probe_compiler(executor, path, "cc1plus")).transpose()?.flatten(),
            cc: cc.map(|path| probe_compiler(executor, path, "cc1")).transpose()?.flatten(),
            archiver: on_path("ar"),
            symbolizer: on_path("addr2line"),
            ..Toolchain::that_runs(executor, config)?
        })
    }

    /// Finds what programs run in, and no compiler: asking one what it can do takes seconds.
    ///
    /// # Errors
    /// The executor's own failure.
    pub fn that_runs(executor: &LocalExecutor, config: &ToolchainConfig) -> Result<Toolchain, ExecutorError> {
        let python = locate(config.python.as_deref(), PYTHON);
        Ok(Toolchain {
            cxx: None,
            cc: None,
            python: python.map(|path| probe_python(executor, &path)).transpose()?.flatten(),
            archiver: None,
            symbolizer: None,
            tools: Tools::find(executor)?,
        })
    }

    /// Tells an executor about the tools: its programs see the libraries and the interpreter, its compilers the system's
    /// programs, the compilers' own trees and the directories that the user's flags name.
    #[must_use]
    pub fn equip(&self, executor: LocalExecutor, flags: &[String]) -> LocalExecutor {
        let mut programs = if executor.allows_scripts() { ViewBuilder::system() } else { ViewBuilder::libraries() };
        let headers = executor.store().root().child("include");
        let mut compilers = ViewBuilder::system().with(headers.as_path());
        for compiler in [&self.cxx, &self.cc].into_iter().flatten() {
            compilers = compilers.with_executable(&compiler.path);
            compilers = compiler.parts.iter().fold(compilers, |view, part| view.with_folder(part));
        }
        for helper in [&self.archiver, &self.symbolizer].into_iter().flatten() {
            compilers = compilers.with_executable(helper);
        }
        if let Some(python) = &self.python {
            programs = programs.with(python.path.as_path());
            compilers = compilers.with_tool(&python.path);
            // The system's interpreter has its library among the others.
            if python.prefix.as_path() != Path::new("/usr") {
                programs = programs.with_tool(&python.path);
            }
        }
        let named =
            flags.iter().filter_map(|flag| flag.split_once('/').map(|(_, rest)| PathBuf::from(format!("/{rest}"))));
        compilers = named.fold(compilers, |view, path| view.with(&path));
        let (programs, compilers) = self.tools.show(programs, compilers);
        let python = self.python.as_ref().map(|python| python.path.clone());
        executor.with_tools(python, self.tools.running(), programs, compilers)
    }
}

/// The environment that a compiler gets: where to find other tools, and nothing personal.
pub(super) fn tool_environment(tool: &AbsPath) -> Vec<String> {
    let own = tool.as_path().parent().map(|directory| format!("{}{LIST}", directory.display())).unwrap_or_default();
    let mut variables = environment(&format!("{own}{}", usual_places()), TEMPORARY);
    // A wrapper that keeps a cache in a home finds no home.
    variables.push("CCACHE_DISABLE=1".to_owned());
    variables
}

/// What every tool gets: where to find others, where to keep its files, how to talk.
fn environment(path: &str, temporary: &str) -> Vec<String> {
    let mut variables = vec![format!("PATH={path}"), format!("TMPDIR={temporary}"), "LC_ALL=C.UTF-8".to_owned()];
    if cfg!(windows) {
        variables.extend(["TMP", "TEMP"].map(|name| format!("{name}={temporary}")));
    }
    variables
}

/// What stands between the directories of `PATH`.
const LIST: char = if cfg!(windows) { ';' } else { ':' };

/// Where the system's tools are.
pub(super) fn usual_places() -> String {
    if cfg!(windows) {
        format!("{}\\System32", env::var("SystemRoot").unwrap_or_else(|_| "C:\\Windows".to_owned()))
    } else {
        "/usr/local/bin:/usr/bin:/bin".to_owned()
    }
}

/// Where a compiler keeps its own files, in its working directory.
pub(super) const TEMPORARY: &str = ".tmp";

/// Where it leaves the executable. The linker of Windows would add the ending itself.
pub(super) const EXECUTABLE: &str = if cfg!(windows) { ".out/program.exe" } else { ".out/program" };

/// On Windows the size of the stack, bytes, stands in the executable.
pub(super) fn stack_flag() -> Option<String> {
    const STACK_BYTES: u64 = 256 << 20;
    cfg!(windows).then(|| format!("-Wl,--stack,{STACK_BYTES}"))
}

fn locate(named: Option<&str>, usual: &[&str]) -> Option<AbsPath> {
    match named {
        Some(named) if named.contains(std::path::is_separator) => AbsPath::new(real_path(Path::new(named)).ok()?),
        Some(named) => on_path(named),
        None => usual.iter().find_map(|name| on_path(name)),
    }
}

pub(super) fn on_path(name: &str) -> Option<AbsPath> {
    let path = env::var_os("PATH")?;
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let found = env::split_paths(&path).map(|directory| directory.join(&name)).find(|file| is_executable(file))?;
    AbsPath::new(found)
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(windows)]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}

pub(super) fn run(executor: &LocalExecutor, program: &AbsPath, args: &[&str]) -> Result<ProbeResult, ExecutorError> {
    let path = env::var("PATH").unwrap_or_else(|_| usual_places());
    let temporary = executor.store().root().child("tmp");
    executor.run_probe(&ProbeCommand {
        program: program.clone(),
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        env: environment(&path, &temporary.to_string()),
    })
}

pub(super) fn first_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().next().unwrap_or_default().trim().to_owned()
}

fn probe_compiler(executor: &LocalExecutor, path: AbsPath, worker: &str) -> Result<Option<Compiler>, ExecutorError> {
    let store = executor.store();
    let Some(binary) = store.file_blob(&path) else { return Ok(None) };
    let key = KeyBuilder::new("compiler probe 3").digest(binary.digest).text(&path.to_string()).finish();
    let probe = match store.built::<CompilerProbe>(key) {
        Some(probe) if probe.worker.iter().chain(&probe.gold).all(|program| program.exists()) => probe,
        Some(_) | None => {
            let Some(probe) = run_compiler_probe(executor, &path, worker)? else { return Ok(None) };
            store.put_result(key, &probe);
            probe
        }
    };
    let worker = probe.worker.and_then(AbsPath::new).and_then(|worker| store.file_blob(&worker));
    let mut identity = KeyBuilder::new("compiler 1").digest(binary.digest).text(&probe.version);
    if let Some(worker) = worker {
        identity = identity.digest(worker.digest);
    }
    let (family, dialect) = dialect_from_probe(&probe.version);
    Ok(Some(Compiler {
        path,
        version: first_line(probe.version.as_bytes()),
        identity: identity.finish(),
        family,
        dialect,
        links_statically: probe.links_statically,
        has_gold: probe.gold.is_some(),
        parts: probe.parts,
    }))
}

fn run_compiler_probe(
    executor: &LocalExecutor,
    path: &AbsPath,
    worker: &str,
) -> Result<Option<CompilerProbe>, ExecutorError> {
    let version = run(executor, path, &["--version"])?;
    if version.status != ExitStatus::Exited(0) {
        return Ok(None);
    }
    let named = run(executor, path, &[&format!("-print-prog-name={worker}")])?;
    let worker = Some(PathBuf::from(first_line(&named.stdout))).filter(|path| path.is_absolute());
    let links_statically = links(executor, path, &["-static"])?;
    // Where compilers will find it, whatever the user's PATH says.
    let gold = env::split_paths(&usual_places()).map(|place| place.join("ld.gold")).find(|file| is_executable(file));
    let is_of_use = links_statically && gold.is_some() && links(executor, path, &["-static", GOLD])?;
    Ok(Some(CompilerProbe {
        version: String::from_utf8_lossy(&version.stdout).into_owned(),
        worker,
        links_statically,
        gold: gold.filter(|_| is_of_use),
        parts: parts(executor, path)?,
    }))
}

/// The programs that a compiler starts.
const HELPERS: [&str; 7] = ["as", "ld", "collect2", "lto-wrapper", "ld.bfd", "ld.lld", "ld.gold"];
/// Asks a compiler to link with gold.
pub(super) const GOLD: &str = "-fuse-ld=gold";

/// Where a compiler looks for its programs, libraries and headers, as it says itself.
fn parts(executor: &LocalExecutor, path: &AbsPath) -> Result<Vec<PathBuf>, ExecutorError> {
    let mut parts = BTreeSet::new();
    let mut add = |part: &str| {
        // The system's links are followed here, since what they lead to is shown where it is.
        let real = fs::canonicalize(part).ok().filter(|_| Path::new(part).is_absolute());
        parts.extend(real);
    };
    let searched = run(executor, path, &["-print-search-dirs"])?;
    for line in String::from_utf8_lossy(&searched.stdout).lines() {
        if let Some((_, folders)) = line.split_once('=') {
            folders.split(LIST).for_each(&mut add);
        } else if let Some(("install", folder)) = line.split_once(": ") {
            add(folder);
        }
    }
    for language in ["c++", "c"] {
        let told = run(executor, path, &["-E", "-v", "-x", language, NOTHING])?;
        let told = String::from_utf8_lossy(&told.stderr).into_owned();
        let list =
            told.lines().skip_while(|line| !line.starts_with("#include ")).take_while(|line| *line != END_OF_LIST);
        list.filter_map(|line| line.strip_prefix(' ')).for_each(|folder| add(folder.trim()));
    }
    for helper in HELPERS {
        let named = run(executor, path, &[&format!("-print-prog-name={helper}")])?;
        add(&first_line(&named.stdout));
    }
    for asked in ["-print-sysroot", "-print-resource-dir"] {
        let told = run(executor, path, &[asked])?;
        if told.status.is_success() {
            add(&first_line(&told.stdout));
        }
    }
    Ok(parts.into_iter().collect())
}

/// The file from which nothing can be read.
const NOTHING: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };
/// What compilers write behind the folders that they look for headers in.
const END_OF_LIST: &str = "End of search list.";

/// Whether a compiler makes a program with some flags that runs.
fn links(executor: &LocalExecutor, path: &AbsPath, flags: &[&str]) -> Result<bool, ExecutorError> {
    let place = executor.store().temporary();
    let (source, output) = (format!("{place}.c"), format!("{place}.out"));
    if fs::write(&source, "int main(void) { return 0; }\n").is_err() {
        return Ok(false);
    }
    let linked = run(executor, path, &[flags, &["-o", &output, &source]].concat());
    let runs = match (&linked, AbsPath::new(&output)) {
        (Ok(linked), Some(program)) if linked.status.is_success() => run(executor, &program, &[]).map(Some),
        _ => Ok(None),
    };
    // Leftovers in the cache are removed later at the latest.
    drop((fs::remove_file(&source), fs::remove_file(&output)));
    linked?;
    Ok(runs?.is_some_and(|run| run.status.is_success()))
}

/// What lies in the folders of packages, by name: a package that was installed says its version there.
fn packages(places: &[PathBuf]) -> BTreeSet<String> {
    let entries = places.iter().filter_map(|place| fs::read_dir(place).ok()).flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).filter(|name| name != "__pycache__").collect()
}

/// A shim prints the interpreter it stands for.
fn probe_python(executor: &LocalExecutor, path: &AbsPath) -> Result<Option<Python>, ExecutorError> {
    let store = executor.store();
    let Some(binary) = store.file_blob(path) else { return Ok(None) };
    let key = KeyBuilder::new("python probe 3").digest(binary.digest).text(&path.to_string()).finish();
    let probe = match store.built::<PythonProbe>(key) {
        Some(probe) if probe.path.exists() => probe,
        Some(_) | None => {
            let script = "import os, sys; print(os.path.realpath(sys.executable)); print(sys.version.split()[0]); \
                          print(os.path.realpath(sys.base_prefix)); \
                          print(*[path for path in sys.path if path.endswith('-packages')], sep='\\n')";
            let result = run(executor, path, &["-c", script])?;
            let printed = String::from_utf8_lossy(&result.stdout).into_owned();
            let lines: Vec<&str> = printed.lines().collect();
            let [real, version, prefix, packages @ ..] = &lines[..] else { return Ok(None) };
            let packages = packages.iter().filter(|place| !place.is_empty()).map(PathBuf::from).collect();
            let probe =
                PythonProbe { path: real.into(), version: (*version).to_owned(), prefix: prefix.into(), packages };
            store.put_result(key, &probe);
            probe
        }
    };
    let (Some(path), Some(prefix)) = (AbsPath::new(probe.path), AbsPath::new(probe.prefix)) else { return Ok(None) };
    let real = store.file_blob(&path).map_or(binary.digest, |blob| blob.digest);
    let mut identity = KeyBuilder::new("python 2").digest(real).text(&probe.version);
    for name in packages(&probe.packages) {
        identity = identity.text(&name);
    }
    let identity = identity.finish();
    Ok(Some(Python { path, prefix, identity, version: probe.version }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_an_interpreter() {
        let place = tempfile::tempdir().unwrap();
        for name in ["numpy", "numpy-1.26.4.dist-info", "__pycache__"] {
            fs::create_dir(place.path().join(name)).unwrap();
        }
        fs::write(place.path().join("six.py"), "").unwrap();
        let found = packages(&[place.path().to_owned(), place.path().join("absent")]);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["numpy", "numpy-1.26.4.dist-info", "six.py"]);
    }
}
