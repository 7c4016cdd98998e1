//! Inputs from validators in checktestdata, which run backwards in-process.

use judge::compile::{Describer, Draws, Policy, Shape, Sizes, Small};

use super::backwards::{ANY_SHAPE, Policies, Wanted};

/// About so many steps a second are made.
const STEPS_A_SECOND: u64 = 4_000_000;
/// One run in so many has all sizes.
const ANY_SIZES: u8 = 4;

/// A validator in checktestdata.
pub(super) struct Described(Describer);

impl Described {
    pub(super) fn new(describer: Describer) -> Described {
        Described(describer)
    }

    /// Whether the program accepts an input.
    pub(super) fn accepts(&self, text: &str) -> bool {
        self.0.accepts(text.as_bytes())
    }

    /// All small inputs, or as many as are wanted.
    pub(super) fn small(&self, small: &Small) -> Vec<Vec<u8>> {
        self.0.small_inputs(small)
    }

    /// The inputs of runs with these policies, for each.
    pub(super) fn write(
        &self,
        n_workers: usize,
        random: &mut fastrand::Rng,
        wanted: &Wanted,
        runs: &[Policies],
    ) -> Vec<Vec<Vec<u8>>> {
        let all: Vec<Draws> = runs.iter().flat_map(|policies| draws(policies, random, wanted)).collect();
        let mut inputs = self.0.inputs(&all, n_workers).into_iter();
        runs.iter().map(|_| inputs.by_ref().take(wanted.n_each).flatten().collect()).collect()
    }
}

/// What the inputs of one run are to be like.
fn draws(policies: &Policies, random: &mut fastrand::Rng, wanted: &Wanted) -> Vec<Draws> {
    let known = |(name, policy): &(String, &str)| Policy::of(policy).map(|policy| (name.clone(), policy));
    let named = policies.shape.and_then(Shape::of);
    let is_any = policies.shape == Some(ANY_SHAPE);
    let run = Draws {
        policy: policies.others.and_then(Policy::of).unwrap_or_default(),
        by_name: policies.sites.iter().filter_map(known).collect(),
        sizes: if random.u8(..ANY_SIZES) == 0 { Sizes::Any } else { wanted.sizes },
        max_bytes: wanted.max_bytes,
        n_steps: STEPS_A_SECOND * u64::from(wanted.seconds) / wanted.n_each.max(1) as u64,
        ..Draws::default()
    };
    let mut draws =
        || Draws { shape: named.or(random.choice(Shape::ALL).filter(|_| is_any)), seed: random.u64(..), ..run.clone() };
    (0..wanted.n_each).map(|_| draws()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_have_their_policies() {
        let wanted =
            Wanted { n_runs: 1, n_each: 3, max_bytes: 50, seconds: 1, sizes: Sizes::High, how: "a large input" };
        let sites = vec![("n".to_owned(), "high"), ("a".to_owned(), "near_high"), ("b".to_owned(), "unknown")];
        let policies = Policies { sites, others: Some("low"), shape: None };
        let made = draws(&policies, &mut fastrand::Rng::with_seed(3), &wanted);
        assert_eq!(made.len(), 3);
        let named: Vec<_> = made[0].by_name.iter().map(|(name, policy)| (name.as_str(), *policy)).collect();
        assert_eq!(named, [("a", Policy::NearHigh), ("n", Policy::Highest)]);
        assert!(made.iter().all(|draws| draws.policy == Policy::Lowest
            && draws.max_bytes == 50
            && draws.n_steps == STEPS_A_SECOND / 3));
        assert!(made[0].seed != made[1].seed && made[0].sizes == made[1].sizes);
    }

    #[test]
    fn every_policy_is_known() {
        assert!(super::super::backwards::POLICIES.iter().all(|policy| Policy::of(policy).is_some()));
    }
}
