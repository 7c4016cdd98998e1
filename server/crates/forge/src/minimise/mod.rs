//! A smaller suite that says the same of every solution, and the scripts that make it.

mod rules;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use judge::{check::Observer, disk::folder::FileChange};
use problem::{
    classify,
    folder::Folder,
    model::{CommandIdx, InputSource, Problem, TestIdx},
    path::RelPath,
    request::CheckRequest,
    state::State,
    text::{Lines, Place},
    verdict::VerdictSet,
};

use crate::{
    bench::{Workbench, WorkbenchError},
    commands::is_script,
    edits::{Texts, exact_text},
    suite::{
        PassMatrix,
        thin::{Thinned, at_most_of_a_class, minimise},
    },
};

/// Which tests of a judged problem are needed.
#[derive(Debug)]
pub struct Minimised {
    /// All solutions and tests.
    pub matrix: PassMatrix,
    /// The columns to keep and to drop.
    pub thinned: Thinned,
}

/// Finds the tests that a suite needs: so few that every solution keeps every verdict it gets, or with `of_a_class` up to
/// so many of those that the same solutions pass.
pub fn minimised(problem: &Problem, state: &State, of_a_class: Option<usize>) -> Minimised {
    let matrix = PassMatrix::of(problem, state);
    let thinned = match of_a_class {
        Some(n_kept) => at_most_of_a_class(&matrix, n_kept),
        None => minimise(&matrix, |_| false),
    };
    Minimised { matrix, thinned }
}

impl Minimised {
    /// Whether there is anything to say of the suite; `is_for_writing` asks for more.
    ///
    /// # Errors
    /// [`MinimiseError::Pointless`].
    pub fn ensure_it_says_something(&self, is_for_writing: bool) -> Result<(), MinimiseError> {
        if self.matrix.tests.is_empty() || self.matrix.solutions.is_empty() {
            return Err(MinimiseError::Pointless(
                "no solution was judged on any test, so nothing can be said about them; see `touchstone check`",
            ));
        }
        if is_for_writing && !self.shows_anything() {
            return Err(MinimiseError::Pointless(
                "no solution fails any test, so nothing is known of what tests are good for; add wrong solutions",
            ));
        }
        Ok(())
    }

    /// Whether any solution fails any test. Where none does, the tests show nothing at all, and none can be said to be
    /// needless.
    pub fn shows_anything(&self) -> bool {
        self.matrix.tests.iter().any(|test| test.failing().next().is_some())
    }

    /// The tests that are not needed, in the order of the suite.
    pub fn dropped(&self) -> Vec<TestIdx> {
        self.thinned.dropped.iter().map(|&column| self.matrix.tests[column].test).collect()
    }
}

/// Scripts without the commands whose tests are dropped.
#[derive(Debug, Default)]
pub struct Rewritten {
    /// The scripts that change, with their new texts.
    pub texts: Texts,
    /// Dropped tests that no script line stands for, or whose line also makes a test that is kept.
    pub remaining: Vec<TestIdx>,
    /// What a person can do about some of those: sentences.
    pub by_hand: Vec<String>,
}

/// Takes the lines out of the scripts, and the rules out of `generators.yaml`, that make dropped tests and no others. Other
/// manifests are left alone.
pub fn without(folder: &dyn Folder, problem: &Problem, dropped: &[TestIdx]) -> Rewritten {
    let dropped_tests: HashSet<TestIdx> = dropped.iter().copied().collect();
    let mut tests_of: BTreeMap<&Place, Vec<TestIdx>> = BTreeMap::new();
    for (test, source) in problem.tests.iter_enumerated() {
        if let Some(place) = command_of(&source.input).and_then(|command| problem.commands[command].place.as_ref()) {
            tests_of.entry(place).or_default().push(test);
        }
    }
    let paths: BTreeSet<&RelPath> = tests_of.keys().map(|place| &place.path).collect();
    let scripts = paths.into_iter().filter(|path| is_script(problem, path));
    let scripts: BTreeMap<&RelPath, String> =
        scripts.filter_map(|path| Some((path, exact_text(folder, path)?))).collect();
    let mut lines: BTreeMap<&RelPath, BTreeSet<u32>> = BTreeMap::new();
    let mut gone: HashSet<TestIdx> = HashSet::new();
    for (place, tests) in tests_of {
        let is_a_line = place.range.start.line == place.range.end.line && scripts.contains_key(&place.path);
        if is_a_line && tests.iter().all(|test| dropped_tests.contains(test)) {
            lines.entry(&place.path).or_default().insert(place.range.start.line);
            gone.extend(tests);
        }
    }
    let mut rewritten = Rewritten::default();
    gone.extend(rules::take_out(folder, problem, &dropped_tests, &mut rewritten));
    rewritten.texts.extend(lines.iter().map(|(path, lines)| ((*path).clone(), without_lines(&scripts[path], lines))));
    rewritten.remaining = dropped.iter().copied().filter(|test| !gone.contains(test)).collect();
    rewritten
}

