//! Keeping the launcher's own memory out of its programs' measures.
//!
//! The kernel counts as a program's peak what the process that became the program held just before, and that is the
//! launcher's own memory, which the child shares until it executes. Nearly all of it is code, most of which was needed
//! once, to shut the launcher in, or came along with a page that was: the kernel maps sixteen pages around each one that
//! is asked for. So what can be read again is let go once, in a way that brings back only what is asked for; what is
//! there from then on is less than nearly any program has.
//!
//! Kernels from 6.7 on bring back single pages where changes of pages are followed; it is asked for that and nobody is
//! told of any. Elsewhere mappings are cut into thousands of pieces, which costs each start some milliseconds.

use std::{
    ffi::c_void,
    fs::File,
    io::{Read as _, Write as _},
    os::fd::{AsFd, AsRawFd, FromRawFd as _, OwnedFd},
    ptr,
};

use nix::{
    fcntl::{OFlag, openat},
    sys::stat::Mode,
};

/// What of this process can be let go.
pub(super) struct Resident {
    /// Addresses and lengths of mappings that hold nothing but what their files hold.
    clean: Vec<(usize, usize)>,
    /// What has the kernel bring back no more than is asked for, as long as it is open; absent where it does not.
    singly: Option<OwnedFd>,
    /// Where a new peak is begun.
    peak: Option<File>,
}

/// Pages are brought back only together with others that are advised about alike, so every other piece is advised
/// otherwise; bytes.
const PIECE: usize = 8 << 10;
/// Begins a new peak.
const NEW_PEAK: &[u8] = b"5";

impl Resident {
    /// Finds out through a process file system in which `self` is this process. To be called before system calls are
    /// filtered.
    pub(super) fn find(proc: Option<&OwnedFd>) -> Resident {
        let open = |path: &str, flags: OFlag| openat(proc?.as_fd(), path, flags | OFlag::O_CLOEXEC, Mode::empty()).ok();
        let mut maps = String::new();
        if let Some(file) = open("self/smaps", OFlag::O_RDONLY) {
            // What cannot be read is not let go.
            drop(File::from(file).read_to_string(&mut maps));
        }
        let clean = clean(&maps);
        let peak = open("self/clear_refs", OFlag::O_WRONLY).map(File::from);
        Resident { singly: bring_back_singly(&clean), clean, peak }
    }

    /// Lets go what can be read again, and begins a new peak.
    pub(super) fn shrink(&self) {
        for &(start, length) in &self.clean {
            if self.singly.is_none() {
                for offset in (0..length).step_by(2 * PIECE) {
                    advise(start + offset, PIECE.min(length - offset), libc::MADV_RANDOM);
                }
            }
            advise(start, length, libc::MADV_DONTNEED);
        }
        if let Some(mut peak) = self.peak.as_ref() {
            // Where this fails, a small program is said to be as large as the launcher.
            drop(peak.write_all(NEW_PEAK));
        }
    }
}

fn advise(start: usize, length: usize, advice: i32) {
    // SAFETY: the mapping is not writable and holds no page of its own, so that what is dropped comes back the same from
    // its file, which the kernel keeps while it is mapped.
    unsafe { libc::madvise(ptr::with_exposed_provenance_mut::<c_void>(start), length, advice) };
}

/// Numbers and shapes of `linux/userfaultfd.h`, which the C library has no names for.
const USER_FAULTS_ONLY: i32 = 1;
const VERSION: u64 = 0xaa;
const FOLLOWS_WITHOUT_TELLING: u64 = 1 << 15;
const FOLLOW_CHANGES: u64 = 1 << 1;

#[repr(C)]
struct Api {
    version: u64,
    features: u64,
    requests: u64,
}

#[repr(C)]
struct Register {
    start: u64,
    length: u64,
    mode: u64,
    requests: u64,
}

nix::ioctl_readwrite!(agree, 0xaa, 0x3f, Api);
nix::ioctl_readwrite!(register, 0xaa, 0x00, Register);

/// Has the kernel follow changes in these mappings, of which there are none: then it maps nothing around a page that is
/// asked for.
fn bring_back_singly(mappings: &[(usize, usize)]) -> Option<OwnedFd> {
    // SAFETY: the call takes flags and gives a new descriptor, which nobody else has.
    let fd = unsafe {
        let fd = libc::syscall(libc::SYS_userfaultfd, libc::O_CLOEXEC | USER_FAULTS_ONLY);
        (fd >= 0).then(|| OwnedFd::from_raw_fd(fd as i32))?
    };
    let mut api = Api { version: VERSION, features: FOLLOWS_WITHOUT_TELLING, requests: 0 };
    // SAFETY: the shape is the one that the kernel fills.
    unsafe { agree(fd.as_raw_fd(), &raw mut api) }.ok()?;
    for &(start, length) in mappings {
        let mut range = Register { start: start as u64, length: length as u64, mode: FOLLOW_CHANGES, requests: 0 };
        // SAFETY: as above; the pages and what they hold stay as they are.
        unsafe { register(fd.as_raw_fd(), &raw mut range) }.ok()?;
    }
    Some(fd)
}

/// Mappings of files that cannot be written to and hold no page of this process's own.
fn clean(maps: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut candidate = None;
    for line in maps.lines() {
        let mut fields = line.split_ascii_whitespace();
        let first = fields.next().unwrap_or_default();
        if let Some((start, end)) = first.split_once('-').filter(|_| !first.ends_with(':')) {
            let address = |text: &str| usize::from_str_radix(text, 16).ok();
            let is_read_only = fields.next().is_some_and(|rights| !rights.contains('w') && rights.ends_with('p'));
            let is_of_file = fields.nth(3).is_some_and(|path| path.starts_with('/'));
            candidate = address(start).zip(address(end)).filter(|_| is_read_only && is_of_file);
        } else if first == "Anonymous:" && fields.next() == Some("0") {
            found.extend(candidate.take().map(|(start, end)| (start, end - start)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn only_what_is_the_same_in_its_file() {
        let maps = "\
55d0-55d8 r-xp 00001000 fe:00 1234 /usr/bin/tool
Size: 8 kB
Anonymous: 0 kB
55d8-55e0 r--p 00009000 fe:00 1234 /usr/bin/tool
Anonymous: 8 kB
55e0-55e8 rw-p 00011000 fe:00 1234 /usr/bin/tool
Anonymous: 0 kB
7f00-7f08 r-xp 00000000 00:00 0 [vdso]
Anonymous: 0 kB
7f10-7f20 r--p 00000000 fe:00 99 /usr/lib/libc.so.6
Anonymous: 0 kB
7f20-7f28 r--s 00000000 fe:00 99 /shared
Anonymous: 0 kB
";
        assert_eq!(clean(maps), [(0x55d0, 8), (0x7f10, 0x10)]);
    }
}
