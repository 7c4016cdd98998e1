//! How the large inputs were made on which a program that still passes took longest: others are made like them.

use std::collections::VecDeque;

use problem::digest::Digest;

use super::backwards::{ANY_SHAPE, POLICIES, Policies};

/// So many ways are gone on with, the latest ones.
const N_FOLLOWED: usize = 4;

/// Ways in which large inputs were made.
#[derive(Default)]
pub(super) struct Courses {
    /// Of the latest ones.
    latest: Vec<(Digest, Policies)>,
    /// Those that made somebody slow.
    followed: VecDeque<Policies>,
}

impl Courses {
    /// Takes down how the latest inputs were made.
    pub(super) fn note(&mut self, latest: Vec<(Digest, Policies)>) {
        self.latest = latest;
    }

    /// Goes on with the way in which an input was made, if it is one of the latest.
    pub(super) fn follow(&mut self, text: &str) {
        let digest = Digest::of(text.as_bytes());
        let Some((_, policies)) = self.latest.iter().find(|(of, _)| *of == digest) else { return };
        if self.followed.contains(policies) {
            return;
        }
        self.followed.push_back(policies.clone());
        if self.followed.len() > N_FOLLOWED {
            self.followed.pop_front();
        }
    }

    /// A way like one that is gone on with, every third time: the same with another seed, or with one thing otherwise.
    pub(super) fn another(&self, random: &mut fastrand::Rng) -> Option<Policies> {
        if self.followed.is_empty() || random.u8(..3) > 0 {
            return None;
        }
        let mut policies = self.followed[random.usize(..self.followed.len())].clone();
        match random.u8(..4) {
            0 => {}
            1 if policies.shape.is_some() => policies.shape = Some(ANY_SHAPE),
            _ if !policies.sites.is_empty() => {
                let at = random.usize(..policies.sites.len());
                policies.sites[at].1 = POLICIES[random.usize(..POLICIES.len())];
            }
            _ => policies.others = Some(POLICIES[random.usize(..POLICIES.len())]),
        }
        Some(policies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(policy: &'static str) -> Policies {
        Policies { sites: vec![("n".to_owned(), "high"), ("a".to_owned(), policy)], others: None, shape: None }
    }

    #[test]
    fn what_made_somebody_slow_is_gone_on_with() {
        let mut courses = Courses::default();
        let random = &mut fastrand::Rng::with_seed(1);
        assert!((0..20).all(|_| courses.another(random).is_none()));
        courses.note(vec![(Digest::of(b"3\n"), way("ascending")), (Digest::of(b"4\n"), way("few"))]);
        courses.follow("5\n");
        assert!(courses.followed.is_empty(), "nobody knows how that was made");
        courses.follow("4\n");
        courses.follow("4\n");
        assert_eq!(courses.followed, [way("few")]);
        let others: Vec<Policies> = (0..150).filter_map(|_| courses.another(random)).collect();
        // As it was, and with one of two places otherwise.
        assert!((30..70).contains(&others.len()), "about every third time: {}", others.len());
        assert!(others.contains(&way("few")));
        assert!((0..2).all(|at| others.iter().any(|one| one.sites[at] != way("few").sites[at])));
        let is_near =
            |one: &Policies| one.sites.iter().zip(&way("few").sites).filter(|(one, other)| one != other).count() <= 1;
        assert!(others.iter().all(is_near));
    }

    #[test]
    fn only_the_latest_ways_are_gone_on_with() {
        let mut courses = Courses::default();
        for policy in &POLICIES[..6] {
            courses.note(vec![(Digest::of(policy.as_bytes()), way(policy))]);
            courses.follow(policy);
        }
        let kept: Vec<Policies> = POLICIES[2..6].iter().map(|policy| way(policy)).collect();
        assert_eq!(courses.followed, kept);
    }
}
