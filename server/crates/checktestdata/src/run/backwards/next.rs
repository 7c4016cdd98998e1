//! What may come next in an input that is being written.

/// A set of bytes, and of the end of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Next {
    bytes: [u64; 4],
    end: bool,
}

impl Next {
    pub(super) const ANYTHING: Next = Next { bytes: [u64::MAX; 4], end: true };
    pub(super) const END: Next = Next { bytes: [0; 4], end: true };

    /// Exactly one of these bytes.
    pub(super) fn one_of(bytes: &[u8]) -> Next {
        let mut next = Next { bytes: [0; 4], end: false };
        bytes.iter().for_each(|byte| next.bytes[usize::from(*byte / 64)] |= 1 << (byte % 64));
        next
    }

    /// Anything but these bytes.
    pub(super) fn none_of(bytes: &[u8]) -> Next {
        Next::ANYTHING.without(&Next::one_of(bytes))
    }

    pub(super) fn and(&self, other: &Next) -> Next {
        Next { bytes: std::array::from_fn(|at| self.bytes[at] & other.bytes[at]), end: self.end && other.end }
    }

    pub(super) fn without(&self, other: &Next) -> Next {
        Next { bytes: std::array::from_fn(|at| self.bytes[at] & !other.bytes[at]), end: self.end && !other.end }
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.end && self.bytes == [0; 4]
    }

    /// Whether the input may end.
    pub(super) fn has_end(&self) -> bool {
        self.end
    }

    /// Whether a text may stand here, an empty one always.
    pub(super) fn allows(&self, text: &[u8]) -> bool {
        text.first().is_none_or(|byte| self.bytes[usize::from(byte / 64)] & (1 << (byte % 64)) != 0)
    }
}
