//! Patterns, the small language that looks like regular expressions.

mod parse;

use problem::finding::Severity;

use super::{
    Change, Found,
    characters::{Character, characters},
    view::{Site, Target, View},
};
use crate::{api::Owner, call::Argument, nodes::NONE, readers::Reader};
use parse::{Parsed, Symbol, parse};

/// What a pattern is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// Texts are matched with it.
    Matching,
    /// Texts are drawn from it.
    Drawing,
}

/// A pattern as written.
struct Literal {
    characters: Vec<Character>,
    /// With its quotes.
    span: std::ops::Range<usize>,
}

/// Longer patterns are not looked at.
const MAX_SYMBOLS: usize = 400;

/// 19 and 20.
pub(super) fn find(view: &View<'_>) -> Vec<Found> {
    let of_calls = view.sites.iter().filter_map(|site| of_call(view, site));
    let of_declarations = view.nodes.of_kind("init_declarator").filter_map(|(at, _)| of_declaration(view, at));
    of_calls.chain(of_declarations).flat_map(|(literal, used)| lints(&literal, used)).collect()
}

/// The pattern that a call is given as a literal.
fn of_call(view: &View<'_>, site: &Site<'_>) -> Option<(Literal, Use)> {
    match site.target {
        Target::Member(Owner::InStream, _) => {
            let reader = Reader::of(site.call.name).filter(|reader| reader.n_bounds == 1)?;
            Some((literal(site.call.arguments.get(reader.n_before)?)?, Use::Matching))
        }
        Target::Member(Owner::Random, _) if site.call.name == "next" => {
            let [only] = &site.call.arguments[..] else { return None };
            let literal = literal(only)?;
            // The text is a format first.
            (!literal.characters.iter().any(|character| character.value == '%')).then_some((literal, Use::Drawing))
        }
        Target::Global if site.call.name == "pattern" && !view.names.is_own("pattern") => {
            let [only] = &site.call.arguments[..] else { return None };
            Some((literal(only)?, Use::Matching))
        }
        Target::Member(..) | Target::Global | Target::Other => None,
    }
}

/// `pattern p("…");`
fn of_declaration(view: &View<'_>, declarator: usize) -> Option<(Literal, Use)> {
    let declaration = view.nodes.parent(declarator);
    if declaration == NONE || view.names.is_own("pattern") {
        return None;
    }
    let type_name = view.nodes.get(declaration)?.visit.node.child_by_field_name("type")?;
    let list = view.nodes.children(declarator).last().filter(|&last| view.nodes.kind(last) == "argument_list")?;
    let mut arguments = view.nodes.named_children(list);
    let (Some(only), None) = (arguments.next(), arguments.next()) else { return None };
    let node = view.nodes.get(only)?.visit.node;
    let argument = Argument { span: node.byte_range(), text: view.text(only), node: Some(node) };
    (view.source.node_text(type_name) == "pattern").then(|| Some((literal(&argument)?, Use::Matching)))?
}

fn literal(argument: &Argument<'_>) -> Option<Literal> {
    let is_text = argument
        .node
        .is_some_and(|node| matches!(node.kind(), "string_literal" | "raw_string_literal" | "concatenated_string"));
    let characters = is_text.then(|| characters(argument.text, argument.span.start)).flatten()?;
    Some(Literal { characters, span: argument.span.clone() })
}

fn lints(literal: &Literal, used: Use) -> Vec<Found> {
    let characters = &literal.characters[..];
    if characters.len() > MAX_SYMBOLS {
        return Vec::new();
    }
    let symbols = Symbol::all(characters);
    let mut found: Vec<Found> = spaces(characters).into_iter().collect();
    let parsed = match parse(&symbols) {
        Ok(parsed) => parsed,
        Err(illegal) => {
            let span = covered(literal, &symbols, illegal.symbols);
            found.push(Found::new(19, Severity::Error, span, format!("this pattern is illegal: {}", illegal.reason)));
            return found;
        }
    };
    found.extend(classes(&symbols));
    found.extend(anchors(&symbols, &parsed));
    found.extend(any_character(&symbols, &parsed));
    found.extend(open_counts(&symbols, &parsed));
    if used == Use::Drawing {
        found.extend(undrawable(&symbols, &parsed));
    }
    found
}

/// The bytes of some symbols; of the whole literal where there are none.
fn covered(literal: &Literal, symbols: &[Symbol], range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    match symbols.get(range) {
        Some([first, .., last]) => first.span.start..last.span.end,
        Some([only]) => only.span.clone(),
        Some([]) | None => literal.span.clone(),
    }
}

/// 19: spaces, which are dropped unless escaped.
fn spaces(characters: &[Character]) -> Option<Found> {
    let is_bare = |at: usize| characters[at].value == ' ' && !is_escaped(characters, at);
    let counts = counts(characters);
    let in_count = |at: &usize| counts.iter().any(|count| count.contains(at));
    let bare: Vec<usize> = (0..characters.len()).filter(|&at| is_bare(at)).filter(|at| !in_count(at)).collect();
    // Around a bar spaces are layout.
    let layout = |at: usize| {
        let before = characters[..at].iter().rev().find(|character| character.value != ' ');
        let after = characters[at..].iter().find(|character| character.value != ' ');
        [before, after].into_iter().any(|near| near.is_none_or(|near| near.value == '|'))
    };
    let first = *bare.iter().find(|&&at| !layout(at))?;
    let message = r"a pattern drops spaces that are not escaped, so no text with a space matches: write `\\ ` for each";
    let changes = bare.iter().filter(|&&at| !layout(at)).map(|&at| {
        let character = &characters[at];
        Change::new(character.span.clone(), if character.raw { r"\ " } else { r"\\ " })
    });
    let found = Found::new(19, Severity::Warning, characters[first].span.clone(), message);
    Some(found.fix("escape the spaces", changes.collect()))
}

