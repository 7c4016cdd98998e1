//! Polygon packages.

use crate::{folder::Folder, model::Problem};

/// Reads a Polygon package; `None` when the folder is none.
pub fn read(_folder: &dyn Folder) -> Option<Problem> {
    None
}
