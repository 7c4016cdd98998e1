//! `problem.xml` as plain data, with the place of everything a finding may have to point at.
//!
//! Reading never stops: what is missing or malformed is a finding, and the rest is kept.

use std::collections::BTreeSet;

use roxmltree::Document;

use super::{
    testset::{self, Testset},
    unknown,
    xml::{Element, Written, XmlFile, without_repeated_attributes},
};
use crate::{
    finding::{Code, Finding},
    model::SolutionIo,
    path::RelPath,
    text::Place,
};

/// What `problem.xml` says.
#[derive(Default)]
pub(super) struct Manifest {
    pub(super) short_name: Option<String>,
    pub(super) io: SolutionIo,
    pub(super) testsets: Vec<Testset>,
    /// `None` when nothing is said about files at all.
    pub(super) files: Option<Files>,
    /// `None` when nothing is said about the checker, validators and solutions at all.
    pub(super) assets: Option<Assets>,
}

/// The element `files`.
#[derive(Default)]
pub(super) struct Files {
    pub(super) resources: BTreeSet<RelPath>,
    pub(super) executables: Vec<Source>,
}

/// The element `assets`.
pub(super) struct Assets {
    pub(super) place: Place,
    pub(super) checker: Option<CheckerAsset>,
    pub(super) validators: Vec<ValidatorAsset>,
    pub(super) interactor: Option<Source>,
    pub(super) solutions: Option<Solutions>,
}

/// The element `checker`.
pub(super) struct CheckerAsset {
    /// `std::wcmp.cpp` for a standard one.
    pub(super) name: Option<Written>,
    pub(super) source: Option<Source>,
    /// The copy of the source at the root.
    pub(super) copy: Option<Source>,
    pub(super) testset: Option<Testset>,
}

/// One element `validator`.
pub(super) struct ValidatorAsset {
    pub(super) source: Source,
    pub(super) testset: Option<Testset>,
}

/// The element `solutions`.
pub(super) struct Solutions {
    pub(super) place: Place,
    pub(super) entries: Vec<SolutionEntry>,
}

/// One element `solution`.
pub(super) struct SolutionEntry {
    pub(super) tag: Option<Written>,
    pub(super) source: Source,
    pub(super) extra_tags: Vec<ExtraTag>,
    pub(super) place: Place,
}

/// A tag for one testset or one group.
pub(super) struct ExtraTag {
    pub(super) tag: Written,
    pub(super) testset: Option<String>,
    pub(super) group: Option<String>,
}

/// A file that the manifest names as a source.
#[derive(Clone)]
pub(super) struct Source {
    pub(super) path: RelPath,
    /// `cpp.g++17`; empty when none is given.
    pub(super) kind: String,
    /// Where the path is written.
    pub(super) place: Place,
}

/// Reads the manifest's text; `None` when it is no XML or not about a problem.
pub(super) fn read(path: &RelPath, text: &str, findings: &mut Vec<Finding>) -> Option<Manifest> {
    let (text, repeated) = without_repeated_attributes(text);
    let file = XmlFile::new(path, &text);
    for span in repeated {
        findings.push(broken(file.place(span), "this attribute is written twice; the first one counts"));
    }
    let document = match Document::parse(&text) {
        Ok(document) => document,
        Err(error) => {
            let message = format!("{path} cannot be read, so the folder's files decide: {error}");
            findings.push(broken(file.place_of_error(&error), message));
            return None;
        }
    };
    let root = Element::root(&document, &file);
    if root.name() != "problem" {
        let message =
            format!("the outermost element is `{}`, not `problem`, so the folder's files decide", root.name());
        findings.push(broken(root.place(), message));
        return None;
    }
    findings.extend(unknown::findings(root));
    Some(read_problem(root, findings))
}

/// A finding about a manifest that cannot be meant as it is written.
pub(super) fn broken(place: Place, message: impl Into<String>) -> Finding {
    Finding::at(Code::ManifestBroken, place, message)
}

/// A finding about a manifest that does not fit the files.
pub(super) fn stale(place: Place, message: impl Into<String>) -> Finding {
    Finding::at(Code::ManifestStale, place, message)
}

fn read_problem(root: Element<'_>, findings: &mut Vec<Finding>) -> Manifest {
    let short_name = root.word("short-name");
    if short_name.is_none() {
        findings.push(broken(root.place(), "the problem has no `short-name`; the folder's name is taken"));
    }
    let judging = required(root, "judging", findings);
    Manifest {
        short_name,
        io: judging.map(read_io).unwrap_or_default(),
        testsets: judging.map(|judging| testset::read_all(judging, findings)).unwrap_or_default(),
        files: root.child("files").map(|files| read_files(files, findings)),
        assets: required(root, "assets", findings).map(|assets| read_assets(assets, findings)),
    }
}

