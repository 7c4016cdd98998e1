//! Commands that any client may call.

use std::path::Path;

use forge::{repair::FindingSelector, report::code_span};
use problem::{
    finding::{Code, Finding, reference},
    path::AbsPath,
    plan::{RunRequest, glob},
    report::{Surroundings, report},
};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::{ExecuteCommandParams, Url},
};

use super::{
    Session,
    entry::Waiter,
    file_of,
    tasks::{TaskRequest, which},
};
use crate::{
    inbox::{RequestId, Responder},
    judging::JudgeCommand,
    payload::{ExplainParams, ExportReportParams, RunParams, ShowTestParams},
    request_failed,
    tasks::TaskKind,
};

pub(super) fn options<T: for<'de> Deserialize<'de>>(arguments: &Value) -> Result<T> {
    T::deserialize(arguments).map_err(|error| Error::invalid_params(format!("the command's options: {error}")))
}

impl Session {
    pub(super) fn command(&mut self, id: RequestId, params: ExecuteCommandParams, reply: Responder<Option<Value>>) {
        let arguments = params.arguments.into_iter().next().unwrap_or(Value::Null);
        let token = params.work_done_progress_params.work_done_token;
        let answer = match params.command.as_str() {
            "touchstone.run" => match self.run_params(&arguments) {
                Ok((root, request)) => return self.schedule_run(&root, request, Some(Waiter { id, reply })),
                Err(error) => Err(error),
            },
            "touchstone.showTest" => return self.show_test(&arguments, reply),
            "touchstone.setLabel" => return self.set_label(&arguments, reply),
            "touchstone.clearCache" => {
                let clear = JudgeCommand::Clear(Box::new(move |freed| {
                    drop(reply.send(freed.map(|bytes| Some(json!(bytes))).map_err(|words| request_failed(&words))));
                }));
                drop(self.services.judge.send(clear));
                return;
            }
            "touchstone.exportReport" => return self.export_report(&arguments, reply),
            "touchstone.showMatrix" => return self.matrix(&arguments, reply, Some),
            "touchstone.explain" => match self.explain(&arguments) {
                Ok((text, None)) => Ok(Some(json!(text))),
                Ok((text, Some(kind))) => {
                    return self.start_task(TaskRequest { id, token, reply }, (kind, false), &arguments, &text);
                }
                Err(error) => Err(error),
            },
            "touchstone.hack" | "touchstone.write" | "touchstone.fix" | "touchstone.minimize" => {
                match self.task_kind(&params.command, &arguments) {
                    Ok(kind) => return self.start_task(TaskRequest { id, token, reply }, kind, &arguments, ""),
                    Err(error) => Err(error),
                }
            }
            other => Err(Error::invalid_params(format!("there is no command {other}"))),
        };
        drop(reply.send(answer));
    }

    /// The problem that a command is about: its root, or anything in it.
    pub(super) fn root_of_params(&self, params: &Value) -> Result<AbsPath> {
        let named = params.get("uri").and_then(Value::as_str).and_then(|uri| Url::parse(uri).ok());
        let Some(url) = named else {
            return Err(Error::invalid_params("`uri` must be the address of a problem's folder"));
        };
        let by_spelling = self.problems.values().find(|entry| entry.url == url).map(|entry| entry.root.clone());
        let by_path = || {
            let path = file_of(&url)?;
            self.root_of(&path)
        };
        by_spelling.or_else(by_path).ok_or_else(|| Error::invalid_params(format!("there is no problem at {url}")))
    }

    fn run_params(&self, arguments: &Value) -> Result<(AbsPath, RunRequest)> {
        let root = self.root_of_params(arguments)?;
        let run: RunParams = options(arguments)?;
        let globs = |patterns: &[String]| {
            let globs = patterns.iter().map(|pattern| glob(pattern).map_err(Error::invalid_params));
            globs.collect::<Result<Vec<_>>>()
        };
        Ok((root, RunRequest { solutions: globs(&run.solutions)?, tests: globs(&run.tests)?, ..RunRequest::default() }))
    }

