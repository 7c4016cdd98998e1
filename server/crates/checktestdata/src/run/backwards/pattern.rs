//! Texts of regular expressions as they are written.

use std::sync::Arc;

use regex_syntax::hir::Hir;

use super::draw::{Known, Place};
use super::points::{Drawn, Wish};
use super::policy::{Policy, Sizes};
use super::text::{self, Letters, Order};
use super::{Writer, Written};
use crate::regex::{Looked, Pattern};
use crate::tree::{Command, PatternField};
use crate::value::Value;

/// How often a text is drawn that does not fit.
const N_DRAWS: usize = 40;
/// By how much a text without a greatest length is longer than the least, usually.
const USUAL_MORE: usize = 12;
/// The same where sizes are to be high.
const MANY_MORE: usize = 200;
/// From that length on letters may have an order, bytes.
const ARRANGED: usize = 16;
/// Patterns of such a size, in bytes, are large.
const LARGE: u64 = 50_000;
/// So far behind a text it is no longer looked whether it would go on.
const MAX_OPEN: usize = 4096;

/// One of the patterns that are compiled before a run, or one that is known by its text.
#[derive(Clone)]
enum Which {
    Number(usize),
    Text(Arc<[u8]>),
}

/// A text of a pattern that might go on with what stands behind it.
#[derive(Clone)]
pub(super) struct Open {
    which: Which,
    start: usize,
    end: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn pattern(&mut self, field: &'a PatternField, command: &'a Command) -> Written {
        let program = self.program;
        let which = match field.number {
            Some(number) => Which::Number(number),
            None => Which::Text(self.machine.string(&field.pattern)?),
        };
        let dynamic;
        let (hir, size) = match &which {
            Which::Number(number) => {
                let pattern = &program.patterns[*number];
                (&pattern.hir, pattern.size() as u64)
            }
            Which::Text(text) => {
                dynamic = self.compiled(text, command)?;
                (&dynamic.0, dynamic.1)
            }
        };
        let target = field.target.as_ref();
        let index = match target {
            Some(target) => Some(self.machine.key(&target.indices)?),
            None => None,
        };
        let key = command.span.start;
        let slot = target.map(|target| target.slot);
        let is_exhaustive = self.is_exhaustive();
        let mut known = if is_exhaustive { Known::default() } else { self.known(key) };
        let mut found = None;
        for n_draw in 0..if is_exhaustive { 1 } else { N_DRAWS } {
            let text = match (&known.before, &known.wish) {
                (Some(Drawn::Text(before)), _) if n_draw == 0 => Some(Arc::clone(before)),
                (_, Some(Wish::Value(Value::String(text)))) if n_draw == 0 => Some(Arc::clone(text)),
                _ => self.draw_text(hir, key, slot, &mut known, n_draw),
            };
            let Some(text) = text else { break };
            // Of a large pattern each byte takes longer.
            self.charge((1 + text.len() as u64) * (1 + size / LARGE), command.span)?;
            let is_whole = self.look(&which, &text, 0).is_some_and(|looked| looked.end == Some(text.len()));
            let is_known = matches!(&known.wish, Some(Wish::Other(Drawn::Text(before))) if *before == text);
            if is_whole
                && self.next.allows(&text)
                && (!is_known || n_draw > N_DRAWS / 2)
                && self.is_free(&Value::String(Arc::clone(&text)), target, index.as_ref(), &known)
            {
                found = Some(text);
                break;
            }
        }
        let Some(text) = found else { return Err(self.used_up(target)) };
        if !is_exhaustive {
            self.histories.entry(key).or_default().note_text(&text);
            self.note(key, slot, Drawn::Text(Arc::clone(&text)), known.tried);
        }
        let start = self.output.len();
        self.emit(&text)?;
        self.open.push(Open { which, start, end: self.output.len() });
        match target {
            Some(target) => self.store(target, Value::String(text)),
            None => Ok(()),
        }
    }

