//! Keys: where they come from, and where they never go.

use problem::settings::HeaderLine;
use testkit::model_server::{Act, ModelServer, chat_answer, whole};

use super::*;
use crate::{network::Proxies, secret};

fn good() -> Vec<Act> {
    chat_answer("{\"line\": 7}")
}

/// The key that a request brings, when the secrets and the settings are these.
async fn sent_key(keys: Keys, change: impl FnOnce(&mut LlmSettings)) -> Result<Option<String>, Error> {
    let server = ModelServer::with_answers([good()]);
    let mut bench = Bench::new(&server);
    change(&mut bench.settings);
    bench.keys = Arc::new(keys);
    ask(&bench.client(), "q").await?;
    let request = server.request();
    Ok(request.header("authorization").map(str::to_owned))
}

#[tokio::test]
async fn sources_of_keys() {
    let own = || with_variable("TOUCHSTONE_LLM_API_KEY", "sk-own");
    assert_eq!(sent_key(own(), |_| {}).await, Ok(Some("Bearer sk-own".into())));
    let named = |settings: &mut LlmSettings| settings.api_key_env = Some("MINE".into());
    assert_eq!(sent_key(own(), named).await, Ok(Some("Bearer sk-own".into())), "the own variable is the strongest");
    assert_eq!(sent_key(with_variable("MINE", " sk-1\n"), named).await, Ok(Some("Bearer sk-1".into())));
    let stored = Keys { stored: Some("sk-2".into()), ..Keys::default() };
    assert_eq!(sent_key(stored, |_| {}).await, Ok(Some("Bearer sk-2".into())));
    let missing = sent_key(Keys::default(), named).await.unwrap_err().to_string();
    assert!(missing.contains("could not be got: the environment variable MINE is not set"), "{missing}");
    let impossible = sent_key(with_variable("MINE", "a\u{7}b"), named).await.unwrap_err().to_string();
    assert!(
        impossible.contains("it has characters that no key has") && !impossible.contains("a\u{7}b"),
        "{impossible}"
    );
}

#[tokio::test]
async fn a_program_that_prints_the_key() {
    let server = ModelServer::with_answers([good(), good()]);
    let mut bench = Bench::new(&server);
    bench.settings.api_key_command = Some(vec!["pass".into(), "show".into(), "$HOME; ls".into()]);
    bench.keys = Arc::new(Keys { printed: Some(Ok("sk-3\n".into())), ..Keys::default() });
    let client = bench.client();
    ask(&client, "a").await.unwrap();
    ask(&client, "b").await.unwrap();
    assert_eq!(
        *bench.keys.asked.lock().unwrap(),
        ["pass|show|$HOME; ls"],
        "started once, with the arguments as they are"
    );
    assert_eq!(server.request().header("authorization"), Some("Bearer sk-3"));

    for (printed, wanted) in [
        (Err("pass failed with status 1".to_owned()), "pass failed with status 1"),
        (Ok(" \n".into()), "pass printed nothing"),
    ] {
        bench.keys = Arc::new(Keys { printed: Some(printed), ..Keys::default() });
        let error = ask(&bench.client(), "c").await.unwrap_err().to_string();
        assert!(error.contains(wanted) && error.contains("`api_key_command`"), "{error}");
    }
}

