//! A tool that has stood its other trials is probed, as `touchstone probe` does it: near misses for a validator, spoilt outputs
//! for a checker, sides that break the protocol for an interactor.

use std::time::Duration;

use problem::path::RelPath;

use super::{ForgeError, ProgramWriter, StageObserver};
use crate::{
    hack::Stop,
    probe::{ProbeOptions, probe},
    tries::Measure,
};

/// How long that goes on.
const BUDGET: Duration = Duration::from_secs(20);
/// So much of an input or output is shown.
const N_SHOWN: usize = 400;

/// What came of it.
pub(super) struct ProbedTool {
    /// What it does wrong, in words for the model.
    pub(super) complaints: Vec<String>,
    /// What it was told and insists on, for the person.
    pub(super) notes: Vec<String>,
    pub(super) measure: Option<Measure>,
}

/// Probes the tool at a path. `told` is what the model has been told already: a complaint may be mistaken.
pub(super) fn probed(
    writer: &ProgramWriter<'_>,
    path: &RelPath,
    told: &[Vec<String>],
    observer: &mut dyn StageObserver,
) -> Result<ProbedTool, ForgeError> {
    let found = probe(writer.bench, &ProbeOptions { budget: BUDGET, stop: Stop::default() }, observer)?;
    let is_its = |place: Option<&problem::text::Place>| place.is_none_or(|place| place.path == *path);
    let its = found.missed.iter().filter(|missed| is_its(missed.finding.place.as_ref()));
    let words = its.map(|missed| {
        let shown = |name: &str, bytes: Option<&Vec<u8>>| match bytes {
            Some(bytes) => format!("\n{name}:\n{}", String::from_utf8_lossy(&bytes[..bytes.len().min(N_SHOWN)])),
            None => String::new(),
        };
        let (input, output) = (shown("input", Some(&missed.input)), shown("output", missed.output.as_ref()));
        format!("{}{input}{output}", missed.finding.message)
    });
    let words: Vec<String> = words.collect();
    let of = found.n_inputs + found.n_outputs + found.n_sides;
    let good = of.saturating_sub(words.len());
    let measure = (of > 0).then_some(Measure { what: "probes answered rightly", good, of });
    let (old, complaints): (Vec<String>, Vec<String>) =
        words.into_iter().partition(|word| told.iter().flatten().any(|told| told == word));
    let notes = old.into_iter().map(|word| format!("a probe objects, and the model insists: {word}"));
    Ok(ProbedTool { complaints, notes: notes.chain(found.notes).collect(), measure })
}
