//! The layer that makes tower-lsp safe: threads of their own for both streams, and a guard before every handler.

mod frames;
pub(crate) mod guard;
pub(crate) mod input;
pub(crate) mod output;
#[cfg(test)]
mod tests;
