//! Content addresses: the sha256 of some bytes.
//!
//! Invariant: a digest is made from contents only, never from a path or a time.

use std::{fmt, io};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use sha2::{Digest as _, Sha256};

/// What is read is held in pieces of this size, bytes.
const PIECE_BYTES: usize = 128 << 10;

/// A sha256.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest of some bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    /// The digest of everything that can be read, and how many bytes that is.
    ///
    /// # Errors
    /// When it cannot be read to its end.
    pub fn read(mut source: impl io::Read) -> io::Result<(Digest, u64)> {
        let (mut hasher, mut n_bytes) = (Sha256::new(), 0);
        let mut piece = vec![0; PIECE_BYTES];
        loop {
            match source.read(&mut piece) {
                Ok(0) => return Ok((Digest(hasher.finalize().into()), n_bytes)),
                Ok(n_read) => {
                    hasher.update(&piece[..n_read]);
                    n_bytes += n_read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// 64 lower-case hexadecimal digits.
    pub fn hex(&self) -> String {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
        self.0.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
    }

    /// Reads what [`Digest::hex`] wrote.
    pub fn from_hex(text: &str) -> Option<Digest> {
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        let mut bytes = [0; 32];
        for (idx, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * idx..2 * idx + 2], 16).ok()?;
        }
        Some(Digest(bytes))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.hex()[..12])
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(&self.hex())
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        if deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            Digest::from_hex(&text).ok_or_else(|| D::Error::custom("expected 64 hexadecimal digits"))
        } else {
            Ok(Digest(<[u8; 32]>::deserialize(deserializer)?))
        }
    }
}

/// Builds the digest of a sequence of fields so that no two different sequences collide: each field goes in behind its
/// length.
#[derive(Clone)]
pub struct KeyBuilder(Sha256);

impl KeyBuilder {
    /// Starts a key of one kind; the kind carries the version of what is stored under such keys. No released version of
    /// the tool reads what another one stored.
    pub fn new(kind: &str) -> KeyBuilder {
        KeyBuilder(Sha256::new()).text(env!("CARGO_PKG_VERSION")).text(kind)
    }

    /// Adds a field.
    #[must_use]
    pub fn field(mut self, bytes: &[u8]) -> KeyBuilder {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    /// Adds a text field.
    #[must_use]
    pub fn text(self, text: &str) -> KeyBuilder {
        self.field(text.as_bytes())
    }

    /// Adds a digest.
    #[must_use]
    pub fn digest(self, digest: Digest) -> KeyBuilder {
        self.field(&digest.0)
    }

    /// Adds a list of text fields behind its length.
    #[must_use]
    pub fn texts<'a>(self, texts: impl IntoIterator<Item = &'a str>) -> KeyBuilder {
        let texts: Vec<&str> = texts.into_iter().collect();
        let start = self.field(&(texts.len() as u64).to_le_bytes());
        texts.into_iter().fold(start, KeyBuilder::text)
    }

    /// The key.
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_value_and_round_trip() {
        let digest = Digest::of(b"abc");
        assert_eq!(digest.hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(Digest::from_hex(&digest.hex()), Some(digest));
        assert_eq!(Digest::from_hex("zz"), None);
    }

    #[test]
    fn fields_do_not_run_together() {
        let one = KeyBuilder::new("k").text("ab").text("c").finish();
        let two = KeyBuilder::new("k").text("a").text("bc").finish();
        assert_ne!(one, two);
    }
}
