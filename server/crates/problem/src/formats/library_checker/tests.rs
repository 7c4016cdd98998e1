//! Folders made by hand, and what is read from them.

use expect_test::{Expect, expect};

use super::{made_header, read};
use crate::{
    folder::Folder as _,
    formats::{
        self,
        plain::tests::{dump, folder},
        shown::lines_with,
        wanted_above,
    },
    path::RelPath,
    settings::FolderSettings,
};

const MAIN: &str = "int main() {}";
const VAL: &str = "int main() { registerValidation(); }";
const CHECK: &str = "int main() { registerTestlibCmd(argc, argv); }";

/// A folder in which nothing is wrong, with another manifest.
fn with_manifest(text: &str, further: &[(&str, &str)]) -> String {
    let mut files = vec![
        ("info.toml", text),
        ("checker.cpp", CHECK),
        ("verifier.cpp", VAL),
        ("gen/random.cpp", MAIN),
        ("gen/example_00.in", "1\n"),
        ("sol/correct.cpp", MAIN),
    ];
    files.extend(further);
    dump(&read(&folder("sums", &files)).unwrap())
}

fn check_lines(dump: &str, words: &[&str], expected: Expect) {
    expected.assert_eq(&lines_with(dump, words));
}

#[test]
fn a_whole_folder() {
    let text = r#"
title = "Sums"
timelimit = 2.5
forum = "https://example.org"
[[tests]]
name = "example.in"
number = 1
[[tests]]
name = "random.cpp"
number = 2
[[solutions]]
name = "slow.cpp"
expect = "TLE"
[params]
N_MAX = 1000
"#;
    let further = [
        (".above/2/common/random.h", "struct Random {};\n"),
        (".above/2/common/testlib.h", "// testlib\n"),
        ("sol/slow.cpp", MAIN),
        ("in/random_00.in", "5\n"),
        ("out/random_00.out", "5\n"),
    ];
    expect![[r#"
        limits Fixed(2500) 1024 MiB (info.toml)
        program checker.cpp checker cpp (the checker of this format)
        program gen/random.cpp generator cpp (makes tests of info.toml)
        program sol/correct.cpp solution cpp (in the folder sol) = correct {Ac}/{}
        program sol/slow.cpp solution cpp (listed in info.toml) = TLE {Ac, Tle}/{Tle} at info.toml:10:0-10:13
        program verifier.cpp validator cpp (the validator of this format)
        main sol/correct.cpp
        checker checker.cpp testlib (checker.cpp is the checker of this format)
        validator verifier.cpp testlib
        test example_00 sample: gen/example_00.in at info.toml:5:7-5:19
        test random_00: `random 0` by gen/random.cpp at info.toml:8:7-8:19
        test random_01: `random 1` by gen/random.cpp at info.toml:8:7-8:19
    "#]]
    .assert_eq(&with_manifest(text, &further));
    let mut files = vec![("info.toml", text)];
    files.extend(further);
    let problem = read(&folder("sums", &files)).unwrap();
    let dirs: Vec<&str> = problem.include_dirs.iter().map(RelPath::as_str).collect();
    assert_eq!(dirs, [".above/2/common"]);
}

#[test]
fn what_is_expected_of_solutions() {
    let text = r#"
timelimit = 1
[[tests]]
name = "random.cpp"
number = 1
[[solutions]]
name = "wa.cpp"
expect = "WA"
[[solutions]]
name = "old.cpp"
wrong = true
[[solutions]]
name = "naive.cpp"
allow_tle = true
[[solutions]]
name = "bits.cpp"
expect = "re"
allow_wa = true
[[solutions]]
name = "call.cpp"
function = true
[[solutions]]
name = "odd.cpp"
expect = "XX"
[[solutions]]
name = "gone.cpp"
"#;
    let sources = ["wa.cpp", "old.cpp", "naive.cpp", "bits.cpp", "odd.cpp", "brute.cpp", "mine.cpp"];
    let paths: Vec<String> = sources.iter().map(|name| format!("sol/{name}")).collect();
    let mut further: Vec<(&str, &str)> = paths.iter().map(|path| (path.as_str(), MAIN)).collect();
    further.extend([("sol/call.cpp", "int f() {}"), ("grader/grader.cpp", MAIN), ("grader/solve.hpp", "int f();")]);
    check_lines(
        &with_manifest(text, &further),
        &["program sol", "finding"],
        expect![[r#"
            program sol/bits.cpp solution cpp (listed in info.toml) = re|allow_wa {Ac, Wa, Pe, Rte, Mle, Ole}/{Rte, Mle, Ole} at info.toml:14:0-14:13
            program sol/brute.cpp solution cpp (in the folder sol) = accepted_or_tle {Ac, Tle}/{}
            program sol/call.cpp solution cpp [sol/call.cpp, grader/grader.cpp] (listed in info.toml) = accepted {Ac}/{} at info.toml:18:0-18:13
            program sol/correct.cpp solution cpp (in the folder sol) = correct {Ac}/{}
            program sol/mine.cpp solution cpp (in the folder sol)
            program sol/naive.cpp solution cpp (listed in info.toml) = allow_tle {Ac, Tle}/{} at info.toml:11:0-11:13
            program sol/odd.cpp solution cpp (listed in info.toml) = accepted {Ac}/{} at info.toml:21:0-21:13
            program sol/old.cpp solution cpp (listed in info.toml) = wrong {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce}/{Wa, Pe, Tle, Rte, Mle, Ole} at info.toml:8:0-8:13
            program sol/wa.cpp solution cpp (listed in info.toml) = WA {Ac, Wa, Pe}/{Wa, Pe} at info.toml:5:0-5:13
            finding manifest-broken error info.toml:23:9-23:13: `XX` is no verdict that `expect` knows, so the solution is taken for a right one; take one of AC, WA, TLE, RE
            finding manifest-stale warning info.toml:25:7-25:17: there is no solution `gone.cpp` in sol; correct the name, or remove it
            finding solution-unlabelled information sol/mine.cpp: nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; give it a name such as `wa_mine.cpp` or label it in touchstone.toml
        "#]],
    );
}

#[test]
fn tests_that_cannot_be_made() {
    let text = r#"
timelimit = 500
[[tests]]
name = "random.cpp"
number = 1.5
[[tests]]
name = "example.in"
number = 2
[[tests]]
name = "gone.cpp"
number = 1
[[tests]]
number = 1
[[tests]]
name = "random.cpp"
[[tests]]
name = "../secret.cpp"
number = 1
[[tests]]
name = "example.cpp"
number = 1
cuont = 1
"#;
    check_lines(
        &with_manifest(text, &[]),
        &["test", "finding"],
        expect![[r#"
            test example_00 sample: gen/example_00.in at info.toml:6:7-6:19
            test gone_00: `gone 0` by ? at info.toml:9:7-9:17
            finding limits-unit-suspect warning info.toml:1:12-1:15: a time limit of 500 s is unusual; `timelimit` is in seconds
            finding manifest-broken error info.toml:4:9-4:12: `number` is a whole number of tests up to 1000, not 1.5; these are left out
            finding manifest-stale warning info.toml:6:7-6:19: there is no file gen/example_01.in, so the test is left out; write it, or lower `number`
            finding generator-unknown error info.toml:9:7-9:17: there is no generator `gone.cpp` in gen
            finding manifest-broken error info.toml:11:0-11:9: this entry has no `name` and is left out; name a file
            finding manifest-broken error info.toml:14:7-14:19: `random.cpp` states no `number`, so it makes no tests; write how many it makes
            finding manifest-broken error info.toml:16:7-16:22: `../secret.cpp` is no name of a file, so this entry is left out; name one without its directory
            finding generator-unknown error info.toml:19:7-19:20: there is no generator `example.cpp` in gen
            finding manifest-broken error info.toml:19:7-19:20: there is already an entry for `example`, which counts; put their numbers together
            finding manifest-stale information info.toml:21:0-21:5: the key `cuont` is not known, so it changes nothing here; remove it if it has no meaning to you
        "#]],
    );
}

#[test]
fn manifests_that_are_broken() {
    check_lines(
        &with_manifest("[[tests]]\nname = \n", &[]),
        &["test", "main", "finding"],
        expect![[r#"
            main sol/correct.cpp
            finding limits-assumed information info.toml: no time limit could be read from info.toml, so 2 s is assumed; write `timelimit = 2.0`
            finding manifest-broken error info.toml:1:0-1:6: this is no valid TOML: string values must be quoted, expected literal string
        "#]],
    );
    let text = "timelimit = 1\nchecker = \"../check.cpp\"\nverifier = \"val.cpp\"\nsolutions = 5\n[[tests]]\nname = 1\nnumber = 1\n";
    check_lines(
        &with_manifest(text, &[]),
        &["test", "checker", "validator", "finding"],
        expect![[r#"
            checker checker.cpp testlib (checker.cpp is the checker of this format)
            test 1_00: `1 0` by ? at info.toml:5:7-5:8
            finding manifest-broken error info.toml:1:10-1:24: `../check.cpp` is no file of this folder; name one inside
            finding manifest-stale warning info.toml:2:11-2:20: there is no val.cpp; write it, or name another file by `verifier`
            finding manifest-broken error info.toml:3:12-3:13: `solutions` is a list of tables; write `[[solutions]]` before each
            finding generator-unknown error info.toml:5:7-5:8: there is no generator `1` in gen
        "#]],
    );
}

#[test]
fn hashes_are_held_against_tests() {
    let (hash, other) = ("a".repeat(64), "b".repeat(64));
    let json = format!(
        "{{\n  \"random_00.in\": \"{hash}\",\n  \"random_00.out\": \"{other}\",\n  \"old_00.in\": \"{hash}\",\n  \"old_00.out\": \"x\"\n}}\n"
    );
    let text = "timelimit = 1\n[[tests]]\nname = 'random.cpp'\nnumber = 2\n";
    let files = [
        ("info.toml", text),
        ("hash.json", &json),
        ("checker.cpp", CHECK),
        ("gen/random.cpp", MAIN),
        ("sol/correct.cpp", MAIN),
    ];
    let problem = read(&folder("sums", &files)).unwrap();
    let recorded = problem.tests.iter().next().unwrap().recorded.as_ref().unwrap();
    let input = recorded.input.as_ref().map(|(digest, place)| (digest.hex(), place.range.start.line));
    assert_eq!(input, Some((hash, 1)));
    check_lines(
        &dump(&problem),
        &["finding"],
        expect![[r#"
            finding manifest-stale warning hash.json: hash.json says nothing of random_01; let the format's tool write it anew
            finding manifest-stale warning hash.json:3:2-3:13: hash.json records old_00.in, of which info.toml has no test; let the format's tool write it anew
            finding manifest-broken warning hash.json:4:16-4:19: `x` is no SHA-256; let the format's tool write hash.json anew
        "#]],
    );
}

#[test]
fn constants_become_a_header() {
    let text = "[[tests]]\n[params]\nN_MAX = 500_000\nRATIO = 0.5\nMODE = 'a \"b\"'\n'2x' = 1\nlist = [1]\n";
    let folder = folder("sums", &[("info.toml", text)]);
    let (path, header) = made_header(&folder).unwrap();
    assert_eq!(path.as_str(), "params.h");
    expect![[r#"
        #pragma once
        #define N_MAX (long long)500000
        #define RATIO 0.5
        #define MODE "a \"b\""
    "#]]
    .assert_eq(&header);
    check_lines(
        &dump(&read(&folder).unwrap()),
        &["finding manifest-broken error info.toml:5", "finding manifest-broken error info.toml:6"],
        expect![[r#"
            finding manifest-broken error info.toml:5:0-5:4: `2x` becomes no macro of params.h, so sources do not know it; name a number or a text by letters, digits and `_`
            finding manifest-broken error info.toml:6:0-6:4: `list` becomes no macro of params.h, so sources do not know it; name a number or a text by letters, digits and `_`
        "#]],
    );
}

#[test]
fn what_counts_as_such_a_folder() {
    let format = |files: &[(&str, &str)]| {
        let folder = folder("sums", files);
        let path = RelPath::parse("touchstone.toml").unwrap();
        formats::read(&folder, &FolderSettings::default(), &path).format.name()
    };
    assert_eq!(format(&[("info.toml", "[[tests]]\nname = 'a.cpp'\n")]), "library-checker");
    assert_eq!(format(&[("info.toml", "title = 'x'\n"), ("sol.cpp", MAIN)]), "plain");
    let repository = folder(
        "repository",
        &[
            ("common/testlib.h", ""),
            ("graph/tree/info.toml", "[[tests]]\n"),
            ("graph/tree/sol/correct.cpp", MAIN),
            ("math/gcd/info.toml", "    [[tests]]\n"),
            ("tools/info.toml", "a = 1\n"),
        ],
    );
    let found: Vec<String> = formats::discover(&repository).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["graph/tree", "math/gcd"]);
    let problem = folder("tree", &[("info.toml", "[[tests]]\n")]);
    let wanted = wanted_above(&problem).unwrap();
    assert_eq!((wanted.nearest, wanted.follows_includes), (vec!["common"], true));
    assert!(wanted_above(&repository).is_none() && repository.has(&RelPath::parse("common/testlib.h").unwrap()));
}

#[test]
fn wherever_a_manifest_breaks_off() {
    let text = "timelimit = 2\n[[tests]]\nname = \"random.cpp\"\nnumber = 3\n[[solutions]]\nname = 'a.cpp'\nexpect = 'WA'\n[params]\nN = 1_0\n";
    let json = "{\"random_00.in\": \"aa\", \"x\": [1]}";
    for end in 0..text.len() {
        let files =
            [("info.toml", &text[..end]), ("hash.json", &json[..end.min(json.len())]), ("gen/random.cpp", MAIN)];
        let folder = folder("sums", &files);
        assert!(read(&folder).unwrap().tests.len() <= 3);
        assert!(made_header(&folder).is_none_or(|(_, header)| header.starts_with("#pragma once")));
    }
}
