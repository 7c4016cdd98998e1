//! Programs that run on workers, with a real server: the same matrix as here, whoever is killed meanwhile; and what is
//! refused.

mod by_hand;
mod failures;
mod liars;
mod others;
mod passage;
mod simulation;
mod watching;

use std::{
    cell::Cell,
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
    thread,
    time::Duration,
};

use e2e::{
    counts::Counts,
    process, remarks,
    touchstone::{Done, Running, Touchstone},
};
use nix::{
    sched::{CloneFlags, unshare},
    sys::signal::Signal,
};
use tempfile::TempDir;
use testkit::{examples, folder::Folder, temporary, wait};

/// How long anything may take to come or to go.
const PATIENCE: Duration = Duration::from_secs(120);
/// Far less than the time limits here, and far more than a cancellation takes.
const SOON: Duration = Duration::from_secs(30);
/// So long a network is away that fails for a while.
const PARTITION: Duration = Duration::from_secs(10);
/// So long a solution may run here: long enough to be seen, and all the same no test waits long for it.
const TIME_MS: u32 = 300;

/// A server of this test's own; it ends with its value.
struct Server {
    place: TempDir,
    configuration: Option<PathBuf>,
    child: Child,
    address: SocketAddr,
}

/// A place on loopback that was surely never that of another server: results are kept by address, in a cache that tests
/// share, and ports come again.
fn own_host() -> Ipv4Addr {
    let [.., one, two, three] = getrandom::u32().expect("the system gives some").to_be_bytes();
    Ipv4Addr::new(127, one, two, three.clamp(1, 254))
}

/// How programs are shut in here.
fn level() -> &'static str {
    static LEVEL: OnceLock<String> = OnceLock::new();
    LEVEL.get_or_init(|| {
        let quick = quick();
        let report = Touchstone::new().check(quick.path()).0;
        report.0["problem"]["sandbox"]["level"].as_str().unwrap_or("limits-only").to_owned()
    })
}

/// The server, also where Debian puts it, which is not on everybody's `PATH`.
fn program() -> Option<&'static str> {
    let places = ["nats-server", "/usr/sbin/nats-server", "/usr/local/bin/nats-server"];
    places.into_iter().find(|program| Command::new(program).arg("--version").output().is_ok())
}

/// Says what could not be tried, where not everything is to be.
fn not_tried(what: &str) {
    let is_required = std::env::var("TOUCHSTONE_REQUIRE").is_ok_and(|wanted| wanted == "full");
    assert!(!is_required, "{what}");
    remarks::not_tried(what);
}

/// The same, where workers can be had, too.
fn program_if_wanted() -> Option<&'static str> {
    let found = program();
    if found.is_none() {
        not_tried("there is no nats-server: a cluster");
    } else if level() == "limits-only" {
        not_tried("workers need a sandbox: a cluster");
        return None;
    }
    found
}

/// Has this test, and what it starts from now on, see loopback alone, where the system lets it.
fn leave_the_network() {
    thread_local! {
        static HAS_LEFT: Cell<bool> = const { Cell::new(false) };
    }
    let ip = |args: &[&str]| Command::new("ip").args(args).output().is_ok_and(|done| done.status.success());
    // Two servers of a test are in the same place.
    if HAS_LEFT.replace(true) {
        return;
    }
    if !ip(&["link"]) || unshare(CloneFlags::CLONE_NEWNET).is_err() {
        return remarks::not_tried("a network cannot be left here: a cluster in one of its own");
    }
    assert!(ip(&["link", "set", "lo", "up"]), "loopback of a new network");
}

impl Server {
    /// `None` where there is none; the remark says so.
    fn start() -> Option<Server> {
        Some(Server::start_in(program_if_wanted()?, temporary::folder(), None))
    }

    fn start_in(program: &str, place: TempDir, configuration: Option<&Path>) -> Server {
        leave_the_network();
        let host = own_host();
        let child = Server::spawn(program, place.path(), (host, 0).into(), configuration);
        let ports = || {
            let files = fs::read_dir(place.path()).ok()?.flatten();
            let file =
                files.map(|entry| entry.path()).find(|path| path.extension().is_some_and(|end| end == "ports"))?;
            let text = fs::read_to_string(file).ok()?;
            let (_, port) = text.split_once(&format!("{host}:"))?;
            // What is half written has no end yet.
            port.split_once('"')?.0.parse::<u16>().ok()
        };
        let port = wait::until(PATIENCE, ports).expect("the server says where it listens");
        Server { place, configuration: configuration.map(Path::to_owned), child, address: (host, port).into() }
    }

    fn place(&self) -> &Path {
        self.place.path()
    }

