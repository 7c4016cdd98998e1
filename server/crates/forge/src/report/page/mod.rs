//! What came of asking, as pages in Markdown: what a person reads before accepting anything.
//!
//! Invariant: what programs, files and models say stands in code, so that it is shown and never obeyed.

use judge::disk::folder::FileChange;
use llm::ledger::Spent;

use super::{paths, spent_text};
use crate::{
    hack::{Outcome, ProvedTest, TestKind, words},
    minimise::{Minimised, Rewritten},
    repair::Repaired,
    suite::metrics::{percent, quality},
    tries::{TrialLine, fallen, table},
    write::{MissingProgram, WriteOutcome},
};

/// What a loop offers, with its proof.
pub fn hack_page(outcome: &Outcome, spent: Option<&Spent>, changes: &[FileChange]) -> String {
    let mut page = match outcome.offers.len() {
        0 => "# No test was found that fails a solution which passes all others\n".to_owned(),
        1 => "# 1 test is worth adding\n".to_owned(),
        n => format!("# {n} tests are worth adding\n"),
    };
    if let [first, .., last] = &outcome.scores[..] {
        page += &format!(
            "\nShare of wrong solutions that fail a test: {} before, {} with everything that was tried.\n",
            percent(first.tnr),
            percent(last.tnr)
        );
    }
    page.extend(outcome.offers.iter().map(offer));
    if !outcome.diff.is_empty() {
        page += &format!("\n## Their commands need this\n\n{}", fenced("diff", &outcome.diff));
    }
    page.extend(outcome.notes.iter().map(|note| format!("\n{}\n", sentence(note))));
    if let Some(why) = &outcome.ended_early_because {
        page += &format!("\nIt ended early: {}\n", sentence(why));
    }
    for (test, why) in &outcome.not_reproduced {
        page += &format!(
            "\nNot offered, since it was not the same without the cache: {}: {}\n",
            code_span(test),
            sentence(why)
        );
    }
    let left_out: Vec<String> = outcome
        .records
        .iter()
        .flat_map(|record| &record.refused)
        .map(|(test, why)| format!("- {}: {}\n", code_span(test), sentence(why)))
        .collect();
    if !left_out.is_empty() {
        page += &format!("\n## Left out\n\n{}", left_out.concat());
    }
    page + &end(changes, spent)
}

fn offer(offer: &ProvedTest) -> String {
    let evidence = &offer.evidence;
    let mut text = format!("\n## {}\n\n", code_span(&words(&offer.source)));
    for kill in &evidence.kills {
        text +=
            &format!("- fails {} with **{}**: {}\n", code_span(&kill.solution), kill.verdict, code_span(&kill.message));
    }
    let validators: Vec<String> = evidence.validators.iter().map(|path| code_span(path)).collect();
    text += &format!(
        "- {} bytes; {} accepts it; {} made the answer, {} of {} right solutions pass\n",
        evidence.bytes,
        validators.join(" and "),
        code_span(&evidence.main),
        evidence.n_agreeing,
        evidence.n_right
    );
    if offer.kind == TestKind::Offline {
        text += &format!("- found as {}\n", offer.why);
    } else if !offer.why.is_empty() {
        text += &format!("\nThe model says:\n\n{}", fenced("text", &offer.why));
    }
    text
}

