//! What programs do.

use std::collections::BTreeMap;

use problem::executor::ExitStatus;

use super::{parcels, small};

/// A run of a program.
pub(super) struct Run {
    pub(super) args: Vec<String>,
    pub(super) stdin: Vec<u8>,
    /// A program that fails is to say why.
    pub(super) wants_record: bool,
    /// What the compiler made: the path of the source, a line end, the source; of a script the script.
    pub(super) program: Vec<u8>,
    pub(super) files: BTreeMap<String, Vec<u8>>,
}

impl Run {
    /// A file of its directory, as text.
    pub(super) fn file(&self, name: &str) -> String {
        String::from_utf8_lossy(&self.files[name]).into_owned()
    }

    pub(super) fn stdin(&self) -> String {
        String::from_utf8_lossy(&self.stdin).into_owned()
    }
}

/// How long a program runs.
pub(super) enum Lasts {
    Us(u64),
    ForEver,
}

/// What it does.
pub(super) struct Behaviour {
    pub(super) status: ExitStatus,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: String,
    pub(super) lasts: Lasts,
    pub(super) memory_kb: u64,
    /// What it leaves.
    pub(super) files: BTreeMap<String, Vec<u8>>,
}

impl Behaviour {
    /// Ends with a code after a millisecond, having said something.
    pub(super) fn ends(code: i32, stdout: &str, stderr: &str) -> Behaviour {
        Behaviour {
            status: ExitStatus::Exited(code),
            stdout: stdout.as_bytes().to_vec(),
            stderr: stderr.to_owned(),
            lasts: Lasts::Us(1000),
            memory_kb: 1024,
            files: BTreeMap::new(),
        }
    }

    pub(super) fn prints(text: &str) -> Behaviour {
        Behaviour::ends(0, text, "")
    }
}

/// What the program of a name does, by what stands in it.
pub(super) fn behave(name: &str, run: &Run) -> Behaviour {
    let source = String::from_utf8_lossy(&run.program).into_owned();
    let has = |text: &str| source.contains(text);
    if has("while (x) {}") {
        Behaviour { lasts: Lasts::ForEver, ..Behaviour::prints("") }
    } else if has("#define TOLERANCE") {
        small::check(&source, run)
    } else if has("#define MAX") {
        small::validate(&source, run)
    } else if has("#define TWIST") {
        small::generate(&source, run)
    } else if has("#define CAP") {
        small::solve(&source, run)
    } else if has("registerGen(") {
        parcels::generate(&source, run)
    } else if has("registerValidation(") {
        parcels::validate(&source, run)
    } else if has("registerTestlibCmd(") {
        parcels::check(run)
    } else if has("puts(\"5\")") {
        Behaviour::prints("5\n")
    } else if has("return 1;") && !has("scanf") {
        Behaviour::ends(1, "", "")
    } else {
        parcels::solve(name, &source, &run.stdin())
    }
}

/// The number behind `#define NAME`.
pub(super) fn defined(source: &str, name: &str) -> Option<i64> {
    let define = format!("#define {name} ");
    source.lines().find_map(|line| line.strip_prefix(&define)?.trim().parse().ok())
}

/// The numbers of a text up to the first word that is none.
pub(super) fn numbers(text: &str) -> Vec<i64> {
    text.split_whitespace().map_while(|word| word.parse().ok()).collect()
}
