//! Broken manifests: findings where they are broken, and the rest read as well as may be.

use expect_test::expect;
use proptest::prelude::*;

use super::Package;
use crate::{folder::Folder, path::RelPath, text::LineIndex};

#[test]
fn yaml_that_breaks_off() {
    let manifest = "name: Hello\nlimits:\n  memory: 64\n  output: 'x\nvalidation: custom\n";
    Package::minimal()
        .file("problem.yaml", manifest)
        .source("output_validators/v.cpp", super::exits(42))
        .check(expect![[r#"
            Hello | x5, margin x2, 64 MiB, 8 MiB from accepted submissions
            checker output_validators/v.cpp Kattis (in output_validators)
            main submissions/accepted/sol.cpp
            checker output_validators/v.cpp cpp (in output_validators)
            solution submissions/accepted/sol.cpp cpp (in submissions/accepted) ["accepted"] permits {Ac}
            test sample/1 of sample sample [] []
            ! manifest-broken problem.yaml:3:2-3:12 this is no valid YAML: invalid indentation in quoted scalar
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        "#]]);
    Package::minimal().file("problem.yaml", "- a\n- b\n").check_findings(expect![[r#"
        ! manifest-broken problem.yaml:0:0-1:3 a map of keys and values is wanted here, not a list
        ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
    "#]]);
    Package::minimal().file("problem.yaml", "\u{feff}name: a: b\r\n").check_findings(expect![[r#"
        ! manifest-broken problem.yaml:0:0-0:11 this is no valid YAML: mapping values are not allowed in this context
        ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
    "#]]);
}

#[test]
fn wrong_types() {
    let manifest = "\
name: [a]
type: {a: b}
limits:
  memory: lots
  output: -3
  time_multiplier: []
  time_limit: 2000000
validation: custom loudly
validator_flags: {a: b}
constants: 5
";
    Package::minimal()
        .file("problem.yaml", manifest)
        .file("domjudge-problem.ini", "name=x\ntimelimit=0\n")
        .file("data/testdata.yaml", "input_validator_flags: [[a]]\noutput_validator_flags: {flags: {}}\n")
        .file(
            "submissions/submissions.yaml",
            "accepted:\n  permitted: {a: b}\n'{a': {}\nx: 5\ny: {model_solution: 3}\n",
        )
        .check_findings(expect![[r#"
            ! manifest-broken problem.yaml:0:6-0:9 a text is wanted here, not a list
            ! manifest-broken problem.yaml:1:6-1:12 a text or a list of texts is wanted here, not a map
            ! manifest-broken problem.yaml:7:12-7:25 `loudly` is no kind of validation; write `default`, or `custom` and perhaps `score` and `interactive`
            ! manifest-broken problem.yaml:8:17-8:23 a text or a list of texts is wanted here, not a map
            ! manifest-broken problem.yaml:9:11-9:12 a map of keys and values is wanted here, not `5`
            ! manifest-broken problem.yaml:6:14-6:21 the time limit is stated in seconds
            ! manifest-broken domjudge-problem.ini:1:0-1:11 a number of seconds is wanted here
            ! manifest-broken problem.yaml:5:19-5:21 a number is wanted here, not a list
            ! manifest-broken problem.yaml:3:10-3:14 a number is wanted here, not `lots`
            ! manifest-broken problem.yaml:4:10-4:12 a number above zero is wanted here, not `-3`
            ! manifest-stale problem.yaml:7:12-7:25 an output validator is asked for, but the folder has none; the default validation takes its place
            ! manifest-broken submissions/submissions.yaml:1:13-1:19 a text or a list of texts is wanted here, not a map
            ! manifest-broken submissions/submissions.yaml:2:0-2:4 `{a` is no valid pattern
            ! manifest-broken submissions/submissions.yaml:3:3-3:4 a map of keys and values is wanted here, not `5`
            ! manifest-broken submissions/submissions.yaml:4:20-4:21 true or false is wanted here, not `3`
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
            ! manifest-broken data/testdata.yaml:0:24-0:27 a text is wanted here, not a list
            ! manifest-broken data/testdata.yaml:1:32-1:34 a text or a list of texts is wanted here, not a map
        "#]]);
    Package::minimal().file("problem.yaml", "limits: 5\n").check_findings(expect![[r#"
        ! manifest-broken problem.yaml:0:8-0:9 a map of keys and values is wanted here, not `5`
        ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
    "#]]);
}

const MANIFEST: &str = "problem_format_version: 2025-09\nname: {en: Hello, sv: 'Hallå'}\ntype: [scoring, interactive]\n\
    limits:\n  time_limit: 2.5\n  memory: 512\n  time_multipliers: &m {ac_to_time_limit: 3}\nvalidation: custom\n\
    validator_flags: float_tolerance 1e-6\nconstants:\n  n: 5\n  m: *m\n";
const EXPECTATIONS: &str = "accepted:\n  permitted: [AC, WA]\n\"{a,b}/*.cpp\":\n  model_solution: true\n  \
    secret/*-x:\n    required: [TLE]\n";

/// Cuts out some characters and puts others there.
fn mutated(text: &'static str) -> impl Strategy<Value = String> {
    let cut = (0..=text.len(), 0usize..12, "[-a-z0-9:,\\[\\]{}'\"|>&*!?#% \n\t]{0,6}");
    proptest::collection::vec(cut, 1..4).prop_map(move |cuts| {
        cuts.into_iter().fold(text.to_owned(), |text, (start, length, insert)| {
            let characters = text.chars();
            let head: String = characters.clone().take(start).collect();
            head + &insert + &characters.skip(start + length).collect::<String>()
        })
    })
}

proptest! {
    #[test]
    fn mutated_manifests_are_read(manifest in mutated(MANIFEST), expectations in mutated(EXPECTATIONS)) {
        let package = Package::minimal()
            .file("problem.yaml", &manifest)
            .file("data/testdata.yaml", &expectations)
            .file("submissions/submissions.yaml", &expectations)
            .source("output_validator/v.cpp", super::exits(42));
        let problem = package.read();
        prop_assert_eq!(problem.tests.len(), 1);
        for place in problem.findings.iter().filter_map(|finding| finding.place.as_ref()) {
            let text = package.0.text(&RelPath::parse(place.path.as_str()).unwrap()).unwrap();
            let end = LineIndex::new(&text).position(text.len());
            prop_assert!(place.range.start <= place.range.end && place.range.end <= end);
        }
    }
}
