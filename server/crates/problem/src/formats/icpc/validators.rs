//! Input validators and the output validator.

use std::collections::BTreeSet;

use super::{
    at,
    manifest::{Manifest, Validation, Version},
    sources::{self, Unit},
};
use crate::{
    facts::Register,
    finding::{Code, Finding},
    folder::Folder,
    included,
    model::{Program, Protocol, Role},
    path::RelPath,
    words::enumerated,
};

/// Where input validators lie; the last two names are older and rarer.
const INPUT_DIRECTORIES: [&str; 3] = ["input_validators", "input_format_validators", "input_validator"];
/// Where output validators lie: several programs in legacy packages.
const OUTPUT_DIRECTORY: &str = "output_validators";
/// Where programs lie that look at answers; only a checktestdata program among the output validators does so too.
const ANSWER_DIRECTORIES: [&str; 2] = ["answer_validators", "answer_format_validators"];
/// Where the output validator lies in newer packages, whose files are one program.
const OUTPUT_PROGRAM: &str = "output_validator";

/// A program that decides whether an input is valid.
pub(super) struct InputValidator {
    pub(super) program: Program,
    pub(super) protocol: Protocol,
    pub(super) takes_options: bool,
}

impl InputValidator {
    /// The name that argument maps call it by: the file's, or the directory's.
    pub(super) fn name(&self) -> String {
        self.program.path.file_name().to_owned()
    }
}

/// The program that decides whether an output is right, and talks to the solutions of interactive problems.
pub(super) struct OutputValidator {
    pub(super) program: Program,
    pub(super) protocol: Protocol,
}

/// The input validators that can be run here, with a finding for every kind that cannot.
pub(super) fn input_validators(folder: &dyn Folder, findings: &mut Vec<Finding>) -> Vec<InputValidator> {
    INPUT_DIRECTORIES.iter().flat_map(|directory| validators_in(folder, directory, findings)).collect()
}

fn validators_in(folder: &dyn Folder, directory: &str, findings: &mut Vec<Finding>) -> Vec<InputValidator> {
    let mut validators = Vec::new();
    let mut missing = BTreeSet::new();
    for entry in sources::entries(folder, &at(directory)) {
        validators.extend(sources::checktestdata(folder, &entry).into_iter().map(checktestdata));
        if let Some(tool) = missing_tool(folder, &entry) {
            if missing.insert(tool) {
                let kind = if ANSWER_DIRECTORIES.contains(&directory) { "answer" } else { "input" };
                let message = format!("{tool} {kind} validators are not run here; {entry} is left out");
                findings.push(Finding::of_file(Code::ToolMissing, &file_of(folder, &entry), message));
            }
            continue;
        }
        let unit = sources::unit(folder, &entry, None).filter(|unit| !is_helper(folder, unit));
        validators.extend(unit.map(|unit| input_validator(folder, unit, directory)));
    }
    validators
}

/// The programs that decide whether an answer is well formed.
pub(super) fn answer_validators(folder: &dyn Folder, findings: &mut Vec<Finding>) -> Vec<InputValidator> {
    let among_outputs = sources::entries(folder, &at(OUTPUT_DIRECTORY));
    let mut validators: Vec<InputValidator> =
        among_outputs.iter().flat_map(|entry| sources::checktestdata(folder, entry)).map(checktestdata).collect();
    for directory in ANSWER_DIRECTORIES {
        validators.extend(validators_in(folder, directory, findings));
    }
    validators
}

/// What decides whether an output is right.
pub(super) enum OutputValidation {
    /// Programs of the package, all of which have to accept.
    Programs(Vec<OutputValidator>),
    /// The default comparison.
    Default,
    /// A program that the package does not have or that cannot be run here.
    Missing,
}

