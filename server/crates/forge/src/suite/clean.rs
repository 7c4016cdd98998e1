//! Solutions that say nothing about tests (CCO-4).

use problem::{
    label::Pool,
    model::{Problem, ProgramIdx, TestIdx},
    state::{Build, State},
    verdict::Verdict,
};

/// Solutions to leave out of scores, reports and ablations, but not of proofs and oracles: those that do not compile, those that do not run to their end on every sample,
/// and right ones that do not pass every sample. Each with the reason.
pub fn useless(problem: &Problem, state: &State) -> Vec<(ProgramIdx, String)> {
    let samples: Vec<TestIdx> = problem.tests.indices().filter(|&test| problem.tests[test].sample).collect();
    let reason = |program: ProgramIdx| {
        if matches!(state.builds[program], Some(Build::Failed { .. } | Build::Skipped { .. })) {
            return Some("it does not compile".to_owned());
        }
        let is_right = problem.programs[program].pool() == Some(Pool::Correct);
        samples.iter().find_map(|&test| {
            let verdict = state.cell(program, test)?.verdict;
            let says_nothing = match verdict {
                Verdict::Ac => false,
                Verdict::Wa | Verdict::Pe => is_right,
                _ => verdict.is_failure(),
            };
            says_nothing.then(|| format!("it gets {verdict} on sample {}", problem.tests[test].id))
        })
    };
    problem.solutions().filter_map(|(program, _)| Some((program, reason(program)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::{Rig, SUMS, judged, sums_where, with};

    /// Who is left out, and why.
    fn left_out(files: &str) -> Vec<(String, String)> {
        let rig = Rig::new(files);
        let bench = rig.bench();
        let trial = judged(&bench, &[]);
        let name = |program: ProgramIdx| trial.problem.programs[program].path.to_string();
        useless(&trial.problem, &trial.state).into_iter().map(|(program, why)| (name(program), why)).collect()
    }

    fn one(name: &str, why: &str) -> Vec<(String, String)> {
        vec![(name.to_owned(), why.to_owned())]
    }

    #[test]
    fn cco_4_a_wrong_solution_only_has_to_run_on_the_samples() {
        // The sample's sum is 3, and that of the other test 7.
        assert_eq!(left_out(SUMS), []);
        assert_eq!(left_out(&sums_where("wa_cap.cpp", "cap 2")), [], "it fails the sample, and says something by it");
        assert_eq!(left_out(&sums_where("wa_cap.cpp", "crash 2")), one("wa_cap.cpp", "it gets RTE on sample 1"));
        assert_eq!(left_out(&sums_where("wa_cap.cpp", "slow 2")), one("wa_cap.cpp", "it gets TLE on sample 1"));
        assert_eq!(left_out(&sums_where("wa_cap.cpp", "slow 5")), [], "the other test is no sample");
    }

    #[test]
    fn cco_4_a_right_solution_has_to_pass_the_samples_as_well() {
        assert_eq!(left_out(&sums_where("ac_other.cpp", "cap 2")), one("ac_other.cpp", "it gets WA on sample 1"));
        assert_eq!(left_out(&sums_where("ac_other.cpp", "cap 5")), []);
    }

    #[test]
    fn cco_4_what_does_not_compile_is_left_out_without_any_sample() {
        let files = with(SUMS, "// does: cap 20\nint main", "// does: cap 20\nint mein");
        assert_eq!(left_out(&files), one("wa_cap.cpp", "it does not compile"));
        let without = files.split("-- samples/1.in --").next().unwrap().to_owned();
        assert_eq!(left_out(&without), one("wa_cap.cpp", "it does not compile"));
    }
}
