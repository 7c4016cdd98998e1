//! The standard streams of a run for a person.
//!
//! Invariant: a program gets nothing that the person's shell has opened, since what it changed there (flags, position,
//! length) would outlive it. An input file and a terminal are opened anew, all else passes through us, and a terminal has
//! its modes back in the end.

use std::{
    fs::File,
    io::{self, IsTerminal as _, Read as _, Write as _},
    thread::{self, JoinHandle},
};

use crate::system::{self, TerminalModes};

/// What passes through us at once, bytes.
const PIECE: usize = 64 << 10;

/// The streams while the program runs.
pub(super) struct Streams {
    passed_on: Vec<JoinHandle<bool>>,
    /// Put back when this is dropped.
    _terminals: Vec<TerminalModes>,
}

impl Streams {
    /// Opens them: what the program gets, its standard input first, and what goes on meanwhile. At most so many bytes of
    /// what it writes are passed on.
    pub(super) fn open(most_bytes: u64) -> io::Result<([File; 3], Streams)> {
        let [stdin, stdout, stderr] = system::standard_streams()?;
        let terminals = [&stdin, &stdout, &stderr].into_iter().filter_map(TerminalModes::of).collect();
        let mut streams = Streams { passed_on: Vec::new(), _terminals: terminals };
        let both_are_one = system::is_same_file(&stdout, &stderr);
        let input = Streams::input(stdin)?;
        let output = streams.output(stdout, most_bytes)?;
        // What is one stream to the person stays in order.
        let errors = if both_are_one { output.try_clone()? } else { streams.output(stderr, most_bytes)? };
        Ok(([input, output, errors], streams))
    }

    fn input(mut stdin: File) -> io::Result<File> {
        if let Some(opened) = system::opened_anew(&stdin, false) {
            return Ok(opened);
        }
        let (reader, mut writer) = system::pipe()?;
        // It may wait for a person who types no more when the program has ended, so nobody waits for it.
        thread::spawn(move || drop(io::copy(&mut stdin, &mut writer)));
        Ok(reader)
    }

    fn output(&mut self, stream: File, most_bytes: u64) -> io::Result<File> {
        if stream.is_terminal()
            && let Some(opened) = system::opened_anew(&stream, true)
        {
            return Ok(opened);
        }
        let (reader, writer) = system::pipe()?;
        self.passed_on.push(thread::spawn(move || pass_on(reader, stream, most_bytes)));
        Ok(writer)
    }

    /// Waits for the last of what the program has written; whether that was more than is passed on.
    pub(super) fn finish(self) -> bool {
        // All are waited for, whatever the first says.
        let were_cut: Vec<bool> = self.passed_on.into_iter().map(|thread| thread.join().unwrap_or(false)).collect();
        were_cut.contains(&true)
    }
}

/// Passes on what can be read until its end, or until nobody wants it any more, which the writer sees; whether it was too
/// much.
fn pass_on(mut from: File, mut to: File, most_bytes: u64) -> bool {
    let mut piece = vec![0; PIECE];
    let mut left = most_bytes;
    loop {
        let Ok(n_bytes @ 1..) = from.read(&mut piece) else { return false };
        let n_passed = n_bytes.min(usize::try_from(left).unwrap_or(usize::MAX));
        if to.write_all(&piece[..n_passed]).is_err() {
            return false;
        }
        left -= n_passed as u64;
        if n_passed < n_bytes {
            return true;
        }
    }
}
