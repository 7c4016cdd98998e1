//! Where new tests go in a package whose tests come from `generators.yaml`: each is a rule of its own.

use std::sync::Arc;

use problem::{
    digest::Digest,
    folder::Folder,
    formats::icpc::{GENERATORS_YAML, NewRule, RuleBody, RulesText, TestsHome, rule_command},
    model::Problem,
    path::RelPath,
};

use super::{NewTest, Placed};
use crate::{bench::TestSource, commands, edits::exact_text};

/// An input that is longer than this stands in a file of its own, bytes.
const MAX_INLINE_BYTES: usize = 400;
/// So does one with more lines than this.
const MAX_INLINE_LINES: usize = 20;

/// What to write so that the rules make these tests too; `None` where the folder's tests come from elsewhere.
pub(super) fn place(folder: &dyn Folder, problem: &Problem, tests: &[NewTest]) -> Option<Result<Placed, String>> {
    let path = RelPath::parse(GENERATORS_YAML).filter(|path| folder.has(path))?;
    let Some(text) = exact_text(folder, &path) else { return Some(Err(format!("{path} is no text in UTF-8"))) };
    let rules = RulesText::new(folder, &text)?;
    let mut placed = Placed::default();
    let home = rules.home();
    let needs_answers = !home.has_solution && problem.interactor.is_none() && problem.passes.is_none();
    let placer = Placer { folder, problem, home: &home, needs_answers };
    let new: Result<Vec<NewRule>, String> = tests.iter().map(|test| placer.rule(&rules, test, &mut placed)).collect();
    Some(new.and_then(|new| rules.with(&new)).map(|edited| {
        placed.texts.insert(path, edited);
        placed
    }))
}

struct Placer<'a> {
    folder: &'a dyn Folder,
    problem: &'a Problem,
    home: &'a TestsHome,
    needs_answers: bool,
}

impl Placer<'_> {
    fn rule(&self, rules: &RulesText<'_>, test: &NewTest, placed: &mut Placed) -> Result<NewRule, String> {
        let name = format!("touchstone-{}", &Digest::of(&test.input).hex()[..8]);
        if !rules.is_free(&name) {
            return Err("no name that is free can be found for it".to_owned());
        }
        let body = self.command(test).or_else(|| self.inline(test));
        let body = body.map_or_else(|| self.copy(&name, test, placed), Ok)?;
        Ok(NewRule { name, body })
    }

    /// The command as a rule, where a rule can say it. An answer has no place beside it.
    fn command(&self, test: &NewTest) -> Option<RuleBody> {
        let TestSource::Command(command) = &test.source else { return None };
        let command = commands::parse(command, &self.problem.generators_by_name()).ok()?;
        let [call] = command.pipeline.as_slice() else { return None };
        let path = &self.problem.programs[call.program?].path;
        rule_command(path, &call.args).filter(|_| !self.needs_answers).map(RuleBody::Command)
    }

    fn inline(&self, test: &NewTest) -> Option<RuleBody> {
        let text = |bytes: &Arc<[u8]>| {
            let text = std::str::from_utf8(bytes).ok()?;
            let is_small = text.len() <= MAX_INLINE_BYTES && text.lines().count() <= MAX_INLINE_LINES;
            (is_small && text.ends_with('\n') && !text.contains('\r')).then(|| text.to_owned())
        };
        let answer = match &test.answer {
            Some(answer) if self.needs_answers => Some(text(answer)?),
            Some(_) | None => None,
        };
        Some(RuleBody::Inline { input: text(&test.input)?, answer })
    }

    fn copy(&self, name: &str, test: &NewTest, placed: &mut Placed) -> Result<RuleBody, String> {
        let answer = test.answer.as_ref().filter(|_| self.needs_answers);
        for (extension, bytes) in [("in", Some(&test.input)), ("ans", answer)] {
            let Some(bytes) = bytes else { continue };
            let path = self.home.copies.join(&format!("{name}.{extension}")).filter(|path| !self.folder.has(path));
            let path = path.ok_or("no name that is free can be found for it")?;
            placed.new_files.insert(path, bytes.to_vec());
        }
        let directory = self.home.copies.as_str().strip_prefix("generators").unwrap_or_default();
        Ok(RuleBody::Copy(format!("{directory}/{name}").trim_start_matches('/').to_owned()))
    }
}
