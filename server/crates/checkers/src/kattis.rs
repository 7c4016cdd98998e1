//! The comparison that packages of the ICPC format ask for with `validation: default`.

use super::{
    files::{Files, Pace},
    message::{compress, fill},
    number,
    outcome::Outcome,
    stream::{Side, Stream},
};

/// How output and answer are compared. By default letter case and the amount of white space do not matter, and numbers
/// are words like others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KattisFlags {
    /// Letter case matters.
    pub case_sensitive: bool,
    /// Every byte of white space matters.
    pub space_change_sensitive: bool,
    /// Numbers may differ by this much.
    pub float_absolute_tolerance: Option<f64>,
    /// Numbers may differ by this much of the answer's magnitude.
    pub float_relative_tolerance: Option<f64>,
}

impl KattisFlags {
    /// Reads validator flags; the last one of a kind counts.
    pub fn parse(flags: &[String]) -> Result<KattisFlags, String> {
        let mut parsed = KattisFlags::default();
        let mut flags = flags.iter();
        while let Some(flag) = flags.next() {
            match flag.as_str() {
                "case_sensitive" => parsed.case_sensitive = true,
                "space_change_sensitive" => parsed.space_change_sensitive = true,
                "float_absolute_tolerance" => parsed.float_absolute_tolerance = Some(tolerance(flag, flags.next())?),
                "float_relative_tolerance" => parsed.float_relative_tolerance = Some(tolerance(flag, flags.next())?),
                "float_tolerance" => {
                    let both = Some(tolerance(flag, flags.next())?);
                    (parsed.float_absolute_tolerance, parsed.float_relative_tolerance) = (both, both);
                }
                _ => return Err(unknown(flag)),
            }
        }
        Ok(parsed)
    }

    /// Judges an output by an answer: right with no message, or wrong with the place of the first difference.
    pub fn check(&self, output: &[u8], answer: &[u8]) -> Outcome {
        let mut files = Files { output: Stream::new(output, Side::Output), answer: Stream::new(answer, Side::Output) };
        let mut pace = Pace::new();
        loop {
            pace.skip(&mut files, is_space, |_| ());
            let step = match self.compare_space(&mut files) {
                Ok(()) => self.compare_token(&mut files),
                Err(difference) => Err(difference),
            };
            match step {
                Ok(Step::Equal) => {}
                Ok(Step::BothEnded) => return Outcome::ok(""),
                Err(difference) => return difference.outcome(output),
            }
        }
    }

    /// Passes over white space in both files.
    fn compare_space(&self, files: &mut Files<'_>) -> Result<(), Difference> {
        let left = files.output.rest().len();
        let (expected, found) = (take(&mut files.answer, is_space), take(&mut files.output, is_space));
        if !self.space_change_sensitive || expected == found {
            return Ok(());
        }
        let [expected, found] = [expected, found].map(|space| compress(space).escape_ascii().to_string());
        Err(Difference { left, what: format!("expected white space \"{expected}\", found \"{found}\"").into_bytes() })
    }

    /// Passes over a token in both files.
    fn compare_token(&self, files: &mut Files<'_>) -> Result<Step, Difference> {
        let left = files.output.rest().len();
        let is_word = |byte| !is_space(byte);
        let (expected, found) = (take(&mut files.answer, is_word), take(&mut files.output, is_word));
        let what = match (expected, found) {
            ([], []) => return Ok(Step::BothEnded),
            ([], found) => fill("expected the end, found '{}'", &[&compress(found)]),
            (expected, []) => fill("expected '{}', but the output ends", &[&compress(expected)]),
            (expected, found) => match self.complaint(expected, found) {
                None => return Ok(Step::Equal),
                Some(complaint) => fill(complaint, &[&compress(expected), &compress(found)]),
            },
        };
        Err(Difference { left, what })
    }

    /// What is wrong with a token, as a template for the expected and the found one.
    fn complaint(&self, expected: &[u8], found: &[u8]) -> Option<&'static str> {
        let has_tolerance = self.float_absolute_tolerance.or(self.float_relative_tolerance).is_some();
        if has_tolerance && let Some(expected) = number::finite_real(expected) {
            return match number::finite_real(found) {
                None => Some("expected the number '{}', found '{}'"),
                Some(found) if self.tolerates(expected, found) => None,
                Some(_) => Some("expected '{}', found '{}', which is outside the tolerance"),
            };
        }
        let same = expected == found || (!self.case_sensitive && expected.eq_ignore_ascii_case(found));
        (!same).then_some("expected '{}', found '{}'")
    }

    fn tolerates(&self, expected: f64, found: f64) -> bool {
        let error = (expected - found).abs();
        let allowed = [self.float_absolute_tolerance, self.float_relative_tolerance.map(|part| part * expected.abs())];
        allowed.into_iter().flatten().any(|allowed| error <= allowed)
    }
}

