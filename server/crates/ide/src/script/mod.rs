//! The test script as an editor shows it: its commands at their places, and the words of one line.
//!
//! Invariant: the text in the editor decides what stands where. Commands of the problem are found by what they say, not
//! by where they stood when the problem was read.

mod blocks;
mod colours;
mod layout;
mod list;
mod marks;
mod rules;

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    ops::Range as Span,
};

use problem::{
    formats::{icpc, keys},
    model::{CommandIdx, Format, ProgramIdx, TestIdx},
    path::RelPath,
    script,
    text::{LineIndex, Position, Range},
};

pub(crate) use blocks::blocks;
pub use colours::{Colour, colours};
pub use layout::layout;
pub(crate) use list::{Section, sections};
pub(crate) use marks::{Marked, marked};
use rules::spot_at_offset;
pub(crate) use rules::{Spot, spot_at};

use crate::{Text, View};

/// Whether a file is the test script of the problem, and in its language.
pub(crate) fn is_script(view: &View<'_>, path: &RelPath) -> bool {
    if is_rules(view, path) {
        return true;
    }
    let is_other = matches!(path.extension().as_str(), "xml" | "sh" | "bat" | "cmd" | "toml" | "yaml" | "yml");
    if is_other || view.context.problem.manifest.as_ref() == Some(path) {
        return false;
    }
    let mut places = view.context.problem.commands.iter().filter_map(|command| command.place.as_ref()).peekable();
    let is_plain = view.context.problem.format == Format::Plain;
    let is_it = if places.peek().is_none() {
        is_plain && has_usual_name(path)
    } else {
        places.any(|place| &place.path == path)
    };
    is_it || is_test_list(view, path)
}

/// Whether a file lists tests, in which lines may begin with words of the format.
pub(crate) fn is_test_list(view: &View<'_>, path: &RelPath) -> bool {
    keys::is_test_list(view.context.folder, view.context.problem, path)
}

/// Whether a file is the one with the rules of a package's tests.
pub(crate) fn is_rules(view: &View<'_>, path: &RelPath) -> bool {
    path.as_str() == icpc::GENERATORS_YAML && view.context.problem.format == Format::Icpc
}

/// Names under which a script is looked for in plain folders, also while it says nothing.
fn has_usual_name(path: &RelPath) -> bool {
    let name = path.file_name().to_lowercase();
    matches!(name.as_str(), "script" | "script.txt") || name.ends_with(".script")
}

/// The commands that stand at one place of a script: several in a loop.
pub(crate) struct Commands {
    pub(crate) range: Range,
    /// The first of them as it is expanded.
    pub(crate) text: String,
    /// Those of the problem; a command that was typed since is none of them.
    pub(crate) known: Vec<CommandIdx>,
    /// Tests that stand at the place and that no command makes.
    pub(crate) tests: Vec<TestIdx>,
}

/// The commands of a script in the order of their places.
pub(crate) fn commands(view: &View<'_>, text: &Text<'_>) -> Vec<Commands> {
    let mut known: HashMap<&str, VecDeque<CommandIdx>> = HashMap::new();
    for (idx, command) in view.context.problem.commands.iter_enumerated() {
        if command.place.as_ref().is_some_and(|place| &place.path == text.path) {
            known.entry(&command.text).or_default().push_back(idx);
        }
    }
    let mut found: BTreeMap<Range, Commands> = BTreeMap::new();
    for written in written(view, text) {
        let idx = known.get_mut(written.command.as_str()).and_then(VecDeque::pop_front);
        let range = written.range;
        let new = Commands { range, text: written.command, known: Vec::new(), tests: Vec::new() };
        let at_place = found.entry(range).or_insert(new);
        at_place.known.extend(idx);
        at_place.tests.extend(written.test);
    }
    found.into_values().collect()
}

/// Something that makes a test, as it is written.
struct Written {
    range: Range,
    /// Empty where no command makes the test.
    command: String,
    test: Option<TestIdx>,
}

