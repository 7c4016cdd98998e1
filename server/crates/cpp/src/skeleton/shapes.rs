//! What holds beyond bounds: lists whose numbers differ, sums over cases that are checked, and the lists and edges that can be
//! nothing but permutations and trees.

use std::collections::{HashMap, HashSet};

use super::{Kind, Model, Part, ROUND, Value, is_identifier};
use crate::{call::Call, constants::Constants, scan::is_word, source::Source};

/// So many conditions are looked at, none of them longer, bytes.
const MAX_CONDITIONS: usize = 200;
const MAX_LENGTH: usize = 200;

/// What a source makes sure of, by the names of variables.
#[derive(Default)]
pub(super) struct Checked {
    /// Their numbers differ.
    distinct: HashSet<String>,
    /// They are the ends of edges that must not close a cycle.
    joined: HashSet<String>,
    /// A message speaks of a tree, or of what is connected.
    speaks_of_tree: bool,
    /// Their sum is at most that.
    sums: HashMap<String, i128>,
}

impl Checked {
    /// What conditions of `ensure` and of `if (…) quit…` say in C++.
    pub(super) fn of(source: &Source) -> Checked {
        let mut constants = Constants::new(source);
        let mut checked = Checked::default();
        let (mut conditions, mut added) = (Vec::new(), HashMap::new());
        let plain = |text: &str| text.chars().filter(|one| !one.is_whitespace()).collect::<String>();
        for visit in source.walk() {
            constants.see(&visit);
            match visit.kind {
                "call_expression" => {
                    let call = Call::at(source, &visit).filter(|call| matches!(call.name, "ensure" | "ensuref"));
                    let condition = call.as_ref().and_then(|call| call.arguments.first());
                    conditions.extend(condition.map(|one| (one.text, true)));
                    let message = call.as_ref().and_then(|call| call.arguments.get(1));
                    checked.speaks_of_tree |= message.is_some_and(|message| speaks_of_tree(message.text));
                }
                "if_statement" => {
                    let part = |field: &str| visit.node.child_by_field_name(field).map(|node| source.node_text(node));
                    let consequence = part("consequence").unwrap_or_default();
                    let quits = consequence.len() <= MAX_LENGTH && consequence.contains("quit");
                    let condition = part("condition").and_then(|one| one.strip_prefix('(')?.strip_suffix(')'));
                    conditions.extend(condition.filter(|_| quits).map(|one| (one, false)));
                    checked.speaks_of_tree |= quits && speaks_of_tree(consequence);
                }
                "assignment_expression" => {
                    let part = |field: &str| visit.node.child_by_field_name(field).map(|node| source.node_text(node));
                    if let (Some(sum), Some("+="), Some(value)) = (part("left"), part("operator"), part("right"))
                        && sum.len() + value.len() <= MAX_LENGTH
                    {
                        added.insert(plain(sum), plain(value));
                    }
                }
                _ => {}
            }
        }
        conditions.retain(|(text, _)| text.len() <= MAX_LENGTH);
        conditions.truncate(MAX_CONDITIONS);
        for (text, holds) in conditions {
            let text = plain(text);
            if let Some((sum, most)) = at_most(&text, holds, &constants)
                && let Some(value) = added.get(sum)
            {
                checked.sums.insert(value.clone(), most);
            }
            checked.distinct.extend(differing(&text, holds));
            checked.joined.extend(joined(&text, holds).into_iter().flatten());
        }
        checked
    }

    /// What assertions say in checktestdata.
    pub(super) fn of_checktestdata(text: &str) -> Checked {
        let mut distinct = HashSet::new();
        for (at, word) in text.match_indices("UNIQUE(").take(MAX_CONDITIONS) {
            let name = first_word(&text[at + word.len()..]);
            if text[at + word.len() + name.len()..].starts_with(')') {
                distinct.insert(name.to_owned());
            }
        }
        Checked { distinct, ..Checked::default() }
    }

    /// Puts down in a model what is checked of its values.
    pub(super) fn mark(&self, model: &mut Model) {
        let mut open: Vec<(&mut Part, usize)> = model.parts.iter_mut().map(|part| (part, 0)).collect();
        while let Some((part, loops)) = open.pop() {
            match part {
                Part::One(value) => {
                    value.is_distinct = self.distinct.contains(&value.name);
                    value.is_joined = self.joined.contains(&value.name) || self.speaks_of_tree;
                    let own_vertex = value.counter.as_ref();
                    let is_of_own = value.size.is_some() || own_vertex.is_some_and(|one| self.joined.contains(one));
                    value.is_hung = self.speaks_of_tree || self.joined.contains(&value.name) && is_of_own;
                    let is_added = loops == 1 && value.size.is_none() && matches!(value.kind, Kind::Int | Kind::Long);
                    value.most_in_sum = self.sums.get(&value.name).copied().filter(|_| is_added);
                }
                Part::Times(_, body) => open.extend(body.iter_mut().map(|part| (part, loops + 1))),
                Part::EndOfLine | Part::Unclear(_) => {}
            }
        }
    }
}

