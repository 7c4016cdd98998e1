//! The bounds of each variable side by side: what the statement says, what validators, checkers and interactors read, what
//! commands give to generators, what the tests have.
//!
//! Variables are known by their names: `a[%d]`, `a_i` and `a` are one. Names of the statement are matched as in
//! `findings::statement`.

mod assumed;
mod stated;
pub(crate) mod sums;

use std::collections::{BTreeMap, BTreeSet};

pub use assumed::Assumed;
use serde::Serialize;

use crate::{
    facts::{ReadBound, ReadCall, SourceFacts},
    findings::FindingContext,
    formats::statement,
    included,
    model::{CheckerKind, ProgramIdx, Role},
    options::{range_of, spoken, value_of},
    path::RelPath,
    text::{Place, Range},
};

/// A variable and its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Variable {
    /// Its name, without an index.
    pub name: String,
    /// What the statement says.
    pub statement: Option<Bounds>,
    /// What validators read, in their order.
    pub validators: Vec<Bounds>,
    /// What the checker and the interactor read of the input.
    pub judges: Vec<Bounds>,
    /// What solutions that are right take for granted, where that is less than a validator allows, or may be.
    pub solutions: Vec<Assumed>,
    /// What commands give to generators' options of this name.
    pub options: Vec<OptionValues>,
    /// What the tests have, where a validator told of it.
    pub seen: Option<Seen>,
    /// What does not fit together, a sentence each.
    pub remarks: Vec<String>,
}

/// The bounds that something says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// The least value; null of a sum.
    pub least: Option<Bound>,
    /// The greatest value.
    pub greatest: Bound,
    /// The file that says so.
    pub path: RelPath,
    /// Where in it.
    pub range: Range,
}

/// One end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bound {
    /// As it is written.
    pub text: String,
    /// The number that it comes to, in decimal digits; null where it depends on other values.
    pub value: Option<String>,
    #[serde(skip)]
    number: Option<i128>,
}

/// What commands give for an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionValues {
    /// The generator's source.
    pub generator: RelPath,
    /// The option as people say it: `-n`.
    pub option: String,
    /// Its values: `1 to 200000`.
    pub values: String,
}

/// The least and the greatest value that tests have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// The least, in decimal digits.
    pub least: String,
    /// The first test that has it.
    pub least_in: String,
    /// The greatest, in decimal digits.
    pub greatest: String,
    /// The first test that has it.
    pub greatest_in: String,
}

impl Bound {
    fn of_number(number: i128) -> Bound {
        Bound { text: number.to_string(), value: Some(number.to_string()), number: Some(number) }
    }

    /// What a source says, with the constants that it knows.
    fn read(bound: &ReadBound, facts: &SourceFacts) -> Bound {
        let number = facts.value_of(bound);
        match number.filter(|_| bound.is_literal()) {
            Some(number) => Bound::of_number(number),
            None => Bound { text: bound.text.clone(), value: number.map(|number| number.to_string()), number },
        }
    }

    /// A bound as it is written, with its value where that is not the same: `MAXN = 200000`.
    pub fn shown(&self) -> String {
        match &self.value {
            Some(value) if *value != self.text => format!("{} = {value}", self.text),
            Some(_) | None => self.text.clone(),
        }
    }
}

impl Bounds {
    /// `1 … n`, or `at most 200000` of a sum
    pub fn shown(&self) -> String {
        match &self.least {
            Some(least) => format!("{} … {}", least.shown(), self.greatest.shown()),
            None => format!("at most {}", self.greatest.shown()),
        }
    }

    fn numbers(&self) -> Option<(i128, i128)> {
        self.least.as_ref()?.number.zip(self.greatest.number)
    }

    fn place(&self) -> Place {
        Place { path: self.path.clone(), range: self.range }
    }
}

