//! How a session begins and ends: in order, out of order, late, and by force.

use std::{
    process::{Child, Command},
    time::Duration,
};

use e2e::{binary, process, server};
use nix::sys::signal::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{
    editor::{client::Client, setup::Setup},
    folder::Folder,
    temporary, wait,
};

/// How long processes may stay after the end.
const SOON: Duration = Duration::from_secs(20);

/// A problem with a solution that runs without end, and a copy of the binary: all that is started lies in one place.
struct Scene {
    place: TempDir,
    folder: Folder,
    program: String,
}

impl Scene {
    fn new(word: &str) -> Scene {
        let place = temporary::folder();
        binary::copy_to(&place.path().join("touchstone"));
        let program = format!("wa_{word}_{}", std::process::id());
        let folder = Folder::of(
            "endless",
            [
                ("touchstone.toml", "[limits]\ntime_ms = 9000\nmemory_mb = 64\n"),
                ("sol.c", "int puts(const char *);\nint main(void) { puts(\"5\"); }\n"),
                ("tests/1.in", "5\n"),
                ("tests/1.ans", "5\n"),
            ],
        );
        folder.write(&format!("{program}.c"), "int main(void) { volatile int x = 1; while (x) {} }\n");
        Scene { place, folder, program }
    }

    fn setup(&self) -> Setup {
        let setup = server::trusting().at(&self.place.path().join("touchstone"));
        setup.with_cache(&self.place.path().join("cache")).folder(self.folder.path())
    }

    /// Opens a file, and waits until the solution runs.
    fn work(&self, client: &mut Client) {
        client.open(&self.folder.path().join("sol.c"));
        let program = format!("./{}", self.program);
        client.wait_until("the endless solution", |_| {
            process::running_with(&program).iter().any(|seen| seen.command == program)
        });
        assert!(!process::running_in(self.place.path()).is_empty(), "what runs is not seen");
    }

    fn nothing_is_left(&self) {
        let left = || [process::running_in(self.place.path()), process::running_with(&self.program)].concat();
        let gone = wait::until(SOON, || left().is_empty().then_some(()));
        assert!(gone.is_some(), "{:?}", left());
    }
}

#[test]
fn in_order_with_work_under_way() {
    let scene = Scene::new("order");
    let mut client = scene.setup().start();
    scene.work(&mut client);
    assert_eq!(client.leave().code(), Some(0));
    scene.nothing_is_left();
}

#[test]
fn exit_without_shutdown() {
    let scene = Scene::new("exit");
    let mut client = scene.setup().start();
    scene.work(&mut client);
    client.notify("exit", Value::Null);
    // The client keeps its end of the pipe open.
    assert_eq!(client.ended().code(), Some(1));
    scene.nothing_is_left();
}

#[test]
fn the_end_of_the_input() {
    let scene = Scene::new("input");
    let mut client = scene.setup().start();
    scene.work(&mut client);
    assert_eq!(client.hang_up().code(), Some(1));
    scene.nothing_is_left();
    let mut client = scene.setup().start();
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
    assert_eq!(client.hang_up().code(), Some(0));
}

#[test]
fn the_end_of_the_input_while_handlers_wait() {
    let mut client = server::plain().self_test().start();
    for how in ["never", "block", "never"] {
        client.send_request("touchstone/selfTest", json!({ "how": how }));
    }
    assert_eq!(client.hang_up().code(), Some(1));
}

/// A process that stands for an editor, and does nothing.
struct Editor(Child);

impl Editor {
    fn new() -> Editor {
        Editor(Command::new("tail").args(["-f", "/dev/null"]).spawn().expect("tail can be started"))
    }

    fn kill(&mut self) {
        self.0.kill().expect("it is there");
        self.0.wait().expect("it can be waited for");
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // It may have ended.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn the_client_is_killed_while_somebody_holds_the_pipe() {
    let scene = Scene::new("client");
    let mut editor = Editor::new();
    let mut client = scene.setup().process(editor.0.id()).start();
    scene.work(&mut client);
    editor.kill();
    let gone = wait::until(SOON, || process::running_in(scene.place.path()).is_empty().then_some(()));
    assert!(gone.is_some(), "{:?}", process::running_in(scene.place.path()));
    scene.nothing_is_left();
    assert_eq!(client.ended().code(), Some(1));
}

#[test]
fn the_server_is_killed() {
    let scene = Scene::new("server");
    let mut client = scene.setup().start();
    scene.work(&mut client);
    process::signal(client.pid(), Signal::SIGKILL);
    assert_eq!(client.ended().code(), None);
    scene.nothing_is_left();
}
