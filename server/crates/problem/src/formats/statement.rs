//! What statements say about limits.
