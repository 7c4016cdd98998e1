//! Calls of functions, with what stands between their parentheses.
//!
//! Invariant: a declaration is no call. A call is found also where the source around it does not parse.

use std::ops::Range;

use tree_sitter::Node;

use crate::{scan::is_word, source::Source, walk::Visit};

/// How far the closing parenthesis of a call is looked for, in bytes, where the source does not parse.
const MAX_RECOVERED: usize = 512;

/// A call as written.
#[derive(Clone, Debug)]
pub struct Call<'s> {
    /// The last part of the function's name: `exit` for `std::exit`, `next` for `rnd.next`.
    pub name: &'s str,
    /// Where that part begins.
    pub name_start: usize,
    /// What stands between the angle brackets after the name.
    pub template: Option<&'s str>,
    /// Whether it is called on an object.
    pub on_object: bool,
    /// The arguments.
    pub arguments: Vec<Argument<'s>>,
    /// From the first byte of the name or object to the closing parenthesis.
    pub span: Range<usize>,
}

/// One argument of a call.
#[derive(Clone, Debug)]
pub struct Argument<'s> {
    /// Its bytes.
    pub span: Range<usize>,
    /// Its text.
    pub text: &'s str,
    /// Its syntax; `None` in a part of the source that does not parse.
    pub node: Option<Node<'s>>,
}

impl<'s> Call<'s> {
    /// The call that a node of the walk is.
    pub fn at(source: &'s Source, visit: &Visit<'s>) -> Option<Call<'s>> {
        match visit.kind {
            "call_expression" => {
                let callee = Callee::read(source, visit.node.child_by_field_name("function")?)?;
                let arguments = arguments(source, visit.node.child_by_field_name("arguments")?);
                Some(callee.call(arguments, visit.node.byte_range()))
            }
            "identifier" | "template_function" | "qualified_identifier" if visit.in_error() => {
                let declared = visit.previous.is_some_and(|kind| {
                    kind.ends_with("_specifier") || matches!(kind, "primitive_type" | "template_type")
                });
                let mut callee = Callee::read(source, visit.node).filter(|_| !declared)?;
                callee.on_object |= matches!(visit.previous, Some("." | "->"));
                let (arguments, end) = recovered(source, visit.end())?;
                Some(callee.call(arguments, visit.start()..end))
            }
            _ => None,
        }
    }

    /// The call that a declaration would be if its name is a function's: `IO registerGen(argc, argv, 1);`, where a macro
    /// without a semicolon stands in the place of the type.
    pub(crate) fn disguised(source: &'s Source, visit: &Visit<'s>) -> Option<Call<'s>> {
        let field = match visit.kind {
            "function_declarator" => "parameters",
            "init_declarator" => "value",
            _ => return None,
        };
        if visit.parent != Some("declaration") {
            return None;
        }
        let callee = Callee::read(source, visit.node.child_by_field_name("declarator")?)?;
        let list = visit.node.child_by_field_name(field)?;
        let is_list = matches!(list.kind(), "parameter_list" | "argument_list");
        is_list.then(|| callee.call(arguments(source, list), visit.node.byte_range()))
    }
}

/// What is called.
struct Callee<'s> {
    name: &'s str,
    name_start: usize,
    template: Option<&'s str>,
    on_object: bool,
}

impl<'s> Callee<'s> {
    fn read(source: &'s Source, mut node: Node<'s>) -> Option<Callee<'s>> {
        let mut callee = Callee { name: "", name_start: node.start_byte(), template: None, on_object: false };
        loop {
            match node.kind() {
                "identifier" | "field_identifier" => {
                    callee.name = source.node_text(node);
                    callee.name_start = node.start_byte();
                    return Some(callee);
                }
                "template_function" | "template_method" => {
                    let written = source.node_text(node.child_by_field_name("arguments")?);
                    let inside = written.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
                    callee.template = Some(inside.unwrap_or(written).trim());
                    node = node.child_by_field_name("name")?;
                }
                "qualified_identifier" => node = node.child_by_field_name("name")?,
                "field_expression" => {
                    callee.on_object = true;
                    node = node.child_by_field_name("field")?;
                }
                _ => return None,
            }
        }
    }

    fn call(self, arguments: Vec<Argument<'s>>, span: Range<usize>) -> Call<'s> {
        let Callee { name, name_start, template, on_object } = self;
        Call { name, name_start, template, on_object, arguments, span }
    }
}

/// The arguments of an argument list: what stands between its commas, without comments.
fn arguments<'s>(source: &'s Source, list: Node<'s>) -> Vec<Argument<'s>> {
    let mut arguments = Vec::new();
    let mut open: Option<(Range<usize>, Node<'s>)> = None;
    for node in list.children(&mut list.walk()) {
        match node.kind() {
            "(" | "comment" => {}
            "," | ")" => arguments.extend(open.take()),
            _ => match &mut open {
                Some((span, _)) => span.end = node.end_byte(),
                None => open = Some((node.byte_range(), node)),
            },
        }
    }
    arguments.extend(open);
    arguments
        .into_iter()
        .map(|(span, node)| Argument { text: source.slice(span.clone()), span, node: Some(node) })
        .collect()
}

/// The arguments written after a name and where the call ends, read from the text alone. A call that is not closed ends
/// with its statement.
fn recovered(source: &Source, from: usize) -> Option<(Vec<Argument<'_>>, usize)> {
    let bytes = source.text().as_bytes();
    let open = from + bytes[from..].iter().take(MAX_RECOVERED).position(|byte| !byte.is_ascii_whitespace())?;
    if bytes[open] != b'(' {
        return None;
    }
    let limit = bytes.len().min(open + MAX_RECOVERED);
    let mut arguments = Vec::new();
    let (mut at, mut start, mut depth) = (open + 1, open + 1, 0_usize);
    while at < limit {
        match bytes[at] {
            b'"' | b'\'' => at = closing_quote(bytes, at),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth > 0 => depth -= 1,
            b')' | b']' | b'}' | b';' => break,
            b',' if depth == 0 => {
                arguments.extend(recovered_argument(source, start..at));
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    let at = at.min(bytes.len());
    arguments.extend(recovered_argument(source, start..at));
    let closed = bytes.get(at) == Some(&b')');
    let end = if closed { at + 1 } else { arguments.last().map_or(open + 1, |argument| argument.span.end) };
    Some((arguments, end))
}

/// The offset of the quote that closes the one at `from`; `from` itself when it separates digits or is not closed.
fn closing_quote(bytes: &[u8], from: usize) -> usize {
    if bytes[from] == b'\'' && is_word(bytes[from - 1]) {
        return from;
    }
    let end = bytes.len().min(from + MAX_RECOVERED);
    let mut at = from + 1;
    while at < end && bytes[at] != bytes[from] && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    if at < end && bytes[at] == bytes[from] { at } else { from }
}

/// The argument written in a span that starts at a character's boundary; `None` when nothing is written there.
fn recovered_argument(source: &Source, span: Range<usize>) -> Option<Argument<'_>> {
    let written = source.slice(span.clone());
    let start = span.start + (written.len() - written.trim_start().len());
    let text = written.trim();
    (!text.is_empty()).then(|| Argument { span: start..start + text.len(), text, node: None })
}
