//! Label and role words.
