//! The system call filter: what no solution, generator or compiler ever needs and an attacker would.

use std::{collections::BTreeMap, env::consts::ARCH};

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, sock_filter,
};

/// Filters for every level, in the order to lay them on.
pub(super) struct Filters(Vec<BpfProgram>);

/// System calls that are refused as not permitted.
const FORBIDDEN: &[i64] = &[
    // The machine.
    libc::SYS_acct,
    libc::SYS_adjtimex,
    libc::SYS_bpf,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_finit_module,
    libc::SYS_init_module,
    libc::SYS_kexec_file_load,
    libc::SYS_kexec_load,
    libc::SYS_lookup_dcookie,
    libc::SYS_perf_event_open,
    libc::SYS_quotactl,
    libc::SYS_reboot,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_settimeofday,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_userfaultfd,
    libc::SYS_vhangup,
    // Roots, mounts and namespaces.
    libc::SYS_chroot,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_pivot_root,
    libc::SYS_setns,
    libc::SYS_umount2,
    libc::SYS_unshare,
    // Files without a path, and watching others'.
    libc::SYS_fanotify_init,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    // Other processes.
    libc::SYS_kcmp,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_pidfd_getfd,
    libc::SYS_process_madvise,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    // Keys, and memory that outlives its process or counts nowhere.
    libc::SYS_add_key,
    libc::SYS_keyctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_msgctl,
    libc::SYS_msgget,
    libc::SYS_msgrcv,
    libc::SYS_msgsnd,
    libc::SYS_request_key,
    libc::SYS_semctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_shmget,
    // The network.
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_bind,
    libc::SYS_connect,
    libc::SYS_listen,
    libc::SYS_socket,
];

/// System calls of this processor only.
#[cfg(target_arch = "x86_64")]
const FORBIDDEN_HERE: &[i64] =
    &[libc::SYS_ioperm, libc::SYS_iopl, libc::SYS_modify_ldt, libc::SYS_uselib, libc::SYS_ustat, libc::SYS_sysfs];
#[cfg(not(target_arch = "x86_64"))]
const FORBIDDEN_HERE: &[i64] = &[];

/// System calls that change what is known of a file beside its contents: whose it is, who may use it, when it was used.
/// Such marks stay behind on what runs share, and a filter cannot see which file is meant.
const MARKING: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_lremovexattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_setxattr,
    libc::SYS_utimensat,
];

/// Those of this processor only.
#[cfg(target_arch = "x86_64")]
const MARKING_HERE: &[i64] =
    &[libc::SYS_chmod, libc::SYS_chown, libc::SYS_futimesat, libc::SYS_lchown, libc::SYS_utime, libc::SYS_utimes];
#[cfg(not(target_arch = "x86_64"))]
const MARKING_HERE: &[i64] = &[];

/// Requests that do the same to an open file.
const MARKING_REQUESTS: [u64; 6] = [
    FS_IOC_SETFLAGS,
    FS_IOC32_SETFLAGS,
    FS_IOC_SETVERSION,
    FS_IOC32_SETVERSION,
    FS_IOC_FSSETXATTR,
    FS_IOC_ENABLE_VERITY,
];

/// System calls by which programs could see others that use the same files at the same time, or what was used before:
/// missing.
const WATCHING: &[i64] = &[
    SYS_CACHESTAT,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_rm_watch,
    libc::SYS_mincore,
];

/// Those of this processor only.
#[cfg(target_arch = "x86_64")]
const WATCHING_HERE: &[i64] = &[libc::SYS_inotify_init];
#[cfg(not(target_arch = "x86_64"))]
const WATCHING_HERE: &[i64] = &[];

/// System calls that are refused as if this kernel did not have them, so that libraries take another way.
const MISSING: &[i64] = &[
    libc::SYS_clone3,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
];

