//! What Python writes of a source that it cannot compile.

use super::model::{ColumnUnit, CompilerMessage, MessageSeverity, SourcePlace};

/// Whether a text looks like Python's.
pub(super) fn is_python(text: &str) -> bool {
    text.lines().any(|line| frame(line).is_some() || sorry(line).is_some() || warning(line).is_some())
}

/// Reads the errors and warnings of a text.
pub(super) fn parse(text: &str) -> Vec<CompilerMessage> {
    let mut messages = Vec::new();
    let mut place: Option<SourcePlace> = None;
    for line in text.lines() {
        if let Some(innermost) = frame(line) {
            place = Some(innermost);
        } else if let (Some(place), Some((column, end_column))) = (&mut place, marks(line)) {
            *place = SourcePlace { column, end_column, unit: ColumnUnit::AfterIndent, ..place.clone() };
        } else if let Some(message) = sorry(line).or_else(|| warning(line)) {
            messages.push(message);
        } else if let Some(place) = place.take_if(|_| is_exception(line)) {
            messages.push(message(MessageSeverity::Error, line, place));
        }
    }
    messages
}

fn message(severity: MessageSeverity, text: &str, place: SourcePlace) -> CompilerMessage {
    CompilerMessage { place: Some(place), ..CompilerMessage::without_place(severity, text.trim()) }
}

/// `  File "a.py", line 3`, and `, in f` for a call.
fn frame(line: &str) -> Option<SourcePlace> {
    let (file, rest) = line.strip_prefix("  File \"")?.split_once("\", line ")?;
    let number = rest.split(',').next()?;
    Some(SourcePlace::line(file, number.trim().parse().ok()?))
}

/// The columns of the carets below a quoted line. Python quotes a line without its indent, behind four spaces.
fn marks(line: &str) -> Option<(u32, u32)> {
    let marks = line.strip_prefix("    ")?.trim_end();
    let start = marks.find(['^', '~'])?;
    if marks.contains(|character: char| !matches!(character, ' ' | '^' | '~')) {
        return None;
    }
    let column = start as u32 + 1;
    let length = (marks.len() - start) as u32;
    Some((column, if length > 1 { column + length } else { column }))
}

/// `SyntaxError: text`, or the name alone.
fn is_exception(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or(line);
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '.'))
}

/// How `py_compile` reports the kinds of syntax errors that have a name of their own.
fn sorry(line: &str) -> Option<CompilerMessage> {
    let (text, place) = line.strip_prefix("Sorry: ")?.rsplit_once(" (")?;
    let (file, number) = place.strip_suffix(')')?.rsplit_once(", line ")?;
    Some(message(MessageSeverity::Error, text, SourcePlace::line(file, number.parse().ok()?)))
}

/// `a.py:3: SyntaxWarning: text`.
fn warning(line: &str) -> Option<CompilerMessage> {
    let at = [": SyntaxWarning: ", ": DeprecationWarning: "].iter().find_map(|kind| line.find(kind))?;
    let (file, number) = line[..at].rsplit_once(':')?;
    Some(message(MessageSeverity::Warning, &line[at + 2..], SourcePlace::line(file, number.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_py_compile() {
        let text = "  File \"a.py\", line 2\n    x = \"é\" +* 2\n              ^\nSyntaxError: invalid syntax\n\
            Sorry: IndentationError: unexpected indent (b.py, line 5)\n\
            c.py:1: SyntaxWarning: invalid escape sequence '\\d'\n  s = '\\d'\n";
        assert!(is_python(text));
        let messages = parse(text);
        let said: Vec<(&str, u32, u32)> = messages
            .iter()
            .map(|message| {
                (message.text.as_str(), message.place.as_ref().unwrap().line, message.place.as_ref().unwrap().column)
            })
            .collect();
        assert_eq!(
            said,
            [
                ("SyntaxError: invalid syntax", 2, 11),
                ("IndentationError: unexpected indent", 5, 0),
                ("SyntaxWarning: invalid escape sequence '\\d'", 1, 0),
            ]
        );
    }

    #[test]
    fn takes_the_innermost_frame() {
        let text = "Traceback (most recent call last):\n  File \"a.py\", line 9, in <module>\n    main()\n    ~~~~^^\n  \
            File \"a.py\", line 3, in main\n    x = 1 / 0\n        ~~^~~\nZeroDivisionError: division by zero\n";
        let place = parse(text).remove(0).place.unwrap();
        assert_eq!((place.line, place.column, place.end_column), (3, 5, 10));
    }
}
