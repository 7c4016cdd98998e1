//! Validators in checktestdata, which run in-process: no program is started, and a rejection has an exact place in the
//! program and in the input.

use ::checktestdata::{
    BoundSite, Breakage, Limits, Position, Program, Reach, Rejection, Span, Value, Verdict,
    tree::{Command, ExpressionKind, Operation},
    vocabulary::Word,
};
use problem::{
    digest::{Digest, KeyBuilder},
    executor::{Blob, ExecutorError},
    path::RelPath,
    state::Validation,
    trace::{Fail, InputPlace, NamedReads, Number, Site, Wanted, merged},
};

use super::runner::CachingRunner;

/// A program, read once for all inputs.
pub struct Description {
    path: RelPath,
    program: Program,
    identity: Digest,
}

impl Description {
    /// Reads the source of the program at a path of the folder.
    pub fn new(path: &RelPath, source: &[u8]) -> Description {
        let identity = KeyBuilder::new("description 1").text(path.as_str()).digest(Digest::of(source)).finish();
        Description { path: path.clone(), program: Program::parse(source), identity }
    }

    /// Asks it about an input, or finds in the cache what it said.
    pub(super) fn validate(&self, runner: &CachingRunner<'_>, input: Blob) -> Result<Validation, ExecutorError> {
        let key = KeyBuilder::new("checktestdata 2").digest(self.identity).digest(input.digest).finish();
        if let Some(validation) = runner.kept::<Validation>(key, |_| true) {
            return Ok(validation);
        }
        let validation = self.says_of(&runner.bytes(input)?);
        runner.keep(key, &validation);
        Ok(validation)
    }

    /// What it says of an input.
    pub fn says_of(&self, input: &[u8]) -> Validation {
        let run = self.program.observe(input, &Limits::default());
        match run.verdict {
            Verdict::Accepted => {
                Validation { ok: true, reads: Some(self.named_reads(&run.reaches)), ..Validation::default() }
            }
            Verdict::Rejected(rejection) => self.rejected(input, &rejection),
            Verdict::Broken(breakage) => self.broken(&breakage),
        }
    }

    fn rejected(&self, input: &[u8], rejection: &Rejection) -> Validation {
        let Position { line, column } = Position::of(input, rejection.offset);
        let at = InputPlace {
            stream: "inf".to_owned(),
            offset: rejection.offset as u64,
            line: u32::try_from(line).ok(),
            column: u32::try_from(column).ok(),
        };
        let message = format!("expected {}, found {}", rejection.expected, rejection.found);
        let fail = Fail {
            verdict: "fail".to_owned(),
            message: message.clone(),
            site: Some(self.site(rejection.command)),
            at: Some(at),
            wanted: self.wanted(rejection.command),
            expected: Some(rejection.expected.clone()),
            found: Some(rejection.found.clone()),
            test_case: None,
        };
        Validation { message, failure: Some(Box::new(fail)), ..Validation::default() }
    }

    fn broken(&self, breakage: &Breakage) -> Validation {
        let failure = Fail {
            verdict: "fail".to_owned(),
            message: breakage.reason.clone(),
            site: Some(self.site(breakage.span)),
            ..Fail::default()
        };
        let message = breakage.reason.clone();
        Validation { broken: true, message, failure: Some(Box::new(failure)), ..Validation::default() }
    }

    fn site(&self, span: Span) -> Site {
        let Position { line, column } = Position::of(self.program.source(), span.start);
        Site {
            file: self.path.to_string(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).ok(),
        }
    }

