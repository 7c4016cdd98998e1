//! `touchstone cluster`

use cluster::Status;

use super::SUCCESS;
use crate::{
    args::{Cluster, ClusterCommand},
    elsewhere, output,
};

pub(crate) fn run(cluster: &Cluster) -> anyhow::Result<u8> {
    let ClusterCommand::Status { cluster } = &cluster.command;
    let (address, login) = elsewhere::cluster(cluster)?;
    let status = Status::ask(&address, &login)?;
    if status.workers.is_empty() {
        output::line(&format!("no worker answers; start one with `touchstone worker --cluster {address}`"));
    }
    status.workers.iter().for_each(|worker| output::line(&worker.line()));
    output::line(&format!("batches not answered: {}", status.n_batches));
    Ok(SUCCESS)
}
