//! `touchstone probe` and `touchstone mutate`: judges with a planted bug are found out, sound ones are left alone.

use std::{env, fs};

use e2e::{part, touchstone::Touchstone};
use serde_json::Value;
use testkit::{
    examples::{self, here},
    folder::Folder,
};

/// Of so many planted judges one is tried, unless all are asked for by `TOUCHSTONE_PLANTED=all`.
const ONE_OF_CHECKERS: usize = 9;
const ONE_OF_INTERACTORS: usize = 40;

struct Planted {
    /// `checker` or `interactor`.
    kind: &'static str,
    /// `BASE--BUG`.
    name: String,
    text: String,
}

impl Planted {
    fn is_sound(&self) -> bool {
        !self.text.starts_with("// planted: ")
    }
}

fn planted(kind: &'static str) -> Vec<Planted> {
    let place = here(&format!("fixtures/planted/{kind}s"));
    let files = fs::read_dir(place).expect("the planted judges are there");
    let mut all: Vec<Planted> = files
        .map(|file| {
            let path = file.expect("they can be listed").path();
            let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name is UTF-8").to_owned();
            Planted { kind, name, text: fs::read_to_string(path).expect("a judge can be read") }
        })
        .collect();
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

/// What is told of the judge.
fn told_of(planted: &Planted) -> Vec<String> {
    let (base, _) = planted.name.split_once("--").expect("a name has its base");
    let folder = Folder::copy_of(&here(&format!("fixtures/planted/bases/{base}")));
    folder.write(&format!("{}.cpp", planted.kind), &planted.text);
    let report = probed(&folder);
    let missed = report["missed"].as_array().expect("a list");
    let findings = missed.iter().map(|missed| &missed["finding"]);
    let of_judge =
        findings.filter(|finding| finding["code"].as_str().is_some_and(|code| code.starts_with(planted.kind)));
    of_judge.map(|finding| format!("{} {}", finding["path"], finding["message"])).collect()
}

fn judge_all(kind: &'static str, one_of: usize, least_percent: usize) {
    let missed = fs::read_to_string(here("fixtures/planted/missed.txt")).expect("the list is there");
    let is_missed = |planted: &Planted| missed.lines().any(|line| line == planted.name);
    let wants_all = env::var("TOUCHSTONE_PLANTED").is_ok_and(|which| which == "all");
    let all = planted(kind);
    let n_found = all.iter().filter(|planted| !planted.is_sound() && !is_missed(planted)).count();
    let n_planted = all.iter().filter(|planted| !planted.is_sound()).count();
    assert!(n_found * 100 >= n_planted * least_percent, "{n_found} of {n_planted}");
    let some = all.iter().skip(if wants_all { 0 } else { 2 }).step_by(if wants_all { 1 } else { one_of });
    for planted in part::of(some.collect()) {
        let told = told_of(planted);
        let is_wanted = !planted.is_sound() && !is_missed(planted);
        assert_eq!(!told.is_empty(), is_wanted, "{}: {told:#?}", planted.name);
    }
}

#[test]
fn planted_checkers_are_found_out() {
    judge_all("checker", ONE_OF_CHECKERS, 90);
}

#[test]
fn planted_interactors_are_found_out() {
    judge_all("interactor", ONE_OF_INTERACTORS, 90);
}

/// What `probe` says of a folder.
fn probed(folder: &Folder) -> Value {
    let done = Touchstone::new().args(["probe", "--format", "json", "--budget", "10m"]).arg(folder.path()).run();
    serde_json::from_str(&done.stdout).expect("one JSON object")
}

/// The text that a finding underlines, of its first line.
fn underlined<'t>(finding: &Value, text: &'t str) -> &'t str {
    let at = |end: &str, what: &str| {
        let number = finding["range"][end][what].as_u64().expect("a place has numbers");
        usize::try_from(number).expect("it is small")
    };
    let line = text.lines().nth(at("start", "line")).expect("the line is there");
    &line[at("start", "character")..at("end", "character")]
}

#[test]
fn a_mistake_stands_at_the_read_that_should_have_caught_it_with_the_bytes_that_show_it() {
    let planted = planted("checker").into_iter().find(|planted| planted.name == "lamp-posts--int-total");
    let checker = planted.expect("it is there").text;
    let folder = Folder::copy_of(&here("fixtures/planted/bases/lamp-posts"));
    folder.write("checker.cpp", &checker);
    let report = probed(&folder);
    let [missed] = &report["missed"].as_array().expect("a list")[..] else { panic!("{report:#}") };
    assert_eq!(missed["finding"]["code"], "checker-accepts-junk");
    assert!(underlined(&missed["finding"], &checker).starts_with("ouf.read"), "{missed:#}");
    // The total of the first test, and 2^32.
    let answer = missed["evidence"]["answer"].as_str().and_then(|answer| answer.split_whitespace().next());
    let total: u64 = answer.expect("an answer begins with its total").parse().expect("it is a number");
    let output = missed["evidence"]["output"].as_str().expect("the output is text");
    assert_eq!(output.split_whitespace().next(), Some((total + 4_294_967_296).to_string().as_str()));
}

