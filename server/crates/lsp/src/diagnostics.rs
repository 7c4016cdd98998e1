//! From findings to the client's diagnostics.
//!
//! There are two layers. Findings of the texts are made again after every edit. Findings of checks, the compiler's among
//! them, are of the files as they were on disk when the check began; they move with their lines while a text is edited.
//! What is about a file as a whole is shown on its first line. The compiler's diagnostics come from the build, which
//! the cache keeps: a syntax-only pass would compile every saved program twice.
//!
//! Invariant: what is published of a file is the text layer's findings where they are now, and those of checks where they
//! have moved to; a finding of a check whose lines were edited since is not published.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
    sync::Mutex,
};

use ide::headers::{AtInclude, at_includes};
use problem::{
    finding::{Code, Finding, Severity},
    folder::{Folder, MAX_PARSED_BYTES},
    hidden::shown,
    model::{InputSource, Problem},
    path::{AbsPath, RelPath},
    settings::SETTINGS_FILE,
    text::{Place, Range},
};
use ropey::Rope;
use serde_json::{Value, json};
use tower_lsp::lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Url,
};

use crate::{
    documents::{Documents, moved},
    protocol::encoding::Encoding,
    sync::lock,
};

/// The diagnostics of one file. Two are equal when a person sees the same: of which run they are does not count.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileDiagnostics {
    pub(crate) items: Vec<Diagnostic>,
}

impl PartialEq for FileDiagnostics {
    fn eq(&self, other: &FileDiagnostics) -> bool {
        self.items.len() == other.items.len()
            && self.items.iter().zip(&other.items).all(|(one, other)| timeless(one) == timeless(other))
    }
}

/// A diagnostic without the generation of the matrix.
fn timeless(diagnostic: &Diagnostic) -> Diagnostic {
    let mut diagnostic = diagnostic.clone();
    if let Some(data) = diagnostic.data.as_mut().and_then(Value::as_object_mut) {
        data.remove("generation");
    }
    diagnostic
}

impl FileDiagnostics {
    /// A word that is the same for the same diagnostics.
    pub(crate) fn id(&self) -> String {
        let mut hasher = DefaultHasher::new();
        let items: Vec<Diagnostic> = self.items.iter().map(timeless).collect();
        serde_json::to_string(&items).unwrap_or_default().hash(&mut hasher);
        format!("{:x}", hasher.finish())
    }
}

/// What findings become diagnostics with.
pub(crate) struct Context<'a> {
    pub(crate) root: &'a AbsPath,
    pub(crate) root_url: &'a Url,
    pub(crate) folder: &'a dyn Folder,
    pub(crate) problem: &'a Problem,
    pub(crate) documents: &'a Documents,
    pub(crate) encoding: Encoding,
    pub(crate) shows_related: bool,
    /// Diagnostics carry what commands need.
    pub(crate) keeps_data: bool,
    /// The reference page, where the client follows links.
    pub(crate) page: Option<&'a Url>,
    /// What open texts were on disk when the check read them.
    pub(crate) disk_texts: &'a HashMap<AbsPath, Rope>,
    pub(crate) generation: u64,
    pub(crate) hides_compiler: bool,
    /// Texts of files that are not open, as the texts were read, and as the check found them.
    pub(crate) closed: &'a ClosedTexts,
    pub(crate) closed_in_run: &'a ClosedTexts,
}

/// What diagnostics need of files that are not open: where the first line ends, and, for a client that counts bytes, the
/// text around ranges. Whoever reads the folder anyway loads it, through the folder, and the session finds it here.
#[derive(Default)]
pub(crate) struct ClosedTexts(Mutex<HashMap<AbsPath, ClosedText>>);

#[derive(Clone)]
struct ClosedText {
    beginning: Rope,
    text: Option<Rope>,
}

