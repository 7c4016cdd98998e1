//! cpp
