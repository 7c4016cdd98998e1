//! Tests as HardTests and LiveCodeBench hold them: base64 of zlib of a Python pickle of one text, which is JSON.
//!
//! A pickle is a program for a machine that can call anything. Only what makes one text is read: an optional protocol and
//! frames, the text, an optional note for the memo, the end.
//!
//! Invariant: every other operation is refused, and nothing is ever called.

use std::io::{Read as _, Write as _};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};

/// No more than this is unpacked, bytes.
pub const MAX_UNPACKED: u64 = 1 << 30;

const PROTO: u8 = 0x80;
const FRAME: u8 = 0x95;
const SHORT_BINUNICODE: u8 = 0x8c;
const BINUNICODE: u8 = b'X';
const BINUNICODE8: u8 = 0x8d;
const MEMOIZE: u8 = 0x94;
const BINPUT: u8 = b'q';
const STOP: u8 = b'.';

/// The newest protocol that is known.
const NEWEST_PROTOCOL: u8 = 5;
/// Python puts contents of up to so many bytes into a frame.
const LONGEST_FRAME: usize = 64 << 10;

/// Why something cannot be unpacked.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PackedError {
    /// No base64.
    #[error("they are no base64 ({0})")]
    Base64(String),
    /// No zlib.
    #[error("they are no zlib stream ({0})")]
    Zlib(String),
    /// Too much.
    #[error("they unpack to more than {0} bytes; such rows are not read")]
    TooLong(u64),
    /// The pickle holds more than a text.
    #[error("the pickle has the operation 0x{operation:02x} at byte {at}; only one that holds a single text is read")]
    Refused {
        /// The operation.
        operation: u8,
        /// Where it is.
        at: usize,
    },
    /// The pickle ends in the middle, or goes on behind its end.
    #[error("the pickle is broken at byte {0}")]
    Broken(usize),
    /// The text is no UTF-8.
    #[error("the pickled text is no UTF-8")]
    NotUtf8,
    /// The text is no list of tests.
    #[error("the text in the pickle is no list of tests ({0})")]
    Json(String),
}

/// Unpacks a text.
///
/// # Errors
/// When it is not packed in this way, or unpacks to more than `limit` bytes.
pub fn unpack(packed: &str, limit: u64) -> Result<String, PackedError> {
    let zipped = STANDARD.decode(packed.trim()).map_err(|error| PackedError::Base64(error.to_string()))?;
    let mut pickle = Vec::new();
    let unzipped = ZlibDecoder::new(zipped.as_slice()).take(limit.saturating_add(1)).read_to_end(&mut pickle);
    unzipped.map_err(|error| PackedError::Zlib(error.to_string()))?;
    if pickle.len() as u64 > limit {
        return Err(PackedError::TooLong(limit));
    }
    unpickle(&pickle).map(str::to_owned)
}

/// Packs a text, so that Python reads it.
pub fn pack(text: &str) -> String {
    let mut zipped = ZlibEncoder::new(Vec::new(), Compression::default());
    // A vector takes everything.
    drop(zipped.write_all(&pickle(text)));
    STANDARD.encode(zipped.finish().unwrap_or_default())
}

/// The one text that a pickle holds.
///
/// # Errors
/// When it holds anything else.
pub fn unpickle(pickle: &[u8]) -> Result<&str, PackedError> {
    let mut reader = Reader { bytes: pickle, at: 0 };
    let mut text = None;
    if reader.peek() == Some(PROTO) {
        reader.take(1)?;
        let at = reader.at;
        let protocol = reader.take(1)?[0];
        if !(2..=NEWEST_PROTOCOL).contains(&protocol) {
            return Err(PackedError::Broken(at));
        }
    }
    loop {
        let at = reader.at;
        let operation = reader.take(1)?[0];
        match (operation, text) {
            (FRAME, _) => {
                let length = reader.number(8)?;
                if length > reader.left() as u64 {
                    return Err(PackedError::Broken(at));
                }
            }
            (SHORT_BINUNICODE, None) => text = Some(reader.text(1)?),
            (BINUNICODE, None) => text = Some(reader.text(4)?),
            (BINUNICODE8, None) => text = Some(reader.text(8)?),
            (MEMOIZE, Some(_)) => {}
            (BINPUT, Some(_)) => drop(reader.take(1)?),
            (STOP, Some(text)) if reader.left() == 0 => {
                return std::str::from_utf8(text).map_err(|_| PackedError::NotUtf8);
            }
            (STOP, Some(_)) => return Err(PackedError::Broken(reader.at)),
            (operation, _) => return Err(PackedError::Refused { operation, at }),
        }
    }
}

/// A text as Python's own protocol 4 writes it.
pub fn pickle(text: &str) -> Vec<u8> {
    let length = text.len();
    let mut body = Vec::with_capacity(length + 16);
    match (u8::try_from(length), u32::try_from(length)) {
        (Ok(short), _) => body.extend([SHORT_BINUNICODE, short]),
        (_, Ok(length)) => {
            body.push(BINUNICODE);
            body.extend(length.to_le_bytes());
        }
        _ => {
            body.push(BINUNICODE8);
            body.extend((length as u64).to_le_bytes());
        }
    }
    body.extend(text.as_bytes());
    body.extend([MEMOIZE, STOP]);
    let mut whole = vec![PROTO, 4];
    if length < LONGEST_FRAME {
        whole.push(FRAME);
        whole.extend((body.len() as u64).to_le_bytes());
    }
    whole.extend(body);
    whole
}

