//! How often a loop runs that only counts.

use tree_sitter::Node;

use crate::source::Source;

/// How often a loop runs: as often as a bound says, and some rounds more, or fewer.
pub(crate) struct Rounds<'s> {
    pub(crate) bound: &'s str,
    pub(crate) more: i32,
}

/// How often a loop runs, as an expression: `n` of `for (int i = 0; i < n; i++)` and `while (n--)`, `n - 1` of
/// `for (int i = 2; i <= n; ++i)`. `None` where something else than a variable that is counted up by one from a small number up
/// to a bound, or a variable that is counted down to 0, says when it ends.
pub(crate) fn rounds(source: &Source, node: Node<'_>) -> Option<String> {
    let Rounds { bound, more } = counted(source, node)?;
    Some(match (more, bound.parse::<i32>()) {
        (0, _) => bound.to_owned(),
        (more, Ok(bound)) => (i64::from(bound) + i64::from(more)).max(0).to_string(),
        (more, Err(_)) => format!("{bound} {} {}", if more < 0 { '-' } else { '+' }, more.abs()),
    })
}

/// The same in its parts.
pub(crate) fn counted<'s>(source: &'s Source, node: Node<'_>) -> Option<Rounds<'s>> {
    let condition = node.child_by_field_name("condition")?;
    if node.kind() == "while_statement" {
        let inside = source.node_text(condition).trim().strip_prefix('(')?.strip_suffix(')')?.trim();
        return inside.strip_suffix("--").map(|count| Rounds { bound: count.trim(), more: 0 });
    }
    let (counter, first) = start(source, node.child_by_field_name("initializer")?)?;
    if !counts_up(source, node.child_by_field_name("update")?, counter) {
        return None;
    }
    let (left, order, bound) = binary(source, condition)?;
    let ahead = match left.kind() {
        "binary_expression" => {
            let (variable, sign, constant) = binary(source, left)?;
            let is_next = source.node_text(variable) == counter && sign == "+" && source.node_text(constant) == "1";
            is_next.then_some(1)?
        }
        _ => (source.node_text(left) == counter).then_some(0)?,
    };
    let inclusive = match order {
        "<" | "!=" => 0,
        "<=" => 1,
        _ => return None,
    };
    Some(Rounds { bound: source.node_text(bound).trim(), more: inclusive - ahead - first })
}

/// The variable that counts the rounds of such a loop, and its value in the first one.
pub(crate) fn counter<'s>(source: &'s Source, node: Node<'_>) -> Option<(&'s str, i32)> {
    start(source, node.child_by_field_name("initializer")?)
}

/// The variable that a loop begins with, and its value, one digit.
fn start<'s>(source: &'s Source, initializer: Node<'_>) -> Option<(&'s str, i32)> {
    let (variable, value) = match initializer.kind() {
        "declaration" => {
            let mut cursor = initializer.walk();
            let mut declared = initializer.children_by_field_name("declarator", &mut cursor);
            let one = declared.next().filter(|_| declared.next().is_none())?;
            (one.child_by_field_name("declarator")?, one.child_by_field_name("value")?)
        }
        "assignment_expression" => {
            (initializer.child_by_field_name("left")?, initializer.child_by_field_name("right")?)
        }
        _ => return None,
    };
    let value = source.node_text(value).parse().ok().filter(|value| (0..10).contains(value))?;
    (variable.kind() == "identifier").then(|| (source.node_text(variable), value))
}

/// Whether the end of each round adds one to a variable.
fn counts_up(source: &Source, update: Node<'_>, counter: &str) -> bool {
    let text: String = source.node_text(update).chars().filter(|one| !one.is_whitespace()).collect();
    let rest = text.strip_prefix(counter).or_else(|| text.strip_suffix(counter));
    matches!(rest, Some("++" | "+=1"))
}

fn binary<'t, 's>(source: &'s Source, node: Node<'t>) -> Option<(Node<'t>, &'s str, Node<'t>)> {
    let part = |field: &str| node.child_by_field_name(field);
    let order = source.node_text(part("operator").filter(|_| node.kind() == "binary_expression")?);
    Some((part("left")?, order, part("right")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops() {
        for (head, expected) in [
            ("for (int i = 0; i < n; i++)", Some("n")),
            ("for (i = 0; i != n; i += 1)", Some("n")),
            ("for (int i = 1; i <= n; ++i)", Some("n")),
            ("for (int i = 0; i + 1 < n; i++)", Some("n - 1")),
            ("for (int i = 1; i < n; i++)", Some("n - 1")),
            ("for (int i = 0; i <= n; i++)", Some("n + 1")),
            ("for (int i = 1; i < 10; i++)", Some("9")),
            ("while (n--)", Some("n")),
            ("for (int i = 0; 2 * i < n; i++)", None),
            ("for (int i = 0; j < n; i++)", None),
            ("for (int i = 0; i + 2 < n; i++)", None),
            ("for (int i = 0; i < n; i += 2)", None),
            ("for (int i = 0; i < n; j++)", None),
            ("for (int i = 0; i < n;)", None),
            ("for (int i = 2; i <= n; i++)", Some("n - 1")),
            ("for (int i = 2; i < n; i++)", Some("n - 2")),
            ("for (int i = 3; i < 2; i++)", Some("0")),
            ("for (int i = a; i < n; i++)", None),
            ("for (int i = -1; i < n; i++)", None),
            ("for (int i = 0, m = 5; i < m; i++)", None),
            ("for (int i = 0; i < n && ok; i++)", None),
            ("for (;;)", None),
            ("while (n)", None),
        ] {
            let source = Source::parse(&format!("int main() {{ {head} f(); }}"));
            let node = source.walk().find(|visit| matches!(visit.kind, "for_statement" | "while_statement"));
            assert_eq!(rounds(&source, node.expect("a loop").node).as_deref(), expected, "{head}");
        }
    }
}
