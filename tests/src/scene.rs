//! Where the hostile corpus is judged: a place that holds a copy of the binary, a home with secrets, a cache, problem
//! folders, and listeners that nobody may reach.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    fs,
    net::TcpListener,
    os::{
        linux::net::SocketAddrExt as _,
        unix::{
            fs::{PermissionsExt as _, lchown},
            net::{SocketAddr, UnixListener},
        },
    },
    path::{Path, PathBuf},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::{
    binary, corpus, leftovers, process,
    report::Report,
    touchstone::{Done, Touchstone},
};
use testkit::{
    folder,
    hostile::{self, Entry},
    temporary,
};

/// What no program and no message may show.
pub const SECRET: &str = "nobody_may_read_this";
/// A user that no system has.
pub const STRANGER: u32 = 62_017;
/// How many listeners there are.
pub const N_LISTENERS: usize = 3;
/// How many innocent solutions there are beside the main one.
pub const N_BYSTANDERS: usize = 6;
/// How often a command's processes are looked at: those that make something lasting last themselves.
const LOOK: Duration = Duration::from_millis(200);
/// What makes an input too large for a pipe.
const PADDING: usize = 4 << 20;

/// The place.
pub struct Scene {
    place: TempDir,
    user: Option<u32>,
    /// What the names of this scene's programs end with.
    pub tag: String,
    listeners: Listeners,
    family: RefCell<BTreeSet<i32>>,
    /// The control groups that were there before it.
    pub groups_before: BTreeSet<PathBuf>,
}

struct Listeners {
    inet: TcpListener,
    by_path: UnixListener,
    by_name: UnixListener,
    name: String,
}

impl Scene {
    /// A scene whose commands are run by that user, or by the one who runs the tests.
    pub fn new(word: &str, user: Option<u32>) -> Scene {
        let place = temporary::folder();
        let tag = format!("{word}{}", std::process::id());
        binary::copy_to(&place.path().join("touchstone"));
        for (file, text) in [
            ("secret.txt", SECRET),
            ("problems/secret.txt", SECRET),
            ("home/secret.txt", SECRET),
            ("home/five.txt", "5\n"),
            ("home/spoil.txt", "as it was\n"),
        ] {
            corpus::write(&place.path().join(file), text);
        }
        if let Some(python) = hostile::python() {
            let settings = place.path().join("home/.config/touchstone/config.toml");
            corpus::write(&settings, &format!("python = \"{python}\"\n"));
        }
        for folder in ["cache", "tmp"] {
            fs::create_dir(place.path().join(folder)).expect("a folder can be made");
        }
        let listeners = Listeners::new(&place.path().join("socket"), &tag);
        let groups_before = leftovers::control_groups().collect();
        Scene { place, user, tag, listeners, family: RefCell::default(), groups_before }
    }

    /// A path in it.
    pub fn path(&self, inside: &str) -> PathBuf {
        self.place.path().join(inside)
    }

    fn places(&self, problem: &Path) -> Vec<(&'static str, String)> {
        let text = |path: &Path| path.to_str().expect("temporary folders have plain names").to_owned();
        vec![
            ("place", text(self.place.path())),
            ("home", text(&self.path("home"))),
            ("cache", text(&self.path("cache"))),
            ("problem", text(problem)),
            ("socket", text(&self.path("socket"))),
            ("abstract", self.listeners.name.clone()),
            ("port", self.listeners.inet.local_addr().expect("it is bound").port().to_string()),
        ]
    }

    /// Writes a problem for programs of a group, with innocent solutions among them.
    pub fn write_problem(&self, group: &str, time_ms: u64, entries: &[Entry]) -> PathBuf {
        let problem = self.path("problems").join(format!("{group}-{time_ms}"));
        let places = self.places(&problem);
        let folder = folder_of(group);
        corpus::write(&problem.join(format!("{folder}probe.h")), &hostile::read("probe.h"));
        for entry in entries {
            corpus::write(&problem.join(entry.path_in(folder, &self.tag)), &entry.source(&places));
        }
        let is_polygon = group == "file";
        let output = if is_polygon { "fopen(\"out.txt\", \"w\")" } else { "stdout" };
        for (number, path) in innocents(group).iter().enumerate() {
            corpus::write(&problem.join(path), &corpus::bystander(number, output));
        }
        let n_tests = if group == "single" { 1 } else { 3 };
        for number in 1..=n_tests {
            let (input_path, answer_path) = test_paths(is_polygon, number);
            corpus::write(&problem.join(input_path), &input(&places, number));
            corpus::write(&problem.join(answer_path), "5\n");
        }
        if is_polygon {
            let hostile = entries.iter().map(|entry| entry.path_in(folder, &self.tag));
            let solutions: Vec<String> = innocents(group).into_iter().chain(hostile).collect();
            corpus::write(&problem.join("problem.xml"), &corpus::manifest(n_tests, time_ms, &solutions));
        } else {
            corpus::write(&problem.join("touchstone.toml"), &corpus::settings(time_ms));
        }
        self.hand_over();
        problem
    }

