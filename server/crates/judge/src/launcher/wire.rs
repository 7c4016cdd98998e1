//! Messages between the judge and a launcher: a length, then a body; descriptors travel beside the first byte.

#[cfg(target_os = "linux")]
use std::{
    io::{self, IoSlice, IoSliceMut, Read as _},
    os::{
        fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd},
        unix::net::UnixStream,
    },
};

#[cfg(target_os = "linux")]
use nix::{
    cmsg_space,
    sys::socket::{ControlMessage, ControlMessageOwned, MsgFlags, recvmsg, sendmsg},
};
use problem::executor::{ExitStatus, RunLimits};
#[cfg(target_os = "linux")]
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Level;

/// The first message: how the programs of this launcher are to be shut in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The level; nothing weaker is done instead.
    pub level: Level,
    /// What programs may read: the whole of the private root, or what Landlock lets through.
    pub view: VisibleFiles,
    /// The directory whose files may be executed by descriptor: the cache's executables.
    pub executables: Vec<u8>,
    /// Where programs work.
    pub work: WritablePlace,
    /// What is run are compilers and linkers, which change modes and times of their files and lock them; programs may not.
    pub runs_compilers: bool,
    /// Programs may start files of their working directory.
    pub starts_files: bool,
    /// They stay the person's also where they could be an unused user's.
    pub keeps_user: bool,
}

/// What programs see of the machine's files, read-only.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VisibleFiles {
    /// Files and directories: where they are, and where programs see them.
    pub shown: Vec<(Vec<u8>, Vec<u8>)>,
    /// Symbolic links: where they stand, and what they say.
    pub links: Vec<(Vec<u8>, Vec<u8>)>,
    /// Files that are not the machine's: where programs see them, and what they hold. Only a private root has them.
    pub texts: Vec<(Vec<u8>, Vec<u8>)>,
}

/// The one place where a program may write. It is empty when a program starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WritablePlace {
    /// A file system in memory of the launcher's own.
    Memory {
        /// Its size, bytes.
        bytes: u64,
        /// How many files and directories it can hold.
        inodes: u64,
    },
    /// A directory that the judge has made for this launcher.
    Directory(Vec<u8>),
}

/// The answer to [`Setup`].
#[cfg(target_os = "linux")]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Hello {
    /// The layers that are on; or why the level cannot be had.
    pub layers: Result<Vec<String>, String>,
}

/// What to execute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Program {
    /// The descriptor behind the three standard streams.
    Descriptor,
    /// A path that programs see.
    Path(Vec<u8>),
}

/// A program to start. Its standard input, output and error travel beside it, then the program if it is a descriptor,
/// then the files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The program.
    pub program: Program,
    /// The argument list, the program's name first.
    pub args: Vec<Vec<u8>>,
    /// `NAME=value`.
    pub env: Vec<Vec<u8>>,
    /// The working directory where that is not the launcher's own: only for tools that are not shut in.
    pub directory: Option<Vec<u8>>,
    /// Paths of the files to lay into the working directory; their contents travel beside.
    pub files: Vec<String>,
    /// Symbolic links to make there: where they stand, and what they say.
    pub links: Vec<(String, String)>,
    /// Empty directories to make there.
    pub directories: Vec<String>,
    /// Files of the working directory to hand back; `name/` stands for all files in a directory.
    pub outputs: Vec<String>,
    /// Limits.
    pub limits: RunLimits,
    /// Whether anybody wants to know how much memory it took; that costs time where it is several processes.
    pub tells_memory: bool,
    /// The most address space each process may have, bytes.
    pub address_bytes: Option<u64>,
    /// The program and its stack lie where they would without chance.
    pub fixed_addresses: bool,
    /// The core that it runs on, as the system counts them; `None` where it is free to move.
    pub core: Option<usize>,
    /// Whether the program's process is to have an odd or an even number, where that matters.
    pub odd_pid: Option<bool>,
    /// The side of an interaction that this is; the board of both travels beside.
    pub side: Option<Side>,
    /// Named pipes to make in the working directory. If there are any a socket travels beside, last, by which they come back
    /// before the program starts, as descriptors that name them.
    pub pipes: Vec<String>,
}

/// Stands in the environment of a program for the path of its working directory, which only the launcher knows.
pub const BOX: &str = "{box}";

impl Request {
    /// Whether the path of the working directory stands in the environment.
    pub(super) fn names_box(&self) -> bool {
        self.env.iter().any(|variable| variable.windows(BOX.len()).any(|part| part == BOX.as_bytes()))
    }

    /// The same with that path put in.
    pub(super) fn with_box(&self, path: &str) -> Request {
        let put = |variable: &Vec<u8>| String::from_utf8_lossy(variable).replace(BOX, path).into_bytes();
        Request { env: self.env.iter().map(put).collect(), ..self.clone() }
    }
}

/// One of the two that talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// A process of the one that is judged, with its number.
    Solution(usize),
    /// The one that asks.
    Interactor,
}

