//! Who is asked: settings that are not understood ask nobody, and a program of the user's own can answer.

use std::fs;

use e2e::touchstone::Touchstone;
use testkit::{examples, folder::Folder, model_server::ModelServer};

/// The example with a validator that allows too few parcels, so that there is something to explain.
fn broken() -> Folder {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let validator = fs::read_to_string(folder.path().join("val.cpp")).expect("it is there");
    folder.write("val.cpp", validator.replace("50000", "100"));
    folder
}

/// A command of a user whose `config.toml` says this of models.
fn command(llm: &str) -> Touchstone {
    let command = Touchstone::new();
    let config = command.home().join(".config/touchstone/config.toml");
    fs::create_dir_all(config.parent().expect("it lies somewhere")).expect("a folder can be made");
    fs::write(config, format!("[llm]\n{llm}\n")).expect("it can be written");
    command
}

#[test]
fn a_misspelt_provider_asks_nobody() {
    let folder = broken();
    let server = ModelServer::with_answers([]);
    let settings = format!("provider = \"openapi\"\nmodel = \"m\"\nbase_url = \"{}\"", server.base_url());
    for asks in [
        &["hack", "--yes"][..],
        &["hack", "--engine", "both", "--yes"],
        &["write", "brute-force", "--yes"],
        &["fix", "validator-rejects-test", "--yes"],
        &["explain", "validator-rejects-test", "--yes", "--in"],
    ] {
        let done = command(&settings).args(asks).arg(folder.path()).run().expect_code(2);
        let sentence = "error: the settings of the language model cannot be used: `llm.provider` cannot be `openapi`; did \
                        you mean `openai`?";
        assert_eq!(done.stderr.lines().last(), Some(sentence), "{asks:?}: {}", done.stderr);
    }
    // So does one in the environment, whatever the file says.
    let done = command(&settings.replace("openapi", "openai"))
        .env("TOUCHSTONE_LLM_PROVIDER", "anthropc")
        .args(["hack", "--yes"])
        .arg(folder.path())
        .run()
        .expect_code(2);
    assert!(done.stderr.contains("TOUCHSTONE_LLM_PROVIDER cannot be `anthropc`"), "{}", done.stderr);
    assert_eq!(server.requests(), []);
    // What asks nobody goes on.
    let (report, _) = command(&settings).check(folder.path());
    assert!(report.findings().iter().any(|line| line.contains("validator-rejects-test")), "{:#?}", report.findings());
}

#[test]
fn a_program_of_the_users_own_answers() {
    let folder = broken();
    let place = Folder::empty("program");
    place.write(
        "model.sh",
        "cat > \"$1/question\"\nenv > \"$1/environment\"\nls -A > \"$1/listing\"\nprintf 'Here it is:\\n```json\\n'\n\
         echo '{\"explanation\": \"The bound 100 is too low; $HOME stays as it is.\"}'\necho '```'\n",
    );
    let (script, here) = (place.path().join("model.sh"), place.path().to_str().expect("a text"));
    let settings =
        format!("provider = \"command\"\ncommand = [\"sh\", {script:?}, {here:?}]\napi_key_env = \"MY_KEY\"");
    let explain = |more: &[&str]| {
        let asks = command(&settings).env("TOUCHSTONE_LLM_API_KEY", "hush").env("MY_KEY", "hush");
        let asks = asks.env("OPENAI_API_KEY", "hush").env("ANTHROPIC_API_KEY", "hush").env("OTHER", "seen");
        asks.args(["explain", "validator-rejects-test"]).args(more).arg("--in").arg(folder.path()).run()
    };
    // It is named in full before it is started.
    let refused = explain(&[]).expect_code(2);
    let named = format!("bytes to the command [\"sh\",{script:?},{here:?}]; ");
    assert!(refused.stderr.contains("nothing was sent") && refused.stderr.contains(&named), "{}", refused.stderr);
    assert!(!place.path().join("question").exists());
    let done = explain(&["--yes"]).expect_code(0);
    assert!(done.stdout.contains("The bound 100 is too low; $HOME stays as it is."), "{}", done.stdout);
    let text = |name: &str| fs::read_to_string(place.path().join(name)).expect("it was written");
    for shown in ["It must fit this JSON schema:", "readInt(2, 100", "Two Parcels", "Explain this finding."] {
        assert!(text("question").contains(shown), "{shown}: {}", text("question"));
    }
    assert!(
        !text("environment").contains("hush") && text("environment").contains("OTHER=seen"),
        "{}",
        text("environment")
    );
    assert_eq!(text("listing"), "", "its folder is empty");
}

#[test]
fn a_program_that_gives_no_answer_is_named() {
    let folder = broken();
    let fails = command("provider = \"command\"\ncommand = [\"sh\", \"-c\", \"echo no login >&2; exit 3\"]");
    let done =
        fails.args(["explain", "validator-rejects-test", "--yes", "--in"]).arg(folder.path()).run().expect_code(2);
    let sentence = "error: the command [\"sh\",\"-c\",\"echo no login >&2; exit 3\"] gave no answer (sh failed (exit status: 3): \
                    no login); try it by hand, and check `command` in your settings of the language model";
    assert_eq!(done.stderr.lines().last(), Some(sentence), "{}", done.stderr);
}
