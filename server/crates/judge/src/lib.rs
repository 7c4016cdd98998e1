//! Compilers, processes, cache, settings files: the only crate that runs a program or touches a file.

pub mod compile;
