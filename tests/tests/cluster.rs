//! Programs that run on workers, with a real server: the same matrix as here, whoever is killed meanwhile; and what is
//! refused.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use e2e::{
    process, remarks,
    touchstone::{Done, Running, Touchstone},
};
use nix::sys::signal::Signal;
use tempfile::TempDir;
use testkit::{folder::Folder, temporary, wait};

/// How long anything may take to come or to go.
const PATIENCE: Duration = Duration::from_secs(120);
/// Far less than the time limits here, and far more than a cancellation takes.
const SOON: Duration = Duration::from_secs(30);

/// A server of this test's own; it ends with its value.
struct Server {
    place: TempDir,
    child: Child,
    port: u16,
}

/// Where Debian puts it, which is not on everybody's `PATH`.
const PLACES: [&str; 3] = ["nats-server", "/usr/sbin/nats-server", "/usr/local/bin/nats-server"];

impl Server {
    /// `None` where there is none; the remark says so.
    fn start() -> Option<Server> {
        let Some(program) = PLACES.into_iter().find(|program| Command::new(program).arg("--version").output().is_ok())
        else {
            remarks::not_tried("there is no nats-server: a cluster");
            return None;
        };
        let place = temporary::folder();
        let child = Server::spawn(program, place.path(), -1);
        let ports = || {
            let files = fs::read_dir(place.path()).ok()?.flatten();
            let file =
                files.map(|entry| entry.path()).find(|path| path.extension().is_some_and(|end| end == "ports"))?;
            let text = fs::read_to_string(file).ok()?;
            let (_, port) = text.split_once("127.0.0.1:")?;
            port.split('"').next()?.parse().ok()
        };
        let port = wait::until(PATIENCE, ports).expect("the server says where it listens");
        Some(Server { place, child, port })
    }

    fn spawn(program: &str, place: &Path, port: i32) -> Child {
        Command::new(program)
            .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
            .arg(place)
            .arg("--ports_file_dir")
            .arg(place)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts")
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills it, and starts it again with what it has on disk.
    fn restart(&mut self) {
        self.child.kill().expect("it is ours");
        self.child.wait().expect("it ends");
        let program = PLACES.into_iter().find(|program| Command::new(program).arg("--version").output().is_ok());
        self.child = Server::spawn(program.expect("it was there"), self.place.path(), self.port.into());
    }

    /// A worker that takes batches by now.
    fn worker(&self, more: &[&str]) -> Running {
        let worker = Touchstone::with_empty_home().args(["worker", "--cores", "1", "--cluster"]).arg(self.url());
        let worker = worker.args(more).start(true);
        assert!(wait::until(PATIENCE, || self.has_worker().then_some(())).is_some(), "no worker is ready");
        worker
    }

    /// Whether some worker answers a roll call.
    fn has_worker(&self) -> bool {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) else { return false };
        let call = "CONNECT {\"verbose\":false}\r\nSUB answers 1\r\nPUB touchstone.workers answers 0\r\n\r\nPING\r\n";
        stream.set_read_timeout(Some(Duration::from_secs(1))).expect("it can be set");
        let is_sent = stream.write_all(call.as_bytes()).is_ok();
        is_sent && BufReader::new(stream).lines().map_while(Result::ok).any(|line| line.starts_with("MSG answers"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
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

fn check(folder: &Folder, server: &Server) -> Touchstone {
    Touchstone::with_empty_home().args(["check", "--format", "json", "--cluster"]).arg(server.url()).arg(folder.path())
}

fn here(folder: &Folder) -> String {
    let (report, _) = Touchstone::with_empty_home().check(folder.path());
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
fn a_worker_is_killed_and_another_one_goes_on() {
    let Some(mut server) = Server::start() else { return };
    let word = format!("tle_spread_{}", std::process::id());
    let folder = problem(&word, 700);
    let first = server.worker(&[]);
    let running = check(&folder, &server).start(false);
    wait_for(&word);
    process::signal(first.pid(), Signal::SIGKILL);
    first.wait();
    let second = server.worker(&[]);
    wait_for(&word);
    server.restart();
    let done = running.wait().expect_code(1);
    assert_eq!(done.report().matrix(), here(&folder));
    assert!(done.stderr.contains("results are not attributed"), "{}", done.stderr);
    ended_well(second);
    assert!(is_gone(&word, SOON));
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
    let quick = Folder::of("quick", [("sol.c", "int puts(const char *);\nint main(void) { puts(\"5\"); }\n")]);
    quick.write("tests/1.in", "5\n");
    quick.write("tests/1.ans", "5\n");
    assert_eq!(check(&quick, &server).run().report().matrix(), here(&quick));
    ended_well(worker);
}

#[test]
fn what_no_worker_can_take() {
    let Some(server) = Server::start() else { return };
    let folder = problem("tle_nobody", 1000);
    let alone = check(&folder, &server).run().expect_code(2);
    assert!(alone.stderr.contains("no worker answers") && alone.stderr.contains("touchstone worker"), "{alone:?}");
    let weak = server.worker(&["--sandbox", "reduced"]);
    let refused = check(&folder, &server).run().expect_code(2);
    assert!(refused.stderr.contains("has the sandbox level reduced"), "{refused:?}");
    ended_well(weak);
    let none =
        Touchstone::with_empty_home().args(["worker", "--sandbox", "limits-only", "--cluster"]).arg(server.url());
    let none = none.run().expect_code(2);
    assert!(none.stderr.contains("has no sandbox"), "{none:?}");
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
