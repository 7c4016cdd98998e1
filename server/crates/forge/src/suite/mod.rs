//! What all makers of tests share: the pass matrix, what it is worth, which of its tests are needed, and which programs
//! to aim at next.
//!
//! All of it is pure, and the same matrix gives the same answer; where chance is wanted it comes from a seed.

pub mod clean;
pub mod consensus;
pub mod metrics;
pub mod select;
#[cfg(test)]
mod tests;
pub mod thin;

use std::collections::HashMap;

use problem::{
    classify::counted,
    label::Pool,
    model::{Problem, ProgramIdx, TestIdx},
    state::{Build, State},
    verdict::Verdict,
};

/// Which solution passes which test (EVC-3; CCO-11): rows are all solutions, right, wrong or not labelled (EVC-1), columns
/// are tests.
///
/// Cells that count neither for nor against a solution are absent: a failing checker, a test that was not run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PassMatrix {
    /// The rows.
    pub solutions: Vec<Solution>,
    /// The columns, in the order of the suite.
    pub tests: Vec<Column>,
}

/// A solution of the pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Which program of the problem.
    pub program: ProgramIdx,
    /// Its path.
    pub name: String,
    /// S+, S-, or not labelled.
    pub pool: Option<Pool>,
}

/// A test with what every solution got on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Which test of the problem.
    pub test: TestIdx,
    /// Its id.
    pub id: String,
    /// Whether people see it in the statement.
    pub is_sample: bool,
    /// By solution.
    pub verdicts: Vec<Option<Verdict>>,
    /// CPU time of all solutions together, microseconds.
    pub cpu_us: u64,
}

/// Passed or not, by solution; absent where that is not known.
pub type PassVector = Vec<Option<bool>>;

impl Column {
    /// Whether a solution passes.
    pub fn passes(&self, solution: usize) -> Option<bool> {
        self.verdicts[solution].map(|verdict| verdict == Verdict::Ac)
    }

    /// The whole column.
    pub fn vector(&self) -> PassVector {
        (0..self.verdicts.len()).map(|solution| self.passes(solution)).collect()
    }

    /// The solutions that fail the test, right ones among them.
    pub fn failing(&self) -> impl Iterator<Item = usize> {
        (0..self.verdicts.len()).filter(|&solution| self.passes(solution) == Some(false))
    }

    /// The share of solutions that pass, from 0 to 1; `None` when no one was run.
    pub fn pass_rate(&self) -> Option<f64> {
        share((0..self.verdicts.len()).filter_map(|solution| self.passes(solution)))
    }
}

impl PassMatrix {
    /// The matrix of a judged problem: solutions that could be run, tests that are valid.
    pub fn of(problem: &Problem, state: &State) -> PassMatrix {
        let is_in = |program: ProgramIdx| {
            problem.programs[program].is_judged_solution()
                && matches!(state.builds[program], Some(Build::Ok { .. }))
                && counted(state, program).next().is_some()
        };
        let solutions: Vec<Solution> = problem
            .solutions()
            .filter(|(program, _)| is_in(*program))
            .map(|(idx, program)| Solution { program: idx, name: program.path.to_string(), pool: program.pool() })
            .collect();
        let rows: Vec<HashMap<TestIdx, Verdict>> =
            solutions.iter().map(|solution| counted(state, solution.program).collect()).collect();
        let is_used = |test: &TestIdx| rows.iter().any(|row| row.contains_key(test));
        let column = |test: TestIdx| Column {
            test,
            id: problem.tests[test].id.clone(),
            is_sample: problem.tests[test].sample,
            verdicts: rows.iter().map(|row| row.get(&test).copied()).collect(),
            cpu_us: solutions.iter().filter_map(|one| state.cell(one.program, test)).map(|cell| cell.cpu_us).sum(),
        };
        let tests = problem.tests.indices().filter(is_used).map(column).collect();
        PassMatrix { solutions, tests }
    }

    /// What one solution gets, by test.
    pub fn row(&self, solution: usize) -> PassVector {
        self.tests.iter().map(|test| test.passes(solution)).collect()
    }

    /// The share of tests that a solution passes, from 0 to 1; `None` when it was not run.
    pub fn pass_rate(&self, solution: usize) -> Option<f64> {
        share(self.tests.iter().filter_map(|test| test.passes(solution)))
    }

    /// Whether a solution passes every test that it was run on, and was run on one.
    pub fn passes_all(&self, solution: usize) -> bool {
        self.pass_rate(solution) == Some(1.0)
    }

    /// The rows of a pool.
    pub fn pool(&self, pool: Pool) -> impl Iterator<Item = usize> {
        (0..self.solutions.len()).filter(move |&solution| self.solutions[solution].pool == Some(pool))
    }

    /// All rows with some of the columns, by their index here, in the order given.
    #[must_use]
    pub fn with_tests(&self, columns: &[usize]) -> PassMatrix {
        PassMatrix {
            solutions: self.solutions.clone(),
            tests: columns.iter().map(|&column| self.tests[column].clone()).collect(),
        }
    }

    /// The matrix without the rows of some programs.
    #[must_use]
    pub fn without(&self, programs: &[ProgramIdx]) -> PassMatrix {
        let rows: Vec<usize> =
            (0..self.solutions.len()).filter(|&row| !programs.contains(&self.solutions[row].program)).collect();
        let column = |column: &Column| Column {
            verdicts: rows.iter().map(|&row| column.verdicts[row]).collect(),
            ..column.clone()
        };
        PassMatrix {
            solutions: rows.iter().map(|&row| self.solutions[row].clone()).collect(),
            tests: self.tests.iter().map(column).collect(),
        }
    }

    /// Columns by their pass vector, each class in the order of the suite, classes in the order of their first test
    /// (EVC-7, EVC-12).
    pub fn classes(&self) -> Vec<Vec<usize>> {
        let mut of_vector: HashMap<PassVector, usize> = HashMap::new();
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for (column, test) in self.tests.iter().enumerate() {
            let class = *of_vector.entry(test.vector()).or_insert(classes.len());
            match classes.get_mut(class) {
                Some(known) => known.push(column),
                None => classes.push(vec![column]),
            }
        }
        classes
    }
}

/// The share of what is true.
fn share(of: impl Iterator<Item = bool>) -> Option<f64> {
    let (mut n_true, mut n) = (0_usize, 0_usize);
    for one in of {
        n_true += usize::from(one);
        n += 1;
    }
    (n > 0).then(|| n_true as f64 / n as f64)
}
