//! The interactor, played against by sides that break the protocol.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Instant,
};

use judge::check::Unwatched;
use problem::{
    finding::{Code, Finding},
    folder::Folder as _,
    language::Language,
    model::{Interactor, Program, ProgramIdx, TestIdx},
    path::RelPath,
    request::{CheckRequest, exactly},
    state::Cell,
    verdict::Verdict,
};

use super::{
    MAX_BYTES, Missed, Run, SideEvidence, TOO_LONG, is_out_of_time,
    sides::{Questions, Side, Wrong, bare, bare_source, changed, changed_source, hasty, said_by},
    stated::{
        counts_from_one, forbids_more, has_large_numbers, limits_repeating, may_have_many_answers, most_questions,
        wants_different,
    },
    text::integer,
};
use crate::bench::{Extra, Guest, Trial, WorkbenchError};

/// So many tests are played.
const N_TESTS: usize = 3;
/// So many numbers and lists speak for what they have in common.
const LEAST_SEEN: usize = 6;
/// On so many tests nobody is right by accident.
const LEAST_PASSED: usize = 4;
/// So many more tests are played where that is to be found out.
const N_MORE: usize = 6;
/// What the reasons of failures begin with.
const FAILURE: &str = "fails: ";
/// How a transcript marks what a solution says.
const SAID: &str = "> ";
/// So many sides are built and played at once.
const PART: usize = 6;

/// A side, and what came of it.
struct Play<'a> {
    trial: &'a Trial,
    side: &'a Side,
    program: &'a Guest,
    solution: ProgramIdx,
    /// The right answer of the tests that have but one.
    answers: &'a BTreeMap<TestIdx, String>,
}

