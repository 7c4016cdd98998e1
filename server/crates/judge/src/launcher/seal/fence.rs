//! Landlock: which files may be touched, even if a path to them were found, and nobody outside may be signalled.

use std::{
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd, RawFd},
        unix::ffi::OsStrExt as _,
    },
    path::Path,
};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset,
    RulesetAttr as _, RulesetCreated, RulesetCreatedAttr as _, Scope,
};

use super::root::{self, BOX};
use crate::launcher::{wire::Setup, work::WorkDir};

/// What newer kernels can do beyond this is not asked for until it is known here.
const NEWEST: ABI = ABI::V6;

fn failed<E: std::fmt::Display>(error: E) -> String {
    format!("Landlock failed ({error})")
}

/// A handle on a directory that can be named in a rule when its path is gone.
pub(super) fn handle(path: &[u8]) -> Result<PathFd, String> {
    PathFd::new(Path::new(std::ffi::OsStr::from_bytes(path))).map_err(failed)
}

fn create() -> Result<RulesetCreated, String> {
    let rules = || -> Result<RulesetCreated, landlock::RulesetError> {
        Ruleset::default()
            // Without this much there is no Landlock; the rest is taken where the kernel has it.
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V1))?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()
    };
    rules().map_err(|_| "this kernel has no Landlock".to_owned())
}

/// What a directory allows, without what makes sense for directories only if it is a file.
fn allow(rules: RulesetCreated, path: impl AsFd, access: BitFlags<AccessFs>) -> Result<RulesetCreated, String> {
    let is_directory = nix::sys::stat::fstat(path.as_fd()).is_ok_and(|stat| {
        nix::sys::stat::SFlag::from_bits_truncate(stat.st_mode).contains(nix::sys::stat::SFlag::S_IFDIR)
    });
    let access = if is_directory { access } else { access & AccessFs::from_file(NEWEST) };
    rules.add_rule(PathBeneath::new(path, access)).map_err(failed)
}

fn finish(rules: RulesetCreated) -> Result<OwnedFd, String> {
    Option::<OwnedFd>::from(rules).ok_or_else(|| "this kernel has no Landlock".to_owned())
}

fn reading() -> BitFlags<AccessFs> {
    AccessFs::Execute | AccessFs::ReadFile | AccessFs::ReadDir
}

fn working(setup: &Setup) -> BitFlags<AccessFs> {
    let all = AccessFs::from_all(NEWEST);
    if setup.starts_files { all } else { all & !AccessFs::Execute }
}

fn devices(setup: &Setup, mut rules: RulesetCreated) -> Result<RulesetCreated, String> {
    for device in root::devices(setup) {
        if let Ok(path) = handle(device.as_bytes()) {
            rules = allow(rules, path, AccessFs::ReadFile | AccessFs::WriteFile)?;
        }
    }
    Ok(rules)
}

/// The rules inside a private root: everything there may be read, the working directory written; and the process file
/// system, to which no program has a path, by the launcher.
pub(super) fn in_private_root(setup: &Setup, executables: PathFd, proc: Option<&OwnedFd>) -> Result<OwnedFd, String> {
    let mut rules = devices(setup, create()?)?;
    rules = allow(rules, handle(b"/")?, reading())?;
    rules = allow(rules, handle(BOX.as_bytes())?, working(setup))?;
    if let Some(proc) = proc {
        rules = allow(rules, proc, AccessFs::ReadFile | AccessFs::ReadDir)?;
    }
    finish(allow(rules, executables, AccessFs::Execute | AccessFs::ReadFile)?)
}

/// The rules on the machine's own files: what is shown may be read, the working directory written.
pub(super) fn on_machine(setup: &Setup, work: &WorkDir) -> Result<OwnedFd, String> {
    let mut rules = devices(setup, create()?)?;
    for (from, _) in &setup.view.shown {
        if let Ok(path) = handle(from) {
            rules = allow(rules, path, reading())?;
        }
    }
    let own = handle(crate::launcher::work::path_of(work.as_fd()).as_bytes())?;
    rules = allow(rules, own, working(setup))?;
    finish(allow(rules, handle(&setup.executables)?, AccessFs::Execute | AccessFs::ReadFile)?)
}

/// The rule of one run: names come and go in its own directory only, so that the one above it stays empty.
pub(in crate::launcher) fn within(directory: BorrowedFd<'_>) -> Result<OwnedFd, String> {
    let names = AccessFs::MakeChar
        | AccessFs::MakeDir
        | AccessFs::MakeReg
        | AccessFs::MakeSock
        | AccessFs::MakeFifo
        | AccessFs::MakeBlock
        | AccessFs::MakeSym
        | AccessFs::RemoveDir
        | AccessFs::RemoveFile;
    let rules = || -> Result<RulesetCreated, landlock::RulesetError> {
        let rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement).handle_access(names)?;
        // Newer kernels let files change their directories.
        let rules = rules.set_compatibility(CompatLevel::BestEffort).handle_access(AccessFs::Refer)?.create()?;
        rules.add_rule(PathBeneath::new(directory, names | AccessFs::Refer))
    };
    finish(rules().map_err(failed)?)
}

/// Lays rules on this process; system calls only, so that a child that shares our memory can do it.
pub(in crate::launcher) fn restrict(rules: RawFd) -> Result<(), i32> {
    // SAFETY: plain numbers and a descriptor that is open.
    let result = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        libc::syscall(libc::SYS_landlock_restrict_self, rules, 0)
    };
    if result < 0 { Err(nix::errno::Errno::last_raw()) } else { Ok(()) }
}
