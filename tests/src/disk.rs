//! File systems that are soon full.

use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};

/// A small file system in memory, gone with its value.
pub struct SmallDisk(PathBuf);

impl SmallDisk {
    /// One at this place, of a size such as `160k`; `None` where nothing can be mounted.
    pub fn new(place: &Path, size: &str) -> Option<SmallDisk> {
        let made = mount(Some("tmpfs"), place, Some("tmpfs"), MsFlags::empty(), Some(format!("size={size}").as_str()));
        made.ok().map(|()| SmallDisk(place.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // A test that has failed may leave somebody in it.
        let _ = umount2(&self.0, MntFlags::MNT_DETACH);
    }
}
