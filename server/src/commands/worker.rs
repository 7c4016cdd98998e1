//! `touchstone worker`

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use cluster::{Presence, SigningKey, Stop, WorkerConfig};
use judge::{
    engine::{CacheUse, Engine, EngineConfig},
    machine, user,
};
use problem::words::quantity;

use super::SUCCESS;
use crate::{
    app,
    args::{Global, SandboxLevel, Worker},
    assets, elsewhere, output,
};

pub(crate) fn run(global: &Global, worker: &Worker) -> anyhow::Result<u8> {
    let (mut dirs, settings, mistakes) = app::settings(global)?;
    for mistake in mistakes {
        output::note(&format!("warning: {mistake}"));
    }
    let (address, login) = elsewhere::cluster(worker.cluster.as_deref(), settings.cluster.as_deref())?;
    // Who names contents gets them, so a person's own are not among them, and another tenant's neither.
    dirs.cache = dirs.cache.child("worker").child(&login.tenant(&address));
    let sandbox = global.sandbox.map(SandboxLevel::choice).or(settings.sandbox).unwrap_or_default();
    let engine = Engine::start(EngineConfig {
        dirs,
        // What a person allows programs of their own is not for those of others.
        user: problem::settings::UserSettings { allow_scripts: None, ..settings },
        sandbox: Some(sandbox),
        cache: CacheUse::Kept,
        store: None,
        testlib: assets::TESTLIB,
        make_machine: machine::that_runs,
    })?;
    let here = thread::available_parallelism().map_or(1, usize::from);
    let cores = worker.cores.map_or(here, |n| n as usize);
    anyhow::ensure!(
        cores <= here,
        "this machine has {here} cores, and programs that share one are measured wrongly; use `--cores {here}`"
    );
    let key = worker.key.as_deref().map(|file| -> anyhow::Result<SigningKey> {
        let text = user::secret_or_new(file, || SigningKey::make().map_err(|error| error.to_string()));
        Ok(SigningKey::read(&text.map_err(anyhow::Error::msg)?)?)
    });
    let key = key.transpose()?;
    let public = key.as_ref().map(SigningKey::public);
    let stop = Stop::default();
    let (draining, was_asked) = (stop.clone(), AtomicBool::new(false));
    drop(ctrlc::set_handler(move || {
        if was_asked.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(output::INTERRUPTED));
        }
        draining.drain();
    }));
    let ready = |presence: &Presence| {
        output::note(&format!(
            "{} serves {address} with {}, sandbox {}, {}; Ctrl-C lets it finish what it has",
            presence.name,
            quantity(presence.cores, "core"),
            presence.level,
            presence.cpu_model
        ));
        if let Some(public) = &public {
            output::line(public);
        }
    };
    let metrics = worker.metrics.map(elsewhere::listen).transpose()?;
    let troubled = |why: &str| output::note(&format!("warning: {why}"));
    cluster::work(WorkerConfig { engine, key, sandbox, cores, metrics }, (&address, &login), &stop, &ready, &troubled)?;
    Ok(SUCCESS)
}
