//! For tests: a bench whose machine starts no process, and a model that gives the answers of a test.
//!
//! A source is its own program, and a comment in it says what it does, such as `// does: cap 20`; see [`behave`].

mod machine;

use std::collections::VecDeque;

use judge::{
    check::Observer,
    disk::dirs::Dirs,
    engine::{CacheUse, Engine, EngineConfig, LoadedProblem},
    testlib::{TestlibText, Text},
};
use llm::question::Question;
use problem::{
    model::{ProgramIdx, TestIdx},
    path::{AbsPath, RelPath},
    settings::UserSettings,
    state::StateEvent,
};
use serde_json::Value;
use testkit::{fixture, folder::Folder};

use crate::{
    ask::{LanguageModel, ModelError},
    bench::{TestSource, Trial, Workbench},
    hack::StageObserver,
};

/// Sums of numbers: two right solutions, one that stops at 20 and one that ends badly above 30; inputs are numbers up to 50,
/// on one line.
pub(crate) const SUMS: &str = r#"
-- touchstone.toml --
main = "sol.cpp"
[limits]
time_ms = 1000
memory_mb = 64
-- statement.md --
# Sums

Print the sum of the numbers on the only line of the input. Each is from 0 to 50.
-- sol.cpp --
// does: sum
int main() {}
-- ac_other.cpp --
// does: sum
int main() { return 0; }
-- wa_cap.cpp --
// does: cap 20
int main() {}
-- rte_large.cpp --
// does: crash 30
int main() {}
-- gen.cpp --
#include "testlib.h"
// does: seeded
int main(int argc, char *argv[]) { registerGen(argc, argv, 1); }
-- val.cpp --
#include "testlib.h"
// does: accept 50
int main(int argc, char *argv[]) { registerValidation(argc, argv); }
-- script.txt --
gen 7 > $
-- samples/1.in --
1 2
-- samples/1.ans --
3
"#;

/// A text with one place of it changed.
pub(crate) fn with(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "`{from}` stands there once");
    text.replace(from, to)
}

/// [`SUMS`] with another thing that a program does.
pub(crate) fn sums_where(program: &str, does: &str) -> String {
    let at = SUMS.find(&format!("-- {program} --")).expect("there is such a program");
    let start = at + SUMS[at..].find("does: ").expect("it does something") + "does: ".len();
    let end = start + SUMS[start..].find('\n').expect("the line ends");
    format!("{}{does}{}", &SUMS[..start], &SUMS[end..])
}

/// A folder on disk, and an engine whose programs do what their sources say.
pub(crate) struct Rig {
    pub(crate) folder: Folder,
    pub(crate) engine: Engine,
    cache: Folder,
}

impl Rig {
    /// A folder of these files.
    pub(crate) fn new(files: &str) -> Rig {
        let files = fixture::files(files);
        let folder = Folder::of("sums", files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
        let cache = Folder::empty("cache");
        Rig { folder, engine: engine(&cache, CacheUse::Kept), cache }
    }

    /// An engine that remembers nothing.
    pub(crate) fn fresh(&self) -> Engine {
        engine(&self.cache, CacheUse::Scratch)
    }

    pub(crate) fn loaded(&self) -> LoadedProblem {
        LoadedProblem::read(self.folder.path(), self.engine.store.clone()).unwrap()
    }

    pub(crate) fn bench(&self) -> Workbench<'_> {
        Workbench::new(&self.engine, 1, &self.loaded()).unwrap()
    }
}

fn engine(cache: &Folder, how: CacheUse) -> Engine {
    let root = AbsPath::new(cache.path()).unwrap();
    let dirs = Dirs { cache: root.child("cache"), config: root.child("config"), state: root.child("state") };
    let testlib = TestlibText { header: Text::Plain(b""), bodies: None };
    let (user, store) = (UserSettings::default(), None);
    Engine::start(EngineConfig { dirs, user, sandbox: None, cache: how, store, testlib, make_machine: machine::make })
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The folder judged with further inputs. What stands in its files is there as long as the bench is.
pub(crate) fn judged(bench: &Workbench<'_>, inputs: &[&str]) -> Trial {
    bench.judge(&inputs.iter().map(|text| input(text)).collect::<Vec<_>>(), &mut Stages::default()).unwrap()
}

pub(crate) fn input(text: &str) -> TestSource {
    TestSource::Input(text.to_owned())
}

pub(crate) fn command(text: &str) -> TestSource {
    TestSource::Command(text.to_owned())
}

pub(crate) fn path(text: &str) -> RelPath {
    RelPath::parse(text).unwrap()
}

pub(crate) fn program(trial: &Trial, name: &str) -> ProgramIdx {
    trial.problem.program_at(&path(name)).unwrap_or_else(|| panic!("there is no {name}"))
}

/// The test of a candidate.
pub(crate) fn candidate(trial: &Trial, at: usize) -> TestIdx {
    trial.candidate_tests[at].clone().unwrap()
}

/// Notes the stages that it is told.
#[derive(Default)]
pub(crate) struct Stages(pub(crate) Vec<String>);

impl Observer for Stages {
    fn event(&mut self, _: &StateEvent) {}

    fn tick(&mut self) {}
}

impl StageObserver for Stages {
    fn stage(&mut self, words: &str) {
        self.0.push(words.to_owned());
    }
}

/// A model that gives answers in order, each to a question of its task, and then none.
pub(crate) struct Script {
    answers: VecDeque<(&'static str, Value)>,
    /// The questions that came: their tasks and texts.
    pub(crate) asked: Vec<(String, String)>,
}

impl Script {
    pub(crate) fn of<const N: usize>(answers: [(&'static str, Value); N]) -> Script {
        Script { answers: answers.into(), asked: Vec::new() }
    }

    /// The text of a question.
    pub(crate) fn question(&self, at: usize) -> &str {
        &self.asked[at].1
    }

    /// Every answer was asked for.
    pub(crate) fn assert_done(&self) {
        assert!(self.answers.is_empty(), "nobody asked for {:?}", self.answers);
    }
}

impl LanguageModel for Script {
    fn ask(&mut self, question: &Question, _: &[String]) -> Result<Value, ModelError> {
        let text = question.parts.iter().map(|part| part.text.as_str()).collect();
        self.asked.push((question.name.clone(), text));
        let Some((name, answer)) = self.answers.pop_front() else {
            return Err(ModelError::NotAllowed("no answer is left".to_owned()));
        };
        assert_eq!(question.name, name, "the next answer is for something else");
        let answer = (question.normalise)(answer);
        assert_eq!((question.shape.check)(&answer), Ok(()), "{name}");
        Ok(answer)
    }
}

/// An answer to the question what a problem demands.
pub(crate) fn analysis() -> (&'static str, Value) {
    let limits = serde_json::json!({
        "name": "x_i", "kind": "range", "lower": "0", "upper": "50", "text": "0 <= x_i <= 50"
    });
    let analysis = serde_json::json!({ "summary": "numbers up to 50", "constraints": [limits], "pitfalls": [] });
    ("problem_analysis", analysis)
}
