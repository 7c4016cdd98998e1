//! The client of language models: it asks one question and hands out one answer that fits its schema.
//!
//! A [`question::Question`] goes in, with the shape of its answer; a [`question::Reply`] comes out, with a value that was found to have
//! that shape here, whatever the server promised ([`schema`]). Three wire formats are spoken ([`wire`]); what a server cannot do is found
//! out once and remembered ([`ladder`]); what it costs is kept within a budget ([`ledger`]).
//!
//! Everything but [`client`] and [`network`] is pure: requests are values, streams are folded into an answer, what a
//! failure means is a table.
//!
//! Invariant: nothing here touches a file, starts a process or reads the environment: others do, behind
//! [`store::Store`] and [`secret::Secrets`].
//!
//! Invariant: a key goes to the origin it belongs to and nowhere else; keys stand in no log and in no message, texts of
//! questions and answers in no log.

mod answer;
pub mod client;
pub mod config;
pub mod error;
mod exact;
mod failure;
mod ladder;
pub mod ledger;
pub mod network;
pub mod origin;
pub mod program;
pub mod question;
mod redact;
pub mod retry;
pub mod schema;
pub mod secret;
mod sse;
pub mod store;
mod wire;
