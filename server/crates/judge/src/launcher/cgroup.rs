//! Control groups: memory and processes of a launcher with all it runs, bounded and measured by the kernel.
//!
//! A launcher is put into a group of its own before it does anything, and its programs are born there, so a run costs
//! nothing more. What the kernel delegates differs: version 2 in a session of an ordinary user, version 1 where its
//! hierarchies are writable, often nothing at all.

use std::{
    fs, io,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

/// Processes and threads of a launcher and its programs.
const MAX_TASKS: u64 = 192;
/// What a group may hold beyond the memory limit of a run: page tables, and pages of files that can be dropped.
const SLACK_BYTES: u64 = 32 << 20;

/// Where groups can be made.
#[derive(Clone, Debug, PartialEq)]
enum Place {
    /// Version 2: a directory whose groups have the controllers.
    Unified(PathBuf),
    /// Version 1: a directory in each hierarchy.
    Separate { memory: PathBuf, pids: Option<PathBuf>, cpuacct: Option<PathBuf> },
}

/// Makes groups.
pub struct Cgroups {
    place: Option<Place>,
    next: AtomicU64,
}

/// A group with one launcher in it. Dropping it removes it; whoever was in it must be gone.
pub(super) struct Cgroup {
    version: u8,
    directories: Vec<PathBuf>,
    memory_limit: Option<File>,
    peak: Option<File>,
    oom: Option<File>,
    stat: Option<File>,
    cpu: Option<File>,
    limit_bytes: u64,
    n_oom_kills: u64,
    cpu_before_us: u64,
}

/// A file of a group, kept open.
struct File(fs::File);

/// What a group says of one run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Measured {
    /// CPU time of everyone in the group, the launcher among them, microseconds.
    pub(super) cpu_us: Option<u64>,
    /// The most memory that they had at once, bytes, their files in memory among it.
    pub(super) peak_bytes: Option<u64>,
    /// What of it the kernel has read from disk and can drop, or keeps of files in memory, bytes.
    pub(super) file_bytes: u64,
    /// The kernel killed somebody for want of memory.
    pub(super) was_killed: bool,
}

impl File {
    fn open(path: &Path, write: bool) -> Option<File> {
        fs::OpenOptions::new().read(true).write(write).open(path).ok().map(File)
    }

    /// What it says now: the kernel answers in one piece.
    fn text(&self) -> Option<String> {
        let mut buffer = [0; 8192];
        let n_bytes = self.0.read_at(&mut buffer, 0).ok()?;
        String::from_utf8(buffer[..n_bytes].to_vec()).ok()
    }

    fn number(&self) -> Option<u64> {
        self.text()?.trim().parse().ok()
    }

    /// The number behind a name.
    fn field(&self, name: &str) -> Option<u64> {
        self.text()?.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok())
    }

    fn set(&self, value: &str) -> io::Result<()> {
        self.0.write_all_at(value.as_bytes(), 0)
    }
}

impl Cgroups {
    /// Looks where this process may make groups.
    pub fn find() -> Cgroups {
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        Cgroups::at(Path::new("/sys/fs/cgroup"), &own)
    }

    /// None at all.
    pub fn none() -> Cgroups {
        Cgroups { place: None, next: AtomicU64::new(0) }
    }

    /// The same below another directory, with what `/proc/self/cgroup` says.
    fn at(root: &Path, own: &str) -> Cgroups {
        let place = separate(root, own).or_else(|| unified(root, own));
        let groups = Cgroups { place, next: AtomicU64::new(0) };
        groups.remove_leftovers();
        groups
    }

    /// The layer's name, if there is one.
    pub(super) fn layer(&self) -> Option<&'static str> {
        self.place.as_ref().map(|place| match place {
            Place::Unified(_) => "cgroup-v2",
            Place::Separate { .. } => "cgroup-v1",
        })
    }

    fn parents(&self) -> Vec<&Path> {
        match &self.place {
            None => Vec::new(),
            Some(Place::Unified(path)) => vec![path],
            Some(Place::Separate { memory, pids, cpuacct }) => {
                [Some(memory), pids.as_ref(), cpuacct.as_ref()].into_iter().flatten().map(PathBuf::as_path).collect()
            }
        }
    }

    /// Groups of judges that were killed. One that still holds somebody cannot be removed.
    fn remove_leftovers(&self) {
        for parent in self.parents() {
            for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
                let name = entry.file_name();
                let judge =
                    name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next()?.parse::<u32>().ok());
                if judge.is_some_and(|judge| !Path::new(&format!("/proc/{judge}")).exists()) {
                    drop(fs::remove_dir(entry.path()));
                }
            }
        }
    }

    /// Makes a group and puts a process into it.
    pub(super) fn enclose(&self, pid: u32) -> Option<Cgroup> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{number}", std::process::id());
        let directories: Vec<PathBuf> = self.parents().iter().map(|parent| parent.join(&name)).collect();
        let memory = directories.first()?.clone();
        let made: io::Result<()> = directories.iter().try_for_each(fs::create_dir);
        let version = if matches!(self.place, Some(Place::Unified(_))) { 2 } else { 1 };
        let mut group = Cgroup {
            version,
            memory_limit: None,
            peak: None,
            oom: None,
            stat: None,
            cpu: None,
            directories,
            limit_bytes: u64::MAX,
            n_oom_kills: 0,
            cpu_before_us: 0,
        };
        let entered = made.and_then(|()| {
            group
                .directories
                .iter()
                .try_for_each(|directory| fs::write(directory.join("cgroup.procs"), pid.to_string()))
        });
        entered.ok()?;
        group.open(&memory);
        Some(group)
    }
}