/// What became of it. The outputs that exist travel beside it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// How it ended.
    pub status: ExitStatus,
    /// CPU time of it and all it started, microseconds.
    pub cpu_us: u64,
    /// Wall-clock time, microseconds.
    pub wall_us: u64,
    /// The part of it for which it could have run and had no core, as far as that was seen, microseconds.
    pub waited_us: u64,
    /// Peak memory of it and all it started as far as that was seen, kibibytes: at least the largest process's.
    pub memory_kb: u64,
    /// What the files that were laid for it hold in memory, bytes.
    pub laid_bytes: u64,
    /// CPU time of the launcher itself since its last answer, microseconds.
    pub own_cpu_us: u64,
    /// The wanted outputs that exist as regular files.
    pub outputs: Vec<String>,
    /// The working directory is left in a state that is not worth cleaning: this launcher is not to be used again.
    pub is_worn: bool,
}

impl Reply {
    /// Of a run that cost nothing.
    pub fn of(status: ExitStatus) -> Reply {
        Reply {
            status,
            cpu_us: 0,
            wall_us: 0,
            waited_us: 0,
            memory_kb: 0,
            laid_bytes: 0,
            own_cpu_us: 0,
            outputs: Vec::new(),
            is_worn: false,
        }
    }
}

/// The most files that one run hands back.
pub const MAX_OUTPUTS: usize = 800;
/// The longest path of one of them, bytes.
pub(super) const MAX_PATH: usize = 1000;
/// The most a message may hold, bytes: an argument list is never longer.
#[cfg(target_os = "linux")]
const MAX_BODY: usize = 8 << 20;
/// The most descriptors beside a message; the kernel takes no more.
pub(super) const MAX_FDS: usize = 253;
/// How many files a request can carry.
pub const MAX_FILES: usize = MAX_FDS - 6;

/// Sends a message.
#[cfg(target_os = "linux")]
pub(super) fn send<T: Serialize>(socket: &UnixStream, message: &T, fds: &[RawFd]) -> io::Result<()> {
    send_bytes(socket, &postcard::to_stdvec(message).map_err(io::Error::other)?, fds)
}

/// Orders a launcher to stop what it runs, or to end.
#[cfg(target_os = "linux")]
pub(super) fn send_stop(socket: &UnixStream) -> io::Result<()> {
    send_bytes(socket, &[], &[])
}

#[cfg(target_os = "linux")]
fn send_bytes(socket: &UnixStream, body: &[u8], fds: &[RawFd]) -> io::Result<()> {
    let length = (body.len() as u32).to_le_bytes();
    let control = [ControlMessage::ScmRights(fds)];
    let control = if fds.is_empty() { &[][..] } else { &control[..] };
    // What fits goes with the first call: the length and, nearly always, the whole body.
    let parts = [IoSlice::new(&length), IoSlice::new(body)];
    let mut sent = sendmsg::<()>(socket.as_raw_fd(), &parts, control, MsgFlags::MSG_NOSIGNAL, None)?;
    let whole = [&length[..], body].concat();
    while sent < whole.len() {
        let rest = [IoSlice::new(&whole[sent..])];
        sent += sendmsg::<()>(socket.as_raw_fd(), &rest, &[], MsgFlags::MSG_NOSIGNAL, None)?;
    }
    Ok(())
}

/// A message with its descriptors; `None` is an order to stop.
#[cfg(target_os = "linux")]
pub(super) type Message<T> = Option<(T, Vec<OwnedFd>)>;

/// Receives a message; an error of kind `UnexpectedEof` at the end.
#[cfg(target_os = "linux")]
pub(super) fn receive<T: DeserializeOwned>(socket: &mut UnixStream) -> io::Result<Message<T>> {
    let (body, fds) = receive_bytes(socket)?;
    if body.is_empty() {
        return Ok(None);
    }
    let message = postcard::from_bytes(&body).map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
    Ok(Some((message, fds)))
}

#[cfg(target_os = "linux")]
fn receive_bytes(socket: &mut UnixStream) -> io::Result<(Vec<u8>, Vec<OwnedFd>)> {
    let mut length = [0; 4];
    let mut space = cmsg_space!([RawFd; MAX_FDS]);
    let mut fds = Vec::new();
    let received = {
        let mut parts = [IoSliceMut::new(&mut length)];
        let flags = MsgFlags::MSG_CMSG_CLOEXEC | MsgFlags::MSG_WAITALL;
        let message = recvmsg::<()>(socket.as_raw_fd(), &mut parts, Some(&mut space), flags)?;
        for control in message.cmsgs()? {
            if let ControlMessageOwned::ScmRights(received) = control {
                // SAFETY: the kernel has just made these descriptors for us and nobody else knows them.
                fds.extend(received.into_iter().map(|fd| unsafe { OwnedFd::from_raw_fd(fd) }));
            }
        }
        message.bytes
    };
    if received == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    if received < length.len() {
        socket.read_exact(&mut length[received..])?;
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_BODY {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut body = vec![0; length];
    socket.read_exact(&mut body)?;
    Ok((body, fds))
}
