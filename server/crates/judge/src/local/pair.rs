//! A solution and an interactor that talk to each other.
//!
//! Everything passes through us, so that the talk can be shown. Each direction has a thread of its own, and a reader
//! that is gone never blocks the writer: what is written for it is dropped.

use std::{
    fs::File,
    io::{Read as _, Write as _},
    sync::{
        Mutex,
        atomic::{AtomicU8, Ordering},
    },
    thread,
};

use problem::executor::{Action, ExecutorError, TaskResult};

use super::{LocalExecutor, boxes::Kind, failed, files::memory_file, prepare::Prepared};
use crate::{sync::lock, system};

/// How much of the talk is kept, bytes.
const TRANSCRIPT_BYTES: usize = 64 << 10;

/// Which side fell silent first. The reader is told of an end only after it is noted here, so a side that stops because
/// the other one did never comes out as the first.
const NOBODY: u8 = 0;
const SOLUTION: u8 = 1;
const INTERACTOR: u8 = 2;

impl LocalExecutor {
    pub(super) fn run_pair(&self, solution: &Action, interactor: &Action) -> Result<TaskResult, ExecutorError> {
        let (prepared_solution, prepared_interactor) = (self.prepare(solution)?, self.prepare(interactor)?);
        let pipe = || system::pipe().map_err(|error| failed("making a pipe", &error));
        let (solution_reads, to_solution) = pipe()?;
        let (from_solution, solution_writes) = pipe()?;
        let (interactor_reads, to_interactor) = pipe()?;
        let (from_interactor, interactor_writes) = pipe()?;
        let (solution_errors, interactor_errors) = (memory_file()?, memory_file()?);
        let talk = Mutex::new(Vec::new());
        let run = |prepared: &Prepared, stdin: File, stdout: File, stderr: &File| {
            self.with_spawner(Kind::Programs, |spawner| {
                spawner.start_program(&prepared.request, &prepared.descriptors([&stdin, &stdout, stderr]))?;
                // Our copies must go, or the other side would never see the end.
                drop((stdin, stdout));
                spawner.wait()
            })
        };
        let silent_first = AtomicU8::new(NOBODY);
        let note_silence = |side| {
            // Only the first is kept.
            let _ = silent_first.compare_exchange(NOBODY, side, Ordering::SeqCst, Ordering::SeqCst);
        };
        let (solution_side, interactor_side) = thread::scope(|scope| {
            scope.spawn(|| pump(from_solution, to_interactor, &talk, b"> ", || note_silence(SOLUTION)));
            scope.spawn(|| pump(from_interactor, to_solution, &talk, b"< ", || note_silence(INTERACTOR)));
            let (interactor_errors, prepared_interactor) = (&interactor_errors, &prepared_interactor);
            let second =
                scope.spawn(move || run(prepared_interactor, interactor_reads, interactor_writes, interactor_errors));
            let first = run(&prepared_solution, solution_reads, solution_writes, &solution_errors);
            let second = second.join().unwrap_or(Err(ExecutorError::Failed("a thread of the judge panicked".into())));
            (first, second)
        });
        let (solution_side, interactor_side) = (solution_side?, interactor_side?);
        let nothing = memory_file()?;
        let transcript = talk.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(TaskResult::Pair {
            solution: self.finish(solution, solution_side, &nothing, &solution_errors)?,
            interactor: self.finish(interactor, interactor_side, &nothing, &interactor_errors)?,
            transcript: self.store.put(&transcript)?,
            interactor_ended_first: silent_first.load(Ordering::SeqCst) == INTERACTOR,
        })
    }
}

/// Passes bytes on until the writer's end; the reader sees the end at once then.
fn pump(mut from: File, to: File, talk: &Mutex<Vec<u8>>, mark: &[u8], note_end: impl FnOnce()) {
    let mut to = Some(to);
    let mut buffer = vec![0; 64 << 10];
    while let Ok(n_bytes @ 1..) = from.read(&mut buffer) {
        record(&mut lock(talk), mark, &buffer[..n_bytes]);
        if to.as_mut().is_some_and(|reader| reader.write_all(&buffer[..n_bytes]).is_err()) {
            to = None;
        }
    }
    note_end();
}

/// Adds a message to the transcript, each line behind its speaker's mark.
fn record(talk: &mut Vec<u8>, mark: &[u8], bytes: &[u8]) {
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if talk.len() + mark.len() + line.len() + 1 > TRANSCRIPT_BYTES {
            return;
        }
        talk.extend_from_slice(mark);
        talk.extend_from_slice(line);
        if line.last() != Some(&b'\n') {
            talk.push(b'\n');
        }
    }
}
