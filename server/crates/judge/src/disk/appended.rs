//! A file to which a line of JSON is added for each thing that is done, however many there are: none of them is held.
//!
//! Invariant: a line is on the disk before the next thing begins; behind the last whole line nothing is kept.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::journal::JournalError;

/// Such a file, open behind its last line.
pub struct Appended {
    file: File,
    path: PathBuf,
    /// So many bytes were there when it was opened.
    n_before: u64,
}

impl Appended {
    /// Opens a file, or makes it. Each whole line that is there is shown to `is_ours`, one after the other; half a line behind
    /// them was written by a run that was killed, and is dropped.
    ///
    /// # Errors
    /// See [`JournalError`]; a file with other lines stays as it is.
    pub fn open(path: &Path, mut is_ours: impl FnMut(&Value) -> bool) -> Result<Appended, JournalError> {
        let io = |cause: io::Error| JournalError::Io { path: path.to_owned(), cause };
        let foreign = || JournalError::Foreign { path: path.to_owned() };
        let options = &mut OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        let (mut reader, mut n_whole, mut line) = (BufReader::new(&file), 0, Vec::new());
        loop {
            line.clear();
            let n_read = reader.read_until(b'\n', &mut line).map_err(io)?;
            if line.last() != Some(&b'\n') {
                // Ours begin as an object does; of a whole one of another file nobody drops anything.
                let is_half = n_read == 0 || (line[0] == b'{' && serde_json::from_slice::<Value>(&line).is_err());
                if !is_half {
                    return Err(foreign());
                }
                break;
            }
            let value: Option<Value> = serde_json::from_slice(&line).ok();
            if !value.is_some_and(|value| is_ours(&value)) {
                return Err(foreign());
            }
            n_whole += n_read as u64;
        }
        file.set_len(n_whole).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        Ok(Appended { file, path: path.to_owned(), n_before: n_whole })
    }

    /// Takes back all lines that were added since it was opened.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn take_back(&mut self) -> Result<(), JournalError> {
        let io = |cause: io::Error| JournalError::Io { path: self.path.clone(), cause };
        self.file.set_len(self.n_before).map_err(io)?;
        self.file.seek(SeekFrom::End(0)).map_err(io)?;
        self.file.sync_data().map_err(io)
    }

    /// Adds a line; it is on the disk when this comes back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, line: &Value) -> Result<(), JournalError> {
        let written = self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|cause| JournalError::Io { path: self.path.clone(), cause })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn half_a_line_is_dropped_and_other_files_stay() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("out.jsonl");
        let is_ours = |line: &Value| line["row"].is_u64();
        Appended::open(&path, is_ours).unwrap().write(&json!({ "row": 1 })).unwrap();
        let mut text = std::fs::read_to_string(&path).unwrap();
        text += "{\"row\":2,\"na";
        std::fs::write(&path, &text).unwrap();
        let mut seen = Vec::new();
        let mut again = Appended::open(&path, |line| {
            seen.push(line["row"].as_u64());
            is_ours(line)
        });
        again.as_mut().unwrap().write(&json!({ "row": 2 })).unwrap();
        assert_eq!(seen, [Some(1)]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"row\":1}\n{\"row\":2}\n");
        let mut third = Appended::open(&path, is_ours).unwrap();
        third.write(&json!({ "row": 3 })).unwrap();
        third.take_back().unwrap();
        third.write(&json!({ "row": 4 })).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"row\":1}\n{\"row\":2}\n{\"row\":4}\n");
        for other in ["a,b\n1,2\n", "{\"folder\":1}\n", "{\"row\":1}\n[1]", "7"] {
            std::fs::write(&path, other).unwrap();
            assert!(matches!(Appended::open(&path, is_ours), Err(JournalError::Foreign { .. })), "{other}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), other);
        }
    }
}
