//! The model of a competitive-programming problem: pure data and pure functions.
//!
//! Everything here can be computed from values alone: reading a folder that is handed in as a value, deciding
//! what to run next, folding what happened into the matrix, and turning the matrix into findings and a report.
//!
//! Invariant: no I/O, no processes, no clocks, no asynchronous runtime and no protocol types.

pub mod bounds;
pub mod calibrate;
pub mod carry;
pub mod classify;
pub mod constants;
pub mod digest;
pub mod executor;
pub mod facts;
pub mod finding;
pub mod findings;
pub mod fix;
pub mod fold;
pub mod folder;
pub mod formats;
mod globs;
pub mod handover;
pub mod hidden;
pub mod included;
mod index;
pub mod label;
pub mod language;
pub mod languages;
pub mod lint;
pub mod missing;
pub mod model;
pub mod modules;
pub mod options;
pub mod path;
pub mod plan;
pub mod report;
pub mod request;
pub mod sanitizer;
pub mod scoring;
pub mod script;
pub mod settings;
pub mod stale;
pub mod state;
pub mod text;
pub mod timing;
pub mod trace;
pub mod verdict;
pub mod words;
