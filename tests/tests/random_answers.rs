//! Whole loops with answers that fit their schemas and make no sense: nothing is written, and what is offered is proved.

use std::path::Path;

use e2e::{
    answers::asking,
    random_answers,
    touchstone::{Done, Touchstone},
};
use serde_json::Value;
use testkit::{
    examples,
    folder::{self, Folder},
    random,
};

/// What commands, edits and inputs of the example are made of, and what is none of it.
const WORDS: [&str; 34] = [
    "gen",
    "gen -n 2 -max 5 -type pair",
    "gen -n 3 -max 9 -type half",
    "./gen -n 4 -max 9 -type random > $",
    "gen -n 50001 -max 5 -type none",
    "gen -n 0 -max 0 -type pair",
    "gen -n 2 -max 5 -type pair | gen",
    "gen -n 2 -max 5 -type pair -type none \"a b",
    "rm -rf /",
    "../../../bin/sh",
    "gen.cpp",
    "val.cpp",
    "check.cpp",
    "sol.cpp",
    "script.txt",
    "touchstone.toml",
    "../outside.txt",
    "/etc/passwd",
    "registerGen(argc, argv, 1);",
    "s = w[i] + w[j];",
    "    } else {\n        s = rnd.next(2 * lo, 2 * hi);",
    "    } else if (type == \"half\") {\n        s = 2 * w[rnd.next(n)];\n    } else {\n        s = rnd.next(2 * lo, 2 * hi);",
    "inf.readEof();",
    "quitf(_ok, \"always\");",
    "<<<<<<< SEARCH\ns = w[i] + w[j];\n=======\ns = 2 * w[i];\n>>>>>>> REPLACE",
    "<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE",
    "=======",
    "2 10\n5 7\n",
    "3 6\n3 1 2\n",
    "2 10\n5 5",
    "print(-1)\n",
    "cpp",
    "python",
    "#include \"testlib.h\"\nint main(int argc, char* argv[]) { registerGen(argc, argv, 1); println(2, 10); println(5, 7); }\n",
];

const METHODS: [&str; 4] = ["evolvecoder", "codecontests-o", "codecontests-plus", "hardtestgen"];

fn command() -> Touchstone {
    Touchstone::new()
}

/// The example in a folder of its own, and everything around it.
fn scene() -> (Folder, impl Fn() -> Vec<(std::path::PathBuf, String)>) {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let parent = folder.path().parent().expect("it lies somewhere").to_owned();
    std::fs::write(parent.join("outside.txt"), "mine").expect("it can be written");
    (folder, move || folder::contents(&parent).into_iter().collect())
}

/// It ended with a sentence or with what it found, and what is offered is proved.
fn ensure_it_ended_well(done: &Done, what: &str) {
    assert!(matches!(done.code(), Some(0..=2)), "{what}: {done:?}");
    assert!(!done.stderr.contains("panicked"), "{what}: {}", done.stderr);
    if done.code() == Some(2) {
        assert!(!done.stderr.trim().is_empty(), "{what}");
        return;
    }
    let found: Value = serde_json::from_str(&done.stdout).expect("one JSON object");
    for offer in found["offers"].as_array().into_iter().flatten() {
        let evidence = &offer["evidence"];
        assert!(evidence["kills"].as_array().is_some_and(|kills| !kills.is_empty()), "{what}: {offer}");
        assert_eq!((&evidence["main"], &evidence["n_agreeing"]), (&"sol.cpp".into(), &evidence["n_right"]), "{what}");
        assert_eq!(evidence["validators"][0], "val.cpp", "{what}: {offer}");
    }
    assert_eq!(found["offers"].as_array().is_some_and(|offers| !offers.is_empty()), done.code() == Some(0), "{what}");
}

fn hack(folder: &Path, method: &str, rounds: &str) -> Touchstone {
    let args = ["hack", "--yes", "--anyway", "--format", "json", "--method", method, "--rounds", rounds];
    command().args(args).arg(folder)
}