    /// Makes everything its user's.
    fn hand_over(&self) {
        let Some(user) = self.user else { return };
        for entry in WalkDir::new(self.place.path()) {
            let entry = entry.expect("the place can be listed");
            lchown(entry.path(), Some(user), Some(user)).expect("root can give files away");
        }
        let binary = self.path("touchstone");
        fs::set_permissions(binary, fs::Permissions::from_mode(0o755)).expect("root can do that");
    }

    /// Judges a folder.
    pub fn check(&self, problem: &Path, sandbox: &str) -> Done {
        let mut command = Touchstone::at(&self.path("touchstone")).with_cache(&self.path("cache"));
        command = command.env("HOME", self.path("home")).env("TMPDIR", self.path("tmp")).in_folder(&self.path(""));
        command = command.env("HOSTILE_CANARY", SECRET);
        if let Some(user) = self.user {
            command = command.as_user(user);
        }
        command = command.args(["check", "--format", "json", "--jobs", "2", "--sandbox", sandbox]).arg(problem);
        self.run_and_look(command)
    }

    /// Runs a command, and notes who belongs to it meanwhile.
    fn run_and_look(&self, command: Touchstone) -> Done {
        let (ended, end) = mpsc::channel::<()>();
        let running = thread::spawn(move || {
            let done = command.run();
            drop(ended);
            done
        });
        while end.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            self.family.borrow_mut().extend(process::family_of(self.place.path()));
        }
        running.join().expect("running a command does not panic")
    }

    /// The numbers of all processes that belonged to a command and were seen.
    pub fn family(&self) -> BTreeSet<i32> {
        self.family.borrow().clone()
    }

    /// The report on innocent solutions alone, which tells the level that a choice leads to here.
    ///
    /// # Errors
    /// When the choice is refused: what was said.
    pub fn calm(&self, sandbox: &str) -> Result<Report, String> {
        const PLENTY_MS: u64 = 20_000;
        let problem = self.write_problem("single", PLENTY_MS, &[]);
        let done = self.check(&problem, sandbox);
        fs::remove_dir_all(problem).expect("it is there");
        if done.code() == Some(2) { Err(done.stderr) } else { Ok(done.report()) }
    }

    /// All that must stay as it is: the home, but for the tool's own folders, the problems and the binary.
    pub fn contents(&self) -> BTreeMap<PathBuf, String> {
        let is_ours = |path: &Path| [".local", ".cache", ".config"].iter().any(|own| path.starts_with(own));
        let named = |name: &'static str| {
            let contents = folder::contents(&self.path(name)).into_iter().filter(move |(path, _)| !is_ours(path));
            contents.map(move |(path, what)| (Path::new(name).join(path), what))
        };
        ["home", "problems", "touchstone"].into_iter().flat_map(named).collect()
    }

    /// The listeners that were reached.
    pub fn visitors(&self) -> Vec<&'static str> {
        let Listeners { inet, by_path, by_name, name: _ } = &self.listeners;
        let came: [(&str, bool); N_LISTENERS] = [
            ("the loopback interface", inet.accept().is_ok()),
            ("a socket with a path", by_path.accept().is_ok()),
            ("an abstract socket", by_name.accept().is_ok()),
        ];
        came.into_iter().filter(|(_, came)| *came).map(|(way, _)| way).collect()
    }
}

impl Listeners {
    fn new(path: &Path, tag: &str) -> Listeners {
        let name = format!("touchstone-e2e-{tag}");
        let address = SocketAddr::from_abstract_name(&name).expect("a short name");
        let inet = TcpListener::bind(("127.0.0.1", 0)).expect("the loopback interface is there");
        let by_path = UnixListener::bind(path).expect("a socket can be made");
        let by_name = UnixListener::bind_addr(&address).expect("a name that nobody has");
        inet.set_nonblocking(true).expect("a listener can be asked");
        by_path.set_nonblocking(true).expect("a listener can be asked");
        by_name.set_nonblocking(true).expect("a listener can be asked");
        Listeners { inet, by_path, by_name, name }
    }
}

/// The solutions of a group that do nothing wrong, the main one first.
pub fn innocents(group: &str) -> Vec<String> {
    let folder = folder_of(group);
    let others = (1..=N_BYSTANDERS).map(|number| format!("{folder}innocent_{number}.c"));
    std::iter::once(format!("{folder}sol.c")).chain(others).collect()
}

/// Where a group's solutions lie.
pub fn folder_of(group: &str) -> &'static str {
    if group == "file" { "solutions/" } else { "" }
}

fn test_paths(is_polygon: bool, number: usize) -> (String, String) {
    if is_polygon {
        (format!("tests/{number:02}"), format!("tests/{number:02}.a"))
    } else {
        (format!("tests/{number}.in"), format!("tests/{number}.ans"))
    }
}

/// The answer, the places, and so much more that a pipe could not hold it. Every test's is another.
fn input(places: &[(&str, String)], number: usize) -> String {
    let lines: String = places.iter().map(|(key, place)| format!("{key} {place}\n")).collect();
    format!("5\n{lines}end\n{number}\n{}", "0123456789abcde\n".repeat(PADDING / 16))
}
