//! The checkers as programs: compiled once, run on files in a directory of their own.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use checkers::{ReportForm, Standard};
use tempfile::TempDir;

use super::files::Case;

/// The standard language and no optimisation: each program runs for a millisecond.
const FLAGS: [&str; 3] = ["-std=c++17", "-O0", "-w"];

/// The compiled checkers, by name in a directory.
pub(crate) struct Programs {
    folder: TempDir,
}

/// How a program ended, and the report file that it wrote.
#[derive(PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) exit_code: Option<i32>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) report: Option<Vec<u8>>,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit {:?} \"{}\"", self.exit_code, self.stderr.escape_ascii())?;
        self.report.as_ref().map_or(Ok(()), |report| write!(f, " report \"{}\"", report.escape_ascii()))
    }
}

/// Where a program finds its files. Nothing else is in there.
pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    pub(crate) fn new() -> Place {
        // Files in memory are written much faster, where there is room for them.
        let shared_memory = Path::new("/dev/shm");
        let folder = if shared_memory.is_dir() { TempDir::new_in(shared_memory) } else { TempDir::new() };
        Place { folder: folder.unwrap() }
    }

    fn put(&self, name: &str, content: Option<&[u8]>) {
        let path = self.folder.path().join(name);
        match content {
            Some(content) => fs::write(path, content).unwrap(),
            None => drop(fs::remove_file(path)),
        }
    }
}

impl Programs {
    /// Compiles the header, then every checker on top of it, as many at a time as there are cores.
    pub(crate) fn build() -> Programs {
        let programs = Programs { folder: TempDir::new().unwrap() };
        let header = programs.path("testlib.h");
        fs::copy(sources().join("testlib.h"), &header).unwrap();
        compile(
            Command::new("g++")
                .args(FLAGS)
                .args(["-x", "c++-header"])
                .arg(&header)
                .arg("-o")
                .arg(programs.path("testlib.h.gch")),
        );
        let n_threads = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            for share in Standard::ALL.chunks(Standard::ALL.len().div_ceil(n_threads)) {
                let programs = &programs;
                scope.spawn(move || share.iter().for_each(|&checker| programs.compile(checker)));
            }
        });
        programs
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn compile(&self, checker: Standard) {
        let source = sources().join("checkers").join(checker.name()).with_extension("cpp");
        let mut gcc = Command::new("g++");
        compile(gcc.args(FLAGS).arg("-I").arg(self.folder.path()).arg(source).arg("-o").arg(self.path(checker.name())));
    }

    /// Runs a checker on a case. There is no input file, since none of them looks at it.
    pub(crate) fn run(&self, checker: Standard, case: &Case, place: &Place) -> Ending {
        place.put("out.txt", case.output.as_deref());
        place.put("ans.txt", case.answer.as_deref());
        place.put("rep.txt", None);
        let more: &[&str] = match case.report {
            None => &[],
            Some(ReportForm::Plain) => &["rep.txt"],
            Some(ReportForm::Xml) => &["rep.txt", "-appes"],
        };
        let mut program = Command::new(self.path(checker.name()));
        program.args(["in.txt", "out.txt", "ans.txt"]).args(more).current_dir(place.folder.path());
        let ended = program.stdin(Stdio::null()).output().unwrap();
        assert!(ended.stdout.is_empty(), "{}: checkers print nothing", checker.name());
        let report = fs::read(place.folder.path().join("rep.txt")).ok();
        Ending { exit_code: ended.status.code(), stderr: ended.stderr, report }
    }
}

fn sources() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../testlib")
}

fn compile(gcc: &mut Command) {
    let output = gcc.output().expect("g++ is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
