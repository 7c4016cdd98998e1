//! Skeletons as text.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
};

use super::{
    Kind, Model, Part, ROUND, Value,
    shapes::{first_of_range, list_of_parents},
    special::{Own, Special},
};
use crate::scan::is_word;

/// Longer remarks are cut, characters.
const MAX_SHOWN: usize = 100;
/// What numbers the rounds of loops in loops.
const COUNTERS: [&str; 4] = ["i", "j", "i2", "j2"];
/// Names that the skeletons give to something else.
const OWN: [&str; 21] = [
    "main", "argc", "argv", "inf", "ouf", "ans", "rnd", "opt", "std", "format", "i", "j", "i2", "j2", "group",
    "parents", "vertex", "vertices", "seen", "order", "ensuref",
];
/// The keywords of C++20, its alternative tokens, and macros of its library.
const KEYWORDS: &str = " alignas alignof and and_eq asm assert auto bitand bitor bool break case catch char char8_t char16_t \
    char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype \
    default delete do double dynamic_cast else enum explicit export extern errno false float for friend goto if inline int long \
    mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast \
    requires return short signed sizeof static static_assert static_cast stderr stdin stdout struct switch template this \
    thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq \
    EOF INT_MAX INT_MIN LLONG_MAX LLONG_MIN NAN NULL ";

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
pub(super) enum Target {
    Validator,
    Generator,
}

/// When a space stands in front of a value.
#[derive(Clone, Debug)]
enum Separator {
    Always,
    /// Where a condition holds on the numbers of rounds.
    If(String),
}

