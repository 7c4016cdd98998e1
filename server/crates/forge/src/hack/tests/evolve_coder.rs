//! EvolveCoder.

use expect_test::expect;

use super::*;

fn tests(tests: &[Value], edits: &[Value]) -> Value {
    json!({ "edits": edits, "tests": tests })
}

fn written(text: &str) -> Value {
    json!({ "input": text, "why": "it is large" })
}

fn called(text: &str) -> Value {
    json!({ "command": text })
}

#[test]
fn evc_6_evc_9_evc_10_a_round_asks_twice_and_keeps_what_is_new_valid_and_splits() {
    let rig = Rig::new(SUMS);
    let first = [
        written("10 11\n"),
        written("10 11\n"),
        written("99\n"),
        called("./gen 20 > $"),
        called("rm 5"),
        json!({ "input": "" }),
    ];
    let second = [written("5 5\n"), written("25 25\n"), called("gen 20")];
    let mut script =
        Script::of([("adversarial_tests", tests(&first, &[])), ("discriminative_tests", tests(&second, &[]))]);
    let outcome = hack(&rig, by(HackMethod::EvolveCoder), &mut script).unwrap();
    // Sum 21 is above 20, and 50 above 30. What is neither input nor command is no test at all.
    expect![[r#"
        round 1, Adversarial against rte_large.cpp, wa_cap.cpp: 2 of 5
          "10 11\n": it was proposed before
          "99\n": val.cpp rejects it, at line 1 of the input: 99 is not from 0 to 50 (stdin, line 1)
          rm 5: `rm` is no generator of this problem; there is gen
        round 1, Discriminative against rte_large.cpp, sol.cpp: 1 of 3
          gen 20: it was proposed before
          "5 5\n": it does not tell the programs apart
    "#]]
    .assert_eq(&records(&outcome));
    // One test that fails both is enough.
    assert_eq!(offers(&outcome), ["\"25 25\\n\": rte_large.cpp RTE, wa_cap.cpp WA"]);
    let scores: Vec<_> = outcome.scores.iter().map(|score| (score.round, score.n_tests, score.tnr)).collect();
    assert_eq!(scores, [(None, 2, Some(0.0)), (Some(1), 5, Some(1.0))]);
    // EVC-11: nobody is left, so there is no second round.
    assert_eq!((script.asked.len(), outcome.ended_early_because), (2, None));
    script.assert_done();
    // What was refused is told; a test that the programs shown pass is none that is wanted.
    assert!(script.question(1).contains("rm 5\nrefused: `rm` is no generator of this problem"));
    assert_eq!(["\n10 11", "It is sample 1."].map(|text| script.question(1).matches(text).count()), [0, 0]);
    let (_, commands) = script.question(1).split_once("begin commands]]\n").expect("the commands are listed");
    assert!(commands.starts_with("gen 7\ngen 20\n[["), "{commands}");
    assert_eq!(script.question(1).matches("gen 20").count(), 1);
}

#[test]
fn inputs_of_a_few_numbers_are_written_out_and_not_commanded() {
    let more = "-- samples/2.in --\n3 4\n-- samples/2.ans --\n7\n";
    let text = format!("{}{more}", with(SUMS, "-- script.txt --\ngen 7 > $\n", ""));
    let asked = |text: &str| {
        let mut script =
            Script::of([("adversarial_tests", tests(&[], &[])), ("discriminative_tests", tests(&[], &[]))]);
        hack(&Rig::new(text), by(HackMethod::EvolveCoder), &mut script).unwrap();
        script.question(0).to_owned()
    };
    let generator = "# The current generator";
    assert!(asked(SUMS).contains(generator) && !asked(&text).contains(generator));
}

#[test]
fn with_the_whole_suite_wanted_all_tests_that_say_something_are_offered() {
    let rig = Rig::new(SUMS);
    let first = [written("10 11\n"), written("20\n"), written("25 25\n")];
    let script = || Script::of([("adversarial_tests", tests(&first, &[])), ("discriminative_tests", tests(&[], &[]))]);
    let settings = HackOptions { wants_all: true, n_rounds: 1, ..by(HackMethod::EvolveCoder) };
    let outcome = hack(&rig, settings, &mut script()).unwrap();
    let named: Vec<String> = outcome.offers.iter().map(|offer| words(&offer.source)).collect();
    assert_eq!(named, ["\"25 25\\n\"", "\"10 11\\n\"", "\"20\\n\""], "those that are needed come first");
    // EVC-12: five tests are there in all, which is enough.
    assert_eq!(outcome.notes, Vec::<String>::new());
}

#[test]
fn edits_that_would_change_a_test_of_the_folder_are_undone_and_told() {
    let rig = Rig::new(SUMS);
    let harmful = tests(&[called("gen 21")], &[edit("does: seeded", "does: refuse")]);
    let unmatched = tests(&[called("gen 31")], &[edit("does: nothing", "x")]);
    let mut script = Script::of([("adversarial_tests", harmful), ("discriminative_tests", unmatched)]);
    let outcome = hack(&rig, by(HackMethod::EvolveCoder), &mut script).unwrap();
    expect![[r#"
        round 1, Adversarial against rte_large.cpp, wa_cap.cpp: 1 of 1
          left out: the edits were undone: after them test 2 (`gen 7`) would have another input, or none
        round 1, Discriminative against rte_large.cpp, sol.cpp: 1 of 1
          left out: gen.cpp: the text to search for does not occur
    "#]]
    .assert_eq(&records(&outcome));
    assert_eq!(outcome.diff, "", "the generator is what it was");
    assert_eq!(offers(&outcome), ["gen 31: rte_large.cpp RTE, wa_cap.cpp WA"]);
}

#[test]
fn edits_that_an_offer_needs_are_part_of_it() {
    let rig = Rig::new(&sums_where("gen.cpp", "plain"));
    let needed = tests(&[called("gen 30 s9")], &[edit("does: plain", "does: seeded")]);
    let mut script = Script::of([("adversarial_tests", needed), ("discriminative_tests", tests(&[], &[]))]);
    let settings = HackOptions { n_rounds: 1, ..by(HackMethod::EvolveCoder) };
    let outcome = hack(&rig, settings.clone(), &mut script).unwrap();
    assert_eq!(offers(&outcome), ["gen 30 s9: rte_large.cpp RTE, wa_cap.cpp WA"]);
    assert!(outcome.diff.contains("-// does: plain\n+// does: seeded\n"), "{}", outcome.diff);
    // Where no command is offered, nothing of the generator is changed either.
    let unneeded = tests(&[written("50\n")], &[edit("does: plain", "does: seeded")]);
    let mut script = Script::of([("adversarial_tests", unneeded), ("discriminative_tests", tests(&[], &[]))]);
    let outcome = hack(&rig, settings, &mut script).unwrap();
    assert_eq!((outcome.offers.len(), outcome.diff.as_str()), (1, ""));
}

#[test]
fn an_answer_that_does_not_come_ends_the_loop_but_not_what_was_found() {
    let rig = Rig::new(SUMS);
    let mut script = Script::of([("adversarial_tests", tests(&[written("10 11\n")], &[]))]);
    let outcome = hack(&rig, by(HackMethod::EvolveCoder), &mut script).unwrap();
    assert_eq!(outcome.ended_early_because.as_deref(), Some("no answer is left"));
    assert_eq!(offers(&outcome), ["\"10 11\\n\": wa_cap.cpp WA"]);
    // Without anything there is only the reason.
    let nothing = hack(&rig, by(HackMethod::EvolveCoder), &mut Script::of([]));
    assert!(matches!(nothing, Err(ForgeError::Ask(_))), "{nothing:?}");
}

#[test]
fn evc_9_limits_may_be_proposed_where_the_main_solution_exceeds_them() {
    let rig = Rig::new(&sums_where("sol.cpp", "slow 40"));
    let mut second = tests(&[written("31\n")], &[]);
    second["limits"] = json!("2 seconds, since the sum may be 50");
    let first = tests(&[written("45\n")], &[]);
    let mut script = Script::of([("adversarial_tests", first), ("discriminative_tests", second)]);
    let outcome = hack(&rig, by(HackMethod::EvolveCoder), &mut script).unwrap();
    script.assert_done();
    expect![[r#"
        round 1, Adversarial against rte_large.cpp, wa_cap.cpp: 0 of 1
          "45\n": the main solution gets TLE on it: CPU-time limit exceeded
        round 1, Discriminative against rte_large.cpp, wa_cap.cpp, sol.cpp: 1 of 1
    "#]]
    .assert_eq(&records(&outcome));
    assert_eq!(offers(&outcome), ["\"31\\n\": rte_large.cpp RTE, wa_cap.cpp WA"]);
    let note = "the model proposes other limits, by which nothing was judged: 2 seconds, since the sum may be 50";
    assert_eq!(outcome.notes, [note]);
    // Nothing is said of limits before one was exceeded.
    let asks = [0, 1].map(|at| script.question(at).contains("propose\nothers in `limits`"));
    assert_eq!(asks, [false, true]);
}
