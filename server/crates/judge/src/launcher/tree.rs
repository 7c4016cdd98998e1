//! The processes that a program has become: which they are, and what they use.

use std::{
    fs::File,
    io::Read as _,
    os::fd::{AsFd as _, OwnedFd},
    time::Duration,
};

use nix::{
    dir::Dir,
    fcntl::{AtFlags, OFlag, openat},
    sys::{
        signal::Signal,
        stat::{Mode, fstatat},
    },
    unistd::Pid,
};

/// What the processes of a program use at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// CPU time, that of children that have ended and were waited for included.
    pub(super) cpu: Duration,
    /// Memory, bytes: what is shared counts once, unless nobody wants to know it so exactly.
    pub(super) memory_bytes: u64,
}

/// The page tables of a process with less address space are small whatever it does: at most two pages for each of its
/// pages.
const LITTLE_VIRTUAL: u64 = 16 << 20;
/// How often a tree is searched for those who have come meanwhile.
const MAX_PASSES: usize = 64;

/// Where a program's processes are found.
pub(super) enum Tree {
    /// In a process namespace whose first process is the launcher: all others are the program's.
    Namespace {
        /// Its process file system; without it the processes cannot be listed.
        proc: Option<OwnedFd>,
    },
    /// Below the launcher.
    Below {
        /// The machine's process file system.
        proc: Option<OwnedFd>,
    },
}

impl Tree {
    fn proc(&self) -> Option<&OwnedFd> {
        match self {
            Tree::Namespace { proc } | Tree::Below { proc } => proc.as_ref(),
        }
    }

    /// Whether a program's processes can be looked at.
    pub(super) fn is_seen(&self) -> bool {
        let own = match self {
            Tree::Namespace { .. } => 1,
            Tree::Below { .. } => std::process::id(),
        };
        self.read(&format!("{own}/statm")).is_some()
    }

    /// Kills every process but the launcher.
    pub(super) fn kill_all(&self) {
        match self {
            Tree::Namespace { .. } => {
                // SAFETY: numbers in, a number out; in this namespace everybody else is the program's.
                unsafe { libc::kill(-1, libc::SIGKILL) };
            }
            Tree::Below { .. } => {
                // Whoever is stopped starts nobody while the others are still being looked for.
                let mut stopped = Vec::new();
                for _ in 0..MAX_PASSES {
                    let new: Vec<i32> = self.pids().into_iter().filter(|pid| !stopped.contains(pid)).collect();
                    if new.is_empty() {
                        break;
                    }
                    signal(&new, Signal::SIGSTOP);
                    stopped.extend(new);
                }
                signal(&stopped, Signal::SIGKILL);
            }
        }
    }

    /// What the program's processes use now; `main` is the one that was started. Below so much memory what they share may
    /// count for each.
    pub(super) fn usage(&self, main: Pid, guess_below: u64) -> Usage {
        let pids = self.pids();
        let mut usage = Usage::default();
        let mut page_tables = 0;
        for &pid in &pids {
            usage.cpu += cpu_time(pid).unwrap_or_default() + self.waited_cpu(pid);
            let [virtual_bytes, resident_bytes] = self.sizes(pid);
            usage.memory_bytes += resident_bytes;
            if virtual_bytes > LITTLE_VIRTUAL {
                page_tables += self.page_table_bytes(pid);
            }
        }
        if pids.len() > 1 && usage.memory_bytes > guess_below {
            usage.memory_bytes = pids.iter().map(|&pid| self.share_bytes(pid)).sum();
        }
        usage.memory_bytes += page_tables;
        if pids.is_empty() {
            usage.cpu = cpu_time(main.as_raw()).unwrap_or_default();
        }
        usage
    }

    /// Every thread of the program, behind its process.
    pub(super) fn threads(&self) -> Vec<(i32, i32)> {
        let of_process = |pid: i32| self.numbers(&format!("{pid}/task")).into_iter().map(move |thread| (pid, thread));
        self.pids().into_iter().flat_map(of_process).collect()
    }

    /// For how long a thread could have run and had no core, up to when it last ran.
    pub(super) fn waited(&self, pid: i32, thread: i32) -> Option<Duration> {
        let words = self.read(&format!("{pid}/task/{thread}/schedstat"))?;
        words.split_ascii_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
    }

    /// The system call that a thread is in, in the kernel's words.
    pub(super) fn call(&self, pid: i32, thread: i32) -> Option<String> {
        self.read(&format!("{pid}/task/{thread}/syscall"))
    }

