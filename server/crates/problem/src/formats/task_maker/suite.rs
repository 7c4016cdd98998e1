//! Tests, commands and validators, as the model has them.

use std::collections::BTreeMap;

use super::{
    given,
    plan::{Asked as Call, Case, Maker, Plan},
};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    model::{
        ByCommand, ByProgram, GenCall, GenCommand, InputSource, Program, ProgramIdx, Protocol, Test, Validator,
        ValidatorArgs, ValidatorInput,
    },
    path::RelPath,
    text::Place,
    words::quantity,
};

/// The suite of a task.
#[derive(Default)]
pub(super) struct Suite {
    pub(super) commands: ByCommand<GenCommand>,
    pub(super) tests: Vec<Test>,
    pub(super) validators: Vec<Validator>,
}

/// A validator, and which of the times it is that it is asked about one test: there is one time for each subtask.
type Asked<'a> = (&'a RelPath, usize);

/// Builds it. Tests are called by their numbers, and samples that are in no subtask by their files. Without a main solution
/// answers are those in `output/`.
pub(super) fn read(
    folder: &dyn Folder,
    plan: &Plan,
    samples: &[(String, Case)],
    programs: &ByProgram<Program>,
    has_main: bool,
    findings: &mut Vec<Finding>,
) -> Suite {
    let cases = || samples.iter().map(|(_, case)| case).chain(&plan.cases);
    let mut validators: BTreeMap<Asked<'_>, usize> = BTreeMap::new();
    for asked in cases().flat_map(asked) {
        validators.entry(asked).or_default();
    }
    let by_path: BTreeMap<&RelPath, ProgramIdx> =
        programs.iter_enumerated().map(|(idx, program)| (&program.path, idx)).collect();
    validators.retain(|(path, _), _| by_path.contains_key(path));
    validators.values_mut().enumerate().for_each(|(idx, validator)| *validator = idx);
    // Other inputs are asked about as the last test of the last subtask, whose limits are the widest as a rule.
    let mut usual: BTreeMap<&RelPath, &Call> = BTreeMap::new();
    for call in plan.cases.iter().flat_map(|case| &case.asked) {
        let known = usual.entry(&call.validator).or_insert(call);
        if call.subtask >= known.subtask {
            *known = call;
        }
    }
    let validator = |path: &RelPath| {
        let program = *by_path.get(path)?;
        let input = match usual.get(path) {
            Some(call) => ValidatorInput::File {
                name: ValidatorInput::FILE_OF_TASK_MAKER.to_owned(),
                usual_args: call.args.clone(),
            },
            None => ValidatorInput::of_task_maker(plan.subtasks.len().max(1)),
        };
        Some(Validator { input, ..Validator::of_stdin(program, Protocol::Testlib) })
    };
    let mut builder = Builder {
        folder,
        plan,
        has_main,
        suite: Suite {
            validators: validators.keys().filter_map(|(path, _)| validator(path)).collect(),
            ..Suite::default()
        },
        validators,
        by_path,
        unknown: BTreeMap::new(),
    };
    for (name, case) in samples {
        builder.add(name.clone(), case, None);
    }
    for (number, case) in plan.cases.iter().enumerate() {
        builder.add(format!("{number:03}"), case, Some(number));
    }
    tell_unknown(builder.unknown, findings);
    builder.suite
}

/// Who is asked about a test, in the order of its subtasks.
fn asked(case: &Case) -> impl Iterator<Item = Asked<'_>> {
    let mut times: BTreeMap<&RelPath, usize> = BTreeMap::new();
    case.asked.iter().map(move |Call { validator, .. }| {
        let time = times.entry(validator).or_default();
        *time += 1;
        (validator, *time)
    })
}

