//! What statements say: about limits here, about variables in `bounds`, about samples in `samples`.
//!
//! Statements are for people, so only what cannot be misunderstood counts: the words "time limit" (or a key such as
//! `timelimit`), and then a number with nothing but punctuation and units between. An amount whose unit cannot be meant
//! is read as the unit that makes sense, with a finding.

mod amount;
mod bounds;
mod chains;
mod comments;
mod formula;
mod mention;
mod number;
mod samples;
mod shown;
mod sums;
mod tokens;

use std::ops;

use crate::{
    finding::{Code, Finding},
    folder::{Folder, MAX_PROSE_BYTES},
    path::RelPath,
    text::{LineIndex, Place},
};
use amount::{Amount, Quantity};
pub use bounds::{StatedBounds, bounds, stem};
pub use chains::{StatedChain, StatedEnd, chains};
use comments::without_comments;
pub use number::integer;
pub use samples::{Printed, StatedSample, samples};
pub use shown::{ShownSample, has_words_of};
pub use sums::{StatedSum, sums};

/// Longer texts are not statements.
const MAX_BYTES: u64 = MAX_PROSE_BYTES;

/// What is stated about limits, each by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stated {
    /// CPU time, milliseconds, and the file that says so.
    pub(super) time_ms: Option<(u64, RelPath)>,
    /// Memory, bytes, and the file that says so.
    pub(super) memory_bytes: Option<(u64, RelPath)>,
}

/// Looks through the statements of a folder, nearest to the root first.
pub(super) fn read(folder: &dyn Folder, findings: &mut Vec<Finding>) -> Stated {
    let mut stated = Stated::default();
    for path in statements(folder) {
        if stated.time_ms.is_some() && stated.memory_bytes.is_some() {
            break;
        }
        if let Some(text) = folder.text(&path) {
            let index = LineIndex::new(&text);
            stated.time_ms = stated.time_ms.or_else(|| look(&path, &text, &index, Quantity::Time, findings));
            stated.memory_bytes =
                stated.memory_bytes.or_else(|| look(&path, &text, &index, Quantity::Memory, findings));
        }
    }
    stated
}

fn look(
    path: &RelPath,
    text: &str,
    index: &LineIndex<'_>,
    quantity: Quantity,
    findings: &mut Vec<Finding>,
) -> Option<(u64, RelPath)> {
    let (amount, span) = limit_in(text, quantity)?;
    if let Some(doubt) = amount.doubt {
        let place = Place { path: path.clone(), range: index.range(span.clone()) };
        let message = format!("`{}` cannot be meant as a {}; {doubt}", text[span].trim(), quantity.name());
        findings.push(Finding::at(Code::LimitsUnitSuspect, place, message));
    }
    Some((amount.value, path.clone()))
}

/// The first limit of a kind in a text, and the bytes that state it.
fn limit_in(text: &str, quantity: Quantity) -> Option<(Amount, ops::Range<usize>)> {
    let seen = without_comments(text);
    let plain = comments::without_tags(&seen);
    mention::in_problem_environment(&seen, quantity).or_else(|| mention::by_keyword(&plain, quantity))
}

/// Whether a statement says both of these limits itself, milliseconds and bytes.
pub fn states_limits(text: &str, time_ms: u64, memory_bytes: u64) -> bool {
    let states = |quantity, limit| limit_in(text, quantity).is_some_and(|(amount, _)| amount.value == limit);
    states(Quantity::Time, time_ms) && states(Quantity::Memory, memory_bytes)
}

/// A statement with other limits, milliseconds and mebibytes, in place of both that it states; `None` where it does not.
pub fn with_limits(text: &str, time_ms: u64, memory_mb: u64) -> Option<String> {
    let seconds = time_ms as f64 / 1000.0;
    let time = format!("{seconds} {}", if time_ms == 1000 { "second" } else { "seconds" });
    let mut changed = text.to_owned();
    for (quantity, amount) in [(Quantity::Time, time), (Quantity::Memory, format!("{memory_mb} MB"))] {
        let (_, span) = limit_in(&changed, quantity)?;
        let stated = &changed[span.clone()];
        let begin = span.start + (stated.len() - stated.trim_start().len());
        changed.replace_range(begin..begin + stated.trim().len(), &amount);
    }
    Some(changed)
}

/// The files that may be statements, the best first.
fn statements(folder: &dyn Folder) -> Vec<RelPath> {
    let small = folder.files().iter().filter(|file| file.size <= MAX_BYTES);
    // Of translations that in English is read by most.
    let is_foreign = |path: &RelPath| language(path).is_some_and(|language| language != "en");
    let ranked = |path: &RelPath| Some((path.parts().count(), rank(path)?, is_foreign(path), path.clone()));
    let mut ranked: Vec<_> = small.filter_map(|file| ranked(&file.path)).collect();
    ranked.sort();
    ranked.into_iter().map(|(.., path)| path).collect()
}

