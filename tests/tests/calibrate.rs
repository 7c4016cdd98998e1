//! `touchstone calibrate`: what is measured has numbers, what is not has none, and limits are set where they are stated.

use std::fs;

use e2e::touchstone::Touchstone;
use serde_json::{Value, json};
use testkit::folder::Folder;

const RIGHT: &str =
    "#include <cstdio>\nint main() { long long a, b; scanf(\"%lld%lld\", &a, &b); printf(\"%lld\\n\", a + b); }\n";
const ENDLESS: &str = "int main() { for (volatile int i = 0;; i = i + 1) {} }\n";
const WRONG: &str = "#include <cstdio>\nint main() { printf(\"7\\n\"); }\n";
const SETTINGS: &str = "\
[limits]
# As on the site.
time_ms = 150 # for now
memory_mb = 256

[labels]
\"main.cpp\" = \"accepted\"
\"endless.cpp\" = \"time_limit_exceeded\"
";

fn folder() -> Folder {
    let files = [
        ("main.cpp", RIGHT),
        ("endless.cpp", ENDLESS),
        ("touchstone.toml", SETTINGS),
        ("tests/01", "1 2\n"),
        ("tests/01.a", "3\n"),
        ("tests/02", "20 22\n"),
        ("tests/02.a", "42\n"),
    ];
    Folder::of("sum", files)
}

fn calibrated(folder: &Folder) -> Value {
    let done = Touchstone::new().args(["calibrate", "--runs", "2", "--format", "json"]).arg(folder.path()).run();
    serde_json::from_str(&done.stdout).unwrap_or_else(|error| panic!("{error}: {done:?}"))
}

fn solution<'v>(said: &'v Value, path: &str) -> &'v Value {
    let solutions = said["solutions"].as_array().expect("a list");
    solutions.iter().find(|solution| solution["path"] == path).expect("it is there")
}

#[test]
fn what_was_stopped_has_no_time() {
    let said = calibrated(&folder());
    let slow = solution(&said, "endless.cpp");
    assert_eq!((&slow["label"], &slow["time_ms"], &slow["growth"]), (&json!("too slow"), &Value::Null, &Value::Null));
    // It is stopped, unless the machine is too busy even for that; either way it is said.
    assert_ne!(slow["above_ms"].is_number(), slow["why"].is_string(), "{slow}");
    let right = solution(&said, "main.cpp");
    assert_eq!(right["label"], "correct");
    assert_ne!(right["time_ms"].is_number(), right["why"].is_string(), "{right}");
    assert_eq!(right["time_ms"].is_number(), said["time_limit_ms"].is_number(), "{said}");
    assert_eq!(said["ratios"], json!({ "ac": 2.0, "tle": 1.5, "memory": 2.0, "resolution_ms": 100 }));
    assert_eq!(said["limits"], json!({ "time_limit_ms": 150, "memory_limit_mb": 256, "source": "touchstone.toml" }));
    // Two tests make no line, and no generator makes others.
    assert_eq!(said["growth_tells_apart"], Value::Null);
    let notes = json!(["no validator says which inputs are valid, so none were generated"]);
    // On a machine that is too busy nobody was measured, so nobody could be compared.
    let is_measured = right["time_ms"].is_number() && slow["above_ms"].is_number();
    assert_eq!(said["generated"]["notes"], if is_measured { notes } else { Value::Null });
}

const ONES: &str = "\
#include <iostream>
#include <string>
int main(int, char **argv) {
    for (int i = std::stoi(argv[1]); i > 0; i--) std::cout << i % 10 << (i == 1 ? '\\n' : ' ');
}
";
/// Accepts up to 300 numbers.
const UP_TO_300: &str = "\
#include <iostream>
int main() {
    int n = 0, x;
    while (std::cin >> x) n++;
    return n >= 1 && n <= 300 ? 0 : 1;
}
";
/// Adds numbers up, in a time that is linear or quadratic in their number.
fn adding(rounds: &str) -> String {
    format!(
        "#include <iostream>\nint main() {{\n    long long x, sum = 0, n = 0;\n    while (std::cin >> x) sum += x, n++;\n    \
         for (volatile long long i = 0; i < {rounds}; i = i + 1) {{}}\n    std::cout << sum << '\\n';\n}}\n"
    )
}

