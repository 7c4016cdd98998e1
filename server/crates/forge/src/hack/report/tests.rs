//! What a refinement is told of a trial.

use super::*;

fn shown(code: usize, n_tests: usize) -> ProgramReport {
    let test = TestReport { input: "x".repeat(500), ..TestReport::default() };
    ProgramReport { code: "c".repeat(code), tests: vec![test; n_tests], ..ProgramReport::default() }
}

#[test]
fn cco_20_a_long_report_is_cut_in_the_order_that_hurts_least() {
    let run = |ok| CommandRun {
        input: Some("1 2 3".repeat(100)),
        validator: Some(ValidatorRun { ok, ..ValidatorRun::default() }),
        ..CommandRun::default()
    };
    let whole = Report {
        false_positives: vec![shown(8000, 0); 2],
        false_negatives: vec![shown(100, 3); 2],
        commands: vec![run(true), run(false)],
        ..Report::default()
    };
    let fitted = |most| {
        let mut report = whole.clone();
        report.fit(most);
        let code = report.false_positives[0].code.len();
        (code, report.false_negatives[0].tests.len(), report.commands[0].input.clone(), report.commands.len())
    };
    let input = whole.commands[0].input.clone();
    assert_eq!(fitted(1 << 20), (8000, 3, input.clone(), 2));
    let (code, n_tests, shown, _) = fitted(12_000);
    assert!(code < 2200, "{code}");
    assert_eq!((n_tests, shown), (3, input.clone()));
    assert_eq!((fitted(8000).1, fitted(8000).2), (1, input));
    assert_eq!((fitted(6550).2, fitted(6550).3), (Some("[input]".to_owned()), 2));
    assert_eq!(fitted(100).3, 1, "what went wrong stays");
}

use problem::model::ProgramIdx;
use proptest::prelude::*;

use crate::{
    edits::{Applied, Edit, LeftOut, blocks},
    rig::{Rig, SUMS, Stages, command, input, path, program, sums_where},
};

/// The report of a trial with these tests.
fn reported(rig: &Rig, sources: &[TestSource], changed: &Changed, useless: &[&str]) -> Report {
    let bench = rig.bench();
    let trial = bench.judge(sources, &mut Stages::default()).unwrap();
    let useless: Vec<ProgramIdx> = useless.iter().map(|name| program(&trial, name)).collect();
    let found = Found { trial: &trial, engine: &rig.engine, sources, useless: &useless, seed: 1 };
    found.report(changed)
}

fn names(programs: &[ProgramReport]) -> Vec<&str> {
    programs.iter().map(|program| program.solution.as_str()).collect()
}

#[test]
fn cco_13_right_ones_that_fail_and_wrong_ones_that_pass() {
    let rig = Rig::new(&sums_where("ac_other.cpp", "cap 24"));
    let report = reported(&rig, &[command("gen 25"), input("25 1\n")], &Changed::default(), &[]);
    assert_eq!(
        (names(&report.false_negatives), names(&report.false_positives)),
        (vec!["ac_other.cpp"], vec!["rte_large.cpp"])
    );
    let right = &report.false_negatives[0];
    let failed: Vec<_> = right
        .tests
        .iter()
        .map(|test| (test.input.as_str(), test.got.as_str(), test.expected.as_str(), test.verdict.as_str()))
        .collect();
    assert_eq!(failed, [("25\n", "24\n", "25\n", "WA"), ("25 1\n", "24\n", "26\n", "WA")]);
    assert!(right.code.contains("does: cap 24") && right.closest_margin.is_none());
    // It takes a millisecond of a second.
    assert_eq!((report.false_positives[0].tests.len(), report.false_positives[0].closest_margin), (0, Some(0.0)));
    // CCO-4: who says nothing is not shown.
    let report = reported(&rig, &[command("gen 25")], &Changed::default(), &["ac_other.cpp", "rte_large.cpp"]);
    assert!(report.false_negatives.is_empty() && report.false_positives.is_empty());
}

#[test]
fn cco_14_cco_20_what_became_of_each_command() {
    let rig = Rig::new(SUMS);
    let long = format!("{}\n", ["0"; 501].join(" "));
    let sources = [command("gen 8"), command("tree 8"), command("gen 51"), input(&long)];
    let report = reported(&rig, &sources, &Changed::default(), &[]);
    let [good, unknown, refused, long_one] = &report.commands[..] else { panic!("four") };
    assert_eq!(
        (good.cmd.as_str(), good.status.as_str(), good.input.as_deref(), good.bytes),
        ("gen 8", "ok", Some("8\n"), Some(2))
    );
    assert_eq!(good.sha.as_deref(), Some(&problem::digest::Digest::of(b"8\n").hex()[..16]));
    assert!(good.validator.as_ref().is_some_and(|validator| validator.ok && validator.message.is_none()));
    assert_eq!(
        (unknown.status.as_str(), unknown.input.as_deref()),
        ("`tree` is no generator of this problem; there is gen", None)
    );
    let validator = refused.validator.as_ref().unwrap();
    let message = "51 is not from 0 to 50 (stdin, line 1)";
    assert_eq!((validator.ok, validator.line, validator.message.as_deref()), (false, Some(1), Some(message)));
    // 1002 characters are too many to be shown.
    assert_eq!((long_one.input.as_deref(), long_one.bytes), (Some("[input]"), Some(1002)));
    let rig = Rig::new(&sums_where("gen.cpp", "refuse"));
    let report = reported(&rig, &[command("gen 8")], &Changed::default(), &[]);
    assert!(report.commands[0].status.starts_with("the generator fails: "), "{}", report.commands[0].status);
}

