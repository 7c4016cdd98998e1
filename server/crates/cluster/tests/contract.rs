//! What every executor does, done by a cluster on this machine. The executors start this executable again for their
//! helpers, so that it has a `main` of its own.

#![expect(clippy::print_stderr, reason = "whoever runs this alone reads there what was left out")]
#![expect(clippy::disallowed_methods, reason = "the server is a program of others, which is started here")]

use std::{
    env, fs,
    path::Path,
    process::{Child, Command, ExitCode, Stdio},
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use cluster::{Address, ClusterMachine, Connection, Login, Stop, Trust, WorkerConfig};
use judge::{
    disk::dirs::Dirs,
    engine::{CacheUse, Engine, EngineConfig},
    machine,
    scratch::Scratch,
    testlib::{TestlibText, Text},
};
use libtest_mimic::{Arguments, Trial};
use problem::settings::{SandboxChoice, UserSettings};
use testkit::{
    contract::{CASES, Program},
    wait,
};

/// How long the server may take to say where it listens.
const PATIENCE: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    judge::launcher::serve_if_asked();
    let test = Trial::test("a_cluster_does_what_every_executor_does", || {
        on_a_cluster();
        Ok(())
    });
    libtest_mimic::run(&Arguments::from_args(), vec![test]).exit_code()
}

/// A server of this test's own; it ends with its value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

impl Server {
    /// The server, also where Debian puts it, with the port that it listens on; `None` where there is none.
    fn start(place: &Path) -> Option<(Server, u16)> {
        // The least that is taken, so that long lists have no room in a message.
        let settings = place.join("server.conf");
        fs::write(&settings, "max_payload: 524288\n").expect("a file can be written");
        let start = |program: &str| {
            let mut server = Command::new(program);
            server.arg("-c").arg(&settings);
            server.args(["-js", "-a", "127.0.0.1", "-p", "-1", "-sd"]).arg(place).arg("--ports_file_dir").arg(place);
            server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
        };
        let server = Server(["nats-server", "/usr/sbin/nats-server"].into_iter().find_map(start)?);
        let port = || {
            let mut files = fs::read_dir(place).ok()?.flatten().map(|entry| entry.path());
            let text =
                fs::read_to_string(files.find(|path| path.extension().is_some_and(|end| end == "ports"))?).ok()?;
            // What is half written has no end yet.
            text.split_once("127.0.0.1:")?.1.split_once('"')?.0.parse().ok()
        };
        Some((server, wait::until(PATIENCE, port).expect("the server says where it listens")))
    }
}

/// Has a worker come to an end, whatever becomes of the cases.
struct Drains(Stop);

impl Drop for Drains {
    fn drop(&mut self) {
        self.0.drain();
    }
}

fn not_tried(what: &str) {
    assert!(!env::var("TOUCHSTONE_REQUIRE").is_ok_and(|wanted| wanted == "full"), "{what}");
    eprintln!("NOT TRIED, {what}");
}

/// An engine with directories of its own.
fn engine(place: &Scratch) -> Engine {
    let [cache, config, state] = ["cache", "config", "state"].map(|name| place.path().child(name));
    let engine = Engine::start(EngineConfig {
        dirs: Dirs { cache, config, state },
        user: UserSettings::default(),
        sandbox: None,
        cache: CacheUse::Kept,
        store: None,
        testlib: TestlibText { header: Text::Plain(b""), bodies: None },
        make_machine: machine::local,
    });
    engine.expect("an engine starts")
}

fn on_a_cluster() {
    let [of_server, of_worker, of_client] = [(); 3].map(|()| Scratch::make().expect("a folder can be made"));
    let Some((_server, port)) = Server::start(of_server.path().as_path()) else {
        return not_tried("there is no nats-server: the contract on a cluster");
    };
    let client = engine(&of_client);
    if client.machine.find_sandbox().is_ok_and(|sandbox| sandbox.level == "limits-only") {
        return not_tried("workers need a sandbox: the contract on a cluster");
    }
    let address = Address::parse(&format!("nats://127.0.0.1:{port}")).expect("it is one");
    let stop = Stop::default();
    thread::scope(|scope| {
        let (is_ready, ready) = mpsc::channel();
        let worker = scope.spawn(|| {
            let (engine, sandbox) = (engine(&of_worker), SandboxChoice::Auto);
            let config = WorkerConfig { engine, key: None, sandbox, cores: 1, metrics: None };
            let tell = move |_: &_| is_ready.send(()).expect("somebody waits");
            cluster::work(config, (&address, &Login::Nobody), &stop, &tell, &|why| panic!("{why}"))
        });
        let draining = Drains(stop.clone());
        ready.recv().expect("the worker takes batches");
        let connection = Connection::open(&address, &Login::Nobody, Trust::default(), "full");
        let connection = connection.expect("there is a worker");
        let connection = Arc::new(connection);
        let cluster = ClusterMachine::over(Arc::clone(&client.machine), 1, Arc::clone(&connection));
        let cluster = cluster.expect("the server lets us hear of answers");
        let program = Program::build();
        program.put(&cluster);
        for (name, case) in CASES {
            eprintln!("{name}");
            case(&program, &cluster);
        }
        // But for what no worker can run, and what none may.
        let stayed = connection.stayed();
        assert_eq!(stayed.len(), 3, "{stayed:?}");
        drop(draining);
        assert_eq!(worker.join().expect("a worker does not panic"), Ok(()));
    });
}