pub(super) struct Writer<'a> {
    text: String,
    pub(super) target: Target,
    stated: Stated<'a>,
    /// The words of bounds and counts.
    mentioned: HashSet<&'a str>,
    /// The variables of each block that is open.
    pub(super) declared: Vec<HashSet<&'a str>>,
    /// The options that are read.
    options: HashSet<&'a str>,
    /// Whether the model says where lines end.
    has_lines: bool,
    /// What separates the next value from those before it on its line; `None` at the begin of a line.
    before: Option<Separator>,
    /// The variables that are `long long`.
    long: HashSet<&'a str>,
    /// The variables that a shape names.
    pub(super) wanted: HashSet<&'a str>,
    /// What a generator prints for a variable in place of a number of its own.
    pub(super) drawn: HashMap<&'a str, String>,
    /// The loops around: how often each runs.
    pub(super) counts: Vec<&'a str>,
    /// What the skeleton has for trees, permutations and sums.
    pub(super) own: Own<'a>,
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
            before: None,
            long: HashSet::new(),
            wanted: HashSet::new(),
            drawn: HashMap::new(),
            counts: Vec::new(),
            own: Own::default(),
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
            writer.mentioned.extend(expressions.into_iter().flat_map(|text| words(text)));
        }
        writer
    }

    fn finish(mut self) -> String {
        self.text.push_str("}\n");
        self.text
    }

    pub(super) fn line(&mut self, text: &str) {
        let indent = "    ".repeat(self.declared.len());
        // A string takes everything.
        let _ = writeln!(self.text, "{indent}{text}");
    }

    /// Ends a line on which something stands.
    fn end_line(&mut self) {
        if self.before.is_some() {
            self.line_end();
        }
    }

    fn line_end(&mut self) {
        self.before = None;
        self.line(match self.target {
            Target::Validator => "inf.readEoln();",
            Target::Generator => "std::cout << '\\n';",
        });
    }

    fn space(&mut self, separator: Separator) {
        let space = match self.target {
            Target::Validator => "inf.readSpace();",
            Target::Generator => "std::cout << ' ';",
        };
        match separator {
            Separator::Always => self.line(space),
            Separator::If(condition) => self.line(&format!("if ({condition}) {space}")),
        }
    }

    fn parts(&mut self, parts: &'a [Part]) {
        for part in parts {
            match part {
                Part::One(value) => {
                    if let Some(separator) = self.before.take() {
                        self.space(separator);
                    }
                    self.value(value);
                    self.before = (value.kind != Kind::Line).then_some(Separator::Always);
                }
                // An empty line where none is open.
                Part::EndOfLine => self.line_end(),
                Part::Times(count, body) => self.times(count, body),
                Part::Unclear(text) => self.line(&format!("// To be decided: {}", clean(text))),
            }
        }
    }

    /// Where the model says nothing of lines, a list has one of its own, and so has every round of other loops.
    fn times(&mut self, count: &'a str, body: &'a [Part]) {
        let is_list = matches!(body, [Part::One(value)] if value.size.is_none() && value.kind != Kind::Line);
        if !self.has_lines {
            self.end_line();
        }
        let counter = self.counter();
        let special = Special::of(count, body);
        self.before_rounds(&special, counter);
        let outside = self.before.clone();
        let is_shared = if self.has_lines { is_open_after(body, self.before.is_some()) } else { is_list };
        self.before = match (self.before.take(), is_shared) {
            (None, false) => None,
            (None, true) => Some(Separator::If(format!("{counter} > 0"))),
            (Some(Separator::Always), true) => Some(Separator::Always),
            (Some(Separator::If(condition)), true) => Some(Separator::If(format!("{condition} || {counter} > 0"))),
            (Some(Separator::Always), false) => Some(Separator::If(format!("{counter} == 0"))),
            (Some(Separator::If(condition)), false) => Some(Separator::If(format!("({condition}) && {counter} == 0"))),
        };
        self.line(&format!("for (int {counter} = 0; {counter} < {count}; {counter}++) {{"));
        self.declared.push(HashSet::new());
        self.counts.push(count);
        self.parts(body);
        self.counts.pop();
        if !self.has_lines && !is_list {
            self.end_line();
        }
        self.declared.pop();
        self.line("}");
        self.after_rounds(&special);
        if matches!(self.before, Some(Separator::If(_))) {
            // Nothing was on the line, and the number of the round is none here.
            self.before = outside;
        }
        if !self.has_lines {
            self.end_line();
        }
    }

    /// What numbers the rounds of the loop around.
    pub(super) fn counter_around(&self) -> Option<&'static str> {
        let above = self.declared.len().checked_sub(2)?;
        Some(COUNTERS[above.min(COUNTERS.len() - 1)])
    }

    /// What numbers the rounds of a loop that begins here.
    pub(super) fn counter(&self) -> &'static str {
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
        let is_too_large = |text: &String| {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number && digits.parse::<i64>().is_err()
        };
        // No literal of C++ has such a value.
        let bounds = bounds
            .filter(|(least, greatest)| value.kind == Kind::Real || ![least, greatest].into_iter().any(is_too_large));
        let is_decided = bounds.is_some();
        let round = self.counter_around().unwrap_or("0");
        let bounds = bounds.map(|(least, greatest)| (least.replace(ROUND, round), greatest.replace(ROUND, round)));
        let (least, greatest) = bounds.unwrap_or_else(|| match (self.target, value.kind) {
            (Target::Validator, Kind::Int) => ("INT_MIN".to_owned(), "INT_MAX".to_owned()),
            (Target::Validator, Kind::Long) => ("LLONG_MIN".to_owned(), "LLONG_MAX".to_owned()),
            _ => ("1".to_owned(), "10".to_owned()),
        });
        let is_long = |text: &str| match text.parse::<i128>() {
            Ok(number) => i32::try_from(number).is_err(),
            Err(_) => words(text).any(|word| self.long.contains(word)),
        };
        let kind = match value.kind {
            Kind::Int if is_long(&least) || is_long(&greatest) => Kind::Long,
            kind => kind,
        };
        let is_integer = |text: &str| {
            let digits = text.strip_prefix('-').unwrap_or(text);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        let typed = |text: String| match (kind, is_integer(&text)) {
            (Kind::Long, true) => format!("{text}LL"),
            (Kind::Long, false) if text.starts_with("LLONG") => text,
            (Kind::Long, false) if text.bytes().all(is_word) => format!("1LL * {text}"),
            (Kind::Long, false) => format!("1LL * ({text})"),
            (Kind::Real, true) => format!("{text}.0"),
            // Both bounds of a draw have one type.
            (Kind::Real, false) if self.target == Target::Generator && text.parse::<f64>().is_err() => {
                format!("1.0 * ({text})")
            }
            _ => text,
        };
        let remark = if is_decided { "" } else { " // To be decided: its bounds." };
        (format!("{}, {}", typed(least), typed(greatest)), kind, remark)
    }

    /// What declares a variable for a value, or gives it to one that is there; empty where nothing names it.
    fn receiver(&mut self, value: &'a Value, kind: Kind, is_wanted: bool) -> String {
        let name = value.name.as_str();
        let is_needed = is_wanted || self.wanted.contains(name) || self.mentioned.contains(name);
        if !value.is_number() || !is_identifier(name) || !is_needed {
            return String::new();
        }
        let is_new = self.declared.last_mut().is_some_and(|block| block.insert(name));
        if kind == Kind::Long {
            self.long.insert(name);
        }
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
        let digits = value.digits.as_ref().filter(|_| kind == Kind::Real && !has_open_digits(value));
        let allowed = digits.map_or(allowed.clone(), |(least, greatest)| format!("{allowed}, {least}, {greatest}"));
        let remark = with_digits(value, remark);
        let function = match kind {
            Kind::Int => "readInt",
            Kind::Long => "readLong",
            Kind::Real if digits.is_some() => "readStrictReal",
            Kind::Real => "readReal",
            Kind::Token => "readToken",
            Kind::Line => "readLine",
        };
        let receiver = self.receiver(value, kind, false);
        let call = match &value.size {
            Some(size) => format!("{function}s({size}, {allowed}, \"{plain}\")"),
            None => format!("{function}({allowed}, {name})"),
        };
        let is_list =
            value.is_distinct && value.size.as_deref().is_some_and(|size| first_of_range(value, size).is_some());
        if is_list {
            return self.read_list(plain, &call, remark);
        }
        if let Some(parents) = list_of_parents(value) {
            return self.read_list_of_parents(parents, &call, remark);
        }
        self.line(&format!("{receiver}inf.{call};{remark}"));
        if !receiver.is_empty() {
            self.after_read(value);
        }
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
        let remark = with_digits(value, remark);
        let (drawn, remark) = self.drawn.get(value.name.as_str()).map_or((drawn, remark), |drawn| (drawn.clone(), ""));
        if let Some(size) = &value.size {
            let drawn = self.before_list(value, size).unwrap_or(drawn);
            let counter = self.counter();
            self.line(&format!("for (int {counter} = 0; {counter} < {size}; {counter}++) {{"));
            self.declared.push(HashSet::new());
            self.space(Separator::If(format!("{counter} > 0")));
            self.line(&format!("std::cout << {};{remark}", shown(&drawn, value, kind)));
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
            self.line(&format!("std::cout << {};{remark}", shown(&drawn, value, kind)));
        } else {
            let drawn = self.drawn_within_sum(value).unwrap_or(drawn);
            self.line(&format!("{receiver}{drawn};{remark}"));
            self.after_read(value);
            self.line(&format!("std::cout << {};", shown(&value.name, value, kind)));
        }
        if value.kind == Kind::Line {
            self.line("std::cout << '\\n';");
        }
    }
}

