//! What a model is shown of a problem: whole where it matters, cut where it would be too long.

mod generators;
mod samples;

use std::sync::Arc;

use checkers::kattis::KattisFlags;
use cpp::comments::without_comments;
use judge::disk::folder::DiskFolder;
use problem::{
    facts::SourceFacts,
    folder::Folder as _,
    formats::statement,
    label::Pool,
    language::Language,
    languages::Entry,
    model::{CheckerKind, Problem, ProgramIdx, Role, TestIdx},
    path::RelPath,
    state::{Build, State},
    words::quantity,
};

use self::samples::{are_stated, stated};
use crate::{
    bench::{Trial, unified_diff},
    prompt::{
        checker_rule,
        values::{CheckerText, PoolProgram, ProblemText, ProgramText, SourceText, TestText, Values},
    },
    spoken::spoken_of,
};

/// A text field has at most this many characters (CCO-20).
pub(crate) const MAX_FIELD: usize = 1000;
/// What stands for an input that is too long and has no command (CCO-20).
const HIDDEN: &str = "[input]";
/// A solution has at most this many bytes: less would hide the mistake.
const MAX_SOLUTION: usize = 8 << 10;
/// A statement, generator, validator, checker or main solution has at most this many bytes.
const MAX_SOURCE: usize = 64 << 10;

/// A problem that is described.
pub struct Described<'a> {
    /// Its folder.
    pub folder: &'a DiskFolder,
    /// The problem.
    pub problem: &'a Problem,
    /// What is known of it.
    pub state: &'a State,
    /// The text of contents; `None` when they are gone.
    pub contents: &'a dyn Fn(TestIdx, bool) -> Option<String>,
    /// Solutions are shown without their comments.
    pub strips_comments: bool,
}

/// A problem as it was tried.
pub(crate) fn described<'a>(trial: &'a Trial, contents: &'a dyn Fn(TestIdx, bool) -> Option<String>) -> Described<'a> {
    Described {
        folder: &trial.folder,
        problem: &trial.problem,
        state: &trial.state,
        contents,
        strips_comments: trial.strips_comments,
    }
}

