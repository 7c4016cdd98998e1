//! What touches files: problem folders, the judge's own directories, temporary ones, and files that are read and written a
//! line at a time.

mod above;
pub mod appended;
pub mod copy;
pub mod dirs;
mod facts;
pub mod files;
pub mod folder;
pub mod journal;
pub mod lines;
pub mod packed;
mod walk;
pub mod watch;
