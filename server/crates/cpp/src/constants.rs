//! The named constants of a source.

use std::collections::HashMap;

use problem::fold;
use tree_sitter::Node;

use crate::{literal, source::Source, walk::Visit};

/// The constants of a source: `const`, `constexpr`, `#define` without parameters, members of enumerations.
pub(crate) struct Constants<'s> {
    source: &'s Source,
    /// Expressions by name; `None` where one name stands for several things.
    expressions: HashMap<&'s str, Option<&'s str>>,
}

impl<'s> Constants<'s> {
    pub(crate) fn new(source: &'s Source) -> Constants<'s> {
        Constants { source, expressions: HashMap::new() }
    }

    pub(crate) fn see(&mut self, visit: &Visit<'s>) {
        match visit.kind {
            "preproc_def" => self.define(visit.node, "name", "value"),
            "enumerator" => self.define(visit.node, "name", "value"),
            "declaration" => {
                let is_constant = |child: &Node<'s>| {
                    child.kind() == "type_qualifier" && matches!(self.source.node_text(*child), "const" | "constexpr")
                };
                let is_constant = visit.node.children(&mut visit.node.walk()).any(|child| is_constant(&child));
                let mut cursor = visit.node.walk();
                let declared: Vec<Node<'s>> = visit.node.children_by_field_name("declarator", &mut cursor).collect();
                for declarator in declared {
                    match declarator.kind() {
                        "init_declarator" if is_constant => self.define(declarator, "declarator", "value"),
                        // A variable of the same name somewhere.
                        "init_declarator" => self.hide(declarator.child_by_field_name("declarator")),
                        _ => self.hide(Some(declarator)),
                    }
                }
            }
            _ => {}
        }
    }

    fn define(&mut self, node: Node<'s>, name: &str, value: &str) {
        let (Some(name), Some(value)) = (node.child_by_field_name(name), node.child_by_field_name(value)) else {
            return;
        };
        if name.kind() != "identifier" {
            return;
        }
        let value = literal::without_comment(self.source.node_text(value));
        let value = value.strip_prefix('{').and_then(|inside| inside.strip_suffix('}')).unwrap_or(value);
        let known = self.expressions.entry(self.source.node_text(name)).or_insert(Some(value));
        *known = known.filter(|known| *known == value);
    }

    fn hide(&mut self, declared: Option<Node<'s>>) {
        if let Some(name) = declared.filter(|node| node.kind() == "identifier") {
            self.expressions.insert(self.source.node_text(name), None);
        }
    }

    /// The integer that an expression comes to.
    pub(crate) fn integer(&self, text: &str) -> Option<i128> {
        fold::integer(text, &|name| *self.expressions.get(name)?)
    }

    /// The constants that have an integer value, by name.
    pub(crate) fn integers(&self) -> Vec<(String, String)> {
        let known = self.expressions.iter().filter_map(|(name, text)| Some((name, (*text)?)));
        let mut values: Vec<_> =
            known.filter_map(|(name, text)| Some(((*name).to_owned(), self.integer(text)?.to_string()))).collect();
        values.sort();
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constants(source: &Source) -> Constants<'_> {
        let mut constants = Constants::new(source);
        source.walk().for_each(|visit| constants.see(&visit));
        constants
    }

    #[test]
    fn named() {
        let source = Source::parse(
            "#define MAXM (MAXN * 2) // twice\n#define MAXN 100000\nconst int A = 3, B = A + 1;\n\
             constexpr long long C{1LL << 40};\nenum { D = 7 };\nstatic const int E = (int)1e6 + 5;\n\
             void f() { const int F = 1; }\nvoid g() { const int F = 2; int A2 = 5; }\n\
             #define X Y\n#define Y X\nint main() { int MOD = 3; }\nconst int MOD = 5;\n",
        );
        let expected = "A 3, B 4, C 1099511627776, D 7, E 1000005, MAXM 200000, MAXN 100000";
        let found = constants(&source).integers();
        let found: Vec<String> = found.iter().map(|(name, value)| format!("{name} {value}")).collect();
        assert_eq!(found.join(", "), expected);
    }
}
