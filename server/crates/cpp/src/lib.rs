//! cpp
use problem::{facts::SourceFacts, path::RelPath};
/// Stub.
pub fn facts(_path: &RelPath, _text: &str) -> Option<SourceFacts> {
    None
}
