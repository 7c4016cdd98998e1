//! An editor for tests: it speaks the protocol with a server, a process or a thread, and keeps what it is told.
//!
//! It blocks. Two threads carry bytes from and to the server; all else happens while a test waits for something, so what
//! a test sees changes only there.

pub mod answers;
pub mod client;
pub mod draw;
pub mod editing;
pub mod matrix;
pub mod seen;
pub mod server;
pub mod setup;
pub mod text;
pub mod uri;
pub(crate) mod versions;
pub mod wire;
