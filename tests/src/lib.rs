//! What the end-to-end tests share: the real binary, folders to try it on, and ways to look at what it did.
//!
//! Invariant: nothing here knows the project's own code; the tests see what a person or another program sees.

pub mod answers;
pub mod archive;
pub mod binary;
pub mod compilers;
pub mod corpus;
pub mod counts;
pub mod disk;
pub mod expect;
pub mod leftovers;
pub mod part;
pub mod process;
pub mod random_answers;
pub mod remarks;
pub mod report;
pub mod scene;
pub mod server;
pub mod touchstone;
pub mod watching;