fn tolerance(flag: &str, value: Option<&String>) -> Result<f64, String> {
    let value = value.ok_or_else(|| format!("the validator flag \"{flag}\" needs a number after it"))?;
    number::finite_real(value.as_bytes())
        .filter(|tolerance| *tolerance >= 0.0)
        .ok_or_else(|| format!("the validator flag \"{flag}\" needs a number that is not negative, not \"{value}\""))
}

fn unknown(flag: &str) -> String {
    let known = "case_sensitive, space_change_sensitive, float_absolute_tolerance E, float_relative_tolerance E and \
                 float_tolerance E";
    format!("unknown validator flag \"{flag}\": the default validator knows {known}")
}

/// What comparing a pair of tokens led to.
enum Step {
    Equal,
    BothEnded,
}

/// Where and how the output differs.
struct Difference {
    /// How many bytes of the output are left where it begins.
    left: usize,
    /// The difference in words.
    what: Vec<u8>,
}

impl Difference {
    fn outcome(&self, output: &[u8]) -> Outcome {
        let before = &output[..output.len() - self.left];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let earlier_tokens = before[line_start..].split(|&byte| is_space(byte)).filter(|token| !token.is_empty());
        let token = earlier_tokens.count() + 1;
        Outcome::wa(fill("line {}, token {}: {}", &[&line.to_string(), &token.to_string(), &self.what]))
    }
}

/// Reads bytes as long as they belong.
fn take<'a>(stream: &mut Stream<'a>, belongs: impl Fn(u8) -> bool) -> &'a [u8] {
    let rest = stream.rest();
    let end = rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len());
    stream.advance(end);
    &rest[..end]
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | 0x09..=0x0D)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(flags: &str, output: &str, answer: &str, message: &str) {
        let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
        let outcome = KattisFlags::parse(&flags).unwrap().check(output.as_bytes(), answer.as_bytes());
        let line = String::from_utf8(outcome.stderr_line()).unwrap();
        assert_eq!(line.trim_end(), message);
    }

    #[test]
    fn by_default_case_and_space_do_not_matter() {
        check("", "Yes\n\n 1\t2", "yes 1 2\n", "ok");
        check("", "", "\n", "ok");
        check("", "1 2\n3 5\n", "1 2\n3 4\n", "wrong answer line 2, token 2: expected '4', found '5'");
        check("", "1.0\n", "1\n", "wrong answer line 1, token 1: expected '1', found '1.0'");
        check("", "1\n", "1 2\n", "wrong answer line 2, token 1: expected '2', but the output ends");
        check("", "1\n\n2", "1\n", "wrong answer line 3, token 1: expected the end, found '2'");
    }

    #[test]
    fn case_may_matter() {
        check("case_sensitive", "Yes", "yes", "wrong answer line 1, token 1: expected 'yes', found 'Yes'");
    }

    #[test]
    fn space_may_matter() {
        let message = r#"wrong answer line 1, token 2: expected white space " ", found "\n""#;
        check("space_change_sensitive", "1\n2\n", "1 2\n", message);
        check("space_change_sensitive", "a 2\n", "A 2\n", "ok");
        let message = r#"wrong answer line 1, token 2: expected white space "\n", found """#;
        check("space_change_sensitive", "1", "1\n", message);
    }

    #[test]
    fn either_tolerance_is_enough() {
        check("float_tolerance 1e-6", "1000000.5 x", "1000000 X", "ok");
        check("float_tolerance 1e-6", "3.14000000e-2", "0.0314", "ok");
        let outside =
            "wrong answer line 1, token 1: expected '1000000', found '1000000.5', which is outside the tolerance";
        check("float_absolute_tolerance 1e-6", "1000000.5", "1000000", outside);
        check("float_relative_tolerance 1e-6", "1000000.5", "1000000", "ok");
        let message = "wrong answer line 1, token 1: expected the number '1', found 'one'";
        check("float_relative_tolerance 1e-6", "one", "1", message);
        check("float_tolerance 1e-6", "nan inf 1e999", "NaN Inf 1E999", "ok");
    }

    #[test]
    fn bad_flags_are_explained() {
        let parse = |flags: &[&str]| KattisFlags::parse(&flags.iter().map(|&flag| flag.to_owned()).collect::<Vec<_>>());
        assert_eq!(
            parse(&["float_tolerance"]).unwrap_err(),
            "the validator flag \"float_tolerance\" needs a number after it"
        );
        assert_eq!(
            parse(&["float_tolerance", "-1"]).unwrap_err(),
            "the validator flag \"float_tolerance\" needs a number that is not negative, not \"-1\""
        );
        assert!(parse(&["case-sensitive"]).unwrap_err().starts_with("unknown validator flag \"case-sensitive\": "));
    }
}
