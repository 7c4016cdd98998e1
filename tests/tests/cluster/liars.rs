//! Workers that say what is not so, that have no room, and that the network cuts off.

use std::{
    fs,
    path::{Path, PathBuf},
};

use e2e::{binary, disk::SmallDisk, touchstone::Touchstone};
use serde_json::json;
use testkit::{folder::Folder, temporary, wait};

use super::{
    PARTITION, Server, TIME_MS, check, ended_well, here, not_tried, passage::Passage, problem, quick, ready, wait_for,
    worker_by,
};

/// Says something else on a machine that has this limit.
const LIES: &str = "#include <stdio.h>\n#include <sys/resource.h>\nint main(void) { struct rlimit limit; int n; scanf(\"%d\", &n); getrlimit(RLIMIT_MSGQUEUE, &limit); printf(\"%d\\n\", n + (limit.rlim_cur == 4321)); }\n";

fn problem_of_liars() -> Folder {
    let folder = Folder::of("lies", [("sol.c", LIES)]);
    for number in 1..=6 {
        folder.write(&format!("tests/{number}.in"), format!("{number}\n"));
        folder.write(&format!("tests/{number}.ans"), format!("{number}\n"));
    }
    folder
}

/// The same as a row, with a wrong solution.
fn row_of_liars(number: u32) -> String {
    let wrong = "int puts(const char *);\nint main(void) { puts(\"0\"); }\n";
    let row = json!({
        "source": "own", "id": number.to_string(), "title": "lies", "description": "", "time_limit": 2000, "memory_limit": 64,
        "validator": null, "generator": null, "generator_cmd": "", "checker": null,
        "correct_submissions": [{ "code": LIES, "language": "c" }],
        "incorrect_submissions": [{ "code": wrong, "language": "c" }],
        "test_cases": [{ "input": format!("{number}\n"), "output": format!("{number}\n") }],
    });
    format!("{row}\n")
}

/// A folder with keys of two workers, and the list of these.
fn keys_of_two(server: &Server) -> PathBuf {
    let keys = server.place().join("keys");
    Touchstone::new().args(["cluster", "init", "--workers", "2"]).arg(&keys).run().expect_code(0);
    keys
}

fn with_key(worker: Touchstone, keys: &Path, number: u32) -> Touchstone {
    worker.arg("--key").arg(keys.join(format!("setters/worker-{number}.key")))
}

#[test]
fn who_lies_is_found_and_left_out() {
    let Some(server) = Server::start() else { return };
    let keys = keys_of_two(&server);
    let list = keys.join("setters/keys");
    let of_worker = |worker: Touchstone, number: u32| {
        let worker = worker.args(["worker", "--cores", "1", "--cluster"]).arg(server.url());
        ready(with_key(worker, &keys, number))
    };
    let other_machine =
        || Touchstone::at(Path::new("/usr/bin/prlimit")).arg("--msgqueue=4321:4321").arg(binary::touchstone());
    let liar = of_worker(other_machine(), 1);
    let folder = problem_of_liars();
    let listed = || check(&folder, &server).env("TOUCHSTONE_CLUSTER_KEYS", &list);
    let audited = || listed().args(["--audit", "100"]).run();
    // Nobody else is there to ask, and nobody is left to run anything.
    let alone = audited().expect_code(2);
    let first_key = fs::read_to_string(&list).expect("it was written")[..64].to_owned();
    let is_told = |words: &str| words.contains("said of a run what is not so") && words.contains(&first_key);
    assert!(is_told(&alone.stderr) && alone.stderr.contains("no worker answers"), "{alone:?}");
    let honest = of_worker(Touchstone::new(), 2);
    let done = audited();
    assert_eq!(done.report().matrix(), here(&folder));
    assert!(is_told(&done.stderr), "{done:?}");
    assert_eq!(done.stderr.matches("what is not so").count(), 1, "only one of them lies: {done:?}");
    assert!(done.stderr.contains("batches ran twice"), "{done:?}");
    let told = &done.report().0["problem"]["cluster"];
    let second_key =
        fs::read_to_string(&list).expect("it was written").lines().nth(1).map(|line| line[..64].to_owned());
    let keys: Vec<_> = told["workers"].as_array().into_iter().flatten().map(|worker| worker["key"].as_str()).collect();
    assert_eq!((keys, &told["keys"]), (vec![second_key.as_deref()], &1.into()), "{told}");
    assert_eq!((&told["audit"]["percent"], &told["audit"]["answered"]), (&100.into(), &told["audit"]["repeated"]));
    // Rows that a liar has judged are taken back, and judged again.
    let place = temporary::folder();
    let rows = place.path().join("rows.jsonl");
    fs::write(&rows, (1..=3).map(row_of_liars).collect::<String>()).expect("it is ours");
    let judge =
        |out: &str| Touchstone::new().args(["rows", "judge"]).arg(&rows).arg("--out").arg(place.path().join(out));
    judge("here.jsonl").run().expect_code(0);
    let judged = judge("there.jsonl").arg("--cluster").arg(server.url()).args(["--audit", "100"]);
    let judged = judged.env("TOUCHSTONE_CLUSTER_KEYS", &list).run().expect_code(0);
    assert!(is_told(&judged.stderr) && judged.stderr.contains("it begins again without them"), "{judged:?}");
    let [there, here_] = ["there.jsonl", "here.jsonl"].map(|out| fs::read_to_string(place.path().join(out)));
    assert_eq!(there.expect("it was written"), here_.expect("it was written"));
    // Who was told once does not have to be told again, and nothing that the liar said is kept.
    let home = temporary::folder();
    let at_home = |more: &[&str]| listed().env("HOME", home.path()).args(more.iter().copied()).run();
    assert_eq!(at_home(&["--audit", "100"]).report().matrix(), here(&folder));
    let later = at_home(&[]);
    assert_eq!(later.report().matrix(), here(&folder));
    assert!(later.stderr.contains("said what is not so in an earlier run"), "{later:?}");
    // Who starts it again gives it another name, and the same key.
    let once_more = of_worker(other_machine(), 1);
    assert_eq!(at_home(&["--no-cache"]).report().matrix(), here(&folder));
    for running in [liar, honest, once_more] {
        ended_well(running);
    }
    let unknown = check(&folder, &server).args(["--audit", "5"]).run().expect_code(2);
    assert!(unknown.stderr.contains("TOUCHSTONE_CLUSTER_KEYS"), "{unknown:?}");
}

