//! Mutants: small changes of a right solution, judged as wrong solutions would be where the setter has few of them.
//!
//! A mutant that the suite lets live is looked at by the offline engine: either a test is found that fails it, or an input that
//! fails it and is no test, or it is said to be possibly equivalent. No mutant is ever counted in the TNR.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use cpp::{
    mutants::{Mutant, chosen, mutants},
    source::Source,
};
use judge::engine::LoadedProblem;
use problem::{
    folder::Folder as _,
    language::Language,
    model::ProgramIdx,
    path::RelPath,
    request::{CheckRequest, exactly},
    state::Build,
    text::{LineIndex, Range},
    verdict::Verdict,
};
use serde::Serialize;

use crate::{
    bench::{Extra, Guest, StageObserver, TestSource, Trial, Workbench},
    hack::{ForgeError, Stop},
    offline::{self, OfflineOptions, SourceKind},
};

/// What is wanted.
#[derive(Clone, Debug)]
pub struct MutateOptions {
    /// The solution that is changed.
    pub solution: RelPath,
    /// How many mutants there are at most.
    pub most: usize,
    /// Where chance comes from.
    pub seed: u64,
    /// How long tests are looked for that fail what the suite lets live; not at all if zero.
    pub budget: Duration,
    /// Asks it to come to an end.
    pub stop: Stop,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum Fate {
    /// It does not compile.
    NotBuilt,
    /// A test of the suite fails it.
    Failed {
        /// The test's id.
        test: String,
        /// The verdict.
        verdict: Verdict,
    },
    /// The suite lets it live, and this input fails it.
    Found {
        /// The input, or the command that makes it.
        test: FoundTest,
        /// The verdict.
        verdict: Verdict,
    },
    /// The suite lets it live. What fails it is no test, such as an input on which right solutions differ.
    NotOffered {
        /// Why it is none.
        why: String,
    },
    /// Nothing fails it, as far as was looked.
    PossiblyEquivalent,
}

/// What makes a test that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FoundTest {
    /// The input itself.
    Input(String),
    /// A generator command.
    Command(String),
}

/// A mutant, and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedMutant {
    /// The kind of mistake.
    pub operator: &'static str,
    /// The mistake in a few words.
    pub words: String,
    /// Where it stands in the solution.
    pub range: Range,
    /// What stands there instead.
    pub with: String,
    /// What became of it.
    #[serde(flatten)]
    pub fate: Fate,
}

/// What it came to.
#[derive(Clone, Debug, Serialize)]
pub struct Mutated {
    /// The solution.
    pub solution: String,
    /// Those that were judged, in source order.
    pub mutants: Vec<JudgedMutant>,
    /// How many there are in all.
    pub n_possible: usize,
    /// How many inputs were tried against what the suite lets live.
    pub n_tried: usize,
    /// Sentences for the person.
    pub notes: Vec<String>,
    /// How long that took, seconds.
    pub seconds: f64,
}

impl Mutated {
    /// How many have a fate.
    pub fn count(&self, is_wanted: impl Fn(&Fate) -> bool) -> usize {
        self.mutants.iter().filter(|mutant| is_wanted(&mutant.fate)).count()
    }

    /// How many compile.
    pub(crate) fn n_built(&self) -> usize {
        self.count(|fate| *fate != Fate::NotBuilt)
    }

    /// How many the suite fails.
    pub(crate) fn n_failed(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Failed { .. }))
    }

    /// How many the suite lets live, and fail on inputs that were found.
    pub fn n_found(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Found { .. }))
    }
}

