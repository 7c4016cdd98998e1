//! Those who have no part in a run, or refuse one: searches, limits that no worker gives, and tenants on the same server.

use std::{fs, os::unix::fs::PermissionsExt as _};

use e2e::{
    process,
    touchstone::{Done, Touchstone},
};
use nix::sys::signal::Signal;
use testkit::{folder::Folder, temporary};

use super::{Server, TIME_MS, check, ended_well, here, problem, quick, ready, wait_for};

#[test]
fn searches_run_many_inputs_here() {
    let Some(server) = Server::start() else { return };
    let folder = Folder::of(
        "many",
        [
            (
                "gen.cpp",
                "#include \"testlib.h\"\nint main(int argc, char* argv[]) { registerGen(argc, argv, 1); println(argv[1]); }\n",
            ),
            ("sol.cpp", "#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n << '\\n'; }\n"),
            (
                "wa_late.cpp",
                "#include <iostream>\nint main() { int n; std::cin >> n; std::cout << (n == 77 ? 0 : n) << '\\n'; }\n",
            ),
            (
                "val.cpp",
                "#include \"testlib.h\"\nint main(int argc, char* argv[]) { registerValidation(argc, argv); inf.readInt(1, 200); inf.readEoln(); inf.readEof(); }\n",
            ),
            ("tests/1.in", "1\n"),
            ("tests/1.ans", "1\n"),
        ],
    );
    let worker = server.worker(&[]);
    let stress = |more: &[&str]| {
        let stress =
            Touchstone::new().args(["stress", "--format", "json", "--budget", "10m", "--in"]).arg(folder.path());
        stress.args(more).args(["--solution", "wa_late.cpp", "gen [1..200]"]).run()
    };
    let (url, here) = (server.url(), stress(&[]));
    let there = stress(&["--cluster", &url]);
    let found = |done: &Done| {
        let found: serde_json::Value = serde_json::from_str(&done.stdout).unwrap_or_else(|_| panic!("{done:?}"));
        found["stress"]["difference"]["input"].clone()
    };
    assert_eq!((found(&there), there.code()), (found(&here), here.code()), "{there:?}");
    assert_eq!(found(&there), "77\n", "{there:?}");
    assert!(!there.stderr.contains("refuses"), "{there:?}");
    // An input of the person's own is judged there, too.
    let input = folder.path().join("mine.txt");
    fs::write(&input, "77\n").expect("it can be written");
    let hack = Touchstone::new().args(["hack", "--input"]).arg(&input).arg("--cluster").arg(&url).arg(folder.path());
    let done = hack.run().expect_code(0);
    assert!(done.stderr.contains("programs run on 1 core of the cluster"), "{done:?}");
    ended_well(worker);
}

#[test]
fn what_workers_refuse_stays() {
    let Some(server) = Server::start() else { return };
    let large = quick();
    large.write("touchstone.toml", "[limits]\nmemory_mb = 8192\n");
    let worker = server.worker(&[]);
    let settings = Touchstone::new();
    let config = settings.home().join(".config/touchstone");
    fs::create_dir_all(&config).expect("it can be made");
    fs::write(config.join("config.toml"), "memory_cap_mb = 16384\n").expect("it can be written");
    let done = settings.args(["check", "--format", "json", "--cluster"]).arg(server.url()).arg(large.path()).run();
    let refused = "since a worker refuses it (a run asks for more than a worker gives";
    assert!(done.stderr.contains(refused), "{done:?}");
    assert_eq!(done.report().matrix(), here(&large));
    // It has not taken that for a failure of its own.
    let quick = quick();
    assert_eq!(check(&quick, &server).run().report().matrix(), here(&quick));
    let ended = ended_well(worker);
    assert!(!ended.stderr.contains("warning"), "{ended:?}");
}

/// A server with what `cluster init` has written; its accounts are red and blue.
fn server_of_two() -> Option<Server> {
    let (program, place) = (super::program_if_wanted()?, temporary::folder());
    let set_up = Touchstone::new().args(["cluster", "init", "--tenant", "red", "--tenant", "blue"]);
    let told = set_up.arg(place.path().join("set")).run().expect_code(0);
    assert!(told.stdout.contains("nats-server -c nats.conf"), "{told:?}");
    let file = place.path().join("set/nats.conf");
    for secret in ["nats.conf", "red/password", "red/worker-1.key", "blue/password"] {
        let mode = fs::metadata(place.path().join("set").join(secret)).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{secret}");
    }
    Some(Server::start_in(program, place, Some(&file)))
}

