//! `touchstone hack` on packages of Polygon and of ICPC, with a model that errs as models do.

use e2e::{answers::asking, touchstone::Touchstone};
use serde_json::Value;
use testkit::{answers::server, examples, folder::Folder};

fn command() -> Touchstone {
    Touchstone::new()
}

fn hack(folder: &Folder, answers: &str) -> Value {
    let hack = command().args(["hack", "--yes", "--apply", "--rounds", "1", "--format", "json"]).arg(folder.path());
    let model = server(answers);
    let done = asking(hack, &model).run().expect_code(0);
    assert_eq!(model.requests().len(), 2, "{}", done.stdout);
    serde_json::from_str(&done.stdout).expect("one JSON object")
}

/// Each of these was refused with these words.
fn were_refused(found: &Value, wanted: &[(&str, &str)]) {
    let records = found["records"].as_array().expect("a list").iter();
    let refused: Vec<String> = records
        .flat_map(|record| record["refused"].as_array().expect("a list"))
        .map(|refused| format!("{} | {}", refused[0].as_str().expect("a text"), refused[1].as_str().expect("a text")))
        .collect();
    for (test, why) in wanted {
        assert!(refused.iter().any(|line| line.contains(test) && line.contains(why)), "{test}: {refused:#?}");
    }
}

fn text(folder: &Folder, path: &str) -> String {
    std::fs::read_to_string(folder.path().join(path)).expect("it is there")
}

/// Each offer: what makes it, and whom it fails with which verdict.
fn offers(found: &Value) -> Vec<(String, Vec<String>)> {
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    let kills = |offer: &Value| {
        let kills = offer["evidence"]["kills"].as_array().expect("a list").iter();
        kills.map(|kill| format!("{} {}", word(&kill["solution"]), word(&kill["verdict"]))).collect()
    };
    let source = |offer: &Value| word(if offer["command"].is_null() { &offer["input"] } else { &offer["command"] });
    let offers = found["offers"].as_array().expect("a list").iter();
    offers.map(|offer| (source(offer), kills(offer))).collect()
}

#[test]
fn evc_6_a_polygon_package_gets_elements_in_its_manifest() {
    let folder = Folder::copy_of(&examples::folder("one-projector"));
    let manifest = text(&folder, "problem.xml");
    let kept: String = manifest
        .split_inclusive('\n')
        .filter(|line| !["gen_bridge --", "gen_random 15", "gen_random 5000"].iter().any(|cut| line.contains(cut)))
        .collect();
    // Who is too slow is waited for again and again.
    let kept = kept.replace("<time-limit>1000<", "<time-limit>400<");
    let kept = kept.replace("<test-count>11</test-count>", "<test-count>5</test-count>");
    folder.write("problem.xml", &kept);
    let found = hack(&folder, "one-projector");
    were_refused(
        &found,
        &[
            ("--blocks=2000", "val.cpp rejects it, at line 1 of the input: "),
            ("gen_random 60 1000000000 20", "sol_2019.cpp, which is labelled right, gets WA on it"),
            ("gen_bridge \"--blocks=30", "quote"),
            ("gen_lengths 5", "`gen_lengths` is no generator of this problem; there is gen_bridge, gen_random"),
            ("for b in", "`for` is no generator of this problem"),
            ("gen_bridge --seam=1", "the generator fails: "),
            ("\"3\\n0 5\\n5 5", "val.cpp rejects it, at line 3 of the input: "),
            ("-1 1\\n\\n", "val.cpp rejects it, at line 5 of the input: "),
            ("gen_random 60 900000 20", "it was proposed before"),
            ("\"1\\n0 1\\n\"", "it does not tell the programs apart"),
        ],
    );
    let left_out = found["records"][0]["left_out"].as_array().expect("a list");
    assert_eq!(left_out.len(), 2, "{left_out:?}");
    assert!(left_out[0].as_str().is_some_and(|why| why.starts_with("gen_random.cpp: `gen_random.cpp` is none")));
    assert!(left_out[1].as_str().is_some_and(|why| why.ends_with("the text to search for does not occur")));
    let whom = |solution: &str| vec![format!("solutions/{solution}")];
    let wanted = [
        ("gen_bridge --blocks=1 --seam=1".to_owned(), whom("shortest_first.cpp WA")),
        ("gen_random 60 900000 20".to_owned(), whom("every_subset.cpp TLE")),
    ];
    assert_eq!(offers(&found), wanted);
    // The elements stand behind the others, their number is right, and nothing else is another.
    let last = "<test cmd=\"gen_random 12 1000000000 600000000\" method=\"generated\"/>\n";
    let new =
        wanted.iter().map(|(command, _)| format!("                <test cmd=\"{command}\" method=\"generated\"/>\n"));
    let extended = kept
        .replace(last, &format!("{last}{}", new.collect::<String>()))
        .replace("<test-count>5</test-count>", "<test-count>7</test-count>");
    assert_eq!(text(&folder, "problem.xml"), extended);
    let (report, _) = command().check(folder.path());
    assert_eq!(report.0["metrics"]["tnr"], 1.0, "{}", report.matrix());
    assert_eq!(report.verdicts("solutions/shortest_first.cpp"), ["AC", "AC", "AC", "AC", "AC", "WA", "AC"]);
    assert_eq!(report.verdicts("solutions/every_subset.cpp"), ["AC", "AC", "AC", "AC", "AC", "AC", "TLE"]);
}

