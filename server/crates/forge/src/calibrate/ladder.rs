//! Which calls of generators could make inputs of growing size: what is tried, before anything runs.
//!
//! A *ladder* is a call of the folder with the numbers in it that are to grow: one, or two together, as the nodes and edges of a
//! graph have to. Each of its *rungs* has them doubled or halved so many times.

use std::collections::BTreeSet;

use problem::{
    facts::{OptionKey, OptionRead},
    folder::Folder,
    included,
    model::{GenCall, InputSource, Problem, Program, ProgramIdx, Role, Test, TestIdx},
    options::value_of,
};

/// So many calls are looked at, and as many of generators that no command calls.
const MAX_CALLS: usize = 3;
/// So many numbers of a call are tried.
const MAX_NUMBERS: usize = 6;
/// What an option gets that the folder gives no value for.
const FIRST_VALUE: &str = "16";
/// From this number on, smaller inputs are made to see whether it is a size, since it may be as large as it can be.
const LARGE: u64 = 64;
/// Sizes that are this many doublings apart are compared.
const DOUBLINGS: i32 = 2;
/// So much larger the input has to be then: a greatest value has a digit or so more, a side of a grid makes it larger than that.
const GROWS: u64 = 2;

/// The stage and the place of a number in a call, with its value.
type Number = ((usize, usize), u64);

/// A call that could be made with other numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ladder {
    calls: Vec<GenCall>,
    /// The numbers that grow, as the folder has them.
    numbers: Vec<Number>,
    /// The test whose call this is.
    pub(super) like: Option<TestIdx>,
}

impl Ladder {
    /// Two rungs that show whether the input grows.
    pub(super) fn probes(&self) -> [Option<Vec<GenCall>>; 2] {
        let is_large = self.numbers.iter().all(|(_, value)| *value >= LARGE);
        let from = if is_large { -DOUBLINGS } else { 0 };
        [from, from + DOUBLINGS].map(|doublings| self.rung(doublings))
    }

    /// Whether inputs of these two sizes, if both could be made, show that.
    pub(super) fn grows(sizes: [Option<u64>; 2]) -> bool {
        matches!(sizes, [Some(small), Some(large)] if large >= GROWS * small)
    }

    /// The call with its numbers doubled so many times, or halved.
    pub(super) fn rung(&self, doublings: i32) -> Option<Vec<GenCall>> {
        let by = doublings.unsigned_abs();
        let scaled = |value: u64| match doublings < 0 {
            true => value.checked_shr(by).filter(|value| *value > 0),
            false => value.checked_mul(1u64.checked_shl(by)?).filter(|value| i64::try_from(*value).is_ok()),
        };
        self.with(&self.numbers.iter().map(|(_, value)| scaled(*value)).collect::<Option<Vec<u64>>>()?)
    }

    /// The call with another number; `None` where two grow together.
    pub(super) fn with_number(&self, number: u64) -> Option<Vec<GenCall>> {
        (self.numbers.len() == 1).then(|| self.with(&[number]))?
    }

    /// The number of a rung, if it is one.
    pub(super) fn number(&self, doublings: i32) -> Option<u64> {
        let ((stage, at), _) = *self.numbers.first().filter(|_| self.numbers.len() == 1)?;
        number_in(&self.rung(doublings)?[stage].args[at]).map(|(_, number)| number)
    }

    /// The same with the number of another ladder of the call at 1: if both make inputs larger, as a number of cases and the size
    /// of each do, the one hides what the other shows.
    pub(super) fn without(&self, other: &Ladder) -> Option<Ladder> {
        let is_same_call = self.calls == other.calls && self.numbers != other.numbers;
        let are_single = self.numbers.len() == 1 && other.numbers.len() == 1;
        Some(Ladder { calls: other.with_number(1)?, ..self.clone() }).filter(|_| is_same_call && are_single)
    }

