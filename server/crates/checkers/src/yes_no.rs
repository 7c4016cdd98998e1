//! Compares `YES` and `NO`, in any letter case.

use super::{
    files::Files,
    integers::compare_lengths,
    message::{compress, fill, ordinal},
    outcome::Outcome,
    stream::Reading,
};

/// `yesno`: one word.
pub(super) fn yesno(files: &mut Files<'_>) -> Reading<Outcome> {
    let (expected, found) = (files.answer.token()?, files.output.token()?);
    let word = compare(expected, found, "")?;
    Ok(Outcome::ok(format!("answer is {}", word.text())))
}

/// `nyesno`: one word per test case.
pub(super) fn nyesno(files: &mut Files<'_>) -> Reading<Outcome> {
    let (mut n, mut n_yes, mut last) = (0, 0, None);
    while files.both_go_on() {
        n += 1;
        let (expected, found) = (files.answer.token()?, files.output.token()?);
        let word = if let Some(word) = Word::read(expected)
            && Word::read(found) == Some(word)
        {
            word
        } else {
            compare(expected, found, &format!(" [{} token]", ordinal(n)))?
        };
        n_yes += usize::from(word == Word::Yes);
        last = Some(word);
    }
    if let Some(verdict) = compare_lengths(files, n, |stream| stream.token().map(|_| ()))? {
        return Ok(verdict);
    }
    Ok(match last {
        None => Outcome::ok("Empty output"),
        Some(word) if n == 1 => Outcome::ok(word.text()),
        Some(_) => Outcome::ok(format!("{n} token(s): yes count is {n_yes}, no count is {}", n - n_yes)),
    })
}

/// The common word; otherwise the verdict, whose message ends with `note`.
fn compare(expected: &[u8], found: &[u8], note: &str) -> Reading<Word> {
    let shown = |token: &[u8]| compress(&token.to_ascii_uppercase()).into_owned();
    let Some(expected_word) = Word::read(expected) else {
        let text = "YES or NO expected in answer, but {} found{}";
        return Err(Outcome::fail(fill(text, &[&shown(expected), &note])));
    };
    match Word::read(found) {
        None => Err(Outcome::pe(fill("YES or NO expected, but {} found{}", &[&shown(found), &note]))),
        Some(word) if word == expected_word => Ok(word),
        Some(word) => Err(Outcome::wa(format!("expected {}, found {}{note}", expected_word.text(), word.text()))),
    }
}

/// One of the two words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Yes,
    No,
}

impl Word {
    fn read(token: &[u8]) -> Option<Word> {
        [Word::Yes, Word::No].into_iter().find(|word| token.eq_ignore_ascii_case(word.text().as_bytes()))
    }

    fn text(self) -> &'static str {
        match self {
            Word::Yes => "YES",
            Word::No => "NO",
        }
    }
}
