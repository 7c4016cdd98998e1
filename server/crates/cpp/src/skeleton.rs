//! The skeleton of a generator, from what a validator reads.
//!
//! Invariant: it compiles. A statement is followed only where everything that it names is there; of any other one a comment
//! names what is to be decided.

use std::collections::HashMap;

use crate::{
    call::Call,
    literal,
    nodes::{NONE, Nodes},
    readers::{Reader, Reads},
    source::Source,
};

/// Statements are followed so deep.
const MAX_NESTED: usize = 12;
/// More lines are no skeleton.
const MAX_LINES: usize = 300;
/// So much of a statement stands in a comment, in characters.
const MAX_SHOWN: usize = 90;

/// The text of a generator for the input that a validator reads; `None` where none of it can be followed.
pub fn generator(validator: &Source) -> Option<String> {
    let nodes = Nodes::new(validator);
    let body = nodes.of_kind("function_definition").find_map(|(at, item)| {
        let declarator = item.visit.node.child_by_field_name("declarator")?;
        let name = validator.node_text(declarator.child_by_field_name("declarator")?);
        nodes.children(at).last().filter(|&body| name == "main" && nodes.kind(body) == "compound_statement")
    })?;
    let mut writer = Writer { source: validator, nodes: &nodes, out: String::new(), n_reads: 0, n_lines: 0 };
    let mut known = Known::new();
    for at in nodes.named_children(0).filter(|&at| nodes.kind(at) == "declaration") {
        writer.declaration(at, &mut known, "");
    }
    let constants = std::mem::take(&mut writer.out);
    let scope = Scope { indent: "    ".to_owned(), n_loops: 0, nested: 0 };
    nodes.named_children(body).for_each(|at| writer.statement(at, &mut known, &scope));
    let gap = if constants.is_empty() { "" } else { "\n" };
    let Writer { out, n_reads, n_lines, .. } = writer;
    let text = format!(
        "#include \"testlib.h\"\n{gap}{constants}\nint main(int argc, char* argv[]) {{\n    registerGen(argc, argv, 1);\n{out}}}\n"
    );
    (n_reads > 0 && n_lines <= MAX_LINES).then_some(text)
}

/// The numbers that are there at a place, and whether they are longer than `int`.
type Known = HashMap<String, bool>;

struct Scope {
    indent: String,
    n_loops: usize,
    nested: usize,
}

impl Scope {
    fn deeper(&self, is_loop: bool) -> Scope {
        Scope {
            indent: format!("{}    ", self.indent),
            n_loops: self.n_loops + usize::from(is_loop),
            nested: self.nested + 1,
        }
    }
}

struct Writer<'n, 's> {
    source: &'s Source,
    nodes: &'n Nodes<'s>,
    out: String,
    n_reads: usize,
    n_lines: usize,
}

