//! Zip archives: of tests, which are looked into, and of whole problems, which become folders (`whole`).
//!
//! Invariant: whoever made the archive, no more is unpacked than the bounds say, every name stays inside, and contents
//! are what their checksums say; an archive that is not so is refused as a whole.

use std::{collections::HashSet, io::Read as _};

use flate2::{Crc, read::DeflateDecoder};
use problem::path::RelPath;
use serde::{Deserialize, Serialize};

use crate::disk::walk::is_ignored_name;

mod whole;

pub use self::whole::{UnpackError, Unpacked, unpack};

/// No larger archive is looked into, bytes.
const MAX_ARCHIVE: usize = 256 << 20;
/// No more is unpacked from one archive, bytes.
pub(crate) const MAX_UNPACKED: u64 = 512 << 20;
/// No more files are unpacked from one archive.
pub(crate) const MAX_MEMBERS: usize = 10_000;
/// How deep the folders in an archive may be.
const MAX_DEPTH: usize = 8;

/// Why an archive is not unpacked: half a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub(crate) enum PackedError {
    /// The file cannot be read, or is no such archive.
    #[error("it is no zip archive that can be read")]
    Unreadable,
    /// It is cut off, or its parts do not fit together.
    #[error("it is damaged")]
    Damaged,
    /// A password is wanted.
    #[error("it is encrypted")]
    Encrypted,
    /// It is packed in another way than usual.
    #[error("it is packed by a method that is not known here")]
    Method,
    /// It holds too much.
    #[error("it holds more than {} MB, or more than {MAX_MEMBERS} files", MAX_UNPACKED >> 20)]
    TooMuch,
    /// A name is no text, leads out of the archive, or stands in it twice, or something is a link.
    #[error("it has names that are not UTF-8, lead elsewhere or stand in it twice")]
    Name,
    /// The cache cannot be written.
    #[error("the cache cannot be written")]
    Store,
    /// It is of the form in which numbers have more room.
    #[error(
        "it is in the form for large archives (ZIP64), which is not read here; pack it without that, or pack less into it"
    )]
    Large,
}

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// Its path in the archive.
    pub(crate) name: String,
    /// Where its local header begins.
    header: usize,
    is_deflated: bool,
    packed: usize,
    size: u64,
    checksum: u32,
}

/// The files of an archive, in its order, without what tools leave behind.
///
/// # Errors
/// When it is damaged, or something in it is not read here.
pub(crate) fn members(archive: &[u8]) -> Result<Vec<Member>, PackedError> {
    if archive.len() > MAX_ARCHIVE {
        return Err(PackedError::TooMuch);
    }
    let directory = directory(archive)?;
    let mut members = Vec::new();
    let mut names = HashSet::new();
    let mut total = 0_u64;
    let mut rest = directory.entries;
    for _ in 0..directory.n_entries {
        let (member, after) = entry(rest)?;
        rest = after;
        let Some(member) = member else { continue };
        total = total.saturating_add(member.size);
        if total > MAX_UNPACKED || members.len() >= MAX_MEMBERS {
            return Err(PackedError::TooMuch);
        }
        if !names.insert(member.name.clone()) {
            return Err(PackedError::Name);
        }
        members.push(member);
    }
    Ok(members)
}

/// The list at the end of an archive.
struct Directory<'a> {
    entries: &'a [u8],
    n_entries: usize,
}

fn directory(archive: &[u8]) -> Result<Directory<'_>, PackedError> {
    const SIGNATURE: &[u8] = b"PK\x05\x06";
    const LENGTH: usize = 22;
    // A comment of any text may follow.
    let first = archive.len().saturating_sub(LENGTH + usize::from(u16::MAX));
    let last = archive.len().checked_sub(LENGTH).ok_or(PackedError::Unreadable)?;
    let is_end = |at: &usize| {
        archive[*at..].starts_with(SIGNATURE)
            && short(archive, at + 20).is_some_and(|length| at + LENGTH + usize::from(length) == archive.len())
    };
    let end = (first..=last).rev().find(is_end).ok_or(PackedError::Unreadable)?;
    let number = |at: usize| short(archive, end + at).ok_or(PackedError::Damaged);
    let (disk, first_disk, here, all) = (number(4)?, number(6)?, number(8)?, number(10)?);
    let length = long(archive, end + 12).ok_or(PackedError::Damaged)? as usize;
    let start = long(archive, end + 16).ok_or(PackedError::Damaged)? as usize;
    if disk != 0 || first_disk != 0 || here != all {
        return Err(PackedError::Method);
    }
    // What does not fit into these fields stands elsewhere, in a form that is not read here.
    if all == u16::MAX || start == u32::MAX as usize {
        return Err(PackedError::Large);
    }
    let stop = start.checked_add(length).filter(|stop| *stop <= end).ok_or(PackedError::Damaged)?;
    Ok(Directory { entries: &archive[start..stop], n_entries: usize::from(all) })
}

