//! What the source of one program says, as plain values. The crate `cpp` fills these in from the syntax tree.

use serde::{Deserialize, Serialize};

use crate::{fold, text::Range};

/// Everything the readers want to know about one source file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SourceFacts {
    /// Calls of testlib's register functions, in source order.
    pub registers: Vec<RegisterCall>,
    /// `#include` lines, in source order.
    pub includes: Vec<Include>,
    /// Reads of command-line options by generators.
    pub options: Vec<OptionRead>,
    /// Some option is read under a name or index that is not a literal, so the list above is not whole.
    pub options_incomplete: bool,
    /// Options whose value is compared with literals and not used otherwise.
    pub choices: Vec<Choices>,
    /// Where `main` is defined.
    pub main: Option<Range>,
    /// Whether it is in Python 2, which Python 3 does not run.
    pub python_2: bool,
    /// The first line, if it names an interpreter.
    pub interpreter: Option<String>,
    /// Exit codes written as literals in `exit(…)`, `return …` of `main`, `sys.exit(…)`.
    pub exit_codes: Vec<i32>,
    /// Names of numbers that are read at most once in an input.
    pub reads_once: Vec<String>,
    /// Reads of numbers and texts from streams, in source order.
    pub reads: Vec<ReadCall>,
    /// What a validator reads, as lines for people: `n m`, then `m times:`, then `  u v`.
    pub input: Vec<String>,
    /// Named constants with an integer value, by name, and that in decimal digits.
    pub constants: Vec<(String, String)>,
    /// What a validator allows of sums of variables, in source order.
    pub sums: Vec<SumBound>,
    /// What a solution takes for granted of its input, in the order of the places.
    pub assumptions: Vec<Assumption>,
    /// The label written into the source: the words behind `@EXPECTED_RESULTS@:`.
    pub expected_results: Option<(Vec<String>, Range)>,
    /// The score written into the source, behind `@EXPECTED_SCORE@:`.
    pub expected_score: Option<(f64, Range)>,
    /// `touchstone: allow CODE` comments: the code and the 0-based line it applies to.
    pub allows: Vec<Allow>,
}

/// A call of a register function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisterCall {
    /// Which one.
    pub register: Register,
    /// Number of arguments written in the call.
    pub n_args: u32,
    /// The call.
    pub range: Range,
}

/// The register functions of testlib, by what they make of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Register {
    /// `registerGen`
    Generator,
    /// `registerValidation`
    Validator,
    /// `registerTestlibCmd`, `registerTestlib`, `registerLemonChecker`
    Checker,
    /// `registerInteraction`
    Interactor,
    /// `registerScorer`
    Scorer,
}

impl Register {
    /// The name people know it by.
    pub fn function(self) -> &'static str {
        match self {
            Register::Generator => "registerGen",
            Register::Validator => "registerValidation",
            Register::Checker => "registerTestlibCmd",
            Register::Interactor => "registerInteraction",
            Register::Scorer => "registerScorer",
        }
    }
}

/// An `#include` line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Include {
    /// What stands between the quotes or brackets.
    pub name: String,
    /// `"name"` rather than `<name>`.
    pub quoted: bool,
    /// The whole directive.
    pub range: Range,
}

/// What a validator allows of the sum of all values of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SumBound {
    /// The variable that is added, as the source names it.
    pub variable: String,
    /// The greatest sum.
    pub most: ReadBound,
    /// The comparison.
    pub range: Range,
}

/// What a solution takes for granted of a variable of its input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumption {
    /// The variable, as the source names it.
    pub variable: String,
    /// The greatest value that is provided for.
    pub greatest: i128,
    /// What has no room for more: `int`, `a[200005]`.
    pub why: String,
    /// Where that is read, or used.
    pub range: Range,
}

/// One `inf.readInt(1, n, "a")` or the like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadCall {
    /// `inf`, `ouf` or `ans`; `None` for another object.
    pub stream: Option<String>,
    /// The function, such as `readInt`.
    pub function: String,
    /// The name that it gives to what is read, as it is written, or what makes it begins with.
    pub name: Option<String>,
    /// The variable that takes what is read.
    pub receiver: Option<String>,
    /// The least and the greatest number that it allows.
    pub bounds: Option<(ReadBound, ReadBound)>,
    /// The call.
    pub range: Range,
}

/// A bound of a read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadBound {
    /// As it is written.
    pub text: String,
    /// What that comes to, if it is constant.
    pub value: Option<i128>,
    /// Where it stands.
    pub range: Range,
}

/// One `opt<T>(key[, default])`, `has_opt(key)` or the like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionRead {
    /// Which option.
    pub key: OptionKey,
    /// The type as written, `bool` for `has_opt`, empty when none is written.
    pub type_name: String,
    /// Whether a default is given, so that the option may be left out.
    pub has_default: bool,
    /// Whether every run of the program comes to it.
    pub is_certain: bool,
    /// The call.
    pub range: Range,
}

/// An option whose value a generator does nothing with but compare it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// Which option.
    pub key: OptionKey,
    /// The values that something is done for, as commands write them.
    pub values: Vec<String>,
    /// Whether another value ends the program with a failure; else no branch is for it.
    pub fails: bool,
    /// The first place where it is compared.
    pub range: Range,
}

/// How an option is named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum OptionKey {
    /// `-n 5`, `--n=5`, `-n5`.
    Name(String),
    /// The 1-based number of a positional argument.
    Index(u32),
}

/// A comment that suppresses a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allow {
    /// The finding code as written.
    pub code: String,
    /// 0-based line of the comment; it covers this line and the next.
    pub line: u32,
}

impl ReadCall {
    /// Whether it reads the problem's input, which `inf` is.
    pub fn is_of_input(&self) -> bool {
        self.stream.as_deref() == Some("inf")
    }
}

impl ReadBound {
    /// Whether it is a number as it is written: `200000`, `2e5`, `4000000000LL`.
    pub fn is_literal(&self) -> bool {
        let body = self.text.trim_start_matches('-').trim_start();
        body.starts_with(|first: char| first.is_ascii_digit())
            && body.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '.' | '\''))
    }
}

impl SourceFacts {
    /// What a bound comes to, with the constants that are known here.
    pub fn value_of(&self, bound: &ReadBound) -> Option<i128> {
        let named = |name: &str| Some(self.constants.iter().find(|(known, _)| known == name)?.1.as_str());
        bound.value.or_else(|| fold::integer(&bound.text, &named))
    }

    /// The first register call, which decides the program's role.
    pub fn register(&self) -> Option<&RegisterCall> {
        self.registers.first()
    }

    /// Whether a file of this base name is included.
    pub fn includes_file(&self, base_name: &str) -> bool {
        self.includes.iter().any(|include| include.name.rsplit('/').next() == Some(base_name))
    }

    /// Whether exit codes 42 or 43 are written, as Kattis-style validators do.
    pub fn exits_like_kattis(&self) -> bool {
        self.exit_codes.iter().any(|code| matches!(code, 42 | 43))
    }

    /// Whether a finding of `code` on the 0-based `line` is suppressed.
    pub fn allows(&self, code: &str, line: u32) -> bool {
        self.allows.iter().any(|allow| allow.code == code && (allow.line == line || allow.line + 1 == line))
    }
}
