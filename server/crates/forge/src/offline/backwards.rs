//! Inputs from validators that run backwards.

use std::{
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, Instant},
};

use cpp::source::Source;
use judge::{
    cases::CaseRunner,
    check::screen::Validators,
    compile::{Builder, Describer, Shape, Sizes},
    engine::LoadedProblem,
    inputs::{InputRun, write_inputs},
};
use problem::{digest::Digest, finding::Bound, folder::Folder as _, language::Language};

use super::{
    Candidate, MAX_TRIED,
    courses::Courses,
    described::Described,
    infer,
    reads::{names, reads_texts, vertices},
    runs::{backwards_run, separated},
    small::AllSmall,
};
use crate::bench::{Workbench, WorkbenchError};

/// The file with policies that a run is given.
const POLICY: &str = "policy.json";
/// What a run may take, however often it tries.
pub(super) const LONGEST: Duration = Duration::from_secs(15);
/// So many inputs a validator draws itself at a time.
const N_GENERATED: usize = 4;
/// For so long a validator that can only be asked is asked what inputs look like, or for a tenth of a longer search.
const LEARNING: Duration = Duration::from_secs(15);
/// Policies for a place that reads, those first that most mistakes fall on.
pub(super) const POLICIES: [&str; 17] = [
    "high",
    "uniform",
    "index",
    "descending",
    "ascending",
    "constant",
    "ends",
    "few",
    "near_high",
    "distinct",
    "repeat",
    "magnitude",
    "low",
    "mountain",
    "buckets",
    "valley",
    "powers",
];
/// What the number of test cases is called.
const CASES: [&str; 6] = ["t", "tc", "tests", "testcases", "cases", "q"];

/// The validator that is run backwards.
#[derive(Default)]
pub(super) struct Backwards {
    pub(super) validator: Option<Validator>,
    pub(super) all_small: AllSmall,
    /// What the reads call what they read.
    names: Vec<String>,
    /// Whether the reads of a validator with testlib read texts of a pattern.
    has_texts: bool,
    /// What its reads call the ends of edges, and parents.
    vertices: BTreeSet<String>,
    /// Valid inputs, for a validator that can only be asked.
    pub(super) texts: Vec<String>,
    /// A validator that writes inputs where it is told to, as those of BAPCtools do.
    generating: Option<Arc<CaseRunner>>,
    /// How often large inputs were asked for, and how many of them were to be others than all before.
    n_batches: usize,
    n_large: usize,
    /// Of large inputs, what slow programs are slow on.
    courses: Courses,
    /// Why there is none: a sentence for the person.
    pub(super) why_not: Option<String>,
}

/// One that can be run backwards.
pub(super) enum Validator {
    /// With testlib, as a process.
    Testlib(Arc<CaseRunner>),
    /// In checktestdata, without one.
    Described(Described),
    /// Likewise, but made of what inputs look like: it is too strict, if anything.
    Inferred(Described),
}

/// What the inputs of some runs are to be like.
pub(super) struct Wanted {
    pub(super) n_runs: usize,
    pub(super) n_each: usize,
    pub(super) max_bytes: usize,
    pub(super) seconds: u32,
    /// How large what is counted is, where a validator knows it.
    pub(super) sizes: Sizes,
    pub(super) how: &'static str,
}

/// The shape that is any.
pub(super) const ANY_SHAPE: &str = "any";

/// How a run chooses what it writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Policies {
    /// By the names of what is read.
    pub(super) sites: Vec<(String, &'static str)>,
    /// Of what has no name, where a validator knows such.
    pub(super) others: Option<&'static str>,
    /// The shape that is hard on programs and that trees, graphs, intervals, texts and the like take, or [`ANY_SHAPE`].
    pub(super) shape: Option<&'static str>,
}

/// After so many large inputs with a shape the shapes come again.
const N_SHAPE_TURNS: usize = 4;

