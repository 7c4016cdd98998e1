//! What probes and mutants came to, as objects and as pages.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use problem::{report::finding_report, words::quantity};
use serde_json::{Map, Value, json};

use super::{code_span, fenced, page::sentence};
use crate::{
    mutate::{Fate, FoundTest, JudgedMutant, Mutated},
    probe::{Missed, Probed},
};

/// So much of a file is shown on a page, bytes.
const MAX_SHOWN: usize = 800;

/// What probes found, each with the bytes that show it.
pub fn probe(probed: &Probed) -> Value {
    let Probed { missed, n_outputs, n_sides, n_inputs, notes, seconds } = probed;
    let one = |missed: &Missed| {
        let mut evidence = Map::new();
        for (name, bytes) in files(missed) {
            match std::str::from_utf8(bytes) {
                Ok(text) => evidence.insert(name.to_owned(), text.into()),
                Err(_) => evidence.insert(format!("{name}_base64"), BASE64_STANDARD.encode(bytes).into()),
            };
        }
        if let Some(side) = &missed.side {
            evidence.insert("side".to_owned(), json!({ "source": side.source, "args": side.args }));
        }
        json!({ "finding": finding_report(&missed.finding), "test": missed.finding.about.test, "evidence": evidence })
    };
    json!({
        "missed": missed.iter().map(one).collect::<Vec<_>>(),
        "n_outputs": n_outputs,
        "n_sides": n_sides,
        "n_inputs": n_inputs,
        "notes": notes,
        "seconds": seconds,
    })
}

/// The files that show what was missed.
fn files(missed: &Missed) -> impl Iterator<Item = (&'static str, &Vec<u8>)> {
    let Missed { input, output, answer, .. } = missed;
    let files = [("input", Some(input)), ("output", output.as_ref()), ("answer", answer.as_ref())];
    files.into_iter().filter_map(|(name, bytes)| Some((name, bytes?)))
}

/// How much was asked, and what came of it: a sentence.
pub fn probe_words(probed: &Probed) -> String {
    let Probed { n_outputs, n_sides, n_inputs, seconds, missed, .. } = probed;
    let asked = [
        (n_outputs, "output", "for the checker"),
        (n_sides, "play", "against the interactor"),
        (n_inputs, "input", "for the validators"),
    ];
    let asked: Vec<String> =
        asked.iter().filter(|(n, ..)| **n > 0).map(|(n, what, of)| format!("{} {of}", quantity(**n, what))).collect();
    let asked = if asked.is_empty() { "nothing".to_owned() } else { asked.join(", ") };
    let what = match missed.len() {
        0 => "Nothing was let through that should not be".to_owned(),
        1 => "One mistake was found".to_owned(),
        n => format!("{n} mistakes were found"),
    };
    format!("{what} (asked: {asked}; {seconds:.1} s).")
}

/// The same as a page.
pub fn probe_page(probed: &Probed) -> String {
    let mut page = format!("# Probes\n\n{}\n", sentence(&probe_words(probed)));
    for missed in &probed.missed {
        let finding = &missed.finding;
        let place = finding.place.as_ref().map_or_else(String::new, |place| {
            format!(" in {}, line {}", code_span(place.path.as_str()), place.range.start.line + 1)
        });
        page += &format!("\n## `{}`{place}\n\n{}\n", finding.code, sentence(&finding.message));
        for related in &finding.related {
            let line = related.place.range.start.line + 1;
            page +=
                &format!("- {}, line {line}: {}\n", code_span(related.place.path.as_str()), sentence(&related.message));
        }
        if let Some(side) = &missed.side {
            let args: Vec<String> = side.args.iter().map(|arg| code_span(arg)).collect();
            page += &format!("\nThe side's arguments are {}.\n", args.join(" "));
        }
        for (name, bytes) in files(missed) {
            page += &format!("\nThe {name}, {} bytes:\n\n{}", bytes.len(), fenced("text", &beginning(bytes)));
        }
    }
    page.extend(probed.notes.iter().map(|note| format!("\n{}\n", sentence(note))));
    page
}

