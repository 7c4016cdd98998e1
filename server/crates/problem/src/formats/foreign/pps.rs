//! PPS (Project PS): `config.json` beside `genscript`. The names of its keys have changed over time, so what it says is found by
//! what its keys and values look like: limits in milliseconds and bytes, files by their names, labels by the words of the site.

use crate::{
    folder::Folder,
    formats::{
        bounded::whole,
        json,
        plain::{Hints, exactly},
        wording::{Stem, roles},
        yaml::{Node, Value},
    },
    label::{Label, LabelWord},
    model::{LanguageLimits, Role},
    path::RelPath,
    settings::RoleHint,
};

/// The test script.
pub(super) const SCRIPT: &str = "genscript";
/// What the main solution is marked as.
const MAIN: &str = "MCS";
/// Less than this is surely no number of bytes, but one of megabytes.
const LEAST_BYTES: f64 = 65_536.0;
/// Maps and lists in each other that are looked into.
const MOST_DEPTH: usize = 8;

/// The limits of all languages: those that stand least deep.
pub(super) fn limits(text: &str) -> LanguageLimits {
    let root = json::parse(text).root;
    let number =
        |key: &str| numbers(&root, key, 0).into_iter().min_by_key(|(depth, _)| *depth).map(|(_, number)| number);
    let bytes = |memory: f64| if memory < LEAST_BYTES { memory * 1_048_576.0 } else { memory };
    LanguageLimits {
        time_ms: number("timelimit").map(whole),
        memory_bytes: number("memorylimit").map(|memory| whole(bytes(memory))),
    }
}

/// The numbers above zero behind a key, with how deep they stand.
fn numbers(node: &Node, key: &str, depth: usize) -> Vec<(usize, f64)> {
    let further = node.entries().iter().filter(|_| depth < MOST_DEPTH);
    let found = further.flat_map(|entry| {
        let here = (plain(&entry.key) == key).then(|| entry.value.positive().ok()).flatten();
        here.map(|number| (depth, number)).into_iter().chain(numbers(&entry.value, key, depth + 1)).collect::<Vec<_>>()
    });
    found.collect()
}

/// A key without letter case and joints.
fn plain(key: &str) -> String {
    key.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Tells the reader of plain folders what the manifest says; what it has been told before goes first.
pub(super) fn hint(folder: &dyn Folder, text: &str, hints: &mut Hints) {
    hints.script = hints.script.take().or_else(|| RelPath::parse(SCRIPT));
    let mut reader = Reader { folder, hints };
    reader.read(&json::parse(text).root, Around::default(), 0);
}

/// What stands around a value.
#[derive(Clone, Default)]
struct Around {
    role: Option<Role>,
    /// What a solution is marked as.
    mark: Option<String>,
}

struct Reader<'a> {
    folder: &'a dyn Folder,
    hints: &'a mut Hints,
}

impl Reader<'_> {
    fn read(&mut self, node: &Node, around: Around, depth: usize) {
        if depth > MOST_DEPTH {
            return;
        }
        match &node.value {
            Value::Null => {}
            Value::Scalar(text) => self.file(text, &around),
            Value::List(items) => items.iter().for_each(|item| self.read(item, around.clone(), depth + 1)),
            Value::Map(entries) => {
                // `{"file": "a.cpp", "type": "WA"}`, `{"a.cpp": "WA"}` and `{"WA": ["a.cpp"]}`.
                let beside = entries.iter().filter_map(|entry| entry.value.text().ok()).find_map(mark);
                for entry in entries {
                    let own = entry.value.text().ok().and_then(mark);
                    if own.is_some() {
                        self.file(&entry.key, &Around { mark: own, ..around.clone() });
                        continue;
                    }
                    let mark = mark(&entry.key).or_else(|| beside.clone()).or_else(|| around.mark.clone());
                    let role = role(&entry.key).or(around.role);
                    self.read(&entry.value, Around { role, mark }, depth + 1);
                }
            }
        }
    }

    /// A text that may name a file.
    fn file(&mut self, written: &str, around: &Around) {
        let Some(path) = self.find(written) else { return };
        if let Some(role) = around.role.filter(|role| *role != Role::Solution) {
            self.add(&path, RoleHint::Role(role));
            self.ignore_others(&path, role);
        } else if let Some(mark) = &around.mark {
            let word = if mark == MAIN { Some(LabelWord::Accepted) } else { LabelWord::parse(mark) };
            self.add(&path, RoleHint::Role(Role::Solution));
            if mark == MAIN && self.hints.main.is_none() {
                self.hints.main = Some(path.clone());
            }
            self.hints.labels.extend(word.and_then(|word| Some((exactly(&path)?, Label::of(word, mark)))));
        }
    }

    /// The file of a path, else the only one of a name.
    fn find(&self, written: &str) -> Option<RelPath> {
        let path = RelPath::parse(written).filter(|path| !path.is_root())?;
        if self.folder.has(&path) {
            return Some(path);
        }
        let ending = |one: &&RelPath| one.as_str().strip_suffix(path.as_str()).is_some_and(|rest| rest.ends_with('/'));
        let mut found = self.folder.files().iter().map(|file| &file.path).filter(ending);
        found.next().filter(|_| found.next().is_none()).cloned()
    }

    /// Of the tools in a directory for their kind only the one that is named is used.
    fn ignore_others(&mut self, path: &RelPath, role: Role) {
        let home = path.parent();
        if roles::of_directory(home.file_name()) == Some(role) && matches!(role, Role::Validator | Role::Checker) {
            let beside = self.folder.children(&home);
            beside.iter().filter(|file| file.path != *path).for_each(|other| self.add(&other.path, RoleHint::Ignore));
        }
    }

    fn add(&mut self, path: &RelPath, hint: RoleHint) {
        self.hints.roles.extend(exactly(path).map(|glob| (glob, hint)));
    }
}

/// What a solution is marked as by a text.
fn mark(text: &str) -> Option<String> {
    let is_mark = text == MAIN || ["AC", "WA", "TLE", "MLE", "RTE", "RE", "FAIL"].contains(&text);
    is_mark.then(|| text.to_owned())
}

/// The tool that a key speaks of.
fn role(key: &str) -> Option<Role> {
    roles::of_stem(&Stem::new(key)).map(|named| named.role).or_else(|| roles::of_directory(key))
}
