//! The standard checkers by name.

use super::{
    cases, files::Files, integers, lines, number::Tolerance, outcome::Outcome, points, reals, stream::Reading, tokens,
    yes_no,
};

/// A checker that comes with testlib.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standard {
    /// One real number, absolute error; the same as [`Standard::Rcmp`].
    Acmp,
    /// `Case k:` and an integer.
    Caseicmp,
    /// `Case k:` and integers.
    Casencmp,
    /// `Case k:` and words.
    Casewcmp,
    /// One real number, relative or absolute error of 1e-6.
    Dcmp,
    /// Lines, blanks included.
    Fcmp,
    /// One integer of any length.
    Hcmp,
    /// One integer of 32 bits.
    Icmp,
    /// Words on lines.
    Lcmp,
    /// Integers of 64 bits in order.
    Ncmp,
    /// `YES` or `NO` for every test case.
    Nyesno,
    /// Sample of a score.
    Pointscmp,
    /// Sample of a text in place of a score.
    Pointsinfo,
    /// One real number, absolute error of 1.5e-6.
    Rcmp,
    /// Real numbers, relative or absolute error of 1e-4.
    Rcmp4,
    /// Real numbers, relative or absolute error of 1e-6.
    Rcmp6,
    /// Real numbers, relative or absolute error of 1e-9.
    Rcmp9,
    /// Real numbers, absolute error of 1.5e-5.
    Rncmp,
    /// Integers of 64 bits in any order.
    Uncmp,
    /// Tokens in order.
    Wcmp,
    /// `YES` or `NO`.
    Yesno,
}

impl Standard {
    /// Every checker, by name.
    pub const ALL: [Standard; 21] = [
        Standard::Acmp,
        Standard::Caseicmp,
        Standard::Casencmp,
        Standard::Casewcmp,
        Standard::Dcmp,
        Standard::Fcmp,
        Standard::Hcmp,
        Standard::Icmp,
        Standard::Lcmp,
        Standard::Ncmp,
        Standard::Nyesno,
        Standard::Pointscmp,
        Standard::Pointsinfo,
        Standard::Rcmp,
        Standard::Rcmp4,
        Standard::Rcmp6,
        Standard::Rcmp9,
        Standard::Rncmp,
        Standard::Uncmp,
        Standard::Wcmp,
        Standard::Yesno,
    ];

    /// The name of its program: `wcmp`.
    pub fn name(self) -> &'static str {
        match self {
            Standard::Acmp => "acmp",
            Standard::Caseicmp => "caseicmp",
            Standard::Casencmp => "casencmp",
            Standard::Casewcmp => "casewcmp",
            Standard::Dcmp => "dcmp",
            Standard::Fcmp => "fcmp",
            Standard::Hcmp => "hcmp",
            Standard::Icmp => "icmp",
            Standard::Lcmp => "lcmp",
            Standard::Ncmp => "ncmp",
            Standard::Nyesno => "nyesno",
            Standard::Pointscmp => "pointscmp",
            Standard::Pointsinfo => "pointsinfo",
            Standard::Rcmp => "rcmp",
            Standard::Rcmp4 => "rcmp4",
            Standard::Rcmp6 => "rcmp6",
            Standard::Rcmp9 => "rcmp9",
            Standard::Rncmp => "rncmp",
            Standard::Uncmp => "uncmp",
            Standard::Wcmp => "wcmp",
            Standard::Yesno => "yesno",
        }
    }

    /// What it says about itself.
    pub fn title(self) -> &'static str {
        match self {
            Standard::Acmp | Standard::Rcmp => "compare two doubles, maximal absolute error = 0.0000015000",
            Standard::Caseicmp => "Single int64 checker with testcase-support",
            Standard::Casencmp => "Many int64s checker with testcase-support",
            Standard::Casewcmp => "Tokens checker with testcase-support",
            Standard::Dcmp => "compare two doubles, maximal absolute or relative error = 0.0000010000",
            Standard::Fcmp => "compare files as sequence of lines",
            Standard::Hcmp => "compare two signed huge integers",
            Standard::Icmp => "compare two signed int32's",
            Standard::Lcmp => "compare files as sequence of tokens in lines",
            Standard::Ncmp => "compare ordered sequences of signed int64 numbers",
            Standard::Nyesno => "multiple YES/NO (case insensitive)",
            Standard::Pointscmp => "example of scored checker",
            Standard::Pointsinfo => "example of checker with points_info",
            Standard::Rcmp4 => "compare two sequences of doubles, max absolute or relative error = 0.00010",
            Standard::Rcmp6 => "compare two sequences of doubles, max absolute or relative  error = 0.0000010",
            Standard::Rcmp9 => "compare two sequences of doubles, max absolute or relative error = 0.0000000010",
            Standard::Rncmp => "compare two sequences of doubles, maximal absolute error = 0.0000150000",
            Standard::Uncmp => "compare unordered sequences of signed int64 numbers",
            Standard::Wcmp => "compare sequences of tokens",
            Standard::Yesno => "YES or NO (case insensitive)",
        }
    }

    /// Reads a name, also as the file `wcmp.cpp` and as Polygon writes it, `std::wcmp.cpp`.
    pub fn from_name(name: &str) -> Option<Standard> {
        let name = name.strip_prefix("std::").unwrap_or(name);
        let name = name.strip_suffix(".cpp").unwrap_or(name);
        Standard::ALL.into_iter().find(|checker| checker.name() == name)
    }

    /// Changes whenever this checker may answer differently than before; part of the key under which outcomes are kept.
    pub fn version(self) -> u32 {
        1
    }

    /// Judges an output by an answer; `None` is an absent file, and the names are for messages.
    pub fn check(self, output: Option<&[u8]>, answer: Option<&[u8]>, answer_name: &str, output_name: &str) -> Outcome {
        let judge = || -> Reading<Outcome> {
            let mut files = Files::open((output, output_name), (answer, answer_name))?;
            let outcome = self.compare(&mut files)?;
            Ok(files.settle(outcome))
        };
        judge().unwrap_or_else(|early| early)
    }

    /// The verdict, or the verdict that ended the reading.
    fn compare(self, files: &mut Files<'_>) -> Reading<Outcome> {
        match self {
            Standard::Acmp | Standard::Rcmp => reals::one(files, Tolerance::Absolute(1.5e-6)),
            Standard::Caseicmp => cases::caseicmp(files),
            Standard::Casencmp => cases::casencmp(files),
            Standard::Casewcmp => cases::casewcmp(files),
            Standard::Dcmp => reals::one(files, Tolerance::Either(1e-6)),
            Standard::Fcmp => Ok(lines::fcmp(files)),
            Standard::Hcmp => integers::hcmp(files),
            Standard::Icmp => integers::icmp(files),
            Standard::Lcmp => Ok(lines::lcmp(files)),
            Standard::Ncmp => integers::ncmp(files),
            Standard::Nyesno => yes_no::nyesno(files),
            Standard::Pointscmp => points::pointscmp(files),
            Standard::Pointsinfo => points::pointsinfo(files),
            Standard::Rcmp4 => reals::rcmp_many(files, 1e-4, 5),
            Standard::Rcmp6 => reals::rcmp_many(files, 1e-6, 7),
            Standard::Rcmp9 => reals::rcmp_many(files, 1e-9, 10),
            Standard::Rncmp => reals::rncmp(files),
            Standard::Uncmp => integers::uncmp(files),
            Standard::Wcmp => tokens::wcmp(files),
            Standard::Yesno => yes_no::yesno(files),
        }
    }
}