#[test]
fn evc_6_an_icpc_package_gets_secret_data() {
    let folder = Folder::copy_of(&examples::folder("clinking-glasses"));
    for test in ["01-random", "02-full", "04-odd"] {
        folder.remove(&format!("data/secret/2-large/{test}.in"));
        folder.remove(&format!("data/secret/2-large/{test}.ans"));
    }
    folder.write("problem.yaml", text(&folder, "problem.yaml").replace("time_limit: 1.0", "time_limit: 0.4"));
    let before = folder.contents();
    let found = hack(&folder, "clinking-glasses");
    were_refused(
        &found,
        &[
            ("gen -m 2", "`gen` is no generator of this problem; there is none"),
            ("2000000 2000000", "tables.cpp rejects it: a number is too large"),
            ("01000000", "tables.cpp rejects it: a leading zero"),
            ("\"2 1\\n65536 65536\"", "tables.cpp rejects it: end of line expected"),
            ("...", "tables.cpp rejects it: a digit expected"),
            ("\"2 1\\n65536 65536\\n\"", "it was proposed before"),
            ("0 0 0", "it does not tell the programs apart"),
        ],
    );
    assert!(found["records"][0]["left_out"][0].as_str().is_some_and(|why| why.contains("no file may be edited")));
    let killed = ["brute_force/pair_by_pair.py TLE", "wrong_answer/overflow32.cpp WA"];
    let killed = killed.map(|whom| format!("submissions/{whom}")).to_vec();
    assert_eq!(offers(&found), [("2 1\n65536 65536\n".to_owned(), killed)]);
    // Two files are new, and nothing else is another.
    let after = folder.contents();
    let new: Vec<_> =
        after.keys().filter(|path| !before.contains_key(*path)).filter_map(|path| path.to_str()).collect();
    // The last group asks for most.
    let [answer, input] = ["ans", "in"].map(|ending| format!("data/secret/2-large/touchstone-5f004bbd.{ending}"));
    assert_eq!(new, [answer, input]);
    assert!(before.iter().all(|(path, what)| after.get(path) == Some(what)));
    assert_eq!((text(&folder, new[0]), text(&folder, new[1])), ("4294967296\n".into(), "2 1\n65536 65536\n".into()));
    let (report, _) = command().check(folder.path());
    assert_eq!(report.verdicts("submissions/wrong_answer/overflow32.cpp").last(), Some(&"WA"), "{}", report.matrix());
    assert_eq!(report.0["metrics"]["tpr"], 1.0, "{}", report.matrix());
}
