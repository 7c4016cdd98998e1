//! What solutions are expected to do, and which is the main one.

use expect_test::expect;
use globset::Glob;

use super::{MAIN, check, check_with, path};
use crate::{
    formats::plain::Hints,
    label::{Label, LabelWord},
};

const LABELS: &[&str] =
    &["program", "main", "finding no-main", "finding label", "finding solution", "finding manifest"];

#[test]
fn several_that_could_be_main() {
    let files = [
        ("abc.cpp", MAIN),
        ("main-fast.cpp", MAIN),
        ("sol.cpp", MAIN),
        ("sol2.cpp", MAIN),
        ("sol_py.py", "print(1)"),
        ("std.cpp", MAIN),
    ];
    check(
        &files,
        LABELS,
        expect![[r#"
        program abc.cpp solution cpp (in the root folder) = accepted {Ac}/{}
        program main-fast.cpp solution cpp (in the root folder) = accepted {Ac}/{}
        program sol.cpp solution cpp (in the root folder) = accepted {Ac}/{}
        program sol2.cpp solution cpp (in the root folder) = accepted {Ac}/{}
        program sol_py.py solution python (in the root folder) = accepted {Ac}/{}
        program std.cpp solution cpp (in the root folder) = accepted {Ac}/{}
        main std.cpp
    "#]],
    );
}

#[test]
fn words_anywhere_and_parts_of_the_problem() {
    let files = [
        ("dp_wa2.cpp", MAIN),
        ("easy_dp.cpp", MAIN),
        ("name_40.cpp", MAIN),
        ("sol.cpp", MAIN),
        ("sol_wa.cpp", MAIN),
        ("sub1.cpp", MAIN),
        ("very_slow.cpp", MAIN),
    ];
    check(
        &files,
        LABELS,
        expect![[r#"
            program dp_wa2.cpp solution cpp (in the root folder) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
            program easy_dp.cpp solution cpp (in the root folder)
            program name_40.cpp solution cpp (in the root folder)
            program sol.cpp solution cpp (in the root folder) = accepted {Ac}/{}
            program sol_wa.cpp solution cpp (in the root folder) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
            program sub1.cpp solution cpp (in the root folder)
            program very_slow.cpp solution cpp (in the root folder) = time_limit_exceeded {Ac, Tle}/{Tle}
            main sol.cpp
            finding solution-unlabelled information easy_dp.cpp: nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; give it a name such as `wa_easy_dp.cpp` or label it in touchstone.toml
            finding solution-unlabelled information name_40.cpp: nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; give it a name such as `wa_name_40.cpp` or label it in touchstone.toml
            finding solution-unlabelled information sub1.cpp: nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; give it a name such as `wa_sub1.cpp` or label it in touchstone.toml
        "#]],
    );
}

#[test]
fn directories_and_contradictions() {
    let files = [
        ("solutions/accepted/brute.cpp", MAIN),
        ("solutions/accepted/fast.cpp", MAIN),
        ("solutions/accepted/wa_really.cpp", MAIN),
        ("solutions/ac_or_wa/maybe.cpp", MAIN),
        ("solutions/main.cpp", MAIN),
        ("solutions/rejected/wa_detail.cpp", MAIN),
        ("solutions/wrong_answer/bob.py", "print(1)"),
        ("solutions/wrong_answer/sol1.cpp", MAIN),
        ("solutions/wrong_answer/sol_bob.cpp", MAIN),
        ("solutions/wrong_answer/std.cpp", MAIN),
    ];
    check(
        &files,
        LABELS,
        expect![[r#"
        program solutions/ac_or_wa/maybe.cpp solution cpp (in the folder ac_or_wa) = accepted|wrong_answer {Ac, Wa, Pe}/{}
        program solutions/accepted/brute.cpp solution cpp (in the folder accepted) = accepted_or_tle {Ac, Tle}/{}
        program solutions/accepted/fast.cpp solution cpp (in the folder accepted) = accepted {Ac}/{}
        program solutions/accepted/wa_really.cpp solution cpp (in the folder accepted) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
        program solutions/main.cpp solution cpp (in the folder solutions) = accepted {Ac}/{}
        program solutions/rejected/wa_detail.cpp solution cpp (in the folder rejected) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
        program solutions/wrong_answer/bob.py solution python (in the folder wrong_answer) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
        program solutions/wrong_answer/sol1.cpp solution cpp (in the folder wrong_answer) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
        program solutions/wrong_answer/sol_bob.cpp solution cpp (in the folder wrong_answer) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
        program solutions/wrong_answer/std.cpp solution cpp (in the folder wrong_answer) = accepted {Ac}/{}
        main solutions/main.cpp
        finding label-contradiction warning solutions/accepted/wa_really.cpp: the name says wrong_answer, but the folder accepted says accepted; the name counts
        finding label-contradiction warning solutions/wrong_answer/std.cpp: the name says accepted, but the folder wrong_answer says wrong_answer; the name counts
    "#]],
    );
}

#[test]
fn comments_in_the_sources() {
    let files = [
        ("accepted.cpp", "int main() {}\n// @EXPECTED_RESULTS@: CORRECT\n"),
        ("mixed/some.cpp", "never read"),
        ("sols/a.cpp", "// @EXPECTED_RESULTS@: WRONG_ANSWER, TIMELIMIT\nint main() {}"),
        ("sols/manual.py", "# @EXPECTED_RESULTS@: CHECK-MANUALLY\n"),
        ("sols/sol.cpp", "/* @EXPECTED_RESULTS@: RUN-ERROR\n*/ int main() {}"),
        ("sols/std.cpp", MAIN),
    ];
    check(
        &files,
        LABELS,
        expect![[r#"
            program accepted.cpp solution cpp (in the root folder) = CORRECT {Ac}/{} at accepted.cpp:1:3-1:30
            program sols/a.cpp solution cpp (in the folder sols) = WRONG_ANSWER|TIMELIMIT {Ac, Wa, Pe, Tle}/{Wa, Pe, Tle} at sols/a.cpp:0:3-0:46
            program sols/manual.py solution python (in the folder sols)
            program sols/sol.cpp solution cpp (in the folder sols) = RUN-ERROR {Ac, Rte}/{Rte} at sols/sol.cpp:0:3-0:32
            program sols/std.cpp solution cpp (in the folder sols) = accepted {Ac}/{}
            main sols/std.cpp
            finding solution-unlabelled information sols/manual.py: nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; give it a name such as `wa_manual.py` or label it in touchstone.toml
            finding label-contradiction warning sols/sol.cpp:0:3-0:32: this comment says RUN-ERROR, but the name says accepted; the comment counts
        "#]],
    );
}

#[test]
fn the_only_unlabelled_one_is_main() {
    check(
        &[("idea.cpp", MAIN), ("sub1.cpp", MAIN), ("wa.cpp", MAIN), ("ac.cpp", MAIN)],
        LABELS,
        expect![[r#"
            program ac.cpp solution cpp (in the root folder) = accepted {Ac}/{}
            program idea.cpp solution cpp (in the root folder)
            program sub1.cpp solution cpp (in the root folder)
            program wa.cpp solution cpp (in the root folder) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
            main idea.cpp
            finding solution-unlabelled information idea.cpp: nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; give it a name such as `wa_idea.cpp` or label it in touchstone.toml
            finding no-main information idea.cpp: no solution is named as the main one, so idea.cpp makes the answers: it is the only one without a label; name it `sol` or set `main` in touchstone.toml
            finding solution-unlabelled information sub1.cpp: nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; give it a name such as `wa_sub1.cpp` or label it in touchstone.toml
        "#]],
    );
}

#[test]
fn the_first_accepted_one_is_main() {
    let files = [("Ac.java", "class Ac {}"), ("ac1.cpp", MAIN), ("ac2.cpp", MAIN), ("x.cpp", MAIN), ("y.cpp", MAIN)];
    check(
        &files,
        LABELS,
        expect![[r#"
            program Ac.java solution java (in the root folder) = accepted {Ac}/{}
            program ac1.cpp solution cpp (in the root folder) = accepted {Ac}/{}
            program ac2.cpp solution cpp (in the root folder) = accepted {Ac}/{}
            program x.cpp solution cpp (in the root folder)
            program y.cpp solution cpp (in the root folder)
            main ac1.cpp
            finding no-main information ac1.cpp: no solution is named as the main one, so ac1.cpp makes the answers: it is the first accepted one; name it `sol` or set `main` in touchstone.toml
            finding solution-unlabelled information x.cpp: nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; give it a name such as `wa_x.cpp` or label it in touchstone.toml
            finding solution-unlabelled information y.cpp: nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; give it a name such as `wa_y.cpp` or label it in touchstone.toml
        "#]],
    );
}

#[test]
fn nothing_can_be_main() {
    check(
        &[("wa.cpp", MAIN), ("brute.cpp", MAIN)],
        LABELS,
        expect![[r#"
        program brute.cpp solution cpp (in the root folder) = accepted_or_tle {Ac, Tle}/{}
        program wa.cpp solution cpp (in the root folder) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
        main -
        finding no-main information -: no solution is named as the main one and none is accepted, so tests without an answer file get no answer; name one `sol` or set `main` in touchstone.toml
    "#]],
    );
}

#[test]
fn labels_from_the_settings() {
    let glob = |pattern: &str| Glob::new(pattern).unwrap().compile_matcher();
    let hints = Hints {
        labels: vec![
            (glob("wa_not.cpp"), Label::of(LabelWord::DoNotRun, "do_not_run")),
            (glob("wa_*"), Label::of(LabelWord::Accepted, "accepted")),
        ],
        main: Some(path("x.cpp")),
        ..Hints::default()
    };
    let files = [("sol.cpp", MAIN), ("wa_fixed.cpp", MAIN), ("wa_not.cpp", MAIN), ("x.cpp", MAIN)];
    check_with(
        "abc",
        &hints,
        &files,
        LABELS,
        expect![[r#"
            program sol.cpp solution cpp (in the root folder) = accepted {Ac}/{}
            program wa_fixed.cpp solution cpp (in the root folder) = accepted {Ac}/{}
            program wa_not.cpp solution cpp (in the root folder) = do_not_run {}/{} not run
            program x.cpp solution cpp (stated in touchstone.toml)
            main x.cpp
        "#]],
    );
    let hints = Hints { main: Some(path("gone.cpp")), ..Hints::default() };
    check_with(
        "abc",
        &hints,
        &[("sol.cpp", MAIN)],
        LABELS,
        expect![[r#"
            program sol.cpp solution cpp (in the root folder) = accepted {Ac}/{}
            main sol.cpp
        "#]],
    );
}
