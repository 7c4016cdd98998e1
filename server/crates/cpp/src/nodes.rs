//! The syntax tree as a list, so that rules look up, down and sideways without recursion.
//!
//! Invariant: nodes stand in the order of the walk; a node's descendants follow it up to its `end`.

use crate::{source::Source, walk::Visit};

/// No node.
pub(crate) const NONE: usize = usize::MAX;

/// A node and its place in the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'s> {
    pub(crate) visit: Visit<'s>,
    /// The index of the node above it.
    pub(crate) parent: usize,
    /// The index after its last descendant.
    pub(crate) end: usize,
    /// The simple statement it belongs to, itself included.
    pub(crate) statement: usize,
    /// It does not parse, or hangs on a condition of the preprocessor.
    pub(crate) doubtful: bool,
}

/// All nodes of a source.
pub(crate) struct Nodes<'s> {
    items: Vec<Item<'s>>,
}

impl<'s> Nodes<'s> {
    pub(crate) fn new(source: &'s Source) -> Nodes<'s> {
        let mut items: Vec<Item<'s>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for visit in source.walk() {
            let at = items.len();
            for closed in open.drain(visit.depth.min(open.len())..) {
                items[closed].end = at;
            }
            let above = open.last().map(|&parent| items[parent]);
            let statement = match visit.kind {
                "expression_statement" | "declaration" | "return_statement" => at,
                "compound_statement" => NONE,
                _ => above.map_or(NONE, |above| above.statement),
            };
            let doubtful = above.is_some_and(|above| above.doubtful) || is_doubtful(visit.kind);
            let parent = open.last().copied().unwrap_or(NONE);
            items.push(Item { visit, parent, end: at + 1, statement, doubtful });
            open.push(at);
        }
        let n_items = items.len();
        for closed in open {
            items[closed].end = n_items;
        }
        Nodes { items }
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<&Item<'s>> {
        self.items.get(at)
    }

    /// The kind of a node; empty where there is none.
    pub(crate) fn kind(&self, at: usize) -> &'s str {
        self.items.get(at).map_or("", |item| item.visit.kind)
    }

    pub(crate) fn parent(&self, at: usize) -> usize {
        self.items.get(at).map_or(NONE, |item| item.parent)
    }

    /// Every node with its index.
    pub(crate) fn all(&self) -> impl DoubleEndedIterator<Item = (usize, &Item<'s>)> {
        self.items.iter().enumerate()
    }

    /// The nodes of one kind that are not doubtful.
    pub(crate) fn of_kind<'n>(&'n self, kind: &'n str) -> impl Iterator<Item = (usize, &'n Item<'s>)> {
        self.all().filter(move |(_, item)| item.visit.kind == kind && !item.doubtful)
    }

    /// The children of a node, those without a name too.
    pub(crate) fn children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let (first, end) = self.items.get(at).map_or((0, 0), |item| (at + 1, item.end));
        let next = move |&child: &usize| Some(self.items[child].end).filter(|&next| next < end);
        std::iter::successors((first < end).then_some(first), next)
    }

    /// The children that have a name and are no comments.
    pub(crate) fn named_children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        self.children(at).filter(|&child| {
            let visit = &self.items[child].visit;
            visit.node.is_named() && visit.kind != "comment"
        })
    }

    /// The indices of a node and all below it.
    pub(crate) fn within(&self, at: usize) -> std::ops::Range<usize> {
        self.items.get(at).map_or(0..0, |item| at..item.end)
    }
}

fn is_doubtful(kind: &str) -> bool {
    kind == "ERROR" || matches!(kind, "preproc_if" | "preproc_ifdef")
}
