//! Skeletons as text.

use std::{collections::HashSet, fmt::Write as _};

use super::{Kind, Model, Part, Value};
use crate::scan::is_word;

/// Longer remarks are cut, characters.
const MAX_SHOWN: usize = 100;
/// What numbers the rounds of loops in loops.
const COUNTERS: [&str; 4] = ["i", "j", "i2", "j2"];
/// Names that the skeletons give to something else, or that the language has.
const TAKEN: [&str; 24] = [
    "main", "argc", "argv", "inf", "ouf", "ans", "rnd", "opt", "std", "format", "i", "j", "i2", "j2", "int", "long",
    "double", "char", "if", "do", "for", "new", "case", "void",
];

/// The bounds that something else says of a variable.
pub type Stated<'a> = &'a dyn Fn(&str) -> Option<(String, String)>;

/// A validator of what a model has, with bounds of `stated` where the model has none.
pub fn validator(model: &Model, from: &str, stated: Stated<'_>) -> String {
    let mut writer = Writer::new(model, Target::Validator, stated);
    writer.line("registerValidation(argc, argv);");
    let lines = if writer.has_lines { "" } else { ", and what stands on one line" };
    writer
        .line(&format!("// This is what {} reads. To be decided: what has to hold beyond bounds{lines}.", clean(from)));
    writer.parts(&model.parts);
    writer.end_line();
    writer.line("inf.readEof();");
    writer.finish()
}

/// A generator of what a model has, each number at random within its bounds, and single ones by options.
pub fn generator(model: &Model, from: &str, stated: Stated<'_>) -> String {
    let mut writer = Writer::new(model, Target::Generator, stated);
    writer.line("registerGen(argc, argv, 1);");
    writer.line(&format!(
        "// This is what {} reads, drawn within bounds. To be decided: what makes tests hard.",
        clean(from)
    ));
    writer.parts(&model.parts);
    writer.end_line();
    writer.finish()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Validator,
    Generator,
}

struct Writer<'a> {
    text: String,
    target: Target,
    stated: Stated<'a>,
    /// The words of bounds and counts.
    mentioned: HashSet<&'a str>,
    /// The variables of each block that is open.
    declared: Vec<HashSet<&'a str>>,
    /// The options that are read.
    options: HashSet<&'a str>,
    /// Whether the model says where lines end.
    has_lines: bool,
    /// Whether something stands on the line.
    is_open: bool,
}

