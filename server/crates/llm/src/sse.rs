//! Server-sent events out of bytes that come in any pieces.
//!
//! Invariant: the events do not depend on where the pieces end, and finding them costs time linear in the bytes.

/// A line longer than this is no line of a model's server, bytes.
const MAX_LINE_BYTES: usize = 16 << 20;

/// The line is longer than any server's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineTooLong;

/// The parser. What it hands out is the data of each event; types of events stand in the data as well.
#[derive(Debug, Default)]
pub(crate) struct Parser {
    /// The line that is not over yet.
    line: Vec<u8>,
    /// The data lines of the event that is not over yet.
    data: Option<String>,
    /// Whether the last byte was a carriage return, whose line feed may be still to come.
    after_return: bool,
    is_begun: bool,
}

impl Parser {
    /// Takes the next bytes and hands out the data of the events that they complete.
    pub(crate) fn push(&mut self, mut bytes: &[u8]) -> Result<Vec<String>, LineTooLong> {
        let mut events = Vec::new();
        if self.after_return && !bytes.is_empty() {
            self.after_return = false;
            bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
        }
        while let Some(end) = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            self.line.extend_from_slice(&bytes[..end]);
            let ends_in_return = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            if ends_in_return {
                self.after_return = bytes.is_empty();
                bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
            }
            events.extend(self.end_line());
        }
        self.line.extend_from_slice(bytes);
        if self.line.len() > MAX_LINE_BYTES { Err(LineTooLong) } else { Ok(events) }
    }

    /// Takes the end of the stream. An event whose blank line is missing counts, if its lines are whole.
    pub(crate) fn finish(mut self) -> Option<String> {
        let marker = b"[DONE]";
        if self.line.ends_with(marker) {
            drop(self.end_line());
        }
        self.data.filter(|_| self.line.is_empty())
    }

    fn end_line(&mut self) -> Option<String> {
        let bytes = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&bytes);
        let line = if self.is_begun { &*line } else { line.strip_prefix('\u{feff}').unwrap_or(&line) };
        self.is_begun = true;
        if line.is_empty() {
            return self.data.take();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        if field == "data" {
            let value = value.strip_prefix(' ').unwrap_or(value);
            match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn events(pieces: &[&[u8]]) -> Vec<String> {
        let mut parser = Parser::default();
        let mut events: Vec<String> = pieces.iter().flat_map(|piece| parser.push(piece).unwrap()).collect();
        events.extend(parser.finish());
        events
    }

    const STREAM: &str = "\u{feff}: a comment\r\nevent: x\r\ndata: one\r\ndata:two\r\n\r\nid: 7\rdata:  three é\r\rretry: 5\n\n\
                          :\n\nunknown\ndata\n\nevent: no data\n\ndata: {\"a\":\ndata: 1}\n\ndata: [DONE]\n\n";

    #[test]
    fn every_boundary() {
        let wanted = ["one\ntwo", " three é", "", "{\"a\":\n1}", "[DONE]"];
        let bytes = STREAM.as_bytes();
        for split in 0..=bytes.len() {
            assert_eq!(events(&[&bytes[..split], &bytes[split..]]), wanted, "split at {split}");
            assert_eq!(events(&[&bytes[..split], b"", &bytes[split..]]), wanted, "split at {split}");
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(events(&single), wanted);
    }

    #[test]
    fn ends_without_a_blank_line() {
        assert_eq!(events(&[b"data: 1\n\ndata: 2\n"]), ["1", "2"]);
        assert_eq!(events(&[b"data: 1\n\ndata: [DONE]"]), ["1", "[DONE]"]);
        assert_eq!(events(&[b"data: 1\n\ndata: {\"cut"]), ["1"], "half a line is no event");
        assert_eq!(events(&[b"data: 1\n\ndata: 2\ndata: ha"]), ["1"]);
    }

    #[test]
    fn endless_lines_are_refused() {
        let mut parser = Parser::default();
        assert_eq!(parser.push(&vec![b'x'; MAX_LINE_BYTES]), Ok(vec![]));
        assert_eq!(parser.push(b"x"), Err(LineTooLong));
    }

    proptest! {
        #[test]
        fn pieces_do_not_matter(bytes in proptest::collection::vec(prop_oneof![
            Just(b'\n'), Just(b'\r'), Just(b':'), Just(b' '), Just(b'd'), Just(b'a'), Just(b't'), any::<u8>()
        ], 0..80), sizes in proptest::collection::vec(1usize..5, 80)) {
            let mut pieces: Vec<&[u8]> = Vec::new();
            let mut rest = &bytes[..];
            for size in sizes {
                let (piece, left) = rest.split_at(size.min(rest.len()));
                pieces.push(piece);
                rest = left;
            }
            pieces.push(rest);
            prop_assert_eq!(events(&pieces), events(&[&bytes]));
        }
    }
}
