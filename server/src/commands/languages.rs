//! `touchstone languages`

use problem::languages;

use super::SUCCESS;
use crate::{app, args::Global, output};

/// The table that is built in, as it is documented; with a person's own laid over it, as that makes it.
pub(crate) fn run(global: &Global) -> anyhow::Result<u8> {
    let (_, _, mistakes) = app::settings(global)?;
    for mistake in &mistakes {
        output::note(mistake);
    }
    let table = languages::table();
    let is_built_in = *table == languages::Languages::built_in();
    output::line(if is_built_in { languages::BUILT_IN } else { table.to_toml() }.trim_end());
    Ok(SUCCESS)
}
