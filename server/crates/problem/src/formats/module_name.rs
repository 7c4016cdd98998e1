//! The name by which graders in Python import solutions.

use crate::{
    finding::{Code, Finding},
    model::{Problem, Role},
};

/// Notes the task's name as that of solutions. One that would lie in the place of a file that goes with it is not run, and a
/// finding says so.
pub(super) fn note(problem: &mut Problem, task: String) {
    let file = format!("{task}.py");
    problem.io.module = Some(task);
    for program in problem.programs.iter_mut().filter(|program| program.role == Role::Solution) {
        let mut further = program.sources.iter().skip(1);
        let taken = further.find(|path| path.file_name() == file).filter(|_| program.python_graders().next().is_some());
        let Some(taken) = taken else { continue };
        let message = format!(
            "{} is not run: a grader imports it by the name of the task, which {taken} has too; give the task another name, or \
             have this solution ignored by touchstone.toml",
            program.path
        );
        problem.findings.push(Finding::of_file(Code::ToolMissing, &program.path, message));
        program.stop("the grader has its name");
    }
}
