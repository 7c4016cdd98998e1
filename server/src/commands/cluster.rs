//! `touchstone cluster`

use std::{
    collections::BTreeMap,
    path::Path,
    time::{Duration, Instant},
};

use cluster::{Address, Host, Proof, SigningKey, Status, Tenant, can_be_tenant, configuration, new_nkey};
use judge::{disk::folder::make_whole, user};
use problem::{executor::ExecutorError, path::RelPath};

use super::SUCCESS;
use crate::{
    app,
    args::{Cluster, ClusterCommand, ClusterInit, ClusterStatus, Global, StatusFormat},
    elsewhere,
    human::clean,
    output,
};

pub(crate) fn run(global: &Global, cluster: &Cluster) -> anyhow::Result<u8> {
    match &cluster.command {
        ClusterCommand::Init(init) => set_up(init),
        ClusterCommand::Status(asked) => status(global, asked),
    }
}

/// How often a status is printed anew.
const AGAIN: Duration = Duration::from_secs(2);

fn status(global: &Global, asked: &ClusterStatus) -> anyhow::Result<u8> {
    let (_, settings, _) = app::settings(global)?;
    let (address, login) = elsewhere::cluster(asked.cluster.as_deref(), settings.cluster.as_deref())?;
    let (mut before, mut outcome) = (None::<(u64, Instant)>, Ok(()));
    let mut tell = |found: Result<Status, ExecutorError>| {
        match found {
            Ok(status) if asked.format == StatusFormat::Prometheus => output::line(status.metrics().trim_end()),
            Ok(status) => {
                let rate = before.map(|(n_before, when)| {
                    status.n_answers.saturating_sub(n_before) as f64 / when.elapsed().as_secs_f64()
                });
                print(&status, &address, rate);
                before = Some((status.n_answers, Instant::now()));
            }
            // It may come back.
            Err(error) if asked.watch => output::line(&error.to_string()),
            Err(error) => outcome = Err(error),
        }
        if asked.watch {
            output::line("");
        }
        asked.watch
    };
    Status::follow((&address, &login), AGAIN, &mut tell)?;
    Ok(outcome.map(|()| SUCCESS)?)
}

/// The status, for a person; with how many batches are answered in a second, where that is known.
fn print(status: &Status, address: &Address, rate: Option<f64>) {
    if status.workers.is_empty() {
        output::line(&format!("no worker answers; start one with `touchstone worker --cluster {address}`"));
    }
    status.workers.iter().for_each(|worker| output::line(&worker.line()));
    let left = rate.filter(|rate| *rate > 0.0 && status.n_batches > 0).map(|rate| status.n_batches as f64 / rate);
    let rate = rate.map(|rate| format!(", answered in a second: {rate:.1}")).unwrap_or_default();
    let left = left.map(|seconds| format!(", at this rate answered in {seconds:.0} s")).unwrap_or_default();
    output::line(&format!("batches not answered: {}{rate}{left}", status.n_batches));
}

/// Something random that nobody guesses.
fn secret() -> Result<String, String> {
    SigningKey::make().map_err(|error| error.to_string())
}

/// Writes a secret into a file that nobody else can read.
fn keep(file: &Path, text: String) -> anyhow::Result<()> {
    user::secret_or_new(file, || Ok(text)).map(drop).map_err(anyhow::Error::msg)
}

fn set_up(init: &ClusterInit) -> anyhow::Result<u8> {
    for (number, name) in init.tenant.iter().enumerate() {
        anyhow::ensure!(
            can_be_tenant(name) && !init.tenant[..number].contains(name),
            "`{name}` cannot be a tenant; use small letters, digits and hyphens, and each name once"
        );
    }
    let host = init.host.as_deref().map(|text| Host::parse(text).ok_or_else(|| no_host(text))).transpose()?;
    // Of each tenant the list of keys may be read by all.
    let (mut lists, mut keys) = (BTreeMap::new(), Vec::new());
    for name in &init.tenant {
        let mut list = String::new();
        for number in 1..=init.workers {
            let seed = SigningKey::make()?;
            list += &format!("{} worker-{number}\n", SigningKey::read(&seed)?.public());
            keys.push((format!("{name}/worker-{number}.key"), seed));
        }
        lists.extend(RelPath::parse(&format!("{name}/keys")).map(|path| (path, list.into_bytes())));
    }
    let lost = || anyhow::anyhow!("{} is no name for a new folder", init.dir.display());
    let (parent, name) = init.dir.parent().zip(init.dir.file_name()).ok_or_else(lost)?;
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    make_whole(parent, name.to_str().ok_or_else(lost)?, &lists)?;
    let mut tenants = Vec::new();
    for name in &init.tenant {
        let own = init.dir.join(name);
        let proof = if init.nkeys {
            let (seed, public) = new_nkey()?;
            keep(&own.join("user.nk"), format!("{seed}\n"))?;
            Proof::Nkey(public)
        } else {
            let password = secret().map_err(anyhow::Error::msg)?.trim().to_owned();
            keep(&own.join("password"), format!("{password}\n"))?;
            Proof::Password(password)
        };
        tenants.push(Tenant { name: name.clone(), proof });
    }
    for (file, seed) in keys {
        keep(&init.dir.join(file), seed)?;
    }
    keep(&init.dir.join("nats.conf"), configuration(&tenants, host.as_ref(), init.store))?;
    tell(init, host.as_ref());
    Ok(SUCCESS)
}

fn no_host(text: &str) -> anyhow::Error {
    anyhow::anyhow!(
        "`{}` cannot be a host; give its name or its address alone, such as judge.example",
        clean::line(text)
    )
}

/// Says what is to be done now.
fn tell(init: &ClusterInit, host: Option<&Host>) {
    let (dir, tenant) = (init.dir.display(), init.tenant.first().map_or("", String::as_str));
    let (url, believed) = match host {
        Some(host) => {
            output::line(&format!(
                "In {dir}, make a certificate, or lay one there as cert.pem and key.pem:\n    openssl req -x509 -newkey ed25519 -days 3650 -nodes -keyout key.pem -out cert.pem -subj /CN=judge -addext basicConstraints=critical,CA:FALSE -addext subjectAltName={}",
                host.of_certificate()
            ));
            // What is set there takes the place of the public authorities.
            let believed = format!("    export SSL_CERT_FILE={dir}/cert.pem\n");
            (format!("tls://{host}:4222"), believed)
        }
        None => ("nats://127.0.0.1:4222".to_owned(), String::new()),
    };
    let own = if init.nkeys {
        format!("TOUCHSTONE_CLUSTER_CREDENTIALS_FILE={dir}/{tenant}/user.nk")
    } else {
        format!("TOUCHSTONE_CLUSTER_USER={tenant} TOUCHSTONE_CLUSTER_PASSWORD_FILE={dir}/{tenant}/password")
    };
    output::line(&format!(
        "Start the server in {dir}:\n    nats-server -c nats.conf\n\
         Workers and checks of {tenant} are let in with\n{believed}    \
         export {own}\n\
         Start each worker with a key of its own, and have checks believe these keys only:\n    \
         touchstone worker --cluster {url} --key {dir}/{tenant}/worker-1.key\n    \
         export TOUCHSTONE_CLUSTER_KEYS={dir}/{tenant}/keys\n    \
         touchstone check --cluster {url} DIR"
    ));
}
