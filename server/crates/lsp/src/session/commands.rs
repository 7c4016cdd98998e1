//! Commands that any client may call.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use forge::{
    repair::FindingSelector,
    report::{code_span, sentence},
};
use ide::rerun::{RerunTools, rerun};
use judge::{
    compile::ToolchainConfig,
    store::Store,
    testlib::{self, TestlibText},
};
use problem::{
    finding::{Code, Finding, reference},
    path::{AbsPath, RelPath},
    report::{Surroundings, report},
    request::{CheckRequest, glob},
    settings::UserSettings,
};
use reports::{Kind, Material, Subject};
use serde_json::{Value, json};
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::Url,
};

use super::{
    Session,
    entry::{ProblemEntry, Waiter},
    tasks::{NewTask, TaskRequest},
};
use crate::{
    inbox::{RequestId, Responder},
    protocol::{
        commands::{Command, CommandCall},
        payload::{ExplainParams, ExportReportParams, FixParams, RunParams, ShowTestParams},
    },
    request_failed,
    workers::{judging::JudgeCommand, tasks::TaskKind},
};

impl Session {
    pub(super) fn command(&mut self, id: RequestId, call: CommandCall, reply: Responder<Option<Value>>) {
        let CommandCall { command, uri, token } = call;
        let root = self.root_of_uri(uri.as_ref());
        let request = TaskRequest { id, token, reply };
        let started = match command {
            Command::Run(options) => {
                run_request(&options).and_then(|run| Ok((root?, run))).map(|(root, run)| Started::Run(root, run))
            }
            Command::ShowMatrix => return self.matrix(root, request.reply, Some),
            Command::ShowTest(options) => return self.show_test(root, options, request.reply),
            Command::ShowBounds => {
                return self.show(root, request.reply, |view| Ok(json!(ide::bounds::page(view))));
            }
            Command::SetLabel(options) => return self.set_label(root, options, request.reply),
            Command::ClearCache => return self.clear_cache(request.reply),
            Command::ExportReport(options) => return self.export_report(root, &options, request.reply),
            Command::Explain(options) => root.and_then(|root| self.explain(root, &options)),
            Command::Hack(options) => root.map(|root| Started::task(root, options.apply, TaskKind::Hack(options))),
            Command::Write(options) => root.map(|root| Started::task(root, options.apply, TaskKind::Write(options))),
            Command::Fix(options) => root.and_then(|root| self.fix(root, &options)),
            Command::Minimize(options) => {
                root.map(|root| Started::task(root, options.apply, TaskKind::Minimize(options)))
            }
            Command::Probe(options) => root.map(|root| Started::task(root, false, TaskKind::Probe(options))),
            Command::Mutate(options) => root.map(|root| Started::task(root, false, TaskKind::Mutate(options))),
            Command::Calibrate(options) => {
                root.map(|root| Started::task(root, options.apply, TaskKind::Calibrate(options)))
            }
        };
        match started {
            Ok(Started::Run(root, run)) => {
                let waiter = Waiter { id, reply: request.reply, sanitize: run.sanitize };
                self.schedule_check(&root, run, Some(waiter));
            }
            Ok(Started::Text(text)) => drop(request.reply.send(Ok(Some(json!(text))))),
            Ok(Started::Task(root, task)) => self.start_task(request, &root, task),
            Err(error) => drop(request.reply.send(Err(error))),
        }
    }

    fn clear_cache(&self, reply: Responder<Option<Value>>) {
        let clear = JudgeCommand::Clear(Box::new(move |freed| {
            drop(reply.send(freed.map(|bytes| Some(json!(bytes))).map_err(|words| request_failed(&words))));
        }));
        drop(self.services.judge.send(clear));
    }

    /// The problem that a request is about: its root, or anything in it.
    pub(super) fn root_of_uri(&self, uri: Option<&Url>) -> Result<AbsPath> {
        let Some(url) = uri else {
            return Err(Error::invalid_params("`uri` must be the address of a problem's folder"));
        };
        let spelling = |url: &Url| url.as_str().trim_end_matches('/').to_owned();
        let is_it = |entry: &&ProblemEntry| spelling(&entry.url) == spelling(url);
        let by_spelling = self.problems.values().find(is_it).map(|entry| entry.root.clone());
        let by_path = || {
            let path = self.path_of(url)?;
            self.root_of(&path)
        };
        by_spelling.or_else(by_path).ok_or_else(|| Error::invalid_params(format!("there is no problem at {url}")))
    }

