//! The offline engine, which asks nobody.

use std::time::Duration;

use super::*;

/// As long as it takes: the search ends when nobody is left.
fn offline() -> HackOptions {
    HackOptions { budget: Duration::from_secs(600), ..by(HackMethod::Offline) }
}

#[test]
fn the_smallest_input_is_offered_for_each_solution() {
    let rig = Rig::new(SUMS);
    let outcome = hack(&rig, offline(), &mut Script::of([])).unwrap();
    // Both fail 31, and nothing smaller fails the one that ends badly above 30.
    assert_eq!(offers(&outcome), [r#""31\n": rte_large.cpp RTE, wa_cap.cpp WA"#]);
    let [record] = &outcome.records[..] else { panic!("{:?}", outcome.records) };
    assert!(record.kind == TestKind::Offline && record.n_kept > 0 && record.n_kept <= record.n_given);
    assert_eq!(outcome.scores[0].tnr, Some(0.0));
    assert_eq!(outcome.scores[1].tnr, Some(1.0));
}

#[test]
fn evc_2_where_there_are_no_tests_a_search_or_small_inputs_make_first_ones() {
    // Nobody calls the generator, so that it is called with what it reads.
    let uncalled = with(
        &sums_where("gen.cpp", "plain"),
        "registerGen(argc, argv, 1); }",
        "registerGen(argc, argv, 1); opt<int>(1); }",
    );
    let without_script = with(&uncalled, "-- script.txt --\ngen 7 > $\n", "");
    let files = with(&without_script, "-- samples/1.in --\n1 2\n-- samples/1.ans --\n3\n", "");
    // Without a search a model is asked for first ones.
    let first = json!({ "inputs": [{ "text": "1 2\n", "aim": "small" }, { "text": "21\n", "aim": "above 20" }] });
    let second = json!({ "edits": null, "tests": [{ "input": "31\n", "why": "above 30" }] });
    let mut script = Script::of([("direct_inputs", first), ("adversarial_tests", second)]);
    let outcome = hack(&Rig::new(&files), by(HackMethod::EvolveCoder), &mut script).unwrap();
    assert_eq!(records(&outcome).lines().next(), Some("round 1, Direct: 2 of 2"));
    assert_eq!(offers(&outcome), [r#""31\n": rte_large.cpp RTE, wa_cap.cpp WA"#]);
    script.assert_done();
    let rig = Rig::new(&files);
    let both = HackOptions { method: HackMethod::EvolveCoder, begins_offline: true, ..offline() };
    let outcome = hack(&rig, both, &mut Script::of([])).unwrap();
    assert_eq!(offers(&outcome), [r#""31\n": rte_large.cpp RTE, wa_cap.cpp WA"#]);
}

/// The folder without its generator: then a search that only calls generators finds nothing.
fn without_generator() -> Rig {
    let start = SUMS.find("-- gen.cpp --").unwrap();
    let end = SUMS.find("-- val.cpp --").unwrap();
    let without = format!("{}{}", &SUMS[..start], &SUMS[end..]);
    Rig::new(&with(&without, "-- script.txt --\ngen 7 > $\n", ""))
}

/// A search that only calls generators, and EvolveCoder behind it.
fn both_with_calls() -> HackOptions {
    let sources = vec![SourceKind::Calls];
    HackOptions { method: HackMethod::EvolveCoder, begins_offline: true, sources, ..offline() }
}

#[test]
fn what_a_model_writes_is_made_smaller_for_all_whom_it_fails() {
    let rig = without_generator();
    let large = |text: &str| json!({ "tests": [{ "input": text, "why": "it is large" }] });
    let mut script = Script::of([("adversarial_tests", large("33 13 7\n"))]);
    let outcome = hack(&rig, both_with_calls(), &mut script).unwrap();
    assert_eq!(offers(&outcome), [r#""31\n": rte_large.cpp RTE, wa_cap.cpp WA"#]);
    assert_eq!((outcome.offers[0].kind, outcome.offers[0].why.as_str()), (TestKind::Adversarial, "it is large"));
    // Alone a model is taken at its word.
    let mut script = Script::of([("adversarial_tests", large("33 13 7\n"))]);
    let outcome = hack(&rig, by(HackMethod::EvolveCoder), &mut script).unwrap();
    assert_eq!(offers(&outcome), [r#""33 13 7\n": rte_large.cpp RTE, wa_cap.cpp WA"#]);
}

#[test]
fn the_tests_of_a_whole_suite_stay_as_they_were_written() {
    let written = json!({ "tests": [
        { "input": "33 13 7\n", "why": "it is large" },
        { "input": "10 11\n", "why": "it is above 20" },
        { "input": "10 10\n", "why": "it is at the bound" },
    ] });
    let none = json!({ "tests": [] });
    let mut script = Script::of([("adversarial_tests", written), ("discriminative_tests", none)]);
    let settings = HackOptions { wants_all: true, n_rounds: 1, ..both_with_calls() };
    let outcome = hack(&without_generator(), settings, &mut script).unwrap();
    let inputs: Vec<String> = outcome.offers.iter().map(|offer| words(&offer.source)).collect();
    assert_eq!(inputs, [r#""33 13 7\n""#, r#""10 11\n""#, r#""10 10\n""#]);
}

#[test]
fn a_model_is_asked_only_about_whom_the_search_has_left() {
    let settings = HackOptions {
        begins_offline: true,
        targets: vec![path("wa_cap.cpp")],
        budget: Duration::from_secs(600),
        ..by(HackMethod::CodeContestsO)
    };
    let mut script = Script::of([
        crate::rig::analysis(),
        ("test_generator", json!({ "constraints_summary": "", "source": null, "edits": [], "commands": ["gen 20"] })),
        (
            "refine_generator",
            json!({ "edits": [], "commands_drop": [], "commands_replace": [], "commands_add": ["gen 31"] }),
        ),
    ]);
    let outcome = hack(&Rig::new(SUMS), settings, &mut script).unwrap();
    script.assert_done();
    let question = script.question(2);
    assert!(question.contains("rte_large.cpp") && !question.contains("wa_cap.cpp"), "{question}");
    // The test that was searched for is there as well.
    assert_eq!(offers(&outcome).len(), 1, "{outcome:?}");
    assert_eq!(outcome.scores.last().and_then(|score| score.tnr), Some(1.0));
}

#[test]
fn the_search_goes_on_with_what_a_model_brings() {
    // What the model brings fails nobody.
    let rig = without_generator();
    let source = "#include \"testlib.h\"\n// does: plain\n\
                  int main(int argc, char *argv[]) { registerGen(argc, argv, 1); opt<int>(1); }\n";
    let brought = json!({ "source": source, "tests": [{ "command": "gen 5", "why": "a first one" }] });
    let mut script = Script::of([("adversarial_tests", brought)]);
    let outcome = hack(&rig, both_with_calls(), &mut script).unwrap();
    assert!(offers(&outcome).iter().any(|offer| offer.contains("wa_cap.cpp WA")), "{outcome:?}");
    let kinds: Vec<TestKind> = outcome.records.iter().map(|record| record.kind).collect();
    assert_eq!(kinds, [TestKind::Offline, TestKind::Adversarial, TestKind::Offline]);
    assert!(outcome.offers.iter().all(|offer| offer.kind == TestKind::Offline));
    // What is short is written out, so that nobody has to keep the generator.
    assert_eq!(outcome.diff, "");
    script.assert_done();
}

#[test]
fn what_is_made_smaller_for_one_is_not_taken_for_another() {
    // The first of them fails from 21 on, which the other one passes.
    let files = sums_where("rte_large.cpp", "cap 20");
    let rig = Rig::new(&with(&files, "-- wa_cap.cpp --\n// does: cap 20", "-- wa_cap.cpp --\n// does: crash 30"));
    let outcome = hack(&rig, offline(), &mut Script::of([])).unwrap();
    assert_eq!(offers(&outcome), [r#""31\n": rte_large.cpp WA, wa_cap.cpp RTE"#]);
}

#[test]
fn what_is_no_target_is_said() {
    let named = |name: &str| refusal(SUMS, HackOptions { targets: vec![path(name)], ..offline() });
    assert_eq!(named("nobody.cpp"), "there is no solution nobody.cpp; give its path in the folder");
    assert!(named("ac_other.cpp").starts_with("ac_other.cpp is labelled right; "));
}

#[test]
fn only_the_targets_that_are_named_are_looked_at() {
    let rig = Rig::new(SUMS);
    let options = HackOptions { targets: vec![path("wa_cap.cpp")], ..offline() };
    let outcome = hack(&rig, options, &mut Script::of([])).unwrap();
    assert_eq!(offers(&outcome), [r#""21\n": wa_cap.cpp WA"#]);
}

#[test]
fn what_right_solutions_disagree_about_is_not_offered() {
    // The other right one is wrong about 22 and more, so a sum of 21 is all that can be offered.
    let files = sums_where("ac_other.cpp", "cap 21");
    let rig = Rig::new(&files);
    let options = HackOptions { targets: vec![path("wa_cap.cpp")], ..offline() };
    let outcome = hack(&rig, options, &mut Script::of([])).unwrap();
    let told = outcome.notes.iter().any(|note| note.contains("ac_other.cpp, which is labelled right, gets WA on it"));
    let sum = |source: &TestSource| match source {
        TestSource::Input(text) => text.split_whitespace().filter_map(|word| word.parse::<u64>().ok()).sum(),
        TestSource::Command(_) => 0,
    };
    let sums: Vec<u64> = outcome.offers.iter().map(|offer| sum(&offer.source)).collect();
    assert!(sums == [21] || (told && sums.is_empty()), "{outcome:?}");
}

#[test]
fn who_wishes_it_to_stop_gets_what_there_is() {
    let rig = Rig::new(SUMS);
    let options = offline();
    assert!(!options.stop.ask(), "nobody listens yet");
    options.stop.listen(true);
    assert!(options.stop.ask() && !options.stop.ask());
    let outcome = hack(&rig, options, &mut Script::of([])).unwrap();
    assert!(outcome.offers.is_empty() && outcome.records[0].n_given == 0);
}