#[test]
fn cco_14_failures_of_the_main_solution_and_of_the_compiler() {
    let rig = Rig::new(&sums_where("sol.cpp", "crash 30"));
    let report = reported(&rig, &[command("gen 31"), command("gen 1")], &Changed::default(), &[]);
    assert!(report.oracle_errors.iter().all(|error| error.starts_with("gen 31: ")), "{:?}", report.oracle_errors);
    let rig = Rig::new(&sums_where("gen.cpp", "seeded\nint mein").replacen(
        "int main(int argc, char *argv[]) { registerGen",
        "void f(int argc, char *argv[]) { registerGen",
        1,
    ));
    let report = reported(&rig, &[], &Changed::default(), &[]);
    let error = report.generator.compile_error.unwrap_or_default();
    assert!(error.starts_with("gen.cpp does not compile:\n") && error.contains("there is no main"), "{error}");
}

#[test]
fn cco_19_what_became_of_the_edits() {
    let rig = Rig::new(SUMS);
    let edit = |search: &str| Edit { path: "gen.cpp".to_owned(), search: search.to_owned(), replace: String::new() };
    let left_out = |search: &str, nearest: &str| LeftOut {
        edit: edit(search),
        why: "why".to_owned(),
        nearest: nearest.to_owned(),
    };
    let long = "x".repeat(MAX_FIELD + 5);
    let changed = Changed {
        given: vec![edit("a"), edit("b"), edit(&long)],
        applied: Applied {
            carried_out: vec!["gen.cpp".to_owned()],
            left_out: vec![left_out("b", ""), left_out(&long, "near")],
        },
        source_rejected: Some("a reason".to_owned()),
        unknown_commands: vec!["gen 5".to_owned()],
        ..Changed::default()
    };
    let generator = reported(&rig, &[], &changed, &[]).generator;
    assert_eq!((generator.applied.len(), generator.undone), (1, None), "what was passed over takes nothing back");
    assert_eq!(generator.source_rejected.as_deref(), Some("a reason"));
    assert_eq!(generator.unknown_commands, ["gen 5"]);
    let shown: Vec<_> =
        generator.unmatched.iter().map(|out| (out.search.len() > MAX_FIELD + 30, out.nearest.as_str())).collect();
    assert_eq!(shown, [(false, "why"), (false, "near")], "without lines that are near there is the reason");
    assert!(generator.unmatched[1].search.ends_with("\n[cut: 5 more bytes]\n"));
}

#[test]
fn cco_15_ten_of_many_are_drawn_and_the_same_seed_draws_the_same() {
    let more = (0..15).map(|at| format!("-- wa_more{at:02}.cpp --\n// does: cap {}\nint main() {{}}\n", 30 + at));
    let rig = Rig::new(&format!("{SUMS}{}", more.collect::<String>()));
    let bench = rig.bench();
    let trial = bench.judge(&[], &mut Stages::default()).unwrap();
    let drawn = |seed: u64| {
        let found = Found { trial: &trial, engine: &rig.engine, sources: &[], useless: &[], seed };
        found.report(&Changed::default()).false_positives.into_iter().map(|one| one.solution).collect::<Vec<_>>()
    };
    assert_eq!((drawn(1).len(), drawn(1)), (MAX_PROGRAMS, drawn(1)));
    assert!(drawn(1).is_sorted() && (2..20).any(|seed| drawn(seed) != drawn(1)));
    assert!(trial.problem.program_at(&path("wa_more14.cpp")).is_some());
}

#[test]
fn cco_18_strangers_are_the_commands_that_nobody_knows() {
    let known = BTreeSet::from(["gen 1".to_owned(), "gen 2".to_owned()]);
    let wanted = ["gen 2", "gen 3", "gen 1 "].map(str::to_owned);
    assert_eq!(unknown(&wanted, &known), ["gen 3", "gen 1 "]);
}

proptest! {
    #[test]
    fn cco_10_a_block_is_read_as_the_edit_that_it_was(search in "[a-c< =]{0,6}(\n[a-c<>= ]{0,4}){0,3}", replace in "[a-c]{0,4}(\n[a-c=]{0,4}){0,3}") {
        // Such a line ends the text that is searched for, whatever it was meant as.
        let is_separator = |line: &str| line.trim().len() >= 5 && line.trim().bytes().all(|byte| byte == b'=');
        prop_assume!(!search.lines().any(is_separator));
        // An empty line at the end and none are the same to whoever reads lines.
        let edit = Edit { path: "gen.cpp".to_owned(), search, replace };
        prop_assert_eq!(blocks("gen.cpp", &block(&edit)), vec![edit]);
    }
}
