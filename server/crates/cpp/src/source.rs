//! A C++ or C source with its syntax tree. C is read with the grammar of C++.
//!
//! Invariant: text, tree, lines and comments belong together; every span handed out is one of bytes in the text. The
//! tree leaves out what `#if 0` leaves out.

use std::{cell::RefCell, ops, sync::OnceLock};

use problem::{
    facts::SourceFacts,
    text::{Lines, Range},
};
use tree_sitter::{InputEdit, Node, Parser, Point, Tree};

use crate::{call::Call, inactive, scan, walk::Walk};

/// A parsed source.
#[derive(Clone, Debug)]
pub struct Source {
    text: String,
    tree: Tree,
    lines: Lines,
    comments: Vec<ops::Range<usize>>,
    facts: OnceLock<SourceFacts>,
}

impl Source {
    /// Parses a text. A tree comes out of any text.
    pub fn parse(text: &str) -> Source {
        Source::parsed(text, Lines::new(text), None)
    }

    /// Parses a text that differs from this one in a few places: what is the same before and behind them is not parsed
    /// again. The result is that of [`Source::parse`].
    pub fn parse_changed(&self, text: &str) -> Source {
        let mut before = self.tree.clone();
        before.edit(&difference(&self.text, text));
        Source::parsed(text, Lines::new(text), Some(&before))
    }

    fn parsed(text: &str, lines: Lines, before: Option<&Tree>) -> Source {
        let scan = scan::scan(text);
        let inactive = inactive::spans(text, &lines, &scan.directives);
        let tree = tree(text, &active_ranges(text, &inactive), before);
        Source { text: text.to_owned(), tree, lines, comments: scan.comments, facts: OnceLock::new() }
    }

    /// What the source says, found when it is asked for first.
    pub fn facts(&self) -> &SourceFacts {
        self.facts.get_or_init(|| crate::source_facts(self))
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

fn tree(text: &str, active: &[tree_sitter::Range], before: Option<&Tree>) -> Tree {
    thread_local! {
        static PARSER: RefCell<Parser> = RefCell::new(parser());
    }
    PARSER.with_borrow_mut(|parser| {
        parser.set_included_ranges(active).expect("active ranges are in order and do not overlap");
        parser.parse(text, before).expect("a parser with a language and without a time limit gives a tree")
    })
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_cpp::LANGUAGE.into())
        .expect("the grammar was generated for a version that the library reads");
    parser
}

/// The edit that makes one text of another: everything between what is the same at their beginnings and at their ends.
fn difference(old: &str, new: &str) -> InputEdit {
    let (old_bytes, new_bytes) = (old.as_bytes(), new.as_bytes());
    let n_same = |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| pairs.take_while(|(one, other)| one == other).count();
    let mut start = n_same(&mut old_bytes.iter().zip(new_bytes));
    while !old.is_char_boundary(start) || !new.is_char_boundary(start) {
        start -= 1;
    }
    let mut tail = n_same(&mut old_bytes[start..].iter().rev().zip(new_bytes[start..].iter().rev()));
    while !old.is_char_boundary(old.len() - tail) || !new.is_char_boundary(new.len() - tail) {
        tail -= 1;
    }
    let (old_end_byte, new_end_byte) = (old.len() - tail, new.len() - tail);
    let (old_rows, new_rows) = (Lines::at_lf(old), Lines::at_lf(new));
    InputEdit {
        start_byte: start,
        old_end_byte,
        new_end_byte,
        start_position: point(&old_rows, start),
        old_end_position: point(&old_rows, old_end_byte),
        new_end_position: point(&new_rows, new_end_byte),
    }
}

/// A place as tree-sitter counts, for whom a row ends at LF alone.
fn point(rows: &Lines, offset: usize) -> Point {
    Point { row: rows.line(offset), column: offset - rows.line_start(offset) }
}

/// What is left between the inactive spans; empty, which means everything, when there are none.
fn active_ranges(text: &str, inactive: &[ops::Range<usize>]) -> Vec<tree_sitter::Range> {
    if inactive.is_empty() {
        return Vec::new();
    }
    let rows = Lines::at_lf(text);
    let starts = std::iter::once(0).chain(inactive.iter().map(|span| span.end));
    let ends = inactive.iter().map(|span| span.start).chain([text.len()]);
    let range = |(start_byte, end_byte)| tree_sitter::Range {
        start_byte,
        end_byte,
        start_point: point(&rows, start_byte),
        end_point: point(&rows, end_byte),
    };
    starts.zip(ends).map(range).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn show(source: &Source) -> String {
        let nodes = source.walk().map(|visit| format!("{} {:?}\n", visit.kind, visit.node.byte_range()));
        nodes.collect::<String>() + &format!("{:?}", source.facts())
    }

    proptest! {
        /// The same text gives the same facts however it came about. Trees may differ where a text does not parse.
        #[test]
        fn a_changed_text_is_parsed_like_a_new_one(
            lines in prop::collection::vec(prop::sample::select(vec![
                "#include \"testlib.h\"", "int main(int argc, char* argv[]) {", "}", "registerGen(argc, argv, 1);",
                "int n = opt<int>(\"n\");", "#if 0", "#endif", "// é😀 touchstone: allow testlib-52", "/* a", "*/",
                "void f(int x) { g(x); }",
            ]), 0..12),
            at in 0_usize..12,
            inserted in prop::sample::select(vec!["", "x", "opt<int>(\"m\", 5);\n", "{", "}", "é", "\"", "#if 0\n", "// "]),
            removed in 0_usize..9,
        ) {
            let before = lines.join("\n");
            let mut cut = (before.len() * at / 12).min(before.len());
            while !before.is_char_boundary(cut) { cut -= 1; }
            let mut end = (cut + removed).min(before.len());
            while !before.is_char_boundary(end) { end += 1; }
            let after = format!("{}{inserted}{}", &before[..cut], &before[end..]);
            let (changed, whole) = (Source::parse(&before).parse_changed(&after), Source::parse(&after));
            if !whole.tree().root_node().has_error() {
                prop_assert_eq!(show(&changed), show(&whole));
            }
        }
    }
}
