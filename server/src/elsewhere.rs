//! Programs that run on the workers of a cluster: which one, and how this person is let in.

use std::{
    net::{SocketAddr, TcpListener},
    sync::{Arc, Mutex, PoisonError},
};

use cluster::{Address, Believed, Caught, ClusterMachine, Connection, Login, PublicKey, Said, Trust};
use judge::{
    disk::{dirs::Dirs, files},
    engine::Engine,
    user,
};
use problem::{report::ClusterReport, words::quantity};

use crate::{args::Elsewhere, output};

/// The word for this machine, in the place of an address.
const HERE: &str = "here";

/// The cluster with this address, or else that of the settings, and what the environment says for it.
pub(crate) fn cluster(url: Option<&str>, of_settings: Option<&str>) -> anyhow::Result<(Address, Login)> {
    let url = url.or(of_settings);
    let url = url
        .ok_or_else(|| anyhow::anyhow!("no cluster is named; use `--cluster URL`, or set `cluster` in config.toml"))?;
    let said = |name: &str| user::variable(name).filter(|word| !word.is_empty());
    let held = |name: &str| said(name).map(|file| user::secret_in(&file)).transpose().map_err(anyhow::Error::msg);
    let login = Login::of(Said {
        user: said("TOUCHSTONE_CLUSTER_USER"),
        password: said("TOUCHSTONE_CLUSTER_PASSWORD"),
        password_file: held("TOUCHSTONE_CLUSTER_PASSWORD_FILE")?,
        credentials_file: held("TOUCHSTONE_CLUSTER_CREDENTIALS_FILE")?,
    })?;
    Ok((Address::parse(url)?, login))
}

/// A cluster in use; at its end it is said what did not run there, and how much ran twice. Who was caught is kept, for what it
/// said may have been, too.
pub(crate) struct Cluster {
    connection: Arc<Connection>,
    caught: Arc<Mutex<Vec<Caught>>>,
    dirs: Dirs,
}

impl Cluster {
    /// Who has run programs so far.
    pub(crate) fn report(&self) -> ClusterReport {
        self.connection.report()
    }

    /// How many programs run at once there.
    pub(crate) fn n_cores(&self) -> usize {
        self.connection.n_cores()
    }

    /// Whether somebody said what is not so; nothing runs there any more then.
    pub(crate) fn has_caught(&self) -> bool {
        !self.connection.caught().is_empty()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for sentence in self.connection.stayed().into_iter().chain(self.connection.audited()) {
            output::note(&format!("note: {sentence}"));
        }
        for one in self.connection.caught() {
            if let Err(error) = files::keep_struck_worker(&self.dirs, &one.key.hex(), &one.worker) {
                output::note(&format!("warning: it is not kept that {} was caught ({error})", one.worker));
            }
            self.caught.lock().unwrap_or_else(PoisonError::into_inner).push(one);
        }
    }
}

