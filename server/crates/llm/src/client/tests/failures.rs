//! Servers that fail, and what is tried again.

use testkit::model_server::{Act, ModelServer, chat_answer, piece, stream, stream_head, whole};

use super::*;

fn good() -> Vec<Act> {
    chat_answer("{\"line\": 7}")
}

fn error_body(message: &str, code: &str) -> String {
    json!({ "error": { "message": message, "code": code } }).to_string()
}

const BEGINNING: &[u8] = b"data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"line\\\"\"}}]}\n\n";

/// The beginning of an answer, with the connection closed after it.
fn cut() -> Vec<Act> {
    vec![stream_head(), piece(BEGINNING)]
}

#[tokio::test]
async fn what_is_sent_again() {
    let whole_but_short = stream(&[BEGINNING]);
    let error_in_stream = stream(&[BEGINNING, b"data: {\"error\":{\"message\":\"broken\",\"code\":500}}\n\n"]);
    let no_json = stream(&[b"data: {\"choices\": oh\n\n"]);
    let closed = vec![];
    let mut bad = vec![cut(), whole_but_short, error_in_stream, no_json, closed];
    bad.extend([408, 409, 429, 500, 502, 503, 529].map(|status| whole(status, &[], "later")));
    let n_bad = bad.len();
    let server = ModelServer::with_answers(bad.into_iter().flat_map(|bad| [bad, good()]));
    let client = Bench::new(&server).client();
    for idx in 0..n_bad {
        let (reply, told) = ask_telling(&client, &question_of(&idx.to_string())).await;
        assert_eq!(reply.map(|reply| (reply.value, reply.turns)), Ok((line(7), 1)), "{idx}");
        assert!(told.iter().any(|told| told.starts_with("waiting after 1: ")), "{idx}: {told:?}");
        assert_eq!(server.requests().len(), 2, "{idx}");
    }
}

#[tokio::test]
async fn four_tries_and_no_more() {
    let server = ModelServer::new(|_| whole(529, &[], &error_body("Overloaded", "overloaded_error")));
    let error = ask(&Bench::new(&server).client(), "q").await.unwrap_err();
    assert_eq!(server.requests().len(), 4);
    let wanted = format!("{} failed 4 times, the last time with Overloaded; try again later", server.origin());
    assert_eq!(error.to_string(), wanted);

    let server = ModelServer::new(|_| cut());
    let client = Bench::new(&server).client();
    let error = ask(&client, "q").await.unwrap_err();
    assert!(matches!(error, Error::GaveUp { n_tries: 4, .. }), "{error}");
    assert_eq!(server.requests().len(), 4);
    let spent = client.ledger().spent();
    assert_eq!(spent.n_calls, 4, "the model worked each time");
    // `{"line"` has seven bytes, which count as three tokens each time.
    assert_eq!((spent.usage.output_tokens, spent.usage.is_estimated), (12, true));
}

