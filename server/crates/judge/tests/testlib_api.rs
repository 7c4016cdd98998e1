//! The reference of testlib.h against a compiler: its examples compile without a warning, its names exist, its results
//! are what comes out.

#![expect(clippy::unwrap_used, reason = "a file that cannot be written fails the test")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use cpp::api::{Entry, Kind, Owner, api};
use problem::facts::Register;

/// Snippets end where their point is made, so what they declare may stay unused.
const FLAGS: [&str; 7] = [
    "-std=c++17",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-unused-variable",
    "-Wno-unused-but-set-variable",
    "-Wno-unused-parameter",
];

/// Of what the usual header has not, ours warns.
const EXTENSIONS: &str = "-Wno-deprecated-declarations";

fn compiler() -> Command {
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testlib");
    let mut command = Command::new("g++");
    command.args(FLAGS).arg("-I").arg(header);
    command
}

/// Fails with the compiler's words if a text has an error or a warning.
fn check(name: &str, text: &str, flags: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source.cpp");
    fs::write(&source, text).unwrap();
    let output = compiler().args(flags).arg("-fsyntax-only").arg(&source).output().unwrap();
    assert!(output.status.success(), "{name}:\n{}", words(&output));
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A function for each example. Line numbers in messages are those of the example under the name of its entry.
fn functions<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> String {
    let mut text = "#include \"testlib.h\"\n".to_owned();
    for (index, entry) in entries.into_iter().enumerate() {
        let (path, example) = (entry.path(), &entry.example);
        text += &format!("void example_{index}(int argc, char* argv[]) {{\n#line 1 \"{path}\"\n{example}\n}}\n");
    }
    text
}

/// The entries whose examples are statements.
fn with_statements() -> impl Iterator<Item = &'static Entry> {
    api().entries().iter().filter(|entry| entry.kind != Kind::Setting)
}

#[test]
fn examples_compile_and_are_portable() {
    let mut of_roles: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in with_statements().filter(|entry| !entry.is_extension()) {
        of_roles.entry(entry.roles[0].function()).or_default().push(entry);
    }
    for (role, entries) in of_roles {
        check(role, &functions(entries), &["-DTESTLIB_STRICT_UPSTREAM"]);
    }
}

#[test]
fn examples_of_extensions_compile() {
    check("extensions", &functions(with_statements().filter(|entry| entry.is_extension())), &[EXTENSIONS]);
    let throwing = api().find(None, "exit_exception").unwrap();
    check("exceptions", &functions([throwing]), &["-DTESTLIB_THROW_EXIT_EXCEPTION_INSTEAD_OF_EXIT"]);
}

/// Settings that exclude one another.
const ALONE: [&str; 1] = ["CONTESTER"];

#[test]
fn settings_compile() {
    let settings = || api().entries().iter().filter(|entry| entry.kind == Kind::Setting);
    let (alone, together): (Vec<&Entry>, Vec<&Entry>) = settings().partition(|entry| ALONE.contains(&&*entry.name));
    for entries in [alone, together] {
        let include = "#include \"testlib.h\"";
        let heads = entries.iter().map(|entry| entry.example.strip_suffix(include).expect("the header comes last"));
        check("settings", &(heads.collect::<String>() + include + "\n"), &[]);
    }
}

/// `using` finds members and global names whatever they are, and in all their overloads.
#[test]
fn names_exist() {
    let mut text = "#include \"testlib.h\"\n".to_owned();
    for (index, (entry, name)) in
        with_statements().flat_map(|entry| entry.names().map(move |name| (entry, name))).enumerate()
    {
        text += &match entry.owner.map(Owner::class) {
            Some(class) => format!("struct in_{index} : {class} {{ using {class}::{name}; }};\n"),
            None => format!("#ifndef {name}\nnamespace in_{index} {{ using ::{name}; }}\n#endif\n"),
        };
    }
    check("names", &text, &["-DTESTLIB_THROW_EXIT_EXCEPTION_INSTEAD_OF_EXIT"]);
}

#[test]
fn results_are_what_comes_out() {
    let entries: Vec<&Entry> = api().entries().iter().filter(|entry| !entry.result.is_empty()).collect();
    assert!(entries.iter().all(|entry| entry.roles.contains(&Register::Generator)));
    let mut text = functions(entries.iter().copied());
    text += "int main(int argc, char* argv[]) {\nregisterGen(argc, argv, 1);\n";
    for index in 0..entries.len() {
        text += &format!("rnd.setSeed(argc, argv); example_{index}(argc, argv); println(\"--\");\n");
    }
    text += "}\n";
    let folder = tempfile::tempdir().unwrap();
    let program = build(folder.path(), &text);
    let output = Command::new(program).arg("1").output().unwrap();
    assert!(output.status.success(), "{}", words(&output));
    let printed = String::from_utf8(output.stdout).unwrap();
    let printed: Vec<&str> = printed.split("--\n").collect();
    assert_eq!(printed.len(), entries.len() + 1);
    let pairs = entries.iter().zip(printed).map(|(entry, printed)| (entry.path(), printed.trim_end(), &entry.result));
    let wrong: Vec<String> = pairs
        .filter(|(_, printed, stated)| printed != stated)
        .map(|(path, printed, stated)| format!("{path} prints\n{printed}\nand not\n{stated}\n"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn build(folder: &Path, text: &str) -> PathBuf {
    let (source, program) = (folder.join("source.cpp"), folder.join("program"));
    fs::write(&source, text).unwrap();
    let output = compiler().arg(EXTENSIONS).arg(&source).arg("-o").arg(&program).output().unwrap();
    assert!(output.status.success(), "{}", words(&output));
    program
}
