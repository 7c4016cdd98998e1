//! Shutting a launcher in, before it has started anything (CCO-24).
//!
//! At level *full* the launcher itself goes into new namespaces with a private root, gives up every right it has and
//! lays Landlock and a system call filter on itself; programs inherit all of it, and nothing has to be done per run. At
//! level *reduced*, without namespaces, the launcher must still see the process file system to find
//! what a program leaves behind, and to end it, so Landlock and a second filter are laid on each program.
//!
//! Invariant: a level is reached with all its parts or not at all; the judge decides what happens then.

pub(super) mod fence;
mod filter;
mod identity;
mod root;

use std::{
    io,
    os::{fd::AsRawFd as _, fd::OwnedFd},
};

use nix::{
    sched::{CloneFlags, unshare},
    sys::{
        signal::Signal,
        wait::{WaitStatus, waitpid},
    },
    unistd::{ForkResult, Pid, fork, sethostname},
};

use self::identity::Identity;
use super::{
    Level,
    resident::Resident,
    tree::Tree,
    wire::{Setup, WritablePlace},
    work::{WorkDir, open_directory},
};

/// A launcher that is shut in, ready to start programs.
pub(super) struct Sealed {
    pub(super) tree: Tree,
    pub(super) work: WorkDir,
    pub(super) resident: Resident,
    /// What each program still has to do to itself.
    pub(super) child: Option<ChildSeal>,
    /// Each run is fenced into its own directory.
    pub(super) fences_runs: bool,
    /// How many processes and threads the kernel may count at once for the user that programs are.
    pub(super) most_processes: u64,
    /// The layers that are on.
    pub(super) layers: Vec<String>,
}

/// Landlock and a system call filter, ready to be laid on a child by system calls alone.
pub(super) struct ChildSeal {
    fence: OwnedFd,
    filter: filter::OnMachine,
}

impl ChildSeal {
    /// Called in the child between `clone` and `execve`.
    pub(super) fn apply(&self) -> Result<(), i32> {
        fence::restrict(self.fence.as_raw_fd())?;
        self.filter.apply_in_child()
    }
}

/// The layer's name where the memory of all processes of a program is looked at while they run.
const SAMPLED: &str = "sampled-memory";
/// Layers that every level has.
const COMMON: [&str; 4] = ["rlimits", "fresh-directory", "no-environment", "process-group"];

fn layers(more: &[&str]) -> Vec<String> {
    more.iter().chain(&COMMON).map(|&layer| layer.to_owned()).collect()
}

/// Shuts this process in. At level *full* the process that returns is another one, the first of its namespace; this one
/// waits for its end.
///
/// # Errors
/// One half sentence that says which part could not be had.
pub(super) fn enter(setup: &Setup) -> Result<Sealed, String> {
    match setup.level {
        Level::Full => enter_full(setup),
        Level::Reduced => enter_reduced(setup),
        Level::LimitsOnly => {
            become_reaper();
            let proc = open_directory(b"/proc").ok();
            let resident = Resident::find(proc.as_ref());
            let most_processes = identity::most_processes(proc.as_ref());
            let tree = Tree::Below { proc };
            let work = own_work(setup, None)?;
            let names: Vec<&str> = tree.is_seen().then_some(SAMPLED).into_iter().collect();
            Ok(Sealed { tree, work, resident, child: None, fences_runs: false, most_processes, layers: layers(&names) })
        }
    }
}

/// What a program leaves behind becomes our child.
fn become_reaper() {
    // SAFETY: plain flags and numbers.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
}

fn own_work(setup: &Setup, owner: Option<&Identity>) -> Result<WorkDir, String> {
    let WritablePlace::Directory(path) = &setup.work else { return Err("no working directory was given".to_owned()) };
    let directory = open_directory(path).map_err(failed("opening the working directory"))?;
    if let Some(owner) = owner {
        owner.give(&directory).map_err(failed("giving the working directory away"))?;
    }
    Ok(WorkDir::new(directory, setup.starts_files))
}

fn failed<E: std::fmt::Display>(what: &'static str) -> impl FnOnce(E) -> String {
    move |error| format!("{what} failed ({error})")
}