#[test]
fn a_validator_that_splits_lines_is_found_out() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    folder.remove("val.cpp");
    let reads = "import sys\n\n\ndef line():\n    return list(map(int, sys.stdin.readline().split()))\n\n\n";
    let checks = "n, s = line()\nw = line()\nassert 2 <= n <= 50000 and len(w) == n and 2 <= s <= 4 * 10**9\n\
                  assert all(1 <= x <= 2 * 10**9 for x in w)\nassert sys.stdin.read() == \"\"\n";
    folder.write("val.py", format!("{reads}{checks}"));
    let report = probed(&folder);
    let missed = report["missed"].as_array().expect("a list");
    let words = |missed: &Value| {
        let message = missed["finding"]["message"].as_str().expect("a message");
        message.rsplit_once(" with ").map_or_else(String::new, |(_, words)| words.to_owned())
    };
    let accepted: Vec<String> =
        missed.iter().filter(|missed| missed["finding"]["code"] == "validator-accepts-invalid").map(words).collect();
    // It sees to numbers, to their bounds and to the end of the file; not to how they are written.
    for lax in ["a blank too many", "a leading zero", "a plus sign", "no end of the last line", "line ends of Windows"]
    {
        assert!(accepted.iter().any(|one| one == lax), "{lax}: {accepted:#?}");
    }
    for strict in ["a line behind it", "everything twice", "no last word", "a word too many in a line"] {
        assert!(accepted.iter().all(|one| one != strict), "{strict}: {accepted:#?}");
    }
}

#[test]
fn a_mutant_that_differs_only_where_right_solutions_do_is_not_called_equivalent() {
    let program = |condition: &str| {
        format!(
            "#include <cstdio>\nint main() {{ int n; scanf(\"%d\", &n); puts({condition} ? \"small\" : \"large\"); }}\n"
        )
    };
    let folder = Folder::empty("edge");
    folder.write("sol.cpp", program("n < 5"));
    folder.write("ac_other.cpp", program("n <= 5"));
    folder.write("tests/1.in", "1\n");
    folder.write("tests/2.in", "9\n");
    let reads = "registerValidation(n, args); inf.readInt(1, 10, \"n\"); inf.readEoln(); inf.readEof();";
    folder.write("val.cpp", format!("#include \"testlib.h\"\nint main(int n, char* args[]) {{ {reads} }}\n"));
    let done = Touchstone::new().args(["mutate", "--format", "json", "--budget", "5s", "--solution", "sol.cpp"]);
    let done = done.arg(folder.path()).run();
    let report: Value = serde_json::from_str(&done.stdout).unwrap_or_else(|_| panic!("{done:?}"));
    let mutants = report["mutants"].as_array().expect("a list");
    let wider = mutants.iter().find(|mutant| mutant["words"] == "`<=` instead of `<`").expect("it is a mistake");
    assert_eq!(wider["state"], "not-offered", "{report:#}");
    assert!(wider["why"].as_str().is_some_and(|why| why.contains("ac_other.cpp")), "{wider}");
}

#[test]
fn a_mutant_that_no_test_fails_is_shown_with_an_input_that_does() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let arguments = ["mutate", "--format", "json", "--budget", "20s"];
    let done = Touchstone::new().args(arguments).arg(folder.path()).run().expect_code(1);
    let report: Value = serde_json::from_str(&done.stdout).expect("one JSON object");
    let mutants = report["mutants"].as_array().expect("a list");
    let of = |state: &str| mutants.iter().filter(|mutant| mutant["state"] == state).collect::<Vec<_>>();
    assert!(of("failed").len() > mutants.len() / 2, "{}", done.stdout);
    let [found, ..] = of("found")[..] else { panic!("{}", done.stdout) };
    // Beside a check the same ones live, nothing is looked for, and the metrics stay.
    let beside = Touchstone::new().args(["check", "--mutants", "--format", "json"]).arg(folder.path()).run();
    let beside: Value = serde_json::from_str(&beside.stdout).expect("one JSON object");
    let alive = |mutants: &Value, states: &[&str]| -> Vec<(String, String)> {
        let all = mutants["mutants"].as_array().expect("a list").iter();
        let alive = all.filter(|one| states.iter().any(|state| one["state"] == *state));
        alive.map(|one| (one["range"].to_string(), one["with"].to_string())).collect()
    };
    assert_eq!(
        alive(&beside["mutants"], &["possibly-equivalent"]),
        alive(&report, &["found", "not-offered", "possibly-equivalent"])
    );
    let plain = Touchstone::new().check(folder.path()).0;
    assert_eq!(beside["metrics"], plain.0["metrics"]);
    // As a solution of the folder with that test it fails.
    let solution = fs::read_to_string(folder.path().join("sol.cpp")).expect("it can be read");
    let at = |end: &str| {
        let number =
            |what: &str| usize::try_from(found["range"][end][what].as_u64().expect("a number")).expect("small");
        let before: usize = solution.split_inclusive('\n').take(number("line")).map(str::len).sum();
        before + number("character")
    };
    let with = found["with"].as_str().expect("a text");
    let mutant = format!("{}{with}{}", &solution[..at("start")], &solution[at("end")..]);
    folder.write("wa_mutant.cpp", &mutant);
    let before = Touchstone::new().check(folder.path()).0;
    assert!(before.findings_of("wrong-solution-passes").iter().any(|finding| finding.contains("wa_mutant.cpp")));
    folder.write("tests/mutant.in", found["test"]["input"].as_str().expect("a small input is written out"));
    let after = Touchstone::new().check(folder.path()).0;
    assert!(
        after.findings_of("wrong-solution-passes").iter().all(|finding| !finding.contains("wa_mutant.cpp")),
        "{mutant}"
    );
}