impl Described<'_> {
    /// The values that every question has: statement, limits, samples, tools, the main solution.
    pub fn values(&self) -> Values {
        let Described { folder, problem, .. } = self;
        let of_role = |role| problem.programs.position(|program| program.role == role);
        let statement =
            statement::text(*folder).map(|(_, text)| cut(&problem.constants.put_into_statement(&text), MAX_SOURCE));
        let statement = statement.unwrap_or_default();
        let (samples, generators) = (self.samples(), self.generators());
        let stated = stated(&statement);
        let spoken = spoken_of(&statement, &self.examples(&stated, &samples));
        // Each sample once.
        let samples = if are_stated(&stated, &samples) { Vec::new() } else { samples };
        let generator = generators.first();
        let time_limit_ms = self.state.time_limit_ms.or(problem.limits.time.fixed_ms()).unwrap_or_default();
        Values {
            problem: ProblemText {
                name: problem.name.clone(),
                time_limit_ms,
                memory_limit_mb: problem.limits.memory_bytes >> 20,
                states_limits: statement::states_limits(&statement, time_limit_ms, problem.limits.memory_bytes),
                spoken,
                is_interactive: problem.interactor.is_some(),
                has_samples_apart: self.has_samples_apart(&stated),
                statement,
                samples,
            },
            generator: generator.map(|path| self.source(path)),
            generator_reads: generators::options_read(&self.facts_of(&generators)),
            validator: of_role(Role::Validator).map(|idx| self.source(&problem.programs[idx].path)),
            checker: Some(self.checker()),
            main: problem.main.map(|main| self.main(main)),
            commands: problem.commands.iter().map(|command| command.text.clone()).collect(),
            ..Values::default()
        }
    }

    /// The generators, by their first sources.
    pub fn generators(&self) -> Vec<RelPath> {
        let generators = self.problem.programs.iter().filter(|program| program.role == Role::Generator);
        generators.flat_map(|program| program.sources.iter().take(1).cloned()).collect()
    }

    fn facts_of(&self, sources: &[RelPath]) -> Vec<Option<Arc<SourceFacts>>> {
        sources.iter().map(|path| self.folder.facts(path)).collect()
    }

    /// A file's text as a template has it.
    pub fn source(&self, path: &RelPath) -> SourceText {
        let text = self.folder.text(path).unwrap_or_default();
        SourceText { path: path.to_string(), source: cut(&text, MAX_SOURCE) }
    }

    fn checker(&self) -> CheckerText {
        let built_in = |name: &str| CheckerText { builtin: Some(name.to_owned()), ..CheckerText::default() };
        match &self.problem.checker.kind {
            CheckerKind::Standard(standard) => {
                CheckerText { rule: checker_rule(standard.name()), ..built_in(standard.name()) }
            }
            CheckerKind::KattisDefault(flags) => {
                CheckerText { rule: Some(rule_of(flags)), ..built_in("the default of Kattis") }
            }
            CheckerKind::Interactor => built_in("the interactor"),
            CheckerKind::Program { program, .. } => {
                let SourceText { path, source } = self.source(&self.problem.programs[*program].path);
                CheckerText { path, source: Some(source), ..CheckerText::default() }
            }
        }
    }

    fn main(&self, main: ProgramIdx) -> ProgramText {
        let program = &self.problem.programs[main];
        let SourceText { path, source } = self.source(&program.path);
        ProgramText { path, source, language: self.language(main) }
    }

    /// The language of a solution, as people say it; for C++ and C with what decides what a program does.
    fn language(&self, idx: ProgramIdx) -> String {
        let language = &self.problem.programs[idx].language;
        match (language, &self.state.builds[idx]) {
            (Language::Cpp, Some(Build::Ok { standard: Some(standard), .. })) => {
                format!("GNU C++{} with -O2", standard.year())
            }
            (Language::Cpp, _) => "GNU C++ with -O2".to_owned(),
            (Language::C, _) => "GNU C with -O2".to_owned(),
            (Language::Python, _) => "Python".to_owned(),
            _ => language.entry().map_or(language.name(), Entry::title).to_owned(),
        }
    }

    /// A solution of the pool.
    pub fn solution(&self, idx: ProgramIdx) -> PoolProgram {
        let program = &self.problem.programs[idx];
        let text = program.sources.iter().filter_map(|path| self.folder.text(path)).collect::<Vec<_>>().join("\n");
        let code = without_comments(&text, &program.language);
        let is_random = draws(&code);
        let text = if self.strips_comments { code } else { text };
        PoolProgram {
            name: program.path.to_string(),
            language: self.language(idx),
            source: cut(&text, MAX_SOLUTION),
            like: None,
            is_trusted: program.pool() == Some(Pool::Correct) || Some(idx) == self.problem.main,
            is_random,
            time_percent: None,
        }
    }

    /// Solutions of the pool. Of several that nearly equal one another the first is there in full, the others as what differs.
    pub fn solutions(&self, programs: impl IntoIterator<Item = ProgramIdx>) -> Vec<PoolProgram> {
        let mut shown: Vec<PoolProgram> = Vec::new();
        for idx in programs {
            let mut program = self.solution(idx);
            let whole = shown.iter().filter(|one| one.like.is_none() && one.language == program.language);
            let nearest = whole.map(|one| (&one.name, unified_diff(&program.name, &one.source, &program.source)));
            let nearest = nearest.min_by_key(|(_, diff)| diff.len()).filter(|(_, diff)| !diff.is_empty());
            if let Some((name, diff)) = nearest.filter(|(_, diff)| diff.len() <= program.source.len() / 2) {
                // The lines with the names speak of one file.
                let diff = diff.lines().filter(|line| !line.starts_with("--- ") && !line.starts_with("+++ "));
                let diff = diff.map(|line| format!("{line}\n")).collect();
                (program.like, program.source) = (Some(name.clone()), diff);
            }
            shown.push(program);
        }
        shown
    }

    /// A test: its command, and its input where that is short (CCO-20).
    pub fn test(&self, test: TestIdx) -> TestText {
        let of = &self.problem.tests[test];
        if let Some(at) = self.sample_tests().position(|sample| sample == test) {
            return TestText { id: of.id.clone(), sample: Some(at + 1), ..TestText::default() };
        }
        let command = of.input.command().map(|command| self.problem.commands[command].text.clone());
        let input = if self.is_short(test) { (self.contents)(test, false) } else { None };
        let input = input.or_else(|| command.is_none().then(|| HIDDEN.to_owned()));
        TestText { id: of.id.clone(), sample: None, command, input }
    }

    /// Whether the input of a test is short enough to be shown.
    fn is_short(&self, test: TestIdx) -> bool {
        self.state.tests[test].input_blob().is_some_and(|blob| blob.size <= MAX_FIELD as u64)
    }

    /// The first tests with inputs that are short enough to be shown; they tell how an input is laid out.
    pub(crate) fn short_inputs(&self) -> Vec<TestText> {
        let shown = |test| {
            let input = Some((self.contents)(test, false)?);
            Some(TestText { input, id: self.problem.tests[test].id.clone(), ..TestText::default() })
        };
        self.problem.tests.indices().filter(|&test| self.is_short(test)).filter_map(shown).take(2).collect()
    }

    /// The paths of the statement and the sources that a question with these values shows, for the person who is asked whether
    /// they may leave the machine.
    pub fn disclosed(&self, values: &Values) -> Vec<String> {
        let mut disclosed = self.statement_path();
        let sources = [&values.generator, &values.validator].into_iter().flatten().map(|source| source.path.clone());
        disclosed.extend(sources);
        disclosed.extend(values.checker.iter().map(|checker| checker.path.clone()).filter(|path| !path.is_empty()));
        disclosed.extend(values.main.iter().map(|main| main.path.clone()));
        disclosed.extend(values.files.iter().chain(&values.to_read).map(|file| file.path.clone()));
        disclosed.extend(values.programs.iter().map(|program| program.name.clone()));
        disclosed.sort();
        disclosed.dedup();
        disclosed
    }

    /// What the questions of a loop may show, whatever they are about, for the person who is asked for consent: how many
    /// tests there are, and the paths of the statement, the scripts and all sources.
    pub fn everything_disclosed(&self) -> Vec<String> {
        let Described { problem, .. } = self;
        let mut disclosed = self.statement_path();
        disclosed.extend(problem.programs.iter().flat_map(|program| &program.sources).map(ToString::to_string));
        let scripts = problem.commands.iter().filter_map(|command| command.place.as_ref());
        disclosed.extend(scripts.map(|place| place.path.to_string()));
        disclosed.sort();
        disclosed.dedup();
        let n_tests = problem.tests.len();
        if n_tests > 0 {
            disclosed.insert(0, quantity(n_tests, "test"));
        }
        disclosed
    }

    fn statement_path(&self) -> Vec<String> {
        statement::parts(self.folder).into_iter().map(|(path, _)| path.to_string()).collect()
    }
}

