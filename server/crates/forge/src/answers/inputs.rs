//! Answers that are tests one by one: written out, or each by a command.

use schemars::JsonSchema;
use serde::Deserialize;

use super::edits::WrittenEdit;

/// The name of a program, as it stands behind the word `program` where its source begins.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ProgramName(pub String);

/// Small inputs, written out.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct DirectInputs {
    /// Small inputs; empty if none can be written by hand.
    pub inputs: Vec<DirectInput>,
}

/// An input.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(description = "")]
pub struct DirectInput {
    /// What this input tests, in a few words.
    pub aim: String,
    /// The whole input, character by character, each line ended by a line feed.
    pub text: String,
}

/// Tests that break programs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct AdversarialTests {
    /// The whole new generator in C++17 with testlib, if commands need one; otherwise null.
    pub source: Option<String>,
    /// The smallest edits to the generator that the commands below need; null if none.
    pub edits: Option<Vec<WrittenEdit>>,
    /// New tests; none is an answer, too.
    pub tests: Vec<AdversarialTest>,
    /// Other limits of time and memory, with the reason, if the main solution is right and only too slow or too large for
    /// those assumed; otherwise null.
    pub limits: Option<String>,
}

/// A test that breaks programs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(description = "")]
pub struct AdversarialTest {
    /// The programs that this test is meant to break.
    pub aims_at: Vec<ProgramName>,
    /// What in the programs makes this happen.
    pub why: String,
    /// A generator command that makes the input; null if input is given.
    pub command: Option<String>,
    /// The whole input, written out; null if command is given.
    pub input: Option<String>,
}

/// Tests that split programs that look alike.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct DiscriminativeTests {
    /// The whole new generator in C++17 with testlib, if commands need one; otherwise null.
    pub source: Option<String>,
    /// The smallest edits to the generator that the commands below need; null if none.
    pub edits: Option<Vec<WrittenEdit>>,
    /// New tests, each passed by a program and failed by another; none is an answer, too.
    pub tests: Vec<DiscriminativeTest>,
    /// Other limits of time and memory, with the reason, if the main solution is right and only too slow or too large for
    /// those assumed; otherwise null.
    pub limits: Option<String>,
}

/// A test that one program passes and another one fails.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(description = "")]
pub struct DiscriminativeTest {
    /// The programs that should pass this test; at least one.
    pub expect_pass: Vec<ProgramName>,
    /// The programs that should fail this test; at least one.
    pub expect_fail: Vec<ProgramName>,
    /// What in the programs makes this happen.
    pub why: String,
    /// A generator command that makes the input; null if input is given.
    pub command: Option<String>,
    /// The whole input, written out; null if command is given.
    pub input: Option<String>,
}
