//! Manifests with mistakes: each is told at its line, and the rest is read.

use expect_test::expect;
use proptest::prelude::*;

use super::Package;

#[test]
fn mistakes() {
    Package::new(
        "nmae: a\n\
         timeLimit: soon\n\
         memoryLimit: -1\n\
         type: TALK\n\
         scoring: POINTS\n\
         modifiers: {klingon: {time: 1}, py: 5, cpp: {tiem: 2}}\n\
         checker: {path: none.cpp, mode: boca}\n\
         validator: {path: ../val.cpp}\n\
         generators: [{name: gen}, {name: gen, path: gen.cpp}, {name: gen, path: gen2.cpp}, {path: readme.md}]\n\
         outputValidators: [{path: gen.cpp}]\n\
         solutions:\n\
         - {path: none.cpp, outcome: ac}\n\
         - {path: 'sols/[a', outcome: ac}\n\
         - {path: 'sols/*.cpp', outcome: ac}\n\
         - {path: a.cpp, outcome: fine, score: [1, 2, 3], outcomePerGroup: {nobody: wa}}\n\
         - {outcome: wa}\n\
         testcases:\n\
         - {name: one, testcaseGlob: 'x/*.in', generators: [{name: gne, args: 1}, {name: gen, args: \"'open\"}], score: much}\n\
         - {name: samples, testcases: [{inputPath: none.in}, {}], deps: [two]}\n\
         - {name: two}\n\
         - {name: two}\n\
         - {generatorScript: {path: none.txt}}\n\
         - {name: three, generatorScript: {format: box}, model_solution: {path: a.cpp}}\n\
         vars: {A: py`max(1, 2)`, B: [1], C: null}\n\
         unitTests:\n  validator: [{glob: 'u/*', outcome: VALID}, {glob: gen.cpp, outcome: fine}, {testplan: none.txt}]\n  \
         checker: [{glob: gen.cpp, outcome: fine}]\n  solution: []\n\
         stresses: [{name: s, generator: {name: gne, args: '@'}, finder: '[a.cpp] ~ WA'}]\n",
    )
    .files(&["gen.cpp", "gen2.cpp", "readme.md", "a.cpp"])
    .check_findings(expect![[r#"
        ! manifest-stale problem.rbx.yml:0:0-0:4 the key `nmae` is not known, so it changes nothing here; perhaps `name` is meant
        ! manifest-broken problem.rbx.yml:3:6-3:10 `TALK` is not known, so BATCH is assumed; BATCH and COMMUNICATION are
        ! manifest-broken problem.rbx.yml:1:11-1:15 a number is wanted here, not `soon`
        ! manifest-broken problem.rbx.yml:2:13-2:15 a number above zero is wanted here, not `-1`
        ! limits-assumed problem.rbx.yml:0:0-0:0 no limits are stated, so 2 s and 256 MB are assumed; write `timeLimit` and `memoryLimit`
        ! manifest-stale problem.rbx.yml:5:12-5:19 `klingon` is no language that is known here, so these limits change nothing
        ! manifest-broken problem.rbx.yml:5:36-5:37 a map of keys and values is wanted here, not `5`
        ! manifest-stale problem.rbx.yml:5:45-5:49 the key `tiem` is not known, so it changes nothing here; perhaps `time` is meant
        ! manifest-broken problem.rbx.yml:23:23-23:25 `2)`` has no value; write a number, a text, or true or false
        ! manifest-broken problem.rbx.yml:23:28-23:31 `B` is no number, text, or true or false
        ! manifest-broken problem.rbx.yml:23:36-23:40 `C` has no value; write a number, a text, or true or false
        ! tool-missing problem.rbx.yml:6:32-6:36 the checker's exit codes are read as testlib's, whatever its mode
        ! manifest-stale problem.rbx.yml:6:16-6:24 there is no file none.cpp; add it, or correct the path
        ! manifest-broken problem.rbx.yml:7:18-7:28 `../val.cpp` names no file of the folder
        ! tool-missing problem.rbx.yml:9:18-9:35 validators of outputs are not run here
        ! manifest-broken problem.rbx.yml:8:13-8:24 this generator has no `path`; write the path of its source
        ! manifest-broken problem.rbx.yml:8:61-8:64 there is already a generator `gen`, which counts; give this one another name
        ! tool-missing problem.rbx.yml:8:90-8:99 readme.md is in no language that is known here, so it is left out
        ! generator-unknown problem.rbx.yml:28:39-28:42 there is no generator of this name, so the stress test cannot run
        ! manifest-stale problem.rbx.yml:11:9-11:17 there is no solution none.cpp; add it, or remove this
        ! manifest-broken problem.rbx.yml:12:9-12:18 `sols/[a` is no pattern: unclosed character class; missing ']'
        ! manifest-stale problem.rbx.yml:13:9-13:21 there is no solution `sols/*.cpp`; add one, or remove this
        ! manifest-broken problem.rbx.yml:14:25-14:29 `fine` is no outcome; take one of ANY, ACCEPTED, ACCEPTED_OR_TLE, WRONG_ANSWER, INCORRECT, RUNTIME_ERROR, TIME_LIMIT_EXCEEDED, MEMORY_LIMIT_EXCEEDED, OUTPUT_LIMIT_EXCEEDED, TLE_OR_RTE, JUDGE_FAILED, COMPILATION_ERROR
        ! manifest-stale problem.rbx.yml:14:67-14:73 there is no group `nobody`
        ! manifest-broken problem.rbx.yml:14:38-14:47 a score is a number, or a list of the least and the most
        ! manifest-broken problem.rbx.yml:15:2-15:15 this solution has no `path`
        ! no-main problem.rbx.yml:0:0-0:0 no solution is to be accepted, so tests without an answer file get no answer; give one the outcome ACCEPTED
        ! manifest-broken problem.rbx.yml:18:9-18:16 the samples have to be the first group; move them up
        ! manifest-broken problem.rbx.yml:20:9-20:12 there is already a group `two`, so this one is left out; give it another name
        ! manifest-broken problem.rbx.yml:21:2-21:37 this group has no `name`, so it is left out
        ! tool-missing problem.rbx.yml:22:64-22:77 the main solution makes the answers of this group too
        ! manifest-broken problem.rbx.yml:17:50-17:100 a group has one of `testcases`, `testcaseGlob`, `generators` and `generatorScript`; make a group of each
        ! manifest-stale problem.rbx.yml:17:28-17:36 no input `x/*.in` is there, so nothing is a test by this; inputs end with `.in`
        ! generator-unknown problem.rbx.yml:17:51-17:71 there is no generator `gne`, so this test is not made; perhaps `gen` is meant
        ! manifest-broken problem.rbx.yml:17:73-17:99 a quote is not closed in the command
        ! manifest-stale problem.rbx.yml:18:42-18:49 there is no file none.in; add it, or remove this
        ! manifest-broken problem.rbx.yml:18:52-18:54 this test has no `inputPath`
        ! manifest-stale problem.rbx.yml:19:9-19:12 the group two says of no tests; write `testcaseGlob`, `generatorScript`, `generators` or `testcases`
        ! tool-missing problem.rbx.yml:22:42-22:45 the script is read as a testplan, whatever its format
        ! manifest-broken problem.rbx.yml:22:33-22:46 this script has no `path`
        ! manifest-broken problem.rbx.yml:17:109-17:113 a number is wanted here, not `much`
        ! manifest-stale problem.rbx.yml:18:64-18:67 no group `two` comes before this one, so it depends on nothing here
        ! manifest-stale problem.rbx.yml:27:2-27:10 the key `solution` is not known, so it changes nothing here; remove it if it has no meaning to you
        ! manifest-stale problem.rbx.yml:25:21-25:26 no file `u/*` is there, so nothing is tested by this
        ! manifest-broken problem.rbx.yml:25:70-25:74 the outcome is VALID or INVALID
        ! manifest-stale problem.rbx.yml:25:88-25:96 there is no file none.txt; add it, or remove this
        ! manifest-broken problem.rbx.yml:26:37-26:41 this is no outcome; take one of ANY, ACCEPTED, ACCEPTED_OR_TLE, WRONG_ANSWER, INCORRECT, RUNTIME_ERROR, TIME_LIMIT_EXCEEDED, MEMORY_LIMIT_EXCEEDED, OUTPUT_LIMIT_EXCEEDED, TLE_OR_RTE, JUDGE_FAILED, COMPILATION_ERROR
        ! file-left-out gen2.cpp:0:0-0:0 gen2.cpp is named nowhere in problem.rbx.yml, so it is left out
    "#]]);
}

proptest! {
    /// Whatever the manifest and a plan say, there is a problem.
    #[test]
    fn any_text(
        text in "(name|solutions|testcases|vars|unitTests|path|a.cpp|: |\\{|\\}|\\[|\\]|\n|  |- |py`1+`|\\*)*",
        plan in "(@input |@test |@testgroup |@copy |\\{|\\}|\n|\"|'| |gen|\\\\)*",
    ) {
        Package::new(&text).files(&["a.cpp"]).read();
        let manifest = "testcases: [{name: a, generatorScript: {path: p.txt}}]\nunitTests: {validator: [{testplan: p.txt}]}\n";
        Package::new(manifest).file("p.txt", &plan).read();
    }
}
