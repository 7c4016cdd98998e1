//! Repetitions of what can be empty, as backtracking implementations see them.
//!
//! There a round that matches nothing ends the repetition, and only when what follows does not match are the alternatives
//! behind it tried. An automaton never takes an empty round, so it would try them first. With A the non-empty ways that
//! are preferred to the empty one and B those behind it, `A*(?:BA*)*?` has the wanted order without empty rounds.

use regex_syntax::hir::{Hir, HirKind, Repetition};

/// How many ways an expression may have, and how large it may be; beyond that the order of rare matches is not worth it,
/// since each level of nested repetitions makes it larger several times.
const MAX_WAYS: usize = 64;
const MAX_SIZE: usize = 400;

/// The ways in which an expression matches, from the preferred one on.
#[derive(Default)]
struct Ways {
    /// Non-empty ones, before the empty one or without one.
    before: Vec<Hir>,
    has_empty: bool,
    /// Non-empty ones behind the empty one.
    after: Vec<Hir>,
}

/// `part*`.
pub(super) fn any_number(part: Hir) -> Hir {
    if is_never_empty(&part) || size(&part, MAX_SIZE) == MAX_SIZE {
        return star(part, true);
    }
    let Some(Ways { before, after, .. }) = ways(&part) else { return star(part, true) };
    let before = if before.is_empty() { Hir::empty() } else { star(Hir::alternation(before), true) };
    if after.is_empty() {
        return before;
    }
    let after = star(Hir::concat(vec![Hir::alternation(after), before.clone()]), false);
    Hir::concat(vec![before, after])
}

fn star(part: Hir, greedy: bool) -> Hir {
    repetition(0, None, greedy, part)
}

fn repetition(min: u32, max: Option<u32>, greedy: bool, part: Hir) -> Hir {
    Hir::repetition(Repetition { min, max, greedy, sub: Box::new(part) })
}

/// How many parts it has, at most `max`.
fn size(part: &Hir, max: usize) -> usize {
    part.kind()
        .subs()
        .iter()
        .fold(1, |n_parts, part| if n_parts < max { n_parts + size(part, max - n_parts) } else { max })
}

fn is_never_empty(part: &Hir) -> bool {
    part.properties().minimum_len().is_none_or(|least| least > 0)
}

/// `None` when there are too many.
fn ways(part: &Hir) -> Option<Ways> {
    if is_never_empty(part) {
        return Some(Ways { before: vec![part.clone()], ..Ways::default() });
    }
    let found = match part.kind() {
        HirKind::Alternation(parts) => {
            let mut found = Ways::default();
            for part in parts {
                found.append(ways(part)?, &Hir::empty());
            }
            found
        }
        HirKind::Concat(parts) => of_sequence(parts)?,
        HirKind::Capture(capture) => ways(&capture.sub)?,
        HirKind::Repetition(repeated) => {
            let inner = ways(&repeated.sub)?;
            let less = repetition(
                repeated.min.saturating_sub(1),
                repeated.max.map(|max| max.saturating_sub(1)),
                repeated.greedy,
                (*repeated.sub).clone(),
            );
            let mut found = Ways { has_empty: !repeated.greedy, ..Ways::default() };
            if repeated.max != Some(0) {
                found.append(inner, &less);
            }
            found.has_empty = true;
            found
        }
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Look(_) => {
            Ways { has_empty: true, ..Ways::default() }
        }
    };
    (found.before.len() + found.after.len() <= MAX_WAYS).then_some(found)
}

/// Of parts that can all be empty.
fn of_sequence(parts: &[Hir]) -> Option<Ways> {
    let Some((first, rest)) = parts.split_first() else { return Some(Ways { has_empty: true, ..Ways::default() }) };
    let Ways { before, after, .. } = ways(first)?;
    let following = Hir::concat(rest.to_vec());
    let mut found = Ways::default();
    found.append(Ways { before, ..Ways::default() }, &following);
    found.append(of_sequence(rest)?, &Hir::empty());
    found.append(Ways { before: after, ..Ways::default() }, &following);
    Some(found)
}

impl Ways {
    /// Behind these, others, each followed by `following`.
    fn append(&mut self, others: Ways, following: &Hir) {
        let followed = |way: Hir| Hir::concat(vec![way, following.clone()]);
        let before = others.before.into_iter().map(followed);
        if self.has_empty {
            self.after.extend(before)
        } else {
            self.before.extend(before)
        }
        self.has_empty |= others.has_empty;
        let after = others.after.into_iter().map(|way| Hir::concat(vec![way, following.clone()]));
        if self.has_empty { self.after.extend(after) } else { self.before.extend(after) }
    }
}
