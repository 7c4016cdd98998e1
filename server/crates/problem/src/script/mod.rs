//! Test scripts.
