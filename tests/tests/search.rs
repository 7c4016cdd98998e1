//! `touchstone hack` without a model: tests are found by a search, and only what was proved is offered.

use e2e::{answers::asking, touchstone::Touchstone};
use serde_json::Value;
use testkit::{answers::server, examples, folder::Folder, temporary};

fn copy_of(problem: &str) -> Folder {
    Folder::copy_of(&examples::folder(problem))
}

fn hack(folder: &Folder, more: &[&str]) -> Touchstone {
    Touchstone::new().args(["hack", "--format", "json"]).args(more).arg(folder.path())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one JSON object")
}

/// A copy of a folder in which each test of its own is one of those that a person would begin with.
fn with_little() -> Folder {
    let scene = copy_of("two-parcels");
    scene.write("script.txt", "gen -n 2 -min 1 -max 1 -type pair > $\n");
    scene
}

#[test]
fn without_a_model_tests_are_found_and_added() {
    let scene = with_little();
    let before = Touchstone::new().check(scene.path()).0;
    let alive: Vec<String> = before.findings_of("wrong-solution-passes");
    assert!(alive.len() > 2, "{alive:?}");
    let done = hack(&scene, &["--apply", "--budget", "10m"]).run().expect_code(0);
    let found = json(&done.stdout);
    assert_eq!(
        found["standings"].as_array().and_then(|all| all.last()).map(|last| &last["tnr"]),
        Some(&Value::from(1.0))
    );
    // Judged anew from what lies in the folder now, without anything that was remembered.
    let (after, _) = Touchstone::new().with_cache(temporary::folder().path()).check(scene.path());
    assert_eq!(after.findings_of("wrong-solution-passes"), Vec::<String>::new());
    assert_eq!(after.0["metrics"]["tpr"], 1.0);
    // The one that takes a parcel twice falls on an input that a person can read.
    let offers = found["offers"].as_array().expect("a list");
    let kills = |offer: &Value, name: &str| {
        offer["evidence"]["kills"].as_array().is_some_and(|kills| kills.iter().any(|kill| kill["solution"] == name))
    };
    let short =
        offers.iter().filter(|offer| kills(offer, "wa_same_parcel.cpp")).filter_map(|offer| offer["input"].as_str());
    assert!(short.clone().any(|input| input.len() < 60), "{}", done.stdout);
}

#[test]
fn the_model_gets_what_survives_the_search() {
    // Nobody is left for it, so nothing is asked.
    let scene = copy_of("two-parcels");
    let model = server("two-parcels");
    let done = asking(hack(&scene, &["--yes", "--engine", "both", "--budget", "10m"]), &model).run().expect_code(0);
    assert_eq!(json(&done.stdout)["offers"].as_array().map(Vec::len), Some(1), "{}", done.stdout);
    assert_eq!(model.requests(), []);
}

#[test]
fn a_budget_is_money_or_time() {
    let scene = copy_of("two-parcels");
    let money = Touchstone::new().args(["stress", "--budget", "0.5"]).run().expect_code(2);
    assert!(money.stderr.contains("a time such as 60s or 10m is wanted"), "{}", money.stderr);
    let refused = hack(&scene, &["--budget", "soon"]).run().expect_code(2);
    assert!(
        refused.stderr.contains("a time such as 60s or 10m is wanted, or an amount such as 0.5"),
        "{}",
        refused.stderr
    );
}

fn stress(folder: &Folder, more: &[&str]) -> Touchstone {
    Touchstone::new().args(["stress", "--format", "json", "--budget", "10m", "--in"]).arg(folder.path()).args(more)
}