impl<'s> Writer<'_, 's> {
    fn line(&mut self, indent: &str, text: &str) {
        self.n_lines += 1;
        if self.n_lines <= MAX_LINES {
            self.out += &format!("{indent}{text}\n");
        }
    }

    fn text(&self, at: usize) -> &'s str {
        self.nodes.get(at).map_or("", |item| self.source.node_text(item.visit.node))
    }

    fn statement(&mut self, at: usize, known: &mut Known, scope: &Scope) {
        if self.n_lines > MAX_LINES {
            return;
        }
        let followed = scope.nested <= MAX_NESTED
            && match self.nodes.kind(at) {
                "compound_statement" => {
                    self.block(at, &mut known.clone(), scope);
                    true
                }
                "for_statement" | "while_statement" => self.repeated(at, known, scope),
                "if_statement" => self.chosen(at, known, scope),
                "declaration" => self.read(at, known, scope) || self.declaration(at, known, &scope.indent),
                "expression_statement" => self.read(at, known, scope),
                "return_statement" => scope.nested == 0,
                _ => false,
            };
        if !followed {
            let shown: String = self.text(at).split_whitespace().collect::<Vec<_>>().join(" ");
            let shown: String = shown.chars().take(MAX_SHOWN).collect();
            // A sign at its end that would go on with the next line.
            let shown = shown.trim_end_matches(['\\', '/', '?']);
            self.line(&scope.indent, &format!("// To be decided: {shown}"));
        }
    }

    fn block(&mut self, at: usize, known: &mut Known, scope: &Scope) {
        if self.nodes.kind(at) == "compound_statement" {
            let statements: Vec<usize> = self.nodes.named_children(at).collect();
            statements.into_iter().for_each(|at| self.statement(at, known, scope));
        } else {
            self.statement(at, known, scope);
        }
    }

    /// A loop, as its head says.
    fn repeated(&mut self, at: usize, known: &mut Known, scope: &Scope) -> bool {
        let Some(body) = self.nodes.named_children(at).last() else { return false };
        let (start, end) = (self.start(at), self.start(body));
        let head = self.source.slice(start..end).trim().trim_end_matches('{').trim();
        let mut inner = known.clone();
        let first = self.nodes.named_children(at).next().filter(|&first| self.nodes.kind(first) == "declaration");
        let counter = first.and_then(|first| self.nodes.named_children(first).nth(1));
        let counter = counter.and_then(|declarator| self.nodes.named_children(declarator).next());
        inner.extend(
            counter.map(|name| (self.text(name).to_owned(), self.text(first.unwrap_or(NONE)).contains("long"))),
        );
        if !is_known(head, &inner) || !self.text(body).contains("inf.") {
            return false;
        }
        self.line(&scope.indent, &format!("{head} {{"));
        self.block(body, &mut inner, &scope.deeper(true));
        self.line(&scope.indent, "}");
        true
    }

    fn chosen(&mut self, at: usize, known: &Known, scope: &Scope) -> bool {
        let mut parts = self.nodes.named_children(at);
        let (Some(condition), Some(then), otherwise) = (parts.next(), parts.next(), parts.next()) else { return false };
        if !is_known(self.text(condition), known) || !self.text(at).contains("inf.") {
            return false;
        }
        let otherwise = otherwise.and_then(|clause| self.nodes.named_children(clause).next());
        self.line(&scope.indent, &format!("if {} {{", self.text(condition)));
        self.block(then, &mut known.clone(), &scope.deeper(false));
        if let Some(otherwise) = otherwise {
            self.line(&scope.indent, "} else {");
            self.block(otherwise, &mut known.clone(), &scope.deeper(false));
        }
        self.line(&scope.indent, "}");
        true
    }

    /// A constant, as it is.
    fn declaration(&mut self, at: usize, known: &mut Known, indent: &str) -> bool {
        let text = self.text(at);
        let declarator = self.nodes.named_children(at).last().filter(|&one| self.nodes.kind(one) == "init_declarator");
        let Some(declarator) = declarator.filter(|_| !text.contains(['\n', ','])) else { return false };
        let name = self.nodes.named_children(declarator).next().map_or("", |name| self.text(name));
        let value = self.nodes.named_children(declarator).last().map_or("", |value| self.text(value));
        let head = text.split_once('=').map_or("", |(head, _)| head);
        let mut words = head.split_whitespace();
        let is_constant = words.next().is_some_and(|first| matches!(first, "const" | "constexpr"));
        let is_number = words.all(|word| matches!(word, "int" | "long") || word == name) && head.contains(" int ")
            || head.contains(" long long ");
        if !is_constant || !is_number || !is_known(value, known) || !is_free(name, known) {
            return false;
        }
        known.insert(name.to_owned(), text.contains("long"));
        self.line(indent, text);
        true
    }

    /// What a read on `inf` takes is made.
    fn read(&mut self, at: usize, known: &mut Known, scope: &Scope) -> bool {
        let mut inner = self.nodes.named_children(at).last().unwrap_or(NONE);
        let mut variable = None;
        if self.nodes.kind(inner) == "init_declarator" && self.nodes.named_children(at).count() == 2 {
            variable = self.nodes.named_children(inner).next().map(|name| self.text(name));
            inner = self.nodes.named_children(inner).last().unwrap_or(NONE);
        }
        let call = self.nodes.get(inner).and_then(|item| Call::at(self.source, &item.visit));
        let Some(call) =
            call.filter(|call| call.span == self.nodes.get(inner).map_or(0..0, |it| it.visit.node.byte_range()))
        else {
            return false;
        };
        if call.name == "registerValidation" {
            return true;
        }
        let object = self.source.slice(call.span.start..call.name_start);
        if object.trim_end_matches('.') != "inf" {
            return false;
        }
        match call.name {
            "readSpace" => self.line(&scope.indent, "std::cout << ' ';"),
            "readEoln" => self.line(&scope.indent, "std::cout << '\\n';"),
            "readEof" => {}
            _ => return self.made(&call, variable, known, scope),
        }
        true
    }

    fn made(&mut self, call: &Call<'s>, variable: Option<&'s str>, known: &mut Known, scope: &Scope) -> bool {
        let Some(reader) = Reader::of(call.name) else { return false };
        let is_long = match call.name {
            "readInt" | "readInteger" | "readInts" | "readIntegers" => false,
            "readLong" | "readLongs" => true,
            "readToken" | "readWord" => return self.token(call, scope),
            _ => return false,
        };
        let arguments: Vec<&str> = call.arguments.iter().map(|argument| argument.text).collect();
        let Some(&[low, high]) = arguments.get(reader.n_before..reader.n_before + 2) else { return false };
        if !is_known(low, known) || !is_known(high, known) {
            return false;
        }
        let draw = format!("rnd.next({}, {})", number(low, is_long, known), number(high, is_long, known));
        if reader.reads == Reads::Numbers {
            if call.arguments.len() > 4 || !is_known(arguments[0], known) {
                return false;
            }
            let size = arguments[0];
            let index = ["i", "j", "k", "index"].into_iter().find(|name| !known.contains_key(*name));
            let Some(index) = index else { return false };
            self.line(&scope.indent, &format!("for (int {index} = 0; {index} < {size}; {index}++) {{"));
            self.line(&scope.indent, &format!("    std::cout << ({index} > 0 ? \" \" : \"\") << {draw};"));
            self.line(&scope.indent, "}");
            self.n_reads += 1;
            return true;
        }
        let label = call.arguments.get(2).and_then(|label| literal::string(label.text));
        let kind = if is_long { "long long" } else { "int" };
        let is_option =
            |name: &str| name.starts_with(|one: char| one.is_ascii_alphabetic()) && name.chars().all(is_word);
        let option = variable.map(str::to_owned).or(label).filter(|name| scope.n_loops == 0 && is_option(name));
        let value = option.map_or(draw, |name| format!("opt<{kind}>(\"{name}\")"));
        match variable {
            Some(name) if !is_free(name, known) => return false,
            Some(name) => {
                self.line(&scope.indent, &format!("{kind} {name} = {value};"));
                self.line(&scope.indent, &format!("std::cout << {name};"));
                known.insert(name.to_owned(), is_long);
            }
            None => self.line(&scope.indent, &format!("std::cout << {value};")),
        }
        self.n_reads += 1;
        true
    }

    fn token(&mut self, call: &Call<'s>, scope: &Scope) -> bool {
        let pattern = call.arguments.first().filter(|first| {
            // What draws cannot repeat without an end, and what a format would take for its own.
            literal::string(first.text).is_some_and(|text| !text.contains(['*', '+', '%']))
        });
        let Some(pattern) = pattern else { return false };
        self.line(&scope.indent, &format!("std::cout << rnd.next({});", pattern.text));
        self.n_reads += 1;
        true
    }

    fn start(&self, at: usize) -> usize {
        self.nodes.get(at).map_or(0, |item| item.visit.start())
    }
}

