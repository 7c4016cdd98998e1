//! `touchstone new`

use anyhow::Context as _;

use super::SUCCESS;
use crate::{args::New, assets, output};

pub(crate) fn run(new: &New) -> anyhow::Result<u8> {
    judge::disk::folder::make_empty(&new.name)?;
    for (path, content) in assets::TEMPLATE {
        judge::disk::folder::write_new(&new.name, path, content.as_bytes())
            .with_context(|| format!("{} could not be written", new.name.join(path).display()))?;
    }
    output::line(&format!("made {}; now run `touchstone check {}`", new.name.display(), new.name.display()));
    Ok(SUCCESS)
}
