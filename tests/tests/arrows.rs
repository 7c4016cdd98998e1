//! Which modules of a crate may use which: a house in rows, so that a change below cannot need one above.

use std::{collections::BTreeSet, fs, path::Path};

use testkit::examples::here;
use walkdir::WalkDir;

/// Of each crate its modules, by rows from the top: a module may use those of its own row and of the rows below. Those that
/// need each other stand in one row: the parts of a grammar, the seams and what goes through them.
const ROWS: [(&str, &[&[&str]]); 10] = [
    (
        "cluster",
        &[
            &["machine", "status"],
            &["home", "native", "orders"],
            &["desk", "shift", "worker"],
            &["refusal"],
            &["takers"],
            &["connection"],
            &["metrics"],
            &["address", "audit", "login", "answer", "blobs", "presence", "setup", "wishes"],
            &["way"],
            &["jetstream"],
            &["wire"],
            &["looks", "signing", "turns"],
            &["sync"],
        ],
    ),
    (
        "cpp",
        &[
            &[
                "lint",
                "reads",
                "grammar",
                "mutants",
                "choices",
                "once",
                "around",
                "assumptions",
                "includes",
                "python",
                "comments",
                "checktestdata",
                "other",
                "extract",
                "skeleton",
                "sums",
            ],
            &["options"],
            &["registers", "exits", "constants"],
            &["scope"],
            &["nodes", "rounds"],
            &["source", "call"],
            &["inactive"],
            &["api", "walk", "literal", "readers"],
            &["scan"],
        ],
    ),
    (
        "datasets",
        &[
            &["lay", "livecodebench", "codecontests", "codecontests_plus", "codecontests_o", "commonoj"],
            &["hardtests"],
            &["loose", "packed", "python", "eligible", "similar"],
            &["names", "standard"],
        ],
    ),
    (
        "forge",
        &[
            &["report", "rig"],
            &[
                "calibrate",
                "repair",
                "shrink",
                "stress",
                "mutate",
                "evaluate",
                "reach",
                "promote",
                "apply",
                "minimise",
                "gather",
            ],
            &["hack", "probe", "write"],
            &["describe", "evidence", "offline", "place", "model", "smaller"],
            &["recorded", "spoken"],
            &["bench", "prompt", "ask"],
            &["answers", "commands", "suite"],
            &["edits", "growth_plot", "tries"],
        ],
    ),
    (
        "ide",
        &[
            &[
                "hover",
                "bounds",
                "lens",
                "actions",
                "completion",
                "fold",
                "history",
                "label",
                "limits",
                "matrix",
                "show_test",
                "headers",
                "rewrites",
            ],
            &["inlay", "navigate", "manifest", "rerun"],
            &["known", "names", "options", "script", "command"],
            &["words"],
        ],
    ),
    (
        "judge",
        &[
            &["engine", "inputs"],
            &["check"],
            &["cases"],
            &["compile", "machine", "local"],
            &["answering", "user", "testlib"],
            &["disk"],
            &["store"],
            &["launcher", "scratch", "words"],
            &["cores", "sync", "system"],
        ],
    ),
    (
        "llm",
        &[
            &["client"],
            &["config", "wire", "redact", "answer"],
            &["network", "ledger", "ladder", "secret"],
            &["error", "origin", "question"],
            &["schema", "failure", "program", "retry", "sse", "store"],
            &["exact"],
        ],
    ),
    (
        "lsp",
        &[
            &["log"],
            &["session", "inbox", "protocol", "workers", "diagnostics", "documents", "overlay", "leaving"],
            &["sync"],
        ],
    ),
    ("reports", &[&["junit", "markdown", "sarif", "page"], &["words"], &["changes"], &["subject", "xml"]]),
    (
        "problem",
        &[
            &["handover"],
            &["report", "findings", "bounds", "carry", "plan", "stale", "missing"],
            &["timing", "calibrate"],
            &["formats", "classify"],
            &["state", "request", "script", "modules"],
            &[
                "settings",
                "folder",
                "included",
                "model",
                "sanitizer",
                "index",
                "finding",
                "lint",
                "constants",
                "scoring",
            ],
            &["options"],
            &["facts", "fix", "label", "trace", "executor"],
            &["fold", "text", "language", "languages", "digest", "globs", "verdict", "hidden", "words"],
            &["path"],
        ],
    ),
];

