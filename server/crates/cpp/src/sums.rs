//! What a validator allows of sums over cases: `total += n;` and `ensuref(total <= 200000, …)`.

use std::collections::HashMap;

use problem::facts::{ReadBound, SumBound};
use tree_sitter::Node;

use crate::{constants::Constants, nodes::Nodes, source::Source};

/// The sums of single variables that are compared with a bound, in source order.
pub(crate) fn sums(source: &Source, constants: &Constants<'_>) -> Vec<SumBound> {
    let nodes = Nodes::new(source);
    let added = added(source, &nodes);
    let mut found: Vec<SumBound> = Vec::new();
    for (_, item) in nodes.of_kind("binary_expression") {
        let node = item.visit.node;
        let part = |field| node.child_by_field_name(field).map(|part| (part, source.node_text(part).trim()));
        let (Some((left, left_text)), Some((_, operator)), Some((right, right_text))) =
            (part("left"), part("operator"), part("right"))
        else {
            continue;
        };
        // What holds, and what is refused: `total <= 5`, `5 >= total`, `total > 5`.
        let (total, bound, less) = match operator {
            "<=" | ">" => (left_text, right, 0),
            "<" | ">=" if added.contains_key(left_text) => (left_text, right, 1),
            "<" => (right_text, left, 0),
            ">=" => (right_text, left, 0),
            _ => continue,
        };
        let Some(Some(variable)) = added.get(total) else { continue };
        let text = source.node_text(bound);
        let value = constants.integer(text).map(|value| value - less);
        let text = if less == 0 { text.to_owned() } else { value.map_or_else(String::new, |value| value.to_string()) };
        if text.is_empty() || found.iter().any(|one| one.variable == *variable) {
            continue;
        }
        let most = ReadBound { text, value, range: source.range(bound.byte_range()) };
        found.push(SumBound { variable: (*variable).to_owned(), most, range: source.range(node.byte_range()) });
    }
    found
}

/// Variables to which one other variable is added, and nothing else, by their names; `None` where that is not so.
fn added<'s>(source: &'s Source, nodes: &Nodes<'s>) -> HashMap<&'s str, Option<&'s str>> {
    let mut added: HashMap<&str, Option<&str>> = HashMap::new();
    let is_name = |node: &Node<'_>| node.kind() == "identifier";
    for (_, item) in nodes.all().filter(|(_, item)| item.visit.kind == "assignment_expression" && !item.doubtful) {
        let node = item.visit.node;
        let part = |field| node.child_by_field_name(field);
        let (Some(left), Some(operator), Some(right)) = (part("left"), part("operator"), part("right")) else {
            continue;
        };
        let total = source.node_text(left);
        let term = match source.node_text(operator) {
            "+=" => Some(right),
            // It begins anew.
            "=" if right.kind() == "number_literal" => continue,
            "=" => {
                let of = |field| right.child_by_field_name(field).filter(|_| right.kind() == "binary_expression");
                of("right").filter(|_| of("left").is_some_and(|left| source.node_text(left) == total))
            }
            _ => None,
        };
        let term = term.filter(is_name).map(|term| source.node_text(term));
        let known = added.entry(total).or_insert(term);
        *known = known.filter(|known| Some(*known) == term);
    }
    added
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_that_are_compared() {
        let found = |body: &str| -> Vec<String> {
            let source = Source::parse(&format!(
                "#include \"testlib.h\"\nconst int MAX = 200000;\nint main(int argc, char *argv[]) {{\n\
                 registerValidation(argc, argv);\nlong long total = 0;\n{body} }}"
            ));
            let sums = &source.facts().sums;
            sums.iter().map(|one| format!("{} {:?}", one.variable, one.most.value)).collect()
        };
        for (body, expected) in [
            ("total += n; ensuref(total <= MAX, \"too much\");", Some("n Some(200000)")),
            ("total = total + n; if (total > 5 * MAX) quitf(_fail, \"too much\");", Some("n Some(1000000)")),
            ("total += n; ensure(total < MAX);", Some("n Some(199999)")),
            ("total += n; ensure(MAX >= total);", Some("n Some(200000)")),
            ("total += n; total += m; ensure(total <= MAX);", None),
            ("total += n * n; ensure(total <= MAX);", None),
            ("total = 0; total += n;", None),
            ("ensure(total <= MAX);", None),
        ] {
            assert_eq!(found(body), expected.into_iter().collect::<Vec<_>>(), "{body}");
        }
    }
}