impl Seen {
    /// `1 (test 01) … 49998 (test 17)`
    pub fn shown(&self) -> String {
        let Seen { least, least_in, greatest, greatest_in } = self;
        if least == greatest { least.clone() } else { format!("{least} ({least_in}) … {greatest} ({greatest_in})") }
    }
}

/// A checker or interactor that reads a variable of the input within narrower bounds than every validator.
pub(crate) struct Narrower {
    /// The read.
    pub(crate) place: Place,
    /// The validator's.
    pub(crate) validator: Place,
    /// What is wrong.
    pub(crate) message: String,
}

/// The table: variables that validators read first, in that order, then those that only the statement names, then sums.
pub fn table(context: &FindingContext<'_>) -> Vec<Variable> {
    let mut variables = places(context);
    let mut seen = seen(context);
    for variable in &mut variables {
        variable.solutions = assumed::solutions(context, variable);
        variable.options = options(context, &variable.name);
        variable.seen = seen.remove(&variable.name);
        variable.remarks = remarks(variable);
    }
    let sums = sums::sums(context, &mut variables);
    variables.extend(sums);
    variables
}

/// The variables of the table with what texts alone say of them: where they are read and bounded.
pub fn places(context: &FindingContext<'_>) -> Vec<Variable> {
    let mut variables = read(context);
    let (numbers, chains) = stated::stated(context);
    for (name, stated) in numbers {
        match find(&mut variables, &name) {
            Some(variable) => variable.statement = Some(stated),
            None => variables.push(Variable { statement: Some(stated), ..Variable::named(name) }),
        }
    }
    // Of what is neither read nor has numbers nobody knows whether it is of the input.
    for (name, stated) in chains {
        if let Some(variable) = find(&mut variables, &name).filter(|variable| variable.statement.is_none()) {
            variable.statement = Some(stated);
        }
    }
    variables
}

/// What each validator reads, as lines for people.
pub fn inputs(context: &FindingContext<'_>) -> Vec<(String, Vec<String>)> {
    // One that is asked with several arguments reads the same each time.
    let mut seen = BTreeSet::new();
    let programs = context.problem.validators.iter().map(|validator| validator.program);
    let programs = programs.filter(|program| seen.insert(*program));
    let paths = programs.flat_map(|program| &context.problem.programs[program].sources);
    let lines = paths.filter_map(|path| Some((path.to_string(), context.folder.facts(path)?.input.clone())));
    lines.filter(|(_, lines)| !lines.is_empty()).collect()
}

/// The reads of checkers and interactors that refuse what validators let through.
pub(crate) fn narrower(context: &FindingContext<'_>) -> Vec<Narrower> {
    // This is asked after every edit.
    let reads_input = |judge: &ProgramIdx| {
        let mut sources = context.problem.programs[*judge].sources.iter();
        sources
            .any(|path| context.folder.facts(path).is_some_and(|facts| facts.reads.iter().any(ReadCall::is_of_input)))
    };
    if !judges_of(context).iter().any(reads_input) {
        return Vec::new();
    }
    read(context).iter().flat_map(Variable::narrower).collect()
}

/// Who says something about a variable, in the order of [`Variable::cells`].
pub const SOURCES: [&str; 6] = ["statement", "validator", "checker", "solutions", "options", "tests"];

/// Those of [`SOURCES`] that say something of some variable.
pub fn told(cells: &[[String; SOURCES.len()]]) -> Vec<usize> {
    (0..SOURCES.len()).filter(|&source| cells.iter().any(|cells| !cells[source].is_empty())).collect()
}