/// A module that names another one of its crate.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arrow {
    from: String,
    to: String,
    file: String,
}

#[test]
fn modules_use_what_stands_below() {
    for (name, rows) in ROWS {
        let src = here("..").join("server/crates").join(name).join("src");
        let modules = modules_of(&src);
        let named: BTreeSet<String> = rows.iter().flat_map(|row| row.iter().map(|&module| module.to_owned())).collect();
        assert_eq!(named, modules, "{name}: every module stands in one row");
        let row_of = |module: &str| rows.iter().position(|row| row.contains(&module));
        let arrows = arrows_of(&src, &modules);
        assert!(!arrows.is_empty(), "{name}: no arrow was found");
        for Arrow { from, to, file } in arrows {
            assert!(row_of(&from) <= row_of(&to), "{name}: {from} uses {to}, which stands above it ({file})");
        }
    }
}

#[test]
fn arrows_are_found_however_they_are_written() {
    let modules = ["a", "b", "c", "d"].map(str::to_owned).into();
    let found = |text: &str, depth: usize| -> Vec<String> { named_in(text, depth, &modules).into_iter().collect() };
    assert_eq!(
        found("use crate::{\n    a::{self, d::X},\n    b,\n    e,\n};\nfn f() { crate::c::g() }", 1),
        ["a", "b", "c"]
    );
    assert_eq!(found("use super::{a::X, other};", 1), ["a"]);
    assert_eq!(found("use super::a;", 2), [""; 0], "a module beside it in a folder");
    assert_eq!(found("use super::super::b::X;", 2), ["b"]);
    assert_eq!(
        found("//! See [`crate::a`].\n/// `super::b`\n#[cfg(test)]\nmod tests {\n    use crate::c;\n}\n", 1),
        [""; 0]
    );
}

/// The modules that stand at a crate's root; its tests are none.
fn modules_of(src: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(src).expect("a crate has sources").flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().trim_end_matches(".rs").to_owned());
    names.filter(|name| !matches!(name.as_str(), "lib" | "tests")).collect()
}

fn arrows_of(src: &Path, modules: &BTreeSet<String>) -> BTreeSet<Arrow> {
    let mut arrows = BTreeSet::new();
    for file in WalkDir::new(src).into_iter().flatten().filter(|file| file.path().extension().is_some()) {
        let path = file.path().strip_prefix(src).expect("it was listed there").with_extension("");
        let parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let Some(from) = parts.first().filter(|from| modules.contains(*from)) else { continue };
        if parts.iter().any(|part| part == "tests") {
            continue;
        }
        // How many times `super` leads to the root.
        let depth = parts.len() - usize::from(parts.last().is_some_and(|last| last == "mod"));
        let text = fs::read_to_string(file.path()).expect("a source can be read");
        for to in named_in(&text, depth, modules).into_iter().filter(|to| to != from) {
            arrows.insert(Arrow { from: from.clone(), to, file: path.display().to_string() });
        }
    }
    arrows
}

/// The modules at the root that a source names, comments and unit tests aside.
fn named_in(text: &str, depth: usize, modules: &BTreeSet<String>) -> BTreeSet<String> {
    let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = product.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut named = BTreeSet::new();
    for root in ["crate::".to_owned(), "super::".repeat(depth)] {
        for (at, _) in code.match_indices(&root) {
            let is_whole =
                !code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':');
            if is_whole {
                named.extend(first_names(&code[at + root.len()..]).into_iter().filter(|name| modules.contains(name)));
            }
        }
    }
    named
}

/// What a path goes on with: one name, or those of a group in braces.
fn first_names(rest: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    let Some(group) = rest.strip_prefix('{') else { return vec![word(rest)] };
    let (mut names, mut depth, mut begins) = (Vec::new(), 0, true);
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            letter if begins && !letter.is_whitespace() => {
                names.push(word(&group[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    names
}