impl Run<'_> {
    pub(super) fn interactor(&mut self, interactor: Interactor) -> Result<(), WorkbenchError> {
        let all = self.small_tests(MAX_BYTES);
        // From the smallest to the largest.
        let at = |number: usize| all.get(number * all.len().saturating_sub(1) / (N_TESTS - 1)).copied();
        let mut tests: Vec<TestIdx> = (0..N_TESTS).filter_map(at).collect();
        tests.dedup();
        if tests.is_empty() {
            self.note("there is no small valid test, so the interactor is not probed");
            return Ok(());
        }
        let (mut sides, mut sources) = (bare(), vec![bare_source()]);
        let solution_path = self.smallest_right();
        match solution_path.as_ref().and_then(|path| self.base.folder.text(path)) {
            Some(text) => {
                let said = said_by(&text);
                sides.extend(hasty(&said));
                sides.extend(changed(self.questions(), &said));
                sources.push(changed_source(&text));
            }
            None => self.note("no right solution in C++ of one file, so none is changed to break the protocol"),
        }
        // Beside the solution, whose headers it finds there.
        let directory = solution_path.as_ref().map_or_else(RelPath::root, RelPath::parent);
        let program = |side: &Side, number: usize| {
            let kind = usize::from(side.is_changed);
            Some(Guest {
                path: directory.join(&format!("touchstone-side-{number}"))?,
                source: directory.join(&format!("touchstone-side-of-kind-{kind}.cpp"))?,
                text: Arc::clone(sources.get(kind)?),
                language: Language::Cpp,
                args: side.args.clone(),
            })
        };
        let programs = sides.iter().enumerate().filter_map(|(number, side)| Some((side, program(side, number)?)));
        let programs: Vec<(&Side, Guest)> = programs.collect();
        let answer = |test: &TestIdx| Some((*test, self.only_answer(*test)?));
        let answers: BTreeMap<TestIdx, String> = tests.iter().filter_map(answer).collect();
        // Of what is wrong for the same reason one finding is enough.
        let mut told = BTreeSet::new();
        for part in programs.chunks(PART) {
            if self.is_over() {
                break;
            }
            let began = Instant::now();
            let trial = self.play(&tests, part.iter().map(|(_, program)| program.clone()).collect(), true)?;
            for (side, program) in part {
                let Some(solution) = trial.problem.program_at(&program.path) else { continue };
                if !trial.state.is_built(solution) {
                    let smallest = solution_path.as_ref().map_or("", RelPath::as_str);
                    self.note(&format!("a side that is made of {smallest} does not compile, so some were not played"));
                    continue;
                }
                self.probed.n_sides += tests.len();
                let play = Play { trial: &trial, side, program, solution, answers: &answers };
                self.failure(&play, interactor, &mut told)?;
                self.let_through(&play, interactor, &mut told)?;
                self.turned_away(&play, interactor, &mut told);
            }
            // What hangs once will hang again.
            if began.elapsed() > TOO_LONG && told.iter().any(|told| told.starts_with(FAILURE)) {
                break;
            }
        }
        Ok(())
    }

    /// The right solution that a change is made of.
    fn smallest_right(&self) -> Option<RelPath> {
        let base = self.base;
        let is_whole = |solution: ProgramIdx, program: &Program| {
            let passes =
                |test: TestIdx| base.state.cell(solution, test).is_some_and(|cell| cell.verdict == Verdict::Ac);
            !base.is_target(solution)
                && program.language == Language::Cpp
                && program.sources == [program.path.clone()]
                && base.own_tests().all(passes)
        };
        let right = base.problem.solutions().filter(|(solution, program)| is_whole(*solution, program));
        right.map(|(_, program)| program.path.clone()).min_by_key(|path| base.folder.text(path).map(|text| text.len()))
    }

    fn play(&self, tests: &[TestIdx], solutions: Vec<Guest>, is_quick: bool) -> Result<Trial, WorkbenchError> {
        let request = CheckRequest {
            tests: exactly(tests.iter().map(|test| self.base.problem.tests[*test].id.as_str())),
            solutions: exactly(solutions.iter().map(|program| program.path.as_str())),
            probing: is_quick,
            ..CheckRequest::default()
        };
        self.bench.with_guests(solutions, || self.bench.try_out(&Extra::default(), &request, &mut Unwatched))
    }

    /// It broke, or blames the jury.
    fn failure(
        &mut self,
        play: &Play<'_>,
        interactor: Interactor,
        told: &mut BTreeSet<String>,
    ) -> Result<(), WorkbenchError> {
        let Play { trial, side, solution, .. } = *play;
        let failed =
            |test: &TestIdx| trial.state.cell(solution, *test).is_some_and(|cell| cell.verdict == Verdict::Fail);
        let Some(test) = self.base.own_tests().find(failed) else { return Ok(()) };
        let Some(cell) = trial.state.cell(solution, test) else { return Ok(()) };
        let site = cell.failure.as_ref().and_then(|failure| failure.site.as_ref());
        let reason = match site {
            Some(site) => format!("{}:{}", site.file, site.line),
            None => cell.message.split([':', '(']).next().unwrap_or_default().to_owned(),
        };
        let reason = format!("{FAILURE}{reason}");
        if told.contains(&reason) {
            return Ok(());
        }
        // With all the time that it has it may come to an end.
        if is_out_of_time(&cell.message) {
            let again = self.play(&[test], vec![play.program.clone()], false)?;
            let again =
                again.problem.program_at(&play.program.path).and_then(|path| again.state.cell(path, test).cloned());
            if again.is_none_or(|cell| cell.verdict != Verdict::Fail) {
                return Ok(());
            }
        }
        told.insert(reason);
        let finding = self.with_context(|context| {
            let place = context.deciding_call(interactor.program, cell.failure.as_deref());
            let on = context.test_name(test);
            let message =
                format!("the interactor fails on {on} against a solution that {}: {}", side.words, cell.message);
            Finding::at(Code::InteractorFailed, place, message)
        });
        self.miss_side(test, play.program, finding);
        Ok(())
    }

    /// It says that a side is right which is not.
    fn let_through(
        &mut self,
        play: &Play<'_>,
        interactor: Interactor,
        told: &mut BTreeSet<String>,
    ) -> Result<(), WorkbenchError> {
        let Play { trial, side, solution, answers, .. } = *play;
        if told.contains(side.sort()) {
            return Ok(());
        }
        let cells = self.cells(trial, solution);
        let passed: Vec<TestIdx> = cells.iter().filter(|(_, cell)| passes(cell)).map(|(test, _)| *test).collect();
        let is_wrong = match side.wrong {
            Wrong::Always => !passed.is_empty(),
            Wrong::Answer => {
                let is_other = |answer: &String| side.says.as_ref().is_none_or(|says| !is_said(says, answer));
                passed.iter().any(|test| answers.get(test).is_some_and(is_other))
                    || passed.len() > 2 && passed.len() == cells.len()
            }
            Wrong::Everywhere => self.passes_everywhere(play, &cells)?,
            Wrong::Never | Wrong::Right => false,
        };
        let Some(test) = passed.first().copied().filter(|_| is_wrong) else { return Ok(()) };
        told.insert(side.sort().to_owned());
        let finding = self.with_context(|context| {
            let on = context.test_name(test);
            let message = format!("the interactor accepts on {on} a solution that {}", side.words);
            Finding::at(Code::InteractorAcceptsJunk, context.register_call(interactor.program), message)
        });
        self.miss_side(test, play.program, finding);
        Ok(())
    }

    /// Whether a side passes all tests on which it had something to change, of those that were played and of some others.
    fn passes_everywhere(&self, play: &Play<'_>, cells: &[(TestIdx, &Cell)]) -> Result<bool, WorkbenchError> {
        // How many tests it has passed, or nothing where it fails one.
        let n_passed = |cells: &[(TestIdx, &Cell)]| {
            let mut changed = cells.iter().filter(|(_, cell)| cell.verdict != Verdict::Rte);
            changed.try_fold(0, |n, (_, cell)| passes(cell).then_some(n + 1))
        };
        let Some(n_before) = n_passed(cells).filter(|n| *n > 0) else { return Ok(false) };
        let is_new = |test: &TestIdx| cells.iter().all(|(played, _)| played != test);
        let more: Vec<TestIdx> = self.small_tests(MAX_BYTES).into_iter().filter(is_new).take(N_MORE).collect();
        if n_before + more.len() < LEAST_PASSED {
            return Ok(false);
        }
        let trial = self.play(&more, vec![play.program.clone()], true)?;
        let Some(solution) = trial.problem.program_at(&play.program.path) else { return Ok(false) };
        Ok(n_passed(&self.cells(&trial, solution)).is_some_and(|n| n_before + n >= LEAST_PASSED))
    }

    /// It says that a side is wrong which is right.
    fn turned_away(&mut self, play: &Play<'_>, interactor: Interactor, told: &mut BTreeSet<String>) {
        let Play { trial, side, solution, .. } = *play;
        if side.wrong != Wrong::Right {
            return;
        }
        let is_refused = |cell: &Cell| matches!(cell.verdict, Verdict::Wa | Verdict::Pe);
        let cells = self.cells(trial, solution);
        let Some(&(test, cell)) = cells.iter().find(|(_, cell)| is_refused(cell)) else { return };
        if !told.insert(side.sort().to_owned()) {
            return;
        }
        let finding = self.with_context(|context| {
            let place = context.deciding_call(interactor.program, cell.failure.as_deref());
            let on = context.test_name(test);
            let words = format!("the interactor refuses on {on} a right solution that {}", side.words);
            let message = if cell.message.is_empty() { words } else { format!("{words}: {}", cell.message) };
            Finding::at(Code::InteractorRejectsRight, place, message)
        });
        self.miss_side(test, play.program, finding);
    }

    /// What a solution got on the folder's tests that were played.
    fn cells<'t>(&self, trial: &'t Trial, solution: ProgramIdx) -> Vec<(TestIdx, &'t Cell)> {
        self.base.own_tests().filter_map(|test| Some((test, trial.state.cell(solution, test)?))).collect()
    }

    /// What right solutions say on a test, line by line, each of them.
    fn said(&self, test: TestIdx) -> Vec<Vec<String>> {
        let base = self.base;
        let lines = |solution: ProgramIdx| {
            let cell = base.state.cell(solution, test).filter(|cell| cell.verdict == Verdict::Ac)?;
            let transcript = self.bench.engine().store.get(cell.output?.digest)?;
            let text = String::from_utf8_lossy(&transcript).into_owned();
            Some(text.lines().filter_map(|line| Some(line.strip_prefix(SAID)?.trim().to_owned())).collect())
        };
        base.right_solutions().filter_map(lines).collect()
    }

    /// Several right solutions end with the same answer, which begins as answers usually do.
    fn only_answer(&self, test: TestIdx) -> Option<String> {
        let said = self.said(test);
        let answers: Vec<&String> = said.iter().filter_map(|lines| lines.last()).collect();
        let first = *answers.first()?;
        let is_one = answers.len() > 1 && first.starts_with('!') && answers.iter().all(|answer| *answer == first);
        is_one.then(|| first.clone())
    }

    /// What the lines of right solutions show, but for the last ones: those are answers.
    fn questions(&self) -> Questions {
        let mut n_numbers = 0;
        let (mut n_lists, mut are_distinct, mut least) = (0, true, None);
        let said: Vec<Vec<String>> = self.base.own_tests().flat_map(|test| self.said(test)).collect();
        let n_asked = said.iter().map(|lines| lines.len().saturating_sub(1)).max().unwrap_or(0);
        for line in said.iter().flat_map(|lines| &lines[..lines.len().saturating_sub(1)]) {
            let numbers: Vec<i128> = line.split_whitespace().filter_map(integer).collect();
            let different: BTreeSet<i128> = numbers.iter().copied().collect();
            n_numbers += numbers.len();
            n_lists += usize::from(numbers.len() > 1);
            are_distinct &= different.len() == numbers.len();
            least = least.into_iter().chain(different.first().copied()).min();
        }
        let statement = self.statement();
        let most = most_questions(&statement);
        Questions {
            most,
            are_distinct: are_distinct && n_lists >= LEAST_SEEN && wants_different(&statement),
            are_small: !has_large_numbers(&statement),
            has_many_answers: may_have_many_answers(&statement),
            end_with_the_answer: forbids_more(&statement),
            may_be_repeated: most.is_some_and(|most| (n_asked as u64) < most)
                && !limits_repeating(&statement)
                && said.iter().all(|lines| is_one_round(lines)),
            begin_with_one: least == Some(1) && n_numbers >= LEAST_SEEN && counts_from_one(&statement),
        }
    }

    fn miss_side(&mut self, test: TestIdx, program: &Guest, finding: Finding) {
        let side = SideEvidence { source: program.text.to_string(), args: program.args.clone() };
        let input = self.bytes(test, false).unwrap_or_default().to_vec();
        self.miss(test, Missed { side: Some(side), ..Missed::of(finding, input) });
    }
}

