//! The programs of the example problem `two-parcels`: two parcels that weigh `s` together.

use std::collections::HashMap;

use problem::executor::ExitStatus;
use serde_json::json;
use testkit::random::Random;

use super::programs::{Behaviour, Lasts, Run, numbers};

/// What the abort of an exception is.
const SIGABRT: i32 = 6;
/// From so many parcels on the slow solution takes as long as it wants.
const MANY: usize = 20_000;
const TOO_LONG_US: u64 = 60_000_000;

struct Parcels {
    sum: i64,
    weights: Vec<i64>,
}

impl Parcels {
    fn read(text: &str) -> Option<Parcels> {
        let read = numbers(text);
        let (n, sum) = (*read.first()?, *read.get(1)?);
        let weights = read.get(2..2 + usize::try_from(n).ok()?)?.to_vec();
        Some(Parcels { sum, weights })
    }

    /// Parcels by weight, with their numbers from 1.
    fn sorted(&self) -> Vec<(i64, usize)> {
        let mut sorted: Vec<_> = self.weights.iter().enumerate().map(|(idx, weight)| (*weight, idx + 1)).collect();
        sorted.sort_unstable();
        sorted
    }

    /// Places in the sorted order of two that fit, where a pair weighs what `weigh` says.
    fn meet(&self, weigh: impl Fn(i64, i64) -> i64) -> Option<(usize, usize)> {
        let sorted = self.sorted();
        let (mut low, mut high) = (0, sorted.len() - 1);
        while low < high {
            match weigh(sorted[low].0, sorted[high].0) {
                sum if sum == self.sum => return Some((low, high)),
                sum if sum < self.sum => low += 1,
                _ => high -= 1,
            }
        }
        None
    }

    /// The first two in the order of their numbers; `same` may take a parcel twice.
    fn first(&self, same: bool) -> Option<(usize, usize)> {
        let mut seen: HashMap<i64, usize> = HashMap::new();
        if same {
            seen.extend(self.weights.iter().enumerate().map(|(idx, weight)| (*weight, idx + 1)));
        }
        for (idx, weight) in self.weights.iter().enumerate() {
            if let Some(other) = seen.get(&(self.sum - weight)) {
                return Some(if same { (idx + 1, *other) } else { (*other, idx + 1) });
            }
            if !same {
                seen.insert(*weight, idx + 1);
            }
        }
        None
    }
}

fn printed(pair: Option<(usize, usize)>) -> Behaviour {
    Behaviour::prints(&pair.map_or_else(|| "-1\n".to_owned(), |(one, other)| format!("{one} {other}\n")))
}

/// What a solution prints, by its name.
pub(super) fn solve(name: &str, source: &str, input: &str) -> Behaviour {
    let Some(parcels) = Parcels::read(input) else { return Behaviour::ends(1, "", "") };
    let right = || {
        let sorted = parcels.sorted();
        parcels.meet(|one, other| one + other).map(|(low, high)| (sorted[low].1, sorted[high].1))
    };
    match name.split('.').next().unwrap_or_default() {
        "ac_alt" => printed(parcels.first(false)),
        "wa_zero_based" => printed(parcels.first(false).map(|(one, other)| (one - 1, other - 1))),
        "wa_same_parcel" => printed(parcels.first(true)),
        "wa_sorted_index" => printed(parcels.meet(|one, other| one + other).map(|(low, high)| (low + 1, high + 1))),
        "wa_overflow" => {
            let sorted = parcels.sorted();
            let narrow = |one: i64, other: i64| i64::from((one + other) as i32);
            printed(parcels.meet(narrow).map(|(low, high)| (sorted[low].1, sorted[high].1)))
        }
        "greedy_heaviest" => printed(greedy(&parcels)),
        "re_none" if right().is_none() => {
            let what = "terminate called after throwing an instance of 'std::out_of_range'\n";
            Behaviour { status: ExitStatus::Signalled(SIGABRT), ..Behaviour::ends(0, "", what) }
        }
        "slow" if parcels.weights.len() > MANY => Behaviour { lasts: Lasts::Us(TOO_LONG_US), ..printed(None) },
        "sol" | "slow" | "re_none" => printed(right()),
        _ => panic!("nobody knows what {name} does:\n{source}"),
    }
}

fn greedy(parcels: &Parcels) -> Option<(usize, usize)> {
    let fitting = parcels.weights.iter().enumerate().filter(|(_, weight)| **weight < parcels.sum);
    // Of equal ones the first.
    let (heaviest, weight) = fitting.reduce(|best, one| if one.1 > best.1 { one } else { best })?;
    let rest = parcels.weights.iter().enumerate();
    let other = rest.filter(|(idx, _)| *idx != heaviest).find(|(_, other)| *other + weight == parcels.sum)?;
    Some((heaviest + 1, other.0 + 1))
}

