//! What makes an output differ from the answer.

use proptest::{prelude::*, sample::Index};

use super::{
    files::Piece,
    tokens::{self, Flavour},
};

/// The tolerances of the standard checkers.
const TOLERANCES: [f64; 5] = [1e-4, 1e-6, 1e-9, 1.5e-6, 1.5e-5];

/// One change of the pieces.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    Replace(Index, Vec<u8>),
    Separate(Index, Vec<u8>),
    Insert(Index, Piece),
    Remove(Index),
    Swap(Index, Index),
    /// Moves a number to the edge of what is accepted, or next to it.
    Nudge(Index, Nudge),
    /// Separates all tokens in one way.
    SeparateAll(Vec<u8>),
    Append(Vec<Piece>),
}

/// A small change of a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nudge {
    tolerance: Index,
    is_relative: bool,
    is_upwards: bool,
    /// How many of the next numbers away from the edge.
    steps: i64,
}

pub(crate) fn edit(flavour: Flavour) -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    let piece = || (token(flavour), tokens::separator());
    let nudge = (any::<Index>(), any::<bool>(), any::<bool>(), -2..3_i64);
    let nudge = nudge.prop_map(|(tolerance, is_relative, is_upwards, steps)| Nudge {
        tolerance,
        is_relative,
        is_upwards,
        steps,
    });
    let nudges = if flavour == Flavour::Reals { 12 } else { 1 };
    prop_oneof![
        2 => (at(), token(flavour)).prop_map(|(at, token)| Edit::Replace(at, token)),
        3 => (at(), tokens::separator()).prop_map(|(at, separator)| Edit::Separate(at, separator)),
        1 => (at(), piece()).prop_map(|(at, piece)| Edit::Insert(at, piece)),
        1 => at().prop_map(Edit::Remove),
        2 => (at(), at()).prop_map(|(one, other)| Edit::Swap(one, other)),
        nudges => (at(), nudge).prop_map(|(at, nudge)| Edit::Nudge(at, nudge)),
        2 => tokens::separator().prop_map(Edit::SeparateAll),
        1 => proptest::collection::vec(piece(), 1..3).prop_map(Edit::Append),
    ]
}

fn token(flavour: Flavour) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![2 => tokens::proper(flavour), 1 => tokens::nasty()]
}

pub(crate) fn apply(mut pieces: Vec<Piece>, edits: &[Edit]) -> Vec<Piece> {
    for edit in edits {
        let n = pieces.len();
        match edit {
            Edit::Append(more) => pieces.extend_from_slice(more),
            Edit::Insert(at, piece) => pieces.insert(at.index(n + 1), piece.clone()),
            Edit::SeparateAll(separator) => pieces.iter_mut().for_each(|piece| piece.1.clone_from(separator)),
            _ if n == 0 => {}
            Edit::Replace(at, token) => pieces[at.index(n)].0.clone_from(token),
            Edit::Separate(at, separator) => pieces[at.index(n)].1.clone_from(separator),
            Edit::Remove(at) => drop(pieces.remove(at.index(n))),
            Edit::Swap(one, other) => pieces.swap(one.index(n), other.index(n)),
            Edit::Nudge(at, nudge) => nudge.apply(&mut pieces[at.index(n)].0),
        }
    }
    pieces
}

impl Nudge {
    fn apply(self, token: &mut Vec<u8>) {
        let Some(number) = std::str::from_utf8(token).ok().and_then(|text| text.parse::<f64>().ok()) else { return };
        let tolerance = TOLERANCES[self.tolerance.index(TOLERANCES.len())] + 1e-15;
        let tolerance = if self.is_upwards { tolerance } else { -tolerance };
        let edge = if self.is_relative { number * (1.0 + tolerance) } else { number + tolerance };
        let bits = edge.to_bits().wrapping_add_signed(self.steps);
        if edge.is_finite() && f64::from_bits(bits).is_finite() {
            *token = tokens::shortest(f64::from_bits(bits));
        }
    }
}
