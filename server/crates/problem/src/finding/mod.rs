//! finding/mod
