//! Indices into the vectors of a problem: each vector has a type of them, so that a program's is never taken for a test's.
//!
//! What there is once for each of them stands in a vector that takes such an index and nothing else, and hands out its
//! own: `indices`, `iter_enumerated`, `position`, `push`.

use oxc_index::{Idx, IndexVec};

/// Makes a type of indices. Numbers become such, and such numbers, only where somebody says so (`from`, `into`).
macro_rules! index_type {
    ($(#[$words:meta])* $name:ident) => {
        $(#[$words])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(usize);

        impl Idx for $name {
            const MAX: usize = usize::MAX;

            // Every number is fine: the trait's callers promise something for types that hold fewer.
            unsafe fn from_usize_unchecked(number: usize) -> $name {
                $name(number)
            }

            fn index(self) -> usize {
                self.0
            }
        }

        impl From<usize> for $name {
            fn from(number: usize) -> $name {
                $name(number)
            }
        }

        impl From<$name> for usize {
            fn from(index: $name) -> usize {
                index.0
            }
        }
    };
}

index_type! {
    /// Index into [`Problem::programs`](crate::model::Problem::programs).
    ProgramIdx
}

index_type! {
    /// Index into [`Problem::commands`](crate::model::Problem::commands).
    CommandIdx
}

index_type! {
    /// Index into [`Problem::tests`](crate::model::Problem::tests).
    TestIdx
}

/// What there is once for each program, in path order.
pub type ByProgram<T> = IndexVec<ProgramIdx, T>;

/// What there is once for each generator command, in script order.
pub type ByCommand<T> = IndexVec<CommandIdx, T>;

/// What there is once for each test, in judging order.
pub type ByTest<T> = IndexVec<TestIdx, T>;