/// Prints something else in one of some twenty runs.
const NOW_AND_THEN: &str = "#include <stdio.h>\n#include <time.h>\nint main(void) { struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now); puts(now.tv_nsec / 64 % 20 ? \"5\" : \"6\"); }\n";

#[test]
fn a_program_that_does_something_else_now_and_then_accuses_nobody() {
    let Some(server) = Server::start() else { return };
    let folder = quick();
    folder.write("wa_now_and_then.c", NOW_AND_THEN);
    for number in 2..=40 {
        folder.write(&format!("tests/{number}.in"), format!("{number}\n"));
        folder.write(&format!("tests/{number}.ans"), "5\n");
    }
    let keys = keys_of_two(&server);
    let workers = [1, 2].map(|number| ready(with_key(server.worker_to_be(), &keys, number)));
    let audited = check(&folder, &server).args(["--audit", "100"]);
    let done = audited.env("TOUCHSTONE_CLUSTER_KEYS", keys.join("setters/keys")).run();
    assert!(!done.stderr.contains("what is not so") && done.code().is_some_and(|code| code < 2), "{done:?}");
    assert_eq!(done.report().verdicts("sol.c"), ["AC"; 40]);
    workers.into_iter().for_each(|worker| drop(ended_well(worker)));
}

#[test]
fn a_worker_behind_a_network_that_fails() {
    let Some(server) = Server::start() else { return };
    let passage = Passage::to(server.address);
    let word = format!("tle_behind_{}", std::process::id());
    let folder = problem(&word, TIME_MS);
    let behind = worker_by(&passage.url());
    let mut running = check(&folder, &server).start(false);
    wait_for(&word);
    passage.set_open(false);
    // Nobody is there for a while, which is no reason to give up.
    let ended = wait::until(PARTITION, || running.has_ended().then_some(()));
    assert!(ended.is_none(), "it has ended without workers: {:?}", running.wait());
    // What it has is not heard of, so another one runs it.
    let other = server.worker(&[]);
    assert_eq!(running.wait().report().matrix(), here(&folder));
    ended_well(other);
    passage.set_open(true);
    // It has been told nothing, and goes on; what it has to say by now is nobody's any more.
    let quick = quick();
    assert_eq!(check(&quick, &server).run().report().matrix(), here(&quick));
    ended_well(behind);
}

#[test]
fn a_full_disk_on_a_worker() {
    let Some(server) = Server::start() else { return };
    let place = temporary::folder();
    let Some(_disk) = SmallDisk::new(place.path(), "40m") else {
        return not_tried("no file system can be mounted here: a worker with a full disk");
    };
    let poor = ready(server.worker_to_be().with_cache(place.path()));
    let filler = place.path().join("filler");
    fs::write(&filler, vec![0; 64 << 20]).expect_err("there is not so much room");
    let quick = quick();
    let alone = check(&quick, &server).run().expect_code(2);
    assert!(alone.stderr.contains("could not run a program (worker-"), "{alone:?}");
    // It leaves everything to others.
    let other = server.worker(&[]);
    assert_eq!(check(&quick, &server).run().report().matrix(), here(&quick));
    ended_well(other);
    assert!(ended_well(poor).stderr.contains("warning: "), "nobody was told of its disk");
}