    fn with(&self, values: &[u64]) -> Option<Vec<GenCall>> {
        let mut calls = self.calls.clone();
        for (((stage, at), _), value) in self.numbers.iter().zip(values) {
            let word = calls.get_mut(*stage)?.args.get_mut(*at)?;
            let (before, _) = number_in(word)?;
            *word = format!("{before}{value}");
        }
        Some(calls)
    }

    /// The programs that it calls.
    pub(super) fn programs(&self) -> impl Iterator<Item = ProgramIdx> {
        self.calls.iter().filter_map(|call| call.program)
    }
}

/// The ladders of a problem. Those of calls whose tests take longest come first, by what `time_of` says of a test; those with
/// one number come before those with two.
pub(super) fn ladders(problem: &Problem, folder: &dyn Folder, time_of: &dyn Fn(&Test) -> u64) -> Vec<Ladder> {
    let mut calls = called(problem, time_of);
    calls.extend(idle(problem, folder));
    let mut ladders = Vec::new();
    for (calls, like) in calls {
        let of =
            |calls: &[GenCall], numbers: &[Number]| Ladder { calls: calls.to_vec(), numbers: numbers.to_vec(), like };
        let numbers = numbers_of(&calls);
        ladders.extend(numbers.iter().map(|one| of(&calls, &[*one])));
        let pairs = numbers.iter().enumerate().flat_map(|(at, one)| numbers[at + 1..].iter().map(|two| [*one, *two]));
        ladders.extend(pairs.map(|pair| of(&calls, &pair)));
        for (stage, argument) in missing(problem, folder, &calls) {
            let mut calls = calls.clone();
            calls[stage].args.push(argument);
            let at = calls[stage].args.len() - 1;
            let added = number_in(&calls[stage].args[at]).map(|(_, value)| ((stage, at), value));
            ladders.extend(added.map(|number| of(&calls, &[number])));
        }
    }
    ladders.sort_by_key(|ladder| ladder.numbers.len());
    ladders
}

