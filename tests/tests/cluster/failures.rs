//! What fails in the middle of a run, and what is left of it then.

use std::fs;

use e2e::process;
use nix::sys::signal::Signal;

use super::{PATIENCE, Server, check, ended_well, here, is_gone, problem, wait_for};

/// So long a solution may run here: long enough to be seen, and all the same no test waits long for it.
const TIME_MS: u32 = 300;

#[test]
fn a_server_that_loses_its_streams() {
    let Some(mut server) = Server::start() else { return };
    let word = format!("tle_reset_{}", std::process::id());
    let folder = problem(&word, TIME_MS);
    let first = server.worker_with_nothing();
    let running = check(&folder, &server).start(false);
    wait_for(&word);
    server.kill();
    let streams = server.place().join("jetstream");
    fs::remove_dir_all(&streams).expect("there it keeps its streams");
    server.start_again();
    // The same worker gets the next run: there are streams and queues again.
    assert!(is_gone(&word, PATIENCE));
    wait_for(&word);
    server.kill();
    process::signal(first.pid(), Signal::SIGKILL);
    first.wait();
    fs::remove_dir_all(&streams).expect("they were made again");
    server.start_again();
    // The other one has none of the programs, and neither has the server any more.
    let second = server.worker_with_nothing();
    let done = running.wait().expect_code(1);
    assert_eq!(done.report().matrix(), here(&folder));
    ended_well(second);
}
