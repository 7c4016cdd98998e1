//! What fails in the middle of a run, and what is left of it then.

use std::{fs, path::Path};

use e2e::{
    disk::SmallDisk,
    process,
    touchstone::{Done, Touchstone},
};
use nix::sys::signal::Signal;
use testkit::{folder::Folder, temporary, wait};

use crate::rows::row_that_runs;

use super::{
    PARTITION, PATIENCE, SOON, Server, TIME_MS, check, check_by, ended_well, here, is_gone, not_tried,
    passage::{Forger, Passage},
    problem, program_if_wanted, quick, wait_for, worker_by,
};

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
    fs::remove_dir_all(&streams).expect("they were made again");
    server.start_again();
    // The other one has none of the programs, and neither has the server any more.
    let second = server.worker_with_nothing();
    server.wait_for_workers(2);
    process::signal(first.pid(), Signal::SIGKILL);
    first.wait();
    let done = running.wait().expect_code(1);
    assert_eq!(done.report().matrix(), here(&folder));
    ended_well(second);
}

/// A server that keeps its streams there, with so much room for them as it believes.
fn server_that_believes(store: &Path, bytes: &str) -> Option<Server> {
    let (program, place) = (program_if_wanted()?, temporary::folder());
    let file = place.path().join("nats.conf");
    let configuration = format!("jetstream {{ store_dir: {store:?}, max_file_store: {bytes} }}\n");
    fs::write(&file, configuration).expect("it is ours");
    Some(Server::start_in(program, place, Some(&file)))
}

/// What a command said that could not do its job: one sentence about a disk.
fn said_of_the_disk(done: Done) {
    let done = done.expect_code(2);
    let said: Vec<&str> = done.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
    assert!(matches!(said[..], [sentence] if sentence.contains("disk") && sentence.contains("see ")), "{done:?}");
}

#[test]
fn a_server_without_room() {
    let store = temporary::folder();
    let Some(server) = server_that_believes(store.path(), "1MB") else { return };
    said_of_the_disk(check(&problem("tle_no_room", TIME_MS), &server).run());
    // The streams share what there is.
    for bytes in ["100MB", "1GB", "2GB"] {
        let store = temporary::folder();
        let Some(server) = server_that_believes(store.path(), bytes) else { return };
        let status = Touchstone::new().args(["cluster", "status", "--cluster"]).arg(server.url()).run();
        assert!(format!("{}{}", status.stdout, status.stderr).contains("no worker answers"), "{bytes}: {status:?}");
    }
}

#[test]
fn a_full_disk_on_the_server() {
    let disk = temporary::folder();
    let Some(_disk) = SmallDisk::new(disk.path(), "16m") else {
        return not_tried("no file system can be mounted here: a server with a full disk");
    };
    let Some(mut server) = server_that_believes(disk.path(), "10GB") else { return };
    let word = format!("tle_full_{}", std::process::id());
    let folder = problem(&word, TIME_MS);
    // These travel inside messages, and no message has room once the disk is full.
    for number in 1..=4 {
        folder.write(&format!("tests/{number}.in"), format!("{number}\n{}", "\n".repeat(60_000)));
        folder.write(&format!("tests/{number}.ans"), format!("{number}\n"));
    }
    let worker = server.worker(&[]);
    let mut running = check(&folder, &server).start(false);
    // It builds first, and nothing was sent yet.
    running.told("programs run on 1 core");
    let filler = disk.path().join("filler");
    fs::write(&filler, vec![0; 32 << 20]).expect_err("there is not so much room");
    said_of_the_disk(running.wait());
    server.kill();
    fs::remove_file(&filler).expect("it is ours");
    server.start_again();
    // The worker has been told nothing, and comes back by itself.
    server.wait_for_workers(1);
    assert_eq!(check(&folder, &server).run().report().matrix(), here(&folder));
    ended_well(worker);
}

/// A problem whose program and whose outputs are too large to travel inside messages.
fn large() -> Folder {
    let print = |last: &str| {
        format!(
            "#include <stdio.h>\nint main(void) {{ for (int i = 0; i < 30000; i++) printf(\"%d\\n\", i); puts(\"{last}\"); }}\n"
        )
    };
    let numbers: String = (0..30000).map(|number| format!("{number}\n")).collect();
    let folder = Folder::of("large", [("tests/1.in", "1\n")]);
    folder.write("sol.c", print("end"));
    folder.write("wa_last.c", print("enD"));
    folder.write("tests/1.ans", numbers + "end\n");
    folder
}

