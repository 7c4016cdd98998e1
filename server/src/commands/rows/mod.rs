//! `touchstone rows`

mod export;
mod flow;
mod import;
mod judge;
mod reasons;

use crate::args::{Global, Rows, RowsCommand};

pub(crate) fn run(global: &Global, rows: &Rows) -> anyhow::Result<u8> {
    match &rows.command {
        RowsCommand::Import(import) => import::run(import),
        RowsCommand::Export(export) => export::run(global, export),
        RowsCommand::Judge(judge) => judge::run(global, judge),
    }
}
