//! Quick fixes for what the text of a program shows.

use cpp::source::Source;
use expect_test::expect;
use problem::{
    finding::{Bound, Code, Finding, Severity},
    findings::{FindingContext, of_runs, of_texts},
    folder::Folder as _,
    formats,
    model::Role,
    state::StateEvent,
    text::{Position, Range},
    verdict::Verdict,
};

use super::scene::{PLAIN, Scene, path, position, slice};
use crate::{
    actions::{Action, bound_actions, label_actions, model_actions, quick_fixes, smaller_actions, source_actions},
    label::apply_edits,
};

const VALIDATOR: &str = "#include \"testlib.h\"\r\nint main(int argc, char* argv[]) {\r\n    registerGen(argc, argv, 1);\r\n    \
                         /* 😀 */ int n = inf.readInt(1, 5); inf.readEoln();\r\n    \
                         auto s = inf.readLong(1, 7); // 😀\r\n    inf.readEoln();\r\n    inf.readEof();\r\n}\r\n";

/// The fixes for the findings of a text that touch a place of it, each with the lines that it changes.
fn fixes(text: &str, findings: &[Finding], file: &str, needle: &str) -> String {
    let at = position(text, needle);
    let mut shown = String::new();
    for fix in quick_fixes(findings, &path(file), Range { start: at, end: at }) {
        let sign = if fix.preferred { "*" } else { "" };
        shown += &format!("{sign}{} ({} on `{}`)\n", fix.title, fix.code, slice(text, fix.range));
        let after = apply_edits(text, &fix.edits);
        let changed = after.lines().filter(|line| text.lines().all(|old| old != *line));
        shown.extend(changed.map(|line| format!("  {}\n", line.trim())));
    }
    shown
}

/// Those of the validator.
fn of_validator(needle: &str) -> String {
    let lints = cpp::lint::lints(&Source::parse(VALIDATOR), Role::Validator);
    let findings: Vec<Finding> = lints.iter().map(|lint| Finding::of_lint(lint, &path("val.cpp"))).collect();
    fixes(VALIDATOR, &findings, "val.cpp", needle)
}

/// Those of another file of a folder, by what its texts show.
fn of_folder(folder: &str, file: &str, needle: &str) -> String {
    let scene = Scene::new(folder);
    let (problem, _) = formats::open(&scene.folder);
    let context = FindingContext {
        folder: &scene.folder,
        problem: &problem,
        state: &scene.state,
        request: &scene.request,
        contents: &|_| None,
    };
    fixes(&scene.folder.text(&path(file)).unwrap(), &of_texts(&context), file, needle)
}

#[test]
fn lines_that_make_the_same_test() {
    let mut scene = Scene::new(PLAIN);
    let same = scene.keep(b"5\n");
    for (test, input) in [(0, same), (1, same), (2, same)] {
        scene.apply(StateEvent::Input { test: test.into(), input: Some(input) });
    }
    let script = scene.folder.text(&path("script.txt")).unwrap();
    let findings = scene.with(|view| of_runs(&view.context));
    let left = |needle: &str| {
        let at = position(&script, needle);
        let found = quick_fixes(&findings, &path("script.txt"), Range { start: at, end: at });
        found.iter().map(|fix| (fix.title.clone(), apply_edits(&script, &fix.edits))).next()
    };
    let (title, text) = left("gen -n 1^00").expect("it is offered");
    assert_eq!(title, "remove this line");
    assert_eq!(text, script.replace("gen -n 100 > $\n", ""));
    assert_eq!(left("gen -n ${^i"), None, "the line makes others, too");
}

