//! Samples of packages that mark none: the examples of the statement.

use crate::{
    folder::Folder,
    model::{InputSource, Test},
    path::RelPath,
};

/// Marks the tests that are examples in the statement; examples that are no tests become tests, in front.
///
/// Examples of interactive problems are left alone, for they may show a dialogue instead of an input.
pub(super) fn mark(folder: &dyn Folder, interactive: bool, tests: &mut Vec<Test>) {
    if tests.iter().any(|test| test.sample) {
        return;
    }
    let mut new = Vec::new();
    for example in examples(folder) {
        let twin = tests.iter_mut().find(|test| !test.sample && is_same(folder, test, &example));
        match twin {
            Some(test) => test.sample = true,
            None if interactive => {}
            None => new.push(test_of(folder, &example, tests)),
        }
    }
    tests.splice(0..0, new);
}

/// The example inputs of the first language that has some.
pub(crate) fn examples(folder: &dyn Folder) -> Vec<RelPath> {
    let of_directory = |directory: &str| -> Option<Vec<RelPath>> {
        let directory = RelPath::parse(directory)?;
        let is_example = |path: &&RelPath| {
            let number = path.file_name().strip_prefix("example.");
            number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let files = folder.below(&directory).into_iter().map(|entry| &entry.path);
        let found: Vec<&RelPath> = files.filter(is_example).collect();
        let language = found.first()?.parent();
        Some(found.into_iter().filter(|path| path.parent() == language).cloned().collect())
    };
    of_directory("statement-sections").or_else(|| of_directory("statements")).unwrap_or_default()
}

fn is_same(folder: &dyn Folder, test: &Test, example: &RelPath) -> bool {
    match &test.input {
        InputSource::File(path) => words(folder, path) == words(folder, example),
        InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => false,
    }
}

/// Lines without blanks at their ends, for examples are typeset and exported with either line end.
fn words(folder: &dyn Folder, path: &RelPath) -> Option<Vec<String>> {
    let text = folder.text(path)?;
    Some(text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect())
}

fn test_of(folder: &dyn Folder, example: &RelPath, tests: &[Test]) -> Test {
    let answer = example.with_file_name(&format!("{}.a", example.file_name()));
    let first = tests.first();
    let prefix = first.filter(|test| test.id.contains('/')).map(|test| format!("{}/", test.testset));
    Test {
        sample: true,
        testset: first.map_or_else(|| "tests".to_owned(), |test| test.testset.clone()),
        answer: folder.has(&answer).then_some(answer),
        ..Test::new(prefix.unwrap_or_default() + example.file_name(), InputSource::File(example.clone()))
    }
}
