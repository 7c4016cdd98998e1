//! How values are drawn where a program runs backwards.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use fastrand::Rng;

use super::shape::Shape;

/// So many values of one place are remembered.
const MAX_MET: usize = 1 << 16;
/// Where few values are wanted, so many.
const N_FEW: usize = 3;
/// How often a value is drawn anew that was drawn before.
const MAX_REDRAWS: usize = 12;

/// What an input is to be like.
#[derive(Clone, Debug)]
pub struct Draws {
    /// Where chance comes from.
    pub seed: u64,
    /// How values are drawn.
    pub policy: Policy,
    /// How those of some variables are, by name.
    pub by_name: BTreeMap<String, Policy>,
    /// How large the variables are that say how much there is of something.
    pub sizes: Sizes,
    /// What the edges of graphs look like, where that is said.
    pub shape: Option<Shape>,
    /// The length of the input at most.
    pub max_bytes: usize,
    /// How many steps it may take to find one. A command is a step or more, each time that it is tried.
    pub n_steps: u64,
}

impl Default for Draws {
    fn default() -> Draws {
        Draws {
            seed: 0,
            policy: Policy::default(),
            by_name: BTreeMap::new(),
            sizes: Sizes::default(),
            shape: None,
            max_bytes: 4000,
            n_steps: 4_000_000,
        }
    }
}

/// How large the variables are that count rounds of a loop or the bytes of a text, or bound such a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sizes {
    /// From the least to what fits, small ones as often as large ones.
    #[default]
    Any,
    /// A few above the least.
    Small,
    /// Near what fits.
    High,
}

/// How the values of a variable are drawn. What the program demands goes before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Each value as often as any other.
    #[default]
    Uniform,
    /// The least.
    Lowest,
    /// The greatest.
    Highest,
    /// Among the greatest.
    NearHigh,
    /// The least and the greatest, and sometimes those beside them.
    Ends,
    /// Each number of digits as often as any other.
    Magnitude,
    /// One value again and again.
    Constant,
    /// A few values again and again.
    Few,
    /// No value twice.
    Distinct,
    /// None less than the one before.
    Ascending,
    /// None greater than the one before.
    Descending,
    /// Mostly the one before.
    Repeat,
    /// One more each time, from the least on.
    Index,
    /// One more each time up to the middle, then one less.
    Mountain,
    /// One less each time up to the middle, then one more.
    Valley,
    /// A power of two, or the number beside one.
    Powers,
    /// Multiples of how many buckets the hash tables of the standard library have.
    Buckets,
}

impl Policy {
    /// All policies with their names.
    pub const ALL: [(&str, Policy); 17] = [
        ("uniform", Policy::Uniform),
        ("low", Policy::Lowest),
        ("high", Policy::Highest),
        ("near_high", Policy::NearHigh),
        ("ends", Policy::Ends),
        ("magnitude", Policy::Magnitude),
        ("constant", Policy::Constant),
        ("few", Policy::Few),
        ("distinct", Policy::Distinct),
        ("ascending", Policy::Ascending),
        ("descending", Policy::Descending),
        ("repeat", Policy::Repeat),
        ("index", Policy::Index),
        ("mountain", Policy::Mountain),
        ("valley", Policy::Valley),
        ("powers", Policy::Powers),
        ("buckets", Policy::Buckets),
    ];

    /// The policy of that name.
    pub fn of(name: &str) -> Option<Policy> {
        Policy::ALL.iter().find(|(known, _)| *known == name).map(|(_, policy)| *policy)
    }

