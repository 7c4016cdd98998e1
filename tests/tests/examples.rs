//! The example problems: every verdict and score is the independent judge's, and the whole report is the one that was
//! read and found right.

use e2e::{
    expect,
    report::{Report, words},
    touchstone::Touchstone,
};
use serde_json::{Map, Value, json};
use testkit::examples::{folder, here, oracle};

#[test]
fn badge_race() {
    example("badge-race", 0);
}

#[test]
fn blind_scales() {
    example("blind-scales", 1);
}

#[test]
fn calm_days() {
    example("calm-days", 0);
}

#[test]
fn clinking_glasses() {
    example("clinking-glasses", 0);
}

#[test]
fn deckcargo() {
    example("harbour-round/deckcargo", 1);
}

#[test]
fn fair_cut() {
    example("fair-cut", 1);
}

#[test]
fn firmware_order() {
    example("firmware-order", 0);
}

#[test]
fn narrow_quay() {
    example("narrow-quay", 1);
}

#[test]
fn night_ferry() {
    example("night-ferry", 1);
}

#[test]
fn one_projector() {
    example("one-projector", 1);
}

#[test]
fn planks() {
    example("planks", 0);
}

#[test]
fn quiet_room() {
    example("quiet-room", 0);
}

#[test]
fn shelf_sums() {
    example("lending-library/shelf-sums", 1);
}

#[test]
fn signal_towers() {
    example("signal-towers", 1);
}

#[test]
fn stair_lamps() {
    example("stair-lamps", 0);
}

#[test]
fn towrope() {
    example("harbour-round/towrope", 1);
}

#[test]
fn two_guards() {
    example("two-guards", 0);
}

#[test]
fn two_parcels() {
    example("two-parcels", 1);
}

#[test]
fn warm_spell() {
    example("warm-spell", 0);
}

fn example(name: &str, code: i32) {
    let (report, found_code) = Touchstone::new().check(&folder(name));
    expect::file(&here("snapshots").join(format!("{name}.json")), &report.text());
    let expected = table_of_oracle(name);
    let mut found = table(&report, name);
    if expected.get("graded").is_some() {
        found["groups"] = report.0["groups"].clone();
        found["graded"] = graded(&report);
    }
    expect::same(name, &format!("{:#}", plain(expected)), &format!("{:#}", plain(found)));
    costs_where_judged(&report);
    assert_eq!(found_code, Some(code), "{:#?}", report.findings());
    let fast = Touchstone::new().args(["check", "--format", "json", "--fail-fast"]).arg(folder(name)).run();
    assert_eq!((fast.report().sums(), fast.code()), (report.sums(), Some(code)), "judged no further than failures");
}

/// The oracle's table with its lists keyed, since it has its own order of solutions.
fn table_of_oracle(name: &str) -> Value {
    let mut table = oracle(name);
    table["solutions"] = keyed(&with_packages_words(&table["solutions"]), "path");
    table
}

/// The sets of a label in the words of packages, which know no verdicts finer than `WA` and `RTE` and none for what does
/// not compile.
fn with_packages_words(solutions: &Value) -> Value {
    let mut solutions = solutions.clone();
    for solution in solutions.as_array_mut().into_iter().flatten() {
        for key in ["permitted", "required"] {
            solution[key] = coarse(&words(&solution[key]));
        }
    }
    solutions
}

fn coarse(verdicts: &[&str]) -> Value {
    let finer = |verdict: &str| match verdict {
        "PE" => verdicts.contains(&"WA"),
        "MLE" | "OLE" => verdicts.contains(&"RTE"),
        "CE" => true,
        _ => false,
    };
    verdicts.iter().filter(|verdict| !finer(verdict)).copied().collect()
}

/// The report in the shape of the oracle's table.
fn table(report: &Report, name: &str) -> Value {
    let report = &report.0;
    let solutions =
        pick(&report["solutions"], &["path", "permitted", "required", "verdict", "class", "expectation_met"]);
    let mut tests = pick(&report["tests"], &["id", "bytes", "valid"]);
    for (test, full) in tests.as_array_mut().into_iter().flatten().zip(report["tests"].as_array().into_iter().flatten())
    {
        test["sha256"] = full["digest"].clone();
    }
    let rows = words(&report["matrix"]["solutions"]).into_iter().map(str::to_owned);
    let verdicts = report["matrix"]["verdicts"].as_array().expect("rows have verdicts").iter().cloned();
    let verdicts: Map<String, Value> = rows.zip(verdicts).collect();
    let metrics = &report["metrics"];
    json!({
        "problem": name,
        "main": report["problem"]["main"],
        "tests": tests,
        "solutions": keyed(&with_packages_words(&solutions), "path"),
        "verdicts": verdicts,
        "tpr": metrics["tpr"],
        "tnr": metrics["tnr"],
        "false_positives": metrics["false_positives"],
        "false_negatives": metrics["false_negatives"],
        "tle_only_kills": metrics["tle_only_kills"],
    })
}

/// What the groups of a problem make of each solution.
fn graded(report: &Report) -> Value {
    let solutions = report.0["solutions"].as_array().expect("a list").iter();
    let of_one = |one: &Value| {
        let picked = ["graded_verdict", "score", "max_score", "groups"].map(|key| (key.to_owned(), one[key].clone()));
        (one["path"].as_str().expect("a word").to_owned(), Value::Object(picked.into_iter().collect()))
    };
    Value::Object(solutions.map(of_one).collect())
}

/// The same with every number written as one with a point, since 40 is 40.0.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(map) => Value::Object(map.into_iter().map(|(key, value)| (key, plain(value))).collect()),
        other => other,
    }
}

fn pick(list: &Value, keys: &[&str]) -> Value {
    let items = list.as_array().expect("a list").iter();
    items.map(|item| keys.iter().map(|&key| (key.to_owned(), item[key].clone())).collect::<Map<_, _>>()).collect()
}

fn keyed(list: &Value, key: &str) -> Value {
    let items = list.as_array().expect("a list").iter();
    Value::Object(items.map(|item| (item[key].as_str().expect("a word").to_owned(), item.clone())).collect())
}

/// A cell has costs exactly where it has a verdict.
fn costs_where_judged(report: &Report) {
    let matrix = &report.0["matrix"];
    let rows =
        |key: &str| matrix[key].as_array().expect("a table").iter().flat_map(|row| row.as_array().expect("a row"));
    for (verdict, (time, memory)) in rows("verdicts").zip(rows("time_ms").zip(rows("memory_kb"))) {
        let is_judged = verdict != "SK";
        assert_eq!(
            (time.is_f64(), memory.is_u64()),
            (is_judged, is_judged),
            "{verdict} took {time} ms and {memory} kB"
        );
    }
}