#[test]
fn a_tenant_is_let_in_by_an_nkey() {
    let (Some(program), place) = (super::program_if_wanted(), temporary::folder()) else { return };
    let init = |dir: &str| {
        let set_up = Touchstone::new().args(["cluster", "init", "--nkeys"]).arg(place.path().join(dir));
        set_up.run().expect_code(0)
    };
    let told = [init("set"), init("other")];
    assert!(told[0].stdout.contains("TOUCHSTONE_CLUSTER_CREDENTIALS_FILE="), "{told:?}");
    let file = place.path().join("set/nats.conf");
    let text = fs::read_to_string(&file).expect("it was written");
    let seed = fs::read_to_string(place.path().join("set/setters/user.nk")).expect("it was written");
    assert!(seed.starts_with("SU") && !text.contains(seed.trim()) && !text.contains("password"), "{text}");
    let server = Server::start_in(program, place, Some(&file));
    let status = |dir: &str| {
        let status = Touchstone::new().args(["cluster", "status", "--cluster"]).arg(server.url());
        status.env("TOUCHSTONE_CLUSTER_CREDENTIALS_FILE", server.place().join(dir).join("setters/user.nk")).run()
    };
    assert!(status("set").expect_code(0).stdout.contains("no worker answers"), "it is let in");
    let refused = status("other").expect_code(2);
    let words = "does not let this user in; check the file in TOUCHSTONE_CLUSTER_CREDENTIALS_FILE";
    assert!(refused.stderr.contains(words), "{refused:?}");
}

#[test]
fn tenants_see_nothing_of_each_other() {
    let Some(server) = server_of_two() else { return };
    let of = |tenant: &str, command: Touchstone| {
        let own = server.place().join("set").join(tenant);
        command
            .env("TOUCHSTONE_CLUSTER_USER", tenant)
            .env("TOUCHSTONE_CLUSTER_PASSWORD_FILE", own.join("password"))
            .env("TOUCHSTONE_CLUSTER_KEYS", own.join("keys"))
    };
    let quick = quick();
    let key = server.place().join("set/red/worker-1.key");
    let cache = temporary::folder();
    let worker = |tenant: &str| of(tenant, server.worker_to_be().arg("--cache-dir").arg(cache.path()));
    let red = ready(worker("red").arg("--key").arg(key));
    let status =
        |tenant: &str| of(tenant, Touchstone::new().args(["cluster", "status", "--cluster"]).arg(server.url()));
    assert!(status("red").run().stdout.contains("1 core,"), "red sees its worker");
    let done = of("red", check(&quick, &server)).run();
    assert_eq!(done.report().matrix(), here(&quick));
    assert!(done.stderr.contains("if one of 1 keys has signed them"), "{done:?}");
    assert!(status("blue").run().stdout.contains("no worker answers"), "blue sees none of red's workers");
    let refused = of("blue", check(&quick, &server)).run().expect_code(2);
    assert!(refused.stderr.contains("no worker answers"), "{refused:?}");
    let wrong = of("red", status("red")).env("TOUCHSTONE_CLUSTER_USER", "blue").run().expect_code(2);
    assert!(wrong.stderr.contains("does not let this user in"), "{wrong:?}");
    // What a worker keeps is had by whoever names it: workers of one person on one machine keep nothing together.
    let blue = ready(worker("blue"));
    let caches = fs::read_dir(cache.path().join("worker")).expect("the workers made it").flatten();
    let caches: Vec<_> = caches.map(|cache| cache.path()).collect();
    assert_eq!(caches.len(), 2, "{caches:?}");
    ended_well(red);
    ended_well(blue);
}

#[test]
fn a_small_check_does_not_wait_for_the_end_of_a_large_one() {
    let Some(server) = Server::start() else { return };
    let quick = quick();
    let expected = here(&quick);
    let word = format!("tle_large_{}", std::process::id());
    let large = problem(&word, TIME_MS);
    // Minutes of work, and no two runs of it are the same.
    for number in 3..=150 {
        large.write(&format!("tests/{number}.in"), format!("{number}\n"));
        large.write(&format!("tests/{number}.ans"), format!("{number}\n"));
    }
    let worker = server.worker(&[]);
    let running = check(&large, &server).start(true);
    wait_for(&word);
    assert_eq!(check(&quick, &server).run().report().matrix(), expected);
    process::signal(-running.pid(), Signal::SIGINT);
    assert_eq!(running.wait().code(), Some(130), "it had not ended");
    ended_well(worker);
}