#[tokio::test]
async fn what_is_not_sent_again() {
    for (status, body, wanted) in [
        (401, error_body("Invalid API Key", ""), "refuses the key (Invalid API Key)"),
        (403, error_body("not for you", ""), "refuses the key (not for you)"),
        (404, error_body("no model m", ""), "has no model `m`, or not under this `base_url` (no model m)"),
        (402, error_body("pay", ""), "has nothing left to spend (pay)"),
        (429, error_body("no money", "insufficient_quota"), "has nothing left to spend (no money)"),
        (400, error_body("too long", "context_length_exceeded"), "longer than the model can read (too long)"),
    ] {
        let server = ModelServer::new(move |_| whole(status, &[], &body));
        let error = ask(&Bench::new(&server).client(), "q").await.unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
        assert_eq!(server.requests().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn a_server_may_say_when_to_come_again() {
    let limited = |wish: &str| whole(429, &[("retry-after", wish)], &error_body("slow down", "rate_limit_exceeded"));
    let server =
        ModelServer::with_answers([limited("0.2"), good(), limited("3600"), limited("Fri, 31 Dec 2100 23:59:59 GMT")]);
    let client = Bench::new(&server).client();
    let mut pauses = Vec::new();
    let mut tell = |progress: Progress<'_>| {
        if let Progress::Waiting { pause, .. } = progress {
            pauses.push(pause);
        }
    };
    let begun = std::time::Instant::now();
    client.ask(&question_of("a"), &CancellationToken::new(), &mut tell).await.unwrap();
    assert!(begun.elapsed() >= Duration::from_millis(200));
    assert!(
        pauses.len() == 1 && pauses[0] >= Duration::from_millis(200) && pauses[0] < Duration::from_secs(1),
        "{pauses:?}"
    );
    server.requests();
    let error = ask(&client, "b").await.unwrap_err().to_string();
    assert!(error.ends_with("takes no more requests for 3600 s (slow down); try again after that"), "{error}");
    assert!(matches!(ask(&client, "c").await, Err(Error::RateLimited { .. })));
    assert_eq!(server.requests().len(), 2, "an hour is too long to wait");
}

#[tokio::test]
async fn nobody_listens() {
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let client = Bench::at(&format!("http://{address}/v1")).client();
    let (reply, told) = ask_telling(&client, &question_of("q")).await;
    let error = reply.unwrap_err();
    assert!(matches!(&error, Error::Unreachable { .. }), "{error}");
    assert!(error.to_string().contains("cannot be reached (Connection refused"), "{error}");
    assert_eq!(told.iter().filter(|told| *told == "sending").count(), 4);
    assert_eq!(client.ledger().spent().n_calls, 0);
}

#[tokio::test]
async fn refusals_and_filters() {
    let refusal = b"data: {\"choices\":[{\"delta\":{\"refusal\":\"I cannot\\nhelp\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    let filter = b"data: {\"choices\":[{\"delta\":{\"content\":\"{\"},\"finish_reason\":\"content_filter\"}]}\n\ndata: [DONE]\n\n";
    let server = ModelServer::with_answers([stream(&[refusal]), stream(&[filter])]);
    let client = Bench::new(&server).client();
    let refused = ask(&client, "q").await.unwrap_err().to_string();
    assert_eq!(refused, "the model refuses to answer (I cannot help); change the question, or name another model");
    assert!(matches!(ask(&client, "q").await, Err(Error::Refused { .. })));
    assert_eq!(server.requests().len(), 2, "neither is asked again");
}

#[tokio::test]
async fn answers_that_are_too_long() {
    let cut = b"data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"line\\\": 7\"},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n";
    let just = b"data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"line\\\": 7}\"},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n";
    let endless = "x".repeat(30_000);
    let endless = format!("data: {{\"choices\":[{{\"delta\":{{\"content\":\"{endless}\"}}}}]}}\n\n");
    let mut ignores_the_bound: Vec<Act> = vec![stream_head()];
    ignores_the_bound.extend([(); 4].map(|()| piece(endless.as_bytes())));
    ignores_the_bound.push(Act::WaitForClose);
    let server = ModelServer::with_answers([stream(&[cut]), stream(&[just]), ignores_the_bound]);
    let client = Bench::new(&server).client();
    assert_eq!(
        ask(&client, "a").await.unwrap_err().to_string(),
        "the answer is longer than 50 tokens; raise `max_answer_tokens`"
    );
    assert_eq!(ask(&client, "b").await.unwrap().value, line(7), "what fits is whole");
    assert_eq!(ask(&client, "c").await.unwrap_err(), Error::TooLong { max_tokens: 50 });
    off(move || server.wait_for_close()).await;
}

#[tokio::test]
async fn silent_servers() {
    let mid_stream = || vec![stream_head(), piece(BEGINNING), Act::WaitForClose];
    for (acts, idle_ms) in [(vec![Act::WaitForClose], 50), (mid_stream(), 1000)] {
        let server = ModelServer::with_answers([acts]);
        let mut bench = Bench::new(&server);
        bench.idle = Duration::from_millis(idle_ms);
        let error = ask(&bench.client(), "q").await.unwrap_err();
        assert_eq!(error, Error::Silent { origin: Origin::of(&server.origin()).unwrap(), idle: bench.idle });
        if idle_ms == 1000 {
            off(move || server.wait_for_close()).await;
        }
    }
    let origin = Origin::of("http://127.0.0.1:1").unwrap();
    assert_eq!(
        Error::Silent { origin, idle: Duration::from_secs(120) }.to_string(),
        "http://127.0.0.1:1 said nothing for 120 s; try again, or raise `idle_timeout_s`"
    );
}

#[tokio::test]
async fn slow_servers() {
    // Comments keep the connection busy, but the question has its own bound.
    let server = ModelServer::with_answers([vec![stream_head(), piece(b": working\n\n"), Act::WaitForClose]]);
    let mut bench = Bench::new(&server);
    bench.total = Duration::from_millis(50);
    let error = ask(&bench.client(), "q").await.unwrap_err().to_string();
    assert!(error.contains("no whole answer"), "{error}");
    assert!(error.ends_with("within 0.05 s; try again, or raise `total_timeout_s`"), "{error}");
}

#[tokio::test]
async fn cancelling_closes_the_connection() {
    let mid_stream = vec![stream_head(), piece(BEGINNING), Act::WaitForClose];
    let server = Arc::new(ModelServer::with_answers([mid_stream.clone(), mid_stream, vec![Act::WaitForClose]]));
    let client = Bench::new(&server).client();
    let cancel = CancellationToken::new();
    let mut on_text = |progress: Progress<'_>| {
        if matches!(progress, Progress::Text(_)) {
            cancel.cancel();
        }
    };
    assert_eq!(client.ask(&question_of("a"), &cancel, &mut on_text).await, Err(Error::Cancelled));
    let closed = Arc::clone(&server);
    off(move || closed.wait_for_close()).await;
    assert_eq!(client.ledger().spent().usage.output_tokens, 3, "what has come is booked");

    // The future may also be dropped.
    let (to_test, begun) = tokio::sync::oneshot::channel();
    let mut to_test = Some(to_test);
    let mut on_text = move |progress: Progress<'_>| {
        if matches!(progress, Progress::Text(_))
            && let Some(to_test) = to_test.take()
        {
            to_test.send(()).unwrap();
        }
    };
    let (question, never) = (question_of("b"), CancellationToken::new());
    tokio::select! {
        reply = client.ask(&question, &never, &mut on_text) => panic!("{reply:?}"),
        begun = begun => begun.unwrap(),
    }
    let closed = Arc::clone(&server);
    off(move || closed.wait_for_close()).await;

    // Before anything has come.
    server.requests();
    let cancel = CancellationToken::new();
    let arrived = async {
        let server = Arc::clone(&server);
        off(move || server.request()).await;
        cancel.cancel();
    };
    let question = question_of("c");
    let mut ignore = |_: Progress<'_>| {};
    let (reply, ()) = tokio::join!(client.ask(&question, &cancel, &mut ignore), arrived);
    assert_eq!(reply, Err(Error::Cancelled));
    off(move || server.wait_for_close()).await;
}

#[tokio::test]
async fn servers_of_another_kind() {
    let page = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\ncontent-length: 6\r\n\r\n<html>";
    let server = ModelServer::with_answers([vec![Act::Bytes(page.into())]]);
    let error = ask(&Bench::new(&server).client(), "q").await.unwrap_err().to_string();
    assert!(
        error.contains("not under this `base_url` (the answer is no JSON, as from a server of another kind)"),
        "{error}"
    );
}
