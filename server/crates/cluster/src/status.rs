//! A cluster at one moment, for people and for those who gather numbers.

use std::time::Duration;

use problem::{executor::ExecutorError, words::quantity};
use tokio::time::sleep;

use crate::{
    address::Address,
    connection::Link,
    jetstream::{self, Stream},
    login::Login,
    metrics::Metrics,
    presence::Presence,
};

/// A cluster at one moment.
pub struct Status {
    /// Who is there.
    pub workers: Vec<Presence>,
    /// How many batches are not answered: those that wait, and those that run.
    pub n_batches: u64,
    /// How many answers there ever were.
    pub n_answers: u64,
}

impl Status {
    /// Asks a cluster, and again after each pause for as long as `tell` says so.
    ///
    /// # Errors
    /// One sentence: the server is not there, too old, or lets nobody in.
    pub fn follow(
        (address, login): (&Address, &Login),
        pause: Duration,
        tell: &mut dyn FnMut(Result<Status, ExecutorError>) -> bool,
    ) -> Result<(), ExecutorError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let no_runtime = |error| ExecutorError::Failed(format!("nothing can be asked ({error}); try again"));
        runtime.map_err(no_runtime)?.block_on(async {
            let link = Link::open(address, login).await?;
            while tell(Status::of(&link).await) {
                sleep(pause).await;
            }
            Ok(())
        })
    }

    async fn of(link: &Link) -> Result<Status, ExecutorError> {
        let mut workers = link.call_the_roll().await;
        workers.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Status {
            workers,
            n_batches: jetstream::n_kept(&link.way.client, Stream::Work).await?,
            n_answers: jetstream::n_ever(&link.way.client, Stream::Results).await?,
        })
    }

    /// In the format that Prometheus reads.
    pub fn metrics(&self) -> String {
        let mut metrics = Metrics::default();
        metrics.add_one("batches", "gauge", "Batches that are not answered.", self.n_batches);
        metrics.add_one("answers_total", "counter", "Answers since the server keeps them.", self.n_answers);
        metrics.add_workers(&self.workers);
        metrics.0
    }
}

impl Presence {
    /// What it is, in a line for people.
    pub fn line(&self) -> String {
        let languages: Vec<&str> = self.runtimes.iter().map(|runtime| runtime.language.as_str()).collect();
        let languages = if languages.is_empty() { "no runtimes".to_owned() } else { languages.join(", ") };
        let failed = if self.work.n_failed > 0 { format!(", {} failed", self.work.n_failed) } else { String::new() };
        let rests = self.trouble.as_ref().map(|why| format!("; it rests: {why}")).unwrap_or_default();
        format!(
            "{}: {}, {} in hand, {} answered{failed}, {}, sandbox {}, {}, version {}, {languages}{rests}",
            self.name,
            quantity(self.cores, "core"),
            self.work.n_in_hand,
            self.work.n_answered,
            self.cpu_model,
            self.level,
            self.platform,
            self.version,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presence::Work;

    #[test]
    fn numbers_for_prometheus() {
        let worker = Presence {
            protocol: 1,
            version: "1".to_owned(),
            name: "w\"1\\".to_owned(),
            cores: 2,
            level: "full".to_owned(),
            cpu_model: "Z80".to_owned(),
            platform: "p".to_owned(),
            runtimes: Vec::new(),
            key: None,
            trouble: None,
            work: Work { n_in_hand: 1, n_answered: 7, n_failed: 0 },
        };
        let text = Status { workers: vec![worker], n_batches: 3, n_answers: 9 }.metrics();
        for line in [
            "touchstone_batches 3",
            "# TYPE touchstone_answers_total counter",
            r#"touchstone_worker_info{worker="w\"1\\",cpu_model="Z80",sandbox="full",version="1"} 1"#,
            r#"touchstone_worker_answers_total{worker="w\"1\\"} 7"#,
        ] {
            assert!(text.lines().any(|other| other == line), "{line} in\n{text}");
        }
        assert!(text.lines().all(|line| line.starts_with("# ") || line.rsplit(' ').next().is_some_and(|n| n.parse::<u64>().is_ok())));
    }
}