/// Numbers of the kernel's that the C library's headers give no names here.
const IOPRIO_WHO_PROCESS: u64 = 1;
const FIOSETOWN: u64 = 0x8901;
const SIOCSPGRP: u64 = 0x8902;
const F_SETOWN: u64 = 8;
const F_SETSIG: u64 = 10;
const F_SETOWN_EX: u64 = 15;
const TIOCSETD: u64 = 0x5423;
const F_SETLEASE: u64 = 1024;
const F_NOTIFY: u64 = 1026;
const F_SET_RW_HINT: u64 = 1036;
const F_SET_FILE_RW_HINT: u64 = 1038;
const FS_IOC_SETFLAGS: u64 = 0x4008_6602;
const FS_IOC32_SETFLAGS: u64 = 0x4004_6602;
const FS_IOC_SETVERSION: u64 = 0x4008_7602;
const FS_IOC32_SETVERSION: u64 = 0x4004_7602;
const FS_IOC_FSSETXATTR: u64 = 0x401c_5820;
const FS_IOC_ENABLE_VERITY: u64 = 0x4080_6685;
const RWF_NOWAIT: u64 = 8;
const SYS_CACHESTAT: i64 = 451;

/// What is granted in name only: nothing is done, and the program is told that all is well.
///
/// - To have children forgotten when they end: a child that nobody waits for would leave no trace of its CPU time; as it
///   is, it is waited for in the end.
/// - Locks on files, to `programs`: others could see them on what all share, the input and the system's libraries.
fn in_name_only(programs: bool) -> Result<BpfProgram, seccompiler::BackendError> {
    let mut rules = BTreeMap::from([(libc::SYS_rt_sigaction, vec![when(0, libc::SIGCHLD as u64)?])]);
    if programs {
        rules.insert(libc::SYS_flock, Vec::new());
        let locks = [libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];
        rules.insert(libc::SYS_fcntl, locks.into_iter().map(|lock| when(1, lock as u64)).collect::<Result<_, _>>()?);
    }
    refuse(rules, 0)
}

/// A rule on calls with that number as an argument.
fn when(argument: u8, number: u64) -> Result<SeccompRule, seccompiler::BackendError> {
    SeccompRule::new(vec![SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, number)?])
}

/// The newest system call that is known here; later ones are missing until somebody has looked at them.
const LAST_KNOWN: u32 = 462;

impl Filters {
    /// The filters: of `programs` of the folder, or of tools.
    pub(super) fn new(programs: bool) -> Result<Filters, String> {
        Ok(Filters(vec![
            unknown_calls(),
            in_name_only(programs).map_err(not_made)?,
            missing(programs).map_err(not_made)?,
            forbidden(programs).map_err(not_made)?,
        ]))
    }

    /// The same, and no mark can be left on any file.
    pub(super) fn without_marks(mut self) -> Result<Filters, String> {
        let rules = MARKING.iter().chain(MARKING_HERE).map(|&call| (call, Vec::new())).collect();
        self.0.push(refuse(rules, libc::EPERM).map_err(not_made)?);
        Ok(self)
    }

    /// Lays the filters on this process and all it will start.
    pub(super) fn apply(&self) -> Result<(), String> {
        self.0.iter().try_for_each(|filter| {
            seccompiler::apply_filter(filter).map_err(|error| format!("the system call filter failed ({error})"))
        })
    }
}

fn not_made(error: seccompiler::BackendError) -> String {
    format!("making the system call filter failed ({error})")
}

fn install(filter: &[sock_filter]) -> Result<(), i32> {
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut().cast() };
    // SAFETY: the kernel copies the program, which outlives the call.
    let result = unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, &raw const program) };
    if result < 0 { Err(nix::errno::Errno::last_raw()) } else { Ok(()) }
}

fn target() -> Result<TargetArch, seccompiler::BackendError> {
    TargetArch::try_from(ARCH)
}

fn refuse(rules: BTreeMap<i64, Vec<SeccompRule>>, errno: i32) -> Result<BpfProgram, seccompiler::BackendError> {
    let refusal = SeccompAction::Errno(errno as u32);
    SeccompFilter::new(rules, SeccompAction::Allow, refusal, target()?)?.try_into()
}

