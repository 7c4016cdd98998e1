//! `problem.xml` as elements that know where they stand in the text.
//!
//! Invariant: no text makes this panic; what cannot be read at all is an error with the line it was met on.

use std::ops;

use roxmltree::{Attribute, Document, Error, Node};

use crate::{
    path::RelPath,
    text::{LineIndex, Place},
};

/// A piece of the manifest's text: an attribute's value or an element's content.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Written {
    /// The text without blanks around it.
    pub(super) text: String,
    /// Where it is written.
    pub(super) place: Place,
}

/// The file that elements stand in.
pub(super) struct XmlFile<'a> {
    path: &'a RelPath,
    lines: LineIndex<'a>,
}

impl<'a> XmlFile<'a> {
    /// Indexes the lines of a text.
    pub(super) fn new(path: &'a RelPath, text: &'a str) -> XmlFile<'a> {
        XmlFile { path, lines: LineIndex::new(text) }
    }

    /// The place of a span of bytes.
    pub(super) fn place(&self, span: ops::Range<usize>) -> Place {
        Place { path: self.path.clone(), range: self.lines.range(span) }
    }

    /// The line on which the text stopped making sense.
    pub(super) fn place_of_error(&self, error: &Error) -> Place {
        let range = match error {
            Error::UnexpectedEndOfStream | Error::UnclosedRootNode => {
                self.lines.line_range((self.lines.n_lines() as u32).saturating_sub(1))
            }
            other => self.lines.lf_line_range(other.pos().row.saturating_sub(1)),
        };
        Place { path: self.path.clone(), range }
    }
}

/// An element of the manifest.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    node: Node<'a, 'a>,
    file: &'a XmlFile<'a>,
}

impl<'a> Element<'a> {
    /// The outermost element.
    pub(super) fn root(document: &'a Document<'a>, file: &'a XmlFile<'a>) -> Element<'a> {
        Element { node: document.root_element(), file }
    }

    /// The element's name, without a namespace.
    pub(super) fn name(self) -> &'a str {
        self.node.tag_name().name()
    }

    /// The element up to its first child: its start tag, or all of it when it holds nothing.
    pub(super) fn place(self) -> Place {
        let span = self.node.range();
        let end = self.node.first_child().map_or(span.end, |child| child.range().start);
        self.file.place(span.start..end.max(span.start))
    }

    /// The first child element of a name.
    pub(super) fn child(self, name: &str) -> Option<Element<'a>> {
        self.children(name).next()
    }

    /// The child elements of a name.
    pub(super) fn children<'n>(self, name: &'n str) -> impl Iterator<Item = Element<'a>> + use<'a, 'n> {
        self.elements().filter(move |child| child.name() == name)
    }

    /// All child elements.
    pub(super) fn elements(self) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let file = self.file;
        self.node.children().filter(Node::is_element).map(move |node| Element { node, file })
    }

    /// An attribute's value; `None` when it is missing or blank.
    pub(super) fn attribute(self, name: &str) -> Option<Written> {
        let attribute = self.node.attribute_node(name)?;
        let text = attribute.value().trim();
        (!text.is_empty()).then(|| Written { text: text.to_owned(), place: self.place_of_value(&attribute) })
    }

    /// The names of all attributes, with the place of each.
    pub(super) fn attributes(self) -> impl Iterator<Item = (&'a str, Place)> {
        self.node.attributes().map(move |attribute| (attribute.name(), self.file.place(attribute.range())))
    }

    /// An attribute's value as plain text; `None` when it is missing or blank.
    pub(super) fn word(self, name: &str) -> Option<String> {
        self.attribute(name).map(|written| written.text)
    }

    /// The text inside; `None` when there is none.
    pub(super) fn content(self) -> Option<Written> {
        let node = self.node.children().find(Node::is_text)?;
        let text = node.text()?.trim();
        (!text.is_empty()).then(|| Written { text: text.to_owned(), place: self.file.place(node.range()) })
    }

    fn place_of_value(self, attribute: &Attribute<'_, '_>) -> Place {
        let span = attribute.range_value();
        self.file.place(span.start.min(span.end)..span.end)
    }
}

/// The most repeated attributes that are looked past; a text with more is taken as unreadable.
const MAX_REPEATED: usize = 100;

/// Blanks out attributes that are written a second time, which XML does not allow, so that the rest can be read.
/// Also gives where they were; nothing moves.
pub(super) fn without_repeated_attributes(text: &str) -> (String, Vec<ops::Range<usize>>) {
    let mut text = text.to_owned();
    let mut blanked = Vec::new();
    while blanked.len() < MAX_REPEATED
        && let Err(Error::DuplicatedAttribute(_, at)) = Document::parse(&text)
        && let Some(span) = attribute_span(&text, at)
    {
        text.replace_range(span.clone(), &" ".repeat(span.len()));
        blanked.push(span);
    }
    (text, blanked)
}

/// From the attribute's name to its closing quote. Attributes that run over several lines are left alone.
fn attribute_span(text: &str, at: roxmltree::TextPos) -> Option<ops::Range<usize>> {
    let line = LineIndex::new(text).lf_line_span(at.row.checked_sub(1)?)?;
    let written = &text[line.clone()];
    let (start, _) = written.char_indices().nth(at.col.checked_sub(1)? as usize)?;
    let quote = start + written[start..].find(['"', '\''])?;
    let mark = char::from(written.as_bytes()[quote]);
    let end = quote + 1 + written[quote + 1..].find(mark)? + 1;
    Some(line.start + start..line.start + end)
}
