//! The pieces of a template as a tree.
//!
//! A tag that cannot be read still opens or closes its block, so that one mistake is one error.

use super::{
    Dialect, Limit, MAX_DEPTH,
    expression::{Parser, Place, Wrong},
    node::{Branch, Condition, Hole, List, ListHead, Mark, Names, Node},
    scan::{Kind, Piece},
    tags,
};
use crate::source::{Messages, Span};

const NO_MACROS: &str = "macros and functions are not supported; write the commands out or use `<#list>`";

/// Builds the tree; what cannot be read is reported and left out.
pub(super) fn parse(
    text: &str,
    pieces: Vec<Piece>,
    dialect: &dyn Dialect,
    errors: &mut Messages,
) -> Result<Vec<Node>, Limit> {
    let mut builder = Builder { text, dialect, errors, open: Vec::new(), top: Vec::new(), has_macros: false };
    for piece in pieces {
        builder.piece(piece);
        if builder.open.len() > MAX_DEPTH {
            let message = "the blocks nest deeper than 64; take some apart";
            return Err(Limit { span: piece.span, message });
        }
    }
    while let Some(frame) = builder.open.pop() {
        builder.unclosed(frame);
    }
    Ok(builder.top)
}

struct Builder<'a> {
    text: &'a str,
    dialect: &'a dyn Dialect,
    errors: &'a mut Messages,
    open: Vec<Frame<'a>>,
    top: Vec<Node>,
    has_macros: bool,
}

/// A block that is open.
struct Frame<'a> {
    name: &'a str,
    span: Span,
    is_alone: bool,
    block: Block,
    nodes: Vec<Node>,
}

enum Block {
    /// `head` is missing when it could not be read; `body` is what came before `<#else>`.
    List {
        head: Option<ListHead>,
        body: Option<Vec<Node>>,
    },
    Items(Option<Names>),
    Sep,
    If {
        branches: Vec<Branch>,
        condition: Condition,
    },
    Capture(String),
    /// Its content counts as if the tags were not there.
    Transparent,
    /// Its content is not read.
    Skipped,
}

impl<'a> Builder<'a> {
    fn piece(&mut self, piece: Piece) {
        match piece.kind {
            Kind::Text => self.push(Node::Text(piece.span)),
            Kind::Interpolation { inner } => self.interpolation(inner, piece.span),
            Kind::Comment { inner } => {
                if self.dialect.is_mark(inner.of(self.text)) {
                    self.push(Node::Mark(Mark { span: piece.span, inner }));
                }
            }
            Kind::Open { name, body, is_closed } => self.open(piece, name.of(self.text), body, is_closed),
            Kind::Close { name, is_closed } => self.close(piece, name.of(self.text), is_closed),
            Kind::Call => {
                self.macros(piece);
                self.push(Node::Gap(Hole::SMALL));
            }
            Kind::Broken(message) => self.lose(piece, message),
        }
    }

    fn push(&mut self, node: Node) {
        self.open.last_mut().map_or(&mut self.top, |frame| &mut frame.nodes).push(node);
    }

    fn say(&mut self, span: Span, message: impl Into<String>) {
        if !self.open.iter().any(|frame| matches!(frame.block, Block::Skipped)) {
            self.errors.say(span, message);
        }
    }

    /// Reports a piece that is not understood; what stands on its line is then not a command.
    fn lose(&mut self, piece: Piece, message: impl Into<String>) {
        self.say(piece.span, message);
        if !piece.is_alone {
            self.push(Node::Gap(Hole::SMALL));
        }
    }

    /// Reports the first macro or function only: a script that has one has many.
    fn macros(&mut self, piece: Piece) {
        if !self.has_macros {
            self.say(piece.span, NO_MACROS);
        }
        self.has_macros = true;
    }

