//! The state of a search: whom nothing fails yet, and what fails the others.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    time::{Duration, Instant},
};

use judge::{
    check::{
        Unwatched,
        screen::{Look, Screen, Validity},
        traces::{Trace, Traces},
    },
    engine::LoadedProblem,
};
use problem::{digest::Digest, model::TestIdx, path::RelPath, verdict::Verdict};

use super::{
    Candidate, Find, Found, MAX_TRIED, MOST_FOR_ONE, Note, OfflineOptions, SHORT, Sources, alive, ensure_fair,
    interest::Interest, small_texts,
};
use crate::{
    bench::{Extra, StageObserver, TestSource, Trial, Workbench, WorkbenchError, candidates_to},
    evidence::{AGREEMENT, ensure_valid, prove_test},
    smaller::Search,
};

/// So many inputs that fail a solution are judged with the whole pool, the smallest ones.
const N_SPARE: usize = 3;
/// After so many times that none of them stood, nobody looks at that solution any more.
const MAX_REFUSED: usize = 5;
/// So many inputs are judged at once to begin with: most solutions that fail do so soon, and nothing has to be built for it.
const N_BEFORE_SCREEN: usize = 200;
/// Or for so long.
const BEFORE_SCREEN: Duration = Duration::from_secs(3);
/// What it takes to build a program for that, at most.
const TO_BUILD_ONE: Duration = Duration::from_secs(1);
/// A part of a batch has at most so many inputs.
const MOST_IN_PART: usize = 1000;
/// A part of a batch is to take about that long: then the time, and the wish to stop, are looked at.
const PART: Duration = Duration::from_millis(500);

/// After that share of the time it is looked where programs come to: what most inputs find was found.
const BEFORE_TRACING: f64 = 0.2;
/// Or after that time.
const LONGEST_BEFORE_TRACING: Duration = Duration::from_secs(10);
/// An input above that size is not traced, bytes.
const MAX_TRACED: usize = 2000;
/// As often as so many solutions are left, fewer inputs are traced.
const N_TRACED: usize = 4;

/// An input that fails a solution, with what made it.
struct Kill {
    text: String,
    command: Option<String>,
    how: &'static str,
    verdict: Verdict,
}

pub(super) struct Hunt<'a> {
    bench: &'a Workbench<'a>,
    baseline: &'a Trial,
    pub(super) sources: Sources,
    /// Inputs that were tried.
    known: HashSet<Digest>,
    /// Solutions that nothing fails yet.
    pub(super) alive: Vec<RelPath>,
    /// The main solution, which has to pass what it made the answer of.
    main: Option<RelPath>,
    /// For a solution an input that fails it, judged with the whole pool, and another one if there is any: it may be needed
    /// where the first one falls in the end.
    proved: BTreeMap<RelPath, (Kill, Option<Kill>)>,
    /// How often nothing of what was found for a solution stood.
    n_refused: BTreeMap<RelPath, usize>,
    pub(super) found: Found,
    pub(super) began: Instant,
    /// How many inputs make a part of a batch.
    n_in_part: usize,
    budget: Duration,
    screen: Screening,
    /// Solutions that have passed where they seemed to fail.
    doubted: BTreeSet<RelPath>,
    interest: Interest,
    /// What tells where those come whom nothing fails, once it is built.
    traces: Option<Traces>,
}

/// What looks at inputs before they are judged.
enum Screening {
    /// Nothing has been built.
    NotYet,
    There(Box<Screen>),
    /// Every input is judged.
    Impossible,
}

