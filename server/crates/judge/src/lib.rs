//! Compilers, processes, cache, settings files: the only crate that runs a program or touches a file.
//!
//! Invariant: a program of the folder runs only through the [`problem::executor::Executor`] seam.

pub mod answering;
pub mod cases;
pub mod check;
pub mod compile;
pub mod cores;
pub mod disk;
pub mod engine;
pub mod inputs;
pub mod launcher;
pub mod local;
pub mod machine;
pub mod scratch;
pub mod store;
mod sync;
mod system;
pub mod testlib;
pub mod user;
pub mod words;

/// Makes this thread, and all threads and processes that it starts from now on, give way to others.
pub fn lower_priority() {
    system::lower_priority();
}

/// The CPU's model, as results name it.
pub fn cpu_model() -> String {
    system::cpu_model()
}

/// Whether a process of that number is there.
pub fn is_alive(process: u32) -> bool {
    system::is_alive(process)
}