/// The shape of a large input: every second one has any, and of those where there are edges every second one that on which
/// most slow programs are slow, and most sums are great.
fn shape_in_turn(n_runs: usize, has_edges: bool) -> Option<&'static str> {
    match (n_runs / 2) % N_SHAPE_TURNS {
        _ if n_runs % 2 == 1 => None,
        1 if has_edges => Some("path"),
        3 if has_edges => Some("star"),
        _ => Some(ANY_SHAPE),
    }
}

/// Any shape, or none.
fn any_shape(has_one: bool) -> Option<&'static str> {
    has_one.then_some(ANY_SHAPE)
}

impl Backwards {
    /// Builds the first validator that can be run backwards, for a search that takes so long.
    pub(super) fn prepare(
        &mut self,
        bench: &Workbench<'_>,
        loaded: &LoadedProblem,
        longest: Duration,
    ) -> Result<(), WorkbenchError> {
        let builder = Builder::new(bench.engine().context(loaded));
        for validator in &loaded.problem.validators {
            let program = &loaded.problem.programs[validator.program];
            if let Some(describer) = builder.describer(program) {
                self.names = describer.names();
                self.validator = Some(Validator::Described(Described::new(describer)));
            } else {
                let texts = program.sources.iter().filter_map(|path| loaded.folder.bytes(path));
                let sources: Vec<Source> = texts.map(|text| Source::parse(&String::from_utf8_lossy(&text))).collect();
                self.names = sources.iter().flat_map(names).collect();
                self.has_texts = sources.iter().any(reads_texts);
                self.vertices = sources.iter().flat_map(vertices).collect();
                let runner = builder.build_backwards(program)?.map(|runnable| Arc::new(CaseRunner::single(runnable)));
                self.validator = runner.map(Validator::Testlib);
            }
            let random = &mut fastrand::Rng::with_seed(1);
            // One that is none of testlib's waits for an input, and writes none, unless it is told to.
            let writes = self.validator.is_some() && (self.has_small(bench)? || !self.tiny(bench, random)?.is_empty());
            if writes {
                return Ok(());
            }
            if let (None, Some(Validator::Testlib(runner))) = (&self.generating, &self.validator)
                && !generated(runner, bench, random)?.is_empty()
            {
                self.generating = Some(Arc::clone(runner));
            }
            self.all_small = AllSmall::default();
        }
        self.validator = self.inferred(bench, loaded, longest)?;
        if self.validator.is_some() {
            return Ok(());
        }
        let runs =
            |program: &problem::model::Program| matches!(program.language, Language::Cpp | Language::Checktestdata);
        let has_one = loaded.problem.validators.iter().any(|one| runs(&loaded.problem.programs[one.program]));
        let why = match has_one {
            true => "what it writes so is no input",
            false => "none is written with testlib or in checktestdata",
        };
        self.why_not =
            Some(format!("no validator can be run backwards, since {why}; inputs were made by changing others"));
        Ok(())
    }

    /// What inputs look like, where validators say no more than whether one is valid.
    fn inferred(
        &mut self,
        bench: &Workbench<'_>,
        loaded: &LoadedProblem,
        longest: Duration,
    ) -> Result<Option<Validator>, WorkbenchError> {
        let engine = bench.engine();
        let built = Validators::build(engine.context(loaded), bench.n_workers())?;
        let Some(validators) = built.filter(|_| !loaded.problem.validators.is_empty()) else { return Ok(None) };
        // Validators that take long are asked as long as that pays.
        let until = Instant::now() + LEARNING.max(longest / 10).min(longest / 3);
        let mut ask = |texts: &[String]| {
            if Instant::now() >= until {
                return Err(infer::learn::Stop::Over);
            }
            let inputs: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
            validators.accept(&*engine.machine, &inputs).map_err(infer::learn::Stop::Failed)
        };
        let source = infer::learn::describe(&self.texts, &mut ask)?;
        let describer = source.and_then(|source| Describer::parse(source.as_bytes()));
        self.names = describer.as_ref().map(Describer::names).unwrap_or_default();
        Ok(describer.map(|describer| Validator::Inferred(Described::new(describer))))
    }

