//! The stable codes of findings.
//!
//! Invariant: every code has a section of the same name in the reference page, kept by a test.

use std::{borrow::Cow, fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::Severity;
use crate::settings::suggest::nearest;

/// Declares the codes with their words and usual severities.
macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident,)*) => {
        /// The stable code of a kind of finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
            /// `testlib-NN`: one of the numbered mistakes with testlib.
            Testlib(u8),
        }

        impl Code {
            /// Every code but the numbered ones, in the order of the reference page.
            pub const NAMED: &'static [Code] = &[$(Code::$variant,)*];

            /// The severity a finding of this code usually has.
            pub fn severity(self) -> Severity {
                match self {
                    $(Code::$variant => Severity::$severity,)*
                    Code::Testlib(number) if Code::POORER.contains(&number) || Code::NOT_PORTABLE.contains(&number) => {
                        Severity::Hint
                    }
                    Code::Testlib(_) => Severity::Warning,
                }
            }

            /// The word that stands for it.
            fn name(self) -> Cow<'static, str> {
                match self {
                    $(Code::$variant => $name.into(),)*
                    Code::Testlib(number) => format!("testlib-{number:02}").into(),
                }
            }
        }
    };
}

codes! {
    BuildFailed "build-failed" Error,
    BuildWarning "build-warning" Information,
    ValidatorMissing "validator-missing" Warning,
    ValidatorRejectsSample "validator-rejects-sample" Error,
    ValidatorRejectsTest "validator-rejects-test" Error,
    ValidatorAcceptsInvalid "validator-accepts-invalid" Warning,
    BoundNeverHit "bound-never-hit" Hint,
    GeneratorFailed "generator-failed" Error,
    GeneratorTimeout "generator-timeout" Error,
    GeneratorNotReproducible "generator-not-reproducible" Warning,
    GeneratorUnknown "generator-unknown" Error,
    GeneratorUnused "generator-unused" Information,
    FailsWithUpstreamTestlib "fails-with-upstream-testlib" Warning,
    OptionUnknown "option-unknown" Warning,
    OptionMissing "option-missing" Warning,
    OptionUnused "option-unused" Information,
    OptionValueUnhandled "option-value-unhandled" Warning,
    TestInvalid "test-invalid" Error,
    TestDuplicate "test-duplicate" Warning,
    TestKillsNothing "test-kills-nothing" Hint,
    TestSoleKiller "test-sole-killer" Hint,
    CheckerRejectsAnswer "checker-rejects-answer" Error,
    CheckerCrashed "checker-crashed" Error,
    CheckerAcceptsJunk "checker-accepts-junk" Warning,
    CheckerBoundNarrower "checker-bound-narrower" Warning,
    CheckerReadsDiffer "checker-reads-differ" Warning,
    InteractorFailed "interactor-failed" Error,
    InteractorAcceptsJunk "interactor-accepts-junk" Warning,
    InteractorRejectsRight "interactor-rejects-right" Warning,
    CorrectSolutionFails "correct-solution-fails" Error,
    WrongSolutionPasses "wrong-solution-passes" Error,
    ExpectationUnmet "expectation-unmet" Warning,
    SolutionUnlabelled "solution-unlabelled" Information,
    LabelContradiction "label-contradiction" Warning,
    BorderlineTime "borderline-time" Warning,
    NotMeasured "not-measured" Warning,
    SolutionFlaky "solution-flaky" Warning,
    OraclesDisagree "oracles-disagree" Warning,
    UndefinedBehaviour "undefined-behaviour" Warning,
    MemoryError "memory-error" Warning,
    NoTests "no-tests" Warning,
    NoMain "no-main" Information,
    NoCorrectSolution "no-correct-solution" Warning,
    NoWrongSolution "no-wrong-solution" Warning,
    LimitsAssumed "limits-assumed" Information,
    LimitCapped "limit-capped" Warning,
    LimitsUnitSuspect "limits-unit-suspect" Warning,
    ManifestBroken "manifest-broken" Error,
    ManifestStale "manifest-stale" Warning,
    FileLeftOut "file-left-out" Warning,
    RoleAmbiguous "role-ambiguous" Information,
    StatementMismatch "statement-mismatch" Warning,
    ToolMissing "tool-missing" Warning,
    SettingNotAllowedHere "setting-not-allowed-here" Warning,
}

