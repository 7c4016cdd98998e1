//! Names in C++ sources: the word at a place, what it is a member of, and what the source declares itself.
//!
//! Invariant: words are read from the text, so that what is being typed is understood although it does not parse; the
//! tree only tells what the source declares and where its strings are.

use std::ops::Range;

use cpp::{
    api::{Owner, api},
    source::Source,
};

/// A word, possibly an empty one, and what stands before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name<'t> {
    pub(crate) text: &'t str,
    pub(crate) span: Range<usize>,
    pub(crate) before: Before<'t>,
}

/// What a name is looked up in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Before<'t> {
    /// Nothing: it is a global or local name.
    Nothing,
    /// `inf.` or `stream->`
    Object(&'t str),
    /// `pattern("…").`
    Result(&'t str),
    /// `std::`
    Scope(&'t str),
    /// Something else: `a[i].`
    Other,
}

/// How far back the parenthesis that opens a call is looked for, in bytes.
const MAX_CALL: usize = 512;

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

/// The word that a place lies in or at the end of.
pub(crate) fn at(text: &str, offset: usize) -> Name<'_> {
    let span = word_around(text, offset);
    Name { text: &text[span.clone()], before: before(&text[..span.start]), span }
}

fn word_around(text: &str, offset: usize) -> Range<usize> {
    let (head, tail) = text.split_at(offset);
    let start = head.trim_end_matches(is_word).len();
    let end = offset + (tail.len() - tail.trim_start_matches(is_word).len());
    start..end
}

/// The word that a text ends with.
fn last_word(text: &str) -> &str {
    &text[text.trim_end_matches(is_word).len()..]
}

fn before(head: &str) -> Before<'_> {
    let head = head.trim_end();
    if let Some(scope) = head.strip_suffix("::") {
        return Before::Scope(last_word(scope.trim_end()));
    }
    let Some(object) = head.strip_suffix("->").or_else(|| head.strip_suffix('.')).map(str::trim_end) else {
        return Before::Nothing;
    };
    let called = if object.ends_with(')') { before_call(object) } else { Some(object) };
    let Some(object_text) = called else { return Before::Other };
    let word = last_word(object_text);
    let outer = object_text[..object_text.len() - word.len()].trim_end();
    let is_member = outer.ends_with(['.', ':']) || outer.ends_with("->");
    match word.chars().next() {
        Some(first) if !first.is_ascii_digit() && !is_member => {
            if called == Some(object) {
                Before::Object(word)
            } else {
                Before::Result(word)
            }
        }
        Some(_) | None => Before::Other,
    }
}

/// What stands before the parentheses that a text ends with.
fn before_call(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().rev().take(MAX_CALL) {
        match byte {
            b')' => depth += 1,
            b'(' if depth == 1 => return Some(text[..at].trim_end()),
            b'(' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Whether a place lies outside comments and strings.
pub(crate) fn is_code(source: &Source, offset: usize) -> bool {
    let text = source.text();
    let in_comment = source.comments().iter().any(|span| {
        let is_open = text[span.clone()].starts_with("//") || !text[span.clone()].ends_with("*/");
        span.start < offset && (offset < span.end || is_open && offset == span.end)
    });
    let is_string = |kind: &str| kind.ends_with("string_literal") || kind.ends_with("char_literal");
    let in_string = || source.walk().any(|one| is_string(one.kind) && one.start() < offset && offset < one.end());
    let line = &text[text[..offset].rfind('\n').map_or(0, |end| end + 1)..offset];
    !in_comment && !ends_in_quotes(line) && !is_include(line) && !in_string()
}

/// Whether the beginning of a line leaves a string or character open.
fn ends_in_quotes(line: &str) -> bool {
    let mut open: Option<char> = None;
    let mut previous = ' ';
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match (open, character) {
            (Some(_), '\\') => drop(characters.next()),
            (Some(quote), _) if quote == character => open = None,
            (Some(_), _) => {}
            (None, '"') => open = Some('"'),
            (None, '\'') if !is_word(previous) => open = Some('\''),
            (None, _) => {}
        }
        previous = character;
    }
    open.is_some()
}

fn is_include(line: &str) -> bool {
    line.trim_start().strip_prefix('#').is_some_and(|rest| rest.trim_start().starts_with("include"))
}

/// A name that a source declares itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declared<'s> {
    pub(crate) name: &'s str,
    /// The type as written, without `const` and `std::`; empty for what has none.
    pub(crate) type_name: &'s str,
    pub(crate) at: usize,
}

/// The names that a source declares, in its order: functions, variables, parameters, types and macros.
pub(crate) fn declared(source: &Source) -> Vec<Declared<'_>> {
    let mut found = Vec::new();
    let mut type_name = "";
    for visit in source.walk() {
        match visit.kind {
            "declaration"
            | "parameter_declaration"
            | "optional_parameter_declaration"
            | "function_definition"
            | "field_declaration"
            | "for_range_loop" => {
                let written = visit.node.child_by_field_name("type").map_or("", |node| source.node_text(node));
                type_name = last_word(written.trim_end());
            }
            "identifier" | "type_identifier" if declares(visit.parent, visit.previous) => {
                let is_typed = visit.parent.is_some_and(|parent| parent.contains("decl") || parent == "for_range_loop");
                let type_name = if is_typed && visit.kind == "identifier" { type_name } else { "" };
                found.push(Declared { name: source.node_text(visit.node), type_name, at: visit.start() });
            }
            _ => {}
        }
    }
    found
}