fn missing(programs: bool) -> Result<BpfProgram, seccompiler::BackendError> {
    let watching: &[&[i64]] = if programs { &[WATCHING, WATCHING_HERE] } else { &[] };
    let calls = MISSING.iter().chain(watching.iter().copied().flatten());
    refuse(calls.map(|&call| (call, Vec::new())).collect(), libc::ENOSYS)
}

fn forbidden(programs: bool) -> Result<BpfProgram, seccompiler::BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        FORBIDDEN.iter().chain(FORBIDDEN_HERE).map(|&call| (call, Vec::new())).collect();
    let bits = |arg, mask: u64| -> Result<SeccompRule, seccompiler::BackendError> {
        let condition = SeccompCondition::new(arg, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(mask), mask)?;
        SeccompRule::new(vec![condition])
    };
    let others = |arg| -> Result<SeccompRule, seccompiler::BackendError> {
        SeccompRule::new(vec![SeccompCondition::new(arg, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0)?])
    };
    let spaces = [
        libc::CLONE_NEWNS,
        libc::CLONE_NEWCGROUP,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
    ];
    rules.insert(libc::SYS_clone, spaces.into_iter().map(|flag| bits(0, flag as u64)).collect::<Result<_, _>>()?);
    // The launcher is the same user to the kernel: its limits and its place in the queue are not a program's business.
    for call in [
        libc::SYS_prlimit64,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setattr,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setscheduler,
    ] {
        rules.insert(call, vec![others(0)?]);
    }
    // A group or a user is named by 0 too, so only the process itself is left.
    let not_process = |kind: u64| -> Result<SeccompRule, seccompiler::BackendError> {
        SeccompRule::new(vec![SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, kind)?])
    };
    rules.insert(libc::SYS_setpriority, vec![not_process(libc::PRIO_PROCESS.into())?, others(1)?]);
    rules.insert(libc::SYS_ioprio_set, vec![not_process(IOPRIO_WHO_PROCESS)?, others(1)?]);
    // Space that is taken beyond a file's end is held by no limit on its size.
    rules.insert(libc::SYS_fallocate, vec![others(1)?]);
    // Typing into the terminal of whoever runs the tool, and having the kernel send signals to somebody.
    let mut requests = vec![libc::TIOCSTI, libc::TIOCLINUX, FIOSETOWN, SIOCSPGRP];
    // Taking a terminal for oneself.
    requests.extend([libc::TIOCEXCL, libc::TIOCSCTTY, libc::TIOCCONS, TIOCSETD, libc::TIOCSWINSZ]);
    let mut commands = vec![F_SETOWN, F_SETSIG, F_SETOWN_EX];
    if programs {
        requests.extend(MARKING_REQUESTS);
        commands.extend([F_SETLEASE, F_NOTIFY, F_SET_RW_HINT, F_SET_FILE_RW_HINT]);
        // Whether a page is in memory tells who has read it before.
        rules.insert(libc::SYS_preadv2, vec![bits(5, RWF_NOWAIT)?]);
    }
    let all = |numbers: Vec<u64>| numbers.into_iter().map(|number| when(1, number)).collect::<Result<Vec<_>, _>>();
    rules.insert(libc::SYS_ioctl, all(requests)?);
    rules.insert(libc::SYS_fcntl, all(commands)?);
    refuse(rules, libc::EPERM)
}

const LOAD_NUMBER: sock_filter = statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0);
const ALLOW: sock_filter = statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW);

const fn statement(code: u32, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

const fn jump(condition: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: (libc::BPF_JMP | condition | libc::BPF_K) as u16, jt, jf, k }
}

const fn refusal(errno: i32) -> sock_filter {
    statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ERRNO | errno as u32)
}

/// Numbers beyond the known ones, and with them the second numbering that x86 kernels may have.
fn unknown_calls() -> BpfProgram {
    vec![LOAD_NUMBER, jump(libc::BPF_JGT, LAST_KNOWN, 0, 1), refusal(libc::ENOSYS), ALLOW]
}

