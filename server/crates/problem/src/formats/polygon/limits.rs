//! Limits: those of the testset `tests`, else of the first one.

use super::{
    manifest::{Manifest, broken},
    testset::{Number, Testset},
};
use crate::{
    finding::{Code, Finding},
    model::{Limits, TimeLimit},
};

/// A time limit outside of these, in milliseconds, is probably meant in another unit.
const USUAL_MS: std::ops::RangeInclusive<u64> = 50..=120_000;
/// A memory limit outside of these, in bytes, is probably meant in another unit.
const USUAL_BYTES: std::ops::RangeInclusive<u64> = 1 << 20..=1 << 38;

/// The limits for solutions, and findings about them. A limit of zero is no limit, so the usual one takes its place.
pub(super) fn read(manifest: &Manifest, findings: &mut Vec<Finding>) -> Limits {
    let testsets = &manifest.testsets;
    let Some(testset) = testsets.iter().find(|testset| testset.name == "tests").or(testsets.first()) else {
        let message = "no limits could be read from problem.xml, so 2 s and 256 MB are assumed";
        findings.push(Finding::of_folder(Code::LimitsAssumed, message));
        return Limits::assumed();
    };
    let assumed = Limits::assumed();
    let time = time_of(testset, findings);
    let memory = memory_of(testset, findings);
    Limits {
        languages: Default::default(),
        source: if time.or(memory).is_some() { "problem.xml".to_owned() } else { assumed.source },
        time: time.map_or(assumed.time, TimeLimit::Fixed),
        memory_bytes: memory.unwrap_or(assumed.memory_bytes),
        output_bytes: assumed.output_bytes,
    }
}

fn time_of(testset: &Testset, findings: &mut Vec<Finding>) -> Option<u64> {
    let Some(Number { value, place }) = &testset.time_limit else {
        findings.push(broken(testset.place.clone(), "the testset has no `time-limit`, so 2 s is assumed"));
        return None;
    };
    let value = (*value)?;
    if !USUAL_MS.contains(&value) {
        let message = format!("a time limit of {value} ms is unusual; `time-limit` is in milliseconds");
        findings.push(Finding::at(Code::LimitsUnitSuspect, place.clone(), message));
    }
    Some(value).filter(|&value| value > 0)
}

fn memory_of(testset: &Testset, findings: &mut Vec<Finding>) -> Option<u64> {
    let Some(Number { value, place }) = &testset.memory_limit else {
        findings.push(broken(testset.place.clone(), "the testset has no `memory-limit`, so 256 MB is assumed"));
        return None;
    };
    let value = (*value)?;
    if !USUAL_BYTES.contains(&value) {
        let message = format!("a memory limit of {value} bytes is unusual; `memory-limit` is in bytes");
        findings.push(Finding::at(Code::LimitsUnitSuspect, place.clone(), message));
    }
    Some(value).filter(|&value| value > 0)
}
