//! One line of a script: words, pipes and the redirect that names the test.
//!
//! Words are split as a careful reader of a shell expects:
//! - blanks separate words, and `|` and `>` outside quotes separate them too;
//! - `"…"` and `'…'` keep blanks and operators; between `"` a backslash escapes `"` and `\`, between `'` it escapes
//!   nothing;
//! - outside quotes a backslash escapes a blank, a quote, `\`, `|` and `>`, and is an ordinary character elsewhere, so
//!   that patterns such as `[a-z]\d` arrive as they are written;
//! - nothing else is special: no variables, no `<`, no globs.

use std::ops;

use super::{Call, Target, TestIndex};

/// A line that was understood.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) pipeline: Vec<Call>,
    pub(super) target: Target,
}

/// Why a line was not understood, and the bytes of the line that are to blame.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) at: ops::Range<usize>,
    pub(super) message: String,
}

impl Wrong {
    fn new(at: ops::Range<usize>, message: impl Into<String>) -> Wrong {
        Wrong { at, message: message.into() }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Pipe,
    Redirect,
}

#[derive(Debug)]
struct Lexeme {
    token: Token,
    at: ops::Range<usize>,
}

/// Splits a command without a redirect, such as the `cmd` attribute in `problem.xml`, into the calls of its pipeline.
pub fn split_command(command: &str) -> Result<Vec<Call>, String> {
    let lexemes = lex(command).map_err(|wrong| wrong.message)?;
    if lexemes.iter().any(|lexeme| lexeme.token == Token::Redirect) {
        return Err("the command has a redirect; leave `>` and what follows out, or put it in quotes".to_owned());
    }
    pipeline(&lexemes, 0..command.len()).map_err(|wrong| wrong.message)
}

/// Reads one line; a file set may name at most `max_files` tests.
pub(super) fn parse(line: &str, max_files: usize) -> Result<Line, Wrong> {
    let lexemes = lex(line)?;
    let redirect = lexemes.iter().position(|lexeme| lexeme.token == Token::Redirect);
    let (call, target) = match redirect {
        Some(at) => (&lexemes[..at], target(line, &lexemes[at..], max_files)?),
        None => (&lexemes[..], Target::Next),
    };
    let pipeline = pipeline(call, 0..line.len())?;
    let text = call.iter().map(|lexeme| &line[lexeme.at.clone()]).collect::<Vec<_>>().join(" ");
    Ok(Line { text, pipeline, target })
}

/// Whether the line is a complete command whose redirect begins at or after byte `from`.
pub(super) fn ends_with_redirect(line: &str, from: usize) -> bool {
    let is_late = |lexeme: &Lexeme| lexeme.token == Token::Redirect && lexeme.at.start >= from;
    lex(line).is_ok_and(|lexemes| lexemes.iter().any(is_late)) && parse(line, 1000).is_ok()
}

fn pipeline(lexemes: &[Lexeme], whole: ops::Range<usize>) -> Result<Vec<Call>, Wrong> {
    lexemes.split(|lexeme| lexeme.token == Token::Pipe).map(|part| call(part, whole.clone())).collect()
}

fn call(lexemes: &[Lexeme], whole: ops::Range<usize>) -> Result<Call, Wrong> {
    let mut words = lexemes.iter().filter_map(|lexeme| match &lexeme.token {
        Token::Word(word) => Some(word.clone()),
        Token::Pipe | Token::Redirect => None,
    });
    match words.next() {
        Some(program) if !program.is_empty() => Ok(Call { program, args: words.collect() }),
        Some(_) | None => Err(Wrong::new(whole, "a program is missing; write a generator's name there")),
    }
}

fn target(line: &str, lexemes: &[Lexeme], max_files: usize) -> Result<Target, Wrong> {
    let redirect = lexemes[0].at.clone();
    let rest = line[redirect.end..].trim();
    let at = redirect.start..redirect.end + line[redirect.end..].trim_end().len();
    if let Some(second) = lexemes[1..].iter().find(|lexeme| lexeme.token == Token::Redirect) {
        return Err(Wrong::new(
            second.at.clone(),
            "a command has one redirect; put the next command on a line of its own, or `>` in quotes",
        ));
    }
    if rest.starts_with('{') {
        return files(rest, max_files).map(Target::Files).map_err(|message| Wrong::new(at, message));
    }
    match &lexemes[1..] {
        [] => Err(Wrong::new(at, "the redirect names no test; write `> $` or `> 5`")),
        [Lexeme { token: Token::Word(word), .. }] => single(word).map_err(|message| Wrong::new(at, message)),
        [_, ..] => Err(Wrong::new(at, "only one word can follow `>`; write `> $` or `> 5` at the end of the line")),
    }
}

fn single(word: &str) -> Result<Target, String> {
    if word == "$" {
        return Ok(Target::Next);
    }
    if word.is_empty() || word.contains('$') {
        return Err(format!("`{word}` is not a test; write `> $` or `> 5`"));
    }
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return index(word).map(Target::Index);
    }
    Ok(Target::Name(word.to_owned()))
}

