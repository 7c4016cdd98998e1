//! Arguments of commands about the machine and the tool itself.

use std::{
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock},
};

use clap::ValueEnum;
use clap_complete::Shell;
use cluster::Caught;

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Completions {
    /// The shell.
    pub(crate) shell: Shell,
}

/// Arguments of `lsp`.
#[derive(Debug, clap::Args)]
pub(crate) struct Lsp {
    /// What editors that know several transports pass; there is no other.
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
}

/// Where programs run.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Elsewhere {
    /// Have the workers of a cluster run the programs: `tls://HOST:PORT`, or `nats://127.0.0.1:PORT` on this machine. If not given, that of `cluster` in `config.toml`; `here` has them run on this machine all the same.
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: Option<String>,
    /// Have so many per cent of what runs on a cluster run twice, on different workers. Where one of them says what is not so, `check`, `gen`, `minimize` and `rows judge` begin again without it; searches end.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(1..=100))]
    pub(crate) audit: Option<u8>,
    /// Give metrics of what runs on a cluster in Prometheus's text format over HTTP, at 127.0.0.1:9465 if no address is named.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true, default_missing_value = "127.0.0.1:9465")]
    pub(crate) metrics: Option<SocketAddr>,
    /// Who was caught meanwhile.
    #[arg(skip)]
    pub(crate) caught: Arc<Mutex<Vec<Caught>>>,
    /// Where metrics are given, once that is known.
    #[arg(skip)]
    pub(crate) listener: Arc<OnceLock<TcpListener>>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Cluster {
    #[command(subcommand)]
    pub(crate) command: ClusterCommand,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum ClusterCommand {
    /// Writes a new folder with what a server, its workers and its users need: configuration, passwords, keys.
    Init(ClusterInit),
    /// Prints who is there, with what each worker has and does, and how many batches are not answered.
    Status(ClusterStatus),
}

/// Arguments of `cluster status`.
#[derive(Debug, clap::Args)]
pub(crate) struct ClusterStatus {
    /// The cluster: `tls://HOST:PORT`, or `nats://127.0.0.1:PORT` on this machine. If not given, that of `cluster` in `config.toml`.
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: Option<String>,
    /// Prints it again every few seconds, with how much is answered meanwhile, until Ctrl-C.
    #[arg(long, conflicts_with = "format")]
    pub(crate) watch: bool,
    /// For whom.
    #[arg(long, value_enum, default_value = "human")]
    pub(crate) format: StatusFormat,
}

/// `cluster status --format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatusFormat {
    /// Lines for a person.
    Human,
    /// Metrics in the text format of Prometheus.
    Prometheus,
}

/// Arguments of `cluster init`.
#[derive(Debug, clap::Args)]
pub(crate) struct ClusterInit {
    /// The new folder.
    pub(crate) dir: PathBuf,
    /// Those who share the server and see nothing of each other; repeat it for several.
    #[arg(long, value_name = "NAME", default_value = "setters")]
    pub(crate) tenant: Vec<String>,
    /// How many workers of each tenant get a key to sign with.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) workers: u32,
    /// The name or address by which other machines find the server, which then speaks TLS; without it only this machine
    /// connects.
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    /// Let each tenant in by an nkey, of which the server knows the public half only, instead of a password.
    #[arg(long)]
    pub(crate) nkeys: bool,
    /// What each tenant may have on the server's disk, in gigabytes.
    #[arg(long, value_name = "GB", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) store: u64,
}

/// Arguments of `worker`.
#[derive(Debug, clap::Args)]
pub(crate) struct Worker {
    /// The cluster: `tls://HOST:PORT`, or `nats://127.0.0.1:PORT` on this machine. If not given, that of `cluster` in `config.toml`.
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: Option<String>,
    /// Sign what comes of them with the key in this file, which is made if it is not there; what a check is to believe is printed.
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    /// How many programs run at once; as many as there are cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) cores: Option<u32>,
    /// Give metrics in Prometheus's text format over HTTP, at 127.0.0.1:9464 if no address is named.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true, default_missing_value = "127.0.0.1:9464")]
    pub(crate) metrics: Option<SocketAddr>,
}

/// Arguments of `doctor`.
#[derive(Debug, clap::Args)]
pub(crate) struct Doctor {
    /// Starts nothing: of languages that no program was run in yet it says only that they are here.
    #[arg(long)]
    pub(crate) quick: bool,

    /// Also writes what a bug report needs into a file: this output, settings and the last log, without secrets.
    #[arg(long, value_name = "FILE")]
    pub(crate) bundle: Option<PathBuf>,
}

/// Arguments of `schema`.
#[derive(Debug, clap::Args)]
pub(crate) struct Schema {
    /// Which one.
    #[arg(value_enum)]
    pub(crate) of: SchemaOf,
}

/// What there are schemas of.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SchemaOf {
    /// `config.toml`, which editors' settings equal.
    Settings,
    /// `touchstone.toml`.
    Folder,
    /// `check --format json`.
    Report,
    /// The same for several problems.
    ContestReport,
}

/// Arguments of `mcp`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Mcp {
    /// The folders that may be opened: problem folders, or folders of them.
    #[arg(required = true, value_name = "DIR")]
    pub(crate) dirs: Vec<PathBuf>,
    /// Run programs of folders that nobody has said are trusted.
    #[arg(long)]
    pub(crate) trust: bool,
    /// Let the agent add tests to the folders.
    #[arg(long)]
    pub(crate) allow_write: bool,
}