fn command_of(input: &InputSource) -> Option<CommandIdx> {
    input.command()
}

/// Commands stand on lines that end at LF; where one begins, another of the protocol's lines may have ended before.
fn without_lines(text: &str, lines: &BTreeSet<u32>) -> String {
    let index = Lines::new(text);
    let mut start = 0;
    let mut is_kept = |content: &&str| {
        let line = index.line(start) as u32;
        start += content.len();
        !lines.contains(&line)
    };
    text.split_inclusive('\n').filter(|content| is_kept(content)).collect()
}

/// What to write so that the lines are gone, after a copy of the folder has shown that nothing else changes.
///
/// # Errors
/// The tool's own failures; [`MinimiseError::Refused`] when the copy says something else.
pub fn proved(
    bench: &Workbench<'_>,
    before: (&Problem, &State),
    found: &Minimised,
    rewritten: &Rewritten,
    observer: &mut dyn Observer,
) -> Result<Vec<FileChange>, MinimiseError> {
    if rewritten.texts.is_empty() {
        return Ok(Vec::new());
    }
    bench.write(&rewritten.texts)?;
    let tried = bench.judge(&[], observer)?;
    let mut gone = found.dropped();
    gone.retain(|test| !rewritten.remaining.contains(test));
    says_the_same(before, (&tried.problem, &tried.state), &gone).map_err(MinimiseError::Refused)?;
    Ok(bench.changes()?)
}

/// Why scripts are not rewritten.
#[derive(Debug, thiserror::Error)]
pub enum MinimiseError {
    /// The tool's own failure, or the wish to stop.
    #[error(transparent)]
    Workbench(#[from] WorkbenchError),
    /// With fewer lines, something else would change.
    #[error("{0}, so nothing was written; take the lines out by hand")]
    Refused(String),
    /// There is nothing to say of the suite.
    #[error("{0}")]
    Pointless(&'static str),
}

/// Whether a problem whose scripts were rewritten still says of every solution what it said before, and lost no test but
/// those that were to go. The error says what is different.
///
/// # Errors
/// One sentence.
pub fn says_the_same(before: (&Problem, &State), after: (&Problem, &State), gone: &[TestIdx]) -> Result<(), String> {
    let inputs = |(problem, state): (&Problem, &State), without: &[TestIdx]| -> Vec<_> {
        let tests = problem.tests.indices().filter(|test| !without.contains(test));
        let known = tests.filter_map(|test| {
            let of = &problem.tests[test];
            let points = of.points.map(f64::to_bits);
            Some((state.tests[test].input_blob()?.digest, of.group.clone(), points, of.sample))
        });
        let mut known: Vec<_> = known.collect();
        known.sort_unstable();
        known
    };
    if inputs(before, gone) != inputs(after, &[]) {
        return Err("without these lines the script makes other tests, or tests of other groups".to_owned());
    }
    let seen = |(problem, state): (&Problem, &State)| -> BTreeMap<RelPath, (VerdictSet, Option<bool>)> {
        let row = |solution| classify::row(problem, state, &CheckRequest::default(), solution);
        let rows = problem.solutions().filter(|(_, program)| program.is_judged_solution());
        rows.map(|(idx, program)| (program.path.clone(), (failures(row(idx).seen), row(idx).expectation_met))).collect()
    };
    let (was, is) = (seen(before), seen(after));
    match was.iter().find(|(path, seen)| is.get(*path) != Some(seen)) {
        Some((path, _)) => Err(format!("without these lines `{path}` gets other verdicts")),
        None => Ok(()),
    }
}

/// Fewer tests may leave a solution without an accepted one.
fn failures(seen: VerdictSet) -> VerdictSet {
    seen.iter().filter(|verdict| verdict.is_failure()).collect()
}

#[cfg(test)]
mod tests;
