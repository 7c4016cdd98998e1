//! Whether what looks like a number or a variable is one, or a part of a larger formula.
//!
//! Invariant: in doubt it is a part, and nothing is said of it.

use std::ops::Range;

use super::{
    bounds::stem,
    tokens::{Kind, TIMES, begins_item, begins_relation, breaks, factor_end, one_of, past_blanks},
};

/// Signs and commands that make one formula of what stands beside them.
const OPERATORS: [&str; 22] = [
    "+", "-", "−", "–", "*", "/", "^", "!", "·", "×", "⋅", "∙", "∗", "÷", "√", "\\cdot", "\\times", "\\ast", "\\div",
    "\\pm", "%", "&minus;",
];
/// Commands of TeX behind which a formula has ended, or goes on as text.
const ENDS: [&str; 12] = [
    "\\quad",
    "\\qquad",
    "\\end",
    "\\item",
    "\\par",
    "\\newline",
    "\\hspace",
    "\\hfill",
    "\\dots",
    "\\ldots",
    "\\land",
    "\\InputFile",
];
/// Commands whose braces hold text.
const TEXTS: [&str; 6] = ["\\text", "\\textrm", "\\mbox", "\\textit", "\\textbf", "\\emph"];
/// Words that make another number of the one before them.
const AMOUNTS: [&str; 16] = [
    "thousand", "million", "billion", "trillion", "lakh", "lakhs", "crore", "hundred", "dozen", "times", "plus",
    "minus", "mod", "percent", "xor", "divided",
];
/// Words of two letters that are no product of two variables.
const SHORT_WORDS: [&str; 18] =
    ["in", "is", "on", "of", "or", "to", "at", "if", "by", "as", "we", "it", "no", "so", "be", "do", "cm", "an"];

/// Whether a text is a sign that makes one formula of what stands beside it, or a function.
pub(super) fn is_operator(text: &str) -> bool {
    let is_command = || text.strip_prefix('\\').is_some_and(|name| name.starts_with(char::is_alphabetic));
    OPERATORS.contains(&text) || is_command() && !ENDS.contains(&text) && !TEXTS.contains(&text)
}