/// Where a reader is in a pickle.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], PackedError> {
        let end = self.at.checked_add(n).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(PackedError::Broken(self.at))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    /// A little-endian number of so many bytes, eight at most.
    fn number(&mut self, width: usize) -> Result<u64, PackedError> {
        Ok(self.take(width)?.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn text(&mut self, width: usize) -> Result<&'a [u8], PackedError> {
        let at = self.at;
        let length = usize::try_from(self.number(width)?).map_err(|_| PackedError::Broken(at))?;
        self.take(length)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn zipped(pickle: &[u8]) -> String {
        let mut zipped = ZlibEncoder::new(Vec::new(), Compression::fast());
        zipped.write_all(pickle).unwrap();
        STANDARD.encode(zipped.finish().unwrap())
    }

    #[test]
    fn what_python_packs() {
        // base64(zlib(pickle.dumps("[{\"input\": \"1\\n\"}]", protocol)))
        for (protocol, packed) in PYTHONS {
            assert_eq!(unpack(packed, 1000).as_deref(), Ok("[{\"input\": \"1\\n\"}]"), "protocol {protocol}");
        }
        assert_eq!(pickle("hi"), b"\x80\x04\x95\x06\x00\x00\x00\x00\x00\x00\x00\x8c\x02hi\x94.");
    }

    const PYTHONS: [(u8, &str); 4] = [
        (2, "eJxrYIoQYmBgiK5WyswrKC1RslJQMozJU6qNLWTQAwBkcwdJ"),
        (3, "eJxrYI4QYmBgiK5WyswrKC1RslJQMozJU6qNLWTQAwBkjgdK"),
        (4, "eJxrYJkqxgABPULR1UqZeQWlJUpWCkqGMXlKtbFT9AB4yQhN"),
        (5, "eJxrYJ0qxgABPULR1UqZeQWlJUpWCkqGMXlKtbFT9AB46QhO"),
    ];

    #[test]
    fn programs_are_refused() {
        let refused = |pickle: &[u8], operation: u8| match unpickle(pickle) {
            Err(PackedError::Refused { operation: found, .. }) => assert_eq!(found, operation, "{pickle:?}"),
            other => panic!("{other:?} from {pickle:?}"),
        };
        refused(b"cos\nsystem\n(S'id'\ntR.", b'c');
        refused(b"\x80\x04\x95\x1d\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94.", 0x8c);
        refused(b"\x80\x04\x8c\x05posix\x93.", 0x93);
        refused(b"\x80\x04\x8c\x01aR.", b'R');
        refused(b"\x80\x04(ios\nsystem\n.", b'(');
        refused(b"\x80\x04\x8c\x01a\x85.", 0x85);
        refused(b"\x80\x04]\x94.", b']');
        refused(b"\x80\x04N.", b'N');
        refused(b"\x80\x04\x82\x01.", 0x82);
        refused(b"Vtext\n.", b'V');
        refused(b"\x80\x04.", b'.');
        refused(b"\x80\x04\x94.", 0x94);
        for broken in [
            b"".as_slice(),
            b"\x80",
            b"\x80\x09\x8c\x01a.",
            b"\x80\x04\x8c\x05a",
            b"\x80\x04\x8c\x01a",
            b"\x80\x04\x8c\x01a..",
            b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\xff\x8c\x01a.",
            b"\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xffa.",
            b"X\xff\xff\xff\xffa.",
        ] {
            assert!(matches!(unpickle(broken), Err(PackedError::Broken(_))), "{broken:?}");
        }
        assert_eq!(unpickle(b"\x80\x04\x8c\x01\xff."), Err(PackedError::NotUtf8));
    }

    #[test]
    fn bombs_are_cut_off() {
        let bomb = zipped(&vec![b'a'; 50 << 20]);
        assert!(bomb.len() < 400 << 10);
        assert_eq!(unpack(&bomb, 1 << 20), Err(PackedError::TooLong(1 << 20)));
        assert!(matches!(unpack("AAAA", 100), Err(PackedError::Zlib(_))));
        assert!(matches!(unpack("?", 100), Err(PackedError::Base64(_))));
        let whole = pack("text");
        assert_eq!(unpack(&whole, 19).as_deref(), Ok("text"));
        assert_eq!(unpack(&whole, 18), Err(PackedError::TooLong(18)));
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(text in ".{0,400}") {
            prop_assert_eq!(unpack(&pack(&text), MAX_UNPACKED).unwrap(), text);
        }

        #[test]
        fn nothing_panics(pickle in prop::collection::vec(prop_oneof![Just(0x80_u8), Just(0x95), Just(0x8c), Just(0x94), any::<u8>()], 0..40)) {
            drop(unpickle(&pickle));
        }
    }
}