    fn parser(&self, body: Span) -> Result<Parser<'a>, Wrong> {
        Parser::new(body.of(self.text), Place::At(body.start))
    }

    /// The result, or nothing after a report.
    fn read<T>(&mut self, result: Result<T, Wrong>) -> Option<T> {
        result.map_err(|Wrong { span, message }| self.say(span, message)).ok()
    }

    fn interpolation(&mut self, inner: Span, span: Span) {
        let value = self.parser(inner).and_then(Parser::only_expression);
        match self.read(value) {
            Some(value) => self.push(Node::Interpolation { value, span }),
            None => self.push(Node::Gap(Hole::SMALL)),
        }
    }

    fn open(&mut self, piece: Piece, name: &'a str, body: Span, is_closed: bool) {
        let parser = if is_closed {
            self.parser(body)
        } else {
            let message =
                format!("`<#{name}` is not closed; add `>`, and write variables inside the tag without `${{}}`");
            self.say(piece.span, &*message);
            Err(Wrong { span: piece.span, message })
        };
        match name {
            "list" => self.list(piece, name, parser.and_then(tags::list)),
            "foreach" => self.list(piece, name, parser.and_then(tags::foreach)),
            "items" => {
                let names = self.read(parser.and_then(tags::items));
                self.push_frame(piece, name, Block::Items(names));
            }
            "sep" => self.push_frame(piece, name, Block::Sep),
            "break" | "continue" => self.jump(piece, name),
            "if" => {
                let condition = self.condition(parser);
                self.push_frame(piece, name, Block::If { branches: Vec::new(), condition });
            }
            "elseif" | "elseIf" => {
                let condition = self.condition(parser);
                self.otherwise(piece, condition);
            }
            "else" => self.otherwise(piece, Condition::Otherwise),
            "assign" | "global" | "local" => self.assign(piece, name, parser),
            "setting" => {
                if let Some((name, value)) = self.read(parser.and_then(tags::setting)) {
                    self.push(Node::Setting { name, value });
                }
            }
            "compress" => self.push_frame(piece, name, Block::Transparent),
            "t" | "lt" | "rt" | "nt" | "ftl" => {}
            "macro" | "function" => {
                self.macros(piece);
                self.push_frame(piece, name, Block::Skipped);
            }
            "switch" | "noparse" | "attempt" | "escape" | "noescape" | "outputformat" | "autoesc" | "noautoesc" => {
                self.say(piece.span, format!("`<#{name}>` is not supported; leave it out or use `<#if>`"));
                self.push_frame(piece, name, Block::Skipped);
            }
            _ => self.lose(piece, format!("`<#{name}>` is not supported; leave it out")),
        }
    }

    fn list(&mut self, piece: Piece, name: &'a str, head: Result<ListHead, Wrong>) {
        let head = self.read(head);
        self.push_frame(piece, name, Block::List { head, body: None });
    }

    fn push_frame(&mut self, piece: Piece, name: &'a str, block: Block) {
        self.open.push(Frame { name, span: piece.span, is_alone: piece.is_alone, block, nodes: Vec::new() });
    }

    fn condition(&mut self, parser: Result<Parser<'a>, Wrong>) -> Condition {
        self.read(parser.and_then(Parser::only_expression)).map_or(Condition::Unknown, Condition::When)
    }

    fn assign(&mut self, piece: Piece, name: &'a str, parser: Result<Parser<'a>, Wrong>) {
        match self.read(parser.and_then(tags::assign)) {
            Some(tags::Assign::Values(assignments)) => self.push(Node::Assign(assignments)),
            Some(tags::Assign::Block(variable)) => self.push_frame(piece, name, Block::Capture(variable)),
            None => self.forget_first_name(piece),
        }
    }

    /// An assignment that cannot be read still tells which variable to expect.
    fn forget_first_name(&mut self, piece: Piece) {
        let inside = piece.span.of(self.text).trim_start_matches(|c: char| !c.is_whitespace()).trim_start();
        let is_part = |c: &char| c.is_alphanumeric() || *c == '_';
        self.push(Node::Forget(vec![inside.chars().take_while(is_part).collect()]));
    }

    fn jump(&mut self, piece: Piece, name: &str) {
        if !self.open.iter().any(|frame| matches!(frame.block, Block::List { .. } | Block::Items(_))) {
            self.say(piece.span, format!("`<#{name}>` is outside a list; move it into a `<#list>`"));
        } else if name == "break" {
            self.push(Node::Break);
        } else {
            self.push(Node::Continue);
        }
    }

    /// `<#else>` and `<#elseif>`.
    fn otherwise(&mut self, piece: Piece, next: Condition) {
        self.close_seps();
        match self.open.last_mut().map(|frame| (&mut frame.block, &mut frame.nodes)) {
            Some((Block::If { branches, condition }, nodes)) => {
                let condition = std::mem::replace(condition, next);
                branches.push(Branch { condition, body: std::mem::take(nodes) });
            }
            Some((Block::List { body: body @ None, .. }, nodes)) if matches!(next, Condition::Otherwise) => {
                *body = Some(std::mem::take(nodes));
            }
            Some(_) | None => self.say(piece.span, "nothing is open that this could belong to; add `<#if>` before it"),
        }
    }

    /// `<#sep>` may go without an end.
    fn close_seps(&mut self) {
        while self.open.last().is_some_and(|frame| matches!(frame.block, Block::Sep))
            && let Some(frame) = self.open.pop()
        {
            self.push(Node::Sep(frame.nodes));
        }
    }

    fn close(&mut self, piece: Piece, name: &str, is_closed: bool) {
        if !is_closed {
            self.say(piece.span, format!("`</#{name}` is not closed; add `>`"));
        }
        let Some(at) = self.open.iter().rposition(|frame| frame.name == name) else {
            self.say(piece.span, format!("`</#{name}>` closes nothing; remove it or add `<#{name}>`"));
            return;
        };
        while self.open.len() > at + 1 {
            self.close_seps();
            if self.open.len() > at + 1
                && let Some(frame) = self.open.pop()
            {
                self.unclosed(frame);
            }
        }
        if let Some(frame) = self.open.pop() {
            self.closed(frame, piece);
        }
    }

    fn closed(&mut self, frame: Frame<'a>, end: Piece) {
        let Frame { span, is_alone, block, nodes, .. } = frame;
        let has_lines = self.text[span.end..end.span.start].contains('\n');
        let is_in_last_line = has_lines && !end.is_alone;
        let hole = Hole { is_in_first_line: !is_alone, has_lines, is_in_last_line };
        match block {
            Block::List { head: Some(head), body } => {
                let (body, otherwise) = match body {
                    Some(body) => (body, nodes),
                    None => (nodes, Vec::new()),
                };
                self.push(Node::List(List { head, body, otherwise, span, hole }));
            }
            Block::Items(Some(names)) => self.push(Node::Items { names, body: nodes, span }),
            Block::List { head: None, .. } | Block::Items(None) | Block::Skipped => self.push(Node::Gap(hole)),
            Block::Sep => self.push(Node::Sep(nodes)),
            Block::If { mut branches, condition } => {
                branches.push(Branch { condition, body: nodes });
                self.push(Node::If { branches, hole });
            }
            Block::Capture(name) => self.push(Node::Capture { name, body: nodes }),
            Block::Transparent => self.splice(nodes),
        }
    }

    /// A block without an end: its lines count once, and what it would have set is unknown.
    fn unclosed(&mut self, frame: Frame<'a>) {
        let Frame { name, span, block, nodes, .. } = frame;
        let mut before = Vec::new();
        match block {
            Block::Sep => {
                self.push(Node::Sep(nodes));
                return;
            }
            Block::List { head, body } => {
                before.extend(head.and_then(|head| head.names).map(|names| Node::Forget(names.all())));
                before.extend(body.into_iter().flatten());
            }
            Block::Items(names) => before.extend(names.map(|names| Node::Forget(names.all()))),
            Block::If { branches, .. } => before.extend(branches.into_iter().flat_map(|branch| branch.body)),
            Block::Capture(name) => before.push(Node::Forget(vec![name])),
            Block::Transparent | Block::Skipped => {}
        }
        self.say(span, format!("`<#{name}>` has no end; add `</#{name}>`"));
        self.splice(before);
        self.splice(nodes);
    }

    fn splice(&mut self, nodes: Vec<Node>) {
        self.open.last_mut().map_or(&mut self.top, |frame| &mut frame.nodes).extend(nodes);
    }
}