/// Whether a program seems to do something else in each run, by the words that it uses. A `rand` that nobody seeds, or that a
/// number seeds, draws the same every time.
fn draws(code: &str) -> bool {
    const SIGNS: [&str; 13] = [
        "random_device",
        "chrono",
        "clock(",
        "time(0)",
        "time(NULL)",
        "time(nullptr)",
        "importrandom",
        "fromrandom",
        "time.time",
        "perf_counter",
        "newRandom(",
        "nanoTime",
        "currentTimeMillis",
    ];
    let code: String = code.split_whitespace().collect();
    SIGNS.iter().any(|sign| code.contains(sign))
}

/// What Kattis's default comparison compares, in a few words.
fn rule_of(flags: &KattisFlags) -> String {
    let case = if flags.case_sensitive { "" } else { ", in any letter case" };
    let space = if flags.space_change_sensitive { "every blank and every token" } else { "tokens" };
    let error = |tolerance: Option<f64>, word: &str| {
        tolerance.map(|most| format!("; numbers up to a {word} error of {most:e}"))
    };
    let (absolute, relative) =
        (error(flags.float_absolute_tolerance, "absolute"), error(flags.float_relative_tolerance, "relative"));
    format!("{space} in order{case}{}{}", absolute.unwrap_or_default(), relative.unwrap_or_default())
}

