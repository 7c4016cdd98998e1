//! What a validator reads, as lines that a person reads: `n m`, then `m times:` and `  a b`.
//!
//! It follows `main` and the functions of the file that it calls, and shows loops and conditions as they are written. Reads
//! of other streams and what cannot be followed are left out.

use std::{cell::Cell, collections::HashMap};

use tree_sitter::Node;

use crate::{
    call::Call,
    readers::{Reader, Reads},
    reads::{name, receiver},
    rounds::rounds,
    source::Source,
    walk::Visit,
};

/// Functions that call each other are followed so deep.
const MAX_CALLS: usize = 4;
/// More lines are nothing that somebody reads.
const MAX_LINES: usize = 60;
/// So many nodes are looked at: functions that are called many times are looked at as often.
const MAX_NODES: usize = 50_000;
/// Nothing is followed deeper into nested statements.
const MAX_NESTED: usize = 60;

/// The lines of what the program reads; none where it reads nothing.
pub(crate) fn lines(source: &Source) -> Vec<String> {
    let mut functions: HashMap<&str, Node<'_>> = HashMap::new();
    for visit in source.walk().filter(|visit| visit.kind == "function_definition") {
        let name = visit.node.child_by_field_name("declarator").and_then(|node| node.child_by_field_name("declarator"));
        if let (Some(name), Some(body)) = (name, visit.node.child_by_field_name("body")) {
            functions.insert(source.node_text(name), body);
        }
    }
    let Some(main) = functions.get("main").copied() else { return Vec::new() };
    let follower = Follower { source, functions, left: Cell::new(MAX_NODES) };
    let mut page = Page::default();
    follower.follow(main, &mut page, Depth::default());
    page.end_line();
    if page.lines.len() > MAX_LINES {
        page.lines.truncate(MAX_LINES);
        page.lines.push("…".to_owned());
    }
    page.lines
}

#[derive(Clone, Copy, Default)]
struct Depth {
    calls: usize,
    nested: usize,
}

/// Lines under way.
#[derive(Default)]
struct Page {
    lines: Vec<String>,
    /// The words of the line that is not ended yet.
    words: Vec<String>,
    /// Some branch without words ends the line, as in `if (last) inf.readEoln(); else inf.readSpace();`.
    may_end: bool,
}

impl Page {
    fn end_line(&mut self) {
        if !self.words.is_empty() {
            self.lines.push(std::mem::take(&mut self.words).join(" "));
        }
    }

    fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.words.is_empty()
    }

    /// Adds what a statement with a head reads: behind it on one line where that is all on one, else below it.
    fn add(&mut self, head: &str, mut body: Page) {
        let ends = body.may_end;
        if body.lines.is_empty() {
            if !body.words.is_empty() {
                self.words.push(format!("({head}: {})", body.words.join(" ")));
            }
            if ends {
                self.end_line();
            }
            return;
        }
        self.end_line();
        body.end_line();
        self.lines.push(format!("{head}:"));
        self.lines.extend(body.lines.iter().map(|line| format!("  {line}")));
    }
}

struct Follower<'s> {
    source: &'s Source,
    functions: HashMap<&'s str, Node<'s>>,
    /// So many nodes more.
    left: Cell<usize>,
}

impl<'s> Follower<'s> {
    fn follow(&self, node: Node<'s>, page: &mut Page, depth: Depth) {
        if depth.nested > MAX_NESTED || page.lines.len() > MAX_LINES || self.left.get() == 0 {
            return;
        }
        self.left.set(self.left.get() - 1);
        let deeper = Depth { nested: depth.nested + 1, ..depth };
        match node.kind() {
            "for_statement" | "while_statement" | "for_range_loop" | "do_statement" => {
                if let Some(body) = node.child_by_field_name("body") {
                    page.add(&self.times(node), self.page_of(body, deeper));
                }
            }
            "if_statement" => self.branches(node, page, deeper),
            // It runs where it is called.
            "lambda_expression" => {}
            "call_expression" => self.call(node, page, deeper),
            _ => {
                let mut cursor = node.walk();
                for child in node.named_children(&mut cursor) {
                    self.follow(child, page, deeper);
                }
            }
        }
    }

