//! The command-line options a generator reads: testlib's `opt` and `has_opt`, and `argv` itself.
//!
//! Invariant: what is not understood makes the list incomplete, never wrong. `has_default` is set wherever the option
//! may be left out: a default is given, the type is `bool` (a missing one reads false), the program asks `has_opt` for
//! the same name, or the read hangs on a condition about `argc`.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use problem::{
    facts::{OptionKey, OptionRead},
    text,
};
use tree_sitter::Node;

use crate::{
    call::{Argument, Call},
    literal, registers,
    scan::is_word,
    scope::{Scope, declared_name},
    source::Source,
    walk::Visit,
};

/// Functions other than the register functions that take all of `argv` and read no option under a name of their own.
const TAKES_ARGV: [&str; 3] = ["prepareOpts", "setSeed", "register_gen"];

/// What lies in more than so many nodes is not followed to `main`.
const MAX_AROUND: usize = 64;

/// What the walk has passed so far.
pub(crate) struct Options<'s> {
    source: &'s Source,
    reads: Vec<OptionRead>,
    incomplete: bool,
    /// Names that `has_opt` asks for.
    asked: HashSet<String>,
    /// Offsets of the uses of `argv` that are understood.
    understood: HashSet<usize>,
    /// For the offset of an `argv[1]` in `atoi(argv[1])`, the type that gives and the range of the call.
    converted: HashMap<usize, (&'static str, text::Range)>,
    conditions: Conditions,
    /// What stands behind it may never be come to: a run may have ended before.
    ended: bool,
}

impl<'s> Options<'s> {
    pub(crate) fn new(source: &'s Source) -> Options<'s> {
        Options {
            source,
            reads: Vec::new(),
            incomplete: false,
            asked: HashSet::new(),
            understood: HashSet::new(),
            converted: HashMap::new(),
            conditions: Conditions::default(),
            ended: false,
        }
    }

    pub(crate) fn see(&mut self, scope: &Scope, visit: &Visit<'s>) {
        match visit.kind {
            "if_statement" | "conditional_expression" => self.conditions.open(visit.node),
            "identifier" | "type_identifier" => self.see_name(scope, visit),
            "parameter_declaration" => {
                self.understood.extend(declared_name(visit.node).map(|name| name.start_byte()));
            }
            "cast_expression" => self.see_cast(visit.node),
            "subscript_expression" => self.see_subscript(scope, visit.node),
            "preproc_def" | "preproc_function_def" => self.see_macro(visit.node),
            "return_statement" | "goto_statement" | "throw_statement" => self.ended |= scope.in_main(visit.start()),
            "ERROR" | "preproc_if" | "preproc_ifdef" => self.ended = true,
            _ => {}
        }
    }

    pub(crate) fn see_call(&mut self, call: &Call<'s>) {
        if registers::register(call.name).is_some() || TAKES_ARGV.contains(&call.name) {
            self.understood.extend(call.arguments.iter().map(|argument| argument.span.start));
        } else if let Some(type_name) = conversion(call.name)
            && let Some(first) = call.arguments.first()
        {
            self.converted.insert(first.span.start, (type_name, self.source.range(call.span.clone())));
        }
        let Some(first) = call.arguments.first().filter(|_| !call.on_object) else { return };
        match call.name {
            "opt" => {
                let type_name = call.template.unwrap_or("");
                let key = key(first);
                let named_bool = type_name == "bool" && matches!(key, Some(OptionKey::Name(_)));
                self.read(key, type_name, call.arguments.len() > 1 || named_bool, call);
            }
            "has_opt" => {
                let key = key(first);
                if let Some(OptionKey::Name(name)) = &key {
                    self.asked.insert(name.clone());
                }
                self.read(key, "bool", true, call);
            }
            "opts" => self.incomplete = true,
            "exit" | "_Exit" | "quit" | "quitf" | "quick_exit" => self.ended = true,
            _ => {}
        }
    }

    /// The reads in source order and whether some are missing.
    pub(crate) fn finish(mut self) -> (Vec<OptionRead>, bool) {
        for read in &mut self.reads {
            read.has_default |= matches!(&read.key, OptionKey::Name(name) if self.asked.contains(name));
        }
        (self.reads, self.incomplete)
    }

    fn read(&mut self, key: Option<OptionKey>, type_name: &str, has_default: bool, call: &Call<'s>) {
        let Some(key) = key else {
            self.incomplete = true;
            return;
        };
        // Index 0 is the program itself.
        if key != OptionKey::Index(0) {
            let guarded = matches!(key, OptionKey::Index(_)) && self.conditions.guards(call.span.start);
            self.reads.push(OptionRead {
                key,
                type_name: type_name.to_owned(),
                has_default: has_default || guarded,
                is_certain: !self.ended && self.is_straight(call.span.clone()),
                range: self.source.range(call.span.clone()),
            });
        }
    }

    /// Whether a place in `main` is come to once its beginning is: nothing around it chooses or repeats.
    fn is_straight(&self, span: Range<usize>) -> bool {
        const PLAIN: [&str; 15] = [
            "call_expression",
            "argument_list",
            "init_declarator",
            "declaration",
            "expression_statement",
            "assignment_expression",
            "parenthesized_expression",
            "cast_expression",
            "binary_expression",
            "unary_expression",
            "template_function",
            "initializer_list",
            "compound_statement",
            "field_expression",
            "subscript_expression",
        ];
        let root = self.source.tree().root_node();
        let mut node = root.descendant_for_byte_range(span.start, span.end).filter(|node| node.byte_range() == span);
        for _ in 0..MAX_AROUND {
            let Some(inner) = node else { return false };
            if inner.kind() == "function_definition" {
                let name =
                    inner.child_by_field_name("declarator").and_then(|node| node.child_by_field_name("declarator"));
                return name.is_some_and(|name| self.source.node_text(name) == "main");
            }
            let is_plain = PLAIN.contains(&inner.kind());
            // The right side of `&&` is not always looked at.
            let operator = inner.child_by_field_name("operator").map(|operator| operator.kind());
            if !is_plain || matches!(operator, Some("&&" | "||")) {
                return false;
            }
            node = inner.parent();
        }
        false
    }

    fn see_name(&mut self, scope: &Scope, visit: &Visit<'s>) {
        let name = self.source.node_text(visit.node);
        match parameter_index(scope, name) {
            Some(0) => self.conditions.see_argc(visit.start()),
            Some(1) => self.incomplete |= !self.understood.contains(&visit.start()),
            Some(_) | None => {}
        }
        // `opt<int>("n"` where the template does not parse.
        if visit.in_error() && name == "opt" {
            let after = self.source.slice(visit.end()..self.source.text().len());
            self.incomplete |= after.trim_start().starts_with('<');
        }
    }

    /// `argv[1]`
    fn see_subscript(&mut self, scope: &Scope, node: Node<'s>) {
        let Some(argument) = node.child_by_field_name("argument") else { return };
        if argument.kind() != "identifier" || parameter_index(scope, self.source.node_text(argument)) != Some(1) {
            return;
        }
        let indices = node.child_by_field_name("indices").map_or("", |indices| self.source.node_text(indices));
        let index = indices.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).and_then(literal::integer);
        let Some(index) = index.and_then(|index| u32::try_from(index).ok()) else { return };
        self.understood.insert(argument.start_byte());
        if index > 0 {
            let plain = || ("", self.source.range(node.byte_range()));
            let (type_name, range) = self.converted.remove(&node.start_byte()).unwrap_or_else(plain);
            let has_default = self.conditions.guards(node.start_byte());
            let key = OptionKey::Index(index);
            let is_certain = !self.ended && self.is_straight(node.byte_range());
            self.reads.push(OptionRead { key, type_name: type_name.to_owned(), has_default, is_certain, range });
        }
    }