impl<'a> Hunt<'a> {
    pub(super) fn new(
        bench: &'a Workbench<'a>,
        baseline: &'a Trial,
        loaded: &LoadedProblem,
        options: &OfflineOptions<'_>,
    ) -> Hunt<'a> {
        let inputs = baseline.own_tests().filter_map(|test| baseline.state.tests[test].input_blob());
        let texts = small_texts(bench, baseline, |test| baseline.state.tests[test].is_valid());
        Hunt {
            bench,
            baseline,
            sources: Sources::new(loaded, texts, &options.sources, options.seed),
            known: inputs.map(|blob| blob.digest).collect(),
            alive: alive(baseline, &options.targets),
            main: baseline.problem.main.map(|main| baseline.problem.programs[main].path.clone()),
            proved: BTreeMap::new(),
            n_refused: BTreeMap::new(),
            found: Found::default(),
            began: Instant::now(),
            n_in_part: 20,
            budget: options.budget,
            screen: Screening::NotYet,
            doubted: BTreeSet::new(),
            interest: Interest::default(),
            traces: None,
        }
    }

    /// Takes a sentence down for the person, once.
    pub(super) fn note(&mut self, words: &str) {
        self.enter(Note { about: None, words: words.to_owned() });
    }

    /// Takes a sentence about a solution down, once.
    fn note_about(&mut self, path: &RelPath, words: String) {
        self.enter(Note { about: Some(path.clone()), words });
    }

    fn enter(&mut self, note: Note) {
        if !self.found.notes.contains(&note) {
            self.found.notes.push(note);
        }
    }

    /// Tries candidates that are new, some at a time.
    pub(super) fn try_all(
        &mut self,
        batch: Vec<Candidate>,
        is_over: &dyn Fn() -> bool,
        observer: &mut dyn StageObserver,
    ) -> Result<(), WorkbenchError> {
        let is_new = |candidate: &Candidate| {
            candidate.text.len() <= MAX_TRIED && self.known.insert(Digest::of(candidate.text.as_bytes()))
        };
        let mut rest: Vec<Candidate> = batch.into_iter().filter(is_new).collect();
        while !rest.is_empty() && !self.alive.is_empty() && !is_over() {
            let behind = rest.split_off(self.n_in_part.min(rest.len()));
            let (n, began) = (rest.len(), Instant::now());
            self.try_out(rest)?;
            let share = PART.as_secs_f64() / began.elapsed().as_secs_f64().max(0.001);
            self.n_in_part = ((n as f64 * share) as usize).clamp(1, MOST_IN_PART);
            rest = behind;
            self.tell(observer);
        }
        Ok(())
    }

    /// Tries candidates out: looks at them quickly where that can be done, and judges those that seem to fail somebody.
    fn try_out(&mut self, batch: Vec<Candidate>) -> Result<(), WorkbenchError> {
        if matches!(self.screen, Screening::NotYet) && self.is_worth_building() {
            self.screen = self.build_screen()?;
        }
        self.found.n_tried += batch.len();
        let Screening::There(screen) = &self.screen else { return self.judge(batch, true).map(drop) };
        let inputs: Vec<&[u8]> = batch.iter().map(|candidate| candidate.text.as_bytes()).collect();
        let looks = screen.look(&*self.bench.engine().machine, &inputs, &self.alive)?;
        let worth = self.worth_judging(screen, &batch, &looks);
        let suspected: BTreeSet<RelPath> =
            looks.iter().flat_map(|look| &look.failing).map(|failing| failing.solution.clone()).collect();
        let elsewhere = self.elsewhere(&batch, &looks)?;
        let mut judged = Vec::new();
        for (at, (candidate, look)) in batch.into_iter().zip(looks).enumerate() {
            if look.validity == Validity::Valid {
                self.found.n_valid += 1;
                self.sources.keep(candidate.text.clone());
                let is_slower = self.interest.is_slower(&self.alive, &look);
                if is_slower {
                    self.sources.follow(&candidate.text);
                }
                if is_slower | self.interest.is_otherwise(&self.alive, &look) | elsewhere.contains(&at) {
                    self.sources.favour(candidate.text.clone());
                }
            }
            if worth.contains(&at) {
                judged.push(candidate);
            }
        }
        if !judged.is_empty() {
            let failed = self.judge(judged, false)?;
            self.doubted.extend(suspected.difference(&failed).cloned());
        }
        Ok(())
    }

    /// Those of some inputs in which a solution that nothing fails comes where it never was.
    fn elsewhere(&mut self, batch: &[Candidate], looks: &[Look]) -> Result<BTreeSet<usize>, WorkbenchError> {
        if self.traces.is_none() && self.is_time_to_trace() {
            self.traces = Some(self.bench.traces(&self.alive)?);
        }
        let Some(traces) = &self.traces else { return Ok(BTreeSet::new()) };
        // It takes as long as to look at them.
        let one_in = self.alive.len().div_ceil(N_TRACED).max(1);
        let is_small = |at: &usize| batch[*at].text.len() <= MAX_TRACED && looks[*at].validity == Validity::Valid;
        let chosen: Vec<usize> = (0..batch.len()).filter(is_small).step_by(one_in).collect();
        let inputs: Vec<&[u8]> = chosen.iter().map(|at| batch[*at].text.as_bytes()).collect();
        let all = traces.of(&*self.bench.engine().machine, &inputs, &self.alive)?;
        let (alive, interest) = (&self.alive, &mut self.interest);
        let is_new = |(_, traces): &(usize, Vec<Trace>)| interest.is_elsewhere(alive, traces);
        Ok(chosen.iter().copied().zip(all).filter(is_new).map(|(at, _)| at).collect())
    }

    /// Whether first inputs have been tried, and building what looks at many leaves time to use it.
    fn is_worth_building(&self) -> bool {
        let has_begun = self.found.n_tried >= N_BEFORE_SCREEN || self.began.elapsed() >= BEFORE_SCREEN;
        has_begun && self.can_build(self.alive.len() + 2)
    }

    /// Whether most of what is found easily was found, and building what traces the others leaves time to use it.
    fn is_time_to_trace(&self) -> bool {
        let before = self.budget.mul_f64(BEFORE_TRACING).min(LONGEST_BEFORE_TRACING);
        self.began.elapsed() >= before && self.can_build(self.alive.len())
    }

    /// Whether much more time is left than it takes to build so many programs.
    fn can_build(&self, n_built: usize) -> bool {
        let n_built = u32::try_from(n_built).unwrap_or(u32::MAX);
        let n_workers = u32::try_from(self.bench.n_workers()).unwrap_or(1);
        let longest = TO_BUILD_ONE.saturating_mul(n_built.div_ceil(n_workers));
        self.began.elapsed().saturating_add(longest.saturating_mul(3)) <= self.budget
    }

    fn build_screen(&self) -> Result<Screening, WorkbenchError> {
        let Some(main) = &self.main else { return Ok(Screening::Impossible) };
        let screen = self.bench.screen(main, &self.alive)?;
        Ok(screen.map_or(Screening::Impossible, |screen| Screening::There(Box::new(screen))))
    }

    /// Which candidates are judged: for each solution the smallest ones on which it seems to fail; all of them if it has passed
    /// on some of those before, and every valid one for a solution that nobody can look at.
    fn worth_judging(&self, screen: &Screen, batch: &[Candidate], looks: &[Look]) -> BTreeSet<usize> {
        let mut worth = BTreeSet::new();
        for path in &self.alive {
            let is_shown = |look: &Look| match screen.knows(path) {
                true => look.fails(path),
                false => look.is_answered,
            };
            let mut failing: Vec<usize> = (0..batch.len()).filter(|at| is_shown(&looks[*at])).collect();
            if screen.knows(path) && !self.doubted.contains(path) {
                failing.sort_by_key(|at| batch[*at].text.len());
                failing.truncate(N_SPARE);
            }
            worth.extend(failing);
        }
        worth
    }

    /// Judges candidates: the validators, the main solution, and those whom nothing fails yet. They were looked at before, and
    /// found to be valid, unless they are new.
    fn judge(&mut self, batch: Vec<Candidate>, are_new: bool) -> Result<BTreeSet<RelPath>, WorkbenchError> {
        let request = candidates_to(self.alive.iter().chain(&self.main));
        let candidates = batch.iter().map(|candidate| TestSource::Input(candidate.text.clone())).collect();
        let extra = Extra { candidates, ..Extra::default() };
        let trial = self.bench.try_out(&extra, &request, &mut Unwatched)?;
        let mut kills = BTreeMap::new();
        for (candidate, test) in batch.into_iter().zip(&trial.candidate_tests) {
            let Ok(test) = test else { continue };
            if ensure_valid(&trial, *test).is_err() {
                continue;
            }
            note_kills(&trial, &candidate, *test, &mut kills);
            if are_new {
                self.found.n_valid += 1;
                self.sources.keep(candidate.text);
            }
        }
        let failed = kills.keys().cloned().collect();
        self.settle(kills)?;
        Ok(failed)
    }

    /// Judges what fails somebody with the whole pool; who has nothing that stands stays.
    fn settle(&mut self, kills: BTreeMap<RelPath, Vec<Kill>>) -> Result<(), WorkbenchError> {
        if kills.is_empty() {
            return Ok(());
        }
        let texts: BTreeSet<&String> = kills.values().flatten().map(|kill| &kill.text).collect();
        let inputs: Vec<TestSource> = texts.iter().map(|text| TestSource::Input((*text).clone())).collect();
        let trial = self.bench.judge(&inputs, &mut Unwatched)?;
        let tests: HashMap<String, Result<TestIdx, String>> =
            texts.into_iter().cloned().zip(trial.candidate_tests.iter().cloned()).collect();
        for (path, kills) in kills {
            let mut standing = Vec::new();
            for kill in kills {
                match tests[&kill.text].clone().and_then(|test| stands(&trial, test, &path, kill.verdict)) {
                    Ok(true) => standing.push(kill),
                    Ok(false) => {
                        self.note_about(&path, format!("an input that failed {path} does not fail it again"));
                    }
                    Err(why) => {
                        self.note_about(&path, format!("an input that fails {path} is not offered: {why}"));
                        self.found.refused.entry(path.clone()).or_insert(why);
                    }
                }
            }
            let mut standing = standing.into_iter();
            match standing.next() {
                Some(kill) => {
                    self.found.failed_after.push((path.clone(), self.began.elapsed()));
                    self.found.refused.remove(&path);
                    self.proved.insert(path, (kill, standing.next()));
                }
                None => *self.n_refused.entry(path).or_default() += 1,
            }
        }
        let (proved, n_refused) = (&self.proved, &self.n_refused);
        let is_given_up = |path: &RelPath| n_refused.get(path).is_some_and(|n| *n >= MAX_REFUSED);
        self.alive.retain(|path| !proved.contains_key(path) && !is_given_up(path));
        Ok(())
    }

    fn tell(&self, observer: &mut dyn StageObserver) {
        let rate = self.found.n_tried as f64 / self.began.elapsed().as_secs_f64().max(0.001);
        let Found { n_tried, n_valid, .. } = self.found;
        let (n_failed, n_left) = (self.proved.len(), self.alive.len());
        observer.progress(&format!(
            "{n_tried} inputs tried, {n_valid} of them valid, {rate:.0} a second; {n_failed} solutions failed, {n_left} left"
        ));
    }

    /// Makes what fails somebody smaller, each for whom it was found.
    pub(super) fn make_small(
        &mut self,
        deadline: Instant,
        observer: &mut dyn StageObserver,
    ) -> Result<(), WorkbenchError> {
        let there = small_texts(self.bench, self.baseline, |_| true).into_iter().collect();
        for (path, (kill, spare)) in std::mem::take(&mut self.proved) {
            self.found.spares.extend(spare.map(|spare| Find { source: TestSource::Input(spare.text), how: spare.how }));
            let mut text = kill.text;
            // Only what is quickly tried is tried very often.
            if text.len() <= super::MAX_CHANGED && Instant::now() < deadline {
                let until = deadline.min(Instant::now() + MOST_FOR_ONE);
                let search = Search::new(self.bench, vec![(path.clone(), kill.verdict)]).until(until);
                text = search.smallest(&text, &there, observer)?;
            }
            let written = TestSource::Input(text.clone());
            let command = kill.command.filter(|_| text.len() > SHORT).map(TestSource::Command);
            let source = match command {
                // It may make another input each time.
                Some(command) if self.makes_the_same(&command, &path, kill.verdict)? => command,
                Some(_) | None => written,
            };
            self.found.finds.push(Find { source, how: kill.how });
        }
        Ok(())
    }

    fn makes_the_same(&self, command: &TestSource, path: &RelPath, verdict: Verdict) -> Result<bool, WorkbenchError> {
        let trial = self.bench.judge(std::slice::from_ref(command), &mut Unwatched)?;
        Ok(matches!(trial.candidate_tests.first(), Some(Ok(test)) if stands(&trial, *test, path, verdict).is_ok()))
    }
}

/// Takes down whom a test fails, for each the smallest ones.
fn note_kills(trial: &Trial, candidate: &Candidate, test: TestIdx, kills: &mut BTreeMap<RelPath, Vec<Kill>>) {
    let Ok(proof) = prove_test(trial, test, AGREEMENT) else { return };
    for kill in &proof.kills {
        let Some(path) = RelPath::parse(&kill.solution) else { continue };
        let Candidate { text, command, how } = candidate;
        let kill = Kill { text: text.clone(), command: command.clone(), how, verdict: kill.verdict };
        let kills = kills.entry(path).or_default();
        kills.push(kill);
        kills.sort_by_key(|kill| kill.text.len());
        kills.truncate(N_SPARE);
    }
}

/// Whether a test fails a solution again; the error is why it is no test.
fn stands(trial: &Trial, test: TestIdx, path: &RelPath, verdict: Verdict) -> Result<bool, String> {
    ensure_fair(trial, test, verdict)?;
    let proof = prove_test(trial, test, AGREEMENT)?;
    Ok(proof.kills.iter().any(|kill| kill.solution == path.as_str()))
}