impl ClosedTexts {
    /// Reads what the diagnostics of findings will need, each file once.
    pub(crate) fn load(
        &self,
        root: &AbsPath,
        folder: &dyn Folder,
        problem: &Problem,
        findings: &[Finding],
        encoding: Encoding,
    ) {
        let at_includes = at_includes(findings);
        let shown = at_includes.iter().map(|at| &at.shown);
        let places = findings
            .iter()
            .chain(shown)
            .flat_map(|finding| finding.place.iter().chain(finding.related.iter().map(|related| &related.place)));
        let home = home(folder, problem).map(|path| Place { path, range: Range::default() });
        for place in places.chain(home.as_ref()) {
            let path = root.shown_at(&place.path);
            let needs_text = encoding == Encoding::Utf8 && place.range != Range::default();
            let is_known = lock(&self.0).get(&path).is_some_and(|known| known.text.is_some() || !needs_text);
            if is_known {
                continue;
            }
            // Nobody waits for the lock while a disk is asked.
            let is_listed = folder.has(&place.path);
            let beginning = if is_listed { judge::disk::files::beginning(&path) } else { String::new() };
            let is_small = folder.size(&place.path).is_some_and(|size| size <= MAX_PARSED_BYTES);
            let text = (needs_text && is_small).then(|| folder.bytes(&place.path)).flatten();
            let text = Some(text.map_or_else(Rope::new, |bytes| Rope::from_str(&String::from_utf8_lossy(&bytes))));
            let closed = ClosedText { beginning: Rope::from_str(&beginning), text: text.filter(|_| needs_text) };
            lock(&self.0).insert(path, closed);
        }
    }

    /// Takes texts of these files in that others have read, where there are none yet.
    pub(crate) fn take_in(&self, others: &ClosedTexts, paths: &HashSet<AbsPath>) {
        let lent: Vec<(AbsPath, ClosedText)> = {
            let others = lock(&others.0);
            paths.iter().filter_map(|path| Some((path.clone(), others.get(path)?.clone()))).collect()
        };
        let mut known = lock(&self.0);
        for (path, text) in lent {
            if known.get(&path).is_none_or(|known| known.text.is_none() && text.text.is_some()) {
                known.insert(path, text);
            }
        }
    }

    fn first_line(&self, path: &AbsPath, encoding: Encoding) -> Option<tower_lsp::lsp_types::Range> {
        Some(encoding.first_line(&lock(&self.0).get(path)?.beginning))
    }

    fn text(&self, path: &AbsPath) -> Option<Rope> {
        lock(&self.0).get(path)?.text.clone()
    }
}

/// The diagnostics of all files of a problem, by file.
pub(crate) fn diagnostics(
    context: &Context<'_>,
    texts: &[Finding],
    runs: &[Finding],
) -> BTreeMap<Url, FileDiagnostics> {
    let mut reports: BTreeMap<Url, FileDiagnostics> = BTreeMap::new();
    let home = home(context.folder, context.problem);
    let of_texts = texts.iter().map(|finding| (finding, false));
    let of_runs = runs.iter().filter(|finding| !is_hidden(context, finding)).map(|finding| (finding, true));
    for (finding, is_of_run) in of_texts.chain(of_runs) {
        let place = match &finding.place {
            Some(place) => place.clone(),
            None => match &home {
                Some(path) => Place { path: path.clone(), range: Range::default() },
                None => continue,
            },
        };
        let Some((url, range)) = context.locate(&place, is_of_run) else { continue };
        let diagnostic = context.diagnostic(finding, finding, range, is_of_run);
        add(&mut reports, url, diagnostic);
    }
    for AtInclude { shown, of } in at_includes(runs) {
        let place = shown.place.as_ref().and_then(|place| context.locate(place, true));
        if let Some((url, range)) = place {
            add(&mut reports, url, context.diagnostic(&shown, of, range, true));
        }
    }
    reports
}

fn add(reports: &mut BTreeMap<Url, FileDiagnostics>, url: Url, diagnostic: Diagnostic) {
    let items = &mut reports.entry(url).or_default().items;
    if !items.contains(&diagnostic) {
        items.push(diagnostic);
    }
}

fn is_hidden(context: &Context<'_>, finding: &Finding) -> bool {
    context.hides_compiler && matches!(finding.code, Code::BuildWarning)
}

/// The file that stands for the folder as a whole: its manifest, its settings, its script, its main solution.
fn home(folder: &dyn Folder, problem: &Problem) -> Option<RelPath> {
    let settings = || Some(RelPath::root().with_file_name(SETTINGS_FILE)).filter(|path| folder.has(path));
    let script = || problem.commands.iter().find_map(|command| Some(command.place.as_ref()?.path.clone()));
    let main = || problem.main.map(|main| problem.programs[main].sources[0].clone());
    let first = || problem.programs.first().map(|program| program.sources[0].clone());
    let test = || {
        problem.tests.iter().find_map(|test| match &test.input {
            InputSource::File(path) => Some(path.archive().unwrap_or_else(|| path.clone())),
            InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
        })
    };
    problem.manifest.clone().or_else(settings).or_else(script).or_else(main).or_else(first).or_else(test)
}

