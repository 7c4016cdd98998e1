//! Tests that lie in a plain folder as files: inputs with their answers, inputs that are known to be invalid, and
//! outputs whose verdict is known.

use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::wording::{Stem, labels, roles},
    model::{CheckerTest, ValidatorArgs, ValidatorTest},
    path::RelPath,
    settings::RoleHint,
};

use super::{Context, natural::natural_key};

/// What the test folders hold.
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
    pub(super) answer: Option<RelPath>,
    pub(super) sample: bool,
    /// It lies in `build/tests`, where other tools write what they generate.
    pub(super) built: bool,
}

/// Reads the test folders of a folder.
pub(super) fn read(context: &Context<'_>, findings: &mut Vec<Finding>) -> FolderTests {
    let folder = context.folder;
    let mut tests = FolderTests { inputs: Vec::new(), validator_tests: Vec::new(), checker_tests: Vec::new() };
    for file in folder.files().iter().filter(|file| context.hints.role(&file.path) != Some(RoleHint::Ignore)) {
        let Some(stem) = input_stem(folder, &file.path) else {
            continue;
        };
        match purpose(&file.path) {
            Some(Purpose::Test { built }) => tests.inputs.push(input_file(folder, &file.path, stem, built)),
            Some(Purpose::Invalid) => tests.validator_tests.push(invalid(&file.path)),
            Some(Purpose::Checker) => tests.checker_tests.extend(checker_test(folder, &file.path, findings)),
            None => tests.inputs.extend(pair_in_the_root(folder, &file.path, stem)),
        }
    }
    tests.validator_tests.sort_by_key(|test| natural_key(test.input.as_str()));
    tests.checker_tests.sort_by_key(|test| natural_key(test.input.as_str()));
    tests
}

/// In the root, among everything else, only an input with its answer beside it is a test: `1.in` and `1.out`.
fn pair_in_the_root(folder: &dyn Folder, path: &RelPath, stem: String) -> Option<InputFile> {
    let input = input_file(folder, path, stem, false);
    (path.parent().is_root() && path.extension() == "in" && input.answer.is_some()).then_some(input)
}

enum Purpose {
    Test { built: bool },
    Invalid,
    Checker,
}

/// What inputs in the directory of a file are for; `None` outside test folders, but for samples in the root.
fn purpose(path: &RelPath) -> Option<Purpose> {
    let directory = path.parent();
    let parts: Vec<String> = directory.parts().map(str::to_lowercase).collect();
    let (built, inner) = match parts.as_slice() {
        [] if roles::is_sample(path.file_name()) => (false, [].as_slice()),
        [build, tests, inner @ ..] if build == "build" && tests == "tests" => (true, inner),
        [first, inner @ ..] if roles::is_test_folder(first) => (false, inner),
        _ => return None,
    };
    for part in inner.iter().rev() {
        match part.as_str() {
            "invalid" | "invalid_input" | "invalid_inputs" | "invalid-inputs" => return Some(Purpose::Invalid),
            "checker" | "checker_tests" | "checker-tests" => return Some(Purpose::Checker),
            "invalid_output" | "invalid_answer" | "valid_output" | "validator" | "validator-tests" | "out"
            | "output" | "outputs" | "ans" | "answer" | "answers" => return None,
            _ => {}
        }
    }
    Some(Purpose::Test { built })
}

/// The name of the test that a file is the input of, by the usual pairs of names.
fn input_stem(folder: &dyn Folder, path: &RelPath) -> Option<String> {
    let name = path.file_name();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if name.starts_with('.') {
        return None;
    }
    match path.extension().as_str() {
        "in" | "inp" => Some(path.stem().to_owned()),
        "txt" if is_in_input_folder(path) => {
            Some(path.stem().trim_start_matches("input").to_owned()).filter(|stem| is_number(stem))
        }
        "" => {
            let has_answer = || folder.has(&path.with_file_name(&format!("{name}.a")));
            (is_number(name) || has_answer()).then(|| name.to_owned())
        }
        number if is_number(number) && path.stem() == "input" => Some(number.to_owned()),
        _ => None,
    }
}

fn is_in_input_folder(path: &RelPath) -> bool {
    matches!(path.parent().file_name().to_lowercase().as_str(), "in" | "input" | "inputs")
}

fn input_file(folder: &dyn Folder, path: &RelPath, stem: String, built: bool) -> InputFile {
    let sample = path.parts().any(roles::is_sample);
    let answer = answers(path, &stem).into_iter().find(|answer| answer != path && folder.has(answer));
    InputFile { path: path.clone(), stem, answer, sample, built }
}

/// Where the answer may be: beside the input, or in the sibling of a folder `in` or `input`.
fn answers(path: &RelPath, stem: &str) -> Vec<RelPath> {
    let name = path.file_name();
    let names = |base: &str| [format!("{base}.ans"), format!("{base}.out"), format!("{base}.a")];
    let mut beside: Vec<String> = Vec::new();
    beside.extend(names(path.stem()));
    beside.extend(names(name));
    beside.extend([format!("output.{stem}"), format!("answer.{stem}")]);
    let mut paths: Vec<RelPath> = beside.iter().map(|name| path.with_file_name(name)).collect();
    if let Some(outputs) = output_folder(&path.parent()) {
        let same_place = [name.to_owned(), name.replace("input", "output")];
        paths.extend(beside.iter().chain(&same_place).filter_map(|name| outputs.join(name)));
    }
    paths
}

fn output_folder(inputs: &RelPath) -> Option<RelPath> {
    let name = match inputs.file_name() {
        "in" => "out",
        "input" => "output",
        "inputs" => "outputs",
        _ => return None,
    };
    Some(inputs.with_file_name(name))
}

fn invalid(path: &RelPath) -> ValidatorTest {
    ValidatorTest {
        input: path.clone(),
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
        place: None,
    })
}
