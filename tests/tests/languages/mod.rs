//! Programs in the languages of the table, wherever their tools are on the PATH: `languages/README.md` says which folders.

mod hostile;
mod limits;
mod matrix;
mod own_table;
mod page;
mod parts;

use std::{collections::BTreeMap, env, path::Path};

use e2e::{remarks, touchstone::Touchstone};
use toml::{Table, Value};

/// The languages whose tools this machine is to have where every test is to run: the script that sets machines up
/// installs them, and names those that it could not have.
const WANTED: [&str; 7] = ["go", "java", "javascript", "kotlin", "pascal", "perl", "pypy3"];

/// One language of the table.
struct Language {
    name: String,
    package: String,
    /// Its tools are on the PATH.
    is_here: bool,
}

/// The languages that the table runs, by their extensions.
fn languages() -> BTreeMap<String, Language> {
    let printed = Touchstone::new().arg("languages").run().expect_code(0).stdout;
    let table: Table = printed.parse().expect("the table is TOML");
    let is_run = |entry: &Value| entry.get("run").is_some() || entry.get("compile").is_some();
    let entries = table.iter().filter(|(_, entry)| is_run(entry));
    let languages = entries.map(|(name, entry)| {
        let words = |key: &str| entry[key].as_array().into_iter().flatten().filter_map(Value::as_str);
        let extension = words("extensions").next().expect("it has an extension").to_owned();
        let mut tools = entry["tools"].as_table().expect("it has tools").values();
        let is_here =
            tools.all(|usual| usual.as_array().into_iter().flatten().filter_map(Value::as_str).any(is_on_path));
        let package = entry["package"].as_str().unwrap_or_default().to_owned();
        (extension, Language { name: name.clone(), package, is_here })
    });
    languages.collect()
}

fn is_on_path(name: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|directory| directory.join(name).is_file()) || Path::new(name).is_file()
}

/// Whether the tools of a language are here.
fn has(name: &str) -> bool {
    languages().values().any(|language| language.name == name && language.is_here)
}

/// A test that needs a language is left out where that is not, which is said.
fn needs(name: &str) -> bool {
    let is_here = has(name);
    if !is_here {
        remarks::not_tried(&format!("the tools of {name} are not here"));
    }
    is_here
}

#[test]
fn what_is_to_be_here_is_here() {
    if env::var("TOUCHSTONE_REQUIRE").as_deref() != Ok("full") {
        return;
    }
    let given_up = env::var("TOUCHSTONE_LANGUAGES_MISSING").unwrap_or_default();
    for name in WANTED.iter().filter(|name| !given_up.split_whitespace().any(|missing| missing == **name)) {
        assert!(has(name), "{name} has no tools here");
    }
}
