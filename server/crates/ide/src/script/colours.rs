//! What the words of a script, of rules and of checktestdata programs are, for colours that know.

use std::ops::Range;

use checktestdata::TokenKind;
use problem::model::Format;

use super::{
    is_comment, is_rules, is_script, is_test_list,
    list::{self, Line, Word},
    tokens, touching, without_template,
};
use crate::{Text, View};

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// A remark.
    Comment,
    /// A word of the language, or a part of the template.
    Keyword,
    /// A program that is called.
    Function,
    /// The name of an option.
    Option,
    /// A number.
    Number,
    /// Another value.
    Text,
    /// A variable, or a test that a command makes.
    Variable,
    /// `>`, `|` and the like.
    Operator,
}

impl Colour {
    /// All of them, in the order of the protocol's legend.
    pub const ALL: [Colour; 8] = [
        Colour::Comment,
        Colour::Keyword,
        Colour::Function,
        Colour::Option,
        Colour::Number,
        Colour::Text,
        Colour::Variable,
        Colour::Operator,
    ];
}

/// The coloured pieces of a text in its order, none of which reaches over the end of a line.
pub fn colours(view: &View<'_>, text: &Text<'_>) -> Vec<(Range<usize>, Colour)> {
    let mut found = if text.checktestdata().is_some() {
        of_checktestdata(text.text)
    } else if is_script(view, text.path) && is_rules(view, text.path) {
        super::calls(text.text, true)
            .iter()
            .flat_map(|call| call.iter().enumerate().flat_map(|(at, word)| of_word(text.text, &word.span, at == 0)))
            .collect()
    } else if is_script(view, text.path) {
        of_script(text.text, is_test_list(view, text.path).then_some(view.context.problem.format))
    } else {
        return Vec::new();
    };
    found.sort_by_key(|(span, _)| span.start);
    let pieces = found.into_iter().flat_map(|(span, colour)| lines_of(text.text, span).map(move |span| (span, colour)));
    // Where two claim a place the first has it.
    let mut end = 0;
    pieces.filter(|(span, _)| !span.is_empty() && (span.start >= end).then(|| end = span.end).is_some()).collect()
}

fn of_checktestdata(text: &str) -> Vec<(Range<usize>, Colour)> {
    let colour = |kind: TokenKind| match kind {
        TokenKind::Word(_) => Some(Colour::Keyword),
        TokenKind::Name => Some(Colour::Variable),
        TokenKind::Integer | TokenKind::Float => Some(Colour::Number),
        TokenKind::String | TokenKind::OpenString => Some(Colour::Text),
        TokenKind::Comment => Some(Colour::Comment),
        TokenKind::UnknownWord | TokenKind::Sign(_) | TokenKind::Unknown => None,
    };
    let tokens = checktestdata::tokens(text.as_bytes()).into_iter();
    tokens.filter_map(|token| Some((token.span.start..token.span.end, colour(token.kind)?))).collect()
}

/// The pieces of a script, or of a list of tests in a format.
fn of_script(text: &str, list: Option<Format>) -> Vec<(Range<usize>, Colour)> {
    let lines = list.map(|format| list::lines(format, text)).unwrap_or_default();
    let (plain, own) = without_template(text);
    let of_template = |span: &Range<usize>| {
        let written = &text[span.clone()];
        let colour = if written.starts_with("<#--") {
            Colour::Comment
        } else if written.starts_with('$') {
            Colour::Variable
        } else {
            Colour::Keyword
        };
        (span.clone(), colour)
    };
    let mut found: Vec<_> = own.iter().map(of_template).collect();
    let mut start = 0;
    for (number, line) in plain.split_inclusive('\n').enumerate() {
        let body = line.trim_end();
        let begin = start + body.len() - body.trim_start().len();
        let of_list = lines.get(number).filter(|line| !matches!(line, Line::Empty | Line::Call));
        if of_list == Some(&Line::Text) {
            let colour = if body.trim() == "}" { Colour::Operator } else { Colour::Text };
            found.push((begin..start + body.len(), colour));
        } else if of_list.is_some() {
            found.extend(of_list_line(text, start, body));
        } else if is_comment(body) {
            found.push((begin..start + body.len(), Colour::Comment));
        } else {
            let (mut is_program, mut is_target) = (true, false);
            for token in tokens(body) {
                let span = start + token.start..start + token.end;
                match &text[span.clone()] {
                    ">" => (is_target, is_program) = (true, false),
                    "|" => is_program = true,
                    _ if !touching(&own, &span).is_empty() => {
                        is_program = false;
                        continue;
                    }
                    _ if is_target => found.push((span.clone(), Colour::Variable)),
                    _ => {
                        found.extend(of_word(text, &span, is_program));
                        is_program = false;
                    }
                }
                if matches!(&text[span.clone()], ">" | "|") {
                    found.push((span, Colour::Operator));
                }
            }
        }
        start += line.len();
    }
    found
}

