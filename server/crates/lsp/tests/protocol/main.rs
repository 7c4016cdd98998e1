//! The protocol, as editors speak it: the whole server on threads of this process, with a machine that compiles and runs
//! nothing for real. What is about processes and compilers is tried end to end, with the binary.

#![expect(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]
#![expect(clippy::disallowed_methods, reason = "tests do what a person or another program does to files")]

mod clients;
mod contests;
mod damage;
mod hanging;
mod hello;
mod in_process;
mod long;
mod machine;
mod navigation;
mod order;
mod places;
mod problems;
mod proposals;
mod random;
mod requests;
mod runs;
mod trust;
