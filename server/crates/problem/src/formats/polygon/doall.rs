//! The generator commands in `doall.sh` and `doall.bat`, for tests whose command the manifest does not tell.

use std::collections::BTreeMap;

use crate::script::{Call, split_command};
use crate::{
    folder::Folder,
    path::RelPath,
    text::{LineIndex, Place},
};

/// The command of a test.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DoallCommand {
    /// The command as the test script would have it.
    pub(super) text: String,
    /// The programs it calls.
    pub(super) calls: Vec<Call>,
    /// The line.
    pub(super) place: Place,
}

/// Commands by the input they make.
pub(super) type Doall = BTreeMap<RelPath, DoallCommand>;

/// Reads `doall.sh`, else `doall.bat`. Only the lines of commands that print the input are understood.
pub(super) fn read(folder: &dyn Folder) -> Doall {
    let scripts = ["doall.sh", "doall.bat"].into_iter().filter_map(RelPath::parse);
    scripts.map(|path| read_script(folder, &path)).find(|doall| !doall.is_empty()).unwrap_or_default()
}

fn read_script(folder: &dyn Folder, path: &RelPath) -> Doall {
    let Some(text) = folder.text(path) else {
        return Doall::new();
    };
    let lines = LineIndex::new(&text);
    let read = |line| {
        let (input, calls) = read_line(&text[lines.line_span(line)?])?;
        let place = Place { path: path.clone(), range: lines.line_range(line) };
        Some((input, DoallCommand { text: text_of(&calls), calls, place }))
    };
    (0..lines.n_lines() as u32).filter_map(read).collect()
}

/// `scripts/gen-input-via-stdout.sh "wine files/gen.exe 5" "tests/03" 3`
fn read_line(line: &str) -> Option<(RelPath, Vec<Call>)> {
    const SCRIPT: &str = "gen-input-via-stdout";
    if !line.contains(SCRIPT) {
        return None;
    }
    let [call] = <[Call; 1]>::try_from(split_command(line).ok()?).ok()?;
    let words: Vec<&String> = std::iter::once(&call.program).chain(&call.args).collect();
    let at = words.iter().position(|word| word.contains(SCRIPT))?;
    let input = RelPath::parse(words.get(at + 2)?)?;
    let calls = split_command(words.get(at + 1)?).ok()?;
    Some((input, calls.into_iter().map(without_launcher).collect()))
}

/// `wine files/gen.exe 5` as people write it: `gen 5`.
fn without_launcher(mut call: Call) -> Call {
    if matches!(call.program.as_str(), "wine" | "python" | "python3" | "python2" | "pypy3") && !call.args.is_empty() {
        call.program = call.args.remove(0);
    }
    if let Some(path) = RelPath::parse(&call.program).filter(|path| !path.is_root()) {
        call.program = path.stem().to_owned();
    }
    call
}

fn text_of(calls: &[Call]) -> String {
    let text = |call: &Call| {
        let words = std::iter::once(&call.program).chain(&call.args);
        words.map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    };
    calls.iter().map(text).collect::<Vec<_>>().join(" | ")
}

fn quoted(word: &str) -> String {
    let plain =
        !word.is_empty() && !word.contains(|character: char| character.is_whitespace() || "|\"'".contains(character));
    if plain { word.to_owned() } else { format!("\"{}\"", word.replace('"', "\\\"")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_the_wild() {
        let read = |line| read_line(line).map(|(input, calls)| format!("{input}: {}", text_of(&calls)));
        let sh = r#"scripts/gen-input-via-stdout.sh "wine files/gen.exe --type=tree 01" "tests/03" 3"#;
        assert_eq!(read(sh).as_deref(), Some("tests/03: gen --type=tree 01"));
        let bat = r#"call scripts\gen-input-via-stdout.bat "files\gen.exe 5 | files\shuffle.exe" "tests\03" 3"#;
        assert_eq!(read(bat).as_deref(), Some("tests/03: gen 5 | shuffle"));
        let words = r#"scripts/gen-input-via-stdout.sh "wine files/gen.exe \"a b\"" "tests/04" 4"#;
        assert_eq!(read(words).as_deref(), Some("tests/04: gen \"a b\""));
        assert_eq!(read(r#"scripts/gen-answer.sh tests/01 tests/01.a "tests" """#), None);
        assert_eq!(read(r#"scripts/gen-input-via-stdout.sh "wine"#), None);
    }
}