#[test]
fn contents_that_are_not_what_they_are_called() {
    let Some(server) = Server::start() else { return };
    let folder = large();
    let (once, always) = (|| Forger::before(server.address, 1), Forger::before(server.address, u32::MAX));
    let (of_client, of_worker) = (once(), once());
    let worker = worker_by(&of_worker.url());
    // What is in this cache is not fetched.
    let check = |url: String| {
        Touchstone::with_empty_home().args(["check", "--format", "json", "--cluster", &url]).arg(folder.path())
    };
    // The programs never come as they are.
    let given_up = check(always.url()).run().expect_code(2);
    assert!(given_up.stderr.contains("contents do not reach the workers"), "{given_up:?}");
    assert_eq!(of_worker.n_forged(), 0, "it has run nothing");
    // First the programs do not, then what they write does not.
    let done = check(of_client.url()).run();
    assert_eq!(done.report().matrix(), here(&folder));
    for forger in [always, of_client, of_worker] {
        assert!(forger.n_forged() > 0, "nothing was forged");
    }
    ended_well(worker);
}

#[test]
fn ten_seconds_without_a_network() {
    let Some(server) = Server::start() else { return };
    let passage = Passage::to(server.address);
    let word = format!("tle_parted_{}", std::process::id());
    let folder = problem(&word, TIME_MS);
    let worker = worker_by(&passage.url());
    let mut running = check_by(&folder, &passage.url()).start(false);
    wait_for(&word);
    passage.set_open(false);
    // Meanwhile the server takes the worker for lost, and hands out anew what it has.
    let ended = wait::until(PARTITION, || running.has_ended().then_some(()));
    assert!(ended.is_none(), "it has ended without the server: {:?}", running.wait());
    passage.set_open(true);
    let done = running.wait().expect_code(1);
    assert_eq!(done.report().matrix(), here(&folder));
    let status = Touchstone::new().args(["cluster", "status", "--cluster"]).arg(server.url()).run();
    assert!(status.stdout.contains("batches not answered: 0"), "{status:?}");
    ended_well(worker);
}

#[test]
fn rows_go_on_after_whoever_judged_them_was_killed() {
    let Some(server) = Server::start() else { return };
    let place = temporary::folder();
    let file = place.path().join("rows.jsonl");
    let words = [1, 2, 3].map(|number| format!("r{}_{number}", std::process::id()));
    fs::write(&file, words.iter().map(|word| row_that_runs(word, TIME_MS)).collect::<String>()).expect("it is ours");
    let judge = |out: &Path| Touchstone::new().args(["rows", "judge", "--out"]).arg(out).arg(&file);
    let (there, here) = (place.path().join("there.jsonl"), place.path().join("here.jsonl"));
    let judge_there = || judge(&there).arg("--cluster").arg(server.url());
    let worker = server.worker(&[]);
    let killed = judge_there().start(true);
    wait_for(&words[1]);
    process::signal(killed.pid(), Signal::SIGKILL);
    killed.wait();
    // Several rows are under way at once, and are written in their order.
    let n_done = fs::read_to_string(&there).map_or(0, |done| done.matches('\n').count());
    // Nobody is left to judge the others: they are not done, and are judged by whoever comes.
    let mut alone = judge_there().start(true);
    alone.told("programs run on 1 core");
    process::signal(worker.pid(), Signal::SIGKILL);
    worker.wait();
    let alone = alone.wait().expect_code(2);
    let first = format!("row {}: ", n_done + 1);
    assert!(alone.stderr.contains(&first) && alone.stderr.contains("the same command goes on with it"), "{alone:?}");
    let worker = server.worker(&[]);
    let done = judge_there().run().expect_code(0);
    assert_eq!(done.stderr.contains(&format!("{n_done} rows are done already")), n_done > 0, "{done:?}");
    let undisturbed = judge(&here).run().expect_code(0);
    let [there, here] = [there, here].map(|out| fs::read_to_string(out).expect("it was written"));
    assert_eq!((there, done.stdout), (here, undisturbed.stdout));
    ended_well(worker);
}

/// The last program is held up on its worker, which says that all is well.
#[test]
fn who_idles_takes_over_what_takes_long() {
    let Some(server) = Server::start() else { return };
    let word = format!("ac_slow_{}", std::process::id());
    let folder = quick();
    folder.write("touchstone.toml", "[limits]\ntime_ms = 40000\nmemory_mb = 64\n");
    let sleeps = "#include <stdio.h>\n#include <unistd.h>\nint main(void) { sleep(3); puts(\"5\"); }\n";
    folder.write(&format!("{word}.c"), sleeps);
    let slow = server.worker(&[]);
    let running = check(&folder, &server).start(false);
    wait_for(&word);
    let mut held = process::running_with(&word);
    held.retain(|program| program.command == format!("./{word}"));
    held.iter().for_each(|program| process::signal(program.pid, Signal::SIGSTOP));
    let other = server.worker(&[]);
    let done = running.wait();
    // Held up for as long as it may take, it would not be accepted.
    assert_eq!(done.report().matrix(), here(&folder));
    let workers = done.report().0["problem"]["cluster"]["workers"].as_array().map(Vec::len);
    assert_eq!(workers, Some(2));
    // What nobody waits for any more is ended, and its worker is as before.
    assert!(is_gone(&word, SOON), "it is held up for ever");
    ended_well(slow);
    ended_well(other);
}