/// `gen -n N [-min LO] -max HI -type random|pair|none`, and `half` where the source has it.
pub(super) fn generate(source: &str, run: &Run) -> Behaviour {
    let option = |name: &str| {
        let at = run.args.iter().position(|arg| arg == name)?;
        run.args.get(at + 1)
    };
    let number = |name: &str, usual: Option<f64>| option(name).and_then(|text| text.parse().ok()).or(usual);
    let read = (number("-n", None), number("-min", Some(1.0)), number("-max", None), option("-type"));
    let (Some(n), Some(low), Some(high), Some(kind)) = read else {
        return Behaviour::ends(3, "", "FAIL an option is missing\n");
    };
    let (n, low, high) = (n as usize, low as i64, high as i64);
    let seed = run.args.join(" ").bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut random = Random::new(seed);
    let mut from = |low: i64, high: i64| low + random.below(usize::try_from(high - low + 1).unwrap()) as i64;
    let even = |weight: i64| weight + [0, if weight < high { 1 } else { -1 }][usize::from(weight % 2 != 0)];
    let weights: Vec<i64> =
        (0..n).map(|_| from(low, high)).map(|weight| if kind == "none" { even(weight) } else { weight }).collect();
    let sum = match kind.as_str() {
        "pair" => {
            let one = from(0, n as i64 - 1) as usize;
            let other = from(0, n as i64 - 2) as usize;
            weights[one] + weights[if other >= one { other + 1 } else { other }]
        }
        "half" if source.contains("\"half\"") => 2 * weights[0],
        "none" => {
            let sum = from(2 * low, 2 * high);
            if sum % 2 == 0 { sum - 1 } else { sum }
        }
        _ => from(2 * low, 2 * high),
    };
    let words: Vec<String> = weights.iter().map(i64::to_string).collect();
    Behaviour::prints(&format!("{n} {sum}\n{}\n", words.join(" ")))
}

/// The bounds are those of the first read; the rest is as in the statement.
pub(super) fn validate(source: &str, run: &Run) -> Behaviour {
    const NUMBER: &str = "inf.readInt(";
    let (path, text) = source.split_once('\n').expect("a program begins with its path");
    let at = text.find(NUMBER).expect("it reads the number of parcels");
    let bounds: Vec<i64> = text[at + NUMBER.len()..].split(',').map_while(|word| word.trim().parse().ok()).collect();
    let input = run.stdin();
    let Some(parcels) = Parcels::read(&input) else { return Behaviour::ends(3, "", "FAIL Unexpected end of file\n") };
    let n = parcels.weights.len() as i64;
    let is_tidy = input.lines().count() == 2 && input.ends_with('\n') && !input.contains("  ");
    if !(bounds[0]..=bounds[1]).contains(&n) {
        let message =
            format!("Integer parameter [name=n] equals to {n}, violates the range [{}, {}]", bounds[0], bounds[1]);
        return refused(run, path, (text, at), (&bounds, n), &message);
    }
    if !is_tidy || parcels.weights.iter().any(|weight| !(1..=2_000_000_000).contains(weight)) {
        return Behaviour::ends(3, "", "FAIL Expected something else\n");
    }
    Behaviour::prints("")
}

/// The failure of a call, with the record that is asked for.
fn refused(run: &Run, path: &str, (text, at): (&str, usize), (bounds, n): (&[i64], i64), message: &str) -> Behaviour {
    let mut refused = Behaviour::ends(3, "", &format!("FAIL {message} (stdin, line 1)\n"));
    if run.wants_record {
        let before = &text[..at];
        let record = json!({
            "v": 1, "kind": "fail", "verdict": "fail", "message": message, "file": path,
            "line": before.matches('\n').count() + 1, "column": at - before.rfind('\n').map_or(0, |end| end + 1) + 1,
            "stream": "inf", "offset": 0, "in_line": 1, "in_column": 1,
            "name": "n", "op": "int", "lo": bounds[0], "hi": bounds[1], "found": n.to_string(),
        });
        refused.files.insert("testlib.trace".to_owned(), format!("{record}\n").into_bytes());
    }
    refused
}

/// `check INPUT OUTPUT ANSWER`
pub(super) fn check(run: &Run) -> Behaviour {
    let parcels = Parcels::read(&run.file(&run.args[1])).expect("the input was made by a generator");
    let claimed = |name: &str| -> Result<bool, String> {
        let read = numbers(&run.file(name));
        let n = parcels.weights.len() as i64;
        match read[..] {
            [-1] => Ok(false),
            [0, ..] => Err("wrong answer there is no parcel 0".to_owned()),
            [one, other] if one == other => Err(format!("wrong answer parcel {one} is taken twice")),
            [one, other] if (1..=n).contains(&one) && (1..=n).contains(&other) => {
                let total = parcels.weights[one as usize - 1] + parcels.weights[other as usize - 1];
                let wrong = format!("wrong answer parcels {one} and {other} weigh {total}, not {}", parcels.sum);
                if total == parcels.sum { Ok(true) } else { Err(wrong) }
            }
            _ => Err("wrong output format Unexpected end of file - int32 expected".to_owned()),
        }
    };
    let jury = claimed(&run.args[3]).expect("the answer is right");
    match claimed(&run.args[2]) {
        Err(words) => Behaviour::ends(if words.starts_with("wrong output") { 2 } else { 1 }, "", &words),
        Ok(false) if jury => Behaviour::ends(1, "", "wrong answer a pair exists, none was found"),
        Ok(true) if !jury => Behaviour::ends(3, "", "FAIL participant found a pair, the jury did not"),
        Ok(found) => Behaviour::ends(0, "", if found { "ok a pair" } else { "ok no pair" }),
    }
}
