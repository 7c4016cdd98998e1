//! The programs of the small problem (`testkit::small`): the sum of a few numbers.

use super::programs::{Behaviour, Lasts, Run, defined, numbers};

/// From how many numbers on a costly solution does more, and what.
const SLOW_US: u64 = 150_000;
const HUNGRY_KB: u64 = 41 << 10;

pub(super) fn solve(source: &str, run: &Run) -> Behaviour {
    let read = numbers(&run.stdin());
    let Some((&n, values)) = read.split_first() else { return Behaviour::ends(1, "", "") };
    let cap = defined(source, "CAP").expect("it has a cap");
    let n_read = usize::try_from(n).unwrap_or_default().min(values.len());
    let sum: i64 = values[..n_read].iter().map(|value| (*value).min(cap)).sum();
    let fine = Behaviour::prints(&format!("{sum}\n"));
    if defined(source, "FROM").is_none_or(|from| n < from) {
        fine
    } else if source.contains("clock() <") {
        Behaviour { lasts: Lasts::Us(SLOW_US), ..fine }
    } else if source.contains("big[i] = 1") {
        Behaviour { memory_kb: HUNGRY_KB, ..fine }
    } else {
        Behaviour::ends(3, "", "")
    }
}

pub(super) fn validate(source: &str, run: &Run) -> Behaviour {
    let read = numbers(&run.stdin());
    let of = |name| defined(source, name).expect("the header says it");
    let (most, low, high) = (of("MAX"), of("LOW"), of("HIGH"));
    let n = read.first().copied().filter(|n| (1..=most).contains(n));
    let Some(n) = n else { return Behaviour::ends(1, &format!("n is not from 1 to {most}\n"), "") };
    let is_bad = |idx: &i64| {
        let value = usize::try_from(idx + 1).ok().and_then(|at| read.get(at));
        value.is_none_or(|value| !(low..=high).contains(value))
    };
    match (0..n).find(is_bad) {
        Some(idx) => Behaviour::ends(1, &format!("number {idx} is out of bounds\n"), ""),
        None => Behaviour::prints(""),
    }
}

/// `check INPUT OUTPUT … ANSWER`
pub(super) fn check(source: &str, run: &Run) -> Behaviour {
    let first = |name: &str| numbers(&run.file(name)).first().copied();
    let (found, expected) = (first(&run.args[2]), first(run.args.last().expect("it has arguments")));
    let Some(expected) = expected else { return Behaviour::ends(3, "", "the answer is no number") };
    let Some(found) = found else { return Behaviour::ends(2, "", "no number") };
    let tolerance = defined(source, "TOLERANCE").expect("it has one");
    if (found - expected).abs() > tolerance {
        return Behaviour::ends(1, "", &format!("expected {expected}, found {found}"));
    }
    Behaviour::prints("")
}

/// `gen N … SEED`
pub(super) fn generate(source: &str, run: &Run) -> Behaviour {
    let number = |text: &String| text.parse::<i64>().unwrap_or_default();
    let of = |name| defined(source, name).expect("the header says it");
    let n = number(&run.args[1]);
    let mut seed = number(run.args.last().expect("it has arguments")) as u32;
    seed = seed.wrapping_add(u32::from(n == of("TWIST")));
    let mut text = format!("{n}\n");
    for _ in 0..n {
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        text += &format!("{} ", of("LOW") + i64::from(seed >> 8) % (of("HIGH") - of("LOW") + 1));
    }
    Behaviour::prints(&(text + "\n"))
}
