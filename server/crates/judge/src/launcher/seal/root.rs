//! A private root: a file system in memory with a few read-only windows onto the machine's.

use std::{
    ffi::OsStr,
    fs::{self, DirBuilder, File},
    io::{self, Write as _},
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::{
            ffi::OsStrExt as _,
            fs::{DirBuilderExt as _, OpenOptionsExt as _, symlink},
        },
    },
    path::{Path, PathBuf},
};

use nix::{
    mount::{MntFlags, MsFlags, mount, umount2},
    unistd::{chdir, pivot_root},
};

use super::{failed, identity::Identity};
use crate::launcher::{
    wire::{Setup, WritablePlace},
    work::{WorkDir, open_directory},
};

/// Where programs work.
pub(super) const BOX: &str = "/box";
/// Where the machine's files are while the root is being built.
const OLD: &str = "/.machine";
/// Any directory that every machine has; nothing in it is hidden from what is shown.
const MOUNT_POINT: &str = "/tmp";
/// Devices that programs expect and that tell nothing.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The devices that are there: for compilers none that can be read without an end, since sources include what they like.
pub(super) fn devices(setup: &Setup) -> &'static [&'static str] {
    if setup.runs_compilers { &DEVICES[..1] } else { &DEVICES }
}

/// What is left of building a root.
pub(super) struct Private {
    pub(super) work: WorkDir,
    /// The process file system of our namespace, which no program can reach.
    pub(super) proc: Option<OwnedFd>,
}

/// Builds the root and goes into it.
pub(super) fn build(setup: &Setup, identity: &Identity) -> Result<Private, String> {
    let WritablePlace::Memory { bytes, inodes } = setup.work else {
        return Err("no working directory was asked for".to_owned());
    };
    // What happens here is nobody else's business.
    mount_none("/", MsFlags::MS_REC | MsFlags::MS_PRIVATE).map_err(failed("making mounts private"))?;
    mount_memory(MOUNT_POINT, "size=1m,nr_inodes=4096,mode=0755", false)
        .map_err(failed("mounting a root in memory"))?;
    let old = format!("{MOUNT_POINT}{OLD}");
    fs::create_dir(&old).map_err(failed("making the root"))?;
    pivot_root(MOUNT_POINT, old.as_str()).map_err(failed("changing the root"))?;
    chdir("/").map_err(failed("entering the root"))?;
    for device in devices(setup) {
        show(device.as_bytes(), device.as_bytes(), false)
            .map_err(|error| format!("showing {device} failed ({error})"))?;
    }
    for (from, to) in &setup.view.shown {
        let name = String::from_utf8_lossy(to).into_owned();
        show(from, to, true).map_err(|error| format!("showing {name} failed ({error})"))?;
    }
    for (at, target) in &setup.view.links {
        link(at, target).map_err(failed("making a link"))?;
    }
    for (at, text) in &setup.view.texts {
        // Where none can be made, nobody but the language that wants it misses it.
        drop(write(at, text));
    }
    let proc = mount_proc();
    fs::create_dir(BOX).map_err(failed("making the working directory"))?;
    let owner = identity.uid();
    let options = format!("size={bytes},nr_inodes={inodes},mode=0700,uid={owner},gid={owner}");
    // A user namespace has one group, which need not have the user's number.
    let plain = format!("size={bytes},nr_inodes={inodes},mode=0700");
    let options = if identity.as_unused().is_some() { options } else { plain };
    mount_memory(BOX, &options, setup.starts_files).map_err(failed("mounting the working directory"))?;
    umount2(OLD, MntFlags::MNT_DETACH).map_err(failed("leaving the machine's files"))?;
    fs::remove_dir(OLD).map_err(failed("leaving the machine's files"))?;
    restrict_mount("/", false, true).map_err(failed("making the root read-only"))?;
    let work = open_directory(BOX.as_bytes()).map_err(failed("opening the working directory"))?;
    Ok(Private { work: WorkDir::new(work, setup.starts_files), proc })
}

