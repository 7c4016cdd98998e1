//! What a solution takes for granted of its input: that a number fits the type that it is read into, that so many elements
//! fit an array.
//!
//! Invariant: only what cannot be misunderstood counts. A variable is read from standard input and changed nowhere else; of
//! names that are declared twice in different ways nothing is said.

use std::collections::{HashMap, HashSet};

use problem::facts::Assumption;
use tree_sitter::Node;

use crate::{
    constants::Constants,
    nodes::Nodes,
    rounds::{self, Rounds},
    source::Source,
};

/// An array may have more dimensions, which nobody looks at.
const MAX_DIMENSIONS: usize = 3;

/// How something is declared.
#[derive(Clone, Debug, PartialEq)]
struct Declared {
    /// The greatest number that it, or one of its elements, can be.
    greatest: Option<(i128, &'static str)>,
    /// How many elements it has in each dimension, where that is constant.
    sizes: Vec<i128>,
}

/// The assumptions of a source, in the order of the places that show them.
pub(crate) fn assumptions(source: &Source, constants: &Constants<'_>) -> Vec<Assumption> {
    let nodes = Nodes::new(source);
    let declared = declared(source, &nodes, constants);
    let read = read(source, &nodes);
    let changed = changed(source, &nodes);
    let mut found: Vec<(usize, Assumption)> = Vec::new();
    let mut known = HashSet::new();
    let mut add = |node: Node<'_>, variable: &str, greatest: i128, why: String| {
        if known.insert((variable.to_owned(), why.clone())) {
            let range = source.range(node.byte_range());
            found.push((node.start_byte(), Assumption { variable: variable.to_owned(), greatest, why, range }));
        }
    };
    for (name, node) in &read {
        if let Some((greatest, kind)) = declared.get(name).and_then(|declared| declared.as_ref()?.greatest) {
            add(*node, name, greatest, kind.to_owned());
        }
    }
    let is_count = |name: &str| read.iter().any(|(read, _)| *read == name) && !changed.contains(name);
    for (at, item) in nodes.of_kind("for_statement") {
        let Some((counter, first)) = rounds::counter(source, item.visit.node) else { continue };
        let Some(Rounds { bound: count, more }) = rounds::counted(source, item.visit.node) else { continue };
        if !is_count(count) {
            continue;
        }
        for inside in nodes.within(at).filter(|&inside| nodes.kind(inside) == "subscript_expression") {
            let Some(item) = nodes.get(inside) else { continue };
            let Some((array, dimension)) = indexed_by(source, item.visit.node, counter) else { continue };
            let sizes = declared.get(array).and_then(|declared| declared.as_ref()).map(|declared| &declared.sizes);
            let Some(size) = sizes.and_then(|sizes| sizes.get(dimension)) else { continue };
            // The last index is that of the first round and as many behind it as there are rounds but one.
            let greatest = size - i128::from(first + more);
            let shown = source.node_text(item.visit.node);
            let name = shown.split('[').next().unwrap_or(shown);
            let why = format!("{name}{}[{size}]", "[…]".repeat(dimension));
            add(item.visit.node, count, greatest, why);
        }
    }
    found.sort_by_key(|(start, _)| *start);
    found.into_iter().map(|(_, one)| one).collect()
}

/// The array of which a counter is an index, and the dimension that it is in: `a[i]`, `a[x][i]`.
fn indexed_by<'s>(source: &'s Source, node: Node<'_>, counter: &str) -> Option<(&'s str, usize)> {
    let indices = node.child_by_field_name("indices")?;
    let index = source.node_text(indices).strip_prefix('[')?.strip_suffix(']')?.trim();
    if index != counter {
        return None;
    }
    let mut below = node.child_by_field_name("argument")?;
    for dimension in 0..MAX_DIMENSIONS {
        match below.kind() {
            "identifier" => return Some((source.node_text(below), dimension)),
            "subscript_expression" => below = below.child_by_field_name("argument")?,
            _ => return None,
        }
    }
    None
}

