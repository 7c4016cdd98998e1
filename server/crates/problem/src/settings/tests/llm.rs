//! The table `[llm]`, and what a stronger source makes of a weaker one's key.

use expect_test::expect;

use super::{parsed, show};
use crate::settings::{LlmSettings, Money, Provider, RepliesFrom, UserSettings};

fn llm(text: &str) -> LlmSettings {
    let (settings, mistakes) = UserSettings::parse(&format!("[llm]\n{text}"));
    assert_eq!(mistakes, [], "{text}");
    settings.llm
}

#[test]
fn every_key_is_read() {
    let settings = llm(r#"
provider = "anthropic"
command = ["my-model", "--no-tools"]
base_url = "https://example.com/v1"
model = "m"
api_key_env = "MY_KEY"
api_key_command = ["pass", "show", "my key"]
headers = ["X-Title: problems"]
price_input = 3
price_output = 0.25
max_calls = 5
max_tokens = 100_000
max_cost = 2.5
max_answer_tokens = 4096
ca_file = "/etc/ca.pem"
idle_timeout_s = 60
total_timeout_s = 600
replies = "replay"
"#);
    assert_eq!(settings.provider, Some(Provider::Anthropic));
    assert_eq!(settings.command.as_deref(), Some(&["my-model", "--no-tools"].map(str::to_owned)[..]));
    assert_eq!(settings.api_key_command.as_deref(), Some(&["pass", "show", "my key"].map(str::to_owned)[..]));
    assert_eq!(
        (settings.price_input, settings.price_output),
        (Some(Money { micros: 3_000_000 }), Some(Money { micros: 250_000 }))
    );
    assert_eq!((settings.max_tokens, settings.replies), (Some(100_000), Some(RepliesFrom::Replay)));
    // Editors send the same, as JSON.
    let json = serde_json::to_value(&settings).unwrap();
    assert_eq!(json["max_cost"], 2.5);
    assert_eq!(serde_json::from_value::<LlmSettings>(json).unwrap(), settings);
}

#[test]
fn mistakes() {
    let (settings, mistakes) = UserSettings::parse(
        "[llm]\nprovider = \"openapi\"\nmodel = 4\nprice_input = -1\nmax_cost = \"much\"\nmax_calls = 0\nheaders = [1]\n\
         api_key = \"sk-1\"\nca_file = \"ca.pem\"\n",
    );
    let shown: Vec<String> =
        mistakes.iter().map(|mistake| format!("{}: {}\n", mistake.range.start.line, mistake.message)).collect();
    expect![[r#"
        1: `llm.provider` cannot be `openapi`; did you mean `openai`?
        2: `llm.model` is a whole number where a string is wanted
        3: `llm.price_input` must be from 0 to 1000000
        4: `llm.max_cost` is a string where a number is wanted
        5: `llm.max_calls` must be from 1 to 1000000
        6: `llm.headers` is a whole number where a string is wanted
        7: there is no setting `llm.api_key`; did you mean `api_key_env`?
        8: `llm.ca_file` must be an absolute path, not `ca.pem`
    "#]]
    .assert_eq(&shown.concat());
    let messages: Vec<String> = mistakes.into_iter().map(|mistake| mistake.message).collect();
    assert_eq!(settings.llm, LlmSettings { mistakes: messages, ..LlmSettings::default() });
}

#[test]
fn what_is_not_understood_is_known_to_who_would_ask() {
    let mistakes = |text: &str| UserSettings::parse(text).0.llm.mistakes;
    // What is wrong elsewhere is nobody's business here.
    assert_eq!(mistakes("jobs = 0\n[llm]\nmodel = \"m\"\n"), Vec::<String>::new());
    // What was meant to stand there stops questions, too.
    for (text, key) in
        [("[LLM]\nmodel = \"m\"\n", "LLM"), ("provider = \"command\"\n", "provider"), ("[llms]\n", "llms")]
    {
        let expected = format!("there is no setting `{key}`; what is said of a language model stands under [llm]");
        assert_eq!(mistakes(text), [expected], "{text}");
    }
    assert_eq!(mistakes("llm = 5\n"), ["`llm` is a whole number where a table is wanted"]);
    assert_eq!(mistakes("jobs = \n").len(), 1, "what the file says of a model is not known");
    let misspelt = mistakes("[llm]\nprovidr = \"anthropic\"\n");
    assert_eq!(misspelt, ["there is no setting `llm.providr`; did you mean `provider`?"]);
    // It is not forgotten when a stronger source says something else.
    let weaker = UserSettings::parse("[llm]\nprovider = \"openapi\"\n").0.llm;
    assert_eq!(llm("provider = \"openai\"").or(weaker.clone()).mistakes, weaker.mistakes);
    let editor = |text: &str| {
        UserSettings::of_editor(serde_json::from_str::<serde_json::Value>(text).unwrap().as_object().unwrap())
    };
    let (settings, told) = editor(r#"{ "jobs": "many", "llm": { "provider": "openapi", "model": "m" } }"#);
    assert_eq!((settings.llm.model.as_deref(), told.len(), settings.llm.mistakes.len()), (Some("m"), 2, 1));
    assert!(settings.llm.mistakes[0].starts_with("`llm.provider` has no effect: "), "{:?}", settings.llm.mistakes);
    assert_eq!(editor(r#"{ "llm": 5 }"#).0.llm.mistakes.len(), 1);
    let misspelt = editor(r#"{ "llm": { "providr": "anthropic", "model": "m" }, "own": 1 }"#);
    let sentence = ["there is no setting `llm.providr`; did you mean `provider`?"].map(str::to_owned).to_vec();
    assert_eq!((&misspelt.0.llm.mistakes, &misspelt.1), (&sentence, &sentence));
}

#[test]
fn a_program_is_configured_by_its_list_and_has_no_key() {
    let program = llm("provider = \"command\"\ncommand = [\"my-model\"]");
    assert!(program.is_configured() && program.effective_base_url().is_empty());
    assert!(!llm("provider = \"command\"\nmodel = \"m\"").is_configured());
    let over = llm("provider = \"command\"").or(llm(FILE));
    assert_eq!((over.api_key_command, over.headers), (None, None), "a key goes to its address only");
    let hidden = llm("provider = \"command\"").or(llm("api_key_env = \"MY_KEY\"").or(llm("api_key_env = \"OLD_KEY\"")));
    assert_eq!(
        (hidden.api_key_env, hidden.other_key_variables),
        (None, vec!["OLD_KEY".to_owned(), "MY_KEY".to_owned()])
    );
}

#[test]
fn a_folder_sets_none_of_it() {
    let text = "model = \"m\"\nbase_url = \"https://evil.example\"\nca_file = \"/x\"\nmax_cost = 1\n[llm]\nprovider = \"openai\"\n";
    let (_, findings) = parsed(text);
    expect![[r#"
        touchstone.toml 0:0-0:5 Warning setting-not-allowed-here: a problem folder cannot set `model`; it belongs in your own config.toml
        touchstone.toml 1:0-1:8 Warning setting-not-allowed-here: a problem folder cannot set `base_url`; it belongs in your own config.toml
        touchstone.toml 2:0-2:7 Warning setting-not-allowed-here: a problem folder cannot set `ca_file`; it belongs in your own config.toml
        touchstone.toml 3:0-3:8 Warning setting-not-allowed-here: a problem folder cannot set `max_cost`; it belongs in your own config.toml
        touchstone.toml 4:1-4:4 Warning setting-not-allowed-here: a problem folder cannot set `llm`; it belongs in your own config.toml
    "#]].assert_eq(&show(&findings));
}

const FILE: &str = "base_url = \"https://a.example/v1\"\nmodel = \"m\"\napi_key_command = [\"pass\"]\nheaders = [\"X-Key: 1\"]\nprice_input = 1\nprice_output = 2\nmax_calls = 9";

#[test]
fn a_key_stays_with_its_address() {
    let over = |text: &str| llm(text).or(llm(FILE));
    let has_key = |settings: &LlmSettings| settings.api_key_command.is_some() && settings.headers.is_some();
    let same = over("base_url = \"https://a.example/v1/\"");
    assert!(has_key(&same) && same.price_input.is_some());
    for elsewhere in
        ["https://b.example/v1", "http://a.example/v1", "https://a.example:444/v1", "https://a.example.org/v1"]
    {
        let other = over(&format!("base_url = {elsewhere:?}"));
        assert_eq!((other.api_key_command, other.headers, other.price_input), (None, None, None), "{elsewhere}");
        assert_eq!((other.model.as_deref(), other.max_calls), (Some("m"), Some(9)), "budgets stay");
    }
    let own_key = over("api_key_env = \"MINE\"");
    assert_eq!((own_key.api_key_env.as_deref(), own_key.api_key_command), (Some("MINE"), None));
    let other_model = over("model = \"n\"");
    assert!(has_key(&other_model) && other_model.price_input.is_none(), "prices are those of the model");
    assert!(has_key(&over("provider = \"anthropic\"")), "the address is the same");
}

#[test]
fn the_providers_own_addresses_differ_too() {
    let file = llm("model = \"m\"\napi_key_env = \"OPENAI\"");
    assert_eq!(file.effective_base_url(), "https://api.openai.com/v1");
    let anthropic = llm("provider = \"anthropic\"").or(file.clone());
    assert_eq!(
        (anthropic.effective_base_url(), anthropic.api_key_env.as_deref()),
        ("https://api.anthropic.com/v1", None)
    );
    let responses = llm("provider = \"openai-responses\"").or(file);
    assert_eq!(responses.api_key_env.as_deref(), Some("OPENAI"));
}

#[test]
fn the_environment() {
    let set = [
        ("TOUCHSTONE_LLM_PROVIDER", "anthropc"),
        ("TOUCHSTONE_LLM_BASE_URL", " http://127.0.0.1:8080/v1 "),
        ("TOUCHSTONE_LLM_MODEL", ""),
        ("TOUCHSTONE_LLM_REPLIES", "replay"),
        ("TOUCHSTONE_LLM_API_KEY", "sk-1"),
    ];
    let variable = |name: &str| set.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).to_owned());
    let (settings, mistakes) = LlmSettings::from_environment(variable);
    assert_eq!(
        mistakes,
        ["the environment variable TOUCHSTONE_LLM_PROVIDER cannot be `anthropc`; did you mean `anthropic`?"]
    );
    let wanted = LlmSettings {
        base_url: Some("http://127.0.0.1:8080/v1".into()),
        replies: Some(RepliesFrom::Replay),
        mistakes,
        ..LlmSettings::default()
    };
    assert_eq!(settings, wanted);
    assert!(!format!("{settings:?}").contains("sk-1"), "keys are no settings");
}

#[test]
fn what_may_be_shown() {
    let settings = llm("model = \"m\"\nheaders = [\"X-Key: hush\", \"hush\"]\napi_key_command = [\"pass\", \"hush\"]");
    let shown = serde_json::to_string(&settings.without_secrets()).unwrap();
    assert!(!shown.contains("hush") && shown.contains("X-Key: …") && shown.contains("[\"pass\"]"), "{shown}");
    assert!(!format!("{:?}", settings.headers).contains("hush"));
}