    /// Whether an input may be valid, as far as that is known without asking a validator that can only be asked.
    pub(super) fn may_be_valid(&self, text: &str) -> bool {
        match &self.validator {
            Some(Validator::Inferred(described)) => described.accepts(text),
            Some(Validator::Testlib(_) | Validator::Described(_)) | None => true,
        }
    }

    /// Inputs that a person could write down.
    pub(super) fn tiny(
        &self,
        bench: &Workbench<'_>,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        let wanted =
            Wanted { n_runs: 4, n_each: 40, max_bytes: 120, seconds: 1, sizes: Sizes::Small, how: "a small input" };
        let mut n_runs = 0;
        self.write(bench, random, &wanted, |random| {
            n_runs += 1;
            // Half of them as they come; else what is read behind the first, which mostly is a size, is at its extremes.
            let extremes = ["ends", "high", "low", "constant"];
            let policy = extremes[if n_runs == 1 { 0 } else { random.usize(..extremes.len()) }];
            let is_chosen = n_runs % 2 == 1;
            let has_more = is_chosen && self.names.len() > 1;
            // Two ends of an edge at one extreme are mostly refused.
            let leaves_vertices = random.bool();
            let is_free = |name: &&String| has_more && !(leaves_vertices && self.vertices.contains(*name));
            let behind = self.names.iter().skip(1).filter(is_free).map(|name| (name.clone(), policy));
            // Where it is no size, it has its own extremes.
            let first = self.names.first().filter(|_| has_more && random.u8(..3) == 0);
            let sites = behind.chain(first.map(|name| (name.clone(), "low"))).collect();
            Policies { sites, others: is_chosen.then_some(policy), shape: None }
        })
    }

