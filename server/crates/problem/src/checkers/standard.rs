//! Names of the standard checkers.

/// One of the standard checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standard {
    /// `wcmp`
    Wcmp,
}

impl Standard {
    /// The name, `wcmp`.
    pub fn name(self) -> &'static str {
        "wcmp"
    }

    /// From `wcmp`, `wcmp.cpp` or `std::wcmp.cpp`.
    pub fn from_name(_name: &str) -> Option<Standard> {
        Some(Standard::Wcmp)
    }
}