/// The variable of `S <= 100`, or of `S > 100` where that ends the program, and its greatest value.
fn at_most<'t>(text: &'t str, holds: bool, constants: &Constants<'_>) -> Option<(&'t str, i128)> {
    let orders = if holds { [("<=", 0), ("<", 1)] } else { [(">=", 1), (">", 0)] };
    let (order, less) = orders.into_iter().find(|(order, _)| text.contains(order))?;
    let (sum, most) = text.split_once(order)?;
    let is_name = !sum.is_empty() && sum.bytes().all(is_word);
    let most = constants.integer(most)?.checked_sub(less)?;
    is_name.then_some((sum, most))
}

/// The variable that a condition wants not to have been there before: `!seen[p]`, `seen.insert(p).second`,
/// `seen.count(p) == 0`; turned round where the program ends if it holds.
fn differing(text: &str, holds: bool) -> Option<String> {
    let (asked, is_negated) = match (text.strip_prefix('!'), text.strip_suffix("==0")) {
        (Some(rest), _) | (None, Some(rest)) => (rest, true),
        (None, None) => (text, false),
    };
    let asked = asked.strip_suffix("++").unwrap_or(asked);
    let forms = [(".insert(", true), (".count(", false), ("[", false)];
    let (of, rest, says_new) =
        forms.into_iter().find_map(|(sign, says_new)| asked.split_once(sign).map(|(of, rest)| (of, rest, says_new)))?;
    let name = first_word(rest);
    let behind = &rest[name.len()..];
    let is_whole = matches!(behind.strip_prefix("-1").unwrap_or(behind), "]" | ")" | ").second");
    let is_wanted = (says_new != is_negated) == holds;
    (is_whole && is_wanted && !name.is_empty() && of.bytes().all(is_word)).then(|| name.to_owned())
}

/// The ends of an edge that a condition wants to join what did not hang together: `find(u) != find(v)`, `unite(u, v)`; turned
/// round where the program ends if it holds.
fn joined(text: &str, holds: bool) -> Option<[String; 2]> {
    // `p` of `p`, `p[i]` and `p - 1`.
    let one_word = |text: &str| {
        let word = first_word(text);
        let behind = &text[word.len()..];
        let is_element = behind.starts_with('[') && behind.ends_with(']');
        (!word.is_empty() && (is_element || matches!(behind, "" | "-1" | "+1"))).then(|| word.to_owned())
    };
    if let Some((one, other)) = text.split_once(if holds { "!=" } else { "==" }) {
        let ((find, one), (same, other)) = (one.split_once('(')?, other.split_once('(')?);
        let ends = [one, other].map(|end| end.strip_suffix(')').and_then(one_word));
        return if let ([Some(one), Some(other)], true) = (ends, find == same) { Some([one, other]) } else { None };
    }
    let (asked, is_negated) = text.strip_prefix('!').map_or((text, false), |rest| (rest, true));
    let (name, ends) = asked.strip_suffix(')')?.split_once('(')?;
    let (one, other) = ends.split_once(',')?;
    let joins = ["unite", "union", "merge", "join", "link"].iter().any(|word| name.to_lowercase().contains(word));
    (joins && is_negated != holds).then_some([one_word(one)?, one_word(other)?])
}

/// Whether words say that something is a tree, or connected as one is.
fn speaks_of_tree(text: &str) -> bool {
    let text = text.get(..MAX_LENGTH).unwrap_or(text).to_lowercase();
    text.contains('"') && [" tree", "\"tree", "connected", "cycle", "acyclic"].iter().any(|word| text.contains(word))
}

fn first_word(text: &str) -> &str {
    &text[..text.bytes().position(|byte| !is_word(byte)).unwrap_or(text.len())]
}

/// The least number of a permutation that these rounds read one by one.
pub(super) fn permutation<'m>(count: &str, body: &'m [Part]) -> Option<(&'static str, &'m Value)> {
    let mut values = body.iter().filter_map(|part| if let Part::One(value) = part { Some(value) } else { None });
    let only = values.next().filter(|_| values.next().is_none())?;
    let is_plain = body.iter().all(|part| matches!(part, Part::One(_) | Part::EndOfLine));
    let first = first_of_range(only, count)?;
    (is_plain && only.is_distinct && only.is_number() && is_identifier(&only.name)).then_some((first, only))
}