#[test]
fn random_answers_to_every_method_change_nothing() {
    let words = WORDS.map(str::to_owned);
    for seed in 0..random::cases(64) {
        for method in METHODS {
            let (folder, contents) = scene();
            let before = contents();
            let model = random_answers::server(seed as u64, &words);
            let done = asking(hack(folder.path(), method, "8"), &model).run();
            ensure_it_ended_well(&done, &format!("seed {seed}, {method}"));
            assert!(!model.requests().is_empty(), "{method}");
            assert_eq!(contents(), before, "seed {seed}, {method}");
        }
    }
}

#[test]
fn random_programs_and_repairs_change_nothing() {
    let words = WORDS.map(str::to_owned);
    for (args, removed) in [
        (&["write", "validator"][..], &["val.cpp"][..]),
        (&["write", "generator"], &["gen.cpp", "script.txt"]),
        (&["write", "checker"], &["check.cpp"]),
        (&["write", "brute-force"], &[]),
        (&["fix", "generator-failed"], &[]),
    ] {
        let (folder, contents) = scene();
        removed.iter().for_each(|file| folder.remove(file));
        if args[0] == "fix" {
            let generator = std::fs::read_to_string(folder.path().join("gen.cpp")).expect("it is there");
            folder.write("gen.cpp", generator.replace("opt<int>(\"n\")", "opt<int>(\"m\")"));
        }
        let before = contents();
        let model = random_answers::server(7, &words);
        let done = asking(command().args(args).args(["--yes", "--attempts", "8"]).arg(folder.path()), &model).run();
        assert!(matches!(done.code(), Some(0..=2)), "{args:?}: {done:?}");
        assert!(!model.requests().is_empty(), "{args:?}: {done:?}");
        assert_eq!(contents(), before, "{args:?}");
    }
}

fn real_server() -> Option<String> {
    std::env::var("TOUCHSTONE_TEST_MODEL_SERVER").ok()
}

/// Questions so short that a model which knows bytes only takes little time for them: what it answers is nonsense anyway.
fn short_questions(folder: &Folder) {
    let schemas = std::fs::read_dir(examples::here("../prompts/schemas")).expect("the schemas are there");
    for schema in schemas.map(|entry| entry.expect("the folder can be listed").path()) {
        let name = schema.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let text = format!(
            "---\nschema = \"{name}\"\ninputs = []\npurpose = \"Asks for anything.\"\n---\n=== system\nAnswer.\n\
             === stable\nNow.\n=== turn\nGo.\n"
        );
        folder.write(&format!(".touchstone/prompts/{name}.md"), text);
    }
}

/// Whole loops of each method with the server that `tests/model-server/run.sh` starts. Its answers fit their schemas, since it
/// is made to keep to them.
#[test]
fn a_real_server_of_random_weights_changes_nothing() {
    let Some(address) = real_server() else { return };
    let mut n_calls = 0;
    for (seed, method) in (0..random::cases(64)).flat_map(|seed| METHODS.map(|method| (seed, method))) {
        let (folder, contents) = scene();
        short_questions(&folder);
        let before = contents();
        let seed = seed.to_string();
        let hack = hack(folder.path(), method, "4").args(["--own-prompts", "--seed", &seed]);
        let config = hack.home().join(".config/touchstone/config.toml");
        std::fs::create_dir_all(config.parent().expect("it lies somewhere")).expect("a folder can be made");
        std::fs::write(config, "[llm]\nmax_answer_tokens = 300\nreplies = \"model\"\n").expect("it can be written");
        let hack = hack
            .env("TOUCHSTONE_LLM_BASE_URL", format!("{address}/v1"))
            .env("TOUCHSTONE_LLM_MODEL", "tiny-random")
            .env("TOUCHSTONE_LLM_API_KEY", "test-key");
        let done = hack.run();
        ensure_it_ended_well(&done, &format!("seed {seed}, {method}"));
        assert_eq!(contents(), before, "seed {seed}, {method}");
        let found: Option<Value> = serde_json::from_str(&done.stdout).ok();
        n_calls += found.and_then(|found| found["spent"]["calls"].as_u64()).unwrap_or_default();
    }
    assert!(n_calls > 0, "the server was asked");
}
