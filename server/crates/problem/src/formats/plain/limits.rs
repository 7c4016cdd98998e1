//! Limits: from the statement, else assumed.

use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::statement,
    model::{Limits, TimeLimit},
};

/// The limits, with a finding about those that no statement states.
pub(super) fn limits(folder: &dyn Folder, findings: &mut Vec<Finding>) -> Limits {
    let stated = statement::read(folder, findings);
    findings.extend(assumption(stated.time_ms.is_none(), stated.memory_bytes.is_none()));
    let mut limits = Limits::assumed();
    if let Some((bytes, path)) = stated.memory_bytes {
        limits.memory_bytes = bytes;
        limits.source = path.to_string();
    }
    if let Some((ms, path)) = stated.time_ms {
        limits.time = TimeLimit::Fixed(ms);
        limits.source = path.to_string();
    }
    limits
}

fn assumption(time: bool, memory: bool) -> Option<Finding> {
    let message = match (time, memory) {
        (true, true) => {
            "no statement states the limits, so 2 seconds and 256 MB are assumed; write `Time limit: 2 seconds` and \
             `Memory limit: 256 MB` into it"
        }
        (true, false) => {
            "no statement states the time limit, so 2 seconds are assumed; write `Time limit: 2 seconds` into it"
        }
        (false, true) => {
            "no statement states the memory limit, so 256 MB are assumed; write `Memory limit: 256 MB` into it"
        }
        (false, false) => return None,
    };
    Some(Finding::of_folder(Code::LimitsAssumed, message))
}
