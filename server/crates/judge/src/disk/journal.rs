//! The journal of a batch: a line of JSON for each thing that is done, on the disk before the next one begins.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use serde_json::Value;

/// How a line begins, by the first key in order.
const BEGINNINGS: [&[u8]; 2] = [b"{\"ablations\":", b"{\"error\":"];

/// Why a journal cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("the journal {} cannot be kept ({cause}); name another file by `--out`", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The file is something else.
    #[error("{} is no journal of this command; name another file by `--out`", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
}

/// The lines so far, and the file behind them, if there is one.
#[derive(Debug)]
pub struct Journal {
    file: Option<(File, PathBuf)>,
    lines: Vec<Value>,
}

impl Journal {
    /// Reads what is there. Behind the last whole line nothing is kept: a run that was killed wrote it. `is_ours` knows the
    /// journal's lines from those of other files, which stay as they are.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn open(path: Option<&Path>, is_ours: impl Fn(&Value) -> bool) -> Result<Journal, JournalError> {
        let Some(path) = path else { return Ok(Journal { file: None, lines: Vec::new() }) };
        let path = path.to_owned();
        let io = |cause: io::Error| JournalError::Io { path: path.clone(), cause };
        let foreign = || JournalError::Foreign { path: path.clone() };
        let options = &mut OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(&path).map_err(io)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(io)?;
        let (lines, n_whole) = whole_lines(&text, &is_ours).ok_or_else(foreign)?;
        file.set_len(n_whole as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        Ok(Journal { file: Some((file, path)), lines })
    }

    /// The lines of a journal, which stays as it is.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn read(path: &Path, is_ours: impl Fn(&Value) -> bool) -> Result<Vec<Value>, JournalError> {
        let text = std::fs::read(path).map_err(|cause| JournalError::Io { path: path.to_owned(), cause })?;
        let lines = whole_lines(&text, is_ours);
        Ok(lines.ok_or_else(|| JournalError::Foreign { path: path.to_owned() })?.0)
    }

    /// The lines, oldest first.
    pub fn lines(&self) -> &[Value] {
        &self.lines
    }

    /// Adds a line; it is on the disk when this comes back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, line: Value) -> Result<(), JournalError> {
        if let Some((file, path)) = &mut self.file {
            let written = file.write_all(format!("{line}\n").as_bytes()).and_then(|()| file.sync_data());
            written.map_err(|cause| JournalError::Io { path: path.clone(), cause })?;
        }
        self.lines.push(line);
        Ok(())
    }
}

/// The whole lines and where they end, if all are ours.
fn whole_lines(text: &[u8], is_ours: impl Fn(&Value) -> bool) -> Option<(Vec<Value>, usize)> {
    let n_whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let (whole, rest) = text.split_at(n_whole);
    let lines = whole.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let lines = lines.map(|line| serde_json::from_slice(line).ok().filter(&is_ours)).collect::<Option<Vec<Value>>>()?;
    // Half a line is dropped where it is one of ours: it begins as they do, and is no whole value.
    let is_half = rest.starts_with(b"{") && serde_json::from_slice::<Value>(rest).is_err() && !lines.is_empty();
    // Of a first line there is nothing to know it by but its beginning.
    let is_first =
        n_whole == 0 && BEGINNINGS.iter().any(|beginning| rest.starts_with(beginning) || beginning.starts_with(rest));
    let is_whole = serde_json::from_slice::<Value>(rest).is_ok();
    (rest.is_empty() || is_half || is_first && !is_whole).then_some((lines, n_whole))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn open(path: &Path) -> Result<Journal, JournalError> {
        Journal::open(Some(path), |line| line["folder"].is_string())
    }

    #[test]
    fn half_a_line_is_dropped() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("out.jsonl");
        let line = |folder: &str| json!({ "folder": folder });
        std::fs::write(&path, "{\"ablations\":[{").unwrap();
        assert!(open(&path).unwrap().lines().is_empty(), "killed while the first line was written");
        std::fs::write(&path, format!("{}\n{}", line("a"), &line("b").to_string()[..9])).unwrap();
        let mut journal = open(&path).unwrap();
        assert_eq!(journal.lines(), [line("a")]);
        journal.write(line("c")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{}\n{}\n", line("a"), line("c")));
        assert_eq!(open(&path).unwrap().lines(), [line("a"), line("c")]);
    }

    #[test]
    fn a_file_that_is_no_journal_stays_as_it_is() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("notes.txt");
        for text in ["my notes\n", "{}\n", "my notes", "{\"a\":1}", "{\"a\":", "{\"folder\":\"a\"}\n{\"b\":1}"] {
            std::fs::write(&path, text).unwrap();
            let error = open(&path).unwrap_err();
            assert!(matches!(error, JournalError::Foreign { .. }), "{text}: {error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
