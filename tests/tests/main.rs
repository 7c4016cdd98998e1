//! Every end-to-end test, in one program so that it is linked once.

mod alone;
mod codes;
mod compile;
mod concurrent;
mod deadlocks;
mod edits;
mod exact;
mod examples;
mod findings;
mod flips;
mod formats;
mod hack;
mod hostile;
mod human;
mod incremental;
mod interactive;
mod killed;
mod lsp;
mod minimize;
mod sandbox;
mod scene;
mod stability;
mod tidy;
mod verdicts;
mod watch;
mod write;