/// Where counts stand, such as `{1, 10}`, in which spaces are layout as well.
fn counts(characters: &[Character]) -> Vec<std::ops::Range<usize>> {
    let mut counts = Vec::new();
    let mut open = None;
    for (at, character) in characters.iter().enumerate() {
        match character.value {
            '{' => open = Some(at),
            '}' => counts.extend(open.take().map(|open| open..at)),
            _ => {}
        }
    }
    counts
}

fn is_escaped(characters: &[Character], at: usize) -> bool {
    let backslashes = characters[..at].iter().rev().take_while(|character| character.value == '\\').count();
    backslashes % 2 == 1
}

/// 19: `\d` and the like, which are plain letters.
fn classes(symbols: &[Symbol]) -> Vec<Found> {
    let mut in_set = false;
    let mut found = Vec::new();
    for symbol in symbols {
        match symbol.value {
            '[' if symbol.active => in_set = true,
            ']' if symbol.active => in_set = false,
            _ => {}
        }
        let members = match symbol.value {
            'd' => "0-9",
            'w' => "a-zA-Z0-9_",
            's' => {
                if symbol.raw {
                    r"\ "
                } else {
                    r"\\ "
                }
            }
            _ => continue,
        };
        if symbol.active {
            continue;
        }
        let made = if in_set || symbol.value == 's' { members.to_owned() } else { format!("[{members}]") };
        let message = format!("in a pattern `\\{}` is the plain letter: write `{made}`", symbol.value);
        let lint = Found::new(19, Severity::Warning, symbol.span.clone(), message);
        found.push(lint.fix(format!("write `{made}`"), vec![Change::new(symbol.span.clone(), made)]));
    }
    found
}

/// 19: `^` and `$`, which are plain characters.
fn anchors(symbols: &[Symbol], parsed: &Parsed) -> Vec<Found> {
    let is = |at: usize, value: char| symbols[at].active && symbols[at].value == value;
    let mut found = Vec::new();
    for alternative in parsed.alternatives.iter().filter(|alternative| alternative.len() > 1) {
        let (first, last) = (alternative.start, alternative.end - 1);
        let in_earnest = symbols[alternative.clone()].iter().any(|symbol| symbol.active && symbol.value == '[');
        let (begins, ends) = (is(first, '^'), is(last, '$'));
        let both = begins && ends;
        for (at, there) in [(first, begins), (last, ends)] {
            if !there || !(both || in_earnest) {
                continue;
            }
            let span = symbols[at].span.clone();
            let message = format!(
                "in a pattern `{}` is a plain character, and the whole text has to match anyway: leave it out",
                symbols[at].value
            );
            found.push(
                Found::new(19, Severity::Warning, span.clone(), message)
                    .fix("leave it out", vec![Change::new(span, "")]),
            );
        }
    }
    found
}

/// 19: `.*`, where the point is a plain character.
fn any_character(symbols: &[Symbol], parsed: &Parsed) -> Vec<Found> {
    let is_point = |item: &&parse::Item| {
        let symbol = &symbols[item.start];
        item.count.is_some() && !item.is_optional && symbol.active && symbol.value == '.'
    };
    let points = parsed.items.iter().filter(is_point);
    let found = points.map(|item| {
        let message =
            "in a pattern `.` is a plain point and stands for nothing else: write the set of characters, as in `[a-z]`";
        Found::new(19, Severity::Warning, symbols[item.start].span.clone(), message)
    });
    found.collect()
}

/// 19: `{n,}`, which means exactly n.
fn open_counts(symbols: &[Symbol], parsed: &Parsed) -> Vec<Found> {
    let mut found = Vec::new();
    for item in &parsed.items {
        let Some(count) = item.count.clone().filter(|_| item.is_open) else { continue };
        let span = symbols[count.start].span.start..symbols[count.end - 1].span.end;
        let message = "in a pattern an open count means exactly that many: write both ends, as in `{1,100}`";
        found.push(Found::new(19, Severity::Warning, span, message));
    }
    found
}

/// 20: `*` and `+`, from which nothing is drawn.
fn undrawable(symbols: &[Symbol], parsed: &Parsed) -> Vec<Found> {
    let mut found = Vec::new();
    for item in &parsed.items {
        let Some(count) = item.count.clone().filter(|_| item.is_endless) else { continue };
        let symbol = &symbols[count.start];
        let made = if symbol.value == '+' { "{1,10}" } else { "{0,10}" };
        let message =
            format!("nothing can be drawn from `{}`, which has no largest length: write `{made}`", symbol.value);
        let lint = Found::new(20, Severity::Error, symbol.span.clone(), message);
        found.push(lint.fix(format!("write `{made}`"), vec![Change::new(symbol.span.clone(), made)]));
    }
    found
}