    fn page_of(&self, node: Node<'s>, depth: Depth) -> Page {
        let mut page = Page::default();
        self.follow(node, &mut page, depth);
        page
    }

    fn branches(&self, node: Node<'s>, page: &mut Page, depth: Depth) {
        let condition = node.child_by_field_name("condition");
        let condition = condition.map(|node| inside(self.source.node_text(node))).unwrap_or_default();
        let branch = |field: &str| node.child_by_field_name(field).map(|node| self.page_of_branch(node, depth));
        let (then, otherwise) = (branch("consequence"), branch("alternative"));
        let all = [then.as_ref(), otherwise.as_ref()];
        if all.into_iter().flatten().all(|(page, _)| page.is_empty()) {
            page.may_end |= all.into_iter().flatten().any(|(_, ends)| *ends);
            return;
        }
        for (head, branch) in [(format!("if {condition}"), then), ("else".to_owned(), otherwise)] {
            if let Some((body, _)) = branch.filter(|(body, _)| !body.is_empty()) {
                page.add(&head, body);
            }
        }
    }

    /// What a branch reads, and whether it ends a line without reading a word.
    fn page_of_branch(&self, node: Node<'s>, depth: Depth) -> (Page, bool) {
        let page = self.page_of(node, depth);
        let ends = page.may_end || page.is_empty() && self.source.node_text(node).contains("readEoln");
        (page, ends)
    }

    fn call(&self, node: Node<'s>, page: &mut Page, depth: Depth) {
        let visit = Visit { node, kind: node.kind(), parent: None, previous: None, depth: 0 };
        let Some(call) = Call::at(self.source, &visit) else { return };
        // What its arguments read is read before.
        if let Some(arguments) = node.child_by_field_name("arguments") {
            let mut cursor = arguments.walk();
            for argument in arguments.named_children(&mut cursor) {
                self.follow(argument, page, depth);
            }
        }
        if call.on_object {
            let object = self.source.slice(call.span.start..call.name_start);
            if object.trim_end_matches('.') == "inf" {
                self.read(&call, page);
            }
            return;
        }
        if let Some(body) = self.functions.get(call.name).filter(|_| depth.calls < MAX_CALLS) {
            self.follow(*body, page, Depth { calls: depth.calls + 1, ..depth });
        }
    }

    fn read(&self, call: &Call<'s>, page: &mut Page) {
        let is_end = call.name == "readChar" && call.arguments.first().is_some_and(|first| first.text == "'\\n'");
        if is_end || matches!(call.name, "readEoln" | "readEof") {
            return page.end_line();
        }
        let Some(reader) = Reader::of(call.name) else { return };
        let kind = match reader.reads {
            Reads::Number | Reads::Numbers if reader.reads_reals(call.name) => "real",
            Reads::Number | Reads::Numbers => "integer",
            Reads::Token | Reads::Tokens => "token",
            Reads::Lines => "line",
        };
        let written = reader.name_argument(&call.arguments).and_then(|argument| name(argument.text));
        // `a[` of names that are put together.
        let written =
            written.map(|name| name.trim_end_matches(['[', '(', '_', ' ']).to_owned()).filter(|name| !name.is_empty());
        let taker = || receiver(self.source, call, reader).map(|receiver| receiver.name.to_owned());
        let name = written.or_else(taker).unwrap_or_else(|| format!("<{kind}>"));
        let size = call.arguments.first().map_or("", |size| size.text);
        match reader.reads {
            Reads::Numbers | Reads::Tokens => page.words.push(format!("({size} times: {name})")),
            Reads::Number | Reads::Token => page.words.push(name),
            Reads::Lines => {
                page.words.push(name);
                page.end_line();
            }
        }
    }