    /// Inputs of some hundred bytes, in all moods.
    pub(super) fn middle(
        &self,
        bench: &Workbench<'_>,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        let wanted = Wanted {
            n_runs: 6,
            n_each: 15,
            max_bytes: 4000,
            seconds: 1,
            sizes: Sizes::Any,
            how: "an input of middle size",
        };
        let names = &self.names;
        self.write(bench, random, &wanted, |random| {
            let shape = any_shape(random.u8(..3) == 0);
            if random.bool() {
                return Policies { shape, ..Policies::default() };
            }
            // One thing at an extreme, all else as it comes.
            let name = random.choice(names).cloned();
            let policy = POLICIES[random.usize(..POLICIES.len())];
            let sites = name.map(|name| (name, policy)).into_iter().collect();
            Policies { sites, others: random.bool().then_some(policy), shape }
        })
    }

    /// Inputs as large as they may be.
    pub(super) fn large(
        &mut self,
        bench: &Workbench<'_>,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        let wanted =
            Wanted { n_runs: 2, n_each: 1, max_bytes: 4 << 20, seconds: 3, sizes: Sizes::High, how: "a large input" };
        self.n_batches += 1;
        if let Some(generating) = self.generating.as_ref().filter(|_| self.n_batches % 3 == 1) {
            return Ok(as_candidates(generated(generating, bench, random)?, wanted.how));
        }
        let mut runs = Vec::new();
        for _ in 0..wanted.n_runs {
            // What is made like others takes no turn: each policy comes in the end.
            runs.push(match self.courses.another(random) {
                Some(policies) => policies,
                None => {
                    self.n_large += 1;
                    self.large_in_turn(self.n_large, random)
                }
            });
        }
        let inputs = self.write_runs(bench, random, &wanted, &runs)?;
        let made = inputs.iter().zip(runs).flat_map(|(inputs, policies)| {
            inputs.iter().map(move |input| (Digest::of(input), policies.clone())).collect::<Vec<_>>()
        });
        self.courses.note(made.collect());
        Ok(as_candidates(inputs.into_iter().flatten(), wanted.how))
    }

    /// Has further large inputs made like one of the latest.
    pub(super) fn follow(&mut self, text: &str) {
        self.courses.follow(text);
    }

    /// What the large input of a run is to be like, from 1 on.
    fn large_in_turn(&self, n_runs: usize, random: &mut fastrand::Rng) -> Policies {
        let (names, vertices) = (&self.names, &self.vertices);
        let has_cases = names.len() > 1 && CASES.contains(&names[0].to_lowercase().as_str());
        let shape = shape_in_turn(n_runs, !vertices.is_empty());
        // Each policy has its turn for all reads at once, and between them all are mixed. What has a shape takes no heed
        // of that; beside it mostly stand weights.
        let is_extreme = shape.is_some_and(|shape| shape != ANY_SHAPE) && n_runs <= 2 * N_SHAPE_TURNS;
        let in_turn = match shape {
            Some(_) if is_extreme || random.bool() => "high",
            _ => POLICIES[(n_runs / 2) % POLICIES.len()],
        };
        let is_mixed = n_runs.is_multiple_of(2) && n_runs > 2 * POLICIES.len();
        // Sums that overflow take parts of this text for equal whose length is a power of two.
        if self.has_texts && n_runs % 4 == 3 {
            let sites = names.iter().map(|name| (name.clone(), "powers")).collect();
            return Policies { sites, shape: Some("thue_morse"), ..Policies::default() };
        }
        // One large test case, or as many as there may be; the first of all mostly is a size, but need not be.
        let is_one_case = has_cases && random.bool();
        let is_first_high = has_cases || is_extreme || random.u8(..4) > 0;
        let policy = |(at, name): (usize, &String)| {
            let any = POLICIES[random.usize(..POLICIES.len())];
            let policy = match at {
                0 if is_one_case => "low",
                1 if is_one_case => "high",
                0 if is_first_high => "high",
                _ if is_mixed && random.u8(..3) == 0 => "high",
                _ if is_mixed || at == 0 => any,
                _ => in_turn,
            };
            (name.clone(), policy)
        };
        // Two ends at an extreme are no edge: it would be refused before anybody sees that it is one.
        let is_free = |(_, name): &(usize, &String)| shape.is_none() || !vertices.contains(*name);
        let sites = names.iter().enumerate().filter(is_free).map(policy).collect();
        // Where it is known which one was taken, it can be taken again.
        let named = random.choice(Shape::ALL).filter(|_| self.is_described() && shape == Some(ANY_SHAPE));
        Policies { sites, others: Some(in_turn), shape: named.map(Shape::name).or(shape) }
    }

    /// Whether it is in checktestdata, or was made of what inputs look like.
    fn is_described(&self) -> bool {
        matches!(self.validator, Some(Validator::Described(_) | Validator::Inferred(_)))
    }

    /// Inputs in which a read has its bound; the greater the size, from 1 on, the larger they may be.
    pub(super) fn at_bound(
        &self,
        bench: &Workbench<'_>,
        bound: &Bound,
        size: usize,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        let (n_each, max_bytes) = [(10, 200), (4, 8000), (1, 4 << 20)][(size - 1).min(2)];
        let sizes = [Sizes::Small, Sizes::Any, Sizes::High][(size - 1).min(2)];
        let wanted = Wanted { n_runs: 3, n_each, max_bytes, seconds: 3, sizes, how: "an input at a bound" };
        let policy = if bound.is_upper { "high" } else { "low" };
        self.write(bench, random, &wanted, |_| Policies {
            sites: vec![(bound.name.clone(), policy)],
            ..Policies::default()
        })
    }

    fn write(
        &self,
        bench: &Workbench<'_>,
        random: &mut fastrand::Rng,
        wanted: &Wanted,
        mut policies: impl FnMut(&mut fastrand::Rng) -> Policies,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        let runs: Vec<Policies> = (0..wanted.n_runs).map(|_| policies(random)).collect();
        let inputs = self.write_runs(bench, random, wanted, &runs)?;
        Ok(as_candidates(inputs.into_iter().flatten(), wanted.how))
    }

    /// What runs with these policies write, for each.
    fn write_runs(
        &self,
        bench: &Workbench<'_>,
        random: &mut fastrand::Rng,
        wanted: &Wanted,
        runs: &[Policies],
    ) -> Result<Vec<Vec<Vec<u8>>>, WorkbenchError> {
        match &self.validator {
            None => Ok(Vec::new()),
            Some(Validator::Described(described) | Validator::Inferred(described)) => {
                Ok(described.write(bench.n_workers(), random, wanted, runs))
            }
            Some(Validator::Testlib(program)) => written(program, bench, random, wanted, runs),
        }
    }
}