impl<'a> Writer<'a> {
    fn new(model: &'a Model, target: Target, stated: Stated<'a>) -> Writer<'a> {
        let mut writer = Writer {
            text: "#include \"testlib.h\"\n\nint main(int argc, char* argv[]) {\n".to_owned(),
            target,
            stated,
            mentioned: HashSet::new(),
            declared: vec![HashSet::new()],
            options: HashSet::new(),
            has_lines: false,
            is_open: false,
        };
        let mut open: Vec<&Part> = model.parts.iter().collect();
        while let Some(part) = open.pop() {
            let expressions: Vec<&String> = match part {
                Part::One(value) => {
                    let bounds = value.bounds.iter().flat_map(|(least, greatest)| [least, greatest]);
                    bounds.chain(&value.size).collect()
                }
                Part::Times(count, body) => {
                    open.extend(body);
                    vec![count]
                }
                Part::EndOfLine => {
                    writer.has_lines = true;
                    Vec::new()
                }
                Part::Unclear(_) => Vec::new(),
            };
            let words = |text: &'a String| text.split(|one: char| !one.is_ascii() || !is_word(one as u8));
            writer.mentioned.extend(expressions.into_iter().flat_map(words));
        }
        writer
    }

    fn finish(mut self) -> String {
        self.text.push_str("}\n");
        self.text
    }

    fn line(&mut self, text: &str) {
        let indent = "    ".repeat(self.declared.len());
        // A string takes everything.
        let _ = writeln!(self.text, "{indent}{text}");
    }

    fn end_line(&mut self) {
        if std::mem::take(&mut self.is_open) {
            self.line(match self.target {
                Target::Validator => "inf.readEoln();",
                Target::Generator => "std::cout << '\\n';",
            });
        }
    }

    fn space(&mut self, condition: &str) {
        let space = match self.target {
            Target::Validator => "inf.readSpace();",
            Target::Generator => "std::cout << ' ';",
        };
        self.line(&format!("{condition}{space}"));
    }

    fn parts(&mut self, parts: &'a [Part]) {
        for part in parts {
            match part {
                Part::One(value) => {
                    if self.is_open {
                        self.space("");
                    }
                    self.value(value);
                    self.is_open = value.kind != Kind::Line;
                }
                Part::EndOfLine => self.end_line(),
                Part::Times(count, body) => self.times(count, body),
                Part::Unclear(text) => self.line(&format!("// To be decided: {}", clean(text))),
            }
        }
    }

    fn times(&mut self, count: &str, body: &'a [Part]) {
        let is_list = matches!(body, [Part::One(value)] if value.size.is_none() && value.kind != Kind::Line);
        if !(is_list && self.has_lines) {
            self.end_line();
        }
        let goes_on = self.is_open;
        let counter = self.counter();
        self.line(&format!("for (int {counter} = 0; {counter} < {count}; {counter}++) {{"));
        self.declared.push(HashSet::new());
        match body {
            [Part::One(value)] if is_list => {
                self.space(&if goes_on { String::new() } else { format!("if ({counter} > 0) ") });
                self.value(value);
                self.is_open = true;
            }
            _ => {
                self.parts(body);
                self.end_line();
            }
        }
        self.declared.pop();
        self.line("}");
        if !self.has_lines {
            self.end_line();
        }
    }

    /// What numbers the rounds of a loop that begins here.
    fn counter(&self) -> &'static str {
        COUNTERS[(self.declared.len() - 1).min(COUNTERS.len() - 1)]
    }

    fn value(&mut self, value: &'a Value) {
        match self.target {
            Target::Validator => self.read(value),
            Target::Generator => self.write(value),
        }
    }

    /// The bounds as arguments, the type that they need, and what is left to decide.
    fn bounds(&self, value: &Value) -> (String, Kind, &'static str) {
        let bounds = value.bounds.clone().or_else(|| (self.stated)(&value.name));
        let is_decided = bounds.is_some();
        let (least, greatest) = bounds.unwrap_or_else(|| match (self.target, value.kind) {
            (Target::Validator, Kind::Int) => ("INT_MIN".to_owned(), "INT_MAX".to_owned()),
            (Target::Validator, Kind::Long) => ("LLONG_MIN".to_owned(), "LLONG_MAX".to_owned()),
            _ => ("1".to_owned(), "10".to_owned()),
        });
        let is_large = |text: &str| text.parse::<i128>().is_ok_and(|number| i32::try_from(number).is_err());
        let kind = match value.kind {
            Kind::Int if is_large(&least) || is_large(&greatest) => Kind::Long,
            kind => kind,
        };
        let typed = |text: String| match (kind, text.parse::<i128>().is_ok()) {
            (Kind::Long, true) => format!("{text}LL"),
            (Kind::Long, false) if text.starts_with("LLONG") => text,
            (Kind::Long, false) if text.bytes().all(is_word) => format!("1LL * {text}"),
            (Kind::Long, false) => format!("1LL * ({text})"),
            (Kind::Real, true) => format!("{text}.0"),
            _ => text,
        };
        let remark = if is_decided { "" } else { " // To be decided: its bounds." };
        (format!("{}, {}", typed(least), typed(greatest)), kind, remark)
    }

    /// What declares a variable for a value, or gives it to one that is there; empty where nothing names it.
    fn receiver(&mut self, value: &'a Value, kind: Kind, is_wanted: bool) -> String {
        let name = value.name.as_str();
        let is_needed = is_wanted || self.mentioned.contains(name);
        if !value.is_number() || !is_identifier(name) || !is_needed {
            return String::new();
        }
        let is_new = self.declared.last_mut().is_some_and(|block| block.insert(name));
        let type_name = match kind {
            _ if !is_new => "",
            Kind::Long => "long long ",
            Kind::Real => "double ",
            Kind::Int | Kind::Token | Kind::Line => "int ",
        };
        format!("{type_name}{name} = ")
    }

    fn read(&mut self, value: &'a Value) {
        let plain = if value.name.is_empty() { "value" } else { &value.name };
        let depth = self.declared.len() - 1;
        let name = match depth.checked_sub(1).filter(|_| !self.mentioned.contains(plain)) {
            Some(above) => format!("format(\"{plain}[%d]\", {} + 1)", COUNTERS[above.min(COUNTERS.len() - 1)]),
            None => format!("\"{plain}\""),
        };
        let (allowed, kind, remark) = match (value.kind, &value.pattern) {
            (Kind::Token, Some(pattern)) => (pattern.clone(), value.kind, ""),
            (Kind::Token, None) => ("\"[!-~]+\"".to_owned(), value.kind, " // To be decided: its pattern."),
            (Kind::Line, _) => ("\"[ -~]*\"".to_owned(), value.kind, " // To be decided: its pattern."),
            (Kind::Int | Kind::Long | Kind::Real, _) => self.bounds(value),
        };
        let function = match kind {
            Kind::Int => "readInt",
            Kind::Long => "readLong",
            Kind::Real => "readReal",
            Kind::Token => "readToken",
            Kind::Line => "readLine",
        };
        let receiver = self.receiver(value, kind, false);
        let call = match &value.size {
            Some(size) => format!("{function}s({size}, {allowed}, \"{plain}\")"),
            None => format!("{function}({allowed}, {name})"),
        };
        self.line(&format!("{receiver}inf.{call};{remark}"));
    }

    fn write(&mut self, value: &'a Value) {
        let is_drawable = |pattern: &&String| !pattern.contains(['*', '+', '%', '\\']);
        let (drawn, kind, remark) = match (value.kind, value.pattern.as_ref().filter(is_drawable)) {
            (Kind::Token, Some(pattern)) => (format!("rnd.next({pattern})"), value.kind, ""),
            (Kind::Token | Kind::Line, _) => {
                ("rnd.next(\"[a-z]{1,10}\")".to_owned(), value.kind, " // To be decided: what it is.")
            }
            (Kind::Int | Kind::Long | Kind::Real, _) => {
                let (bounds, kind, remark) = self.bounds(value);
                (format!("rnd.next({bounds})"), kind, remark)
            }
        };
        if let Some(size) = &value.size {
            let counter = self.counter();
            self.line(&format!("for (int {counter} = 0; {counter} < {size}; {counter}++) {{"));
            self.declared.push(HashSet::new());
            self.space(&format!("if ({counter} > 0) "));
            self.line(&format!("std::cout << {};{remark}", shown(&drawn, kind)));
            self.declared.pop();
            self.line("}");
            return;
        }
        let is_outside = self.declared.len() == 1;
        let type_name = match kind {
            Kind::Long => "long long",
            Kind::Real => "double",
            Kind::Int | Kind::Token | Kind::Line => "int",
        };
        let receiver = self.receiver(value, kind, is_outside);
        let by_option = is_outside && !receiver.is_empty() && self.options.insert(&value.name);
        let drawn = match by_option {
            true => format!("opt<{type_name}>(\"{}\", {drawn})", value.name),
            false => drawn,
        };
        if receiver.is_empty() {
            self.line(&format!("std::cout << {};{remark}", shown(&drawn, kind)));
        } else {
            self.line(&format!("{receiver}{drawn};{remark}"));
            self.line(&format!("std::cout << {};", shown(&value.name, kind)));
        }
        if value.kind == Kind::Line {
            self.line("std::cout << '\\n';");
        }
    }
}

/// A value as it is printed.
fn shown(value: &str, kind: Kind) -> String {
    if kind == Kind::Real { format!("format(\"%.6f\", {value})") } else { value.to_owned() }
}

/// Whether a variable may be called so.
pub(super) fn is_identifier(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.bytes().all(is_word) && !TAKEN.contains(&name)
}

/// What may stand in a comment that ends with its line.
fn clean(text: &str) -> String {
    let visible: String = text.chars().filter(|one| !one.is_control()).take(MAX_SHOWN).collect();
    visible.trim().trim_end_matches('\\').to_owned()
}
