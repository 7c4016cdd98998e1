//! Solutions below `submissions/`, by directories of the format, `submissions.yaml`, or a tag in the source.

use std::collections::BTreeMap;

use crate::{
    classify::covering,
    handover::{
        Target,
        laying::{Laying, asks_verdicts_alone},
        pack::Packed,
    },
    label::{EVERYTHING, FAILURES, Label, LabelWord, Pool, ScopedSets, VerdictSets},
    model::Program,
    verdict::{Verdict, VerdictSet},
};

use super::{data::directory_of, list, quoted};

pub(super) fn lay(laying: &mut Laying<'_>) -> Result<(), String> {
    let is_new = laying.target == Target::Icpc2025;
    let main = laying.problem().main;
    let mut rules = String::new();
    let is_told = |laying: &Laying<'_>, label: &Label| {
        let of_groups = || of_groups(laying, label).is_some_and(|groups| groups.iter().all(says_all));
        asks_verdicts_alone(label) && (label.scoped.is_empty() || laying.target == Target::Icpc2025 && of_groups())
    };
    for (idx, program, label) in laying.solutions_where(is_told) {
        if label.is_some_and(|label| !label.run) {
            laying.cannot(format!("{} is not to be run, and stays out", program.path));
            program.sources.iter().for_each(|source| laying.uses(source));
            continue;
        }
        let packed = laying.packed(program);
        let Some(packed) = laying.or_stays_out(packed) else { continue };
        let name = laying.solution_name(program, &packed);
        let own = label.and_then(directory);
        let directory = own.unwrap_or(if is_new { "other" } else { "mixed" });
        let path = format!("{directory}/{name}");
        let mut rule = String::new();
        let mut tag = None;
        match label {
            None => laying.cannot(format!("that {} has no label", program.path)),
            Some(label) if is_new && (own.is_none() || !label.scoped.is_empty()) => rule = expectations(laying, label),
            Some(label) if own.is_none() => {
                tag = Some(words(label));
                if laying.target == Target::IcpcLegacy {
                    let path = &program.path;
                    laying.cannot(format!("what {path} is to do: it lies in `mixed`, which problemtools leaves out"));
                }
            }
            Some(_) => {}
        }
        if is_new && main == Some(idx) {
            rule += "  model_solution: true\n";
        }
        if !rule.is_empty() {
            rules += &format!("{}:\n{rule}", quoted(&path));
        }
        put(laying, &format!("submissions/{path}"), program, packed, tag)?;
    }
    if !rules.is_empty() {
        laying.text("submissions/submissions.yaml", rules)?;
    }
    Ok(())
}

/// The directory of the format that says what a label says, but for the verdicts that the format does not tell apart.
fn directory(label: &Label) -> Option<&'static str> {
    let word = LabelWord::ALL.into_iter().find(|word| word.sets() == label.sets);
    if let Some(word) = word {
        return match word {
            LabelWord::Accepted => Some("accepted"),
            LabelWord::WrongAnswer => Some("wrong_answer"),
            LabelWord::TimeLimitExceeded => Some("time_limit_exceeded"),
            LabelWord::RunTimeError | LabelWord::MemoryLimitExceeded | LabelWord::OutputLimitExceeded => {
                Some("run_time_error")
            }
            LabelWord::Rejected | LabelWord::AcceptedOrTle | LabelWord::DoNotRun => None,
        };
    }
    // Directories of the format itself say so.
    let crashed = VerdictSet::of(&[Verdict::Rte, Verdict::Mle, Verdict::Ole]);
    (label.sets.pool() == Some(Pool::Wrong) && label.sets.required == crashed).then_some("run_time_error")
}

/// The verdicts of the format that a set stands for.
fn codes(set: VerdictSet) -> Vec<&'static str> {
    let groups: [(&str, &[Verdict]); 4] = [
        ("AC", &[Verdict::Ac]),
        ("WA", &[Verdict::Wa, Verdict::Pe]),
        ("TLE", &[Verdict::Tle]),
        ("RTE", &[Verdict::Rte, Verdict::Mle, Verdict::Ole]),
    ];
    let is_in = |verdicts: &[Verdict]| verdicts.iter().any(|verdict| set.contains(*verdict));
    groups.into_iter().filter(|(_, verdicts)| is_in(verdicts)).map(|(code, _)| code).collect()
}

