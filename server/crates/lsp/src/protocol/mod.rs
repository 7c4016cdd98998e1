//! What is the protocol's: its bytes, its methods, its payloads, and what the server asks of a client.

pub(crate) mod backend;
pub(crate) mod capabilities;
pub(crate) mod client_requests;
pub(crate) mod commands;
pub(crate) mod encoding;
pub(crate) mod kinds;
pub(crate) mod outbox;
pub(crate) mod payload;
pub(crate) mod wire;
