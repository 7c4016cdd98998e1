//! Budgets: what would exceed them is not sent.

use problem::settings::Money;
use testkit::model_server::{ModelServer, chat_answer};

use super::*;

/// Asks two questions, and tells the second one's refusal and how many requests came.
async fn second_refusal(change: impl FnOnce(&mut LlmSettings)) -> (String, usize) {
    let server = ModelServer::new(|_| chat_answer("{\"line\": 7}"));
    let mut bench = Bench::new(&server);
    change(&mut bench.settings);
    let client = bench.client();
    ask(&client, "a").await.unwrap();
    let error = ask(&client, "b").await.unwrap_err();
    assert!(matches!(error, Error::OverBudget { .. }), "{error}");
    assert!(ask(&client, "a").await.unwrap().served_from_cache, "what is kept costs nothing");
    (error.to_string(), server.requests().len())
}

#[tokio::test]
async fn calls() {
    let (error, n_requests) = second_refusal(|settings| settings.max_calls = Some(1)).await;
    assert_eq!(
        error,
        "the question is not sent: it could use 1 call where 0 of the budget of calls (max_calls) is left; raise that budget"
    );
    assert_eq!(n_requests, 1);
}

#[tokio::test]
async fn tokens() {
    // The answer says that it used 1000 and 100 tokens.
    let (error, n_requests) = second_refusal(|settings| settings.max_tokens = Some(1150)).await;
    assert!(error.contains("where 50 of the budget of tokens (max_tokens) is left"), "{error}");
    assert_eq!(n_requests, 1);
}

#[tokio::test]
async fn money() {
    let money = |amount| Money::try_from(amount).ok();
    let (error, n_requests) = second_refusal(|settings| {
        // 1000 tokens at 2 a million and 100 at 10 a million are 0.003.
        (settings.price_input, settings.price_output) = (money(2.0), money(10.0));
        settings.max_cost = money(0.0032);
    })
    .await;
    assert!(error.contains("where 0.000200 of the budget of money (max_cost) is left"), "{error}");
    assert_eq!(n_requests, 1);
}

#[tokio::test]
async fn the_repair_counts_too() {
    let server = ModelServer::new(|_| chat_answer("{}"));
    let mut bench = Bench::new(&server);
    bench.settings.max_calls = Some(1);
    assert!(matches!(ask(&bench.client(), "q").await, Err(Error::OverBudget { .. })));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn questions_that_are_open_at_the_same_time_share_the_budget() {
    let server = ModelServer::new(|_| chat_answer("{\"line\": 7}"));
    let mut bench = Bench::new(&server);
    bench.settings.max_calls = Some(2);
    let client = bench.client();
    let replies = tokio::join!(ask(&client, "a"), ask(&client, "b"), ask(&client, "c"));
    let n_answered = [&replies.0, &replies.1, &replies.2].iter().filter(|reply| reply.is_ok()).count();
    assert_eq!((n_answered, server.requests().len()), (2, 2));
    assert_eq!(client.ledger().spent().usage.output_tokens, 200);
}
