//! The example problems, and what an independent judge says about them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

/// Every example problem; one of a contest behind the contest's name.
pub const NAMES: [&str; 19] = [
    "badge-race",
    "blind-scales",
    "calm-days",
    "clinking-glasses",
    "fair-cut",
    "firmware-order",
    "harbour-round/deckcargo",
    "harbour-round/towrope",
    "lending-library/shelf-sums",
    "narrow-quay",
    "night-ferry",
    "one-projector",
    "planks",
    "quiet-room",
    "signal-towers",
    "stair-lamps",
    "two-guards",
    "two-parcels",
    "warm-spell",
];

/// A file or folder of the end-to-end tests.
pub fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests").join(path)
}

/// The folder of an example.
pub fn folder(name: &str) -> PathBuf {
    here("problems").join(name)
}

/// The table of the independent judge.
pub fn oracle(name: &str) -> Value {
    let text = fs::read_to_string(here("oracle").join(format!("{name}.expected.json"))).expect("the table is there");
    serde_json::from_str(&text).expect("the table is JSON")
}
