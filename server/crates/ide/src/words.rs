//! Words and Markdown that several features share.

/// A size as people say it: `120 bytes`, `4.1 KB`.
pub(crate) fn bytes(n: u64) -> String {
    match n {
        1 => "1 byte".to_owned(),
        0..1024 => format!("{n} bytes"),
        1024..1_048_576 => format!("{:.1} KB", n as f64 / 1024.0),
        _ => format!("{:.1} MB", n as f64 / 1_048_576.0),
    }
}

/// A time as people say it, from microseconds: `0.3 ms`, `31 ms`, `1.20 s`.
pub(crate) fn time(us: u64) -> String {
    match us {
        0..10_000 => format!("{:.1} ms", us as f64 / 1000.0),
        10_000..1_000_000 => format!("{:.0} ms", us as f64 / 1000.0),
        _ => format!("{:.2} s", us as f64 / 1_000_000.0),
    }
}

/// Text on one line as Markdown code in a table.
pub(crate) fn cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// Text on one line as Markdown code, which no backtick in it ends.
pub(crate) fn code(text: &str) -> String {
    let flat = text.split(['\n', '\r']).collect::<Vec<_>>().join(" ");
    let fence = "`".repeat(longest_run(&flat, '`') + 1);
    let pad = if flat.starts_with('`') || flat.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{flat}{pad}{fence}")
}

/// A piece of a program on one line, with `…` where something is left out.
pub(crate) fn flat(source: &str) -> String {
    const CHARACTERS: usize = 80;
    let line = source.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(CHARACTERS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A text as a Markdown block, which no backtick in it ends.
pub(crate) fn block(text: &str) -> String {
    let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
    format!("{fence}text\n{text}\n{fence}\n")
}

fn longest_run(text: &str, of: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for character in text.chars() {
        run = if character == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// The first lines of some bytes, none of them long, with `…` where something is left out. Control characters are
/// shown as `�`.
pub(crate) fn head(bytes: &[u8]) -> String {
    const LINES: usize = 10;
    const CHARACTERS: usize = 80;
    const BYTES: usize = 4096;
    let is_whole = bytes.len() <= BYTES;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(BYTES)]);
    let mut lines = text.lines();
    let mut shown = Vec::new();
    for line in lines.by_ref().take(LINES) {
        let mut characters = line.chars().map(|one| if one.is_control() && one != '\t' { '\u{fffd}' } else { one });
        let mut line: String = characters.by_ref().take(CHARACTERS).collect();
        if characters.next().is_some() {
            line.push('…');
        }
        shown.push(line);
    }
    if lines.next().is_some() || !is_whole {
        shown.push("…".to_owned());
    }
    shown.join("\n")
}

#[cfg(test)]
mod tests {
    use problem::words::percent;

    use super::*;

    #[test]
    fn amounts() {
        assert_eq!([bytes(0), bytes(1), bytes(1023), bytes(4200)], ["0 bytes", "1 byte", "1023 bytes", "4.1 KB"]);
        assert_eq!([time(300), time(31_000), time(1_200_000)], ["0.3 ms", "31 ms", "1.20 s"]);
        assert_eq!([percent(1.0), percent(2.0 / 3.0), percent(0.0)], ["100%", "66.7%", "0%"]);
    }

    #[test]
    fn markdown_holds_any_text() {
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code("a|b\r\nc"), "`a|b  c`");
        assert_eq!(cell("a|b"), "`a\\|b`");
        assert_eq!(block("```\nx"), "````text\n```\nx\n````\n");
    }

    #[test]
    fn pieces_of_programs() {
        assert_eq!(flat("INT(1,\r\n    9, n)"), "INT(1, 9, n)");
        assert_eq!(flat(&"é".repeat(81)), format!("{}…", "é".repeat(80)));
    }

    #[test]
    fn heads() {
        assert_eq!(head(b"1 2\n3\n"), "1 2\n3");
        assert_eq!(head("é".repeat(90).as_bytes()), format!("{}…", "é".repeat(80)));
        assert_eq!(head(&b"x\n".repeat(11)), "x\n".repeat(10) + "…");
        assert_eq!(head(b"a\x1b[31m\xff"), "a\u{fffd}[31m\u{fffd}");
        assert_eq!(head(b""), "");
    }
}
