//! Differences of texts as people and `patch` read them.

use std::{fmt::Write as _, ops::Range};

use imara_diff::{Algorithm, Diff, Hunk, InternedInput};
use judge::disk::folder::FileChange;

/// So many lines that are the same stand before and behind what differs.
const CONTEXT: u32 = 3;

/// The unified diffs of changes, of what is text.
pub(crate) fn unified_diffs(changes: &[FileChange]) -> String {
    let one = |FileChange { path, before, after }: &FileChange| {
        let old = String::from_utf8_lossy(before.as_deref().unwrap_or_default()).into_owned();
        let new = String::from_utf8_lossy(after).into_owned();
        unified_diff(&path.to_string(), &old, &new)
    };
    changes.iter().map(one).collect()
}

/// The unified diff of two texts below `a/PATH` and `b/PATH`, empty where they are equal.
pub(crate) fn unified_diff(path: &str, before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_lines(&input);
    let hunks: Vec<Hunk> = diff.hunks().collect();
    let mut text = String::new();
    // What lies so close that its context meets is one piece.
    for piece in hunks.chunk_by(|one, next| next.before.start - one.before.end <= 2 * CONTEXT) {
        let (Some(first), Some(last)) = (piece.first(), piece.last()) else { continue };
        let lead = first.before.start.min(CONTEXT);
        let tail = (old.len() as u32 - last.before.end).min(CONTEXT);
        let from = first.before.start - lead..last.before.end + tail;
        let by = first.after.start - lead..last.after.end + tail;
        let numbers = |lines: &Range<u32>| {
            // Of no lines the one before them is named.
            let start = lines.start + u32::from(!lines.is_empty());
            format!("{start},{}", lines.end - lines.start)
        };
        text += &format!("@@ -{} +{} @@\n", numbers(&from), numbers(&by));
        let mut at = from.start;
        for Hunk { before, after } in piece {
            lines(&mut text, ' ', &old, at..before.start);
            lines(&mut text, '-', &old, before.clone());
            lines(&mut text, '+', &new, after.clone());
            at = before.end;
        }
        lines(&mut text, ' ', &old, at..from.end);
    }
    if text.is_empty() { text } else { format!("--- a/{path}\n+++ b/{path}\n{text}") }
}

/// Adds lines behind a mark.
fn lines(text: &mut String, mark: char, all: &[&str], range: Range<u32>) {
    for line in &all[range.start as usize..range.end as usize] {
        let end = if line.ends_with('\n') { "" } else { "\n\\ No newline at end of file\n" };
        write!(text, "{mark}{line}{end}").expect("a string takes all");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_patch_reads_it() {
        let ten: String = (1..=10).map(|number| format!("{number}\n")).collect();
        let expected = "--- a/f\n+++ b/f\n@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -7,4 +7,4 @@\n 7\n 8\n 9\n-10\n+ten\n\\ No newline at end of file\n";
        assert_eq!(unified_diff("f", &ten, &ten.replace("1\n2", "one\n2").replace("10\n", "ten")), expected);
        assert_eq!(unified_diff("f", "", "a\n"), "--- a/f\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n");
        assert_eq!(unified_diff("f", "a\n", ""), "--- a/f\n+++ b/f\n@@ -1,1 +0,0 @@\n-a\n");
        assert_eq!(unified_diff("f", &ten, &ten), "");
    }

    /// What a reader of such a difference makes of the first text.
    fn patched(before: &str, diff: &str) -> String {
        let (old, mut at): (Vec<&str>, usize) = (before.split_inclusive('\n').collect(), 0);
        let mut after = String::new();
        let mut lines = diff.lines().skip(2).peekable();
        while let Some(line) = lines.next() {
            if let Some(header) = line.strip_prefix("@@ -") {
                let (start, n) = header.split_once(' ').and_then(|(old, _)| old.split_once(',')).expect("two numbers");
                let (start, n): (usize, usize) = (start.parse().expect("a number"), n.parse().expect("a number"));
                let start = if n == 0 { start } else { start - 1 };
                after.extend(old[at..start].iter().copied());
                at = start;
                continue;
            }
            let end = if lines.next_if(|next| next.starts_with('\\')).is_some() { "" } else { "\n" };
            let (mark, text) = (&line[..1], format!("{}{end}", &line[1..]));
            if mark != "+" {
                assert_eq!(old[at], text, "{diff}");
                at += 1;
            }
            if mark != "-" {
                after.push_str(&text);
            }
        }
        after.extend(old[at..].iter().copied());
        after
    }

    /// With texts of few words, so that much repeats.
    #[test]
    fn it_makes_the_second_text_of_the_first() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let mut text = |n: usize| {
                let mut text: String = (0..n).map(|_| format!("{}\n", random.u8(0..4))).collect();
                if random.bool() {
                    text.pop();
                }
                text
            };
            let (before, after) = (text(20), text(24));
            let diff = unified_diff("f", &before, &after);
            assert_eq!(patched(&before, &diff), after, "{diff}");
        }
    }
}
