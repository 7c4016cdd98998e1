//! What inputs look like, found from some that are valid: for validators that can only be asked.
//!
//! Lines and tokens, numbers that say how many of them there are, and test cases are recognised from the texts alone; bounds are
//! learned by asking ([`learn`]). What comes of it is a program in checktestdata, which is run backwards like any other
//! ([`write`]).

mod bounds;
mod find;
pub(super) mod learn;
mod write;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

/// Which field of a format.
type FieldId = usize;

/// How many there are of something: a number that was read, and a little more or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    field: FieldId,
    plus: i64,
}

/// A part of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    /// A line with these tokens.
    Line(Vec<FieldId>),
    /// A line with so many tokens of one kind.
    List { count: Count, field: FieldId },
    /// So many times what follows.
    Repeat { count: Count, body: Vec<Item> },
}

/// What tokens are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Integer,
    Real,
    Word,
}

/// What a token is that stands alone.
fn kind_of(token: &str) -> Kind {
    let digits = token.strip_prefix('-').unwrap_or(token);
    let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if are_digits && (digits == "0" || !digits.starts_with('0')) && token != "-0" && token.parse::<i64>().is_ok() {
        return Kind::Integer;
    }
    let has_point = token.contains('.') && token.bytes().all(|byte| byte.is_ascii_digit() || b".-".contains(&byte));
    if has_point && token.parse::<f64>().is_ok() { Kind::Real } else { Kind::Word }
}

/// Lines with their tokens, of a text that is nothing else.
type Lines<'t> = Vec<Vec<&'t str>>;

/// The lines of a text; `None` of one whose last line has no end, or that has other blanks than one between two tokens.
fn lines(text: &str) -> Option<Lines<'_>> {
    let whole = text.strip_suffix('\n')?;
    let tokens = |line| -> Option<Vec<&str>> {
        let line: &str = line;
        if line.is_empty() {
            return Some(Vec::new());
        }
        let tokens: Vec<&str> = line.split(' ').collect();
        let is_plain = |token: &&str| !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
        tokens.iter().all(is_plain).then_some(tokens)
    };
    whole.split('\n').map(tokens).collect()
}

/// A format that some texts have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Format {
    items: Vec<Item>,
    n_fields: usize,
    /// The first number says how many test cases there are.
    has_cases: bool,
    /// Neighbours on a line that are not the same.
    differing: Vec<(FieldId, FieldId)>,
    /// Lists in which nothing is there twice.
    distinct: Vec<FieldId>,
}

/// Where a field stands in a text, with the numbers that were read before it and may count something.
#[derive(Clone, Debug)]
struct Occurrence<'t> {
    line: usize,
    at: usize,
    token: &'t str,
    read: BTreeMap<FieldId, i64>,
}

impl Format {
    /// The occurrences of all fields in a text of the format.
    fn occurrences<'t>(&self, lines: &Lines<'t>) -> Option<Vec<Vec<Occurrence<'t>>>> {
        let mut reader = Reader { lines, at: 0, read: BTreeMap::new(), found: vec![Vec::new(); self.n_fields] };
        reader.items(&self.items)?;
        (reader.at == lines.len()).then_some(reader.found)
    }

    /// Looks at all items, those of a body behind what repeats it.
    fn each_item(&self, look: &mut dyn FnMut(&Item)) {
        fn each(items: &[Item], look: &mut dyn FnMut(&Item)) {
            for item in items {
                look(item);
                if let Item::Repeat { body, .. } = item {
                    each(body, look);
                }
            }
        }
        each(&self.items, look);
    }

    /// The fields that count something.
    fn counts(&self) -> Vec<FieldId> {
        let mut found = Vec::new();
        self.each_item(&mut |item| match item {
            Item::Line(_) => {}
            Item::List { count, .. } | Item::Repeat { count, .. } => found.push(count.field),
        });
        found
    }
}

/// Reads a text as a format says.
struct Reader<'l, 't> {
    lines: &'l Lines<'t>,
    at: usize,
    read: BTreeMap<FieldId, i64>,
    found: Vec<Vec<Occurrence<'t>>>,
}

impl Reader<'_, '_> {
    fn items(&mut self, items: &[Item]) -> Option<()> {
        items.iter().try_for_each(|item| self.item(item))
    }

    fn item(&mut self, item: &Item) -> Option<()> {
        match item {
            Item::Line(fields) => {
                let line = self.lines.get(self.at).filter(|line| line.len() == fields.len())?;
                for (at, (field, token)) in fields.iter().zip(line).enumerate() {
                    let occurrence = Occurrence { line: self.at, at, token, read: self.read.clone() };
                    self.found[*field].push(occurrence);
                    if kind_of(token) == Kind::Integer {
                        self.read.insert(*field, token.parse().ok()?);
                    }
                }
                self.at += 1;
            }
            Item::List { count, field } => {
                let n = self.count(*count)?;
                let line = self.lines.get(self.at).filter(|line| line.len() == n)?;
                for (at, token) in line.iter().enumerate() {
                    let occurrence = Occurrence { line: self.at, at, token, read: self.read.clone() };
                    self.found[*field].push(occurrence);
                }
                self.at += 1;
            }
            Item::Repeat { count, body } => {
                // What a round has read counts nothing in the next one.
                let before = self.read.clone();
                for _ in 0..self.count(*count)? {
                    self.items(body)?;
                    self.read.clone_from(&before);
                }
            }
        }
        Some(())
    }

    fn count(&self, count: Count) -> Option<usize> {
        usize::try_from(self.read.get(&count.field)?.checked_add(count.plus)?).ok()
    }
}