fn enter_reduced(setup: &Setup) -> Result<Sealed, String> {
    become_reaper();
    let identity = if setup.keeps_user { Identity::own() } else { Identity::find() };
    let proc = open_directory(b"/proc").map_err(failed("opening /proc"))?;
    let work = own_work(setup, identity.as_unused())?;
    let fence = fence::on_machine(setup, &work)?;
    identity.become_unused().map_err(failed("becoming an unused user"))?;
    identity::give_up_rights().map_err(failed("giving up rights"))?;
    let resident = Resident::find(Some(&proc));
    filter::Filters::new(!setup.runs_compilers)?.apply()?;
    let most_processes =
        if identity.as_unused().is_some() { identity::OWN_PROCESSES } else { identity::most_processes(Some(&proc)) };
    let tree = Tree::Below { proc: Some(proc) };
    let mut names = vec!["landlock", "seccomp", "no-new-privs"];
    names.extend(identity.as_unused().map(|_| "unused-uid"));
    names.extend(tree.is_seen().then_some(SAMPLED));
    Ok(Sealed {
        tree,
        work,
        resident,
        child: Some(ChildSeal { fence, filter: filter::OnMachine::new() }),
        fences_runs: true,
        most_processes,
        layers: layers(&names),
    })
}

fn enter_full(setup: &Setup) -> Result<Sealed, String> {
    let identity = if setup.keeps_user { Identity::own() } else { Identity::find() };
    let mut spaces = CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS;
    if identity.as_unused().is_none() {
        spaces |= CloneFlags::CLONE_NEWUSER;
    }
    unshare(spaces).map_err(failed("making namespaces"))?;
    if identity.as_unused().is_none() {
        identity.map_into_namespace().map_err(failed("mapping the user into a namespace"))?;
    }
    become_first_of_namespace()?;
    let executables = fence::handle(&setup.executables)?;
    let private = root::build(setup, &identity)?;
    sethostname("box").map_err(failed("naming the namespace"))?;
    let mut has_users = true;
    if identity.as_unused().is_some() {
        identity::give_up_bounding();
        identity.become_unused().map_err(failed("becoming an unused user"))?;
        // Nobody needs it any more, and on some machines it cannot be had; it only takes more away.
        has_users = unshare(CloneFlags::CLONE_NEWUSER).is_ok()
            && private.proc.as_ref().is_some_and(|proc| identity.map_through(proc).is_ok());
    }
    identity::give_up_rights().map_err(failed("giving up rights"))?;
    let mut names = vec!["mount-ns", "pid-ns", "net-ns", "ipc-ns", "uts-ns", "private-root", "tmpfs"];
    names.extend(["landlock", "seccomp", "no-new-privs"]);
    names.extend(has_users.then_some("user-ns"));
    names.extend(identity.as_unused().map(|_| "unused-uid"));
    let resident = Resident::find(private.proc.as_ref());
    let rules = fence::in_private_root(setup, executables, private.proc.as_ref())?;
    fence::restrict(rules.as_raw_fd()).map_err(|errno| format!("Landlock failed (error {errno})"))?;
    let filters = filter::Filters::new(!setup.runs_compilers)?;
    let filters = if setup.runs_compilers { filters } else { filters.without_marks()? };
    filters.apply()?;
    let tree = Tree::Namespace { proc: private.proc };
    let counts_own = identity.as_unused().is_some() || identity::namespaces_count_processes();
    names.extend(tree.is_seen().then_some(SAMPLED));
    Ok(Sealed {
        tree,
        work: private.work,
        resident,
        child: None,
        fences_runs: true,
        most_processes: if counts_own { identity::OWN_PROCESSES } else { u64::MAX },
        layers: layers(&names),
    })
}

/// The namespace's first process is a child of the one that made the namespace; this one only waits for it.
fn become_first_of_namespace() -> Result<(), String> {
    // SAFETY: this process has one thread, so the child may do anything.
    match unsafe { fork() }.map_err(failed("starting the first process of a namespace"))? {
        ForkResult::Child => {
            // SAFETY: a flag and a signal's number.
            unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0) };
            Ok(())
        }
        ForkResult::Parent { child } => wait_and_follow(child),
    }
}

fn wait_and_follow(child: Pid) -> ! {
    // The socket is the child's now: its end must be seen by the judge.
    let _ = nix::unistd::close(io::stdin().as_raw_fd());
    let code = loop {
        match waitpid(child, None) {
            Ok(WaitStatus::Exited(_, code)) => break code,
            Ok(WaitStatus::Signaled(_, Signal::SIGKILL, _)) => break 137,
            Err(nix::errno::Errno::EINTR) | Ok(WaitStatus::StillAlive) => {}
            _ => break 1,
        }
    };
    std::process::exit(code)
}
