//! Builds the tree from the parser's events, with bounds on its depth and on what aliases may copy.

use std::{collections::BTreeMap, ops::ControlFlow};

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Span};

use super::{Complaint, Document, Entry, Node, Value};
use crate::text::{LineIndex, Position, Range};

/// Deeper values than this are refused, so that nothing that walks the tree runs out of stack.
const MAX_DEPTH: usize = 64;
/// Number of values that aliases may copy in one file.
const MAX_COPIES: usize = 10_000;

/// Reads a text.
pub(super) fn parse(text: &str) -> Document {
    let places = Places::new(text);
    let mut builder = Builder::new(&places);
    for event in Parser::new_from_str(places.content) {
        let flow = match event {
            Ok((event, span)) => builder.take(event, span),
            Err(error) => {
                let line = places.position(error.marker()).line;
                let message = format!("this is no valid YAML: {}", error.info());
                builder.refuse(places.lines.line_range(line), message)
            }
        };
        if flow.is_break() {
            break;
        }
    }
    builder.finish()
}

/// Turns the parser's places into ours.
struct Places<'a> {
    /// The text without a byte-order mark.
    content: &'a str,
    lines: LineIndex<'a>,
    /// Byte offset of every character of the content, and of its end.
    offsets: Vec<usize>,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Places<'a> {
        let content = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lead = text.len() - content.len();
        let offsets = content.char_indices().map(|(at, _)| at + lead).chain([text.len()]);
        Places { content, lines: LineIndex::new(text), offsets: offsets.collect() }
    }

    fn position(&self, marker: &Marker) -> Position {
        let last = self.offsets.len() - 1;
        self.lines.position(self.offsets[marker.index().min(last)])
    }

    fn range(&self, span: Span) -> Range {
        let (start, end) = (self.position(&span.start), self.position(&span.end));
        Range { start, end: end.max(start) }
    }
}

/// A list or map whose end was not seen yet.
struct Open {
    node: Node,
    anchor: usize,
    /// A key that waits for its value.
    key: Option<(String, Range)>,
}

struct Builder<'a> {
    places: &'a Places<'a>,
    open: Vec<Open>,
    root: Option<Node>,
    anchors: BTreeMap<usize, Node>,
    n_copies: usize,
    complaints: Vec<Complaint>,
}

impl<'a> Builder<'a> {
    fn new(places: &'a Places<'a>) -> Builder<'a> {
        Builder { places, open: Vec::new(), root: None, anchors: BTreeMap::new(), n_copies: 0, complaints: Vec::new() }
    }

    fn take(&mut self, event: Event<'_>, span: Span) -> ControlFlow<()> {
        let range = self.places.range(span);
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let nothing = style == ScalarStyle::Plain && matches!(&*text, "" | "~" | "null" | "Null" | "NULL");
                let value = if nothing { Value::Null } else { Value::Scalar(text.into_owned()) };
                self.put(Node { range, value }, anchor);
                ControlFlow::Continue(())
            }
            Event::SequenceStart(anchor, _) => self.start(range, Value::List(Vec::new()), anchor),
            Event::MappingStart(anchor, _) => self.start(range, Value::Map(Vec::new()), anchor),
            Event::SequenceEnd | Event::MappingEnd => {
                self.close(Some(range));
                ControlFlow::Continue(())
            }
            Event::Alias(anchor) => self.copy(anchor, range),
            Event::DocumentEnd => ControlFlow::Break(()),
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) => {
                ControlFlow::Continue(())
            }
        }
    }

    /// Closes what the text left open and hands the tree over.
    fn finish(mut self) -> Document {
        while !self.open.is_empty() {
            self.close(None);
        }
        let nothing = Node { range: Range::default(), value: Value::Null };
        Document { root: self.root.unwrap_or(nothing), complaints: self.complaints }
    }

    fn start(&mut self, range: Range, value: Value, anchor: usize) -> ControlFlow<()> {
        if self.open.len() >= MAX_DEPTH {
            return self.refuse(range, "this is nested too deeply");
        }
        self.open.push(Open { node: Node { range, value }, anchor, key: None });
        ControlFlow::Continue(())
    }

    /// `end` is where the parser saw the end. The end of a block stands where the next thing begins, so the end of
    /// its last value is the better one.
    fn close(&mut self, end: Option<Range>) {
        let Some(mut open) = self.open.pop() else { return };
        let last = match &open.node.value {
            Value::List(items) => items.last().map(|item| item.range.end),
            Value::Map(entries) => entries.last().map(|entry| entry.value.range.end.max(entry.key_range.end)),
            Value::Null | Value::Scalar(_) => None,
        };
        let end = end.filter(|end| end.start != end.end || last.is_none()).map(|end| end.end).or(last);
        open.node.range.end = end.unwrap_or(open.node.range.end).max(open.node.range.start);
        self.put(open.node, open.anchor);
    }

    fn copy(&mut self, anchor: usize, range: Range) -> ControlFlow<()> {
        let Some(node) = self.anchors.get(&anchor) else {
            return self.refuse(range, "this alias names nothing that is complete");
        };
        let (n_nodes, depth) = measure(node);
        self.n_copies += n_nodes;
        if self.n_copies > MAX_COPIES || self.open.len() + depth > MAX_DEPTH {
            return self.refuse(range, "this alias copies too much");
        }
        let copy = Node { range, value: node.value.clone() };
        self.put(copy, 0);
        ControlFlow::Continue(())
    }

    /// Puts a complete value where it belongs.
    fn put(&mut self, node: Node, anchor: usize) {
        if anchor > 0 {
            self.anchors.insert(anchor, node.clone());
        }
        let Some(parent) = self.open.last_mut() else {
            self.root.get_or_insert(node);
            return;
        };
        match (&mut parent.node.value, parent.key.take()) {
            (Value::List(items), _) => items.push(node),
            (Value::Map(_), None) => {
                let text = node.scalar().unwrap_or_default().to_owned();
                parent.key = Some((text, node.range));
            }
            (Value::Map(entries), Some((key, key_range))) => {
                if !key.is_empty() && entries.iter().any(|entry| entry.key == key) {
                    let message = format!("the key `{key}` stands here a second time");
                    self.complaints.push(Complaint::new(key_range, message));
                }
                entries.push(Entry { key, key_range, value: node });
            }
            (Value::Null | Value::Scalar(_), _) => {}
        }
    }

    fn refuse(&mut self, range: Range, message: impl Into<String>) -> ControlFlow<()> {
        self.complaints.push(Complaint::new(range, message));
        ControlFlow::Break(())
    }
}

/// Number of values in a tree, and how deep it is. The depth bound keeps the recursion short.
fn measure(node: &Node) -> (usize, usize) {
    let join = |(n_nodes, depth): (usize, usize), child: &Node| {
        let (n_more, deeper) = measure(child);
        (n_nodes + n_more, depth.max(deeper + 1))
    };
    match &node.value {
        Value::Null | Value::Scalar(_) => (1, 0),
        Value::List(items) => items.iter().fold((1, 1), join),
        Value::Map(entries) => entries.iter().map(|entry| &entry.value).fold((1, 1), join),
    }
}