/// How each name is declared; `None` where that is not the same everywhere.
fn declared<'s>(
    source: &'s Source,
    nodes: &Nodes<'s>,
    constants: &Constants<'_>,
) -> HashMap<&'s str, Option<Declared>> {
    // Who calls something else `int` has other numbers.
    let is_renamed = |(_, item): (usize, &crate::nodes::Item<'s>)| {
        item.visit.node.child_by_field_name("name").is_some_and(|name| {
            matches!(source.node_text(name), "int" | "unsigned" | "long" | "short" | "vector" | "array")
        })
    };
    let are_renamed = nodes.all().filter(|(_, item)| item.visit.kind.starts_with("preproc_def")).any(is_renamed);
    let mut all: HashMap<&str, Option<Declared>> = HashMap::new();
    for (_, item) in nodes.all() {
        let node = item.visit.node;
        if !matches!(item.visit.kind, "declaration" | "field_declaration" | "parameter_declaration") {
            continue;
        }
        let Some(of_type) = node.child_by_field_name("type") else { continue };
        let (greatest, of_elements) = numbers(source.node_text(of_type));
        let greatest = greatest.filter(|_| !are_renamed);
        let mut cursor = node.walk();
        for declarator in node.children_by_field_name("declarator", &mut cursor) {
            let is_vector = source.node_text(of_type).trim_start_matches("std::").starts_with("vector<");
            let Some((name, sizes)) = named(source, declarator, is_vector, constants) else { continue };
            let sizes = if sizes.is_empty() {
                of_elements.iter().filter_map(|text| constants.integer(text)).collect()
            } else {
                sizes
            };
            let one = Declared { greatest, sizes };
            let known = all.entry(name).or_insert_with(|| Some(one.clone()));
            *known = known.take().filter(|known| *known == one && !item.doubtful);
        }
    }
    all
}

/// The greatest number of a type, or of the elements of a list of it; and how many elements `array` has.
fn numbers(of_type: &str) -> (Option<(i128, &'static str)>, Option<&str>) {
    let plain = |text: &str| match text.split_ascii_whitespace().collect::<Vec<_>>()[..] {
        ["int" | "signed"] => Some((i128::from(i32::MAX), "int")),
        ["unsigned"] | ["unsigned", "int"] => Some((i128::from(u32::MAX), "unsigned")),
        ["short"] => Some((i128::from(i16::MAX), "short")),
        _ => None,
    };
    let text = of_type.trim().trim_start_matches("std::");
    if let Some(element) = text.strip_prefix("vector<").and_then(|inside| inside.strip_suffix('>')) {
        return (plain(element), None);
    }
    if let Some(inside) = text.strip_prefix("array<").and_then(|inside| inside.strip_suffix('>'))
        && let Some((element, size)) = inside.rsplit_once(',')
    {
        return (plain(element), Some(size.trim()));
    }
    (plain(text), None)
}

/// The name that a declarator declares, with the sizes of an array; `None` for functions, pointers and the like. A vector with
/// a variable for its size looks like a function.
fn named<'s>(
    source: &'s Source,
    declarator: Node<'_>,
    is_vector: bool,
    constants: &Constants<'_>,
) -> Option<(&'s str, Vec<i128>)> {
    let mut sizes = Vec::new();
    let mut node = declarator;
    loop {
        match node.kind() {
            "identifier" | "field_identifier" => {
                sizes.reverse();
                return Some((source.node_text(node), sizes));
            }
            "init_declarator" | "function_declarator" if is_vector => {
                let given = node.child_by_field_name("value").or_else(|| node.child_by_field_name("parameters"));
                let inside = given.and_then(|given| source.node_text(given).strip_prefix('(')?.strip_suffix(')'));
                let size = inside.map(|inside| inside.split(',').next().unwrap_or(inside));
                sizes.extend(size.and_then(|size| constants.integer(size)));
                node = node.child_by_field_name("declarator")?;
            }
            "init_declarator" => node = node.child_by_field_name("declarator")?,
            "array_declarator" => {
                let size = node.child_by_field_name("size")?;
                sizes.push(constants.integer(source.node_text(size))?);
                node = node.child_by_field_name("declarator")?;
            }
            _ => return None,
        }
    }
}

