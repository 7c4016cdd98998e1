//! The language server: the real binary, the real protocol, the real compiler.

mod clients;
mod damage;
mod ends;
mod load;
mod machine;
mod order;
mod places;
mod proposals;
mod random;
mod requests;
mod runs;
mod sessions;
mod stories;
mod trust;