/// What the package asks to decide whether an output is right.
pub(super) fn output_validation(
    folder: &dyn Folder,
    manifest: &Manifest,
    findings: &mut Vec<Finding>,
) -> OutputValidation {
    let mut units = output_units(folder).into_iter();
    let first = units.next();
    let wanted = wants_program(manifest, first.is_some());
    match first {
        Some(unit) if wanted => {
            let mut all = vec![unit];
            all.extend(units);
            if manifest.interactive || manifest.passes.is_some() {
                warn_about_choice(&all, findings);
                all.truncate(1);
            }
            all.iter().for_each(|unit| warn_about_language(folder, unit, findings));
            OutputValidation::Programs(
                all.into_iter().map(|unit| chosen_output_validator(folder, manifest, unit)).collect(),
            )
        }
        Some(unit) => {
            let message = format!("{} is never called, because the validation is the default one", unit.path);
            findings.push(Finding::of_file(Code::ManifestStale, &unit.sources[0], message));
            OutputValidation::Default
        }
        None => without_program(manifest, wanted, findings),
    }
}

fn checktestdata(unit: Unit) -> InputValidator {
    let program = Program::of_file(unit.path, Role::Validator, unit.language, "checktestdata program");
    InputValidator { program, protocol: Protocol::Testlib, takes_options: false }
}

fn input_validator(folder: &dyn Folder, unit: Unit, directory: &str) -> InputValidator {
    let protocol = protocol(folder, &unit);
    let facts = included::facts(folder, &unit.sources[0]);
    let register = facts.as_ref().and_then(|facts| facts.register().copied());
    let registers = register.is_some_and(|call| call.register == Register::Validator && call.n_args > 0);
    // Judges of packages pass the arguments that the package states, and a program that reads them itself counts them.
    let reads_arguments = facts.is_some_and(|facts| !facts.options.is_empty() || facts.options_incomplete);
    let takes_options = registers && protocol == Protocol::Testlib && !reads_arguments;
    InputValidator { program: program_in(folder, unit, Role::Validator, directory), protocol, takes_options }
}

fn chosen_output_validator(folder: &dyn Folder, manifest: &Manifest, unit: Unit) -> OutputValidator {
    let role = if manifest.interactive { Role::Interactor } else { Role::Checker };
    let directory = unit.path.parts().next().unwrap_or_default().to_owned();
    let protocol = protocol(folder, &unit);
    OutputValidator { program: program_in(folder, unit, role, &directory), protocol }
}

/// A program of a directory of the format.
pub(super) fn program_in(folder: &dyn Folder, unit: Unit, role: Role, directory: &str) -> Program {
    let facts = included::facts(folder, &unit.sources[0]);
    let reason = match facts.as_ref().and_then(|facts| facts.register()) {
        Some(call) => format!("in {directory}, calls {}", call.register.function()),
        None => format!("in {directory}"),
    };
    Program { sources: unit.sources, ..Program::of_file(unit.path, role, unit.language, reason) }
}

/// Kattis, unless the program is a testlib one whose exit codes nobody changed: it writes neither 42 nor 43 itself,
/// and no header beside it makes testlib exit that way.
fn protocol(folder: &dyn Folder, unit: &Unit) -> Protocol {
    let facts: Vec<_> = unit.sources.iter().filter_map(|source| included::facts(folder, source)).collect();
    let uses_testlib = facts.iter().any(|facts| facts.register().is_some());
    let exits_itself = facts.iter().any(|facts| facts.exits_like_kattis());
    if !uses_testlib || exits_itself || has_changed_exit_codes(folder, unit) {
        Protocol::Kattis
    } else {
        Protocol::Testlib
    }
}

/// Whether the sources, or a header in their directories or the one above, define testlib's exit codes as Kattis has
/// them. Forks of testlib do, and so do small headers that are included before it.
fn has_changed_exit_codes(folder: &dyn Folder, unit: &Unit) -> bool {
    let mut directories: BTreeSet<RelPath> = unit.sources.iter().map(RelPath::parent).collect();
    directories.insert(unit.path.parent());
    let headers = directories.iter().filter(|directory| !directory.is_root()).flat_map(|directory| {
        let files = folder.children(directory).into_iter().map(|file| file.path.clone());
        files.filter(|path| matches!(path.extension().as_str(), "h" | "hpp" | "hh"))
    });
    let mut texts = unit.sources.iter().cloned().chain(headers).filter_map(|path| folder.text(&path));
    texts.any(|text| changes_exit_codes(&text))
}

fn changes_exit_codes(text: &str) -> bool {
    let is_code = |word: &str| matches!(word, "42" | "43");
    text.contains("DOMJUDGE")
        || text.lines().any(|line| {
            line.contains("_EXIT_CODE") && line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(is_code)
        })
}