fn index(digits: &str) -> Result<TestIndex, String> {
    match digits.parse() {
        Err(_) if digits.is_empty() => Err("a test index is missing; write a number such as 5".to_owned()),
        Ok(0) => Err("tests are numbered from 1; write `> $` or `> 1`".to_owned()),
        Ok(index) => Ok(index),
        Err(_) => Err(format!("`{digits}` is not a test index; write a number such as 5")),
    }
}

/// Reads `{5-10,12,15}`.
fn files(set: &str, max_files: usize) -> Result<Vec<TestIndex>, String> {
    if set.contains('$') {
        return Err("a generator of several files needs fixed indices; write them out, as in `{5-10,12}`".to_owned());
    }
    let Some(inside) = set.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
        return Err("the set of tests is not closed; write it as in `{5-10,12}`".to_owned());
    };
    let mut ranges = inside.split(',').map(range).collect::<Result<Vec<_>, _>>()?;
    ranges.sort_unstable();
    if let Some(pair) = ranges.windows(2).find(|pair| pair[1].0 <= pair[0].1) {
        return Err(format!("test {} is named twice; name it once", pair[1].0));
    }
    let n_files = ranges.iter().map(|(first, last)| u64::from(last - first) + 1).sum::<u64>();
    if n_files > max_files as u64 {
        return Err(format!("the set names too many tests; name at most {max_files}"));
    }
    Ok(ranges.into_iter().flat_map(|(first, last)| first..=last).collect())
}

/// Reads `5-10` or `12`.
fn range(text: &str) -> Result<(TestIndex, TestIndex), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (index(first.trim())?, index(last.trim())?);
    if first > last {
        return Err(format!("{first}-{last} runs backwards; write {last}-{first}"));
    }
    Ok((first, last))
}

fn lex(line: &str) -> Result<Vec<Lexeme>, Wrong> {
    let mut lexemes = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let start = line.len() - rest.len();
        let (token, length) = match first {
            '|' => (Token::Pipe, 1),
            '>' => (Token::Redirect, 1),
            _ => {
                word(rest).map_err(|quote| Wrong::new(start + quote..line.len(), "a quote is not closed; close it"))?
            }
        };
        lexemes.push(Lexeme { token, at: start..start + length });
        rest = rest[length..].trim_start();
    }
    Ok(lexemes)
}

/// One word and its length as written; the error is where a quote opens that is never closed.
fn word(text: &str) -> Result<(Token, usize), usize> {
    let mut word = String::new();
    let mut quote: Option<(char, usize)> = None;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let escaped = characters.peek().map(|&(_, next)| next).filter(|&next| {
            character == '\\'
                && match quote {
                    Some(('"', _)) => matches!(next, '"' | '\\'),
                    Some(_) => false,
                    None => next.is_whitespace() || matches!(next, '"' | '\'' | '\\' | '|' | '>'),
                }
        });
        match (quote, character) {
            _ if escaped.is_some() => {
                word.extend(escaped);
                characters.next();
            }
            (Some((open, _)), _) if character == open => quote = None,
            (Some(_), _) => word.push(character),
            (None, '"' | '\'') => quote = Some((character, at)),
            (None, '|' | '>') => return Ok((Token::Word(word), at)),
            (None, _) if character.is_whitespace() => return Ok((Token::Word(word), at)),
            (None, _) => word.push(character),
        }
    }
    match quote {
        Some((_, at)) => Err(at),
        None => Ok((Token::Word(word), text.len())),
    }
}
