//! Whole loops on a bench that starts no process, with a model that says what a test wants.

mod ablations;
mod code_contests_o;
mod code_contests_plus;
mod evolve_coder;
mod hard_test_gen;
mod offline;

use serde_json::{Value, json};

use super::*;
use crate::rig::{Rig, SUMS, Script, Stages, command, input, judged, path, sums_where, with};

/// What a loop comes to, judged again without the cache.
fn hack(rig: &Rig, settings: HackOptions, script: &mut Script) -> Result<Outcome, ForgeError> {
    let prompts = Prompts::default();
    let mut hack_loop = HackLoop::new(rig.bench(), &prompts, settings);
    hack_loop.run(script, &mut Stages::default())?;
    Ok(hack_loop.confirm(&rig.fresh(), &mut Stages::default())?.0)
}

fn by(method: HackMethod) -> HackOptions {
    HackOptions { method, ..HackOptions::default() }
}

/// The tests that are offered, each with those that it fails.
fn offers(outcome: &Outcome) -> Vec<String> {
    let kills = |offer: &ProvedTest| -> Vec<String> {
        offer.evidence.kills.iter().map(|kill| format!("{} {}", kill.solution, kill.verdict)).collect()
    };
    outcome.offers.iter().map(|offer| format!("{}: {}", words(&offer.source), kills(offer).join(", "))).collect()
}

/// What became of the answers to each question.
fn records(outcome: &Outcome) -> String {
    let record = |record: &Record| {
        let Record { round, kind, targets, n_given, n_kept, refused, left_out } = record;
        let about = if targets.is_empty() { String::new() } else { format!(" against {}", targets.join(", ")) };
        let refused = refused.iter().map(|(test, why)| format!("  {test}: {why}\n"));
        let left_out = left_out.iter().map(|why| format!("  left out: {why}\n"));
        let lines: String = refused.chain(left_out).collect();
        format!("round {round}, {kind:?}{about}: {n_kept} of {n_given}\n{lines}")
    };
    outcome.records.iter().map(record).collect()
}

/// An edit of the generator.
fn edit(search: &str, replace: &str) -> Value {
    json!({ "path": "gen.cpp", "search": search, "replace": replace })
}

/// Why a loop does not begin.
fn refusal(files: &str, settings: HackOptions) -> String {
    let rig = Rig::new(files);
    match hack(&rig, settings, &mut Script::of([])) {
        Err(ForgeError::Refused(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn htg_1_what_a_loop_cannot_begin_with() {
    let evolve_coder = || by(HackMethod::EvolveCoder);
    let broken = with(SUMS, "// does: sum\nint main() {}", "// does: sum\nint mein() {}");
    assert_eq!(refusal(&broken, evolve_coder()), "the main solution does not compile; see `touchstone check`");
    let start = SUMS.find("-- val.cpp --").unwrap();
    let end = SUMS.find("-- script.txt --").unwrap();
    let without = format!("{}{}", &SUMS[..start], &SUMS[end..]);
    assert_eq!(refusal(&without, evolve_coder()), "there is no validator to accept new tests; write one first");
    let no_oracle = HackOptions { oracles: vec![path("ac_other.cpp"), path("wa_cap.cpp")], ..evolve_coder() };
    assert_eq!(
        refusal(SUMS, no_oracle),
        "wa_cap.cpp is no solution that is labelled right, so nobody can ask it for answers"
    );
    let dead = sums_where("wa_cap.cpp", "cap 5").replace("crash 30", "crash 6");
    assert_eq!(
        refusal(&dead, evolve_coder()),
        "every wrong solution fails a test already; add wrong solutions that should fail"
    );
    let start = SUMS.find("-- wa_cap.cpp --").unwrap();
    let end = SUMS.find("-- gen.cpp --").unwrap();
    let right = format!("{}{}", &SUMS[..start], &SUMS[end..]);
    assert_eq!(
        refusal(&right, evolve_coder()),
        "there is no solution that may be broken; add wrong ones, such as wa_greedy.cpp"
    );
    let untold = with(SUMS, "Print the sum of the numbers on the only line of the input. Each is from 0 to 50.", "?");
    assert_eq!(
        refusal(&untold, by(HackMethod::CodeContestsO)),
        "not eligible because the statement statement.md says nothing; `--anyway`, or `anyway` in an editor, goes on all \
         the same"
    );
}

#[test]
fn a_test_is_told_in_a_few_words() {
    assert_eq!(words(&command("gen 5")), "gen 5");
    assert_eq!(words(&input("1 2\n")), "\"1 2\\n\"");
    // 60 bytes are shown whole; of 61 the cut falls before a letter of two bytes.
    assert_eq!(words(&input(&"x".repeat(60))), format!("\"{}\"", "x".repeat(60)));
    let long = format!("{}ä", "x".repeat(59));
    assert_eq!(words(&input(&long)), format!("\"{}\"… (61 bytes)", "x".repeat(59)));
}

#[test]
fn what_edits_of_generators_may_not_do() {
    let rig = Rig::new(SUMS);
    let bench = rig.bench();
    let before = judged(&bench, &["5\n"]);
    let after = |does: &str| {
        bench
            .edit(
                &[crate::edits::Edit { path: "gen.cpp".into(), search: "does: seeded".into(), replace: does.into() }],
                &[path("gen.cpp")].into(),
            )
            .unwrap();
        let after = judged(&bench, &[]);
        bench.reset().unwrap();
        generator::harm(&before, &after)
    };
    assert_eq!(after("does: plain"), None, "the test of the folder comes out the same");
    assert_eq!(after("does: refuse"), Some("test 2 (`gen 7`) would have another input, or none".to_owned()));
    bench.write(&[(path("gen.cpp"), "void f() { registerGen(argc, argv, 1); }\n".to_owned())].into()).unwrap();
    let harm = generator::harm(&before, &judged(&bench, &[]));
    assert_eq!(harm, Some("gen.cpp is no generator that compiles".to_owned()));
}