#[test]
fn sizes_that_the_tests_lack_are_generated() {
    let [linear, quadratic] = ["100000 * n", "1500 * n * n"].map(adding);
    let files = [
        ("main.cpp", linear.as_str()),
        ("quadratic.cpp", &quadratic),
        ("gen.cpp", ONES),
        ("validator.cpp", UP_TO_300),
        ("touchstone.toml", &SETTINGS.replace("endless", "quadratic")),
        ("script.txt", "gen 5 > $\n"),
        ("tests/01", "1 2\n"),
        ("tests/01.a", "3\n"),
    ];
    let folder = Folder::of("growing", files);
    let before = folder.contents();
    let said = calibrated(&folder);
    assert_eq!(folder.contents(), before, "nothing is written");
    let [right, slow] = ["main.cpp", "quadratic.cpp"].map(|path| solution(&said, path));
    if !(right["time_ms"].is_number() && slow["time_ms"].is_number()) {
        // The machine was too busy to measure even the tests.
        assert_eq!(said["generated"], Value::Null, "{said}");
        return;
    }
    let inputs = said["generated"]["inputs"].as_array().expect("a list");
    let commands: Vec<&str> = inputs.iter().filter_map(|input| input["command"].as_str()).collect();
    let sizes = ["1", "2", "5", "10", "20", "40", "80", "160", "300"];
    assert_eq!(commands, sizes.map(|size| format!("gen {size}")), "{said}");
    for growth in [&right["growth"], &slow["growth"]] {
        let points = growth["points"].as_array().into_iter().flatten();
        assert!(
            points.clone().all(|point| commands.contains(&point["input"].as_str().unwrap_or_default())),
            "{growth}"
        );
        assert!(growth.is_null() || growth["inputs"] == "generated", "{growth}");
    }
}

#[test]
fn a_correct_solution_that_fails_leaves_no_limit() {
    let folder = folder();
    folder.remove("endless.cpp");
    folder.write("other.cpp", WRONG);
    let settings = SETTINGS.replace("\"endless.cpp\" = \"time_limit_exceeded\"", "\"other.cpp\" = \"accepted\"");
    folder.write("touchstone.toml", &settings);
    let said = calibrated(&folder);
    for nothing in ["time_limit_ms", "memory_limit_mb", "slowest_correct", "suggested", "applied"] {
        assert_eq!(said[nothing], Value::Null, "{nothing} of {said}");
    }
    let other = solution(&said, "other.cpp");
    assert_eq!(other["time_ms"], Value::Null);
    assert!(other["why"].is_string(), "{other}");
    let done = Touchstone::new().args(["calibrate", "--runs", "1", "--apply"]).arg(folder.path()).run().expect_code(2);
    assert!(done.stderr.contains("nothing was changed, since no limit follows; "), "{done:?}");
    assert!(
        done.stdout.contains("time limit    nothing suggested, since not every correct solution was measured"),
        "{done:?}"
    );
    let kept = fs::read_to_string(folder.path().join("touchstone.toml")).expect("it is there");
    assert_eq!(kept, settings);
}

#[test]
fn limits_are_set_where_they_are_stated() {
    let folder = folder();
    folder.remove("endless.cpp");
    let settings = SETTINGS.replace("\"endless.cpp\" = \"time_limit_exceeded\"\n", "");
    folder.write("touchstone.toml", &settings);
    let done =
        Touchstone::new().args(["calibrate", "--runs", "1", "--apply", "--format", "json"]).arg(folder.path()).run();
    let said: Value = serde_json::from_str(&done.stdout).unwrap_or_else(|error| panic!("{error}: {done:?}"));
    let now = fs::read_to_string(folder.path().join("touchstone.toml")).expect("it is there");
    if said["time_limit_ms"].is_null() {
        // The machine was too busy to measure anything: that is said, and nothing is written.
        assert!(solution(&said, "main.cpp")["why"].is_string(), "{said}");
        assert_eq!((&said["applied"], now.as_str()), (&Value::Null, settings.as_str()));
        return;
    }
    assert_eq!(said["applied"], "touchstone.toml");
    let expected = format!(
        "[limits]\n# As on the site.\ntime_ms = {} # for now\nmemory_mb = {}\n\n[labels]\n\"main.cpp\" = \"accepted\"\n",
        said["time_limit_ms"], said["memory_limit_mb"]
    );
    assert_eq!(now, expected);
}

#[test]
fn limits_are_set_in_each_format() {
    for (format, manifest) in [("polygon", "problem.xml"), ("icpc-2025-09", "problem.yaml"), ("hydro", "config.yaml")] {
        let place = testkit::temporary::folder();
        let folder = place.path().join("sum");
        Touchstone::new().args(["new", "--format", format]).arg(&folder).run().expect_code(0);
        let calibrate = |more: &[&str]| {
            let arguments = ["calibrate", "--runs", "1", "--ratio-ac", "7", "--format", "json"];
            let done = Touchstone::new().args(arguments).args(more.iter().copied()).arg(&folder).run();
            serde_json::from_str::<Value>(&done.stdout).unwrap_or_else(|error| panic!("{error}: {done:?}"))
        };
        let said = calibrate(&["--apply"]);
        if said["time_limit_ms"].is_null() {
            // The machine was too busy to measure.
            assert_eq!(said["applied"], Value::Null, "{said}");
            continue;
        }
        let now = calibrate(&[])["limits"].clone();
        let file = said["applied"].as_str().expect("a path");
        assert!(file.ends_with(manifest), "{format}: {file}");
        assert_eq!(
            (&now["time_limit_ms"], &now["memory_limit_mb"]),
            (&said["time_limit_ms"], &said["memory_limit_mb"])
        );
    }
}
