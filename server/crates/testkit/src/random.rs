//! Numbers that look random and are the same every time.

/// A generator of numbers, by Marsaglia's xorshift.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        random.below(1);
        random
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % n
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// How many cases a random loop that makes one for each of `share` tries; 256 in all if not told otherwise.
pub fn cases(share: usize) -> usize {
    let told = std::env::var("PROPTEST_CASES").ok().and_then(|told| told.parse().ok());
    (told.unwrap_or(256) / share).max(1)
}
