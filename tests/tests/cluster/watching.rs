//! Numbers that worker and client give while they run.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
};

use e2e::{
    process,
    touchstone::{Running, Touchstone},
};
use nix::sys::signal::Signal;

use super::{Server, check, ended_well, problem, wait_for};

/// What somebody who has said where its metrics are answers to a request.
fn answer(at: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(at).expect("it listens");
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {at}\r\n\r\n").as_bytes()).expect("it reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("it answers");
    text
}

/// Where it says that its metrics are.
fn place(running: &mut Running) -> String {
    let told = running.told("metrics are at ");
    told.split("http://").nth(1).and_then(|rest| rest.strip_suffix("/metrics")).expect("it is an address").to_owned()
}

/// The value of the first metric that begins so.
pub(super) fn value(metrics: &str, name: &str) -> u64 {
    let of_name = metrics.lines().find_map(|line| line.strip_prefix(name)?.rsplit(' ').next()?.parse().ok());
    of_name.unwrap_or_else(|| panic!("{name} in {metrics}"))
}

#[test]
fn numbers_over_http() {
    let Some(server) = Server::start() else { return };
    let word = format!("tle_counted_{}", std::process::id());
    let folder = problem(&word, 20_000);
    let mut worker = server.worker_to_be().arg("--metrics=127.0.0.1:0").start(true);
    let of_worker = place(&mut worker);
    worker.told(" serves nats://");
    let mut running = check(&folder, &server).arg("--metrics=127.0.0.1:0").start(true);
    let of_client = place(&mut running);
    wait_for(&word);
    let client = answer(&of_client, "/metrics");
    assert!(client.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\n"), "{client}");
    assert!(
        value(&client, "touchstone_client_waiting ") > 0 && value(&client, "touchstone_client_cores ") == 1,
        "{client}"
    );
    let served = answer(&of_worker, "/metrics");
    assert!(value(&served, "touchstone_worker_in_hand{") > 0, "{served}");
    assert!(served.contains("# TYPE touchstone_worker_answers_total counter\n"), "{served}");
    assert!(answer(&of_worker, "/else").starts_with("HTTP/1.1 404 "));
    process::signal(-running.pid(), Signal::SIGINT);
    assert_eq!(running.wait().code(), Some(130));
    ended_well(worker);
    let unused = Touchstone::new().arg("check").arg("--metrics").arg(folder.path()).run().expect_code(2);
    assert!(unused.stderr.contains("`--metrics` is for what runs on a cluster"), "{unused:?}");
}
