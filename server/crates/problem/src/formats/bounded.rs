//! Numbers of manifests, in bounds within which everything can be reckoned.

/// More than this is a slip of the pen.
const MOST: f64 = 1e15;

/// A limit in whole milliseconds or bytes, at least one.
pub(super) fn whole(amount: f64) -> u64 {
    amount.ceil().clamp(1.0, MOST) as u64
}

/// Points; `None` for less than nothing.
pub(super) fn points(stated: f64) -> Option<f64> {
    (stated >= 0.0).then(|| stated.min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds() {
        assert_eq!([0.5, 1.0, 1.5, 1e300].map(whole), [1, 1, 2, 1_000_000_000_000_000]);
        assert_eq!([-1.0, 0.0, 2.5, 1e308].map(points), [None, Some(0.0), Some(2.5), Some(1e15)]);
    }
}
