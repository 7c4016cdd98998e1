//! Tests that lie in a plain folder as files: inputs with their answers, inputs that are known to be invalid, and
//! outputs whose verdict is known.

use std::collections::BTreeSet;

use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::wording::{
        Stem, labels, roles,
        test_names::{has_digit, is_number},
    },
    model::{CheckerTest, ValidatorArgs, ValidatorTest},
    path::RelPath,
};

use super::{
    Context,
    names::{Form, Names, Reading, reading},
    natural::natural_key,
};

/// Where Rime leaves what it has made: all tests, also those that lie in `tests`.
pub(super) const RIME_OUT: &str = "rime-out";
/// The extension of inputs that Rime's validators have to reject.
const INVALID: &str = "invalid";

/// What the test folders hold.
#[derive(Default)]
pub(super) struct FolderTests {
    pub(super) inputs: Vec<InputFile>,
    pub(super) validator_tests: Vec<ValidatorTest>,
    pub(super) checker_tests: Vec<CheckerTest>,
}

/// An input of a test.
#[derive(Clone, Debug)]
pub(super) struct InputFile {
    pub(super) path: RelPath,
    /// What people call the test: `12` for `12.in` and for `input.12`.
    pub(super) stem: String,
    /// The directory, where the whole of it is the test: `tests/12` for `tests/12/in`.
    pub(super) directory: Option<RelPath>,
    pub(super) answer: Option<RelPath>,
    pub(super) sample: bool,
    pub(super) group: Option<String>,
    pub(super) points: Option<f64>,
    /// It lies in `build/tests` or `rime-out/tests`, where other tools write what they generate.
    pub(super) built: bool,
    /// The settings list it.
    pub(super) is_listed: bool,
}

impl InputFile {
    pub(super) fn new(path: &RelPath, reading: Reading) -> InputFile {
        let directory = path.parent();
        let group = directory.parts().skip(1).filter(|part| roles::is_group_folder(part)).last();
        InputFile {
            path: path.clone(),
            stem: reading.stem,
            directory: reading.directory,
            answer: reading.answer,
            sample: path.parts().any(roles::is_sample),
            group: group.map(str::to_owned),
            points: None,
            built: false,
            is_listed: false,
        }
    }
}

/// Reads the test folders of a folder, but for the files that the settings list.
pub(super) fn read(
    context: &Context<'_>,
    names: &Names<'_>,
    listed: &BTreeSet<RelPath>,
    findings: &mut Vec<Finding>,
) -> FolderTests {
    let mut tests = FolderTests::default();
    let mut forms = Vec::new();
    let is_ours = |path: &RelPath| !context.is_ignored(path) && !listed.contains(path);
    for path in context.folder.files().iter().map(|file| &file.path).filter(|path| is_ours(path)) {
        if path.extension() == INVALID && matches!(purpose(path), Some(Purpose::Test { built: false })) {
            tests.validator_tests.push(invalid(path));
            continue;
        }
        let Some(reading) = reading(names, path) else { continue };
        match purpose(path) {
            Some(Purpose::Test { built }) if is_test(path, &reading) => {
                forms.push(reading.form);
                tests.inputs.push(InputFile { built, ..InputFile::new(path, reading) });
            }
            Some(Purpose::Test { .. }) => {}
            Some(Purpose::Invalid) => tests.validator_tests.push(invalid(path)),
            Some(Purpose::Checker) if reading.form != Form::Word => {
                tests.checker_tests.extend(checker_test(context.folder, path, findings));
            }
            Some(Purpose::Checker) => {}
            None if is_pair_elsewhere(path, &reading) => {
                forms.push(reading.form);
                tests.inputs.push(InputFile::new(path, reading));
            }
            None => {}
        }
    }
    leave_out_notes(&mut tests.inputs, &forms);
    tests.validator_tests.sort_by_key(|test| natural_key(test.input.as_str()));
    tests.checker_tests.sort_by_key(|test| natural_key(test.input.as_str()));
    tests
}

/// Leaves out files whose names alone say nothing, such as `1.txt`, where the answer is that of `1.in`: they are notes.
fn leave_out_notes(inputs: &mut Vec<InputFile>, forms: &[Form]) {
    let clear = inputs.iter().zip(forms).filter(|(_, form)| **form != Form::Bare);
    let taken: BTreeSet<RelPath> = clear.filter_map(|(input, _)| input.answer.clone()).collect();
    let mut forms = forms.iter();
    inputs.retain(|input| {
        let is_bare = forms.next() == Some(&Form::Bare);
        !is_bare || input.answer.as_ref().is_none_or(|answer| !taken.contains(answer))
    });
}