/// What a program may not do that shares its processes and files with the machine: signal anybody but itself, leave a
/// mark on a file, which Landlock does not know of, or cut one by its name. It is made for a number that is known only in the
/// child, which the library's filters cannot hold.
pub(super) struct OnMachine {
    template: [sock_filter; ON_MACHINE],
    own_pid_at: usize,
}

/// Calls that send a signal to the process that their first argument names.
const SIGNALLING: [i64; 5] =
    [libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo];
/// Beside marks: a signal by another name, and cutting a file by its name.
const ALSO_REFUSED: [i64; 2] = [libc::SYS_pidfd_send_signal, libc::SYS_truncate];
const N_REFUSED: usize = MARKING.len() + MARKING_HERE.len() + ALSO_REFUSED.len();
/// The number, a jump for each call, and at the end: allow, look at the argument, compare it, refuse, allow.
const ON_MACHINE: usize = 1 + SIGNALLING.len() + N_REFUSED + 5;

impl OnMachine {
    pub(super) fn new() -> OnMachine {
        /// Where the low half of the first argument lies.
        const FIRST_ARGUMENT: u32 = if cfg!(target_endian = "little") { 16 } else { 20 };
        let end = 1 + SIGNALLING.len() + N_REFUSED;
        let (argument, refuse) = (end + 1, end + 3);
        let mut template = [ALLOW; ON_MACHINE];
        template[0] = LOAD_NUMBER;
        let refused = MARKING.iter().chain(MARKING_HERE).chain(&ALSO_REFUSED);
        let targets = SIGNALLING.iter().map(|call| (call, argument)).chain(refused.map(|call| (call, refuse)));
        for (at, (&call, target)) in (1..).zip(targets) {
            template[at] = jump(libc::BPF_JEQ, call as u32, (target - at - 1) as u8, 0);
        }
        template[argument] = statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, FIRST_ARGUMENT);
        template[argument + 1] = jump(libc::BPF_JEQ, 0, 1, 0);
        template[refuse] = refusal(libc::EPERM);
        OnMachine { template, own_pid_at: argument + 1 }
    }

    /// Lays the filter on this process by system calls alone, so that a child that shares our memory can do it.
    pub(super) fn apply_in_child(&self) -> Result<(), i32> {
        let mut filter = self.template.clone();
        filter[self.own_pid_at].k = std::process::id();
        install(&filter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the filter says of a call, played by hand.
    fn verdict(filter: &[sock_filter], call: i64, first_argument: u32) -> u32 {
        let (mut at, mut accumulator) = (0, 0);
        loop {
            let step = &filter[at];
            at += 1;
            if step.code == LOAD_NUMBER.code {
                accumulator = if step.k == 0 { call as u32 } else { first_argument };
            } else if step.code == ALLOW.code {
                return step.k;
            } else {
                at += usize::from(if accumulator == step.k { step.jt } else { step.jf });
            }
        }
    }

    #[test]
    fn signals_go_to_oneself_and_files_stay_as_they_are() {
        let on_machine = OnMachine::new();
        let mut filter = on_machine.template.clone();
        filter[on_machine.own_pid_at].k = 4711;
        let refused = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
        for call in SIGNALLING {
            assert_eq!(verdict(&filter, call, 4711), libc::SECCOMP_RET_ALLOW);
            assert_eq!(verdict(&filter, call, 1), refused);
            assert_eq!(verdict(&filter, call, u32::MAX), refused);
        }
        for &call in MARKING.iter().chain(MARKING_HERE).chain(&ALSO_REFUSED) {
            assert_eq!(verdict(&filter, call, 4711), refused);
        }
        for call in [libc::SYS_read, libc::SYS_write, libc::SYS_openat, libc::SYS_exit_group] {
            assert_eq!(verdict(&filter, call, 1), libc::SECCOMP_RET_ALLOW);
        }
    }
}
