//! Whether a program runs wherever its system is, by the head of its file.
//!
//! A program that is linked to libraries finds those of the machine that it runs on, and comes to something else, or to
//! nothing, where they are others. So it stays where it was built.

/// Whether a file is a program of Linux that brings everything along: no dynamic linker is to start it.
pub(crate) fn runs_by_itself(bytes: &[u8]) -> bool {
    /// Where a head for 64 bits, in the order of bytes of all machines that are known here, says what it is.
    const MAGIC: &[u8] = b"\x7fELF\x02\x01";
    /// The part of a program that names its linker.
    const INTERPRETER: u32 = 3;
    if !bytes.starts_with(MAGIC) {
        return false;
    }
    let (Some(start), Some(size), Some(number)) = (number(bytes, 32, 8), number(bytes, 54, 2), number(bytes, 56, 2))
    else {
        return false;
    };
    let place = |idx: u64| usize::try_from(start.checked_add(idx.checked_mul(size)?)?).ok();
    number > 0
        && (0..number).all(|idx| {
            let kind = place(idx).and_then(|place| self::number(bytes, place, 4));
            kind.is_some_and(|kind| kind != u64::from(INTERPRETER))
        })
}

/// A number of some bytes at a place.
fn number(bytes: &[u8], place: usize, size: usize) -> Option<u64> {
    let bytes = bytes.get(place..place.checked_add(size)?)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A head with parts of these kinds.
    fn program(kinds: &[u32]) -> Vec<u8> {
        let mut bytes = vec![0; 64];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        bytes[32] = 64;
        bytes[54] = 56;
        bytes[56] = kinds.len() as u8;
        for kind in kinds {
            bytes.extend(kind.to_le_bytes());
            bytes.extend([0; 52]);
        }
        bytes
    }

    #[test]
    fn what_a_linker_starts_stays() {
        assert!(runs_by_itself(&program(&[1, 2, 6])));
        assert!(!runs_by_itself(&program(&[6, 3, 1])));
        assert!(!runs_by_itself(&program(&[1, 1])[..100]), "cut");
        assert!(!runs_by_itself(b"#!/bin/sh\n"));
        assert!(!runs_by_itself(&program(&[])));
    }
}
