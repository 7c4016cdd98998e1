//! The parts that every system shares, and those of Unix, with a shell as the program.

#![cfg(unix)]

use std::{
    fs::File,
    io::{Read as _, Seek as _, Write as _},
};

use tempfile::TempDir;

use super::*;
use crate::launcher::{Setup, VisibleFiles};

const LIMITS: RunLimits = RunLimits { cpu_ms: 5_000, wall_ms: 10_000, memory_bytes: 256 << 20, output_bytes: 1 << 20 };

struct Place {
    directory: TempDir,
    launcher: Launcher,
}

fn place() -> Place {
    let directory = tempfile::tempdir().unwrap();
    let work = WritablePlace::Directory(directory.path().as_os_str().as_encoded_bytes().to_vec());
    let setup = Setup {
        level: Level::LimitsOnly,
        view: VisibleFiles::default(),
        executables: Vec::new(),
        work,
        runs_compilers: false,
        starts_files: false,
        keeps_user: false,
    };
    let launcher = Launcher::start(&setup, &Cgroups::none()).unwrap().unwrap();
    Place { directory, launcher }
}

fn shell(script: &str) -> Request {
    let args = ["sh", "-c", script].map(|arg| arg.as_bytes().to_vec());
    Request {
        program: Program::Path(b"/bin/sh".to_vec()),
        args: args.to_vec(),
        env: vec![b"NAME=a=b".to_vec(), b"PATH=/usr/bin:/bin".to_vec()],
        directory: None,
        files: Vec::new(),
        links: Vec::new(),
        directories: Vec::new(),
        outputs: Vec::new(),
        limits: LIMITS,
        tells_memory: true,
        address_bytes: None,
        fixed_addresses: false,
        core: None,
        odd_pid: None,
        side: None,
        pipes: Vec::new(),
    }
}

fn file_of(text: &str) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.rewind().unwrap();
    file
}

fn text_of(mut file: File) -> String {
    let mut text = String::new();
    file.rewind().unwrap();
    file.read_to_string(&mut text).unwrap();
    text
}

impl Place {
    /// The reply, and what was written to standard output.
    fn run(&mut self, request: &Request) -> (Reply, String) {
        let streams = [file_of("input\n"), file_of(""), file_of("")];
        let finished = self.launcher.run(request, &[&streams[0], &streams[1], &streams[2]]).unwrap();
        let [_, stdout, _] = streams;
        (finished.reply, text_of(stdout))
    }

    fn status(&mut self, script: &str, limits: RunLimits) -> ExitStatus {
        self.run(&Request { limits, ..shell(script) }).0.status
    }
}

#[test]
fn streams_environment_and_codes() {
    let mut place = place();
    let (reply, printed) = place.run(&shell("read line; echo \"$line $NAME $HOME\"; exit 3"));
    assert_eq!((reply.status, printed.as_str()), (ExitStatus::Exited(3), "input a=b \n"));
    assert!(reply.memory_kb > 0 && reply.wall_us > 0 && !reply.is_worn, "{reply:?}");
    assert_eq!(place.status("kill -11 $$", LIMITS), ExitStatus::Signalled(11));
    let missing = Request { program: Program::Path(b"/nowhere".to_vec()), ..shell("") };
    assert_eq!(place.run(&missing).0.status, ExitStatus::NotStarted(libc::ENOENT));
}

#[test]
fn files_in_and_out() {
    let mut place = place();
    let request = Request {
        files: vec!["deep/er/in.txt".to_owned()],
        directories: vec!["out".to_owned()],
        outputs: ["out/made", "absent", "out/link", "out", "a/"].map(str::to_owned).to_vec(),
        links: vec![("there".to_owned(), "/etc".to_owned())],
        ..shell(
            "cat deep/er/in.txt > out/made; ln -s /etc/passwd out/link; test -d there/.; echo $?; mkdir -p a/b; touch a/b/c; ln -s /etc a/etc; echo x > a/d",
        )
    };
    let streams = [file_of(""), file_of(""), file_of("")];
    let contents = file_of("contents");
    let files = [&streams[0], &streams[1], &streams[2], &contents];
    let mut finished = place.launcher.run(&request, &files).unwrap();
    let names: Vec<&str> = finished.outputs.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(names, ["out/made", "a/b/c", "a/d"]);
    assert_eq!(text_of(finished.outputs.swap_remove(0).1), "contents");
    let [_, stdout, _] = streams;
    assert_eq!(text_of(stdout), "0\n");
    assert!(!finished.reply.is_worn);
    assert_eq!(place.directory.path().read_dir().unwrap().count(), 0);
}

#[test]
fn limits_are_kept() {
    let mut place = place();
    let killed = |exceeded| ExitStatus::Killed(exceeded);
    let short = RunLimits { wall_ms: 200, ..LIMITS };
    assert_eq!(place.status("sleep 20", short), killed(Exceeded::Wall));
    let brief = RunLimits { cpu_ms: 100, ..LIMITS };
    assert_eq!(place.status("while :; do :; done", brief), killed(Exceeded::Cpu));
    let terse = RunLimits { output_bytes: 1000, ..LIMITS };
    assert_eq!(place.status("exec cat /dev/zero", terse), killed(Exceeded::Output));
    let small = RunLimits { memory_bytes: 4 << 10, ..LIMITS };
    assert_eq!(place.status("exit 1", small), killed(Exceeded::Memory));
}

/// Starts a script whose standard output is a pipe, and returns what to read from.
fn start_with_pipe(place: &mut Place, script: &str) -> File {
    let (reader, writer) = crate::system::pipe().unwrap();
    let (stdin, stderr) = (file_of(""), file_of(""));
    place.launcher.start_program(&shell(script), &[&stdin, &writer, &stderr]).unwrap();
    reader
}

#[test]
fn pipes_end_with_all_that_a_program_left_behind() {
    let mut place = place();
    let began = Instant::now();
    let mut reader = start_with_pipe(&mut place, "sleep 1000 & echo hello");
    assert_eq!(place.launcher.wait().unwrap().reply.status, ExitStatus::Exited(0));
    let mut said = String::new();
    reader.read_to_string(&mut said).unwrap();
    assert_eq!(said, "hello\n");
    assert!(began.elapsed() < Duration::from_secs(500), "it waited for what was left behind");
}

#[test]
fn stops() {
    let mut place = place();
    let mut reader = start_with_pipe(&mut place, "echo ready; sleep 20");
    reader.read_exact(&mut [0; 6]).unwrap();
    place.launcher.stop_handle().stop();
    let reply = place.launcher.wait().unwrap().reply;
    assert_eq!(reply.status, ExitStatus::Killed(Exceeded::Wall));
    assert!(reply.is_worn);
    let streams = [file_of(""), file_of(""), file_of("")];
    assert!(place.launcher.run(&shell(""), &[&streams[0], &streams[1], &streams[2]]).is_err());
}

#[test]
fn better_levels_are_refused() {
    let work = WritablePlace::Directory(b"/".to_vec());
    let setup = Setup {
        level: Level::Reduced,
        view: VisibleFiles::default(),
        executables: Vec::new(),
        work,
        runs_compilers: false,
        starts_files: false,
        keeps_user: false,
    };
    assert!(Launcher::start(&setup, &Cgroups::none()).unwrap().is_err());
}

#[test]
fn a_guard_knows_who_is_left() {
    let left = guard::left_over(&b"12\n13\n-12\nnonsense\n14\n-15\n"[..]);
    assert_eq!(left.into_iter().collect::<Vec<_>>(), [13, 14]);
}