/// A program that was written, with its trials.
pub fn write_page(piece: MissingProgram, written: &WriteOutcome, spent: &Spent) -> String {
    let mut page = match &written.work {
        Some(_) => format!("# A {} that stood its trial\n", piece.words()),
        None => format!("# No {} stood its trial\n", piece.words()),
    };
    let no_changes = Vec::new();
    let mut changes = &no_changes;
    if let Some(work) = &written.work {
        changes = &work.changes;
        if let Some(name) = &work.builtin {
            page += &format!("\nThe built-in checker {} is enough.\n", code_span(name));
        }
        page += "\n## Tried\n\n";
        page.extend(work.proof.iter().map(|one| format!("- {one}\n")));
        page.extend(work.notes.iter().map(|note| format!("\nNote:\n\n{}", fenced("text", note))));
        if !work.commands.is_empty() && !work.files.contains_key("script.txt") {
            page += &format!("\n## Commands to choose from\n\n{}", fenced("text", &work.commands.join("\n")));
        }
        for (path, source) in &work.files {
            page += &format!("\n## {}\n\n{}", code_span(path), fenced(language(path), source));
        }
    }
    page + &trials(&written.trials) + &attempts(&written.trials, &written.attempts) + &end(changes, Some(spent))
}

/// A repair.
pub fn repair_page(repaired: &Repaired, spent: &Spent) -> String {
    let mut page = if repaired.changes.is_empty() {
        "# No repair stood its trial\n".to_owned()
    } else {
        "# A repair after which the finding is gone, and nothing as bad is new\n".to_owned()
    };
    page += &format!("\n{}\n", sentence(&repaired.finding));
    if !repaired.diff.is_empty() {
        page += &format!("\n{}", fenced("diff", &repaired.diff));
    }
    if !repaired.explanation.is_empty() {
        page += &format!("\nThe model says:\n\n{}", fenced("text", &repaired.explanation));
    }
    page + &trials(&repaired.trials)
        + &attempts(&repaired.trials, &repaired.attempts)
        + &end(&repaired.changes, Some(spent))
}

/// Which tests are needed.
pub fn minimise_page(found: &Minimised, rewritten: &Rewritten, changes: &[FileChange]) -> String {
    let Minimised { matrix, thinned } = found;
    let id = |column: usize| code_span(&matrix.tests[column].id);
    let mut page =
        format!("# {} of {} tests show every verdict that any solution gets\n", thinned.kept.len(), matrix.tests.len());
    let (whole, kept) = (quality(matrix), quality(&matrix.with_tests(&thinned.kept)));
    page += &format!("\nTPR {}, TNR {}", percent(whole.tpr), percent(whole.tnr));
    page += &format!("; with these alone TPR {}, TNR {}.\n\n## Kept\n\n", percent(kept.tpr), percent(kept.tnr));
    for &column in &thinned.kept {
        let test = &matrix.tests[column];
        let failing = matrix.solutions.iter().zip(&test.verdicts).filter_map(|(solution, verdict)| {
            let verdict = verdict.filter(|verdict| verdict.is_failure())?;
            Some(format!("{verdict} of {}", code_span(&solution.name)))
        });
        let shows: Vec<String> = failing.collect();
        let shows = match (shows.is_empty(), test.is_sample) {
            (true, true) => "a sample".to_owned(),
            (true, false) => "nothing that other tests do not show".to_owned(),
            (false, _) => shows.join(", "),
        };
        page += &format!("- {}: {shows}\n", id(column));
    }
    if thinned.dropped.is_empty() {
        return page + "\nEvery test is needed.\n" + &end(changes, None);
    }
    if !found.shows_anything() {
        return page + "\nNo solution fails any test, so nothing is known of what the others are good for.\n";
    }
    let dropped: Vec<String> = thinned.dropped.iter().map(|&column| id(column)).collect();
    page += &format!("\n## Not needed for these solutions, though they may fail others\n\n{}\n", dropped.join(" "));
    let remaining: Vec<String> = rewritten
        .remaining
        .iter()
        .filter_map(|test| (0..matrix.tests.len()).find(|&column| matrix.tests[column].test == *test))
        .map(id)
        .collect();
    if !remaining.is_empty() {
        let remaining = remaining.join(" ");
        page += &format!("\nNo line of a script stands for these alone, so take them out by hand: {remaining}\n");
    }
    for sentence in &rewritten.by_hand {
        page += &format!("\n{}\n", line(sentence));
    }
    page + &end(changes, None)
}

