//! A folder that is changed again and again: a check with what is left of the checks before says the same as one from
//! scratch, and does no more than the change asks for.

use crate::{
    edits::edited,
    scene::{Scene, from_scratch},
};
use e2e::{
    counts::{Counts, Done},
    expect,
    report::Report,
};
use testkit::{
    random::{Random, cases},
    small,
};

/// Edits of a sequence.
const N_EDITS: usize = 8;
/// Cases of the random loops that one sequence counts for.
const CASES_OF_A_SEQUENCE: usize = 128;

impl Scene {
    fn check(&self) -> (Report, Option<i32>) {
        self.command().check(self.folder.path())
    }

    /// Checks, and counts what was done. One thing after the other, or the same check could be made twice at once.
    fn count(&self) -> (Done, Report) {
        let counts = Counts::new();
        let command = counts.of(self.command().args(["check", "--format", "json"]));
        let report = command.args(["--jobs", "1"]).arg(self.folder.path()).run().report();
        (counts.read(), report)
    }

    /// Saves one file with another text; what was done, and the report.
    fn save(&mut self, path: &str, text: impl Into<String>) -> (Done, Report) {
        self.write(path, text);
        self.settle();
        self.count()
    }

    fn define(&mut self, path: &str, name: &str, value: u32) -> (Done, Report) {
        let text = small::with_number(&self.files[path], name, value);
        assert_ne!(text, self.files[path], "an edit changes something");
        self.save(path, text)
    }
}

/// Plays one sequence; `seed` tells which.
fn play(seed: u64) {
    let mut random = Random::new(seed);
    let mut scene = Scene::new();
    let mut past = vec![scene.files.clone()];
    let mut told = Vec::new();
    scene.check();
    for _ in 0..N_EDITS {
        let (words, files) = edited(&mut random, &past);
        told.push(words);
        if past.last() == Some(&files) {
            let path = random.pick(&files.keys().cloned().collect::<Vec<_>>()).clone();
            scene.folder.write(&path, &files[&path]);
        }
        scene.put(files.clone());
        past.push(files);
        let (again, scratch) = (scene.check(), from_scratch(scene.folder.path()));
        let what = format!("sequence {seed} (INCREMENTAL_SEED={seed}), after {told:#?}");
        expect::same(&what, &scratch.0.text(), &again.0.text());
        assert_eq!(scratch.1, again.1, "{what}");
    }
}

#[test]
fn like_from_scratch() {
    let seed = std::env::var("INCREMENTAL_SEED").ok().and_then(|seed| seed.parse().ok());
    match seed {
        Some(seed) => play(seed),
        None => (1..=cases(CASES_OF_A_SEQUENCE)).for_each(|seed| play(seed as u64)),
    }
}

/// What is done again after each kind of edit, and nothing else. There are 5 tests and 5 solutions; `rte_long.c` leaves
/// 2 of the tests without an output.
#[test]
fn what_is_done_again() {
    let mut scene = Scene::new();
    scene.settle();
    let (all, report) = scene.count();
    // The outputs of `wa_cap.c` differ from the right ones on 4 tests; what was compared once is not compared again.
    let first = Done { builds: 8, generations: 6, validations: 5, solution_runs: 25, checker_runs: 5 + 4 };
    assert_eq!(all, first, "{}", report.matrix());
    let nothing = Done::default();
    assert_eq!(scene.count().0, nothing);

    let column = Done { builds: 1, solution_runs: 5, checker_runs: 4, ..nothing };
    assert_eq!(scene.define("wa_cap.c", "CAP", 400).0, column, "a solution is saved");
    let validations = Done { builds: 1, validations: 5, ..nothing };
    assert_eq!(scene.define("val.c", "MAX", 8).0, validations, "the validator is saved");
    let checks = Done { builds: 1, checker_runs: 5 + 4, ..nothing };
    assert_eq!(scene.define("check.c", "TOLERANCE", 1).0, checks, "the checker is saved");
    let one_test = Done { builds: 1, generations: 6, validations: 1, solution_runs: 5, checker_runs: 2 };
    assert_eq!(scene.define("gen.c", "TWIST", 3).0, one_test, "the generator makes one other test");
    let one_input = Done { validations: 1, solution_runs: 5, checker_runs: 2, ..nothing };
    scene.save("tests/2.ans", "901\n");
    assert_eq!(scene.save("tests/2.in", "1\n901\n").0, one_input, "an input is edited");
    scene.limits_are_judged_anew();

    let both = Done { builds: 2, generations: 6, validations: 5, solution_runs: 15, checker_runs: 6 };
    assert_eq!(scene.define("bounds.h", "HIGH", 999).0, both, "a header of the generator and the validator is saved");
    scene.put(small::files());
    assert_eq!(scene.count().0, nothing, "everything is as it once was");
}

impl Scene {
    /// Runs that took less than the tighter limits, or were cut by them, tell all.
    fn limits_are_judged_anew(&mut self) {
        let nothing = Done::default();
        for (time_ms, memory_mb) in [(5000, 64), (4000, 32), (4000, 64)] {
            let (done, report) = self.save("touchstone.toml", small::settings(time_ms, memory_mb, ""));
            assert_eq!(done, nothing, "limits {time_ms} ms and {memory_mb} MB");
            let verdict = if memory_mb == 32 { "MLE" } else { "AC" };
            assert_eq!(report.solution("mle_hungry.c")["verdict"], verdict);
        }
        for labels in ["[labels]\n\"wa_cap.c\" = \"accepted\"\n", ""] {
            let done = self.save("touchstone.toml", small::settings(4000, 64, labels)).0;
            assert_eq!(done, nothing, "labels {labels:?}");
        }
    }
}
