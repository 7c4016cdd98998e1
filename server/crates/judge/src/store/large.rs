//! Writing what need not fit into memory.

use std::{
    fs::File,
    io::{self, Read, Seek as _, SeekFrom, Write as _},
    path::Path,
};

use problem::executor::Blob;

use crate::system::set_mode;

/// What is read is held in pieces of this size, bytes.
const PIECE_BYTES: usize = 128 << 10;

/// Writes everything that can be read to a new file; pieces of nothing but zeros become holes.
pub(super) fn write(path: &Path, source: impl Read) -> io::Result<Blob> {
    let mut target = Sparse { file: File::create_new(path)?, n_bytes: 0 };
    let blob = Blob::read(Copying { source, target: &mut target })?;
    target.file.set_len(target.n_bytes)?;
    set_mode(&target.file, 0o444)?;
    Ok(blob)
}

/// A file that grows.
struct Sparse {
    file: File,
    n_bytes: u64,
}

impl Sparse {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        for piece in bytes.chunks(PIECE_BYTES) {
            if piece.iter().any(|byte| *byte != 0) {
                self.file.seek(SeekFrom::Start(self.n_bytes))?;
                self.file.write_all(piece)?;
            }
            self.n_bytes += piece.len() as u64;
        }
        Ok(())
    }
}

/// Hands on what it reads, and writes it.
struct Copying<'a, R> {
    source: R,
    target: &'a mut Sparse,
}

impl<R: Read> Read for Copying<'_, R> {
    fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        let n_bytes = self.source.read(piece)?;
        self.target.append(&piece[..n_bytes])?;
        Ok(n_bytes)
    }
}