/// The table of trials, where several answers were tried.
fn trials(trials: &[TrialLine]) -> String {
    if trials.len() < 2 {
        return String::new();
    }
    let lines: String = table(trials).map(|line| format!("- {line}\n")).collect();
    format!("\n## Trials\n\n{lines}")
}

fn attempts(trials: &[TrialLine], attempts: &[Vec<String>]) -> String {
    let one = |(number, problems): (usize, &Vec<String>)| {
        let problems: String = problems.iter().map(|problem| fenced("text", problem)).collect();
        format!("\n## Answer {number} did not stand its trial\n\n{problems}")
    };
    fallen(trials, attempts).map(one).collect()
}

fn end(changes: &[FileChange], spent: Option<&Spent>) -> String {
    let mut text = String::new();
    if !changes.is_empty() {
        let files: Vec<String> = paths(changes).into_iter().map(code_span).collect();
        text += &format!("\n---\n\nTo be changed: {}\n", files.join(", "));
    }
    if let Some(spent) = spent {
        text += &format!("\n{}\n", spent_text(spent));
    }
    text
}

fn language(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("cpp") => "cpp",
        Some("py") => "python",
        Some("toml") => "toml",
        Some(_) | None => "text",
    }
}

/// Characters that cannot be seen, or turn the direction of writing, shown as what they are.
fn visible(text: &str) -> String {
    problem::hidden::shown(text).into_owned()
}

/// A text in a line, with everything in it that could not be seen.
pub fn line(text: &str) -> String {
    visible(&text.trim().replace(['\n', '\t'], " "))
}

/// A text in a line, as code.
pub fn code_span(text: &str) -> String {
    let text = line(text);
    if text.is_empty() {
        return "(nothing)".to_owned();
    }
    let ticks = "`".repeat(longest(&text, '`') + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{space}{text}{space}{ticks}")
}

/// A sentence of ours in which names of a folder may stand: what is between backticks is code, all else stands for itself.
pub fn sentence(text: &str) -> String {
    let text = line(text);
    let mut parts = text.split('`').peekable();
    let (mut page, mut is_code) = (String::new(), false);
    while let Some(part) = parts.next() {
        // One without a partner opens nothing.
        let is_open = is_code && parts.peek().is_none();
        if is_open {
            page.push_str("\\`");
        }
        if is_code && !is_open {
            page.push_str(&code_span(part))
        } else {
            page.push_str(&escaped(part))
        }
        is_code = !is_code;
    }
    page
}

/// A text without meaning for Markdown, also where it begins a line. An underscore within a word has none; addresses would
/// become links.
fn escaped(text: &str) -> String {
    let mut page = String::new();
    let mut before = None;
    for (at, one) in text.char_indices() {
        let behind = &text[at + one.len_utf8()..];
        let means = match one {
            '*' | '[' | ']' | '<' | '>' | '&' | '\\' | '#' | '|' | '~' | '$' | '!' | '@' => true,
            '_' => !(before.is_some_and(char::is_alphanumeric) && behind.starts_with(char::is_alphanumeric)),
            ':' => behind.starts_with("//"),
            '.' => at.checked_sub(3).is_some_and(|from| text.as_bytes()[from..at].eq_ignore_ascii_case(b"www")),
            '-' | '+' => before.is_none(),
            _ => false,
        };
        if means {
            page.push('\\');
        }
        page.push(one);
        before = Some(one);
    }
    page
}

/// A text of several lines, as code.
pub fn fenced(language: &str, text: &str) -> String {
    let text = visible(&text.replace("\r\n", "\n"));
    let fence = "`".repeat(longest(&text, '`').max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

/// The length of the longest row of a character.
fn longest(text: &str, of: char) -> usize {
    text.split(|one| one != of).map(|row| row.chars().count()).max().unwrap_or_default()
}

#[cfg(test)]
mod tests;
