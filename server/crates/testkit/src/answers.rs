//! Answers of a language model that were written down: one file each, in the order of the questions, named by the schema
//! that they are for.

use std::fs;

use crate::{
    examples,
    model_server::{Act, ModelServer, chat_answer, whole},
};

/// A server that gives the answers written down for a problem, each to a question for its schema, and then no more.
pub fn server(problem: &str) -> ModelServer {
    let mut files: Vec<_> = fs::read_dir(examples::here("answers").join(problem))
        .expect("there are answers")
        .map(|entry| entry.expect("the folder can be listed").path())
        .collect();
    files.sort();
    let answers = files.into_iter().map(|path| {
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let (_, schema) = name.split_once('-').expect("NUMBER-SCHEMA.json");
        (schema.to_owned(), fs::read_to_string(&path).expect("it can be read"))
    });
    let mut answers = answers.collect::<Vec<_>>().into_iter();
    ModelServer::new(move |request| -> Vec<Act> {
        let asked = request.schema_name();
        match answers.next() {
            Some((schema, text)) if asked.as_deref() == Some(&schema) => chat_answer(&text),
            Some((schema, _)) => whole(400, &[], &format!("asked for {asked:?}, and the next answer is for {schema}")),
            None => whole(400, &[], "no answer is left"),
        }
    })
}
