//! Readers of folder formats: a folder in, a [`Problem`](crate::model::Problem) with findings out. A broken manifest
//! gives findings, never a refusal.

pub mod icpc;
pub mod plain;
pub mod polygon;
mod statement;
mod wording;
mod yaml;
