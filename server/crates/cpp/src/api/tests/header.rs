//! The header's text against the reference: every public name that it declares has an entry.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::*;
use crate::source::Source;

const HEADER: &str = include_str!("../../../../../../testlib/testlib.h");

/// Public because other parts of the header call them; no program should.
const INTERNAL: [(Option<Owner>, &str); 9] = [
    (None, "testlib_ensure_holds"),
    (Some(Owner::InStream), "testlib_ensure_holds"),
    (Some(Owner::Random), "permute"),
    (Some(Owner::Random), "seed"),
    (Some(Owner::Random), "steps"),
    (Some(Owner::Pattern), "parsed"),
    (Some(Owner::Validator), "initialize"),
    (Some(Owner::Validator), "variables"),
    (Some(Owner::Checker), "initialize"),
];

/// Members that a class has from a base class in `testlib_detail`, where the scan does not look.
const INHERITED: [(Owner, &str); 4] = [
    (Owner::Random, "version"),
    (Owner::InStream, "NO_INDEX"),
    (Owner::InStream, "OPEN_BRACKET"),
    (Owner::InStream, "CLOSE_BRACKET"),
];

/// What conditions ask for although it is the system's.
const OF_THE_SYSTEM: [&str; 3] = ["NOMINMAX", "FLT_EVAL_METHOD", "LDBL_MANT_DIG"];

/// How the header's attribute macros begin.
const ATTRIBUTES: [&str; 3] = ["TESTLIB_", "NORETURN", "RAND_THROW_STATEMENT"];

type Name = (Option<Owner>, String);

#[test]
fn every_public_name_has_an_entry() {
    let missing: Vec<String> =
        declared().iter().filter(|name| !is_known(name)).map(|name| format!("{name:?}")).collect();
    assert!(missing.is_empty(), "testlib/api.toml has no entry of\n{}", missing.join("\n"));
}

#[test]
fn every_setting_has_an_entry() {
    let is_setting = |name: &str| api().find(None, name).is_some_and(|entry| entry.kind == Kind::Setting);
    let missing: Vec<&str> = asked_for().into_iter().filter(|name| !is_setting(name)).collect();
    assert!(missing.is_empty(), "testlib/api.toml has no settings {missing:?}");
}

#[test]
fn every_entry_is_declared() {
    let (declared, asked_for) = (declared(), asked_for());
    for entry in api().entries() {
        for name in entry.names() {
            let is_there = declared.contains(&(entry.owner, name.to_owned())) || asked_for.contains(name);
            let is_inherited = entry.owner.is_some_and(|owner| INHERITED.contains(&(owner, name)));
            assert!(is_there || is_inherited, "{}: testlib.h has no {name}", entry.path());
        }
    }
}

fn is_known((owner, name): &Name) -> bool {
    INTERNAL.contains(&(*owner, name)) || api().find(*owner, name).is_some()
}

/// The macros that conditions ask for and that the header does not define itself.
fn asked_for() -> BTreeSet<&'static str> {
    let of_line = |line: &'static str| {
        let condition = line.strip_prefix("#if").or_else(|| line.strip_prefix("#elif")).unwrap_or_default();
        condition.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
    };
    let is_macro = |word: &&str| word.len() > 2 && !word.starts_with('_') && *word == word.to_uppercase();
    let words = HEADER
        .lines()
        .flat_map(of_line)
        .filter(is_macro)
        .filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    let defined: BTreeSet<&str> = HEADER.lines().filter_map(defined_name).collect();
    words
        .filter(|word| !defined.contains(word))
        .filter(|word| !OF_THE_SYSTEM.contains(word) && !word.ends_with("_INCLUDED"))
        .collect()
}

fn defined_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("#define ")?;
    rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()
}

/// The public names that the header declares outside of its own namespace.
fn declared() -> BTreeSet<Name> {
    let source = Source::parse(&without_attributes(HEADER));
    let mut names = BTreeSet::new();
    Scan { source: &source, names: &mut names }.children(source.tree().root_node());
    let macros = HEADER.lines().filter_map(defined_name);
    let is_public = |name: &&str| !name.starts_with("TESTLIB_") && !OF_THE_SYSTEM.contains(name) && *name != "random";
    names.extend(macros.filter(is_public).map(|name| (None, name.to_owned())));
    names
}

