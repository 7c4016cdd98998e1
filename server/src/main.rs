//! The `touchstone` binary: arguments in, human or machine output out. Everything else is in the crates it calls.
//!
//! Invariant: exit code 0 means nothing found, 1 a finding of severity error or warning, 2 that the tool itself could
//! not do its job.

mod app;
mod args;
mod assets;
mod commands;
mod elsewhere;
mod human;
mod output;
mod progress;

use std::{panic, process::ExitCode};

use clap::Parser as _;

use crate::args::{Args, Command};

fn main() -> ExitCode {
    judge::launcher::serve_if_asked();
    let args = Args::parse();
    args.global.color.write_global();
    // What the person reads of a mistake of ours is the message of the panic, and this.
    let done = panic::catch_unwind(|| run(&args))
        .unwrap_or_else(|_| Err(anyhow::anyhow!("touchstone made a mistake, which is told above; please report it")));
    match done {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            output::error(&error);
            ExitCode::from(output::code_of(&error))
        }
    }
}

/// Does what was asked for, and says with which code to exit.
fn run(args: &Args) -> anyhow::Result<u8> {
    match &args.command {
        Command::Check(check) => commands::check::run(&args.global, check),
        Command::Run(run) => commands::run::run(&args.global, run),
        Command::Gen(generate) => commands::generate::run(&args.global, generate),
        Command::Minimize(minimize) => commands::minimize::run(&args.global, minimize),
        Command::Hack(hack) => commands::hack::run(&args.global, hack),
        Command::Mutate(mutate) => commands::mutate::run(&args.global, mutate),
        Command::Show(show) => commands::show::run(&args.global, show),
        Command::Bounds(bounds) => commands::bounds::run(&args.global, bounds),
        Command::Calibrate(calibrate) => commands::calibrate::run(&args.global, calibrate),
        Command::Probe(probe) => commands::probe::run(&args.global, probe),
        Command::Stress(stress) => commands::stress::run(&args.global, stress),
        Command::Evaluate(evaluate) => commands::evaluate::run(&args.global, evaluate),
        Command::Evolve(evolve) => commands::evolve::run(&args.global, evolve),
        Command::Fix(fix) => commands::fix::run(&args.global, fix),
        Command::Write(write) => commands::write::run(&args.global, write),
        Command::Rows(rows) => commands::rows::run(&args.global, rows),
        Command::Export(export) => commands::export::run(&args.global, export),
        Command::Import(import) => commands::import::run(import),
        Command::New(new) => commands::new::run(&args.global, new),
        Command::Doctor(doctor) => commands::doctor::run(&args.global, doctor),
        Command::Languages => commands::languages::run(&args.global),
        Command::Cluster(cluster) => commands::cluster::run(&args.global, cluster),
        Command::Worker(worker) => commands::worker::run(&args.global, worker),
        Command::Lsp(_) => commands::lsp::run(&args.global),
        Command::Mcp(mcp) => commands::mcp::run(&args.global, mcp),
        Command::Schema(schema) => commands::schema::run(schema),
        Command::Explain(explain) => commands::explain::run(&args.global, explain),
        Command::Cache(cache) => commands::cache::run(&args.global, cache),
        Command::Completions(completions) => commands::completions::run(completions),
    }
}
