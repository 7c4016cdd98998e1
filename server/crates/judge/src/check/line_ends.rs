//! CRLF becomes LF while a file is read; a lone CR stays.

use std::io::{self, BufRead as _, BufReader, Read};

/// What is read through it has LF where the source has CRLF.
pub(super) struct ToLf<R> {
    source: BufReader<R>,
    /// A CR was taken from the source, and what comes after it is not known yet.
    holds_cr: bool,
}

impl<R: Read> ToLf<R> {
    pub(super) fn new(source: R) -> ToLf<R> {
        ToLf { source: BufReader::with_capacity(64 << 10, source), holds_cr: false }
    }
}

impl<R: Read> Read for ToLf<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let mut n_written = 0;
        while n_written < target.len() {
            let piece = self.source.fill_buf()?;
            let Some(&first) = piece.first() else {
                if std::mem::take(&mut self.holds_cr) {
                    target[n_written] = b'\r';
                    n_written += 1;
                }
                break;
            };
            if std::mem::take(&mut self.holds_cr) && first != b'\n' {
                target[n_written] = b'\r';
                n_written += 1;
                continue;
            }
            if first == b'\r' {
                self.holds_cr = true;
                self.source.consume(1);
                continue;
            }
            let plain = piece.iter().position(|byte| *byte == b'\r').unwrap_or(piece.len());
            let n_taken = plain.min(target.len() - n_written);
            target[n_written..n_written + n_taken].copy_from_slice(&piece[..n_taken]);
            self.source.consume(n_taken);
            n_written += n_taken;
        }
        Ok(n_written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out so many bytes at a time.
    struct Slowly<'a>(&'a [u8], usize);

    impl Read for Slowly<'_> {
        fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
            let n_bytes = self.1.min(target.len()).min(self.0.len());
            target[..n_bytes].copy_from_slice(&self.0[..n_bytes]);
            self.0 = &self.0[n_bytes..];
            Ok(n_bytes)
        }
    }

    #[test]
    fn crlf_becomes_lf() {
        for (text, expected) in
            [("1 2\r\n3\r4\n\r\n", "1 2\n3\r4\n\n"), ("\r\r\n\r", "\r\n\r"), ("", ""), ("a", "a"), ("\n\r", "\n\r")]
        {
            for (n_given, n_wanted) in [(1, 1), (1, 5), (2, 2), (3, 1), (100, 100)] {
                let mut reader = ToLf::new(Slowly(text.as_bytes(), n_given));
                let (mut all, mut piece) = (Vec::new(), vec![0; n_wanted]);
                while let n_bytes @ 1.. = reader.read(&mut piece).unwrap() {
                    all.extend_from_slice(&piece[..n_bytes]);
                }
                assert_eq!(String::from_utf8(all).unwrap(), expected, "{text:?} by {n_given} and {n_wanted}");
            }
        }
    }
}