fn beginning(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_SHOWN)]);
    if bytes.len() > MAX_SHOWN { format!("{text}…") } else { text.into_owned() }
}

/// How many mutants the suite fails, and what became of the others: a sentence.
pub fn mutate_words(mutated: &Mutated) -> String {
    let Mutated { solution, n_possible, n_tried, seconds, .. } = mutated;
    let (n_built, n_failed, n_found) = (mutated.n_built(), mutated.n_failed(), mutated.n_found());
    let n_equivalent = mutated.count(|fate| *fate == Fate::PossiblyEquivalent);
    let n_not_offered = mutated.count(|fate| matches!(fate, Fate::NotOffered { .. }));
    let suite = format!("The suite fails {n_failed} of {n_built} mutants of {solution} ({n_possible} are possible)");
    let fail = if n_found == 1 { "fails" } else { "fail" };
    let are = if n_equivalent == 1 { "is" } else { "are" };
    let not_offered = match n_not_offered {
        0 => String::new(),
        n => format!(", {n} on inputs that cannot be tests"),
    };
    match (n_found + n_not_offered + n_equivalent, *n_tried) {
        (0, _) => format!("{suite}; that took {seconds:.1} s."),
        (_, 0) => format!("{suite}; no further input was tried against the others ({seconds:.1} s)."),
        (_, n_tried) => format!(
            "{suite}; of the others {n_found} {fail} on inputs that were found{not_offered}, {n_equivalent} {are} possibly \
             equivalent ({n_tried} inputs tried, {seconds:.1} s)."
        ),
    }
}

/// The same in a few words, such as `mutants: the tests fail 10 of 12`.
pub fn mutants_in_short(mutated: &Mutated) -> String {
    let found = match mutated.n_found() {
        0 => String::new(),
        1 => ", 1 more fails on an input that was found".to_owned(),
        n => format!(", {n} more fail on inputs that were found"),
    };
    format!("mutants: the tests fail {} of {}{found}", mutated.n_failed(), mutated.n_built())
}

/// What became of mutants, as a page.
pub fn mutate_page(mutated: &Mutated) -> String {
    let mut page = format!("# Mutants\n\n{}\n", sentence(&mutate_words(mutated)));
    let line = |mutant: &JudgedMutant| {
        let words = sentence(&format!("{} ({})", mutant.words, mutant.operator));
        format!("line {}: {words}", mutant.range.start.line + 1)
    };
    let with_fate = |is_wanted: fn(&Fate) -> bool| mutated.mutants.iter().filter(move |one| is_wanted(&one.fate));
    for mutant in with_fate(|fate| matches!(fate, Fate::Found { .. })) {
        if let Fate::Found { test, verdict } = &mutant.fate {
            let shown = match test {
                FoundTest::Command(command) => format!("the command {}\n", code_span(command)),
                FoundTest::Input(input) => format!("this input:\n\n{}", fenced("text", &beginning(input.as_bytes()))),
            };
            page += &format!("\n## {}\n\nNo test fails it; it gets **{verdict}** on {shown}", line(mutant));
        }
    }
    for mutant in &mutated.mutants {
        if let Fate::NotOffered { why } = &mutant.fate {
            let why = sentence(why);
            page += &format!(
                "\n## {}\n\nNo test fails it; an input that fails it cannot be a test: {why}.\n",
                line(mutant)
            );
        }
    }
    if with_fate(|fate| *fate == Fate::PossiblyEquivalent).next().is_some() {
        let what = if mutated.n_tried == 0 { "Not failed by the suite" } else { "Possibly equivalent" };
        page += &format!("\n## {what}\n\n");
        page.extend(with_fate(|fate| *fate == Fate::PossiblyEquivalent).map(|mutant| format!("- {}\n", line(mutant))));
    }
    page.extend(mutated.notes.iter().map(|note| format!("\n{}\n", sentence(note))));
    page
}