/// Judges mutants of a solution, and looks for tests that fail those which the suite lets live.
///
/// # Errors
/// When the solution cannot be changed or is not right itself, and the tool's own failures.
pub fn mutate(
    bench: &Workbench<'_>,
    options: &MutateOptions,
    observer: &mut dyn StageObserver,
) -> Result<Mutated, ForgeError> {
    let began = Instant::now();
    let loaded = bench.open()?;
    let text = text_of(&loaded, &options.solution)?;
    let all = mutants(&Source::parse(&text));
    let n_possible = all.len();
    let mut some = chosen(all, options.most, options.seed);
    some.sort_by_key(|mutant| (mutant.range.start, mutant.range.end));
    if some.is_empty() {
        return Err(ForgeError::Refused(format!("nothing in {} can be changed as people err", options.solution)));
    }
    let guests = guests(&options.solution, &text, &some);
    observer.stage(&format!("judging {} mutants of {}", some.len(), options.solution));
    let mut fates = bench.with_guests(guests.clone(), || judge(bench, options, &guests, observer))?;
    let (mut n_tried, mut notes) = (0, Vec::new());
    if !options.budget.is_zero() && !options.stop.is_asked() {
        let alive: Vec<Guest> =
            guests.into_iter().filter(|guest| fates[&guest.path] == Fate::PossiblyEquivalent).collect();
        (n_tried, notes) = bench.with_guests(alive.clone(), || search(bench, options, &alive, &mut fates, observer))?;
    }
    let index = LineIndex::new(&text);
    let mutants = some.into_iter().enumerate().filter_map(|(number, mutant)| {
        Some(JudgedMutant {
            operator: mutant.operator.name(),
            range: index.range(mutant.range.clone()),
            words: mutant.words,
            with: mutant.with,
            fate: fates.remove(&name(&options.solution, number)?)?,
        })
    });
    Ok(Mutated {
        solution: options.solution.to_string(),
        mutants: mutants.collect(),
        n_possible,
        n_tried,
        notes,
        seconds: began.elapsed().as_secs_f64(),
    })
}

/// The text of a solution that can be changed.
fn text_of(loaded: &LoadedProblem, path: &RelPath) -> Result<String, ForgeError> {
    let refuse = |why: String| ForgeError::Refused(why);
    let program = loaded.problem.program_at(path).map(|program| &loaded.problem.programs[program]);
    let program = program.ok_or_else(|| refuse(format!("there is no solution {path}")))?;
    if program.language != Language::Cpp || program.sources.len() != 1 {
        return Err(refuse(format!(
            "{path} is no single file in C++, and only those are changed; name another solution"
        )));
    }
    let text = loaded.folder.text(&program.sources[0]);
    text.map(|text| text.to_string()).ok_or_else(|| refuse(format!("{path} is no UTF-8 text")))
}

/// The path that a mutant is known by.
fn name(solution: &RelPath, number: usize) -> Option<RelPath> {
    solution.parent().join(&format!("touchstone-mutant-{number}.cpp"))
}

fn guests(solution: &RelPath, text: &str, mutants: &[Mutant]) -> Vec<Guest> {
    let of = |(number, mutant): (usize, &Mutant)| {
        let path = name(solution, number)?;
        Some(Guest {
            source: path.clone(),
            path,
            text: Arc::from(mutant.apply(text)),
            language: Language::Cpp,
            args: Vec::new(),
        })
    };
    mutants.iter().enumerate().filter_map(of).collect()
}

/// By mutant, what the folder's own tests make of it.
fn judge(
    bench: &Workbench<'_>,
    options: &MutateOptions,
    guests: &[Guest],
    observer: &mut dyn StageObserver,
) -> Result<BTreeMap<RelPath, Fate>, ForgeError> {
    let paths = guests.iter().map(|guest| &guest.path).chain([&options.solution]);
    let request =
        CheckRequest { solutions: exactly(paths.map(RelPath::as_str)), fail_fast: true, ..CheckRequest::default() };
    let trial = bench.try_out(&Extra::default(), &request, observer)?;
    let fate = |path: &RelPath| trial.problem.program_at(path).map(|program| fate(&trial, program));
    match fate(&options.solution) {
        Some(Fate::PossiblyEquivalent) => {}
        Some(Fate::Failed { test, verdict }) => {
            let why = format!("{} gets {verdict} on test {test} itself; mend that first", options.solution);
            return Err(ForgeError::Refused(why));
        }
        _ => return Err(ForgeError::Refused(format!("{} does not compile; see `touchstone check`", options.solution))),
    }
    if trial.own_tests().next().is_none() {
        return Err(ForgeError::Refused("there are no tests to fail a mutant".to_owned()));
    }
    Ok(guests.iter().filter_map(|guest| Some((guest.path.clone(), fate(&guest.path)?))).collect())
}

