//! From the launcher to the program: a child that shares the launcher's memory until it executes.
//!
//! Copying even a small process's page tables costs more than all the rest of a start. So the child runs on a stack of
//! its own in the launcher's memory, and the launcher stands still until the child has executed or ended.
//!
//! Invariant: between `clone` and `execve` the child makes system calls and nothing else: no allocation, no lock.

use std::{
    cell::RefCell,
    ffi::{CString, c_char, c_int, c_void},
    os::fd::{AsRawFd as _, BorrowedFd, FromRawFd as _, OwnedFd, RawFd},
    ptr,
    sync::OnceLock,
};

use nix::{
    errno::Errno,
    sys::{
        resource::{Resource, getrlimit},
        signal::{SigSet, SigmaskHow, sigprocmask},
        stat::Mode,
        wait::waitpid,
    },
    unistd::{ForkResult, Pid, fork},
};
use problem::executor::RunLimits;

use super::{
    seal::{ChildSeal, fence},
    wire::{Program, Request},
};

/// The exit code of a child that could not become the program.
const NOT_STARTED: c_int = 127;
/// How often a program is tried whose file is open for writing, with a millisecond between. Its
/// file was closed before, but a process that came to be meanwhile has a copy of the descriptor until it executes its own
/// program.
const MAX_BUSY: u32 = 10_000;
/// What the child's few calls need, and the kernel's largest signal frame.
const STACK_BYTES: usize = 64 << 10;

/// A program that runs.
pub(super) struct Started {
    /// Its process id.
    pub(super) pid: Pid,
    /// Readable when it has ended.
    pub(super) exit: OwnedFd,
}

/// What a child is started with beside its request.
pub(super) struct Surroundings<'a> {
    pub(super) streams: [BorrowedFd<'a>; 3],
    /// The executable, where it is not named by its path.
    pub(super) executable: Option<BorrowedFd<'a>>,
    pub(super) directory: BorrowedFd<'a>,
    /// What the person hides from others.
    pub(super) mask: Mode,
    /// What fences the run into its directory.
    pub(super) fence: Option<BorrowedFd<'a>>,
    pub(super) seal: Option<&'a ChildSeal>,
    /// How many processes and threads the kernel may count at once for the user that programs are.
    pub(super) most_processes: u64,
}

/// Sees to it that the next process has an odd or an even number, as far as nobody else starts one meanwhile: numbers are
/// given in order.
pub(super) fn let_the_next_be(odd: bool) {
    const MAX: usize = 8;
    for _ in 0..MAX {
        // SAFETY: this process has one thread; the child ends at once.
        match unsafe { fork() } {
            Ok(ForkResult::Child) => {
                // SAFETY: a number in.
                unsafe { libc::_exit(0) }
            }
            Ok(ForkResult::Parent { child }) => {
                let _ = waitpid(child, None);
                if (child.as_raw() % 2 == 0) == odd {
                    return;
                }
            }
            Err(_) => return,
        }
    }
}

/// Everything the child needs, made before it exists.
struct Plan<'a> {
    program: CString,
    executable: RawFd,
    argv: Vec<*const c_char>,
    envp: Vec<*const c_char>,
    streams: [RawFd; 3],
    directory: RawFd,
    mask: libc::mode_t,
    fixed_addresses: bool,
    limits: Vec<(libc::__rlimit_resource_t, libc::rlimit)>,
    ignored: &'static [c_int],
    fence: RawFd,
    seal: Option<&'a ChildSeal>,
    /// The error that kept the child from becoming the program.
    errno: c_int,
}

/// Starts a program.
pub(super) fn start(request: &Request, around: &Surroundings<'_>) -> Result<Started, Errno> {
    let text = |bytes: &Vec<u8>| CString::new(bytes.clone()).map_err(|_| Errno::EINVAL);
    let args = request.args.iter().map(text).collect::<Result<Vec<_>, _>>()?;
    let env = request.env.iter().map(text).collect::<Result<Vec<_>, _>>()?;
    let program = match &request.program {
        Program::Descriptor => CString::default(),
        Program::Path(path) => text(path)?,
    };
    let pointers = |texts: &[CString]| texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect();
    let mut plan = Plan {
        program,
        executable: around.executable.map_or(-1, |executable| executable.as_raw_fd()),
        argv: pointers(&args),
        envp: pointers(&env),
        streams: around.streams.map(|stream| stream.as_raw_fd()),
        directory: around.directory.as_raw_fd(),
        mask: around.mask.bits(),
        fixed_addresses: request.fixed_addresses,
        limits: limits(request, around.most_processes)?,
        ignored: ignored_signals(),
        fence: around.fence.map_or(-1, |fence| fence.as_raw_fd()),
        seal: around.seal,
        errno: 0,
    };
    let started = clone_child(&mut plan)?;
    if plan.errno == 0 {
        return Ok(started);
    }
    // SAFETY: the child is ours and has ended, or is about to; nobody else waits for it.
    unsafe { libc::waitpid(started.pid.as_raw(), ptr::null_mut(), 0) };
    Err(Errno::from_raw(plan.errno))
}

/// The signals that this process ignores, which a program would inherit: SIGPIPE, as Rust sees to, and those that whoever
/// started it ignores, such as `nohup`. Looked up once, since nothing here changes them.
fn ignored_signals() -> &'static [c_int] {
    static IGNORED: OnceLock<Vec<c_int>> = OnceLock::new();
    let is_ignored = |signal: &c_int| {
        // SAFETY: plain data, of which zeros are a value, and which the call fills.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            libc::sigaction(*signal, ptr::null(), &raw mut action) == 0 && action.sa_sigaction == libc::SIG_IGN
        }
    };
    IGNORED.get_or_init(|| (1..=libc::SIGRTMAX()).filter(is_ignored).collect())
}

