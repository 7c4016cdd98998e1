//! Commands that ask a language model.

use testkit::model_server::ModelServer;

use crate::touchstone::Touchstone;

/// A command whose language model is this server.
pub fn asking(touchstone: Touchstone, server: &ModelServer) -> Touchstone {
    touchstone.env("TOUCHSTONE_LLM_BASE_URL", server.unique_base_url()).env("TOUCHSTONE_LLM_MODEL", "scripted")
}
