//! A program of the user's own that answers questions in place of a language model's server.
//!
//! It is started by its arguments, without a shell, in an empty folder that is gone afterwards, with the user's environment
//! but for the keys of ours. It is not shut in: it is the user's, and talks to whom it likes.
//!
//! Invariant: when the wait is over, it and all that it has started in its group of processes are ended.

use std::{
    io::{Read as _, Write as _},
    path::Path,
    process::{Child, ChildStderr, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use tempfile::TempDir;

use crate::sync::lock;

/// Where its output still stands open after its end, it is waited for so long.
const AFTER_THE_END: Duration = Duration::from_secs(5);

/// Of what it says on its standard error so much is kept, bytes, and so much of the last line shown, characters.
const COMPLAINT_BYTES: usize = 4096;
const COMPLAINT_SHOWN: usize = 200;
/// Once it has ended, the end of its standard error is waited for so long.
const COMPLAINT_WAIT: Duration = Duration::from_millis(500);

/// Our own settings, which hold a key.
const OWN_VARIABLES: &str = "TOUCHSTONE_";

enum Event {
    Ended,
    TooMuch,
    Stop,
}

/// A program that was started.
pub struct AnsweringProgram {
    name: String,
    child: Child,
    folder: TempDir,
    events: Receiver<Event>,
    output: Receiver<Vec<u8>>,
    complaint: Complaint,
    deadline: Instant,
}

/// Ends a program that was started.
pub struct Stopper(Sender<Event>);

impl Stopper {
    /// Ends it; nothing if it has ended.
    pub fn stop(self) {
        // Nobody listens any more where it has ended.
        self.0.send(Event::Stop).unwrap_or_default();
    }
}

/// Starts a program with a text on its standard input. `hidden` names further variables that it does not get to see.
///
/// # Errors
/// Why it cannot be started: a sentence.
pub fn start(
    arguments: &[String],
    hidden: &[String],
    question: String,
    (time, most): (Duration, usize),
) -> Result<(AnsweringProgram, Stopper), String> {
    let (name, rest) = arguments.split_first().ok_or("no program is named")?;
    if name.contains('/') && !Path::new(name).is_absolute() {
        return Err(format!("{name} is started in an empty folder, so it needs its whole path"));
    }
    let folder = tempfile::tempdir().map_err(|error| format!("no empty folder can be made ({error})"))?;
    let mut command = Command::new(name);
    command.args(rest).current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let is_hidden = |variable: &str| variable.starts_with(OWN_VARIABLES) || hidden.iter().any(|one| one == variable);
    for (variable, _) in std::env::vars_os().filter(|(variable, _)| variable.to_str().is_some_and(is_hidden)) {
        command.env_remove(variable);
    }
    group::make(&mut command);
    let mut child = command.spawn().map_err(|error| format!("{name} cannot be started ({error})"))?;
    let (to_events, events) = bounded(8);
    let (to_output, output) = bounded(1);
    if let Some(mut stdin) = child.stdin.take() {
        // One that does not read to the end answers all the same.
        thread::spawn(move || drop(stdin.write_all(question.as_bytes())));
    }
    if let Some(stdout) = child.stdout.take() {
        let to_events = to_events.clone();
        thread::spawn(move || {
            let mut printed = Vec::new();
            // Who cannot write any more ends, so the pipe stays until it is said why.
            let mut stdout = stdout.take(most as u64 + 1);
            // What was read before an error is judged as it is.
            drop(stdout.read_to_end(&mut printed));
            if printed.len() > most {
                to_events.send(Event::TooMuch).unwrap_or_default();
            }
            to_output.send(printed).unwrap_or_default();
        });
    }
    let complaint = Complaint::of(child.stderr.take());
    let (pid, ended) = (child.id(), to_events.clone());
    thread::spawn(move || {
        group::wait(pid);
        ended.send(Event::Ended).unwrap_or_default();
    });
    let deadline = Instant::now() + time;
    Ok((
        AnsweringProgram { name: name.clone(), child, folder, events, output, complaint, deadline },
        Stopper(to_events),
    ))
}

impl AnsweringProgram {
    /// Waits for its end.
    ///
    /// # Errors
    /// Why what it printed is no answer: a sentence that holds nothing of it, but the last line of its standard error if it
    /// fails.
    pub fn wait(mut self) -> Result<String, String> {
        let name = self.name;
        let event = self.events.recv_deadline(self.deadline);
        // Before it is waited for, its number belongs to nobody else.
        group::end(&mut self.child);
        let status = self.child.wait().map_err(|error| format!("{name} cannot be waited for ({error})"))?;
        match event {
            Ok(Event::Ended) => {}
            Ok(Event::TooMuch) => return Err(format!("{name} prints too much")),
            Ok(Event::Stop) => return Err(format!("{name} was stopped")),
            Err(_) => return Err(format!("{name} did not end in time")),
        }
        if !status.success() {
            let said = self.complaint.last_line().map(|line| format!(": {line}")).unwrap_or_default();
            return Err(format!("{name} failed ({status}){said}"));
        }
        let open = |_| format!("{name} has ended, and something that it started still writes");
        let printed = self.output.recv_timeout(AFTER_THE_END).map_err(open)?;
        // What cannot be removed is the system's to clear away.
        drop(self.folder.close());
        if matches!(self.events.try_recv(), Ok(Event::TooMuch)) {
            return Err(format!("{name} prints too much"));
        }
        String::from_utf8(printed).map_err(|_| format!("{name} prints something that is no text"))
    }
}

/// The end of what a program says on its standard error.
struct Complaint {
    kept: Arc<Mutex<Vec<u8>>>,
    /// Closed at the end of the stream.
    open: Receiver<()>,
}

impl Complaint {
    /// Reads the stream on a thread, to its end, so that its writer never waits.
    fn of(stream: Option<ChildStderr>) -> Complaint {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (ends, open) = bounded(0);
        if let Some(mut stream) = stream {
            let kept = Arc::clone(&kept);
            thread::spawn(move || {
                let mut piece = [0; COMPLAINT_BYTES];
                while let Ok(length @ 1..) = stream.read(&mut piece) {
                    let mut kept = lock(&kept);
                    kept.extend_from_slice(&piece[..length]);
                    let excess = kept.len().saturating_sub(COMPLAINT_BYTES);
                    kept.drain(..excess);
                }
                drop(ends);
            });
        }
        Complaint { kept, open }
    }

    /// The last line with words in it, cut, without what would move a cursor. Who was not ended with the program may hold the
    /// stream open; it is not waited for.
    fn last_line(&self) -> Option<String> {
        let _closed: Result<(), RecvTimeoutError> = self.open.recv_timeout(COMPLAINT_WAIT);
        let kept = lock(&self.kept);
        let text = String::from_utf8_lossy(&kept);
        let line = text.rsplit(['\n', '\r']).map(str::trim).find(|line| !line.is_empty())?;
        let mut shown: String = line.chars().filter(|c| !c.is_control()).take(COMPLAINT_SHOWN + 1).collect();
        if let Some((at, _)) = shown.char_indices().nth(COMPLAINT_SHOWN) {
            shown.replace_range(at.., "…");
        }
        Some(shown)
    }
}

#[cfg(unix)]
mod group {
    use std::{
        os::unix::process::CommandExt as _,
        process::{Child, Command},
    };

    use nix::{
        sys::signal::{Signal, killpg},
        unistd::Pid,
    };

    /// Has the program lead a group of its own.
    pub(super) fn make(command: &mut Command) {
        command.process_group(0);
    }

    /// Waits until the program has ended, and leaves its number taken.
    pub(super) fn wait(pid: u32) {
        crate::system::wait_without_collecting(pid as i32);
    }

    /// Ends the whole group.
    pub(super) fn end(child: &mut Child) {
        // Nobody of it may be left.
        killpg(Pid::from_raw(child.id() as i32), Signal::SIGKILL).unwrap_or_default();
    }
}

#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn make(_command: &mut Command) {}

    /// What it prints ends with it, so its output alone is waited for.
    pub(super) fn wait(_pid: u32) {}

    pub(super) fn end(child: &mut Child) {
        // It may have ended by itself.
        drop(child.kill());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(300);

    fn started(words: &[&str], question: &str, time: Duration) -> (AnsweringProgram, Stopper) {
        let arguments: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        start(&arguments, &["MY_KEY".to_owned()], question.to_owned(), (time, 1000)).expect("it can be started")
    }

    fn answer(words: &[&str], question: &str) -> Result<String, String> {
        let (program, _stopper) = started(words, question, PATIENCE);
        program.wait()
    }

    #[test]
    fn the_question_goes_in_and_what_is_printed_comes_out() {
        assert_eq!(answer(&["cat"], "a; echo $HOME\n").as_deref(), Ok("a; echo $HOME\n"));
        assert_eq!(answer(&["printf", "a; echo b"], "").as_deref(), Ok("a; echo b"));
        // It need not read, and its folder is empty and its own.
        assert_eq!(answer(&["sh", "-c", "ls -A; echo done"], &"x".repeat(1 << 20)).as_deref(), Ok("done\n"));
        let here = answer(&["pwd"], "").unwrap();
        assert!(!std::path::Path::new(here.trim()).exists(), "{here}");
    }

    #[test]
    fn what_is_no_answer() {
        assert_eq!(answer(&["sh", "-c", "echo secret; exit 3"], ""), Err("sh failed (exit status: 3)".to_owned()));
        assert_eq!(answer(&["sh", "-c", "yes"], ""), Err("sh prints too much".to_owned()));
        assert_eq!(answer(&["printf", "\\377"], ""), Err("printf prints something that is no text".to_owned()));
        let cannot = |name: &str| start(&[name.to_owned()], &[], String::new(), (PATIENCE, 10)).map(drop).unwrap_err();
        assert!(cannot("/nowhere/at/all").starts_with("/nowhere/at/all cannot be started"));
        assert_eq!(cannot("./my-model"), "./my-model is started in an empty folder, so it needs its whole path");
        let (late, _stopper) = started(&["sh", "-c", "sleep 1000"], "", Duration::ZERO);
        assert_eq!(late.wait(), Err("sh did not end in time".to_owned()));
    }

    #[test]
    fn of_what_it_complains_the_last_line_is_told() {
        let failed = |script: &str| answer(&["sh", "-c", script], "").unwrap_err();
        let words = "printf 'usage\\n\\033[1mnot logged in\\033[0m\\n\\n' >&2; exit 1";
        assert_eq!(failed(words), "sh failed (exit status: 1): [1mnot logged in[0m");
        assert_eq!(failed("printf '1 %%\\r2 %%\\rno\\r' >&2; exit 1"), "sh failed (exit status: 1): no");
        // What it has started elsewhere may still hold the stream.
        assert_eq!(failed("setsid sleep 3 & echo late >&2; exit 1"), "sh failed (exit status: 1): late");
        let long = failed("yes | head -c 100000 | tr -d '\n' >&2; exit 1");
        assert_eq!(long, format!("sh failed (exit status: 1): {}…", "y".repeat(200)));
    }

    #[test]
    fn all_that_it_has_started_ends_with_it() {
        // The second process holds the output open until it is ended.
        let (program, stopper) = started(&["sh", "-c", "sleep 1000 & wait"], "", PATIENCE);
        stopper.stop();
        assert_eq!(program.wait(), Err("sh was stopped".to_owned()));
        assert_eq!(answer(&["sh", "-c", "sleep 1000 & echo there"], "").as_deref(), Ok("there\n"));
    }
}
