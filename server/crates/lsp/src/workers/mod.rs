//! What works beside the session, on threads of its own: reading folders, judging, responses, proposals.

pub(crate) mod analyst;
pub mod disk;
pub(crate) mod judging;
pub(crate) mod pool;
pub(crate) mod tasks;
pub(crate) mod threads;
pub(crate) mod timers;