    /// Whether a descriptor of a process is a pipe: what else can be read may come by itself, as files do from a slow disk.
    pub(super) fn is_pipe(&self, pid: i32, descriptor: u64) -> bool {
        let Some(proc) = self.proc() else { return false };
        let stat = fstatat(proc.as_fd(), format!("{pid}/fd/{descriptor}").as_str(), AtFlags::empty());
        stat.is_ok_and(|stat| stat.st_mode & libc::S_IFMT == libc::S_IFIFO)
    }

    fn pids(&self) -> Vec<i32> {
        match self {
            Tree::Namespace { .. } => self.listed(),
            Tree::Below { .. } => {
                let mut found = self.children(std::process::id() as i32);
                let mut next = 0;
                while let Some(&pid) = found.get(next) {
                    next += 1;
                    found.extend(self.children(pid));
                }
                found
            }
        }
    }

    fn listed(&self) -> Vec<i32> {
        self.numbers(".").into_iter().filter(|&pid| pid != 1).collect()
    }

    /// The names in a directory that are numbers.
    fn numbers(&self, path: &str) -> Vec<i32> {
        let Some(proc) = self.proc() else { return Vec::new() };
        let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
        let Ok(mut listing) = Dir::openat(proc, path, flags, Mode::empty()) else { return Vec::new() };
        let entries = listing.iter().filter_map(Result::ok);
        entries.filter_map(|entry| entry.file_name().to_str().ok()?.parse().ok()).collect()
    }

    fn children(&self, pid: i32) -> Vec<i32> {
        let threads = self.numbers(&format!("{pid}/task")).into_iter();
        let lists = threads.filter_map(|thread| self.read(&format!("{pid}/task/{thread}/children")));
        lists
            .flat_map(|list| list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
            .collect()
    }

    /// CPU time of the children that a process has waited for.
    fn waited_cpu(&self, pid: i32) -> Duration {
        let Some(stat) = self.read(&format!("{pid}/stat")) else { return Duration::ZERO };
        // The name, in parentheses, may hold anything; what follows the last one is numbers.
        let Some((_, fields)) = stat.rsplit_once(')') else { return Duration::ZERO };
        let ticks: u64 =
            fields.split_ascii_whitespace().skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        // SAFETY: a number in, a number out.
        let per_second = u64::try_from(unsafe { libc::sysconf(libc::_SC_CLK_TCK) }).unwrap_or(100);
        Duration::from_millis(ticks * 1000 / per_second)
    }

    /// The memory of a process, a part of what it shares with others included. The kernel looks at every page for that.
    fn share_bytes(&self, pid: i32) -> u64 {
        let Some(rollup) = self.read(&format!("{pid}/smaps_rollup")) else { return self.resident_bytes(pid) };
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
        let kib = line.and_then(|line| line.trim().split(' ').next()).and_then(|kib| kib.parse::<u64>().ok());
        kib.unwrap_or(0) * 1024
    }

    /// The memory of a process, with all that it shares.
    fn resident_bytes(&self, pid: i32) -> u64 {
        self.sizes(pid)[1]
    }

    /// The address space of a process and what of it is in memory, bytes.
    fn sizes(&self, pid: i32) -> [u64; 2] {
        let statm = self.read(&format!("{pid}/statm")).unwrap_or_default();
        let mut pages = statm.split(' ').map(|pages| pages.parse::<u64>().unwrap_or(0));
        [(); 2].map(|()| pages.next().unwrap_or(0) * page_bytes())
    }

    /// What the kernel needs to know where the pages of a process are.
    fn page_table_bytes(&self, pid: i32) -> u64 {
        let status = self.read(&format!("{pid}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmPTE:"));
        line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok()).unwrap_or(0) * 1024
    }

    fn read(&self, path: &str) -> Option<String> {
        let flags = OFlag::O_RDONLY | OFlag::O_CLOEXEC;
        let file = openat(self.proc()?.as_fd(), path, flags, Mode::empty()).ok()?;
        let mut text = String::new();
        File::from(file).read_to_string(&mut text).ok()?;
        Some(text)
    }
}

fn signal(pids: &[i32], signal: Signal) {
    for &pid in pids {
        // Whoever has ended meanwhile needs no signal.
        let _ = nix::sys::signal::kill(Pid::from_raw(pid), signal);
    }
}

fn page_bytes() -> u64 {
    // SAFETY: a number in, a number out.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

/// CPU time of a process so far, all its threads included.
fn cpu_time(pid: i32) -> Option<Duration> {
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointers are to locals.
    let known = unsafe {
        libc::clock_getcpuclockid(pid, &raw mut clock) == 0 && libc::clock_gettime(clock, &raw mut time) == 0
    };
    known.then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}