/// The calls of tests, those of the slowest tests first, one of each kind.
fn called(problem: &Problem, time_of: &dyn Fn(&Test) -> u64) -> Vec<(Vec<GenCall>, Option<TestIdx>)> {
    let mut tests: Vec<(TestIdx, &Vec<GenCall>, u64)> = problem
        .tests
        .iter_enumerated()
        .filter_map(|(idx, test)| match &test.input {
            InputSource::Stdout(command) => Some((idx, &problem.commands[*command], time_of(test))),
            InputSource::File(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
        })
        .filter(|(_, command, _)| !command.lists_tests && command.pipeline.iter().all(|call| call.program.is_some()))
        .map(|(idx, command, time)| (idx, &command.pipeline, time))
        .collect();
    tests.sort_by_key(|(_, _, time)| std::cmp::Reverse(*time));
    let mut kinds = BTreeSet::new();
    tests.retain(|(_, calls, _)| kinds.insert(kind(calls)));
    tests.into_iter().take(MAX_CALLS).map(|(idx, calls, _)| (calls.clone(), Some(idx))).collect()
}

/// What is left of calls when their numbers do not count.
fn kind(calls: &[GenCall]) -> Vec<String> {
    let word = |word: &String| number_in(word).map_or_else(|| word.clone(), |(before, _)| format!("{before}#"));
    calls.iter().flat_map(|call| std::iter::once(call.name.clone()).chain(call.args.iter().map(word))).collect()
}

/// Calls of generators that no command calls, where their sources say which options they need and all of those are numbers.
fn idle(problem: &Problem, folder: &dyn Folder) -> Vec<(Vec<GenCall>, Option<TestIdx>)> {
    let called: BTreeSet<ProgramIdx> =
        problem.commands.iter().flat_map(|command| &command.pipeline).filter_map(|call| call.program).collect();
    let call = |(idx, program): (ProgramIdx, &Program)| {
        let facts = included::facts(folder, &program.path).filter(|facts| !facts.options_incomplete)?;
        let is_needed = |read: &&OptionRead| read.is_certain && !read.has_default;
        let needed: Vec<&OptionRead> = facts.options.iter().filter(is_needed).collect();
        let n_indexed = needed.iter().filter_map(|read| match read.key {
            OptionKey::Index(index) => Some(index as usize),
            OptionKey::Name(_) => None,
        });
        let mut args = vec![FIRST_VALUE.to_owned(); n_indexed.max().unwrap_or(0).min(MAX_NUMBERS)];
        for read in needed.iter().filter(|read| matches!(read.key, OptionKey::Name(_))) {
            if value_of(&read.key, &facts.options, &args).is_none() {
                args.push(named(read)?);
            }
        }
        Some((vec![GenCall { name: program.name().to_owned(), program: Some(idx), args }], None))
    };
    let generators = problem.programs.iter_enumerated();
    let idle = generators.filter(|(idx, program)| program.role == Role::Generator && !called.contains(idx));
    idle.filter_map(call).take(MAX_CALLS).collect()
}

/// Arguments for options that are whole numbers and were not given, with the stage of each.
fn missing(problem: &Problem, folder: &dyn Folder, calls: &[GenCall]) -> BTreeSet<(usize, String)> {
    let of_stage = |(stage, call): (usize, &GenCall)| {
        let source = &problem.programs[call.program?].path;
        let facts = included::facts(folder, source)?;
        let missing = facts.options.iter().filter(|read| value_of(&read.key, &facts.options, &call.args).is_none());
        Some(missing.filter_map(named).map(|argument| (stage, argument)).collect::<Vec<_>>())
    };
    calls.iter().enumerate().filter_map(of_stage).flatten().collect()
}

/// An argument for an option that has a name and is a whole number.
fn named(read: &OptionRead) -> Option<String> {
    let OptionKey::Name(name) = &read.key else { return None };
    let is_whole = ["int", "long", "size_t", "ll", "unsigned"].iter().any(|word| read.type_name.contains(word));
    is_whole.then(|| format!("-{name}={FIRST_VALUE}"))
}

fn numbers_of(calls: &[GenCall]) -> Vec<Number> {
    let places = calls.iter().enumerate().flat_map(|(stage, call)| {
        call.args.iter().enumerate().filter_map(move |(at, word)| Some(((stage, at), number_in(word)?.1)))
    });
    places.filter(|(_, value)| *value > 0).take(MAX_NUMBERS).collect()
}

/// The number of an argument, `5`, `-n=5` or `-n5`, and what stands before it.
fn number_in(word: &str) -> Option<(&str, u64)> {
    let before = word.trim_end_matches(|one: char| one.is_ascii_digit());
    let is_letter = before
        .strip_prefix('-')
        .is_some_and(|name| name.len() == 1 && name.starts_with(|one: char| one.is_ascii_alphabetic()));
    let is_whole = before.is_empty() || is_letter || before.starts_with('-') && before.ends_with('=');
    Some((before, word[before.len()..].parse().ok().filter(|_| is_whole)?))
}

#[cfg(test)]
mod tests {
    use testkit::fixture;

    use super::*;
    use crate::commands::written_out;

    const FILES: &str = r#"
-- touchstone.toml --
main = "sol.cpp"
-- sol.cpp --
int main() {}
-- gen.cpp --
#include "testlib.h"
int main(int argc, char *argv[]) {
    registerGen(argc, argv, 1);
    int t = opt<int>("t"), n = opt<int>("n"), most = opt<int>("most", 9);
    std::string kind = opt<std::string>("kind", "any");
}
-- spare.cpp --
#include "testlib.h"
int main(int argc, char *argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>(1), m = opt<int>("m");
}
-- script.txt --
gen -t 1 -n=8 -kind k3 > $
gen -t 20 -n=5000 > $
gen -t 30 -n=6000 > $
"#;

    fn texts() -> Vec<(String, [Option<String>; 2])> {
        let folder = fixture::folder("rows", FILES);
        let (problem, _) = problem::formats::open(&folder);
        let ladders = ladders(&problem, &folder, &|test| test.id.parse().expect("a number"));
        let text = |calls: Vec<GenCall>| written_out(&calls);
        ladders.iter().map(|one| (text(one.calls.clone()), one.probes().map(|calls| calls.map(text)))).collect()
    }

    #[test]
    fn each_number_of_a_call_is_tried_and_two_together() {
        let texts = texts();
        let tried = |base: &str| -> Vec<[&str; 2]> {
            let of = texts.iter().filter(|(text, _)| text == base);
            of.map(|(_, probes)| probes.each_ref().map(|probe| probe.as_deref().unwrap_or_default())).collect()
        };
        // The slowest test comes first, and the second one is of its kind.
        assert_eq!(texts[0].0, "gen -t 30 -n=6000");
        assert!(!texts.iter().any(|(text, _)| text.starts_with("gen -t 20")));
        let probes = tried("gen -t 30 -n=6000");
        let [t, n] = [["gen -t 30 -n=6000", "gen -t 120 -n=6000"], ["gen -t 30 -n=1500", "gen -t 30 -n=6000"]];
        assert_eq!(probes, [t, n, ["gen -t 30 -n=6000", "gen -t 120 -n=24000"]]);
        // Options with a default are given, words are none.
        assert_eq!(tried("gen -t 1 -n=8 -kind k3 -most=16").len(), 1);
        // What no command calls has the options that it needs.
        assert_eq!(tried("spare 16 -m=16")[0], ["spare 16 -m=16", "spare 64 -m=16"]);
    }

    #[test]
    fn numbers_of_arguments() {
        for (word, number) in [("5", ("", 5)), ("-n=5", ("-n=", 5)), ("--size=20", ("--size=", 20)), ("-n5", ("-n", 5))]
        {
            assert_eq!(number_in(word), Some(number), "{word}");
        }
        for other in ["", "k3", "-5", "-n=-5", "5k", "-type2", "1.5", "-p=0.5", "99999999999999999999"] {
            assert_eq!(number_in(other), None, "{other}");
        }
    }

    #[test]
    fn rungs() {
        let call = |args: &[&str]| {
            let args = args.iter().map(|arg| (*arg).to_owned()).collect();
            vec![GenCall { name: "gen".to_owned(), program: None, args }]
        };
        let calls = call(&["-t=20", "5000"]);
        let single =
            |at: usize, value: u64| Ladder { calls: calls.clone(), numbers: vec![((0, at), value)], like: None };
        let (t, n) = (single(0, 20), single(1, 5000));
        assert_eq!(n.rung(2), Some(call(&["-t=20", "20000"])));
        assert_eq!((t.rung(-4), t.rung(-5)), (Some(call(&["-t=1", "5000"])), None));
        assert_eq!((n.rung(62), n.rung(64)), (None, None));
        assert_eq!((t.number(1), t.with_number(7)), (Some(40), Some(call(&["-t=7", "5000"]))));
        let both = Ladder { numbers: vec![((0, 0), 20), ((0, 1), 5000)], ..t.clone() };
        assert_eq!((both.number(1), both.rung(-1)), (None, Some(call(&["-t=10", "2500"]))));
        // One test of many numbers, in place of twenty.
        let alone = n.without(&t).expect("both grow");
        assert_eq!(alone.rung(1), Some(call(&["-t=1", "10000"])));
        assert_eq!((n.without(&n), n.without(&both)), (None, None));
        assert!(Ladder::grows([Some(10), Some(20)]) && !Ladder::grows([Some(10), Some(19)]));
        assert!(!Ladder::grows([None, Some(20)]));
    }
}