/// The two ends of the edges of a tree that these rounds read: `n - 1` pairs of numbers up to `n` that close no cycle.
#[derive(Clone, Copy)]
pub(super) struct Tree<'m> {
    /// The number of vertices.
    pub(super) size: &'m str,
    /// The least vertex.
    pub(super) first: &'static str,
    pub(super) ends: [&'m str; 2],
}

/// The tree that rounds read.
pub(super) fn tree<'m>(count: &'m str, body: &'m [Part]) -> Option<Tree<'m>> {
    let size = one_more(count)?;
    let [Part::One(one), Part::One(other), rest @ ..] = body else { return None };
    let first = first_of_range(one, size).filter(|first| first_of_range(other, size) == Some(first))?;
    let ends = [one, other].map(|value| value.name.as_str());
    let is_vertex = |part: &Part| matches!(part, Part::One(value) if first_of_range(value, size).is_some());
    let is_joined = one.is_joined && other.is_joined;
    let is_one = is_joined && is_identifier(size) && ends.iter().all(|name| is_identifier(name)) && ends[0] != ends[1];
    (is_one && [one, other].iter().all(|value| value.is_number()) && !rest.iter().any(is_vertex)).then_some(Tree {
        size,
        first,
        ends,
    })
}

/// The parents of all vertices of a tree but the first one, in their order, that rounds read.
#[derive(Clone, Copy)]
pub(super) struct Parents<'m> {
    /// The number of vertices.
    pub(super) size: &'m str,
    /// The least vertex.
    pub(super) first: &'static str,
    pub(super) name: &'m str,
    /// The bounds allow other vertices than those before.
    pub(super) may_be_later: bool,
}

/// The parents that rounds read: one vertex in each of `n - 1` rounds, before that of the round, or checked to make a tree.
pub(super) fn parents<'m>(count: &'m str, body: &'m [Part]) -> Option<Parents<'m>> {
    let values = body.iter().filter_map(|part| if let Part::One(value) = part { Some(value) } else { None });
    let size = one_more(count).filter(|size| is_identifier(size))?;
    let mut vertices = values.filter_map(|value| parent(value, size));
    let only = vertices.next().filter(|_| vertices.next().is_none())?;
    body.iter().all(|part| matches!(part, Part::One(_) | Part::EndOfLine)).then_some(only)
}

/// The parents of a list that one call reads.
pub(super) fn list_of_parents<'m>(value: &'m Value) -> Option<Parents<'m>> {
    let size = one_more(value.size.as_deref()?).filter(|size| is_identifier(size))?;
    parent(value, size).filter(|parents| parents.may_be_later)
}

fn parent<'m>(value: &'m Value, size: &'m str) -> Option<Parents<'m>> {
    let of = |first, may_be_later| Parents { size, first, name: &value.name, may_be_later };
    let is_named = is_identifier(&value.name);
    match first_of_range(value, size) {
        Some(first) => (is_named && value.is_hung).then(|| of(first, true)),
        None => first_of_those_before(value).map(|first| of(first, false)),
    }
}

/// The first vertex, where a value is one of the vertices before that of its round.
fn first_of_those_before(value: &Value) -> Option<&'static str> {
    let (least, greatest) = value.bounds.as_ref().filter(|_| matches!(value.kind, Kind::Int | Kind::Long))?;
    let plain: String = greatest.chars().filter(|one| !one.is_whitespace()).collect();
    match (least.as_str(), plain.strip_prefix(ROUND)?) {
        ("1", "+1") => Some("1"),
        ("0", "") => Some("0"),
        _ => None,
    }
}

/// `n` of `n - 1`.
fn one_more(count: &str) -> Option<&str> {
    Some(count.trim().strip_suffix('1')?.trim_end().strip_suffix('-')?.trim_end())
}

/// The least of as many whole numbers as `size` says, where bounds are those of `1 … size` or of `0 … size - 1`.
pub(super) fn first_of_range(value: &Value, size: &str) -> Option<&'static str> {
    let (least, greatest) = value.bounds.as_ref().filter(|_| matches!(value.kind, Kind::Int | Kind::Long))?;
    let plain = |text: &str| text.chars().filter(|one| !one.is_whitespace()).collect::<String>();
    let below =
        size.parse::<i64>().map_or_else(|_| format!("{}-1", plain(size)), |size| size.wrapping_sub(1).to_string());
    match least.as_str() {
        "1" if plain(greatest) == plain(size) => Some("1"),
        "0" if plain(greatest) == below => Some("0"),
        _ => None,
    }
}
