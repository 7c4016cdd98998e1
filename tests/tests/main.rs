//! Every end-to-end test, in one program so that it is linked once.

mod alone;
mod codes;
mod deadlocks;
mod exact;
mod examples;
mod findings;
mod flips;
mod formats;
mod hostile;
mod human;
mod interactive;
mod killed;
mod stability;
mod tidy;
mod verdicts;
