//! Names of numbers that a validator reads at most once in an input.
//!
//! Invariant: what may be read again is left out: a read in a loop, in a function of its own or in a lambda, and every
//! read where a macro or a jump could be a loop.

use std::collections::BTreeMap;

use tree_sitter::Node;

use crate::{call::Call, literal, scan::is_word, scope::Scope, source::Source, walk::Visit};

/// Readers of one number, whose third argument is its name.
const NUMBERS: [&str; 6] = ["readInt", "readInteger", "readLong", "readUnsignedLong", "readDouble", "readReal"];

/// What the walk has passed so far.
pub(crate) struct Once<'s> {
    source: &'s Source,
    /// The loops seen last end here.
    loops_until: usize,
    /// Something may be a loop and look like none.
    hides_loops: bool,
    /// For each name, whether all of its reads are made once at most.
    names: BTreeMap<String, bool>,
}

impl<'s> Once<'s> {
    pub(crate) fn new(source: &'s Source) -> Once<'s> {
        Once { source, loops_until: 0, hides_loops: false, names: BTreeMap::new() }
    }

    pub(crate) fn see(&mut self, visit: &Visit<'s>) {
        match visit.kind {
            "for_statement" | "for_range_loop" | "while_statement" | "do_statement" => {
                self.loops_until = self.loops_until.max(visit.end());
            }
            "goto_statement" | "ERROR" => self.hides_loops = true,
            "preproc_def" | "preproc_function_def" => self.hides_loops |= self.has_loop(visit.node),
            _ => {}
        }
    }

    pub(crate) fn see_call(&mut self, scope: &Scope, call: &Call<'s>) {
        if !call.on_object || !call.name.starts_with("read") {
            return;
        }
        let start = call.span.start;
        let is_once = NUMBERS.contains(&call.name)
            && call.arguments.len() == 3
            && scope.in_main(start)
            && start >= self.loops_until;
        for name in call.arguments.iter().filter_map(|argument| literal::string(argument.text)) {
            self.names.entry(name).and_modify(|all| *all &= is_once).or_insert(is_once);
        }
    }

    /// The names in order.
    pub(crate) fn finish(self) -> Vec<String> {
        if self.hides_loops {
            return Vec::new();
        }
        self.names.into_iter().filter(|(_, is_once)| *is_once).map(|(name, _)| name).collect()
    }

    fn has_loop(&self, definition: Node<'s>) -> bool {
        let body = definition.child_by_field_name("value").map_or("", |body| self.source.node_text(body));
        let mut words = body.split(|character: char| !character.is_ascii() || !is_word(character as u8));
        words.any(|word| matches!(word, "for" | "while" | "goto"))
    }
}
