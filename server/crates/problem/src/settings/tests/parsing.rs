//! What is understood, and what is said of the rest.

use expect_test::{Expect, expect};
use serde_json::json;

use super::{parsed, show};
use crate::{
    finding::{Code, Finding, Severity},
    model::Role,
    path::RelPath,
    settings::{EditorSettings, LlmSettings, RoleHint, SandboxChoice, UserSettings},
};

fn check(text: &str, expect: Expect) {
    expect.assert_eq(&show(&parsed(text).1));
}

#[test]
fn an_empty_file_says_nothing() {
    check("", expect![[""]]);
    check("\u{feff}# only a comment\r\n", expect![[""]]);
}

#[test]
fn a_file_that_is_no_toml_has_no_effect() {
    check(
        "name = \"a\"\nmain = sol.cpp\n",
        expect![[r#"
        touchstone.toml 1:7-1:14 Error manifest-broken: this is no TOML, so the whole file has no effect: string values must be quoted, expected literal string
    "#]],
    );
    check(
        "name = \"a\"\nname = \"b\"\n",
        expect![[r#"
        touchstone.toml 1:0-1:4 Error manifest-broken: this is no TOML, so the whole file has no effect: duplicate key
    "#]],
    );
    check(
        "[limits\n",
        expect![[r#"
        touchstone.toml 0:0-0:7 Error manifest-broken: this is no TOML, so the whole file has no effect: unclosed table, expected `]`
    "#]],
    );
    assert!(parsed("name = \"a\"\nmain = sol.cpp\n").0.name.is_none());
}

#[test]
fn what_belongs_to_the_user_is_refused() {
    let text = "cxx = \"evil\"\nCache-Dir = \"/\"\nsandbox.level = 0\n\n[limits]\nenv = 1\n[llm]\nmodel = \"x\"\n";
    check(
        text,
        expect![[r#"
        touchstone.toml 0:0-0:3 Warning setting-not-allowed-here: a problem folder cannot set `cxx`; it belongs in your own config.toml
        touchstone.toml 1:0-1:9 Warning setting-not-allowed-here: a problem folder cannot set `Cache-Dir`; it belongs in your own config.toml
        touchstone.toml 2:0-2:7 Warning setting-not-allowed-here: a problem folder cannot set `sandbox`; it belongs in your own config.toml
        touchstone.toml 5:0-5:3 Warning setting-not-allowed-here: a problem folder cannot set `limits.env`; it belongs in your own config.toml
        touchstone.toml 6:1-6:4 Warning setting-not-allowed-here: a problem folder cannot set `llm`; it belongs in your own config.toml
    "#]],
    );
}

#[test]
fn unknown_keys_are_named() {
    check(
        "nmae = \"a\"\n[limit]\ntime = 1\n[limits]\ntime = 2\nspeed = 3\n",
        expect![[r#"
            touchstone.toml 0:0-0:4 Warning manifest-broken: there is no setting `nmae`; did you mean `name`?
            touchstone.toml 1:1-1:6 Warning manifest-broken: there is no setting `limit`; did you mean `limits`?
            touchstone.toml 4:0-4:4 Warning manifest-broken: there is no setting `limits.time`; did you mean `time_ms`?
            touchstone.toml 5:0-5:5 Warning manifest-broken: there is no setting `limits.speed`; known are `time_ms`, `memory_mb`, `output_mb`, `languages`
        "#]],
    );
}

#[test]
fn wrong_types_and_words_leave_the_rest() {
    let text = r#"
name = 5
format = "Polygon"
standard = "c++18"
defines = ["A", "B=1 2", "1C", "-DX", 3]
main = ["a.cpp"]
checker = "std::abc"
limits = { time_ms = 1.5, memory_mb = 0, output_mb = 64 }
groups = "x"
"#;
    check(
        text,
        expect![[r#"
        touchstone.toml 1:7-1:8 Warning manifest-broken: `name` is a whole number where a string is wanted
        touchstone.toml 2:9-2:18 Warning manifest-broken: `format` cannot be `Polygon`; did you mean `polygon`?
        touchstone.toml 3:11-3:18 Warning manifest-broken: `standard` cannot be `c++18`; did you mean `c++11`?
        touchstone.toml 4:25-4:29 Warning manifest-broken: `1C` is no macro; write `NAME` or `NAME=VALUE`
        touchstone.toml 4:31-4:36 Warning manifest-broken: `-DX` is no macro; write `NAME` or `NAME=VALUE`
        touchstone.toml 4:38-4:39 Warning manifest-broken: `defines` is a whole number where a string is wanted
        touchstone.toml 5:7-5:16 Warning manifest-broken: `main` is a list where a string is wanted
        touchstone.toml 6:10-6:20 Warning manifest-broken: there is no standard checker `std::abc`
        touchstone.toml 7:21-7:24 Warning manifest-broken: `limits.time_ms` is a number with a fraction where a whole number is wanted
        touchstone.toml 7:38-7:39 Warning manifest-broken: `limits.memory_mb` must be from 1 to 1048576
        touchstone.toml 8:9-8:12 Warning manifest-broken: `groups` is a string where a table is wanted
    "#]],
    );
    let (settings, _) = parsed(text);
    assert_eq!(settings.defines, ["A", "B=1 2"]);
    assert_eq!(settings.limits.output_mb, Some(64));
}

#[test]
fn paths_stay_inside() {
    check(
        "main = \"../sol.cpp\"\ninclude = [\"lib\", \"/usr/include\", 'C:\\x', \"a/../..\"]\nscript = \".\"\n",
        expect![[r#"
            touchstone.toml 0:7-0:19 Warning setting-not-allowed-here: `main` leaves the problem folder: ../sol.cpp
            touchstone.toml 1:18-1:32 Warning setting-not-allowed-here: `include` is no path from the problem folder: /usr/include
            touchstone.toml 1:34-1:40 Warning setting-not-allowed-here: `include` is no path from the problem folder: C:\x
            touchstone.toml 2:9-2:12 Warning manifest-broken: `script` names the problem folder itself where a file is wanted
        "#]],
    );
}

#[test]
fn labels_in_every_form() {
    let text = r#"
[labels]
"a.cpp" = "wa"
"b.cpp" = ["accepted", "tle"]
"c.cpp" = { permitted = ["AC"], required = [] }
"d.cpp" = { required = ["WA"], tests = { "sample" = "accepted", "g/*" = { permitted = ["ac", "wa"] } } }
"e.cpp" = { label = "wrong_answer", tests = { sample = { label = "ac" } } }
"f.cpp" = "do_not_run"
"#;
    let (settings, findings) = parsed(text);
    assert_eq!(show(&findings), "");
    let shown: Vec<String> =
        settings.labels.iter().map(|rule| format!("{} {:?}\n", rule.solutions.written, rule.expected)).collect();
    expect![[r#"
        a.cpp Expected { words: ["wa"], sets: Some(VerdictSets { permitted: {Ac, Wa, Pe}, required: {Wa, Pe} }), scoped: [], skip: false }
        b.cpp Expected { words: ["accepted", "tle"], sets: Some(VerdictSets { permitted: {Ac, Tle}, required: {} }), scoped: [], skip: false }
        c.cpp Expected { words: ["AC"], sets: Some(VerdictSets { permitted: {Ac}, required: {} }), scoped: [], skip: false }
        d.cpp Expected { words: ["WA"], sets: Some(VerdictSets { permitted: {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce}, required: {Wa} }), scoped: [ScopedSets { tests: "sample", by_group: false, sets: VerdictSets { permitted: {Ac}, required: {} } }, ScopedSets { tests: "g/*", by_group: false, sets: VerdictSets { permitted: {Ac, Wa}, required: {} } }], skip: false }
        e.cpp Expected { words: ["wrong_answer"], sets: Some(VerdictSets { permitted: {Ac, Wa, Pe}, required: {Wa, Pe} }), scoped: [ScopedSets { tests: "sample", by_group: false, sets: VerdictSets { permitted: {Ac}, required: {} } }], skip: false }
        f.cpp Expected { words: ["do_not_run"], sets: Some(VerdictSets { permitted: {}, required: {} }), scoped: [], skip: true }
    "#]].assert_eq(&shown.concat());
}

#[test]
fn labels_that_cannot_be_read() {
    let text = r#"
[labels]
"a.cpp" = "wrong_anser"
"b.cpp" = ["do_not_run", "wa"]
"c.cpp" = { permitted = ["AC"], required = ["WA"] }
"d.cpp" = { permitted = ["ACC"] }
"e.cpp" = { allowed = ["AC"] }
"f.cpp" = []
"g.cpp" = { tests = { "[" = "wa", x = { tests = {} }, y = "do_not_run" } }
"h[" = "wa"
"i.cpp" = { permitted = ["FAIL"] }
"#;
    check(
        text,
        expect![[r#"
        touchstone.toml 2:10-2:23 Warning manifest-broken: `wrong_anser` is no label; did you mean `wrong_answer`?
        touchstone.toml 3:10-3:30 Warning manifest-broken: `labels.b.cpp` has other words beside `do_not_run`
        touchstone.toml 4:10-4:51 Warning manifest-broken: `labels.c.cpp` requires a verdict that it does not permit
        touchstone.toml 5:25-5:30 Warning manifest-broken: `ACC` is no verdict of a solution; known are `AC`, `WA`, `PE`, `TLE`, `RTE`, `MLE`, `OLE`, `CE`
        touchstone.toml 6:10-6:30 Warning manifest-broken: `labels.e.cpp` says nothing
        touchstone.toml 6:12-6:19 Warning manifest-broken: there is no setting `labels.e.cpp.allowed`; known are `label`, `permitted`, `required`, `tests`
        touchstone.toml 7:10-7:12 Warning manifest-broken: `labels.f.cpp` is empty
        touchstone.toml 8:10-8:74 Warning manifest-broken: `labels.g.cpp` says nothing
        touchstone.toml 8:22-8:25 Warning manifest-broken: the pattern `[` cannot be read: unclosed character class; missing ']'
        touchstone.toml 8:38-8:52 Warning manifest-broken: `labels.g.cpp.tests.x` says nothing
        touchstone.toml 8:58-8:70 Warning manifest-broken: `labels.g.cpp.tests.y` must be labels or sets of verdicts
        touchstone.toml 9:0-9:4 Warning manifest-broken: the pattern `h[` cannot be read: unclosed character class; missing ']'
        touchstone.toml 10:25-10:31 Warning manifest-broken: `FAIL` is no verdict of a solution; known are `AC`, `WA`, `PE`, `TLE`, `RTE`, `MLE`, `OLE`, `CE`
    "#]],
    );
}

#[test]
fn lints_change_and_remove_findings() {
    let text = "[lints]\nno-main = \"error\"\ntest-duplicate = \"off\"\ntest-duplicates = \"off\"\nno-wrong-solution = \"of\"\n";
    let (settings, findings) = parsed(text);
    expect![[r#"
        touchstone.toml 3:0-3:15 Warning manifest-broken: there is no finding code `test-duplicates`; did you mean `test-duplicate`?
        touchstone.toml 4:20-4:24 Warning manifest-broken: `lints.no-wrong-solution` cannot be `of`; did you mean `off`?
    "#]].assert_eq(&show(&findings));
    let found = [Code::NoMain, Code::TestDuplicate, Code::NoWrongSolution];
    let left = settings.filter(found.map(|code| Finding::of_folder(code, "")).to_vec());
    let left: Vec<_> = left.into_iter().map(|finding| (finding.code, finding.severity)).collect();
    assert_eq!(left, [(Code::NoMain, Severity::Error), (Code::NoWrongSolution, Severity::Warning)]);
}

#[test]
fn the_last_role_that_matches_counts() {
    let text = "main = \"tools/x.cpp\"\n[roles]\n\"*.cpp\" = \"generator\"\n\"tools/*\" = \"ignore\"\n";
    let (settings, _) = parsed(text);
    let by_path = |path: &str| settings.role_hint(&RelPath::parse(path).unwrap());
    let by_list = |path: &str| {
        let hints = settings.role_hints();
        hints.into_iter().find(|(files, _)| files.is_match(path)).map(|(_, hint)| hint)
    };
    for (path, hint) in [
        ("a.cpp", Some(RoleHint::Role(Role::Generator))),
        ("deep/a.cpp", Some(RoleHint::Role(Role::Generator))),
        ("tools/a.cpp", Some(RoleHint::Ignore)),
        ("tools/x.cpp", Some(RoleHint::Role(Role::Solution))),
        ("a.py", None),
    ] {
        assert_eq!((by_path(path), by_list(path)), (hint, hint), "{path}");
    }
}

#[test]
fn user_settings_and_their_mistakes() {
    let text = "cxx = \"clang++\"\ntestlib = \"testlib.h\"\njobs = 0\nflags = [\"-O1\"]\nsandbox = \"off\"\ncashe_dir = \"/x\"\n";
    let (settings, mistakes) = UserSettings::parse(text);
    let shown: Vec<String> =
        mistakes.iter().map(|mistake| format!("{}: {}\n", mistake.range.start.line, mistake.message)).collect();
    expect![[r#"
        1: `testlib` must be an absolute path, not `testlib.h`
        2: `jobs` must be from 1 to 1024
        4: `sandbox` cannot be `off`; known are `auto`, `reduced`, `limits-only`
        5: there is no setting `cashe_dir`; did you mean `cache_dir`?
    "#]]
    .assert_eq(&shown.concat());
    let weaker = UserSettings::parse("cxx = \"g++\"\njobs = 3\ncluster = \"tls://judge.example\"\n").0;
    let both = settings.or(weaker);
    assert_eq!((both.cxx.as_deref(), both.jobs), (Some("clang++"), Some(3)));
    assert_eq!(both.cluster.as_deref(), Some("tls://judge.example"));
}

#[test]
fn editors_send_the_same_keys() {
    let json = serde_json::json!({ "cxx": "g++", "sandbox": "limits-only", "testlib": null, "trusted": true });
    let settings: UserSettings = serde_json::from_value(json).unwrap();
    assert_eq!(settings, UserSettings::parse("cxx = \"g++\"\nsandbox = \"limits-only\"\n").0);
    assert!(serde_json::from_value::<UserSettings>(serde_json::json!({ "cache_dir": "x" })).is_err());
}

#[test]
fn what_an_editor_sends() {
    let sent = json!({
        "cxx": "g++-14",
        "jobs": "many",
        "cache_cap_mb": null,
        "trusted": true,
        "trace": { "server": "off" },
        "editor": { "code_lens": false, "check_on_save": 3, "check_on_open": null },
        "sandbox": "reduced",
        "llm": { "api_key_env": "KEY", "base_url": "http://localhost:1/v1", "max_calls": "few" },
    });
    let (settings, mistakes) = UserSettings::of_editor(sent.as_object().unwrap());
    let editor = EditorSettings { code_lens: Some(false), ..EditorSettings::default() };
    let sandbox = Some(SandboxChoice::Reduced);
    let llm = LlmSettings {
        api_key_env: Some("KEY".to_owned()),
        base_url: Some("http://localhost:1/v1".to_owned()),
        // Who would ask knows of it.
        mistakes: mistakes.iter().filter(|mistake| mistake.contains("llm.")).cloned().collect(),
        ..LlmSettings::default()
    };
    assert_eq!(llm.mistakes.len(), 1);
    assert_eq!(
        settings,
        UserSettings { llm, cxx: Some("g++-14".to_owned()), sandbox, editor, ..UserSettings::default() }
    );
    let expected = [
        "`editor.check_on_save` has no effect: invalid type: integer `3`, expected a boolean",
        "`jobs` has no effect: invalid type: string \"many\", expected u32",
        "`llm.max_calls` has no effect: invalid type: string \"few\", expected u32",
    ];
    assert_eq!(mistakes, expected);
    let (settings, mistakes) = UserSettings::of_editor(json!({ "editor": 5 }).as_object().unwrap());
    assert_eq!((settings, mistakes.len()), (UserSettings::default(), 1));
}