/// Languages by the name that directories of statements have for them, with their codes.
const LANGUAGES: [(&str, &str); 16] = [
    ("english", "en"),
    ("russian", "ru"),
    ("german", "de"),
    ("polish", "pl"),
    ("spanish", "es"),
    ("portuguese", "pt"),
    ("french", "fr"),
    ("italian", "it"),
    ("ukrainian", "uk"),
    ("czech", "cs"),
    ("hungarian", "hu"),
    ("romanian", "ro"),
    ("japanese", "ja"),
    ("chinese", "zh"),
    ("korean", "ko"),
    ("vietnamese", "vi"),
];

/// The name that directories of statements have for a language.
pub fn language_name(code: &str) -> Option<&'static str> {
    LANGUAGES.iter().find(|(_, known)| *known == code).map(|(name, _)| *name)
}

/// The code of the language that the name of a statement says: `problem.de.tex`, `statements/german/problem.tex`.
pub fn language(path: &RelPath) -> Option<&str> {
    const OTHERS: [&str; 18] =
        ["sv", "nl", "fi", "da", "no", "nb", "tr", "lt", "lv", "et", "bg", "sr", "hr", "sk", "sl", "el", "fa", "kk"];
    let is_code = |code: &&str| OTHERS.contains(code) || LANGUAGES.iter().any(|(_, known)| known == code);
    let by_name = path.stem().rsplit_once(['.', '_', '-']).map(|(_, code)| code).filter(is_code);
    let named = |part: &str| LANGUAGES.iter().find(|(name, _)| part.eq_ignore_ascii_case(name)).map(|(_, code)| *code);
    by_name.or_else(|| path.parent().parts().find_map(named)).or_else(|| named(path.stem()))
}

/// Polygon's sections of a statement in the order in which they are read, with the words that head them.
const SECTIONS: [(&str, &str); 6] = [
    ("legend", ""),
    ("input", "\\InputFile"),
    ("interaction", "\\Interaction"),
    ("output", "\\OutputFile"),
    ("scoring", "\\Scoring"),
    ("notes", "\\Note"),
];

/// The statement as its author wrote it, in its files: the one that most looks like one, or, where that is a section of
/// Polygon's, all of them.
pub fn parts(folder: &dyn Folder) -> Vec<(RelPath, String)> {
    let with_text = |path: RelPath| folder.text(&path).map(|text| (path, text));
    let Some((path, text)) = statements(folder).into_iter().find_map(with_text) else { return Vec::new() };
    if path.parent().parent().file_name() != "statement-sections" {
        return vec![(path, text)];
    }
    let sections = SECTIONS.iter().filter_map(|(name, _)| with_text(path.with_file_name(&format!("{name}.tex"))));
    let sections: Vec<_> = sections.collect();
    if sections.is_empty() { vec![(path, text)] } else { sections }
}

/// The whole statement as one text, with the path of its first file.
pub fn text(folder: &dyn Folder) -> Option<(RelPath, String)> {
    let parts = parts(folder);
    if let [_, _, ..] = parts[..] {
        let headed = |(path, text): &(RelPath, String)| {
            let head = SECTIONS.iter().find(|(name, _)| *name == path.stem()).map_or("", |(_, head)| head);
            if head.is_empty() { text.trim_end().to_owned() } else { format!("{head}\n\n{}", text.trim_end()) }
        };
        let whole = parts.iter().map(headed).collect::<Vec<_>>().join("\n\n") + "\n";
        return Some((parts[0].0.clone(), whole));
    }
    parts.into_iter().next()
}

/// Whether a file that is no text may be a statement, by its name and where it lies.
pub fn is_of_statement(path: &RelPath) -> bool {
    // Pictures lie beside statements, too.
    const NAMES: [&str; 5] = ["statement", "problem", "task", "testo", "description"];
    let is_ranked = rank(&path.with_file_name(&format!("{}.md", path.stem()))).is_some();
    let stem = path.stem().to_lowercase();
    let is_language = || RelPath::parse(path.file_name()).is_some_and(|name| language(&name).is_some());
    is_ranked && (NAMES.iter().any(|name| stem.starts_with(name)) || is_language())
}

