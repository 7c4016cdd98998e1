//! Commands that make proposals: they begin, and what came of them becomes an answer with an edit.

use std::ops::RangeInclusive;

use forge::{repair::Which, report::fenced};
use problem::{
    finding::{Code, Finding},
    path::{AbsPath, RelPath},
};
use serde_json::{Value, json};
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::{ChangeAnnotation, ProgressToken, WorkDoneProgress, WorkDoneProgressBegin},
};

use super::{
    Session,
    commands::options,
    runs::{Progress, cancelled},
};
use crate::{
    inbox::{AskId, Reply},
    making::{Ending, ErrandId, Kind, Made, Order, Product},
    outbox::{Out, progress},
    payload::{Fix, Hack, Minimize, Write},
    questions::Offer,
    refusal,
};

/// A command that an errand is to answer.
pub(super) struct Asked {
    pub(super) id: AskId,
    /// Where the client wants its progress.
    pub(super) token: Option<ProgressToken>,
    pub(super) reply: Reply<Option<Value>>,
}

/// An errand under way.
pub(crate) struct Errand {
    pub(super) errand: ErrandId,
    /// The request that waits for it.
    pub(super) ask: AskId,
    reply: Reply<Option<Value>>,
    title: String,
    /// What the answer begins with, where it is a text.
    text: String,
    /// The edit is to be shown and made.
    applies: bool,
    /// What the person should know of the beginning.
    notes: Vec<String>,
    progress: Option<Progress>,
}

impl Errand {
    pub(super) fn is_shown_as(&self, token: &ProgressToken) -> bool {
        self.progress.as_ref().is_some_and(|progress| progress.token == *token)
    }
}

impl Session {
    /// What a command wants to be made, and whether the edit is to be shown and made.
    pub(super) fn errand_kind(&self, command: &str, arguments: &Value) -> Result<(Kind, bool)> {
        let (applies, kind) = match command {
            "touchstone.hack" => {
                let hack: Hack = options(arguments)?;
                within("rounds", hack.rounds, 1..=100)?;
                within("tests", hack.tests, 1..=200)?;
                (hack.apply, Kind::Hack(hack))
            }
            "touchstone.write" => {
                let write: Write = options(arguments)?;
                within("attempts", write.attempts, 1..=20)?;
                (write.apply, Kind::Write(write))
            }
            "touchstone.fix" => {
                let fix: Fix = options(arguments)?;
                within("attempts", fix.attempts, 1..=20)?;
                let code: Code = forge::report::code(&fix.code).map_err(|words| refusal(&words))?;
                let which = match (&fix.file, &fix.id) {
                    (Some(file), _) => {
                        let unknown = || refusal(&format!("`{file}` is no path in the problem's folder"));
                        Which { code, file: Some(RelPath::parse(file).ok_or_else(unknown)?), line: None }
                    }
                    (None, Some(id)) => self.finding_of(arguments, code, id)?,
                    (None, None) => Which { code, file: None, line: None },
                };
                (fix.apply, Kind::Fix { which, attempts: fix.attempts, asking: fix.asking })
            }
            _ => {
                let minimize: Minimize = options(arguments)?;
                within("per_class", minimize.per_class.unwrap_or(1), 1..=100_000)?;
                (minimize.apply, Kind::Minimize(minimize))
            }
        };
        Ok((kind, applies))
    }

    fn finding_of(&self, arguments: &Value, code: Code, id: &str) -> Result<Which> {
        let root = self.root_of_params(arguments)?;
        let is_it = |finding: &&Finding| finding.code == code && crate::report::id(finding) == id;
        let gone = || refusal("that finding is gone; look at what there is now, and ask again");
        Ok(which(self.findings(&root).find(is_it).ok_or_else(gone)?))
    }

    /// Begins an errand, if nothing speaks against it; `text` is what the answer begins with.
    pub(super) fn start_errand(&mut self, asked: Asked, (kind, applies): (Kind, bool), arguments: &Value, text: &str) {
        let Asked { id: ask, token, reply } = asked;
        let root = match self.may_start(arguments) {
            Ok(root) => root,
            Err(error) => return drop(reply.send(Err(error))),
        };
        self.n_errands += 1;
        let (errand, title) = (self.n_errands, kind.title());
        let name = root.as_path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let progress = self.begin_to_tell(errand, token, format!("{title} for {name}"));
        let errand =
            Errand { errand, ask, reply, title, text: text.to_owned(), applies, notes: self.unsaved(&root), progress };
        let order = Order {
            errand: errand.errand,
            root: root.clone(),
            kind,
            settings: self.settings.clone(),
            has_keys: self.client.keeps_keys,
            progress: errand.progress.as_ref().map(|progress| progress.token.clone()),
        };
        self.errands.insert(root, errand);
        self.tools.errands.start(order);
    }

    /// Progress where the client wants it; else where it makes room, if it shows any.
    fn begin_to_tell(&self, errand: ErrandId, token: Option<ProgressToken>, title: String) -> Option<Progress> {
        let outbox = &self.tools.outbox;
        let token = match token {
            Some(token) => token,
            None if !self.client.shows_progress => return None,
            None => {
                let token = ProgressToken::String(format!("touchstone/errand/{errand}"));
                outbox.send(Out::BeginProgress(token.clone()));
                token
            }
        };
        let begin = WorkDoneProgressBegin { title, cancellable: Some(true), message: None, percentage: None };
        outbox.send(progress(token.clone(), WorkDoneProgress::Begin(begin)));
        Some(Progress { outbox: outbox.clone(), token })
    }