impl Code {
    /// The code that a word was perhaps meant to be.
    pub fn nearest(word: &str) -> Option<Code> {
        let words: Vec<String> = Code::all().map(|code| code.to_string()).collect();
        nearest(word, words.iter().map(String::as_str))?.parse().ok()
    }

    /// The numbers of the mistakes with testlib that are looked for.
    pub const TESTLIB: [u8; 37] = [
        1, 2, 3, 5, 6, 9, 10, 11, 12, 13, 15, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 29, 31, 32, 33, 34, 35, 36,
        41, 44, 45, 46, 47, 49, 51, 52,
    ];

    /// Numbered mistakes are known up to here. Those that are not looked for may be named in settings and comments.
    const N_TESTLIB: u8 = 52;

    /// The mistakes that only make messages, or what is printed, poorer, or are none with most texts.
    const POORER: [u8; 6] = [21, 27, 29, 41, 44, 52];

    /// The mistakes that work with our header and do not compile with the usual one.
    const NOT_PORTABLE: [u8; 5] = [1, 2, 3, 5, 6];

    /// Whether it is about what works with our header and not with the usual one.
    pub fn is_portability(self) -> bool {
        matches!(self, Code::Testlib(number) if Code::NOT_PORTABLE.contains(&number))
    }

    /// Why no edit of a file repairs what has this code: a sentence without a full stop, which says what does; `None` where one
    /// may.
    pub fn why_no_edit_repairs(self) -> Option<&'static str> {
        match self {
            Code::WrongSolutionPasses => {
                Some("a wrong solution that passes needs another test; `touchstone hack` looks for one")
            }
            Code::BoundNeverHit => {
                Some("a bound that no test reaches needs another test; `touchstone hack` looks for one")
            }
            Code::NoTests => Some("tests are missing; `touchstone write generator` makes the first ones"),
            Code::ValidatorMissing => Some("the validator is missing; `touchstone write validator` writes one"),
            Code::TestKillsNothing | Code::TestSoleKiller => {
                Some("this says what a test is good for, and names nothing that is wrong")
            }
            Code::NoMain
            | Code::NoCorrectSolution
            | Code::NoWrongSolution
            | Code::SolutionUnlabelled
            | Code::LabelContradiction => Some("what a solution is expected to do is for you to say; change its label"),
            Code::LimitsAssumed | Code::LimitCapped | Code::LimitsUnitSuspect | Code::BorderlineTime => {
                Some("limits are for you to say; `touchstone calibrate` measures what they should be")
            }
            Code::NotMeasured => Some("this machine was too busy; check again when it is not"),
            Code::ToolMissing => Some("a program is missing on this machine; install it"),
            _ => None,
        }
    }

    /// Every code that findings have, in the order of the reference page.
    pub fn all() -> impl Iterator<Item = Code> {
        Code::NAMED.iter().copied().chain(Code::TESTLIB.into_iter().map(Code::Testlib))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

/// The word is no finding code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCode;

impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(word: &str) -> Result<Code, UnknownCode> {
        if let Some(number) = word.strip_prefix("testlib-") {
            let number = number.parse().map_err(|_| UnknownCode)?;
            return if (1..=Code::N_TESTLIB).contains(&number) { Ok(Code::Testlib(number)) } else { Err(UnknownCode) };
        }
        Code::NAMED.iter().copied().find(|code| code.name() == word).ok_or(UnknownCode)
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        output.serialize_str(&self.name())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Code, D::Error> {
        let word = Cow::<'de, str>::deserialize(input)?;
        word.parse().map_err(|UnknownCode| D::Error::custom(format!("{word} is no finding code")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_codes() {
        for code in Code::all() {
            assert_eq!(code.to_string().parse(), Ok(code));
        }
        assert_eq!("testlib-07".parse(), Ok(Code::Testlib(7)), "it is not looked for, and may be named");
        assert_eq!(Code::Testlib(7).to_string(), "testlib-07");
        assert_eq!("testlib-53".parse::<Code>(), Err(UnknownCode));
        assert_eq!("no-such-code".parse::<Code>(), Err(UnknownCode));
    }
}
