//! Edges of graphs that have a shape.
//!
//! A loop whose rounds begin with two numbers within the same bounds, on one line, mostly reads edges. Which edge a round
//! writes follows from its number alone, so that both ends fit together also where one of them is drawn anew.

use fastrand::Rng;

use super::{Frame, Writer};
use crate::Program;
use crate::tree::{Command, ExpressionKind, Format, NumberField, Operation};

/// What the edges of a graph look like. Where there are more edges than the shape has, they are there several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// From each node to the next one.
    Path,
    /// From the first node to each other one.
    Star,
    /// A path through half of the nodes, and a star at its end.
    Broom,
    /// From each node to one before it.
    Tree,
    /// From each node of a layer to each of the next one.
    Layers,
    /// All pairs of the first nodes.
    Clique,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 6] = [Shape::Path, Shape::Star, Shape::Broom, Shape::Tree, Shape::Layers, Shape::Clique];

    /// That of a name, which is as in the header's generative mode where both have the shape.
    pub fn of(name: &str) -> Option<Shape> {
        Shape::ALL.into_iter().find(|shape| shape.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Path => "path",
            Shape::Star => "star",
            Shape::Broom => "broom",
            Shape::Tree => "tree",
            Shape::Layers => "layers",
            Shape::Clique => "clique",
        }
    }

    /// An edge of a graph with so many nodes, at least two, whose nodes are numbered from 0 on.
    fn edge(self, n_nodes: i128, at: i128, seed: u64) -> (i128, i128) {
        let round = at % (n_nodes - 1);
        match self {
            Shape::Path => (round, round + 1),
            Shape::Star => (0, round + 1),
            Shape::Broom => (round.min(n_nodes / 2), round + 1),
            Shape::Tree => {
                let mut random = Rng::with_seed(seed ^ (round as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                (random.i128(0..=round), round + 1)
            }
            Shape::Layers => {
                let width = (2 + i128::from(seed >> 8 & 1)).min(n_nodes / 2);
                let n_steps = (n_nodes / width - 1).max(1);
                let (layer, one, other) = (at / (width * width) % n_steps, at / width % width, at % width);
                (layer * width + one, (layer + 1) * width + other)
            }
            Shape::Clique => {
                let at = at % (n_nodes * (n_nodes - 1) / 2);
                let later = ((1 + (1 + 8 * at).isqrt()) / 2).min(n_nodes - 1);
                (at - later * (later - 1) / 2, later)
            }
        }
    }
}

/// Graphs with as many nodes have no shape, so that the numbers of pairs are none that overflow.
const MAX_NODES: i128 = 1 << 40;

/// The places of both ends of edges: where each begins, and whether it is the second.
pub(super) fn ends(program: &Program) -> Vec<(usize, bool)> {
    let mut found = Vec::new();
    program.block.visit(&mut |command| {
        let Operation::Repeat(repeat) = &command.operation else { return };
        let mut lines = repeat.body.commands.windows(3);
        if let Some([one, _, other]) = lines.find(|three| are_ends(program, three)) {
            found.extend([(one.span.start, false), (other.span.start, true)]);
        }
    });
    found
}

fn are_ends(program: &Program, three: &[Command]) -> bool {
    let [one, between, other] = three else { return false };
    let (Some(one), Some(other)) = (integer(one), integer(other)) else { return false };
    let text = |field: &NumberField| [&field.min, &field.max].map(|bound| bound.span.of(&program.source));
    let is_read = matches!(&one.max.kind, ExpressionKind::Variable(variable) if variable.indices.is_empty());
    matches!(between.operation, Operation::Byte(b' ')) && is_read && text(one) == text(other)
}

fn integer(command: &Command) -> Option<&NumberField> {
    match &command.operation {
        Operation::Number(field) if matches!(field.format, Format::Integer) => Some(field),
        _ => None,
    }
}

impl Writer<'_> {
    /// Whether a shape says what is drawn at a place.
    pub(super) fn has_shape(&self, key: usize) -> bool {
        self.draws.shape.is_some() && self.plan.edges.contains_key(&key)
    }

    /// The end of the edge that is drawn at a place, where edges have a shape.
    pub(super) fn end_of_edge(&self, key: usize, lo: i128, hi: i128) -> Option<i128> {
        let (shape, is_second) = (self.draws.shape?, *self.plan.edges.get(&key)?);
        let at = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Repeat { round, .. } => Some(i128::from(*round - 1)),
            _ => None,
        })?;
        let n_nodes = hi.checked_sub(lo)?.checked_add(1)?;
        if !(2..MAX_NODES).contains(&n_nodes) {
            return None;
        }
        let seed = self.draws.seed;
        let (one, other) = shape.edge(n_nodes, at, seed);
        let node = if is_second == (seed & 3 > 0) { other } else { one };
        // From the last node on, now and then.
        Some(if seed & 12 == 0 { hi - node } else { lo + node })
    }
}
