//! CodeContests+.

use super::*;
use crate::rig::analysis;

fn generator(source: Option<&str>, commands: &[&str]) -> (&'static str, Value) {
    let answer = json!({ "constraints_summary": "", "source": source, "edits": null, "commands": commands });
    ("test_generator", answer)
}

fn settings(n_seeds: u32) -> HackOptions {
    HackOptions { n_seeds, ..by(HackMethod::CodeContestsPlus) }
}

const SOURCE: &str = "#include \"testlib.h\"\n// does: plain\n\
                      int main(int argc, char *argv[]) { registerGen(argc, argv, 1); }\n";

#[test]
fn ccp_7_what_is_wrong_goes_back_until_all_inputs_are_valid() {
    let rig = Rig::new(SUMS);
    let mut script =
        Script::of([analysis(), generator(None, &["gen 21", "gen 99", "./gen 21"]), generator(None, &["gen 31"])]);
    let outcome = hack(&rig, settings(1), &mut script).unwrap();
    script.assert_done();
    let why = "val.cpp rejects it, at line 1 of the input: 99 is not from 0 to 50 (stdin, line 1)";
    assert_eq!(
        records(&outcome),
        format!("round 1, Supervised: 2 of 3\n  gen 99: {why}\nround 2, Supervised: 1 of 1\n")
    );
    assert!(script.question(2).contains(&format!("`gen 99`: {why}")), "{}", script.question(2));
    // The good ones of both rounds, each once.
    assert_eq!(outcome.scores.last().map(|score| (score.n_tests, score.tnr)), Some((4, Some(1.0))));
    assert_eq!(offers(&outcome), ["gen 31: rte_large.cpp RTE, wa_cap.cpp WA"]);
}

#[test]
fn ccp_4_ccp_6_each_command_is_run_with_several_seeds_and_equal_inputs_are_dropped() {
    let n_tests = |files: &str, n_seeds: u32| {
        let mut script = Script::of([analysis(), generator(None, &["gen 3", "gen 4"])]);
        let outcome = hack(&Rig::new(files), settings(n_seeds), &mut script).unwrap();
        (outcome.scores.last().unwrap().n_tests, outcome.records[0].refused.len())
    };
    // Two tests are there; each of two commands makes as many as it has seeds.
    assert_eq!(n_tests(SUMS, 1), (4, 0));
    assert_eq!(n_tests(SUMS, 5), (2 + 2 * 5, 0));
    // A generator that no label moves makes one of each.
    assert_eq!(n_tests(&sums_where("gen.cpp", "plain"), 5), (4, 2 * 4));
}

#[test]
fn ccp_1_a_whole_generator_takes_the_place_of_the_old_one_if_the_tests_stay() {
    let rig = Rig::new(SUMS);
    let mut script = Script::of([analysis(), generator(Some(SOURCE), &["gen 31 s1"])]);
    let outcome = hack(&rig, settings(1), &mut script).unwrap();
    assert!(outcome.diff.contains("+// does: plain\n"), "{}", outcome.diff);
    // With the old one it would be 31 1.
    assert_eq!(outcome.offers[0].evidence.sha256, problem::digest::Digest::of(b"31\n").hex());
    let harmful = SOURCE.replace("plain", "refuse");
    let mut script = Script::of([analysis(), generator(Some(&harmful), &["gen 31"]), generator(None, &["gen 31"])]);
    let outcome = hack(&rig, settings(1), &mut script).unwrap();
    let undone = "the generator was not taken: with it test 2 (`gen 7`) would have another input, or none";
    assert_eq!(outcome.records[0].left_out, [undone]);
    assert!(script.question(2).contains(undone) && outcome.diff.is_empty());
}

#[test]
fn a_new_generator_that_does_not_compile_is_taken_away_again() {
    let start = SUMS.find("-- gen.cpp --").unwrap();
    let end = SUMS.find("-- val.cpp --").unwrap();
    let without = with(&format!("{}{}", &SUMS[..start], &SUMS[end..]), "gen 7 > $\n", "");
    let rig = Rig::new(&without);
    let broken = SOURCE.replace("int main(", "int mein(");
    let mut script =
        Script::of([analysis(), generator(Some(&broken), &["gen 31"]), generator(Some(SOURCE), &["gen 31"])]);
    let outcome = hack(&rig, settings(1), &mut script).unwrap();
    let undone = &outcome.records[0].left_out[0];
    assert!(undone.starts_with("the generator was not taken: with it gen.cpp does not compile:\n"), "{undone}");
    assert!(outcome.diff.contains("+++ b/gen.cpp") && outcome.diff.contains("does: plain"), "{}", outcome.diff);
    assert_eq!(offers(&outcome), ["gen 31: rte_large.cpp RTE, wa_cap.cpp WA"]);
}