    fn show_test(&mut self, root: Result<AbsPath>, options: ShowTestParams, reply: Responder<Option<Value>>) {
        let (store, testlib, settings) =
            (Arc::clone(&self.services.store), self.services.testlib, self.settings.clone());
        let folder = root.as_ref().map(ToString::to_string).unwrap_or_default();
        self.show(root, reply, move |view| {
            let mut shown = ide::show_test::show_test(view, options.solution.as_deref(), &options.test)
                .map_err(|words| request_failed(&words))?;
            if let Some(solution) = options.solution.as_ref().filter(|_| view.is_trusted) {
                let tools = rerun_tools(folder, &store, testlib, &settings);
                shown.rerun = tools.and_then(|tools| rerun(view, &tools, solution, &options.test));
            }
            serde_json::to_value(shown).map_err(|_| Error::internal_error())
        });
    }

    /// Answers with what is to be seen of a problem as it is now.
    fn show(
        &mut self,
        root: Result<AbsPath>,
        reply: Responder<Option<Value>>,
        shown: impl FnOnce(&ide::View<'_>) -> Result<Value> + Send + 'static,
    ) {
        let snapshot =
            root.and_then(|root| self.snapshot(&root).ok_or_else(|| request_failed("the problem is not read yet")));
        let snapshot = match snapshot {
            Ok(snapshot) => snapshot,
            Err(error) => return drop(reply.send(Err(error))),
        };
        self.services.disk_pool.run(move || drop(reply.send(snapshot.view(shown).map(Some))));
    }

    fn export_report(&mut self, root: Result<AbsPath>, options: &ExportReportParams, reply: Responder<Option<Value>>) {
        let exported = root.and_then(|root| self.exported(&root, options));
        let (path, report) = match exported {
            Ok(exported) => exported,
            Err(error) => return drop(reply.send(Err(error))),
        };
        self.services.disk_pool.run(move || {
            let written = judge::disk::files::write_for_person(&path, report().as_bytes());
            let written = written.map_err(|words| request_failed(&words));
            drop(reply.send(written.map(|()| Some(json!(path.display().to_string())))));
        });
    }

    /// Where a report is to be written, and what makes it.
    fn exported(
        &mut self,
        root: &AbsPath,
        options: &ExportReportParams,
    ) -> Result<(PathBuf, impl FnOnce() -> String + Send + use<>)> {
        let kind = Kind::parse(&options.format).map_err(|words| request_failed(&words))?;
        let nothing = || request_failed("there is nothing to report yet; run the problem first");
        let snapshot = self.snapshot(root);
        let entry = self.problems.get(root);
        let results =
            entry.and_then(|entry| entry.shown.as_ref()).map(|ran| ran.results.clone()).ok_or_else(nothing)?;
        let texts = entry.and_then(|entry| entry.read.as_ref()).map(|(_, read)| read.findings.clone());
        let path = root.as_path().join(Path::new(&options.path));
        let snapshot = snapshot.filter(|_| kind == Kind::Html && options.contents);
        let root = root.clone();
        let report = move || {
            let mut findings = texts.unwrap_or_default();
            findings.extend(results.findings.iter().cloned());
            let surroundings = Surroundings { root: root.to_string(), sandbox: results.sandbox.clone(), cluster: None };
            let report = report(results.problem(), &results.state, &CheckRequest::default(), &findings, &surroundings);
            let details =
                snapshot.map(|snapshot| vec![snapshot.view(|view| reports::details(view, &report, reports::ROOM))]);
            let base = judge::disk::files::repository_around(&root).unwrap_or(root);
            let subject = Subject::One(Box::new(report));
            let version = env!("CARGO_PKG_VERSION");
            reports::text(kind, &Material { subject, changes: Vec::new(), details, base: base.to_string(), version })
        };
        Ok((path, report))
    }

    /// The reference section of a code, with the findings it has; with a model, what to ask it.
    fn explain(&self, root: AbsPath, options: &ExplainParams) -> Result<Started> {
        let code: Code =
            options.code.parse().map_err(|_| request_failed(&format!("`{}` is no finding code", options.code)))?;
        let mut text = reference(code).trim().to_owned();
        let mut meant = None;
        for finding in self.findings(&root).iter().filter(|finding| finding.code == code) {
            if options.id.as_ref().is_some_and(|id| crate::diagnostics::id(finding) != *id) {
                continue;
            }
            if options.id.is_some() {
                meant = Some(which(finding));
            }
            let place = finding.place.as_ref().map_or_else(String::new, |place| {
                format!("{}, line {}: ", code_span(place.path.as_str()), place.range.start.line + 1)
            });
            // Programs have a say in messages.
            text += &format!("\n\n---\n\n{place}{}", sentence(&finding.message));
            for related in &finding.related {
                let line = related.place.range.start.line + 1;
                let path = code_span(related.place.path.as_str());
                text += &format!("\n- {path}, line {line}: {}", sentence(&related.message));
            }
        }
        if options.model && options.id.is_some() && meant.is_none() {
            return Err(request_failed("that finding is gone; look at what there is now, and ask again"));
        }
        if !options.model {
            return Ok(Started::Text(text));
        }
        let which = meant.unwrap_or(FindingSelector { code, file: None, line: None });
        let kind = TaskKind::Explain { which, model_options: options.model_options };
        Ok(Started::Task(root, NewTask { kind, applies: false, text }))
    }

    /// What `touchstone.fix` is to repair.
    fn fix(&self, root: AbsPath, options: &FixParams) -> Result<Started> {
        let code: Code = forge::report::code(&options.code).map_err(|words| request_failed(&words))?;
        let which = match (&options.file, &options.id) {
            (Some(file), _) => {
                let unknown = || request_failed(&format!("`{file}` is no path in the problem's folder"));
                FindingSelector { code, file: Some(RelPath::parse(file).ok_or_else(unknown)?), line: None }
            }
            (None, Some(id)) => self.finding_of(&root, code, id)?,
            (None, None) => FindingSelector { code, file: None, line: None },
        };
        let kind = TaskKind::Fix { which, tries: options.tries(), model_options: options.model_options };
        Ok(Started::task(root, options.apply, kind))
    }

    fn finding_of(&self, root: &AbsPath, code: Code, id: &str) -> Result<FindingSelector> {
        let is_it = |finding: &&Finding| finding.code == code && crate::diagnostics::id(finding) == id;
        let gone = || request_failed("that finding is gone; look at what there is now, and ask again");
        Ok(which(self.findings(root).iter().find(is_it).ok_or_else(gone)?))
    }

    /// What is known to be wrong with a problem.
    pub(super) fn findings(&self, root: &AbsPath) -> Vec<Finding> {
        let Some(entry) = self.problems.get(root) else { return Vec::new() };
        let of_texts = entry.read.as_ref().map(|(_, read)| &read.findings[..]).unwrap_or_default();
        of_texts.iter().chain(&*entry.of_runs()).cloned().collect()
    }
}

/// What a command begins with.
enum Started {
    /// A check that the client waits for.
    Run(AbsPath, CheckRequest),
    /// A text, which is all.
    Text(String),
    /// A task.
    Task(AbsPath, NewTask),
}

impl Started {
    fn task(root: AbsPath, applies: bool, kind: TaskKind) -> Started {
        Started::Task(root, NewTask { kind, applies, text: String::new() })
    }
}

fn run_request(options: &RunParams) -> Result<CheckRequest> {
    let globs = |patterns: &[String]| {
        let globs = patterns.iter().map(|pattern| glob(pattern).map_err(Error::invalid_params));
        globs.collect::<Result<Vec<_>>>()
    };
    Ok(CheckRequest {
        solutions: globs(&options.solutions)?,
        tests: globs(&options.tests)?,
        sanitize: options.sanitize,
        ..CheckRequest::default()
    })
}

/// A finding, as one that is asked about.
fn which(finding: &Finding) -> FindingSelector {
    let place = finding.place.as_ref();
    FindingSelector {
        code: finding.code,
        file: place.map(|place| place.path.clone()),
        line: place.map(|place| place.range.start.line),
    }
}

/// What runs a cell by hand; `None` where the header of the settings cannot be read, which every run tells.
fn rerun_tools(root: String, store: &Store, built_in: TestlibText<'_>, settings: &UserSettings) -> Option<RerunTools> {
    let header = testlib::lay_header(store, built_in, settings.testlib.as_ref()).ok()?;
    let UserSettings { cxx, cc, python, .. } = settings.clone();
    let [cxx, cc, python] = ToolchainConfig { cxx, cc, python }.paths();
    let touchstone =
        std::env::current_exe().map_or_else(|_| "touchstone".to_owned(), |path| path.display().to_string());
    let (testlib, flags) = (header.directory.to_string(), settings.flags.clone().unwrap_or_default());
    Some(RerunTools { root, touchstone, cxx, cc, python, testlib, flags, written: None })
}