#[test]
fn mistakes_at_a_place() {
    expect![[r#"
        *name it `n` (testlib-52 on `inf.readInt(1, 5)`)
          /* 😀 */ int n = inf.readInt(1, 5, "n"); inf.readEoln();
    "#]]
    .assert_eq(&of_validator("inf.readInt^("));
    expect![[r#"
        *make both bounds `long long` (testlib-05 on `inf.readLong(1, 7)`)
          auto s = inf.readLong(1LL, 7LL); // 😀
        *name it `s` (testlib-52 on `inf.readLong(1, 7)`)
          auto s = inf.readLong(1, 7, "s"); // 😀
    "#]]
    .assert_eq(&of_validator("inf.readLong^("));
    expect![[r#"
        *write `registerValidation(argc, argv)` (testlib-10 on `registerGen(argc, argv, 1)`)
          registerValidation(argc, argv);
    "#]]
    .assert_eq(&of_validator("registerG^en"));
    assert_eq!(of_validator("#inc^lude"), "");
}

#[test]
fn mistyped_words_of_scripts() {
    let folder = PLAIN.replace("gen -n 100 > $", "gne -n 100 > $\ngen -m 7 -weigthed > $\ngen --knd=path -n 3 > $");
    expect![[r"
        *write `gen` (generator-unknown on `gne -n 100 > $`)
          gen -n 100 > $
    "]]
    .assert_eq(&of_folder(&folder, "script.txt", "gne -n^ 100"));
    expect![[r"
        *write `-weighted` (option-unknown on `-weigthed`)
          gen -m 7 -weighted > $
    "]]
    .assert_eq(&of_folder(&folder, "script.txt", "-weigt^hed"));
    expect![[r"
        *write `--kind=path` (option-unknown on `--knd=path`)
          gen --kind=path -n 3 > $
    "]]
    .assert_eq(&of_folder(&folder, "script.txt", "--kn^d"));
    assert_eq!(of_folder(&folder, "script.txt", "# sma^ll"), "");
}

#[test]
fn mistyped_words_of_settings() {
    let settings = "formt = \"plain\"\n[lints]\ntest-duplicates = \"of\"\n[labels]\n\"wa_*\" = \"wrong_anser\"\n";
    let folder = format!("{PLAIN}-- touchstone.toml --\n{settings}");
    for (needle, expected) in [
        ("for^mt", "*write `format` (manifest-broken on `formt`)\n  format = \"plain\"\n"),
        (
            "test-dup^licates",
            "*write `test-duplicate` (manifest-broken on `test-duplicates`)\n  test-duplicate = \"of\"\n",
        ),
        (
            "wrong_^anser",
            "*write `\"wrong_answer\"` (manifest-broken on `\"wrong_anser\"`)\n  \"wa_*\" = \"wrong_answer\"\n",
        ),
    ] {
        assert_eq!(of_folder(&folder, "touchstone.toml", needle), expected);
    }
}

fn listed(actions: Vec<Action>) -> String {
    let line = |action: Action| {
        format!("{} ({}): {} {}\n", action.title, action.kind, action.command.name, action.command.arguments)
    };
    actions.into_iter().map(line).collect()
}

#[test]
fn what_can_be_done_for_a_problem() {
    let mut scene = Scene::new(PLAIN);
    let of =
        |scene: &Scene, file: &str, has_model| scene.with(|view| listed(source_actions(view, &path(file), has_model)));
    expect![[r#"
        Generate adversarial tests (source.touchstone.hack): touchstone.hack {"apply":true,"engine":"offline"}
        Generate adversarial tests with the language model (source.touchstone.hack): touchstone.hack {"apply":true,"engine":"llm"}
        Minimise the suite (source.touchstone.minimize): touchstone.minimize {"apply":true}
        Probe checker, interactor and validators (source.touchstone.probe): touchstone.probe {"apply":true}
        Try mutants of the main solution (source.touchstone.mutate): touchstone.mutate {"apply":true}
        Measure solutions and suggest limits (source.touchstone.calibrate): touchstone.calibrate {"apply":true}
        Write the missing brute force with the language model (source.touchstone.write): touchstone.write {"apply":true,"piece":"brute_force"}
    "#]]
    .assert_eq(&of(&scene, "sol.cpp", true));
    expect![[r#"
        Generate adversarial tests (source.touchstone.hack): touchstone.hack {"apply":true,"engine":"offline"}
        Minimise the suite (source.touchstone.minimize): touchstone.minimize {"apply":true}
        Probe checker, interactor and validators (source.touchstone.probe): touchstone.probe {"apply":true}
        Try mutants of the main solution (source.touchstone.mutate): touchstone.mutate {"apply":true}
        Measure solutions and suggest limits (source.touchstone.calibrate): touchstone.calibrate {"apply":true}
    "#]]
    .assert_eq(&of(&scene, "script.txt", false));
    assert_eq!(of(&scene, "notes.txt", true), "");
    scene.is_trusted = false;
    assert_eq!(of(&scene, "sol.cpp", true), "");
    let bare = Scene::new("-- sol.cpp --\nint main() {}\n-- tests/1.in --\n1\n-- tests/1.ans --\n1\n");
    expect![[r#"
        Try mutants of the main solution (source.touchstone.mutate): touchstone.mutate {"apply":true}
        Measure solutions and suggest limits (source.touchstone.calibrate): touchstone.calibrate {"apply":true}
        Write the missing validator with the language model (source.touchstone.write): touchstone.write {"apply":true,"piece":"validator"}
        Write the missing checker with the language model (source.touchstone.write): touchstone.write {"apply":true,"piece":"checker"}
        Write the missing brute force with the language model (source.touchstone.write): touchstone.write {"apply":true,"piece":"brute_force"}
    "#]]
    .assert_eq(&of(&bare, "sol.cpp", true));
}

#[test]
fn a_solution_can_be_labelled_by_what_was_seen() {
    let of = |scene: &Scene, code, solution: &str| scene.with(|view| listed(label_actions(view, code, solution)));
    let verdict = |solution: &str, test: &str| match (solution, test) {
        ("sol.cpp", "2") => Verdict::Wa,
        ("wa_lucky.py", "1") => Verdict::Tle,
        _ => Verdict::Ac,
    };
    let scene = Scene::judged(PLAIN, verdict);
    expect![[r#"
        Label as accepted (quickfix.touchstone.wrong-solution-passes): touchstone.setLabel {"label":"accepted","solution":"wa_greedy.cpp"}
    "#]]
    .assert_eq(&of(&scene, Code::WrongSolutionPasses, "wa_greedy.cpp"));
    expect![[r#"
        Label as wrong_answer (quickfix.touchstone.correct-solution-fails): touchstone.setLabel {"label":"wrong_answer","solution":"sol.cpp"}
    "#]]
    .assert_eq(&of(&scene, Code::CorrectSolutionFails, "sol.cpp"));
    expect![[r#"
        Label as time_limit_exceeded (quickfix.touchstone.expectation-unmet): touchstone.setLabel {"label":"time_limit_exceeded","solution":"wa_lucky.py"}
    "#]]
    .assert_eq(&of(&scene, Code::ExpectationUnmet, "wa_lucky.py"));
    // Not for what has nothing to do with labels, what is no solution, or before anything was seen.
    assert_eq!(of(&scene, Code::BorderlineTime, "wa_greedy.cpp"), "");
    assert_eq!(of(&scene, Code::WrongSolutionPasses, "gen.cpp"), "");
    assert_eq!(of(&Scene::new(PLAIN), Code::WrongSolutionPasses, "wa_greedy.cpp"), "");
}

#[test]
fn what_a_model_can_do_about_a_finding() {
    let scene = Scene::new(PLAIN);
    let of = |code, severity| scene.with(|view| listed(model_actions(view, code, severity, Some("it-1"))));
    expect![[r#"
        Generate adversarial tests with the language model (quickfix.touchstone.wrong-solution-passes): touchstone.hack {"apply":true,"engine":"llm"}
        Explain with the language model (source.touchstone.explain): touchstone.explain {"code":"wrong-solution-passes","id":"it-1","model":true}
    "#]]
    .assert_eq(&of(Code::WrongSolutionPasses, Severity::Error));
    expect![[r#"
        Fix with the language model (quickfix.touchstone.validator-rejects-test): touchstone.fix {"apply":true,"code":"validator-rejects-test","id":"it-1"}
        Explain with the language model (source.touchstone.explain): touchstone.explain {"code":"validator-rejects-test","id":"it-1","model":true}
    "#]]
    .assert_eq(&of(Code::ValidatorRejectsTest, Severity::Error));
    expect![[r#"
        Explain with the language model (source.touchstone.explain): touchstone.explain {"code":"test-duplicate","id":"it-1","model":true}
    "#]]
    .assert_eq(&of(Code::TestDuplicate, Severity::Hint));
}

#[test]
fn a_smaller_test_than_one_that_a_wrong_solution_fails() {
    let of = |scene: &Scene, file: &str, line: u32| {
        let here = Position { line, character: 0 };
        scene.open(file, |view, text| listed(smaller_actions(view, text, Range { start: here, end: here })))
    };
    let mut scene = Scene::usual();
    expect![[r#"
        Add a smaller test than 2 that wa_greedy.cpp fails (refactor.touchstone.smaller): touchstone.minimize {"apply":true,"solution":"wa_greedy.cpp","test":"2"}
    "#]]
    .assert_eq(&of(&scene, "script.txt", 2));
    // The solution says the same of itself, wherever one is in it.
    assert_eq!(of(&scene, "wa_greedy.cpp", 0), of(&scene, "script.txt", 2));
    // Nobody wrong fails the first test, the right solution fails none, and a lucky one passes.
    for (file, line) in [("script.txt", 1), ("sol.cpp", 0), ("wa_lucky.py", 0), ("gen.cpp", 0)] {
        assert_eq!(of(&scene, file, line), "", "{file}:{line}");
    }
    scene.is_trusted = false;
    assert_eq!(of(&scene, "script.txt", 2), "");
}

#[test]
fn a_test_for_a_bound_that_none_reaches() {
    let mut scene = Scene::new(PLAIN);
    let bound = Bound { validator: path("val.cpp"), name: "n".to_owned(), is_upper: true };
    let of = |scene: &Scene, code, bound| scene.with(|view| listed(bound_actions(view, code, bound)));
    expect![[r#"
        Add a test that reaches this bound (quickfix.touchstone.bound-never-hit): touchstone.hack {"apply":true,"bound":{"is_upper":true,"name":"n","validator":"val.cpp"},"engine":"offline"}
    "#]]
    .assert_eq(&of(&scene, Code::BoundNeverHit, Some(&bound)));
    // A client that forgets what it was told has no bound to ask for.
    assert_eq!(of(&scene, Code::BoundNeverHit, None), "");
    assert_eq!(of(&scene, Code::TestDuplicate, Some(&bound)), "");
    scene.is_trusted = false;
    assert_eq!(of(&scene, Code::BoundNeverHit, Some(&bound)), "");
}