impl Variable {
    /// What each of [`SOURCES`] says, empty where it says nothing.
    pub fn cells(&self) -> [String; SOURCES.len()] {
        let all = |bounds: &[Bounds]| {
            let mut shown: Vec<String> = bounds.iter().map(Bounds::shown).collect();
            shown.dedup();
            shown.join("; ")
        };
        let option =
            |option: &OptionValues| format!("{} {}: {}", option.generator.stem(), option.option, option.values);
        let stated = |bounds: &Bounds| {
            format!("{} ({}:{})", bounds.shown(), bounds.path.file_name(), bounds.range.start.line + 1)
        };
        [
            self.statement.as_ref().map(stated).unwrap_or_default(),
            all(&self.validators),
            all(&self.judges),
            self.solutions.iter().map(Assumed::shown).collect::<Vec<_>>().join("; "),
            self.options.iter().map(option).collect::<Vec<_>>().join("; "),
            self.seen.as_ref().map(Seen::shown).unwrap_or_default(),
        ]
    }

    fn named(name: String) -> Variable {
        Variable {
            name,
            statement: None,
            validators: Vec::new(),
            judges: Vec::new(),
            solutions: Vec::new(),
            options: Vec::new(),
            seen: None,
            remarks: Vec::new(),
        }
    }

    /// What every validator lets through at most; `None` where some bound is not constant.
    fn valid(&self) -> Option<(i128, i128)> {
        let all: Option<Vec<(i128, i128)>> = self.validators.iter().map(Bounds::numbers).collect();
        all?.into_iter().reduce(|one, other| (one.0.max(other.0), one.1.min(other.1)))
    }

    /// What validators agree on; those of single groups may allow less.
    fn agreed(&self) -> Option<(i128, i128)> {
        let (first, others) = self.validators.split_first()?;
        first.numbers().filter(|numbers| others.iter().all(|other| other.numbers() == Some(*numbers)))
    }

    fn narrower(&self) -> Vec<Narrower> {
        let (Some((lo, hi)), Some(validator)) = (self.valid(), self.validators.first()) else { return Vec::new() };
        let narrower = |judge: &Bounds| {
            let (least, greatest) = judge.numbers()?;
            (least > lo || greatest < hi).then(|| Narrower {
                place: judge.place(),
                validator: validator.place(),
                message: format!(
                    "this read of `{}` takes {least} to {greatest}, and the validator allows {lo} to {hi}: on a valid test \
                     beyond that, every output fails",
                    self.name
                ),
            })
        };
        self.judges.iter().filter_map(narrower).collect()
    }
}

/// What validators and judges read, in the order of their sources.
fn read(context: &FindingContext<'_>) -> Vec<Variable> {
    let problem = context.problem;
    let mut variables: Vec<Variable> = Vec::new();
    for validator in &problem.validators {
        for (name, bounds) in reads_of(context, validator.program) {
            match find(&mut variables, &name) {
                Some(known) => known.validators.push(bounds),
                None => variables.push(Variable { validators: vec![bounds], ..Variable::named(name) }),
            }
        }
    }
    for judge in judges_of(context) {
        for (name, bounds) in reads_of(context, judge) {
            if let Some(known) = find(&mut variables, &name) {
                known.judges.push(bounds);
            }
        }
    }
    variables
}

/// The programs that judge outputs.
fn judges_of(context: &FindingContext<'_>) -> Vec<ProgramIdx> {
    let checker = match &context.problem.checker.kind {
        CheckerKind::Program { program, .. } => Some(*program),
        CheckerKind::Standard(_) | CheckerKind::KattisDefault(_) | CheckerKind::Interactor => None,
    };
    let interactor = context.problem.interactor.as_ref().map(|interactor| interactor.program);
    let mut judges: Vec<ProgramIdx> = checker.into_iter().chain(interactor).collect();
    judges.dedup();
    judges
}

/// The bounded reads of the input that have names.
fn reads_of(context: &FindingContext<'_>, program: ProgramIdx) -> Vec<(String, Bounds)> {
    let mut found = Vec::new();
    for path in &context.problem.programs[program].sources {
        let Some(facts) = context.folder.facts(path) else { continue };
        if facts.reads.is_empty() {
            continue;
        }
        let shared = included::facts(context.folder, path).unwrap_or_else(|| facts.clone());
        let bound = |bound: &ReadBound| Bound::read(bound, &shared);
        let of_input = facts.reads.iter().filter(|read| read.is_of_input());
        found.extend(of_input.filter_map(|read: &ReadCall| {
            let (least, greatest) = read.bounds.as_ref()?;
            let bounds =
                Bounds { least: Some(bound(least)), greatest: bound(greatest), path: path.clone(), range: read.range };
            Some((base(read.name.as_ref()?)?, bounds))
        }));
    }
    found
}