fn as_candidates(inputs: impl IntoIterator<Item = Vec<u8>>, how: &'static str) -> Vec<Candidate> {
    let texts = inputs.into_iter().filter_map(|bytes| String::from_utf8(bytes).ok());
    texts.map(|text| Candidate { text, command: None, how }).collect()
}

/// What a validator writes that draws inputs itself where it is told to: each as large as chance has it. Some versions take a
/// seed, others draw another input each time.
fn generated(
    program: &Arc<CaseRunner>,
    bench: &Workbench<'_>,
    random: &mut fastrand::Rng,
) -> Result<Vec<Vec<u8>>, WorkbenchError> {
    let mut run = || {
        let args = ["--generate".to_owned(), random.u32(..).to_string()];
        let calls = vec![(Arc::clone(program), args.to_vec())];
        InputRun { calls, ..InputRun::default() }
    };
    let runs: Vec<InputRun> = (0..N_GENERATED).map(|_| run()).collect();
    let written = write_inputs(&*bench.engine().machine, &runs, bench.n_workers(), LONGEST, MAX_TRIED as u64)?;
    Ok(written.into_iter().flatten().filter(|input| !input.is_empty()).collect())
}

/// What a validator with testlib writes in runs with these policies.
fn written(
    program: &Arc<CaseRunner>,
    bench: &Workbench<'_>,
    random: &mut fastrand::Rng,
    wanted: &Wanted,
    runs: &[Policies],
) -> Result<Vec<Vec<Vec<u8>>>, WorkbenchError> {
    let mut run = |policies: &Policies| {
        let with_policy = |(name, policy): &(String, &str)| (name.clone(), serde_json::json!({ "policy": policy }));
        let sites: serde_json::Map<_, _> = policies.sites.iter().map(with_policy).collect();
        let env = [
            ("TESTLIB_SEED", random.u32(1..).to_string()),
            ("TESTLIB_COUNT", wanted.n_each.to_string()),
            ("TESTLIB_MAX_SIZE", wanted.max_bytes.to_string()),
            ("TESTLIB_MAX_DRAWS", wanted.max_bytes.to_string()),
            ("TESTLIB_MAX_SECONDS", wanted.seconds.to_string()),
            ("TESTLIB_POLICY", POLICY.to_owned()),
        ];
        let policy = serde_json::json!({ "shape": policies.shape.unwrap_or("none"), "sites": sites }).to_string();
        backwards_run(program, env, vec![(POLICY.to_owned(), policy.into_bytes())])
    };
    let runs: Vec<InputRun> = runs.iter().map(&mut run).collect();
    let written = write_inputs(&*bench.engine().machine, &runs, bench.n_workers(), LONGEST, MAX_TRIED as u64 * 8)?;
    Ok(written.into_iter().map(separated).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_their_turns() {
        let shapes = |has_edges| [1, 2, 4, 6, 8, 10].map(|n_runs| shape_in_turn(n_runs, has_edges));
        let named = [None, Some("path"), Some("any"), Some("star"), Some("any"), Some("path")];
        assert_eq!(shapes(true), named);
        assert_eq!(shapes(false), [None, Some("any"), Some("any"), Some("any"), Some("any"), Some("any")]);
    }
}
