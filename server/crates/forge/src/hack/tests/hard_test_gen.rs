//! HardTestGen.

use super::*;

fn analysis(categories: Value) -> (&'static str, Value) {
    ("problem_analysis", json!({ "constraints": [], "pitfalls": [], "output_categories": categories }))
}

fn direct(texts: &[&str]) -> (&'static str, Value) {
    let inputs: Vec<Value> = texts.iter().map(|text| json!({ "text": text, "aim": "small" })).collect();
    ("direct_inputs", json!({ "inputs": inputs }))
}

fn range(commands: &[&str]) -> (&'static str, Value) {
    ("range_inputs", json!({ "constraints_summary": "", "source": null, "edits": null, "commands": commands }))
}

fn hacks(commands: &[&str]) -> (&'static str, Value) {
    let scenario = json!({ "breaks": "small sums", "why": "it is large", "commands": commands });
    ("hack_inputs", json!({ "flawed_programs": [], "scenarios": [scenario], "edits": null }))
}

fn run(files: &str, script: &mut Script) -> Outcome {
    let outcome = hack(&Rig::new(files), by(HackMethod::HardTestGen), script).unwrap();
    script.assert_done();
    outcome
}

#[test]
fn htg_3_htg_4_htg_7_htg_18_inputs_of_each_kind_and_what_each_adds() {
    let long = format!("{}\n", ["1"; 151].join(" "));
    let mut script = Script::of([
        analysis(Value::Null),
        direct(&["10 11\n", &long, "99\n", "1 2\n"]),
        range(&["gen 2"]),
        hacks(&["gen 31"]),
    ]);
    let outcome = run(SUMS, &mut script);
    let rejected = "val.cpp rejects it, at line 1 of the input: 99 is not from 0 to 50 (stdin, line 1)";
    let long = format!("\"{}\"… (302 bytes)", "1 ".repeat(30));
    assert_eq!(
        records(&outcome),
        format!(
            "round 1, Direct: 1 of 4\n  {long}: it has more than 300 characters\n  \"99\\n\": {rejected}\n  \"1 2\\n\": it \
             has the same input as another one\nround 1, Range: 20 of 1\nround 1, Hacking: 10 of 1\n"
        )
    );
    // The written one has the sum 21; those of `gen 2` have at most 2 + 19, those of `gen 31` at least 31.
    let ablations: Vec<_> =
        outcome.ablations.iter().map(|one| (one.kinds.len(), one.n_tests, one.precision, one.recall)).collect();
    let two_thirds = Some(2.0 / 3.0);
    assert_eq!(
        ablations,
        [(1, 1, two_thirds, Some(1.0)), (2, 21, two_thirds, Some(1.0)), (3, 31, Some(1.0), Some(1.0))]
    );
    // HTG-22: one written test is too few for the baseline.
    assert_eq!(outcome.ablations.iter().map(|one| one.is_too_small).collect::<Vec<_>>(), [true, false, false]);
    assert_eq!(outcome.notes, ["sol.cpp and ac_other.cpp agree on 31 of 31 new tests"]);
}

#[test]
fn htg_6_with_kinds_of_output_there_are_no_random_inputs() {
    let category = |label: &str, command: &str| json!({ "label": label, "commands": [command] });
    let stratified = json!({
        "source": null, "edits": null, "categories": [category("odd", "gen 21"), category("even", "gen 32")]
    });
    let mut script =
        Script::of([analysis(json!(["odd", "even"])), direct(&[]), ("stratified_inputs", stratified), hacks(&[])]);
    let outcome = run(SUMS, &mut script);
    let kinds: Vec<_> = outcome.records.iter().map(|record| (record.kind, record.n_kept)).collect();
    // HTG-5: ten of each.
    assert_eq!(kinds, [(TestKind::Direct, 0), (TestKind::Stratified, 20), (TestKind::Hacking, 0)]);
    let why: BTreeSet<&str> = outcome.offers.iter().map(|offer| offer.why.as_str()).collect();
    assert_eq!(why, BTreeSet::from(["its output is of the kind even"]), "the sums above 30");
}

