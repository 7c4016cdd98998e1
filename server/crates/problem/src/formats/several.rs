//! What is said where several programs could play one part, and nobody said which is meant.

use crate::{
    finding::{Code, Finding},
    model::Role,
    path::RelPath,
    text::{Place, Range},
    words::enumerated,
};

/// One program was chosen, for a reason.
pub(super) fn one_of(role: Role, used: &RelPath, others: &[&RelPath], why: &str) -> Finding {
    let role = role.name();
    let names: Vec<String> = others.iter().map(ToString::to_string).collect();
    let (are, them) = if others.len() == 1 { ("is", "it") } else { ("are", "them") };
    let message = format!(
        "{used} is the {role}, since {why}; {} {are} not used: remove {them}, or give {them} the role `ignore` in \
         touchstone.toml",
        enumerated(&names, 4)
    );
    with_others(Finding::of_file(Code::RoleAmbiguous, used, message), others, "not used")
}

/// All validators are asked.
pub(super) fn all_validators(validators: &[&RelPath]) -> Option<Finding> {
    let (first, others) = validators.split_first().filter(|(_, others)| !others.is_empty())?;
    let names: Vec<String> = validators.iter().map(ToString::to_string).collect();
    let message = format!(
        "every test has to pass {}, since nothing says which validator is meant; give what is no part of the problem \
         the role `ignore` in touchstone.toml",
        enumerated(&names, 4)
    );
    Some(with_others(Finding::of_file(Code::RoleAmbiguous, first, message), others, "another validator"))
}

fn with_others(finding: Finding, others: &[&RelPath], words: &str) -> Finding {
    others.iter().fold(finding, |finding, other| {
        finding.with_related(Place { path: (*other).clone(), range: Range::default() }, words)
    })
}
