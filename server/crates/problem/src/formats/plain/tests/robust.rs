//! No folder makes the reader fail, and what it says about one holds together.

use proptest::prelude::*;

use super::{dump, folder};
use crate::{
    formats::plain::{Hints, read},
    model::{InputSource, Problem, Test},
};

fn part() -> impl Strategy<Value = String> {
    let words = "gen|val|check|std|sol|wa|tle|main|abc|script|tests|samples|in|out|input|output|cases|invalid|checker|accepted|brute|\
                 statement|README|sub|1|02|10|é|interactor|build|solutions|or|readme|n2";
    let word = prop::sample::select(words.split('|').collect::<Vec<_>>());
    let joint = prop::sample::select(vec!["", "_", "-", ".", " ", "2", "b"]);
    prop::collection::vec((word, joint), 1..3).prop_map(|parts| parts.into_iter().flat_map(|(a, b)| [a, b]).collect())
}

fn name() -> impl Strategy<Value = String> {
    let extension =
        prop::sample::select(vec!["", ".cpp", ".py", ".in", ".ans", ".out", ".a", ".txt", ".md", ".tex", ".java"]);
    let directories = prop::collection::vec(part(), 0..3);
    (directories, part(), extension).prop_map(|(directories, stem, extension)| {
        let mut parts = directories;
        parts.push(format!("{stem}{extension}"));
        parts.join("/")
    })
}

fn content() -> impl Strategy<Value = String> {
    let pieces = "int main() {}|registerGen(a, b, 1)|registerValidation()|registerTestlibCmd(|exit(42)|gen 1 > $\n|abc|\
                  <#list 1..3 as i>|</#list>|Time limit: |2 seconds|Memory limit|{256 MB}|\\begin{problem}|{|}|\u{0}|é|秒\n|\
                  @EXPECTED_RESULTS@: WA, TLE\n|#include \"main.cpp\"\n|\n| \\| | > 2\n|2000|---";
    let piece = prop::sample::select(pieces.split('|').collect::<Vec<_>>());
    prop_oneof![prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat()), any::<String>(),]
}

proptest! {
    #[test]
    fn any_folder_is_read(files in prop::collection::vec((name(), content()), 0..14), problem in part()) {
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let problem = read(&folder(&problem, &files), &Hints::default());
        dump(&problem);
        holds_together(&problem);
    }

    #[test]
    fn any_statement_is_read(text in content()) {
        read(&folder("abc", &[("statement.md", &text), ("script", &text)]), &Hints::default());
    }
}

fn holds_together(problem: &Problem) {
    let n_programs = problem.programs.next_idx();
    assert!(problem.programs.iter().is_sorted_by(|a, b| a.path < b.path), "programs are in path order, each once");
    assert!(problem.programs.iter().all(|program| !program.sources.is_empty()));
    assert!(problem.main.is_none_or(|main| problem.programs[main].role == crate::model::Role::Solution));
    let calls = problem.commands.iter().flat_map(|command| &command.pipeline);
    assert!(calls.filter_map(|call| call.program).all(|program| program < n_programs));
    let mut ids: Vec<&str> = problem.tests.iter().map(|test| test.id.as_str()).collect();
    ids.sort_unstable();
    assert!(ids.is_sorted_by(|a, b| a < b), "ids are unique");
    let answers: Vec<_> = problem.tests.iter().filter_map(|test| test.answer.as_ref()).collect();
    let is_answer = |test: &Test| matches!(&test.input, InputSource::File(path) if answers.contains(&path));
    assert!(!problem.tests.iter().any(is_answer), "no answer is an input");
    assert!(problem.tests.iter().all(|test| match &test.input {
        InputSource::File(_) | InputSource::Inline(_) => true,
        InputSource::Stdout(command) | InputSource::Written { command, .. } => *command < problem.commands.next_idx(),
    }));
}
