//! Numbers in the text format of Prometheus, and who gives them to whoever asks over HTTP.

use std::{net::TcpListener, sync::Arc, time::Duration};

use problem::executor::ExecutorError;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::presence::Presence;

/// How long one who asks may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// The most that is read of what somebody asks, bytes.
const MOST_ASKED: usize = 8 << 10;

/// A text of metrics as it grows.
#[derive(Default)]
pub(crate) struct Metrics(pub(crate) String);

impl Metrics {
    /// A metric: its values with their labels, each in braces or empty.
    pub(crate) fn add(&mut self, name: &str, kind: &str, help: &str, values: impl IntoIterator<Item = (String, u64)>) {
        self.0 += &format!("# HELP touchstone_{name} {help}\n# TYPE touchstone_{name} {kind}\n");
        values.into_iter().for_each(|(labels, value)| self.0 += &format!("touchstone_{name}{labels} {value}\n"));
    }

    /// One without labels.
    pub(crate) fn add_one(&mut self, name: &str, kind: &str, help: &str, value: u64) {
        self.add(name, kind, help, [(String::new(), value)]);
    }

    /// Those of workers.
    pub(crate) fn add_workers(&mut self, workers: &[Presence]) {
        let of_workers = |value: fn(&Presence) -> u64| {
            workers.iter().map(move |worker| (label("worker", &worker.name), value(worker))).collect::<Vec<_>>()
        };
        let what = |worker: &Presence| {
            let words = [&worker.name, &worker.cpu_model, &worker.level, &worker.version].map(|words| escaped(words));
            let [name, model, level, version] = words;
            let labels =
                format!("{{worker=\"{name}\",cpu_model=\"{model}\",sandbox=\"{level}\",version=\"{version}\"}}");
            (labels, 1)
        };
        self.add("worker_info", "gauge", "Workers that answer.", workers.iter().map(what));
        let cores = of_workers(|worker| worker.cores as u64);
        self.add("worker_cores", "gauge", "Batches that a worker runs at once.", cores);
        let in_hand = of_workers(|worker| worker.work.n_in_hand as u64);
        self.add("worker_in_hand", "gauge", "Batches that a worker has in hand.", in_hand);
        let answered = of_workers(|worker| worker.work.n_answered);
        self.add("worker_answers_total", "counter", "Batches that a worker has answered.", answered);
        let failed = of_workers(|worker| worker.work.n_failed);
        self.add("worker_failures_total", "counter", "Batches that a worker could not run.", failed);
    }
}

/// A label as it stands behind a name.
pub(crate) fn label(name: &str, words: &str) -> String {
    format!("{{{name}=\"{}\"}}", escaped(words))
}

fn escaped(words: &str) -> String {
    words.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// Gives metrics to whoever asks, for as long as this is polled.
///
/// # Errors
/// When the system does not let us listen.
pub(crate) fn give(
    listener: TcpListener,
    text: impl Fn() -> String + Send + Sync + 'static,
) -> Result<impl Future<Output = ()> + Send + 'static, ExecutorError> {
    let listener = listener.set_nonblocking(true).and_then(|()| tokio::net::TcpListener::from_std(listener));
    let listener = listener.map_err(|error| ExecutorError::Failed(format!("no metrics can be given ({error})")))?;
    let text = Arc::new(text);
    Ok(async move {
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                // There are too many open files, for example.
                tokio::time::sleep(PATIENCE).await;
                continue;
            };
            let text = Arc::clone(&text);
            tokio::spawn(async move { drop(timeout(PATIENCE, answer(stream, &*text)).await) });
        }
    })
}

async fn answer(mut stream: TcpStream, text: &(impl Fn() -> String + Sync)) -> std::io::Result<()> {
    let mut asked = Vec::new();
    while !asked.windows(4).any(|end| end == b"\r\n\r\n") {
        let n_read = stream.read_buf(&mut asked).await?;
        if n_read == 0 || asked.len() > MOST_ASKED {
            return Ok(());
        }
    }
    let is_known = [&b"GET /metrics "[..], b"GET / "].iter().any(|known| asked.starts_with(known));
    let (status, body) = if is_known { ("200 OK", text()) } else { ("404 Not Found", String::new()) };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).await?;
    stream.shutdown().await
}
