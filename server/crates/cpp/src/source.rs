//! A C++ or C source with its syntax tree. C is read with the grammar of C++.
//!
//! Invariant: text, tree, lines and comments belong together; every span handed out is one of bytes in the text. The
//! tree leaves out what `#if 0` leaves out.

use std::{cell::RefCell, ops};

use problem::text::{Lines, Range};
use tree_sitter::{Node, Parser, Point, Tree};

use crate::{call::Call, inactive, scan, walk::Walk};

/// A parsed source.
#[derive(Clone, Debug)]
pub struct Source {
    text: String,
    tree: Tree,
    lines: Lines,
    comments: Vec<ops::Range<usize>>,
}

impl Source {
    /// Parses a text. A tree comes out of any text.
    pub fn parse(text: &str) -> Source {
        let lines = Lines::new(text);
        let scan = scan::scan(text);
        let inactive = inactive::spans(text, &lines, &scan.directives);
        let tree = tree(text, &active_ranges(text, &lines, &inactive));
        Source { text: text.to_owned(), tree, lines, comments: scan.comments }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The spans of the comments, those in inactive blocks too.
    pub fn comments(&self) -> &[ops::Range<usize>] {
        &self.comments
    }

    /// The text of a span; empty when the span is not one of this text.
    pub fn slice(&self, span: ops::Range<usize>) -> &str {
        self.text.get(span).unwrap_or("")
    }

    /// The text of a node.
    pub fn node_text(&self, node: Node<'_>) -> &str {
        self.slice(node.byte_range())
    }

    /// The range of a span of bytes.
    pub fn range(&self, span: ops::Range<usize>) -> Range {
        self.lines.range(span)
    }

    /// Every node, parents before children, in source order.
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(&self.tree)
    }

    /// Every call, outer before inner, in source order.
    pub fn calls(&self) -> impl Iterator<Item = Call<'_>> {
        self.walk().filter_map(|visit| Call::at(self, &visit))
    }

    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }
}

fn tree(text: &str, active: &[tree_sitter::Range]) -> Tree {
    thread_local! {
        static PARSER: RefCell<Parser> = RefCell::new(parser());
    }
    PARSER.with_borrow_mut(|parser| {
        parser.set_included_ranges(active).expect("active ranges are in order and do not overlap");
        parser.parse(text, None).expect("a parser with a language and without a time limit gives a tree")
    })
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_cpp::LANGUAGE.into())
        .expect("the grammar was generated for a version that the library reads");
    parser
}

/// What is left between the inactive spans; empty, which means everything, when there are none.
fn active_ranges(text: &str, lines: &Lines, inactive: &[ops::Range<usize>]) -> Vec<tree_sitter::Range> {
    if inactive.is_empty() {
        return Vec::new();
    }
    let starts = std::iter::once(0).chain(inactive.iter().map(|span| span.end));
    let ends = inactive.iter().map(|span| span.start).chain([text.len()]);
    let point = |offset: usize| Point { row: lines.line(offset), column: offset - lines.line_start(offset) };
    let range = |(start_byte, end_byte)| tree_sitter::Range {
        start_byte,
        end_byte,
        start_point: point(start_byte),
        end_point: point(end_byte),
    };
    starts.zip(ends).map(range).collect()
}