impl Context<'_> {
    /// The file's address as the client spells it, and the range as it counts.
    fn locate(&self, place: &Place, is_of_run: bool) -> Option<(Url, tower_lsp::lsp_types::Range)> {
        let path = self.root.shown_at(&place.path);
        // What is about a file as a whole is shown on its first line, whatever has become of that.
        let is_of_file = place.range == Range::default();
        let Some(document) = self.documents.at(&path) else {
            let url = self.url(&place.path)?;
            let closed = if is_of_run { self.closed_in_run } else { self.closed };
            if is_of_file {
                let others = || self.closed.first_line(&path, self.encoding);
                return Some((url, closed.first_line(&path, self.encoding).or_else(others).unwrap_or_default()));
            }
            return Some((url, self.encoding.write(|| closed.text(&path), place.range)));
        };
        if is_of_file {
            return Some((document.url.clone(), self.encoding.first_line(&document.rope)));
        }
        let mut range = place.range;
        if is_of_run {
            // A text that was opened after the check began: the check has read what is on disk.
            let base = self.disk_texts.get(&path).cloned().unwrap_or_else(|| document.saved.clone());
            range = moved(&base, &document.rope, range)?;
            // A file that changed on disk while the check read it may have been neither text.
            if !is_in(&document.rope, range.end) {
                return None;
            }
        }
        Some((document.url.clone(), self.encoding.write(|| Some(document.rope.clone()), range)))
    }

    /// A file's address below the root as the client spells that.
    fn url(&self, path: &RelPath) -> Option<Url> {
        let mut url = self.root_url.clone();
        let (n_up, parts) = path.from_above();
        let mut segments = url.path_segments_mut().ok()?;
        segments.pop_if_empty();
        for _ in 0..n_up {
            segments.pop();
        }
        segments.extend(parts);
        drop(segments);
        Some(url)
    }

    /// The diagnostic that shows a finding, with what there is to know `of` one for commands.
    fn diagnostic(
        &self,
        finding: &Finding,
        of: &Finding,
        range: tower_lsp::lsp_types::Range,
        is_of_run: bool,
    ) -> Diagnostic {
        let related = finding.related.iter().filter_map(|related| {
            let (uri, range) = self.locate(&related.place, is_of_run)?;
            Some(DiagnosticRelatedInformation {
                location: Location { uri, range },
                message: shown(&related.message).into_owned(),
            })
        });
        let related: Vec<_> = if self.shows_related { related.collect() } else { Vec::new() };
        Diagnostic {
            related_information: (!related.is_empty()).then_some(related),
            data: self.keeps_data.then(|| self.data(of, is_of_run)),
            ..diagnostic(finding, range, self.page)
        }
    }

    /// What commands and code actions need to know of a finding.
    fn data(&self, finding: &Finding, is_of_run: bool) -> Value {
        json!({
            "id": id(finding),
            "generation": if is_of_run { self.generation } else { 0 },
            "problem": self.root_url,
            "path": finding.place.as_ref().map(|place| place.path.as_str()),
            "solution": finding.about.solution.as_ref().map(RelPath::as_str),
            "test": finding.about.test,
            "bound": finding.about.bound,
        })
    }
}

/// What a diagnostic says of a finding by itself; `page` is the reference page, where the client follows links.
pub(crate) fn diagnostic(finding: &Finding, range: tower_lsp::lsp_types::Range, page: Option<&Url>) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Information => DiagnosticSeverity::INFORMATION,
            Severity::Hint => DiagnosticSeverity::HINT,
        }),
        code: Some(NumberOrString::String(finding.code.to_string())),
        code_description: page.map(|page| {
            let mut href = page.clone();
            href.set_fragment(Some(&finding.code.to_string()));
            CodeDescription { href }
        }),
        source: Some("touchstone".to_owned()),
        message: shown(&finding.message).into_owned(),
        ..Diagnostic::default()
    }
}

/// Whether a text has such a position.
fn is_in(rope: &Rope, position: problem::text::Position) -> bool {
    let line = position.line as usize;
    line < rope.len_lines() && position.character as usize <= rope.line(line).len_utf16_cu()
}

/// A word that tells a finding from others, and stays the same from run to run.
pub(crate) fn id(finding: &Finding) -> String {
    let mut hasher = DefaultHasher::new();
    (finding.code, &finding.place, &finding.message).hash(&mut hasher);
    format!("{}-{:08x}", finding.code, hasher.finish() as u32)
}
