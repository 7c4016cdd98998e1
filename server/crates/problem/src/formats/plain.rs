//! Plain folders.