#[test]
fn a_difference_is_shown_on_a_small_input() {
    let scene = copy_of("two-parcels");
    let pattern = "gen -n [2..6] -max [1..20] -type [pair|none] s[1..1000]";
    for more in [&["--solution", "wa_same_parcel.cpp", pattern][..], &["--solution", "wa_same_parcel.cpp"]] {
        let done = stress(&scene, more).run().expect_code(1);
        let found = json(&done.stdout);
        assert_eq!(
            (&found["against"], &found["stress"]["is_exhausted"]),
            (&"sol.cpp".into(), &false.into()),
            "{found}"
        );
        let difference = &found["stress"]["difference"];
        assert_eq!((&difference["solution"], &difference["verdict"]), (&"wa_same_parcel.cpp".into(), &"WA".into()));
        // Each program says by itself what it makes of that input: the wrong one takes a parcel twice.
        let input = difference["input"].as_str().expect("a text");
        let run = |program: &str| Touchstone::new().arg("run").arg(scene.path().join(program)).stdin(input).run();
        run("val.cpp").expect_code(0);
        let taken = run("wa_same_parcel.cpp").expect_code(0).stdout;
        let taken: Vec<&str> = taken.split_whitespace().collect();
        assert!(taken.len() == 2 && taken[0] == taken[1], "{taken:?} for {input:?}");
        assert_eq!(run("sol.cpp").expect_code(0).stdout.trim(), "-1");
        // A person can follow it by hand.
        assert!(input.len() <= 60, "{input:?}");
    }
}

#[test]
fn a_pattern_comes_to_its_end() {
    let scene = copy_of("two-parcels");
    let found = json(&stress(&scene, &["gen -n [2..3] -max [5|7] -type pair"]).run().expect_code(0).stdout);
    assert_eq!(
        found["solutions"],
        serde_json::json!(["ac_alt.py"]),
        "the one that is labelled right beside the main one"
    );
    let stress_of = |name: &str| &found["stress"][name];
    assert_eq!((stress_of("is_exhausted"), stress_of("n_made")), (&true.into(), &4.into()), "{found}");
    assert_eq!(stress_of("difference"), &Value::Null);
}

#[test]
fn one_input_of_thousands_is_found_and_nobody_is_accused_for_how_it_is_run() {
    let other = |how: &str| format!("#include <cstdio>\n#include <unistd.h>\n{how}\n");
    let at_one = |reads: &str, global: &str| {
        other(&format!("{global}\nint main() {{ {reads} printf(\"%d\\n\", n == 3777 ? 0 : n); }}"))
    };
    let folder = Folder::of(
        "numbers",
        [
            ("touchstone.toml", "main = \"sol.cpp\"\n".to_owned()),
            ("sol.cpp", at_one("int n; scanf(\"%d\", &n);", "").replace("n == 3777 ? 0 : n", "n")),
            ("at_one.cpp", at_one("int n; scanf(\"%d\", &n);", "")),
            // It has read its input before anything can be called many times.
            ("early.cpp", at_one("", "int n, is_read = scanf(\"%d\", &n);")),
            // Right where it is started by itself, which is how it is judged.
            ("leader.cpp", at_one("int n; scanf(\"%d\", &n); if (getpid() == getsid(0)) n = n == 3777 ? -1 : n; else n = -2;", "").replace("n == 3777 ? 0 : n", "n == -1 ? 3777 : n")),
            ("gen.cpp", "#include \"testlib.h\"\nint main(int argc, char* argv[]) { registerGen(argc, argv, 1); println(argv[1]); }\n".to_owned()),
        ]
        .iter()
        .map(|(name, text)| (*name, text.as_str())),
    );
    for (name, code) in [("at_one.cpp", 1), ("early.cpp", 1), ("leader.cpp", 0)] {
        let found = json(&stress(&folder, &["--solution", name, "gen [1..4000]"]).run().expect_code(code).stdout);
        let input = &found["stress"]["difference"]["input"];
        match code {
            1 => assert_eq!(input, &Value::from("3777\n"), "{name}"),
            _ => assert_eq!((input, &found["stress"]["n_compared"]), (&Value::Null, &4000.into()), "{name}: {found}"),
        }
    }
}

#[test]
fn stress_says_what_it_cannot_do() {
    let scene = copy_of("two-parcels");
    for (more, why) in [
        (&["generator [1..3]"][..], "`generator` is no generator of this problem; there is gen"),
        (&["gen [3..1]"], "there is no number in [3..1]; the lower one comes first"),
        (&["--solution", "nobody.cpp"], "there is no solution nobody.cpp, or several; give its path in the folder"),
    ] {
        let refused = stress(&scene, more).run().expect_code(2);
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
    }
}

