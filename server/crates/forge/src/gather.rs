//! A judged folder as a row.
//!
//! Invariant: what is in a row was seen: its inputs are accepted by the validators, its answers are those that solutions
//! were judged against, its rates are those of this judgement.

use std::collections::BTreeMap;

use datasets::{Iteration, Judge, Origin, Row, Submission, Test, Tool, lay::origin_of};
use judge::{
    check,
    engine::{Engine, LoadedProblem},
};
use problem::{
    folder::Folder as _,
    formats::statement,
    label::Pool,
    language::Language,
    model::{CheckerKind, InputSource, Problem, Program, ProgramIdx, Protocol, Role, TestIdx},
    state::State,
    words::quantity,
};

use crate::{
    commands::with_seed_argument,
    edits::exact_text,
    suite::{PassMatrix, metrics::quality},
};

/// A row, and what of the folder is not in it.
#[derive(Debug)]
pub struct Gathered {
    /// The row.
    pub row: Row,
    /// What has no place in a row, and why.
    pub left_out: Vec<String>,
}

/// Has every command make `times` tests, each further one with another label behind it, as the configurations 1x to 5x of
/// CodeContests+ are made (CCP-4).
pub fn multiply(problem: &mut Problem, times: u32) {
    let tests = problem.tests.indices();
    for label in 2..=times {
        for test in tests.clone() {
            let mut further = problem.tests[test].clone();
            let InputSource::Stdout(command) = further.input else { continue };
            further.id = format!("{}-s{label}", further.id);
            further.name.clone_from(&further.id);
            further.input = InputSource::Stdout(problem.commands.next_idx());
            further.answer = None;
            further.rule = None;
            let labelled = with_seed_argument(&problem.commands[command], &format!("s{label}"));
            problem.commands.push(labelled);
            problem.tests.push(further);
        }
    }
}

/// What is known of a judged folder beside its state.
#[derive(Debug, Default)]
pub struct Besides {
    /// The rounds that its suite came about in (CCO-27).
    pub iterations: Vec<Iteration>,
    /// Whether its commands were [multiplied](multiply); then tests that came out the same are left out (CCP-6).
    pub is_multiplied: bool,
}

/// Makes the row of a judged folder.
///
/// # Errors
/// One sentence when the problem is of a kind that no row can hold.
pub fn gather(engine: &Engine, loaded: &LoadedProblem, state: &State, besides: Besides) -> Result<Gathered, String> {
    let problem = &loaded.problem;
    if problem.interactor.is_some() {
        return Err("it is interactive, and rows have no place for an interactor".to_owned());
    }
    let quality = quality(&PassMatrix::of(problem, state));
    let statement = statement::text(&loaded.folder).map(|(_, text)| text).unwrap_or_default();
    let row = Row {
        name: problem.name.clone(),
        title: title(&statement),
        statement,
        time_ms: state.time_limit_ms.or(problem.limits.time.fixed_ms()),
        memory_mb: Some(problem.limits.memory_bytes >> 20),
        input_file: problem.io.input_file.clone(),
        output_file: problem.io.output_file.clone(),
        tpr: quality.tpr,
        tnr: quality.tnr,
        iterations: besides.iterations,
        ..Row::default()
    };
    let mut gatherer = Gatherer { engine, loaded, state, row, left_out: Vec::new() };
    gatherer.solutions();
    gatherer.generator();
    gatherer.validator();
    gatherer.checker()?;
    gatherer.tests(besides.is_multiplied);
    Ok(Gathered { row: gatherer.row, left_out: gatherer.left_out })
}

/// The first line of a statement, if it is a heading.
fn title(statement: &str) -> Option<String> {
    let first = statement.lines().find(|line| !line.trim().is_empty())?;
    let title = first.trim().strip_prefix('#')?.trim_start_matches('#').trim();
    (!title.is_empty()).then(|| title.to_owned())
}

struct Gatherer<'a> {
    engine: &'a Engine,
    loaded: &'a LoadedProblem,
    state: &'a State,
    row: Row,
    left_out: Vec<String>,
}

