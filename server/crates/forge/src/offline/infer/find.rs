//! Formats that fit all of some texts.

use super::{Count, FieldId, Format, Item, Kind, Lines, kind_of};

/// So many formats are looked at; they are found in the order in which they are likely.
const MAX_FOUND: usize = 6;
/// So many steps the search takes.
const MAX_STEPS: usize = 4000;
/// A format has at most so many items in a row.
const MAX_ITEMS: usize = 10;

/// Formats that all texts have, the likely ones first.
pub(super) fn formats(texts: &[Lines<'_>]) -> Vec<Format> {
    let mut search = Search { texts, found: Vec::new(), n_steps: 0 };
    let begin = State { at: vec![0; texts.len()], read: Vec::new(), items: Vec::new(), n_fields: 0 };
    search.go(begin, None);
    search.found
}

struct Search<'a, 't> {
    texts: &'a [Lines<'t>],
    found: Vec<Format>,
    n_steps: usize,
}

/// What was recognised so far.
#[derive(Clone)]
struct State {
    /// The next line of each text.
    at: Vec<usize>,
    /// Numbers that may count something, with their values in the texts; the last one read last.
    read: Vec<(FieldId, Vec<i64>)>,
    items: Vec<Item>,
    n_fields: usize,
}

/// What stands before test cases, and the number of these.
#[derive(Clone)]
struct Before {
    items: Vec<Item>,
    count: Count,
}

impl Search<'_, '_> {
    fn go(&mut self, state: State, before: Option<&Before>) {
        self.n_steps += 1;
        if self.n_steps > MAX_STEPS || self.found.len() >= MAX_FOUND || state.items.len() > MAX_ITEMS {
            return;
        }
        if let Some(format) = self.whole(&state, before)
            && !self.found.contains(&format)
        {
            self.found.push(format);
            return;
        }
        if self.next_lines(&state).is_none() {
            return;
        }
        for count in counts(&state) {
            if let Some(next) = self.repeated_line(&state, count) {
                self.go(next, before);
            }
        }
        for count in counts(&state) {
            if let Some(next) = self.list(&state, count) {
                self.go(next, before);
            }
        }
        if before.is_none()
            && let [(field, values)] = &state.read[..]
            && values.iter().all(|n| *n >= 1)
        {
            let count = Count { field: *field, plus: 0 };
            let cases = Before { items: state.items.clone(), count };
            self.go(State { items: Vec::new(), ..state.clone() }, Some(&cases));
        }
        if let Some(next) = self.line(&state) {
            self.go(next, before);
        }
    }

    /// The format, if nothing is left of any text.
    fn whole(&self, state: &State, before: Option<&Before>) -> Option<Format> {
        let format = match before {
            None => Format { items: state.items.clone(), n_fields: state.n_fields, ..Format::default() },
            Some(_) if state.items.is_empty() => return None,
            Some(Before { items, count }) => {
                let cases = Item::Repeat { count: *count, body: state.items.clone() };
                let items = items.iter().cloned().chain([cases]).collect();
                Format { items, n_fields: state.n_fields, has_cases: true, ..Format::default() }
            }
        };
        let fits = self.texts.iter().all(|lines| format.occurrences(lines).is_some());
        (fits && !format.items.is_empty()).then_some(format)
    }

    /// The next line of each text, unless one is at its end.
    fn next_lines(&self, state: &State) -> Option<Vec<&[&str]>> {
        self.texts.iter().zip(&state.at).map(|(lines, at)| Some(&**lines.get(*at)?)).collect()
    }

    fn line(&self, state: &State) -> Option<State> {
        let next = self.next_lines(state)?;
        let n = next[0].len();
        if next.iter().any(|line| line.len() != n) {
            return None;
        }
        let mut state = state.clone();
        let fields: Vec<FieldId> = (state.n_fields..state.n_fields + n).collect();
        for (column, field) in fields.iter().enumerate() {
            let values: Option<Vec<i64>> = next.iter().map(|line| integer(line[column])).collect();
            state.read.extend(values.map(|values| (*field, values)));
        }
        state.n_fields += n;
        state.items.push(Item::Line(fields));
        state.at.iter_mut().for_each(|at| *at += 1);
        Some(state)
    }

    /// So many lines alike.
    fn repeated_line(&self, state: &State, (count, values): (Count, Vec<usize>)) -> Option<State> {
        let mut width = None;
        for ((lines, at), n) in self.texts.iter().zip(&state.at).zip(&values) {
            for line in lines.get(*at..at.checked_add(*n)?)? {
                if line.is_empty() || *width.get_or_insert(line.len()) != line.len() {
                    return None;
                }
            }
        }
        let width = width?;
        let mut state = state.clone();
        let fields = (state.n_fields..state.n_fields + width).collect();
        state.n_fields += width;
        state.items.push(Item::Repeat { count, body: vec![Item::Line(fields)] });
        state.at.iter_mut().zip(values).for_each(|(at, n)| *at += n);
        Some(state)
    }

    /// A line with so many tokens.
    fn list(&self, state: &State, (count, values): (Count, Vec<usize>)) -> Option<State> {
        let next = self.next_lines(state)?;
        let kinds = |lines: &[&[&str]]| lines.iter().flat_map(|line| line.iter()).map(|token| kind_of(token)).max();
        if next.iter().zip(&values).any(|(line, n)| line.len() != *n) || kinds(&next).is_none() {
            return None;
        }
        let mut state = state.clone();
        state.items.push(Item::List { count, field: state.n_fields });
        state.n_fields += 1;
        state.at.iter_mut().for_each(|at| *at += 1);
        Some(state)
    }
}

fn integer(token: &str) -> Option<i64> {
    (kind_of(token) == Kind::Integer).then(|| token.parse().ok()).flatten()
}

/// What could count something that comes next, the last number that was read first: with its value in each text. What is one
/// in all texts counts nothing that could be seen.
fn counts(state: &State) -> Vec<(Count, Vec<usize>)> {
    let mut found = Vec::new();
    for plus in [0, -1, 1] {
        for (field, values) in state.read.iter().rev() {
            let values: Option<Vec<usize>> =
                values.iter().map(|n| usize::try_from(n.checked_add(plus)?).ok()).collect();
            if let Some(values) = values.filter(|values| values.iter().any(|n| *n > 1)) {
                found.push((Count { field: *field, plus }, values));
            }
        }
    }
    found
}