/// The child element of a name, or a finding that there is none.
fn required<'a>(parent: Element<'a>, name: &str, findings: &mut Vec<Finding>) -> Option<Element<'a>> {
    let child = parent.child(name);
    if child.is_none() {
        let message = format!("`{}` has no `{name}`, so the folder's files decide", parent.name());
        findings.push(broken(parent.place(), message));
    }
    child
}

fn read_io(judging: Element<'_>) -> SolutionIo {
    let file = |name, standard| judging.word(name).filter(|file| file != standard);
    SolutionIo {
        input_file: file("input-file", "stdin"),
        output_file: file("output-file", "stdout"),
        ..SolutionIo::default()
    }
}

fn read_files(files: Element<'_>, findings: &mut Vec<Finding>) -> Files {
    let resources = files.child("resources").into_iter().flat_map(|resources| resources.elements());
    let resources = resources.filter_map(|file| RelPath::parse(&file.word("path")?)).collect();
    let executables = files.child("executables").into_iter().flat_map(|executables| executables.elements());
    let executables = executables.filter_map(|executable| read_source(executable, findings)).collect();
    Files { resources, executables }
}

fn read_assets(assets: Element<'_>, findings: &mut Vec<Finding>) -> Assets {
    let validators = assets.child("validators").into_iter().flat_map(|list| list.elements());
    let validators: Vec<Element<'_>> = validators.chain(assets.children("validator")).collect();
    Assets {
        place: assets.place(),
        checker: assets.child("checker").map(|checker| read_checker(checker, findings)),
        validators: validators.into_iter().filter_map(|validator| read_validator(validator, findings)).collect(),
        interactor: assets.child("interactor").and_then(|interactor| read_source(interactor, findings)),
        solutions: required(assets, "solutions", findings).map(|solutions| read_solutions(solutions, findings)),
    }
}

fn read_checker(checker: Element<'_>, findings: &mut Vec<Finding>) -> CheckerAsset {
    CheckerAsset {
        name: checker.attribute("name"),
        source: checker.child("source").and_then(|source| source_of(source, findings)),
        copy: checker.child("copy").and_then(|copy| source_of(copy, findings)),
        testset: checker.child("testset").map(|set| testset::read(set, findings)),
    }
}

fn read_validator(validator: Element<'_>, findings: &mut Vec<Finding>) -> Option<ValidatorAsset> {
    let testset = validator.child("testset").map(|set| testset::read(set, findings));
    Some(ValidatorAsset { source: read_source(validator, findings)?, testset })
}

fn read_solutions(solutions: Element<'_>, findings: &mut Vec<Finding>) -> Solutions {
    let entries = solutions.children("solution").filter_map(|solution| read_solution(solution, findings)).collect();
    Solutions { place: solutions.place(), entries }
}

fn read_solution(solution: Element<'_>, findings: &mut Vec<Finding>) -> Option<SolutionEntry> {
    let extra_tags = solution.child("extra-tags").into_iter().flat_map(|list| list.elements());
    Some(SolutionEntry {
        tag: solution.attribute("tag"),
        source: read_source(solution, findings)?,
        extra_tags: extra_tags.filter_map(read_extra_tag).collect(),
        place: solution.place(),
    })
}

fn read_extra_tag(extra: Element<'_>) -> Option<ExtraTag> {
    Some(ExtraTag {
        tag: extra.attribute("tag")?,
        testset: extra.word("testset").or_else(|| extra.word("test-set")),
        group: extra.word("group").or_else(|| extra.word("test-group")),
    })
}

/// The `source` inside an element, or a finding that there is none.
fn read_source(owner: Element<'_>, findings: &mut Vec<Finding>) -> Option<Source> {
    let Some(source) = owner.child("source") else {
        findings.push(broken(owner.place(), format!("this `{}` has no `source` and is left out", owner.name())));
        return None;
    };
    source_of(source, findings)
}

/// The path and type that an element carries, or a finding about them.
fn source_of(element: Element<'_>, findings: &mut Vec<Finding>) -> Option<Source> {
    let Some(path) = element.attribute("path") else {
        findings.push(broken(element.place(), format!("this `{}` has no `path` and is left out", element.name())));
        return None;
    };
    let Some(inside) = RelPath::parse(&path.text).filter(|inside| !inside.is_root()) else {
        findings.push(broken(path.place, format!("`{}` is no file of the folder", path.text)));
        return None;
    };
    Some(Source { path: inside, kind: element.word("type").unwrap_or_default(), place: path.place })
}