    /// What the command reads; `None` for one that reads nothing, as `ASSERT`.
    fn wanted(&self, command: Span) -> Option<Wanted> {
        let wanted = |op: &str| Wanted { op: op.to_owned(), name: None, lo: None, hi: None, pattern: None };
        if command.start == command.end {
            return Some(wanted("eof"));
        }
        let mut found = None;
        let mut look = |one: &Command| {
            if one.span != command {
                return;
            }
            found = match &one.operation {
                Operation::Byte(_) | Operation::End | Operation::Text(_) => Some(wanted(one.word.name())),
                Operation::Number(field) => {
                    let site = &self.program.sites()[field.site];
                    let number = |bound: &Option<Value>| bound.as_ref()?.to_i128().map(Number::Int);
                    let (lo, hi) = (number(&site.min), number(&site.max));
                    Some(Wanted { name: site.variable.clone(), lo, hi, ..wanted(one.word.name()) })
                }
                Operation::Pattern(field) => {
                    let pattern = match &field.pattern.kind {
                        ExpressionKind::Constant(Value::String(text)) => {
                            Some(String::from_utf8_lossy(text).into_owned())
                        }
                        _ => None,
                    };
                    Some(Wanted { pattern, ..wanted(one.word.name()) })
                }
                Operation::Assert(_)
                | Operation::Set(_)
                | Operation::Unset(_)
                | Operation::Repeat(_)
                | Operation::While(_)
                | Operation::If(_) => None,
            };
        };
        self.program.visit(&mut look);
        found
    }

    /// What the reads of each variable came to.
    fn named_reads(&self, reaches: &[Reach]) -> Vec<NamedReads> {
        let sites = self.program.sites().iter().zip(reaches).filter(|(_, reach)| reach.n_reads > 0);
        let reads: Vec<NamedReads> = sites.filter_map(|(site, reach)| self.reads_at(site, reach)).collect();
        merged(reads.iter()).into_values().collect()
    }

    /// Bounds of floats count for nothing, as elsewhere: nobody has to reach them.
    fn reads_at(&self, site: &BoundSite, reach: &Reach) -> Option<NamedReads> {
        let integer = |value: &Option<Value>| value.as_ref()?.to_i128().filter(|_| site.word == Word::Int);
        Some(NamedReads {
            name: site.variable.clone()?,
            lo: integer(&reach.min),
            hi: integer(&reach.max),
            lo_hit: reach.has_met_min,
            hi_hit: reach.has_met_max,
            seen: integer(&reach.least).zip(integer(&reach.greatest)),
            sum: None,
            site: Some(self.site(site.span)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(program: &str, input: &str) -> Validation {
        Description::new(&RelPath::parse("input_validators/v.ctd").unwrap(), program.as_bytes())
            .says_of(input.as_bytes())
    }

    #[test]
    fn a_rejection_has_both_places() {
        let validation = said("INT(1, 9, n)\nNEWLINE\nREP(n) INT(1, 5, a) NEWLINE END", "2\n3\n7\n");
        assert!(!validation.ok && !validation.broken);
        let failure = validation.failure.as_deref().unwrap();
        let site = failure.site.as_ref().unwrap();
        assert_eq!((site.file.as_str(), site.line, site.column), ("input_validators/v.ctd", 3, Some(8)));
        let place = validation.read_at().unwrap();
        assert_eq!((place.offset, place.line, place.column), (4, Some(3), Some(1)));
        let wanted = failure.wanted.as_ref().unwrap();
        assert_eq!(wanted.name.as_deref(), Some("a"));
        assert_eq!((wanted.lo, wanted.hi), (Some(Number::Int(1)), Some(Number::Int(5))));
    }

    #[test]
    fn rest_of_an_input_and_assertions() {
        let rest = said("INT(1, 9) NEWLINE", "2\nx");
        assert_eq!(rest.read_at().map(|place| (place.line, place.column)), Some((Some(2), Some(1))));
        let assertion = said("INT(1, 9, n) ASSERT(n != 2) NEWLINE", "2\n");
        assert!(!assertion.ok && assertion.read_at().is_none() && assertion.failure.unwrap().in_input().is_some());
    }

    #[test]
    fn a_broken_program_says_nothing() {
        let validation = said("INT(1, n) NEWLINE", "2\n");
        assert!(!validation.ok && validation.broken && !validation.message.is_empty());
    }

    #[test]
    fn reads_are_told_by_name() {
        let reads =
            said("SET(most = 9) INT(1, most, n) SPACE FLOAT(0, 1, x) SPACE INT(1, 9, n)", "4 0.5 9").reads.unwrap();
        let shown: Vec<String> = reads
            .iter()
            .map(|NamedReads { name, lo, hi, lo_hit, hi_hit, seen, .. }| {
                format!("{name} {lo:?} {lo_hit} {hi:?} {hi_hit} {seen:?}")
            })
            .collect();
        assert_eq!(shown, ["n Some(1) false Some(9) true Some((4, 9))", "x None false None false None"]);
    }
}
