//! The language server as a process: the real binary, the real protocol, the real compiler. What needs none of them is
//! tried in `server/crates/lsp/tests/protocol`.

mod agrees;
mod ends;
mod further_stories;
mod idle;
mod limits;
mod load;
mod machine;
mod offers;
mod pieces;
mod proposals;
mod runs;
mod sessions;
mod stories;
mod trust;
