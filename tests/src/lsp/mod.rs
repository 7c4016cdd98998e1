//! An editor for tests: it starts `touchstone lsp`, speaks the protocol with it, and keeps what it is told.
//!
//! It blocks. Two threads carry bytes from and to the server; all else happens while a test waits for something, so what
//! a test sees changes only there.

pub mod answers;
pub mod client;
pub mod compilers;
pub mod draw;
pub mod editing;
pub mod matrix;
pub mod seen;
pub mod setup;
pub mod text;
pub mod uri;
pub(crate) mod versions;
pub mod wire;
