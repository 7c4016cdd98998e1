//! The pass matrix for editors, whole and as what has changed.
//!
//! Invariant: the field names are those of the report.

use std::collections::HashMap;

use problem::{
    executor::Sandbox,
    report::{MetricsReport, SolutionReport, Surroundings, TestReport, report},
};
use serde::Serialize;

use crate::View;

/// Every solution on every test, with both sides' descriptions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Matrix {
    /// Grows with every change; the caller counts.
    pub generation: u64,
    /// The rows.
    pub solutions: Vec<SolutionReport>,
    /// The columns.
    pub tests: Vec<TestReport>,
    /// The cells, row by row.
    pub cells: Cells,
    /// The suite's quality.
    pub metrics: MetricsReport,
}

/// The cells, row by row in the order of the solutions and tests.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cells {
    /// Verdicts; `SK` for a cell that was not run.
    pub verdicts: Vec<Vec<String>>,
    /// CPU time in milliseconds; null for a cell that was not run.
    pub time_ms: Vec<Vec<Option<f64>>>,
    /// Peak memory in kibibytes; null for a cell that was not run.
    pub memory_kb: Vec<Vec<Option<u64>>>,
    /// Whether the verdict is one from before a change that is not judged yet.
    pub stale: Vec<Vec<bool>>,
}

/// What has changed from one matrix to the next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatrixChange {
    /// The generation that this leads to.
    pub generation: u64,
    /// The generation that it starts from; equal to `generation` where rows or columns have changed, so that whoever
    /// has an older one asks for the whole.
    pub base: u64,
    /// The cells that differ.
    pub cells: Vec<CellChange>,
    /// The suite's quality now.
    pub metrics: MetricsReport,
}

/// A cell that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellChange {
    /// The solution's path.
    pub solution: String,
    /// The test's id.
    pub test: String,
    /// The verdict; the one from before while `stale`.
    pub verdict: String,
    /// CPU time in milliseconds; null for a cell that was not run.
    pub time_ms: Option<f64>,
    /// Whether the cell waits to be judged anew.
    pub stale: bool,
}

/// The matrix as it is known now.
pub fn matrix(view: &View<'_>, generation: u64) -> Matrix {
    let sandbox = Sandbox { level: String::new(), layers: Vec::new() };
    let surroundings = Surroundings { root: String::new(), sandbox };
    let report = report(view.context.problem, view.context.state, view.context.request, &[], &surroundings);
    let stale = report.matrix.verdicts.iter().map(|row| vec![false; row.len()]).collect();
    let cells = Cells {
        verdicts: report.matrix.verdicts,
        time_ms: report.matrix.time_ms,
        memory_kb: report.matrix.memory_kb,
        stale,
    };
    Matrix { generation, solutions: report.solutions, tests: report.tests, cells, metrics: report.metrics }
}

impl Matrix {
    /// The same matrix with what an older one knew in the cells that are not judged yet, marked as stale.
    #[must_use]
    pub fn carrying(mut self, old: &Matrix) -> Matrix {
        let rows: HashMap<&str, usize> = old.solutions.iter().map(|one| one.path.as_str()).zip(0..).collect();
        let columns: HashMap<&str, usize> = old.tests.iter().map(|one| one.id.as_str()).zip(0..).collect();
        for (row, solution) in self.solutions.iter().enumerate() {
            let Some(&old_row) = rows.get(solution.path.as_str()) else { continue };
            for (column, test) in self.tests.iter().enumerate() {
                let old_column = columns.get(test.id.as_str());
                if let Some(&old_column) = old_column.filter(|_| self.cells.is_blank(row, column))
                    && !old.cells.is_blank(old_row, old_column)
                {
                    self.cells.take(row, column, &old.cells, (old_row, old_column));
                }
            }
        }
        self
    }

    fn has_shape_of(&self, other: &Matrix) -> bool {
        let paths = |matrix: &Matrix| matrix.solutions.iter().map(|one| one.path.clone()).collect::<Vec<_>>();
        let ids = |matrix: &Matrix| matrix.tests.iter().map(|one| one.id.clone()).collect::<Vec<_>>();
        paths(self) == paths(other) && ids(self) == ids(other)
    }
}

impl Cells {
    fn is_blank(&self, row: usize, column: usize) -> bool {
        self.time_ms[row][column].is_none()
    }

    fn take(&mut self, row: usize, column: usize, from: &Cells, at: (usize, usize)) {
        self.verdicts[row][column].clone_from(&from.verdicts[at.0][at.1]);
        self.time_ms[row][column] = from.time_ms[at.0][at.1];
        self.memory_kb[row][column] = from.memory_kb[at.0][at.1];
        self.stale[row][column] = true;
    }

    fn is_same(&self, other: &Cells, row: usize, column: usize) -> bool {
        self.verdicts[row][column] == other.verdicts[row][column]
            && self.time_ms[row][column] == other.time_ms[row][column]
            && self.stale[row][column] == other.stale[row][column]
    }
}

/// What leads from one matrix to the next. A cell that was known and is to be judged anew is stale, with the verdict
/// from before.
pub fn changed(old: &Matrix, new: &Matrix) -> MatrixChange {
    let metrics = new.metrics.clone();
    if !new.has_shape_of(old) {
        return MatrixChange { generation: new.generation, base: new.generation, cells: Vec::new(), metrics };
    }
    let new = new.clone().carrying(old);
    let mut cells = Vec::new();
    for (row, solution) in new.solutions.iter().enumerate() {
        for (column, test) in new.tests.iter().enumerate() {
            if !new.cells.is_same(&old.cells, row, column) {
                cells.push(CellChange {
                    solution: solution.path.clone(),
                    test: test.id.clone(),
                    verdict: new.cells.verdicts[row][column].clone(),
                    time_ms: new.cells.time_ms[row][column],
                    stale: new.cells.stale[row][column],
                });
            }
        }
    }
    MatrixChange { generation: new.generation, base: old.generation, cells, metrics }
}