fn clone_child(plan: &mut Plan<'_>) -> Result<Started, Errno> {
    thread_local! {
        static STACK: RefCell<Vec<u128>> = RefCell::new(vec![0; STACK_BYTES / size_of::<u128>()]);
    }
    let top = STACK.with_borrow_mut(|stack| stack.as_mut_ptr_range().end.cast::<c_void>());
    let mut exit: RawFd = -1;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    let mut before = SigSet::empty();
    // No handler of ours may run in the child, which would see our memory.
    sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::all()), Some(&mut before))?;
    // SAFETY: the child runs `become_program` on a stack of its own, makes system calls only, and has executed or ended
    // before this call returns; `plan` and the stack outlive it.
    let pid = unsafe { libc::clone(become_program, top, flags, ptr::from_mut(plan).cast(), &raw mut exit) };
    let error = Errno::last();
    sigprocmask(SigmaskHow::SIG_SETMASK, Some(&before), None)?;
    if pid < 0 {
        return Err(error);
    }
    // SAFETY: the kernel has just made this descriptor for us.
    Ok(Started { pid: Pid::from_raw(pid), exit: unsafe { OwnedFd::from_raw_fd(exit) } })
}

extern "C" fn become_program(plan: *mut c_void) -> c_int {
    // SAFETY: the pointer is the plan of `clone_child`, which nobody else touches while this child lives.
    let plan = unsafe { &mut *plan.cast::<Plan<'_>>() };
    // SAFETY: plain system calls on descriptors and memory that the plan holds.
    unsafe {
        plan.errno = try_to_become(plan);
        libc::_exit(NOT_STARTED)
    }
}

/// Returns only on failure, with the error's number.
unsafe fn try_to_become(plan: &Plan<'_>) -> c_int {
    // SAFETY: see the caller.
    unsafe {
        libc::setsid();
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0);
        for (number, &stream) in plan.streams.iter().enumerate() {
            if libc::dup2(stream, number as c_int) < 0 {
                return Errno::last_raw();
            }
        }
        libc::umask(plan.mask);
        // Where the system refuses, the program lies somewhere else.
        if plan.fixed_addresses {
            libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
        }
        if libc::fchdir(plan.directory) < 0 {
            return Errno::last_raw();
        }
        for signal in plan.ignored {
            libc::signal(*signal, libc::SIG_DFL);
        }
        for (resource, limit) in &plan.limits {
            if libc::setrlimit(*resource, limit) < 0 {
                return Errno::last_raw();
            }
        }
        libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
        if plan.fence >= 0
            && let Err(errno) = fence::restrict(plan.fence)
        {
            return errno;
        }
        if let Some(seal) = plan.seal
            && let Err(errno) = seal.apply()
        {
            return errno;
        }
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut());
        let pause = libc::timespec { tv_sec: 0, tv_nsec: 1_000_000 };
        for _ in 0..MAX_BUSY {
            let errno = execute(plan);
            if errno != libc::ETXTBSY {
                return errno;
            }
            libc::nanosleep(&raw const pause, ptr::null_mut());
        }
        libc::ETXTBSY
    }
}

/// Returns only on failure, with the error's number.
unsafe fn execute(plan: &Plan<'_>) -> c_int {
    // SAFETY: see the caller.
    unsafe {
        if plan.executable >= 0 {
            libc::syscall(
                libc::SYS_execveat,
                plan.executable,
                c"".as_ptr(),
                plan.argv.as_ptr(),
                plan.envp.as_ptr(),
                libc::AT_EMPTY_PATH,
            );
        } else {
            libc::execve(plan.program.as_ptr(), plan.argv.as_ptr(), plan.envp.as_ptr());
        }
        Errno::last_raw()
    }
}

fn limits(request: &Request, most_processes: u64) -> Result<Vec<(libc::__rlimit_resource_t, libc::rlimit)>, Errno> {
    let RunLimits { cpu_ms, output_bytes, memory_bytes, .. } = request.limits;
    let cpu_s = cpu_ms.div_ceil(1000) + 1;
    // One byte more than allowed may be written, so that "exactly the limit" and "more" can be told apart.
    let file_bytes = output_bytes.saturating_add(1);
    let mut wanted = vec![
        (Resource::RLIMIT_CPU, cpu_s, cpu_s + 1),
        (Resource::RLIMIT_FSIZE, file_bytes, file_bytes),
        (Resource::RLIMIT_STACK, memory_bytes, memory_bytes),
        // A limit of 0 still starts the machine's crash reporter; a limit of 1 does not.
        (Resource::RLIMIT_CORE, 1, 1),
    ];
    wanted.extend(request.address_bytes.map(|bytes| (Resource::RLIMIT_AS, bytes, bytes)));
    wanted.push((Resource::RLIMIT_NPROC, most_processes, most_processes));
    let nearest = |(resource, soft, hard): (Resource, u64, u64)| {
        let most = most(resource)?;
        Ok((resource as _, libc::rlimit { rlim_cur: soft.min(most), rlim_max: hard.min(most) }))
    };
    wanted.into_iter().map(nearest).collect()
}

/// The most that this process may give away of a resource; that never changes while it runs.
fn most(resource: Resource) -> Result<u64, Errno> {
    thread_local! {
        static KNOWN: RefCell<Vec<(Resource, u64)>> = const { RefCell::new(Vec::new()) };
    }
    KNOWN.with_borrow_mut(|known| {
        if let Some((_, most)) = known.iter().find(|(other, _)| *other == resource) {
            return Ok(*most);
        }
        let (_, most) = getrlimit(resource)?;
        known.push((resource, most));
        Ok(most)
    })
}