const PREFIX: &str = "touchstone-";

/// A directory of version 2 in which groups with the controllers can be made: the nearest above this process.
fn unified(root: &Path, own: &str) -> Option<Place> {
    let path = own.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let mounted = if root.join("cgroup.controllers").exists() { root.to_owned() } else { root.join("unified") };
    let start = mounted.join(path);
    let candidates = start.ancestors().take_while(|place| place.starts_with(&mounted));
    candidates.map(Path::to_owned).find(|place| is_delegated(place)).map(Place::Unified)
}

/// Whether groups made there get the memory and process controllers, and we may make some and enter them.
fn is_delegated(place: &Path) -> bool {
    let enabled = fs::read_to_string(place.join("cgroup.subtree_control")).unwrap_or_default();
    let has = |name| enabled.split_ascii_whitespace().any(|controller| controller == name);
    has("memory") && has("pids") && is_writable(place) && is_writable(&place.join("cgroup.procs"))
}

/// This process's own directory in each hierarchy of version 1.
fn separate(root: &Path, own: &str) -> Option<Place> {
    let of = |controller: &str| {
        let path = own.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            fields.next()?.split(',').any(|name| name == controller).then(|| fields.next())?
        })?;
        let place = root.join(controller).join(path.trim_start_matches('/'));
        // In a container the path may be that of the machine, while only our part is mounted.
        let place = if place.is_dir() { place } else { root.join(controller) };
        is_writable(&place).then_some(place)
    };
    Some(Place::Separate { memory: of("memory")?, pids: of("pids"), cpuacct: of("cpuacct") })
}

fn is_writable(path: &Path) -> bool {
    nix::unistd::access(path, nix::unistd::AccessFlags::W_OK).is_ok()
}

impl Cgroup {
    fn open(&mut self, memory: &Path) {
        let set = |name: &str, value: &str| {
            for directory in &self.directories {
                // A knob that is not there does not bound; the others do.
                drop(fs::write(directory.join(name), value));
            }
        };
        set("pids.max", &MAX_TASKS.to_string());
        if self.version == 2 {
            set("memory.swap.max", "0");
            set("memory.oom.group", "0");
        } else {
            set("memory.swappiness", "0");
        }
        let (limit, peak, oom) = match self.version {
            2 => ("memory.max", "memory.peak", "memory.events"),
            _ => ("memory.limit_in_bytes", "memory.max_usage_in_bytes", "memory.oom_control"),
        };
        self.memory_limit = File::open(&memory.join(limit), true);
        // A kernel that cannot start a new peak gives none that is of use.
        self.peak = File::open(&memory.join(peak), true);
        self.oom = File::open(&memory.join(oom), false);
        self.stat = File::open(&memory.join("memory.stat"), false);
        let cpu = if self.version == 2 { "cpu.stat" } else { "cpuacct.usage" };
        self.cpu = self.directories.iter().find_map(|directory| File::open(&directory.join(cpu), false));
        self.begin();
    }

    /// Counts from here on: what the launcher has done to set itself up is no program's.
    pub(super) fn begin(&mut self) {
        self.cpu_before_us = self.cpu_us().unwrap_or(0);
        self.n_oom_kills = self.oom_kills();
    }

    /// Sets the bound of the next run and starts its measures.
    pub(super) fn prepare(&mut self, memory_bytes: u64, output_bytes: u64) {
        // What a program writes lies in memory too.
        let limit = memory_bytes.saturating_add(output_bytes.saturating_mul(2)).saturating_add(SLACK_BYTES);
        if limit != self.limit_bytes
            && let Some(file) = &self.memory_limit
            // Lower than what is still held, it is refused, and the old one stays for this run.
            && file.set(&limit.to_string()).is_ok()
        {
            self.limit_bytes = limit;
        }
        if let Some(file) = &self.peak
            && file.set("0").is_err()
        {
            self.peak = None;
        }
    }