fn written(view: &View<'_>, text: &Text<'_>) -> Vec<Written> {
    if !is_rules(view, text.path) {
        let commands = script::parse(text.text).commands.into_iter();
        let commands = commands.map(|one| Written { range: one.range, command: one.text, test: None });
        return if is_test_list(view, text.path) { of_list(view, text, commands) } else { commands.collect() };
    }
    let tests: HashMap<&str, TestIdx> =
        view.context.problem.tests.iter_enumerated().map(|(idx, test)| (test.id.as_str(), idx)).collect();
    let rules = icpc::written_rules(view.context.folder, text.text).into_iter();
    let written = rules.map(|rule| Written {
        test: tests.get(rule.test.as_str()).copied().filter(|_| rule.command.is_none()),
        range: rule.range,
        command: rule.command.unwrap_or_default(),
    });
    written.collect()
}

/// What makes the tests of a list: calls of generators, and lines that are no commands.
fn of_list(view: &View<'_>, text: &Text<'_>, commands: impl Iterator<Item = Written>) -> Vec<Written> {
    let lines = list::lines(view.context.problem.format, text.text);
    let is_call = |one: &Written| lines.get(one.range.start.line as usize) == Some(&list::Line::Call);
    let mut written: Vec<Written> = commands.filter(is_call).collect();
    let mut made_by_nobody = list::made_by_nobody(view, text.path);
    let index = LineIndex::new(text.text);
    for (_, number) in lines.iter().zip(0..).filter(|(line, _)| **line == list::Line::Test) {
        let Some(span) = index.line_span(number) else { continue };
        let body = text.text[span.clone()].trim();
        let tests = made_by_nobody.get_mut(body).and_then(BTreeMap::pop_first).map(|(_, tests)| tests);
        let start = span.start + text.text[span.clone()].find(body).unwrap_or(0);
        let range = index.range(start..start + body.len());
        let one = |test| Written { range, command: String::new(), test: Some(test) };
        written.extend(tests.into_iter().flatten().map(one));
    }
    written
}

/// The program that a name in a script calls.
pub(crate) fn generator(view: &View<'_>, name: &str) -> Option<ProgramIdx> {
    let calls = view.context.problem.commands.iter().flat_map(|command| &command.pipeline);
    let called = calls.filter(|call| call.name == name).find_map(|call| call.program);
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
    let by_name = view.context.problem.generators_by_name();
    called.or_else(|| [name, base, stem].iter().find_map(|name| by_name.get(name).copied()))
}

/// One word of a call, and where it stands in the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) span: Span<usize>,
}

/// A call of one program, as far as it is written, and the place in it that is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CallAt {
    /// All words of the call; the first names the program.
    pub(crate) words: Vec<Word>,
    /// The word at the place; past the last one where the place is in blanks, which then is an empty word to be.
    pub(crate) at: usize,
    /// The bytes of that word.
    pub(crate) span: Span<usize>,
}

