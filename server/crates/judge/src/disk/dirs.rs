//! Where the tool keeps its own files.
//!
//! Invariant: nothing of ours is ever written into a problem folder.

use std::path::PathBuf;

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use problem::path::AbsPath;

/// The tool's own directories.
#[derive(Clone, Debug)]
pub struct Dirs {
    /// Binaries, outputs and results; may be deleted at any time.
    pub cache: AbsPath,
    /// The user's settings.
    pub config: AbsPath,
    /// Probed capabilities, trust, logs.
    pub state: AbsPath,
}

/// There is no home directory to derive the directories from.
#[derive(Clone, Debug, thiserror::Error)]
#[error("no home directory was found; set HOME, or pass --cache-dir")]
pub struct NoHome;

/// A variable of the environment that is set and not empty.
pub fn environment_word(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|word| !word.is_empty())
}

impl Dirs {
    /// The cache that the environment names.
    pub fn cache_from_environment() -> Option<PathBuf> {
        environment_word("TOUCHSTONE_CACHE_DIR").map(PathBuf::from)
    }

    /// The platform's directories, with the cache where `cache_dir` or `TOUCHSTONE_CACHE_DIR` says, in that order.
    ///
    /// # Errors
    /// When nothing says where they are.
    pub fn find(cache_dir: Option<PathBuf>) -> Result<Dirs, NoHome> {
        let named = cache_dir.or_else(Dirs::cache_from_environment);
        let named = named.and_then(|path| std::path::absolute(path).ok()).and_then(AbsPath::new);
        let args = AppStrategyArgs { top_level_domain: "".into(), author: "".into(), app_name: "touchstone".into() };
        match (choose_app_strategy(args), named) {
            (Ok(strategy), named) => {
                let cache = named.or_else(|| AbsPath::new(strategy.cache_dir())).ok_or(NoHome)?;
                let config = AbsPath::new(strategy.config_dir()).ok_or(NoHome)?;
                let state = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
                Ok(Dirs { cache, config, state: AbsPath::new(state).ok_or(NoHome)? })
            }
            (Err(_), Some(cache)) => Ok(Dirs { config: cache.child("config"), state: cache.child("state"), cache }),
            (Err(_), None) => Err(NoHome),
        }
    }
}