    /// What happened since. What files hold is looked up only for a peak above `interesting_bytes`.
    pub(super) fn measure(&mut self, interesting_bytes: u64) -> Measured {
        let peak_bytes = self.peak.as_ref().and_then(File::number);
        let is_interesting = peak_bytes.is_some_and(|peak| peak > interesting_bytes);
        let file = if self.version == 2 { "file" } else { "cache" };
        // Between two runs the launcher does nothing to speak of, so what one run ends with the next begins with.
        let cpu_us = self.cpu_us();
        let n_oom_kills = self.oom_kills();
        let measured = Measured {
            cpu_us: cpu_us.map(|now| now.saturating_sub(self.cpu_before_us)),
            peak_bytes,
            file_bytes: self.stat.as_ref().filter(|_| is_interesting).and_then(|stat| stat.field(file)).unwrap_or(0),
            was_killed: n_oom_kills > self.n_oom_kills,
        };
        self.cpu_before_us = cpu_us.unwrap_or(0);
        self.n_oom_kills = n_oom_kills;
        measured
    }

    fn cpu_us(&self) -> Option<u64> {
        let file = self.cpu.as_ref()?;
        if self.version == 2 { file.field("usage_usec") } else { file.number().map(|nanoseconds| nanoseconds / 1000) }
    }

    fn oom_kills(&self) -> u64 {
        self.oom.as_ref().and_then(|file| file.field("oom_kill")).unwrap_or(0)
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        for directory in &self.directories {
            // Whoever is still on the way out keeps it; it is removed as a leftover then.
            drop(fs::remove_dir(directory));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree as the kernel shows it, with a delegated part.
    fn fake() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("cgroup.controllers", "cpu memory pids\n");
        write("cgroup.subtree_control", "cpu\n");
        write("user.slice/cgroup.subtree_control", "memory pids\n");
        write("user.slice/cgroup.procs", "");
        write("user.slice/app.scope/cgroup.subtree_control", "\n");
        write("user.slice/app.scope/cgroup.procs", "");
        root
    }

    #[test]
    fn the_nearest_delegated_place_is_found() {
        let root = fake();
        let groups = Cgroups::at(root.path(), "0::/user.slice/app.scope\n");
        assert_eq!(groups.place, Some(Place::Unified(root.path().join("user.slice"))));
        assert_eq!(groups.layer(), Some("cgroup-v2"));
        assert_eq!(Cgroups::at(root.path(), "").layer(), None);
    }

    #[test]
    fn a_group_of_version_2_bounds_and_measures() {
        let root = fake();
        let groups = Cgroups::at(root.path(), "0::/user.slice/app.scope\n");
        let mut group = groups.enclose(4711).unwrap();
        let place = root.path().join(format!("user.slice/touchstone-{}-0", std::process::id()));
        let read = |name: &str| fs::read_to_string(place.join(name)).unwrap();
        assert_eq!(read("cgroup.procs"), "4711");
        assert_eq!(read("pids.max"), "192");
        for (name, text) in [
            ("memory.max", "max\n"),
            ("memory.peak", "5000\n"),
            ("memory.events", "low 0\noom 1\noom_kill 2\n"),
            ("cpu.stat", "usage_usec 1500\nuser_usec 1000\n"),
            ("memory.stat", "anon 1\nfile 4096\n"),
        ] {
            fs::write(place.join(name), text).unwrap();
        }
        group.open(&place);
        // The launcher sets itself up.
        fs::write(place.join("cpu.stat"), "usage_usec 1600\n").unwrap();
        group.begin();
        group.prepare(64 << 20, 1 << 20);
        assert_eq!(read("memory.max").trim_end(), (98_u64 << 20).to_string());
        fs::write(place.join("memory.events"), "low 0\noom 1\noom_kill 3\n").unwrap();
        fs::write(place.join("memory.peak"), "77000\n").unwrap();
        fs::write(place.join("cpu.stat"), "usage_usec 2750\n").unwrap();
        let measured = group.measure(70000);
        let expected = Measured { cpu_us: Some(1150), peak_bytes: Some(77000), file_bytes: 4096, was_killed: true };
        assert_eq!(measured, expected);
    }

    #[test]
    fn groups_of_version_1_lie_beside_this_process() {
        let root = tempfile::tempdir().unwrap();
        for place in ["memory/session", "pids", "cpuacct"] {
            fs::create_dir_all(root.path().join(place)).unwrap();
        }
        let own = "9:name=systemd:/\n8:pids:/\n4:memory:/session\n2:cpu,cpuacct:/elsewhere\n";
        let place = Cgroups::at(root.path(), own).place.unwrap();
        let Place::Separate { memory, pids, cpuacct } = place else { panic!("{place:?}") };
        assert_eq!(memory, root.path().join("memory/session"));
        assert_eq!(pids, Some(root.path().join("pids")));
        assert_eq!(cpuacct, Some(root.path().join("cpuacct")));
    }
}
