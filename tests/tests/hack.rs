//! `touchstone hack`: a model proposes, and only what was proved is offered.

use e2e::{answers::asking, touchstone::Touchstone};
use serde_json::Value;
use testkit::{answers::server, examples, folder::Folder};

struct Scene {
    folder: Folder,
}

impl Scene {
    fn of(problem: &str) -> Scene {
        Scene { folder: Folder::copy_of(&examples::folder(problem)) }
    }

    fn command(&self) -> Touchstone {
        Touchstone::new()
    }

    fn hack(&self, more: &[&str]) -> Touchstone {
        self.command().args(["hack", "--format", "json"]).args(more).arg(self.folder.path())
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one JSON object")
}

#[test]
fn evc_9_evc_11_tests_that_are_proved_are_offered_and_added() {
    let scene = Scene::of("two-parcels");
    let before = scene.folder.contents();
    let model = server("two-parcels");
    let done = asking(scene.hack(&["--yes"]), &model).run().expect_code(0);
    let found = json(&done.stdout);
    // Of several tests that fail the one survivor, one is enough.
    let offers = found["offers"].as_array().expect("a list");
    assert_eq!(offers.len(), 1, "{}", done.stdout);
    assert_eq!(offers[0]["command"], "gen -n 3 -max 9 -type half");
    let evidence = &offers[0]["evidence"];
    assert_eq!(evidence["kills"][0]["solution"], "wa_same_parcel.cpp");
    assert_eq!(evidence["kills"][0]["verdict"], "WA");
    // EVC-15, EVC-17: who accepted the input, and who made the answer.
    assert_eq!((&evidence["validators"][0], &evidence["main"]), (&Value::from("val.cpp"), &Value::from("sol.cpp")));
    // Each of the others is left out for its own reason.
    let refused = refused(&found);
    for (test, why) in [
        ("\"2 10\\n5 7\"", "val.cpp rejects it, at line 2 of the input: "),
        ("gen -n 50001", "val.cpp rejects it, at line 1 of the input: "),
        ("generator -n 50000", "`generator` is no generator of this problem; there is gen"),
        ("gen -n 500 -max 5 -type pair -shape star", "the generator fails: "),
        ("\"2 2\\n1 1\\n\"", "it has the same input as test "),
    ] {
        assert!(refused.iter().any(|line| line.contains(test) && line.contains(why)), "{test}: {refused:#?}");
    }
    assert_eq!(found["records"][0]["left_out"].as_array().expect("a list").len(), 1, "the edit that does not match");
    let diff = found["diff"].as_str().expect("a text");
    assert!(diff.contains("\n+    } else if (type == \"half\") {\n"), "{diff}");
    // EVC-2, EVC-3: the suite before, which was there, and after; all of the pool on all tests. One of seven wrong solutions
    // passed.
    assert_eq!(found["standings"][0]["tnr"], 6.0 / 7.0);
    assert_eq!(found["standings"][1]["tnr"], 1.0);
    assert_eq!(scene.folder.contents(), before, "nothing is written without being asked for");
    // With the answers that were kept the same comes out, and nothing is sent.
    let asked = questions(&model);
    let again = asking(scene.hack(&["--replay", "--apply"]), &model).run().expect_code(0);
    // EVC-6. Then nobody is left.
    assert_eq!((asked.len(), model.requests().len()), (1, 0));
    assert!(asked[0].contains("breaks the program: one if it is certain, else up to 4 with"), "{}", asked[0]);
    assert_eq!(json(&again.stdout)["offers"], found["offers"]);
    let (report, _) = scene.command().check(scene.folder.path());
    assert_eq!(report.0["metrics"]["tnr"], 1.0, "{}", report.matrix());
    assert_eq!(report.0["metrics"]["tpr"], 1.0, "{}", report.matrix());
    let script = std::fs::read_to_string(scene.folder.path().join("script.txt")).expect("it is there");
    assert!(script.ends_with("\ngen -n 3 -max 9 -type half > $\n"), "{script}");
}

#[test]
fn evc_5_evc_9_for_a_whole_suite_the_papers_choice_is_asked_about() {
    let scene = Scene::of("two-parcels");
    let model = server("two-parcels");
    let done = asking(scene.hack(&["--yes", "--all", "--rounds", "1"]), &model).run().expect_code(0);
    let asked = questions(&model);
    assert_eq!(asked.len(), 2);
    assert!(asked[0].contains("at most 20 in all. A program that another's test breaks"), "{}", asked[0]);
    assert!(asked[1].contains(" new tests, each of which splits the programs shown"), "{}", asked[1]);
    let refused = refused(&json(&done.stdout));
    for (test, why) in [
        ("gen -n 3 -max 9 -type half", "it was proposed before"),
        ("\"4 4000000000", "it does not tell the programs apart"),
    ] {
        assert!(refused.iter().any(|line| line.contains(test) && line.contains(why)), "{test}: {refused:#?}");
    }
}

/// The tests that were refused, each with the reason.
fn refused(found: &Value) -> Vec<String> {
    let records = found["records"].as_array().expect("a list").iter();
    let refused = records.flat_map(|record| record["refused"].as_array().expect("a list"));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    refused.map(|refused| format!("{} | {}", text(&refused[0]), text(&refused[1]))).collect()
}

#[test]
fn evc_6_where_there_is_no_generator_an_answer_may_bring_one() {
    let scene = Scene::of("two-parcels");
    scene.folder.remove("gen.cpp");
    scene.folder.remove("script.txt");
    let model = server("two-parcels-new-generator");
    let done = asking(scene.hack(&["--yes", "--rounds", "1", "--apply"]), &model).run().expect_code(0);
    let found = json(&done.stdout);
    let offers = found["offers"].as_array().expect("a list");
    assert_eq!((offers.len(), &offers[0]["command"]), (1, &"gen -n 3 -max 9".into()), "{}", done.stdout);
    assert_eq!(offers[0]["evidence"]["kills"][0]["solution"], "wa_same_parcel.cpp");
    assert_eq!(found["written"], serde_json::json!(["gen.cpp", "script.txt"]));
    let refused = found["records"][0]["refused"].to_string();
    assert!(refused.contains("inputs that are written out have at most 8192 bytes, and 16384 together"), "{refused}");
    let questions = questions(&model);
    assert_eq!(questions.len(), 3);
    // The first is told how a generator is written, the second in full, since it did not compile.
    let full = "# The names of testlib.h for programs such as this generator";
    assert!(questions[0].contains("## Rules for generators") && !questions[0].contains(full), "{}", questions[0]);
    assert!(!questions[0].contains("## Edits"), "{}", questions[0]);
    assert!(questions[1].contains(full) && questions[1].contains("gen.cpp does not compile:"), "{}", questions[1]);
    // The third sees the generator, and the test that the second has brought.
    assert!(questions[2].contains("\ngen -n 3 -max 9\n[[") && !questions[2].contains(full), "{}", questions[2]);
    let (report, _) = scene.command().check(scene.folder.path());
    assert!(report.verdicts("wa_same_parcel.cpp").contains(&"WA"), "{}", report.matrix());
}

#[test]
fn a_hijacked_model_is_harmless() {
    let scene = Scene::of("two-parcels");
    let outside = scene.folder.path().parent().expect("it lies somewhere").join("outside.txt");
    std::fs::write(&outside, "mine").expect("it can be written");
    let before = scene.folder.contents();
    let model = server("hostile");
    let hack = scene.command().args(["hack", "--yes", "--apply", "--rounds", "1"]).arg(scene.folder.path());
    let done = asking(hack, &model).run().expect_code(1);
    assert!(done.stdout.contains("No test was found"), "{}", done.stdout);
    for said in [
        "../outside.txt: `../outside.txt` is none of the files that edits may name",
        "/etc/passwd: `/etc/passwd` is none of the files that edits may name",
        "val.cpp: `val.cpp` is none of the files that edits may name",
        "touchstone.toml: `touchstone.toml` is none of the files that edits may name",
        "the edits were undone",
        "`sh` is no generator of this problem",
        "`../../../bin/sh` is no generator of this problem",
        "`tee` is no generator of this problem",
        "the command has a redirect",
    ] {
        assert!(done.stdout.contains(said), "{said}: {}", done.stdout);
    }
    assert!(!done.stdout.contains('\u{1b}') && !done.stdout.contains('\u{7}'), "{:?}", done.stdout);
    assert_eq!(scene.folder.contents(), before);
    assert_eq!(std::fs::read_to_string(&outside).expect("it is there"), "mine");
}

#[test]
fn nothing_is_sent_before_someone_has_said_so() {
    let scene = Scene::of("two-parcels");
    let model = server("two-parcels");
    let done = asking(scene.hack(&[]), &model).run().expect_code(2);
    for word in [
        "nothing was sent",
        "--yes",
        &model.origin(),
        "scripted",
        "sol.cpp",
        "statement.md",
        "gen.cpp",
        "slow.cpp",
        "script.txt",
        "11 tests",
    ] {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
    assert_eq!(model.requests(), []);
    // EVC-4: where nearly all tests count as easy, fewer are shown.
    let n_bytes = |said: &str| -> usize {
        let words: Vec<&str> = said.split_whitespace().collect();
        let at = words.iter().position(|word| *word == "bytes").expect("it says how many");
        words[at - 1].parse().expect("a number")
    };
    let [all, fewer] = [&["--all"][..], &["--all", "--easy", "0.01"]]
        .map(|options| asking(scene.hack(options), &model).run().expect_code(2).stderr);
    assert!(n_bytes(&fewer) < n_bytes(&all), "{fewer}");
}

#[test]
fn without_a_model_one_sentence_says_what_to_do() {
    let scene = Scene::of("two-parcels");
    let done = scene.hack(&["--yes", "--engine", "llm"]).run().expect_code(2);
    assert!(done.stderr.contains("TOUCHSTONE_LLM_MODEL") && done.stderr.lines().count() == 1, "{}", done.stderr);
}

#[test]
fn where_nothing_is_left_to_break_nobody_is_asked() {
    let scene = Scene::of("badge-race");
    let model = server("two-parcels");
    let done = asking(scene.hack(&["--yes"]), &model).run().expect_code(2);
    assert!(done.stderr.contains("every wrong solution fails a test already"), "{}", done.stderr);
    assert_eq!(model.requests(), []);
}

/// What the questions to a model said, one text each.
fn questions(model: &testkit::model_server::ModelServer) -> Vec<String> {
    let text = |request: testkit::model_server::Request| {
        let messages = request.json()["messages"].clone();
        let said = messages.as_array().expect("messages").iter().map(|message| message["content"].to_string());
        said.collect::<Vec<_>>().join("\n").replace("\\n", "\n").replace("\\\"", "\"")
    };
    model.requests().into_iter().map(text).collect()
}

#[test]
fn solutions_are_sent_without_their_comments_on_request() {
    let scene = Scene::of("two-parcels");
    let model = server("two-parcels");
    asking(scene.hack(&["--yes", "--strip-comments"]), &model).run().expect_code(0);
    let question = questions(&model).swap_remove(0);
    assert!(question.contains("auto it = where.find(s - w[i]);"), "{question}");
    assert!(!question.contains("Forgets that the two parcels must be different"), "{question}");
    assert!(question.contains("// gen -n N [-min LO]"), "the generator keeps its comments");
}

#[test]
fn cco_5_to_cco_30_a_generator_is_refined_after_feedback() {
    let scene = Scene::of("two-parcels");
    let before = scene.folder.contents();
    let model = server("two-parcels-feedback");
    let done = asking(scene.hack(&["--yes", "--method", "codecontests-o"]), &model).run().expect_code(0);
    let found = json(&done.stdout);
    assert_eq!(scene.folder.contents(), before, "nothing is written without being asked for");
    let offers = found["offers"].as_array().expect("a list");
    assert_eq!(offers.len(), 1, "{}", done.stdout);
    assert_eq!(
        (&offers[0]["command"], &offers[0]["round"], &offers[0]["evidence"]["kills"][0]["solution"]),
        (&"gen -n 3 -max 9 -type half".into(), &3.into(), &"wa_same_parcel.cpp".into())
    );
    // CCO-11, CCO-27: a record of each round; the shares are of 2 right and 7 wrong solutions, run on every test.
    let shares = |at: usize| (found["standings"][at]["tpr"].as_f64(), found["standings"][at]["tnr"].as_f64());
    assert_eq!((shares(0), shares(1)), ((Some(1.0), Some(6.0 / 7.0)), (Some(1.0), Some(6.0 / 7.0))));
    assert_eq!(shares(4), (Some(1.0), Some(1.0)));
    assert_eq!(found["standings"].as_array().map(Vec::len), Some(5), "CCO-23: it ends when the goal is reached");
    // CCO-10, CCO-22, CCO-30: an edit that matches nothing, a generator that does not compile, a checker that accepts too
    // much.
    let steps = found["refinements"].as_array().expect("a list");
    assert_eq!(steps[0]["unmatched"].as_array().map(Vec::len), Some(1));
    assert_eq!(steps[1]["undone"], "gen.cpp is no generator that compiles");
    let checker = steps[2]["undone"].as_str().expect("it was undone");
    assert!(checker.starts_with("by the edited checker ") && checker.ends_with(" instead of WA"), "{checker}");
    assert_eq!(steps[3]["undone"], Value::Null);
    // CCO-16, CCO-17, CCO-18: what was replaced and dropped is gone, what is new is there, made by the edited generator.
    let commands: Vec<&str> =
        steps[3]["commands"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(
        commands,
        [
            "gen -n 2 -max 10 -type pair",
            "gen -n 50000 -min 1e9 -max 2e9 -type pair",
            "gen -n 3 -max 9 -type half",
            "gen -n 4 -max 9 -type half",
            "gen -n 2 -max 2000000000 -min 1999999999 -type half"
        ]
    );
    // CCO-26: by words alone no right solution passes, since any pair will do.
    assert_eq!(found["without_checker"]["tpr"], 0.0);
    // CCO-28: the frontier ends at the whole suite.
    let last = found["pareto"].as_array().and_then(|points| points.last()).expect("a point");
    assert_eq!((&last["tpr"], &last["tnr"]), (&1.0.into(), &1.0.into()));

    let questions = questions(&model);
    assert_eq!(questions.len(), 5);
    // CCO-5: what the first answer found is in every question after it.
    assert!(questions[1..].iter().all(|question| question.contains("w_i + w_j reaches 4*10^9")));
    // CCO-13, CCO-15, CCO-19, CCO-20: what the report says, whom the suite judges wrongly among it.
    for words in [
        "TNR 85.7 %, wanted at least 90.0 %",
        "command: gen -n 50001 -max 10 -type random\n",
        "validator: rejects, line 1, found 50001: Integer parameter",
        "`generator` is no generator of this problem; there is gen",
        "// Forgets that the two parcels must be different",
        "nearest lines:\n\n    long long s;\n    if (type == \"pair\") {",
    ] {
        assert!(questions[2].contains(words), "{words}: {}", questions[2]);
    }
    let broken = "gen.cpp is no generator that compiles\ngen.cpp does not compile:";
    assert!(questions[3].contains(broken), "CCO-14: {}", questions[3]);
    // CCO-21: what was taken back is no state: neither its sources nor its commands.
    let (state, taken_back) = questions[3].split_once("begin your last changes").expect("they are shown");
    for words in ["s = 2 * w[rnd.next(n)]", "gen -n 3 -max 9 -type half"] {
        assert!(!state.contains(words) && taken_back.contains(words), "{words}: {}", questions[3]);
    }
    assert!(questions[4].contains("by the edited checker"), "{}", questions[4]);
}

#[test]
fn cco_30_a_first_generator_that_changes_a_test_of_the_folder_does_not_come_back() {
    let scene = Scene::of("two-parcels");
    let model = server("two-parcels-harm");
    // Its tests would fail everyone, and still it is taken back.
    let args = ["--yes", "--method", "codecontests-o", "--rounds", "1"];
    let done = asking(scene.hack(&args), &model).run().expect_code(1);
    let found = json(&done.stdout);
    let undone = found["refinements"][0]["undone"].as_str().expect("it was undone");
    assert!(undone.ends_with(" would have another input, or none"), "{undone}");
    assert_eq!(
        (&found["diff"], found["offers"].as_array().map(Vec::len)),
        (&Value::from(""), Some(0)),
        "{}",
        done.stdout
    );
    assert_eq!(found["standings"][1]["tnr"], 1.0, "as it was tried");
    assert_eq!(
        found["pareto"].as_array().and_then(|all| all.last()).map(|last| &last["tnr"]),
        Some(&(6.0 / 7.0).into())
    );
    let question = &questions(&model)[2];
    let (before, _) = question.split_once("So those changes were taken back").expect("it says so");
    assert!(!before.contains("    rnd.next(5);"), "{before}");
}

#[test]
fn cco_3_cco_4_cco_23_ccp_14_what_a_refinement_does_not_begin_with() {
    let scene = Scene::of("two-parcels");
    let model = server("two-parcels-feedback");
    scene.folder.write("statement.md", "![the whole problem](statement.png)\n");
    let args = ["--yes", "--method", "codecontests-o"];
    let done = asking(scene.hack(&args), &model).run().expect_code(2);
    assert_eq!(
        done.stderr.lines().last(),
        Some(
            "error: not eligible because the statement statement.md says nothing; the statement statement.md has an \
             image, which is not sent; `--anyway`, or `anyway` in an editor, goes on all the same"
        )
    );
    assert_eq!(model.requests().len(), 0);
    // Who is too slow would be waited for.
    scene.folder.remove("slow.cpp");
    // A wrong solution that does not even compile, and a goal that is reached at once.
    scene.folder.write("wa_broken.cpp", "int main() {");
    let lower = ["--yes", "--method", "codecontests-o", "--anyway", "--beta", "0.8"];
    let done = asking(scene.hack(&lower), &model).run().expect_code(1);
    let found = json(&done.stdout);
    assert_eq!(found["dropped"], serde_json::json!([["wa_broken.cpp", "it does not compile"]]));
    assert_eq!(found["refinements"].as_array().map(Vec::len), Some(1), "CCO-23");
    assert_eq!(model.requests().len(), 2);
}

/// How many inputs of each kind were kept.
fn kept_of_each_kind(found: &Value) -> Vec<(&str, u64)> {
    let records = found["records"].as_array().expect("a list").iter();
    records
        .map(|record| (record["method"].as_str().expect("a word"), record["n_kept"].as_u64().expect("a number")))
        .collect()
}

#[test]
fn htg_3_to_htg_18_inputs_of_each_kind_with_a_validator_before_them() {
    let scene = Scene::of("badge-race");
    // A folder as it is in the beginning: samples and solutions.
    scene.folder.remove("tests");
    scene.folder.remove("val.cpp");
    let model = server("badge-race-kinds");
    let args = ["--yes", "--method", "hardtestgen", "--apply", "--oracle", "./sols/ac_sort.c"];
    let done = asking(scene.hack(&args), &model).run().expect_code(0);
    let found = json(&done.stdout);
    // HTG-4, HTG-6, HTG-7: there are no kinds of output, so inputs are random. A command that chance has no part in makes one input.
    assert_eq!(kept_of_each_kind(&found), [("direct", 3), ("range", 16), ("hacking", 11)]);
    let refused = done.stdout.as_str();
    for why in [
        "it has more than 300 characters",                     // HTG-3
        "val.cpp rejects it, at line 2 of the input: Integer", // HTG-13
        "val.cpp rejects it: there are more than 5000 scans",
        "exit code 3: FAIL there is no type random",
    ] {
        assert!(refused.contains(why), "{why}: {refused}");
    }
    // HTG-14, HTG-16: the one that was named comes before the other right ones.
    assert_eq!(found["notes"][0], "sols/std.cpp and sols/ac_sort.c agree on 30 of 30 new tests");
    // HTG-17, HTG-18: what only some of the kinds would do.
    let ablations: Vec<(u64, usize)> = found["ablations"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|part| (part["n_tests"].as_u64().expect("a number"), part["kinds"].as_array().map_or(0, Vec::len)))
        .collect();
    assert_eq!(ablations, [(3, 1), (19, 2), (30, 3)]);
    // HTG-22: three inputs are no suite of their own.
    let is_too_small = |at: usize| &found["ablations"][at]["is_too_small"];
    assert_eq!((is_too_small(0), is_too_small(1)), (&true.into(), &false.into()));
    // A long test would fail all three; a short one fails two, and then one is left.
    let offers = found["offers"].as_array().expect("a list").iter();
    let kills: Vec<usize> = offers.map(|offer| offer["evidence"]["kills"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!(kills, [2, 1]);
    // HTG-11: the validator that was written first goes with the test.
    assert_eq!(found["written"], serde_json::json!(["tests/3.in", "tests/4.in", "val.cpp"]));
    let questions = questions(&model);
    assert!(questions[2].contains("it rejects sample"), "HTG-9: {}", questions[2]);
    assert!(questions[3].contains("there are more than 5000 scans after day"), "HTG-12: {}", questions[3]);
    let (report, _) = scene.command().check(scene.folder.path());
    assert_eq!(report.0["metrics"]["tnr"], 1.0, "{}", report.matrix());
}

#[test]
fn htg_5_htg_6_inputs_for_each_kind_of_output() {
    let scene = Scene::of("two-parcels");
    let model = server("two-parcels-kinds");
    let done = asking(scene.hack(&["--yes", "--method", "hardtestgen"]), &model).run().expect_code(0);
    let found = json(&done.stdout);
    // Outputs are of two kinds, so there are ten inputs for each of them, and no others that are random. What chance has no
    // part in is there once.
    assert_eq!(kept_of_each_kind(&found), [("direct", 2), ("stratified", 20), ("hacking", 1)], "{}", done.stdout);
    assert_eq!(found["notes"][0], "sol.cpp and ac_alt.py agree on 23 of 23 new tests");
    let offer = &found["offers"][0];
    assert_eq!(
        (&offer["command"], &offer["why"]),
        (&"gen -n 3 -max 9 -type sp:no-pair".into(), &"its output is of the kind no-pair".into())
    );
    assert!(questions(&model)[2].contains("no-pair"), "the categories are in the question");
    // An oracle that nobody holds for right is none.
    let args = ["--yes", "--method", "hardtestgen", "--oracle", "wa_overflow.cpp"];
    let done = asking(scene.hack(&args), &model).run().expect_code(2);
    assert!(done.stderr.contains("wa_overflow.cpp is no solution that is labelled right"), "{}", done.stderr);
}

#[test]
fn htg_14_htg_15_inputs_on_which_right_solutions_differ_are_left_out() {
    let scene = Scene::of("badge-race");
    scene.folder.remove("tests");
    scene.folder.remove("sols/ac_dict.py");
    scene.folder.remove("sols/ac_sort.c");
    // It is said to be right, and is not.
    scene.folder.write("sols/ac_two.cpp", "#include <iostream>\nint main() { std::cout << \"17 3\\n1 6\\n\"; }\n");
    let model = server("badge-race-kinds-again");
    let done = asking(scene.hack(&["--yes", "--method", "hardtestgen"]), &model).run().expect_code(1);
    let found = json(&done.stdout);
    assert_eq!(found["notes"][0], "all outputs were removed, since no two right solutions agree");
    assert_eq!(found["offers"], serde_json::json!([]));
}

#[test]
fn htg_21_without_an_oracle_a_brute_force_makes_the_answers() {
    let scene = Scene::of("two-parcels");
    scene.folder.remove("sol.cpp");
    scene.folder.remove("ac_alt.py");
    let model = server("two-parcels-no-oracle");
    let done = asking(scene.hack(&["--yes", "--method", "hardtestgen"]), &model).run().expect_code(0);
    let found = json(&done.stdout);
    let offer = &found["offers"][0];
    assert_eq!(
        (&offer["command"], &offer["evidence"]["main"]),
        (&"gen -n 2 -max 1000 -type half".into(), &"brute.cpp".into())
    );
    let diff = found["diff"].as_str().expect("a text");
    assert!(diff.contains("+++ b/brute.cpp") && diff.contains("+main = \"brute.cpp\""), "{diff}");
    assert_eq!(
        found["notes"][1],
        "on the largest input, gen -n 50000 -max 2e9 -type none, re_none.cpp gets RTE, slow.cpp gets TLE; outputs are not \
         compared"
    );
    let questions = questions(&model);
    assert!(questions[2].contains("Give exactly 11 new commands"), "{}", questions[2]);
}

#[test]
fn htg_1_without_an_oracle_most_methods_do_not_begin() {
    let scene = Scene::of("two-parcels");
    scene.folder.remove("sol.cpp");
    scene.folder.remove("ac_alt.py");
    let model = server("two-parcels");
    let done = asking(scene.hack(&["--yes"]), &model).run().expect_code(2);
    assert!(done.stderr.contains("there is no main solution to make answers"), "{}", done.stderr);
    assert_eq!(model.requests(), []);
}

#[test]
fn ccp_1_to_ccp_7_commands_are_supervised_and_get_further_seeds() {
    let scene = Scene::of("badge-race");
    scene.folder.remove("tests");
    let model = server("badge-race-agent");
    let args = ["--yes", "--method", "codecontests-plus", "--seeds", "3", "--all"];
    let done = asking(scene.hack(&args), &model).run().expect_code(0);
    let found = json(&done.stdout);
    let records = found["records"].as_array().expect("a list");
    // CCP-7: the compiler's and the validator's words went back until nothing was wrong.
    let kept: Vec<u64> = records.iter().map(|record| record["n_kept"].as_u64().expect("a number")).collect();
    assert_eq!(kept, [0, 2, 3], "{}", done.stdout);
    let questions = questions(&model);
    assert!(questions[2].contains("gen.cpp does not compile:"), "{}", questions[2]);
    assert!(questions[3].contains("val.cpp rejects it: there are more than 5000 scans"), "{}", questions[3]);
    // CCP-4, CCP-5, CCP-6, AC-2: three seeds of each; an input that chance has no part in counts once.
    let standing = &found["standings"][1]["n_tests"];
    assert_eq!(standing, &serde_json::json!(2 + 3 + 3 + 1), "{}", done.stdout);
    let offers = found["offers"].as_array().expect("a list");
    let commands: Vec<&str> = offers.iter().filter_map(|offer| offer["command"].as_str()).collect();
    assert!(commands.iter().any(|command| command.ends_with(" s1")), "{commands:?}");
    assert!(offers[0]["evidence"]["kills"].as_array().is_some_and(|kills| !kills.is_empty()), "{}", done.stdout);
}
