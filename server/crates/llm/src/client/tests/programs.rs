//! A program in place of a server.

use super::*;
use crate::program::{ProgramLimits, Programs, Started};

/// Gives these answers one after the other, and keeps what it was asked.
#[derive(Default)]
struct Scripted {
    answers: Mutex<Vec<Result<String, String>>>,
    asked: Mutex<Vec<(Vec<String>, String, usize)>>,
    n_stopped: Arc<Mutex<u32>>,
}

impl Programs for Scripted {
    fn start(&self, arguments: &[String], question: String, limits: ProgramLimits) -> Result<Started, String> {
        self.asked.lock().unwrap().push((arguments.to_vec(), question, limits.output));
        let answer = self.answers.lock().unwrap().remove(0);
        let n_stopped = Arc::clone(&self.n_stopped);
        Ok(Started { wait: Box::new(|| answer), stop: Box::new(move || *n_stopped.lock().unwrap() += 1) })
    }
}

fn scripted(answers: &[Result<&str, &str>]) -> (Client, Arc<Scripted>) {
    let own = |answer: &Result<&str, &str>| answer.map(str::to_owned).map_err(str::to_owned);
    let answers = Mutex::new(answers.iter().map(own).collect());
    let programs = Arc::new(Scripted { answers, ..Scripted::default() });
    let mut bench = Bench::at("http://127.0.0.1:1/v1");
    bench.settings.provider = Some(problem::settings::Provider::Command);
    bench.settings.command = Some(vec!["my-model".to_owned(), "-p".to_owned()]);
    (bench.client().with_programs(programs.clone()), programs)
}

#[tokio::test]
async fn a_program_gets_the_question_with_its_schema_and_may_try_again() {
    let (client, programs) = scripted(&[Ok("Well: {\"line\": \"x\"}"), Ok("```json\n{\"line\": 7}\n```\n")]);
    let question = question_of("What line?");
    let n_bytes = client.would_send(&question).unwrap().unwrap();
    let (reply, told) = ask_telling(&client, &question).await;
    let reply = reply.unwrap();
    assert_eq!((reply.value, reply.turns), (line(7), 2));
    assert_eq!(told[0], "sending");
    let asked = programs.asked.lock().unwrap().clone();
    let (arguments, first, most) = &asked[0];
    assert_eq!((arguments.join(" "), first.len()), ("my-model -p".to_owned(), n_bytes));
    assert_eq!(*most, 64 * 1024 + 32 * 50);
    for words in ["You repair.", "It must fit this JSON schema:", "\"additionalProperties\":false", "What line?"] {
        assert!(first.contains(words), "{words}: {first}");
    }
    assert!(
        asked[1].1.starts_with(first.as_str()) && asked[1].1.contains("This answer cannot be used:"),
        "{}",
        asked[1].1
    );
    // A token for three bytes, rounded up; nothing runs any more.
    let spent = client.ledger().spent();
    let tokens = |text: &str| (text.len() as u64).div_ceil(3);
    assert_eq!((spent.n_calls, spent.usage.input_tokens), (2, tokens(first) + tokens(&asked[1].1)));
    assert!(spent.usage.is_estimated);
    assert_eq!(*programs.n_stopped.lock().unwrap(), 2);
    // It is kept like any other answer.
    assert!(client.ask(&question, &CancellationToken::new(), &mut |_| ()).await.unwrap().served_from_cache);
}

#[tokio::test]
async fn why_a_program_gives_no_answer() {
    let (client, _) = scripted(&[Err("my-model failed (exit status: 3)")]);
    let error = ask(&client, "What line?").await.unwrap_err().to_string();
    let sentence = "the command [\"my-model\",\"-p\"] gave no answer (my-model failed (exit status: 3)); try it by hand, and \
                    check `command` in your settings of the language model";
    assert_eq!(error, sentence);
}