    fn may_start(&self, arguments: &Value) -> Result<AbsPath> {
        let root = self.root_of_params(arguments)?;
        if self.is_ending {
            return Err(cancelled());
        }
        if self.trust(&root) != Some(true) {
            return Err(refusal("nothing may be compiled, run or sent in this folder until it is trusted"));
        }
        if let Some(errand) = self.errands.get(&root) {
            let words = format!("{} is under way here; wait for it, or cancel it", lower(&errand.title));
            return Err(refusal(&words));
        }
        Ok(root)
    }

    /// What is judged is on disk: which files are others in the editor, in a sentence.
    fn unsaved(&self, root: &AbsPath) -> Vec<String> {
        let documents = self.documents_in(root);
        let is_other = documents.iter().filter(|(_, document)| document.rope != document.saved);
        let names: Vec<String> = is_other.map(|(path, _)| path.to_string()).collect();
        match &names[..] {
            [] => Vec::new(),
            [one] => vec![format!("{one} is not saved; what was judged is the file on disk")],
            many => vec![format!("{} are not saved; what was judged are the files on disk", many.join(", "))],
        }
    }

    /// An errand is over.
    pub(super) fn made(&mut self, made: Made) {
        let Made { root, errand, ending } = made;
        let is_it = self.errands.get(&root).is_some_and(|known| known.errand == errand);
        let Some(errand) = is_it.then(|| self.errands.remove(&root)).flatten() else { return };
        let reply = errand.reply;
        // The progress ends before the answer.
        drop(errand.progress);
        match ending {
            Ending::Cancelled => drop(reply.send(Err(cancelled()))),
            Ending::Failed(words) => drop(reply.send(Err(refusal(&words)))),
            Ending::Told(words) => {
                // What a model writes is shown as it is, and does nothing: no link, no image.
                let text = format!("{}\n\n---\n\nThe model says:\n\n{}", errand.text, fenced("text", &words));
                drop(reply.send(Ok(Some(json!(text)))));
            }
            Ending::Made(product) => self.propose(&root, *product, errand.notes, errand.applies, reply),
        }
    }

    /// Answers with a proposal, after the client has made its edit where that is wanted.
    fn propose(
        &self,
        root: &AbsPath,
        product: Product,
        mut notes: Vec<String>,
        applies: bool,
        reply: Reply<Option<Value>>,
    ) {
        let Some(here) = self.here(root) else { return drop(reply.send(Err(cancelled()))) };
        let makes_files = self.client.creates_files || product.changes.iter().all(|change| change.before.is_some());
        let can_apply = self.client.applies_edits && makes_files;
        if applies && !can_apply {
            notes.push(
                "this editor cannot make such edits when it is asked to; the command line has `--apply`".to_owned(),
            );
        }
        let (applies, annotates) = (applies && can_apply, self.client.annotates_edits);
        let outbox = self.tools.outbox.clone();
        self.tools.pool.run(move || {
            let Product { result: mut answer, page, title, proof, changes } = product;
            let annotation = ChangeAnnotation {
                label: title.clone(),
                needs_confirmation: Some(true),
                description: Some(proof.clone()),
            };
            let edit = here.proposal(&changes, annotation).unwrap_or_else(|why| {
                notes.push(why);
                None
            });
            answer["page"] = json!(with_notes(&page, &notes));
            answer["notes"] = json!(notes);
            answer["edit"] = json!(edit);
            answer["applied"] = json!(false);
            answer["reason"] = Value::Null;
            match edit.filter(|_| applies) {
                None => drop(reply.send(Ok(Some(answer)))),
                Some(edit) => {
                    let question = (!annotates).then(|| format!("Touchstone: {}? Proof: {proof}.", lower(&title)));
                    let offer = Box::new(Offer { label: title, question, edit });
                    outbox.send(Out::Offer { offer, answer, reply });
                }
            }
        });
    }

    /// Stops errands, and says so to who waits for them; whether there was any.
    pub(super) fn cancel_errands(&mut self, is_meant: impl Fn(&AbsPath, &Errand) -> bool) -> bool {
        let meant: Vec<AbsPath> =
            self.errands.iter().filter(|(root, errand)| is_meant(root, errand)).map(|(root, _)| root.clone()).collect();
        for root in &meant {
            let Some(errand) = self.errands.remove(root) else { continue };
            // What it still does concerns nobody: the next one may begin.
            self.tools.errands.cancel(errand.errand);
            drop(errand.progress);
            drop(errand.reply.send(Err(cancelled())));
        }
        !meant.is_empty()
    }
}

/// Sentences for the person stand before everything else.
fn with_notes(page: &str, notes: &[String]) -> String {
    let notes: String = notes.iter().map(|note| format!("> {note}\n>\n")).collect();
    if notes.is_empty() { page.to_owned() } else { format!("{notes}\n{page}") }
}

fn lower(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn within(name: &str, value: u32, range: RangeInclusive<u32>) -> Result<()> {
    if range.contains(&value) {
        return Ok(());
    }
    let (least, most) = (range.start(), range.end());
    Err(Error::invalid_params(format!("the command's options: `{name}` is from {least} to {most}")))
}

/// A finding, as one that is asked about.
pub(super) fn which(finding: &Finding) -> Which {
    let place = finding.place.as_ref();
    Which {
        code: finding.code,
        file: place.map(|place| place.path.clone()),
        line: place.map(|place| place.range.start.line),
    }
}