impl Gatherer<'_> {
    /// The source of a program that is one file by itself; else why there is none.
    fn source(&self, program: &Program) -> Result<String, String> {
        let folder = &self.loaded.folder;
        let [path] = program.sources.as_slice() else {
            return Err(format!("{}, which has several sources", program.path));
        };
        let text = exact_text(folder, path).ok_or_else(|| format!("{path}, which is no text in UTF-8"))?;
        let included = text.lines().filter_map(|line| line.trim().strip_prefix('#')?.trim().strip_prefix("include"));
        let names = included.filter_map(|rest| rest.trim().strip_prefix('"')?.split('"').next());
        let own =
            |name: &&str| *name != "testlib.h" && folder.files().iter().any(|file| file.path.as_str().ends_with(name));
        match { names }.find(own) {
            Some(name) => Err(format!("{path}, which includes {name}")),
            None => Ok(text),
        }
    }

    /// The main solution first, then the others in path order.
    fn solutions(&mut self) {
        let problem = &self.loaded.problem;
        let mut all: Vec<(ProgramIdx, &Program)> = problem.solutions().collect();
        all.sort_by_key(|(idx, _)| Some(*idx) != problem.main);
        for (_, program) in all {
            let Some(pool) = program.pool() else {
                self.left_out.push(format!("{}, which is labelled neither correct nor wrong", program.path));
                continue;
            };
            match self.source(program) {
                Err(why) => self.left_out.push(why),
                Ok(code) => {
                    let (language, is_correct) = (program.language.clone(), pool == Pool::Correct);
                    self.row.solutions.push(Submission { code, language, is_correct });
                }
            }
        }
    }

    /// The generator that most commands call, and its commands.
    fn generator(&mut self) {
        let problem = &self.loaded.problem;
        let only = |command: &problem::model::GenCommand| match command.pipeline.as_slice() {
            [call] => call.program,
            _ => None,
        };
        let mut calls: BTreeMap<ProgramIdx, usize> = BTreeMap::new();
        for program in problem.commands.iter().filter_map(only) {
            *calls.entry(program).or_default() += 1;
        }
        let most = calls.iter().max_by_key(|&(&idx, &n)| (n, std::cmp::Reverse(idx))).map(|(&idx, _)| idx);
        let of_role = problem.programs.position(|program| program.role == Role::Generator);
        let Some(chosen) = most.or(of_role) else { return };
        let source = match (&problem.programs[chosen].language, self.source(&problem.programs[chosen])) {
            (Language::Cpp, source) => source,
            (_, _) => Err(format!("{}, since generators of rows are in C++", problem.programs[chosen].path)),
        };
        let others = problem.programs.iter_enumerated();
        let others = others.filter(|(idx, program)| *idx != chosen && program.role == Role::Generator);
        self.left_out.extend(others.map(|(_, program)| format!("{}, since a row has one generator", program.path)));
        let code = match source {
            Ok(code) => code,
            Err(why) => return self.left_out.push(why),
        };
        self.row.generator = Some(Tool { code, language: Language::Cpp });
        for command in problem.commands.iter().filter(|command| only(command) == Some(chosen)) {
            let args = command.text.split_once(char::is_whitespace).map_or("", |(_, args)| args);
            let text = format!("./gen {args}").trim_end().to_owned();
            if !self.row.commands.contains(&text) {
                self.row.commands.push(text);
            }
        }
    }

    fn validator(&mut self) {
        let problem = &self.loaded.problem;
        for validator in &problem.validators {
            let program = &problem.programs[validator.program];
            match self.source(program) {
                _ if self.row.validator.is_some() => {
                    self.left_out.push(format!("{}, since a row has one validator", program.path));
                }
                _ if validator.protocol == Protocol::Kattis => {
                    self.left_out.push(format!("{}, which answers in Kattis's way", program.path));
                }
                Ok(code) => self.row.validator = Some(Tool { code, language: program.language.clone() }),
                Err(why) => self.left_out.push(why),
            }
        }
    }

    /// Without its checker a row would say of outputs what is not so.
    fn checker(&mut self) -> Result<(), String> {
        let problem = &self.loaded.problem;
        self.row.checker = match &problem.checker.kind {
            CheckerKind::Standard(standard) => Some(Judge::Standard(*standard)),
            CheckerKind::KattisDefault(_) | CheckerKind::Interactor => {
                self.left_out
                    .push("the default comparison of Kattis, so that readers compare in their own way".to_owned());
                None
            }
            CheckerKind::Program { program, protocol } => {
                let program = &problem.programs[*program];
                let cannot = |why: &str| format!("its checker cannot be part of a row: {why}");
                let code = self.source(program).map_err(|why| cannot(&why))?;
                if *protocol != Protocol::Testlib {
                    return Err(cannot(&format!("{}, which does not answer in testlib's way", program.path)));
                }
                Some(Judge::Program(Tool { code, language: program.language.clone() }))
            }
        };
        Ok(())
    }

    /// The tests that count: valid, with an answer, and not a copy of an earlier one where seeds were changed (CCP-6).
    fn tests(&mut self, is_multiplied: bool) {
        let duplicates = self.state.duplicates();
        let mut lost: BTreeMap<&str, usize> = BTreeMap::new();
        for (test, earlier) in duplicates.into_iter_enumerated() {
            match self.test(test) {
                _ if is_multiplied && earlier.is_some() => {
                    *lost.entry("with the input of another one").or_default() += 1
                }
                Ok(one) => self.row.tests.push(one),
                Err(why) => *lost.entry(why).or_default() += 1,
            }
        }
        self.left_out.extend(lost.into_iter().map(|(why, n)| format!("{} {why}", quantity(n, "test"))));
    }

    fn test(&self, test: TestIdx) -> Result<Test, &'static str> {
        let (of, known) = (&self.loaded.problem.tests[test], &self.state.tests[test]);
        let input = known.input_blob().ok_or("without an input")?;
        let answer = self.state.tests[test].known_answer().ok_or("without an answer")?;
        if !known.is_valid() {
            return Err("that a validator does not accept");
        }
        let context = self.engine.context(self.loaded);
        let text = |file, blob| {
            let bytes = check::contents(&context, file, blob).ok_or("gone from the cache")?;
            String::from_utf8(bytes.to_vec()).map_err(|_| "with bytes that are not UTF-8")
        };
        let file = match &of.input {
            InputSource::File(path) => Some(path),
            InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
        };
        Ok(Test {
            input: text(file, input)?,
            output: Some(text(of.answer.as_ref(), answer)?),
            is_sample: of.sample,
            origin: origin(&self.loaded.problem, &of.input),
        })
    }
}

