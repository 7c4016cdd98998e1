//! What names mean in a source: which of testlib's objects are still testlib's.
//!
//! Invariant: a name that the source declares or defines anywhere means nothing of testlib's everywhere, unless each of
//! its declarations has a type of testlib's.

use std::collections::{HashMap, HashSet};

use crate::{
    api::{Owner, api},
    literal,
    nodes::Nodes,
    scan::is_word,
    source::Source,
    walk::Visit,
};

/// Names of a source.
pub(super) struct Names<'s> {
    /// What the source declares, with the class of testlib's that all declarations of it have.
    declared: HashMap<&'s str, Option<Owner>>,
    macros: HashSet<&'s str>,
    /// The words in the bodies of macros.
    macro_words: HashSet<&'s str>,
    /// How often each word is written outside comments.
    words: HashMap<&'s str, usize>,
    /// Some file other than testlib.h and the standard library's is included.
    foreign: bool,
    /// Whether testlib.h is included.
    testlib: bool,
}

impl<'s> Names<'s> {
    pub(super) fn new(source: &'s Source, nodes: &Nodes<'s>) -> Names<'s> {
        let mut names = Names {
            declared: HashMap::new(),
            macros: HashSet::new(),
            macro_words: HashSet::new(),
            words: words(source),
            foreign: false,
            testlib: false,
        };
        for (at, item) in nodes.all() {
            match item.visit.kind {
                "identifier" | "type_identifier" | "field_identifier" if declares(&item.visit) => {
                    names.declare(source.node_text(item.visit.node), class(source, nodes, at));
                }
                "preproc_def" | "preproc_function_def" => names.see_macro(source, &item.visit),
                "preproc_include" => names.see_include(source, &item.visit),
                _ => {}
            }
        }
        names
    }

    fn declare(&mut self, name: &'s str, class: Option<Owner>) {
        self.declared.entry(name).and_modify(|known| *known = known.filter(|_| *known == class)).or_insert(class);
    }

    fn see_macro(&mut self, source: &'s Source, visit: &Visit<'s>) {
        self.macros.extend(visit.node.child_by_field_name("name").map(|name| source.node_text(name)));
        let body = visit.node.child_by_field_name("value").map_or("", |body| source.node_text(body));
        self.macro_words.extend(split_words(literal::without_comment(body)));
    }

    fn see_include(&mut self, source: &'s Source, visit: &Visit<'s>) {
        let path = visit.node.child_by_field_name("path").map_or("", |path| source.node_text(path));
        let name = path.trim_matches(['"', '<', '>']);
        let is_testlib = name.rsplit('/').next() == Some("testlib.h");
        self.testlib |= is_testlib;
        self.foreign |= !is_testlib && !is_standard(name);
    }

    pub(super) fn includes_testlib(&self) -> bool {
        self.testlib
    }

    /// Whether something may come from a file that is not seen here.
    pub(super) fn is_foreign(&self) -> bool {
        self.foreign
    }

    /// Whether the source gives a name a meaning of its own.
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.declared.contains_key(name) || self.is_macro(name)
    }

    pub(super) fn is_macro(&self, name: &str) -> bool {
        self.macros.contains(name)
    }

    pub(super) fn is_in_macro(&self, word: &str) -> bool {
        self.macro_words.contains(word)
    }

    /// How often a word is written outside comments.
    pub(super) fn count(&self, word: &str) -> usize {
        self.words.get(word).copied().unwrap_or(0)
    }

    /// Whether a word that starts like this is written outside comments.
    pub(super) fn mentions_start(&self, start: &str) -> bool {
        self.words.keys().any(|word| word.starts_with(start))
    }

    pub(super) fn mentions(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    /// The class of testlib's that an object has.
    pub(super) fn class_of(&self, object: &str) -> Option<Owner> {
        if self.is_macro(object) {
            return None;
        }
        self.declared.get(object).copied().unwrap_or_else(|| api().owner_of(object))
    }
}

/// Whether a name stands where its declaration gives it.
fn declares(visit: &Visit<'_>) -> bool {
    let previous = visit.previous.unwrap_or("");
    match visit.parent.unwrap_or("") {
        "class_specifier"
        | "struct_specifier"
        | "union_specifier"
        | "enum_specifier"
        | "alias_declaration"
        | "type_parameter_declaration"
        | "optional_type_parameter_declaration"
        | "type_definition" => previous != "=",
        "array_declarator"
        | "for_range_loop"
        | "init_declarator"
        | "declaration"
        | "parameter_declaration"
        | "optional_parameter_declaration"
        | "field_declaration"
        | "enumerator"
        | "lambda_capture_initializer"
        | "function_declarator"
        | "pointer_declarator"
        | "reference_declarator"
        | "parenthesized_declarator"
        | "variadic_declarator" => {
            visit.kind != "type_identifier"
                && !matches!(previous, "=" | ":")
                && (visit.parent != Some("array_declarator") || previous.is_empty())
        }
        "structured_binding_declarator" | "attributed_declarator" => true,
        _ => false,
    }
}

/// The class of testlib's in which a name is declared.
fn class(source: &Source, nodes: &Nodes<'_>, at: usize) -> Option<Owner> {
    let mut above = nodes.parent(at);
    while nodes.kind(above).ends_with("_declarator") {
        if matches!(nodes.kind(above), "function_declarator" | "array_declarator" | "structured_binding_declarator") {
            return None;
        }
        above = nodes.parent(above);
    }
    let written = source.node_text(nodes.get(above)?.visit.node.child_by_field_name("type")?);
    Owner::ALL.into_iter().find(|owner| owner.class() == written)
}

fn words(source: &Source) -> HashMap<&str, usize> {
    let mut words = HashMap::new();
    let mut from = 0;
    let end = source.text().len();
    let ends = source.comments().iter().cloned().chain(std::iter::once(end..end));
    for comment in ends {
        for word in split_words(source.slice(from..comment.start)) {
            *words.entry(word).or_insert(0) += 1;
        }
        from = comment.end;
    }
    words
}

fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| character.is_ascii() && !is_word(character as u8)).filter(|word| !word.is_empty())
}

/// Whether a header belongs to a compiler or its system.
fn is_standard(name: &str) -> bool {
    const WITH_ENDING: [&str; 14] = [
        "assert.h",
        "ctype.h",
        "errno.h",
        "float.h",
        "inttypes.h",
        "limits.h",
        "math.h",
        "memory.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "time.h",
        "unistd.h",
    ];
    let of_system = ["bits/", "ext/", "sys/", "tr1/"].iter().any(|directory| name.starts_with(directory));
    of_system || !name.contains('.') && !name.contains('/') || WITH_ENDING.contains(&name)
}
