//! Where the files of this run are, and the folders that the server is tried on.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use e2e::binary;
use tempfile::TempDir;

/// Solutions and tests of [`Place::large`].
pub(crate) const LARGE: (usize, usize) = (30, 500);

pub(crate) struct Place {
    directory: TempDir,
    /// That of `TOUCHSTONE_BIN`, else the one that cargo builds for benchmarks.
    pub(crate) executable: PathBuf,
}

impl Place {
    pub(crate) fn new() -> Place {
        let directory = tempfile::Builder::new().prefix("touchstone-bench-").tempdir();
        let given = env::var_os("TOUCHSTONE_BIN").map(PathBuf::from);
        Place {
            directory: directory.expect("a temporary folder can be made"),
            executable: given.unwrap_or_else(|| binary::touchstone().to_owned()),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// A folder with one solution that does not end.
    pub(crate) fn endless(&self) -> PathBuf {
        let folder = self.path("endless");
        fs::create_dir_all(folder.join("tests")).expect("a temporary folder can be made");
        write(&folder, "statement.md", "Time limit: 30 seconds\nMemory limit: 256 MB\n");
        write(&folder, "sol.cpp", "int main() { for (volatile int i = 0;; i = i + 1) {} }\n");
        write(&folder, "tests/1.in", "1\n");
        write(&folder, "tests/1.ans", "1\n");
        folder
    }

    /// A folder with many solutions and tests.
    pub(crate) fn large(&self) -> PathBuf {
        let folder = self.path("large");
        fs::create_dir_all(folder.join("tests")).expect("a temporary folder can be made");
        write(&folder, "statement.md", "Time limit: 1 second\nMemory limit: 256 MB\n");
        for solution in 0..LARGE.0 {
            let name = if solution == 0 { "sol.cpp".to_owned() } else { format!("ac_{solution:02}.cpp") };
            let text = format!(
                "#include <cstdio>\nvolatile int number = {solution};\nint main() {{\n    int a, b;\n    \
                 if (std::scanf(\"%d %d\", &a, &b) != 2) return 1;\n    std::printf(\"%d\\n\", a + b);\n}}\n"
            );
            write(&folder, &name, &text);
        }
        for test in 1..=LARGE.1 {
            write(&folder, &format!("tests/{test:03}.in"), &format!("{test} 1\n"));
            write(&folder, &format!("tests/{test:03}.ans"), &format!("{}\n", test + 1));
        }
        folder
    }
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("a file can be written");
}