/// Whether the token there goes into a formula that has begun before it: the 1 of `n - 1`, the n of `2^n`.
pub(super) fn goes_into(text: &str, tokens: &[(Kind<'_>, Range<usize>)], at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let ((kind, place), (own, here)) = (&tokens[before], &tokens[at]);
    let said = &text[place.clone()];
    let end_before = before.checked_sub(1).map_or(0, |earlier| tokens[earlier].1.end);
    match kind {
        // `for all n -5` is nothing that anybody writes; `and -5` is.
        Kind::Name(name) => {
            let is_number = matches!(own, Kind::Number(_));
            let is_signed = text[here.clone()].starts_with(['-', '−', '–', '&']);
            let is_variable = stem(name).chars().count() == 1 || stem(name).len() < name.len();
            is_number && (matches!(*name, "mod" | "div" | "xor") || is_signed && is_variable)
        }
        Kind::Other if said.starts_with(|one: char| one.is_ascii_digit()) => true,
        Kind::Other => {
            // The sign of an item is none of a formula.
            let is_item = begins_item(text, end_before, place.start) || text[..place.start].trim().is_empty();
            let is_operator = OPERATORS.contains(&said) || matches!(said, "\\mod" | "\\bmod" | "\\sqrt" | "\\frac");
            // Dashes between words have blanks on both sides.
            let is_dash = matches!(said, "-" | "–" | "−")
                && text[..place.start].ends_with(' ')
                && !matches!(
                    before.checked_sub(1).map(|earlier| tokens[earlier].0),
                    Some(Kind::Name(_) | Kind::Number(_))
                );
            // Stars that stand together, or only before the number, make it bold.
            let is_star = said == "*" && {
                let (before, behind) = (&text[..place.start], &text[place.end..]);
                before.ends_with('*') || before.ends_with([' ', '\n', '(']) && !behind.starts_with([' ', '\n'])
            };
            is_operator && !is_item && !is_dash && !is_star
        }
        Kind::Number(_) | Kind::Comma | Kind::AtMost | Kind::Less | Kind::Order => false,
    }
}

/// Whether a formula ends there.
pub(super) fn closes(text: &str, end: usize) -> bool {
    text[end..].starts_with(['$', '`'])
}

/// Whether what stands behind a number, blanks aside from `next` on, may be a part of it: what it is raised to, or a gap between
/// its digits, however that is written. An entity may be either.
fn may_go_on(text: &str, end: usize, next: usize) -> bool {
    const GAPS: [&str; 6] = ["\\:", "\\>", "\\!", "\\thinspace", "\\medspace", "\\negthinspace"];
    let rest = &text[next..];
    let is_quoted = text[end..].strip_prefix(['\'', '’']).is_some_and(|one| one.starts_with(char::is_alphanumeric));
    let is_thin = |one: char| matches!(one, '\u{2000}'..='\u{200b}' | '\u{205f}' | '\u{2060}');
    let is_raised = rest.get(..4).is_some_and(|tag| tag.eq_ignore_ascii_case("<sup"));
    let begins_name = |name: &str| name.starts_with(|one: char| one == '#' || one.is_ascii_alphabetic());
    let is_entity = rest.strip_prefix('&').is_some_and(begins_name);
    rest.starts_with('{')
        || is_quoted
        || is_raised
        || rest.starts_with(is_thin)
        || GAPS.iter().any(|gap| rest.starts_with(*gap))
        || is_entity && !begins_relation(text, next) && !rest.starts_with("&mdash;")
}

/// Whether a number ends there: nothing that it is multiplied with, added to or raised to follows.
pub(super) fn is_whole(text: &str, end: usize) -> bool {
    if closes(text, end) {
        // An exponent may be a formula of its own.
        return one_of(text, end + 1, &["^", "<sup"]).is_none();
    }
    if text[end..].starts_with(|one: char| one.is_alphanumeric() || one == '^' || one == '.') {
        // A full stop may end the sentence.
        let after_stop = text[end..].strip_prefix('.');
        return after_stop.is_some_and(|after| !after.starts_with(|one: char| one.is_ascii_digit()));
    }
    let next = past_blanks(text, end);
    if begins_item(text, end, next) || breaks(text, end, next) {
        return true;
    }
    if may_go_on(text, end, next) {
        return false;
    }
    let is_times = one_of(text, next, &TIMES).is_some() && !text[next..].starts_with("**");
    !is_times && !goes_on(text, end, next)
}

/// Whether a formula goes on behind a number that ends at `end`, with what stands at `next`, blanks aside.
fn goes_on(text: &str, end: usize, next: usize) -> bool {
    let rest = &text[next..];
    let Some(first) = rest.chars().next() else { return false };
    if first == '\\' {
        let name: usize = rest[1..].find(|one: char| !one.is_ascii_alphabetic()).unwrap_or(rest.len() - 1);
        let command = &rest[..=name];
        if TEXTS.contains(&command) {
            // `1\text{e}9` is a number.
            return !rest[command.len()..].trim_start_matches('{').starts_with([' ', '~']) && next == end;
        }
        let is_relation = begins_relation(text, next) || matches!(command, "\\ne" | "\\neq" | "\\in" | "\\forall");
        return name > 0 && !ENDS.contains(&command) && !is_relation;
    }
    if first == '•' {
        // Either a point between factors, or the sign of an item.
        let factor = factor_end(text, past_blanks(text, next + first.len_utf8()));
        return factor.is_some_and(|end| !begins_relation(text, past_blanks(text, end)));
    }
    if first == '(' {
        return !is_aside(rest, next > end);
    }
    if first.is_alphanumeric() {
        let word = &rest[..rest.find(|one: char| !(one.is_alphanumeric() || one == '_')).unwrap_or(rest.len())];
        let letters = word.chars().count();
        return letters == 1
            || AMOUNTS.contains(&word.to_lowercase().as_str())
            || letters == 2 && word.bytes().all(|byte| byte.is_ascii_lowercase()) && !SHORT_WORDS.contains(&word);
    }
    let is_size = rest.strip_prefix('|').is_some_and(|after| after.starts_with(char::is_alphanumeric));
    // A dash that is none of a formula has been told from a minus already.
    let is_sign = OPERATORS.iter().any(|sign| !matches!(*sign, "*" | "·" | "%" | "–") && rest.starts_with(*sign));
    is_size || is_sign || matches!(first, '[' | '⌊' | '⌈' | '√' | '∛' | '∗')
}

/// Whether a bracket says something aside, in words or about another variable: `10^9 (1 ≤ i ≤ n)`.
fn is_aside(rest: &str, is_apart: bool) -> bool {
    const LONGEST: usize = 200;
    let inside = rest.get(1..).unwrap_or_default();
    let length = inside.char_indices().take(LONGEST).find(|(_, one)| *one == ')').map(|(at, _)| at);
    let Some(inside) = length.map(|length| &inside[..length]) else { return false };
    let has_order =
        ["≤", "<", "≥", ">", "\\le", "\\ge", "=", "&lt;", "&le;", "≦"].iter().any(|sign| inside.contains(sign));
    let n_words = inside.split(|one: char| !one.is_alphabetic()).filter(|word| word.chars().count() > 2).count();
    is_apart && (has_order || n_words > 1)
}

/// Whether the line there speaks of a part of the tests, or of the samples: what it bounds is bounded there alone.
pub(super) fn is_of_part(text: &str, at: usize) -> bool {
    const NEAR: usize = 200;
    let near = (at.saturating_sub(NEAR)..at).find(|place| text.is_char_boundary(*place)).unwrap_or(at);
    let line = text[near..at].rsplit('\n').next().unwrap_or_default().to_lowercase();
    let says = |line: &str, words: &[&str]| words.iter().any(|word| line.contains(word));
    says(&line, &["subtask", "sub-task", "note that", "in the sample", "in sample", "% of ", "\\% of "])
        || line.trim_start().starts_with('|') && says(&head_of_table(text, at).to_lowercase(), &["subtask", "sub-task"])
}

/// The first line of the table of Markdown in whose row a place lies.
fn head_of_table(text: &str, at: usize) -> &str {
    // Further up nothing is looked for, so that time stays linear.
    const NEAR: usize = 4 << 10;
    let near = (at.saturating_sub(NEAR)..at).find(|place| text.is_char_boundary(*place)).unwrap_or(at);
    let rows = text[near..at].rsplit('\n').take_while(|row| row.trim_start().starts_with('|'));
    rows.last().unwrap_or_default()
}
