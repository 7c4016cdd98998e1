//! Compares outputs of the form `Case 1: …`.

use super::{
    files::Files,
    message::{compress, fill, spaced_briefly},
    outcome::Outcome,
    stream::{Reading, Stream},
};

/// The word that starts a test case.
const CASE: &[u8] = b"Case";

/// `caseicmp`: one integer per test case.
pub(super) fn caseicmp(files: &mut Files<'_>) -> Reading<Outcome> {
    let (expected, found) = (single_values(&mut files.answer)?, single_values(&mut files.output)?);
    let difference = expected.iter().zip(&found).enumerate().find(|(_, (expected, found))| expected != found);
    if let Some((idx, (expected, found))) = difference {
        let number = idx + 1;
        return Ok(Outcome::wa(format!("Expected {expected} found {found} [test case {number}]")));
    }
    let n = expected.len();
    if n != found.len() {
        return Ok(Outcome::pe(format!("Expected {n} test case(s) but found {}", found.len())));
    }
    let list = spaced_briefly(&expected, 3);
    Ok(Outcome::ok(format!("{n} case(s): {list}").trim_end()))
}

/// The value of every test case of a file.
fn single_values(stream: &mut Stream<'_>) -> Reading<Vec<i64>> {
    let mut values = Vec::new();
    while !stream.seek_end() {
        let number = values.len() + 1;
        expect(stream, CASE, number)?;
        expect(stream, format!("{number}:").as_bytes(), number)?;
        values.push(stream.long()?);
    }
    Ok(values)
}

/// Reads a token that must be `wanted`.
fn expect(stream: &mut Stream<'_>, wanted: &[u8], number: usize) -> Reading<()> {
    let token = stream.token()?;
    if token == wanted {
        return Ok(());
    }
    let values: [&dyn AsRef<[u8]>; 3] = [&wanted, &compress(token), &number.to_string()];
    Err(stream.fault(fill("Expected '{}' but found '{}' [test case {}]", &values)))
}

/// `casencmp`: any number of integers per test case.
pub(super) fn casencmp(files: &mut Files<'_>) -> Reading<Outcome> {
    compare(
        files,
        |stream, token| stream.as_long(until_nul(token)),
        |values| format!("\"{}\"", spaced_briefly(values, 3)).into_bytes(),
    )
}

/// Testlib reads a number only up to the first NUL.
fn until_nul(token: &[u8]) -> &[u8] {
    let end = token.iter().position(|&byte| byte == 0).unwrap_or(token.len());
    &token[..end]
}

/// `casewcmp`: any number of words per test case.
pub(super) fn casewcmp(files: &mut Files<'_>) -> Reading<Outcome> {
    compare(files, |_, token| Ok(token), |words| fill("\"{}\"", &[&compress(&words.join(&b' '))]))
}

/// Compares case by case; `read` makes a value of a token, `list` shows the values of a case.
fn compare<'a, T: PartialEq>(
    files: &mut Files<'a>,
    read: impl Fn(&Stream<'a>, &'a [u8]) -> Reading<T>,
    list: impl Fn(&[T]) -> Vec<u8>,
) -> Reading<Outcome> {
    let (mut in_answer, mut in_output) = (Cases::default(), Cases::default());
    while !files.answer.seek_end() {
        let expected = in_answer.next(&mut files.answer, &read)?;
        let found = in_output.next(&mut files.output, &read)?;
        if expected != found {
            let shown = |values: &[T]| fill("{} [size={}]", &[&list(values), &values.len().to_string()]);
            let number = in_answer.n_read.to_string();
            let text = "Sequences differ: jury has {}, but participant has {} [test case {}]";
            return Ok(Outcome::wa(fill(text, &[&shown(&expected), &shown(&found), &number])));
        }
    }
    Ok(Outcome::ok(format!("{} test cases(s)", in_answer.n_read)))
}

/// How far the test cases of a file have been read.
#[derive(Default)]
struct Cases {
    /// Number of test cases read or begun.
    n_read: usize,
    /// Whether the word that starts a case has ended an earlier one, and is read ahead from then on.
    reads_ahead: bool,
}

impl Cases {
    /// Reads a test case up to the start of the next one, or to the end.
    fn next<'a, T>(
        &mut self,
        stream: &mut Stream<'a>,
        read: impl Fn(&Stream<'a>, &'a [u8]) -> Reading<T>,
    ) -> Reading<Vec<T>> {
        self.n_read += 1;
        if !self.reads_ahead {
            expect(stream, CASE, self.n_read)?;
        }
        expect(stream, format!("{}:", self.n_read).as_bytes(), self.n_read)?;
        let mut values = Vec::new();
        while !stream.seek_end() {
            let token = stream.token()?;
            if token == CASE {
                self.reads_ahead = true;
                break;
            }
            values.push(read(stream, token)?);
        }
        Ok(values)
    }
}