#[test]
fn ways_to_make_tests_are_compared_on_the_samples_alone() {
    let scene = with_little();
    let place = temporary::folder();
    let plot = place.path().join("kills.svg");
    let done = Touchstone::new()
        .args(["evaluate", "--format", "json", "--budget", "10m"])
        .args(["--engine", "samples", "--engine", "tests", "--engine", "offline", "--plot"])
        .arg(&plot)
        .arg(scene.path())
        .run()
        .expect_code(0);
    let lines: Vec<Value> = done.stdout.lines().map(json).collect();
    let named: Vec<&str> = lines.iter().filter_map(|line| line["engine"].as_str()).collect();
    assert_eq!(named, ["samples", "tests", "offline"]);
    // The folder has no samples; its tests are judged by `check` in another way.
    let (before, _) = Touchstone::new().check(scene.path());
    assert_eq!((&lines[0]["tnr"], &lines[1]["tnr"]), (&Value::from(0.0), &before.0["metrics"]["tnr"]));
    let search = &lines[2];
    assert_eq!((&search["tpr"], &search["tnr"], &search["n_invalid"]), (&1.0.into(), &1.0.into(), &0.into()));
    assert_eq!(search["kills"].as_array().map(Vec::len), search["n_wrong"].as_u64().map(|n| n as usize));
    let picture = std::fs::read_to_string(&plot).expect("the picture is there");
    assert!(picture.starts_with("<svg") && picture.contains("offline, 100 %"), "{picture}");
    let refused = Touchstone::new().args(["evaluate", "--engine", "luck"]).arg(scene.path()).run().expect_code(2);
    assert!(
        refused.stderr.contains("it is one of samples, tests, seeds, mutation, backwards, offline"),
        "{}",
        refused.stderr
    );
}

#[test]
fn a_validator_in_checktestdata_is_run_backwards() {
    let scene = copy_of("night-ferry");
    let done = Touchstone::new()
        .args(["evaluate", "--format", "json", "--budget", "5s", "--engine", "backwards"])
        .arg(scene.path())
        .run()
        .expect_code(0);
    let line = json(&done.stdout);
    // Everything that it writes is an input.
    assert!(line["n_valid"].as_u64() > Some(0) && line["n_valid"] == line["n_tried"], "{line}");
    assert!(line["notes"].to_string().find("backwards").is_none(), "{line}");
}

