//! Every node of a tree, without recursion.
//!
//! Invariant: each node comes once, after its parent and after its earlier siblings; a step costs constant time however
//! deep the tree is (asking a node for its parent would not).

use tree_sitter::{Node, Tree, TreeCursor};

/// A node and what stands around it.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'s> {
    /// The node.
    pub node: Node<'s>,
    /// Its kind in the grammar.
    pub kind: &'s str,
    /// The kind of its parent; `None` for the root.
    pub parent: Option<&'s str>,
    /// The kind of the sibling before it that is no comment.
    pub previous: Option<&'s str>,
    /// How many nodes stand above it.
    pub depth: usize,
}

impl Visit<'_> {
    /// Whether the node hangs in a part of the source that did not parse.
    pub fn in_error(&self) -> bool {
        self.parent == Some("ERROR")
    }

    /// The offset of its first byte.
    pub fn start(&self) -> usize {
        self.node.start_byte()
    }

    /// The offset after its last byte.
    pub fn end(&self) -> usize {
        self.node.end_byte()
    }
}

/// The walk over a tree.
pub struct Walk<'s> {
    cursor: TreeCursor<'s>,
    levels: Vec<Level<'s>>,
    next: Option<Visit<'s>>,
}

/// Where the walk stands in one list of siblings.
struct Level<'s> {
    parent: Option<&'s str>,
    current: &'s str,
    previous: Option<&'s str>,
}

impl<'s> Walk<'s> {
    pub(crate) fn new(tree: &'s Tree) -> Walk<'s> {
        let root = tree.root_node();
        let level = Level { parent: None, current: root.kind(), previous: None };
        let next = Visit { node: root, kind: root.kind(), parent: None, previous: None, depth: 0 };
        Walk { cursor: tree.walk(), levels: vec![level], next: Some(next) }
    }

    fn advance(&mut self) -> Option<Visit<'s>> {
        if self.cursor.goto_first_child() {
            let parent = self.levels.last().map(|level| level.current);
            self.levels.push(Level { parent, current: self.cursor.node().kind(), previous: None });
        } else {
            while !self.cursor.goto_next_sibling() {
                self.levels.pop();
                if !self.cursor.goto_parent() {
                    return None;
                }
            }
            let level = self.levels.last_mut()?;
            if level.current != "comment" {
                level.previous = Some(level.current);
            }
            level.current = self.cursor.node().kind();
        }
        let level = self.levels.last()?;
        Some(Visit {
            node: self.cursor.node(),
            kind: level.current,
            parent: level.parent,
            previous: level.previous,
            depth: self.levels.len() - 1,
        })
    }
}

impl<'s> Iterator for Walk<'s> {
    type Item = Visit<'s>;

    fn next(&mut self) -> Option<Visit<'s>> {
        let visit = self.next.take()?;
        self.next = self.advance();
        Some(visit)
    }
}
