//! The maps and lists of a manifest as somebody types it: what has a key and where it stands, however broken the rest is.

use std::{collections::HashMap, ops::Range as Span};

/// A step from a map or list into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The value of a key.
    Key(String),
    /// The item of a list, by its number.
    Item(usize),
}

/// What stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A key of the map that the path leads to.
    Key,
    /// The value that the path leads to.
    Value,
    /// The value that the path leads to, or its first key.
    Either,
    /// The name of a table, in the brackets before it; with two of them it is one of a list.
    Header {
        /// Whether it is one of a list.
        is_item: bool,
    },
}

/// A place in a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The way from the whole.
    pub(crate) path: Vec<Step>,
    pub(crate) kind: Kind,
    /// The bytes of what stands there, without quotes.
    pub(crate) span: Span<usize>,
    pub(crate) is_quoted: bool,
    /// Whether a value follows a key.
    pub(crate) is_followed: bool,
    /// The other keys of the map.
    pub(crate) taken: Vec<String>,
    /// The place itself, bytes.
    pub(crate) offset: usize,
}

/// A step while the text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At<'t> {
    Key(&'t str),
    Item(usize),
}

impl From<At<'_>> for Step {
    fn from(at: At<'_>) -> Step {
        match at {
            At::Key(key) => Step::Key(key.to_owned()),
            At::Item(item) => Step::Item(item),
        }
    }
}

/// A map or list.
struct Frame<'t> {
    /// What it stands in, and how it is got to from there.
    above: Option<(usize, At<'t>)>,
    /// The column of its keys or dashes.
    indent: usize,
    /// The items of a list before the current one; a map has none.
    item: Option<usize>,
    keys: Vec<(&'t str, Span<usize>)>,
    /// Whether the last key has a value on its line.
    has_value: bool,
}

/// A place while the rest is read.
struct Found<'t> {
    frame: usize,
    /// The step behind the frame; a key of the frame has none.
    step: Option<At<'t>>,
    kind: Kind,
    span: Span<usize>,
    is_quoted: bool,
    is_followed: bool,
}

/// What is known of a text so far. The first frame is the whole.
pub(super) struct Tree<'t> {
    pub(super) text: &'t str,
    /// The place that is looked for.
    pub(super) offset: usize,
    frames: Vec<Frame<'t>>,
    /// Lists of tables in the whole, by their names.
    tables: HashMap<&'t str, usize>,
    found: Option<Found<'t>>,
}

impl<'t> Tree<'t> {
    pub(super) fn new(text: &'t str, offset: usize) -> Tree<'t> {
        let mut tree = Tree { text, offset, frames: Vec::new(), tables: HashMap::new(), found: None };
        tree.add(None, 0, false);
        tree
    }

    /// A new map or list in another, at its last key or current item.
    pub(super) fn open(&mut self, above: usize, indent: usize, is_list: bool) -> usize {
        let step = self.step(above);
        self.add(Some((above, step)), indent, is_list)
    }

    fn add(&mut self, above: Option<(usize, At<'t>)>, indent: usize, is_list: bool) -> usize {
        let item = is_list.then_some(0);
        self.frames.push(Frame { above, indent, item, keys: Vec::new(), has_value: false });
        self.frames.len() - 1
    }

    /// The list of tables of a name in the whole, of which a further one begins.
    pub(super) fn next_table(&mut self, name: &'t str, span: Span<usize>) -> usize {
        let list = match self.tables.get(name) {
            Some(&list) => {
                self.next_item(list);
                list
            }
            None => {
                self.add_key(0, name, span);
                let list = self.open(0, 0, true);
                self.tables.insert(name, list);
                list
            }
        };
        self.open(list, 0, false)
    }

    pub(super) fn next_item(&mut self, list: usize) {
        self.frames[list].item = self.frames[list].item.map(|item| item + 1);
    }

    pub(super) fn is_list(&self, frame: usize) -> bool {
        self.frames[frame].item.is_some()
    }

    pub(super) fn indent(&self, frame: usize) -> usize {
        self.frames[frame].indent
    }

    pub(super) fn add_key(&mut self, frame: usize, key: &'t str, span: Span<usize>) {
        self.frames[frame].keys.push((key, span));
        self.frames[frame].has_value = false;
    }

    pub(super) fn set_value(&mut self, frame: usize) {
        self.frames[frame].has_value = true;
    }

    /// Whether something may begin below the last key or item.
    pub(super) fn is_open(&self, frame: usize) -> bool {
        let Frame { item, keys, has_value, .. } = &self.frames[frame];
        item.is_some() || !keys.is_empty() && !has_value
    }

    /// The step to the last key or the current item.
    fn step(&self, frame: usize) -> At<'t> {
        let Frame { item, keys, .. } = &self.frames[frame];
        match item {
            Some(item) => At::Item(*item),
            None => At::Key(keys.last().map(|(key, _)| *key).unwrap_or_default()),
        }
    }

    pub(super) fn is_found(&self) -> bool {
        self.found.is_some()
    }

    /// Notes that the place is in a key of a map.
    pub(super) fn found_key(&mut self, frame: usize, span: Span<usize>, is_quoted: bool, is_followed: bool) {
        let found = Found { frame, step: None, kind: Kind::Key, span, is_quoted, is_followed };
        self.found.get_or_insert(found);
    }

    /// Notes that the place is in what stands behind the last key or in the current item.
    pub(super) fn found_value(&mut self, frame: usize, kind: Kind, span: Span<usize>, is_quoted: bool) {
        let step = Some(self.step(frame));
        self.found.get_or_insert(Found { frame, step, kind, span, is_quoted, is_followed: false });
    }

    /// Notes that the place is in the name of a table.
    pub(super) fn found_header(&mut self, span: Span<usize>, is_item: bool) {
        let kind = Kind::Header { is_item };
        self.found.get_or_insert(Found { frame: 0, step: None, kind, span, is_quoted: false, is_followed: true });
    }

    /// The place, when all of the text is read.
    pub(super) fn spot(self) -> Option<Spot> {
        let Found { frame, step, kind, span, is_quoted, is_followed } = self.found?;
        let mut path: Vec<Step> = step.map(Step::from).into_iter().collect();
        let mut at = frame;
        while let Some((above, step)) = self.frames[at].above {
            path.push(step.into());
            at = above;
        }
        path.reverse();
        let of = match step {
            None => Some(frame),
            Some(step) => {
                let wanted = Some((frame, step));
                self.frames.iter().position(|frame| frame.above == wanted)
            }
        };
        let keys = of.map(|of| self.frames[of].keys.iter()).into_iter().flatten();
        let taken = keys.filter(|(_, at)| *at != span).map(|(key, _)| (*key).to_owned()).collect();
        Some(Spot { path, kind, span, is_quoted, is_followed, taken, offset: self.offset })
    }
}
