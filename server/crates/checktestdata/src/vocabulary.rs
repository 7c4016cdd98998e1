//! The words of the language, with what an editor shows of them.

/// A word of the language.
#[allow(missing_docs, reason = "each is named as it is written; `Word::sentence` says what it does")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Space,
    Newline,
    Eof,
    Int,
    Float,
    Floatp,
    String,
    Regex,
    Assert,
    Set,
    Unset,
    Rep,
    Repi,
    While,
    Whilei,
    If,
    Else,
    End,
    Match,
    Iseof,
    Unique,
    Inarray,
    Strlen,
    Fixed,
    Scientific,
}

/// Where a word may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A command of its own, which may also be a separator.
    Command,
    /// It opens a block that `END` closes.
    Block,
    /// `ELSE` and `END`.
    BlockEnd,
    /// Within a test.
    Test,
    /// Within an expression.
    Function,
    /// The last argument of `FLOAT` and `FLOATP`.
    Notation,
}

/// What is known of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The word.
    pub word: Word,
    /// As it is written.
    pub name: &'static str,
    /// Where it may stand.
    pub role: Role,
    /// With its arguments; what may be left out stands in `[…]`.
    pub signature: &'static str,
    /// What it does.
    pub sentence: &'static str,
}

const fn entry(word: Word, name: &'static str, role: Role, signature: &'static str, sentence: &'static str) -> Entry {
    Entry { word, name, role, signature, sentence }
}

/// All words, in the order of [`Word`].
pub const VOCABULARY: [Entry; 25] = [
    entry(Word::Space, "SPACE", Role::Command, "SPACE", "Reads one space."),
    entry(Word::Newline, "NEWLINE", Role::Command, "NEWLINE", "Reads one line end, a single line feed."),
    entry(
        Word::Eof,
        "EOF",
        Role::Command,
        "EOF",
        "Expects the end of the input, as the end of the program does anyway.",
    ),
    entry(
        Word::Int,
        "INT",
        Role::Command,
        "INT(min, max [, var])",
        "Reads an integer from min to max, without leading zeros and without plus, and stores it in var.",
    ),
    entry(
        Word::Float,
        "FLOAT",
        Role::Command,
        "FLOAT(min, max [, var [, FIXED|SCIENTIFIC]])",
        "Reads a float from min to max and stores it in var; the last argument restricts the notation.",
    ),
    entry(
        Word::Floatp,
        "FLOATP",
        Role::Command,
        "FLOATP(min, max, mindecimals, maxdecimals [, var [, FIXED|SCIENTIFIC]])",
        "Reads a float from min to max with as many decimals as allowed; in scientific notation exactly one digit, not 0, \
         stands before the point.",
    ),
    entry(Word::String, "STRING", Role::Command, "STRING(text)", "Reads exactly this text."),
    entry(
        Word::Regex,
        "REGEX",
        Role::Command,
        "REGEX(pattern [, var])",
        "Reads what the regular expression matches at this place, as much as possible, and stores it in var; `.` matches \
         a line end too.",
    ),
    entry(
        Word::Assert,
        "ASSERT",
        Role::Command,
        "ASSERT(test)",
        "Reads nothing and rejects the input when the test is false.",
    ),
    entry(
        Word::Set,
        "SET",
        Role::Command,
        "SET(var = value [, var = value …])",
        "Assigns the values, one after the other.",
    ),
    entry(
        Word::Unset,
        "UNSET",
        Role::Command,
        "UNSET(name [, name …])",
        "Forgets the variables, with all their indices.",
    ),
    entry(
        Word::Rep,
        "REP",
        Role::Block,
        "REP(count [, separator]) … END",
        "Repeats the commands count times, with the separator command between two rounds.",
    ),
    entry(
        Word::Repi,
        "REPI",
        Role::Block,
        "REPI(var, count [, separator]) … END",
        "Repeats the commands count times while var counts from 0; behind the loop var is count.",
    ),
    entry(
        Word::While,
        "WHILE",
        Role::Block,
        "WHILE(test [, separator]) … END",
        "Repeats the commands while the test holds, with the separator command between two rounds.",
    ),
    entry(
        Word::Whilei,
        "WHILEI",
        Role::Block,
        "WHILEI(var, test [, separator]) … END",
        "Repeats the commands while the test holds, and counts the rounds in var, from 0.",
    ),
    entry(
        Word::If,
        "IF",
        Role::Block,
        "IF(test) … [ELSE …] END",
        "Runs the first commands when the test holds, else those behind ELSE.",
    ),
    entry(Word::Else, "ELSE", Role::BlockEnd, "ELSE", "Begins the commands for when the test of IF does not hold."),
    entry(Word::End, "END", Role::BlockEnd, "END", "Ends REP, REPI, WHILE, WHILEI or IF."),
    entry(
        Word::Match,
        "MATCH",
        Role::Test,
        "MATCH(characters)",
        "Whether the next character of the input is one of these; false at the end.",
    ),
    entry(Word::Iseof, "ISEOF", Role::Test, "ISEOF", "Whether the input ends here."),
    entry(
        Word::Unique,
        "UNIQUE",
        Role::Test,
        "UNIQUE(name [, name …])",
        "Whether the values of the arrays, taken together at each index, all differ; the arrays must have the same indices.",
    ),
    entry(Word::Inarray, "INARRAY", Role::Test, "INARRAY(value, name)", "Whether the value is one of the array's."),
    entry(Word::Strlen, "STRLEN", Role::Function, "STRLEN(text)", "How many bytes the string has."),
    entry(Word::Fixed, "FIXED", Role::Notation, "FIXED", "Only floats without an exponent are read."),
    entry(Word::Scientific, "SCIENTIFIC", Role::Notation, "SCIENTIFIC", "Only floats with an exponent are read."),
];

impl Word {
    /// The word that is written so.
    pub fn of(name: &[u8]) -> Option<Word> {
        VOCABULARY.iter().find(|entry| entry.name.as_bytes() == name).map(|entry| entry.word)
    }

    /// What is known of it.
    pub fn entry(self) -> &'static Entry {
        &VOCABULARY[self as usize]
    }

    /// As it is written.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Where it may stand.
    pub fn role(self) -> Role {
        self.entry().role
    }

    /// The word that was probably meant by letters that are none.
    pub(crate) fn near(name: &[u8]) -> Option<Word> {
        if name.len() > 16 {
            return None;
        }
        let by_distance = VOCABULARY.iter().map(|entry| (distance(name, entry.name.as_bytes()), entry));
        let (distance, entry) = by_distance.min_by_key(|(distance, _)| *distance)?;
        (distance * 3 <= name.len()).then_some(entry.word)
    }
}

/// How many letters must be put in, taken out or changed.
fn distance(left: &[u8], right: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (n_left, left) in left.iter().enumerate() {
        let mut diagonal = n_left;
        row[0] = n_left + 1;
        for (at, right) in right.iter().enumerate() {
            let changed = diagonal + usize::from(left != right);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_its_entry() {
        for (at, entry) in VOCABULARY.iter().enumerate() {
            assert_eq!(entry.word as usize, at);
            assert!(entry.signature.starts_with(entry.name));
        }
    }

    #[test]
    fn near_words_are_found() {
        assert_eq!(Word::near(b"NEWLIEN"), Some(Word::Newline));
        assert_eq!(Word::near(b"INTEGER"), None);
        assert_eq!(Word::near(b"FOO"), None);
        assert_eq!(Word::near(b"SPACES"), Some(Word::Space));
    }
}
