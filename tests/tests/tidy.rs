//! House rules that no compiler keeps: who may depend on whom, and how files look.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use testkit::examples::here;
use walkdir::WalkDir;

/// Rust files longer than [`MAX_LINES`], and why.
const LONG_FILES: &[(&str, &str)] =
    &[("server/crates/judge/tests/compiler_messages.rs", "recorded messages of compilers, one table after the other")];
const MAX_LINES: usize = 500;

/// Crates that read no file, start no process and speak no protocol, and what they must not depend on.
const PURE: [&str; 8] = ["checkers", "checktestdata", "freemarker", "problem", "cpp", "datasets", "ide", "reports"];
const IMPURE: [&str; 9] =
    ["tokio", "tower", "tower-lsp", "lsp-types", "reqwest", "rusqlite", "nix", "libc", "tempfile"];

/// What they must not depend on even by way of others.
const RUNTIMES: [&str; 5] = ["tokio", "tower-lsp", "lsp-types", "reqwest", "rusqlite"];

/// Crates that are named by one crate of the workspace only.
const RESERVED: [(&str, &str); 5] =
    [("async-nats", "cluster"), ("tower-lsp", "lsp"), ("lsp-types", "lsp"), ("reqwest", "llm"), ("rusqlite", "judge")];

/// The workspace's crates that a crate may depend on.
const MAY_USE: [(&str, &[&str]); 16] = [
    ("deflated", &[]),
    ("checkers", &["deflated"]),
    ("checktestdata", &[]),
    ("freemarker", &[]),
    ("problem", &["checkers", "freemarker"]),
    ("cpp", &["checktestdata", "deflated", "problem"]),
    ("datasets", &["checkers", "freemarker", "problem"]),
    ("ide", &["checkers", "checktestdata", "problem", "cpp"]),
    ("reports", &["problem", "ide"]),
    ("judge", &["checkers", "checktestdata", "problem", "cpp"]),
    ("cluster", &["judge", "problem"]),
    ("llm", &["problem"]),
    ("forge", &["checkers", "freemarker", "problem", "cpp", "datasets", "judge", "llm"]),
    ("lsp", &["checkers", "problem", "cpp", "ide", "judge", "forge", "reports"]),
    ("testkit", &["checkers", "problem", "cpp"]),
    // Nothing whose results are looked at: of testkit the editor, folders, and the scripted server of language models.
    ("e2e", &["testkit"]),
];

/// The workspace's packages with their direct dependencies; those of tests apart.
struct Workspace {
    dependencies: BTreeMap<String, BTreeSet<String>>,
    of_tests: BTreeMap<String, BTreeSet<String>>,
    manifests: Vec<PathBuf>,
}

fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(args).current_dir(here("..")).output().expect("cargo can be started");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("cargo prints text")
}

fn workspace() -> Workspace {
    let printed = cargo(&["metadata", "--format-version", "1", "--no-deps", "--offline"]);
    let metadata: Value = serde_json::from_str(&printed).expect("cargo prints JSON");
    let mut workspace = Workspace { dependencies: BTreeMap::new(), of_tests: BTreeMap::new(), manifests: Vec::new() };
    for package in metadata["packages"].as_array().expect("a list") {
        let name = package["name"].as_str().expect("a word").to_owned();
        let (for_tests, real): (Vec<&Value>, Vec<&Value>) =
            package["dependencies"].as_array().expect("a list").iter().partition(|one| one["kind"] == "dev");
        let names =
            |list: Vec<&Value>| list.iter().map(|one| one["name"].as_str().expect("a word").to_owned()).collect();
        workspace.dependencies.insert(name.clone(), names(real));
        workspace.of_tests.insert(name, names(for_tests));
        workspace.manifests.push(package["manifest_path"].as_str().expect("a word").into());
    }
    workspace
}

#[test]
fn pure_crates_stay_pure() {
    let workspace = workspace();
    for name in PURE {
        let Some(used) = workspace.dependencies.get(name) else { continue };
        let impure: Vec<_> = used.iter().filter(|used| IMPURE.contains(&used.as_str())).collect();
        assert!(impure.is_empty(), "{name} depends on {impure:?}");
    }
}

#[test]
fn pure_crates_have_no_runtime_even_indirectly() {
    let exist = workspace().dependencies;
    for name in PURE.into_iter().filter(|name| exist.contains_key(*name)) {
        let tree = cargo(&["tree", "-p", name, "-e", "normal,build", "--prefix", "none", "--offline"]);
        let all: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
        assert!(all.contains(name), "cargo shows no tree of {name}");
        let runtimes: Vec<_> = RUNTIMES.into_iter().filter(|runtime| all.contains(runtime)).collect();
        assert!(runtimes.is_empty(), "{name} depends on {runtimes:?} by way of others");
    }
}