    /// Starts it there; at any port, where that one is 0.
    fn spawn(program: &str, place: &Path, address: SocketAddr, configuration: Option<&Path>) -> Child {
        let port = if address.port() == 0 { "-1".to_owned() } else { address.port().to_string() };
        let mut server = Command::new(program);
        match configuration {
            // It says itself where things are kept.
            Some(file) => server.arg("-c").arg(file),
            None => server.args(["-js", "-sd"]).arg(place),
        };
        server
            .current_dir(place)
            .args(["-a", &address.ip().to_string(), "-p", &port])
            .arg("--ports_file_dir")
            .arg(place)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts")
    }

    fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    fn kill(&mut self) {
        self.child.kill().expect("it is ours");
        self.child.wait().expect("it ends");
    }

    /// Starts it again with what it has on disk, after it was killed.
    fn start_again(&mut self) {
        let (program, configuration) = (program().expect("it was there"), self.configuration.as_deref());
        self.child = Server::spawn(program, self.place.path(), self.address, configuration);
        let listens = || TcpStream::connect(self.address).ok();
        wait::until(PATIENCE, listens).expect("the server listens again");
    }

    /// A worker that takes batches by now.
    fn worker(&self, more: &[&str]) -> Running {
        ready(self.worker_to_be().args(more))
    }

    /// The same with an empty cache of its own.
    fn worker_with_nothing(&self) -> Running {
        worker_by(&self.url())
    }

    /// A worker that is not started yet.
    fn worker_to_be(&self) -> Touchstone {
        Touchstone::new().args(["worker", "--cores", "1", "--cluster"]).arg(self.url())
    }

