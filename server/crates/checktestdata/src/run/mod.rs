//! Running a program over an input.
//!
//! Invariant: each command and each round of a loop takes steps of a bounded number, and what takes longer takes more
//! of them; so a run ends soon, whatever the program and the input are.

mod backwards;
mod commands;
mod evaluate;
mod read;
mod store;
mod verdict;

use std::collections::HashMap;
use std::sync::Arc;

use crate::Program;
use crate::regex::{Met, Pattern, Preference};
use crate::source::Span;
pub use backwards::{Draws, Policy, Shape, Sizes, Small};
pub(crate) use backwards::{generate, small_inputs};
use store::Held;
pub use verdict::{Breakage, Reach, Rejection, Verdict};

/// What a run may take, and how it reads what implementations read differently.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many steps a run may take, on any input. A command is a step or more.
    pub n_steps: u64,
    /// How many more steps it may take for each byte of the input.
    pub n_steps_per_byte: u64,
    /// How many digits a number may have.
    pub n_digits: usize,
    /// Which match of a regular expression is taken.
    pub preference: Preference,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            n_steps: 20_000_000,
            n_steps_per_byte: 64,
            n_digits: crate::MAX_DIGITS,
            preference: Preference::default(),
        }
    }
}

/// What a run was: its verdict, and what it met at each of the [sites](Program::sites).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What the program says of the input.
    pub verdict: Verdict,
    /// In the order of the sites.
    pub reaches: Vec<Reach>,
}

/// Runs a program.
pub(crate) fn run(program: &Program, input: &[u8], limits: &Limits) -> Run {
    let mut machine = Machine::new(program, input, limits);
    let verdict = match &program.breakage {
        Some(breakage) => Verdict::Broken(breakage.clone()),
        None => match machine.whole() {
            Ok(()) => Verdict::Accepted,
            Err(verdict) => *verdict,
        },
    };
    Run { verdict, reaches: machine.reaches }
}

/// `Err` ends the run.
type Flow<T = ()> = Result<T, Box<Verdict>>;

struct Machine<'a> {
    program: &'a Program,
    input: &'a [u8],
    /// What of the input was read.
    at: usize,
    n_steps_left: u64,
    n_digits: usize,
    max_bits: u64,
    preference: Preference,
    memory: Vec<Held>,
    reaches: Vec<Reach>,
    /// For each pattern that is a constant, what was met of it.
    met: Vec<Option<Met>>,
    /// Patterns that are no constants.
    patterns: HashMap<Arc<[u8]>, (Pattern, Met)>,
    /// The command that runs.
    command: Span,
}

impl<'a> Machine<'a> {
    fn new(program: &'a Program, input: &'a [u8], limits: &Limits) -> Machine<'a> {
        let n_steps_of_input = limits.n_steps_per_byte.saturating_mul(input.len() as u64);
        Machine {
            program,
            input,
            at: 0,
            n_steps_left: limits.n_steps.saturating_add(n_steps_of_input),
            n_digits: limits.n_digits,
            // A decimal digit is a little less than four bits.
            max_bits: limits.n_digits as u64 * 4,
            preference: limits.preference,
            memory: program.names.iter().map(|_| Held::default()).collect(),
            reaches: program.sites.iter().map(|_| Reach::default()).collect(),
            met: program.patterns.iter().map(|_| None).collect(),
            patterns: HashMap::new(),
            command: Span::default(),
        }
    }

    fn whole(&mut self) -> Flow {
        let program = self.program;
        self.commands(&program.block.commands)?;
        let end = self.program.source.len();
        self.command = Span::new(end, end);
        self.end()
    }

    #[inline]
    fn charge(&mut self, n_steps: u64, span: Span) -> Flow {
        match self.n_steps_left.checked_sub(n_steps) {
            Some(n_left) => {
                self.n_steps_left = n_left;
                Ok(())
            }
            None => {
                self.n_steps_left = 0;
                let message = "the program takes too many steps here; check that its loops end, and that each round reads something";
                Err(self.broken(span, message))
            }
        }
    }

    #[cold]
    fn broken(&self, span: Span, reason: impl Into<String>) -> Box<Verdict> {
        Box::new(Verdict::Broken(Breakage { span, reason: reason.into() }))
    }

    #[cold]
    fn rejected(&self, at: usize, expected: impl Into<String>) -> Box<Verdict> {
        self.rejected_with(at, expected, verdict::found(self.input, at))
    }

    #[cold]
    fn rejected_with(&self, offset: usize, expected: impl Into<String>, found: impl Into<String>) -> Box<Verdict> {
        let (expected, found) = (expected.into(), found.into());
        Box::new(Verdict::Rejected(Rejection { offset, expected, found, command: self.command }))
    }
}
