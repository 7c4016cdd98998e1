//! A text file read line by line, however long it is, and files that grow until they are put in place. A file of rows,
//! and a single line too, may be larger than memory.
//!
//! Invariant: no more than one line is in memory.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom, Write as _},
    path::Path,
};

use tempfile::NamedTempFile;

/// A line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Its bytes, without the line end.
    Bytes(Vec<u8>),
    /// It is longer than allowed, and was passed over.
    TooLong,
}

/// The lines of a file, with their numbers from 1.
pub struct Lines {
    from: Box<dyn BufRead>,
    number: usize,
    /// Bytes that were read.
    at: u64,
    /// How many there are, where that is known.
    n_bytes: Option<u64>,
    longest: u64,
}

impl Lines {
    /// Opens a file, `-` for standard input; lines of more than `longest` bytes are passed over.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path, longest: u64) -> io::Result<Lines> {
        let (from, n_bytes): (Box<dyn BufRead>, _) = if path == Path::new("-") {
            (Box::new(BufReader::new(io::stdin())), None)
        } else {
            let file = File::open(path)?;
            let n_bytes = file.metadata().ok().map(|metadata| metadata.len());
            (Box::new(BufReader::with_capacity(1 << 20, file)), n_bytes)
        };
        Ok(Lines { from, number: 0, at: 0, n_bytes, longest })
    }

    /// How much of the file was read, where its length is known: from 0 to 1.
    pub fn share(&self) -> Option<f64> {
        self.n_bytes.filter(|n_bytes| *n_bytes > 0).map(|n_bytes| (self.at as f64 / n_bytes as f64).min(1.0))
    }

    /// The next line.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&mut self) -> io::Result<Option<(usize, Line)>> {
        let mut bytes = Vec::new();
        let n_read = (&mut self.from).take(self.longest.saturating_add(1)).read_until(b'\n', &mut bytes)?;
        if n_read == 0 {
            return Ok(None);
        }
        self.number += 1;
        self.at += n_read as u64;
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() as u64 > self.longest {
            self.pass_over()?;
            return Ok(Some((self.number, Line::TooLong)));
        }
        Ok(Some((self.number, Line::Bytes(bytes))))
    }

    fn pass_over(&mut self) -> io::Result<()> {
        loop {
            let there = self.from.fill_buf()?;
            let end = there.iter().position(|&byte| byte == b'\n');
            let (n_there, is_last) = (there.len(), there.is_empty() || end.is_some());
            let n_passed = end.map_or(n_there, |end| end + 1);
            self.from.consume(n_passed);
            self.at += n_passed as u64;
            if is_last {
                return Ok(());
            }
        }
    }
}

/// Where in a file the lines of some keys are.
pub struct Indexed {
    file: File,
    places: HashMap<String, (u64, u64)>,
}

impl Indexed {
    /// Looks through a file once; of several lines of a key the first counts. What `key` does not know is passed over.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn open(path: &Path, longest: u64, mut key: impl FnMut(&[u8]) -> Option<String>) -> io::Result<Indexed> {
        let (mut lines, mut places) = (Lines::open(path, longest)?, HashMap::new());
        let mut at = 0;
        while let Some((_, line)) = lines.read()? {
            if let Line::Bytes(bytes) = line
                && let Some(key) = key(&bytes)
            {
                places.entry(key).or_insert((at, bytes.len() as u64));
            }
            at = lines.at;
        }
        Ok(Indexed { file: File::open(path)?, places })
    }

    /// The line of a key.
    ///
    /// # Errors
    /// When it cannot be read any more.
    pub fn get(&mut self, key: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(&(at, length)) = self.places.get(key) else { return Ok(None) };
        self.file.seek(SeekFrom::Start(at))?;
        let mut bytes = Vec::new();
        (&mut self.file).take(length).read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }
}

/// A file that is written bit by bit, and is there as a whole or not at all.
pub struct Growing {
    file: NamedTempFile,
}

impl Growing {
    /// Begins a file that is to be put at this place.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub fn begin(path: &Path) -> io::Result<Growing> {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".touchstone-");
        // It is a file like any other that a person makes, not a secret.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(Growing { file: builder.tempfile_in(parent)? })
    }

    /// Adds a line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.write_all(b"\n")
    }

    /// Puts it in place of whatever is there.
    ///
    /// # Errors
    /// When it cannot be put there.
    pub fn finish(mut self, path: &Path) -> io::Result<()> {
        self.file.flush()?;
        self.file.persist(path)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_passed_over_and_the_rest_is_read() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("rows.jsonl");
        std::fs::write(&path, format!("one\n\n{}\nfour\r\n{}\nlast", "x".repeat(3_000_000), "y".repeat(11))).unwrap();
        let mut lines = Lines::open(&path, 10).unwrap();
        let mut read = Vec::new();
        while let Some((number, line)) = lines.read().unwrap() {
            read.push(match line {
                Line::Bytes(bytes) => format!("{number} {}", String::from_utf8(bytes).unwrap()),
                Line::TooLong => format!("{number} too long"),
            });
        }
        assert_eq!(read, ["1 one", "2 ", "3 too long", "4 four\r", "5 too long", "6 last"]);
    }

    #[test]
    fn lines_are_found_by_key() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("rows.jsonl");
        std::fs::write(&path, "a 1\nb 2\na 3\nlong long long\nc 4").unwrap();
        let key = |line: &[u8]| Some(String::from_utf8_lossy(line).split(' ').next()?.to_owned());
        let mut indexed = Indexed::open(&path, 8, key).unwrap();
        let mut get = |key| indexed.get(key).unwrap().map(|line| String::from_utf8(line).unwrap());
        assert_eq!(get("b").as_deref(), Some("b 2"));
        assert_eq!(get("a").as_deref(), Some("a 1"));
        assert_eq!((get("c").as_deref(), get("long")), (Some("c 4"), None));
    }

    #[test]
    fn a_growing_file_is_there_only_when_it_is_finished() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("out.jsonl");
        let mut growing = Growing::begin(&path).unwrap();
        growing.line("{}").unwrap();
        assert!(!path.exists());
        drop(growing);
        assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
        let mut growing = Growing::begin(&path).unwrap();
        growing.line("{}").unwrap();
        growing.finish(&path).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{}\n");
    }
}
