//! The `touchstone` binary.
fn main() {}