fn is_word(one: char) -> bool {
    one.is_ascii_alphanumeric() || one == '_'
}

/// Whether a variable may have this name.
fn is_free(name: &str, known: &Known) -> bool {
    let is_taken = matches!(name, "" | "rnd" | "opt" | "std" | "argc" | "argv") || known.contains_key(name);
    !is_taken && name.chars().all(is_word)
}

/// Whether all that an expression or a head names is there.
fn is_known(text: &str, known: &Known) -> bool {
    const WORDS: [&str; 10] = ["for", "while", "int", "long", "size_t", "unsigned", "const", "std", "min", "max"];
    let mut words = text.split(|one: char| !is_word(one)).filter(|word| !word.is_empty());
    !text.contains(['"', '\'', '#', '\n', '.'])
        && words.all(|word| {
            word.starts_with(|first: char| first.is_ascii_digit()) || WORDS.contains(&word) || known.contains_key(word)
        })
}

/// A bound as an argument of `rnd.next`, both of which have one type.
fn number(text: &str, is_long: bool, known: &Known) -> String {
    let is_plain = text.bytes().all(|one| one.is_ascii_digit()) || known.get(text) == Some(&is_long);
    match (is_plain, is_long) {
        (true, false) => text.to_owned(),
        (true, true) if known.contains_key(text) => text.to_owned(),
        (_, true) => format!("(long long) ({text})"),
        (false, false) => format!("(int) ({text})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder in which the generator is the skeleton of the validator, and makes tests that the validator takes.
    const FOLDER: &str = include_str!("../../../../tests/fixtures/findings/generator-skeleton.txt");

    fn file(name: &str) -> &'static str {
        let text = FOLDER.split_once(&format!("-- {name} --\n")).expect("it is there").1;
        text.split("\n-- ").next().expect("a text begins with something")
    }

    #[test]
    fn of_a_validator() {
        let found = generator(&Source::parse(file("val.cpp")));
        assert_eq!(found.as_deref().map(str::trim_end), Some(file("gen.cpp")));
    }

    #[test]
    fn of_nothing() {
        for text in ["", "int main() {}", "int main() { inf.readEof(); }", "int f() { inf.readInt(1, 2); }"] {
            assert_eq!(generator(&Source::parse(text)), None, "{text}");
        }
    }

    #[test]
    fn of_what_is_deep_or_long() {
        let deep = format!("int main() {{ inf.readInt(1, 2, \"n\"); {} }}", "if (1) { inf.readSpace(); ".repeat(2000));
        generator(&Source::parse(&deep));
        let long = format!("int main() {{ {} }}", "inf.readInt(1, 2); ".repeat(5000));
        assert_eq!(generator(&Source::parse(&long)), None);
    }
}