/// Where an input comes from (HTG-18): a file is written directly unless its name says otherwise, and commands say it by
/// `-type rp`, `-type sp:LABEL` or `-type hack:PATTERN` (HTG-25); other commands count as random ones.
fn origin(problem: &Problem, input: &InputSource) -> Option<Origin> {
    let command = match input {
        InputSource::File(path) => return Some(origin_of(path.stem()).unwrap_or(Origin::Direct)),
        InputSource::Inline(_) => return Some(Origin::Direct),
        InputSource::Stdout(command) | InputSource::Written { command, .. } => &problem.commands[*command],
    };
    let args: Vec<&str> = command.pipeline.iter().flat_map(|call| &call.args).map(String::as_str).collect();
    let option = args.iter().position(|arg| matches!(*arg, "-type" | "--type"));
    let joined = args.iter().find_map(|arg| arg.trim_start_matches('-').strip_prefix("type="));
    let kind = option.and_then(|at| args.get(at + 1).copied()).or(joined).unwrap_or_default();
    let (kind, label) = kind.split_once(':').unwrap_or((kind, ""));
    Some(match kind {
        "sp" => Origin::Special(label.to_owned()),
        "hack" => Origin::Hack(label.to_owned()),
        _ => Origin::Random,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::{Rig, SUMS, judged, with};

    /// The row of a folder whose commands are made so many times, with what is left out.
    fn gathered(files: &str, times: u32) -> Result<Gathered, String> {
        let rig = Rig::new(files);
        let mut loaded = rig.loaded();
        multiply(&mut loaded.problem, times);
        let run = check::CheckRun {
            context: rig.engine.context(&loaded),
            executor: &*rig.engine.machine,
            request: &problem::request::CheckRequest::default(),
            n_workers: 1,
            counts: std::sync::Arc::default(),
        };
        let state = run.run(&mut crate::rig::Stages::default()).unwrap();
        gather(&rig.engine, &loaded, &state, Besides { is_multiplied: times > 1, ..Besides::default() })
    }

    #[test]
    fn a_row_has_what_was_seen() {
        let Gathered { row, left_out } = gathered(SUMS, 1).unwrap();
        assert_eq!((row.title.as_deref(), row.time_ms, row.memory_mb), (Some("Sums"), Some(1000), Some(64)));
        assert_eq!((row.tpr, row.tnr), (Some(1.0), Some(0.0)), "nobody fails yet");
        let solutions: Vec<(bool, bool)> =
            row.solutions.iter().map(|one| (one.is_correct, one.code.contains("does: sum"))).collect();
        // The main solution comes first, then the others by their paths.
        assert_eq!(solutions, [(true, true), (true, true), (false, false), (false, false)]);
        assert_eq!(row.commands, ["./gen 7"]);
        let tests: Vec<_> =
            row.tests.iter().map(|test| (test.input.as_str(), test.output.as_deref(), test.is_sample)).collect();
        assert_eq!(tests, [("1 2\n", Some("3\n"), true), ("7\n", Some("7\n"), false)]);
        assert_eq!(
            (row.tests[0].origin.clone(), row.tests[1].origin.clone()),
            (Some(Origin::Direct), Some(Origin::Random))
        );
        assert!(row.validator.is_some() && row.generator.is_some());
        assert_eq!(left_out, Vec::<String>::new());
    }

    #[test]
    fn ccp_4_ccp_6_further_seeds_are_further_tests_unless_they_come_out_the_same() {
        let inputs = |files: &str| {
            let Gathered { row, left_out } = gathered(files, 3).unwrap();
            (row.tests.into_iter().map(|test| test.input).collect::<Vec<_>>(), left_out)
        };
        assert_eq!(inputs(SUMS), (["1 2\n", "7\n", "7 2\n", "7 3\n"].map(str::to_owned).to_vec(), vec![]));
        let lost = vec!["2 tests with the input of another one".to_owned()];
        assert_eq!(
            inputs(&with(SUMS, "does: seeded", "does: plain")),
            (["1 2\n", "7\n"].map(str::to_owned).to_vec(), lost)
        );
    }

    #[test]
    fn what_does_not_count_or_has_no_place_is_left_out_and_told() {
        let more = "-- ac_split.cpp --\n#include \"own.h\"\n// does: sum\nint main() {}\n-- own.h --\n\n\
                    -- gen_other.cpp --\n#include \"testlib.h\"\n// does: plain\n\
                    int main(int argc, char *argv[]) { registerGen(argc, argv, 1); }\n";
        let files = format!("{}{more}", with(SUMS, "gen 7 > $", "gen 7 > $\ngen 99 > $"));
        let Gathered { row, left_out } = gathered(&files, 1).unwrap();
        assert_eq!((row.solutions.len(), row.tests.len(), row.commands.len()), (4, 2, 2));
        assert_eq!(
            left_out,
            [
                "ac_split.cpp, which includes own.h",
                "gen_other.cpp, since a row has one generator",
                "1 test that a validator does not accept"
            ]
        );
        let checker = "-- check.cpp --\n#include \"own.h\"\n#include \"testlib.h\"\n// does: compare\n\
                       int main(int argc, char *argv[]) { registerTestlibCmd(argc, argv); }\n";
        let why = gathered(&format!("{SUMS}-- own.h --\n\n{checker}"), 1).unwrap_err();
        assert_eq!(why, "its checker cannot be part of a row: check.cpp, which includes own.h");
    }

    #[test]
    fn a_title_is_the_first_line_if_it_is_a_heading() {
        assert_eq!(title("\n\n## Two sums ##\nText\n").as_deref(), Some("Two sums ##"));
        assert_eq!(title("# \n# A"), None);
        assert_eq!((title("Two sums\n# A"), title("")), (None, None));
    }

    #[test]
    fn htg_18_htg_25_where_an_input_comes_from_is_in_its_command() {
        let rig = Rig::new(SUMS);
        let bench = rig.bench();
        let sources =
            ["gen 1 -type rp", "gen 2 -type sp:no-pair", "gen 3 --type=hack:chain", "gen 4 -type star", "gen 5 -type"];
        let sources: Vec<_> = sources.into_iter().map(crate::rig::command).collect();
        let trial = bench.judge(&sources, &mut crate::rig::Stages::default()).unwrap();
        let of = |at: usize| origin(&trial.problem, &trial.problem.tests[crate::rig::candidate(&trial, at)].input);
        let special = Some(Origin::Special("no-pair".to_owned()));
        assert_eq!((of(0), of(1), of(2)), (Some(Origin::Random), special, Some(Origin::Hack("chain".to_owned()))));
        assert_eq!((of(3), of(4)), (Some(Origin::Random), Some(Origin::Random)));
        let trial = judged(&bench, &[]);
        assert_eq!(origin(&trial.problem, &trial.problem.tests[TestIdx::from(0)].input), Some(Origin::Direct));
    }
}
