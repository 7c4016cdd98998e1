//! The text of GCC and Clang.
//!
//! Both say the chain of includes only where it changes, so it is remembered by file. GCC says before an error where a
//! template is used from, Clang after it in notes; both become related places of the error.

use std::collections::HashMap;

use super::{
    belongs_to_last,
    linker::LinkerReader,
    model::{ColumnUnit, CompilerMessage, MessageSeverity, SourcePlace, describe_fix},
    text_line::{ByteRange, Line, Said, classify},
};

/// Reads the messages of a text.
pub(super) fn parse(text: &str) -> Vec<CompilerMessage> {
    let mut reader = Reader::default();
    let mut linker = LinkerReader::default();
    for line in text.lines() {
        match linker.read(line) {
            Some(messages) => reader.messages.extend(messages),
            None => reader.read(classify(line)),
        }
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    messages: Vec<CompilerMessage>,
    /// The includes that lead to each file seen so far.
    chains: HashMap<String, Vec<SourcePlace>>,
    /// The chain that was just said, before its file is named; the innermost include first.
    new_chain: Vec<SourcePlace>,
    /// Context of the error that is to come.
    context: Vec<(SourcePlace, String)>,
    /// The place that a quote of the source would be about.
    quoted: Quoted,
    /// The last line was the quote of that place.
    marks_follow: bool,
    has_quotes: bool,
    is_clang: bool,
}

#[derive(Clone, Copy, Default)]
enum Quoted {
    #[default]
    Nothing,
    Message,
    LastRelated,
    LastContext,
}

/// Endings that repeat what was said before.
const ECHOES: [&str; 4] = [
    "all warnings being treated as errors",
    "some warnings being treated as errors",
    "linker command failed with exit code",
    "ld returned 1 exit status",
];

impl Reader {
    fn read(&mut self, line: Line<'_>) {
        match line {
            Line::IncludedFrom { place, goes_on } => self.included_from(place, goes_on),
            Line::Message { place, ranges, said } => self.message(place, &ranges, said),
            Line::Context { place, text } => self.add_context(place, text),
            Line::InFile(file) => self.settle_chain(file),
            Line::Tool(said) => self.tool(said),
            Line::Quote { line } => self.quote(line),
            Line::Marks(marks) => self.marks(marks),
            Line::Fixit { place, content } => self.fixit(place, &content),
            Line::ClangEnd => self.is_clang = true,
            Line::Other => {}
        }
    }

    /// GCC goes from the inside out in one sentence, Clang from the outside in with a sentence for each file.
    fn included_from(&mut self, place: SourcePlace, goes_on: bool) {
        if goes_on && !self.new_chain.is_empty() {
            self.new_chain.push(place);
        } else if !goes_on {
            self.new_chain.insert(0, place);
        }
    }

    /// Remembers the chain that was just said as that of `file`, and so those of the files between.
    fn settle_chain(&mut self, file: &str) {
        let mut chain = std::mem::take(&mut self.new_chain);
        let Some(outermost) = chain.last() else { return };
        // GCC stops where it would repeat itself.
        let known = self.chains.get(&outermost.file).cloned().unwrap_or_default();
        chain.extend(known);
        for (at, include) in chain.iter().enumerate() {
            self.chains.insert(include.file.clone(), chain[at + 1..].to_vec());
        }
        self.chains.insert(file.to_owned(), chain);
    }

    fn add_context(&mut self, place: SourcePlace, text: &str) {
        self.settle_chain(&place.file);
        self.context.push((place, text.to_owned()));
        self.quoted = Quoted::LastContext;
    }

    fn message(&mut self, place: SourcePlace, ranges: &[ByteRange], said: Said<'_>) {
        self.settle_chain(&place.file);
        self.is_clang |= !ranges.is_empty();
        let place = with_ranges(place, ranges);
        match self.messages.last_mut() {
            Some(message) if belongs_to_last(said.severity, said.text) => {
                message.related.append(&mut self.context);
                message.related.push((place, said.text.to_owned()));
                self.quoted = Quoted::LastRelated;
            }
            Some(_) | None => {
                self.messages.push(CompilerMessage {
                    severity: said.severity,
                    text: said.text.to_owned(),
                    option: said.option,
                    related: std::mem::take(&mut self.context),
                    included_from: self.chains.get(&place.file).cloned().unwrap_or_default(),
                    place: Some(place),
                });
                self.quoted = Quoted::Message;
            }
        }
    }

    fn tool(&mut self, said: Said<'_>) {
        let is_echo = ECHOES.iter().any(|echo| said.text.contains(echo));
        if is_echo || said.severity == MessageSeverity::Note {
            return;
        }
        self.messages
            .push(CompilerMessage { option: said.option, ..CompilerMessage::without_place(said.severity, said.text) });
        self.quoted = Quoted::Nothing;
    }

    fn quoted_place(&mut self) -> Option<&mut SourcePlace> {
        match self.quoted {
            Quoted::Nothing => None,
            Quoted::Message => self.messages.last_mut()?.place.as_mut(),
            Quoted::LastRelated => self.messages.last_mut()?.related.last_mut().map(|(place, _)| place),
            Quoted::LastContext => self.context.last_mut().map(|(place, _)| place),
        }
    }

    fn quote(&mut self, line: u32) {
        self.has_quotes = true;
        self.marks_follow = self.quoted_place().is_some_and(|place| place.line == line);
    }

    /// Only the first line of marks has the caret; the others are labels and repairs.
    fn marks(&mut self, marks: &str) {
        if std::mem::take(&mut self.marks_follow)
            && let Some(place) = self.quoted_place()
        {
            widen_by_marks(place, marks);
        }
    }

    fn fixit(&mut self, place: SourcePlace, content: &str) {
        if let Some(message) = self.messages.last_mut() {
            let is_insertion = (place.line, place.column) == (place.end_line, place.end_column);
            message.related.push((place, describe_fix(is_insertion, content)));
            self.quoted = Quoted::Nothing;
        }
    }

    /// Text without quotes is by Clang or by a GCC that counts bytes.
    fn finish(mut self) -> Vec<CompilerMessage> {
        if self.is_clang || !self.has_quotes {
            for message in &mut self.messages {
                let related = message.related.iter_mut().map(|(place, _)| place);
                let places = message.place.iter_mut().chain(related);
                places
                    .filter(|place| place.unit == ColumnUnit::Display)
                    .for_each(|place| place.unit = ColumnUnit::Byte);
            }
        }
        self.messages
    }
}

/// Clang names a point and, apart from it, the operands. What is wrong is the operand the point lies in, or all from
/// the first to the last when it lies between them, as an operator does.
fn with_ranges(place: SourcePlace, ranges: &[ByteRange]) -> SourcePlace {
    let point = (place.line, place.column);
    let around = ranges.iter().find(|range| range.start <= point && point < range.end);
    let before = ranges.iter().map(|range| range.start).filter(|&start| start <= point).min();
    let behind = ranges.iter().filter(|range| range.start > point).map(|range| range.end).max();
    let (start, end) = match (around, before, behind) {
        (Some(range), _, _) => (range.start, range.end),
        (None, Some(start), Some(end)) => (start, end),
        (None, _, _) => return place,
    };
    SourcePlace { line: start.0, column: start.1, end_line: end.0, end_column: end.1, ..place }
}

/// Takes the run of `~~~^~~~` around the caret, which is at the place's column.
fn widen_by_marks(place: &mut SourcePlace, marks: &str) {
    let Some(caret) = marks.find('^') else { return };
    let is_mark = |&byte: &u8| byte == b'~' || byte == b'^';
    let n_before = marks.bytes().take(caret).collect::<Vec<u8>>().iter().rev().take_while(|byte| is_mark(byte)).count();
    let n_from = marks.as_bytes()[caret..].iter().take_while(|byte| is_mark(byte)).count();
    if place.column > n_before as u32 && n_before + n_from > 1 {
        place.end_column = place.column.saturating_add(n_from as u32);
        place.column -= n_before as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_that_stops_short_is_completed() {
        let text = "In file included from /usr/include/c++/12/bits/algobase.h:71,
                 from /usr/include/c++/12/vector:60,
                 from a.cpp:1:
/usr/include/c++/12/bits/ops.h: In instantiation of ‘bool less(A, A)’:
/usr/include/c++/12/bits/algo.h:1809:14:   required from ‘void sort(A)’
   1809 |   less(a, b);
      |   ~~~~^~~~~~
a.cpp:7:41:   required from here
/usr/include/c++/12/bits/ops.h:45:23: error: no match for ‘operator<’
   45 |       { return *__it1 < *__it2; }
      |                ~~~~~~~^~~~~~~~
In file included from /usr/include/c++/12/bits/algobase.h:67:
/usr/include/c++/12/bits/iterator.h:1246:5: note: candidate
/usr/include/c++/12/bits/iterator.h:99:5: error: another
";
        let messages = parse(text);
        let chain = |message: &CompilerMessage| -> Vec<(String, u32)> {
            message.included_from.iter().map(|place| (place.file.clone(), place.line)).collect()
        };
        let outer = [("/usr/include/c++/12/vector".to_owned(), 60), ("a.cpp".to_owned(), 1)];
        assert_eq!(messages.len(), 2);
        assert_eq!(chain(&messages[0])[1..], outer);
        assert_eq!(chain(&messages[1])[0].1, 67);
        assert_eq!(chain(&messages[1])[1..], outer);
        let related: Vec<&str> = messages[0].related.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(related, ["required from ‘void sort(A)’", "required from here", "candidate"]);
        let place = messages[0].place.as_ref().unwrap();
        assert_eq!((place.column, place.end_column, place.unit), (16, 31, ColumnUnit::Display));
        let (context, _) = &messages[0].related[0];
        assert_eq!((context.column, context.end_column), (10, 20));
    }

    #[test]
    fn a_compiler_that_breaks_down_is_heard() {
        let text = "a.cpp:3:1: internal compiler error: Segmentation fault\n0x7f1 crash\n\t../x.c:1\n\
            Please submit a full bug report, with preprocessed source.\n";
        let messages = parse(text);
        assert_eq!(messages.len(), 1);
        assert_eq!(messages[0].severity, MessageSeverity::Error);
        let clang = "clang: error: unable to execute command: Killed\n";
        assert_eq!(parse(clang)[0].text, "unable to execute command: Killed");
        assert_eq!(parse("cc1plus: all warnings being treated as errors\n"), []);
        assert_eq!(parse("cc1plus: error: x: all warnings being treated as errors\n"), []);
    }
}
