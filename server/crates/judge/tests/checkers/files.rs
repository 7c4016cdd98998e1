//! Pairs of files: an answer, and an output that is the same, nearly the same, or something else.

use std::fmt;

use checkers::{ReportForm, Standard};
use proptest::{collection::vec, option, prelude::*, sample::select};

use super::{
    FORMS,
    edits::{self, Edit},
    tokens::{self, Flavour},
};

/// A token and what follows it.
pub(crate) type Piece = (Vec<u8>, Vec<u8>);

/// The longest file; it is longer than what the built-in checkers compare at once.
const MAX_FILE: usize = 60_000;

/// What a case is made of, so that it can be made smaller.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pieces: Vec<Piece>,
    n_times: usize,
    edits: Vec<Edit>,
    /// The output, when it has nothing to do with the answer.
    other: Option<Vec<Piece>>,
    marks: (bool, bool),
    /// How many of the last bytes each file lacks.
    cut: (usize, usize),
    lacks: Lacks,
    report: Option<ReportForm>,
}

/// A file that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lacks {
    Nothing,
    Output,
    Answer,
}

/// Two files, and whether there is a report.
pub(crate) struct Case {
    pub(crate) output: Option<Vec<u8>>,
    pub(crate) answer: Option<Vec<u8>>,
    pub(crate) report: Option<ReportForm>,
}

impl Pair {
    pub(crate) fn case(&self) -> Case {
        let length: usize = self.pieces.iter().map(|(token, separator)| token.len() + separator.len()).sum();
        let n_times = self.n_times.min(MAX_FILE / length.max(1)).max(1);
        let answer = vec![self.pieces.clone(); n_times].concat();
        let output = match &self.other {
            Some(other) => other.clone(),
            None => edits::apply(answer.clone(), &self.edits),
        };
        let file = |pieces: &[Piece], mark: bool, cut: usize| {
            let mut file = if mark { b"\xEF\xBB\xBF".to_vec() } else { Vec::new() };
            pieces.iter().for_each(|(token, separator)| file.extend([token.as_slice(), separator].concat()));
            file.truncate(file.len().saturating_sub(cut));
            file
        };
        Case {
            output: (self.lacks != Lacks::Output).then(|| file(&output, self.marks.0, self.cut.0)),
            answer: (self.lacks != Lacks::Answer).then(|| file(&answer, self.marks.1, self.cut.1)),
            report: self.report,
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |file: &Option<Vec<u8>>| match file {
            Some(bytes) => format!("\"{}\"", bytes.escape_ascii()),
            None => "absent".to_owned(),
        };
        write!(f, "report {:?}\noutput {}\nanswer {}", self.report, show(&self.output), show(&self.answer))
    }
}

/// Cases for a checker.
pub(crate) fn pair(checker: Standard) -> impl Strategy<Value = Pair> {
    let flavour = Flavour::of(checker);
    let n_times = prop_oneof![30 => Just(1_usize), 1 => 2..4000_usize];
    let other = prop_oneof![4 => Just(None), 1 => pieces(checker).prop_map(Some)];
    let rare = |weight: u32| prop_oneof![weight => Just(false), 1 => Just(true)];
    let cut = || prop_oneof![4 => Just(0_usize), 1 => 1..4_usize];
    let lacks = prop_oneof![60 => Just(Lacks::Nothing), 1 => Just(Lacks::Output), 1 => Just(Lacks::Answer)];
    let report = option::weighted(0.15, select(FORMS.to_vec()));
    let edits = prop_oneof![1 => Just(vec![]), 3 => vec(edits::edit(flavour), 1..4)];
    let first = (pieces(checker), n_times, edits, other);
    (first, (rare(10), rare(40)), (cut(), cut()), lacks, report).prop_map(|(first, marks, cut, lacks, report)| {
        let (pieces, n_times, edits, other) = first;
        Pair { pieces, n_times, edits, other, marks, cut, lacks, report }
    })
}

fn pieces(checker: Standard) -> BoxedStrategy<Vec<Piece>> {
    let flavour = Flavour::of(checker);
    match flavour {
        Flavour::Cases => cases().boxed(),
        _ if tokens::reads_one(checker) => {
            prop_oneof![6 => vec(piece(flavour), 1..2), 1 => vec(piece(flavour), 0..5)].boxed()
        }
        _ => vec(piece(flavour), 0..12).boxed(),
    }
}

fn piece(flavour: Flavour) -> impl Strategy<Value = Piece> {
    let token = prop_oneof![30 => tokens::proper(flavour), 1 => tokens::nasty()];
    (token, tokens::separator())
}

/// `Case 1: …`, with a number that is wrong now and then.
fn cases() -> impl Strategy<Value = Vec<Piece>> {
    let values = prop_oneof![3 => vec(piece(Flavour::Cases), 1..2), 1 => vec(piece(Flavour::Cases), 0..8)];
    let off = prop_oneof![40 => Just(0_usize), 1 => 1..3_usize];
    vec((off, tokens::separator(), values), 0..5).prop_map(|cases| {
        let start = |idx: usize, off: usize, separator: Vec<u8>| {
            [(b"Case".to_vec(), b" ".to_vec()), (format!("{}:", idx + 1 + off).into_bytes(), separator)]
        };
        let flat = cases.into_iter().enumerate().flat_map(|(idx, (off, separator, values))| {
            start(idx, off, separator).into_iter().chain(values).collect::<Vec<_>>()
        });
        flat.collect()
    })
}
