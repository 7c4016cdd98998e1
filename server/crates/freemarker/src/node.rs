//! What a template says, as a tree.

use super::expression::Expression;
use crate::source::Span;

/// A comment that [says something](crate::Dialect::is_mark) to who reads the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The comment.
    pub span: Span,
    /// What stands between `<#--` and `-->`.
    pub inner: Span,
}

#[derive(Debug)]
pub(super) enum Node {
    Text(Span),
    Interpolation {
        value: Expression,
        span: Span,
    },
    Mark(Mark),
    List(List),
    Items {
        names: Names,
        body: Vec<Node>,
        span: Span,
    },
    Sep(Vec<Node>),
    If {
        branches: Vec<Branch>,
        hole: Hole,
    },
    Assign(Vec<Assignment>),
    Capture {
        name: String,
        body: Vec<Node>,
    },
    Setting {
        name: String,
        value: Expression,
    },
    Break,
    Continue,
    /// The output misses something here, for a reason that was reported.
    Gap(Hole),
    /// These variables would be set here, if that could be read.
    Forget(Vec<String>),
}

/// What is missing from the lines when a tag or a block has no output: which lines can then not be commands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hole {
    /// The line that the opening tag is on.
    pub(super) is_in_first_line: bool,
    /// The block ends on a later line.
    pub(super) has_lines: bool,
    /// The line that the closing tag is on, when it is a later one.
    pub(super) is_in_last_line: bool,
}

impl Hole {
    /// Of something within one line.
    pub(super) const SMALL: Hole = Hole { is_in_first_line: true, has_lines: false, is_in_last_line: false };
}

/// `<#list sequence as names>body<#else>otherwise</#list>`.
#[derive(Debug)]
pub(super) struct List {
    pub(super) head: ListHead,
    pub(super) body: Vec<Node>,
    pub(super) otherwise: Vec<Node>,
    pub(super) span: Span,
    pub(super) hole: Hole,
}

#[derive(Debug)]
pub(super) struct ListHead {
    pub(super) sequence: Expression,
    /// `None` when `<#items>` names them.
    pub(super) names: Option<Names>,
}

/// The loop variable, and for hashes the second one.
#[derive(Clone, Debug)]
pub(super) struct Names {
    pub(super) first: String,
    pub(super) second: Option<String>,
}

impl Names {
    pub(super) fn all(&self) -> Vec<String> {
        std::iter::once(self.first.clone()).chain(self.second.clone()).collect()
    }
}

#[derive(Debug)]
pub(super) struct Branch {
    pub(super) condition: Condition,
    pub(super) body: Vec<Node>,
}

#[derive(Debug)]
pub(super) enum Condition {
    When(Expression),
    Otherwise,
    /// It could not be read, which was reported.
    Unknown,
}

#[derive(Debug)]
pub(super) struct Assignment {
    pub(super) name: String,
    pub(super) value: Expression,
}
