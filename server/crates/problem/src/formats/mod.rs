//! formats/mod
