//! Processes in a job, which bounds, measures and ends them as a whole. It ends also when the judge is killed.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, IsTerminal as _},
    os::windows::{
        io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle},
        process::CommandExt as _,
    },
    process::{Child, Command, Stdio},
    time::Duration,
};

use problem::executor::{ExitStatus, RunLimits};
use windows_sys::Win32::{
    Foundation::{FILETIME, HANDLE, WAIT_TIMEOUT},
    System::{
        JobObjects::{
            AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
            JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_JOB_MEMORY,
            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOB_OBJECT_LIMIT_PROCESS_MEMORY,
            JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JOBOBJECTINFOCLASS,
            JobObjectBasicAccountingInformation, JobObjectExtendedLimitInformation, QueryInformationJobObject,
            SetInformationJobObject, TerminateJobObject,
        },
        ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS},
        Threading::{
            CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, CREATE_SUSPENDED, GetProcessTimes, WaitForSingleObject,
        },
    },
};

use super::{Ending, Launch, Usage};

/// The layers that are on.
pub(super) const LAYERS: [&str; 3] = ["job-object", "fresh-directory", "no-environment"];

/// As many processes as a program may have at once.
const MAX_PROCESSES: u32 = 128;
/// More than the limit can be had, so that whoever needs more is seen to.
const SLACK_BYTES: u64 = 32 << 20;
/// The exit code of what we kill.
const KILLED: u32 = 1;

/// Exit codes of programs that the system ended, and the signals that mean the same elsewhere.
const ENDINGS: [(u32, i32); 6] = [
    (0xC000_0005, libc::SIGSEGV), // access violation
    (0xC000_00FD, libc::SIGSEGV), // stack overflow
    (0xC000_0094, libc::SIGFPE),  // integer division by zero
    (0xC000_0095, libc::SIGFPE),  // integer overflow
    (0xC000_001D, libc::SIGILL),  // illegal instruction
    (0xC000_0409, libc::SIGABRT), // the program gave up
];

#[link(name = "ntdll")]
unsafe extern "system" {
    /// Lets a process run that was started suspended.
    fn NtResumeProcess(process: HANDLE) -> i32;
}

/// A program that runs.
pub(super) struct Process {
    job: OwnedHandle,
    child: Child,
}

