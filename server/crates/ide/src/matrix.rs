//! The pass matrix for editors, whole and as what has changed.
//!
//! Invariant: the field names are those of the report.

use problem::{
    executor::Sandbox,
    report::{GroupReport, MetricsReport, SolutionReport, Surroundings, TestReport, report},
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
    /// Groups of tests; absent where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupReport>,
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
    let surroundings = Surroundings { root: String::new(), sandbox, cluster: None };
    let report = report(view.context.problem, view.context.state, view.context.request, &[], &surroundings);
    let stale = report.matrix.verdicts.iter().map(|row| vec![false; row.len()]).collect();
    let cells = Cells {
        verdicts: report.matrix.verdicts,
        time_ms: report.matrix.time_ms,
        memory_kb: report.matrix.memory_kb,
        stale,
    };
    Matrix {
        generation,
        solutions: report.solutions,
        tests: report.tests,
        groups: report.groups,
        cells,
        metrics: report.metrics,
    }
}

impl Matrix {
    fn has_shape_of(&self, other: &Matrix) -> bool {
        let paths = |matrix: &Matrix| matrix.solutions.iter().map(|one| one.path.clone()).collect::<Vec<_>>();
        let ids = |matrix: &Matrix| matrix.tests.iter().map(|one| one.id.clone()).collect::<Vec<_>>();
        paths(self) == paths(other) && ids(self) == ids(other) && self.groups == other.groups
    }
}

impl Cells {
    fn is_same(&self, other: &Cells, row: usize, column: usize) -> bool {
        self.verdicts[row][column] == other.verdicts[row][column]
            && self.time_ms[row][column] == other.time_ms[row][column]
            && self.stale[row][column] == other.stale[row][column]
    }
}

/// What leads from one matrix to the next.
pub fn changed(old: &Matrix, new: &Matrix) -> MatrixChange {
    let metrics = new.metrics.clone();
    if !new.has_shape_of(old) {
        return MatrixChange { generation: new.generation, base: new.generation, cells: Vec::new(), metrics };
    }
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