/// The beginning of a text, with the cut marked.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let end = boundary(text, most);
    format!("{}\n[cut: {} more bytes]\n", &text[..end], text.len() - end)
}

/// The last place up to `most` at which a text can be cut, bytes.
pub(crate) fn boundary(text: &str, most: usize) -> usize {
    (0..=most.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}

/// Whether more of a test is shown than that it is there: it is a sample, has a command, or is short.
pub(crate) fn can_be_seen(test: &TestText) -> bool {
    test.sample.is_some() || test.command.is_some() || test.input.as_deref().is_some_and(|input| input != HIDDEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cco_20_what_is_cut_says_so() {
        assert_eq!(cut("short", 10), "short");
        assert_eq!(cut("äöü", 3), "ä\n[cut: 4 more bytes]\n");
    }

    #[test]
    fn evc_6_a_program_that_seeds_its_numbers_anew_is_told_of() {
        let random = ["srand (time (NULL));", "mt19937 r(random_device{}());", "from random import shuffle"];
        assert!(random.iter().all(|code| draws(code)));
        let fixed =
            ["int time = 0; mt19937 r(7);", "srand(5); return rand() % n;", "int random(int time) { return time; }"];
        assert!(!fixed.iter().any(|code| draws(code)));
    }

    use proptest::prelude::*;

    use crate::rig::{Rig, SUMS, Stages, candidate, command, input, judged, path, program, with};

    #[test]
    fn what_every_question_is_told_of_a_problem() {
        let rig = Rig::new(SUMS);
        let bench = rig.bench();
        let trial = judged(&bench, &[]);
        let contents = |test, is_answer| trial.text(&rig.engine, test, is_answer);
        let values = described(&trial, &contents).values();
        assert_eq!((values.problem.time_limit_ms, values.problem.memory_limit_mb), (1000, 64));
        assert!(values.problem.statement.starts_with("# Sums\n"), "{}", values.problem.statement);
        let samples: Vec<(&str, &str)> =
            values.problem.samples.iter().map(|sample| (sample.input.as_str(), sample.output.as_str())).collect();
        assert_eq!(samples, [("1 2\n", "3\n")]);
        // A sample is shown once.
        let sample = trial.problem.tests.indices().find(|&test| trial.problem.tests[test].sample).unwrap();
        let shown = described(&trial, &contents).test(sample);
        assert_eq!((shown.sample, shown.command, shown.input), (Some(1), None, None));
        let main = values.main.unwrap();
        assert_eq!((main.path.as_str(), main.language.as_str()), ("sol.cpp", "GNU C++20 with -O2"));
        assert_eq!(
            (values.generator.unwrap().path, values.validator.unwrap().path),
            ("gen.cpp".into(), "val.cpp".into())
        );
        let checker = values.checker.unwrap();
        assert!(checker.path.is_empty() && checker.source.is_none() && checker.rule.is_some(), "{checker:?}");
        assert_eq!(values.commands, ["gen 7"]);
        assert_eq!(values.api, "", "the reference is for who did not write what compiles");
    }

    #[test]
    fn cco_20_a_long_input_is_shown_by_its_command_or_not_at_all() {
        let rig = Rig::new(SUMS);
        let long = format!("{}\n", ["1"; 600].join(" "));
        let sources = [command("gen 9"), input("4 4\n"), input(&long)];
        let bench = rig.bench();
        let trial = bench.judge(&sources, &mut Stages::default()).unwrap();
        let contents = |test, is_answer| trial.text(&rig.engine, test, is_answer);
        let shown = |at: usize| {
            let TestText { command, input, .. } = described(&trial, &contents).test(candidate(&trial, at));
            (command, input)
        };
        assert_eq!(shown(0), (Some("gen 9".to_owned()), Some("9\n".to_owned())));
        assert_eq!(shown(1), (None, Some("4 4\n".to_owned())));
        assert_eq!(shown(2), (None, Some("[input]".to_owned())));
        let is_seen = |at: usize| can_be_seen(&described(&trial, &contents).test(candidate(&trial, at)));
        assert_eq!([0, 1, 2].map(is_seen), [true, true, false]);
        // What is gone from the cache is not made up.
        let gone = |_, _| None;
        let TestText { command, input, .. } = described(&trial, &gone).test(candidate(&trial, 0));
        assert_eq!((command.as_deref(), input), (Some("gen 9"), None));
    }

    #[test]
    fn solutions_are_shown_without_their_comments_where_that_is_wanted() {
        let rig = Rig::new(&with(SUMS, "// does: cap 20", "// does: cap 20\n// It forgets large sums."));
        let bench = rig.bench();
        let mut trial = judged(&bench, &[]);
        let contents = |_, _| None;
        let idx = program(&trial, "wa_cap.cpp");
        assert!(described(&trial, &contents).solution(idx).source.contains("It forgets"));
        trial.strips_comments = true;
        assert_eq!(described(&trial, &contents).solution(idx).source.trim(), "int main() {}");
        // A tool is shown as it is.
        assert!(described(&trial, &contents).source(&path("gen.cpp")).source.contains("// does: seeded"));
    }

    #[test]
    fn of_programs_that_nearly_equal_one_another_the_first_is_whole() {
        let body: String = (10..90).map(|number| format!("int a{number};\n")).collect();
        let other = body.replace("int a17;", "long long a17;");
        let files = format!("{SUMS}-- wa_one.cpp --\n{body}-- wa_two.cpp --\n{other}-- wa_same.cpp --\n{body}");
        let rig = Rig::new(&files);
        let bench = rig.bench();
        let trial = judged(&bench, &[]);
        let contents = |_, _| None;
        let names = ["wa_one.cpp", "wa_two.cpp", "wa_cap.cpp", "sol.cpp", "wa_same.cpp"];
        let shown = described(&trial, &contents).solutions(names.map(|name| program(&trial, name)));
        let like: Vec<Option<&str>> = shown.iter().map(|one| one.like.as_deref()).collect();
        // What is very short is shown as it is, and so is what equals another one to the byte.
        assert_eq!(like, [None, Some("wa_one.cpp"), None, None, None]);
        let changed = "-int a17;\n+long long a17;\n";
        assert!(shown[1].source.contains(changed) && !shown[1].source.contains("int a10;"), "{}", shown[1].source);
        let trusted: Vec<bool> = shown.iter().map(|one| one.is_trusted).collect();
        assert_eq!(trusted, [false, false, false, true, false]);
    }

    #[test]
    fn a_person_is_told_every_file_that_may_be_shown() {
        let rig = Rig::new(SUMS);
        let bench = rig.bench();
        let trial = judged(&bench, &[]);
        let contents = |_, _| None;
        let described = described(&trial, &contents);
        let everything = described.everything_disclosed();
        assert_eq!(everything[0], "2 tests");
        assert!(everything[1..].is_sorted(), "{everything:?}");
        for file in trial.folder.files().iter().map(|file| file.path.to_string()) {
            let is_shown = !file.contains("touchstone.toml") && !file.starts_with("samples/");
            assert_eq!(everything.contains(&file), is_shown, "{file}");
        }
        // The files of one question: each once, also where it is shown as two things.
        let mut values = described.values();
        values.files = vec![described.source(&path("gen.cpp"))];
        values.programs = vec![described.solution(program(&trial, "wa_cap.cpp"))];
        let files = described.disclosed(&values);
        assert_eq!(files, ["gen.cpp", "sol.cpp", "statement.md", "val.cpp", "wa_cap.cpp"]);
    }

    proptest! {
        #[test]
        fn cco_20_a_cut_keeps_the_beginning_and_counts_the_rest(text in "[aäßé€🙂\n]{0,20}", most in 0..40_usize) {
            let shown = cut(&text, most);
            if text.len() <= most {
                prop_assert_eq!(shown, text);
            } else {
                let (kept, rest) = shown.split_at(shown.rfind("\n[cut: ").unwrap());
                prop_assert!(text.starts_with(kept) && kept.len() <= most && most - kept.len() < 4);
                prop_assert_eq!(rest, format!("\n[cut: {} more bytes]\n", text.len() - kept.len()));
            }
        }
    }
}
