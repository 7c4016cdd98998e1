//! The `touchstone` binary.

#[cfg_attr(not(test), expect(dead_code, reason = "no command prints a report yet"))]
mod human;
#[cfg_attr(not(test), expect(dead_code, reason = "no command has stages yet"))]
mod progress;

fn main() {}
