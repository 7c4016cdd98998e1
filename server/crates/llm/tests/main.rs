//! The client as a whole: what it logs, and a real server.

mod logs;
mod model_server;