/// A name without its index and the marks around it.
fn base(name: &str) -> Option<String> {
    base_span(name).map(|span| name[span].to_owned())
}

/// Where the variable's name stands in that of a read: `a` in `a[%d]`.
pub fn base_span(name: &str) -> Option<std::ops::Range<usize>> {
    let inside = name.trim_end_matches('~');
    let start = inside.len() - inside.trim_start_matches('~').trim_start_matches(['$', '|']).len();
    let inside = &inside[start..];
    let end = inside.find(|one: char| !(one.is_alphanumeric() || one == '_')).unwrap_or(inside.len());
    let length = inside[..end].trim_end_matches('_').len();
    (length > 0).then(|| start..start + length)
}

/// The variable of a name, else the only one whose name has an index behind this one: `a_i` of `a`.
fn find<'v>(variables: &'v mut [Variable], name: &str) -> Option<&'v mut Variable> {
    let at = variables.iter().position(|variable| variable.name == name).or_else(|| {
        let stem = statement::stem(name);
        let is_indexed = |long: &str| long.split_once('_').is_some_and(|(_, index)| index.len() <= 2);
        let mut same = variables.iter().enumerate().filter(|(_, variable)| {
            statement::stem(&variable.name) == stem && (is_indexed(&variable.name) || is_indexed(name))
        });
        same.next().filter(|_| same.next().is_none()).map(|(at, _)| at)
    })?;
    Some(&mut variables[at])
}

/// The values that commands give to options of a name.
fn options(context: &FindingContext<'_>, name: &str) -> Vec<OptionValues> {
    let problem = context.problem;
    let mut found = Vec::new();
    for (idx, program) in problem.programs.iter_enumerated().filter(|(_, program)| program.role == Role::Generator) {
        let facts = program.sources.iter().find_map(|path| included::facts(context.folder, path));
        let Some(facts) = facts else { continue };
        let key = |key: &crate::facts::OptionKey| matches!(key, crate::facts::OptionKey::Name(key) if key == name);
        let Some(read) = facts.options.iter().find(|read| key(&read.key)) else { continue };
        let calls = problem.commands.iter().flat_map(|command| &command.pipeline);
        let calls = calls.filter(|call| call.program == Some(idx));
        let values: Vec<String> = calls.filter_map(|call| value_of(&read.key, &facts.options, &call.args)).collect();
        if !values.is_empty() {
            let values = range_of(&values, &|value| value.to_owned());
            found.push(OptionValues { generator: program.path.clone(), option: spoken(&read.key), values });
        }
    }
    found
}

/// A value, and the first test that has it.
type End<'a> = (i128, &'a str);

/// The least and the greatest one.
type Ends<'a> = (End<'a>, End<'a>);

fn stretch<'a>(ends: &mut Option<Ends<'a>>, (least, greatest): (i128, i128), test: &'a str) {
    let ends = ends.get_or_insert(((least, test), (greatest, test)));
    if least < ends.0.0 {
        ends.0 = (least, test);
    }
    if greatest > ends.1.0 {
        ends.1 = (greatest, test);
    }
}

fn shown(((least, least_in), (greatest, greatest_in)): Ends<'_>) -> Seen {
    let (least, greatest) = (least.to_string(), greatest.to_string());
    Seen { least, least_in: least_in.to_owned(), greatest, greatest_in: greatest_in.to_owned() }
}

