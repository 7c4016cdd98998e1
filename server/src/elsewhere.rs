//! Programs that run on the workers of a cluster: which one, and how this person is let in.

use std::sync::Arc;

use cluster::{Address, ClusterMachine, Connection, Login};
use judge::{engine::Engine, user};

use crate::{args::Elsewhere, output};

/// The cluster with this address, and what the environment says for it.
pub(crate) fn cluster(url: &str) -> anyhow::Result<(Address, Login)> {
    let said = |name: &str| user::variable(name).filter(|word| !word.is_empty());
    let in_file = said("TOUCHSTONE_CLUSTER_PASSWORD_FILE").map(|file| user::secret_in(&file)).transpose();
    let in_file = in_file.map_err(anyhow::Error::msg)?;
    let login = Login::of(said("TOUCHSTONE_CLUSTER_USER"), said("TOUCHSTONE_CLUSTER_PASSWORD"), in_file)?;
    Ok((Address::parse(url)?, login))
}

/// Connects, where a cluster was named.
pub(crate) fn connect(elsewhere: &Elsewhere) -> anyhow::Result<Option<Connection>> {
    let Some(url) = &elsewhere.cluster else { return Ok(None) };
    let (address, login) = cluster(url)?;
    let connection = Connection::open(&address, &login)?;
    let (n_cores, models) = (connection.n_cores(), connection.cpu_models());
    output::note(&format!(
        "programs run on {n_cores} {} of the cluster at {address}; results are not attributed: no worker signs them",
        if n_cores == 1 { "core" } else { "cores" }
    ));
    if models.len() > 1 {
        output::note(&format!(
            "warning: the workers have different CPUs ({}), so a time near a limit may be judged otherwise next time",
            models.join(", ")
        ));
    }
    Ok(Some(connection))
}

/// Has an engine's programs run there.
pub(crate) fn send(engine: &mut Engine, connection: Option<&Arc<Connection>>) -> anyhow::Result<()> {
    let Some(connection) = connection else { return Ok(()) };
    if let Some(compiler) =
        [&engine.toolchain.cxx, &engine.toolchain.cc].into_iter().flatten().find(|one| !one.links_statically)
    {
        anyhow::bail!(
            "{} cannot link programs that run by themselves on other machines; install the static C library",
            compiler.path
        );
    }
    engine.machine = Arc::new(ClusterMachine::over(Arc::clone(&engine.machine), Arc::clone(connection))?);
    Ok(())
}
