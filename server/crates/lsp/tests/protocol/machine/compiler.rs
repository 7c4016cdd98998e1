//! A compiler that looks whether there is a `main`, and makes the source the program.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{Seek as _, Write as _},
};

use judge::{
    compile::{
        Compiler, Python, Toolchain, Tools,
        messages::{Dialect, Family},
    },
    local::{CompilerCommand, CompilerResult},
};
use problem::{digest::Digest, executor::ExitStatus, path::AbsPath};

/// Tools that are nowhere on disk.
pub(super) fn toolchain() -> Toolchain {
    let tool = |name: &str| AbsPath::new(format!("/scripted/{name}")).unwrap();
    let compiler = |name: &str| Compiler {
        path: tool(name),
        version: "scripted".to_owned(),
        identity: Digest::of(name.as_bytes()),
        // GCC would be asked for precompiled headers.
        family: Family::Clang,
        dialect: Dialect::Text,
        links_statically: false,
        has_gold: false,
        parts: Vec::new(),
    };
    let python = Python {
        path: tool("python3"),
        version: "3".to_owned(),
        prefix: AbsPath::new("/scripted").unwrap(),
        identity: Digest::of(b"python3"),
    };
    Toolchain {
        cxx: Some(compiler("g++")),
        cc: Some(compiler("gcc")),
        python: Some(python),
        archiver: None,
        symbolizer: None,
        tools: Tools::default(),
    }
}

/// As long as this a program is at least, bytes.
const PROGRAM_BYTES: usize = 16 << 10;

/// Compiles one source, or looks at a script.
pub(super) fn compile(command: &CompilerCommand) -> CompilerResult {
    let Some(source) = command.args.iter().find_map(|arg| arg.strip_prefix("./")) else {
        let is_text = command.files.values().all(|bytes| std::str::from_utf8(bytes).is_ok());
        return without_product(i32::from(!is_text), if is_text { "" } else { "SyntaxError: no text\n" });
    };
    let text = String::from_utf8_lossy(&command.files[source]).into_owned();
    let headers: Vec<&str> =
        text.lines().filter_map(included).filter(|name| command.files.contains_key(*name)).collect();
    let unsent = messages(source, &text);
    if unsent.contains(" error: ") {
        return without_product(1, &unsent);
    }
    let mut program = format!("{source}\n{text}");
    for name in &headers {
        program += &String::from_utf8_lossy(&command.files[*name]);
    }
    program += &"\n".repeat(PROGRAM_BYTES.saturating_sub(program.len()));
    let rules = format!(".out/program: ./{source} {}\n", headers.join(" "));
    let products = [program, rules].map(|text| file_of(&text));
    CompilerResult {
        status: ExitStatus::Exited(0),
        stdout: Vec::new(),
        stderr: unsent.into_bytes(),
        outputs: command.outputs.iter().cloned().zip(products).collect(),
    }
}

/// What is wrong with a source: a shift that is too wide, a read without an end, no `main`.
fn messages(source: &str, text: &str) -> String {
    let mut unsent = String::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default().trim_end();
        if let Some(at) = code.find("1 << 40") {
            unsent += &format!("{source}:{}:{}: warning: the shift is too wide\n", number + 1, at + 1);
        }
        if code.contains("inf.read") && !code.ends_with([';', '{', '}', ',']) {
            unsent += &format!("{source}:{}:{}: error: expected ';'\n", number + 1, code.len());
        }
    }
    if !text.contains("main(") {
        unsent += &format!("{source}:1:1: error: there is no main\n");
    }
    unsent
}

fn without_product(code: i32, unsent: &str) -> CompilerResult {
    CompilerResult {
        status: ExitStatus::Exited(code),
        stdout: Vec::new(),
        stderr: unsent.as_bytes().to_vec(),
        outputs: BTreeMap::new(),
    }
}

/// The header that a line includes.
fn included(line: &str) -> Option<&str> {
    line.strip_prefix("#include \"")?.strip_suffix('"')
}

fn file_of(text: &str) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.rewind().unwrap();
    file
}