/// What is read from standard input, a variable or elements of it, each with the first place that does.
fn read<'s>(source: &'s Source, nodes: &Nodes<'s>) -> Vec<(&'s str, Node<'s>)> {
    let mut found: Vec<(&str, Node<'s>)> = Vec::new();
    let mut add = |node: Node<'s>| {
        let mut base = node;
        while base.kind() == "subscript_expression" {
            let Some(argument) = base.child_by_field_name("argument") else { return };
            base = argument;
        }
        let name = source.node_text(base);
        if base.kind() == "identifier" && !found.iter().any(|(known, _)| *known == name) {
            found.push((name, node));
        }
    };
    for (_, item) in nodes.all().filter(|(_, item)| !item.doubtful) {
        let node = item.visit.node;
        match item.visit.kind {
            "binary_expression" if is_from_cin(source, node) => {
                node.child_by_field_name("right").into_iter().for_each(&mut add)
            }
            "call_expression"
                if node
                    .child_by_field_name("function")
                    .is_some_and(|name| source.node_text(name).trim_start_matches("std::") == "scanf") =>
            {
                let Some(arguments) = node.child_by_field_name("arguments") else { continue };
                let mut cursor = arguments.walk();
                let pointers =
                    arguments.named_children(&mut cursor).filter(|one| source.node_text(*one).starts_with('&'));
                pointers.filter_map(|one| one.child_by_field_name("argument")).for_each(&mut add);
            }
            _ => {}
        }
    }
    found
}

/// Whether an expression is a chain of `>>` that begins with `cin`.
fn is_from_cin(source: &Source, mut node: Node<'_>) -> bool {
    while node.kind() == "binary_expression" {
        let operator = node.child_by_field_name("operator").map(|operator| source.node_text(operator));
        match node.child_by_field_name("left").filter(|_| operator == Some(">>")) {
            Some(left) => node = left,
            None => return false,
        }
    }
    source.node_text(node).trim_start_matches("std::") == "cin"
}

/// The variables that something is assigned to, or added to.
fn changed<'s>(source: &'s Source, nodes: &Nodes<'s>) -> HashSet<&'s str> {
    let place = |item: &crate::nodes::Item<'s>| match item.visit.kind {
        "assignment_expression" => item.visit.node.child_by_field_name("left"),
        "update_expression" => item.visit.node.child_by_field_name("argument"),
        _ => None,
    };
    nodes.all().filter_map(|(_, item)| place(item)).map(|node| source.node_text(node)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let source = Source::parse(text);
        let shown = |one: &Assumption| format!("{} <= {}: {}", one.variable, one.greatest, one.why);
        source.facts().assumptions.iter().map(shown).collect()
    }

    #[test]
    fn elements_that_an_array_has_room_for() {
        let text = "const int N = 2e5 + 5;\nlong long a[N], b[100][N];\nint main() { int n; std::cin >> n;\n\
                    for (int i = 0; i < n; i++) cin >> a[i];\nfor (int i = 1; i <= n; i++) b[0][i] = a[i - 1]; }";
        assert_eq!(found(text), ["n <= 2147483647: int", "n <= 200005: a[200005]", "n <= 200004: b[…][200005]"]);
        let text = "vector<long long> a(1000 + 5, 0);\nint main() { long long n; cin >> n; for (int i = 0; i < n; i++) a[i] = 1; }";
        assert_eq!(found(text), ["n <= 1005: a[1005]"]);
        let text = "int n;\nstd::array<long long, 50> a;\nint main() { scanf(\"%d\", &n);\n\
                    for (int i = 0; i <= n; ++i) { a[i] = 1; a[i] = 2; } }";
        assert_eq!(found(text), ["n <= 2147483647: int", "n <= 49: a[50]"]);
    }

    #[test]
    fn numbers_that_a_type_has_room_for() {
        let text = "int main() { int n; unsigned s; long long t; cin >> n >> s >> t; vector<int> w(n);\n\
                    for (int i = 0; i < n; i++) cin >> w[i]; }";
        assert_eq!(found(text), ["n <= 2147483647: int", "s <= 4294967295: unsigned", "w <= 2147483647: int"]);
    }

    #[test]
    fn what_is_not_certain_is_not_said() {
        for text in [
            // Another type of that name, another variable of that name, something that is not read.
            "#define int long long\nint n;\nint main() { cin >> n; }",
            "int n;\nvoid f() { long long n; cin >> n; }",
            "int a[5];\nint main() { int n = 7; for (int i = 0; i < n; i++) a[i] = 1; }",
            // Who draws lots, or writes with testlib, is no solution.
            "#include \"testlib.h\"\nint n;\nint main() { cin >> n; }",
            "int main() { auto n = 5; string s; cin >> s; }",
        ] {
            assert_eq!(found(text), Vec::<String>::new(), "{text}");
        }
        // What is changed afterwards is no count; its type is what it was.
        let text =
            "long long a[50];\nint main() { long long n; cin >> n; n *= 2; for (int i = 0; i < n; i++) a[i] = 1; }";
        assert_eq!(found(text), Vec::<String>::new());
    }
}