/// Text of an argument, a variable or a path.
pub(super) fn text(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

impl Process {
    /// Starts a program in a job of its own.
    pub(super) fn start(launch: &Launch) -> io::Result<Process> {
        let job = make_job(&launch.limits, launch.address_bytes)?;
        let [stdin, stdout, stderr] = [&launch.streams[0], &launch.streams[1], &launch.streams[2]];
        let mut command = Command::new(&launch.program);
        command
            .args(launch.args.iter().skip(1))
            .env_clear()
            // Without it the system's own libraries do not work.
            .envs(std::env::var_os("SystemRoot").map(|root| ("SystemRoot", root)))
            .envs(launch.env.iter().map(|(name, value)| (name, value)))
            .current_dir(&launch.directory)
            .stdin(Stdio::from(stdin.try_clone()?))
            .stdout(Stdio::from(stdout.try_clone()?))
            .stderr(Stdio::from(stderr.try_clone()?));
        let window = if launch.streams.iter().any(File::is_terminal) { 0 } else { CREATE_NO_WINDOW };
        command.creation_flags(CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | window);
        let mut child = command.spawn()?;
        // SAFETY: both handles are open. The program has not begun, so that all it starts will be in the job.
        let error = unsafe {
            if AssignProcessToJobObject(job.as_raw_handle(), child.as_raw_handle()) == 0 {
                Some(io::Error::last_os_error())
            } else if NtResumeProcess(child.as_raw_handle()) < 0 {
                Some(io::Error::other("a program that was started cannot go on"))
            } else {
                None
            }
        };
        match error {
            None => Ok(Process { job, child }),
            Some(error) => {
                // What has not begun cannot resist.
                drop((child.kill(), child.wait()));
                Err(error)
            }
        }
    }

    /// Waits at most this long; whether it has ended.
    pub(super) fn has_ended(&mut self, within: Duration) -> bool {
        let millis = u32::try_from(within.as_millis()).unwrap_or(u32::MAX - 1);
        // SAFETY: the handle is open.
        unsafe { WaitForSingleObject(self.child.as_raw_handle(), millis) != WAIT_TIMEOUT }
    }

    /// What all processes of the job have used so far; memory at its peak. At least what the first one tells of itself.
    pub(super) fn usage(&self) -> Usage {
        let times: JOBOBJECT_BASIC_ACCOUNTING_INFORMATION = self.query(JobObjectBasicAccountingInformation);
        let memory: JOBOBJECT_EXTENDED_LIMIT_INFORMATION = self.query(JobObjectExtendedLimitInformation);
        let ticks = u64::try_from(times.TotalUserTime + times.TotalKernelTime).unwrap_or(0);
        let first = self.usage_of_first();
        Usage {
            cpu: Duration::from_nanos(ticks * 100).max(first.cpu),
            memory_bytes: (memory.PeakJobMemoryUsed as u64).max(first.memory_bytes),
        }
    }

    fn usage_of_first(&self) -> Usage {
        let [mut started, mut ended, mut kernel, mut user] = [FILETIME::default(); 4];
        let mut memory = PROCESS_MEMORY_COUNTERS::default();
        let handle = self.child.as_raw_handle();
        // SAFETY: the handle is open, and the pointers are to locals of the size that is told.
        unsafe {
            GetProcessTimes(handle, &raw mut started, &raw mut ended, &raw mut kernel, &raw mut user);
            K32GetProcessMemoryInfo(handle, &raw mut memory, size_of::<PROCESS_MEMORY_COUNTERS>() as u32);
        }
        let ticks = |time: FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
        let cpu = Duration::from_nanos((ticks(kernel) + ticks(user)) * 100);
        Usage { cpu, memory_bytes: memory.PeakPagefileUsage as u64 }
    }

    /// All zeroes where the system does not tell.
    fn query<T: Default>(&self, what: JOBOBJECTINFOCLASS) -> T {
        let mut told = T::default();
        // SAFETY: the pointer is to a local of the size that is told.
        let known = unsafe {
            QueryInformationJobObject(
                self.job.as_raw_handle(),
                what,
                (&raw mut told).cast(),
                size_of::<T>() as u32,
                std::ptr::null_mut(),
            )
        };
        if known != 0 { told } else { T::default() }
    }

    /// Kills everything in the job.
    pub(super) fn kill(&self) {
        // SAFETY: the handle is open.
        unsafe { TerminateJobObject(self.job.as_raw_handle(), KILLED) };
    }

    /// Kills what is left of it, and collects it.
    pub(super) fn finish(mut self) -> Ending {
        self.kill();
        let code = self.child.wait().ok().and_then(|status| status.code()).unwrap_or(KILLED as i32);
        Ending { status: exit_status(code), usage: self.usage() }
    }
}

fn make_job(limits: &RunLimits, address_bytes: Option<u64>) -> io::Result<OwnedHandle> {
    // SAFETY: no attributes and no name are allowed; the handle is ours alone.
    let job = unsafe {
        let handle = CreateJobObjectW(std::ptr::null(), std::ptr::null());
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        OwnedHandle::from_raw_handle(handle)
    };
    let mut bounds = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    bounds.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
        | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
        | JOB_OBJECT_LIMIT_ACTIVE_PROCESS
        | JOB_OBJECT_LIMIT_JOB_MEMORY;
    bounds.BasicLimitInformation.ActiveProcessLimit = MAX_PROCESSES;
    if let Some(bytes) = address_bytes {
        bounds.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
        bounds.ProcessMemoryLimit = usize::try_from(bytes).unwrap_or(usize::MAX);
    }
    bounds.JobMemoryLimit = usize::try_from(limits.memory_bytes.saturating_add(SLACK_BYTES)).unwrap_or(usize::MAX);
    // SAFETY: the handle is open, and the pointer is to a local of the size that is told.
    let set = unsafe {
        SetInformationJobObject(
            job.as_raw_handle(),
            JobObjectExtendedLimitInformation,
            (&raw const bounds).cast(),
            size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32,
        )
    };
    if set == 0 { Err(io::Error::last_os_error()) } else { Ok(job) }
}

fn exit_status(code: i32) -> ExitStatus {
    let known = ENDINGS.iter().find(|(ending, _)| *ending == code as u32);
    known.map_or(ExitStatus::Exited(code), |&(_, signal)| ExitStatus::Signalled(signal))
}
