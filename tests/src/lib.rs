//! What the end-to-end tests share: the real binary, folders to try it on, and ways to look at what it did.
//!
//! Invariant: nothing here knows the project's own code; the tests see what a person or another program sees.

pub mod answers;
pub mod archive;
pub mod binary;
pub mod corpus;
pub mod counts;
pub mod examples;
pub mod expect;
pub mod folder;
pub mod leftovers;
pub mod lsp;
pub mod process;
pub mod random;
pub mod random_answers;
pub mod report;
pub mod scene;
pub mod small;
pub mod temporary;
pub mod touchstone;
pub mod wait;
pub mod watching;
