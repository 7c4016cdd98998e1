//! A function in the place of repeated reads, with a real compiler: the program does what it did.

#![expect(clippy::unwrap_used, reason = "a file that cannot be written fails the test")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use cpp::source::Source;
use problem::text::LineIndex;

/// The jury's answer and the contestant's stand far apart, and more than one variable is used behind them.
const CHECKER: &str = r#"#include "testlib.h"
#include <map>
using namespace std;
typedef long long ll;
const int LIMIT = 50;
// Compares costs, then paths.
int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    int n = inf.readInt();
    map<int, int> seen;
    ll jury = ans.readLong(0, 1000LL, "cost");
    vector<int> path(n);
    for (int i = 0; i < n; i++) {
        path[i] = ans.readInt(1, LIMIT, "vertex");
        if (path[i] == n) continue;
        seen[path[i]] += i;
    }
    string word = ans.readToken("[a-z]{1,3}");
    ll cost = ouf.readLong(0, 1000LL, "cost");
    vector<int> way(n);
    for (int i = 0; i < n; i++) {
        way[i] = ouf.readInt(1, LIMIT, "vertex");
        if (way[i] == n) continue;
        seen[way[i]] += i;
    }
    string other = ouf.readToken("[a-z]{1,3}");
    if (cost > jury) quitf(_wa, "cost %lld, not %lld", cost, jury);
    if (cost < jury) quitf(_fail, "better");
    int weight = 0;
    for (auto one : seen) weight = weight * 7 + one.first * one.second;
    quitf(path == way && word == other ? _ok : _wa, "%s, %d", other.c_str(), weight);
}
"#;

const VALIDATOR: &str = r#"#include "testlib.h"
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 9, "n");
    inf.readEoln();
    auto a = inf.readInt(1, 20, "a");
    inf.readSpace();
    inf.readInt(0, n, "b");
    inf.readEoln();
    auto c = inf.readInt(1, 30, "c");
    inf.readSpace();
    inf.readInt(0, n, "d");
    inf.readEoln();
    ensuref(a < c, "a is not below c: %d, %d", a, c);
    inf.readEof();
}
"#;

fn extracted(text: &str, place: &str) -> String {
    let at = text.find(place).unwrap();
    let edits = cpp::extract::extract(&Source::parse(text), at..at).unwrap();
    let (lines, mut after) = (LineIndex::new(text), text.to_owned());
    for edit in edits.iter().rev() {
        after.replace_range(lines.offset(edit.range.start)..lines.offset(edit.range.end), &edit.text);
    }
    after
}

fn compiled(folder: &Path, name: &str, text: &str) -> PathBuf {
    let (source, program) = (folder.join(format!("{name}.cpp")), folder.join(name));
    fs::write(&source, text).unwrap();
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testlib");
    let mut command = Command::new("g++");
    command.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-I"]).arg(header).arg("-o").arg(&program).arg(&source);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    program
}

/// How a program ends and what it says.
fn run(program: &Path, folder: &Path, files: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(program);
    for (name, contents) in ["input", "output", "answer"].into_iter().zip(files) {
        fs::write(folder.join(name), contents).unwrap();
    }
    match files {
        [_] => command.stdin(fs::File::open(folder.join("input")).unwrap()),
        _ => command.args(["input", "output", "answer"]).current_dir(folder),
    };
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn the_function_does_what_stood_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let good = "7\n1 2 3\nab\n";
    let of_checker: [(&[&str], i32); 7] = [
        (&["3\n", good, good], 0),
        (&["3\n", "7\n1 3 3\nab\n", good], 1),
        (&["3\n", "8\n1 2 3\nab\n", good], 1),
        (&["3\n", "6\n1 2 3\nab\n", good], 3),
        (&["3\n", "7\n1 2 51\nab\n", good], 1),
        (&["3\n", good, "7\n1 2 51\nab\n"], 3),
        (&["3\n", "7\n1 2\n", good], 2),
    ];
    let of_validator: [(&[&str], i32); 4] =
        [(&["5\n1 5\n2 0\n"], 0), (&["5\n3 5\n2 0\n"], 3), (&["5\n21 5\n22 0\n"], 3), (&["5\n1 5\n2 6\n"], 3)];
    for (name, text, place, runs) in
        [("checker", CHECKER, "cost = ouf", &of_checker[..]), ("validator", VALIDATOR, "\"d\"", &of_validator[..])]
    {
        let after = extracted(text, place);
        assert!(after.matches("read").count() < text.matches("read").count() + 4, "{after}");
        let [before, after] = [("before", text), ("after", &*after)]
            .map(|(when, text)| compiled(folder, &format!("{name}-{when}"), text));
        for (files, code) in runs {
            let (was, is) = (run(&before, folder, files), run(&after, folder, files));
            assert_eq!((was.0, &is), (Some(*code), &was), "{name} {files:?}");
        }
    }
}
