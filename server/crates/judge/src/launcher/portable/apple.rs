//! What the processes of a group use on macOS.

use std::{ffi::c_int, time::Duration};

use super::Usage;

/// More processes of one group are not looked at.
const MAX_PROCESSES: usize = 256;

/// CPU time and memory of all processes of a group.
pub(super) fn usage(group: libc::pid_t) -> Usage {
    members(group).into_iter().filter_map(usage_of).fold(Usage::default(), |sum, usage| Usage {
        cpu: sum.cpu + usage.cpu,
        memory_bytes: sum.memory_bytes + usage.memory_bytes,
    })
}

fn members(group: libc::pid_t) -> Vec<libc::pid_t> {
    let mut pids = vec![0; MAX_PROCESSES];
    // SAFETY: the pointer is to a buffer of the size that is told.
    unsafe { libc::proc_listpgrppids(group, pids.as_mut_ptr().cast(), size_of_val(&pids[..]) as c_int) };
    pids.retain(|&pid| pid > 0);
    pids
}

fn usage_of(pid: libc::pid_t) -> Option<Usage> {
    // SAFETY: all zeroes is a valid value of this plain structure, and the pointer is to it.
    let (result, info) = unsafe {
        let mut info: libc::rusage_info_v4 = std::mem::zeroed();
        let result = libc::proc_pid_rusage(pid, libc::RUSAGE_INFO_V4, (&raw mut info).cast());
        (result, info)
    };
    let ticks = info.ri_user_time + info.ri_system_time + info.ri_child_user_time + info.ri_child_system_time;
    (result == 0).then(|| Usage { cpu: time(ticks), memory_bytes: info.ri_phys_footprint })
}

/// The kernel counts in ticks whose length differs from one processor to the other.
#[expect(deprecated, reason = "the crate that has it otherwise would be needed for this alone")]
fn time(ticks: u64) -> Duration {
    let mut base = libc::mach_timebase_info { numer: 0, denom: 0 };
    // SAFETY: the pointer is to a local.
    unsafe { libc::mach_timebase_info(&raw mut base) };
    let nanos = u128::from(ticks) * u128::from(base.numer) / u128::from(base.denom.max(1));
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}
