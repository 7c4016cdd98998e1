//! What one cell costs in languages that start a runtime, against a bare start of the same runtime with the same program.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    measure::{Cost, median},
    rows::{Part, aim, time, times},
    tools::Place,
};

const N_TESTS: usize = 20;
const N_ROUNDS: usize = 5;
/// The most that a cell may cost, as a multiple of a bare start.
const MAX: f64 = 1.2;

/// A program that adds two numbers, and how it is started by hand.
struct Sum {
    title: &'static str,
    file: &'static str,
    text: &'static str,
    compile: &'static [&'static str],
    run: &'static [&'static str],
    /// What the judge sets for it, too.
    env: &'static [(&'static str, &'static str)],
}

const SUMS: [Sum; 6] = [
    Sum {
        title: "Java",
        file: "sol.java",
        text: "class Sum { public static void main(String[] a) { java.util.Scanner in = new java.util.Scanner(System.in); System.out.println(in.nextInt() + in.nextInt()); } }\n",
        compile: &["javac", "sol.java"],
        run: &[
            "java",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:+DisableAttachMechanism",
            "-Xss64m",
            "-Xmx256m",
            "-Dfile.encoding=UTF-8",
            "-cp",
            ".",
            "Sum",
        ],
        env: &[],
    },
    Sum {
        title: "JavaScript",
        file: "sol.js",
        text: "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log(a + b);\n",
        compile: &[],
        run: &["node", "--stack-size=60000", "--max-old-space-size=256", "sol.js"],
        env: &[("OPENSSL_CONF", "/dev/null")],
    },
    Sum {
        title: "PyPy 3",
        file: "sol.pypy3",
        text: "print(sum(map(int, input().split())))\n",
        compile: &[],
        run: &["pypy3", "-B", "sol.pypy3"],
        env: &[],
    },
    Sum {
        title: "Ruby",
        file: "sol.rb",
        text: "puts gets.split.sum(&:to_i)\n",
        compile: &[],
        run: &["ruby", "-W0", "sol.rb"],
        env: &[],
    },
    Sum {
        title: "Perl",
        file: "sol.pl",
        text: "my ($x, $y) = split ' ', <STDIN>;\nprint $x + $y, \"\\n\";\n",
        compile: &[],
        run: &["perl", "-I.", "sol.pl"],
        env: &[],
    },
    Sum {
        title: "Go",
        file: "sol.go",
        text: "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar a, b int\n\tfmt.Scan(&a, &b)\n\tfmt.Println(a + b)\n}\n",
        compile: &["go", "build", "-o", "sol", "sol.go"],
        run: &["./sol"],
        env: &[],
    },
];

pub(crate) fn cells(place: &Place) -> Part {
    let title = format!("one cell of a runtime, one at a time: {N_TESTS} tests, medians of {N_ROUNDS} rounds");
    let mut part = Part::new(title, &["", "cell", "CPU", "bare start", "CPU", "x bare wall", "x bare CPU", "aim"]);
    let tool = place.tool("cache-runtimes");
    for (number, sum) in SUMS.iter().enumerate() {
        let one = Folder::new(place, sum, &format!("runtime-one-{number}"), 1, 1_000_000 * (2 * number + 1));
        let many =
            Folder::new(place, sum, &format!("runtime-many-{number}"), N_TESTS + 1, 1_000_000 * (2 * number + 2));
        if !sum.compile.is_empty() && !starts(Command::new(sum.compile[0]).args(&sum.compile[1..]), &one.path) {
            continue;
        }
        let bare_start = |input: &Path| {
            let input = File::open(input).expect("an input can be read");
            let program = if sum.run[0].starts_with("./") { one.path.join(sum.run[0]) } else { sum.run[0].into() };
            let mut command = Command::new(program);
            command
                .args(&sum.run[1..])
                .envs(sum.env.iter().copied())
                .current_dir(&one.path)
                .stdin(input)
                .stdout(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        if !bare_start(&one.input()) {
            continue;
        }
        let (mut folders, mut cells, mut bare) = ([one.clone(), many], Vec::new(), Vec::new());
        tool.check(&folders[0].path, &["--jobs", "1"]);
        for _ in 0..N_ROUNDS {
            let input = one.input();
            bare.push(Cost::of(|| (0..N_TESTS).for_each(|_| assert!(bare_start(&input)))).each(N_TESTS));
            let [few, more] = folders.each_mut().map(|folder| {
                folder.renew();
                tool.check(&folder.path, &["--jobs", "1"]).cost
            });
            cells.push(more.beyond(few).each(N_TESTS));
        }
        let (cell, bare) = (median(&cells), median(&bare));
        part.row([
            sum.title.to_owned(),
            time(cell.wall),
            time(cell.cpu),
            time(bare.wall),
            time(bare.cpu),
            times(cell.wall, bare.wall),
            times(cell.cpu, bare.cpu),
            aim(&format!("<= {MAX}x bare wall"), cell.wall <= MAX * bare.wall),
        ]);
    }
    part
}

fn starts(command: &mut Command, directory: &Path) -> bool {
    command.current_dir(directory).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// A folder with one solution.
#[derive(Clone)]
struct Folder {
    path: PathBuf,
    n_tests: usize,
    next: usize,
}

impl Folder {
    fn new(place: &Place, sum: &Sum, name: &str, n_tests: usize, start: usize) -> Folder {
        let path = place.path(name);
        fs::create_dir_all(path.join("tests")).expect("a temporary folder can be made");
        fs::write(path.join("statement.md"), "Time limit: 5 seconds\nMemory limit: 256 MB\n")
            .expect("it can be written");
        fs::write(path.join(sum.file), sum.text).expect("a file can be written");
        let mut folder = Folder { path, n_tests, next: start };
        folder.renew();
        folder
    }

    fn renew(&mut self) {
        for test in 1..=self.n_tests {
            self.next += 1;
            let write = |ending: &str, text: String| {
                fs::write(self.path.join(format!("tests/{test:03}.{ending}")), text).expect("a file can be written");
            };
            write("in", format!("{} {test}\n", self.next));
            write("ans", format!("{}\n", self.next + test));
        }
    }

    fn input(&self) -> PathBuf {
        self.path.join("tests/001.in")
    }
}