#[tokio::test]
async fn a_key_belongs_to_its_origin() {
    // The usual variables hold keys of the providers, and this server is none of them.
    let openai = with_variable("OPENAI_API_KEY", "sk-openai");
    assert_eq!(sent_key(openai, |_| {}).await, Ok(None));
    let find = |variable: &str, origin: &str| {
        let keys = Arc::new(with_variable(variable, "sk"));
        let origin = Origin::of(origin).unwrap();
        async move { secret::find(keys, secret::KeyPlaces::default(), origin).await.unwrap().is_some() }
    };
    assert!(find("OPENAI_API_KEY", "https://api.openai.com/v1").await);
    assert!(find("ANTHROPIC_API_KEY", "https://api.anthropic.com").await);
    assert!(!find("OPENAI_API_KEY", "https://api.anthropic.com").await);
    assert!(!find("OPENAI_API_KEY", "http://api.openai.com").await, "without TLS it is another origin");
    assert!(!find("OPENAI_API_KEY", "https://api.openai.com:8443").await);
    assert!(!find("OPENAI_API_KEY", "https://api.openai.com.evil.example").await);

    let server = ModelServer::with_answers([good()]);
    let bench = Bench::new(&server);
    ask(&bench.client(), "q").await.unwrap();
    assert_eq!(*bench.keys.asked.lock().unwrap(), [server.origin()], "a store is asked for one origin only");
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let other = ModelServer::with_answers([good()]);
    for status in [301, 302, 303, 307, 308] {
        let to = format!("{}/chat/completions?key=x", other.base_url());
        let server = ModelServer::with_answers([whole(status, &[("location", &to)], "")]);
        let mut bench = Bench::new(&server);
        bench.keys = Arc::new(with_variable("TOUCHSTONE_LLM_API_KEY", "sk-own"));
        let error = ask(&bench.client(), "q").await.unwrap_err().to_string();
        let wanted =
            format!("{} redirects to {}/chat/completions, where no key is sent", server.origin(), other.base_url());
        assert!(error.starts_with(&wanted), "{error}");
    }
    assert_eq!(other.requests(), [], "nothing came there");
}

#[tokio::test]
async fn a_refused_key_is_got_anew_for_the_next_question() {
    let server = ModelServer::with_answers([whole(401, &[], ""), good()]);
    let mut bench = Bench::new(&server);
    bench.settings.api_key_command = Some(vec!["pass".into()]);
    bench.keys = Arc::new(Keys { printed: Some(Ok("sk-3".into())), ..Keys::default() });
    let client = bench.client();
    assert!(matches!(ask(&client, "q").await, Err(Error::Unauthorized { .. })));
    assert!(ask(&client, "q").await.is_ok());
    assert_eq!(bench.keys.asked.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn no_message_shows_a_key() {
    let echo = json!({ "error": { "message": "bad key sk-own-9876 and hush-1234" } }).to_string();
    let body = echo.clone();
    let server = ModelServer::with_answers([whole(401, &[], &echo), whole(400, &[], &body), whole(500, &[], &echo)]);
    let mut bench = Bench::new(&server);
    bench.settings.headers = Some(vec![HeaderLine("X-Extra: hush-1234".into())]);
    bench.keys = Arc::new(with_variable("TOUCHSTONE_LLM_API_KEY", "sk-own-9876"));
    let client = bench.client();
    for question in ["a", "b"] {
        let (reply, told) = ask_telling(&client, &question_of(question)).await;
        let error = reply.unwrap_err();
        let shown = format!("{error} {error:?} {told:?}");
        assert!(!shown.contains("sk-own-9876") && !shown.contains("hush-1234"), "{shown}");
    }
    assert_eq!(server.request().header("x-extra"), Some("hush-1234"));
    let shown = format!("{:?} {:?} {:?}", client.config(), client.api_key().await, bench.settings);
    assert!(!shown.contains("sk-own-9876") && !shown.contains("hush-1234"), "{shown}");
}

#[tokio::test]
async fn proxies_and_this_machine() {
    let proxy = ModelServer::with_answers([good()]);
    let server = ModelServer::with_answers([good()]);
    let proxies = Proxies { http: Some(proxy.origin()), https: Some(proxy.origin()), except: None };
    let network = Network { proxies, ..Network::default() };
    let mut here = Bench::new(&server);
    here.network = network.clone();
    ask(&here.client(), "q").await.unwrap();
    assert_eq!((server.requests().len(), proxy.requests().len()), (1, 0));

    let mut elsewhere = Bench::at("http://model.example/v1");
    let with_name = proxy.origin().replace("http://", "http://me:secret@");
    elsewhere.network = Network { proxies: Proxies { http: Some(with_name), ..network.proxies }, ..network };
    ask(&elsewhere.client(), "q").await.unwrap();
    let request = proxy.request();
    assert_eq!(request.target, "POST http://model.example/v1/chat/completions");
    // `me:secret`
    assert_eq!(request.header("proxy-authorization"), Some("Basic bWU6c2VjcmV0"));
}
