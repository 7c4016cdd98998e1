//! What a checker says.

use std::borrow::Cow;

use super::message::{fixed, shown};

/// Which kind of verdict a checker gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum OutcomeKind {
    /// The output is right.
    Ok,
    /// The output is wrong.
    Wa,
    /// The output's form is wrong.
    Pe,
    /// The answer file, or the checker's use, is at fault.
    Fail,
    /// The output has a score.
    Points,
}

impl OutcomeKind {
    /// The exit code of a checker program.
    pub fn exit_code(self) -> i32 {
        match self {
            OutcomeKind::Ok => 0,
            OutcomeKind::Wa => 1,
            OutcomeKind::Pe => 2,
            OutcomeKind::Fail => 3,
            OutcomeKind::Points => 7,
        }
    }

    /// What an exit code of a program written with testlib means; `None` for a code that testlib does not use.
    pub fn of_exit_code(code: i32) -> Option<OutcomeKind> {
        match code {
            0 => Some(OutcomeKind::Ok),
            1 => Some(OutcomeKind::Wa),
            // Presentation errors, dirt behind the output, and an unexpected end of it.
            2 | 4 | 8 => Some(OutcomeKind::Pe),
            3 => Some(OutcomeKind::Fail),
            7 => Some(OutcomeKind::Points),
            _ => None,
        }
    }

    /// What stands before the message on standard error.
    fn prefix(self) -> &'static str {
        match self {
            OutcomeKind::Ok => "ok ",
            OutcomeKind::Wa => "wrong answer ",
            OutcomeKind::Pe => "wrong output format ",
            OutcomeKind::Fail => "FAIL ",
            OutcomeKind::Points => "points ",
        }
    }

    /// The name in a report file of the XML form.
    fn report_name(self) -> &'static str {
        match self {
            OutcomeKind::Ok => "accepted",
            OutcomeKind::Wa => "wrong-answer",
            OutcomeKind::Pe => "presentation-error",
            OutcomeKind::Fail => "fail",
            OutcomeKind::Points => "points",
        }
    }
}

/// A checker's verdict and its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The verdict.
    pub kind: OutcomeKind,
    /// The reason, as the bytes that a checker program prints after the verdict.
    pub message: Vec<u8>,
    /// The score; `None` also with [`OutcomeKind::Points`] when the score is only a text in the message.
    pub points: Option<f64>,
}

impl Outcome {
    /// The output is right.
    pub(super) fn ok(message: impl Into<Vec<u8>>) -> Outcome {
        Outcome::new(OutcomeKind::Ok, message.into())
    }

    /// The output is wrong.
    pub(super) fn wa(message: impl Into<Vec<u8>>) -> Outcome {
        Outcome::new(OutcomeKind::Wa, message.into())
    }

    /// The output's form is wrong.
    pub(super) fn pe(message: impl Into<Vec<u8>>) -> Outcome {
        Outcome::new(OutcomeKind::Pe, message.into())
    }

    /// Something other than the output is wrong.
    pub(super) fn fail(message: impl Into<Vec<u8>>) -> Outcome {
        Outcome::new(OutcomeKind::Fail, message.into())
    }

    /// The output has a score.
    pub(super) fn points(points: Option<f64>, message: impl Into<Vec<u8>>) -> Outcome {
        Outcome { points, ..Outcome::new(OutcomeKind::Points, message.into()) }
    }

    fn new(kind: OutcomeKind, message: Vec<u8>) -> Outcome {
        Outcome { kind, message: shown(message), points: None }
    }

    /// The message as text; bytes that are not UTF-8 are replaced.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.message)
    }

    /// What a checker program prints to standard error: the verdict, the message and a line end.
    pub fn stderr_line(&self) -> Vec<u8> {
        [self.kind.prefix().as_bytes(), &self.message, b"\n"].concat()
    }

    /// What a checker program does instead of printing when it is given a report file.
    pub fn report(&self, form: ReportForm) -> Report {
        match form {
            ReportForm::Plain => Report { kind: self.kind, content: self.message.clone() },
            ReportForm::Xml if self.kind == OutcomeKind::Points && self.points.is_none() => {
                Outcome::fail("Expected points, but infinity found").report(form)
            }
            ReportForm::Xml => Report { kind: self.kind, content: self.xml() },
        }
    }

    fn xml(&self) -> Vec<u8> {
        let mut xml = br#"<?xml version="1.0" encoding="windows-1251"?><result outcome = ""#.to_vec();
        xml.extend_from_slice(self.kind.report_name().as_bytes());
        if let Some(points) = self.points {
            xml.extend_from_slice(format!("\" points = \"{}", points_text(points)).as_bytes());
        }
        xml.extend_from_slice(b"\">");
        self.message.iter().for_each(|&byte| push_escaped(&mut xml, byte));
        xml.extend_from_slice(b"</result>\n");
        xml
    }
}

fn push_escaped(xml: &mut Vec<u8>, byte: u8) {
    match byte {
        b'&' => xml.extend_from_slice(b"&amp;"),
        b'<' => xml.extend_from_slice(b"&lt;"),
        b'>' => xml.extend_from_slice(b"&gt;"),
        b'"' => xml.extend_from_slice(b"&quot;"),
        0..=31 => xml.push(b'.'),
        _ => xml.push(byte),
    }
}

/// A score as checkers write it: up to ten decimals, at least one.
pub(super) fn points_text(points: f64) -> String {
    let mut text = fixed(points, 10);
    while text.ends_with('0') && !text.ends_with(".0") {
        text.pop();
    }
    text
}

/// How a report file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportForm {
    /// The message alone.
    Plain,
    /// XML, asked for by `-appes`.
    Xml,
}

/// What a checker program that was given a report file ends with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The verdict, which the exit code carries.
    pub kind: OutcomeKind,
    /// What the report file holds.
    pub content: Vec<u8>,
}

impl Report {
    /// What standard error shows when there is a report file.
    pub const STDERR: &'static [u8] = b"\nSee file to check exit message\n";
}

#[cfg(test)]
mod tests {
    use super::OutcomeKind::{self, Fail, Ok, Pe, Points, Wa};

    #[test]
    fn exit_codes_of_testlib() {
        let kinds = [0, 1, 2, 3, 4, 7, 8, 5, 256].map(OutcomeKind::of_exit_code);
        let known = [Ok, Wa, Pe, Fail, Pe, Points, Pe].map(Some);
        assert_eq!((&kinds[..7], &kinds[7..]), (&known[..], &[None, None][..]));
    }
}
