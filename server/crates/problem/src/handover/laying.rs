//! What the writers of all targets share: files that do not collide, and the list of what cannot be said.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Content, Given, Plan, Target, latex,
    pack::{Packed, pack},
    title::title,
};
use crate::{
    finding::Code,
    formats::{icpc, statement},
    label::Label,
    model::{Format, Problem, Program, ProgramIdx, Role, Test, TestIdx, Validator, ValidatorInput},
    path::RelPath,
    scoring::Scoring,
    words::enumerated,
};

/// A plan that is being made.
pub(super) struct Laying<'a> {
    pub(super) given: &'a Given<'a>,
    pub(super) target: Target,
    plan: Plan,
    /// Files of the folder that have gone into the plan, or whose contents have.
    used: BTreeSet<RelPath>,
    /// Names of solutions that are taken, by the program that has it.
    names: BTreeMap<String, RelPath>,
    /// Generators that targets with commands can call: those of one source.
    pub(super) callable: BTreeSet<ProgramIdx>,
}

impl<'a> Laying<'a> {
    pub(super) fn new(given: &'a Given<'a>, target: Target) -> Laying<'a> {
        let generators = given.problem.programs.iter_enumerated().filter(|(_, one)| one.role == Role::Generator);
        let is_callable = |program: &Program| pack(given, program).is_ok_and(|packed| packed.is_one_source());
        let callable = generators.filter(|(_, one)| is_callable(one)).map(|(idx, _)| idx).collect();
        Laying { given, target, plan: Plan::default(), used: BTreeSet::new(), names: BTreeMap::new(), callable }
    }

    pub(super) fn problem(&self) -> &'a Problem {
        self.given.problem
    }

    /// What no target but the problem's own format holds, and what makes no sense to hand over.
    pub(super) fn refuse_what_nobody_holds(&mut self) -> Result<(), String> {
        let problem = self.problem();
        let target = self.target.name();
        let refuse = |what: &str| Err(format!("{target} has no place for {what}, so the problem stays as it is"));
        if problem.tests.is_empty() {
            return Err("the problem has no tests, so there is nothing to hand over".to_owned());
        }
        let is_cms = self.target == Target::Cms;
        if problem.io.by_named_pipes && !is_cms {
            return refuse("solutions that talk by named pipes");
        }
        if problem.io.processes.is_some() && !is_cms {
            return refuse("several processes of a solution at once");
        }
        if problem.tests.iter().any(|test| !test.given_files.is_empty()) {
            return refuse("files that solutions find beside them");
        }
        if !problem.further_checkers.is_empty() && !self.is_icpc() {
            return refuse("several checkers");
        }
        if problem.passes.is_some() && self.target != Target::Icpc2025 {
            return refuse("solutions that are run several times on a test");
        }
        if problem.tests.iter().any(|test| !test.solution_args.is_empty()) && self.target != Target::Icpc2025 {
            return refuse("arguments of solutions");
        }
        let has_files = problem.io.input_file.is_some() || problem.io.output_file.is_some();
        if has_files && !matches!(self.target, Target::Polygon | Target::Cms | Target::Hydro) {
            return refuse("solutions that read and write files");
        }
        self.tell_what_few_say();
        Ok(())
    }

    fn tell_what_few_say(&mut self) {
        let problem = self.problem();
        if problem.grader.is_some() {
            self.cannot("the results of groups are made by a program of the folder, which stays out");
        }
        if !problem.answer_validators.is_empty() && !self.is_icpc() {
            self.cannot("validators of answers stay out");
        }
        if !problem.defines.is_empty() && self.target != Target::Plain {
            self.cannot(format!("macros for every compile: {}", problem.defines.join(" ")));
        }
        let testsets: BTreeSet<&str> = problem.tests.iter().map(|test| test.testset.as_str()).collect();
        if testsets.len() > 1 && self.target != Target::Polygon {
            let names: Vec<&str> = testsets.into_iter().collect();
            self.cannot(format!("which testset a test is in: {}", names.join(", ")));
        }
        let tools = problem.programs.iter().filter(|program| program.role != Role::Solution);
        let is_cms = self.target == Target::Cms;
        for program in tools.filter(|program| !program.beside.is_empty() && !is_cms) {
            let names: Vec<&str> = program.beside.iter().map(RelPath::file_name).collect();
            self.cannot(format!("files that {} finds beside it when it runs: {}", program.path, names.join(", ")));
        }
        if let Some(manifest) = &problem.manifest {
            self.cannot(format!("what {manifest} says beside judging, such as authors, sources and licences"));
            self.list_settings_of_packages(manifest);
        }
        let has_limits = |test: &Test| test.limits.time_ms.or(test.limits.memory_bytes).is_some();
        if self.target != Target::Hydro && problem.tests.iter().any(has_limits) {
            self.cannot("limits of single tests");
        }
        let lost: Vec<String> = problem
            .tests
            .indices()
            .filter(|&test| !(self.given.has_input)(test))
            .map(|test| problem.tests[test].name.clone())
            .collect();
        if !lost.is_empty() {
            self.cannot(format!("tests that nothing makes here stay out: {}", enumerated(&lost, 5)));
        }
    }

    /// Lists what a package of ICPC says of judging that is not written into any folder.
    fn list_settings_of_packages(&mut self, manifest: &RelPath) {
        const CARRIED: [&str; 5] = ["time", "time_limit", "memory", "output", "validation_passes"];
        if self.problem().format != Format::Icpc {
            return;
        }
        let text = self.given.folder.text(manifest).unwrap_or_default();
        let has = |key: &str, is_below: bool| {
            text.lines().any(|line| {
                let behind = line.trim_start().strip_prefix(key);
                line.starts_with([' ', '\t']) == is_below && behind.is_some_and(|rest| rest.starts_with(':'))
            })
        };
        let of_limits = icpc::OF_LIMITS.iter().filter(|key| !CARRIED.contains(key) && has(key, true));
        let mut lost: Vec<String> = of_limits.map(|key| format!("limits.{key}")).collect();
        lost.extend(has("languages", false).then(|| "languages".to_owned()));
        if !lost.is_empty() {
            self.cannot(format!("{} of {manifest}", enumerated(&lost, 12)));
        }
    }

    pub(super) fn is_icpc(&self) -> bool {
        matches!(self.target, Target::IcpcLegacy | Target::Icpc2025 | Target::Domjudge)
    }

    /// Notes what the target cannot say.
    pub(super) fn cannot(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.plan.cannot.contains(&what) {
            self.plan.cannot.push(what);
        }
    }

    /// Puts a file into the plan; an error where another one lies there.
    pub(super) fn put(&mut self, path: &str, content: Content) -> Result<(), String> {
        let path = RelPath::parse(path).filter(|inside| !inside.is_root() && inside.as_str() == path);
        let path = path.ok_or_else(|| "a name in the folder leads out of it".to_owned())?;
        if let Content::File(file) = &content {
            self.used.insert(file.clone());
        }
        let other = self.plan.files.get(&path);
        // The folder's own testlib.h stands for ours.
        let is_ours = |content: &Content| matches!(content, Content::Text(text) if *text == self.given.testlib);
        if other.is_some() && is_ours(&content) {
            return Ok(());
        }
        match self.plan.files.insert(path.clone(), content.clone()) {
            Some(other) if other != content && !is_ours(&other) => {
                Err(format!("two files of the folder would become {path}; rename one"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// What lies at a place of the plan.
    pub(super) fn laid(&self, path: &str) -> Option<&Content> {
        self.plan.files.get(&RelPath::parse(path)?)
    }

    pub(super) fn text(&mut self, path: &str, text: impl AsRef<str>) -> Result<(), String> {
        self.put(path, Content::Text(text.as_ref().into()))
    }

    /// A file of the folder is in the plan by what was made of it.
    pub(super) fn uses(&mut self, path: &RelPath) {
        self.used.insert(path.clone());
    }

    /// The files of a program.
    pub(super) fn packed(&mut self, program: &Program) -> Result<Packed, String> {
        let packed = pack(self.given, program)?;
        self.used.extend(packed.used.iter().cloned());
        Ok(packed)
    }

    /// A program as it was packed. Where it was not, it is noted that it stays out, and why.
    pub(super) fn or_stays_out(&mut self, packed: Result<Packed, String>) -> Option<Packed> {
        packed.map_err(|why| self.cannot(format!("{why}, and stays out"))).ok()
    }

    /// The same for a target that takes programs of one source, with headers beside it.
    pub(super) fn one_source(&mut self, program: &Program, packed: Result<Packed, String>) -> Option<Packed> {
        let several = || format!("{} has several sources", program.path);
        let packed = packed.and_then(|packed| if packed.is_one_source() { Ok(packed) } else { Err(several()) });
        self.or_stays_out(packed)
    }

    /// Lays the files of a program into a directory; the path of the one that is started.
    pub(super) fn put_packed(&mut self, directory: &str, packed: &Packed) -> Result<String, String> {
        for (place, content) in &packed.files {
            self.put(&format!("{directory}/{place}"), content.clone())?;
        }
        Ok(format!("{directory}/{}", packed.main))
    }

    /// A name for a solution, its own unless another one has it: with the extension of the file that is started, or in
    /// packages of ICPC without it where there are several files, which get a directory.
    pub(super) fn solution_name(&mut self, program: &Program, packed: &Packed) -> String {
        let own = plain(program.path.file_name());
        let extension = packed.extension();
        let is_file = packed.files.len() == 1 || !self.is_icpc();
        let stem = own.strip_suffix(&format!(".{extension}")).filter(|stem| !stem.is_empty() && !extension.is_empty());
        let own = match (is_file, stem) {
            (true, None) if !extension.is_empty() => format!("{own}.{extension}"),
            (false, Some(stem)) => stem.to_owned(),
            _ => own,
        };
        let further = format!("{}-{own}", plain(program.path.parent().file_name()));
        let numbered = (2..).map(|number| format!("{number}-{own}"));
        let mut names = [own.clone(), further].into_iter().chain(numbered);
        let is_free = |name: &String| self.names.get(&name.to_lowercase()).is_none_or(|path| path == &program.path);
        let name = names.find(is_free).unwrap_or(own);
        if plain(program.path.file_name()) != program.path.file_name() {
            self.cannot(format!("the name of {}, which becomes {name}", program.path));
        }
        self.names.insert(name.to_lowercase(), program.path.clone());
        name
    }

    /// The solutions that are handed over, each with its label.
    pub(super) fn solutions(&mut self) -> Vec<(ProgramIdx, &'a Program, Option<&'a Label>)> {
        self.solutions_where(|_, label| label.scoped.is_empty() && asks_verdicts_alone(label))
    }

    /// The same for a target that can tell what is expected of some of the tests, or more of it, where `is_told` says so.
    pub(super) fn solutions_where(
        &mut self,
        is_told: fn(&Laying<'_>, &Label) -> bool,
    ) -> Vec<(ProgramIdx, &'a Program, Option<&'a Label>)> {
        let problem = self.problem();
        let mut solutions = Vec::new();
        for (idx, program) in problem.solutions() {
            let label = program.label.as_ref();
            if !program.args.is_empty() || !program.beside.is_empty() {
                self.cannot(format!("{} has arguments or files of its own, and stays out", program.path));
                // What was compiled with it is listed with what does not come along.
                self.uses(&program.path);
                continue;
            }
            if let Some(label) = label
                && !is_told(self, label)
            {
                self.cannot(format!("what {} is to do on some of the tests, or to score", program.path));
            }
            solutions.push((idx, program, label));
        }
        solutions
    }

    /// The validators that can be asked about every test, with their indices: one that is asked otherwise would reject tests.
    pub(super) fn validators(&mut self, takes_args: bool) -> Vec<(usize, &'a Validator)> {
        let problem = self.problem();
        let mut kept = Vec::new();
        for (idx, validator) in problem.validators.iter().enumerate() {
            let program = &problem.programs[validator.program];
            let is_asked = problem.tests.iter().all(|test| test.validator_args.asks(idx));
            let has_args = problem.tests.iter().any(|test| !test.validator_args.of(idx).is_empty());
            let why = match (is_asked, has_args && !takes_args) {
                // Those of task-maker are asked about a file and a subtask; the writer for CMS looks whether that stays so.
                _ if self.target == Target::Cms && validator.input != ValidatorInput::Stdin => None,
                (false, _) => Some("asked about some tests alone"),
                (true, true) => Some("called with arguments"),
                (true, false) => None,
            };
            match why {
                Some(why) => {
                    self.cannot(format!("{} is {why}, and stays out", program.path));
                    program.sources.iter().for_each(|source| self.uses(source));
                }
                None => kept.push((idx, validator)),
            }
        }
        kept
    }

    /// Whether a validator asks testlib for the group or the testset.
    pub(super) fn reads_options(&self, validator: &Validator) -> bool {
        let text = self.given.folder.text(&self.problem().programs[validator.program].sources[0]);
        validator.takes_options
            && text.is_some_and(|text| ["group()", "testset()"].iter().any(|call| text.contains(call)))
    }

    /// Notes that a validator is told no groups any more, where it asks for them and there are some.
    pub(super) fn note_group_of_tests(&mut self, validator: &Validator) {
        let problem = self.problem();
        if self.reads_options(validator) && problem.tests.iter().any(|test| test.group.is_some()) {
            let path = &problem.programs[validator.program].path;
            self.cannot(format!("the group of a test, for which {path} asks: it is not told"));
        }
    }

    /// The tests that are handed over, in judging order.
    pub(super) fn tests(&self) -> Vec<TestIdx> {
        self.problem().tests.indices().filter(|&test| (self.given.has_input)(test)).collect()
    }

    /// The scoring, if there is any with more than one group or with scores.
    pub(super) fn scoring(&self) -> Option<&'a Scoring> {
        self.problem().scoring.as_ref()
    }

    /// Lists what could not be read of the folder: the target has nothing of it.
    pub(super) fn list_what_is_broken(&mut self) {
        let broken = self.problem().findings.iter().filter(|finding| finding.code == Code::ManifestBroken);
        let lines: Vec<String> = broken
            .map(|finding| match &finding.place {
                Some(place) => {
                    let line = place.range.start.line + 1;
                    format!("what cannot be read in {}, line {line}: {}", place.path, finding.message)
                }
                None => format!("what cannot be read: {}", finding.message),
            })
            .collect();
        lines.into_iter().for_each(|line| self.cannot(line));
    }

    /// A statement that is there to be printed alone.
    fn printed_statement(&self) -> Option<RelPath> {
        let files = self.given.folder.files().iter().map(|file| &file.path);
        let printed = files.filter(|path| path.extension() == "pdf" && statement::is_of_statement(path));
        printed.min_by_key(|path| (path.parts().count(), path.as_str().to_owned())).cloned()
    }

    /// Lays the statement that is there to be printed beside that which is a text; whether there is one.
    pub(super) fn put_printed(&mut self, place: &str) -> Result<bool, String> {
        let Some(printed) = self.printed_statement() else { return Ok(false) };
        self.uses(&printed);
        if self.laid(place).is_none() {
            self.put(place, Content::File(printed))?;
        }
        Ok(true)
    }

    /// The code of the language that the statement's name says; where it says none, that of English.
    pub(super) fn language(&self) -> String {
        let path = statement::text(self.given.folder).map(|(path, _)| path);
        path.as_ref().and_then(statement::language).unwrap_or("en").to_owned()
    }

    /// The same as the name that directories have for it.
    pub(super) fn language_name(&self) -> String {
        let code = self.language();
        statement::language_name(&code).map_or(code, str::to_owned)
    }

    /// The statement, laid under the directory by the name of its language; whatever lies in its directory comes along.
    pub(super) fn statement(&mut self, stem: &str, extensions: &[&str]) -> Result<Option<String>, String> {
        let Some((path, text)) = statement::text(self.given.folder) else {
            let Some(printed) = self.printed_statement() else {
                self.cannot("there is no statement");
                return Ok(None);
            };
            self.uses(&printed);
            let place = match self.target {
                Target::Cms => "statement/statement.pdf".to_owned(),
                Target::Domjudge => "problem_statement/problem.pdf".to_owned(),
                Target::Polygon | Target::Hydro => {
                    let name = self.target.name();
                    self.cannot(format!("the statement, which is {printed} alone: {name} has it as a text"));
                    format!("{stem}-as-written.pdf")
                }
                Target::IcpcLegacy | Target::Icpc2025 | Target::Plain => format!("{stem}.pdf"),
            };
            self.put(&place, Content::File(printed))?;
            return Ok(None);
        };
        let parts = statement::parts(self.given.folder);
        parts.iter().for_each(|(part, _)| self.uses(part));
        let extension = if path.extension() == "markdown" { "md".to_owned() } else { path.extension() };
        if extension == "md" && matches!(self.target, Target::IcpcLegacy | Target::Domjudge) {
            let place = format!("{stem}.tex");
            let text = self.problem().constants.put_into_statement(&text).into_owned();
            self.list_placeholders(&path, &text);
            self.text(&place, latex::of_markdown(&text, &title(self.given)))?;
            self.cannot(format!("the statement {path} as it is: {place} is made of it, so have a look at that"));
            self.lay_pictures(&path, stem)?;
            return Ok(Some(place));
        }
        if !extensions.contains(&extension.as_str()) {
            let name = format!("{stem}-as-written.{extension}");
            self.cannot(format!(
                "the statement {path} is in another form than {}, and lies in {name}",
                self.target.name()
            ));
            self.put(&name, Content::File(path))?;
            return Ok(None);
        }
        let place = format!("{stem}.{extension}");
        let told = self.problem().constants.put_into_statement(&text);
        self.list_placeholders(&path, &told);
        if *told != *text || parts.len() > 1 {
            self.text(&place, told)?;
        } else {
            self.put(&place, Content::File(path.clone()))?;
        }
        self.lay_pictures(&path, stem)?;
        Ok(Some(place))
    }

    /// Lists what a statement leaves to the tools of its own format, which is copied as it stands.
    fn list_placeholders(&mut self, path: &RelPath, text: &str) {
        let signs: &[&str] = match self.problem().format {
            Format::LibraryChecker => &["@{keyword.", "@{lang.", "@{example."],
            Format::Rbx => &["\\VAR{", "%- block"],
            _ => &[],
        };
        let there: Vec<&str> = signs.iter().copied().filter(|sign| text.contains(sign)).collect();
        if !there.is_empty() {
            self.cannot(format!("what {} stands for in {path}: it lies there as it is written", there.join(" or ")));
        }
    }

    /// What lies beside the statement and can be a part of it.
    fn lay_pictures(&mut self, statement: &RelPath, stem: &str) -> Result<(), String> {
        let home = statement.parent();
        if !home.is_root() {
            let directory = stem.rsplit_once('/').map_or("", |(directory, _)| directory);
            let beside: Vec<RelPath> = self.given.folder.children(&home).iter().map(|file| file.path.clone()).collect();
            let is_picture = |file: &RelPath| {
                matches!(
                    file.extension().as_str(),
                    "png" | "jpg" | "jpeg" | "pdf" | "svg" | "eps" | "gif" | "sty" | "cls"
                )
            };
            for file in beside.into_iter().filter(|file| is_picture(file)) {
                let name = format!("{directory}/{}", file.file_name());
                self.put(name.trim_start_matches('/'), Content::File(file))?;
            }
        }
        Ok(())
    }

    /// The plan, with the list of what stays out.
    pub(super) fn finish(mut self) -> Plan {
        let problem = self.problem();
        let tests = problem.tests.iter().flat_map(|test| {
            let input = match &test.input {
                crate::model::InputSource::File(path) => Some(path),
                _ => None,
            };
            // Whether the target has commands is said elsewhere.
            input.into_iter().chain(&test.answer).chain(test.place.as_ref().map(|place| &place.path))
        });
        let scripts = problem.commands.iter().filter_map(|command| Some(&command.place.as_ref()?.path));
        let files = tests.chain(scripts).chain(&problem.manifest).chain(&problem.standard_source);
        let known: BTreeSet<&RelPath> = files.collect();
        let files = self.given.folder.files().iter().map(|file| &file.path);
        // What the settings say was read.
        let of_format: &[&str] = match problem.format {
            Format::Icpc => {
                &["test_group.yaml", "testdata.yaml", ".timelimit", "domjudge-problem.ini", "submissions.yaml"]
            }
            Format::Hydro => &["problem.yaml"],
            _ => &[],
        };
        let is_known = |path: &RelPath| {
            known.contains(path)
                || path.as_str() == crate::settings::SETTINGS_FILE
                || of_format.contains(&path.file_name())
        };
        let unknown = files.filter(|path| !self.used.contains(path) && !is_known(path) && path.from_above().0 == 0);
        // Links that lead outward are not followed, what cannot be read is not there, and nobody looks at what is hidden.
        let left_out = self.given.folder.left_out().iter().filter_map(|one| one.path.as_ref());
        self.plan.unknown = unknown.chain(left_out).chain(self.given.folder.hidden()).cloned().collect();
        self.plan
    }
}

/// Whether a label asks for no score, and for no words of the checker.
pub(super) fn asks_verdicts_alone(label: &Label) -> bool {
    label.scores.is_empty() && label.messages.is_empty()
}

/// A name of letters, digits, `.`, `_` and `-` alone, which every target takes.
pub(super) fn plain(name: &str) -> String {
    let is_plain = |one: char| one.is_ascii_alphanumeric() || matches!(one, '.' | '_' | '-');
    let plain: String = name.chars().map(|one| if is_plain(one) { one } else { '_' }).collect();
    let plain = plain.trim_start_matches(['.', '-']).to_owned();
    if plain.is_empty() { "unnamed".to_owned() } else { plain }
}
