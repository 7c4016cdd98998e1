//! `touchstone mcp`: tools for agents, by the Model Context Protocol on stdin and stdout.
//!
//! One thread talks with the client; the main one does what is asked, one call after the other.
//!
//! Invariant: only the named folders are opened, only what is trusted is run, nothing is written without `--allow-write`, and no
//! tool asks a model.

mod calls;
mod client;
mod found;
mod tools;
mod transport;

use std::{
    sync::{Arc, mpsc},
    thread,
};

use super::SUCCESS;
use crate::{
    app::App,
    args::{Global, Mcp},
    output,
};
use calls::{Current, MAX_WAITING};
use client::Client;
use tools::Tools;

pub(crate) fn run(global: &Global, arguments: &Mcp) -> anyhow::Result<u8> {
    let app = App::start(global)?;
    let (calls, waiting) = mpsc::sync_channel(MAX_WAITING);
    let of_signal = calls.clone();
    // Where the channel is full, the loop below sees it after the call that is being done.
    app.stop_on_signal(move || drop(of_signal.try_send(None)));
    let tools = Tools::new(&app, global, arguments)?;
    let current = Arc::new(Current::default());
    let client = Client::new(tools.list()?, calls, Arc::clone(&current), app.machines());
    thread::spawn(move || client.talk());
    while !app.is_interrupted()
        && let Ok(Some(call)) = waiting.recv()
    {
        if !current.begin(&call) {
            continue;
        }
        let answer = tools.call(call.params, call.words);
        if current.end() {
            // Nobody waits for it, and what comes next may run again.
            app.resume();
        } else {
            // Who is gone in the meantime needs no answer.
            drop(call.answer.send(answer));
        }
    }
    app.trim();
    Ok(if app.is_interrupted() { output::INTERRUPTED } else { SUCCESS })
}
