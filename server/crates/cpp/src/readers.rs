//! The readers of streams: what their arguments are and what they leave in front of the next read.

/// A reader of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reader {
    /// Number of arguments before the bounds or the pattern: a size, or a string to read into.
    pub(crate) n_before: usize,
    /// Number of arguments that say what is allowed.
    pub(crate) n_bounds: usize,
    /// What it reads.
    pub(crate) reads: Reads,
}

/// What a reader reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// One number.
    Number,
    /// Several numbers with spaces between them.
    Numbers,
    /// One token.
    Token,
    /// Several tokens with spaces between them.
    Tokens,
    /// One line or several, with their ends.
    Lines,
}

impl Reader {
    /// The reader of a name.
    pub(crate) fn of(name: &str) -> Option<Reader> {
        let (n_before, n_bounds, reads) = match name {
            "readInt" | "readInteger" | "readLong" | "readUnsignedLong" | "readDouble" | "readReal" => {
                (0, 2, Reads::Number)
            }
            "readStrictDouble" | "readStrictReal" => (0, 4, Reads::Number),
            "readInts" | "readIntegers" | "readLongs" | "readUnsignedLongs" | "readDoubles" | "readReals" => {
                (1, 2, Reads::Numbers)
            }
            "readStrictDoubles" | "readStrictReals" => (1, 4, Reads::Numbers),
            "readToken" | "readWord" => (0, 1, Reads::Token),
            "readTokenTo" | "readWordTo" => (1, 1, Reads::Token),
            "readTokens" | "readWords" => (1, 1, Reads::Tokens),
            "readLine" | "readString" => (0, 1, Reads::Lines),
            "readLineTo" | "readStringTo" | "readLines" | "readStrings" => (1, 1, Reads::Lines),
            _ => return None,
        };
        Some(Reader { n_before, n_bounds, reads })
    }

    /// The argument that names what is read: the one behind what is allowed.
    pub(crate) fn name_argument<A>(self, arguments: &[A]) -> Option<&A> {
        arguments.last().filter(|_| arguments.len() > self.n_before + self.n_bounds)
    }

    /// Whether a call with this many arguments says nothing about what is allowed.
    pub(crate) fn is_unbounded(self, n_args: usize) -> bool {
        // The index of the first element may follow the size.
        n_args <= self.n_before || self.reads == Reads::Numbers && n_args == 2
    }

    /// Whether a call with this many arguments has bounds and no name.
    pub(crate) fn is_unnamed(self, n_args: usize) -> bool {
        n_args == self.n_before + self.n_bounds
    }

    /// Whether what it reads ends with a token.
    pub(crate) fn reads_tokens(self) -> bool {
        match self.reads {
            Reads::Number | Reads::Numbers | Reads::Token | Reads::Tokens => true,
            Reads::Lines => false,
        }
    }

    /// Whether it reads numbers that may have a point.
    pub(crate) fn reads_reals(self, name: &str) -> bool {
        matches!(self.reads, Reads::Number | Reads::Numbers) && (name.contains("Double") || name.contains("Real"))
    }

    /// Whether it returns what it reads.
    pub(crate) fn returns(self, name: &str) -> bool {
        !name.ends_with("To")
    }
}