fn fate(trial: &Trial, program: ProgramIdx) -> Fate {
    if !matches!(trial.state.builds[program], Some(Build::Ok { .. })) {
        return Fate::NotBuilt;
    }
    let mut failed = trial.own_tests().filter_map(|test| {
        let cell = trial.state.cell(program, test).filter(|cell| cell.verdict.is_failure())?;
        Some(Fate::Failed { test: trial.problem.tests[test].id.clone(), verdict: cell.verdict })
    });
    failed.next().unwrap_or(Fate::PossiblyEquivalent)
}

/// Looks for tests that fail what is alive, and enters them.
fn search(
    bench: &Workbench<'_>,
    options: &MutateOptions,
    alive: &[Guest],
    fates: &mut BTreeMap<RelPath, Fate>,
    observer: &mut dyn StageObserver,
) -> Result<(usize, Vec<String>), ForgeError> {
    if alive.is_empty() {
        return Ok((0, Vec::new()));
    }
    if bench.open()?.problem.validators.is_empty() {
        return Ok((0, vec!["there is no validator, so no tests were looked for".to_owned()]));
    }
    observer.stage(&format!("looking for tests that fail {} more", alive.len()));
    let baseline = bench.judge(&[], observer)?;
    options.stop.listen(true);
    let found = offline::search(
        bench,
        &baseline,
        &OfflineOptions {
            budget: options.budget,
            seed: options.seed,
            targets: alive.iter().map(|guest| guest.path.clone()).collect(),
            sources: SourceKind::ALL.to_vec(),
            stop: &|| options.stop.is_asked(),
        },
        observer,
    );
    options.stop.listen(false);
    let found = found?;
    let sources: Vec<TestSource> = found.finds.iter().map(|find| find.source.clone()).collect();
    let trial = bench.judge(&sources, observer)?;
    for (source, test) in sources.iter().zip(&trial.candidate_tests) {
        let Ok(test) = test else { continue };
        for guest in alive.iter().filter(|guest| fates[&guest.path] == Fate::PossiblyEquivalent).collect::<Vec<_>>() {
            let program = trial.problem.program_at(&guest.path);
            let cell = program.and_then(|program| trial.state.cell(program, *test));
            if let Some(cell) = cell.filter(|cell| cell.verdict.is_failure()) {
                let test = match source {
                    TestSource::Input(text) => FoundTest::Input(text.clone()),
                    TestSource::Command(text) => FoundTest::Command(text.clone()),
                };
                fates.insert(guest.path.clone(), Fate::Found { test, verdict: cell.verdict });
            }
        }
    }
    // Nobody knows the paths of mutants: their places and fates say all.
    let notes = found.notes.into_iter().filter(|note| note.about.is_none()).map(|note| note.words).collect();
    for (path, why) in found.refused {
        if fates[&path] == Fate::PossiblyEquivalent {
            fates.insert(path, Fate::NotOffered { why });
        }
    }
    Ok((found.n_tried, notes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_lie_beside_their_solution() {
        let path = RelPath::parse("sols/main.cpp").expect("it is a path");
        let text = "int main() { for (int i = 0; i < 3; ++i) {} }\n";
        let all = mutants(&Source::parse(text));
        let guests = guests(&path, text, &all);
        assert_eq!(guests.len(), all.len());
        assert!(guests.iter().all(|guest| guest.path.as_str().starts_with("sols/touchstone-mutant-")));
        assert!(guests.iter().all(|guest| &*guest.text != text));
    }
}
