//! Which compilers and interpreters there are, and what they can do.
//!
//! Probing starts processes, so its results are kept in the cache under the contents of the tool's binary: a second run
//! probes nothing.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{ExecutorError, ExitStatus},
    path::AbsPath,
};
use serde::{Deserialize, Serialize};

use super::messages::{Dialect, Family, dialect_from_probe};
use crate::local::{LocalExecutor, RawCommand, RawResult};

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

/// The tools of this machine.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// For C++.
    pub cxx: Option<Compiler>,
    /// For C.
    pub cc: Option<Compiler>,
    /// For Python.
    pub python: Option<Python>,
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
}

/// A Python interpreter.
#[derive(Clone, Debug)]
pub struct Python {
    /// The real interpreter, not a shim.
    pub path: AbsPath,
    /// Its version.
    pub version: String,
    /// Changes whenever the interpreter does.
    pub identity: Digest,
}

/// What probing a compiler found.
#[derive(Serialize, Deserialize)]
struct CompilerProbe {
    version: String,
    /// The program that does the work, `cc1plus`, where the compiler names one.
    worker: Option<PathBuf>,
    links_statically: bool,
}

#[derive(Serialize, Deserialize)]
struct PythonProbe {
    path: PathBuf,
    version: String,
}

impl Toolchain {
    /// Finds the tools.
    ///
    /// # Errors
    /// The executor's own failure; a tool that is not there is `None`.
    pub fn find(executor: &LocalExecutor, config: &ToolchainConfig) -> Result<Toolchain, ExecutorError> {
        let cxx = locate(config.cxx.as_deref(), &["g++", "clang++", "c++"]);
        let cc = locate(config.cc.as_deref(), &["gcc", "clang", "cc"]);
        let python = locate(config.python.as_deref(), &["python3"]);
        Ok(Toolchain {
            cxx: cxx.map(|path| probe_compiler(executor, path, "cc1plus")).transpose()?.flatten(),
            cc: cc.map(|path| probe_compiler(executor, path, "cc1")).transpose()?.flatten(),
            python: python.map(|path| probe_python(executor, &path)).transpose()?.flatten(),
        })
    }
}

/// The environment that tools get: where to find other tools, and nothing personal.
pub(super) fn tool_environment(executor: &LocalExecutor) -> Vec<String> {
    let path = env::var("PATH").unwrap_or_else(|_| "/usr/bin:/bin".to_owned());
    let temporary = executor.store().root().child("tmp");
    vec![format!("PATH={path}"), format!("TMPDIR={temporary}"), "LC_ALL=C.UTF-8".to_owned()]
}

fn locate(named: Option<&str>, usual: &[&str]) -> Option<AbsPath> {
    match named {
        Some(named) if named.contains('/') => AbsPath::new(fs::canonicalize(named).ok()?),
        Some(named) => on_path(named),
        None => usual.iter().find_map(|name| on_path(name)),
    }
}

fn on_path(name: &str) -> Option<AbsPath> {
    let path = env::var_os("PATH")?;
    let found = env::split_paths(&path).map(|directory| directory.join(name)).find(|file| is_executable(file))?;
    AbsPath::new(found)
}

fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

fn run(executor: &LocalExecutor, program: &AbsPath, args: &[&str]) -> Result<RawResult, ExecutorError> {
    executor.run_raw(&RawCommand {
        program: program.clone(),
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        directory: executor.store().root().clone(),
        env: tool_environment(executor),
    })
}

fn first_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().next().unwrap_or_default().trim().to_owned()
}

fn probe_compiler(executor: &LocalExecutor, path: AbsPath, worker: &str) -> Result<Option<Compiler>, ExecutorError> {
    let store = executor.store();
    let Some(binary) = store.file_blob(&path) else { return Ok(None) };
    let key = KeyBuilder::new("compiler probe 1").digest(binary.digest).text(&path.to_string()).finish();
    let probe = match store.result::<CompilerProbe>(key) {
        Some(probe) if probe.worker.as_ref().is_none_or(|worker| worker.exists()) => probe,
        Some(_) | None => {
            let Some(probe) = run_compiler_probe(executor, &path, worker)? else { return Ok(None) };
            store.put_result(key, &probe)?;
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
    Ok(Some(CompilerProbe {
        version: String::from_utf8_lossy(&version.stdout).into_owned(),
        worker,
        links_statically: links_statically(executor, path)?,
    }))
}

fn links_statically(executor: &LocalExecutor, path: &AbsPath) -> Result<bool, ExecutorError> {
    let source = executor.store().temporary();
    let (source, output) = (format!("{source}.c"), format!("{source}.out"));
    if fs::write(&source, "int main(void) { return 0; }\n").is_err() {
        return Ok(false);
    }
    let linked = run(executor, path, &["-static", "-o", &output, &source]);
    // Leftovers in the cache are removed later at the latest.
    drop((fs::remove_file(&source), fs::remove_file(&output)));
    Ok(linked?.status == ExitStatus::Exited(0))
}

/// A shim prints the interpreter it stands for.
fn probe_python(executor: &LocalExecutor, path: &AbsPath) -> Result<Option<Python>, ExecutorError> {
    let store = executor.store();
    let Some(binary) = store.file_blob(path) else { return Ok(None) };
    let key = KeyBuilder::new("python probe 1").digest(binary.digest).text(&path.to_string()).finish();
    let probe = match store.result::<PythonProbe>(key) {
        Some(probe) if probe.path.exists() => probe,
        Some(_) | None => {
            let script = "import os, sys; print(os.path.realpath(sys.executable)); print(sys.version.split()[0])";
            let result = run(executor, path, &["-c", script])?;
            let printed = String::from_utf8_lossy(&result.stdout).into_owned();
            let Some((real, version)) = printed.trim().split_once('\n') else { return Ok(None) };
            let probe = PythonProbe { path: PathBuf::from(real.trim()), version: version.trim().to_owned() };
            store.put_result(key, &probe)?;
            probe
        }
    };
    let found = AbsPath::new(probe.path).map(|path| {
        let real = store.file_blob(&path).map_or(binary.digest, |blob| blob.digest);
        Python {
            path,
            identity: KeyBuilder::new("python 1").digest(real).text(&probe.version).finish(),
            version: probe.version,
        }
    });
    Ok(found)
}