#[test]
fn htg_7_flawed_programs_whose_names_look_alike_are_run_each() {
    let flawed = |name: &str, main: &str| {
        let source = format!("// does: cap 20\nint {main}() {{}}\n");
        json!({ "name": name, "idea": "", "source": source, "language": "cpp" })
    };
    let scenario = json!({ "breaks": "small sums", "why": "it is large", "commands": ["gen 31"] });
    let long = "x".repeat(50);
    let programs = [flawed("a_b", "main"), flawed("a b", "mein"), flawed(&long, "mein")];
    let hacks = ("hack_inputs", json!({ "flawed_programs": programs, "scenarios": [scenario], "edits": null }));
    let outcome = run(SUMS, &mut Script::of([analysis(Value::Null), direct(&[]), range(&["gen 2"]), hacks]));
    let note = format!(
        "flawed programs of the answer, run on the new tests: a_b fails 11 of 30; a b does not compile; {} does not compile",
        &long[..40]
    );
    assert!(outcome.notes.contains(&note), "{:?}", outcome.notes);
}

#[test]
fn htg_7_what_breaks_a_flawed_program_may_have_been_made_before() {
    let flawed = json!({ "name": "cap", "idea": "", "source": "// does: cap 20\nint main() {}\n", "language": "cpp" });
    let scenario = json!({ "breaks": "cap", "why": "it is large", "commands": ["gen 31", "gen 5"] });
    let hacks = ("hack_inputs", json!({ "flawed_programs": [flawed], "scenarios": [scenario], "edits": null }));
    let mut script = Script::of([analysis(Value::Null), direct(&[]), range(&["gen 31"]), hacks]);
    let outcome = run(SUMS, &mut script);
    let note = "flawed programs of the answer, run on the new tests: cap fails 20 of 30";
    assert!(outcome.notes.iter().any(|said| said == note), "{:?}", outcome.notes);
    assert_eq!(outcome.records.iter().filter(|record| record.kind == TestKind::Hacking).count(), 1);
}

#[test]
fn htg_15_a_question_is_asked_again_once_when_nothing_was_valid() {
    let mut script =
        Script::of([analysis(Value::Null), direct(&[]), range(&["gen 60"]), range(&["gen 70"]), hacks(&[])]);
    let outcome = run(SUMS, &mut script);
    assert_eq!(outcome.notes, ["no valid input: everything that came back was refused"]);
    assert!(script.question(3).contains("`gen 60`: val.cpp rejects it"), "{}", script.question(3));
    assert!(!script.question(4).contains("gen 60"), "the next kind begins anew");
    // Each command with its labels is told once.
    assert_eq!(outcome.records[1].refused.len(), 1, "{}", records(&outcome));
}

#[test]
fn htg_14_htg_15_without_two_that_agree_all_outputs_go() {
    let script = || Script::of([analysis(Value::Null), direct(&["5\n"]), range(&["gen 45"]), hacks(&[])]);
    // Above 40 the other right one is wrong: they agree on one input of many.
    let outcome = run(&sums_where("ac_other.cpp", "cap 40"), &mut script());
    assert_eq!(outcome.notes, ["all outputs were removed, since no two right solutions agree"]);
    assert_eq!((outcome.offers.len(), outcome.scores.last().unwrap().n_tests), (0, 2));
    let start = SUMS.find("-- ac_other.cpp --").unwrap();
    let end = SUMS.find("-- wa_cap.cpp --").unwrap();
    let alone = run(&format!("{}{}", &SUMS[..start], &SUMS[end..]), &mut script());
    assert_eq!(alone.notes, ["nothing checks the answers of sol.cpp, the only right solution"]);
    assert!(!alone.offers.is_empty());
}

#[test]
fn htg_14_htg_16_two_that_agree_without_the_main_solution_put_it_in_doubt() {
    let files = format!("{}-- ac_third.cpp --\n// does: sum\nint main() {{}}\n", sums_where("sol.cpp", "cap 40"));
    let script = || Script::of([analysis(Value::Null), direct(&["5\n"]), range(&["gen 45"]), hacks(&[])]);
    let note = |settings: HackOptions| {
        let outcome = hack(&Rig::new(&files), settings, &mut script()).unwrap();
        assert_eq!(outcome.offers.len(), 0);
        outcome.notes
    };
    let settings = by(HackMethod::HardTestGen);
    let doubt = "agree with each other and not with sol.cpp: look at that one first";
    assert_eq!(note(settings.clone()), [format!("ac_other.cpp and ac_third.cpp {doubt}")]);
    // Whom the person named is believed before the others.
    let named = HackOptions { oracles: vec![path("ac_third.cpp")], ..settings };
    assert_eq!(note(named), [format!("ac_third.cpp and ac_other.cpp {doubt}")]);
}