/// One entry of the list, as it stands there.
struct Listed<'a> {
    name: &'a [u8],
    flags: u16,
    method: u16,
    checksum: u32,
    packed: u32,
    size: u32,
    /// The kind of file and its rights, where the archive was made on a system like Unix.
    attributes: u32,
    header: u32,
}

/// Bit of an encrypted entry.
const ENCRYPTED: u16 = 1;
/// Where the kind of file stands in its rights, and which a link has.
const KIND_OF_UNIX: u32 = 0xf000;
const LINK: u32 = 0xa000;

/// The first entry of the list, and what follows it.
fn listed(list: &[u8]) -> Result<(Listed<'_>, &[u8]), PackedError> {
    const LENGTH: usize = 46;
    if !list.starts_with(b"PK\x01\x02") {
        return Err(PackedError::Damaged);
    }
    let number = |at: usize| short(list, at).ok_or(PackedError::Damaged);
    let large = |at: usize| long(list, at).ok_or(PackedError::Damaged);
    let (flags, method) = (number(8)?, number(10)?);
    let (checksum, packed, size) = (large(16)?, large(20)?, large(24)?);
    let (attributes, header) = (large(38)?, large(42)?);
    let name_end = LENGTH + usize::from(number(28)?);
    let end = name_end + usize::from(number(30)?) + usize::from(number(32)?);
    let name = list.get(LENGTH..name_end).ok_or(PackedError::Damaged)?;
    let after = list.get(end..).ok_or(PackedError::Damaged)?;
    Ok((Listed { name, flags, method, checksum, packed, size, attributes, header }, after))
}

/// One file of the list, and what follows it; no member for folders and what tools leave behind.
fn entry(list: &[u8]) -> Result<(Option<Member>, &[u8]), PackedError> {
    let (listed, after) = listed(list)?;
    let name = std::str::from_utf8(listed.name).map_err(|_| PackedError::Name)?.replace('\\', "/");
    if name.ends_with('/') {
        return Ok((None, after));
    }
    let is_link = listed.attributes >> 16 & KIND_OF_UNIX == LINK;
    let is_plain = !name.split('/').any(|part| matches!(part, "" | "." | "..")) && !name.contains(char::is_control);
    let path = RelPath::parse(&name).filter(|path| is_plain && !is_link && path.parts().count() <= MAX_DEPTH);
    let path = path.ok_or(PackedError::Name)?;
    if path.parts().any(is_ignored_name) {
        return Ok((None, after));
    }
    Ok((Some(listed.member(name)?), after))
}

impl Listed<'_> {
    /// The file, if it is packed in a way that is known here.
    fn member(&self, name: String) -> Result<Member, PackedError> {
        if self.flags & ENCRYPTED != 0 {
            return Err(PackedError::Encrypted);
        }
        if !matches!(self.method, STORED | DEFLATED) {
            return Err(PackedError::Method);
        }
        let (header, packed, size) = (self.header as usize, self.packed as usize, u64::from(self.size));
        Ok(Member { name, header, is_deflated: self.method == DEFLATED, packed, size, checksum: self.checksum })
    }
}

const STORED: u16 = 0;
const DEFLATED: u16 = 8;

impl Member {
    /// Where its bytes begin.
    fn start(&self, archive: &[u8]) -> Result<usize, PackedError> {
        const LENGTH: usize = 30;
        let header = archive.get(self.header..).filter(|header| header.starts_with(b"PK\x03\x04"));
        let header = header.ok_or(PackedError::Damaged)?;
        let number = |at: usize| short(header, at).map(usize::from).ok_or(PackedError::Damaged);
        Ok(self.header + LENGTH + number(26)? + number(28)?)
    }

    /// Where they end.
    fn end(&self, archive: &[u8]) -> Result<usize, PackedError> {
        Ok(self.start(archive)?.saturating_add(self.packed))
    }

    /// What it holds.
    ///
    /// # Errors
    /// When it is not what the archive says of it.
    pub(crate) fn contents(&self, archive: &[u8]) -> Result<Vec<u8>, PackedError> {
        let start = self.start(archive)?;
        let packed = archive.get(start..start.saturating_add(self.packed)).ok_or(PackedError::Damaged)?;
        let mut contents = Vec::new();
        let read = if self.is_deflated {
            DeflateDecoder::new(packed).take(self.size + 1).read_to_end(&mut contents)
        } else {
            packed.take(self.size + 1).read_to_end(&mut contents)
        };
        let mut checksum = Crc::new();
        checksum.update(&contents);
        let is_whole = read.is_ok() && contents.len() as u64 == self.size && checksum.sum() == self.checksum;
        is_whole.then_some(contents).ok_or(PackedError::Damaged)
    }
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests;
