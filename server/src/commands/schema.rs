//! `touchstone schema`

use problem::settings;

use super::SUCCESS;
use crate::{
    args::{Schema, SchemaOf},
    output,
};

pub(crate) fn run(schema: &Schema) -> anyhow::Result<u8> {
    let schema = match schema.of {
        SchemaOf::Settings => settings::UserSettings::schema(),
        SchemaOf::Folder => settings::schema(),
        SchemaOf::Report => reports::schema(),
        SchemaOf::ContestReport => reports::contest_schema(),
    };
    output::json(&schema).map(drop)?;
    Ok(SUCCESS)
}