    fn draw_text(
        &mut self,
        hir: &Hir,
        key: usize,
        slot: Option<crate::tree::Slot>,
        known: &mut Known,
        n_draw: usize,
    ) -> Option<Arc<[u8]>> {
        let (least, most) = text::lengths(hir)?;
        if self.is_exhaustive() {
            let mut text = Vec::new();
            self.small_text(hir, &mut text);
            return Some(text.into());
        }
        let more = if self.draws.sizes == Sizes::High { MANY_MORE } else { USUAL_MORE };
        let usual = most.unwrap_or(least + more + n_draw).max(least);
        let (lo, hi) = (least as i128, usual as i128);
        let policy = self.policy(slot).unwrap_or(self.draws.policy);
        if let Policy::Constant | Policy::Few | Policy::Repeat = policy
            && known.wish.is_none()
            && n_draw < N_DRAWS / 4
            && self.random.bool()
            && let Some(history) = self.histories.get(&key)
            && let Some(text) = self.random.choice(&history.texts)
        {
            return Some(Arc::clone(text));
        }
        // The policy is about letters; of lengths only the ends are meant.
        let longest = most.map_or(self.narrowing.most + lo, |most| most as i128);
        let length = match (known.narrowed(lo, longest), policy) {
            (Some((from, to)), _) => self.random.i128(from..=to),
            (None, Policy::Lowest) => lo,
            (None, Policy::Highest | Policy::NearHigh) => hi.min(lo + self.narrowing.most),
            _ if n_draw > N_DRAWS / 4 => self.random.i128(lo..=hi.min(lo + self.narrowing.most)),
            _ => self.draw(Place { key: !key, slot: None, lo, hi, is_size: true }),
        };
        let n_most = match policy {
            _ if n_draw > N_DRAWS / 4 => usize::MAX,
            Policy::Constant | Policy::Lowest | Policy::Repeat => 1,
            Policy::Few => 2,
            _ => usize::MAX,
        };
        let first = if policy == Policy::Lowest { 0 } else { self.random.usize(..256) };
        let letters = match self.narrowing.of(slot).filter(|_| known.wish.is_none() && n_draw < N_DRAWS / 4) {
            Some(narrowed) => narrowed.letters,
            None if n_most == usize::MAX => Letters::ALL,
            None => Letters { n_most, first, order: Order::Drawn },
        };
        let length = usize::try_from(length).ok()?;
        let is_arranged = length >= ARRANGED && known.wish.is_none() && n_draw == 0 && self.random.u8(..4) == 0;
        let order = if is_arranged { Order::of_long(length, &mut self.random) } else { letters.order };
        let letters = Letters { order, ..letters };
        let mut text = Vec::new();
        text::write(hir, length, letters, &mut self.random, &mut text);
        Some(text.into())
    }

    /// What a pattern says that is no constant, and its size.
    fn compiled(&mut self, text: &Arc<[u8]>, command: &Command) -> Written<(Hir, u64)> {
        if let Some((pattern, _)) = self.machine.patterns.get(text) {
            return Ok((pattern.hir.clone(), pattern.size() as u64));
        }
        let Ok(pattern) = Pattern::compile(text) else { return Err(self.bound()) };
        let size = pattern.size() as u64;
        self.charge(4000 + size / 4, command.span)?;
        let (hir, met) = (pattern.hir.clone(), pattern.met(self.machine.preference));
        self.machine.patterns.insert(Arc::clone(text), (pattern, met));
        Ok((hir, size))
    }

    fn look(&mut self, which: &Which, text: &[u8], at: usize) -> Option<Looked> {
        look(&mut self.machine, self.program, which, text, at)
    }

    /// Looks whether texts of patterns end where they should, now that more stands behind them.
    pub(super) fn look_at_open(&mut self) -> Written {
        let mut at = 0;
        while let Some(open) = self.open.get(at).cloned() {
            let looked = look(&mut self.machine, self.program, &open.which, &self.output, open.start);
            let Some(looked) = looked else { return Err(self.bound()) };
            self.charge(looked.n_bytes as u64 / 4, self.machine.command)?;
            if looked.end != Some(open.end) {
                return Err(self.bound());
            }
            let is_over = open.start + looked.n_bytes < self.output.len();
            if is_over || self.output.len() - open.end > MAX_OPEN {
                self.open.remove(at);
            } else {
                at += 1;
            }
        }
        Ok(())
    }

    /// Whether all texts of patterns end where they should, if nothing more is written.
    pub(super) fn are_open_over(&mut self) -> bool {
        let open = self.open.clone();
        open.iter().all(|open| {
            let looked = look(&mut self.machine, self.program, &open.which, &self.output, open.start);
            looked.is_some_and(|looked| looked.end == Some(open.end))
        })
    }
}

fn look(
    machine: &mut crate::run::Machine<'_>,
    program: &crate::Program,
    which: &Which,
    text: &[u8],
    at: usize,
) -> Option<Looked> {
    let preference = machine.preference;
    match which {
        Which::Number(number) => {
            let pattern = &program.patterns[*number];
            let met = machine.met[*number].get_or_insert_with(|| pattern.met(preference));
            pattern.look(preference, met, text, at)
        }
        Which::Text(known) => {
            let (pattern, met) = machine.patterns.get_mut(known)?;
            pattern.look(preference, met, text, at)
        }
    }
}
