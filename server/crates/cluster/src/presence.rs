//! What a worker is, and what a batch asks of one: the kinds of batches that it takes.

use problem::executor::{Batch, Runtime};
use serde::{Deserialize, Serialize};

use crate::wire::{PROTOCOL, actions};

/// The subject by which workers are asked who they are; the only one that does not name a version.
pub(crate) const ROLL_CALL: &str = "touchstone.workers";

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
}

/// What a batch asks of whoever takes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kind {
    level: &'static str,
    platform: String,
    runtime: Option<Runtime>,
}

/// The system that this binary is made for.
pub(crate) fn platform() -> String {
    format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)
}

/// The weakest level that a worker may have, for who asks for a level.
fn level_asked(level: &str) -> &'static str {
    if level == "full" { "full" } else { "reduced" }
}

impl Kind {
    /// The kind of a batch for who asks for a sandbox level; `None` where it needs several runtimes, which no queue is for.
    pub(crate) fn of(batch: &Batch, level: &str) -> Option<Kind> {
        let required = batch.tasks.iter().flat_map(actions).filter_map(|action| action.requires.as_ref());
        let mut runtimes: Vec<&Runtime> = required.filter_map(|requires| requires.runtime.as_ref()).collect();
        runtimes.dedup();
        if runtimes.len() > 1 {
            return None;
        }
        let runtime = runtimes.first().map(|&runtime| runtime.clone());
        Some(Kind { level: level_asked(level), platform: platform(), runtime })
    }

    /// The name of its queue, a part of a subject.
    pub(crate) fn token(&self) -> String {
        let runtime = self.runtime.as_ref().map_or("none".to_owned(), |one| one.identity.hex()[..16].to_owned());
        format!("{}-{}-{runtime}", self.platform, self.level)
    }

    /// What it asks for, in words.
    pub(crate) fn words(&self) -> String {
        let runtime = self.runtime.as_ref().map(|one| format!("{} ({})", one.language, one.version));
        let sandbox = format!("the sandbox level {}", self.level);
        let parts = [Some(self.platform.clone()), Some(sandbox), runtime];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl Presence {
    /// The queues that it takes batches from.
    pub(crate) fn kinds(&self) -> Vec<String> {
        let levels: &[&'static str] = if self.level == "full" { &["full", "reduced"] } else { &["reduced"] };
        let runtimes = || std::iter::once(None).chain(self.runtimes.iter().cloned().map(Some));
        let of_level =
            |&level| runtimes().map(move |runtime| Kind { level, platform: self.platform.clone(), runtime }.token());
        levels.iter().flat_map(of_level).collect()
    }

    /// Whether it takes batches of this kind.
    pub(crate) fn takes(&self, kind: &Kind) -> bool {
        self.protocol == PROTOCOL && self.kinds().contains(&kind.token())
    }

    /// What it lacks for a kind that it does not take, as half a sentence.
    pub(crate) fn lacking(&self, kind: &Kind) -> String {
        if self.protocol != PROTOCOL {
            return format!("{} is of version {}", self.name, self.version);
        }
        if self.platform != kind.platform {
            return format!("{} runs on {}", self.name, self.platform);
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use problem::{
        digest::Digest,
        executor::{Action, Attempt, Requirements, RunLimits, Task, Timing},
    };

    use super::*;

    fn runtime(language: &str, identity: u8) -> Runtime {
        Runtime { language: language.to_owned(), version: format!("{language} 3"), identity: Digest([identity; 32]) }
    }

    fn batch(runtimes: &[Option<Runtime>]) -> Batch {
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
        Batch { tasks: runtimes.iter().map(|one| Task::Single(action(one))).collect(), timing: Timing::Final }
    }

    #[test]
    fn who_takes_what() {
        let worker = Presence {
            protocol: PROTOCOL,
            version: "1".to_owned(),
            name: "w".to_owned(),
            cores: 1,
            level: "full".to_owned(),
            cpu_model: "Z80".to_owned(),
            platform: platform(),
            runtimes: vec![runtime("python", 1)],
        };
        let kind = |runtimes: &[Option<Runtime>], level| Kind::of(&batch(runtimes), level);
        let [compiled, python] = [None, Some(runtime("python", 1))];
        for level in ["full", "reduced", "limits-only"] {
            assert!(worker.takes(&kind(std::slice::from_ref(&compiled), level).unwrap()));
            assert!(worker.takes(&kind(&[python.clone(), compiled.clone()], level).unwrap()));
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
        let older = Presence { protocol: PROTOCOL + 1, ..worker };
        assert!(!older.takes(&full));
        assert_eq!(older.lacking(&full), "w is of version 1");
        assert_eq!(kind(&[python, Some(runtime("java", 1))], "full"), None, "no queue is for two runtimes");
    }
}
