//! What a worker is, and what a batch asks of one: the kinds of batches that it takes.

use std::collections::BTreeMap;

use problem::{
    digest::KeyBuilder,
    executor::{Action, Runtime},
};
use serde::{Deserialize, Serialize};

use crate::{
    address::Address,
    wire::{PROTOCOL, clean},
};

/// The subject by which workers are asked who they are; the only one that does not name a version.
pub(crate) const ROLL_CALL: &str = "touchstone.workers";
/// What this is a version of; others may shut programs in, or measure them, in another way.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// What one worker is believed to have at most.
const MAX_CORES: usize = 1024;
const MAX_RUNTIMES: usize = 200;

/// What a worker says of itself, as JSON, which other versions read too.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Presence {
    /// What it speaks.
    pub protocol: u32,
    /// The version of the tool.
    pub version: String,
    /// Its name, which no other has.
    pub name: String,
    /// How many batches it runs at once.
    pub cores: usize,
    /// The level of its sandbox.
    pub level: String,
    /// The model of its CPU.
    pub cpu_model: String,
    /// The system that programs run on.
    pub platform: String,
    /// What programs of languages that are not compiled run in.
    pub runtimes: Vec<Runtime>,
    /// What it has done since it was started.
    #[serde(default)]
    pub work: Work,
    /// The public half of the key that it signs with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Why it rests, after several failures of its own in a row: one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// What a worker has done since it was started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// How many batches it has in hand.
    pub n_in_hand: usize,
    /// How many it has answered.
    pub n_answered: u64,
    /// How many it could not run, through no fault of theirs.
    pub n_failed: u64,
}

/// What a batch asks of whoever takes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kind {
    level: &'static str,
    platform: String,
    version: String,
    /// Times compare only between equal ones.
    cpu_model: String,
    runtime: Option<Runtime>,
    /// The worker that is to take it, if not any.
    worker: Option<String>,
}

/// The system that this binary is made for.
pub(crate) fn platform() -> String {
    format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)
}

/// The queue of one worker, whatever it calls itself.
fn queue_of(worker: &str) -> String {
    format!("at-{}", &KeyBuilder::new("worker 1").text(worker).finish().hex()[..16])
}

/// The weakest level that a worker may have, for who asks for a level.
fn level_asked(level: &str) -> &'static str {
    if level == "full" { "full" } else { "reduced" }
}

impl Kind {
    /// The kind of a batch of these for who asks for a sandbox level and a CPU; `None` where it needs several runtimes, which
    /// no queue is for.
    pub(crate) fn of(actions: &[&Action], level: &str, cpu_model: &str) -> Option<Kind> {
        let required = actions.iter().filter_map(|action| action.requires.as_ref());
        let mut runtimes: Vec<&Runtime> = required.filter_map(|requires| requires.runtime.as_ref()).collect();
        runtimes.dedup();
        if runtimes.len() > 1 {
            return None;
        }
        let runtime = runtimes.first().map(|&runtime| runtime.clone());
        let (version, cpu_model) = (VERSION.to_owned(), cpu_model.to_owned());
        Some(Kind { level: level_asked(level), platform: platform(), version, cpu_model, runtime, worker: None })
    }

    /// The same for one worker only.
    pub(crate) fn at(&self, worker: &str) -> Kind {
        Kind { worker: Some(worker.to_owned()), ..self.clone() }
    }

    /// What its programs run in, where they do not run by themselves.
    pub(crate) fn runtime(&self) -> Option<&Runtime> {
        self.runtime.as_ref()
    }

    /// The CPU that it is to run on.
    pub(crate) fn cpu_model(&self) -> &str {
        &self.cpu_model
    }

    /// The name of its queue, a part of a subject.
    pub(crate) fn token(&self) -> String {
        if let Some(worker) = &self.worker {
            return queue_of(worker);
        }
        let short = |whole: String| whole[..16].to_owned();
        let machine = KeyBuilder::new("workers 1").text(&self.version).text(&self.cpu_model).finish();
        let runtime = self.runtime.as_ref().map_or("none".to_owned(), |one| short(one.identity.hex()));
        format!("{}-{}-{}-{runtime}", self.platform, self.level, short(machine.hex()))
    }

