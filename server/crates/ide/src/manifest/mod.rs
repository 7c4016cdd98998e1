//! Manifests as editors show them: what stands at a place of one, also while it is typed, and what may stand there.

mod flow;
mod toml;
mod tree;
mod yaml;

use problem::{
    formats::keys::{Shape, Value, shape_of},
    text::{LineIndex, Position},
};

pub(crate) use tree::{Kind, Spot, Step};

use self::{flow::Around, tree::Tree};
use crate::{Text, View};

/// Manifests that are longer are not looked at while somebody types, bytes.
const MAX_BYTES: usize = 1 << 20;

/// The languages of manifests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    Json,
    Toml,
    Yaml,
}

/// What stands at a place of a manifest, and what may stand there.
pub(crate) struct Place {
    pub(crate) spot: Spot,
    /// Of a key, that of its map.
    pub(crate) shape: &'static Shape,
    pub(crate) syntax: Syntax,
}

impl Place {
    /// What a single value at the place may be: also the only item of a list.
    pub(crate) fn value(&self) -> Value {
        match (self.shape.value, self.shape.items) {
            (Value::None, Some(items)) => items.value,
            (value, _) => value,
        }
    }
}

/// The place in a manifest whose keys are known.
pub(crate) fn place(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Place> {
    let whole = shape_of(view.context.problem, text.path).filter(|_| text.text.len() <= MAX_BYTES)?;
    let syntax = match text.path.extension().as_str() {
        "json" => Syntax::Json,
        "toml" => Syntax::Toml,
        _ => Syntax::Yaml,
    };
    let spot = spot_at(text.text, syntax, LineIndex::new(text.text).offset(at))?;
    let step = |shape: &'static Shape, step: &Step| match step {
        Step::Key(key) => shape.behind(key),
        Step::Item(_) => shape.items,
    };
    let shape = spot.path.iter().try_fold(whole, step)?;
    Some(Place { spot, shape, syntax })
}

/// What stands at a place, in bytes.
fn spot_at(text: &str, syntax: Syntax, offset: usize) -> Option<Spot> {
    let mut tree = Tree::new(text, offset);
    match syntax {
        Syntax::Json => {
            flow::read(&mut tree, 0, None, Around::Json);
        }
        Syntax::Toml => toml::read(&mut tree),
        Syntax::Yaml => yaml::read(&mut tree),
    }
    tree.spot()
}

#[cfg(test)]
mod tests;