    fn show_test(&mut self, arguments: &Value, reply: Responder<Option<Value>>) {
        let known = self.root_of_params(arguments).and_then(|root| Ok((root, options::<ShowTestParams>(arguments)?)));
        let (root, wanted) = match known {
            Ok(known) => known,
            Err(error) => return drop(reply.send(Err(error))),
        };
        let Some(snapshot) = self.snapshot(&root) else {
            return drop(reply.send(Err(request_failed("the problem is not read yet"))));
        };
        self.services.pool.run(move || {
            let shown = snapshot.view(|view| {
                ide::show_test::show_test(view, wanted.solution.as_deref(), &wanted.test)
                    .map_err(|words| request_failed(&words))
            });
            let answer = shown.and_then(|shown| serde_json::to_value(shown).map_err(|_| Error::internal_error()));
            drop(reply.send(answer.map(Some)));
        });
    }

    fn export_report(&mut self, arguments: &Value, reply: Responder<Option<Value>>) {
        let known =
            self.root_of_params(arguments).and_then(|root| Ok((root, options::<ExportReportParams>(arguments)?)));
        let (root, wanted) = match known {
            Ok(known) => known,
            Err(error) => return drop(reply.send(Err(error))),
        };
        if wanted.format != "json" {
            let words = format!("reports are written as json, not as {}", wanted.format);
            return drop(reply.send(Err(request_failed(&words))));
        }
        let ran = self.problems.get(&root).and_then(|entry| entry.last_run.as_ref()).map(|ran| ran.results.clone());
        let texts =
            self.problems.get(&root).and_then(|entry| entry.read.as_ref()).map(|(_, read)| read.findings.clone());
        let Some(results) = ran else {
            return drop(reply.send(Err(request_failed("there is nothing to report yet; run the problem first"))));
        };
        self.services.pool.run(move || {
            let mut findings = texts.unwrap_or_default();
            findings.extend(results.findings.iter().cloned());
            let surroundings = Surroundings { root: root.to_string(), sandbox: results.sandbox.clone() };
            let report = report(results.problem(), &results.state, &RunRequest::default(), &findings, &surroundings);
            let path = root.as_path().join(Path::new(&wanted.path));
            let written = serde_json::to_vec_pretty(&report).map_err(|_| Error::internal_error()).and_then(|bytes| {
                judge::files::write_for_person(&path, &bytes).map_err(|words| request_failed(&words))
            });
            drop(reply.send(written.map(|()| Some(json!(path.display().to_string())))));
        });
    }

    /// The reference section of a code, with the findings it has; and what to ask a model for more.
    fn explain(&mut self, arguments: &Value) -> Result<(String, Option<TaskKind>)> {
        let wanted: ExplainParams = options(arguments)?;
        let code: Code =
            wanted.code.parse().map_err(|_| request_failed(&format!("`{}` is no finding code", wanted.code)))?;
        let mut text = reference(code).trim().to_owned();
        let root = self.root_of_params(arguments)?;
        let mut meant = None;
        for finding in self.findings(&root).filter(|finding| finding.code == code) {
            if wanted.id.as_ref().is_some_and(|id| crate::diagnostics::id(finding) != *id) {
                continue;
            }
            if wanted.id.is_some() {
                meant = Some(which(finding));
            }
            let place = finding
                .place
                .as_ref()
                .map_or_else(String::new, |place| format!("`{}`, line {}: ", place.path, place.range.start.line + 1));
            // Programs have a say in messages.
            text += &format!("\n\n---\n\n{place}{}", code_span(&finding.message));
            for related in &finding.related {
                let line = related.place.range.start.line + 1;
                text += &format!("\n- `{}`, line {line}: {}", related.place.path, code_span(&related.message));
            }
        }
        if wanted.model && wanted.id.is_some() && meant.is_none() {
            return Err(request_failed("that finding is gone; look at what there is now, and ask again"));
        }
        let meant = meant.unwrap_or(FindingSelector { code, file: None, line: None });
        let kind = wanted.model.then_some(TaskKind::Explain { which: meant, model_options: wanted.model_options });
        Ok((text, kind))
    }

    /// What is known to be wrong with a problem.
    pub(super) fn findings(&self, root: &AbsPath) -> impl Iterator<Item = &Finding> {
        let entry = self.problems.get(root);
        let of_texts = entry.and_then(|entry| Some(&entry.read.as_ref()?.1.findings[..])).unwrap_or_default();
        let of_runs = entry.and_then(|entry| Some(&entry.last_run.as_ref()?.results.findings[..])).unwrap_or_default();
        of_texts.iter().chain(of_runs)
    }
}