fn expectations(laying: &Laying<'_>, label: &Label) -> String {
    let mut text = sets(label.sets, "  ");
    // Of a directory all that several expectations say.
    let mut of_directories: BTreeMap<String, VerdictSets> = BTreeMap::new();
    for group in of_groups(laying, label).into_iter().flatten() {
        let required = if says_all(&group) { group.1.required } else { VerdictSet::EMPTY };
        for directory in group.0 {
            let all = of_directories.entry(directory).or_insert(VerdictSets { permitted: group.1.permitted, required });
            all.permitted = all.permitted.intersection(group.1.permitted);
            all.required = if all.required.is_empty() { required } else { all.required };
        }
    }
    for (directory, expected) in of_directories {
        if expected.permitted != EVERYTHING || !expected.required.is_empty() {
            text += &format!("  {}:\n{}", quoted(&directory), sets(expected, "    "));
        }
    }
    text
}

/// Whether what is expected of directories holds for each of them: that one of the tests of several fails does not.
fn says_all((directories, expected): &(Vec<String>, VerdictSets)) -> bool {
    directories.len() == 1 || expected.required.is_empty()
}

fn sets(sets: VerdictSets, indent: &str) -> String {
    let words = |set| list(&codes(set).into_iter().map(str::to_owned).collect::<Vec<_>>());
    let mut text = format!("{indent}permitted: {}\n", words(sets.permitted));
    if !sets.required.is_empty() {
        text += &format!("{indent}required: {}\n", words(sets.required));
    }
    text
}

/// What a label expects of some of the tests, each with the directories that these are all tests of; `None` where they are
/// others, for tests have other names here.
fn of_groups(laying: &Laying<'_>, label: &Label) -> Option<Vec<(Vec<String>, VerdictSets)>> {
    let of_scope = |scoped: &ScopedSets| {
        let is_covered = covering(laying.problem(), scoped)?;
        let mut directories: BTreeMap<String, bool> = BTreeMap::new();
        for test in laying.tests() {
            let is_meant = is_covered(test);
            if *directories.entry(directory_of(laying, test)).or_insert(is_meant) != is_meant {
                return None;
            }
        }
        // What is said of a directory holds below it, too.
        let named = || directories.iter().filter(|(_, is_meant)| **is_meant).map(|(directory, _)| directory);
        let holds_too = |directory: &String| named().any(|above| directory.starts_with(&format!("{above}/")));
        let is_whole = directories.iter().all(|(directory, is_meant)| *is_meant || !holds_too(directory));
        is_whole.then(|| (named().filter(|directory| !holds_too(directory)).cloned().collect(), scoped.sets))
    };
    label.scoped.iter().map(of_scope).collect()
}

/// The words of a tag.
fn words(label: &Label) -> String {
    // The verdict of the whole: what is permitted may come before what is required.
    let fails = !label.sets.required.is_empty() && !label.sets.required.contains(Verdict::Ac);
    let set = if fails { label.sets.permitted.intersection(FAILURES) } else { label.sets.permitted };
    let word = |code: &str| match code {
        "AC" => "CORRECT",
        "WA" => "WRONG-ANSWER",
        "TLE" => "TIMELIMIT",
        _ => "RUN-ERROR",
    };
    codes(set).into_iter().map(word).collect::<Vec<_>>().join(", ")
}

fn put(
    laying: &mut Laying<'_>,
    path: &str,
    program: &Program,
    mut packed: Packed,
    tag: Option<String>,
) -> Result<(), String> {
    if laying.target != Target::Icpc2025 && program.sources.len() == 1 {
        packed.without_tags(laying.given);
    }
    if let Some(tag) = tag
        && !packed.comment(laying.given, program, &format!("@EXPECTED_RESULTS@: {tag}"))
    {
        laying.cannot(format!("what {} is labelled, since no comment is written into it", program.path));
    }
    if packed.files.len() == 1 {
        return laying.put(path, packed.files[&packed.main].clone());
    }
    laying.put_packed(path, &packed).map(drop)
}