/// Whether a solution asks in one way from its first line on, and gives one answer in the end: nothing is said before the
/// questions, and there are no further rounds.
fn is_one_round(lines: &[String]) -> bool {
    let word = |line: &String| line.split_whitespace().next().map(str::to_owned);
    let Some((answer, questions)) = lines.split_last() else { return true };
    questions.iter().all(|line| word(line) != word(answer) && word(line) == word(&questions[0]))
}

/// Whether a solution is let through, with all points.
fn passes(cell: &Cell) -> bool {
    cell.verdict == Verdict::Ac && cell.share.is_none_or(|share| share >= 1.0)
}

/// Whether what a side says without asking is that answer.
fn is_said(says: &str, answer: &str) -> bool {
    match says.strip_suffix('…') {
        Some(word) => {
            let n = answer.split_whitespace().count() - 1;
            let list: Vec<String> = (1..=n).map(|number| number.to_string()).collect();
            answer == format!("{word}{}", list.join(" "))
        }
        None => says == answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds() {
        let is_one = |lines: &[&str]| is_one_round(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>());
        assert!(is_one(&["? 5", "? 3", "! 4"]) && is_one(&["! 1"]) && is_one(&[]));
        assert!(!is_one(&["READY", "? 5", "! 4"]), "a question is not the first line");
        assert!(!is_one(&["? 5", "! 4", "? 1", "! 1"]), "there are two test cases");
    }
}
