//! Whole pieces of validators and checkers that completion brings: they compile, and do what they say.

use std::path::Path;

use e2e::{server, touchstone::Touchstone};
use serde_json::json;
use testkit::{
    editor::{client::Client, uri},
    folder::Folder,
};

const VALIDATOR: &str = "#include \"testlib.h\"\n\nint main(int argc, char* argv[]) {\n    registerValidation(argc, argv);\n    PIECE\n    inf.readEof();\n}\n";
const CHECKER: &str = "#include \"testlib.h\"\n\nPIECE\nint main(int argc, char* argv[]) {\n    registerTestlibCmd(argc, argv);\n    PIECE\n}\n";

/// What completion brings for a word in place of the first `PIECE`.
fn piece(client: &mut Client, path: &Path, template: &str, word: &str) -> String {
    let text = template.replacen("PIECE", word, 1);
    client.open_with(path, &text);
    let end = text.find(word).expect("it is there") + word.len();
    let params = json!({ "textDocument": { "uri": uri::of(path) }, "position": client.encoding.position(&text, end) });
    let found = client.request("textDocument/completion", params);
    let items = found.as_array().expect("a list");
    let item =
        items.iter().find(|item| item["label"] == word && item["kind"] == 15).unwrap_or_else(|| panic!("{word}"));
    client.close(path);
    let piece = item["textEdit"]["newText"].as_str().expect("a text");
    template.replacen("PIECE", piece, 1)
}

/// Whether a validator accepts each input.
fn accepts(source: &str, inputs: &[&str]) -> Vec<bool> {
    let folder = Folder::of("pieces", [("val.cpp", source), ("sol.cpp", "int main() {}\n")]);
    let run = |input: &&str| {
        let run = Touchstone::new().in_folder(folder.path()).args(["run", "val.cpp"]).stdin(input.as_bytes());
        run.run().code() == Some(0)
    };
    inputs.iter().map(run).collect()
}

#[test]
fn pieces_of_validators_do_what_they_say() {
    let folder = Folder::of("piece", [("val.cpp", VALIDATOR), ("sol.cpp", "int main() {}\n")]);
    let path = folder.path().join("val.cpp");
    let mut client = server::trusting().folder(folder.path()).start();
    let mut of = |word: &str| piece(&mut client, &path, VALIDATOR, word);
    let edges = ["3\n1 2\n2 3\n", "3\n1 2\n2 1\n", "3\n1 2\n"];
    assert_eq!(accepts(&of("readTree"), &edges), [true, false, false]);
    let graphs = ["2 1\n1 2\n", "1 0\n", "2 2\n1 2\n2 1\n", "2 1\n1 1\n"];
    assert_eq!(accepts(&of("readGraph"), &graphs), [true, true, false, false]);
    assert_eq!(accepts(&of("readPermutation"), &["3\n2 3 1\n", "3\n2 3 3\n", "3\n0 1 2\n"]), [true, false, false]);
    assert_eq!(accepts(&of("readCases"), &["2\n1\n200\n", "2\n200000\n1\n", "2\n1\n"]), [true, false, false]);
    assert_eq!(accepts(&of("readGrid"), &["2 3\n.#.\n###\n", "1 3\n..\n", "1 1\nx\n"]), [true, false, false]);
    assert!(client.leave().success());
}

#[test]
fn pieces_of_checkers_make_a_checker() {
    let statement = "Time limit: 1 second\nMemory limit: 256 megabytes\n";
    let files =
        [("check.cpp", CHECKER), ("sol.py", "print(4)\n"), ("wa_odd.py", "print(3)\n"), ("statement.md", statement)];
    let folder = Folder::of("piece", files);
    let path = folder.path().join("check.cpp");
    let mut client = server::trusting().folder(folder.path()).start();
    let read = piece(&mut client, &path, CHECKER, "readAns");
    let whole = piece(&mut client, &path, &read, "compareAns");
    assert!(client.leave().success());
    folder.write("check.cpp", &whole);
    folder.write("wa_less.py", "print(2)\n");
    folder.write("tests/1.in", "1\n");
    folder.write("tests/1.ans", "4\n");
    let (report, _) = Touchstone::new().check(folder.path());
    let verdicts = ["sol.py", "wa_odd.py", "wa_less.py"].map(|solution| report.verdicts(solution).concat());
    assert_eq!(verdicts, ["AC", "WA", "WA"]);
    assert_eq!(report.findings_of("build-failed"), [""; 0]);
}