/// What the tests have, by name, as far as validators told.
fn seen(context: &FindingContext<'_>) -> BTreeMap<String, Seen> {
    let mut ends: BTreeMap<String, Option<Ends<'_>>> = BTreeMap::new();
    for (test, state) in context.problem.tests.iter().zip(&context.state.tests) {
        let said = state.validations.iter().flatten().filter(|said| said.ok);
        for reads in said.filter_map(|said| said.reads.as_ref()).flatten() {
            let (Some(seen), Some(name)) = (reads.seen, base(&reads.name)) else { continue };
            stretch(ends.entry(name).or_default(), seen, &test.id);
        }
    }
    ends.into_iter().filter_map(|(name, ends)| Some((name, shown(ends?)))).collect()
}

fn remarks(variable: &Variable) -> Vec<String> {
    let mut remarks = Vec::new();
    if let (Some(stated), Some((lo, hi))) = (&variable.statement, variable.agreed())
        && stated.numbers().is_some_and(|numbers| numbers != (lo, hi))
    {
        remarks.push(format!("the statement allows {}, the validator {lo} … {hi}", stated.shown()));
    }
    remarks.extend(variable.narrower().into_iter().map(|narrower| narrower.message));
    remarks.extend(variable.solutions.iter().filter_map(|assumed| assumed.is_too_little_for(variable)));
    if let (Some((lo, hi)), Some(seen)) = (variable.agreed(), &variable.seen) {
        let missed = [(lo, &seen.least, "lower"), (hi, &seen.greatest, "upper")];
        let missed = missed.iter().filter(|(bound, value, _)| bound.to_string() != **value);
        remarks
            .extend(missed.map(|(bound, value, which)| format!("no test reaches the {which} bound {bound} ({value})")));
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_indices() {
        for (name, expected) in [
            ("n", Some("n")),
            ("~n~", Some("n")),
            ("a[%d]", Some("a")),
            ("a_i", Some("a_i")),
            ("max_len", Some("max_len")),
            ("|s|", Some("s")),
            ("", None),
            ("[1]", None),
        ] {
            assert_eq!(base(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn nothing_is_missed_where_validators_differ() {
        let bounds = |lo: i128, hi: i128| Bounds {
            least: Some(Bound::of_number(lo)),
            greatest: Bound::of_number(hi),
            path: RelPath::parse("val.cpp").expect("a path"),
            range: Range::default(),
        };
        let seen = |lo: &str, hi: &str| Seen {
            least: lo.to_owned(),
            least_in: "1".to_owned(),
            greatest: hi.to_owned(),
            greatest_in: "2".to_owned(),
        };
        let of = |validators: &[Bounds], judges: &[Bounds]| {
            let mut variable = Variable::named("n".to_owned());
            (variable.validators, variable.judges) = (validators.to_vec(), judges.to_vec());
            variable.seen = Some(seen("0", "7"));
            remarks(&variable).len()
        };
        assert_eq!(of(&[bounds(0, 9)], &[]), 1, "the upper bound");
        assert_eq!(of(&[bounds(0, 9), bounds(0, 9)], &[]), 1);
        assert_eq!(of(&[bounds(0, 9), bounds(1, 1)], &[]), 0, "one is of a group");
        assert_eq!(of(&[bounds(0, 9), bounds(0, 3)], &[bounds(0, 5)]), 0, "what both allow is read");
        assert_eq!(of(&[bounds(0, 7)], &[bounds(0, 5)]), 1, "the judge refuses a valid test");
    }

    #[test]
    fn indexed_names_are_those_of_the_statement() {
        let mut variables = ["n", "a_i", "max_len"].map(|name| Variable::named(name.to_owned()));
        let mut found = |name: &str| find(&mut variables, name).map(|variable| variable.name.clone());
        assert_eq!(found("a").as_deref(), Some("a_i"));
        assert_eq!(found("n").as_deref(), Some("n"));
        assert_eq!(found("n_i").as_deref(), Some("n"));
        assert_eq!(found("max"), None);
    }
}