    /// How often a loop runs, else its head as it is written.
    fn times(&self, node: Node<'s>) -> String {
        let text = |field: &str| node.child_by_field_name(field).map(|node| self.source.node_text(node));
        let condition = text("condition").map(inside).unwrap_or_default();
        match node.kind() {
            "for_statement" => match rounds(self.source, node) {
                Some(count) => format!("{count} times"),
                None => format!("for {} to {condition}", text("initializer").unwrap_or_default().trim_end_matches(';')),
            },
            "while_statement" => match rounds(self.source, node) {
                Some(count) => format!("{count} times"),
                None => format!("while {condition}"),
            },
            "for_range_loop" => format!("for each of {}", text("right").unwrap_or_default()),
            _ => format!("at least once, while {condition}"),
        }
    }
}

/// A condition without its parentheses, on one line.
fn inside(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(&text).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&lines(&Source::parse(text)).iter().map(|line| format!("{line}\n")).collect::<String>());
    }

    #[test]
    fn a_graph() {
        check(
            "int main(int argc, char* argv[]) {\n registerValidation(argc, argv);\n int n = inf.readInt(1, 9, \"n\");\n \
             inf.readSpace();\n int m = inf.readInt(0, 9, \"m\"); inf.readEoln();\n for (int i = 0; i < m; i++) {\n \
             inf.readInt(1, n, \"u\"); inf.readSpace(); inf.readInt(1, n, \"v\");\n inf.readEoln();\n }\n inf.readEof();\n}",
            expect![[r#"
                n m
                m times:
                  u v
            "#]],
        );
    }

    #[test]
    fn lists_on_one_line_and_cases() {
        check(
            "void one() {\n int n = inf.readInt(1, 9, \"n\"); inf.readEoln();\n for (int i = 0; i < n; i++) {\n \
             inf.readInt(1, 5, format(\"a[%d]\", i));\n if (i + 1 < n) inf.readSpace(); else inf.readEoln();\n }\n \
             inf.readInts(n, 1, 5, \"b\"); inf.readEoln();\n}\n\
             int main() { int t = inf.readInt(1, 5); inf.readEoln(); while (t--) one(); inf.readEof(); }",
            expect![[r#"
                t
                t times:
                  n
                  (n times: a[%d])
                  (n times: b)
            "#]],
        );
    }

    #[test]
    fn branches() {
        check(
            "int main() { int q = inf.readInt(1, 5, \"q\"); inf.readEoln(); for (int i = 1; i <= q; ++i) {\n \
             int type = inf.readInt(1, 2, \"type\"); inf.readSpace();\n if (type == 1) { inf.readToken(\"[a-z]+\", \"s\"); }\n \
             else { inf.readInt(1, 2, \"l\"); inf.readSpace(); inf.readInt(1, 2, \"r\"); }\n inf.readEoln(); }\n \
             inf.readLine(\".*\", \"note\"); ouf.readInt(); }",
            expect![[r#"
                q
                q times:
                  type (if type == 1: s) (else: l r)
                note
            "#]],
        );
    }

    #[test]
    fn functions_that_call_each_other_many_times() {
        let calls = |name: &str| format!("{name}(); ").repeat(2000);
        let text = format!(
            "void d() {{}} void c() {{ {} }} void b() {{ {} }} void a() {{ {} }} int main() {{ inf.readInt(1, 2, \"n\"); {} }}",
            calls("d"),
            calls("c"),
            calls("b"),
            calls("a")
        );
        check(
            &text,
            expect![[r#"
            n
        "#]],
        );
    }

    #[test]
    fn line_ends_as_characters() {
        check(
            "int main() { inf.readInt(1, 2, \"n\"); inf.readChar(' '); inf.readInt(1, 2, \"m\"); inf.readChar('\\n'); \
             inf.readToken(\"[a]\", \"s\"); inf.readChar('\\n'); }",
            expect![[r#"
                n m
                s
            "#]],
        );
    }

    #[test]
    fn half_typed() {
        check("int main() { inf.readInt(1, 2, \"n\"); for (int i = 0; i < n", expect![""]);
        check(
            "int f() { return f(); } int main() { f(); inf.readInt(1, 2); }",
            expect![[r#"
            <integer>
        "#]],
        );
        check("", expect![[""]]);
    }
}