#[test]
fn crates_depend_downwards() {
    let workspace = workspace();
    let ours = |used: &BTreeSet<String>| -> BTreeSet<String> {
        used.iter().filter(|used| workspace.dependencies.contains_key(*used)).cloned().collect()
    };
    for (name, allowed) in MAY_USE {
        let used = ours(&workspace.dependencies[name]);
        let excess: Vec<_> = used.iter().filter(|used| !allowed.contains(&used.as_str())).collect();
        assert!(excess.is_empty(), "{name} depends on {excess:?}");
    }
    for (name, used) in &workspace.dependencies {
        let used = ours(used);
        assert!(name == "touchstone" || !used.contains("lsp"), "only the binary may depend on lsp; {name} does");
        assert!(name == "e2e" || !used.contains("testkit"), "testkit is for tests; {name} depends on it");
        assert!(!used.contains("touchstone") && !used.contains("e2e"), "{name} depends on {used:?}");
    }
}

#[test]
fn some_dependencies_are_one_crates_own() {
    let workspace = workspace();
    for (dependency, owner) in RESERVED {
        for (name, used) in workspace.dependencies.iter().chain(&workspace.of_tests) {
            assert!(
                name == owner || !used.contains(dependency),
                "only {owner} may depend on {dependency}; {name} does"
            );
        }
    }
}

#[test]
fn every_crate_takes_the_workspaces_lints() {
    for manifest in workspace().manifests {
        let text = fs::read_to_string(&manifest).expect("a manifest can be read");
        assert!(text.contains("[lints]\nworkspace = true"), "{}", manifest.display());
    }
    let root = fs::read_to_string(here("../Cargo.toml")).expect("the manifest can be read");
    for lint in ["unwrap_used", "todo", "unimplemented", "print_stdout", "disallowed_methods", "missing_docs"] {
        assert!(root.contains(&format!("\n{lint} = ")), "{lint} is not on");
    }
}

#[test]
fn modules_say_what_they_are_for() {
    for (path, text) in rust_files() {
        assert!(text.starts_with("//! "), "{path} does not open with `//!`");
    }
}

#[test]
fn files_are_short() {
    for (path, text) in rust_files() {
        let n_lines = text.lines().count();
        let excused = LONG_FILES.iter().any(|(long, _)| *long == path);
        assert!(excused || n_lines <= MAX_LINES, "{path} has {n_lines} lines; split it, or list it with a reason");
    }
    for (path, reason) in LONG_FILES {
        let text = fs::read_to_string(here("..").join(path)).unwrap_or_default();
        assert!(text.lines().count() > MAX_LINES && !reason.is_empty(), "{path} needs no excuse");
    }
}

#[test]
fn nothing_is_left_for_later() {
    // In pieces, so that this file is not one of those it looks for.
    let words =
        [["todo", "!("], ["unimplemented", "!("], ["#[ign", "ore"], ["#[should", "_panic"], ["thread::sl", "eep"]];
    for (path, text) in rust_files() {
        for word in words.map(|pieces| pieces.concat()) {
            assert!(!text.contains(&word), "{path} has {word}");
        }
    }
}

#[test]
fn nothing_names_a_machine() {
    let words = [["/wo", "rk/"], ["/tmp/ba", "sh_jobs"], ["../sha", "red"]].map(|pieces| pieces.concat());
    for path in tracked_files() {
        let bytes = fs::read(here("..").join(&path)).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        for word in &words {
            assert!(!text.contains(word), "{} names {word}", path.display());
        }
    }
}

/// The Rust files of the project with their paths from its root.
fn rust_files() -> Vec<(String, String)> {
    let folders = ["server", "tests"].map(|folder| here("..").join(folder));
    let files = folders.iter().flat_map(|folder| WalkDir::new(folder).into_iter().flatten());
    let is_rust = |path: &Path| path.extension().is_some_and(|extension| extension == "rs");
    let mut found = Vec::new();
    for file in files.filter(|file| is_rust(file.path()) && !is_built(file.path())) {
        let path = file.path().strip_prefix(here("..")).expect("it was listed there").to_string_lossy().into_owned();
        found.push((path, fs::read_to_string(file.path()).expect("a source can be read")));
    }
    assert!(found.len() > 100, "the sources are not found");
    found
}

/// Files of the project that people wrote.
fn tracked_files() -> Vec<PathBuf> {
    let root = here("..");
    let is_ours = |entry: &walkdir::DirEntry| entry.depth() == 0 || !is_skipped(entry);
    let files =
        WalkDir::new(&root).into_iter().filter_entry(is_ours).flatten().filter(|file| file.file_type().is_file());
    files.map(|file| file.path().strip_prefix(&root).expect("it was listed there").to_owned()).collect()
}

fn is_skipped(entry: &walkdir::DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    matches!(&*name, ".git" | "target" | "node_modules" | "__pycache__")
}

fn is_built(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "target")
}
