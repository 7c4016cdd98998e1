//! A format as a program in checktestdata.

use std::fmt::Write as _;

use super::{Count, FieldId, Format, Item};

/// What the values of a field are.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    Integer {
        low: Limit,
        high: Limit,
    },
    /// Between these numbers.
    Real {
        low: f64,
        high: f64,
    },
    /// Of these characters, in the order of their codes.
    Word {
        letters: Vec<u8>,
        length: Length,
    },
}

/// A bound of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    Number(i64),
    /// What was read.
    Read(Count),
}

/// How long words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    Read(Count),
    Between(usize, usize),
}

/// The program.
pub(super) fn program(format: &Format, values: &[Values]) -> String {
    let mut writer = Writer { format, values, text: String::new() };
    writer.items(&format.items);
    writer.text.push_str("EOF\n");
    writer.text
}

/// What a field is called: `t` if it says how many test cases there are.
pub(super) fn name(format: &Format, field: FieldId) -> String {
    if format.has_cases && field == 0 { "t".to_owned() } else { format!("v{field}") }
}

struct Writer<'a> {
    format: &'a Format,
    values: &'a [Values],
    text: String,
}

impl Writer<'_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Line(fields) => {
                    for (at, field) in fields.iter().enumerate() {
                        self.text.push_str(if at > 0 { "SPACE\n" } else { "" });
                        self.field(*field);
                    }
                    self.text.push_str("NEWLINE\n");
                    for (one, other) in self.format.differing.iter().filter(|(one, _)| fields.contains(one)) {
                        let (one, other) = (name(self.format, *one), name(self.format, *other));
                        let _ = writeln!(self.text, "ASSERT({one} != {other})");
                    }
                }
                Item::List { count, field } => {
                    let n = self.count(*count);
                    if self.format.distinct.contains(field) {
                        let _ = writeln!(self.text, "REPI(i, {n}, SPACE)");
                        self.field_as(*field, "[i]");
                        let _ = writeln!(self.text, "END\nNEWLINE\nASSERT(UNIQUE({}))", name(self.format, *field));
                    } else {
                        let _ = writeln!(self.text, "REP({n}, SPACE)");
                        self.field(*field);
                        self.text.push_str("END\nNEWLINE\n");
                    }
                }
                Item::Repeat { count, body } => {
                    let n = self.count(*count);
                    let _ = writeln!(self.text, "REP({n})");
                    self.items(body);
                    self.text.push_str("END\n");
                }
            }
        }
    }

    fn field(&mut self, field: FieldId) {
        self.field_as(field, "");
    }

    /// A field whose variable has an index.
    fn field_as(&mut self, field: FieldId, index: &str) {
        let name = name(self.format, field) + index;
        let _ = match &self.values[field] {
            Values::Integer { low, high } => {
                writeln!(self.text, "INT({}, {}, {name})", self.limit(*low), self.limit(*high))
            }
            Values::Real { low, high } => writeln!(self.text, "FLOAT({low:?}, {high:?}, {name})"),
            Values::Word { letters, length } => {
                let class = class(letters);
                match length {
                    Length::Read(count) => {
                        let n = self.count(*count);
                        writeln!(self.text, "REP({n}) REGEX(\"{class}\") END")
                    }
                    Length::Between(least, most) => {
                        writeln!(self.text, "REGEX(\"{class}{{{least},{most}}}\", {name})")
                    }
                }
            }
        };
    }

    fn limit(&self, limit: Limit) -> String {
        match limit {
            Limit::Number(number) => number.to_string(),
            Limit::Read(count) => self.count(count),
        }
    }

    fn count(&self, Count { field, plus }: Count) -> String {
        let name = name(self.format, field);
        match plus {
            0 => name,
            _ => format!("({name}{plus:+})"),
        }
    }
}

/// Characters as a regular expression has them; a few that mean something in one are left out.
fn class(letters: &[u8]) -> String {
    let mut text = "[".to_owned();
    let mut rest: &[u8] = letters;
    while let [first, ..] = rest {
        let n = rest.iter().zip(*first..).take_while(|(byte, wanted)| **byte == *wanted).count();
        let shown: String =
            rest[..n].iter().map(|byte| char::from(*byte)).filter(|c| !r#""\]^-"#.contains(*c)).collect();
        match n == shown.len() && n > 2 {
            true => {
                let _ = write!(text, "{}-{}", &shown[..1], &shown[n - 1..]);
            }
            false => text.push_str(&shown),
        }
        rest = &rest[n..];
    }
    text.push_str(if letters.contains(&b'-') { "-]" } else { "]" });
    text
}