/// The programs in the places of output validators, the newer place first.
fn output_units(folder: &dyn Folder) -> Vec<Unit> {
    let single = at(OUTPUT_PROGRAM);
    if let Some(scripts) = sources::of_scripts(folder, &single) {
        return vec![scripts];
    }
    let direct: Vec<RelPath> = folder.children(&single).into_iter().map(|file| file.path.clone()).collect();
    let sources: Vec<&RelPath> = direct.iter().filter(|path| sources::language_of(path).is_some()).collect();
    let own: Vec<Unit> = match sources.as_slice() {
        [] => sources::entries(folder, &single).iter().filter_map(|entry| sources::unit(folder, entry, None)).collect(),
        [file] => sources::unit(folder, file, None).into_iter().collect(),
        _ => sources::of_directory(folder, &single, None).into_iter().collect(),
    };
    let listed = sources::entries(folder, &at(OUTPUT_DIRECTORY));
    let listed = listed.iter().filter_map(|entry| sources::unit(folder, entry, None));
    own.into_iter().chain(listed).filter(|unit| !is_helper(folder, unit)).collect()
}

/// What the judges of the format do: newer packages use a program when there is one; legacy ones only when the
/// manifest says so. A manifest that is missing or broken cannot say it.
fn wants_program(manifest: &Manifest, has_program: bool) -> bool {
    match (manifest.validation, manifest.version) {
        _ if manifest.interactive || manifest.passes.is_some() => true,
        (Validation::Default, _) => false,
        (Validation::Custom, _) => true,
        (Validation::Unstated, Version::Since2023) => has_program,
        (Validation::Unstated, Version::Legacy) => has_program && !manifest.sound,
    }
}

/// Only one program can talk to a solution, or ask for another run of it.
fn warn_about_choice(units: &[Unit], findings: &mut Vec<Finding>) {
    if let [used, others @ ..] = units
        && let Some(first) = others.first()
    {
        let names: Vec<String> = others.iter().map(|other| other.path.to_string()).collect();
        let message = format!(
            "only one output validator is asked here: {}, which comes first, and not {}",
            used.path,
            enumerated(&names, 4)
        );
        findings.push(Finding::of_file(Code::ToolMissing, &first.sources[0], message));
    }
}

fn warn_about_language(folder: &dyn Folder, used: &Unit, findings: &mut Vec<Finding>) {
    if !used.language.is_run() {
        let message = format!("output validators in {} are not run here; nothing can be judged", used.language.name());
        findings.push(Finding::of_file(Code::ToolMissing, &file_of(folder, &used.path), message));
    }
}

fn without_program(manifest: &Manifest, wanted: bool, findings: &mut Vec<Finding>) -> OutputValidation {
    if wanted {
        let message = "an output validator is asked for, but the folder has none; the default validation takes its \
                       place";
        findings.push(manifest.finding(Code::ManifestStale, manifest.validation_range, message.to_owned()));
        OutputValidation::Missing
    } else {
        OutputValidation::Default
    }
}

/// The tool that an entry of `input_validators` would need; `None` for what is run here, and for what is no program.
fn missing_tool(folder: &dyn Folder, entry: &RelPath) -> Option<&'static str> {
    match entry.extension().as_str() {
        "ctd" => return None,
        "viva" => return Some("viva"),
        "sh" | "bash" => return Some("shell"),
        _ => {}
    }
    match sources::unit(folder, entry, None).map(|unit| unit.language) {
        Some(language) if !language.is_run() => Some(language.name()),
        Some(_) | None => None,
    }
}

/// Whether a file has no `main` in a language whose programs have one: it is there for others to include or link.
fn is_helper(folder: &dyn Folder, unit: &Unit) -> bool {
    unit.language.has_main() && folder.facts(&unit.sources[0]).is_some() && !sources::has_main(folder, &unit.sources[0])
}

/// A file to put a finding about an entry on: itself, or the first in it.
fn file_of(folder: &dyn Folder, entry: &RelPath) -> RelPath {
    folder.below(entry).first().map_or_else(|| entry.clone(), |file| file.path.clone())
}