/// Whether an identifier below such a parent and after such a sibling is the one that is declared.
fn declares(parent: Option<&str>, previous: Option<&str>) -> bool {
    match parent {
        Some("class_specifier" | "struct_specifier" | "enum_specifier" | "alias_declaration") => {
            matches!(previous, Some("class" | "struct" | "enum" | "using"))
        }
        Some("function_declarator" | "array_declarator" | "init_declarator" | "enumerator") => previous.is_none(),
        Some(
            "declaration"
            | "parameter_declaration"
            | "optional_parameter_declaration"
            | "for_range_loop"
            | "pointer_declarator"
            | "reference_declarator"
            | "preproc_def"
            | "preproc_function_def",
        ) => !matches!(previous, None | Some("=" | ":" | "(")),
        Some(_) | None => false,
    }
}

/// Where a name is to be looked up in the reference: among the global names, or in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(pub(crate) Option<Owner>);

/// The part of the reference that a name belongs to; `None` when it is a member of something else.
pub(crate) fn place(name: &Name<'_>, declared: &[Declared<'_>]) -> Option<Place> {
    let class = |word: &str| Owner::ALL.into_iter().find(|owner| owner.class() == word).map(Some);
    let owner = match name.before {
        Before::Nothing => Some(None),
        Before::Object(object) => {
            let earlier = declared.iter().rev().find(|one| one.name == object && one.at < name.span.start);
            match earlier.or_else(|| declared.iter().find(|one| one.name == object)) {
                Some(own) => class(own.type_name),
                None => api().owner_of(object).map(Some),
            }
        }
        Before::Result(word) | Before::Scope(word) => class(word),
        Before::Other => None,
    };
    owner.map(Place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_what_stands_before_them() {
        let name = |text: &'static str| {
            let offset = text.find('^').unwrap();
            let text: &'static str = text.replace('^', "").leak();
            let name = at(text, offset);
            (name.text, name.before)
        };
        assert_eq!(name("int x = inf.read^Int(1, 2)"), ("readInt", Before::Object("inf")));
        assert_eq!(name("ouf . \n ^"), ("", Before::Object("ouf")));
        assert_eq!(name("stream->re^"), ("re", Before::Object("stream")));
        assert_eq!(name("quit^f(_ok, \"\")"), ("quitf", Before::Nothing));
        assert_eq!(name("pattern(\"[a-z]()\").ma^"), ("ma", Before::Result("pattern")));
        assert_eq!(name("std::shuf^fle"), ("shuffle", Before::Scope("std")));
        for other in ["a[0].n^ext", "a.inf.re^", "1.^", "(a).^", ").^", ".^", "f().g().^"] {
            assert_eq!(name(other).1, Before::Other, "{other}");
        }
        assert_eq!(name("éinf^"), ("éinf", Before::Nothing));
        assert_eq!(name("^"), ("", Before::Nothing));
    }

    #[test]
    fn what_a_source_declares() {
        let source = Source::parse(
            "#define A 1\nstruct S { int f; };\nusing ll = long long;\nint g(InStream& s, const std::string *t = u) \
             { for (auto x : xs) {} int a = b, c[n]; }\nenum E { P };",
        );
        let names: Vec<String> =
            declared(&source).iter().map(|one| format!("{}:{}", one.name, one.type_name)).collect();
        assert_eq!(names.join(" "), "A: S: ll: g:int s:InStream t:string x:auto a:int c:int E: P:");
    }

    #[test]
    fn strings_and_comments_are_no_code() {
        let check = |marked: &str| {
            let offset = marked.find('^').unwrap();
            is_code(&Source::parse(&marked.replace('^', "")), offset)
        };
        for code in ["int ^a; // b", "f(\"a\", ^)", "f('\"', ^)", "1'000'000 ^", "/* a */^ b", ""] {
            assert!(check(&if code.is_empty() { "^".to_owned() } else { code.to_owned() }), "{code}");
        }
        for text in ["// b^", "f(\"a^", "f(\"a^\")", "/* ^ */", "/* ^", "R\"(a\n^)\";", "#include <te^", "'^'"] {
            assert!(!check(text), "{text}");
        }
    }
}