    /// What it asks for, in words.
    pub(crate) fn words(&self) -> String {
        let runtime = self.runtime.as_ref().map(|one| format!("{} ({})", one.language, one.version));
        let sandbox = format!("the sandbox level {}", self.level);
        let parts = [Some(self.platform.clone()), Some(self.cpu_model.clone()), Some(sandbox), runtime];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl Presence {
    /// What a worker says; `None` for what is none. Its words are cleaned, since they are shown.
    pub(crate) fn read(bytes: &[u8]) -> Option<Presence> {
        let mut worker: Presence = serde_json::from_slice(bytes).ok()?;
        let Presence { version, name, level, cpu_model, platform, .. } = &mut worker;
        for words in [version, name, level, cpu_model, platform] {
            *words = clean(words);
        }
        worker.runtimes.truncate(MAX_RUNTIMES);
        for runtime in &mut worker.runtimes {
            (runtime.language, runtime.version) = (clean(&runtime.language), clean(&runtime.version));
        }
        worker.trouble = worker.trouble.as_deref().map(clean);
        worker.cores = worker.cores.min(MAX_CORES);
        Some(worker)
    }

    /// Whether it could run programs that are built here, if it has what they need.
    pub(crate) fn is_of_use(&self) -> bool {
        self.protocol == PROTOCOL && self.version == VERSION && self.platform == platform() && self.cores > 0
    }

    /// The same for who asks for a sandbox level.
    pub(crate) fn serves(&self, level: &str) -> bool {
        self.is_of_use() && self.has_level(level_asked(level))
    }

    fn has_level(&self, level: &str) -> bool {
        self.level == "full" || (self.level == "reduced" && level == "reduced")
    }

    /// The queues that it takes batches from.
    pub(crate) fn kinds(&self) -> Vec<String> {
        let levels: &[&'static str] = if self.level == "full" { &["full", "reduced"] } else { &["reduced"] };
        let runtimes = || std::iter::once(None).chain(self.runtimes.iter().cloned().map(Some));
        let of_level = |&level| runtimes().map(move |runtime| self.kind(level, runtime).token());
        levels.iter().flat_map(of_level).chain([queue_of(&self.name)]).collect()
    }

    fn kind(&self, level: &'static str, runtime: Option<Runtime>) -> Kind {
        let (platform, version) = (self.platform.clone(), self.version.clone());
        Kind { level, platform, version, cpu_model: self.cpu_model.clone(), runtime, worker: None }
    }

    /// Whether it takes batches of this kind.
    pub(crate) fn takes(&self, kind: &Kind) -> bool {
        let has_runtime = |wanted: &Runtime| self.runtimes.iter().any(|one| one.identity == wanted.identity);
        self.protocol == PROTOCOL
            && self.cores > 0
            && self.has_level(kind.level)
            && (&self.platform, &self.version, &self.cpu_model) == (&kind.platform, &kind.version, &kind.cpu_model)
            && kind.runtime.as_ref().is_none_or(has_runtime)
            && kind.worker.as_ref().is_none_or(|worker| *worker == self.name)
    }

    /// The same, as long as it does not rest since it cannot do its job.
    pub(crate) fn takes_now(&self, kind: &Kind) -> bool {
        self.takes(kind) && self.trouble.is_none()
    }

    fn without_cores(&self) -> String {
        format!("{} has no core left, since programs on it cannot be ended; start it anew", self.name)
    }

    /// What it lacks for a kind that it does not take, as half a sentence.
    pub(crate) fn lacking(&self, kind: &Kind) -> String {
        if self.protocol != PROTOCOL || self.version != kind.version {
            return format!("{} is of version {}", self.name, self.version);
        }
        if self.cores == 0 {
            return self.without_cores();
        }
        if self.platform != kind.platform {
            return format!("{} runs on {}", self.name, self.platform);
        }
        if self.cpu_model != kind.cpu_model {
            return format!("{} has another CPU ({})", self.name, self.cpu_model);
        }
        if kind.level == "full" && self.level != "full" {
            return format!("{} has the sandbox level {}", self.name, self.level);
        }
        let language = kind.runtime.as_ref().map_or("", |runtime| &runtime.language);
        match self.runtimes.iter().find(|runtime| runtime.language == language) {
            Some(other) => format!("{} has another {language} ({})", self.name, other.version),
            None => format!("{} has no {language}", self.name),
        }
    }
}

/// The CPU that is used of those that workers have, for who asks for a level: this machine's, if one of the level has it,
/// otherwise the one of which there are most cores. Where no worker has the level, what the others lack is said later, batch by
/// batch. `None` where no worker is of use.
pub(crate) fn chosen_model(workers: &[Presence], level: &str, here: &str) -> Option<String> {
    let here = clean(here);
    let chosen = |will_do: &dyn Fn(&Presence) -> bool| {
        let mut cores: BTreeMap<&str, usize> = BTreeMap::new();
        for worker in workers.iter().filter(|worker| will_do(worker)) {
            *cores.entry(&worker.cpu_model).or_default() += worker.cores;
        }
        let of_most = || cores.iter().max_by_key(|(_, n_cores)| **n_cores).map(|(model, _)| (*model).to_owned());
        if cores.contains_key(here.as_str()) { Some(here.clone()) } else { of_most() }
    };
    chosen(&|worker| worker.serves(level)).or_else(|| chosen(&Presence::is_of_use))
}

/// Why none of the workers is of use.
pub(crate) fn nobody_of_use(address: &Address, workers: &[Presence]) -> String {
    let Some(other) = workers.first() else {
        return format!("no worker answers at {address}; start one with `touchstone worker --cluster {address}`");
    };
    if other.protocol != PROTOCOL || other.version != VERSION {
        return format!(
            "the workers at {address} are of another version ({} is of {}, this is {VERSION}); use the same everywhere",
            other.name, other.version
        );
    }
    if other.cores == 0 {
        return other.without_cores();
    }
    format!(
        "the workers at {address} run on another system ({} on {}, this is {}); start some on the same one",
        other.name,
        other.platform,
        platform()
    )
}

#[cfg(test)]
mod tests {
    use problem::{
        digest::Digest,
        executor::{Attempt, Requirements, RunLimits},
    };

    use super::*;

    fn runtime(language: &str, identity: u8) -> Runtime {
        Runtime { language: language.to_owned(), version: format!("{language} 3"), identity: Digest([identity; 32]) }
    }

    fn actions(runtimes: &[Option<Runtime>]) -> Vec<Action> {
        let limits = RunLimits { cpu_ms: 1, wall_ms: 1, memory_bytes: 1, output_bytes: 1 };
        let action = |runtime: &Option<Runtime>| Action {
            args: Vec::new(),
            inputs: BTreeMap::new(),
            stdin: None,
            outputs: Vec::new(),
            pipes: Vec::new(),
            env: BTreeMap::new(),
            limits,
            requires: Some(Box::new(Requirements { runtime: runtime.clone(), ..Requirements::default() })),
            attempt: Attempt::Only,
        };
        runtimes.iter().map(action).collect()
    }

    fn worker(cpu_model: &str, cores: usize) -> Presence {
        Presence {
            protocol: PROTOCOL,
            version: VERSION.to_owned(),
            name: "w".to_owned(),
            cores,
            level: "full".to_owned(),
            cpu_model: cpu_model.to_owned(),
            platform: platform(),
            runtimes: vec![runtime("python", 1)],
            work: Work::default(),
            key: None,
            trouble: None,
        }
    }

    #[test]
    fn the_cpu_that_is_used() {
        let workers = [worker("Z80", 1), worker("6502", 2), worker("Z80", 2), worker("8086", 1)];
        let chosen = |level, here| chosen_model(&workers, level, here);
        assert_eq!(chosen("full", "8086").as_deref(), Some("8086"), "this machine's own");
        assert_eq!(chosen("full", "6809").as_deref(), Some("Z80"), "the one with most cores");
        let old = Presence { version: "0".to_owned(), ..worker("6809", 9) };
        assert_eq!(chosen_model(&[old], "full", "6809"), None);
        // More cores do not help where they shut programs in less well than is asked.
        let weaker = Presence { level: "reduced".to_owned(), ..worker("6809", 9) };
        let workers = [weaker.clone(), worker("Z80", 1)];
        let chosen = |level, here| chosen_model(&workers, level, here);
        assert_eq!(chosen("full", "6809").as_deref(), Some("Z80"));
        assert_eq!(chosen("reduced", "8086").as_deref(), Some("6809"));
        assert_eq!(chosen_model(&[weaker], "full", "8086").as_deref(), Some("6809"), "what it lacks is said later");
    }

    #[test]
    fn who_takes_what() {
        let worker = worker("Z80", 1);
        let kind =
            |runtimes: &[Option<Runtime>], level| Kind::of(&actions(runtimes).iter().collect::<Vec<_>>(), level, "Z80");
        let [compiled, python] = [None, Some(runtime("python", 1))];
        for level in ["full", "reduced", "limits-only"] {
            assert!(worker.takes(&kind(std::slice::from_ref(&compiled), level).unwrap()));
            let both = kind(&[python.clone(), compiled.clone()], level).unwrap();
            assert!(worker.takes(&both) && worker.kinds().contains(&both.token()));
        }
        let weaker = Presence { level: "reduced".to_owned(), ..worker.clone() };
        assert!(weaker.takes(&kind(std::slice::from_ref(&compiled), "limits-only").unwrap()));
        let full = kind(std::slice::from_ref(&compiled), "full").unwrap();
        assert!(!weaker.takes(&full));
        assert_eq!(weaker.lacking(&full), "w has the sandbox level reduced");
        let other = kind(&[Some(runtime("python", 2))], "full").unwrap();
        assert!(!worker.takes(&other));
        assert_eq!(worker.lacking(&other), "w has another python (python 3)");
        assert_eq!(worker.lacking(&kind(&[Some(runtime("java", 2))], "full").unwrap()), "w has no java");
        let here = full.at("w");
        assert!(worker.takes(&here) && worker.kinds().contains(&here.token()));
        let other = full.at("v");
        assert!(!worker.takes(&other) && !worker.kinds().contains(&other.token()));
        for (other, lacking) in [
            (Presence { protocol: PROTOCOL + 1, version: "1".to_owned(), ..worker.clone() }, "w is of version 1"),
            (Presence { version: "2".to_owned(), ..worker.clone() }, "w is of version 2"),
            (Presence { cpu_model: "6502".to_owned(), ..worker.clone() }, "w has another CPU (6502)"),
            (Presence { platform: "vax".to_owned(), ..worker }, "w runs on vax"),
        ] {
            assert!(!other.takes(&full) && !other.kinds().contains(&full.token()));
            assert_eq!(other.lacking(&full), lacking);
        }
        assert_eq!(kind(&[python, Some(runtime("java", 1))], "full"), None, "no queue is for two runtimes");
    }

    #[test]
    fn words_of_workers_are_cleaned() {
        let said = r#"{"protocol":1,"version":"1\u001b[2J","name":"w\u202e","cores":1000000,"level":"full\u001b[2J","cpu_model":"Z\n80",
            "platform":"p","runtimes":[{"language":"a\u0007","version":"b","identity":"00"}]}"#;
        let identity = serde_json::to_string(&Digest([0; 32])).unwrap();
        let worker = Presence::read(said.replace("\"00\"", &identity).as_bytes()).unwrap();
        assert_eq!((&*worker.version, &*worker.name, &*worker.cpu_model), ("1[2J", "w", "Z80"));
        assert_eq!((worker.cores, &*worker.level, &*worker.runtimes[0].language), (MAX_CORES, "full[2J", "a"));
        assert!(Presence::read(b"{}").is_none());
    }
}