struct Builder<'a> {
    folder: &'a dyn Folder,
    plan: &'a Plan,
    by_path: BTreeMap<&'a RelPath, ProgramIdx>,
    has_main: bool,
    suite: Suite,
    /// The index of each validator.
    validators: BTreeMap<Asked<'a>, usize>,
    /// Generators that are not there: where the first is wanted, and for how many tests.
    unknown: BTreeMap<String, (Place, usize)>,
}

impl Builder<'_> {
    /// Adds a test, with its number if subtasks have it.
    fn add(&mut self, id: String, case: &Case, number: Option<usize>) {
        let input = match &case.maker {
            Maker::File(path) => InputSource::File(path.clone()),
            // What was made when there was a generator is all that is left of it.
            Maker::Call { generator: None, .. }
                if number.is_some_and(|number| given::input(self.folder, number).is_some()) =>
            {
                InputSource::File(
                    number.and_then(|number| given::input(self.folder, number)).unwrap_or_else(RelPath::root),
                )
            }
            Maker::Call { name, generator, args } => self.command(name, generator.as_ref(), args, case.place.as_ref()),
        };
        let made = number.filter(|_| !self.has_main).and_then(|number| given::output(self.folder, number));
        let subtasks = if number.is_some() && self.plan.has_subtasks { case.subtasks.as_slice() } else { &[] };
        let mut groups = subtasks.iter().map(|&subtask| &self.plan.subtasks[subtask]);
        let first = groups.next();
        let is_shown = matches!(case.maker, Maker::File(_)) && first.is_some_and(|subtask| subtask.points == 0.0);
        self.suite.tests.push(Test {
            group: first.map(|subtask| subtask.name.clone()),
            further_groups: groups.map(|subtask| subtask.name.clone()).collect(),
            sample: case.sample || is_shown,
            answer: case.answer.clone().or(made),
            validator_args: self.validator_args(case),
            place: case.place.clone(),
            ..Test::new(id, input)
        });
    }

    fn command(
        &mut self,
        name: &str,
        generator: Option<&RelPath>,
        args: &[String],
        place: Option<&Place>,
    ) -> InputSource {
        let program = generator.and_then(|path| self.by_path.get(path).copied());
        if let (None, Some(place)) = (program, place) {
            self.unknown.entry(name.to_owned()).or_insert_with(|| (place.clone(), 0)).1 += 1;
        }
        let call = GenCall { name: name.to_owned(), program, args: args.to_vec() };
        InputSource::Stdout(
            self.suite.commands.push(GenCommand {
                text: std::iter::once(name.to_owned())
                    .chain(args.iter().map(|word| quoted(word)))
                    .collect::<Vec<_>>()
                    .join(" "),
                pipeline: vec![call],
                place: place.cloned(),
                rule: None,
                lists_tests: false,
            }),
        )
    }

    fn validator_args(&self, case: &Case) -> ValidatorArgs {
        if self.validators.is_empty() {
            return ValidatorArgs::default();
        }
        let args = asked(case).zip(&case.asked).filter_map(|(asked, call)| {
            let validator = self.validators.get(&asked)?;
            Some((*validator, call.args.clone()))
        });
        ValidatorArgs::Only(args.collect())
    }
}

/// A word as a command has it: what would be taken apart stands in quotes.
fn quoted(word: &str) -> String {
    let is_plain = !word.is_empty() && !word.contains(|one: char| one.is_whitespace() || "\"'\\|>".contains(one));
    if is_plain { word.to_owned() } else { format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")) }
}

fn tell_unknown(unknown: BTreeMap<String, (Place, usize)>, findings: &mut Vec<Finding>) {
    for (name, (place, n_tests)) in unknown {
        // Whoever named it has told already.
        if findings.iter().any(|finding| finding.code == Code::GeneratorUnknown) {
            continue;
        }
        let message = format!(
            "there is no generator gen/{name}, which is wanted for {}, and their inputs do not lie in input/; write it",
            quantity(n_tests, "test")
        );
        findings.push(Finding::at(Code::GeneratorUnknown, place, message));
    }
}