    /// Waits until so many workers take batches.
    fn wait_for_workers(&self, n_workers: usize) {
        let status = || Touchstone::new().args(["cluster", "status", "--cluster"]).arg(self.url()).run();
        let are_there = || (status().stdout.matches("1 core,").count() == n_workers).then_some(());
        assert!(wait::until(PATIENCE, are_there).is_some(), "there are not {n_workers} workers");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A worker, started, that takes batches by now.
fn ready(worker: Touchstone) -> Running {
    let mut worker = worker.start(true);
    worker.told(" serves nats://");
    worker
}

/// A worker with an empty cache that reaches its server that way.
fn worker_by(url: &str) -> Running {
    ready(Touchstone::with_empty_home().args(["worker", "--cores", "1", "--cluster", url]))
}

/// A problem with a solution that runs until its time is up; `word` is in its name.
fn problem(word: &str, time_ms: u32) -> Folder {
    let folder = Folder::of(
        "spread",
        [
            ("sol.c", "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n); }\n"),
            ("wa_one.c", "#include <stdio.h>\nint main(void) { puts(\"1\"); }\n"),
            ("ac.py", "print(int(input()))\n"),
            ("tests/1.in", "1\n"),
            ("tests/1.ans", "1\n"),
            ("tests/2.in", "2\n"),
            ("tests/2.ans", "2\n"),
        ],
    );
    folder.write("touchstone.toml", format!("[limits]\ntime_ms = {time_ms}\nmemory_mb = 64\n"));
    folder.write(&format!("{word}.c"), "int main(void) { volatile int x = 1; while (x) {} }\n");
    folder
}

/// A problem that takes no time.
fn quick() -> Folder {
    let quick = Folder::of("quick", [("sol.c", "int puts(const char *);\nint main(void) { puts(\"5\"); }\n")]);
    quick.write("tests/1.in", "5\n");
    quick.write("tests/1.ans", "5\n");
    quick
}

fn check(folder: &Folder, server: &Server) -> Touchstone {
    check_by(folder, &server.url())
}

fn check_by(folder: &Folder, url: &str) -> Touchstone {
    // What is built is shared by the tests; what is run is not, since each has a server of its own.
    Touchstone::new().args(["check", "--format", "json", "--cluster", url]).arg(folder.path())
}

fn here(folder: &Folder) -> String {
    let (report, _) = Touchstone::new().check(folder.path());
    report.matrix()
}

/// Waits until the solution runs somewhere.
fn wait_for(word: &str) {
    let program = format!("./{word}");
    let runs = || process::running_with(&program).into_iter().find(|seen| seen.command == program);
    assert!(wait::until(PATIENCE, runs).is_some(), "{program} does not run");
}

fn is_gone(word: &str, patience: Duration) -> bool {
    wait::until(patience, || process::running_with(&format!("./{word}")).is_empty().then_some(())).is_some()
}

fn ended_well(running: Running) -> Done {
    process::signal(running.pid(), Signal::SIGTERM);
    running.wait().expect_code(0)
}

#[test]
fn whoever_is_killed_the_matrix_is_the_same() {
    let Some(mut server) = Server::start() else { return };
    let word = format!("tle_spread_{}", std::process::id());
    let folder = problem(&word, TIME_MS);
    let first = server.worker(&[]);
    // Programs of another name: what is waited for below is not what this one has left.
    let word_of_other = format!("tle_other_{}", std::process::id());
    let other = problem(&word_of_other, TIME_MS);
    let unlucky = check(&other, &server).start(true);
    wait_for(&word_of_other);
    process::signal(unlucky.pid(), Signal::SIGKILL);
    unlucky.wait();
    // Nothing of the client that was killed is in the way of others, or of the same command again.
    assert_eq!(check(&other, &server).run().report().matrix(), here(&other));
    let running = check(&folder, &server).start(false);
    wait_for(&word);
    process::signal(first.pid(), Signal::SIGKILL);
    first.wait();
    let second = server.worker(&[]);
    wait_for(&word);
    server.kill();
    server.start_again();
    let done = running.wait().expect_code(1);
    assert_eq!(done.report().matrix(), here(&folder));
    assert!(done.stderr.contains("results are not attributed"), "{}", done.stderr);
    let told = &done.report().0["problem"]["cluster"];
    assert!(told["keys"].is_null() && told["audit"].is_null() && !told["cpu_model"].is_null(), "{told}");
    assert!(told["workers"].as_array().is_some_and(|workers| !workers.is_empty()), "{told}");
    ended_well(second);
    assert!(is_gone(&word, SOON));
}

#[test]
fn examples_come_to_the_same() {
    let Some(server) = Server::start() else { return };
    let worker = server.worker(&[]);
    // Groups of a script, a checker of the folder, an interactor.
    for name in ["badge-race", "narrow-quay", "quiet-room"] {
        let folder = Folder::copy_of(&examples::folder(name));
        assert_eq!(check(&folder, &server).run().report().matrix(), here(&folder), "{name}");
    }
    ended_well(worker);
}

#[test]
fn nobody_waits_any_more() {
    let Some(server) = Server::start() else { return };
    let word = format!("tle_waits_{}", std::process::id());
    let folder = problem(&word, 90_000);
    let worker = server.worker(&[]);
    let running = check(&folder, &server).start(true);
    wait_for(&word);
    process::signal(-running.pid(), Signal::SIGINT);
    assert_eq!(running.wait().code(), Some(130));
    assert!(is_gone(&word, SOON), "a worker runs what nobody waits for");
    // It goes on for others, and ends when it is asked to.
    let quick = quick();
    assert_eq!(check(&quick, &server).run().report().matrix(), here(&quick));
    ended_well(worker);
}

#[test]
fn results_of_others_are_kept_apart() {
    let Some(server) = Server::start() else { return };
    let (quick, place) = (quick(), temporary::folder());
    let worker = server.worker(&[]);
    let n_run = |cluster: bool| {
        let counts = Counts::new();
        let asked = Touchstone::new().with_cache(&place.path().join("cache")).arg("check");
        let asked = if cluster { asked.arg("--cluster").arg(server.url()) } else { asked };
        counts.of(asked).arg(quick.path()).run();
        counts.read().solution_runs
    };
    assert_eq!([n_run(true), n_run(true)], [1, 0]);
    assert_eq!([n_run(false), n_run(false)], [1, 0], "what a worker said is no result of this machine");
    ended_well(worker);
}

#[test]
fn who_is_not_on_the_list_is_not_believed() {
    let Some(server) = Server::start() else { return };
    let (quick, place) = (quick(), temporary::folder());
    let (key, list) = (place.path().join("key"), place.path().join("list"));
    let worker = server.worker(&["--key", key.to_str().expect("a plain name")]);
    assert_eq!(fs::metadata(&key).expect("it was made").permissions().mode() & 0o777, 0o600);
    let checked = |list: &Path| check(&quick, &server).env("TOUCHSTONE_CLUSTER_KEYS", list).run();
    // The first key of RFC 8032, which nobody here has.
    fs::write(&list, "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a nobody\n").expect("it is ours");
    let refused = checked(&list).expect_code(2);
    assert!(refused.stderr.contains("of nobody on the list of keys"), "{refused:?}");
    process::signal(worker.pid(), Signal::SIGTERM);
    let printed = worker.wait().expect_code(0).stdout;
    // Started again with the same key, it is the same one.
    let worker = server.worker(&["--key", key.to_str().expect("a plain name")]);
    fs::write(&list, printed).expect("it is ours");
    let done = checked(&list);
    assert_eq!(done.report().matrix(), here(&quick));
    assert!(done.stderr.contains("if one of 1 keys has signed them"), "{}", done.stderr);
    ended_well(worker);
}

#[test]
fn what_no_worker_has_a_runtime_for_stays() {
    let Some(server) = Server::start() else { return };
    let quick = quick();
    quick.write("ac_sol.py", "print(5)\n");
    let nothing = temporary::folder();
    let bare = ready(server.worker_to_be().env("PATH", nothing.path()));
    let status = || Touchstone::new().args(["cluster", "status", "--cluster"]).arg(server.url());
    let seen = ["1 core,", "no runtimes", "batches not answered: 0"];
    let told = status().run().expect_code(0);
    assert!(seen.iter().all(|words| told.stdout.contains(words)), "{told:?}");
    let watching = status().arg("--watch").watch();
    let done = check(&quick, &server).run();
    assert_eq!(done.report().matrix(), here(&quick));
    let told_at_once = "note: ac_sol.py runs on this machine, since no worker has python as it is here (";
    assert!(done.stderr.contains(told_at_once) && done.stderr.contains(" has no python\n"), "{done:?}");
    assert!(done.stderr.contains("ran on this machine, since no worker has python as it is here"), "{done:?}");
    let has_done_something = |line: &str| line.contains(" answered, ") && !line.contains(" 0 answered, ");
    while !has_done_something(&watching.line()) {}
    watching.lines_until("answered in a second: ");
    watching.end(Signal::SIGTERM);
    let metrics = status().args(["--format", "prometheus"]).run().expect_code(0).stdout;
    let value = |name: &str| watching::value(&metrics, name);
    assert_eq!(value("touchstone_batches "), 0);
    assert_eq!(value("touchstone_answers_total "), value("touchstone_worker_answers_total"));
    ended_well(bare);
}

#[test]
fn what_no_worker_can_take() {
    let Some(server) = Server::start() else { return };
    let folder = problem("tle_nobody", 1000);
    let alone = check(&folder, &server).run().expect_code(2);
    assert!(alone.stderr.contains("no worker answers") && alone.stderr.contains("touchstone worker"), "{alone:?}");
    if level() == "full" {
        let weak = server.worker(&["--sandbox", "reduced"]);
        let refused = check(&folder, &server).run().expect_code(2);
        assert!(refused.stderr.contains("has the sandbox level reduced"), "{refused:?}");
        ended_well(weak);
    } else {
        not_tried("level full is not to be had: a worker with less");
    }
    let none =
        Touchstone::with_empty_home().args(["worker", "--sandbox", "limits-only", "--cluster"]).arg(server.url());
    let none = none.run().expect_code(2);
    assert!(none.stderr.contains("shuts nothing in"), "{none:?}");
}

/// What says that it is an old server.
fn old_server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let url = format!("nats://{}", listener.local_addr().expect("it has one"));
    thread::spawn(move || {
        let Ok((mut stream, _)) = listener.accept() else { return };
        let info = r#"INFO {"server_id":"a","version":"2.8.4","max_payload":1048576,"headers":true,"jetstream":true}"#;
        drop(write!(stream, "{info}\r\n"));
        let lines = BufReader::new(stream.try_clone().expect("it can be read")).lines();
        for line in lines.map_while(Result::ok) {
            if line == "PING" {
                drop(write!(stream, "PONG\r\n"));
            }
        }
    });
    url
}

#[test]
fn where_nothing_is_sent() {
    let folder = problem("tle_refused", 1000);
    let nobody = TcpListener::bind("127.0.0.1:0").expect("a port is free").local_addr().expect("it has one");
    for (url, words) in [
        ("http://127.0.0.1:4222".to_owned(), "`http://` leads to no cluster"),
        ("nats://192.0.2.1:4222".to_owned(), "use tls://192.0.2.1:4222"),
        ("tls://name:word@192.0.2.1".to_owned(), "an address holds no credentials"),
        (format!("nats://{nobody}"), "no server of a cluster answers"),
        (old_server(), "is nats-server 2.8.4, and 2.9 or newer is needed"),
    ] {
        for command in [&["check", "--cluster"][..], &["worker", "--cluster"]] {
            // The old server listens once.
            if command[0] == "worker" && words.contains("2.8.4") {
                continue;
            }
            let mut asked = Touchstone::with_empty_home().args(command).arg(&url);
            if command[0] == "check" {
                asked = asked.arg(folder.path());
            }
            let done = asked.run().expect_code(2);
            assert!(done.stderr.contains(words) && !done.stderr.contains("word@"), "{done:?}");
        }
    }
}