    /// `(void)argv`
    fn see_cast(&mut self, node: Node<'s>) {
        let is_void = node.child_by_field_name("type").is_some_and(|name| self.source.node_text(name) == "void");
        self.understood.extend(node.child_by_field_name("value").filter(|_| is_void).map(|value| value.start_byte()));
    }

    /// The body of a macro is not parsed, so an option read there is not seen.
    fn see_macro(&mut self, node: Node<'s>) {
        let body = node.child_by_field_name("value").map_or("", |body| self.source.node_text(body));
        let mut words = body.split(|character: char| !character.is_ascii() || !is_word(character as u8));
        self.incomplete |= words.any(|word| matches!(word, "opt" | "has_opt" | "argv"));
    }
}

/// Which parameter of `main` a name is: 0 is `argc`, 1 is `argv`, whatever they are called.
fn parameter_index(scope: &Scope, name: &str) -> Option<usize> {
    let named = scope.main().and_then(|main| main.parameters.iter().position(|parameter| parameter == name));
    named.or(match name {
        "argc" => Some(0),
        "argv" => Some(1),
        _ => None,
    })
}

/// The option that an argument names.
pub(crate) fn key(argument: &Argument<'_>) -> Option<OptionKey> {
    let index = || literal::integer(argument.text).and_then(|index| u32::try_from(index).ok());
    literal::string(argument.text).map(OptionKey::Name).or_else(|| index().map(OptionKey::Index))
}

/// The type of what a function makes of a text.
fn conversion(function: &str) -> Option<&'static str> {
    match function {
        "atoi" | "stoi" => Some("int"),
        "atol" | "stol" | "strtol" => Some("long"),
        "atoll" | "stoll" | "strtoll" => Some("long long"),
        "stoul" | "strtoul" => Some("unsigned long"),
        "stoull" | "strtoull" => Some("unsigned long long"),
        "atof" | "stod" | "strtod" => Some("double"),
        "stof" | "strtof" => Some("float"),
        "stold" | "strtold" => Some("long double"),
        "string" => Some("string"),
        _ => None,
    }
}

/// Which places hang on a condition about `argc`.
#[derive(Default)]
struct Conditions {
    /// The ends of the condition and of the whole statement or expression, innermost last.
    open: Vec<(usize, usize)>,
    guarded_until: usize,
}

impl Conditions {
    fn open(&mut self, node: Node<'_>) {
        let condition_end = node.child_by_field_name("condition").map_or(node.start_byte(), |node| node.end_byte());
        self.open.push((condition_end, node.end_byte()));
    }

    fn see_argc(&mut self, offset: usize) {
        while self.open.last().is_some_and(|&(_, end)| end <= offset) {
            self.open.pop();
        }
        if let Some(&(condition_end, end)) = self.open.last()
            && offset < condition_end
        {
            self.guarded_until = self.guarded_until.max(end);
        }
    }

    fn guards(&self, offset: usize) -> bool {
        offset < self.guarded_until
    }
}