    /// Draws from a range that is not empty and shorter than half of all numbers of 128 bits.
    pub(super) fn draw(self, lo: i128, hi: i128, history: &History, random: &mut Rng) -> i128 {
        let uniform = |random: &mut Rng| random.i128(lo..=hi);
        let known = |value: &i128| (lo..=hi).contains(value);
        let last = history.last.filter(known);
        match self {
            Policy::Uniform => uniform(random),
            Policy::Lowest => lo,
            Policy::Highest => hi,
            Policy::NearHigh => hi - random.i128(0..=(hi - lo).min(9)),
            Policy::Ends => match random.u8(..10) {
                0..4 => lo,
                4..8 => hi,
                8 => (lo + 1).min(hi),
                _ => (hi - 1).max(lo),
            },
            Policy::Magnitude => of_any_magnitude(lo, hi, random),
            Policy::Constant => history.few.first().copied().filter(known).unwrap_or_else(|| uniform(random)),
            Policy::Few if history.few.len() < N_FEW => uniform(random),
            Policy::Few => random.choice(&history.few).copied().filter(known).unwrap_or_else(|| uniform(random)),
            Policy::Distinct => {
                let mut redrawn = (0..MAX_REDRAWS).map(|_| uniform(random));
                let new = redrawn.find(|value| !history.met.contains(value));
                new.unwrap_or_else(|| uniform(random))
            }
            Policy::Ascending => match last {
                Some(last) => random.i128(last..=last + (hi - last).min(1.max((hi - last) / 32))),
                None => random.i128(lo..=lo + (hi - lo) / 32),
            },
            Policy::Descending => match last {
                Some(last) => random.i128(last - (last - lo).min(1.max((last - lo) / 32))..=last),
                None => random.i128(hi - (hi - lo) / 32..=hi),
            },
            Policy::Repeat => last.filter(|_| random.u8(..3) > 0).unwrap_or_else(|| uniform(random)),
            Policy::Index => lo + history.n_drawn.min(hi - lo),
            Policy::Mountain => lo + history.height().min(hi - lo),
            Policy::Valley => lo + ((history.n_expected - 1) / 2 - history.height()).clamp(0, hi - lo),
            Policy::Powers => {
                let power = 1_i128 << random.u32(0..127 - hi.max(1).leading_zeros());
                (power + random.i128(-1..=1)).clamp(lo, hi)
            }
            Policy::Buckets => {
                let buckets = BUCKETS[(history.n_expected.unsigned_abs() % BUCKETS.len() as u128) as usize];
                let n_multiples = hi.div_euclid(buckets) - (lo - 1).div_euclid(buckets);
                if n_multiples < LEAST_MULTIPLES {
                    return uniform(random);
                }
                let first = (lo - 1).div_euclid(buckets) + 1;
                (first + history.n_drawn % n_multiples) * buckets
            }
        }
    }
}

/// How many buckets the hash tables of the standard library of GCC have for the numbers of values that inputs mostly have,
/// and what they had in older versions.
const BUCKETS: [i128; 5] = [42_043, 85_229, 172_933, 107_897, 126_271];
/// Fewer multiples than that are no burden.
const LEAST_MULTIPLES: i128 = 64;

/// Around 0 if it lies in the range, else above the least.
pub(super) fn of_any_magnitude(lo: i128, hi: i128, random: &mut Rng) -> i128 {
    if lo < 0 && hi > 0 {
        let is_negative = random.bool();
        return if is_negative { -above(-lo, random) } else { above(hi, random) };
    }
    if hi <= 0 { hi - above(hi - lo, random) } else { lo + above(hi - lo, random) }
}

fn above(most: i128, random: &mut Rng) -> i128 {
    let n_bits = random.u32(0..=128 - most.leading_zeros());
    random.i128(0..=most.min((1_i128 << n_bits.min(126)) - 1))
}

/// What was drawn at one place.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    pub(super) last: Option<i128>,
    /// How many there are.
    pub(super) n_drawn: i128,
    /// How many there will be, as far as a size tells.
    n_expected: i128,
    few: Vec<i128>,
    met: HashSet<i128>,
    pub(super) texts: Vec<Arc<[u8]>>,
}

impl History {
    /// Before the first of perhaps so many values.
    pub(super) fn expect(&mut self, n: i128) {
        if self.n_drawn == 0 {
            self.n_expected = n;
        }
    }

    /// How far the next value is from the nearer end of all.
    fn height(&self) -> i128 {
        self.n_drawn.min((self.n_expected - 1 - self.n_drawn).max(0))
    }

    /// Notes a value; if others have to differ from it, forever.
    pub(super) fn note(&mut self, value: i128, has_to_differ: bool) {
        self.last = Some(value);
        self.n_drawn += 1;
        if self.few.len() < N_FEW {
            self.few.push(value);
        }
        if has_to_differ && self.met.len() < MAX_MET {
            self.met.insert(value);
        }
    }

    pub(super) fn note_text(&mut self, text: &Arc<[u8]>) {
        if self.texts.len() < N_FEW {
            self.texts.push(Arc::clone(text));
        }
    }
}
