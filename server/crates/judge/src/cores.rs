//! Cores of this machine, each held for what runs there now.

#[cfg(target_os = "linux")]
use std::os::{
    linux::net::SocketAddrExt as _,
    unix::net::{SocketAddr, UnixDatagram},
};

/// A core on which nobody else holds anything, until this is let go.
pub struct Core {
    number: usize,
    /// A name that one process of a machine can have, and that is free again whatever ends the process.
    #[cfg(target_os = "linux")]
    _name: UnixDatagram,
}

impl Core {
    /// One that is free, of those that this process may use: the one where the caller runs if it is, since the system has just
    /// found it idle. `None` where all are held, and where the system has no such choice.
    #[cfg(target_os = "linux")]
    pub fn hold() -> Option<Core> {
        use nix::sched::{CpuSet, sched_getaffinity, sched_getcpu};
        let may_use = sched_getaffinity(nix::unistd::Pid::this()).ok()?;
        let here = sched_getcpu().unwrap_or_default();
        // Others that look at the same time begin elsewhere.
        let around = (0..CpuSet::count()).map(|step| (here + step) % CpuSet::count());
        around.filter(|&number| may_use.is_set(number).unwrap_or_default()).find_map(|number| {
            let name = SocketAddr::from_abstract_name(format!("touchstone-core-{number}")).ok()?;
            Some(Core { number, _name: UnixDatagram::bind_addr(&name).ok()? })
        })
    }

    /// One that is free; here the system has no such choice.
    #[cfg(not(target_os = "linux"))]
    pub fn hold() -> Option<Core> {
        None
    }

    /// Its number, as the system counts them.
    pub fn number(&self) -> usize {
        self.number
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn nobody_holds_what_another_one_has() {
        let mut held: Vec<Core> = std::iter::from_fn(Core::hold).collect();
        let mut numbers: Vec<usize> = held.iter().map(Core::number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), held.len());
        let freed = held.pop().map(|core| core.number());
        assert!(freed.is_none() || Core::hold().is_some());
    }
}
