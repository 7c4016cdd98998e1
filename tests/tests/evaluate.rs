//! `touchstone evaluate` with the loops of a language model: the columns of its rows, and ablations.

use e2e::{answers::asking, touchstone::Touchstone};
use serde_json::Value;
use testkit::{answers::server, examples, folder::Folder, model_server::ModelServer};

fn evaluate(folder: &Folder, model: &ModelServer, more: &[&str]) -> Touchstone {
    asking(Touchstone::new().arg("evaluate").arg(folder.path()).args(more), model)
}

fn two_parcels() -> Folder {
    Folder::copy_of(&examples::folder("two-parcels"))
}

/// The rows of the table for people: their first words, and the numbers behind these.
fn rows(table: &str) -> Vec<(String, Vec<String>)> {
    let is_word = |word: &&str| word.starts_with(|first: char| first.is_ascii_lowercase());
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let label: Vec<&str> = words.iter().copied().take_while(is_word).collect();
        (label.join(" "), words[label.len()..].iter().map(|word| (*word).to_owned()).collect())
    };
    table.lines().skip(2).map(row).collect()
}

#[test]
fn htg_17_htg_18_rows_for_each_kind_of_test_and_what_was_asked() {
    let (folder, model) = (two_parcels(), server("two-parcels-kinds"));
    let of_loop = |more: &[&str]| {
        let args = [&["--engine", "hardtestgen"], more].concat();
        evaluate(&folder, &model, &args).run().expect_code(0).stdout
    };
    let shown = of_loop(&["--yes"]);
    let told = rows(&shown);
    // As many of each kind as `hack` keeps with these answers; two of all are written out.
    let n_tests = |label: &str| {
        let (_, numbers) = told.iter().find(|(found, _)| found == label).unwrap_or_else(|| panic!("{label}: {shown}"));
        numbers[7].clone()
    };
    let groups = ["direct", "stratified", "hacking", "written-out", "command"].map(n_tests);
    assert_eq!(groups, ["2", "20", "1", "2", "21"], "{shown}");
    // The server tells of 1000 tokens of each question and of 100 of each answer.
    let (label, whole) = &told[0];
    let asked = [model.requests().len(), 4000, 400].map(|n| n.to_string());
    assert_eq!((label.as_str(), &whole[whole.len() - 3..]), ("hardtestgen", asked.as_slice()), "{shown}");
    // What was kept says nothing of tokens.
    let row: Value = serde_json::from_str(&of_loop(&["--replay", "--format", "json"])).expect("an object");
    let unknown = serde_json::json!({ "count": "not recorded", "asked": null, "answered": null });
    assert_eq!((&row["tokens"], &row["n_questions"], &row["ablations"]), (&unknown, &4.into(), &serde_json::json!([])));
    let kinds = row["made"]["by_kind"].as_array().expect("a list");
    let named: Vec<&str> = kinds.iter().filter_map(|kind| kind["group"].as_str()).collect();
    assert_eq!(named, ["direct", "stratified", "hacking"]);
    for kind in kinds {
        let of = |key: &str| kind[key].as_f64().expect("a number");
        let passing = of("n_right_passing") + of("n_wrong") - of("n_wrong_failing");
        assert_eq!((of("precision"), of("recall")), (of("n_right_passing") / passing, 1.0), "{kind}");
    }
    // HTG-22: what is not asked is not answered, and the row says which loop it is.
    let short = of_loop(&["--replay", "--only", "direct"]);
    let (label, numbers) = &rows(&short)[0];
    assert_eq!((label.as_str(), numbers[numbers.len() - 5].as_str()), ("hardtestgen only direct", "2"), "{short}");
    assert!(short.contains(" not recorded "), "{short}");
    assert_eq!(model.requests().len(), 0);
}

#[test]
fn an_ablation_of_another_loop_is_refused() {
    let (folder, model) = (two_parcels(), server("two-parcels-kinds"));
    for (more, why) in [
        (
            &["--without", "feedback"][..],
            "`--without feedback` is for codecontests-o, codecontests-plus, not for hardtestgen",
        ),
        (&["--seeds", "5"], "`--seeds` is for codecontests-plus, not for hardtestgen"),
        (&["--without", "luck"], "[possible values: feedback, checker-edits, validator]"),
    ] {
        let refused = evaluate(&folder, &model, &["--engine", "hardtestgen"]).args(more).run().expect_code(2);
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
    }
    assert_eq!(model.requests().len(), 0);
}
