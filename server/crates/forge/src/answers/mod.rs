//! What models have to answer: a type for each task.
//!
//! Each is said once, here. What is sent to servers as a schema is made of the type, the words of its fields included, so
//! those are written for the model; what comes back is decoded into it, and refused with its place where it is something
//! else. `prompts/schemas` shows the same schemas to people who write prompts of their own.
//!
//! Invariant: a key that may be left out is an `Option`, and every other one is required.

mod analysis;
mod edits;
mod inputs;
mod programs;
mod suites;

use llm::schema::Shape;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

pub use self::{
    analysis::{Constraint, ConstraintKind, Explain, Limit, Pitfall, PitfallKind, ProblemAnalysis},
    edits::{Fix, WrittenEdit, as_tried, edits},
    inputs::{
        AdversarialTest, AdversarialTests, DirectInput, DirectInputs, DiscriminativeTest, DiscriminativeTests,
        ProgramName,
    },
    programs::{
        BruteForce, Builtin, CheckedConstraint, Checker, Interactor, ProgramLanguage, SkippedConstraint, Validator,
    },
    suites::{
        Category, CurrentCommand, FlawedProgram, HackInputs, Label, RangeInputs, RefineGenerator, ReplacedCommand,
        RootCause, Scenario, StratifiedInputs, TestGenerator, WrittenCommand,
    },
};

/// The answer to a task.
pub trait Answer: DeserializeOwned + JsonSchema {
    /// The task's name, which is that of its template and of its schema.
    const TASK: &'static str;

    /// The template that travels in the binary.
    const TEMPLATE: &'static str;
}

/// What travels in the binary of a task.
pub(crate) struct Asked {
    pub(crate) task: &'static str,
    pub(crate) template: &'static str,
    pub(crate) shape: Shape,
}

impl Asked {
    pub(crate) fn of<A: Answer>() -> Asked {
        Asked { task: A::TASK, template: A::TEMPLATE, shape: Shape::of::<A>() }
    }
}

macro_rules! answers {
    ($($answer:ty => $task:literal,)*) => {
        $(impl Answer for $answer {
            const TASK: &'static str = $task;
            const TEMPLATE: &'static str =
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../prompts/", $task, ".md"));
        })*

        /// All tasks.
        #[cfg(test)]
        pub(crate) fn all() -> Vec<Asked> {
            vec![$(Asked::of::<$answer>()),*]
        }
    };
}

answers! {
    AdversarialTests => "adversarial_tests",
    BruteForce => "brute_force",
    Checker => "checker",
    DirectInputs => "direct_inputs",
    DiscriminativeTests => "discriminative_tests",
    Explain => "explain",
    Fix => "fix",
    HackInputs => "hack_inputs",
    Interactor => "interactor",
    ProblemAnalysis => "problem_analysis",
    RangeInputs => "range_inputs",
    RefineGenerator => "refine_generator",
    StratifiedInputs => "stratified_inputs",
    TestGenerator => "test_generator",
    Validator => "validator",
}

#[cfg(test)]
mod tests;
