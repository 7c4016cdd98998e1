//! What differs between operating systems, beside running programs: files, streams, who we are.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::{
    fs::{File, Metadata, Permissions},
    io,
    path::{Path, PathBuf},
};

#[cfg(unix)]
use unix as own;
#[cfg(windows)]
use windows as own;

/// Seconds and nanoseconds since 1970.
pub(crate) type Moment = (i64, i64);

/// What tells a file from all others, and its state from earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileState {
    /// The device or volume that holds it.
    pub(crate) device: u64,
    /// Its number there.
    pub(crate) number: u64,
    /// Bytes.
    pub(crate) size: u64,
    /// When its contents changed last.
    pub(crate) modified: Moment,
    /// When anything about it changed last.
    pub(crate) changed: Moment,
    /// It is neither a directory nor a device or a pipe.
    pub(crate) is_file: bool,
}

/// The CPU's model by name, as far as the system tells; else its architecture.
pub(crate) fn cpu_model() -> String {
    cpu_model_in(&std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default())
}

/// The model that a list of processors names. ARM's have numbers in place of a name: who made the design, which one it is, and
/// its revision; of a processor with several kinds of cores all of them count.
fn cpu_model_in(told: &str) -> String {
    let values = |key: &str| {
        let of_line = |line: &str| {
            let (name, value) = line.split_once(':')?;
            (name.trim_end() == key).then(|| value.trim().to_owned())
        };
        told.lines().filter_map(of_line).collect::<Vec<_>>()
    };
    if let Some(name) = values("model name").into_iter().next() {
        return name;
    }
    let keys = ["CPU implementer", "CPU part", "CPU variant", "CPU revision"].map(values);
    let cores: std::collections::BTreeSet<String> = (0..keys[1].len())
        .map(|core| keys.iter().filter_map(|of_key| of_key.get(core).cloned()).collect::<Vec<_>>().join("."))
        .collect();
    let cores = cores.into_iter().map(|core| format!(" {core}")).collect::<String>();
    format!("{}{cores}", std::env::consts::ARCH)
}

/// The file from which nothing can be read.
pub(crate) const EMPTY: &str = own::EMPTY;

/// The state of a file or directory, links followed.
pub(crate) fn file_state(path: &Path) -> io::Result<FileState> {
    own::file_state(path)
}

/// The same of one that was looked at already, where that tells enough.
pub(crate) fn state_of(metadata: &Metadata) -> Option<FileState> {
    own::state_of(metadata)
}

/// Makes this thread, and what it starts, give way to others, where that can be said of a thread.
pub(crate) fn lower_priority() {
    own::lower_priority();
}

/// Whether a process of that number is there.
pub(crate) fn is_alive(process: u32) -> bool {
    own::is_alive(process)
}

/// Sets who may read, write and execute a file, where the operating system has such modes.
pub(crate) fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    own::set_mode(file, mode)
}

/// What a new file of the person's is made with, before the system takes away what they hide from others; none where there
/// are no modes.
pub(crate) fn new_file_permissions() -> Option<Permissions> {
    own::new_file_permissions()
}

/// Lets every user enter a directory and list it, whatever the person hides from others; nothing where there are no
/// modes.
pub(crate) fn open_to_all(directory: &Path) -> io::Result<()> {
    own::open_to_all(directory)
}

/// Whose a file or directory is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Ours, as far as the operating system tells.
    Us,
    /// Another user's, by name where there is one.
    Other(String),
}

/// Whose a file or directory is that was looked at.
pub(crate) fn owner(metadata: &Metadata) -> Owner {
    own::owner(metadata)
}

/// Keeps all others out of a directory, where the operating system has modes.
pub(crate) fn make_private(directory: &Path) -> io::Result<()> {
    own::make_private(directory)
}

/// The end to read from and the end to write to of a new pipe.
pub(crate) fn pipe() -> io::Result<(File, File)> {
    let (reader, writer) = io::pipe()?;
    Ok((own::file(reader), own::file(writer)))
}

/// Fills a buffer with the beginning of a file, wherever its position is.
pub(crate) fn read_start(file: &File, bytes: &mut [u8]) -> io::Result<()> {
    own::read_start(file, bytes)
}

/// This process's standard streams, as files that may be closed.
pub(crate) fn standard_streams() -> io::Result<[File; 3]> {
    own::standard_streams()
}

/// A stream opened anew where it is, at its position: an input file, to read, or a terminal. `None` for what cannot be
/// opened again or would be something else then.
pub(crate) fn opened_anew(stream: &File, writes: bool) -> Option<File> {
    own::opened_anew(stream, writes)
}

/// Whether two open files are one.
pub(crate) fn is_same_file(one: &File, other: &File) -> bool {
    own::is_same_file(one, other)
}

pub(crate) use own::TerminalModes;

/// The user that we run as.
pub(crate) fn user() -> String {
    own::user()
}

/// Whether a folder lies on another machine, or may: nobody tells us what happens there.
pub(crate) fn is_remote(path: &Path) -> bool {
    own::is_remote(path)
}

/// Whether a file with that metadata can be read, where it need not be opened to know that it can.
///
/// # Errors
/// The cause when it cannot.
pub(crate) fn ensure_it_opens(path: &Path, metadata: &Metadata) -> io::Result<()> {
    own::ensure_it_opens(path, metadata)
}

/// The absolute path without links, in the form that people and compilers know.
pub(crate) fn real_path(path: &Path) -> io::Result<PathBuf> {
    own::real_path(path)
}

/// Waits until a child has ended, and leaves it to be collected.
#[cfg(unix)]
pub(crate) fn wait_without_collecting(process: libc::pid_t) {
    own::wait_without_collecting(process);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_of_processors() {
        let intel = "processor\t: 0\nmodel\t\t: 85\nmodel name\t: Xeon(R) @ 2.00GHz\n\nmodel name\t: other\n";
        assert_eq!(cpu_model_in(intel), "Xeon(R) @ 2.00GHz");
        let arm = |parts: &[&str]| {
            let core = |part: &&str| {
                format!(
                    "CPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x3\nCPU part\t: {part}\nCPU revision\t: 1\n\n"
                )
            };
            cpu_model_in(&parts.iter().map(core).collect::<String>())
        };
        let architecture = std::env::consts::ARCH;
        assert_eq!(arm(&["0xd0c", "0xd0c"]), format!("{architecture} 0x41.0xd0c.0x3.1"));
        assert_eq!(
            arm(&["0xd46", "0xd48"]),
            format!("{architecture} 0x41.0xd46.0x3.1 0x41.0xd48.0x3.1"),
            "large and small cores"
        );
        assert_eq!(cpu_model_in(""), architecture);
    }
}