/// A line of a list that is no call.
fn of_list_line(text: &str, start: usize, body: &str) -> Vec<(Range<usize>, Colour)> {
    let mut is_program = true;
    let mut found = Vec::new();
    for (span, word) in list::words(body) {
        let span = start + span.start..start + span.end;
        match word {
            Word::First => found.push((span, Colour::Keyword)),
            Word::Brace => found.push((span, Colour::Operator)),
            Word::Group => found.push((span, Colour::Variable)),
            Word::Call => found.extend(of_word(text, &span, std::mem::take(&mut is_program))),
            Word::Text => found.push((span, Colour::Text)),
        }
    }
    found
}

/// A word of a call: `-n5` is an option with its value.
fn of_word(text: &str, span: &Range<usize>, is_program: bool) -> Vec<(Range<usize>, Colour)> {
    let written = &text[span.clone()];
    if is_program {
        return vec![(span.clone(), Colour::Function)];
    }
    let value = |span: Range<usize>| {
        let is_number = text[span.clone()].trim_matches(['"', '\'']).parse::<f64>().is_ok();
        (span, if is_number { Colour::Number } else { Colour::Text })
    };
    let Some(name) = problem::options::name_of(written) else { return vec![value(span.clone())] };
    let dashes = written.len() - written.trim_start_matches('-').len();
    // Behind one letter stands its value, as testlib reads `-n5`.
    let is_stuck = name.chars().nth(1).is_some_and(|second| second.is_ascii_digit());
    let end = dashes + if is_stuck { 1 } else { name.len() };
    let mut found = vec![(span.start..span.start + end, Colour::Option)];
    let rest = written[end..].strip_prefix('=').unwrap_or(&written[end..]);
    if !rest.is_empty() {
        found.push(value(span.end - rest.len()..span.end));
    }
    found
}

/// A span cut at the ends of lines.
fn lines_of(text: &str, span: Range<usize>) -> impl Iterator<Item = Range<usize>> + use<> {
    let mut cut = Vec::new();
    let mut start = span.start;
    for line in text[span].split_inclusive('\n') {
        cut.push(start..start + line.trim_end_matches(['\n', '\r']).len());
        start += line.len();
    }
    cut.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, found: Vec<(Range<usize>, Colour)>) -> Vec<String> {
        let mut found = found;
        found.sort_by_key(|(span, _)| span.start);
        found.into_iter().map(|(span, colour)| format!("{} {colour:?}", &text[span])).collect()
    }

    #[test]
    fn words_of_a_script() {
        let script =
            "# small\ngen -n 5 --kind=path -s7 tree | mix > $\n<#list 1..3 as i>\ngen ${i} \"a b\" > {2-4}\n</#list>\n";
        let expected = [
            "# small Comment",
            "gen Function",
            "-n Option",
            "5 Number",
            "--kind Option",
            "path Text",
            "-s Option",
            "7 Number",
            "tree Text",
            "| Operator",
            "mix Function",
            "> Operator",
            "$ Variable",
            "<#list 1..3 as i> Keyword",
            "gen Function",
            "${i} Variable",
            "\"a b\" Text",
            "> Operator",
            "{2-4} Variable",
            "</#list> Keyword",
        ];
        assert_eq!(shown(script, of_script(script, None)), expected);
    }

    #[test]
    fn words_of_lists() {
        let plan = "@testgroup a {\n@copy 1.in\n@input {\n  1 -n 2\n}\ngen -n 5\n}";
        let expected = [
            "@testgroup Keyword",
            "a Variable",
            "{ Operator",
            "@copy Keyword",
            "1.in Text",
            "@input Keyword",
            "{ Operator",
            "1 -n 2 Text",
            "} Operator",
            "gen Function",
            "-n Option",
            "5 Number",
            "} Operator",
        ];
        assert_eq!(shown(plan, of_script(plan, Some(Format::Rbx))), expected);
        let data = "@subtask a\n@include b\n@validator val -k 2\nmanual 1.in";
        let expected = [
            "@subtask Keyword",
            "a Variable",
            "@include Keyword",
            "b Variable",
            "@validator Keyword",
            "val Function",
            "-k Option",
            "2 Number",
            "manual Keyword",
            "1.in Text",
        ];
        assert_eq!(shown(data, of_script(data, Some(Format::Tps))), expected);
    }

    #[test]
    fn words_of_checktestdata() {
        let program = "INT(1, 9, n) # n\nSTRING(\"a\")";
        let expected =
            ["INT Keyword", "1 Number", "9 Number", "n Variable", "# n Comment", "STRING Keyword", "\"a\" Text"];
        assert_eq!(shown(program, of_checktestdata(program)), expected);
    }
}
