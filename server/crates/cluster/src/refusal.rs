//! What a worker does not run: orders that ask for more than a check could.

use problem::{
    executor::{Action, IN_PLACE, MOST_PROCESSES, Task},
    settings::Caps,
};

use crate::{
    answer::{ALL_FILES, is_plain, size_of},
    wire::{self, MAX_WALL_MS, Order, wall_ms},
};

/// The most that the programs of one order may need, bytes.
const MAX_NEEDED: u64 = 8 << 30;
/// The most tasks in an order.
const MAX_TASKS: usize = 10_000;
/// What the programs of one order may write together, bytes.
const MAX_WRITTEN: u64 = 64 << 30;
/// What the programs that talk with each other may have together, bytes.
const MAX_TALKING: u64 = 16 << 30;
/// What tools get, whatever the person allows solutions: CPU time in milliseconds, memory and output in bytes.
const OF_TOOLS: Caps = Caps { time_ms: 20_000, memory_bytes: 1 << 30, output_bytes: 512 << 20 };
/// What a runtime may need beyond a memory limit, bytes; and the address space of the one that reserves most.
const OF_RUNTIME: u64 = 1 << 30;
const ADDRESS_BYTES: u64 = 4 << 40;

const NO_PLAIN_NAME: &str = "a file of a run has no plain name";

/// Why an order is not run, if it is not: what it asks for is more than a check could.
pub(crate) fn refusal(order: &Order, caps: Caps) -> Option<String> {
    let is_large = order.tasks.len() > MAX_TASKS
        || size_of(&wire::needed(&order.tasks)) > MAX_NEEDED
        || wall_ms(&order.tasks) > MAX_WALL_MS
        || sum(order.tasks.iter().flat_map(Task::actions).map(|action| action.limits.output_bytes)) > MAX_WRITTEN;
    if order.tasks.is_empty() || is_large {
        return Some("an order is empty, or larger than any should be".to_owned());
    }
    let talks = |task: &&Task| matches!(task, Task::Talk { .. });
    let memory = |task: &Task| sum(task.actions().iter().map(|action| action.limits.memory_bytes));
    if order.tasks.iter().filter(talks).any(|task| memory(task) > MAX_TALKING) {
        return Some("programs that talk with each other may have more memory together than a worker gives".to_owned());
    }
    let crowd = |task: &Task| matches!(task, Task::Talk { solutions, .. } if solutions.is_empty() || solutions.len() > MOST_PROCESSES);
    if order.tasks.iter().any(crowd) {
        return Some("an order has too many programs talk, or too few".to_owned());
    }
    let mut fed = order.tasks.iter().filter_map(|task| match task {
        Task::Chain { fed, .. } => fed.into.as_deref(),
        Task::Single(_) | Task::Talk { .. } => None,
    });
    if fed.any(|path| !is_plain(path)) {
        return Some(NO_PLAIN_NAME.to_owned());
    }
    order.tasks.iter().flat_map(Task::actions).find_map(|action| refusal_of(action, caps))
}

fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}