impl Elsewhere {
    fn caught(&self) -> Vec<Caught> {
        self.caught.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Does something that nobody has seen anything of before its end; again, without them, when workers were caught that
    /// said what is not so.
    pub(crate) fn until_nobody_is_caught<T>(&self, what: impl Fn() -> anyhow::Result<T>) -> anyhow::Result<T> {
        loop {
            let n_before = self.caught().len();
            let came_to = what();
            let caught = self.caught();
            match (&came_to, caught.get(n_before..)) {
                (Err(_), Some(new @ [_, ..])) => {
                    new.iter().for_each(|one| output::note(&format!("warning: {}", one.sentence())));
                    output::note("it begins again without them");
                }
                _ => return came_to,
            }
        }
    }
}

/// Connects, where a cluster was named by a command that can use one, or by the settings, which are the engine's.
pub(crate) fn connect(elsewhere: Option<&Elsewhere>, engine: &Engine) -> anyhow::Result<Option<Cluster>> {
    let Some(elsewhere) = elsewhere else { return Ok(None) };
    let dirs = &engine.dirs;
    let url = elsewhere.cluster.as_deref().or(engine.user.cluster.as_deref());
    if url.is_none_or(|url| url == HERE) {
        for (option, is_given) in [("--audit", elsewhere.audit.is_some()), ("--metrics", elsewhere.metrics.is_some())] {
            anyhow::ensure!(!is_given, "`{option}` is for what runs on a cluster; use `--cluster URL`, too");
        }
        return Ok(None);
    }
    let (address, login) = cluster(url, None)?;
    let list = user::variable("TOUCHSTONE_CLUSTER_KEYS").filter(|file| !file.is_empty());
    let list = list.map(|file| user::secret_in(&file)).transpose().map_err(anyhow::Error::msg)?;
    let believed = list.as_deref().map(Believed::read).transpose()?;
    anyhow::ensure!(
        believed.is_some() || elsewhere.audit.is_none(),
        "`--audit` must know who said what; name the list of the workers' keys in TOUCHSTONE_CLUSTER_KEYS"
    );
    let trust = Trust { believed, caught: caught(elsewhere, dirs), audit: elsewhere.audit.unwrap_or(0) };
    // Where programs cannot be shut in at all, that is said when the first one is to run.
    let level = engine.machine.find_sandbox().map_or_else(|_| "full".to_owned(), |sandbox| sandbox.level);
    let connection = Connection::open(&address, &login, trust, &level)?;
    if connection.believed().is_some_and(|believed| believed.n_keys() == 0) {
        let (_, file) = files::struck_workers(dirs);
        anyhow::bail!(
            "nobody is left on the list of keys, since who signs with them said what is not so ({file}); start workers with new keys"
        );
    }
    let attributed = match connection.believed() {
        None => "results are not attributed: TOUCHSTONE_CLUSTER_KEYS names no list of workers' keys".to_owned(),
        Some(believed) => format!("results count if one of {} keys has signed them", believed.n_keys()),
    };
    let (n_cores, model, here) = (connection.n_cores(), connection.cpu_model(), judge::cpu_model());
    output::note(&match n_cores {
        0 => format!("warning: no worker of the cluster at {address} has the sandbox level {level} yet; {attributed}"),
        n_cores => format!("programs run on {} of the cluster at {address}; {attributed}", quantity(n_cores, "core")),
    });
    if !connection.has_this_cpu() {
        output::note(&format!(
            "warning: the workers' CPU ({model}) is not this machine's ({here}), so a time near a limit may be judged otherwise than here"
        ));
    }
    let others: Vec<String> = connection.other_cpu_models().into_iter().collect();
    if !others.is_empty() {
        output::note(&format!(
            "warning: workers with other CPUs get nothing to do ({}), since times compare between equal ones only",
            others.join(", ")
        ));
    }
    connection.tell(|sentence| output::note_between(&format!("note: {sentence}")));
    let connection = Arc::new(connection);
    if let Some(at) = elsewhere.metrics {
        // One that begins again gives them where it did.
        if elsewhere.listener.get().is_none() {
            drop(elsewhere.listener.set(listen(at)?));
        }
        if let Some(listener) = elsewhere.listener.get() {
            connection.give_metrics(listener.try_clone()?)?;
        }
    }
    Ok(Some(Cluster { connection, caught: Arc::clone(&elsewhere.caught), dirs: dirs.clone() }))
}

/// Who was caught in this run, and before, which is said.
fn caught(elsewhere: &Elsewhere, dirs: &Dirs) -> Vec<Caught> {
    let mut caught = elsewhere.caught();
    let (struck, file) = files::struck_workers(dirs);
    for (key, worker) in struck {
        let Some(key) = PublicKey::parse(&key) else { continue };
        if caught.iter().all(|known| known.key != key) {
            output::note(&format!(
                "note: {worker} said what is not so in an earlier run, so it gets nothing to do; {file} has its key"
            ));
            caught.push(Caught { worker, key });
        }
    }
    caught
}

/// Where metrics are given from now on, which is said.
pub(crate) fn listen(at: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(at);
    let listener =
        listener.map_err(|error| anyhow::anyhow!("no metrics can be given at {at} ({error}); name another address"))?;
    output::note(&format!("metrics are at http://{}/metrics", listener.local_addr()?));
    Ok(listener)
}

/// Has an engine's programs run there.
pub(crate) fn send(engine: &mut Engine, cluster: Option<&Cluster>) -> anyhow::Result<()> {
    let Some(Cluster { connection, .. }) = cluster else { return Ok(()) };
    let flags = engine.user.flags.iter().flatten();
    if let Some(flag) = flags.clone().find(|flag| flag.ends_with("=native"))
        && !connection.has_this_cpu()
    {
        anyhow::bail!("`{flag}` makes programs for this machine's CPU, and the workers have another one; leave it out");
    }
    // Before it is another machine: the settings speak of this one.
    let n_here = engine.n_workers(None);
    engine.machine = Arc::new(ClusterMachine::over(Arc::clone(&engine.machine), n_here, Arc::clone(connection))?);
    Ok(())
}