/// How much a file looks like a statement among those of its depth; `None` when it does not.
fn rank(path: &RelPath) -> Option<usize> {
    let stem = path.stem().to_lowercase();
    let extension = path.extension();
    let is_html = matches!(extension.as_str(), "html" | "htm");
    if !is_html && !matches!(extension.as_str(), "md" | "markdown" | "tex" | "txt") {
        return None;
    }
    // Pages are made of the others as a rule.
    let later = if is_html { 20 } else { 0 };
    let is_named = |prefix: &str| stem.starts_with(prefix);
    let by_name = ["statement", "problem", "task", "description", "readme"].iter().position(|name| is_named(name));
    let in_statement_folder = path.parent().parts().any(|part| {
        let part = part.to_lowercase();
        part.starts_with("statement")
            || part.starts_with("problem_statement")
            || matches!(part.as_str(), "tex" | "testo")
    });
    // As sinol-make calls it: `doc/abczad.tex`.
    if extension == "tex" && stem.ends_with("zad") && path.parent().as_str() == "doc" {
        return Some(8);
    }
    match by_name {
        Some(rank) if path.parent().is_root() || in_statement_folder => Some(rank + later),
        Some(_) | None if in_statement_folder => Some(10 + later),
        Some(_) | None => (path.parent().is_root() && extension == "tex").then_some(9),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::folder::MemoryFolder;

    fn check(text: &str, expect: Expect) {
        let said = |quantity| match limit_in(text, quantity) {
            Some((Amount { value, doubt }, span)) => {
                let doubt = doubt.map(|doubt| format!(" ({doubt})")).unwrap_or_default();
                format!("{value} from {:?}{doubt}", &text[span])
            }
            None => "-".to_owned(),
        };
        expect.assert_eq(&format!("time {}\nmemory {}\n", said(Quantity::Time), said(Quantity::Memory)));
    }

    #[test]
    fn limits_that_a_statement_says_itself() {
        let time = |line: &str| states_limits(&format!("{line}\nMemory limit: 1 GiB\n"), 1500, 1 << 30);
        assert!(time("# Sums\nTime limit: 1.5 seconds") && time("*Time Limit* (1500ms)"));
        assert!(!time("Time limit: 1 second") && !time("1.5 s") && !time("time limit: s"));
        let memory = |line: &str| states_limits(&format!("Time limit: 1.5 s\n{line}\n"), 1500, 1 << 30);
        assert!(memory("memory limit = 1024 megabytes") && !memory("memory limit 1 MB") && !memory(""));
    }

    #[test]
    fn usual_forms() {
        check(
            "# A\n\nTime limit: 1 second\nMemory limit: 256 MB\n",
            expect![[r#"
            time 1000 from "1 second"
            memory 268435456 from "256 MB"
        "#]],
        );
        check(
            "**Time Limit:** 1.5 s, **Memory Limit:** 512 MiB",
            expect![[r#"
            time 1500 from "1.5 s"
            memory 536870912 from "512 MiB"
        "#]],
        );
        check(
            "time limit per test\r\n2 seconds\r\nmemory limit per test\r\n256 megabytes\r\n",
            expect![[r#"
            time 2000 from "2 seconds"
            memory 268435456 from "256 megabytes"
        "#]],
        );
        check(
            "The time limit is 2000 ms and the memory limit is 65536 KB.",
            expect![[r#"
            time 2000 from "2000 ms"
            memory 67108864 from "65536 KB"
        "#]],
        );
        check(
            "Time limit (ms): 1500\nMemory limit (in MB): 64",
            expect![[r#"
            time 1500 from "(ms): 1500"
            memory 67108864 from "(in MB): 64"
        "#]],
        );
        check(
            "Ограничение по времени: 3 секунды\nОграничение по памяти: 128 мегабайт",
            expect![[r#"
            time 3000 from "3 секунды"
            memory 134217728 from "128 мегабайт"
        "#]],
        );
        check(
            "时间限制：1 秒\n内存限制：1 GB",
            expect![[r#"
            time 1000 from "1 秒"
            memory 1073741824 from "1 GB"
        "#]],
        );
    }

    #[test]
    fn tables_front_matter_and_latex() {
        check(
            "| Time limit | 2 seconds |\n| Memory limit | 512 MiB |\n",
            expect![[r#"
            time 2000 from "2 seconds"
            memory 536870912 from "512 MiB"
        "#]],
        );
        check(
            "| Input | Time limit | Memory limit |\n|---|---|---|\n| stdin | 2 s | 64 MB |\n",
            expect![[r#"
            time 2000 from "2 s"
            memory 67108864 from "64 MB"
        "#]],
        );
        check(
            "---\ntitle: A\ntimelimit: 1\nmemorylimit: 256\n---\n",
            expect![[r#"
            time 1000 from "1"
            memory 268435456 from "256"
        "#]],
        );
        check(
            "\\begin{problem}{A {\\it b}}{stdin}{stdout}{1.5 seconds}{64 megabytes}",
            expect![[r#"
            time 1500 from "1.5 seconds"
            memory 67108864 from "64 megabytes"
        "#]],
        );
        check(
            "\\begin{problem}{A}\n  {standard input}{standard output}%\n  {1~second}{256~MB}",
            expect![[r#"
            time 1000 from "1~second"
            memory 268435456 from "256~MB"
        "#]],
        );
        check(
            "\\timelimit{2}\n\\memorylimit{256 Mb}",
            expect![[r#"
            time 2000 from "2"
            memory 268435456 from "256 Mb"
        "#]],
        );
    }

    #[test]
    fn limits_in_html_and_beside_comments() {
        let said = |text: &str| {
            let value = |quantity| limit_in(text, quantity).map_or(0, |(amount, _)| amount.value);
            (value(Quantity::Time), value(Quantity::Memory) >> 20)
        };
        for text in [
            "<p><b>Time limit:</b> 1 second</p><p><b>Memory limit:</b> 64 megabytes</p>",
            "<tr><td>Time limit</td><td>1 second</td></tr>\n<tr><td>Memory limit</td>\n<td>64 MB</td></tr>",
            "<div class=\"property-title\">time limit per test</div>1 second</div>\n\
             <div class=\"property-title\">memory limit per test</div>64 megabytes</div>",
            "Time limit:&nbsp;1&nbsp;second<br>Memory limit:&nbsp;64&nbsp;MB",
            "**Time limit** — 1 s\n**Memory limit** – 64 MB",
            "<!-- Time limit: 5 seconds, memory limit: 1 MB -->\nTime limit: 1 second\nMemory limit: 64 MB",
            "% \\begin{problem}{A}{stdin}{stdout}{4 seconds}{128 megabytes}\n\
             \\begin{problem}{A}{stdin}{stdout}{1 second}{64 megabytes}",
        ] {
            assert_eq!(said(text), (1000, 64), "{text}");
        }
        let changed = with_limits("<!-- Time limit: 5 s -->\nTime limit: 1 s\nMemory limit: 64 MB\n", 2000, 64);
        let expected = "<!-- Time limit: 5 s -->\nTime limit: 2 seconds\nMemory limit: 64 MB\n";
        assert_eq!(changed.as_deref(), Some(expected));
    }

    #[test]
    fn units_that_cannot_be_meant() {
        check(
            "timelimit: 2000\nmemorylimit: 262144",
            expect![[r#"
            time 2000 from "2000" (2000 ms is assumed)
            memory 268435456 from "262144" (256 MiB is assumed)
        "#]],
        );
        check(
            "Time limit: 3000 seconds\nMemory limit: 256 KB",
            expect![[r#"
            time 3000 from "3000 seconds" (3000 ms is assumed)
            memory 268435456 from "256 KB" (256 MiB is assumed)
        "#]],
        );
        check(
            "Time limit: 2 ms\nMemory limit: 268435456",
            expect![[r#"
            time 2000 from "2 ms" (2000 ms is assumed)
            memory 268435456 from "268435456" (256 MiB is assumed)
        "#]],
        );
    }

    #[test]
    fn what_is_no_limit() {
        check(
            "Subtask 2 has no time limit. 100 points.\nKeep within the memory limit, 5 tests.",
            expect![[r#"
            time -
            memory -
        "#]],
        );
        check(
            "Overtime limits: 5",
            expect![[r#"
            time -
            memory -
        "#]],
        );
        check(
            "Time limit: 0 s\nTime limit: 99999999999999999999 s\nMemory limit:",
            expect![[r#"
            time -
            memory -
        "#]],
        );
        check(
            "\\begin{problem}{A}{stdin",
            expect![[r#"
            time -
            memory -
        "#]],
        );
    }

    #[test]
    fn the_nearest_statement_that_says_it() {
        let mut folder = MemoryFolder::new("a");
        let mut add = |path: &str, text: &str| folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
        add("README.md", "Memory limit: 64 MB");
        add("problem_statement/problem.en.tex", "Time limit: 4 s");
        add("statement.md", "Time limit: 1 s");
        add("docs/problem.md", "Time limit: 9 s");
        add("notes.txt", "Time limit: 8 s");
        let stated = read(&folder, &mut Vec::new());
        let of = |stated: Option<(u64, RelPath)>| stated.map(|(value, path)| format!("{value} {path}"));
        assert_eq!(of(stated.time_ms).as_deref(), Some("1000 statement.md"));
        assert_eq!(of(stated.memory_bytes).as_deref(), Some("67108864 README.md"));
    }
}