/// Whether an input in a test folder is a test. A lone `input.txt` among other files may be anything.
fn is_test(path: &RelPath, reading: &Reading) -> bool {
    let in_root = path.parent().is_root();
    let has_own_directory = reading.directory.as_ref().is_some_and(|directory| directory.parts().count() > 1);
    let is_clear = match reading.form {
        Form::Extension | Form::Bare => reading.is_clear,
        Form::Word if reading.directory.is_some() => has_own_directory,
        Form::Word => reading.is_clear && !in_root,
    };
    reading.answer.is_some() || is_clear
}

/// Whether an input outside the test folders is a test, among everything else: only with its answer beside it, and in the
/// root (`1.in` and `1.out`) or in a directory that is named like a test (`1/in` and `1/out`).
fn is_pair_elsewhere(path: &RelPath, reading: &Reading) -> bool {
    let directory = path.parent();
    let is_in_own = || directory.parent().is_root() && roles::is_single_test_folder(directory.file_name());
    let is_named = match (directory.is_root(), reading.form) {
        (true, Form::Extension) => true,
        (true, Form::Word) => has_digit(&reading.stem),
        // A program `sol2` may have an output `sol2.a`.
        (true, Form::Bare) => is_number(&reading.stem),
        (false, Form::Word) => reading.directory.is_some() && is_in_own(),
        (false, Form::Extension | Form::Bare) => false,
    };
    is_named && reading.answer.is_some()
}

pub(super) enum Purpose {
    Test { built: bool },
    Invalid,
    Checker,
}

/// What inputs in the directory of a file are for; `None` outside test folders, but for samples in the root.
pub(super) fn purpose(path: &RelPath) -> Option<Purpose> {
    let directory = path.parent();
    let parts: Vec<String> = directory.parts().map(str::to_lowercase).collect();
    let (built, inner) = match parts.as_slice() {
        [] if roles::is_sample(path.file_name()) => (false, [].as_slice()),
        [build, tests, inner @ ..] if (build == "build" || build == RIME_OUT) && tests == "tests" => (true, inner),
        // No archives but those of tests are listed.
        [first, inner @ ..] if roles::is_test_folder(first) || path.archive().is_some() => (false, inner),
        _ => return None,
    };
    for part in inner.iter().rev() {
        match part.as_str() {
            "invalid" | "invalid_input" | "invalid_inputs" | "invalid-inputs" => return Some(Purpose::Invalid),
            "checker" | "checker_tests" | "checker-tests" => return Some(Purpose::Checker),
            "invalid_output" | "invalid_answer" | "valid_output" | "validator" | "validator-tests" | "out"
            | "output" | "outputs" | "ans" | "answer" | "answers" | "expected" => return None,
            _ => {}
        }
    }
    Some(Purpose::Test { built })
}

fn invalid(path: &RelPath) -> ValidatorTest {
    ValidatorTest {
        input: path.clone(),
        made: None,
        valid: false,
        testset: "tests".to_owned(),
        group: None,
        validator_args: ValidatorArgs::default(),
        place: None,
    }
}

/// `NAME.in`, `NAME.out` and `NAME.ans`, where NAME says the verdict.
fn checker_test(folder: &dyn Folder, input: &RelPath, findings: &mut Vec<Finding>) -> Option<CheckerTest> {
    let beside = |extension: &str| {
        let path = input.with_file_name(&format!("{}.{extension}", input.stem()));
        folder.has(&path).then_some(path)
    };
    let (Some(output), Some(answer)) = (beside("out"), beside("ans")) else {
        let message = format!("a test of the checker needs {0}.out and {0}.ans beside it", input.stem());
        findings.push(Finding::of_file(Code::ManifestStale, input, message));
        return None;
    };
    let Some(wanted) = labels::wanted_verdicts(&Stem::new(input.stem())) else {
        let message = "the name does not tell which verdict is wanted; begin it with `ok`, `wa` or `pe`";
        findings.push(Finding::of_file(Code::ManifestStale, input, message));
        return None;
    };
    Some(CheckerTest {
        input: input.clone(),
        output,
        answer,
        wanted,
        checker_args: Vec::new(),
        is_answer: false,
        made: None,
        place: None,
    })
}
