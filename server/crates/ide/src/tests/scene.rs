//! A folder, what was run in it, and the contents of that.

use std::{collections::HashMap, sync::Arc};

use cpp::source::Source;
use problem::{
    digest::Digest,
    executor::Blob,
    findings::FindingContext,
    folder::{Folder as _, MemoryFolder},
    formats,
    language::Language,
    model::{Problem, ProgramIdx, TestIdx},
    path::RelPath,
    request::CheckRequest,
    settings::parse,
    state::{State, StateEvent},
    text::{LineIndex, Position},
    verdict::Verdict,
};
use testkit::{
    fixture,
    world::{World, live},
};

use crate::{Text, View, history::History};

/// A plain folder with one program of each role but an interactor, and a script.
pub(super) const PLAIN: &str = r#"
-- script.txt --
# small ones
gen -n 5 -kind path > $
gen -n 100 > $
<#list 1..3 as i>
gen -n ${i * 10} -kind star > $
</#list>
-- gen.cpp --
#include "testlib.h"
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>("n");
    string kind = opt<string>("kind", "random");
    bool weighted = has_opt("weighted");
    println(rnd.next(1, n));
}
-- val.cpp --
#include "testlib.h"
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 100, "n");
    inf.readEoln();
    inf.readEof();
}
-- check.cpp --
#include "testlib.h"
int readAns(InStream& stream) { return stream.readInt(); }
int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    if (readAns(ouf) != readAns(ans)) quitf(_wa, "differ");
    quitf(_ok, "same");
}
-- sol.cpp --
int main() {}
-- wa_greedy.cpp --
// @EXPECTED_RESULTS@: WRONG_ANSWER
int main() {}
-- wa_lucky.py --
print(1)
-- tests/.keep --
"#;

pub(super) struct Scene {
    pub(super) folder: MemoryFolder,
    pub(super) problem: Problem,
    pub(super) state: State,
    pub(super) request: CheckRequest,
    pub(super) store: HashMap<Digest, Arc<[u8]>>,
    pub(super) history: History,
    pub(super) is_trusted: bool,
    /// What mutants of a solution came to.
    pub(super) mutants: Option<(RelPath, String)>,
}

pub(super) fn path(written: &str) -> RelPath {
    RelPath::parse(written).unwrap()
}

impl Scene {
    /// A folder in which nothing was run.
    pub(super) fn new(text: &str) -> Scene {
        Scene::of(fixture::folder("demo", text))
    }

    pub(super) fn of(folder: MemoryFolder) -> Scene {
        let settings = folder.text(&path("touchstone.toml")).unwrap_or_default();
        let (stated, _) = parse(&path("touchstone.toml"), &settings);
        let problem = formats::read(&folder, &stated, &path("touchstone.toml"));
        let state = State::new(&problem);
        Scene {
            folder,
            problem,
            state,
            request: CheckRequest::default(),
            store: HashMap::new(),
            history: History::default(),
            is_trusted: true,
            mutants: None,
        }
    }

    /// The folder after everything was run: each command writes `input K`, answers are `answer`.
    pub(super) fn judged(text: &str, verdict: impl Fn(&str, &str) -> Verdict) -> Scene {
        let mut scene = Scene::new(text);
        let problem = scene.problem.clone();
        let judges = |solution: ProgramIdx, test: TestIdx| {
            verdict(problem.programs[solution].path.as_str(), &problem.tests[test].id)
        };
        let mut next = |_| 0;
        let mut world = World {
            builds: &|_| true,
            generates: &|_| true,
            accepts: &|_| true,
            answers: &|_| true,
            judges: &judges,
            next: &mut next,
        };
        scene.state = live(&scene.problem, &scene.request, &mut world).0;
        for command in scene.problem.commands.indices() {
            scene.keep(format!("input {}", usize::from(command)).as_bytes());
        }
        scene.keep(b"answer");
        scene
    }

    /// Everything passes, except that `wa_greedy.cpp` fails tests 2 and 4.
    pub(super) fn usual() -> Scene {
        Scene::judged(PLAIN, |solution, test| match (solution, test) {
            ("wa_greedy.cpp", "2" | "4") => Verdict::Wa,
            _ => Verdict::Ac,
        })
    }

    pub(super) fn keep(&mut self, bytes: &[u8]) -> Blob {
        let blob = Blob::of(bytes);
        self.store.insert(blob.digest, bytes.into());
        blob
    }

    pub(super) fn program(&self, written: &str) -> ProgramIdx {
        self.problem.program_at(&path(written)).unwrap()
    }

    pub(super) fn apply(&mut self, event: StateEvent) {
        self.state.apply(event);
    }

    /// Looks at the snapshot.
    pub(super) fn with<T>(&self, look: impl FnOnce(&View<'_>) -> T) -> T {
        let contents = |blob: Blob| self.store.get(&blob.digest).cloned();
        look(&View {
            context: FindingContext {
                folder: &self.folder,
                problem: &self.problem,
                state: &self.state,
                request: &self.request,
                contents: &contents,
            },
            history: &self.history,
            is_trusted: self.is_trusted,
            mutants: self.mutants.as_ref().map(|(solution, words)| (solution, words.as_str())),
        })
    }

    /// Looks at the snapshot and a text, which need not be the one in the folder.
    pub(super) fn with_text<T>(&self, file: &str, text: &str, look: impl FnOnce(&View<'_>, &Text<'_>) -> T) -> T {
        let path = path(file);
        let is_header = path.extension() == "h";
        let is_cpp = is_header || matches!(Language::from_path(&path), Some(Language::Cpp | Language::C));
        let source = is_cpp.then(|| Source::parse(text));
        self.with(|view| look(view, &Text { path: &path, text, source: source.as_ref() }))
    }

    /// A file of the folder as its open text.
    pub(super) fn open<T>(&self, file: &str, look: impl FnOnce(&View<'_>, &Text<'_>) -> T) -> T {
        let text = self.folder.text(&path(file)).unwrap();
        self.with_text(file, &text, look)
    }
}

/// The position of `needle` in a text, moved by the characters before `^` in it.
pub(super) fn position(text: &str, needle: &str) -> Position {
    let plain = needle.replace('^', "");
    let shift = needle.find('^').unwrap_or(0);
    let at = text.find(&plain).unwrap_or_else(|| panic!("{plain} is not in the text"));
    LineIndex::new(text).position(at + shift)
}

/// The text of a range.
pub(super) fn slice(text: &str, range: problem::text::Range) -> &str {
    let lines = LineIndex::new(text);
    &text[lines.offset(range.start)..lines.offset(range.end)]
}
