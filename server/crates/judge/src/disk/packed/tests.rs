//! Archives made by hand, good and bad ones.

use std::io::Write as _;

use flate2::{Compression, Crc, write::DeflateEncoder};

use super::{Member, PackedError, UnpackError, members, unpack};

/// A file to be packed, and what is to be wrong with it.
struct File<'a> {
    name: &'a str,
    contents: &'a [u8],
    method: u16,
    flags: u16,
    attributes: u32,
    /// Stated in place of the true ones.
    size: Option<u32>,
    checksum: Option<u32>,
}

fn file<'a>(name: &'a str, contents: &'a [u8]) -> File<'a> {
    File { name, contents, method: 8, flags: 0, attributes: 0, size: None, checksum: None }
}

/// A zip archive by the format's description (APPNOTE 4.3), with a comment.
fn zip(files: &[File<'_>]) -> Vec<u8> {
    let (mut archive, mut list) = (Vec::new(), Vec::new());
    for file in files {
        let packed = match file.method {
            8 => {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(file.contents).unwrap();
                encoder.finish().unwrap()
            }
            _ => file.contents.to_vec(),
        };
        let mut checksum = Crc::new();
        checksum.update(file.contents);
        let mut common = Vec::new();
        [20, file.flags, file.method, 0, 0].iter().for_each(|field: &u16| common.extend(field.to_le_bytes()));
        let size = file.size.unwrap_or(file.contents.len() as u32);
        for field in [file.checksum.unwrap_or(checksum.sum()), packed.len() as u32, size] {
            common.extend(field.to_le_bytes());
        }
        common.extend((file.name.len() as u16).to_le_bytes());
        common.extend(0_u16.to_le_bytes());
        let header = archive.len() as u32;
        archive.extend(b"PK\x03\x04");
        archive.extend(&common);
        archive.extend(file.name.as_bytes());
        archive.extend(packed);
        list.extend(b"PK\x01\x02\x14\x03");
        list.extend(&common);
        // Comment, disk, attributes inside and outside, place.
        list.extend([0; 6]);
        list.extend(file.attributes.to_le_bytes());
        list.extend(header.to_le_bytes());
        list.extend(file.name.as_bytes());
    }
    let start = archive.len() as u32;
    archive.extend(&list);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    [files.len() as u16; 2].iter().for_each(|count| archive.extend(count.to_le_bytes()));
    archive.extend((list.len() as u32).to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend(4_u16.to_le_bytes());
    archive.extend(b"note");
    archive
}

fn unpacked(archive: &[u8]) -> Result<Vec<(String, Vec<u8>)>, PackedError> {
    let contents = |member: Member| Ok((member.name.clone(), member.contents(archive)?));
    members(archive)?.into_iter().map(contents).collect()
}

#[test]
fn files_in_their_order() {
    let long = b"ab".repeat(50_000);
    let archive = zip(&[
        file("tests/", b""),
        file("tests/2.in", &long),
        File { method: 0, ..file("tests\\1.in", b"stored") },
        file("__MACOSX/tests/._1.in", b"x"),
        file(".DS_Store", b"x"),
        file("empty.out", b""),
    ]);
    let expected = [("tests/2.in", long.as_slice()), ("tests/1.in", b"stored"), ("empty.out", b"")];
    let expected = expected.map(|(name, contents)| (name.to_owned(), contents.to_vec()));
    assert_eq!(unpacked(&archive).unwrap(), expected);
    assert_eq!(unpacked(&zip(&[])).unwrap(), []);
}

#[test]
fn what_is_refused() {
    use PackedError::{Damaged, Encrypted, Method, Name, TooMuch, Unreadable};
    let one = || file("1.in", b"contents");
    let link = 0o120_777 << 16;
    for (file, error) in [
        (File { flags: 1, ..one() }, Encrypted),
        (File { method: 12, ..one() }, Method),
        (File { checksum: Some(7), ..one() }, Damaged),
        (File { size: Some(7), ..one() }, Damaged),
        (File { size: Some(9), ..one() }, Damaged),
        (File { size: Some(u32::MAX), ..one() }, TooMuch),
        (File { attributes: link, ..one() }, Name),
        (File { name: "../1.in", ..one() }, Name),
        (File { name: "/1.in", ..one() }, Name),
        (File { name: "a/../1.in", ..one() }, Name),
        (File { name: "a\n.in", ..one() }, Name),
        (File { name: "1/2/3/4/5/6/7/8/9.in", ..one() }, Name),
    ] {
        assert_eq!(unpacked(&zip(&[file])), Err(error));
    }
    assert_eq!(unpacked(&zip(&[one(), one()])), Err(Name));
    assert_eq!(unpacked(b"no archive at all, but long enough for one"), Err(Unreadable));
    assert_eq!(unpacked(b""), Err(Unreadable));
}

#[test]
fn nothing_is_left_of_a_folder_that_is_stopped() {
    let place = tempfile::tempdir().unwrap();
    let archive = place.path().join("a.zip");
    std::fs::write(&archive, zip(&[file("1.in", b"1"), file("2.in", b"2")])).unwrap();
    let n_asked = std::cell::Cell::new(0);
    let is_stopped = || n_asked.replace(n_asked.get() + 1) == 1;
    assert!(matches!(unpack(&archive, place.path(), "a", is_stopped), Err(UnpackError::Stopped)));
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 1);
}

#[test]
fn no_byte_makes_it_fail_otherwise() {
    let archive = zip(&[file("1.in", b"some contents that can be packed, packed, packed"), file("1.out", b"2")]);
    for at in 0..archive.len() {
        for value in [0, 0x7f, 0xff] {
            let mut changed = archive.clone();
            changed[at] = value;
            // Whatever is read is what the checksums say.
            drop(unpacked(&changed));
        }
        drop(unpacked(&archive[..at]));
        drop(unpacked(&archive[at..]));
    }
}
