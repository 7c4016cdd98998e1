//! What a skeleton does about permutations, trees and sums over cases.

use std::collections::{HashMap, HashSet};

use super::{
    Part, Value,
    shapes::{Parents, Tree, first_of_range, list_of_parents, parents, permutation, tree},
    write::{Target, Writer, is_identifier},
};

/// What the rounds of a loop read as a whole.
pub(super) struct Special<'m> {
    tree: Option<Tree<'m>>,
    parents: Option<Parents<'m>>,
    /// The least number of a permutation, its size and its variable.
    permutation: Option<(&'static str, &'m str, &'m str)>,
    /// Variables whose sum over the rounds is checked.
    sums: Vec<(&'m str, i128)>,
}

impl<'m> Special<'m> {
    pub(super) fn of(count: &'m str, body: &'m [Part]) -> Special<'m> {
        let values = body.iter().filter_map(|part| if let Part::One(value) = part { Some(value) } else { None });
        let sum = |value: &'m Value| Some((value.name.as_str(), value.most_in_sum?));
        Special {
            tree: tree(count, body),
            parents: parents(count, body),
            permutation: permutation(count, body).map(|(first, value)| (first, count, value.name.as_str())),
            sums: values.filter(|value| is_identifier(&value.name)).filter_map(sum).collect(),
        }
    }
}

/// What a sum is called.
fn sum_of(name: &str) -> String {
    format!("sum_of_{name}")
}

/// What stands in a skeleton for them.
#[derive(Default)]
pub(super) struct Own<'m> {
    /// How many names were made.
    n_names: usize,
    /// The trees around.
    trees: Vec<Joined<'m>>,
    /// What has seen the numbers of a permutation, by its variable.
    seen: HashMap<&'m str, String>,
    /// Variables that have a sum.
    sums: HashSet<&'m str>,
}

/// What makes sure of a tree.
#[derive(Clone)]
struct Joined<'m> {
    /// The variable that is read last of an edge.
    last: &'m str,
    /// Expressions of its ends.
    ends: [String; 2],
    /// What tells which vertices hang together.
    group: String,
}

/// Where the shape of a tree is to be decided.
const SHAPE: &str = "// A tree, in which each vertex hangs at one before it. To be decided: its shape.";

impl Own<'_> {
    /// A name that stands nowhere else.
    fn name(&mut self, beginning: &str) -> String {
        self.n_names += 1;
        match self.n_names {
            1 => beginning.to_owned(),
            n => format!("{beginning}_{n}"),
        }
    }
}

/// The vertex that a round is for, which hangs at another one: all but the first have a round.
fn own_vertex(counter: &str, first: &str) -> String {
    let first: i32 = first.parse().unwrap_or(1);
    format!("{counter} + {}", first + 1)
}

/// A draw of a vertex before it.
fn before_own_vertex(counter: &str, first: &str) -> String {
    if first == "0" { format!("rnd.next(0, {counter})") } else { format!("rnd.next({first}, {counter} + 1)") }
}

impl<'a> Writer<'a> {
    /// What stands in front of a loop.
    pub(super) fn before_rounds(&mut self, special: &Special<'a>, counter: &str) {
        for &(name, _) in &special.sums {
            self.wanted.insert(name);
            let type_name = if self.own.sums.insert(name) { "long long " } else { "" };
            self.line(&format!("{type_name}{} = 0;", sum_of(name)));
        }
        match (special.tree, self.target) {
            (Some(Tree { size, ends, .. }), Target::Validator) => {
                self.wanted.extend(ends);
                let group = self.groups(size);
                self.own.trees.push(Joined { last: ends[1], ends: ends.map(str::to_owned), group });
            }
            (Some(Tree { size, first, ends: [one, other] }), Target::Generator) => {
                let vertices = self.own.name("vertices");
                self.line(SHAPE);
                self.line(&format!("std::vector<int> {vertices} = rnd.perm(int({size}), {first});"));
                self.drawn.insert(one, format!("{vertices}[rnd.next({counter} + 1)]"));
                self.drawn.insert(other, format!("{vertices}[{counter} + 1]"));
            }
            (None, _) => {}
        }
        match (special.parents, self.target) {
            (Some(Parents { size, first, name, may_be_later: true }), Target::Validator) => {
                self.wanted.insert(name);
                let group = self.groups(size);
                self.own.trees.push(Joined { last: name, ends: [name.to_owned(), own_vertex(counter, first)], group });
            }
            (Some(Parents { first, name, may_be_later, .. }), Target::Generator) => {
                self.line(SHAPE);
                if may_be_later {
                    self.drawn.insert(name, before_own_vertex(counter, first));
                }
            }
            (Some(_) | None, _) => {}
        }
        match (special.permutation, self.target) {
            (Some((_, _, name)), Target::Validator) => {
                self.wanted.insert(name);
                let seen = self.own.name("seen");
                self.line(&format!("std::set<long long> {seen};"));
                self.own.seen.insert(name, seen);
            }
            (Some((first, size, name)), Target::Generator) => {
                let order = self.own.name("order");
                self.line(&format!("std::vector<int> {order} = rnd.perm(int({size}), {first});"));
                self.drawn.insert(name, format!("{order}[{counter}]"));
            }
            (None, _) => {}
        }
    }