fn mount_none(target: &str, flags: MsFlags) -> nix::Result<()> {
    mount(None::<&str>, target, None::<&str>, flags, None::<&str>)
}

fn mount_memory(target: &str, options: &str, starts_files: bool) -> nix::Result<()> {
    let mut flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    flags.set(MsFlags::MS_NOEXEC, !starts_files);
    mount(Some("tmpfs"), target, Some("tmpfs"), flags, Some(options))
}

/// The process file system of our namespace, open and at no path. Where parts of the machine's own are hidden, as in
/// containers, the kernel gives none.
fn mount_proc() -> Option<OwnedFd> {
    let place = "/.processes";
    fs::create_dir(place).ok()?;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    let mounted = mount(Some("proc"), place, Some("proc"), flags, None::<&str>).ok();
    let opened = mounted.and_then(|()| open_directory(place.as_bytes()).ok());
    if mounted.is_some() {
        umount2(place, MntFlags::MNT_DETACH).ok()?;
    }
    fs::remove_dir(place).ok()?;
    opened
}

/// Shows a file or directory of the machine at a path of the private root. What is not there is not shown.
fn show(from: &[u8], to: &[u8], is_plain: bool) -> io::Result<()> {
    let from = PathBuf::from(OsStr::from_bytes(&[OLD.as_bytes(), from].concat()));
    let to = Path::new(OsStr::from_bytes(to));
    let Ok(metadata) = fs::metadata(&from) else { return Ok(()) };
    if metadata.is_dir() {
        make_directories(to)?;
    } else {
        make_directories(to.parent().unwrap_or(Path::new("/")))?;
        File::create(to)?;
    }
    mount(Some(&from), to, None::<&str>, MsFlags::MS_BIND | MsFlags::MS_REC, None::<&str>)?;
    restrict_mount(to, metadata.is_dir(), is_plain)?;
    Ok(())
}

fn make_directories(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o755).create(path)
}

fn link(at: &[u8], target: &[u8]) -> io::Result<()> {
    let at = Path::new(OsStr::from_bytes(at));
    if at.symlink_metadata().is_ok() {
        return Ok(());
    }
    make_directories(at.parent().unwrap_or(Path::new("/")))?;
    symlink(OsStr::from_bytes(target), at)
}

/// Makes a file of the private root's own, unless the machine's is shown there.
fn write(at: &[u8], text: &[u8]) -> io::Result<()> {
    let at = Path::new(OsStr::from_bytes(at));
    make_directories(at.parent().unwrap_or(Path::new("/")))?;
    match File::options().write(true).create_new(true).mode(0o444).open(at) {
        Ok(mut file) => file.write_all(text),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// Makes a mount, and those below it, read-only and unable to raise anyone's rights; devices only where they are meant.
fn restrict_mount(path: impl AsRef<Path>, is_recursive: bool, is_plain: bool) -> io::Result<()> {
    let mut flags = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID;
    if is_plain {
        flags |= libc::MOUNT_ATTR_NODEV;
    }
    let attributes = libc::mount_attr { attr_set: flags, attr_clr: 0, propagation: 0, userns_fd: 0 };
    let recursive = if is_recursive { libc::AT_RECURSIVE } else { 0 };
    let target = File::options().read(true).custom_flags_path().open(path.as_ref())?;
    // SAFETY: the pointers are to locals that outlive the call.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            std::os::fd::AsRawFd::as_raw_fd(&target.as_fd()),
            c"".as_ptr(),
            libc::AT_EMPTY_PATH | recursive,
            &raw const attributes,
            size_of::<libc::mount_attr>(),
        )
    };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Opening a mount without opening what it holds.
trait PathOnly {
    fn custom_flags_path(&mut self) -> &mut Self;
}

impl PathOnly for fs::OpenOptions {
    fn custom_flags_path(&mut self) -> &mut Self {
        std::os::unix::fs::OpenOptionsExt::custom_flags(self, libc::O_PATH | libc::O_NOFOLLOW)
    }
}
