//! Choosing or writing a checker (CCP-10, CCP-11, CCP-12; HTG-10).

use checkers::{OutcomeKind, Standard, kattis::KattisFlags};
use judge::engine::LoadedProblem;
use problem::{
    missing::standard_checker,
    model::{CheckerKind, Role, TestIdx},
    request::CheckRequest,
    settings::SETTINGS_FILE,
    verdict::Verdict,
    words::quantity,
};

use super::{
    ForgeError, MissingProgram, ProgramWriter, ProposedProgram, StageObserver, Stood, Tried, build_error, is_right,
    probed::probed, rates, refused, samples, set,
};
use crate::{
    answers::{self, Builtin},
    bench::{Extra, KnownOutput, Trial, Workbench},
    tries::Measure,
};

pub(super) fn tried(
    writer: &ProgramWriter<'_>,
    known: &Trial,
    answer: answers::Checker,
    told: &[Vec<String>],
    observer: &mut dyn StageObserver,
) -> Tried {
    let answers::Checker { needs_custom, builtin, source, why } = answer;
    let mut own = None;
    match (needs_custom, source, builtin) {
        (true, Some(source), _) => match writer.put(MissingProgram::Checker, 0, &source, Role::Checker)? {
            Ok(path) => own = Some(path),
            Err(complaints) => return refused(complaints),
        },
        (false, _, Some(Builtin(checker))) => name_it(writer.bench, checker)?,
        (true, None, _) => return refused(vec!["`needs_custom` is true and `source` is missing".to_owned()]),
        (false, _, None) => return refused(vec!["`needs_custom` is false and `builtin` is missing".to_owned()]),
    }
    ensure_it_counts(writer, builtin.filter(|_| !needs_custom))?;
    let outputs = outputs(writer, known);
    let n_outputs = outputs.len();
    let extra = Extra { outputs: outputs.clone(), ..Extra::default() };
    let trial = writer.bench.try_out(&extra, &CheckRequest::default(), super::as_observer(observer))?;
    let program = trial.problem.programs.position(|program| program.role == Role::Checker);
    if let Some(error) = program.and_then(|program| build_error(&trial.problem, &trial.state, program)) {
        return refused(vec![error]);
    }
    let complaints = complaints(&trial, &outputs);
    let n_tried = n_outputs + trial.problem.solutions().count();
    let good = n_tried.saturating_sub(complaints.len());
    let mut measures = vec![Measure { what: "outputs and solutions judged rightly", good, of: n_tried }];
    if !complaints.is_empty() {
        return Ok(Stood::of(Err(complaints), measures));
    }
    let mut notes: Vec<String> = why.into_iter().collect();
    if let Some(path) = own {
        let probes = probed(writer, (MissingProgram::Checker, &path), told, observer)?;
        measures.extend(probes.measure);
        if !probes.complaints.is_empty() {
            return Ok(Stood::of(Err(probes.complaints), measures));
        }
        notes.extend(probes.notes);
    }
    let work = ProposedProgram {
        builtin: builtin.filter(|_| !needs_custom).map(|Builtin(checker)| checker.name().to_owned()),
        proof: vec![
            format!(
                "it judges {} rightly: each sample's answer, and what is surely wrong",
                quantity(n_outputs, "output")
            ),
            "it takes no output of a right solution for wrong, and fails on none".to_owned(),
            rates(&trial),
        ],
        notes,
        ..ProposedProgram::default()
    };
    Ok(Stood::of(Ok(work), measures))
}

/// Names a standard checker where the folder's format does, else in its settings.
pub(super) fn name_it(bench: &Workbench<'_>, checker: Standard) -> Result<(), ForgeError> {
    let LoadedProblem { problem, folder, .. } = bench.open()?;
    match standard_checker(&folder, &problem, checker) {
        Some(texts) => Ok(bench.write(&texts.map_err(ForgeError::Refused)?)?),
        None => set(bench, "checker", checker.name()).map(drop),
    }
}

/// Fails unless the folder, as it is now in the copy, decides by the checker that was written, or by a built-in one.
fn ensure_it_counts(writer: &ProgramWriter<'_>, builtin: Option<Builtin>) -> Result<(), ForgeError> {
    let counts = match (writer.bench.open()?.problem.checker.kind, builtin) {
        (CheckerKind::Program { .. }, None) => true,
        (CheckerKind::Standard(counting), Some(Builtin(standard))) => counting == standard,
        // How packages of the ICPC say `wcmp`.
        (CheckerKind::KattisDefault(flags), Some(Builtin(standard))) => {
            standard == Standard::Wcmp && flags == KattisFlags { case_sensitive: true, ..KattisFlags::default() }
        }
        _ => false,
    };
    if counts {
        return Ok(());
    }
    Err(ForgeError::Refused(format!("{SETTINGS_FILE} or the folder names another checker; remove that first")))
}

/// What is known of outputs: a sample's answer is right (CCP-12); nothing, and the answer with a word too many, are wrong
/// (AC-3).
fn outputs(writer: &ProgramWriter<'_>, known: &Trial) -> Vec<KnownOutput> {
    let of = |test: TestIdx| {
        let (input, answer) = (writer.text(known, test, false)?, writer.text(known, test, true)?);
        let output = |output: &str, is_right| KnownOutput {
            input: input.clone(),
            output: output.to_owned(),
            answer: answer.clone(),
            is_right,
        };
        let too_long = format!("{}\n#\n", answer.trim_end());
        let mut outputs = vec![output(&answer, true), output(&too_long, false)];
        if !answer.trim().is_empty() {
            outputs.push(output("", false));
        }
        Some(outputs)
    };
    samples(known).into_iter().filter_map(of).flatten().collect()
}

fn complaints(trial: &Trial, outputs: &[KnownOutput]) -> Vec<String> {
    let mut complaints = Vec::new();
    let own = trial.problem.checker_tests.len() - outputs.len();
    for (known, check) in outputs.iter().zip(&trial.state.checker_tests[own..]) {
        let Some(Some(check)) = check else { continue };
        if (check.kind == OutcomeKind::Ok) != known.is_right || check.crashed || check.kind == OutcomeKind::Fail {
            let KnownOutput { input, output, answer, is_right } = known;
            let wanted = if *is_right { "right" } else { "wrong" };
            complaints.push(format!(
                "it says `{}` of an output that is {wanted}\ninput:\n{input}\noutput:\n{output}\nanswer:\n{answer}",
                check.message
            ));
        }
    }
    for (idx, program) in trial.problem.solutions() {
        let is_right = is_right(&trial.problem, idx);
        let cells = trial.state.cells[idx].iter_enumerated();
        let bad = cells.filter_map(|(test, cell)| Some((test, cell.as_ref()?))).find(|(_, cell)| {
            cell.verdict == Verdict::Fail || is_right && matches!(cell.verdict, Verdict::Wa | Verdict::Pe)
        });
        if let Some((test, cell)) = bad {
            let id = &trial.problem.tests[test].id;
            complaints.push(format!("of {} it says {} on test {id}: {}", program.path, cell.verdict, cell.message));
        }
    }
    complaints
}
