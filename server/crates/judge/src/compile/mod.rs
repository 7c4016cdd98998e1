//! Building programs, with results cached by content.
//!
//! A build has two keys. One, of the sources, flags and compiler, gives the headers that the last build of that key
//! included; the other, of those headers' contents, gives the build.
//!
//! Invariant: a build's key holds the contents of the sources and of every header they include, the flags and the
//! identity of the compiler; never a path outside the folder or a time.

mod backwards;
mod build;
mod by_table;
mod checktestdata;
mod classes;
mod depfile;
mod harness;
mod headers;
mod help;
mod inputs;
mod library;
pub mod messages;
mod modules;
mod pack;
mod places;
mod plan;
mod precompiled;
mod python;
mod runnable;
mod runtime;
mod sanitized;
mod scripts;
mod shared_files;
mod sources;
mod stand_in;
mod toolchain;
mod tools;

pub use self::checktestdata::{Describer, Draws, Policy, Shape, Sizes, Small};
pub use build::{BuildContext, Builder};
pub use runnable::Runnable;
pub(crate) use runnable::action;
pub use runtime::{Found, Look, StartUp};
pub(crate) use sanitized::{LOG, MAX_ADDRESSES, SanitizedBuild, file_in, is_sanitized};
pub use toolchain::{Compiler, Python, Toolchain, ToolchainConfig};
pub use tools::{Tool, Tools};
