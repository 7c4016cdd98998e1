//! `touchstone cache`

use judge::store::{self, Store};

use super::SUCCESS;
use crate::{
    app::settings,
    args::{Cache, CacheCommand, Global},
    output,
};

pub(crate) fn run(global: &Global, cache: &Cache) -> anyhow::Result<u8> {
    let (dirs, _, _) = settings(global)?;
    let megabytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    match cache.command {
        CacheCommand::Show => {
            let store = Store::open(&dirs.cache)?;
            let usage = store.usage();
            output::line(&format!("{}", store.root()));
            output::line(&format!("{:>10.1} MB  programs", megabytes(usage.binary_bytes)));
            output::line(&format!("{:>10.1} MB  precompiled headers", megabytes(usage.header_bytes)));
            output::line(&format!("{:>10.1} MB  large contents", megabytes(usage.blob_bytes)));
            output::line(&format!("{:>10.1} MB  replies of language models", megabytes(usage.reply_bytes)));
            output::line(&format!("{:>10.1} MB  {} results", megabytes(usage.database_bytes), usage.n_results));
        }
        CacheCommand::Clean => {
            let freed = store::clean(&dirs.cache)?;
            output::line(&format!("{:.1} MB freed in {}", megabytes(freed), dirs.cache));
        }
    }
    Ok(SUCCESS)
}
