//! Regular expressions, matched at one place of the input.
//!
//! Two readings of what a match is are known: the longest text (POSIX, and checktestdata up to 2025), or the first
//! alternative that fits (as Perl does, and checktestdata since). Both are automata here, so that neither backtracks.

mod classes;
mod differ;
mod read;
mod rounds;

use regex_automata::hybrid::dfa::{Cache, Config, DFA};
use regex_automata::nfa::thompson;
use regex_automata::{Anchored, Input, MatchKind};
use regex_syntax::hir::Hir;

use crate::source::Span;
pub(crate) use read::Note;

/// Which of several texts at one place a regular expression takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preference {
    /// The longest.
    #[default]
    Longest,
    /// What the first alternative matches, with each repetition as long as possible.
    First,
}

/// The most memory of one expression's states, in bytes.
const MAX_SIZE: usize = 8 << 20;

/// Why an expression cannot be used.
#[derive(Debug)]
pub(crate) struct Unreadable {
    /// The bytes of the expression that are to blame.
    pub(crate) span: Span,
    pub(crate) message: String,
}

/// A regular expression that is ready to be matched.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// What it says.
    pub(crate) hir: Hir,
    longest: DFA,
    first: DFA,
    pub(crate) notes: Vec<Note>,
}

/// The states of a pattern that were met, under one preference.
#[derive(Debug)]
pub(crate) struct Met(Cache);

/// What a pattern says of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Looked {
    /// Where the match ends.
    pub(crate) end: Option<usize>,
    /// How many bytes were looked at.
    pub(crate) n_bytes: usize,
}

impl Pattern {
    pub(crate) fn compile(pattern: &[u8]) -> Result<Pattern, Unreadable> {
        let (hir, notes) = read::read(pattern)?;
        let too_large = || Unreadable {
            span: Span::new(0, pattern.len()),
            message: "this regular expression is too large; lower its repetitions".to_owned(),
        };
        let config = thompson::Config::new().utf8(false).nfa_size_limit(Some(MAX_SIZE));
        let nfa = thompson::Compiler::new().configure(config).build_from_hir(&hir).map_err(|_| too_large())?;
        let automaton = |kind| {
            // A search never gives up: it forgets states and goes on.
            let config = Config::new().match_kind(kind).skip_cache_capacity_check(true).minimum_cache_clear_count(None);
            DFA::builder().configure(config).build_from_nfa(nfa.clone()).map_err(|_| too_large())
        };
        let (longest, first) = (automaton(MatchKind::All)?, automaton(MatchKind::LeftmostFirst)?);
        Ok(Pattern { hir, longest, first, notes })
    }

    /// How much memory its states take, in bytes.
    pub(crate) fn size(&self) -> usize {
        self.longest.get_nfa().memory_usage()
    }

    pub(crate) fn met(&self, preference: Preference) -> Met {
        Met(self.automaton(preference).create_cache())
    }

    /// Matches at byte `at` of the input; `met` is of the same preference. `None` when the automaton gives up.
    pub(crate) fn look(&self, preference: Preference, met: &mut Met, input: &[u8], at: usize) -> Option<Looked> {
        let (automaton, cache) = (self.automaton(preference), &mut met.0);
        let start = Input::new(input).range(at..).anchored(Anchored::Yes);
        let mut state = automaton.start_state_forward(cache, &start).ok()?;
        let mut end = None;
        for (n_bytes, &byte) in input[at..].iter().enumerate() {
            state = automaton.next_state(cache, state, byte).ok()?;
            if state.is_tagged() {
                // That a state matches is known one byte later.
                if state.is_match() {
                    end = Some(at + n_bytes);
                } else if state.is_dead() || state.is_quit() {
                    return Some(Looked { end, n_bytes: n_bytes + 1 });
                }
            }
        }
        if automaton.next_eoi_state(cache, state).ok()?.is_match() {
            end = Some(input.len());
        }
        Some(Looked { end, n_bytes: input.len() - at })
    }

    /// A text that is matched as a whole under one preference and not under the other, if one is found with little work.
    pub(crate) fn telling_text(&self) -> Option<Vec<u8>> {
        differ::telling_text(&self.longest, &self.first)
    }

    fn automaton(&self, preference: Preference) -> &DFA {
        match preference {
            Preference::Longest => &self.longest,
            Preference::First => &self.first,
        }
    }
}
