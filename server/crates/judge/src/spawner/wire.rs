//! Messages between the judge and a spawner: a length, then a body; descriptors travel beside the first byte.

use std::{
    io::{self, IoSlice, IoSliceMut, Read as _},
    os::{
        fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd},
        unix::net::UnixStream,
    },
};

use nix::{
    cmsg_space,
    sys::socket::{ControlMessage, ControlMessageOwned, MsgFlags, recvmsg, sendmsg},
};
use problem::executor::{ExitStatus, RunLimits};
use serde::{Deserialize, Serialize};

/// A program to start. Its standard input, output and error travel beside it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The executable's path.
    pub program: Vec<u8>,
    /// The argument list, the program's name first.
    pub args: Vec<Vec<u8>>,
    /// `NAME=value`.
    pub env: Vec<Vec<u8>>,
    /// The working directory.
    pub directory: Vec<u8>,
    /// Limits.
    pub limits: RunLimits,
    /// The most address space each process may have, bytes: for compilers, whose work is done by children.
    pub address_bytes: Option<u64>,
}

/// What became of it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// How it ended.
    pub status: ExitStatus,
    /// CPU time of it and all it left behind, microseconds.
    pub cpu_us: u64,
    /// Wall-clock time, microseconds.
    pub wall_us: u64,
    /// Peak resident memory of the largest process, kibibytes.
    pub memory_kb: u64,
}

/// The most a message may hold, bytes: an argument list is never longer.
const MAX_BODY: usize = 8 << 20;
/// The most descriptors beside a message.
const MAX_FDS: usize = 3;

/// Sends a message; an empty body means "stop what you are running".
pub(super) fn send(socket: &UnixStream, body: &[u8], fds: &[RawFd]) -> io::Result<()> {
    let length = (body.len() as u32).to_le_bytes();
    let control = [ControlMessage::ScmRights(fds)];
    let control = if fds.is_empty() { &[][..] } else { &control[..] };
    let sent = sendmsg::<()>(socket.as_raw_fd(), &[IoSlice::new(&length)], control, MsgFlags::MSG_NOSIGNAL, None)?;
    if sent != length.len() {
        return Err(io::ErrorKind::WriteZero.into());
    }
    let mut rest = body;
    while !rest.is_empty() {
        let flags = MsgFlags::MSG_NOSIGNAL;
        let sent = sendmsg::<()>(socket.as_raw_fd(), &[IoSlice::new(rest)], &[], flags, None)?;
        rest = &rest[sent..];
    }
    Ok(())
}

/// Receives a message with its descriptors; `None` at the end.
pub(super) fn receive(socket: &mut UnixStream) -> io::Result<Option<(Vec<u8>, Vec<OwnedFd>)>> {
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
        return Ok(None);
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
    Ok(Some((body, fds)))
}
