//! Programs that run elsewhere: a [`Machine`](judge::machine::Machine) whose runs are taken by workers, and such a worker.
//!
//! Between them is a NATS server with JetStream. A batch of tasks is one message of a work queue, which is gone when a
//! worker has answered it and comes back when that worker is lost; its answer is one message that is kept for a while.
//! Small contents ride inside, larger ones lie on the server in pieces, under their digest. Sources are compiled where the
//! client is.
//!
//! Invariant: what comes from the server is data of a stranger: it is taken apart within bounds, and contents count only
//! under the digest that they have.

mod address;
mod answer;
mod audit;
mod blobs;
mod connection;
mod desk;
mod home;
mod jetstream;
mod login;
mod looks;
mod machine;
mod metrics;
mod native;
mod orders;
mod presence;
mod refusal;
mod setup;
mod shift;
mod signing;
mod status;
mod sync;
mod takers;
mod turns;
mod way;
mod wire;
mod wishes;
mod worker;

pub use address::Address;
pub use audit::Caught;
pub use connection::{Connection, Trust};
pub use login::{Login, Said, new_nkey};
pub use machine::ClusterMachine;
pub use presence::{Presence, Work};
pub use setup::{Host, Proof, Tenant, can_be_tenant, configuration};
pub use signing::{Believed, PublicKey, SigningKey};
pub use status::Status;
pub use worker::{Stop, WorkerConfig, work};
