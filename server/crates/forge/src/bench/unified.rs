//! Differences of texts as people and `patch` read them.

use std::fmt;

use imara_diff::{Algorithm, Diff, InternedInput, Interner, Token, UnifiedDiffConfig, UnifiedDiffPrinter};

/// The unified diff of two texts below `a/PATH` and `b/PATH`, empty where they are equal.
pub(super) fn unified_diff(path: &str, before: &str, after: &str) -> String {
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_lines(&input);
    let hunks = diff.unified_diff(&Lines(&input.interner), UnifiedDiffConfig::default(), &input).to_string();
    if hunks.is_empty() { hunks } else { format!("--- a/{path}\n+++ b/{path}\n{hunks}") }
}

/// Lines with their ends, as they stand in the texts.
struct Lines<'a>(&'a Interner<&'a str>);

impl Lines<'_> {
    fn line(&self, mut to: impl fmt::Write, mark: char, token: Token) -> fmt::Result {
        let line = self.0[token];
        write!(to, "{mark}{line}")?;
        if line.ends_with('\n') { Ok(()) } else { to.write_str("\n\\ No newline at end of file\n") }
    }
}

impl UnifiedDiffPrinter for Lines<'_> {
    fn display_header(
        &self,
        mut to: impl fmt::Write,
        start_before: u32,
        start_after: u32,
        n_before: u32,
        n_after: u32,
    ) -> fmt::Result {
        // Of no lines the one before them is named.
        let first = |start: u32, n: u32| start + u32::from(n > 0);
        let (from, by) = (first(start_before, n_before), first(start_after, n_after));
        writeln!(to, "@@ -{from},{n_before} +{by},{n_after} @@")
    }

    fn display_context_token(&self, to: impl fmt::Write, token: Token) -> fmt::Result {
        self.line(to, ' ', token)
    }

    fn display_hunk(&self, mut to: impl fmt::Write, before: &[Token], after: &[Token]) -> fmt::Result {
        before.iter().try_for_each(|&token| self.line(&mut to, '-', token))?;
        after.iter().try_for_each(|&token| self.line(&mut to, '+', token))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_patch_reads_it() {
        let ten: String = (1..=10).map(|number| format!("{number}\n")).collect();
        let expected = "--- a/f\n+++ b/f\n@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -8,3 +8,3 @@\n 8\n 9\n-10\n+ten\n\\ No newline at end of file\n";
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
            assert_eq!(patched(&before, &unified_diff("f", &before, &after)), after);
        }
    }
}