    /// What stands behind a loop.
    pub(super) fn after_rounds(&mut self, special: &Special<'a>) {
        if let Some(Tree { ends, .. }) = special.tree {
            self.own.trees.pop();
            ends.iter().for_each(|name| drop(self.drawn.remove(name)));
        }
        if let Some(Parents { name, may_be_later: true, .. }) = special.parents {
            self.own.trees.pop();
            self.drawn.remove(name);
        }
        if let Some((_, _, name)) = special.permutation {
            self.own.seen.remove(name);
            self.drawn.remove(name);
        }
        if self.target == Target::Generator {
            return;
        }
        for &(name, most) in &special.sums {
            let sum = sum_of(name);
            self.line(&format!("ensuref({sum} <= {most}LL, \"the sum of {name} is %lld, more than {most}\", {sum});"));
        }
    }

    /// What is to be made sure of a variable that has its value.
    pub(super) fn after_read(&mut self, value: &Value) {
        let name = value.name.as_str();
        if value.most_in_sum.is_some() && self.own.sums.contains(name) {
            self.line(&format!("{} += {name};", sum_of(name)));
        }
        if let Some(seen) = self.own.seen.get(name).cloned() {
            self.line(&format!(
                "ensuref({seen}.insert({name}).second, \"{name} is no permutation: %lld is there twice\", 1LL * {name});"
            ));
        }
        if let Some(tree) = self.own.trees.last().filter(|tree| tree.last == name).cloned() {
            self.join(&tree);
        }
    }

    /// Declares what tells which vertices hang together.
    fn groups(&mut self, size: &str) -> String {
        let group = self.own.name("group");
        self.line(&format!("std::vector<int> {group}({size} + 1);"));
        self.line(&format!("for (int vertex = 0; vertex <= {size}; vertex++) {group}[vertex] = vertex;"));
        self.line(&format!("auto find_{group} = [&](int vertex) {{"));
        self.line(&format!(
            "    while ({group}[vertex] != vertex) vertex = {group}[vertex] = {group}[{group}[vertex]];"
        ));
        self.line("    return vertex;");
        self.line("};");
        group
    }

    /// Makes sure that an edge closes no cycle.
    fn join(&mut self, Joined { ends: [one, other], group, .. }: &Joined<'_>) {
        let number = |end: &str| if end.contains(' ') { format!("1LL * ({end})") } else { format!("1LL * {end}") };
        self.line(&format!(
            "ensuref(find_{group}({one}) != find_{group}({other}), \"the edge %lld %lld closes a cycle\", {}, {});",
            number(one),
            number(other)
        ));
        self.line(&format!("{group}[find_{group}({one})] = find_{group}({other});"));
    }

    /// Reads a permutation that one call takes.
    pub(super) fn read_list(&mut self, name: &str, call: &str, remark: &str) {
        let list = self.own.name("order");
        self.line(&format!("auto {list} = inf.{call};{remark}"));
        let distinct = format!("std::set<long long>({list}.begin(), {list}.end()).size() == {list}.size()");
        self.line(&format!("ensuref({distinct}, \"{name} is no permutation\");"));
    }

    /// Reads the parents of a tree's vertices that one call takes.
    pub(super) fn read_list_of_parents(&mut self, Parents { size, first, .. }: Parents<'_>, call: &str, remark: &str) {
        let (list, counter) = (self.own.name("parents"), self.counter());
        self.line(&format!("auto {list} = inf.{call};{remark}"));
        let group = self.groups(size);
        self.line(&format!("for (int {counter} = 0; {counter} + 1 < {size}; {counter}++) {{"));
        self.declared.push(HashSet::new());
        let ends = [format!("{list}[{counter}]"), own_vertex(counter, first)];
        self.join(&Joined { last: "", ends, group });
        self.declared.pop();
        self.line("}");
    }

    /// Draws a permutation or a tree that stands on one line, where a value is one; what its numbers are in the loop that
    /// follows.
    pub(super) fn before_list(&mut self, value: &Value, size: &str) -> Option<String> {
        if let Some(Parents { first, .. }) = list_of_parents(value) {
            self.line(SHAPE);
            return Some(before_own_vertex(self.counter(), first));
        }
        let first = first_of_range(value, size).filter(|_| value.is_distinct)?;
        let order = self.own.name("order");
        self.line(&format!("std::vector<int> {order} = rnd.perm(int({size}), {first});"));
        Some(format!("{order}[{}]", self.counter()))
    }

    /// How a variable is drawn whose sum over the cases is bounded: those behind it are left their least value.
    pub(super) fn drawn_within_sum(&self, value: &Value) -> Option<String> {
        let (count, most) = (self.counts.last()?, value.most_in_sum?);
        let (least, greatest) = value.bounds.as_ref()?;
        let (least, greatest): (i64, i64) = (least.parse().ok()?, greatest.parse().ok()?);
        let left =
            format!("{most}LL - {} - {least}LL * ({count} - 1 - {})", sum_of(&value.name), self.counter_around()?);
        let up_to = format!("std::max({least}LL, std::min({greatest}LL, {left}))");
        Some(match i32::try_from(greatest) {
            Ok(_) => format!("rnd.next({least}, int({up_to}))"),
            Err(_) => format!("rnd.next({least}LL, {up_to})"),
        })
    }
}