/// A value as it is printed.
fn shown(drawn: &str, value: &Value, kind: Kind) -> String {
    let digits = value.digits.as_ref().and_then(|(_, greatest)| greatest.parse::<u8>().ok()).unwrap_or(6);
    if kind == Kind::Real { format!("format(\"%.{digits}f\", {drawn})") } else { drawn.to_owned() }
}

/// Whether something that the skeleton does not have says how many digits a value has.
fn has_open_digits(value: &Value) -> bool {
    let is_number = |text: &str| text.parse::<u8>().is_ok();
    value.digits.as_ref().is_some_and(|(least, greatest)| !is_number(least) || !is_number(greatest))
}

/// What is left to decide of a value, with its digits.
fn with_digits(value: &Value, remark: &'static str) -> &'static str {
    match (has_open_digits(value), remark.is_empty()) {
        (false, _) => remark,
        (true, true) => " // To be decided: its digits.",
        (true, false) => " // To be decided: its bounds and digits.",
    }
}

/// The words of an expression.
fn words(expression: &str) -> impl Iterator<Item = &str> {
    expression.split(|one: char| !one.is_ascii() || !is_word(one as u8))
}

/// Whether a line is open after parts, if one is open before them or none.
fn is_open_after(parts: &[Part], is_open: bool) -> bool {
    parts.iter().fold(is_open, |is_open, part| match part {
        Part::One(value) => value.kind != Kind::Line,
        Part::EndOfLine => false,
        Part::Times(_, body) => is_open_after(body, is_open),
        Part::Unclear(_) => is_open,
    })
}

/// Whether a variable may be called so.
pub(super) fn is_identifier(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.bytes().all(is_word) && !is_taken(name)
}

fn is_taken(name: &str) -> bool {
    OWN.contains(&name) || KEYWORDS.contains(&format!(" {name} "))
}

/// What may stand in a comment that ends with its line.
fn clean(text: &str) -> String {
    let visible: String = text.chars().filter(|one| !one.is_control()).take(MAX_SHOWN).collect();
    visible.trim_start().trim_end_matches(|one: char| one.is_whitespace() || one == '\\').to_owned()
}