#[test]
fn what_inputs_look_like_is_learned_from_a_validator_that_can_only_be_asked() {
    let validator = "\
import re, sys
lines = sys.stdin.read().split(\"\\n\")
def numbers(line, low, high):
    words = line.split(\" \") if line else []
    good = all(re.fullmatch(\"0|[1-9][0-9]*\", word) and low <= int(word) <= high for word in words)
    return [int(word) for word in words] if good else sys.exit(43)
n = numbers(lines[0], 1, 1000)
if len(lines) != 3 or lines[2] or len(n) != 1 or len(numbers(lines[1], 0, 1000000)) != n[0]:
    sys.exit(43)
sys.exit(42)
";
    let solution = |more: &str| {
        format!(
            "#include <iostream>\nint main() {{ long long n, x, sum = 0; std::cin >> n; while (std::cin >> x) sum += x;\n\
             {more}\nstd::cout << sum << \"\\n\"; }}\n"
        )
    };
    let (right, late) = (solution(""), solution("if (n > 900 && sum > 0) ++sum;"));
    let folder = Folder::of(
        "opaque",
        [
            ("problem.yaml", "name: Opaque\n"),
            ("data/sample/1.in", "3\n1 2 3\n"),
            ("data/sample/1.ans", "6\n"),
            ("data/sample/2.in", "2\n5 0\n"),
            ("data/sample/2.ans", "5\n"),
            ("input_validators/validate.py", validator),
            ("submissions/accepted/sol.cpp", right.as_str()),
            ("submissions/wrong_answer/late.cpp", late.as_str()),
        ],
    );
    let done = hack(&folder, &["--budget", "10m"]).run().expect_code(0);
    let found = json(&done.stdout);
    let offers = found["offers"].as_array().expect("a list");
    let input = offers[0]["input"].as_str().expect("it is written out");
    let mut words = input.split_ascii_whitespace().map(|word| word.parse::<u64>().expect("a number"));
    let n = words.next().expect("a length");
    let all: Vec<u64> = words.collect();
    assert!(n > 900 && n == all.len() as u64 && all.iter().sum::<u64>() > 0, "{n}");
}

#[test]
fn a_generator_that_writes_files_is_called_with_other_seeds() {
    let generator = "\
#include \"testlib.h\"
#include <fstream>
int main(int argc, char *argv[]) {
    registerGen(argc, argv, 1);
    for (const char *name : {\"1\", \"2\"}) std::ofstream(name) << rnd.next(1, 1000) << \"\\n\";
}
";
    let validator = "\
#include \"testlib.h\"
int main(int argc, char *argv[]) {
    registerValidation(argc, argv);
    inf.readInt(1, 1000, \"n\");
    inf.readEoln();
    inf.readEof();
}
";
    let solution = |what: &str| {
        format!(
            "#include <stdio.h>\nint main() {{ int n; return scanf(\"%d\", &n) != 1 || printf(\"%d\\n\", {what}) < 0; }}\n"
        )
    };
    let (right, odd) = (solution("n"), solution("n | 1"));
    let folder = Folder::of(
        "files",
        [
            ("statement.md", "# Say it\n\nPrint the number, which is from 1 to 1000.\n"),
            ("gen.cpp", generator),
            ("script.txt", "gen 1 > {1-2}\n"),
            ("val.cpp", validator),
            ("sol.cpp", right.as_str()),
            ("wa_odd.cpp", odd.as_str()),
            ("samples/1.in", "1\n"),
            ("samples/1.ans", "1\n"),
        ],
    );
    let done = Touchstone::new()
        .args(["evaluate", "--format", "json", "--budget", "10m", "--engine", "seeds"])
        .arg(folder.path())
        .run()
        .expect_code(0);
    let line = json(&done.stdout);
    assert_eq!(line["kills"][0]["solution"], "wa_odd.cpp", "{line}");
}

#[test]
fn a_validator_that_draws_inputs_is_let_draw() {
    // No change of an input keeps what the second number has to be.
    let validator = "\
#include <cstring>
#include <iostream>
#include <random>
int main(int argc, char **argv) {
    auto second = [](long long x) { return (x * 7919 + 13) % 1000003; };
    if (argc > 1 && !strcmp(argv[1], \"--generate\")) {
        std::mt19937 random(argc > 2 ? atoi(argv[2]) : 1);
        long long x = random() % 1000000;
        std::cout << x << ' ' << second(x) << '\\n';
        return 0;
    }
    long long x, y;
    if (!(std::cin >> x >> y) || std::cin.get() != '\\n' || std::cin.peek() != EOF) return 43;
    return x >= 0 && x < 1000000 && y == second(x) ? 42 : 43;
}
";
    let solution = |printed: &str| {
        format!(
            "#include <iostream>\nint main() {{ long long x, y; std::cin >> x >> y; std::cout << {printed} << '\\n'; }}\n"
        )
    };
    let (right, wrong) = (solution("x"), solution("(x < 1000 ? x : x + 1)"));
    let folder = Folder::of(
        "drawn",
        [
            ("problem.yaml", "name: Drawn\n"),
            ("data/sample/1.in", "0 13\n"),
            ("data/sample/1.ans", "0\n"),
            ("data/sample/2.in", "1 7932\n"),
            ("data/sample/2.ans", "1\n"),
            ("input_validators/validate.cpp", validator),
            ("submissions/accepted/sol.cpp", right.as_str()),
            ("submissions/wrong_answer/far.cpp", wrong.as_str()),
        ],
    );
    let found = json(&hack(&folder, &["--budget", "10m"]).run().expect_code(0).stdout);
    let offer = &found["offers"][0];
    let mut words = offer["input"].as_str().expect("it is written out").split_ascii_whitespace();
    let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).expect("a number");
    let (first, second) = (number(), number());
    assert!(first >= 1000 && second == (first * 7919 + 13) % 1_000_003, "{offer}");
}