/// The text with the header's own attribute macros blanked, because the grammar does not know them.
fn without_attributes(text: &str) -> String {
    let mut blanked = String::with_capacity(text.len());
    let mut code = String::new();
    let mut continues = false;
    for line in text.split_inclusive('\n') {
        let directive = continues || line.starts_with('#');
        continues = directive && line.trim_end().ends_with('\\');
        if directive {
            blanked += &blank_attributes(&std::mem::take(&mut code));
            blanked += line;
        } else {
            code += line;
        }
    }
    blanked + &blank_attributes(&code)
}

fn blank_attributes(code: &str) -> String {
    let mut rest = code;
    let mut blanked = String::new();
    let next = |rest: &str| ATTRIBUTES.iter().filter_map(|word| rest.find(word)).min();
    while let Some(at) = next(rest) {
        let word = rest[at..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len() - at);
        let end = at + word + arguments(&rest[at + word..]);
        blanked += &rest[..at];
        blanked += " ";
        rest = &rest[end..];
    }
    blanked + rest
}

/// How long the arguments are that a text begins with.
fn arguments(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return at + 1,
            ')' => depth -= 1,
            _ if depth == 0 => return 0,
            _ => {}
        }
    }
    0
}

struct Scan<'a> {
    source: &'a Source,
    names: &'a mut BTreeSet<Name>,
}

impl Scan<'_> {
    fn children(&mut self, node: Node<'_>) {
        for child in node.named_children(&mut node.walk()) {
            self.global(child);
        }
    }

    fn global(&mut self, node: Node<'_>) {
        match node.kind() {
            "namespace_definition" | "function_definition" if node.child_by_field_name("name").is_some() => {}
            "template_declaration"
            | "preproc_if"
            | "preproc_ifdef"
            | "preproc_else"
            | "preproc_elif"
            | "linkage_specification"
            | "declaration_list"
            | "ERROR" => self.children(node),
            "class_specifier" | "struct_specifier" | "enum_specifier" => self.type_of(node),
            "function_definition" | "declaration" => {
                if let Some(named) =
                    node.child_by_field_name("type").filter(|named| named.kind().ends_with("_specifier"))
                {
                    self.type_of(named);
                }
                self.declarators(None, node);
            }
            _ => {}
        }
    }

    fn type_of(&mut self, node: Node<'_>) {
        let (Some(name), Some(body)) = (node.child_by_field_name("name"), node.child_by_field_name("body")) else {
            return;
        };
        let name = self.source.node_text(name);
        if name.contains("::") || name.contains('<') {
            return;
        }
        self.names.insert((None, name.to_owned()));
        if node.kind() == "enum_specifier" {
            for one in body.named_children(&mut body.walk()).filter_map(|one| one.child_by_field_name("name")) {
                self.names.insert((None, self.source.node_text(one).to_owned()));
            }
        } else if let Some(owner) = Owner::ALL.into_iter().find(|owner| owner.class() == name) {
            self.members(owner, body, &mut false);
        }
    }

    /// The public members among the children of a class body, or of a condition in it.
    fn members(&mut self, owner: Owner, body: Node<'_>, public: &mut bool) {
        for member in body.named_children(&mut body.walk()) {
            match member.kind() {
                "access_specifier" => *public = self.source.node_text(member).starts_with("public"),
                "template_declaration" | "preproc_if" | "preproc_ifdef" | "preproc_else" | "ERROR" => {
                    self.members(owner, member, public);
                }
                "function_definition" | "declaration" | "field_declaration" if *public => {
                    self.declarators(Some(owner), member);
                }
                _ => {}
            }
        }
    }

    /// The names that a declaration declares; not those of constructors, destructors and operators, and not `X::name`.
    fn declarators(&mut self, owner: Option<Owner>, declaration: Node<'_>) {
        for declarator in declaration.children_by_field_name("declarator", &mut declaration.walk()) {
            let mut node = declarator;
            loop {
                let inner = node.child_by_field_name("declarator");
                // The grammar gives the declarator of a reference no field.
                let inner = inner.or_else(|| node.named_child(0).filter(|_| node.kind() == "reference_declarator"));
                let Some(inner) = inner else { break };
                node = inner;
            }
            let name = self.source.node_text(node);
            let is_name = matches!(node.kind(), "identifier" | "field_identifier");
            if is_name && owner.is_none_or(|owner| owner.class() != name) {
                self.names.insert((owner, name.to_owned()));
            }
        }
    }
}