/// The call at a place of the script, or of the file with the rules.
pub(crate) fn call(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<CallAt> {
    if !is_rules(view, text.path) {
        return call_at(text.text, at);
    }
    match spot_at(text.text, at)? {
        Spot::Call(call) => Some(call),
        Spot::Key { .. } => None,
    }
}

/// The words of all calls of a script, or of the file with the rules, in its order.
pub(crate) fn calls(text: &str, is_rules: bool) -> Vec<Vec<Word>> {
    let plain = if is_rules { text.to_owned() } else { without_template(text).0 };
    let mut found: Vec<Vec<Word>> = Vec::new();
    let mut start = 0;
    for line in plain.split_inclusive('\n') {
        let body = line.trim_end_matches(['\n', '\r']);
        if is_rules {
            let spots = tokens(body).into_iter().map(|token| spot_at_offset(text, start + token.start));
            let call = spots.flatten().find_map(|spot| match spot {
                Spot::Call(call) => Some(call.words),
                Spot::Key { .. } => None,
            });
            found.extend(call);
        } else if !is_comment(body) {
            found.extend(calls_of_line(text, body, start));
        }
        start += line.len();
    }
    found.retain(|words| !words.is_empty());
    found
}

/// The words of each call of a line, up to a redirect.
fn calls_of_line(text: &str, line: &str, start: usize) -> Vec<Vec<Word>> {
    let mut found = vec![Vec::new()];
    for token in tokens(line) {
        let span = start + token.start..start + token.end;
        match &text[span.clone()] {
            ">" => break,
            "|" => found.push(Vec::new()),
            written => {
                let word = Word { text: unquoted(written), span };
                found.last_mut().into_iter().for_each(|call: &mut Vec<Word>| call.push(word.clone()));
            }
        }
    }
    found
}

/// Where a script says which tests its commands make: the words behind `>`, without those of the template.
pub(crate) fn targets(text: &str) -> Vec<Span<usize>> {
    let (plain, own) = without_template(text);
    let mut found = Vec::new();
    let mut start = 0;
    for line in plain.split_inclusive('\n').map(|line| (line, line.trim_end())) {
        let tokens = if is_comment(line.1) { Vec::new() } else { tokens(line.1) };
        let redirect = tokens.iter().position(|token| &line.1[token.clone()] == ">");
        let target = redirect.and_then(|at| tokens.get(at + 1)).map(|token| start + token.start..start + token.end);
        found.extend(target.filter(|span| touching(&own, span).is_empty()));
        start += line.0.len();
    }
    found
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#') || line.trim_start().starts_with("//")
}

/// The call at a place; `None` in comments, in the template's own parts, and behind a redirect.
pub(crate) fn call_at(text: &str, at: Position) -> Option<CallAt> {
    let offset = LineIndex::new(text).offset(at);
    let (plain, own) = without_template(text);
    let in_own = |span: &Span<usize>| span.start < offset && (offset < span.end || !is_closed(text, span));
    if own.iter().any(in_own) {
        return None;
    }
    let start = plain[..offset].rfind('\n').map_or(0, |end| end + 1);
    let end = plain[offset..].find('\n').map_or(plain.len(), |length| offset + length);
    let line = &plain[start..end];
    if is_comment(line) {
        return None;
    }
    call_in_line(text, line, start, offset)
}

fn call_in_line(text: &str, line: &str, start: usize, offset: usize) -> Option<CallAt> {
    let mut words: Vec<Word> = Vec::new();
    for token in tokens(line) {
        let span = start + token.start..start + token.end;
        let is_before = span.end <= offset;
        match &text[span.clone()] {
            "|" if is_before => words.clear(),
            ">" if is_before => return None,
            "|" | ">" => break,
            written => words.push(Word { text: unquoted(written), span }),
        }
    }
    let inside = words.iter().position(|word| word.span.start <= offset && offset <= word.span.end);
    let at = inside.unwrap_or_else(|| words.iter().take_while(|word| word.span.end < offset).count());
    let span = inside.map_or(offset..offset, |at| words[at].span.clone());
    Some(CallAt { words, at, span })
}

/// Words and operators; a quote that is not closed goes on to the end.
fn tokens(line: &str) -> Vec<Span<usize>> {
    let mut tokens = Vec::new();
    let mut open: Option<usize> = None;
    let mut quote: Option<char> = None;
    let mut characters = line.char_indices();
    while let Some((at, character)) = characters.next() {
        let is_operator = matches!(character, '|' | '>') && quote.is_none();
        if quote.is_none() && (character.is_whitespace() || is_operator) {
            tokens.extend(open.take().map(|start| start..at));
            tokens.extend(is_operator.then_some(at..at + 1));
            continue;
        }
        open.get_or_insert(at);
        match (quote, character) {
            (Some(one), _) if one == character => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (_, '\\') => drop(characters.next()),
            (Some(_) | None, _) => {}
        }
    }
    tokens.extend(open.map(|start| start..line.len()));
    tokens
}

fn unquoted(written: &str) -> String {
    written.chars().filter(|character| !matches!(character, '"' | '\'')).collect()
}

/// The script with tags and comments of the template blanked and its interpolations made one word, of the same length;
/// and where all these stand.
fn without_template(text: &str) -> (String, Vec<Span<usize>>) {
    let mut plain = String::with_capacity(text.len());
    let mut own = Vec::new();
    let mut from = 0;
    while let Some((start, end)) = next_own(text, from) {
        plain.push_str(&text[from..start]);
        let filler = if text[start..].starts_with('<') { ' ' } else { 'x' };
        let blanked = text[start..end].bytes().map(|byte| if byte == b'\n' { '\n' } else { filler });
        plain.extend(blanked);
        own.push(start..end);
        from = end;
    }
    plain.push_str(&text[from..]);
    (plain, own)
}

/// Where the tags, comments and interpolations of the template stand.
pub(crate) fn template(text: &str) -> Vec<Span<usize>> {
    without_template(text).1
}

/// Those of the template's own parts, which lie behind each other, that share bytes with a span.
fn touching<'o>(own: &'o [Span<usize>], span: &Span<usize>) -> &'o [Span<usize>] {
    let (from, to) =
        (own.partition_point(|own| own.end <= span.start), own.partition_point(|own| own.start < span.end));
    &own[from..to.max(from)]
}