fn refusal_of(action: &Action, caps: Caps) -> Option<String> {
    let limits = action.limits;
    let cpu_ms = caps.time_ms.max(OF_TOOLS.time_ms);
    // Partners of an interactor may come one after another.
    let wall_ms = (2 * cpu_ms + 6000).saturating_mul(MOST_PROCESSES as u64);
    let memory_bytes = caps.memory_bytes.max(OF_TOOLS.memory_bytes).saturating_add(OF_RUNTIME);
    let output_bytes = caps.output_bytes.max(OF_TOOLS.output_bytes);
    let address_bytes = action.requires.as_ref().and_then(|requires| requires.address_bytes).unwrap_or_default();
    if limits.cpu_ms > cpu_ms
        || limits.wall_ms > wall_ms
        || limits.memory_bytes > memory_bytes
        || limits.output_bytes > output_bytes
        || address_bytes > ADDRESS_BYTES
    {
        return Some(
            "a run asks for more than a worker gives; raise `time_cap_ms`, `memory_cap_mb` or `output_cap_mb` there"
                .to_owned(),
        );
    }
    if action.args.first().is_some_and(|first| first == IN_PLACE) {
        return Some("scripts are run on nobody's machine but the own".to_owned());
    }
    let named = action.inputs.keys().chain(action.pipes.iter().flatten()).map(String::as_str);
    let left = action
        .outputs
        .iter()
        .filter(|output| *output != ALL_FILES)
        .map(|output| output.strip_suffix('/').unwrap_or(output));
    named.chain(left).find(|path| !is_plain(path)).map(|_| NO_PLAIN_NAME.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use problem::{
        digest::Digest,
        executor::{Attempt, Blob, Fed, RunLimits, Timing},
    };

    use super::*;

    fn action() -> Action {
        Action {
            args: vec!["./sol".to_owned()],
            inputs: BTreeMap::new(),
            stdin: None,
            outputs: ["out.txt", "feedback/", ALL_FILES].map(str::to_owned).to_vec(),
            pipes: Vec::new(),
            env: BTreeMap::new(),
            limits: RunLimits { cpu_ms: 1000, wall_ms: 3000, memory_bytes: 1 << 28, output_bytes: 1 << 20 },
            requires: None,
            attempt: Attempt::Only,
        }
    }

    fn is_refused(change: impl Fn(&mut Action)) -> bool {
        let mut changed = action();
        change(&mut changed);
        refusal(&Order { tasks: vec![Task::Single(changed)], timing: Timing::Final, enough_ms: None }, Caps::default())
            .is_some()
    }

    #[test]
    fn what_no_check_asks_for_is_not_run() {
        assert!(!is_refused(|_| {}));
        assert!(is_refused(|action| action.limits.cpu_ms = 3_600_000));
        assert!(is_refused(|action| action.limits.wall_ms = u64::MAX));
        assert!(is_refused(|action| action.limits.memory_bytes = 1 << 40));
        assert!(is_refused(|action| action.limits.output_bytes = 1 << 40));
        assert!(is_refused(|action| action.args = vec![IN_PLACE.to_owned()]));
        for path in ["../out", "/etc/passwd", "a\\b", ""] {
            assert!(is_refused(|action| action.outputs.push(path.to_owned())), "{path}");
            assert!(is_refused(|action| action.pipes.push([path.to_owned(), "b".to_owned()])), "{path}");
        }
        let huge = Blob { digest: Digest([1; 32]), size: u64::MAX };
        assert!(is_refused(|action| action.stdin = Some(huge)));
        let several = |n: usize, change: fn(&mut Action)| {
            let mut changed = action();
            change(&mut changed);
            let order = Order { tasks: vec![Task::Single(changed); n], timing: Timing::Final, enough_ms: None };
            refusal(&order, Caps::default()).is_some()
        };
        assert!(!several(100, |_| {}));
        assert!(several(1000, |action| action.limits.wall_ms = 30_000), "they would take all day");
        assert!(several(1000, |action| action.limits.output_bytes = 512 << 20), "no disk has room for that");
        let talk = |n: usize| {
            let large = Action { limits: RunLimits { memory_bytes: 1 << 30, ..action().limits }, ..action() };
            let talk = Task::Talk { solutions: vec![large.clone(); n], interactor: large };
            refusal(&Order { tasks: vec![talk], timing: Timing::Final, enough_ms: None }, Caps::default()).is_some()
        };
        assert!(!talk(8) && talk(MOST_PROCESSES), "all at once");
        let order = Order { tasks: Vec::new(), timing: Timing::Final, enough_ms: None };
        assert!(refusal(&order, Caps::default()).is_some());
        let fed = |into: &str| Fed { into: Some(into.to_owned()), ..Fed::default() };
        let chain = |into: &str| Task::Chain { first: action(), then: Box::new(action()), fed: fed(into) };
        let is_chain_refused = |into: &str| {
            refusal(&Order { tasks: vec![chain(into)], timing: Timing::Final, enough_ms: None }, Caps::default())
                .is_some()
        };
        assert!(is_chain_refused("../up") && !is_chain_refused("output.txt"));
        let lonely = Task::Talk { solutions: Vec::new(), interactor: action() };
        assert!(
            refusal(&Order { tasks: vec![lonely], timing: Timing::Final, enough_ms: None }, Caps::default()).is_some()
        );
    }
}