/// The next tag, comment or interpolation.
fn next_own(text: &str, from: usize) -> Option<(usize, usize)> {
    let openings = ["<#", "</#", "${"].into_iter().filter_map(|opening| text[from..].find(opening));
    let start = from + openings.min()?;
    let rest = &text[start..];
    let line = rest.find('\n').unwrap_or(rest.len());
    let length = if rest.starts_with("<#--") {
        rest.find("-->").map_or(rest.len(), |end| end + 3)
    } else {
        let closing = if rest.starts_with('$') { '}' } else { '>' };
        end_of_tag(&rest[..line], closing).unwrap_or(line)
    };
    Some((start, start + length))
}

/// The length of a tag: up to what closes it outside parentheses and quotes.
fn end_of_tag(tag: &str, closing: char) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote: Option<char> = None;
    for (at, character) in tag.char_indices() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            (None, _) if character == closing && depth == 0 => return Some(at + 1),
            (None, _) => {}
        }
    }
    None
}

fn is_closed(text: &str, span: &Span<usize>) -> bool {
    let written = &text[span.clone()];
    if written.starts_with("<#--") { written.ends_with("-->") } else { written.ends_with(['>', '}']) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the call at `^`, the one at the place in brackets.
    fn check(marked: &str) -> String {
        let offset = marked.find('^').unwrap();
        let text = marked.replace('^', "");
        let Some(call) = call_at(&text, LineIndex::new(&text).position(offset)) else { return "-".to_owned() };
        let mut words: Vec<String> = call.words.iter().map(|word| word.text.clone()).collect();
        match words.get_mut(call.at).filter(|_| call.words[call.at].span == call.span) {
            Some(word) => *word = format!("[{word}]"),
            None => words.insert(call.at, "[]".to_owned()),
        }
        words.join(" ")
    }

    #[test]
    fn calls_and_their_words() {
        for (marked, words) in [
            ("^", "[]"),
            ("ge^n -n 5 > $", "[gen] -n 5"),
            ("gen -n 5^ > $", "gen -n [5]"),
            ("gen -n ^ 5", "gen -n [] 5"),
            ("gen -n 5 > ^", "-"),
            ("gen 1 | filt^ -k 3 > 2", "[filt] -k 3"),
            ("gen 1 ^| filt", "gen 1 []"),
            ("gen \"a b\" ^", "gen a b []"),
            ("gen \"a > ^", "gen [a > ]"),
            ("# gen ^", "-"),
            ("  // gen ^", "-"),
            ("gen 1\r\ngen -^\r\n", "gen [-]"),
            ("é gen ^", "é gen []"),
        ] {
            assert_eq!(check(marked), words, "{marked}");
        }
    }

    #[test]
    fn templates() {
        for (marked, words) in [
            ("<#list 1..3 as i>\ngen ${i} -^\n</#list>", "gen ${i} [-]"),
            ("<#list 1..3 as ^i>gen", "-"),
            ("<#if (a > 1)>gen -^</#if>", "gen [-]"),
            ("gen ${i + ^1}", "-"),
            ("gen ${i + ^", "-"),
            ("<#-- gen\n^ -->", "-"),
            ("<#-- gen\n^", "-"),
            ("<#-- x -->gen ^", "gen []"),
        ] {
            assert_eq!(check(marked), words, "{marked}");
        }
    }
}
